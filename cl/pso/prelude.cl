/* prelude.cl - functions for a user's objective, which is compiled between this file and the kernels.
 *
 * NDRange     none, it holds no kernel
 * Required    PRECISION, LANES      real.h
 *             VARIANT               types.h
 * Reads       nothing
 * Writes      nothing
 * Draws       what a user's objective draws
 * Checked by  test/cli/cases_pso.py
 * After       ours
 */
#include "cl/shared/philox.h"
#include "cl/shared/real_functions.h"
#include "types.h"

#if (VARIANT) & VARIANT_DATA
/* The numbers of the user's file, in its order. */
typedef struct {
    __global const num *at; /* [count] */
    uint count;
} data;
#endif

#if LANES == 1 /* as in every program with a user's objective */
/* The random numbers of one evaluation: the key of a random stream (swarm_objective() in swarm.clh). */
typedef struct {
    uint key_0, key_1;
} draws;

/* Returns number `k` in [0, 1) of an evaluation. */
SHARED_INLINE real draw_uniform(draws from, uint k)
{
    struct philox_block counter = {k, 0, 0, 0};
    const uint word = philox4x32(counter, from.key_0, from.key_1).w0;
#if PRECISION == 64
    return real_from_bits(((num_bits)word << 20) | 0x3ff0000000000000ul) - R(1.0);
#else
    return real_from_bits((word >> 9) | 0x3f800000u) - R(1.0);
#endif
}

/* Returns normally distributed number `k` of an evaluation, of mean 0 and deviation 1 (Box and Muller 1958). */
SHARED_INLINE real draw_normal(draws from, uint k)
{
    const real u = R(1.0) - draw_uniform(from, 2 * k + 0x80000000u), turns = draw_uniform(from, 2 * k + 0x80000001u);
    return real_sqrt(R(-2.0) * real_log(u)) * real_cos_turns(turns);
}
#endif
