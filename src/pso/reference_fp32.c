/* reference_fp32.c - the twin with numbers of 32 bits. */
#define PRECISION 32
#define REFERENCE pso_reference_fp32
#include "reference_real.h"
