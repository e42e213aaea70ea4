#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"

enum swarm_status run_engine_create(struct base_env *env, const struct run_engine_type *type,
                                    const struct run_request *request, struct run_devices devices,
                                    struct run_engine **engine)
{
    struct run_engine *made = base_array(1, type->size);
    if (!made) {
        return base_fail_memory(env);
    }
    made->type = type;
    made->env = env;
    made->request = *request;
    if (devices.list) {
        made->devices = devices.list;
        made->device_index = devices.indices[0];
        made->device = &devices.list->devices[devices.indices[0]];
    }
    *engine = made;
    return SWARM_OK;
}

void run_engine_destroy(struct run_engine **engine)
{
    if (*engine) {
        (*engine)->type->release(*engine);
        free(*engine);
        *engine = NULL;
    }
}

uint64_t run_engine_add_plan(struct run_engine *engine, const char *name, uint64_t bytes)
{
    engine->plan[engine->plan_count++] = (struct swarm_plan_entry){name, bytes};
    return bytes;
}

enum swarm_status run_engine_plan_buffers(struct run_engine *engine, const struct ocl_buffer *buffers, size_t count)
{
    engine->plan_count = 0;
    for (size_t i = 0; i < count; ++i) {
        run_engine_add_plan(engine, buffers[i].name, buffers[i].bytes);
    }
    return ocl_plan_check(engine->env, engine->device, buffers, count);
}

enum swarm_status run_engine_check_memory(const struct run_engine *engine, uint64_t bytes, const char *advice)
{
    TRY(base_require_bytes(engine->env, bytes, "the run needs", advice));
    base_log(engine->env, bytes > base_memory_available("") / 2 ? SWARM_LOG_INFO : SWARM_LOG_DEBUG, "host memory %s",
             base_size_text(bytes).text);
    return SWARM_OK;
}

enum swarm_status run_engine_check_twin(const struct run_engine *engine, uint64_t bytes)
{
    TRY(run_engine_check_memory(engine, bytes, ""));
    base_log(engine->env, SWARM_LOG_INFO, "sequential twin on the host, memory %s", base_size_text(bytes).text);
    return SWARM_OK;
}

enum swarm_status run_engine_check_loops(const struct run_engine *engine, const char *instead)
{
    return engine->device && engine->device->software
               ? base_fail(engine->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "the software renderer \"%s\" ends loops of more than 65535 turns early; %s searches with "
                           "the host's threads",
                           engine->device->name, instead)
               : SWARM_OK;
}

enum swarm_status run_engine_open_session(struct run_engine *engine, struct ocl_session *session)
{
    if (engine->devices) {
        TRY(ocl_session_open(engine->env, engine->devices, engine->device_index, engine->request.profiling, session));
        engine->session = session;
    }
    return SWARM_OK;
}

enum swarm_status run_engine_do_nothing(struct run_engine *engine)
{
    (void)engine;
    return SWARM_OK;
}

bool run_engine_begin(struct run_engine *engine, bool is_ready, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    *last = iteration;
    *interrupted = !is_ready || run_engine_is_interrupted(engine);
    engine->torn = engine->torn || !*interrupted;
    return !*interrupted;
}

void run_engine_report(struct run_engine *engine, const struct run_iteration *iteration, uint64_t *stalled)
{
    const bool improved = iteration->best < iteration->before;
    *stalled = improved ? 0 : *stalled + !engine->torn;
    engine->improvement = (struct run_improvement){.iteration = iteration->number, .score = iteration->best};
    engine->summary = (struct run_summary){
        .iterations = iteration->number,
        .built = iteration->built,
        .count = improved,
        .improvements = &engine->improvement,
        .state = run_engine_state(engine, iteration->best, *stalled),
    };
    engine->has_summary = true;
}

enum swarm_status run_engine_collect(struct run_engine *engine, bool all, bool *got, struct run_summary *summary)
{
    (void)all;
    *got = engine->has_summary;
    *summary = engine->summary;
    engine->has_summary = false;
    return SWARM_OK;
}

enum run_state run_engine_state(const struct run_engine *engine, int64_t best, uint64_t stalled)
{
    const uint64_t patience = engine->request.no_improve;
    return best <= engine->request.target        ? RUN_REACHED_TARGET
           : patience > 0 && stalled >= patience ? RUN_STAGNATED
                                                 : RUN_GOES_ON;
}

bool run_engine_is_interrupted(const struct run_engine *engine)
{
    return base_interrupted(engine->env, engine->request.deadline);
}

bool run_engine_is_cut(const struct run_engine *engine)
{
    return base_cut(engine->env, engine->request.deadline, &engine->patience);
}

void run_sections_deinit(struct run_sections *state)
{
    for (size_t i = 0; i < state->count; ++i) {
        free(state->sections[i].bytes);
    }
    *state = (struct run_sections){.count = 0};
}

void run_sections_add(struct run_sections *state, const char *name, uint64_t count, size_t item)
{
    const size_t most = count < SIZE_MAX / item ? (size_t)count * item : SIZE_MAX / item * item;
    state->items[state->count] = item;
    state->sections[state->count++] = (struct base_checkpoint_section){.name = name, .size = most};
}

void *run_sections_make(struct run_sections *state, size_t section, uint64_t count)
{
    struct base_checkpoint_section *made = &state->sections[section];
    const size_t item = state->items[section];
    if (!made->bytes || made->size != count * item) {
        free(made->bytes);
        made->bytes = count <= SIZE_MAX ? base_array((size_t)count, item) : NULL;
        made->size = made->bytes ? (size_t)count * item : 0;
    }
    return made->bytes;
}

enum swarm_status run_sections_put(struct run_sections *state, struct base_env *env, size_t section, const void *items,
                                   uint64_t count)
{
    TRY(base_require_memory(env, "checkpoint", (size_t)count, state->items[section]));
    void *made = run_sections_make(state, section, count);
    if (!made) {
        return base_fail_memory(env);
    }
    if (items && count > 0) {
        memcpy(made, items, state->sections[section].size);
    }
    return SWARM_OK;
}

void run_sections_get(const struct run_sections *state, size_t section, void *to)
{
    const struct base_checkpoint_section *from = &state->sections[section];
    if (from->size > 0) {
        memcpy(to, from->bytes, from->size);
    }
}
