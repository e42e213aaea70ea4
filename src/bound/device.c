#include "device.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/worker.h"
#include "cl/bound/steps.h"
#include "tsp/arithmetic.h"

enum {
    GROUP = 256,            /* work-items per group on GPUs */
    SIMULATED_GROUP = 8,    /* work-items per group on simulators */
    FINISH_GROUP = 1024,    /* work-items of the kernel bound_finish on GPUs */
    GROUPS_OF_UNIT = 8,     /* number of groups per compute unit */
    QUEUED = 10,            /* number of evaluations queued before the host waits */
    LAUNCH_NODES = 1 << 16, /* vertices priced per launch: 0.2 s on a core of an AMD EPYC, 0.5 s for clustered nodes */
    SHRINK = 3,             /* assumed factor by which a round of Boruvka's algorithm reduces the components */
    FINISH_NODES = 32 /* components from which bound_finish works; 512 took half of an evaluation (10^6 nodes, H200) */
};

/* Kernels: those before OF_SEARCH find 1-trees, then come those of the step, then pricing. */
enum { RESET, WEIGH, WHICH, HOOK, FILTER, FINISH, SECONDS, SUM, SETTLE, CLOSE, OF_SEARCH };
enum { DIRECT = OF_SEARCH, PREFIX, CROSS, SCALE, CELLS, MOVE, OF_STEPS, WIDEN = OF_STEPS, PRICE, KERNELS };
static const char *const names[KERNELS] = {
    "bound_reset",   "bound_weigh", "bound_which",  "bound_hook",  "bound_filter", "bound_finish",
    "bound_seconds", "bound_sum",   "bound_settle", "bound_close", "bound_direct", "bound_prefix",
    "bound_cross",   "bound_scale", "bound_cells",  "bound_move",  "bound_widen",  "bound_price",
};

/* Buffers: search and step use those before OF_BOTH, only the step those before OF_STEP, pricing the others. */
enum { EDGES, LIVE, WORDS, COUNTS, POTENTIALS, KEPT, PARTS, STATE, OF_BOTH };
enum { SCALES = OF_BOTH, LEAVES, RANGES, DIRECTIONS, TOTALS, SUMS, CROSSED, CELL_SCALES, CELL_MOVES, OF_STEP };
enum { POINTS = OF_STEP, BOXES, POSITIONS, GAPS, LINE_RANGES, FOUND, BUFFERS };

struct bound_device {
    const struct ocl_device_list *list;
    size_t index;        /* index in `list` */
    struct base_env env; /* fork of the thread that opens the device */
    struct base_env *caller;
    struct base_worker *worker; /* thread that opens the device; NULL: it has ended */
    const struct swarm_instance *instance;
    struct ocl_session session;
    struct ocl_kernel kernels[KERNELS];
    int kernel_count;
    struct ocl_buffer buffers[BUFFERS];
    const struct bound_graph *graph;
    int lengths; /* a LENGTHS_ constant of tsp_metric.h; 0: the host prices */
    uint32_t cell_count;
    uint32_t edge_count, capacity; /* number of edges on the device; number that its buffers can hold */
    size_t group_size, finish_size;
    uint32_t groups_most, groups; /* maximum number of groups per launch; groups of a launch over all vertices */
    uint32_t chunk;               /* number of vertices that a group processes */
    uint32_t rounds;              /* rounds of Boruvka's algorithm in launches before bound_finish */
    uint32_t queued;              /* evaluations queued so far; the host waits after every QUEUED */
};

static bool is_cpu(const struct bound_device *device)
{
    return device->session.device->type == SWARM_DEVICE_CPU;
}

static uint32_t divide_up(uint64_t a, uint64_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kernels                                                                                                            */

static enum swarm_status build(struct bound_device *device, const struct swarm_instance *instance)
{
    static const struct ocl_source files[] = {
        {.name = "bound/tree.cl"}, {.name = "bound/close.cl"}, {.name = "bound/step.cl"}, {.name = "bound/price.cl"}};
    struct ocl_session *session = &device->session;
    const bool simulated = session->device->simulator, prices = device->lengths > 0;
    const bool relaxed = session->device->type == SWARM_DEVICE_GPU && !simulated;
    size_t limit = is_cpu(device) ? 1 : simulated ? SIMULATED_GROUP : GROUP;
    device->kernel_count = prices ? KERNELS : OF_STEPS;
    do {
        device->group_size = ocl_power_of_two((uint32_t)limit, session->device->max_group_size);
        const struct ocl_define defines[] = {
            {"RELAXED", relaxed, NULL},
            {"GROUP_SIZE", (int64_t)device->group_size, NULL},
            {"METRIC", (int64_t)instance->info.metric, NULL},
            {"LENGTHS", device->lengths, NULL},
        };
        cl_program program = NULL;
        TRY(ocl_program_build(session, files, prices ? 4 : 3, defines, sizeof defines / sizeof defines[0], &program));
        enum swarm_status status = SWARM_OK;
        for (int k = 0; k < device->kernel_count && status == SWARM_OK; ++k) {
            status = ocl_kernel_create(session, program, names[k], &device->kernels[k]);
        }
        clReleaseProgram(program); /* the kernels keep the program alive */
        TRY(status);
    } while (ocl_kernels_limited(session, device->kernels, KERNELS, device->group_size, NULL, &limit));
    device->finish_size = is_cpu(device) || simulated
                              ? device->group_size
                              : ocl_power_of_two(FINISH_GROUP, device->kernels[FINISH].group_limit);
    return SWARM_OK;
}

static enum swarm_status launch_groups(struct bound_device *device, int kernel, size_t groups, size_t local)
{
    return ocl_kernel_enqueue(&device->session, &device->kernels[kernel],
                              (struct ocl_ndrange){{groups * local, 1}, {local, 1}});
}

/* Queues a kernel over `items`; its work-items handle the items in strides. */
static enum swarm_status launch(struct bound_device *device, int kernel, uint64_t items)
{
    const uint32_t wanted = divide_up(items, device->group_size);
    return launch_groups(device, kernel, wanted < device->groups_most ? wanted : device->groups_most,
                         device->group_size);
}

/* Sets the kernel arguments that depend on the graph. */
static enum swarm_status bind(struct bound_device *device)
{
    const struct bound_graph *graph = device->graph;
    const uint32_t forced = (uint32_t)graph->forced, leaf = TSP_TREE_LEAF;
    struct ocl_value values[BUFFERS + 9] = {OCL_NAMED("n", graph->count),
                                            OCL_NAMED("edge_count", device->edge_count),
                                            OCL_NAMED("capacity", device->capacity),
                                            OCL_NAMED("groups", device->groups),
                                            OCL_NAMED("chunk", device->chunk),
                                            OCL_NAMED("cell_count", device->cell_count),
                                            OCL_NAMED("shift", graph->shift),
                                            OCL_VALUE(leaf),
                                            OCL_VALUE(forced)};
    for (int k = 0; k < BUFFERS; ++k) {
        values[9 + k] = OCL_NAMED(device->buffers[k].name, device->buffers[k].memory);
    }
    for (int k = 0; k < device->kernel_count; ++k) {
        TRY(ocl_kernel_bind(&device->session, &device->kernels[k], values, sizeof values / sizeof values[0]));
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Buffers                                                                                                            */

/* Sets names and sizes of buffers that do not exist yet. Kernel arguments have the same names. */
static void list_buffers(struct bound_device *device)
{
    const uint64_t n = device->graph->count, cells = device->cell_count, m = device->capacity;
    const uint64_t priced = device->lengths > 0 ? n : 0, boxes = device->lengths > 0 ? cells : 0;
    const uint64_t coordinate = tsp_coordinate_size(device->lengths);
    const struct ocl_buffer buffers[BUFFERS] = {
        [EDGES] = {"edges", m * sizeof(struct bound_edge), NULL},
        [LIVE] = {"live", 2 * m * 4 * sizeof(uint32_t), NULL},
        [WORDS] = {"words", n * BOUND_NODE_WORDS * 4, NULL},
        [COUNTS] = {"counts", BOUND_ROUNDS * 4, NULL},
        [POTENTIALS] = {"potentials", n * 4, NULL},
        [KEPT] = {"kept", n * 4, NULL},
        [PARTS] = {"parts", device->groups * sizeof(struct bound_part), NULL},
        [STATE] = {"state", sizeof(struct bound_state), NULL},
        [SCALES] = {"scales", n * 4, NULL},
        [LEAVES] = {"leaves", n * 4, NULL},
        [RANGES] = {"cells", cells * 8, NULL},
        [DIRECTIONS] = {"directions", n * 4, NULL},
        [TOTALS] = {"totals", device->groups * 8, NULL},
        [SUMS] = {"sums", (n + 1) * 8, NULL},
        [CROSSED] = {"crossed", cells * 12, NULL},
        [CELL_SCALES] = {"cell_scales", cells * 4, NULL},
        [CELL_MOVES] = {"cell_moves", cells * 8, NULL},
        [POINTS] = {"points", priced * 3 * coordinate, NULL},
        [BOXES] = {"boxes", boxes * 6 * coordinate, NULL},
        [POSITIONS] = {"positions", priced * 4, NULL},
        [GAPS] = {"gaps", priced * 4 * (bound_level((uint32_t)n) + 1), NULL},
        [LINE_RANGES] = {"ranges", boxes * sizeof(struct bound_range), NULL},
        [FOUND] = {"found", priced * sizeof(struct bound_found), NULL},
    };
    for (int k = 0; k < BUFFERS; ++k) {
        if (!device->buffers[k].memory) {
            device->buffers[k] = buffers[k];
        }
    }
}

/* Releases the buffers of pricing; from now on the host prices. */
static void leave_pricing(struct bound_device *device)
{
    device->lengths = 0;
    for (int k = OF_STEP; k < BUFFERS; ++k) {
        ocl_buffer_release(&device->buffers[k]);
    }
    list_buffers(device);
}

/* Writes edges from `first` on. If there is no room, makes larger buffers and writes all edges. */
static enum swarm_status send_edges(struct bound_device *device, uint32_t first)
{
    const struct bound_graph *graph = device->graph;
    struct ocl_session *session = &device->session;
    if (device->capacity < graph->edge_count) {
        device->capacity = (uint32_t)graph->edge_capacity;
        first = 0;
        ocl_buffer_release(&device->buffers[EDGES]);
        ocl_buffer_release(&device->buffers[LIVE]);
        list_buffers(device);
        if (!ocl_plan_fits(session->device, device->buffers, BUFFERS)) {
            leave_pricing(device);
        }
        TRY(ocl_plan_check(session->env, session->device, device->buffers, BUFFERS));
        for (int k = 0; k < BUFFERS; ++k) {
            if (!device->buffers[k].memory) {
                TRY(ocl_buffer_create(session, &device->buffers[k]));
            }
        }
    }
    device->edge_count = (uint32_t)graph->edge_count;
    TRY(ocl_buffer_write(session, &device->buffers[EDGES], first * sizeof *graph->edges,
                         (device->edge_count - first) * sizeof *graph->edges, graph->edges + first));
    return bind(device);
}

static enum swarm_status send_coordinates(struct bound_device *device, int buffer, const double *from, size_t count)
{
    void *made = tsp_coordinates_make(device->lengths, from, count);
    const enum swarm_status status =
        made ? ocl_buffer_write(&device->session, &device->buffers[buffer], 0, device->buffers[buffer].bytes, made)
             : base_fail_memory(device->session.env);
    free(made);
    return status;
}

/* Writes the scales and cells of the k-d tree; for pricing also the points and the boxes of cells. */
static enum swarm_status send_nodes(struct bound_device *device)
{
    const struct bound_graph *graph = device->graph;
    struct ocl_session *session = &device->session;
    const size_t n = graph->count, cells = device->cell_count;
    struct base_arrays work = {0};
    uint32_t *leaves = base_arrays_add(&work, n, sizeof *leaves), *ranges = base_arrays_add(&work, cells, 8);
    void *zeros = base_arrays_add(&work, cells, 12);
    double(*boxes)[6] = base_arrays_add(&work, cells, sizeof *boxes);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, work.failed ? base_fail_memory(session->env) : SWARM_OK);
    for (size_t cell = 0; cell < cells; ++cell) {
        const struct tsp_subtree *subtree = &graph->tree.subtrees[cell];
        ranges[2 * cell] = subtree->begin;
        ranges[2 * cell + 1] = subtree->end;
        memcpy(boxes[cell], subtree->low, sizeof subtree->low);
        memcpy(boxes[cell] + 3, subtree->high, sizeof subtree->high);
        for (uint32_t vertex = subtree->begin; vertex < subtree->end && subtree->leaf; ++vertex) {
            leaves[vertex] = (uint32_t)cell;
        }
    }
    TRY_OR(done, ocl_buffer_write(session, &device->buffers[SCALES], 0, n * 4, graph->scales));
    if (cells > 0) {
        TRY_OR(done, ocl_buffer_write(session, &device->buffers[LEAVES], 0, n * 4, leaves));
        TRY_OR(done, ocl_buffer_write(session, &device->buffers[RANGES], 0, cells * 8, ranges));
        TRY_OR(done, ocl_buffer_write(session, &device->buffers[CROSSED], 0, cells * 12, zeros));
    }
    if (device->lengths > 0) {
        TRY_OR(done, send_coordinates(device, POINTS, graph->tree.sorted[0], 3 * n));
        TRY_OR(done, send_coordinates(device, BOXES, boxes[0], 6 * cells));
    }

done:
    base_arrays_free(&work);
    return status;
}

/* Writes the graph to the device and plans the launches. */
static enum swarm_status attach(struct bound_device *device, const struct bound_graph *graph)
{
    const uint32_t wanted = divide_up(graph->count, device->group_size);
    device->graph = graph;
    device->cell_count = graph->has_tree ? (uint32_t)tsp_subtree_count(graph->count) : 0;
    device->groups_most = GROUPS_OF_UNIT * device->session.device->compute_units;
    device->groups = wanted < device->groups_most ? wanted : device->groups_most;
    device->chunk =
        divide_up(divide_up(graph->count, device->groups), device->group_size) * (uint32_t)device->group_size;
    for (uint32_t left = graph->count; left > FINISH_NODES; left /= SHRINK) {
        ++device->rounds;
    }
    TRY(send_edges(device, 0));
    return send_nodes(device);
}

static enum swarm_status open_device(void *context)
{
    struct bound_device *device = context;
    TRY(ocl_session_open(&device->env, device->list, device->index, false, &device->session));
    TRY(tsp_lengths_choose(&device->env, device->instance, device->session.device, NULL, &device->lengths));
    return build(device, device->instance);
}

enum swarm_status bound_device_create(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                      const struct swarm_instance *instance, struct bound_device **device)
{
    TRY(BASE_MAKE(env, *device, 1));
    struct bound_device *self = *device;
    **device = (struct bound_device){.list = list, .index = index, .caller = env, .instance = instance};
    base_env_fork(&self->env, env);
    self->env.log = env->log;
    self->env.log_user = env->log_user;
    /* oclgrind keeps memory by thread, so wait_open() opens it */
    return list->devices[index].simulator ? SWARM_OK : base_worker_begin(&self->env, open_device, self, &self->worker);
}

/* Waits until the device is open. */
static enum swarm_status wait_open(struct bound_device *device)
{
    const enum swarm_status status =
        device->worker ? base_worker_end(&device->env, &device->worker) : open_device(device);
    device->session.env = device->caller;
    return status == SWARM_OK ? SWARM_OK : base_fail(device->caller, status, "%s", device->env.error);
}

void bound_device_destroy(struct bound_device **device)
{
    struct bound_device *self = *device;
    if (self) {
        if (self->worker) {
            base_worker_end(&self->env, &self->worker);
        }
        base_env_deinit(&self->env);
        ocl_kernels_release(self->kernels, KERNELS, self->buffers, BUFFERS, NULL);
        ocl_session_close(&self->session);
        free(self);
    }
    *device = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Evaluations                                                                                                        */

enum swarm_status bound_device_begin(struct bound_device *device, const struct bound_graph *graph,
                                     const int32_t *potentials)
{
    if (!device->graph) {
        TRY(wait_open(device));
        TRY(attach(device, graph));
    }
    TRY(bound_device_grow(device));
    return ocl_buffer_write(&device->session, &device->buffers[POTENTIALS], 0, device->graph->count * 4ul, potentials);
}

enum swarm_status bound_device_grow(struct bound_device *device)
{
    if (device->edge_count < device->graph->edge_count) {
        TRY(send_edges(device, device->edge_count));
    }
    const int64_t none = INT64_MIN;
    return ocl_buffer_write(&device->session, &device->buffers[STATE], offsetof(struct bound_state, kept_length),
                            sizeof none, &none);
}

/* NDRange of a search, by nodes and edges, on at most groups_most groups
 *   bound_reset, bound_sum: nodes; bound_weigh, bound_seconds, bound_close, and of each round bound_which, bound_hook,
 *   bound_filter: edges; bound_settle, bound_finish: one group
 */
enum swarm_status bound_device_find(struct bound_device *device)
{
    const uint32_t n = device->graph->count, edges = device->edge_count;
    const uint32_t both = edges > n ? edges : n;
    TRY(launch(device, RESET, n > BOUND_ROUNDS ? n : BOUND_ROUNDS));
    TRY(launch(device, WEIGH, edges));
    for (uint32_t round = 0; round < device->rounds; ++round) {
        for (int kernel = WHICH; kernel <= FILTER; ++kernel) {
            TRY(OCL_GIVE(&device->session, &device->kernels[kernel], OCL_VALUE(round)));
            TRY(launch(device, kernel, edges));
        }
    }
    TRY(OCL_GIVE(&device->session, &device->kernels[FINISH], OCL_NAMED("round", device->rounds)));
    TRY(launch_groups(device, FINISH, 1, device->finish_size));
    TRY(launch(device, SECONDS, edges));
    TRY(launch_groups(device, SUM, device->groups, device->group_size));
    TRY(launch_groups(device, SETTLE, 1, device->group_size));
    TRY(launch(device, CLOSE, both));
    if (++device->queued % QUEUED == 0) {
        TRY(ocl_session_finish(&device->session));
    }
    return SWARM_OK;
}

/* NDRange of a step, by nodes and cells, on at most groups_most groups
 *   bound_direct, bound_prefix: groups with a chunk of the nodes each; bound_cross, bound_move: nodes; bound_scale,
 *   bound_cells: cells
 */
enum swarm_status bound_device_move(struct bound_device *device, struct bound_steps steps)
{
    struct ocl_session *session = &device->session;
    const uint32_t n = device->graph->count, is_first = steps.is_first;
    TRY(OCL_GIVE(session, &device->kernels[DIRECT], OCL_VALUE(is_first)));
    TRY(launch_groups(device, DIRECT, device->groups, device->group_size));
    if (device->cell_count > 0) {
        if (steps.scales_cells) {
            TRY(launch(device, CROSS, n));
            TRY(launch(device, SCALE, device->cell_count));
        }
        TRY(launch_groups(device, PREFIX, device->groups, device->group_size));
        TRY(OCL_GIVE(session, &device->kernels[CELLS], OCL_NAMED("cell_step", steps.cell)));
        TRY(launch(device, CELLS, device->cell_count));
    }
    TRY(OCL_GIVE(session, &device->kernels[MOVE], OCL_NAMED("node_step", steps.node)));
    return launch(device, MOVE, n);
}

static enum swarm_status read_state(struct bound_device *device, struct bound_state *state)
{
    return ocl_buffer_read(&device->session, &device->buffers[STATE], 0, sizeof *state, state);
}

static enum swarm_status read_nodes(struct bound_device *device, int buffer, uint64_t array, void *to)
{
    const uint64_t bytes = device->graph->count * 4ul;
    return ocl_buffer_read(&device->session, &device->buffers[buffer], array * bytes, bytes, to);
}

enum swarm_status bound_device_length(struct bound_device *device, int64_t *length, int64_t *kept_length)
{
    struct bound_state state;
    TRY(read_state(device, &state));
    *length = state.length;
    *kept_length = state.kept_length;
    return SWARM_OK;
}

enum swarm_status bound_device_tree(struct bound_device *device, struct bound_one_tree *one)
{
    struct bound_state state;
    TRY(bound_one_tree_reserve(device->session.env, device->graph, one));
    TRY(read_state(device, &state));
    TRY(read_nodes(device, WORDS, BOUND_CHOSEN, one->parents));
    memset(one->taken, 0, device->graph->edge_count * sizeof *one->taken);
    for (uint32_t vertex = 0; vertex < device->graph->count; ++vertex) {
        if (one->parents[vertex] != BOUND_NO_NODE) {
            one->taken[one->parents[vertex]] = true;
        }
    }
    one->length = state.length;
    one->special = state.special;
    if (one->special != BOUND_NO_NODE) {
        one->seconds[one->special] = (int32_t)bound_order((int32_t)state.second);
    }
    return SWARM_OK;
}

enum swarm_status bound_device_read(struct bound_device *device, bool kept, int32_t *potentials)
{
    return read_nodes(device, kept ? KEPT : POTENTIALS, 0, potentials);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Pricing                                                                                                            */

bool bound_device_prices(const struct bound_device *device)
{
    return device->lengths > 0;
}

/* NDRange, on at most groups_most groups
 *   bound_widen: positions; bound_price: the nodes of a launch
 */
enum swarm_status bound_device_price(struct bound_device *device, const struct bound_line *line, double deadline,
                                     struct bound_found *found)
{
    struct ocl_session *session = &device->session;
    const struct ocl_buffer *buffers = device->buffers;
    const uint32_t n = device->graph->count;
    uint32_t end = 0;
    TRY(ocl_buffer_write(session, &buffers[POSITIONS], 0, buffers[POSITIONS].bytes, line->positions));
    TRY(ocl_buffer_write(session, &buffers[GAPS], 0, n * 4ul, line->gaps));
    TRY(ocl_buffer_write(session, &buffers[LINE_RANGES], 0, buffers[LINE_RANGES].bytes, line->ranges));
    for (uint32_t level = 1; level <= bound_level(n); ++level) {
        TRY(OCL_GIVE(session, &device->kernels[WIDEN], OCL_VALUE(level)));
        TRY(launch(device, WIDEN, n));
    }
    do {
        const uint32_t first = end;
        end = n - first < LAUNCH_NODES ? n : first + LAUNCH_NODES;
        TRY(OCL_GIVE(session, &device->kernels[PRICE], OCL_VALUE(first), OCL_VALUE(end)));
        TRY(launch(device, PRICE, end - first));
        TRY(ocl_session_finish(session));
    } while (end < n && !(deadline < (double)INFINITY && base_interrupted(session->env, deadline)));
    memset(found + end, 0xff, (n - end) * sizeof *found);
    return ocl_buffer_read(session, &buffers[FOUND], 0, end * sizeof *found, found);
}
