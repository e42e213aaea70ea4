#include "commands.h"

#include <string.h>

/* The commands in the order of the help. Each file of a command defines cli_command_NAME. */
#define COMMANDS(NAME) \
    NAME(tsp)          \
    NAME(pso)          \
    NAME(qap)          \
    NAME(orient)       \
    NAME(fleet)        \
    NAME(batch)        \
    NAME(bound)        \
    NAME(verify)       \
    NAME(render)       \
    NAME(instance)     \
    NAME(generate)     \
    NAME(devices)      \
    NAME(check)        \
    NAME(completion)   \
    NAME(manual)
#define AS_EXTERN(name)  extern const struct cli_command cli_command_##name;
#define AS_ADDRESS(name) &cli_command_##name,

COMMANDS(AS_EXTERN)
const struct cli_command *const cli_commands[] = {COMMANDS(AS_ADDRESS) NULL};

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
