/* topics.c - the texts of `swarmcl help TOPIC`. */
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
    ENTRY("help [WORD]", "explain a command or a topic; `help COMMAND all` lists all its options"),
    ENTRY("--version", "print the version"),
    {NULL, NULL, NULL},
};

const struct swarm_variant cli_exit_codes[] = {
    ENTRY("0", "success: a verified result, also after a limit or a signal"),
    ENTRY("1", "run-time failure: the driver, or output that cannot be written"),
    ENTRY("2", "wrong usage, or input that cannot be read or compiled"),
    ENTRY("3", "no usable OpenCL device"),
    ENTRY("4", "not enough memory of the device or the host"),
    ENTRY("5", "verification failed: a wrong tour, length, value or device"),
    ENTRY("6", "incomplete: the result lacks parts that it must have"),
    {NULL, NULL, NULL},
};
static_assert(sizeof cli_exit_codes / sizeof cli_exit_codes[0] == CLI_EXIT_COUNT + 1, "a text for every exit code");

const struct swarm_variant cli_environment[] = {
    ENTRY("SWARMCL_DEVICE", "the device, unless --device is given"),
    ENTRY("OCL_ICD_VENDORS", "drivers for the OpenCL loader, such as a folder, instead of /etc/OpenCL/vendors"),
    ENTRY("POCL_MAX_PTHREAD_COUNT", "number of threads of PoCL, the OpenCL driver for CPUs; newer versions "
                                    "read POCL_CPU_MAX_CU_COUNT"),
    ENTRY("POCL_CACHE_DIR", "folder of compiled kernels of PoCL; by default a folder below HOME"),
    ENTRY("PMI_RANK", "and PMIX_RANK, OMPI_COMM_WORLD_SIZE: set by mpirun or srun, whose processes are ranks"),
    ENTRY("TERM", "if empty or dumb, there is no live line"),
    ENTRY("COLUMNS", "width of the terminal, if the terminal does not report one"),
    {NULL, NULL, NULL},
};

enum { OUTPUTS_MOST = 24, FORMATS_MOST = 8 };

/* The kinds of output files of all commands that search. */
static const struct swarm_variant *output_words(void)
{
    static struct swarm_variant words[OUTPUTS_MOST + 1];
    size_t count = 0;
    for (const struct cli_command *const *command = cli_commands; *command; ++command) {
        const bool runs = (*command)->shared == CLI_ROWS_OF_RUNS;
        for (const struct cli_output_kind *kind = runs ? (*command)->problem->outputs : NULL; kind && kind->name;
             ++kind) {
            bool is_new = kind->help; /* true for the first kind with this name; tsp and orient share kinds */
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

/* The formats that problems have of their own. */
static const struct swarm_variant *format_words(void)
{
    static struct swarm_variant words[FORMATS_MOST + 1];
    size_t count = 0;
    for (const struct cli_problem *problem = NULL; (problem = cli_problem_next(problem));) {
        words[count] = problem->format;
        count += problem->format.name && count < FORMATS_MOST;
    }
    return words;
}

const struct cli_topic cli_topics[] = {
    {.name = "devices",
     .help = "values of --device and --platform",
     .opening = "`--device D` takes one of these:",
     .option = CLI_DEVICE,
     .entries = ENTRIES(ENTRY("N", "the device with this number in `swarmcl devices`"),
                        ENTRY("P:D", "device D of platform P, both counted from 0"),
                        ENTRY("TEXT", "a part of the name of one device or of its platform, in upper or lower case")),
     .closing = "`--platform P`, a number or a part of a name, limits the choice to one platform. Without --device "
                "the variable SWARMCL_DEVICE names the device; without both it is auto. auto takes the next device "
                "if one cannot be opened or has too little memory. Simulators, software renderers and hardware that "
                "is listed twice are used only by number or name, or if there is nothing else. A driver that fails "
                "causes a warning; the others are used."},
    {.name = "ranks",
     .help = "several processes, on one machine or more",
     .opening = "If swarmcl was built with MPI (-Dmpi=enabled; --version prints the MPI library), `mpirun -n 4 "
                "swarmcl tsp FILE` searches with four processes, called ranks. Each gets its share of --islands; "
                "the tour is the one that a single process finds with as many islands. Rank 0 prints the result and "
                "writes the files; other ranks print only their own errors. --time, --target, a failure, or SIGTERM "
                "to any rank ends all ranks.",
     .closing = "Ranks on one machine share its devices: with --device auto, gpu or cpu each rank takes the next "
                "device of the type, and a list of devices is dealt out. --checkpoint FILE writes FILE.0, FILE.1, "
                "..., one for each rank. batch and bound, and `-` as an instance or objective, need a single "
                "process."},
    {.name = "formats",
     .help = "formats of input files",
     .opening = "The format of a file is recognised by its content.",
     .words = format_words,
     .entries = ENTRIES(
         ENTRY("points", "a table with columns x and y, or lat and lon in degrees, and perhaps name or id, "
                         "titled in one of ten languages. Distances are real: Euclidean, or great-circle metres"),
         ENTRY("matrices", "a table that is a square of distances, with names or with zeros on its diagonal"),
         ENTRY("tables", "CSV with commas, semicolons, tabs or blanks; quotes as in RFC 4180; decimal commas unless "
                         "commas separate; UTF-8, UTF-16 or Windows-1252"),
         ENTRY("--columns", "the columns of points by title or number: Stadt,B,L is a name, latitude and longitude; "
                            "4,5 is x and y; lat=4,lon=3 names them, name=Shop only one. See docs/tables.md"),
         ENTRY("tours", "TSPLIB95 files of TYPE TOUR; their NAME does not matter"),
         ENTRY("documents", "for --replay: a document of --json or -o FILE.json"),
         ENTRY("bounds", "for --bounds of pso: one line \"LO HI\" for all coordinates, or a line for each"),
         ENTRY("positions", "for --init of pso: a line of D numbers for each particle that starts there. In bounds "
                            "and positions commas or blanks separate numbers, and # begins a comment"),
         ENTRY("gzip", "any of these may be packed, under any name"), ENTRY("-", "as a file name: the standard input")),
     .closing = "Errors name the file and the line, the text that was found and the text that was expected."},
    {.name = "conditions",
     .help = "open paths, their ends, fixed edges",
     .opening = "`swarmcl tsp`, `swarmcl batch` and `swarmcl verify` accept conditions on tours, with every "
                "algorithm:",
     .entries = ENTRIES(
         ENTRY("--path", "an open path instead of a closed tour; its ends are free unless --start NODE or --end "
                         "NODE is given"),
         ENTRY("--start NODE", "without --path: the tour is a round trip from this node, and is written in this order"),
         ENTRY("--fix A-B", "an edge that the tour must contain; repeat the option or use commas for more: 1-2,5-9; "
                            "an arc from A to B if distances are asymmetric"),
         ENTRY("FIXED_EDGES_SECTION", "more such edges, in a TSPLIB file"),
         ENTRY("N", "a node by its number from 1, as in a TSPLIB file; #N if nodes have names. Quote it for the shell: "
                    "'#12'"),
         ENTRY("NAME", "a node by its name, in a table with names. An edge is split at the only dash that has names on "
                       "both sides; names in double quotes may have commas and dashes, and \"\" is a double quote")),
     .closing = "Conditions that no tour can meet are refused with the reason. With conditions from options, gaps are "
                "unknown unless --optimum is given. See docs/conditions.md."},
    {.name = "outputs",
     .help = "files and their kinds",
     .opening = "The result goes to stdout, messages go to stderr; -v prints every improvement, -q nothing. `-o FILE`, "
                "several times if needed, writes a kind of file by its name:",
     .words = output_words,
     .closing = "A file is complete before it replaces one of the same name, or the target of a symbolic link. An "
                "output that is also an input or another output is refused."},
    {.name = "objectives",
     .help = "functions for `swarmcl pso`",
     .opening = "`swarmcl pso NAME` takes one of these functions; `swarmcl pso --list` shows their bounds, best "
                "values and what makes them hard.",
     .words = cli_function_words,
     .entries = ENTRIES(
         ENTRY("FILE.cl", "OpenCL C 1.2 with the function `real objective(const real *x, int n)`, the value at x[0] "
                          "to x[n - 1]; `real` is double, or float with --precision fp32"),
         ENTRY("constraint",
               "with `#define CONSTRAINTS N`, `real constraint(const real *x, int n, int k)` is at most 0 "
               "for k from 0 to N - 1 where x is feasible"),
         ENTRY("draws", "`real objective(const real *x, int n, draws from)` has noise: draw_normal(from, k) and "
                        "draw_uniform(from, k) are random number k of an evaluation; see --repeat-evaluations"),
         ENTRY("real_...", "real_sqrt, real_exp, real_log, real_sin, real_cos and others have the same bits on "
                           "every device")),
     .closing = "A FILE.cl needs --bounds and --dim. Its function is minimised unless --maximise is given. NaN is the "
                "worst value; the result counts how often it occurred. A compile error is printed with its line in "
                "the file."},
    {.name = "stopping",
     .help = "when a search ends",
     .opening = "The first limit that is met ends the search. The best solution so far is verified and written, and "
                "the exit code is 0. The result names the limit:",
     .entries = ENTRIES(
         ENTRY("iterations", "--iterations N; by default 5 generations of mosaic, 10000 iterations of pso, 1000 of "
                             "swarms, 100 of `as`, for other ants by the number of nodes; no limit with only --time"),
         ENTRY("evaluations", "swarmcl pso made --evaluations N"),
         ENTRY("time", "--time SECONDS since the start, including reading and building"),
         ENTRY("target", "the tour is as short as --target L, or within --target-gap P per cent of the optimum; "
                         "without both, as short as a known and proven optimum; the value is as good as --target V"),
         ENTRY("stagnation", "--no-improve N iterations brought no improvement; ants except `as` have a limit "
                             "that depends on the number of nodes"),
         ENTRY("convergence", "all tours of a population are equal; up to 100 nodes, without another limit"),
         ENTRY("cancelled", "SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGXCPU or SIGUSR1; a second SIGINT or SIGTERM ends the "
                            "program at once, without a result"),
         ENTRY("optimal, proven", "with --bound no tour can be shorter; within --target-gap the limit is target")),
     .closing = "Gaps are relative to the known optimum of the instance, which is found by its name, or to --optimum "
                "L. With --repeat N limits and seconds apply to each run, from its own start."},
    {.name = "defaults",
     .help = "defaults of `swarmcl tsp FILE`",
     .opening = "Defaults depend on the algorithm and the instance. The device decides only how work is divided, and "
                "whether --improver is pieces:",
     .entries = ENTRIES(
         ENTRY("algorithm",
               "exact up to 12 nodes, else mosaic. mmas for fewer than 5 --candidates or with an ant-only "
               "option. as with an option that only Ant System on whole rows has: --preset, --selection, "
               "--compress-from, --trial-limit, --trail-floor, --evaluation, --group-size, and some values of "
               "--construction and --deposit"),
         ENTRY("local-search", "3opt for ants; none with `--algorithm as`"),
         ENTRY("candidates", "10; 16 for ants; 0 with `--algorithm as`"),
         ENTRY("candidate-kind", "mixed; nearest without coordinates or for a path with a free end"),
         ENTRY("ants", "with a local search 25, for acs 10, for mmas by the number of nodes; without one as many as "
                       "nodes, for acs 10"),
         ENTRY("rho, q0", "depend on the algorithm and the local search"),
         ENTRY("iterations", "5 generations; for ants fewer if there are more nodes, as for --no-improve; 100 with "
                             "`--algorithm as`"),
         ENTRY("population, kicks", "depend on the number of nodes"), ENTRY("kopt, beam", "depend on --improver")),
     .closing = "The document of --json shows the values of a run. docs/defaults.md gives all numbers and "
                "the reasons for them."},
    {.name = "presets",
     .help = "published settings and designs",
     .opening = "`--preset NAME` of tsp, or cupso of pso, sets these options, unless given:",
     .option = CLI_PRESET,
     .closing = "Designs change no tour. They are not used with --device none, with a tuning file, or with options "
                "that exclude them. Unless --tau0 is given, trails start at m / L, with m ants and the length L of the "
                "nearest-neighbour tour, as in Uchida, Ito and Nakano (2014). The floor of belotti is in 1 / length: "
                "if edges are long, it is above every trail, and ants choose only by distance, as in the published "
                "program, with a warning."},
    {.name = "tuning",
     .help = "files with the best settings of a device",
     .opening = "`swarmcl tsp FILE --tuning TUNING` divides the work as in the file's block for the device, the search "
                "and the number of nodes, and prints a warning if there is none. share/swarmcl/tuning of the "
                "installation contains files for some devices; bench/tune.py of the sources writes one for yours. "
                "Each line of a file is NAME=VALUE:",
     .entries = ENTRIES(
         ENTRY("device=NAME", "the device of the blocks below, as in `swarmcl devices`"),
         ENTRY("driver=TEXT", "its driver when it was measured; version=TEXT: the version of swarmcl"),
         ENTRY("for=SEARCH", "search of the blocks below: mosaic, lists (ants on candidate lists), together (acs) or "
                             "rows (ants on whole rows), the default"),
         ENTRY("nodes=LO..HI", "begins a block for instances of LO to HI nodes; blocks of a device and a search do not "
                               "overlap"),
         ENTRY("construction",
               "=VALUE, and also evaluation, deposit, group-size and ants-per-group, with the values of "
               "these options; improver=array or threads"),
         ENTRY("#", "begins a comment, on a line of its own")),
     .closing = "A tuning file changes no tour. Other names are errors. Options override a tuning file, and a tuning "
                "file overrides a preset."},
    {.name = "reproducibility",
     .help = "one seed, one result",
     .opening = "The same instance, options, --seed and number of iterations give the same tour, bit for bit: on every "
                "device, with every driver, with --device none, with and without --profile, and with every way to "
                "divide the work (--construction, --evaluation, --deposit, --group-size, --tuning, --threads and "
                "others). --improver array and threads find the same tour, pieces finds another one. An option that "
                "only Ant System has also selects this algorithm, unless --algorithm is given. --selection changes "
                "tours, because each rule draws other numbers. So does another version of swarmcl; documents name it.",
     .closing = "`--replay RUN.json` repeats the run in a document of --json or -o FILE.json, on any device, even if "
                "--time, --target or a signal ended that run. All options that decide the result come from the "
                "document; others, such as --device, --threads, outputs and --time, may be given. Name the instance "
                "or objective, and each --init, as before. A different result causes a warning. By hand, repeat a run "
                "of ants by --iterations with the number that it reports, a run of mosaic by --schedule with the text "
                "in its document. The same holds for pso, except that --best asynchronous finds another position than "
                "the other values, and that --precision is fp32 on devices without double precision. A FILE.cl has "
                "the same bits everywhere only if it uses the functions of `swarmcl help objectives`. A run of k "
                "iterations that is resumed to N ends like a run of N; the file of --resume has all options that "
                "decide the result."},
    {.name = "exit-codes", .help = "meaning of the exit codes", .entries = cli_exit_codes, .heading = "EXIT STATUS"},
    {.name = "environment",
     .help = "environment variables",
     .entries = cli_environment,
     .closing = "The variables of PoCL and of the OpenCL loader may differ between their versions.",
     .heading = "ENVIRONMENT"},
    {.name = "examples",
     .help = "command lines to begin with",
     .entries = ENTRIES(
         ENTRY("swarmcl tsp pr1002.tsp", "a good tour, after the default number of generations"),
         ENTRY("swarmcl tsp pr1002.tsp --time 10 -o best.tour -o map.svg", "ten seconds; the tour and its map"),
         ENTRY("swarmcl tsp pr1002.tsp --algorithm as", "Ant System, without candidate lists and local search"),
         ENTRY("swarmcl tsp cities.csv --path --seed 7 --json", "an open path through the points of a table, as JSON"),
         ENTRY("swarmcl tsp br17.atsp --target 39 --no-improve 200", "until length 39, or 200 iterations without "
                                                                     "improvement"),
         ENTRY("swarmcl tsp pr1002.tsp --replay run.json --device none", "the run of -o run.json again, without a "
                                                                         "driver"),
         ENTRY("swarmcl pso rastrigin --dim 30 --repeat 10", "the least value of a function, ten times"),
         ENTRY("swarmcl pso mine.cl --dim 2 --bounds -5:5 -o path.svg", "the same for your own function, with a "
                                                                        "picture"),
         ENTRY("swarmcl instance generate uniform --nodes 1000 | swarmcl tsp - --device gpu:1",
               "a random instance, on the second GPU"),
         ENTRY("swarmcl verify pr1002.tsp best.tour", "the exact length of a tour")),
     .heading = "EXAMPLES"},
    {.name = NULL},
};
