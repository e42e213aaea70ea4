"""Figures of today's programs, measured next to ours: gaps in % over the known optimum.

GPU-MMAS: Skinderowicz (2020), "Implementing a GPU-based parallel MAX-MIN Ant System", its CUDA program built by CUDA 13
for sm_90, one H200, one seed.
ACOTSP: 1.03 (Stuetzle), gcc -O3 -march=native, one thread of a Xeon with AVX-512, one seed; seconds of CPU time.
Focused ACO: Skinderowicz (2022), 2 threads of the same kind of machine, one seed; seconds of search.
"""
GPU_MMAS_ON = "NVIDIA H200"
ACOTSP_ON = "one thread of a 2-core Xeon, AVX-512"
FOCUSED_ON = "2 threads of a 2-core Xeon, AVX-512"

# instance: (seconds, gap) of 1,000 iterations of 100 ants with 2-opt on lists of 32
GPU_MMAS = {"pr1002": (1.27451, 0.550484), "pr2392": (2.55494, 0.858128), "pcb3038": (3.56563, 0.836638),
            "rl5915": (7.07984, 0.531537), "pla7397": (10.9479, 1.82684)}

# instance: seconds of construction per iteration, m = n on lists of 32, the faster of its two variants
GPU_MMAS_CONSTRUCTION = {"d198": 0.131131e-3, "lin318": 0.177299e-3, "pcb442": 0.236272e-3, "rat783": 0.496736e-3,
                         "pr1002": 0.688109e-3, "pr2392": 2.42008e-3}

# instance: seconds of a whole iteration of Ant System, m = n on lists of 20
ACOTSP_ITERATION = {"d198": 0.005319, "a280": 0.01135, "lin318": 0.01479, "pcb442": 0.03323, "rat783": 0.1422,
                    "pr1002": 0.2511, "pr2392": 2.466}

# instance: gap after 10 s. ACOTSP: MAX-MIN Ant System with 3-opt.
ACOTSP_TEN_SECONDS = {"lin318": 0.0, "pcb442": 0.0, "rat783": 0.057, "pr1002": 0.255, "pr2392": 2.352, "pcb3038": 3.267,
                      "rl5915": 4.723}
FOCUSED_TEN_SECONDS = {"pr1002": 0.349, "pr2392": 0.663, "pcb3038": 0.447, "rl5915": 0.911}
