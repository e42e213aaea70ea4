/* table.c - reads a table of customers: a line for each customer or depot, with columns by their titles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "reader.h"
#include "tsp/instance.h"
#include "tsp/read/input.h"
#include "tsp/read/table.h"

static const unsigned roles = CSV_BIT(CSV_DEMAND) | CSV_BIT(CSV_FROM) | CSV_BIT(CSV_UNTIL) | CSV_BIT(CSV_WINDOW)
                              | CSV_BIT(CSV_SERVICE) | CSV_BIT(CSV_PRICE) | CSV_BIT(CSV_VEHICLE) | CSV_BIT(CSV_SKILLS)
                              | CSV_BIT(CSV_DEPOT);

/* Columns of numbers with a title of their own. */
static const struct {
    enum csv_role role;
    enum fleet_column column;
} numbers[] = {{CSV_DEMAND, FLEET_DEMAND}, {CSV_SERVICE, FLEET_SERVICE}, {CSV_PRICE, FLEET_PRICE}};

/* The rows so far. */
struct stops {
    struct base_env *env;
    struct fleet_input *input;
    bool *marked; /* owned, [node_count] true if the row is marked as a depot */
    size_t capacities[FLEET_COLUMNS], marks, vehicles, skills;
};

/* The field of a column, which may be missing at the end of a record; NULL: no such column. */
static const struct csv_field *field_of(const struct csv_record *record, const struct csv_columns *columns,
                                        enum csv_role role)
{
    static const struct csv_field empty = {.text = {"", 0}};
    const size_t at = columns->at[role];
    return at == 0 ? NULL : at <= record->count ? &record->fields[at - 1] : &empty;
}

/* Reads a time in a window. All times must be of one kind: numbers, hours or dates. */
static enum swarm_status read_time(struct fleet_input *input, const struct csv_table *table,
                                   const struct csv_field *field, double *time)
{
    static const char *const kinds[] = {"", "a number", "a time such as 9:30",
                                        "a date and time such as 2026-11-28T9:30"};
    enum fleet_clock clock = FLEET_NUMBERS;
    if (!csv_number(table, field, time) && !fleet_clock_parse(field->text, &clock, time)) {
        return csv_fail(table, field, "%s",
                        input->clock == FLEET_NO_CLOCK ? "a time: 9:30, minutes such as 570, or 2026-11-28T09:30"
                                                       : kinds[input->clock]);
    }
    if (input->clock != FLEET_NO_CLOCK && clock != input->clock) {
        return csv_fail(table, field, "%s, like the time in line %zu", kinds[input->clock], input->clock_line);
    }
    if (clock == FLEET_NUMBERS && !(*time >= 0.0 && *time <= 1e9)) {
        return csv_fail(table, field, "a time from 0 to 1e9");
    }
    input->clock_line = input->clock == FLEET_NO_CLOCK ? field->line : input->clock_line;
    input->clock = clock;
    return SWARM_OK;
}

/* Reads both ends of a window in one cell, separated by a dash. */
static enum swarm_status read_window(struct fleet_input *input, const struct csv_table *table,
                                     const struct csv_field *field, double window[2])
{
    static const char dash[] = "\xE2\x80\x93";
    const struct base_word word = field->text;
    for (size_t k = 1; k + 1 < word.size; ++k) {
        const size_t size = word.start[k] == '-'                                                      ? 1
                            : word.size - k > 3 && memcmp(word.start + k, dash, sizeof dash - 1) == 0 ? 3
                                                                                                      : 0;
        struct csv_field ends[2] = {*field, *field};
        enum fleet_clock clock = FLEET_NUMBERS;
        double time;
        for (ends[0].text.size = k; ends[0].text.size > 0 && word.start[ends[0].text.size - 1] == ' ';) {
            --ends[0].text.size;
        }
        for (ends[1].text = (struct base_word){word.start + k + size, word.size - k - size};
             ends[1].text.size > 0 && *ends[1].text.start == ' ';) {
            ends[1].text = (struct base_word){ends[1].text.start + 1, ends[1].text.size - 1};
        }
        if (size > 0 && (csv_number(table, &ends[0], &time) || fleet_clock_parse(ends[0].text, &clock, &time))) {
            TRY(read_time(input, table, &ends[0], &window[0]));
            return read_time(input, table, &ends[1], &window[1]);
        }
    }
    return csv_fail(table, field, "a time window such as 8:00-12:30");
}

enum swarm_status fleet_window_read(struct fleet_input *input, const struct csv_table *table,
                                    const struct csv_record *record, const struct csv_columns *columns,
                                    double window[2])
{
    const struct csv_field *const from = field_of(record, columns, CSV_FROM),
                                  *const until = field_of(record, columns, CSV_UNTIL),
                                  *const both = field_of(record, columns, CSV_WINDOW);
    window[0] = -(double)INFINITY;
    window[1] = (double)INFINITY;
    TRY(both && both->text.size > 0 ? read_window(input, table, both, window) : SWARM_OK);
    TRY(from && from->text.size > 0 ? read_time(input, table, from, &window[0]) : SWARM_OK);
    TRY(until && until->text.size > 0 ? read_time(input, table, until, &window[1]) : SWARM_OK);
    return window[0] <= window[1]
               ? SWARM_OK
               : csv_fail(table,
                          until  ? until
                          : both ? both
                                 : from,
                          "a window that closes after it opens; write 26:00 for 2:00 on the next day");
}

/* Reads the window of a row. */
static enum swarm_status read_times(struct stops *stops, const struct csv_table *table, const struct csv_record *record,
                                    const struct csv_columns *columns)
{
    struct fleet_input *input = stops->input;
    double window[2];
    if (columns->at[CSV_FROM] == 0 && columns->at[CSV_UNTIL] == 0 && columns->at[CSV_WINDOW] == 0) {
        return SWARM_OK;
    }
    TRY(fleet_window_read(input, table, record, columns, window));
    for (int k = 0; k < 2; ++k) {
        const enum fleet_column column = k == 0 ? FLEET_EARLY : FLEET_LATE;
        TRY(BASE_GROW(stops->env, input->columns[column], &stops->capacities[column], (size_t)input->node_count + 1));
        input->columns[column][input->node_count] = window[k];
    }
    return SWARM_OK;
}

/* Reads the numbers of a row; an empty cell is 0. */
static enum swarm_status read_numbers(struct stops *stops, const struct csv_table *table,
                                      const struct csv_record *record, const struct csv_columns *columns)
{
    static const char *const expected[] = {"a demand from 0 to 1e9 with at most 3 decimals",
                                           "a duration of service: minutes, h:mm, or as 15 min",
                                           "a score from 0 to 1e9: the cost of leaving the customer out"};
    struct fleet_input *input = stops->input;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k) {
        const struct csv_field *field = field_of(record, columns, numbers[k].role);
        const enum fleet_column column = numbers[k].column;
        double value = 0.0;
        if (!field) {
            continue;
        }
        const bool timed = column == FLEET_SERVICE;
        if (field->text.size > 0
            && (!(timed ? fleet_duration_read : csv_number)(table, field, &value) || !(value >= 0.0 && value <= 1e9)
                || (column == FLEET_DEMAND && fleet_places(value) > FLEET_PLACES))) {
            return csv_fail(table, field, "%s%s", expected[k], csv_hint(table, field));
        }
        TRY(BASE_GROW(stops->env, input->columns[column], &stops->capacities[column], (size_t)input->node_count + 1));
        input->columns[column][input->node_count] = value;
    }
    return SWARM_OK;
}

static enum swarm_status keep_text(struct stops *stops, const struct csv_field *field, char ***texts, size_t *capacity)
{
    if (!field) {
        return SWARM_OK;
    }
    TRY(BASE_GROW(stops->env, *texts, capacity, (size_t)stops->input->node_count + 1));
    char *text = base_text_copy(field->text.size > 0 ? field->text.start : "", field->text.size);
    (*texts)[stops->input->node_count] = text;
    return text ? SWARM_OK : base_fail_memory(stops->env);
}

/* Reads the mark of a depot. */
static enum swarm_status read_mark(struct stops *stops, const struct csv_table *table, const struct csv_field *field)
{
    static const char yes[] =
        "x X 1 yes Yes YES y Y true True TRUE depot Depot DEPOT ja Ja oui Oui si Si sim Sim tak Tak ano",
                      no[] = "0 no No NO n N false False FALSE - nein Nein non Non nee Nee nej Nej nie Nie ne";
    TRY(BASE_GROW(stops->env, stops->marked, &stops->marks, (size_t)stops->input->node_count + 1));
    const bool marked = field && base_word_find(field->text, yes) >= 0;
    stops->marked[stops->input->node_count] = marked;
    return !field || marked || field->text.size == 0 || base_word_find(field->text, no) >= 0
               ? SWARM_OK
               : csv_fail(table, field, "x, yes, true or 1 for a depot; no, false, 0 or an empty cell for a customer");
}

static enum swarm_status take_row(void *user, const struct csv_table *table, const struct csv_record *record,
                                  const struct csv_columns *columns)
{
    struct stops *stops = user;
    struct fleet_input *input = stops->input;
    input->located = columns->at[CSV_X] > 0 || columns->at[CSV_LATITUDE] > 0 || columns->at[CSV_PAIR] > 0;
    TRY(read_mark(stops, table, field_of(record, columns, CSV_DEPOT)));
    TRY(read_times(stops, table, record, columns));
    TRY(read_numbers(stops, table, record, columns));
    TRY(keep_text(stops, field_of(record, columns, CSV_VEHICLE), &input->vehicle_of, &stops->vehicles));
    const enum swarm_status status =
        keep_text(stops, field_of(record, columns, CSV_SKILLS), &input->skills, &stops->skills);
    if (status != SWARM_OK && input->vehicle_of) {
        free(input->vehicle_of[input->node_count]);
    }
    input->node_count += status == SWARM_OK;
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Depots                                                                                                             */

/* Marks the depot of --depot, or the first row if no row is marked, and counts the depots. */
static enum swarm_status mark_depots(struct stops *stops, const char *wanted)
{
    struct fleet_input *input = stops->input;
    const struct swarm_instance *table = input->table;
    const uint32_t n = input->node_count;
    uint32_t count = 0;
    for (uint32_t row = 0; row < n; ++row) {
        const bool named = wanted && table->names && strcmp(table->names[row], wanted) == 0;
        stops->marked[row] = wanted ? named : stops->marked[row];
        count += stops->marked[row];
    }
    if (wanted && count != 1) {
        return base_fail(stops->env, SWARM_ERROR_INVALID_ARGUMENT, "--depot %s: %s has %s with this name", wanted,
                         input->path, count == 0 ? "no row" : "several rows");
    }
    stops->marked[0] |= count == 0;
    input->depot_count = count > 0 ? count : 1;
    return n > input->depot_count ? SWARM_OK
                                  : base_fail(stops->env, SWARM_ERROR_INPUT,
                                              "%s: found only depots, expected customers as well", input->path);
}

/* Numbers the nodes: the first depot, the customers, the other depots. */
static enum swarm_status number_nodes(struct stops *stops)
{
    struct fleet_input *input = stops->input;
    const uint32_t n = input->node_count;
    uint32_t depots = 0, customers = 0;
    TRY(BASE_MAKE(stops->env, input->rows, n));
    for (uint32_t row = 0; row < n; ++row) {
        const uint32_t node = !stops->marked[row] ? ++customers : depots == 0 ? 0 : n - input->depot_count + depots;
        depots += stops->marked[row];
        input->rows[node] = row;
    }
    return SWARM_OK;
}

/* Brings an array of rows into the order of nodes. `scratch` [node_count]. */
static void order_rows(const struct fleet_input *input, void *array, size_t size, void *scratch)
{
    memcpy(scratch, array, input->node_count * size);
    for (uint32_t node = 0; node < input->node_count; ++node) {
        memcpy((char *)array + node * size, (char *)scratch + input->rows[node] * size, size);
    }
}

enum swarm_status fleet_order_columns(struct base_env *env, struct fleet_input *input)
{
    double *scratch;
    TRY(BASE_MAKE(env, scratch, input->node_count));
    for (int column = 0; column < FLEET_COLUMNS; ++column) {
        if (input->columns[column]) {
            order_rows(input, input->columns[column], sizeof *scratch, scratch);
        }
    }
    _Static_assert(sizeof(char *) <= sizeof *scratch, "the scratch has room for pointers");
    if (input->vehicle_of) {
        order_rows(input, input->vehicle_of, sizeof *input->vehicle_of, scratch);
    }
    if (input->skills) {
        order_rows(input, input->skills, sizeof *input->skills, scratch);
    }
    free(scratch);
    return SWARM_OK;
}

/* Copies the coordinates of a plane as columns. */
static enum swarm_status take_plane(struct stops *stops)
{
    struct fleet_input *input = stops->input;
    const struct swarm_instance *table = input->table;
    const size_t n = input->node_count;
    for (size_t axis = 0; axis < 2 && input->located && table->info.metric != SWARM_METRIC_GREAT_CIRCLE; ++axis) {
        double **column = &input->columns[FLEET_X + axis];
        TRY(BASE_MAKE(stops->env, *column, n));
        memcpy(*column, table->positions + axis * n, n * sizeof **column);
    }
    return SWARM_OK;
}

/* Makes times count from the midnight before the first one of a table with dates. */
static void shift_dates(struct fleet_input *input)
{
    double least = (double)INFINITY;
    for (int column = FLEET_EARLY; column <= FLEET_LATE && input->clock == FLEET_DATES; ++column) {
        for (uint32_t k = 0; k < input->node_count; ++k) {
            const double time = input->columns[column][k];
            least = isfinite(time) && time < least ? time : least;
        }
    }
    input->midnight = isfinite(least) ? FLEET_DAY * floor(least / FLEET_DAY) : 0.0;
    for (uint32_t k = 0; k < input->node_count && input->columns[FLEET_EARLY]; ++k) {
        double *early = &input->columns[FLEET_EARLY][k];
        *early = isfinite(*early) ? *early - input->midnight : 0.0;
        input->columns[FLEET_LATE][k] -= input->midnight;
    }
}

static enum swarm_status finish(struct stops *stops, const struct options *options)
{
    TRY(mark_depots(stops, options ? options->depot : NULL));
    TRY(take_plane(stops));
    TRY(number_nodes(stops));
    TRY(fleet_order_columns(stops->env, stops->input));
    shift_dates(stops->input);
    if (stops->input->clock == FLEET_NO_CLOCK) { /* columns without a time are no windows */
        for (int column = FLEET_EARLY; column <= FLEET_LATE; ++column) {
            free(stops->input->columns[column]);
            stops->input->columns[column] = NULL;
        }
    }
    return SWARM_OK;
}

enum swarm_status fleet_table_parse(struct base_env *env, const struct options *options, const char *text, size_t size,
                                    struct fleet_input *input)
{
    struct stops stops = {.env = env, .input = input};
    const struct csv_use use = {.columns = options ? options->columns : NULL,
                                .roles = roles,
                                .bare = options && options->lengths_file,
                                .take = take_row,
                                .user = &stops};
    enum swarm_status status =
        tsp_input_parse_table(env, (struct tsp_text){input->path, text, size}, &use, &input->table);
    status = status == SWARM_OK && input->table ? finish(&stops, options) : status;
    free(stops.marked);
    return status;
}
