/* swarm.c - fuzzer of the readers of ranges and starting positions for swarms. */
#include "fuzz.h"

#include "base/env.h"
#include "functions/functions.h"

enum { DIMENSIONS = 4, PARTICLES = 5 };

static void read_bounds(struct base_env *env, const char *text, size_t size, uint32_t dimensions)
{
    double lower[DIMENSIONS], upper[DIMENSIONS];
    struct pso_settings settings = {.dimensions = dimensions, .lower = lower, .upper = upper};
    enum swarm_status status = functions_bounds_parse(env, text, size, "fuzz.box", &settings);
    for (uint32_t d = 0; d < dimensions && status == SWARM_OK; ++d) {
        FUZZ_REQUIRE(isfinite(lower[d]) && isfinite(upper[d]) && lower[d] < upper[d]);
    }
    FUZZ_REQUIRE(status == SWARM_OK || (status == SWARM_ERROR_INPUT && env->error && *env->error));
}

static void read_start(struct base_env *env, const char *text, size_t size, uint32_t dimensions)
{
    double lower[DIMENSIONS] = {-1, -100, 0, -1e300}, upper[DIMENSIONS] = {1, 100, 1e-300, 1e300};
    struct pso_settings s = {.dimensions = dimensions, .particles = PARTICLES, .lower = lower, .upper = upper};
    enum swarm_status status = functions_start_parse(env, text, size, "fuzz.csv", &s);
    FUZZ_REQUIRE(status == SWARM_OK || (status == SWARM_ERROR_INPUT && env->error && *env->error));
    FUZZ_REQUIRE(status != SWARM_OK || (s.start_count >= 1 && s.start_count <= PARTICLES));
    for (size_t k = 0; k < (size_t)s.start_count * dimensions; ++k) {
        FUZZ_REQUIRE(s.start[k] >= lower[k % dimensions] && s.start[k] <= upper[k % dimensions]);
    }
    free(s.start);
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
