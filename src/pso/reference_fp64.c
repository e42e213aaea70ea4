/* reference_fp64.c - the reference with numbers of 64 bits. */
#define PRECISION 64
#define REFERENCE pso_reference_fp64
#include "reference_real.h"
