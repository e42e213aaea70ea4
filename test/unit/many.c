/* swarm_solve_many(): results in order on one thread at a time, failures, early ends. */
#include <stdatomic.h>

#include "../scene.h"

enum { COUNT = 12, LEAST = 6 }; /* number of instances; nodes of the first, each later one has one more */

struct batch {
    struct scene *scene;
    swarm_context *context;
    swarm_params *params;
    swarm_instance *instances[COUNT];
    atomic_int inside;    /* number of calls of on_done() that are running */
    size_t reported, end; /* reports so far; number of reports after which on_done() ends the batch */
    int cancels;          /* if not 0, on_done() then also cancels the context */
    enum swarm_status status[COUNT];
    int64_t length[COUNT];
    uint32_t nodes[COUNT][LEAST + COUNT];
};

static void close_batch(void *object)
{
    struct batch *batch = object;
    for (size_t k = 0; k < COUNT; ++k) {
        swarm_instance_destroy(&batch->instances[k]);
    }
    free(batch);
}

/* Makes a batch with these options; it is freed after the test. */
static struct batch *open_batch(const char *const *pairs)
{
    struct batch *batch = calloc(1, sizeof *batch);
    double numbers[2 * (LEAST + COUNT)];
    REQUIRE(batch);
    batch->scene = scene_of("tsp");
    batch->end = COUNT + 1;
    batch->context = batch->scene->context;
    batch->params = scene_params(batch->scene, pairs);
    for (uint32_t k = 0; k < COUNT; ++k) {
        for (uint32_t at = 0; at < 2 * (LEAST + k); ++at) {
            numbers[at] = scattered(100 * k + at + 1);
        }
        require_ok(batch->scene, swarm_instance_from_points(batch->context, "points", SWARM_SURFACE_PLANE, LEAST + k,
                                                            numbers, NULL, &batch->instances[k]));
    }
    test_defer(close_batch, batch);
    return batch;
}

static bool on_done(void *user, size_t index, enum swarm_status status, const char *error, const swarm_result *result)
{
    struct batch *batch = user;
    REQUIRE_INT(atomic_fetch_add(&batch->inside, 1), ==, 0);
    REQUIRE_INT(index, ==, batch->reported);
    REQUIRE_INT(status == SWARM_OK, ==, result != NULL);
    REQUIRE_INT(status == SWARM_OK, ==, !error);
    REQUIRE(!error || *error);
    batch->status[index] = status;
    if (result) {
        REQUIRE_INT(result->tour->node_count, ==, LEAST + index);
        batch->length[index] = result->length;
        memcpy(batch->nodes[index], result->tour->nodes, result->tour->node_count * sizeof *result->tour->nodes);
    }
    const bool ends = ++batch->reported == batch->end;
    if (ends && batch->cancels) {
        swarm_context_cancel(batch->context);
    }
    REQUIRE_INT(atomic_fetch_sub(&batch->inside, 1), ==, 1);
    return ends && !batch->cancels;
}

static enum swarm_status solve(struct batch *batch, double seconds)
{
    return swarm_solve_many(batch->context, batch->params, COUNT, (const swarm_instance *const *)batch->instances,
                            seconds, on_done, batch);
}

#define FEW "iterations", "2"

TEST(each_instance_has_the_tour_of_a_run_of_its_own)
{
    static const char *const threads[] = {"1", "2", "5"};
    for (size_t t = 0; t < 3; ++t) {
        struct batch *batch = open_batch(PAIRS(FEW, "seed", "9", "threads", threads[t]));
        REQUIRE_INT(solve(batch, 0.0), ==, SWARM_OK);
        REQUIRE_INT(batch->reported, ==, COUNT);
        for (size_t k = 0; k < COUNT; ++k) {
            swarm_params_instance(batch->params, batch->instances[k]);
            const swarm_result *result = scene_run(batch->scene, batch->params, NULL, NULL);
            REQUIRE_INT(batch->length[k], ==, result->length);
            REQUIRE(memcmp(batch->nodes[k], result->tour->nodes, (LEAST + k) * sizeof *batch->nodes[k]) == 0);
        }
    }
}

TEST(seconds_are_for_all_instances_together_and_a_run_that_fails_does_not_end_the_others)
{
    struct batch *batch = open_batch(PAIRS(FEW, "fix", "9-10", "threads", "3")); /* instances below 10 nodes fail */
    REQUIRE_INT(solve(batch, 0.0), ==, SWARM_OK);
    REQUIRE_INT(batch->reported, ==, COUNT);
    for (size_t k = 0; k < COUNT; ++k) {
        REQUIRE_INT(batch->status[k], ==, LEAST + k < 10 ? SWARM_ERROR_INVALID_ARGUMENT : SWARM_OK);
    }
    batch = open_batch(PAIRS("threads", "2"));
    REQUIRE_INT(solve(batch, 0.2), ==, SWARM_OK);
    REQUIRE_INT(batch->reported, ==, COUNT);
    REQUIRE(swarm_context_seconds(batch->context) < 60.0); /* generous, for a busy machine */
}

TEST(returning_true_ends_the_batch_and_cancelling_reports_no_run_that_is_not_complete)
{
    for (size_t end = 1; end < COUNT; end += 4) {
        struct batch *batch = open_batch(PAIRS(FEW, "threads", "3"));
        batch->end = end;
        REQUIRE_INT(solve(batch, 0.0), ==, SWARM_OK);
        REQUIRE_INT(batch->reported, ==, end);
    }
    struct batch *batch = open_batch(PAIRS(FEW, "threads", "2"));
    batch->end = 3;
    batch->cancels = 1;
    REQUIRE_INT(solve(batch, 0.0), ==, SWARM_OK);
    REQUIRE_INT(batch->reported, >=, 3);
    REQUIRE_INT(batch->reported, <, COUNT);
    batch->reported = 0;
    batch->end = COUNT + 1;
    REQUIRE_INT(solve(batch, 0.0), ==, SWARM_OK); /* the other instances end too */
    REQUIRE_INT(batch->reported, ==, 0);
}

TEST(no_instances_are_a_batch_and_null_is_refused_by_name)
{
    struct batch *batch = open_batch(PAIRS(FEW));
    const swarm_instance *const *instances = (const swarm_instance *const *)batch->instances;
    require_ok(batch->scene, swarm_solve_many(batch->context, batch->params, 0, instances, 0.0, on_done, batch));
    require_says(batch->scene, swarm_solve_many(batch->context, NULL, COUNT, instances, 0.0, on_done, batch),
                 SWARM_ERROR_INVALID_ARGUMENT, "params is NULL");
    require_says(batch->scene, swarm_solve_many(batch->context, batch->params, COUNT, NULL, 0.0, on_done, batch),
                 SWARM_ERROR_INVALID_ARGUMENT, "instances is NULL");
    require_says(batch->scene, swarm_solve_many(batch->context, batch->params, COUNT, instances, 0.0, NULL, batch),
                 SWARM_ERROR_INVALID_ARGUMENT, "done is NULL");
    REQUIRE_INT(batch->reported, ==, 0);
}

TEST_MAIN()
