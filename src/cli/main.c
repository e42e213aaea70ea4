/* main.c - the program: its commands, its streams and its exit code. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/commands.h"
#include "cli/help/help.h"
#include "cli/interrupt.h"
#include "cli/ranks/ranks.h"

static enum swarm_status run_command(struct cli_console *console, const struct cli_command *command, int argc,
                                     char **argv)
{
    struct cli_arguments arguments;
    enum swarm_status status = SWARM_OK;
    cli_arguments_init(&arguments, command);
    TRY_OR(done, command->ranks != CLI_RANKS_APART ? cli_ranks_begin(console) : SWARM_OK);
    const bool first = console->ranks.shared.rank == 0;
    TRY_OR(done, cli_arguments_parse(&arguments, console, argc, argv));
    if (!arguments.help) {
        console->silent = cli_has(&arguments, CLI_QUIET);
        console->quiet = console->silent || !first;
        console->verbose = cli_has(&arguments, CLI_VERBOSE);
        console->json = cli_has(&arguments, CLI_JSON) && first;
        if (cli_has(&arguments, CLI_LOG_TIME)) {
            cli_messages_with_time();
        }
        TRY_OR(done, cli_ranks_check(console, &arguments));
        if (command->ranks != CLI_RANKS_APART) {
            cli_interrupt_install(console->context, cli_has(&arguments, CLI_CHECKPOINT));
        }
        TRY_OR(done, command->run(console, &arguments));
    } else if (first) {
        cli_help_command(&arguments);
    }
done:
    cli_interrupt_remove();
    cli_arguments_deinit(&arguments);
    return status;
}

static void offer_commands(struct cli_guess *guess)
{
    for (size_t i = 0; cli_commands[i]; ++i) {
        cli_guess_offer(guess, cli_commands[i]->name);
    }
}

static enum swarm_status run_help(struct cli_console *console, int argc, char **argv)
{
    if (argc < 2) {
        cli_help_program(stdout);
        return SWARM_OK;
    }
    int used = 0;
    const struct cli_command *command = cli_command_find(argc - 1, argv + 1, &used);
    const struct cli_topic *topic = cli_topics;
    while (topic->name && strcmp(topic->name, argv[1]) != 0) {
        ++topic;
    }
    char option[] = "--help", text[CLI_GUESS_TEXT];
    if (!command && !topic->name) {
        struct cli_guess guess = {.word = argv[1]};
        offer_commands(&guess);
        for (topic = cli_topics; topic->name; ++topic) {
            cli_guess_offer(&guess, topic->name);
        }
        return cli_usage_error(NULL, "there is no help for '%s'%s", argv[1], cli_guess_text(&guess, "", text));
    }
    used = command ? used : 1;
    char *more = argc > used + 1 ? argv[used + 1] : NULL;
    if (more && (!command || argc > used + 2 || strcmp(more, "all") != 0)) {
        return cli_usage_error(NULL, "unexpected operand '%s': swarmcl help [WORD], swarmcl help COMMAND all", more);
    }
    enum swarm_status status =
        command ? run_command(console, command, 2 + !!more, (char *[]){argv[used], option, more, NULL}) : SWARM_OK;
    if (topic->name && used == 1 && status == SWARM_OK) {
        fputs(command ? "\n" : "", stdout);
        cli_help_topic(&cli_text_printer, topic);
    }
    return status;
}

static enum swarm_status run_program(struct cli_console *console, int argc, char **argv)
{
    if (argc < 2) {
        cli_help_program(stderr);
        return SWARM_ERROR_INVALID_ARGUMENT;
    }
    const char *name = argv[1];
    int used = 0;
    const struct cli_command *command = cli_command_find(argc - 1, argv + 1, &used);
    if (command) {
        return run_command(console, command, argc - used, argv + used);
    }
    if (strcmp(name, "help") == 0) {
        return run_help(console, argc - 1, argv + 1);
    }
    if (strcmp(name, "__complete") == 0) {
        return cli_complete(argc - 2, argv + 2);
    }
    bool version = strcmp(name, "--version") == 0;
    if (!version && strcmp(name, "--help") != 0 && strcmp(name, "-h") != 0) {
        struct cli_guess guess = {.word = name};
        char text[CLI_GUESS_TEXT];
        offer_commands(&guess);
        return cli_usage_error(NULL, "unknown command '%s'%s", name, cli_guess_text(&guess, "", text));
    }
    if (argc > 2) {
        return cli_usage_error(NULL, "unexpected operand '%s' after %s", argv[2], name);
    }
    if (!version) {
        cli_help_program(stdout);
        return SWARM_OK;
    }
    printf("swarmcl %s\n", swarm_version());
    if (cli_transport) {
        char transport[CLI_TRANSPORT_NAME];
        cli_transport->name(transport);
        puts(transport);
    }
    return SWARM_OK;
}

/* Opens closed standard streams so that their use fails. Otherwise the next file to be opened would get the number of a
 * closed stream, and the stream's text. */
static void occupy_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            int taken = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)taken; /* open() takes the lowest free number, which is `stream` */
        }
    }
}

int main(int argc, char **argv)
{
    struct cli_console console = {.context = NULL};
    enum swarm_status status = swarm_context_create(&console.context); /* first: --time counts from here */
    if (status != SWARM_OK) {
        cli_fail_memory();
        return cli_exit_code(status);
    }
    occupy_streams();
    signal(SIGPIPE, SIG_IGN); /* makes writing to a closed pipe fail instead of ending the process */
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* makes writing beyond `ulimit -f` fail instead of ending the process */
#endif
    swarm_context_set_spelling(console.context, SWARM_SPELLING_OPTIONS);
    swarm_context_set_log(console.context, cli_log, &console);
    status = run_program(&console, argc, argv);
    const bool hangs = swarm_context_hangs(console.context);
    swarm_context_destroy(&console.context);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == SWARM_OK) {
        cli_fail_stdout(errno);
        status = SWARM_ERROR_IO;
    }
    status = cli_ranks_end(&console, status);
    const enum cli_exit code = status == SWARM_OK && console.incomplete ? CLI_EXIT_INCOMPLETE : cli_exit_code(status);
    if (hangs) { /* exit() would let the driver wait for its threads, or unload the code that they run */
        fflush(stderr);
        _exit(code);
    }
    return code;
}
