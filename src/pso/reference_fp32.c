/* reference_fp32.c - the reference in single precision. */
#define PRECISION 32
#define REFERENCE pso_reference_fp32
#include "reference_real.h"
