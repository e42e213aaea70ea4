/* swarm.c - fuzzer of the readers of bounds and positions that swarms take. */
#include "fuzz.h"

#include "base/env.h"
#include "functions/files.h"

enum { DIMENSIONS = 4, PARTICLES = 5 };

static void read_bounds(struct base_env *env, const char *text, size_t size, uint32_t dimensions)
{
    double lower[DIMENSIONS], upper[DIMENSIONS];
    enum swarm_status status = functions_bounds_parse(env, text, size, "fuzz.box", dimensions, lower, upper);
    for (uint32_t d = 0; d < dimensions && status == SWARM_OK; ++d) {
        FUZZ_REQUIRE(isfinite(lower[d]) && isfinite(upper[d]) && lower[d] < upper[d]);
    }
    FUZZ_REQUIRE(status == SWARM_OK || (status == SWARM_ERROR_INPUT && env->error && *env->error));
}

static void read_start(struct base_env *env, const char *text, size_t size, uint32_t dimensions)
{
    static const double lower[DIMENSIONS] = {-1, -100, 0, -1e300}, upper[DIMENSIONS] = {1, 100, 1e-300, 1e300};
    double *start = NULL;
    uint32_t count = 0;
    enum swarm_status status =
        functions_start_parse(env, text, size, "fuzz.csv", dimensions, PARTICLES, lower, upper, &start, &count);
    FUZZ_REQUIRE(status == SWARM_OK || (status == SWARM_ERROR_INPUT && !start && env->error && *env->error));
    FUZZ_REQUIRE(status != SWARM_OK || (count >= 1 && count <= PARTICLES));
    for (size_t k = 0; k < (size_t)count * dimensions; ++k) {
        FUZZ_REQUIRE(start[k] >= lower[k % dimensions] && start[k] <= upper[k % dimensions]);
    }
    free(start);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_env env = {.error = NULL};
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    for (uint32_t dimensions = 1; dimensions <= DIMENSIONS; ++dimensions) {
        read_bounds(&env, (const char *)data, size, dimensions);
        read_start(&env, (const char *)data, size, dimensions);
    }
    base_env_deinit(&env);
    return 0;
}
