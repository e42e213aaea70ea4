/* amd.cl - stand-ins for functions that AMD's library has and libclc lacks, so that registers.py can count registers:
 * functions of sub-groups, and loads by pointers of OpenCL C 2.0.
 *
 * They take about as many registers as AMD's: lanes exchange values by ds_bpermute in five steps, or read one lane.
 * registers.py compiles this text before each kernel; it never runs.
 */
uint stand_in_lane(void)
{
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

#define STAND_IN inline __attribute__((always_inline, overloadable))

STAND_IN uint stand_in_across(uint value, uint mask)
{
    return (uint)__builtin_amdgcn_ds_bpermute((int)((stand_in_lane() ^ mask) << 2), (int)value);
}

STAND_IN ulong stand_in_across(ulong value, uint mask)
{
    return (ulong)stand_in_across((uint)(value >> 32), mask) << 32 | stand_in_across((uint)value, mask);
}

STAND_IN uint stand_in_below(uint value, uint distance)
{
    return (uint)__builtin_amdgcn_ds_bpermute((int)((stand_in_lane() - distance) << 2), (int)value);
}

STAND_IN ulong stand_in_below(ulong value, uint distance)
{
    return (ulong)stand_in_below((uint)(value >> 32), distance) << 32 | stand_in_below((uint)value, distance);
}

#define STAND_INS(type)                                                               \
    STAND_IN type stand_in_min(type value)                                            \
    {                                                                                 \
        for (uint mask = 16; mask > 0; mask >>= 1) {                                  \
            value = min(value, stand_in_across(value, mask));                         \
        }                                                                             \
        return value;                                                                 \
    }                                                                                 \
    STAND_IN type stand_in_sum(type value)                                            \
    {                                                                                 \
        for (uint mask = 16; mask > 0; mask >>= 1) {                                  \
            value += stand_in_across(value, mask);                                    \
        }                                                                             \
        return value;                                                                 \
    }                                                                                 \
    STAND_IN type stand_in_before(type value)                                         \
    {                                                                                 \
        type sum = value;                                                             \
        for (uint distance = 1; distance < 32; distance <<= 1) {                      \
            const type below = stand_in_below(sum, distance);                         \
            sum += stand_in_lane() >= distance ? below : 0;                           \
        }                                                                             \
        return sum - value;                                                           \
    }

STAND_INS(uint)
STAND_INS(ulong)

#define get_sub_group_id()                  0u
#define get_sub_group_local_id()            stand_in_lane()
#define sub_group_barrier(flags)            __builtin_amdgcn_wave_barrier()
#define sub_group_broadcast(value, lane)    ((uint)__builtin_amdgcn_readlane((int)(value), (int)(lane)))
#define sub_group_reduce_min(value)         stand_in_min(value)
#define sub_group_reduce_add(value)         stand_in_sum(value)
#define sub_group_scan_exclusive_add(value) stand_in_before(value)
#if __OPENCL_C_VERSION__ >= 200
#define vload2(offset, from) ((uint2)((from)[2 * (size_t)(offset)], (from)[2 * (size_t)(offset) + 1]))
#define vload4(offset, from) ((uint4)(vload2(2 * (offset), from), vload2(2 * (offset) + 1, from)))
#endif
