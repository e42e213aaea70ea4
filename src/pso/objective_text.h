/* objective_text.h - an objective's file as text: what can be told of it without the device's compiler. */
#ifndef SWARMCL_PSO_OBJECTIVE_TEXT_H
#define SWARMCL_PSO_OBJECTIVE_TEXT_H

#include "base/env.h"

/* A file may have so many bytes. */
enum { PSO_LARGEST_FILE = 1 << 20 };

/* The function that a file must define. */
#define PSO_SIGNATURE "real objective(const real *x, int n)"

/* Whether it may be OpenCL C that defines the function. `path` is for messages. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size);

/* Refuses a function with other parameters or another result, with its line: some drivers only warn of them. `single`:
 * real is float. Types with names of the file's own are left to the compiler. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single);

/* The line of the outermost bracket that is not closed; 0: there is none. */
size_t pso_text_open_line(const char *text);

#endif
