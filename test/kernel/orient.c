/* Compares the search of orienteering on devices with the host, word by word, as mosaic.c does for its improvers. Then
 * ants with random trails must build the same tours. */
#include <math.h>
#include <stdlib.h>

#include "orient/engine.h"

#include "instances.h"

enum { KINDS = 6, INDIVIDUALS = 3 };

struct orient_case {
    const struct kind *kind;
    uint32_t n, stretch; /* moves of the first launch; each later launch is half as long again */
    bool closed;         /* True for a closed tour, False for a path */
    uint64_t seed;
};

/* Moves of the first individual; each further one makes one more. */
static uint32_t moves_of(const struct orient_case *c)
{
    return asked.small ? c->n : asked.all ? 5 * c->n : 3 * c->n;
}

static void fail(const struct orient_case *c, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, n %u, seed %u: %s\n", c->kind->name, (unsigned)c->n, (unsigned)c->seed, what);
}

/* The same population on the host (`here`) and on the device (`there`). */
struct pair {
    struct orient_tours here, there;
    struct base_arrays arrays;
};

static enum swarm_status begin(const struct orient_case *c, const struct orient_space *space, struct pair *pair)
{
    const uint64_t words = ORIENT_WORDS(c->n);
    struct draw_sequence random = numbers_of(c->kind, c->n, c->seed);
    pair->here.words = base_arrays_add(&pair->arrays, INDIVIDUALS * words, sizeof(uint32_t));
    pair->there.words = base_arrays_add(&pair->arrays, INDIVIDUALS * words, sizeof(uint32_t));
    pair->here.individuals = base_arrays_add(&pair->arrays, INDIVIDUALS, sizeof(struct orient_individual));
    pair->there.individuals = base_arrays_add(&pair->arrays, INDIVIDUALS, sizeof(struct orient_individual));
    struct orient_scratch scratch = {.keys = base_arrays_add(&pair->arrays, c->n, sizeof *scratch.keys)};
    scratch.words = base_arrays_add(&pair->arrays, ORIENT_SCRATCH_WORDS(c->n), sizeof *scratch.words);
    TRY(scratch.words ? SWARM_OK : base_fail_memory(&env));
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        struct orient_search s = orient_search_of(space, &scratch.board, pair->here.words + i * words);
        orient_tour_start(&s, &random, &scratch);
        s.own.number = i;
        s.own.generation = 2;
        s.own.temperature = (float)(1 << 30);
        s.own.price = (s.own.score << 30) / space->rules.limit;
        s.own.slack = space->rules.limit / 16;
        s.own.move_end = moves_of(c) + i;
        pair->here.individuals[i] = pair->there.individuals[i] = s.own;
    }
    memcpy(pair->there.words, pair->here.words, INDIVIDUALS * words * sizeof(uint32_t));
    return SWARM_OK;
}

static enum swarm_status run(const struct orient_case *c, const struct orient_space *space,
                             struct orient_kernel *kernel, struct pair *pair)
{
    const uint64_t words = ORIENT_WORDS(c->n);
    struct orient_board board;
    uint32_t stretch = c->stretch;
    TRY(orient_device_send(kernel, &pair->there, INDIVIDUALS));
    for (uint64_t made = 0; made < moves_of(c) + INDIVIDUALS; made += stretch, stretch += stretch / 2) {
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            struct orient_search s = orient_search_of(space, &board, pair->here.words + i * words);
            orient_run(&s, &pair->here.individuals[i], c->seed, stretch);
        }
        TRY(orient_device_search(kernel, &pair->there, INDIVIDUALS, stretch));
        if (memcmp(pair->here.individuals, pair->there.individuals, INDIVIDUALS * sizeof *pair->here.individuals)
            != 0) {
            fail(c, "the individuals differ after a stretch");
            return SWARM_OK;
        }
    }
    TRY(orient_device_fetch(kernel, &pair->there, INDIVIDUALS));
    if (memcmp(pair->here.words, pair->there.words, INDIVIDUALS * words * sizeof(uint32_t)) != 0) {
        fail(c, "the words differ at the end");
    }
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        struct orient_search s = orient_search_of(space, &board, pair->there.words + i * words);
        s.own = pair->there.individuals[i];
        if (!orient_tour_is_sound(&s) || s.own.moves != s.own.move_end) {
            fail(c, "a tour breaks the rules, or has moves left");
        }
    }
    return SWARM_OK;
}

/* Draws scores, 0 for some nodes, and a limit: a third of the length of the tour 0, 1, ..., n - 1, plus the distance of
 * the ends. */
static enum swarm_status draw_task(const struct orient_case *c, const struct swarm_instance *instance, uint32_t *scores,
                                   struct orient_task *task)
{
    struct draw_sequence random = numbers_of(c->kind, c->n, c->seed);
    const bool joint = (c->kind->is & IS_OPEN);
    int64_t round = 0;
    for (uint32_t i = 0; i < c->n; ++i) {
        scores[i] = draw_sequence_below(&random, c->seed % 2 ? 2 : 100);
        round += tsp_instance_distance(instance, i, i + 1 < c->n ? i + 1 : 0);
    }
    scores[c->n - 1] = joint ? 0 : scores[c->n - 1];
    *task = (struct orient_task){
        .instance = instance,
        .scores = scores,
        .first = joint ? 0 : 1,
        .last = c->closed ? (joint ? 0 : 1) : c->n - 1,
    };
    task->limit = round / 3 + tsp_instance_distance(instance, task->first, task->last);
    return SWARM_OK;
}

/* Sets the appeals, and random trails. */
static enum swarm_status begin_ants(const struct orient_case *c, const struct orient_space *space,
                                    struct orient_engine *ants)
{
    const size_t lists = (size_t)c->n * space->problem.width;
    struct draw_sequence random = numbers_of(c->kind, c->n, c->seed);
    ants->n = c->n;
    ants->space = *space;
    ants->trails = base_arrays_add(&ants->arrays, lists, sizeof *ants->trails);
    ants->appeals = base_arrays_add(&ants->arrays, lists, sizeof *ants->appeals);
    TRY(ants->arrays.failed ? base_fail_memory(&env) : SWARM_OK);
    orient_ants_begin(ants);
    for (size_t k = 0; k < lists; ++k) {
        ants->trails[k] = draw_sequence_below(&random, ants->trails[k]) + 1;
    }
    return SWARM_OK;
}

/* Builds tours of ants on the device, in two launches, and compares them with the host's. */
static enum swarm_status walk(const struct orient_case *c, struct orient_engine *ants, struct orient_kernel *kernel,
                              struct pair *pair)
{
    const uint64_t words = ORIENT_WORDS(c->n);
    struct orient_board board;
    struct orient_walkers walkers = {0, 1, 3, ants->trails};
    TRY(orient_device_walk(kernel, &walkers, &pair->there));
    walkers = (struct orient_walkers){1, INDIVIDUALS, 3, ants->trails};
    TRY(orient_device_walk(kernel, &walkers, &pair->there));
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        struct orient_search s = orient_search_of(&ants->space, &board, pair->here.words + i * words);
        struct draw_sequence random = draw_sequence_of(c->seed, DRAW_START_TOUR, i, 3);
        const struct orient_individual *there = &pair->there.individuals[i];
        orient_ants_walk(ants, &s, &random);
        if (memcmp(&s.own, there, sizeof *there) != 0
            || memcmp(s.next, pair->there.words + i * words, words * sizeof *s.next) != 0) {
            fail(c, "an ant builds another tour");
        }
        if (!orient_tour_is_sound(&s)) {
            fail(c, "the tour of an ant breaks the rules");
        }
    }
    return SWARM_OK;
}

static void run_case(size_t index, const struct orient_case *c)
{
    struct search_engine *engine = base_array(1, sizeof *engine);
    struct orient_engine *ants = base_array(1, sizeof *ants);
    uint32_t *scores = base_array(c->n, sizeof *scores);
    struct swarm_instance *instance = NULL;
    struct orient_space space = {.total = 0};
    struct orient_kernel kernel = {.session = NULL};
    struct ocl_session session = {.queue = NULL};
    struct pair pair = {.arrays = {.count = 0}};
    struct orient_task task;
    enum swarm_status status = SWARM_OK;
    ++case_count;
    TRY_OR(done, engine && ants && scores ? SWARM_OK : base_fail_memory(&env));
    engine->env = &env;
    engine->device = &devices.devices[index];
    TRY_OR(done, random_instance(c->kind, c->n, numbers_of(c->kind, c->n, c->seed), &instance));
    TRY_OR(done, draw_task(c, instance, scores, &task));
    TRY_OR(done, orient_space_init(&env, &task, NULL, (double)INFINITY, &space));
    TRY_OR(done, begin(c, &space, &pair));
    kernel.walks = true;
    TRY_OR(done, orient_device_plan(engine, instance, NULL, INDIVIDUALS, &kernel));
    TRY_OR(done, ocl_session_open(&env, &devices, index, false, &session));
    TRY_OR(done, orient_device_build(&session, instance, NULL, &kernel));
    TRY_OR(done, begin_ants(c, &space, ants));
    TRY_OR(done, orient_device_prepare(&space, c->seed, ants->appeals, &kernel));
    TRY_OR(done, run(c, &space, &kernel, &pair));
    TRY_OR(done, walk(c, ants, &kernel, &pair));

done:
    if (status != SWARM_OK) {
        fail(c, env.error);
    }
    orient_device_release(&kernel);
    ocl_session_close(&session);
    if (ants) {
        base_arrays_free(&ants->arrays);
    }
    base_arrays_free(&pair.arrays);
    mosaic_problem_deinit(&space.problem);
    swarm_instance_destroy(&instance);
    free(scores);
    free(ants);
    free(engine);
}

static void test_tours_on_the_device_are_those_of_the_host(size_t device, bool small)
{
    static const uint32_t sizes[] = {4, 9, 40, 120, 600};
    uint64_t seed = 1;
    for (size_t k = 0; k < KINDS; ++k) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i, ++seed) {
            const struct orient_case c = {
                .kind = &tour_kinds[k],
                .n = sizes[i],
                .stretch = 7 + (uint32_t)i * 20,
                .closed = (k + i) % 2 == 0,
                .seed = seed,
            };
            if (small ? sizes[i] <= 9 && (k + i) % 3 == 0 && k < 3 : asked.all || sizes[i] < 600 || k % 3 == 0) {
                run_case(device, &c);
            }
        }
    }
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_tours_on_the_device_are_those_of_the_host);
}
