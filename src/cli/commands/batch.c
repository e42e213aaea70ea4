/* batch.c - swarmcl batch: tours of many instances in one run, as lines of JSON or as an array of NumPy. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "cli/interrupt.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"
#include "cli/progress.h"

/* Instances in memory at the same time, and their nodes together, at least one instance. */
enum { MOST_AT_ONCE = 65536, MOST_NODES = 1 << 22 };

/* An instance of those in memory. */
struct slot {
    char *label;              /* owned */
    swarm_instance *instance; /* owned */
    enum swarm_status status; /* of the reading, then of the run */
    struct cli_buffer error;  /* with a NUL */
};

struct batch {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    struct cli_progress progress;
    struct cli_inputs inputs;
    swarm_params *params;
    double time;                       /* seconds of the batch, from the start of the program; 0: no limit */
    size_t slot_count, next;           /* in memory; told */
    size_t begun, done, failed, known; /* instances: kept from before; over; without a tour; with a gap */
    double gaps;                       /* sum, in per cent */
    enum swarm_status first_failure;   /* of an instance */
    enum swarm_status stopped;         /* why nothing more is told; SWARM_OK: nothing is wrong */
    struct slot slots[MOST_AT_ONCE];
    const swarm_instance *readable[MOST_AT_ONCE]; /* borrowed */
    size_t slot_of[MOST_AT_ONCE];                 /* of the readable ones */

    /* The file: lines, each written when it is complete, or an array, written at the end. */
    const char *path; /* NULL: lines on stdout */
    bool is_array;
    FILE *lines;         /* opened for the first one, owned unless it is stdout */
    size_t kept;         /* bytes of earlier lines */
    int32_t *nodes;      /* [inputs.count][node_count] from 0, owned; -1: no tour */
    size_t added;        /* tours, or -1 */
    uint32_t node_count; /* of all tours; 0: not known yet */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file                                                                                                           */

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
    const bool cut = batch->lines && (batch->kept == 0 || ftruncate(fileno(batch->lines), (off_t)batch->kept) == 0);
    return cut ? SWARM_OK : fail_write(batch);
}

/* An array has tours of one size. */
static enum swarm_status check_size(struct batch *batch, struct slot *slot, uint32_t node_count)
{
    batch->node_count = batch->node_count > 0 ? batch->node_count : node_count;
    if (!batch->is_array || node_count == batch->node_count) {
        return SWARM_OK;
    }
    cli_buffer_format(&slot->error, "%s: found %" PRIu32 " nodes, expected %" PRIu32 " like those before in %s%c",
                      slot->label, node_count, batch->node_count, batch->path, '\0');
    return SWARM_ERROR_INPUT;
}

/* Adds the next instance: its line, and its tour (NULL: none). */
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
        batch->nodes[batch->added * n + k] = (int32_t)tour->nodes[k];
    }
    ++batch->added;
    return SWARM_OK;
}

/* Format version 1 of NEP 1: the header is padded to 64 bytes. */
static enum swarm_status write_array(const struct batch *batch)
{
    enum { FIXED = 10, ROUND = 64 };
    const uint16_t one = 1;
    const char order = *(const unsigned char *)&one == 1 ? '<' : '>';
    struct cli_buffer text = {.bytes = NULL}, array = {.bytes = NULL};
    cli_buffer_format(&text, "{'descr': '%ci4', 'fortran_order': False, 'shape': (%zu, %" PRIu32 "), }", order,
                      batch->inputs.count, batch->node_count);
    const size_t length = (FIXED + text.size + 1 + ROUND - 1) / ROUND * ROUND - FIXED;
    const char begin[FIXED] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, (char)(length & 255), (char)(length >> 8)};
    cli_buffer_put(&array, begin, FIXED);
    cli_buffer_put(&array, text.bytes, text.size);
    for (size_t k = text.size; k + 1 < length; ++k) {
        cli_buffer_put(&array, " ", 1);
    }
    cli_buffer_put(&array, "\n", 1);
    if (batch->nodes) {
        cli_buffer_put(&array, (const char *)batch->nodes,
                       batch->inputs.count * batch->node_count * sizeof *batch->nodes);
    }
    const enum swarm_status status = text.failed || array.failed
                                         ? cli_fail_memory()
                                         : cli_output_bytes(batch->console, batch->path, array.bytes, array.size);
    cli_buffer_deinit(&text);
    cli_buffer_deinit(&array);
    return status;
}

/* Writes the rest. */
static enum swarm_status close_file(struct batch *batch)
{
    if (batch->is_array) {
        return write_array(batch);
    }
    TRY(open_lines(batch));
    FILE *lines = batch->lines;
    batch->lines = NULL;
    if (!batch->path) {
        return SWARM_OK; /* main() looks at stdout */
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

static void begin_line(const struct batch *batch, const char *label, struct cli_json *json)
{
    const uint64_t seed = strtoull(cli_asked(batch->params, CLI_SEED), NULL, 10);
    *json = (struct cli_json){.depth = 0};
    cli_json_put(json, "~{input: %s, seed: %" PRIu64, label, seed);
}

static enum swarm_status end_line(struct batch *batch, struct cli_json *json, const swarm_result *result)
{
    enum swarm_status status = SWARM_OK;
    cli_json_put(json, "}");
    TRY_OR(done, cli_json_finish(json) ? SWARM_OK : cli_fail_memory());
    status = add_tour(batch, &json->text, result ? result->tour : NULL);
done:
    cli_buffer_deinit(&json->text);
    return status;
}

static void show_progress(struct batch *batch)
{
    const size_t count = batch->inputs.count, made = batch->done - batch->begun;
    const double seconds = swarm_context_seconds(batch->console->context), rate = (double)made / seconds;
    const double left = rate > 0.0 ? (double)(count - batch->done) / rate : 0.0;
    char line[CLI_TEXT_SIZE];
    snprintf(line, sizeof line, "%zu of %zu instances, %.4g a second, %.0f s left", batch->done, count, rate,
             batch->time > 0.0 && batch->time - seconds < left ? batch->time - seconds : left);
    cli_progress_show(&batch->progress, line, seconds);
}

static void tell_failure(struct batch *batch, const struct slot *slot)
{
    const char *error = slot->error.failed || slot->error.size == 0 ? "out of memory on the host" : slot->error.bytes;
    struct cli_json json;
    cli_erase_live(batch->console);
    cli_error("%s", error);
    batch->first_failure = batch->first_failure == SWARM_OK ? slot->status : batch->first_failure;
    ++batch->failed;
    begin_line(batch, slot->label, &json);
    cli_json_put(&json, "error: %s", error);
    batch->stopped = end_line(batch, &json, NULL);
}

static void tell_tour(struct batch *batch, const struct slot *slot, const swarm_result *result)
{
    const struct cli_instance instance = cli_instance_make(&cli_tours, slot->instance, batch->params);
    const struct cli_subject *subject = &instance.subject;
    const struct cli_score score = CLI_SCORE_OF(subject, result);
    const char *timed = cli_used(result, CLI_TIME);
    struct cli_json json;
    double gap;
    begin_line(batch, slot->label, &json);
    cli_json_put(&json, "name: %s, nodes: %zu", subject->name, result->tour->node_count);
    cli_json_score(&json, "length", subject, score);
    cli_json_gap(&json, subject, score);
    cli_json_put(&json, "seconds: %f, iterations: %" PRIu64 ", stopped_by: %s", result->seconds, result->iterations,
                 swarm_stop_reason_name(result->stop_reason));
    if (timed) { /* repeats the run without a clock */
        cli_json_put(&json, "schedule: %s", cli_used(result, CLI_SCHEDULE));
    }
    cli_tours.json_end(&json, subject, result);
    if (cli_gap(subject, score, &gap)) {
        batch->gaps += gap;
        ++batch->known;
    }
    batch->stopped = end_line(batch, &json, result);
}

/* Tells the slots before `end` that were not read. */
static void tell_unread(struct batch *batch, size_t end)
{
    for (; batch->next < end && batch->stopped == SWARM_OK; ++batch->next, ++batch->done) {
        tell_failure(batch, &batch->slots[batch->next]);
    }
}

static bool on_done(void *user, size_t index, enum swarm_status status, const char *error, const swarm_result *result)
{
    struct batch *batch = user;
    struct slot *slot = &batch->slots[batch->slot_of[index]];
    tell_unread(batch, batch->slot_of[index]);
    if (batch->stopped != SWARM_OK) {
        return true;
    }
    if (result) {
        tell_tour(batch, slot, result);
    } else {
        slot->status = status;
        if (error) {
            cli_buffer_format(&slot->error, "%s: %s%c", slot->label, error, '\0');
        }
        tell_failure(batch, slot);
    }
    ++batch->next;
    ++batch->done;
    show_progress(batch);
    return batch->stopped != SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

static void empty_slots(struct batch *batch)
{
    for (size_t k = 0; k < batch->slot_count; ++k) {
        swarm_instance_destroy(&batch->slots[k].instance);
        free(batch->slots[k].label);
        cli_buffer_deinit(&batch->slots[k].error);
        batch->slots[k] = (struct slot){.label = NULL};
    }
    batch->slot_count = batch->next = 0;
}

/* Reads the next instances. *readable: how many are. */
static enum swarm_status fill_slots(struct batch *batch, size_t *readable)
{
    size_t nodes = 0;
    *readable = 0;
    empty_slots(batch);
    while (batch->slot_count < MOST_AT_ONCE && nodes < MOST_NODES
           && batch->done + batch->slot_count < batch->inputs.count) {
        struct slot *slot = &batch->slots[batch->slot_count];
        slot->label = cli_inputs_label(&batch->inputs, batch->done + batch->slot_count);
        TRY(slot->label ? SWARM_OK : cli_fail_memory());
        ++batch->slot_count;
        slot->status = cli_inputs_read(&batch->inputs, batch->console, batch->params,
                                       batch->done + batch->slot_count - 1, &slot->instance);
        if (slot->status == SWARM_OK) {
            const uint32_t n = swarm_instance_describe(slot->instance)->node_count;
            nodes += n;
            slot->status = check_size(batch, slot, n);
        } else {
            cli_buffer_format(&slot->error, "%s%c", swarm_context_error(batch->console->context), '\0');
        }
        if (slot->status == SWARM_OK) {
            batch->slot_of[*readable] = batch->slot_count - 1;
            batch->readable[(*readable)++] = slot->instance;
        }
    }
    return SWARM_OK;
}

static enum swarm_status solve(struct batch *batch)
{
    struct cli_console *console = batch->console;
    const size_t count = batch->inputs.count;
    cli_progress_begin(&batch->progress, console, NULL, NULL);
    while (batch->done < count && batch->stopped == SWARM_OK) {
        size_t readable;
        enum swarm_status status = fill_slots(batch, &readable);
        const double left = batch->time - swarm_context_seconds(console->context);
        const double share = left * (double)batch->slot_count / (double)(count - batch->done);
        const size_t before = batch->done;
        if (status == SWARM_OK) {
            status = swarm_solve_many(console->context, batch->params, readable, batch->readable,
                                      batch->time > 0.0 ? (share > 1e-6 ? share : 1e-6) : 0.0, on_done, batch);
            if (status != SWARM_OK) {
                cli_erase_live(console);
                cli_checked_run(console, batch->arguments, status);
            }
        }
        if (status == SWARM_OK && (readable == 0 || batch->next > batch->slot_of[readable - 1])) {
            tell_unread(batch, batch->slot_count);
        }
        batch->stopped = batch->stopped == SWARM_OK ? status : batch->stopped;
        if (batch->done < before + batch->slot_count) {
            break; /* cancelled, or stopped */
        }
    }
    cli_progress_end(&batch->progress);
    if (batch->stopped == SWARM_OK && batch->done < count) {
        cli_note(console, "%zu of %zu instances are done", batch->done, count);
    }
    return batch->stopped;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The command                                                                                                        */

/* Whether the line begins as that of the next instance. */
static enum swarm_status compare_line(const struct batch *batch, const char *line, size_t size, bool *same)
{
    struct cli_json json = {.depth = 0};
    char *label = cli_inputs_label(&batch->inputs, batch->done);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, label ? SWARM_OK : cli_fail_memory());
    begin_line(batch, label, &json);
    TRY_OR(done, json.text.failed ? cli_fail_memory() : SWARM_OK);
    const size_t begin = json.text.size;
    *same = size > begin && memcmp(line, json.text.bytes, begin) == 0 && line[begin] == ',';
done:
    cli_buffer_deinit(&json.text);
    free(label);
    return status;
}

/* The lines of the file, which are those of the first instances. */
static enum swarm_status keep_lines(struct batch *batch, const char *path, const char *bytes, size_t size, size_t *kept)
{
    *kept = 0;
    for (const char *end; (end = memchr(bytes + *kept, '\n', size - *kept)); *kept = (size_t)(end + 1 - bytes)) {
        const char *line = bytes + *kept;
        bool same = false;
        if (batch->done < batch->inputs.count) {
            TRY(compare_line(batch, line, (size_t)(end - line), &same));
        }
        if (!same) {
            cli_error("%s:%zu: found a line of another batch, expected instance %zu of this one and its seed", path,
                      batch->done + 1, batch->done + 1);
            return SWARM_ERROR_INPUT;
        }
        ++batch->done;
    }
    batch->begun = batch->done;
    return SWARM_OK;
}

/* Nothing is written yet. */
static enum swarm_status open_file(struct batch *batch, const char *path)
{
    const bool continues = cli_has(batch->arguments, CLI_CONTINUE);
    char *bytes = NULL;
    size_t size = 0;
    struct stat is;
    enum swarm_status status = SWARM_OK;
    batch->path = strcmp(path, "-") == 0 ? NULL : path;
    batch->is_array = cli_has_suffix(path, ".npy");
    if (continues && (stat(path, &is) == 0 || errno != ENOENT)) {
        TRY(cli_checked(batch->console, swarm_file_read(batch->console->context, path, &bytes, &size)));
        status = keep_lines(batch, path, bytes, size, &batch->kept);
        swarm_free(bytes);
    }
    return status;
}

static enum swarm_status print_summary(const struct batch *batch)
{
    struct cli_console *console = batch->console;
    const double seconds = swarm_context_seconds(console->context);
    const size_t made = batch->done - batch->begun - batch->failed;
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
        cli_print_field("tours", "%zu of %zu", batch->done - batch->failed, batch->inputs.count);
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
        return cli_usage_error(arguments->command, "--continue goes with --output FILE.jsonl alone");
    }
    if (cli_has(arguments, CLI_TIME) && cli_has(arguments, CLI_TIME_EACH)) {
        return cli_usage_error(arguments->command, "--time and --time-each exclude each other");
    }
    if (strcmp(output, "-") == 0 && cli_has(arguments, CLI_JSON)) {
        return cli_usage_error(arguments->command, "--json prints on stdout, and so does --output -");
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
    console->again = true; /* only -v shows the library's messages, of each instance */
    cli_interrupt_install(console->context, false);
    TRY_OR(done, check_usage(arguments));
    TRY_OR(done, cli_parameters_create(console, arguments, &cli_tours, &batch->params));
    TRY_OR(done, each ? cli_parameters_set(console, batch->params, CLI_TIME, each) : SWARM_OK);
    TRY_OR(done, cli_outputs_probe(console, arguments, batch->params));
    TRY_OR(done, cli_inputs_open(&batch->inputs, console, arguments));
    TRY_OR(done, open_file(batch, cli_value(arguments, CLI_OUTPUT)));
    TRY_OR(done, solve(batch));
    TRY_OR(done, close_file(batch));
    TRY_OR(done, batch->path ? print_summary(batch) : SWARM_OK);
    status = batch->first_failure;
done:
    if (batch->lines && batch->path) {
        fclose(batch->lines);
    }
    free(batch->nodes);
    empty_slots(batch);
    cli_inputs_deinit(&batch->inputs);
    swarm_params_destroy(&batch->params);
    free(batch);
    cli_interrupt_remove();
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write FILE.jsonl, a line of JSON for each instance, or FILE.npy, an array of the tours; - is lines on "
            "stdout",
            .fallback = "-", .letter = 'o', .writes = true, .common = true),
    CLI_ROW(CONTINUE, FLAG, "", "Output", "keep the complete lines of FILE.jsonl and go on behind them",
            .common = true),
    CLI_ROW(POINTS, TEXT, "FILE", "Problem",
            "instances in one file: a line \"x1 y1 x2 y2 ...\" for each, or an array of NumPy", .reads = true,
            .repeats = true, .common = true),
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "time of the whole batch, shared by its instances", .minimum = "(0",
            .maximum = "1000000000", .unit = "s", .common = true),
    CLI_ROW(TIME_EACH, REAL, "SECONDS", "Run", "time of each instance", .minimum = "(0", .maximum = "1000000000",
            .unit = "s", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_batch = {
    .name = "batch",
    .operands = "[FILE...]",
    .help = "find short tours of many instances",
    .details = "Searches tours of all instances, one on each thread at a time: of each FILE, of the files in a\n"
               "folder, in the order of their names, and of the files of --points.",
    .more = "Each instance has the tour that `swarmcl tsp` finds with the same options and seed. An instance\n"
            "that cannot be read or solved is told, and does not end the others; the exit code is that of\n"
            "the first one then. SIGINT (Ctrl-C) and SIGTERM end the batch; complete lines stay, and\n"
            "--continue goes on behind them. Of a folder these are read: .tsp, .atsp, .csv, .tsv and .txt,\n"
            "also packed (.gz). Without --device the environment variable " CLI_DEVICE_VARIABLE " names the\n"
            "device.",
    .problem = &cli_tours,
    .skipped = (const enum cli_option[]){CLI_TIME, CLI_DUMP_KERNELS, CLI_CHECKPOINT, CLI_RESUME, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_batch,
};
