/* replay.c - fuzzer of the reader of documents. Accepted documents set parameters of the library, but nothing is
 * run. */
#include "fuzz.h"

#include "cli/commands/commands.h"
#include "cli/documents/document.h"

/* Requires that every value taken from the document is one that the option allows. */
static void require_params(swarm_context *context, const struct cli_problem *problem, const swarm_params *params)
{
    for (const struct swarm_param *row = NULL; (row = swarm_param_next(problem->name, row));) {
        const char *value = swarm_params_get(params, row->name);
        FUZZ_REQUIRE(!value || swarm_param_check(context, row, value) == SWARM_OK);
    }
    FUZZ_REQUIRE(strcmp(swarm_params_get(params, "device"), "auto") == 0); /* a document never sets the device */
    FUZZ_REQUIRE(!swarm_params_get(params, "time"));
}

static void require_replay(const struct cli_problem *problem, const struct cli_replay *replay)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_OK};
    swarm_context *context = fuzz_context();
    swarm_params *params = NULL;
    FUZZ_REQUIRE(replay->version && replay->name && replay->score && replay->record.name == replay->path);
    for (size_t i = 0; i < replay->record.setting_count; ++i) {
        FUZZ_REQUIRE(replay->settings[i].name);
    }
    for (size_t i = 0; i < replay->start_count; ++i) {
        FUZZ_REQUIRE(replay->starts[i].file && replay->starts[i].score);
    }
    FUZZ_REQUIRE(swarm_params_create(context, problem->name, &params) == SWARM_OK);
    enum swarm_status status = swarm_params_replay(context, params, &replay->record);
    if (status == SWARM_OK) {
        require_params(context, problem, params);
    } else {
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_params_destroy(&params);
    swarm_context_destroy(&context);
}

static void read_document(const struct cli_problem *problem, const uint8_t *data, size_t size)
{
    struct cli_replay replay = {.path = NULL};
    char *text = malloc(size + 1); /* exact size: the sanitizer sees reads past the end */
    FUZZ_REQUIRE(text);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    enum swarm_status status = cli_replay_parse(problem, "fuzz.json", text, size, &replay);
    free(text);
    FUZZ_REQUIRE(status == SWARM_OK || status == SWARM_ERROR_INPUT);
    if (status == SWARM_OK) {
        require_replay(problem, &replay);
    }
    cli_replay_deinit(&replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t i = 0; cli_commands[i]; ++i) {
        if (cli_commands[i]->shared == CLI_ROWS_OF_RUNS) {
            read_document(cli_commands[i]->problem, data, size);
        }
    }
    return 0;
}
