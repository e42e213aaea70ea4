#include "space.h"

uint32_t fleet_route_count(const struct swarm_fleet *fleet)
{
    const struct swarm_fleet_info *info = &fleet->info;
    const uint64_t n = info->customer_count;
    const uint64_t enough = info->has_windows || info->limit > 0 || info->capacity == 0
                                ? n
                                : info->least_vehicles + (uint64_t)info->least_vehicles / 2 + 30;
    const uint64_t count = info->vehicle_count > 0 ? info->vehicle_count : enough;
    const uint64_t most = n < FLEET_ROUTES_MOST ? n : FLEET_ROUTES_MOST;
    return (uint32_t)(count < most ? count : most);
}

uint32_t fleet_part_count(const struct swarm_fleet *fleet)
{
    const uint32_t by_nodes = fleet->info.customer_count / FLEET_PART_NODES;
    const uint32_t by_routes = fleet->info.least_vehicles / FLEET_PART_ROUTES;
    const uint32_t parts = by_nodes < by_routes ? by_nodes : by_routes;
    return parts > 0 ? parts : 1;
}

/* Fills in the customers and, with them, the mean length of edges to near nodes. */
static void fill_customers(struct fleet_space *space)
{
    const struct swarm_fleet *fleet = space->fleet;
    const struct mosaic_problem *problem = &space->problem;
    int64_t sum = 0, edges = 0;
    for (uint32_t i = 0; i < problem->n; ++i) {
        const uint32_t node = problem->order[i];
        space->customers[i] = (struct fleet_customer){
            .price = node == 0                ? 0
                     : fleet->price[node] > 0 ? fleet->price[node]
                                              : FLEET_MISSING,
            .demand = (int32_t)fleet->demand[node],
            .early = fleet->early[node],
            .late = fleet->late[node],
            .service = fleet->service[node],
            .home = mosaic_length(problem, i, space->rules.depot),
        };
        for (uint32_t k = 0; k < 10 && k < problem->width && problem->near; ++k, ++edges) {
            sum += problem->near_length[(size_t)i * problem->width + k];
        }
    }
    space->unit = edges > 0 ? (float)sum / (float)edges : 0.0f;
}

enum swarm_status fleet_space_init(struct base_env *env, const struct swarm_fleet *fleet, struct base_team *team,
                                   double deadline, struct fleet_space *space)
{
    struct mosaic_problem *problem = &space->problem;
    const uint32_t customers = fleet->info.customer_count;
    const struct tsp_candidates lists = {.length = customers < FLEET_WIDTH ? customers : FLEET_WIDTH};
    TRY(mosaic_problem_init(env, fleet->nodes, team, lists, deadline, problem));
    space->fleet = fleet;
    space->customers = base_arrays_add(&problem->arrays, problem->n, sizeof *space->customers);
    TRY(space->customers ? SWARM_OK : base_fail_memory(env));
    const int64_t demand = fleet->info.demand, capacity = fleet->info.capacity;
    space->rules = (struct fleet_rules){
        .limit = fleet->info.limit > 0 ? fleet->info.limit : INT64_MAX / 4,
        .depot = problem->number[0],
        .routes = fleet_route_count(fleet),
        .capacity = (int32_t)(capacity > 0 && capacity < demand ? capacity : demand),
        .breadth = problem->width < FLEET_BREADTH ? problem->width : FLEET_BREADTH,
    };
    space->parts = fleet_part_count(fleet);
    fill_customers(space);
    return SWARM_OK;
}

struct fleet_search fleet_search_of(const struct fleet_space *space, struct fleet_board *board, uint32_t *words)
{
    const struct problem_view view = mosaic_view(&space->problem);
    struct fleet_search s = {.windows = space->fleet->info.has_windows};
    fleet_search_init(&s, &view, &space->rules, space->customers, words);
    s.board = board;
    return s;
}
