/* Compares every kernel that constructs and evaluates tours with the sequential reference, exactly, buffer by buffer
 * and step by step.
 *
 * A case is an instance, parameters and a shape. Two iterations run on the device and in the reference; after every
 * step the written buffers are compared word by word. Before the second iteration the trails are overwritten with the
 * case's fill, unless it is FILL_OWN. --all: every pair of rows in every forced shape. --part K/N runs every Nth
 * program, beginning with the Kth: most of the time goes into compiling programs, on one core. --list prints the rows
 * of each case.
 */
#include "cl/aco/selection_rules.h"
#include "cl/shared/team_codes.h"

#include "colonies.h"

/* Contents of the trails before the second iteration; FILL_OWN: the trails of the first iteration. */
enum fill { FILL_OWN, FILL_EQUAL, FILL_ONE_HOT, FILL_GEOMETRIC, FILL_RANDOM, FILL_FLOOR };

static const struct kind kinds[] = {
    {"plane", SWARM_METRIC_EUC_2D, 0, -90, 180u << 16, 1.0 / 65536},
    {"zero", SWARM_METRIC_EUC_2D, 0, 5, 1, 1},
    {"duplicates", SWARM_METRIC_EUC_2D, 0, -90, 3, 70.5},
    {"asymmetric", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 0, 1000, 1},
    {"far", SWARM_METRIC_EUC_2D, 0, 0, 1000000000, 1},
};
enum kind_number { KIND_PLANE, KIND_ZERO, KIND_DUPLICATES, KIND_ASYMMETRIC, KIND_FAR };

static struct colony_case ordinary(void)
{
    return (struct colony_case){
        .kind = kinds[KIND_PLANE],
        .n = 33,
        .options = {.ants = 7, .alpha = 1, .beta = 2, .rho = 0.5, .compress_from = 0.5, .trial_limit = 8},
        .shape = {.deposit = aco_deposit_find("per-ant"), .evaluation = aco_evaluation_find("work-item")},
        .run = ordinary_run,
        .team_code = -1,
    };
}

static void fail_case(const struct colony_case *c, size_t device, const char *what)
{
    struct pair p = {.c = c, .device = device};
    pair_fail(&p, what);
}

static void overwrite_trails(struct pair *p)
{
    uint32_t n = p->settings->n, stride = p->settings->stride;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t low = i < j ? i : j, high = i < j ? j : i;
            uint32_t word = random_word(low * n + high, 3);
            uint32_t *trail = &p->arrays.trails[(size_t)i * stride + j];
            switch ((enum fill)p->c->kernels.fill) {
            case FILL_EQUAL:
                *trail = TRAIL_MAX;
                break;
            case FILL_ONE_HOT: /* one heavy edge per row; all other weights are below 2^-32 for alpha > 1 */
                *trail = high == low + 1 ? TRAIL_MAX : TRAIL_FLOOR;
                break;
            case FILL_GEOMETRIC:
                *trail = 1u << (word % 30);
                break;
            case FILL_RANDOM:
                *trail = 1u + (word & (TRAIL_MAX - 1u));
                break;
            case FILL_FLOOR:
                *trail = TRAIL_FLOOR;
                break;
            case FILL_OWN:
                break;
            }
        }
    }
    pair_upload(p, ACO_BUFFER_TRAILS, p->arrays.trails, p->colony->buffers[ACO_BUFFER_TRAILS].bytes);
}

static void iterate(struct pair *p, uint32_t iteration)
{
    const struct aco_settings *s = p->settings;
    bool interrupted = false;
    pair_require(p, aco_device_choice(p->colony), "choice");
    aco_reference_weights(s, &p->arrays);
    pair_compare_rows(p, ACO_BUFFER_CHOICE_INFO, p->arrays.choice_info, "choice_info");
    pair_compare_rows(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, "choice_weights");
    if (p->arrays.sums) {
        pair_compare(p, ACO_BUFFER_SUMS, p->arrays.sums, (size_t)s->n * s->stride * sizeof *p->arrays.sums,
                     "choice_sums");
    }

    pair_require(p, aco_device_construct(p->colony, iteration, &interrupted), "construct");
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        aco_reference_construct(s, &p->arrays, iteration, ant);
    }
    pair_compare(p, ACO_BUFFER_TOURS, p->arrays.tours, (size_t)s->ants * s->n * 4, "construct");
    pair_require_partners(p, 0, s->ants);

    pair_require(p, aco_device_evaluate(p->colony), "evaluate");
    aco_reference_evaluate(s, &p->arrays);
    pair_compare(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, (size_t)s->ants * 8, "evaluate");

    if (p->c->kernels.tours_only) {
        return;
    }
    pair_require(p, aco_device_reduce(p->colony, iteration), "reduce");
    struct aco_summary summary = aco_reference_reduce(s, &p->arrays, iteration, &p->best);
    pair_compare(p, ACO_BUFFER_BEST, &p->best, sizeof p->best, "reduce_best");
    pair_compare(p, ACO_BUFFER_TOURS, p->arrays.tours, (size_t)(s->ants + ROWS_KEPT) * s->n * 4, "keep_best");
    pair_compare(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, (size_t)(s->ants + ROWS_KEPT) * 8, "reduce_best");
    pair_compare(p, ACO_BUFFER_ANCHOR, p->arrays.anchor, (size_t)s->n * 8, "keep_best");
    pair_compare_from(p, ACO_BUFFER_SUMMARIES, iteration * sizeof summary, &summary, sizeof summary, "summary");
    pair_require(p, aco_device_evaporate(p->colony), "evaporate");
    aco_reference_evaporate(s, &p->arrays);
    if (!p->colony->shape.deposit->evaporates) {
        pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, "evaporate");
    }

    pair_require(p, aco_device_deposit(p->colony, iteration, &interrupted), "deposit");
    aco_reference_amounts(s, &p->arrays, &p->best);
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        aco_reference_deposit(s, &p->arrays, ant);
    }
    pair_compare(p, ACO_BUFFER_AMOUNTS, p->arrays.amounts, (size_t)s->ants * 4, "deposit_amounts");
    pair_compare_rows(p, ACO_BUFFER_TRAILS, p->arrays.trails, "deposit");
}

static bool is_nvidia(size_t device)
{
    return strstr(devices.devices[device].platform_name, "NVIDIA") != NULL;
}

/* The team code that a device uses if `code` is requested. */
static int code_of(size_t device, int code)
{
    return is_nvidia(device) && code != TEAM_CODE_SUBGROUP      ? code
           : on_devices_lanes(device) && code > TEAM_CODE_LOCAL ? TEAM_CODE_SUBGROUP
                                                                : TEAM_CODE_LOCAL;
}

static void run_case(size_t device, const struct colony_case *c)
{
    if (asked.only_list) {
        printf("construction %s selection %s evaluation %s\n", c->shape.construction->name, c->options.selection,
               c->shape.evaluation->name);
        return;
    }
    struct pair p;
    ++case_count;
    pair_create(&p, device, c);
    pair_plan(&p);
    if (c->team_code >= 0) {
        p.colony->shape.team_code = c->team_code;
    }
    const int64_t length = 2 * p.length + 1;
    pair_open(&p, length);
    if (c->team_code >= 0 && p.colony->shape.team_code != code_of(device, c->team_code)) {
        printf("    code %d, expected %d from %d, sub-groups of %zu\n", p.colony->shape.team_code,
               code_of(device, c->team_code), c->team_code, (size_t)devices.devices[device].sub_group_sizes);
        pair_fail(&p, "the way the work-items of an ant agree");
    }
    if (c->walked) {
        aco_reference_walk(p.settings, &p.arrays, &p.best, p.start, length);
    }
    pair_compare_rows(&p, ACO_BUFFER_DISTANCE, p.arrays.distance, "initialise");
    pair_compare_rows(&p, ACO_BUFFER_HEURISTIC, p.arrays.heuristic, "initialise");
    pair_compare_rows(&p, ACO_BUFFER_TRAILS, p.arrays.trails, "initialise");
    pair_compare(&p, ACO_BUFFER_ROW_OFFSETS, p.arrays.row_offsets, (size_t)c->n * 4, "row_offsets");
    if (!p.failed) {
        iterate(&p, 1);
    }
    if (!p.failed) {
        overwrite_trails(&p);
        iterate(&p, 2);
    }
    pair_close(&p);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Counts programs. True if this --part runs the next program, with all of its cases. */
static bool is_ours(void)
{
    static size_t count;
    return count++ % asked.part_count == asked.part - 1;
}

/* The number of constructions on whole rows. They precede those on lists, which test/kernel/lists.c runs. */
static size_t whole_row_count(void)
{
    size_t count = 0;
    while (count < aco_construction_count && !aco_constructions[count].lists) {
        ++count;
    }
    return count;
}

static bool is_supported(const struct aco_construction *construction, const struct aco_selection *selection)
{
    return construction->selections & ACO_SELECTION_BIT(selection->number);
}

/* Makes `c` a case of the first compatible pair of construction and selection from *at on, and moves *at past it.
 * Returns false after the last pair. */
static bool take_pair(struct colony_case *c, size_t *at)
{
    static const uint32_t trial_limits[] = {8, 3, 1, 200};
    while (*at < whole_row_count() * aco_selection_count) {
        const struct aco_construction *construction = &aco_constructions[*at / aco_selection_count];
        const struct aco_selection *selection = &aco_selections[*at % aco_selection_count];
        ++*at;
        if (is_supported(construction, selection)) {
            c->shape.construction = construction;
            c->options.selection = selection->name;
            c->options.trial_limit = trial_limits[*at % (sizeof trial_limits / sizeof trial_limits[0])];
            return true;
        }
    }
    return false;
}

/* Gives `c` selection number `turn`, counted cyclically among those that its construction supports. */
static void take_selection_in_turn(struct colony_case *c, size_t turn)
{
    const struct aco_construction *construction = c->shape.construction;
    size_t supported = 0;
    for (size_t i = 0; i < aco_selection_count; ++i) {
        supported += is_supported(construction, &aco_selections[i]);
    }
    turn %= supported;
    for (size_t i = 0; i < aco_selection_count; ++i) {
        if (is_supported(construction, &aco_selections[i]) && turn-- == 0) {
            c->options.selection = aco_selections[i].name;
        }
    }
}

/* Gives `c` a kind of instance, with `metric` in place of the kind's own; a matrix is always asymmetric. */
static void take_kind(struct colony_case *c, enum kind_number kind, enum swarm_metric metric)
{
    const unsigned path = c->kind.is & IS_OPEN;
    c->kind = kinds[metric == SWARM_METRIC_EXPLICIT ? KIND_ASYMMETRIC : kind];
    c->kind.metric = metric;
    c->kind.is |= path;
}

/* Varies the inputs of the kernels other than the construction (metric, direction, exponents), and inputs that no
 * program depends on (kind of instance, rho). Drivers take a second to compile a new program, so every pair of rows
 * has few programs, and each serves many cases. */
static void take_surroundings(struct colony_case *c, size_t turn)
{
    static const double exponents[][2] = {{2, 2}, {1.5, 2.7}, {1, 2}, {0, 3}, {10, 20}, {2, 5}, {3, 0.1}, {0, 0}};
    static const double losses[] = {0.5, 1e-7, 1};
    take_kind(c, KIND_PLANE, (enum swarm_metric)((turn + 1) % SWARM_METRIC_COUNT));
    c->options.alpha = exponents[turn % (sizeof exponents / sizeof exponents[0])][0];
    c->options.beta = exponents[turn % (sizeof exponents / sizeof exponents[0])][1];
    c->options.rho = losses[turn % 3];
}

/* The index of the case's construction. */
static size_t row_of(const struct colony_case *c)
{
    return (size_t)(c->shape.construction - aco_constructions);
}

/* The evaluation for the case's construction, in turn. */
static const struct aco_evaluation *evaluation_of(const struct colony_case *c)
{
    return &aco_evaluations[row_of(c) % aco_evaluation_count];
}

/* True if tours with edges near 2^31 have lengths below the limit in this metric. */
static bool may_be_far(enum swarm_metric metric)
{
    return metric != SWARM_METRIC_EXPLICIT && metric != SWARM_METRIC_GEO && metric != SWARM_METRIC_GREAT_CIRCLE
           && metric != SWARM_METRIC_MAN_3D;
}

/* True if the case's shape is allowed. Group sizes that are powers of two from 32 to the device's limit must be. */
static bool is_allowed(size_t device, const struct colony_case *c)
{
    const struct aco_request request = request_of(c, NULL);
    const struct swarm_instance_info info = {.node_count = c->n, .symmetric = true};
    const struct aco_settings settings = aco_settings_make(&request.options, &c->run, &info, 1);
    struct aco_shape shape;
    enum swarm_status status =
        aco_shape_choose(&env, &devices.devices[device], &request.shape, &settings, NULL, &shape);
    const uint32_t size = c->shape.group_size;
    const bool plain = c->shape.ants_per_group == 0 && size >= 32 && (size & (size - 1)) == 0
                       && size <= devices.devices[device].max_group_size;
    if (status != SWARM_OK && (plain || status != SWARM_ERROR_INVALID_ARGUMENT)) {
        printf("%s\n", env.error);
        fail_case(c, device, "shape");
    }
    return status == SWARM_OK;
}

/* Forces a number of work-items or ants per group, whichever the construction has: the first allowed number, counted
 * cyclically from `turn`. */
static void take_shape(size_t device, struct colony_case *c, size_t turn)
{
    static const uint32_t groups[] = {32, 3, 64, 1, 48, 128, 256}, shares[] = {3, 2, 8, 1, 4};
    enum { GROUPS = sizeof groups / sizeof groups[0], SHARES = sizeof shares / sizeof shares[0] };
    const struct aco_construction *construction = c->shape.construction;
    for (size_t k = 0; k < GROUPS && construction->groups; ++k) {
        c->shape.group_size = groups[(turn + k) % GROUPS];
        c->shape.evaluation = aco_evaluation_find("work-group");
        if (is_allowed(device, c)) {
            return;
        }
    }
    c->shape.group_size = 0;
    for (size_t k = 0; k < SHARES && construction->shares; ++k) {
        c->shape.ants_per_group = shares[(turn + k) % SHARES];
        if (is_allowed(device, c)) {
            return;
        }
    }
    c->shape.ants_per_group = 0;
}

/* Runs a program in the device's default shape: all sizes, degenerate instances, extreme trails, launches cut after
 * a few ants and steps, and a first deposit of the start tour by every ant. */
static void run_plain(size_t device, struct colony_case c, size_t turn, bool small)
{
    /* 300 nodes are more than a work-group has work-items; 1,000 nodes take ten times as long */
    static const uint32_t sizes[] = {1, 2, 3, 5, 31, 32, 64, 100, 300}, small_sizes[] = {1, 2, 3, 5, 12};
    enum { SIZES = sizeof sizes / sizeof sizes[0], STRIDE = 4 };
    const size_t place = turn + turn / STRIDE; /* so all constructions begin with each of the first STRIDE sizes */
    take_surroundings(&c, turn);
    c.shape.evaluation = evaluation_of(&c);
    c.kind.is |= turn % 4 == 2 ? IS_OPEN : 0;
    c.kernels.tours_only = !asked.all && turn % 3 != 0;
    c.kernels.fill = c.kernels.tours_only ? FILL_RANDOM : FILL_OWN;
    if (small) {
        c.n = small_sizes[turn % (sizeof small_sizes / sizeof small_sizes[0])] + (c.kind.is & IS_OPEN ? 1 : 0);
        c.options.ants = 3;
        c.kernels.fill = (enum fill)(turn % (FILL_FLOOR + 1));
        c.walked = turn % 3 == 0;
        run_case(device, &c);
        return;
    }
    for (size_t i = place % STRIDE; i < SIZES; i += STRIDE) {
        c.n = (asked.all && sizes[i] == 300 ? 1000 : sizes[i]) + (c.kind.is & IS_OPEN ? 1 : 0);
        const uint32_t many = asked.all || sizes[i] < 31 ? 101 : sizes[i] < 64 ? 37 : 9;
        c.options.ants = sizes[i] == 300 ? 1 : (const uint32_t[]){7, 1, many}[turn % 3];
        run_case(device, &c);
    }
    c.n = asked.all ? 100 : 70;
    c.options.ants = asked.all ? 11 : 7;
    c.kernels.fill = (enum fill)(FILL_EQUAL + turn % FILL_FLOOR);
    run_case(device, &c);
    c.kernels.fill = FILL_OWN;
    c.walked = true;
    const enum kind_number odd = (enum kind_number[]){KIND_ZERO, KIND_DUPLICATES, KIND_FAR}[place % 3];
    take_kind(&c, odd == KIND_FAR && !may_be_far(c.kind.metric) ? KIND_DUPLICATES : odd, c.kind.metric);
    c.n = (const uint32_t[]){2, 65, 23, 44}[turn % 4];
    run_case(device, &c);
    c.walked = turn % 2;
    take_kind(&c, KIND_PLANE, c.kind.metric);
    c.n = asked.all ? 100 : 70;
    c.options.ants = asked.all ? 20 : 3;
    c.run.launch_seconds = 1e-9; /* launches are cut after 32 steps */
    run_case(device, &c);
}

/* Runs a program in a forced shape, on instances where all nodes, the joint of a path included, or a third of them have
 * partners, so ants have few nodes to choose from. The last group of 2 to 12 ants is not full. */
static void run_partners(size_t device, struct colony_case c, size_t turn, bool small)
{
    static const uint32_t sizes[] = {64, 33, 5, 2};
    take_shape(device, &c, turn);
    c.shape.evaluation = c.shape.group_size ? c.shape.evaluation : evaluation_of(&c);
    c.options.alpha = 2;
    c.kind.is |= turn % 2 ? IS_OPEN : 0;
    c.kernels.tours_only = !asked.all;
    c.partners = small && turn % 2 ? 3 : 1;
    for (size_t i = turn / 2 % 2; i < sizeof sizes / sizeof sizes[0] && !small; i += 2) {
        c.n = sizes[i];
        c.options.ants = 13;
        c.kernels.fill = turn / 4 % 2 ? FILL_ONE_HOT : FILL_GEOMETRIC;
        run_case(device, &c);
    }
    c.kernels.fill = FILL_RANDOM;
    c.n = small ? 9 : turn / 2 % 2 || asked.all ? 64 : 33;
    c.options.ants = small ? 2 : 13;
    run_case(device, &c);
    c.partners = 3;
    c.n = asked.all ? 100 : 44; /* launches are cut after 32 steps */
    c.options.ants = asked.all ? 20 : 7;
    c.run.launch_seconds = 1e-9;
    if (!small && is_allowed(device, &c)) {
        run_case(device, &c);
    }
}

/* True if only --all runs this pair. Its construction shares the kernel of the first one, which runs with every
 * selection; roulette and hybrid suffice to compare the construction's launches. */
static bool is_repeated(const struct colony_case *c)
{
    const struct aco_construction *first = &aco_constructions[0], *construction = &aco_constructions[row_of(c)];
    return construction != first && strcmp(construction->kernels[0], first->kernels[0]) == 0
           && strcmp(c->options.selection, "roulette") != 0 && strcmp(c->options.selection, "hybrid") != 0;
}

/* Runs every construction with every compatible selection. Forced shapes have partners: for roulette, which all
 * constructions support, one shape each; for other selections one shape by a single work-item and one by a team;
 * --all: all shapes of every pair. */
static void test_every_pair_builds_the_tours_of_the_reference(size_t device, bool small)
{
    enum { SHAPES = 7, TEAMS = 3 };
    struct colony_case c = ordinary();
    size_t turn = 0;
    for (size_t at = 0; take_pair(&c, &at); ++turn) {
        const size_t row = row_of(&c);
        if (is_repeated(&c) && !asked.all) {
            continue;
        }
        const bool many = strcmp(c.options.selection, "roulette") == 0, one = row == 0 || (row + at) % TEAMS == 0;
        const size_t shapes = asked.all ? SHAPES : small ? turn % 2 == 0 : many || one;
        for (size_t k = 0; k < (asked.all ? SHAPES : !small || turn % 2); ++k) {
            if (is_ours()) {
                run_plain(device, c, turn + k, small);
            }
        }
        for (size_t k = 0; k < shapes; ++k) {
            if (is_ours()) {
                run_partners(device, c, turn + k, small);
            }
        }
    }
}

/* Runs every code of team.clh, on NVIDIA GPUs with all selections, elsewhere with hybrid. A build that fails falls
 * back to the next lower code, down to local memory; off NVIDIA, without --all, the highest code tries all of them. */
static void test_every_team_code_builds_the_tours_of_the_reference(size_t device, bool small)
{
    for (size_t row = 0; row < aco_selection_count; ++row) {
        for (int code = TEAM_CODE_LOCAL; code <= TEAM_CODE_REDUX; ++code) {
            struct colony_case c = ordinary();
            c.n = small ? 12 : asked.all ? 200 : 70;
            c.options.ants = small ? 2 : 7;
            c.shape.construction = aco_construction_find("lanes");
            c.options.selection = aco_selections[row].name;
            c.shape.ants_per_group =
                is_nvidia(device) ? 2 : 0; /* on other devices, selections that try nodes cannot share groups */
            c.team_code = code;
            const bool falls_back = code != TEAM_CODE_LOCAL && !is_nvidia(device);
            const bool few = small /* a simulator counts the failed build as an error */
                             || (code != TEAM_CODE_REDUX && !asked.all);
            if (falls_back && few) {
                continue;
            }
            if ((is_nvidia(device) || aco_selections[row].number == SELECTION_HYBRID) && is_ours()) {
                run_case(device, &c);
            }
        }
    }
}

/* Runs hybrid in sub-groups of 16 and 64 work-items (a simulator: 64); --all: every selection in sub-groups of 8 to
 * 64; devices without sub-groups use those of programs.c. Teams have the size of a sub-group, or use barriers. */
static void test_sub_groups_build_the_tours_of_the_reference(size_t device, bool small)
{
    for (unsigned size = 8; size <= 64; size *= 2) {
        on_devices_divide(device, size);
        for (size_t row = 0; row < aco_selection_count; ++row) {
            struct colony_case c = ordinary();
            const int number = aco_selections[row].number;
            const bool hybrid = number == SELECTION_HYBRID;
            c.n = small ? 12 : 100;
            c.options.ants = small ? 2 : 5;
            c.shape.construction = aco_construction_find("lanes");
            c.options.selection = aco_selections[row].name;
            c.shape.ants_per_group = devices.devices[device].sub_group_sizes == 32 && !SELECTION_TRIES(number) ? 2 : 1;
            c.team_code = TEAM_CODE_SUBGROUP;
            const bool few = (size == 16 || size == 64) && hybrid;
            if ((asked.all || (few && (!small || size == 64))) && is_ours()) {
                run_case(device, &c);
            }
        }
    }
    on_devices_divide(device, 0);
}

/* Checks that incompatible rows are refused before anything is opened, with a message that names both rows and the
 * reason. */
static void test_pairs_that_clash_are_refused(size_t device)
{
    for (size_t i = 0; i < whole_row_count() * aco_selection_count && !asked.only_list; ++i) {
        const struct aco_construction *construction = &aco_constructions[i / aco_selection_count];
        const struct aco_selection *selection = &aco_selections[i % aco_selection_count];
        if (is_supported(construction, selection)) {
            continue;
        }
        struct colony_case c = ordinary();
        c.shape.construction = construction;
        c.options.selection = selection->name;
        struct swarm_instance *instance = kind_instance(&c.kind, c.n, c.partners);
        const struct aco_request request = request_of(&c, instance);
        struct search_engine *engine = NULL;
        enum swarm_status status = aco_colony_device_create(&env, &c.run, &request, &devices, device, &engine);
        status = status == SWARM_OK ? engine->type->plan(engine) : SWARM_OK;
        if (status != SWARM_ERROR_INVALID_ARGUMENT || !strstr(env.error, construction->name)
            || !strstr(env.error, selection->name) || !construction->reason
            || !strstr(env.error, construction->reason)) {
            printf("status %d, \"%s\"\n", (int)status, env.error);
            fail_case(&c, device, "refusal");
        }
        search_engine_destroy(&engine);
        swarm_instance_destroy(&instance);
    }
}

/* Runs instances larger than fl3795 and E3k, only on GPUs, where they take seconds. */
static void test_large_instances_agree(size_t device, bool small)
{
    const struct swarm_device *of = &devices.devices[device];
    const bool on_gpu = of->type == SWARM_DEVICE_GPU && !of->simulator && !small;
    for (size_t row = 0; row < whole_row_count() && on_gpu; ++row) {
        if (!is_ours()) {
            continue;
        }
        struct colony_case c = ordinary();
        c.shape.construction = &aco_constructions[row];
        c.options.selection = "roulette";
        c.shape.evaluation = aco_evaluation_find("work-group");
        c.n = 4461;
        c.options.ants = 8;
        run_case(device, &c);
        take_selection_in_turn(&c, row + 1);
        run_case(device, &c);
    }
}

static void test_all(size_t device, bool small)
{
    test_every_pair_builds_the_tours_of_the_reference(device, small);
    test_every_team_code_builds_the_tours_of_the_reference(device, small);
    test_sub_groups_build_the_tours_of_the_reference(device, small);
    test_pairs_that_clash_are_refused(device);
    test_large_instances_agree(device, small);
}

int main(int count, char **words)
{
    return on_devices_run(count, words, true, test_all);
}
