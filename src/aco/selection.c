/* The table of --selection: which node an ant goes to next. Adding a row: a number in cl/shared/selection_rules.h, a
 * .clh for each construction, a function in reference.c, a line here. */
#include "shape.h"

#include "selection_rules.h"

#define SELECTION_ROWS(ROW)                                                                                      \
    ROW("roulette", "proportional, one draw on integer weights; a weight below 2^-32 of its row's largest is 0", \
        "Dorigo, Maniezzo and Colorni 1996, eq. 4", SELECTION_ROULETTE)                                          \
    ROW("race", "proportional up to 2^-24, every node draws an exponential number and the smallest wins",        \
        "Efraimidis and Spirakis 2006; Skinderowicz 2020", SELECTION_RACE)

#define AS_WORD(name, help, source, number) {name, help, source},
#define AS_ROW(name, help, source, number)  {name, number},

const struct swarm_variant aco_selection_words[] = {SELECTION_ROWS(AS_WORD){NULL, NULL, NULL}};
static const struct aco_selection rows[] = {SELECTION_ROWS(AS_ROW)};

const struct aco_selection *aco_selection_find(const char *name)
{
    return aco_row_find(rows, sizeof rows / sizeof rows[0], sizeof rows[0], name);
}
