#include "subsets.h"

#include <stdlib.h>

#include "base/memory.h"

/* The length of the shortest path through `set` to the node `next`, which is not in it; *last: as in
 * tsp_subsets_length(). */
static int64_t length_to(const struct tsp_subsets *subsets, uint32_t set, uint32_t next, uint32_t *last)
{
    const uint32_t count = subsets->count;
    int64_t best = subsets->distances[count][next];
    *last = count;
    for (uint32_t k = 0; k < count; ++k) {
        if (set >> k & 1u) {
            const int64_t length = subsets->lengths[(size_t)set * count + k] + subsets->distances[k][next];
            if (*last == count || length < best) {
                best = length;
                *last = k;
            }
        }
    }
    return best;
}

enum swarm_status tsp_subsets_init(struct base_env *env, struct tsp_subsets *subsets)
{
    const uint32_t count = subsets->count;
    uint32_t ignored;
    TRY(BASE_MAKE(env, subsets->lengths, (size_t)count << count));
    for (uint32_t set = 1; set < 1u << count; ++set) {
        for (uint32_t k = 0; k < count; ++k) {
            if (set >> k & 1u) {
                subsets->lengths[(size_t)set * count + k] = length_to(subsets, set & ~(1u << k), k, &ignored);
            }
        }
    }
    return SWARM_OK;
}

void tsp_subsets_deinit(struct tsp_subsets *subsets)
{
    free(subsets->lengths);
}

int64_t tsp_subsets_length(const struct tsp_subsets *subsets, uint32_t set, uint32_t *last)
{
    return length_to(subsets, set, subsets->count + 1, last);
}

uint32_t tsp_subsets_path(const struct tsp_subsets *subsets, uint32_t set, uint32_t path[TSP_SUBSETS_NODES])
{
    uint32_t nodes = 0, next = subsets->count + 1, last;
    for (uint32_t k = 0; k < subsets->count; ++k) {
        nodes += set >> k & 1u;
    }
    for (uint32_t at = nodes; at > 0; --at, next = last) {
        length_to(subsets, set, next, &last);
        path[at - 1] = last;
        set &= ~(1u << last);
    }
    return nodes;
}
