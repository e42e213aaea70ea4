/* Compares the search of fleets and the walks of ants on devices with the host, word by word: parts of plans with and
 * without time windows, with optional customers, too few vehicles, vehicles that differ, several depots and matrices.
 */
#include <math.h>
#include <stdlib.h>

#include "fleet/colony.h"

#include "instances.h"

#include "cl/fleet/rounds.h" /* after the headers that it needs */

enum { PLANS = 2, ROUNDS = 3, ANTS = 3, ITERATIONS = 2 };

struct fleet_case {
    const struct kind *kind;
    uint32_t n;
    uint64_t seed; /* decides which conditions the fleet has */
};

static void fail(const struct fleet_case *c, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, n %u, seed %u: %s\n", c->kind->name, (unsigned)c->n, (unsigned)c->seed, what);
}

/* Draws the vehicle of a route: one of two depots or none at either end, some skills. */
static struct fleet_vehicle draw_vehicle(struct draw_sequence *random, const struct swarm_fleet *fleet,
                                         int32_t farthest)
{
    const uint32_t nodes[4] = {0, fleet->nodes->info.node_count - 1, FLEET_ABSENT, 0};
    const bool two = fleet->info.customer_count + 2 == fleet->nodes->info.node_count;
    return (struct fleet_vehicle){
        .limit = draw_sequence_below(random, 2) > 0 ? 6 * (int64_t)farthest : FLEET_NO_LIMIT,
        .duration = draw_sequence_below(random, 2) > 0 ? 7 * (int64_t)farthest : FLEET_NO_LIMIT,
        .cost = draw_sequence_below(random, (uint32_t)farthest + 1),
        .capacity = (int32_t)(fleet->info.capacity - draw_sequence_below(random, 15)),
        .stops = 4 + draw_sequence_below(random, 30),
        .early = (int32_t)draw_sequence_below(random, (uint32_t)farthest + 1),
        .late = 8 * farthest - (int32_t)draw_sequence_below(random, (uint32_t)farthest + 1),
        .start = two ? nodes[draw_sequence_below(random, 4)] : 0,
        .end = two ? nodes[draw_sequence_below(random, 4)] : 0,
        .skills = 1u | draw_sequence_below(random, 8),
    };
}

/* Makes a matrix in which most ways are up to an eighth longer than the edges of the nodes. */
static int32_t *draw_matrix(struct draw_sequence *random, struct swarm_fleet *fleet)
{
    const uint32_t n = fleet->nodes->info.node_count;
    int32_t *matrix = base_arrays_add(&fleet->arrays, (size_t)n * n, sizeof *matrix);
    for (uint32_t i = 0; i < n && matrix; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            const int32_t length = tsp_instance_distance(fleet->nodes, i, j);
            matrix[(size_t)i * n + j] = length + (int32_t)draw_sequence_below(random, (uint32_t)length / 8 + 1);
        }
    }
    return matrix;
}

/* Makes the vehicles of a fleet: every third seed has a vehicle of its own for each route, with skills; every fifth one
 * has matrices, and as many a pace; otherwise all are alike, some with a duration. */
static enum swarm_status draw_vehicles(const struct fleet_case *c, struct draw_sequence *random, int32_t farthest,
                                       struct swarm_fleet *fleet)
{
    const bool differ = c->seed % 3 == 1;
    fleet->vehicle_count = differ ? fleet->info.least_vehicles + 5 : 1;
    fleet->vehicles = base_arrays_add(&fleet->arrays, fleet->vehicle_count, sizeof *fleet->vehicles);
    fleet->needs = differ ? base_arrays_add(&fleet->arrays, c->n, sizeof *fleet->needs) : NULL;
    fleet->pinned = differ ? base_arrays_add(&fleet->arrays, c->n, sizeof *fleet->pinned) : NULL;
    TRY(fleet->arrays.failed ? base_fail_memory(&env) : SWARM_OK);
    fleet->has_limits = differ || c->seed % 5 == 0;
    fleet->vehicles[0] = (struct fleet_vehicle){
        .limit = FLEET_NO_LIMIT,
        .duration = c->seed % 5 == 0 ? 5 * (int64_t)farthest : FLEET_NO_LIMIT,
        .capacity = (int32_t)fleet->info.capacity,
        .stops = c->n,
        .late = 8 * farthest,
    };
    for (uint32_t k = 0; k < fleet->vehicle_count && differ; ++k) {
        fleet->vehicles[k] = draw_vehicle(random, fleet, farthest);
        fleet->info.vehicle_count = fleet->vehicle_count;
    }
    for (uint32_t i = 1; i <= fleet->info.customer_count && differ; ++i) {
        fleet->needs[i] = draw_sequence_below(random, 2) > 0 ? 0 : 1u << draw_sequence_below(random, 3);
        fleet->pinned[i] =
            draw_sequence_below(random, 9) > 0 ? 0 : 1 + draw_sequence_below(random, fleet->vehicle_count);
    }
    fleet->lengths = c->seed % 5 == 1 ? draw_matrix(random, fleet) : NULL;
    fleet->times = c->seed % 5 < 2 ? draw_matrix(random, fleet) : NULL;
    fleet->pace = (struct fleet_pace){c->seed % 5 == 2 ? 0xb5000000u : 0, 32, 0}; /* 0.707 */
    fleet->has_own_times = fleet->times || fleet->pace.factor > 0;
    return fleet->arrays.failed ? base_fail_memory(&env) : SWARM_OK;
}

/* Makes a fleet of random demands. Seeds: even ones have windows, every third one prices, every fourth one too few
 * vehicles; draw_vehicles() says more. */
static enum swarm_status draw_fleet(const struct fleet_case *c, struct swarm_fleet *fleet)
{
    const uint32_t n = c->n;
    struct draw_sequence random = numbers_of(c->kind, n, c->seed);
    int32_t farthest = 0;
    TRY(random_instance(c->kind, n, random, &fleet->nodes));
    fleet->demand = base_arrays_add(&fleet->arrays, n, sizeof *fleet->demand);
    fleet->early = base_arrays_add(&fleet->arrays, n, sizeof *fleet->early);
    fleet->late = base_arrays_add(&fleet->arrays, n, sizeof *fleet->late);
    fleet->service = base_arrays_add(&fleet->arrays, n, sizeof *fleet->service);
    fleet->price = base_arrays_add(&fleet->arrays, n, sizeof *fleet->price);
    TRY(fleet->arrays.failed ? base_fail_memory(&env) : SWARM_OK);
    for (uint32_t i = 1; i < n; ++i) {
        const int32_t home = tsp_instance_distance(fleet->nodes, 0, i);
        farthest = home > farthest ? home : farthest;
    }
    fleet->info = (struct swarm_fleet_info){
        .name = "drawn", .customer_count = c->seed % 3 == 1 && n > 4 ? n - 2 : n - 1, .has_windows = c->seed % 2 == 0};
    for (uint32_t i = 0; i < n; ++i) {
        const int32_t home = tsp_instance_distance(fleet->nodes, 0, i);
        fleet->demand[i] = i > 0 && i <= fleet->info.customer_count ? (int64_t)draw_sequence_below(&random, 20) : 0;
        fleet->info.demand += fleet->demand[i];
        fleet->late[i] = 8 * farthest;
        if (i > 0 && fleet->info.has_windows) {
            fleet->service[i] = farthest / 16;
            fleet->early[i] = (int32_t)draw_sequence_below(&random, (uint32_t)(4 * farthest + 1));
            fleet->late[i] = (fleet->early[i] > home ? fleet->early[i] : home) + farthest / 2;
        }
        fleet->price[i] =
            i > 0 && c->seed % 3 == 0 ? 1 + (int64_t)draw_sequence_below(&random, (uint32_t)farthest + 1) : 0;
    }
    fleet->info.capacity = fleet->info.demand / (n / 10 + 2) + 20;
    fleet->info.least_vehicles = (uint32_t)((fleet->info.demand + fleet->info.capacity - 1) / fleet->info.capacity);
    fleet->info.vehicle_count = c->seed % 4 == 0 ? fleet->info.least_vehicles / 2 + 1 : 0;
    return draw_vehicles(c, &random, farthest, fleet);
}

/* The plans on the host (`here`) and on the device (`there`). */
struct pair {
    uint32_t *here, *there;
    struct fleet_part *here_parts, *there_parts;
    struct fleet_cut_key *keys;
    struct base_arrays arrays;
};

static void compare(const struct fleet_case *c, const struct fleet_space *space, const struct pair *pair,
                    uint64_t stride, int64_t costs[PLANS])
{
    struct fleet_board board;
    if (memcmp(pair->here_parts, pair->there_parts, (size_t)PLANS * space->parts * sizeof *pair->here_parts) != 0) {
        fail(c, "the parts differ after a round");
    }
    if (memcmp(pair->here, pair->there, PLANS * stride * sizeof *pair->here) != 0) {
        fail(c, "the words differ after a round");
    }
    for (uint32_t k = 0; k < PLANS * space->parts; ++k) {
        costs[pair->there_parts[k].plan] += pair->there_parts[k].change;
        if (pair->there_parts[k].moves != pair->there_parts[k].move_end) {
            fail(c, "a part has moves left");
        }
    }
    for (uint32_t k = 0; k < PLANS; ++k) {
        const struct fleet_search s = fleet_search_of(space, &board, pair->there + k * stride);
        if (fleet_plan_cost(&s) != costs[k]) {
            fail(c, "a plan breaks a rule or does not have its cost");
        }
    }
}

static enum swarm_status run(const struct fleet_case *c, struct fleet_space *space, struct fleet_kernel *kernel,
                             struct pair *pair)
{
    const uint64_t stride = FLEET_WORDS(c->n, space->rules.routes);
    struct fleet_board board;
    int64_t costs[PLANS];
    for (uint32_t k = 0; k < PLANS; ++k) {
        struct fleet_search s = fleet_search_of(space, &board, pair->here + k * stride);
        TRY(fleet_plan_start(&env, space, &s, &costs[k]));
    }
    space->rules.temperature = space->unit;
    for (uint32_t round = 1; round <= (asked.small ? 1 : ROUNDS); ++round) {
        const size_t failed = failure_count;
        space->rules.round = round;
        for (uint32_t k = 0; k < PLANS; ++k) {
            struct draw_sequence random = draw_sequence_of(c->seed, DRAW_FLEET_PARTS, k, round);
            struct fleet_search s = fleet_search_of(space, &board, pair->here + k * stride);
            fleet_plan_cut(&s, &random, pair->keys, space->parts, k, pair->here_parts + k * space->parts);
        }
        for (uint32_t k = 0; k < PLANS * space->parts; ++k) {
            pair->here_parts[k].move_end = pair->here_parts[k].nodes > 0 ? c->n + k : 0;
        }
        memcpy(pair->there_parts, pair->here_parts, (size_t)PLANS * space->parts * sizeof *pair->here_parts);
        memcpy(pair->there, pair->here, PLANS * stride * sizeof *pair->here);
        for (uint32_t k = 0; k < PLANS * space->parts; ++k) {
            struct fleet_search s = fleet_search_of(space, &board, pair->here + pair->here_parts[k].plan * stride);
            fleet_run(&s, &pair->here_parts[k], c->seed);
        }
        TRY(fleet_device_search(kernel, &space->rules, PLANS, pair->there, pair->there_parts));
        compare(c, space, pair, stride, costs);
        if (failure_count > failed) {
            break;
        }
    }
    return SWARM_OK;
}

/* Draws trails and urgency, and the rules of an iteration: all ants draw, or most take the customer of the greatest
 * weight. */
static void draw_trails(const struct fleet_case *c, const struct fleet_space *space, uint32_t iteration,
                        struct fleet_trails *trails, struct fleet_ant_rules *rules)
{
    struct draw_sequence random = draw_sequence_of(c->seed, DRAW_START_NODE, 0, iteration);
    for (size_t k = 0; k < (size_t)c->n * space->problem.width; ++k) {
        trails->lists[k] = draw_sequence_word(&random) >> (32 - FLEET_TRAIL_BITS);
    }
    for (uint32_t k = 0; k < c->n; ++k) {
        trails->starts[k] = draw_sequence_word(&random) >> (32 - FLEET_TRAIL_BITS);
        trails->urgency[k] = iteration == 1 ? 0 : draw_sequence_below(&random, 1u << FLEET_CLOSE_BITS);
    }
    *rules = fleet_ant_rules_of(space);
    rules->greed = iteration == 1 ? 0 : UINT32_MAX / 10 * 9;
    rules->trail = 1 + draw_sequence_below(&random, 1000);
    rules->vehicles = iteration == 1 ? rules->vehicles : 1 + rules->vehicles / 2;
}

/* Compares the stops of ants, in iterations with different trails. */
static enum swarm_status walk(const struct fleet_case *c, const struct fleet_space *space, struct fleet_kernel *kernel,
                              struct fleet_walker *walker, struct base_arrays *arrays)
{
    const size_t n = c->n;
    struct fleet_ant_rules rules;
    struct fleet_ant_board board;
    struct fleet_trails trails = {.lists = base_arrays_add(arrays, n, space->problem.width * sizeof *trails.lists),
                                  .starts = base_arrays_add(arrays, n, sizeof *trails.starts),
                                  .urgency = base_arrays_add(arrays, n, sizeof *trails.urgency)};
    uint32_t *here = base_arrays_add(arrays, ANTS, n * sizeof *here);
    uint32_t *there = base_arrays_add(arrays, ANTS, n * sizeof *there);
    uint32_t *visited = base_arrays_add(arrays, n, sizeof *visited);
    TRY(arrays->failed ? base_fail_memory(&env) : SWARM_OK);
    for (uint32_t iteration = 1; iteration <= ITERATIONS; ++iteration) {
        draw_trails(c, space, iteration, &trails, &rules);
        for (uint32_t k = 0; k < ANTS; ++k) {
            struct fleet_ant ant = fleet_ant_of(space, &trails, &rules, &board, visited, here + k * n);
            fleet_ant_walk(&ant, draw_stream_of(c->seed, k, iteration));
        }
        TRY(fleet_walker_run(kernel, walker, &rules, &trails, iteration, there));
        if (memcmp(here, there, ANTS * n * sizeof *here) != 0) {
            fail(c, "the stops of ants differ");
        }
    }
    return SWARM_OK;
}

/* Compares rounds of two plans in launches that runs share with the same text on the host. */
static enum swarm_status run_shared(size_t index, const struct fleet_case *c, const struct fleet_space *space,
                                    struct pair *pair)
{
    const uint64_t words = FLEET_WORDS(c->n, space->rules.routes), all = FLEET_BATCH_WORDS(c->n, space->rules.routes);
    struct fleet_batcher *batcher = NULL;
    struct fleet_board board;
    struct fleet_job here[2], there[2],
        job = {
            .seed = c->seed, .n = c->n, .routes = space->rules.routes, .breadth = space->rules.breadth, .end = ROUNDS};
    enum swarm_status status = SWARM_OK;
    for (uint32_t level = 0; level < FLEET_LEVELS; ++level) {
        job.temperatures[level] = space->unit / (float)(1 + level);
        job.level_ends[level] = level + 1;
    }
    memset(pair->here, 0, 2 * all * sizeof *pair->here);
    for (uint32_t k = 0; k < 2; ++k) {
        struct draw_sequence random = draw_sequence_of(c->seed, DRAW_FLEET_PARTS, k, 1);
        struct fleet_search s = fleet_search_of(space, &board, pair->here + k * all);
        TRY(fleet_plan_start(&env, space, &s, &job.cost));
        fleet_plan_cut(&s, &random, pair->keys, 1, k, &job.own);
        job.own.move_end = c->n;
        job.best = job.cost;
        here[k] = there[k] = job;
    }
    memcpy(pair->there, pair->here, 2 * all * sizeof *pair->here);
    const struct fleet_batch_item item = {space, pair->there, there, 2, &env, (double)INFINITY};
    TRY(fleet_batcher_create(&env, &devices, index, space->rules.features, 1e-3 * (double)c->n, &batcher));
    TRY_OR(done, fleet_batcher_search(batcher, &item));
    for (uint32_t k = 0; k < 2; ++k) {
        struct fleet_search s = fleet_search_of(space, &board, pair->here + k * all);
        fleet_run_rounds(&s, &here[k], pair->here + k * all + words, UINT32_MAX);
        if (here[k].round != there[k].round || here[k].found != there[k].found || here[k].cost != there[k].cost
            || here[k].best != there[k].best || memcmp(&here[k].own, &there[k].own, sizeof here[k].own) != 0) {
            fail(c, "the jobs differ after shared rounds");
        }
    }
    if (memcmp(pair->here, pair->there, 2 * all * sizeof *pair->here) != 0) {
        fail(c, "the words differ after shared rounds");
    }
done:
    fleet_batcher_destroy(&batcher);
    return status;
}

static void run_case(size_t index, const struct fleet_case *c)
{
    struct search_engine *engine = base_array(1, sizeof *engine);
    struct swarm_fleet fleet = {.nodes = NULL};
    struct fleet_space space = {.parts = 0};
    struct fleet_kernel kernel = {.walks = true};
    struct fleet_walker walker = {.kernel = {.name = NULL}};
    struct ocl_session session = {.queue = NULL};
    struct pair pair = {.arrays = {.count = 0}};
    enum swarm_status status = SWARM_OK;
    ++case_count;
    TRY_OR(done, engine ? SWARM_OK : base_fail_memory(&env));
    engine->env = &env;
    engine->device = &devices.devices[index];
    TRY_OR(done, draw_fleet(c, &fleet));
    TRY_OR(done, fleet_space_init(&env, &fleet, NULL, (double)INFINITY, &space));
    const uint64_t words = FLEET_BATCH_WORDS(c->n, space.rules.routes);
    pair.here = base_arrays_add(&pair.arrays, PLANS, words * sizeof *pair.here);
    pair.there = base_arrays_add(&pair.arrays, PLANS, words * sizeof *pair.there);
    pair.here_parts = base_arrays_add(&pair.arrays, PLANS, space.parts * sizeof *pair.here_parts);
    pair.there_parts = base_arrays_add(&pair.arrays, PLANS, space.parts * sizeof *pair.there_parts);
    pair.keys = base_arrays_add(&pair.arrays, c->n, sizeof *pair.keys);
    TRY_OR(done, pair.arrays.failed ? base_fail_memory(&env) : SWARM_OK);
    const struct fleet_size size = {c->n, space.rules.routes, PLANS, space.parts};
    TRY_OR(done, fleet_device_plan(engine, &fleet, size, &kernel));
    fleet_walker_plan(engine, c->n, space.problem.width, ANTS, &walker);
    TRY_OR(done, ocl_session_open(&env, &devices, index, false, &session));
    TRY_OR(done, fleet_device_build(&session, &fleet, NULL, &kernel));
    TRY_OR(done, fleet_device_prepare(&space, c->seed, &kernel));
    TRY_OR(done, fleet_walker_prepare(&space, c->seed, &kernel, &walker));
    TRY_OR(done, run(c, &space, &kernel, &pair));
    if ((space.rules.features & (FLEET_LENGTHS | FLEET_TIMES)) == 0 && space.problem.lengths) {
        TRY_OR(done, run_shared(index, c, &space, &pair));
    }
    if ((space.rules.features & FLEET_DIFFERENT) == 0) {
        TRY_OR(done, walk(c, &space, &kernel, &walker, &pair.arrays));
    }

done:
    if (status != SWARM_OK) {
        fail(c, env.error);
    }
    fleet_walker_release(&walker);
    fleet_device_release(&kernel);
    ocl_session_close(&session);
    base_arrays_free(&pair.arrays);
    mosaic_problem_deinit(&space.problem);
    swarm_instance_destroy(&fleet.nodes);
    base_arrays_free(&fleet.arrays);
    free(engine);
}

static void test_plans_on_the_device_are_those_of_the_host(size_t device, bool small)
{
    static const uint32_t sizes[] = {3, 12, 60, 300, 700};
    uint64_t seed = 1;
    for (size_t k = 0; k < TOUR_KINDS; ++k) {
        if ((tour_kinds[k].is & (IS_OPEN | IS_ONE_WAY)) || tour_kinds[k].spread > 1000000) {
            continue;
        }
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
            const struct fleet_case c = {.kind = &tour_kinds[k], .n = sizes[i], .seed = seed};
            if (small ? sizes[i] <= 12 && k < 3 : asked.all || sizes[i] < 700 || k % 3 == 0) {
                run_case(device, &c);
            }
        }
    }
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_plans_on_the_device_are_those_of_the_host);
}
