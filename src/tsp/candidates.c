#include "candidates.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tree.h"

enum { QUADRANTS = 4, ANY_QUADRANT = -1, PADDING = 8 }; /* PADDING: entries of two cache lines */

/* Nodes per work item of a thread team. */
enum {
    ITEM_NODES = 2048, /* nodes per item with a tree, whose neighbours share the cache */
    ITEM_ROWS = 64     /* nodes per item without a tree, at O(number of nodes) per node */
};

/* A node of a list. */
struct entry {
    uint64_t key; /* distance and number (key_of()) */
    uint32_t at;  /* index of the node in the tree's order; without a tree its number */
    int quadrant; /* set if a list has quadrants */
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
    uint32_t wanted;     /* maximum number of nodes to find */
    uint32_t count;      /* number of nodes found */
    struct entry *found; /* [wanted] nodes found so far, by ascending keys */
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

/* Inserts node order[at] if its key is among the `wanted` lowest so far. */
static void take(struct search *search, uint64_t key, uint32_t at)
{
    if (search->count == search->wanted && key >= search->found[search->count - 1].key) {
        return;
    }
    uint32_t end = search->count < search->wanted ? search->count++ : search->count - 1;
    for (; end > 0 && search->found[end - 1].key > key; --end) {
        search->found[end] = search->found[end - 1];
    }
    search->found[end] = (struct entry){key, at, search->quadrant};
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
    if ((search->count == search->wanted && least > search->found[search->count - 1].key)
        || misses_quadrant(search, subtree)) {
        return;
    }
    if (subtree->leaf) {
        for (uint32_t k = subtree->begin; k < subtree->end; ++k) {
            if (k != search->at
                && (search->quadrant == ANY_QUADRANT
                    || quadrant_around(tree, search->point, tree->sorted[k]) == search->quadrant)) {
                take(search, key_of(tsp_tree_distance(tree, search->at, k), tree->order[k]), k);
            }
        }
        return;
    }
    if (search->at >= subtree->begin && search->at < subtree->end) { /* the half with the node itself first */
        const size_t own = 2 * index + (search->at < subtree[index + 2].begin ? 1 : 2), other = 4 * index + 3 - own;
        visit(search, own, 0);
        visit(search, other, least_key(search, &tree->subtrees[other]));
        return;
    }
    const uint64_t left = least_key(search, subtree + index + 1), right = least_key(search, subtree + index + 2);
    const bool left_first = left <= right;
    visit(search, 2 * index + (left_first ? 1 : 2), left_first ? left : right);
    visit(search, 2 * index + (left_first ? 2 : 1), left_first ? right : left);
}

/* Finds the `wanted` nearest nodes in a quadrant around node order[at], by ascending keys. Returns their number. */
static uint32_t find(const struct tsp_tree *tree, uint32_t at, int quadrant, uint32_t wanted, struct entry *found)
{
    struct search search = {
        .tree = tree, .at = at, .point = tree->sorted[at], .quadrant = quadrant, .wanted = wanted, .found = found};
    if (wanted > 0) {
        visit(&search, 0, 0);
    }
    return search.count;
}

/* The nearest nodes of a node, from which all its lists are made. */
struct nearest {
    uint32_t count;
    struct entry *entries; /* [longest] nearest nodes, by ascending keys */
    bool all;              /* True if entries[] has all other nodes */
};

/* Appends the nearest nodes in a quadrant, or in any, that list[begin .. used) lacks. Returns the new number of nodes.
 */
static uint32_t add(const struct nearest *nearest, int quadrant, struct entry *list, uint32_t begin, uint32_t used,
                    uint32_t length)
{
    const uint32_t before = used;
    for (uint32_t k = 0; k < nearest->count && used < length; ++k) {
        bool fits = quadrant == ANY_QUADRANT || nearest->entries[k].quadrant == quadrant;
        for (uint32_t i = begin; i < before && fits; ++i) {
            fits = list[i].key != nearest->entries[k].key;
        }
        if (fits) {
            list[used++] = nearest->entries[k];
        }
    }
    return used;
}

/* Makes the list of node order[at] in list [length]. Searches a quadrant only if too few of the nearest nodes are in
 * it. */
static void list_node(const struct tsp_tree *tree, uint32_t at, const struct nearest *nearest, uint32_t length,
                      uint32_t per_quadrant, struct entry *list)
{
    uint32_t used = 0;
    for (int quadrant = 0; quadrant < QUADRANTS && tree && used < length && per_quadrant > 0; ++quadrant) {
        const uint32_t wanted = per_quadrant < length - used ? per_quadrant : length - used;
        const uint32_t end = add(nearest, quadrant, list, used, used, used + wanted);
        used = end == used + wanted || nearest->all ? end : used + find(tree, at, quadrant, wanted, list + used);
    }
    add(nearest, ANY_QUADRANT, list, 0, used, length);
    for (uint32_t k = 1; k < length && used > 0; ++k) {
        const struct entry entry = list[k];
        uint32_t to = k;
        for (; to > 0 && list[to - 1].key > entry.key; --to) {
            list[to] = list[to - 1];
        }
        list[to] = entry;
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
    size_t stride;          /* entries of scratch per thread: `longest` nearest nodes, a list, PADDING */
    struct entry *scratch;  /* [threads][stride] */
};

/* Finds the `wanted` nearest nodes by the distances to all nodes, for lists without a tree. Returns their number. */
static uint32_t find_in_row(const struct listing *listing, uint32_t node, uint32_t wanted, struct entry *found)
{
    struct search search = {.wanted = wanted, .found = found};
    for (uint32_t other = 0; other < listing->of.node_count; ++other) {
        if (other != node) {
            take(&search, key_of(tsp_instance_distance(listing->of.instance, node, other), other), other);
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
    struct entry *entries = listing->scratch + thread * listing->stride, *list = entries + listing->longest;
    struct nearest nearest = {.entries = entries, .all = listing->longest + 1 == n};
    if (base_interrupted(listing->env, listing->deadline)) {
        atomic_store(&listing->late, true);
        return;
    }
    for (uint32_t at = first; at < last; ++at) {
        const uint32_t node = tree ? tree->order[at] : at;
        nearest.count = tree ? find(tree, at, ANY_QUADRANT, listing->longest, entries)
                             : find_in_row(listing, node, listing->longest, entries);
        for (uint32_t k = 0; k < nearest.count && tree && listing->by_quadrant; ++k) {
            entries[k].quadrant = quadrant_around(tree, tree->sorted[at], tree->sorted[entries[k].at]);
        }
        for (size_t each = 0; each < listing->count; ++each) {
            const struct tsp_candidates *candidates = &listing->candidates[each];
            const uint32_t length = candidates->length;
            list_node(tree, at, &nearest, length, candidates->per_quadrant, list);
            for (uint32_t k = 0; k < length; ++k) {
                candidates->nodes[(size_t)node * length + k] = (uint32_t)list[k].key;
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
    listing.stride = 2 * (size_t)listing.longest + PADDING;
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
