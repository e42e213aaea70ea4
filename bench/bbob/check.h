/* check.h - checks the BBOB functions against a table of values, for example from COCO. */
#ifndef BBOB_CHECK_H
#define BBOB_CHECK_H

#include <stdbool.h>
#include <stdio.h>

/* Compares the functions with a table of values, and with one of optima unless its path is NULL. Prints the largest
 * deviation of every function: absolute for f_opt and x_opt, relative to max(1, |value|) for values. The columns of
 * values: f, d, instance, f_opt, and values at five points; of optima: f, d, instance, x_opt. Returns false if
 * a deviation exceeds its tolerance, a function is missing, or a table cannot be read. */
bool bbob_check(const char *values_path, const char *optima_path);

/* Writes a table of values of some instances of every function. */
void bbob_check_write(FILE *file);

#endif
