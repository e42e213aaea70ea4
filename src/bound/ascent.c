#include "ascent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cl/bound/steps.h"

/* Times at which edges are added, evaluations between new scales of cells, and by how many binary digits steps fall. */
enum { PRICINGS = 5, SCALES_LAST = 10, FALL = 8 };

/* A 1-tree has more places. */
enum { PLACES_FEW = 3 };

/* The ascent of the places of a graph. */
struct bound_by_places {
    struct swarm_instance *instance;
    struct bound_graph graph;
    struct bound_ascent ascent;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Places with many nodes: their potentials rise together                                                             */

/* Nodes in one place are joined by edges of length 0. On their own their potentials drift apart, and every node hangs
 * on the lowest of them. So the ascent runs on an instance with one node for each place. A place with several nodes
 * then gets the largest potential with which they join each other before any other node: the 1-tree of all nodes is
 * the tree of the places with the nodes of each joined, and as long. */

/* Adds edges to the first node of a place where its edges do not join its nodes. */
static enum swarm_status join_places(struct base_env *env, struct bound_graph *graph, const struct tsp_sites *places,
                                     uint32_t *parents)
{
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        parents[turn] = turn;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        const uint32_t a = graph->edges[e].a, b = graph->edges[e].b;
        if (places->of[graph->nodes[a]] == places->of[graph->nodes[b]]) {
            parents[bound_root(parents, a)] = bound_root(parents, b);
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        const uint32_t first = places->firsts[places->of[graph->nodes[turn]]];
        TRY(bound_graph_join(env, graph, parents, graph->turns[first], turn));
    }
    return SWARM_OK;
}

/* Finds the places of the graph's nodes, and joins the nodes of each. Not where nodes have partners or a joint. */
static enum swarm_status find_places(struct base_env *env, struct bound_graph *graph, struct tsp_sites *places)
{
    if (graph->instance->partners || graph->instance->joint || graph->edge_count == 0) {
        return SWARM_OK;
    }
    TRY(tsp_sites_find(env, graph->instance, places));
    if (places->count == 0) {
        return SWARM_OK;
    }
    uint32_t *parents;
    TRY(BASE_MAKE(env, parents, graph->count));
    const enum swarm_status status = join_places(env, graph, places, parents);
    free(parents);
    return status;
}

/* Lowers the potential of a place with several nodes so far that an edge to `other` is not lighter than those within;
 * whether it was higher. */
static bool lower(const struct bound_graph *of_places, const struct tsp_sites *places, int32_t *potentials,
                  uint32_t turn, uint32_t other, int32_t length)
{
    const int64_t most = (int64_t)potentials[other] + length;
    if (places->nodes[of_places->nodes[turn]] == 1 || potentials[turn] <= most) {
        return false;
    }
    potentials[turn] = (int32_t)most;
    return true;
}

/* The potentials of all nodes of a graph, those of their places: potentials [graph->count]. `of_places` is the graph of
 * an instance with one node for each place, whose place_potentials [places->count] may fall. Cost: some walks over its
 * edges. */
static void expand_places(const struct bound_graph *of_places, int32_t *place_potentials,
                          const struct tsp_sites *places, const struct bound_graph *graph, int32_t *potentials)
{
    for (bool fell = true; fell;) {
        fell = false;
        for (size_t e = 0; e < of_places->edge_count; ++e) {
            const struct bound_edge *edge = &of_places->edges[e];
            fell |= lower(of_places, places, place_potentials, edge->a, edge->b, edge->length);
            fell |= lower(of_places, places, place_potentials, edge->b, edge->a, edge->length);
        }
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        potentials[turn] = place_potentials[of_places->turns[places->of[graph->nodes[turn]]]];
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The ascent                                                                                                         */

enum swarm_status bound_ascent_init(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent)
{
    const size_t n = graph->count;
    struct base_arrays *arrays = &ascent->arrays;
    ascent->cells = graph->has_tree ? tsp_subtree_count(graph->count) : 0;
    ascent->length = INT64_MIN;
    ascent->potentials = base_arrays_add(arrays, n, sizeof *ascent->potentials);
    ascent->kept = base_arrays_add(arrays, n, sizeof *ascent->kept);
    ascent->best = base_arrays_add(arrays, n, sizeof *ascent->best);
    ascent->directions = base_arrays_add(arrays, n, sizeof *ascent->directions);
    ascent->cell_scales = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_scales);
    ascent->cell_lengths = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_lengths);
    ascent->cell_edges = base_arrays_add(arrays, ascent->cells, sizeof *ascent->cell_edges);
    ascent->sums = base_arrays_add(arrays, n + 1, sizeof *ascent->sums);
    return arrays->failed ? base_fail_memory(env) : find_places(env, graph, &ascent->places);
}

void bound_ascent_deinit(struct bound_ascent *ascent)
{
    if (ascent->by_places) {
        bound_ascent_deinit(&ascent->by_places->ascent);
        bound_graph_deinit(&ascent->by_places->graph);
        swarm_instance_destroy(&ascent->by_places->instance);
        free(ascent->by_places);
    }
    tsp_sites_deinit(&ascent->places);
    base_arrays_free(&ascent->arrays);
    bound_one_tree_deinit(&ascent->one);
    *ascent = (struct bound_ascent){0};
}

/* The child of a subtree that has a node. */
static size_t child_with(const struct tsp_subtree *subtrees, size_t index, uint32_t turn)
{
    return 2 * index + (turn < subtrees[2 * index + 1].end ? 1 : 2);
}

/* Counts an edge of the tree in all cells between the one that has both of its nodes and the leaf of one of them. */
static void cross(struct bound_ascent *ascent, const struct tsp_subtree *subtrees, size_t index, uint32_t turn,
                  int32_t length)
{
    for (;; index = child_with(subtrees, index, turn)) {
        ascent->cell_lengths[index] += length;
        ++ascent->cell_edges[index];
        if (subtrees[index].leaf) {
            return;
        }
    }
}

static void scale_cells(const struct bound_graph *graph, struct bound_ascent *ascent)
{
    const struct tsp_subtree *subtrees = graph->tree.subtrees;
    memset(ascent->cell_lengths, 0, ascent->cells * sizeof *ascent->cell_lengths);
    memset(ascent->cell_edges, 0, ascent->cells * sizeof *ascent->cell_edges);
    for (uint32_t k = 0; k + 1 < graph->count; ++k) {
        const struct bound_edge *edge = &graph->edges[ascent->one.edges[k]];
        for (size_t index = 0; !subtrees[index].leaf;) {
            const size_t a = child_with(subtrees, index, edge->a), b = child_with(subtrees, index, edge->b);
            if (a != b) {
                cross(ascent, subtrees, a, edge->a, edge->length);
                cross(ascent, subtrees, b, edge->b, edge->length);
                break;
            }
            index = a;
        }
    }
    for (size_t index = 0; index < ascent->cells; ++index) {
        ascent->cell_scales[index] = ascent->cell_edges[index] > 0
                                         ? bound_cell_scale(ascent->cell_lengths[index], ascent->cell_edges[index])
                                         : 0;
    }
}

/* Moves the nodes of a cell, which the cells around it move by `move`. */
static void move_cell(const struct bound_graph *graph, struct bound_ascent *ascent, struct bound_steps steps,
                      size_t index, int64_t move)
{
    const struct tsp_subtree *subtree = &graph->tree.subtrees[index];
    move += bound_cell_move(ascent->cell_scales[index], ascent->sums[subtree->end] - ascent->sums[subtree->begin],
                            steps.cell);
    if (!subtree->leaf) {
        move_cell(graph, ascent, steps, 2 * index + 1, move);
        move_cell(graph, ascent, steps, 2 * index + 2, move);
        return;
    }
    for (uint32_t turn = subtree->begin; turn < subtree->end; ++turn) {
        ascent->potentials[turn] =
            bound_potential(ascent->potentials[turn],
                            move + bound_node_move(graph->scales[turn], ascent->directions[turn], steps.node));
    }
}

static void move(const struct bound_graph *graph, struct bound_ascent *ascent, struct bound_steps steps)
{
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        ascent->directions[turn] = bound_direction(ascent->directions[turn], ascent->one.degrees[turn], steps.is_first);
        ascent->sums[turn + 1] = ascent->sums[turn] + ascent->directions[turn];
    }
    if (ascent->cells > 0) {
        if (steps.scales_cells) {
            scale_cells(graph, ascent);
        }
        move_cell(graph, ascent, steps, 0, 0);
        return;
    }
    for (uint32_t turn = 0; turn < graph->count; ++turn) {
        ascent->potentials[turn] = bound_potential(
            ascent->potentials[turn], bound_node_move(graph->scales[turn], ascent->directions[turn], steps.node));
    }
}

/* Steps fall by half every `evaluations` / FALL, in between along a line; those of cells to 0, too. */
static struct bound_steps steps_at(uint32_t k, uint32_t evaluations)
{
    const uint64_t fallen = (uint64_t)FALL * BOUND_ONE * k / evaluations;
    const int64_t whole = BOUND_ONE >> (fallen / BOUND_ONE);
    const int64_t step = whole - whole * (int64_t)(fallen % BOUND_ONE) / (2 * BOUND_ONE);
    return (struct bound_steps){
        .node = (int32_t)step,
        .cell = (int32_t)(step * (evaluations - k) / evaluations),
        .is_first = k == 0,
        .scales_cells = k % SCALES_LAST == 0,
    };
}

/* Makes `kept` the best if its proven length is longer. */
static enum swarm_status prove(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent,
                               struct bound_device *device, struct base_team *team)
{
    const struct bound_means means = {team, device, (double)INFINITY};
    int64_t length = 0;
    TRY(bound_exact(env, graph, ascent->kept, &ascent->one, &means, &length));
    if (length > ascent->length) {
        ascent->length = length;
        memcpy(ascent->best, ascent->kept, graph->count * sizeof *ascent->best);
    }
    return SWARM_OK;
}

/* Whether potentials are near enough to the best to add edges: far from it all pairs are better. */
static bool is_near(int64_t length, int64_t best)
{
    return length >= best - (best > 0 ? best : -best) / 50;
}

/* Finds the 1-tree of the graph, and keeps the potentials that are the best. */
static enum swarm_status evaluate(struct base_env *env, const struct bound_graph *graph, struct bound_ascent *ascent)
{
    ++ascent->evaluations;
    if (ascent->device) {
        return bound_device_find(ascent->device);
    }
    TRY(bound_one_tree_find(env, graph, ascent->potentials, &ascent->one));
    if (ascent->one.length > ascent->kept_length) {
        ascent->kept_length = ascent->one.length;
        memcpy(ascent->kept, ascent->potentials, graph->count * sizeof *ascent->kept);
    }
    return SWARM_OK;
}

/* Adds edges to the graph; then nothing is kept any more. */
static enum swarm_status price(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent,
                               struct base_team *team, double deadline)
{
    const struct bound_means means = {team, ascent->device, deadline};
    struct bound_priced priced;
    if (ascent->device) {
        TRY(bound_device_length(ascent->device, &ascent->one.length, &ascent->kept_length));
    }
    if (!is_near(ascent->one.length, ascent->kept_length)) {
        return SWARM_OK;
    }
    if (ascent->device) {
        TRY(bound_device_potentials(ascent->device, ascent->potentials));
        TRY(bound_device_tree(ascent->device, &ascent->one));
    }
    TRY(bound_price(env, graph, ascent->potentials, &ascent->one, &means, &priced));
    if (priced.count > 0) {
        ascent->kept_length = INT64_MIN;
        return ascent->device ? bound_device_grow(ascent->device) : SWARM_OK;
    }
    return SWARM_OK;
}

/* Makes the graph of the places before the first step. After cancellation or `deadline` it has no edges. */
static enum swarm_status make_places(struct base_env *env, const struct bound_graph *graph, struct bound_ascent *ascent,
                                     struct base_team *team, double deadline)
{
    TRY(BASE_MAKE(env, ascent->by_places, 1));
    struct bound_by_places *made = ascent->by_places;
    TRY(tsp_instance_select(env, graph->instance, ascent->places.firsts, ascent->places.count, false, &made->instance));
    TRY(bound_graph_init(env, made->instance, team, deadline, &made->graph));
    TRY(bound_ascent_init(env, &made->graph, &made->ascent));
    made->ascent.device = ascent->device;
    return SWARM_OK;
}

/* Makes the steps with one node for each place, and proves the best of these potentials; a few places keep 0. */
static enum swarm_status ascend_places(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent,
                                       uint32_t evaluations, struct base_team *team, double deadline)
{
    if (!ascent->by_places && ascent->places.count > PLACES_FEW) {
        TRY(make_places(env, graph, ascent, team, deadline));
    }
    struct bound_by_places *by = ascent->by_places;
    const uint64_t before = by ? by->ascent.evaluations : 0;
    if (by && by->graph.edge_count > 0) {
        TRY(bound_ascend(env, &by->graph, &by->ascent, evaluations, team, deadline));
        memcpy(by->ascent.kept, by->ascent.best, by->graph.count * sizeof *by->ascent.kept);
        expand_places(&by->graph, by->ascent.kept, &ascent->places, graph, ascent->kept);
    }
    ascent->evaluations += by ? by->ascent.evaluations - before : evaluations;
    return prove(env, graph, ascent, NULL, team);
}

enum swarm_status bound_ascend(struct base_env *env, struct bound_graph *graph, struct bound_ascent *ascent,
                               uint32_t evaluations, struct base_team *team, double deadline)
{
    if (ascent->places.count > 0) {
        return ascend_places(env, graph, ascent, evaluations, team, deadline);
    }
    const uint32_t every = evaluations > PRICINGS ? evaluations / PRICINGS : 1;
    const double begin = base_seconds(env);
    memcpy(ascent->potentials, ascent->best, graph->count * sizeof *ascent->potentials);
    ascent->kept_length = INT64_MIN;
    if (ascent->device) {
        TRY(bound_device_begin(ascent->device, graph, ascent->potentials));
    }
    for (uint32_t k = 0; k < evaluations; ++k) {
        TRY(evaluate(env, graph, ascent));
        const double evaluation = (base_seconds(env) - begin) / (k + 1);
        if (k + 1 == evaluations || base_interrupted(env, deadline - BOUND_PROOF * evaluation)) {
            break;
        }
        if ((k + 1) % every == 0) {
            TRY(price(env, graph, ascent, team, deadline));
        }
        const struct bound_steps steps = steps_at(k, evaluations);
        if (ascent->device) {
            TRY(bound_device_move(ascent->device, steps));
        } else {
            move(graph, ascent, steps);
        }
    }
    if (ascent->device) {
        TRY(bound_device_kept(ascent->device, ascent->kept));
    }
    return prove(env, graph, ascent, ascent->device, team);
}
