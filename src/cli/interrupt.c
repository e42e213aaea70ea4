#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A handler has no argument of ours, so that it needs a variable of the file. */
static swarm_context *volatile interrupted_context;

static void on_signal(int number)
{
    (void)number;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    swarm_context *context = interrupted_context;
    if (context) {
        swarm_context_cancel(context);
    }
}

static void set_handler(int number, const struct sigaction *action)
{
    struct sigaction before;
    /* A signal that the parent has us ignore, as nohup and shells do for background jobs, stays ignored. */
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(number, action, NULL);
    }
}

void cli_interrupt_install(swarm_context *context)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    interrupted_context = context;
    set_handler(SIGINT, &action);
    set_handler(SIGTERM, &action);
}

void cli_interrupt_remove(void)
{
    interrupted_context = NULL;
}
