/* vans.c - reads a table of vehicles: a line for each, with columns by their titles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/file.h"
#include "maker.h"
#include "tsp/read/table.h"

static const unsigned roles = CSV_BIT(CSV_VEHICLE) | CSV_BIT(CSV_CAPACITY) | CSV_BIT(CSV_START) | CSV_BIT(CSV_END)
                              | CSV_BIT(CSV_FROM) | CSV_BIT(CSV_UNTIL) | CSV_BIT(CSV_WINDOW) | CSV_BIT(CSV_LIMIT)
                              | CSV_BIT(CSV_DURATION) | CSV_BIT(CSV_STOPS) | CSV_BIT(CSV_COST) | CSV_BIT(CSV_SKILLS)
                              | CSV_BIT(CSV_COUNT);

/* Units of lengths and durations, in metres and minutes. */
static const struct unit {
    const char *name;
    double factor;
} lengths[] = {{"km", 1000.0}, {"m", 1.0}, {"mi", 1609.344}, {NULL, 0.0}},
  durations[] = {{"min", 1.0}, {"h", 60.0}, {"s", 1.0 / 60.0}, {NULL, 0.0}};

struct vans_reader {
    struct fleet_maker *maker;
    struct csv_table table;
    struct csv_record record;
    struct csv_columns columns;
    bool kilometres; /* limits without a unit are kilometres by their title */
};

/* The field of a column; NULL: no such column, or an empty cell. */
static const struct csv_field *field_of(const struct vans_reader *reader, enum csv_role role)
{
    const size_t at = reader->columns.at[role];
    return at > 0 && at <= reader->record.count && reader->record.fields[at - 1].text.size > 0
               ? &reader->record.fields[at - 1]
               : NULL;
}

/* Reads a number from 0 on, perhaps with one of `units` after it. Returns false if the field is something else. */
static bool read_quantity(const struct csv_table *table, const struct csv_field *field, const struct unit *units,
                          double *value)
{
    struct csv_field number = *field;
    double factor = 1.0;
    for (const struct unit *unit = units; unit && unit->name && factor == 1.0; ++unit) {
        const size_t size = strlen(unit->name), whole = field->text.size;
        const bool found = whole > size && memcmp(field->text.start + whole - size, unit->name, size) == 0;
        if (found && strchr("0123456789 ", field->text.start[whole - size - 1])) {
            factor = unit->factor;
            number.text.size = whole - size;
            number.text.size -= number.text.start[number.text.size - 1] == ' ';
        }
    }
    if (!csv_number(table, &number, value)) {
        return false;
    }
    *value *= factor;
    return *value >= 0.0 && *value <= 1e9;
}

bool fleet_duration_read(const struct csv_table *table, const struct csv_field *field, double *minutes)
{
    enum fleet_clock clock = FLEET_NUMBERS;
    return fleet_clock_parse(field->text, &clock, minutes) ? clock != FLEET_DATES
                                                           : read_quantity(table, field, durations, minutes);
}

/* Reads a length or a cost in steps; `most` if the cell is empty. */
static enum swarm_status read_steps(const struct vans_reader *reader, enum csv_role role, const char *expected,
                                    double scale, int64_t *steps)
{
    const bool earth = *reader->maker->fleet->info.unit != '\0';
    const struct csv_field *field = field_of(reader, role);
    double value = 0.0, bare;
    if (!field) {
        return SWARM_OK;
    }
    const struct unit *units = role == CSV_LIMIT && earth ? lengths : NULL;
    if (role == CSV_DURATION ? !fleet_duration_read(&reader->table, field, &value)
                             : !read_quantity(&reader->table, field, units, &value)) {
        return csv_fail(&reader->table, field, "%s%s", expected, csv_hint(&reader->table, field));
    }
    value *= units && reader->kilometres && csv_number(&reader->table, field, &bare) ? 1000.0 : 1.0;
    *steps = (int64_t)(value * scale + 0.5);
    return SWARM_OK;
}

static enum swarm_status read_depot(const struct vans_reader *reader, enum csv_role role, uint32_t *node)
{
    const struct csv_field *field = field_of(reader, role);
    if (!field) {
        return SWARM_OK;
    }
    *node = base_word_equal(field->text, "-") ? FLEET_ABSENT : fleet_find_depot(reader->maker->fleet, field->text);
    return *node != FLEET_ABSENT || base_word_equal(field->text, "-")
               ? SWARM_OK
               : csv_fail(&reader->table, field,
                          "the name of a depot, a row of %s with a mark in the column depot; or - for none",
                          reader->maker->input->path);
}

static enum swarm_status read_hours(const struct vans_reader *reader, struct fleet_vehicle *vehicle)
{
    const struct fleet_maker *maker = reader->maker;
    double window[2];
    TRY(fleet_window_read(maker->input, &reader->table, &reader->record, &reader->columns, window));
    for (int k = 0; k < 2; ++k) {
        int32_t *hour = k == 0 ? &vehicle->early : &vehicle->late;
        const double time = window[k] - maker->input->midnight;
        if (isfinite(window[k])) {
            TRY(fleet_check_most(maker, "a time of", time, true));
            *hour = time > 0.0 ? (int32_t)(time * maker->fleet->minute + 0.5) : 0;
        }
    }
    return SWARM_OK;
}

static enum swarm_status keep_text(struct base_env *env, const struct csv_field *field, char **text)
{
    *text = field ? base_text_copy(field->text.start, field->text.size) : NULL;
    return !field || *text ? SWARM_OK : base_fail_memory(env);
}

/* Reads a row into a vehicle that has the values of all. */
static enum swarm_status read_row(const struct vans_reader *reader, struct fleet_van *van)
{
    static const enum csv_role named[] = {CSV_VEHICLE, CSV_NAME, CSV_ID};
    const struct fleet_maker *maker = reader->maker;
    const double scale = maker->rounding->scale;
    struct fleet_vehicle *vehicle = &van->vehicle;
    const struct csv_field *name = NULL;
    const struct csv_field *capacity = field_of(reader, CSV_CAPACITY);
    int64_t stops = vehicle->stops;
    for (size_t k = 0; k < sizeof named / sizeof *named && !name; ++k) {
        name = field_of(reader, named[k]);
    }
    TRY(keep_text(maker->env, name, &van->name));
    TRY(keep_text(maker->env, field_of(reader, CSV_SKILLS), &van->skills));
    if (capacity
        && (!read_quantity(&reader->table, capacity, NULL, &van->capacity)
            || fleet_places(van->capacity) > FLEET_PLACES)) {
        return csv_fail(&reader->table, capacity, "a capacity from 0 to 1e9 with at most 3 decimals%s",
                        csv_hint(&reader->table, capacity));
    }
    TRY(read_steps(reader, CSV_STOPS, "a number of stops", 1.0, &stops));
    TRY(read_steps(reader, CSV_LIMIT, "the largest length of the route, such as 80km", scale, &vehicle->limit));
    TRY(read_steps(reader, CSV_DURATION, "the longest duration of the route: 8h, 7:30 or minutes", maker->fleet->minute,
                   &vehicle->duration));
    TRY(read_steps(reader, CSV_COST, "the cost of using the vehicle, in the unit of lengths", scale, &vehicle->cost));
    TRY(read_depot(reader, CSV_START, &vehicle->start));
    vehicle->end = reader->columns.at[CSV_END] > 0 || vehicle->end == FLEET_ABSENT ? vehicle->end : vehicle->start;
    TRY(read_depot(reader, CSV_END, &vehicle->end));
    vehicle->early = maker->fleet->early[vehicle->start == FLEET_ABSENT ? 0 : vehicle->start];
    vehicle->late = maker->fleet->late[vehicle->end == FLEET_ABSENT ? 0 : vehicle->end];
    vehicle->stops = stops < vehicle->stops ? (uint32_t)stops : vehicle->stops;
    return read_hours(reader, vehicle);
}

/* Adds the vehicles of a row: as many as its column count says, whose names are then numbered. */
static enum swarm_status add_vehicles(struct vans_reader *reader, const struct fleet_vehicle *usual,
                                      struct fleet_vans *vans)
{
    const struct csv_field *field = field_of(reader, CSV_COUNT);
    double count = 1.0;
    if (field
        && (!csv_number(&reader->table, field, &count)
            || !(count >= 0.0 && count <= 65535.0 && count == floor(count)))) {
        return csv_fail(&reader->table, field, "a number of vehicles from 0 to 65535");
    }
    for (double k = 1.0; k <= count; ++k) {
        TRY(BASE_GROW(reader->maker->env, vans->all, &vans->capacity, vans->count + 1));
        struct fleet_van *van = &vans->all[vans->count++];
        *van = (struct fleet_van){.vehicle = *usual, .capacity = -1.0};
        TRY(read_row(reader, van));
        if (van->name && count > 1.0) {
            van->name = base_text_append(van->name, " %.0f", k);
            TRY(van->name ? SWARM_OK : base_fail_memory(reader->maker->env));
        }
    }
    return SWARM_OK;
}

static enum swarm_status read_rows(struct vans_reader *reader, const struct fleet_vehicle *usual,
                                   struct fleet_vans *vans)
{
    struct base_env *env = reader->maker->env;
    for (;;) {
        TRY(csv_record_next_filled(&reader->table, &reader->record));
        if (reader->record.count == 0) {
            break;
        }
        TRY(add_vehicles(reader, usual, vans));
    }
    return vans->count > 0 ? SWARM_OK
                           : base_fail(env, SWARM_ERROR_INPUT, "%s: found no vehicle, expected a line for each",
                                       reader->table.scanner.path);
}

/* Reads the titles, and reports the columns that are skipped. */
static enum swarm_status read_titles(struct vans_reader *reader)
{
    struct base_env *env = reader->maker->env;
    const struct csv_use use = {.roles = roles};
    char *used = NULL, *skipped = NULL;
    TRY(csv_record_next_filled(&reader->table, &reader->record));
    TRY(csv_columns_find(&reader->table, &reader->record, &use, &reader->columns));
    if (reader->record.count == 0 || !reader->columns.header) {
        return base_fail(env, SWARM_ERROR_INPUT,
                         "%s: expected titles in the first line, such as name, capacity, start, from, until",
                         reader->table.scanner.path);
    }
    const struct csv_field *limit = field_of(reader, CSV_LIMIT);
    for (size_t k = 0; limit && k + 1 < limit->text.size; ++k) {
        reader->kilometres |= (limit->text.start[k] | 0x20) == 'k' && (limit->text.start[k + 1] | 0x20) == 'm';
    }
    const enum swarm_status status =
        csv_columns_describe(env, &reader->record, roles, &reader->columns, &used, &skipped);
    if (status == SWARM_OK && *skipped) {
        base_log(env, SWARM_LOG_INFO, "%s: reads the columns %s; skips %s", reader->table.scanner.path, used, skipped);
    }
    free(used);
    free(skipped);
    return status;
}

enum swarm_status fleet_vans_read(struct fleet_maker *maker, const struct fleet_vehicle *usual, struct fleet_vans *vans)
{
    const char *path = maker->options->fleet;
    struct vans_reader reader = {.maker = maker};
    struct tsp_text text = {.path = base_file_label(path)};
    char *bytes = NULL, *decoded = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, base_file_read(maker->env, path, &bytes, &text.size));
    TRY_OR(done, base_decode(maker->env, text.path, bytes, text.size, &decoded, &text.size));
    text.bytes = decoded ? decoded : bytes;
    TRY_OR(done, csv_table_init(&reader.table, maker->env, text));
    TRY_OR(done, read_titles(&reader));
    status = read_rows(&reader, usual, vans);
done:
    free(reader.record.fields);
    free(decoded);
    free(bytes);
    return status;
}

void fleet_vans_free(struct fleet_vans *vans)
{
    for (size_t v = 0; v < vans->count; ++v) {
        free(vans->all[v].name);
        free(vans->all[v].skills);
    }
    free(vans->all);
}
