/* ranks.h - the program as one of several processes, started by mpirun or srun, that search together. All ranks run the
 * same command line. The first, rank 0, prints and writes files like a single process; the others print only their own
 * errors. Every rank calls cli_ranks_agree() before each run, and once more at its end, after failures, too: so no rank
 * waits for one that has given up. A transport connects ranks: mpi.c, or none.c in a program built without
 * MPI. */
#ifndef SWARMCL_CLI_RANKS_H
#define SWARMCL_CLI_RANKS_H

#include "cli/options.h"

/* Joins the other ranks if a launcher has started this process as one, and tells the console's context. */
enum swarm_status cli_ranks_begin(struct cli_console *console);

/* Refuses commands and inputs that several ranks cannot have, such as the standard input. Prints errors. Warns if
 * several processes were started that do not know of each other. */
enum swarm_status cli_ranks_check(const struct cli_console *console, const struct cli_arguments *arguments);

/* Gives this rank its part of the devices in the parameters. Prints errors. */
enum swarm_status cli_ranks_share_devices(const struct cli_console *console, const struct cli_arguments *arguments,
                                          swarm_params *params);

/* Tells all ranks this one's status and returns that of all: `status` if it is a failure, else the failure of the first
 * rank that has one. Other ranks print their lines that the first has not printed. Ends the program if ranks cannot be
 * reached. */
enum swarm_status cli_ranks_agree(struct cli_console *console, enum swarm_status status);

/* Agrees for the last time and leaves; the last call, even if cli_ranks_begin() failed. */
enum swarm_status cli_ranks_end(struct cli_console *console, enum swarm_status status);

/* Bytes for the name of a transport. */
enum { CLI_TRANSPORT_NAME = 64 };

struct cli_transport {
    /* "MPI 3.1, Open MPI v4.1.4". */
    void (*name)(char text[CLI_TRANSPORT_NAME]);
    /* Fills `shared`, `node_rank`, `node_rank_count` and `transport`. Prints errors. */
    enum swarm_status (*open)(struct cli_ranks *ranks);
    /* Frees everything. Collective. */
    void (*close)(struct cli_ranks *ranks);
    /* Ends all ranks at once, this one included. */
    void (*abort)(int exit_code);
};

/* NULL in a program built without MPI. */
extern const struct cli_transport *const cli_transport;

#endif
