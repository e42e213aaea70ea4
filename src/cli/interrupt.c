#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

/* A handler has no argument of ours, so that it needs variables of the file. They are atomic and not just volatile
 * because a driver's thread may be the one that takes the signal. */
static _Atomic(swarm_context *) search; /* what the next signal cancels; NULL: nothing is left to cancel */
static atomic_int spare;                /* signals that do not end the process */
static atomic_int holding;
static atomic_int held; /* the signal that came meanwhile, 0: none */

static void on_signal(int number)
{
    if (atomic_load(&spare) > 0) {
        atomic_store(&spare, 0);
        swarm_context *context = atomic_load(&search);
        if (context) {
            swarm_context_cancel(context);
        }
    } else if (atomic_load(&holding)) {
        atomic_store(&held, number);
    } else {
        signal(number, SIG_DFL);
        raise(number);
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

static void set_handlers(void)
{
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    set_handler(SIGINT, &action);
    set_handler(SIGTERM, &action);
}

void cli_interrupt_install(swarm_context *context)
{
    atomic_store(&search, context);
    atomic_store(&spare, 1);
    set_handlers();
}

void cli_interrupt_remove(void)
{
    atomic_store(&search, NULL);
}

void cli_interrupt_hold(void)
{
    atomic_store(&holding, 1);
    set_handlers();
}

void cli_interrupt_release(void)
{
    atomic_store(&holding, 0);
    int number = atomic_exchange(&held, 0);
    if (number != 0) {
        on_signal(number);
    }
}
