/* make.c - the islands of this process: memory, devices, states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"
#include "search/problem.h"

/* Passes an island's messages to the user's log; only the first island on a device may log its description. */
static void forward(void *user, enum swarm_log_level level, const char *text)
{
    const struct island *island = user;
    const struct islands *islands = island->islands;
    const struct base_env *env = islands->search->env;
    const size_t devices = islands->devices->count > 0 ? islands->devices->count : 1;
    if (level != SWARM_LOG_INFO || island->number - islands->first < devices) {
        env->log(env->log_user, level, text);
    }
}

static enum swarm_status init_island(struct islands *islands, uint32_t k)
{
    const struct search *search = islands->search;
    struct island *island = &islands->islands[k];
    const uint64_t threads = search->options.set[OPTION_threads] ? search->options.threads : base_processors();
    struct search_result *result = NULL;
    island->number = islands->first + k;
    island->islands = islands;
    base_env_fork(&island->env, search->env);
    island->env.log = search->env->log ? forward : NULL;
    island->env.log_user = island;
    const enum swarm_status status = search_result_create(&island->env, &result);
    island->search = search_fork(search, &island->env, islands->solutions.own + k * search->solution_size, result);
    island->search.hooks = &islands->hooks;
    struct search_request *request = &island->search.request;
    request->seed = islands_seed(request->seed, island->number);
    request->no_improve = 0; /* islands can stagnate only together */
    request->converges = false;
    request->dump_path = island->number == islands->first ? request->dump_path : NULL;
    island->search.options.threads = threads / islands->here > 0 ? threads / islands->here : 1;
    island->search.options.set[OPTION_threads] = true;
    return status;
}

/* Allocates the buffers of an exchange in which each island sends `size` bytes. */
static enum swarm_status make_exchange(struct islands *islands, struct exchange *exchange, size_t size)
{
    const size_t slots = (size_t)islands->ranks * islands->block;
    exchange->size = size;
    TRY(base_require_memory(islands->search->env, "islands", slots + islands->block, size));
    exchange->own = base_arrays_add(&islands->arrays, islands->block, size);
    exchange->all = base_arrays_add(&islands->arrays, slots, size);
    return SWARM_OK;
}

enum swarm_status islands_create(struct search *search, struct search_devices *devices, struct islands **made)
{
    struct base_env *env = search->env;
    const uint32_t count = (uint32_t)search->options.islands;
    struct islands *islands;
    TRY(BASE_MAKE(env, islands, 1));
    struct base_arrays *arrays = &islands->arrays;
    *made = islands;
    islands->search = search;
    islands->devices = devices;
    islands->hooks = (struct search_hooks){
        .user = search->hooks->user, .found = search->hooks->found, .patience = search->hooks->patience};
    islands->stride = search->hooks->due ? 1 : UINT32_MAX;
    islands->count = count;
    islands->ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    islands->first = islands_first(env->ranks.rank, islands->ranks, count);
    islands->here = islands_first(env->ranks.rank + 1, islands->ranks, count) - islands->first;
    islands->block = (count + islands->ranks - 1) / islands->ranks;
    islands->record_size = sizeof(struct rank_record) + islands->block * sizeof(struct island_record);
    TRY(make_exchange(islands, &islands->solutions, search->solution_size));
    islands->islands = base_arrays_add(arrays, islands->here, sizeof *islands->islands);
    islands->own = base_arrays_add(arrays, 1, islands->record_size);
    islands->records = base_arrays_add(arrays, islands->ranks, islands->record_size);
    islands->scores = base_arrays_add(arrays, count, sizeof *islands->scores);
    islands->sections = base_arrays_add(arrays, islands->here, sizeof(struct search_sections *));
    TRY(arrays->failed ? base_fail_memory(env) : SWARM_OK);
    for (uint32_t k = 0; k < islands->here; ++k) {
        TRY(init_island(islands, k));
    }
    return base_team_create(env, islands->here, &islands->team);
}

/* Destroys the engines, but not the lists of their sections. */
static void destroy_engines(struct islands *islands)
{
    for (uint32_t k = islands->islands ? islands->here : 0; k-- > 0;) { /* in reverse: some use launches of the first */
        search_engine_destroy(&islands->islands[k].search.engine);
    }
    islands->search->engine = NULL;
}

void islands_destroy(struct islands **made)
{
    struct islands *islands = *made;
    if (!islands) {
        return;
    }
    destroy_engines(islands);
    for (uint32_t k = 0; islands->islands && k < islands->here; ++k) {
        search_sections_deinit(&islands->islands[k].search.state);
        swarm_result_destroy((swarm_result **)&islands->islands[k].search.result);
        base_env_deinit(&islands->islands[k].env);
    }
    base_team_destroy(&islands->team);
    base_arrays_free(&islands->arrays);
    free(islands);
    *made = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

/* Bytes in an engine's memory plan, either on its device or on the host. */
static uint64_t planned(const struct search_engine *engine, bool on_host)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < engine->plan_count; ++i) {
        const bool host = !engine->device || strcmp(engine->plan[i].name, "host") == 0;
        bytes += host == on_host ? engine->plan[i].bytes : 0;
    }
    return bytes;
}

static enum swarm_status check_fit(const struct islands *islands, const char *place, uint32_t count, uint64_t needed,
                                   uint64_t available)
{
    return needed <= available
               ? SWARM_OK
               : base_fail(islands->search->env, SWARM_ERROR_OUT_OF_MEMORY,
                           "%u islands need %s of memory on %s, but only %s are available; set fewer with --islands",
                           (unsigned)count, base_size_text(needed).text, place, base_size_text(available).text);
}

/* Fails if all islands together do not fit. Each fits by itself, as its plan has checked. */
static enum swarm_status check_memory(const struct islands *islands)
{
    uint64_t on_host = 0;
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct search_engine *engine = islands->islands[k].search.engine;
        const struct swarm_device *device = engine->device;
        uint64_t needed = 0;
        uint32_t count = 0;
        for (uint32_t i = 0; device && i < islands->here; ++i) {
            const struct search_engine *other = islands->islands[i].search.engine;
            needed += other->device == device ? planned(other, false) : 0;
            count += other->device == device;
        }
        TRY(device ? check_fit(islands, device->name, count, needed, device->global_memory) : SWARM_OK);
        const bool shares = device && (device->unified_memory || device->type == SWARM_DEVICE_CPU);
        on_host += planned(engine, true) + (shares ? planned(engine, false) : 0);
    }
    return check_fit(islands, "the host", islands->here, on_host, base_memory_available(""));
}

/* Fills in the request of island `k` if other islands on its device can share its launches. */
static void share_launches(struct islands *islands, uint32_t k, struct search_devices devices)
{
    struct search_request *request = &islands->islands[k].search.request;
    request->sharers = 0;
    request->first = NULL;
    for (uint32_t i = 0; i < islands->here; ++i) {
        if (devices.indices[i % devices.count] == devices.indices[k % devices.count]) {
            request->first = i < k && !request->first ? islands->islands[i].search.engine : request->first;
            ++request->sharers;
        }
    }
}

/* Plans and opens all islands, on the devices in turn. */
static enum swarm_status open_on(void *user, struct search_devices devices)
{
    struct islands *islands = user;
    enum swarm_status status = SWARM_OK;
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct island *island = &islands->islands[k];
        if (!devices.list) {
            options_forget(&island->search.options, IS_OF_DEVICE);
        }
        share_launches(islands, k, devices);
        status = search_open_on(&island->search,
                                (struct search_devices){devices.list, &devices.indices[k % devices.count], 1});
        TRY_OR(fail, status == SWARM_OK ? SWARM_OK : islands_fail(island, status));
    }
    TRY_OR(fail, check_memory(islands));
    islands->search->engine = islands->islands[0].search.engine;
    return SWARM_OK;

fail:
    destroy_engines(islands);
    return status;
}

/* Allocates what islands need to mix trails. */
static enum swarm_status make_trails(struct islands *islands)
{
    const struct search_engine *engine = islands->search->engine;
    islands->share = (uint64_t)(islands->search->options.trail_share * 4294967296.0 + 0.5);
    if (islands->share == 0 || islands->trails_of) {
        return SWARM_OK;
    }
    TRY(make_exchange(islands, &islands->trails, (size_t)engine->type->trail_bytes(engine)));
    islands->trails_of = base_arrays_add(&islands->arrays, islands->count, sizeof *islands->trails_of);
    TRY(islands->arrays.failed ? base_fail_memory(islands->search->env) : SWARM_OK);
    for (uint32_t k = 0; k < islands->count; ++k) {
        islands->trails_of[k] = islands_sent(islands, &islands->trails, k);
    }
    return SWARM_OK;
}

enum swarm_status islands_open(struct islands *islands)
{
    destroy_engines(islands);
    TRY(search_open_with(islands->search, islands->devices, open_on, islands));
    return make_trails(islands);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* States                                                                                                             */

/* Counts of an island, in a section of its own: once with the state, once for the end of the run. */
struct counts {
    int64_t score, built;
    uint64_t best_iteration, adopted, iterations;
    struct search_counts engine;
};

static struct counts counts_of(const struct island *island)
{
    const struct search_result *result = island->search.result;
    return (struct counts){result->best.score,           result->built,
                           result->shown.best_iteration, island->adopted,
                           result->shown.iterations,     island->search.engine->counts};
}

static enum swarm_status save_island(struct island *island)
{
    struct search_sections *state = &island->search.state;
    TRY(island->search.engine->type->save(island->search.engine, state));
    const struct counts counts[2] = {counts_of(island), counts_of(island)};
    return search_sections_put(state, &island->env, state->count - 1, counts, 2);
}

enum swarm_status islands_save(struct islands *islands, bool at_end)
{
    for (uint32_t k = 0; k < islands->here && at_end; ++k) {
        const struct search_sections *state = &islands->islands[k].search.state;
        struct counts *counts = state->sections[state->count - 1].bytes;
        counts[1] = counts_of(&islands->islands[k]);
    }
    return at_end ? SWARM_OK : islands_do(islands, save_island);
}

void islands_list_states(struct islands *islands, struct search_sections ***sections, size_t *count)
{
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct island *island = &islands->islands[k];
        struct search_sections *listed = islands->sections[k] = &island->search.state;
        island->search.engine->type->list(island->search.engine, listed);
        search_sections_add(listed, "island", 2, sizeof(struct counts));
        for (size_t i = 0; i < listed->count; ++i) {
            snprintf(island->names[i], sizeof island->names[i], "%u: %s", (unsigned)island->number,
                     listed->sections[i].name);
            listed->sections[i].name = island->names[i];
        }
    }
    *sections = islands->sections;
    *count = islands->here;
}

/* Restores an island's counts from its state. False if they are impossible. */
static bool take_counts(struct island *island, uint64_t iterations, bool at_end)
{
    const struct search *search = &island->search;
    const struct search_sections *state = &search->state;
    struct search_result *result = search->result;
    if (!search_sections_has(state, state->count - 1, 2)) {
        return false;
    }
    const struct counts *at = (const struct counts *)state->sections[state->count - 1].bytes + at_end;
    island->adopted = at->adopted;
    result->best = (struct search_improvement){.iteration = at->best_iteration, .score = at->score};
    result->built = at->built;
    result->shown.iterations = at->iterations;
    result->shown.best_iteration = at->best_iteration;
    search->engine->counts = at->engine;
    search->problem->show(search, at->score, &result->shown.length, &result->shown.value);
    return at->best_iteration <= at->iterations && (at_end || at->iterations == iterations);
}

enum swarm_status islands_take_states(struct islands *islands, bool at_end)
{
    const struct search *search = islands->search;
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct island *island = &islands->islands[k];
        island->search.resumes = true;
        TRY(take_counts(island, search->result->shown.iterations, at_end) ? SWARM_OK : search_refuse_state(search));
    }
    return SWARM_OK;
}
