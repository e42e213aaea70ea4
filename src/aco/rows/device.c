#include "device.h"

#include "selection_rules.h"

enum swarm_status aco_rows_initialise(struct aco_device_colony *colony)
{
    enum swarm_status status = aco_device_launch(colony, ACO_KERNEL_INITIALISE, aco_device_matrix(colony));
    return status == SWARM_OK ? aco_device_launch(colony, ACO_KERNEL_ROW_OFFSETS, aco_device_rows(colony)) : status;
}

enum swarm_status aco_rows_weights(struct aco_device_colony *colony)
{
    TRY(aco_device_launch(colony, ACO_KERNEL_CHOICE_INFO, aco_device_matrix(colony)));
    TRY(aco_device_launch(colony, ACO_KERNEL_CHOICE_WEIGHTS, aco_device_rows(colony)));
    if (SELECTION_TRIES(colony->base.settings.selection)) {
        TRY(aco_device_launch(colony, ACO_KERNEL_CHOICE_SUMS, aco_device_rows(colony)));
        TRY(aco_device_launch(colony, ACO_KERNEL_CHOICE_STARTS, aco_device_rows(colony)));
    }
    return SWARM_OK;
}

/* NDRange of aco_evaluate_workitem: aco_device_elements(), one work-item per ant
 *
 * NDRange of aco_evaluate_workgroup
 *   global = { ants * evaluate_group }   one work-group per ant
 *   local  = { evaluate_group }          any number; 8 bytes of local memory a work-item
 */
enum swarm_status aco_rows_evaluate(struct aco_device_colony *colony)
{
    const uint32_t ants = colony->base.settings.ants;
    const size_t group = colony->shape.evaluate_group;
    const struct ocl_ndrange groups = {{ants * group, 1}, {group, 1}};
    return aco_device_launch(colony, ACO_KERNEL_EVALUATE,
                             colony->shape.evaluation->groups ? groups : aco_device_elements(colony, ants));
}
