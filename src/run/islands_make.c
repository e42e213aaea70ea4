/* islands_make.c - the islands of this process: their parts, their devices, their states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "islands_part.h"
#include "search/problem.h"

/* Passes messages to the caller; only one island of a device speaks about it. */
static void forward(void *user, enum swarm_log_level level, const char *text)
{
    const struct run_island *island = user;
    struct run_islands *islands = island->islands;
    const struct base_env *env = islands->run->env;
    const size_t devices = islands->run->named_count > 0 ? islands->run->named_count : 1;
    if (level == SWARM_LOG_INFO && island->number - islands->first >= devices) {
        return;
    }
    env->log(env->log_user, level, text);
}

static enum swarm_status init_island(struct run_islands *islands, uint32_t k)
{
    const struct run *run = islands->run;
    struct run_island *island = &islands->islands[k];
    const uint64_t threads = run->options.set[OPTION_threads] ? run->options.threads : base_processors();
    island->number = islands->first + k;
    base_env_fork(&island->env, run->env);
    island->env.log = run->env->log ? forward : NULL;
    island->env.log_user = island;
    island->islands = islands;
    island->task = *run->task;
    island->task.env = &island->env;
    island->task.progress = NULL;
    island->run = (struct run){
        .task = &island->task,
        .env = &island->env,
        .problem = run->problem,
        .options = run->options,
        .question = run->question,
        .request = run->request,
        .answer_size = run->answer_size,
        .answer = islands->own_answers + k * islands->size,
        .starts_anew = run->starts_anew,
        .bound = run->bound,
        .leaves_state = run->leaves_state,
    };
    struct run_request *request = &island->run.request;
    request->seed = run_island_seed(request->seed, island->number);
    request->no_improve = 0; /* all islands decide it together */
    request->converges = false;
    request->dump_path = island->number == islands->first ? request->dump_path : NULL;
    island->run.options.threads = threads / islands->here > 0 ? threads / islands->here : 1;
    island->run.options.set[OPTION_threads] = true;
    return run_result_create(&island->env, &island->run.result);
}

enum swarm_status run_islands_create(struct run *run)
{
    struct base_env *env = run->env;
    const uint32_t count = (uint32_t)run->options.islands;
    struct run_islands *islands = base_array(1, sizeof *islands);
    TRY(islands ? SWARM_OK : base_fail_memory(env));
    struct base_arrays *arrays = &islands->arrays;
    run->islands = islands;
    islands->run = run;
    islands->size = run->answer_size;
    islands->stride = run->leaves_state ? 1 : UINT32_MAX;
    islands->count = count;
    islands->ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    islands->rank = islands->ranks > 1 ? env->ranks.rank : 0;
    islands->first = run_rank_first(islands->rank, islands->ranks, count);
    islands->here = run_rank_first(islands->rank + 1, islands->ranks, count) - islands->first;
    islands->block = (count + islands->ranks - 1) / islands->ranks;
    islands->record_size = sizeof(struct run_rank_record) + islands->block * sizeof(struct run_island_record);
    TRY(base_require_memory(env, "islands", (size_t)islands->ranks * islands->block, islands->size));
    islands->islands = base_arrays_add(arrays, islands->here, sizeof *islands->islands);
    islands->own = base_arrays_add(arrays, 1, islands->record_size);
    islands->records = base_arrays_add(arrays, islands->ranks, islands->record_size);
    islands->own_answers = base_arrays_add(arrays, islands->block, islands->size);
    islands->answers = base_arrays_add(arrays, (size_t)islands->ranks * islands->block, islands->size);
    islands->scores = base_arrays_add(arrays, count, sizeof *islands->scores);
    islands->sections = base_arrays_add(arrays, islands->here, sizeof(struct run_sections *));
    TRY(arrays->failed ? base_fail_memory(env) : SWARM_OK);
    for (uint32_t k = 0; k < islands->here; ++k) {
        TRY(init_island(islands, k));
    }
    return base_team_create(env, islands->here, &islands->team);
}

static void destroy_engines(struct run_islands *islands)
{
    for (uint32_t k = islands->islands ? islands->here : 0; k-- > 0;) { /* those that share launches come last */
        run_engine_destroy(&islands->islands[k].run.engine);
    }
    islands->run->engine = NULL;
}

static void close_engines(struct run_islands *islands)
{
    destroy_engines(islands);
    for (uint32_t k = 0; islands->islands && k < islands->here; ++k) {
        run_sections_deinit(&islands->islands[k].run.state.engine);
    }
}

void run_islands_destroy(struct run_islands *islands)
{
    close_engines(islands);
    for (uint32_t k = 0; islands->islands && k < islands->here; ++k) {
        swarm_result_destroy((swarm_result **)&islands->islands[k].run.result);
        base_env_deinit(&islands->islands[k].env);
    }
    base_team_destroy(&islands->team);
    base_arrays_free(&islands->arrays);
    free(islands);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

/* Bytes of an engine's plan on its device, or on the host. */
static uint64_t planned(const struct run_engine *engine, bool on_host)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < engine->plan_count; ++i) {
        const bool host = !engine->device || strcmp(engine->plan[i].name, "host") == 0;
        bytes += host == on_host ? engine->plan[i].bytes : 0;
    }
    return bytes;
}

static enum swarm_status refuse(const struct run_islands *islands, const char *place, uint32_t count, uint64_t needed,
                                uint64_t there)
{
    return base_fail(islands->run->env, SWARM_ERROR_OUT_OF_MEMORY,
                     "%u islands need %.1f GiB of memory on %s, %.1f GiB are available; --islands takes fewer",
                     (unsigned)count, (double)needed / 1073741824.0, place, (double)there / 1073741824.0);
}

/* Each island fits; this checks that all fit together. */
static enum swarm_status check_memory(const struct run_islands *islands)
{
    const uint64_t available = base_memory_available("");
    uint64_t on_host = 0;
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct run_engine *engine = islands->islands[k].run.engine;
        const struct swarm_device *device = engine->device;
        uint64_t needed = 0;
        uint32_t count = 0;
        for (uint32_t i = 0; device && i < islands->here; ++i) {
            const struct run_engine *other = islands->islands[i].run.engine;
            needed += other->device == device ? planned(other, false) : 0;
            count += other->device == device;
        }
        if (device && needed > device->global_memory) {
            return refuse(islands, device->name, count, needed, device->global_memory);
        }
        const bool shares = device && (device->unified_memory || device->type == SWARM_DEVICE_CPU);
        on_host += planned(engine, true) + (shares ? planned(engine, false) : 0);
    }
    return on_host > available ? refuse(islands, "the host", islands->here, on_host, available) : SWARM_OK;
}

/* Islands of a device may share its launches. */
static void share_launches(struct run_islands *islands, uint32_t k, const size_t *devices, size_t count)
{
    struct run_request *request = &islands->islands[k].run.request;
    request->sharers = 0;
    request->first = NULL;
    for (uint32_t i = 0; i < islands->here; ++i) {
        if (devices[i % count] == devices[k % count]) {
            request->first = i < k && !request->first ? islands->islands[i].run.engine : request->first;
            ++request->sharers;
        }
    }
}

/* Plans and opens all islands on devices [count], in turn. */
static enum swarm_status open_on(struct run_islands *islands, const size_t *devices, size_t count)
{
    enum swarm_status status = SWARM_OK;
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        share_launches(islands, k, devices, count);
        status = run_try_device(&island->run, devices[k % count]);
        TRY_OR(fail, status == SWARM_OK ? SWARM_OK : run_island_fail(island, status));
    }
    TRY_OR(fail, check_memory(islands));
    islands->run->engine = islands->islands[0].run.engine;
    return SWARM_OK;

fail:
    close_engines(islands);
    return status;
}

static enum swarm_status open_one(void *self, size_t index)
{
    return open_on(self, &index, 1);
}

/* Opens all islands on the host after a device has failed with `status`; returns `status` if the run needs one. */
static enum swarm_status open_on_host(struct run_islands *islands, enum swarm_status status)
{
    const size_t host = 0;
    TRY(run_use_host(islands->run, status));
    destroy_engines(islands);
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        island->task.devices = NULL;
        options_forget(&island->run.options, IS_OF_DEVICE);
    }
    return open_on(islands, &host, 1);
}

/* Room for the trails that islands mix. */
static enum swarm_status make_trails(struct run_islands *islands)
{
    const struct run_engine *engine = islands->run->engine;
    struct base_arrays *arrays = &islands->arrays;
    const size_t slots = (size_t)islands->ranks * islands->block;
    islands->share = (uint64_t)(islands->run->options.trail_share * 4294967296.0 + 0.5);
    if (islands->share == 0) {
        return SWARM_OK;
    }
    islands->trail_bytes = (size_t)engine->type->trail_bytes(engine);
    TRY(base_require_memory(islands->run->env, "trails of islands", slots + islands->block, islands->trail_bytes));
    islands->own_trails = base_arrays_add(arrays, islands->block, islands->trail_bytes);
    islands->trails = base_arrays_add(arrays, slots, islands->trail_bytes);
    islands->trails_of = base_arrays_add(arrays, islands->count, sizeof *islands->trails_of);
    return arrays->failed ? base_fail_memory(islands->run->env) : SWARM_OK;
}

enum swarm_status run_islands_open(struct run_islands *islands)
{
    const struct run *run = islands->run;
    if (run->named_count > 0) {
        TRY(open_on(islands, run->named, run->named_count));
    } else {
        const enum swarm_status status =
            run_devices_try(run->env, run->task->devices, &run->options, open_one, islands);
        TRY(status == SWARM_OK ? SWARM_OK : open_on_host(islands, status));
    }
    return make_trails(islands);
}

enum swarm_status run_islands_rebuild(struct run_islands *islands, enum swarm_status status, run_island_work *build)
{
    if (status == SWARM_OK) {
        return SWARM_OK;
    }
    TRY(open_on_host(islands, status));
    for (uint32_t k = 0; k < islands->here; ++k) {
        run_settle(&islands->islands[k].run);
    }
    return run_islands_do(islands, build);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* States                                                                                                             */

/* An island's own section, twice: with the state, and at the end of the run. */
struct counts {
    int64_t score, built;
    uint64_t best_iteration, taken, iterations, nan_count;
};

static struct counts counts_of(const struct run_island *island)
{
    const struct swarm_result *shown = &island->run.result->shown;
    return (struct counts){island->run.result->best.score,
                           island->run.result->built,
                           shown->best_iteration,
                           island->taken,
                           shown->iterations,
                           island->run.engine->nan_count};
}

static enum swarm_status save_island(struct run_island *island)
{
    struct run_sections *state = &island->run.state.engine;
    TRY(island->run.engine->type->save(island->run.engine, state));
    struct counts *counts = run_sections_make(state, state->count - 1, 2);
    TRY(counts ? SWARM_OK : base_fail_memory(&island->env));
    counts[0] = counts[1] = counts_of(island);
    return SWARM_OK;
}

/* Fills the states of all islands here; `at_end` only their progress at the end. */
static enum swarm_status save_islands(struct run_islands *islands, bool at_end)
{
    for (uint32_t k = 0; k < islands->here && at_end; ++k) {
        const struct run_sections *state = &islands->islands[k].run.state.engine;
        struct counts *counts = state->sections[state->count - 1].bytes;
        counts[1] = counts_of(&islands->islands[k]);
    }
    return at_end ? SWARM_OK : run_islands_do(islands, save_island);
}

/* Lists the sections of all islands here, each with its island's number. */
static void list_states(struct run_islands *islands)
{
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        struct run_sections *listed = islands->sections[k] = &island->run.state.engine;
        island->run.engine->type->list(island->run.engine, listed);
        run_sections_add(listed, "island", 2, sizeof(struct counts));
        for (size_t i = 0; i < listed->count; ++i) {
            snprintf(island->names[i], sizeof island->names[i], "%u: %s", (unsigned)island->number,
                     listed->sections[i].name);
            listed->sections[i].name = island->names[i];
        }
    }
    islands->run->state.islands = islands->sections;
    islands->run->state.island_count = islands->here;
    islands->run->save_islands = save_islands;
}

/* Restores the counts of a state; false if they are impossible. */
static bool take_counts(struct run_island *island, uint64_t iterations, bool at_end)
{
    const struct run_sections *state = &island->run.state.engine;
    const struct counts *at = state->sections[state->count - 1].bytes;
    struct swarm_result *shown = &island->run.result->shown;
    if (!run_sections_has(state, state->count - 1, 2)) {
        return false;
    }
    at += at_end;
    island->taken = at->taken;
    shown->iterations = at->iterations;
    island->run.result->best = (struct run_improvement){.iteration = at->best_iteration, .score = at->score};
    island->run.result->built = at->built;
    island->run.engine->nan_count = at->nan_count;
    island->run.problem->show(&island->run, at->score, &shown->length, &shown->value);
    shown->best_iteration = at->best_iteration;
    return at->best_iteration <= at->iterations && (at_end || at->iterations == iterations);
}

enum swarm_status run_islands_read(struct run_islands *islands)
{
    struct run *run = islands->run;
    if (run->checkpoints.path || run->resume_path) {
        list_states(islands);
    }
    TRY(run_read_resumed(run));
    const bool at_end = run->is_over && run_state_reached(&run->state, true);
    for (uint32_t k = 0; k < islands->here && run->resume_path; ++k) {
        struct run_island *island = &islands->islands[k];
        island->run.resume_path = run->resume_path;
        TRY(take_counts(island, run->result->shown.iterations, at_end) ? SWARM_OK : run_state_refuse(run));
    }
    return SWARM_OK;
}
