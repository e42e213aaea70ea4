/* algorithm.h - the table of --algorithm: Ant System and its family. */
#ifndef SWARMCL_ACO_ALGORITHM_H
#define SWARMCL_ACO_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What parameters of a row are where the user does not say; 0 ants: as many as nodes. */
struct aco_algorithm_defaults {
    uint32_t ants;
    double rho;
    double exploit; /* q0 */
};

/* A row of --algorithm. What it says is all that a colony knows of it: nothing asks for names. */
struct aco_algorithm {
    const char *name;
    int depositors;      /* DEPOSITORS_ of cl/aco/colony_rules.h */
    int initial;         /* INITIAL_: tau_0 */
    int restart;         /* RESTART_ */
    bool plain;          /* every ant deposits, and that is all: it has all rows of --deposit on whole rows */
    bool elite;          /* the best so far deposits --elite times, too */
    bool deposited_only; /* only depositing edges evaporate, and the deposit is rho / L */
    bool limits;         /* trails stay between limits that follow the best so far */
    bool local_update;   /* every step changes the trail it takes; all ants take a step, then all trails are changed */
    bool worst_loses;    /* what only the worst ant took evaporates once more; some trails mutate */
    struct aco_algorithm_defaults alone, searched; /* without and with local search */
};

extern const struct aco_algorithm aco_algorithms[];
extern const size_t aco_algorithm_count;

/* The row by name; NULL when there is none ("auto" is none). */
const struct aco_algorithm *aco_algorithm_find(const char *name);

/* The rows. Adding one: a line here, unless it needs a rule that colony_rules.h does not have.
 * ROW(name, help, source, members of struct aco_algorithm...); --help also lists mosaic, which is no ant algorithm.
 * Defaults are those of ACOTSP 1.03 (Stuetzle), without and with local search. */
#define ACO_ALGORITHM_ROWS(ROW)                                                                                     \
    ROW("as", "Ant System: every ant deposits 1 / L", "Dorigo, Maniezzo and Colorni 1996",                          \
        .depositors = DEPOSITORS_ALL, .plain = true, .initial = INITIAL_ANTS, .alone = {0, 0.5, 0},                 \
        .searched = {25, 0.5, 0})                                                                                   \
    ROW("eas", "elitist: the best so far also deposits, --elite times", "Dorigo, Maniezzo and Colorni 1996",        \
        .depositors = DEPOSITORS_ALL, .elite = true, .initial = INITIAL_RHO, .alone = {0, 0.5, 0},                  \
        .searched = {25, 0.5, 0})                                                                                   \
    ROW("ras", "rank-based: the --depositors best tours deposit, better ones more",                                 \
        "Bullnheimer, Hartl and Strauss 1999", .depositors = DEPOSITORS_RANKED, .initial = INITIAL_RHO,             \
        .alone = {0, 0.1, 0}, .searched = {25, 0.5, 0})                                                             \
    ROW("mmas", "MAX-MIN: one tour deposits, trails have limits, restarts", "Stuetzle and Hoos 2000",               \
        .depositors = DEPOSITORS_SCHEDULED, .limits = true, .initial = INITIAL_RHO, .restart = RESTART_BRANCHING,   \
        .alone = {0, 0.02, 0}, .searched = {25, 0.2, 0})                                                            \
    ROW("bwas", "best-worst: the best so far deposits, edges of the worst ant alone lose trail, trails mutate",     \
        "Cordon, Fernandez de Viana, Herrera and Moreno 2000", .depositors = DEPOSITORS_BEST, .worst_loses = true,  \
        .initial = INITIAL_NODES, .restart = RESTART_ALIKE, .alone = {0, 0.1, 0}, .searched = {25, 0.5, 0})         \
    ROW("acs", "Ant Colony System: the best so far deposits, every step takes trail away, --q0",                    \
        "Dorigo and Gambardella 1997", .depositors = DEPOSITORS_BEST, .deposited_only = true, .local_update = true, \
        .initial = INITIAL_NODES, .alone = {10, 0.1, 0.9}, .searched = {10, 0.1, 0.98})

#endif
