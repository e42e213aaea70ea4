#include "pacer.h"

#include <math.h>
#include <string.h>

/* Assumed seconds per unit until work of that kind completes: measured for the slowest shape, groups of 512 on a short
 * row, on two CPU cores. A compute unit of a GPU counts as two CPU cores. */
#define FIRST_PRICE 2e-8

/* Length in seconds of the shortest launches, which are queued just before the deadline. */
#define SHORTEST_LAUNCH 0.005

/* Length of a launch, as a fraction of the usual length, while the seconds per unit are not measured: three such
 * launches are queued before the first measurement. */
#define UNKNOWN_SHARE 0.25

/* Fraction of the launch time that counts as a full launch: work is queued in whole steps of many ants. */
#define FULL 0.9

void ocl_pacer_init(struct ocl_pacer *pacer, struct ocl_session *session, double launch_seconds, double deadline)
{
    const struct swarm_device *device = session->device;
    const bool cpu = device->type == SWARM_DEVICE_CPU || device->compute_units == 0;
    *pacer = (struct ocl_pacer){
        .session = session,
        .launch_seconds = launch_seconds,
        .deadline = deadline,
        .last_done = base_seconds(session->env),
    };
    for (size_t kind = 0; kind < PACER_KINDS; ++kind) {
        pacer->seconds_per_unit[kind] = cpu ? FIRST_PRICE : FIRST_PRICE / device->compute_units;
    }
}

static bool is_interrupted(const struct ocl_pacer *pacer)
{
    return base_cut(pacer->session->env, pacer->deadline, &pacer->patience);
}

static double launch_seconds(const struct ocl_pacer *pacer)
{
    double left = 0.25 * (pacer->deadline - base_seconds(pacer->session->env));
    const double known = fmin(pacer->launch_seconds, fmax(left, SHORTEST_LAUNCH));
    return pacer->is_learnt[pacer->kind] ? known : UNKNOWN_SHARE * known;
}

double ocl_pacer_launch_units(const struct ocl_pacer *pacer)
{
    return launch_seconds(pacer) / pacer->seconds_per_unit[pacer->kind];
}

bool ocl_pacer_is_due(const struct ocl_pacer *pacer, double seconds)
{
    return seconds >= FULL * launch_seconds(pacer);
}

static double expected_seconds(const struct ocl_pacer *pacer, const double units[PACER_KINDS])
{
    double seconds = 0.0;
    for (size_t kind = 0; kind < PACER_KINDS; ++kind) {
        seconds += units[kind] * pacer->seconds_per_unit[kind];
    }
    return seconds;
}

/* Corrects the seconds per unit of all kinds in a stretch of work by the same factor: measured / expected time. */
static void learn(struct ocl_pacer *pacer, const double units[PACER_KINDS], double seconds)
{
    const double ratio = seconds / expected_seconds(pacer, units);
    for (size_t kind = 0; kind < PACER_KINDS; ++kind) {
        if (units[kind] > 0) {
            const double price = pacer->seconds_per_unit[kind] * (pacer->is_learnt[kind] ? 0.5 + 0.5 * ratio : ratio);
            pacer->seconds_per_unit[kind] = fmax(price, 1e-15);
            pacer->is_learnt[kind] = true;
        }
    }
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
    if (expected_seconds(pacer, oldest.units) > 0) {
        learn(pacer, oldest.units, now - pacer->last_done);
    }
    pacer->last_done = now;
    pacer->done_mark = oldest.mark;
    return status;
}

enum swarm_status ocl_pacer_point(struct ocl_pacer *pacer, uint64_t mark, bool *interrupted)
{
    TRY(pacer->count == PACER_POINTS ? wait_for_oldest(pacer) : SWARM_OK);
    if (pacer->count == 0) {
        /* the queue was empty, so the work starts now and not at the last point */
        pacer->last_done = fmax(pacer->last_done, base_seconds(pacer->session->env) - launch_seconds(pacer));
    }
    struct pacer_point *point = &pacer->points[pacer->count];
    *point = (struct pacer_point){.mark = mark};
    memcpy(point->units, pacer->open_units, sizeof point->units);
    TRY(ocl_session_mark(pacer->session, &point->event));
    ++pacer->count;
    memset(pacer->open_units, 0, sizeof pacer->open_units);
    *interrupted = is_interrupted(pacer);
    return SWARM_OK;
}

enum swarm_status ocl_pacer_add(struct ocl_pacer *pacer, double units, bool *interrupted)
{
    pacer->open_units[pacer->kind] += units;
    pacer->unread_seconds += units * pacer->seconds_per_unit[pacer->kind];
    uint64_t mark = pacer->count > 0 ? pacer->points[pacer->count - 1].mark : pacer->done_mark;
    if (ocl_pacer_is_due(pacer, expected_seconds(pacer, pacer->open_units))) {
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
