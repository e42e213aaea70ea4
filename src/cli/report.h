/* report.h - how results are told, as text and as JSON. */
#ifndef SWARMCL_CLI_REPORT_H
#define SWARMCL_CLI_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <swarmcl/swarmcl.h>

#include "json.h"

/* How far `length` is above the optimum of the instance, in per cent; false when no optimum is known or it is 0 and
 * not reached. */
bool cli_gap_percent(const struct swarm_instance_info *info, int64_t length, double *percent);

/* The same in words: "3.21 % above the optimum 7542", "optimal", ... Returns `text`; "" when no optimum is known. */
const char *cli_gap_text(const struct swarm_instance_info *info, int64_t length, char *text, size_t size);

/* The gap as a member of a JSON object, null when it is unknown. */
void cli_json_gap(struct cli_json *json, const struct swarm_instance_info *info, int64_t length);

/* "TSP" or "ATSP". */
const char *cli_type_name(const struct swarm_instance_info *info);

/* Coordinates of a node: 2 or 3, 0 for EXPLICIT. */
unsigned cli_metric_dimensions(enum swarm_metric metric);

/* The version, and the instance as an object. */
void cli_json_version(struct cli_json *json);
void cli_json_instance(struct cli_json *json, const struct swarm_instance_info *info);

/* One device as an object, key NULL in an array. */
void cli_json_device(struct cli_json *json, const char *key, const struct swarm_device *device);

/* The whole document of a run. */
void cli_json_result(struct cli_json *json, const struct swarm_instance_info *info, const swarm_result *result);

/* The result of a run as text on stdout. */
void cli_print_result(const struct swarm_instance_info *info, const swarm_result *result);

#endif
