/* Compares every row of --construction that uses candidate lists with the sequential reference, word by word.
 *
 * A case is a colony: an instance, lists, and a row in a shape. First the lists are compared. Then trails are
 * overwritten at random, and weights, tours, lengths and, if ants change them during construction, trails are compared.
 * Trails differ widely, so many ants choose the same edges and often find no unvisited node on a list.
 */
#include "cl/aco/edge_math.h"
#include "cl/shared/team_codes.h"

#include "colonies.h"

/* Kinds of instances. Degrees are multiples of 1 / 64. */
static const struct kind kinds[] = {
    {"uniform", SWARM_METRIC_EUC_2D, 0, 0, 1000, 1},      {"clustered", SWARM_METRIC_EUC_2D, IS_CROWDED, 0, 100, 1},
    {"duplicates", SWARM_METRIC_EUC_2D, 0, 0, 4, 10},     {"solid", SWARM_METRIC_EUC_3D, 0, 0, 1000, 1},
    {"globe", SWARM_METRIC_GEO, 0, 0, 80 * 64, 1.0 / 64}, {"earth", SWARM_METRIC_GREAT_CIRCLE, 0, 0, 80 * 64, 1.0 / 64},
    {"matrix", SWARM_METRIC_EXPLICIT, 0, 0, 100, 1},      {"one-way", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 0, 100, 1},
    {"path", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 1000, 1},
};
enum place { UNIFORM, CLUSTERED, DUPLICATES, SOLID, GLOBE, EARTH, MATRIX, ONE_WAY, PATH };

struct problem {
    enum place place;
    uint32_t n, candidates;
    const char *kind; /* value of --candidate-kind */
    uint32_t ants;
    double exploit;
    double alpha, beta;
    bool small;        /* true if a simulator runs the case, too */
    uint32_t partners; /* one node in this many has a partner; 0: none */
};

/* Lengths of lists around the width of vectors, numbers of nodes around the number of bits in a word, and lists of all
 * other nodes. */
static const struct problem problems[] = {
    {UNIFORM, 2, 1, "nearest", 3, 0, 1, 2, true, 0},          {MATRIX, 3, 2, "nearest", 5, 0.9, 1, 2, true, 0},
    {ONE_WAY, 5, 2, "nearest", 7, 0, 1, 2, true, 0},          {PATH, 17, 10, "nearest", 5, 0, 1, 2, true, 0},
    {CLUSTERED, 33, 16, "mixed", 5, 0.9, 1, 2, true, 0},      {SOLID, 33, 20, "nearest", 5, 0.5, 1.5, 2.5, true, 0},
    {DUPLICATES, 33, 1, "nearest", 5, 0, 1, 2, true, 0},      {DUPLICATES, 100, 10, "mixed", 33, 0, 1, 2, false, 0},
    {GLOBE, 100, 16, "nearest", 100, 0, 1, 2, false, 0},      {EARTH, 40, 16, "mixed", 9, 0, 1, 2, true, 0},
    {ONE_WAY, 100, 20, "nearest", 17, 0.9, 1, 2, false, 0},   {UNIFORM, 33, 32, "nearest", 9, 0, 2, 3, false, 0},
    {PATH, 101, 32, "mixed", 35, 0.9, 1, 2, false, 0},        {CLUSTERED, 500, 2, "nearest", 10, 0, 1, 2, false, 0},
    {CLUSTERED, 500, 20, "quadrant", 6, 0.9, 1, 2, false, 0}, {UNIFORM, 500, 16, "nearest", 64, 0, 1, 2, false, 0},
    {UNIFORM, 2, 1, "nearest", 3, 0, 1, 2, true, 1},          {MATRIX, 17, 3, "nearest", 5, 0.5, 1, 2, true, 1},
    {PATH, 34, 10, "nearest", 5, 0, 1, 2, true, 1},           {CLUSTERED, 33, 16, "mixed", 5, 0.9, 1, 2, false, 2},
    {PATH, 101, 32, "mixed", 35, 0.9, 1, 2, false, 5},        {UNIFORM, 500, 16, "nearest", 33, 0, 1, 2, false, 1},
};

/* The shape of a construction on a device. */
struct layout {
    uint32_t ants_per_group; /* value of --ants-per-group; 0: the row's default */
    double launch_seconds;
    bool global_bits; /* visited bits are in global memory, as if local memory were too small */
    int team_code;    /* a TEAM_CODE_ constant; -1: the row's default */
    bool no_links;    /* ants have no links between open nodes, as with many nodes */
};

static const struct layout layouts[] = {
    {0, 0.1, false, -1, false}, {1, 1e-9, false, -1, true}, {3, 1e-9, true, -1, false}, {2, 0.1, true, -1, true}};
static const struct layout nvidia_layouts[] = {{2, 0.1, false, TEAM_CODE_SHUFFLE, false},
                                               {2, 1e-9, true, TEAM_CODE_SHUFFLE, true},
                                               {2, 0.1, false, TEAM_CODE_LOCAL, false}};

static size_t fallback_count;

/* Counts steps in the reference's tours to nodes that are not on the list. */
static size_t fallbacks(const struct pair *p)
{
    const struct aco_settings *s = p->settings;
    size_t count = 0;
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        const uint32_t *tour = p->arrays.tours + (size_t)ant * s->n;
        for (uint32_t pos = 1; pos < s->n; ++pos) {
            count += aco_reference_index(s, &p->arrays, tour[pos - 1], tour[pos]) == s->candidates;
        }
    }
    return count;
}

/* Compares the tours of one iteration, and the trails if ants change them. Rows after those of the ants keep the
 * best tours; these rows and their lengths must not change. */
static void compare_iteration(struct pair *p, uint32_t iteration)
{
    const struct aco_settings *s = p->settings;
    const size_t rows = (size_t)ROWS_ALL(s->ants), tour_bytes = rows * s->n * sizeof *p->arrays.tours;
    const size_t length_bytes = rows * sizeof *p->arrays.lengths;
    bool interrupted = true;
    memset(p->arrays.tours, 0x5a, tour_bytes);
    memset(p->arrays.lengths, 0x5a, length_bytes);
    pair_upload(p, ACO_BUFFER_TOURS, p->arrays.tours, tour_bytes);
    pair_upload(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, length_bytes);
    pair_require(p, aco_device_choice(p->colony), "weights");
    aco_reference_weights(s, &p->arrays);
    pair_compare_rows(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, "weights");
    pair_require(p, aco_device_construct(p->colony, iteration, &interrupted), "construct");
    if (p->colony->shape.construction->local_update) {
        aco_reference_construct_together(s, &p->arrays, iteration, 0, s->n);
    } else {
        for (uint32_t ant = 0; ant < s->ants; ++ant) {
            aco_reference_construct(s, &p->arrays, iteration, ant);
        }
    }
    if (interrupted) {
        pair_fail(p, "interrupted");
    }
    fallback_count += fallbacks(p);
    pair_require_partners(p, 0, s->ants);
    pair_compare(p, ACO_BUFFER_TOURS, p->arrays.tours, tour_bytes, "tours");
    pair_compare(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, length_bytes, "lengths");
    pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, "trails");
    pair_compare_rows(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, "weights after the tours");
}

static void compare_all(struct pair *p)
{
    const struct aco_settings *s = p->settings;
    pair_compare_rows(p, ACO_BUFFER_CANDIDATES, p->arrays.lists.nodes, "candidates");
    pair_compare_rows(p, ACO_BUFFER_HEURISTIC, p->arrays.heuristic, "heuristic");
    pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, "first trails");
    pair_compare(p, ACO_BUFFER_ROW_OFFSETS, p->arrays.row_offsets, (size_t)s->n * 4, "row_offsets");
    for (uint32_t i = 0; i < s->n; ++i) {
        for (uint32_t place = 0; place < s->candidates; ++place) {
            const uint32_t j = p->arrays.lists.nodes[(size_t)i * s->stride + place];
            const uint32_t low = s->symmetric && j < i ? j : i, high = s->symmetric && j < i ? i : j;
            const uint32_t word = random_word(low * s->n + high, 3);
            p->arrays.trails[(size_t)i * s->stride + place] = (word & TRAIL_MAX) >> (word % 16) | 1u;
        }
    }
    pair_upload(p, ACO_BUFFER_TRAILS, p->arrays.trails, (size_t)s->n * s->stride * 4);
    compare_iteration(p, 1);
    if (!asked.small) { /* a simulator has run every kernel by now, and takes 20 s for another iteration */
        compare_iteration(p, 1000000);
    }
    ++case_count;
}

/* Makes a case of a construction, a problem and a layout. */
static struct colony_case case_of(const struct aco_construction *row, const struct problem *q,
                                  const struct layout *layout)
{
    struct colony_case c = {
        .kind = kinds[q->place],
        .n = q->n,
        .partners = q->partners,
        .options = {.ants = q->ants,
                    .alpha = q->alpha,
                    .beta = q->beta,
                    .rho = 0.1,
                    .algorithm = row->local_update ? "acs" : "as",
                    .candidates = q->candidates,
                    .candidate_kind = q->kind,
                    .q0 = q->exploit,
                    .xi = 0.1,
                    .p_best = 0.05},
        .shape = {.construction = row, .ants_per_group = layout->ants_per_group},
        .run = ordinary_run,
        .team_code = layout->team_code,
        .lists = {layout->global_bits, layout->no_links},
    };
    c.run.launch_seconds = layout->launch_seconds;
    return c;
}

/* Builds the colony and its reference, and compares one case. */
static void run_case(size_t number, const struct colony_case *c)
{
    struct swarm_device *device = &devices.devices[number];
    const struct swarm_device truth = *device;
    struct pair p;
    pair_create(&p, number, c);
    p.settings->links = !c->lists.no_links;
    if (c->lists.global_bits) { /* room for the exchange within teams, not for visited bits */
        const uint32_t usual = c->shape.construction->local_update ? 16 : 1, ants = c->shape.ants_per_group;
        device->local_memory = 16 * 32 * (ants > 0 ? ants : usual) + 128; /* 128 bytes are left to the driver */
    }
    pair_plan(&p);
    *device = truth;
    if (c->team_code >= 0 && p.colony->shape.team > 1) {
        p.colony->shape.team_code = c->team_code;
    }
    pair_open(&p, p.length);
    if (c->team_code == TEAM_CODE_SUBGROUP && p.colony->shape.team > 1 && p.colony->shape.team_code != c->team_code) {
        pair_fail(&p, "teams are no sub-groups");
    }
    compare_all(&p);
    pair_close(&p);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Runs every second problem by each row, a simulator every third of the small ones, --all: all; layouts take turns.
 * PoCL compiles `list-together` for three seconds, so it gets only every third problem. */
static void test_rows_on_lists_build_the_tours_of_the_reference(size_t device, bool small)
{
    size_t count = 0;
    for (size_t row = 0; row < aco_construction_count; ++row) {
        for (size_t k = 0; aco_constructions[row].lists && k < sizeof problems / sizeof problems[0]; ++k) {
            const struct layout *layout = &layouts[(k / 2 + row) % (sizeof layouts / sizeof layouts[0])];
            const struct colony_case c = case_of(&aco_constructions[row], &problems[k], layout);
            const bool few = aco_constructions[row].local_update && !small, taken = few     ? k % 3 == 2
                                                                                    : small ? (k + row) % 3 == 0
                                                                                            : (k + row) % 2;
            if ((asked.all || taken) && (problems[k].small || !small) && count++ % asked.part_count == asked.part - 1) {
                run_case(device, &c);
            }
        }
    }
}

/* Runs the team codes that NVIDIA GPUs do not use by default. */
static void test_all_ways_of_lanes_agree(size_t device)
{
    static const char *const rows[] = {"list-lanes", "list-together"};
    for (size_t row = 0; row < 2; ++row) {
        for (size_t way = 0; way < sizeof nvidia_layouts / sizeof nvidia_layouts[0]; ++way) {
            const struct problem *problem = &problems[sizeof problems / sizeof problems[0] - 2 - way];
            const struct colony_case c = case_of(aco_construction_find(rows[row]), problem, &nvidia_layouts[way]);
            run_case(device, &c);
        }
    }
}

/* Runs teams as sub-groups: with 64 work-items one ant per group, with 32 any number. */
static void test_sub_groups_agree(size_t device)
{
    static const struct {
        const char *row;
        unsigned size;
        struct layout layout;
    } ways[] = {
        {"list-lanes", 64, {1, 0.1, false, TEAM_CODE_SUBGROUP, false}},
        {"list-lanes", 32, {1, 1e-9, true, TEAM_CODE_SUBGROUP, true}},
        {"list-together", 32, {2, 0.1, true, TEAM_CODE_SUBGROUP, false}},
    };
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; ++way) {
        const struct problem *problem = &problems[sizeof problems / sizeof problems[0] - 2 - way];
        const struct colony_case c = case_of(aco_construction_find(ways[way].row), problem, &ways[way].layout);
        on_devices_divide(device, ways[way].size);
        if (ways[way].layout.ants_per_group == 1 || devices.devices[device].sub_group_sizes == 32) {
            run_case(device, &c);
        }
    }
    on_devices_divide(device, 0);
}

static void test_all(size_t device, bool small)
{
    const size_t before = fallback_count;
    test_rows_on_lists_build_the_tours_of_the_reference(device, small);
    if (strstr(devices.devices[device].platform_name, "NVIDIA") && asked.part == 1) {
        test_all_ways_of_lanes_agree(device);
    } else if (asked.part == 1 && asked.all) { /* PoCL compiles these for half a minute */
        test_sub_groups_agree(device);
    }
    printf("%zu steps past the candidates\n", fallback_count - before);
    failure_count += fallback_count == before;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* --bench                                                                                                            */

/* Two builds of a colony that must give the same tours, for --bench to compare their times. */
static const struct comparison {
    const char *what, *construction; /* name of the measurement; value of --construction, NULL: the default */
    uint32_t candidates, n, ants, quick_n, quick_ants;
    const char *search;
    int codes[2];         /* two TEAM_CODE_ constants to compare; -1: the default */
    const char *words[2]; /* two values of --lengths to compare */
} comparisons[] = {
    {"sub-groups against barriers, lists",
     "list-lanes",
     32,
     2000,
     256,
     100,
     4,
     NULL,
     {TEAM_CODE_LOCAL, TEAM_CODE_SUBGROUP},
     {NULL, NULL}},
    {"sub-groups against barriers, whole rows",
     "lanes",
     0,
     1000,
     64,
     100,
     4,
     NULL,
     {TEAM_CODE_LOCAL, TEAM_CODE_SUBGROUP},
     {NULL, NULL}},
    {"integers against doubles, lists", NULL, 16, 2392, 2392, 100, 4, "none", {-1, -1}, {"doubles", "integers"}},
    {"bits against doubles, lists", NULL, 16, 2392, 2392, 100, 4, "none", {-1, -1}, {"doubles", "bits"}},
    {"integers against doubles, 3opt", NULL, 16, 2392, 256, 100, 4, "3opt", {-1, -1}, {"doubles", "integers"}},
    {"bits against doubles, 3opt", NULL, 16, 2392, 256, 100, 4, "3opt", {-1, -1}, {"doubles", "bits"}},
};

/* The case that measures one of the two sides of a comparison. */
static struct colony_case timed_case(const struct comparison *c, int way)
{
    return (struct colony_case){
        .kind = {"square", SWARM_METRIC_EUC_2D, 0, 0, 1000000, 1},
        .n = asked.small ? c->quick_n : c->n,
        .options = {.ants = asked.small ? c->quick_ants : c->ants,
                    .alpha = 1,
                    .beta = 2,
                    .rho = 0.5,
                    .algorithm = "as",
                    .selection = c->candidates > 0 ? NULL : "roulette",
                    .candidates = c->candidates,
                    .candidate_kind = "nearest",
                    .local_search = c->search,
                    .lengths = c->words[way]},
        .shape = {.construction = c->construction ? aco_construction_find(c->construction) : NULL,
                  .ants_per_group = c->construction ? 1 : 0},
        .run = {.seed = 1, .target = -1, .deadline = (double)INFINITY, .launch_seconds = 10, .profiling = true},
        .team_code = c->codes[way],
    };
}

/* Runs an iteration and reads its tours. */
static void time_walk(struct pair *p, uint32_t iteration, uint32_t *tours)
{
    const size_t bytes = (size_t)p->settings->ants * p->settings->n * sizeof *tours;
    bool interrupted = false;
    pair_require(p, aco_device_choice(p->colony), "choice");
    pair_require(p, aco_device_construct(p->colony, iteration, &interrupted), "construct");
    if (p->settings->local_search) {
        pair_require(p, aco_device_search(p->colony, 0, p->settings->ants, &interrupted), "search");
    }
    pair_require(p, ocl_buffer_read(&p->colony->session, &p->colony->buffers[ACO_BUFFER_TOURS], 0, bytes, tours),
                 "read");
}

/* Returns the median seconds per iteration of the kernels that construct and search tours. */
static double time_of(struct pair *p)
{
    struct ocl_session *session = &p->colony->session;
    double seconds = 0;
    pair_require(p, ocl_session_drain_times(&p->colony->session), "times");
    for (size_t i = 0; i < session->time_count; ++i) {
        const char *name = session->times[i].name;
        if (strncmp(name, "aco_construct", 13) == 0 || strncmp(name, "aco_search", 10) == 0) {
            seconds += ocl_kernel_time_median(&session->times[i]);
        }
    }
    return seconds;
}

static bool fits(const struct comparison *c, const struct swarm_device *device)
{
    return c->words[0] ? device->fp64 : on_devices_lanes(device->index);
}

/* Compares tours and times of both builds; returns the exit code. */
static int compare_ways(size_t device, const struct comparison *c)
{
    const struct colony_case cases[2] = {timed_case(c, 0), timed_case(c, 1)};
    struct pair pairs[2];
    const size_t bytes = (size_t)c->n * c->ants * sizeof(uint32_t);
    uint32_t *tours[2] = {base_array(bytes, 1), base_array(bytes, 1)};
    int code = 0;
    for (int way = 0; way < 2; ++way) {
        pair_create(&pairs[way], device, &cases[way]);
        pair_plan(&pairs[way]);
        pairs[way].colony->shape.team_code = c->codes[way] >= 0 ? c->codes[way] : pairs[way].colony->shape.team_code;
        pair_open(&pairs[way], pairs[way].length);
    }
    if (c->codes[1] >= 0 && pairs[1].colony->shape.team_code != c->codes[1]) {
        code = SKIPPED;
    }
    for (uint32_t iteration = 1; iteration <= (asked.small ? 2 : 15) && code == 0; ++iteration) {
        time_walk(&pairs[0], iteration, tours[0]);
        time_walk(&pairs[1], iteration, tours[1]);
        code = pairs[0].failed || pairs[1].failed || memcmp(tours[0], tours[1], bytes) != 0;
    }
    if (code == 0) {
        const double first = time_of(&pairs[0]), second = time_of(&pairs[1]);
        printf("%s, %u nodes, %u ants, same tours | %.2f times as fast (%.4f and %.4f s) | %s\n", c->what,
               (unsigned)pairs[0].settings->n, (unsigned)pairs[0].settings->ants, first / second, second, first,
               devices.devices[device].name);
    } else {
        printf("%s: %s\n", c->what, code == SKIPPED ? "not on this device" : "tours differ");
    }
    for (int way = 0; way < 2; ++way) {
        pair_close(&pairs[way]);
        free(tours[way]);
    }
    return code;
}

static int bench(size_t device)
{
    int code = SKIPPED;
    for (size_t k = 0; k < sizeof comparisons / sizeof comparisons[0]; ++k) {
        if (fits(&comparisons[k], &devices.devices[device])) {
            const int found = compare_ways(device, &comparisons[k]);
            code = found == 1 || code == 1 ? 1 : found == 0 ? 0 : code;
        }
    }
    return code;
}

int main(int count, char **words)
{
    const struct bench_option none = {NULL, 0, 0, NULL, NULL};
    const int code = on_devices_bench(count, words, &none, bench);
    return code >= 0 ? code : on_devices_run(count, words, false, test_all);
}
