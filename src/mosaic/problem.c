#include "problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bound/lists.h"
#include "tsp/assignment.h"
#include "tsp/metric.h"
#include "tsp/tour.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The curve                                                                                                          */

enum {
    DIGIT_BITS = 11, /* bits per digit of the radix sort: counts of all digits fit a first-level cache */
    DIGITS = 1 << DIGIT_BITS,
    FEW_BITS = 7,     /* bits per digit of fewer than FEW_ITEMS items, for which 2,048 counts would take most time */
    FEW_ITEMS = 2048, /* 30 starts of 100 nodes: 5 % less time of a search */
    RUNS = 16,        /* maximum number of threads that share a sort; sizes an array */
    RUN_LEAST = 16384 /* items below which one thread sorts faster than several */
};

/* Runs of items that threads count and then move: of items with equal digits, those of lower runs come first. */
struct sorting {
    struct mosaic_keyed *items, *spare;
    size_t count, runs;
    unsigned shift;           /* index of the lowest bit of the digit by which items are sorted */
    uint64_t last;            /* largest digit: 2^bits - 1 */
    unsigned bits;            /* number of bits per digit */
    uint64_t any[RUNS];       /* union of the bits of all keys, per run */
    size_t (*begins)[DIGITS]; /* [runs] number of items with a digit; later the index of the first */
};

static size_t run_begin(const struct sorting *sorting, size_t run)
{
    return sorting->count * run / sorting->runs;
}

static void count_run(void *context, size_t run, unsigned thread)
{
    struct sorting *sorting = context;
    size_t *begins = sorting->begins[run];
    uint64_t any = 0;
    (void)thread;
    memset(begins, 0, (sorting->last + 1) * sizeof *begins);
    for (size_t k = run_begin(sorting, run), end = run_begin(sorting, run + 1); k < end; ++k) {
        any |= sorting->items[k].key;
        ++begins[(sorting->items[k].key >> sorting->shift) & sorting->last];
    }
    sorting->any[run] = any;
}

static void move_run(void *context, size_t run, unsigned thread)
{
    struct sorting *sorting = context;
    size_t *begins = sorting->begins[run];
    (void)thread;
    for (size_t k = run_begin(sorting, run), end = run_begin(sorting, run + 1); k < end; ++k) {
        sorting->spare[begins[(sorting->items[k].key >> sorting->shift) & sorting->last]++] = sorting->items[k];
    }
}

/* Counts the items by digit, and converts the counts to the indices where items go. Returns the bits of all keys. */
static uint64_t count_digits(struct sorting *sorting, struct base_team *team)
{
    uint64_t any = 0;
    size_t begin = 0;
    base_team_run(team, sorting->runs, count_run, sorting);
    for (size_t digit = 0; digit <= sorting->last; ++digit) {
        for (size_t run = 0; run < sorting->runs; ++run) {
            const size_t here = sorting->begins[run][digit];
            any |= sorting->any[run];
            sorting->begins[run][digit] = begin;
            begin += here;
        }
    }
    return any;
}

struct mosaic_keyed *mosaic_sort(struct base_team *team, struct mosaic_keyed *items, struct mosaic_keyed *spare,
                                 size_t count)
{
    size_t begins[1][DIGITS];
    const size_t threads = base_team_size(team), runs = threads < RUNS ? threads : RUNS;
    size_t(*many)[DIGITS] = count < RUN_LEAST || runs == 1 ? NULL : base_array(runs, sizeof *many);
    struct sorting sorting = {.items = items,
                              .spare = spare,
                              .count = count,
                              .runs = many ? runs : 1,
                              .bits = count < FEW_ITEMS ? FEW_BITS : DIGIT_BITS};
    sorting.last = (UINT64_C(1) << sorting.bits) - 1;
    sorting.begins = many ? many : begins; /* the result does not depend on the number of runs */
    for (uint64_t any = UINT64_MAX; sorting.shift < 64 && any >> sorting.shift != 0; sorting.shift += sorting.bits) {
        any = (any >> sorting.shift & sorting.last) != 0 ? count_digits(&sorting, team) : any;
        if ((any >> sorting.shift & sorting.last) != 0) {
            base_team_run(team, sorting.runs, move_run, &sorting);
            struct mosaic_keyed *sorted = sorting.spare;
            sorting.spare = sorting.items;
            sorting.items = sorted;
        }
    }
    free(many);
    return sorting.items;
}

/* Cells per axis in a quarter of the square. Keys of the curve then have 44 bits: four digits of the radix sort. */
enum { HALF_BITS = 21, HALF = 1 << HALF_BITS };

/* The position of cell (x, y) on a Hilbert curve (1891) from (0, 0) to (HALF - 1, 0). */
static uint64_t hilbert(uint32_t x, uint32_t y)
{
    uint64_t along = 0;
    for (uint32_t bit = HALF / 2; bit > 0; bit /= 2) {
        const uint32_t right = (x & bit) != 0, upper = (y & bit) != 0;
        along = along << 2 | ((3 * right) ^ upper);
        const uint32_t turned = upper - 1; /* all bits or none; a branch would often be mispredicted */
        const uint32_t flipped = turned & (0 - right) & (HALF - 1), swapped = turned & (x ^ y);
        x ^= swapped ^ flipped;
        y ^= swapped ^ flipped;
    }
    return along;
}

/* The position on a closed curve (Moore 1900) of four Hilbert curves, up on the left and down on the right. */
static uint64_t moore(uint32_t x, uint32_t y)
{
    const bool right = x >= HALF, upper = y >= HALF;
    const uint64_t quarter = right ? (upper ? 2 : 3) : upper;
    const uint32_t u = x % HALF, v = y % HALF;
    return quarter << (2 * HALF_BITS) | hilbert(right ? HALF - 1 - v : v, right ? u : HALF - 1 - u);
}

/* The cell of a coordinate. NaN and values outside the square get a cell at the border. */
static uint32_t cell_of(double x, double low, double scale)
{
    const double at = (x - low) * scale;
    return at >= 2.0 * HALF ? 2 * HALF - 1 : at >= 0.0 ? (uint32_t)at : 0;
}

struct curve {
    const struct swarm_instance *instance;
    uint32_t count;             /* number of nodes of the instance */
    double low[2], scale;       /* lower corner of the square; cells per unit */
    struct mosaic_keyed *items; /* [count] each node with its key along the curve */
    uint32_t *order;            /* [count] nodes in the order of the curve */
};

/* Computes curve keys of a share. Nodes in the same cell are ordered by number. */
static void locate(void *context, size_t share, unsigned thread)
{
    const struct curve *curve = context;
    const double *x = curve->instance->coordinates, *y = x + curve->instance->info.node_count;
    (void)thread;
    for (uint32_t i = mosaic_share(curve->count, share), end = mosaic_share(curve->count, share + 1); i < end; ++i) {
        curve->items[i].key =
            moore(cell_of(x[i], curve->low[0], curve->scale), cell_of(y[i], curve->low[1], curve->scale));
        curve->items[i].a = i;
    }
}

static void write_order(void *context, size_t share, unsigned thread)
{
    const struct curve *curve = context;
    (void)thread;
    for (uint32_t i = mosaic_share(curve->count, share), end = mosaic_share(curve->count, share + 1); i < end; ++i) {
        curve->order[i] = curve->items[i].a;
    }
}

/* Writes the nodes along the curve to order[n], the joint last; without coordinates, in the order of their numbers. */
static enum swarm_status draw_curve(struct base_env *env, struct base_team *team, const struct swarm_instance *instance,
                                    uint32_t *order)
{
    const uint32_t n = instance->info.node_count, on_curve = instance->joint ? n - 1 : n;
    for (uint32_t i = instance->coordinates ? on_curve : 0; i < n; ++i) {
        order[i] = i;
    }
    if (instance->coordinates && on_curve > 0) {
        double low[2], high[2];
        for (size_t axis = 0; axis < 2; ++axis) {
            tsp_instance_extent(instance->coordinates + axis * n, on_curve, &low[axis], &high[axis]);
        }
        const double width = high[0] - low[0], height = high[1] - low[1], side = width > height ? width : height;
        struct mosaic_keyed *items = base_array((size_t)on_curve, 2 * sizeof *items);
        struct curve curve = {instance, on_curve, {low[0], low[1]}, side > 0.0 ? 2.0 * HALF / side : 0.0, items, order};
        TRY(items ? SWARM_OK : base_fail_memory(env));
        base_team_run(team, MOSAIC_SHARES, locate, &curve);
        curve.items = mosaic_sort(team, items, items + on_curve, on_curve);
        base_team_run(team, MOSAIC_SHARES, write_order, &curve);
        free(items);
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lists                                                                                                              */

/* Makes a doubled instance whose arcs have as lengths their reduced costs in the assignment of least length. Short
 * tours share most arcs with that assignment, so lists by these lengths are better. Edges that are not arcs are too
 * long for lists. The caller owns *reduced. docs/mosaic.md, Arcs. */
static enum swarm_status reduce_arcs(struct base_env *env, const struct swarm_instance *instance,
                                     struct swarm_instance **reduced)
{
    const uint32_t n = instance->info.node_count, count = n / 2;
    const int32_t *arcs = instance->matrix + (size_t)count * n; /* rows of the exits */
    int64_t *rows = base_array(count, 2 * sizeof *rows), *columns = rows ? rows + count : NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, tsp_instance_create(env, NULL, instance->info, n, reduced));
    int32_t *matrix = (*reduced)->matrix;
    if (!rows) {
        status = base_fail_memory(env);
        goto done;
    }
    TRY_OR(done, tsp_assignment_potentials(env, arcs, n, count, rows, columns));
    for (size_t i = 0; i < (size_t)n * n; ++i) {
        matrix[i] = INT32_MAX;
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < count; ++j) {
            const int64_t length = arcs[i * n + j] - rows[i] - columns[j];
            if (i != j) {
                matrix[(count + i) * n + j] = matrix[j * n + count + i] =
                    length < INT32_MAX ? (int32_t)length : INT32_MAX - 1;
            }
        }
    }

done:
    free(rows);
    return status;
}

void mosaic_sort_list(const struct mosaic_problem *problem, uint32_t *near, int32_t *lengths)
{
    for (uint32_t k = 1; k < problem->width; ++k) {
        const uint32_t node = near[k];
        const int32_t length = lengths[k];
        uint32_t at = k;
        for (; at > 0 && (lengths[at - 1] > length || (lengths[at - 1] == length && near[at - 1] > node)); --at) {
            near[at] = near[at - 1];
            lengths[at] = lengths[at - 1];
        }
        near[at] = node;
        lengths[at] = length;
    }
}

/* Candidate lists of the instance's nodes, which are copied to the problem's. */
struct copying {
    struct mosaic_problem *problem;
    const struct tsp_candidates *candidates;
    uint32_t first; /* instance's node where work item 0 begins */
    bool sorts;     /* True if the lists must still be sorted by length */
};

enum { SOME_NODES = 4096, ITEMS = 64 }; /* nodes per work item; work items between two checks of the clock */

static void copy_lists(void *context, size_t item, unsigned thread)
{
    const struct copying *copying = context;
    const struct mosaic_problem *problem = copying->problem;
    const struct tsp_candidates *candidates = copying->candidates;
    const size_t begin = copying->first + item * SOME_NODES, width = problem->width;
    (void)thread;
    for (size_t i = begin; i < begin + SOME_NODES && i < problem->n; ++i) {
        const uint32_t *list = candidates->nodes + (size_t)problem->order[i] * candidates->length;
        uint32_t *near = problem->near + i * width;
        int32_t *lengths = problem->near_length + i * width;
        for (uint32_t k = 0, at = 0; k < width; ++at) {
            const uint32_t other = problem->number[list[at]];
            if (!mosaic_is_fixed(problem, (uint32_t)i, other)) {
                near[k] = other;
                lengths[k++] = mosaic_length(problem, (uint32_t)i, other);
            }
        }
        if (copying->sorts) {
            mosaic_sort_list(problem, near, lengths);
        }
    }
}

/* Makes lists without partners. If nodes have partners, each list first has a spare entry; the partner, or else the
 * last entry, is removed. */
static enum swarm_status make_lists(struct base_env *env, struct base_team *team, struct tsp_candidates candidates,
                                    double deadline, struct mosaic_problem *problem)
{
    const uint32_t n = problem->n, width = candidates.length;
    const uint32_t spare = problem->partners && !problem->doubled;
    const uint32_t most = problem->doubled ? n / 2 - 1 : width; /* all other edges of doubled instances are forbidden */
    struct swarm_instance *reduced = NULL;
    enum swarm_status status = SWARM_OK;
    candidates.length = (width < most ? width : most) + spare;
    if (problem->doubled) {
        TRY_OR(done, reduce_arcs(env, problem->instance, &reduced));
    }
    TRY_OR(done, bound_candidates_init(env, reduced ? reduced : problem->instance, team, deadline, &candidates, 1));
    if (!candidates.nodes) {
        goto done;
    }
    problem->width = candidates.length > spare ? candidates.length - spare : 0;
    problem->near_length = base_arrays_add(&problem->arrays, (size_t)n * problem->width, sizeof *problem->near_length);
    problem->near = base_arrays_add(&problem->arrays, (size_t)n * problem->width, sizeof *problem->near);
    if (problem->arrays.failed) {
        status = base_fail_memory(env);
        goto done;
    }
    struct copying copying = {.problem = problem, .candidates = &candidates, .sorts = reduced != NULL};
    for (size_t first = 0; first < n; first += (size_t)ITEMS * SOME_NODES) {
        if (base_interrupted(env, deadline)) {
            problem->near = NULL;
            goto done;
        }
        const size_t items = (n - first + SOME_NODES - 1) / SOME_NODES;
        copying.first = (uint32_t)first;
        base_team_run(team, items < ITEMS ? items : ITEMS, copy_lists, &copying);
    }

done:
    swarm_instance_destroy(&reduced);
    tsp_candidates_deinit(&candidates);
    return status;
}

static void copy_nodes(void *context, size_t share, unsigned thread)
{
    const struct mosaic_problem *problem = context;
    const size_t n = problem->n, size = problem->dimensions;
    (void)thread;
    for (uint32_t i = mosaic_share(problem->n, share), end = mosaic_share(problem->n, share + 1); i < end; ++i) {
        const uint32_t node = problem->order[i];
        problem->number[node] = i;
        for (size_t axis = 0; axis < size && axis < 3; ++axis) {
            problem->points[i * size + axis] = problem->instance->coordinates[axis * n + node];
        }
    }
}

uint64_t mosaic_lengths_bytes(const struct swarm_instance *instance)
{
    const uint64_t n = instance->info.node_count;
    return instance->matrix || n <= MOSAIC_SMALL_NODES ? n * n * sizeof(int32_t) : 0;
}

static enum swarm_status make_lengths(struct base_env *env, struct mosaic_problem *problem)
{
    const uint32_t n = problem->n;
    int32_t *lengths = base_arrays_add(&problem->arrays, (size_t)n * n, sizeof *lengths);
    TRY(lengths ? SWARM_OK : base_fail_memory(env));
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j <= i; ++j) {
            lengths[(size_t)i * n + j] = lengths[(size_t)j * n + i] = mosaic_length(problem, i, j);
        }
    }
    problem->lengths = lengths;
    return SWARM_OK;
}

enum swarm_status mosaic_problem_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, struct tsp_candidates lists, double deadline,
                                      struct mosaic_problem *problem)
{
    const size_t n = instance->info.node_count;
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    const uint32_t size = instance->coordinates ? mosaic_dimensions(instance) : 0;
    struct base_arrays *arrays = &problem->arrays;
    problem->instance = instance;
    problem->n = (uint32_t)n;
    problem->joint = instance->joint;
    problem->doubled = instance->doubled;
    problem->metric = metric->on_device ? (int)instance->info.metric : 0;
    problem->dimensions = size;
    problem->order = base_arrays_add(arrays, n, sizeof *problem->order);
    problem->number = base_arrays_add(arrays, n, sizeof *problem->number);
    problem->partners = instance->partners ? base_arrays_add(arrays, n, sizeof *problem->partners) : NULL;
    problem->points = size > 0 ? base_arrays_add(arrays, n, size * sizeof *problem->points) : NULL;
    TRY(arrays->failed ? base_fail_memory(env) : SWARM_OK);
    TRY(draw_curve(env, team, instance, problem->order));
    base_team_run(team, MOSAIC_SHARES, copy_nodes, problem);
    for (size_t i = 0; problem->partners && i < n; ++i) {
        const uint32_t partner = instance->partners[problem->order[i]];
        problem->partners[i] = partner == TSP_NO_NODE ? TSP_NO_NODE : problem->number[partner];
    }
    if (mosaic_lengths_bytes(instance) > 0) {
        TRY(make_lengths(env, problem));
    }
    if (!base_interrupted(env, deadline)) {
        TRY(make_lists(env, team, lists, deadline, problem));
    }
    return SWARM_OK;
}

void mosaic_problem_deinit(struct mosaic_problem *problem)
{
    base_arrays_free(&problem->arrays);
    *problem = (struct mosaic_problem){.instance = NULL};
}

struct measuring {
    const struct mosaic_problem *problem;  /* NULL: `ord` has nodes of the instance */
    const struct swarm_instance *instance; /* its lengths if there is no problem */
    uint32_t n;
    const uint32_t *ord;
    uint32_t *pos; /* [n] receives the position of each node; NULL: not wanted */
    int64_t lengths[MOSAIC_SHARES];
};

/* Measures the edges after positions [from, to), and sets the positions of their first nodes. */
static int64_t measure_range(const struct measuring *measuring, uint32_t from, uint32_t to)
{
    const struct mosaic_problem *problem = measuring->problem;
    const uint32_t *ord = measuring->ord, n = measuring->n;
    int64_t length = 0;
    for (uint32_t p = from; p < to; ++p) {
        const uint32_t next = ord[position_after(p, n)];
        length +=
            problem ? mosaic_length(problem, ord[p], next) : tsp_instance_distance(measuring->instance, ord[p], next);
        if (measuring->pos) {
            measuring->pos[ord[p]] = p;
        }
    }
    return length;
}

static void measure_share(void *context, size_t share, unsigned thread)
{
    struct measuring *measuring = context;
    const uint32_t n = measuring->n;
    (void)thread;
    measuring->lengths[share] = measure_range(measuring, mosaic_share(n, share), mosaic_share(n, share + 1));
}

static int64_t measure(struct base_team *team, struct measuring *measuring)
{
    int64_t length = 0;
    if (!team) {
        return measure_range(measuring, 0, measuring->n); /* shares of few nodes would take most of the time */
    }
    base_team_run(team, MOSAIC_SHARES, measure_share, measuring);
    for (size_t share = 0; share < MOSAIC_SHARES; ++share) {
        length += measuring->lengths[share];
    }
    return length;
}

int64_t mosaic_tour_measure(const struct mosaic_problem *problem, struct base_team *team, const uint32_t *ord)
{
    return measure(team, &(struct measuring){.problem = problem, .n = problem->n, .ord = ord});
}

void mosaic_tour_settle(const struct mosaic_problem *problem, struct base_team *team, struct mosaic_tour *tour)
{
    tour->length = measure(team, &(struct measuring){problem, NULL, problem->n, tour->ord, tour->pos, {0}});
}

enum swarm_status mosaic_curve_tour(struct base_env *env, struct base_team *team, const struct swarm_instance *instance,
                                    uint32_t *tour, int64_t *length)
{
    TRY(draw_curve(env, team, instance, tour));
    TRY(tsp_tour_pair(env, instance, tour));
    *length = measure(team, &(struct measuring){.instance = instance, .n = instance->info.node_count, .ord = tour});
    return SWARM_OK;
}
