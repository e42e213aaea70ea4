/* fleet.c - the problem of `swarmcl fleet`: customers, vehicles and routes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/documents/line.h"
#include "cli/documents/output.h"
#include "cli/documents/report.h"
#include "cli/pictures/fleet.h"
#include "cli/pictures/page.h"
#include "cli/documents/fleet.h"
#include "instance.h"

enum {
    SHORT_PLAN = 20,    /* maximum number of routes that are printed as text */
    SHORT_ROUTE = 12,   /* maximum number of stops of a route that are printed */
    MISSING_BYTES = 100 /* letters after which no more missing customers are printed */
};

/* The subject of a run: customers, a depot and vehicles. */
struct cli_fleet {
    struct cli_subject subject;
    const struct cli_console *console;
    swarm_fleet *fleet; /* owned */
    const struct swarm_fleet_info *info;
    struct swarm_routes *routes; /* owned routes that were read from a file; NULL: none */
};

static const struct cli_problem fleet_problem;

static const struct cli_fleet *fleet_of(const struct cli_subject *subject)
{
    return (const struct cli_fleet *)subject;
}

/* A length without its unit. Returns `text`. */
static const char *length_text(const struct cli_subject *subject, int64_t length, char text[CLI_TEXT_SIZE])
{
    return swarm_length_text(length, subject->decimals, text, CLI_TEXT_SIZE);
}

static void json_length(struct cli_json *json, const char *key, const struct cli_subject *subject, int64_t length)
{
    char text[CLI_TEXT_SIZE];
    cli_json_number_text(json, key, length_text(subject, length, text));
}

/* A time of day, a date or a number. Returns `text`. */
static const char *time_text(const struct cli_subject *subject, int64_t time, char text[CLI_TEXT_SIZE])
{
    return swarm_fleet_time_text(fleet_of(subject)->fleet, time, text, CLI_TEXT_SIZE);
}

/* Name of a customer, or its number. */
static const char *customer_text(const struct cli_subject *subject, uint32_t customer, char number[16])
{
    const char *name = swarm_instance_node_name(swarm_fleet_nodes(fleet_of(subject)->fleet), customer);
    snprintf(number, 16, "%" PRIu32, customer);
    return name ? name : number;
}

static void json_span(struct cli_json *json, const char *key, const struct cli_subject *subject, int64_t span)
{
    char text[CLI_TEXT_SIZE];
    cli_json_number_text(json, key, swarm_fleet_span_text(fleet_of(subject)->fleet, span, text, sizeof text));
}

/* A load in the user's unit. */
static const char *load_text(const struct cli_subject *subject, int64_t load, char text[CLI_TEXT_SIZE])
{
    return swarm_length_text(load, fleet_of(subject)->info->load_decimals, text, CLI_TEXT_SIZE);
}

static void json_load(struct cli_json *json, const char *key, const struct cli_subject *subject, int64_t load)
{
    char text[CLI_TEXT_SIZE];
    cli_json_number_text(json, key, load_text(subject, load, text));
}

static enum swarm_status load_fleet(const struct cli_console *console, const swarm_params *params, const char *path,
                                    struct cli_subject *subject, const void **input)
{
    struct cli_fleet *made = (struct cli_fleet *)subject;
    made->subject.problem = &fleet_problem;
    TRY(swarm_fleet_read(console->context, params, path, &made->fleet));
    made->console = console;
    made->info = swarm_fleet_describe(made->fleet);
    made->subject = (struct cli_subject){
        .problem = &fleet_problem,
        .name = made->info->name,
        .size = made->info->customer_count,
        .unit = made->info->unit,
        .decimals = made->info->decimals,
        .known = made->info->best_known,
        .proven = made->info->best_proven,
        .read_seconds = made->info->read_seconds,
    };
    made->subject.best = cli_score_of_length(&made->subject, made->info->best);
    *input = made->fleet;
    return SWARM_OK;
}

static enum swarm_status open_fleet(const struct cli_console *console, const struct cli_arguments *arguments,
                                    swarm_params *params, struct cli_subject *subject)
{
    const void *fleet = NULL;
    TRY(cli_checked(console, load_fleet(console, params, arguments->operands[0], subject, &fleet)));
    swarm_params_fleet(params, fleet);
    const struct swarm_instance_info *nodes =
        swarm_instance_describe(swarm_fleet_nodes(((const struct cli_fleet *)subject)->fleet));
    TRY(cli_require_metres(arguments, nodes));
    if (nodes->columns) {
        cli_note(console, "%s: reads the columns %s%s%s", cli_path_label(arguments->operands[0]), nodes->columns,
                 *nodes->skipped_columns ? "; skips " : "", nodes->skipped_columns);
    }
    return SWARM_OK;
}

static void close_fleet(struct cli_subject *subject)
{
    struct cli_fleet *made = (struct cli_fleet *)subject;
    swarm_routes_destroy(&made->routes);
    swarm_fleet_destroy(&made->fleet);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A run                                                                                                              */

static void json_fleet(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_fleet_info *info = fleet_of(subject)->info;
    const struct swarm_instance_info *nodes = swarm_instance_describe(swarm_fleet_nodes(fleet_of(subject)->fleet));
    char text[CLI_TEXT_SIZE];
    (void)result;
    cli_json_put(json, "instance: {name: %s, customers: %" PRIu32 ", depots: %" PRIu32, info->name,
                 info->customer_count, nodes->node_count - info->customer_count);
    cli_json_put(json, info->vehicle_count > 0 ? "vehicles: %" PRIu32 : "vehicles: null", info->vehicle_count);
    cli_json_put(json, "least_vehicles: %" PRIu32, info->least_vehicles);
    cli_json_number_text(json, "capacity", info->capacity > 0 ? load_text(subject, info->capacity, text) : NULL);
    json_load(json, "demand", subject, info->demand);
    cli_json_put(json, "goal: %s",
                 info->balances         ? "longest route"
                 : info->vehicles_first ? "vehicles, length"
                                        : "length");
    swarm_fleet_span_text(fleet_of(subject)->fleet, info->duration, text, sizeof text);
    cli_json_number_text(json, "duration", info->duration > 0 ? text : NULL);
    cli_json_put(json, "time_windows: %i, optional_customers: %" PRIu32 ", skilled_customers: %" PRIu32,
                 info->has_windows, info->optional_count, info->skilled_count);
    cli_json_put(json, "pinned_customers: %" PRIu32 ", rounding: %s, decimals: %d", info->pinned_count, info->rounding,
                 info->decimals);
    cli_json_optimum(json, subject);
    cli_json_put(json, "}");
}

static bool has_names(const struct cli_subject *subject)
{
    return swarm_instance_describe(swarm_fleet_nodes(fleet_of(subject)->fleet))->has_names;
}

static void json_name(struct cli_json *json, const struct cli_subject *subject, uint32_t customer)
{
    cli_json_put(json, "%s", swarm_instance_node_name(swarm_fleet_nodes(fleet_of(subject)->fleet), customer));
}

/* Adds a time as FILE.csv has it. */
static void json_time(struct cli_json *json, const struct cli_subject *subject, int64_t time)
{
    char text[CLI_TEXT_SIZE];
    time_text(subject, time, text);
    if (fleet_of(subject)->info->has_clock) {
        cli_json_put(json, "%s", text);
    } else {
        cli_json_number_text(json, NULL, text);
    }
}

static void json_route(struct cli_json *json, const struct cli_subject *subject, const struct swarm_route *route)
{
    const char *name = swarm_fleet_vehicle_name(fleet_of(subject)->fleet, route->vehicle);
    cli_json_put(json, "~{vehicle: %" PRIu32, route->vehicle);
    if (name) {
        cli_json_put(json, "vehicle_name: %s", name);
    }
    json_length(json, "length", subject, route->length);
    json_load(json, "load", subject, route->load);
    json_span(json, "finish", subject, route->finish);
    json_span(json, "duration", subject, route->duration);
    cli_json_put(json, "stops: [");
    for (size_t i = 0; i < route->stop_count; ++i) {
        cli_json_put(json, "%" PRIu32, route->stops[i].customer);
    }
    cli_json_put(json, "]");
    if (fleet_of(subject)->info->has_windows) {
        cli_json_put(json, "arrivals: [");
        for (size_t i = 0; i < route->stop_count; ++i) {
            json_time(json, subject, route->stops[i].arrival);
        }
        cli_json_put(json, "]");
    }
    if (has_names(subject)) {
        cli_json_put(json, "stop_names: [");
        for (size_t i = 0; i < route->stop_count; ++i) {
            json_name(json, subject, route->stops[i].customer);
        }
        cli_json_put(json, "]");
    }
    cli_json_put(json, "}");
}

static void json_routes(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_routes *routes = result->routes;
    json_length(json, "length", subject, routes->length);
    json_length(json, "prices", subject, routes->prices);
    json_length(json, "vehicle_costs", subject, routes->vehicle_costs);
    json_length(json, "longest", subject, routes->longest);
    cli_json_put(json, "routes: [");
    for (size_t r = 0; r < routes->route_count; ++r) {
        json_route(json, subject, &routes->routes[r]);
    }
    cli_json_put(json, "], unserved: ~[");
    for (size_t i = 0; i < routes->unserved_count; ++i) {
        cli_json_put(json, "%" PRIu32, routes->unserved[i]);
    }
    cli_json_put(json, "]");
    if (has_names(subject)) {
        cli_json_put(json, "unserved_names: ~[");
        for (size_t i = 0; i < routes->unserved_count; ++i) {
            json_name(json, subject, routes->unserved[i]);
        }
        cli_json_put(json, "]");
    }
    cli_json_put(json, "missing: %zu", routes->missing_count);
}

/* What the cost is the sum of, and what is not minimised. */
static const char *explain_cost(const struct cli_subject *subject, const swarm_result *result, char text[CLI_TEXT_SIZE])
{
    const struct swarm_routes *routes = result->routes;
    const struct swarm_fleet_info *info = fleet_of(subject)->info;
    const size_t left = routes->unserved_count - routes->missing_count;
    const char *plural = routes->route_count == 1 ? "" : "s";
    char length[CLI_TEXT_SIZE], other[CLI_TEXT_SIZE], more[CLI_TEXT_SIZE / 2] = "", costs[CLI_TEXT_SIZE / 4] = "";
    length_text(subject, routes->length, length);
    if (routes->vehicle_costs > 0 && !info->balances) {
        snprintf(costs, sizeof costs, ", %.40s, and the costs of their vehicles, %.40s", length,
                 length_text(subject, routes->vehicle_costs, other));
    }
    if (left > 0) {
        snprintf(more, sizeof more, "%s%.40s, and the scores of %zu customers left out, %.40s", *costs ? "" : ", ",
                 *costs ? "" : length, left, length_text(subject, routes->prices, other));
    }
    if (info->balances) {
        snprintf(text, CLI_TEXT_SIZE, ", the length of the longest of %zu route%s%s; together they have %.40s",
                 routes->route_count, plural, more, length);
    } else {
        snprintf(text, CLI_TEXT_SIZE, ", the length of %zu route%s%s%s; the number of routes is %s",
                 routes->route_count, plural, costs, more, info->vehicles_first ? "minimised first" : "not minimised");
    }
    return text;
}

/* Adds a customer that no route serves, with its demand, unless it is optional. */
static void add_missing(const struct cli_subject *subject, uint32_t customer, struct cli_buffer *text)
{
    const struct cli_fleet *made = fleet_of(subject);
    uint32_t *plan = calloc(made->info->vehicle_count + 2, sizeof *plan);
    struct swarm_routes *one = NULL; /* a plan that serves only this customer has its demand and earliest service */
    for (uint32_t v = 0; plan && !one && v <= made->info->vehicle_count; plan[v++] = 0) {
        plan[v] = customer; /* by the first vehicle that may serve it */
        swarm_routes_measure(made->console->context, made->fleet, plan, v + 2, &one);
    }
    if (one && one->missing_count < made->info->customer_count - made->info->optional_count) {
        const struct swarm_stop *stop = one->routes[0].stops;
        char early[CLI_TEXT_SIZE], load[CLI_TEXT_SIZE], number[16];
        time_text(subject, stop->arrival + stop->wait, early);
        cli_buffer_format(text, "%s%s (demand %s%s%s)", text->size > 0 ? ", " : "",
                          customer_text(subject, customer, number), load_text(subject, stop->load, load),
                          made->info->has_windows ? ", not before " : "", made->info->has_windows ? early : "");
    }
    swarm_routes_destroy(&one);
    free(plan);
}

/* Prints the customers that must be served and are not, and the largest free load of a vehicle. */
static void print_missing(const struct cli_subject *subject, const struct swarm_routes *routes)
{
    const struct swarm_fleet_info *info = fleet_of(subject)->info;
    struct cli_buffer text = {.size = 0};
    char load[CLI_TEXT_SIZE];
    int64_t most = routes->route_count < info->vehicle_count ? info->capacity : 0;
    if (routes->missing_count == 0) {
        return;
    }
    for (size_t i = 0; i < routes->unserved_count && text.size < MISSING_BYTES; ++i) {
        add_missing(subject, routes->unserved[i], &text);
    }
    cli_print_field("not served", "%zu of %" PRIu32 " customers: %.*s%s", routes->missing_count, info->customer_count,
                    (int)text.size, text.bytes ? text.bytes : "", text.size < MISSING_BYTES ? "" : ", ...");
    cli_buffer_deinit(&text);
    for (size_t r = 0; r < routes->route_count; ++r) {
        const int64_t left = info->capacity - routes->routes[r].load;
        most = left > most ? left : most;
    }
    if (info->vehicle_count > 0 && info->capacity > 0) {
        cli_print_field("vehicles", "%zu of %" PRIu32 " used; the largest free load is %s", routes->route_count,
                        info->vehicle_count, load_text(subject, most, load));
    }
}

static bool print_routes(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_routes *routes = result->routes;
    const bool timed = fleet_of(subject)->info->has_windows;
    const bool named = has_names(subject);
    char text[CLI_TEXT_SIZE], load[CLI_TEXT_SIZE], finish[CLI_TEXT_SIZE], number[16];
    print_missing(subject, routes);
    for (size_t r = 0; routes->route_count <= SHORT_PLAN && r < routes->route_count; ++r) {
        const struct swarm_route *route = &routes->routes[r];
        const char *vehicle = swarm_fleet_vehicle_name(fleet_of(subject)->fleet, route->vehicle);
        char label[24], stops[CLI_FIELD_SIZE] = ""; /* cut like the field */
        size_t used = 0;
        for (size_t i = 0; i < route->stop_count && i < SHORT_ROUTE && used < sizeof stops; ++i) {
            used += (size_t)snprintf(stops + used, sizeof stops - used, "%s%s", i > 0 && named ? ", " : " ",
                                     customer_text(subject, route->stops[i].customer, number));
        }
        snprintf(label, sizeof label, "route %" PRIu32, route->vehicle);
        cli_print_field(vehicle ? vehicle : label, "length %s, load %s%s%s, %zu stop%s:%s%s",
                        length_text(subject, route->length, text), load_text(subject, route->load, load),
                        timed ? ", back at " : "", timed ? time_text(subject, route->finish, finish) : "",
                        route->stop_count, route->stop_count == 1 ? "" : "s", stops,
                        route->stop_count > SHORT_ROUTE ? " ..." : "");
    }
    return routes->route_count <= SHORT_PLAN;
}

static enum swarm_status write_routes(swarm_context *context, const char *path, const void *work)
{
    const struct cli_work *made = work;
    return swarm_routes_write(context, path, fleet_of(made->subject)->fleet, made->result->routes);
}

static enum swarm_status fill_stops(struct cli_buffer *csv, const void *work)
{
    return cli_fill_stops(csv, work, fleet_of(((const struct cli_work *)work)->subject)->fleet);
}

static enum swarm_status fill_picture(struct cli_buffer *svg, const void *work)
{
    return cli_picture_routes(svg, work, fleet_of(((const struct cli_work *)work)->subject)->fleet);
}

static enum swarm_status fill_page(struct cli_buffer *html, const void *work)
{
    return cli_picture_fleet_page(html, work, fleet_of(((const struct cli_work *)work)->subject)->fleet);
}

static enum swarm_status require_positions(const char *path, const struct cli_subject *subject)
{
    if (swarm_instance_describe(swarm_fleet_nodes(fleet_of(subject)->fleet))->has_positions) {
        return SWARM_OK;
    }
    cli_error("%s: %s cannot be drawn: found only distances, expected coordinates", path, subject->name);
    return SWARM_ERROR_UNSUPPORTED;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lines on the Earth                                                                                                 */

static enum swarm_status require_earth(const char *path, const struct cli_subject *subject)
{
    return cli_line_require_earth(path, swarm_fleet_nodes(fleet_of(subject)->fleet), subject->name);
}

static enum swarm_status fill_geojson(struct cli_buffer *content, const void *work)
{
    return cli_lines_geojson(content, work, fleet_of(((const struct cli_work *)work)->subject)->fleet);
}

static enum swarm_status fill_gpx(struct cli_buffer *content, const void *work)
{
    return cli_lines_gpx(content, work, fleet_of(((const struct cli_work *)work)->subject)->fleet);
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.sol",
     .help = "for fleet: the routes for verify, as in CVRPLIB; also a table of stops (.csv), maps (.svg, .html), "
             ".geojson, .gpx",
     .write = write_routes},
    {.name = "FILE.csv", .fill = fill_stops},
    {.name = "FILE.svg", .fill = fill_picture, .require = require_positions},
    {.name = "FILE.html", .fill = fill_page, .require = require_positions},
    {.name = "FILE.geojson", .fill = fill_geojson, .require = require_earth},
    {.name = "FILE.gpx", .fill = fill_gpx, .require = require_earth},
    {.name = "FILE.json", .document = cli_put_document},
    {.name = "curve:FILE.csv", .fill = cli_fill_curve},
    {.name = "curve:FILE.svg", .fill = cli_picture_curve},
    {.name = NULL},
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* instance, verify, render                                                                                           */

static void print_fleet(const struct cli_subject *subject)
{
    const struct swarm_fleet_info *info = fleet_of(subject)->info;
    const struct swarm_instance_info *nodes = swarm_instance_describe(swarm_fleet_nodes(fleet_of(subject)->fleet));
    char text[CLI_TEXT_SIZE];
    cli_print_field("name", "%s", info->name);
    cli_print_field("type", "routes of vehicles, for `swarmcl fleet`");
    cli_print_field("customers", "%" PRIu32, info->customer_count);
    cli_print_field("depots", "%" PRIu32, nodes->node_count - info->customer_count);
    cli_print_field("vehicles", info->vehicle_count > 0 ? "%" PRIu32 : "no limit", info->vehicle_count);
    cli_print_field("capacity", "%s",
                    info->capacity > 0 ? load_text(subject, info->capacity, text)
                    : info->demand > 0 ? "not given"
                                       : "no limit");
    cli_print_field("demand", info->capacity > 0 ? "%s, for at least %" PRIu32 " vehicle%s" : "%s",
                    load_text(subject, info->demand, text), info->least_vehicles, info->least_vehicles == 1 ? "" : "s");
    if (info->duration > 0) {
        cli_print_field("duration", "%s, travel and service of a route",
                        swarm_fleet_span_text(fleet_of(subject)->fleet, info->duration, text, sizeof text));
    }
    cli_print_field("windows", info->has_windows ? "yes" : "none");
    const uint32_t counts[] = {info->optional_count, info->skilled_count, info->pinned_count};
    static const char *const labels[] = {"optional", "skills", "pinned"}, *const whose[] = {"have a score",
                                                                                            "need skills",
                                                                                            "name their vehicle"};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        if (counts[k] > 0) {
            cli_print_field(labels[k], "%" PRIu32 " customers %s", counts[k], whose[k]);
        }
    }
    cli_print_field("lengths", "%s, in steps of %s", info->rounding, length_text(subject, 1, text));
    cli_print_field(info->best_known && !info->best_proven ? "best known" : "optimum", "%s",
                    info->best_known ? cli_number_text(subject, subject->best, text) : "unknown");
}

/* Adds demands and a depot to a TSPLIB file without EOF. Leaves out the lines before DIMENSION, among them TYPE. */
static enum swarm_status generate(swarm_context *context, swarm_params *params, const char *text, size_t size,
                                  struct cli_subject *subject)
{
    struct cli_fleet *made = (struct cli_fleet *)subject;
    struct cli_buffer file = {.size = 0};
    const char *nodes = strstr(text, "DIMENSION");
    const int count = atoi(nodes + strcspn(nodes, "0123456789"));
    cli_buffer_put(&file, nodes, size - (size_t)(nodes - text));
    cli_buffer_text(&file, "DEMAND_SECTION\n");
    for (int node = 1; node <= count; ++node) {
        cli_buffer_format(&file, "%d %d\n", node, node == 1 ? 0 : 1 + node % 9);
    }
    cli_buffer_text(&file, "DEPOT_SECTION\n1\n-1\nEOF\n");
    const enum swarm_status status =
        file.failed ? SWARM_ERROR_OUT_OF_MEMORY
                    : swarm_fleet_parse(context, params, file.bytes, file.size, "check", &made->fleet);
    cli_buffer_deinit(&file);
    swarm_params_fleet(params, made->fleet);
    return status;
}

static void visit(const swarm_result *result, void (*add)(uint64_t *hash, uint64_t number), uint64_t *hash)
{
    for (size_t r = 0; r < result->routes->route_count; ++r) {
        for (size_t i = 0; i < result->routes->routes[r].stop_count; ++i) {
            add(hash, result->routes->routes[r].stops[i].customer);
        }
        add(hash, 0);
    }
}

/* Reads routes and measures them. `left_out` as in swarm_routes_read(). */
static enum swarm_status read_routes(const struct cli_console *console, const swarm_fleet *fleet, const char *path,
                                     size_t *left_out, struct cli_solution *read, struct swarm_routes **routes)
{
    TRY(cli_checked(console, swarm_routes_read(console->context, fleet, path, &read->nodes, &read->count, left_out)));
    const enum swarm_status status = swarm_routes_measure(console->context, fleet, read->nodes, read->count, routes);
    if (status != SWARM_OK) {
        cli_error("%s: %s", cli_path_label(path), swarm_context_error(console->context));
    }
    return status;
}

static enum swarm_status measure(const struct cli_console *console, struct cli_subject *subject, const char *path,
                                 swarm_result *result)
{
    struct cli_fleet *made = (struct cli_fleet *)subject;
    struct cli_solution read = {.nodes = NULL};
    const enum swarm_status status = read_routes(console, made->fleet, path, NULL, &read, &made->routes);
    swarm_free(read.nodes);
    result->routes = made->routes;
    result->length = status == SWARM_OK ? made->routes->cost : 0;
    return status;
}

static enum swarm_status read_plan(const struct cli_console *console, const struct cli_subject *subject,
                                   const swarm_params *params, const char *path, struct cli_solution *solution)
{
    struct swarm_routes *routes = NULL;
    size_t left_out = 0;
    (void)params;
    TRY(read_routes(console, fleet_of(subject)->fleet, path, &left_out, solution, &routes));
    if (left_out > 0) {
        cli_note(console, "%s: stops left out, of customers or vehicles that %s does not have: %zu",
                 cli_path_label(path), subject->name, left_out);
    }
    solution->score = cli_score_of_length(subject, routes->cost);
    swarm_routes_destroy(&routes);
    return SWARM_OK;
}

static void print_measured(const struct cli_subject *subject, const swarm_result *result)
{
    printf("routes %zu\n", result->routes->route_count);
    print_missing(subject, result->routes);
}

static size_t count_missing(const swarm_result *result)
{
    return result->routes->missing_count;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The problem and its command                                                                                        */

static const struct cli_problem fleet_problem = {
    .name = "fleet",
    .member = "instance",
    .size = "customers",
    .score = "cost",
    .solution = "plan",
    .file = "routes",
    .words = " vehicle vehicles capacity demand demands cvrptw vrp cvrp ",
    .purpose = "plans the routes of several vehicles with capacities and time windows",
    .long_form = "the routes go to a file: -o FILE.sol, FILE.csv, FILE.svg or FILE.json",
    .whole = true,
    .outputs = outputs,
    .format = {"VRPLIB",
               "for fleet: .vrp files of CVRPLIB and VRPLIB, and texts of Solomon's format; .sol. See docs/fleet.md",
               ""},
    .conditions = (const char *const[]){"columns", "depot", "fleet", "vehicles", "capacity", "limit", "duration",
                                        "stops", "open", "open-start", "speed", "lengths", "times", "rounding", NULL},
    .subject_size = sizeof(struct cli_fleet),
    .open = open_fleet,
    .close = close_fleet,
    .load = load_fleet,
    .many = (const char *const[]){"plans", "6", "iterations", "24", NULL},
    .json_line = json_routes,
    .recognise = cli_recognises_fleet,
    .claims = cli_claims_fleet,
    .describe = print_fleet,
    .read = read_plan,
    .measure = measure,
    .generate = generate,
    .visit = visit,
    .print_measured = print_measured,
    .count_missing = count_missing,
    .json_subject = json_fleet,
    .json_solution = json_routes,
    .explain_score = explain_cost,
    .print_solution = print_routes,
};

static const struct swarm_param rows[] = {
    CLI_ROW(
        OUTPUT, TEXT, "FILE", "Output",
        "write the routes to FILE.sol, a line for each stop to FILE.csv, the map to FILE.svg or .html, lines on the "
        "Earth to FILE.geojson or .gpx, all to FILE.json, or the curve of the costs to curve:FILE.svg; see `swarmcl "
        "help outputs`",
        .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(INIT, TEXT, "FILE", "Problem",
            "start from these routes, a FILE.sol or .csv that swarmcl wrote; customers without a route are inserted",
            .reads = true),
    {.name = NULL},
};

const struct cli_command cli_command_fleet = {
    .name = "fleet",
    .operands = "FILE",
    .help = "search for short routes of several vehicles",
    .details = "Searches for the routes of vehicles that start and end at a depot and serve all customers, with the\n"
               "least total length; loads fit into the vehicles, and customers are served within their time windows.\n"
               "FILE is a table of customers, a .vrp file of CVRPLIB or VRPLIB or a text of Solomon's format; it may\n"
               "be packed by gzip; - is the standard input. If no plan can serve all customers, the reasons are "
               "printed before the\n"
               "search. If the search ends while customers that must be served are left, the routes are printed and\n"
               "written, and the exit code is 6.",
    .more = "The same FILE, options, seed and number of iterations give the same routes on every device. SIGINT\n"
            "(Ctrl-C), SIGTERM and SIGHUP end the search with the best routes so far.",
    .problem = &fleet_problem,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
