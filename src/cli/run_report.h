/* run_report.h - what the results of all kinds of runs have in common, as text and as JSON. */
#ifndef SWARMCL_CLI_RUN_REPORT_H
#define SWARMCL_CLI_RUN_REPORT_H

#include <swarmcl/swarmcl.h>

#include "json.h"

/* How a run was set and what it took; all borrowed from its result. */
struct cli_run {
    const struct swarm_timing *timing;
    const struct swarm_setting *settings;
    size_t setting_count;
    const struct swarm_plan_entry *plan;
    size_t plan_count;
    uint64_t plan_bytes;
    const struct swarm_kernel_time *kernels;
    size_t kernel_count;
};

/* That of a swarm_result or swarm_pso_result: the two have members of the same names. */
#define CLI_RUN_OF(result)                        \
    ((struct cli_run){                            \
        .timing = &(result)->timing,              \
        .settings = (result)->settings,           \
        .setting_count = (result)->setting_count, \
        .plan = (result)->plan,                   \
        .plan_count = (result)->plan_count,       \
        .plan_bytes = (result)->plan_bytes,       \
        .kernels = (result)->kernels,             \
        .kernel_count = (result)->kernel_count,   \
    })

/* Whether the run used a parameter. */
bool cli_run_has(const struct cli_run *run, const char *name);

/* The value of a parameter as the run used it; "?" when it has none. */
const char *cli_run_setting(const struct cli_run *run, const char *name);

/* Members of the document: the version, one device (key NULL in an array), "parameters". */
void cli_json_version(struct cli_json *json);
void cli_json_device(struct cli_json *json, const char *key, const struct swarm_device *device);
void cli_json_parameters(struct cli_json *json, const struct cli_run *run);

/* "timing", "memory" and "kernels". */
void cli_json_costs(struct cli_json *json, const struct cli_run *run);

/* The table of --profile on stdout: calls, total, mean and share of every kernel by the events of the device, and the
 * wall time of all iterations beside them. */
void cli_print_profile(const struct cli_run *run);

#endif
