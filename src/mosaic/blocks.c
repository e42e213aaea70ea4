/* blocks.c - sets of neighbouring cycles that are crossed together (Block2: Nagata and Kobayashi 2013). */
#include <string.h>

#include "crossing.h"

enum { STEPS_WITHOUT = 20, TABU_MOST = 10 }; /* as Nagata and Kobayashi (2013) */
enum { IS_NEAR = 1, IS_IN = 2 };
enum { MET, NEXT };

static void add_meeting(struct mosaic_blocks *blocks, uint32_t of, uint32_t cycle)
{
    blocks->meetings[blocks->meeting_count][MET] = cycle;
    blocks->meetings[blocks->meeting_count][NEXT] = blocks->first[of];
    blocks->first[of] = blocks->meeting_count++;
    ++blocks->degree[of];
}

static void meet(struct mosaic_blocks *blocks, uint32_t s, uint32_t t, uint32_t capacity)
{
    if (s != t && s != NONE && t != NONE && blocks->meeting_count + 2 <= capacity) {
        add_meeting(blocks, s, t);
        add_meeting(blocks, t, s);
    }
}

void mosaic_blocks_begin(struct mosaic_crossover *crossover)
{
    struct mosaic_blocks *blocks = &crossover->blocks;
    const uint32_t n = crossover->problem->n, *ord = crossover->tour->ord;
    const uint8_t *lacks = crossover->lacks;
    uint32_t *const *through = crossover->through, first = NONE, last = NONE;
    memset(blocks->first, 0xff, crossover->cycle_count * sizeof *blocks->first);
    memset(blocks->degree, 0, crossover->cycle_count * sizeof *blocks->degree);
    memset(blocks->inside, 0, crossover->cycle_count * sizeof *blocks->inside);
    memset(blocks->state, 0, crossover->cycle_count * sizeof *blocks->state);
    blocks->meeting_count = blocks->near_count = 0;
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t v = ord[p];
        if (lacks[p] + lacks[p + 1] > 0 && through[0][v] != NONE) {
            meet(blocks, through[0][v], through[1][v], n);
            if (last != NONE && !lacks[last + 1]) {
                meet(blocks, through[0][ord[last]], through[0][v], n);
            }
            first = first == NONE ? p : first;
            last = p;
        }
    }
    if (last != NONE && !lacks[last + 1]) {
        meet(blocks, through[0][ord[last]], through[0][ord[first]], n);
    }
}

static void add_near(struct mosaic_blocks *blocks, uint32_t cycle)
{
    if (!(blocks->state[cycle] & IS_NEAR)) {
        blocks->state[cycle] |= IS_NEAR;
        blocks->until[cycle] = 0;
        blocks->near[blocks->near_count++] = cycle;
    }
}

/* How many more meetings between the set and the rest there are if the cycle changes sides. */
static int64_t change_by(const struct mosaic_blocks *blocks, uint32_t cycle)
{
    const int64_t more = (int64_t)blocks->degree[cycle] - 2 * (int64_t)blocks->inside[cycle];
    return blocks->state[cycle] & IS_IN ? -more : more;
}

/* Moves a cycle into the set or out of it. Returns change_by(). */
static int64_t flip(struct mosaic_blocks *blocks, uint32_t cycle)
{
    const int64_t change = change_by(blocks, cycle);
    const uint32_t by = blocks->state[cycle] & IS_IN ? UINT32_MAX : 1; /* -1 modulo 2^32 */
    add_near(blocks, cycle);
    blocks->state[cycle] ^= IS_IN;
    for (uint32_t k = blocks->first[cycle]; k != NONE; k = blocks->meetings[k][NEXT]) {
        const uint32_t met = blocks->meetings[k][MET];
        add_near(blocks, met);
        blocks->inside[met] += by;
    }
    return change;
}

static void choose_set(struct mosaic_blocks *blocks)
{
    blocks->chosen_count = 0;
    for (uint32_t k = 0; k < blocks->near_count; ++k) {
        if (blocks->state[blocks->near[k]] & IS_IN) {
            blocks->chosen[blocks->chosen_count++] = blocks->near[k];
        }
    }
}

/* Begins with the center and about half of the smaller cycles that it meets. Returns the meetings of set and rest. */
static int64_t begin_set(struct mosaic_crossover *crossover, uint32_t center, struct draw_sequence *random)
{
    struct mosaic_blocks *blocks = &crossover->blocks;
    for (uint32_t k = 0; k < blocks->near_count; ++k) {
        blocks->state[blocks->near[k]] = 0;
        blocks->inside[blocks->near[k]] = 0;
    }
    blocks->near_count = 0;
    int64_t outside = flip(blocks, center);
    for (uint32_t k = 1, met = blocks->near_count; k < met; ++k) {
        const uint32_t cycle = blocks->near[k];
        if (crossover->cycles[cycle].count < crossover->cycles[center].count && draw_sequence_word(random) & 1) {
            outside += flip(blocks, cycle);
        }
    }
    return outside;
}

uint32_t mosaic_blocks_search(struct mosaic_crossover *crossover, uint32_t center, struct draw_sequence *random)
{
    struct mosaic_blocks *blocks = &crossover->blocks;
    int64_t outside = begin_set(crossover, center, random), fewest = outside;
    choose_set(blocks);
    for (uint32_t without = 0, step = 1; without < STEPS_WITHOUT && fewest > 0; ++without, ++step) {
        uint32_t best = NONE;
        int64_t least = INT64_MAX;
        for (uint32_t k = 1; k < blocks->near_count; ++k) { /* near[0] is the center, which stays */
            const uint32_t cycle = blocks->near[k];
            const int64_t change = change_by(blocks, cycle);
            const bool touches = blocks->state[cycle] & IS_IN || blocks->inside[cycle] > 0;
            if (touches && change < least && (step > blocks->until[cycle] || outside + change < fewest)) {
                least = change;
                best = cycle;
            }
        }
        if (best == NONE) {
            continue;
        }
        outside += flip(blocks, best);
        blocks->until[best] = step + 1 + draw_sequence_below(random, TABU_MOST);
        if (outside < fewest) {
            fewest = outside;
            choose_set(blocks);
            without = 0;
        }
    }
    return blocks->chosen_count;
}
