/* children.c - edge assembly: makes children of two tours and keeps the best of them. */
#include <string.h>

#include "crossing.h"
#include "crossover.h"
#include "edges.h"

/* Limits measured in bench/mosaic/README.md. */
enum {
    GROUP = 30,         /* single cycles of a group; the best of a group is taken */
    MANY_GROUP = 15,    /* the same from MANY_NODES nodes on, where time for a larger population gains more */
    MANY_NODES = 65536, /* see MANY_GROUP */
    REGION = 40,        /* cycles of a region at least, unless a pair has fewer; the best block of a region is taken */
    BLOCKS = 12,        /* blocks of a region, around its largest cycles */
    ONLY_BLOCKS = 30    /* the same if a pair has one region */
};

/* The best child so far, whose move is the last in the pools but not in moves[]. */
struct best {
    struct mosaic_move move; /* count 0: none */
    double score;
};

/* Gain per loss of diversity. */
static double score_of(const struct mosaic_crossover *crossover, const struct mosaic_assembly *assembly,
                       const struct mosaic_move *move)
{
    const int64_t loss =
        assembly->edges ? mosaic_edges_loss(assembly->edges, &crossover->merge, crossover->tour, move) : 1;
    return (double)move->gain / (double)(loss > 0 ? loss : 1);
}

/* Makes a move of the cycles and, unless it scores too little, patches it. Replaces the best child if this one is
 * better. Returns false if the cycles cannot give a shorter tour. */
static bool try_set(struct mosaic_crossover *crossover, const struct mosaic_assembly *assembly, const uint32_t *cycles,
                    uint32_t cycle_count, struct best *best)
{
    struct mosaic_merge *merge = &crossover->merge;
    const uint32_t first = merge->cut_count + best->move.count;
    struct mosaic_move move = {.number = cycles[0], .first = first};
    uint32_t cuts = 0;
    for (uint32_t k = 0; k < cycle_count; ++k) {
        cuts += crossover->cycles[cycles[k]].count;
    }
    if (cuts > SUBTOUR_CUTS_MOST || first + cuts + 2 * PATCHES_MOST > merge->cut_capacity) {
        return true;
    }
    for (uint32_t k = 0; k < cycle_count; ++k) {
        mosaic_crossing_append(crossover, &crossover->cycles[cycles[k]], crossover, &move);
    }
    if (best->move.count > 0 && score_of(crossover, assembly, &move) <= best->score) {
        return true; /* patches lower the gain, and cost most of the time */
    }
    if (!mosaic_patch(&crossover->patching, &move) || move.gain <= 0) {
        return false;
    }
    if (crossover->tour->length - move.gain == crossover->other->length) {
        return true;
    }
    const double score = score_of(crossover, assembly, &move);
    if (best->move.count == 0 || score > best->score) {
        memmove(merge->cuts + merge->cut_count, merge->cuts + first, move.count * sizeof *merge->cuts);
        memmove(merge->added + merge->cut_count, merge->added + first, move.count * sizeof *merge->added);
        move.first = merge->cut_count;
        *best = (struct best){move, score};
    }
    return true;
}

static void keep_best(struct mosaic_merge *merge, struct best *best)
{
    if (best->move.count > 0) {
        merge->moves[merge->move_count++] = best->move;
        merge->cut_count += best->move.count;
        best->move.count = 0;
    }
}

/* A cycle that gains, and its score without patches. */
struct candidate {
    uint32_t cycle;
    double score;
};

/* Lists a group's cycles that gain and have not failed, the best score first. Returns their number. */
static uint32_t list_candidates(struct mosaic_crossover *crossover, const struct mosaic_assembly *assembly,
                                const uint32_t *cycles, uint32_t count, struct candidate candidates[GROUP])
{
    const struct mosaic_merge *merge = &crossover->merge;
    const uint32_t slots = mosaic_crossover_dropped(crossover->problem->n);
    uint32_t listed = 0;
    for (uint32_t k = 0; k < count; ++k) {
        const struct cycle *cycle = &crossover->cycles[cycles[k]];
        if (cycle->gain > 0 && assembly->dropped[cycle->key & (slots - 1)] != crossing_mark(cycle->key)
            && cycle->count <= merge->cut_capacity - merge->cut_count) {
            struct mosaic_move move = {.first = merge->cut_count};
            mosaic_crossing_append(crossover, cycle, crossover, &move);
            const double score = score_of(crossover, assembly, &move);
            uint32_t at = listed++;
            for (; at > 0 && candidates[at - 1].score < score; --at) {
                candidates[at] = candidates[at - 1];
            }
            candidates[at] = (struct candidate){cycles[k], score};
        }
    }
    return listed;
}

/* Tries the cycles that gain, in random groups: the best score of a group first, so that most need no patch. Cycles
 * that fail are recorded, because most return with other tours. */
static void try_singles(struct mosaic_crossover *crossover, const struct mosaic_assembly *assembly,
                        struct draw_sequence *random)
{
    uint32_t *order = crossover->blocks.near;
    const uint32_t n = crossover->problem->n, slots = mosaic_crossover_dropped(n), all = crossover->cycle_count;
    const uint32_t group = n < MANY_NODES ? GROUP : MANY_GROUP;
    struct best best = {.score = 0};
    for (uint32_t i = 0; i < all; ++i) {
        order[i] = i;
    }
    draw_sequence_shuffle(random, order, all);
    for (uint32_t from = 0; from < all; from += group) {
        struct candidate candidates[GROUP];
        const uint32_t count =
            list_candidates(crossover, assembly, order + from, all - from < group ? all - from : group, candidates);
        for (uint32_t k = 0; k < count && (best.move.count == 0 || candidates[k].score > best.score); ++k) {
            const uint64_t key = crossover->cycles[candidates[k].cycle].key;
            if (!try_set(crossover, assembly, &candidates[k].cycle, 1, &best)) {
                assembly->dropped[key & (slots - 1)] = crossing_mark(key);
            }
        }
        keep_best(&crossover->merge, &best);
    }
}

/* Lists the numbers of up to `most` cycles with the most edges, from cycle `from` to `to` - 1, and returns how many. */
static uint32_t list_largest(const struct mosaic_crossover *crossover, uint32_t from, uint32_t to, uint32_t most,
                             uint32_t largest[ONLY_BLOCKS])
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; ++i) {
        uint32_t at = count;
        while (at > 0 && crossover->cycles[largest[at - 1]].count < crossover->cycles[i].count) {
            --at;
        }
        if (at < most) {
            count += count < most;
            memmove(largest + at + 1, largest + at, (count - 1 - at) * sizeof *largest);
            largest[at] = i;
        }
    }
    return count;
}

/* Sets keys[tried] to the key of the `count` cycles in blocks.chosen[]. Returns true if no earlier key is the same. */
static bool is_new(const struct mosaic_crossover *crossover, uint32_t count, uint64_t *keys, uint32_t tried)
{
    uint32_t same = 0;
    keys[tried] = 0;
    for (uint32_t k = 0; k < count; ++k) {
        keys[tried] += crossover->cycles[crossover->blocks.chosen[k]].key;
    }
    while (keys[same] != keys[tried]) {
        ++same;
    }
    return same == tried;
}

/* Takes one block of each region, so that the number of passes does not grow with the number of nodes. */
static void try_blocks(struct mosaic_crossover *crossover, const struct mosaic_assembly *assembly,
                       struct draw_sequence *random)
{
    const uint32_t cycles = crossover->cycle_count, regions = cycles < REGION ? 1 : cycles / REGION;
    struct best best = {.score = 0};
    mosaic_blocks_begin(crossover);
    for (uint32_t region = 0; region < regions; ++region) {
        const uint32_t from = (uint32_t)((uint64_t)region * cycles / regions);
        const uint32_t to = (uint32_t)((region + UINT64_C(1)) * cycles / regions);
        uint32_t centers[ONLY_BLOCKS];
        const uint32_t count = list_largest(crossover, from, to, regions > 1 ? BLOCKS : ONLY_BLOCKS, centers);
        uint64_t keys[ONLY_BLOCKS]; /* of this region's blocks so far */
        for (uint32_t k = 0; k < count; ++k) {
            const uint32_t chosen = mosaic_blocks_search(crossover, centers[k], random);
            if (is_new(crossover, chosen, keys, k) && chosen < cycles) { /* all cycles would give the other tour */
                try_set(crossover, assembly, crossover->blocks.chosen, chosen, &best);
            }
        }
        keep_best(&crossover->merge, &best);
    }
}

struct mosaic_crossed mosaic_assemble(struct mosaic_crossover *crossover, struct mosaic_tour *a,
                                      const struct mosaic_tour *b, struct draw_stream stream, uint32_t *dirty,
                                      const struct mosaic_assembly *assembly)
{
    struct draw_sequence random = {.stream = stream, .purpose = DRAW_ASSEMBLY};
    mosaic_crossing_trace(crossover, a, b, stream, NULL);
    crossover->patching.tour = a;
    crossover->refused = NONE;
    if (assembly->blocks) {
        try_blocks(crossover, assembly, &random);
    } else {
        try_singles(crossover, assembly, &random);
    }
    return mosaic_cross_end(&crossover, 1, a, dirty);
}
