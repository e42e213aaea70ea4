/* instance.h - the 24 functions of BBOB in 2 to 40 dimensions, with the numbers that COCO draws for each instance. */
#ifndef BBOB_INSTANCE_H
#define BBOB_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { BBOB_FUNCTIONS = 24, BBOB_DIMENSIONS_LEAST = 2, BBOB_DIMENSIONS_MOST = 40, BBOB_TARGETS = 51 };

/* All functions are searched within [-BBOB_BOX, BBOB_BOX] in every coordinate. */
#define BBOB_BOX 5.0

struct bbob_instance {
    int function, dimensions, number;
    double f_opt;         /* least value of the function */
    const double *x_opt;  /* [dimensions] where the least value is, inside `data` */
    double *data;         /* [data_count], laid out as functions.h says */
    unsigned char *order; /* [order_count]: of the scales of each peak; [1] without peaks */
    size_t data_count, order_count;
};

/* True if the numbers are those of an instance: instances count from 1. */
bool bbob_instance_exists(int function, int dimensions, int number);

/* Returns NULL if memory runs out. */
struct bbob_instance *bbob_instance_create(int function, int dimensions, int number);
void bbob_instance_destroy(struct bbob_instance *instance);

/* The value at x [dimensions]. */
double bbob_instance_value(const struct bbob_instance *instance, const double *x);

/* Write the function as an objective in OpenCL C, which all instances share, and the numbers of the instance as its data.
 * Values have the bits of bbob_instance_value(). Return false if the text cannot be written. */
bool bbob_instance_write(const struct bbob_instance *instance, FILE *file);
bool bbob_instance_write_data(const struct bbob_instance *instance, FILE *file);

/* Target 0 .. BBOB_TARGETS - 1 above the least value: 10^2 down to 10^-8. */
double bbob_target(int index);

#endif
