#include "candidates.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tree.h"

enum { QUADRANTS = 4, ANY_QUADRANT = -1 };

/* Nodes per work item of a thread team. */
enum {
    ITEM_NODES = 2048, /* nodes per item with a tree, whose neighbours share the cache */
    ITEM_ROWS = 64     /* nodes per item without a tree, at O(number of nodes) per node */
};

/* A distance and a node as one number, which sorts like the pair. */
static uint64_t key_of(int32_t distance, uint32_t node)
{
    return (uint64_t)(uint32_t)distance << 32 | node;
}

struct search {
    const struct tsp_tree *tree;
    uint32_t at;         /* index of the node in the tree's order */
    const double *point; /* [3] coordinates of the node */
    int quadrant;        /* quadrant to search, from 0 to 3, or ANY_QUADRANT */
    uint32_t wanted;     /* maximum number of keys to find */
    uint32_t count;      /* number of keys found, in ascending order */
    uint64_t *keys;      /* [wanted] keys found so far, in ascending order */
};

static int quadrant_of(double east, double north)
{
    if (east > 0) {
        return north >= 0 ? 0 : 3;
    }
    if (north > 0) {
        return 1;
    }
    return east < 0 ? 2 : north < 0 ? 3 : 0;
}

/* The quadrant of q [3] seen from p [3]. On a sphere around the origin, east and north are directions of the tangent
 * plane, scaled by a positive factor. */
static int quadrant_around(const struct tsp_tree *tree, const double *p, const double *q)
{
    if (!tree->sphere) {
        return quadrant_of(q[0] - p[0], q[1] - p[1]);
    }
    const double east = p[0] * q[1] - p[1] * q[0];
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    return quadrant_of(east, square * q[2] - (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) * p[2]);
}

/* The key of node order[at]. */
static uint64_t key_at(const struct search *search, uint32_t at)
{
    return key_of(tsp_tree_distance(search->tree, search->at, at), search->tree->order[at]);
}

/* Inserts the key in order if it is among the `wanted` lowest so far. */
static void take(struct search *search, uint64_t key)
{
    if (search->count == search->wanted && key >= search->keys[search->count - 1]) {
        return;
    }
    uint32_t end = search->count < search->wanted ? search->count++ : search->count - 1;
    for (; end > 0 && search->keys[end - 1] > key; --end) {
        search->keys[end] = search->keys[end - 1];
    }
    search->keys[end] = key;
}

/* A lower limit for the keys of all nodes in the subtree. */
static uint64_t least_key(const struct search *search, const struct tsp_subtree *subtree)
{
    return key_of(tsp_tree_nearest(search->tree, search->point, subtree), subtree->least);
}

/* True if no node of the subtree is in the quadrant: quadrant_around() for boxes. */
static bool misses_quadrant(const struct search *search, const struct tsp_subtree *subtree)
{
    const double *p = search->point;
    if (search->tree->sphere) {
        return false;
    }
    switch (search->quadrant) {
    case 0:
        return subtree->high[0] < p[0] || subtree->high[1] < p[1];
    case 1:
        return subtree->low[0] > p[0] || subtree->high[1] <= p[1];
    case 2:
        return subtree->low[0] >= p[0] || subtree->low[1] > p[1];
    case 3:
        return subtree->high[0] < p[0] || subtree->low[1] >= p[1];
    default:
        return false;
    }
}

static void visit(struct search *search, size_t index, uint64_t least)
{
    const struct tsp_tree *tree = search->tree;
    const struct tsp_subtree *subtree = &tree->subtrees[index];
    if ((search->count == search->wanted && least > search->keys[search->count - 1])
        || misses_quadrant(search, subtree)) {
        return;
    }
    if (subtree->leaf) {
        for (uint32_t k = subtree->begin; k < subtree->end; ++k) {
            if (k != search->at
                && (search->quadrant == ANY_QUADRANT
                    || quadrant_around(tree, search->point, tree->sorted[k]) == search->quadrant)) {
                take(search, key_at(search, k));
            }
        }
        return;
    }
    const uint64_t left = least_key(search, subtree + index + 1), right = least_key(search, subtree + index + 2);
    const bool left_first = left <= right;
    visit(search, 2 * index + (left_first ? 1 : 2), left_first ? left : right);
    visit(search, 2 * index + (left_first ? 2 : 1), left_first ? right : left);
}

/* Finds the `wanted` nearest nodes in a quadrant around node order[at], as sorted keys. Returns their number. */
static uint32_t find(const struct tsp_tree *tree, uint32_t at, int quadrant, uint32_t wanted, uint64_t *keys)
{
    struct search search = {
        .tree = tree, .at = at, .point = tree->sorted[at], .quadrant = quadrant, .wanted = wanted, .keys = keys};
    if (wanted > 0) {
        visit(&search, 0, 0);
    }
    return search.count;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The nearest nodes of a node, from which all its lists are made. */
struct nearest {
    uint32_t count;
    uint64_t *keys;           /* [longest] keys of the nearest nodes, in ascending order */
    unsigned char *quadrants; /* [longest] quadrant of each key, if a list has quadrants */
    bool all;                 /* True if keys[] has all other nodes */
};

/* Appends keys of the nearest nodes in a quadrant, or in any, that list[begin .. used) lacks. Returns the new number of
 * keys. */
static uint32_t add(const struct nearest *nearest, int quadrant, uint64_t *list, uint32_t begin, uint32_t used,
                    uint32_t length)
{
    const uint32_t before = used;
    for (uint32_t k = 0; k < nearest->count && used < length; ++k) {
        bool fits = quadrant == ANY_QUADRANT || nearest->quadrants[k] == quadrant;
        for (uint32_t i = begin; i < before && fits; ++i) {
            fits = list[i] != nearest->keys[k];
        }
        if (fits) {
            list[used++] = nearest->keys[k];
        }
    }
    return used;
}

/* Makes the list of node order[at] in keys [length]. Searches a quadrant only if too few of the nearest nodes are in
 * it. */
static void list_node(const struct tsp_tree *tree, uint32_t at, const struct nearest *nearest, uint32_t length,
                      uint32_t per_quadrant, uint64_t *keys)
{
    uint32_t used = 0;
    for (int quadrant = 0; quadrant < QUADRANTS && tree && used < length && per_quadrant > 0; ++quadrant) {
        const uint32_t wanted = per_quadrant < length - used ? per_quadrant : length - used;
        const uint32_t end = add(nearest, quadrant, keys, used, used, used + wanted);
        used = end == used + wanted || nearest->all ? end : used + find(tree, at, quadrant, wanted, keys + used);
    }
    add(nearest, ANY_QUADRANT, keys, 0, used, length);
    if (used > 0) {
        qsort(keys, length, sizeof *keys, compare_keys);
    }
}

struct listing {
    const struct base_env *env; /* env of the clock and the cancellation */
    double deadline;
    atomic_bool late; /* True after cancellation or the deadline; no list is then returned */
    struct tsp_listed of;
    struct tsp_candidates *candidates;
    size_t count;
    uint32_t longest, step; /* length of the longest list; nodes per work item */
    bool by_quadrant;       /* True if some lists have quadrants */
    size_t stride;     /* scratch per thread, in whole cache lines: `longest` nearest keys, list keys and quadrants */
    uint64_t *scratch; /* [threads][stride] scratch memory of each thread */
};

/* Finds the `wanted` nearest nodes by the distances to all nodes, for lists without a tree. Returns their number. */
static uint32_t find_in_row(const struct listing *listing, uint32_t node, uint32_t wanted, uint64_t *keys)
{
    struct search search = {.wanted = wanted, .keys = keys};
    for (uint32_t other = 0; other < listing->of.node_count; ++other) {
        if (other != node) {
            take(&search, key_of(tsp_instance_distance(listing->of.instance, node, other), other));
        }
    }
    return search.count;
}

static void list_nodes(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const struct tsp_tree *tree = listing->of.tree;
    const uint32_t n = listing->of.node_count, first = (uint32_t)item * listing->step;
    const uint32_t last = n - first < listing->step ? n : first + listing->step;
    uint64_t *nearest_keys = listing->scratch + thread * listing->stride, *keys = nearest_keys + listing->longest;
    struct nearest nearest = {.keys = nearest_keys,
                              .quadrants = (unsigned char *)(keys + listing->longest),
                              .all = listing->longest + 1 == n};
    if (base_interrupted(listing->env, listing->deadline)) {
        atomic_store(&listing->late, true);
        return;
    }
    for (uint32_t at = first; at < last; ++at) {
        const uint32_t node = tree ? tree->order[at] : at;
        nearest.count = tree ? find(tree, at, ANY_QUADRANT, listing->longest, nearest.keys)
                             : find_in_row(listing, node, listing->longest, nearest.keys);
        for (uint32_t k = 0; k < nearest.count && tree && listing->by_quadrant; ++k) {
            double point[3];
            for (int axis = 0; axis < 3; ++axis) {
                point[axis] = tsp_tree_point(tree, (uint32_t)nearest.keys[k], axis);
            }
            nearest.quadrants[k] = (unsigned char)quadrant_around(tree, tree->sorted[at], point);
        }
        for (size_t each = 0; each < listing->count; ++each) {
            const struct tsp_candidates *candidates = &listing->candidates[each];
            const uint32_t length = candidates->length;
            list_node(tree, at, &nearest, length, candidates->per_quadrant, keys);
            for (uint32_t k = 0; k < length; ++k) {
                candidates->nodes[(size_t)node * length + k] = (uint32_t)keys[k];
            }
        }
    }
}

/* Allocates the lists. Sets `longest` and `by_quadrant`. */
static enum swarm_status reserve(struct base_env *env, struct listing *listing)
{
    const uint32_t n = listing->of.node_count;
    for (size_t each = 0; each < listing->count; ++each) {
        struct tsp_candidates *candidates = &listing->candidates[each];
        candidates->node_count = n;
        candidates->length = candidates->length < n - 1 ? candidates->length : n - 1;
        listing->longest = candidates->length > listing->longest ? candidates->length : listing->longest;
        listing->by_quadrant = listing->by_quadrant || candidates->per_quadrant > 0;
        TRY(BASE_MAKE(env, candidates->nodes, (size_t)n * candidates->length));
    }
    return SWARM_OK;
}

enum swarm_status tsp_candidates_of(struct base_env *env, struct tsp_listed listed, struct base_team *team,
                                    double deadline, struct tsp_candidates *candidates, size_t count)
{
    struct listing listing = {.env = env,
                              .deadline = deadline,
                              .of = listed,
                              .step = listed.tree ? ITEM_NODES : ITEM_ROWS,
                              .candidates = candidates,
                              .count = count};
    TRY(reserve(env, &listing));
    listing.stride = ((size_t)listing.longest * 3 + 7) / 8 * 8;
    TRY(BASE_MAKE(env, listing.scratch, base_team_size(team) * listing.stride));
    if (listing.longest > 0) {
        base_team_run(team, ((size_t)listed.node_count + listing.step - 1) / listing.step, list_nodes, &listing);
    }
    for (size_t each = 0; each < count && atomic_load(&listing.late); ++each) {
        tsp_candidates_deinit(&candidates[each]);
    }
    free(listing.scratch);
    return SWARM_OK;
}

enum swarm_status tsp_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                      size_t count)
{
    const bool has_tree = instance->info.metric != SWARM_METRIC_EXPLICIT && !instance->joint;
    struct tsp_tree tree = {0};
    enum swarm_status status = has_tree ? tsp_tree_init(env, instance, team, deadline, &tree) : SWARM_OK;
    if (status == SWARM_OK) {
        const struct tsp_listed listed = {instance, has_tree ? &tree : NULL, instance->info.node_count};
        status = tsp_candidates_of(env, listed, team, deadline, candidates, count);
    }
    tsp_tree_deinit(&tree);
    return status;
}

void tsp_candidates_deinit(struct tsp_candidates *candidates)
{
    free(candidates->nodes);
    candidates->nodes = NULL;
}
