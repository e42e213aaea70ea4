/* The table of --selection: which node an ant goes to next. Adding a row: a number in cl/shared/selection_rules.h, a
 * .clh for each construction, a function in reference.c, a line here. */
#include "shape.h"

#include "selection_rules.h"

#define SELECTION_ROWS(ROW)                                                                                      \
    ROW("roulette", "proportional, one draw on integer weights; a weight below 2^-32 of its row's largest is 0", \
        "Dorigo, Maniezzo and Colorni 1996, eq. 4", .number = SELECTION_ROULETTE, .exact = true)                 \
    ROW("race", "proportional up to 2^-24, every node draws an exponential number and the smallest wins",        \
        "Efraimidis and Spirakis 2006; Skinderowicz 2020", .number = SELECTION_RACE, .exact = true)

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
