/* The deposit that sums the amounts on each edge, and settles them. */
#include "designs.h"
#include "device.h"

/* The kernels of cl/aco/deposit_edges.cl, in the order of the row. */
enum { LAY = ACO_KERNEL_DEPOSIT, SETTLE, WORST, MUTATE };

/* NDRange of aco_deposit_lay, some depositors a launch
 *   global = { n rounded up to whole groups, depositors of the launch }   one work-item per edge
 *   local  = { element_group, 1 }
 * or, on lists on CPUs,
 *   global = { laid_shares }   one work-item for every laid_shares-th depositor
 *   local  = { 1 }
 *
 * NDRange of aco_deposit_settle: aco_device_matrix(), one work-item per trail
 *
 * NDRange of aco_deposit_worst: aco_device_elements(), one work-item per edge of a tour
 *
 * NDRange of aco_deposit_mutate
 *   global = local = { reduce_group }   a single group, for a sum
 */
enum swarm_status aco_deposit_edges(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t group = colony->shape.reduce_group, shares = colony->shape.laid_shares;
    const uint32_t turn = (uint32_t)(iteration % 2);
    struct ocl_ndrange range = aco_device_elements(colony, s->n);
    const struct ocl_ndrange alone = {{shares, 1}, {1, 1}};
    /* On whole rows Ant System's ants walk the first tour before anything evaporates, with every deposit. */
    const uint32_t evaporates = iteration > 0 || aco_sums_deposits(s);
    *interrupted = false;
    TRY(ACO_GIVE(colony, LAY, OCL_VALUE(turn)));
    TRY(ACO_GIVE(colony, SETTLE, OCL_VALUE(turn), OCL_VALUE(evaporates)));
    for (uint32_t first = 0, last; first < s->depositors && !*interrupted; first = last) {
        const uint32_t count = aco_device_lines(colony, s->depositors - first, range.global[0], s->n);
        last = first + count;
        range.global[1] = count;
        TRY(ACO_GIVE(colony, LAY, OCL_VALUE(first), OCL_VALUE(last)));
        TRY(aco_device_launch(colony, LAY, shares > 0 ? alone : range));
        TRY(ocl_pacer_add(&colony->pacer, (double)count * s->n, interrupted));
    }
    TRY(aco_device_launch(colony, SETTLE, aco_device_matrix(colony)));
    if (s->algorithm->worst_loses && iteration > 0) {
        TRY(aco_device_launch(colony, WORST, aco_device_elements(colony, s->n)));
        TRY(ACO_GIVE(colony, MUTATE, OCL_VALUE(iteration)));
        TRY(aco_device_launch(colony, MUTATE, (struct ocl_ndrange){{group, 1}, {group, 1}}));
    }
    return SWARM_OK;
}
