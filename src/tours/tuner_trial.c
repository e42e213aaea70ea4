/* The candidates of a phase, and how one of them is measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aco/device.h"
#include "base/memory.h"
#include "tuner.h"

enum { ROUNDS = 6, CANDIDATES = 128, SAMPLES = 64 };

/* A row of a table with its sizes. */
struct tuner_candidate {
    struct aco_shape_request shape;         /* as asked for: the winners of earlier phases, too */
    struct aco_shape_request made;          /* the row of its phase and the sizes of that, as the device has them */
    const struct mosaic_improver *improver; /* of mosaic, in place of the shapes */
    struct run_engine *colony;              /* the engine; NULL: closed */
    uint64_t bytes;                         /* of its buffers */
    uint32_t iterations;                    /* since it was opened */
    uint32_t sample_count;
    double samples[SAMPLES]; /* seconds an iteration, in ascending order */
    double seconds;          /* their median */
    bool sized;              /* a size of it is not the device's default */
    bool planned, out;
};

const char *const tuner_phase_names[TUNER_PHASES] = {"construction", "evaluation", "deposit", "improver"};

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

static void add(struct tuner_part *part, struct aco_shape_request shape, bool sized)
{
    if (part->candidate_count < CANDIDATES && shape.group_size <= part->device->max_group_size) {
        struct tuner_candidate *candidate = &part->candidates[part->candidate_count++];
        *candidate = (struct tuner_candidate){.shape = shape, .made = shape, .sized = sized};
        candidate->made.construction = part->phase == TUNER_CONSTRUCTION ? shape.construction : NULL;
        candidate->made.evaluation = part->phase == TUNER_EVALUATION ? shape.evaluation : NULL;
        candidate->made.deposit = part->phase == TUNER_DEPOSIT ? shape.deposit : NULL;
        candidate->made.group_size = part->phase == TUNER_DEPOSIT ? 0 : shape.group_size;
        candidate->made.ants_per_group = part->phase == TUNER_CONSTRUCTION ? shape.ants_per_group : 0;
    }
}

static size_t size_count(bool has_size, size_t count)
{
    return has_size ? count : 1;
}

/* Whether the row is of the part's kind. */
static bool is_of_kind(const struct tuner_part *part, const struct aco_construction *row)
{
    return row->lists == (part->kind != TUNED_ROWS) && row->local_update == (part->kind == TUNED_TOGETHER);
}

/* What the device gets by default stands first, so that it is measured however short the time; on whole rows then all
 * rows as they come, then their sizes, and on lists, which have few, each row with its sizes. */
static void list_constructions(struct tuner_part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0], rows = aco_construction_count;
    const size_t ants = sizeof ants_per_group / sizeof ants_per_group[0];
    const bool many = part->kind == TUNED_ROWS;
    add(part, (struct aco_shape_request){.construction = NULL}, false);
    for (size_t at = 0; at < 2 * rows; ++at) {
        const bool sized = many ? at >= rows : at % 2 == 1;
        const struct aco_construction *row = &aco_constructions[many ? at % rows : at / 2];
        struct aco_shape_request shape = {.construction = row};
        const size_t count = sized ? size_count(row->groups, groups) * size_count(row->shares, ants) : 1;
        for (size_t k = sized ? 1 : 0; is_of_kind(part, row) && k < count; ++k) {
            shape.group_size = row->groups ? group_sizes[k % groups] : 0;
            shape.ants_per_group = row->shares ? ants_per_group[row->groups ? k / groups : k] : 0;
            add(part, shape, sized);
        }
    }
}

static void list_evaluations(struct tuner_part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0];
    const bool fixed = part->best.construction && part->best.construction->groups;
    struct aco_shape_request shape = part->best;
    add(part, shape, false);
    for (size_t i = 0; i < aco_evaluation_count; ++i) {
        shape.evaluation = &aco_evaluations[i];
        add(part, shape, false);
    }
    for (size_t i = 0; i < aco_evaluation_count && !fixed; ++i) {
        shape.evaluation = &aco_evaluations[i];
        for (size_t g = 1; g < size_count(shape.evaluation->groups, groups); ++g) {
            shape.group_size = group_sizes[g];
            add(part, shape, true);
        }
    }
}

static void list_deposits(struct tuner_part *part)
{
    struct aco_shape_request shape = part->best;
    add(part, shape, false);
    for (size_t i = 0; i < aco_deposit_count; ++i) {
        shape.deposit = &aco_deposits[i];
        add(part, shape, false);
    }
}

/* The two that come to the same tours, the device's own first. */
static void list_improvers(struct tuner_part *part)
{
    struct mosaic_choices own = part->choices;
    mosaic_choices_complete(part->device, part->instance, false, &own);
    const char *const names[] = {own.improver->name, own.improver->host ? "array" : "threads"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        part->candidates[part->candidate_count++] =
            (struct tuner_candidate){.improver = mosaic_improver_find(names[i])};
    }
}

static void list_candidates(struct tuner_part *part, enum tuner_phase phase)
{
    void (*const lists[TUNER_PHASES])(struct tuner_part * part) = {list_constructions, list_evaluations, list_deposits,
                                                                   list_improvers};
    part->phase = phase;
    part->candidate_count = 0;
    lists[phase](part);
}

/* Takes what the plan has made of a candidate. False when an earlier one is the same on this device. */
static bool take_plan(const struct tuner_part *part, struct tuner_candidate *candidate, const struct aco_shape *shape)
{
    struct aco_shape_request *made = &candidate->made;
    if (part->phase == TUNER_CONSTRUCTION) {
        made->construction = shape->construction;
        made->group_size = shape->construction->groups ? shape->team : 0;
        made->ants_per_group = shape->construction->shares ? shape->group_ants : 0;
    } else if (part->phase == TUNER_EVALUATION) {
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
    return candidate->improver  ? candidate->improver->name
           : made->construction ? made->construction->name
           : made->evaluation   ? made->evaluation->name
           : made->deposit      ? made->deposit->name
                                : "auto";
}

/* Whether other sizes of the row were measured and are so far behind that the candidate is not worth its time. */
static bool is_hopeless(const struct tuner_part *part, const struct tuner_candidate *candidate)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct tuner_candidate *other = &part->candidates[i];
        if (other->sample_count > 0 && strcmp(row_of(other), row_of(candidate)) == 0) {
            best = fmin(best, other->seconds);
        }
    }
    return best > ROW_BEHIND * part->best_seconds[part->phase];
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Measuring one                                                                                                      */

static struct aco_device_colony *device_of(const struct tuner_candidate *candidate)
{
    return (struct aco_device_colony *)candidate->colony;
}

/* What has been measured stays. */
static void close_candidate(struct tuner_part *part, struct tuner_candidate *candidate)
{
    if (candidate->colony) {
        run_engine_destroy(&candidate->colony);
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
    return aco_shape_choose(part->env, part->device, &candidate->made, &settings, NULL, &shape);
}

static enum swarm_status create_engine(struct tuner_part *part, struct tuner_candidate *candidate)
{
    const struct ocl_device_list *devices = part->task->devices;
    if (candidate->improver) {
        part->choices.improver = candidate->improver;
        return mosaic_engine_create(part->env, &part->run, part->instance, &part->choices,
                                    (struct run_devices){devices, &part->device_index, 1}, &candidate->colony);
    }
    part->request.shape = candidate->shape;
    return aco_colony_device_create(part->env, &part->run, &part->request, devices, part->device_index,
                                    &candidate->colony);
}

/* Plans, opens, builds and fills the engine. A candidate that is the same as an earlier one is out. */
static enum swarm_status open_candidate(struct tuner_part *part, struct tuner_candidate *candidate)
{
    TRY(create_engine(part, candidate));
    ++part->open_count;
    candidate->bytes = 0;
    candidate->iterations = 0;
    struct run_engine *colony = candidate->colony;
    TRY(colony->type->plan(colony));
    for (size_t i = 0; i < colony->plan_count; ++i) {
        candidate->bytes += colony->plan[i].bytes;
    }
    part->open_bytes += candidate->bytes;
    candidate->out = !candidate->improver && !take_plan(part, candidate, &device_of(candidate)->shape);
    if (candidate->out) {
        return SWARM_OK;
    }
    if (part->phase == TUNER_CONSTRUCTION) {
        TRY(check_range(part, candidate));
    }
    TRY(colony->type->open(colony));
    if (colony->type->settle) {
        colony->type->settle(colony, part->length);
    }
    TRY(colony->type->build(colony));
    if (!candidate->improver) { /* kernels may allow smaller groups than the device */
        take_plan(part, candidate, &device_of(candidate)->shape);
    }
    return colony->type->prepare(colony, part->tour, part->length);
}

/* Begins and ends a measurement: the time from the start of the first kernel to the end of the last, by their
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

/* What mosaic's candidates are measured by, in seconds of the clock: the generations behind the first one, in which
 * drivers compile. */
static enum swarm_status improve(struct tuner_candidate *candidate, double *seconds, bool *interrupted)
{
    enum { MEASURED = 4 };
    struct run_engine *engine = candidate->colony;
    const double begin = base_seconds(engine->env);
    uint64_t generation = candidate->iterations == 0 ? 1 : 2 + (uint64_t)MEASURED * (candidate->iterations - 1);
    const uint64_t end = candidate->iterations == 0 ? 2 : generation + MEASURED;
    for (*interrupted = false; generation < end && !*interrupted; ++generation) {
        TRY(engine->type->step(engine, generation, &generation, interrupted));
    }
    *seconds = base_seconds(engine->env) - begin;
    ++candidate->iterations;
    return SWARM_OK;
}

/* One iteration, of which only what the phase needs is done again: the construction needs trails as they grow, the
 * others need tours, whichever. */
static enum swarm_status iterate(struct tuner_candidate *candidate, enum tuner_phase phase, double *seconds,
                                 bool *interrupted)
{
    struct aco_device_colony *colony = device_of(candidate);
    const bool first = candidate->iterations == 0;
    double spans[TUNER_PHASES] = {0};
    *interrupted = false;
    if (phase == TUNER_IMPROVER) {
        return improve(candidate, seconds, interrupted);
    }
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
        TRY(aco_device_reduce(colony, candidate->iterations + 1));
        TRY(begin_span(colony));
        TRY(aco_device_evaporate(colony)); /* some deposits do it themselves */
        TRY(aco_device_deposit(colony, candidate->iterations + 1, interrupted));
        TRY(end_span(colony, &spans[TUNER_DEPOSIT]));
    }
    *seconds = spans[phase];
    ++candidate->iterations;
    return SWARM_OK;
}

static int compare_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void take_sample(struct tuner_candidate *candidate, double seconds)
{
    if (candidate->sample_count < SAMPLES) {
        candidate->samples[candidate->sample_count++] = seconds;
    }
    qsort(candidate->samples, candidate->sample_count, sizeof candidate->samples[0], compare_seconds);
    candidate->seconds = candidate->samples[candidate->sample_count / 2];
}

static void report(const struct tuner_part *part, const struct tuner_candidate *candidate, const char *reason)
{
    const struct swarm_tuning_step step = {
        .node_count = part->instance->info.node_count,
        .phase = tuner_phase_names[part->phase],
        .row = row_of(candidate),
        .group_size = candidate->made.group_size,
        .ants_per_group = candidate->made.ants_per_group,
        .iterations = candidate->sample_count,
        .seconds = candidate->seconds,
        .best_seconds = part->best_seconds[part->phase],
        .reason = reason,
        .elapsed = base_seconds(part->env) - part->start,
        .budget = part->seconds,
    };
    if (part->task->progress) {
        part->task->progress(part->task->progress_user, &step);
    }
}

/* Takes the candidate out of the race for good. */
static void give_up(struct tuner_part *part, struct tuner_candidate *candidate, const char *reason)
{
    candidate->out = true;
    close_candidate(part, candidate);
    report(part, candidate, reason);
}

/* Runs `runs` iterations more. *reason is why the candidate is to be given up, NULL when it is not; `end` of the phase
 * is no such reason. */
static enum swarm_status run_candidate(struct tuner_part *part, struct tuner_candidate *candidate, uint32_t runs,
                                       double end, const char **reason)
{
    const double best = part->best_seconds[part->phase];
    const double patience = best > 0 ? HOPELESS * best : HUGE_VAL;
    const bool cold = candidate->iterations == 0;
    const double others = (cold ? START_SECONDS + 2 * part->best_seconds[TUNER_CONSTRUCTION] : SLACK_SECONDS);
    double seconds = 0, limit = fmin(end, base_seconds(part->env) + others + (runs + 1) * patience);
    bool interrupted = false;
    *reason = NULL;
    candidate->colony->request.deadline = limit;
    if (!candidate->improver) {
        device_of(candidate)->pacer.deadline = limit;
    }
    for (uint32_t k = 0; k < runs + cold && !interrupted; ++k) {
        interrupted = base_interrupted(part->env, limit);
        if (interrupted) {
            break;
        }
        TRY(iterate(candidate, part->phase, &seconds, &interrupted));
        if (!interrupted && (k > 0 || !cold)) {
            take_sample(candidate, seconds);
            interrupted = seconds > patience;
        }
    }
    if (interrupted && !base_interrupted(part->env, end)) {
        *reason = candidate->sample_count > 0 ? "given up: it takes more than 20 times the best so far"
                                              : "given up: its first iteration takes too long";
    }
    return SWARM_OK;
}

/* Measures the candidate `runs` iterations more, up to `end`, and gives it up when it fails or takes far longer than
 * the best so far. */
static void measure(struct tuner_part *part, struct tuner_candidate *candidate, uint32_t runs, double end)
{
    swarm_log_fn *log = part->env->log;
    const char *reason = NULL;
    enum swarm_status status = SWARM_OK;
    part->env->log = NULL; /* of a hundred colonies nobody wants to read */
    if (!candidate->colony) {
        status = open_candidate(part, candidate);
    }
    if (status == SWARM_OK && !candidate->out) {
        status = run_candidate(part, candidate, runs, end, &reason);
    }
    part->env->log = log;
    if (candidate->out) {
        close_candidate(part, candidate);
        return;
    }
    if (status != SWARM_OK) {
        candidate->sample_count = 0;
        part->failure = status;
        give_up(part, candidate, part->env->error);
        return;
    }
    bool measured = candidate->sample_count > 0;
    if (measured && (part->best_seconds[part->phase] == 0 || candidate->seconds < part->best_seconds[part->phase])) {
        part->best_seconds[part->phase] = candidate->seconds;
    }
    if (reason) {
        give_up(part, candidate, reason);
    } else if (measured) {
        report(part, candidate, NULL);
    }
    if (part->open_count > OPEN_LIMIT || (double)part->open_bytes > OPEN_SHARE * (double)part->device->global_memory) {
        close_candidate(part, candidate);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The race of all                                                                                                    */

/* Candidates so many times behind the best have no chance in the next round. */
#define BEHIND 2.0

/* What of the default's time another candidate must stay below. */
#define NOISE 0.97

/* Leaves the better half of the candidates that are not out and not far behind; returns how many are left. */
static size_t halve(struct tuner_part *part)
{
    size_t alive = 0, left = 0;
    double sorted[CANDIDATES];
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct tuner_candidate *candidate = &part->candidates[i];
        if (!candidate->out && candidate->sample_count > 0) {
            sorted[alive++] = candidate->seconds;
        }
    }
    if (alive == 0) {
        return 0;
    }
    qsort(sorted, alive, sizeof sorted[0], compare_seconds);
    for (size_t i = 0; i < part->candidate_count; ++i) {
        struct tuner_candidate *candidate = &part->candidates[i];
        if (!candidate->out
            && (candidate->seconds > sorted[(alive - 1) / 2] || candidate->seconds > BEHIND * sorted[0])) {
            candidate->out = true;
            close_candidate(part, candidate);
        }
        left += !candidate->out;
    }
    return left;
}

/* The fastest measured candidate; NULL when there is none. The first, the device's default, stays unless another is
 * faster by more than measurements differ. */
static const struct tuner_candidate *find_best(const struct tuner_part *part)
{
    const struct tuner_candidate *best = NULL;
    double to_beat = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct tuner_candidate *candidate = &part->candidates[i];
        if (candidate->sample_count > 0 && candidate->seconds < to_beat) {
            to_beat = i == 0 ? NOISE * candidate->seconds : candidate->seconds;
            best = candidate;
        }
    }
    return best;
}

/* Fixes the winner for the phases to come. */
static void fix(struct tuner_part *part, const struct tuner_candidate *winner)
{
    const struct aco_shape_request *made = &winner->made;
    struct aco_shape_request *best = &part->best;
    part->best_seconds[part->phase] = winner->seconds;
    part->improver = winner->improver ? winner->improver : part->improver;
    best->construction = made->construction ? made->construction : best->construction;
    best->evaluation = made->evaluation ? made->evaluation : best->evaluation;
    best->deposit = made->deposit ? made->deposit : best->deposit;
    best->group_size = made->group_size > 0 ? made->group_size : best->group_size;
    best->ants_per_group = made->ants_per_group > 0 ? made->ants_per_group : best->ants_per_group;
}

enum swarm_status tuner_run_phase(struct tuner_part *part, enum tuner_phase phase, double end)
{
    enum swarm_status status = SWARM_OK;
    part->candidates = base_array(CANDIDATES, sizeof *part->candidates);
    if (!part->candidates) {
        return base_fail_memory(part->env);
    }
    list_candidates(part, phase);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        for (size_t i = 0; i < part->candidate_count && !base_interrupted(part->env, end); ++i) {
            struct tuner_candidate *candidate = &part->candidates[i];
            candidate->out = candidate->out || (round == 0 && candidate->sized && is_hopeless(part, candidate));
            if (!candidate->out) {
                measure(part, candidate, 1u << round, end);
            }
        }
        if (base_interrupted(part->env, end) || halve(part) <= 1) {
            break;
        }
    }
    const struct tuner_candidate *winner = find_best(part);
    if (winner) {
        fix(part, winner);
    } else if ((phase == TUNER_CONSTRUCTION || phase == TUNER_IMPROVER) && !base_interrupted(part->env, end)) {
        status = base_fail_in(part->env, part->failure, "no %s runs on \"%s\"", tuner_phase_names[phase],
                              part->device->name);
    }
    for (size_t i = 0; i < part->candidate_count; ++i) {
        close_candidate(part, &part->candidates[i]);
    }
    free(part->candidates);
    return status;
}
