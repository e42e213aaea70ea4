#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "cl/shared/draw_sequence.h"
#include "tsp/metric.h"

/* Limits measured in bench/mosaic/README.md. */
enum {
    LEAST = 60000, /* minimum number of nodes of a tour that is improved in parts */
    NODES = 10000  /* maximum number of nodes per part: its arrays fit a core's cache */
};

enum { OPEN = 1, DIRTY = 2 };

/* A part of a tour. Its node numbers are offsets from the beginning of its window. */
struct part {
    uint32_t begin; /* begin of the window, as an offset from parts->base */
    struct mosaic_problem problem;
    struct mosaic_individual own;
    uint32_t *words; /* [ARRAY_WORDS(size)] tour of the part, in the layout of array_search.h */
    uint32_t *nodes; /* [size] number of each node in the whole problem */
    uint8_t *open;   /* [size] OPEN: the node has candidates in other parts; DIRTY: it must be examined after joining */
    int64_t length;  /* length of the closed path before the improvement */
    int64_t looked;  /* number of nodes that the last call of the search examined */
};

struct mosaic_parts {
    const struct mosaic_problem *problem;
    struct part *parts; /* [count] parts of the individual that is being improved */
    uint32_t count;
    uint32_t base;                        /* position in the tour where the first window begins */
    struct mosaic_population *population; /* valid, like the members below, only during an improvement */
    uint32_t individual, budget;
    uint64_t seed;
    struct base_arrays arrays;
};

bool mosaic_parts_fit(const struct swarm_instance *instance)
{
    return instance->info.node_count >= LEAST && instance->coordinates && tsp_metrics[instance->info.metric].on_device
           && !instance->joint && !instance->partners;
}

static uint32_t window_begin(uint32_t n, uint32_t count, uint32_t i)
{
    return (uint32_t)((uint64_t)n * i / count);
}

/* Makes the arrays of all parts, or counts their bytes. */
static void list_arrays(struct mosaic_parts *parts, uint32_t n, uint32_t width, uint32_t dimensions)
{
    struct base_arrays *arrays = &parts->arrays;
    const size_t lists = (size_t)n * width, stride = ARRAY_WORDS((uint64_t)NODES);
    parts->count = (n + NODES - 1) / NODES;
    parts->parts = base_arrays_add(arrays, parts->count, sizeof *parts->parts);
    uint32_t *near = base_arrays_add(arrays, lists, sizeof *near);
    int32_t *near_length = base_arrays_add(arrays, lists, sizeof *near_length);
    uint32_t *partners = base_arrays_add(arrays, n, sizeof *partners);
    double *points = base_arrays_add(arrays, n, dimensions * sizeof *points);
    uint32_t *words = base_arrays_add(arrays, parts->count, stride * sizeof *words);
    uint32_t *nodes = base_arrays_add(arrays, n, sizeof *nodes);
    uint8_t *open = base_arrays_add(arrays, n, sizeof *open);
    for (uint32_t i = 0; i < parts->count && !arrays->counts && !arrays->failed; ++i) {
        const uint32_t begin = window_begin(n, parts->count, i);
        parts->parts[i] = (struct part){
            .begin = begin,
            .words = words + i * stride,
            .nodes = nodes + begin,
            .open = open + begin,
            .problem =
                {
                    .n = window_begin(n, parts->count, i + 1) - begin,
                    .width = width,
                    .near = near + (size_t)begin * width,
                    .near_length = near_length + (size_t)begin * width,
                    .partners = partners + begin,
                    .dimensions = dimensions,
                    .points = points + (size_t)begin * dimensions,
                },
        };
    }
}

uint64_t mosaic_parts_bytes(const struct swarm_instance *instance, uint32_t width)
{
    struct mosaic_parts all = {.arrays.counts = true};
    if (mosaic_parts_fit(instance)) {
        list_arrays(&all, instance->info.node_count, width, mosaic_dimensions(instance));
    }
    return all.arrays.bytes;
}

enum swarm_status mosaic_parts_create(struct base_env *env, const struct mosaic_problem *problem,
                                      struct mosaic_parts **parts)
{
    struct mosaic_parts *made = *parts = base_array(1, sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->problem = problem;
    list_arrays(made, problem->n, problem->width, problem->dimensions);
    return made->arrays.failed ? base_fail_memory(env) : SWARM_OK;
}

void mosaic_parts_destroy(struct mosaic_parts **parts)
{
    if (*parts) {
        base_arrays_free(&(*parts)->arrays);
        free(*parts);
    }
    *parts = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Dividing                                                                                                           */

/* Lists the candidates of a node within its part. Repeats the last one for each candidate in another part; if none is
 * left, lists a neighbour. Returns true if there are candidates in other parts. */
static bool list_candidates(const struct mosaic_parts *parts, const struct part *part, const uint32_t *pos, uint32_t at)
{
    const struct mosaic_problem *whole = parts->problem;
    const uint32_t n = whole->n, width = whole->width;
    const size_t list = (size_t)part->nodes[at] * width;
    uint32_t *near = part->problem.near + (size_t)at * width, used = 0;
    int32_t *lengths = part->problem.near_length + (size_t)at * width;
    for (uint32_t k = 0; k < width; ++k) {
        const uint32_t number = position_minus(pos[whole->near[list + k]], parts->base, n) - part->begin;
        if (number < part->problem.n) {
            near[used] = number;
            lengths[used++] = whole->near_length[list + k];
        }
    }
    const bool open = used < width;
    if (used == 0) {
        near[0] = at > 0 ? at - 1 : 1;
        lengths[0] = mosaic_length(&part->problem, at, near[0]);
        used = 1;
    }
    for (; used < width; ++used) {
        near[used] = near[used - 1];
        lengths[used] = lengths[used - 1];
    }
    return open;
}

static void divide(void *context, size_t item, unsigned thread)
{
    struct mosaic_parts *parts = context;
    struct part *part = &parts->parts[item];
    struct mosaic_problem *problem = &part->problem;
    const struct mosaic_problem *whole = parts->problem;
    const struct mosaic_tour tour = mosaic_population_tour(parts->population, parts->individual);
    const struct mosaic_individual *own = &parts->population->individuals[parts->individual];
    const uint32_t *dirty = mosaic_population_dirty(parts->population, parts->individual);
    const uint32_t size = problem->n, dimensions = whole->dimensions;
    const uint64_t kicks = own->kick_end - own->kicks, first = own->kicks + kicks * part->begin / whole->n;
    uint32_t *ord = part->words, *queue = ord + 2 * (size_t)size, *queued = ord + 4 * (size_t)size;
    (void)thread;
    problem->metric = whole->metric;
    for (uint32_t i = 0; i < size; ++i) {
        part->nodes[i] = tour.ord[position_plus(parts->base, part->begin + i, whole->n)];
        memcpy(problem->points + (size_t)i * dimensions, whole->points + (size_t)part->nodes[i] * dimensions,
               dimensions * sizeof *problem->points);
        problem->partners[i] = TSP_NO_NODE;
    }
    problem->partners[0] = size - 1;
    problem->partners[size - 1] = 0;
    part->own = (struct mosaic_individual){
        .kicks = first,
        .kick_begin = first,
        .kick_end = own->kicks + kicks * (part->begin + size) / whole->n,
        .threshold = own->threshold,
        .population = own->population,
        .number = own->number,
        .kopt = own->kopt,
        .beam = own->beam,
    };
    memset(queued, 0, ARRAY_QUEUED_WORDS(size) * sizeof *queued);
    for (uint32_t i = 0; i < size; ++i) {
        const bool marked = mosaic_is_marked(dirty, part->nodes[i]);
        ord[i] = ord[size + i] = i;
        part->open[i] = list_candidates(parts, part, tour.pos, i) ? (marked ? OPEN | DIRTY : OPEN) : 0;
        if (marked) {
            mosaic_mark(queued, i);
            queue[part->own.count++] = i;
        }
    }
    part->own.length = part->own.before = part->length = mosaic_tour_measure(problem, NULL, ord);
}

void mosaic_parts_begin(struct mosaic_parts *parts, struct base_team *team, struct mosaic_population *population,
                        uint32_t individual, uint64_t seed, uint32_t round)
{
    const struct mosaic_individual *own = &population->individuals[individual];
    const struct draw_stream stream = draw_stream_of(seed, own->number, own->population);
    parts->population = population;
    parts->individual = individual;
    parts->seed = seed;
    parts->base = (uint32_t)((uint64_t)draw_block(stream, DRAW_PARTS, 0, round).w0 * parts->problem->n >> 32);
    base_team_run(team, parts->count, divide, parts);
    memset(mosaic_population_dirty(population, individual), 0,
           ARRAY_QUEUED_WORDS(parts->problem->n) * sizeof *population->dirty);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Improving and joining                                                                                              */

static void improve_part(void *context, size_t item, unsigned thread)
{
    struct mosaic_parts *parts = context;
    struct part *part = &parts->parts[item];
    const uint64_t before = part->own.looked;
    (void)thread;
    mosaic_array_improve(&part->problem, part->words, &part->own, parts->seed, parts->budget);
    part->looked = (int64_t)(part->own.looked - before);
}

uint32_t mosaic_parts_improve(struct mosaic_parts *parts, struct base_team *team, uint32_t budget)
{
    int64_t most = 0;
    parts->budget = budget;
    base_team_run(team, parts->count, improve_part, parts);
    for (uint32_t i = 0; i < parts->count; ++i) {
        most = parts->parts[i].looked > most ? parts->parts[i].looked : most;
    }
    return (uint32_t)most;
}

/* Decides a kick whose search was cut, and writes the path back, beginning with its first node. */
static void join(void *context, size_t item, unsigned thread)
{
    struct mosaic_parts *parts = context;
    struct part *part = &parts->parts[item];
    const struct mosaic_tour tour = mosaic_population_tour(parts->population, parts->individual);
    const uint32_t n = parts->problem->n, size = part->problem.n, *ord = part->words, *pos = ord + size;
    (void)thread;
    mosaic_array_decide(&part->problem, part->words, &part->own);
    const bool backward = ord[position_after(pos[0], size)] == size - 1;
    for (uint32_t i = 0, p = pos[0]; i < size; ++i) {
        const uint32_t at = ord[p], position = position_plus(parts->base, part->begin + i, n);
        const uint32_t before = ord[position_before(p, size)], after = ord[position_after(p, size)];
        const bool changed = before + after != 2 * at || (before != at + 1 && before + 1 != at);
        part->open[at] |= changed && at > 0 && at < size - 1 && part->open[at] ? DIRTY : 0;
        tour.ord[position] = part->nodes[at];
        tour.pos[part->nodes[at]] = position;
        p = backward ? position_before(p, size) : position_after(p, size);
    }
}

void mosaic_parts_end(struct mosaic_parts *parts, struct base_team *team)
{
    struct mosaic_individual *own = &parts->population->individuals[parts->individual];
    uint32_t *dirty = mosaic_population_dirty(parts->population, parts->individual);
    uint64_t kicks = 0;
    base_team_run(team, parts->count, join, parts);
    for (uint32_t i = 0; i < parts->count; ++i) {
        const struct part *part = &parts->parts[i];
        const uint32_t *queued = part->words + 4 * (size_t)part->problem.n;
        own->length -= part->length - part->own.length;
        own->looked += part->own.looked;
        own->better += part->own.better;
        kicks += part->own.kicks - part->own.kick_begin;
        for (uint32_t at = 0; at < part->problem.n; ++at) {
            if ((part->open[at] & DIRTY) || mosaic_is_marked(queued, at)) {
                mosaic_mark(dirty, part->nodes[at]);
            }
        }
    }
    own->kicks += kicks;
}
