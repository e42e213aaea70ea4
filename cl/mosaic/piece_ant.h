/* piece_ant.h - an ant on pieces: k-opt moves and kicks on a tour that is stored as pieces of a base tour.
 *
 * The kernel (cl/mosaic/improve_pieces.cl) and host threads compile this file; piece_state.h lists the names to define
 * before including it. Thousands of ants share a base tour, which does not change while they work. Each examines its
 * queue, or kicks.
 *
 * A kick is a double bridge of four edges, found by random walks on the candidate lists (Martin, Otto and Felten 1991).
 * It is undone unless the search after it made the tour shorter, or longer by less than the job's threshold (Dueck and
 * Scheuer 1990).
 *
 * All numbers are integers, and the result is defined in terms of 32 lanes, so a report depends only on base tour, job
 * and queue.
 */
#ifndef SWARMCL_PIECE_ANT_H
#define SWARMCL_PIECE_ANT_H

#include "cl/shared/draws.h"
#include "piece_search.h"

#define PIECE_WALK      30u /* steps between two edges of a kick: bench/mosaic/README.md */
#define PIECE_KICK_MOST 20u /* an ant with more pieces stops kicking, because its search needs the others */
#define PIECE_WORDS     (3u * PIECE_WALK + 1u) /* number of random words that a kick uses */

/* ------------------------------------------------------------------------------------------------------------------ */
/* Queue                                                                                                              */

/* Appends those of the first `count` nodes in ant->best that are not in the queue; count <= PIECE_LANES / 2. */
SHARED_INLINE void piece_push(struct piece_search *s, uint32_t count)
{
    PIECE_LOCAL int32_t *queue = s->ant->queue;
    PIECE_LOCAL const int32_t *nodes = s->ant->best + PIECE_ENDS;
    LANED(uint32_t, there);
    for (LANES(s)) {
        const uint32_t i = lane % (PIECE_LANES / 2u), before = i < count ? s->count + i : 0;
        MY(there) = 0;
        ROLLED
        for (uint32_t j = lane / (PIECE_LANES / 2u); j < before;
             j += 2u) { /* two lanes share the comparisons of a node */
            MY(there) |= nodes[i] == (j < s->count ? queue[(s->head + j) % PIECE_QUEUE] : nodes[j - s->count]);
        }
    }
    const uint32_t votes = lanes_votes(s, there);
    const uint32_t fresh = ~(votes | votes >> PIECE_LANES / 2u) & ((1u << count) - 1u);
    const uint32_t room = PIECE_QUEUE - s->count, pushed = lanes_ones(fresh) < room ? lanes_ones(fresh) : room;
    for (LANES(s)) {
        const uint32_t at = lanes_ones(fresh & ((1u << lane) - 1u));
        if ((fresh >> lane & 1u) && at < pushed) {
            queue[(s->head + s->count + at) % PIECE_QUEUE] = nodes[lane];
        }
    }
    s->flags |= pushed < lanes_ones(fresh) ? PIECE_LOST : 0;
    s->count += pushed;
    lanes_sync(s);
}

/* Removes the queue's first node. `barred`: the window forbade a move, so the node stays in the row for a later job. */
SHARED_INLINE void piece_pop(struct piece_search *s, bool barred)
{
    if (barred) {
        for (LANES(s)) {
            if (lane == 0) {
                s->row[s->given + s->barred] = (uint32_t)s->ant->queue[s->head];
            }
        }
        ++s->barred;
    }
    s->head = (s->head + 1u) % PIECE_QUEUE;
    --s->count;
}

/* Examines the queue; if `kicked`, applies the kick `move` first. Returns the gain, the kick's included. Stops when the
 * nodes to examine again would fill the row. */
SHARED_INLINE int64_t piece_work(struct piece_search *s, uint32_t moves, bool kicked, struct piece_move *move)
{
    int64_t gain = 0;
    uint32_t made = 0;
    bool found = kicked;
    while (found || (s->count > 0 && made < moves && s->given + s->barred + s->count <= PIECE_QUEUE)) {
        if (!found) {
            bool barred = false;
            found = piece_improve(s, s->ant->queue[s->head], move, &barred);
            ++s->looked;
            if (!found) {
                piece_pop(s, barred);
                continue;
            }
        }
        if (!piece_rewire(s, move)) {
            break;
        }
        gain += move->gain;
        ++made;
        ++s->moves;
        piece_push(s, move->ends);
        found = false;
    }
    return gain;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kicks                                                                                                              */

/* Walks on the candidate lists from a node near the job's positions. Stores in ant->cuts the four nodes before the
 * edges to remove. */
SHARED_INLINE void piece_walk(struct piece_search *s, struct draw_stream stream, uint32_t from, uint32_t count,
                              uint32_t turn)
{
    PIECE_LOCAL int32_t *words = s->ant->scratch;
    const uint32_t candidates = s->view.width < PIECE_CANDIDATES ? s->view.width : PIECE_CANDIDATES;
    lanes_sync(s);
    for (LANES(s)) {
        if (4u * lane < PIECE_WORDS) {
            const struct philox_block block = draw_block(stream, DRAW_WALK, lane, turn);
            words[4u * lane] = (int32_t)block.w0;
            words[4u * lane + 1u] = (int32_t)block.w1;
            words[4u * lane + 2u] = (int32_t)block.w2;
            words[4u * lane + 3u] = (int32_t)block.w3;
        }
    }
    lanes_sync(s);
    const uint32_t position = from + (uint32_t)((uint64_t)(uint32_t)words[0] * count >> 32);
    uint32_t node = s->ord[position < (uint32_t)s->n ? position : position - (uint32_t)s->n];
    for (uint32_t walk = 0, word = 1; walk < 4u; ++walk) {
        for (LANES(s)) {
            if (lane == 0) {
                s->ant->cuts[walk] = (int32_t)node;
            }
        }
        for (uint32_t step = 0; step < PIECE_WALK && walk < 3u; ++step, ++word) {
            const uint32_t candidate = (uint32_t)((uint64_t)(uint32_t)words[word] * candidates >> 32);
            node = s->view.near[(size_t)node * s->view.width + candidate];
        }
    }
    lanes_sync(s);
}

/* Replaces the nodes in ant->cuts by their spots, ascending; by the next spot if the edge there is fixed. Returns
 * false if two spots are equal. */
SHARED_INLINE bool piece_kick_spots(struct piece_search *s)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    LANED(int32_t, spot);
    for (LANES(s)) {
        MY(spot) = 0;
        if (lane < 4u) {
            MY(spot) = piece_spot(&ant->now, (int32_t)s->pos[ant->cuts[lane]]);
            if (VIEW_PARTNERS(&s->view)) {
                const int32_t next = piece_wrapped(MY(spot) + 1, s->n);
                const uint32_t after = s->ord[piece_position(&ant->now, next)];
                MY(spot) = view_is_tied(&s->view, (uint32_t)ant->cuts[lane], after) ? next : MY(spot);
            }
            ant->cuts[lane] = MY(spot);
        }
    }
    lanes_sync(s);
    LANED(uint32_t, rank);
    LANED(uint32_t, same);
    for (LANES(s)) {
        MY(rank) = MY(same) = 0;
        for (uint32_t j = 0; j < 4u && lane < 4u; ++j) {
            MY(rank) += ant->cuts[j] < MY(spot);
            MY(same) |= ant->cuts[j] == MY(spot) && j != lane;
        }
    }
    if (lanes_votes(s, same) != 0) {
        return false;
    }
    lanes_sync(s);
    for (LANES(s)) {
        if (lane < 4u) {
            ant->cuts[MY(rank)] = MY(spot);
        }
    }
    lanes_sync(s);
    return true;
}

/* Prepares a kick: arcs W B C D become W D C B. Returns false without four edges that the ant may remove. */
SHARED_INLINE bool piece_kick(struct piece_search *s, struct draw_stream stream, uint32_t from, uint32_t count,
                              uint32_t turn, struct piece_move *move)
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    piece_walk(s, stream, from, count, turn);
    if (!piece_kick_spots(s)) {
        return false;
    }
    const int32_t start = piece_wrapped(ant->cuts[3] + 1, s->n);
    for (LANES(s)) {
        if (lane < 8u) { /* finds the ends of the edges */
            const int32_t spot = piece_wrapped(ant->cuts[lane / 2u] + (int32_t)(lane & 1u), s->n);
            const int32_t position = piece_position(&ant->now, spot);
            PIECE_MADE_FIRST(ant, lane) = position;
            ant->best[PIECE_ENDS + lane] = (int32_t)s->ord[position];
        }
    }
    lanes_sync(s);
    LANED(uint32_t, barred);
    for (LANES(s)) {
        MY(barred) = 0;
        if (lane < 8u) { /* edges removed, edges added */
            const uint32_t one = 0x24606420u >> (4u * lane) & 15u, other = 0x71357531u >> (4u * lane) & 15u;
            MY(barred) = lane < 4u && !piece_may_cut(s, PIECE_MADE_FIRST(ant, one), PIECE_MADE_FIRST(ant, other));
            PIECE_MADE_LENGTH(ant, lane) =
                view_length(&s->view, (uint32_t)ant->best[PIECE_ENDS + one], (uint32_t)ant->best[PIECE_ENDS + other]);
        }
        if (lane < 4u) {
            ant->cuts[lane] = piece_offset_of(ant->cuts[lane], start, 1, s->n);
        }
    }
    if (lanes_votes(s, barred) != 0) {
        return false;
    }
    lanes_sync(s);
    *move = (struct piece_move){0x1230u, 0, 4u, start, 1, 8u, 0};
    for (uint32_t i = 0; i < 4u; ++i) {
        move->gain += (PIECE_SUM)PIECE_MADE_LENGTH(ant, i) - PIECE_MADE_LENGTH(ant, i + 4u);
    }
    return true;
}

/* Examines the queue, or makes the job's kicks; a kick is undone unless its tour is shorter, or only a little longer.
 * Returns the gain: 0, or more than -job->threshold. Kicks end early if there are many pieces or the queue is not
 * empty. One loop does both, because compilers copy the search to each call. */
SHARED_INLINE int64_t piece_turns(struct piece_search *s, VIEW_GLOBAL const struct piece_job *job,
                                  struct draw_stream stream, uint32_t *kicks)
{
    struct piece_move move = {0, 0, 0, 0, 0, 0, 0};
    const bool kicks_at_all = job->kicks > 0;
    const uint32_t turns = !kicks_at_all ? 1u : s->n >= 8 ? job->kicks : 0;
    const int64_t threshold = job->threshold;
    int64_t total = 0;
    for (uint32_t turn = 0; turn < turns && s->pieces <= PIECE_KICK_MOST; ++turn) {
        const uint32_t pieces = s->pieces, flags = s->flags, barred = s->barred;
        if (kicks_at_all) {
            if (s->count > 0) {
                break;
            }
            if (!piece_kick(s, stream, job->from, job->count, turn, &move)) {
                continue;
            }
            piece_copy(s, &s->ant->kept, &s->ant->now);
            ++*kicks;
        }
        const int64_t gain = piece_work(s, job->moves, kicks_at_all, &move);
        if (!kicks_at_all || (gain + threshold > 0 && total + gain + threshold > 0)) {
            total += gain;
        } else {
            piece_copy(s, &s->ant->now, &s->ant->kept);
            s->pieces = pieces;
            s->flags = flags;
            s->barred = barred;
            s->count = 0;
        }
    }
    return total;
}

/* Appends the queue to the barred nodes in the row, for a later job. Returns the number of nodes in the row, barred
 * ones included; sets PIECE_LOST if some do not fit. */
SHARED_INLINE uint32_t piece_leave(struct piece_search *s)
{
    const uint32_t room = PIECE_QUEUE - s->given - s->barred, left = s->count < room ? s->count : room;
    s->flags |= left < s->count ? PIECE_LOST : 0;
    for (LANES(s)) {
        for (uint32_t i = lane; i < left; i += PIECE_LANES) {
            s->row[s->given + s->barred + i] = (uint32_t)s->ant->queue[(s->head + i) % PIECE_QUEUE];
        }
    }
    return s->barred + left;
}

/* Runs a job: reads s->row, its row of the queues; writes the report, the row of `ends` and the nodes to examine again.
 * s->ant, row, LANES_MEMBERS, ord, pos, view and n must be set. */
SHARED_INLINE void piece_run(struct piece_search *s, VIEW_GLOBAL const struct piece_job *job, uint64_t seed,
                             VIEW_GLOBAL struct piece_report *report, VIEW_GLOBAL uint32_t (*ends)[2])
{
    PIECE_LOCAL struct piece_ant *ant = s->ant;
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), job->ant, job->iteration};
    s->window = (int32_t)job->window;
    s->window_width = (int32_t)job->width;
    s->kopt = job->kopt > 0 ? job->kopt : PIECE_KOPT;
    s->beam = job->beam > 0 ? job->beam : PIECE_BEAM;
    s->head = s->flags = s->looked = s->moves = s->barred = 0;
    s->given = s->count = job->kicks > 0 ? 0 : job->count;
    for (LANES(s)) {
        for (uint32_t i = lane; i < s->count; i += PIECE_LANES) {
            ant->queue[i] = (int32_t)s->row[i];
        }
        for (uint32_t i = lane; i < PIECE_SCRATCH; i += PIECE_LANES) { /* records have unused words */
            ant->scratch[i] = 0;
        }
    }
    piece_reset(s);
    uint32_t kicks = 0;
    const int64_t gain = piece_turns(s, job, stream, &kicks);
    const uint32_t pieces = s->pieces > 1u ? s->pieces : 0, left = piece_leave(s);
    for (LANES(s)) {
        if (lane < pieces) {
            ends[lane][0] = (uint32_t)ant->now.first[lane];
            ends[lane][1] = (uint32_t)ant->now.last[lane];
        }
        if (lane == 0) {
            *report = (struct piece_report){gain, pieces, left, s->flags, kicks, s->moves, s->looked};
        }
    }
    lanes_sync(s);
}

#endif
