/* array_lanes.h - the two steps of array_search.h that differ if 32 lanes share an individual. A lane evaluates one
 * candidate and side, in the order of the loops of array_expand() for one work-item, so both find the same moves.
 *
 * All lanes call all functions. Lists have at most 16 candidates.
 */
#ifndef SWARMCL_ARRAY_LANES_H
#define SWARMCL_ARRAY_LANES_H

/* Adds the first `count` ends of the move to the queue, unless they are in it. A lane has one end. */
SHARED_INLINE void array_push_ends(struct array_search *s, uint32_t count)
{
    const uint32_t own = s->lane < count ? s->lane : 0u, node = s->path->ends[own], bit = 1u << (node & 31u);
    bool is_new = s->lane < count && !(s->queued[node >> 5] & bit);
    for (uint32_t i = 0; i < own; ++i) {
        is_new = is_new && s->path->ends[i] != node;
    }
    const uint32_t votes = team_votes(s->team, s->lane, is_new);
    if (is_new) {
        const uint32_t at = s->own.count + popcount(votes & ((1u << s->lane) - 1u));
        s->queue[position_plus(s->own.head, at, s->view.n)] = (ARRAY_NODE)node;
        atomic_or(&s->queued[node >> 5], bit);
    }
    s->own.count += popcount(votes);
    array_sync(s);
}

/* Evaluates this lane's continuation. Returns false if there is none. */
SHARED_INLINE bool array_evaluate(const struct array_search *s, uint32_t level, uint32_t last, uint32_t offset,
                                  int64_t open, struct array_end *end)
{
    const uint32_t n = s->view.n, j = s->lane / 2u, side = s->lane % 2u;
    const size_t list = (size_t)last * s->view.width + j;
    if (j >= array_breadth(&s->view, level) || open <= s->view.near_length[list]) {
        return false;
    }
    const uint32_t node = s->view.near[list], at = array_offset(s, node);
    const uint32_t apart = at > offset ? at - offset : offset - at;
    if (apart == 1u || apart == n - 1u || at == (side ? 0u : n - 1u)) {
        return false;
    }
    bool taken = false;
    end->cut = side ? at - 1u : at;
    end->side = side;
    end->rank = 0;
    for (uint32_t i = 1; i < level; ++i) {
        const uint32_t cut = s->path->cuts[i];
        taken |= cut == end->cut;
        end->rank += cut < end->cut;
    }
    end->offset = side ? at - 1u : at + 1u;
    end->node = node;
    end->free = array_node(s, end->offset);
    end->gain = open - s->view.near_length[list] + view_length(&s->view, node, end->free);
    return !taken && !view_is_tied(&s->view, node, end->free);
}

/* The largest gain of the lanes, which is not negative. The lowest lane that has it stores its move. */
SHARED_INLINE int64_t array_store_largest(struct array_search *s, int64_t gain, const struct array_end *end,
                                          __local struct array_end *stored, bool *mine)
{
    const int64_t largest = (int64_t)~team_min(s->team, s->lane, ~(ulong)gain);
    const uint32_t owners = team_votes(s->team, s->lane, gain == largest);
    *mine = s->lane == 31u - clz(owners & -owners);
    if (*mine && largest > 0) {
        *stored = *end;
    }
    return largest;
}

/* Evaluates all continuations, as array_expand() for one work-item does. */
SHARED_INLINE bool array_expand(struct array_search *s, uint32_t level, uint32_t last, uint32_t offset, int64_t open,
                                uint32_t *count, int64_t *gain)
{
    __local struct array_end *ends = s->path->open[level];
    const uint32_t followed = level <= ARRAY_BEAM_LEVELS ? s->own.beam : 1u;
    const uint32_t breadth = level + 1u < s->own.kopt ? followed : 0u;
    struct array_end end = {0, 0, 0, 0, 0, 0, 0};
    int64_t closed = 0, left_open = 0;
    bool mine;
    array_sync(s);
    const uint32_t tours = kopt_tours(s->path->ranks[level - 1u], s->sides, level);
    if (array_evaluate(s, level, last, offset, open, &end)) {
        closed = end.free == s->first ? 0 : end.gain - view_length(&s->view, end.free, s->first);
        const bool must_close = breadth > 0 && level >= ARRAY_VALID_FROM;
        const bool is_tour = tours >> (2u * end.rank + end.side) & 1u;
        left_open = breadth > 0 && (!must_close || is_tour) && end.gain > 0 ? end.gain : 0;
        closed = is_tour && closed > 0 ? closed : 0;
    }
    *count = 0;
    *gain = array_store_largest(s, closed, &end, ends, &mine);
    while (*gain == 0 && *count < breadth
           && array_store_largest(s, left_open, &end, ends + *count, &mine) > 0) {
        left_open = mine ? 0 : left_open;
        ++*count;
    }
    array_sync(s);
    if (*gain > 0) {
        array_choose(s, level, ends);
    }
    return *gain > 0;
}

#endif
