/* layouts.cl - the move of particles of swarms_layouts: one work-item moves one particle by the paper's equations 1
 * and 2 in double precision. AOS: 1 for an array of structures, 0 for a structure of arrays; XORWOW: 1 for cuRAND's
 * default generator, with its state in memory, 0 for our Philox4x32-7; D: dimensions. */
#include "shared/philox.h"

PHILOX_DEFINE(philox4x32_7, 7, struct philox_block, uint32_t, uint64_t, (uint64_t), (uint32_t))

/* Numbers of a particle: positions, velocities and best positions [D], then its value and its best value. */
#define FIELDS (3 * D + 2)
#define AT(field) state[AOS ? (size_t)p * FIELDS + (field) : (size_t)(field) * n + p]
#define UNIT(word) ((word) * 0x1p-32)

/* Marsaglia 2003; s[0] to s[4] are xorshift words, s[5] is the counter. */
uint xorwow(uint s[6])
{
    const uint t = s[0] ^ (s[0] >> 2);
    s[0] = s[1], s[1] = s[2], s[2] = s[3], s[3] = s[4];
    s[4] = (s[4] ^ (s[4] << 4)) ^ (t ^ (t << 1));
    s[5] += 362437u;
    return s[4] + s[5];
}

kernel void start(global double *state, global uint *words, uint n)
{
    const uint p = (uint)get_global_id(0);
    for (uint d = 0; d < D; ++d) {
        const struct philox_block drawn = philox4x32_7((struct philox_block){p, d, 0, 0}, 1, 2);
        AT(d) = AT(2 * D + d) = 200.0 * UNIT(drawn.w0) - 100.0;
        AT(D + d) = 400.0 * UNIT(drawn.w1) - 200.0;
    }
    AT(3 * D) = AT(3 * D + 1) = -1e300;
    for (uint i = 0; i < 6; ++i) {
        words[i * n + p] = philox4x32_7((struct philox_block){p, i, 1, 0}, 1, 2).w0;
    }
}

kernel void move(global double *state, global uint *words, uint n, uint iteration)
{
    const uint p = (uint)get_global_id(0);
    uint s[6];
    double value = 0.0;
    for (uint i = 0; XORWOW && i < 6; ++i) {
        s[i] = words[i * n + p];
    }
    for (uint d = 0; d < D; ++d) {
        double r1, r2;
        if (XORWOW) {
            r1 = UNIT(xorwow(s));
            r2 = UNIT(xorwow(s));
        } else {
            const struct philox_block drawn = philox4x32_7((struct philox_block){p, d, 2, iteration}, 1, 2);
            r1 = UNIT(drawn.w0);
            r2 = UNIT(drawn.w1);
        }
        const double x = AT(d);
        const double v = clamp(AT(D + d) + 2.0 * r1 * (AT(2 * D + d) - x) + 2.0 * r2 * (50.0 - x), -200.0, 200.0);
        const double moved = clamp(x + v, -100.0, 100.0);
        AT(D + d) = v;
        AT(d) = moved;
        value += ((moved - 0.8) * moved - 1000.0) * moved + 8000.0;
    }
    AT(3 * D) = value;
    if (value > AT(3 * D + 1)) {
        AT(3 * D + 1) = value;
        for (uint d = 0; d < D; ++d) {
            AT(2 * D + d) = AT(d);
        }
    }
    for (uint i = 0; XORWOW && i < 6; ++i) {
        words[i * n + p] = s[i];
    }
}
