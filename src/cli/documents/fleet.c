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

/* Tables of scores are those of `swarmcl orient`, too. */
bool cli_claims_fleet(const struct cli_console *console, const swarm_params *params, const char *path,
                      const struct swarm_instance_info *tours)
{
    swarm_fleet *fleet = NULL;
    bool found = false;
    if (*tours->skipped_columns == '\0') {
        return false;
    }
    if (swarm_fleet_read(console->context, params, path, &fleet) == SWARM_OK) {
        const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
        const uint32_t depots = swarm_instance_describe(swarm_fleet_nodes(fleet))->node_count - info->customer_count;
        found = info->demand > 0 || info->has_windows || info->skilled_count + info->pinned_count > 0 || depots > 1;
    } else {
        cli_note(console, "`swarmcl fleet` cannot plan for it: %s", swarm_context_error(console->context));
    }
    swarm_fleet_destroy(&fleet);
    return found;
}
