#include "device.h"

enum swarm_status aco_lists_initialise(struct aco_device_colony *colony)
{
    return aco_device_launch(colony, ACO_KERNEL_LIST_INITIALISE, aco_device_elements(colony, colony->base.settings.n));
}

/* NDRange of aco_list_weights
 *   global = { stride, n rounded up to whole groups }   one work-item per place, places fastest
 *   local  = { 16, matrix_rows }                        16 divides the stride: a vector on CPUs
 */
enum swarm_status aco_lists_weights(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const size_t rows = colony->shape.matrix_rows;
    const uint32_t places = ocl_power_of_two(16, colony->shape.element_group);
    const struct ocl_ndrange range = {{s->stride, ocl_round_up(s->n, rows)}, {places, rows}};
    return aco_device_launch(colony, ACO_KERNEL_LIST_WEIGHTS, range);
}
