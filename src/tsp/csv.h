/* csv.h - tables of points as comma-, semicolon- or tab-separated text (RFC 4180, and what spreadsheets write). */
#ifndef SWARMCL_TSP_CSV_H
#define SWARMCL_TSP_CSV_H

#include "instance.h"

/* Whether the text is to be read as a table: its first line is no line of TSPLIB95, and it holds a separator or the
 * path ends in .csv or .tsv, also before .gz. */
bool tsp_csv_is(const char *text, size_t size, const char *path);

/* See swarm_instance_read(). `path` is for messages and the name. */
enum swarm_status tsp_csv_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                struct swarm_instance **instance);

#endif
