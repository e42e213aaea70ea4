/* ants.h - the walk of an ant that collects scores, for one of ORIENT_ITEMS work-items that share the ant.
 *
 * From each node the ant moves to a node in the list of this node, chosen by trail and by the square of score per
 * length, until no node of the list fits the limit. Weights are integers, so their sums are the same in any order.
 */
#ifndef SWARMCL_ORIENT_ANTS_H
#define SWARMCL_ORIENT_ANTS_H

#include "search.h"
#include "cl/shared/draw_sequence.h"

#define ORIENT_ANT_WIDTH   32u /* maximum number of entries of a list */
#define ORIENT_TRAIL_BITS  20u /* log2 of the largest trail */
#define ORIENT_APPEAL_BITS 18u /* the largest appeal is 2^18, so 32 weights have a sum below 2^62 */

/* What the work-items of an ant share, for each entry of the current list. */
struct orient_ant_board {
    uint64_t weights[ORIENT_ANT_WIDTH]; /* weight of each entry; 0: the ant must not go there */
    int64_t detours[ORIENT_ANT_WIDTH];  /* length that each entry adds to the tour */
};

struct orient_ant {
    VIEW_GLOBAL const uint32_t *trails;  /* [n][width] trail of each candidate */
    VIEW_GLOBAL const uint32_t *appeals; /* [n][width] score per length, relative to the list's largest */
    ORIENT_LOCAL struct orient_ant_board *board;
};

/* Writes the weights of the list of `node`. */
SHARED_INLINE void orient_ant_weigh(const struct orient_search *s, const struct orient_ant *ant, uint32_t node)
{
    for (uint32_t k = s->item; k < s->view.width; k += ORIENT_ITEMS) {
        const size_t at = (size_t)node * s->view.width + k;
        const uint32_t next = s->view.near[at];
        uint64_t weight = 0;
        if (!orient_is_visited(s, next) && s->scores[next] > 0) {
            const int64_t detour = orient_detour(s, node, next, s->next[node]);
            const uint64_t appeal = ant->appeals[at];
            weight = s->own.length + detour <= s->rules.limit ? appeal * appeal * ant->trails[at] : 0;
            ant->board->detours[k] = detour;
        }
        ant->board->weights[k] = weight;
    }
    orient_sync(s);
}

/* Replaces the tour by the tour of an ant. */
SHARED_INLINE void orient_ant_walk(struct orient_search *s, const struct orient_ant *ant, struct draw_sequence *random)
{
    ORIENT_LOCAL const struct orient_ant_board *board = ant->board;
    uint32_t node = s->rules.first;
    orient_tour_clear(s);
    for (uint32_t left = s->view.n; left > 0; --left) {
        uint64_t sum = 0;
        uint32_t k = 0;
        orient_ant_weigh(s, ant, node);
        for (uint32_t i = 0; i < s->view.width; ++i) {
            sum += board->weights[i];
        }
        if (sum == 0) {
            break;
        }
        const uint64_t drawn = draw_below((uint64_t)draw_sequence_word(random) << 32, sum);
        for (uint64_t below = board->weights[0]; below <= drawn; below += board->weights[k]) {
            ++k;
        }
        const uint32_t next = s->view.near[(size_t)node * s->view.width + k];
        s->own.length += board->detours[k];
        s->own.score += s->scores[next];
        ++s->own.count;
        if (s->item == 0) {
            orient_link(s, node, next, s->next[node]);
        }
        orient_sync(s);
        node = next;
    }
}

#endif
