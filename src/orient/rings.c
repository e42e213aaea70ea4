/* rings.c - starts, crossover and checks of rings. */
#include "ranking.h"
#include "space.h"

#include <string.h>

struct orient_search orient_search_of(const struct orient_space *space, struct orient_board *board, uint32_t *words)
{
    struct orient_search s = {.board = board};
    const struct problem_view view = mosaic_view(&space->problem);
    orient_take(&s, &view, &space->rules, space->scores, words);
    return s;
}

void orient_ring_clear(struct orient_search *s)
{
    const uint32_t first = s->rules.first, last = s->rules.last;
    memset(s->next, 0xff, ORIENT_WORDS(s->view.n) * sizeof *s->next);
    orient_link(s, first, last, first);
    s->own.score = s->scores[first] + (first != last ? s->scores[last] : 0);
    s->own.length = first != last ? view_length(&s->view, first, last) : 0;
    s->own.count = first != last ? 2 : 1;
}

void orient_ring_add(struct orient_search *s, uint32_t node, uint32_t before)
{
    const uint32_t behind = s->next[before];
    s->own.length += orient_detour(s, before, node, behind);
    s->own.score += s->scores[node];
    ++s->own.count;
    orient_link(s, before, node, behind);
}

void orient_ring_drop(struct orient_search *s, uint32_t node)
{
    s->own.length -= orient_detour(s, s->prev[node], node, s->next[node]);
    s->own.score -= s->scores[node];
    --s->own.count;
    orient_unlink(s, node, ORIENT_NONE);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Starts                                                                                                             */

enum { TRIED = 1024 }; /* nodes of many that came, beside which a node may come that has no near one */

/* What a visited node brings for its length; UINT64_MAX: it is to stay. */
static uint64_t rate_of(const struct orient_search *s, uint32_t node)
{
    if (!orient_is_visited(s, node) || orient_stays(s, node)) {
        return UINT64_MAX;
    }
    const int64_t saved = orient_detour(s, s->prev[node], node, s->next[node]);
    return saved > 0 ? ((uint64_t)s->scores[node] << 8 << s->rules.fineness) / (uint64_t)saved : UINT64_MAX - 1;
}

/* The larger, the sooner it goes; 0: it stays. */
static uint64_t urge_of(const struct orient_search *s, uint32_t node)
{
    return UINT64_MAX - rate_of(s, node);
}

void orient_ring_fit(struct orient_search *s, const struct orient_hand *hand)
{
    struct orient_ranking ranking = {hand->keys, hand->words + s->view.n, s->view.n};
    if (s->own.length <= s->rules.limit) {
        return;
    }
    for (uint32_t i = 0; i < s->view.n; ++i) {
        ranking.keys[i] = urge_of(s, i);
    }
    orient_ranking_begin(&ranking);
    while (s->own.length > s->rules.limit) {
        const uint32_t worst = orient_ranking_first(&ranking), before = s->prev[worst], behind = s->next[worst];
        if (ranking.keys[worst] == 0) {
            return; /* only nodes that stay are left */
        }
        orient_ring_drop(s, worst);
        orient_ranking_set(&ranking, worst, 0);
        orient_ranking_set(&ranking, before, urge_of(s, before));
        orient_ranking_set(&ranking, behind, urge_of(s, behind));
    }
}

/* The node behind which `node` adds least: beside near nodes or, if none is visited, beside some nodes that came. */
static uint32_t place_of(const struct orient_search *s, uint32_t node, const uint32_t *came, uint32_t count)
{
    struct orient_offer offer = {.node = node, .before = ORIENT_NONE};
    orient_place_near(s, &offer);
    if (offer.before == ORIENT_NONE) {
        orient_try_beside(s, &offer, s->rules.first, orient_length(s, node, s->rules.first));
        for (uint32_t k = 0; k < count; k += 1 + count / TRIED) {
            if (orient_is_visited(s, came[k])) {
                orient_try_beside(s, &offer, came[k], orient_length(s, node, came[k]));
            }
        }
    }
    return offer.before;
}

void orient_ring_start(struct orient_search *s, struct draw_sequence *random, const struct orient_hand *hand)
{
    const uint32_t n = s->view.n;
    uint32_t *order = hand->words;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t at = draw_sequence_below(random, i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    orient_ring_clear(s);
    for (uint32_t i = 0; i < n; ++i) {
        if (!orient_is_visited(s, order[i]) && s->scores[order[i]] > 0) {
            orient_ring_add(s, order[i], place_of(s, order[i], order, i));
        }
    }
    orient_ring_fit(s, hand);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Crossover                                                                                                          */

struct disc {
    uint32_t centre;
    int32_t radius;
    bool outside; /* the disc is the larger part: the rest is meant */
};

static bool is_in(const struct orient_search *s, const struct disc *disc, uint32_t node)
{
    return (view_length(&s->view, disc->centre, node) <= disc->radius) != disc->outside;
}

/* Up to the nearer one of two random nodes. */
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

/* Puts a node where the other ring has it, beside one of its neighbours there, or else beside near nodes. Without
 * either it stays out: a region that the child reaches by long ways alone is better left. */
static void add_as(struct orient_search *s, const uint32_t *other, uint32_t node)
{
    const uint32_t before = other[s->view.n + node], behind = other[node];
    struct orient_offer offer = {.node = node, .before = ORIENT_NONE};
    if (orient_is_visited(s, before) && !orient_is_closed(s, before)) {
        orient_try(&offer, orient_detour(s, before, node, s->next[before]), before, s->next[before]);
    }
    if (orient_is_visited(s, behind) && !orient_is_closed(s, s->prev[behind])) {
        orient_try(&offer, orient_detour(s, s->prev[behind], node, behind), s->prev[behind], behind);
    }
    if (offer.before == ORIENT_NONE) {
        orient_place_near(s, &offer);
    }
    if (offer.before != ORIENT_NONE) {
        orient_ring_add(s, node, offer.before);
    }
}

void orient_ring_cross(struct orient_search *s, const uint32_t *other, struct draw_sequence *random,
                       const struct orient_hand *hand)
{
    const struct disc disc = draw_disc(s, random);
    const uint32_t first = s->rules.first;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        if (orient_is_visited(s, i) && !orient_stays(s, i) && is_in(s, &disc, i)) {
            orient_ring_drop(s, i);
        }
    }
    for (uint32_t node = other[first]; node != first; node = other[node]) {
        if (!orient_is_visited(s, node) && is_in(s, &disc, node)) {
            add_as(s, other, node);
        }
    }
    orient_ring_fit(s, hand);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lists                                                                                                              */

uint32_t orient_ring_list(const uint32_t *words, uint32_t n, uint32_t first, uint32_t *nodes)
{
    uint32_t count = 0;
    for (uint32_t node = first; count < n && (count == 0 || node != first); node = words[node]) {
        nodes[count++] = node;
    }
    return count;
}

bool orient_ring_read(struct orient_search *s, const uint32_t *nodes, uint32_t count)
{
    const uint32_t n = s->view.n, first = s->rules.first, last = s->rules.last;
    orient_ring_clear(s);
    if (count == 0 || count > n || nodes[0] != first || (last != first && nodes[count - 1] != last)) {
        return false;
    }
    for (uint32_t i = 1; i < count; ++i) {
        const bool ends = last != first && i == count - 1;
        if (nodes[i] >= n || orient_is_visited(s, nodes[i]) != ends) {
            orient_ring_clear(s);
            return false;
        }
        if (!ends) {
            orient_ring_add(s, nodes[i], nodes[i - 1]);
        }
    }
    return s->own.length <= s->rules.limit;
}

bool orient_ring_is_sound(const struct orient_search *s)
{
    const uint32_t n = s->view.n, first = s->rules.first;
    int64_t score = 0, length = 0;
    uint32_t count = 0, visited = 0, node = first;
    bool seen = false;
    do {
        const uint32_t behind = s->next[node];
        if (behind >= n || s->prev[behind] != node) {
            return false;
        }
        score += s->scores[node];
        length += orient_is_closed(s, node) ? 0 : view_length(&s->view, node, behind);
        seen |= node == s->rules.last;
        node = behind;
    } while (++count < n && node != first);
    for (uint32_t i = 0; i < n; ++i) {
        visited += orient_is_visited(s, i);
    }
    return node == first && seen && count == visited && count == s->own.count && score == s->own.score
           && length == s->own.length && length <= s->rules.limit;
}
