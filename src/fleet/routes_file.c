/* routes_file.c - solutions of CVRPLIB: lines "Route #1: 3 8 5" and "Cost 27591"; and tables of stops as the program
 * writes them: a vehicle, a position and a customer in each line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "instance.h"
#include "tsp/read/table.h"

/* Customers read so far, with a 0 after each route. */
struct list {
    uint32_t *customers; /* owned */
    size_t count, capacity;
    size_t *left_out; /* as in swarm_routes_read() */
};

static enum swarm_status append(struct base_env *env, struct list *list, uint32_t customer)
{
    TRY(BASE_GROW(env, list->customers, &list->capacity, list->count + 1));
    list->customers[list->count++] = customer;
    return SWARM_OK;
}

/* Reads the rest of a line after "Route". */
static enum swarm_status read_route(struct base_scanner *scanner, const struct swarm_fleet *fleet, struct list *list)
{
    const uint32_t least = fleet->before + 1, most = fleet->before + fleet->info.customer_count;
    struct base_word word;
    do {
        word = base_scanner_word(scanner, true);
    } while (word.size > 0 && !base_word_equal(word, ":"));
    if (word.size == 0) {
        return base_scanner_fail(scanner, word, "\":\" after the number of the route");
    }
    for (word = base_scanner_word(scanner, false); word.size > 0; word = base_scanner_word(scanner, false)) {
        int64_t customer;
        if (!base_word_integer(word, least, most, &customer)) {
            return base_scanner_fail(scanner, word, "a customer from %u to %u", (unsigned)least, (unsigned)most);
        }
        TRY(append(scanner->env, list, (uint32_t)customer - fleet->before));
    }
    return append(scanner->env, list, 0);
}

/* Reads the rest of a line after "Cost", whose value is ignored: the routes decide. */
static enum swarm_status read_cost(struct base_scanner *scanner)
{
    double cost;
    struct base_word word = base_scanner_word(scanner, true);
    word = base_word_equal(word, ":") ? base_scanner_word(scanner, false) : word;
    return base_word_real(word, &cost) ? base_scanner_require_end_of_line(scanner)
                                       : base_scanner_fail(scanner, word, "the cost of the solution, a number");
}

static enum swarm_status read_lines(struct base_scanner *scanner, const struct swarm_fleet *fleet, struct list *list)
{
    struct base_word word;
    bool has_cost = false; /* a plan without routes has only its cost */
    for (;;) {
        TRY(base_scanner_line_word(scanner, true, &word));
        if (!word.start) {
            return list->count > 0 || has_cost ? SWARM_OK
                                               : base_scanner_fail(scanner, word, "a line \"Route #1: ...\"");
        }
        if (base_word_equal(word, "Route")) {
            TRY(read_route(scanner, fleet, list));
        } else if (base_word_equal(word, "Cost")) {
            TRY(read_cost(scanner));
            has_cost = true;
        } else {
            return base_scanner_fail(scanner, word, "a line \"Route #1: ...\" or \"Cost ...\"");
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tables                                                                                                             */

/* A stop of a table. */
struct stop {
    uint32_t vehicle, customer; /* vehicle from 0 */
};

/* True if the field has this text; in quotes, each quote of the text is doubled. */
static bool has_text(const struct csv_field *field, const char *text)
{
    for (size_t k = 0; k < field->text.size; ++k, ++text) {
        if (field->text.start[k] != *text) {
            return false;
        }
        k += field->quoted && *text == '"';
    }
    return *text == '\0';
}

/* The customer with a name, or with a number if customers have no names; 0: there is none. Of several with the name it
 * is the one with the number `own`, otherwise the first: numbers change when rows are added to the stops. */
static uint32_t find_customer(const struct swarm_fleet *fleet, const struct csv_field *field, struct base_word own)
{
    char *const *names = fleet->nodes->names;
    const uint32_t customers = fleet->info.customer_count;
    int64_t number = 0;
    if (base_word_integer(names ? own : field->text, 1, customers, &number)
        && (!names || has_text(field, names[number]))) {
        return (uint32_t)number;
    }
    for (uint32_t k = 1; k <= customers && names; ++k) {
        if (has_text(field, names[k])) {
            return k;
        }
    }
    return 0;
}

/* The vehicle with a name or number, from 1; 0: there is none. */
static uint32_t find_vehicle(const struct swarm_fleet *fleet, struct base_word word)
{
    const int64_t most = fleet->vehicle_count > 1 ? fleet->vehicle_count : fleet->info.customer_count;
    int64_t number = 0;
    for (uint32_t v = 1; v <= fleet->vehicle_count; ++v) {
        const char *name = swarm_fleet_vehicle_name(fleet, v);
        if (name && base_word_same(word, (struct base_word){name, strlen(name)})) {
            return v;
        }
    }
    return base_word_integer(word, 1, most, &number) ? (uint32_t)number : 0;
}

/* Reads the lines after the titles, which `record` holds. *stops is owned. As swarm_routes_read(). */
static enum swarm_status read_stops(const struct swarm_fleet *fleet, struct csv_table *table, struct csv_record *record,
                                    struct list *list, struct stop **stops, size_t *count)
{
    const bool numbered = record->count > 3 && base_word_equal(record->fields[3].text, "customer");
    size_t capacity = 0;
    for (;;) {
        TRY(csv_record_next_filled(table, record));
        if (record->count == 0) {
            return SWARM_OK;
        }
        TRY(BASE_GROW(table->scanner.env, *stops, &capacity, *count + 1));
        const struct csv_field none = {.line = record->line}, *third = record->count > 2 ? &record->fields[2] : &none;
        const struct base_word own = numbered && record->count > 3 ? record->fields[3].text : none.text;
        struct stop *stop = &(*stops)[*count];
        *stop = (struct stop){find_vehicle(fleet, record->fields[0].text), find_customer(fleet, third, own)};
        const bool known = stop->vehicle > 0 && stop->customer > 0;
        if (!known && !list->left_out) {
            return stop->vehicle == 0
                       ? csv_fail(table, &record->fields[0], "the name or number of a vehicle")
                       : csv_fail(table, third, "the name of a customer, or its number if customers have no names");
        }
        --stop->vehicle;
        ++*(known ? count : list->left_out);
    }
}

/* Reads a table of stops, in the order of service. */
static enum swarm_status read_table(struct base_env *env, const struct swarm_fleet *fleet, struct tsp_text text,
                                    struct list *list)
{
    struct csv_table table;
    struct csv_record record = {.fields = NULL};
    struct stop *stops = NULL;
    size_t count = 0;
    uint32_t routes = 0;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, csv_table_init(&table, env, text));
    TRY_OR(done, csv_record_next_filled(&table, &record));
    TRY_OR(done, read_stops(fleet, &table, &record, list, &stops, &count));
    for (size_t k = 0; k < count; ++k) {
        routes = stops[k].vehicle + 1 > routes ? stops[k].vehicle + 1 : routes;
    }
    for (uint32_t v = 0; v < routes; ++v) {
        for (size_t k = 0; k < count; ++k) {
            TRY_OR(done, stops[k].vehicle == v ? append(env, list, stops[k].customer) : SWARM_OK);
        }
        TRY_OR(done, append(env, list, 0));
    }
done:
    free(record.fields);
    free(stops);
    return status;
}

enum swarm_status fleet_routes_parse(struct base_env *env, const struct swarm_fleet *fleet, struct tsp_text text,
                                     uint32_t **customers, size_t *count, size_t *left_out)
{
    struct base_scanner scanner;
    struct list list = {.left_out = left_out};
    TRY(BASE_GROW(env, list.customers, &list.capacity, 1)); /* a plan without routes has an array, too */
    base_scanner_init(&scanner, env, text.path, text.bytes, text.size);
    const struct base_word first = base_scanner_first_line(scanner.cursor, (size_t)(scanner.end - scanner.cursor));
    const bool titled =
        first.size > 16 && memcmp(first.start, "vehicle", 7) == 0 && memcmp(first.start + 8, "position", 8) == 0;
    const enum swarm_status status = titled ? read_table(env, fleet, text, &list) : read_lines(&scanner, fleet, &list);
    if (status != SWARM_OK) {
        free(list.customers);
        list.customers = NULL;
    }
    *customers = list.customers;
    *count = list.count;
    return status;
}

enum swarm_status swarm_routes_read(swarm_context *context, const swarm_fleet *fleet, const char *path,
                                    uint32_t **customers, size_t *count, size_t *left_out)
{
    struct base_env *env = base_env_of(context);
    char *bytes = NULL;
    size_t size;
    *customers = NULL;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read(env, path, &bytes, &size));
    const struct tsp_text text = {base_file_label(path), bytes, size};
    const enum swarm_status status = fleet_routes_parse(env, fleet, text, customers, count, left_out);
    free(bytes);
    return status;
}

struct content {
    const struct swarm_fleet *fleet;
    const struct swarm_routes *routes;
};

static bool write_routes(FILE *file, const void *content)
{
    const struct content *given = content;
    const struct swarm_routes *routes = given->routes;
    char cost[400];
    size_t number = 1;
    for (size_t k = 0; k < routes->route_count; ++k, ++number) {
        while (given->fleet->vehicle_count > 1 && number < routes->routes[k].vehicle) {
            fprintf(file, "Route #%zu:\n", number++); /* route k belongs to vehicle k, so empty routes count */
        }
        fprintf(file, "Route #%zu:", number);
        for (size_t i = 0; i < routes->routes[k].stop_count; ++i) {
            fprintf(file, " %" PRIu32, routes->routes[k].stops[i].customer + given->fleet->before);
        }
        fputc('\n', file);
    }
    swarm_length_text(routes->cost, given->fleet->info.decimals, cost, sizeof cost);
    fprintf(file, "Cost %s\n", cost);
    return !ferror(file);
}

enum swarm_status swarm_routes_write(swarm_context *context, const char *path, const swarm_fleet *fleet,
                                     const struct swarm_routes *routes)
{
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    return base_file_write(base_env_of(context), path, write_routes, &(struct content){fleet, routes});
}
