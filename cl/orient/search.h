/* search.h - an individual's search for a tour of a greater score within the limit, by ruin and recreate.
 *
 * Compiled by the kernel (cl/orient/improve.cl) and by the host. A move removes up to three strings of
 * nodes, all near a random node. It then inserts nodes from this neighbourhood, removed ones or others, until the limit
 * allows no more: always the node with the largest ratio of score, times noise, to added length (Christiaens and Vanden
 * Berghe 2020, for routes that must visit all nodes). Finally it takes back the last insertions, down to the tour of the
 * greatest energy: a node that does not pay for its length may lead to others that pay for both. The new tour is
 * kept if its energy is not lower, or lower by an amount that the temperature allows (Metropolis et al. 1953). Energy is
 * the score minus price times length. The price follows the length of the tour: it rises above a target and falls below,
 * so it approaches the score that the last unit of length is worth. No part of a tour is reversed, so tours need no
 * positions, and the cost of a move does not depend on the size of the tour.
 *
 * The result is the same with ORIENT_ITEMS 1, where one work-item or a thread does everything, and with 64 work-items
 * that share the candidates for insertion, of which the first one changes the tour.
 */
#ifndef SWARMCL_ORIENT_SEARCH_H
#define SWARMCL_ORIENT_SEARCH_H

#include "cl/shared/draws.h"
#include "types.h"
#include "cl/shared/problem_view.h"

#define ORIENT_STRING  10u /* maximum number of nodes of a removed string; a move removes up to 3 strings */
#define ORIENT_REMOVED 32u /* slots for removed nodes; a move removes at most 30 */
#define ORIENT_SLOTS   64u /* maximum number of candidates for insertion: removed nodes, then a node and its list */
#define ORIENT_HALVES  6u  /* from the first move to the last, temperature and slack fall to 2^-6 of their start */
#define ORIENT_STEP    9u  /* a move changes the price by 2^-9 of it */

#define ORIENT_PRICES ((int64_t)1 << 61) /* upper limit of price times limit */

#ifndef ORIENT_ITEMS
#define ORIENT_ITEMS 1u
#endif
#define ORIENT_OWN (ORIENT_SLOTS / ORIENT_ITEMS)

#define ORIENT_OUT 0xfffffffeu /* next[] of a node that the current move has removed */

/* A candidate for insertion, with its cheapest position in the tour. */
struct orient_offer {
    int64_t detour;  /* length that the node adds between `before` and `after` */
    int64_t weight;  /* score with noise, in units of 2^-8 */
    uint64_t rate;   /* weight divided by detour, in units of 2^-fineness; 0: below half the price */
    uint32_t node;   /* node to insert into the tour; ORIENT_NONE: no candidate */
    uint32_t before; /* node before the position; ORIENT_NONE: there is no position */
    uint32_t after;
    uint32_t slot; /* index among all candidates of the move */
};

/* Memory that the work-items of an individual share. */
struct orient_board {
    uint64_t keys[ORIENT_ITEMS];
    struct orient_offer chosen;
    int64_t score, length; /* score and length of the tour after the removal */
    uint32_t removed_count, added_count;
    uint32_t removed[ORIENT_REMOVED], before[ORIENT_REMOVED]; /* removed nodes in order; node before each */
    uint32_t added[ORIENT_SLOTS];
};

#if ORIENT_ITEMS > 1
#define ORIENT_LOCAL   __local
#define orient_sync(s) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
#define ORIENT_LOCAL
#define orient_sync(s) (void)(s)
#endif

struct orient_search {
    VIEW_GLOBAL uint32_t *next, *prev;  /* [n] node after and node before each node of the tour */
    VIEW_GLOBAL const uint32_t *scores; /* [n] score of each node */
    ORIENT_LOCAL struct orient_board *board;
    struct problem_view view;
    struct orient_rules rules;
    struct orient_individual own;
    int64_t price_most; /* prices above it could overflow */
    uint32_t item; /* index of this work-item among those of the individual */
};

SHARED_INLINE void orient_search_init(struct orient_search *s, const struct problem_view *view,
                                      const struct orient_rules *rules, VIEW_GLOBAL const uint32_t *scores,
                                      VIEW_GLOBAL uint32_t *words)
{
    s->view = *view;
    s->rules = *rules;
    s->scores = scores;
    s->next = words;
    s->prev = words + view->n;
    s->price_most = ORIENT_PRICES / (rules->limit > 0 ? rules->limit : 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The tour                                                                                                           */

SHARED_INLINE bool orient_is_visited(const struct orient_search *s, uint32_t node)
{
    return s->next[node] < ORIENT_OUT;
}

SHARED_INLINE bool orient_is_required(const struct orient_search *s, uint32_t node)
{
    return node == s->rules.first || node == s->rules.last;
}

/* True if the edge from the node to the next one closes a path: it has no length, and nothing may be inserted. */
SHARED_INLINE bool orient_is_closing(const struct orient_search *s, uint32_t node)
{
    return node == s->rules.last && s->rules.last != s->rules.first;
}

/* LENGTHS_BITS is called, not inlined: AMD's compiler took minutes to inline it. */
#if defined(ON_DEVICE) && LENGTHS == LENGTHS_BITS
#define ORIENT_LENGTH __attribute__((noinline))
#else
#define ORIENT_LENGTH SHARED_INLINE
#endif

ORIENT_LENGTH int64_t orient_length(const struct orient_search *s, uint32_t one, uint32_t other)
{
    return view_length(&s->view, one, other);
}

/* The length that `node` adds between two neighbours. */
SHARED_INLINE int64_t orient_detour(const struct orient_search *s, uint32_t before, uint32_t node, uint32_t after)
{
    return orient_length(s, before, node) + orient_length(s, node, after) - orient_length(s, before, after);
}

SHARED_INLINE void orient_link(struct orient_search *s, uint32_t before, uint32_t node, uint32_t after)
{
    s->next[before] = node;
    s->prev[node] = before;
    s->next[node] = after;
    s->prev[after] = node;
}

SHARED_INLINE void orient_unlink(struct orient_search *s, uint32_t node, uint32_t mark)
{
    const uint32_t before = s->prev[node], after = s->next[node];
    s->next[before] = after;
    s->prev[after] = before;
    s->next[node] = s->prev[node] = mark;
}

/* Reduces the tour to the required nodes. */
SHARED_INLINE void orient_tour_clear(struct orient_search *s)
{
    const uint32_t first = s->rules.first, last = s->rules.last;
    for (uint32_t i = s->item; i < ORIENT_WORDS(s->view.n); i += ORIENT_ITEMS) {
        s->next[i] = ORIENT_NONE;
    }
    orient_sync(s);
    if (s->item == 0) {
        orient_link(s, first, last, first);
    }
    s->own.score = s->scores[first] + (first != last ? s->scores[last] : 0);
    s->own.length = first != last ? orient_length(s, first, last) : 0;
    s->own.count = first != last ? 2 : 1;
    orient_sync(s);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ruin                                                                                                               */

/* Removes a string of up to `length` nodes, beginning up to `back` nodes before `node`. */
SHARED_INLINE void orient_cut(struct orient_search *s, uint32_t node, uint32_t length, uint32_t back)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    for (; back > 0 && !orient_is_required(s, s->prev[node]); --back) {
        node = s->prev[node];
    }
    for (; length > 0 && !orient_is_required(s, node); --length) {
        const uint32_t before = s->prev[node], after = s->next[node];
        board->length -= orient_detour(s, before, node, after);
        board->score -= s->scores[node];
        board->removed[board->removed_count] = node;
        board->before[board->removed_count] = before;
        ++board->removed_count;
        orient_unlink(s, node, ORIENT_OUT);
        node = after;
    }
}

/* Entry k of the list of the centre; entry 0 is the centre itself. */
SHARED_INLINE uint32_t orient_near(const struct orient_search *s, uint32_t centre, uint32_t k)
{
    return k == 0 ? centre : s->view.near[(size_t)centre * s->view.width + k - 1u];
}

SHARED_INLINE void orient_ruin(struct orient_search *s, uint32_t centre, uint32_t count, uint32_t bits)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    board->removed_count = board->added_count = 0;
    board->score = s->own.score;
    board->length = s->own.length;
    for (uint32_t k = 0; k <= s->view.width && count > 0; ++k) {
        const uint32_t node = orient_near(s, centre, k);
        if (orient_is_visited(s, node) && !orient_is_required(s, node)) {
            const uint32_t length = 1u + ((bits & 31u) * ORIENT_STRING >> 5);
            orient_cut(s, node, length, (bits >> 5 & 31u) * length >> 5);
            bits >>= 10;
            --count;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Recreate                                                                                                           */

/* Upper limit of rates. */
#define ORIENT_RATE_MOST ((uint64_t)1 << 57)

SHARED_INLINE uint64_t orient_rate(const struct orient_search *s, const struct orient_offer *offer)
{
    if (offer->detour <= 0) {
        return offer->detour < 0 || offer->weight > 0 ? ORIENT_RATE_MOST : 0;
    }
    return offer->detour > s->rules.limit
                   || offer->weight << (ORIENT_ENERGY_BITS - 8u) < s->own.price / 2 * offer->detour
               ? 0
               : (uint64_t)((offer->weight << s->rules.fineness) / offer->detour);
}

SHARED_INLINE void orient_try(struct orient_offer *offer, int64_t detour, uint32_t before, uint32_t after)
{
    if (offer->before == ORIENT_NONE || detour < offer->detour) {
        offer->detour = detour;
        offer->before = before;
        offer->after = after;
    }
}

/* Tries the positions before and after a node, at distance `length` from the offer's node. */
SHARED_INLINE void orient_try_next_to(const struct orient_search *s, struct orient_offer *offer, uint32_t node,
                                      int64_t length)
{
    const uint32_t before = s->prev[node], after = s->next[node];
    if (!orient_is_closing(s, node)) {
        orient_try(offer, length + orient_length(s, offer->node, after) - orient_length(s, node, after), node, after);
    }
    if (!orient_is_closing(s, before)) {
        orient_try(offer, length + orient_length(s, offer->node, before) - orient_length(s, node, before), before,
                   node);
    }
}

/* Finds the cheapest position next to a visited node of the list. Finds none if no node of the list is visited. */
SHARED_INLINE void orient_locate_near(const struct orient_search *s, struct orient_offer *offer)
{
    offer->before = ORIENT_NONE;
    for (uint32_t k = 0; k < s->rules.breadth; ++k) {
        const size_t at = (size_t)offer->node * s->view.width + k;
        if (orient_is_visited(s, s->view.near[at])) {
            orient_try_next_to(s, offer, s->view.near[at], s->view.near_length[at]);
        }
    }
}

/* Finds the cheapest position next to a visited node of the list, or if none is visited, next to the first node. */
SHARED_INLINE void orient_locate(const struct orient_search *s, struct orient_offer *offer)
{
    orient_locate_near(s, offer);
    if (offer->before == ORIENT_NONE) {
        orient_try_next_to(s, offer, s->rules.first, orient_length(s, offer->node, s->rules.first));
    }
    offer->rate = orient_rate(s, offer);
}

/* Upper limit of a weight: the score in units of 2^-8 plus up to a third; -1 for 1 node in 16, which the move
 * ignores. */
#define orient_weight_most(score) ((score)*340u)
SHARED_INLINE int64_t orient_weight(uint32_t score, uint32_t noise, uint32_t node)
{
    uint32_t bits = (noise ^ node) * 0x9E3779B9u;
    bits = (bits ^ bits >> 15) * 0x85EBCA6Bu;
    return (bits >> 20 & 15u) == 0 ? -1 : (int64_t)score * (256u + (bits >> 24) * 85u / 256u);
}

/* Fills in the offer for a slot: a removed node, or an unvisited one near the centre. */
SHARED_INLINE void orient_offer_of(const struct orient_search *s, struct orient_offer *offer, uint32_t slot,
                                   uint32_t centre, uint32_t noise)
{
    offer->node = ORIENT_NONE;
    offer->slot = slot;
    if (slot < s->board->removed_count) {
        offer->node = s->board->removed[slot];
    } else if (slot >= ORIENT_REMOVED && slot - ORIENT_REMOVED <= s->view.width) {
        const uint32_t node = orient_near(s, centre, slot - ORIENT_REMOVED);
        offer->node = s->next[node] == ORIENT_NONE ? node : ORIENT_NONE;
    }
    if (offer->node != ORIENT_NONE) {
        offer->weight = orient_weight(s->scores[offer->node], noise, offer->node);
        offer->node = offer->weight < 0 ? ORIENT_NONE : offer->node;
    }
    if (offer->node != ORIENT_NONE) {
        orient_locate(s, offer);
    }
}

/* Returns the largest key of all work-items. */
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

/* Updates an offer after an insertion, whose two edges have the lengths `left` and `right`: a position there may be
 * cheaper. If the offer's position no longer exists, only these two are tried: trying all finds no better tours. */
SHARED_INLINE void orient_update(const struct orient_search *s, struct orient_offer *offer,
                                 const struct orient_offer *chosen, int64_t left, int64_t right)
{
    const int64_t length = orient_length(s, offer->node, chosen->node), detour = offer->detour;
    const bool is_void = offer->before == chosen->before;
    offer->before = is_void ? ORIENT_NONE : offer->before;
    orient_try(offer, length + orient_length(s, offer->node, chosen->after) - right, chosen->node, chosen->after);
    orient_try(offer, length + orient_length(s, offer->node, chosen->before) - left, chosen->before, chosen->node);
    offer->rate = is_void || offer->detour < detour ? orient_rate(s, offer) : offer->rate;
}

/* Inserts the offer with the largest rate of all work-items that fits into `length`, as board->chosen. Returns false
 * if no offer fits. offers [*count]: those of this work-item. */
SHARED_INLINE bool orient_insert(struct orient_search *s, struct orient_offer *offers, uint32_t *count, int64_t length)
{
    uint64_t own = 0;
    uint32_t best = 0;
    for (uint32_t k = 0; k < *count; ++k) {
        const bool fits = length + offers[k].detour <= s->rules.limit;
        const uint64_t rank = fits ? offers[k].rate << 6 | offers[k].slot : 0;
        best = rank > own ? k : best;
        own = rank > own ? rank : own;
    }
    const uint64_t key = orient_largest(s, own);
    if (key >> 6 == 0) {
        return false;
    }
    if (key == own) {
        const struct orient_offer offer = offers[best];
        orient_link(s, offer.before, offer.node, offer.after);
        s->board->added[s->board->added_count++] = offer.node;
        s->board->chosen = offer;
        offers[best] = offers[--*count];
    }
    orient_sync(s);
    return true;
}

/* The energy of a change. Wraps if a length is far above the limit, which no accepted move reaches. */
SHARED_INLINE int64_t orient_energy(const struct orient_search *s, int64_t score, int64_t length)
{
    return (int64_t)(((uint64_t)score << ORIENT_ENERGY_BITS) - (uint64_t)s->own.price * (uint64_t)length);
}

/* Inserts nodes until none fits. Returns the number of insertions after which the energy is greatest, and updates *score
 * and *length for them. */
SHARED_INLINE uint32_t orient_recreate(struct orient_search *s, uint32_t centre, uint32_t noise, int64_t *score,
                                       int64_t *length)
{
    struct orient_offer offers[ORIENT_OWN];
    int64_t all_score = *score, all_length = *length, energy = orient_energy(s, *score, *length);
    uint32_t count = 0, added = 0, kept = 0;
    for (uint32_t k = 0; k < ORIENT_OWN; ++k) {
        orient_offer_of(s, &offers[count], k * ORIENT_ITEMS + s->item, centre, noise);
        count += offers[count].node != ORIENT_NONE;
    }
    while (orient_insert(s, offers, &count, all_length)) {
        const struct orient_offer chosen = s->board->chosen;
        const int64_t left = orient_length(s, chosen.before, chosen.node);
        const int64_t right = orient_length(s, chosen.node, chosen.after);
        ++added;
        all_score += s->scores[chosen.node];
        all_length += chosen.detour;
        const int64_t all_energy = orient_energy(s, all_score, all_length);
        if (all_energy >= energy) {
            energy = all_energy;
            kept = added;
            *score = all_score;
            *length = all_length;
        }
        for (uint32_t k = 0; k < count; ++k) {
            orient_update(s, &offers[k], &chosen, left, right);
        }
    }
    return kept;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Moves                                                                                                              */

/* The temperature of the next move. It halves ORIENT_HALVES times during the search, linearly between two halvings. */
SHARED_INLINE float orient_temperature(const struct orient_individual *own)
{
    const uint64_t at = own->moves * ((uint64_t)ORIENT_HALVES << 16) / own->move_end;
    const float part = 1.0f - (float)(int32_t)(at & 0xffffu) * 7.62939453125e-6f; /* 2^-17 */
    return own->temperature * part * float_from_bits((127u - (uint32_t)(at >> 16)) << 23);
}

/* Changes the price for the next move. The target is the limit minus a slack, which leaves space for nodes that pay only
 * together, and falls like the temperature. */
SHARED_INLINE void orient_adapt_price(struct orient_search *s)
{
    struct orient_individual *own = &s->own;
    const int64_t target = s->rules.limit - (own->slack >> own->moves * ORIENT_HALVES / own->move_end);
    const int64_t part = own->price >> ORIENT_STEP;
    if (own->length <= target) {
        own->price -= part;
    } else if (own->price < s->price_most) {
        own->price += part + 1;
    }
}

/* True if a move is accepted; never above the limit: without the triangle inequality, removals may add length. */
SHARED_INLINE bool orient_accepts(const struct orient_search *s, int64_t score, int64_t length, uint32_t word)
{
    if (length > s->rules.limit) {
        return false;
    }
    const int64_t loss = orient_energy(s, s->own.score - score, s->own.length - length);
    return loss <= 0 || (float)loss < orient_temperature(&s->own) * draw_exponential(word);
}

/* Removes the nodes that the current move inserted after the first `count`. */
SHARED_INLINE void orient_take_back(struct orient_search *s, uint32_t count)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    while (board->added_count > count) {
        orient_unlink(s, board->added[--board->added_count], ORIENT_NONE);
    }
}

/* Restores the tour before the move. */
SHARED_INLINE void orient_undo(struct orient_search *s)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    orient_take_back(s, 0);
    for (uint32_t k = board->removed_count; k > 0; --k) {
        const uint32_t before = board->before[k - 1u];
        orient_link(s, before, board->removed[k - 1u], s->next[before]);
    }
}

/* Keeps the first `count` insertions of the move. */
SHARED_INLINE void orient_keep(struct orient_search *s, uint32_t count)
{
    ORIENT_LOCAL struct orient_board *board = s->board;
    orient_take_back(s, count);
    for (uint32_t k = 0; k < board->removed_count; ++k) {
        if (s->next[board->removed[k]] == ORIENT_OUT) {
            s->next[board->removed[k]] = s->prev[board->removed[k]] = ORIENT_NONE;
        }
    }
}

SHARED_INLINE void orient_move(struct orient_search *s, struct draw_stream stream)
{
    const struct philox_block words =
        draw_block(stream, DRAW_RUIN, (uint32_t)(s->own.moves >> 32), (uint32_t)s->own.moves);
    const uint32_t centre = (uint32_t)(((uint64_t)words.w0 * s->view.n) >> 32);
    const uint32_t strings = 1u + ((words.w2 & 15u) < 5u) + ((words.w2 >> 4 & 15u) < 3u);
    const bool is_first = s->item == 0;
    if (is_first) {
        orient_ruin(s, centre, strings, words.w1);
    }
    orient_sync(s);
    int64_t score = s->board->score, length = s->board->length;
    const uint32_t removed = s->board->removed_count;
    const uint32_t kept = orient_recreate(s, centre, words.w3, &score, &length);
    const bool accepted = orient_accepts(s, score, length, words.w2);
    if (accepted) {
        s->own.count += kept - removed;
        s->own.score = score;
        s->own.length = length;
    }
    if (is_first && accepted) {
        orient_keep(s, kept);
    } else if (is_first) {
        orient_undo(s);
    }
    orient_adapt_price(s);
    ++s->own.moves;
    orient_sync(s);
}

/* Runs up to `budget` moves, and updates the individual. */
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
