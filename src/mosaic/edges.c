#include "edges.h"

#include <string.h>

enum { RANGES = 64 }; /* ranges of nodes that threads count separately */

/* Makes the arrays, or counts their bytes. */
static struct mosaic_edges edges_of(uint32_t n, uint32_t individuals, bool counts)
{
    struct mosaic_edges made = {.arrays.counts = counts};
    made.other = base_arrays_add(&made.arrays, n, sizeof *made.other);
    made.count = base_arrays_add(&made.arrays, n, sizeof *made.count);
    made.weights = base_arrays_add(&made.arrays, (size_t)individuals + 2, sizeof *made.weights);
    made.touched = base_arrays_add(&made.arrays, (size_t)individuals * ARRAY_QUEUED_WORDS(n), sizeof *made.touched);
    return made;
}

uint64_t mosaic_edges_bytes(uint32_t n, uint32_t individuals)
{
    return edges_of(n, individuals, true).arrays.bytes;
}

void mosaic_edges_deinit(struct mosaic_edges *edges)
{
    base_arrays_free(&edges->arrays);
    *edges = (struct mosaic_edges){.count = NULL};
}

/* Fills weights[] by ln c = ln(c - 1) + 2 artanh(1 / (2 c - 1)) in integers, so that no library of the host decides. */
static void fill_weights(struct mosaic_edges *edges, uint32_t individuals)
{
    int64_t log = 0; /* times 2^40 */
    for (int64_t c = 2; c <= (int64_t)individuals + 1; ++c) {
        const int64_t odd = 2 * c - 1;
        int64_t power = (INT64_C(1) << 41) / odd;
        for (int64_t k = 1; power > 0; k += 2) {
            log += power / k;
            power /= odd * odd;
        }
        edges->weights[c] = (c * (log >> 12)) >> 12;
    }
}

static uint32_t slot_of(const struct mosaic_edges *edges, uint32_t u, uint32_t v)
{
    uint32_t slot = 0;
    while (slot < MOSAIC_EDGE_SLOTS && !(edges->count[u][slot] > 0 && edges->other[u][slot] == v)) {
        ++slot;
    }
    return slot;
}

/* Adds an edge from u to a larger node, unless the slots are full of others. */
static void add_edge(struct mosaic_edges *edges, uint32_t u, uint32_t v)
{
    uint32_t slot = slot_of(edges, u, v);
    for (uint32_t k = 0; k < MOSAIC_EDGE_SLOTS && slot == MOSAIC_EDGE_SLOTS; ++k) {
        slot = edges->count[u][k] == 0 ? k : slot;
    }
    if (slot < MOSAIC_EDGE_SLOTS) {
        edges->other[u][slot] = v;
        ++edges->count[u][slot];
    }
}

/* Adds the edges of a tour from u to larger nodes, or removes them. */
static void count_node(struct mosaic_edges *edges, const uint32_t *ord, const uint32_t *pos, uint32_t n, uint32_t u,
                       bool adds)
{
    const uint32_t p = pos[u], ends[2] = {ord[position_before(p, n)], ord[position_after(p, n)]};
    for (int k = 0; k < 2; ++k) {
        const uint32_t slot = u < ends[k] && !adds ? slot_of(edges, u, ends[k]) : MOSAIC_EDGE_SLOTS;
        if (slot < MOSAIC_EDGE_SLOTS) {
            --edges->count[u][slot];
        } else if (u < ends[k] && adds) {
            add_edge(edges, u, ends[k]);
        }
    }
}

struct counting {
    struct mosaic_edges *edges;
    const struct mosaic_population *population;
    bool all; /* True to count all edges; false: only edges that the last pass changed */
};

/* Counts the edges of a range of nodes, in the order of the individuals, so that full slots are the same ones on any
 * number of threads. */
static void count_range(void *context, size_t item, unsigned thread)
{
    const struct counting *counting = context;
    const struct mosaic_population *population = counting->population;
    const uint32_t n = population->n, words = ARRAY_QUEUED_WORDS(n);
    const uint32_t from = (uint32_t)(item * words / RANGES), to = (uint32_t)((item + 1) * words / RANGES);
    (void)thread;
    for (uint32_t i = 0; i < population->count; ++i) {
        const struct mosaic_tour tour = mosaic_population_tour(population, i);
        const uint32_t *kept = population->kept + i * 2 * (size_t)n;
        const uint32_t *touched = counting->edges->touched + i * (size_t)words;
        for (uint32_t word = from; word < to && (counting->all || population->changed[i]); ++word) {
            for (uint32_t bits = counting->all ? UINT32_MAX : touched[word], u = 32 * word; bits != 0 && u < n;
                 ++u, bits >>= 1) {
                if (bits & 1 && !counting->all) {
                    count_node(counting->edges, kept, kept + n, n, u, false);
                }
                if (bits & 1) {
                    count_node(counting->edges, tour.ord, tour.pos, n, u, true);
                }
            }
        }
    }
}

enum swarm_status mosaic_edges_init(struct base_env *env, const struct mosaic_population *population,
                                    struct base_team *team, struct mosaic_edges *edges)
{
    *edges = edges_of(population->n, population->count, false);
    if (edges->arrays.failed) {
        return base_fail_memory(env);
    }
    fill_weights(edges, population->count);
    base_team_run(team, RANGES, count_range, &(struct counting){edges, population, true});
    return SWARM_OK;
}

void mosaic_edges_update(struct mosaic_edges *edges, const struct mosaic_population *population, struct base_team *team)
{
    base_team_run(team, RANGES, count_range, &(struct counting){edges, population, false});
}

static uint32_t count_of(const struct mosaic_edges *edges, uint32_t u, uint32_t v)
{
    const uint32_t low = u < v ? u : v, slot = slot_of(edges, low, u < v ? v : u);
    return slot < MOSAIC_EDGE_SLOTS ? edges->count[low][slot] : 0;
}

int64_t mosaic_edges_loss(const struct mosaic_edges *edges, const struct mosaic_merge *merge,
                          const struct mosaic_tour *tour, const struct mosaic_move *move)
{
    const int64_t *weights = edges->weights;
    int64_t loss = 0;
    for (uint32_t k = move->first; k < move->first + move->count; ++k) {
        const uint32_t cut = merge->cuts[k], *added = merge->added[k];
        const uint32_t out = count_of(edges, tour->ord[cut], tour->ord[position_after(cut, merge->n)]);
        const uint32_t in = count_of(edges, tour->ord[added[0]], tour->ord[added[1]]);
        loss += (out > 0 ? weights[out - 1] - weights[out] : 0) + weights[in + 1] - weights[in];
    }
    return loss;
}
