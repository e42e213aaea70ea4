/* reference_fp32.c - the reference with numbers of 32 bits. */
#define PRECISION 32
#define REFERENCE pso_reference_fp32
#include "reference_real.h"
