/* tour_answer.h - tours in reports, of all problems that answer with one: functions of struct cli_problem and struct
 * cli_output_kind. Their subject is a struct cli_instance. */
#ifndef SWARMCL_CLI_TOUR_ANSWER_H
#define SWARMCL_CLI_TOUR_ANSWER_H

#include "cli/documents/output.h"

void cli_json_tour(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);

/* Prints the nodes in order, by name if they have one. */
bool cli_print_tour(const struct cli_subject *subject, const swarm_result *result);

enum swarm_status cli_write_tour(const struct cli_console *console, const char *path, const void *work);
enum swarm_status cli_fill_map(struct cli_buffer *svg, const void *work);
enum swarm_status cli_require_map(const char *path, const struct cli_subject *subject);

#endif
