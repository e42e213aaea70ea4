/* main.c - bench: measures the aims of the project and every row of every table on the devices of this machine. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "problems.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, DEVICE_LIMIT = 64 };

static const char usage[] =
    "usage: bench [--device SELECTOR]... [--tsplib FOLDER] [--json FILE] [--quick] [--program FILE]\n"
    "\n"
    "  --device SELECTOR  as for swarmcl, or none: only the reference; default: every device except simulators\n"
    "  --tsplib FOLDER    where pr1002.tsp and others are; default: $TSPLIB_DIR, then ../shared/tsplib\n"
    "  --json FILE        write the tables as a JSON document too\n"
    "  --figures          only the first table, without the rows of every design\n"
    "  --only PART,...    of iterations, large, designs, start, files, live-line, golden and rows only these\n"
    "  --quick            few repetitions on small instances, to see that it works\n"
    "  --program FILE     the program swarmcl whose start is measured; default: the one of this build\n";

/* The parts in the order of the output; all except the last fill the first table. */
static const struct part {
    const char *name;
    void (*measure)(struct bench *bench);
} parts[] = {{"iterations", bench_iterations}, {"large", bench_large}, {"designs", bench_designs},
             {"start", bench_start},           {"files", bench_files}, {"live-line", bench_overhead},
             {"golden", bench_golden},         {"rows", bench_rows}};
enum { PARTS = sizeof parts / sizeof parts[0], ROWS = PARTS - 1 };

struct arguments {
    const char *selectors[DEVICE_LIMIT];
    size_t selector_count;
    const char *tsplib;
    const char *json;
    bool left_out[PARTS];
};

/* Selects the parts that `list` names. Returns false if it contains another word. */
static bool take_only(struct arguments *arguments, const char *list)
{
    memset(arguments->left_out, true, sizeof arguments->left_out);
    for (const char *word = list; *word; word += *word == ',') {
        const size_t length = strcspn(word, ",");
        size_t k = 0;
        while (k < PARTS && (strlen(parts[k].name) != length || strncmp(parts[k].name, word, length) != 0)) {
            ++k;
        }
        if (k == PARTS) {
            bench_note("--only %s: there is no part '%.*s'", list, (int)length, word);
            return false;
        }
        arguments->left_out[k] = false;
        word += length;
    }
    return true;
}

/* Reads the command line. Returns false if it is wrong; *done: there is nothing to measure. */
static bool parse(struct bench *bench, int argc, char **argv, struct arguments *arguments, bool *done)
{
    enum { DEVICE = 256, TSPLIB, JSON, FIGURES, ONLY, QUICK, PROGRAM, HELP };
    static const struct option options[] = {
        {"device", required_argument, NULL, DEVICE},
        {"tsplib", required_argument, NULL, TSPLIB},
        {"json", required_argument, NULL, JSON},
        {"figures", no_argument, NULL, FIGURES},
        {"quick", no_argument, NULL, QUICK},
        {"program", required_argument, NULL, PROGRAM},
        {"help", no_argument, NULL, HELP},
        {"only", required_argument, NULL, ONLY},
        {NULL, 0, NULL, 0},
    };
    int code;
    while ((code = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (code) {
        case DEVICE:
            if (arguments->selector_count == DEVICE_LIMIT) {
                bench_note("more than %d devices", DEVICE_LIMIT);
                return false;
            }
            arguments->selectors[arguments->selector_count++] = optarg;
            break;
        case TSPLIB:
            arguments->tsplib = optarg;
            break;
        case JSON:
            arguments->json = optarg;
            break;
        case FIGURES:
            arguments->left_out[ROWS] = true;
            break;
        case ONLY:
            if (!take_only(arguments, optarg)) {
                return false;
            }
            break;
        case QUICK:
            bench->quick = true;
            break;
        case PROGRAM:
            bench->program = optarg;
            break;
        case HELP:
            fputs(usage, stdout);
            *done = true;
            return true;
        default:
            fputs(usage, stderr);
            return false;
        }
    }
    if (optind < argc) {
        bench_note("unexpected operand '%s'", argv[optind]);
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

static void choose(struct bench *bench, const struct swarm_device *device)
{
    for (size_t i = 0; i < bench->target_count; ++i) {
        if (bench->targets[i].device == device) {
            return;
        }
    }
    bench_target_init(&bench->targets[bench->target_count++], device);
}

static enum swarm_status choose_selected(struct bench *bench, const struct arguments *arguments,
                                         const struct swarm_device *devices, size_t count)
{
    enum swarm_status status = SWARM_OK;
    size_t *indices = calloc(count + 1, sizeof *indices);
    if (!indices) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < arguments->selector_count && status == SWARM_OK; ++i) {
        size_t found = 0;
        if (strcmp(arguments->selectors[i], "none") == 0) {
            continue;
        }
        status = swarm_device_find(bench->context, NULL, arguments->selectors[i], indices, count, &found);
        for (size_t k = 0; k < found && k < count && status == SWARM_OK; ++k) {
            choose(bench, &devices[indices[k]]);
        }
    }
    free(indices);
    return status;
}

static enum swarm_status choose_devices(struct bench *bench, const struct arguments *arguments)
{
    const struct swarm_device *devices = NULL;
    size_t count = 0;
    enum swarm_status status = swarm_device_list(bench->context, &devices, &count);
    if (status != SWARM_OK) {
        return status;
    }
    bench->targets = calloc(count + 1, sizeof *bench->targets);
    if (!bench->targets) {
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    bench_target_init(&bench->reference, NULL);
    if (arguments->selector_count > 0) {
        return choose_selected(bench, arguments, devices, count);
    }
    for (size_t i = 0; i < count; ++i) {
        if (devices[i].usable && !devices[i].simulator) {
            choose(bench, &devices[i]);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The program                                                                                                        */

static void on_log(void *user, enum swarm_log_level level, const char *text)
{
    (void)user;
    if (level == SWARM_LOG_WARNING) {
        bench_note("%s", text);
    }
}

static int run(struct bench *bench, const struct arguments *arguments)
{
    swarm_context_set_log(bench->context, on_log, NULL);
    enum swarm_status status = choose_devices(bench, arguments);
    if (status != SWARM_OK) {
        bench_note("%s", swarm_context_error(bench->context));
        return status == SWARM_ERROR_INVALID_ARGUMENT ? EXIT_USAGE : EXIT_FAILED;
    }
    if (bench->target_count == 0) {
        bench_note("no OpenCL device to measure: only the sequential reference is measured");
    }
    char *tsplib = bench_tsplib_find(arguments->tsplib);
    if (!tsplib && arguments->tsplib) {
        bench_note("%s holds no pr1002.tsp", arguments->tsplib);
        return EXIT_USAGE;
    }
    bench->tsplib = tsplib;
    for (size_t k = 0; k < PARTS; ++k) {
        if (!arguments->left_out[k]) {
            parts[k].measure(bench);
        }
    }
    bench_report_print(bench);
    if (arguments->json && bench_report_write(bench, arguments->json) != SWARM_OK) {
        bench_fail(bench, "%s", swarm_context_error(bench->context));
    }
    free(tsplib);
    return bench->failed ? EXIT_FAILED : EXIT_DONE;
}

int main(int argc, char **argv)
{
    struct bench bench = {.program = BENCH_PROGRAM};
    struct arguments arguments = {.selector_count = 0};
    bool done = false;
    if (!parse(&bench, argc, argv, &arguments, &done)) {
        return EXIT_USAGE;
    }
    if (done) {
        return EXIT_DONE;
    }
    if (swarm_context_create(&bench.context) != SWARM_OK) {
        bench_note("out of memory");
        return EXIT_FAILED;
    }
    int code = run(&bench, &arguments);
    bench_report_deinit(&bench.report);
    free(bench.targets);
    swarm_context_destroy(&bench.context);
    return code;
}
