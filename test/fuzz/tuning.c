/* tuning.c - fuzzer of the reader of tuning files. */
#include "fuzz.h"

#include "tours/tuning.h"

/* Requires values that tuning.h allows. */
static void require_tuning(struct base_env *env, const struct tours_tuning *tuning)
{
    for (size_t i = 0; i < tuning->block_count; ++i) {
        const struct tours_tuned *block = &tuning->blocks[i];
        FUZZ_REQUIRE(block->low >= 1 && block->low <= block->high && block->line >= 2);
        FUZZ_REQUIRE(block->device && *block->device && block->driver);
        for (int option = 0; option < OPTION_COUNT; ++option) {
            const char *value = block->values[option];
            FUZZ_REQUIRE(!value || (options_owners((enum option)option) & IS_TUNED));
            FUZZ_REQUIRE(!value || option != OPTION_improver || strcmp(value, "pieces") != 0);
            FUZZ_REQUIRE(!value || options_check(env, options_row((enum option)option), value) == SWARM_OK);
        }
        const struct swarm_device device = {.name = block->device, .driver = ""};
        FUZZ_REQUIRE(tours_tuning_find(env, tuning, "fuzz.tuning", &device, block->kind, block->low) == block);
        FUZZ_REQUIRE(tours_tuning_find(env, tuning, "fuzz.tuning", &device, block->kind, block->high) == block);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_env env = {.error = NULL};
    struct tours_tuning tuning;
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    enum swarm_status status = tours_tuning_parse(&env, (const char *)data, size, "fuzz.tuning", &tuning);
    if (status == SWARM_OK) {
        require_tuning(&env, &tuning);
        tours_tuning_deinit(&tuning);
    } else {
        FUZZ_REQUIRE(status == SWARM_ERROR_INPUT && env.error && *env.error);
        FUZZ_REQUIRE(!tuning.blocks && !tuning.text);
    }
    base_env_deinit(&env);
    return 0;
}
