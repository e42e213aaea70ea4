/* other.c - which problem reads a file. */
#include <string.h>

#include "cli/commands/commands.h"
#include "problem.h"

const struct cli_problem *cli_problem_next(const struct cli_problem *previous)
{
    bool after = !previous;
    for (size_t i = 0; cli_commands[i]; ++i) {
        const struct cli_problem *problem = cli_commands[i]->problem;
        const bool owns = problem && strcmp(problem->name, cli_commands[i]->name) == 0;
        if (owns && after) {
            return problem;
        }
        after = after || (owns && problem == previous);
    }
    return NULL;
}

const struct cli_problem *cli_problem_recognise(const struct cli_console *console, const char *const *inputs,
                                                size_t count, const char *solution)
{
    const struct cli_problem *problem = NULL;
    while ((problem = cli_problem_next(problem))
           && !(problem->recognise && problem->recognise(console, inputs, count, solution))) {
    }
    return problem;
}

const struct cli_problem *cli_problem_instead(const struct cli_console *console, const char *path,
                                              enum swarm_status *status)
{
    struct cli_buffer error = {.size = 0};
    cli_buffer_format(&error, "%s%c", swarm_context_error(console->context), '\0');
    const struct cli_problem *problem = NULL;
    enum swarm_status read = *status;
    while (strcmp(path, "-") != 0 && read != SWARM_OK && read != SWARM_ERROR_OUT_OF_MEMORY
           && (problem = cli_problem_next(problem))) {
        read = problem->accept ? problem->accept(console->context, path) : *status;
    }
    if (error.failed) {
        *status = cli_fail_memory();
    } else if (read == SWARM_ERROR_OUT_OF_MEMORY) {
        *status = cli_checked(console, read);
    } else if (read != SWARM_OK) {
        cli_error("%s", error.bytes);
    }
    cli_buffer_deinit(&error);
    return read == SWARM_OK && !error.failed ? problem : NULL;
}
