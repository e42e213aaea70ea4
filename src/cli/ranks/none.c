/* none.c - replaces mpi.c in a program built without MPI, which has no transport. */
#include "ranks.h"

const struct cli_transport *const cli_transport = NULL;
