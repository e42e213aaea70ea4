/* Compares the rows of --deposit that only Ant System on whole rows has with the sequential reference, exactly, by
 * whole buffers of trails. family.c compares the other rows.
 *
 * A colony is built once for each row and kind of instance, for the largest size. First the initial trails are
 * compared, and the trails after every ant has deposited the start tour. Then the settings are made smaller, and tours,
 * amounts and trails are overwritten, so one build serves all sizes, numbers of ants and lengths of launches. The
 * buffers are then larger than needed, and words after the matrix and after each of its rows must not change.
 */
#include "cl/aco/edge_math.h"

#include "colonies.h"

/* Largest numbers of nodes: by default, with --all and for a simulator; SLOW: for rows whose work grows with n^3 and
 * ants. */
enum {
    LARGEST = 100,
    LARGEST_SLOW = 33,
    LARGEST_ALL = 257,
    LARGEST_SLOW_ALL = 100,
    LARGEST_SMALL = 12,
    LARGEST_SLOW_SMALL = 12
};

/* Work-group limit of the device in the cases for small groups: even short tours then have several tiles. */
enum { FEW_ITEMS = 8 };

static const struct kind kinds[] = {
    {"symmetric", SWARM_METRIC_EXPLICIT, 0, 1, 1000, 1},
    {"asymmetric", SWARM_METRIC_EXPLICIT, IS_ONE_WAY, 1, 1000, 1},
    {"path", SWARM_METRIC_EXPLICIT, IS_OPEN, 1, 1000, 1},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* True for rows that read all tours for every trail. */
static bool is_slow(const struct aco_deposit *row)
{
    return strncmp(row->name, "gather", strlen("gather")) == 0;
}

static uint32_t largest_of(const struct aco_deposit *row, bool small)
{
    const bool slow = is_slow(row);
    return small       ? (slow ? LARGEST_SLOW_SMALL : LARGEST_SMALL)
           : asked.all ? (slow ? LARGEST_SLOW_ALL : LARGEST_ALL)
                       : (slow ? LARGEST_SLOW : LARGEST);
}

/* Compares the device's trail buffer, padding included, with the reference. */
static void compare(struct pair *p, const char *what)
{
    pair_compare(p, ACO_BUFFER_TRAILS, p->arrays.trails, p->c->deposits.words * 4, what);
    ++case_count;
}

/* Fills in random tours and trails. `together`: all ants have the same tour, so they deposit on the same trails. */
static void fill(struct pair *p, bool together)
{
    const struct aco_settings *s = p->settings;
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        struct draw_sequence random = draw_sequence_of(2026, 0, together ? 0 : ant, s->n);
        random_tour(&random, s->n, p->arrays.tours + (size_t)ant * s->n);
        p->arrays.amounts[ant] = 1 + random_word(ant, 3) % (TRAIL_MAX / s->ants);
    }
    for (size_t at = 0; at < p->c->deposits.words; ++at) {
        p->arrays.trails[at] = random_word((uint32_t)at, 4) & TRAIL_MAX;
    }
}

static void run_case(struct pair *p, const struct colony_case *c, bool together)
{
    const struct swarm_instance_info info = {.node_count = c->n, .symmetric = !(c->kind.is & IS_ONE_WAY)};
    const uint32_t ants = (uint32_t)c->options.ants;
    bool interrupted = true;
    *p->settings = aco_settings_make(&c->options, &c->run, &info, 1);
    pair_require(p, ocl_session_finish(&p->colony->session), "finish");
    ocl_pacer_drain(&p->colony->pacer);
    ocl_pacer_init(&p->colony->pacer, &p->colony->session, c->run.launch_seconds, (double)INFINITY);
    fill(p, together);
    pair_upload(p, ACO_BUFFER_TOURS, p->arrays.tours, (size_t)ants * c->n * 4);
    pair_upload(p, ACO_BUFFER_AMOUNTS, p->arrays.amounts, (size_t)ants * 4);
    pair_upload(p, ACO_BUFFER_TRAILS, p->arrays.trails, c->deposits.words * 4);
    if (c->shape.deposit->evaporates) {
        aco_reference_evaporate(p->settings, &p->arrays);
    }
    for (uint32_t ant = 0; ant < ants; ++ant) {
        aco_reference_deposit(p->settings, &p->arrays, ant);
    }
    pair_require(p, aco_device_bind(p->colony), "bind");
    pair_require(p, c->shape.deposit->enqueue(p->colony, 1, &interrupted), "enqueue");
    if (interrupted) {
        pair_fail(p, "interrupted");
    }
    compare(p, together ? "one tour" : "own tours");
}

/* Runs all sizes and numbers of ants; half of these without --all. Every second case has the shortest possible
 * launches. */
static void run_sizes(struct pair *p, struct colony_case *c, uint32_t largest, bool small)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 12, 31, 33, 64, 100, 257};
    size_t count = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && sizes[i] <= largest; ++i) {
        const uint32_t n = sizes[i], ants[] = {7, 1, n, n + n / 4 + 1};
        for (size_t k = asked.all || small ? 0 : i % 2; k < (small ? 1 : sizeof ants / sizeof ants[0]) && !p->failed;
             k += asked.all ? 1 : 2) {
            c->n = n;
            c->options.ants = ants[k];
            c->run.launch_seconds = count % 2 ? 1e-9 : 0.1;
            run_case(p, c, false);
            c->run.launch_seconds = count++ % 2 ? 0.1 : 1e-9;
            run_case(p, c, true);
        }
    }
}

/* Builds a colony of the row, compares the initial trails, then runs all sizes. */
static void run_row(size_t number, struct colony_case *c, bool small)
{
    static size_t count;
    if (count++ % asked.part_count != asked.part - 1) {
        return;
    }
    const uint32_t largest = largest_of(c->shape.deposit, small);
    struct swarm_device *device = &devices.devices[number];
    const struct swarm_device truth = *device;
    struct pair p;
    c->n = largest;
    c->options = (struct options){
        .ants = largest + largest / 4 + 1, .alpha = 1, .beta = 2, .rho = 0.5, .selection = aco_selections[0].name};
    c->shape.construction = &aco_constructions[0];
    /* the evaluation `work-item` needs no local memory */
    c->shape.evaluation = c->deposits.local_memory > 0 ? aco_evaluation_find("work-item") : NULL;
    c->run = ordinary_run;
    c->run.launch_seconds = 1e-9;
    c->walked = true;
    pair_create(&p, number, c);
    device->max_group_size = c->deposits.group_limit > 0 ? c->deposits.group_limit : truth.max_group_size;
    device->local_memory = c->deposits.local_memory > 0 ? c->deposits.local_memory : truth.local_memory;
    pair_plan(&p);
    if (c->deposits.row_group > 0) {
        p.colony->shape.row_group = c->deposits.row_group;
    }
    pair_open(&p, p.length);
    c->deposits.words = (size_t)largest * p.settings->stride;
    aco_reference_walk(p.settings, &p.arrays, &p.best, p.start, p.length);
    compare(&p, "walk");
    run_sizes(&p, c, largest, small);
    *device = truth;
    pair_close(&p);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Compares every such row on every kind of instance that it supports. Paths, and all cases of a simulator, run in small
 * groups. */
static void test_every_deposit_leaves_the_trails_of_the_reference(size_t device, bool small)
{
    for (size_t row = 0; row < aco_deposit_count; ++row) {
        for (size_t kind = 0; kind < KINDS; ++kind) {
            const struct aco_deposit *deposit = &aco_deposits[row];
            struct colony_case c = {.kind = kinds[kind], .shape = {.deposit = deposit}};
            c.deposits.group_limit = small || (c.kind.is & IS_OPEN) ? FEW_ITEMS : 0;
            if (!deposit->any_algorithm && !((c.kind.is & IS_ONE_WAY) && deposit->symmetric_only)) {
                run_row(device, &c, small);
            }
        }
    }
}

/* Varies the groups of the rows in which a group owns a row of the matrix: an odd number of work-items, more
 * work-items than nodes, and local memory of which half holds 50 words of a row (10 for a simulator). */
static void test_groups_and_tiles_of_rows_agree(size_t device, bool small)
{
    static const uint32_t groups[] = {1, 3, 64};
    for (size_t g = small; g < sizeof groups / sizeof groups[0]; ++g) {
        for (size_t kind = 0; kind < 2; ++kind) {
            struct colony_case c = {.kind = kinds[kind],
                                    .shape = {.deposit = aco_deposit_find("by-row")},
                                    .deposits = {.row_group = groups[g], .local_memory = small ? 80 : 400}};
            if (groups[g] <= devices.devices[device].max_group_size) {
                run_row(device, &c, small);
            }
        }
    }
}

/* Checks that rows for symmetric instances are refused on asymmetric ones before anything is built. */
static void test_rows_for_symmetric_instances_refuse_others(size_t device)
{
    for (size_t row = 0; row < aco_deposit_count; ++row) {
        const struct aco_shape_request request = {.deposit = &aco_deposits[row]};
        struct aco_shape shape;
        const struct search_request run = {.target = -1};
        const struct options options = {.ants = 10, .rho = 0.5};
        const struct swarm_instance_info info = {.node_count = 10};
        const struct aco_settings settings = aco_settings_make(&options, &run, &info, 1);
        const enum swarm_status status =
            aco_shape_choose(&env, &devices.devices[device], &request, &settings, NULL, &shape);
        const enum swarm_status expected = request.deposit->symmetric_only ? SWARM_ERROR_INVALID_ARGUMENT : SWARM_OK;
        ++case_count;
        if (status != expected) {
            ++failure_count;
            printf("FAILED deposit/%s with an asymmetric instance: status %d\n", request.deposit->name, (int)status);
        }
    }
}

static void test_all(size_t device, bool small)
{
    test_every_deposit_leaves_the_trails_of_the_reference(device, small);
    test_groups_and_tiles_of_rows_agree(device, small);
    test_rows_for_symmetric_instances_refuse_others(device);
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_all);
}
