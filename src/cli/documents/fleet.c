/* fleet.c - recognises the files of fleets by their names and beginnings. */
#include "fleet.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/commands.h"

enum { HEAD_BYTES = 4096 /* bytes at the beginning of a file in which a fleet is recognised */ };

/* Copies the beginning of a regular file after a line break to head[HEAD_BYTES]. */
static void read_head(const struct cli_console *console, const char *path, char *head)
{
    char *text = NULL;
    size_t size = 0;
    struct stat state;
    snprintf(head, HEAD_BYTES, "\n");
    if (stat(path, &state) == 0 && S_ISREG(state.st_mode)
        && swarm_file_read(console->context, path, &text, &size) == SWARM_OK) {
        strncat(head, text, HEAD_BYTES - 2);
    }
    swarm_free(text);
}

bool cli_recognises_fleet(const struct cli_console *console, const char *const *inputs, size_t count,
                          const char *solution)
{
    const char *path = inputs[0];
    char head[HEAD_BYTES] = "";
    if (count > 1 || cli_has_suffix(path, ".vrp") || cli_has_suffix(path, ".vrp.gz")
        || (solution && cli_has_suffix(solution, ".sol"))) {
        return count == 1;
    }
    if (solution && cli_has_suffix(solution, ".csv")) {
        read_head(console, solution, head);
    }
    if (strncmp(head, "\nvehicle,position,", 18) == 0) {
        return true;
    }
    if (cli_has_suffix(path, ".txt")) {
        read_head(console, path, head);
    }
    return strstr(head, "\nVEHICLE\n") || strstr(head, "\nVEHICLE\r\n");
}
