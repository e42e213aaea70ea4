/* ranks.h - the program as one of several processes, started by mpirun or srun, that search together.
 * All ranks run the same command line. The first of them, rank 0, tells what a single process would tell and writes the
 * files; the others say what goes wrong with them and not with it. Every rank comes to cli_ranks_agree() before each
 * run, and once more at its end, whatever has become of it: so no rank waits for one that has given up. How ranks
 * reach each other is a transport: ranks_mpi.c, or ranks_none.c in a program that was built without MPI. */
#ifndef SWARMCL_CLI_RANKS_H
#define SWARMCL_CLI_RANKS_H

#include "options.h"

/* Joins the other ranks, if a launcher has started this process as one, and lets runs of the console's context be those
 * of a rank. */
enum swarm_status cli_ranks_begin(struct cli_console *console);

/* Refuses what several ranks cannot do: commands that take none, the standard input. Prints what is wrong. Warns where
 * several processes were started that do not know of each other. */
enum swarm_status cli_ranks_check(const struct cli_console *console, const struct cli_arguments *arguments);

/* Gives this rank its part of the devices that the parameters name. Prints what is wrong. */
enum swarm_status cli_ranks_share_devices(const struct cli_console *console, const struct cli_arguments *arguments,
                                          swarm_params *params);

/* Tells all ranks how this one fares and returns how all do: `status` where that is a failure, else that of the first
 * rank that has failed. Ranks behind the first print what they have to say and the first has not. Ends the program
 * where the others cannot be reached. */
enum swarm_status cli_ranks_agree(struct cli_console *console, enum swarm_status status);

/* Agrees for the last time and leaves. To be called last, with or without a successful beginning. */
enum swarm_status cli_ranks_end(struct cli_console *console, enum swarm_status status);

/* Bytes that hold the name of a transport. */
enum { CLI_TRANSPORT_NAME = 64 };

struct cli_transport {
    /* "MPI 3.1, Open MPI v4.1.4". */
    void (*name)(char text[CLI_TRANSPORT_NAME]);
    /* Fills `shared`, `node_rank`, `node_rank_count` and `transport`. Prints what is wrong. */
    enum swarm_status (*open)(struct cli_ranks *ranks);
    /* Receives and drops what send() has sent and nobody has taken, so that no later run does. Collective. 0, or a
     * failure as of the functions of struct swarm_ranks. */
    int (*settle)(struct cli_ranks *ranks);
    /* Frees everything. Collective. */
    void (*close)(struct cli_ranks *ranks);
    /* Ends all ranks at once, this one too. */
    void (*abort)(int exit_code);
};

/* NULL in a program that was built without. */
extern const struct cli_transport *const cli_transport;

#endif
