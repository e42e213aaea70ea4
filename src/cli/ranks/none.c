/* none.c - the transport of a program built without MPI: there is none. */
#include "ranks.h"

const struct cli_transport *const cli_transport = NULL;
