/* objective_text.h - checks of a file with an objective, before the device's compiler reads it. */
#ifndef SWARMCL_PSO_OBJECTIVE_TEXT_H
#define SWARMCL_PSO_OBJECTIVE_TEXT_H

#include "base/env.h"

enum { PSO_LARGEST_FILE = 1 << 20 }; /* bytes */

/* The function that a file must define. */
#define PSO_SIGNATURE "real objective(const real *x, int n)"

/* Rejects text that cannot define the function. `path` is for messages. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size);

/* Rejects a function with other parameters or another result, because some drivers only warn. `single`: real is float.
 * Accepts types that the file defines. Errors: SWARM_ERROR_INPUT, with the line. */
enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single);

/* The line of the outermost unclosed bracket, or 0. */
size_t pso_text_open_line(const char *text);

#endif
