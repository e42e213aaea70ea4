/* command_bench.c - swarmcl bench FILE...: compares algorithms over seeds on instances. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "comparison.h"
#include "interrupt.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"

static const struct swarm_param own_params[] = {
    {.name = "algorithm",
     .kind = SWARM_PARAM_TEXT,
     .fallback = "mosaic,mmas,acs",
     .unit = "",
     .operand = "A,B,...",
     .group = "Comparison",
     .help = "the algorithms that are compared, words of `swarmcl tsp --algorithm` with commas between them"},
    {.name = "seeds",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "5",
     .minimum = "1",
     .maximum = "1000000",
     .unit = "runs",
     .operand = "N",
     .group = "Comparison",
     .help = "runs of each algorithm on each instance, with the seeds S, S + 1, ... of --seed S"},
    {.name = "time",
     .kind = SWARM_PARAM_REAL,
     .fallback = "10",
     .minimum = "(0",
     .maximum = "1000000",
     .unit = "s",
     .operand = "SECONDS",
     .group = "Stopping",
     .help = "wall time of each run; without a limit where --iterations is given alone"},
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "write the table as FILE.csv, the document of --json as FILE.json, or a chart of the gaps as FILE.svg"},
};
enum { OWN_COUNT = sizeof own_params / sizeof own_params[0] };

/* The parameters of a run but those that bench has itself, and those that make no sense for many runs. */
static const struct swarm_param *picked_params(size_t *count)
{
    static const char *const skipped[] = {"algorithm", "time", "schedule", "dump-kernels", "checkpoint", "resume"};
    enum { SKIPPED_COUNT = sizeof skipped / sizeof skipped[0], MOST = 96 };
    static struct swarm_param picked[MOST];
    size_t row_count = 0;
    const struct swarm_param *rows = swarm_tsp_params(&row_count);
    assert(row_count <= MOST);
    *count = 0;
    for (size_t i = 0; i < row_count; ++i) {
        size_t k = 0;
        while (k < SKIPPED_COUNT && strcmp(rows[i].name, skipped[k]) != 0) {
            ++k;
        }
        if (k == SKIPPED_COUNT) {
            picked[(*count)++] = rows[i];
        }
    }
    return picked;
}

static const char *value_of(const struct cli_arguments *arguments, const char *name)
{
    const char *text = cli_arguments_value(arguments, name);
    return text ? text : swarm_param_find(own_params, OWN_COUNT, name)->fallback;
}

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

/* ------------------------------------------------------------------------------------------------------------------ */
/* What is compared                                                                                                   */

/* Takes the next name of the list apart; NULL behind the last. */
static char *next_name(char **list)
{
    char *name = *list;
    if (name) {
        char *comma = strchr(name, ',');
        *list = comma ? comma + 1 : NULL;
        if (comma) {
            *comma = '\0';
        }
    }
    return name;
}

static enum swarm_status check_name(const struct job *job, const char *name)
{
    const struct cli_comparison *comparison = &job->comparison;
    const struct cli_command *command = job->arguments->command;
    size_t count = 0;
    const struct swarm_param *rows = swarm_tsp_params(&count);
    enum swarm_status status =
        swarm_param_check(job->console->context, swarm_param_find(rows, count, "algorithm"), name);
    if (status != SWARM_OK) {
        return status == SWARM_ERROR_INVALID_ARGUMENT
                   ? cli_usage_error(command, "%s", swarm_context_error(job->console->context))
                   : cli_fail(job->console, status);
    }
    for (size_t i = 0; i < comparison->algorithm_count; ++i) {
        if (strcmp(comparison->algorithms[i], name) == 0) {
            return cli_usage_error(command, "--algorithm %s: %s is named twice", value_of(job->arguments, "algorithm"),
                                   name);
        }
    }
    return SWARM_OK;
}

static enum swarm_status read_algorithms(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    const char *text = value_of(job->arguments, "algorithm");
    const size_t size = strlen(text) + 1; /* more than there are names */
    enum swarm_status status = SWARM_OK;
    job->names = malloc(size);
    comparison->algorithms = calloc(size, sizeof *comparison->algorithms);
    if (!job->names || !comparison->algorithms) {
        return cli_fail_memory();
    }
    char *list = memcpy(job->names, text, size);
    for (char *name = next_name(&list); name && status == SWARM_OK; name = next_name(&list)) {
        status = check_name(job, name);
        if (status == SWARM_OK) {
            comparison->algorithms[comparison->algorithm_count++] = name;
        }
    }
    return status;
}

/* What every run of an algorithm is set to. */
static enum swarm_status make_params(struct job *job, size_t algorithm)
{
    swarm_context *context = job->console->context;
    swarm_params **params = &job->params[algorithm];
    enum swarm_status status = swarm_params_create(context, params);
    if (status != SWARM_OK) {
        return cli_fail(job->console, status);
    }
    status = cli_parameters_set(job->console, job->arguments, *params);
    if (status != SWARM_OK) {
        return status;
    }
    status = swarm_params_set(context, *params, "algorithm", job->comparison.algorithms[algorithm]);
    if (status == SWARM_OK && job->comparison.time) {
        status = swarm_params_set(context, *params, "time", job->comparison.time);
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(job->console, status);
}

/* Lengths that are given can be those of one instance only. */
static enum swarm_status check_lengths(const struct cli_arguments *arguments)
{
    static const char *const names[] = {"target", "optimum"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (arguments->operand_count > 1 && cli_arguments_has(arguments, names[i])) {
            return cli_usage_error(arguments->command, "--%s is a length of one instance, but %zu are given", names[i],
                                   arguments->operand_count);
        }
    }
    return SWARM_OK;
}

static enum swarm_status make_comparison(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    const struct cli_arguments *arguments = job->arguments;
    const bool limited = cli_arguments_has(arguments, "time") || !cli_arguments_has(arguments, "iterations");
    enum swarm_status status = check_lengths(arguments);
    if (status == SWARM_OK) {
        status = read_algorithms(job);
    }
    if (status != SWARM_OK) {
        return status;
    }
    comparison->arguments = arguments;
    comparison->time = limited ? value_of(arguments, "time") : NULL;
    comparison->seeds = strtoull(value_of(arguments, "seeds"), NULL, 10);
    job->params = calloc(comparison->algorithm_count, sizeof *job->params);
    if (!job->params) {
        return cli_fail_memory();
    }
    for (size_t k = 0; k < comparison->algorithm_count && status == SWARM_OK; ++k) {
        status = make_params(job, k);
    }
    if (status == SWARM_OK) {
        comparison->first_seed = strtoull(swarm_params_get(job->params[0], "seed"), NULL, 10);
    }
    return status;
}

/* Room for the runs of an algorithm; what clashes is refused. */
static enum swarm_status make_cell(struct job *job, struct cli_row *row, size_t algorithm)
{
    struct cli_comparison *comparison = &job->comparison;
    const struct cli_command *command = job->arguments->command;
    struct cli_cell *cell = &row->cells[algorithm];
    enum swarm_status status = swarm_tsp_check(job->console->context, row->instance, job->params[algorithm]);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(command, "%s: %s", row->file, swarm_context_error(job->console->context));
    }
    if (status != SWARM_OK) {
        return cli_fail(job->console, status);
    }
    cell->repeat.has_target = cli_tour_has_target(&row->subject, job->params[algorithm]);
    job->run_count += comparison->seeds;
    return cli_repeat_init(&cell->repeat, command, job->params[algorithm], comparison->seeds, "seeds");
}

static enum swarm_status open_row(struct job *job, struct cli_row *row)
{
    struct cli_comparison *comparison = &job->comparison;
    enum swarm_status status = swarm_instance_read(job->console->context, row->file, &row->instance);
    if (status != SWARM_OK) {
        return cli_fail(job->console, status);
    }
    row->subject = cli_subject_make(row->instance, job->params[0]);
    row->cells = calloc(comparison->algorithm_count, sizeof *row->cells);
    if (!row->cells) {
        return cli_fail_memory();
    }
    for (size_t k = 0; k < comparison->algorithm_count && status == SWARM_OK; ++k) {
        status = make_cell(job, row, k);
    }
    return status;
}

static enum swarm_status open_rows(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    enum swarm_status status = SWARM_OK;
    comparison->rows = calloc(job->arguments->operand_count, sizeof *comparison->rows);
    if (!comparison->rows) {
        return cli_fail_memory();
    }
    comparison->row_count = job->arguments->operand_count;
    for (size_t i = 0; i < comparison->row_count && status == SWARM_OK; ++i) {
        comparison->rows[i].file = job->arguments->operands[i];
        status = open_row(job, &comparison->rows[i]);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Running                                                                                                            */

static void tell_run(const struct job *job, const struct cli_row *row, size_t algorithm,
                     const struct cli_repeat_run *run)
{
    char length[CLI_LENGTH_SIZE];
    if (job->console->verbose) {
        cli_note(job->console, "%s, %s, seed %" PRIu64 ": length %s, iterations %" PRIu64 ", %.3f s, stopped by %s",
                 row->subject.info->name, job->comparison.algorithms[algorithm], run->seed,
                 cli_length_text(&row->subject, run->length, length), run->iterations, run->seconds,
                 swarm_stop_reason_name(run->stop_reason));
    }
}

/* One run. What a signal cuts short is not compared with what had its time. */
static enum swarm_status solve(struct job *job, struct cli_row *row, size_t algorithm, uint64_t index)
{
    struct cli_console *console = job->console;
    struct cli_cell *cell = &row->cells[algorithm];
    swarm_params *params = job->params[algorithm];
    struct cli_progress progress;
    swarm_result *result = NULL;
    enum swarm_status status = cli_repeat_seed(&cell->repeat, console, params, index);
    if (status != SWARM_OK) {
        return status;
    }
    swarm_context_restart_clock(console->context);
    cli_progress_begin(&progress, console, job->arguments, params);
    progress.run_number = ++job->run_number;
    progress.run_count = job->run_count;
    status = swarm_tsp_solve(console->context, row->instance, params, cli_progress_of_tour(&progress, &row->subject),
                             &progress, &result);
    cli_progress_end(&progress);
    if (status != SWARM_OK) {
        return cli_parameters_fail(console, job->arguments, status);
    }
    const struct cli_repeat_run run = cli_tour_run(&row->subject, params, cell->repeat.first_seed + index, result);
    console->again = true;
    job->ended = run.stop_reason == SWARM_STOP_CANCELLED;
    if (!job->ended) {
        cli_repeat_add(&cell->repeat, &run);
        tell_run(job, row, algorithm, &run);
    }
    if (!job->comparison.sample) {
        job->comparison.sample = result;
    } else {
        swarm_result_destroy(&result);
    }
    return SWARM_OK;
}

/* All algorithms have a seed's turn before the next, so that what changes with time, as heat does, is shared. */
static enum swarm_status solve_all(struct job *job)
{
    struct cli_comparison *comparison = &job->comparison;
    enum swarm_status status = cli_tour_prepare(job->console, job->params[0], true);
    for (size_t i = 0; i < comparison->row_count; ++i) {
        for (uint64_t seed = 0; seed < comparison->seeds; ++seed) {
            for (size_t k = 0; k < comparison->algorithm_count && status == SWARM_OK && !job->ended; ++k) {
                status = solve(job, &comparison->rows[i], k, seed);
            }
        }
    }
    if (status == SWARM_OK && job->ended) {
        cli_note(job->console, "%" PRIu64 " of %" PRIu64 " runs are done; the one that was cut short is left out",
                 job->run_number - 1, job->run_count);
    }
    return status == SWARM_OK ? cli_comparison_summarise(comparison) : status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The command                                                                                                        */

static enum swarm_status write_json(const struct cli_console *console, const char *path, const void *work)
{
    struct cli_json json;
    cli_json_init(&json);
    cli_json_comparison(&json, work);
    enum swarm_status status = cli_output_document(console, path, &json);
    cli_json_deinit(&json);
    return status;
}

static enum swarm_status write_csv(const struct cli_console *console, const char *path, const void *work)
{
    struct cli_buffer csv = {.bytes = NULL};
    cli_csv_comparison(&csv, work);
    enum swarm_status status = cli_output_file(console, path, &csv);
    cli_buffer_deinit(&csv);
    return status;
}

static enum swarm_status write_svg(const struct cli_console *console, const char *path, const void *work)
{
    struct cli_buffer svg = {.bytes = NULL};
    enum swarm_status status = cli_picture_comparison(&svg, work);
    status = status == SWARM_OK ? cli_output_file(console, path, &svg) : cli_fail_memory();
    cli_buffer_deinit(&svg);
    return status;
}

static const struct cli_output_kind output_kinds[] = {
    {".json", write_json}, {".csv", write_csv}, {".svg", write_svg}, {NULL, NULL}};

/* Files come first: a closed pipe behind stdout must not lose the table. */
static enum swarm_status report(const struct job *job)
{
    enum swarm_status written = cli_outputs_write(job->console, job->arguments, output_kinds, &job->comparison);
    enum swarm_status printed = SWARM_OK;
    if (job->console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_comparison(&json, &job->comparison);
        printed = cli_print_json(&json);
        cli_json_deinit(&json);
    } else if (!job->console->quiet) {
        cli_print_comparison(&job->comparison);
    }
    return written != SWARM_OK ? written : printed;
}

static void job_deinit(struct job *job)
{
    for (size_t k = 0; job->params && k < job->comparison.algorithm_count; ++k) {
        swarm_params_destroy(&job->params[k]);
    }
    free(job->params);
    cli_comparison_deinit(&job->comparison);
    free(job->names);
}

static enum swarm_status run_bench(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct job job = {.console = console, .arguments = arguments};
    cli_interrupt_install(console->context);
    enum swarm_status status = cli_outputs_check(arguments, output_kinds);
    if (status == SWARM_OK) {
        status = make_comparison(&job);
    }
    if (status == SWARM_OK) {
        status = cli_outputs_probe(arguments);
    }
    if (status == SWARM_OK) {
        status = open_rows(&job);
    }
    if (status == SWARM_OK) {
        status = solve_all(&job);
    }
    if (status == SWARM_OK) {
        status = report(&job);
    }
    job_deinit(&job);
    cli_interrupt_remove();
    return status;
}

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
    .solver_params = picked_params,
    .own_params = own_params,
    .own_count = OWN_COUNT,
    .repeatable = (const char *const[]){"output", "fix", NULL},
    .ranks = CLI_RANKS_REFUSED,
    .run = run_bench,
};
