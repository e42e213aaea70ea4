#include "device.h"

#include <math.h>

#include "cl/aco/colony_rules.h"

bool aco_device_uses_points(const struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    return self->base.lengths > 0 && (s->candidates > 0 || s->local_search);
}

/* Passes a setting as the kernel argument of the same name. */
#define SETTING(name) OCL_NAMED(#name, s->name)
#define SETTINGS                                                                                                  \
    SETTING(n), SETTING(stride), SETTING(width), SETTING(ants), SETTING(search_length), SETTING(search_stride),   \
        SETTING(second_length), SETTING(elite), SETTING(ranks), SETTING(exploit), SETTING(local_keep),            \
        SETTING(local_gain), SETTING(limit_factor), SETTING(floor_fraction), SETTING(restart_after),              \
        SETTING(mutations), SETTING(compress_from), SETTING(alpha_offset), SETTING(keep), SETTING(trail_initial), \
        SETTING(trail_floor), SETTING(deposit_scale), SETTING(length_shift), SETTING(deposit_maximum),            \
        SETTING(target), SETTING(no_improve)

/* Sets the local search's local memory, and its words of local memory per ant, as kernel arguments. */
static enum swarm_status set_search(struct aco_device_colony *self)
{
    const uint32_t local_stride = self->shape.search_local;
    const size_t bytes = 4 * (size_t)local_stride;
    return ACO_GIVE(self, ACO_KERNEL_SEARCH, OCL_LOCAL("local_words", bytes > 0 ? bytes : 4), OCL_VALUE(local_stride));
}

enum swarm_status aco_device_bind(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const uint32_t whole = s->candidates == 0, spare_row = ROWS_ALL(s->ants);
    const uint64_t cells = (uint64_t)s->ants * s->n;
    const enum aco_buffer edges = aco_device_uses_points(self) ? ACO_BUFFER_POINTS : ACO_BUFFER_DISTANCE;
    struct ocl_value buffers[ACO_BUFFER_COUNT];
    const struct ocl_value values[] = {
        SETTINGS,
        OCL_NAMED("alpha_fixed", s->alpha.fixed),
        OCL_NAMED("beta_fixed", s->beta.fixed),
        ACO_BUFFER(self, "visited_bits", LIST_VISITED),
        OCL_NAMED("edge_elements", self->buffers[edges].memory),
        OCL_NAMED("edge_stride", self->edge_stride),
        OCL_VALUE(whole),
        OCL_VALUE(spare_row),
        OCL_VALUE(cells),
        OCL_NAMED("parts", self->parts),
    };
    for (size_t i = 0; i < ACO_BUFFER_COUNT; ++i) {
        buffers[i] = OCL_NAMED(self->buffers[i].name, self->buffers[i].memory);
    }
    for (size_t i = 0; i < ACO_KERNEL_COUNT; ++i) {
        if (self->kernels[i].handle) {
            TRY(ocl_kernel_bind(&self->session, &self->kernels[i], buffers, ACO_BUFFER_COUNT));
            TRY(ocl_kernel_bind(&self->session, &self->kernels[i], values, sizeof values / sizeof values[0]));
        }
    }
    TRY(self->shape.construction->set ? self->shape.construction->set(self) : SWARM_OK);
    TRY(s->local_search && self->shape.search_team > 1 ? set_search(self) : SWARM_OK);
    return self->shape.deposit->set ? self->shape.deposit->set(self) : SWARM_OK;
}

enum swarm_status aco_device_launch(struct aco_device_colony *self, int kernel, struct ocl_ndrange range)
{
    range.global[2] = self->colonies;
    return ocl_kernel_enqueue(&self->session, &self->kernels[kernel], range);
}

/* NDRange with the columns as first dimension, which varies fastest (Angelo et al., eqs. 1, 2 and 7). With candidate
 * lists a group has the same size and up to 16 columns. */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const size_t group = (size_t)self->shape.element_group * self->shape.matrix_rows;
    const size_t columns = s->candidates == 0 ? self->shape.element_group : group < 16 ? group : 16;
    const size_t rows = group / columns;
    return (struct ocl_ndrange){{s->stride, ocl_round_up(s->n, rows)}, {columns, rows}};
}

/* NDRange of a group of row_group work-items per row. On CPUs row_group is 1: a loop without barriers. */
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *self)
{
    return (struct ocl_ndrange){{(size_t)self->base.settings.n * self->shape.row_group, 1}, {self->shape.row_group, 1}};
}

struct ocl_ndrange aco_device_elements(const struct aco_device_colony *self, size_t items)
{
    const size_t local = self->shape.element_group;
    return (struct ocl_ndrange){{ocl_round_up(items, local), 1}, {local, 1}};
}

enum {
    GROUPS_PER_UNIT = 16,  /* groups that keep a compute unit of a GPU busy */
    ITEMS_PER_UNIT = 2048, /* work-items that keep a compute unit of a GPU busy: as many as one of an H200 holds */
    ITEMS_PER_CORE = 64,   /* work-items that keep a core of a CPU busy; the core runs one group at a time */
    GROUPS_DEEP = 65535    /* maximum groups in the second dimension, the smallest limit among GPUs that have a limit */
};

double aco_device_waste(const struct aco_device_colony *self, double groups)
{
    const struct swarm_device *device = self->base.engine.device;
    const double held = device->type == SWARM_DEVICE_CPU ? 1 : GROUPS_PER_UNIT;
    return fmax(1, held * device->compute_units / (groups * self->colonies));
}

uint32_t aco_device_fitting(const struct aco_device_colony *self, uint32_t count, uint32_t together, double units)
{
    const struct swarm_device *device = self->base.engine.device;
    const double groups = device->type == SWARM_DEVICE_CPU ? 4 : GROUPS_PER_UNIT;
    const double enough = ceil(groups * device->compute_units / self->colonies) * together;
    const double fitting = ocl_pacer_launch_units(&self->pacer) / units;
    const double wanted = fmax(1, floor(fitting / enough)) * enough;
    return fitting < count && wanted < count ? (uint32_t)wanted : count;
}

uint32_t aco_device_lines(const struct aco_device_colony *self, uint32_t count, size_t items, double units)
{
    const struct swarm_device *device = self->base.engine.device;
    const size_t busy = device->type == SWARM_DEVICE_CPU ? ITEMS_PER_CORE : ITEMS_PER_UNIT;
    const double fitting = ocl_pacer_launch_units(&self->pacer) / units;
    const size_t in_all = items * self->colonies, filling = ocl_round_up(device->compute_units * busy, in_all) / in_all;
    return (uint32_t)fmin(count < GROUPS_DEEP ? count : GROUPS_DEEP, fmax(fitting, (double)filling));
}
