/* table.h - the options of all problems, a row each: the only place with their names.
 *
 * options.h includes it for the members of struct options, options.c for everything else. Each inclusion defines the
 * row macros, which this file undefines, or only OWNER, for the problems. A new option is a new row:
 *
 * FLAG(member, name, group, role, owners, help)
 * WORD(member, name, group, role, owners, default, operand, words, help)
 * TEXT(member, name, group, role, owners, default, operand, words, help)
 * INTEGER, REAL(member, name, group, role, owners, default, minimum, maximum, unit, operand, words, help)
 *
 * group: a heading of --help. role: DECIDES the result, ENDS the run, or is FREE, which changes no result. owners: its
 * problems, algorithms and traits (options.h). default: as a user would write it; NULL: none; "auto": the run chooses.
 * minimum: "(0" excludes 0. help: `COMMAND --help` shows the options with IS_COMMON, with their sentence up to the
 * first semicolon. A word of a number, except "auto", is the value 0 of an INTEGER and INFINITY of a REAL.
 */
/* clang-format off */
#ifdef OWNER
OWNER(TSP) OWNER(FUNCTIONS) OWNER(QAP) OWNER(ORIENT)
#undef OWNER
#else

TEXT(columns, "columns", PROBLEM, DECIDES, BY_TSP | BY_ORIENT, NULL, "NAME,LAT,LON", NULL,
     "the columns of a table, by title or by number from 1; two columns without known titles are x and y; see "
     "`swarmcl help formats`")
FLAG(path, "path", PROBLEM, DECIDES, BY_TSP | BY_ORIENT | IS_COMMON,
     "search for an open path instead of a closed tour; its ends are free unless --start or --end is given")
TEXT(start, "start", PROBLEM, DECIDES, BY_TSP | BY_ORIENT | IS_COMMON, NULL, "NODE", NULL,
     "first node of the path; with --path, of orient also of a closed tour; by its name where nodes have names, else by its number from 1; #12 is always a number")
TEXT(end, "end", PROBLEM, DECIDES, BY_TSP | BY_ORIENT | IS_COMMON, NULL, "NODE", NULL,
     "last node of the path; with --path")
TEXT(fix, "fix", PROBLEM, DECIDES, BY_TSP | IS_REPEATED, NULL, "A-B,...", NULL,
     "edges that the tour must contain; arcs from A to B where distances are asymmetric; a FIXED_EDGES_SECTION adds "
     "its own; see `swarmcl help conditions`")
REAL(limit, "limit", PROBLEM, DECIDES, BY_ORIENT | IS_COMMON, NULL, "0", "9e18", "length", "L", NULL,
     "the largest length of the cycle or path, in the unit of the input; instead of the COST_LIMIT of the file")
TEXT(fix_places, "fix", PROBLEM, DECIDES, BY_QAP | IS_REPEATED, NULL, "ITEM=PLACE,...", NULL,
     "places that the assignment must give to these items; by their numbers from 1")
INTEGER(dim, "dim", PROBLEM, DECIDES, BY_FUNCTIONS | IS_COMMON, NULL, "1", "10000", "", "D", NULL,
        "number of dimensions; needed where the objective has no number of its own")
TEXT(bounds, "bounds", PROBLEM, DECIDES, BY_FUNCTIONS | IS_READ | IS_COMMON, NULL, "LO:HI|FILE", NULL,
     "the box to search; the same bounds for every coordinate, or a FILE with a line \"LO HI\" for each; without it "
     "the box of the objective")
FLAG(maximise, "maximise", PROBLEM, DECIDES, BY_FUNCTIONS | IS_COMMON,
     "search for the largest value")
FLAG(minimise, "minimise", PROBLEM, DECIDES, BY_FUNCTIONS,
     "search for the least value; for objectives that are maximised by default")
INTEGER(shift, "shift", PROBLEM, DECIDES, BY_FUNCTIONS, NULL, "0", "18446744073709551615", "", "SEED", NULL,
        "move the optimum to a random place within the bounds; SEED decides the place")
TEXT(init, "init", PROBLEM, DECIDES, BY_FUNCTIONS | IS_READ, NULL, "FILE", NULL,
     "a CSV file of positions, one a line; the first particles start there")
WORD(precision, "precision", PROBLEM, DECIDES, BY_FUNCTIONS, "auto", "P", precision_words,
     "precision of positions and values")

WORD(algorithm, "algorithm", ANTS, DECIDES, BY_TSP | IS_COMMON, "auto", "NAME", options_algorithm_words,
     "the search algorithm, such as mosaic, mmas or acs; an option of another algorithm is refused")
WORD(preset, "preset", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, NULL, "NAME", options_preset_words,
     "published settings and designs; other options override them; see `swarmcl help presets`")
INTEGER(ants, "ants", ANTS, DECIDES, BY_ANTS | BY_PIECES, "auto", "1", "1048576", "", "M", ants_words,
        "ants in the colony; with --improver pieces ants on each individual")
REAL(alpha, "alpha", ANTS, DECIDES, BY_ANTS, "1", "0", "10", "", "A", NULL, "exponent of the trail")
REAL(beta, "beta", ANTS, DECIDES, BY_ANTS, "2", "0", "20", "", "B", NULL, "exponent of the heuristic 1 / d")
REAL(rho, "rho", ANTS, DECIDES, BY_ANTS, "auto", "(0", "1", "", "R", by_algorithm_words,
     "fraction of trail lost per iteration")
INTEGER(elite, "elite", ANTS, DECIDES, BY_ELITE, "auto", "1", "1048576", "", "E", elite_words,
        "deposits of the best tour so far in each iteration; with --algorithm eas")
INTEGER(depositors, "depositors", ANTS, DECIDES, BY_RANKED, "6", "1", "1024", "", "W", NULL,
        "the best tour so far deposits W times, the r-th best tour of the iteration W - r times; with --algorithm ras")
REAL(q0, "q0", ANTS, DECIDES, BY_ANTS, "auto", "0", "1", "", "Q", by_algorithm_words,
     "probability that an ant on candidate lists takes the best candidate without a draw")
REAL(xi, "xi", ANTS, DECIDES, BY_LOCAL_UPDATE, "0.1", "0", "1", "", "X", NULL,
     "fraction of its trail that an edge exchanges for the initial trail when an ant takes it; with --algorithm acs")
REAL(p_best, "p-best", ANTS, DECIDES, BY_LIMITS, "0.05", "(0", "1", "", "P", NULL,
     "probability that a converged colony builds the best tour again, which gives the lower limit of the trails; with "
     "--algorithm mmas, without local search")
INTEGER(restart_after, "restart-after", ANTS, DECIDES, BY_RESTARTS, "250", "0", "4294967295", "iterations", "N", NULL,
        "iterations without a better tour before the trails may start anew; 0: never; with --algorithm mmas or bwas")
REAL(tau0, "tau0", ANTS, DECIDES, BY_ANTS, "auto", "(0", "1000000000", "1 / length", "T", tau0_words,
     "initial trail; an ant deposits 1 / L for a tour of length L; the unit of trails is made coarser for a high one, "
     "and trails never start below --trail-floor; with --algorithm mmas it lasts until the limits hold, one iteration")
REAL(trail_floor, "trail-floor", ANTS, DECIDES, BY_FLOOR | IS_OF_ROWS, "0", "0", "1000000000", "1 / length", "T", NULL,
     "lower limit of all trails; an ant deposits 1 / L for a tour of length L, and trails start at --tau0; under a limit "
     "above all trails distances alone decide")
WORD(selection, "selection", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, NULL, "RULE", aco_selection_words,
     "rule by which an ant picks its next node; roulette by default, on candidate lists always race")
REAL(compress_from, "compress-from", ANTS, DECIDES, BY_ANTS | IS_OF_ROWS, "0.85", "0", "1", "", "S", NULL,
     "share of visited nodes from which --selection hybrid draws from the compressed array")
INTEGER(candidates, "candidates", ANTS, DECIDES, BY_TSP, "auto", "0", "32", "", "K", candidates_words,
        "length of the candidate lists; 0: whole rows, for ants only; --algorithm mosaic takes 5 to 32")
WORD(candidate_kind, "candidate-kind", ANTS, DECIDES, BY_TSP, "auto", "KIND", candidate_kind_words,
     "nodes on the candidate lists of ants, local search and --algorithm mosaic")
WORD(local_search, "local-search", ANTS, DECIDES, BY_ANTS, "auto", "NAME", aco_local_search_words,
     "local search for the tour of each ant")

INTEGER(population, "population", MOSAIC, DECIDES, BY_MOSAIC | IS_SCHEDULED, "auto", "1", "4096", "", "M",
        by_nodes_words,
        "largest number of individuals in a population; each has one tour")
INTEGER(kicks, "kicks", MOSAIC, DECIDES, BY_MOSAIC, "auto", "1", "1000000000", "", "N", by_nodes_words,
        "kicks of an individual before its first crossover")
REAL(noise, "noise", MOSAIC, DECIDES, BY_MOSAIC, "auto", "0", "10", "", "X", by_nodes_words,
     "random change of edge lengths in the construction of starting tours; more noise gives more different tours")
INTEGER(kopt, "kopt", MOSAIC, DECIDES, BY_MOSAIC, "auto", "2", "8", "", "K", kopt_words,
        "largest number of edges in a k-opt move; with more edges a kick finds more and takes longer")
INTEGER(beam, "beam", MOSAIC, DECIDES, BY_MOSAIC, "auto", "1", "4", "", "W", beam_words,
        "open moves followed at a level, by array and threads at the first two levels only; with more moves a kick "
        "finds more and takes longer")
REAL(threshold, "threshold", MOSAIC, DECIDES, BY_MOSAIC, "0", "0", "1", "mean edges", "T", NULL,
     "keep a kick that lengthens the tour by less than this; within a generation the threshold falls to 0")
WORD(improver, "improver", MOSAIC, DECIDES, BY_MOSAIC | IS_TUNED, "auto", "NAME", mosaic_improver_words,
     "method that improves and kicks the tours of individuals; array and threads find the same tours")
TEXT(schedule, "schedule", MOSAIC, DECIDES, BY_MOSAIC, NULL, "TEXT", NULL,
     "populations and their generations: 8x2,64x3 is 8 individuals for 2 generations, then 64 for 3; --json prints "
     "the schedule of a run, and this option repeats it; see `swarmcl help reproducibility`")

WORD(qap_algorithm, "algorithm", SEARCH, DECIDES, BY_QAP | IS_COMMON, "auto", "NAME", qap_algorithm_words,
     "the search algorithm; an option of another algorithm is refused")
INTEGER(searches, "population", SEARCH, DECIDES, BY_MEMETIC, "auto", "2", "1048576", "", "M", by_items_words,
        "assignments in the population; each is improved by a tabu search of its own")
INTEGER(qap_ants, "ants", SEARCH, DECIDES, BY_PLACING_ANTS, "auto", "1", "1048576", "", "M", by_items_words,
        "ants in the colony; each builds an assignment, which a tabu search improves")
REAL(qap_rho, "rho", SEARCH, DECIDES, BY_PLACING_ANTS, "0.2", "(0", "1", "", "R", NULL,
     "fraction of trail lost per iteration")
INTEGER(search_steps, "steps", SEARCH, DECIDES, BY_QAP, "auto", "1", "1073741824", "", "N", by_items_words,
        "steps of a tabu search; each swaps the places of two items")

WORD(orient_algorithm, "algorithm", SEARCH, DECIDES, BY_ORIENT | IS_COMMON, "auto", "NAME",
     orient_algorithm_words,
     "the search algorithm; an option of another algorithm is refused")
INTEGER(cycles, "population", SEARCH, DECIDES, BY_CYCLES, "auto", "1", "1048576", "", "M", by_nodes_words,
        "individuals in the population; each has one cycle or path")
INTEGER(orient_ants, "ants", SEARCH, DECIDES, BY_COLLECTING_ANTS, "auto", "1", "1048576", "", "M", by_nodes_words,
        "ants in the colony; each builds a cycle or path within the limit")

WORD(search, "algorithm", SWARM, DECIDES, BY_FUNCTIONS | IS_COMMON, "pso", "NAME", pso_algorithm_words,
     "the search algorithm; an option of another algorithm is refused")
INTEGER(pattern_search, "pattern-search", SWARM, DECIDES, BY_FUNCTIONS, NULL, "1", "1000000000", "evaluations", "N", NULL,
        "search on from the result at the end of the run, along the coordinates with steps that are halved, by at most "
        "N evaluations on the host (Hooke and Jeeves 1961); not for a FILE.cl")
INTEGER(particles, "particles", SWARM, DECIDES, BY_PARTICLES, "1024", "1", "16777216", "", "N", NULL,
        "particles in the swarm")
FLAG(constriction, "constriction", SWARM, DECIDES, BY_PARTICLES,
     "shrink velocities by the constriction factor of --c1 and --c2, whose sum must be above 4; this is the default "
     "unless --inertia is given or the objective was published with its own settings")
TEXT(inertia, "inertia", SWARM, DECIDES, BY_PARTICLES, NULL, "W|linear:W1:W2[:N]", NULL,
     "share of its velocity that a particle keeps; linear: from W1 to W2 within N iterations, or --iterations, and W2 "
     "from then on")
REAL(c1, "c1", SWARM, DECIDES, BY_PARTICLES, NULL, "0", "1000", "", "C", NULL,
     "pull of the best position of the particle; by default 2.05, with --inertia 2")
REAL(c2, "c2", SWARM, DECIDES, BY_PARTICLES, NULL, "0", "1000", "", "C", NULL,
     "pull of the best position that the particle knows of; by default 2.05, with --inertia 2")
REAL(vmax, "vmax", SWARM, DECIDES, BY_PARTICLES, "0.5", "(0", "1000000", "", "F", vmax_words,
     "largest velocity along a coordinate, as a fraction of its range")
WORD(boundary, "boundary", SWARM, DECIDES, BY_FUNCTIONS, "absorb", "RULE", pso_boundary_words,
     "rule for a particle or an ant that would leave the bounds; clamp for an objective that was published with it, "
     "reflect for ants")
WORD(topology, "topology", SWARM, DECIDES, BY_PARTICLES, "global", "NAME", pso_topology_words,
     "particles whose best positions a particle knows")
WORD(best, "best", SWARM, DECIDES, BY_PARTICLES, "auto", "ROW", pso_best_words,
     "method that finds the best of the swarm; all methods except asynchronous find the same best")
INTEGER(exchange, "exchange", SWARM, DECIDES, BY_PARTICLES, "100", "1", "1000000", "iterations", "E", NULL,
        "iterations between two exchanges of --best asynchronous; changes the result")
INTEGER(archive, "archive", ANTS, DECIDES, BY_ARCHIVE, "auto", "2", "65536", "", "K", archive_words,
        "solutions that the ants remember; an ant goes only where their differences lead, so more than dimensions")
INTEGER(samplers, "ants", ANTS, DECIDES, BY_ARCHIVE, "2", "1", "1048576", "", "M", NULL,
        "ants of an iteration; each samples a position around a solution of the archive")
REAL(locality, "q", ANTS, DECIDES, BY_ARCHIVE, "0.1", "0.00001", "10", "", "Q", NULL,
     "how far down the archive ants choose the solution around which they sample; less keeps to the best")
REAL(spread, "xi", ANTS, DECIDES, BY_ARCHIVE, "0.85", "(0", "10", "", "X", NULL,
     "how far from it they sample, as a share of the mean distance to the other solutions; less converges sooner")

INTEGER(islands, "islands", ISLANDS, DECIDES, BY_ALL, "auto", "1", "1024", "", "N", islands_words,
        "colonies, populations or swarms that search side by side, on the devices in turn; each has a seed of its own")
WORD(migration, "migration", ISLANDS, DECIDES, BY_ALL | IS_OF_MEETINGS, "ring", "NAME", migration_words,
     "islands whose best answer an island takes at a meeting, if it is better than its own")
INTEGER(epoch, "epoch", ISLANDS, DECIDES, BY_ALL | IS_OF_MEETINGS, "auto", "1", "4294967295", "iterations", "E",
        epoch_words,
        "iterations between two meetings of the islands")
REAL(trail_share, "trail-share", ISLANDS, DECIDES, BY_ANTS | IS_OF_MEETINGS, "0", "0", "1", "", "S", NULL,
     "share of its trails that an island replaces at a meeting by the trails of the island before it, with --migration "
     "complete by the mean of all islands; 0: islands exchange tours alone")

INTEGER(seed, "seed", RUN, DECIDES, BY_ALL | IS_COMMON, "1", "0", "18446744073709551615", "", "S", NULL,
        "seed of the random numbers; the same seed gives the same result")
INTEGER(iterations, "iterations", RUN, ENDS, BY_ALL | IS_SCHEDULED | IS_COMMON, "auto", "1", "4294967295", "", "N",
        iterations_words,
        "stop after N iterations; no limit when only --time is given")
REAL(time, "time", RUN, ENDS, BY_ALL | IS_COMMON, NULL, "(0", "1000000000", "s", "SECONDS", NULL,
     "stop after SECONDS; counted from the start of the program, reading included")
REAL(target, "target", RUN, ENDS, BY_ALL, NULL, "-1e308", "1e308", "", "V", NULL,
     "stop at this length or value, or at a better one")
REAL(target_gap, "target-gap", RUN, ENDS, BY_TSP, NULL, "0", "1000000", "%", "P", NULL,
     "stop at a tour within P per cent of the optimum, which is --optimum or the known one; or of the --bound")
REAL(optimum, "optimum", RUN, DECIDES, BY_TSP, NULL, "0", "9e18", "length", "L", NULL,
     "the length from which gaps are counted, instead of the known optimum")
FLAG(bound, "bound", RUN, FREE, BY_TSP,
     "prove beside the search how short a tour can be; the run ends when the tour is proven to be optimal, or within "
     "--target-gap; changes no tour")
REAL(bound_share, "bound-share", RUN, FREE, BY_TSP, "5", "(0", "100", "%", "P", NULL,
     "share of the processors' time that --bound may take from a search on the host or a CPU; beside a GPU it has a "
     "thread to itself; with --time below 2 s there is no bound on a CPU")
INTEGER(no_improve, "no-improve", RUN, ENDS, BY_ALL, "auto", "1", "4294967295", "iterations", "N", no_improve_words,
        "stop after N iterations without an improvement")
INTEGER(threads, "threads", RUN, FREE, BY_MOSAIC | BY_QAP | BY_ORIENT, "auto", "1", "1024", "", "T", threads_words,
        "threads of the host; they do the crossover and other work of populations; changes no result")
TEXT(checkpoint, "checkpoint", RUN, FREE, BY_ALL | IS_WRITTEN | IS_COMMON, NULL, "FILE[,EVERY]", NULL,
     "write the state of the run to FILE; every 5 s and at the end; EVERY is another interval, in seconds (30s) or "
     "iterations (500)")
TEXT(resume, "resume", RUN, FREE, BY_ALL | IS_READ | IS_COMMON, NULL, "FILE", NULL,
     "continue the run whose state is in FILE; on any device; its limits count unless a limit is given; --iterations "
     "and --time count from the start of the first run; see `swarmcl help reproducibility`")

WORD(construction, "construction", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE",
     aco_construction_words,
     "layout of the ants on the device")
WORD(evaluation, "evaluation", SHAPE, FREE, BY_ANTS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE",
     aco_evaluation_words,
     "layout of the measurement of tours")
WORD(deposit, "deposit", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "SHAPE", aco_deposit_words,
     "method that deposits trails")
INTEGER(group_size, "group-size", SHAPE, FREE, BY_ANTS | BY_FUNCTIONS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto",
        "1", "4096", "work-items", "W", by_device_words,
        "work-items in a group; for shapes with a choice")
INTEGER(ants_per_group, "ants-per-group", SHAPE, FREE, BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", "1", "1024", "ants",
        "A", by_device_words,
        "ants that share a work-group; for shapes with a choice")
INTEGER(launch_ms, "launch-ms", SHAPE, FREE, BY_ALL | IS_OF_DEVICE, "100", "1", "10000", "ms", "MS", NULL,
        "time of a launch; longer launches are split")
WORD(lengths, "lengths", SHAPE, FREE, BY_TSP | IS_OF_DEVICE, "auto", "NUMBERS", tsp_lengths_words,
     "numbers in which the device computes lengths from coordinates")
TEXT(tuning, "tuning", SHAPE, FREE, BY_TSP | IS_READ | IS_OF_DEVICE, NULL, "TUNING", NULL,
     "a file with the shapes of a device, which chooses the shape; options override it; see `swarmcl help tuning`")
TEXT(platform, "platform", DEVICE, FREE, BY_ALL | IS_OF_DEVICE, NULL, "P", NULL, "platform number or part of its name")
TEXT(device, "device", DEVICE, FREE, BY_ALL | IS_D | IS_COMMON, "auto", "D", device_words,
     "the device: auto, gpu, cpu, none, a number or a name; see `swarmcl devices` and `swarmcl help devices`")
TEXT(dump_kernels, "dump-kernels", DEVICE, FREE, BY_ALL | IS_WRITTEN | IS_OF_DEVICE, NULL, "FILE", NULL,
     "write the OpenCL C source of the run and its build options to FILE")
/* clang-format on */
#undef FLAG
#undef WORD
#undef TEXT
#undef INTEGER
#undef REAL
#endif
