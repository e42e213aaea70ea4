#include "start.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/shared/draws.h"
#include "nearest.h"

enum {
    LISTED = 7,     /* candidates of a node that enter first: more change little */
    DRAWN = 8,      /* numbers of 16 bits in a block */
    FEW = 16,       /* a round that makes less than this part of the edges missing needs help */
    UNIT = 1 << 16, /* of noise */
    MOST_NOISE = UNIT - 1,
    SHARES = 64,  /* of nodes, edges or ends, for threads */
    CHUNK = 4096, /* edges that a thread looks through before they are taken */
    CHUNKS = 32   /* at a time */
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

/* Where a share of so many begins. Eight edges share a block of numbers. */
static size_t share_begin(size_t count, size_t share)
{
    return share < SHARES ? count * share / SHARES / DRAWN * DRAWN : count;
}

/* Edges of nodes or ends: each share counts its own, then writes them behind those of the last one. */
struct listing {
    size_t (*list)(const void *context, size_t i, struct mosaic_keyed *edges); /* returns how many; NULL: counts */
    const void *context;
    size_t count;               /* of nodes or ends */
    struct mosaic_keyed *edges; /* NULL: counts */
    size_t begins[SHARES + 1];
};

struct mosaic_starts {
    const struct mosaic_problem *problem;
    uint32_t count;         /* of nodes but the joint */
    struct listing listing; /* of candidate edges, counted */
    size_t capacity;        /* of items: at least all of these and two for each node */
    unsigned threads;
    struct scratch *scratch; /* [threads] */
};

static void list_share(void *context, size_t share, unsigned thread)
{
    struct listing *listing = context;
    size_t count = listing->edges ? listing->begins[share] : 0;
    (void)thread;
    for (size_t i = share_begin(listing->count, share), end = share_begin(listing->count, share + 1); i < end; ++i) {
        count += listing->list(listing->context, i, listing->edges ? listing->edges + count : NULL);
    }
    if (!listing->edges) {
        listing->begins[share + 1] = count;
    }
}

static size_t count_edges(struct listing *listing, struct base_team *team)
{
    base_team_run(team, SHARES, list_share, listing);
    for (size_t share = 0; share < SHARES; ++share) {
        listing->begins[share + 1] += listing->begins[share];
    }
    return listing->begins[SHARES];
}

static void write_edges(struct listing *listing, struct base_team *team, struct mosaic_keyed *edges)
{
    listing->edges = edges;
    base_team_run(team, SHARES, list_share, listing);
}

/* The candidate edges of a node that those before it do not have. */
static size_t list_node(const void *context, size_t i, struct mosaic_keyed *edges)
{
    const struct mosaic_problem *problem = context;
    size_t count = 0;
    for (uint32_t k = 0, used = 0; k < problem->width && used < LISTED; ++k) {
        const size_t at = i * problem->width + k;
        const uint32_t j = problem->near[at];
        const bool counts = !is_joint(problem, j);
        used += counts;
        if (counts && (i < j || !lists(problem, j, (uint32_t)i))) {
            if (edges) {
                edges[count] = (struct mosaic_keyed){(uint64_t)problem->near_length[at], (uint32_t)i, j};
            }
            ++count;
        }
    }
    return count;
}

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

enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem,
                                       struct base_team *team, struct mosaic_starts **starts)
{
    struct mosaic_starts *made = *starts = base_array(1, sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->problem = problem;
    made->count = problem->joint ? problem->n - 1 : problem->n;
    made->threads = scratch_count(problem->n, base_team_size(team));
    made->scratch = base_array(made->threads, sizeof *made->scratch);
    made->listing = (struct listing){.list = list_node, .context = problem, .count = made->count};
    const size_t edges = count_edges(&made->listing, team), least = 2 * (size_t)made->count;
    made->capacity = edges > least ? edges : least;
    bool complete = made->scratch != NULL;
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
        free(gone);
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

bool mosaic_starts_are_shared(const struct mosaic_starts *starts, uint32_t individuals)
{
    return individuals == 1 || starts->threads == 1;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Greedy edges                                                                                                       */

/* A start under way, as the threads that share it see it. */
struct making {
    const struct mosaic_starts *starts;
    struct scratch *scratch;
    struct base_team *team; /* NULL: one thread */
    struct draw_stream stream;
    uint64_t noise; /* in parts of UNIT */
    uint32_t round;
    size_t count;    /* of the round's edges, in `items` */
    uint32_t wanted; /* ends nearest to each */
    bool help;       /* and the next one on the curve */
};

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

/* Entries of an end's list, which is kept in `spare`. */
static size_t list_length(const struct making *making)
{
    return making->wanted + making->help;
}

/* Lists the nearest ends of other fragments, by indices. */
static void find_nearest(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct scratch *scratch = making->scratch;
    const struct mosaic_ends *ends = &scratch->ends;
    const uint32_t wanted = making->wanted, end = (uint32_t)share_begin(ends->count, share + 1);
    (void)thread;
    for (uint32_t index = (uint32_t)share_begin(ends->count, share); index < end; ++index) {
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

/* The edges of an end that those before it do not have. */
static size_t list_end(const void *context, size_t index, struct mosaic_keyed *edges)
{
    const struct making *making = context;
    const struct scratch *scratch = making->scratch;
    const size_t length = list_length(making);
    const struct mosaic_keyed *list = scratch->spare + index * length;
    size_t count = 0;
    for (size_t k = 0; k < length; ++k) {
        const uint32_t to = list[k].b;
        if (to != NONE && (index < to || !contains(scratch->spare + to * length, length, (uint32_t)index))) {
            if (edges) {
                const uint32_t a = scratch->ends.numbers[index], b = scratch->ends.numbers[to];
                edges[count] = (struct mosaic_keyed){(uint64_t)mosaic_length(making->starts->problem, a, b), a, b};
            }
            ++count;
        }
    }
    return count;
}

/* Edges between ends: of each to the nearest of other fragments and, with `help`, to the next on the curve, so that a
 * round joins a fixed part of the fragments even where all would go to the same few ends. */
static void join_ends(struct making *making)
{
    struct scratch *scratch = making->scratch;
    const uint32_t ends = scratch->ends.count;
    const size_t fitting = making->starts->capacity / ends - 1;
    const uint32_t most = fitting < MOSAIC_NEAREST_MOST ? (uint32_t)fitting : MOSAIC_NEAREST_MOST;
    struct listing listing = {.list = list_end, .context = making, .count = ends};
    making->wanted = most < ends - 1 ? most : ends - 1;
    mosaic_ends_make_boxes(making->starts->problem, &scratch->ends);
    base_team_run(making->team, SHARES, find_nearest, making);
    making->count = count_edges(&listing, making->team);
    write_edges(&listing, making->team, scratch->items);
}

/* Makes keys of lengths: times 2^16 (1 + noise * u), u of 16 bits, an edge's own by its index. */
static void blur(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct mosaic_keyed *items = making->scratch->items;
    const uint64_t noise = making->noise;
    struct philox_block block = {0, 0, 0, 0};
    (void)thread;
    for (size_t k = share_begin(making->count, share), end = share_begin(making->count, share + 1); k < end; ++k) {
        if (noise > 0 && k % DRAWN == 0) {
            block = draw_block(making->stream, DRAW_BLUR, making->round & 0xffffff, (uint32_t)(k / DRAWN));
        }
        const uint64_t drawn = draw_word(block, (uint32_t)(k % DRAWN) / 2) >> (k % 2 * 16) & 0xffff;
        items[k].key *= UNIT + ((noise * drawn) >> 16);
    }
}

static void link_ends(struct scratch *scratch, uint32_t a, uint32_t b)
{
    scratch->links[a][scratch->links[a][0] != NONE] = b;
    scratch->links[b][scratch->links[b][0] != NONE] = a;
}

/* Takes edges in their order, while `missing` are needed, wherever they join two fragments; returns how many. */
static uint32_t take(struct scratch *scratch, const struct mosaic_keyed *edges, size_t count, uint32_t missing)
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

/* Edges that are looked through, a chunk for each thread. */
struct chunks {
    const uint32_t *other;
    struct mosaic_keyed *edges;
    size_t count;
    size_t kept[CHUNKS]; /* edges that are left at the beginning of each */
};

/* Drops edges whose nodes are inside of fragments already: most of them, and they wait for memory. */
static void thin(void *context, size_t chunk, unsigned thread)
{
    struct chunks *chunks = context;
    const size_t begin = chunk * CHUNK, left = chunks->count - begin, count = left < CHUNK ? left : CHUNK;
    struct mosaic_keyed *edges = chunks->edges + begin;
    size_t kept = 0;
    (void)thread;
    for (size_t k = 0; k < count; ++k) {
        const struct mosaic_keyed edge = edges[k];
        edges[kept] = edge;
        kept += (chunks->other[edge.a] != NONE) & (chunks->other[edge.b] != NONE);
    }
    chunks->kept[chunk] = kept;
}

/* The same as take(), of sorted edges, which are overwritten. */
static uint32_t take_edges(struct making *making, struct mosaic_keyed *edges, uint32_t missing)
{
    const size_t size = base_team_size(making->team), step = (size < CHUNKS ? size : CHUNKS) * CHUNK;
    struct chunks chunks = {.other = making->scratch->other};
    uint32_t taken = 0;
    for (size_t begin = 0; begin < making->count && taken < missing; begin += step) {
        const size_t left = making->count - begin;
        chunks.edges = edges + begin;
        chunks.count = left < step ? left : step;
        const size_t used = (chunks.count + CHUNK - 1) / CHUNK;
        base_team_run(making->team, used, thin, &chunks);
        for (size_t chunk = 0; chunk < used; ++chunk) {
            taken += take(making->scratch, chunks.edges + chunk * CHUNK, chunks.kept[chunk], missing - taken);
        }
    }
    return taken;
}

/* Every node alone. */
static void part_nodes(void *context, size_t share, unsigned thread)
{
    const struct making *making = context;
    struct scratch *scratch = making->scratch;
    const uint32_t n = making->starts->problem->n, end = (uint32_t)share_begin(n, share + 1);
    (void)thread;
    for (uint32_t i = (uint32_t)share_begin(n, share); i < end; ++i) {
        scratch->links[i][0] = scratch->links[i][1] = NONE;
        scratch->other[i] = i;
        if (i < making->starts->count) {
            scratch->ends.numbers[i] = i;
        }
    }
}

/* Every node alone, except partners. Returns how many edges the path of all but the joint misses. A joint with a
 * partner is the one end of the path: it is no end that anything is joined to. */
static uint32_t begin_fragments(struct making *making)
{
    const struct mosaic_starts *starts = making->starts;
    struct scratch *scratch = making->scratch;
    const uint32_t n = starts->problem->n, *partners = starts->problem->partners;
    uint32_t missing = starts->count - 1;
    base_team_run(making->team, SHARES, part_nodes, making);
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
        if (length > longest && !mosaic_is_fixed(problem, path[p], path[next])) {
            longest = length;
            first = next;
        }
    }
    memcpy(tour, path + first, (count - first) * sizeof *tour);
    memcpy(tour + (count - first), path, first * sizeof *tour);
    tour[count] = count;
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
        .noise = plain ? 0 : (uint64_t)((noise < MOST_NOISE ? noise : MOST_NOISE) * UNIT),
        .count = starts->listing.begins[SHARES],
    };
    struct listing listing = starts->listing;
    write_edges(&listing, team, scratch->items);
    for (uint32_t missing = begin_fragments(&making); missing > 0; ++making.round) {
        base_team_run(team, SHARES, blur, &making);
        const uint32_t taken =
            take_edges(&making, mosaic_sort(team, scratch->items, scratch->spare, making.count), missing);
        making.help = taken < missing / FEW;
        missing -= taken;
        if (missing > 0) {
            keep_ends(scratch);
            join_ends(&making);
        }
    }
    if (problem->joint) {
        walk(starts, scratch, tour->pos);
        insert_joint(problem, tour->pos, tour->ord);
    } else {
        walk(starts, scratch, tour->ord);
    }
    mosaic_tour_settle(problem, team, tour);
}
