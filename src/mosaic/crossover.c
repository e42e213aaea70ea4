#include "crossover.h"

#include <stdlib.h>
#include <string.h>

#include "crossing.h"

/* Limits measured in bench/mosaic/README.md. */
enum {
    NODES_PER_MOVE = 8, /* the pools have room for one move per 8 nodes of the tour; crossovers rarely need more */
    BLOCK_ARRAYS = 6,   /* arrays of a word per cycle, at most n / 8 + MOVES_LEAST, in the memory of left_at[] */
    MOVES_LEAST = 64,   /* additional moves that the pools have room for, for small n */
    TOGETHER_CUTS_MOST = 300, /* maximum number of cuts of two cycles that are tried as one move */
    OTHERS_MOST = 8,          /* maximum number of cycles that one cycle is paired with */
    SHARED_NODES = 65536,     /* tours of fewer nodes are crossed by one thread: sharing would cost more time */
    LISTED_TOGETHER = 256,    /* edges compared at a time; sizes arrays on the stack */
    SHARES = 64               /* parts of a larger crossover; constant, so that results do not depend on threads */
};

static void list_arrays(struct mosaic_crossover *crossover, uint32_t n)
{
    struct base_arrays *arrays = &crossover->arrays;
    for (int kind = 0; kind < KINDS; ++kind) {
        crossover->neighbours[kind] = base_arrays_add(arrays, n, sizeof *crossover->neighbours[kind]);
        crossover->degree[kind] = base_arrays_add(arrays, n, sizeof *crossover->degree[kind]);
        crossover->through[kind] = base_arrays_add(arrays, n, sizeof *crossover->through[kind]);
    }
    crossover->lacks = base_arrays_add(arrays, (size_t)n + 1, sizeof *crossover->lacks);
    crossover->path = base_arrays_add(arrays, (size_t)2 * n + 1, sizeof *crossover->path);
    crossover->nodes = base_arrays_add(arrays, n, sizeof *crossover->nodes);
    crossover->failed = base_arrays_add(arrays, mosaic_crossover_dropped(n), sizeof *crossover->failed);
    crossover->patching.subtour_of = base_arrays_add(arrays, MOVE_CUTS_MOST, sizeof(uint32_t));
    crossover->patching.size_of = base_arrays_add(arrays, PATCHES_MOST + 1, sizeof(uint32_t));
    crossover->merge.move_capacity = n / NODES_PER_MOVE + MOVES_LEAST;
    crossover->merge.cut_capacity = n + MOVE_CUTS_MOST; /* gather() keeps at most n; usually there are far fewer */
    const size_t cycles = crossover->merge.move_capacity;
    crossover->cycles = base_arrays_add(arrays, cycles, sizeof *crossover->cycles);
    crossover->blocks.state = base_arrays_add(arrays, cycles, sizeof(uint8_t));
    uint32_t *left = base_arrays_add(arrays, 2 * (size_t)n + BLOCK_ARRAYS * MOVES_LEAST, sizeof *left);
    if (left) {
        crossover->left_at[OF_A] = left;
        crossover->left_at[OF_B] = left + n;
        crossover->blocks.meetings = crossover->neighbours[OF_B];
        crossover->blocks.first = left;
        crossover->blocks.degree = left + cycles;
        crossover->blocks.inside = left + 2 * cycles;
        crossover->blocks.until = left + 3 * cycles;
        crossover->blocks.near = left + 4 * cycles;
        crossover->blocks.chosen = left + 5 * cycles;
    }
}

enum swarm_status mosaic_crossover_create(struct base_env *env, const struct mosaic_problem *problem,
                                          struct mosaic_crossover **crossover)
{
    struct mosaic_crossover *made = *crossover = base_array(1, sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->problem = problem;
    made->patching.problem = problem;
    made->patching.merge = &made->merge;
    list_arrays(made, problem->n);
    const struct mosaic_merge *merge = &made->merge;
    return made->arrays.failed
               ? base_fail_memory(env)
               : mosaic_merge_init(env, problem->n, merge->move_capacity, merge->cut_capacity, &made->merge);
}

void mosaic_crossover_destroy(struct mosaic_crossover **crossover)
{
    if (*crossover) {
        base_arrays_free(&(*crossover)->arrays);
        mosaic_merge_deinit(&(*crossover)->merge);
        free(*crossover);
    }
    *crossover = NULL;
}

struct mosaic_merge *mosaic_crossover_merge(struct mosaic_crossover *crossover)
{
    return &crossover->merge;
}

uint64_t mosaic_crossover_bytes(uint32_t n)
{
    struct mosaic_crossover all = {.arrays.counts = true};
    list_arrays(&all, n);
    return sizeof all + all.arrays.bytes + mosaic_merge_bytes(n, all.merge.move_capacity, all.merge.cut_capacity);
}

uint32_t mosaic_crossover_dropped(uint32_t n)
{
    uint32_t size = 64;
    while (size < n / 4) {
        size *= 2;
    }
    return size;
}

uint32_t mosaic_cross_shares(uint32_t n)
{
    return n < SHARED_NODES ? 1 : SHARES;
}

/* Sets lacks[k] to 1 if `other` lacks the edge of `tour` that ends at position from + k, otherwise to 0, for k from 0
 * to `count`. Has no branches, because they would be hard to predict. */
static void find_edges(const struct mosaic_tour *tour, const struct mosaic_tour *other, uint32_t n, uint32_t from,
                       uint32_t count, uint8_t *lacks)
{
    uint32_t places[LISTED_TOGETHER + 2]; /* in `other`, of the nodes at positions from - 1 to from + count */
    places[0] = other->pos[tour->ord[position_before(from, n)]];
    for (uint32_t k = 0; k < count; ++k) {
        places[k + 1] = other->pos[tour->ord[from + k]];
    }
    places[count + 1] = other->pos[tour->ord[position_plus(from, count, n)]];
    for (uint32_t k = 0; k <= count; ++k) {
        const uint32_t step = places[k + 1] - places[k];
        lacks[k] = (step != 1) & (step + 1 != 0) & (step != n - 1) & (step + n != 1);
    }
}

/* Lists node v's edges that only one tour has: as many of A as of B. `in`, `out`: 1 if B lacks the edges of A before
 * and after v, otherwise 0. */
static void list_node(struct mosaic_crossover *crossover, uint32_t p, uint32_t v, uint8_t in, uint8_t out)
{
    const struct mosaic_tour *tours[KINDS] = {crossover->tour, crossover->other};
    const uint32_t n = crossover->problem->n, places[KINDS] = {p, tours[OF_B]->pos[v]};
    for (int kind = 0; kind < KINDS; ++kind) {
        uint32_t *neighbours = crossover->neighbours[kind][v];
        const uint32_t before = tours[kind]->ord[position_before(places[kind], n)];
        const uint8_t first = kind == OF_A ? in : crossing_lacks(tours[OF_A], n, before, v);
        neighbours[0] = before; /* neighbours beyond the degree are written, too, and never read */
        neighbours[first] = tours[kind]->ord[position_after(places[kind], n)];
        crossover->degree[kind][v] = in + out;
        crossover->left_at[kind][v] = crossover->through[kind][v] = NONE;
    }
}

/* Lists the nodes at positions [from, to) of A where A and B differ. */
static void list_edges(struct mosaic_crossover *crossover, uint32_t from, uint32_t to)
{
    const uint32_t n = crossover->problem->n, *ord = crossover->tour->ord;
    for (uint32_t count; from < to; from += count) {
        uint8_t lacks[LISTED_TOGETHER + 1];
        count = to - from < LISTED_TOGETHER ? to - from : LISTED_TOGETHER;
        find_edges(crossover->tour, crossover->other, n, from, count, lacks);
        memcpy(crossover->lacks + from, lacks, count * sizeof *lacks);
        uint32_t listed[LISTED_TOGETHER], listed_count = 0;
        for (uint32_t k = 0; k < count; ++k) {
            listed[listed_count] = k; /* without a branch, because it would be hard to predict */
            listed_count += lacks[k] | lacks[k + 1];
        }
        for (uint32_t i = 0; i < listed_count; ++i) {
            const uint32_t k = listed[i];
            list_node(crossover, from + k, ord[from + k], lacks[k], lacks[k + 1]);
        }
    }
}

/* Removes a random edge of the kind at v from the lists; returns the edge's other node. */
static uint32_t take_edge(struct mosaic_crossover *crossover, enum kind kind, uint32_t v, struct draw_sequence *random)
{
    uint32_t(*neighbours)[2] = crossover->neighbours[kind];
    uint8_t *degree = crossover->degree[kind];
    const uint32_t which = degree[v] == 2 ? draw_sequence_word(random) & 1 : 0, w = neighbours[v][which];
    neighbours[v][which] = neighbours[v][--degree[v]];
    neighbours[w][neighbours[w][0] == v ? 0 : 1] = neighbours[w][degree[w] - 1];
    --degree[w];
    return w;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Alternating cycles                                                                                                 */

/* Hash of an edge, the same in both directions. */
static uint64_t edge_key(uint32_t u, uint32_t v)
{
    uint64_t key = ((uint64_t)(u < v ? u : v) << 32 | (u < v ? v : u)) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return key ^ key >> 32;
}

/* Stores steps [from, to) of the path as an alternating cycle, unless the cycle is too long or there is no room. */
static void list_cycle(struct mosaic_crossover *crossover, uint32_t from, uint32_t to)
{
    const struct mosaic_problem *problem = crossover->problem;
    const uint32_t count = (to - from) / 2, *steps = crossover->path + from + from % KINDS;
    if (count > SUBTOUR_CUTS_MOST || crossover->cycle_count == crossover->merge.move_capacity) {
        return;
    }
    struct cycle cycle = {.first = crossover->listed - 2 * count, .count = count};
    for (uint32_t k = 0; k < 2 * count; ++k) {
        const uint32_t u = crossover->path[from + k], v = crossover->path[from + k + 1];
        const int64_t length = mosaic_length(problem, u, v);
        cycle.gain += (from + k) % KINDS == OF_A ? length : -length;
        cycle.key += edge_key(u, v);
    }
    memmove(crossover->path + cycle.first, steps, 2 * count * sizeof *steps);
    crossover->listed = cycle.first;
    crossover->cycles[crossover->cycle_count++] = cycle;
}

/* Traces alternating cycles until no edge is left. The path leaves its nodes by random edges of A and B in turn. When
 * it reaches a node that it left before by the next kind, the steps since then form a cycle; the path drops them and
 * continues from the node. Every node except the ends of the path has as many unused edges of A as of B, so the path
 * can always continue. */
static void trace(struct mosaic_crossover *crossover, struct draw_sequence *random)
{
    uint32_t *path = crossover->path;
    const uint32_t count = crossover->node_count, first = draw_sequence_below(random, count);
    for (uint32_t k = 0; k < count; ++k) {
        path[0] = crossover->nodes[k < count - first ? first + k : first + k - count];
        for (uint32_t length = 0; crossover->degree[length % KINDS][path[length]] > 0;) {
            crossover->left_at[length % KINDS][path[length]] = length;
            path[length + 1] = take_edge(crossover, length % KINDS, path[length], random);
            ++length;
            const uint32_t from = crossover->left_at[length % KINDS][path[length]];
            if (from != NONE) {
                for (uint32_t step = from; step < length; ++step) {
                    crossover->left_at[step % KINDS][path[step]] = NONE;
                }
                list_cycle(crossover, from, length); /* list_cycle() may overwrite the steps of the cycle */
                length = from;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Moves of cycles                                                                                                    */

void mosaic_crossing_append(const struct mosaic_crossover *crossover, const struct cycle *cycle,
                            struct mosaic_crossover *helper, struct mosaic_move *move)
{
    struct mosaic_merge *merge = &helper->merge;
    const uint32_t *nodes = crossover->path + cycle->first, *pos = crossover->tour->pos, end = 2 * cycle->count;
    uint32_t at = move->first + move->count;
    for (uint32_t k = 0; k < end; k += 2, ++at) {
        const uint32_t pu = pos[nodes[k]], pv = pos[nodes[k + 1]];
        merge->cuts[at] = position_after(pu, merge->n) == pv ? pu : pv;
        merge->added[at][0] = pv;
        merge->added[at][1] = pos[nodes[k + 2 < end ? k + 2 : 0]];
    }
    move->count += cycle->count;
    move->gain += cycle->gain;
}

/* Adds a move of `cycle` and, unless NULL, `other`, and returns true, if they give a tour or can be patched
 * to one. Records failures, because most cycles return in crossovers with other individuals. A share sees only its own
 * failures of this crossover, so the result does not depend on the order in which threads process shares. */
static bool try_cycles(struct mosaic_crossover *crossover, struct mosaic_crossover *helper, uint32_t share,
                       uint32_t number, const struct cycle *cycle, const struct cycle *other)
{
    struct mosaic_merge *merge = &helper->merge;
    const uint32_t count = cycle->count + (other ? other->count : 0), n = merge->n;
    const uint64_t key = cycle->key + (other ? other->key : 0);
    const uint32_t slots = mosaic_crossover_dropped(n), own = slots / mosaic_cross_shares(n);
    uint64_t *failed = &crossover->failed[share * own + (key & (own - 1))];
    const bool records = crossover->dropped != NULL;
    if ((records && (*failed == key || crossover->dropped[key & (slots - 1)] == crossing_mark(key)))
        || count > SUBTOUR_CUTS_MOST) {
        return false;
    }
    struct mosaic_move move = {.number = number, .first = merge->cut_count};
    mosaic_crossing_append(crossover, cycle, helper, &move);
    if (other) {
        mosaic_crossing_append(crossover, other, helper, &move);
    }
    const bool patched = mosaic_patch(&helper->patching, &move);
    if (patched && helper->refused == NONE && merge->cut_count + move.count > n) {
        helper->refused = number;
    } else if (patched && helper->refused == NONE) {
        merge->moves[merge->move_count++] = move;
        merge->cut_count += move.count;
    } else if (!patched && records) {
        *failed = key;
    }
    return patched;
}

/* Lists up to OTHERS_MOST cycles that share a node with cycle `own` and gain together with it, the best first. Returns
 * their number. */
static uint32_t list_others(const struct mosaic_crossover *crossover, uint32_t own, uint32_t others[OTHERS_MOST])
{
    const struct cycle *cycles = crossover->cycles, *cycle = &cycles[own];
    uint32_t count = 0;
    for (uint32_t k = 0; k < KINDS * 2 * cycle->count; ++k) {
        const uint32_t other = crossover->through[k % KINDS][crossover->path[cycle->first + k / KINDS]];
        uint32_t at = 0;
        if (other == NONE || other == own || cycle->gain + cycles[other].gain <= 0
            || cycle->count + cycles[other].count > TOGETHER_CUTS_MOST) {
            continue;
        }
        while (at < count && others[at] != other && cycles[others[at]].gain >= cycles[other].gain) {
            ++at;
        }
        if (at == OTHERS_MOST || (at < count && others[at] == other)) {
            continue;
        }
        count += count < OTHERS_MOST;
        memmove(others + at + 1, others + at, (count - 1 - at) * sizeof *others);
        others[at] = other;
    }
    return count;
}

/* Makes moves from the cycles of a share that gain: from one cycle, or from two that share nodes. If a cycle splits the
 * tour, another through the same nodes often repairs it more cheaply than patches. */
static void make_moves(struct mosaic_crossover *crossover, struct mosaic_crossover *helper, uint32_t share)
{
    const uint64_t all = crossover->cycle_count, shares = mosaic_cross_shares(crossover->problem->n);
    for (uint32_t i = (uint32_t)(share * all / shares); i < (share + 1) * all / shares; ++i) {
        const struct cycle *cycle = &crossover->cycles[i];
        if (cycle->gain > 0 && !try_cycles(crossover, helper, share, i, cycle, NULL)
            && cycle->count < TOGETHER_CUTS_MOST) {
            uint32_t others[OTHERS_MOST];
            const uint32_t count = list_others(crossover, i, others);
            for (uint32_t k = 0;
                 k < count && !try_cycles(crossover, helper, share, i, cycle, &crossover->cycles[others[k]]); ++k) {
            }
        }
    }
}

/* Lists the nodes at all cuts, each once. neighbours[OF_A], no longer needed, gets their neighbours in `a`. */
static void list_cut_nodes(struct mosaic_crossover *crossover, const struct mosaic_tour *a)
{
    const struct mosaic_merge *merge = &crossover->merge;
    uint8_t *listed = crossover->degree[OF_A];
    crossover->node_count = 0;
    for (uint32_t k = 0; k < 2 * merge->cut_count; ++k) {
        const uint32_t cut = merge->cuts[k / 2], p = k % 2 == 0 ? cut : position_after(cut, merge->n), v = a->ord[p];
        if (!listed[v]) {
            listed[v] = 1;
            crossover->nodes[crossover->node_count++] = v;
            crossover->neighbours[OF_A][v][0] = a->ord[position_before(p, merge->n)];
            crossover->neighbours[OF_A][v][1] = a->ord[position_after(p, merge->n)];
        }
    }
    for (uint32_t k = 0; k < crossover->node_count; ++k) {
        listed[crossover->nodes[k]] = 0;
    }
}

/* Returns twice the measured gain: both ends of a changed edge are listed. Sets the bits of nodes whose neighbours
 * changed.
 */
static int64_t measure_twice(const struct mosaic_crossover *crossover, const struct mosaic_tour *a, uint32_t *dirty)
{
    const struct mosaic_problem *problem = crossover->problem;
    int64_t twice = 0;
    for (uint32_t k = 0; k < crossover->node_count; ++k) {
        const uint32_t v = crossover->nodes[k], p = a->pos[v], *was = crossover->neighbours[OF_A][v];
        const uint32_t before = a->ord[position_before(p, problem->n)], after = a->ord[position_after(p, problem->n)];
        if (!(was[0] == before && was[1] == after) && !(was[0] == after && was[1] == before)) {
            mosaic_mark(dirty, v);
            twice += (int64_t)mosaic_length(problem, v, was[0]) + mosaic_length(problem, v, was[1]);
            twice -= (int64_t)mosaic_length(problem, v, before) + mosaic_length(problem, v, after);
        }
    }
    return twice;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The steps of a crossover                                                                                           */

void mosaic_cross_begin(struct mosaic_crossover *crossover, const struct mosaic_tour *a, const struct mosaic_tour *b,
                        uint32_t *dropped)
{
    crossover->tour = a;
    crossover->other = b;
    crossover->dropped = dropped;
    crossover->node_count = crossover->cycle_count = 0;
    crossover->listed = 2 * crossover->problem->n + 1;
    atomic_init(&crossover->shared, 0);
}

void mosaic_cross_list(struct mosaic_crossover *crossover, uint32_t share)
{
    const uint64_t n = crossover->problem->n, shares = mosaic_cross_shares((uint32_t)n);
    const uint32_t from = (uint32_t)(share * n / shares), to = (uint32_t)((share + 1) * n / shares);
    const size_t own = mosaic_crossover_dropped((uint32_t)n) / shares;
    list_edges(crossover, from, to);
    if (crossover->dropped) {
        memset(crossover->failed + share * own, 0, own * sizeof *crossover->failed);
    }
}

void mosaic_cross_trace(struct mosaic_crossover *crossover, struct draw_stream stream)
{
    struct draw_sequence random = {.stream = stream, .purpose = DRAW_CROSSOVER};
    uint32_t count = 0;
    for (uint32_t v = 0; v < crossover->problem->n; ++v) {
        crossover->nodes[count] = v; /* without a branch, because it is hard to predict */
        count += crossover->degree[OF_A][v] > 0;
    }
    crossover->lacks[crossover->problem->n] = crossover->lacks[0];
    crossover->node_count = count;
    trace(crossover, &random);
    for (uint32_t i = 0; i < crossover->cycle_count; ++i) {
        const struct cycle *cycle = &crossover->cycles[i];
        for (uint32_t k = 0; k < 2 * cycle->count; ++k) {
            const uint32_t v = crossover->path[cycle->first + k];
            crossover->through[crossover->through[0][v] == NONE ? 0 : 1][v] = i;
        }
    }
}

void mosaic_cross_move(struct mosaic_crossover *crossover, struct mosaic_crossover *helper)
{
    const uint32_t shares = mosaic_cross_shares(crossover->problem->n);
    helper->patching.tour = crossover->tour;
    helper->refused = NONE;
    for (uint32_t share; (share = atomic_fetch_add(&crossover->shared, 1)) < shares;) {
        make_moves(crossover, helper, share);
    }
}

/* The number of the last move plus 1; 0 without moves. A helper's moves are sorted by number. */
static uint32_t moves_end(const struct mosaic_merge *merge)
{
    return merge->move_count > 0 ? merge->moves[merge->move_count - 1].number + 1 : 0;
}

/* Copies all moves to the first helper's pools. If there are more than n cuts only the moves of the first cycles are
 * kept, so the result does not depend on which helper made them. */
static void gather(struct mosaic_crossover *const *helpers, unsigned count)
{
    struct mosaic_merge *merge = &helpers[0]->merge, *last = merge;
    uint64_t cuts = 0;
    uint32_t refused = NONE;
    for (unsigned k = 0; k < count; ++k) {
        refused = helpers[k]->refused < refused ? helpers[k]->refused : refused;
        cuts += helpers[k]->merge.cut_count;
    }
    for (;;) {
        for (unsigned k = 0; k < count; ++k) {
            last = moves_end(&helpers[k]->merge) > moves_end(last) ? &helpers[k]->merge : last;
        }
        if (cuts <= merge->n && moves_end(last) <= refused) {
            break;
        }
        const uint32_t dropped = last->moves[--last->move_count].count;
        last->cut_count -= dropped;
        cuts -= dropped;
    }
    for (unsigned k = 1; k < count; ++k) {
        struct mosaic_merge *from = &helpers[k]->merge;
        memcpy(merge->cuts + merge->cut_count, from->cuts, from->cut_count * sizeof *merge->cuts);
        memcpy(merge->added + merge->cut_count, from->added, from->cut_count * sizeof *merge->added);
        for (uint32_t i = 0; i < from->move_count; ++i) {
            merge->moves[merge->move_count] = from->moves[i];
            merge->moves[merge->move_count++].first += merge->cut_count;
        }
        merge->cut_count += from->cut_count;
        from->cut_count = from->move_count = 0;
    }
}

struct mosaic_crossed mosaic_cross_end(struct mosaic_crossover *const *helpers, unsigned count, struct mosaic_tour *a,
                                       uint32_t *dirty)
{
    struct mosaic_crossover *crossover = helpers[0];
    struct mosaic_crossed crossed = {.gain = 0};
    const uint32_t slots = mosaic_crossover_dropped(crossover->problem->n);
    gather(helpers, count);
    for (uint32_t i = 0; i < slots && crossover->dropped; ++i) {
        const uint64_t key = crossover->failed[i];
        if (key != 0) {
            crossover->dropped[key & (slots - 1)] = crossing_mark(key);
        }
    }
    if (crossover->merge.move_count > 0) {
        list_cut_nodes(crossover, a);
        crossed.gain = mosaic_merge_apply(&crossover->merge, a);
        crossed.taken = crossover->merge.taken_count;
        crossed.wrong = measure_twice(crossover, a, dirty) != 2 * crossed.gain || crossover->merge.wrong;
    }
    return crossed;
}

void mosaic_crossing_trace(struct mosaic_crossover *crossover, const struct mosaic_tour *a, const struct mosaic_tour *b,
                           struct draw_stream stream, uint32_t *dropped)
{
    mosaic_cross_begin(crossover, a, b, dropped);
    for (uint32_t share = 0; share < mosaic_cross_shares(crossover->problem->n); ++share) {
        mosaic_cross_list(crossover, share);
    }
    mosaic_cross_trace(crossover, stream);
}

struct mosaic_crossed mosaic_cross(struct mosaic_crossover *crossover, struct mosaic_tour *a,
                                   const struct mosaic_tour *b, struct draw_stream stream, uint32_t *dirty,
                                   uint32_t *dropped)
{
    mosaic_crossing_trace(crossover, a, b, stream, dropped);
    mosaic_cross_move(crossover, crossover);
    return mosaic_cross_end(&crossover, 1, a, dirty);
}
