/* vehicles.c - the vehicles of a fleet: alike, of several depots, or those of a table; customers with skills or
 * vehicles of their own. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maker.h"
#include "tsp/length.h"

enum { SKILLS_MOST = 32, VEHICLES_MOST = 65535, SPARE = 30 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Loads                                                                                                              */

static int64_t scaled(const struct fleet_maker *maker, double load)
{
    return (int64_t)floor(load * pow(10.0, maker->fleet->info.load_decimals) + 0.5);
}

/* Capacity of a vehicle. */
static int32_t carried(const struct fleet_maker *maker, double capacity)
{
    const int64_t load = scaled(maker, capacity);
    return load < INT32_MAX ? (int32_t)load : INT32_MAX;
}

/* Finds the number of decimals of all loads, and sets demands and the capacity. */
static enum swarm_status make_loads(const struct fleet_maker *maker, const struct fleet_vans *vans)
{
    const struct fleet_input *input = maker->input;
    const double *demand = input->columns[FLEET_DEMAND], *section = input->columns[FLEET_VAN_CAPACITY];
    const double capacity = FLEET_GIVEN(maker, capacity) ? maker->options->capacity : input->capacity;
    struct swarm_fleet *fleet = maker->fleet;
    struct swarm_fleet_info *info = &fleet->info;
    bool is_stated = section || capacity > 0.0;
    int places = fleet_places(capacity);
    if (places > FLEET_PLACES) {
        return base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT, "--capacity %s: expected at most %d decimals",
                         maker->options->text[OPTION_capacity], (int)FLEET_PLACES);
    }
    for (uint32_t k = 1; k <= info->customer_count && demand; ++k) {
        places = fleet_places(demand[k]) > places ? fleet_places(demand[k]) : places;
    }
    for (int64_t v = 0; v < input->vehicles && section; ++v) {
        places = fleet_places(section[v]) > places ? fleet_places(section[v]) : places;
    }
    for (size_t v = 0; v < vans->count; ++v) {
        places = fleet_places(vans->all[v].capacity) > places ? fleet_places(vans->all[v].capacity) : places;
        is_stated = is_stated || vans->all[v].capacity >= 0.0;
    }
    info->load_decimals = places;
    info->capacity = scaled(maker, capacity);
    for (uint32_t k = 1; k <= info->customer_count && demand; ++k) {
        fleet->demand[k] = scaled(maker, demand[k]);
        info->demand += fleet->demand[k];
    }
    const int64_t least = info->demand > 0 && info->capacity > 0 ? (info->demand - 1) / info->capacity + 1 : 0;
    info->least_vehicles = (uint32_t)(least < info->customer_count ? least : info->customer_count);
    fleet->lacks_capacity = info->demand > 0 && !is_stated;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Vehicles                                                                                                           */

/* A vehicle with the limits of the options and of the file, from the first depot and back. */
static enum swarm_status make_usual(const struct fleet_maker *maker, struct fleet_vehicle *usual)
{
    const struct swarm_fleet *fleet = maker->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    int64_t limit = FLEET_NO_LIMIT;
    if (FLEET_GIVEN(maker, limit)
        && !tsp_length_parse_any(maker->options->text[OPTION_limit], info->decimals, &limit)) {
        return base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT, "--limit %s: expected a length from 0 to 9e18",
                         maker->options->text[OPTION_limit]);
    }
    if (!FLEET_GIVEN(maker, limit) && maker->input->limit > 0.0) {
        limit = (int64_t)(maker->input->limit * maker->rounding->scale + 0.5);
    }
    const uint64_t stops = FLEET_GIVEN(maker, stops) ? maker->options->stops : info->customer_count;
    *usual = (struct fleet_vehicle){
        .limit = limit < FLEET_NO_LIMIT ? limit : FLEET_NO_LIMIT,
        .duration = info->duration > 0 ? info->duration : FLEET_NO_LIMIT,
        .stops = (uint32_t)(stops < info->customer_count ? stops : info->customer_count),
        .early = fleet->early[0],
        .late = fleet->late[0],
        .start = maker->options && maker->options->open_start ? FLEET_ABSENT : 0,
        .end = maker->options && maker->options->open_end ? FLEET_ABSENT : 0,
    };
    return SWARM_OK;
}

static enum swarm_status reserve(const struct fleet_maker *maker, uint64_t count)
{
    struct swarm_fleet *fleet = maker->fleet;
    if (count > VEHICLES_MOST) {
        return base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found %" PRIu64 " vehicles, expected at most %d",
                         maker->input->path, count, (int)VEHICLES_MOST);
    }
    fleet->vehicle_count = (uint32_t)count;
    fleet->vehicles = base_arrays_add(&fleet->arrays, count, sizeof *fleet->vehicles);
    return fleet->vehicles ? SWARM_OK : base_fail_memory(maker->env);
}

/* Sets what sections of the file say about a vehicle, unless an option replaces it. */
static void adjust(const struct fleet_maker *maker, uint32_t v, struct fleet_vehicle *vehicle)
{
    double *const *columns = maker->input->columns;
    if (columns[FLEET_VAN_CAPACITY] && !FLEET_GIVEN(maker, capacity)) {
        vehicle->capacity = carried(maker, columns[FLEET_VAN_CAPACITY][v]);
    }
    if (columns[FLEET_VAN_LIMIT] && !FLEET_GIVEN(maker, limit)) {
        vehicle->limit = (int64_t)(columns[FLEET_VAN_LIMIT][v] * maker->rounding->scale + 0.5);
    }
    if (columns[FLEET_VAN_DURATION] && !FLEET_GIVEN(maker, duration)) {
        const int64_t duration = (int64_t)(columns[FLEET_VAN_DURATION][v] * maker->fleet->minute + 0.5);
        vehicle->duration =
            duration < vehicle->duration ? duration : vehicle->duration; /* the key DISTANCE holds, too */
    }
    if (columns[FLEET_VAN_COST]) {
        vehicle->cost = (int64_t)(columns[FLEET_VAN_COST][v] * maker->rounding->scale + 0.5);
    }
}

/* Makes the vehicles that sections of the file list; without such sections vehicles that are alike except for their
 * depots, as many for each depot as --vehicles says. */
static enum swarm_status make_alike(const struct fleet_maker *maker, const struct fleet_vehicle *usual)
{
    struct swarm_fleet *fleet = maker->fleet;
    struct swarm_fleet_info *info = &fleet->info;
    const double *homes = maker->input->columns[FLEET_VAN_DEPOT];
    const bool listed = maker->input->lists_vehicles;
    const uint32_t depots = maker->input->depot_count > 1 ? maker->input->depot_count : 1;
    const uint32_t enough = info->least_vehicles + info->least_vehicles / 2 + SPARE;
    const uint32_t each = info->vehicle_count > 0         ? info->vehicle_count
                          : enough < info->customer_count ? enough
                                                          : info->customer_count;
    if (depots == 1 && !maker->input->vehicle_of && !listed) {
        TRY(reserve(maker, 1));
        fleet->vehicles[0] = *usual;
        return SWARM_OK;
    }
    if (info->vehicle_count == 0 && maker->input->vehicle_of) {
        return base_fail(
            maker->env, SWARM_ERROR_INPUT,
            "%s: found a column of vehicles, expected their number with --vehicles, or a table with --fleet",
            maker->input->path);
    }
    if (listed && info->vehicle_count != maker->input->vehicles) {
        return base_fail(maker->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--vehicles %u: %s has sections of %" PRId64 " vehicles; replace them by --fleet",
                         (unsigned)info->vehicle_count, maker->input->path, maker->input->vehicles);
    }
    TRY(reserve(maker, listed ? each : (uint64_t)each * depots));
    for (uint32_t k = 0; k < fleet->vehicle_count; ++k) {
        const uint32_t home = homes ? (uint32_t)homes[k] - 1 : k % depots;
        const uint32_t depot = home == 0 ? 0 : info->customer_count + home;
        fleet->vehicles[k] = *usual;
        fleet->vehicles[k].start = usual->start == FLEET_ABSENT ? FLEET_ABSENT : depot;
        fleet->vehicles[k].end = usual->end == FLEET_ABSENT ? FLEET_ABSENT : depot;
        fleet->vehicles[k].early = fleet->early[depot];
        fleet->vehicles[k].late = fleet->late[depot];
        adjust(maker, k, &fleet->vehicles[k]);
    }
    info->vehicle_count = fleet->vehicle_count;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Skills and vehicles of customers                                                                                   */

/* Moves *rest after its first word, which blanks, commas and semicolons separate, and returns the word. */
static struct base_word next_skill(const char **rest)
{
    static const char separators[] = " ,;|";
    const char *start = *rest + strspn(*rest, separators);
    *rest = start + strcspn(start, separators);
    return (struct base_word){start, (size_t)(*rest - start)};
}

/* Gives each skill that a customer needs a bit, and sets the skills of vehicles. */
static enum swarm_status make_skills(const struct fleet_maker *maker, const struct fleet_vans *vans)
{
    struct swarm_fleet *fleet = maker->fleet;
    char *const *texts = maker->input->skills;
    struct base_word known[SKILLS_MOST];
    unsigned count = 0, bit;
    fleet->needs = base_arrays_add(&fleet->arrays, maker->input->node_count, sizeof *fleet->needs);
    TRY(fleet->needs ? SWARM_OK : base_fail_memory(maker->env));
    for (uint32_t k = 1; k <= fleet->info.customer_count; ++k) {
        const char *rest = texts[k];
        for (struct base_word word = next_skill(&rest); word.size > 0; word = next_skill(&rest)) {
            for (bit = 0; bit < count && !base_word_same(known[bit], word); ++bit) {
            }
            if (bit == SKILLS_MOST) {
                return base_fail(maker->env, SWARM_ERROR_UNSUPPORTED,
                                 "%s: found more than %d skills, expected at most %d", maker->input->path,
                                 (int)SKILLS_MOST, (int)SKILLS_MOST);
            }
            known[bit] = word;
            count = bit == count ? count + 1 : count;
            fleet->needs[k] |= 1u << bit;
        }
        fleet->info.skilled_count += fleet->needs[k] != 0;
    }
    for (size_t v = 0; v < vans->count; ++v) {
        const char *rest = vans->all[v].skills ? vans->all[v].skills : "";
        for (struct base_word word = next_skill(&rest); word.size > 0; word = next_skill(&rest)) {
            for (bit = 0; bit < count; ++bit) {
                fleet->vehicles[v].skills |= base_word_same(known[bit], word) ? 1u << bit : 0;
            }
        }
    }
    return SWARM_OK;
}

/* Names the first vehicle without a name, so customers may name vehicles that no table lists. Returns its number from
 * 1; 0: all have names. */
static uint32_t name_vehicle(struct swarm_fleet *fleet, const char *name)
{
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        if (!fleet->vehicle_names[v]) {
            fleet->vehicle_names[v] = name;
            return v + 1;
        }
    }
    return 0;
}

/* Number of the vehicle with a name, or of a number, from 1; 0: none. */
static uint32_t find_vehicle(const struct swarm_fleet *fleet, const char *name)
{
    int64_t number = 0;
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        if (fleet->vehicle_names[v] && strcmp(fleet->vehicle_names[v], name) == 0) {
            return v + 1;
        }
    }
    const struct base_word word = {name, strlen(name)};
    return base_word_integer(word, 1, fleet->vehicle_count, &number) ? (uint32_t)number : 0;
}

/* Copies a name to *bytes, which the fleet owns, and moves *bytes after it. */
static const char *own_name(const char *name, char **bytes)
{
    char *copy = *bytes;
    const size_t size = strlen(name) + 1;
    memcpy(copy, name, size);
    *bytes += size;
    return copy;
}

/* Copies the names of vehicles, and finds the vehicles of customers. */
static enum swarm_status make_names(const struct fleet_maker *maker, const struct fleet_vans *vans)
{
    struct swarm_fleet *fleet = maker->fleet;
    char *const *texts = maker->input->vehicle_of;
    size_t size = 1;
    for (size_t v = 0; v < vans->count; ++v) {
        size += vans->all[v].name ? strlen(vans->all[v].name) + 1 : 0;
    }
    for (uint32_t k = 1; k <= fleet->info.customer_count && texts; ++k) {
        size += strlen(texts[k]) + 1;
    }
    char *bytes = base_arrays_add(&fleet->arrays, size, 1);
    fleet->vehicle_names = base_arrays_add(&fleet->arrays, fleet->vehicle_count, sizeof *fleet->vehicle_names);
    fleet->pinned = texts ? base_arrays_add(&fleet->arrays, maker->input->node_count, sizeof *fleet->pinned) : NULL;
    TRY(fleet->arrays.failed ? base_fail_memory(maker->env) : SWARM_OK);
    for (size_t v = 0; v < vans->count; ++v) {
        fleet->vehicle_names[v] = vans->all[v].name ? own_name(vans->all[v].name, &bytes) : NULL;
    }
    for (uint32_t k = 1; k <= fleet->info.customer_count && texts; ++k) {
        if (*texts[k] == '\0') {
            continue;
        }
        ++fleet->info.pinned_count;
        fleet->pinned[k] = find_vehicle(fleet, texts[k]);
        if (fleet->pinned[k] == 0 && vans->count == 0) {
            fleet->pinned[k] = name_vehicle(fleet, own_name(texts[k], &bytes));
        }
        if (fleet->pinned[k] == 0) {
            return base_fail(maker->env, SWARM_ERROR_INPUT,
                             "%s: found a customer of vehicle \"%s\", expected one of %u%s", maker->input->path,
                             texts[k], (unsigned)fleet->vehicle_count,
                             vans->count > 0 ? " in the table of --fleet" : ", the number of --vehicles");
        }
    }
    return SWARM_OK;
}

/* Takes the vehicles of a table. */
static enum swarm_status take_vans(const struct fleet_maker *maker, const struct fleet_vehicle *usual,
                                   const struct fleet_vans *vans)
{
    struct swarm_fleet *fleet = maker->fleet;
    struct swarm_fleet_info *info = &fleet->info;
    TRY(reserve(maker, vans->count));
    info->vehicle_count = (uint32_t)vans->count;
    for (size_t v = 0; v < vans->count; ++v) {
        const double capacity = vans->all[v].capacity;
        fleet->vehicles[v] = vans->all[v].vehicle;
        fleet->vehicles[v].capacity = capacity >= 0.0 ? carried(maker, capacity) : usual->capacity;
    }
    return SWARM_OK;
}

/* Sets what depends on all vehicles: the largest capacity, whether there are limits or hours. */
static void summarise(struct swarm_fleet *fleet)
{
    struct swarm_fleet_info *info = &fleet->info;
    int32_t capacity = 0;
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        const struct fleet_vehicle *vehicle = &fleet->vehicles[v];
        capacity = vehicle->capacity > capacity ? vehicle->capacity : capacity;
        fleet->has_limits |= vehicle->limit < FLEET_NO_LIMIT || vehicle->duration < FLEET_NO_LIMIT;
        info->has_windows |= vehicle->early > 0 || vehicle->late < FLEET_TIME_MOST;
    }
    if (fleet->vehicle_count > 1) {
        info->capacity = capacity < INT32_MAX ? capacity : 0;
    } else if (info->vehicle_count == 1 && capacity < INT32_MAX) {
        info->capacity = capacity;
    }
    const int64_t least = info->demand > 0 && info->capacity > 0 ? (info->demand - 1) / info->capacity + 1 : 0;
    info->least_vehicles = (uint32_t)(least < info->customer_count ? least : info->customer_count);
}

enum swarm_status fleet_make_vehicles(struct fleet_maker *maker)
{
    struct fleet_vans vans = {.count = 0};
    struct fleet_vehicle usual;
    enum swarm_status status = SWARM_OK;
    TRY(make_usual(maker, &usual));
    if (FLEET_GIVEN(maker, fleet)) {
        TRY_OR(done, fleet_vans_read(maker, &usual, &vans));
    }
    TRY_OR(done, make_loads(maker, &vans));
    const int64_t capacity = maker->fleet->info.capacity;
    usual.capacity = (int32_t)(capacity > 0 && capacity < INT32_MAX ? capacity : INT32_MAX);
    status = FLEET_GIVEN(maker, fleet) ? take_vans(maker, &usual, &vans) : make_alike(maker, &usual);
    TRY_OR(done, status);
    if (maker->input->skills) {
        TRY_OR(done, make_skills(maker, &vans));
    }
    if (maker->input->vehicle_of || vans.count > 0) {
        TRY_OR(done, make_names(maker, &vans));
    }
    summarise(maker->fleet);
done:
    fleet_vans_free(&vans);
    return status;
}
