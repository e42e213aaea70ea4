"""Figures of today's programs, measured next to ours: what the papers' hardware cannot show.

GPU-MMAS (Skinderowicz 2020, CUDA 13, sm_90) on one H200: m = n tours over whole rows, mean of 100 iterations.
Belotti's CUDA notebook on one H200, host clock, start of the context included.
ACOTSP 1.03 (C, gcc -O3 -march=native) on one core of a Xeon with AVX-512: Ant System, candidate lists of n - 1 nodes.
All in ms an iteration unless said; the smaller of two seeds where there are two.
"""
NOT_RUN = "Empty cells of GPU-MMAS and ACOTSP: they were not run on those instances."

MMAS_GPU = "NVIDIA H200"
MMAS_ROULETTE = {"d198": 0.346047, "lin318": 0.597586, "pcb442": 1.01314, "rat783": 2.6485, "pr1002": 4.30728,
                 "pr2392": 24.2371}
MMAS_RESERVOIR = {"d198": 0.343235, "lin318": 0.73838, "pcb442": 1.43151, "rat783": 4.50475, "pr1002": 7.26599,
                  "pr2392": 42.7732}

ACOTSP_CPU = "one core of a Xeon, AVX-512"
ACOTSP_CONSTRUCT = {"d198": 18.43, "a280": 63.24, "lin318": 92.82, "pcb442": 289, "rat783": 1609, "pr1002": 3475,
                    "pr2392": 63444}
ACOTSP_UPDATE = {"d198": 0.58, "a280": 1.26, "lin318": 1.72, "pcb442": 3.77, "rat783": 12.78, "pr1002": 21.82,
                 "pr2392": 149}

# instance: (iterations, seconds)
BELOTTI_GPU = "NVIDIA H200"
BELOTTI = {"att48": (40, 0.365), "a280": (40, 0.560), "att532": (17, 0.535), "d1291": (10, 1.246), "d2103": (10, 3.481),
           "fl3795": (5, 8.743)}
