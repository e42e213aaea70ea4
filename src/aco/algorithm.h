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
    int depositors;      /* DEPOSITORS_ of cl/shared/colony_rules.h */
    int initial;         /* INITIAL_: tau_0 */
    int restart;         /* RESTART_ */
    bool plain;          /* every ant deposits, and that is all: it has all rows of --deposit on whole rows */
    bool elite;          /* the best so far deposits --elite times, too */
    bool deposited_only; /* only trails that are laid evaporate, and what is laid is rho / L */
    bool limits;         /* trails stay between limits that follow the best so far */
    bool local_update;   /* every step changes the trail it takes; all ants take a step, then all trails are changed */
    bool worst_loses;    /* what only the worst ant took evaporates once more; some trails mutate */
    struct aco_algorithm_defaults alone, searched; /* without and with local search */
};

extern const struct aco_algorithm aco_algorithms[];
extern const size_t aco_algorithm_count;

/* The row by name; NULL when there is none ("auto" is none). */
const struct aco_algorithm *aco_algorithm_find(const char *name);

#endif
