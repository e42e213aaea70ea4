/* The table of --selection: which node an ant goes to next. Adding a row: a number in cl/shared/selection_rules.h, a
 * .clh for each construction, a function in reference.c, a line here. */
#include "colony_device.h"
#include "selection_rules.h"

/* What a rule that tries needs besides weights. */
#define TRIES (ACO_BUFFER_BIT(SUMS) | ACO_BUFFER_BIT(STARTS))

/* Construction of each on GPUs: the faster one on an H200, bench/papers/baseline/nvidia-h200.json. Rules that look
 * at all nodes in every step want many work-items an ant, the others few without barriers: pr1002 takes roulette 2.7 ms
 * with work-group and 3.8 ms with lanes, hybrid 2.5 and 1.3 ms. */
#define SELECTION_ROWS(ROW)                                                                                            \
    ROW("roulette", "proportional, one draw on integer weights; a weight below 2^-32 of its row's largest is 0",       \
        "Dorigo, Maniezzo and Colorni 1996, eq. 4; Uchida, Ito and Nakano 2014, section 4.2.1",                        \
        .number = SELECTION_ROULETTE, .exact = true, .elsewhere = "work-group")                                        \
    ROW("race", "proportional up to 2^-24, every node draws an exponential number and the smallest wins",              \
        "Efraimidis and Spirakis 2006; Skinderowicz 2020", .number = SELECTION_RACE, .exact = true,                    \
        .elsewhere = "work-group")                                                                                     \
    ROW("i-roulette", "NOT proportional, every node draws a uniform number and the largest number times weight wins",  \
        "Cecilia et al. 2013, Algorithm 3", .number = SELECTION_I_ROULETTE, .elsewhere = "work-group")                 \
    ROW("tile-best", "NOT proportional, a race in each tile of 128 nodes, then the winner of largest weight",          \
        "Cecilia et al. 2013, section 3.2.2", .number = SELECTION_TILE_BEST, .elsewhere = "lanes")                     \
    ROW("compressed", "proportional, as roulette from an array of the unvisited nodes: other tours, as likely",        \
        "Uchida, Ito and Nakano 2014, section 4.2.2", .number = SELECTION_COMPRESSED, .exact = true,                   \
        .elsewhere = "lanes")                                                                                          \
    ROW("trial", "proportional, up to 8 draws from whole rows until a node is unvisited, then as roulette",            \
        "Uchida, Ito and Nakano 2014, section 4.2.3", .number = SELECTION_TRIAL, .exact = true, .elsewhere = "lanes",  \
        .buffers = TRIES)                                                                                              \
    ROW("hybrid", "proportional, as trial, from --compress-from on as compressed",                                     \
        "Uchida, Ito and Nakano 2014, section 4.2.4", .number = SELECTION_HYBRID, .exact = true, .elsewhere = "lanes", \
        .buffers = TRIES)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_selection_words[] = {SELECTION_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_selection aco_selections[] = {SELECTION_ROWS(AS_ROW)};
const size_t aco_selection_count = sizeof aco_selections / sizeof aco_selections[0];

const struct aco_selection *aco_selection_find(const char *name)
{
    return aco_row_find(aco_selections, aco_selection_count, sizeof aco_selections[0], name);
}

const struct aco_selection *aco_selection_of(int number)
{
    const struct aco_selection *row = aco_selections;
    while (row->number != number) {
        ++row;
    }
    return row;
}
