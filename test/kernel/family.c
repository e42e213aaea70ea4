/* Compares the steps after the construction of tours on devices with the sequential reference: every row of
 * --algorithm, on whole rows and on lists, with and without local search, word by word and step by step.
 *
 * A case is an instance, parameters and a shape. Some iterations run on the device and in the reference; after every
 * step the written buffers are compared. Cases that run by the device's own step() are compared after every iteration.
 * A case that should restart or mutate and does not fails the test.
 */
#include <inttypes.h>

#include "aco/local_search.h"

#include "colonies.h"

static const struct kind kinds[] = {
    {"plane", SWARM_METRIC_EUC_2D, 0, 0, 1000, 1},
    {"one-way", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 0, 100, 1},
    {"path", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 1000, 1},
    {"duplicates", SWARM_METRIC_EUC_2D, 0, 0, 4, 10},
    {"matrix", SWARM_METRIC_EXPLICIT, 0, 0, 100, 1},
    {"one-way path", SWARM_METRIC_EXPLICIT, IS_OPEN | IS_ONE_WAY, 0, 100, 1},
};
enum kind_number { PLANE, ONE_WAY, PATH, DUPLICATES, MATRIX, ONE_WAY_PATH, KINDS };

/* Summary of the reference's latest iteration. */
static struct aco_summary summary;

/* Counts of events in all cases. The test fails unless each event has occurred. */
static struct {
    size_t restarts, mutations, adoptions, limited, worst;
} seen;

/* ------------------------------------------------------------------------------------------------------------------ */
/* What is compared                                                                                                   */

/* Compares tours and lengths in `count` rows from `row` on. */
static void compare_tours(struct pair *p, uint32_t row, uint32_t count, const char *step)
{
    const uint64_t tour_bytes = (uint64_t)p->settings->n * 4;
    pair_compare_from(p, ACO_BUFFER_TOURS, row * tour_bytes, p->arrays.tours + (size_t)row * p->settings->n,
                      (size_t)(count * tour_bytes), step);
    pair_compare_from(p, ACO_BUFFER_LENGTHS, (uint64_t)row * 8, p->arrays.lengths + row, (size_t)count * 8, step);
}

/* Compares trails and lists at the end of an iteration, before the next one deposits. */
static void compare_trails(struct pair *p, uint64_t iteration, const char *step)
{
    pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, step);
    pair_compare_rows(p, ACO_BUFFER_HEURISTIC, p->arrays.heuristic, step);
    pair_compare(p, ACO_BUFFER_BEST, &p->best, sizeof p->best, step);
    if (p->settings->candidates > 0) {
        pair_compare_rows(p, ACO_BUFFER_CANDIDATES, p->arrays.lists.nodes, step);
    }
    const size_t bytes = (size_t)p->colony->buffers[ACO_BUFFER_LAID].bytes / 2;
    if (bytes > 0) { /* the half of the buffer to which the next iteration will add */
        uint32_t *nothing = base_array(bytes / 4, sizeof *nothing);
        pair_compare_from(p, ACO_BUFFER_LAID, (iteration + 1) % 2 * bytes, nothing, bytes, step);
        free(nothing);
    }
}

static void compare_summary(struct pair *p, uint64_t iteration)
{
    pair_compare_from(p, ACO_BUFFER_SUMMARIES, iteration % ACO_SUMMARY_SLOTS * sizeof summary, &summary, sizeof summary,
                      "summary");
}

static void compare_update(struct pair *p, uint64_t iteration)
{
    const size_t bytes = (size_t)p->settings->depositors * 4;
    pair_compare(p, ACO_BUFFER_DEPOSITORS, p->arrays.depositors, bytes, "depositors");
    pair_compare(p, ACO_BUFFER_AMOUNTS, p->arrays.amounts, bytes, "amounts");
    compare_trails(p, iteration, "deposit");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The steps                                                                                                          */

static void reference_weights(struct pair *p)
{
    aco_reference_weights(p->settings, &p->arrays);
}

static void reference_construct(struct pair *p, uint64_t iteration)
{
    const struct aco_settings *s = p->settings;
    if (s->algorithm->local_update) {
        aco_reference_construct_together(s, &p->arrays, (uint32_t)iteration, 0, s->n);
        return;
    }
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        aco_reference_construct(s, &p->arrays, (uint32_t)iteration, ant);
    }
    if (s->candidates == 0) {
        aco_reference_evaluate(s, &p->arrays);
    }
}

static void reference_search(struct pair *p, const uint32_t *anchor, uint32_t row)
{
    const struct aco_searcher by = {&env, p->instance, p->settings, &p->arrays.lists, NULL, NULL};
    uint32_t *tour = p->arrays.tours + (size_t)row * p->settings->n;
    pair_require(p, aco_reference_search(&by, anchor, tour, &p->arrays.lengths[row]), "search by the reference");
}

static void reference_reduce(struct pair *p, uint64_t iteration)
{
    if (p->settings->algorithm->restart == RESTART_BRANCHING && iteration % BRANCHING_PERIOD == 0) {
        aco_reference_branches(p->settings, &p->arrays, &p->best);
    }
    summary = aco_reference_reduce(p->settings, &p->arrays, iteration, &p->best);
    seen.restarts += p->best.reset;
    seen.mutations += p->settings->algorithm->worst_loses && p->best.restarts > 0 && !p->best.reset;
}

static void reference_update(struct pair *p, uint64_t iteration)
{
    const struct aco_settings *s = p->settings;
    const size_t cells = (size_t)s->n * s->list_stride;
    uint32_t *before = base_array(cells + 1, sizeof *before);
    if (s->adopts) {
        memcpy(before, p->arrays.lists.nodes, cells * sizeof *before);
    }
    aco_reference_update(s, &p->arrays, &p->best, iteration);
    seen.adoptions += s->adopts && memcmp(before, p->arrays.lists.nodes, cells * sizeof *before) != 0;
    seen.worst += s->algorithm->worst_loses && p->best.counted > 0;
    for (size_t at = 0; at < (size_t)s->n * s->stride && s->algorithm->limits; ++at) {
        seen.limited += p->arrays.trails[at] == p->best.trail_minimum && p->best.trail_minimum > TRAIL_FLOOR;
    }
    free(before);
}

/* Runs the search of the best tour without an anchor, as step() does periodically, on both sides. */
static void polish(struct pair *p)
{
    const uint32_t row = ROW_POLISH(p->settings->ants);
    bool interrupted = false;
    pair_require(p, aco_device_polish(p->colony, &interrupted), "polish");
    reference_search(p, NULL, row);
    compare_tours(p, row, 1, "polish");
}

static void iterate(struct pair *p, uint64_t iteration)
{
    const struct aco_settings *s = p->settings;
    bool interrupted = false;
    pair_require(p, aco_device_choice(p->colony), "choice");
    reference_weights(p);
    pair_compare_rows(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, "choice");

    pair_require(p, aco_device_construct(p->colony, (uint32_t)iteration, &interrupted), "construct");
    pair_require(p, aco_device_evaluate(p->colony), "evaluate");
    reference_construct(p, iteration);
    compare_tours(p, 0, s->ants, "construct");
    pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, "construct");

    if (s->local_search) {
        pair_require(p, aco_device_search(p->colony, 0, s->ants, &interrupted), "search");
        for (uint32_t ant = 0; ant < s->ants; ++ant) {
            reference_search(p, p->arrays.anchor, ant);
        }
        compare_tours(p, 0, s->ants, "search");
        if (iteration % POLISH_PERIOD == 0) {
            polish(p);
        }
    }

    pair_require(p, aco_device_reduce(p->colony, iteration), "reduce");
    reference_reduce(p, iteration);
    pair_compare(p, ACO_BUFFER_BEST, &p->best, sizeof p->best, "reduce_best");
    compare_tours(p, 0, s->ants + ROWS_KEPT, "keep_best");
    pair_compare(p, ACO_BUFFER_ANCHOR, p->arrays.anchor, (size_t)s->n * 8, "keep_best");
    compare_summary(p, iteration);

    pair_require(p, aco_device_evaporate(p->colony), "evaporate");
    pair_require(p, aco_device_deposit(p->colony, iteration, &interrupted), "deposit");
    reference_update(p, iteration);
    compare_update(p, iteration);
    if (interrupted) {
        pair_fail(p, "interrupted");
    }
}

/* Runs an iteration by the device's own step() and compares the results. */
static void iterate_by_step(struct pair *p, uint64_t iteration)
{
    const struct aco_settings *s = p->settings;
    uint64_t last = iteration;
    bool interrupted = false;
    pair_require(p, p->colony->base.engine.type->step(&p->colony->base.engine, iteration, &last, &interrupted), "step");
    reference_weights(p);
    reference_construct(p, iteration);
    for (uint32_t ant = 0; ant < s->ants && s->local_search; ++ant) {
        reference_search(p, p->arrays.anchor, ant);
    }
    if (s->local_search && iteration % POLISH_PERIOD == 0) {
        reference_search(p, NULL, ROW_POLISH(s->ants));
    }
    reference_reduce(p, iteration);
    reference_update(p, iteration);
    compare_tours(p, 0, s->ants + ROWS_KEPT, "step");
    pair_compare(p, ACO_BUFFER_ANCHOR, p->arrays.anchor, (size_t)s->n * 8, "step");
    compare_summary(p, iteration);
    compare_update(p, iteration);
    if (interrupted) {
        pair_fail(p, "interrupted");
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A case                                                                                                             */

/* Brings the reference to its state before the first iteration, with the start tour of the colony. */
static void settle_start(struct pair *p)
{
    const struct aco_settings *s = p->settings;
    const uint32_t row = ROW_BEST(s->ants);
    if (s->local_search && !p->failed) {
        reference_search(p, NULL, row);
        p->best.length = p->arrays.lengths[ROW_POLISH(s->ants)] = p->arrays.lengths[row];
        memcpy(p->arrays.polished, p->arrays.best_tour, s->n * sizeof *p->arrays.polished);
        aco_anchor_fill(s->n, p->arrays.best_tour, p->arrays.anchor);
    }
    if (p->c->walked) {
        aco_reference_walk(s, &p->arrays, &p->best, p->arrays.best_tour, p->best.length);
    }
}

static void compare_start(struct pair *p)
{
    const struct aco_settings *s = p->settings;
    pair_compare(p, ACO_BUFFER_ROW_OFFSETS, p->arrays.row_offsets, (size_t)s->n * 4, "initialise");
    compare_tours(p, ROW_BEST(s->ants), 1, "start");
    pair_compare(p, ACO_BUFFER_ANCHOR, p->arrays.anchor, (size_t)s->n * 8, "start");
    if (p->c->walked) {
        compare_update(p, 0);
    } else {
        compare_trails(p, 0, "initialise");
    }
}

/* Checks the tours of the ants, the best tour and its copy for all partner edges. */
static void require_partners(struct pair *p)
{
    const uint32_t unset = ROW_RESTART(p->settings->ants);
    pair_require_partners(p, 0, unset);
    pair_require_partners(p, unset + 1, ROWS_ALL(p->settings->ants) - unset - 1);
}

/* Runs the case `c`, after setting the members that are equal in all cases. */
static void run_case(size_t device, struct colony_case c)
{
    struct pair p;
    if (case_count++ % asked.part_count != asked.part - 1) {
        return;
    }
    c.options.alpha = 1;
    c.options.beta = 2;
    c.options.compress_from = 0.5;
    c.options.trial_limit = 8;
    c.options.candidate_kind = c.options.candidates >= 5 ? "mixed" : NULL;
    c.options.xi = 0.1;
    c.options.p_best = 0.05;
    c.run.seed = ordinary_run.seed;
    c.run.target = ordinary_run.target;
    c.run.deadline = ordinary_run.deadline;
    c.run.launch_seconds = c.walked ? 1e-9 : ordinary_run.launch_seconds;
    pair_create(&p, device, &c);
    pair_plan(&p);
    if (c.family.reduce_group > 0) {
        p.colony->shape.reduce_group = c.family.reduce_group;
    }
    /* without local search the start tour counts twice its length, so that the first iterations improve it */
    pair_open(&p, p.settings->local_search ? p.length : 2 * p.length + 1);
    if (!p.failed) {
        settle_start(&p);
        compare_start(&p);
    }
    for (uint64_t k = 0; k < c.family.iterations && !p.failed; ++k) {
        if (c.family.by_step) {
            iterate_by_step(&p, c.family.first + k);
        } else {
            iterate(&p, c.family.first + k);
        }
        require_partners(&p);
    }
    if (c.family.restarts && p.best.restarts == 0) {
        pair_fail(&p, "no restart");
    }
    pair_close(&p);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Lengths of candidate lists, each with its instance sizes. Programs depend on the length, and on whether a list
 * holds all other nodes. */
static const struct lists {
    uint32_t candidates;
    uint32_t sizes[6]; /* numbers of nodes; 0 ends the list */
} lists[] = {
    {0, {1, 2, 3, 4, 33, 100}}, {1, {2, 3, 8, 33}},  {3, {4, 5, 17, 33}},
    {5, {8, 17, 33, 100}},      {16, {17, 33, 100}}, {32, {5, 33}},
};
enum { LISTS = sizeof lists / sizeof lists[0], SIZES = sizeof lists[0].sizes / sizeof lists[0].sizes[0] };

static const uint32_t ants_in_turn[] = {7, 1, 33, 2};
static const uint32_t ranks_in_turn[] = {6, 1, 40, 3, 2};
static const char *const searches_in_turn[] = {"2opt", "3opt", "2opt+oropt"};

/* Makes a case. `algorithm`, `list` and `variant` decide the programs, so all sizes share one. */
static struct colony_case case_of(size_t algorithm, size_t list, size_t variant, size_t size)
{
    const size_t built = algorithm * 7 + list * 5 + variant, turn = built + size;
    const bool searched = (list + algorithm / 2) % 2;
    struct colony_case c = {
        .kind = kinds[(algorithm + list) % KINDS],
        .n = lists[list].sizes[size],
        .options = {.algorithm = aco_algorithms[algorithm].name,
                    .local_search = searched ? searches_in_turn[built % 3] : "none",
                    .ants = ants_in_turn[turn % 4],
                    .candidates = lists[list].candidates,
                    .depositors = ranks_in_turn[turn % 5],
                    .elite = turn % 2 ? 5 : 0,
                    .rho = (const double[]){0.02, 0.5, 0.9}[turn % 3],
                    .q0 = aco_algorithms[algorithm].local_update ? 0.9
                          : built % 2                            ? 0.3
                                                                 : 0,
                    .trail_floor = turn % 4 == 1 ? 1e-5 : 0,
                    .restart_after = turn % 5 == 0 ? 0 : 1},
        .run = {.no_improve = turn % 7 == 3 ? 2 : 0},
        .walked = turn % 4 == 2,
        .family = {.first = 1, .iterations = 6, .reduce_group = built % 3 == 2 ? 4 : 0, .by_step = turn % 2},
    };
    if (aco_algorithms[algorithm].plain && built % 2) {
        c.shape.deposit = aco_deposit_find("edges");
    }
    if (searched && (c.kind.is & IS_ONE_WAY)) {
        c.options.local_search = built % 2 ? "oropt" : "3opt";
    }
    if (c.family.by_step && searched) {
        c.family.iterations = POLISH_PERIOD + 1;
    }
    if (c.n == 1) {
        c.kind = kinds[PLANE]; /* no open path: it would consist of the joint only */
    }
    return c;
}

static void run_sizes(size_t device, size_t algorithm, size_t list, size_t variant, bool small)
{
    for (size_t size = 0; size < SIZES && lists[list].sizes[size] > 0; ++size) {
        struct colony_case c = case_of(algorithm, list, variant, size);
        if (!small) {
            run_case(device, c);
        } else if (size == (algorithm + list) % 2 + (list < LISTS - 1)) {
            c.n = c.n < 9 ? c.n : 9;
            c.options.ants = c.options.ants < 3 ? c.options.ants : 3;
            c.family.iterations = 1;
            run_case(device, c);
        }
    }
}

/* Runs every algorithm on whole rows, except ACS, and with one of the list lengths in turn; --all: with all lengths and
 * program variants. */
static void test_every_step_after_construction_matches_the_reference(size_t device, bool small)
{
    enum { VARIANTS = 4 };
    for (size_t algorithm = 0; algorithm < aco_algorithm_count; ++algorithm) {
        for (size_t list = aco_algorithms[algorithm].local_update; list < LISTS; ++list) {
            const bool taken = list == 0 || list == 1 + algorithm % (LISTS - 1);
            for (size_t variant = 0; variant < (asked.all ? VARIANTS : taken); ++variant) {
                run_sizes(device, algorithm, list, variant, small);
            }
        }
    }
}

/* Compares restarts. Trails that evaporate nearly completely have converged when iteration 100 counts branching edges
 * (mmas). A single ant that repeats the best tour is also the worst ant (bwas). With `restart_after` 1 both restart. */
static void test_colonies_restart_when_the_reference_does(size_t device, bool small)
{
    static const char *const algorithms[] = {"mmas", "bwas"};
    for (size_t turn = 0; turn < 24; ++turn) {
        const bool searched = turn / 3 % 2, alike = turn % 2;
        struct colony_case c = {
            .kind = kinds[turn / 2 % KINDS],
            .n = alike || small || turn % 3 == 0 ? 8 : 33,
            .options = {.algorithm = algorithms[turn % 2],
                        .local_search = !searched ? "none" : "3opt",
                        .ants = alike ? 1 : ants_in_turn[turn / 2 % 4],
                        .candidates = turn < 8 ? 0 : 5,
                        .rho = 0.98,
                        .restart_after = 1},
            .family = {.first = 96,
                       .iterations = small ? 5 : 20, /* number 100 counts branching edges */
                       .reduce_group = turn % 3 == 1 ? 4 : 0,
                       /* other cases may still improve instead of restarting */
                       .restarts = !alike && (searched || turn % 3 == 0)},
        };
        const bool few = turn % 12 == 2 || turn % 12 == 7; /* always run: one case on whole rows, one on lists */
        if (asked.all || few || (!small && turn % 12 == 4)) {
            run_case(device, c);
        }
    }
}

/* Checks that Ant System on whole rows deposits the first tours on the initial trails, also when deposits are summed by
 * edges. */
static void test_first_tours_lose_no_trail(size_t device, bool small)
{
    const struct colony_case c = {.kind = kinds[PLANE],
                                  .n = small ? 8 : 33,
                                  .options = {.algorithm = "as", .local_search = "none", .ants = 3, .rho = 0.5},
                                  .shape = {.deposit = aco_deposit_find("edges")},
                                  .walked = true,
                                  .family = {.first = 1, .iterations = 2}};
    run_case(device, c);
}

/* Checks that tours keep all partner edges: every algorithm, with partners of all nodes or of one in five, on whole
 * rows or on lists; --all: on both. */
static void test_tours_keep_all_partner_edges(size_t device, bool small)
{
    static const enum kind_number kinds_in_turn[] = {PLANE, PATH, MATRIX, DUPLICATES};
    for (size_t turn = 0; turn < 2 * aco_algorithm_count; ++turn) {
        const struct aco_algorithm *algorithm = &aco_algorithms[turn / 2];
        struct colony_case c = {
            .kind = kinds[kinds_in_turn[turn % 4]],
            .n = small      ? 10
                 : turn % 2 ? 34
                            : 100,
            .partners = turn % 3 == 2 ? 5 : 1,
            .options = {.algorithm = algorithm->name,
                        .local_search = turn % 4 == 3 ? "none" : searches_in_turn[turn % 3],
                        .ants = small ? 2 : 7,
                        .candidates = turn % 2 || algorithm->local_update ? 5 : 0,
                        .depositors = 3,
                        .rho = turn % 3 ? 0.5 : 0.02,
                        .q0 = turn % 2 ? 0.5 : 0,
                        .restart_after = 1},
            .walked = turn % 5 == 0,
            .family = {.first = 1, .iterations = small ? 2 : POLISH_PERIOD + 2, .by_step = turn % 3 == 1},
        };
        if (asked.all || (small ? turn % 4 == 1 : turn % 4 == 1 || turn % 4 == 2)) {
            run_case(device, c);
        }
    }
}

/* Runs a few long colonies by the device's own step(): the whole schedule of MAX-MIN Ant System, and restarts caused
 * by earlier iterations. Three cases, or all with --all. */
static void test_long_runs_match_the_reference(size_t device)
{
    static const char *const algorithms[] = {"mmas", "bwas", "mmas", "ras", "acs", "eas", "mmas"};
    for (size_t turn = 0; turn < sizeof algorithms / sizeof algorithms[0]; ++turn) {
        struct colony_case c = {
            .kind = kinds[turn == 2 ? ONE_WAY : PLANE],
            .n = turn < 3 ? 9 : 33,
            .options = {.algorithm = algorithms[turn],
                        .local_search = turn % 2 ? "none" : "3opt",
                        .ants = turn == 1 ? 1 : 4,
                        .candidates = turn == 6 ? 0 : 5,
                        .depositors = 6,
                        .rho = turn == 0 || turn == 2 ? 0.5 : 0.2,
                        .q0 = turn == 4 ? 0.9 : 0,
                        .restart_after = turn < 3 ? 20 : 300},
            .family = {.first = 1, .iterations = turn == 6 ? 330 : 210, .by_step = true, .restarts = turn < 3},
        };
        if (asked.all || turn < 2 || turn == 6) {
            run_case(device, c);
        }
    }
}

static void require_seen(size_t count, const char *what)
{
    if (count == 0) {
        ++failure_count;
        printf("FAILED: no case has seen %s\n", what);
    }
}

static void test_all(size_t device, bool small)
{
    test_every_step_after_construction_matches_the_reference(device, small);
    test_colonies_restart_when_the_reference_does(device, small);
    test_first_tours_lose_no_trail(device, small);
    test_tours_keep_all_partner_edges(device, small);
    if (!small && !devices.devices[device].simulator) {
        test_long_runs_match_the_reference(device);
    }
}

int main(int count, char **words)
{
    const int code = on_devices_run(count, words, false, test_all);
    if (code == 0) {
        require_seen(seen.restarts, "a restart");
        require_seen(seen.mutations, "a mutation");
        require_seen(seen.adoptions, "a list that adopts an edge");
        require_seen(seen.limited, "a trail at its least");
        require_seen(seen.worst, "a worst ant that loses");
    }
    return code != 0 ? code : failure_count > 0;
}
