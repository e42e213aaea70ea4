/* Islands of this process: what they are made of, the devices they lie on, their states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"
#include "islands_part.h"
#include "outcome.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Making them                                                                                                        */

/* Messages of islands reach the caller one at a time; what all islands of a device say of it one of them says. */
static void forward(void *user, enum swarm_log_level level, const char *text)
{
    const struct solver_island *island = user;
    struct solver_islands *islands = island->islands;
    const struct base_env *env = islands->run->env;
    const size_t devices = islands->run->named_count > 0 ? islands->run->named_count : 1;
    if (level == SWARM_LOG_INFO && island->number - islands->first >= devices) {
        return;
    }
    pthread_mutex_lock(&islands->lock);
    env->log(env->log_user, level, text);
    pthread_mutex_unlock(&islands->lock);
}

static enum swarm_status init_island(struct solver_islands *islands, uint32_t k)
{
    const struct solver_tsp_run *run = islands->run;
    struct solver_island *island = &islands->islands[k];
    const unsigned threads = run->chosen.colonies.threads > 0 ? run->chosen.colonies.threads : base_processors();
    island->number = islands->first + k;
    base_env_fork(&island->env, run->env);
    island->env.log = run->env->log ? forward : NULL;
    island->env.log_user = island;
    island->islands = islands;
    island->task = *run->task;
    island->task.env = &island->env;
    island->task.progress = NULL;
    island->run = (struct solver_tsp_run){
        .task = &island->task,
        .env = &island->env,
        .instance = run->instance,
        .offset = run->offset,
        .starts = run->starts,
        .chosen = run->chosen,
        .request = run->request,
        .ants = run->ants,
        .tuning = run->tuning,
    };
    struct run_request *request = &island->run.request;
    request->seed = solver_island_seed(request->seed, island->number);
    request->no_improve = 0; /* which all islands decide together */
    request->dump_path = island->number == islands->first ? request->dump_path : NULL;
    island->run.chosen.colonies.threads = threads / islands->here > 0 ? threads / islands->here : 1;
    island->run.tour = base_array(islands->n, sizeof *island->run.tour);
    return island->run.tour ? solver_result_create(&island->env, 0, false, &island->run.result)
                            : base_fail_memory(&island->env);
}

enum swarm_status solver_islands_create(struct solver_tsp_run *run)
{
    struct base_env *env = run->env;
    const uint32_t count = run->chosen.islands;
    enum swarm_status status = SWARM_OK;
    struct solver_islands *islands = base_array(1, sizeof *islands);
    if (!islands) {
        return base_fail_memory(env);
    }
    run->islands = islands;
    islands->run = run;
    islands->n = run->instance->info.node_count;
    islands->count = count;
    islands->ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    islands->rank = islands->ranks > 1 ? env->ranks.rank : 0;
    islands->first = solver_rank_first(islands->rank, islands->ranks, count);
    islands->here = solver_rank_first(islands->rank + 1, islands->ranks, count) - islands->first;
    islands->block = (count + islands->ranks - 1) / islands->ranks;
    islands->record_size = sizeof(struct solver_rank_record) + islands->block * sizeof(struct solver_island_record);
    TRY(base_require_memory(env, "islands", (size_t)islands->ranks * islands->block,
                            islands->n * sizeof *islands->tours));
    islands->has_lock = pthread_mutex_init(&islands->lock, NULL) == 0;
    islands->islands = base_array(islands->here, sizeof *islands->islands);
    islands->own_records = base_array(1, islands->record_size);
    islands->records = base_array(islands->ranks, islands->record_size);
    islands->own_tours = base_array(islands->block, islands->n * sizeof *islands->own_tours);
    islands->tours = base_array((size_t)islands->ranks * islands->block, islands->n * sizeof *islands->tours);
    islands->lengths = base_array(count, sizeof *islands->lengths);
    if (!islands->has_lock || !islands->islands || !islands->own_records || !islands->records || !islands->own_tours
        || !islands->tours || !islands->lengths) {
        return base_fail_memory(env);
    }
    for (uint32_t k = 0; k < islands->here; ++k) {
        TRY(init_island(islands, k));
    }
    TRY(base_team_create(env, islands->here, &islands->team));

fail:
    return status;
}

static void close_colonies(struct solver_islands *islands)
{
    for (uint32_t k = 0; islands->islands && k < islands->here; ++k) {
        struct solver_island *island = &islands->islands[k];
        if (island->run.colony) {
            island->run.colony->type->destroy(&island->run.colony);
        }
        solver_tsp_state_deinit(&island->run.state);
    }
    islands->run->colony = NULL;
}

void solver_islands_destroy(struct solver_islands **islands)
{
    struct solver_islands *gone = *islands;
    *islands = NULL;
    close_colonies(gone);
    for (uint32_t k = 0; gone->islands && k < gone->here; ++k) {
        swarm_result_destroy((swarm_result **)&gone->islands[k].run.result);
        free(gone->islands[k].run.tour);
        base_env_deinit(&gone->islands[k].env);
    }
    base_team_destroy(&gone->team);
    if (gone->has_lock) {
        pthread_mutex_destroy(&gone->lock);
    }
    free(gone->islands);
    free(gone->own_records);
    free(gone->records);
    free(gone->own_tours);
    free(gone->tours);
    free(gone->lengths);
    free(gone->run->state.islands);
    free(gone);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices                                                                                                            */

/* Bytes of the plan of a colony that lie on its device, or on the host. */
static uint64_t planned(const struct run_engine *colony, bool on_host)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < colony->plan_count; ++i) {
        const bool host = !colony->device || strcmp(colony->plan[i].name, "host") == 0;
        bytes += host == on_host ? colony->plan[i].bytes : 0;
    }
    return bytes;
}

static enum swarm_status refuse(const struct solver_islands *islands, const char *place, uint32_t count,
                                uint64_t needed, uint64_t there)
{
    return base_fail(islands->run->env, SWARM_ERROR_OUT_OF_MEMORY,
                     "%u islands need %.1f GiB of memory on %s, %.1f GiB are available; --islands takes fewer",
                     (unsigned)count, (double)needed / 1073741824.0, place, (double)there / 1073741824.0);
}

/* What each island needs was seen to fit; so has what all need together. */
static enum swarm_status check_memory(const struct solver_islands *islands)
{
    const uint64_t available = base_memory_available("");
    uint64_t on_host = 0;
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct run_engine *colony = islands->islands[k].run.colony;
        const struct swarm_device *device = colony->device;
        uint64_t needed = 0;
        uint32_t count = 0;
        for (uint32_t i = 0; device && i < islands->here; ++i) {
            const struct run_engine *other = islands->islands[i].run.colony;
            needed += other->device == device ? planned(other, false) : 0;
            count += other->device == device;
        }
        if (device && needed > device->global_memory) {
            return refuse(islands, device->name, count, needed, device->global_memory);
        }
        const bool shares = device && (device->unified_memory || device->type == SWARM_DEVICE_CPU);
        on_host += planned(colony, true) + (shares ? planned(colony, false) : 0);
    }
    return on_host > available ? refuse(islands, "the host", islands->here, on_host, available) : SWARM_OK;
}

/* Plans and opens all islands on devices [count], in turn. */
static enum swarm_status open_on(struct solver_islands *islands, const size_t *devices, size_t count)
{
    enum swarm_status status = SWARM_OK;
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct solver_island *island = &islands->islands[k];
        island->device = devices[k % count];
        island->status = solver_tsp_try_device(&island->run, island->device);
        status = island->status;
        TRY(solver_islands_join(islands));
    }
    TRY(check_memory(islands));
    islands->run->colony = islands->islands[0].run.colony;
    return SWARM_OK;

fail:
    for (uint32_t k = 0; k < islands->here; ++k) {
        islands->islands[k].status = SWARM_OK;
    }
    close_colonies(islands);
    return status;
}

static enum swarm_status open_one(void *self, size_t index)
{
    return open_on(self, &index, 1);
}

enum swarm_status solver_islands_open(struct solver_islands *islands)
{
    const struct solver_tsp_run *run = islands->run;
    return run->named_count > 0
               ? open_on(islands, run->named, run->named_count)
               : solver_devices_try(run->env, run->task->devices, run->task->params, open_one, islands);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* States                                                                                                             */

/* An island's own section, twice: with the state, and at the end of the run. */
struct counts {
    int64_t length, built_length;
    uint64_t best_iteration, taken, iterations;
};

static struct counts counts_of(const struct solver_island *island)
{
    const struct swarm_result *shown = &island->run.result->shown;
    return (struct counts){shown->length, shown->built_length, shown->best_iteration, island->taken, shown->iterations};
}

static size_t counts_section(const struct solver_island *island)
{
    return island->run.state.colony.count - 1;
}

/* Lists the sections of all islands here, each with the number of its island. */
static enum swarm_status list_states(struct solver_islands *islands)
{
    struct solver_tsp_state *state = &islands->run->state;
    state->islands = base_array(islands->here, sizeof *state->islands);
    if (!state->islands) {
        return base_fail_memory(islands->run->env);
    }
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct solver_island *island = &islands->islands[k];
        struct run_sections *listed = &island->run.state.colony;
        island->run.colony->type->list(island->run.colony, listed);
        run_sections_add(listed, "island", 2, sizeof(struct counts));
        for (size_t i = 0; i < listed->count; ++i) {
            snprintf(island->names[i], sizeof island->names[i], "%u: %s", (unsigned)island->number,
                     listed->sections[i].name);
            listed->sections[i].name = island->names[i];
        }
        state->islands[k] = listed;
    }
    state->island_count = islands->here;
    return SWARM_OK;
}

static void save_island(void *context, size_t item, unsigned thread)
{
    struct solver_islands *islands = context;
    struct solver_island *island = &islands->islands[item];
    struct run_sections *state = &island->run.state.colony;
    (void)thread;
    island->status = island->run.colony->type->save(island->run.colony, state);
    struct counts *counts = island->status == SWARM_OK ? run_sections_make(state, counts_section(island), 2) : NULL;
    if (counts) {
        counts[0] = counts[1] = counts_of(island);
    } else if (island->status == SWARM_OK) {
        island->status = base_fail_memory(&island->env);
    }
}

enum swarm_status solver_islands_save(struct solver_islands *islands)
{
    base_team_run(islands->team, islands->here, save_island, islands);
    return solver_islands_join(islands);
}

void solver_islands_keep_end(struct solver_islands *islands)
{
    for (uint32_t k = 0; k < islands->here && islands->run->kept; ++k) {
        const struct solver_island *island = &islands->islands[k];
        struct counts *counts = island->run.state.colony.sections[counts_section(island)].bytes;
        counts[1] = counts_of(island);
    }
}

/* Goes on from the counts of a state that was read; false for those that no run can have. */
static bool take_counts(struct solver_island *island, uint64_t iterations, bool at_end)
{
    const struct run_sections *state = &island->run.state.colony;
    struct swarm_result *shown = &island->run.result->shown;
    struct counts counts[2];
    if (!run_sections_has(state, counts_section(island), 2)) {
        return false;
    }
    memcpy(counts, state->sections[counts_section(island)].bytes, sizeof counts);
    const struct counts *at = &counts[at_end];
    island->taken = at->taken;
    shown->iterations = at->iterations;
    shown->length = at->length;
    shown->built_length = at->built_length;
    shown->best_iteration = at->best_iteration;
    return at->length >= 0 && at->built_length >= -1 && at->best_iteration <= at->iterations
           && (at_end || at->iterations == iterations);
}

enum swarm_status solver_islands_read(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    struct solver_reached end;
    enum swarm_status status = SWARM_OK;
    if (run->checkpoints.path || swarm_params_get(run->task->params, "resume")) {
        TRY(list_states(islands));
    }
    TRY(solver_tsp_read_resumed(run));
    for (uint32_t k = 0; k < islands->here && run->resume_path; ++k) {
        struct solver_island *island = &islands->islands[k];
        const bool at_end = run->is_over && solver_tsp_state_end(&run->state, &end);
        island->run.resume_path = run->resume_path;
        if (!take_counts(island, run->result->shown.iterations, at_end)) {
            return base_fail(run->env, SWARM_ERROR_INPUT, "%s: holds a state that no run can have", run->resume_path);
        }
    }

fail:
    return status;
}
