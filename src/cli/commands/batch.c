/* batch.c - swarmcl batch: solutions of many instances, as lines of JSON, or their tours as an array of NumPy. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "cli/documents/output.h"
#include "cli/progress.h"

enum {
    GROUP_INSTANCES = 65536, /* maximum number of instances in memory at a time */
    GROUP_NODES = 1 << 22,   /* a group ends when it has at least this many nodes */
    ERROR_SIZE = 8192        /* bytes of an error message; longer messages are cut */
};

/* The instances and the output of a batch. Instances are read and solved in groups, in the order of the inputs. */
struct batch {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    const struct cli_problem *problem; /* problem of all instances, as inputs.problem */
    struct cli_progress progress;
    struct cli_inputs inputs;
    swarm_params *params;
    double time; /* limit of the whole batch in seconds since the start of the program; 0: none */
    struct cli_subject *group[GROUP_INSTANCES]; /* instances of the current group, [group_count] owned */
    const void *group_inputs[GROUP_INSTANCES];  /* [group_count] the same for the library */
    size_t group_count;
    size_t kept, done;    /* `kept`: inputs with a line from an earlier batch; `done`: all inputs with a line */
    size_t failed, known; /* `failed`: inputs without a solution; `known`: solutions with a known gap */
    double gaps;          /* sum of the known gaps in per cent */
    enum swarm_status first_failure; /* status of the first input that failed */
    enum swarm_status stopped;       /* failure that ended the whole batch; SWARM_OK: none */

    /* The output: lines, each written when it is complete, or an array, written at the end. */
    const char *path; /* path of the output; NULL: lines on stdout */
    bool is_array;
    FILE *lines;         /* opened for the first line, owned unless it is stdout */
    size_t kept_bytes;   /* bytes of the lines from an earlier batch */
    int32_t *nodes;      /* tours of an array as nodes from 0, [inputs.count][node_count] owned; -1: no tour */
    uint32_t node_count; /* nodes of every tour in an array; 0 before the first instance */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* The output                                                                                                         */

static enum swarm_status fail_write(const struct batch *batch)
{
    const int reason = errno;
    if (batch->path) {
        cli_error("%s: cannot be written%s%s", batch->path, reason != 0 ? ": " : "",
                  reason != 0 ? strerror(reason) : "");
    } else {
        cli_fail_stdout(reason);
    }
    return SWARM_ERROR_IO;
}

static enum swarm_status open_lines(struct batch *batch)
{
    if (batch->lines) {
        return SWARM_OK;
    }
    errno = 0;
    batch->lines = !batch->path ? stdout : fopen(batch->path, batch->kept > 0 ? "a" : "w");
    const bool cut =
        batch->lines && (batch->kept == 0 || ftruncate(fileno(batch->lines), (off_t)batch->kept_bytes) == 0);
    return cut ? SWARM_OK : fail_write(batch);
}

/* Writes the line of the next input, or adds its tour to the array. `tour` NULL: the input has no tour. */
static enum swarm_status add_tour(struct batch *batch, const struct cli_buffer *line, const struct swarm_tour *tour)
{
    if (!batch->is_array) {
        TRY(open_lines(batch));
        errno = 0;
        return fwrite(line->bytes, 1, line->size, batch->lines) == line->size && fflush(batch->lines) == 0
                   ? SWARM_OK
                   : fail_write(batch);
    }
    const size_t n = batch->node_count;
    if (!batch->nodes && n > 0) {
        batch->nodes = n < SIZE_MAX / batch->inputs.count / sizeof *batch->nodes
                           ? malloc(batch->inputs.count * n * sizeof *batch->nodes)
                           : NULL;
        if (!batch->nodes) {
            return cli_fail_memory();
        }
        memset(batch->nodes, 0xff, batch->inputs.count * n * sizeof *batch->nodes);
    }
    for (size_t k = 0; tour && k < n; ++k) {
        batch->nodes[batch->done * n + k] = (int32_t)tour->nodes[k];
    }
    return SWARM_OK;
}

/* Writes the array in NumPy's format, version 1 (NEP 1), whose header is padded to a multiple of 64 bytes. */
static enum swarm_status write_array(const struct batch *batch)
{
    enum { FIXED = 10, ROUND = 64 };
    const uint16_t one = 1;
    const char order = *(const unsigned char *)&one == 1 ? '<' : '>';
    struct cli_buffer array = {.bytes = NULL};
    char text[128];
    const int size =
        snprintf(text, sizeof text, "{'descr': '%ci4', 'fortran_order': False, 'shape': (%zu, %" PRIu32 "), }", order,
                 batch->inputs.count, batch->node_count);
    const int length = (FIXED + size + 1 + ROUND - 1) / ROUND * ROUND - FIXED;
    const char begin[FIXED] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, (char)(length & 255), (char)(length >> 8)};
    cli_buffer_put(&array, begin, FIXED);
    cli_buffer_format(&array, "%-*s\n", length - 1, text);
    if (batch->nodes) {
        cli_buffer_put(&array, (const char *)batch->nodes,
                       batch->inputs.count * batch->node_count * sizeof *batch->nodes);
    }
    const enum swarm_status status =
        array.failed ? cli_fail_memory() : cli_output_bytes(batch->console, batch->path, array.bytes, array.size);
    cli_buffer_deinit(&array);
    return status;
}

static enum swarm_status close_output(struct batch *batch)
{
    if (batch->is_array) {
        return write_array(batch);
    }
    TRY(open_lines(batch));
    FILE *lines = batch->lines;
    batch->lines = NULL;
    if (!batch->path) {
        return SWARM_OK; /* main() reports errors of stdout */
    }
    errno = 0;
    if (fclose(lines) != 0) {
        return fail_write(batch);
    }
    cli_note(batch->console, "wrote %s", batch->path);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lines                                                                                                              */

static void begin_line(const struct batch *batch, struct cli_json *json)
{
    const uint64_t seed = strtoull(cli_parameter(batch->params, CLI_SEED), NULL, 10);
    char *label = cli_inputs_label(&batch->inputs, batch->done);
    *json = (struct cli_json){.text = {.failed = !label}};
    cli_json_put(json, "~{input: %s, seed: %" PRIu64, label, seed);
    free(label);
}

static void show_progress(struct batch *batch)
{
    const size_t count = batch->inputs.count, made = batch->done - batch->kept;
    const double seconds = swarm_context_seconds(batch->console->context), rate = (double)made / seconds;
    const double left = rate > 0.0 ? (double)(count - batch->done) / rate : 0.0;
    char line[CLI_TEXT_SIZE];
    snprintf(line, sizeof line, "%zu of %zu instances, %.4g a second, %.0f s left", batch->done, count, rate,
             batch->time > 0.0 && batch->time - seconds < left ? batch->time - seconds : left);
    cli_progress_show(&batch->progress, line, seconds);
}

static void end_line(struct batch *batch, struct cli_json *json, const struct swarm_tour *tour)
{
    cli_json_put(json, "}");
    batch->stopped = cli_json_finish(json) ? add_tour(batch, &json->text, tour) : cli_fail_memory();
    cli_buffer_deinit(&json->text);
    ++batch->done;
    show_progress(batch);
}

static void report_failure(struct batch *batch, enum swarm_status status, const char *error)
{
    struct cli_json json;
    cli_erase_live(batch->console);
    cli_error("%s", error);
    batch->first_failure = batch->first_failure == SWARM_OK ? status : batch->first_failure;
    ++batch->failed;
    begin_line(batch, &json);
    cli_json_put(&json, "error: %s", error);
    end_line(batch, &json, NULL);
}

static void report_solution(struct batch *batch, struct cli_subject *subject, const swarm_result *result)
{
    const struct cli_problem *problem = batch->problem;
    const struct cli_score score = CLI_SCORE_OF(subject, result);
    const char *timed = cli_setting(result, CLI_TIME);
    struct cli_json json;
    double gap;
    subject->incomplete = problem->count_missing && problem->count_missing(result) > 0;
    batch->console->incomplete = batch->console->incomplete || subject->incomplete;
    begin_line(batch, &json);
    cli_json_put(&json, "name: %s, %s: %" PRIu64, subject->name, problem->size, subject->size);
    cli_json_score(&json, problem->score, subject, score);
    cli_json_gap(&json, subject, score);
    cli_json_put(&json, "seconds: %f, iterations: %" PRIu64 ", stopped_by: %s", result->seconds, result->iterations,
                 swarm_stop_reason_name(result->stop_reason));
    if (timed) { /* a run with this schedule and no time limit repeats the run */
        cli_json_put(&json, "schedule: %s", cli_setting(result, CLI_SCHEDULE));
    }
    problem->json_line(&json, subject, result);
    if (cli_gap(subject, score, &gap)) {
        batch->gaps += gap;
        ++batch->known;
    }
    end_line(batch, &json, result->tour);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Groups                                                                                                             */

/* Removes the last instance of the group. */
static void drop_last(struct batch *batch)
{
    struct cli_subject *subject = batch->group[--batch->group_count];
    batch->problem->close(subject);
    free(subject);
}

/* A swarm_many_fn: writes the result of instance `index` of the group. */
static bool on_done(void *user, size_t index, enum swarm_status status, const char *error, const swarm_result *result)
{
    struct batch *batch = user;
    if (result) {
        report_solution(batch, batch->group[index], result);
    } else {
        char text[ERROR_SIZE], *label = cli_inputs_label(&batch->inputs, batch->done);
        snprintf(text, sizeof text, "%s: %s", label ? label : "", error ? error : swarm_context_error(NULL));
        free(label);
        report_failure(batch, status, text);
    }
    return batch->stopped != SWARM_OK;
}

/* Adds input `index` to the group. Instances of an array must have equal numbers of nodes. */
static enum swarm_status read_instance(struct batch *batch, size_t index, char *error)
{
    const swarm_context *context = batch->console->context;
    struct cli_subject *subject = calloc(1, batch->problem->subject_size);
    TRY(subject ? SWARM_OK : cli_fail_memory());
    batch->group[batch->group_count] = subject;
    const enum swarm_status status = cli_inputs_read(&batch->inputs, batch->console, batch->params, index, subject,
                                                     &batch->group_inputs[batch->group_count++]);
    if (status != SWARM_OK) {
        snprintf(error, ERROR_SIZE, "%s", swarm_context_error(context));
        drop_last(batch);
        return status;
    }
    const uint32_t n = (uint32_t)subject->size;
    batch->node_count = batch->node_count > 0 ? batch->node_count : n;
    if (!batch->is_array || n == batch->node_count) {
        return SWARM_OK;
    }
    char *label = cli_inputs_label(&batch->inputs, index);
    snprintf(error, ERROR_SIZE,
             "%s: found %" PRIu32 " nodes, expected %" PRIu32 ", as all earlier instances of %s have",
             label ? label : "", n, batch->node_count, batch->path);
    free(label);
    drop_last(batch);
    return SWARM_ERROR_INPUT;
}

/* Reads the next group. An input that cannot be read ends the group: its status is returned, its message is in
 * `error`. */
static enum swarm_status read_group(struct batch *batch, char *error)
{
    size_t nodes = 0;
    while (batch->group_count < GROUP_INSTANCES && nodes < GROUP_NODES
           && batch->done + batch->group_count < batch->inputs.count) {
        TRY(read_instance(batch, batch->done + batch->group_count, error));
        nodes += batch->group[batch->group_count - 1]->size;
    }
    return SWARM_OK;
}

/* Solves the next group and reports the input that ended it. Returns false if the batch was stopped or cancelled. */
static bool solve_group(struct batch *batch)
{
    swarm_context *context = batch->console->context;
    char error[ERROR_SIZE];
    const enum swarm_status unread = read_group(batch, error);
    const size_t count = batch->group_count, end = batch->done + count;
    const double left = batch->time - swarm_context_seconds(context);
    const double share = left * (double)count / (double)(batch->inputs.count - batch->done);
    const enum swarm_status status =
        swarm_solve_inputs(context, batch->params, count, batch->group_inputs,
                           batch->time > 0.0 ? (share > 1e-6 ? share : 1e-6) : 0.0, on_done, batch);
    if (status != SWARM_OK) {
        cli_erase_live(batch->console);
        cli_checked_run(batch->console, batch->arguments, status);
    }
    batch->stopped = batch->stopped == SWARM_OK ? status : batch->stopped;
    const bool complete = batch->stopped == SWARM_OK && batch->done == end;
    if (complete && unread != SWARM_OK) {
        report_failure(batch, unread, error);
    }
    while (batch->group_count > 0) {
        drop_last(batch);
    }
    return complete && batch->stopped == SWARM_OK;
}

static enum swarm_status solve(struct batch *batch)
{
    struct cli_console *console = batch->console;
    const size_t count = batch->inputs.count;
    cli_progress_begin(&batch->progress, console, NULL, NULL);
    while (batch->done < count && solve_group(batch)) {
    }
    cli_progress_end(&batch->progress);
    if (batch->stopped == SWARM_OK && batch->done < count) {
        cli_note(console, "%zu of %zu instances are done", batch->done, count);
    }
    return batch->stopped;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The command                                                                                                        */

/* Keeps the lines of an earlier batch, which must belong to the first inputs. */
static enum swarm_status keep_lines(struct batch *batch, const char *path, const char *bytes, size_t size)
{
    for (const char *end; (end = memchr(bytes + batch->kept_bytes, '\n', size - batch->kept_bytes));
         batch->kept_bytes = (size_t)(end + 1 - bytes)) {
        const char *line = bytes + batch->kept_bytes;
        struct cli_json json = {.depth = 0};
        bool same = false;
        if (batch->done < batch->inputs.count) {
            begin_line(batch, &json);
            const size_t length = json.text.size;
            same = !json.text.failed && (size_t)(end - line) > length && memcmp(line, json.text.bytes, length) == 0
                   && line[length] == ',';
        }
        const bool failed = json.text.failed;
        cli_buffer_deinit(&json.text);
        TRY(failed ? cli_fail_memory() : SWARM_OK);
        if (!same) {
            cli_error("%s:%zu: found a line of another batch, expected the result of instance %zu with this run's seed",
                      path, batch->done + 1, batch->done + 1);
            return SWARM_ERROR_INPUT;
        }
        ++batch->done;
    }
    batch->kept = batch->done;
    return SWARM_OK;
}

/* Prepares the output without writing to it. */
static enum swarm_status open_output(struct batch *batch, const char *path)
{
    char *bytes = NULL;
    size_t size = 0;
    struct stat is;
    enum swarm_status status = SWARM_OK;
    batch->path = strcmp(path, "-") == 0 ? NULL : path;
    batch->is_array = cli_has_suffix(path, ".npy");
    if (cli_has(batch->arguments, CLI_CONTINUE) && (stat(path, &is) == 0 || errno != ENOENT)) {
        TRY(cli_checked(batch->console, swarm_file_read(batch->console->context, path, &bytes, &size)));
        status = keep_lines(batch, path, bytes, size);
        swarm_free(bytes);
    }
    return status;
}

static enum swarm_status print_summary(const struct batch *batch)
{
    struct cli_console *console = batch->console;
    const double seconds = swarm_context_seconds(console->context);
    const size_t made = batch->done - batch->kept - batch->failed;
    const double mean = batch->known > 0 ? batch->gaps / (double)batch->known : 0.0;
    char text[CLI_TEXT_SIZE];
    if (console->json) {
        struct cli_json json;
        cli_document_begin(&json);
        cli_json_put(&json, "instances: %zu, done: %zu, failed: %zu, seconds: %f", batch->inputs.count, batch->done,
                     batch->failed, seconds);
        cli_json_put(&json, batch->known > 0 ? "gaps: %zu, mean_gap_percent: %g" : "gaps: %zu, mean_gap_percent: null",
                     batch->known, mean);
        return cli_document_print(&json);
    }
    if (!console->quiet) {
        char label[32];
        snprintf(label, sizeof label, "%ss", batch->problem->solution);
        cli_print_field(label, "%zu of %zu", batch->done - batch->failed, batch->inputs.count);
        if (batch->failed > 0) {
            cli_print_field("failed", "%zu", batch->failed);
        }
        if (batch->known > 0) {
            cli_print_field("gap", "mean %s %% of %zu", cli_fixed_text(mean, 4, text), batch->known);
        }
        cli_print_field("seconds", "%.3f, %.4g instances a second", seconds, (double)made / seconds);
    }
    return SWARM_OK;
}

static enum swarm_status check_usage(const struct cli_arguments *arguments)
{
    const char *output = cli_value(arguments, CLI_OUTPUT);
    const bool lines = cli_has_suffix(output, ".jsonl");
    if (arguments->operand_count == 0 && !cli_has(arguments, CLI_POINTS)) {
        return cli_usage_error(arguments->command, "FILE or --points FILE is missing");
    }
    if (strcmp(output, "-") != 0 && !lines && !cli_has_suffix(output, ".npy")) {
        return cli_usage_error(arguments->command, "--output %s: expected FILE.jsonl, FILE.npy or -",
                               *output ? output : "''");
    }
    if (cli_has(arguments, CLI_CONTINUE) && !lines) {
        return cli_usage_error(arguments->command, "--continue needs --output FILE.jsonl");
    }
    if (cli_has(arguments, CLI_TIME) && cli_has(arguments, CLI_TIME_EACH)) {
        return cli_usage_error(arguments->command, "--time and --time-each cannot be used together");
    }
    if (strcmp(output, "-") == 0 && cli_has(arguments, CLI_JSON)) {
        return cli_usage_error(arguments->command,
                               "--json and --output - cannot be used together: both print on stdout");
    }
    return SWARM_OK;
}

/* Makes the parameters of the problem: given ones, and the defaults of batches. A limit of time or a
 * schedule takes the place of their number of iterations. They are for the default algorithm. */
static enum swarm_status set_parameters(struct batch *batch, const char *each)
{
    const struct cli_console *console = batch->console;
    const bool ends = each || batch->time > 0.0 || cli_has(batch->arguments, CLI_SCHEDULE);
    TRY(cli_parameters_create(console, batch->arguments, batch->problem, &batch->params));
    TRY(each ? cli_parameters_set(console, batch->params, CLI_TIME, each) : SWARM_OK);
    for (size_t i = 0; i < batch->arguments->given_count; ++i) {
        const struct cli_argument *given = &batch->arguments->given[i];
        if (given->metres) {
            return cli_usage_error(batch->arguments->command,
                                   "--%s %s: expected a number without a unit, for all instances", given->row->name,
                                   given->metres);
        }
    }
    const char *const *row = cli_has(batch->arguments, CLI_ALGORITHM) ? NULL : batch->problem->many;
    for (; row && *row; row += 2) {
        const struct swarm_param *option = cli_find_name(batch->arguments, row[0], strlen(row[0]));
        if (!cli_is_given(batch->arguments, option)
            && !(ends && strcmp(row[0], cli_option_name(CLI_ITERATIONS)) == 0)) {
            TRY(cli_checked(console, swarm_params_set(console->context, batch->params, row[0], row[1])));
        }
    }
    return SWARM_OK;
}

static enum swarm_status run_batch(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *time = cli_value(arguments, CLI_TIME), *each = cli_value(arguments, CLI_TIME_EACH);
    enum swarm_status status = SWARM_OK;
    struct batch *batch = calloc(1, sizeof *batch);
    TRY(batch ? SWARM_OK : cli_fail_memory());
    batch->console = console;
    batch->arguments = arguments;
    batch->time = time ? strtod(time, NULL) : 0.0;
    console->again = true; /* suppresses the library's messages for each instance unless -v is given */
    TRY_OR(done, check_usage(arguments));
    TRY_OR(done, cli_inputs_open(&batch->inputs, console, arguments));
    batch->problem = batch->inputs.problem;
    TRY_OR(done, set_parameters(batch, each));
    if (cli_has_suffix(cli_value(arguments, CLI_OUTPUT), ".npy") && batch->problem != &cli_tsp) {
        status = cli_usage_error(arguments->command, "--output FILE.npy is for tours, use FILE.jsonl");
        goto done;
    }
    TRY_OR(done, cli_outputs_probe(console, arguments, batch->params));
    TRY_OR(done, open_output(batch, cli_value(arguments, CLI_OUTPUT)));
    TRY_OR(done, solve(batch));
    TRY_OR(done, close_output(batch));
    TRY_OR(done, batch->path ? print_summary(batch) : SWARM_OK);
    status = batch->first_failure;
done:
    if (batch->lines && batch->path) {
        fclose(batch->lines);
    }
    free(batch->nodes);
    while (batch->group_count > 0) {
        drop_last(batch);
    }
    cli_inputs_deinit(&batch->inputs);
    swarm_params_destroy(&batch->params);
    free(batch);
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write FILE.jsonl, a line of JSON for each instance, or FILE.npy, an array of the tours; - prints the "
            "lines on stdout",
            .fallback = "-", .letter = 'o', .writes = true, .common = true),
    CLI_ROW(CONTINUE, FLAG, "", "Output", "keep the complete lines of FILE.jsonl and continue after them",
            .common = true),
    CLI_ROW(POINTS, TEXT, "FILE", "Problem",
            "instances in one file: a line \"x1 y1 x2 y2 ...\" for each, or an array of NumPy", .reads = true,
            .repeats = true, .common = true),
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "time of the whole batch, which its instances share", .minimum = "(0",
            .maximum = "1000000000", .unit = "s", .common = true),
    CLI_ROW(TIME_EACH, REAL, "SECONDS", "Run", "time of each instance", .minimum = "(0", .maximum = "1000000000",
            .unit = "s", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_batch = {
    .name = "batch",
    .operands = "[FILE...]",
    .help = "find short tours or routes of many instances",
    .details = "Searches for short tours of several instances, one per thread at a time, or for short routes of\n"
               "vehicles (.vrp). The instances are each FILE, the files in a folder in the order of their names, and\n"
               "those in the files of --points.",
    .more = "Each instance gets the tour that `swarmcl tsp` finds with the same options and seed, or the routes\n"
            "of --plans 6 --iterations 24 unless options or a time say otherwise. An instance that cannot be read\n"
            "or solved is reported and does not end the batch; the first such instance then determines the exit\n"
            "code. SIGINT (Ctrl-C) and SIGTERM end the batch; complete lines stay, and --continue continues\n"
            "after them. A folder's files are read if they end in .tsp, .atsp, .csv, .tsv or .txt, or else in .vrp,\n"
            "with or without .gz. Without --device the environment variable " CLI_DEVICE_VARIABLE "\n"
            "names the device.",
    .problem = &cli_tsp,
    .skipped =
        (const enum cli_option[]){CLI_TIME, CLI_DUMP_KERNELS, CLI_CHECKPOINT, CLI_RESUME, CLI_KEEP, CLI_OPTION_COUNT},
    .own = rows,
    .batches = true,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_batch,
};
