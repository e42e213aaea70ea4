/* state.c - the state of a run in a checkpoint file, and the inputs that decide the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "run_part.h"

/* Names of settings in the file that are not options: the starting tours, and the iteration of the state. */
static const char start_name[] = "--init of", after_name[] = RUN_FREE "after";

_Static_assert(sizeof(struct run_reached) == 96, "another size needs another VERSION of checkpoints");

/* Sections for the state; the same sections for the end of the run follow. */
enum section { REACHED, TRACE, SOLUTION, DONE, END, SECTION_COUNT = 2 * END };

char *run_checkpoint_path(const struct base_env *env, const char *path)
{
    return env->ranks.count > 1 ? base_text_format("%s.%u", path, (unsigned)env->ranks.rank)
                                : base_text_copy(path, strlen(path));
}

char *run_checkpoint_path_before(const char *path)
{
    return base_text_format("%s.before", path);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Inputs that decide the result                                                                                      */

void run_identity_add(struct run_identity *identity, const char *name, char *value)
{
    char *copy = base_text_copy(name, strlen(name));
    if (!copy || !value || identity->count == RUN_IDENTITY_MOST) {
        identity->failed = true;
        free(copy);
        free(value);
        return;
    }
    identity->shown[identity->count++] = (struct base_checkpoint_setting){copy, value};
}

static void add_copy(struct run_identity *identity, const char *name, const char *value)
{
    run_identity_add(identity, name, base_text_copy(value, strlen(value)));
}

static void identity_deinit(struct run_identity *identity)
{
    for (size_t i = 0; i < identity->count; ++i) {
        free((void *)identity->shown[i].name);
        free((void *)identity->shown[i].value);
    }
}

/* Collects the problem's inputs and the options that decide the result, with the run's choices. */
static void identity_init(const struct search *search, struct run_identity *identity)
{
    const struct swarm_params *params = search->task->params;
    const size_t count = params->start_count, bytes = count * params->start_nodes * sizeof *params->starts;
    search->problem->identify(search, identity);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char buffer[OPTIONS_TEXT];
        const bool has = options_owners((enum option)option) & search->problem->owners;
        const char *value = has ? options_text(&search->options, (enum option)option, true, buffer) : NULL;
        if (run_decides(search->problem, (enum option)option, value)) {
            add_copy(identity, options_name((enum option)option), value);
        }
    }
    run_identity_add(
        identity, start_name,
        count == 0 ? base_text_format("no tours")
                   : base_text_format("%zu tours (CRC-32 %08lx)", count, base_checksum(0, params->starts, bytes)));
}

/* Adds the stop conditions, and those choices of the run that do not affect the result. */
static void add_free(const struct search *search, struct run_identity *identity)
{
    struct options used = search->options;
    search_describe(search, &used);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char buffer[OPTIONS_TEXT], name[64];
        const struct swarm_param *row = options_row((enum option)option);
        const bool ends = row->role == SWARM_PARAM_ENDS && search->options.text[option];
        const bool free = row->role == SWARM_PARAM_DECIDES && search->problem->is_free;
        const char *value = ends   ? search->options.text[option]
                            : free ? options_text(&used, (enum option)option, false, buffer)
                                   : NULL;
        if (value && (ends || search->problem->is_free((enum option)option, value))) {
            snprintf(name, sizeof name, RUN_FREE "%s", row->name);
            add_copy(identity, name, value);
        }
    }
}

enum swarm_status run_identity_sum(const struct search *search, uint32_t *sum)
{
    struct run_identity identity = {.count = 0};
    unsigned long made = 0;
    identity_init(search, &identity);
    for (size_t i = 0; i < identity.count; ++i) {
        made = base_checksum(made, identity.shown[i].name, strlen(identity.shown[i].name) + 1);
        made = base_checksum(made, identity.shown[i].value, strlen(identity.shown[i].value) + 1);
    }
    *sum = (uint32_t)made;
    identity_deinit(&identity);
    return identity.failed ? base_fail_memory(search->env) : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The state in memory                                                                                                */

void run_state_init(struct run *run)
{
    static const char *const names[] = {
        "reached", "trace", "answer", "done", "end", "trace of the end", "answer of the end", "done at the end"};
    const struct {
        uint64_t most;
        size_t item;
    } sizes[] = {[REACHED] = {1, sizeof(struct run_reached)},
                 [TRACE] = {UINT32_MAX, sizeof(struct swarm_trace_point)},
                 [SOLUTION] = {run->search.solution_size, 1},
                 [DONE] = {SEARCH_DONE_TEXT, 1}};
    for (size_t i = 0; i < SECTION_COUNT; ++i) {
        search_sections_add(&run->state.reached, names[i], sizes[i % END].most, sizes[i % END].item);
    }
    if (run->islands) {
        islands_list_states(run->islands, &run->state.parts, &run->state.count);
    } else {
        run->search.engine->type->list(run->search.engine, &run->search.state);
        run->state.part = &run->search.state;
        run->state.parts = &run->state.part;
        run->state.count = 1;
    }
}

enum swarm_status run_state_take(struct run *run, const struct search *search, bool at_end)
{
    const struct swarm_result *shown = &search->result->shown;
    struct search_sections *sections = &run->state.reached;
    const size_t at = at_end ? END : REACHED;
    const struct run_reached reached = {
        .iterations = shown->iterations,
        .best_iteration = shown->best_iteration,
        .score = search->result->best.score,
        .reported = search->result->reported,
        .built = search->result->built,
        .scale = search->scale,
        .seconds = base_seconds(search->env),
        .best_seconds = shown->best_seconds,
        .stop_reason = at_end ? (uint64_t)shown->stop_reason : 0,
        .counts = search->engine->counts,
    };
    const char *done = search->engine->done;
    struct base_env *env = search->env;
    TRY(search_sections_put(sections, env, at + REACHED, &reached, 1));
    TRY(search_sections_put(sections, env, at + TRACE, shown->trace, shown->trace_count));
    TRY(search_sections_put(sections, env, at + SOLUTION, search->solution, search->solution_size));
    TRY(search_sections_put(sections, env, at + DONE, done, strlen(done) + 1));
    for (size_t i = END; i < SECTION_COUNT && !at_end; ++i) {
        TRY(search_sections_put(sections, env, i, NULL, 0));
    }
    return SWARM_OK;
}

const struct run_reached *run_state_reached(const struct run_state *state, bool at_end)
{
    const size_t at = at_end ? END : REACHED;
    return search_sections_has(&state->reached, at, 1) ? state->reached.sections[at].bytes : NULL;
}

enum swarm_status run_state_give(struct run *run, bool at_end)
{
    struct search *search = &run->search;
    const struct base_checkpoint_section *sections = &run->state.reached.sections[at_end ? END : REACHED];
    struct search_result *result = search->result;
    struct swarm_result *shown = &result->shown;
    const struct run_reached *reached = run_state_reached(&run->state, at_end);
    const size_t count = sections[TRACE].size / sizeof *result->trace;
    TRY(BASE_GROW(search->env, result->trace, &result->trace_capacity, count));
    memcpy(result->trace, sections[TRACE].bytes, sections[TRACE].size);
    shown->trace = result->trace;
    shown->trace_count = count;
    memcpy(search->solution, sections[SOLUTION].bytes, sections[SOLUTION].size);
    snprintf(search->engine->done, sizeof search->engine->done, "%s", (const char *)sections[DONE].bytes);
    shown->iterations = reached->iterations;
    shown->best_iteration = reached->best_iteration;
    shown->best_seconds = reached->best_seconds;
    result->best = (struct search_improvement){.iteration = reached->best_iteration, .score = reached->score};
    result->reported = reached->reported;
    result->built = reached->built;
    search->engine->counts = reached->counts;
    search->scale = reached->scale;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file                                                                                                           */

/* Copies all sections in file order, without their bytes, to `all`, or `back` from there; returns their number. */
static size_t copy_sections(struct run *run, struct base_checkpoint_section *all, bool back)
{
    size_t count = 0;
    for (size_t part = 0; part <= run->state.count; ++part) {
        struct search_sections *listed = part == 0 ? &run->state.reached : run->state.parts[part - 1];
        memcpy(back ? listed->sections : all + count, back ? all + count : listed->sections,
               listed->count * sizeof *all);
        count += listed->count;
    }
    return count;
}

/* Lists the sections of a file, owned; NULL if memory ran out. Collects the inputs in `identity`. */
static struct base_checkpoint begin_file(struct run *run, struct run_identity *identity)
{
    const size_t most = (1 + run->state.count) * SEARCH_SECTIONS_MOST;
    struct base_checkpoint_section *all = base_array(most, sizeof *all);
    const size_t count = all ? copy_sections(run, all, false) : 0;
    identity_init(&run->search, identity);
    return (struct base_checkpoint){run->search.problem->kind, identity->shown, 0, all, count};
}

/* For ranks: renames the previous file instead of replacing it, and records the iteration of the new state. */
static void keep_before(const struct run *run, const char *path, struct run_identity *identity)
{
    const struct run_reached *end = run_state_reached(&run->state, true);
    const struct run_reached *reached = end ? end : run_state_reached(&run->state, false);
    char *before = run_checkpoint_path_before(path);
    if (before) {
        rename(path, before); /* fails for the first checkpoint: no file yet */
    }
    run_identity_add(identity, after_name,
                     before ? base_text_format("%llu", (unsigned long long)reached->iterations) : NULL);
    free(before);
}

int64_t run_state_iteration(const struct run *run, const char *path)
{
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0;
    int64_t iteration = -1;
    const bool read =
        base_checkpoint_settings(run->search.env, path, run->search.problem->kind, &there, &count) == SWARM_OK;
    for (size_t i = 0; i < count && read; ++i) {
        if (strcmp(there[i].name, after_name) == 0
            && !base_number_integer(there[i].value, strlen(there[i].value), &iteration)) {
            iteration = -1;
        }
    }
    free(there);
    return iteration;
}

enum swarm_status run_state_write(struct run *run)
{
    const char *path = run->checkpoints.path;
    struct run_identity identity = {.count = 0};
    struct base_checkpoint file = begin_file(run, &identity);
    enum swarm_status status = SWARM_OK;
    add_free(&run->search, &identity);
    for (size_t i = 0; i < file.section_count; ++i) {
        file.sections[i].size = file.sections[i].bytes ? file.sections[i].size : 0; /* no state was copied yet */
    }
    if (run->search.env->ranks.count > 1) {
        keep_before(run, path, &identity);
    }
    TRY_OR(done, identity.failed || !file.sections ? base_fail_memory(run->search.env) : SWARM_OK);
    file.setting_count = identity.count;
    TRY_OR(done, base_checkpoint_write(run->search.env, path, &file));
    run->checkpoints.written = true;

done:
    free(file.sections);
    identity_deinit(&identity);
    return status;
}

/* Rejects impossible results: the solution must have its score, and the trace must end with that score. */
static enum swarm_status check_reached(const struct run *run, size_t at)
{
    const struct search_sections *state = &run->state.reached;
    const struct base_checkpoint_section *sections = &state->sections[at];
    const struct swarm_trace_point *trace = sections[TRACE].bytes;
    const char *done = sections[DONE].bytes;
    const size_t count = sections[TRACE].size / sizeof *trace;
    const struct run_reached *reached = sections[REACHED].bytes;
    int64_t length;
    double value;
    bool possible;
    if (!search_sections_has(state, at, 1) || !search_sections_has(state, at + TRACE, count) || count == 0
        || !search_sections_has(state, at + SOLUTION, run->search.solution_size) || sections[DONE].size == 0
        || done[sections[DONE].size - 1] != '\0') {
        return search_refuse_state(&run->search);
    }
    const struct swarm_trace_point *last = &trace[count - 1];
    TRY(run->search.problem->check(&run->search, sections[SOLUTION].bytes, reached->score, &possible));
    run->search.problem->show(&run->search, reached->score, &length, &value);
    possible = possible && last->length == length && memcmp(&last->value, &value, sizeof value) == 0
               && last->iteration == reached->best_iteration && reached->best_iteration <= reached->iterations
               && reached->iterations <= UINT32_MAX && reached->scale >= 0 && reached->seconds >= 0.0
               && reached->seconds < 1e12 && reached->stop_reason <= (uint64_t)SWARM_STOP_CONVERGED;
    return possible ? SWARM_OK : search_refuse_state(&run->search);
}

enum swarm_status run_state_read(struct run *run)
{
    struct base_env *env = run->search.env;
    struct run_identity identity = {.count = 0};
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0;
    struct base_checkpoint file = begin_file(run, &identity);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, base_checkpoint_settings(env, run->resume_path, file.kind, &there, &count));
    for (size_t i = 0; i < count; ++i) { /* settings that may differ between the runs */
        if (strncmp(there[i].name, RUN_FREE, strlen(RUN_FREE)) == 0) {
            add_copy(&identity, there[i].name, there[i].value);
        }
    }
    TRY_OR(done, identity.failed || !file.sections ? base_fail_memory(env) : SWARM_OK);
    file.setting_count = identity.count;
    TRY_OR(done, base_checkpoint_read(env, run->resume_path, &file));
    copy_sections(run, file.sections, true);
    const bool begun = run->state.reached.sections[REACHED].size > 0;
    TRY_OR(done, begun ? check_reached(run, REACHED) : SWARM_OK);
    TRY_OR(done, !begun || run->state.reached.sections[END].size > 0 ? check_reached(run, END) : SWARM_OK);

done:
    identity_deinit(&identity);
    free(file.sections);
    free(there);
    return status;
}
