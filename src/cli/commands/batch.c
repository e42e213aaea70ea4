/* batch.c - swarmcl batch: tours of many instances in one run, a line of JSON for each. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    swarm_instance *instance; /* owned; NULL: it could not be read: */
    enum swarm_status status;
    char *error; /* owned */
};

struct batch {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    struct cli_progress progress;
    struct cli_inputs inputs;
    struct cli_tours_file file;
    swarm_params *params;
    double time;                       /* seconds of the batch, from the start of the program; 0: no limit */
    struct slot *slots;                /* [MOST_AT_ONCE] */
    size_t slot_count, next;           /* in memory; told */
    const swarm_instance **readable;   /* [MOST_AT_ONCE] borrowed */
    size_t *slot_of;                   /* [MOST_AT_ONCE] of the readable ones */
    size_t begun, done, failed, known; /* instances: kept from before; over; without a tour; with a gap */
    double gaps;                       /* sum, in per cent */
    enum swarm_status first_failure;   /* of an instance */
    enum swarm_status stopped;         /* why nothing more is told; SWARM_OK: nothing is wrong */
};

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
    status = cli_tours_file_add(&batch->file, json->text.bytes, json->text.size, result ? result->tour : NULL);
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

static void tell_failure(struct batch *batch, const struct slot *slot, enum swarm_status status, const char *error)
{
    struct cli_json json;
    cli_erase_live(batch->console);
    cli_error("%s", error ? error : "out of memory on the host");
    batch->first_failure = batch->first_failure == SWARM_OK ? status : batch->first_failure;
    ++batch->failed;
    begin_line(batch, slot->label, &json);
    cli_json_put(&json, "error: %s", error ? error : "out of memory on the host");
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
        const struct slot *slot = &batch->slots[batch->next];
        tell_failure(batch, slot, slot->status, slot->error);
    }
}

static bool on_done(void *user, size_t index, enum swarm_status status, const char *error, const swarm_result *result)
{
    struct batch *batch = user;
    const struct slot *slot = &batch->slots[batch->slot_of[index]];
    tell_unread(batch, batch->slot_of[index]);
    if (batch->stopped != SWARM_OK) {
        return true;
    }
    if (result) {
        tell_tour(batch, slot, result);
    } else {
        struct cli_buffer text = {.bytes = NULL};
        cli_buffer_format(&text, "%s: %s%c", slot->label, error ? error : "", '\0');
        tell_failure(batch, slot, status, text.failed || !error ? NULL : text.bytes);
        cli_buffer_deinit(&text);
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
        free(batch->slots[k].error);
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
            slot->status = cli_tours_file_take(&batch->file, slot->label, n, &slot->error);
        } else {
            const char *text = swarm_context_error(batch->console->context);
            slot->error = malloc(strlen(text) + 1);
            if (slot->error) {
                strcpy(slot->error, text);
            }
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

static enum swarm_status open_file(struct batch *batch, const char *path)
{
    const bool continues = cli_has(batch->arguments, CLI_CONTINUE);
    char *bytes = NULL;
    size_t size = 0, kept = 0;
    struct stat is;
    enum swarm_status status = SWARM_OK;
    if (continues && (stat(path, &is) == 0 || errno != ENOENT)) {
        TRY(cli_checked(batch->console, swarm_file_read(batch->console->context, path, &bytes, &size)));
        status = keep_lines(batch, path, bytes, size, &kept);
        swarm_free(bytes);
        TRY(status);
    }
    batch->file = cli_tours_file_make(path, kept, batch->inputs.count);
    return SWARM_OK;
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
    struct batch batch = {.console = console, .arguments = arguments};
    const char *output = cli_value(arguments, CLI_OUTPUT), *time = cli_value(arguments, CLI_TIME);
    const char *each = cli_value(arguments, CLI_TIME_EACH);
    enum swarm_status status = SWARM_OK;
    console->again = true; /* only -v shows the library's messages, of each instance */
    cli_interrupt_install(console->context, false);
    TRY_OR(done, check_usage(arguments));
    TRY_OR(done, cli_parameters_create(console, arguments, &cli_tours, &batch.params));
    TRY_OR(done, each ? cli_parameters_set(console, batch.params, CLI_TIME, each) : SWARM_OK);
    TRY_OR(done, cli_outputs_probe(console, arguments, batch.params));
    batch.time = time ? strtod(time, NULL) : 0.0;
    batch.slots = calloc(MOST_AT_ONCE, sizeof *batch.slots);
    batch.readable = calloc(MOST_AT_ONCE, sizeof *batch.readable);
    batch.slot_of = calloc(MOST_AT_ONCE, sizeof *batch.slot_of);
    TRY_OR(done, batch.slots && batch.readable && batch.slot_of ? SWARM_OK : cli_fail_memory());
    TRY_OR(done, cli_inputs_open(&batch.inputs, console, arguments));
    TRY_OR(done, open_file(&batch, output));
    TRY_OR(done, solve(&batch));
    TRY_OR(done, cli_tours_file_close(&batch.file, console));
    TRY_OR(done, batch.file.path ? print_summary(&batch) : SWARM_OK);
    status = batch.first_failure;
done:
    cli_tours_file_deinit(&batch.file);
    empty_slots(&batch);
    free(batch.slots);
    free(batch.readable);
    free(batch.slot_of);
    cli_inputs_deinit(&batch.inputs);
    swarm_params_destroy(&batch.params);
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
