#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* State that the thread which waits for signals shares with the functions below. `lock` guards `search` and `is_first`,
 * and is held while a file is written. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static swarm_context *search; /* context whose work a signal cancels; NULL: no work */
static bool is_first;         /* the next signal is the first, and does not end the process */
static bool keeps;            /* True if the search writes checkpoints (--checkpoint) */
static sigset_t before;       /* signal mask as it was before cli_interrupt_hold() */

/* Bits of the signals of interrupt.h that the program handles. A signal that was ignored when the program started, as
 * under nohup, stays ignored. */
static sigset_t our_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, numbers[i]);
        }
    }
    return set;
}

static const char *line_start(void)
{
    return isatty(STDERR_FILENO) ? "\r\x1b[K" : "";
}

static void raise_unblocked(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

static void end_process(int number)
{
    signal(number, SIG_DFL);
    raise_unblocked(number);
}

static void *wait_for_signals(void *argument)
{
    const sigset_t *set = argument;
    for (;;) {
        int number = 0;
        if (sigwait(set, &number) != 0) {
            return NULL;
        }
        pthread_mutex_lock(&lock);
        const bool writes = number == SIGUSR1 && keeps;
        if (!writes && !is_first && number != SIGHUP && number != SIGXCPU && number != SIGUSR1) {
            end_process(number);
        }
        is_first = is_first && writes;
        if (search) {
            (writes ? swarm_context_checkpoint : swarm_context_cancel)(search);
        }
        pthread_mutex_unlock(&lock);
    }
}

void cli_interrupt_install(swarm_context *context, bool has_checkpoints)
{
    static sigset_t set; /* static because the thread reads the set until the process ends */
    pthread_t thread;
    set = our_signals();
    search = context;
    keeps = has_checkpoints;
    is_first = true;
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (pthread_create(&thread, NULL, wait_for_signals, &set) != 0) {
        pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* without the thread, signals end the process as usual */
        return;
    }
    pthread_detach(thread);
}

void cli_interrupt_remove(void)
{
    pthread_mutex_lock(&lock);
    search = NULL;
    pthread_mutex_unlock(&lock);
}

void cli_interrupt_hold(void)
{
    const sigset_t set = our_signals();
    pthread_sigmask(SIG_BLOCK, &set, &before);
    pthread_mutex_lock(&lock);
}

void cli_interrupt_release(void)
{
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Lines to print after a crash, prepared because a handler may only write them. "": none. */
static char objective_line[1024], driver_line[1024];

static void write_line(const char *line)
{
    const ssize_t written = write(STDERR_FILENO, line, strlen(line));
    (void)written;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction others[CRASHES]; /* handlers of drivers, whose compilers remove temporary files */

/* Writes the lines, then calls the driver's handler, and ends the process by the same signal. */
static void explain_crash(int number)
{
    write_line(objective_line);
    write_line(driver_line);
    for (size_t i = 0; i < CRASHES; ++i) {
        if (crashes[i] == number) {
            sigaction(number, &others[i], NULL);
        }
    }
    raise_unblocked(number);
    end_process(number);
}

/* Installs our handler, replacing handlers that drivers have installed since. */
static void handle_crashes(void)
{
    struct sigaction action = {.sa_handler = explain_crash}, present;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < CRASHES; ++i) {
        if (sigaction(crashes[i], NULL, &present) == 0 && present.sa_handler != explain_crash) {
            others[i] = present;
            sigaction(crashes[i], &action, NULL);
        }
    }
}

void cli_interrupt_objective(const char *path)
{
    snprintf(objective_line, sizeof objective_line,
             "%sswarmcl: %.700s: a bad memory access ends the program; most likely the objective reads or writes "
             "outside of its arrays, such as x[i] with i < 0 or i >= n\n",
             line_start(), path);
    handle_crashes();
}

void cli_interrupt_driver(const char *text)
{
    char line[sizeof driver_line];
    const int length = snprintf(line, sizeof line - 1, "%sswarmcl: crashed while %s", line_start(), text);
    snprintf(line + (length < (int)sizeof line - 2 ? length : (int)sizeof line - 2), 2, "\n");
    for (char *at = line + strlen(line_start()); *at && *at != '\n'; ++at) {
        *at = *at < ' ' || *at > '~' ? '?' : *at; /* a driver's name may contain any bytes */
    }
    driver_line[0] = '\0'; /* a crash during the copy then prints no line */
    memcpy(driver_line + 1, line + 1, sizeof driver_line - 1);
    driver_line[0] = *text ? line[0] : '\0';
    if (*text) {
        handle_crashes();
    }
}
