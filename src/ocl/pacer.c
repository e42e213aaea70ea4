#include "pacer.h"

#include <math.h>

/* Seconds per unit before anything is known: the slowest shape on two CPU cores, groups of 512 on a short row; on a
 * GPU as long for each compute unit. The first stretch that completes replaces it. */
#define FIRST_PRICE 2e-8

/* Close to the deadline launches shrink, but not below this. */
#define SHORTEST_LAUNCH 0.005

void ocl_pacer_init(struct ocl_pacer *pacer, struct ocl_session *session, double launch_seconds, double deadline)
{
    const struct swarm_device *device = session->device;
    const bool cpu = device->type == SWARM_DEVICE_CPU || device->compute_units == 0;
    *pacer = (struct ocl_pacer){
        .session = session,
        .launch_seconds = launch_seconds,
        .deadline = deadline,
        .seconds_per_unit = cpu ? FIRST_PRICE : FIRST_PRICE / device->compute_units,
        .last_done = base_seconds(session->env),
    };
}

static bool is_interrupted(const struct ocl_pacer *pacer)
{
    return !pacer->patient && base_interrupted(pacer->session->env, pacer->deadline);
}

static double launch_seconds(const struct ocl_pacer *pacer)
{
    double left = 0.25 * (pacer->deadline - base_seconds(pacer->session->env));
    return fmin(pacer->launch_seconds, fmax(left, SHORTEST_LAUNCH));
}

double ocl_pacer_launch_units(const struct ocl_pacer *pacer)
{
    return launch_seconds(pacer) / pacer->seconds_per_unit;
}

bool ocl_pacer_is_due(const struct ocl_pacer *pacer, double units)
{
    return units * pacer->seconds_per_unit >= launch_seconds(pacer);
}

static enum swarm_status wait_for_oldest(struct ocl_pacer *pacer)
{
    struct pacer_point oldest = pacer->points[0];
    --pacer->count;
    for (size_t i = 0; i < pacer->count; ++i) {
        pacer->points[i] = pacer->points[i + 1];
    }
    enum swarm_status status = ocl_session_wait(pacer->session, &oldest.event);
    double now = base_seconds(pacer->session->env);
    if (oldest.units > 0) {
        double price = (now - pacer->last_done) / oldest.units;
        double expected = pacer->is_learnt ? 0.5 * (pacer->seconds_per_unit + price) : price;
        pacer->seconds_per_unit = fmax(expected, 1e-15);
        pacer->is_learnt = true;
    }
    pacer->last_done = now;
    pacer->done_mark = oldest.mark;
    return status;
}

enum swarm_status ocl_pacer_point(struct ocl_pacer *pacer, uint64_t mark, bool *interrupted)
{
    TRY(pacer->count == PACER_POINTS ? wait_for_oldest(pacer) : SWARM_OK);
    if (pacer->count == 0) {
        /* the queue was empty: work queued now starts now, not when the last point was reached */
        pacer->last_done = fmax(pacer->last_done, base_seconds(pacer->session->env) - launch_seconds(pacer));
    }
    struct pacer_point *point = &pacer->points[pacer->count];
    *point = (struct pacer_point){NULL, pacer->open_units, mark};
    TRY(ocl_session_mark(pacer->session, &point->event));
    ++pacer->count;
    pacer->open_units = 0;
    *interrupted = is_interrupted(pacer);
    return SWARM_OK;
}

enum swarm_status ocl_pacer_add(struct ocl_pacer *pacer, double units, bool *interrupted)
{
    pacer->open_units += units;
    pacer->unread_units += units;
    uint64_t mark = pacer->count > 0 ? pacer->points[pacer->count - 1].mark : pacer->done_mark;
    if (ocl_pacer_is_due(pacer, pacer->open_units)) {
        return ocl_pacer_point(pacer, mark, interrupted);
    }
    *interrupted = is_interrupted(pacer);
    return SWARM_OK;
}

enum swarm_status ocl_pacer_drain(struct ocl_pacer *pacer)
{
    enum swarm_status status = SWARM_OK;
    while (pacer->count > 0) {
        enum swarm_status one = wait_for_oldest(pacer);
        status = status == SWARM_OK ? one : status;
    }
    return status;
}
