/* Ants on pieces, with all lanes in one thread: reports compared with explicit tours, and tours after the merge. */
#include "../pieces_launch.h"

#include "mosaic_support.h"
#include "cl/shared/draws.h"
#include "cl/mosaic/kopt.h"
#include "mosaic/start.h"

static struct base_team *team;

/* An individual, and the ants that improve it. */
struct sample {
    struct mosaic_problem problem;
    struct mosaic_pieces pieces;
    struct mosaic_merge merge;
    uint32_t n;
    uint32_t *words; /* [2 n] nodes by position, then positions by node */
    struct mosaic_tour tour;
    uint32_t *dirty, *walked; /* [ceil(n / 32)] bits of dirty nodes; [n] nodes in the order of the pieces */
};

/* Instances: random points; many nodes per site; points on a line; all at one site; matrices of long edges. */
enum kind { PLANE, GRID, LINE, SITE, LONG, KINDS };

static struct swarm_instance *instance_of(enum kind kind, uint32_t n)
{
    double *coordinates = test_memory(2 * (size_t)n, sizeof *coordinates);
    int32_t *matrix = test_memory(kind == LONG ? (size_t)n * n : 0, sizeof *matrix);
    const uint32_t spread = kind == PLANE ? 100000 : kind == GRID ? 1 + n / 8 : 1000;
    for (uint32_t i = 0; i < n; ++i) {
        coordinates[2 * i] = kind == SITE ? 7 : random_below(spread);
        coordinates[2 * i + 1] = kind == SITE ? 7 : kind == LINE ? 3 : random_below(spread);
        for (uint32_t j = 0; j < i && kind == LONG; ++j) {
            matrix[(size_t)i * n + j] = matrix[(size_t)j * n + i] = INT32_MAX - (int32_t)random_below(1000000000);
        }
    }
    return kind == LONG ? matrix_of(true, n, matrix) : points_of(SWARM_METRIC_EUC_2D, n, coordinates);
}

static void create(struct sample *sample, enum kind kind, uint32_t n, uint32_t ants)
{
    *sample = (struct sample){.n = n};
    sample->problem = problem_of(instance_of(kind, n), n - 1 < 8 ? n - 1 : 8);
    REQUIRE_OK(mosaic_pieces_init(&env, ants, &sample->pieces));
    REQUIRE_OK(mosaic_merge_init(&env, n, ants, ants * PIECE_MOST, &sample->merge));
    sample->words = test_memory(2 * (size_t)n, sizeof *sample->words);
    sample->dirty = test_memory((n + 31) / 32, sizeof *sample->dirty);
    sample->walked = test_memory(n, sizeof *sample->walked);
    sample->tour = (struct mosaic_tour){.ord = sample->words, .pos = sample->words + n};
}

static void destroy(struct sample *sample)
{
    mosaic_pieces_deinit(&sample->pieces);
    mosaic_merge_deinit(&sample->merge);
    test_clean();
}

static void mark_all(struct sample *sample)
{
    for (uint32_t node = 0; node < sample->n; ++node) {
        sample->dirty[node / 32] |= 1u << node % 32;
    }
}

static bool any_dirty(const struct sample *sample)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < (sample->n + 31) / 32; ++i) {
        any |= sample->dirty[i];
    }
    return any != 0;
}

static void start_at_random(struct sample *sample)
{
    random_order(sample->tour.ord, sample->n);
    mosaic_tour_settle(&sample->problem, NULL, &sample->tour);
    mark_all(sample);
}

static void start_greedy(struct sample *sample)
{
    struct mosaic_starts *starts = NULL;
    REQUIRE_OK(mosaic_starts_create(&env, &sample->problem, NULL, &starts));
    mosaic_start_tour(starts, NULL, draw_stream_of(1, 0, 0), 0.0, 0, &sample->tour);
    mosaic_starts_destroy(&starts);
    mark_all(sample);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* True if the ant's tour keeps the edge (p, p + 1) of the base tour. */
static bool keeps(const struct sample *sample, const uint32_t (*ends)[2], uint32_t pieces, uint32_t p)
{
    const uint32_t after = p + 1 < sample->n ? p + 1 : 0;
    for (uint32_t i = 0; i < pieces; ++i) {
        const uint32_t low = ends[i][0] < ends[i][1] ? ends[i][0] : ends[i][1];
        const uint32_t high = ends[i][0] < ends[i][1] ? ends[i][1] : ends[i][0];
        const uint32_t one = ends[i][1], other = ends[i + 1 < pieces ? i + 1 : 0][0];
        if ((low <= p && p < high) || (one == p && other == after) || (one == after && other == p)) {
            return true;
        }
    }
    return false;
}

/* Requires that the report's tour has the reported gain and keeps all base edges outside of the ant's window. */
static void require_report(struct sample *sample, uint32_t ant)
{
    const struct piece_report *report = &sample->pieces.reports[ant];
    const struct piece_job *job = &sample->pieces.jobs[ant];
    const uint32_t(*ends)[2] = (const uint32_t(*)[2])sample->pieces.ends[ant];
    uint32_t count = 0;
    REQUIRE(report->pieces <= PIECE_MOST && report->left <= PIECE_QUEUE);
    REQUIRE(report->pieces > 0 ? report->gain + job->threshold > 0 : report->gain == 0);
    REQUIRE(report->kicks <= job->kicks);
    if (report->pieces == 0) {
        return;
    }
    for (uint32_t i = 0; i < report->pieces; ++i) {
        for (uint32_t p = ends[i][0];; p += ends[i][0] < ends[i][1] ? 1u : -1u) {
            REQUIRE(p < sample->n && count < sample->n);
            sample->walked[count++] = sample->tour.ord[p];
            if (p == ends[i][1]) {
                break;
            }
        }
    }
    REQUIRE_INT(count, ==, sample->n);
    struct mosaic_tour walked = {sample->walked, test_memory(sample->n, sizeof(uint32_t)), 0};
    mosaic_tour_settle(&sample->problem, NULL, &walked);
    require_tour(&sample->problem, &walked);
    REQUIRE_INT(walked.length, ==, sample->tour.length - report->gain);
    for (uint32_t k = job->width; k < sample->n; ++k) {
        REQUIRE(keeps(sample, ends, report->pieces, (job->window + k) % sample->n));
    }
}

/* Runs one launch, from jobs to a new tour. `checked`: checks every report. */
static struct mosaic_pieces_outcome launch(struct sample *sample, const struct mosaic_pieces_plan *plan, bool checked)
{
    const int64_t before = sample->tour.length;
    sample->pieces.count = 0;
    pieces_add(plan, &sample->tour, sample->n, sample->dirty, &sample->pieces);
    mosaic_pieces_run(&sample->problem, sample->words, 0, plan->seed, team, &sample->pieces);
    for (uint32_t ant = 0; ant < sample->pieces.count && checked; ++ant) {
        require_report(sample, ant);
    }
    const struct mosaic_pieces_outcome outcome = pieces_collect(
        &sample->problem, &sample->pieces, 0, sample->pieces.count, &sample->merge, &sample->tour, sample->dirty);
    REQUIRE(!outcome.wrong);
    REQUIRE_INT(sample->tour.length, ==, before - outcome.gain);
    require_tour(&sample->problem, &sample->tour);
    return outcome;
}

/* ------------------------------------------------------------------------------------------------------------------ */

TEST(reports_are_tours_with_the_reported_gain)
{
    for (uint32_t turn = 0; turn < 120; turn += test_tier(7, 1)) {
        const uint32_t n = turn < 60 ? 5 + turn / 2 : 40 + random_below(260);
        struct sample sample;
        create(&sample, turn % KINDS, n, 40);
        start_at_random(&sample);
        for (uint32_t iteration = 1; iteration <= 8; ++iteration) {
            const struct mosaic_pieces_plan plan = {
                .seed = turn,
                .iteration = iteration,
                .ants = 10 + turn % 30,
                .chunk = 1 + random_below(PIECE_GIVEN),
                .window = 0,
                .moves = 1 + random_below(64),
                .kicks = 1 + random_below(16),
                .kopt = turn % 2 > 0 ? 2 + random_below(KOPT_MOST - 1) : 0,
                .beam = random_below(PIECE_BEAM_MOST + 1),
                .threshold = turn % 3 == 2 ? random_below(3000) : 0,
            };
            launch(&sample, &plan, true);
        }
        destroy(&sample);
    }
}

TEST(windows_are_respected_and_their_reports_all_taken)
{
    uint64_t taken = 0;
    for (uint32_t turn = 0; turn < 80; turn += test_paths(4, 1)) {
        const uint32_t n = turn < 50 ? 5 + turn : 60 + random_below(800);
        struct sample sample;
        create(&sample, turn % KINDS, n, n);
        start_at_random(&sample);
        for (uint32_t iteration = 1; iteration <= 12; ++iteration) {
            const struct mosaic_pieces_plan plan = {
                .seed = turn,
                .iteration = iteration,
                .chunk = PIECE_GIVEN,
                .window = 1 + random_below(PIECE_GIVEN),
                .moves = 64,
            };
            const struct mosaic_pieces_outcome outcome = launch(&sample, &plan, true);
            REQUIRE_INT(outcome.taken, ==, outcome.reported);
            taken += outcome.taken;
            if (iteration % 4 == 0) {
                mark_all(&sample);
            }
        }
        destroy(&sample);
    }
    REQUIRE(taken > test_paths(250, 1000));
}

/* Combines kicks and windows, which no plan of the library does. */
TEST(kicks_respect_windows)
{
    uint64_t kicks = 0, gains = 0;
    for (uint32_t turn = 0; turn < 60; turn += test_paths(4, 1)) {
        const uint32_t n = 40 + random_below(400);
        struct sample sample;
        create(&sample, turn % KINDS, n, 16);
        start_at_random(&sample);
        sample.pieces.count = 16;
        for (uint32_t ant = 0; ant < 16; ++ant) {
            sample.pieces.jobs[ant] = (struct piece_job){.ant = ant,
                                                         .iteration = turn,
                                                         .moves = 20,
                                                         .kicks = 8,
                                                         .from = random_below(n),
                                                         .count = n / 16 + 1,
                                                         .window = random_below(n),
                                                         .width = 1 + random_below(n)};
        }
        mosaic_pieces_run(&sample.problem, sample.words, 0, turn, team, &sample.pieces);
        for (uint32_t ant = 0; ant < 16; ++ant) {
            require_report(&sample, ant);
            kicks += sample.pieces.reports[ant].kicks;
            gains += sample.pieces.reports[ant].gain > 0;
        }
        destroy(&sample);
    }
    printf("%llu kicks in windows, %llu reports\n", (unsigned long long)kicks, (unsigned long long)gains);
    REQUIRE(kicks > test_paths(100, 400) && gains > test_paths(50, 200));
}

TEST(a_report_with_a_wrong_gain_is_found)
{
    struct sample sample;
    create(&sample, PLANE, 200, 60);
    start_at_random(&sample);
    const struct mosaic_pieces_plan plan = {.seed = 1, .iteration = 1, .chunk = 8, .moves = 8};
    pieces_add(&plan, &sample.tour, sample.n, sample.dirty, &sample.pieces);
    mosaic_pieces_run(&sample.problem, sample.words, 0, 1, team, &sample.pieces);
    uint32_t ant = 0;
    while (sample.pieces.reports[ant].pieces == 0) {
        ++ant;
    }
    ++sample.pieces.reports[ant].gain;
    const int64_t before = sample.tour.length;
    REQUIRE(pieces_collect(&sample.problem, &sample.pieces, 0, sample.pieces.count, &sample.merge, &sample.tour,
                           sample.dirty)
                .wrong);
    REQUIRE_INT(before, ==, length_of(&sample.problem, sample.tour.ord));
    destroy(&sample);
}

TEST(nodes_without_room_stay_dirty)
{
    struct sample sample;
    create(&sample, PLANE, 200, 3);
    start_at_random(&sample);
    const struct mosaic_pieces_plan plan = {.seed = 1, .iteration = 1, .ants = 50, .chunk = 10, .moves = 8, .kicks = 4};
    pieces_add(&plan, &sample.tour, sample.n, sample.dirty, &sample.pieces);
    REQUIRE_INT(sample.pieces.count, ==, 3);
    uint32_t left = 0;
    for (uint32_t node = 0; node < sample.n; ++node) {
        left += sample.dirty[node / 32] >> node % 32 & 1;
    }
    REQUIRE_INT(left, ==, 170);
    destroy(&sample);
}

TEST(windows_are_for_long_tours_with_many_reports)
{
    static const uint32_t rows[][4] = {/* nodes, launch, reports, window */
                                       {5, 1, 0, 0},
                                       {20000, 1, 0, 0},
                                       {20001, 1, 0, 2000},
                                       {20001, 2, 5000, 0},
                                       {131072, 2, 5000, 0},
                                       {131073, 2, 5000, 32768},
                                       {1000000, 3, 1001, 32768},
                                       {1048576, 3, 0, 0},
                                       {1048577, 3, 0, 262144},
                                       {10000000, 8, 1001, 625000},
                                       {1000000, 3, 1000, 0},
                                       {1000000, 8, 5000, 250000},
                                       {1000000, 8, 1000, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_INT(mosaic_pieces_window(rows[k][0], rows[k][1], rows[k][2]), ==, rows[k][3]);
    }
}

/* Improves to a local optimum: two launches with windows, then launches without windows. */
static int64_t descend(struct sample *sample, uint32_t window, const char *name)
{
    struct mosaic_pieces_plan plan = {.seed = 3, .window = window, .chunk = 8, .moves = window > 0 ? 64 : 8};
    const double scale = 0.7124 * sqrt((double)sample->n * 1e10);
    uint64_t reported = 0, taken = 0;
    while (any_dirty(sample)) {
        ++plan.iteration;
        plan.window = plan.iteration <= 2 ? window : 0;
        plan.moves = plan.window > 0 ? 64 : 8;
        const struct mosaic_pieces_outcome outcome = launch(sample, &plan, plan.iteration % 16 == 1);
        reported += outcome.reported;
        taken += outcome.taken;
        REQUIRE(plan.iteration < 1000);
    }
    printf("%s: %u launches, %llu of %llu reports taken, %.2f %%\n", name, (unsigned)plan.iteration,
           (unsigned long long)taken, (unsigned long long)reported, 100 * ((double)sample->tour.length / scale - 1));
    return sample->tour.length;
}

TEST(tours_get_short)
{
    const uint32_t n = test_tier(500, 2000);
    struct sample sample;
    create(&sample, PLANE, n, n);
    const double scale = 0.7124 * (1 + 0.84 / sqrt(n)) * sqrt(n * 1e10); /* optimal tours (Johnson and McGeoch 1997) */
    if (test_paths(0, 1)) {
        start_at_random(&sample);
        descend(&sample, 0, "random");
        REQUIRE((double)sample.tour.length < 1.06 * scale);
        start_greedy(&sample);
        descend(&sample, 200, "greedy, windows of 200");
        REQUIRE((double)sample.tour.length < 1.06 * scale);
    }
    start_greedy(&sample);
    const int64_t first = descend(&sample, 0, "greedy");
    REQUIRE((double)sample.tour.length < 1.06 * scale);
    struct mosaic_pieces_plan plan = {.seed = 5, .ants = 100, .chunk = 8, .moves = 8, .kicks = 16};
    for (uint32_t part = 0; part < test_tier(1, 3); ++part) {
        uint64_t kicks = 0;
        while (kicks < test_paths(n / 2, 4 * n)) {
            ++plan.iteration;
            kicks += launch(&sample, &plan, plan.iteration % 16 == 1).kicks;
        }
        printf("part %u of kicks: %lld %.2f %%\n", (unsigned)part, (long long)sample.tour.length,
               100 * ((double)sample.tour.length / scale - 1));
    }
    REQUIRE((double)sample.tour.length < (test_paths(0, 1) ? 1.022 : 1.06) * scale && sample.tour.length < first);
    destroy(&sample);
}

/* A kick may lengthen the tour only by less than the threshold. */
TEST(a_threshold_lets_tours_get_longer)
{
    struct sample sample;
    create(&sample, GRID, 150, 150); /* many tours have the same length */
    start_greedy(&sample);
    descend(&sample, 0, "greedy, a grid");
    uint32_t longer = 0, as_long = 0;
    struct mosaic_pieces_plan plan = {.seed = 6, .ants = 20, .chunk = 8, .moves = 8, .kicks = 4};
    for (plan.iteration = 2000; plan.iteration < 2100; plan.iteration += test_paths(4, 1)) {
        const int64_t before = sample.tour.length;
        plan.threshold = (2099 - plan.iteration) / 10;
        const struct mosaic_pieces_outcome outcome = launch(&sample, &plan, true);
        longer += sample.tour.length > before;
        as_long += sample.tour.length == before && outcome.taken > 0;
        REQUIRE(plan.threshold > 1 || outcome.gain >= 0);
        REQUIRE(outcome.gain + (int64_t)plan.threshold * outcome.taken >= 0);
    }
    printf("launches: %u tours longer, %u others as long\n", (unsigned)longer, (unsigned)as_long);
    REQUIRE(longer > test_paths(1, 5) && as_long > 0);
    destroy(&sample);
}

/* Other values of k-opt and beam change reports; the default values given explicitly do not. */
TEST(move_and_beam_change_reports)
{
    enum { SAME = 3 }; /* the first three of `ways` mean the defaults */
    static const uint32_t ways[][2] = {{PIECE_KOPT, PIECE_BEAM},
                                       {0, PIECE_BEAM},
                                       {PIECE_KOPT, 0},
                                       {2, 0},
                                       {3, 0},
                                       {5, 0},
                                       {8, 0},
                                       {0, 1},
                                       {0, 2},
                                       {0, 4}};
    struct sample sample;
    create(&sample, PLANE, 2000, 250);
    struct piece_report first[250];
    for (size_t i = 0; i <= sizeof ways / sizeof ways[0]; i += test_paths(3, 1)) {
        struct mosaic_pieces_plan plan = {.seed = 7, .iteration = 1, .chunk = 8, .moves = 64};
        plan.kopt = i > 0 ? ways[i - 1][0] : 0;
        plan.beam = i > 0 ? ways[i - 1][1] : 0;
        start_greedy(&sample);
        sample.pieces.count = 0;
        pieces_add(&plan, &sample.tour, sample.n, sample.dirty, &sample.pieces);
        REQUIRE_INT(sample.pieces.count, ==, 250);
        mosaic_pieces_run(&sample.problem, sample.words, 0, plan.seed, team, &sample.pieces);
        int64_t gain = 0;
        for (uint32_t ant = 0; ant < 250; ++ant) {
            require_report(&sample, ant);
            gain += sample.pieces.reports[ant].gain;
        }
        printf("--exchange %u --beam %u: ants gain %lld\n", (unsigned)plan.kopt, (unsigned)plan.beam, (long long)gain);
        if (i == 0) {
            memcpy(first, sample.pieces.reports, sizeof first);
        } else {
            REQUIRE((memcmp(first, sample.pieces.reports, sizeof first) == 0) == (i <= SAME));
        }
    }
    destroy(&sample);
}

TEST_MAIN_ENV_WITH(REQUIRE_OK(base_team_create(&env, 1, &team)), base_team_destroy(&team))
