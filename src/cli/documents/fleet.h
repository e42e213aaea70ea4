/* fleet.h - the files of fleets. */
#ifndef SWARMCL_CLI_DOCUMENTS_FLEET_H
#define SWARMCL_CLI_DOCUMENTS_FLEET_H

#include "cli/problems/problem.h"

/* Recognises FILE.sol, a table of stops, FILE.vrp, and a FILE.txt of Solomon's format: see struct cli_problem. */
bool cli_recognises_fleet(const struct cli_console *console, const char *const *inputs, size_t count,
                          const char *solution);

/* Reads a table as a fleet, and returns true if it has demands, windows, skills, vehicles of customers or depots. */
bool cli_claims_fleet(const struct cli_console *console, const swarm_params *params, const char *path,
                      const struct swarm_instance_info *tours);

#endif
