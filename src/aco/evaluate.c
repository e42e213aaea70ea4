/* The table of --evaluation: how tours are measured. */
#include "shape.h"

/* NDRange of aco_evaluate_workitem
 *   global = { ants rounded up to whole groups }   one work-item per ant
 *   local  = { element_group }
 */
static struct ocl_ndrange workitem_range(const struct aco_shape *shape, uint32_t ants)
{
    return (struct ocl_ndrange){{ocl_round_up(ants, shape->element_group), 1}, {shape->element_group, 1}};
}

/* NDRange of aco_evaluate_workgroup
 *   global = { ants * evaluate_group }   one work-group per ant
 *   local  = { evaluate_group }          any number; 8 bytes of local memory a work-item
 */
static struct ocl_ndrange workgroup_range(const struct aco_shape *shape, uint32_t ants)
{
    return (struct ocl_ndrange){{(size_t)ants * shape->evaluate_group, 1}, {shape->evaluate_group, 1}};
}

#define EVALUATION_ROWS(ROW)                                                                            \
    ROW("work-item", "one tour per work-item", "Angelo, Augusto and Barbosa 2013, Algorithm 6",         \
        .file = "aco/evaluate_workitem.cl", .kernel = "aco_evaluate_workitem", .range = workitem_range) \
    ROW("work-group", "one tour per work-group of --group-size, by a prefix sum",                       \
        "Angelo, Augusto and Barbosa 2013, Algorithm 7", .file = "aco/evaluate_workgroup.cl",           \
        .kernel = "aco_evaluate_workgroup", .groups = true, .range = workgroup_range)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_evaluation_words[] = {{"auto", "work-item on CPUs, work-group elsewhere", ""},
                                                     EVALUATION_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_evaluation aco_evaluations[] = {EVALUATION_ROWS(AS_ROW)};
const size_t aco_evaluation_count = sizeof aco_evaluations / sizeof aco_evaluations[0];

const struct aco_evaluation *aco_evaluation_find(const char *name)
{
    return aco_row_find(aco_evaluations, aco_evaluation_count, sizeof aco_evaluations[0], name);
}
