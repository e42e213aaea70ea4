/* certificate.h - lower bounds of tours: the document that proves one, and the gap of a tour above it. */
#ifndef SWARMCL_CLI_CERTIFICATE_H
#define SWARMCL_CLI_CERTIFICATE_H

#include "cli/problems/problem.h"

/* Reads the bound of a document of `swarmcl bound`: `size` bytes of text with a NUL behind them. `path` is its name in
 * messages, `decimals` those of the instance. *potentials returns owned (free()), also in *bound. Prints errors. */
enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials);

/* The proven gap in words: "0.71 % (proven: at most)", "optimal, proven", "": unknown. Returns `text`. */
const char *cli_proven_text(int64_t length, int64_t bound, char text[CLI_TEXT_SIZE]);

/* Writes the bound and, unless NULL, the gap of a tour as members of a JSON object. */
void cli_json_bound(struct cli_json *json, const struct cli_subject *subject, int64_t bound,
                    const struct cli_score *tour);

#endif
