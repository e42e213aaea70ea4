/* routes_file.c - solutions of CVRPLIB: lines "Route #1: 3 8 5" and "Cost 27591". */
#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "instance.h"

/* Customers read so far, with a 0 after each route. */
struct list {
    uint32_t *customers; /* owned */
    size_t count, capacity;
};

static enum swarm_status append(struct base_env *env, struct list *list, uint32_t customer)
{
    TRY(BASE_GROW(env, list->customers, &list->capacity, list->count + 1));
    list->customers[list->count++] = customer;
    return SWARM_OK;
}

/* Reads the rest of a line after "Route". */
static enum swarm_status read_route(struct base_scanner *scanner, uint32_t customer_count, struct list *list)
{
    struct base_word word;
    do {
        word = base_scanner_word(scanner, true);
    } while (word.size > 0 && !base_word_equal(word, ":"));
    if (word.size == 0) {
        return base_scanner_fail(scanner, word, "\":\" after the number of the route");
    }
    for (word = base_scanner_word(scanner, false); word.size > 0; word = base_scanner_word(scanner, false)) {
        int64_t customer;
        if (!base_word_integer(word, 1, customer_count, &customer)) {
            return base_scanner_fail(scanner, word, "a customer from 1 to %u", (unsigned)customer_count);
        }
        TRY(append(scanner->env, list, (uint32_t)customer));
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

static enum swarm_status read_lines(struct base_scanner *scanner, uint32_t customer_count, struct list *list)
{
    struct base_word word;
    for (;;) {
        TRY(base_scanner_line_word(scanner, true, &word));
        if (!word.start) {
            return list->count > 0 ? SWARM_OK : base_scanner_fail(scanner, word, "a line \"Route #1: ...\"");
        }
        if (base_word_equal(word, "Route")) {
            TRY(read_route(scanner, customer_count, list));
        } else if (base_word_equal(word, "Cost")) {
            TRY(read_cost(scanner));
        } else {
            return base_scanner_fail(scanner, word, "a line \"Route #1: ...\" or \"Cost ...\"");
        }
    }
}

enum swarm_status fleet_routes_parse(struct base_env *env, const struct swarm_fleet *fleet, const char *path,
                                     struct base_word text, uint32_t **customers, size_t *count)
{
    struct base_scanner scanner;
    struct list list = {.customers = NULL};
    base_scanner_init(&scanner, env, path, text.start, text.size);
    const enum swarm_status status = read_lines(&scanner, fleet->info.customer_count, &list);
    if (status != SWARM_OK) {
        free(list.customers);
        list.customers = NULL;
    }
    *customers = list.customers;
    *count = list.count;
    return status;
}

enum swarm_status swarm_routes_read(swarm_context *context, const swarm_fleet *fleet, const char *path,
                                    uint32_t **customers, size_t *count)
{
    struct base_env *env = base_env_of(context);
    struct base_word text;
    char *bytes = NULL;
    *customers = NULL;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read(env, path, &bytes, &text.size));
    text.start = bytes;
    const enum swarm_status status = fleet_routes_parse(env, fleet, base_file_label(path), text, customers, count);
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
    for (size_t k = 0; k < routes->route_count; ++k) {
        fprintf(file, "Route #%zu:", k + 1);
        for (size_t i = 0; i < routes->routes[k].stop_count; ++i) {
            fprintf(file, " %" PRIu32, routes->routes[k].stops[i].customer);
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
