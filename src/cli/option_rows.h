/* option_rows.h - the options that the program knows: the one place of it where their names stand.
 *
 * Included by options.h for enum cli_option and by options.c for everything else; each inclusion defines the macros,
 * which this file takes back:
 *
 * NAME(id, name)                                        CLI_<id> is --name, of the library or of the program
 * FLAG(id, letter, by, group, help)                     a row of the program's own; by: the commands that have it, and
 * TEXT(id, letter, by, default, operand, group, help)   traits (enum cli_owner); letter: 0 for none
 * INTEGER, REAL(id, by, default, minimum, maximum, unit, operand, group, help)
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

FLAG(LIST, 0, BY_PSO, "Problem", "print the objectives that are known by name, and stop")
TEXT(INIT, 0, BY_TSP | IS_READ | IS_REPEATED, NULL, "TOUR", "Problem",
     "start from this TSPLIB tour: the first best, and every ant deposits on it once; with --algorithm mosaic, which "
     "takes several, each is that of an individual of the first population")
TEXT(REPLAY, 0, BY_RUNS | IS_READ, NULL, "RUN.json", "Problem",
     "repeat the run that this document of --json or -o FILE.json tells of, bit for bit, on any device; see "
     "`swarmcl help reproducibility`")
TEXT(NODES, 0, BY_TUNE, NULL, "N[..M]", "Problem",
     "instead of FILE random instances of N nodes; of N to M nodes both ends and the middle are measured")
INTEGER(NODES, BY_GENERATE, NULL, "1", "100000000", "", "N", "Instance",
        "number of nodes, required; KIND says what range it allows")
INTEGER(SEED, BY_GENERATE, "1", "0", "4294967295", "", "N", "Instance",
        "what random numbers come from; seeds that differ by 10^9 make the same points")
TEXT(ALGORITHM, 0, BY_BENCH, "mosaic,mmas,acs", "A,B,...", "Comparison",
     "the algorithms that are compared, words of `swarmcl tsp --algorithm` with commas between them")
INTEGER(SEEDS, BY_BENCH, "5", "1", "1000000", "runs", "N", "Comparison",
        "runs of each algorithm on each instance, with the seeds S, S + 1, ... of --seed S")
INTEGER(REPEAT, BY_RUNS, NULL, "1", "1000000", "runs", "N", "Run",
        "so many runs, with the seeds S, S + 1, ...; tells how they are spread. Files are those of the best run; "
        "--time, --target and --iterations are of each")
REAL(TIME, BY_BENCH, "10", "(0", "1000000", "s", "SECONDS", "Run",
     "wall time of each run; without a limit where --iterations is given alone")
REAL(TIME, BY_TUNE, "30", "(0", "1000000", "s", "SECONDS", "Run", "wall time of all measurements together")
TEXT(OUTPUT, 'o', BY_TSP | IS_REPEATED, NULL, "FILE", "Output",
     "write the best tour as FILE.tour (TSPLIB), its map as FILE.svg, the document of --json as FILE.json or the curve "
     "of the best lengths as FILE.csv")
TEXT(OUTPUT, 'o', BY_PSO | IS_REPEATED, NULL, "FILE", "Output",
     "write the document of --json as FILE.json, the curve of the best values as FILE.csv or its picture as FILE.svg, "
     "in two dimensions with the way of the best over the contour")
TEXT(OUTPUT, 'o', BY_BENCH | IS_REPEATED, NULL, "FILE", "Output",
     "write the table as FILE.csv, the document of --json as FILE.json, or a chart of the gaps as FILE.svg")
TEXT(OUTPUT, 'o', BY_RENDER, NULL, "FILE", "Output", "write the picture as FILE.svg; required")
TEXT(OUTPUT, 'o', BY_TUNE, "-", "FILE", "Output", "where to write the tuning file; - is stdout")
TEXT(OUTPUT, 'o', BY_GENERATE, "-", "FILE", "Output", "where to write the instance; - is stdout")
FLAG(PROFILE, 0, BY_RUNS, "Output", "measure the time of every kernel by events; changes no result")
FLAG(JSON, 0, BY_ALL, "Output", "print one JSON document on stdout instead of text")
FLAG(QUIET, 'q', BY_ALL, "Output", "print nothing but errors, and the document of --json")
FLAG(VERBOSE, 'v', BY_ALL, "Output", "say more on stderr")
FLAG(HELP, 'h', BY_ALL | BY_TEXT, "Output", "print this help and stop")
/* clang-format on */
#undef NAME
#undef FLAG
#undef TEXT
#undef INTEGER
#undef REAL
