/* swarmcl.h - short tours and best values of functions on OpenCL devices, by ant colonies, particle swarms and
 * populations of tours. test/example/cities.c is a whole program. A minimal run, which checks only one status:
 *
 *     swarm_context_create(&context);
 *     swarm_instance_read(context, "E100.tsp", &instance);
 *     swarm_params_create(context, "tsp", &params);
 *     swarm_params_set(context, params, "iterations", "50");
 *     swarm_params_instance(params, instance);
 *     if (swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *         use(result->tour->nodes, result->tour->node_count, result->length); // else swarm_context_error(context)
 *     swarm_result_destroy(&result); ... swarm_context_destroy(&context);
 *
 * Rules of all functions
 *
 * - Errors: a status below 0 is the class of the failure. swarm_context_error() is the sentence with file, line, found
 *   and expected. Outputs are untouched on failure. Any function may fail for want of memory; its comment names the
 *   other errors.
 * - Ownership: arguments are borrowed during the call, unless a comment names a longer time. The caller destroys the
 *   objects that a function creates, reads or makes. Arrays and texts called "owned" go to swarm_free(). Destroy
 *   functions take a pointer to the handle, which may be NULL, and set it to NULL. Members of a struct point to memory
 *   that lives as long as the object described. Names and tables are static.
 * - Locales: numbers in texts have a point, also after the process or the thread has set another locale.
 * - Threads: one context per thread, with all objects made through it; several threads may read an instance. Only
 *   swarm_context_cancel() and swarm_context_checkpoint() may be called from other threads and from signal handlers.
 *   The library prints nothing, never ends the process and keeps no globals.
 * - Files: input may be packed by gzip; "-" is the standard input. Output is written under a temporary name and then
 *   renamed, so a file is never half written. If a path is a symbolic link, its target is replaced.
 * - Words: a node is a location to visit, numbered 0 .. n-1 here and 1 .. n in files. A distance is the integer length
 *   of an edge, a length their sum over a closed tour or an open path. Both count 10^-decimals of the input's unit.
 * - Promise: the same input, parameters, seed and number of iterations give the same result, bit for bit, on every
 *   device and on the host, however work is split, unless an objective calls OpenCL's own functions (pso.h).
 *
 * context.h and solve.h serve all problems: contexts, files and devices; parameters, runs and results. Each problem has
 * a header with its input, its result and a program. */
#ifndef SWARMCL_SWARMCL_H
#define SWARMCL_SWARMCL_H

#include <swarmcl/context.h>
#include <swarmcl/fleet.h>
#include <swarmcl/orient.h>
#include <swarmcl/pso.h>
#include <swarmcl/qap.h>
#include <swarmcl/solve.h>
#include <swarmcl/tsp.h>

#endif
