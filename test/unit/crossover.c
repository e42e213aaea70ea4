/* Crossover: the child is a tour, shorter than its parent by the reported gain, and always the same. */
#include "mosaic/crossover.h"

#include "mosaic_support.h"

enum { WIDTH = 10, MOST_NODES = 2000 };
enum { ALL_CYCLES, SINGLE_CYCLES, BLOCKS, KINDS }; /* kinds of crossover; crossover `when` is of kind when % KINDS */

/* ------------------------------------------------------------------------------------------------------------------ */

/* Makes a problem of points on a square grid of `sites` x `sites`, with lists of the nearest nodes. */
static struct mosaic_problem grid_of(uint32_t n, uint32_t sites, bool joint)
{
    struct swarm_instance *instance = random_points(joint ? n - 1 : n, sites);
    return problem_with(joint ? joined(instance) : instance,
                        (struct tsp_candidates){.length = WIDTH < n - 1 ? WIDTH : n - 1});
}

/* Reverses `count` nodes from position `from` on. */
static void reverse(const struct mosaic_problem *problem, struct mosaic_tour *tour, uint32_t from, uint32_t count)
{
    const uint32_t n = problem->n;
    for (uint32_t k = 0; k < count / 2; ++k) {
        const uint32_t p = (from + k) % n, q = (from + count - 1 - k) % n, u = tour->ord[p];
        tour->ord[p] = tour->ord[q];
        tour->ord[q] = u;
        tour->pos[tour->ord[p]] = p;
        tour->pos[u] = q;
    }
}

/* Makes a 2-opt move of v that gains: with successors (side 0) or with predecessors. Returns false if
 * there is none. */
static bool two_opt_at(const struct mosaic_problem *problem, struct mosaic_tour *tour, uint32_t v, uint32_t side)
{
    const uint32_t n = problem->n, p = tour->pos[v], step = side == 0 ? 1 : n - 1, v2 = tour->ord[(p + step) % n];
    for (uint32_t k = 0; k < problem->width; ++k) {
        const uint32_t c = problem->near[(size_t)v * problem->width + k], q = tour->pos[c];
        const uint32_t d = tour->ord[(q + step) % n];
        const int64_t gain = (int64_t)mosaic_length(problem, v, v2) + mosaic_length(problem, c, d)
                             - mosaic_length(problem, v, c) - mosaic_length(problem, v2, d);
        if (gain > 0) {
            const uint32_t from = side == 0 ? (p + 1) % n : p, to = side == 0 ? q : (q + n - 1) % n;
            const uint32_t count = (to + n - from) % n + 1;
            if (2 * count <= n) {
                reverse(problem, tour, from, count);
            } else {
                reverse(problem, tour, (to + 1) % n, n - count);
            }
            tour->length -= gain;
            return true;
        }
    }
    return false;
}

/* Makes a random tour and improves it until no 2-opt move over the lists gains. */
static struct mosaic_tour two_opt_tour(const struct mosaic_problem *problem)
{
    struct mosaic_tour tour = random_tour(problem);
    for (bool better = true; better;) {
        better = false;
        for (uint32_t v = 0; v < problem->n; ++v) {
            while (two_opt_at(problem, &tour, v, 0) || two_opt_at(problem, &tour, v, 1)) {
                better = true;
            }
        }
    }
    return tour;
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void copy_tour(struct mosaic_tour *to, const struct mosaic_tour *from, uint32_t n)
{
    memcpy(to->ord, from->ord, n * sizeof *to->ord);
    memcpy(to->pos, from->pos, n * sizeof *to->pos);
    to->length = from->length;
}

/* A crossover, and copies of its inputs. */
struct sample {
    const struct mosaic_problem *problem;
    struct mosaic_crossover *crossover;
    uint32_t *before;  /* [n] copy of tour A, made before the crossover */
    uint32_t *other;   /* [n] tour B, whose parts the crossover takes */
    uint32_t *dirty;   /* [ceil(n / 32)] a bit per node whose neighbours changed */
    uint32_t *dropped; /* [mosaic_crossover_dropped(n)] single cycles that failed */
};

static void destroy_crossover(void *object)
{
    struct mosaic_crossover *crossover = object;
    mosaic_crossover_destroy(&crossover);
}

static struct sample sample_of(const struct mosaic_problem *problem)
{
    struct sample sample = {.problem = problem,
                            .before = test_memory(problem->n, sizeof *sample.before),
                            .other = test_memory(problem->n, sizeof *sample.other),
                            .dirty = test_memory(problem->n / 32 + 1, sizeof *sample.dirty),
                            .dropped = test_memory(mosaic_crossover_dropped(problem->n), sizeof *sample.dropped)};
    REQUIRE_OK(mosaic_crossover_create(&env, problem, &sample.crossover));
    test_defer(destroy_crossover, sample.crossover);
    return sample;
}

/* Requires that the dirty bits are exactly those of nodes whose neighbours changed, and the bit that was set before. */
static void require_dirty(const struct sample *sample, const struct mosaic_tour *a)
{
    const uint32_t n = sample->problem->n;
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t v = sample->before[p], q = a->pos[v];
        const uint32_t one = sample->before[(p + 1) % n], other = sample->before[(p + n - 1) % n];
        const uint32_t next = a->ord[(q + 1) % n], last = a->ord[(q + n - 1) % n];
        const bool same = (one == next && other == last) || (one == last && other == next);
        REQUIRE_INT((sample->dirty[v / 32] >> (v % 32)) & 1, ==, v == 3 || !same);
    }
}

static struct mosaic_crossed cross(struct sample *sample, struct mosaic_tour *a, const struct mosaic_tour *b,
                                   uint32_t when)
{
    const uint32_t n = sample->problem->n;
    const int64_t length = a->length;
    memcpy(sample->before, a->ord, n * sizeof *a->ord);
    memcpy(sample->other, b->ord, n * sizeof *b->ord);
    memset(sample->dirty, 0, (n / 32 + 1) * sizeof *sample->dirty);
    sample->dirty[0] = 1 << 3;
    memset(sample->dropped, 0, mosaic_crossover_dropped(n) * sizeof *sample->dropped);
    const struct draw_stream stream = draw_stream_of(7, 1, when);
    const struct mosaic_assembly assembly = {.blocks = when % KINDS == BLOCKS, .dropped = sample->dropped};
    const struct mosaic_crossed crossed =
        when % KINDS == ALL_CYCLES ? mosaic_cross(sample->crossover, a, b, stream, sample->dirty, NULL)
                                   : mosaic_assemble(sample->crossover, a, b, stream, sample->dirty, &assembly);
    REQUIRE(!crossed.wrong);
    REQUIRE(crossed.taken <= 1 || when % KINDS != BLOCKS);
    REQUIRE(crossed.gain == 0 || when % KINDS == ALL_CYCLES || a->length != b->length);
    REQUIRE_INT(crossed.gain, >=, 0);
    REQUIRE_INT(crossed.gain > 0, ==, crossed.taken > 0);
    REQUIRE_INT(a->length, ==, length - crossed.gain);
    require_tour(sample->problem, a);
    require_tour(sample->problem, b);
    REQUIRE(memcmp(sample->other, b->ord, n * sizeof *b->ord) == 0);
    require_dirty(sample, a);
    return crossed;
}

/* Repeats the crossover that made `a` from before[], and requires the same result. */
static void require_same_again(struct sample *sample, const struct mosaic_tour *a, const struct mosaic_tour *b,
                               uint32_t when)
{
    const uint32_t n = sample->problem->n;
    struct mosaic_tour again = tour_of(n);
    memcpy(again.ord, sample->before, n * sizeof *again.ord);
    mosaic_tour_settle(sample->problem, NULL, &again);
    cross(sample, &again, b, when);
    REQUIRE(memcmp(again.ord, a->ord, n * sizeof *a->ord) == 0);
}

/* Crosses two tours `times` times; returns how many crossovers gained. */
static uint32_t cross_often(const struct mosaic_problem *problem, bool improved, uint32_t times)
{
    struct sample sample = sample_of(problem);
    struct mosaic_tour a = improved ? two_opt_tour(problem) : random_tour(problem);
    struct mosaic_tour b = improved ? two_opt_tour(problem) : random_tour(problem);
    uint32_t gained = 0;
    require_tour(problem, &a);
    for (uint32_t when = 0; when < times; ++when) {
        gained += cross(&sample, &a, &b, when).gain > 0;
        require_same_again(&sample, &a, &b, when);
        const struct mosaic_tour last = a;
        a = b;
        b = last;
    }
    return gained;
}

TEST(one_crossover_takes_many_moves_and_memory_grows_with_nodes)
{
    struct mosaic_problem problem = grid_of(2500, 1000000, false);
    struct sample sample = sample_of(&problem);
    struct mosaic_tour a = two_opt_tour(&problem), b = two_opt_tour(&problem);
    const int64_t length = a.length;
    const struct mosaic_crossed crossed = cross(&sample, &a, &b, 0);
    REQUIRE_INT(crossed.taken, >, 20);
    REQUIRE_INT(crossed.gain * 100, >, length);
    for (uint32_t n = 5; n < 2000000000; n *= 3) {
        REQUIRE(mosaic_crossover_bytes(n) > 40 * (uint64_t)n);
        REQUIRE(mosaic_crossover_bytes(n) < 100 * (uint64_t)n + 300000);
    }
}

TEST(crossovers_differ_by_seed_ant_and_iteration)
{
    struct mosaic_problem problem = grid_of(500, 10000, false);
    struct sample sample = sample_of(&problem);
    struct mosaic_tour first = two_opt_tour(&problem), b = two_opt_tour(&problem), a = random_tour(&problem);
    int64_t gains[4];
    for (uint32_t k = 0; k < 4; ++k) {
        copy_tour(&a, &first, problem.n);
        gains[k] = mosaic_cross(sample.crossover, &a, &b,
                                draw_stream_of(k == 1 ? UINT64_C(1) << 32 : 0, k == 2, k == 3), sample.dirty, NULL)
                       .gain;
        REQUIRE(k == 0 || gains[k] != gains[0]);
    }
}

TEST(blocks_gain_where_cycles_no_longer_do)
{
    uint32_t gained[KINDS] = {0};
    for (uint32_t time = 0; time < 20; ++time) {
        struct mosaic_problem problem = grid_of(500, 10000, false);
        struct sample sample = sample_of(&problem);
        struct mosaic_tour a = two_opt_tour(&problem), b = two_opt_tour(&problem);
        for (uint32_t when = 0; when < 10 * KINDS; when += KINDS) {
            cross(&sample, &a, &b, when + ALL_CYCLES);
        }
        for (uint32_t when = 0; when < 10 * KINDS; when += KINDS) {
            gained[SINGLE_CYCLES] += cross(&sample, &a, &b, when + SINGLE_CYCLES).gain > 0;
        }
        for (uint32_t when = 0; when < 10 * KINDS; when += KINDS) {
            gained[BLOCKS] += cross(&sample, &a, &b, when + BLOCKS).gain > 0;
        }
        test_clean();
    }
    REQUIRE_INT(gained[BLOCKS], >, 5);
    REQUIRE_INT(gained[BLOCKS], >, 2 * gained[SINGLE_CYCLES]);
}

TEST(tours_are_crossed_with_each_other)
{
    uint32_t gained = 0;
    const uint32_t times = test_tier(61, 300);
    for (uint32_t time = 1; time <= times; ++time) {
        const uint32_t n = time % 30 == 0  ? MOST_NODES
                           : time % 5 == 0 ? 200 + random_below(300)
                                           : 8 + random_below(100);
        struct mosaic_problem problem = grid_of(n, 10000, false);
        gained += cross_often(&problem, true, 4) > 0;
        test_clean();
    }
    REQUIRE_INT(gained, >, times * 3 / 4);
}

TEST(tours_that_share_nearly_nothing_and_the_smallest_tours_are_crossed)
{
    for (uint32_t time = 0; time < 300; time += test_tier(7, 1)) {
        struct mosaic_problem problem = grid_of(5 + random_below(time % 10 == 0 ? 1000 : 40), 10000, false);
        cross_often(&problem, false, 4);
    }
    for (uint32_t time = 0; time < test_paths(300, 3000); ++time) {
        struct mosaic_problem problem = grid_of(5 + random_below(8), 100, time % 2 == 1);
        cross_often(&problem, time % 3 == 0, 2);
        test_clean();
    }
}

TEST(sites_with_several_nodes_and_joints_are_crossed)
{
    for (uint32_t time = 0; time < 200; ++time) {
        const uint32_t sites[] = {1, 2, 5, 10000};
        struct mosaic_problem problem = grid_of(8 + random_below(200), sites[time % 4], time / 4 % 2 == 1);
        const uint32_t gained = cross_often(&problem, time / 8 % 2 == 1, 3);
        REQUIRE(gained == 0 || sites[time % 4] > 1);
    }
}

TEST(a_tour_takes_nothing_from_itself_reversed)
{
    struct mosaic_problem problem = grid_of(100, 1000, false);
    struct sample sample = sample_of(&problem);
    struct mosaic_tour a = random_tour(&problem), b = random_tour(&problem);
    for (uint32_t p = 0; p < problem.n; ++p) {
        b.ord[p] = a.ord[(137 - p) % problem.n];
        b.pos[b.ord[p]] = p;
    }
    b.length = a.length;
    const struct mosaic_crossed crossed = cross(&sample, &a, &b, 0);
    REQUIRE_INT(crossed.gain, ==, 0);
    REQUIRE(memcmp(a.ord, sample.before, problem.n * sizeof *a.ord) == 0);
}

/* Crosses without a record of dropped cycles, with an empty record and with a full one; results are equal. */
TEST(dropped_cycles_would_be_dropped_again)
{
    uint32_t recorded = 0;
    for (uint32_t time = 0; time < 20; ++time) {
        struct mosaic_problem problem = grid_of(500, 10000, false);
        struct sample sample = sample_of(&problem);
        struct mosaic_tour first = two_opt_tour(&problem), b = two_opt_tour(&problem), a = random_tour(&problem);
        const uint32_t size = mosaic_crossover_dropped(problem.n);
        uint32_t *dropped = test_memory(size, sizeof *dropped);
        int64_t gains[3];
        for (uint32_t k = 0; k < 3; ++k) {
            copy_tour(&a, &first, problem.n);
            gains[k] =
                mosaic_cross(sample.crossover, &a, &b, draw_stream_of(1, 2, 3), sample.dirty, k > 0 ? dropped : NULL)
                    .gain;
        }
        for (uint32_t i = 0; i < size; ++i) {
            recorded += dropped[i] != 0;
        }
        REQUIRE_INT(gains[1], ==, gains[0]);
        REQUIRE_INT(gains[2], ==, gains[0]);
        test_clean();
    }
    REQUIRE(recorded > 0);
}

TEST_MAIN_ENV()
