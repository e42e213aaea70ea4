#include "tsp_checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "outcome.h"
#include "replay.h"
#include "tsp/number.h"
#include "tsp/tour.h"

static const char kind[] = "swarmcl tsp";

/* Settings of the file that are no parameters: what the run is about, and what it was told that may change. */
static const char instance_name[] = "an instance of", start_name[] = "--init of";
#define TOLD      "told "
#define TOLD_SIZE (sizeof TOLD - 1)

/* Of the state, and of the end in the same order. */
enum section { REACHED, TRACE, TOUR, SCHEDULE, END, SECTION_COUNT = 2 * END };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Settings                                                                                                           */

static uLong sum_bytes(uLong sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (const size_t most = (size_t)1 << 30; size > most; at += most, size -= most) {
        sum = crc32(sum, at, (uInt)most);
    }
    return size > 0 ? crc32(sum, at, (uInt)size) : sum;
}

static char *instance_text(const struct swarm_instance *instance)
{
    const struct swarm_instance_info *info = &instance->info;
    const size_t n = info->node_count;
    const uint32_t about[2] = {(uint32_t)info->metric, info->symmetric};
    uLong sum = crc32(0, (const Bytef *)about, sizeof about);
    if (instance->coordinates) {
        sum = sum_bytes(sum, instance->coordinates, 3 * n * sizeof *instance->coordinates);
    }
    for (size_t i = 0; i < n && instance->matrix; ++i) {
        sum = sum_bytes(sum, instance->matrix + i * n, n * sizeof *instance->matrix);
    }
    sum = sum_bytes(sum, instance->fixed_edges, info->fixed_edge_count * sizeof *instance->fixed_edges);
    return base_text_format("%zu nodes (CRC-32 %08lx)", n, sum);
}

static char *start_text(const struct swarm_params *params)
{
    const size_t count = params->start_tours;
    return count == 0
               ? base_text_format("no tours")
               : base_text_format("%zu tours (CRC-32 %08lx)", count,
                                  sum_bytes(0, params->start, count * params->start_count * sizeof *params->start));
}

/* What the tours follow from: the parameters that --replay takes, as the run uses them. What a run of mosaic has done
 * so far is none of them. */
static enum swarm_status settings_init(const struct solver_tsp_checkpoint *about,
                                       struct solver_checkpoint_settings *settings)
{
    const struct solver_param_table *table = about->params->table;
    struct swarm_setting *used = NULL;
    size_t count = 0;
    enum swarm_status status = SWARM_OK;
    solver_checkpoint_add(settings, instance_name, instance_text(about->instance));
    TRY(solver_result_settings(about->env, about->params, about->chosen, about->colony, &used, &count));
    for (size_t i = 0; i < count; ++i) {
        const struct swarm_param *row = &table->rows[i];
        const bool schedule = strcmp(row->name, "schedule") == 0;
        const char *value = schedule ? swarm_params_get(about->params, row->name) : used[i].value;
        if (solver_replay_decides(row, value)) {
            solver_checkpoint_add_copy(settings, row->name, value);
        }
    }
    solver_checkpoint_add(settings, start_name, start_text(about->params));
    status = settings->failed ? base_fail_memory(about->env) : SWARM_OK;

fail:
    solver_settings_free(used, count);
    return status;
}

/* What the run was told of its end, and the improver, where it is one of those that come to the same tours. */
static enum swarm_status add_told(const struct solver_tsp_checkpoint *about,
                                  struct solver_checkpoint_settings *settings)
{
    const struct solver_param_table *table = about->params->table;
    for (size_t i = 0; i < table->count; ++i) {
        const struct swarm_param *row = &table->rows[i];
        const bool improver = strcmp(row->name, "improver") == 0 && about->chosen->mosaic;
        const char *value = improver ? mosaic_engine_choices(about->colony)->improver->name
                                     : swarm_params_get(about->params, row->name);
        const bool told = row->role == SWARM_PARAM_ENDS && solver_params_is_set(about->params, row->name);
        if (value && (told || (improver && !solver_replay_decides(row, value)))) {
            char name[64];
            snprintf(name, sizeof name, TOLD "%s", row->name);
            solver_checkpoint_add_copy(settings, name, value);
        }
    }
    return settings->failed ? base_fail_memory(about->env) : SWARM_OK;
}

static bool is_told(const char *name)
{
    return strncmp(name, TOLD, TOLD_SIZE) == 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The state                                                                                                          */

void solver_tsp_state_init(const struct aco_colony *colony, struct solver_tsp_state *state)
{
    const uint64_t n = colony->request.instance->info.node_count;
    for (int end = 0; end < 2; ++end) {
        aco_state_add(&state->reached, end ? "end" : "reached", 1, sizeof(struct solver_reached));
        aco_state_add(&state->reached, end ? "trace of the end" : "trace", UINT32_MAX,
                      sizeof(struct swarm_trace_point));
        aco_state_add(&state->reached, end ? "tour of the end" : "tour", n, sizeof(uint32_t));
        aco_state_add(&state->reached, end ? "done at the end" : "done", MOSAIC_SCHEDULE_TEXT, 1);
    }
    colony->type->list(colony, &state->colony);
}

void solver_tsp_state_deinit(struct solver_tsp_state *state)
{
    aco_state_deinit(&state->reached);
    aco_state_deinit(&state->colony);
}

enum swarm_status solver_tsp_state_take(const struct solver_tsp_checkpoint *about, const struct solver_result *result,
                                        const uint32_t *tour, int64_t first_length, bool at_end,
                                        struct solver_tsp_state *state)
{
    const struct swarm_result *shown = &result->shown;
    const size_t at = at_end ? END : REACHED, n = about->node_count;
    const struct solver_reached reached = {
        .iterations = shown->iterations,
        .best_iteration = shown->best_iteration,
        .length = shown->length,
        .built_length = shown->built_length,
        .first_length = first_length,
        .seconds = base_seconds(about->env),
        .best_seconds = shown->best_seconds,
        .stop_reason = at_end ? (uint64_t)shown->stop_reason : 0,
    };
    const char *done = about->chosen->mosaic ? mosaic_engine_schedule(about->colony) : "";
    void *held = aco_state_make(&state->reached, at + REACHED, 1);
    void *trace = aco_state_make(&state->reached, at + TRACE, shown->trace_count);
    void *held_tour = aco_state_make(&state->reached, at + TOUR, n);
    void *held_done = aco_state_make(&state->reached, at + SCHEDULE, strlen(done) + 1);
    for (size_t i = at_end ? SECTION_COUNT : (size_t)END; i < SECTION_COUNT; ++i) {
        if (!aco_state_make(&state->reached, i, 0)) {
            return base_fail_memory(about->env);
        }
    }
    if (!held || !trace || !held_tour || !held_done) {
        return base_fail_memory(about->env);
    }
    memcpy(held_done, done, strlen(done) + 1);
    memcpy(held, &reached, sizeof reached);
    memcpy(held_tour, tour, n * sizeof *tour);
    if (shown->trace_count > 0) {
        memcpy(trace, shown->trace, shown->trace_count * sizeof *shown->trace);
    }
    return SWARM_OK;
}

struct solver_reached solver_tsp_state_reached(const struct solver_tsp_state *state)
{
    struct solver_reached reached;
    memcpy(&reached, state->reached.sections[REACHED].bytes, sizeof reached);
    return reached;
}

bool solver_tsp_state_end(const struct solver_tsp_state *state, struct solver_reached *reached)
{
    const bool there = aco_state_has(&state->reached, END, 1);
    if (there) {
        memcpy(reached, state->reached.sections[END].bytes, sizeof *reached);
    }
    return there;
}

const char *solver_tsp_state_done(const struct solver_tsp_state *state, bool at_end)
{
    return state->reached.sections[(at_end ? END : REACHED) + SCHEDULE].bytes;
}

enum swarm_status solver_tsp_state_give(const struct solver_tsp_checkpoint *about, const struct solver_tsp_state *state,
                                        bool at_end, struct solver_result *result, uint32_t *tour)
{
    const size_t at = at_end ? END : REACHED;
    const struct base_checkpoint_section *sections = &state->reached.sections[at];
    struct swarm_result *shown = &result->shown;
    struct solver_reached reached;
    memcpy(&reached, sections[0].bytes, sizeof reached);
    const size_t count = sections[TRACE].size / sizeof *result->trace;
    struct swarm_trace_point *trace = base_array(count, sizeof *trace);
    if (!trace) {
        return base_fail_memory(about->env);
    }
    if (count > 0) {
        memcpy(trace, sections[TRACE].bytes, sections[TRACE].size);
    }
    free(result->trace);
    shown->trace = result->trace = trace;
    shown->trace_count = result->trace_capacity = count;
    memcpy(tour, sections[TOUR].bytes, sections[TOUR].size);
    shown->iterations = reached.iterations;
    shown->best_iteration = reached.best_iteration;
    shown->best_seconds = reached.best_seconds;
    shown->length = reached.length;
    shown->built_length = reached.built_length;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The file                                                                                                           */

static size_t part_count(const struct solver_tsp_state *state)
{
    return 1 + (state->island_count > 0 ? state->island_count : 1);
}

static struct aco_state *part_of(struct solver_tsp_state *state, size_t part)
{
    return part == 0 ? &state->reached : state->island_count > 0 ? state->islands[part - 1] : &state->colony;
}

/* All sections in the order of the file; returns owned, without their bytes; NULL when memory ran out. */
static struct base_checkpoint_section *list_sections(struct solver_tsp_state *state, size_t *count)
{
    struct base_checkpoint_section *sections = base_array(part_count(state) * ACO_STATE_SECTIONS, sizeof *sections);
    *count = 0;
    for (size_t part = 0; sections && part < part_count(state); ++part) {
        const struct aco_state *listed = part_of(state, part);
        for (size_t i = 0; i < listed->count; ++i) {
            sections[(*count)++] = listed->sections[i];
        }
    }
    return sections;
}

static void take_sections(struct solver_tsp_state *state, const struct base_checkpoint_section *sections)
{
    size_t count = 0;
    for (size_t part = 0; part < part_count(state); ++part) {
        struct aco_state *taken = part_of(state, part);
        for (size_t i = 0; i < taken->count; ++i) {
            taken->sections[i] = sections[count++];
        }
    }
}

static const char after_name[] = TOLD "after";

/* The iteration that a rank's state tells of, and the file that it takes the place of. */
static enum swarm_status keep_before(const struct base_env *env, const char *path, const struct solver_tsp_state *state,
                                     struct solver_checkpoint_settings *settings)
{
    struct solver_reached reached = solver_tsp_state_reached(state), end;
    const uint64_t iteration = solver_tsp_state_end(state, &end) ? end.iterations : reached.iterations;
    char *before = env->ranks.count > 1 ? solver_checkpoint_path_before(path) : NULL;
    if (before) {
        rename(path, before); /* the first has none */
        solver_checkpoint_add(settings, after_name, base_text_format("%llu", (unsigned long long)iteration));
    }
    settings->failed = settings->failed || (env->ranks.count > 1 && !before);
    free(before);
    return settings->failed ? SWARM_ERROR_OUT_OF_MEMORY : SWARM_OK;
}

int64_t solver_tsp_checkpoint_iteration(struct base_env *env, const char *path)
{
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0;
    int64_t iteration = -1;
    if (base_checkpoint_settings(env, path, kind, &there, &count) != SWARM_OK) {
        return -1;
    }
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(there[i].name, after_name) == 0
            && !tsp_number_integer(there[i].value, strlen(there[i].value), &iteration)) {
            iteration = -1;
        }
    }
    free(there);
    return iteration;
}

enum swarm_status solver_tsp_checkpoint_write(const struct solver_tsp_checkpoint *about, const char *path,
                                              struct solver_tsp_state *state)
{
    struct solver_checkpoint_settings settings = {.count = 0};
    size_t section_count;
    struct base_checkpoint_section *sections = list_sections(state, &section_count);
    enum swarm_status status = sections ? SWARM_OK : base_fail_memory(about->env);
    TRY(status);
    TRY(settings_init(about, &settings));
    TRY(add_told(about, &settings));
    if (keep_before(about->env, path, state, &settings) != SWARM_OK) {
        status = base_fail_memory(about->env);
        goto fail;
    }
    TRY(base_checkpoint_write(about->env, path, kind, settings.shown, settings.count, sections, section_count));

fail:
    free(sections);
    solver_checkpoint_settings_deinit(&settings);
    return status;
}

/* What a run can have come to: a tour of its length, and a trace that ends with it. */
static enum swarm_status check_reached(const struct solver_tsp_checkpoint *about, const struct solver_tsp_state *state,
                                       size_t at, bool *possible)
{
    const struct base_checkpoint_section *sections = &state->reached.sections[at];
    const struct swarm_trace_point *trace = sections[TRACE].bytes;
    const char *done = sections[SCHEDULE].bytes;
    const size_t count = sections[TRACE].size / sizeof *trace;
    struct solver_reached reached;
    *possible = aco_state_has(&state->reached, at, 1) && aco_state_has(&state->reached, at + TRACE, count) && count > 0
                && aco_state_has(&state->reached, at + TOUR, about->node_count) && sections[SCHEDULE].size > 0
                && done[sections[SCHEDULE].size - 1] == '\0';
    if (!*possible) {
        return SWARM_OK;
    }
    memcpy(&reached, sections[0].bytes, sizeof reached);
    int64_t length = 0;
    enum swarm_status status =
        tsp_tour_measure(about->env, about->colony->request.instance, sections[TOUR].bytes, about->node_count, &length);
    length += about->colony->request.offset;
    *possible = status == SWARM_OK && length == reached.length && trace[count - 1].length == length
                && trace[count - 1].iteration == reached.best_iteration && reached.best_iteration <= reached.iterations
                && reached.iterations <= UINT32_MAX && reached.first_length >= 0 && reached.seconds >= 0.0
                && reached.seconds < 1e12 && reached.stop_reason <= (uint64_t)SWARM_STOP_CANCELLED;
    return status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
}

static enum swarm_status check_state(const struct solver_tsp_checkpoint *about, const char *path,
                                     const struct solver_tsp_state *state)
{
    const bool ended = state->reached.sections[END].size > 0;
    bool possible = false, end_possible = true;
    enum swarm_status status = check_reached(about, state, REACHED, &possible);
    if (status == SWARM_OK && possible && ended) {
        status = check_reached(about, state, END, &end_possible);
    }
    if (status != SWARM_OK) {
        return status;
    }
    return possible && end_possible
               ? SWARM_OK
               : base_fail(about->env, SWARM_ERROR_INPUT, "%s: holds a state that no run can have", path);
}

enum swarm_status solver_tsp_checkpoint_read(const struct solver_tsp_checkpoint *about, const char *path,
                                             struct solver_tsp_state *state)
{
    struct solver_checkpoint_settings settings = {.count = 0};
    struct base_checkpoint_setting *there = NULL;
    size_t count = 0, section_count;
    struct base_checkpoint_section *sections = list_sections(state, &section_count);
    enum swarm_status status = sections ? SWARM_OK : base_fail_memory(about->env);
    TRY(status);
    TRY(base_checkpoint_settings(about->env, path, kind, &there, &count));
    TRY(settings_init(about, &settings));
    for (size_t i = 0; i < count; ++i) { /* these may differ */
        if (is_told(there[i].name)) {
            solver_checkpoint_add_copy(&settings, there[i].name, there[i].value);
        }
    }
    if (settings.failed) {
        status = base_fail_memory(about->env);
        goto fail;
    }
    TRY(base_checkpoint_read(about->env, path, kind, settings.shown, settings.count, sections, section_count));
    take_sections(state, sections);
    TRY(check_state(about, path, state));

fail:
    solver_checkpoint_settings_deinit(&settings);
    free(sections);
    free(there);
    return status;
}

enum swarm_status solver_tsp_checkpoint_sum(const struct solver_tsp_checkpoint *about, uint32_t *sum)
{
    struct solver_checkpoint_settings settings = {.count = 0};
    uLong made = crc32(0, NULL, 0);
    enum swarm_status status = SWARM_OK;
    TRY(settings_init(about, &settings));
    for (size_t i = 0; i < settings.count; ++i) {
        made = sum_bytes(made, settings.shown[i].name, strlen(settings.shown[i].name) + 1);
        made = sum_bytes(made, settings.shown[i].value, strlen(settings.shown[i].value) + 1);
    }
    *sum = (uint32_t)made;

fail:
    solver_checkpoint_settings_deinit(&settings);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Resuming                                                                                                           */

static bool has_end(const struct swarm_params *params)
{
    bool given = false;
    for (size_t i = 0; i < params->table->count; ++i) {
        const struct swarm_param *row = &params->table->rows[i];
        given = given || (row->role == SWARM_PARAM_ENDS && solver_params_is_set(params, row->name));
    }
    return given;
}

/* What the run was told, where nothing else is said now. */
static enum swarm_status take_told(struct base_env *env, struct swarm_params *params,
                                   const struct base_checkpoint_setting *there, size_t count)
{
    const bool ended = has_end(params);
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        const char *name = there[i].name + TOLD_SIZE;
        const struct swarm_param *row =
            is_told(there[i].name) ? swarm_param_find(params->table->rows, params->table->count, name) : NULL;
        const bool wanted = row && (row->role == SWARM_PARAM_ENDS ? !ended : !solver_params_is_set(params, name));
        TRY(wanted ? solver_params_set(env, params, name, there[i].value) : SWARM_OK);
    }

fail:
    return status;
}

enum swarm_status solver_params_resume(struct base_env *env, struct swarm_params *params)
{
    struct base_checkpoint_setting *there = NULL;
    struct swarm_setting *settings = NULL;
    char *path = NULL, *before = NULL;
    size_t count = 0;
    enum swarm_status status = SWARM_OK;
    TRY(solver_params_require(env, params, &solver_tsp_table));
    if (!swarm_params_get(params, "resume")) {
        return SWARM_OK;
    }
    path = solver_checkpoint_path(env, swarm_params_get(params, "resume"));
    TRY(path ? SWARM_OK : base_fail_memory(env));
    if (env->ranks.count > 1 && access(path, F_OK) != 0) { /* it may have been about to be written */
        before = solver_checkpoint_path_before(path);
        TRY(before ? SWARM_OK : base_fail_memory(env));
    }
    const char *last = before && access(before, F_OK) == 0 ? before : path;
    TRY(base_checkpoint_settings(env, last, kind, &there, &count));
    struct swarm_record record = {.name = path};
    settings = base_array(count, sizeof *settings);
    if (!settings) {
        status = base_fail_memory(env);
        goto fail;
    }
    for (size_t i = 0; i < count; ++i) {
        const char *name = there[i].name;
        if (!is_told(name) && strcmp(name, instance_name) != 0 && strcmp(name, start_name) != 0) {
            settings[record.setting_count++] = (struct swarm_setting){.name = name, .value = there[i].value};
        }
    }
    record.settings = settings;
    TRY(take_told(env, params, there, count));
    TRY(solver_params_continue(env, params, &record));

fail:
    free(path);
    free(before);
    free(settings);
    free(there);
    return status;
}
