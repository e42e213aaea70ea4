/* length.h - lengths as text in the input's unit: see swarm_length_text() and swarm_length_parse(). */
#ifndef SWARMCL_TSP_LENGTH_H
#define SWARMCL_TSP_LENGTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

char *tsp_length_text(int64_t length, int decimals, char *text, size_t size);
bool tsp_length_parse(const char *text, int decimals, int64_t *length);

#endif
