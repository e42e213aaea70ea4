/* The table of --preset. Adding a row: a list of its values, a line in PRESET_ROWS. A value counts where the user gives
 * none; a shape gives way to everything that it does not go with (tours/clashes.c). */
#include "options.h"

#define CECILIA(VALUE)                  \
    VALUE(alpha, "1")                   \
    VALUE(beta, "2")                    \
    VALUE(rho, "0.5")                   \
    VALUE(ants, "n")                    \
    VALUE(selection, "i-roulette")      \
    VALUE(construction, "queen-worker") \
    VALUE(deposit, "atomic-tiled")

#define UCHIDA(VALUE)                 \
    VALUE(alpha, "1")                 \
    VALUE(beta, "2")                  \
    VALUE(rho, "0.5")                 \
    VALUE(ants, "n")                  \
    VALUE(selection, "hybrid")        \
    VALUE(compress_from, "0.85")      \
    VALUE(construction, "work-group") \
    VALUE(deposit, "by-row")

/* The trail floor is that of the published notebook, whose rho is the fraction lost, as ours. On instances with long
 * edges it lies above every trail: there the program compares distances alone, and so does this preset. */
#define BELOTTI(VALUE)                \
    VALUE(alpha, "1")                 \
    VALUE(beta, "3")                  \
    VALUE(rho, "0.8")                 \
    VALUE(ants, "n")                  \
    VALUE(trail_floor, "0.01")        \
    VALUE(selection, "roulette")      \
    VALUE(no_improve, "fifth")        \
    VALUE(construction, "whole-scan") \
    VALUE(deposit, "atomic")

#define PRESET_ROWS(ROW)                                 \
    ROW("cecilia", CECILIA, "Cecilia et al. 2013")       \
    ROW("uchida", UCHIDA, "Uchida, Ito and Nakano 2014") \
    ROW("belotti", BELOTTI, "Belotti, CUDA Ant Colony Optimization per TSP simmetrico, notebook")

#define AS_TEXT(member, value)        " " #member " " value ","
#define AS_VALUE(member, value)       {OPTION_##member, value},
#define AS_WORD(word, values, source) {word, values(AS_TEXT), source},
#define AS_ROW(word, values, source) \
    {word, (const struct options_preset_value[]){values(AS_VALUE){OPTION_COUNT, NULL}}},

const struct swarm_variant options_preset_words[] = {PRESET_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct options_preset options_presets[] = {PRESET_ROWS(AS_ROW)};
const size_t options_preset_count = sizeof options_presets / sizeof options_presets[0];
