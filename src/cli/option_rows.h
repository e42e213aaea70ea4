/* option_rows.h - the options that the program knows: the one place of it where their names stand.
 *
 * Included by options.h for enum cli_option and by options.c for everything else; each inclusion defines the macros,
 * which this file takes back:
 *
 * NAME(id, name)                                  CLI_<id> is --name, of the library or of the program
 * OWN(id, kind, by, operand, group, help, ...)    a row of the program's own; by: the commands that have it, and traits
 *                                                 (enum cli_owner); behind it other members of the row
 */
/* clang-format off */
NAME(ALGORITHM, "algorithm") NAME(ALPHA, "alpha") NAME(ANTS, "ants") NAME(BETA, "beta") NAME(BOUNDS, "bounds")
NAME(CHECKPOINT, "checkpoint") NAME(COMPRESS_FROM, "compress-from") NAME(DEVICE, "device") NAME(DIM, "dim")
NAME(DUMP_KERNELS, "dump-kernels") NAME(END, "end") NAME(EPOCH, "epoch") NAME(FIX, "fix") NAME(HELP, "help")
NAME(INIT, "init") NAME(ITERATIONS, "iterations") NAME(JSON, "json") NAME(LAUNCH_MS, "launch-ms") NAME(LIST, "list")
NAME(MAXIMISE, "maximise") NAME(MEETING, "meeting") NAME(MIGRATION, "migration") NAME(MINIMISE, "minimise")
NAME(NODES, "nodes") NAME(OPTIMUM, "optimum") NAME(OUTPUT, "output") NAME(PARTICLES, "particles") NAME(PATH, "path")
NAME(PLATFORM, "platform") NAME(POPULATION, "population") NAME(PRECISION, "precision") NAME(PRESET, "preset")
NAME(PROFILE, "profile") NAME(QUIET, "quiet") NAME(REPEAT, "repeat") NAME(REPLAY, "replay") NAME(RESUME, "resume")
NAME(RHO, "rho") NAME(SCHEDULE, "schedule") NAME(SEED, "seed") NAME(SEEDS, "seeds") NAME(SELECTION, "selection")
NAME(START, "start") NAME(TARGET, "target") NAME(TARGET_GAP, "target-gap") NAME(TIME, "time")
NAME(TOPOLOGY, "topology") NAME(VERBOSE, "verbose")

OWN(LIST, FLAG, BY_PSO, NULL, "Problem", "print the objectives that are known by name, and stop")
OWN(INIT, TEXT, BY_TSP | IS_READ | IS_REPEATED, "TOUR", "Problem",
    "start from this TSPLIB tour: the first best, and every ant deposits on it once; with --algorithm mosaic, which "
    "takes several, each is that of an individual of the first population")
OWN(REPLAY, TEXT, BY_RUNS | IS_READ, "RUN.json", "Problem",
    "repeat the run that this document of --json or -o FILE.json tells of, bit for bit, on any device; see `swarmcl "
    "help reproducibility`")
OWN(NODES, TEXT, BY_TUNE, "N[..M]", "Problem",
    "instead of FILE random instances of N nodes; of N to M nodes both ends and the middle are measured")
OWN(NODES, INTEGER, BY_GENERATE, "N", "Instance", "number of nodes, required; KIND says what range it allows",
    .minimum = "1", .maximum = "100000000", .unit = "")
OWN(SEED, INTEGER, BY_GENERATE, "N", "Instance",
    "what random numbers come from; seeds that differ by 10^9 make the same points",
    .fallback = "1", .minimum = "0", .maximum = "4294967295", .unit = "")
OWN(ALGORITHM, TEXT, BY_BENCH, "A,B,...", "Comparison",
    "the algorithms that are compared, words of `swarmcl tsp --algorithm` with commas between them",
    .fallback = "mosaic,mmas,acs")
OWN(SEEDS, INTEGER, BY_BENCH, "N", "Comparison",
    "runs of each algorithm on each instance, with the seeds S, S + 1, ... of --seed S",
    .fallback = "5", .minimum = "1", .maximum = "1000000", .unit = "runs")
OWN(REPEAT, INTEGER, BY_RUNS, "N", "Run",
    "so many runs, with the seeds S, S + 1, ...; tells how they are spread. Files are those of the best run; --time, "
    "--target and --iterations are of each", .minimum = "1", .maximum = "1000000", .unit = "runs")
OWN(TIME, REAL, BY_BENCH, "SECONDS", "Run",
    "wall time of each run; without a limit where --iterations is given alone",
    .fallback = "10", .minimum = "(0", .maximum = "1000000", .unit = "s")
OWN(TIME, REAL, BY_TUNE, "SECONDS", "Run",
    "wall time of all measurements together", .fallback = "30", .minimum = "(0", .maximum = "1000000", .unit = "s")
OWN(OUTPUT, TEXT, BY_TSP | IS_REPEATED, "FILE", "Output",
    "write the best tour as FILE.tour (TSPLIB), its map as FILE.svg, the document of --json as FILE.json or the "
    "curve of the best lengths as FILE.csv", .letter = 'o')
OWN(OUTPUT, TEXT, BY_PSO | IS_REPEATED, "FILE", "Output",
    "write the document of --json as FILE.json, the curve of the best values as FILE.csv or its picture as FILE.svg, "
    "in two dimensions with the way of the best over the contour", .letter = 'o')
OWN(OUTPUT, TEXT, BY_BENCH | IS_REPEATED, "FILE", "Output",
    "write the table as FILE.csv, the document of --json as FILE.json, or a chart of the gaps as FILE.svg",
    .letter = 'o')
OWN(OUTPUT, TEXT, BY_RENDER, "FILE", "Output", "write the picture as FILE.svg; required", .letter = 'o')
OWN(OUTPUT, TEXT, BY_TUNE, "FILE", "Output",
    "where to write the tuning file; - is stdout", .fallback = "-", .letter = 'o')
OWN(OUTPUT, TEXT, BY_GENERATE, "FILE", "Output",
    "where to write the instance; - is stdout", .fallback = "-", .letter = 'o')
OWN(PROFILE, FLAG, BY_RUNS, NULL, "Output", "measure the time of every kernel by events; changes no result")
OWN(JSON, FLAG, BY_ALL, NULL, "Output", "print one JSON document on stdout instead of text")
OWN(QUIET, FLAG, BY_ALL, NULL, "Output", "print nothing but errors, and the document of --json", .letter = 'q')
OWN(VERBOSE, FLAG, BY_ALL, NULL, "Output", "say more on stderr", .letter = 'v')
OWN(HELP, FLAG, BY_ALL | BY_TEXT, NULL, "Output", "print this help and stop", .letter = 'h')
/* clang-format on */
#undef NAME
#undef OWN
