/* count.c - decides the number of islands, and the checkpoint from which all ranks continue.
 *
 * Each rank writes its own file. If all ranks are killed, some may have written the checkpoint of a migration and
 * others not yet. They differ by at most one checkpoint, because a rank writes a file only after all ranks have written
 * the previous one. So each rank also keeps its previous file, and a run continues from the last checkpoint that all
 * ranks have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/selector.h"
#include "run_part.h"

/* Maximum number of islands of a run; each has a thread. */
enum { ISLANDS_MOST = 1024 };

/* What ranks exchange before they make islands. */
struct rank_wish {
    struct islands_report report;
    uint64_t devices; /* number of devices that the rank names; 1 if it names none */
    uint64_t islands; /* number of islands that the rank's user wants; 0: one per device */
    int64_t kept[2];  /* iterations of the rank's last two checkpoints; all ranks resume a common one; -1: none */
};

static enum swarm_status check_count(const struct run *run, uint32_t ranks, uint64_t count)
{
    const struct search *search = &run->search;
    struct base_env *env = search->env;
    const size_t named = run->devices.count;
    const uint32_t rank = env->ranks.rank, many = (uint32_t)count;
    if (count < ranks) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--islands %llu: expected one or more for each of %u ranks",
                         (unsigned long long)count, (unsigned)ranks);
    }
    if (count > ISLANDS_MOST) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%llu islands, one for each device: expected at most %d",
                         (unsigned long long)count, ISLANDS_MOST);
    }
    const uint32_t here = islands_first(rank + 1, ranks, many) - islands_first(rank, ranks, many);
    if (count == 1 && named > 1 && search->problem->spread) {
        TRY(search->problem->spread(search, run->devices));
    } else if (here < named) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --islands %llu: found %zu devices, expected at most %u, one for "
                         "each island of this rank",
                         search->options.device, (unsigned long long)count, named, (unsigned)here);
    }
    if (count == 1) {
        return options_refuse(env, &search->options, IS_OF_MIGRATION, "one island",
                              "a single island exchanges nothing; --islands sets the number of islands");
    }
    const bool mixes = search->options.trail_share > 0, apart = strcmp(search->options.migration, "none") == 0;
    return mixes && apart ? options_clash(env, &search->options, OPTION_trail_share, "--migration none",
                                          "islands without migration mix no trails")
                          : SWARM_OK;
}

/* Iteration of the last checkpoint that all ranks have; -1: none. */
static int64_t last_of_all(const struct rank_wish *all, uint32_t ranks)
{
    int64_t last = -1;
    for (size_t i = 0; i < 2; ++i) {
        const int64_t iteration = all[0].kept[i];
        bool everywhere = iteration > last;
        for (uint32_t rank = 1; rank < ranks; ++rank) {
            everywhere = everywhere && (all[rank].kept[0] == iteration || all[rank].kept[1] == iteration);
        }
        last = everywhere ? iteration : last;
    }
    return last;
}

/* Finds the last checkpoint that all ranks have, and gives it the name of this rank's file. Collective; returns the
 * first error of all ranks, including `status`. */
static enum swarm_status choose_checkpoint(struct run *run, struct rank_wish *all, enum swarm_status status)
{
    struct base_env *env = run->search.env;
    struct rank_wish own = {.kept = {-1, -1}};
    const char *path = run->resume_path;
    char *before = NULL;
    if (path && status == SWARM_OK) {
        before = run_checkpoint_path_before(path);
        own.kept[0] = run_state_iteration(run, path);
        own.kept[1] = before ? run_state_iteration(run, before) : -1;
        status = before ? SWARM_OK : base_fail_memory(env);
    }
    TRY_OR(done, islands_gather(env, &own.report, sizeof own, all, status));
    const int64_t last = last_of_all(all, env->ranks.count);
    if (before && last >= 0 && own.kept[0] != last) {
        rename(before, path); /* if this fails, reading detects that iterations differ */
    }

done:
    free(before);
    return status;
}

void run_remove_older_checkpoint(const struct run *run)
{
    const bool may_be = run->search.env->ranks.count > 1 && run->checkpoints.path;
    char *before = may_be ? run_checkpoint_path_before(run->checkpoints.path) : NULL;
    if (before) {
        remove(before);
    }
    free(before);
}

enum swarm_status run_count_islands(struct run *run, enum swarm_status status)
{
    struct search *search = &run->search;
    struct base_env *env = search->env;
    struct options *options = &search->options;
    struct search_devices *devices = &run->devices;
    const uint32_t ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    struct rank_wish own = {.islands = options->islands}, *all;
    TRY(BASE_MAKE(env, all, ranks));
    if (status == SWARM_OK && devices->list && !ocl_selector_is_automatic(options->device)) {
        status = search_devices_find(env, options, true, devices);
    }
    own.devices = devices->count > 0 ? devices->count : 1;
    TRY_OR(done, islands_gather(env, &own.report, sizeof own, all, status));
    for (uint32_t rank = 1; rank < ranks; ++rank) {
        if (all[rank].islands != all[0].islands || (own.islands == 0 && all[rank].devices != all[0].devices)) {
            TRY_OR(done, base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                                   "rank %u and rank 0 have different --islands, or different numbers of devices",
                                   (unsigned)rank)); /* on all ranks */
        }
    }
    const bool shared =
        ranks == 1 && own.devices > 1 && search->problem->is_shared && search->problem->is_shared(search, *devices);
    options->islands = search->solve     ? 1 /* every rank finds the same solution by itself */
                       : own.islands > 0 ? own.islands
                       : shared          ? 1
                                         : ranks * own.devices;
    options->set[OPTION_islands] = true;
    for (int option = 0; option < OPTION_COUNT && options->islands == 1; ++option) {
        if (options_owners((enum option)option) & IS_OF_MIGRATION) {
            options->set[option] = options->given[option]; /* options of migration have no value with one island */
        }
    }
    status = search->solve ? SWARM_OK : check_count(run, ranks, options->islands);
    TRY_OR(done, ranks > 1 && !search->solve ? choose_checkpoint(run, all, status) : status);

done:
    free(all);
    return status;
}
