/* The table of --preset. Adding a row: a list of its values, a line in PRESET_ROWS. A value counts where the user gives
 * none; a shape gives way to everything that it does not go with (companions.c). */
#include "presets.h"

#include <string.h>

#define CECILIA(FIRST, THEN)                                                                                  \
    FIRST("alpha", "1")                                                                                       \
    THEN("beta", "2")                                                                                         \
    THEN("rho", "0.5") THEN("ants", "n") THEN("selection", "i-roulette") THEN("construction", "queen-worker") \
        THEN("deposit", "atomic-tiled")

#define UCHIDA(FIRST, THEN)                                                                        \
    FIRST("alpha", "1")                                                                            \
    THEN("beta", "2")                                                                              \
    THEN("rho", "0.5") THEN("ants", "n") THEN("selection", "hybrid") THEN("compress-from", "0.85") \
        THEN("construction", "work-group") THEN("deposit", "by-row")

/* The trail floor is that of the published notebook, whose rho is the fraction lost, as ours. On instances with long
 * edges it lies above every trail: there the program compares distances alone, and so does this preset. */
#define BELOTTI(FIRST, THEN)                                                                       \
    FIRST("alpha", "1")                                                                            \
    THEN("beta", "3")                                                                              \
    THEN("rho", "0.8") THEN("ants", "n") THEN("trail-floor", "0.01") THEN("selection", "roulette") \
        THEN("no-improve", "fifth") THEN("construction", "whole-scan") THEN("deposit", "atomic")

#define PRESET_ROWS(ROW)                                 \
    ROW("cecilia", CECILIA, "Cecilia et al. 2013")       \
    ROW("uchida", UCHIDA, "Uchida, Ito and Nakano 2014") \
    ROW("belotti", BELOTTI, "Belotti, CUDA Ant Colony Optimization per TSP simmetrico, notebook")

#define AS_FIRST_TEXT(name, value)    name " " value
#define AS_TEXT(name, value)          ", " name " " value
#define AS_VALUE(parameter, text)     {parameter, text},
#define AS_WORD(word, values, source) {word, values(AS_FIRST_TEXT, AS_TEXT), source},
#define AS_ROW(word, entries, source) \
    {word, (const struct solver_preset_value[]){entries(AS_VALUE, AS_VALUE){NULL, NULL}}},

const struct swarm_variant solver_preset_words[] = {PRESET_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct solver_preset solver_presets[] = {PRESET_ROWS(AS_ROW)};
const size_t solver_preset_count = sizeof solver_presets / sizeof solver_presets[0];

const char *solver_preset_value(const char *preset, const char *name)
{
    for (size_t i = 0; i < solver_preset_count; ++i) {
        if (strcmp(solver_presets[i].name, preset) != 0) {
            continue;
        }
        for (const struct solver_preset_value *entry = solver_presets[i].values; entry->name; ++entry) {
            if (strcmp(entry->name, name) == 0) {
                return entry->value;
            }
        }
    }
    return NULL;
}
