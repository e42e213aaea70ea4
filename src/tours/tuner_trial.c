/* The candidates of a phase, and how one of them is measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aco/device.h"
#include "tuner.h"

const char *const tuner_phase_names[TUNER_PHASES] = {"construction", "evaluation", "deposit"};

/* What is tried where a row takes a size; 0: what the device gets by default. */
static const uint32_t group_sizes[] = {0, 1, 16, 32, 64, 128, 256, 512, 1024};
static const uint32_t ants_per_group[] = {0, 1, 2, 4, 8, 16, 32};

/* A candidate is given up when an iteration takes this many times the best so far. Its first one may take
 * `START_SECONDS` more, for drivers compile when a kernel is first launched: PoCL takes seconds for a large group. */
#define HOPELESS      20.0
#define START_SECONDS 10.0
#define SLACK_SECONDS 0.5

/* Colonies that stay open from round to round, and the share of the device's memory that they may take. */
enum { OPEN_LIMIT = 6 };
#define OPEN_SHARE 0.25

/* A row whose other sizes are so many times behind the best is not tried with more. */
#define ROW_BEHIND 4.0

static void add(struct tuner_part *part, enum tuner_phase phase, struct aco_shape_request shape, bool sized)
{
    if (part->candidate_count < TUNER_CANDIDATES && shape.group_size <= part->device->max_group_size) {
        struct tuner_candidate *candidate = &part->candidates[part->candidate_count++];
        *candidate = (struct tuner_candidate){.shape = shape, .made = shape, .sized = sized};
        candidate->made.construction = phase == TUNER_CONSTRUCTION ? shape.construction : NULL;
        candidate->made.evaluation = phase == TUNER_EVALUATION ? shape.evaluation : NULL;
        candidate->made.deposit = phase == TUNER_DEPOSIT ? shape.deposit : NULL;
        candidate->made.group_size = phase == TUNER_DEPOSIT ? 0 : shape.group_size;
        candidate->made.ants_per_group = phase == TUNER_CONSTRUCTION ? shape.ants_per_group : 0;
    }
}

static size_t size_count(bool has_size, size_t count)
{
    return has_size ? count : 1;
}

/* What the device gets by default stands first, so that it is measured however short the time; then all rows as they
 * come, then their sizes. A tuning file is for Ant System on whole rows. */
static void list_constructions(struct tuner_part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0];
    const size_t ants = sizeof ants_per_group / sizeof ants_per_group[0];
    add(part, TUNER_CONSTRUCTION, (struct aco_shape_request){.construction = NULL}, false);
    for (int sized = 0; sized < 2; ++sized) {
        for (size_t i = 0; i < aco_construction_count; ++i) {
            const struct aco_construction *row = &aco_constructions[i];
            struct aco_shape_request shape = {.construction = row};
            const size_t count = sized ? size_count(row->groups, groups) * size_count(row->shares, ants) : 1;
            for (size_t k = sized ? 1 : 0; !row->lists && k < count; ++k) {
                shape.group_size = row->groups ? group_sizes[k % groups] : 0;
                shape.ants_per_group = row->shares ? ants_per_group[row->groups ? k / groups : k] : 0;
                add(part, TUNER_CONSTRUCTION, shape, sized);
            }
        }
    }
}

static void list_evaluations(struct tuner_part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0];
    const bool fixed = part->best.construction && part->best.construction->groups;
    struct aco_shape_request shape = part->best;
    add(part, TUNER_EVALUATION, shape, false);
    for (size_t i = 0; i < aco_evaluation_count; ++i) {
        shape.evaluation = &aco_evaluations[i];
        add(part, TUNER_EVALUATION, shape, false);
    }
    for (size_t i = 0; i < aco_evaluation_count && !fixed; ++i) {
        shape.evaluation = &aco_evaluations[i];
        for (size_t g = 1; g < size_count(shape.evaluation->groups, groups); ++g) {
            shape.group_size = group_sizes[g];
            add(part, TUNER_EVALUATION, shape, true);
        }
    }
}

static void list_deposits(struct tuner_part *part)
{
    struct aco_shape_request shape = part->best;
    add(part, TUNER_DEPOSIT, shape, false);
    for (size_t i = 0; i < aco_deposit_count; ++i) {
        shape.deposit = &aco_deposits[i];
        add(part, TUNER_DEPOSIT, shape, false);
    }
}

void tuner_candidates_list(struct tuner_part *part, enum tuner_phase phase)
{
    void (*const lists[TUNER_PHASES])(struct tuner_part * part) = {list_constructions, list_evaluations, list_deposits};
    part->candidate_count = 0;
    lists[phase](part);
}

/* Takes what the plan has made of a candidate. False when an earlier one is the same on this device. */
static bool take_plan(const struct tuner_part *part, struct tuner_candidate *candidate, enum tuner_phase phase,
                      const struct aco_shape *shape)
{
    struct aco_shape_request *made = &candidate->made;
    if (phase == TUNER_CONSTRUCTION) {
        made->construction = shape->construction;
        made->group_size = shape->construction->groups ? shape->team : 0;
        made->ants_per_group = shape->construction->shares ? shape->group_ants : 0;
    } else if (phase == TUNER_EVALUATION) {
        made->evaluation = shape->evaluation;
        made->group_size = shape->evaluation->groups ? shape->evaluate_group : 0;
    } else {
        made->deposit = shape->deposit;
    }
    candidate->planned = true;
    for (const struct tuner_candidate *other = part->candidates; other < candidate && candidate->planned; ++other) {
        candidate->planned = !other->planned || !aco_shape_same(&other->made, made);
    }
    return candidate->planned;
}

static const char *row_of(const struct tuner_candidate *candidate)
{
    const struct aco_shape_request *made = &candidate->made;
    return made->construction ? made->construction->name
           : made->evaluation ? made->evaluation->name
           : made->deposit    ? made->deposit->name
                              : "auto";
}

bool tuner_candidate_is_hopeless(const struct tuner_part *part, const struct tuner_candidate *candidate,
                                 enum tuner_phase phase)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct tuner_candidate *other = &part->candidates[i];
        if (other->sample_count > 0 && strcmp(row_of(other), row_of(candidate)) == 0) {
            best = fmin(best, other->seconds);
        }
    }
    return best > ROW_BEHIND * part->best_seconds[phase];
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Measuring one                                                                                                      */

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

/* Refuses a construction whose sizes do not do for the largest instances of the part's range. */
static enum swarm_status check_range(struct tuner_part *part, const struct tuner_candidate *candidate)
{
    struct aco_shape shape;
    struct swarm_instance_info info = part->instance->info;
    info.node_count = part->high;
    const struct aco_settings settings = aco_settings_make(&part->request.options, &part->run, &info, 1);
    return aco_shape_choose(part->env, part->device, &candidate->made, &settings, &shape);
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
    candidate->out = !take_plan(part, candidate, phase, &device_of(candidate)->shape);
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
    double spans[TUNER_PHASES] = {0};
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    if (phase == TUNER_CONSTRUCTION || first) {
        TRY(aco_device_choice(colony));
        TRY(begin_span(colony));
        TRY(aco_device_construct(colony, candidate->iterations + 1, interrupted));
        TRY(end_span(colony, &spans[TUNER_CONSTRUCTION]));
    }
    if (!*interrupted && (phase != TUNER_DEPOSIT || first)) {
        TRY(begin_span(colony));
        TRY(aco_device_evaluate(colony));
        TRY(end_span(colony, &spans[TUNER_EVALUATION]));
    }
    if (!*interrupted && phase != TUNER_EVALUATION) {
        TRY(aco_device_evaporate(colony));
        TRY(begin_span(colony));
        TRY(aco_device_deposit(colony, candidate->iterations + 1, interrupted));
        TRY(end_span(colony, &spans[TUNER_DEPOSIT]));
    }
    *seconds = spans[phase];
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
        .row = row_of(candidate),
        .group_size = candidate->made.group_size,
        .ants_per_group = candidate->made.ants_per_group,
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
    candidate->colony->request.deadline = device_of(candidate)->pacer.deadline = limit;
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
