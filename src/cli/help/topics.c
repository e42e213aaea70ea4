/* topics.c - the texts of help beside commands and options. */
#include "help.h"

#include <assert.h>

#include "cli/commands/commands.h"
#include "cli/documents/output.h"

/* A word and its meaning. */
#define ENTRY(name, help) \
    {                     \
        name, help, ""    \
    }
#define ENTRIES(...) ((const struct swarm_variant[]){__VA_ARGS__, {NULL, NULL, NULL}})

const struct swarm_variant cli_program_words[] = {
    ENTRY("help [WORD]", "help of a command or a topic; `help COMMAND all`: all its options"),
    ENTRY("--version", "print the version"),
    {NULL, NULL, NULL},
};

const struct swarm_variant cli_exit_codes[] = {
    ENTRY("0", "done, also by a limit or a signal, with a verified result"),
    ENTRY("1", "run-time failure: the driver, or output that cannot be written"),
    ENTRY("2", "wrong usage, or input that cannot be read or compiled"),
    ENTRY("3", "no usable OpenCL device"),
    ENTRY("4", "not enough memory; the message has both numbers"),
    ENTRY("5", "verification failed: no valid tour, or a wrong length or value"),
    {NULL, NULL, NULL},
};
static_assert(sizeof cli_exit_codes / sizeof cli_exit_codes[0] == CLI_EXIT_COUNT + 1, "a text for every exit code");

const struct swarm_variant cli_environment[] = {
    ENTRY("SWARMCL_DEVICE", "the device of runs and batch without --device"),
    ENTRY("OCL_ICD_VENDORS", "drivers for the OpenCL loader, for example a folder, instead of /etc/OpenCL/vendors"),
    ENTRY("POCL_MAX_PTHREAD_COUNT", "threads of PoCL, the OpenCL driver for CPUs; newer versions read "
                                    "POCL_CPU_MAX_CU_COUNT"),
    ENTRY("POCL_CACHE_DIR", "the folder for compiled kernels of PoCL; by default a folder below HOME"),
    ENTRY("PMI_RANK", "and PMIX_RANK, OMPI_COMM_WORLD_SIZE: set by mpirun and srun; this process is a rank"),
    ENTRY("TERM", "empty or dumb: no live line on the terminal"),
    ENTRY("COLUMNS", "width of the terminal, if the terminal does not report it"),
    {NULL, NULL, NULL},
};

enum { OUTPUTS_MOST = 24 };

/* The kinds of files that runs write. */
static const struct swarm_variant *output_words(void)
{
    static struct swarm_variant words[OUTPUTS_MOST + 1];
    size_t count = 0;
    for (const struct cli_command *const *command = cli_commands; *command; ++command) {
        const bool runs = (*command)->shared == CLI_ROWS_OF_RUNS;
        for (const struct cli_output_kind *kind = runs ? (*command)->problem->outputs : NULL; kind && kind->name;
             ++kind) {
            bool is_new = kind->help; /* two problems may share their kinds */
            for (size_t k = 0; k < count; ++k) {
                is_new = is_new && words[k].help != kind->help;
            }
            if (is_new && count < OUTPUTS_MOST) {
                words[count++] = (struct swarm_variant){kind->name, kind->help, ""};
            }
        }
    }
    return words;
}

const struct cli_topic cli_topics[] = {
    {.name = "devices",
     .help = "values of --device and --platform",
     .opening = "`--device D` takes one of these:",
     .option = CLI_DEVICE,
     .entries = ENTRIES(ENTRY("N", "the device with this number in `swarmcl devices`; digits are never part of a name"),
                        ENTRY("P:D", "device D of platform P, both counted from 0"),
                        ENTRY("TEXT", "a part of the name of one device, or of its platform, in upper or lower case")),
     .closing = "`--platform P`, a number or a part of a name, limits the choice to one platform. Without --device "
                "the variable SWARMCL_DEVICE names the device, and without both the default is auto. auto takes the "
                "next device if one cannot be opened or has too little memory for the run. Simulators, software "
                "renderers and hardware that is listed twice are used only by number or name, or where there is "
                "nothing else. A driver that fails gives a warning; the "
                "others are used."},
    {.name = "ranks",
     .help = "several processes, on one machine or more",
     .opening = "A program built with MPI (-Dmpi=enabled; --version prints the MPI library) and started by mpirun "
                "or srun is a rank. `mpirun -n 4 swarmcl tsp FILE` searches with four ranks, each with its share of "
                "--islands, and finds the tour that one process finds with as many islands. Rank 0 prints the "
                "result and writes the files; other ranks print only their own errors. --time, --target, a failure, "
                "or SIGTERM to any rank ends all ranks.",
     .closing = "Ranks on one machine share its devices: with --device auto, gpu or cpu each rank takes the next "
                "device of the type, and a list of devices is dealt out. --checkpoint FILE writes FILE.0, FILE.1, "
                "..., one for each rank. batch and bound, and `-` as an instance or objective, need a "
                "single process."},
    {.name = "formats",
     .help = "formats of input files",
     .opening = "The text of a file tells its format.",
     .entries = ENTRIES(
         ENTRY("TSPLIB95", "TYPE TSP or ATSP, with coordinates (EUC, MAN and MAX in two and three dimensions, CEIL_2D, "
                           "ATT, GEO) or a matrix in any of the nine formats; distances are TSPLIB's own integers"),
         ENTRY("points", "a table of x and y, or lat and lon in decimal degrees, with name or id, by these titles or "
                         "their like in ten languages. Distances are real: Euclidean, or great-circle metres"),
         ENTRY("matrices", "a table that is a square of distances, with names or with zeros on its diagonal"),
         ENTRY("tables", "CSV: commas, semicolons, tabs or blanks, quotes as in RFC 4180, decimal commas unless commas "
                         "separate; UTF-8, UTF-16 or Windows-1252"),
         ENTRY("--columns", "the columns of points, by title or number: Stadt,B,L is a name, latitude and longitude; "
                            "4,5 x and y where titles do not tell; lat=4,lon=3 says it. docs/tables.md tells more"),
         ENTRY("OPLib", "for orient: TSPLIB95 with TYPE OP, COST_LIMIT and NODE_SCORE_SECTION; tables have a column "
                        "score"),
         ENTRY("QAPLIB", "for qap: n and two matrices of whole numbers, or a table with one below the other; .sln"),
         ENTRY("tours", "TSPLIB95 files of TYPE TOUR; their NAME does not matter"),
         ENTRY("documents", "for --replay: a document of --json or -o FILE.json"),
         ENTRY("bounds", "for --bounds of pso: one line \"LO HI\" for all coordinates, or a line for each"),
         ENTRY("positions", "for --init of pso: a line of D numbers for each particle that starts there. In bounds "
                            "and positions commas or blanks separate numbers, and # begins a comment"),
         ENTRY("gzip", "all of these may be packed; the bytes tell, not the name"),
         ENTRY("-", "as a file name: the standard input")),
     .closing = "Malformed input is refused with file and line, the text that was found and the text that was "
                "expected."},
    {.name = "conditions",
     .help = "open paths, their ends, fixed edges",
     .opening = "`swarmcl tsp`, `swarmcl batch` and `swarmcl verify` accept conditions on tours, with every "
                "algorithm:",
     .entries = ENTRIES(
         ENTRY("--path", "an open path instead of a closed tour; its ends are free unless --start NODE or --end "
                         "NODE is given"),
         ENTRY("--fix A-B", "an edge that the tour must contain; repeat the option or use commas for more: 1-2,5-9; "
                            "an arc from A to B where distances are asymmetric"),
         ENTRY("FIXED_EDGES_SECTION", "of a TSPLIB file: more such edges; tsp, batch and verify respect them"),
         ENTRY("N", "a node by its number from 1, as in a TSPLIB file; #N where nodes have names. A shell wants quotes "
                    "around it: '#12'"),
         ENTRY("NAME",
               "a node by its name, in a table with names. An edge is split at the only dash with names on "
               "both sides; a name in double quotes may have commas and dashes, and \"\" stands for a double quote")),
     .closing = "Conditions that no tour can meet are refused with the reason. With conditions from options gaps "
                "are not counted from the known optimum; --optimum gives another one. docs/conditions.md describes "
                "the method."},
    {.name = "outputs",
     .help = "files and their kinds",
     .opening = "The result goes to stdout, all messages go to stderr. On a terminal a live line shows the progress; "
                "-v prints every improvement, -q nothing. `-o FILE`, once or several times, writes by the name:",
     .words = output_words,
     .closing = "A file appears when it is complete, and replaces a file of its name; through a symbolic link it "
                "replaces the target. An output that is the same file as an input or another output is refused."},
    {.name = "objectives",
     .help = "functions for `swarmcl pso`",
     .opening = "`swarmcl pso NAME` takes one of these functions; `swarmcl pso --list` shows their bounds and best "
                "values.",
     .words = cli_function_words,
     .entries = ENTRIES(
         ENTRY("FILE.cl", "OpenCL C 1.2 with the function `real objective(const real *x, int n)`, the value at x[0] "
                          "to x[n - 1]; `real` is double, or float with --precision fp32"),
         ENTRY("real_...", "real_sqrt, real_exp, real_log, real_sin, real_cos and others have the same bits on "
                           "every device")),
     .closing = "A file has no bounds and no number of dimensions; --bounds and --dim give them. Its function is "
                "minimised unless --maximise is given. NaN is the worst value; the result tells how often it "
                "occurred. A compile error is printed with the line in the file."},
    {.name = "stopping",
     .help = "when a search ends",
     .opening = "The first limit that is met ends the search. The best solution so far is verified and written, and "
                "the exit code is 0. The result names the limit:",
     .entries = ENTRIES(
         ENTRY(
             "iterations",
             "--iterations N are done; by default 5 generations of mosaic, 1000 iterations of pso, 10000 of its ants, "
             "100 with `--algorithm as`, for other ants a number that depends on the nodes; with --time alone "
             "there is no such limit"),
         ENTRY("time", "--time SECONDS have passed since the start of the program; reading and building count"),
         ENTRY("target", "the tour is as short as --target L, or within --target-gap P per cent of the optimum; "
                         "without both, as short as a known and proven optimum; the value is as good as --target V"),
         ENTRY("stagnation", "--no-improve N iterations brought no improvement; ants except `as` have a limit "
                             "that depends on the nodes"),
         ENTRY("convergence", "of up to 100 nodes without another end a population agrees"),
         ENTRY("cancelled",
               "SIGINT (Ctrl-C), SIGTERM, SIGHUP or SIGXCPU; a second SIGINT or SIGTERM ends the program at once, "
               "without a result"),
         ENTRY("optimal, proven", "with --bound no tour can be shorter; within --target-gap it ends as target")),
     .closing = "Gaps are counted from the known optimum of the instance, found by its name, or from --optimum L. "
                "With --repeat N limits and seconds apply to each run, from its own start."},
    {.name = "defaults",
     .help = "defaults of `swarmcl tsp FILE`",
     .opening = "Defaults depend on the algorithm and the instance. The device decides only the shape, and whether "
                "--improver is pieces:",
     .entries = ENTRIES(
         ENTRY("algorithm",
               "exact up to 12 nodes, else mosaic. mmas for fewer than 5 --candidates or "
               "with an ant-only option. as with an option that only Ant System on whole rows has: --preset, "
               "--selection, --compress-from, --trail-floor, --evaluation, --group-size, and some values "
               "of --construction and --deposit"),
         ENTRY("local-search", "3opt for ants; none with `--algorithm as`"),
         ENTRY("candidates", "10; 16 for ants; 0 with `--algorithm as`"),
         ENTRY("candidate-kind", "mixed; nearest where there are no coordinates or a path has a free end"),
         ENTRY("ants", "with a local search 25, for acs 10, for mmas by the nodes; without one as many as nodes, "
                       "for acs 10"),
         ENTRY("rho, q0", "by the algorithm; other values with a local search than without"),
         ENTRY("iterations", "5 generations; for ants a number that falls with the nodes, and a smaller "
                             "--no-improve; 100 with `--algorithm as`"),
         ENTRY("population, kicks", "by the nodes"), ENTRY("kopt, beam", "by the improver")),
     .closing = "The document of --json has the values of a run. docs/defaults.md has all numbers with their "
                "reasons."},
    {.name = "presets",
     .help = "published settings and designs",
     .opening = "`--preset NAME` sets these options, unless they are given:",
     .option = CLI_PRESET,
     .closing = "A design changes no tour. It yields to options that exclude it, to a tuning file and to --device "
                "none. Trails start at m / L, with m ants and the length L of the nearest-neighbour tour, with every "
                "preset and without, as in Uchida, Ito and Nakano (2014), unless --tau0 is given. The floor of "
                "belotti is in 1 / length: with long edges it lies above every trail, and ants choose by distance "
                "alone, as in the published program; a warning says so."},
    {.name = "tuning",
     .help = "files with the shapes of a device",
     .opening =
         "`swarmcl tsp FILE --tuning TUNING` takes the shape from the block for the device, the search and the "
         "number of nodes. Without such a block there is a warning, and the file is not used. Files for some devices "
         "are in share/swarmcl/tuning of the installation; bench/tune.py of the sources writes one for yours. A tuning "
         "file is text with a line NAME=VALUE each:",
     .entries = ENTRIES(
         ENTRY("device=NAME", "the device of the blocks below, as in `swarmcl devices`"),
         ENTRY("driver=TEXT", "its driver at the time of the measurements; version=TEXT: the version of swarmcl"),
         ENTRY("for=SEARCH", "of the blocks below: mosaic, lists (ants on candidate lists), together (acs) or rows "
                             "(ants on whole rows), which is the default"),
         ENTRY("nodes=LO..HI", "begins a block for instances of LO to HI nodes; blocks of a device and a search do not "
                               "overlap"),
         ENTRY("construction", "=SHAPE, and also evaluation, deposit, group-size and ants-per-group, with the "
                               "values of these options; improver=array or threads, which find the same tours"),
         ENTRY("#", "begins a comment, on a line of its own")),
     .closing = "A tuning file changes no tour; other names are errors. Options win over a tuning file, and a "
                "tuning file wins over a preset."},
    {.name = "reproducibility",
     .help = "one seed, one result",
     .opening = "The same instance, options, --seed and number of iterations give the same tour, bit for bit: on "
                "every device, with every driver, with every shape (--construction, --evaluation, --deposit, "
                "--group-size, --tuning, --threads and others), with and without --profile, and in the sequential "
                "twin (--device none). --improver array and threads find the same tour, pieces finds another one. A "
                "shape that only Ant System has also selects this algorithm, unless --algorithm is given.",
     .closing = "`--replay RUN.json` repeats the run of a document of --json or -o FILE.json, on any device and "
                "after any end of that run. All options that decide the result come from the document; after "
                "--time, --target or a signal, so do the counts at the end. Options that would change the result "
                "are refused; --device, --threads, outputs and --time, as a limit, are not. Name the instance or "
                "objective, and each --init, as before. A different result gives a warning. By hand, repeat a run "
                "of ants by --iterations with the number that it reports, a run of mosaic by --schedule with the "
                "text in its document. --selection changes tours, because each rule draws other numbers. Another "
                "version of swarmcl may find another tour; the document names the version. The same holds for the "
                "position of pso, with every value of --best except asynchronous, which finds its own. Only "
                "--precision, unless it is given, follows from the device: fp32 where there is no double precision. "
                "A function "
                "from a file has the same bits everywhere only with the functions of `swarmcl help objectives`, "
                "because OpenCL's own differ in their last bits. A run of k iterations that is resumed to N ends "
                "like a run of N; the file of --resume has all options that decide the result."},
    {.name = "exit-codes", .help = "meaning of the exit codes", .entries = cli_exit_codes, .heading = "EXIT STATUS"},
    {.name = "environment",
     .help = "environment variables",
     .entries = cli_environment,
     .closing = "Variables of PoCL and of the loader belong to these, and differ between versions.",
     .heading = "ENVIRONMENT"},
    {.name = "examples",
     .help = "command lines to begin with",
     .entries = ENTRIES(
         ENTRY("swarmcl tsp pr1002.tsp", "a good tour, after the default number of generations"),
         ENTRY("swarmcl tsp pr1002.tsp --time 10 -o best.tour -o map.svg", "ten seconds; the tour and its map"),
         ENTRY("swarmcl tsp pr1002.tsp --algorithm as", "Ant System, without candidate lists and local search"),
         ENTRY("swarmcl tsp cities.csv --path --seed 7 --json", "an open path through the points of a table, as "
                                                                "JSON"),
         ENTRY("swarmcl tsp br17.atsp --target 39 --no-improve 200", "until length 39, or 200 iterations without "
                                                                     "improvement"),
         ENTRY("swarmcl tsp pr1002.tsp --replay run.json --device none", "the run of -o run.json again, without any "
                                                                         "driver"),
         ENTRY("swarmcl pso rastrigin --dim 30 --repeat 10", "the least value of a function, ten times"),
         ENTRY("swarmcl pso mine.cl --dim 2 --bounds -5:5 -o way.svg", "the same of your own function, with a "
                                                                       "picture"),
         ENTRY("swarmcl instance generate uniform --nodes 1000 | swarmcl tsp - --device gpu:1",
               "a random instance, on the second GPU"),
         ENTRY("swarmcl verify pr1002.tsp best.tour", "the exact length of a tour")),
     .heading = "EXAMPLES"},
    {.name = NULL},
};
