#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/mosaic/kopt.h"
#include "cl/shared/team_codes.h"
#include "tsp/arithmetic.h"
#include "tsp/metric.h"

/* Indices of a kernel's own buffers. The three buffers of the problem follow them. */
enum { WORDS, INDIVIDUALS, JOBS = INDIVIDUALS, QUEUES, REPORTS, ENDS };
enum { NEAR, NEAR_LENGTH, EDGES, OF_PROBLEM };
_Static_assert(ENDS + 1 + OF_PROBLEM == MOSAIC_BUFFERS_MOST, "no kernel has more");

/* Kernel arguments for the buffers. */
#define ARGUMENTS_OF_PROBLEM "near_nodes", "near_length", "edge_elements"
static const char *const array_arguments[] = {"words", "individuals", ARGUMENTS_OF_PROBLEM};
static const char *const piece_arguments[] = {"words", "jobs", "queues", "reports", "ends", ARGUMENTS_OF_PROBLEM};

/* Work-items per ant, how they exchange values, and ants per group: 1 if they use barriers. */
static const struct {
    uint32_t items;
    int code;
    uint32_t ants;
} mappings[MOSAIC_PIECES_MAPPINGS + 1] = {
    [MOSAIC_PIECES_LOOP] = {1, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_LOCAL] = {PIECE_LANES, TEAM_CODE_LOCAL, 1},
    [MOSAIC_PIECES_SUBGROUP] = {PIECE_LANES, TEAM_CODE_SUBGROUP, 1},
    [MOSAIC_PIECES_SHUFFLE] = {PIECE_LANES, TEAM_CODE_SHUFFLE, 2},
    [MOSAIC_PIECES_REDUX] = {PIECE_LANES, TEAM_CODE_REDUX, 2},
    [MOSAIC_ARRAYS] = {1, TEAM_CODE_LOCAL, 1},
};

enum mosaic_mapping mosaic_pieces_mapping(const struct swarm_device *device)
{
    enum mosaic_mapping mapping = MOSAIC_PIECES_LOCAL;
    while (mappings[mapping].code != ocl_device_team_code(device)) {
        ++mapping;
    }
    return device->type == SWARM_DEVICE_CPU || device->max_group_size < PIECE_LANES ? MOSAIC_PIECES_LOOP : mapping;
}

uint32_t mosaic_arrays_group(const struct swarm_device *device)
{
    return device->type == SWARM_DEVICE_CPU ? 1 : ocl_power_of_two(ocl_device_width(device), device->max_group_size);
}

uint32_t mosaic_edge_stride(const struct swarm_instance *instance, int lengths)
{
    return lengths == 0 ? (uint32_t)instance->info.node_count : mosaic_dimensions(instance);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Buffers                                                                                                            */

/* Lists the buffers of a kernel without allocating them; returns their number. The buffer of candidates [n][width] ends
 * with the partners [n], if there are any. */
static size_t list_buffers(const struct mosaic_layout *layout, struct ocl_buffer buffers[MOSAIC_BUFFERS_MOST])
{
    const struct mosaic_pieces *rows = NULL;
    const struct swarm_instance *instance = layout->instance;
    const uint64_t n = instance->info.node_count, lists = n * layout->width * 4, ants = layout->ants;
    const uint64_t words = ants > 0 ? 2 * n : ARRAY_WORDS(n), states = ants > 0 ? 0 : layout->individuals;
    const uint64_t edge = layout->lengths > 0 ? tsp_coordinate_size(layout->lengths) : sizeof(int32_t);
    const struct ocl_buffer all[] = {
        {"individual_words", layout->individuals * words * 4, NULL},
        {"individuals", states * sizeof(struct mosaic_individual), NULL},
        {"piece_jobs", ants * sizeof *rows->jobs, NULL},
        {"piece_queues", ants * sizeof *rows->queues, NULL},
        {"piece_reports", ants * sizeof *rows->reports, NULL},
        {"piece_ends", ants * sizeof *rows->ends, NULL},
        {"candidates", lists + (instance->partners ? n * 4 : 0), NULL},
        {"candidate_lengths", lists, NULL},
        {layout->lengths > 0 ? "points" : "distance", n * mosaic_edge_stride(instance, layout->lengths) * edge, NULL},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        if (all[i].bytes > 0) {
            buffers[count++] = all[i];
        }
    }
    return count;
}

/* Lists the buffers of `kernels` kernels; returns their number. */
static size_t list_all(const struct mosaic_layout *layout, size_t kernels,
                       struct ocl_buffer all[MOSAIC_KERNELS_MOST * MOSAIC_BUFFERS_MOST])
{
    const size_t count = list_buffers(layout, all);
    for (size_t i = count; i < kernels * count; ++i) {
        all[i] = all[i % count];
    }
    return kernels * count;
}

enum swarm_status mosaic_device_plan(struct search_engine *engine, const struct swarm_device *device,
                                     const struct mosaic_layout *layout, size_t kernels)
{
    struct ocl_buffer all[MOSAIC_KERNELS_MOST * MOSAIC_BUFFERS_MOST];
    const size_t count = list_all(layout, kernels, all);
    engine->plan_count = count / kernels;
    for (size_t i = 0; i < engine->plan_count; ++i) {
        engine->plan[i].name = all[i].name;
        engine->plan[i].bytes += kernels * all[i].bytes;
    }
    return ocl_plan_check(engine->env, device, all, count);
}

bool mosaic_device_fits(const struct swarm_device *device, const struct mosaic_layout *layout, size_t kernels)
{
    struct mosaic_layout largest = *layout;
    struct ocl_buffer all[MOSAIC_KERNELS_MOST * MOSAIC_BUFFERS_MOST];
    largest.lengths = layout->instance->info.metric == SWARM_METRIC_EXPLICIT ? 0 : LENGTHS_DOUBLES;
    return ocl_plan_fits(device, all, list_all(&largest, kernels, all));
}

static enum swarm_status send_distances(struct ocl_session *session, const struct mosaic_problem *problem,
                                        const struct ocl_buffer *distance)
{
    const uint32_t n = problem->n;
    enum swarm_status status = SWARM_OK;
    int32_t *row = base_array(n, sizeof *row);
    TRY(row ? SWARM_OK : base_fail_memory(session->env));
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            row[j] = mosaic_length(problem, i, j);
        }
        TRY_OR(done, ocl_buffer_write(session, distance, (uint64_t)i * n * 4, (uint64_t)n * 4, row));
    }

done:
    free(row);
    return status;
}

static enum swarm_status send_points(struct ocl_session *session, const struct mosaic_problem *problem, int lengths,
                                     const struct ocl_buffer *points)
{
    void *numbers = tsp_coordinates_make(lengths, problem->points, (size_t)problem->n * problem->dimensions);
    const enum swarm_status status =
        numbers ? ocl_buffer_write(session, points, 0, points->bytes, numbers) : base_fail_memory(session->env);
    free(numbers);
    return status;
}

enum swarm_status mosaic_send_edges(struct ocl_session *session, const struct mosaic_problem *problem, int lengths,
                                    const struct ocl_buffer *edges)
{
    return lengths > 0 ? send_points(session, problem, lengths, edges) : send_distances(session, problem, edges);
}

static enum swarm_status send_problem(struct ocl_session *session, const struct mosaic_problem *problem, int lengths,
                                      const struct ocl_buffer buffers[OF_PROBLEM])
{
    const uint64_t n = problem->n, lists = n * problem->width * 4;
    TRY(ocl_buffer_write(session, &buffers[NEAR], 0, lists, problem->near));
    if (problem->partners) {
        TRY(ocl_buffer_write(session, &buffers[NEAR], lists, n * 4, problem->partners));
    }
    TRY(ocl_buffer_write(session, &buffers[NEAR_LENGTH], 0, lists, problem->near_length));
    return mosaic_send_edges(session, problem, lengths, &buffers[EDGES]);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kernels                                                                                                            */

/* True if KOPT_MOST of the longest possible edges are shorter than 2^PIECE_SHORT_BITS: no gain, also of an open move,
 * exceeds the edges that the move removes. With coordinates an edge is at most 2 (for rounding) plus twice the sum of
 * the extents; a sphere needs pi / 2 times that sum. */
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
        for (size_t axis = 0; axis < metric->dimensions; ++axis) {
            double low, high;
            tsp_instance_extent(instance->coordinates + axis * n, n - instance->joint, &low, &high);
            longest += 2.0 * (high - low);
        }
    }
    return longest * KOPT_MOST < (double)(1 << PIECE_SHORT_BITS);
}

/* A program with one kernel, and its defines without those of a mapping. */
struct building {
    const char *file, *kernel;
    struct ocl_define defines[12];
    size_t count;
    const char *dump_path; /* file to which the source is written; NULL: none */
};

/* Builds the program. If the driver rejects a mapping above MOSAIC_PIECES_LOCAL, tries the previous one. */
static enum swarm_status build(struct ocl_session *session, const struct building *building,
                               enum mosaic_mapping *mapping, cl_program *program)
{
    for (;; --*mapping) {
        const bool in_sub_groups = mappings[*mapping].code == TEAM_CODE_SUBGROUP;
        const struct ocl_define of_mapping[] = {
            {"TEAM_ITEMS", mappings[*mapping].items, NULL},
            {"TEAM_CODE", mappings[*mapping].code, NULL},
            {"TEAM_ANTS", mappings[*mapping].ants, NULL},
            {OCL_SUB_GROUPS, in_sub_groups ? PIECE_LANES : 0, NULL},
        };
        struct ocl_define defines[16];
        struct ocl_kernel kernel = {.handle = NULL};
        enum swarm_status status = SWARM_OK;
        memcpy(defines, building->defines, building->count * sizeof *defines);
        memcpy(defines + building->count, of_mapping, sizeof of_mapping);
        TRY_OR(done, ocl_program_build_file(session, building->file, defines,
                                            building->count + sizeof of_mapping / sizeof *of_mapping,
                                            building->dump_path, program));
        if (in_sub_groups) {
            TRY_OR(done, ocl_kernel_create(session, *program, building->kernel, &kernel));
            TRY_OR(done, ocl_kernel_check(session, &kernel, PIECE_LANES, 1));
        }

    done:
        ocl_kernel_release(&kernel);
        if (*program && status != SWARM_OK) {
            clReleaseProgram(*program);
            *program = NULL;
        }
        if (status != SWARM_ERROR_BUILD || *mapping == MOSAIC_ARRAYS || *mapping <= MOSAIC_PIECES_LOCAL) {
            return status;
        }
    }
}

enum swarm_status mosaic_device_build(struct ocl_session *session, const struct swarm_instance *instance, int lengths,
                                      const char *dump_path, enum mosaic_mapping *mapping, cl_program *program)
{
    const bool on_arrays = *mapping == MOSAIC_ARRAYS;
    const struct building building = {
        .file = on_arrays ? "mosaic/improve_array.cl" : "mosaic/improve_pieces.cl",
        .kernel = on_arrays ? "mosaic_improve_array" : "mosaic_improve_pieces",
        .defines = {{"METRIC", lengths > 0 ? (int64_t)instance->info.metric : 0, NULL},
                    {"LENGTHS", lengths, NULL},
                    {"JOINT", instance->joint, NULL},
                    {"PARTNERS", instance->partners != NULL, NULL},
                    {"ARCS", instance->doubled, NULL},
                    {"ARRAY_GROUP_SIZE", mosaic_arrays_group(session->device), NULL},
                    {"PIECE_SHORT", !on_arrays && is_short(instance), NULL}},
        .count = 7,
        .dump_path = dump_path,
    };
    return build(session, &building, mapping, program);
}

enum swarm_status mosaic_many_build(struct ocl_session *session, struct mosaic_many *many, cl_program *program)
{
    const struct building building = {
        .file = "mosaic/improve_many.cl",
        .kernel = "mosaic_improve_many",
        .defines = {{"METRIC", many->metric, NULL}, {"LENGTHS", many->lengths, NULL}},
        .count = 2,
    };
    return build(session, &building, &many->mapping, program);
}

struct mosaic_group mosaic_many_group(enum mosaic_mapping mapping)
{
    return (struct mosaic_group){mappings[mapping].items * mappings[mapping].ants, mappings[mapping].ants};
}

enum swarm_status mosaic_kernel_create(cl_program program, const struct mosaic_problem *problem,
                                       const struct mosaic_layout *layout, uint64_t seed, struct mosaic_kernel *kernel)
{
    struct ocl_session *session = kernel->session;
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = mosaic_edge_stride(problem->instance, layout->lengths);
    const uint64_t stride = 2 * (uint64_t)problem->n;
    const bool on_arrays = kernel->mapping == MOSAIC_ARRAYS;
    struct ocl_buffer *buffers = kernel->buffers;
    const size_t count = list_buffers(layout, buffers);
    kernel->n = problem->n;
    TRY(ocl_kernel_create(session, program, on_arrays ? "mosaic_improve_array" : "mosaic_improve_pieces",
                          &kernel->kernel));
    TRY(ocl_kernel_take_buffers(session, &kernel->kernel, on_arrays ? array_arguments : piece_arguments, buffers,
                                count));
    TRY(send_problem(session, problem, layout->lengths, buffers + count - OF_PROBLEM));
    TRY(OCL_GIVE(session, &kernel->kernel, OCL_VALUE(edge_stride), OCL_NAMED("n", problem->n),
                 OCL_NAMED("width", problem->width), OCL_VALUE(key_0), OCL_VALUE(key_1)));
    if (!on_arrays) {
        TRY(OCL_GIVE(session, &kernel->kernel, OCL_VALUE(stride)));
    }
    return SWARM_OK;
}

void mosaic_kernel_release(struct mosaic_kernel *kernel)
{
    if (kernel->queued) {
        ocl_session_wait(kernel->session, &kernel->queued);
    }
    ocl_kernels_release(&kernel->kernel, 1, kernel->buffers, MOSAIC_BUFFERS_MOST, NULL);
    *kernel = (struct mosaic_kernel){.session = NULL};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Arrays                                                                                                             */

static uint64_t bytes_of(const struct mosaic_population *population)
{
    return population->count * population->stride * sizeof *population->words;
}

enum swarm_status mosaic_arrays_device_send(struct mosaic_kernel *device, const struct mosaic_population *population)
{
    TRY(ocl_buffer_write(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words));
    return ocl_buffer_write(device->session, &device->buffers[INDIVIDUALS], 0,
                            population->count * sizeof *population->individuals, population->individuals);
}

/* NDRange of mosaic_improve_array
 *   global = { individuals rounded up to whole groups }
 *   local  = { group }   1 on CPUs
 */
enum swarm_status mosaic_arrays_device_improve(struct mosaic_kernel *device, struct mosaic_population *population,
                                               uint32_t budget)
{
    const uint32_t group = mosaic_arrays_group(device->session->device);
    const struct ocl_ndrange range = {{ocl_round_up(population->count, group), 1}, {group, 1}};
    TRY(OCL_GIVE(device->session, &device->kernel, OCL_NAMED("count", population->count), OCL_VALUE(budget)));
    TRY(ocl_kernel_enqueue(device->session, &device->kernel, range));
    return ocl_buffer_read(device->session, &device->buffers[INDIVIDUALS], 0,
                           population->count * sizeof *population->individuals, population->individuals);
}

enum swarm_status mosaic_arrays_device_fetch(struct mosaic_kernel *device, struct mosaic_population *population)
{
    return ocl_buffer_read(device->session, &device->buffers[WORDS], 0, bytes_of(population), population->words);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ants on pieces                                                                                                     */

enum swarm_status mosaic_pieces_device_send(struct mosaic_kernel *device, uint32_t individual, const uint32_t *words)
{
    const uint64_t bytes = (uint64_t)device->n * 2 * 4;
    return ocl_buffer_write(device->session, &device->buffers[WORDS], individual * bytes, bytes, words);
}

struct rows {
    uint32_t first, count;
};

/* The range of the device's rows that have nodes in their queues, before the launch or (`left`) after it. In most
 * launches few rows have any, so it is faster to transfer only these. */
static struct rows rows_with_nodes(const struct mosaic_kernel *device, const struct mosaic_pieces *pieces, bool left)
{
    struct rows rows = {0, 0};
    for (uint32_t ant = device->first; ant < device->first + device->count; ++ant) {
        if (left ? pieces->reports[ant].left > 0 : pieces->jobs[ant].kicks == 0) {
            rows.first = rows.count == 0 ? ant : rows.first;
            rows.count = ant + 1 - rows.first;
        }
    }
    return rows;
}

/* NDRange of mosaic_improve_pieces
 *   global = { ants rounded up to whole groups, times items of an ant }
 *   local  = { items of an ant times ants of a group }   1 on CPUs, 32 by barriers or sub-groups, 64 by PTX
 */
enum swarm_status mosaic_pieces_device_begin(struct mosaic_kernel *device, const struct mosaic_pieces *pieces,
                                             uint32_t first, uint32_t count)
{
    struct ocl_session *session = device->session;
    struct ocl_buffer *buffers = device->buffers;
    const size_t local = (size_t)mappings[device->mapping].items * mappings[device->mapping].ants,
                 row = sizeof *pieces->queues;
    const struct ocl_ndrange range = {{ocl_round_up((size_t)count * mappings[device->mapping].items, local), 1},
                                      {local, 1}};
    device->first = first;
    device->count = count;
    if (count == 0) {
        return SWARM_OK;
    }
    const struct rows given = rows_with_nodes(device, pieces, false);
    TRY(OCL_GIVE(session, &device->kernel, OCL_VALUE(count)));
    TRY(ocl_buffer_write(session, &buffers[JOBS], 0, count * sizeof *pieces->jobs, pieces->jobs + first));
    if (given.count > 0) {
        TRY(ocl_buffer_write(session, &buffers[QUEUES], (given.first - first) * row, given.count * row,
                             pieces->queues[given.first]));
    }
    TRY(ocl_kernel_enqueue(session, &device->kernel, range));
    return ocl_session_mark(session, &device->queued);
}

enum swarm_status mosaic_pieces_device_end(struct mosaic_kernel *device, struct mosaic_pieces *pieces)
{
    struct ocl_session *session = device->session;
    const struct ocl_buffer *buffers = device->buffers;
    const uint32_t first = device->first, count = device->count;
    const size_t row = sizeof *pieces->queues;
    if (count == 0) {
        return SWARM_OK;
    }
    TRY(ocl_session_wait(session, &device->queued));
    TRY(ocl_buffer_read(session, &buffers[REPORTS], 0, count * sizeof *pieces->reports, pieces->reports + first));
    TRY(ocl_buffer_read(session, &buffers[ENDS], 0, count * sizeof *pieces->ends, pieces->ends + first));
    const struct rows left = rows_with_nodes(device, pieces, true);
    if (left.count > 0) {
        TRY(ocl_buffer_read(session, &buffers[QUEUES], (left.first - first) * row, left.count * row,
                            pieces->queues[left.first]));
    }
    return SWARM_OK;
}
