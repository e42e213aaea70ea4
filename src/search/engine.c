#include "engine.h"

#include <stdlib.h>

#include "base/memory.h"

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
