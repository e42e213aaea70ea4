/* Compares the kernels of the local search with the sequential reference, word by word.
 *
 * Each kernel is built directly from its file, for rows of --local-search and kinds of instances. One program runs many
 * sizes, kinds of tours, and lengths of launches. Rows before and after the searched ones must not change.
 */
#include "aco/local_search.h"
#include "aco/reference.h"
#include "cl/aco/colony_rules.h"
#include "cl/shared/team_codes.h"
#include "cl/shared/tsp_metric.h"
#include "ocl/program.h"
#include "tsp/tour.h"

#include "instances.h"

/* Rows of the array `tours`; the kernel searches rows ROW_BEGIN to ROW_END - 1. */
enum { ROWS = 6, ROW_BEGIN = 1, ROW_END = 5 };

enum { MOST_NODES = 300 };

/* Kinds of instances; several kinds share a program. */
static const struct search_kind {
    struct kind kind;
    bool every_row;    /* every row of the table searches this kind; false: only 3opt */
    uint32_t partners; /* a node in this many has a partner; 0: none */
} kinds[] = {
    {{"matrix", SWARM_METRIC_EXPLICIT, 0, 1, 1000, 1}, true, 0},
    {{"asymmetric matrix", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 1, 1000, 1}, true, 0},
    {{"matrix of few lengths", SWARM_METRIC_EXPLICIT, 0, 0, 4, 1}, false, 0},
    {{"matrix of long edges", SWARM_METRIC_EXPLICIT, 0, 1, 2147483647, 1}, false, 0},
    {{"asymmetric matrix of long edges", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 1, 2147483647, 1}, false, 0},
    {{"asymmetric paths", SWARM_METRIC_EXPLICIT, IS_OPEN | IS_ONE_WAY, 1, 1000, 1}, false, 0},
    {{"points", SWARM_METRIC_EUC_2D, 0, 0, 2000, 1}, true, 0},
    {{"points in few places", SWARM_METRIC_EUC_2D, 0, 0, 7, 1}, false, 0},
    {{"points in space", SWARM_METRIC_EUC_3D, 0, 0, 500, 1}, false, 0},
    {{"places on a globe", SWARM_METRIC_GREAT_CIRCLE, 0, -90, 270, 0.5}, false, 0},
    {{"paths", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 2000, 1}, false, 0},
    {{"matrix with partners", SWARM_METRIC_EXPLICIT, 0, 1, 1000, 1}, true, 1},
    {{"points with partners", SWARM_METRIC_EUC_2D, 0, 0, 2000, 1}, false, 3},
    {{"paths with partners", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 2000, 1}, false, 1},
    {{"matrix of long edges with partners", SWARM_METRIC_EXPLICIT, 0, 1, 2147483647, 1}, false, 2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A distribution of a search over work-items. */
struct shape {
    const char *name, *file, *kernel;
    uint32_t team, ants;
    int code;
    bool local; /* True if tour and queue are in local memory */
};
static const struct shape shapes[] = {
    {"work-item", "aco/search_workitem.cl", "aco_search_workitem", 1, 1, TEAM_CODE_LOCAL, false},
    {"work-items", "aco/search_workitem.cl", "aco_search_workitem", 1, 3, TEAM_CODE_LOCAL, false},
    {"team", "aco/search_team.cl", "aco_search_team", 32, 1, TEAM_CODE_LOCAL, false},
    {"team, local memory", "aco/search_team.cl", "aco_search_team", 32, 1, TEAM_CODE_LOCAL, true},
    {"sub-group", "aco/search_team.cl", "aco_search_team", 32, 1, TEAM_CODE_SUBGROUP, true},
    {"lanes, shuffled", "aco/search_team.cl", "aco_search_team", 32, 2, TEAM_CODE_SHUFFLE, true},
    {"lanes", "aco/search_team.cl", "aco_search_team", 32, 1, TEAM_CODE_REDUX, true},
    {"lanes, global memory", "aco/search_team.cl", "aco_search_team", 32, 3, TEAM_CODE_REDUX, false},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Start tours: random; a nearest-neighbour tour with a few nodes moved; an already searched tour with a few nodes
 * moved, which is the only one with an anchor. */
enum start { RANDOM, NEAREST, SHAKEN, STARTS };

/* Maximum numbers of rounds of a launch; cases take these in turn. */
static const uint64_t cuts[] = {UINT64_MAX, 1, 3};

/* Input of a search, and the reference's results. */
struct sample {
    const struct search_kind *kind;
    struct aco_settings settings;
    struct swarm_instance *instance;
    struct aco_lists lists;
    void *edges; /* [n][edge_stride] as cl/shared/edges.clh reads them */
    size_t edge_bytes;
    uint32_t edge_stride;
    uint32_t anchor[2 * MOST_NODES];
    uint32_t tours[ROWS][MOST_NODES], searched[ROWS][MOST_NODES]; /* the first n columns are in use */
    int64_t lengths[ROWS], searched_lengths[ROWS];
};

static size_t move_count;

static void require(enum swarm_status status, const char *step)
{
    if (status != SWARM_OK) {
        printf("FAILED to %s: %s\n", step, env.error);
        exit(1);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Samples                                                                                                            */

static void fill_edges(struct sample *sample)
{
    const uint32_t n = sample->settings.n;
    const bool points = sample->kind->kind.metric != SWARM_METRIC_EXPLICIT;
    const uint32_t axes = tsp_metrics[sample->kind->kind.metric].dimensions;
    sample->edge_stride = !points ? sample->settings.matrix_stride : axes == 3 ? 4 : 2;
    sample->edge_bytes = (size_t)n * sample->edge_stride * (points ? sizeof(double) : sizeof(int32_t));
    sample->edges = base_array(sample->edge_bytes, 1);
    for (uint32_t i = 0; i < n; ++i) {
        if (!points) {
            tsp_instance_row(sample->instance, i, (int32_t *)sample->edges + (size_t)i * sample->edge_stride);
        }
        for (uint32_t axis = 0; axis < axes && points; ++axis) {
            ((double *)sample->edges)[(size_t)i * sample->edge_stride + axis] =
                sample->instance->coordinates[(size_t)axis * n + i];
        }
    }
}

static void shuffle(uint32_t *tour, uint32_t n, uint32_t who)
{
    struct draw_sequence random = draw_sequence_of(2026, 0, who, n);
    random_tour(&random, n, tour);
}

/* Makes `tour` from `from`: swaps a few nodes with others nearby, and rotates the tour. */
static void shake(const uint32_t *from, uint32_t *tour, uint32_t n, uint32_t who)
{
    struct draw_sequence random = draw_sequence_of(2026, 0, who, n);
    for (uint32_t pos = 0; pos < n; ++pos) {
        tour[pos] = from[(pos + who * 5) % n];
    }
    for (uint32_t k = 0; k < 1 + n / 20; ++k) {
        const uint32_t i = draw_sequence_below(&random, n), j = (i + draw_sequence_below(&random, 20)) % n;
        const uint32_t node = tour[i];
        tour[i] = tour[j];
        tour[j] = node;
    }
}

static void search_by_reference(struct sample *sample, const uint32_t *anchor, uint32_t *tour, int64_t *length)
{
    const struct aco_searcher by = {&env, sample->instance, &sample->settings, &sample->lists, NULL, NULL};
    require(aco_reference_search(&by, anchor, tour, length), "search by the reference");
}

static int64_t measure(const struct sample *sample, const uint32_t *tour)
{
    int64_t length = 0;
    require(tsp_tour_measure(&env, sample->instance, tour, sample->settings.n, &length), "measure");
    return length;
}

/* Fills in anchor, tours and the reference's results. */
static void fill_tours(struct sample *sample, enum start start)
{
    const uint32_t n = sample->settings.n;
    uint32_t *best = sample->tours[0];
    shuffle(best, n, 100);
    require(tsp_tour_pair(&env, sample->instance, best), "pair");
    if (start != RANDOM) {
        require(tsp_tour_nearest_neighbour(&env, sample->instance, 1e300, best, NULL), "walk");
    }
    if (start == SHAKEN) {
        int64_t length = 0;
        search_by_reference(sample, NULL, best, &length);
    }
    for (uint32_t pos = 0; pos < n; ++pos) {
        uint32_t *pair = sample->anchor + 2 * (size_t)best[pos];
        pair[0] = start == SHAKEN ? best[pos > 0 ? pos - 1 : n - 1] : n;
        pair[1] = start == SHAKEN ? best[pos + 1 < n ? pos + 1 : 0] : n;
    }
    for (uint32_t row = 1; row < ROWS; ++row) {
        if (start == RANDOM) {
            shuffle(sample->tours[row], n, 100 + row);
        } else {
            shake(best, sample->tours[row], n, row);
        }
        require(tsp_tour_pair(&env, sample->instance, sample->tours[row]), "pair");
    }
    memcpy(sample->searched, sample->tours, sizeof sample->tours);
    for (uint32_t row = 0; row < ROWS; ++row) {
        sample->lengths[row] = sample->searched_lengths[row] = measure(sample, sample->tours[row]);
        if (row >= ROW_BEGIN && row < ROW_END) {
            search_by_reference(sample, start == SHAKEN ? sample->anchor : NULL, sample->searched[row],
                                &sample->searched_lengths[row]);
            move_count += sample->searched_lengths[row] < sample->lengths[row];
            if (!has_partners(sample->instance, sample->searched[row])) {
                ++failure_count;
                printf("FAILED: the reference parts partners: %s n=%u\n", sample->kind->kind.name, (unsigned)n);
            }
        }
    }
}

static void make_sample(struct sample *sample, const struct search_kind *kind, const struct aco_local_search *row,
                        uint32_t n, enum start start)
{
    const struct search_request run = {.target = -1};
    const struct options options = {.ants = ROWS, .alpha = 1, .beta = 2, .rho = 0.5, .local_search = row->name};
    memset(sample, 0, sizeof *sample);
    sample->kind = kind;
    sample->instance = kind_instance(&kind->kind, n, kind->partners);
    sample->settings = aco_settings_make(&options, &run, &sample->instance->info, 1);
    require(aco_lists_init(&env, sample->instance, &sample->settings, (double)INFINITY, &sample->lists), "make lists");
    fill_edges(sample);
    fill_tours(sample, start);
}

static void destroy_sample(struct sample *sample)
{
    swarm_instance_destroy(&sample->instance);
    aco_lists_deinit(&sample->lists);
    free(sample->edges);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* On a device                                                                                                        */

enum { TOURS, TOUR_LENGTHS, CANDIDATES, EDGES, ANCHOR, SCRATCH, PARTNERS, BUFFERS };

static void fail_case(const struct ocl_session *session, const struct sample *sample, const struct shape *shape,
                      enum start start, uint64_t cut)
{
    const char *const starts[STARTS] = {"random", "nearest", "shaken"};
    ++failure_count;
    printf("FAILED %s, --local-search %s, %s: n=%u %s, %llu rounds a launch, device=\"%s\"\n", shape->name,
           sample->settings.local_search->name, sample->kind->kind.name, (unsigned)sample->settings.n, starts[start],
           (unsigned long long)cut, session->device->name);
}

/* True if the buffers contain the reference's results. */
static bool compare(struct ocl_session *session, const struct sample *sample, const struct ocl_buffer *buffers)
{
    static uint32_t found[ROWS * MOST_NODES];
    int64_t lengths[ROWS];
    const uint32_t n = sample->settings.n;
    require(ocl_buffer_read(session, &buffers[TOURS], 0, (uint64_t)ROWS * n * 4, found), "read tours");
    require(ocl_buffer_read(session, &buffers[TOUR_LENGTHS], 0, sizeof lengths, lengths), "read lengths");
    for (uint32_t row = 0; row < ROWS; ++row) {
        for (uint32_t pos = 0; pos < n; ++pos) {
            if (found[row * n + pos] != sample->searched[row][pos]) {
                printf("row %u, position %u: %u, and %u in the reference\n", (unsigned)row, (unsigned)pos,
                       (unsigned)found[row * n + pos], (unsigned)sample->searched[row][pos]);
                return false;
            }
        }
        if (lengths[row] != sample->searched_lengths[row]) {
            printf("row %u: length %lld, and %lld in the reference\n", (unsigned)row, (long long)lengths[row],
                   (long long)sample->searched_lengths[row]);
            return false;
        }
    }
    return true;
}

static uint32_t local_words(const struct shape *shape, uint32_t n)
{
    return shape->local ? 3 * ((n + 1) / 2) + (n + 31) / 32 : 1;
}

/* Runs the whole search in launches of at most `cut` rounds. */
static void search(struct ocl_session *session, const struct ocl_kernel *kernel, const struct sample *sample,
                   const struct shape *shape, const struct ocl_buffer *buffers, uint64_t cut)
{
    const struct aco_settings *s = &sample->settings;
    const uint64_t most = aco_search_rounds_most(s->n);
    const uint32_t begin = ROW_BEGIN, end = ROW_END, stride = local_words(shape, s->n);
    const struct aco_parts alone = {0};
    const struct ocl_ndrange range = {{ocl_round_up(ROW_END - ROW_BEGIN, shape->ants) * shape->team, 1},
                                      {(size_t)shape->team * shape->ants, 1}};
    for (uint64_t round = 0, next; round < most; round = next) {
        next = cut < most - round ? round + cut : most;
        const struct ocl_argument arguments[] = {
            OCL_ARGUMENT(buffers[TOURS].memory),
            OCL_ARGUMENT(buffers[TOUR_LENGTHS].memory),
            OCL_ARGUMENT(buffers[CANDIDATES].memory),
            OCL_ARGUMENT(buffers[EDGES].memory),
            OCL_ARGUMENT(sample->edge_stride),
            OCL_ARGUMENT(buffers[ANCHOR].memory),
            OCL_ARGUMENT(buffers[SCRATCH].memory),
            OCL_ARGUMENT(buffers[PARTNERS].memory),
            OCL_ARGUMENT(s->n),
            OCL_ARGUMENT(s->search_stride),
            OCL_ARGUMENT(s->search_length),
            OCL_ARGUMENT(begin),
            OCL_ARGUMENT(end),
            OCL_ARGUMENT(round),
            OCL_ARGUMENT(next),
            {(size_t)4 * stride * shape->ants, NULL},
            OCL_ARGUMENT(stride),
        };
        const struct ocl_value parts = OCL_NAMED("parts", alone);
        require(ocl_kernel_set(session, kernel, 0, arguments, shape->team == 1 ? 15 : 17), "set arguments");
        require(ocl_kernel_give(session, kernel, &parts, 1), "set parts");
        require(ocl_kernel_enqueue(session, kernel, range), "enqueue");
        if (cut < 100 && round > 200 * cut) {
            cut = 1000; /* most searches have ended; larger launches finish the others */
        }
    }
}

static void run_case(struct ocl_session *session, const struct ocl_kernel *kernel, const struct sample *sample,
                     const struct shape *shape, enum start start, uint64_t cut)
{
    static uint32_t tours[ROWS * MOST_NODES];
    const uint32_t n = sample->settings.n;
    static const uint32_t zeros[(ROW_END - ROW_BEGIN) * SEARCH_SCRATCH_WORDS(MOST_NODES)];
    const uint64_t scratch = (ROW_END - ROW_BEGIN) * SEARCH_SCRATCH_WORDS(MOST_NODES) * 4;
    const struct contents {
        const char *name;
        uint64_t bytes;
        const void *from; /* bytes to write to the buffer; NULL: nothing is written */
    } contents[BUFFERS] = {
        [TOURS] = {"tours", (uint64_t)ROWS * n * 4, tours},
        [TOUR_LENGTHS] = {"lengths", sizeof sample->lengths, sample->lengths},
        [CANDIDATES] = {"candidates", (uint64_t)n * sample->settings.search_stride * 4, sample->lists.search},
        [EDGES] = {"edges", sample->edge_bytes, sample->edges},
        [ANCHOR] = {"anchor", (uint64_t)n * 8, sample->anchor},
        /* oclgrind 21.10 mistakes the size of a buffer that only kernels write */
        [SCRATCH] = {"search", scratch, session->device->simulator ? zeros : NULL},
        [PARTNERS] = {"partners", sample->kind->partners ? (uint64_t)n * 4 : 0, sample->instance->partners},
    };
    struct ocl_buffer buffers[BUFFERS];
    for (uint32_t row = 0; row < ROWS; ++row) {
        memcpy(tours + (size_t)row * n, sample->tours[row], (size_t)n * sizeof *tours);
    }
    for (size_t i = 0; i < BUFFERS; ++i) {
        buffers[i] = (struct ocl_buffer){contents[i].name, contents[i].bytes, NULL};
        require(ocl_buffer_create(session, &buffers[i]), "create a buffer");
        if (contents[i].from && contents[i].bytes > 0) {
            require(ocl_buffer_write(session, &buffers[i], 0, contents[i].bytes, contents[i].from), "write a buffer");
        }
    }
    search(session, kernel, sample, shape, buffers, cut);
    ++case_count;
    if (!compare(session, sample, buffers)) {
        fail_case(session, sample, shape, start, cut);
    }
    for (size_t i = 0; i < BUFFERS; ++i) {
        ocl_buffer_release(&buffers[i]);
    }
}

/* Builds the kernel of `shape`. Returns false if the driver does not support it. */
static bool build(struct ocl_session *session, const struct shape *shape, const struct search_kind *kind,
                  const struct aco_local_search *row, struct ocl_kernel *kernel)
{
    const struct ocl_source source = {.name = shape->file};
    const bool in_sub_groups = shape->code == TEAM_CODE_SUBGROUP;
    /* points are doubles in both arithmetics */
    const int computed = session->device->fp64 ? LENGTHS_DOUBLES : LENGTHS_BITS;
    const struct ocl_define defines[] = {
        {"METRIC", kind->kind.metric, NULL},
        {"JOINT", (kind->kind.is & IS_OPEN), NULL},
        {"SYMMETRIC", !(kind->kind.is & IS_ONE_WAY), NULL},
        {"SEARCH_TWO_OPT", row->two_opt, NULL},
        {"SEARCH_OR_OPT", row->or_opt, NULL},
        {"SEARCH_THREE_OPT", row->three_opt, NULL},
        {"SEARCH_GROUP_SIZE", shape->ants, NULL},
        {"SEARCH_LOCAL", shape->local, NULL},
        {"TEAM_SIZE", shape->team, NULL},
        {"TEAM_ANTS", shape->ants, NULL},
        {"TEAM_CODE", shape->code, NULL},
        {"TEAM_SEGMENT", 8, NULL},
        {"PARTNERS", kind->partners > 0, NULL},
        {"LENGTHS", kind->kind.metric == SWARM_METRIC_EXPLICIT ? 0 : computed, NULL},
        {OCL_SUB_GROUPS, in_sub_groups ? shape->team : 0, NULL},
    };
    cl_program program = NULL;
    const enum swarm_status status =
        ocl_program_build(session, &source, 1, defines, sizeof defines / sizeof defines[0], &program);
    if (status == SWARM_ERROR_BUILD && shape->code > TEAM_CODE_SUBGROUP) {
        return false; /* drivers may lack the instructions */
    }
    require(status, "build");
    require(ocl_kernel_create(session, program, shape->kernel, kernel), "create the kernel");
    clReleaseProgram(program);
    return true;
}

/* Runs all sizes, start tours and lengths of launches; half of these without --all, and a simulator runs a few. */
static void run_sizes(struct ocl_session *session, const struct ocl_kernel *kernel, const struct shape *shape,
                      const struct search_kind *kind, const struct aco_local_search *row, bool small)
{
    static const uint32_t sizes[] = {2, 3, 4, 5, 6, 7, 9, 12, 33, 34, 70, 257};
    static struct sample sample;
    static size_t turn;
    size_t count = 0;
    ++turn;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        for (int start = 0; start < STARTS; ++start) {
            const bool team = shape->team > 1;
            const uint32_t largest = small                ? (team                               ? 6
                                                             : start == SHAKEN && kind == kinds ? 34
                                                                                                : 12)
                                     : team && !asked.all ? 70
                                                          : MOST_NODES;
            const bool skipped = sizes[i] > largest
                                 || (small        ? i % 2 == 1 || start == NEAREST
                                     : !asked.all ? (i + (size_t)start + turn) % 2 == 1
                                                  : false);
            const uint64_t cut = cuts[count++ % (sizeof cuts / sizeof cuts[0])];
            if (!skipped) {
                make_sample(&sample, kind, row, sizes[i], (enum start)start);
                run_case(session, kernel, &sample, shape, (enum start)start, small && cut == 1 ? 3 : cut);
                destroy_sample(&sample);
            }
        }
    }
}

/* True if the test builds this shape. Teams with barriers are built only with 3opt, which has all moves, and for a few
 * kinds, fewer without --all: a CPU takes seconds to compile each. */
static bool is_asked(const struct shape *shape, const struct swarm_device *device, const struct search_kind *kind,
                     const struct aco_local_search *row, bool small)
{
    const bool searches = row->two_opt || row->or_opt || row->three_opt, all = row->three_opt;
    if (!searches || ((kind->kind.is & IS_ONE_WAY) && !row->oriented) || (!all && !kind->every_row)) {
        return false;
    }
    if (shape->code == TEAM_CODE_SUBGROUP) {
        /* PoCL makes sub-groups from barriers, and fails to compile them in this kernel */
        const bool builds = device->type != SWARM_DEVICE_CPU || device->sub_group_sizes == 32;
        return device->sub_groups && builds && all && (asked.all || kind == kinds);
    }
    if (shape->code != TEAM_CODE_LOCAL) {
        return strstr(device->platform_name, "NVIDIA");
    }
    if (shape->team > 1) {
        return all && (kind == kinds || (kind->partners && kind->every_row) || (shape->local && !small))
               && (asked.all || small || (kind->kind.is & IS_OPEN) == shape->local);
    }
    return shape->ants == 1 ? !small || kind == kinds || (all && ((kind->kind.is & IS_OPEN) || kind->every_row))
                            : all && kind == kinds;
}

static void test_every_kernel_searches_as_the_reference(size_t device, bool small)
{
    struct ocl_session session = {0};
    size_t count = 0;
    on_devices_divide(device, strstr(devices.devices[device].platform_name, "NVIDIA") ? 0 : 32);
    require(ocl_session_open(&env, &devices, device, false, &session), "open the device");
    for (size_t k = 0; k < KINDS * aco_local_search_count * SHAPES; ++k) {
        const struct search_kind *kind = &kinds[k / SHAPES / aco_local_search_count];
        const struct aco_local_search *row = &aco_local_searches[k / SHAPES % aco_local_search_count];
        const struct shape *shape = &shapes[k % SHAPES];
        struct ocl_kernel kernel = {0};
        if (is_asked(shape, &devices.devices[device], kind, row, small) && count++ % asked.part_count == asked.part - 1
            && build(&session, shape, kind, row, &kernel)) {
            run_sizes(&session, &kernel, shape, kind, row, small);
            ocl_kernel_release(&kernel);
        }
    }
    ocl_session_close(&session);
    on_devices_divide(device, 0);
}

int main(int count, char **words)
{
    const int code = on_devices_run(count, words, false, test_every_kernel_searches_as_the_reference);
    if (code == 0 && move_count == 0) {
        ++failure_count;
        printf("FAILED: no search found anything\n");
    }
    return code != 0 ? code : failure_count > 0;
}
