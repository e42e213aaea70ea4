/* Ants on pieces on devices against the host, report by report.
 *
 * usage: pieces [--small] [--device SELECTOR] [--part K/N]
 *
 * Individuals with random tours of every kind of instance are launched in every way that a device may know. Reports,
 * pieces and nodes left over equal the host's, launch after launch. Runs on every usable device, simulators included;
 * exits 77 when there is none. --small: as much as a simulator can do.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "../pieces_launch.h"
#include "mosaic/device.h"
#include "tsp/arithmetic.h"

#include "cl/mosaic/kopt.h"

#include "instances.h"

static const struct kind kinds[] = {
    {"points", SWARM_METRIC_EUC_2D, 0, 0, 20000, 1},
    {"points in few places", SWARM_METRIC_EUC_2D, 0, 0, 7, 1},
    {"points in space", SWARM_METRIC_EUC_3D, 0, 0, 500, 1},
    {"paths", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 2000, 1},
    {"matrix of long edges", SWARM_METRIC_EXPLICIT, 0, 1, 2147483647, 1},
    {"matrix of few lengths", SWARM_METRIC_EXPLICIT, 0, 0, 3, 1},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const char *const way_names[] = {
    [MOSAIC_PIECES_LOOP] = "loop",       [MOSAIC_PIECES_LOCAL] = "local memory", [MOSAIC_PIECES_SUBGROUP] = "sub-group",
    [MOSAIC_PIECES_SHUFFLE] = "shuffle", [MOSAIC_PIECES_REDUX] = "redux",
};

struct pieces_case {
    const struct kind *kind;
    enum mosaic_way way;
    uint32_t n, individuals, ants, launches, kicks;
    uint32_t pairs; /* of partners; the joint has one */
    uint64_t seed;
};

/* Everything a case needs, here and on the device. */
struct bench {
    struct swarm_instance *instance;
    struct mosaic_problem problem;
    struct mosaic_pieces here, there;
    struct mosaic_merge merge;
    struct ocl_session session;
    cl_program program;
    struct mosaic_kernel device;
    struct base_team *team;
    uint32_t *words, *dirty;
    struct mosaic_tour *tours;
};

static struct draw_sequence numbers_of(const struct pieces_case *c)
{
    return draw_sequence_of(c->seed, DRAW_CIRCLE, c->n, (uint32_t)(c->kind - kinds));
}

static uint32_t dirty_words(const struct pieces_case *c)
{
    return (c->n + 31) / 32;
}

/* Random tours, all nodes to be looked at. */
static enum swarm_status begin(const struct pieces_case *c, struct bench *bench)
{
    struct draw_sequence random = numbers_of(c);
    const uint64_t stride = 2 * (uint64_t)c->n;
    bench->words = base_array(c->individuals, stride * sizeof *bench->words);
    bench->dirty = base_array(c->individuals, dirty_words(c) * sizeof *bench->dirty);
    bench->tours = base_array(c->individuals, sizeof *bench->tours);
    if (!bench->words || !bench->dirty || !bench->tours) {
        return base_fail_memory(&env);
    }
    for (uint32_t i = 0; i < c->individuals; ++i) {
        struct mosaic_tour *tour = &bench->tours[i];
        tour->ord = bench->words + i * stride;
        tour->pos = tour->ord + c->n;
        random_tour(&random, c->n, tour->ord);
        if (bench->problem.partners) {
            partners_put_together(bench->problem.partners, c->n, tour->ord);
        }
        for (uint32_t p = 0; p < c->n; ++p) {
            bench->dirty[i * dirty_words(c) + p / 32] |= 1u << p % 32;
        }
        mosaic_tour_settle(&bench->problem, NULL, tour);
    }
    return SWARM_OK;
}

static void fail(const struct pieces_case *c, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, %s, n %u, %u individuals, %u ants, %u pairs of partners: %s\n", way_names[c->way],
           c->kind->name, (unsigned)c->n, (unsigned)c->individuals, (unsigned)c->ants, (unsigned)c->pairs, what);
}

/* The difference between the reports here and there; NULL: none. */
static const char *difference(const struct mosaic_pieces *here, const struct mosaic_pieces *there)
{
    for (uint32_t ant = 0; ant < here->count; ++ant) {
        const struct piece_report *report = &here->reports[ant];
        const uint32_t given = here->jobs[ant].kicks == 0 ? here->jobs[ant].count : 0;
        if (memcmp(report, &there->reports[ant], sizeof *report) != 0) {
            return "the reports differ";
        }
        if (memcmp(here->ends[ant], there->ends[ant], report->pieces * sizeof here->ends[ant][0]) != 0) {
            return "the pieces differ";
        }
        if (memcmp(here->queues[ant], there->queues[ant], (given + report->left) * sizeof here->queues[ant][0]) != 0) {
            return "the nodes left over differ";
        }
    }
    return NULL;
}

/* Windows first, then conflicts, and kicks all the while. */
static enum swarm_status run(const struct pieces_case *c, struct bench *bench)
{
    const uint64_t stride = 2 * (uint64_t)c->n;
    uint32_t firsts[8] = {0};
    for (uint32_t launch = 1; launch <= c->launches; ++launch) {
        struct mosaic_pieces_plan plan = {
            .seed = c->seed,
            .iteration = launch,
            .ants = c->ants,
            .chunk = 1 + launch * 5 % PIECE_GIVEN,
            .window = launch % 3 == 1 ? 3 + c->n / 4 : 0,
            .moves = 8,
            .kicks = c->kicks,
            .kopt = launch % 2 > 0 ? 0 : 2 + (uint32_t)(c->seed + launch / 2) % (KOPT_MOST - 1),
            .beam = (uint32_t)(c->seed + launch) % (PIECE_BEAM_MOST + 1),
            .threshold = (c->seed + launch) % 3 == 0 ? 200 : 0,
        };
        bench->here.count = 0;
        for (plan.individual = 0; plan.individual < c->individuals; ++plan.individual) {
            plan.ant = firsts[plan.individual] = bench->here.count;
            pieces_add(&plan, &bench->tours[plan.individual], c->n, bench->dirty + plan.individual * dirty_words(c),
                       &bench->here);
        }
        firsts[c->individuals] = bench->there.count = bench->here.count;
        memcpy(bench->there.jobs, bench->here.jobs, bench->here.count * sizeof *bench->here.jobs);
        memcpy(bench->there.queues, bench->here.queues, bench->here.count * sizeof *bench->here.queues);
        for (uint32_t i = 0; i < c->individuals; ++i) {
            TRY(mosaic_pieces_device_send(&bench->device, i, bench->words + i * stride));
        }
        TRY(mosaic_pieces_device_begin(&bench->device, &bench->there, 0, bench->there.count));
        TRY(mosaic_pieces_device_end(&bench->device, &bench->there));
        mosaic_pieces_run(&bench->problem, bench->words, stride, c->seed, bench->team, &bench->here);
        const char *what = difference(&bench->here, &bench->there);
        if (what) {
            fail(c, what);
            return SWARM_OK;
        }
        for (uint32_t i = 0; i < c->individuals; ++i) {
            if (pieces_collect(&bench->problem, &bench->there, firsts[i], firsts[i + 1] - firsts[i], &bench->merge,
                               &bench->tours[i], bench->dirty + i * dirty_words(c))
                    .wrong) {
                fail(c, "a report is wrong");
                return SWARM_OK;
            }
            if (bench->problem.partners && partners_missed(bench->problem.partners, bench->tours[i].ord, c->n) > 0) {
                fail(c, "partners do not stand beside each other");
                return SWARM_OK;
            }
        }
    }
    return SWARM_OK;
}

static void run_case(size_t index, const struct pieces_case *c)
{
    const uint32_t capacity = c->individuals * (c->n + c->ants);
    enum mosaic_way way = c->way;
    int lengths = 0;
    struct bench bench = {.instance = NULL};
    enum swarm_status status = SWARM_OK;
    if (case_count++ % asked.part_count != asked.part - 1) {
        return;
    }
    TRY_OR(done, random_instance(c->kind, c->n, numbers_of(c), &bench.instance));
    struct draw_sequence random = numbers_of(c);
    if (c->pairs > 0 && !partners_draw(bench.instance, &random, c->pairs, true)) {
        status = base_fail_memory(&env);
        goto done;
    }
    TRY_OR(done, mosaic_problem_init(&env, bench.instance, NULL, (struct tsp_candidates){.length = 8}, (double)INFINITY,
                                     &bench.problem));
    TRY_OR(done, mosaic_pieces_init(&env, capacity, &bench.here));
    TRY_OR(done, mosaic_pieces_init(&env, capacity, &bench.there));
    TRY_OR(done, mosaic_merge_init(&env, c->n, capacity, 8 * capacity, &bench.merge));
    TRY_OR(done, base_team_create(&env, 1, &bench.team));
    TRY_OR(done, begin(c, &bench));
    TRY_OR(done, tsp_lengths_choose(&env, bench.instance, &devices.devices[index], NULL, &lengths));
    TRY_OR(done, ocl_session_open(&env, &devices, index, false, &bench.session));
    TRY_OR(done, mosaic_device_build(&bench.session, bench.instance, lengths, NULL, &way, &bench.program));
    const struct mosaic_layout layout = {bench.instance, lengths, bench.problem.width, c->individuals, capacity};
    bench.device = (struct mosaic_kernel){.session = &bench.session, .way = way};
    TRY_OR(done, mosaic_kernel_create(bench.program, &bench.problem, &layout, c->seed, &bench.device));
    if (way != c->way) {
        fail(c, "the device does not know the way");
    }
    TRY_OR(done, run(c, &bench));

done:
    if (status != SWARM_OK) {
        fail(c, env.error);
    }
    mosaic_kernel_release(&bench.device);
    if (bench.program) {
        clReleaseProgram(bench.program);
    }
    ocl_session_close(&bench.session);
    free(bench.words);
    free(bench.dirty);
    free(bench.tours);
    mosaic_merge_deinit(&bench.merge);
    mosaic_pieces_deinit(&bench.here);
    mosaic_pieces_deinit(&bench.there);
    base_team_destroy(&bench.team);
    mosaic_problem_deinit(&bench.problem);
    tsp_instance_destroy(&bench.instance);
}

/* Barriers within loops, and sub-groups made of them, are too much for PoCL, which drives the CPUs; a simulator can do
 * them. */
static bool has_way(const struct swarm_device *device, bool small, enum mosaic_way way)
{
    const bool lanes = way == MOSAIC_PIECES_SHUFFLE || way == MOSAIC_PIECES_REDUX;
    const bool does_barriers = small || device->type != SWARM_DEVICE_CPU;
    return way == MOSAIC_PIECES_LOOP || (way == MOSAIC_PIECES_LOCAL && does_barriers)
           || (way == MOSAIC_PIECES_SUBGROUP && does_barriers && on_devices_lanes(device->index))
           || (lanes && strstr(device->platform_name, "NVIDIA"));
}

/* Every kind in many sizes, of which a simulator gets one; pairs of partners are one in `share` nodes, 0: none. */
static void run_cases(size_t device, bool small, uint32_t share)
{
    static const uint32_t sizes[] = {5, 13, 60, 300};
    for (enum mosaic_way way = 0; way < MOSAIC_PIECES_WAYS; ++way) {
        uint64_t seed = 1 + 1000 * share;
        for (size_t k = 0; k < KINDS && has_way(&devices.devices[device], small, way); ++k) {
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
                const bool longer = sizes[i] == 60 && k == 0 && way == MOSAIC_PIECES_LOOP;
                if (small && !(longer && share == 0) && (sizes[i] != 13 || k % 2 != (share > 0))) {
                    continue;
                }
                if (small && way == MOSAIC_PIECES_SUBGROUP && k > 0) { /* as long as barriers */
                    continue;
                }
                const struct pieces_case c = {
                    .kind = &kinds[k],
                    .way = way,
                    .n = sizes[i],
                    .individuals = small ? 1 : 1 + i % 3,
                    .ants = small ? 3 : 1 + sizes[i] / 4,
                    .launches = small ? 2 : 12,
                    .kicks = small ? 1 : 5,
                    .pairs = share > 0 ? sizes[i] / share + 1 : 0,
                    .seed = seed,
                };
                run_case(device, &c);
            }
        }
    }
}

static void test_reports_of_devices_are_those_of_the_host(size_t device, bool small)
{
    enum { TENTH_OF_NODES = 20, ALL_NODES = 2 };
    on_devices_divide(device, small ? 32 : 0);
    run_cases(device, small, 0);
    run_cases(device, small, small ? ALL_NODES : TENTH_OF_NODES);
    if (!small) {
        run_cases(device, small, ALL_NODES);
    }
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_reports_of_devices_are_those_of_the_host);
}
