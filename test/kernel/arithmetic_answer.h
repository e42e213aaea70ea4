/* arithmetic_answer.h - all results of the shared headers for one input; compiled for host and device. */
#ifndef SWARMCL_TEST_ARITHMETIC_ANSWER_H
#define SWARMCL_TEST_ARITHMETIC_ANSWER_H

#include "cl/shared/draws.h"
#include "cl/aco/edge_math.h"
#include "cl/aco/selection_rules.h"

/* Results; floats are stored as their bits. */
struct arithmetic_answer {
    uint64_t below;
    int64_t logarithm;
    uint32_t philox[4];
    uint32_t exponential;
    uint32_t reciprocal;
    uint32_t whole_mantissa;
    int32_t whole_exponent;
    uint32_t real_mantissa;
    int32_t real_exponent;
    uint32_t heuristic;
    uint32_t choice;
    uint32_t roulette;
    uint32_t race;
    uint32_t key;
    uint32_t independent; /* weight that i-roulette gives a node */
    uint32_t evaporated;
    uint32_t deposit;
};

/* Computes all results. `words`: counter and key of Philox, and the source of all integers. x: normal, in [2^-90,
 * 2^90]. `fixed`: an exponent from 0 to 32 * 2^24. */
SHARED_INLINE void arithmetic_answer_of(struct arithmetic_answer *answer, struct philox_block words, float x,
                                        int64_t fixed)
{
    struct philox_block block = philox4x32(words, words.w0, words.w1);
    struct scaled power;
    answer->philox[0] = block.w0;
    answer->philox[1] = block.w1;
    answer->philox[2] = block.w2;
    answer->philox[3] = block.w3;
    answer->below = draw_below(draw_roulette_bits(words, words.w3), ((uint64_t)words.w2 << 32) | words.w1);
    answer->exponential = float_bits(draw_exponential(words.w0));
    answer->reciprocal = float_bits(power_reciprocal(x));
    answer->logarithm = power_log2_fixed(x);
    scaled_power_whole(&power, x, (int32_t)(words.w1 % 32u));
    answer->whole_mantissa = float_bits(power.mantissa);
    answer->whole_exponent = power.exponent;
    scaled_power_real(&power, x, fixed);
    answer->real_mantissa = float_bits(power.mantissa);
    answer->real_exponent = power.exponent;
    int32_t distance = (int32_t)((words.w2 >> 1) >> (words.w3 % 32u));
    float heuristic = heuristic_of(distance);
    answer->heuristic = float_bits(heuristic);
    /* Whole and fractional exponents; with the offsets below, powers reach both ends of a float's range. */
    int32_t alpha = (words.w3 >> 8) % 4u == 0 ? -1 : (int32_t)((words.w3 >> 10) % 11u);
    int32_t beta = (words.w3 >> 16) % 4u == 0 ? -1 : (int32_t)((words.w3 >> 18) % 21u);
    uint32_t trail = ((words.w0 >> 1) >> (words.w1 % 31u)) | 1u;
    const struct choice_exponents exponents = {alpha, beta, fixed, fixed};
    float choice = choice_of(trail, heuristic, exponents, (int32_t)(words.w2 % 512u) - 256);
    answer->choice = float_bits(choice);
    uint32_t largest = 0x00800000u + words.w1 % 0x7e800000u;
    uint32_t smaller = largest - words.w2 % (largest - 0x007fffffu);
    answer->roulette = roulette_weight(smaller, largest);
    answer->race = float_bits(race_inverse_weight(smaller, largest));
    answer->key = race_key(SELECTION_RACE, words.w3, answer->race);
    answer->independent = race_key(SELECTION_I_ROULETTE, words.w3, float_bits(scaled_weight(smaller, largest)));
    answer->evaporated = trail_evaporated(words.w0 >> 1, words.w1, TRAIL_FLOOR + (words.w0 & 0xffffu));
    answer->deposit =
        deposit_amount((int64_t)(words.w2 >> 1), ((uint64_t)words.w1 << 20) | words.w0, words.w3 % 33u, 0x3fffffffu);
}

#endif
