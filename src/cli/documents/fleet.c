/* fleet.c - recognises the files of fleets by their names and beginnings, and writes tables of stops. */
#include "fleet.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/commands.h"
#include "output.h"

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
    const char *first = head + (strncmp(head, "\n\xEF\xBB\xBF", 4) == 0 ? 4 : 1);
    if (strncmp(first, "vehicle", 7) == 0 && strncmp(first + 8, "position", 8) == 0) {
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

enum swarm_status cli_fill_stops(struct cli_buffer *csv, const struct cli_work *work, const swarm_fleet *fleet)
{
    static const char *const titles[] = {"name", "customer", "arrival", "wait", "departure", "load", "length"};
    const struct swarm_routes *routes = work->result->routes;
    const swarm_instance *nodes = swarm_fleet_nodes(fleet);
    const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
    const struct swarm_table *table = cli_output_table(csv, swarm_instance_table(nodes));
    const char separator = table->separator, decimal = table->decimal, *end = table->carriage ? "\r\n" : "\n";
    const bool named = swarm_instance_describe(nodes)->has_names;
    char text[CLI_TEXT_SIZE];
    cli_buffer_format(csv, "vehicle%cposition", separator);
    for (size_t k = named ? 0 : 1; k < sizeof titles / sizeof *titles; ++k) {
        cli_output_cell(csv, separator, titles[k], '\0');
    }
    for (size_t r = 0; r < routes->route_count; ++r) {
        const char *vehicle = swarm_fleet_vehicle_name(fleet, routes->routes[r].vehicle);
        for (size_t i = 0; i < routes->routes[r].stop_count; ++i) {
            const struct swarm_stop *stop = &routes->routes[r].stops[i];
            cli_buffer_text(csv, end);
            if (vehicle) {
                cli_buffer_format(csv, strpbrk(vehicle, ",;\t\"") ? "\"%s\"" : "%s",
                                  vehicle); /* keeps doubled quotes */
            } else {
                cli_buffer_format(csv, "%" PRIu32, routes->routes[r].vehicle);
            }
            cli_buffer_format(csv, "%c%zu", separator, i + 1);
            if (named) {
                cli_output_cell(csv, separator, swarm_instance_node_name(nodes, stop->customer), '\0');
            }
            cli_buffer_format(csv, "%c%" PRIu32, separator, stop->customer);
            cli_output_cell(csv, separator, swarm_fleet_time_text(fleet, stop->arrival, text, sizeof text), decimal);
            cli_output_cell(csv, separator, swarm_fleet_span_text(fleet, stop->wait, text, sizeof text), decimal);
            cli_output_cell(csv, separator, swarm_fleet_time_text(fleet, stop->depart, text, sizeof text), decimal);
            cli_output_cell(csv, separator, swarm_length_text(stop->load, info->load_decimals, text, sizeof text),
                            decimal);
            cli_output_cell(csv, separator, swarm_length_text(stop->length, info->decimals, text, sizeof text),
                            decimal);
        }
    }
    cli_buffer_text(csv, end);
    return SWARM_OK;
}
