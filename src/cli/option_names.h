/* option_names.h - the names of all options that code of the program uses. NAME(id, name): CLI_<id> is --name.
 * options.h and options.c define NAME before they include this file, which undefines it. */
/* clang-format off */
NAME(ALGORITHM, "algorithm") NAME(ANTS, "ants") NAME(BOUND, "bound") NAME(BOUNDS, "bounds")
NAME(CONTINUE, "continue")
NAME(CERTIFICATE, "certificate") NAME(CHECKPOINT, "checkpoint") NAME(COLUMNS, "columns") NAME(DEVICE, "device") NAME(DIM, "dim")
NAME(DUMP_KERNELS, "dump-kernels") NAME(END, "end") NAME(EPOCH, "epoch") NAME(EVALUATIONS, "evaluations") NAME(FIX, "fix") NAME(GROUP_SIZE, "group-size") NAME(HELP, "help")
NAME(INIT, "init") NAME(ITERATIONS, "iterations") NAME(JSON, "json") NAME(KEEP, "keep") NAME(LIMIT, "limit") NAME(LIST, "list") NAME(LOG_TIME, "log-time")
NAME(MAXIMISE, "maximise") NAME(METRICS, "metrics") NAME(MIGRATION, "migration") NAME(MINIMISE, "minimise")
NAME(NODES, "nodes") NAME(OUTPUT, "output") NAME(PARTICLES, "particles") NAME(PATH, "path")
NAME(PLATFORM, "platform") NAME(POINTS, "points") NAME(POPULATION, "population") NAME(PRESET, "preset")
NAME(PROFILE, "profile") NAME(QUIET, "quiet") NAME(REPEAT, "repeat") NAME(REPLAY, "replay") NAME(RESUME, "resume") NAME(RHO, "rho")
NAME(SCHEDULE, "schedule") NAME(SEED, "seed")
NAME(START, "start") NAME(TARGET, "target") NAME(TARGET_GAP, "target-gap") NAME(THREADS, "threads") NAME(TIME, "time") NAME(TIME_EACH, "time-each")
NAME(VERBOSE, "verbose")
/* clang-format on */
#undef NAME
