#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/interrupt.h"

/* Launchers, and the environment variables that they set for the processes that they start. */
static const struct {
    const char *launcher;
    const char *joined;       /* variable that is set if the processes are connected; NULL: they never are */
    const char *count, *rank; /* variables with the number of processes and the number of this one; NULL: not set */
} launchers[] = {
    {"mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"}, /* Open MPI */
    {"prte", "PMIX_RANK", NULL, NULL},                                                  /* PRRTE, or srun --mpi=pmix */
    {"mpirun", "PMI_RANK", "PMI_SIZE", "PMI_RANK"}, /* MPICH, Intel MPI, Cray, srun --mpi=pmi2 */
    {"srun", NULL, "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};
enum { LAUNCHER_COUNT = sizeof launchers / sizeof launchers[0] };

enum swarm_status cli_ranks_begin(struct cli_console *console)
{
    struct cli_ranks *ranks = &console->ranks;
    size_t i = 0;
    while (i < LAUNCHER_COUNT && !(launchers[i].joined && getenv(launchers[i].joined))) {
        ++i;
    }
    if (i == LAUNCHER_COUNT) {
        return SWARM_OK;
    }
    if (!cli_transport) {
        cli_error("this process is one of several ranks, but the program was built without MPI: build it with "
                  "-Dmpi=enabled");
        return SWARM_ERROR_UNSUPPORTED;
    }
    /* The transport's threads inherit the blocked signals, so a signal always reaches our thread. */
    cli_interrupt_hold();
    enum swarm_status status = cli_transport->open(ranks);
    cli_interrupt_release();
    if (status == SWARM_OK && ranks->shared.count > 1) {
        swarm_context_set_ranks(console->context, &ranks->shared);
        cli_messages_of_rank(ranks);
        if (!isatty(STDERR_FILENO)) { /* whole lines of ranks do not mix, unlike live lines */
            setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
        }
    }
    return status;
}

/* Warns, in the first process, if a launcher has started several processes that are not connected: they would write
 * the same files. */
static void warn_unconnected(const struct cli_console *console)
{
    size_t i = 0;
    const char *count = NULL, *rank = NULL;
    while (i < LAUNCHER_COUNT
           && !(launchers[i].count && (count = getenv(launchers[i].count)) && strtol(count, NULL, 10) > 1)) {
        ++i;
    }
    if (i < LAUNCHER_COUNT && (rank = getenv(launchers[i].rank)) && strtol(rank, NULL, 10) == 0) {
        cli_warn(console,
                 "%s has started %s processes, but they are not connected: each searches separately and writes the "
                 "same files; use the launcher that belongs to the MPI of the program (swarmcl --version)",
                 launchers[i].launcher, count);
    }
}

enum swarm_status cli_ranks_check(const struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    const uint32_t count = console->ranks.shared.count;
    if (count <= 1) {
        if (command->ranks == CLI_RANKS_TOGETHER) {
            warn_unconnected(console);
        }
        return SWARM_OK;
    }
    if (command->ranks == CLI_RANKS_REFUSED) {
        return cli_usage_error(command, "%s needs a single process, but %u ranks were started", command->name, count);
    }
    if (cli_arguments_stdin_readers(arguments) > 0) {
        return cli_usage_error(command, "'-' is the standard input, which only one of %u ranks can read: name a file",
                               count);
    }
    return SWARM_OK;
}

enum { DEVICES_MOST = 1024 };

/* Replaces the first device in the list by all devices of its type. */
static enum swarm_status find_others(const struct cli_console *console, const char *platform, size_t *indices,
                                     size_t *count)
{
    const struct swarm_device *devices = NULL;
    char selector[64];
    size_t found = 0;
    enum swarm_status status = swarm_device_list(console->context, &devices, &found);
    if (status != SWARM_OK || devices[indices[0]].type == SWARM_DEVICE_OTHER) {
        return status;
    }
    const char *word = swarm_device_type_name(devices[indices[0]].type);
    for (*count = 0; *count < DEVICES_MOST; ++*count) {
        snprintf(selector, sizeof selector, "%s:%zu", word, *count);
        if (swarm_device_find(console->context, platform, selector, &indices[*count], 1, &found) != SWARM_OK) {
            break;
        }
    }
    return SWARM_OK;
}

/* Assigns devices to the ranks of a machine: one device of the requested type to each rank in turn; a list in the
 * same manner or, if it has more devices than there are ranks, several consecutive devices to each rank. */
enum swarm_status cli_ranks_share_devices(const struct cli_console *console, const struct cli_arguments *arguments,
                                          swarm_params *params)
{
    static const char *const types[] = {"", "auto", "gpu", "cpu", "accelerator", "acc"};
    enum { TYPE_COUNT = sizeof types / sizeof types[0], AUTOMATIC_COUNT = 2 /* words that mean `auto` */ };
    const struct cli_ranks *ranks = &console->ranks;
    const char *device = cli_parameter(params, CLI_DEVICE), *platform = cli_parameter(params, CLI_PLATFORM);
    const size_t rank = ranks->node_rank, rank_count = ranks->node_rank_count;
    struct cli_buffer text = {.bytes = NULL};
    size_t indices[DEVICES_MOST], count = 0, type = 0;
    enum swarm_status status = SWARM_OK;
    if (rank_count <= 1 || cli_without_device(params)) {
        return SWARM_OK; /* the only rank on a machine chooses like a single process */
    }
    while (type < TYPE_COUNT && strcasecmp(device, types[type]) != 0) {
        ++type;
    }
    const bool of_type = type < TYPE_COUNT;
    status = swarm_device_find(console->context, platform, device, indices, DEVICES_MOST, &count);
    if (status == SWARM_ERROR_NO_DEVICE && of_type && type < AUTOMATIC_COUNT && !platform) {
        return SWARM_OK; /* the host computes */
    }
    TRY_OR(done, status);
    TRY_OR(done, of_type ? find_others(console, platform, indices, &count) : SWARM_OK);
    count = count < DEVICES_MOST ? count : DEVICES_MOST;
    const bool parts = !of_type && count > rank_count;
    const size_t first = parts ? rank * count / rank_count : rank % count;
    const size_t end = parts ? (rank + 1) * count / rank_count : first + 1;
    for (size_t i = first; i < end; ++i) {
        cli_buffer_format(&text, "%s%zu", i > first ? "," : "", indices[i]);
    }
    cli_buffer_put(&text, "", 1);
    TRY_OR(done, text.failed ? SWARM_ERROR_OUT_OF_MEMORY
                             : swarm_params_set(console->context, params, cli_option_name(CLI_DEVICE), text.bytes));
    if (console->verbose) {
        fprintf(stderr, "rank %u of %u, %zu of %zu on its machine: --device %s\n", ranks->shared.rank,
                ranks->shared.count, rank, rank_count, text.bytes);
    }
done:
    cli_buffer_deinit(&text);
    return cli_checked_run(console, arguments, status);
}

/* Prints this rank's errors and warnings with the number of the rank. */
static void print_own(struct cli_ranks *ranks)
{
    static const char program[] = "swarmcl: ";
    cli_buffer_put(&ranks->messages, "", 1);
    for (char *line = ranks->messages.failed ? NULL : ranks->messages.bytes, *end; line && (end = strchr(line, '\n'));
         line = end + 1) {
        struct cli_buffer plain = {.bytes = NULL}; /* printed in one piece, because ranks share the terminal */
        *end = '\0';
        cli_buffer_plain(&plain, line + (strncmp(line, program, strlen(program)) == 0 ? strlen(program) : 0));
        fprintf(stderr, "swarmcl: rank %u: %.*s\n", ranks->shared.rank, (int)plain.size, plain.bytes);
        cli_buffer_deinit(&plain);
    }
}

/* Ends all ranks, because the others would wait forever for this one's message. */
static enum swarm_status give_up(struct cli_console *console, enum swarm_status status)
{
    struct cli_ranks *ranks = &console->ranks;
    if (ranks->shared.rank > 0) {
        print_own(ranks);
    }
    fprintf(stderr, "swarmcl: rank %u: the other ranks cannot be reached: %s\n", ranks->shared.rank,
            *ranks->failure ? ranks->failure : swarm_context_error(NULL));
    cli_transport->abort((int)cli_exit_code(status != SWARM_OK ? status : SWARM_ERROR_IO));
    return SWARM_ERROR_IO;
}

enum swarm_status cli_ranks_agree(struct cli_console *console, enum swarm_status status)
{
    struct cli_ranks *ranks = &console->ranks;
    const struct swarm_ranks *shared = &ranks->shared;
    const int32_t own = status;
    if (shared->count <= 1 || ranks->ended) {
        return status;
    }
    int32_t *all = calloc(shared->count, sizeof *all);
    if (ranks->broken || !all || shared->gather(shared->user, &own, sizeof own, all) != 0) {
        free(all);
        return give_up(console, status);
    }
    uint32_t failed = 0;
    while (failed < shared->count && all[failed] == SWARM_OK) {
        ++failed;
    }
    if (failed < shared->count) {
        status = status == SWARM_OK ? (enum swarm_status)all[failed] : status;
        if (failed > 0 && failed == shared->rank) {
            print_own(ranks);
        }
    }
    free(all);
    cli_buffer_deinit(&ranks->messages);
    ranks->ended = status != SWARM_OK;
    return status;
}

enum swarm_status cli_ranks_end(struct cli_console *console, enum swarm_status status)
{
    struct cli_ranks *ranks = &console->ranks;
    status = cli_ranks_agree(console, status);
    cli_messages_of_rank(NULL);
    cli_buffer_deinit(&ranks->messages);
    if (ranks->transport) {
        cli_transport->close(ranks);
    }
    return status;
}
