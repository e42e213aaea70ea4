/* piece_search.h - an ant on pieces searches for a k-opt move.
 *
 * The search removes an edge (t1, t2), adds an edge to a candidate of t2, removes an edge next to that, and so on, up
 * to the job's number of edges; the gain stays positive (Lin and Kernighan 1973). 32 lanes evaluate continuations at
 * the same time: of two records, 8 candidates each with 2 sides; the records of the first level are its 2 directions.
 * All continuations of a level are closed. The best closing that gains and gives a tour (kopt.h) is made. Otherwise the
 * search follows the best open moves, up to the job's beam. Offsets count from t2 in the direction in which t1 is last.
 */
#ifndef SWARMCL_PIECE_SEARCH_H
#define SWARMCL_PIECE_SEARCH_H

#include "piece_list.h"

SHARED_INLINE PIECE_SUM piece_gain(PIECE_LOCAL const int32_t *record)
{
#if PIECE_SHORT
    return record[PIECE_GAIN];
#else
    return (int64_t)((uint64_t)(uint32_t)record[PIECE_GAIN + 1u] << 32 | (uint32_t)record[PIECE_GAIN]);
#endif
}

/* The lane's continuation of a record: an open move of `level` edges from t1, which is the node `first`. */
SHARED_INLINE struct piece_branch piece_look(const struct piece_search *s, PIECE_LOCAL const int32_t *record,
                                             uint32_t level, int32_t first, uint32_t lane)
{
    PIECE_LOCAL const struct piece_list *now = &s->ant->now;
    const struct piece_branch none = {0, 0, 0, 0, 0, 0, 0};
    const uint32_t k = lane % PIECE_CANDIDATES, side = lane / PIECE_CANDIDATES & 1u;
    const size_t at = (size_t)record[PIECE_FREE] * s->view.width + k;
    const PIECE_SUM left = k < s->view.width ? piece_gain(record) - s->view.near_length[at] : 0;
    if (left <= 0) {
        return none;
    }
    struct piece_branch branch;
    branch.node = (int32_t)s->view.near[at];
    const int32_t n = s->n, start = record[PIECE_START], forward = record[PIECE_FORWARD];
    const int32_t position = (int32_t)s->pos[branch.node];
    const uint32_t piece = piece_find(now->low, position);
    const int32_t turn = now->turn[piece];
    const int32_t offset = piece_offset_of(now->shift[piece] + turn * position, start, forward, n);
    const int32_t apart = offset - record[PIECE_OFFSET];
    branch.offset = side ? offset - 1 : offset + 1;
    branch.cut = side ? branch.offset : offset;
    branch.rank = 0;
    bool taken = apart == 1 || apart == -1 || apart == n - 1 || apart == 1 - n; /* an edge of the tour */
    taken |= branch.offset < 0 || branch.offset >= n;                           /* the edge (t1, t2) */
    ROLLED
    for (uint32_t i = 1; i < level; ++i) {
        const int32_t cut = record[PIECE_CUTS + i - 1u];
        taken |= cut == branch.cut;
        branch.rank += cut < branch.cut;
    }
    if (taken) {
        return none;
    }
    int32_t neighbour = position + (side ? -forward * turn : forward * turn);
    if (neighbour < now->low[piece] || neighbour >= (piece + 1u < s->pieces ? now->low[piece + 1u] : n)) {
        neighbour = piece_position(now, piece_spot_of(branch.offset, start, forward, n));
    }
    if (!piece_may_cut(s, position, neighbour)) {
        branch = none;
        branch.node = PIECE_BARRED;
        return branch;
    }
    branch.free = (int32_t)s->ord[neighbour];
    if (view_is_tied(&s->view, (uint32_t)branch.node, (uint32_t)branch.free)) {
        return none;
    }
    branch.open = left + view_length(&s->view, (uint32_t)branch.node, (uint32_t)branch.free);
    branch.closed = 0;
    if (branch.offset != n - 1 && (level > 1u || side)) {
        const PIECE_SUM closed = branch.open - view_length(&s->view, (uint32_t)branch.free, (uint32_t)first);
        branch.closed = closed > 0 ? closed : 0;
    }
    return branch;
}

/* True if the window bars a continuation of any lane. */
SHARED_INLINE bool piece_bars(const struct piece_search *s, LANED_OF(struct piece_branch, branches))
{
    if (s->window_width == s->n) {
        return false;
    }
    LANED(uint32_t, barred);
    for (LANES(s)) {
        MY(barred) = MY(branches).node == PIECE_BARRED;
    }
    return lanes_votes(s, barred) != 0;
}

/* Writes the record `from` with the owner's continuation to `to`. Other lanes copy the words that the owner does not
 * write. */
SHARED_INLINE void piece_note(struct piece_search *s, PIECE_LOCAL int32_t *to, PIECE_LOCAL const int32_t *from,
                              uint32_t level, uint32_t owner, LANED_OF(struct piece_branch, branches))
{
    const uint32_t cut = PIECE_CUTS + level - 1u, end = PIECE_ENDS + 2u * level - 1u;
    const uint32_t written = 1u << PIECE_FREE | 1u << PIECE_OFFSET | 3u << PIECE_GAIN | 1u << PIECE_SIDES
                             | 1u << PIECE_RANKS | 1u << cut | 3u << end;
    lanes_sync(s);
    for (LANES(s)) {
        if (!(written >> lane & 1u)) {
            to[lane] = from[lane];
        }
        if (lane == owner) {
            const struct piece_branch branch = MY(branches);
            to[PIECE_FREE] = branch.free;
            to[PIECE_OFFSET] = branch.offset;
            to[PIECE_GAIN] = (int32_t)(uint32_t)(uint64_t)branch.open;
#if !PIECE_SHORT
            to[PIECE_GAIN + 1u] = (int32_t)(uint32_t)((uint64_t)branch.open >> 32);
#endif
            to[PIECE_SIDES] = from[PIECE_SIDES] | (int32_t)((lane / PIECE_CANDIDATES & 1u) << level);
            to[PIECE_RANKS] = (int32_t)kopt_ranks((uint32_t)from[PIECE_RANKS], level, branch.rank);
            to[cut] = branch.cut;
            to[end] = branch.node;
            to[end + 1u] = branch.free;
        }
    }
    lanes_sync(s);
}

/* Finds the best closing of the records `step` and step + 1 that gains more than `best` and gives a tour, and stores it
 * in ant->best. Returns the larger gain. */
SHARED_INLINE PIECE_SUM piece_close(struct piece_search *s, uint32_t level, uint32_t step, PIECE_SUM best,
                                    LANED_OF(struct piece_branch, branches))
{
    PIECE_LOCAL const int32_t *records = PIECE_RECORDS(s->ant, level - 1u);
    LANED(uint32_t, gains);
    for (LANES(s)) {
        MY(gains) = MY(branches).closed > best;
    }
    if (lanes_votes(s, gains) == 0) {
        return best;
    }
    LANED(PIECE_SUM, closed);
    for (LANES(s)) {
        MY(closed) = MY(gains) ? MY(branches).closed : 0;
        if (MY(gains) && level > 1u) {
            PIECE_LOCAL const int32_t *record = records + (step + lane / 16u) * PIECE_RECORD;
            const uint32_t side = lane / PIECE_CANDIDATES & 1u, sides = (uint32_t)record[PIECE_SIDES] | side << level;
            const uint32_t ranks = kopt_ranks((uint32_t)record[PIECE_RANKS], level, MY(branches).rank);
            const uint64_t match = kopt_match(ranks, sides, level + 1u);
            MY(closed) = kopt_is_tour(match, level + 1u) ? MY(closed) : 0;
        }
    }
    uint32_t owner;
    const PIECE_SUM largest = lanes_largest(s, closed, &owner);
    if (largest <= best) {
        return best;
    }
    piece_note(s, s->ant->best, records + (step + owner / 16u) * PIECE_RECORD, level, owner, branches);
    return largest;
}

/* Adds the best open moves of the records `step` and step + 1 to the `count` records of the next level. Returns the new
 * count. */
SHARED_INLINE uint32_t piece_follow(struct piece_search *s, uint32_t level, uint32_t step, uint32_t count,
                                    LANED_OF(struct piece_branch, branches))
{
    PIECE_LOCAL const int32_t *from = PIECE_RECORDS(s->ant, level - 1u) + step * PIECE_RECORD;
    PIECE_LOCAL int32_t *to = PIECE_RECORDS(s->ant, level);
    const uint32_t beam = s->beam;
    LANED(PIECE_SUM, open);
    for (LANES(s)) {
        MY(open) = MY(branches).open;
    }
    for (uint32_t turn = 0; turn < beam; ++turn) {
        uint32_t owner, slot = count < beam ? count : 0;
        const PIECE_SUM largest = lanes_largest(s, open, &owner);
        for (uint32_t other = 1; other < beam && count == beam; ++other) {
            slot = piece_gain(to + other * PIECE_RECORD) < piece_gain(to + slot * PIECE_RECORD) ? other : slot;
        }
        if (largest == 0 || (count == beam && largest <= piece_gain(to + slot * PIECE_RECORD))) {
            break;
        }
        count += count < beam;
        piece_note(s, to + slot * PIECE_RECORD, from + owner / 16u * PIECE_RECORD, level, owner, branches);
        for (LANES(s)) {
            MY(open) = lane == owner ? 0 : MY(open);
        }
    }
    return count;
}

/* Writes the records of level 1, one per direction from t1. Returns their number. */
SHARED_INLINE uint32_t piece_begin(struct piece_search *s, int32_t first, bool *barred)
{
    PIECE_LOCAL const struct piece_list *now = &s->ant->now;
    const int32_t position = (int32_t)s->pos[first], spot = piece_spot(now, position);
    LANED(int32_t, start);
    LANED(int32_t, neighbour);
    LANED(uint32_t, bars);
    LANED(uint32_t, ties);
    for (LANES(s)) {
        MY(bars) = MY(ties) = 0;
    }
    for (LANES_BELOW(s, 2u)) {
        MY(start) = piece_wrapped(spot + (lane == 0 ? 1 : -1), s->n);
        MY(neighbour) = piece_position(now, MY(start));
        MY(ties) = view_is_tied(&s->view, (uint32_t)first, s->ord[MY(neighbour)]);
        MY(bars) = !MY(ties) && !piece_may_cut(s, position, MY(neighbour));
    }
    const uint32_t barring = s->window_width == s->n ? 0 : lanes_votes(s, bars);
    const uint32_t votes = barring | (VIEW_PARTNERS(&s->view) ? lanes_votes(s, ties) : 0);
    lanes_sync(s);
    for (LANES_BELOW(s, 2u)) {
        if (!MY(bars) && !MY(ties)) {
            PIECE_LOCAL int32_t *record = PIECE_RECORDS(s->ant, 0) + (lane - (votes & lane)) * PIECE_RECORD;
            const int32_t second = (int32_t)s->ord[MY(neighbour)];
            record[PIECE_FORWARD] = lane == 0 ? 1 : -1;
            record[PIECE_START] = MY(start);
            record[PIECE_FREE] = record[PIECE_ENDS] = second;
            record[PIECE_OFFSET] = record[PIECE_SIDES] = record[PIECE_RANKS] = 0;
            record[PIECE_GAIN] = view_length(&s->view, (uint32_t)first, (uint32_t)second);
            record[PIECE_GAIN + 1u] = 0;
        }
    }
    *barred = *barred || barring != 0;
    lanes_sync(s);
    return 2u - lanes_ones(votes);
}

/* Converts the record of the best way to close a move, ant->best, to a move of k edges. */
SHARED_INLINE void piece_prepare(struct piece_search *s, uint32_t k, PIECE_SUM gain, struct piece_move *move)
{
    PIECE_LOCAL const int32_t *best = s->ant->best;
    const uint32_t ranks = (uint32_t)best[PIECE_RANKS];
    const uint64_t match = kopt_match(ranks, (uint32_t)best[PIECE_SIDES], k);
    uint32_t end = 0, arcs = 0;
    *move = (struct piece_move){0, 0, k, best[PIECE_START], best[PIECE_FORWARD], 2u * k - 1u, gain};
    ROLLED
    do {
        move->at |= (uint64_t)arcs << (4u * (end >> 1));
        move->turned |= (end & 1u) << (end >> 1);
        ++arcs;
        end = kopt_mate(match, end ^ 1u);
    } while (arcs < k);
    for (LANES(s)) {
        if (lane < k) {
            s->ant->cuts[lane == 0 ? k - 1u : ranks >> 4u * lane & 15u] =
                lane == 0 ? s->n - 1 : best[PIECE_CUTS + lane - 1u];
        }
    }
    lanes_sync(s);
}

/* Searches a move from t1, the node `first`; true if it found one. Sets *barred if the window barred continuations. */
SHARED_INLINE bool piece_improve(struct piece_search *s, int32_t first, struct piece_move *move, bool *barred)
{
    uint32_t count = piece_begin(s, first, barred);
    for (uint32_t level = 1; level < s->kopt && count > 0; ++level) {
        PIECE_LOCAL const int32_t *from = PIECE_RECORDS(s->ant, level - 1u);
        uint32_t follow = 0;
        PIECE_SUM best = 0;
        for (uint32_t step = 0; step < count; step += 2u) {
            LANED(struct piece_branch, branches);
            for (LANES(s)) {
                const uint32_t record = step + lane / 16u;
                const struct piece_branch none = {0, 0, 0, 0, 0, 0, 0};
                MY(branches) = record < count ? piece_look(s, from + record * PIECE_RECORD, level, first, lane) : none;
            }
            *barred = *barred || piece_bars(s, branches);
            best = piece_close(s, level, step, best, branches);
            if (best == 0 && level + 1u < s->kopt) {
                follow = piece_follow(s, level, step, follow, branches);
            }
        }
        if (best > 0) {
            piece_prepare(s, level + 1u, best, move);
            return true;
        }
        count = follow;
    }
    return false;
}

#endif
