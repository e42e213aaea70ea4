/* files.h - the files that a run reads: bounds and positions to start from. The topics of the program's help state both
 * formats.
 *
 * Both are lines of numbers, separated by a comma, blanks or both; blank lines and what follows a # are skipped.
 */
#ifndef SWARMCL_FUNCTIONS_FILES_H
#define SWARMCL_FUNCTIONS_FILES_H

#include "pso/settings.h"

/* Whether `text` is LO:HI, two numbers; *lower and *upper are untouched when it is not. */
bool functions_range_parse(const char *text, double *lower, double *upper);

/* Bounds: a line "LO HI" for each coordinate, or one for all, into lower and upper of the settings. `path` opens the
 * messages. Errors: SWARM_ERROR_INPUT with path, line, what was found and what was expected. */
enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         struct pso_settings *settings);

/* Positions: a line of numbers within the bounds for each of the first particles, into start and start_count. Errors:
 * as above. */
enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings);

#endif
