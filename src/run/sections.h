/* sections.h - the state of an engine between two iterations, as a list of sections that go into a file. */
#ifndef SWARMCL_RUN_SECTIONS_H
#define SWARMCL_RUN_SECTIONS_H

#include "base/checkpoint.h"

enum { RUN_SECTIONS_MOST = 16 };

/* Bytes are owned. Zeroed at first; release it in any case. */
struct run_sections {
    size_t count;
    struct base_checkpoint_section sections[RUN_SECTIONS_MOST];
    size_t items[RUN_SECTIONS_MOST]; /* bytes of one of each section */
};

void run_sections_deinit(struct run_sections *state);

/* Adds a section that holds up to `count` items of `item` bytes, none yet. */
void run_sections_add(struct run_sections *state, const char *name, uint64_t count, size_t item);

/* Room for `count` items in a section, whose bytes were added or are of an earlier state; NULL when memory ran out. */
void *run_sections_make(struct run_sections *state, size_t section, uint64_t count);

/* Whether a section that was read holds so many items. */
static inline bool run_sections_has(const struct run_sections *state, size_t section, uint64_t count)
{
    return state->sections[section].size == count * state->items[section];
}

#endif
