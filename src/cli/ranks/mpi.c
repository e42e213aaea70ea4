/* mpi.c - a transport by MPI, with calls of MPI 3.0 (2012). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "ranks.h"

/* Maximum number of bytes of one call, because MPI counts in int. */
#ifndef CLI_RANKS_PIECE
#define CLI_RANKS_PIECE (1 << 30)
#endif

struct transport {
    MPI_Comm world; /* duplicate of MPI_COMM_WORLD, so that messages of other code do not mix with ours */
    struct cli_ranks *ranks;
};

static int rank_count(const struct transport *transport)
{
    return (int)transport->ranks->shared.count;
}

/* Keeps the message of the first failure; returns the code. */
static int checked(struct transport *transport, int code)
{
    struct cli_ranks *ranks = transport->ranks;
    if (code != MPI_SUCCESS && !ranks->broken) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(code, text, &length);
        snprintf(ranks->failure, sizeof ranks->failure, "%.*s", (int)sizeof ranks->failure - 1, text);
        ranks->broken = true;
    }
    return code;
}

/* Gathers data that is too large for one call: one rank's data after the other, in pieces. */
static int gather_pieces(const struct transport *transport, const void *own, size_t size, unsigned char *all)
{
    int code = MPI_SUCCESS;
    memcpy(all + transport->ranks->shared.rank * size, own, size);
    for (int rank = 0; rank < rank_count(transport); ++rank) {
        for (size_t done = 0; done < size && code == MPI_SUCCESS; done += CLI_RANKS_PIECE) {
            const size_t left = size - done;
            const int piece = left < CLI_RANKS_PIECE ? (int)left : CLI_RANKS_PIECE;
            code = MPI_Bcast(all + (size_t)rank * size + done, piece, MPI_BYTE, rank, transport->world);
        }
    }
    return code;
}

static int gather(void *user, const void *own, size_t size, void *all)
{
    struct transport *transport = user;
    if (size > CLI_RANKS_PIECE / (size_t)rank_count(transport)) {
        return checked(transport, gather_pieces(transport, own, size, all));
    }
    return checked(transport, MPI_Allgather(own, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, transport->world));
}

static void name(char text[CLI_TRANSPORT_NAME])
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0, major = 0, minor = 0;
    MPI_Get_version(&major, &minor);
    MPI_Get_library_version(library, &length);
    /* Open MPI adds its packager and date after a comma; MPICH has a tab before its number, and further lines. */
    for (char *tab = library; (tab = strchr(tab, '\t'));) {
        *tab = ' ';
    }
    const int words = (int)strcspn(library, ",\n");
    snprintf(text, CLI_TRANSPORT_NAME, "MPI %d.%d, %.*s", major, minor, words < 40 ? words : 40, library);
}

/* Starts MPI, which ends the program if it cannot start. Ranks that share memory are on one machine and share its
 * devices. */
static enum swarm_status open_mpi(struct cli_ranks *ranks)
{
    int provided = MPI_THREAD_SINGLE, rank = 0, count = 1, node_rank = 0, node_count = 1;
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided); /* FUNNELED because only the main thread calls MPI */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &node_rank);
    MPI_Comm_size(node, &node_count);
    MPI_Comm_free(&node);
    struct transport *transport = calloc(1, sizeof *transport);
    if (!transport) {
        cli_fail_memory();
        MPI_Abort(MPI_COMM_WORLD, CLI_EXIT_MEMORY);
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    transport->ranks = ranks;
    MPI_Comm_dup(MPI_COMM_WORLD, &transport->world);
    MPI_Comm_set_errhandler(transport->world, MPI_ERRORS_RETURN);
    ranks->transport = transport;
    ranks->node_rank = (uint32_t)node_rank;
    ranks->node_rank_count = (uint32_t)node_count;
    ranks->shared =
        (struct swarm_ranks){.user = transport, .rank = (uint32_t)rank, .count = (uint32_t)count, .gather = gather};
    return SWARM_OK;
}

static void close_mpi(struct cli_ranks *ranks)
{
    struct transport *transport = ranks->transport;
    MPI_Comm_free(&transport->world);
    MPI_Finalize();
    free(transport);
    ranks->transport = NULL;
}

static void abort_mpi(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

static const struct cli_transport mpi = {.name = name, .open = open_mpi, .close = close_mpi, .abort = abort_mpi};
const struct cli_transport *const cli_transport = &mpi;
