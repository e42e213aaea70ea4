#include "ascent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cl/bound/steps.h"

enum {
    PRICINGS = 5,      /* bound_ascend() adds edges after each 1 / PRICINGS of its evaluations, except the last */
    SCALES_EVERY = 10, /* evaluations between two computations of the scales of cells */
    HALVINGS = 8,      /* number of times that one bound_ascend() halves the steps */
    SITES_LEAST = 4    /* minimum number of sites for an ascent; with fewer, all potentials are 0 */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Sites with several nodes: their potentials rise together                                                           */

/* Edges of length 0 join the nodes of a site. If each node had its own steps, potentials within a site would drift
 * apart, and every node would be joined to the lowest of them. So the steps are those of an instance with one node per
 * site, and all nodes of a site get the site's potential. A site with several nodes gets the largest potential with
 * which its nodes are joined to each other before they are joined to other nodes. The 1-tree of all nodes is then the
 * tree of the sites, with the nodes of each site joined, and has the same length. */

/* Lowers the potential of `vertex`, a site with several nodes, until its edge of `length` to site `other` is not
 * lighter than edges within the site. Returns true if it lowered the potential. */
static bool lower(const struct tsp_sites *sites, const struct bound_graph *graph, int32_t *potentials, uint32_t vertex,
                  uint32_t other, int32_t length)
{
    const int64_t most = (int64_t)potentials[other] + length;
    if (sites->nodes[graph->nodes[vertex]] == 1 || potentials[vertex] <= most) {
        return false;
    }
    potentials[vertex] = (int32_t)most;
    return true;
}

/* Sets ascent->kept to the best potentials of the sites, lowered. Visits the edges of the sites' graph until no
 * potential falls. */
static void take_from_sites(struct bound_ascent *ascent)
{
    const struct tsp_sites *sites = &ascent->sites;
    const struct bound_graph *graph = &ascent->of_sites->graph;
    int32_t *potentials = ascent->of_sites->kept;
    memcpy(potentials, ascent->of_sites->best, graph->count * sizeof *potentials);
    for (bool fell = true; fell;) {
        fell = false;
        for (size_t e = 0; e < graph->edge_count; ++e) {
            const struct bound_edge *edge = &graph->edges[e];
            fell |= lower(sites, graph, potentials, edge->a, edge->b, edge->length);
            fell |= lower(sites, graph, potentials, edge->b, edge->a, edge->length);
        }
    }
    for (uint32_t vertex = 0; vertex < ascent->graph.count; ++vertex) {
        ascent->kept[vertex] = potentials[graph->vertices[sites->of[ascent->graph.nodes[vertex]]]];
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Steps                                                                                                              */

/* The child of a subtree that contains the vertex. */
static size_t child_with(const struct tsp_subtree *subtrees, size_t index, uint32_t vertex)
{
    return 2 * index + (vertex < subtrees[2 * index + 1].end ? 1 : 2);
}

/* Counts an edge that leaves the cell `index`, in this cell and in all smaller cells that contain `vertex`. */
static void cross(struct bound_ascent *ascent, size_t index, uint32_t vertex, int32_t length)
{
    const struct tsp_subtree *subtrees = ascent->graph.tree.subtrees;
    for (;; index = child_with(subtrees, index, vertex)) {
        ascent->cell_lengths[index] += length;
        ++ascent->cell_edges[index];
        if (subtrees[index].leaf) {
            return;
        }
    }
}

static void scale_cells(struct bound_ascent *ascent)
{
    const struct tsp_subtree *subtrees = ascent->graph.tree.subtrees;
    memset(ascent->cell_lengths, 0, ascent->cells * sizeof *ascent->cell_lengths);
    memset(ascent->cell_edges, 0, ascent->cells * sizeof *ascent->cell_edges);
    for (uint32_t k = 0; k + 1 < ascent->graph.count; ++k) {
        const struct bound_edge *edge = &ascent->graph.edges[ascent->one.edges[k]];
        for (size_t index = 0; !subtrees[index].leaf;) {
            const size_t a = child_with(subtrees, index, edge->a), b = child_with(subtrees, index, edge->b);
            if (a != b) {
                cross(ascent, a, edge->a, edge->length);
                cross(ascent, b, edge->b, edge->length);
                break;
            }
            index = a;
        }
    }
    for (size_t index = 0; index < ascent->cells; ++index) {
        const int32_t count = ascent->cell_edges[index];
        ascent->cell_scales[index] = count > 0 ? bound_cell_scale(ascent->cell_lengths[index], count) : 0;
    }
}

static void move_vertex(struct bound_ascent *ascent, struct bound_steps steps, uint32_t vertex, int64_t move)
{
    move += bound_node_move(ascent->graph.scales[vertex], ascent->directions[vertex], steps.node);
    ascent->potentials[vertex] = bound_potential(ascent->potentials[vertex], move);
}

/* Moves the vertices of a cell. `move`: sum of the moves of all larger cells that contain it. */
static void move_cell(struct bound_ascent *ascent, struct bound_steps steps, size_t index, int64_t move)
{
    const struct tsp_subtree *subtree = &ascent->graph.tree.subtrees[index];
    move += bound_cell_move(ascent->cell_scales[index], ascent->sums[subtree->end] - ascent->sums[subtree->begin],
                            steps.cell);
    if (!subtree->leaf) {
        move_cell(ascent, steps, 2 * index + 1, move);
        move_cell(ascent, steps, 2 * index + 2, move);
        return;
    }
    for (uint32_t vertex = subtree->begin; vertex < subtree->end; ++vertex) {
        move_vertex(ascent, steps, vertex, move);
    }
}

static void move(struct bound_ascent *ascent, struct bound_steps steps)
{
    for (uint32_t vertex = 0; vertex < ascent->graph.count; ++vertex) {
        ascent->directions[vertex] =
            bound_direction(ascent->directions[vertex], ascent->one.degrees[vertex], steps.is_first);
        ascent->sums[vertex + 1] = ascent->sums[vertex] + ascent->directions[vertex];
    }
    if (ascent->cells > 0) {
        if (steps.scales_cells) {
            scale_cells(ascent);
        }
        move_cell(ascent, steps, 0, 0);
        return;
    }
    for (uint32_t vertex = 0; vertex < ascent->graph.count; ++vertex) {
        move_vertex(ascent, steps, vertex, 0);
    }
}

/* The steps after evaluation k. They are halved HALVINGS times and fall linearly in between; steps of cells are also
 * multiplied by the share of evaluations that remain. */
static struct bound_steps steps_at(uint32_t k, uint32_t evaluations)
{
    const uint64_t fallen = (uint64_t)HALVINGS * BOUND_ONE * k / evaluations;
    const int64_t whole = BOUND_ONE >> (fallen / BOUND_ONE);
    const int64_t step = whole - whole * (int64_t)(fallen % BOUND_ONE) / (2 * BOUND_ONE);
    return (struct bound_steps){
        .node = (int32_t)step,
        .cell = (int32_t)(step * (evaluations - k) / evaluations),
        .is_first = k == 0,
        .scales_cells = k % SCALES_EVERY == 0,
    };
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The ascent                                                                                                         */

enum swarm_status bound_ascent_init(const struct bound_means *means, const struct swarm_instance *instance,
                                    struct bound_ascent *ascent)
{
    struct base_arrays *arrays = &ascent->arrays;
    TRY(bound_graph_init(means, instance, &ascent->graph));
    const size_t n = ascent->graph.count;
    ascent->cells = ascent->graph.has_tree ? tsp_subtree_count(ascent->graph.count) : 0;
    ascent->length = INT64_MIN;
    ascent->potentials = base_arrays_add(arrays, n, sizeof *ascent->potentials);
    ascent->kept = base_arrays_add(arrays, n, sizeof *ascent->kept);
    ascent->best = base_arrays_add(arrays, n, sizeof *ascent->best);
    ascent->directions = base_arrays_add(arrays, n, sizeof *ascent->directions);
    ascent->cell_scales = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_scales);
    ascent->cell_lengths = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_lengths);
    ascent->cell_edges = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_edges);
    ascent->sums = base_arrays_add(arrays, n + 1, sizeof *ascent->sums);
    TRY(arrays->failed ? base_fail_memory(means->env) : SWARM_OK);
    return instance->partners || instance->joint || ascent->graph.edge_count == 0
               ? SWARM_OK
               : tsp_sites_find(means->env, instance, &ascent->sites);
}

void bound_ascent_deinit(struct bound_ascent *ascent)
{
    if (ascent->of_sites) {
        bound_ascent_deinit(ascent->of_sites);
        free(ascent->of_sites);
    }
    swarm_instance_destroy(&ascent->site_instance);
    tsp_sites_deinit(&ascent->sites);
    base_arrays_free(&ascent->arrays);
    bound_one_tree_deinit(&ascent->one);
    bound_graph_deinit(&ascent->graph);
    *ascent = (struct bound_ascent){0};
}

/* Proves the length of `kept`, and makes `kept` the best potentials if their proven length is longer. */
static enum swarm_status prove(const struct bound_means *means, struct bound_ascent *ascent)
{
    const struct bound_means endless = {means->env, means->team, means->device, (double)INFINITY};
    int64_t length = 0;
    TRY(bound_exact(&endless, &ascent->graph, ascent->kept, &ascent->one, &length));
    if (length > ascent->length) {
        ascent->length = length;
        memcpy(ascent->best, ascent->kept, ascent->graph.count * sizeof *ascent->best);
    }
    return SWARM_OK;
}

/* Finds the 1-tree of the graph, and keeps the potentials if their 1-tree is the longest so far. */
static enum swarm_status evaluate(const struct bound_means *means, struct bound_ascent *ascent)
{
    ++ascent->evaluations;
    if (means->device) {
        return bound_device_find(means->device);
    }
    TRY(bound_one_tree_find(means->env, &ascent->graph, ascent->potentials, &ascent->one));
    if (ascent->one.length > ascent->kept_length) {
        ascent->kept_length = ascent->one.length;
        memcpy(ascent->kept, ascent->potentials, ascent->graph.count * sizeof *ascent->kept);
    }
    return SWARM_OK;
}

/* Prices, and adds the edges found to the graph. If there are any, discards `kept`, because its 1-tree may now be
 * shorter. Does nothing far from the best potentials. */
static enum swarm_status price(const struct bound_means *means, struct bound_ascent *ascent)
{
    struct bound_priced priced;
    if (means->device) {
        TRY(bound_device_length(means->device, &ascent->one.length, &ascent->kept_length));
    }
    const int64_t best = ascent->kept_length;
    if (ascent->one.length < best - (best > 0 ? best : -best) / 50) {
        return SWARM_OK; /* too far from the best potentials: nearly every edge would be added */
    }
    if (means->device) {
        TRY(bound_device_read(means->device, false, ascent->potentials));
        TRY(bound_device_tree(means->device, &ascent->one));
    }
    TRY(bound_price(means, &ascent->graph, ascent->potentials, &ascent->one, &priced));
    if (priced.count > 0) {
        ascent->kept_length = INT64_MIN;
        return means->device ? bound_device_grow(means->device) : SWARM_OK;
    }
    return SWARM_OK;
}

/* Runs the evaluations on the instance of sites, and proves its best potentials; with too few sites they are 0. */
static enum swarm_status ascend_sites(const struct bound_means *means, struct bound_ascent *ascent,
                                      uint32_t evaluations)
{
    const struct bound_means on_host = {means->env, means->team, NULL, means->deadline};
    if (!ascent->of_sites && ascent->sites.count >= SITES_LEAST) {
        TRY(BASE_MAKE(means->env, ascent->of_sites, 1));
        TRY(tsp_instance_select(means->env, ascent->graph.instance, ascent->sites.firsts, ascent->sites.count, false,
                                &ascent->site_instance));
        TRY(bound_ascent_init(means, ascent->site_instance, ascent->of_sites));
    }
    struct bound_ascent *of_sites = ascent->of_sites;
    const uint64_t before = of_sites ? of_sites->evaluations : 0;
    if (of_sites && of_sites->graph.edge_count > 0) {
        TRY(bound_ascend(means, of_sites, evaluations));
        take_from_sites(ascent);
    }
    ascent->evaluations += of_sites ? of_sites->evaluations - before : evaluations;
    return prove(&on_host, ascent);
}

enum swarm_status bound_ascend(const struct bound_means *means, struct bound_ascent *ascent, uint32_t evaluations)
{
    if (ascent->sites.count > 0) {
        return ascend_sites(means, ascent, evaluations);
    }
    const uint32_t every = evaluations > PRICINGS ? evaluations / PRICINGS : 1;
    const double begin = base_seconds(means->env);
    memcpy(ascent->potentials, ascent->best, ascent->graph.count * sizeof *ascent->potentials);
    ascent->kept_length = INT64_MIN;
    if (means->device) {
        TRY(bound_device_begin(means->device, &ascent->graph, ascent->potentials));
    }
    for (uint32_t k = 0; k < evaluations; ++k) {
        TRY(evaluate(means, ascent));
        const double evaluation = (base_seconds(means->env) - begin) / (k + 1);
        if (k + 1 == evaluations || base_interrupted(means->env, means->deadline - BOUND_PROOF * evaluation)) {
            break;
        }
        TRY((k + 1) % every == 0 ? price(means, ascent) : SWARM_OK);
        const struct bound_steps steps = steps_at(k, evaluations);
        if (means->device) {
            TRY(bound_device_move(means->device, steps));
        } else {
            move(ascent, steps);
        }
    }
    TRY(means->device ? bound_device_read(means->device, true, ascent->kept) : SWARM_OK);
    return prove(means, ascent);
}
