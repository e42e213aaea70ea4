/* Compares tabu searches and ants of quadratic assignment on devices with the host, number by number.
 *
 * The matrices are symmetric or not, with numbers of 32 or 64 bits, with fixed items, with diagonals. After all
 * launches each search must have the state and the best assignment of the host's, and the assignment must have the cost
 * that the search reports. Ants with random trails must build the same assignments in launches of two ants. Groups have
 * at most 1, 16, 64 or 512 work-items in turn.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "qap/engine.h"
#include "cl/qap/rules.h"
#include "cl/shared/draw_sequence.h"
#include "qap/tabu.h"

#include "on_devices.h"

static const struct kind {
    const char *name;
    bool flows_turn, distances_turn; /* True if the matrix of flows, or of distances, is symmetric */
    uint32_t flows, distances;       /* elements of the matrices are below these numbers */
    bool diagonals;
    uint32_t fixed; /* one item in `fixed` has a fixed place; 0: no item has */
    bool pairs;     /* True if items 2 k and 2 k + 1 have the same flows */
} kinds[] = {
    {"symmetric", true, true, 100, 100, false, 0, false},
    {"few numbers", true, true, 3, 2, true, 0, false},
    {"symmetric flows", true, false, 1000, 100, true, 5, false},
    {"symmetric distances", false, true, 100, 1000, false, 3, false},
    {"asymmetric", false, false, 100, 1000, true, 4, false},
    {"large numbers", true, true, 1000000, 1000000, true, 6, false},
    {"large asymmetric numbers", false, false, 1000000, 1000000, true, 0, false},
    {"pairs of equal items", true, true, 100, 100, false, 0, true},
    {"asymmetric pairs of equal items", false, false, 100, 100, false, 0, true},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], SEARCHES = 3, ANTS = 5, ITEMS_MOST = 256 };

struct qap_case {
    const struct kind *kind;
    uint32_t n, steps;
    size_t items; /* maximum number of work-items in a group of the device */
    uint64_t seed;
};

static void fail(const struct qap_case *c, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, n %u, groups of %zu, seed %u: %s\n", c->kind->name, (unsigned)c->n, c->items, (unsigned)c->seed,
           what);
}

static void fill(const struct qap_case *c, uint32_t number, bool turns, uint32_t below, int64_t *matrix)
{
    struct draw_sequence random = draw_sequence_of(c->seed, DRAW_QAP_CHILD, number, c->n);
    for (size_t i = 0; i < c->n; ++i) {
        for (size_t j = 0; j < c->n; ++j) {
            const int64_t value = draw_sequence_below(&random, below);
            matrix[i * c->n + j] = i == j && !c->kind->diagonals ? 0 : turns && j < i ? matrix[j * c->n + i] : value;
        }
    }
}

struct data {
    struct swarm_qap qap;
    struct qap_problem problem;
    struct qap_tabu tabu;
    struct base_arrays arrays;
    uint32_t *fixed, *starts, *here, *there; /* [SEARCHES][m] fixed places, starts, results of host and device */
    uint32_t *trails, *built, *scratch;      /* [m][m]; [ANTS][m] from the device; [5][m] */
    struct qap_search of_host[SEARCHES], of_device[SEARCHES];
};

static enum swarm_status begin(const struct qap_case *c, struct data *data)
{
    const size_t n = c->n;
    struct base_arrays *arrays = &data->arrays;
    data->qap.info = (struct swarm_qap_info){.name = c->kind->name, .item_count = c->n};
    data->qap.flows = base_arrays_add(arrays, n * n, sizeof(int64_t));
    data->qap.distances = base_arrays_add(arrays, n * n, sizeof(int64_t));
    data->fixed = base_arrays_add(arrays, n, sizeof(uint32_t));
    data->starts = base_arrays_add(arrays, SEARCHES * n, sizeof(uint32_t));
    data->here = base_arrays_add(arrays, SEARCHES * n, sizeof(uint32_t));
    data->there = base_arrays_add(arrays, SEARCHES * n, sizeof(uint32_t));
    data->trails = base_arrays_add(arrays, n * n, sizeof(uint32_t));
    data->built = base_arrays_add(arrays, ANTS * n, sizeof(uint32_t));
    data->scratch = base_arrays_add(arrays, 5 * n, sizeof(uint32_t));
    TRY(arrays->failed ? base_fail_memory(&env) : SWARM_OK);
    struct draw_sequence trails = draw_sequence_of(c->seed, DRAW_QAP_CHILD, 2, c->n);
    for (size_t i = 0; i < n * n; ++i) {
        data->trails[i] = 1 + draw_sequence_below(&trails, i % 3 == 0 ? QAP_TRAIL_MOST : QAP_TRAIL_MOST / 100);
    }
    fill(c, 0, c->kind->flows_turn, c->kind->flows, data->qap.flows);
    for (size_t i = 0; c->kind->pairs && i < n * n; ++i) {
        data->qap.flows[i] = data->qap.flows[i / n / 2 * 2 * n + i % n / 2 * 2];
    }
    fill(c, 1, c->kind->distances_turn, c->kind->distances, data->qap.distances);
    for (uint32_t i = 0; i < n; ++i) {
        data->fixed[i] = c->kind->fixed > 0 && i % c->kind->fixed == 0 ? c->n - 1 - i : UINT32_MAX;
    }
    TRY(qap_problem_init(&env, &data->qap, data->fixed, &data->problem));
    TRY(qap_tabu_init(&env, &data->problem, &data->tabu));
    const uint32_t m = data->problem.m;
    for (uint32_t k = 0; k < SEARCHES; ++k) {
        struct draw_sequence random = draw_sequence_of(c->seed, DRAW_QAP_START, k, 1);
        uint32_t *places = data->starts + (size_t)k * m;
        for (uint32_t i = 0; i < m; ++i) {
            places[i] = i;
        }
        draw_sequence_shuffle(&random, places, m);
        const int64_t cost = qap_problem_cost(&data->problem, places);
        data->of_host[k] = data->of_device[k] = (struct qap_search){.cost = cost,
                                                                    .best = cost,
                                                                    .number = k,
                                                                    .generation = 2,
                                                                    .tenure = data->problem.tenure,
                                                                    .span = data->problem.span};
    }
    return SWARM_OK;
}

static void run_host(const struct qap_case *c, struct data *data)
{
    const uint32_t m = data->problem.m;
    for (uint32_t k = 0; k < SEARCHES; ++k) {
        const uint32_t *places = data->starts + (size_t)k * m;
        uint32_t *best = data->here + (size_t)k * m;
        memcpy(best, places, m * sizeof *best);
        for (uint32_t done = 0, some = 1; done < c->steps; done += some, some *= 2) {
            some = some < c->steps - done ? some : c->steps - done;
            qap_tabu_run(&data->tabu, c->seed, some, places, best, &data->of_host[k]);
        }
    }
}

/* Checks that after the host's last search only pairs of equal items are never to swap. */
static void check_pairs(const struct qap_case *c, const struct data *data)
{
    const uint32_t m = data->problem.m, w = data->problem.width;
    const int32_t *until = (const int32_t *)data->tabu.numbers + 2 * qap_problem_size(&data->problem);
    for (uint32_t i = 0; i < m; ++i) {
        for (uint32_t j = i + 1; j < m; ++j) {
            if ((until[i * w + j] == INT32_MAX) != (i / 2 == j / 2)) {
                fail(c, "a pair of equal items may swap, or another pair may not");
                return;
            }
        }
    }
}

static void compare(const struct qap_case *c, const struct data *data)
{
    const struct qap_problem *problem = &data->problem;
    const uint32_t m = problem->m;
    uint32_t all[ITEMS_MOST];
    if (c->kind->pairs) {
        check_pairs(c, data);
    }
    if (memcmp(data->of_host, data->of_device, sizeof data->of_host) != 0) {
        fail(c, "the searches differ");
    }
    if (memcmp(data->here, data->there, SEARCHES * m * sizeof *data->here) != 0) {
        fail(c, "the best assignments differ");
    }
    for (uint32_t k = 0; k < SEARCHES; ++k) {
        const uint32_t *places = data->there + (size_t)k * m;
        qap_problem_expand(problem, places, all);
        if (qap_problem_cost(problem, places) != data->of_device[k].best
            || qap_instance_cost(&data->qap, all) != data->of_device[k].best) {
            fail(c, "an assignment does not cost what its search says");
        }
        for (uint32_t i = 0; i < c->n; ++i) {
            if (data->fixed[i] != UINT32_MAX && data->fixed[i] != all[i]) {
                fail(c, "a fixed item has another place");
            }
        }
    }
}

/* Builds assignments on the device and compares them with the host's. */
static enum swarm_status build_ants(const struct qap_case *c, struct data *data, struct qap_device *device)
{
    const uint32_t m = data->problem.m;
    const struct qap_colony colony = {ANTS, 7, data->trails, data->built};
    struct qap_engine *engine = base_array(1, sizeof *engine);
    uint32_t built = 0;
    bool interrupted = false;
    TRY(engine ? SWARM_OK : base_fail_memory(&env));
    engine->base.request.seed = c->seed;
    engine->problem = &data->problem;
    engine->trails = data->trails;
    engine->state.generation = colony.generation;
    const enum swarm_status status = qap_device_place(device, c->seed, &colony, &built, &interrupted);
    for (uint32_t k = 0; k < ANTS && status == SWARM_OK; ++k) {
        qap_ants.make(engine, k, data->scratch, data->scratch + m);
        if (built != ANTS || interrupted || memcmp(data->scratch, colony.places + (size_t)k * m, m * 4) != 0) {
            fail(c, "an ant builds another assignment");
        }
    }
    free(engine);
    return status;
}

static void run_case(size_t index, const struct qap_case *c)
{
    const struct search_request request = {.launch_seconds = 0.002, .deadline = (double)INFINITY};
    struct search_engine *engine = base_array(1, sizeof *engine);
    struct ocl_session session = {.queue = NULL};
    struct qap_device device = {.session = NULL};
    struct data data = {.fixed = NULL};
    enum swarm_status status = SWARM_OK;
    bool interrupted = false;
    ++case_count;
    TRY_OR(done, engine ? SWARM_OK : base_fail_memory(&env));
    engine->env = &env;
    engine->device = &devices.devices[index];
    TRY_OR(done, begin(c, &data));
    run_host(c, &data);
    TRY_OR(done, ocl_session_open(&env, &devices, index, false, &session));
    size_t limit = c->items;
    device.ants = 2;
    do {
        TRY_OR(done, qap_device_plan(engine, &data.problem, 2, limit, &device));
        TRY_OR(done, qap_device_build(&session, NULL, &device, &limit));
    } while (limit > 0);
    TRY_OR(done, qap_device_prepare(&device, &request));
    const struct qap_batch batch = {SEARCHES, data.starts, data.there, data.of_device};
    TRY_OR(done, qap_device_search(&device, c->seed, c->steps, batch, &interrupted));
    compare(c, &data);
    TRY_OR(done, build_ants(c, &data, &device));

done:
    if (status != SWARM_OK) {
        fail(c, env.error);
    }
    qap_device_release(&device);
    ocl_session_close(&session);
    qap_tabu_deinit(&data.tabu);
    qap_problem_deinit(&data.problem);
    base_arrays_free(&data.arrays);
    free(engine);
}

/* Compares searches on host and device. A CPU has groups of one work-item, so the test declares it a GPU for larger
 * groups. */
static void test_searches_on_the_device_are_those_of_the_host(size_t index, bool small)
{
    static const uint32_t sizes[] = {2, 5, 16, 33, 70, 140};
    static const size_t groups[] = {1, 16, 64, 512};
    struct swarm_device *device = &devices.devices[index];
    const enum swarm_device_type type = device->type;
    uint64_t seed = 1;
    for (size_t k = 0; k < KINDS; ++k) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
            const struct qap_case c = {
                .kind = &kinds[k],
                .n = sizes[i],
                .steps = small                        ? 15
                         : sizes[i] < 70 && asked.all ? 150
                                                      : 60,
                .items = groups[(k + i) % (small ? 3 : 4)],
                .seed = seed,
            };
            device->type = c.items > 1 ? SWARM_DEVICE_GPU : type;
            if (kinds[k].pairs && sizes[i] != 16 && sizes[i] != 33) {
                continue;
            }
            if (small ? sizes[i] <= 16 && (k + i) % 3 == 0 : asked.all || sizes[i] < 140 || k % 2 == 0) {
                run_case(index, &c);
            }
        }
    }
    device->type = type;
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_searches_on_the_device_are_those_of_the_host);
}
