#include "arrays.h"

#include "array_search.h"

struct improving {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint64_t seed;
    uint32_t budget;
};

static struct array_search search_of(const struct mosaic_problem *problem, const struct mosaic_population *population,
                                     size_t individual)
{
    const struct problem_view view = mosaic_view(problem);
    struct array_search search;
    array_take(&search, &view, population->words + individual * population->stride);
    return search;
}

static void improve_individual(void *context, size_t item, unsigned thread)
{
    const struct improving *improving = context;
    struct mosaic_individual *individual = &improving->population->individuals[item];
    (void)thread;
    if (!individual->done) {
        struct array_search search = search_of(improving->problem, improving->population, item);
        array_run(&search, individual, improving->seed, improving->budget);
    }
}

void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget)
{
    struct improving improving = {problem, population, seed, budget};
    base_team_run(team, population->count, improve_individual, &improving);
}

void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        struct mosaic_individual *individual = &population->individuals[i];
        if (individual->kicked) {
            struct array_search search = search_of(problem, population, i);
            search.own = *individual;
            array_decide(&search);
            *individual = search.own;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* On a device                                                                                                        */

enum buffer { WORDS, INDIVIDUALS, PROBLEM };
_Static_assert(PROBLEM + MOSAIC_PROBLEM_BUFFERS == MOSAIC_ARRAYS_BUFFERS, "each has a row in the plan");

/* Arguments of the kernel for them. */
static const char *const own[PROBLEM] = {[WORDS] = "words", [INDIVIDUALS] = "individuals"};

void mosaic_arrays_device_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                               uint32_t individuals, struct ocl_buffer buffers[MOSAIC_ARRAYS_BUFFERS])
{
    const uint64_t words = ARRAY_WORDS(instance->info.node_count);
    buffers[WORDS] = (struct ocl_buffer){"individual_words", individuals * words * 4, NULL};
    buffers[INDIVIDUALS] = (struct ocl_buffer){"individuals", individuals * sizeof(struct mosaic_individual), NULL};
    mosaic_problem_plan(instance, device, width, buffers + PROBLEM);
}

/* Work-items of a group. */
static uint32_t group_of(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU ? 1 : 32;
}

enum swarm_status mosaic_arrays_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                             const char *dump_path, cl_program *program)
{
    const struct ocl_define group = {"ARRAY_GROUP_SIZE", group_of(session->device), NULL};
    return mosaic_problem_build(session, instance, "mosaic/improve_array.cl", &group, 1, dump_path, program);
}

enum swarm_status mosaic_arrays_device_create(struct ocl_session *session, cl_program program,
                                              const struct mosaic_problem *problem, uint32_t individuals, uint64_t seed,
                                              struct mosaic_kernel *device)
{
    mosaic_arrays_device_plan(problem->instance, session->device, problem->width, individuals, device->buffers);
    return mosaic_kernel_create(session, program, "mosaic_improve_array", own, PROBLEM, problem, seed, device);
}

static uint64_t bytes_of(const struct mosaic_population *population)
{
    return population->count * population->stride * sizeof *population->words;
}

enum swarm_status mosaic_arrays_device_send(struct mosaic_kernel *device, const struct mosaic_population *population)
{
    enum swarm_status status = SWARM_OK;
    TRY(ocl_buffer_write(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words));
    TRY(ocl_buffer_write(device->session, &device->buffers[INDIVIDUALS], 0,
                         population->count * sizeof *population->individuals, population->individuals));

fail:
    return status;
}

/* NDRange of mosaic_improve_array
 *   global = { individuals rounded up to whole groups }
 *   local  = { group }   1 on CPUs
 */
enum swarm_status mosaic_arrays_device_improve(struct mosaic_kernel *device, struct mosaic_population *population,
                                               uint32_t budget)
{
    const uint32_t group = group_of(device->session->device);
    const struct ocl_ndrange range = {{ocl_round_up(population->count, group), 1}, {group, 1}};
    enum swarm_status status = SWARM_OK;
    TRY(OCL_GIVE(device->session, &device->kernel, OCL_NAMED("count", population->count), OCL_VALUE(budget)));
    TRY(ocl_kernel_enqueue(device->session, &device->kernel, range));
    TRY(ocl_buffer_read(device->session, &device->buffers[INDIVIDUALS], 0,
                        population->count * sizeof *population->individuals, population->individuals));

fail:
    return status;
}

enum swarm_status mosaic_arrays_device_fetch(struct mosaic_kernel *device, struct mosaic_population *population)
{
    return ocl_buffer_read(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words);
}
