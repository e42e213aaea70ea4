/* tuning.c - fuzzer of the reader of tuning files. */
#include "fuzz.h"

#include "solver/params.h"
#include "solver/tuning.h"

/* What was read keeps the promises of tuning.h. */
static void require_tuning(struct base_env *env, const struct solver_tuning *tuning)
{
    size_t count = 0;
    const struct swarm_param *rows = swarm_tsp_params(&count);
    for (size_t i = 0; i < tuning->block_count; ++i) {
        const struct solver_tuned *block = &tuning->blocks[i];
        FUZZ_REQUIRE(block->low >= 1 && block->low <= block->high && block->line >= 2);
        FUZZ_REQUIRE(block->device && *block->device && block->driver);
        for (int k = 0; k < SOLVER_TUNED_COUNT; ++k) {
            const char *value = block->values[k];
            const struct swarm_param *row = swarm_param_find(rows, count, solver_tuned_names[k]);
            FUZZ_REQUIRE(!value || solver_param_check(env, row, value) == SWARM_OK);
        }
        const struct swarm_device device = {.name = block->device, .driver = ""};
        FUZZ_REQUIRE(solver_tuning_find(env, tuning, "fuzz.tuning", &device, block->low) == block);
        FUZZ_REQUIRE(solver_tuning_find(env, tuning, "fuzz.tuning", &device, block->high) == block);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_env env = {.error = NULL};
    struct solver_tuning tuning;
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    enum swarm_status status = solver_tuning_parse(&env, (const char *)data, size, "fuzz.tuning", &tuning);
    if (status == SWARM_OK) {
        require_tuning(&env, &tuning);
        solver_tuning_deinit(&tuning);
    } else {
        FUZZ_REQUIRE(status == SWARM_ERROR_INPUT && env.error && *env.error);
        FUZZ_REQUIRE(!tuning.blocks && !tuning.texts);
    }
    base_env_deinit(&env);
    return 0;
}
