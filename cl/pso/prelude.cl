/* prelude.cl - functions for a user's objective, which is compiled between this file and the kernels.
 *
 * NDRange     none, it holds no kernel
 * Required    PRECISION, LANES      real.h
 * Reads       nothing
 * Writes      nothing
 * Draws       nothing
 * Checked by  test/cli/cases_pso.py
 * After       ours
 */
#include "cl/shared/real_functions.h"
