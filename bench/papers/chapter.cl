/* papers_construct - Algorithm 5 of Angelo, Augusto and Barbosa as published: one work-item per ant, visited nodes and
 *                    probabilities in global memory, floats, a linear congruential generator.
 * papers_evaluate - Algorithm 7 as published: one work-group per tour, by a prefix sum.
 *
 * NDRange     chapter.c: one work-item per ant; one group per ant, with as many work-items as nodes if the device allows
 *             it
 * Required    COALESCED   0: one row per ant, as published; 1: neighbouring ants have neighbouring elements
 *             LOCAL       1: visited nodes as bits, and the sums of papers_evaluate, in local memory
 * Reads       choice_info[n][n] float, distance[n][n] int, states[ants] uint
 * Writes      tours[ants][n] uint, COALESCED [n][ants]; visited uchar and probabilities float of the same shape;
 *             lengths[ants] uint, partial[ants][group] uint
 * Draws       states, one number per step
 * Checked by  bench/papers/chapter.c: tours are permutations, and tours and lengths are equal in all layouts
 * After       Angelo, Augusto and Barbosa (2013), Algorithms 5 and 7; r is in (0, sum], because with r = 0 the published
 *             loop selects node 0 even if it was visited. Footnote 12: a work-item may sum several edges
 *
 * The library does not use these kernels, because its tours must be the same on every device.
 */
#if COALESCED
#define AT(i) ((size_t)(i) * ants + ant)
#else
#define AT(i) ((size_t)ant * n + (i))
#endif

#if LOCAL
#define BIT(i) (1u << ((i) & 31u))
#define WORD(i) local_words[((i) >> 5) * get_local_size(0) + get_local_id(0)]
#define IS_VISITED(i) ((WORD(i) & BIT(i)) != 0)
#define VISIT(i) (WORD(i) |= BIT(i))
#else
#define IS_VISITED(i) (visited[AT(i)] != 0)
#define VISIT(i) (visited[AT(i)] = 1)
#endif

/* Advances the generator of a work-item; returns a number in (0, 1]. */
float random_number(uint *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)((*state >> 8) + 1u) * 5.9604645e-8f;
}

__kernel void papers_construct(
    __global const float *restrict choice_info, /* [n][n] choice-info of each edge */
    __global uchar *restrict visited,           /* [ants][n] 1 for each visited node */
    __global float *restrict probabilities,     /* [ants][n] probability of each node in the current step */
    __global uint *restrict tours,              /* [ants][n] tour of each ant */
    __global const uint *restrict states,       /* [ants] state of each ant's random numbers */
    const uint n, const uint ants,
    __local uint *local_words)
{
    const uint ant = get_global_id(0);
    if (ant >= ants) {
        return;
    }
    uint state = states[ant];
#if LOCAL
    for (uint i = 0; i < n; i += 32) {
        WORD(i) = 0;
    }
#else
    for (uint i = 0; i < n; ++i) {
        visited[AT(i)] = 0;
    }
#endif
    const uint first = min((uint)(random_number(&state) * (float)n), n - 1u);
    tours[AT(0)] = first;
    VISIT(first);
    for (uint step = 1; step < n; ++step) {
        float sum = 0.0f;
        const uint current = tours[AT(step - 1)];
        for (uint i = 0; i < n; ++i) {
            if (IS_VISITED(i)) {
                probabilities[AT(i)] = 0.0f;
            } else {
                probabilities[AT(i)] = choice_info[(size_t)current * n + i];
                sum += probabilities[AT(i)];
            }
        }
        const float r = random_number(&state) * sum;
        uint i = 0;
        float p = probabilities[AT(0)];
        while (p < r) {
            ++i;
            p += probabilities[AT(i)];
        }
        tours[AT(step)] = i;
        VISIT(i);
    }
}

__kernel void papers_evaluate(
    __global const int *restrict distance, /* [n][n] distance of each edge */
    __global const uint *restrict tours,   /* [ants][n] tour of each ant */
    __global uint *restrict lengths,       /* [ants] length of each tour */
    __global uint *partial,                /* [ants][group] partial sums of the length */
    const uint n,
    __local uint *local_words)
{
    const uint item = get_local_id(0), items = get_local_size(0), ant = get_group_id(0);
    __global const uint *tour = tours + (size_t)ant * n;
#if LOCAL
    __local uint *delta = local_words;
#else
    __global uint *delta = partial + (size_t)ant * items;
#endif
    uint sum = 0;
    for (uint pos = item; pos < n; pos += items) {
        sum += (uint)distance[(size_t)tour[pos] * n + tour[pos + 1 == n ? 0 : pos + 1]];
    }
    delta[item] = sum;
    for (uint s = 1; s < items; s <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (item >= s) {
            sum += delta[item - s];
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        delta[item] = sum;
    }
    if (item + 1 == items) {
        lengths[ant] = sum;
    }
}
