/* array_search.h - improves an individual's tour in an array by k-opt moves and kicks.
 *
 * Host threads and two kernels compile this file: improve_array.cl, one work-item per individual, and improve_many.cl,
 * where the lanes of a team share an individual (array_lanes.h). All ways find the same tours.
 *
 * The search starts at t1 in both directions. It removes the edge (t1, t2), adds an edge to a candidate of t2, removes
 * an edge next to that, and so on, up to the individual's number of edges; the gain stays positive (Lin and Kernighan
 * 1973). Each level first evaluates all closings and takes the best one that gives a tour. Otherwise the search follows
 * the best open moves: the individual's `beam` of them at levels 1 to ARRAY_BEAM_LEVELS, one at later levels. From the
 * third added edge on it follows only open moves that would give a tour if closed. How a move joins the ends of its
 * arcs (the match, kopt.h) decides whether it gives a tour, so no arc is reversed for the test.
 *
 * A kick is a double bridge of four edges near each other (Martin, Otto and Felten 1991). A log records the kick and
 * the moves after it. They are undone if they lengthened the tour by a threshold or more, which falls to 0 during the
 * kicks (Dueck and Scheuer 1990).
 *
 * All numbers are integers. The steps of an individual depend on its state, seed, population and number; a search can
 * stop after any node of the queue and continue later.
 */
#ifndef SWARMCL_ARRAY_SEARCH_H
#define SWARMCL_ARRAY_SEARCH_H

#include "cl/shared/draws.h"
#include "kopt.h"
#include "types.h"
#include "cl/shared/problem_view.h"

/* Defaults: edges of a k-opt move; open moves followed at levels 1 to ARRAY_BEAM_LEVELS. Measured in
 * bench/mosaic/README.md. */
#define ARRAY_KOPT        8u
#define ARRAY_BEAM        2u
#define ARRAY_BEAM_LEVELS 2u
#define ARRAY_BEAM_MOST   4u /* largest --beam; sizes arrays */

#define ARRAY_KICK_LENGTH 30u /* maximum number of nodes in each of a kick's three short arcs: bench/mosaic/README.md */

/* Candidates evaluated at a level: the whole list; in asymmetric instances its first 8 at level 1, 6 at level 2 and 5
 * at all others. Measured in bench/mosaic/README.md. */
SHARED_INLINE uint32_t array_breadth(const struct problem_view *view, uint32_t level)
{
    const uint32_t most = level == 1u ? 8u : level == 2u ? 6u : 5u;
    return VIEW_ARCS(view) && most < view->width ? most : view->width;
}
#define ARRAY_VALID_FROM 3u /* from this level on, only open moves that give a tour if closed are followed */

/* An open move that the search may follow. */
struct array_end {
    int64_t gain;  /* gain of the move so far, without its closing edge */
    uint32_t cut;  /* offset of the node before the removed edge */
    uint32_t rank; /* rank of the cut among the cuts of earlier levels */
    uint32_t side;
    uint32_t node, free; /* node joined and new free end: t_{2i+1}, t_{2i+2} */
    uint32_t offset;     /* offset of the free end `free` */
};

/* The type of nodes and positions, and their memory. A kernel for few nodes may define a shorter type and local memory.
 */
#ifndef ARRAY_NODE
#define ARRAY_NODE   uint32_t
#define ARRAY_MEMORY VIEW_GLOBAL
#endif

/* ARRAY_TEAM: 32 lanes share an individual (array_lanes.h). They take the same decisions. The loop ARRAY_EACH gives
 * each lane some of the items, and only the first lane writes what all lanes know. */
#ifdef ARRAY_TEAM
#define ARRAY_EACH(s, i, count) uint32_t i = (s)->lane; i < (count); i += 32u
#define array_is_first(s)       ((s)->lane == 0)
#define array_sync(s)           team_sync()
#define ARRAY_SHARED            __local
#else
#define ARRAY_EACH(s, i, count) uint32_t i = 0; i < (count); ++i
#define array_is_first(s)       true
#define array_sync(s)           ((void)(s))
#define ARRAY_SHARED
#endif

/* The levels of a move, in local memory if a team shares them. */
struct array_path {
    uint32_t cuts[KOPT_MOST];     /* [level] offset of the cut; levels count from 1 */
    uint32_t ranks[KOPT_MOST];    /* ranks of the cuts up to each level: kopt.h */
    uint32_t ends[2 * KOPT_MOST]; /* nodes t1, t2, ... of the move */
    struct array_end open[KOPT_MOST][ARRAY_BEAM_MOST]; /* open moves of each level, the best first */
};

struct array_search {
    ARRAY_MEMORY ARRAY_NODE *ord, *pos, *queue, *scratch;
    ARRAY_MEMORY uint32_t *queued;
    VIEW_GLOBAL uint32_t *log;
    struct problem_view view;
    struct mosaic_individual own; /* state of the individual; kopt and beam are not 0 */
    /* An offset counts from t2, which has offset 0, in the direction in which t1 is last. */
    uint32_t first, base; /* node t1, and the position of t2 */
    bool forward;
    uint32_t sides; /* bit i: the node joined at level i is after the removed edge */
#ifdef ARRAY_TEAM
    __local struct array_path *path;
    uint32_t lane; /* number of this work-item in its team */
    __local struct team *team;
#else
    struct array_path path[1];
#endif
};

/* Sets the arrays to memory for 4 n nodes and a bit per node. */
SHARED_INLINE void array_take(struct array_search *s, const struct problem_view *view, ARRAY_MEMORY uint32_t *words,
                              VIEW_GLOBAL uint32_t *log)
{
    const uint32_t n = view->n;
    s->view = *view;
    s->ord = (ARRAY_MEMORY ARRAY_NODE *)words;
    s->pos = s->ord + n;
    s->queue = s->pos + n;
    s->scratch = s->queue + n;
    s->queued = (ARRAY_MEMORY uint32_t *)(s->scratch + n);
    s->log = log;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Offsets and queue                                                                                                  */

SHARED_INLINE uint32_t array_offset(const struct array_search *s, uint32_t node)
{
    return s->forward ? position_minus(s->pos[node], s->base, s->view.n)
                      : position_minus(s->base, s->pos[node], s->view.n);
}

SHARED_INLINE uint32_t array_node(const struct array_search *s, uint32_t offset)
{
    return s->ord[s->forward ? position_plus(s->base, offset, s->view.n) : position_minus(s->base, offset, s->view.n)];
}

SHARED_INLINE void array_pop(struct array_search *s)
{
    const uint32_t node = s->queue[s->own.head];
    if (array_is_first(s)) {
        s->queued[node >> 5] &= ~(1u << (node & 31u));
    }
    s->own.head = position_after(s->own.head, s->view.n);
    --s->own.count;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Changing the tour                                                                                                  */

/* Logs the inverse of the move of array_rewrite(), in terms of the arcs of the new tour. now[e]: end at which end e of
 * the old arcs is now. */
SHARED_INLINE void array_note(struct array_search *s, uint32_t k, uint32_t base, const uint32_t *offsets,
                              const uint32_t *now)
{
    VIEW_GLOBAL uint32_t *entry = s->log + s->own.logged * ARRAY_LOG_WORDS;
    uint64_t match = 0;
    for (uint32_t i = 0; i < k; ++i) {
        match = kopt_join(match, now[2u * i + 1u], now[2u * (i + 1u < k ? i + 1u : 0u)]);
    }
    for (uint32_t i = 0; i < k && array_is_first(s); ++i) {
        entry[4u + i] = offsets[i];
    }
    if (array_is_first(s)) {
        entry[0] = k;
        entry[1] = base;
        entry[2] = (uint32_t)match;
        entry[3] = (uint32_t)(match >> 32);
    }
    ++s->own.logged;
}

/* Rewrites the tour as the arcs that `match` joins. Arc i ends offsets[i] positions after `base`, the last arc n - 1
 * positions. The longest arc, on ties the first, keeps its positions. */
SHARED_INLINE void array_rewrite(struct array_search *s, uint32_t k, uint32_t base, const uint32_t *offsets,
                                 uint64_t match, bool logs)
{
    const uint32_t n = s->view.n;
    uint32_t big = 0, big_length = 0;
    for (uint32_t i = 0; i < k; ++i) {
        const uint32_t length = i > 0 ? offsets[i] - offsets[i - 1u] : offsets[0] + 1u;
        big = length > big_length ? i : big;
        big_length = length > big_length ? length : big_length;
    }
    const uint32_t begin = position_plus(base, big + 1u < k ? offsets[big] + 1u : 0u, n); /* after the longest */
    const uint32_t moved = n - big_length;
    for (ARRAY_EACH(s, j, moved)) {
        s->scratch[j] = s->ord[position_plus(begin, j, n)];
    }
    array_sync(s);
    uint32_t lies_at[KOPT_MOST]; /* in scratch */
    for (uint32_t j = 1, at = 0; j < k; ++j) {
        const uint32_t i = big + j < k ? big + j : big + j - k;
        lies_at[i] = at;
        at += i > 0 ? offsets[i] - offsets[i - 1u] : offsets[0] + 1u;
    }
    uint32_t now[2u * KOPT_MOST], ends_at[KOPT_MOST], count = 1, after = big_length - 1u;
    now[2u * big] = 0;
    now[2u * big + 1u] = 1;
    ends_at[0] = after;
    uint32_t p = begin, written = 0;
    for (uint32_t end = kopt_mate(match, 2u * big + 1u); end >> 1 != big; end = kopt_mate(match, end ^ 1u)) {
        const uint32_t i = end >> 1, length = i > 0 ? offsets[i] - offsets[i - 1u] : offsets[0] + 1u;
        ARRAY_MEMORY const ARRAY_NODE *arc = s->scratch + lies_at[i];
        const bool turned = end & 1u, lies = !turned && lies_at[i] == written; /* lies: it is at its new position */
        for (ARRAY_EACH(s, j, lies ? 0u : length)) {
            const uint32_t node = turned ? arc[length - 1u - j] : arc[j], at = position_plus(p, j, n);
            s->ord[at] = (ARRAY_NODE)node;
            s->pos[node] = (ARRAY_NODE)at;
        }
        p = position_plus(p, length, n);
        written += length;
        after += length;
        ends_at[count] = after;
        now[end] = 2u * count;
        now[end ^ 1u] = 2u * count + 1u;
        ++count;
    }
    if (logs) {
        array_note(s, k, position_minus(begin, big_length, n), ends_at, now);
    }
    array_sync(s);
}

/* Undoes the moves in the log. */
SHARED_INLINE void array_undo(struct array_search *s)
{
    while (s->own.logged > 0) {
        --s->own.logged;
        VIEW_GLOBAL const uint32_t *entry = s->log + s->own.logged * ARRAY_LOG_WORDS;
        const uint32_t k = entry[0];
        uint32_t offsets[KOPT_MOST];
        for (uint32_t i = 0; i < k; ++i) {
            offsets[i] = entry[4u + i];
        }
        array_rewrite(s, k, entry[1], offsets, (uint64_t)entry[3] << 32 | entry[2], false);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Searching                                                                                                          */

/* Chooses an open move at `level`. */
SHARED_INLINE void array_choose(struct array_search *s, uint32_t level, const ARRAY_SHARED struct array_end *end)
{
    if (array_is_first(s)) {
        s->path->cuts[level] = end->cut;
        s->path->ranks[level] = kopt_ranks(s->path->ranks[level - 1u], level, end->rank);
        s->path->ends[2u * level] = end->node;
        s->path->ends[2u * level + 1u] = end->free;
    }
    s->sides = (s->sides & ~(1u << level)) | end->side << level;
}

#ifdef ARRAY_TEAM
#include "array_lanes.h"
#else
/* Adds the first `count` ends of the move to the queue, unless they are in it. */
SHARED_INLINE void array_push_ends(struct array_search *s, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t node = s->path->ends[i], bit = 1u << (node & 31u), word = s->queued[node >> 5];
        if (!(word & bit)) {
            s->queued[node >> 5] = word | bit;
            s->queue[position_plus(s->own.head, s->own.count, s->view.n)] = (ARRAY_NODE)node;
            ++s->own.count;
        }
    }
}

/* Moves as keys: the gain, and in the low bits a code that falls along the list of candidates, so the first of equal
 * gains has the largest key. */
#define ARRAY_CODE_BITS 8u
#define ARRAY_CODE_MOST ((1u << ARRAY_CODE_BITS) - 1u)

SHARED_INLINE int64_t array_key(int64_t gain, uint32_t code)
{
    return (int64_t)((uint64_t)gain << ARRAY_CODE_BITS) | code;
}

/* The best moves of a level, as keys. */
struct array_best {
    int64_t closing;                /* at most ARRAY_CODE_MOST: no closing gains */
    int64_t open[ARRAY_BEAM_MOST]; /* from the largest; 0: none */
};

/* A continuation: an edge is added from the free end to `node`, and the edge from there to `other` removed. */
struct array_step {
    int64_t left; /* gain of the move with the added edge */
    uint32_t node, other, side, code;
};

/* Adds a continuation to `best`, which keeps the `breadth` best open moves. `tours`: kopt_tours() of the chosen levels.
 * Compares gains first, because few continuations pass. At level 1 none removes the edge (t1, t2). */
SHARED_INLINE void array_evaluate(const struct array_search *s, uint32_t level, uint32_t breadth, uint32_t tours,
                                  const struct array_step *step, struct array_best *best)
{
    const int64_t gain = step->left + view_length(&s->view, step->node, step->other);
    const int64_t closing = array_key(gain - view_length(&s->view, s->first, step->other), step->code);
    int64_t key = array_key(gain, step->code);
    if (level > 1u && closing <= best->closing && (breadth == 0 || key <= best->open[breadth - 1u])) {
        return;
    }
    const uint32_t cut = array_offset(s, step->node) - step->side;
    bool taken = (level > 1u && cut >= s->view.n - 1u) || view_is_tied(&s->view, step->node, step->other);
    uint32_t rank = 0;
    for (uint32_t i = 1; i < level; ++i) {
        taken |= s->path->cuts[i] == cut;
        rank += s->path->cuts[i] < cut;
    }
    const bool is_tour = !taken && (tours >> (2u * rank + step->side) & 1u);
    if (is_tour && step->other != s->first && closing > best->closing) {
        best->closing = closing;
    }
    key = (level < ARRAY_VALID_FROM ? !taken : is_tour) ? key : 0;
    for (uint32_t i = 0; i < breadth; ++i) {
        const int64_t larger = key > best->open[i] ? key : best->open[i];
        key = key > best->open[i] ? best->open[i] : key;
        best->open[i] = larger;
    }
}

/* Finds the best continuations from the free end `last` with gain `open`. Results are pointers because oclgrind does not
 * run what compilers make of inlined functions that return large structs. */
SHARED_INLINE void array_find_best(const struct array_search *s, uint32_t level, uint32_t breadth, uint32_t last,
                                   int64_t open, struct array_best *best)
{
    const uint32_t n = s->view.n, looked = array_breadth(&s->view, level);
    const uint32_t tours = kopt_tours(s->path->ranks[level - 1u], s->sides, level);
    const size_t list = (size_t)last * s->view.width;
    for (uint32_t j = 0; j < looked; ++j) {
        const int64_t left = open - s->view.near_length[list + j];
        if (left <= 0) {
            break;
        }
        const uint32_t node = s->view.near[list + j], position = s->pos[node];
        const uint32_t next = s->ord[position_after(position, n)], previous = s->ord[position_before(position, n)];
        if ((next == last) | (previous == last)) { /* the new edge is in the tour already */
            continue;
        }
        const uint32_t code = ARRAY_CODE_MOST - 2u * j;
        const struct array_step after = {left, node, s->forward ? next : previous, 0, code};
        const struct array_step before = {left, node, s->forward ? previous : next, 1, code - 1u};
        array_evaluate(s, level, breadth, tours, &after, best);
        array_evaluate(s, level, breadth, tours, &before, best);
    }
}

/* Sets `end` to the move of a key. */
SHARED_INLINE void array_end_of(const struct array_search *s, uint32_t level, uint32_t last, int64_t key,
                                struct array_end *end)
{
    const uint32_t index = ARRAY_CODE_MOST - ((uint32_t)key & ARRAY_CODE_MOST), side = index % 2u;
    const uint32_t node = s->view.near[(size_t)last * s->view.width + index / 2u];
    const uint32_t at = array_offset(s, node), cut = at - side, offset = side ? cut : at + 1u;
    uint32_t rank = 0;
    for (uint32_t i = 1; i < level; ++i) {
        rank += s->path->cuts[i] < cut;
    }
    end->gain = key >> ARRAY_CODE_BITS;
    end->cut = cut;
    end->rank = rank;
    end->side = side;
    end->node = node;
    end->free = array_node(s, offset);
    end->offset = offset;
}

/* Evaluates all continuations from the free end `last` at `offset` with gain `open`. Returns true if a closing gains;
 * it then chooses the best, with gain *gain, at `level`. Otherwise path->open[level] has *count open moves. */
SHARED_INLINE bool array_expand(struct array_search *s, uint32_t level, uint32_t last, uint32_t offset, int64_t open,
                                uint32_t *count, int64_t *gain)
{
    const uint32_t followed = level <= ARRAY_BEAM_LEVELS ? s->own.beam : 1u;
    const uint32_t breadth = level + 1u < s->own.kopt ? followed : 0u;
    struct array_best best = {ARRAY_CODE_MOST, {0}};
    (void)offset; /* only lanes use it */
    /* Calls with constants compile to copies of their own, a tenth faster on hosts than one for all levels. */
    if (level == 1u) {
        array_find_best(s, 1u, breadth, last, open, &best);
    } else if (breadth == 1u) {
        array_find_best(s, level, 1u, last, open, &best);
    } else {
        array_find_best(s, level, breadth, last, open, &best);
    }
    *gain = best.closing >> ARRAY_CODE_BITS;
    if (*gain > 0) {
        struct array_end end;
        array_end_of(s, level, last, best.closing, &end);
        array_choose(s, level, &end);
        return true;
    }
    for (*count = 0; *count < breadth && best.open[*count] > 0; ++*count) {
        array_end_of(s, level, last, best.open[*count], &s->path->open[level][*count]);
    }
    return false;
}
#endif

/* Makes the move of k edges that the chosen levels describe. */
SHARED_INLINE void array_apply(struct array_search *s, uint32_t k, bool logs)
{
    uint32_t offsets[KOPT_MOST], base = s->base;
    array_sync(s);
    const uint32_t ranks = s->path->ranks[k - 1u];
    uint64_t match = kopt_match(ranks, s->sides, k);
    for (uint32_t i = 1; i < k; ++i) {
        const uint32_t rank = ranks >> 4u * i & 15u;
        offsets[s->forward ? rank : k - 2u - rank] = s->forward ? s->path->cuts[i] : s->view.n - 2u - s->path->cuts[i];
    }
    offsets[k - 1u] = s->view.n - 1u;
    if (!s->forward) {
        match = kopt_mirrored(match, k);
        base = position_after(base, s->view.n);
    }
    array_rewrite(s, k, base, offsets, match, logs);
    array_push_ends(s, 2u * k);
}

/* Searches depth first from the edge (t1, t2). Makes the first move that gains; true if it did. */
SHARED_INLINE bool array_search_edge(struct array_search *s, uint32_t second, int64_t length, bool logs)
{
    uint32_t count[KOPT_MOST], next[KOPT_MOST], level = 1, last = second, offset = 0;
    int64_t open = length, gain;
    while (level < s->own.kopt) {
        const bool gains = open > s->view.near_length[(size_t)last * s->view.width]; /* lists are sorted by length */
        count[level] = 0;
        if (gains && array_expand(s, level, last, offset, open, &count[level], &gain)) {
            s->own.length -= gain;
            array_apply(s, level + 1u, logs);
            return true;
        }
        next[level] = 0;
        while (level > 0 && next[level] == count[level]) {
            --level;
        }
        if (level == 0) {
            return false;
        }
        const ARRAY_SHARED struct array_end *end = &s->path->open[level][next[level]++];
        array_choose(s, level, end);
        last = end->free;
        offset = end->offset;
        open = end->gain;
        ++level;
    }
    return false;
}

/* Searches from `node` in both directions. Makes the first move that gains; true if it did. */
SHARED_INLINE bool array_improve(struct array_search *s, uint32_t node, bool logs)
{
    for (uint32_t backward = 0; backward < 2u; ++backward) {
        const uint32_t position = s->pos[node];
        s->forward = !backward;
        s->first = node;
        s->base = backward ? position_before(position, s->view.n) : position_after(position, s->view.n);
        const uint32_t second = s->ord[s->base];
        s->sides = 0;
        if (array_is_first(s)) {
            s->path->ends[0] = node;
            s->path->ends[1] = second;
            s->path->ranks[0] = 0;
        }
        if (!view_is_tied(&s->view, node, second)
            && array_search_edge(s, second, view_length(&s->view, node, second), logs)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kicks                                                                                                              */

/* Returns `offset`, or offset + 1 if the edge at this distance from `base` is fixed. The next edge is not fixed,
 * because a node has at most one partner. */
SHARED_INLINE uint32_t array_cut(const struct array_search *s, uint32_t base, uint32_t offset)
{
    const uint32_t position = position_plus(base, offset, s->view.n);
    return offset + view_is_tied(&s->view, s->ord[position], s->ord[position_after(position, s->view.n)]);
}

/* Makes a kick: arcs W B C D become W D C B. B begins at a random node or the next one; B, C and D are short. Needs 8
 * nodes. */
SHARED_INLINE void array_kick(struct array_search *s, struct draw_stream stream, uint32_t number)
{
    const uint32_t n = s->view.n, most = n / 4u - 1u < ARRAY_KICK_LENGTH ? n / 4u - 1u : ARRAY_KICK_LENGTH;
    const struct philox_block words = draw_block(stream, DRAW_KICK, 0, number);
    const uint32_t drawn = s->pos[(uint32_t)(((uint64_t)words.w0 * n) >> 32)];
    const uint32_t base = position_plus(drawn, array_cut(s, position_before(drawn, n), 0), n);
    uint32_t offsets[KOPT_MOST], before[4], after[4];
    offsets[0] = array_cut(s, base, (uint32_t)(((uint64_t)words.w1 * most) >> 32));
    offsets[1] = array_cut(s, base, offsets[0] + 1u + (uint32_t)(((uint64_t)words.w2 * most) >> 32));
    offsets[2] = array_cut(s, base, offsets[1] + 1u + (uint32_t)(((uint64_t)words.w3 * most) >> 32));
    offsets[3] = n - 1u;
    for (uint32_t i = 0; i < 4u; ++i) {
        const uint32_t position = position_plus(base, offsets[i], n);
        before[i] = s->ord[position];
        after[i] = s->ord[position_after(position, n)];
        s->own.length -= view_length(&s->view, before[i], after[i]);
    }
    for (uint32_t i = 0; i < 4u; ++i) { /* W-D, B-W, C-B, D-C: arcs B, C, D, W end before[0 .. 3] */
        s->own.length += view_length(&s->view, before[i], after[(i + 2u) % 4u]);
    }
    array_rewrite(s, 4u, base, offsets, (uint64_t)0x41270563u, true);
    for (uint32_t i = 0; i < 4u && array_is_first(s); ++i) {
        s->path->ends[2u * i] = before[i];
        s->path->ends[2u * i + 1u] = after[i];
    }
    array_sync(s);
    array_push_ends(s, 8u);
}

/* Decides a kick: undoes it if it lengthened the tour by the threshold or more. */
SHARED_INLINE void array_decide(struct array_search *s)
{
    if (s->own.length > s->own.before && s->own.length - s->own.before >= individual_threshold(&s->own)) {
        while (s->own.count > 0) {
            array_pop(s);
        }
        array_sync(s);
        array_undo(s);
        s->own.length = s->own.before;
    }
    s->own.better += s->own.length < s->own.before;
    s->own.before = s->own.length;
    s->own.logged = s->own.kicked = 0;
}

/* Examines nodes of the individual's queue, and kicks whenever the queue is empty: `budget` nodes and kicks in total at
 * most. Sets `done` after the search that follows the last kick. The individual's state is s->own. */
SHARED_INLINE void array_continue(struct array_search *s, uint64_t seed, uint32_t budget)
{
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), s->own.number, s->own.population};
    s->own.kopt = s->own.kopt > 0 ? s->own.kopt : ARRAY_KOPT;
    s->own.beam = s->own.beam > 0 ? s->own.beam : ARRAY_BEAM;
    uint32_t looked = 0;
    for (; looked < budget && !s->own.done; ++looked) {
        if (s->own.count == 0) {
            if (s->own.kicked) {
                array_decide(s);
            }
            s->own.done = s->own.kicks >= s->own.kick_end || s->view.n < 8u;
            if (!s->own.done) {
                s->own.before = s->own.length;
                array_kick(s, stream, (uint32_t)s->own.kicks);
                ++s->own.kicks;
                s->own.kicked = 1;
            }
        } else if (!array_improve(s, s->queue[s->own.head], s->own.kicked)) {
            array_pop(s);
        } else if (s->own.kicked && s->own.logged == ARRAY_LOG_MOST) {
            array_decide(s);
            s->own.kicked = s->own.count > 0;
        }
    }
    s->own.looked += looked;
}

/* array_continue() for an individual whose state is in memory. */
SHARED_INLINE void array_run(struct array_search *s, VIEW_GLOBAL struct mosaic_individual *individual, uint64_t seed,
                             uint32_t budget)
{
    s->own = *individual;
    array_continue(s, seed, budget);
    *individual = s->own;
}

#endif
