#include "pieces_device.h"

#include <string.h>

#include "kopt.h"
#include "team_codes.h"
#include "tsp/metric.h"

enum buffer { WORDS, JOBS, QUEUES, REPORTS, ENDS, PROBLEM };
_Static_assert(PROBLEM + MOSAIC_PROBLEM_BUFFERS == MOSAIC_PIECES_BUFFERS, "each has a row in the plan");

/* Arguments of the kernel for them. */
static const char *const own[PROBLEM] = {
    [WORDS] = "words", [JOBS] = "jobs", [QUEUES] = "queues", [REPORTS] = "reports", [ENDS] = "ends"};

/* Work-items of an ant, how they agree, and ants of a group. More ants need no barriers. */
static const struct {
    uint32_t items, code, ants;
} ways[MOSAIC_PIECES_WAYS] = {
    [MOSAIC_PIECES_LOOP] = {1, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_LOCAL] = {PIECE_LANES, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_SHUFFLE] = {PIECE_LANES, TEAM_CODE_SHUFFLE, 2},
    [MOSAIC_PIECES_REDUX] = {PIECE_LANES, TEAM_CODE_REDUX, 2},
};

enum mosaic_pieces_way mosaic_pieces_way_of(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU          ? MOSAIC_PIECES_LOOP
           : strstr(device->platform_name, "NVIDIA") ? MOSAIC_PIECES_REDUX
                                                     : MOSAIC_PIECES_LOCAL;
}

/* Whether gains on the way of a move are below 2^PIECE_SHORT_BITS: none is more than all edges that it may remove.
 * No distance is longer than twice the sum of the differences, on a sphere half of pi times that, and 2 by rounding. */
static bool is_short(const struct swarm_instance *instance)
{
    const uint32_t n = instance->info.node_count;
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    double longest = 2.0;
    if (!instance->coordinates || !metric->on_device) {
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t j = 0; j < i; ++j) {
                const int32_t length = tsp_instance_distance(instance, i, j);
                longest = length > longest ? length : longest;
            }
        }
    } else {
        for (uint32_t axis = 0; axis < metric->dimensions; ++axis) {
            const double *at = instance->coordinates + (size_t)axis * n;
            double low = at[0], high = at[0];
            for (uint32_t i = 1; i < n - instance->joint; ++i) {
                low = at[i] < low ? at[i] : low;
                high = at[i] > high ? at[i] : high;
            }
            longest += 2.0 * (high - low);
        }
    }
    return longest * KOPT_MOST < (double)(1 << PIECE_SHORT_BITS);
}

enum swarm_status mosaic_pieces_build(struct ocl_session *session, const struct swarm_instance *instance,
                                      const char *dump_path, enum mosaic_pieces_way *way, cl_program *program)
{
    const bool brief = is_short(instance);
    for (;; --*way) {
        const struct ocl_define defines[] = {
            {"PIECE_ITEMS", ways[*way].items, NULL},
            {"TEAM_CODE", ways[*way].code, NULL},
            {"TEAM_ANTS", ways[*way].ants, NULL},
            {"PIECE_SHORT", brief, NULL},
        };
        const enum swarm_status status = mosaic_problem_build(session, instance, "mosaic/improve_pieces.cl", defines,
                                                              sizeof defines / sizeof *defines, dump_path, program);
        if (status != SWARM_ERROR_BUILD || *way <= MOSAIC_PIECES_LOCAL) {
            return status;
        }
    }
}

void mosaic_pieces_device_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                               uint32_t individuals, uint32_t capacity,
                               struct ocl_buffer buffers[MOSAIC_PIECES_BUFFERS])
{
    const struct mosaic_pieces *rows = NULL;
    const uint64_t n = instance->info.node_count;
    buffers[WORDS] = (struct ocl_buffer){"individual_words", individuals * n * 2 * 4, NULL};
    buffers[JOBS] = (struct ocl_buffer){"piece_jobs", capacity * sizeof *rows->jobs, NULL};
    buffers[QUEUES] = (struct ocl_buffer){"piece_queues", capacity * sizeof *rows->queues, NULL};
    buffers[REPORTS] = (struct ocl_buffer){"piece_reports", capacity * sizeof *rows->reports, NULL};
    buffers[ENDS] = (struct ocl_buffer){"piece_ends", capacity * sizeof *rows->ends, NULL};
    mosaic_problem_plan(instance, device, width, buffers + PROBLEM);
}

enum swarm_status mosaic_pieces_device_create(struct ocl_session *session, cl_program program,
                                              const struct mosaic_problem *problem, enum mosaic_pieces_way way,
                                              uint32_t individuals, uint32_t capacity, uint64_t seed,
                                              struct mosaic_pieces_device *device)
{
    const uint64_t stride = 2 * (uint64_t)problem->n;
    struct mosaic_kernel *base = &device->base;
    enum swarm_status status = SWARM_OK;
    device->n = problem->n;
    device->way = way;
    mosaic_pieces_device_plan(problem->instance, session->device, problem->width, individuals, capacity, base->buffers);
    TRY(mosaic_kernel_create(session, program, "mosaic_improve_pieces", own, PROBLEM, problem, seed, base));
    TRY(OCL_GIVE(session, &base->kernel, OCL_VALUE(stride)));

fail:
    return status;
}

void mosaic_pieces_device_release(struct mosaic_pieces_device *device)
{
    if (device->queued) {
        ocl_session_wait(device->base.session, &device->queued);
    }
    mosaic_kernel_release(&device->base);
}

enum swarm_status mosaic_pieces_device_send(struct mosaic_pieces_device *device, uint32_t individual,
                                            const uint32_t *words)
{
    const uint64_t bytes = (uint64_t)device->n * 2 * 4;
    return ocl_buffer_write(device->base.session, &device->base.buffers[WORDS], individual * bytes, bytes, words);
}

/* Rows that hold something, from the first to the last: most launches have nodes in few rows of the queues. */
struct rows {
    uint32_t first, count;
};

static struct rows rows_with_nodes(const struct mosaic_pieces *pieces, bool left)
{
    struct rows rows = {0, 0};
    for (uint32_t ant = 0; ant < pieces->count; ++ant) {
        if (left ? pieces->reports[ant].left > 0 : pieces->jobs[ant].kicks == 0) {
            rows.first = rows.count == 0 ? ant : rows.first;
            rows.count = ant + 1 - rows.first;
        }
    }
    return rows;
}

/* NDRange of mosaic_improve_pieces
 *   global = { ants rounded up to whole groups, times items of an ant }
 *   local  = { items of an ant times ants of a group }   1 on CPUs, 32 with barriers, 64 by PTX
 */
enum swarm_status mosaic_pieces_device_begin(struct mosaic_pieces_device *device, const struct mosaic_pieces *pieces)
{
    struct ocl_session *session = device->base.session;
    struct ocl_buffer *buffers = device->base.buffers;
    const uint32_t count = pieces->count;
    const size_t local = (size_t)ways[device->way].items * ways[device->way].ants, row = sizeof *pieces->queues;
    const struct ocl_ndrange range = {{ocl_round_up((size_t)count * ways[device->way].items, local), 1}, {local, 1}};
    enum swarm_status status = SWARM_OK;
    if (count == 0) {
        return SWARM_OK;
    }
    const struct rows given = rows_with_nodes(pieces, false);
    TRY(OCL_GIVE(session, &device->base.kernel, OCL_VALUE(count)));
    TRY(ocl_buffer_write(session, &buffers[JOBS], 0, count * sizeof *pieces->jobs, pieces->jobs));
    if (given.count > 0) {
        TRY(ocl_buffer_write(session, &buffers[QUEUES], given.first * row, given.count * row,
                             pieces->queues[given.first]));
    }
    TRY(ocl_kernel_enqueue(session, &device->base.kernel, range));
    TRY(ocl_session_mark(session, &device->queued));

fail:
    return status;
}

enum swarm_status mosaic_pieces_device_end(struct mosaic_pieces_device *device, struct mosaic_pieces *pieces)
{
    struct ocl_session *session = device->base.session;
    struct ocl_buffer *buffers = device->base.buffers;
    const uint32_t count = pieces->count;
    const size_t row = sizeof *pieces->queues;
    enum swarm_status status = SWARM_OK;
    if (count == 0) {
        return SWARM_OK;
    }
    TRY(ocl_session_wait(session, &device->queued));
    TRY(ocl_buffer_read(session, &buffers[REPORTS], 0, count * sizeof *pieces->reports, pieces->reports));
    TRY(ocl_buffer_read(session, &buffers[ENDS], 0, count * sizeof *pieces->ends, pieces->ends));
    const struct rows left = rows_with_nodes(pieces, true);
    if (left.count > 0) {
        TRY(ocl_buffer_read(session, &buffers[QUEUES], left.first * row, left.count * row, pieces->queues[left.first]));
    }

fail:
    return status;
}
