#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SEARCHES, MATRICES, LINEAR, NUMBERS, MARKS, ASSIGNMENTS, VECTORS, TRAILS, PLACES, WORDS };
enum { SEARCHING, PLACING }; /* kinds of work of the pacer: tabu searches, and ants */
enum {
    GROUP_LEAST = QAP_BLOCK, /* a device whose groups have fewer work-items searches with one, as a CPU does */
    GROUP_SMALL = 128,       /* work-items per group for up to 32 items; twice as many for up to 128 items */
    GROUP_LARGE = 512,       /* work-items per group, for instances with more items */
};

static const char *const arguments[QAP_BUFFERS] = {
    "searches", "matrices", "linear", "numbers", "marks", "assignments", "vectors", "trails", "ant_places", "ant_words",
};

static size_t vectors_bytes(const struct qap_problem *problem)
{
    return QAP_VECTORS * (size_t)problem->width * qap_number_size(problem);
}

static void list_buffers(struct qap_device *device)
{
    const struct qap_problem *problem = device->problem;
    const uint64_t whole = qap_problem_size(problem), matrix = whole * qap_number_size(problem);
    const uint64_t count = device->searches, ants = device->ants, m = problem->m;
    const struct ocl_buffer all[QAP_BUFFERS] = {
        [SEARCHES] = {"searches", count * sizeof(struct qap_search), NULL},
        [MATRICES] = {"flows_and_distances", 4 * matrix, NULL},
        [LINEAR] = {"linear_costs", matrix + problem->width * qap_number_size(problem), NULL},
        [NUMBERS] = {"search_sums", count * 3 * matrix, NULL},
        [MARKS] = {"tabu_marks", count * 2 * whole * 4, NULL},
        [ASSIGNMENTS] = {"assignments", count * 2 * problem->width * 4, NULL},
        [VECTORS] = {"search_vectors", device->local_vectors ? 0 : count * vectors_bytes(problem), NULL},
        [TRAILS] = {"trails", ants > 0 ? m * m * 4 : 0, NULL},
        [PLACES] = {"ant_places", ants * m * 4, NULL},
        [WORDS] = {"ant_words", device->local_vectors ? 0 : ants * 2 * m * 4, NULL},
    };
    memcpy(device->buffers, all, sizeof all);
}

/* The number of searches per compute unit of a GPU: as many as fit the cache, at most 8. A step reads the sums, and
 * half of the differences and marks; if these of all searches fit the cache that the units share, no step waits for
 * memory. If fewer than 2 searches fit, 4 are fastest. An H200 makes, in million steps a second: n = 100, which
 * fits: 12.2 with 2 searches per unit, 9.3 with 8; n = 150, which does not fit: 2.5 with 2, 3.8 with 4. */
static uint32_t searches_of_unit(const struct qap_problem *problem)
{
    const uint64_t cache = 256 << 10; /* bytes of the shared cache per compute unit */
    const uint64_t fitting = cache / (2 * qap_problem_size(problem) * qap_number_size(problem) + 1);
    return fitting < 2 ? 4 : fitting < 8 ? (uint32_t)fitting : 8;
}

enum swarm_status qap_device_plan(struct search_engine *engine, const struct qap_problem *problem, uint32_t searches,
                                  size_t limit, struct qap_device *device)
{
    const struct swarm_device *info = engine->device;
    const bool cpu = info->type == SWARM_DEVICE_CPU;
    const uint32_t good = problem->m <= 32 ? GROUP_SMALL : problem->m <= 128 ? 2 * GROUP_SMALL : GROUP_LARGE;
    const uint32_t units = info->compute_units > 0 ? info->compute_units : 1;
    const uint32_t useful = cpu ? units : searches_of_unit(problem) * units;
    limit = limit > 0 && limit < info->max_group_size ? limit : info->max_group_size;
    device->problem = problem;
    device->group_size = cpu || limit < GROUP_LEAST ? 1 : ocl_power_of_two(good, limit);
    device->local_vectors =
        device->group_size > 1 && vectors_bytes(problem) + device->group_size * 16 + 1024 <= info->local_memory / 2;
    device->searches = useful < searches ? useful : searches;
    for (list_buffers(device); device->searches > 1 && !ocl_plan_fits(info, device->buffers, QAP_BUFFERS);) {
        device->searches = (device->searches + 1) / 2;
        list_buffers(device);
    }
    base_log(engine->env, SWARM_LOG_DEBUG, "%u searches at a time, each by %u work-items", (unsigned)device->searches,
             (unsigned)device->group_size);
    return search_engine_plan_buffers(engine, device->buffers, device->ants > 0 ? QAP_BUFFERS : TRAILS);
}

enum swarm_status qap_device_build(struct ocl_session *session, const char *dump_path, struct qap_device *device,
                                   size_t *limit)
{
    const struct ocl_define defines[] = {
        {"QAP_BITS", device->problem->wide ? 64 : 32, NULL},
        {"QAP_SYMMETRIC", device->problem->symmetric, NULL},
        {"QAP_GROUP_SIZE", device->group_size, NULL},
        {"QAP_LOCAL_VECTORS", device->local_vectors, NULL},
        {"ANTS", device->ants > 0, NULL},
    };
    device->session = session;
    *limit = 0;
    TRY(ocl_program_build_file(session, "qap/search.cl", defines, sizeof defines / sizeof defines[0], dump_path,
                               &device->program));
    TRY(ocl_kernel_create(session, device->program, "qap_search", &device->kernel));
    TRY(device->ants > 0 ? ocl_kernel_create(session, device->program, "qap_place", &device->place) : SWARM_OK);
    if (ocl_kernels_limited(session, &device->kernel, 1, device->group_size, NULL, limit)) {
        ocl_kernels_release(&device->place, 1, NULL, 0, &device->program);
    }
    return SWARM_OK;
}

/* Sets the kernel's argument for the vectors, or words, of a work-group: `bytes` of local memory if
 * device->local_vectors, otherwise the buffer. */
static enum swarm_status give_vectors(struct qap_device *device, struct ocl_kernel *kernel, int buffer, size_t bytes)
{
    return device->local_vectors
               ? OCL_GIVE(device->session, kernel, OCL_LOCAL(arguments[buffer], bytes))
               : ocl_kernel_take_buffers(device->session, kernel, &arguments[buffer], &device->buffers[buffer], 1);
}

enum swarm_status qap_device_prepare(struct qap_device *device, const struct search_request *request)
{
    const struct qap_problem *problem = device->problem;
    struct ocl_session *session = device->session;
    struct ocl_buffer *buffers = device->buffers;
    TRY(ocl_kernel_take_buffers(session, &device->kernel, arguments, buffers, VECTORS));
    TRY(give_vectors(device, &device->kernel, VECTORS, vectors_bytes(problem)));
    if (device->ants > 0) {
        TRY(ocl_kernel_take_buffers(session, &device->place, &arguments[TRAILS], &buffers[TRAILS], 2));
        TRY(give_vectors(device, &device->place, WORDS, (size_t)problem->m * 2 * sizeof(uint32_t)));
        TRY(OCL_GIVE(session, &device->place, OCL_NAMED("m", problem->m)));
    }
    TRY(ocl_buffer_write(session, &buffers[MATRICES], 0, buffers[MATRICES].bytes, problem->matrices));
    TRY(ocl_buffer_write(session, &buffers[LINEAR], 0, buffers[LINEAR].bytes, problem->linear));
    ocl_pacer_init(&device->pacer, session, request->launch_seconds, request->deadline);
    return OCL_GIVE(session, &device->kernel, OCL_NAMED("m", problem->m), OCL_NAMED("width", problem->width));
}

void qap_device_release(struct qap_device *device)
{
    ocl_kernel_release(&device->place);
    ocl_kernels_release(&device->kernel, 1, device->buffers, QAP_BUFFERS, &device->program);
    *device = (struct qap_device){.session = NULL};
}

/* Fills two rows [width] for each start: the current and the best assignment. The padding of a row holds the numbers m
 * to width - 1. */
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
 *   global = { searches * group_size }
 *   local  = { group_size }   1 on CPUs
 */
static enum swarm_status run_steps(struct qap_device *device, uint32_t count, uint32_t steps, bool *interrupted)
{
    const struct ocl_ndrange range = {{(size_t)count * device->group_size, 1}, {device->group_size, 1}};
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
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32), most = device->searches;
    const uint32_t rounds = (batch.count + most - 1) / most, m = device->problem->m;
    uint32_t *rows = base_array((size_t)2 * most, device->problem->width * sizeof *rows);
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

/* NDRange of qap_place
 *   global = { ants * local }
 *   local  = { group_size, but at most QAP_ANT_MOST }   1 on CPUs
 */
enum swarm_status qap_device_place(struct qap_device *device, uint64_t seed, const struct qap_colony *colony,
                                   uint32_t *built, bool *interrupted)
{
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32), m = device->problem->m;
    const size_t row = m * sizeof *colony->places, items = ocl_power_of_two(QAP_ANT_MOST, device->group_size);
    const double ant = (double)m * m;
    struct ocl_session *session = device->session;
    device->pacer.kind = PLACING;
    TRY(OCL_GIVE(session, &device->place, OCL_VALUE(key_0), OCL_VALUE(key_1),
                 OCL_NAMED("generation", colony->generation)));
    TRY(ocl_buffer_write(session, &device->buffers[TRAILS], 0, m * row, colony->trails));
    for (*built = 0; *built < colony->count && !*interrupted;) {
        const uint32_t left = colony->count - *built, most = left < device->ants ? left : device->ants;
        const double fitting = ocl_pacer_launch_units(&device->pacer) / ant;
        const uint32_t some = fitting < 1.0 ? 1 : fitting < most ? (uint32_t)fitting : most;
        const struct ocl_ndrange range = {{some * items, 1}, {items, 1}};
        TRY(OCL_GIVE(session, &device->place, OCL_NAMED("first_ant", *built)));
        TRY(ocl_kernel_enqueue(session, &device->place, range));
        TRY(ocl_pacer_add(&device->pacer, some * ant, interrupted));
        TRY(ocl_buffer_read(session, &device->buffers[PLACES], 0, some * row, colony->places + (size_t)*built * m));
        *built += some;
    }
    device->pacer.kind = SEARCHING;
    return ocl_pacer_drain(&device->pacer);
}
