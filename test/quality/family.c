/* Checks by brute force that every algorithm, with every local search, on lists and on whole rows, finds a shortest
 * tour of small instances.
 *
 * usage: family [--all] [--verbose]
 *
 * Random instances have 3 to 9 nodes: points in the plane, points of which many coincide, symmetric and asymmetric
 * matrices. A recursion tries all tours; it shares only single distances with the library. Every run begins with the
 * longest tour, so its ants must find the final one. The sequential reference runs all combinations that the library
 * accepts, each with every size in one kind or another; is_allowed() says which it must refuse. The device that `auto`
 * chooses runs some of them, unless it is a simulator. --all: every combination on several instances of each size and
 * kind, and all combinations on the device.
 *
 * Ants without local search leave a short list only when all its nodes are visited, so they may be unable to construct
 * the shortest tour: they must find the shortest of all walks that obey their lists, and nothing shorter.
 *
 * The settings keep a colony searching. Few ants may fail, because their trails converge to a good tour: with 50 ants,
 * rho 0.05 and 200 iterations, 10 runs without local search failed on whole rows and full lists, on two instances where
 * another tour is only 0.1 % longer than the shortest. A thousand ants succeed. bwas needs few ants, because it
 * restarts when the worst ant finds nearly the best tour; acs needs a smaller q0 than its default of 0.9.
 */
#include <stdbool.h>

#include <swarmcl/swarmcl.h>

#include "../test.h"

enum {
    FEWEST = 3,
    MOST = 9,
    INSTANCES = 4,
    DEVICE_STRIDE = 17,
    STRIDE = 3, /* an instance runs every STRIDE-th row; at most KINDS, so every row meets every size */
    ITERATIONS = 5000,
    ITERATIONS_OPEN = 20,
    ROWS_MOST = 256
};

/* SHORT: a length of lists at which ants often find no unvisited node on a list. ADOPTING: a length at which lists
 * adopt edges of the depositing tour, with ADOPTING_NODES nodes. */
enum { SHORT = 3, ADOPTING = 4, ADOPTING_NODES = 6 };

enum kind { PLANE, COINCIDENT, SYMMETRIC, ASYMMETRIC, KINDS };
static const char *const kind_names[KINDS] = {"plane", "coincident", "symmetric", "asymmetric"};

/* Local searches that never reverse part of a tour, for asymmetric instances. */
static const char *const oriented[] = {"none", "oropt", "3opt"};

/* An instance with its shortest and its longest tour. */
struct problem {
    enum kind kind;
    uint32_t n, number;
    swarm_instance *instance;
    int64_t shortest, longest;
    int64_t shortest_walk; /* shortest walk that an ant can make on lists of short_list() */
    uint32_t longest_tour[MOST];
};

static swarm_context *context;
static bool all, verbose;
static unsigned run_count, failure_count;

static void require_ok(enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, swarm_context_error(context));
        exit(1);
    }
}

/* Returns a number below `limit` (Knuth's congruential generator MMIX with another increment, upper half). */
static uint32_t draw(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * limit >> 32);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

static void make_points(struct problem *problem, uint64_t *state, uint32_t side)
{
    double points[2 * MOST];
    for (uint32_t k = 0; k < 2 * problem->n; ++k) {
        points[k] = draw(state, side);
    }
    require_ok(swarm_instance_from_coordinates(context, "points", SWARM_METRIC_EUC_2D, problem->n, points,
                                               &problem->instance));
}

static void make_matrix(struct problem *problem, uint64_t *state, bool symmetric)
{
    const uint32_t n = problem->n;
    int32_t distances[MOST * MOST];
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            const bool mirrored = symmetric && j < i;
            distances[i * n + j] = i == j ? 0 : mirrored ? distances[j * n + i] : (int32_t)draw(state, 1000);
        }
    }
    require_ok(swarm_instance_from_matrix(context, "matrix", symmetric, n, distances, &problem->instance));
}

/* Tries all tours that begin with tour[0 .. count - 1], whose length so far is `length`. */
static void try_all(struct problem *problem, uint32_t *tour, uint32_t count, int64_t length)
{
    if (count == problem->n) {
        length += swarm_instance_distance(problem->instance, tour[count - 1], tour[0]);
        problem->shortest = length < problem->shortest ? length : problem->shortest;
        if (length > problem->longest) {
            problem->longest = length;
            memcpy(problem->longest_tour, tour, count * sizeof *tour);
        }
        return;
    }
    for (uint32_t k = count; k < problem->n; ++k) {
        const uint32_t node = tour[k];
        tour[k] = tour[count];
        tour[count] = node;
        try_all(problem, tour, count + 1, length + swarm_instance_distance(problem->instance, tour[count - 1], node));
        tour[count] = tour[k];
        tour[k] = node;
    }
}

/* Candidates of a short list: fewer than all other nodes. */
static uint32_t short_list(uint32_t n)
{
    return n - 2 < SHORT ? n - 2 : SHORT;
}

/* Sorts the other nodes by distance from `node`, then by number. */
static void sort_others(const struct problem *problem, uint32_t node, uint32_t *others)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < problem->n; ++j) {
        const int32_t distance = swarm_instance_distance(problem->instance, node, j);
        uint32_t place = count;
        if (j == node) {
            continue;
        }
        while (place > 0 && swarm_instance_distance(problem->instance, node, others[place - 1]) > distance) {
            others[place] = others[place - 1];
            --place;
        }
        others[place] = j;
        ++count;
    }
}

/* Tries all walks from `first` that continue at `node`: to any unvisited candidate, or to the nearest unvisited node
 * if there is none. */
static void try_walks(struct problem *problem, uint32_t first, uint32_t node, uint32_t visited, int64_t length)
{
    uint32_t others[MOST];
    bool moved = false;
    if (visited == (UINT32_C(1) << problem->n) - 1) {
        length += swarm_instance_distance(problem->instance, node, first);
        problem->shortest_walk = length < problem->shortest_walk ? length : problem->shortest_walk;
        return;
    }
    sort_others(problem, node, others);
    for (uint32_t k = 0; k + 1 < problem->n && !(moved && k >= short_list(problem->n)); ++k) {
        if (!(visited >> others[k] & 1)) {
            try_walks(problem, first, others[k], visited | UINT32_C(1) << others[k],
                      length + swarm_instance_distance(problem->instance, node, others[k]));
            moved = true;
            if (k >= short_list(problem->n)) {
                return;
            }
        }
    }
}

static struct problem problem_open(enum kind kind, uint32_t n, uint32_t number)
{
    struct problem problem = {
        .kind = kind, .n = n, .number = number, .shortest = INT64_MAX, .longest = -1, .shortest_walk = INT64_MAX};
    uint64_t state = ((uint64_t)kind << 32 | n << 16 | number) * 0x9E3779B97F4A7C15u;
    uint32_t tour[MOST];
    switch (kind) {
    case PLANE:
        make_points(&problem, &state, 1000);
        break;
    case COINCIDENT:
        make_points(&problem, &state, 3);
        break;
    default:
        make_matrix(&problem, &state, kind == SYMMETRIC);
        break;
    }
    for (uint32_t k = 0; k < n; ++k) {
        tour[k] = k;
    }
    try_all(&problem, tour, 1, 0);
    for (uint32_t first = 0; first < n; ++first) {
        try_walks(&problem, first, first, UINT32_C(1) << first, 0);
    }
    return problem;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs                                                                                                               */

/* A combination of options; candidates 0: whole rows. */
struct row {
    const char *algorithm, *local_search;
    uint32_t candidates;
};

/* True if the library should accept the combination. */
static bool is_allowed(const struct row *row, enum kind kind)
{
    bool allowed = kind != ASYMMETRIC;
    for (size_t i = 0; i < sizeof oriented / sizeof oriented[0]; ++i) {
        allowed = allowed || strcmp(row->local_search, oriented[i]) == 0;
    }
    return allowed && (row->candidates > 0 || strcmp(row->algorithm, "acs") != 0);
}

static void set(swarm_params *params, const char *name, const char *value)
{
    require_ok(swarm_params_set(context, params, name, value));
}

static void set_number(swarm_params *params, const char *name, long long value)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", value);
    set(params, name, text);
}

/* Sets parameters that keep the colony searching. */
static void set_colony(swarm_params *params, const struct row *row)
{
    const bool searched = strcmp(row->local_search, "none") != 0,
               few = !searched && strcmp(row->algorithm, "bwas") == 0;
    set(params, "algorithm", row->algorithm);
    set(params, "local-search", row->local_search);
    set(params, "ants", searched ? "50" : few ? "5" : "1000");
    set(params, "rho", searched ? "0.05" : few ? "0.1" : "0.02");
    if (strcmp(row->algorithm, "acs") == 0) {
        set(params, "q0", "0.5");
    }
}

/* True if ants use adopting lists without local search: the tours that they can reach are unknown. */
static bool is_open(const struct problem *problem, const struct row *row)
{
    return strcmp(row->local_search, "none") == 0 && row->candidates >= ADOPTING && row->candidates < problem->n - 1;
}

/* The length that the run must find. */
static int64_t goal_of(const struct problem *problem, const struct row *row)
{
    const bool walks = strcmp(row->local_search, "none") == 0 && row->candidates > 0;
    return walks && row->candidates == short_list(problem->n) ? problem->shortest_walk : problem->shortest;
}

static bool is_reached(const struct problem *problem, const struct row *row, int64_t length)
{
    const int64_t goal = goal_of(problem, row);
    return is_open(problem, row) ? length >= goal : length == goal;
}

/* Makes a run, which must find its goal, or be refused if the combination is not allowed. */
static void run(const struct problem *problem, const struct row *row, const char *device)
{
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    require_ok(swarm_params_create(context, "tsp", &params));
    swarm_params_instance(params, problem->instance);
    set(params, "device", device);
    set_number(params, "candidates", row->candidates);
    set_number(params, "iterations", is_open(problem, row) ? ITERATIONS_OPEN : ITERATIONS);
    set_colony(params, row);
    set_number(params, "target", goal_of(problem, row));
    if (row->candidates > 0) {
        set(params, "candidate-kind", "nearest");
    }
    require_ok(swarm_params_start(context, params, problem->longest_tour, problem->n));
    const enum swarm_status status = swarm_solve(context, params, NULL, NULL, &result);
    const bool allowed = is_allowed(row, problem->kind);
    const int64_t length = result ? result->length : -1;
    ++run_count;
    if (allowed ? status != SWARM_OK || !is_reached(problem, row, length) : status != SWARM_ERROR_INVALID_ARGUMENT) {
        ++failure_count;
        printf("%s, %u nodes, number %u: %s, %s, candidates %u, device %s: ", kind_names[problem->kind],
               (unsigned)problem->n, (unsigned)problem->number, row->algorithm, row->local_search,
               (unsigned)row->candidates, device);
        status == SWARM_OK ? printf("%lld, the shortest is %lld\n", (long long)length, (long long)goal_of(problem, row))
                           : printf("%s\n", swarm_context_error(context));
    } else if (verbose && result) {
        printf("%s %u %s %s %u %s: %llu iterations\n", kind_names[problem->kind], (unsigned)problem->n, row->algorithm,
               row->local_search, (unsigned)row->candidates, device, (unsigned long long)result->best_iteration);
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
}

static const struct swarm_variant *words_of(const char *name)
{
    const struct swarm_param *param = swarm_param_find("tsp", name);
    REQUIRE(param && param->words && strcmp(param->words->name, "auto") == 0);
    return param->words + 1;
}

/* Lists every algorithm and local search on whole rows, and on full, short and some adopting lists. */
static size_t rows_of(uint32_t n, struct row *rows, size_t capacity)
{
    const uint32_t candidates[] = {0, n - 1, short_list(n), ADOPTING};
    const size_t lengths = n < ADOPTING_NODES ? 3 : 4;
    size_t count = 0;
    for (const struct swarm_variant *algorithm = words_of("algorithm"); algorithm->name; ++algorithm) {
        if (strcmp(algorithm->name, "mosaic") == 0
            || strcmp(algorithm->name, "exact") == 0) { /* algorithms without ants */
            continue;
        }
        for (const struct swarm_variant *search = words_of("local-search"); search->name; ++search) {
            for (size_t i = 0; i < lengths; ++i) {
                REQUIRE(count < capacity);
                rows[count++] = (struct row){algorithm->name, search->name, candidates[i]};
            }
        }
    }
    return count;
}

TEST(the_reference_finds_the_shortest_of_all_tours)
{
    struct row rows[ROWS_MOST];
    for (int kind = 0; kind < KINDS; ++kind) {
        for (uint32_t n = FEWEST; n <= MOST; ++n) {
            const size_t count = rows_of(n, rows, sizeof rows / sizeof rows[0]);
            for (uint32_t number = 0; number < (all ? INSTANCES : 1); ++number) {
                struct problem problem = problem_open((enum kind)kind, n, number);
                for (size_t i = all ? 0 : (n + (uint32_t)kind) % STRIDE; i < count; i += all ? 1 : STRIDE) {
                    run(&problem, &rows[i], "none");
                }
                swarm_instance_destroy(&problem.instance);
            }
        }
    }
}

/* True if `auto` selects a device, and no simulator. */
static bool has_device(void)
{
    const struct swarm_device *devices = NULL;
    size_t count = 0;
    bool found = false;
    require_ok(swarm_device_list(context, &devices, &count));
    for (size_t i = 0; i < count; ++i) {
        found = found || (devices[i].automatic && !devices[i].simulator);
    }
    return found;
}

/* Few instances suffice, because reference and devices have the same tours (test/golden). */
TEST(a_device_finds_the_shortest_of_all_tours)
{
    struct row rows[ROWS_MOST];
    const size_t count = rows_of(MOST, rows, sizeof rows / sizeof rows[0]);
    for (int kind = PLANE; kind < KINDS && has_device(); kind += ASYMMETRIC) {
        struct problem problem = problem_open((enum kind)kind, MOST, 0);
        for (size_t i = (size_t)kind; i < count; i += all ? 1 : DEVICE_STRIDE) {
            run(&problem, &rows[i], "auto");
        }
        swarm_instance_destroy(&problem.instance);
    }
}

int main(int count, char **words)
{
    for (int i = 1; i < count; ++i) {
        all = all || strcmp(words[i], "--all") == 0;
        verbose = verbose || strcmp(words[i], "--verbose") == 0;
    }
    test_name = "family";
    require_ok(swarm_context_create(&context));
    test_run_all(0, NULL);
    printf("%u runs, %u of them failed\n", run_count, failure_count);
    swarm_context_destroy(&context);
    return failure_count > 0;
}
