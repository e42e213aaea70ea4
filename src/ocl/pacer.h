/* pacer.h - keeps launches short and the queue shallow, so that time limits, signals and display watchdogs hold.
 *
 * Callers count work in units (steps of ants, moves of coordinates), and the pacer learns from completed stretches how
 * many seconds a unit takes. It learns this separately for each kind of work, because a unit of local search does not
 * take as long as a step of construction: a launch planned from the time of a different kind once took 3 s. At most two
 * stretches of about `launch_seconds`, and the work queued after them, are in the queue. Pacing does not change
 * results. */
#ifndef SWARMCL_OCL_PACER_H
#define SWARMCL_OCL_PACER_H

#include "ocl/session.h"

enum { PACER_POINTS = 2, PACER_KINDS = 3 };

/* A marker in the queue, with the work that was queued before it. */
struct pacer_point {
    cl_event event;
    double units[PACER_KINDS]; /* work queued between the previous point and this point */
    uint64_t mark;             /* the caller's number for all work up to this point */
};

struct ocl_pacer {
    struct ocl_session *session; /* borrowed session that runs the work */
    double launch_seconds;
    double deadline; /* base_seconds() at which work should end; INFINITY: no limit */
    double seconds_per_unit[PACER_KINDS];
    bool is_learnt[PACER_KINDS];    /* True if seconds_per_unit of the kind was measured, not assumed */
    double open_units[PACER_KINDS]; /* units of work queued since the last point, by kind */
    size_t kind;                    /* kind of the work to be queued next; set by the caller */
    struct base_patience patience;  /* how long past the deadline the current work may take */
    double unread_seconds;          /* expected seconds of work since the caller read results; the caller sets 0 */
    double last_done;               /* base_seconds() when the device last started new work; an estimate */
    size_t count;
    struct pacer_point points[PACER_POINTS];
    uint64_t done_mark; /* `mark` of the last point whose work is complete */
};

/* Starts with an assumed cost per unit that is too high for any device, so the first launches are short. */
void ocl_pacer_init(struct ocl_pacer *pacer, struct ocl_session *session, double launch_seconds, double deadline);

/* Number of units of the current kind that fill one launch. */
double ocl_pacer_launch_units(const struct ocl_pacer *pacer);

/* True if `seconds` of work are enough for one launch. */
bool ocl_pacer_is_due(const struct ocl_pacer *pacer, double seconds);

/* Records that `units` were queued. If they fill a launch, sets a point, which may wait for an older point. */
enum swarm_status ocl_pacer_add(struct ocl_pacer *pacer, double units, bool *interrupted);

/* Sets a point in the queue. When all work before it is complete, `mark` becomes done_mark. */
enum swarm_status ocl_pacer_point(struct ocl_pacer *pacer, uint64_t mark, bool *interrupted);

/* Waits until all work before the points is complete. */
enum swarm_status ocl_pacer_drain(struct ocl_pacer *pacer);

/* The next budget, up to `most`, after work with `budget` that took `seconds` instead of `wanted`. */
static inline uint32_t ocl_budget_after(uint32_t budget, double seconds, double wanted, uint32_t most)
{
    return seconds < 0.5 * wanted && budget < most ? 2 * budget
           : seconds > 2.0 * wanted && budget > 1  ? budget / 2
                                                   : budget;
}

#endif
