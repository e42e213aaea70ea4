/* places.c - the order of places in a file that swarmcl wrote, for --init. */
#include <inttypes.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/problems/instance.h"
#include "document.h"

/* A place of the file, as far as the file describes it. */
struct place {
    const char *name; /* NULL: none */
    uint64_t number;  /* from 1; 0: none */
    double x, y;      /* as of swarm_instance_position(); NaN: none */
};

/* The places in the order of the file, and the owned text, table or document that has their names. */
struct places {
    struct place *items; /* owned */
    size_t count, capacity;
    bool failed; /* memory has run out */
    char *text;
    swarm_instance *table;
    struct json_object *document;
};

static const double unknown = (double)NAN;

static void add_place(struct places *places, const char *name, uint64_t number, double x, double y)
{
    if (places->count == places->capacity) {
        const size_t capacity = 2 * places->capacity + 64;
        struct place *grown = realloc(places->items, capacity * sizeof *grown);
        places->failed = !grown;
        places->items = grown ? grown : places->items;
        places->capacity = grown ? capacity : places->capacity;
    }
    if (!places->failed) {
        places->items[places->count++] = (struct place){name, number, x, y};
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Files                                                                                                              */

/* Returns the line at *text, ends it with a NUL, and moves *text to the next one that is not empty. */
static char *take_line(char **text)
{
    char *line = *text, *end = line + strcspn(line, "\r\n");
    *text = end + strspn(end, "\r\n");
    *end = '\0';
    return line;
}

/* Adds the lines of a text, each the name or the number of a place. */
static void add_lines(struct places *places, char *text)
{
    while (*text) {
        char *line = take_line(&text), *end;
        const uint64_t number = strtoull(line, &end, 10);
        add_place(places, line, *end ? 0 : number, unknown, unknown);
    }
}

/* Adds the nodes of a tour that swarmcl wrote with their names: "COMMENT : 3 Bern" for each, in order. Returns false if
 * the comments are not about the nodes of the tour. */
static bool add_comments(struct places *places, char *text)
{
    static const char keyword[] = "COMMENT : ";
    for (char *line = text, *name; *text && strncmp(line = take_line(&text), "TOUR_SECTION", 12) != 0;) {
        const bool is_comment = strncmp(line, keyword, sizeof keyword - 1) == 0;
        const uint64_t number = is_comment ? strtoull(line + sizeof keyword - 1, &name, 10) : 0;
        if (number > 0 && *name == ' ') {
            add_place(places, name + 1, number, unknown, unknown);
        }
    }
    bool same = places->count > 0;
    for (size_t k = 0; k < places->count && same; ++k) {
        same = strtoull(text, &text, 10) == places->items[k].number;
    }
    return same && strtoll(text, NULL, 10) == -1;
}

/* The number of an attribute such as lat="52.1". */
static double number_of(const char *attribute)
{
    attribute += strcspn(attribute, "\"'");
    return *attribute ? strtod(attribute + 1, NULL) : unknown;
}

/* Adds the points <element lat="" lon=""><name></name></element> of a GPX file. */
static void add_points(struct places *places, char *text, const char *element)
{
    for (char *tag = strstr(text, element), *next; tag; tag = next) {
        next = strstr(tag + 1, element);
        if (next) {
            *next = '\0'; /* the searches below end here */
        }
        const char *lat = strstr(tag + 1, "lat="), *lon = strstr(tag + 1, "lon=");
        char *name = strstr(tag + 1, "<name>"), *end = name ? strstr(name, "</name>") : NULL;
        if (end) {
            *end = '\0';
        }
        add_place(places, end ? name + strlen("<name>") : NULL, 0, lon ? number_of(lon) : unknown,
                  lat ? number_of(lat) : unknown);
    }
}

/* Adds the points of a GPX file: of its route, otherwise its waypoints. A closed tour ends at its first point. */
static void add_gpx(struct places *places, char *text)
{
    add_points(places, text, strstr(text, "<rtept") ? "<rtept" : "<wpt");
    const struct place *first = places->items, *last = places->count > 1 ? first + places->count - 1 : NULL;
    if (last && first->x == last->x && first->y == last->y) {
        --places->count;
    }
}

/* Adds the rows of a table: with coordinates, otherwise those of a FILE.csv of distances, with number and name. */
static enum swarm_status add_table(const struct cli_console *console, const struct swarm_instance_info *about,
                                   const char *path, struct places *places)
{
    const bool located = about->has_positions;
    swarm_params *params = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, cli_checked(console, swarm_params_create(console->context, "tsp", &params)));
    if (!located) {
        TRY_OR(done, cli_parameters_set(console, params, CLI_COLUMNS,
                                        about->has_names ? "name=name,x=position,y=number" : "x=position,y=number"));
    }
    TRY_OR(done, cli_checked(console, swarm_instance_read_for(console->context, params, path, &places->table)));
    for (uint32_t i = 0; i < swarm_instance_describe(places->table)->node_count; ++i) {
        double x = unknown, y = unknown;
        swarm_instance_position(places->table, i, &x, &y);
        const uint64_t number = !located && y >= 1.0 && y <= UINT32_MAX ? (uint64_t)y : 0;
        add_place(places, swarm_instance_node_name(places->table, i), number, x, y);
    }
done:
    swarm_params_destroy(&params);
    return status;
}

/* Adds the tour in a document of a run of tsp or orient. */
static enum swarm_status add_document(struct places *places, const char *path, size_t size,
                                      const struct cli_problem *problem)
{
    struct json_object *tour = NULL, *names = NULL;
    TRY(cli_tour_parse(problem, path, places->text, size, &places->document, &tour));
    json_object_object_get_ex(places->document, "tour_names", &names);
    const size_t named = json_object_is_type(names, json_type_array) ? json_object_array_length(names) : 0;
    for (size_t k = 0; k < json_object_array_length(tour); ++k) {
        add_place(places, k < named ? json_object_get_string(json_object_array_get_idx(names, k)) : NULL,
                  json_object_get_uint64(json_object_array_get_idx(tour, k)), unknown, unknown);
    }
    return SWARM_OK;
}

/* Reads the places of a file that is no TSPLIB tour, or a tour of other nodes with names. Reads none of other files. */
static enum swarm_status read_places(const struct cli_console *console, const struct cli_subject *subject,
                                     const char *path, struct places *places, struct cli_solution *solution)
{
    const struct cli_instance *instance = cli_instance_of(subject);
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    TRY(cli_checked(console, swarm_file_read(console->context, path, &places->text, &size)));
    char *text = places->text + (strncmp(places->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    const bool has_tour = strstr(text, "TOUR_SECTION");
    if (has_tour && instance->info->has_names) {
        status = swarm_tour_read_some(console->context, path, instance->instance, &solution->nodes,
                                      subject->maximise ? &solution->count : NULL);
        status = status == SWARM_OK || add_comments(places, text) ? SWARM_OK : cli_checked(console, status);
    } else if (!has_tour && *text == '{') {
        status = add_document(places, path, size, subject->problem);
    } else if (!has_tour && *text == '<') {
        add_gpx(places, text);
    } else if (!has_tour && cli_has_suffix(path, ".txt")) {
        add_lines(places, text);
    } else if (!has_tour && strpbrk(text, ",;\t")) {
        status = add_table(console, instance->info, path, places);
    }
    return status == SWARM_OK && places->failed ? cli_fail_memory() : status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Nodes                                                                                                              */

/* A node, to be found by its name or position; of equal ones the first in the file of the instance. */
struct key {
    const char *name;
    double x, y;
    double order; /* the position on a line on which few nodes have the same */
    uint32_t node;
};

static double order_of(double x, double y)
{
    return x + 0.6180339887 * y;
}

static int compare_nodes(const struct key *a, const struct key *b)
{
    return (a->node > b->node) - (a->node < b->node);
}

static int compare_names(const void *a, const void *b)
{
    const int order = strcmp(((const struct key *)a)->name, ((const struct key *)b)->name);
    return order != 0 ? order : compare_nodes(a, b);
}

static int compare_positions(const void *a, const void *b)
{
    const struct key *left = a, *right = b;
    return left->order != right->order ? (left->order > right->order) - (left->order < right->order)
                                       : compare_nodes(left, right);
}

/* The keys in order. */
struct index {
    const struct key *keys; /* [count] */
    uint32_t count;
    int (*compare)(const void *a, const void *b);
    bool *used;     /* [node_count] True for nodes that a place has */
    uint32_t *next; /* [count] keys from each key to the next in the list are used; at first the key itself */
};

/* The first key that is not below `wanted`. */
static uint32_t find_key(const struct index *index, struct key wanted)
{
    uint32_t low = 0;
    for (uint32_t high = index->count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        const bool below = index->compare(&index->keys[middle], &wanted) < 0;
        low = below ? middle + 1 : low;
        high = below ? high : middle;
    }
    return low;
}

/* The first key from `at` whose node is not used; `count`: none. Halves the paths on its way, so the time of many calls
 * is nearly linear. */
static uint32_t find_unused(const struct index *index, uint32_t at)
{
    while (at < index->count && index->used[index->keys[at].node]) {
        uint32_t *next = &index->next[at];
        *next = *next == at ? at + 1 : *next < index->count ? index->next[*next] : *next;
        at = *next;
    }
    return at;
}

static uint32_t find_name(const struct index *index, const struct place *place)
{
    const uint32_t at = find_unused(index, find_key(index, (struct key){.name = place->name}));
    return at < index->count && strcmp(index->keys[at].name, place->name) == 0 ? index->keys[at].node : UINT32_MAX;
}

/* Finds a node near the place, the first of equal ones. Files have coordinates with nine decimals or more. */
static uint32_t find_position(const struct index *index, const struct place *place)
{
    static const double same_position = 2e-9;
    const double away_x = same_position * fmax(1.0, fabs(place->x)), away_y = same_position * fmax(1.0, fabs(place->y));
    const double order = order_of(place->x, place->y), away = away_x + away_y;
    for (uint32_t at = find_unused(index, find_key(index, (struct key){.order = order - away}));
         at < index->count && index->keys[at].order <= order + away; at = find_unused(index, at + 1)) {
        const struct key *key = &index->keys[at];
        if (fabs(key->x - place->x) <= away_x && fabs(key->y - place->y) <= away_y) {
            return key->node;
        }
    }
    return UINT32_MAX;
}

/* Finds the nodes of all places without one by their names or by their positions. */
static void find_nodes(const struct places *places, const struct index *index, bool by_name, uint32_t *nodes)
{
    for (uint32_t k = 0; k < index->count; ++k) {
        index->next[k] = k;
    }
    for (size_t k = 0; k < places->count; ++k) {
        const struct place *place = &places->items[k];
        if (nodes[k] == UINT32_MAX && (by_name ? place->name != NULL : isfinite(place->x) && isfinite(place->y))) {
            nodes[k] = by_name ? find_name(index, place) : find_position(index, place);
            if (nodes[k] != UINT32_MAX) {
                index->used[nodes[k]] = true;
            }
        }
    }
}

/* Finds the nodes of the places: nodes [places->count], UINT32_MAX where there is none. *numbered: True if one was
 * found by its number only. */
static enum swarm_status match(const struct cli_instance *instance, const struct places *places, uint32_t *nodes,
                               bool *numbered)
{
    const uint32_t n = instance->info->node_count;
    struct key *keys = calloc(n, sizeof *keys);
    bool *used = calloc(n, sizeof *used);
    uint32_t *next = calloc(n, sizeof *next);
    const bool failed = !keys || !used || !next;
    for (uint32_t i = 0; keys && i < n; ++i) {
        keys[i] = (struct key){.name = swarm_instance_node_name(instance->instance, i), .node = i};
        swarm_instance_position(instance->instance, i, &keys[i].x, &keys[i].y);
        keys[i].order = order_of(keys[i].x, keys[i].y);
    }
    for (size_t k = 0; k < places->count; ++k) {
        nodes[k] = UINT32_MAX;
    }
    for (int by_name = 1; !failed && by_name >= 0; --by_name) {
        if (by_name ? instance->info->has_names : instance->info->has_positions) {
            const struct index index = {keys, n, by_name ? compare_names : compare_positions, used, next};
            qsort(keys, n, sizeof *keys, index.compare);
            find_nodes(places, &index, by_name, nodes);
        }
    }
    for (size_t k = 0; !failed && k < places->count; ++k) {
        const struct place *place = &places->items[k];
        const bool described =
            (place->name && instance->info->has_names) || (!isnan(place->x) && instance->info->has_positions);
        if (!described && place->number >= 1 && place->number <= n && !used[place->number - 1]) {
            nodes[k] = (uint32_t)place->number - 1;
            used[nodes[k]] = *numbered = true;
        }
    }
    free(keys);
    free(used);
    free(next);
    return failed ? cli_fail_memory() : SWARM_OK;
}

/* Makes a starting tour of the nodes of the places. A note counts inserted nodes and places without a node. */
static enum swarm_status fit(const struct cli_console *console, const struct cli_subject *subject,
                             const swarm_params *params, const char *path, const struct places *places,
                             struct cli_solution *solution)
{
    uint32_t *nodes = calloc(places->count, sizeof *nodes);
    size_t found = 0;
    bool numbered = false;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, nodes ? match(cli_instance_of(subject), places, nodes, &numbered) : cli_fail_memory());
    for (size_t k = 0; k < places->count; ++k) {
        nodes[found] = nodes[k];
        found += nodes[k] != UINT32_MAX;
    }
    if (found == 0) {
        cli_error("%s: none of its %zu places is in the instance \"%s\"", cli_path_label(path), places->count,
                  subject->name);
        status = SWARM_ERROR_INPUT;
        goto done;
    }
    const size_t added = subject->maximise ? 0 : subject->size - found, dropped = places->count - found;
    if (added > 0 || dropped > 0) {
        cli_note(console, "%s: %zu new place%s inserted, %zu place%s of the file %s not in this instance%s",
                 cli_path_label(path), added, added == 1 ? " was" : "s were", dropped, dropped == 1 ? "" : "s",
                 dropped == 1 ? "is" : "are", numbered ? "; places were found by their numbers" : "");
    }
    solution->count = found;
    if (subject->maximise) {
        solution->nodes = nodes;
        return SWARM_OK;
    }
    status = cli_checked(console, swarm_tour_complete(console->context, params, nodes, found, &solution->nodes));
done:
    free(nodes);
    return status;
}

enum swarm_status cli_places_read(const struct cli_console *console, const struct cli_subject *subject,
                                  const swarm_params *params, const char *path, struct cli_solution *solution)
{
    struct places places = {.items = NULL};
    enum swarm_status status =
        strcmp(path, "-") == 0 ? SWARM_OK : read_places(console, subject, path, &places, solution);
    TRY_OR(done, status);
    TRY_OR(done, places.count > 0 ? fit(console, subject, params, path, &places, solution) : SWARM_OK);
    status = solution->nodes ? cli_instance_measure(console, subject, params, path, solution)
                             : cli_instance_read_tour(console, subject, params, path, false, solution);
done:
    free(places.items);
    swarm_free(places.text);
    swarm_instance_destroy(&places.table);
    json_object_put(places.document);
    return status;
}
