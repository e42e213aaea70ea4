/* test_real - what the elementary functions and the objectives give, LANES inputs per work-item.
 *
 * NDRange     real_bits.c: one work-item per LANES inputs
 * Required    PRECISION, LANES  real.h
 * Reads       numbers; a multiple of LANES of them
 * Writes      answers
 * Draws       nothing
 * Checked by  test/kernel/real_bits.c
 * After       nothing
 */
#include "cl/pso/objectives.h"
#include "../../src/pso/objective_rows.h"
#include "real_bits.h"

#if LANES == 1
#define LOAD(from)      (*(from))
#define STORE(value, to) (*(to) = (value))
#else
#define LOAD(from)      REAL_JOIN(vload, LANES)(0, from)
#define STORE(value, to) REAL_JOIN(vstore, LANES)(value, 0, to)
#endif

#define FUNCTION_CASE(value) STORE(value, answers + count * which++ + at);

__kernel void test_real_functions(
    __global const num *restrict numbers, /* [2][count] the two arguments of each case */
    __global num *restrict answers,       /* [REAL_CASE_COUNT][count] results of the functions */
    const uint count)
{
    const uint at = (uint)get_global_id(0) * LANES;
    const real x = LOAD(numbers + at), y = LOAD(numbers + count + at);
    uint which = 0;
    REAL_CASES(FUNCTION_CASE)
}

#define OBJECTIVE_CASE(function, ...)                                                                              \
    if (row == which++) {                                                                                          \
        STORE(objective_##function(x, n), values + at);                                                            \
    }

__kernel void test_objectives(
    __global const num *restrict points, /* [n][count] coordinates of the points */
    __global num *restrict values,       /* [count] value of the objective at each point */
    const uint row,                      /* index of the objective in the table of objectives */
    const int n,                         /* number of dimensions, at most REAL_POINT */
    const uint count)
{
    const uint at = (uint)get_global_id(0) * LANES;
    real x[REAL_POINT];
    uint which = 0;
    for (int i = 0; i < n; ++i) {
        x[i] = LOAD(points + i * count + at);
    }
    PSO_OBJECTIVE_ROWS(OBJECTIVE_CASE)
}
