#include <string.h>

#include "device_part.h"

enum {
    MOVE_GROUP = 256,     /* work-items of a group on GPUs, a launch an iteration */
    PERSIST_GROUP = 1024, /* of the one group of `persistent` */
    CPU_GROUPS = 4,       /* groups for each compute unit of a CPU, so that they end together */
    REGISTER_NUMBERS = 8, /* coordinates that a work-item keeps in private memory; ... */
    CROWDED_NUMBERS = 4,  /* ... where more than CROWDED_GROUP share the registers of a compute unit */
    CROWDED_GROUP = 512,
    KEPT_BLOCKS = 512, /* vectors whose random numbers a work-item of a CPU keeps: 32 KiB */
    VOTERS = 32        /* work-items that NVIDIA GPUs run in step */
};

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

static uint32_t choose_group_size(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const struct swarm_device *device = self->base.engine.device;
    if (device->type == SWARM_DEVICE_CPU) {
        return 1;
    }
    if (s->best == BEST_ASYNCHRONOUS) {
        return ocl_power_of_two(PSO_TRIBE, device->max_group_size);
    }
    if (s->best == BEST_PERSISTENT) {
        return ocl_power_of_two(s->particles > 32 ? 2 * (s->particles - 1) : 32,
                                device->max_group_size < PERSIST_GROUP ? device->max_group_size : PERSIST_GROUP);
    }
    return ocl_power_of_two(MOVE_GROUP, device->max_group_size);
}

enum swarm_status pso_device_choose_shape(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const struct swarm_device *device = self->base.engine.device;
    const uint32_t asked = s->group_size;
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    struct pso_shape *shape = &self->shape;
    if (asked > device->max_group_size || (asked & (asked - 1)) != 0) {
        return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u: expected a power of two, and device %u \"%s\" allows at most %zu",
                         (unsigned)asked, device->index, device->name, device->max_group_size);
    }
    shape->lanes = !cpu || s->objective->info.kind == SWARM_OBJECTIVE_FILE ? 1 : s->precision == 64 ? 8 : 16;
    shape->group_size = asked ? asked : choose_group_size(self);
    const uint32_t vectors = divide_up(s->particles, shape->lanes);
    if (s->best == BEST_ASYNCHRONOUS) {
        shape->items = PSO_TRIBE / (shape->group_size * shape->lanes);
        if (shape->items == 0) {
            return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--group-size %u clashes with --best asynchronous: a group has a tribe of %d particles, "
                             "and a work-item %u of them",
                             (unsigned)shape->group_size, (int)PSO_TRIBE, (unsigned)shape->lanes);
        }
    } else if (s->best == BEST_PERSISTENT) {
        shape->items = divide_up(vectors, shape->group_size);
    } else {
        shape->items = cpu ? divide_up(vectors, CPU_GROUPS * device->compute_units * shape->group_size) : 1;
    }
    shape->groups = divide_up(vectors, shape->group_size * shape->items);
    const uint32_t limit = shape->group_size > CROWDED_GROUP || shape->lanes > 1 ? CROWDED_NUMBERS : REGISTER_NUMBERS;
    shape->registers = pso_device_is_persistent(s) && s->topology == TOPOLOGY_GLOBAL
                       && (uint64_t)shape->items * s->dimensions <= limit;
    shape->keeps_blocks =
        pso_device_is_persistent(s) && s->dimensions == 1 && (shape->registers || shape->items <= KEPT_BLOCKS);
    shape->votes =
        pso_device_is_persistent(s) && shape->group_size == VOTERS && strstr(device->platform_name, "NVIDIA") != NULL;
    base_log(self->base.engine.env, SWARM_LOG_DEBUG,
             "best %s: %u groups of %u work-items, each %u vectors of %u particles%s", pso_best_words[s->best + 1].name,
             (unsigned)shape->groups, (unsigned)shape->group_size, (unsigned)shape->items, (unsigned)shape->lanes,
             shape->registers ? " in private memory" : "");
    return SWARM_OK;
}
