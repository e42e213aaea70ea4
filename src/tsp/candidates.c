#include "candidates.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metric.h"
#include "tsp_metric.h"

enum { LEAF_NODES = 8, QUADRANTS = 4, ANY_QUADRANT = -1 };

/* Nodes of one item of work: neighbours in the tree's order share the cache. Rows cost more: O(nodes) for each node. */
enum { ITEM_NODES = 2048, ITEM_ROWS = 64 };

/* A subtree: nodes order[begin .. end). Children of subtree t are 2t + 1 and 2t + 2; a leaf has none. */
struct subtree {
    double low[3], high[3];
    uint32_t begin, end;
    uint32_t least; /* the lowest node in it */
    bool leaf;
};

struct tree {
    const struct swarm_instance *instance;
    const double *points;      /* [3][node_count]; distances grow with the differences of these coordinates */
    struct base_arrays arrays; /* all of the tree's, and `points` if they were made for it */
    uint32_t *order;           /* [node_count] */
    double (*places)[3];       /* [node_count], the points in `order` */
    struct subtree *subtrees;
    const struct base_env *env; /* for its clock */
    double deadline;
    bool sphere;
    bool embedded; /* places are not the instance's coordinates */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* The tree                                                                                                           */

static double point(const struct tree *tree, uint32_t node, int axis)
{
    return tree->points[(size_t)axis * tree->instance->info.node_count + node];
}

/* Puts the middle node of the range at `middle`, lower coordinates before it and higher ones behind it. Equal
 * coordinates are ordered by number, so the subtrees stay balanced. */
static void split(const struct tree *tree, uint32_t begin, uint32_t end, uint32_t middle, int axis)
{
    uint32_t *order = tree->order;
    while (end - begin > 1) {
        const uint32_t pivot = order[begin + (end - begin - 1) / 2]; /* not the last: the loop would not end */
        const double at = point(tree, pivot, axis);
        uint32_t i = begin, j = end - 1;
        for (;;) {
            while (point(tree, order[i], axis) < at || (point(tree, order[i], axis) == at && order[i] < pivot)) {
                ++i;
            }
            while (point(tree, order[j], axis) > at || (point(tree, order[j], axis) == at && order[j] > pivot)) {
                --j;
            }
            if (i >= j) {
                break;
            }
            const uint32_t kept = order[i];
            order[i++] = order[j];
            order[j--] = kept;
        }
        if (middle <= j) {
            end = j + 1;
        } else {
            begin = j + 1;
        }
    }
}

static void build(const struct tree *tree, size_t index, uint32_t begin, uint32_t end)
{
    struct subtree *subtree = &tree->subtrees[index];
    *subtree = (struct subtree){.begin = begin, .end = end, .least = UINT32_MAX, .leaf = end - begin <= LEAF_NODES};
    int widest = 0;
    if (end - begin >= ITEM_NODES && base_interrupted(tree->env, tree->deadline)) {
        subtree->leaf = true; /* nothing will be searched */
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        subtree->low[axis] = subtree->high[axis] = point(tree, tree->order[begin], axis);
        for (uint32_t k = begin; k < end; ++k) {
            const double x = point(tree, tree->order[k], axis);
            subtree->low[axis] = fmin(subtree->low[axis], x);
            subtree->high[axis] = fmax(subtree->high[axis], x);
        }
        if (subtree->high[axis] - subtree->low[axis] > subtree->high[widest] - subtree->low[widest]) {
            widest = axis;
        }
    }
    for (uint32_t k = begin; k < end; ++k) {
        subtree->least = tree->order[k] < subtree->least ? tree->order[k] : subtree->least;
    }
    if (!subtree->leaf) {
        const uint32_t middle = begin + (end - begin) / 2;
        split(tree, begin, end, middle, widest);
        build(tree, 2 * index + 1, begin, middle);
        build(tree, 2 * index + 2, middle, end);
    }
}

/* Subtrees of a tree of `n` nodes, with the unused numbers between them. */
static size_t subtree_count(uint32_t n)
{
    size_t leaves = 1;
    while (leaves * LEAF_NODES < n) {
        leaves *= 2;
    }
    return 2 * leaves - 1;
}

/* Latitudes and longitudes as points of the unit sphere: chords grow with arcs. */
static enum swarm_status embed(struct base_env *env, struct tree *tree)
{
    const struct swarm_instance *instance = tree->instance;
    const size_t n = instance->info.node_count;
    const double radians = 3.141592 / 180.0; /* TSPLIB's pi */
    double *points = base_arrays_add(&tree->arrays, 3 * n, sizeof *points);
    if (!points) {
        return base_fail_memory(env);
    }
    for (size_t i = 0; i < n; ++i) {
        const double latitude = radians * tsp_metric_geo_degrees(instance->coordinates[i]);
        const double longitude = radians * tsp_metric_geo_degrees(instance->coordinates[n + i]);
        points[i] = cos(latitude) * cos(longitude);
        points[n + i] = cos(latitude) * sin(longitude);
        points[2 * n + i] = sin(latitude);
    }
    tree->points = points;
    tree->embedded = true;
    return SWARM_OK;
}

static enum swarm_status tree_init(struct base_env *env, const struct swarm_instance *instance, struct tree *tree)
{
    const uint32_t n = instance->info.node_count;
    tree->instance = instance;
    tree->points = instance->coordinates;
    tree->sphere = instance->info.metric == SWARM_METRIC_GEO || instance->info.metric == SWARM_METRIC_GREAT_CIRCLE;
    tree->order = base_arrays_add(&tree->arrays, n, sizeof *tree->order);
    tree->places = base_arrays_add(&tree->arrays, n, sizeof *tree->places);
    tree->subtrees = base_arrays_add(&tree->arrays, subtree_count(n), sizeof *tree->subtrees);
    if (tree->arrays.failed) {
        return base_fail_memory(env);
    }
    if (instance->info.metric == SWARM_METRIC_GEO) {
        TRY(embed(env, tree));
    }
    for (uint32_t i = 0; i < n; ++i) {
        tree->order[i] = i;
    }
    build(tree, 0, 0, n);
    for (uint32_t k = 0; k < n; ++k) {
        for (int axis = 0; axis < 3; ++axis) {
            tree->places[k][axis] = point(tree, tree->order[k], axis);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Searching                                                                                                          */

/* A distance and a node in one number with the order of the pair. */
static uint64_t key_of(int32_t distance, uint32_t node)
{
    return (uint64_t)(uint32_t)distance << 32 | node;
}

struct search {
    const struct tree *tree;
    uint32_t node;
    const double *place; /* [3], of the node */
    int quadrant;        /* or ANY_QUADRANT */
    uint32_t wanted;     /* keys */
    uint32_t count;      /* keys found, in order */
    uint64_t *keys;      /* [wanted] */
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

/* The quadrant round p [3] in which q [3] lies. On a sphere round the origin, east and north are the directions of the
 * tangent plane, up to a factor above 0. */
static int quadrant_round(const struct tree *tree, const double *p, const double *q)
{
    if (!tree->sphere) {
        return quadrant_of(q[0] - p[0], q[1] - p[1]);
    }
    const double east = p[0] * q[1] - p[1] * q[0];
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    return quadrant_of(east, square * q[2] - (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) * p[2]);
}

/* The key of node order[turn]. */
static uint64_t key_at(const struct search *search, uint32_t turn)
{
    const struct tree *tree = search->tree;
    const double *p = search->place, *q = tree->places[turn];
    const uint32_t other = tree->order[turn];
    return key_of(tree->embedded ? tsp_instance_distance(tree->instance, search->node, other)
                                 : metric_between((int)tree->instance->info.metric, p[0], p[1], p[2], q[0], q[1], q[2]),
                  other);
}

static void take(struct search *search, uint64_t key)
{
    if (search->count == search->wanted && key >= search->keys[search->count - 1]) {
        return;
    }
    uint32_t at = search->count < search->wanted ? search->count++ : search->count - 1;
    for (; at > 0 && search->keys[at - 1] > key; --at) {
        search->keys[at] = search->keys[at - 1];
    }
    search->keys[at] = key;
}

static double outside(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0.0;
}

/* A lower bound for the keys of the subtree. Distances grow with each difference, also after rounding; on spheres the
 * chord, less the possible rounding, bounds the distance. */
static uint64_t bound(const struct search *search, const struct subtree *subtree)
{
    const enum swarm_metric metric = search->tree->instance->info.metric;
    double apart[3];
    for (int axis = 0; axis < 3; ++axis) {
        apart[axis] = outside(search->place[axis], subtree->low[axis], subtree->high[axis]);
    }
    if (!search->tree->sphere) {
        return key_of(metric_distance((int)metric, apart[0], apart[1], apart[2]), subtree->least);
    }
    const double chord = sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
    /* an arc is no shorter than its chord */
    const double least = (metric == SWARM_METRIC_GEO ? 6378.388 : 1.0) * chord * (1.0 - 1e-9) - 2.0;
    return key_of(least > 0 ? (int32_t)least : 0, subtree->least);
}

/* Whether no node of the subtree lies in the quadrant: in_quadrant() for boxes. */
static bool misses_quadrant(const struct search *search, const struct subtree *subtree)
{
    const double *p = search->place;
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
    const struct tree *tree = search->tree;
    const struct subtree *subtree = &tree->subtrees[index];
    if ((search->count == search->wanted && least > search->keys[search->count - 1])
        || misses_quadrant(search, subtree)) {
        return;
    }
    if (subtree->leaf) {
        for (uint32_t k = subtree->begin; k < subtree->end; ++k) {
            if (tree->order[k] != search->node
                && (search->quadrant == ANY_QUADRANT
                    || quadrant_round(tree, search->place, tree->places[k]) == search->quadrant)) {
                take(search, key_at(search, k));
            }
        }
        return;
    }
    const uint64_t left = bound(search, subtree + index + 1), right = bound(search, subtree + index + 2);
    const bool left_first = left <= right;
    visit(search, 2 * index + (left_first ? 1 : 2), left_first ? left : right);
    visit(search, 2 * index + (left_first ? 2 : 1), left_first ? right : left);
}

/* Finds the `wanted` nearest nodes in a quadrant round node order[turn], as sorted keys; returns how many there are. */
static uint32_t find(const struct tree *tree, uint32_t turn, int quadrant, uint32_t wanted, uint64_t *keys)
{
    struct search search = {.tree = tree,
                            .node = tree->order[turn],
                            .place = tree->places[turn],
                            .quadrant = quadrant,
                            .wanted = wanted,
                            .keys = keys};
    if (wanted > 0) {
        visit(&search, 0, 0);
    }
    return search.count;
}

/* Finds the nearest of all nodes, for instances without points. */
static uint32_t find_in_row(const struct swarm_instance *instance, uint32_t node, uint32_t wanted, uint64_t *keys)
{
    struct search search = {.wanted = wanted, .keys = keys};
    for (uint32_t other = 0; other < instance->info.node_count; ++other) {
        if (other != node) {
            take(&search, key_of(tsp_instance_distance(instance, node, other), other));
        }
    }
    return search.count;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lists                                                                                                              */

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The nearest nodes round one node; lists are made from them. */
struct nearest {
    uint32_t count;
    uint64_t *keys;           /* [longest], in order */
    unsigned char *quadrants; /* [longest], one for each key if lists ask for quadrants */
    bool all;                 /* there are no other nodes */
};

/* Adds keys from the nearest, of one quadrant or of any, that are not in the list from `begin` on; returns the new
 * number of keys. */
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

/* Makes the list of node order[turn] in keys [length]. Searches only quadrants that have too few of the nearest. */
static void list_node(const struct tree *tree, uint32_t turn, const struct nearest *nearest, uint32_t length,
                      uint32_t per_quadrant, uint64_t *keys)
{
    uint32_t used = 0;
    for (int quadrant = 0; quadrant < QUADRANTS && tree && used < length && per_quadrant > 0; ++quadrant) {
        const uint32_t wanted = per_quadrant < length - used ? per_quadrant : length - used;
        const uint32_t end = add(nearest, quadrant, keys, used, used, used + wanted);
        used = end == used + wanted || nearest->all ? end : used + find(tree, turn, quadrant, wanted, keys + used);
    }
    add(nearest, ANY_QUADRANT, keys, 0, used, length);
    if (used > 0) {
        qsort(keys, length, sizeof *keys, compare_keys);
    }
}

struct listing {
    const struct base_env *env; /* for its clock */
    double deadline;
    atomic_bool late; /* lists are missing */
    const struct swarm_instance *instance;
    const struct tree *tree; /* NULL: rows of the instance */
    struct tsp_candidates *candidates;
    size_t count;
    uint32_t longest, step; /* nodes of an item */
    bool by_quadrant;       /* some lists ask for quadrants */
    size_t stride;          /* `longest` nearest keys, list keys and quadrants, in whole cache lines */
    uint64_t *scratch;      /* [threads][stride] */
};

static void list_nodes(void *context, size_t item, unsigned thread)
{
    struct listing *listing = context;
    const struct tree *tree = listing->tree;
    const uint32_t n = listing->instance->info.node_count, first = (uint32_t)item * listing->step;
    const uint32_t last = n - first < listing->step ? n : first + listing->step;
    uint64_t *nearest_keys = listing->scratch + thread * listing->stride, *keys = nearest_keys + listing->longest;
    struct nearest nearest = {.keys = nearest_keys,
                              .quadrants = (unsigned char *)(keys + listing->longest),
                              .all = listing->longest + 1 == n};
    if (base_interrupted(listing->env, listing->deadline)) {
        atomic_store(&listing->late, true);
        return;
    }
    for (uint32_t turn = first; turn < last; ++turn) {
        const uint32_t node = tree ? tree->order[turn] : turn;
        nearest.count = tree ? find(tree, turn, ANY_QUADRANT, listing->longest, nearest.keys)
                             : find_in_row(listing->instance, node, listing->longest, nearest.keys);
        for (uint32_t k = 0; k < nearest.count && tree && listing->by_quadrant; ++k) {
            double place[3];
            for (int axis = 0; axis < 3; ++axis) {
                place[axis] = point(tree, (uint32_t)nearest.keys[k], axis);
            }
            nearest.quadrants[k] = (unsigned char)quadrant_round(tree, tree->places[turn], place);
        }
        for (size_t each = 0; each < listing->count; ++each) {
            const struct tsp_candidates *candidates = &listing->candidates[each];
            const uint32_t length = candidates->length;
            list_node(tree, turn, &nearest, length, candidates->per_quadrant, keys);
            for (uint32_t k = 0; k < length; ++k) {
                candidates->nodes[(size_t)node * length + k] = (uint32_t)keys[k];
            }
        }
    }
}

/* Takes memory for the lists; finds the longest length, and whether any list asks for quadrants. */
static enum swarm_status reserve(struct base_env *env, struct listing *listing)
{
    const uint32_t n = listing->instance->info.node_count;
    for (size_t each = 0; each < listing->count; ++each) {
        struct tsp_candidates *candidates = &listing->candidates[each];
        candidates->node_count = n;
        candidates->length = candidates->length < n - 1 ? candidates->length : n - 1;
        listing->longest = candidates->length > listing->longest ? candidates->length : listing->longest;
        listing->by_quadrant = listing->by_quadrant || candidates->per_quadrant > 0;
        candidates->nodes = base_array((size_t)n * candidates->length, sizeof *candidates->nodes);
        if (!candidates->nodes) {
            return base_fail_memory(env);
        }
    }
    return SWARM_OK;
}

enum swarm_status tsp_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                      size_t count)
{
    const uint32_t n = instance->info.node_count;
    const unsigned threads = base_team_size(team);
    struct tree tree = {.env = env, .deadline = deadline};
    struct listing listing = {
        .env = env, .deadline = deadline, .instance = instance, .candidates = candidates, .count = count};
    enum swarm_status status = SWARM_OK;
    TRY(reserve(env, &listing));
    listing.stride = ((size_t)listing.longest * 3 + 7) / 8 * 8;
    listing.scratch = base_arrays_add(&tree.arrays, threads * listing.stride, sizeof *listing.scratch);
    if (tree.arrays.failed) {
        status = base_fail_memory(env);
    } else if (instance->info.metric != SWARM_METRIC_EXPLICIT && !instance->joint) {
        status = tree_init(env, instance, &tree);
        listing.tree = &tree;
    }
    listing.step = listing.tree ? ITEM_NODES : ITEM_ROWS;
    if (status == SWARM_OK && listing.longest > 0) {
        base_team_run(team, ((size_t)n + listing.step - 1) / listing.step, list_nodes, &listing);
    }
    for (size_t each = 0; each < count && atomic_load(&listing.late); ++each) {
        tsp_candidates_deinit(&candidates[each]);
    }
    base_arrays_free(&tree.arrays);
    return status;
}

void tsp_candidates_deinit(struct tsp_candidates *candidates)
{
    free(candidates->nodes);
    candidates->nodes = NULL;
}
