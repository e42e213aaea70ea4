/* state.h - the state of a colony between two iterations, as a list of sections that any device and the twin can load.
 */
#ifndef SWARMCL_ACO_STATE_H
#define SWARMCL_ACO_STATE_H

#include "base/checkpoint.h"
#include "settings.h"

enum { ACO_STATE_SECTIONS = 12 };

/* Bytes are owned. Zeroed at first; release it in any case. */
struct aco_state {
    size_t count;
    struct base_checkpoint_section sections[ACO_STATE_SECTIONS];
    size_t items[ACO_STATE_SECTIONS]; /* bytes of one of each section */
};

void aco_state_deinit(struct aco_state *state);

/* Adds a section that holds up to `count` items of `item` bytes, none yet. */
void aco_state_add(struct aco_state *state, const char *name, uint64_t count, size_t item);

/* Room for `count` items in a section, whose bytes were added or are of an earlier state; NULL when memory ran out. */
void *aco_state_make(struct aco_state *state, size_t section, uint64_t count);

/* Whether a section that was read holds so many items. */
static inline bool aco_state_has(const struct aco_state *state, size_t section, uint64_t count)
{
    return state->sections[section].size == count * state->items[section];
}

/* Whether `tour` [n] holds every node once. `seen` [n] is scratch. */
bool aco_state_is_tour(const uint32_t *tour, uint32_t n, bool *seen);

/* Sections of the ant algorithms. What an iteration begins with follows from them: weights come from trails, the anchor
 * from the best tour, random numbers from the seed and the iteration. */
enum aco_state_section {
    ACO_STATE_BEST,       /* struct aco_best */
    ACO_STATE_LENGTHS,    /* [ROWS_KEPT] long */
    ACO_STATE_TOURS,      /* [ROWS_KEPT][n] uint */
    ACO_STATE_TRAILS,     /* [n][width] uint */
    ACO_STATE_CANDIDATES, /* [n][width] uint where lists adopt edges; otherwise nothing */
    ACO_STATE_ANT_SECTIONS
};

/* Lists them. */
void aco_state_list_ants(const struct aco_settings *settings, struct aco_state *state);

/* Makes room for all of them; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_state_make_ants(struct base_env *env, const struct aco_settings *settings,
                                      struct aco_state *state);

/* SWARM_ERROR_INPUT unless an iteration can begin with it: a checksum tells what has happened to a file, not who wrote
 * it. */
enum swarm_status aco_state_check_ants(struct base_env *env, const struct aco_settings *settings,
                                       const struct aco_state *state);

#endif
