/* pacer.h - keeps launches short and the queue shallow, so that time limits, signals and display watchdogs hold.
 *
 * Callers count work in units (steps of ants, moves of coordinates), and the pacer learns from completed stretches how
 * many seconds a unit takes. It learns this separately for each kind of work: the price of a unit of local search says
 * little about a step of construction, and a first launch at the price of another kind once took 3 s. At most two
 * stretches of about `launch_seconds` are queued at any time. Pacing does not change results.
 */
#ifndef SWARMCL_OCL_PACER_H
#define SWARMCL_OCL_PACER_H

#include "ocl/session.h"

enum { PACER_POINTS = 2, PACER_KINDS = 3 };

/* A marker in the queue. */
struct pacer_point {
    cl_event event;
    double units[PACER_KINDS]; /* queued between the previous point and this one */
    uint64_t mark;             /* the caller's number for the work that is complete at this point */
};

struct ocl_pacer {
    struct ocl_session *session; /* borrowed */
    double launch_seconds;
    double deadline; /* of base_seconds(); INFINITY: none */
    double seconds_per_unit[PACER_KINDS];
    bool is_learnt[PACER_KINDS];    /* seconds_per_unit comes from work that completed */
    double open_units[PACER_KINDS]; /* queued since the last point */
    size_t kind;                    /* of the work that the caller queues next; the caller sets it */
    struct base_patience patience;  /* of the work that the caller queues */
    double unread_seconds;          /* queued since the caller last read results; the caller resets it */
    double last_done;               /* base_seconds() when the device last started new work, as far as known */
    size_t count;
    struct pacer_point points[PACER_POINTS];
    uint64_t done_mark; /* of the last point that completed */
};

/* Starts with a price that is high for any device, which makes the first launches short. */
void ocl_pacer_init(struct ocl_pacer *pacer, struct ocl_session *session, double launch_seconds, double deadline);

/* Units of the current kind that fill one launch. */
double ocl_pacer_launch_units(const struct ocl_pacer *pacer);

/* True if `seconds` of work are enough for one launch. */
bool ocl_pacer_is_due(const struct ocl_pacer *pacer, double seconds);

/* Counts `units` that were queued. If they fill a launch, sets a point, which may wait for an older one. */
enum swarm_status ocl_pacer_add(struct ocl_pacer *pacer, double units, bool *interrupted);

/* Sets a point. `mark` becomes done_mark when all work queued before it is complete. */
enum swarm_status ocl_pacer_point(struct ocl_pacer *pacer, uint64_t mark, bool *interrupted);

/* Waits for all points. */
enum swarm_status ocl_pacer_drain(struct ocl_pacer *pacer);

#endif
