/* search.h - an individual's search for a better ring of nodes within the limit: ruin and recreate.
 *
 * One text for the kernel (cl/orient/improve.cl) and for threads of the host. A move takes up to three strings of nodes
 * out, all near a random node, and puts nodes from there in again, those taken out or others, as long as the limit
 * holds: always the one whose score, times noise, is the largest for the length it adds (Christiaens and Vanden Berghe
 * 2020, for routes that must visit all). The ring stays as it was unless its energy grows, or falls by less than the
 * heat allows (Metropolis et al. 1953). Energy is score minus price times length: who frees length for other places
 * gains. Nothing is reversed, so a ring needs no positions, and a move costs the same in rings of any size.
 *
 * Two ways with the same results: ORIENT_ITEMS 1, one work-item or the host does everything; or 64 work-items share
 * the nodes that may come, and the first of them alone changes the ring. `leads`: whether this is the first one.
 */
#ifndef SWARMCL_ORIENT_SEARCH_H
#define SWARMCL_ORIENT_SEARCH_H

#include "cl/shared/draws.h"
#include "types.h"
#include "cl/shared/problem_view.h"

/* Strings of a move, nodes of a string, nodes that come from the strings, and from them and the list around. */
#define ORIENT_STRINGS 3u
#define ORIENT_STRING  10u
#define ORIENT_TAKEN   32u
#define ORIENT_SLOTS   64u

/* The heat of the last move is 2^-6 of that of the first one. */
#define ORIENT_HALVES 6u

#ifndef ORIENT_ITEMS
#define ORIENT_ITEMS 1u
#endif
#define ORIENT_OWN (ORIENT_SLOTS / ORIENT_ITEMS)

#define ORIENT_OUT 0xfffffffeu /* next[] of a node that this move has taken out */

/* A node that may come, and its best place. */
struct orient_offer {
    int64_t detour;  /* the length it adds between `before` and `behind` */
    int64_t weight;  /* its score with noise, in 2^-8 */
    uint64_t rate;   /* score for length; 0: the place does not pay half the price */
    uint32_t node;   /* ORIENT_NONE: there is none */
    uint32_t before; /* ORIENT_NONE: it has no place */
    uint32_t behind;
    uint32_t padding; /* 0 */
};

/* What the work-items of an individual share. */
struct orient_board {
    uint64_t keys[ORIENT_ITEMS];
    struct orient_offer chosen;
    int64_t score, length; /* after the ruin */
    uint32_t taken_count, came_count;
    uint32_t taken[ORIENT_TAKEN], before[ORIENT_TAKEN]; /* nodes taken out, in order, and whom each stood behind */
    uint32_t came[ORIENT_SLOTS];
};

#if ORIENT_ITEMS > 1
#define ORIENT_LOCAL   __local
#define orient_sync(s) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
#define ORIENT_LOCAL
#define orient_sync(s) (void)(s)
#endif

struct orient_search {
    VIEW_GLOBAL uint32_t *next, *prev;  /* [n] */
    VIEW_GLOBAL const uint32_t *scores; /* [n] */
    ORIENT_LOCAL struct orient_board *board;
    struct problem_view view;
    struct orient_rules rules;
    struct orient_individual own;
    int64_t price; /* now */
    uint32_t item; /* of the work-items of the individual */
};

SHARED_INLINE void orient_take(struct orient_search *s, const struct problem_view *view,
                               const struct orient_rules *rules, VIEW_GLOBAL const uint32_t *scores,
                               VIEW_GLOBAL uint32_t *words)
{
    s->view = *view;
    s->rules = *rules;
    s->scores = scores;
    s->next = words;
    s->prev = words + view->n;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The ring                                                                                                           */

SHARED_INLINE bool orient_is_visited(const struct orient_search *s, uint32_t node)
{
    return s->next[node] < ORIENT_OUT;
}

SHARED_INLINE bool orient_stays(const struct orient_search *s, uint32_t node)
{
    return node == s->rules.first || node == s->rules.last;
}

/* Whether nothing may come between a node and the next. */
SHARED_INLINE bool orient_is_closed(const struct orient_search *s, uint32_t node)
{
    return node == s->rules.last && s->rules.last != s->rules.first;
}

/* A call, not copies, of lengths in bits: AMD's compiler took minutes for those. */
#if defined(ON_DEVICE) && LENGTHS == LENGTHS_BITS
#define ORIENT_LENGTH __attribute__((noinline))
#else
#define ORIENT_LENGTH SHARED_INLINE
#endif

ORIENT_LENGTH int64_t orient_length(const struct orient_search *s, uint32_t one, uint32_t other)
{
    return view_length(&s->view, one, other);
}

/* What `node` adds between two neighbours. */
SHARED_INLINE int64_t orient_detour(const struct orient_search *s, uint32_t before, uint32_t node, uint32_t behind)
{
    return orient_length(s, before, node) + orient_length(s, node, behind) - orient_length(s, before, behind);
}

SHARED_INLINE void orient_link(struct orient_search *s, uint32_t before, uint32_t node, uint32_t behind)
{
    s->next[before] = node;
    s->prev[node] = before;
    s->next[node] = behind;
    s->prev[behind] = node;
}

SHARED_INLINE void orient_unlink(struct orient_search *s, uint32_t node, uint32_t mark)
{
    const uint32_t before = s->prev[node], behind = s->next[node];
    s->next[before] = behind;
    s->prev[behind] = before;
    s->next[node] = s->prev[node] = mark;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ruin                                                                                                               */

/* Takes up to `length` nodes out that stand together, `node` among them. */
SHARED_INLINE void orient_cut(struct orient_search *s, uint32_t node, uint32_t length, uint32_t back)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    for (; back > 0 && !orient_stays(s, s->prev[node]); --back) {
        node = s->prev[node];
    }
    for (; length > 0 && !orient_stays(s, node); --length) {
        const uint32_t before = s->prev[node], behind = s->next[node];
        board->length -= orient_detour(s, before, node, behind);
        board->score -= s->scores[node];
        board->taken[board->taken_count] = node;
        board->before[board->taken_count] = before;
        ++board->taken_count;
        orient_unlink(s, node, ORIENT_OUT);
        node = behind;
    }
}

/* Entry k of the centre and the nodes near it. */
SHARED_INLINE uint32_t orient_near(const struct orient_search *s, uint32_t centre, uint32_t k)
{
    return k == 0 ? centre : s->view.near[(size_t)centre * s->view.width + k - 1u];
}

SHARED_INLINE void orient_ruin(struct orient_search *s, uint32_t centre, uint32_t count, uint32_t bits)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    board->taken_count = board->came_count = 0;
    board->score = s->own.score;
    board->length = s->own.length;
    for (uint32_t k = 0; k <= s->view.width && count > 0; ++k) {
        const uint32_t node = orient_near(s, centre, k);
        if (orient_is_visited(s, node) && !orient_stays(s, node)) {
            const uint32_t length = 1u + ((bits & 31u) * ORIENT_STRING >> 5);
            orient_cut(s, node, length, (bits >> 5 & 31u) * length >> 5);
            bits >>= 10;
            --count;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Recreate                                                                                                           */

/* Rates are below this. */
#define ORIENT_RATE_MOST ((uint64_t)1 << 57)

SHARED_INLINE uint64_t orient_rate(const struct orient_search *s, const struct orient_offer *offer)
{
    if (offer->detour <= 0) {
        return offer->detour < 0 || offer->weight > 0 ? ORIENT_RATE_MOST : 0;
    }
    return offer->weight << (ORIENT_ENERGY_BITS - 8u) < s->price / 2 * offer->detour
               ? 0
               : (uint64_t)((offer->weight << s->rules.fineness) / offer->detour);
}

SHARED_INLINE void orient_try(struct orient_offer *offer, int64_t detour, uint32_t before, uint32_t behind)
{
    if (offer->before == ORIENT_NONE || detour < offer->detour) {
        offer->detour = detour;
        offer->before = before;
        offer->behind = behind;
    }
}

/* Both places beside a node, at `length` from the offer's. */
SHARED_INLINE void orient_try_beside(const struct orient_search *s, struct orient_offer *offer, uint32_t node,
                                     int64_t length)
{
    const uint32_t before = s->prev[node], behind = s->next[node];
    if (!orient_is_closed(s, node)) {
        orient_try(offer, length + orient_length(s, offer->node, behind) - orient_length(s, node, behind), node,
                   behind);
    }
    if (!orient_is_closed(s, before)) {
        orient_try(offer, length + orient_length(s, offer->node, before) - orient_length(s, node, before), before,
                   node);
    }
}

/* The place beside a near node that adds the least, if one of them is visited. */
SHARED_INLINE void orient_place_near(const struct orient_search *s, struct orient_offer *offer)
{
    offer->before = ORIENT_NONE;
    for (uint32_t k = 0; k < s->rules.breadth; ++k) {
        const size_t at = (size_t)offer->node * s->view.width + k;
        if (orient_is_visited(s, s->view.near[at])) {
            orient_try_beside(s, offer, s->view.near[at], s->view.near_length[at]);
        }
    }
}

/* The place beside a near node, or beside the first one, that adds the least. */
SHARED_INLINE void orient_place(const struct orient_search *s, struct orient_offer *offer)
{
    orient_place_near(s, offer);
    if (offer->before == ORIENT_NONE) {
        orient_try_beside(s, offer, s->rules.first, orient_length(s, offer->node, s->rules.first));
    }
    offer->rate = orient_rate(s, offer);
}

/* A score in 2^-8 with up to a third more; -1: the node is passed over in this move, one in 16. */
#define orient_weight_most(score) ((score)*340u)
SHARED_INLINE int64_t orient_weight(uint32_t score, uint32_t noise, uint32_t node)
{
    uint32_t bits = (noise ^ node) * 0x9E3779B9u;
    bits = (bits ^ bits >> 15) * 0x85EBCA6Bu;
    return (bits >> 20 & 15u) == 0 ? -1 : (int64_t)score * (256u + (bits >> 24) * 85u / 256u);
}

/* The offer of a slot: a node taken out, or one near the centre. */
SHARED_INLINE void orient_offer_of(const struct orient_search *s, struct orient_offer *offer, uint32_t slot,
                                   uint32_t centre, uint32_t noise)
{
    offer->node = ORIENT_NONE;
    offer->padding = 0;
    if (slot < s->board->taken_count) {
        offer->node = s->board->taken[slot];
    } else if (slot >= ORIENT_TAKEN && slot - ORIENT_TAKEN <= s->view.width) {
        const uint32_t node = orient_near(s, centre, slot - ORIENT_TAKEN);
        offer->node = s->next[node] == ORIENT_NONE ? node : ORIENT_NONE;
    }
    if (offer->node != ORIENT_NONE) {
        offer->weight = orient_weight(s->scores[offer->node], noise, offer->node);
        offer->node = offer->weight < 0 ? ORIENT_NONE : offer->node;
    }
    if (offer->node != ORIENT_NONE) {
        orient_place(s, offer);
    }
}

/* The largest of all work-items. */
SHARED_INLINE uint64_t orient_largest(struct orient_search *s, uint64_t key)
{
#if ORIENT_ITEMS > 1
    s->board->keys[s->item] = key;
    for (uint32_t apart = ORIENT_ITEMS / 2u; apart > 0; apart /= 2u) {
        orient_sync(s);
        if (s->item < apart && s->board->keys[s->item + apart] > s->board->keys[s->item]) {
            s->board->keys[s->item] = s->board->keys[s->item + apart];
        }
    }
    orient_sync(s);
    return s->board->keys[0];
#else
    (void)s;
    return key;
#endif
}

/* After a node came: the two new places may be better. If that took the offer's own, they are all that is looked at:
 * all places anew cost a GPU half of its time, two cores a quarter, for no better rings in as long. */
SHARED_INLINE void orient_adapt(const struct orient_search *s, struct orient_offer *offer,
                                const struct orient_offer *chosen)
{
    if (offer->node == chosen->node) {
        offer->node = ORIENT_NONE;
    } else if (offer->node != ORIENT_NONE) {
        const int64_t length = orient_length(s, offer->node, chosen->node), detour = offer->detour;
        const bool is_void = offer->before == chosen->before;
        offer->before = is_void ? ORIENT_NONE : offer->before;
        orient_try_beside(s, offer, chosen->node, length);
        offer->rate = is_void || offer->detour < detour ? orient_rate(s, offer) : offer->rate;
    }
}

/* Puts nodes in until none fits. *score and *length become the ring's. */
SHARED_INLINE void orient_recreate(struct orient_search *s, uint32_t centre, uint32_t noise, int64_t *score,
                                   int64_t *length)
{
    struct orient_offer offers[ORIENT_OWN];
    for (uint32_t k = 0; k < ORIENT_OWN; ++k) {
        orient_offer_of(s, &offers[k], k * ORIENT_ITEMS + s->item, centre, noise);
    }
    for (;;) {
        uint64_t key = 0;
        for (uint32_t k = 0; k < ORIENT_OWN; ++k) {
            const bool fits = offers[k].node != ORIENT_NONE && *length + offers[k].detour <= s->rules.limit;
            const uint64_t rank = fits ? offers[k].rate << 6 | (k * ORIENT_ITEMS + s->item) : 0;
            key = rank > key ? rank : key;
        }
        key = orient_largest(s, key);
        if (key >> 6 == 0) {
            break;
        }
        if ((uint32_t)(key & 63u) % ORIENT_ITEMS == s->item) {
            const struct orient_offer offer = offers[(uint32_t)(key & 63u) / ORIENT_ITEMS];
            orient_link(s, offer.before, offer.node, offer.behind);
            s->board->came[s->board->came_count++] = offer.node;
            s->board->chosen = offer;
        }
        orient_sync(s);
        const struct orient_offer chosen = s->board->chosen;
        *score += s->scores[chosen.node];
        *length += chosen.detour;
        for (uint32_t k = 0; k < ORIENT_OWN; ++k) {
            orient_adapt(s, &offers[k], &chosen);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Moves                                                                                                              */

/* The heat now; within each of its halves it falls along a line. */
SHARED_INLINE float orient_heat(const struct orient_individual *own)
{
    const uint64_t at = own->moves * ((uint64_t)ORIENT_HALVES << 16) / own->move_end;
    const float part = 1.0f - (float)(int32_t)(at & 0xffffu) * 7.62939453125e-6f; /* 2^-17 */
    return own->heat * part * float_from_bits((127u - (uint32_t)(at >> 16)) << 23);
}

/* The price now: it falls in steps, and the last moves have none, as what is left of the limit at the end is lost. */
SHARED_INLINE int64_t orient_price(const struct orient_individual *own)
{
    const int64_t steps = 16;
    return own->price / steps * (steps - 1 - (int64_t)(own->moves * (uint64_t)steps / own->move_end));
}

/* A ring above the limit is never accepted: without the triangle inequality a node taken out may make it longer. */
SHARED_INLINE bool orient_accepts(const struct orient_search *s, int64_t score, int64_t length, uint32_t word)
{
    const struct orient_individual *own = &s->own;
    const int64_t gain = (score - own->score) * ((int64_t)1 << ORIENT_ENERGY_BITS);
    const int64_t loss = s->price * (length - own->length) - gain;
    return length <= s->rules.limit && (loss <= 0 || (float)loss < orient_heat(own) * draw_exponential(word));
}

/* Makes the ring what it was before the move. */
SHARED_INLINE void orient_undo(struct orient_search *s)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    for (uint32_t k = board->came_count; k > 0; --k) {
        orient_unlink(s, board->came[k - 1u], ORIENT_NONE);
    }
    for (uint32_t k = board->taken_count; k > 0; --k) {
        const uint32_t before = board->before[k - 1u];
        orient_link(s, before, board->taken[k - 1u], s->next[before]);
    }
}

SHARED_INLINE void orient_keep(struct orient_search *s)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    for (uint32_t k = 0; k < board->taken_count; ++k) {
        if (s->next[board->taken[k]] == ORIENT_OUT) {
            s->next[board->taken[k]] = s->prev[board->taken[k]] = ORIENT_NONE;
        }
    }
}

SHARED_INLINE void orient_move(struct orient_search *s, struct draw_stream stream)
{
    const struct philox_block words =
        draw_block(stream, DRAW_RUIN, (uint32_t)(s->own.moves >> 32), (uint32_t)s->own.moves);
    const uint32_t centre = (uint32_t)(((uint64_t)words.w0 * s->view.n) >> 32);
    const uint32_t strings = 1u + ((words.w2 & 15u) < 5u) + ((words.w2 >> 4 & 15u) < 3u);
    const bool leads = s->item == 0;
    s->price = orient_price(&s->own);
    if (leads) {
        orient_ruin(s, centre, strings, words.w1);
    }
    orient_sync(s);
    int64_t score = s->board->score, length = s->board->length;
    const uint32_t taken = s->board->taken_count;
    orient_recreate(s, centre, words.w3, &score, &length);
    const bool accepted = orient_accepts(s, score, length, words.w2);
    if (accepted) {
        s->own.count += s->board->came_count - taken;
        s->own.score = score;
        s->own.length = length;
    }
    if (leads && accepted) {
        orient_keep(s);
    } else if (leads) {
        orient_undo(s);
    }
    ++s->own.moves;
    orient_sync(s);
}

/* Makes up to `budget` moves. */
SHARED_INLINE void orient_run(struct orient_search *s, VIEW_GLOBAL struct orient_individual *individual, uint64_t seed,
                              uint32_t budget)
{
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), individual->number,
                                       individual->generation};
    s->own = *individual;
    for (uint32_t k = 0; k < budget && s->own.moves < s->own.move_end; ++k) {
        orient_move(s, stream);
    }
    if (s->item == 0) {
        *individual = s->own;
    }
}

#endif
