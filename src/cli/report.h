/* report.h - how the results of tsp are told, as text and as JSON. */
#ifndef SWARMCL_CLI_REPORT_H
#define SWARMCL_CLI_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <swarmcl/swarmcl.h>

#include "json.h"
#include "run_report.h"

/* A tour that a run starts from. */
struct cli_start {
    const char *path; /* borrowed */
    int64_t length;
};

/* What a length belongs to: the instance, whether tours are open paths, and what gaps are counted from. */
struct cli_subject {
    const swarm_instance *instance;
    const struct swarm_instance_info *info;
    bool path;
    struct swarm_reference reference;
    const struct cli_start *starts; /* [start_count], borrowed; of a run */
    size_t start_count;
};

/* The subject of a run with these parameters; NULL: a closed tour of the instance. */
struct cli_subject cli_subject_make(const swarm_instance *instance, const swarm_params *params);

/* Bytes that hold any length. */
enum { CLI_LENGTH_SIZE = 400 };

/* The length in the instance's unit, without a word for it. Returns `text`. */
const char *cli_length_text(const struct cli_subject *subject, int64_t length, char text[CLI_LENGTH_SIZE]);

/* How far `length` is above the reference, in per cent; false when none is known or it is 0 and not reached. */
bool cli_gap_percent(const struct cli_subject *subject, int64_t length, double *percent);

/* Bytes that hold any gap in words. */
enum { CLI_GAP_SIZE = 512 };

/* The same in words: "3.21 % above the optimum 7542", "optimal", ... Returns `text`; "" when no reference is known. */
const char *cli_gap_text(const struct cli_subject *subject, int64_t length, char text[CLI_GAP_SIZE]);

/* The length, and the gap, null when it is unknown, as members of a JSON object. */
void cli_json_length(struct cli_json *json, const char *key, const struct cli_subject *subject, int64_t length);
void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, int64_t length);

/* "TSP" or "ATSP". */
const char *cli_type_name(const struct swarm_instance_info *info);

/* Coordinates of a node: 2 or 3, 0 for EXPLICIT. */
unsigned cli_metric_dimensions(enum swarm_metric metric);

/* The instance as an object. */
void cli_json_instance(struct cli_json *json, const struct cli_subject *subject);

struct cli_repeat;

/* The whole document of a run, the best of `repeat` unless that is NULL. */
void cli_json_result(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result,
                     const struct cli_repeat *repeat);

/* Nodes of a tour that is told as text, too. */
enum { CLI_SHORT_TOUR = 24 };

/* The tour on stdout when it is short. */
void cli_print_tour(const struct cli_subject *subject, const swarm_result *result);

/* The result of a run as text on stdout. */
void cli_print_result(const struct cli_subject *subject, const swarm_result *result);

#endif
