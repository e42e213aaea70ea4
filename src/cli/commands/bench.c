/* bench.c - swarmcl bench FILE...: compares algorithms over seeds on instances. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "cli/interrupt.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"

static enum swarm_status check_name(const struct cli_comparison *comparison, const char *name)
{
    const struct cli_command *command = comparison->arguments->command;
    const struct swarm_param *row = swarm_param_find(command->problem->name, cli_option_name(CLI_ALGORITHM));
    for (size_t i = 0; i < comparison->algorithm_count; ++i) {
        if (strcmp(comparison->algorithms[i], name) == 0) {
            return cli_usage_error(command, "--algorithm %s: %s is named twice",
                                   cli_value(comparison->arguments, CLI_ALGORITHM), name);
        }
    }
    return cli_checked_usage(comparison->console, command, swarm_param_check(comparison->console->context, row, name));
}

static enum swarm_status read_algorithms(struct cli_comparison *comparison)
{
    const char *text = cli_value(comparison->arguments, CLI_ALGORITHM);
    const size_t size = strlen(text) + 1; /* at least the number of names */
    comparison->names = malloc(size);
    comparison->algorithms = calloc(size, sizeof *comparison->algorithms);
    TRY(comparison->names && comparison->algorithms ? SWARM_OK : cli_fail_memory());
    for (char *name = memcpy(comparison->names, text, size); name;) {
        char *comma = strchr(name, ',');
        if (comma) {
            *comma++ = '\0';
        }
        TRY(check_name(comparison, name));
        comparison->algorithms[comparison->algorithm_count++] = name;
        name = comma;
    }
    return SWARM_OK;
}

static enum swarm_status make_comparison(struct cli_comparison *comparison)
{
    const struct cli_arguments *arguments = comparison->arguments;
    const size_t count = arguments->operand_count;
    const enum cli_option length = cli_has(arguments, CLI_TARGET) ? CLI_TARGET : CLI_OPTIMUM;
    const bool limited = cli_has(arguments, CLI_TIME) || !cli_has(arguments, CLI_ITERATIONS);
    if (count > 1 && cli_has(arguments, length)) {
        return cli_usage_error(arguments->command, "--%s is a length of one instance, but %zu are given",
                               cli_option_name(length), count);
    }
    TRY(read_algorithms(comparison));
    comparison->time = limited ? cli_value(arguments, CLI_TIME) : NULL;
    comparison->seeds = strtoull(cli_value(arguments, CLI_SEEDS), NULL, 10);
    comparison->params = calloc(comparison->algorithm_count, sizeof *comparison->params);
    TRY(comparison->params ? SWARM_OK : cli_fail_memory());
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        swarm_params **params = &comparison->params[k];
        TRY(cli_parameters_create(comparison->console, arguments, params));
        TRY(cli_parameters_set(comparison->console, *params, CLI_ALGORITHM, comparison->algorithms[k]));
        TRY(comparison->time ? cli_parameters_set(comparison->console, *params, CLI_TIME, comparison->time) : SWARM_OK);
    }
    comparison->first_seed = strtoull(cli_asked(comparison->params[0], CLI_SEED), NULL, 10);
    return SWARM_OK;
}

/* Leaves out an algorithm of the default list that cannot take the instance with any options: mosaic has a least number
 * of nodes. */
static enum swarm_status leave_out(struct cli_comparison *comparison, struct cli_row *row, size_t algorithm)
{
    struct cli_console *console = comparison->console;
    struct cli_cell *cell = &row->cells[algorithm];
    swarm_params *plain = NULL;
    enum swarm_status status = SWARM_OK;
    if (cli_has(comparison->arguments, CLI_ALGORITHM)) {
        return SWARM_OK;
    }
    TRY(cli_checked(console, swarm_params_create(console->context, cli_tours.name, &plain)));
    TRY_OR(done, cli_parameters_set(console, plain, CLI_ALGORITHM, comparison->algorithms[algorithm]));
    swarm_params_instance(plain, row->read);
    status = swarm_check(console->context, plain);
    cell->left_out = status == SWARM_ERROR_INVALID_ARGUMENT;
    if (cell->left_out) {
        cli_note(console, "%s: left out: %s", row->file, swarm_context_error(console->context));
        status = SWARM_OK;
    }
    TRY_OR(done, cli_checked(console, status));
done:
    swarm_params_destroy(&plain);
    return status;
}

/* Makes room for the runs of an algorithm, and refuses clashes. */
static enum swarm_status make_cell(struct cli_comparison *comparison, struct cli_row *row, size_t algorithm)
{
    const struct cli_command *command = comparison->arguments->command;
    struct cli_repeat *repeat = &row->cells[algorithm].repeat;
    swarm_params *params = comparison->params[algorithm];
    TRY(leave_out(comparison, row, algorithm));
    const bool runs = !row->cells[algorithm].left_out;
    swarm_params_instance(params, row->read);
    const enum swarm_status status = runs ? swarm_check(comparison->console->context, params) : SWARM_OK;
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(command, "%s: %s", row->file, swarm_context_error(comparison->console->context));
    }
    TRY(cli_checked(comparison->console, status));
    repeat->subject = &row->instance.subject;
    repeat->asked = true;
    comparison->run_count += runs ? comparison->seeds : 0;
    return cli_repeat_init(repeat, command, params, comparison->seeds, CLI_SEEDS);
}

static enum swarm_status open_rows(struct cli_comparison *comparison)
{
    comparison->rows = calloc(comparison->arguments->operand_count, sizeof *comparison->rows);
    TRY(comparison->rows ? SWARM_OK : cli_fail_memory());
    for (size_t i = 0; i < comparison->arguments->operand_count; ++i) {
        struct cli_row *row = &comparison->rows[comparison->row_count++];
        row->file = comparison->arguments->operands[i];
        TRY(cli_checked(comparison->console, swarm_instance_read_for(comparison->console->context,
                                                                     comparison->params[0], row->file, &row->read)));
        row->instance = cli_instance_make(row->read, comparison->params[0]);
        row->cells = calloc(comparison->algorithm_count, sizeof *row->cells);
        TRY(row->cells ? SWARM_OK : cli_fail_memory());
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            TRY(make_cell(comparison, row, k));
        }
    }
    return SWARM_OK;
}

/* Makes one run. A run that a signal cuts short is not compared. */
static enum swarm_status solve(struct cli_comparison *comparison, struct cli_row *row, size_t algorithm)
{
    struct cli_console *console = comparison->console;
    struct cli_repeat *repeat = &row->cells[algorithm].repeat;
    struct cli_repeat_run run;
    swarm_result *result = NULL;
    char text[CLI_TEXT_SIZE];
    swarm_params_instance(repeat->params, row->read);
    TRY(cli_repeat_solve(repeat, console, comparison->arguments, ++comparison->run_number, comparison->run_count, &run,
                         &result));
    comparison->ended = run.stop_reason == SWARM_STOP_CANCELLED || swarm_context_hangs(console->context);
    if (!comparison->ended) {
        cli_repeat_add(repeat, &run);
    }
    if (!comparison->ended && console->verbose) {
        cli_note(console, "%s, %s, seed %" PRIu64 ": length %s, iterations %" PRIu64 ", %.3f s, stopped by %s",
                 repeat->subject->name, comparison->algorithms[algorithm], run.seed,
                 cli_number_text(repeat->subject, run.score, text), run.iterations, run.seconds,
                 swarm_stop_reason_name(run.stop_reason));
    }
    swarm_result_destroy(&comparison->sample);
    comparison->sample = result;
    return SWARM_OK;
}

/* All algorithms run with one seed before the next seed, so that slow changes, such as heat, affect all. */
static enum swarm_status solve_all(struct cli_comparison *comparison)
{
    TRY(cli_repeat_prepare(&comparison->rows[0].cells[0].repeat, comparison->console));
    for (size_t i = 0; i < comparison->row_count; ++i) {
        for (uint64_t run = 0; run < comparison->seeds * comparison->algorithm_count && !comparison->ended; ++run) {
            const size_t algorithm = run % comparison->algorithm_count;
            const bool runs = !comparison->rows[i].cells[algorithm].left_out;
            TRY(runs ? solve(comparison, &comparison->rows[i], algorithm) : SWARM_OK);
        }
    }
    if (comparison->ended) {
        cli_note(comparison->console,
                 "%" PRIu64 " of %" PRIu64 " runs are done; the one that was cut short is left out",
                 comparison->run_number - 1, comparison->run_count);
    }
    return SWARM_OK;
}

/* Fills the statistics of an instance. Cells without a run have none. Prints errors. */
static enum swarm_status summarise(const struct cli_comparison *comparison, struct cli_row *row)
{
    row->base = row->instance.subject.best;
    row->base_found = !row->instance.subject.known;
    row->base.length = row->base_found ? INT64_MAX : row->base.length;
    row->compared = SIZE_MAX;
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        struct cli_repeat *repeat = &row->cells[k].repeat;
        TRY(repeat->count > 0 ? cli_repeat_summarise(repeat) : SWARM_OK);
        const struct cli_score best = repeat->runs[repeat->best_run].score;
        if (row->base_found && repeat->count > 0 && best.length < row->base.length) {
            row->base = best;
        }
        row->compared = !row->cells[k].left_out && repeat->count < row->compared ? repeat->count : row->compared;
    }
    for (size_t seed = 0; seed < row->compared; ++seed) {
        int64_t shortest = INT64_MAX;
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            const int64_t length = row->cells[k].repeat.runs[seed].score.length;
            shortest = !row->cells[k].left_out && length < shortest ? length : shortest;
        }
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            const bool won = row->cells[k].repeat.runs[seed].score.length == shortest;
            row->cells[k].wins += !row->cells[k].left_out && won;
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
    for (size_t k = 0; comparison->params && k < comparison->algorithm_count; ++k) {
        swarm_params_destroy(&comparison->params[k]);
    }
    free(comparison->rows);
    free(comparison->algorithms);
    free(comparison->params);
    free(comparison->names);
    swarm_result_destroy(&comparison->sample);
}

static const struct cli_output_kind outputs[] = {{.name = "FILE.json", .fill = cli_json_comparison},
                                                 {.name = "FILE.csv", .fill = cli_csv_comparison},
                                                 {.name = "FILE.svg", .fill = cli_picture_comparison},
                                                 {.name = NULL}};

static enum swarm_status run_bench(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct cli_comparison comparison = {.console = console, .arguments = arguments};
    enum swarm_status status = SWARM_OK;
    cli_interrupt_install(console->context, false);
    TRY_OR(done, cli_outputs_check(arguments, outputs));
    TRY_OR(done, make_comparison(&comparison));
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    TRY_OR(done, open_rows(&comparison));
    TRY_OR(done, solve_all(&comparison));
    for (size_t i = 0; i < comparison.row_count; ++i) {
        TRY_OR(done, summarise(&comparison, &comparison.rows[i]));
    }
    TRY_OR(done, cli_outputs_write(console, arguments, outputs, &comparison, cli_print_comparison));
done:
    close_comparison(&comparison);
    cli_interrupt_remove();
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write the result to FILE.csv, .json or .svg; the table, the document of --json or a chart of the gaps",
            .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(ALGORITHM, TEXT, "A,B,...", "Comparison",
            "algorithms to compare; words of `swarmcl tsp --algorithm`, separated by commas",
            .fallback = "mosaic,mmas,acs", .common = true),
    CLI_ROW(SEEDS, INTEGER, "N", "Comparison",
            "runs of each algorithm on each instance; with the seeds S, S + 1, ... from --seed S", .fallback = "5",
            .minimum = "1", .maximum = "1000000", .unit = "runs", .common = true),
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "time of each run; no limit when only --iterations is given",
            .fallback = "10", .minimum = "(0", .maximum = "1000000", .unit = "s", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_bench = {
    .name = "bench",
    .operands = "FILE...",
    .help = "compare algorithms over seeds on instances",
    .details = "Runs several algorithms with several seeds on each FILE and compares the tours.",
    .more = "The table has the best length, its mean and deviation, the best, mean and worst gap, the median\n"
            "of the seconds to the best tour of a run, and the wins: seeds with which no other algorithm\n"
            "found a shorter tour. Gaps are counted from the optimum or, without a known one, from the\n"
            "shortest tour of all runs. Other options apply to all algorithms; an option that one of them\n"
            "does not have is refused. The seconds of a run include the build of its kernels. SIGINT (Ctrl-C)\n"
            "and SIGTERM end the comparison with the runs that are complete. -v prints every run. Without\n"
            "--device the environment variable " CLI_DEVICE_VARIABLE " names the device.",
    .problem = &cli_tours,
    .skipped = (const enum cli_option[]){CLI_ALGORITHM, CLI_TIME, CLI_SCHEDULE, CLI_DUMP_KERNELS, CLI_CHECKPOINT,
                                         CLI_RESUME, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_bench,
};
