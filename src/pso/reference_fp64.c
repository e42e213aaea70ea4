/* reference_fp64.c - the reference in double precision. */
#define PRECISION 64
#define REFERENCE pso_reference_fp64
#include "reference_real.h"
