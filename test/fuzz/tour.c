/* tour.c - fuzzer of the tour reader; the input is the file. The first byte chooses an instance of 1, 5 or 12 nodes, if
 * a tour of some nodes is allowed, if nodes have names, and if a wrong length in a comment is a failure. */
#include "fuzz.h"

#include "tsp/read/input.h"

/* Makes nodes on a line, where the length of a tour is easy to bound. */
static swarm_instance *make_instance(size_t node_count, bool named)
{
    static const char *const names[12] = {"A", "B", "two\r\nlines", "4", "5 a", "", " ", "\xC3\xA9", "x", "y",
                                          "z", "w"};
    swarm_context *context = fuzz_context();
    swarm_instance *instance = NULL;
    double points[12][2] = {{0.0, 0.0}};
    for (size_t i = 0; i < node_count; ++i) {
        points[i][0] = 10.0 * (double)i;
    }
    const enum swarm_status status = named ? swarm_instance_from_points(context, "line", SWARM_SURFACE_PLANE,
                                                                        node_count, &points[0][0], names, &instance)
                                           : swarm_instance_from_coordinates(context, "line", SWARM_METRIC_EUC_2D,
                                                                             node_count, &points[0][0], &instance);
    FUZZ_REQUIRE(status == SWARM_OK);
    swarm_context_destroy(&context);
    return instance;
}

/* Requires `count` different nodes. */
static void require_nodes(const uint32_t *tour, size_t count, uint32_t node_count)
{
    bool seen[12] = {false};
    FUZZ_REQUIRE(count >= 1 && count <= node_count);
    for (size_t i = 0; i < count; ++i) {
        FUZZ_REQUIRE(tour[i] < node_count && !seen[tour[i]]);
        seen[tour[i]] = true;
    }
}

static void parse(const swarm_instance *instance, bool some, bool strict, const char *text, size_t size)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION, SWARM_OK};
    const uint32_t node_count = swarm_instance_describe(instance)->node_count;
    swarm_context *context = fuzz_context();
    struct base_env env = {.error = NULL};
    uint32_t *tour = NULL;
    size_t count = node_count;
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    enum swarm_status status = tsp_tour_file_parse(&env, (struct tsp_text){"fuzz.tour", text, size}, instance, strict,
                                                   &tour, some ? &count : NULL);
    if (status == SWARM_OK) {
        require_nodes(tour, count, node_count);
    }
    if (status == SWARM_OK && count == node_count) {
        int64_t length = -1;
        FUZZ_REQUIRE(swarm_tour_length(context, instance, tour, node_count, &length) == SWARM_OK);
        FUZZ_REQUIRE(length >= 20 * ((int64_t)node_count - 1));
    } else if (status != SWARM_OK) {
        FUZZ_REQUIRE(!tour && env.error && *env.error);
        FUZZ_REQUIRE(status == allowed[0] || status == allowed[1]);
    }
    swarm_free(tour);
    base_env_deinit(&env);
    swarm_context_destroy(&context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t sizes[] = {1, 5, 12};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    static swarm_instance *instances[2][COUNT]; /* made by the first input, used by all */
    if (size == 0) {
        return 0;
    }
    const size_t chosen = data[0] % COUNT, named = data[0] / COUNT / 2 % 2;
    swarm_instance **instance = &instances[named][chosen];
    if (!*instance) {
        *instance = make_instance(sizes[chosen], named > 0);
    }
    parse(*instance, data[0] / COUNT % 2 > 0, data[0] / COUNT / 4 % 2 > 0, (const char *)data + 1, size - 1);
    return 0;
}
