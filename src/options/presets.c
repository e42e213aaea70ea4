/* presets.c - the tables of --preset. A new preset needs a list of its values and a row in PRESET_ROWS, for tsp, or in
 * SWARM_PRESET_ROWS, for pso. The user's values override those of a preset, and an option that clashes with a preset's
 * shape cancels the shape (tours/clashes.c). */
#include "options.h"

/* clang-format off */
/* The chapter gives no values for its parameters. These are from its reference 2, Dorigo and Stuetzle 2004, which also
 * has the initial trail m / L. */
#define DORIGO(VALUE)        \
    VALUE(alpha, alpha, "1") \
    VALUE(beta, beta, "2")   \
    VALUE(rho, rho, "0.5")   \
    VALUE(ants, ants, "n")

#define ANGELO(VALUE, LAST)                         \
    DORIGO(VALUE)                                   \
    VALUE(selection, selection, "roulette")         \
    VALUE(construction, construction, "work-item")  \
    VALUE(evaluation, evaluation, "work-item")      \
    LAST(deposit, deposit, "per-ant")

#define ANGELO_DATA(VALUE, LAST)                    \
    DORIGO(VALUE)                                   \
    VALUE(selection, selection, "roulette")         \
    VALUE(construction, construction, "work-group") \
    VALUE(evaluation, evaluation, "work-group")     \
    LAST(deposit, deposit, "per-ant")

#define CECILIA(VALUE, LAST)                          \
    DORIGO(VALUE)                                     \
    VALUE(selection, selection, "i-roulette")         \
    VALUE(construction, construction, "queen-worker") \
    LAST(deposit, deposit, "atomic-tiled")

#define UCHIDA(VALUE, LAST)                         \
    DORIGO(VALUE)                                   \
    VALUE(selection, selection, "hybrid")           \
    VALUE(compress_from, compress-from, "0.85")   \
    VALUE(construction, construction, "32-ary")     \
    LAST(deposit, deposit, "by-row")

/* The trail floor of the published notebook. Its rho is the fraction lost, as here. On instances with long edges this
 * floor exceeds all trails, so the notebook's program, and this preset, compare only distances. */
#define BELOTTI(VALUE, LAST)                        \
    VALUE(alpha, alpha, "1")                        \
    VALUE(beta, beta, "3")                          \
    VALUE(rho, rho, "0.8")                          \
    VALUE(ants, ants, "n")                          \
    VALUE(trail_floor, trail-floor, "0.01")       \
    VALUE(selection, selection, "roulette")         \
    VALUE(no_improve, no-improve, "fifth")        \
    VALUE(construction, construction, "whole-scan") \
    LAST(deposit, deposit, "atomic")

/* Section 6.1 has w, c1 and c2. Sections 2 and 4 limit velocities without a number; the published program limits them to
 * the width of the box. */
#define CUPSO(VALUE, LAST)               \
    VALUE(inertia, inertia, "1")         \
    VALUE(c1, c1, "2")                   \
    VALUE(c2, c2, "2")                   \
    VALUE(vmax, vmax, "1")               \
    VALUE(boundary, boundary, "clamp")   \
    VALUE(precision, precision, "fp64")  \
    LAST(best, best, "queue-lock")
/* clang-format on */

#define PRESET_ROWS(ROW)                                                                                               \
    ROW("angelo", ANGELO, "Angelo, Augusto and Barbosa 2013, Algorithms 3 to 9, one ant per work-item")                \
    ROW("angelo-data", ANGELO_DATA, "Angelo, Augusto and Barbosa 2013, section 4.2.2, Algorithm 7, one ant per group") \
    ROW("cecilia", CECILIA, "Cecilia et al. 2013")                                                                     \
    ROW("uchida", UCHIDA, "Uchida, Ito and Nakano 2014")                                                               \
    ROW("belotti", BELOTTI, "Belotti, CUDA Ant Colony Optimization per TSP simmetrico, notebook")

#define SWARM_PRESET_ROWS(ROW) ROW("cupso", CUPSO, "Wang et al. 2022, Algorithm 3")

/* These expand one row (member, name, value) of a preset: to text for help, or to a value of its table. */
#define AS_TEXT(member, name, value)  #name " " value ", "
#define AS_END(member, name, value)   #name " " value
#define AS_VALUE(member, name, value) {OPTION_##member, value},
#define AS_WORD(word, values, source) {word, values(AS_TEXT, AS_END), source},
#define AS_ROW(word, values, source) \
    {word, (const struct options_preset_value[]){values(AS_VALUE, AS_VALUE){OPTION_COUNT, NULL}}},

const struct swarm_variant options_preset_words[] = {PRESET_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct options_preset options_presets[] = {PRESET_ROWS(AS_ROW)};
const size_t options_preset_count = sizeof options_presets / sizeof options_presets[0];

const struct swarm_variant options_swarm_preset_words[] = {SWARM_PRESET_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct options_preset options_swarm_presets[] = {SWARM_PRESET_ROWS(AS_ROW)};
const size_t options_swarm_preset_count = sizeof options_swarm_presets / sizeof options_swarm_presets[0];
