/* csv.h - tables of points as comma-, semicolon- or tab-separated text (RFC 4180, and what spreadsheets write). */
#ifndef SWARMCL_TSP_CSV_H
#define SWARMCL_TSP_CSV_H

#include "base/scanner.h"
#include "instance.h"

/* Whether the line has one of the three separators. */
bool tsp_csv_has_separator(struct base_word line);

/* See swarm_instance_read(). `path` is for messages and the name. */
enum swarm_status tsp_csv_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                struct swarm_instance **instance);

#endif
