/* Compares ants that improve pieces of tours on devices with the host, report by report.
 *
 * Random tours of every kind of instance are improved by every method of the kernel that the device supports. Reports,
 * pieces and queues of remaining nodes must equal the host's after every launch.
 */
#include "../pieces_launch.h"
#include "cl/mosaic/kopt.h"
#include "mosaic/start.h"

#include "mosaic_bench.h"

enum { KINDS = 6 };

struct pieces_case {
    struct mosaic_request request; /* request of the run, whose `ants` limit the reports of a launch */
    uint32_t ants, launches, kicks;
};

/* Tours, and the reports of ants on the host (`here`) and on the device (`there`). */
struct sides {
    struct mosaic_bench bench;
    struct mosaic_pieces here, there;
    struct mosaic_merge merge;
    uint32_t *words, *dirty; /* [individuals][2 n] tours; [individuals][words of n bits] dirty nodes */
    struct mosaic_tour *tours;
};

static enum swarm_status sides_init(uint32_t n, uint32_t individuals, struct sides *sides)
{
    const size_t bits = (n + 31) / 32;
    sides->words = base_array(individuals, 2 * (size_t)n * sizeof *sides->words);
    sides->dirty = base_array(individuals, bits * sizeof *sides->dirty);
    sides->tours = base_array(individuals, sizeof *sides->tours);
    if (!sides->words || !sides->dirty || !sides->tours) {
        return base_fail_memory(&env);
    }
    for (uint32_t i = 0; i < individuals; ++i) {
        sides->tours[i].ord = sides->words + 2 * (size_t)i * n;
        sides->tours[i].pos = sides->tours[i].ord + n;
        for (uint32_t node = 0; node < n; ++node) { /* all nodes must be processed */
            sides->dirty[i * bits + node / 32] |= 1u << node % 32;
        }
    }
    return SWARM_OK;
}

static void sides_close(struct sides *sides)
{
    free(sides->words);
    free(sides->dirty);
    free(sides->tours);
    mosaic_merge_deinit(&sides->merge);
    mosaic_pieces_deinit(&sides->here);
    mosaic_pieces_deinit(&sides->there);
    mosaic_bench_close(&sides->bench);
}

static void begin(const struct mosaic_request *request, struct sides *sides)
{
    struct draw_sequence random = numbers_of(request->kind, request->n, request->seed);
    for (uint32_t i = 0; i < request->individuals; ++i) {
        mosaic_bench_draw(&sides->bench, &random, &sides->tours[i]);
    }
}

/* Names the first difference between the reports of host and device; NULL: none. */
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

/* Runs launches on windows of the tours, then on conflicting pieces, with kicks in all launches. */
static enum swarm_status run(const struct pieces_case *c, struct sides *sides)
{
    const uint32_t n = c->request.n, individuals = c->request.individuals, bits = (n + 31) / 32;
    const uint64_t stride = 2 * (uint64_t)n, seed = c->request.seed;
    uint32_t firsts[8] = {0};
    for (uint32_t launch = 1; launch <= c->launches; ++launch) {
        struct mosaic_pieces_plan plan = {
            .seed = seed,
            .iteration = launch,
            .ants = c->ants,
            .chunk = 1 + launch * 5 % PIECE_GIVEN,
            .window = launch % 3 == 1 ? 3 + n / 4 : 0,
            .moves = 8,
            .kicks = c->kicks,
            .kopt = launch % 2 > 0 ? 0 : 2 + (uint32_t)(seed + launch / 2) % (KOPT_MOST - 1),
            .beam = (uint32_t)(seed + launch) % (PIECE_BEAM_MOST + 1),
            .threshold = (seed + launch) % 3 == 0 ? 200 : 0,
        };
        sides->here.count = 0;
        for (plan.individual = 0; plan.individual < individuals; ++plan.individual) {
            plan.ant = firsts[plan.individual] = sides->here.count;
            pieces_add(&plan, &sides->tours[plan.individual], n, sides->dirty + plan.individual * bits, &sides->here);
        }
        firsts[individuals] = sides->there.count = sides->here.count;
        memcpy(sides->there.jobs, sides->here.jobs, sides->here.count * sizeof *sides->here.jobs);
        memcpy(sides->there.queues, sides->here.queues, sides->here.count * sizeof *sides->here.queues);
        for (uint32_t i = 0; i < individuals; ++i) {
            TRY(mosaic_pieces_device_send(&sides->bench.device, i, sides->words + i * stride));
        }
        TRY(mosaic_pieces_device_begin(&sides->bench.device, &sides->there, 0, sides->there.count));
        TRY(mosaic_pieces_device_end(&sides->bench.device, &sides->there));
        mosaic_pieces_run(&sides->bench.problem, sides->words, stride, seed, sides->bench.team, &sides->here);
        const char *what = difference(&sides->here, &sides->there);
        if (what) {
            mosaic_bench_fail(&c->request, what);
            return SWARM_OK;
        }
        for (uint32_t i = 0; i < individuals; ++i) {
            if (pieces_collect(&sides->bench.problem, &sides->there, firsts[i], firsts[i + 1] - firsts[i],
                               &sides->merge, &sides->tours[i], sides->dirty + i * bits)
                    .wrong) {
                mosaic_bench_fail(&c->request, "a report is wrong");
                return SWARM_OK;
            }
            if (sides->bench.problem.partners
                && partners_missed(sides->bench.problem.partners, sides->tours[i].ord, n) > 0) {
                mosaic_bench_fail(&c->request, "partners are not neighbours");
                return SWARM_OK;
            }
        }
    }
    return SWARM_OK;
}

static void run_case(const struct pieces_case *c)
{
    const struct mosaic_request *request = &c->request;
    struct sides sides = {.words = NULL};
    struct mosaic_bench *bench = &sides.bench;
    enum swarm_status status = SWARM_OK;
    if (case_count++ % asked.part_count != asked.part - 1) {
        return;
    }
    TRY_OR(done, mosaic_bench_init(request, bench));
    TRY_OR(done, mosaic_pieces_init(&env, request->ants, &sides.here));
    TRY_OR(done, mosaic_pieces_init(&env, request->ants, &sides.there));
    TRY_OR(done, mosaic_merge_init(&env, request->n, request->ants, 8 * request->ants, &sides.merge));
    TRY_OR(done, sides_init(request->n, request->individuals, &sides));
    begin(request, &sides);
    TRY_OR(done, mosaic_bench_open(request, bench));
    if (bench->device.mapping != request->mapping) {
        mosaic_bench_fail(request, "the device does not support the mapping");
    }
    TRY_OR(done, run(c, &sides));

done:
    if (status != SWARM_OK) {
        mosaic_bench_fail(request, env.error);
    }
    sides_close(&sides);
}

/* True if the device supports the method. PoCL, which drives CPUs, does not compile barriers in loops, or sub-groups
 * made of barriers; simulators do. */
static bool has_mapping(const struct swarm_device *device, bool small, enum mosaic_mapping mapping)
{
    const bool lanes = mapping == MOSAIC_PIECES_SHUFFLE || mapping == MOSAIC_PIECES_REDUX;
    const bool does_barriers = small || device->type != SWARM_DEVICE_CPU;
    return mapping == MOSAIC_PIECES_LOOP || (mapping == MOSAIC_PIECES_LOCAL && does_barriers)
           || (mapping == MOSAIC_PIECES_SUBGROUP && does_barriers && on_devices_lanes(device->index))
           || (lanes && strstr(device->platform_name, "NVIDIA"));
}

/* Runs every kind in many sizes; a simulator runs 13 nodes, and once 60. One pair of partners for about `share` nodes;
 * 0: none. Without
 * --all, each kind has one share besides 0, and the largest size with one share only. */
enum { TENTH_OF_NODES = 20, ALL_NODES = 2 };
static void run_cases(size_t device, bool small, uint32_t share)
{
    static const uint32_t sizes[] = {5, 13, 60, 300};
    for (enum mosaic_mapping mapping = 0; mapping < MOSAIC_PIECES_MAPPINGS; ++mapping) {
        uint64_t seed = 1 + 1000 * share;
        for (size_t k = 0; k < KINDS && has_mapping(&devices.devices[device], small, mapping); ++k) {
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
                if (!asked.all && !small
                    && ((share > 0 && k % 2 != (share == ALL_NODES))
                        || (sizes[i] == 300 && k % 3 != (size_t)(share > 0) + (share > 2)))) {
                    continue;
                }
                const bool longer = sizes[i] == 60 && k == 0 && mapping == MOSAIC_PIECES_LOOP;
                if (small && !(longer && share == 0) && (sizes[i] != 13 || k % 2 != (share > 0))) {
                    continue;
                }
                if (small && mapping == MOSAIC_PIECES_SUBGROUP && k > 0) { /* takes as long as barriers */
                    continue;
                }
                const uint32_t individuals = small ? 1 : 1 + (uint32_t)i % 3, ants = small ? 3 : 1 + sizes[i] / 4;
                const struct pieces_case c = {
                    .request = {.device = device,
                                .kind = &tour_kinds[k],
                                .n = sizes[i],
                                .pairs = share > 0 ? sizes[i] / share + 1 : 0,
                                .candidates = {.length = 8},
                                .mapping = mapping,
                                .individuals = individuals,
                                .ants = individuals * (sizes[i] + ants),
                                .seed = seed},
                    .ants = ants,
                    .launches = small       ? 1 + (share == 0) /* the second launch chooses the depth of moves */
                                : asked.all ? 12
                                            : 7,
                    .kicks = small ? 1 : 5,
                };
                run_case(&c);
            }
        }
    }
}

static void test_reports_of_devices_are_those_of_the_host(size_t device, bool small)
{
    on_devices_divide(device, small ? 32 : 0);
    run_cases(device, small, 0);
    run_cases(device, small, small ? ALL_NODES : TENTH_OF_NODES);
    if (!small) {
        run_cases(device, small, ALL_NODES);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* --bench                                                                                                            */

enum { SIDE = 1000000, CHUNK = 8, CUTS = 12 /* cuts of a move, on average at most */ };

static struct {
    uint32_t nodes, individuals, ants, kicks, launches, mapping, lengths; /* UINT32_MAX: the default */
} timed = {10000, 1, 4096, 16, 20, UINT32_MAX, UINT32_MAX};

/* Counts of one launch, its best tour length, and the seconds of its steps. */
struct launch {
    uint64_t kicks, reported, taken;
    int64_t best;
    double send, run, collect;
};

static const struct kind square = {"square", SWARM_METRIC_EUC_2D, 0, 0, SIDE, 1};

/* Makes greedy tours of random nodes in a square, all except the first with noise. */
static enum swarm_status timed_open(size_t device, struct sides *sides)
{
    const uint32_t n = timed.nodes, looking = n / CHUNK + n / 1000 + 64, kicking = timed.ants / timed.individuals;
    const uint32_t capacity = looking > kicking ? looking : kicking; /* per individual, whose nodes are all dirty */
    const struct mosaic_request request = {
        .device = device,
        .kind = &square,
        .n = n,
        .candidates = {.length = 8},
        .mapping =
            timed.mapping < MOSAIC_PIECES_MAPPINGS ? timed.mapping : mosaic_pieces_mapping(&devices.devices[device]),
        .lengths = timed.lengths < 3 ? tsp_lengths_words[LENGTHS_DOUBLES + timed.lengths].name : NULL,
        .individuals = timed.individuals,
        .ants = capacity * timed.individuals,
        .seed = 1,
        .timed = true};
    struct mosaic_bench *bench = &sides->bench;
    struct mosaic_starts *starts = NULL;
    TRY(mosaic_bench_init(&request, bench));
    TRY(sides_init(n, timed.individuals, sides));
    TRY(mosaic_starts_create(&env, &bench->problem, bench->team, &starts));
    for (uint32_t i = 0; i < timed.individuals; ++i) {
        mosaic_start_tour(starts, NULL, draw_stream_of(1, i, 0), 1.0, 0, &sides->tours[i]);
    }
    mosaic_starts_destroy(&starts);
    TRY(mosaic_pieces_init(&env, capacity * timed.individuals, &sides->there));
    TRY(mosaic_merge_init(&env, n, capacity, CUTS * capacity, &sides->merge));
    return mosaic_bench_open(&request, bench);
}

/* Runs a launch and measures its steps. `reported`: mean number of moves per individual in the last launch. */
static enum swarm_status timed_launch(struct sides *sides, uint32_t number, uint32_t reported, struct launch *launch)
{
    const uint32_t n = timed.nodes, bits = (n + 31) / 32;
    struct mosaic_bench *bench = &sides->bench;
    uint32_t firsts[1025];
    struct mosaic_pieces_plan plan = {.seed = 1,
                                      .iteration = number,
                                      .ants = number > 1 ? timed.ants / timed.individuals : 0,
                                      .chunk = CHUNK,
                                      .window = mosaic_pieces_window(n, number, reported),
                                      .moves = 8,
                                      .kicks = timed.kicks};
    sides->there.count = 0;
    for (plan.individual = 0; plan.individual < timed.individuals; ++plan.individual) {
        plan.ant = firsts[plan.individual] = sides->there.count;
        pieces_add(&plan, &sides->tours[plan.individual], n, sides->dirty + (size_t)plan.individual * bits,
                   &sides->there);
    }
    firsts[timed.individuals] = sides->there.count;
    const double begun = base_seconds(&env);
    for (uint32_t i = 0; i < timed.individuals; ++i) {
        TRY(mosaic_pieces_device_send(&bench->device, i, sides->tours[i].ord));
    }
    const double sent = base_seconds(&env);
    TRY(mosaic_pieces_device_begin(&bench->device, &sides->there, 0, sides->there.count));
    TRY(mosaic_pieces_device_end(&bench->device, &sides->there));
    const double run = base_seconds(&env);
    *launch = (struct launch){.best = INT64_MAX, .send = sent - begun, .run = run - sent};
    for (uint32_t i = 0; i < timed.individuals; ++i) {
        const struct mosaic_pieces_outcome outcome =
            pieces_collect(&bench->problem, &sides->there, firsts[i], firsts[i + 1] - firsts[i], &sides->merge,
                           &sides->tours[i], sides->dirty + (size_t)i * bits);
        if (outcome.wrong) {
            return base_fail(&env, SWARM_ERROR_INTERNAL, "launch %u: a wrong report", (unsigned)number);
        }
        launch->kicks += outcome.kicks;
        launch->reported += outcome.reported;
        launch->taken += outcome.taken;
        launch->best = sides->tours[i].length < launch->best ? sides->tours[i].length : launch->best;
    }
    launch->collect = base_seconds(&env) - run;
    return SWARM_OK;
}

static enum swarm_status timed_launches(struct sides *sides)
{
    double seconds = 0, before = 0, kicking = 0;
    uint64_t kicks = 0;
    uint32_t reported = 0;
    printf("launch |    ants |     kicks | reports |   taken |   gap %% |  send s |   run s | collect s\n");
    for (uint32_t number = 1; number <= timed.launches; ++number) {
        struct launch l;
        TRY(timed_launch(sides, number, reported, &l));
        TRY(mosaic_bench_seconds(&sides->bench, &seconds));
        printf("%6u | %7u | %9llu | %7llu | %7llu | %7.3f | %7.4f | %7.4f | %9.4f\n", (unsigned)number,
               (unsigned)sides->there.count, (unsigned long long)l.kicks, (unsigned long long)l.reported,
               (unsigned long long)l.taken, 100 * ((double)l.best / (0.7124 * SIDE * sqrt((double)timed.nodes)) - 1),
               l.send, l.run, l.collect);
        reported = (uint32_t)(l.reported / timed.individuals);
        kicks += l.kicks;
        kicking += l.kicks > 0 ? seconds - before : 0;
        before = seconds;
    }
    printf("kernel %.3f s, of these %.3f s in launches with kicks: %llu kicks, %.0f a second\n", seconds, kicking,
           (unsigned long long)kicks, kicking > 0 ? (double)kicks / kicking : 0.0);
    return SWARM_OK;
}

static int bench(size_t device)
{
    struct sides sides = {.words = NULL};
    if (asked.small) {
        timed.nodes = 300, timed.individuals = 2, timed.ants = 16, timed.kicks = 2, timed.launches = 6;
    }
    printf("%s, %u nodes, %u individuals\n", devices.devices[device].name, (unsigned)timed.nodes,
           (unsigned)timed.individuals);
    const bool failed = timed_open(device, &sides) != SWARM_OK || timed_launches(&sides) != SWARM_OK;
    sides_close(&sides);
    return failed;
}

int main(int count, char **words)
{
    static const char *const ways[] = {"loop", "local", "subgroup", "shuffle", "redux", NULL};
    static const char *const arithmetics[] = {"doubles", "integers", "bits", NULL};
    const struct bench_option options[] = {
        {"--nodes", 8, 20000000, &timed.nodes, NULL},      {"--population", 1, 1024, &timed.individuals, NULL},
        {"--ants", 0, 4000000, &timed.ants, NULL},         {"--kicks", 0, 1000000, &timed.kicks, NULL},
        {"--launches", 1, 1000000, &timed.launches, NULL}, {"--way", 0, 0, &timed.mapping, ways},
        {"--lengths", 0, 0, &timed.lengths, arithmetics},  {NULL, 0, 0, NULL, NULL}};
    const int code = on_devices_bench(count, words, options, bench);
    return code >= 0 ? code : on_devices_run(count, words, false, test_reports_of_devices_are_those_of_the_host);
}
