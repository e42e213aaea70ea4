/* table.h - the options of all problems, a row each: the only place with their names.
 *
 * options.h includes it for the members of struct options, options.c for everything else. Each inclusion defines the
 * row macros, which this file undefines, or only OWNER, for the problems. A new option is a new row, which starts with
 * its type:
 *
 * FLAG(member, name, owners, help)
 * WORD, TEXT, INTEGER, REAL(member, name, owners, default, value, help)
 *
 * SECTION is the group (a heading of --help) and the role of the rows after it: an option DECIDES the result, ENDS the
 * run, or is FREE and changes no result. owners: problems, algorithms and traits (options.h). default: as a user would
 * write it; NULL: none; "auto": the run chooses. help: `COMMAND --help` shows options with IS_COMMON and their help up
 * to the first semicolon. value: one of these, with the operand that --help shows:
 *
 * ANY(operand)
 * ONE_OF(operand, words)
 * RANGE(operand, minimum, maximum, unit, words)
 *
 * words of ONE_OF: a table of the engine, which options.c declares. minimum: "(0" excludes 0. A word of a number, except "auto", is the value 0 of an INTEGER and INFINITY of a REAL.
 */
/* clang-format off */
#ifdef OWNER
OWNER(TSP) OWNER(FUNCTIONS) OWNER(QAP) OWNER(ORIENT) OWNER(FLEET)
#undef OWNER
#else

#undef SECTION
#define SECTION PROBLEM, DECIDES
TEXT(columns, "columns", BY_TOURS | BY_FLEET, NULL, ANY("NAME,LAT,LON"),
     "the columns of a table, by title or by number from 1; two columns without known titles are x and y; see "
     "`swarmcl help formats`")
FLAG(path, "path", BY_TOURS | IS_COMMON,
     "search for an open path instead of a closed tour; its ends are free unless --start or --end is given")
TEXT(start, "start", BY_TOURS | IS_COMMON, NULL, ANY("NODE"),
     "first node of the tour or path; a name, or a number from 1 if nodes have no names; #12 is always a number")
TEXT(end, "end", BY_TOURS, NULL, ANY("NODE"), "last node of the path; needs --path")
TEXT(fix, "fix", BY_TSP | IS_REPEATED, NULL, ANY("A-B,..."),
     "edges that the tour must contain, in addition to those of a FIXED_EDGES_SECTION; arcs from A to B if distances "
     "are asymmetric; see `swarmcl help conditions`")
REAL(keep, "keep", BY_TSP | IS_COMMON, NULL, RANGE("P", "0", "1000000", "%", NULL),
     "keep most edges of --init in a tour P % longer; of the tours found that are at most P % longer than the best "
     "one, this is the most similar; P may be 0")
REAL(limit, "limit", BY_ORIENT | BY_FLEET | IS_COMMON, NULL, RANGE("L", "0", "9e18", "length", NULL),
     "the largest length, in the unit of the input; of the tour, path or route; replaces the COST_LIMIT of the file")
INTEGER(vehicles, "vehicles", BY_FLEET | IS_COMMON, NULL, RANGE("N", "1", "65535", "", NULL),
        "number of vehicles; replaces the VEHICLES of the file; without a number as many as needed")
FLAG(vehicles_first, "vehicles-first", BY_FLEET | IS_COMMON,
     "use as few vehicles as possible; among plans with as many, the least length counts")
FLAG(balance, "balance", BY_FLEET | IS_COMMON,
     "make the longest route as short as possible, with --vehicles; among such plans, the least length counts")
REAL(capacity, "capacity", BY_FLEET | IS_COMMON, NULL, RANGE("Q", "0.001", "1e12", "", NULL),
     "load that each vehicle carries; replaces the CAPACITY of the file")
REAL(duration, "duration", BY_FLEET, NULL, RANGE("T", "(0", "1e9", "min", NULL),
     "the longest time of a route, as 8h or 480min; with travel, waiting and service; replaces the DISTANCE of the file")
INTEGER(stops, "stops", BY_FLEET, NULL, RANGE("N", "1", "4294967295", "", NULL),
        "largest number of customers of a route")
FLAG(open_end, "open", BY_FLEET, "routes end at their last customers; without the way to a depot")
FLAG(open_start, "open-start", BY_FLEET, "routes start at their first customers; without the way from a depot")
TEXT(depot, "depot", BY_FLEET, NULL, ANY("NAME"),
     "the depot, a row of a table; by default those with a mark in the column depot, or the first row")
REAL(speed, "speed", BY_FLEET, NULL, RANGE("V", "(0", "100000", "km/h", NULL),
     "speed of all vehicles, as 30km/h; then windows and durations are minutes; lengths without a unit are kilometres")
TEXT(lengths_file, "lengths", BY_FLEET | IS_READ, NULL, ANY("FILE"),
     "a matrix of lengths between all places, by their names or in their order; the way back may be another length")
TEXT(times_file, "times", BY_FLEET | IS_READ, NULL, ANY("FILE"),
     "a matrix of travel times as minutes or h:mm; places as for --lengths")
TEXT(fleet, "fleet", BY_FLEET | IS_READ | IS_COMMON, NULL, ANY("FILE"),
     "a table of vehicles; a line for each: name, capacity, start, end, from, until, limit, duration, stops, cost, skills")
WORD(rounding, "rounding", BY_FLEET, "auto", ONE_OF("RULE", fleet_rounding_words),
     "how lengths are rounded; plans are comparable only under the same rule")
TEXT(fix_places, "fix", BY_QAP | IS_REPEATED, NULL, ANY("ITEM=PLACE,..."),
     "places that these items must have: names in the file, or numbers from 1")
INTEGER(dim, "dim", BY_FUNCTIONS | IS_COMMON, NULL, RANGE("D", "1", "10000", "", NULL),
        "number of dimensions; required unless the objective has a fixed number")
TEXT(bounds, "bounds", BY_FUNCTIONS | IS_READ | IS_COMMON, NULL, ANY("LO:HI[,LO:HI...]|FILE"),
     "range of the coordinates; LO:HI for all of them, one for each, or a FILE with a line \"LO HI\" for each; by default those of "
     "the objective")
TEXT(whole, "integer", BY_FUNCTIONS, NULL, ANY("all|D[,D...]"),
     "coordinates that take whole numbers: all, or their numbers from 1")
TEXT(step, "step", BY_FUNCTIONS, NULL, ANY("S[,S...]"),
     "distance of the values that coordinates take, from their lower bounds; S for all of them or one for each; 0: any number")
FLAG(maximise, "maximise", BY_FUNCTIONS | IS_COMMON, "search for the largest value")
FLAG(minimise, "minimise", BY_FUNCTIONS, "search for the smallest value; for objectives that are maximised by default")
INTEGER(shift, "shift", BY_FUNCTIONS, NULL, RANGE("SEED", "0", "18446744073709551615", "", NULL),
        "move the optimum to a random position within the bounds; SEED decides the position")
TEXT(data, "data", BY_FUNCTIONS | IS_READ, NULL, ANY("FILE"),
     "numbers for an objective in OpenCL C that takes them, `real objective(const real *x, int n, data given)`: given.at[0] to "
     "given.at[given.count - 1], separated in FILE by commas, blanks and line breaks")
TEXT(init, "init", BY_FUNCTIONS | IS_READ, NULL, ANY("FILE"),
     "a CSV file with a position in each line; the search starts there")
WORD(precision, "precision", BY_FUNCTIONS, "auto", ONE_OF("P", options_precision_words), "precision of positions and values")

#undef SECTION
#define SECTION ANTS, DECIDES
WORD(algorithm, "algorithm", BY_TSP | IS_COMMON, "auto", ONE_OF("NAME", options_algorithm_words),
     "the search algorithm, such as mosaic, mmas or acs; options of other algorithms are rejected")
WORD(preset, "preset", BY_ANTS | IS_OF_ROWS, NULL, ONE_OF("NAME", options_preset_words),
     "published settings and designs; other options override them; see `swarmcl help presets`")
INTEGER(ants, "ants", BY_ANTS | BY_PIECES, "auto", RANGE("M", "1", "1048576", "", ants_words),
        "number of ants in the colony; with --improver pieces: ants on each individual")
WORD(start_tour, "start-tour", BY_ANTS, "nearest", ONE_OF("TOUR", options_start_tour_words),
     "the best tour before the first iteration, unless --init gives one; the length of the nearest-neighbour tour is "
     "the unit of trails in any case")
REAL(alpha, "alpha", BY_ANTS, "1", RANGE("A", "0", "10", "", NULL), "exponent of the trail")
REAL(beta, "beta", BY_ANTS, "2", RANGE("B", "0", "20", "", NULL), "exponent of the heuristic 1 / d")
REAL(rho, "rho", BY_ANTS, "auto", RANGE("R", "(0", "1", "", by_algorithm_words),
     "fraction of each trail that evaporates in an iteration")
INTEGER(elite, "elite", BY_ELITE, "auto", RANGE("E", "1", "1048576", "", elite_words),
        "number of deposits of the best tour so far in each iteration; with --algorithm eas")
INTEGER(depositors, "depositors", BY_RANKED, "6", RANGE("W", "1", "1024", "", NULL),
        "the best tour so far deposits W times, the r-th best tour of the iteration W - r times; with --algorithm ras")
REAL(q0, "q0", BY_ANTS, "auto", RANGE("Q", "0", "1", "", by_algorithm_words),
     "probability that an ant on candidate lists chooses the best candidate without a random draw")
REAL(xi, "xi", BY_LOCAL_UPDATE, "0.1", RANGE("X", "0", "1", "", NULL),
     "when an ant uses an edge, replace this fraction of its trail by the initial trail; with --algorithm acs")
REAL(p_best, "p-best", BY_LIMITS, "0.05", RANGE("P", "(0", "1", "", NULL),
     "probability that a converged colony builds the best tour again; determines the lower limit of the trails; with "
     "--algorithm mmas, without local search")
INTEGER(restart_after, "restart-after", BY_RESTARTS, "250", RANGE("N", "0", "4294967295", "iterations", NULL),
        "iterations without a better tour before the trails may be reset; 0: never; with --algorithm mmas or bwas")
REAL(tau0, "tau0", BY_ANTS, "auto", RANGE("T", "(0", "1000000000", "1 / length", tau0_words),
     "initial trail; an ant deposits 1 / L for a tour of length L; high values make trails coarser, and trails never "
     "start below --trail-floor; with --algorithm mmas the limits of the trails replace it after one iteration")
REAL(trail_floor, "trail-floor", BY_FLOOR | IS_OF_ROWS, "0", RANGE("T", "0", "1000000000", "1 / length", NULL),
     "lower limit of all trails, in the unit of --tau0; if it is above all trails, only distances decide")
WORD(selection, "selection", BY_ANTS | IS_OF_ROWS, NULL, ONE_OF("RULE", aco_selection_words),
     "rule by which an ant chooses its next node; roulette by default; always race on candidate lists")
REAL(compress_from, "compress-from", BY_ANTS | IS_OF_ROWS, "0.85", RANGE("S", "0", "1", "", NULL),
     "fraction of visited nodes from which --selection hybrid draws from the compressed array")
INTEGER(trial_limit, "trial-limit", BY_ANTS | IS_OF_ROWS, "8", RANGE("W", "1", "1048576", "", NULL),
        "number of tries of --selection trial and hybrid before they draw from the unvisited nodes only")
INTEGER(candidates, "candidates", BY_TSP, "auto", RANGE("K", "0", "32", "", candidates_words),
        "length of the candidate lists; 0: whole rows, only for ants; --algorithm mosaic accepts 5 to 32")
WORD(candidate_kind, "candidate-kind", BY_TSP, "auto", ONE_OF("KIND", options_candidate_kind_words),
     "choice of nodes for the candidate lists of ants, local search and --algorithm mosaic")
WORD(local_search, "local-search", BY_ANTS, "auto", ONE_OF("NAME", aco_local_search_words),
     "local search that improves the tour of each ant")

#undef SECTION
#define SECTION MOSAIC, DECIDES
INTEGER(population, "population", BY_MOSAIC | IS_SCHEDULED, "auto", RANGE("M", "1", "4096", "", by_nodes_words),
        "largest number of individuals in a population; each is a tour")
INTEGER(kicks, "kicks", BY_MOSAIC, "auto", RANGE("N", "1", "1000000000", "", by_nodes_words),
        "number of kicks of each individual before its first crossover")
REAL(noise, "noise", BY_MOSAIC, "auto", RANGE("X", "0", "10", "", by_nodes_words),
     "random change of edge lengths in the construction of starting tours; more noise makes the tours more diverse")
INTEGER(kopt, "kopt", BY_MOSAIC, "auto", RANGE("K", "2", "8", "", kopt_words),
        "largest number of edges in a k-opt move; with larger moves a kick finds more and takes longer")
INTEGER(beam, "beam", BY_MOSAIC, "auto", RANGE("W", "1", "4", "", beam_words),
        "number of unfinished moves that are extended at each level (array and threads: only the first two levels); with "
        "more moves a kick finds more and takes longer")
REAL(threshold, "threshold", BY_MOSAIC, "0", RANGE("T", "0", "1", "mean edges", NULL),
     "keep a kick that lengthens the tour by less than this; the threshold falls to 0 within a generation")
WORD(improver, "improver", BY_MOSAIC | IS_TUNED, "auto", ONE_OF("NAME", mosaic_improver_words),
     "method that improves and kicks the tours of individuals; array and threads find the same tours")
TEXT(schedule, "schedule", BY_MOSAIC, NULL, ANY("TEXT"),
     "populations and their generations; 8x2,64x3 is 8 individuals for 2 generations, then 64 for 3; --json prints "
     "the schedule of a run, which can be given here to repeat it; see `swarmcl help reproducibility`")

#undef SECTION
#define SECTION SEARCH, DECIDES
WORD(qap_algorithm, "algorithm", BY_QAP | IS_COMMON, "auto", ONE_OF("NAME", qap_algorithm_words),
     "the search algorithm; options of other algorithms are rejected")
INTEGER(searches, "population", BY_MEMETIC, "auto", RANGE("M", "2", "1048576", "", by_items_words),
        "number of assignments in the population; a tabu search improves each of them")
INTEGER(qap_ants, "ants", BY_PLACING_ANTS, "auto", RANGE("M", "1", "1048576", "", by_items_words),
        "number of ants in the colony; each builds an assignment, which a tabu search improves")
REAL(qap_rho, "rho", BY_PLACING_ANTS, "0.2", RANGE("R", "(0", "1", "", NULL),
     "fraction of each trail that evaporates in an iteration")
INTEGER(search_steps, "steps", BY_QAP, "auto", RANGE("N", "1", "1073741824", "", by_items_words),
        "number of steps of each tabu search; a step swaps the places of two items")

WORD(orient_algorithm, "algorithm", BY_ORIENT | IS_COMMON, "auto", ONE_OF("NAME", orient_algorithm_words),
     "the search algorithm; options of other algorithms are rejected")
INTEGER(cycles, "population", BY_CYCLES, "auto", RANGE("M", "1", "1048576", "", by_nodes_words),
        "number of individuals in the population; each is a tour or path")
INTEGER(orient_ants, "ants", BY_COLLECTING_ANTS, "auto", RANGE("M", "1", "1048576", "", by_nodes_words),
        "number of ants in the colony; each builds a tour or path within the limit, or the plan of a fleet")

WORD(fleet_algorithm, "algorithm", BY_FLEET, "auto", ONE_OF("NAME", fleet_algorithm_words),
     "the search algorithm; options of other algorithms are rejected")
INTEGER(plans, "plans", BY_PLANS, "auto", RANGE("M", "1", "1024", "", by_nodes_words),
        "number of plans that are searched at the same time; the best one replaces the worst one now and then")
TEXT(fleet_schedule, "schedule", BY_PLANS, NULL, ANY("TEXT"),
     "rounds at each of 64 temperatures, 8,7,...; --json prints the schedule of a run, which can be given here to repeat it")

#undef SECTION
#define SECTION SWARM, DECIDES
WORD(search, "algorithm", BY_FUNCTIONS | IS_COMMON, "auto", ONE_OF("NAME", pso_algorithm_words),
     "the search algorithm; options of other algorithms are rejected")
INTEGER(line_start, "line-start", BY_FUNCTIONS, "auto", RANGE("G", "0", "1024", "", line_words),
        "points of each coordinate in a search along the coordinates, which costs (G + 80) evaluations per coordinate or twice "
        "as many, for functions whose coordinates are nearly independent; after the first run of CMA-ES or of --restart, "
        "without restarts as a start; 0: none")
WORD(swarm_preset, "preset", BY_PARTICLES, NULL, ONE_OF("NAME", options_swarm_preset_words),
     "published settings and design; other options override them; see `swarmcl help presets`")
INTEGER(pattern_search, "pattern-search", BY_FUNCTIONS, NULL, RANGE("N", "1", "1000000000", "evaluations", NULL),
        "at the end of the run improve the result by a pattern search of at most N evaluations on the host (Hooke and "
        "Jeeves 1961); not for a FILE.cl")
INTEGER(repeats, "repeat-evaluations", BY_FUNCTIONS, "1", RANGE("K", "1", "1000000", "", NULL),
        "evaluate every position K times and rank it by the mean, for an objective with noise; K more evaluations of the "
        "result give a mean that the search did not select")
INTEGER(particles, "particles", BY_PARTICLES, "1024", RANGE("N", "1", "16777216", "", NULL),
        "number of particles in the swarm")
FLAG(constriction, "constriction", BY_PARTICLES,
     "multiply velocities by the constriction factor of --c1 and --c2, whose sum must be above 4; the default unless "
     "--inertia is given or the objective was published with other settings")
TEXT(inertia, "inertia", BY_PARTICLES, NULL, ANY("W|linear:W1:W2[:N]"),
     "fraction of its velocity that a particle keeps; linear: from W1 to W2 within N iterations (by default "
     "--iterations), then W2")
REAL(c1, "c1", BY_PARTICLES, NULL, RANGE("C", "0", "1000", "", NULL),
     "attraction to the best position of the particle; by default 2.05, with --inertia 2")
REAL(c2, "c2", BY_PARTICLES, NULL, RANGE("C", "0", "1000", "", NULL),
     "attraction to the best position that the particle knows of; by default 2.05, with --inertia 2")
REAL(vmax, "vmax", BY_PARTICLES, "0.5", RANGE("F", "(0", "1000000", "", vmax_words),
     "largest velocity along a coordinate, as a fraction of its range")
WORD(boundary, "boundary", BY_BOUNDARY, "absorb", ONE_OF("RULE", pso_boundary_words),
     "rule for a particle or an ant that would leave the bounds; the default is clamp for an objective that was "
     "published with it, and reflect for ants")
INTEGER(restart, "restart", BY_BOUNDARY, "auto", RANGE("N", "0", "4294967295", "iterations", restart_words),
        "draw all particles, or the archive of the ants, anew after N iterations without an improvement, and keep the best "
        "found before; 0: never")
WORD(topology, "topology", BY_PARTICLES, "global", ONE_OF("NAME", pso_topology_words),
     "neighbours whose best positions a particle knows")
WORD(frame, "frame", BY_PARTICLES, "axes", ONE_OF("NAME", pso_frame_words),
     "directions along which the random factors of moves act; learned changes the defaults of --topology (von-neumann), "
     "of --restart (100), and with --evaluations of --particles (40)")
WORD(best, "best", BY_PARTICLES, "auto", ONE_OF("ROW", pso_best_words),
     "method that finds the best of the swarm; all methods except asynchronous find the same best")
INTEGER(exchange, "exchange", BY_PARTICLES, "100", RANGE("E", "1", "1000000", "iterations", NULL),
        "iterations between two exchanges of --best asynchronous; changes the result")

#undef SECTION
#define SECTION ANTS, DECIDES
INTEGER(archive, "archive", BY_ARCHIVE, "auto", RANGE("K", "2", "65536", "", archive_words),
        "number of solutions in the archive of the ants; must exceed the dimensions, since ants combine differences of "
        "solutions")
INTEGER(samplers, "ants", BY_ARCHIVE, "2", RANGE("M", "1", "1048576", "", NULL),
        "number of ants; in each iteration an ant samples a position near a solution of the archive")
REAL(locality, "q", BY_ARCHIVE, "0.1", RANGE("Q", "0.00001", "10", "", NULL),
     "range of ranks from which ants choose the solution to sample near; smaller values prefer the best")
REAL(spread, "xi", BY_ARCHIVE, "0.85", RANGE("X", "(0", "10", "", NULL),
     "distance between this solution and the sample, as a fraction of the mean distance to the other solutions; smaller "
     "values converge sooner")

#undef SECTION
#define SECTION STRATEGY, DECIDES
INTEGER(points, "population", BY_STRATEGY, "auto", RANGE("M", "4", "1048576", "", points_words),
        "number of points in a generation of the first run; restarts double it or draw smaller ones")

#undef SECTION
#define SECTION ISLANDS, DECIDES
INTEGER(islands, "islands", BY_ALL, "auto", RANGE("N", "1", "1024", "", islands_words),
        "number of colonies, populations or swarms that search in parallel, spread over the devices; each has its own "
        "seed")
WORD(migration, "migration", BY_ALL | IS_OF_MIGRATION, "ring", ONE_OF("NAME", options_migration_words),
     "islands whose best solution an island receives in a migration and adopts if it is better than its own")
INTEGER(epoch, "epoch", BY_ALL | IS_OF_MIGRATION, "auto", RANGE("E", "1", "4294967295", "iterations", epoch_words),
        "iterations between two migrations")
REAL(trail_share, "trail-share", BY_ANTS | IS_OF_MIGRATION, "0", RANGE("S", "0", "1", "", NULL),
     "fraction of its trails that an island replaces in a migration by the trails of the island before it, with "
     "--migration complete by the mean of all islands; 0: islands exchange only tours")

#undef SECTION
#define SECTION RUN, DECIDES
INTEGER(seed, "seed", BY_ALL | IS_COMMON, "1", RANGE("S", "0", "18446744073709551615", "", NULL),
        "seed of the random numbers; the same seed gives the same result")

#undef SECTION
#define SECTION RUN, ENDS
INTEGER(iterations, "iterations", BY_ALL | IS_SCHEDULED | IS_COMMON, "auto",
        RANGE("N", "1", "4294967295", "", iterations_words),
        "stop after N iterations; no limit if only --time is given")
INTEGER(evaluations, "evaluations", BY_FUNCTIONS | IS_COMMON, NULL, RANGE("N", "1", "1000000000000000", "", NULL),
        "stop after exactly N evaluations of the objective, with --islands after N of each island; without --particles "
        "the swarm has N / 1000 particles, from 40 to 1024; --repeat-evaluations K: after the last multiple of K")
REAL(time, "time", BY_ALL | IS_COMMON, NULL, RANGE("SECONDS", "(0", "1000000000", "s", NULL),
     "stop after SECONDS; counted from the start of the program, including reading")
REAL(target, "target", BY_ALL, NULL, RANGE("V", "-1e308", "1e308", "", NULL),
     "stop at this length or value or a better one")
REAL(target_gap, "target-gap", BY_TSP, NULL, RANGE("P", "0", "1000000", "%", NULL),
     "stop at a tour within P per cent of --optimum or the known optimum, or of the --bound")

#undef SECTION
#define SECTION RUN, DECIDES
REAL(optimum, "optimum", BY_TSP, NULL, RANGE("L", "0", "9e18", "length", NULL),
     "the length to which gaps refer, instead of the known optimum")

#undef SECTION
#define SECTION RUN, FREE
FLAG(bound, "bound", BY_TSP,
     "compute a lower bound for all tours during the search; the run ends when its tour is proven to be optimal, or "
     "within --target-gap; changes no tour")
REAL(bound_share, "bound-share", BY_TSP, "5", RANGE("P", "(0", "100", "%", NULL),
     "percentage of the processors' time that --bound may take from a search on the host or a CPU; during a search on a "
     "GPU it uses one thread; no bound is computed on a CPU if --time is below 2 s")

#undef SECTION
#define SECTION RUN, ENDS
INTEGER(no_improve, "no-improve", BY_ALL, "auto", RANGE("N", "1", "4294967295", "iterations", no_improve_words),
        "stop after N iterations without an improvement")

#undef SECTION
#define SECTION RUN, FREE
INTEGER(threads, "threads", BY_MOSAIC | BY_QAP | BY_ORIENT | BY_FLEET, "auto", RANGE("T", "1", "1024", "", threads_words),
        "number of threads on the host for crossover and other work on populations; changes no result")
TEXT(checkpoint, "checkpoint", BY_ALL | IS_WRITTEN | IS_COMMON, NULL, ANY("FILE[,EVERY]"),
     "write the state of the run to FILE; every 5 s and at the end; EVERY is another interval, in seconds (30s) or "
     "iterations (500)")
TEXT(resume, "resume", BY_ALL | IS_READ | IS_COMMON, NULL, ANY("FILE"),
     "continue the run whose state is in FILE; on any device; its limits apply unless a limit is given; --iterations "
     "and --time count from the start of the first run; see `swarmcl help reproducibility`")

#undef SECTION
#define SECTION SHAPE, FREE
WORD(construction, "construction", BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", ONE_OF("SHAPE", aco_construction_words),
     "layout of the ants on the device")
WORD(ants_construction, "construction", BY_PLACING_ANTS | BY_COLLECTING_ANTS | IS_OF_DEVICE, "host",
     ONE_OF("WHERE", ants_construction_words), "processor on which ants build their solutions; changes no solution")
WORD(evaluation, "evaluation", BY_ANTS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto",
     ONE_OF("SHAPE", aco_evaluation_words),
     "layout of the evaluation of tours")
WORD(deposit, "deposit", BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto", ONE_OF("SHAPE", aco_deposit_words),
     "method that deposits trails")
INTEGER(group_size, "group-size", BY_ANTS | BY_FUNCTIONS | IS_OF_ROWS | IS_TUNED | IS_OF_DEVICE, "auto",
        RANGE("W", "1", "4096", "work-items", by_device_words),
        "work-items in a work-group; for shapes that allow a choice")
INTEGER(ants_per_group, "ants-per-group", BY_ANTS | IS_TUNED | IS_OF_DEVICE, "auto",
        RANGE("A", "1", "1024", "ants", by_device_words),
        "ants that share a work-group; for shapes that allow a choice")
INTEGER(launch_ms, "launch-ms", BY_ALL | IS_OF_DEVICE, "100", RANGE("MS", "1", "10000", "ms", NULL),
        "largest time of a launch; longer launches are split")
WORD(lengths, "lengths", BY_TSP | IS_OF_DEVICE, "auto", ONE_OF("NUMBERS", tsp_lengths_words),
     "arithmetic by which the device computes lengths from coordinates")
TEXT(tuning, "tuning", BY_TSP | IS_READ | IS_OF_DEVICE, NULL, ANY("TUNING"),
     "a file with the fastest shapes of a device; options override it; see `swarmcl help tuning`")

#undef SECTION
#define SECTION DEVICE, FREE
TEXT(platform, "platform", BY_ALL | IS_OF_DEVICE, NULL, ANY("P"), "number of a platform or part of its name")
TEXT(device, "device", BY_ALL | IS_COMMON, "auto", ONE_OF("D", options_device_words),
     "the device: auto, gpu, cpu, none, a number or a name; see `swarmcl devices` and `swarmcl help devices`")
TEXT(dump_kernels, "dump-kernels", BY_ALL | IS_WRITTEN | IS_OF_DEVICE, NULL, ANY("FILE"),
     "write the OpenCL C source of the run and its build options to FILE")
/* clang-format on */
#undef FLAG
#undef WORD
#undef TEXT
#undef INTEGER
#undef REAL
#undef SECTION
#endif
