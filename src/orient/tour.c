/* tour.c - starts, crossover and checks of tours. */
#include "ranking.h"
#include "space.h"

#include <string.h>

struct orient_search orient_search_of(const struct orient_space *space, struct orient_board *board, uint32_t *words)
{
    struct orient_search s = {.board = board};
    const struct problem_view view = mosaic_view(&space->problem);
    orient_search_init(&s, &view, &space->rules, space->scores, words);
    return s;
}

void orient_tour_add(struct orient_search *s, uint32_t node, uint32_t before)
{
    const uint32_t after = s->next[before];
    s->own.length += orient_detour(s, before, node, after);
    s->own.score += s->scores[node];
    ++s->own.count;
    orient_link(s, before, node, after);
}

static void drop(struct orient_search *s, uint32_t node)
{
    s->own.length -= orient_detour(s, s->prev[node], node, s->next[node]);
    s->own.score -= s->scores[node];
    --s->own.count;
    orient_unlink(s, node, ORIENT_NONE);
}

enum { POSITIONS_MOST = 1024 }; /* maximum number of positions to try if no node of the list is visited */

/* The priority of a node's removal, higher for less score per added length; 0: the node must not be removed. */
static uint64_t removal_key(const struct orient_search *s, uint32_t node)
{
    if (!orient_is_visited(s, node) || orient_is_required(s, node)) {
        return 0;
    }
    const int64_t saved = orient_detour(s, s->prev[node], node, s->next[node]);
    return saved > 0 ? UINT64_MAX - ((uint64_t)s->scores[node] << 8 << s->rules.fineness) / (uint64_t)saved : 1;
}

/* Removes the nodes with the lowest score per added length until the limit holds or only required nodes remain. O(n),
 * and O(log n) for each removed node. */
static void fit(struct orient_search *s, const struct orient_scratch *scratch)
{
    struct orient_ranking ranking = {scratch->keys, scratch->words + s->view.n, s->view.n};
    if (s->own.length <= s->rules.limit) {
        return;
    }
    for (uint32_t i = 0; i < s->view.n; ++i) {
        ranking.keys[i] = removal_key(s, i);
    }
    orient_ranking_begin(&ranking);
    while (s->own.length > s->rules.limit) {
        const uint32_t worst = orient_ranking_first(&ranking), before = s->prev[worst], after = s->next[worst];
        if (ranking.keys[worst] == 0) {
            return; /* only required nodes remain */
        }
        drop(s, worst);
        orient_ranking_set(&ranking, worst, 0);
        orient_ranking_set(&ranking, before, removal_key(s, before));
        orient_ranking_set(&ranking, after, removal_key(s, after));
    }
}

/* Returns the node after which `node` adds the least length: next to a node of its list, or if none is visited, next
 * to the first node or to up to POSITIONS_MOST of the nodes added so far. */
static uint32_t position_of(const struct orient_search *s, uint32_t node, const uint32_t *added, uint32_t count)
{
    struct orient_offer offer = {.node = node, .before = ORIENT_NONE};
    orient_locate_near(s, &offer);
    if (offer.before == ORIENT_NONE) {
        orient_try_next_to(s, &offer, s->rules.first, orient_length(s, node, s->rules.first));
        for (uint32_t k = 0; k < count; k += 1 + count / POSITIONS_MOST) {
            if (orient_is_visited(s, added[k])) {
                orient_try_next_to(s, &offer, added[k], orient_length(s, node, added[k]));
            }
        }
    }
    return offer.before;
}

void orient_tour_start(struct orient_search *s, struct draw_sequence *random, const struct orient_scratch *scratch)
{
    const uint32_t n = s->view.n;
    uint32_t *order = scratch->words;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t at = draw_sequence_below(random, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    orient_tour_clear(s);
    for (uint32_t i = 0; i < n; ++i) {
        if (!orient_is_visited(s, order[i]) && s->scores[order[i]] > 0) {
            orient_tour_add(s, order[i], position_of(s, order[i], order, i));
        }
    }
    fit(s, scratch);
}

struct disc {
    uint32_t centre;
    int32_t radius;
    bool outside; /* true if the region is outside of the disc, because most nodes are inside */
};

static bool is_in(const struct orient_search *s, const struct disc *disc, uint32_t node)
{
    return (view_length(&s->view, disc->centre, node) <= disc->radius) != disc->outside;
}

/* Draws a disc around a random node, with the distance to the nearer of two random nodes as radius. */
static struct disc draw_disc(const struct orient_search *s, struct draw_sequence *random)
{
    const uint32_t n = s->view.n, centre = draw_sequence_below(random, n);
    const int32_t one = view_length(&s->view, centre, draw_sequence_below(random, n));
    const int32_t two = view_length(&s->view, centre, draw_sequence_below(random, n));
    struct disc disc = {centre, one < two ? one : two, false};
    uint32_t inside = 0;
    for (uint32_t i = 0; i < n; ++i) {
        inside += is_in(s, &disc, i);
    }
    disc.outside = inside > n / 2;
    return disc;
}

/* Inserts a node next to one of its neighbours in the other tour, or next to a node of its list. A node with neither
 * stays unvisited: only long edges would reach it. */
static void add_as(struct orient_search *s, const uint32_t *other, uint32_t node)
{
    const uint32_t before = other[s->view.n + node], after = other[node];
    struct orient_offer offer = {.node = node, .before = ORIENT_NONE};
    if (orient_is_visited(s, before) && !orient_is_closing(s, before)) {
        orient_try(&offer, orient_detour(s, before, node, s->next[before]), before, s->next[before]);
    }
    if (orient_is_visited(s, after) && !orient_is_closing(s, s->prev[after])) {
        orient_try(&offer, orient_detour(s, s->prev[after], node, after), s->prev[after], after);
    }
    if (offer.before == ORIENT_NONE) {
        orient_locate_near(s, &offer);
    }
    if (offer.before != ORIENT_NONE) {
        orient_tour_add(s, node, offer.before);
    }
}

void orient_tour_cross(struct orient_search *s, const uint32_t *other, struct draw_sequence *random,
                       const struct orient_scratch *scratch)
{
    const struct disc disc = draw_disc(s, random);
    const uint32_t first = s->rules.first;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        if (orient_is_visited(s, i) && !orient_is_required(s, i) && is_in(s, &disc, i)) {
            drop(s, i);
        }
    }
    for (uint32_t node = other[first]; node != first; node = other[node]) {
        if (!orient_is_visited(s, node) && is_in(s, &disc, node)) {
            add_as(s, other, node);
        }
    }
    fit(s, scratch);
}

uint32_t orient_tour_list(const uint32_t *words, uint32_t n, uint32_t first, uint32_t *nodes)
{
    uint32_t count = 0;
    for (uint32_t node = first; count < n && (count == 0 || node != first); node = words[node]) {
        nodes[count++] = node;
    }
    return count;
}

bool orient_tour_read(struct orient_search *s, const uint32_t *nodes, uint32_t count)
{
    const uint32_t n = s->view.n, first = s->rules.first, last = s->rules.last;
    orient_tour_clear(s);
    if (count == 0 || count > n || nodes[0] != first || (last != first && nodes[count - 1] != last)) {
        return false;
    }
    for (uint32_t i = 1; i < count; ++i) {
        const bool ends = last != first && i == count - 1;
        if (nodes[i] >= n || orient_is_visited(s, nodes[i]) != ends) {
            orient_tour_clear(s);
            return false;
        }
        if (!ends) {
            orient_tour_add(s, nodes[i], nodes[i - 1]);
        }
    }
    return s->own.length <= s->rules.limit;
}

bool orient_tour_is_sound(const struct orient_search *s)
{
    const uint32_t n = s->view.n, first = s->rules.first;
    int64_t score = 0, length = 0;
    uint32_t count = 0, visited = 0, node = first;
    bool seen = false;
    do {
        const uint32_t after = s->next[node];
        if (after >= n || s->prev[after] != node) {
            return false;
        }
        score += s->scores[node];
        length += orient_is_closing(s, node) ? 0 : view_length(&s->view, node, after);
        seen |= node == s->rules.last;
        node = after;
    } while (++count < n && node != first);
    for (uint32_t i = 0; i < n; ++i) {
        visited += orient_is_visited(s, i);
    }
    return node == first && seen && count == visited && count == s->own.count && score == s->own.score
           && length == s->own.length && length <= s->rules.limit;
}
