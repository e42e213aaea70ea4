/* algorithm_rows.h - the table of --algorithm, but for what is no ant algorithm. Adding a row: a line here, unless it
 * needs a rule that colony_rules.h does not have.
 *
 * ROW(name, help, source, what struct aco_algorithm holds...). The parser's words are made of it in the solver, which
 * has a word more.
 *
 * Defaults are those of ACOTSP 1.03 (Stuetzle), without and with local search. */
#ifndef SWARMCL_ACO_ALGORITHM_ROWS_H
#define SWARMCL_ACO_ALGORITHM_ROWS_H

#define ACO_ALGORITHM_ROWS(ROW)                                                                                     \
    ROW("as", "Ant System: every ant deposits 1 / L", "Dorigo, Maniezzo and Colorni 1996",                          \
        .depositors = DEPOSITORS_ALL, .plain = true, .initial = INITIAL_ANTS, .alone = {0, 0.5, 0},                 \
        .searched = {25, 0.5, 0})                                                                                   \
    ROW("eas", "elitist: the best so far deposits --elite times, too", "Dorigo, Maniezzo and Colorni 1996",         \
        .depositors = DEPOSITORS_ALL, .elite = true, .initial = INITIAL_RHO, .alone = {0, 0.5, 0},                  \
        .searched = {25, 0.5, 0})                                                                                   \
    ROW("ras", "rank-based: the --depositors best deposit, the better the more",                                    \
        "Bullnheimer, Hartl and Strauss 1999", .depositors = DEPOSITORS_RANKED, .initial = INITIAL_RHO,             \
        .alone = {0, 0.1, 0}, .searched = {25, 0.5, 0})                                                             \
    ROW("mmas", "MAX-MIN: one tour deposits, trails stay between limits, restarts", "Stuetzle and Hoos 2000",       \
        .depositors = DEPOSITORS_SCHEDULED, .limits = true, .initial = INITIAL_RHO, .restart = RESTART_BRANCHING,   \
        .alone = {0, 0.02, 0}, .searched = {25, 0.2, 0})                                                            \
    ROW("bwas", "best-worst: the best so far deposits, the worst ant's own edges lose, trails mutate",              \
        "Cordon, Fernandez de Viana, Herrera and Moreno 2000", .depositors = DEPOSITORS_BEST, .worst_loses = true,  \
        .initial = INITIAL_NODES, .restart = RESTART_ALIKE, .alone = {0, 0.1, 0}, .searched = {25, 0.5, 0})         \
    ROW("acs", "Ant Colony System: the best so far deposits, every step taken loses trail, --q0",                   \
        "Dorigo and Gambardella 1997", .depositors = DEPOSITORS_BEST, .deposited_only = true, .local_update = true, \
        .initial = INITIAL_NODES, .alone = {10, 0.1, 0.9}, .searched = {10, 0.1, 0.98})

#endif
