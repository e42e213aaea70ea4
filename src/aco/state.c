/* The state of a colony between two iterations, as sections that any device and the reference can load. Everything else
 * follows from them: weights from trails, the anchor from the best tour, random numbers from the seed. */
#include "colony.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "tsp/tour.h"

enum section {
    BEST,       /* the best of the run: one struct aco_best */
    LENGTHS,    /* [ROWS_KEPT] lengths of the kept rows, long */
    TOURS,      /* [ROWS_KEPT][n] tours of the kept rows, uint */
    TRAILS,     /* [n][width] trails of all edges, uint */
    CANDIDATES, /* [n][width] candidate lists, uint, if they adopt edges; otherwise empty */
    SECTIONS
};

static const struct {
    const char *name;
    size_t item;
} shown[SECTIONS] = {{"colony", sizeof(struct aco_best)},
                     {"lengths", sizeof(int64_t)},
                     {"tours", sizeof(uint32_t)},
                     {"trails", sizeof(uint32_t)},
                     {"candidates", sizeof(uint32_t)}};

static uint64_t items_of(const struct aco_settings *s, size_t section)
{
    const uint64_t n = s->n,
                   counts[SECTIONS] = {1, ROWS_KEPT, ROWS_KEPT * n, n * s->width, s->adopts ? n * s->width : 0};
    return counts[section];
}

void aco_state_list(const struct search_engine *engine, struct search_sections *state)
{
    const struct aco_settings *s = &((const struct aco_colony *)engine)->settings;
    for (size_t i = 0; i < SECTIONS; ++i) {
        search_sections_add(state, shown[i].name, items_of(s, i), shown[i].item);
    }
}

/* True if trails fit 31 bits and are at least TRAIL_FLOOR except on the diagonal, and candidates are other nodes. */
static bool are_rows(const struct aco_settings *s, const uint32_t *trails, const uint32_t *nodes)
{
    for (size_t i = 0; i < s->n; ++i) {
        for (size_t k = 0; k < s->width; ++k) {
            const size_t at = i * s->width + k;
            const bool itself = s->candidates == 0 && k == i;
            if (trails[at] > INT32_MAX || (trails[at] < TRAIL_FLOOR && !itself)
                || (s->adopts && (nodes[at] >= s->n || nodes[at] == i))) {
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

/* Returns SWARM_ERROR_INPUT unless an iteration can start from the state: another program may have written the file. */
static enum swarm_status check(struct base_env *env, const struct aco_settings *settings,
                               const struct search_sections *state)
{
    const struct aco_best *best = state->sections[BEST].bytes;
    const uint32_t *tours = state->sections[TOURS].bytes;
    const uint32_t n = settings->n;
    bool possible = true;
    for (size_t i = 0; i < SECTIONS; ++i) {
        possible = possible && search_sections_has(state, i, items_of(settings, i));
    }
    bool *seen = base_array(n, sizeof *seen);
    TRY(seen ? SWARM_OK : base_fail_memory(env));
    possible = possible && is_best(best, state->sections[LENGTHS].bytes) && tsp_tour_is_permutation(tours, n, seen)
               && (best->restart_length == LENGTH_NONE || tsp_tour_is_permutation(tours + n, n, seen))
               && tsp_tour_is_permutation(tours + 2 * (size_t)n, n, seen)
               && are_rows(settings, state->sections[TRAILS].bytes, state->sections[CANDIDATES].bytes);
    free(seen);
    return possible ? SWARM_OK : base_fail(env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
}

static void get_row(const struct aco_colony *colony, uint32_t i, uint32_t *row, void *words)
{
    const size_t width = colony->settings.width;
    memcpy((uint32_t *)words + i * width, row, width * sizeof *row);
}

static void put_row(const struct aco_colony *colony, uint32_t i, uint32_t *row, void *words)
{
    const size_t width = colony->settings.width;
    memcpy(row, (const uint32_t *)words + i * width, width * sizeof *row);
}

/* Copies the first `width` elements of each row of an array [n][stride] to or from words [n][width]. */
static enum swarm_status move_rows(struct aco_colony *colony, enum aco_buffer array, uint32_t *words, bool write)
{
    return aco_colony_visit(colony, array, write, write ? put_row : get_row, words);
}

static enum swarm_status move_all(struct aco_colony *colony, struct search_sections *state, bool write)
{
    const struct aco_settings *s = &colony->settings;
    const uint64_t tour_bytes = (uint64_t)s->n * sizeof(uint32_t), row = ROW_BEST(s->ants);
    const struct base_checkpoint_section *sections = state->sections;
    TRY(colony->move(colony, ACO_BUFFER_BEST, 0, sizeof(struct aco_best), sections[BEST].bytes, write));
    TRY(colony->move(colony, ACO_BUFFER_LENGTHS, row * 8, ROWS_KEPT * 8, sections[LENGTHS].bytes, write));
    TRY(colony->move(colony, ACO_BUFFER_TOURS, row * tour_bytes, ROWS_KEPT * tour_bytes, sections[TOURS].bytes, write));
    TRY(move_rows(colony, ACO_BUFFER_TRAILS, sections[TRAILS].bytes, write));
    return s->adopts ? move_rows(colony, ACO_BUFFER_CANDIDATES, sections[CANDIDATES].bytes, write) : SWARM_OK;
}

enum swarm_status aco_state_save(struct search_engine *engine, struct search_sections *state)
{
    struct aco_colony *colony = aco_colony_of(engine);
    for (size_t i = 0; i < SECTIONS; ++i) {
        TRY(search_sections_put(state, engine->env, i, NULL, items_of(&colony->settings, i)));
    }
    return move_all(colony, state, false);
}

/* Recomputes the heuristic of the last two entries of a list, which may have adopted nodes. */
static void put_heuristic(const struct aco_colony *colony, uint32_t i, uint32_t *row, void *nodes)
{
    const struct swarm_instance *instance = colony->request.instance;
    const uint32_t width = colony->settings.width;
    for (uint32_t k = width - 2; k < width; ++k) {
        const uint32_t j = ((const uint32_t *)nodes)[(size_t)i * width + k];
        row[k] = float_bits(aco_heuristic(instance, i, j, tsp_instance_distance(instance, i, j)));
    }
}

enum swarm_status aco_state_load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct aco_colony *colony = aco_colony_of(engine);
    const struct aco_settings *s = &colony->settings;
    const struct aco_best *best = state->sections[BEST].bytes;
    (void)iteration;
    TRY(check(engine->env, s, state));
    TRY(move_all(colony, state, true));
    if (s->adopts) {
        TRY(aco_colony_visit(colony, ACO_BUFFER_HEURISTIC, true, put_heuristic, state->sections[CANDIDATES].bytes));
    }
    TRY(aco_colony_anchor(colony, state->sections[TOURS].bytes));
    engine->start_score = best->length;
    return SWARM_OK;
}

/* The tour also becomes the best since the restart, because MAX-MIN deposits on the best of the run only late after a
 * restart. The next reduction updates the limits of trails before any deposit. */
enum swarm_status aco_state_take(struct search_engine *engine, const void *tour, int64_t *length, uint64_t iteration)
{
    struct aco_colony *colony = aco_colony_of(engine);
    const uint64_t tour_bytes = (uint64_t)colony->settings.n * 4, row = ROW_BEST(colony->settings.ants);
    struct aco_best best;
    TRY(colony->move(colony, ACO_BUFFER_BEST, 0, sizeof best, &best, false));
    best.length = best.restart_length = *length;
    best.iteration = best.restart_iteration = iteration;
    TRY(colony->move(colony, ACO_BUFFER_BEST, 0, sizeof best, &best, true));
    for (uint64_t k = row; k < row + ROWS_KEPT; ++k) {
        TRY(colony->move(colony, ACO_BUFFER_LENGTHS, k * 8, 8, length, true));
        TRY(colony->move(colony, ACO_BUFFER_TOURS, k * tour_bytes, tour_bytes, (void *)tour, true));
    }
    return aco_colony_anchor(colony, tour);
}

/* Trails that islands exchange are [n][width], followed by the candidates [n][width] if lists adopt edges. */
uint64_t aco_state_trail_bytes(const struct search_engine *engine)
{
    const struct aco_settings *s = &((const struct aco_colony *)engine)->settings;
    return (items_of(s, TRAILS) + items_of(s, CANDIDATES)) * sizeof(uint32_t);
}

enum swarm_status aco_state_give_trails(struct search_engine *engine, void *trails)
{
    struct aco_colony *colony = aco_colony_of(engine);
    const struct aco_settings *s = &colony->settings;
    uint32_t *words = trails;
    TRY(move_rows(colony, ACO_BUFFER_TRAILS, words, false));
    return s->adopts ? move_rows(colony, ACO_BUFFER_CANDIDATES, words + items_of(s, TRAILS), false) : SWARM_OK;
}

/* The trail in another colony's row for the edge at `index` of this row; this row's trail if the other list lacks the
 * edge. `nodes`: elements from a trail to its candidate. */
static uint32_t trail_there(const struct aco_settings *s, const uint32_t *own, const uint32_t *other, size_t nodes,
                            uint32_t index)
{
    uint32_t there = index;
    if (s->adopts && other[nodes + index] != own[nodes + index]) {
        for (there = 0; there < s->width && other[nodes + there] != own[nodes + index]; ++there) {
        }
    }
    return there < s->width ? other[there] : own[index];
}

void aco_trails_mix(const struct aco_settings *s, uint32_t *own, const void *const *trails, size_t count,
                    uint64_t share)
{
    const size_t size = (size_t)s->n * s->width;
    for (size_t i = 0; i < size; i += s->width) {
        for (uint32_t index = 0; index < s->width; ++index) {
            uint64_t sum = count / 2;
            for (size_t k = 0; k < count; ++k) {
                sum += trail_there(s, own + i, (const uint32_t *)trails[k] + i, size, index);
            }
            const uint64_t kept = (((uint64_t)1 << 32) - share) * own[i + index];
            own[i + index] = (uint32_t)((kept + sum / count * share + ((uint64_t)1 << 31)) >> 32);
        }
    }
}

enum swarm_status aco_state_mix_trails(struct search_engine *engine, void *own, const void *const *trails, size_t count,
                                       uint64_t share)
{
    struct aco_colony *colony = aco_colony_of(engine);
    aco_trails_mix(&colony->settings, own, trails, count, share);
    return move_rows(colony, ACO_BUFFER_TRAILS, own, true);
}
