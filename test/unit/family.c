/* Host arithmetic of ant algorithms: units and limits of trails, schedule, ranks, random numbers of a race. */
#include <math.h>

#include "aco/local_search.h"
#include "aco/reference.h"
#include "cl/aco/colony_rules.h"
#include "cl/shared/philox.h"

#include "../env.h"

static const struct search_request run = {.seed = 1, .target = -1};

static struct aco_settings settings_of(const struct options *options, uint32_t n, int64_t length)
{
    const struct swarm_instance_info info = {.node_count = n, .symmetric = true};
    return aco_settings_make(options, &run, &info, length);
}

static struct options usual(const struct aco_algorithm *algorithm)
{
    return (struct options){.ants = 25,
                            .alpha = 1,
                            .beta = 2,
                            .rho = algorithm->unsearched.rho,
                            .algorithm = algorithm->name,
                            .candidates = 16,
                            .q0 = algorithm->unsearched.exploit,
                            .xi = 0.1,
                            .p_best = 0.05,
                            .depositors = 6,
                            .restart_after = 250};
}

static uint32_t amount_of(const struct aco_settings *s, int64_t length)
{
    return deposit_amount(length, s->deposit_scale, s->length_shift, s->deposit_maximum);
}

/* The largest amount that one iteration can add to an edge if every tour has this length. */
static uint64_t most_laid(const struct aco_settings *s, int64_t length)
{
    const uint64_t amount = amount_of(s, length), ranks = s->ranks;
    switch (s->algorithm->depositors) {
    case DEPOSITORS_ALL:
        return amount * s->ants + amount * s->elite;
    case DEPOSITORS_RANKED:
        return amount * (ranks * (ranks - 1) / 2) + amount * ranks;
    default:
        return amount;
    }
}

/* Requires settings within their bounds. `nearest`: length of the nearest-neighbour tour, at least 1. */
static void require_bounds(const struct aco_settings *s, const struct options *options, uint64_t nearest)
{
    REQUIRE(fabs((double)s->keep - (1.0 - options->rho) * 4294967296.0) <= 1.0);
    REQUIRE_INT(nearest >> s->length_shift, <, (int64_t)1 << 33);
    REQUIRE_INT(nearest >> s->length_shift, >=, 1);
    REQUIRE_INT(s->deposit_maximum, >=, 1);
    if (s->algorithm->initial == INITIAL_ANTS && s->elite == 0 && !options->set[OPTION_tau0]
        && s->trail_floor == TRAIL_FLOOR) {
        /* all ants with tours of this length deposit tau_0, except for rounding, so trails settle at tau_0 / rho */
        const uint64_t laid = (uint64_t)amount_of(s, (int64_t)nearest) * s->ants;
        REQUIRE(s->trail_initial >= 1 << 20 && s->trail_initial <= 1 << 27);
        REQUIRE(laid <= s->trail_initial && laid + s->ants >= s->trail_initial - 1);
    }
    static const int64_t lengths[] = {0, 1, 1000, 1 << 20, (int64_t)1 << 40, (int64_t)1 << 51};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; ++k) {
        REQUIRE_INT(amount_of(s, lengths[k]), >=, 1);
        REQUIRE_INT(most_laid(s, lengths[k]), <=, TRAIL_MAX); /* trail plus deposit then stay below 2^31 */
        if (s->algorithm->limits) {
            const uint32_t most = trail_maximum_of(amount_of(s, lengths[k]), s->limit_factor);
            const uint32_t least = trail_minimum_of(most, s->floor_fraction);
            REQUIRE_INT(most, >=, amount_of(s, lengths[k])); /* the upper limit includes the factor 1 / rho >= 1 */
            REQUIRE_INT(most, <=, TRAIL_MAX);
            REQUIRE_INT(least, >=, TRAIL_FLOOR);
            REQUIRE_INT(least, <=, most);
        }
    }
    REQUIRE(s->deposit_scale > 0);
    REQUIRE_INT(s->trail_initial, >=, s->trail_floor);
    REQUIRE_INT(s->trail_initial, <=, TRAIL_MAX);
    const struct aco_best best = aco_best_begin(s, 1000);
    if (s->algorithm->limits) {
        REQUIRE_INT(s->trail_initial, ==, best.trail_maximum);
        REQUIRE_INT(best.trail_minimum, >=, TRAIL_FLOOR);
        REQUIRE_INT(best.trail_minimum, <=, best.trail_maximum);
    }
    if (s->algorithm->local_update) { /* repeated local updates keep a trail between limits */
        REQUIRE_INT(trail_updated_locally(TRAIL_FLOOR, s->local_keep, s->local_gain), >=, TRAIL_FLOOR);
        REQUIRE_INT(trail_updated_locally(TRAIL_MAX, s->local_keep, s->local_gain), <=, TRAIL_MAX);
        REQUIRE_INT(trail_updated_locally(s->trail_initial, s->local_keep, s->local_gain), <=, s->trail_initial + 1);
    }
}

TEST(no_choice_makes_trails_pass_2_to_31)
{
    static const double losses[] = {1e-300, 1e-9, 1e-6, 1e-3, 0.02, 0.1, 0.5, 0.98, 1};
    static const double floors[] = {0, 1e-6, 1e9};
    static const double trails[] = {0, 1e-9, 1, 1e9}; /* 0: tau0 is not given */
    static const double local_losses[] = {0, 1e-12, 0.1, 1};
    static const uint32_t counts[] = {1, 3, 25, 65537, 1048576}; /* for ants and elite; depositors are at most 1024 */
    static const int64_t lengths[] = {0,        1, 1000, ((int64_t)1 << 33) - 1, (int64_t)1 << 33, (int64_t)1 << 51,
                                      INT64_MAX};
    static const uint32_t sizes[] = {1, 2, 3, 100, 1000000};
    enum { CASES = 9 * 3 * 4 * 5 * 5 * 7 };
    for (size_t row = 0; row < aco_algorithm_count; ++row) {
        for (uint32_t k = 0; k < CASES; k += test_paths(17, 1)) {
            struct options c = usual(&aco_algorithms[row]);
            c.rho = losses[k % 9];
            c.trail_floor = aco_algorithms[row].limits ? 0 : floors[k / 9 % 3];
            c.tau0 = trails[k / 3 % 4];
            c.set[OPTION_tau0] = c.tau0 > 0;
            c.xi = local_losses[k / 27 % 4];
            c.ants = counts[k / 108 % 5];
            c.elite = counts[(k / 108 + k) % 5];
            c.depositors = counts[(k / 7) % 5] > 1024 ? 1024 : counts[(k / 7) % 5];
            c.candidates = k % 2 ? 16 : 0;
            c.p_best = k % 5 == 0 ? 1e-300 : k % 5 == 1 ? 1 : 0.05;
            c.local_search = k % 3 == 0 ? "3opt" : NULL;
            const int64_t nearest = lengths[k / 2700 % 7];
            const struct aco_settings s = settings_of(&c, sizes[k / 540 % 5], nearest);
            require_bounds(&s, &c, nearest > 0 ? (uint64_t)nearest : 1);
        }
    }
}

TEST(rows_are_padded_to_64_elements_and_the_compressed_array_is_drawn_from_when_its_share_is_visited)
{
    static const uint32_t sizes[][2] = {{1, 64}, {2, 64}, {63, 64}, {64, 64}, {65, 128}, {1000, 1024}, {10000, 10048}};
    const struct options plain = {.ants = 100, .alpha = 1, .beta = 2, .rho = 0.5};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        REQUIRE_INT(settings_of(&plain, sizes[i][0], 1).stride, ==, sizes[i][1]);
    }
    static const struct {
        double share;
        uint32_t n, step;
    } expected[] = {{0, 10, 1},     {0.05, 10, 1}, {0.1, 10, 1},    {0.11, 10, 2},     {0.85, 10, 9},
                    {0.85, 20, 17}, {0.85, 1, 1},  {0.85, 100, 85}, {0.85, 1002, 852}, {1, 10, 10}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; ++k) {
        const struct options c = {.ants = 100, .alpha = 1, .beta = 2, .rho = 0.5, .compress_from = expected[k].share};
        REQUIRE_INT(settings_of(&c, expected[k].n, 1).compress_from, ==, expected[k].step);
    }
}

TEST(exponents_are_whole_or_have_24_binary_places)
{
    static const struct {
        double exponent;
        int32_t whole;
        int64_t fixed;
    } rows[] = {{1.5, -1, 3 << 23}, {20, 20, 20 << 24}, {0, 0, 0}, {1e-9, -1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const struct options c = {.ants = 100, .alpha = rows[i].exponent, .beta = rows[i].exponent, .rho = 0.5};
        const struct aco_settings s = settings_of(&c, 10, 1);
        REQUIRE(s.alpha.whole == rows[i].whole && s.alpha.fixed == rows[i].fixed);
        REQUIRE(s.beta.whole == rows[i].whole && s.beta.fixed == rows[i].fixed);
    }
}

/* The value of 1 / length in trail units, for a nearest-neighbour tour of length `nearest`. */
static double unit_of(const struct aco_settings *s, int64_t nearest)
{
    return (double)amount_of(s, nearest) * (double)nearest;
}

static void require_near(double found, double expected, double share)
{
    if (!(fabs(found - expected) <= share * fabs(expected) + 2)) {
        fprintf(stderr, "%s: %.17g, expected %.17g\n", test_name, found, expected);
        exit(1);
    }
}

TEST(trails_begin_as_published)
{
    static const int64_t nearest = 123456;
    enum { N = 1000 };
    for (size_t row = 0; row < aco_algorithm_count; ++row) {
        const struct aco_algorithm *algorithm = &aco_algorithms[row];
        const struct options c = usual(algorithm);
        const struct aco_settings s = settings_of(&c, N, nearest);
        /* deposit in units of 1 / L: rho if deposits are multiplied by rho, otherwise 1 */
        const double deposit = algorithm->deposited_only ? c.rho : 1;
        const double tau_0 = unit_of(&s, nearest) / (double)nearest / deposit
                             * (algorithm->initial == INITIAL_ANTS  ? c.ants
                                : algorithm->initial == INITIAL_RHO ? 1 / c.rho
                                                                    : 1.0 / N);
        require_near(s.trail_initial, tau_0, 1e-4);
    }
}

/* Stuetzle and Hoos: tau_max = 1 / (rho L_best). With local search tau_min = tau_max / 2n; otherwise p_best determines
 * tau_min for an ant that chooses among half of its list. */
TEST(limits_are_those_of_stuetzle_and_hoos)
{
    static const double losses[] = {0.01, 0.02, 0.2, 0.5, 0.9, 1}, shares[] = {0.005, 0.05, 0.5, 0.99, 1};
    static const uint32_t sizes[] = {5, 100, 1002, 85900, 1000000}, lists[] = {0, 1, 5, 16, 20, 32};
    static const int64_t nearest = 300000, best = 259045;
    for (uint32_t k = 0; k < 6 * 5 * 5 * 6 * 2; ++k) {
        struct options c = usual(aco_algorithm_find("mmas"));
        const uint32_t n = sizes[k / 30 % 5];
        c.rho = losses[k % 6];
        c.p_best = shares[k / 6 % 5];
        c.candidates = lists[k / 150 % 6];
        c.local_search = k / 900 ? "2opt" : NULL;
        const struct aco_settings s = settings_of(&c, n, nearest);
        const uint32_t most = trail_maximum_of(amount_of(&s, best), s.limit_factor);
        require_near(most, fmin(TRAIL_MAX, unit_of(&s, nearest) / (double)best / c.rho), 2e-5);
        const double p = pow(c.p_best, 1.0 / n), chosen_from = floor((s.candidates > 0 ? s.candidates + 1 : n) / 2.0);
        const double share = c.local_search ? 1 / (2.0 * n) : (1 - p) / (p * chosen_from);
        require_near(trail_minimum_of(most, s.floor_fraction), fmax(TRAIL_FLOOR, fmin(1, share) * most), 1e-6);
    }
}

TEST(trails_of_a_best_tour_approach_the_upper_limit_and_local_updates_the_first_trail)
{
    struct options c = usual(aco_algorithm_find("mmas"));
    c.rho = 0.2;
    struct aco_settings s = settings_of(&c, 100, 10000);
    const uint32_t amount = amount_of(&s, 9000), most = trail_maximum_of(amount, s.limit_factor);
    uint32_t trail = 1;
    for (int k = 0; k < 200; ++k) {
        trail = trail_evaporated(trail, s.keep, 1) + amount;
    }
    require_near(trail, most, 1e-5);
    c = usual(aco_algorithm_find("acs"));
    s = settings_of(&c, 100, 10000);
    uint32_t high = 8 * s.trail_initial, low = TRAIL_FLOOR;
    for (int k = 0; k < 500; ++k) {
        high = trail_updated_locally(high, s.local_keep, s.local_gain);
        low = trail_updated_locally(low, s.local_keep, s.local_gain);
    }
    require_near(high, s.trail_initial, 1e-4);
    require_near(low, s.trail_initial, 1e-4);
}

/* ACOTSP 1.03 with local search: less than `below` iterations after a restart, every `every`-th has a best deposit. */
static const struct {
    uint64_t below;
    uint32_t every;
} schedule[] = {{25, 25}, {75, 5}, {125, 3}, {250, 2}, {0, 1}};

TEST(depositors_take_turns_as_in_acotsp)
{
    size_t row = 0;
    for (uint64_t age = 1; age < 1000; ++age) {
        row += schedule[row].below > 0 && age >= schedule[row].below;
        for (uint64_t stale = 0; stale <= age; stale += stale < 49 || stale > 53 ? 7 : 1) {
            const bool turn = age % schedule[row].every == 0;
            const uint32_t expected = !turn ? TURN_ITERATION : row == 4 && stale > 50 ? TURN_BEST : TURN_RESTART;
            REQUIRE_INT(colony_turn(age, stale, true), ==, expected);
            REQUIRE_INT(colony_turn(age, stale, false), ==, age % 25 == 0 ? TURN_RESTART : TURN_ITERATION);
        }
    }
    REQUIRE_INT(row, ==, 4);
    REQUIRE_INT(colony_turn((uint64_t)1 << 40, (uint64_t)1 << 39, true), ==, TURN_BEST);
}

/* A branch counts if its trail exceeds the row's minimum by lambda = 0.05 of the row's range. */
TEST(a_trail_counts_above_a_twentieth_of_what_its_row_spans)
{
    REQUIRE(!trail_branches(5, 5, 5)); /* equal trails: none counts */
    REQUIRE(trail_branches(6, 5, 6));
    REQUIRE(!trail_branches(1005, 5, 20005));
    REQUIRE(trail_branches(1006, 5, 20005));
    REQUIRE(trail_branches(TRAIL_MAX, 1, TRAIL_MAX));
    REQUIRE(trail_branches(0x7fffffff, 0, 0x7fffffff));
    for (uint32_t k = 0; k < 1000; ++k) {
        const struct philox_block block = philox4x32((struct philox_block){k, 0, 0, 0}, 1, 2);
        const uint32_t smallest = block.w0 >> 2 >> k % 29, span = block.w1 >> 2 >> k % 23;
        const uint32_t trail = smallest + (uint32_t)((uint64_t)span * block.w2 >> 32);
        const bool counts =
            20 * (uint64_t)(trail - smallest) > span + 20; /* a trail within a unit of the limit may count or not */
        REQUIRE(!counts || trail_branches(trail, smallest, smallest + span));
        REQUIRE(20 * (uint64_t)(trail - smallest) > span || !trail_branches(trail, smallest, smallest + span));
    }
    /* on average two branches per row: the colony has converged */
    REQUIRE_INT(BRANCHES_CONVERGED(1002), ==, 2004);
    REQUIRE_INT(BRANCHES_CONVERGED(65535), ==, 131070);
    REQUIRE_INT(BRANCHES_CONVERGED(1000000), ==, 2000015);
}

TEST(weights_fall_as_choice_info_rises_and_a_link_holds_its_node_and_a_weight_within_a_part_in_512)
{
    uint32_t before = 0x7f800000u;                                   /* bits of infinity */
    const uint32_t most = (uint32_t)(127 + 127 - LIST_OFFSET) << 23; /* largest choice-info on lists */
    for (uint32_t bits = 0x00800000u; bits <= most; bits += 0x2777u) {
        const uint32_t weight = list_weight(float_from_bits(bits));
        REQUIRE_INT(weight, <=, before);
        REQUIRE_INT(weight, >=, 0x00800000); /* bits of the smallest normal number */
        REQUIRE_INT(weight, <, 0x7f800000u);
        const float product = float_from_bits(weight) * float_from_bits(bits);
        REQUIRE(bits < float_bits(8.077935669463161e-28f) || fabsf(product - 1) < 1e-6f);
        before = weight;
    }
    before = 0;
    REQUIRE_INT(list_word(0x12345678u, 77777, false), ==, 0x12345678u);
    REQUIRE_INT(word_weight(0x12345678u, false), ==, 0x12345678u);
    for (uint32_t weight = 0x00800000u; weight < 0x7f000000u; weight += 0x1235u) {
        const uint32_t node = weight * 2654435761u >> 16, link = list_word(weight, node, true);
        const double exact = (double)float_from_bits(weight), held = (double)float_from_bits(word_weight(link, true));
        REQUIRE_INT(link & 0xffffu, ==, node);
        REQUIRE(fabs(held - exact) <= exact / 512);
        REQUIRE_INT(word_weight(link, true), >=, before);
        before = word_weight(link, true);
    }
    REQUIRE_INT(word_weight(list_word(0, 65535, true), true), ==, 0);
}

TEST(the_race_goes_by_key_and_ties_to_the_nearer_candidate)
{
    static const float choices[] = {1e-30f, 1e-20f, 1e-6f, 1.0f, 1.001f, 3.0f, 1e9f, 1e26f};
    enum { CHOICES = sizeof choices / sizeof choices[0] };
    for (uint32_t k = 0; k < CHOICES; ++k) {
        for (uint32_t position = 0; position < LIST_MOST; ++position) {
            const uint32_t weight = list_weight(choices[k]);
            const uint32_t drawn = list_key(22.2f, weight, position, false),
                           taken = list_key(1.0f, weight, position, true);
            REQUIRE_INT(LIST_INDEX(drawn), ==, position);
            REQUIRE_INT(LIST_INDEX(taken), ==, position);
            REQUIRE_INT(drawn, <, 0x7f800000u); /* finite, and below LIST_NONE */
            REQUIRE_INT(list_key(0.0f, weight, position, false), ==, position);
            REQUIRE(position == 0 || drawn > list_key(22.2f, weight, position - 1, false));
            REQUIRE(position == 0 || taken > list_key(1.0f, weight, position - 1, true));
            REQUIRE(taken == list_key(22.2f, weight, position, true)); /* taking the best uses no random number */
            if (k > 1) { /* more choice-info wins at any position, except against the first, whose weight is clamped */
                REQUIRE(taken < list_key(1.0f, list_weight(choices[k - 1]), 0, true));
                REQUIRE(drawn < list_key(22.2f, list_weight(choices[k - 1]), 0, false));
            }
        }
    }
}

/* Compares the amounts of the rank-based Ant System with a sorted list. There are few different lengths, so there are
 * ties. */
TEST(ranks_go_to_the_shortest_tours_and_ties_to_the_lowest_ant)
{
    static const uint32_t ants_of[] = {1, 2, 5, 40}, ranks_of[] = {1, 2, 6, 41, 60};
    for (uint32_t k = 0; k < 20; ++k) {
        struct options c = usual(aco_algorithm_find("ras"));
        c.ants = ants_of[k % 4];
        c.depositors = ranks_of[k / 4];
        const struct aco_settings s = settings_of(&c, 5, 1000);
        const struct aco_best best = aco_best_begin(&s, 900);
        struct aco_arrays arrays;
        REQUIRE_OK(aco_arrays_create(&env, &s, &arrays));
        for (uint32_t ant = 0; ant < s.ants; ++ant) {
            arrays.lengths[ant] = 1000 + philox4x32((struct philox_block){ant, k, 0, 0}, 3, 4).w0 % 6;
        }
        arrays.lengths[ROW_BEST(s.ants)] = 900;
        aco_reference_amounts(&s, &arrays, &best);
        REQUIRE_INT(s.depositors, ==, c.depositors);
        uint32_t rank = 0;
        for (int64_t length = 1000; length < 1006; ++length) {
            for (uint32_t ant = 0; ant < s.ants; ++ant) {
                if (arrays.lengths[ant] == length && rank + 1 < c.depositors) {
                    REQUIRE_INT(arrays.depositors[rank], ==, ant);
                    REQUIRE_INT(arrays.amounts[rank], ==, amount_of(&s, length) * (c.depositors - 1 - rank));
                    ++rank;
                }
            }
        }
        for (; rank + 1 < c.depositors; ++rank) {
            REQUIRE_INT(arrays.amounts[rank], ==, 0); /* more ranks than ants */
        }
        REQUIRE_INT(arrays.depositors[c.depositors - 1], ==, ROW_BEST(s.ants));
        REQUIRE_INT(arrays.amounts[c.depositors - 1], ==, amount_of(&s, 900) * c.depositors);
        aco_arrays_destroy(&arrays);
    }
}

TEST(the_elite_and_all_ants_deposit)
{
    struct options c = usual(aco_algorithm_find("eas"));
    struct aco_settings s = settings_of(&c, 5, 1000);
    REQUIRE_INT(s.elite, ==, 25); /* the default of --elite: the number of ants */
    REQUIRE_INT(s.depositors, ==, 26);
    c.elite = 3;
    s = settings_of(&c, 5, 1000);
    REQUIRE_INT(s.elite, ==, 3);
    const struct aco_best best = aco_best_begin(&s, 900);
    struct aco_arrays arrays;
    REQUIRE_OK(aco_arrays_create(&env, &s, &arrays));
    for (uint32_t row = 0; row <= ROW_BEST(s.ants); ++row) {
        arrays.lengths[row] = 900 + row;
    }
    aco_reference_amounts(&s, &arrays, &best);
    for (uint32_t row = 0; row <= ROW_BEST(s.ants); ++row) {
        REQUIRE_INT(arrays.depositors[row], ==, row);
        REQUIRE_INT(arrays.amounts[row], ==, amount_of(&s, 900 + row) * (row == ROW_BEST(s.ants) ? 3 : 1));
    }
    aco_arrays_destroy(&arrays);
}

TEST_MAIN_ENV()
