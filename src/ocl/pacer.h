/* pacer.h - keeps launches short and the queue shallow, so that time limits, signals and display watchdogs hold.
 *
 * Work is counted in units (node visits of a construction, moves of coordinates); completed stretches tell their price
 * in seconds. Kinds of work have prices of their own: a colony's unit of local search says little about one of its
 * ants' steps, and a first launch by the price of another kind once took 3 s. At most two stretches of about
 * `launch_seconds` are ever queued. Pacing changes no tour.
 */
#ifndef SWARMCL_OCL_PACER_H
#define SWARMCL_OCL_PACER_H

#include "ocl/session.h"

enum { PACER_POINTS = 2, PACER_KINDS = 3 };

/* A marker in the queue. */
struct pacer_point {
    cl_event event;
    double units[PACER_KINDS]; /* queued since the point before */
    uint64_t mark;             /* the caller's number for the work complete at this point */
};

struct ocl_pacer {
    struct ocl_session *session; /* borrowed */
    double launch_seconds;
    double deadline; /* of base_seconds(); INFINITY: none */
    double seconds_per_unit[PACER_KINDS];
    bool is_learnt[PACER_KINDS];    /* seconds_per_unit comes from work that completed */
    double open_units[PACER_KINDS]; /* queued since the last point */
    size_t kind;                    /* of the work that the caller is about to queue; it sets this */
    struct base_patience patience;  /* of the work that the caller queues */
    double unread_seconds;          /* queued since the caller last asked for results; it resets this */
    double last_done;               /* base_seconds() when the device was last known to start new work */
    size_t count;
    struct pacer_point points[PACER_POINTS];
    uint64_t done_mark; /* of the last point that completed */
};

/* Starts with a price that is high for any device, so that the first launches are short. */
void ocl_pacer_init(struct ocl_pacer *pacer, struct ocl_session *session, double launch_seconds, double deadline);

/* Units of the kind that fill one launch. */
double ocl_pacer_launch_units(const struct ocl_pacer *pacer);

/* Whether work of so many seconds fills a launch. */
bool ocl_pacer_is_due(const struct ocl_pacer *pacer, double seconds);

/* Counts `units` that were queued; sets a point when it is due, waiting for an older one if there are enough. */
enum swarm_status ocl_pacer_add(struct ocl_pacer *pacer, double units, bool *interrupted);

/* Sets a point now. `mark` becomes done_mark once all queued before is complete. */
enum swarm_status ocl_pacer_point(struct ocl_pacer *pacer, uint64_t mark, bool *interrupted);

/* Waits for all points. */
enum swarm_status ocl_pacer_drain(struct ocl_pacer *pacer);

#endif
