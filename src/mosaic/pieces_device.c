#include "pieces.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exchange.h"
#include "ocl/program.h"
#include "team_codes.h"

enum buffer { WORDS, JOBS, QUEUES, REPORTS, ENDS, NEAR, NEAR_LENGTH, EDGES, BUFFERS };

struct mosaic_pieces_device {
    struct ocl_session *session;
    uint32_t n, items, group_ants;
    int metric; /* 0: lengths of all pairs are sent */
    uint64_t stride;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[BUFFERS];
};

/* Work-items of an ant, how they agree, and ants of a group. More ants need no barriers. */
static const struct {
    uint32_t items, code, ants;
} ways[MOSAIC_PIECES_WAYS] = {
    [MOSAIC_PIECES_LOOP] = {1, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_LOCAL] = {PIECE_LANES, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_SHUFFLE] = {PIECE_LANES, TEAM_CODE_SHUFFLE, 2},
    [MOSAIC_PIECES_REDUX] = {PIECE_LANES, TEAM_CODE_REDUX, 2},
};

/* Whether gains on the way of an exchange are below 2^PIECE_SHORT_BITS: none is more than all edges that it may remove.
 * No metric makes a distance longer than twice the sum of the differences, and 2 by rounding. */
static bool is_short(const struct mosaic_pieces_device *device, const struct mosaic_problem *problem)
{
    double longest = 2.0;
    for (uint32_t d = 0; d < problem->dimensions && device->metric != 0; ++d) {
        double low = problem->points[d], high = low;
        for (uint32_t i = 1; i < problem->n; ++i) {
            const double x = problem->points[(size_t)i * problem->dimensions + d];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        longest += 2.0 * (high - low);
    }
    for (uint32_t i = 0; i < problem->n && device->metric == 0; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const int32_t length = mosaic_length(problem, i, j);
            longest = length > longest ? length : longest;
        }
    }
    return longest * EXCHANGE_MOST < (double)(1 << PIECE_SHORT_BITS);
}

static enum swarm_status build(struct mosaic_pieces_device *device, const struct mosaic_problem *problem,
                               enum mosaic_pieces_way way)
{
    const struct ocl_source source = {.name = "mosaic/improve_pieces.cl"};
    const struct ocl_define defines[] = {
        {"METRIC", device->metric, NULL},        {"JOINT", problem->joint, NULL},
        {"PIECE_ITEMS", device->items, NULL},    {"TEAM_CODE", ways[way].code, NULL},
        {"TEAM_ANTS", device->group_ants, NULL}, {"PIECE_SHORT", is_short(device, problem), NULL},
    };
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(ocl_program_build(device->session, &source, 1, defines, sizeof defines / sizeof defines[0], &program));
    TRY(ocl_kernel_create(device->session, program, "mosaic_improve_pieces", &device->kernel));

fail:
    if (program) {
        clReleaseProgram(program);
    }
    return status;
}

/* Points, or lengths of all pairs where the device does not know the metric. */
static enum swarm_status send_edges(struct mosaic_pieces_device *device, const struct mosaic_problem *problem)
{
    const uint32_t n = problem->n;
    const struct ocl_buffer *edges = &device->buffers[EDGES];
    enum swarm_status status = SWARM_OK;
    if (device->metric != 0) {
        return ocl_buffer_write(device->session, edges, 0, edges->bytes, problem->points);
    }
    int32_t *row = base_array(n, sizeof *row);
    if (!row) {
        return base_fail_memory(device->session->env);
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            row[j] = mosaic_length(problem, i, j);
        }
        TRY(ocl_buffer_write(device->session, edges, (uint64_t)i * n * 4, (uint64_t)n * 4, row));
    }

fail:
    free(row);
    return status;
}

static enum swarm_status make_buffers(struct mosaic_pieces_device *device, const struct mosaic_problem *problem,
                                      uint32_t colonies, uint32_t capacity)
{
    struct ocl_session *session = device->session;
    struct ocl_buffer *buffers = device->buffers;
    const struct mosaic_pieces *rows = NULL;
    const uint64_t n = problem->n, lists = n * problem->width * 4;
    enum swarm_status status = SWARM_OK;
    buffers[WORDS] = (struct ocl_buffer){"colony_words", colonies * device->stride * 4, NULL};
    buffers[JOBS] = (struct ocl_buffer){"piece_jobs", capacity * sizeof *rows->jobs, NULL};
    buffers[QUEUES] = (struct ocl_buffer){"piece_queues", capacity * sizeof *rows->queues, NULL};
    buffers[REPORTS] = (struct ocl_buffer){"piece_reports", capacity * sizeof *rows->reports, NULL};
    buffers[ENDS] = (struct ocl_buffer){"piece_ends", capacity * sizeof *rows->ends, NULL};
    buffers[NEAR] = (struct ocl_buffer){"candidates", lists, NULL};
    buffers[NEAR_LENGTH] = (struct ocl_buffer){"candidate_lengths", lists, NULL};
    buffers[EDGES] = device->metric != 0 ? (struct ocl_buffer){"points", n * problem->dimensions * sizeof(double), NULL}
                                         : (struct ocl_buffer){"distance", n * n * 4, NULL};
    TRY(ocl_plan_check(session->env, session->device, buffers, BUFFERS));
    for (size_t i = 0; i < BUFFERS; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
    }
    TRY(ocl_buffer_write(session, &buffers[NEAR], 0, lists, problem->near));
    TRY(ocl_buffer_write(session, &buffers[NEAR_LENGTH], 0, lists, problem->near_length));
    TRY(send_edges(device, problem));

fail:
    return status;
}

enum { COUNT_ARGUMENT = 11 };

static enum swarm_status set_arguments(struct mosaic_pieces_device *device, const struct mosaic_problem *problem,
                                       uint64_t seed)
{
    const uint32_t zero = 0, low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = device->metric != 0 ? problem->dimensions : problem->n;
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(device->buffers[WORDS].memory),
        OCL_ARGUMENT(device->buffers[JOBS].memory),
        OCL_ARGUMENT(device->buffers[QUEUES].memory),
        OCL_ARGUMENT(device->buffers[REPORTS].memory),
        OCL_ARGUMENT(device->buffers[ENDS].memory),
        OCL_ARGUMENT(device->buffers[NEAR].memory),
        OCL_ARGUMENT(device->buffers[NEAR_LENGTH].memory),
        OCL_ARGUMENT(device->buffers[EDGES].memory),
        OCL_ARGUMENT(edge_stride),
        OCL_ARGUMENT(problem->n),
        OCL_ARGUMENT(problem->width),
        OCL_ARGUMENT(zero),
        OCL_ARGUMENT(low),
        OCL_ARGUMENT(high),
        OCL_ARGUMENT(device->stride),
    };
    return ocl_kernel_set(device->session, &device->kernel, 0, arguments, sizeof arguments / sizeof arguments[0]);
}

enum swarm_status mosaic_pieces_device_create(struct ocl_session *session, const struct mosaic_problem *problem,
                                              enum mosaic_pieces_way way, uint32_t colonies, uint64_t stride,
                                              uint32_t capacity, uint64_t seed, struct mosaic_pieces_device **made)
{
    enum swarm_status status = SWARM_OK;
    struct mosaic_pieces_device *device = base_array(1, sizeof *device);
    if (!device) {
        return base_fail_memory(session->env);
    }
    device->session = session;
    device->n = problem->n;
    device->metric = session->device->fp64 ? problem->metric : 0;
    device->items = ways[way].items;
    device->group_ants = ways[way].ants;
    device->stride = stride;
    TRY(build(device, problem, way));
    TRY(make_buffers(device, problem, colonies, capacity));
    TRY(set_arguments(device, problem, seed));
    *made = device;
    return SWARM_OK;

fail:
    mosaic_pieces_device_destroy(&device);
    return status;
}

void mosaic_pieces_device_destroy(struct mosaic_pieces_device **device)
{
    if (!*device) {
        return;
    }
    ocl_kernel_release(&(*device)->kernel);
    for (size_t i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&(*device)->buffers[i]);
    }
    free(*device);
    *device = NULL;
}

enum swarm_status mosaic_pieces_device_send(struct mosaic_pieces_device *device, uint32_t first, uint32_t count,
                                            const uint32_t *words)
{
    enum swarm_status status = SWARM_OK;
    for (uint32_t colony = first; colony < first + count; ++colony) {
        TRY(ocl_buffer_write(device->session, &device->buffers[WORDS], colony * device->stride * 4,
                             (uint64_t)device->n * 2 * 4, words + colony * device->stride));
    }

fail:
    return status;
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
enum swarm_status mosaic_pieces_device_run(struct mosaic_pieces_device *device, struct mosaic_pieces *pieces)
{
    struct ocl_session *session = device->session;
    struct ocl_buffer *buffers = device->buffers;
    const uint32_t count = pieces->count;
    const size_t local = (size_t)device->items * device->group_ants, row = sizeof *pieces->queues;
    const struct ocl_ndrange range = {{ocl_round_up((size_t)count * device->items, local), 1}, {local, 1}};
    enum swarm_status status = SWARM_OK;
    if (count == 0) {
        return SWARM_OK;
    }
    const struct rows given = rows_with_nodes(pieces, false);
    TRY(ocl_kernel_set(session, &device->kernel, COUNT_ARGUMENT, &OCL_ARGUMENT(count), 1));
    TRY(ocl_buffer_write(session, &buffers[JOBS], 0, count * sizeof *pieces->jobs, pieces->jobs));
    if (given.count > 0) {
        TRY(ocl_buffer_write(session, &buffers[QUEUES], given.first * row, given.count * row,
                             pieces->queues[given.first]));
    }
    TRY(ocl_kernel_enqueue(session, &device->kernel, range));
    TRY(ocl_buffer_read(session, &buffers[REPORTS], 0, count * sizeof *pieces->reports, pieces->reports));
    TRY(ocl_buffer_read(session, &buffers[ENDS], 0, count * sizeof *pieces->ends, pieces->ends));
    const struct rows left = rows_with_nodes(pieces, true);
    if (left.count > 0) {
        TRY(ocl_buffer_read(session, &buffers[QUEUES], left.first * row, left.count * row, pieces->queues[left.first]));
    }

fail:
    return status;
}
