/* topics.c - what help tells beside commands and options. */
#include "help.h"

#include <assert.h>

#include "function.h"

/* A word and what it means. */
#define ENTRY(name, help) \
    {                     \
        name, help, ""    \
    }
#define ENTRIES(...) ((const struct swarm_variant[]){__VA_ARGS__, {NULL, NULL, NULL}})

const struct swarm_variant cli_program_words[] = {
    ENTRY("help [WORD]", "this help, that of a command as `COMMAND --help` gives it, or a topic"),
    ENTRY("--version", "print the version"),
    {NULL, NULL, NULL},
};

const struct swarm_variant cli_exit_codes[] = {
    ENTRY("0", "done, by any limit of the search and by SIGINT or SIGTERM, with a verified result"),
    ENTRY("1", "run-time failure: the driver, or a file or stdout that cannot be written"),
    ENTRY("2", "usage, or input that cannot be read or compiled"),
    ENTRY("3", "no usable OpenCL device"),
    ENTRY("4", "not enough memory; both numbers are in the message"),
    ENTRY("5", "verification failed: not a tour as asked for, or not the length or value claimed"),
    {NULL, NULL, NULL},
};
static_assert(sizeof cli_exit_codes / sizeof cli_exit_codes[0] == CLI_EXIT_COUNT + 1, "a text for every exit code");

const struct swarm_variant cli_environment[] = {
    ENTRY("SWARMCL_DEVICE", "the device of `swarmcl tsp`, `swarmcl pso` and `swarmcl bench` when --device is not "
                            "given; see `swarmcl help devices`"),
    ENTRY("OCL_ICD_VENDORS",
          "where the OpenCL loader looks for drivers instead of /etc/OpenCL/vendors, for example a folder"),
    ENTRY("POCL_MAX_PTHREAD_COUNT",
          "threads of PoCL, the OpenCL driver for CPUs; newer ones read POCL_CPU_MAX_CU_COUNT"),
    ENTRY("POCL_CACHE_DIR", "the folder in which PoCL keeps compiled kernels; without it a folder below HOME"),
    ENTRY("PMI_RANK", "and PMIX_RANK, OMPI_COMM_WORLD_SIZE: made by mpirun and srun; this process is a rank"),
    ENTRY("TERM", "empty or dumb: no live line on the terminal"),
    ENTRY("COLUMNS", "the terminal's width where the terminal does not tell"),
    {NULL, NULL, NULL},
};

/* The words of an option of tsp. */
static const struct swarm_variant *words_of(enum cli_option option)
{
    return swarm_param_find(cli_tours.name, cli_option_name(option))->words;
}

static const struct swarm_variant *device_words(void)
{
    return words_of(CLI_DEVICE);
}

static const struct swarm_variant *preset_words(void)
{
    return words_of(CLI_PRESET);
}

const struct cli_topic cli_topics[] = {
    {.name = "devices",
     .help = "what --device and --platform take",
     .opening = "`--device D` takes one of these.",
     .words = device_words,
     .entries = ENTRIES(
         ENTRY("N", "the device with this number in `swarmcl devices`; digits are never taken as a name"),
         ENTRY("P:D", "the device D of platform P, both counted from 0"),
         ENTRY("TEXT", "a part of the device's name, or of its platform's, in any case; it must fit one device only")),
     .closing = "`--platform P`, a number or a part of a name, narrows the choice to one platform. Without --device "
                "the variable SWARMCL_DEVICE counts, and auto without that; auto goes on to the next device when one "
                "cannot be opened or cannot hold the run. Simulators, and hardware that is listed a second time, are "
                "taken by number or name only. A driver that fails is a warning and the others are used."},
    {.name = "ranks",
     .help = "several processes, on one machine or more",
     .opening =
         "A program that was built with MPI (-Dmpi=enabled; --version tells) and is started by mpirun or srun is a "
         "rank: `mpirun -n 4 swarmcl tsp FILE` searches with four, each with its own part of --islands, and comes to "
         "the tour that one process finds with as many islands. Rank 0 prints and writes the files; the others tell "
         "what goes wrong with them alone. --time, --target, SIGTERM to any rank and failures end all.",
     .closing = "Ranks of one machine share its devices: with --device auto, gpu or cpu each takes the next of that "
                "type, and a list is dealt out. --checkpoint FILE writes FILE.0, FILE.1, ..., one for each rank. bench "
                "and tune, and `-` as an instance or objective, are for one process."},
    {.name = "formats",
     .help = "what files are read",
     .opening = "What a file is, is told from its text.",
     .entries = ENTRIES(
         ENTRY("TSPLIB95", "TYPE TSP or ATSP, with coordinates (EUC, MAN and MAX in two and three dimensions, CEIL_2D, "
                           "ATT, GEO) or a matrix in any of the nine formats; distances are TSPLIB's own integers"),
         ENTRY("points", "a table of x and y, or lat and lon in decimal degrees, with name or id, by these titles or "
                         "their like in ten languages. Distances are real: Euclidean, or great-circle metres"),
         ENTRY("matrices", "a table that is a square of distances with zeros on its diagonal, named or not"),
         ENTRY("tables", "CSV: commas, semicolons, tabs or blanks, quotes as in RFC 4180, decimal commas unless commas "
                         "separate; UTF-8, UTF-16 or Windows-1252"),
         ENTRY("--columns", "the columns of points, by title or number: Stadt,B,L is a name, latitude and longitude; "
                            "4,5 x and y where titles do not tell; lat=4,lon=3 says it. docs/tables.md tells more"),
         ENTRY("tours", "TSPLIB95 files of TYPE TOUR; their NAME does not matter"),
         ENTRY("documents", "for --replay: what --json and -o FILE.json of an earlier run wrote"),
         ENTRY("bounds", "for --bounds of pso: a line \"LO HI\" for every coordinate, or one for all"),
         ENTRY("positions", "for --init of pso: a line of D numbers for every particle that starts there. In both, "
                            "commas or blanks stand between numbers, and # begins a comment"),
         ENTRY("gzip", "any of these may be packed; that is told from the bytes, not from the name"),
         ENTRY("-", "as a file name: the standard input")),
     .closing = "What is malformed is refused with file, line, what was found and what was expected."},
    {.name = "conditions",
     .help = "open paths, their ends, fixed edges",
     .opening = "`swarmcl tsp`, `swarmcl bench` and `swarmcl verify` take conditions on tours, with every algorithm:",
     .entries = ENTRIES(
         ENTRY("--path",
               "an open path instead of a closed tour, with free ends, or from --start NODE, to --end NODE, or both"),
         ENTRY("--fix A-B", "an edge that the tour must have, once or several times, or with commas: 1-2,5-9; an arc "
                            "from A to B where distances are asymmetric"),
         ENTRY("FIXED_EDGES_SECTION", "of a TSPLIB file: such edges; tsp, bench and verify honour them"),
         ENTRY("N", "a node: its number from 1, as a TSPLIB file has it; #N where nodes have names. A shell wants "
                    "quotes around it: '#12'"),
         ENTRY("NAME", "a node of a table with names: its name. An edge is read at the one dash with names on both "
                       "sides; in double quotes a name may have commas and dashes, and \"\" stands for one of them")),
     .closing = "What no tour can have is refused with the reason. The known optimum of an instance counts for nothing "
                "where options add conditions; --optimum names another. docs/conditions.md tells how it is done."},
    {.name = "outputs",
     .help = "what is written, and where",
     .opening = "The result goes to stdout, everything else to stderr. On a terminal a live line shows iteration, "
                "best, gap, iterations a second and the time left; -v tells every improvement, -q nothing. `-o FILE` "
                "of tsp and pso, once or several times, writes by suffix:",
     .entries = ENTRIES(
         ENTRY(".tour", "the best tour in TSPLIB95, which `swarmcl verify` and --init read; tsp alone"),
         ENTRY(".json", "the document that --json prints: instance or objective, parameters, trace, result, timing, "
                        "memory; it is what --replay reads"),
         ENTRY(".svg", "the map of the tour; of pso the curve of the best values and, in two dimensions, the contour "
                       "of the objective with the way of the best"),
         ENTRY(".csv", "the curve: `iteration,seconds,length,gap_percent`, of pso value and distance, for every "
                       "improvement and the end"),
         ENTRY("of bench", "the document as .json, the table as .csv, the gaps with their spread as .svg")),
     .closing = "A file appears in one move when it is complete; one of that name is replaced. That files can be "
                "written at all is looked at before the search begins."},
    {.name = "objectives",
     .help = "what functions `swarmcl pso` takes",
     .opening = "`swarmcl pso NAME` takes one of these; `swarmcl pso --list` tells their bounds and best values.",
     .words = cli_function_words,
     .entries = ENTRIES(
         ENTRY("FILE.cl", "OpenCL C 1.2 that defines `real objective(const real *x, int n)`: the value at x[0] to x[n "
                          "- 1]; `real` is double, or float with --precision fp32"),
         ENTRY("real_...",
               "real_sqrt, real_exp, real_log, real_sin, real_cos and others have the same bits on every device")),
     .closing = "A file has no bounds and no number of dimensions: --bounds and --dim give them. It is minimised "
                "unless --maximise is given. NaN counts as worst and is counted. What does not compile is told with "
                "the lines of the file."},
    {.name = "stopping",
     .help = "when a search ends",
     .opening = "The limit that is met first ends the search with the best so far, verified and written, and exit code "
                "0. The result names it:",
     .entries = ENTRIES(
         ENTRY("iterations", "--iterations N are done; of tsp 5 generations, with ants by the nodes or 100 with "
                             "`--algorithm as`, of pso 1000, unless --time is given alone"),
         ENTRY("time", "--time SECONDS have gone by since the program started: reading and building count"),
         ENTRY("target",
               "a tour as short as --target L, or within --target-gap P per cent of the optimum; with neither one as "
               "short as the known optimum where that is proven; a value as good as --target V"),
         ENTRY("stagnation", "--no-improve N iterations have brought nothing better; of tsp by the nodes where no "
                             "other limit is given"),
         ENTRY("cancelled", "SIGINT (Ctrl-C) or SIGTERM; a second one ends the program at once and without a result")),
     .closing = "Gaps are counted from the known optimum of the instance's name, or from --optimum L. With --repeat N "
                "and in `swarmcl bench` these limits, and the seconds that are told, are of each run, from its own "
                "start."},
    {.name = "defaults",
     .help = "what `swarmcl tsp FILE` does where no option says",
     .opening =
         "What is not given follows from the algorithm and from the instance, never from the device or the clock:",
     .entries = ENTRIES(
         ENTRY("algorithm",
               "mosaic; mmas for fewer than 5 nodes, 3 of asymmetric instances, and where an option is given that ants "
               "alone have; as where only Ant System on whole rows has it: --preset, --selection, --compress-from, "
               "--trail-floor, --evaluation, --group-size, --tuning, and some of --construction and --deposit"),
         ENTRY("local-search", "of ants 3opt; none with `--algorithm as`"),
         ENTRY("candidates", "10; of ants 16, with `--algorithm as` 0"),
         ENTRY("candidate-kind", "mixed; nearest where there are no coordinates or a path has a free end"),
         ENTRY("ants", "by the algorithm: with a local search 25, of acs 10, of mmas by the nodes; without one as many "
                       "as nodes, of acs 10"),
         ENTRY("rho, q0", "by the algorithm, other numbers with a local search than without"),
         ENTRY("iterations", "5 generations; of ants by the nodes, the fewer the more there are, and as many as "
                             "--no-improve without a better tour; 100 with `--algorithm as`"),
         ENTRY("population, kicks", "of `--algorithm mosaic`: by the nodes"),
         ENTRY("kopt, beam", "of `--algorithm mosaic`: by its improver")),
     .closing = "The document of --json tells what was used. docs/defaults.md has the numbers with their reasons."},
    {.name = "presets",
     .help = "published settings and designs by name",
     .opening =
         "`--preset NAME` stands for these values of the options of the same names, each where no option is given:",
     .words = preset_words,
     .closing = "A design changes no tour; it gives way to options that it does not go with, to a tuning file and to "
                "--device none. Trails start at m / L, m ants and L the length of the nearest-neighbour tour, with "
                "every preset and without, as Uchida, Ito and Nakano have it. The floor of belotti counts in 1 / "
                "length: where edges are long it lies above every trail, and ants choose by distance alone, as they do "
                "in the published program; a warning tells."},
    {.name = "tuning",
     .help = "the files that `swarmcl tune` writes",
     .opening = "`swarmcl tsp FILE --tuning TUNING` takes the shape that no option gives from the block for the device "
                "and the number of nodes; without such a block a warning tells and the file is not used. A tuning file "
                "is text, NAME=VALUE a line:",
     .entries = ENTRIES(
         ENTRY("device=NAME", "the device of the blocks below, as `swarmcl devices` names it"),
         ENTRY("driver=TEXT", "its driver, and version=TEXT the version of swarmcl, at the time of the measurements"),
         ENTRY("nodes=LO..HI", "begins a block, for instances of LO to HI nodes; no two of a device overlap"),
         ENTRY("construction",
               "=SHAPE, and so evaluation, deposit, group-size and ants-per-group: as the options of these names"),
         ENTRY("#", "begins a comment, a line of its own")),
     .closing = "Nothing of it changes a tour, and a name that could is an error. Options win over a tuning file, and "
                "a tuning file over a preset."},
    {.name = "reproducibility",
     .help = "one seed, one result",
     .opening = "The same instance, options, --seed and number of iterations give the same tour, bit for bit: on every "
                "device, with any driver, for every shape (--construction, --evaluation, --deposit, --group-size, "
                "--tuning, --threads and others), with and without --profile, and in the sequential twin (--device "
                "none). Of --improver array and threads come to the same tour, pieces to another one. A shape that "
                "only Ant System has also chooses that algorithm, unless --algorithm says which.",
     .closing =
         "`--replay RUN.json` repeats the run that a document of --json or -o FILE.json tells of, whatever ended it "
         "and wherever it ran: it takes all that decides the result from there, and for --time, --target or a signal "
         "the counts at which it ended. Options that would change the result are refused beside it; --device, "
         "--threads, the outputs and --time, as a limit, are not. The instance or objective is given as before, and so "
         "is each --init. A warning tells of another result. By hand, a run of ants is repeated by --iterations with "
         "the number it reports, one of mosaic by --schedule with the text of that name in the document. --selection "
         "changes the tours, for each rule draws its own numbers. The tour may change between versions of swarmcl; the "
         "document of --json names the version. The same holds for the position that pso finds, with every row of "
         "--best but asynchronous, which finds its own; an objective from a file has to call the functions of `swarmcl "
         "help objectives`, for the last bits of OpenCL's own differ between devices. A run of k iterations, resumed "
         "to N, ends as a run of N; what decides the result is in the file of --resume."},
    {.name = "exit-codes", .help = "what the exit codes mean", .entries = cli_exit_codes, .heading = "EXIT STATUS"},
    {.name = "environment",
     .help = "the variables that matter",
     .entries = cli_environment,
     .closing = "Those of PoCL and of the loader are theirs, and differ between versions.",
     .heading = "ENVIRONMENT"},
    {.name = "examples",
     .help = "command lines to begin with",
     .entries = ENTRIES(
         ENTRY("swarmcl tsp pr1002.tsp", "a good tour, in as many iterations as it takes"),
         ENTRY("swarmcl tsp pr1002.tsp --time 10 -o best.tour -o map.svg", "ten seconds, the tour and its map"),
         ENTRY("swarmcl tsp pr1002.tsp --algorithm as", "Ant System as it was, without lists and local search"),
         ENTRY("swarmcl tsp cities.csv --path --seed 7 --json", "the open path through points of a table, as JSON"),
         ENTRY("swarmcl tsp br17.atsp --target 39 --no-improve 200", "until length 39, or 200 iterations in vain"),
         ENTRY("swarmcl tsp pr1002.tsp --replay run.json --device none",
               "the run that -o run.json told of, without any driver"),
         ENTRY("swarmcl bench pr1002.tsp u1060.tsp --time 10 -o gaps.svg",
               "mosaic, mmas and acs on two instances, as a chart"),
         ENTRY("swarmcl pso rastrigin --dim 30 --repeat 10", "the least value of a function, ten times"),
         ENTRY("swarmcl pso mine.cl --dim 2 --bounds -5:5 -o way.svg", "of a function of your own, with a picture"),
         ENTRY("swarmcl instance generate uniform --nodes 1000 | swarmcl tsp - --device gpu:1",
               "a random instance, on the second GPU"),
         ENTRY("swarmcl tune --nodes 200..3000 -o gpu.tuning",
               "the fastest shapes of a device, for --tuning gpu.tuning"),
         ENTRY("swarmcl verify pr1002.tsp best.tour", "the exact length of a tour")),
     .heading = "EXAMPLES"},
    {.name = NULL},
};
