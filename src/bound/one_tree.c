#include "one_tree.h"

#include <string.h>

enum {
    DIGIT_BITS = 11, /* bits per digit of the radix sort of 32-bit weights */
    DIGITS = 1 << DIGIT_BITS,
    PASSES = 3,
    PREFETCH = 16 /* number of edges between a prefetch of an edge and its use */
};

#define LIGHT 1.2 /* light edges per vertex: a few more than the tree has, so heavy edges are rarely needed */

void bound_one_tree_deinit(struct bound_one_tree *one)
{
    base_arrays_free(&one->arrays);
    base_arrays_free(&one->by_edge);
    *one = (struct bound_one_tree){0};
}

enum swarm_status bound_one_tree_reserve(struct base_env *env, const struct bound_graph *graph,
                                         struct bound_one_tree *one)
{
    if (!one->edges) {
        one->light = INT32_MAX;
        one->edges = base_arrays_add(&one->arrays, graph->count, sizeof *one->edges);
        one->degrees = base_arrays_add(&one->arrays, graph->count, sizeof *one->degrees);
        one->parents = base_arrays_add(&one->arrays, graph->count, sizeof *one->parents);
        one->seconds = base_arrays_add(&one->arrays, graph->count, sizeof *one->seconds);
    }
    if (one->capacity < graph->edge_count) {
        base_arrays_free(&one->by_edge);
        one->capacity = graph->edge_capacity;
        one->weights = base_arrays_add(&one->by_edge, one->capacity, sizeof *one->weights);
        one->keys = base_arrays_add(&one->by_edge, one->capacity, sizeof *one->keys);
        one->sorted = base_arrays_add(&one->by_edge, one->capacity, sizeof *one->sorted);
        one->taken = base_arrays_add(&one->by_edge, one->capacity, sizeof *one->taken);
        one->light = INT32_MAX;
    }
    return one->arrays.failed || one->by_edge.failed ? base_fail_memory(env) : SWARM_OK;
}

void bound_sort(uint64_t *keys, uint64_t *other, size_t count)
{
    uint32_t counts[PASSES][DIGITS] = {{0}};
    uint64_t *const result = keys;
    for (size_t k = 0; k < count; ++k) {
        for (int pass = 0; pass < PASSES; ++pass) {
            ++counts[pass][keys[k] >> (32 + pass * DIGIT_BITS) & (DIGITS - 1)];
        }
    }
    for (int pass = 0; pass < PASSES; ++pass) {
        uint32_t start = 0;
        bool same = false;
        for (int digit = 0; digit < DIGITS; ++digit) {
            const uint32_t size = counts[pass][digit];
            same = same || size == count;
            counts[pass][digit] = start;
            start += size;
        }
        if (same) {
            continue;
        }
        for (size_t k = 0; k < count; ++k) {
            other[counts[pass][keys[k] >> (32 + pass * DIGIT_BITS) & (DIGITS - 1)]++] = keys[k];
        }
        uint64_t *kept = keys;
        keys = other;
        other = kept;
    }
    if (keys != result) {
        memcpy(result, keys, count * sizeof *keys);
    }
}

/* Adds the sorted edges that join two components to a tree of `size` edges. Returns the new size. */
static size_t grow(const struct bound_graph *graph, struct bound_one_tree *one, size_t count, size_t size)
{
    for (size_t k = 0; k < count && size + 1 < graph->count; ++k) {
        if (k + PREFETCH < count) { /* sorted edges are scattered in memory */
            __builtin_prefetch(&graph->edges[(uint32_t)one->keys[k + PREFETCH]]);
            const struct bound_edge *soon = &graph->edges[(uint32_t)one->keys[k + PREFETCH / 2]];
            __builtin_prefetch(&one->parents[soon->a]);
            __builtin_prefetch(&one->parents[soon->b]);
        }
        const uint32_t e = (uint32_t)one->keys[k];
        const struct bound_edge *edge = &graph->edges[e];
        const uint32_t a = bound_root(one->parents, edge->a), b = bound_root(one->parents, edge->b);
        if (a != b) {
            atomic_store_explicit(one->parents + (a < b ? b : a), a < b ? a : b, memory_order_relaxed);
            one->edges[size++] = e;
            one->taken[e] = true;
            one->length += one->weights[e];
            ++one->degrees[edge->a];
            ++one->degrees[edge->b];
        }
    }
    return size;
}

static void find_tree(const struct bound_graph *graph, struct bound_one_tree *one)
{
    size_t count = 0, size = 0;
    for (size_t e = 0; e < graph->edge_count; ++e) {
        if (e < graph->forced || one->weights[e] <= one->light) {
            one->keys[count++] = bound_key(graph, e, one->weights[e]);
        }
    }
    bound_sort(one->keys, one->sorted, count);
    const size_t wanted = (size_t)(LIGHT * graph->count);
    const int32_t light = one->light;
    one->light = count > wanted + DIGITS    ? (int32_t)((uint32_t)(one->keys[wanted] >> 32) ^ 0x80000000u)
                 : count < graph->count / 2 ? INT32_MAX
                                            : light;
    size = grow(graph, one, count, 0);
    if (size + 1 < graph->count) {
        count = 0;
        for (size_t e = graph->forced; e < graph->edge_count; ++e) {
            if (one->weights[e] > light
                && bound_root(one->parents, graph->edges[e].a) != bound_root(one->parents, graph->edges[e].b)) {
                one->keys[count++] = bound_key(graph, e, one->weights[e]);
            }
        }
        bound_sort(one->keys, one->sorted, count);
        grow(graph, one, count, size);
    }
}

/* Gives the joint two edges: to its partner, if it has one, and to the vertices of lowest potential. */
static void join(const struct bound_graph *graph, const int32_t *potentials, struct bound_one_tree *one)
{
    uint32_t sides[2] = {graph->joint_partner, BOUND_NO_NODE};
    for (int side = sides[0] == BOUND_NO_NODE ? 0 : 1; side < 2; ++side) {
        for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
            if ((side == 0 || vertex != sides[0])
                && (sides[side] == BOUND_NO_NODE || potentials[vertex] < potentials[sides[side]])) {
                sides[side] = vertex;
            }
        }
    }
    for (int side = 0; side < 2; ++side) {
        ++one->degrees[sides[side]];
        one->length += potentials[sides[side]];
    }
    one->special = BOUND_NO_NODE;
}

/* Finds the special node, and adds its second edge. */
static void close(const struct bound_graph *graph, struct bound_one_tree *one)
{
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        one->seconds[vertex] = INT32_MAX;
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        const uint32_t sides[2] = {graph->edges[e].a, graph->edges[e].b};
        for (int side = 0; side < 2 && !one->taken[e]; ++side) {
            if (one->degrees[sides[side]] == 1 && one->weights[e] < one->seconds[sides[side]]) {
                one->seconds[sides[side]] = one->weights[e];
            }
        }
    }
    one->special = BOUND_NO_NODE;
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        if (one->seconds[vertex] < INT32_MAX
            && (one->special == BOUND_NO_NODE || one->seconds[vertex] > one->seconds[one->special])) {
            one->special = vertex;
        }
    }
    for (size_t e = 0; e < graph->edge_count && one->special != BOUND_NO_NODE; ++e) {
        const struct bound_edge *edge = &graph->edges[e];
        if (!one->taken[e] && one->weights[e] == one->seconds[one->special]
            && (edge->a == one->special || edge->b == one->special)) {
            ++one->degrees[edge->a];
            ++one->degrees[edge->b];
            one->length += one->weights[e];
            break;
        }
    }
}

enum swarm_status bound_one_tree_find(struct base_env *env, const struct bound_graph *graph, const int32_t *potentials,
                                      struct bound_one_tree *one)
{
    TRY(bound_one_tree_reserve(env, graph, one));
    one->length = 0;
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        atomic_init(one->parents + vertex, vertex);
        one->degrees[vertex] = 0;
        one->length -= 2 * (int64_t)potentials[vertex];
    }
    for (size_t e = 0; e < graph->edge_count; ++e) {
        const struct bound_edge *edge = &graph->edges[e];
        one->weights[e] = edge->length + potentials[edge->a] + potentials[edge->b];
        one->taken[e] = false;
    }
    find_tree(graph, one);
    if (graph->instance->joint) {
        join(graph, potentials, one);
    } else {
        close(graph, one);
    }
    return SWARM_OK;
}
