#include "start.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "draws.h"

enum {
    LISTED = 7,     /* candidates of a node that enter first: more change little */
    NEAREST = 6,    /* candidates of an end of a fragment */
    LEAF = 8,       /* ends */
    DRAWN = 8,      /* numbers of 16 bits in a block */
    FEW = 16,       /* a round that makes less than this part of the edges missing needs help */
    LEVELS = 32,    /* of a tree, at most */
    UNIT = 1 << 16, /* of noise */
    MOST_NOISE = UNIT - 1
};

#define NONE UINT32_MAX

struct box {
    double low[3], high[3];
};

/* What one thread works with. */
struct scratch {
    struct mosaic_keyed *items, *spare; /* [capacity] */
    uint32_t (*links)[2];               /* [n] neighbours; NONE: not yet */
    uint32_t *other;                    /* [n] the other end of the fragment, itself while alone; NONE: inside */
    uint32_t *ends;                     /* [count] numbers that are ends, ascending: neighbours on the curve */
    uint32_t end_count;
    struct box *boxes;         /* [2 * leaves] of a tree over ends: root 1, children of t are 2t and 2t + 1 */
    struct base_arrays arrays; /* all of them */
};

struct mosaic_starts {
    const struct mosaic_problem *problem;
    uint32_t count;       /* of nodes but the joint */
    uint32_t axes;        /* of the places; 0: there are none, and ends are compared by length */
    uint32_t stride;      /* doubles from place to place */
    const double *places; /* [count][stride] */
    double *owned;        /* places that were made for it */
    size_t edge_count;
    struct mosaic_keyed *edges; /* [edge_count] lengths and numbers */
    size_t capacity;            /* of items: at least edge_count and two for each node */
    unsigned threads;
    struct scratch *scratch; /* [threads] */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* What all starts share                                                                                              */

/* Boxes for that many ends: leaves are a power of two, and there are twice as many boxes. */
static size_t box_count(uint32_t ends)
{
    size_t leaves = 1;
    while (leaves * LEAF < ends) {
        leaves *= 2;
    }
    return 2 * leaves;
}

/* The first candidates of a number, without the joint; returns how many. */
static uint32_t list_of(const struct mosaic_problem *problem, uint32_t i, uint32_t places[LISTED])
{
    uint32_t used = 0;
    for (uint32_t k = 0; k < problem->width && used < LISTED; ++k) {
        if (!problem->joint || problem->near[(size_t)i * problem->width + k] != problem->n - 1) {
            places[used++] = k;
        }
    }
    return used;
}

static bool lists(const struct mosaic_problem *problem, uint32_t i, uint32_t wanted)
{
    uint32_t places[LISTED];
    const uint32_t used = list_of(problem, i, places);
    for (uint32_t k = 0; k < used; ++k) {
        if (problem->near[(size_t)i * problem->width + places[k]] == wanted) {
            return true;
        }
    }
    return false;
}

/* Writes every candidate edge once, unless `edges` is NULL; returns how many. */
static size_t collect(const struct mosaic_starts *starts, struct mosaic_keyed *edges)
{
    const struct mosaic_problem *problem = starts->problem;
    size_t count = 0;
    for (uint32_t i = 0; i < starts->count; ++i) {
        uint32_t places[LISTED];
        const uint32_t used = list_of(problem, i, places);
        for (uint32_t k = 0; k < used; ++k) {
            const size_t at = (size_t)i * problem->width + places[k];
            const uint32_t j = problem->near[at];
            if (i < j || !lists(problem, j, i)) {
                if (edges) {
                    edges[count] = (struct mosaic_keyed){(uint64_t)problem->near_length[at], i, j};
                }
                ++count;
            }
        }
    }
    return count;
}

/* Where numbers are, for the search among ends. */
static bool find_places(struct mosaic_starts *starts)
{
    const struct mosaic_problem *problem = starts->problem;
    const struct swarm_instance *instance = problem->instance;
    if (problem->points) {
        starts->places = problem->points;
        starts->stride = problem->dimensions;
        starts->axes = problem->dimensions == 2 ? 2 : 3;
    } else if (instance->coordinates) {
        const size_t n = problem->n;
        starts->axes = starts->stride = 2;
        starts->places = starts->owned = base_array(n, 2 * sizeof *starts->owned);
        for (size_t i = 0; starts->owned && i < n; ++i) {
            starts->owned[2 * i] = instance->coordinates[problem->order[i]];
            starts->owned[2 * i + 1] = instance->coordinates[n + problem->order[i]];
        }
        return starts->owned != NULL;
    }
    return true;
}

static bool make_scratch(const struct mosaic_starts *starts, struct scratch *scratch)
{
    struct base_arrays *arrays = &scratch->arrays;
    scratch->items = base_arrays_add(arrays, starts->capacity, sizeof *scratch->items);
    scratch->spare = base_arrays_add(arrays, starts->capacity, sizeof *scratch->spare);
    scratch->links = base_arrays_add(arrays, starts->problem->n, sizeof *scratch->links);
    scratch->other = base_arrays_add(arrays, starts->problem->n, sizeof *scratch->other);
    scratch->ends = base_arrays_add(arrays, starts->count, sizeof *scratch->ends);
    scratch->boxes = base_arrays_add(arrays, starts->axes > 0 ? box_count(starts->count) : 0, sizeof *scratch->boxes);
    return !arrays->failed;
}

enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem, unsigned threads,
                                       struct mosaic_starts **starts)
{
    struct mosaic_starts *made = base_array(1, sizeof *made);
    if (!made) {
        return base_fail_memory(env);
    }
    made->problem = problem;
    made->count = problem->joint ? problem->n - 1 : problem->n;
    made->threads = threads;
    made->edge_count = collect(made, NULL);
    made->capacity = made->edge_count > 2 * (size_t)made->count ? made->edge_count : 2 * (size_t)made->count;
    made->edges = base_array(made->edge_count, sizeof *made->edges);
    made->scratch = base_array(threads, sizeof *made->scratch);
    bool complete = made->edges && made->scratch && find_places(made);
    for (unsigned thread = 0; complete && thread < threads; ++thread) {
        complete = make_scratch(made, &made->scratch[thread]);
    }
    if (!complete) {
        mosaic_starts_destroy(&made);
        return base_fail_memory(env);
    }
    collect(made, made->edges);
    *starts = made;
    return SWARM_OK;
}

void mosaic_starts_destroy(struct mosaic_starts **starts)
{
    struct mosaic_starts *gone = *starts;
    *starts = NULL;
    if (!gone) {
        return;
    }
    for (unsigned thread = 0; gone->scratch && thread < gone->threads; ++thread) {
        base_arrays_free(&gone->scratch[thread].arrays);
    }
    free(gone->scratch);
    free(gone->edges);
    free(gone->owned);
    free(gone);
}

uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads)
{
    const uint64_t listed = width < LISTED ? width : LISTED, items = listed > 2 ? listed : 2;
    const uint64_t shared = n * (listed * sizeof(struct mosaic_keyed) + 2 * sizeof(double));
    const uint64_t own = n * (2 * items * sizeof(struct mosaic_keyed) + 4 * sizeof(uint32_t))
                         + box_count(n) * sizeof(struct box) + sizeof(struct scratch);
    return sizeof(struct mosaic_starts) + shared + threads * own;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The nearest ends                                                                                                   */

/* An end that was found. Nearer is less in (distance, apart, index): of many ends in one place each finds others, and
 * not all the same few. */
struct found {
    double distance; /* its square where there are places */
    uint32_t apart;  /* places on the curve between the two, of ends alone */
    uint32_t index;  /* into ends[] */
};

struct search {
    const struct mosaic_starts *starts;
    const struct scratch *scratch;
    uint32_t index; /* of the end that looks round */
    uint32_t mate;  /* the number at the other end of its fragment */
    uint32_t wanted, count;
    struct found found[NEAREST]; /* [count] in order */
};

static bool nearer(const struct found *a, const struct found *b)
{
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    return a->apart != b->apart ? a->apart < b->apart : a->index < b->index;
}

static uint32_t apart_of(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static double distance_of(const struct mosaic_starts *starts, uint32_t i, uint32_t j)
{
    if (starts->axes == 0) {
        return (double)mosaic_length(starts->problem, i, j);
    }
    const double *a = starts->places + (size_t)i * starts->stride, *b = starts->places + (size_t)j * starts->stride;
    double sum = 0.0;
    for (uint32_t axis = 0; axis < starts->axes; ++axis) {
        sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
    }
    return sum;
}

/* Looks at ends [begin, end). */
static void look(struct search *search, uint32_t begin, uint32_t end)
{
    const uint32_t *ends = search->scratch->ends;
    for (uint32_t index = begin; index < end; ++index) {
        if (index == search->index || ends[index] == search->mate
            || mosaic_is_forbidden(search->starts->problem, ends[search->index], ends[index])) {
            continue;
        }
        const struct found found = {distance_of(search->starts, ends[search->index], ends[index]),
                                    apart_of(search->index, index), index};
        if (search->count == search->wanted && !nearer(&found, &search->found[search->count - 1])) {
            continue;
        }
        uint32_t at = search->count < search->wanted ? search->count++ : search->count - 1;
        for (; at > 0 && nearer(&found, &search->found[at - 1]); --at) {
            search->found[at] = search->found[at - 1];
        }
        search->found[at] = found;
    }
}

/* A box of the tree: ends [begin, begin + width), as far as there are so many. */
struct branch {
    size_t box;
    size_t begin, width;
    struct found bound; /* nothing in it is nearer */
};

static uint32_t branch_end(const struct search *search, const struct branch *branch)
{
    const size_t end = branch->begin + branch->width;
    return end < search->scratch->end_count ? (uint32_t)end : search->scratch->end_count;
}

static struct branch branch_of(const struct search *search, size_t box, size_t begin, size_t width)
{
    const struct mosaic_starts *starts = search->starts;
    struct branch branch = {.box = box, .begin = begin, .width = width};
    if (begin >= search->scratch->end_count) {
        return branch;
    }
    const double *place = starts->places + (size_t)search->scratch->ends[search->index] * starts->stride;
    const struct box *bounds = &search->scratch->boxes[box];
    for (uint32_t axis = 0; axis < starts->axes; ++axis) {
        const double outside = place[axis] < bounds->low[axis]    ? bounds->low[axis] - place[axis]
                               : place[axis] > bounds->high[axis] ? place[axis] - bounds->high[axis]
                                                                  : 0.0;
        branch.bound.distance += outside * outside;
    }
    branch.bound.apart =
        search->index < begin ? (uint32_t)begin - search->index : search->index - (branch_end(search, &branch) - 1);
    branch.bound.index = (uint32_t)begin;
    return branch;
}

static void descend(struct search *search, struct branch top)
{
    struct branch stack[2 * LEVELS];
    uint32_t height = 0;
    stack[height++] = top;
    while (height > 0) {
        const struct branch branch = stack[--height];
        if (branch.begin >= search->scratch->end_count
            || (search->count == search->wanted && !nearer(&branch.bound, &search->found[search->count - 1]))) {
            continue;
        }
        if (branch.width == LEAF) {
            look(search, (uint32_t)branch.begin, branch_end(search, &branch));
            continue;
        }
        const size_t half = branch.width / 2;
        const struct branch left = branch_of(search, 2 * branch.box, branch.begin, half);
        const struct branch right = branch_of(search, 2 * branch.box + 1, branch.begin + half, half);
        const bool right_first = right.begin < search->scratch->end_count && nearer(&right.bound, &left.bound);
        stack[height++] = right_first ? left : right;
        stack[height++] = right_first ? right : left;
    }
}

/* From the end's own leaf upwards: what is near is mostly near on the curve. */
static void find_nearest(struct search *search, size_t leaves)
{
    if (search->starts->axes == 0) {
        look(search, 0, search->scratch->end_count);
        return;
    }
    size_t box = leaves + search->index / LEAF, begin = search->index / LEAF * LEAF;
    descend(search, (struct branch){.box = box, .begin = begin, .width = LEAF});
    for (size_t width = LEAF; box > 1; box /= 2, width *= 2) {
        descend(search, branch_of(search, box ^ 1, begin ^ width, width));
        begin &= ~width;
    }
}

static void make_boxes(const struct mosaic_starts *starts, struct scratch *scratch, size_t leaves)
{
    for (size_t box = 2 * leaves - 1; box > 0; --box) {
        struct box bounds = {{0.0}, {0.0}};
        bool any = false;
        const uint32_t parts = box >= leaves ? LEAF : 2;
        for (uint32_t part = 0; part < parts; ++part) {
            const double *low, *high;
            if (box >= leaves) {
                const size_t index = (box - leaves) * LEAF + part;
                if (index >= scratch->end_count) {
                    break;
                }
                low = high = starts->places + (size_t)scratch->ends[index] * starts->stride;
            } else {
                low = scratch->boxes[2 * box + part].low;
                high = scratch->boxes[2 * box + part].high;
                if (!(low[0] <= high[0])) {
                    break;
                }
            }
            for (uint32_t axis = 0; axis < starts->axes; ++axis) {
                bounds.low[axis] = any && bounds.low[axis] < low[axis] ? bounds.low[axis] : low[axis];
                bounds.high[axis] = any && bounds.high[axis] > high[axis] ? bounds.high[axis] : high[axis];
            }
            any = true;
        }
        if (!any) { /* empty boxes are the last of their level, and known by this */
            bounds.low[0] = 1.0;
            bounds.high[0] = 0.0;
        }
        scratch->boxes[box] = bounds;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Greedy edges                                                                                                       */

/* Numbers that still are ends, from those that were. */
static void keep_ends(const struct mosaic_starts *starts, struct scratch *scratch, bool first)
{
    const uint32_t before = first ? starts->count : scratch->end_count;
    scratch->end_count = 0;
    for (uint32_t k = 0; k < before; ++k) {
        const uint32_t number = first ? k : scratch->ends[k];
        if (scratch->other[number] != NONE) {
            scratch->ends[scratch->end_count++] = number;
        }
    }
}

/* The next end on the curve that is of another fragment, and may be joined to this one; there is one. */
static uint32_t successor(const struct mosaic_starts *starts, const struct scratch *scratch, uint32_t index)
{
    const uint32_t end = scratch->ends[index], mate = scratch->other[end];
    uint32_t next = index;
    do {
        next = next + 1 < scratch->end_count ? next + 1 : 0;
    } while (next == index || scratch->ends[next] == mate
             || mosaic_is_forbidden(starts->problem, end, scratch->ends[next]));
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
    const uint32_t ends = scratch->end_count;
    const size_t fitting = starts->capacity / ends - 1, leaves = box_count(ends) / 2;
    uint32_t wanted = fitting < NEAREST ? (uint32_t)fitting : NEAREST;
    wanted = wanted < ends - 1 ? wanted : ends - 1;
    const size_t length = wanted + help;
    if (starts->axes > 0) {
        make_boxes(starts, scratch, leaves);
    }
    for (uint32_t index = 0; index < ends; ++index) {
        struct mosaic_keyed *list = scratch->spare + index * length;
        struct search search = {.starts = starts,
                                .scratch = scratch,
                                .index = index,
                                .mate = scratch->other[scratch->ends[index]],
                                .wanted = wanted};
        find_nearest(&search, leaves);
        for (uint32_t k = 0; k < wanted; ++k) {
            list[k].b = k < search.count ? search.found[k].index : NONE;
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
                const uint32_t a = scratch->ends[index], b = scratch->ends[to];
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

/* Every node alone but for partners. Returns how many edges the path of all but the joint misses. A joint with a
 * partner is the one end of the path: it is no end that anything is joined to. */
static uint32_t begin_fragments(const struct mosaic_starts *starts, struct scratch *scratch)
{
    const uint32_t n = starts->problem->n, *partners = starts->problem->partners;
    uint32_t missing = starts->count - 1;
    for (uint32_t i = 0; i < n; ++i) {
        scratch->links[i][0] = scratch->links[i][1] = NONE;
        scratch->other[i] = i;
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
            keep_ends(starts, scratch, round == 0);
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
