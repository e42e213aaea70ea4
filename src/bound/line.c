#include "line.h"

#include "cl/bound/steps.h"

enum { ITEM_POSITIONS = 1 << 16 }; /* positions per work item of a thread team */
enum { PREFETCH = 32 };            /* number of edges between a prefetch of an edge and its use */

/* Arranges the vertices of the spanning tree on the line: sets their positions and the gaps of level 0, which are edge
 * weights. The root of a part is the first vertex of its list. */
static enum swarm_status join_parts(struct base_env *env, struct bound_line *line, const struct bound_one_tree *one)
{
    const struct bound_graph *graph = line->graph;
    const uint32_t n = graph->count;
    struct base_arrays work = {0};
    uint32_t *parents = base_arrays_add(&work, n, sizeof *parents), *tails = base_arrays_add(&work, n, sizeof *tails);
    struct {
        uint32_t next; /* next vertex of the list */
        int32_t gap;   /* weight of the edge between both */
    } *links = base_arrays_add(&work, n, sizeof *links);
    if (!work.failed) {
        for (uint32_t vertex = 0; vertex < n; ++vertex) {
            parents[vertex] = tails[vertex] = vertex;
            links[vertex].next = BOUND_NO_NODE;
        }
        for (uint32_t k = 0; k + 1 < n; ++k) {
            const uint32_t e = one->edges[k], later = one->edges[(k + PREFETCH) % (n - 1)];
            const struct bound_edge *soon = &graph->edges[one->edges[(k + PREFETCH / 2) % (n - 1)]];
            __builtin_prefetch(&graph->edges[later]); /* sorted edges are scattered in memory */
            __builtin_prefetch(&one->weights[later]);
            __builtin_prefetch(&parents[soon->a]);
            __builtin_prefetch(&parents[soon->b]);
            const uint32_t a = bound_root(parents, graph->edges[e].a), b = bound_root(parents, graph->edges[e].b);
            links[tails[a]].next = b;
            links[tails[a]].gap = e < graph->forced ? INT32_MIN : one->weights[e];
            tails[a] = tails[b];
            parents[b] = a;
        }
        uint32_t position = 0;
        for (uint32_t vertex = bound_root(parents, 0); vertex != BOUND_NO_NODE; vertex = links[vertex].next) {
            line->positions[vertex] = position;
            line->gaps[position++] = links[vertex].gap;
        }
    }
    const enum swarm_status status = work.failed ? base_fail_memory(env) : SWARM_OK;
    base_arrays_free(&work);
    return status;
}

struct level {
    const struct bound_line *line;
    uint32_t number;
};

static void make_level(void *context, size_t item, unsigned thread)
{
    const struct level *level = context;
    const uint32_t n = level->line->graph->count, half = 1u << (level->number - 1);
    const uint32_t begin = (uint32_t)item * ITEM_POSITIONS;
    int32_t *gaps = level->line->gaps + level->number * (size_t)n;
    const int32_t *below = gaps - n;
    (void)thread;
    for (uint32_t position = begin; position + 2 * half <= n && position - begin < ITEM_POSITIONS; ++position) {
        gaps[position] = below[position] > below[position + half] ? below[position] : below[position + half];
    }
}

static void make_range(struct bound_line *line, const int32_t *potentials, size_t index)
{
    const struct tsp_subtree *subtree = &line->graph->tree.subtrees[index];
    struct bound_range range = {UINT32_MAX, 0, INT32_MAX};
    for (uint32_t vertex = subtree->begin; vertex < subtree->end && subtree->leaf; ++vertex) {
        const uint32_t position = line->positions[vertex];
        range.first = position < range.first ? position : range.first;
        range.last = position > range.last ? position : range.last;
        range.potential = potentials[vertex] < range.potential ? potentials[vertex] : range.potential;
    }
    for (size_t child = 2 * index + 1; child < 2 * index + 3 && !subtree->leaf; ++child) {
        make_range(line, potentials, child);
        const struct bound_range *part = &line->ranges[child];
        range.first = part->first < range.first ? part->first : range.first;
        range.last = part->last > range.last ? part->last : range.last;
        range.potential = part->potential < range.potential ? part->potential : range.potential;
    }
    line->ranges[index] = range;
}

enum swarm_status bound_line_init(const struct bound_means *means, const struct bound_graph *graph,
                                  const int32_t *potentials, const struct bound_one_tree *one, struct bound_line *line)
{
    const uint32_t n = graph->count;
    struct base_arrays *arrays = &line->arrays;
    line->graph = graph;
    line->levels = bound_level(n) + 1;
    line->positions = base_arrays_add(arrays, n, sizeof *line->positions);
    line->gaps = base_arrays_add(arrays, n * (size_t)line->levels, sizeof *line->gaps);
    line->ranges = base_arrays_add(arrays, graph->has_tree ? tsp_subtree_count(n) : 0, sizeof *line->ranges);
    if (arrays->failed) {
        return base_fail_memory(means->env);
    }
    TRY(join_parts(means->env, line, one));
    for (uint32_t number = 1; number < line->levels; ++number) {
        struct level level = {line, number};
        base_team_run(means->team, n / ITEM_POSITIONS + 1, make_level, &level);
    }
    if (graph->has_tree) {
        make_range(line, potentials, 0);
    }
    return SWARM_OK;
}

int64_t bound_least_excess(const struct bound_line *line, const int32_t *potentials, uint32_t vertex, size_t subtree)
{
    const struct tsp_tree *tree = &line->graph->tree;
    const struct bound_range *range = &line->ranges[subtree];
    const uint32_t position = line->positions[vertex];
    const uint32_t first = position < range->first ? position : range->first;
    const uint32_t last = position > range->last ? position : range->last;
    const int32_t least = tsp_tree_nearest(tree, tree->sorted[vertex], &tree->subtrees[subtree]);
    return (int64_t)bound_scaled(least, line->graph->shift) + potentials[vertex] + range->potential
           - bound_largest_gap(line->gaps, line->graph->count, first, last);
}
