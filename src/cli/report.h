/* report.h - how a run is told, whatever it has searched: the document, the curve and the text of its result. */
#ifndef SWARMCL_CLI_REPORT_H
#define SWARMCL_CLI_REPORT_H

#include "repeat.h"

/* What a command that runs has made. */
struct cli_work {
    struct cli_console *console;           /* borrowed, as */
    const struct cli_arguments *arguments; /* ... these */
    swarm_params *params;                  /* owned, as all below */
    struct cli_subject *subject;
    struct cli_repeat repeat;
    swarm_result *result; /* of one run, or the best of several */
};

/* The document of --json, and the convergence curve as CSV: a row for every improvement, the start included, and a last
 * one for the end of the run. Functions of struct cli_output_kind, whose work is a struct cli_work. */
enum swarm_status cli_fill_document(struct cli_buffer *content, const void *work);
enum swarm_status cli_fill_curve(struct cli_buffer *content, const void *work);

/* Prints the result on stdout. */
enum swarm_status cli_print_work(const void *work);

/* A device as a value of a document; NULL: null. */
void cli_json_device(struct cli_json *json, const struct swarm_device *device);

#endif
