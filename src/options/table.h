/* table.h - the options of all problems, a row each: the one place where their names stand.
 *
 * Included by options.h for the members of struct options and by options.c for everything else; each inclusion defines
 * the row macros, which this file takes back, or OWNER alone, for the problems. Adding an option is adding a row:
 *
 * FLAG(member, name, group, role, owners, help)
 * WORD(member, name, group, role, owners, default, operand, words, help)
 * TEXT(member, name, group, role, owners, default, operand, words, help)
 * INTEGER, REAL(member, name, group, role, owners, default, minimum, maximum, unit, operand, words, help)
 *
 * group: a heading of --help. role: DECIDES the result, ENDS the run, or is FREE, which changes no result. owners: who
 * has it, and traits (options.h). default: as a user would write it; NULL: none; "auto": the run chooses. minimum: "(0"
 * excludes 0. A word of a number that is not "auto" is the value 0 of an INTEGER and INFINITY of a REAL.
 */
/* clang-format off */
#ifdef OWNER
OWNER(TSP) OWNER(FUNCTIONS)
#undef OWNER
#else

TEXT(columns, "columns", PROBLEM, DECIDES, BY_TSP, NULL, "NAME,LAT,LON", NULL,
     "the columns of a table that count, by title or by number from 1; two are x and y where titles do not tell; see "
     "`swarmcl help formats`")
FLAG(path, "path", PROBLEM, DECIDES, BY_TSP,
     "an open path instead of a closed tour; its ends are free unless given")
TEXT(start, "start", PROBLEM, DECIDES, BY_TSP, NULL, "NODE", NULL,
     "with --path: the node it begins at, by its name where nodes have names, else by its number from 1; #12 is "
     "always a number")
TEXT(end, "end", PROBLEM, DECIDES, BY_TSP, NULL, "NODE", NULL, "with --path: the node it ends at")
TEXT(fix, "fix", PROBLEM, DECIDES, BY_TSP | IS_REPEATED, NULL, "A-B,...", NULL,
     "edges that the tour must have, beside those of a FIXED_EDGES_SECTION; arcs from A to B where distances are "
     "asymmetric; see `swarmcl help conditions`")
INTEGER(dim, "dim", PROBLEM, DECIDES, BY_FUNCTIONS, NULL, "1", "10000", "", "D", NULL,
        "dimensions; those of the objective's own where it has a number of them")
TEXT(bounds, "bounds", PROBLEM, DECIDES, BY_FUNCTIONS | IS_READ, NULL, "LO:HI|FILE", NULL,
     "the box that is searched, instead of the objective's own: of every coordinate, or a line \"LO HI\" for each in a "
     "file")
FLAG(maximise, "maximise", PROBLEM, DECIDES, BY_FUNCTIONS, "search for the largest value")
FLAG(minimise, "minimise", PROBLEM, DECIDES, BY_FUNCTIONS,
     "search for the least value of an objective that is otherwise maximised")
INTEGER(shift, "shift", PROBLEM, DECIDES, BY_FUNCTIONS, NULL, "0", "18446744073709551615", "", "SEED", NULL,
        "move the optimum to a place within the bounds that is drawn from this seed")
TEXT(init, "init", PROBLEM, DECIDES, BY_FUNCTIONS | IS_READ, NULL, "FILE", NULL,
     "a CSV of positions, one a line, where the first particles start")
WORD(precision, "precision", PROBLEM, DECIDES, BY_FUNCTIONS, "fp64", "P", precision_words,
     "numbers that positions and values are computed in")

WORD(algorithm, "algorithm", ANTS, DECIDES, BY_TSP, "auto", "NAME", options_algorithm_words,
     "the algorithm; an option of another one is refused")
WORD(preset, "preset", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, NULL, "NAME", options_preset_words,
     "published settings and designs, each where no option says otherwise; see `swarmcl help presets`")
INTEGER(ants, "ants", ANTS, DECIDES, BY_ANTS | BY_PIECES, "auto", "1", "1048576", "", "M", ants_words,
        "ants in the colony; with --improver pieces of each individual")
REAL(alpha, "alpha", ANTS, DECIDES, BY_ANTS, "1", "0", "10", "", "A", NULL, "exponent of the trail")
REAL(beta, "beta", ANTS, DECIDES, BY_ANTS, "2", "0", "20", "", "B", NULL, "exponent of the heuristic 1 / d")
REAL(rho, "rho", ANTS, DECIDES, BY_ANTS, "auto", "(0", "1", "", "R", by_algorithm_words,
     "fraction of trail lost per iteration")
INTEGER(elite, "elite", ANTS, DECIDES, BY_ELITE, "auto", "1", "1048576", "", "E", elite_words,
        "how often the best tour so far deposits in an iteration of --algorithm eas")
INTEGER(depositors, "depositors", ANTS, DECIDES, BY_RANKED, "6", "1", "1024", "", "W", NULL,
        "of --algorithm ras: the best tour so far deposits W times, the r-th best of the iteration W - r times")
REAL(q0, "q0", ANTS, DECIDES, BY_ANTS, "auto", "0", "1", "", "Q", by_algorithm_words,
     "probability that an ant on lists takes the best candidate without a draw")
REAL(xi, "xi", ANTS, DECIDES, BY_LOCAL_UPDATE, "0.1", "0", "1", "", "X", NULL,
     "fraction of trail that a step of --algorithm acs takes away, for the trail that all began with")
REAL(p_best, "p-best", ANTS, DECIDES, BY_LIMITS, "0.05", "(0", "1", "", "P", NULL,
     "probability that a colony of --algorithm mmas without local search builds the best tour again once it has "
     "converged, which gives the least trail")
INTEGER(restart_after, "restart-after", ANTS, DECIDES, BY_RESTARTS, "250", "0", "4294967295", "iterations", "N", NULL,
        "iterations without a better tour before the trails of --algorithm mmas or bwas may start anew; 0 is never")
REAL(trail_floor, "trail-floor", ANTS, DECIDES, BY_FLOOR | IS_OF_ROWS, "0", "0", "1000000000", "1 / length", "T", NULL,
     "no trail falls below this, where an ant lays 1 / L on a tour of length L and trails start at m / L of the "
     "nearest-neighbour tour; a floor above all trails leaves the distances alone to choose by")
WORD(selection, "selection", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, NULL, "RULE", aco_selection_words,
     "how an ant picks its next node: roulette unless given, on candidate lists always race")
REAL(compress_from, "compress-from", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, "0.85", "0", "1", "", "S", NULL,
     "share of visited nodes from which --selection hybrid draws from the compressed array")
INTEGER(candidates, "candidates", ANTS, DECIDES, BY_TSP, "auto", "0", "32", "", "K", candidates_words,
        "length of the lists that ants walk on; 0 is whole rows, which --algorithm mosaic does not have; there 5 to 32")
WORD(candidate_kind, "candidate-kind", ANTS, DECIDES, BY_TSP, "auto", "KIND", candidate_kind_words,
     "which nodes are on the lists of ants, of the local search and of --algorithm mosaic")
WORD(local_search, "local-search", ANTS, DECIDES, BY_ANTS, "auto", "NAME", aco_local_search_words,
     "how each ant's tour is improved")

INTEGER(population, "population", MOSAIC, DECIDES, BY_MOSAIC | IS_SCHEDULED, "auto", "1", "4096", "", "M",
        by_nodes_words, "individuals of a population at most; each has one tour")
INTEGER(kicks, "kicks", MOSAIC, DECIDES, BY_MOSAIC, "auto", "1", "1000000000", "", "N", by_nodes_words,
        "kicks of an individual before its first crossover")
REAL(noise, "noise", MOSAIC, DECIDES, BY_MOSAIC, "0.3", "0", "10", "", "X", NULL,
     "of the lengths of edges in the tours that individuals start from: the more, the more these differ")
INTEGER(kopt, "kopt", MOSAIC, DECIDES, BY_MOSAIC, "auto", "2", "8", "", "K", kopt_words,
        "edges of a k-opt move at most: the more, the more a kick finds, and the longer it takes")
INTEGER(beam, "beam", MOSAIC, DECIDES, BY_MOSAIC, "auto", "1", "4", "", "W", beam_words,
        "open moves followed at a level, by array and threads at the first two alone: the more, the more a kick "
        "finds, and the longer it takes")
REAL(threshold, "threshold", MOSAIC, DECIDES, BY_MOSAIC, "0", "0", "1", "mean edges", "T", NULL,
     "a kick is kept, too, when it makes a tour longer by less: in each generation ever less, at its end not at all")
WORD(improver, "improver", MOSAIC, DECIDES, BY_MOSAIC, "auto", "NAME", mosaic_improver_words,
     "how individuals improve and kick their tours; array and threads come to the same ones")
INTEGER(threads, "threads", MOSAIC, FREE, BY_MOSAIC, "auto", "1", "1024", "", "T", threads_words,
        "threads of the host that do the crossover; changes no tour")
TEXT(schedule, "schedule", MOSAIC, DECIDES, BY_MOSAIC, NULL, "TEXT", NULL,
     "populations and their generations, as --json tells them of a run, which this one then repeats, --time or not: "
     "8x2,64x3 is 8 individuals of 2 generations, then 64 of 3; see `swarmcl help reproducibility`")

INTEGER(particles, "particles", SWARM, DECIDES, BY_FUNCTIONS, "1024", "1", "16777216", "", "N", NULL,
        "particles in the swarm")
FLAG(constriction, "constriction", SWARM, DECIDES, BY_FUNCTIONS,
     "velocities shrink by the factor that --c1 and --c2 ask for, which their sum must be above 4 for; so it is unless "
     "--inertia is given or the objective was published with its own")
TEXT(inertia, "inertia", SWARM, DECIDES, BY_FUNCTIONS, NULL, "W|linear:W1:W2[:N]", NULL,
     "share of its velocity that a particle keeps, or one that goes from W1 to W2 in --iterations, or N, and stays "
     "there")
REAL(c1, "c1", SWARM, DECIDES, BY_FUNCTIONS, NULL, "0", "1000", "", "C", NULL,
     "pull of the particle's own best place; 2.05, with --inertia 2")
REAL(c2, "c2", SWARM, DECIDES, BY_FUNCTIONS, NULL, "0", "1000", "", "C", NULL,
     "pull of the best place that it has heard of; 2.05, with --inertia 2")
REAL(vmax, "vmax", SWARM, DECIDES, BY_FUNCTIONS, "0.5", "(0", "1000000", "", "F", vmax_words,
     "largest velocity along a coordinate, as a fraction of its range")
WORD(boundary, "boundary", SWARM, DECIDES, BY_FUNCTIONS, "absorb", "RULE", pso_boundary_words,
     "what becomes of a particle that would leave the bounds; clamp for an objective published with it")
WORD(topology, "topology", SWARM, DECIDES, BY_FUNCTIONS, "global", "NAME", pso_topology_words,
     "whose best places a particle hears of")
WORD(best, "best", SWARM, DECIDES, BY_FUNCTIONS, "auto", "ROW", pso_best_words,
     "how the best of the swarm is found; all but asynchronous find the same")
INTEGER(exchange, "exchange", SWARM, DECIDES, BY_FUNCTIONS, "100", "1", "1000000", "iterations", "E", NULL,
        "iterations between two exchanges of --best asynchronous; changes what it finds")

INTEGER(islands, "islands", ISLANDS, DECIDES, BY_ALL, "auto", "1", "1024", "", "N", islands_words,
        "whole colonies, populations or swarms that search side by side with seeds of their own, on the devices in "
        "turn")
WORD(migration, "migration", ISLANDS, DECIDES, BY_ALL | IS_OF_MEETINGS, "ring", "NAME", migration_words,
     "whose best an island takes when they meet, where it is better than its own")
INTEGER(epoch, "epoch", ISLANDS, DECIDES, BY_ALL | IS_OF_MEETINGS, "auto", "1", "4294967295", "iterations", "E",
        epoch_words, "islands meet every E iterations")
WORD(meeting, "meeting", ISLANDS, DECIDES, BY_ALL | IS_OF_MEETINGS, "synchronous", "HOW", meeting_words,
     "whether islands wait for each other at the end of an epoch")

INTEGER(seed, "seed", RUN, DECIDES, BY_ALL, "1", "0", "18446744073709551615", "", "S", NULL,
        "key of the random numbers; one seed, one result")
INTEGER(iterations, "iterations", RUN, ENDS, BY_ALL | IS_SCHEDULED, "auto", "1", "4294967295", "", "N",
        iterations_words, "iterations; no limit when only --time is given")
REAL(time, "time", RUN, ENDS, BY_ALL, NULL, "(0", "1000000000", "s", "SECONDS", NULL,
     "wall time from the start of the program, reading included")
REAL(target, "target", RUN, ENDS, BY_ALL, NULL, "-1e308", "1e308", "", "V", NULL,
     "stop at this length or value, or a better one")
REAL(target_gap, "target-gap", RUN, ENDS, BY_TSP, NULL, "0", "1000000", "%", "P", NULL,
     "stop at a tour at most so far above the optimum, that of --optimum or the known one")
REAL(optimum, "optimum", RUN, DECIDES, BY_TSP, NULL, "0", "9e18", "length", "L", NULL,
     "the length that gaps are counted from, instead of the known optimum")
INTEGER(no_improve, "no-improve", RUN, ENDS, BY_ALL, "auto", "1", "4294967295", "iterations", "N", no_improve_words,
        "stop after so many iterations without anything better")
TEXT(checkpoint, "checkpoint", RUN, FREE, BY_ALL, NULL, "FILE[,EVERY]", NULL,
     "write the state of the run to FILE at its end and, before, every 5s, or as many seconds (\"30s\") or iterations "
     "(\"500\") as given")
TEXT(resume, "resume", RUN, FREE, BY_ALL | IS_READ, NULL, "FILE", NULL,
     "go on from the state in FILE with what decides the result of that run, on any device, and to its ends where none "
     "is given; --iterations and --time count from its start; see `swarmcl help reproducibility`")

WORD(construction, "construction", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE",
     aco_construction_words, "how ants are laid over the device")
WORD(evaluation, "evaluation", SHAPE, FREE, BY_ANTS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE",
     aco_evaluation_words, "how tours are measured")
WORD(deposit, "deposit", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE", aco_deposit_words,
     "how trails are laid")
INTEGER(group_size, "group-size", SHAPE, FREE, BY_ANTS | BY_FUNCTIONS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto",
        "1", "4096", "work-items", "W", by_device_words,
        "work-items in each group of the shapes that have a size to choose")
INTEGER(ants_per_group, "ants-per-group", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "1", "1024", "ants",
        "A", by_device_words, "ants that share a work-group in the shapes that let them")
INTEGER(launch_ms, "launch-ms", SHAPE, FREE, BY_ALL | IS_OF_DEVICE, "100", "1", "10000", "ms", "MS", NULL,
        "longer launches are split into pieces of about this time")
TEXT(tuning, "tuning", SHAPE, FREE, BY_ANTS | IS_OF_ROWS | IS_READ | IS_OF_DEVICE, NULL, "TUNING", NULL,
     "take what no option says from this file of `swarmcl tune`; see `swarmcl help tuning`")
TEXT(platform, "platform", DEVICE, FREE, BY_ALL | IS_OF_DEVICE, NULL, "P", NULL, "platform number or part of its name")
TEXT(device, "device", DEVICE, FREE, BY_ALL | IS_D, "auto", "D", device_words,
     "where to run: one of these, a number or P:D of `swarmcl devices`, or a part of a name")
TEXT(dump_kernels, "dump-kernels", DEVICE, FREE, BY_ALL | IS_OF_DEVICE, NULL, "FILE", NULL,
     "also write the OpenCL C source that the run builds, with its build options, to FILE")
/* clang-format on */
#undef FLAG
#undef WORD
#undef TEXT
#undef INTEGER
#undef REAL
#endif
