"""What Wang et al. (2022) published, in seconds, and what their program takes on a later GPU."""

PAPER_GPU = "GTX 1080 Ti"
PAPER_HOST = "Xeon E3-1275 v5"
LATER_GPU = "NVIDIA H200"

# The rows of --best by the names of their columns.
MIRRORED = ["reduction", "reduction-unrolled", "queue", "queue-lock"]

# Table 3: 1-D, 100,000 iterations. particles: CPU, then MIRRORED
TABLE_3 = {
    32: (0.100, 0.413, 0.394, 0.368, 0.216),
    64: (0.187, 0.419, 0.402, 0.368, 0.219),
    128: (0.385, 0.447, 0.408, 0.371, 0.220),
    256: (0.825, 0.455, 0.419, 0.371, 0.222),
    512: (1.503, 0.467, 0.422, 0.391, 0.223),
    1024: (3.042, 0.491, 0.439, 0.394, 0.227),
    2048: (6.277, 0.508, 0.451, 0.409, 0.230),
}

# Table 4: 1-D, 100,000 iterations. particles: CPU, queue-lock
TABLE_4 = {
    128: (0.385, 0.220),
    256: (0.825, 0.222),
    512: (1.503, 0.223),
    1024: (3.042, 0.227),
    2048: (6.277, 0.230),
    4096: (12.410, 0.265),
    8192: (23.850, 0.316),
    16384: (47.355, 0.417),
    32768: (94.629, 0.643),
    65536: (200.536, 1.026),
    131072: (378.671, 2.759),
}

# Table 5: 120-D. particles: iterations, CPU, queue
TABLE_5 = {
    128: (5000, 2.392, 0.487),
    256: (4000, 3.543, 0.384),
    512: (3000, 5.305, 0.288),
    1024: (2000, 7.078, 0.225),
    2048: (2000, 14.214, 0.255),
    4096: (1500, 21.593, 0.220),
    8192: (1000, 29.494, 0.191),
    16384: (1000, 59.125, 0.294),
    32768: (1000, 128.349, 0.570),
    65536: (1000, 237.933, 1.169),
    131072: (800, 379.820, 1.744),
}

# The speed-ups that Tables 4 and 5 print. table: particles: text
SPEED_UPS = {
    "table-4": dict(zip(TABLE_4, ("1.75", "3.71", "6.73", "13.40", "27.29", "46.83", "75.47", "113.56", "147.16",
                                  "195.45", "137.24"))),
    "table-5": dict(zip(TABLE_5, ("4.91", "9.22", "18.42", "31.45", "55.74", "98.15", "154.41", "201.10", "225.17",
                                  "203.53", "217.78"))),
}

# Their published program on LATER_GPU: 1-D, double precision, 100,000 iterations, 256 work-items a group, its own time
# around the loop of launches. particles: MIRRORED
LATER = {
    1024: (0.758627, 0.870540, 0.697745, 0.362861),
    2048: (0.785459, 0.663539, 0.669531, 0.438579),
    16384: (0.795145, 0.739828, 0.779498, 0.357015),
    65536: (0.887994, 0.901764, 0.886711, 0.415685),
    131072: (0.802608, 0.805365, 0.829279, 0.568420),
}

# Their sequential program on one core of the machine of LATER_GPU: 1-D, 100,000 iterations. particles: seconds
LATER_SERIAL = {2048: 7.88}

# Launches an iteration of our rows that mirror theirs.
LAUNCHES = {"reduction": 2, "reduction-unrolled": 2, "queue": 2, "queue-lock": 1}

OPTIMUM = 390245.79173858590  # of cupso-cubic in one dimension
