/* ranks_none.c - a program that was built without MPI. */
#include "ranks.h"

const struct cli_transport *const cli_transport = NULL;
