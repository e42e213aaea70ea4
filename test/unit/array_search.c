/* Compares kopt.h with explicit graphs, and checks how array_search.h improves individuals. */
#include "cl/shared/draws.h"

#include "mosaic_support.h"
#include "cl/mosaic/array_search.h"

enum { MOST_NODES = 700, WIDTH = 8 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Moves                                                                                                              */

/* Walks from end 0 along arcs and joined ends. True if all k arcs are visited. */
static uint32_t walk(uint32_t k, const uint32_t *mate)
{
    uint32_t end = 0, met = 0;
    do {
        end = mate[end ^ 1u];
        ++met;
    } while (end != 0);
    return met == k;
}

TEST(a_match_is_a_tour_when_its_graph_is)
{
    const uint32_t turns = test_paths(50000, 1000000);
    uint64_t tours = 0;
    for (uint32_t turn = 0; turn < turns; ++turn) {
        const uint32_t k = 2 + turn % (KOPT_MOST - 1);
        uint32_t ends[2 * KOPT_MOST], mate[2 * KOPT_MOST];
        uint64_t match = 0;
        for (uint32_t i = 0; i < 2 * k; ++i) {
            ends[i] = i;
        }
        random_shuffle(ends, 2 * k);
        for (uint32_t i = 0; i < 2 * k; i += 2) {
            match = kopt_join(match, ends[i], ends[i + 1]);
            mate[ends[i]] = ends[i + 1];
            mate[ends[i + 1]] = ends[i];
        }
        const bool is_tour = walk(k, mate);
        tours += is_tour;
        REQUIRE(kopt_is_tour(match, k) == is_tour);
        const uint64_t mirrored = kopt_mirrored(match, k);
        REQUIRE(kopt_is_tour(mirrored, k) == is_tour);
        REQUIRE(kopt_mirrored(mirrored, k) == match);
        for (uint32_t i = 0; i < 2 * k; ++i) {
            REQUIRE_INT(kopt_mate(match, i), ==, mate[i]);
        }
    }
    REQUIRE(10 * tours > turns && 10 * tours < 9 * turns);
}

/* Chooses random levels, and compares kopt_tours() with closing each continuation. */
TEST(continuations_that_give_a_tour_are_known_without_closing)
{
    const uint32_t turns = test_paths(50000, 1000000);
    uint32_t counts[KOPT_MOST] = {0};
    for (uint32_t turn = 0; turn < turns; ++turn) {
        const uint32_t k = 1 + turn % (KOPT_MOST - 1);
        uint32_t ranks = 0, sides = 0;
        for (uint32_t level = 1; level < k; ++level) {
            ranks = kopt_ranks(ranks, level, random_below(level));
            sides |= random_below(2) << level;
        }
        const uint32_t tours = kopt_tours(ranks, sides, k);
        REQUIRE_INT(tours >> 2 * k, ==, 0);
        for (uint32_t bit = 0; bit < 2 * k; ++bit) {
            const uint64_t match = kopt_match(kopt_ranks(ranks, k, bit / 2), sides | (bit % 2) << k, k + 1);
            REQUIRE_INT(tours >> bit & 1, ==, kopt_is_tour(match, k + 1));
            counts[k] += tours >> bit & 1;
        }
    }
    for (uint32_t k = 1; k < KOPT_MOST; ++k) {
        REQUIRE(counts[k] > 0);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Individuals                                                                                                        */

struct sample {
    struct mosaic_problem problem;
    uint32_t *words;
    struct mosaic_individual individual;
};

static struct sample *sample_of(uint32_t n, uint32_t spread)
{
    struct sample *sample = test_memory(1, sizeof *sample);
    sample->problem = problem_of(random_points(n, spread), n - 1 < WIDTH ? n - 1 : WIDTH);
    sample->words = test_memory(ARRAY_WORDS(n), sizeof *sample->words);
    return sample;
}

static struct array_search search_of(struct sample *sample)
{
    const struct problem_view view = mosaic_view(&sample->problem);
    struct array_search search;
    array_take(&search, &view, sample->words, sample->words + ARRAY_LOG_AT(sample->problem.n));
    search.own = (struct mosaic_individual){.kopt = ARRAY_KOPT, .beam = ARRAY_BEAM};
    return search;
}

/* Starts with a random tour and all nodes in the queue. */
static void begin(struct sample *sample, uint64_t kicks)
{
    const uint32_t n = sample->problem.n;
    uint32_t *words = sample->words;
    random_order(words, n);
    for (uint32_t i = 0; i < n; ++i) {
        words[n + words[i]] = i;
        words[2 * n + i] = words[i];
        words[4 * n + i / 32] |= 1u << i % 32;
    }
    sample->individual = (struct mosaic_individual){
        .length = length_of(&sample->problem, words), .kick_end = kicks, .count = n, .number = n};
}

static void require_sample(const struct sample *sample)
{
    const struct mosaic_tour tour = {sample->words, sample->words + sample->problem.n, sample->individual.length};
    require_tour(&sample->problem, &tour);
}

/* Improves, in calls that each examine `budget` nodes. */
static void run(struct sample *sample, uint32_t budget)
{
    for (uint32_t call = 0; !sample->individual.done; ++call) {
        struct array_search search = search_of(sample);
        const int64_t before = sample->individual.length;
        array_run(&search, &sample->individual, 42, budget);
        if (call % 64 == 0 || sample->individual.done) {
            require_sample(sample);
        }
        REQUIRE(sample->individual.kicked || sample->individual.kick_end > 0 || sample->individual.length <= before);
        REQUIRE(call < 100000000);
    }
    REQUIRE_INT(sample->individual.count, ==, 0);
    for (uint32_t i = 0; i < ARRAY_QUEUED_WORDS(sample->problem.n); ++i) {
        REQUIRE_INT(sample->words[4 * sample->problem.n + i], ==, 0);
    }
}

TEST(tours_stay_tours_and_budgets_do_not_matter)
{
    for (uint32_t turn = 0; turn < 120; turn += test_tier(test_paths(19, 7), 1)) {
        const uint32_t n = turn < 60 ? 5 + turn : 100 + random_below(MOST_NODES - 100);
        const uint32_t spreads[] = {1, 3, 40, 10000}, budgets[] = {1, 7, 1000, 1u << 30};
        struct sample *sample = sample_of(n, spreads[turn % 4]);
        const uint64_t state = random_state;
        int64_t lengths[4];
        uint64_t hashes[4];
        for (uint32_t way = 0; way < 4; ++way) {
            random_state = state;
            begin(sample, 200);
            const int64_t start = sample->individual.length;
            sample->individual.kopt = turn % 3 > 0 ? 2 + turn % 7 : 0;
            sample->individual.beam = turn % (ARRAY_BEAM_MOST + 1);
            sample->individual.threshold = turn % 5 == 4 ? start / n : 0;
            run(sample, budgets[way]);
            REQUIRE(sample->individual.length <= start || sample->individual.threshold > 0);
            REQUIRE_INT(sample->individual.kicks, ==, n < 8 ? 0 : 200);
            lengths[way] = sample->individual.length;
            hashes[way] = 0;
            for (uint32_t p = 0; p < n; ++p) {
                hashes[way] = hashes[way] * 6364136223846793005u + sample->words[p] + 1;
            }
            REQUIRE_INT(lengths[way], ==, lengths[0]);
            REQUIRE(hashes[way] == hashes[0]);
        }
    }
}

/* Makes kicks and the moves after them, then undoes all of them. */
TEST(undo_restores_every_position)
{
    for (uint32_t turn = 0; turn < 300; turn += test_tier(11, 1)) {
        const uint32_t n = 8 + random_below(turn < 150 ? 30 : 600);
        struct sample *sample = sample_of(n, 1000);
        begin(sample, 0);
        uint32_t *kept = test_memory(2 * n, sizeof *kept);
        memcpy(kept, sample->words, 2 * n * sizeof *kept);
        struct array_search search = search_of(sample);
        search.own.length = sample->individual.length;
        search.own.kopt = 2 + turn % (KOPT_MOST - 1);
        search.own.beam = 1 + turn % ARRAY_BEAM_MOST;
        const struct draw_stream stream = {turn, 1, 2, 3};
        for (uint32_t k = 0; k < 5; ++k) {
            array_kick(&search, stream, k);
        }
        while (search.own.count > 0 && search.own.logged < ARRAY_LOG_MOST) {
            if (!array_improve(&search, search.queue[search.own.head], true)) {
                array_pop(&search);
            }
        }
        for (uint32_t k = 5; k < search.own.logged; ++k) {
            REQUIRE(search.log[k * ARRAY_LOG_WORDS] <= search.own.kopt);
        }
        sample->individual.length = search.own.length;
        require_sample(sample);
        array_undo(&search);
        REQUIRE(memcmp(kept, sample->words, 2 * n * sizeof *kept) == 0);
    }
}

TEST(tours_get_short)
{
    struct sample *sample = sample_of(MOST_NODES, 100000);
    begin(sample, 0);
    run(sample, 1u << 30);
    const double constant = (double)sample->individual.length / sqrt(MOST_NODES * 1e10);
    REQUIRE(constant > 0.70 && constant < 0.82); /* optimal tours: 0.7124 for many nodes, higher for few */
    const int64_t first = sample->individual.length;
    sample->individual.done = 0;
    sample->individual.kick_end = test_paths(300, 3000);
    run(sample, 1u << 30);
    REQUIRE(sample->individual.length < first);
    REQUIRE(sample->individual.better > 0);
    printf("%lld, with kicks %lld, %u of them better\n", (long long)first, (long long)sample->individual.length,
           (unsigned)sample->individual.better);
}

/* Examines one node per call, from a local optimum. Each kept kick lengthens the tour by less than the threshold. */
TEST(a_threshold_keeps_longer_tours_and_falls)
{
    const uint32_t kicks = test_paths(2000, 5000);
    struct sample *sample = sample_of(MOST_NODES, 3000);
    struct mosaic_individual *individual = &sample->individual;
    uint32_t longer[2] = {0, 0};
    begin(sample, 50);
    run(sample, 1u << 30);
    individual->done = 0;
    individual->before = individual->length;
    individual->kick_begin = individual->kicks;
    individual->kick_end = individual->kicks + kicks;
    individual->threshold = individual->length / MOST_NODES / 2;
    while (!individual->done) {
        const int64_t before = individual->before;
        const uint64_t left = individual->kick_end - individual->kicks;
        struct array_search search = search_of(sample);
        array_run(&search, individual, 42, 1);
        if (individual->before > before) {
            REQUIRE_INT(individual->before - before, <, individual->threshold * (int64_t)left / kicks);
            ++longer[left < kicks / 2];
        }
    }
    require_sample(sample);
    printf("longer tours kept: %u of the first %u kicks, %u of the last\n", (unsigned)longer[0], (unsigned)kicks / 2,
           (unsigned)longer[1]);
    REQUIRE(longer[0] > longer[1] && longer[1] > 0);
}

/* Other values of k-opt and beam change the tours; the default values given explicitly do not. */
TEST(move_and_beam_change_tours)
{
    enum { SAME = 3 }; /* the first three of `ways` mean the defaults */
    static const uint32_t ways[][2] = {{ARRAY_KOPT, ARRAY_BEAM},
                                       {0, ARRAY_BEAM},
                                       {ARRAY_KOPT, 0},
                                       {2, 0},
                                       {3, 0},
                                       {5, 0},
                                       {7, 0},
                                       {0, 1},
                                       {0, 3},
                                       {0, 4}};
    struct sample *sample = sample_of(MOST_NODES, 3000);
    const uint64_t state = random_state;
    uint32_t first[MOST_NODES];
    begin(sample, 300);
    run(sample, 1u << 30);
    memcpy(first, sample->words, sizeof first);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i += test_paths(3, 1)) {
        random_state = state;
        begin(sample, 300);
        sample->individual.kopt = ways[i][0];
        sample->individual.beam = ways[i][1];
        run(sample, 1u << 30);
        printf("--kopt %u --beam %u: %lld\n", (unsigned)ways[i][0], (unsigned)ways[i][1],
               (long long)sample->individual.length);
        REQUIRE((memcmp(first, sample->words, sizeof first) == 0) == (i < SAME));
    }
}

/* Searches with lists that repeat the nearest node nine times and end with the node of rank `last`, from 0. Returns the
 * length of the tour. */
static int64_t length_by_last_entry(struct sample *sample, const uint32_t *ranked, uint32_t last)
{
    enum { BREADTH = 10 };
    static uint32_t near[MOST_NODES * BREADTH];
    static int32_t near_length[MOST_NODES * BREADTH];
    struct mosaic_problem *problem = &sample->problem;
    for (uint32_t i = 0; i < problem->n * BREADTH; ++i) {
        const uint32_t node = i / BREADTH;
        near[i] = ranked[node * WIDTH + (i % BREADTH + 1 == BREADTH ? last : 0)];
        near_length[i] = mosaic_length(problem, node, near[i]);
    }
    problem->near = near;
    problem->near_length = near_length;
    problem->width = BREADTH;
    begin(sample, 0);
    run(sample, 1u << 30);
    return sample->individual.length;
}

TEST(arcs_ignore_the_last_candidates)
{
    struct sample *sample = sample_of(MOST_NODES, 100000);
    const uint64_t state = random_state;
    const uint32_t *ranked = sample->problem.near;
    int64_t lengths[2][2]; /* [symmetric, arcs][rank of the list's last entry] length found */
    for (uint32_t i = 0; i < 4; ++i) {
        random_state = state;
        sample->problem.doubled = i >= 2;
        lengths[i / 2][i % 2] = length_by_last_entry(sample, ranked, i % 2);
    }
    printf("only the nearest %lld, with the next one as the tenth %lld\n", (long long)lengths[0][0],
           (long long)lengths[0][1]);
    REQUIRE(lengths[0][1] < lengths[0][0] * 9 / 10);
    REQUIRE_INT(lengths[1][1], ==, lengths[1][0]);
}

TEST_MAIN_ENV()
