/* ranks.h - the program as one of several processes (ranks) that mpirun or srun has started to search together. All
 * have the same command line. Rank 0 prints and writes files like a single process; the others print only an error
 * that ends all. Every rank calls cli_ranks_agree() before each run and at its end, even after a failure, so that no
 * rank waits for one that has failed. A transport connects ranks: mpi.c, or none.c in a program built without MPI. */
#ifndef SWARMCL_CLI_RANKS_H
#define SWARMCL_CLI_RANKS_H

#include "cli/options.h"

/* Joins the other ranks if a launcher has started this process as one of several, and passes them to the context. */
enum swarm_status cli_ranks_begin(struct cli_console *console);

/* Refuses commands and inputs that do not work with several ranks, such as the standard input. Prints errors. Warns
 * if the launcher has started several processes that are not connected. */
enum swarm_status cli_ranks_check(const struct cli_console *console, const struct cli_arguments *arguments);

/* Sets --device to the devices of this rank. Prints errors. */
enum swarm_status cli_ranks_share_devices(const struct cli_console *console, const struct cli_arguments *arguments,
                                          swarm_params *params);

/* Exchanges the ranks' statuses. Returns `status` if it is a failure, otherwise the status of the lowest rank that
 * failed. That rank prints its errors, unless rank 0 has already done so. Ends the program if the other ranks cannot be
 * reached. */
enum swarm_status cli_ranks_agree(struct cli_console *console, enum swarm_status status);

/* Agrees for the last time and disconnects. Call it even if cli_ranks_begin() has failed. */
enum swarm_status cli_ranks_end(struct cli_console *console, enum swarm_status status);

/* Bytes for the name of a transport. */
enum { CLI_TRANSPORT_NAME = 64 };

struct cli_transport {
    /* Writes name and version, such as "MPI 3.1, Open MPI v4.1.4". */
    void (*name)(char text[CLI_TRANSPORT_NAME]);
    /* Fills `shared`, `node_rank`, `node_rank_count` and `transport`. Prints errors. */
    enum swarm_status (*open)(struct cli_ranks *ranks);
    /* Frees everything. Every rank must call it. */
    void (*close)(struct cli_ranks *ranks);
    /* Ends all ranks at once, this one included. */
    void (*abort)(int exit_code);
};

/* The transport of this program; NULL if it was built without MPI. */
extern const struct cli_transport *const cli_transport;

#endif
