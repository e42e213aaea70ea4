/* command_bench.c - swarmcl bench FILE...: compares algorithms over seeds on instances. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "interrupt.h"
#include "output.h"
#include "parameters.h"

/* A command at work. */
struct job {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    struct cli_comparison comparison;
    char *names;           /* owned: those of the algorithms */
    swarm_params **params; /* [algorithm_count], owned */
    uint64_t run_number, run_count;
    bool ended; /* no run follows */
};

static enum swarm_status check_name(const struct job *job, const char *name)
{
    const struct cli_comparison *comparison = &job->comparison;
    const struct cli_command *command = job->arguments->command;
    const struct swarm_param *row = swarm_param_find(command->problem->name, cli_option_name(CLI_ALGORITHM));
    for (size_t i = 0; i < comparison->algorithm_count; ++i) {
        if (strcmp(comparison->algorithms[i], name) == 0) {
            return cli_usage_error(command, "--algorithm %s: %s is named twice",
                                   cli_value(job->arguments, CLI_ALGORITHM), name);
        }
    }
    return cli_checked_usage(job->console, command, swarm_param_check(job->console->context, row, name));
}

static enum swarm_status read_algorithms(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    const char *text = cli_value(job->arguments, CLI_ALGORITHM);
    const size_t size = strlen(text) + 1; /* more than there are names */
    job->names = malloc(size);
    comparison->algorithms = calloc(size, sizeof *comparison->algorithms);
    MUST(job->names && comparison->algorithms ? SWARM_OK : cli_fail_memory());
    for (char *name = memcpy(job->names, text, size); name;) {
        char *comma = strchr(name, ',');
        if (comma) {
            *comma++ = '\0';
        }
        MUST(check_name(job, name));
        comparison->algorithms[comparison->algorithm_count++] = name;
        name = comma;
    }
    return SWARM_OK;
}

static enum swarm_status make_comparison(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    const struct cli_arguments *arguments = job->arguments;
    const size_t count = arguments->operand_count;
    const enum cli_option length = cli_has(arguments, CLI_TARGET) ? CLI_TARGET : CLI_OPTIMUM;
    const bool limited = cli_has(arguments, CLI_TIME) || !cli_has(arguments, CLI_ITERATIONS);
    if (count > 1 && cli_has(arguments, length)) {
        return cli_usage_error(arguments->command, "--%s is a length of one instance, but %zu are given",
                               cli_option_name(length), count);
    }
    MUST(read_algorithms(job));
    comparison->arguments = arguments;
    comparison->time = limited ? cli_value(arguments, CLI_TIME) : NULL;
    comparison->seeds = strtoull(cli_value(arguments, CLI_SEEDS), NULL, 10);
    job->params = calloc(comparison->algorithm_count, sizeof *job->params);
    MUST(job->params ? SWARM_OK : cli_fail_memory());
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        swarm_params **params = &job->params[k];
        MUST(cli_parameters_create(job->console, arguments, params));
        MUST(cli_parameters_set(job->console, *params, CLI_ALGORITHM, comparison->algorithms[k]));
        MUST(comparison->time ? cli_parameters_set(job->console, *params, CLI_TIME, comparison->time) : SWARM_OK);
    }
    comparison->first_seed = strtoull(cli_asked(job->params[0], CLI_SEED), NULL, 10);
    return SWARM_OK;
}

/* Room for the runs of an algorithm; what clashes is refused. */
static enum swarm_status make_cell(struct job *job, struct cli_row *row, size_t algorithm)
{
    const struct cli_comparison *comparison = &job->comparison;
    const struct cli_command *command = job->arguments->command;
    struct cli_repeat *repeat = &row->cells[algorithm].repeat;
    swarm_params *params = job->params[algorithm];
    swarm_params_instance(params, row->read);
    const enum swarm_status status = swarm_check(job->console->context, params);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(command, "%s: %s", row->file, swarm_context_error(job->console->context));
    }
    MUST(cli_checked(job->console, status));
    repeat->subject = &row->instance.subject;
    repeat->asked = true;
    job->run_count += comparison->seeds;
    return cli_repeat_init(repeat, command, params, comparison->seeds, CLI_SEEDS);
}

static enum swarm_status open_rows(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    comparison->rows = calloc(job->arguments->operand_count, sizeof *comparison->rows);
    MUST(comparison->rows ? SWARM_OK : cli_fail_memory());
    for (size_t i = 0; i < job->arguments->operand_count; ++i) {
        struct cli_row *row = &comparison->rows[comparison->row_count++];
        row->file = job->arguments->operands[i];
        MUST(cli_checked(job->console, swarm_instance_read(job->console->context, row->file, &row->read)));
        row->instance = cli_instance_make(row->read, job->params[0]);
        row->cells = calloc(comparison->algorithm_count, sizeof *row->cells);
        MUST(row->cells ? SWARM_OK : cli_fail_memory());
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            MUST(make_cell(job, row, k));
        }
    }
    return SWARM_OK;
}

/* One run. What a signal cuts short is not compared with what had its time. */
static enum swarm_status solve(struct job *job, struct cli_row *row, size_t algorithm)
{
    struct cli_console *console = job->console;
    struct cli_repeat *repeat = &row->cells[algorithm].repeat;
    struct cli_repeat_run run;
    swarm_result *result = NULL;
    char text[CLI_TEXT_SIZE];
    swarm_params_instance(repeat->params, row->read);
    MUST(cli_repeat_solve(repeat, console, job->arguments, ++job->run_number, job->run_count, &run, &result));
    job->ended = run.stop_reason == SWARM_STOP_CANCELLED;
    if (!job->ended) {
        cli_repeat_add(repeat, &run);
    }
    if (!job->ended && console->verbose) {
        cli_note(console, "%s, %s, seed %" PRIu64 ": length %s, iterations %" PRIu64 ", %.3f s, stopped by %s",
                 repeat->subject->name, job->comparison.algorithms[algorithm], run.seed,
                 cli_number_text(repeat->subject, run.score, text), run.iterations, run.seconds,
                 swarm_stop_reason_name(run.stop_reason));
    }
    if (job->comparison.sample) {
        swarm_result_destroy(&result);
    } else {
        job->comparison.sample = result;
    }
    return SWARM_OK;
}

/* All algorithms have a seed's turn before the next, so that what changes with time, as heat does, is shared. */
static enum swarm_status solve_all(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    MUST(cli_repeat_prepare(&comparison->rows[0].cells[0].repeat, job->console));
    for (size_t i = 0; i < comparison->row_count; ++i) {
        for (uint64_t run = 0; run < comparison->seeds * comparison->algorithm_count && !job->ended; ++run) {
            MUST(solve(job, &comparison->rows[i], run % comparison->algorithm_count));
        }
    }
    if (job->ended) {
        cli_note(job->console, "%" PRIu64 " of %" PRIu64 " runs are done; the one that was cut short is left out",
                 job->run_number - 1, job->run_count);
    }
    return SWARM_OK;
}

/* Fills the statistics of an instance. Cells without a run have none. Prints what is wrong. */
static enum swarm_status summarise(const struct cli_comparison *comparison, struct cli_row *row)
{
    row->base = row->instance.subject.best;
    row->base_found = !row->instance.subject.known;
    row->base.length = row->base_found ? INT64_MAX : row->base.length;
    row->compared = SIZE_MAX;
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        struct cli_repeat *repeat = &row->cells[k].repeat;
        MUST(repeat->count > 0 ? cli_repeat_summarise(repeat) : SWARM_OK);
        const struct cli_score best = repeat->runs[repeat->best_run].score;
        if (row->base_found && repeat->count > 0 && best.length < row->base.length) {
            row->base = best;
        }
        row->compared = repeat->count < row->compared ? repeat->count : row->compared;
    }
    for (size_t seed = 0; seed < row->compared; ++seed) {
        int64_t shortest = INT64_MAX;
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            const int64_t length = row->cells[k].repeat.runs[seed].score.length;
            shortest = length < shortest ? length : shortest;
        }
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            row->cells[k].wins += row->cells[k].repeat.runs[seed].score.length == shortest;
        }
    }
    return SWARM_OK;
}

static void close_comparison(struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; ++i) {
        struct cli_row *row = &comparison->rows[i];
        for (size_t k = 0; row->cells && k < comparison->algorithm_count; ++k) {
            cli_repeat_deinit(&row->cells[k].repeat);
        }
        free(row->cells);
        swarm_instance_destroy(&row->read);
    }
    free(comparison->rows);
    free(comparison->algorithms);
    swarm_result_destroy(&comparison->sample);
}

static const struct cli_output_kind outputs[] = {{".json", cli_json_comparison, NULL},
                                                 {".csv", cli_csv_comparison, NULL},
                                                 {".svg", cli_picture_comparison, NULL},
                                                 {NULL, NULL, NULL}};

static enum swarm_status run_bench(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct job job = {.console = console, .arguments = arguments};
    enum swarm_status status = SWARM_OK;
    cli_interrupt_install(console->context);
    TRY(cli_outputs_check(arguments, outputs));
    TRY(make_comparison(&job));
    TRY(cli_outputs_probe(arguments));
    TRY(open_rows(&job));
    TRY(solve_all(&job));
    for (size_t i = 0; i < job.comparison.row_count; ++i) {
        TRY(summarise(&job.comparison, &job.comparison.rows[i]));
    }
    TRY(cli_outputs_write(console, arguments, outputs, &job.comparison, cli_print_comparison));
done:
    for (size_t k = 0; job.params && k < job.comparison.algorithm_count; ++k) {
        swarm_params_destroy(&job.params[k]);
    }
    free(job.params);
    close_comparison(&job.comparison);
    free(job.names);
    cli_interrupt_remove();
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(ALGORITHM, TEXT, "A,B,...", "Comparison",
            "the algorithms that are compared, words of `swarmcl tsp --algorithm` with commas between them",
            .fallback = "mosaic,mmas,acs"),
    CLI_ROW(SEEDS, INTEGER, "N", "Comparison",
            "runs of each algorithm on each instance, with the seeds S, S + 1, ... of --seed S", .fallback = "5",
            .minimum = "1", .maximum = "1000000", .unit = "runs"),
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "wall time of each run; without a limit where --iterations is given alone",
            .fallback = "10", .minimum = "(0", .maximum = "1000000", .unit = "s"),
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write the table as FILE.csv, the document of --json as FILE.json, or a chart of the gaps as FILE.svg",
            .letter = 'o', .repeats = true),
    {.name = NULL},
};

const struct cli_command cli_command_bench = {
    .name = "bench",
    .operands = "FILE...",
    .help = "compare algorithms over seeds on instances",
    .details =
        "Runs each of --algorithm with each seed on each FILE, as `swarmcl tsp` does, and prints what they come to:\n"
        "best, mean and deviation of the lengths, gaps of the best, the mean and the worst, the median of the\n"
        "seconds after which a run knew its best tour, and wins, the seeds with which no other algorithm's tour was\n"
        "shorter. Gaps are counted from the optimum or, where none is known, from the shortest tour of all runs.\n"
        "Other options are for all of the algorithms; one that an algorithm does not have is refused. A run counts\n"
        "its seconds from its own start, kernels included. SIGINT and SIGTERM end the comparison with the runs that\n"
        "are done. -v tells every run. When --device is not given, the environment variable\n" CLI_DEVICE_VARIABLE
        " takes its place.",
    .problem = &cli_tours,
    .skipped = (const enum cli_option[]){CLI_ALGORITHM, CLI_TIME, CLI_SCHEDULE, CLI_DUMP_KERNELS, CLI_CHECKPOINT,
                                         CLI_RESUME, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_bench,
};
