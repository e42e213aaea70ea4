/* One device that all runs of a batch share. */
#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "mosaic/batcher.h"
#include "tours.h"

/* The device improves the tours of mosaic for many runs at once. The number of runs exceeds the number of threads,
 * because most runs wait for the device. */
enum swarm_status tours_share(const struct run_many *many, void **shared, unsigned *runs)
{
    enum {
        NODES = 262144, /* of all runs together: 1 to 4 GiB of the host's memory */
        MOST_RUNS = 1024
    };
    static const enum option others[] = {OPTION_islands, OPTION_lengths, OPTION_tuning, OPTION_dump_kernels};
    struct options options = many->params->options;
    struct tours_question question = {.n = 0};
    struct mosaic_batcher *batcher = NULL;
    const struct swarm_instance_info *largest = &many->instances[0]->info;
    struct search_devices chosen = {.list = many->devices};
    uint64_t nodes = 0;
    for (size_t i = 0; i < many->count; ++i) {
        const struct swarm_instance_info *info = &many->instances[i]->info;
        nodes += info->node_count;
        largest = info->node_count > largest->node_count ? info : largest;
    }
    tours_choose(&options, largest, largest->node_count, false, &question);
    bool is_shared = !question.algorithm && (!options.improver || strcmp(options.improver, "array") == 0);
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) {
        is_shared = is_shared && !options.given[others[k]];
    }
    TRY(search_devices_find(many->env, &many->params->options, false, &chosen));
    const size_t index = chosen.indices[0];
    free(chosen.indices);
    if (!is_shared || many->devices->devices[index].software) { /* loops end early there: mosaic.c */
        return SWARM_OK;
    }
    TRY(mosaic_batcher_create(many->env, many->devices, index, 1e-3 * (double)options.launch_ms, &batcher));
    const uint64_t fitting = (uint64_t)NODES * many->count / nodes, least = base_processors();
    *runs = (unsigned)(fitting < least ? least : fitting > MOST_RUNS ? MOST_RUNS : fitting);
    *shared = batcher;
    return SWARM_OK;
}

void tours_unshare(void **shared)
{
    mosaic_batcher_destroy((struct mosaic_batcher **)shared);
}
