/* reader.c - reads .vrp files of CVRPLIB and VRPLIB, and texts of Solomon's format: a name; VEHICLE with the number of
 * vehicles and their capacity; CUSTOMER with a line for each node: number from 0 (the depot), x, y, demand, ready time,
 * due date, service time. */
#include "reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "tsp/read/input.h"

enum key {
    KEY_NAME,
    KEY_COMMENT,
    KEY_TYPE,
    KEY_DIMENSION,
    KEY_CAPACITY,
    KEY_VEHICLES,
    KEY_DISTANCE,
    KEY_MAX_DISTANCE,
    KEY_MAX_DURATION,
    KEY_SERVICE_TIME,
    KEY_EDGE_WEIGHT_TYPE,
    KEY_EDGE_WEIGHT_FORMAT,
    KEY_EDGE_WEIGHT_UNIT,
    KEY_NODE_COORD_TYPE,
    KEY_DISPLAY_DATA_TYPE,
    KEY_COUNT
};

enum { ANY_PLACES = FLEET_PLACES + 1 };

/* A key with `words` has one of them, a key with `most` has a number; all others have a text. */
static const struct {
    const char *name, *words;
    double least, most;
    int places; /* maximum number of decimals */
} keys[KEY_COUNT] = {
    [KEY_NAME] = {.name = "NAME"},
    [KEY_COMMENT] = {.name = "COMMENT"},
    [KEY_TYPE] = {.name = "TYPE", .words = "CVRP VRPTW PCVRPTW MDVRP MDVRPTW HFVRP"},
    [KEY_DIMENSION] = {"DIMENSION", NULL, 2.0, 2147483647.0, 0},
    [KEY_CAPACITY] = {"CAPACITY", NULL, 0.001, 1e12, FLEET_PLACES},
    [KEY_VEHICLES] = {"VEHICLES", NULL, 1.0, 1e6, 0},
    [KEY_DISTANCE] = {"DISTANCE", NULL, 0.001, 1e12, ANY_PLACES},
    [KEY_MAX_DISTANCE] = {"VEHICLES_MAX_DISTANCE", NULL, 0.001, 1e12, ANY_PLACES},
    [KEY_MAX_DURATION] = {"VEHICLES_MAX_DURATION", NULL, 0.001, 1e12, ANY_PLACES},
    [KEY_SERVICE_TIME] = {"SERVICE_TIME", NULL, 0.0, 1e9, ANY_PLACES},
    [KEY_EDGE_WEIGHT_TYPE] = {.name = "EDGE_WEIGHT_TYPE", .words = "EUC_2D EXPLICIT"},
    [KEY_EDGE_WEIGHT_FORMAT] = {.name = "EDGE_WEIGHT_FORMAT", .words = "FULL_MATRIX LOWER_ROW"},
    [KEY_EDGE_WEIGHT_UNIT] = {.name = "EDGE_WEIGHT_UNIT_OF_MEASUREMENT"},
    [KEY_NODE_COORD_TYPE] = {.name = "NODE_COORD_TYPE"},
    [KEY_DISPLAY_DATA_TYPE] = {.name = "DISPLAY_DATA_TYPE"},
};

/* Sections with a line for each node or vehicle: its number, then `count` columns. `key`: the same value for all
 * vehicles; a file has only one of the two. */
static const struct section {
    const char *name;
    enum fleet_column first;
    unsigned count;
    enum key key; /* KEY_COUNT: none */
} sections[] = {
    {"NODE_COORD_SECTION", FLEET_X, 2, KEY_COUNT},
    {"DEMAND_SECTION", FLEET_DEMAND, 1, KEY_COUNT},
    {"TIME_WINDOW_SECTION", FLEET_EARLY, 2, KEY_COUNT},
    {"SERVICE_TIME_SECTION", FLEET_SERVICE, 1, KEY_COUNT},
    {"PRIZE_SECTION", FLEET_PRICE, 1, KEY_COUNT},
    {"VEHICLES_DEPOT_SECTION", FLEET_VAN_DEPOT, 1, KEY_COUNT},
    {"CAPACITY_SECTION", FLEET_VAN_CAPACITY, 1, KEY_CAPACITY},
    {"VEHICLES_MAX_DISTANCE_SECTION", FLEET_VAN_LIMIT, 1, KEY_MAX_DISTANCE},
    {"VEHICLES_MAX_DURATION_SECTION", FLEET_VAN_DURATION, 1, KEY_MAX_DURATION},
    {"VEHICLES_FIXED_COST_SECTION", FLEET_VAN_COST, 1, KEY_COUNT},
};

static const char *const columns[FLEET_ALL_COLUMNS] = {"an x coordinate",
                                                       "a y coordinate",
                                                       "a demand with at most 3 decimals,",
                                                       "the begin of a time window",
                                                       "the end of a time window",
                                                       "a service time",
                                                       "a price",
                                                       "the number of a depot",
                                                       "a capacity with at most 3 decimals,",
                                                       "the largest length of a route",
                                                       "the longest duration of a route",
                                                       "the cost of using a vehicle"};

struct reader {
    struct base_scanner scanner;
    struct fleet_input *input;
    double values[KEY_COUNT]; /* numbers, and indices of words */
    size_t lines[KEY_COUNT];  /* line of each key; 0: not given */
};

static bool read_real(struct base_word word, double least, double most, int places, double *value)
{
    return base_word_real(word, value) && *value >= least && *value <= most && fleet_places(*value) <= places;
}

/* Reads the next word of the line as a number of a column. */
static enum swarm_status read_number(struct base_scanner *scanner, struct fleet_input *input, enum fleet_column column,
                                     uint32_t node)
{
    const struct base_word word = base_scanner_word(scanner, false);
    const double least = column <= FLEET_Y ? -1e9 : 0.0;
    const int places = column == FLEET_DEMAND || column == FLEET_VAN_CAPACITY ? FLEET_PLACES
                       : column == FLEET_VAN_DEPOT                            ? 0
                                                                              : ANY_PLACES;
    if (!read_real(word, least, 1e9, places, &input->columns[column][node])) {
        return base_scanner_fail(scanner, word, "%s from %g to 1e9", columns[column], least);
    }
    input->has_decimals |= places == ANY_PLACES && memchr(word.start, '.', word.size);
    return SWARM_OK;
}

/* Fails unless DIMENSION is known and the rest of the text has room for `count` numbers. Call this before allocating
 * memory for them. */
static enum swarm_status require_room(struct reader *reader, struct base_word section, double count)
{
    struct base_scanner *scanner = &reader->scanner;
    if (reader->lines[KEY_DIMENSION] == 0) {
        return base_scanner_fail(scanner, section, "a line with DIMENSION before it");
    }
    /* `count` numbers need a digit each, and a separator between two. */
    return count <= (double)(scanner->end - scanner->cursor) / 2.0 + 1.0
               ? SWARM_OK
               : base_scanner_fail(scanner, section,
                                   "a section with %.0f numbers, because DIMENSION is %u: the rest of the file is too "
                                   "short for them",
                                   count, (unsigned)reader->input->node_count);
}

static enum swarm_status read_rows(struct reader *reader, const struct section *section, struct base_word name)
{
    struct base_scanner *scanner = &reader->scanner;
    struct fleet_input *input = reader->input;
    const bool of_vehicles = section->first >= FLEET_COLUMNS;
    const uint32_t n = of_vehicles ? (uint32_t)reader->values[KEY_VEHICLES] : input->node_count;
    double **first = &input->columns[section->first];
    if (*first || (of_vehicles && n == 0)) {
        return base_scanner_fail(scanner, name, *first ? "only one such section" : "a line with VEHICLES before it");
    }
    TRY(require_room(reader, name, (double)n * (section->count + 1)));
    for (unsigned k = 0; k < section->count; ++k) {
        TRY(BASE_MAKE(scanner->env, first[k], n));
    }
    for (uint32_t node = 0; node < n; ++node) {
        first[0][node] = (double)NAN;
    }
    for (uint32_t row = 0; row < n; ++row) {
        struct base_word word;
        int64_t node = 0;
        TRY(base_scanner_line_word(scanner, false, &word));
        if (!base_word_integer(word, 1, n, &node) || !isnan(first[0][node - 1])) {
            return base_scanner_fail(scanner, word, "one of the %s 1 to %u that this section does not have so far",
                                     of_vehicles ? "vehicles" : "nodes", (unsigned)n);
        }
        for (unsigned k = 0; k < section->count; ++k) {
            TRY(read_number(scanner, input, section->first + k, (uint32_t)node - 1));
        }
        TRY(base_scanner_require_end_of_line(scanner));
    }
    return SWARM_OK;
}

static enum swarm_status read_weights(struct reader *reader, struct base_word name)
{
    struct base_scanner *scanner = &reader->scanner;
    struct fleet_input *input = reader->input;
    const size_t n = input->node_count;
    const bool full = reader->values[KEY_EDGE_WEIGHT_FORMAT] == 0.0;
    if (reader->lines[KEY_EDGE_WEIGHT_FORMAT] == 0 || input->weights) {
        return base_scanner_fail(scanner, name,
                                 input->weights ? "only one such section" : "a line with EDGE_WEIGHT_FORMAT before it");
    }
    TRY(require_room(reader, name, (double)n * (full ? (double)n : (double)(n - 1) / 2.0)));
    TRY(base_require_memory(scanner->env, input->path, n * n, sizeof *input->weights));
    TRY(BASE_MAKE(scanner->env, input->weights, n * n));
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < (full ? n : i); ++j) {
            struct base_word word;
            double weight;
            TRY(base_scanner_word_of_text(scanner, &word));
            if (!read_real(word, 0.0, 1e9, ANY_PLACES, &weight)) {
                return base_scanner_fail(scanner, word, "the length from node %zu to %zu, a number from 0 to 1e9",
                                         i + 1, j + 1);
            }
            input->weights[i * n + j] = weight;
            input->weights[j * n + i] = full ? input->weights[j * n + i] : weight;
            input->has_decimals |= memchr(word.start, '.', word.size) != NULL;
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

/* Reads the depots, the first nodes, up to -1. If the file ends with EOF before it, moves to the end of the text. */
static enum swarm_status read_depots(struct reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    uint32_t *count = &reader->input->depot_count;
    for (;; ++*count) {
        struct base_word word;
        int64_t depot;
        TRY(base_scanner_word_of_text(scanner, &word));
        if (!word.start || base_word_equal(word, "EOF")) {
            scanner->next = scanner->end;
            return SWARM_OK;
        }
        if (base_word_equal(word, "-1")) {
            return base_scanner_require_end_of_line(scanner);
        }
        if (!base_word_integer(word, *count + 1, *count + 1, &depot)) {
            return base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, word,
                                        *count > 0 ? "%u or -1: the first nodes are the depots"
                                                   : "%u: the first nodes are the depots",
                                        (unsigned)*count + 1);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Keys                                                                                                               */

/* Reads the rest of the line without the optional colon before it and the quotes around it. */
static struct base_word read_value(struct base_scanner *scanner)
{
    struct base_word word = base_scanner_rest(scanner);
    if (word.size > 0 && *word.start == ':') {
        scanner->cursor = word.start + 1;
        word = base_scanner_rest(scanner);
    }
    if (word.size > 1 && *word.start == '"' && word.start[word.size - 1] == '"') {
        word = (struct base_word){word.start + 1, word.size - 2};
    }
    return word;
}

static enum swarm_status read_key(struct reader *reader, enum key key)
{
    struct base_scanner *scanner = &reader->scanner;
    struct fleet_input *input = reader->input;
    double *value = &reader->values[key];
    const struct base_word word = read_value(scanner);
    if (reader->lines[key] > 0 && key != KEY_COMMENT) {
        return base_scanner_fail(scanner, word, "%s only in line %zu", keys[key].name, reader->lines[key]);
    }
    reader->lines[key] = scanner->line;
    if (keys[key].words) {
        const int index = base_word_find(word, keys[key].words);
        *value = index;
        return index >= 0 ? SWARM_OK
                          : base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, word,
                                                 "a %s that is supported: %s", keys[key].name, keys[key].words);
    }
    if (keys[key].most > 0.0 && !read_real(word, keys[key].least, keys[key].most, keys[key].places, value)) {
        return base_scanner_fail(scanner, word, "a %s from %.10g to %.10g%s", keys[key].name, keys[key].least,
                                 keys[key].most,
                                 keys[key].places == 0              ? ", a whole number"
                                 : keys[key].places == FLEET_PLACES ? " with at most 3 decimals"
                                                                    : "");
    }
    if (key == KEY_DIMENSION) {
        input->node_count = (uint32_t)*value;
    } else if (key == KEY_NAME && word.size > 0) {
        input->name = base_text_copy(word.start, word.size);
        return input->name ? SWARM_OK : base_fail_memory(scanner->env);
    }
    return SWARM_OK;
}

static bool begins_with_letter(struct base_word word)
{
    return base_text_is_alphanumeric(*word.start) && !(*word.start >= '0' && *word.start <= '9');
}

static enum swarm_status read_section(struct reader *reader, struct base_word name)
{
    struct base_scanner *scanner = &reader->scanner;
    for (size_t k = 0; k < sizeof sections / sizeof *sections; ++k) {
        if (base_word_equal(name, sections[k].name)) {
            return read_rows(reader, &sections[k], name);
        }
    }
    if (base_word_equal(name, "EDGE_WEIGHT_SECTION")) {
        return read_weights(reader, name);
    }
    if (base_word_equal(name, "DEPOT_SECTION")) {
        return read_depots(reader);
    }
    return begins_with_letter(name)
               ? base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, name,
                                      "a key or section of a CVRP or VRPTW file; this one is not supported")
               : base_scanner_fail(scanner, name, "EOF, a key or a section");
}

/* Reads the line that starts with `word`, and the section if the line opens one. */
static enum swarm_status read_entry(struct reader *reader, struct base_word word)
{
    struct base_scanner *scanner = &reader->scanner;
    for (int key = 0; key < KEY_COUNT; ++key) {
        if (base_word_equal(word, keys[key].name)) {
            return read_key(reader, (enum key)key);
        }
    }
    const struct base_word rest = begins_with_letter(word) ? read_value(scanner) : (struct base_word){0};
    const bool is_section = word.size > 8 && memcmp(word.start + word.size - 8, "_SECTION", 8) == 0;
    return is_section && rest.size > 0
               ? base_scanner_fail(scanner, rest, "the end of the line after the name of a section")
               : read_section(reader, word);
}

/* Numbers the nodes of a file with several depots: the first depot, the customers, the other depots. */
static enum swarm_status number_nodes(struct base_env *env, struct fleet_input *input)
{
    const uint32_t n = input->node_count, depots = input->depot_count, customers = n - depots;
    TRY(BASE_MAKE(env, input->rows, n));
    for (uint32_t node = 0; node < n; ++node) {
        input->rows[node] = node == 0 ? 0 : node <= customers ? node + depots - 1 : node - customers;
    }
    return fleet_order_columns(env, input);
}

/* Checks the depots and the columns of vehicles. */
static enum swarm_status check_vehicles(struct reader *reader)
{
    struct fleet_input *input = reader->input;
    struct base_env *env = reader->scanner.env;
    const uint32_t depots = input->depot_count > 0 ? input->depot_count : 1;
    const double *depot = input->columns[FLEET_VAN_DEPOT];
    if (depots >= input->node_count || (depots > 1 && !depot)) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found %u depots, expected %s", input->path, (unsigned)depots,
                         depots >= input->node_count ? "customers as well"
                                                     : "VEHICLES_DEPOT_SECTION with the depot of each vehicle");
    }
    for (size_t k = 0; k < sizeof sections / sizeof *sections; ++k) {
        const struct section *section = &sections[k];
        if (input->columns[section->first] && section->key < KEY_COUNT && reader->lines[section->key] > 0) {
            return base_fail(env, SWARM_ERROR_INPUT, "%s: found %s and %s, expected one of them", input->path,
                             keys[section->key].name, section->name);
        }
        input->lists_vehicles |= section->first >= FLEET_COLUMNS && input->columns[section->first];
    }
    for (uint32_t v = 0; depot && v < (uint32_t)input->vehicles; ++v) {
        if (depot[v] < 1.0 || depot[v] > depots) {
            return base_fail(env, SWARM_ERROR_INPUT, "%s: found depot %.0f of vehicle %u, expected 1 to %u",
                             input->path, depot[v], (unsigned)v + 1, (unsigned)depots);
        }
    }
    return depots > 1 ? number_nodes(env, input) : SWARM_OK;
}

/* Checks that the file is complete, and takes the values of keys. */
static enum swarm_status complete(struct reader *reader)
{
    struct fleet_input *input = reader->input;
    const bool is_explicit = reader->values[KEY_EDGE_WEIGHT_TYPE] == 1.0;
    const char *missing = reader->lines[KEY_DIMENSION] == 0          ? "DIMENSION"
                          : reader->lines[KEY_EDGE_WEIGHT_TYPE] == 0 ? "EDGE_WEIGHT_TYPE"
                          : is_explicit && !input->weights           ? "EDGE_WEIGHT_SECTION"
                          : !is_explicit && !input->columns[FLEET_X] ? "NODE_COORD_SECTION"
                                                                     : NULL;
    if (missing || (!is_explicit && input->weights)) {
        return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                         missing ? "%s: expected a line with %s"
                                 : "%s: expected EDGE_WEIGHT_TYPE EXPLICIT, because there is an %s",
                         input->path, missing ? missing : "EDGE_WEIGHT_SECTION");
    }
    input->capacity = reader->values[KEY_CAPACITY];
    input->vehicles = (int64_t)reader->values[KEY_VEHICLES];
    input->limit = reader->values[KEY_MAX_DISTANCE];
    input->duration = reader->values[KEY_DISTANCE];
    if (input->duration == 0.0
        || (reader->lines[KEY_MAX_DURATION] > 0 && reader->values[KEY_MAX_DURATION] < input->duration)) {
        input->duration = reader->values[KEY_MAX_DURATION];
    }
    TRY(check_vehicles(reader));
    if (reader->lines[KEY_SERVICE_TIME] > 0 && !input->columns[FLEET_SERVICE]) {
        TRY(BASE_MAKE(reader->scanner.env, input->columns[FLEET_SERVICE], input->node_count));
        const uint32_t others = input->depot_count > 1 ? input->depot_count - 1 : 0;
        for (uint32_t node = 1; node < input->node_count - others; ++node) {
            input->columns[FLEET_SERVICE][node] = reader->values[KEY_SERVICE_TIME];
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Solomon's format                                                                                                   */

/* The columns after a node's number. */
static const enum fleet_column order[] = {FLEET_X, FLEET_Y, FLEET_DEMAND, FLEET_EARLY, FLEET_LATE, FLEET_SERVICE};
enum { ORDER_COUNT = sizeof order / sizeof *order };

static bool is_solomon(const char *text, size_t size)
{
    const struct base_word first = base_scanner_first_line(text, size);
    const char *rest = first.start ? first.start + first.size : text + size;
    const struct base_word second = base_scanner_first_line(rest, (size_t)(text + size - rest));
    struct base_scanner line = {.cursor = second.start, .line_end = second.start ? second.start + second.size : NULL};
    return second.start && base_word_equal(base_scanner_word(&line, true), "VEHICLE");
}

/* Moves to the next line that begins with a digit and reads its first word; `start` NULL: there is none. */
static enum swarm_status skip_headings(struct base_scanner *scanner, struct base_word *word)
{
    do {
        TRY(base_scanner_line_word(scanner, false, word));
    } while (word->start && (*word->start < '0' || *word->start > '9'));
    return SWARM_OK;
}

static enum swarm_status read_vehicles(struct base_scanner *scanner, struct fleet_input *input)
{
    struct base_word word;
    TRY(skip_headings(scanner, &word));
    if (!base_word_integer(word, 1, 1000000, &input->vehicles)) {
        return base_scanner_fail(scanner, word, "the number of vehicles, 1 to 1000000");
    }
    word = base_scanner_word(scanner, false);
    return read_real(word, 0.001, 1e12, FLEET_PLACES, &input->capacity)
               ? base_scanner_require_end_of_line(scanner)
               : base_scanner_fail(scanner, word,
                                   "the capacity of a vehicle from 0.001 to 1e12 with at most 3 decimals");
}

/* Reads the rest of a line that begins with `number`; grows the columns, which have `capacities`. */
static enum swarm_status read_customer(struct base_scanner *scanner, struct base_word number,
                                       size_t capacities[ORDER_COUNT], struct fleet_input *input)
{
    const uint32_t node = input->node_count;
    int64_t value;
    if (!base_word_integer(number, node, node, &value)) {
        return base_scanner_fail(scanner, number, "the number of the next customer, %u", (unsigned)node);
    }
    for (unsigned k = 0; k < ORDER_COUNT; ++k) {
        TRY(BASE_GROW(scanner->env, input->columns[order[k]], &capacities[k], (size_t)node + 1));
        TRY(read_number(scanner, input, order[k], node));
    }
    ++input->node_count;
    return base_scanner_require_end_of_line(scanner);
}

static enum swarm_status read_solomon(struct base_scanner *scanner, struct fleet_input *input)
{
    struct base_word word;
    bool found;
    size_t capacities[ORDER_COUNT] = {0};
    TRY(base_scanner_next_line(scanner, &found));
    word = base_scanner_rest(scanner);
    input->name = base_text_copy(word.start, word.size);
    TRY(input->name ? SWARM_OK : base_fail_memory(scanner->env));
    TRY(read_vehicles(scanner, input));
    TRY(skip_headings(scanner, &word));
    while (word.start) {
        TRY(read_customer(scanner, word, capacities, input));
        TRY(base_scanner_line_word(scanner, false, &word));
    }
    return input->node_count > 1 ? SWARM_OK
                                 : base_scanner_fail(scanner, word, "the lines of the depot and of customers");
}

/* ------------------------------------------------------------------------------------------------------------------ */

enum swarm_status fleet_input_parse(struct base_env *env, const struct options *options, const char *text, size_t size,
                                    struct fleet_input *input)
{
    struct reader reader = {.input = input};
    struct base_word word;
    base_scanner_init(&reader.scanner, env, input->path, text, size);
    if (is_solomon(text, size)) {
        return read_solomon(&reader.scanner, input);
    }
    const struct base_word first = base_scanner_first_line(text, size);
    if (!first.start || !tsp_tsplib_is(first)) {
        TRY(fleet_table_parse(env, options, text, size, input));
    }
    if (input->table) {
        return SWARM_OK;
    }
    for (;;) {
        TRY(base_scanner_line_word(&reader.scanner, true, &word));
        if (!word.start || base_word_equal(word, "EOF")) {
            return complete(&reader);
        }
        TRY(read_entry(&reader, word));
    }
}

void fleet_input_free(struct fleet_input *input)
{
    free(input->name);
    free(input->weights);
    for (uint32_t row = 0; row < input->node_count; ++row) {
        free(input->vehicle_of ? input->vehicle_of[row] : NULL);
        free(input->skills ? input->skills[row] : NULL);
    }
    free(input->vehicle_of);
    free(input->skills);
    free(input->rows);
    swarm_instance_destroy(&input->table);
    for (int column = 0; column < FLEET_ALL_COLUMNS; ++column) {
        free(input->columns[column]);
    }
}
