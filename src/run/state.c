/* state.c - the state of a run in a file, with what it follows from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "problem.h"
#include "run.h"
#include "replay.h"

/* Settings of the file that are no options: what the run starts from, and what it was told that may change. */
static const char start_name[] = "--init of";
#define OWN_END   " of"
#define TOLD      "told "
#define TOLD_SIZE (sizeof TOLD - 1)

/* Of the state, and of the end in the same order. */
enum section { REACHED, TRACE, ANSWER, DONE, END, SECTION_COUNT = 2 * END };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Identity                                                                                                           */

void run_identity_add(struct run_identity *identity, const char *name, char *value)
{
    if (identity->count == RUN_IDENTITY_MOST) {
        identity->failed = true;
        free(value);
        return;
    }
    identity->failed = identity->failed || !value || !name;
    identity->texts[2 * identity->count] = value;
    identity->shown[identity->count++] = (struct base_checkpoint_setting){name, value};
}

/* The same with copies of both. */
static void add_copy(struct run_identity *identity, const char *name, const char *value)
{
    char *copy = base_text_copy(name, strlen(name));
    const size_t at = identity->count;
    run_identity_add(identity, copy, base_text_copy(value, strlen(value)));
    if (identity->count > at) {
        identity->texts[2 * at + 1] = copy;
    } else {
        free(copy);
    }
}

static void identity_deinit(struct run_identity *identity)
{
    for (size_t i = 0; i < 2 * identity->count; ++i) {
        free(identity->texts[i]);
    }
    identity->count = 0;
}

unsigned long run_sum_bytes(unsigned long sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (const size_t most = (size_t)1 << 30; size > most; at += most, size -= most) {
        sum = crc32(sum, at, (uInt)most);
    }
    return size > 0 ? crc32(sum, at, (uInt)size) : sum;
}

static char *start_text(const struct swarm_params *params)
{
    const size_t count = params->start_count;
    return count == 0 ? base_text_format("no tours")
                      : base_text_format(
                          "%zu tours (CRC-32 %08lx)", count,
                          run_sum_bytes(0, params->starts, count * params->start_nodes * sizeof *params->starts));
}

/* What the result follows from: what the problem says, and the options that --replay takes, as the run uses them. */
static enum swarm_status identity_init(const struct run *run, struct run_identity *identity)
{
    run->problem->identify(run, identity);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char buffer[OPTIONS_TEXT];
        const bool has = options_owners((enum option)option) & run->problem->owners;
        const char *value = has ? options_text(&run->options, (enum option)option, true, buffer) : NULL;
        if (run_decides(run->problem, (enum option)option, value)) {
            add_copy(identity, options_name((enum option)option), value);
        }
    }
    run_identity_add(identity, start_name, start_text(run->task->params));
    return identity->failed ? base_fail_memory(run->env) : SWARM_OK;
}

/* What the run was told of its end, and what it has chosen among values that change nothing. */
static enum swarm_status add_told(const struct run *run, struct run_identity *identity)
{
    struct options used = run->options;
    run->engine->type->describe(run->engine, &used);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char buffer[OPTIONS_TEXT], name[64];
        const struct swarm_param *row = options_row((enum option)option);
        const bool ends = row->role == SWARM_PARAM_ENDS && run->options.text[option];
        const bool free = row->role == SWARM_PARAM_DECIDES && run->problem->is_free;
        const char *value = ends   ? run->options.text[option]
                            : free ? options_text(&used, (enum option)option, false, buffer)
                                   : NULL;
        if (value && (ends || run->problem->is_free((enum option)option, value))) {
            snprintf(name, sizeof name, TOLD "%s", row->name);
            add_copy(identity, name, value);
        }
    }
    return identity->failed ? base_fail_memory(run->env) : SWARM_OK;
}

static bool is_told(const char *name)
{
    return strncmp(name, TOLD, TOLD_SIZE) == 0;
}

static bool is_own(const char *name)
{
    const size_t size = strlen(name), end = strlen(OWN_END);
    return size > end && strcmp(name + size - end, OWN_END) == 0;
}

enum swarm_status run_identity_sum(const struct run *run, uint32_t *sum)
{
    struct run_identity identity = {.count = 0};
    uLong made = crc32(0, NULL, 0);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, identity_init(run, &identity));
    for (size_t i = 0; i < identity.count; ++i) {
        made = run_sum_bytes(made, identity.shown[i].name, strlen(identity.shown[i].name) + 1);
        made = run_sum_bytes(made, identity.shown[i].value, strlen(identity.shown[i].value) + 1);
    }
    *sum = (uint32_t)made;

done:
    identity_deinit(&identity);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The state                                                                                                          */

void run_state_init(const struct run *run, struct run_checkpoint *state)
{
    for (int end = 0; end < 2; ++end) {
        run_sections_add(&state->reached, end ? "end" : "reached", 1, sizeof(struct run_reached));
        run_sections_add(&state->reached, end ? "trace of the end" : "trace", UINT32_MAX,
                         sizeof(struct swarm_trace_point));
        run_sections_add(&state->reached, end ? "answer of the end" : "answer", run->answer_size, 1);
        run_sections_add(&state->reached, end ? "done at the end" : "done", RUN_DONE_TEXT, 1);
    }
    run->engine->type->list(run->engine, &state->engine);
}

void run_state_deinit(struct run_checkpoint *state)
{
    run_sections_deinit(&state->reached);
    run_sections_deinit(&state->engine);
}

enum swarm_status run_state_take(struct run *run, bool at_end)
{
    const struct swarm_result *shown = &run->result->shown;
    struct run_sections *sections = &run->state.reached;
    const size_t at = at_end ? END : REACHED;
    const struct run_reached reached = {
        .iterations = shown->iterations,
        .best_iteration = shown->best_iteration,
        .score = run->result->score,
        .told = run->result->told,
        .built = run->result->built,
        .scale = run->scale,
        .seconds = base_seconds(run->env),
        .best_seconds = shown->best_seconds,
        .stop_reason = at_end ? (uint64_t)shown->stop_reason : 0,
        .nan_count = run->engine->nan_count,
    };
    const char *done = run->engine->done;
    void *held = run_sections_make(sections, at + REACHED, 1);
    void *trace = run_sections_make(sections, at + TRACE, shown->trace_count);
    void *answer = run_sections_make(sections, at + ANSWER, run->answer_size);
    void *held_done = run_sections_make(sections, at + DONE, strlen(done) + 1);
    for (size_t i = at_end ? SECTION_COUNT : (size_t)END; i < SECTION_COUNT; ++i) {
        if (!run_sections_make(sections, i, 0)) {
            return base_fail_memory(run->env);
        }
    }
    if (!held || !trace || !answer || !held_done) {
        return base_fail_memory(run->env);
    }
    memcpy(held_done, done, strlen(done) + 1);
    memcpy(held, &reached, sizeof reached);
    memcpy(answer, run->answer, run->answer_size);
    if (shown->trace_count > 0) {
        memcpy(trace, shown->trace, shown->trace_count * sizeof *shown->trace);
    }
    return SWARM_OK;
}

struct run_reached run_state_reached(const struct run_checkpoint *state)
{
    struct run_reached reached;
    memcpy(&reached, state->reached.sections[REACHED].bytes, sizeof reached);
    return reached;
}

bool run_state_end(const struct run_checkpoint *state, struct run_reached *reached)
{
    const bool there = run_sections_has(&state->reached, END, 1);
    if (there) {
        memcpy(reached, state->reached.sections[END].bytes, sizeof *reached);
    }
    return there;
}

enum swarm_status run_state_give(struct run *run, bool at_end)
{
    const struct base_checkpoint_section *sections = &run->state.reached.sections[at_end ? END : REACHED];
    struct run_result *result = run->result;
    struct swarm_result *shown = &result->shown;
    struct run_reached reached;
    memcpy(&reached, sections[REACHED].bytes, sizeof reached);
    const size_t count = sections[TRACE].size / sizeof *result->trace;
    struct swarm_trace_point *trace = base_array(count, sizeof *trace);
    if (!trace) {
        return base_fail_memory(run->env);
    }
    memcpy(trace, sections[TRACE].bytes, sections[TRACE].size);
    free(result->trace);
    shown->trace = result->trace = trace;
    shown->trace_count = result->trace_capacity = count;
    memcpy(run->answer, sections[ANSWER].bytes, sections[ANSWER].size);
    snprintf(run->engine->done, sizeof run->engine->done, "%s", (const char *)sections[DONE].bytes);
    shown->iterations = reached.iterations;
    shown->best_iteration = reached.best_iteration;
    shown->best_seconds = reached.best_seconds;
    result->score = reached.score;
    result->told = reached.told;
    result->built = reached.built;
    run->engine->nan_count = reached.nan_count;
    run->scale = reached.scale;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file                                                                                                           */

static size_t part_count(const struct run_checkpoint *state)
{
    return 1 + (state->island_count > 0 ? state->island_count : 1);
}

static struct run_sections *part_of(struct run_checkpoint *state, size_t part)
{
    return part == 0 ? &state->reached : state->island_count > 0 ? state->islands[part - 1] : &state->engine;
}

/* All sections in the order of the file; returns owned, without their bytes; NULL when memory ran out. */
static struct base_checkpoint_section *list_sections(struct run_checkpoint *state, size_t *count)
{
    struct base_checkpoint_section *sections = base_array(part_count(state) * RUN_SECTIONS_MOST, sizeof *sections);
    *count = 0;
    for (size_t part = 0; sections && part < part_count(state); ++part) {
        const struct run_sections *listed = part_of(state, part);
        for (size_t i = 0; i < listed->count; ++i) {
            sections[(*count)++] = listed->sections[i];
        }
    }
    return sections;
}

static void take_sections(struct run_checkpoint *state, const struct base_checkpoint_section *sections)
{
    size_t count = 0;
    for (size_t part = 0; part < part_count(state); ++part) {
        struct run_sections *taken = part_of(state, part);
        for (size_t i = 0; i < taken->count; ++i) {
            taken->sections[i] = sections[count++];
        }
    }
}

static const char after_name[] = TOLD "after";

/* The iteration that a rank's state tells of, and the file that it takes the place of. */
static void keep_before(const struct run *run, const char *path, struct run_identity *identity)
{
    const struct run_reached reached = run_state_reached(&run->state);
    struct run_reached end;
    const uint64_t iteration = run_state_end(&run->state, &end) ? end.iterations : reached.iterations;
    char *before = run->env->ranks.count > 1 ? run_checkpoint_path_before(path) : NULL;
    if (before) {
        rename(path, before); /* the first has none */
        run_identity_add(identity, after_name, base_text_format("%llu", (unsigned long long)iteration));
    }
    identity->failed = identity->failed || (run->env->ranks.count > 1 && !before);
    free(before);
}

int64_t run_state_iteration(const struct run *run, const char *path)
{
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0;
    int64_t iteration = -1;
    if (base_checkpoint_settings(run->env, path, run->problem->kind, &there, &count) != SWARM_OK) {
        return -1;
    }
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(there[i].name, after_name) == 0
            && !base_number_integer(there[i].value, strlen(there[i].value), &iteration)) {
            iteration = -1;
        }
    }
    free(there);
    return iteration;
}

enum swarm_status run_state_write(struct run *run, const char *path)
{
    struct run_identity identity = {.count = 0};
    size_t section_count;
    struct base_checkpoint_section *sections = list_sections(&run->state, &section_count);
    enum swarm_status status = sections ? SWARM_OK : base_fail_memory(run->env);
    TRY_OR(done, status);
    TRY_OR(done, identity_init(run, &identity));
    TRY_OR(done, add_told(run, &identity));
    keep_before(run, path, &identity);
    TRY_OR(done, identity.failed ? base_fail_memory(run->env) : SWARM_OK);
    TRY_OR(done, base_checkpoint_write(run->env, path, run->problem->kind, identity.shown, identity.count, sections,
                                       section_count));

done:
    free(sections);
    identity_deinit(&identity);
    return status;
}

static bool same_value(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* What a run can have come to: an answer of its score, and a trace that ends with it. */
static enum swarm_status check_reached(const struct run *run, size_t at, bool *possible)
{
    const struct run_sections *state = &run->state.reached;
    const struct base_checkpoint_section *sections = &state->sections[at];
    const struct swarm_trace_point *trace = sections[TRACE].bytes;
    const char *done = sections[DONE].bytes;
    const size_t count = sections[TRACE].size / sizeof *trace;
    struct run_reached reached;
    int64_t length;
    double value;
    *possible = run_sections_has(state, at, 1) && run_sections_has(state, at + TRACE, count) && count > 0
                && run_sections_has(state, at + ANSWER, run->answer_size) && sections[DONE].size > 0
                && done[sections[DONE].size - 1] == '\0';
    if (!*possible) {
        return SWARM_OK;
    }
    memcpy(&reached, sections[REACHED].bytes, sizeof reached);
    enum swarm_status status = run->problem->check(run, sections[ANSWER].bytes, reached.score, possible);
    run->problem->show(run, reached.score, &length, &value);
    *possible = *possible && trace[count - 1].length == length && same_value(trace[count - 1].value, value)
                && trace[count - 1].iteration == reached.best_iteration && reached.best_iteration <= reached.iterations
                && reached.iterations <= UINT32_MAX && reached.scale >= 0 && reached.seconds >= 0.0
                && reached.seconds < 1e12 && reached.stop_reason <= (uint64_t)SWARM_STOP_CANCELLED;
    return status;
}

static enum swarm_status check_state(const struct run *run, const char *path)
{
    bool possible = false, end_possible = true;
    enum swarm_status status = check_reached(run, REACHED, &possible);
    if (status == SWARM_OK && possible && run->state.reached.sections[END].size > 0) {
        status = check_reached(run, END, &end_possible);
    }
    if (status != SWARM_OK) {
        return status;
    }
    return possible && end_possible
               ? SWARM_OK
               : base_fail(run->env, SWARM_ERROR_INPUT, "%s: holds a state that no run can have", path);
}

enum swarm_status run_state_read(struct run *run, const char *path)
{
    struct run_identity identity = {.count = 0};
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0, section_count;
    struct base_checkpoint_section *sections = list_sections(&run->state, &section_count);
    enum swarm_status status = sections ? SWARM_OK : base_fail_memory(run->env);
    TRY_OR(done, status);
    TRY_OR(done, base_checkpoint_settings(run->env, path, run->problem->kind, &there, &count));
    TRY_OR(done, identity_init(run, &identity));
    for (size_t i = 0; i < count; ++i) { /* these may differ */
        if (is_told(there[i].name)) {
            add_copy(&identity, there[i].name, there[i].value);
        }
    }
    TRY_OR(done, identity.failed ? base_fail_memory(run->env) : SWARM_OK);
    TRY_OR(done, base_checkpoint_read(run->env, path, run->problem->kind, identity.shown, identity.count, sections,
                                      section_count));
    take_sections(&run->state, sections);
    TRY_OR(done, check_state(run, path));

done:
    identity_deinit(&identity);
    free(sections);
    free(there);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Resuming                                                                                                           */

static bool has_end(const struct swarm_params *params)
{
    bool given = false;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        given = given || (options_row((enum option)option)->role == SWARM_PARAM_ENDS && params->texts[option]);
    }
    return given;
}

/* What the run was told, where nothing else is said now. */
static enum swarm_status take_told(struct base_env *env, struct swarm_params *params,
                                   const struct base_checkpoint_setting *there, size_t count)
{
    const bool ended = has_end(params);
    for (size_t i = 0; i < count; ++i) {
        const enum option option =
            is_told(there[i].name) ? options_find(params->owners, there[i].name + TOLD_SIZE) : OPTION_COUNT;
        if (option < OPTION_COUNT
            && (options_row(option)->role == SWARM_PARAM_ENDS ? !ended : !params->texts[option])) {
            TRY(params_give(env, params, option, there[i].value));
        }
    }
    return SWARM_OK;
}

enum swarm_status run_params_resume(struct base_env *env, struct swarm_params *params)
{
    struct base_checkpoint_setting *there = NULL;
    struct swarm_setting *settings = NULL;
    char *path = NULL, *before = NULL;
    size_t count = 0;
    enum swarm_status status = SWARM_OK;
    if (!params->options.resume) {
        return SWARM_OK;
    }
    path = run_checkpoint_path(env, params->options.resume);
    TRY_OR(done, path ? SWARM_OK : base_fail_memory(env));
    if (env->ranks.count > 1 && access(path, F_OK) != 0) { /* it may have been about to be written */
        before = run_checkpoint_path_before(path);
        TRY_OR(done, before ? SWARM_OK : base_fail_memory(env));
    }
    const char *last = before && access(before, F_OK) == 0 ? before : path;
    TRY_OR(done, base_checkpoint_settings(env, last, params->problem->kind, &there, &count));
    struct swarm_record record = {.name = path};
    settings = base_array(count, sizeof *settings);
    TRY_OR(done, settings ? SWARM_OK : base_fail_memory(env));
    for (size_t i = 0; i < count; ++i) {
        if (!is_told(there[i].name) && !is_own(there[i].name)) {
            settings[record.setting_count++] = (struct swarm_setting){.name = there[i].name, .value = there[i].value};
        }
    }
    record.settings = settings;
    TRY_OR(done, take_told(env, params, there, count));
    TRY_OR(done, run_params_continue(env, params, &record));

done:
    free(path);
    free(before);
    free(settings);
    free(there);
    return status;
}
