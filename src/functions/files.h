/* files.h - the files that a run reads: bounds and positions to start from. The topics of the program's help state both
 * formats.
 *
 * Both are lines of numbers, separated by a comma, blanks or both; blank lines and what follows a # are skipped.
 */
#ifndef SWARMCL_FUNCTIONS_FILES_H
#define SWARMCL_FUNCTIONS_FILES_H

#include "base/env.h"

/* Whether `text` is LO:HI, two numbers; *lower and *upper are untouched when it is not. */
bool functions_range_parse(const char *text, double *lower, double *upper);

/* Bounds: a line "LO HI" for each coordinate, or one for all, into lower and upper [dimensions]. `path` opens the
 * messages. Errors: SWARM_ERROR_INPUT with path, line, what was found and what was expected. */
enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         uint32_t dimensions, double *lower, double *upper);

/* Positions: a line of `dimensions` numbers within the bounds for each of at most `limit` particles. *start returns
 * owned, [*count][dimensions]. Errors: as above. */
enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        uint32_t dimensions, uint32_t limit, const double *lower, const double *upper,
                                        double **start, uint32_t *count);

#endif
