/* algorithm.h - the table of --algorithm: Ant System and its family. */
#ifndef SWARMCL_ACO_ALGORITHM_H
#define SWARMCL_ACO_ALGORITHM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Default options of an algorithm. */
struct aco_algorithm_defaults {
    uint32_t ants; /* default of --ants; 0: one ant per node */
    double rho;
    double exploit; /* q0, the default of --q0 */
};

/* A row of --algorithm. Colonies test only these members, never the name. */
struct aco_algorithm {
    const char *name;
    int depositors; /* which tours deposit: a DEPOSITORS_ constant of cl/aco/colony_rules.h */
    int initial;    /* rule for the initial trail tau_0: an INITIAL_ constant */
    int restart;    /* rule for restarts of the trails: a RESTART_ constant */
    bool plain; /* True if all ants deposit 1 / L and no other rule applies; on whole rows all deposits support this */
    bool elite; /* True if the best tour also deposits, with weight --elite */
    bool deposited_only; /* True if only edges with a deposit evaporate; the deposit is then rho / L */
    bool limits;         /* True if trails stay between limits that depend on the best length */
    bool local_update;   /* True if trails of used edges are updated after each step of all ants */
    bool worst_loses;    /* True if edges of the worst tour outside the best evaporate again, and some trails mutate */
    struct aco_algorithm_defaults unsearched, searched; /* default options without a local search, and with one */
};

extern const struct aco_algorithm aco_algorithms[];
extern const size_t aco_algorithm_count;

/* Finds a row by name; NULL if there is none. "auto" is not a row. */
const struct aco_algorithm *aco_algorithm_find(const char *name);

/* ROW(name, help, source, members of struct aco_algorithm...). The defaults are those of ACOTSP 1.03 (Stuetzle). */
#define ACO_ALGORITHM_ROWS(ROW)                                                                                       \
    ROW("as", "Ant System: every ant deposits 1 / L", "Dorigo, Maniezzo and Colorni 1996",                            \
        .depositors = DEPOSITORS_ALL, .plain = true, .initial = INITIAL_ANTS, .unsearched = {0, 0.5, 0},              \
        .searched = {25, 0.5, 0})                                                                                     \
    ROW("eas", "elitist: the best so far also deposits, --elite times", "Dorigo, Maniezzo and Colorni 1996",          \
        .depositors = DEPOSITORS_ALL, .elite = true, .initial = INITIAL_RHO, .unsearched = {0, 0.5, 0},               \
        .searched = {25, 0.5, 0})                                                                                     \
    ROW("ras", "rank-based: the --depositors best tours deposit, better ones more",                                   \
        "Bullnheimer, Hartl and Strauss 1999", .depositors = DEPOSITORS_RANKED, .initial = INITIAL_RHO,               \
        .unsearched = {0, 0.1, 0}, .searched = {25, 0.5, 0})                                                          \
    ROW("mmas", "MAX-MIN: one tour deposits, trails have limits, restarts", "Stuetzle and Hoos 2000",                 \
        .depositors = DEPOSITORS_SCHEDULED, .limits = true, .initial = INITIAL_RHO, .restart = RESTART_BRANCHING,     \
        .unsearched = {0, 0.02, 0}, .searched = {25, 0.2, 0})                                                         \
    ROW("bwas", "best-worst: the best so far deposits, edges that only the worst tour has lose trail, trails mutate", \
        "Cordon, Fernandez de Viana, Herrera and Moreno 2000", .depositors = DEPOSITORS_BEST, .worst_loses = true,    \
        .initial = INITIAL_NODES, .restart = RESTART_ALIKE, .unsearched = {0, 0.1, 0}, .searched = {25, 0.5, 0})      \
    ROW("acs", "Ant Colony System: the best so far deposits, every step lowers the trail of its edge, --q0",          \
        "Dorigo and Gambardella 1997", .depositors = DEPOSITORS_BEST, .deposited_only = true, .local_update = true,   \
        .initial = INITIAL_NODES, .unsearched = {10, 0.1, 0.9}, .searched = {10, 0.1, 0.98})

#endif
