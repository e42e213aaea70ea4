/* limit_empty - does nothing: the least time of a launch.
 * limit_copy - copies a buffer: bandwidth.
 * limit_gather - reads random words, independently of each other.
 * limit_atomic - adds to random words.
 * limit_chase - follows a random cycle through a buffer, each load after the one before: latency.
 * limit_chase_local - the same in local memory.
 * limit_chain - multiplies and adds, each after the one before: latency of arithmetic.
 * limit_arithmetic - multiplies and adds in eight independent chains of every work-item: throughput.
 * limit_draws - seven rounds of Philox (Salmon et al. 2011), as particles draw, for four words.
 *
 * NDRange     limits.c: measure_all(); limit_chase* and limit_chain one work-item
 * Required    nothing
 * Local       limit_chase_local: LIMIT_RING words
 * Reads       from, words
 * Writes      to, words (limit_atomic)
 * Draws       nothing
 * Checked by  bench/limits/limits.c: the copy, and the sum of all additions
 * After       pointer chasing: Saavedra and Smith (1995); the rest: McCalpin's STREAM (1995), in other words
 */
#define LIMIT_RING 1024u  /* words of the cycle in local memory */
#define LIMIT_READS 16u   /* reads, or additions, of a work-item */

/* A random number for the index `k` of a work-item (a linear congruential generator and a fold). */
uint random_word(uint k)
{
    k = k * 747796405u + 2891336453u;
    k = ((k >> ((k >> 28) + 4u)) ^ k) * 277803737u;
    return (k >> 22) ^ k;
}

__kernel void limit_empty(__global uint *restrict to)
{
    if (get_global_size(0) == 0) {
        to[0] = 0;
    }
}

__kernel void limit_copy(__global const uint4 *restrict from, __global uint4 *restrict to)
{
    to[get_global_id(0)] = from[get_global_id(0)];
}

__kernel void limit_gather(__global const uint *restrict words, __global uint *restrict to, const uint mask)
{
    const uint item = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < LIMIT_READS; ++k) {
        sum += words[random_word(item * LIMIT_READS + k) & mask];
    }
    to[item & mask] = sum;
}

__kernel void limit_atomic(volatile __global uint *words, const uint mask)
{
    const uint item = get_global_id(0);
    for (uint k = 0; k < LIMIT_READS; ++k) {
        atomic_add(&words[random_word(item * LIMIT_READS + k) & mask], 1u);
    }
}

__kernel void limit_chase(__global const uint *restrict words, __global uint *restrict to, const uint steps)
{
    uint at = 0;
    for (uint k = 0; k < steps; ++k) {
        at = words[at];
    }
    to[0] = at;
}

__kernel void limit_chase_local(__global uint *restrict to, const uint steps)
{
    __local uint ring[LIMIT_RING];
    for (uint k = 0; k < LIMIT_RING; ++k) {
        ring[k] = (k + 421u) % LIMIT_RING;
    }
    uint at = 0;
    for (uint k = 0; k < steps; ++k) {
        at = ring[at];
    }
    to[0] = at;
}

__kernel void limit_chain(__global uint *restrict to, const uint steps)
{
    uint x = to[0];
    for (uint k = 0; k < steps; ++k) {
        x = x * 747796405u + k;
    }
    to[0] = x;
}

__kernel void limit_draws(__global uint *restrict to, const uint steps)
{
    uint sum = 0;
    for (uint k = 0; k < steps; ++k) {
        uint4 x = (uint4)(k, 0, (uint)get_global_id(0), 0);
        uint2 key = (uint2)(steps, 1);
        for (uint round = 0; round < 7; ++round) {
            const ulong left = (ulong)x.x * 0xD2511F53u, right = (ulong)x.z * 0xCD9E8D57u;
            x = (uint4)((uint)(right >> 32) ^ x.y ^ key.x, (uint)right, (uint)(left >> 32) ^ x.w ^ key.y, (uint)left);
            key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
        }
        sum += x.x ^ x.y ^ x.z ^ x.w;
    }
    if (sum == 0x9e3779b9u) { /* rarely true: keeps the loop */
        to[0] = sum;
    }
}

__kernel void limit_arithmetic(__global uint *restrict to, const uint steps)
{
    uint8 x = (uint8)(get_global_id(0)) + (uint8)(0, 1, 2, 3, 4, 5, 6, 7);
    for (uint k = 0; k < steps; ++k) {
        x = x * 747796405u + k;
    }
    const uint4 sum = x.lo ^ x.hi;
    if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 0x9e3779b9u) { /* rarely true: keeps the loop */
        to[0] = sum.x;
    }
}
