#include "construct.h"

uint32_t aco_construct_steps(const struct aco_device_colony *colony, const struct aco_walk *walk, uint32_t ants)
{
    const uint32_t n = colony->base.settings.n, fewest = 32;
    const double steps = ocl_pacer_launch_units(&colony->pacer) / ((double)ants * walk->step_units);
    return steps < fewest ? fewest : steps < n ? (uint32_t)steps : n;
}

/* Ants of one launch. They are split first, but a launch keeps enough of them to fill the device; steps are split only
 * when that is still too long. */
static uint32_t ants_of_launch(const struct aco_device_colony *colony, const struct aco_walk *walk)
{
    const struct aco_settings *s = &colony->base.settings;
    const double enough = (double)aco_device_enough(colony) * walk->together;
    const double fitting = ocl_pacer_launch_units(&colony->pacer) / ((double)s->n * walk->step_units);
    const double wanted = fitting < enough ? enough : (double)(uint64_t)(fitting / enough) * enough;
    return fitting < s->ants && wanted < s->ants ? (uint32_t)wanted : s->ants;
}

enum swarm_status aco_construct_enqueue(struct aco_device_colony *colony, const struct aco_walk *walk,
                                        uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    *interrupted = false;
    for (uint32_t ant_begin = 0, ant_end; ant_begin < s->ants && !*interrupted; ant_begin = ant_end) {
        const uint32_t wanted = ants_of_launch(colony, walk), left = s->ants - ant_begin;
        const uint32_t ants = wanted < left ? wanted : left, steps = aco_construct_steps(colony, walk, wanted);
        ant_end = ant_begin + ants;
        for (uint32_t step_begin = 0, step_end; step_begin < s->n && !*interrupted; step_begin = step_end) {
            step_end = steps < s->n - step_begin ? step_begin + steps : s->n;
            TRY(ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), OCL_VALUE(ant_begin), OCL_VALUE(ant_end),
                         OCL_VALUE(step_begin), OCL_VALUE(step_end)));
            TRY(aco_device_launch(colony, ACO_KERNEL_CONSTRUCT, walk->range(&colony->shape, ants)));
            TRY(ocl_pacer_add(&colony->pacer, (double)ants * (step_end - step_begin) * walk->step_units, interrupted));
        }
    }
    return SWARM_OK;
}
