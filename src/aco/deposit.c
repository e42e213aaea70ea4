#include "deposit.h"

/* Work-items that keep a compute unit busy: what an H200 holds at a time; a CPU's core takes one group after another.
 */
enum { ITEMS_PER_UNIT = 2048, ITEMS_PER_CORE = 64 };

/* Groups in the second dimension of a launch: the least that GPUs with a limit on it allow. */
enum { GROUPS_DEEP = 65535 };

uint32_t aco_deposit_lines(const struct aco_device_colony *colony, uint32_t count, size_t items, double units)
{
    const struct swarm_device *device = colony->base.engine.device;
    const size_t busy = device->type == SWARM_DEVICE_CPU ? ITEMS_PER_CORE : ITEMS_PER_UNIT;
    const double fitting = ocl_pacer_launch_units(&colony->pacer) / units;
    const size_t filling = ocl_round_up(device->compute_units * busy, items) / items;
    const uint32_t most = count < GROUPS_DEEP ? count : GROUPS_DEEP;
    const double lines = fitting > (double)filling ? fitting : (double)filling;
    return lines < most ? (uint32_t)lines : most;
}
