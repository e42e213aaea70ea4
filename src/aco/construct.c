/* The table of --construction: how the ants of a colony are laid over work-items. */
#include "shape.h"

/* NDRange of aco_construct_workitem
 *   global = { ants rounded up to whole groups }   one work-item per ant
 *   local  = { construct_group }                   1 on CPUs, up to 32 elsewhere as local memory allows
 *   local memory = 4 * ceil(n / 32) * construct_group bytes of visited bits
 */
static struct ocl_ndrange workitem_range(const struct aco_shape *shape, uint32_t ants)
{
    return (struct ocl_ndrange){{ocl_round_up(ants, shape->construct_group), 1}, {shape->construct_group, 1}};
}

static size_t workitem_local_bytes(const struct aco_shape *shape, uint32_t n)
{
    return (size_t)4 * ((n + 31) / 32) * shape->construct_group;
}

/* NDRange of aco_construct_workgroup
 *   global = { ants * construct_group }   one work-group per ant
 *   local  = { construct_group }          any number
 *   local memory = 4 * ceil(n / 32) bytes of visited bits, and 8 bytes a work-item and segment declared in the kernel
 */
static struct ocl_ndrange workgroup_range(const struct aco_shape *shape, uint32_t ants)
{
    return (struct ocl_ndrange){{(size_t)ants * shape->construct_group, 1}, {shape->construct_group, 1}};
}

static size_t workgroup_local_bytes(const struct aco_shape *shape, uint32_t n)
{
    (void)shape;
    return (size_t)4 * ((n + 31) / 32);
}

#define CONSTRUCTION_ROWS(ROW)                                                                                     \
    ROW("work-item", "one ant per work-item, rows as vectors", "Angelo, Augusto and Barbosa 2013, Algorithm 5",    \
        "aco/construct_workitem.cl", "aco_construct_workitem", true, false, workitem_range, workitem_local_bytes)  \
    ROW("work-group", "one ant per work-group of --group-size", "Angelo, Augusto and Barbosa 2013, section 4.2.2", \
        "aco/construct_workgroup.cl", "aco_construct_workgroup", false, true, workgroup_range, workgroup_local_bytes)

#define AS_WORD(name, help, source, file, kernel, suits_cpu, groups, range, local_bytes) {name, help, source},
#define AS_ROW(name, help, source, file, kernel, suits_cpu, groups, range, local_bytes) \
    {name, file, kernel, suits_cpu, groups, range, local_bytes},

const struct swarm_variant aco_construction_words[] = {{"auto", "work-item on CPUs, work-group elsewhere", ""},
                                                       CONSTRUCTION_ROWS(AS_WORD){NULL, NULL, NULL}};
static const struct aco_layout rows[] = {CONSTRUCTION_ROWS(AS_ROW)};

const struct aco_layout_table aco_constructions = {rows, sizeof rows / sizeof rows[0]};
