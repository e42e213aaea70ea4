#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum swarm_status search_engine_create(struct base_env *env, const struct search_engine_type *type,
                                       const struct search_request *request, struct search_devices devices,
                                       struct search_engine **engine)
{
    struct search_engine *made = base_array(1, type->size);
    if (!made) {
        return base_fail_memory(env);
    }
    made->type = type;
    made->env = env;
    made->request = *request;
    made->start_score = INT64_MAX;
    if (devices.list) {
        made->devices = devices.list;
        made->device_index = devices.indices[0];
        made->device = &devices.list->devices[devices.indices[0]];
    }
    *engine = made;
    return SWARM_OK;
}

void search_engine_destroy(struct search_engine **engine)
{
    if (*engine) {
        (*engine)->type->release(*engine);
        free(*engine);
        *engine = NULL;
    }
}

uint64_t search_engine_add_plan(struct search_engine *engine, const char *name, uint64_t bytes)
{
    engine->plan[engine->plan_count++] = (struct swarm_plan_entry){name, bytes};
    return bytes;
}

enum swarm_status search_engine_plan_buffers(struct search_engine *engine, const struct ocl_buffer *buffers,
                                             size_t count)
{
    engine->plan_count = 0;
    for (size_t i = 0; i < count; ++i) {
        search_engine_add_plan(engine, buffers[i].name, buffers[i].bytes);
    }
    return ocl_plan_check(engine->env, engine->device, buffers, count);
}

enum swarm_status search_engine_check_memory(const struct search_engine *engine, uint64_t bytes, const char *advice)
{
    enum { SMALL = 1 << 22 }; /* bytes that need no check: its files take a tenth of the time of 100 nodes in a batch */
    const bool is_small = bytes <= SMALL;
    TRY(is_small ? SWARM_OK : base_require_bytes(engine->env, bytes, "the run needs", advice));
    base_log(engine->env, !is_small && bytes > base_memory_available("") / 2 ? SWARM_LOG_INFO : SWARM_LOG_DEBUG,
             "host memory %s", base_size_text(bytes).text);
    return SWARM_OK;
}

enum swarm_status search_engine_check_reference(const struct search_engine *engine, uint64_t bytes)
{
    TRY(search_engine_check_memory(engine, bytes, ""));
    base_log(engine->env, SWARM_LOG_INFO, "sequential reference on the host, memory %s", base_size_text(bytes).text);
    return SWARM_OK;
}

enum swarm_status search_engine_check_loops(const struct search_engine *engine, const char *instead)
{
    return engine->device && engine->device->software
               ? base_fail(engine->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "the software renderer \"%s\" ends loops after 65535 iterations; %s searches with "
                           "the host's threads",
                           engine->device->name, instead)
               : SWARM_OK;
}

enum swarm_status search_engine_open_session(struct search_engine *engine, struct ocl_session *session)
{
    if (engine->devices) {
        TRY(ocl_session_open(engine->env, engine->devices, engine->device_index, engine->request.profiling, session));
        engine->session = session;
    }
    return SWARM_OK;
}

enum swarm_status search_engine_do_nothing(struct search_engine *engine)
{
    (void)engine;
    return SWARM_OK;
}

bool search_engine_begin(struct search_engine *engine, bool is_ready, uint64_t iteration, uint64_t *last,
                         bool *interrupted)
{
    *last = iteration;
    *interrupted = !is_ready || search_engine_is_interrupted(engine);
    engine->torn = engine->torn || !*interrupted;
    return !*interrupted;
}

/* The reason to end the search, given its best score and the iterations since that was found; ITERATIONS: none. */
static enum swarm_stop_reason end_of(const struct search_engine *engine, int64_t best, uint64_t stalled)
{
    const uint64_t patience = engine->request.no_improve;
    return best <= engine->request.target        ? SWARM_STOP_TARGET
           : patience > 0 && stalled >= patience ? SWARM_STOP_STAGNATION
                                                 : SWARM_STOP_ITERATIONS;
}

void search_engine_report(struct search_engine *engine, const struct search_iteration *iteration, uint64_t *stalled)
{
    const bool improved = iteration->best < iteration->before;
    *stalled = improved ? 0 : *stalled + !engine->torn;
    engine->improvement = (struct search_improvement){.iteration = iteration->number, .score = iteration->best};
    engine->summary = (struct search_summary){
        .iterations = iteration->number,
        .built = iteration->built,
        .count = improved,
        .improvements = &engine->improvement,
        .end = end_of(engine, iteration->best, *stalled),
    };
    engine->has_summary = true;
}

enum swarm_status search_engine_collect(struct search_engine *engine, bool all, bool *got,
                                        struct search_summary *summary)
{
    (void)all;
    *got = engine->has_summary;
    *summary = engine->summary;
    engine->has_summary = false;
    return SWARM_OK;
}

bool search_engine_is_interrupted(const struct search_engine *engine)
{
    return base_interrupted(engine->env, engine->request.deadline);
}

bool search_engine_is_cut(const struct search_engine *engine)
{
    return base_cut(engine->env, engine->request.deadline, &engine->patience);
}

void search_sections_deinit(struct search_sections *state)
{
    for (size_t i = 0; i < state->count; ++i) {
        free(state->sections[i].bytes);
    }
    *state = (struct search_sections){.count = 0};
}

void search_sections_add(struct search_sections *state, const char *name, uint64_t count, size_t item)
{
    const size_t most = count < SIZE_MAX / item ? (size_t)count * item : SIZE_MAX / item * item;
    state->items[state->count] = item;
    state->sections[state->count++] = (struct base_checkpoint_section){.name = name, .size = most};
}

void *search_sections_make(struct search_sections *state, size_t section, uint64_t count)
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

enum swarm_status search_sections_put(struct search_sections *state, struct base_env *env, size_t section,
                                      const void *items, uint64_t count)
{
    TRY(base_require_memory(env, "checkpoint", (size_t)count, state->items[section]));
    void *made = search_sections_make(state, section, count);
    if (!made) {
        return base_fail_memory(env);
    }
    if (items && count > 0) {
        memcpy(made, items, state->sections[section].size);
    }
    return SWARM_OK;
}

void search_sections_get(const struct search_sections *state, size_t section, void *to)
{
    const struct base_checkpoint_section *from = &state->sections[section];
    if (from->size > 0) {
        memcpy(to, from->bytes, from->size);
    }
}
