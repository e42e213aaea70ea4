/* shorten.c - shortens tours by k-opt on an array, and inserts nodes into the length that this saves. */
#include "ranking.h"
#include "space.h"

#include <string.h>

#include "cl/mosaic/array_search.h"

enum {
    COUNT_LEAST = 8,        /* nodes of the smallest tour that array_search.h accepts */
    NODES_PER_CHECK = 1024, /* nodes that k-opt processes between two checks of the clock */
    ROUNDS = 3,             /* maximum number of rounds of k-opt and insertions */
};

static bool is_cut(const struct orient_scratch *scratch)
{
    return scratch->engine && search_engine_is_cut(scratch->engine);
}

/* Fills the lists of the visited nodes with their nearest visited nodes. A list with too few is padded with the next
 * node of the tour. */
static void list_near(const struct orient_search *s, uint32_t *near, int32_t *lengths)
{
    uint32_t node = s->rules.first;
    do {
        const size_t from = (size_t)node * s->view.width, to = (size_t)node * ORIENT_NEAR;
        uint32_t count = 0;
        for (uint32_t k = 0; k < s->view.width && count < ORIENT_NEAR; ++k) {
            if (orient_is_visited(s, s->view.near[from + k])) {
                near[to + count] = s->view.near[from + k];
                lengths[to + count] = s->view.near_length[from + k];
                ++count;
            }
        }
        for (; count < ORIENT_NEAR; ++count) {
            near[to + count] = s->next[node];
            lengths[to + count] = view_length(&s->view, node, s->next[node]);
        }
        node = s->next[node];
    } while (node != s->rules.first);
}

/* Shortens the tour by k-opt. Returns true if the tour is shorter. The edge that closes a path is fixed, like one
 * between partners. */
static bool improve(struct orient_search *s, const struct orient_scratch *scratch)
{
    const uint32_t n = s->view.n, first = s->rules.first, last = s->rules.last;
    uint32_t *partners = scratch->words + ARRAY_WORDS(n), *near = partners + n,
             *lengths = near + (size_t)n * ORIENT_NEAR;
    struct array_search array;
    array_take(&array, &s->view, scratch->words, scratch->words + ARRAY_LOG_AT(n));
    const uint32_t count = orient_tour_list(s->next, n, first, array.ord);
    struct mosaic_individual own = {.length = s->own.length, .count = count};
    if (count < COUNT_LEAST) {
        return false;
    }
    list_near(s, near, (int32_t *)lengths);
    memset(array.queued, 0, ARRAY_QUEUED_WORDS(n) * sizeof *array.queued);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t node = array.ord[i];
        array.pos[node] = i;
        array.queue[i] = node;
        mosaic_mark(array.queued, node);
        partners[node] = TSP_NO_NODE;
    }
    partners[first] = last;
    partners[last] = first;
    array.view.n = count;
    array.view.width = ORIENT_NEAR;
    array.view.near = near;
    array.view.near_length = (const int32_t *)lengths;
    array.view.partners = first != last ? partners : NULL;
    while (!own.done && !is_cut(scratch)) {
        array_run(&array, &own, 0, NODES_PER_CHECK);
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

/* Finds the cheapest position of a node and returns its rate, or 0 if the node does not fit. */
static uint64_t offer_of(const struct orient_search *s, uint32_t node, struct orient_offer *offer)
{
    *offer = (struct orient_offer){.node = node, .weight = (int64_t)s->scores[node] << 8};
    orient_locate(s, offer);
    return s->own.length + offer->detour <= s->rules.limit ? offer->rate : 0;
}

/* Inserts nodes, the best rate first, until none fits. Returns true if it inserted any. Insertions may lower the
 * rates of other nodes, so a rate is computed again before its node is inserted. */
static bool fill(struct orient_search *s, const struct orient_scratch *scratch)
{
    struct orient_ranking ranking = {scratch->keys, scratch->words, s->view.n};
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
            orient_tour_add(s, best, offer.before);
            orient_ranking_set(&ranking, best, 0);
        }
    }
    return s->own.count > before;
}

/* The first round inserts nodes even if k-opt shortens nothing, because moves omit nodes below the price of length. */
void orient_tour_shorten(struct orient_search *s, const struct orient_scratch *scratch)
{
    bool again = true;
    for (int round = 0; round < ROUNDS && again && !is_cut(scratch); ++round) {
        again = (improve(s, scratch) || round == 0) && fill(s, scratch);
    }
}
