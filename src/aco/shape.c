#include "shape.h"

#include <string.h>

/* Work-items per group where the device is no CPU and the user does not say. */
enum { EVALUATE_GROUP = 128, ROW_GROUP = 64, REDUCE_GROUP = 256, ELEMENT_GROUP = 64 };

/* Work-items per ant: the fastest of 32 to 512 on an H200, bench/baseline/nvidia-h200-and-pocl-5.json. Half as many for
 * short rows: pcb442 takes 0.49 ms with 64, 0.60 ms with 128; pr2392 27.1 and 21.6 ms. */
enum { CONSTRUCT_GROUP = 128, CONSTRUCT_GROUP_SHORT = 64, SHORT_ROW = 512 };

/* Ants per group of the work-item shape on GPUs, if their visited bits fit. */
enum { WORKITEM_ANTS = 32 };

const void *aco_row_find(const void *rows, size_t count, size_t size, const char *name)
{
    for (size_t i = 0; i < count; ++i) {
        const void *row = (const char *)rows + i * size;
        if (strcmp(*(const char *const *)row, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* The largest power of two up to `wanted` and `limit`. */
static uint32_t power_of_two(uint32_t wanted, size_t limit)
{
    uint32_t size = 1;
    while (2 * size <= wanted && 2 * size <= limit) {
        size *= 2;
    }
    return size;
}

const struct aco_layout *aco_layout_find(const struct aco_layout_table *table, const char *name)
{
    return aco_row_find(table->rows, table->count, sizeof *table->rows, name);
}

const struct aco_layout *aco_layout_for(const struct aco_layout_table *table, bool cpu)
{
    const struct aco_layout *row = table->rows;
    while (row->suits_cpu != cpu) {
        ++row;
    }
    return row;
}

const struct aco_layout *aco_layout_grouped(const struct aco_layout_table *table)
{
    const struct aco_layout *row = table->rows;
    while (!row->groups) {
        ++row;
    }
    return row;
}

enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape)
{
    bool cpu = device->type == SWARM_DEVICE_CPU;
    size_t limit = device->max_group_size;
    if (request->group_size > limit) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--group-size %u: device %u \"%s\" allows at most %zu",
                         (unsigned)request->group_size, device->index, device->name, limit);
    }
    *shape = (struct aco_shape){
        .construction = request->construction ? request->construction : aco_layout_for(&aco_constructions, cpu),
        .evaluation = request->evaluation ? request->evaluation : aco_layout_for(&aco_evaluations, cpu),
        .deposit = request->deposit,
        .evaluate_group = request->group_size ? request->group_size : power_of_two(EVALUATE_GROUP, limit),
        .row_group = cpu ? 1 : power_of_two(ROW_GROUP, limit),
        .reduce_group = cpu ? 1 : power_of_two(REDUCE_GROUP, limit),
        .element_group = power_of_two(ELEMENT_GROUP, limit),
    };
    if (shape->construction->groups) {
        uint32_t wanted = n <= SHORT_ROW ? CONSTRUCT_GROUP_SHORT : CONSTRUCT_GROUP;
        shape->construct_group = request->group_size ? request->group_size : power_of_two(wanted, limit);
    } else {
        size_t visited_bytes = (size_t)4 * ((n + 31) / 32);
        size_t fitting = (size_t)(device->local_memory / visited_bytes);
        shape->construct_group = cpu ? 1 : power_of_two(WORKITEM_ANTS, fitting < limit ? fitting : limit);
    }
    if (shape->construction->local_bytes(shape, n) > device->local_memory) {
        return base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                         "an ant's %zu bytes of visited bits do not fit the %llu bytes of local memory of \"%s\"",
                         shape->construction->local_bytes(shape, n), (unsigned long long)device->local_memory,
                         device->name);
    }
    return SWARM_OK;
}
