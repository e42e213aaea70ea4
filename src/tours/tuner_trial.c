#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aco/device.h"
#include "tuner_part.h"

/* A candidate is given up when an iteration takes this many times the best so far. Its first one may take
 * `START_SECONDS` more, for drivers compile when a kernel is first launched: PoCL takes seconds for a large group. */
#define HOPELESS      20.0
#define START_SECONDS 10.0
#define SLACK_SECONDS 0.5

/* Colonies that stay open from round to round, and the share of the device's memory that they may take. */
enum { OPEN_LIMIT = 6 };
#define OPEN_SHARE 0.25

static struct aco_device_colony *device_of(const struct tuner_candidate *candidate)
{
    return (struct aco_device_colony *)candidate->colony;
}

void tuner_candidate_close(struct tuner_part *part, struct tuner_candidate *candidate)
{
    if (candidate->colony) {
        candidate->colony->type->destroy(&candidate->colony);
        part->open_bytes -= candidate->bytes;
        --part->open_count;
    }
}

static void set_deadline(struct tuner_candidate *candidate, double deadline)
{
    candidate->colony->request.deadline = deadline;
    device_of(candidate)->pacer.deadline = deadline;
}

/* Refuses a construction whose sizes do not do for the largest instances of the part's range. */
static enum swarm_status check_range(struct tuner_part *part, const struct tuner_candidate *candidate)
{
    struct aco_shape shape;
    const struct aco_shape_request request = {.construction = aco_construction_find(candidate->row),
                                              .group_size = candidate->group_size,
                                              .ants_per_group = candidate->ants_per_group};
    struct swarm_instance_info info = part->instance->info;
    info.node_count = part->high;
    const struct aco_settings settings = aco_settings_make(&part->request.options, &part->run, &info, 1);
    return aco_shape_choose(part->env, part->device, &request, &settings, &shape);
}

/* Plans, opens, builds and fills the colony. A candidate that is the same as an earlier one is out. */
static enum swarm_status open_candidate(struct tuner_part *part, struct tuner_candidate *candidate,
                                        enum tuner_phase phase)
{
    enum swarm_status status = SWARM_OK;
    part->request.shape = candidate->shape;
    TRY(aco_colony_device_create(part->env, &part->run, &part->request, part->task->devices, part->device_index,
                                 &candidate->colony));
    ++part->open_count;
    candidate->bytes = 0;
    candidate->iterations = 0;
    struct run_engine *colony = candidate->colony;
    TRY(colony->type->plan(colony));
    for (size_t i = 0; i < colony->plan_count; ++i) {
        candidate->bytes += colony->plan[i].bytes;
    }
    part->open_bytes += candidate->bytes;
    candidate->out = !tuner_candidate_name(part, candidate, phase, &device_of(candidate)->shape);
    if (candidate->out) {
        return SWARM_OK;
    }
    if (phase == TUNER_CONSTRUCTION) {
        TRY(check_range(part, candidate));
    }
    TRY(colony->type->open(colony));
    colony->type->settle(colony, part->nearest);
    TRY(colony->type->build(colony));
    TRY(colony->type->prepare(colony, part->tour, part->nearest));

fail:
    return status;
}

/* Begins and ends what is measured: the time from the start of the first kernel to the end of the last, by their
 * events, so that gaps between many small launches count. */
static enum swarm_status begin_span(struct aco_device_colony *colony)
{
    enum swarm_status status = ocl_session_drain_times(&colony->session);
    colony->session.span_begin = colony->session.span_end = 0;
    return status;
}

static enum swarm_status end_span(struct aco_device_colony *colony, double *seconds)
{
    enum swarm_status status = ocl_session_drain_times(&colony->session);
    *seconds = (double)(colony->session.span_end - colony->session.span_begin) / 1e9;
    return status;
}

/* One iteration, of which only what the phase needs is done again: the construction needs trails as they grow, the
 * others need tours, whichever. */
static enum swarm_status iterate(struct tuner_candidate *candidate, enum tuner_phase phase, double *seconds,
                                 bool *interrupted)
{
    struct aco_device_colony *colony = device_of(candidate);
    const bool first = candidate->iterations == 0;
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    if (phase == TUNER_CONSTRUCTION || first) {
        TRY(aco_device_choice(colony));
        TRY(begin_span(colony));
        TRY(aco_device_construct(colony, candidate->iterations + 1, interrupted));
        TRY(end_span(colony, seconds));
    }
    if (!*interrupted && (phase != TUNER_DEPOSIT || first)) {
        if (phase == TUNER_EVALUATION) {
            TRY(begin_span(colony));
        }
        TRY(aco_device_evaluate(colony));
        if (phase == TUNER_EVALUATION) {
            TRY(end_span(colony, seconds));
        }
    }
    if (!*interrupted && phase != TUNER_EVALUATION) {
        TRY(aco_device_evaporate(colony));
        if (phase == TUNER_DEPOSIT) {
            TRY(begin_span(colony));
        }
        TRY(aco_device_deposit(colony, candidate->iterations + 1, interrupted));
        if (phase == TUNER_DEPOSIT) {
            TRY(end_span(colony, seconds));
        }
        TRY(ocl_session_drain_times(&colony->session));
    }
    ++candidate->iterations;

fail:
    return status;
}

int tuner_compare_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void take_sample(struct tuner_candidate *candidate, double seconds)
{
    double sorted[TUNER_SAMPLES];
    if (candidate->sample_count < TUNER_SAMPLES) {
        candidate->samples[candidate->sample_count++] = seconds;
    }
    memcpy(sorted, candidate->samples, sizeof sorted);
    qsort(sorted, candidate->sample_count, sizeof sorted[0], tuner_compare_seconds);
    candidate->seconds = sorted[candidate->sample_count / 2];
}

static void report(const struct tuner_part *part, const struct tuner_candidate *candidate, enum tuner_phase phase,
                   const char *reason)
{
    const struct swarm_tuning_step step = {
        .node_count = part->instance->info.node_count,
        .phase = tuner_phase_names[phase],
        .row = candidate->row,
        .group_size = candidate->group_size,
        .ants_per_group = candidate->ants_per_group,
        .iterations = candidate->sample_count,
        .seconds = candidate->seconds,
        .best_seconds = part->best_seconds[phase],
        .reason = reason,
        .elapsed = base_seconds(part->env) - part->start,
        .budget = part->seconds,
    };
    if (part->task->progress) {
        part->task->progress(part->task->progress_user, &step);
    }
}

/* Takes the candidate out of the race for good. */
static void give_up(struct tuner_part *part, struct tuner_candidate *candidate, enum tuner_phase phase,
                    const char *reason)
{
    candidate->out = true;
    tuner_candidate_close(part, candidate);
    report(part, candidate, phase, reason);
}

/* Runs `runs` iterations more. *reason is why the candidate is to be given up, NULL when it is not; `end` of the phase
 * is no such reason. */
static enum swarm_status run_candidate(struct tuner_part *part, struct tuner_candidate *candidate,
                                       enum tuner_phase phase, uint32_t runs, double end, const char **reason)
{
    const double best = part->best_seconds[phase];
    const double patience = best > 0 ? HOPELESS * best : HUGE_VAL;
    const bool cold = candidate->iterations == 0;
    const double others = (cold ? START_SECONDS + 2 * part->best_seconds[TUNER_CONSTRUCTION] : SLACK_SECONDS);
    double seconds = 0, limit = fmin(end, base_seconds(part->env) + others + (runs + 1) * patience);
    bool interrupted = false;
    enum swarm_status status = SWARM_OK;
    *reason = NULL;
    set_deadline(candidate, limit);
    for (uint32_t k = 0; k < runs + cold && !interrupted; ++k) {
        interrupted = base_interrupted(part->env, limit);
        if (interrupted) {
            break;
        }
        TRY(iterate(candidate, phase, &seconds, &interrupted));
        if (!interrupted && (k > 0 || !cold)) {
            take_sample(candidate, seconds);
            interrupted = seconds > patience;
        }
    }
    if (interrupted && !base_interrupted(part->env, end)) {
        *reason = candidate->sample_count > 0 ? "given up: it takes more than 20 times the best so far"
                                              : "given up: its first iteration takes too long";
    }

fail:
    return status;
}

void tuner_candidate_measure(struct tuner_part *part, struct tuner_candidate *candidate, enum tuner_phase phase,
                             uint32_t runs, double end)
{
    swarm_log_fn *log = part->env->log;
    const char *reason = NULL;
    enum swarm_status status = SWARM_OK;
    part->env->log = NULL; /* of a hundred colonies nobody wants to read */
    if (!candidate->colony) {
        status = open_candidate(part, candidate, phase);
    }
    if (status == SWARM_OK && !candidate->out) {
        status = run_candidate(part, candidate, phase, runs, end, &reason);
    }
    part->env->log = log;
    if (candidate->out) {
        tuner_candidate_close(part, candidate);
        return;
    }
    if (status != SWARM_OK) {
        candidate->sample_count = 0;
        part->failure = status;
        give_up(part, candidate, phase, part->env->error);
        return;
    }
    bool measured = candidate->sample_count > 0;
    if (measured && (part->best_seconds[phase] == 0 || candidate->seconds < part->best_seconds[phase])) {
        part->best_seconds[phase] = candidate->seconds;
    }
    if (reason) {
        give_up(part, candidate, phase, reason);
    } else if (measured) {
        report(part, candidate, phase, NULL);
    }
    if (part->open_count > OPEN_LIMIT || (double)part->open_bytes > OPEN_SHARE * (double)part->device->global_memory) {
        tuner_candidate_close(part, candidate);
    }
}
