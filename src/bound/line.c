#include "line.h"

enum {
    ITEM_POSITIONS = 1 << 16, /* positions per work item of a thread team */
    BLOCKS = 256,             /* maximum number of blocks */
    BLOCK_LEAST = 4096,       /* minimum number of vertices per block */
    SAMPLES = 16384,          /* edges of the graph; those of the tree among them show which weights are light */
    HEAVY_DIVISOR = 16,       /* about count / HEAVY_DIVISOR edges of the tree are heavy */
    PREFETCH = 32             /* number of edges between a prefetch of an edge and its use */
};

/* Light edges make parts of few vertices. Threads arrange parts independently of each other: a block has the parts
 * whose lowest vertices it contains. Then one thread joins the parts by the heavy edges. */
struct joining {
    struct bound_line *line;
    struct bound_one_tree *one; /* keys: edges by block, heavy ones last */
    const int32_t *potentials;
    uint64_t light;                   /* bound_key() of the heaviest light edge */
    uint32_t blocks;                  /* number of blocks, and of pieces of graph->edges */
    uint32_t size;                    /* number of vertices in a block */
    enum { UNITE, COUNT, DEAL } step; /* what pass() does: unites parts, counts edges by block, writes their keys */
    atomic_uint *labels;              /* [count] forest of the light edges (bound_unite()) */
    uint32_t *counts;     /* [blocks][blocks + 1] number of edges of a piece in a block, then their end in one->keys */
    atomic_uint *parents; /* [count] forest of the joined edges; a root is the first vertex of its list */
    struct {
        uint32_t next; /* next vertex of the list */
        int32_t gap;   /* weight of the edge between both */
        uint32_t tail; /* last vertex of the list that begins with this vertex */
    } * links;         /* [count] lists of vertices */
};

static uint64_t key_of(const struct joining *joining, size_t e)
{
    const struct bound_edge *edge = &joining->line->graph->edges[e];
    return bound_key(joining->line->graph, e,
                     edge->length + joining->potentials[edge->a] + joining->potentials[edge->b]);
}

static void plant_block(void *context, size_t item, unsigned thread)
{
    const struct joining *joining = context;
    const uint32_t n = joining->line->graph->count, begin = (uint32_t)item * joining->size;
    (void)thread;
    for (uint32_t vertex = begin; vertex < n && vertex - begin < joining->size; ++vertex) {
        atomic_init(joining->labels + vertex, vertex);
        atomic_init(joining->parents + vertex, vertex);
        joining->links[vertex].next = BOUND_NO_NODE;
        joining->links[vertex].tail = vertex;
    }
}

/* Visits the edges of the tree in a piece of graph->edges. */
static void pass(void *context, size_t item, unsigned thread)
{
    const struct joining *joining = context;
    const struct bound_graph *graph = joining->line->graph;
    const size_t size = graph->edge_count / joining->blocks + 1;
    uint32_t *counts = joining->counts + item * (joining->blocks + 1);
    (void)thread;
    for (size_t e = item * size; e < (item + 1) * size && e < graph->edge_count; ++e) {
        if (!joining->one->taken[e]) {
            continue;
        }
        const uint64_t key = key_of(joining, e);
        if (joining->step != UNITE) {
            const uint32_t label = bound_root(joining->labels, graph->edges[e].a);
            uint32_t *count = &counts[key <= joining->light ? label / joining->size : joining->blocks];
            if (joining->step == DEAL) {
                joining->one->keys[*count] = key;
            }
            ++*count;
        } else if (key <= joining->light) {
            bound_unite(joining->labels, graph->edges[e].a, graph->edges[e].b);
        }
    }
}

/* Joins the lists of vertices by the edges of a block, in the order of Kruskal's algorithm. */
static void join_block(void *context, size_t item, unsigned thread)
{
    const struct joining *joining = context;
    const struct bound_graph *graph = joining->line->graph;
    const uint32_t *ends = &joining->counts[(joining->blocks - 1) * (joining->blocks + 1)];
    const uint32_t begin = item > 0 ? ends[item - 1] : 0, count = ends[item] - begin;
    const uint64_t *keys = joining->one->keys + begin;
    (void)thread;
    bound_sort(joining->one->keys + begin, joining->one->sorted + begin, count);
    for (uint32_t k = 0; k < count; ++k) {
        __builtin_prefetch(&graph->edges[(uint32_t)keys[k + PREFETCH < count ? k + PREFETCH : k]]); /* scattered */
        const struct bound_edge *edge = &graph->edges[(uint32_t)keys[k]];
        const uint32_t a = bound_root(joining->parents, edge->a), b = bound_root(joining->parents, edge->b);
        joining->links[joining->links[a].tail].next = b;
        joining->links[joining->links[a].tail].gap = (int32_t)bound_order((int32_t)(keys[k] >> 32));
        joining->links[a].tail = joining->links[b].tail;
        atomic_store_explicit(joining->parents + b, a, memory_order_relaxed);
    }
}

/* Chooses the heaviest light edge. */
static void choose_light(struct joining *joining)
{
    uint64_t *const keys = joining->one->keys;
    size_t count = 0;
    for (size_t k = 0; k < SAMPLES && joining->blocks > 1; ++k) {
        const size_t e = k * joining->line->graph->edge_count / SAMPLES;
        if (joining->one->taken[e]) {
            keys[count++] = key_of(joining, e);
        }
    }
    bound_sort(keys, joining->one->sorted, count);
    joining->light = count > 0 ? keys[count - 1 - count / HEAVY_DIVISOR] : UINT64_MAX;
}

/* Sets the positions of vertices and the gaps of level 0, which are edge weights. */
static void arrange(struct base_team *team, struct joining *joining)
{
    const struct bound_line *line = joining->line;
    uint32_t place = 0, position = 0;
    choose_light(joining);
    base_team_run(team, joining->blocks, plant_block, joining);
    for (joining->step = UNITE; joining->step <= DEAL; ++joining->step) {
        for (uint32_t block = 0; block <= joining->blocks && joining->step == DEAL; ++block) {
            for (uint32_t piece = 0; piece < joining->blocks; ++piece) {
                uint32_t *count = &joining->counts[piece * (joining->blocks + 1) + block];
                place += *count;
                *count = place - *count;
            }
        }
        base_team_run(team, joining->blocks, pass, joining);
    }
    base_team_run(team, joining->blocks, join_block, joining);
    join_block(joining, joining->blocks, 0);
    for (uint32_t vertex = bound_root(joining->parents, 0); vertex != BOUND_NO_NODE;
         vertex = joining->links[vertex].next) {
        line->positions[vertex] = position;
        line->gaps[position++] = joining->links[vertex].gap;
    }
}

static void make_level(void *context, size_t item, unsigned thread)
{
    const struct bound_line *line = context;
    const uint32_t n = line->graph->count, half = 1u << (line->level - 1), begin = (uint32_t)item * ITEM_POSITIONS;
    int32_t *gaps = line->gaps + line->level * (size_t)n;
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
                                  const int32_t *potentials, struct bound_one_tree *one, uint32_t level,
                                  struct bound_line *line)
{
    const uint32_t n = graph->count, size = (n + BLOCKS - 1) / BLOCKS;
    struct joining joining = {line, one, potentials, .size = size > BLOCK_LEAST ? size : BLOCK_LEAST};
    struct base_arrays *arrays = &line->arrays;
    line->graph = graph;
    line->positions = base_arrays_add(arrays, n, sizeof *line->positions);
    line->gaps = base_arrays_add(arrays, n * (level + 1ul), sizeof *line->gaps);
    line->ranges = base_arrays_add(arrays, graph->has_tree ? tsp_subtree_count(n) : 0, sizeof *line->ranges);
    joining.blocks = (n + joining.size - 1) / joining.size;
    joining.counts = base_arrays_add(arrays, (size_t)joining.blocks * (joining.blocks + 1), sizeof *joining.counts);
    joining.labels = base_arrays_add(arrays, n, sizeof *joining.labels);
    joining.parents = base_arrays_add(arrays, n, sizeof *joining.parents);
    joining.links = base_arrays_add(arrays, n, sizeof *joining.links);
    if (arrays->failed) {
        return base_fail_memory(means->env);
    }
    arrange(means->team, &joining);
    while (line->level++ < level) {
        base_team_run(means->team, n / ITEM_POSITIONS + 1, make_level, line);
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
