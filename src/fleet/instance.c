/* instance.c - a fleet in memory: rounded lengths and times, best known values, public access. */
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/best.h"
#include "base/checkpoint.h"
#include "base/file.h"
#include "options/params.h"
#include "reader.h"
#include "tours/tours.h"

enum { MATRIX_NODES_MOST = 5000 }; /* maximum number of nodes with a matrix: 100 MB */

/* How lengths, times and prices become integers. */
static const struct rounding {
    const char *name; /* word of --rounding */
    int decimals;
    double scale; /* 10^decimals */
    double add;   /* added to a scaled length before its fraction is dropped */
} roundings[] = {{"nearest", 0, 1.0, 0.5}, {"truncated", 1, 10.0, 0.0}, {"exact", 3, 1000.0, 0.5}};
enum { NEAREST, TRUNCATED, EXACT, ROUNDING_COUNT };

/* Returns the rounding of --rounding, otherwise the rounding of published values for such instances. */
static const struct rounding *choose_rounding(const struct fleet_input *input, const swarm_params *params)
{
    const char *word = params && params->options.given[OPTION_rounding] ? params->options.rounding : "";
    for (int k = 0; k < ROUNDING_COUNT; ++k) {
        if (strcmp(word, roundings[k].name) == 0) {
            return &roundings[k];
        }
    }
    if (input->columns[FLEET_EARLY] && !input->weights) {
        return &roundings[TRUNCATED];
    }
    return &roundings[input->has_decimals || (input->duration > 0.0 && !input->weights) ? EXACT : NEAREST];
}

/* A fleet that is being made. */
struct maker {
    struct base_env *env;
    const struct fleet_input *input;
    const struct rounding *rounding;
    struct swarm_fleet *fleet;
};

/* The length from node i to j before it is rounded down. With whole coordinates below 2^22 it is the correctly rounded
 * root of an exact number, so the rounded length is exact. */
static double length_between(const struct maker *maker, uint32_t i, uint32_t j)
{
    const struct fleet_input *input = maker->input;
    const double scale = maker->rounding->scale, add = maker->rounding->add;
    if (input->weights) {
        return scale * input->weights[(size_t)i * input->node_count + j] + add;
    }
    const double dx = input->columns[FLEET_X][i] - input->columns[FLEET_X][j];
    const double dy = input->columns[FLEET_Y][i] - input->columns[FLEET_Y][j];
    return sqrt(scale * scale * (dx * dx + dy * dy)) + add;
}

/* Fails if a length or a time is above FLEET_TIME_MOST. */
static enum swarm_status check_most(const struct maker *maker, const char *what, double value)
{
    const double most = FLEET_TIME_MOST / maker->rounding->scale;
    return value <= most ? SWARM_OK
                         : base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found %s %.10g, expected at most %.0f",
                                     maker->input->path, what, value, most);
}

static enum swarm_status check_lengths(const struct maker *maker)
{
    const struct fleet_input *input = maker->input;
    const size_t n = input->node_count;
    double low = 0.0, high = 0.0, square = 0.0;
    if (input->weights) {
        tsp_instance_extent(input->weights, n * n, &low, &high);
        return check_most(maker, "a length of", high);
    }
    for (int axis = FLEET_X; axis <= FLEET_Y; ++axis) {
        tsp_instance_extent(input->columns[axis], n, &low, &high);
        square += (high - low) * (high - low);
    }
    return check_most(maker, "points with a distance of up to", sqrt(square));
}

/* Makes the nodes: points with the metric EUC_2D if its lengths are those asked for, otherwise a matrix. */
static enum swarm_status make_nodes(const struct maker *maker, const char *name)
{
    const struct fleet_input *input = maker->input;
    const size_t n = input->node_count;
    const bool points = !input->weights && maker->rounding == &roundings[NEAREST];
    const struct swarm_instance_info fields = {.metric = points ? SWARM_METRIC_EUC_2D : SWARM_METRIC_EXPLICIT,
                                               .symmetric = true,
                                               .format = points ? "" : "FULL_MATRIX",
                                               .unit = "",
                                               .decimals = maker->rounding->decimals};
    if (!points && n > MATRIX_NODES_MOST) {
        return base_fail(maker->env, SWARM_ERROR_UNSUPPORTED,
                         "%s: found %zu nodes, expected at most %d unless lengths of points are rounded to integers%s",
                         input->path, n, (int)MATRIX_NODES_MOST, input->weights ? "" : " (--rounding nearest)");
    }
    TRY(check_lengths(maker));
    TRY(base_require_memory(maker->env, input->path, points ? 3 * n : n * n,
                            points ? sizeof(double) : sizeof(int32_t)));
    TRY(tsp_instance_create(maker->env, name, fields, n, &maker->fleet->nodes));
    struct swarm_instance *nodes = maker->fleet->nodes;
    TRY(!points && input->columns[FLEET_X] ? BASE_MAKE(maker->env, nodes->positions, 2 * n) : SWARM_OK);
    for (size_t axis = 0; axis < 2 && input->columns[FLEET_X]; ++axis) {
        double *target = (points ? nodes->coordinates : nodes->positions) + axis * n;
        memcpy(target, input->columns[FLEET_X + axis], n * sizeof *target);
    }
    for (uint32_t i = 0; i < n && !points; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            nodes->matrix[i * n + j] = i == j ? 0 : (int32_t)length_between(maker, i, j);
        }
    }
    return tsp_instance_finish(maker->env, nodes, input->path);
}

/* Makes an array of times from a column, rounded to the nearest unit; `otherwise` without a column. */
static enum swarm_status make_times(const struct maker *maker, enum fleet_column column, int32_t otherwise,
                                    int32_t **times)
{
    const uint32_t n = maker->input->node_count;
    const double *given = maker->input->columns[column];
    *times = base_arrays_add(&maker->fleet->arrays, n, sizeof **times);
    TRY(*times ? SWARM_OK : base_fail_memory(maker->env));
    for (uint32_t node = 0; node < n; ++node) {
        TRY(given ? check_most(maker, "a time of", given[node]) : SWARM_OK);
        (*times)[node] = given ? (int32_t)(given[node] * maker->rounding->scale + 0.5) : otherwise;
    }
    return SWARM_OK;
}

static enum swarm_status make_arrays(const struct maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const uint32_t n = maker->input->node_count;
    const double *const *columns = (const double *const *)maker->input->columns;
    const double *demand = columns[FLEET_DEMAND], *price = columns[FLEET_PRICE], *service = columns[FLEET_SERVICE];
    if ((demand && demand[0] != 0.0) || (service && service[0] != 0.0)) {
        return base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found a depot with a demand or a service time, expected 0",
                         maker->input->path);
    }
    fleet->demand = base_arrays_add(&fleet->arrays, n, sizeof *fleet->demand);
    fleet->price = base_arrays_add(&fleet->arrays, n, sizeof *fleet->price);
    TRY(fleet->demand && fleet->price ? SWARM_OK : base_fail_memory(maker->env));
    for (uint32_t node = 1; node < n; ++node) {
        fleet->demand[node] = demand ? (int64_t)demand[node] : 0;
        fleet->price[node] = price ? (int64_t)(price[node] * maker->rounding->scale + 0.5) : 0;
        fleet->info.demand += fleet->demand[node];
        fleet->info.optional_count += fleet->price[node] > 0;
    }
    TRY(make_times(maker, FLEET_EARLY, 0, &fleet->early));
    TRY(make_times(maker, FLEET_LATE, FLEET_TIME_MOST, &fleet->late));
    return make_times(maker, FLEET_SERVICE, 0, &fleet->service);
}

/* Makes the vehicle that stands for all. */
static enum swarm_status make_vehicle(const struct maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    fleet->vehicles = base_arrays_add(&fleet->arrays, 1, sizeof *fleet->vehicles);
    TRY(fleet->vehicles ? SWARM_OK : base_fail_memory(maker->env));
    fleet->vehicle_count = 1;
    fleet->has_limits = info->duration > 0;
    fleet->vehicles[0] = (struct fleet_vehicle){
        .limit = FLEET_NO_LIMIT,
        .duration = info->duration > 0 ? info->duration : FLEET_NO_LIMIT,
        .capacity = (int32_t)(info->capacity > 0 && info->capacity < INT32_MAX ? info->capacity : INT32_MAX),
        .stops = info->customer_count,
        .early = fleet->early[0],
        .late = fleet->late[0],
    };
    return SWARM_OK;
}

int32_t fleet_instance_length(const struct swarm_fleet *fleet, uint32_t from, uint32_t to)
{
    return from == FLEET_ABSENT || to == FLEET_ABSENT ? 0
           : fleet->lengths ? fleet->lengths[(size_t)from * fleet->nodes->info.node_count + to]
                            : tsp_instance_distance(fleet->nodes, from, to);
}

int32_t fleet_instance_time(const struct swarm_fleet *fleet, uint32_t from, uint32_t to)
{
    return !fleet->times || from == FLEET_ABSENT || to == FLEET_ABSENT
               ? fleet_instance_length(fleet, from, to)
               : fleet->times[(size_t)from * fleet->nodes->info.node_count + to];
}

unsigned long fleet_sum(const struct swarm_fleet *fleet)
{
    const size_t n = fleet->nodes->info.node_count;
    const int64_t limits[] = {fleet->info.capacity, fleet->info.vehicle_count, fleet->info.duration};
    unsigned long sum = base_checksum(0, limits, sizeof limits);
    sum = base_checksum(sum, fleet->demand, n * sizeof *fleet->demand);
    sum = base_checksum(sum, fleet->early, n * sizeof *fleet->early);
    sum = base_checksum(sum, fleet->late, n * sizeof *fleet->late);
    sum = base_checksum(sum, fleet->service, n * sizeof *fleet->service);
    sum = base_checksum(sum, fleet->price, n * sizeof *fleet->price);
    return tours_sum(sum, fleet->nodes);
}

/* Sets `bound`. */
static void set_bound(struct swarm_fleet *fleet)
{
    const uint32_t customers = fleet->info.customer_count, n = fleet->nodes->info.node_count;
    fleet->bound = 0;
    for (uint32_t k = 0; k < fleet->vehicle_count; ++k) {
        fleet->bound += fleet->vehicles[k].cost;
    }
    for (uint32_t i = 1; i <= customers; ++i) {
        int64_t far = 0;
        for (uint32_t depot = 0; depot < n; depot = depot == 0 ? customers + 1 : depot + 1) {
            const int64_t trip =
                (int64_t)fleet_instance_length(fleet, depot, i) + fleet_instance_length(fleet, i, depot);
            far = trip > far ? trip : far;
        }
        fleet->bound += far + fleet->price[i];
    }
}

static void find_best(struct swarm_fleet *fleet)
{
    char mark[17];
    struct swarm_fleet_info *info = &fleet->info;
    if (!info->balances && !info->vehicles_first && base_best_find("fleet", info->name, info->customer_count, NULL)) {
        snprintf(mark, sizeof mark, "%08lx", fleet_sum(fleet));
        const struct base_best *best = base_best_find("fleet", info->name, info->customer_count, mark);
        info->best_known = best != NULL;
        info->best_proven = best && best->proven;
        info->best = best ? best->value : 0;
    }
}

static enum swarm_status check_goal(const struct maker *maker)
{
    const struct swarm_fleet_info *info = &maker->fleet->info;
    if (info->vehicles_first && info->balances) {
        return base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "found --balance and --vehicles-first, expected one");
    }
    return !info->balances || info->vehicle_count > 0
               ? SWARM_OK
               : base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--balance needs a number of vehicles: give --vehicles");
}

static enum swarm_status make(const struct maker *maker, const swarm_params *params, const char *name)
{
    const struct fleet_input *input = maker->input;
    const struct options *options = params ? &params->options : NULL;
    const bool own_capacity = options && options->given[OPTION_capacity];
    const bool own_vehicles = options && options->given[OPTION_vehicles];
    struct swarm_fleet_info *info = &maker->fleet->info;
    TRY(make_nodes(maker, name));
    info->name = maker->fleet->nodes->info.name;
    info->customer_count = input->node_count - 1;
    info->capacity = own_capacity ? (int64_t)options->capacity : input->capacity;
    info->vehicle_count = (uint32_t)(own_vehicles ? (int64_t)options->vehicles : input->vehicles);
    info->duration = (int64_t)(input->duration * maker->rounding->scale + 0.5);
    info->has_windows = input->columns[FLEET_EARLY] != NULL;
    info->rounding = maker->rounding->name;
    info->decimals = maker->rounding->decimals;
    TRY(make_arrays(maker));
    if (info->demand > 0 && info->capacity == 0) {
        return base_fail(maker->env, SWARM_ERROR_INPUT,
                         "%s: found demands, expected a line with CAPACITY, or --capacity", input->path);
    }
    const int64_t least = info->demand > 0 ? (info->demand - 1) / info->capacity + 1 : 0;
    info->least_vehicles = (uint32_t)(least < info->customer_count ? least : info->customer_count);
    info->vehicles_first = options && options->vehicles_first;
    info->balances = options && options->balance;
    TRY(check_goal(maker));
    TRY(make_vehicle(maker));
    set_bound(maker->fleet);
    find_best(maker->fleet);
    return fleet_check_possible(maker->env, maker->fleet, input->path);
}

enum swarm_status fleet_build(struct base_env *env, const struct fleet_input *input, const swarm_params *params,
                              struct swarm_fleet **fleet)
{
    struct swarm_fleet *made = base_array(1, sizeof *made);
    char *stem = base_file_stem(input->path);
    const struct maker maker = {env, input, choose_rounding(input, params), made};
    const enum swarm_status status =
        made && stem ? make(&maker, params, input->name ? input->name : stem) : base_fail_memory(env);
    free(stem);
    if (status != SWARM_OK) {
        swarm_fleet_destroy(&made);
    }
    *fleet = made;
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Public functions                                                                                                   */

enum swarm_status swarm_fleet_parse(swarm_context *context, const swarm_params *params, const char *text, size_t size,
                                    const char *name, swarm_fleet **fleet)
{
    struct base_env *env = base_env_of(context);
    struct fleet_input input = {.path = name};
    *fleet = NULL;
    TRY(text && name ? SWARM_OK : base_fail_null(context, text ? "name" : "text"));
    enum swarm_status status = fleet_input_parse(env, text, size, &input);
    status = status == SWARM_OK ? fleet_build(env, &input, params, fleet) : status;
    fleet_input_free(&input);
    return status;
}

enum swarm_status swarm_fleet_read(swarm_context *context, const swarm_params *params, const char *path,
                                   swarm_fleet **fleet)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    char *text = NULL;
    size_t size = 0;
    *fleet = NULL;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read(env, path, &text, &size));
    const enum swarm_status status = swarm_fleet_parse(context, params, text, size, base_file_label(path), fleet);
    free(text);
    if (status == SWARM_OK) {
        (*fleet)->info.read_seconds = base_seconds(env) - start;
    }
    return status;
}

void swarm_fleet_destroy(swarm_fleet **fleet)
{
    if (fleet && *fleet) {
        swarm_instance_destroy(&(*fleet)->nodes);
        base_arrays_free(&(*fleet)->arrays);
        free(*fleet);
        *fleet = NULL;
    }
}

const struct swarm_fleet_info *swarm_fleet_describe(const swarm_fleet *fleet)
{
    return &fleet->info;
}

const swarm_instance *swarm_fleet_nodes(const swarm_fleet *fleet)
{
    return fleet->nodes;
}
