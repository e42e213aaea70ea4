#include "tree.h"

#include <math.h>

#include "metric.h"

enum {
    POLL_NODES = 2048, /* the clock is polled before subtrees of at least this many nodes */
    WIDEST = 64, /* subtrees in the last level that is built level by level; one thread builds the rest below each */
};

static void swap(const struct tsp_tree *tree, uint32_t a, uint32_t b)
{
    const uint32_t kept = tree->order[a];
    tree->order[a] = tree->order[b];
    tree->order[b] = kept;
    for (int axis = 0; axis < 3; ++axis) {
        const double x = tree->sorted[a][axis];
        tree->sorted[a][axis] = tree->sorted[b][axis];
        tree->sorted[b][axis] = x;
    }
}

/* Moves the middle node of the range to `middle`, lower coordinates before it and higher ones after it. Equal
 * coordinates are ordered by number, so the subtrees are balanced. */
static void split(const struct tsp_tree *tree, uint32_t begin, uint32_t end, uint32_t middle, int axis)
{
    const uint32_t *order = tree->order;
    double(*const sorted)[3] = tree->sorted;
    while (end - begin > 1) {
        const uint32_t at = begin + (end - begin - 1) / 2, pivot = order[at]; /* not the last: the loop would not end */
        const double x = sorted[at][axis];
        uint32_t i = begin, j = end - 1;
        for (;;) {
            while (sorted[i][axis] < x || (sorted[i][axis] == x && order[i] < pivot)) {
                ++i;
            }
            while (sorted[j][axis] > x || (sorted[j][axis] == x && order[j] > pivot)) {
                --j;
            }
            if (i >= j) {
                break;
            }
            swap(tree, i++, j--);
        }
        if (middle <= j) {
            end = j + 1;
        } else {
            begin = j + 1;
        }
    }
}

/* Fills in a subtree whose nodes are known, and divides them between its children. */
static void make(const struct tsp_tree *tree, size_t index)
{
    struct tsp_subtree *subtree = &tree->subtrees[index];
    const uint32_t begin = subtree->begin, end = subtree->end, middle = begin + (end - begin) / 2;
    int widest = 0;
    subtree->least = UINT32_MAX;
    subtree->leaf = end - begin <= TSP_TREE_LEAF;
    if (end - begin >= POLL_NODES && base_interrupted(tree->env, tree->deadline)) {
        subtree->leaf = true; /* the run has ended, so the tree will not be used */
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        double low = tree->sorted[begin][axis], high = low;
        for (uint32_t k = begin; k < end; ++k) {
            const double x = tree->sorted[k][axis];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        subtree->low[axis] = low;
        subtree->high[axis] = high;
        if (high - low > subtree->high[widest] - subtree->low[widest]) {
            widest = axis;
        }
    }
    for (uint32_t k = begin; k < end; ++k) {
        subtree->least = tree->order[k] < subtree->least ? tree->order[k] : subtree->least;
    }
    if (!subtree->leaf) {
        split(tree, begin, end, middle, widest);
        struct tsp_subtree *children = &tree->subtrees[2 * index + 1];
        children[0].begin = begin;
        children[0].end = children[1].begin = middle;
        children[1].end = end;
    }
}

static void build(const struct tsp_tree *tree, size_t index)
{
    make(tree, index);
    if (!tree->subtrees[index].leaf) {
        build(tree, 2 * index + 1);
        build(tree, 2 * index + 2);
    }
}

struct level {
    const struct tsp_tree *tree;
    size_t first; /* index of the level's first subtree */
    bool is_last; /* True in the last of the levels that are built one by one */
};

static void make_level(void *context, size_t item, unsigned thread)
{
    const struct level *level = context;
    const struct tsp_subtree *subtree = &level->tree->subtrees[level->first + item];
    (void)thread;
    if (subtree->end > subtree->begin) {
        (level->is_last ? build : make)(level->tree, level->first + item);
    }
}

size_t tsp_subtree_count(uint32_t n)
{
    size_t leaves = 1;
    while (leaves * TSP_TREE_LEAF < n) {
        leaves *= 2;
    }
    return 2 * leaves - 1;
}

/* Converts latitudes and longitudes to points of the unit sphere, where chords grow with arcs. */
static enum swarm_status embed(struct base_env *env, struct tsp_tree *tree)
{
    const struct swarm_instance *instance = tree->instance;
    const size_t n = instance->info.node_count;
    const double radians = 3.141592 / 180.0; /* radians of a degree, with TSPLIB's value of pi */
    double *points = base_arrays_add(&tree->arrays, 3 * n, sizeof *points);
    TRY(points ? SWARM_OK : base_fail_memory(env));
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

enum swarm_status tsp_tree_init(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                                double deadline, struct tsp_tree *tree)
{
    const uint32_t n = instance->info.node_count - instance->joint;
    tree->env = env;
    tree->deadline = deadline;
    tree->instance = instance;
    tree->count = n;
    tree->points = instance->coordinates;
    tree->sphere = instance->info.metric == SWARM_METRIC_GEO || instance->info.metric == SWARM_METRIC_GREAT_CIRCLE;
    tree->order = base_arrays_add(&tree->arrays, n, sizeof *tree->order);
    tree->sorted = base_arrays_add(&tree->arrays, n, sizeof *tree->sorted);
    tree->subtrees = base_arrays_add(&tree->arrays, tsp_subtree_count(n), sizeof *tree->subtrees);
    TRY(tree->arrays.failed ? base_fail_memory(env) : SWARM_OK);
    if (instance->info.metric == SWARM_METRIC_GEO) {
        TRY(embed(env, tree));
    }
    for (uint32_t i = 0; i < n; ++i) {
        tree->order[i] = i;
        for (int axis = 0; axis < 3; ++axis) {
            tree->sorted[i][axis] = tree->points[(size_t)axis * instance->info.node_count + i];
        }
    }
    tree->subtrees[0].end = n;
    for (size_t width = 1; width <= WIDEST && 2 * width - 1 <= tsp_subtree_count(n); width *= 2) {
        struct level level = {tree, width - 1, width == WIDEST};
        base_team_run(team, width, make_level, &level);
    }
    return SWARM_OK;
}

void tsp_tree_deinit(struct tsp_tree *tree)
{
    base_arrays_free(&tree->arrays);
}
