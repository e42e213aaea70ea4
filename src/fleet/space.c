#include "space.h"

uint32_t fleet_route_count(const struct swarm_fleet *fleet)
{
    const struct swarm_fleet_info *info = &fleet->info;
    const uint64_t n = info->customer_count;
    const uint64_t enough = info->has_windows || fleet->has_limits || info->capacity == 0
                                ? n
                                : info->least_vehicles + (uint64_t)info->least_vehicles / 2 + 30;
    const uint64_t count = info->vehicle_count > 0 ? info->vehicle_count : enough;
    const uint64_t most = n < FLEET_ROUTES_MOST ? n : FLEET_ROUTES_MOST;
    return (uint32_t)(fleet->vehicle_count > 1 || count < most ? count : most);
}

uint32_t fleet_part_count(const struct swarm_fleet *fleet)
{
    const uint32_t by_nodes = fleet->info.customer_count / FLEET_PART_NODES;
    const uint32_t by_routes = fleet->info.least_vehicles / FLEET_PART_ROUTES;
    const uint32_t parts = by_nodes < by_routes ? by_nodes : by_routes;
    return parts > 0 ? parts : 1;
}

uint32_t fleet_features(const struct swarm_fleet *fleet)
{
    const struct swarm_fleet_info *info = &fleet->info;
    bool special = false;
    for (uint32_t k = 0; k < fleet->vehicle_count; ++k) {
        const struct fleet_vehicle *vehicle = &fleet->vehicles[k];
        special |= vehicle->cost > 0 || vehicle->stops < info->customer_count || vehicle->start != vehicle->end
                   || vehicle->start == FLEET_ABSENT;
    }
    return (special ? FLEET_SPECIAL : 0) | (info->has_windows ? FLEET_WINDOWS : 0)
           | (fleet->has_limits || info->balances ? FLEET_LIMITS : 0) | (fleet->vehicle_count > 1 ? FLEET_DIFFERENT : 0)
           | (fleet->needs || fleet->pinned ? FLEET_CHOICES : 0) | (fleet->lengths ? FLEET_LENGTHS : 0)
           | (fleet->has_own_times ? FLEET_TIMES : 0) | (fleet->pace.factor > 0 ? FLEET_PACE : 0);
}

/* Length of the shorter way between a customer and its nearest depot. */
static int32_t home_of(const struct swarm_fleet *fleet, uint32_t customer)
{
    int32_t least = INT32_MAX;
    for (uint32_t depot = 0; depot < fleet->nodes->info.node_count; depot = fleet_next_depot(fleet, depot)) {
        const int32_t out = fleet_instance_length(fleet, depot, customer),
                      home = fleet_instance_length(fleet, customer, depot);
        least = out < least ? out : least;
        least = home < least ? home : least;
    }
    return least;
}

static struct fleet_customer customer_of(const struct swarm_fleet *fleet, uint32_t node)
{
    if (node == 0 || node > fleet->info.customer_count) {
        return (struct fleet_customer){.depot = 1};
    }
    return (struct fleet_customer){
        .price = fleet->price[node] > 0 ? fleet->price[node] : FLEET_MISSING,
        .demand = (int32_t)fleet->demand[node],
        .early = fleet->early[node],
        .late = fleet->late[node],
        .service = fleet->service[node],
        .home = home_of(fleet, node),
        .needs = fleet->needs ? fleet->needs[node] : 0,
        .vehicle = fleet->pinned && fleet->pinned[node] > 0 ? fleet->pinned[node] - 1 : FLEET_ABSENT,
    };
}

/* Fills in the customers and, with them, the mean length of edges to near nodes. */
static void fill_customers(struct fleet_space *space)
{
    const struct mosaic_problem *problem = &space->problem;
    int64_t sum = 0, edges = 0;
    for (uint32_t i = 0; i < problem->n; ++i) {
        space->customers[i] = customer_of(space->fleet, problem->order[i]);
        for (uint32_t k = 0; k < 10 && k < problem->width && problem->near; ++k, ++edges) {
            sum += problem->near_length[(size_t)i * problem->width + k];
        }
    }
    space->unit = edges > 0 ? (float)sum / (float)edges : 0.0f;
}

/* How well one customer follows another one, less is better: the length, a fifth of the least wait, and the least
 * lateness (Vidal et al. 2013; weights as in PyVRP). Indices are those of the problem. */
static int64_t proximity(const struct fleet_space *space, uint32_t from, uint32_t to)
{
    const struct fleet_customer *one = &space->customers[from], *other = &space->customers[to];
    const uint32_t *order = space->problem.order;
    const int64_t served = one->service + (int64_t)fleet_instance_time(space->fleet, order[from], order[to]);
    const int64_t wait = other->early - served - one->late, late = one->early + served - other->late;
    return fleet_instance_length(space->fleet, order[from], order[to]) + (wait > 0 ? wait / 5 : 0)
           + (late > 0 ? late : 0);
}

/* Keeps the FLEET_WIDTH entries of each list that come first by the proximity in the better direction. */
static void shorten_lists(struct fleet_space *space)
{
    struct mosaic_problem *problem = &space->problem;
    const uint32_t width = problem->width, kept = width < FLEET_WIDTH ? width : FLEET_WIDTH;
    for (uint32_t i = 0; i < problem->n; ++i) {
        struct {
            int64_t key;
            uint32_t node;
            int32_t length;
        } sorted[FLEET_WIDE];
        for (uint32_t k = 0; k < width; ++k) {
            const uint32_t node = problem->near[(size_t)i * width + k];
            const int64_t there = proximity(space, i, node), back = proximity(space, node, i);
            const int64_t key = there < back ? there : back;
            uint32_t at = k;
            for (; at > 0 && sorted[at - 1].key > key; --at) { /* equal ones stay in the order of lengths */
                sorted[at] = sorted[at - 1];
            }
            sorted[at].key = key;
            sorted[at].node = node;
            sorted[at].length = problem->near_length[(size_t)i * width + k];
        }
        for (uint32_t k = 0; k < kept; ++k) { /* row i of the short lists ends before row i + 1 of the long ones */
            problem->near[(size_t)i * kept + k] = sorted[k].node;
            problem->near_length[(size_t)i * kept + k] = sorted[k].length;
        }
    }
    problem->width = kept;
}

static uint32_t number_of(const struct mosaic_problem *problem, uint32_t node)
{
    return node == FLEET_ABSENT ? FLEET_ABSENT : problem->number[node];
}

void fleet_space_set_vehicles(struct fleet_space *space, int64_t limit)
{
    const int64_t demand = space->fleet->info.demand;
    for (uint32_t k = 0; k < space->vehicle_count; ++k) {
        struct fleet_vehicle *vehicle = &space->vehicles[k];
        *vehicle = space->fleet->vehicles[k];
        vehicle->start = number_of(&space->problem, vehicle->start);
        vehicle->end = number_of(&space->problem, vehicle->end);
        vehicle->capacity = vehicle->capacity < demand ? vehicle->capacity : (int32_t)demand;
        vehicle->limit = vehicle->limit < limit ? vehicle->limit : limit;
    }
}

/* Makes a matrix of the fleet in the order of the problem; NULL stays NULL. */
static enum swarm_status order_matrix(struct base_env *env, struct mosaic_problem *problem, const int32_t *matrix,
                                      int32_t **ordered)
{
    const size_t n = problem->n;
    *ordered = matrix ? base_arrays_add(&problem->arrays, n * n, sizeof **ordered) : NULL;
    TRY(!matrix || *ordered ? SWARM_OK : base_fail_memory(env));
    for (size_t i = 0; i < n && matrix; ++i) {
        for (size_t j = 0; j < n; ++j) {
            (*ordered)[i * n + j] = matrix[problem->order[i] * n + problem->order[j]];
        }
    }
    return SWARM_OK;
}

enum swarm_status fleet_space_init(struct base_env *env, const struct swarm_fleet *fleet, struct base_team *team,
                                   double deadline, struct fleet_space *space)
{
    struct mosaic_problem *problem = &space->problem;
    const uint32_t others = fleet->nodes->info.node_count - 1;
    const uint32_t width = fleet->info.has_windows ? FLEET_WIDE : FLEET_WIDTH;
    const uint32_t breadth = fleet->info.has_windows ? FLEET_BREADTH : FLEET_BREADTH / 2;
    const struct tsp_candidates lists = {.length = others < width ? others : width};
    TRY(mosaic_problem_init(env, fleet->nodes, team, lists, deadline, problem));
    space->fleet = fleet;
    space->customers = base_arrays_add(&problem->arrays, problem->n, sizeof *space->customers);
    space->vehicle_count = fleet->vehicle_count;
    space->vehicles = base_arrays_add(&problem->arrays, space->vehicle_count, sizeof *space->vehicles);
    TRY(space->customers && space->vehicles ? SWARM_OK : base_fail_memory(env));
    TRY(order_matrix(env, problem, fleet->lengths, &space->lengths));
    TRY(order_matrix(env, problem, fleet->times, &space->times));
    fleet_space_set_vehicles(space, FLEET_NO_LIMIT);
    space->rules = (struct fleet_rules){
        .pace = fleet->pace,
        .routes = fleet_route_count(fleet),
        .usable = fleet_route_count(fleet),
        .features = fleet_features(fleet),
        .breadth = problem->width < breadth ? problem->width : breadth,
    };
    space->parts = fleet_part_count(fleet);
    fill_customers(space);
    if (fleet->info.has_windows && problem->near) {
        shorten_lists(space);
    }
    return SWARM_OK;
}

struct fleet_search fleet_search_of(const struct fleet_space *space, struct fleet_board *board, uint32_t *words)
{
    const struct problem_view view = mosaic_view(&space->problem);
    struct fleet_search s = {.board = board,
                             .customers = space->customers,
                             .vehicles = space->vehicles,
                             .lengths = space->lengths,
                             .times = space->times};
    fleet_search_init(&s, &view, &space->rules, words);
    return s;
}
