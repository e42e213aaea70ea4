/* tick.h - calls of the caller's progress function: at improvements, and every tenth of a second in between, whatever
 * the engine does. */
#ifndef SWARMCL_RUN_TICK_H
#define SWARMCL_RUN_TICK_H

#include "bound.h"

/* The lock of callbacks (env.h) guards `last` and `called`. */
struct run_ticker {
    struct run_bound *bound;
    const struct search *search; /* NULL: nothing is reported */
    struct swarm_progress last;  /* the latest report, without a solution */
    double called;               /* base_seconds() at the last call */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; /* of is_over */
    pthread_cond_t ended;
    bool is_over;
};

/* Starts the thread that repeats the latest report. Without a progress function nothing is reported; without a thread
 * only what the engine reports. */
void run_ticker_begin(struct run_ticker *ticker, const struct search *search, struct run_bound *bound);

/* Calls the progress function after an improvement or a while without one. `search` has the solution. */
void run_ticker_report(struct run_ticker *ticker, const struct search *search, uint64_t iteration, bool improved);

/* Ends the thread; no call is under way after it. */
void run_ticker_end(struct run_ticker *ticker);

#endif
