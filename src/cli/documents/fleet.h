/* fleet.h - the files of fleets. */
#ifndef SWARMCL_CLI_DOCUMENTS_FLEET_H
#define SWARMCL_CLI_DOCUMENTS_FLEET_H

#include "report.h"

/* Recognises FILE.sol, a table of stops, FILE.vrp, and a FILE.txt of Solomon's format: see struct cli_problem. */
bool cli_recognises_fleet(const struct cli_console *console, const char *const *inputs, size_t count,
                          const char *solution);

/* Reads a table as a fleet, and returns true if it has demands, windows, skills, vehicles of customers or depots. */
bool cli_claims_fleet(const struct cli_console *console, const swarm_params *params, const char *path,
                      const struct swarm_instance_info *tours);

/* Fills a table in the format of the input with a line for each stop of the result. */
enum swarm_status cli_fill_stops(struct cli_buffer *csv, const struct cli_work *work, const swarm_fleet *fleet);

#endif
