/* tick.h - calls of the caller's progress function: at improvements, and every tenth of a second in between, whatever
 * the engine does. */
#ifndef SWARMCL_RUN_TICK_H
#define SWARMCL_RUN_TICK_H

#include "run.h"

/* The lock of callbacks (env.h) guards `last` and `called`. */
struct run_ticker {
    struct run *run;            /* NULL: nothing is reported */
    struct swarm_progress last; /* the latest report, without an answer */
    double called;              /* base_seconds() at the last call */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* of is_over */
    pthread_cond_t ended;
    bool is_over;
};

/* Starts the thread that repeats the latest report. Without a progress function nothing is reported; without a thread
 * only what the engine reports. */
void run_ticker_begin(struct run *run, struct run_ticker *ticker);

/* Ends the thread; no call is under way after it. */
void run_ticker_end(struct run_ticker *ticker);

#endif
