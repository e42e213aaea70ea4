#include "start.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "draws.h"
#include "nearest.h"

enum {
    LISTED = 7,     /* candidates of a node that enter first: more change little */
    DRAWN = 8,      /* numbers of 16 bits in a block */
    FEW = 16,       /* a round that makes less than this part of the edges missing needs help */
    UNIT = 1 << 16, /* of noise */
    MOST_NOISE = UNIT - 1
};

#define NONE UINT32_MAX

/* What one thread works with. */
struct scratch {
    struct mosaic_keyed *items, *spare; /* [capacity] */
    uint32_t (*links)[2];               /* [n] neighbours; NONE: not yet */
    uint32_t *other;                    /* [n] the other end of the fragment, itself while alone; NONE: inside */
    struct mosaic_ends ends;            /* of fragments */
    struct base_arrays arrays;          /* all of them */
};

struct mosaic_starts {
    const struct mosaic_problem *problem;
    uint32_t count; /* of nodes but the joint */
    size_t edge_count;
    struct mosaic_keyed *edges; /* [edge_count] lengths and numbers */
    size_t capacity;            /* of items: at least edge_count and two for each node */
    unsigned threads;
    struct scratch *scratch; /* [threads] */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* What all starts share                                                                                              */

static bool is_joint(const struct mosaic_problem *problem, uint32_t number)
{
    return problem->joint && number == problem->n - 1;
}

/* Whether `wanted` is among the first candidates of a number, the joint not counted. */
static bool lists(const struct mosaic_problem *problem, uint32_t i, uint32_t wanted)
{
    const uint32_t *near = problem->near + (size_t)i * problem->width;
    for (uint32_t k = 0, used = 0; k < problem->width && used < LISTED; ++k) {
        if (near[k] == wanted) {
            return true;
        }
        used += !is_joint(problem, near[k]);
    }
    return false;
}

/* Every candidate edge once, by items of so many nodes. */
struct collecting {
    struct mosaic_starts *starts;
    size_t *begins; /* [items + 1] of the edges of each item; before they are known, behind their numbers */
    bool writes;
};

enum { SOME_NODES = 16384 };

static void collect(void *context, size_t item, unsigned thread)
{
    const struct collecting *collecting = context;
    const struct mosaic_problem *problem = collecting->starts->problem;
    struct mosaic_keyed *edges = collecting->starts->edges;
    const size_t begin = item * SOME_NODES, most = collecting->starts->count;
    size_t count = collecting->writes ? collecting->begins[item] : 0;
    (void)thread;
    for (size_t i = begin; i < begin + SOME_NODES && i < most; ++i) {
        for (uint32_t k = 0, used = 0; k < problem->width && used < LISTED; ++k) {
            const size_t at = i * problem->width + k;
            const uint32_t j = problem->near[at];
            const bool counts = !is_joint(problem, j);
            used += counts;
            if (counts && (i < j || !lists(problem, j, (uint32_t)i))) {
                if (collecting->writes) {
                    edges[count] = (struct mosaic_keyed){(uint64_t)problem->near_length[at], (uint32_t)i, j};
                }
                ++count;
            }
        }
    }
    if (!collecting->writes) {
        collecting->begins[item + 1] = count;
    }
}

/* Makes and fills the starts' edges. */
static bool collect_edges(struct mosaic_starts *starts, struct base_team *team)
{
    const size_t items = ((size_t)starts->count + SOME_NODES - 1) / SOME_NODES;
    struct collecting collecting = {.starts = starts, .begins = base_array(items + 1, sizeof *collecting.begins)};
    if (!collecting.begins) {
        return false;
    }
    base_team_run(team, items, collect, &collecting);
    for (size_t item = 0; item < items; ++item) {
        collecting.begins[item + 1] += collecting.begins[item];
    }
    starts->edge_count = collecting.begins[items];
    starts->edges = base_array(starts->edge_count, sizeof *starts->edges);
    collecting.writes = true;
    if (starts->edges) {
        base_team_run(team, items, collect, &collecting);
    }
    free(collecting.begins);
    return starts->edges != NULL;
}

static bool make_scratch(const struct mosaic_starts *starts, struct scratch *scratch)
{
    struct base_arrays *arrays = &scratch->arrays;
    scratch->items = base_arrays_add(arrays, starts->capacity, sizeof *scratch->items);
    scratch->spare = base_arrays_add(arrays, starts->capacity, sizeof *scratch->spare);
    scratch->links = base_arrays_add(arrays, starts->problem->n, sizeof *scratch->links);
    scratch->other = base_arrays_add(arrays, starts->problem->n, sizeof *scratch->other);
    scratch->ends.numbers = base_arrays_add(arrays, starts->count, sizeof *scratch->ends.numbers);
    const size_t boxes = starts->problem->points ? mosaic_box_count(starts->count) : 0;
    scratch->ends.boxes = base_arrays_add(arrays, boxes, sizeof *scratch->ends.boxes);
    return !arrays->failed;
}

enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem,
                                       struct base_team *team, struct mosaic_starts **starts)
{
    struct mosaic_starts *made = *starts = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    made->problem = problem;
    made->count = problem->joint ? problem->n - 1 : problem->n;
    made->threads = base_team_size(team);
    made->scratch = base_array(made->threads, sizeof *made->scratch);
    bool complete = collect_edges(made, team) && made->scratch;
    made->capacity = made->edge_count > 2 * (size_t)made->count ? made->edge_count : 2 * (size_t)made->count;
    for (unsigned thread = 0; complete && thread < made->threads; ++thread) {
        complete = make_scratch(made, &made->scratch[thread]);
    }
    return complete ? SWARM_OK : base_fail_memory(env);
}

void mosaic_starts_destroy(struct mosaic_starts **starts)
{
    struct mosaic_starts *gone = *starts;
    for (unsigned thread = 0; gone && gone->scratch && thread < gone->threads; ++thread) {
        base_arrays_free(&gone->scratch[thread].arrays);
    }
    if (gone) {
        free(gone->scratch);
        free(gone->edges);
        free(gone);
    }
    *starts = NULL;
}

uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads)
{
    const uint64_t listed = width < LISTED ? width : LISTED, items = listed > 2 ? listed : 2;
    const uint64_t shared = n * (listed * sizeof(struct mosaic_keyed) + 2 * sizeof(double));
    const uint64_t own = n * (2 * items * sizeof(struct mosaic_keyed) + 4 * sizeof(uint32_t))
                         + mosaic_box_count(n) * sizeof(struct mosaic_box) + sizeof(struct scratch);
    return sizeof(struct mosaic_starts) + shared + threads * own;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Greedy edges                                                                                                       */

/* Keeps the ends that still are ends. */
static void keep_ends(struct scratch *scratch)
{
    struct mosaic_ends *ends = &scratch->ends;
    const uint32_t before = ends->count;
    ends->count = 0;
    for (uint32_t k = 0; k < before; ++k) {
        if (scratch->other[ends->numbers[k]] != NONE) {
            ends->numbers[ends->count++] = ends->numbers[k];
        }
    }
}

/* The next end on the curve that is of another fragment, and may be joined to this one; there is one. */
static uint32_t successor(const struct mosaic_starts *starts, const struct scratch *scratch, uint32_t index)
{
    const uint32_t end = scratch->ends.numbers[index], mate = scratch->other[end];
    uint32_t next = index;
    do {
        next = next + 1 < scratch->ends.count ? next + 1 : 0;
    } while (next == index || scratch->ends.numbers[next] == mate
             || mosaic_is_forbidden(starts->problem, end, scratch->ends.numbers[next]));
    return next;
}

static bool contains(const struct mosaic_keyed *list, size_t length, uint32_t index)
{
    for (size_t k = 0; k < length; ++k) {
        if (list[k].b == index) {
            return true;
        }
    }
    return false;
}

/* Edges between ends: of each to the nearest of other fragments and, with `help`, to the next on the curve, so that a
 * round joins a fixed part of the fragments even where all would go to the same few ends. Returns how many are in
 * items. The lists, by indices, are kept in `spare`. */
static size_t join_ends(const struct mosaic_starts *starts, struct scratch *scratch, bool help)
{
    const uint32_t ends = scratch->ends.count;
    const size_t fitting = starts->capacity / ends - 1;
    uint32_t wanted = fitting < MOSAIC_NEAREST_MOST ? (uint32_t)fitting : MOSAIC_NEAREST_MOST;
    wanted = wanted < ends - 1 ? wanted : ends - 1;
    const size_t length = wanted + help;
    mosaic_ends_make_boxes(starts->problem, &scratch->ends);
    for (uint32_t index = 0; index < ends; ++index) {
        struct mosaic_keyed *list = scratch->spare + index * length;
        const uint32_t mate = scratch->other[scratch->ends.numbers[index]];
        uint32_t nearest[MOSAIC_NEAREST_MOST];
        const uint32_t found = mosaic_ends_nearest(starts->problem, &scratch->ends, index, mate, wanted, nearest);
        for (uint32_t k = 0; k < wanted; ++k) {
            list[k].b = k < found ? nearest[k] : NONE;
        }
        if (help) {
            const uint32_t next = successor(starts, scratch, index);
            list[wanted].b = contains(list, wanted, next) ? NONE : next;
        }
    }
    size_t count = 0;
    for (uint32_t index = 0; index < ends; ++index) {
        const struct mosaic_keyed *list = scratch->spare + index * length;
        for (size_t k = 0; k < length; ++k) {
            const uint32_t to = list[k].b;
            if (to != NONE && (index < to || !contains(scratch->spare + to * length, length, index))) {
                const uint32_t a = scratch->ends.numbers[index], b = scratch->ends.numbers[to];
                scratch->items[count++] = (struct mosaic_keyed){(uint64_t)mosaic_length(starts->problem, a, b), a, b};
            }
        }
    }
    return count;
}

/* Makes keys of lengths: times 2^16 (1 + noise * u), u of 16 bits, an edge's own by its index. Eight share a block. */
static void blur(struct draw_stream stream, uint32_t round, uint64_t noise, const struct mosaic_keyed *edges,
                 size_t count, struct mosaic_keyed *items)
{
    struct philox_block block = {0, 0, 0, 0};
    for (size_t k = 0; k < count; ++k) {
        if (noise > 0 && k % DRAWN == 0) {
            block = draw_block(stream, DRAW_BLUR, round & 0xffffff, (uint32_t)(k / DRAWN));
        }
        const uint64_t drawn = draw_word(block, (uint32_t)(k % DRAWN) / 2) >> (k % 2 * 16) & 0xffff;
        items[k] = edges[k];
        items[k].key = edges[k].key * (UNIT + ((noise * drawn) >> 16));
    }
}

static void link_ends(struct scratch *scratch, uint32_t a, uint32_t b)
{
    scratch->links[a][scratch->links[a][0] != NONE] = b;
    scratch->links[b][scratch->links[b][0] != NONE] = a;
}

/* Takes edges in their order, while `missing` are needed, wherever they join two fragments; returns how many. */
static uint32_t take_edges(struct scratch *scratch, const struct mosaic_keyed *edges, size_t count, uint32_t missing)
{
    uint32_t *other = scratch->other;
    uint32_t taken = 0;
    for (size_t k = 0; k < count && taken < missing; ++k) {
        const uint32_t a = edges[k].a, b = edges[k].b, from = other[a], to = other[b];
        if (from == NONE || to == NONE || from == b) {
            continue;
        }
        link_ends(scratch, a, b);
        other[a] = other[b] = NONE;
        other[from] = to;
        other[to] = from;
        ++taken;
    }
    return taken;
}

/* Every node alone, except partners. Returns how many edges the path of all but the joint misses. A joint with a
 * partner is the one end of the path: it is no end that anything is joined to. */
static uint32_t begin_fragments(const struct mosaic_starts *starts, struct scratch *scratch)
{
    const uint32_t n = starts->problem->n, *partners = starts->problem->partners;
    uint32_t missing = starts->count - 1;
    for (uint32_t i = 0; i < n; ++i) {
        scratch->links[i][0] = scratch->links[i][1] = NONE;
        scratch->other[i] = i;
    }
    scratch->ends.count = starts->count;
    for (uint32_t i = 0; i < starts->count; ++i) {
        scratch->ends.numbers[i] = i;
    }
    for (uint32_t i = 0; partners && i < n; ++i) {
        const uint32_t partner = partners[i];
        if (partner != TSP_NO_NODE && i < partner) {
            link_ends(scratch, i, partner);
            scratch->other[i] = partner;
            scratch->other[partner] = i;
            missing -= partner < starts->count;
        }
    }
    return missing;
}

/* Writes the path [count] from its lower end, which is not the joint. */
static void walk(const struct mosaic_starts *starts, const struct scratch *scratch, uint32_t *path)
{
    uint32_t at = 0, before = NONE;
    while (scratch->links[at][1] != NONE) {
        ++at;
    }
    for (uint32_t p = 0; p < starts->count; ++p) {
        const uint32_t *links = scratch->links[at];
        const uint32_t next = links[0] != before ? links[0] : links[1];
        path[p] = at;
        before = at;
        at = next;
    }
}

/* The closed tour through path [n - 1] and the joint, which takes the place of the longest edge and comes last; with a
 * partner, beside that, where the path ends. */
static void insert_joint(const struct mosaic_problem *problem, const uint32_t *path, uint32_t *tour)
{
    const uint32_t count = problem->n - 1;
    uint32_t first = 0;
    int32_t longest = -1;
    const bool fixed = problem->partners && problem->partners[count] != TSP_NO_NODE;
    for (uint32_t p = 0; p < count && !fixed; ++p) {
        const uint32_t next = p + 1 < count ? p + 1 : 0;
        const int32_t length = mosaic_length(problem, path[p], path[next]);
        if (length > longest && !mosaic_is_tied(problem, path[p], path[next])) {
            longest = length;
            first = next;
        }
    }
    memcpy(tour, path + first, (count - first) * sizeof *tour);
    memcpy(tour + (count - first), path, first * sizeof *tour);
    tour[count] = count;
}

void mosaic_start_tour(struct mosaic_starts *starts, uint64_t seed, uint32_t population, uint32_t individual,
                       double noise, unsigned thread, struct mosaic_tour *tour)
{
    const struct mosaic_problem *problem = starts->problem;
    struct scratch *scratch = &starts->scratch[thread];
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), individual, population};
    const bool plain = (population == 0 && individual == 0) || !(noise > 0.0);
    const uint64_t level = plain ? 0 : (uint64_t)((noise < MOST_NOISE ? noise : MOST_NOISE) * UNIT);
    const struct mosaic_keyed *edges = starts->edges;
    size_t count = starts->edge_count;
    uint32_t missing = begin_fragments(starts, scratch);
    for (uint32_t round = 0; missing > 0; ++round) {
        blur(stream, round, level, edges, count, scratch->items);
        const uint32_t taken = take_edges(scratch, mosaic_sort(scratch->items, scratch->spare, count), count, missing);
        const bool help = taken < missing / FEW;
        missing -= taken;
        if (missing > 0) {
            keep_ends(scratch);
            count = join_ends(starts, scratch, help);
            edges = scratch->items;
        }
    }
    if (problem->joint) {
        walk(starts, scratch, tour->pos);
        insert_joint(problem, tour->pos, tour->ord);
    } else {
        walk(starts, scratch, tour->ord);
    }
    mosaic_tour_settle(problem, tour);
}
