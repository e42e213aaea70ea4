#include "commands.h"

#include <string.h>

const struct cli_command *const cli_commands[] = {
    &cli_command_tsp,    &cli_command_pso,        &cli_command_bench,    &cli_command_verify,
    &cli_command_render, &cli_command_instance,   &cli_command_generate, &cli_command_devices,
    &cli_command_tune,   &cli_command_completion, &cli_command_manual,   NULL,
};

const struct cli_command *cli_command_find(int count, char **words, int *used)
{
    const struct cli_command *found = NULL;
    *used = 0;
    for (size_t i = 0; cli_commands[i]; ++i) {
        const char *name = cli_commands[i]->name;
        const char *blank = strchr(name, ' ');
        const size_t first = blank ? (size_t)(blank - name) : strlen(name);
        const int needed = blank ? 2 : 1;
        if (count >= needed && needed > *used && strlen(words[0]) == first && strncmp(words[0], name, first) == 0
            && (!blank || strcmp(words[1], blank + 1) == 0)) {
            found = cli_commands[i];
            *used = needed;
        }
    }
    return found;
}
