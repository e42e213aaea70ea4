#define _XOPEN_SOURCE 700 /* for posix_openpt() */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"

extern char **environ;

/* Output of a process so far. */
struct output {
    char *text; /* output so far; NULL after memory has run out */
    size_t size, capacity;
};

/* Reads once. Returns false at the end; reading from a terminal whose other side is closed fails with EIO. */
static bool read_some(int from, struct output *output)
{
    char piece[65536];
    ssize_t got = read(from, piece, sizeof piece);
    if (got < 0 && errno == EINTR) {
        return true;
    }
    if (got <= 0) {
        return false;
    }
    if (output && output->text && output->size + (size_t)got + 1 > output->capacity) {
        output->capacity = 2 * (output->capacity + (size_t)got);
        char *grown = realloc(output->text, output->capacity);
        if (!grown) {
            free(output->text);
        }
        output->text = grown;
    }
    if (output && output->text) {
        memcpy(output->text + output->size, piece, (size_t)got);
        output->size += (size_t)got;
        output->text[output->size] = '\0';
    }
    return true;
}

/* Reads standard output to its end, and the terminal at the same time (-1: none), whose text is dropped. */
static char *read_both(int from, int terminal)
{
    struct output output = {.text = calloc(1, 65536), .capacity = 65536};
    struct pollfd ends[] = {{.fd = from, .events = POLLIN}, {.fd = terminal, .events = POLLIN}};
    for (bool open = true; open;) {
        if (poll(ends, 2, -1) < 0 && errno != EINTR) {
            break;
        }
        if (ends[1].fd >= 0 && ends[1].revents && !read_some(ends[1].fd, NULL)) {
            ends[1].fd = -1;
        }
        if (ends[0].revents) {
            open = read_some(ends[0].fd, &output);
        }
    }
    return output.text;
}

/* Opens a pseudo-terminal: returns the side to read and the name of the other side; -1: failure. */
static int open_terminal(char *name, size_t size)
{
    int leader = posix_openpt(O_RDWR | O_NOCTTY);
    if (leader >= 0 && (grantpt(leader) != 0 || unlockpt(leader) != 0)) {
        close(leader);
        return -1;
    }
    const char *found = leader >= 0 ? ptsname(leader) : NULL;
    snprintf(name, size, "%s", found ? found : "");
    return leader;
}

char *bench_process_run(const char *const argv[], bool terminal)
{
    int ends[2], state = 0, leader = -1;
    char follower[256];
    pid_t child = 0, ended = 0;
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0) {
        return NULL;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (terminal) {
        leader = open_terminal(follower, sizeof follower);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, follower, O_RDWR | O_NOCTTY, 0);
    }
    int code =
        terminal && leader < 0 ? ENOTTY : posix_spawn(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char *text = code == 0 ? read_both(ends[0], leader) : NULL;
    close(ends[0]);
    if (leader >= 0) {
        close(leader);
    }
    if (code != 0) {
        bench_note("%s: %s", argv[0], strerror(code));
        return NULL;
    }
    do {
        ended = waitpid(child, &state, 0);
    } while (ended < 0 && errno == EINTR);
    if (ended != child || !WIFEXITED(state) || WEXITSTATUS(state) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

double bench_process_timing(const char *document, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *timing = strstr(document, "\"timing\":");
    const char *value = timing ? strstr(timing, quoted) : NULL;
    return value ? strtod(value + strlen(quoted), NULL) : -1.0;
}
