/* Checkpoints of ranks.
 *
 * Each rank writes a file of its own. When all are killed some may have written the checkpoint of a meeting and others
 * not yet; none is further ahead, as each tells at the next meeting that its own is written. So a rank keeps the file
 * before the last one, too, and a run goes on from the last checkpoint that all have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"

static bool has(const struct run_rank_record *record, int64_t iteration)
{
    return record->kept[0] == iteration || record->kept[1] == iteration;
}

/* The last iteration that all ranks have a checkpoint of; -1: none. */
static int64_t last_of_all(const struct run_rank_record *all, uint32_t ranks)
{
    int64_t last = -1;
    for (size_t i = 0; i < 2; ++i) {
        const int64_t iteration = all[0].kept[i];
        bool everywhere = iteration > last;
        for (uint32_t rank = 1; rank < ranks && everywhere; ++rank) {
            everywhere = has(&all[rank], iteration);
        }
        last = everywhere ? iteration : last;
    }
    return last;
}

enum swarm_status run_ranks_choose_checkpoint(struct run *run, enum swarm_status status)
{
    struct base_env *env = run->env;
    const char *resume = run->options.resume;
    struct run_rank_record own = {.kept = {-1, -1}}, *all = NULL;
    char *path = NULL, *before = NULL;
    if (env->ranks.count <= 1) {
        return status;
    }
    if (resume && status == SWARM_OK) {
        path = run_checkpoint_path(env, resume);
        before = path ? run_checkpoint_path_before(path) : NULL;
        own.kept[0] = path ? run_state_iteration(run, path) : -1;
        own.kept[1] = before ? run_state_iteration(run, before) : -1;
        status = before ? SWARM_OK : base_fail_memory(env);
    }
    all = base_array(env->ranks.count, sizeof *all);
    if (!all) {
        status = base_fail_memory(env);
        goto done;
    }
    own.status = status;
    if (status != SWARM_OK) {
        snprintf(own.text, sizeof own.text, "%s", env->error);
    }
    TRY_OR(done, run_ranks_gather(env, &own, sizeof own, all));
    TRY_OR(done, run_ranks_join(env, all, sizeof *all, status));
    const int64_t last = last_of_all(all, env->ranks.count);
    if (before && last >= 0 && own.kept[0] != last) {
        rename(before, path); /* where this fails, ranks that differ in their iterations are told when they have read */
    }

done:
    free(all);
    free(path);
    free(before);
    return status;
}

void run_ranks_forget_checkpoint(const struct run *run)
{
    char *before =
        run->env->ranks.count > 1 && run->checkpoints.path ? run_checkpoint_path_before(run->checkpoints.path) : NULL;
    if (before) {
        remove(before);
    }
    free(before);
}
