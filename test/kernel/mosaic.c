/* Compares the improvers of mosaic on devices with threads of the host, word by word.
 *
 * Every kind of instance passes through all calls for a device, from plan to fetch, with populations of random tours.
 * The improvement is cut into launches of various lengths. After every launch the individuals' states must equal the
 * host's, and at the end all of their words.
 */
#include "mosaic/batcher.h"
#include "mosaic_bench.h"

struct mosaic_case {
    struct mosaic_request request;
    uint64_t kicks;
    uint32_t stretch; /* nodes to process in the first launch; each later launch is half as long again */
    uint32_t kopt, beam;
    double threshold;
    bool arcs; /* the instance is searched like a converted asymmetric one, where every node has a partner */
};

/* Makes random tours in which all nodes must be processed. */
static void begin(const struct mosaic_case *c, const struct mosaic_bench *bench, struct mosaic_population *population)
{
    const uint32_t n = c->request.n, individuals = c->request.individuals;
    struct draw_sequence random = numbers_of(c->request.kind, n, c->request.seed);
    population->count = individuals;
    memset(population->words, 0, (size_t)(individuals * population->stride * sizeof *population->words));
    for (uint32_t i = 0; i < individuals; ++i) {
        struct mosaic_tour tour = mosaic_population_tour(population, i);
        mosaic_bench_draw(bench, &random, &tour);
        population->individuals[i] = (struct mosaic_individual){
            .length = tour.length, .population = 3, .number = i, .kopt = c->kopt, .beam = c->beam};
    }
    memset(population->dirty, 0xff, individuals * ((n + 31) / 32) * sizeof *population->dirty);
}

static bool all_done(const struct mosaic_population *population)
{
    bool done = true;
    for (uint32_t i = 0; i < population->count; ++i) {
        done = done && population->individuals[i].done;
    }
    return done;
}

static enum swarm_status improve_alone(const struct mosaic_case *c, struct mosaic_bench *bench,
                                       struct mosaic_population *here, struct mosaic_population *there)
{
    const uint32_t individuals = c->request.individuals;
    struct mosaic_kernel *device = &bench->device;
    const struct mosaic_problem *problem = &bench->problem;
    mosaic_population_queue(here, bench->team);
    mosaic_population_queue(there, bench->team);
    TRY(mosaic_bench_open(&c->request, bench));
    TRY(mosaic_arrays_device_send(device, there));
    for (uint32_t stretch = c->stretch; !all_done(here); stretch += stretch / 2 + 1) {
        mosaic_arrays_improve(problem, here, bench->team, c->request.seed, stretch);
        TRY(mosaic_arrays_device_improve(device, there, stretch));
        if (memcmp(here->individuals, there->individuals, individuals * sizeof *here->individuals) != 0) {
            mosaic_bench_fail(&c->request, "the individuals differ after a stretch");
            return SWARM_OK;
        }
    }
    TRY(mosaic_arrays_device_fetch(device, there));
    if (memcmp(here->words, there->words, (size_t)(individuals * here->stride * 4)) != 0) {
        mosaic_bench_fail(&c->request, "the words differ at the end");
    }
    for (uint32_t i = 0; problem->partners && i < individuals; ++i) {
        if (partners_missed(problem->partners, mosaic_population_tour(there, i).ord, c->request.n) > 0) {
            mosaic_bench_fail(&c->request, "partners are not neighbours");
        }
    }
    return SWARM_OK;
}

/* Improves equal populations on the host, `here`, and on a device, `there`, and compares them. */
typedef enum swarm_status comparison(const struct mosaic_case *c, struct mosaic_bench *bench,
                                     struct mosaic_population *here, struct mosaic_population *there);

static void run_case(const struct mosaic_case *c, comparison *compare)
{
    const struct mosaic_request *request = &c->request;
    struct mosaic_bench bench = {.instance = NULL};
    struct mosaic_population sides[2] = {{.n = 0}, {.n = 0}}; /* population on the host, population on the device */
    enum swarm_status status = SWARM_OK;
    if (case_count++ % asked.part_count != asked.part - 1) {
        return;
    }
    TRY_OR(done, mosaic_bench_init(request, &bench));
    bench.instance->doubled = bench.problem.doubled = c->arcs;
    for (int side = 0; side < 2; ++side) {
        TRY_OR(done, mosaic_population_reserve(&env, request->n, request->individuals, &sides[side]));
        begin(c, &bench, &sides[side]);
        mosaic_population_begin(&sides[side], c->kicks, c->threshold);
    }
    TRY_OR(done, compare(c, &bench, &sides[0], &sides[1]));

done:
    if (status != SWARM_OK) {
        mosaic_bench_fail(&c->request, env.error);
    }
    mosaic_population_deinit(&sides[0]);
    mosaic_population_deinit(&sides[1]);
    mosaic_bench_close(&bench);
}

/* Runs every kind in many sizes; a simulator runs a third of those up to 33 nodes. One pair of partners for about
 * `share` nodes; 0: none.
 * Without --all, each kind has one share besides 0, and the largest size with one share only. */
static void run_cases(size_t device, bool small, uint32_t share, bool arcs)
{
    static const uint32_t sizes[] = {5, 9, 33, 120, 500}, individuals[] = {41, 3, 5, 3, 1};
    const bool cpu = devices.devices[device].type == SWARM_DEVICE_CPU;
    uint64_t seed = 1 + 1000 * share;
    for (size_t k = 0; k < TOUR_KINDS; ++k) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
            if (!asked.all && !small
                && ((share > 0 && k % 2 != arcs) || (sizes[i] == 500 && k % 3 != (size_t)(share > 0) + (share > 2)))) {
                continue;
            }
            if ((small && (sizes[i] > 33 || (k + i + share) % 3 != 0)) || (!small && !cpu && sizes[i] == 9)) {
                continue;
            }
            const struct mosaic_case c = {
                .request = {.device = device,
                            .kind = &tour_kinds[k],
                            .n = sizes[i],
                            .pairs = share > 0 ? sizes[i] / share + 1 : 0,
                            .candidates = {.length = i % 2 ? 10 : 6,
                                           .per_quadrant = tour_kinds[k].metric != SWARM_METRIC_EXPLICIT},
                            .mapping = MOSAIC_ARRAYS,
                            .individuals = small ? 1 + i % 2 * 2 : individuals[i],
                            .seed = seed},
                .kicks = small ? 3 : sizes[i],
                .stretch = small ? 20 : 1 + 50 * (uint32_t)i,
                .kopt = seed % 2 > 0 ? 0 : 2 + (uint32_t)seed / 2 % 7,
                .beam = (uint32_t)seed % 5,
                .threshold = seed % 3 == 0 ? 0.01 : 0,
                .arcs = arcs,
            };
            run_case(&c, improve_alone);
        }
    }
}

static void test_individuals_on_the_device_are_those_of_the_host(size_t device, bool small)
{
    enum { TENTH_OF_NODES = 20, ALL_NODES = 2 };
    run_cases(device, small, 0, false);
    run_cases(device, small, TENTH_OF_NODES, false);
    run_cases(device, small, ALL_NODES, true);
}

/* Improves a population by the batcher, and its equal on the host, which must find the same tours and states. */
static enum swarm_status improve_in_batch(const struct mosaic_case *c, struct mosaic_bench *bench,
                                          struct mosaic_population *here, struct mosaic_population *there)
{
    const struct mosaic_batch_item item = {&bench->problem, there, 0, &env, (double)INFINITY, c->request.seed};
    struct mosaic_many many = {.mapping = c->request.mapping};
    struct mosaic_batcher *batcher = NULL;
    bool interrupted = false;
    TRY(tsp_lengths_choose(&env, bench->instance, &devices.devices[c->request.device], NULL, &many.lengths));
    many.metric = many.lengths > 0 ? (int)bench->instance->info.metric : 0;
    enum swarm_status status =
        mosaic_batcher_create(&env, &devices, c->request.device, many, 1e-3 * (double)c->stretch, &batcher);
    TRY_OR(done, status);
    if (!mosaic_batcher_takes(batcher, &bench->problem)) {
        mosaic_bench_fail(&c->request, "the batcher does not support the problem");
    }
    TRY_OR(done, mosaic_batcher_improve(batcher, item, &interrupted));
    mosaic_population_queue(here, bench->team);
    while (!all_done(here)) {
        mosaic_arrays_improve(&bench->problem, here, bench->team, c->request.seed, c->stretch);
    }
    bool same = memcmp(here->individuals, there->individuals, here->count * sizeof *here->individuals) == 0;
    for (uint32_t i = 0; i < here->count; ++i) {
        same = same
               && memcmp(mosaic_population_tour(here, i).ord, mosaic_population_tour(there, i).ord,
                         here->n * sizeof(uint32_t))
                      == 0;
    }
    if (!same) {
        mosaic_bench_fail(&c->request, "the individuals of the batch differ");
    }

done:
    mosaic_batcher_destroy(&batcher);
    return status;
}

static void test_batches_on_the_device_are_those_of_the_host(size_t device, bool small)
{
    static const uint32_t sizes[] = {7, 33, 100, 500}, kinds[] = {3, 4, 0, 5}; /* two need points, two matrices */
    const enum mosaic_mapping first = mosaic_pieces_mapping(&devices.devices[device]);
    for (int mapping = first > MOSAIC_PIECES_LOCAL ? (int)first : (int)MOSAIC_PIECES_LOCAL;
         mapping >= (int)first || mapping >= (int)MOSAIC_PIECES_LOCAL; --mapping) {
        for (uint32_t k = 0; k < (small ? 2 : 4); ++k) {
            const struct mosaic_case c = {
                .request = {.device = device,
                            .kind = &tour_kinds[kinds[k]],
                            .n = sizes[k],
                            .candidates = {.length = k % 2 ? 16 : 7},
                            .mapping = (enum mosaic_mapping)mapping,
                            .individuals = small ? 2 : 5,
                            .seed = 1 + k},
                .kicks = small ? 3 : 20 + sizes[k] / 5,
                .stretch = 1 + 50 * k,
                .kopt = k == 1 ? 5 : 0,
                .beam = 1 + (k + (uint32_t)mapping) % 4,
                .threshold = k % 2 ? 0.01 : 0,
            };
            run_case(&c, improve_in_batch);
        }
    }
}

static void test_all(size_t device, bool small)
{
    test_individuals_on_the_device_are_those_of_the_host(device, small);
    test_batches_on_the_device_are_those_of_the_host(device, small);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* --bench                                                                                                            */

static uint32_t bench_nodes = 3000, bench_individuals = 64;

/* Improves random tours with n kicks each; returns their lengths and the seconds of the kernel. */
static enum swarm_status improve(size_t device, const char *lengths, int64_t *found, double *seconds)
{
    static const struct kind square = {"square", SWARM_METRIC_EUC_2D, 0, 0, 1000000, 1};
    const struct mosaic_case c = {.request = {.device = device,
                                              .kind = &square,
                                              .n = bench_nodes,
                                              .candidates = {.length = 10},
                                              .mapping = MOSAIC_ARRAYS,
                                              .lengths = lengths,
                                              .individuals = bench_individuals,
                                              .seed = 1,
                                              .timed = true}};
    struct mosaic_bench bench = {.instance = NULL};
    struct mosaic_population population = {.n = 0};
    enum swarm_status status = mosaic_bench_init(&c.request, &bench);
    TRY_OR(done, status);
    TRY_OR(done, mosaic_population_reserve(&env, bench_nodes, bench_individuals, &population));
    begin(&c, &bench, &population);
    mosaic_population_begin(&population, bench_nodes, 0);
    mosaic_population_queue(&population, bench.team);
    TRY_OR(done, mosaic_bench_open(&c.request, &bench));
    TRY_OR(done, mosaic_arrays_device_send(&bench.device, &population));
    while (!all_done(&population)) {
        TRY_OR(done, mosaic_arrays_device_improve(&bench.device, &population, 10000));
    }
    for (uint32_t i = 0; i < bench_individuals; ++i) {
        found[i] = population.individuals[i].length;
    }
    TRY_OR(done, mosaic_bench_seconds(&bench, seconds));

done:
    mosaic_population_deinit(&population);
    mosaic_bench_close(&bench);
    return status;
}

/* Times the values of --lengths, which must give the same tours. */
static int bench(size_t device)
{
    bench_nodes = asked.small ? 100 : bench_nodes;
    int64_t *found = base_array(2 * (size_t)bench_individuals, sizeof *found);
    const size_t bytes = bench_individuals * sizeof *found;
    double seconds[3] = {0};
    int code = 0;
    for (int k = 0; k < 3 && code == 0; ++k) {
        const bool fits = k > 0 || devices.devices[device].fp64;
        const char *word = tsp_lengths_words[LENGTHS_DOUBLES + k].name;
        if (fits && improve(device, word, found + (k > 0) * bench_individuals, &seconds[k]) != SWARM_OK) {
            code = 1;
        } else if (fits) {
            printf("%s: %u individuals of %u nodes, %.0f kicks a second of the kernel, %.2f times those of doubles\n",
                   word, (unsigned)bench_individuals, (unsigned)bench_nodes,
                   (double)bench_individuals * bench_nodes / seconds[k], seconds[0] / seconds[k]);
            code = k > 0 && seconds[0] > 0 && memcmp(found, found + bench_individuals, bytes) != 0;
        }
    }
    free(found);
    return code;
}

int main(int count, char **words)
{
    const struct bench_option options[] = {{"--nodes", 8, 20000000, &bench_nodes, NULL},
                                           {"--population", 1, 1024, &bench_individuals, NULL},
                                           {NULL, 0, 0, NULL, NULL}};
    const int code = on_devices_bench(count, words, options, bench);
    return code >= 0 ? code : on_devices_run(count, words, false, test_all);
}
