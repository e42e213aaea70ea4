/* Arithmetic that host and kernels share (cl/shared), compared with known answers and with libm in double precision. */
#include <math.h>

#include "cl/shared/draws.h"
#include "cl/aco/edge_math.h"
#include "cl/aco/selection_rules.h"
#include "cl/shared/tsp_metric.h"

#include "../test.h"

/* Requires |a - b| <= bound; the message has the numbers. */
static void require_near(double a, double b, double bound, const char *what, double input)
{
    if (!(fabs(a - b) <= bound)) {
        fprintf(stderr, "%s: %s of %.17g is %.17g, expected %.17g within %g\n", test_name, what, input, a, b, bound);
        exit(1);
    }
}

static uint32_t random_word(uint32_t index, uint32_t stream)
{
    struct philox_block counter = {index, stream, 0, 0};
    return philox4x32(counter, 7, 11).w0;
}

static uint64_t random_long(uint32_t index, uint32_t stream)
{
    return ((uint64_t)random_word(index, stream) << 32) | random_word(index, stream + 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Random numbers                                                                                                     */

static void require_block(struct philox_block found, struct philox_block expected)
{
    REQUIRE(memcmp(&found, &expected, sizeof found) == 0);
}

/* Compares Philox with the answers in the file kat_vectors of Random123. */
TEST(philox_gives_the_published_answers)
{
    struct philox_block zero = {0, 0, 0, 0}, ones = {~0u, ~0u, ~0u, ~0u};
    struct philox_block pi = {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u};
    require_block(philox4x32(zero, 0, 0), (struct philox_block){0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
    require_block(philox4x32(ones, ~0u, ~0u),
                  (struct philox_block){0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
    require_block(philox4x32(pi, 0xa4093822u, 0x299f31d0u),
                  (struct philox_block){0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
}

/* The high 64 bits of a product by shift and add, as reference. */
static uint64_t product_high(uint64_t a, uint64_t b)
{
    uint64_t high = 0, low = 0;
    for (int bit = 63; bit >= 0; --bit) {
        high = (high << 1) | (low >> 63);
        low <<= 1;
        if ((b >> bit) & 1) {
            uint64_t sum = low + a;
            high += sum < low;
            low = sum;
        }
    }
    return high;
}

TEST(a_decision_has_a_counter_of_its_own_and_a_start_node_is_below_n)
{
    const struct draw_stream decision = {3, 4, 5, 6};
    struct philox_block counter = {(DRAW_RACE << 24) | 9, 8, 5, 6};
    require_block(draw_block(decision, DRAW_RACE, 9, 8), philox4x32(counter, 3, 4));
    struct philox_block four = {0x11111111u, 0x22222222u, 0x33333333u, 0x44444444u};
    REQUIRE_INT(draw_roulette_bits(four, 6), ==, 0x1111111122222222);
    REQUIRE_INT(draw_roulette_bits(four, 7), ==, 0x3333333344444444);
    static const uint32_t sizes[] = {1, 2, 3, 1000, 0xffffffffu};
    for (uint32_t k = 0; k < 10000; ++k) {
        struct draw_stream stream = {k, 0, 0, 1};
        uint32_t n = sizes[k % 5];
        REQUIRE_INT(draw_start_node(stream, n), <, n);
        REQUIRE_INT(draw_start_node(stream, n), ==, product_high((uint64_t)draw_block(stream, 0, 0, 0).w0 << 32, n));
    }
}

TEST(a_draw_below_a_total_is_the_high_half_of_the_product)
{
    static const uint64_t edges[] = {0, 1, 2, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1, UINT64_C(1) << 63};
    for (size_t i = 0; i < 6 * 6 * 9; ++i) { /* each of `edges`, and the two numbers before it */
        const uint64_t a = edges[i % 6] - i / 36 % 3, b = edges[i / 6 % 6] - i / 108;
        REQUIRE(draw_below(a, b) == product_high(a, b));
    }
    for (uint32_t k = 0; k < test_paths(20000, 200000); ++k) {
        uint64_t bits = random_long(k, 20), total = random_long(k, 22) >> (k % 64);
        REQUIRE(draw_below(bits, total) == product_high(bits, total));
        REQUIRE(total == 0 || draw_below(bits, total) < total);
    }
}

/* Tests all 2^24 values; the bounds are the documented errors, and the relative one is stated to two digits. */
TEST(an_exponential_draw_keeps_its_stated_error)
{
    REQUIRE(draw_exponential(0xffffffffu) == 0.0f);
    REQUIRE(draw_exponential(0) == 24.0f);
    for (uint32_t k = 0; k < 1u << 24; k += test_paths(61, 1)) {
        double exact = 24.0 - log2((double)(k + 1)), found = (double)draw_exponential((k << 8) | (k & 0xffu));
        require_near(found, exact, fmin(1.3e-6, 3.45e-5 * exact), "draw_exponential", (double)k);
    }
}

/* Tests y / x of all magnitudes, and near the centres and bounds of the three intervals of metric_angle(). */
TEST(an_angle_is_that_of_libm_to_a_part_in_2_to_the_51_and_arcs_follow)
{
    static const double turns[] = {0, 0.198912367379658, 0.41421356237309503, 0.6681786379192989, 1};
    REQUIRE(metric_angle(0, 3) == 0.0);
    require_near(metric_angle(3, 0), acos(0.0), 0x1p-52, "the angle", (double)INFINITY);
    for (uint32_t k = 0; k < test_paths(50000, 1000000); ++k) {
        const double u = (double)random_word(k, 3) / 4294967296.0;
        const double y = k % 3 == 0   ? u
                         : k % 3 == 1 ? ldexp(u, -(int)(random_word(k, 4) % 60))
                                      : fmax(0, turns[k % 5] + (u - 0.5) * ldexp(1, -(int)(random_word(k, 4) % 52)));
        const double x = k % 3 == 2 ? 1 : (double)(random_word(k, 5) | 1u) / 4294967296.0, expected = atan2(y, x);
        require_near(metric_angle(y, x), expected, ldexp(expected, -51), "the angle", y / x);
    }
    const double radius = 6371008.8, pi = 2 * acos(0.0);
    require_near(metric_arc(radius, 0, 0, -radius, 0, 0), pi * radius, 1e-8, "the arc", pi);
    require_near(metric_arc(radius, 0, 0, 0, 0, radius), pi / 2 * radius, 1e-8, "the arc", pi / 2);
    require_near(metric_arc(radius, 0, 0, radius, 1e-3, 0), 1e-3, 1e-12, "the arc", 0);
    REQUIRE(metric_arc(1, 2, 3, 1, 2, 3) == 0.0);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Powers                                                                                                             */

TEST(a_reciprocal_and_a_logarithm_keep_their_stated_errors)
{
    for (int32_t exponent = -90; exponent <= 90; ++exponent) {
        /* every mantissa for two neighbouring exponents, every 1009th for others */
        uint32_t step = exponent == 0 || exponent == 1 ? test_paths(61, 1) : 1009;
        for (uint32_t mantissa = 0; mantissa < 1u << 23; mantissa += step) {
            float w = float_from_bits(((uint32_t)(exponent + 127) << 23) | mantissa);
            require_near((double)power_reciprocal(w) * (double)w, 1.0, 1.5e-7, "w * power_reciprocal(w)", (double)w);
            if (exponent == 90) {
                break;
            }
        }
    }
    const double unit = 1.0 / 16777216.0;
    REQUIRE_INT(power_log2_fixed(1.0f), ==, 0);
    REQUIRE_INT(power_log2_fixed(8.0f), ==, (int64_t)3 << 24);
    REQUIRE_INT(power_log2_fixed(0.25f), ==, -((int64_t)2 << 24));
    for (uint32_t mantissa = 0; mantissa < 1u << 23; mantissa += test_paths(61, 1)) {
        float x = float_from_bits(((127u + mantissa % 2) << 23) | mantissa);
        require_near((double)power_log2_fixed(x) * unit, log2((double)x), 4.0 * unit, "power_log2_fixed", (double)x);
    }
}

/* The tested powers are between 2^-992 and 2^992, so pow() neither overflows nor underflows. */
static void require_power(const struct scaled *found, float x, double p, double bound, const char *what)
{
    double exact = pow((double)x, p);
    REQUIRE(found->mantissa >= 1.0f && found->mantissa < 2.0f);
    require_near(ldexp((double)found->mantissa, found->exponent) / exact, 1.0, bound, what, (double)x);
}

/* Returns a trail up to 2^30 or a heuristic down to 2^-31, with any mantissa. */
static float power_base(uint32_t index)
{
    uint32_t word = random_word(index, 30);
    return float_from_bits(((96u + word % 62) << 23) | (word >> 9));
}

TEST(whole_and_real_powers_keep_their_stated_error)
{
    for (int32_t k = 0; k < 32; ++k) {
        for (uint32_t i = 0; i < test_paths(1000, 20000); ++i) {
            struct scaled s;
            float x = power_base(i);
            scaled_power_whole(&s, x, k);
            require_power(&s, x, k, k * ldexp(1, -23), "scaled_power_whole");
        }
    }
    for (uint32_t i = 0; i < test_paths(50000, 1000000); ++i) {
        struct scaled s;
        float x = power_base(i);
        int64_t fixed = i < 100 ? (int64_t)i << 22 : random_word(i, 40) % (((int64_t)32 << 24) + 1);
        double p = (double)fixed / 16777216.0;
        p = fmin(p, 32.0);
        fixed = (int64_t)(p * 16777216.0);
        scaled_power_real(&s, x, fixed);
        require_power(&s, x, p, 2e-7 * (1.0 + p), "scaled_power_real");
    }
    for (int real = 0; real < 2; ++real) { /* powers of one */
        struct scaled s;
        if (real) {
            scaled_power_real(&s, 1.0f, 12345678);
        } else {
            scaled_power_whole(&s, 1.0f, 20);
        }
        REQUIRE(s.mantissa == 1.0f && s.exponent == 0);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Edges                                                                                                              */

TEST(the_heuristic_is_one_over_the_distance_and_two_at_none)
{
    REQUIRE(heuristic_of(0) == 2.0f);
    for (uint32_t k = 0; k < 300000; ++k) {
        int32_t d = k < 100000 ? (int32_t)k + 1 : (int32_t)((random_word(k, 50) >> 1) >> (k % 31)) | 1;
        require_near((double)heuristic_of(d) * (double)(float)d, 1.0, 1.5e-7, "heuristic_of", d);
    }
    REQUIRE(heuristic_of(INT32_MAX) > 0.0f);
    REQUIRE(heuristic_of(1) < heuristic_of(0));
}

/* Bits of a random normal positive float up to `largest`. */
static uint32_t choice_bits_below(uint32_t index, uint32_t largest)
{
    uint32_t least = 0x00800000u;
    return least + (uint32_t)(((uint64_t)random_word(index, 60) * (largest - least + 1)) >> 32);
}

TEST(a_roulette_weight_is_the_choice_scaled_and_cut)
{
    for (uint32_t k = 0; k < 300000; ++k) {
        uint32_t largest = 0x00800000u + 40 * 0x00800000u + random_word(k, 62) % 0x5f000000u;
        uint32_t bits = largest - random_word(k, 64) % (34u << 23);
        int scale = 31 - ((int)(largest >> 23) - 127);
        double exact = ldexp((double)float_from_bits(bits), scale);
        REQUIRE_INT(roulette_weight(bits, largest), ==, (uint32_t)floor(exact));
    }
    for (uint32_t mantissa = 0; mantissa < 1u << 23; mantissa += 4099) {
        uint32_t largest = (200u << 23) | mantissa;
        REQUIRE_INT(roulette_weight(largest - (32u << 23), largest), ==, 0);
        REQUIRE_INT(roulette_weight(largest - (31u << 23), largest), ==, 1);
        REQUIRE_INT(roulette_weight(0x00800000u, largest), ==, 0);
    }
}

TEST(a_larger_choice_has_no_smaller_weight_by_any_rule)
{
    for (uint32_t k = 0; k < 300000; ++k) {
        uint32_t largest = choice_bits_below(k, 0x7f7fffffu);
        uint32_t low = choice_bits_below(k + 1000000, largest), high = low + random_word(k, 66) % (largest - low + 1);
        REQUIRE_INT(roulette_weight(largest, largest), >=, 0x80000000u); /* fills its word */
        REQUIRE(roulette_weight(low, largest) <= roulette_weight(high, largest));
        /* Newton steps may be off by one ulp */
        REQUIRE(race_inverse_weight(low, largest) * 1.0000003f >= race_inverse_weight(high, largest));
    }
}

TEST(a_race_weight_is_the_reciprocal_of_the_scaled_choice_and_keys_order_as_their_bits)
{
    for (uint32_t k = 0; k < 300000; ++k) {
        uint32_t largest = choice_bits_below(k, 0x7f7fffffu), bits = choice_bits_below(k + 1000000, largest);
        int scale = 127 - (int)(largest >> 23);
        double exact = fmax(ldexp((double)float_from_bits(bits), scale), ldexp(1, -90));
        double found = (double)race_inverse_weight(bits, largest);
        require_near(found * exact, 1.0, 1.5e-7, "race_inverse_weight", (double)float_from_bits(bits));
    }
    REQUIRE_INT(selection_weight(SELECTION_RACE, 0x3f800000u, 0x3f800000u), ==, float_bits(power_reciprocal(1.0f)));
    REQUIRE_INT(selection_weight(SELECTION_ROULETTE, 0x3f800000u, 0x3f800000u), ==, 0x80000000u);
    for (uint32_t k = 0; k < 100000; ++k) {
        float inverse = ldexpf(1.0f + (float)(k % 97) / 97.0f, (int)(k % 91));
        uint32_t word = random_word(k, 70);
        REQUIRE_INT(race_key(SELECTION_RACE, word, float_bits(inverse)), <, 0x7f800000u);
        REQUIRE(float_from_bits(race_key(SELECTION_RACE, word, float_bits(inverse)))
                == draw_exponential(word) * inverse);
    }
}

TEST(trails_evaporate_to_their_kept_fraction_and_deposits_stay_within_bounds)
{
    REQUIRE_INT(trail_evaporated(TRAIL_FLOOR, 0, TRAIL_FLOOR), ==, TRAIL_FLOOR);
    REQUIRE_INT(trail_evaporated(2u * TRAIL_MAX, 0, TRAIL_FLOOR), ==, TRAIL_FLOOR);
    REQUIRE_INT(trail_evaporated(TRAIL_FLOOR, 0xffffffffu, TRAIL_FLOOR), ==, TRAIL_FLOOR);
    REQUIRE_INT(trail_evaporated(2u * TRAIL_MAX, 0xffffffffu, TRAIL_FLOOR), ==, TRAIL_MAX);
    REQUIRE_INT(trail_evaporated(1000, 0x80000000u, TRAIL_FLOOR), ==, 500);
    REQUIRE_INT(trail_evaporated(1000, 0x80000000u, 500), ==, 500);
    REQUIRE_INT(trail_evaporated(1000, 0x80000000u, 501), ==, 501);
    REQUIRE_INT(trail_evaporated(1, 0, TRAIL_MAX), ==, TRAIL_MAX);
    for (uint32_t k = 0; k < 300000; ++k) {
        uint32_t trail = (random_word(k, 72) >> 1) >> (k % 31), keep = random_word(k, 74);
        uint32_t lowest = k % 2 == 0 ? TRAIL_FLOOR : TRAIL_FLOOR + ((random_word(k, 76) >> 2) >> (k % 30));
        uint32_t kept = trail_evaporated(trail, keep, lowest);
        double exact = fmin(fmax(floor((double)trail * ((double)keep / 4294967296.0)), lowest), TRAIL_MAX);
        REQUIRE(kept == (uint32_t)exact);
        REQUIRE(kept >= lowest && kept <= TRAIL_MAX);
    }
    REQUIRE_INT(deposit_amount(1000, 5000000, 0, TRAIL_MAX), ==, 5000);
    REQUIRE_INT(deposit_amount(INT64_MAX, 1, 0, TRAIL_MAX), ==, 1);
    REQUIRE_INT(deposit_amount(0, 77, 0, 1000), ==, 77);
    REQUIRE_INT(deposit_amount(1, (uint64_t)1 << 60, 0, 1000), ==, 1000);
    REQUIRE_INT(deposit_amount((int64_t)1 << 40, (uint64_t)1 << 40, 10, TRAIL_MAX), ==, 1 << 10);
    REQUIRE_INT(deposit_amount(7, 3, 20, TRAIL_MAX), ==, 3);
}

TEST(choice_info_is_a_normal_float_at_every_extreme)
{
    static const uint32_t trails[] = {TRAIL_FLOOR, 2, 1u << 20, TRAIL_MAX, 2u * TRAIL_MAX};
    static const int32_t distances[] = {0, 1, 2, 1000, INT32_MAX};
    static const double alphas[] = {0, 0.5, 1, 10}, betas[] = {0, 0.25, 2, 20};
    for (uint32_t c = 0; c < 5 * 5 * 5 * 4 * 4; ++c) {
        uint32_t trail = trails[c % 5];
        float heuristic = heuristic_of(distances[c / 5 % 5]), largest = heuristic_of(distances[c / 25 % 5]);
        double alpha = alphas[c / 125 % 4], beta = betas[c / 500];
        int32_t alpha_whole = alpha == floor(alpha) ? (int32_t)alpha : -1;
        int32_t beta_whole = beta == floor(beta) ? (int32_t)beta : -1;
        int64_t alpha_fixed = (int64_t)(alpha * 16777216.0), beta_fixed = (int64_t)(beta * 16777216.0);
        const struct choice_exponents exponents = {alpha_whole, beta_whole, alpha_fixed, beta_fixed};
        if (heuristic > largest) {
            continue;
        }
        int32_t offset = row_offset_of(float_bits(largest), beta_whole, beta_fixed, 125 - (int32_t)ceil(31.0 * alpha));
        float choice = choice_of(trail, heuristic, exponents, offset);
        REQUIRE(choice >= ldexpf(1.0f, -126) && choice < ldexpf(1.0f, 127));
        double exact = pow((double)trail, alpha) * pow((double)heuristic, beta), exponent = log2(exact) + offset;
        REQUIRE(exponent < 127.0);
        if (exponent > -125.9) {
            require_near((double)choice / ldexp(exact, offset), 1.0, 1e-5, "choice_of", trail);
        }
    }
    REQUIRE_INT(row_offset_of(0, 2, 0, 94), ==, 0);
    /* offsets beyond those of any row */
    const struct choice_exponents ones = {1, 1, 0, 0};
    float most = choice_of(TRAIL_MAX, 1.0f, ones, 200);
    REQUIRE(most >= ldexpf(1.0f, 126) && most < ldexpf(1.0f, 127));
    REQUIRE(choice_of(TRAIL_FLOOR, 1.0f, ones, -200) == ldexpf(1.0f, -126));
    REQUIRE(choice_of(3, 1.0f, ((struct choice_exponents){1, 0, 0, 0}), -128) == ldexpf(1.0f, -126));
}

TEST_MAIN()
