/* arithmetic_of.h - the functions of cl/shared/tsp_metric.h for tests, compiled once for each arithmetic. */
#ifndef SWARMCL_TEST_LENGTHS_OF_H
#define SWARMCL_TEST_LENGTHS_OF_H

#include <stdint.h>

/* The length between two points [3]. */
int32_t lengths_of_doubles(int metric, const double a[3], const double b[3]);
int32_t lengths_of_bits(int metric, const double a[3], const double b[3]);
int32_t lengths_of_integers(int metric, const double a[3], const double b[3]);

/* The length for a sum of squares, for metrics that take a root. */
int32_t lengths_of_square_in_doubles(int metric, uint64_t square);
int32_t lengths_of_square_in_integers(int metric, uint64_t square);

/* Operations on the bits of doubles; LENGTHS_ROOT ignores the second number. */
enum lengths_operation { LENGTHS_PLUS, LENGTHS_MINUS, LENGTHS_TIMES, LENGTHS_OVER, LENGTHS_ROOT, LENGTHS_OPERATIONS };
uint64_t lengths_native(enum lengths_operation operation, uint64_t a, uint64_t b);
uint64_t lengths_emulated(enum lengths_operation operation, uint64_t a, uint64_t b);
uint64_t lengths_angle_in_doubles(double y, double x);
uint64_t lengths_angle_in_bits(double y, double x);
uint64_t lengths_term_in_bits(int term); /* coefficient 0 to 11 of the arc tangent's series */
int32_t lengths_ceiling_in_doubles(double x);
int32_t lengths_ceiling_in_bits(double x);

#endif
