/* presets.h - the table of --preset: published settings and designs by the names of who published them. */
#ifndef SWARMCL_SOLVER_PRESETS_H
#define SWARMCL_SOLVER_PRESETS_H

#include <swarmcl/swarmcl.h>

/* A parameter and the value it has in a preset, as the user would write both. */
struct solver_preset_value {
    const char *name;
    const char *value;
};

struct solver_preset {
    const char *name;
    const struct solver_preset_value *values; /* NULL-name terminated */
};

extern const struct solver_preset solver_presets[];
extern const size_t solver_preset_count;

/* What --help and the parser show of the table; NULL-name terminated. */
extern const struct swarm_variant solver_preset_words[];

/* The value of the parameter `name` in `preset`; NULL when the preset leaves it alone or there is no such preset. */
const char *solver_preset_value(const char *preset, const char *name);

#endif
