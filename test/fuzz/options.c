/* options.c - fuzzer of the command line. The first line of the input names a command; each further line is a word.
 * Accepted words set parameters of the library, but nothing is run. */
#include "fuzz.h"

#include "cli/commands/commands.h"
#include "cli/problems/problem.h"

enum { WORD_LIMIT = 64 };

/* Returns the command called `name`, or the first one if there is none. */
static const struct cli_command *find_command(const char *name)
{
    size_t i = 0;
    while (cli_commands[i] && strcmp(cli_commands[i]->name, name) != 0) {
        ++i;
    }
    return cli_commands[i] ? cli_commands[i] : cli_commands[0];
}

/* Splits `text` at line breaks into copies of the exact size, so the sanitizer sees reads past a word. Returns argc. */
static int split(const char *text, size_t size, char **argv)
{
    int argc = 0;
    do {
        const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
        const size_t length = end ? (size_t)(end - text) : size;
        argv[argc] = strndup(text, length); /* stops at a NUL, as words of a command line do */
        FUZZ_REQUIRE(argv[argc]);
        ++argc;
        size -= end ? length + 1 : length;
        text += end ? length + 1 : length;
    } while (size > 0 && argc < WORD_LIMIT);
    argv[argc] = NULL;
    return argc;
}

static void set_params(swarm_context *context, const struct cli_arguments *arguments)
{
    swarm_params *params = NULL;
    FUZZ_REQUIRE(swarm_params_create(context, arguments->command->problem->name, &params) == SWARM_OK);
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (!given->of_library) {
            continue;
        }
        enum swarm_status status = swarm_params_set(context, params, given->row->name, given->value);
        if (status == SWARM_OK) {
            FUZZ_REQUIRE(strcmp(swarm_params_get(params, given->row->name), given->value) == 0);
        } else {
            FUZZ_REQUIRE(status == SWARM_ERROR_INVALID_ARGUMENT && *swarm_context_error(context));
        }
    }
    swarm_params_destroy(&params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    char *argv[WORD_LIMIT + 1];
    struct cli_console console = {.context = fuzz_context()};
    struct cli_arguments arguments;
    const int argc = split((const char *)data, size, argv);
    const struct cli_command *command = find_command(argv[0]);
    cli_arguments_init(&arguments, command);
    enum swarm_status status = cli_arguments_parse(&arguments, &console, argc, argv);
    FUZZ_REQUIRE(status == SWARM_OK || status == SWARM_ERROR_INVALID_ARGUMENT);
    if (status == SWARM_OK && !arguments.help && command->problem) {
        set_params(console.context, &arguments);
    }
    cli_arguments_deinit(&arguments);
    swarm_context_destroy(&console.context);
    for (int i = 0; i < argc; ++i) {
        free(argv[i]);
    }
    return 0;
}
