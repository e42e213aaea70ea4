#include "start.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/shared/draws.h"
#include "nearest.h"

enum {
    LISTED = 7,            /* candidates per node in the first round; more change little */
    DRAWN = 8,             /* number of 16-bit numbers in a block of random numbers */
    FEW = 16,              /* a round that adds less than 1 / FEW of the missing edges needs help (list_length()) */
    UNIT = 1 << 16,        /* integer that represents a noise of 1 */
    MOST_NOISE = UNIT - 1, /* largest noise: keys of 32-bit lengths then fit 64 bits */
    CHUNK = 4096,          /* sorted edges that a thread filters before they are added */
    CHUNKS = 32,           /* maximum number of chunks filtered at a time */
    TURNED = 3,            /* tenths of n: reversals of a start on the curve for a noise of 1, and their lengths */
    TURNS_MOST = 10        /* largest noise of a start on the curve */
};

/* Instances with hubs, as in are_clustered(). Uniform maps have 4 / pi, clustered ones of DIMACS 1.7. */
#define DENSITY 1.5

#define NONE    UINT32_MAX

/* Scratch memory of one start. */
struct scratch {
    struct mosaic_keyed *items, *spare; /* [capacity] edges of the round by length, and scratch memory to sort them */
    uint32_t (*links)[2];               /* [n] neighbours of each node in its fragment; NONE: no neighbour yet */
    uint32_t *other; /* [n] other end of the path that ends here; the node itself: a path of one; NONE: inside */
    struct mosaic_ends ends;   /* nodes where fragments end */
    struct base_arrays arrays; /* owns the arrays of this struct */
};

struct mosaic_starts {
    const struct mosaic_problem *problem;
    uint32_t count;                   /* number of nodes, not counting the joint */
    size_t begins[MOSAIC_SHARES + 1]; /* index in `items` of the first edge of each share of the nodes */
    bool clustered;                   /* True for a clustered map without arcs: only its starts can have hubs */
    bool hubs;                        /* True if starts with noise have hubs */
    size_t capacity;                  /* capacity of `items`: the edges of the first round, at least two per node */
    unsigned threads;
    struct scratch *scratch; /* [threads] scratch memory of each thread */
};

/* A start in progress, shared by threads. */
struct making {
    const struct mosaic_starts *starts;
    struct scratch *scratch;
    struct base_team *team; /* threads that share the start; NULL: only the caller's thread */
    struct draw_stream stream;
    uint64_t noise; /* noise of edge lengths, in units of 1 / UNIT */
    uint32_t hub;   /* node to which edges are compared with two edges; NONE: edges are compared by length only */
    uint32_t round;
    uint32_t wanted; /* number of nearest ends in the list of each end */
    bool help;       /* True if lists also contain the next end on the curve */
    /* Lists the edges of the round for a source, 0 .. source_count - 1: returns their number, and writes them unless
     * `edges` is NULL. */
    size_t (*list)(const struct making *making, size_t source, struct mosaic_keyed *edges);
    uint32_t source_count;
    size_t begins[MOSAIC_SHARES + 1]; /* index of the first edge of each share of the sources */
    /* Sorted edges in chunks that threads filter. */
    struct mosaic_keyed *edges;
    size_t left;         /* number of edges not yet filtered, the first at `edges` */
    size_t kept[CHUNKS]; /* edges that remain at the beginning of each chunk */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Edges of a round                                                                                                   */

static bool is_joint(const struct mosaic_problem *problem, uint32_t number)
{
    return problem->joint && number == problem->n - 1;
}

/* True if `wanted` is among the first candidates of node i, not counting the joint. */
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

/* Lists edges of the first round: candidate edges of a node that earlier nodes do not list. */
static size_t list_node(const struct making *making, size_t source, struct mosaic_keyed *edges)
{
    const struct mosaic_problem *problem = making->starts->problem;
    const uint32_t i = (uint32_t)source;
    size_t count = 0;
    for (uint32_t k = 0, used = 0; k < problem->width && used < LISTED; ++k) {
        const size_t at = source * problem->width + k;
        const uint32_t j = problem->near[at];
        const bool counts = !is_joint(problem, j);
        used += counts;
        if (counts && (i < j || !lists(problem, j, i))) {
            if (edges) {
                edges[count] = (struct mosaic_keyed){(uint64_t)problem->near_length[at], i, j};
            }
            ++count;
        }
    }
    return count;
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

/* Entries in the list of an end. With the next end on the curve, a round joins a constant fraction of the fragments
 * even if all ends have the same few nearest ends. */
static size_t list_length(const struct making *making)
{
    return making->wanted + making->help;
}

/* Lists edges of later rounds: edges between ends, from lists in `spare`, that earlier ends do not list. */
static size_t list_end(const struct making *making, size_t source, struct mosaic_keyed *edges)
{
    const struct scratch *scratch = making->scratch;
    const size_t length = list_length(making);
    const struct mosaic_keyed *list = scratch->spare + source * length;
    size_t count = 0;
    for (size_t k = 0; k < length; ++k) {
        const uint32_t to = list[k].b;
        if (to != NONE && (source < to || !contains(scratch->spare + to * length, length, (uint32_t)source))) {
            if (edges) {
                const uint32_t a = scratch->ends.numbers[source], b = scratch->ends.numbers[to];
                edges[count] = (struct mosaic_keyed){(uint64_t)mosaic_length(making->starts->problem, a, b), a, b};
            }
            ++count;
        }
    }
    return count;
}

static void count_share(void *context, size_t share, unsigned thread)
{
    struct making *making = context;
    (void)thread;
    making->begins[share + 1] = 0;
    for (uint32_t k = mosaic_share(making->source_count, share), end = mosaic_share(making->source_count, share + 1);
         k < end; ++k) {
        making->begins[share + 1] += making->list(making, k, NULL);
    }
}

static void count_edges(struct making *making)
{
    base_team_run(making->team, MOSAIC_SHARES, count_share, making);
    for (size_t share = 0; share < MOSAIC_SHARES; ++share) {
        making->begins[share + 1] += making->begins[share];
    }
}

/* A constant minus the lengths of the two edges to the hub that an edge between a and b saves. */
static uint64_t hub_rest(const struct making *making, uint32_t a, uint32_t b)
{
    const struct mosaic_problem *problem = making->starts->problem;
    const int64_t most = INT32_MAX;
    return (uint64_t)(2 * most - mosaic_length(problem, making->hub, a) - mosaic_length(problem, making->hub, b));
}

/* Writes the edges of a share. Their keys are lengths times 2^16 (1 + noise * u), minus 2^16 times the lengths of their
 * nodes' edges to the hub if there is one; u has 16 bits and depends on the index. */
static void write_share(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct mosaic_keyed *items = making->scratch->items;
    const uint32_t end = mosaic_share(making->source_count, share + 1);
    struct philox_block block = {0, 0, 0, 0};
    size_t at = making->begins[share], drawn = SIZE_MAX;
    (void)thread;
    for (uint32_t source = mosaic_share(making->source_count, share); source < end; ++source) {
        for (const size_t after = at + making->list(making, source, items + at); at < after; ++at) {
            if (making->noise > 0 && at / DRAWN != drawn) {
                drawn = at / DRAWN;
                block = draw_block(making->stream, DRAW_BLUR, making->round & 0xffffff, (uint32_t)drawn);
            }
            const uint64_t u = draw_word(block, (uint32_t)(at % DRAWN) / 2) >> (at % 2 * 16) & 0xffff;
            items[at].key *= UNIT + ((making->noise * u) >> 16);
            items[at].key += making->hub != NONE ? UNIT * hub_rest(making, items[at].a, items[at].b) : 0;
        }
    }
}

/* Removes nodes that are no longer ends. */
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

/* The next end on the curve that belongs to another fragment and may be joined to this end. One exists. */
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

static void find_nearest(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct scratch *scratch = making->scratch;
    const struct mosaic_ends *ends = &scratch->ends;
    const uint32_t wanted = making->wanted, end = mosaic_share(ends->count, share + 1);
    (void)thread;
    for (uint32_t index = mosaic_share(ends->count, share); index < end; ++index) {
        struct mosaic_keyed *list = scratch->spare + index * list_length(making);
        const uint32_t mate = scratch->other[ends->numbers[index]];
        uint32_t nearest[MOSAIC_NEAREST_MOST];
        const uint32_t found = mosaic_ends_nearest(making->starts->problem, ends, index, mate, wanted, nearest);
        for (uint32_t k = 0; k < wanted; ++k) {
            list[k].b = k < found ? nearest[k] : NONE;
        }
        if (making->help) {
            const uint32_t next = successor(making->starts, scratch, index);
            list[wanted].b = contains(list, wanted, next) ? NONE : next;
        }
    }
}

/* Prepares a later round: makes lists for the ends of fragments. */
static void begin_round(struct making *making)
{
    struct scratch *scratch = making->scratch;
    keep_ends(scratch);
    const uint32_t ends = scratch->ends.count;
    const size_t fitting = making->starts->capacity / ends - 1;
    const uint32_t most = fitting < MOSAIC_NEAREST_MOST ? (uint32_t)fitting : MOSAIC_NEAREST_MOST;
    making->wanted = most < ends - 1 ? most : ends - 1;
    making->list = list_end;
    making->source_count = ends;
    mosaic_ends_make_boxes(making->starts->problem, &scratch->ends);
    base_team_run(making->team, MOSAIC_SHARES, find_nearest, making);
    count_edges(making);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Scratch                                                                                                            */

static unsigned scratch_count(uint32_t n, unsigned threads)
{
    return n > MOSAIC_MANY_NODES && threads > 1 ? 1 : threads;
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

/* True if the density of nodes varies: the mean square of the lengths to the nearest nodes is at least DENSITY times
 * the square of their mean. */
static bool are_clustered(const struct mosaic_problem *problem)
{
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < problem->n; ++i) {
        const double length = problem->near_length[i * problem->width];
        sum += length;
        squares += length * length;
    }
    return problem->n * squares >= DENSITY * sum * sum;
}

enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem,
                                       struct base_team *team, struct mosaic_starts **starts)
{
    TRY(BASE_MAKE(env, *starts, 1));
    struct mosaic_starts *made = *starts;
    made->problem = problem;
    made->count = problem->joint ? problem->n - 1 : problem->n;
    made->clustered = problem->points && !problem->doubled && are_clustered(problem);
    struct making making = {.starts = made, .team = team, .list = list_node, .source_count = made->count};
    count_edges(&making);
    memcpy(made->begins, making.begins, sizeof making.begins);
    const size_t edges = made->begins[MOSAIC_SHARES], least = 2 * (size_t)made->count;
    made->capacity = edges > least ? edges : least;
    made->threads = scratch_count(problem->n, base_team_size(team));
    TRY(BASE_MAKE(env, made->scratch, made->threads));
    for (unsigned thread = 0; thread < made->threads; ++thread) {
        TRY(make_scratch(made, &made->scratch[thread]) ? SWARM_OK : base_fail_memory(env));
    }
    return SWARM_OK;
}

void mosaic_starts_destroy(struct mosaic_starts **starts)
{
    struct mosaic_starts *freed = *starts;
    for (unsigned thread = 0; freed && freed->scratch && thread < freed->threads; ++thread) {
        base_arrays_free(&freed->scratch[thread].arrays);
    }
    if (freed) {
        free(freed->scratch);
        free(freed);
    }
    *starts = NULL;
}

uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads)
{
    const uint64_t listed = width < LISTED ? width : LISTED, items = listed > 2 ? listed : 2;
    const uint64_t own = n * (2 * items * sizeof(struct mosaic_keyed) + 4 * sizeof(uint32_t))
                         + mosaic_box_count(n) * sizeof(struct mosaic_box) + sizeof(struct scratch);
    return sizeof(struct mosaic_starts) + scratch_count(n, threads) * own;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fragments                                                                                                          */

static void link_ends(struct scratch *scratch, uint32_t a, uint32_t b)
{
    scratch->links[a][scratch->links[a][0] != NONE] = b;
    scratch->links[b][scratch->links[b][0] != NONE] = a;
}

/* Adds the edges that join two fragments, in order, until `missing` are added. Returns their number. */
static uint32_t add_edges(struct scratch *scratch, const struct mosaic_keyed *edges, size_t count, uint32_t missing)
{
    uint32_t *other = scratch->other;
    uint32_t added = 0;
    for (size_t k = 0; k < count && added < missing; ++k) {
        const uint32_t a = edges[k].a, b = edges[k].b, from = other[a], to = other[b];
        if (from == NONE || to == NONE || from == b) {
            continue;
        }
        link_ends(scratch, a, b);
        other[a] = other[b] = NONE;
        other[from] = to;
        other[to] = from;
        ++added;
    }
    return added;
}

/* Removes from a chunk the edges with an end that already has two neighbours. Most edges have one, and each test waits
 * for memory, so threads share the chunks. */
static void filter_chunk(void *context, size_t chunk, unsigned thread)
{
    struct making *making = context;
    const uint32_t *other = making->scratch->other;
    const size_t begin = chunk * CHUNK, left = making->left - begin, count = left < CHUNK ? left : CHUNK;
    struct mosaic_keyed *edges = making->edges + begin;
    size_t kept = 0;
    (void)thread;
    for (size_t k = 0; k < count; ++k) {
        const struct mosaic_keyed edge = edges[k];
        edges[kept] = edge;
        kept += (other[edge.a] != NONE) & (other[edge.b] != NONE);
    }
    making->kept[chunk] = kept;
}

/* Adds all sorted edges of the round like add_edges(). Overwrites them. */
static uint32_t add_all(struct making *making, struct mosaic_keyed *edges, uint32_t missing)
{
    const size_t size = base_team_size(making->team), step = (size < CHUNKS ? size : CHUNKS) * CHUNK;
    uint32_t added = 0;
    for (size_t begin = 0, end = making->begins[MOSAIC_SHARES]; begin < end && added < missing; begin += step) {
        making->edges = edges + begin;
        making->left = end - begin < step ? end - begin : step;
        const size_t chunks = (making->left + CHUNK - 1) / CHUNK;
        base_team_run(making->team, chunks, filter_chunk, making);
        for (size_t chunk = 0; chunk < chunks; ++chunk) {
            added += add_edges(making->scratch, making->edges + chunk * CHUNK, making->kept[chunk], missing - added);
        }
    }
    return added;
}

static void separate_nodes(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct scratch *scratch = making->scratch;
    const uint32_t n = making->starts->problem->n, end = mosaic_share(n, share + 1);
    (void)thread;
    for (uint32_t i = mosaic_share(n, share); i < end; ++i) {
        scratch->links[i][0] = scratch->links[i][1] = NONE;
        scratch->other[i] = i;
        if (i < making->starts->count) {
            scratch->ends.numbers[i] = i;
        }
    }
}

/* Makes a fragment of each node and of each pair of partners. Returns the number of edges that a path of all nodes
 * except the joint still needs. A joint that has a partner is one end of the path; nothing else is joined to it. */
static uint32_t begin_fragments(struct making *making)
{
    const struct mosaic_starts *starts = making->starts;
    struct scratch *scratch = making->scratch;
    const uint32_t n = starts->problem->n, *partners = starts->problem->partners;
    uint32_t missing = starts->count - 1;
    base_team_run(making->team, MOSAIC_SHARES, separate_nodes, making);
    scratch->ends.count = starts->count;
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

/* Writes the path [count], beginning at its end with the lower number that is not the joint. */
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

/* Makes a tour of the path [n - 1] and the joint, which comes last and replaces the longest edge of the closed path. If
 * the joint has a partner, the joint stays at the end of the path, next to its partner. */
static void insert_joint(const struct mosaic_problem *problem, const uint32_t *path, uint32_t *tour)
{
    const uint32_t count = problem->n - 1;
    uint32_t first = 0;
    int32_t longest = -1;
    const bool fixed = problem->partners && problem->partners[count] != TSP_NO_NODE;
    for (uint32_t p = 0; p < count && !fixed; ++p) {
        const uint32_t next = p + 1 < count ? p + 1 : 0;
        const int32_t length = mosaic_length(problem, path[p], path[next]);
        if (length > longest && !mosaic_is_fixed(problem, path[p], path[next])) {
            longest = length;
            first = next;
        }
    }
    memcpy(tour, path + first, (count - first) * sizeof *tour);
    memcpy(tour + (count - first), path, first * sizeof *tour);
    tour[count] = count;
}

void mosaic_starts_set_hubs(struct mosaic_starts *starts, bool hubs)
{
    starts->hubs = hubs && starts->clustered;
}

static uint32_t draw_hub(const struct mosaic_starts *starts, struct draw_stream stream)
{
    return (uint32_t)(((uint64_t)draw_block(stream, DRAW_HUB, 0, 0).w0 * starts->count) >> 32);
}

void mosaic_start_tour(struct mosaic_starts *starts, struct base_team *team, struct draw_stream stream, double noise,
                       unsigned thread, struct mosaic_tour *tour)
{
    const struct mosaic_problem *problem = starts->problem;
    struct scratch *scratch = &starts->scratch[thread];
    const bool plain = (stream.ant == 0 && stream.iteration == 0) || !(noise > 0.0);
    struct making making = {
        .starts = starts,
        .scratch = scratch,
        .team = team,
        .stream = stream,
        .hub = starts->hubs && !plain ? draw_hub(starts, stream) : NONE,
        .noise = plain ? 0 : (uint64_t)((noise < MOST_NOISE ? noise : MOST_NOISE) * UNIT),
        .list = list_node,
        .source_count = starts->count,
    };
    memcpy(making.begins, starts->begins, sizeof making.begins);
    for (uint32_t missing = begin_fragments(&making); missing > 0; ++making.round) {
        if (making.round > 0) {
            begin_round(&making);
        }
        base_team_run(team, MOSAIC_SHARES, write_share, &making);
        const uint32_t added =
            add_all(&making, mosaic_sort(team, scratch->items, scratch->spare, making.begins[MOSAIC_SHARES]), missing);
        making.help = added < missing / FEW;
        missing -= added;
    }
    if (problem->joint) {
        walk(starts, scratch, tour->pos);
        insert_joint(problem, tour->pos, tour->ord);
    } else {
        walk(starts, scratch, tour->ord);
    }
    mosaic_tour_settle(problem, team, tour);
}

void mosaic_start_on_curve(const struct mosaic_problem *problem, struct draw_stream stream, double noise,
                           struct mosaic_tour *tour)
{
    const uint32_t n = problem->n, most = (n * TURNED + 9) / 10;
    const uint32_t turns = !(noise > 0.0) ? 0 : noise < TURNS_MOST ? (uint32_t)(noise * most) : TURNS_MOST * most;
    struct draw_sequence random = {.stream = stream, .purpose = DRAW_TURNS};
    for (uint32_t p = 0; p < n; ++p) {
        tour->ord[p] = p;
    }
    for (uint32_t turn = 0; turn < turns; ++turn) {
        const uint32_t first = draw_sequence_below(&random, n), length = 2 + draw_sequence_below(&random, most);
        for (uint32_t k = 0; k < length / 2; ++k) {
            const uint32_t p = position_plus(first, k, n), q = position_plus(first, length - 1 - k, n);
            const uint32_t node = tour->ord[p];
            tour->ord[p] = tour->ord[q];
            tour->ord[q] = node;
        }
    }
    mosaic_tour_settle(problem, NULL, tour);
}
