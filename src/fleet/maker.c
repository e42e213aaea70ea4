/* maker.c - makes a fleet from an input: rounded lengths and times, best known values. */
#include "maker.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/best.h"
#include "base/file.h"
#include "options/params.h"
#include "tsp/length.h"
#include "tours/tours.h"

enum { MATRIX_NODES_MOST = 5000 }; /* maximum number of nodes with a matrix: 100 MB */

/* How lengths and prices become integers; times, too, if lengths are travel times. */
static const struct fleet_rounding roundings[] = {
    {"nearest", 0, 1.0, 0.5}, {"truncated", 1, 10.0, 0.0}, {"tenths", 1, 10.0, 0.5}, {"exact", 3, 1000.0, 0.5}};
enum { NEAREST, TRUNCATED, TENTHS, EXACT, ROUNDING_COUNT };

static const double own_minute = 600.0; /* units of times in a minute if lengths are not travel times */

static bool is_earth(const struct fleet_input *input)
{
    return input->table && input->located && input->table->info.metric == SWARM_METRIC_GREAT_CIRCLE;
}

/* Returns the rounding of --rounding, otherwise the rounding of published values for such instances; for tables the
 * finest one with which all lengths fit. */
static const struct fleet_rounding *choose_rounding(const struct fleet_input *input, const swarm_params *params)
{
    const char *word = params && params->options.given[OPTION_rounding] ? params->options.rounding : "";
    for (int k = 0; k < ROUNDING_COUNT; ++k) {
        if (strcmp(word, roundings[k].name) == 0) {
            return &roundings[k];
        }
    }
    if (input->table) {
        double low, high, widest = 0.0;
        for (int axis = FLEET_X; axis <= FLEET_Y && input->columns[axis]; ++axis) {
            tsp_instance_extent(input->columns[axis], input->node_count, &low, &high);
            widest = high - low > widest ? high - low : widest;
        }
        return &roundings[is_earth(input) || 2000.0 * widest > FLEET_TIME_MOST ? TENTHS : EXACT];
    }
    if (input->columns[FLEET_EARLY] && !input->weights) {
        return &roundings[TRUNCATED];
    }
    const bool bounded = input->duration > 0.0 || input->limit > 0.0 || input->columns[FLEET_VAN_DURATION]
                         || input->columns[FLEET_VAN_LIMIT];
    return &roundings[input->has_decimals || (bounded && !input->weights) ? EXACT : NEAREST];
}

/* The length from node i to j before it is rounded down. With whole coordinates below 2^22 it is the correctly rounded
 * root of an exact number, so the rounded length is exact. */
static double length_between(const struct fleet_maker *maker, uint32_t i, uint32_t j)
{
    const struct fleet_input *input = maker->input;
    const double scale = maker->rounding->scale, add = maker->rounding->add;
    if (maker->lengths) {
        return scale * maker->lengths[(size_t)i * input->node_count + j] + add;
    }
    if (input->weights) {
        const size_t from = input->rows ? input->rows[i] : i, to = input->rows ? input->rows[j] : j;
        return scale * input->weights[from * input->node_count + to] + add;
    }
    if (!input->columns[FLEET_X]) {
        const int32_t length = tsp_instance_distance(input->table, input->rows[i], input->rows[j]);
        return length * pow(10.0, maker->rounding->decimals - input->table->info.decimals) + add;
    }
    const double dx = input->columns[FLEET_X][i] - input->columns[FLEET_X][j];
    const double dy = input->columns[FLEET_Y][i] - input->columns[FLEET_Y][j];
    return sqrt(scale * scale * (dx * dx + dy * dy)) + add;
}

enum swarm_status fleet_check_most(const struct fleet_maker *maker, const char *what, double value, bool is_time)
{
    const double most = FLEET_TIME_MOST / (is_time ? maker->fleet->minute : maker->rounding->scale);
    return value <= most ? SWARM_OK
                         : base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found %s %.10g, expected at most %.0f",
                                     maker->input->path, what, value, most);
}

static enum swarm_status check_lengths(const struct fleet_maker *maker)
{
    const struct fleet_input *input = maker->input;
    const size_t n = input->node_count;
    const double *weights = maker->lengths ? maker->lengths : input->weights;
    double low = 0.0, high = 0.0, square = 0.0;
    if (weights) {
        tsp_instance_extent(weights, n * n, &low, &high);
        return fleet_check_most(maker, "a length of", high, false);
    }
    if (!input->columns[FLEET_X]) {
        return fleet_check_most(maker, "lengths on the Earth up to", 20037510.0, false);
    }
    for (int axis = FLEET_X; axis <= FLEET_Y; ++axis) {
        tsp_instance_extent(input->columns[axis], n, &low, &high);
        square += (high - low) * (high - low);
    }
    return fleet_check_most(maker, "points with a distance of up to", sqrt(square), false);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Nodes                                                                                                              */

/* Names the nodes by their numbers in a file with several depots, less one, as in solutions of CVRPLIB. */
static enum swarm_status name_by_number(const struct fleet_maker *maker, struct swarm_instance *nodes)
{
    const size_t n = maker->input->node_count;
    char(*texts)[12] = NULL;
    const char **names = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, BASE_MAKE(maker->env, texts, n));
    TRY_OR(done, BASE_MAKE(maker->env, names, n));
    for (size_t k = 0; k < n; ++k) {
        snprintf(texts[k], sizeof *texts, "%" PRIu32, maker->input->rows[k]);
        names[k] = texts[k];
    }
    status = tsp_instance_set_names(maker->env, nodes, names);
done:
    free(names);
    free(texts);
    return status;
}

/* Names the nodes, and sets the positions of places on the Earth. */
static enum swarm_status take_places(const struct fleet_maker *maker, struct swarm_instance *nodes)
{
    const struct fleet_input *input = maker->input;
    struct swarm_instance *table = input->table;
    const size_t n = input->node_count;
    const char **names = NULL;
    if (!table) {
        return input->rows ? name_by_number(maker, nodes) : SWARM_OK;
    }
    nodes->info.columns = table->info.columns;
    nodes->info.skipped_columns = table->info.skipped_columns;
    table->info.columns = table->info.skipped_columns = NULL;
    nodes->table = table->table;
    nodes->table->titles = "";
    nodes->table->cells = NULL;
    table->table = NULL;
    if (is_earth(input)) {
        TRY(BASE_MAKE(maker->env, nodes->positions, 2 * n));
        for (size_t k = 0; k < 2 * n; ++k) {
            nodes->positions[k] = table->positions[k / n * n + input->rows[k % n]];
        }
    }
    if (!table->names) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(maker->env, names, n));
    for (size_t k = 0; k < n; ++k) {
        names[k] = table->names[input->rows[k]];
    }
    const enum swarm_status status = tsp_instance_set_names(maker->env, nodes, names);
    free(names);
    return status;
}

/* Fills in the lengths: the shorter way of two in the matrix of the nodes, and both ways in a matrix of the fleet if
 * they differ. */
static enum swarm_status fill_lengths(const struct fleet_maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const size_t n = maker->input->node_count;
    bool symmetric = true;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            const int32_t length = i == j ? 0 : (int32_t)length_between(maker, i, j);
            const int32_t back = j < i ? fleet->nodes->matrix[j * n + i] : length;
            symmetric = symmetric && back == length;
            fleet->nodes->matrix[i * n + j] = length;
        }
    }
    if (symmetric) {
        return SWARM_OK;
    }
    fleet->lengths = base_arrays_add(&fleet->arrays, n * n, sizeof *fleet->lengths);
    TRY(fleet->lengths ? SWARM_OK : base_fail_memory(maker->env));
    memcpy(fleet->lengths, fleet->nodes->matrix, n * n * sizeof *fleet->lengths);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            const int32_t there = fleet->lengths[i * n + j], back = fleet->lengths[j * n + i];
            fleet->nodes->matrix[i * n + j] = there < back ? there : back;
        }
    }
    return SWARM_OK;
}

/* Metric of the nodes if lengths are computed from points: rounded to integers, or between too many nodes for a
 * matrix; SWARM_METRIC_EXPLICIT: a matrix. No metric rounds lengths down. */
static enum swarm_metric choose_metric(const struct fleet_maker *maker)
{
    const struct fleet_input *input = maker->input;
    const bool large = input->node_count > MATRIX_NODES_MOST && maker->rounding != &roundings[TRUNCATED];
    if (input->weights || maker->lengths) {
        return SWARM_METRIC_EXPLICIT;
    }
    return input->columns[FLEET_X] && (large || maker->rounding == &roundings[NEAREST]) ? SWARM_METRIC_EUC_2D
           : is_earth(input) && large                                                   ? SWARM_METRIC_GREAT_CIRCLE
                                                                                        : SWARM_METRIC_EXPLICIT;
}

/* Sets the points of a metric, for which a length of 1 is a unit of the rounded lengths. */
static void scale_points(const struct fleet_maker *maker, struct swarm_instance *nodes)
{
    const struct fleet_input *input = maker->input;
    const bool sphere = nodes->info.metric == SWARM_METRIC_GREAT_CIRCLE;
    const size_t n = input->node_count;
    const double scale =
        sphere ? pow(10.0, maker->rounding->decimals - input->table->info.decimals) : maker->rounding->scale;
    for (size_t axis = 0; axis < (sphere ? 3 : 2); ++axis) {
        for (size_t node = 0; node < n; ++node) {
            nodes->coordinates[axis * n + node] =
                scale * (sphere ? input->table->coordinates[axis * n + input->rows[node]] : input->columns[axis][node]);
        }
    }
}

/* Makes the nodes, with points or with a matrix. */
static enum swarm_status make_nodes(const struct fleet_maker *maker, const char *name)
{
    const struct fleet_input *input = maker->input;
    const size_t n = input->node_count;
    const enum swarm_metric metric = choose_metric(maker);
    const bool points = metric != SWARM_METRIC_EXPLICIT, drawn = points && maker->rounding == &roundings[NEAREST];
    const struct swarm_instance_info fields = {.metric = metric,
                                               .symmetric = true,
                                               .format = points ? "" : "FULL_MATRIX",
                                               .unit = is_earth(input) && !maker->lengths ? "m" : "",
                                               .decimals = maker->rounding->decimals};
    if ((!points || FLEET_GIVEN(maker, times_file)) && n > MATRIX_NODES_MOST) {
        return base_fail(maker->env, SWARM_ERROR_UNSUPPORTED,
                         "%s: found %zu nodes, expected at most %d with matrices of lengths or times%s", input->path, n,
                         (int)MATRIX_NODES_MOST,
                         maker->rounding == &roundings[TRUNCATED] ? " (--rounding nearest or exact)" : "");
    }
    TRY(check_lengths(maker));
    TRY(base_require_memory(maker->env, input->path, points ? 3 * n : n * n,
                            points ? sizeof(double) : sizeof(int32_t)));
    TRY(tsp_instance_create(maker->env, name, fields, n, &maker->fleet->nodes));
    struct swarm_instance *nodes = maker->fleet->nodes;
    TRY(!drawn && input->columns[FLEET_X] ? BASE_MAKE(maker->env, nodes->positions, 2 * n) : SWARM_OK);
    for (size_t axis = 0; axis < 2 && nodes->positions; ++axis) {
        memcpy(nodes->positions + axis * n, input->columns[FLEET_X + axis], n * sizeof *nodes->positions);
    }
    if (points) {
        scale_points(maker, nodes);
    } else {
        TRY(fill_lengths(maker));
    }
    TRY(take_places(maker, nodes));
    TRY(tsp_instance_finish(maker->env, nodes, input->path));
    if (is_earth(input)) {
        memcpy(nodes->info.minimum, input->table->info.minimum, sizeof nodes->info.minimum);
        memcpy(nodes->info.maximum, input->table->info.maximum, sizeof nodes->info.maximum);
    }
    for (size_t axis = 0; axis < 2 && points && input->columns[FLEET_X]; ++axis) { /* of the file, not scaled */
        tsp_instance_extent(input->columns[FLEET_X + axis], n, &nodes->info.minimum[axis], &nodes->info.maximum[axis]);
    }
    return SWARM_OK;
}

/* Makes travel times from the matrix of --times. */
static enum swarm_status take_times(const struct fleet_maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const size_t n = maker->input->node_count;
    double *matrix, low, high;
    TRY(!FLEET_GIVEN(maker, speed)
            ? SWARM_OK
            : base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT, "found --speed and --times, expected one"));
    TRY(fleet_matrix_read(maker, OPTION_times_file, &matrix));
    tsp_instance_extent(matrix, n * n, &low, &high);
    enum swarm_status status = fleet_check_most(maker, "a travel time of", high, true);
    fleet->times = status == SWARM_OK ? base_arrays_add(&fleet->arrays, n * n, sizeof *fleet->times) : NULL;
    status = status == SWARM_OK && !fleet->times ? base_fail_memory(maker->env) : status;
    for (size_t k = 0; k < n * n && status == SWARM_OK; ++k) {
        fleet->times[k] = (int32_t)(matrix[k] * fleet->minute + 0.5);
    }
    free(matrix);
    return status;
}

/* Sets the pace for --speed. A factor that is rounded up keeps halves of a unit of time, which are rounded up, too. */
static enum swarm_status set_pace(const struct fleet_maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const double kilometre = maker->rounding->scale * (is_earth(maker->input) && !maker->lengths ? 1000.0 : 1.0);
    const double pace = 60.0 * fleet->minute / (kilometre * maker->options->speed);
    const bool points = fleet->nodes->info.metric != SWARM_METRIC_EXPLICIT;
    const uint32_t n = maker->input->node_count;
    int exponent;
    for (uint32_t k = 0; k < (points ? n : n * n); ++k) { /* the way between two points is at most that over node 0 */
        const double length = (points ? 2.0 : 1.0) * fleet_instance_length(fleet, k / n, k % n);
        TRY(fleet_check_most(maker, "travel times up to", pace * length / fleet->minute, true));
    }
    const double factor = frexp(pace < FLEET_TIME_MOST ? pace : FLEET_TIME_MOST, &exponent);
    fleet->pace = (struct fleet_pace){.factor = (uint64_t)ceil(ldexp(factor, 32)), .shift = (uint32_t)(32 - exponent)};
    return SWARM_OK;
}

/* Makes an array of times from a column, rounded to the nearest unit; `otherwise` without a column or a time. */
static enum swarm_status make_times(const struct fleet_maker *maker, enum fleet_column column, int32_t otherwise,
                                    int32_t **times)
{
    const uint32_t n = maker->input->node_count;
    const double *given = maker->input->columns[column];
    *times = base_arrays_add(&maker->fleet->arrays, n, sizeof **times);
    TRY(*times ? SWARM_OK : base_fail_memory(maker->env));
    for (uint32_t node = 0; node < n; ++node) {
        const bool known = given && isfinite(given[node]);
        TRY(known ? fleet_check_most(maker, "a time of", given[node], true) : SWARM_OK);
        (*times)[node] = known ? (int32_t)(given[node] * maker->fleet->minute + 0.5) : otherwise;
    }
    return SWARM_OK;
}

static enum swarm_status make_arrays(const struct fleet_maker *maker)
{
    struct swarm_fleet *fleet = maker->fleet;
    const uint32_t n = maker->input->node_count;
    const double *const *columns = (const double *const *)maker->input->columns;
    const double *demand = columns[FLEET_DEMAND], *price = columns[FLEET_PRICE], *service = columns[FLEET_SERVICE];
    for (uint32_t node = 0; node < n; node = fleet_next_depot(fleet, node)) {
        if ((demand && demand[node] != 0.0) || (service && service[node] != 0.0)) {
            return base_fail(
                maker->env, SWARM_ERROR_INPUT,
                maker->input->table
                    ? "%s: found a depot with a demand or a service time, expected 0; without --depot or a "
                      "column depot, the first row is the depot"
                    : "%s: found a depot with a demand or a service time, expected 0",
                maker->input->path);
        }
    }
    fleet->demand = base_arrays_add(&fleet->arrays, n, sizeof *fleet->demand);
    fleet->price = base_arrays_add(&fleet->arrays, n, sizeof *fleet->price);
    TRY(fleet->demand && fleet->price ? SWARM_OK : base_fail_memory(maker->env));
    for (uint32_t node = 1; node <= fleet->info.customer_count; ++node) {
        fleet->price[node] = price ? (int64_t)(price[node] * maker->rounding->scale + 0.5) : 0;
        fleet->info.optional_count += fleet->price[node] > 0;
    }
    TRY(make_times(maker, FLEET_EARLY, 0, &fleet->early));
    TRY(make_times(maker, FLEET_LATE, FLEET_TIME_MOST, &fleet->late));
    return make_times(maker, FLEET_SERVICE, 0, &fleet->service);
}

uint32_t fleet_find_depot(const struct swarm_fleet *fleet, struct base_word name)
{
    const uint32_t n = fleet->nodes->info.node_count;
    for (uint32_t node = 0; node < n && fleet->nodes->names; node = fleet_next_depot(fleet, node)) {
        const char *depot = fleet->nodes->names[node];
        if (base_word_same(name, (struct base_word){depot, strlen(depot)})) {
            return node;
        }
    }
    return FLEET_ABSENT;
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
        for (uint32_t depot = 0; depot < n; depot = fleet_next_depot(fleet, depot)) {
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

static enum swarm_status check_goal(const struct fleet_maker *maker)
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

/* Fails if times have no unit: on the Earth, lengths are metres. */
static enum swarm_status check_times(const struct fleet_maker *maker)
{
    const struct fleet_input *input = maker->input;
    const bool timed = input->columns[FLEET_EARLY] || input->columns[FLEET_SERVICE] || FLEET_GIVEN(maker, duration);
    return !is_earth(input) || maker->lengths || maker->fleet->has_own_times || !timed
               ? SWARM_OK
               : base_fail(maker->env, SWARM_ERROR_INPUT,
                           "%s: found times, expected --speed 30km/h, or --times with a matrix of travel times",
                           input->path);
}

static void describe(const struct fleet_maker *maker)
{
    const struct fleet_input *input = maker->input;
    struct swarm_fleet *fleet = maker->fleet;
    struct swarm_fleet_info *info = &fleet->info;
    const struct options *options = maker->options;
    const double duration = FLEET_GIVEN(maker, duration) ? options->duration : input->duration;
    info->name = fleet->nodes->info.name;
    info->unit = fleet->nodes->info.unit;
    info->customer_count = input->node_count - (input->depot_count > 0 ? input->depot_count : 1);
    info->vehicle_count = (uint32_t)(FLEET_GIVEN(maker, vehicles) ? (int64_t)options->vehicles : input->vehicles);
    info->duration = (int64_t)(duration * fleet->minute + 0.5);
    info->has_windows = input->columns[FLEET_EARLY] != NULL;
    info->time_scale = fleet->minute;
    info->rounding = maker->rounding->name;
    info->decimals = maker->rounding->decimals;
    fleet->day = (int64_t)(input->midnight / FLEET_DAY);
    fleet->before = input->rows && !input->table ? input->rows[1] - 1 : 0;
}

static enum swarm_status make(struct fleet_maker *maker, const char *name)
{
    const struct fleet_input *input = maker->input;
    struct swarm_fleet *fleet = maker->fleet;
    struct swarm_fleet_info *info = &fleet->info;
    fleet->has_own_times = FLEET_GIVEN(maker, times_file) || FLEET_GIVEN(maker, speed);
    fleet->minute = fleet->has_own_times ? own_minute : maker->rounding->scale;
    TRY(FLEET_GIVEN(maker, lengths_file) ? fleet_matrix_read(maker, OPTION_lengths_file, &maker->lengths) : SWARM_OK);
    TRY(make_nodes(maker, name));
    describe(maker);
    TRY(FLEET_GIVEN(maker, times_file) ? take_times(maker) : FLEET_GIVEN(maker, speed) ? set_pace(maker) : SWARM_OK);
    TRY(check_times(maker));
    TRY(make_arrays(maker));
    info->vehicles_first = maker->options && maker->options->vehicles_first;
    info->balances = maker->options && maker->options->balance;
    TRY(fleet_make_vehicles(maker));
    fleet->clock = input->clock; /* vehicles may have the only times */
    info->has_clock = fleet->clock >= FLEET_HOURS;
    TRY(check_goal(maker));
    set_bound(fleet);
    find_best(fleet);
    return fleet_check_possible(maker->env, fleet, input->path);
}

enum swarm_status fleet_build(struct base_env *env, struct fleet_input *input, const swarm_params *params,
                              struct swarm_fleet **fleet)
{
    struct swarm_fleet *made = base_array(1, sizeof *made);
    char *stem = base_file_stem(input->path);
    struct fleet_maker maker = {.env = env,
                                .input = input,
                                .options = params ? &params->options : NULL,
                                .rounding = choose_rounding(input, params),
                                .fleet = made};
    const enum swarm_status status =
        made && stem ? make(&maker, input->name ? input->name : stem) : base_fail_memory(env);
    free(stem);
    free(maker.lengths);
    if (status != SWARM_OK) {
        swarm_fleet_destroy(&made);
    }
    *fleet = made;
    return status;
}
