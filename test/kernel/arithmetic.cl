/* test_arithmetic - what the shared headers compute, one input per work-item.
 *
 * NDRange     arithmetic.c: one work-item per input
 * Required    nothing
 * Reads       words[count][4] uint, floats[count] normal and > 0, fixed[count] long, the exponents
 * Writes      answers[count], members as host and device agree on
 * Draws       nothing
 * Checked by  test/kernel/arithmetic.c
 * After       nothing
 */
#include "arithmetic_answer.h"

#ifdef BREAK_THE_BUILD
#error "the test asked for it"
#endif

__kernel void test_arithmetic(
    __global const uint4 *restrict words, /* [count] random words */
    __global const float *restrict floats, /* [count] arguments in single precision */
    __global const long *restrict fixed,   /* [count] fixed-point exponents */
    __global struct arithmetic_answer *restrict answers,
    const uint count)
{
    const uint k = get_global_id(0);
    if (k >= count) {
        return;
    }
    struct philox_block block;
    struct arithmetic_answer answer;
    block.w0 = words[k].x;
    block.w1 = words[k].y;
    block.w2 = words[k].z;
    block.w3 = words[k].w;
    arithmetic_answer_of(&answer, block, floats[k], fixed[k]);
    answers[k] = answer;
}

/* Makes the same draws by the vector functions, for sixteen inputs per work-item. */
__kernel void test_arithmetic16(
    __global const uint4 *restrict words, /* [count] random words */
    __global uint *restrict blocks,       /* [count][4] random numbers of each block */
    __global uint *restrict exponentials, /* [count] bits of the exponential numbers */
    const uint count)
{
    const uint first = 16 * get_global_id(0);
    if (first >= count) {
        return;
    }
    uint w[4][16];
    for (uint k = 0; k < 16; ++k) {
        w[0][k] = words[first + k].x;
        w[1][k] = words[first + k].y;
        w[2][k] = words[first + k].z;
        w[3][k] = words[first + k].w;
    }
    struct philox_block16 block;
    block.w0 = vload16(0, w[0]);
    block.w1 = vload16(0, w[1]);
    block.w2 = vload16(0, w[2]);
    block.w3 = vload16(0, w[3]);
    vstore16(as_uint16(draw_exponential16(block.w0)), 0, exponentials + first);
    block = philox4x32_16(block, words[first].x, words[first].y);
    vstore16(block.w0, 0, w[0]);
    vstore16(block.w1, 0, w[1]);
    vstore16(block.w2, 0, w[2]);
    vstore16(block.w3, 0, w[3]);
    for (uint k = 0; k < 16; ++k) {
        blocks[4 * (first + k)] = w[0][k];
        blocks[4 * (first + k) + 1] = w[1][k];
        blocks[4 * (first + k) + 2] = w[2][k];
        blocks[4 * (first + k) + 3] = w[3][k];
    }
}
