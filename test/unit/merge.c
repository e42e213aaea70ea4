/* Moves and their merge into a tour, compared with graphs in which edges are removed and added one by one. */
#include "mosaic/merge.h"

#include "../env.h"
#include "base/memory.h"
#include "../random.h"

enum {
    SMALLEST = 5,
    LARGEST = 40,     /* maximum number of nodes of a small tour */
    MOST_CUTS = 5,    /* maximum number of edges that a move removes */
    MOST_TOGETHER = 6 /* maximum number of moves of a small tour */
};

/* A tour, moves, and facts about them computed without the merge. */
struct sample {
    uint32_t n;
    uint32_t *before; /* [n] copy of the tour, made before the merge */
    struct mosaic_tour tour;
    struct mosaic_merge merge;
    uint32_t *cuts; /* copies of the pools, which the merge overwrites */
    uint32_t (*added)[2];
    struct mosaic_move *moves; /* [move_count] copies of the moves, in the order of their numbers */
    uint32_t move_count;
    int32_t (*edges)[4]; /* [n] neighbours of each node; 2 in a tour, up to 4 while edges are replaced */
    uint32_t *degree;    /* [n] number of neighbours of each node in the result */
    uint32_t *component; /* [n] component of each position, connected by edges of the result */
};

static void destroy(void *object)
{
    mosaic_merge_deinit(object);
}

/* Makes a sample; it is freed after the test. */
static struct sample *create(uint32_t n_capacity, uint32_t move_capacity, uint32_t cut_capacity)
{
    struct sample *sample = test_memory(1, sizeof *sample);
    REQUIRE_OK(mosaic_merge_init(&env, n_capacity, move_capacity, cut_capacity, &sample->merge));
    test_defer(destroy, &sample->merge);
    REQUIRE(mosaic_merge_bytes(n_capacity, move_capacity, cut_capacity) >= 4 * (uint64_t)n_capacity);
    sample->before = test_memory(n_capacity, sizeof *sample->before);
    sample->tour.ord = test_memory(n_capacity, sizeof *sample->tour.ord);
    sample->tour.pos = test_memory(n_capacity, sizeof *sample->tour.pos);
    sample->cuts = test_memory(cut_capacity, sizeof *sample->cuts);
    sample->added = test_memory(cut_capacity, sizeof *sample->added);
    sample->moves = test_memory(move_capacity, sizeof *sample->moves);
    sample->edges = test_memory(n_capacity, sizeof *sample->edges);
    sample->degree = test_memory(n_capacity, sizeof *sample->degree);
    sample->component = test_memory(n_capacity, sizeof *sample->component);
    return sample;
}

/* Restores the tour before the merge. */
static void restart(struct sample *sample)
{
    for (uint32_t p = 0; p < sample->n; ++p) {
        sample->tour.ord[p] = sample->before[p];
        sample->tour.pos[sample->before[p]] = p;
    }
}

/* Starts with a random tour of n nodes and no moves; n may be less than the merge was made for. */
static void start(struct sample *sample, uint32_t n)
{
    sample->n = sample->merge.n = n;
    sample->move_count = 0;
    random_order(sample->before, n);
    restart(sample);
}

/* Returns the length of an edge, which is random, so a wrong sum is not right by chance. */
static int64_t length_of(uint32_t i, uint32_t j)
{
    const uint64_t low = i < j ? i : j, high = i < j ? j : i;
    return (int64_t)(((low * 2654435761u + high) * 2685821657736338717u) >> 40);
}

static int64_t measured(const struct sample *sample, const uint32_t *ord)
{
    int64_t length = 0;
    for (uint32_t p = 0; p < sample->n; ++p) {
        length += length_of(ord[p], ord[(p + 1) % sample->n]);
    }
    return length;
}

/* Appends a move that removes `count` edges among positions [from, from + window) and joins the ends at random; one
 * move in forty is usually invalid, because one of its ends is replaced by a random position. */
static void add_move(struct sample *sample, uint32_t count, uint32_t from, uint32_t window)
{
    struct mosaic_merge *merge = &sample->merge;
    const uint32_t n = sample->n, first = merge->cut_count;
    uint32_t ends[2 * MOST_CUTS];
    int64_t gain = 0;
    for (uint32_t k = 0; k < count; ++k) {
        for (bool repeated = true; repeated;) {
            repeated = false;
            merge->cuts[first + k] = (from + random_below(window)) % n;
            for (uint32_t i = 0; i < k; ++i) {
                repeated = repeated || merge->cuts[first + i] == merge->cuts[first + k];
            }
        }
        ends[2 * k] = merge->cuts[first + k];
        ends[2 * k + 1] = (merge->cuts[first + k] + 1) % n;
        gain += length_of(sample->before[ends[2 * k]], sample->before[ends[2 * k + 1]]);
    }
    random_shuffle(ends, 2 * count);
    if (random_below(40) == 0) {
        ends[0] = random_below(n);
    }
    for (uint32_t k = 0; k < count; ++k) {
        merge->added[first + k][0] = ends[2 * k];
        merge->added[first + k][1] = ends[2 * k + 1];
        gain -= length_of(sample->before[ends[2 * k]], sample->before[ends[2 * k + 1]]);
    }
    merge->cut_count += count;
    merge->moves[merge->move_count++] =
        (struct mosaic_move){.gain = gain, .number = sample->move_count++, .first = first, .count = count};
}

/* Removes the last move. */
static void remove_move(struct sample *sample)
{
    sample->merge.cut_count -= sample->merge.moves[--sample->merge.move_count].count;
    --sample->move_count;
}

/* Adds a move of random size near a random position, and removes it unless it gives a tour. Returns true if the
 * move stays. */
static bool try_move(struct sample *sample, uint32_t window)
{
    uint32_t subtours[MOST_CUTS];
    add_move(sample, 2 + random_below(MOST_CUTS - 1), random_below(sample->n), window);
    const bool stays =
        mosaic_merge_subtours(&sample->merge, &sample->merge.moves[sample->move_count - 1], subtours) == 1;
    if (!stays) {
        remove_move(sample);
    }
    return stays;
}

/* Copies the data that the merge overwrites. */
static void keep(struct sample *sample)
{
    const struct mosaic_merge *merge = &sample->merge;
    memcpy(sample->cuts, merge->cuts, merge->cut_count * sizeof *merge->cuts);
    memcpy(sample->added, merge->added, merge->cut_count * sizeof *merge->added);
    memcpy(sample->moves, merge->moves, merge->move_count * sizeof *merge->moves);
    sample->tour.length = measured(sample, sample->before);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static bool remove_half(struct sample *sample, uint32_t p, uint32_t q)
{
    for (uint32_t k = 0; k < sample->degree[p]; ++k) {
        if (sample->edges[p][k] == (int32_t)q) {
            sample->edges[p][k] = sample->edges[p][--sample->degree[p]];
            return true;
        }
    }
    return false;
}

static bool remove_edge(struct sample *sample, uint32_t p, uint32_t q)
{
    return remove_half(sample, p, q) && remove_half(sample, q, p);
}

/* Makes the graph of the tour, whose nodes are positions. */
static void begin_graph(struct sample *sample)
{
    const uint32_t n = sample->n;
    for (uint32_t p = 0; p < n; ++p) {
        sample->degree[p] = 2;
        sample->edges[p][0] = (int32_t)(p > 0 ? p - 1 : n - 1);
        sample->edges[p][1] = (int32_t)(p + 1 < n ? p + 1 : 0);
    }
}

/* Removes the edges that the move removes. Returns false if an edge is missing or listed twice. */
static bool remove_edges(struct sample *sample, const struct mosaic_move *move)
{
    for (uint32_t k = move->first; k < move->first + move->count; ++k) {
        if (!remove_edge(sample, sample->cuts[k], (sample->cuts[k] + 1) % sample->n)) {
            return false;
        }
    }
    return true;
}

/* Adds the edges that the move adds. Returns false if a node would get too many edges. */
static bool add_edges(struct sample *sample, const struct mosaic_move *move)
{
    for (uint32_t k = move->first; k < move->first + move->count; ++k) {
        for (int end = 0; end < 2; ++end) {
            const uint32_t p = sample->added[k][end];
            if (sample->degree[p] >= 2) {
                return false;
            }
            sample->edges[p][sample->degree[p]++] = (int32_t)sample->added[k][!end];
        }
    }
    return true;
}

/* Makes the graph of the tour with the edges of these moves replaced. */
static void replace_edges(struct sample *sample, const uint32_t *moves, uint32_t count)
{
    begin_graph(sample);
    for (uint32_t k = 0; k < count; ++k) {
        REQUIRE(remove_edges(sample, &sample->moves[moves[k]]));
    }
    for (uint32_t k = 0; k < count; ++k) {
        REQUIRE(add_edges(sample, &sample->moves[moves[k]]));
    }
}

/* Counts the subtours of the graph; returns 0 if a node does not have exactly two edges. */
static uint32_t count_subtours(struct sample *sample)
{
    uint32_t found = 0;
    for (uint32_t p = 0; p < sample->n; ++p) {
        sample->component[p] = UINT32_MAX;
        if (sample->degree[p] != 2) {
            return 0;
        }
    }
    for (uint32_t p = 0; p < sample->n; ++p) {
        if (sample->component[p] == UINT32_MAX) {
            uint32_t at = p, next = p;
            do {
                at = next;
                sample->component[at] = found;
                const uint32_t one = (uint32_t)sample->edges[at][0], other = (uint32_t)sample->edges[at][1];
                next = sample->component[one] == UINT32_MAX ? one : other;
            } while (sample->component[next] == UINT32_MAX);
            ++found;
        }
    }
    return found;
}

static uint32_t subtours_in_graph(struct sample *sample, const struct mosaic_move *move)
{
    begin_graph(sample);
    return remove_edges(sample, move) && add_edges(sample, move) ? count_subtours(sample) : 0;
}

/* Requires that the merge finds the subtours that the move makes in the graph, with the same nodes. */
static uint32_t require_subtours(struct sample *sample, const struct mosaic_move *move)
{
    uint32_t subtours[MOST_CUTS];
    const uint32_t *sorted = sample->merge.sorted, expected = subtours_in_graph(sample, move);
    REQUIRE_INT(mosaic_merge_subtours(&sample->merge, move, subtours), ==, expected);
    for (uint32_t k = 0; k < move->count && expected > 0; ++k) {
        REQUIRE(k == 0 || sorted[k - 1] < sorted[k]);
        REQUIRE(subtours[k] < expected);
        for (uint32_t i = 0; i < k; ++i) {
            const bool same = sample->component[sorted[i]] == sample->component[sorted[k]];
            REQUIRE_INT(subtours[i] == subtours[k], ==, same);
        }
    }
    return expected;
}

static bool share_cut(const struct sample *sample, const struct mosaic_move *one, const struct mosaic_move *other)
{
    for (uint32_t k = 0; k < one->count; ++k) {
        for (uint32_t i = 0; i < other->count; ++i) {
            if (sample->cuts[one->first + k] == sample->cuts[other->first + i]) {
                return true;
            }
        }
    }
    return false;
}

/* True if cuts of the two moves alternate along the tour: one, other, one, other. */
static bool interleave(const struct sample *sample, const struct mosaic_move *one, const struct mosaic_move *other)
{
    uint32_t least = UINT32_MAX, arc = UINT32_MAX;
    for (uint32_t k = 0; k < one->count; ++k) {
        least = sample->cuts[one->first + k] < least ? sample->cuts[one->first + k] : least;
    }
    for (uint32_t i = 0; i < other->count; ++i) {
        uint32_t below = 0; /* arc of `one` that contains this cut; the last arc is the first */
        for (uint32_t k = 0; k < one->count; ++k) {
            below += sample->cuts[one->first + k] < sample->cuts[other->first + i];
        }
        below %= one->count;
        if (arc != UINT32_MAX && arc != below) {
            return true;
        }
        arc = below;
    }
    return false;
}

/* Requires that the new tour is the old one with the edges of the chosen moves replaced, and has the right length. */
static void require_edges(struct sample *sample, int64_t gain)
{
    const struct mosaic_merge *merge = &sample->merge;
    int64_t sum = 0;
    replace_edges(sample, merge->taken, merge->taken_count); /* fails if a move is listed twice */
    for (uint32_t k = 0; k < merge->taken_count; ++k) {
        sum += sample->moves[merge->taken[k]].gain;
    }
    REQUIRE_INT(gain, ==, sum);
    REQUIRE_INT(sample->tour.length, ==, measured(sample, sample->before) - gain);
    REQUIRE_INT(sample->tour.length, ==, measured(sample, sample->tour.ord));
    for (uint32_t p = 0; p < sample->n; ++p) {
        sample->component[sample->before[p]] = p; /* position of each node in the old tour */
        REQUIRE(sample->tour.ord[p] < sample->n);
        REQUIRE_INT(sample->tour.pos[sample->tour.ord[p]], ==, p);
    }
    for (uint32_t p = 0; p < sample->n; ++p) {
        const uint32_t next = sample->tour.ord[(p + 1) % sample->n];
        REQUIRE(remove_edge(sample, sample->component[sample->tour.ord[p]], sample->component[next]));
    }
}

static bool is_taken(const struct sample *sample, uint32_t number)
{
    for (uint32_t k = 0; k < sample->merge.taken_count; ++k) {
        if (sample->merge.taken[k] == number) {
            return true;
        }
    }
    return false;
}

/* Requires that the best move is chosen, and every move that neither shares a cut nor interleaves with another; and
 * that no two chosen moves share a cut. */
static void require_choice(const struct sample *sample)
{
    uint32_t best = 0;
    for (uint32_t k = 0; k < sample->move_count; ++k) {
        const struct mosaic_move *one = &sample->moves[k];
        bool separate = true;
        best = one->gain > sample->moves[best].gain ? k : best;
        for (uint32_t i = 0; i < sample->move_count; ++i) {
            const struct mosaic_move *other = &sample->moves[i];
            const bool shared = i != k && share_cut(sample, one, other);
            REQUIRE(!shared || !is_taken(sample, k) || !is_taken(sample, i));
            separate = separate && (i == k || (!shared && !interleave(sample, one, other)));
        }
        REQUIRE(!separate || is_taken(sample, k));
    }
    REQUIRE(sample->move_count == 0 || is_taken(sample, best));
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Tries several moves of a small tour, each of which gives a tour by itself. */
static void try_small(struct sample *sample, uint32_t *merged)
{
    const uint32_t n = SMALLEST + random_below(LARGEST - SMALLEST + 1), together = 1 + random_below(MOST_TOGETHER);
    const uint32_t window = MOST_CUTS + random_below(n - MOST_CUTS + 1);
    start(sample, n);
    for (uint32_t k = 0; k < together; ++k) {
        add_move(sample, 2 + random_below(MOST_CUTS - 1), random_below(n), window);
        keep(sample);
        if (require_subtours(sample, &sample->merge.moves[sample->move_count - 1]) != 1) {
            remove_move(sample);
        }
    }
    keep(sample);
    const int64_t gain = mosaic_merge_apply(&sample->merge, &sample->tour);
    REQUIRE(!sample->merge.wrong);
    REQUIRE_INT(sample->merge.cut_count, ==, 0);
    REQUIRE_INT(sample->merge.move_count, ==, 0);
    require_edges(sample, gain);
    require_choice(sample);
    *merged += sample->merge.taken_count > 1;
}

TEST(moves_of_small_tours_are_what_the_graph_makes_of_them)
{
    const uint32_t times = test_tier(test_paths(10000, 50000), 1000000);
    struct sample *sample = create(LARGEST, MOST_TOGETHER, MOST_TOGETHER * MOST_CUTS);
    uint32_t merged = 0;
    for (uint32_t time = 0; time < times; ++time) {
        try_small(sample, &merged);
    }
    REQUIRE_INT(merged, >, times / 4);
}

TEST(hundreds_of_moves_of_a_large_tour_are_merged)
{
    const uint32_t n = 70000, most = 3000;
    struct sample *sample = create(n, most, most * MOST_CUTS);
    for (uint32_t time = 0; time < 12; ++time) {
        /* few or many interleaving moves; close together or anywhere in the tour */
        const uint32_t window = time % 3 == 0 ? n : time % 3 == 1 ? 1000 : 20;
        start(sample, time < 6 ? n : 3000);
        const uint32_t within = window < sample->n ? window : sample->n;
        for (uint32_t tries = time % 2 == 1 ? most : most / 20; tries > 0; --tries) {
            try_move(sample, within);
        }
        keep(sample);
        const int64_t gain = mosaic_merge_apply(&sample->merge, &sample->tour);
        REQUIRE(!sample->merge.wrong);
        REQUIRE_INT(sample->merge.taken_count, >, sample->move_count / 20);
        require_edges(sample, gain);
    }
}

/* Chooses moves as the merge should, from the moves of one component, sorted by gain: all if they give a tour,
 * otherwise by halves. */
static uint32_t choose_halves(struct sample *sample, uint32_t *chosen, uint32_t chosen_count, const uint32_t *list,
                              uint32_t count)
{
    const uint32_t together = chosen_count + count;
    memcpy(chosen + chosen_count, list, count * sizeof *list);
    replace_edges(sample, chosen, together);
    if (count_subtours(sample) == 1) {
        return together;
    }
    if (count > 1) {
        chosen_count = choose_halves(sample, chosen, chosen_count, list, count / 2);
        chosen_count = choose_halves(sample, chosen, chosen_count, list + count / 2, count - count / 2);
    }
    return chosen_count;
}

/* True if the last move shares no cut with another move and, unless it is the only one, interleaves with one. */
static bool joins_component(const struct sample *sample)
{
    const struct mosaic_move *last = &sample->moves[sample->move_count - 1];
    bool joins = sample->move_count == 1;
    for (uint32_t k = 0; k + 1 < sample->move_count; ++k) {
        if (share_cut(sample, &sample->moves[k], last)) {
            return false;
        }
        joins = joins || interleave(sample, &sample->moves[k], last);
    }
    return joins;
}

TEST(hundreds_of_moves_that_interleave_are_chosen_by_halves)
{
    enum { NODES = 4000, MOST = 600 };
    const uint32_t most = test_paths(150, MOST);
    uint32_t list[MOST], chosen[MOST];
    struct sample *sample = create(NODES, MOST, MOST * MOST_CUTS);
    for (uint32_t time = 0; time < test_tier(test_paths(2, 4), 40); ++time) {
        start(sample, NODES);
        for (uint32_t tries = 0; sample->move_count < most; ++tries) {
            REQUIRE_INT(tries, <, 100 * most);
            /* moves close together mostly combine to a tour; moves far apart rarely do */
            if (try_move(sample, time % 2 == 0 ? 60 : NODES)) {
                keep(sample);
                if (!joins_component(sample)) {
                    remove_move(sample);
                }
            }
        }
        keep(sample);
        for (uint32_t k = 0; k < most; ++k) {
            uint32_t at = k;
            for (; at > 0 && sample->moves[list[at - 1]].gain < sample->moves[k].gain; --at) {
                list[at] = list[at - 1];
            }
            list[at] = k;
        }
        const uint32_t count = choose_halves(sample, chosen, 0, list, most);
        require_edges(sample, mosaic_merge_apply(&sample->merge, &sample->tour));
        REQUIRE_INT(sample->merge.taken_count, ==, count);
        for (uint32_t k = 0; k < count; ++k) {
            REQUIRE(is_taken(sample, chosen[k]));
        }
    }
}

TEST(the_result_does_not_depend_on_the_order_of_the_moves)
{
    struct sample *sample = create(LARGEST, MOST_TOGETHER, MOST_TOGETHER * MOST_CUTS);
    uint32_t ord[LARGEST];
    for (uint32_t time = 0; time < test_tier(1000, 10000); ++time) {
        start(sample, LARGEST);
        while (sample->move_count < MOST_TOGETHER) {
            if (try_move(sample, LARGEST)) {
                sample->merge.moves[sample->move_count - 1].gain = 5; /* equal gains: the numbers decide */
            }
        }
        keep(sample);
        const uint32_t cut_count = sample->merge.cut_count;
        mosaic_merge_apply(&sample->merge, &sample->tour);
        memcpy(ord, sample->tour.ord, sizeof ord);
        restart(sample);
        for (uint32_t k = 0; k < MOST_TOGETHER; ++k) {
            sample->merge.moves[k] = sample->moves[(k + 1 + time) % MOST_TOGETHER];
        }
        sample->merge.move_count = MOST_TOGETHER;
        sample->merge.cut_count = cut_count;
        mosaic_merge_apply(&sample->merge, &sample->tour);
        REQUIRE(memcmp(ord, sample->tour.ord, sizeof ord) == 0);
    }
}

/* Requires that the merge takes no move and leaves the tour. */
static void require_none_taken(struct sample *sample)
{
    keep(sample);
    REQUIRE_INT(mosaic_merge_apply(&sample->merge, &sample->tour), ==, 0);
    REQUIRE_INT(sample->merge.taken_count, ==, 0);
    REQUIRE(memcmp(sample->before, sample->tour.ord, sample->n * sizeof *sample->before) == 0);
}

TEST(nothing_to_merge_leaves_the_tour_and_a_move_that_gives_no_tour_is_reported_as_wrong)
{
    struct sample *sample = create(10, 1, 4);
    uint32_t subtours[2];
    start(sample, 10);
    require_none_taken(sample);
    REQUIRE(!sample->merge.wrong);
    sample->merge.cuts[0] = 2;
    sample->merge.cuts[1] = 7;
    memcpy(sample->merge.added, (const uint32_t[2][2]){{2, 8}, {3, 7}}, sizeof(uint32_t[2][2]));
    sample->merge.cut_count = 2;
    sample->merge.moves[0] = (struct mosaic_move){.gain = 9, .number = 4, .first = 0, .count = 2};
    sample->merge.move_count = 1;
    REQUIRE_INT(mosaic_merge_subtours(&sample->merge, &sample->merge.moves[0], subtours), ==, 2);
    require_none_taken(sample);
    REQUIRE(sample->merge.wrong);
}

TEST_MAIN_ENV()
