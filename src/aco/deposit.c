/* The table of --deposit: how ants lay their trails. */
#include "shape.h"

#include "colony_device.h"

/* NDRange of aco_deposit_per_ant, launched once per ant
 *   global = { n rounded up to whole groups }   one work-item per edge, the closing one included
 *   local  = { element_group }
 */
static enum swarm_status per_ant_enqueue(struct aco_device_colony *colony, bool *interrupted)
{
    const struct aco_settings *settings = &colony->base.settings;
    const struct ocl_kernel *kernel = &colony->kernels[ACO_KERNEL_DEPOSIT];
    const size_t local = colony->shape.element_group;
    const struct ocl_ndrange range = {{ocl_round_up(settings->n, local), 1}, {local, 1}};
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    for (uint32_t ant = 0; ant < settings->ants && !*interrupted; ++ant) {
        TRY(ocl_kernel_set(&colony->session, kernel, 5, &OCL_ARGUMENT(ant), 1));
        TRY(ocl_kernel_enqueue(&colony->session, kernel, range));
        TRY(aco_pacer_add(&colony->pacer, settings->n, interrupted));
    }

fail:
    return status;
}

#define DEPOSIT_ROWS(ROW)                                                                                 \
    ROW("per-ant", "one launch per ant, one work-item per edge, no atomics",                              \
        "Angelo, Augusto and Barbosa 2013, Algorithm 9", "aco/deposit_per_ant.cl", "aco_deposit_per_ant", \
        per_ant_enqueue)

#define AS_WORD(name, help, source, file, kernel, enqueue) {name, help, source},
#define AS_ROW(name, help, source, file, kernel, enqueue)  {name, file, kernel, enqueue},

const struct swarm_variant aco_deposit_words[] = {DEPOSIT_ROWS(AS_WORD){NULL, NULL, NULL}};
static const struct aco_deposit rows[] = {DEPOSIT_ROWS(AS_ROW)};

const struct aco_deposit *aco_deposit_find(const char *name)
{
    return aco_row_find(rows, sizeof rows / sizeof rows[0], sizeof rows[0], name);
}
