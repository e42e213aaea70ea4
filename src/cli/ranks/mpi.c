/* mpi.c - MPI between ranks, with calls of MPI 3.0 (2012). */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "ranks.h"

/* Bytes of one call: MPI counts in int. */
#ifndef CLI_RANKS_PIECE
#define CLI_RANKS_PIECE (1 << 30)
#endif

/* Messages to another rank. Sends are synchronous, and each rank has at most one under way and one that waits: so
 * messages cannot pile up at a rank that receives seldom. */
struct outbox {
    unsigned char *sent, *next; /* [size] each, owned; NULL before the first message */
    MPI_Request request;        /* of `sent`; MPI_REQUEST_NULL: nothing is under way */
    bool waits;                 /* `next` holds a later message */
    int posted, taken;          /* messages sent and received since the last settlement */
};

struct transport {
    MPI_Comm world; /* our own, so that other messages do not mix with ours */
    struct cli_ranks *ranks;
    struct outbox *outboxes; /* [count], owned */
    int *sums;               /* [2][count], scratch of the settlement, owned */
    size_t size;             /* of the messages of a run; 0: none was sent */
};

static int rank_count(const struct transport *transport)
{
    return (int)transport->ranks->shared.count;
}

/* Keeps the words for the first failure; returns the code. */
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

/* Gathers one rank's part after the other, in pieces: for sizes beyond one call. */
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

/* Sends the waiting message if nothing is under way. */
static int post(struct transport *transport, int to)
{
    struct outbox *box = &transport->outboxes[to];
    int arrived = 1;
    int code = MPI_Test(&box->request, &arrived, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && arrived && box->waits) {
        unsigned char *sent = box->sent;
        box->sent = box->next;
        box->next = sent;
        box->waits = false;
        ++box->posted;
        code = MPI_Issend(box->sent, (int)transport->size, MPI_BYTE, to, 0, transport->world, &box->request);
    }
    return code;
}

static int send_message(void *user, uint32_t to, const void *data, size_t size)
{
    struct transport *transport = user;
    struct outbox *box = &transport->outboxes[to];
    if (size > INT_MAX || (transport->size != 0 && transport->size != size)) {
        return checked(transport, MPI_ERR_COUNT);
    }
    if (!box->next) {
        box->sent = malloc(size);
        box->next = malloc(size);
        if (!box->sent || !box->next) {
            return checked(transport, MPI_ERR_NO_MEM);
        }
    }
    transport->size = size;
    memcpy(box->next, data, size);
    box->waits = true;
    return checked(transport, post(transport, (int)to));
}

static int receive_message(void *user, uint32_t from, void *data, size_t size, bool *got)
{
    struct transport *transport = user;
    int waiting = 0, code = MPI_SUCCESS;
    *got = false;
    for (int to = 0; to < rank_count(transport) && code == MPI_SUCCESS; ++to) {
        code = post(transport, to);
    }
    while (code == MPI_SUCCESS
           && (code = MPI_Iprobe((int)from, 0, transport->world, &waiting, MPI_STATUS_IGNORE)) == MPI_SUCCESS
           && waiting) {
        code = MPI_Recv(data, (int)size, MPI_BYTE, (int)from, 0, transport->world, MPI_STATUS_IGNORE);
        *got = true;
        ++transport->outboxes[from].taken;
    }
    return checked(transport, code);
}

/* Each rank tells every other rank the number of messages that it has sent there. The receiver takes the messages that
 * are left, so that their senders are free. */
static int settle(struct cli_ranks *ranks)
{
    struct transport *transport = ranks->transport;
    const int count = rank_count(transport);
    int *posted = transport->sums, *coming = transport->sums + count;
    for (int to = 0; to < count; ++to) {
        posted[to] = transport->outboxes[to].posted;
    }
    int code = MPI_Alltoall(posted, 1, MPI_INT, coming, 1, MPI_INT, transport->world);
    for (int from = 0; from < count && code == MPI_SUCCESS; ++from) {
        for (int left = coming[from] - transport->outboxes[from].taken; left > 0 && code == MPI_SUCCESS; --left) {
            MPI_Status status;
            int size = 0;
            void *dropped = NULL;
            code = MPI_Probe(from, 0, transport->world, &status);
            code = code == MPI_SUCCESS ? MPI_Get_count(&status, MPI_BYTE, &size) : code;
            if (code == MPI_SUCCESS && !(dropped = malloc((size_t)size + 1))) {
                code = MPI_ERR_NO_MEM;
            }
            code = code == MPI_SUCCESS ? MPI_Recv(dropped, size, MPI_BYTE, from, 0, transport->world, MPI_STATUS_IGNORE)
                                       : code;
            free(dropped);
        }
    }
    for (int to = 0; to < count && code == MPI_SUCCESS; ++to) {
        struct outbox *box = &transport->outboxes[to];
        code = MPI_Wait(&box->request, MPI_STATUS_IGNORE);
        free(box->sent);
        free(box->next);
        *box = (struct outbox){.request = MPI_REQUEST_NULL};
    }
    transport->size = 0;
    return checked(transport, code);
}

static void name(char text[CLI_TRANSPORT_NAME])
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0, major = 0, minor = 0;
    MPI_Get_version(&major, &minor);
    MPI_Get_library_version(library, &length);
    /* Open MPI adds its packager and date behind a comma, MPICH its configuration on further lines and a tab before its
     * number. */
    for (char *tab = library; (tab = strchr(tab, '\t'));) {
        *tab = ' ';
    }
    const int words = (int)strcspn(library, ",\n");
    snprintf(text, CLI_TRANSPORT_NAME, "MPI %d.%d, %.*s", major, minor, words < 40 ? words : 40, library);
}

/* MPI itself ends the program if it cannot begin. Ranks of a node share its memory, and so its devices. */
static enum swarm_status open_mpi(struct cli_ranks *ranks)
{
    int provided = MPI_THREAD_SINGLE, rank = 0, count = 1, node_rank = 0, node_count = 1;
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &node_rank);
    MPI_Comm_size(node, &node_count);
    MPI_Comm_free(&node);
    struct transport *transport = calloc(1, sizeof *transport);
    struct outbox *outboxes = calloc((size_t)count, sizeof *outboxes);
    int *sums = calloc(2 * (size_t)count, sizeof *sums);
    if (!transport || !outboxes || !sums) {
        cli_fail_memory();
        MPI_Abort(MPI_COMM_WORLD, CLI_EXIT_MEMORY);
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    for (int to = 0; to < count; ++to) {
        outboxes[to].request = MPI_REQUEST_NULL;
    }
    *transport = (struct transport){.ranks = ranks, .outboxes = outboxes, .sums = sums};
    MPI_Comm_dup(MPI_COMM_WORLD, &transport->world);
    MPI_Comm_set_errhandler(transport->world, MPI_ERRORS_RETURN);
    ranks->transport = transport;
    ranks->node_rank = (uint32_t)node_rank;
    ranks->node_rank_count = (uint32_t)node_count;
    ranks->shared =
        (struct swarm_ranks){.user = transport, .rank = (uint32_t)rank, .count = (uint32_t)count, .gather = gather};
    if (provided >= MPI_THREAD_SERIALIZED) { /* islands that do not wait use threads of their own */
        ranks->shared.send = send_message;
        ranks->shared.receive = receive_message;
    }
    return SWARM_OK;
}

static void close_mpi(struct cli_ranks *ranks)
{
    struct transport *transport = ranks->transport;
    MPI_Comm_free(&transport->world);
    MPI_Finalize();
    free(transport->outboxes);
    free(transport->sums);
    free(transport);
    ranks->transport = NULL;
}

static void abort_mpi(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

static const struct cli_transport mpi = {
    .name = name, .open = open_mpi, .settle = settle, .close = close_mpi, .abort = abort_mpi};
const struct cli_transport *const cli_transport = &mpi;
