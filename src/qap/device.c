#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SEARCHES, MATRICES, LINEAR, NUMBERS, MARKS, ASSIGNMENTS, VECTORS };
enum {
    VECTORS_OF_SEARCH = 7,
    UNIT_BYTES = 256 << 10,
    UNIT_CROWDED = 4,
    UNIT_MOST = 8,
    GROUP_LEAST = QAP_BLOCK,
    GROUP_SMALL = 128,
    GROUP_LARGE = 512
};

static const char *const arguments[QAP_BUFFERS] = {
    "searches", "matrices", "linear", "numbers", "marks", "assignments", "vectors",
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Plan                                                                                                               */

static void list_buffers(const struct qap_problem *problem, const struct qap_shape *shape,
                         struct ocl_buffer buffers[QAP_BUFFERS])
{
    const uint64_t number = qap_number_size(problem), whole = qap_problem_size(problem), w = problem->width;
    const uint64_t seats = shape->seats;
    const struct ocl_buffer all[QAP_BUFFERS] = {
        [SEARCHES] = {"searches", seats * sizeof(struct qap_search), NULL},
        [MATRICES] = {"flows_and_distances", 4 * whole * number, NULL},
        [LINEAR] = {"linear_costs", whole * number, NULL},
        [NUMBERS] = {"search_sums", seats * 3 * whole * number, NULL},
        [MARKS] = {"tabu_marks", seats * 2 * whole * 4, NULL},
        [ASSIGNMENTS] = {"assignments", seats * 2 * w * 4, NULL},
        [VECTORS] = {"search_vectors", shape->near ? 0 : seats * VECTORS_OF_SEARCH * w * number, NULL},
    };
    memcpy(buffers, all, sizeof all);
}

/* Searches of a compute unit of a GPU. A step goes through the sums, and half of the differences and marks: while they
 * fit they stay in the cache that all units share. An H200 makes 12.2 million steps a second at n = 100 with 2, 9.3
 * with 8; at n = 150, where they do not fit, 2.5 with 2 and 3.8 with 4. */
static uint32_t seats_of_unit(const struct qap_problem *problem)
{
    const uint64_t fitting = UNIT_BYTES / (2 * qap_problem_size(problem) * qap_number_size(problem) + 1);
    return fitting < 2 ? UNIT_CROWDED : fitting < UNIT_MOST ? (uint32_t)fitting : UNIT_MOST;
}

struct qap_shape qap_device_shape(const struct swarm_device *device, const struct qap_problem *problem, uint32_t most,
                                  size_t items)
{
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    const size_t limit = items > 0 && items < device->max_group_size ? items : device->max_group_size;
    const uint32_t good = problem->m <= 32 ? GROUP_SMALL : problem->m <= 128 ? 2 * GROUP_SMALL : GROUP_LARGE;
    const uint64_t vectors = VECTORS_OF_SEARCH * (uint64_t)problem->width * qap_number_size(problem);
    const uint32_t units = device->compute_units > 0 ? device->compute_units : 1;
    struct ocl_buffer buffers[QAP_BUFFERS];
    struct qap_shape shape = {.items = cpu || limit < GROUP_LEAST ? 1 : ocl_power_of_two(good, limit)};
    shape.lanes = shape.items == 1 ? QAP_BLOCK : 1;
    shape.near = shape.lanes == 1 && vectors + shape.items * 16 + 1024 <= device->local_memory / 2;
    shape.seats = cpu ? units : seats_of_unit(problem) * units;
    shape.seats = shape.seats < most ? shape.seats : most;
    for (list_buffers(problem, &shape, buffers); shape.seats > 1 && !ocl_plan_fits(device, buffers, QAP_BUFFERS);) {
        shape.seats = (shape.seats + 1) / 2;
        list_buffers(problem, &shape, buffers);
    }
    return shape;
}

enum swarm_status qap_device_plan(struct search_engine *engine, const struct qap_problem *problem,
                                  const struct qap_shape *shape)
{
    struct ocl_buffer buffers[QAP_BUFFERS];
    list_buffers(problem, shape, buffers);
    base_log(engine->env, SWARM_LOG_DEBUG, "%u searches at a time, each by %u work-items, %u numbers at once",
             (unsigned)shape->seats, (unsigned)shape->items, (unsigned)shape->lanes);
    return search_engine_plan_buffers(engine, buffers, QAP_BUFFERS);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Build, prepare                                                                                                     */

enum swarm_status qap_device_build(struct ocl_session *session, const struct qap_problem *problem,
                                   const struct qap_shape *shape, const char *dump_path, struct qap_device *device,
                                   size_t *limit)
{
    const struct ocl_define defines[] = {
        {"QAP_BITS", problem->wide ? 64 : 32, NULL}, {"QAP_SYMMETRIC", problem->symmetric, NULL},
        {"QAP_LANES", shape->lanes, NULL},           {"QAP_ITEMS", shape->items, NULL},
        {"QAP_NEAR_LOCAL", shape->near, NULL},
    };
    device->session = session;
    device->problem = problem;
    device->shape = *shape;
    *limit = 0;
    TRY(ocl_program_build_file(session, "qap/search.cl", defines, sizeof defines / sizeof defines[0], dump_path,
                               &device->program));
    TRY(ocl_kernel_create(session, device->program, "qap_search", &device->kernel));
    if (ocl_kernels_limited(session, &device->kernel, 1, shape->items, limit)) {
        clReleaseProgram(device->program);
        device->program = NULL;
    }
    return SWARM_OK;
}

enum swarm_status qap_device_prepare(struct qap_device *device, const struct search_request *request)
{
    const struct qap_problem *problem = device->problem;
    struct ocl_buffer *buffers = device->buffers;
    list_buffers(problem, &device->shape, buffers);
    for (size_t i = 0; i < QAP_BUFFERS; ++i) {
        if (i == VECTORS && device->shape.near) {
            const size_t bytes = VECTORS_OF_SEARCH * problem->width * qap_number_size(problem);
            TRY(OCL_GIVE(device->session, &device->kernel, OCL_LOCAL("vectors", bytes)));
        } else {
            TRY(ocl_buffer_create(device->session, &buffers[i]));
            TRY(OCL_GIVE(device->session, &device->kernel, OCL_NAMED(arguments[i], buffers[i].memory)));
        }
    }
    TRY(ocl_buffer_write(device->session, &buffers[MATRICES], 0, buffers[MATRICES].bytes, problem->matrices));
    TRY(ocl_buffer_write(device->session, &buffers[LINEAR], 0, buffers[LINEAR].bytes, problem->linear));
    ocl_pacer_init(&device->pacer, device->session, request->launch_seconds, request->deadline);
    return OCL_GIVE(device->session, &device->kernel, OCL_NAMED("m", problem->m), OCL_NAMED("width", problem->width));
}

void qap_device_release(struct qap_device *device)
{
    ocl_kernel_release_all(&device->kernel, device->buffers, QAP_BUFFERS, &device->program);
    *device = (struct qap_device){.session = NULL};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

/* Places, and the same again as the best, in rows of `width`, which has the numbers of the padding behind them. */
static void fill_rows(const struct qap_problem *problem, uint32_t count, const uint32_t *starts, uint32_t *rows)
{
    const uint32_t m = problem->m, w = problem->width;
    for (uint32_t i = 0; i < 2 * count; ++i) {
        memcpy(rows + (size_t)i * w, starts + (size_t)(i / 2) * m, m * sizeof *rows);
        for (uint32_t k = m; k < w; ++k) {
            rows[(size_t)i * w + k] = k;
        }
    }
}

/* NDRange of qap_search
 *   global = { searches * items }
 *   local  = { items }   1 on CPUs
 */
static enum swarm_status run_steps(struct qap_device *device, uint32_t count, uint32_t steps, bool *interrupted)
{
    const struct ocl_ndrange range = {{(size_t)count * device->shape.items, 1}, {device->shape.items, 1}};
    const double step = (double)qap_problem_size(device->problem) * count, begin = step * device->problem->m;
    for (uint32_t done = 0; done < steps && !*interrupted;) {
        const double units = ocl_pacer_launch_units(&device->pacer) - (done == 0 ? begin : 0.0);
        const double fitting = units / step, left = steps - done;
        const uint32_t some = fitting < 1.0 ? 1 : fitting < left ? (uint32_t)fitting : (uint32_t)left;
        TRY(OCL_GIVE(device->session, &device->kernel, OCL_NAMED("steps", some)));
        TRY(ocl_kernel_enqueue(device->session, &device->kernel, range));
        TRY(ocl_pacer_add(&device->pacer, some * step + (done == 0 ? begin : 0.0), interrupted));
        done += some;
    }
    return ocl_pacer_drain(&device->pacer);
}

static enum swarm_status search_some(struct qap_device *device, uint32_t steps, struct qap_batch batch, uint32_t *rows,
                                     bool *interrupted)
{
    const uint32_t m = device->problem->m, w = device->problem->width, count = batch.count;
    const uint64_t bytes = (uint64_t)count * 2 * w * sizeof *rows;
    fill_rows(device->problem, count, batch.starts, rows);
    TRY(ocl_buffer_write(device->session, &device->buffers[ASSIGNMENTS], 0, bytes, rows));
    TRY(ocl_buffer_write(device->session, &device->buffers[SEARCHES], 0, count * sizeof *batch.searches,
                         batch.searches));
    TRY(run_steps(device, count, steps, interrupted));
    TRY(ocl_buffer_read(device->session, &device->buffers[SEARCHES], 0, count * sizeof *batch.searches,
                        batch.searches));
    TRY(ocl_buffer_read(device->session, &device->buffers[ASSIGNMENTS], 0, bytes, rows));
    for (uint32_t i = 0; i < count; ++i) {
        memcpy(batch.found + (size_t)i * m, rows + ((size_t)2 * i + 1) * w, m * sizeof *rows);
    }
    return SWARM_OK;
}

enum swarm_status qap_device_search(struct qap_device *device, uint64_t seed, uint32_t steps, struct qap_batch batch,
                                    bool *interrupted)
{
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32), seats = device->shape.seats;
    const uint32_t rounds = (batch.count + seats - 1) / seats, m = device->problem->m;
    uint32_t *rows = base_array((size_t)2 * seats, device->problem->width * sizeof *rows);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, rows ? SWARM_OK : base_fail_memory(device->session->env));
    TRY_OR(done, OCL_GIVE(device->session, &device->kernel, OCL_VALUE(key_0), OCL_VALUE(key_1)));
    memcpy(batch.found, batch.starts, (size_t)batch.count * m * sizeof *batch.found);
    for (uint32_t round = 0; round < rounds && !*interrupted; ++round) {
        const size_t first = (size_t)round * batch.count / rounds, end = (size_t)(round + 1) * batch.count / rounds;
        const struct qap_batch some = {(uint32_t)(end - first), batch.starts + first * m, batch.found + first * m,
                                       batch.searches + first};
        TRY_OR(done, search_some(device, steps, some, rows, interrupted));
    }

done:
    free(rows);
    return status;
}
