#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colony_rules.h"
#include "tsp/tour.h"

/* Items of each section. */
static uint64_t items_of(const struct aco_settings *settings, enum aco_state_section section)
{
    const uint64_t n = settings->n;
    switch (section) {
    case ACO_STATE_BEST:
        return 1;
    case ACO_STATE_LENGTHS:
        return ROWS_KEPT;
    case ACO_STATE_TOURS:
        return ROWS_KEPT * n;
    case ACO_STATE_TRAILS:
        return n * settings->width;
    default:
        return settings->adopts ? n * settings->width : 0;
    }
}

void aco_state_list_ants(const struct run_engine *engine, struct run_sections *state)
{
    const struct aco_settings *settings = &((const struct aco_colony *)engine)->settings;
    static const struct {
        const char *name;
        size_t item;
    } shown[ACO_STATE_ANT_SECTIONS] = {
        [ACO_STATE_BEST] = {"colony", sizeof(struct aco_best)},    [ACO_STATE_LENGTHS] = {"lengths", sizeof(int64_t)},
        [ACO_STATE_TOURS] = {"tours", sizeof(uint32_t)},           [ACO_STATE_TRAILS] = {"trails", sizeof(uint32_t)},
        [ACO_STATE_CANDIDATES] = {"candidates", sizeof(uint32_t)},
    };
    for (size_t i = 0; i < ACO_STATE_ANT_SECTIONS; ++i) {
        run_sections_add(state, shown[i].name, items_of(settings, (enum aco_state_section)i), shown[i].item);
    }
}

enum swarm_status aco_state_make_ants(struct base_env *env, const struct aco_settings *settings,
                                      struct run_sections *state)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < ACO_STATE_ANT_SECTIONS; ++i) {
        const uint64_t items = items_of(settings, (enum aco_state_section)i);
        TRY(base_require_memory(env, "checkpoint", items < SIZE_MAX ? (size_t)items : SIZE_MAX, state->items[i]));
        if (!run_sections_make(state, i, items)) {
            return base_fail_memory(env);
        }
    }

fail:
    return status;
}

/* Trails stay below 2^31, and only that of a node to itself may be none. */
static bool are_trails(const struct aco_settings *settings, const uint32_t *trails)
{
    for (size_t i = 0; i < settings->n; ++i) {
        for (size_t k = 0; k < settings->width; ++k) {
            const uint32_t trail = trails[i * settings->width + k];
            const bool itself = settings->candidates == 0 && k == i;
            if (trail > INT32_MAX || (trail < TRAIL_FLOOR && !itself)) {
                return false;
            }
        }
    }
    return true;
}

static bool are_candidates(const struct aco_settings *settings, const uint32_t *nodes)
{
    for (size_t i = 0; i < settings->n; ++i) {
        for (size_t k = 0; k < settings->width; ++k) {
            const uint32_t node = nodes[i * settings->width + k];
            if (node >= settings->n || node == i) {
                return false;
            }
        }
    }
    return true;
}

static bool is_best(const struct aco_best *best, const int64_t *lengths)
{
    return best->state == COLONY_RUNNING && best->length >= 0 && lengths[0] == best->length && lengths[2] >= 0
           && lengths[2] <= best->length && best->restart_length >= 0 && best->trail_maximum <= TRAIL_MAX
           && (best->restart_length == LENGTH_NONE || lengths[1] == best->restart_length);
}

enum swarm_status aco_state_check_ants(struct base_env *env, const struct aco_settings *settings,
                                       const struct run_sections *state)
{
    const struct aco_best *best = state->sections[ACO_STATE_BEST].bytes;
    const uint32_t *tours = state->sections[ACO_STATE_TOURS].bytes;
    const uint32_t n = settings->n;
    bool possible = true;
    for (size_t i = 0; i < ACO_STATE_ANT_SECTIONS; ++i) {
        possible = possible && run_sections_has(state, i, items_of(settings, (enum aco_state_section)i));
    }
    bool *seen = base_array(n, sizeof *seen);
    if (!seen) {
        return base_fail_memory(env);
    }
    possible = possible && is_best(best, state->sections[ACO_STATE_LENGTHS].bytes) && tsp_tour_is_one(tours, n, seen)
               && (best->restart_length == LENGTH_NONE || tsp_tour_is_one(tours + n, n, seen))
               && tsp_tour_is_one(tours + 2 * (size_t)n, n, seen)
               && are_trails(settings, state->sections[ACO_STATE_TRAILS].bytes)
               && (!settings->adopts || are_candidates(settings, state->sections[ACO_STATE_CANDIDATES].bytes));
    free(seen);
    return possible ? SWARM_OK : base_fail(env, SWARM_ERROR_INPUT, "a state that no run can have");
}
