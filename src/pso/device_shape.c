/* device_shape.c - the distribution of a swarm over the work-items of a device. */
#include <string.h>

#include "device.h"

enum {
    MOVE_GROUP = 256,     /* work-items per group on GPUs with one launch per iteration */
    ANT_GROUP = 64,       /* work-items per ant on GPUs */
    PERSIST_GROUP = 1024, /* largest size of the one group of `persistent` */
    CPU_GROUPS = 4,       /* groups per compute unit of a CPU, so that all units finish at about the same time */
    LONE_GROUP = 128,     /* work-items of the one group of CMA-ES on GPUs */
    LONE_POINTS = 256,    /* largest first population of CMA-ES that one group evaluates */
    LONE_NUMBERS = 64,    /* largest number of coordinates of CMA-ES in one group */
    REGISTER_NUMBERS = 8, /* maximum number of coordinates that a work-item keeps in private memory */
    CROWDED_NUMBERS = 4,  /* maximum number of such coordinates in groups above CROWDED_GROUP */
    CROWDED_GROUP = 512,  /* work-items of a group */
    LOCAL_BYTES = 128,    /* bytes of local memory of a group, without a value and a particle per work-item */
    KEPT_BLOCKS = 512,    /* maximum number of vectors whose random numbers a work-item keeps: 32 KiB on a CPU */
    VOTERS = 32           /* work-items that NVIDIA GPUs run in step */
};

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

/* True if one group runs many generations of CMA-ES in a launch. */
static bool has_generations(const struct pso_settings *s)
{
    return s->most_points > 0 && s->particles <= LONE_POINTS && s->dimensions <= LONE_NUMBERS;
}

/* Chooses the work-items per group. */
static enum swarm_status choose_group(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const struct swarm_device *device = self->base.engine.device;
    const size_t limit = self->group_limit > 0 ? self->group_limit : device->max_group_size;
    const uint32_t filled = s->particles > 32 ? 2 * (s->particles - 1) : 32; /* `persistent`: all particles at once */
    const uint32_t wanted = device->type == SWARM_DEVICE_CPU ? 1
                            : has_generations(s)             ? LONE_GROUP
                            : s->ants + s->most_points > 0   ? ANT_GROUP
                            : s->best == BEST_ASYNCHRONOUS   ? PSO_TRIBE
                            : s->best != BEST_PERSISTENT     ? MOVE_GROUP
                            : filled < PERSIST_GROUP         ? filled
                                                             : PERSIST_GROUP;
    const uint32_t asked = s->group_size, group_size = asked ? asked : ocl_power_of_two(wanted, limit);
    const uint64_t needed = (uint64_t)group_size * (s->precision / 8 + 4) + LOCAL_BYTES;
    if (asked > limit || (asked & (asked - 1)) != 0) {
        return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u: expected a power of two, and device %u \"%s\" allows at most %zu",
                         (unsigned)asked, device->index, device->name, limit);
    }
    self->shape.group_size = group_size;
    return needed <= device->local_memory
               ? SWARM_OK
               : base_fail(self->base.engine.env, SWARM_ERROR_OUT_OF_MEMORY,
                           "groups of %u work-items need %llu bytes of local memory, but \"%s\" has only %llu",
                           (unsigned)group_size, (unsigned long long)needed, device->name,
                           (unsigned long long)device->local_memory);
}

enum swarm_status pso_device_choose_shape(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const struct swarm_device *device = self->base.engine.device;
    const bool cpu = device->type == SWARM_DEVICE_CPU, moving = s->ants + s->most_points == 0;
    const bool tribes = moving && s->best == BEST_ASYNCHRONOUS;
    struct pso_shape *shape = &self->shape;
    TRY(choose_group(self));
    const bool vectors_allowed = cpu && moving && s->objective->info.kind != SWARM_OBJECTIVE_FILE && s->grid == 0;
    shape->lanes = !vectors_allowed ? 1 : s->precision == 64 ? 8 : 16;
    const uint32_t vectors = divide_up(s->particles, shape->lanes);
    shape->items = !moving                      ? vectors
                   : tribes                     ? PSO_TRIBE / (shape->group_size * shape->lanes)
                   : s->best == BEST_PERSISTENT ? divide_up(vectors, shape->group_size)
                   : cpu ? divide_up(vectors, CPU_GROUPS * device->compute_units * shape->group_size)
                         : 1;
    if (shape->items == 0) {
        return base_fail(self->base.engine.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --best asynchronous: a group updates a tribe of %d particles, "
                         "each work-item %u of them",
                         (unsigned)shape->group_size, (int)PSO_TRIBE, (unsigned)shape->lanes);
    }
    shape->groups = divide_up(vectors, shape->group_size * shape->items);
    const uint32_t limit = shape->group_size > CROWDED_GROUP || shape->lanes > 1 ? CROWDED_NUMBERS : REGISTER_NUMBERS;
    shape->persistent = moving && (s->best == BEST_PERSISTENT || s->best == BEST_ASYNCHRONOUS);
    shape->generations = has_generations(s);
    shape->registers = shape->persistent && s->topology == TOPOLOGY_GLOBAL && !s->learned
                       && (uint64_t)shape->items * s->dimensions <= limit;
    shape->keeps_blocks =
        shape->persistent && s->dimensions == 1 && !s->learned && (shape->registers || shape->items <= KEPT_BLOCKS);
    shape->votes = shape->persistent && shape->group_size == VOTERS && strstr(device->platform_name, "NVIDIA") != NULL;
    base_log(self->base.engine.env, SWARM_LOG_DEBUG,
             "--best %s: %u groups of %u work-items; each work-item moves %u vectors of %u particles%s",
             pso_best_words[s->best + 1].name, (unsigned)shape->groups, (unsigned)shape->group_size,
             (unsigned)shape->items, (unsigned)shape->lanes, shape->registers ? " in private memory" : "");
    return SWARM_OK;
}
