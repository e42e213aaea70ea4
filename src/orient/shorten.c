/* shorten.c - a tour engine for rings: k-opt on an array, and nodes for the length that it frees. */
#include "ranking.h"
#include "space.h"

#include <string.h>

#include "cl/mosaic/array_search.h"

enum {
    NEAR = ORIENT_SHORTEN_NEAR, /* candidates for k-opt, the nearest ones visited */
    STRETCH = 1024,             /* nodes that k-opt looks at before it asks whether it is to end */
    ROUNDS = 3                  /* of k-opt and more nodes */
};

static bool is_cut(const struct orient_hand *hand)
{
    return hand->engine && search_engine_is_cut(hand->engine);
}

/* Fills the lists of the nodes visited; for what is missing at their ends the next node stands in. */
static void list_near(const struct orient_search *s, uint32_t *near, int32_t *lengths)
{
    uint32_t node = s->rules.first;
    do {
        const size_t from = (size_t)node * s->view.width, to = (size_t)node * NEAR;
        uint32_t count = 0;
        for (uint32_t k = 0; k < s->view.width && count < NEAR; ++k) {
            if (orient_is_visited(s, s->view.near[from + k])) {
                near[to + count] = s->view.near[from + k];
                lengths[to + count] = s->view.near_length[from + k];
                ++count;
            }
        }
        for (; count < NEAR; ++count) {
            near[to + count] = s->next[node];
            lengths[to + count] = view_length(&s->view, node, s->next[node]);
        }
        node = s->next[node];
    } while (node != s->rules.first);
}

/* k-opt of the nodes visited. The closed edge is one between partners. Whether the ring is shorter. */
static bool improve(struct orient_search *s, const struct orient_hand *hand)
{
    const uint32_t n = s->view.n, first = s->rules.first, last = s->rules.last;
    uint32_t *partners = hand->words + ARRAY_WORDS(n), *near = partners + n, *lengths = near + (size_t)n * NEAR;
    struct array_search array;
    array_take(&array, &s->view, hand->words);
    const uint32_t count = orient_ring_list(s->next, n, first, array.ord);
    struct mosaic_individual own = {.length = s->own.length, .count = count};
    if (count < 8) {
        return false; /* array_search.h wants as many */
    }
    list_near(s, near, (int32_t *)lengths);
    memset(array.queued, 0, ARRAY_QUEUED_WORDS(n) * sizeof *array.queued);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t node = array.ord[i];
        array.pos[node] = i;
        array.ring[i] = node;
        mosaic_mark(array.queued, node);
        partners[node] = TSP_NO_NODE;
    }
    partners[first] = last;
    partners[last] = first;
    array.view.n = count;
    array.view.width = NEAR;
    array.view.near = near;
    array.view.near_length = (const int32_t *)lengths;
    array.view.partners = first != last ? partners : NULL;
    while (!own.done && !is_cut(hand)) {
        array_run(&array, &own, 0, STRETCH);
    }
    if (own.length == s->own.length) {
        return false;
    }
    s->own.length = own.length;
    const bool turned = first != last && array.ord[position_after(array.pos[first], count)] == last;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t here = array.ord[i], there = array.ord[position_after(i, count)];
        s->next[turned ? there : here] = turned ? here : there;
        s->prev[turned ? here : there] = turned ? there : here;
    }
    return true;
}

/* The best place for a node, if it fits; its rate, or 0. */
static uint64_t offer_of(const struct orient_search *s, uint32_t node, struct orient_offer *offer)
{
    *offer = (struct orient_offer){.node = node, .weight = (int64_t)s->scores[node] << 8};
    orient_place(s, offer);
    return s->own.length + offer->detour <= s->rules.limit ? offer->rate : 0;
}

/* Puts nodes in, the best rate first, until none fits. Rates found before others came may be too good: they are found
 * anew when it is their turn. Whether there was one. */
static bool fill(struct orient_search *s, const struct orient_hand *hand)
{
    struct orient_ranking ranking = {hand->keys, hand->words, s->view.n};
    const uint32_t before = s->own.count;
    struct orient_offer offer;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        ranking.keys[i] = orient_is_visited(s, i) || s->scores[i] == 0 ? 0 : offer_of(s, i, &offer);
    }
    orient_ranking_begin(&ranking);
    for (uint32_t best; ranking.keys[best = orient_ranking_first(&ranking)] > 0;) {
        const uint64_t rate = offer_of(s, best, &offer);
        if (rate < ranking.keys[best]) {
            orient_ranking_set(&ranking, best, rate);
        } else {
            orient_ring_add(s, best, offer.before);
            orient_ranking_set(&ranking, best, 0);
        }
    }
    return s->own.count > before;
}

void orient_ring_shorten(struct orient_search *s, const struct orient_hand *hand)
{
    bool again = true;
    for (int round = 0; round < ROUNDS && again && !is_cut(hand); ++round) {
        again = improve(s, hand) && fill(s, hand);
    }
}
