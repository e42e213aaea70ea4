/* A tour is looked at as a row of places 0 .. n - 1 that begins with b and ends with a, so that (a,b) is the edge round
 * its end: forwards for side 0, backwards for side 1. Removing more edges cuts the row into parts, and a move says in
 * which order and direction they follow each other. */
#include "reference.h"

#include <string.h>

#include "local_search.h"

enum { INTERRUPT_ROUNDS = 1024, PARTS = 3 };

/* Removes (a,b) (c,e) (f,h), adds (a,c) (e,f) (h,b); with two edges it removes (a,b) (c,e) and adds (a,c) (b,e). */
struct move {
    int64_t gain;
    uint32_t a, b, c, e, f, h;
    bool three;
};

struct search {
    const struct swarm_instance *instance;
    const struct aco_settings *settings;
    const uint32_t *lists;
    uint32_t n;
    uint32_t *tour;
    uint32_t *position; /* [n] where in the tour a node is */
    uint32_t *queue;    /* [n] a ring */
    uint32_t queue_head, queue_count;
    bool *queued;    /* [n] */
    uint32_t *moved; /* [n] nodes of the parts that do not stay */
    int64_t gained;
};

static int64_t distance(const struct search *s, uint32_t i, uint32_t j)
{
    return tsp_instance_distance(s->instance, i, j);
}

static bool is_fixed(const struct search *s, uint32_t i, uint32_t j)
{
    return tsp_instance_fixed(s->instance, i, j);
}

static uint32_t candidate(const struct search *s, uint32_t node, uint32_t k)
{
    return s->lists[(size_t)node * s->settings->search_stride + k];
}

static uint32_t neighbour(const struct search *s, uint32_t node, bool backwards)
{
    const uint32_t at = s->position[node];
    return s->tour[backwards ? (at > 0 ? at : s->n) - 1 : at + 1 < s->n ? at + 1 : 0];
}

/* Of a node, seen from b; and of a place, where in the tour it is. */
static uint32_t place_of(const struct search *s, bool backwards, uint32_t b, uint32_t node)
{
    const uint32_t from = s->position[backwards ? node : b], to = s->position[backwards ? b : node];
    return to >= from ? to - from : to + s->n - from;
}

static uint32_t position_of(const struct search *s, bool backwards, uint32_t b, uint32_t place)
{
    const uint32_t from = s->position[b];
    const uint64_t at = backwards ? (uint64_t)from + s->n - place : (uint64_t)from + place;
    return (uint32_t)(at < s->n ? at : at - s->n);
}

static void push(struct search *s, uint32_t node)
{
    if (!s->queued[node]) {
        const uint64_t at = (uint64_t)s->queue_head + s->queue_count;
        s->queue[at < s->n ? at : at - s->n] = node;
        s->queued[node] = true;
        ++s->queue_count;
    }
}

static uint32_t pop(struct search *s)
{
    const uint32_t node = s->queue[s->queue_head];
    s->queue_head = s->queue_head + 1 < s->n ? s->queue_head + 1 : 0;
    s->queued[node] = false;
    --s->queue_count;
    return node;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The parts of a move                                                                                                */

/* Places first .. last, walked backwards when `reversed`. */
struct part {
    uint32_t first, last;
    bool reversed;
};

static uint32_t part_size(struct part part)
{
    return part.last - part.first + 1;
}

static struct part reversed(struct part part)
{
    part.reversed = !part.reversed;
    return part;
}

/* The parts that the row falls into, in the order of the new tour; how many, 0 when the move cannot be made. */
static unsigned parts_of(const struct search *s, const struct move *move, bool backwards, struct part order[PARTS])
{
    const uint32_t end = s->n - 1, c = place_of(s, backwards, move->b, move->c),
                   e = place_of(s, backwards, move->b, move->e);
    if (neighbour(s, move->a, backwards) != move->b || (e != c + 1 && (c != e + 1 || !move->three))) {
        return 0;
    }
    const bool e_after_c = e == c + 1;
    const uint32_t cut = e_after_c ? c : e;
    if (!move->three) {
        order[0] = (struct part){0, cut, false};
        order[1] = (struct part){cut + 1, end, true};
        return 2;
    }
    const uint32_t f = place_of(s, backwards, move->b, move->f), h = place_of(s, backwards, move->b, move->h);
    const bool h_after_f = h == f + 1;
    const uint32_t other = h_after_f ? f : h;
    if ((!h_after_f && f != h + 1) || other == cut || (!s->settings->symmetric && (e_after_c || h_after_f))) {
        return 0;
    }
    const uint32_t low = cut < other ? cut : other, high = cut < other ? other : cut;
    const struct part one = {0, low, false}, two = {low + 1, high, false}, three = {high + 1, end, false};
    order[0] = one;
    if (e_after_c && cut < other && !h_after_f) {
        order[1] = reversed(three);
        order[2] = two;
    } else if (e_after_c && other < cut && h_after_f) {
        order[1] = three;
        order[2] = reversed(two);
    } else if (!e_after_c && cut < other && h_after_f) {
        order[1] = reversed(two);
        order[2] = reversed(three);
    } else if (!e_after_c && cut < other) {
        order[1] = three;
        order[2] = two;
    } else {
        return 0; /* two tours */
    }
    return PARTS;
}

/* Turns the order so that the longest part comes first and is walked forwards; on ties that with the lowest places. */
static void longest_first(struct part order[PARTS], unsigned count)
{
    unsigned longest = 0;
    for (unsigned i = 1; i < count; ++i) {
        const uint32_t size = part_size(order[i]), most = part_size(order[longest]);
        longest = size > most || (size == most && order[i].first < order[longest].first) ? i : longest;
    }
    struct part turned[PARTS];
    const bool backwards = order[longest].reversed;
    for (unsigned i = 0; i < count; ++i) {
        turned[i] = order[(longest + (backwards ? count - i : i)) % count];
        turned[i].reversed ^= backwards;
    }
    memcpy(order, turned, count * sizeof *order);
}

/* Whether the move could be made. */
static bool make_move(struct search *s, const struct move *move)
{
    struct part order[PARTS];
    const bool backwards = s->settings->symmetric && neighbour(s, move->a, false) != move->b;
    const unsigned count = parts_of(s, move, backwards, order);
    if (count == 0) {
        return false;
    }
    longest_first(order, count);
    uint32_t moved = 0;
    for (unsigned i = 1; i < count; ++i) {
        const uint32_t size = part_size(order[i]);
        for (uint32_t k = 0; k < size; ++k) {
            const uint32_t place = order[i].reversed ? order[i].last - k : order[i].first + k;
            s->moved[moved++] = s->tour[position_of(s, backwards, move->b, place)];
        }
    }
    uint32_t at = position_of(s, backwards, move->b, order[0].last);
    for (uint32_t k = 0; k < moved; ++k) {
        at = backwards ? (at > 0 ? at : s->n) - 1 : at + 1 < s->n ? at + 1 : 0;
        s->tour[at] = s->moved[k];
        s->position[s->moved[k]] = at;
    }
    s->gained += move->gain;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best move of a node                                                                                            */

static void consider(struct move *best, struct move move)
{
    if (move.gain > best->gain) {
        *best = move;
    }
}

/* Segments that end in a and go between c and its neighbour; `open` = d(a,b) - d(a,c). */
static void consider_or_opt(const struct search *s, bool backwards, struct move move, int64_t open, struct move *best)
{
    const uint32_t c = place_of(s, backwards, move.b, move.c);
    for (uint32_t nodes = 1; nodes <= SEARCH_SEGMENT && nodes + 2 <= s->n && c < s->n - nodes; ++nodes) {
        const uint32_t first = s->n - nodes;
        move.f = s->tour[position_of(s, backwards, move.b, first)];
        move.h = s->tour[position_of(s, backwards, move.b, first - 1)];
        if (is_fixed(s, move.h, move.f)) {
            continue;
        }
        const int64_t closed = open + distance(s, move.h, move.f) - distance(s, move.h, move.b);
        for (int before = !s->settings->symmetric; before < 2; ++before) {
            move.e = neighbour(s, move.c, backwards != before);
            if ((before || move.c != move.h) && !is_fixed(s, move.c, move.e)) {
                move.gain = closed
                            + (before ? distance(s, move.e, move.c) - distance(s, move.e, move.f)
                                      : distance(s, move.c, move.e) - distance(s, move.f, move.e));
                consider(best, move);
            }
        }
    }
}

static void consider_three_opt(const struct search *s, bool backwards, struct move move, int64_t open,
                               struct move *best)
{
    struct part order[PARTS];
    const bool symmetric = s->settings->symmetric;
    const uint32_t second = s->settings->search_length < SEARCH_SECOND ? s->settings->search_length : SEARCH_SECOND;
    for (int e_before = !symmetric; e_before < 2; ++e_before) {
        move.e = neighbour(s, move.c, backwards != e_before);
        if (is_fixed(s, move.c, move.e)) {
            continue;
        }
        const int64_t opened = open + distance(s, e_before ? move.e : move.c, e_before ? move.c : move.e);
        for (uint32_t k = 0; k < second; ++k) {
            move.f = candidate(s, move.e, k);
            const int64_t still_open = opened - distance(s, move.e, move.f);
            if (still_open <= 0) {
                break;
            }
            for (int h_before = !symmetric; h_before < 2; ++h_before) {
                move.h = neighbour(s, move.f, backwards != h_before);
                move.gain = still_open + distance(s, h_before ? move.h : move.f, h_before ? move.f : move.h)
                            - distance(s, move.h, move.b);
                if (move.gain > best->gain && !is_fixed(s, move.f, move.h)
                    && parts_of(s, &move, backwards, order) > 0) {
                    *best = move;
                }
            }
        }
    }
}

static struct move best_move(const struct search *s, uint32_t a)
{
    const struct aco_local_search *row = s->settings->local_search;
    const bool symmetric = s->settings->symmetric;
    struct move best = {.gain = 0};
    for (int backwards = 0; backwards < (symmetric ? 2 : 1); ++backwards) {
        struct move move = {.a = a, .b = neighbour(s, a, backwards)};
        if (is_fixed(s, a, move.b)) {
            continue;
        }
        for (uint32_t k = 0; k < s->settings->search_length; ++k) {
            move.c = candidate(s, a, k);
            const int64_t open = distance(s, a, move.b) - distance(s, a, move.c);
            if (open <= 0) {
                break;
            }
            if (row->two_opt && symmetric) {
                move.three = false;
                move.e = neighbour(s, move.c, backwards);
                move.gain = open + distance(s, move.c, move.e) - distance(s, move.b, move.e);
                if (!is_fixed(s, move.c, move.e)) {
                    consider(&best, move);
                }
            }
            move.three = true;
            if (row->or_opt) {
                consider_or_opt(s, backwards, move, open, &best);
            }
            if (row->three_opt) {
                consider_three_opt(s, backwards, move, open, &best);
            }
        }
    }
    return best;
}

static void make_round(struct search *s)
{
    struct move moves[SEARCH_ROUND];
    uint32_t count = 0;
    while (count < SEARCH_ROUND && s->queue_count > 0) {
        const uint32_t a = pop(s);
        moves[count] = best_move(s, a);
        moves[count++].a = a;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const struct move *move = &moves[k];
        const uint32_t ends[] = {move->a, move->b, move->c, move->e, move->f, move->h};
        if (move->gain > 0) {
            const unsigned changed = !make_move(s, move) ? 1 : move->three ? 6 : 4;
            for (unsigned end = 0; end < changed; ++end) {
                push(s, ends[end]);
            }
        }
    }
}

static bool differs(const struct search *s, const uint32_t *anchor, uint32_t node)
{
    bool all = anchor != NULL;
    for (int backwards = 0; backwards < 2 && all; ++backwards) {
        const uint32_t other = neighbour(s, node, backwards);
        all = other == anchor[2 * (size_t)node] || other == anchor[2 * (size_t)node + 1];
    }
    return !all;
}

static void fill_queue(struct search *s, const uint32_t *anchor)
{
    const uint32_t stretch = (s->n - 1) / SEARCH_ROUND + 1;
    for (uint32_t first = 0; first < stretch; ++first) {
        for (uint64_t at = first; at < s->n; at += stretch) {
            if (differs(s, anchor, s->tour[at])) {
                push(s, s->tour[at]);
            }
        }
    }
}

enum swarm_status aco_reference_search(struct base_env *env, const struct swarm_instance *instance,
                                       const struct aco_settings *settings, const struct aco_lists *lists,
                                       const uint32_t *anchor, uint32_t *tour, int64_t *length,
                                       bool (*interrupted)(const void *user), const void *user)
{
    const uint32_t n = settings->n;
    if (!settings->local_search || n < 3) {
        return SWARM_OK;
    }
    struct base_arrays arrays = {.count = 0};
    struct search s = {
        .instance = instance,
        .settings = settings,
        .lists = lists->search,
        .n = n,
        .tour = tour,
        .position = base_arrays_add(&arrays, n, sizeof *s.position),
        .queue = base_arrays_add(&arrays, n, sizeof *s.queue),
        .queued = base_arrays_add(&arrays, n, sizeof *s.queued),
        .moved = base_arrays_add(&arrays, n, sizeof *s.moved),
    };
    if (arrays.failed) {
        base_arrays_free(&arrays);
        return base_fail_memory(env);
    }
    for (uint32_t at = 0; at < n; ++at) {
        s.position[tour[at]] = at;
    }
    fill_queue(&s, anchor);
    const uint64_t most = aco_search_rounds_most(n);
    for (uint64_t round = 0; round < most && s.queue_count > 0; ++round) {
        if (interrupted && round % INTERRUPT_ROUNDS == INTERRUPT_ROUNDS - 1 && interrupted(user)) {
            break;
        }
        make_round(&s);
    }
    *length -= s.gained;
    base_arrays_free(&arrays);
    return SWARM_OK;
}
