/* bound.h - a lower bound for all scores, which the problem raises on a thread beside the search.
 *
 * It changes no solution. It ends the run as soon as the best so far is as good as asked.
 */
#ifndef SWARMCL_RUN_BOUND_H
#define SWARMCL_RUN_BOUND_H

#include "base/worker.h"
#include "search/search.h"

struct run_bound {
    struct base_env env; /* of the thread; cancelled when the search is over */
    const struct search *search;
    struct base_worker *worker; /* NULL: there is no bound */
    double begun, deadline;     /* seconds; the deadline is the problem's for its work */
    double share;               /* of the time since `begun` that the work may take; INFINITY: all of it */
    double waited;              /* seconds of that time without work */
    pthread_mutex_t lock;       /* of the scores */
    int64_t best;               /* of the search; INT64_MAX: none */
    int64_t proven;             /* no score is less; INT64_MIN: nothing is proven */
    int64_t enough;             /* the worst score that ends the run */
};

/* Makes a bound that has no thread yet; release it with run_bound_deinit(). */
void run_bound_init(struct run_bound *bound, const struct search *search);
void run_bound_deinit(struct run_bound *bound);

/* Begins the bound of a run that asks for one: beside a GPU it may take all time of a thread, elsewhere a share of the
 * processors' time. Warns where there is no time for it. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status run_bound_begin(struct run_bound *bound);

/* Ends the thread after the search: without a time limit that has passed it may go on for a moment. Fails never: a
 * bound that lacks memory is a warning. Without a bound it does nothing. `failed`: the run has no result. */
void run_bound_end(struct run_bound *bound, bool failed);

/* The search has found a solution of this score, or (`again`) gone back to it. */
void run_bound_compare(struct run_bound *bound, int64_t score, bool again);

/* The bound so far as a length for the caller; 0: nothing is proven. */
int64_t run_bound_length(struct run_bound *bound);

/* For the problem: no score is less than `proven`, and `enough` or better ends the run. */
void run_bound_raise(struct run_bound *bound, int64_t proven, int64_t enough);

/* For the problem, between two rounds: waits until the share allows more work. False: the search is over. */
bool run_bound_continues(struct run_bound *bound);

#endif
