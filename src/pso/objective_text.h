/* objective_text.h - checks of an objective's file as text, without the device's compiler. */
#ifndef SWARMCL_PSO_OBJECTIVE_TEXT_H
#define SWARMCL_PSO_OBJECTIVE_TEXT_H

#include "base/env.h"

/* Most bytes of a file. */
enum { PSO_LARGEST_FILE = 1 << 20 };

/* The function that a file must define. */
#define PSO_SIGNATURE "real objective(const real *x, int n)"

/* Checks that the text may be OpenCL C that defines the function. `path` is for messages. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size);

/* Refuses a function with other parameters or another result, and tells its line: some drivers only warn. `single`:
 * real is float. Leaves types that the file names itself to the compiler. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single);

/* The line of the outermost unclosed bracket; 0: there is none. */
size_t pso_text_open_line(const char *text);

#endif
