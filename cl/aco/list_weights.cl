/* aco_list_initialise - computes heuristic, trails and scale of each candidate list.
 * aco_list_weights - computes the words of the race from trails.
 *
 * NDRange     device_start.c: initialise() {n}, one work-item per node; colony_device.c: aco_device_choice()
 *             {stride, n}, one per list entry
 * Required    METRIC, JOINT            edges.clh
 *             LENGTHS                  edges.clh
 *             ALPHA_WHOLE, BETA_WHOLE  the exponent if it is a whole number, otherwise -1
 *             CANDIDATES               candidates of each list that ants consider, 1 to LIST_MOST
 *             LIST_STRIDE              elements from one list to the next, a multiple of 16
 *             LIST_LINKS               1: words are links: colony_rules.h, list_word()
 *             PARTNERS                 partners.clh
 * Reads       candidates[n][stride] uint, edges; heuristic, trails, row_offsets; partners[n] if PARTNERS
 * Writes      heuristic[n][stride] float (edge_math.h, heuristic_towards()), trails[n][stride] uint, row_offsets[n]
 *             int; weights[n][stride] uint, list_word(); weight 0 after the candidates
 * Draws       nothing
 * Checked by  test/kernel/lists.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithms 3 and 4, on lists; without a row maximum, because weights
 *             are not integers
 */
#include "colony_rules.h"
#include "cl/shared/edges.clh"
#include "partners.clh"
#include "parts.clh"

__kernel void aco_list_initialise(
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    EDGES_PARAMETERS,
    __global float *restrict heuristic,       /* [n][stride] heuristic of each edge */
    __global uint *restrict trails,           /* [n][stride] trail of each edge, in units */
    __global int *restrict row_offsets,       /* [n] exponent offset of each row (row_offset_of()) */
    const uint n,
    const uint trail_initial, /* initial trail tau_0, in units */
    const int alpha_offset,   /* exponent available for eta^beta: edge_math.h, row_offset_of() */
    const long beta_fixed,
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const struct aco_parts parts)
{
    OWN(candidates), OWN(heuristic), OWN(trails);
    const uint i = get_global_id(0);
    if (i >= n) {
        return;
    }
    const struct edges edges = EDGES_VIEW(n);
    uint largest = 0; /* a float as bits: non-negative floats sort like their bits */
    for (uint index = 0; index < LIST_STRIDE; ++index) {
        const size_t cell = (size_t)i * LIST_STRIDE + index;
        const uint j = candidates[cell];
        const bool undrawn = (JOINT && j == n - 1) || is_fixed(partners, i, j);
        const float eta = heuristic_towards(edge_length(&edges, i, j), undrawn);
        const bool used = index < CANDIDATES;
        heuristic[cell] = used ? eta : 0.0f;
        trails[cell] = used ? trail_initial : 0;
        largest = max(largest, used ? float_bits(eta) : 0u);
    }
    row_offsets[i] = row_offset_of(largest, BETA_WHOLE, beta_fixed, alpha_offset);
}

__kernel void aco_list_weights(
    __global const uint *restrict trails,     /* [n][stride] trail of each edge */
    __global const float *restrict heuristic, /* [n][stride] heuristic of each edge */
    __global const int *restrict row_offsets, /* [n] exponent offset of each row (row_offset_of()) */
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global uint *restrict weights,          /* [n][stride] selection weight of each edge */
    const uint n,
    const long alpha_fixed, const long beta_fixed, /* times 2^24, unless whole */
    const struct aco_parts parts)
{
    OWN(trails), OWN(heuristic), OWN(candidates), OWN(weights);
    const uint index = get_global_id(0);
    const uint i = get_global_id(1);
    if (i >= n) {
        return;
    }
    const size_t cell = (size_t)i * LIST_STRIDE + index;
    /* the padding is computed, too, because a branch would prevent vectorisation */
    const struct choice_exponents exponents = {ALPHA_WHOLE, BETA_WHOLE, alpha_fixed, beta_fixed};
    const uint weight = list_weight(choice_of(trails[cell], heuristic[cell], exponents, row_offsets[i]));
    weights[cell] = list_word(index < CANDIDATES ? weight : 0u, candidates[cell], LIST_LINKS);
}
