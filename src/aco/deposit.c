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

static enum swarm_status per_ant_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint32_t zero = 0;
    return ACO_SET(colony, DEPOSIT, ACO_BUFFER(colony, TOURS), ACO_BUFFER(colony, AMOUNTS), ACO_BUFFER(colony, TRAILS),
                   OCL_ARGUMENT(s->n), OCL_ARGUMENT(s->stride), OCL_ARGUMENT(zero));
}

#define DEPOSIT_ROWS(ROW)                                                                                          \
    ROW("per-ant", "one launch per ant, one work-item per edge, no atomics",                                       \
        "Angelo, Augusto and Barbosa 2013, Algorithm 9", .file = "aco/deposit_per_ant.cl",                         \
        .kernels = {"aco_deposit_per_ant"}, .set = per_ant_set, .enqueue = per_ant_enqueue)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant aco_deposit_words[] = {{"auto", "the fastest for the device", ""},
                                                  DEPOSIT_ROWS(AS_WORD){NULL, NULL, NULL}};
const struct aco_deposit aco_deposits[] = {DEPOSIT_ROWS(AS_ROW)};
const size_t aco_deposit_count = sizeof aco_deposits / sizeof aco_deposits[0];

const struct aco_deposit *aco_deposit_find(const char *name)
{
    return aco_row_find(aco_deposits, aco_deposit_count, sizeof aco_deposits[0], name);
}
