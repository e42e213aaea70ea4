/* How it works: every row of the tables, with the sizes that it takes, is a candidate of its phase. A round runs each
 * of the candidates some iterations and leaves the better half for the next round, which runs twice as many. The
 * winners of a phase are fixed for the phases after it. All candidates build the same tours, so that they are measured
 * at the same work. */
#include "tuner.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "aco/colony_device.h"
#include "base/memory.h"
#include "base/text.h"
#include "companions.h"
#include "solver.h"
#include "tsp/generate.h"
#include "tsp/input.h"
#include "tsp/tour.h"

enum { PHASES = 3, CANDIDATES = 128, SAMPLES = 64, ROUNDS = 6, PARTS = 3 };
enum phase_number { CONSTRUCTION, EVALUATION, DEPOSIT };
static const char *const phase_names[PHASES] = {"construction", "evaluation", "deposit"};

/* Until which share of a part's time a phase lasts at most. */
static const double phase_ends[PHASES] = {0.65, 0.8, 1.0};

/* What is tried where a row takes a size; 0: what the device gets by default. */
static const uint32_t group_sizes[] = {0, 1, 16, 32, 64, 128, 256, 512, 1024};
static const uint32_t ants_per_group[] = {0, 1, 2, 4, 8, 16, 32};

/* A candidate is given up when an iteration takes this many times the best so far. Its first one may take
 * `START_SECONDS` more, for drivers compile when a kernel is first launched: PoCL takes seconds for a large group. */
#define HOPELESS      20.0
#define START_SECONDS 10.0
#define SLACK_SECONDS 0.5

/* Candidates so many times behind the best have no chance in the next round, and a row whose default is so far behind
 * is not tried with other sizes. */
#define BEHIND     2.0
#define ROW_BEHIND 4.0

/* What of the default's time another candidate must stay below. */
#define NOISE 0.97

/* Colonies that stay open from round to round, and the share of the device's memory that they may take. */
enum { OPEN_LIMIT = 6 };
#define OPEN_SHARE 0.25

struct candidate {
    const char *row;
    uint32_t group_size, ants_per_group; /* as the device has them; 0: not of this row */
    struct aco_shape_request shape;
    struct aco_colony *colony; /* NULL: closed */
    uint64_t bytes;            /* of its buffers */
    uint32_t iterations;       /* since it was opened */
    uint32_t sample_count;
    double samples[SAMPLES]; /* seconds an iteration */
    double seconds;          /* their median */
    bool sized;              /* a size of it is not the device's default */
    bool planned, out;
};

/* One number of nodes. */
struct part {
    const struct solver_tuner_task *task;
    struct base_env *env;
    const struct swarm_device *device;
    size_t device_index;
    struct swarm_instance *made; /* owned; NULL for the caller's instance */
    const struct swarm_instance *instance;
    struct aco_colony_request request;
    uint32_t *tour; /* [n], the nearest-neighbour tour */
    int64_t nearest;
    double start, seconds; /* of all parts, for the progress */
    struct aco_shape_request best;
    double best_seconds[PHASES]; /* 0: not measured */
    size_t open_count;
    uint64_t open_bytes;
    struct candidate *candidates; /* [CANDIDATES] of the phase */
    size_t candidate_count;
    enum swarm_status failure; /* the last one of a candidate */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Candidates                                                                                                         */

static void add(struct part *part, struct aco_shape_request shape, bool sized)
{
    if (part->candidate_count < CANDIDATES && shape.group_size <= part->device->max_group_size) {
        part->candidates[part->candidate_count++] = (struct candidate){.shape = shape, .sized = sized};
    }
}

static size_t size_count(bool has_size, size_t count)
{
    return has_size ? count : 1;
}

/* What the device gets by default stands first, so that it is measured however short the time; then all rows as they
 * come, then their sizes. */
static void list_constructions(struct part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0];
    const size_t ants = sizeof ants_per_group / sizeof ants_per_group[0];
    add(part, (struct aco_shape_request){.construction = NULL}, false);
    for (size_t i = 0; i < aco_construction_count; ++i) {
        add(part, (struct aco_shape_request){.construction = &aco_constructions[i]}, false);
    }
    for (size_t i = 0; i < aco_construction_count; ++i) {
        const struct aco_construction *row = &aco_constructions[i];
        for (size_t k = 1; k < size_count(row->groups, groups) * size_count(row->shares, ants); ++k) {
            const uint32_t group_size = row->groups ? group_sizes[k % groups] : 0;
            add(part,
                (struct aco_shape_request){.construction = row,
                                           .group_size = group_size,
                                           .ants_per_group =
                                               row->shares ? ants_per_group[row->groups ? k / groups : k] : 0},
                true);
        }
    }
}

static void list_evaluations(struct part *part)
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

static void list_deposits(struct part *part)
{
    struct aco_shape_request shape = part->best;
    add(part, shape, false);
    for (size_t i = 0; i < aco_deposit_count; ++i) {
        shape.deposit = &aco_deposits[i];
        add(part, shape, false);
    }
}

static void (*const list_candidates[PHASES])(struct part *part) = {list_constructions, list_evaluations, list_deposits};

/* What the plan made of the candidate. */
static void name_candidate(struct candidate *candidate, enum phase_number phase, const struct aco_shape *shape)
{
    switch (phase) {
    case CONSTRUCTION:
        candidate->row = shape->construction->name;
        candidate->group_size = shape->construction->groups ? shape->team : 0;
        candidate->ants_per_group = shape->construction->shares ? shape->group_ants : 0;
        break;
    case EVALUATION:
        candidate->row = shape->evaluation->name;
        candidate->group_size = shape->evaluation->groups ? shape->evaluate_group : 0;
        break;
    case DEPOSIT:
        candidate->row = shape->deposit->name;
        break;
    }
    candidate->planned = true;
}

/* What is known of a candidate before it is planned. */
static void name_request(struct candidate *candidate, enum phase_number phase)
{
    const struct aco_shape_request *shape = &candidate->shape;
    const char *names[PHASES] = {shape->construction ? shape->construction->name : "auto",
                                 shape->evaluation ? shape->evaluation->name : "auto",
                                 shape->deposit ? shape->deposit->name : "auto"};
    candidate->row = names[phase];
    candidate->group_size = phase == DEPOSIT ? 0 : shape->group_size;
    candidate->ants_per_group = phase == CONSTRUCTION ? shape->ants_per_group : 0;
}

/* An earlier candidate that is the same on this device. */
static bool is_known(const struct part *part, const struct candidate *candidate)
{
    for (const struct candidate *other = part->candidates; other < candidate; ++other) {
        if (other->planned && strcmp(other->row, candidate->row) == 0 && other->group_size == candidate->group_size
            && other->ants_per_group == candidate->ants_per_group) {
            return true;
        }
    }
    return false;
}

/* Whether other sizes of the candidate's row were measured and are so far behind, or none runs. */
static bool is_row_hopeless(const struct part *part, const struct candidate *candidate, enum phase_number phase)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct candidate *other = &part->candidates[i];
        if (other->sample_count > 0 && strcmp(other->row, candidate->row) == 0) {
            best = fmin(best, other->seconds);
        }
    }
    return best > ROW_BEHIND * part->best_seconds[phase];
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Measuring                                                                                                          */

static struct aco_device_colony *device_of(const struct candidate *candidate)
{
    return (struct aco_device_colony *)candidate->colony;
}

static void close_candidate(struct part *part, struct candidate *candidate)
{
    if (candidate->colony) {
        candidate->colony->type->destroy(&candidate->colony);
        part->open_bytes -= candidate->bytes;
        --part->open_count;
    }
}

static void set_deadline(struct candidate *candidate, double deadline)
{
    candidate->colony->request.deadline = deadline;
    device_of(candidate)->pacer.deadline = deadline;
}

/* Plans, opens, builds and fills the colony. A candidate that is the same as an earlier one is out. */
static enum swarm_status open_candidate(struct part *part, struct candidate *candidate, enum phase_number phase)
{
    const struct swarm_instance_info *info = &part->instance->info;
    enum swarm_status status = SWARM_OK;
    part->request.shape = candidate->shape;
    TRY(aco_colony_device_create(part->env, &part->request, part->task->devices, part->device_index,
                                 &candidate->colony));
    ++part->open_count;
    candidate->bytes = 0;
    candidate->iterations = 0;
    struct aco_colony *colony = candidate->colony;
    TRY(colony->type->plan(colony));
    for (size_t i = 0; i < colony->plan_count; ++i) {
        candidate->bytes += colony->plan[i].bytes;
    }
    part->open_bytes += candidate->bytes;
    name_candidate(candidate, phase, &device_of(candidate)->shape);
    if (is_known(part, candidate)) {
        candidate->out = true;
        candidate->planned = false;
        return SWARM_OK;
    }
    TRY(colony->type->open(colony));
    colony->settings = aco_settings_make(&part->request.choices, info->node_count, info->symmetric, part->nearest);
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
    *seconds = 1e-9 * (double)(colony->session.span_end - colony->session.span_begin);
    return status;
}

/* One iteration, of which only what the phase needs is done again: the construction needs trails as they grow, the
 * others need tours, whichever. */
static enum swarm_status iterate(struct candidate *candidate, enum phase_number phase, double *seconds,
                                 bool *interrupted)
{
    struct aco_device_colony *colony = device_of(candidate);
    const bool first = candidate->iterations == 0;
    enum swarm_status status = SWARM_OK;
    *interrupted = false;
    if (phase == CONSTRUCTION || first) {
        TRY(aco_device_choice(colony));
        TRY(begin_span(colony));
        TRY(aco_device_construct(colony, candidate->iterations + 1, interrupted));
        TRY(end_span(colony, seconds));
    }
    if (!*interrupted && (phase != DEPOSIT || first)) {
        if (phase == EVALUATION) {
            TRY(begin_span(colony));
        }
        TRY(aco_device_evaluate(colony));
        if (phase == EVALUATION) {
            TRY(end_span(colony, seconds));
        }
    }
    if (!*interrupted && phase != EVALUATION) {
        TRY(aco_device_evaporate(colony));
        if (phase == DEPOSIT) {
            TRY(begin_span(colony));
        }
        TRY(aco_device_deposit(colony, interrupted));
        if (phase == DEPOSIT) {
            TRY(end_span(colony, seconds));
        }
        TRY(ocl_session_drain_times(&colony->session));
    }
    ++candidate->iterations;

fail:
    return status;
}

static int compare_seconds(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void take_sample(struct candidate *candidate, double seconds)
{
    double sorted[SAMPLES];
    if (candidate->sample_count < SAMPLES) {
        candidate->samples[candidate->sample_count++] = seconds;
    }
    memcpy(sorted, candidate->samples, sizeof sorted);
    qsort(sorted, candidate->sample_count, sizeof sorted[0], compare_seconds);
    candidate->seconds = sorted[candidate->sample_count / 2];
}

static void report(const struct part *part, const struct candidate *candidate, enum phase_number phase,
                   const char *reason)
{
    const struct swarm_tuning_step step = {
        .node_count = part->instance->info.node_count,
        .phase = phase_names[phase],
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
static void give_up(struct part *part, struct candidate *candidate, enum phase_number phase, const char *reason)
{
    candidate->out = true;
    close_candidate(part, candidate);
    report(part, candidate, phase, reason);
}

/* Runs `runs` iterations more. *reason is why the candidate is to be given up, NULL when it is not; `end` of the phase
 * is no such reason. */
static enum swarm_status run_candidate(struct part *part, struct candidate *candidate, enum phase_number phase,
                                       uint32_t runs, double end, const char **reason)
{
    const double best = part->best_seconds[phase];
    const double patience = best > 0 ? HOPELESS * best : HUGE_VAL;
    const bool cold = candidate->iterations == 0;
    const double others = (cold ? START_SECONDS + 2 * part->best_seconds[CONSTRUCTION] : SLACK_SECONDS);
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

/* Measures the candidate and gives it up when it fails or is hopeless. */
static void measure(struct part *part, struct candidate *candidate, enum phase_number phase, uint32_t runs, double end)
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
        close_candidate(part, candidate);
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
        close_candidate(part, candidate);
    }
}

/* Leaves the better half of those that are not out and not far behind; returns how many are left. */
static size_t halve(struct part *part)
{
    size_t alive = 0, left = 0;
    double best = HUGE_VAL, sorted[CANDIDATES];
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct candidate *candidate = &part->candidates[i];
        if (!candidate->out && candidate->sample_count > 0) {
            sorted[alive++] = candidate->seconds;
            best = fmin(best, candidate->seconds);
        }
    }
    if (alive == 0) {
        return 0;
    }
    qsort(sorted, alive, sizeof sorted[0], compare_seconds);
    for (size_t i = 0; i < part->candidate_count; ++i) {
        struct candidate *candidate = &part->candidates[i];
        if (!candidate->out && (candidate->seconds > sorted[(alive - 1) / 2] || candidate->seconds > BEHIND * best)) {
            candidate->out = true;
            close_candidate(part, candidate);
        }
        left += !candidate->out;
    }
    return left;
}

/* The fastest of those that have been measured; NULL when none has. What the device gets by default, the first, stays
 * unless another is faster by more than measurements differ. */
static const struct candidate *find_best(const struct part *part)
{
    const struct candidate *best = NULL;
    double to_beat = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct candidate *candidate = &part->candidates[i];
        if (candidate->sample_count > 0 && candidate->seconds < to_beat) {
            to_beat = i == 0 ? NOISE * candidate->seconds : candidate->seconds;
            best = candidate;
        }
    }
    return best;
}

/* Fixes the winner for the phases to come. */
static void fix(struct part *part, const struct candidate *winner, enum phase_number phase)
{
    part->best_seconds[phase] = winner->seconds;
    switch (phase) {
    case CONSTRUCTION:
        part->best.construction = aco_construction_find(winner->row);
        part->best.group_size = winner->group_size;
        part->best.ants_per_group = winner->ants_per_group;
        break;
    case EVALUATION:
        part->best.evaluation = aco_evaluation_find(winner->row);
        if (winner->group_size > 0) {
            part->best.group_size = winner->group_size;
        }
        break;
    case DEPOSIT:
        part->best.deposit = aco_deposit_find(winner->row);
        break;
    }
}

/* One phase up to `end`. SWARM_OK with nothing fixed when the time did not suffice; when no candidate of the
 * construction runs at all, the failure of the last. */
static enum swarm_status run_phase(struct part *part, enum phase_number phase, double end)
{
    enum swarm_status status = SWARM_OK;
    part->candidate_count = 0;
    list_candidates[phase](part);
    for (size_t i = 0; i < part->candidate_count; ++i) {
        name_request(&part->candidates[i], phase);
    }
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        for (size_t i = 0; i < part->candidate_count && !base_interrupted(part->env, end); ++i) {
            struct candidate *candidate = &part->candidates[i];
            candidate->out =
                candidate->out || (round == 0 && candidate->sized && is_row_hopeless(part, candidate, phase));
            if (!candidate->out) {
                measure(part, candidate, phase, 1u << round, end);
            }
        }
        if (base_interrupted(part->env, end) || halve(part) <= 1) {
            break;
        }
    }
    const struct candidate *winner = find_best(part);
    if (winner) {
        fix(part, winner, phase);
    } else if (phase == CONSTRUCTION && !base_interrupted(part->env, end)) {
        status = base_fail_in(part->env, part->failure, "no construction runs on \"%s\"", part->device->name);
    }
    for (size_t i = 0; i < part->candidate_count; ++i) {
        close_candidate(part, &part->candidates[i]);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parts and the text                                                                                                 */

/* Appends to the text; NULL, with the old text freed, when memory ran out. */
static BASE_PRINTF(2, 3) void append(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *piece = *text ? base_text_vformat(format, arguments) : NULL;
    va_end(arguments);
    char *longer = piece ? base_text_format("%s%s", *text, piece) : NULL;
    free(piece);
    free(*text);
    *text = longer;
}

static enum swarm_status prepare_part(struct part *part, uint32_t nodes)
{
    const struct swarm_params *params = part->task->params;
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    part->instance = part->task->request->instance;
    if (!part->instance) {
        const uint32_t seed = 1;
        TRY(tsp_generate(part->env, "uniform", nodes, seed, &text, &size));
        TRY(tsp_input_parse(part->env, text, size, "uniform", &part->made));
        part->instance = part->made;
    }
    const uint32_t n = part->instance->info.node_count;
    part->request = (struct aco_colony_request){
        .instance = part->instance,
        .choices = {.ants = solver_params_is(params, "ants", "n") ? n : (uint32_t)solver_params_integer(params, "ants"),
                    .alpha = solver_params_real(params, "alpha"),
                    .beta = solver_params_real(params, "beta"),
                    .rho = solver_params_real(params, "rho"),
                    .selection = aco_selection_find(swarm_params_get(params, "selection"))->number,
                    .compress_from = solver_params_real(params, "compress-from"),
                    .seed = solver_params_integer(params, "seed"),
                    .target = -1},
        .launch_seconds = 1e-3 * (double)solver_params_integer(params, "launch-ms"),
        .deadline = HUGE_VAL,
        .profiling = true,
    };
    part->tour = base_array(n, sizeof *part->tour);
    part->candidates = base_array(CANDIDATES, sizeof *part->candidates);
    if (!part->tour || !part->candidates) {
        status = base_fail_memory(part->env);
        goto fail;
    }
    TRY(tsp_tour_nearest_neighbour(part->env, part->instance, HUGE_VAL, part->tour, &part->nearest));

fail:
    free(text);
    return status;
}

static void write_part(const struct part *part, uint32_t low, uint32_t high, char **text)
{
    const struct aco_shape_request *best = &part->best;
    bool measured = false;
    append(text, "\nnodes=%u..%u\n# %s selection, %u nodes, %u ants; seconds of an iteration:", (unsigned)low,
           (unsigned)high, swarm_params_get(part->task->params, "selection"), (unsigned)part->instance->info.node_count,
           (unsigned)part->request.choices.ants);
    for (int phase = 0; phase < PHASES; ++phase) {
        if (part->best_seconds[phase] > 0) {
            append(text, "%s %s %.3g", measured ? "," : "", phase_names[phase], part->best_seconds[phase]);
            measured = true;
        }
    }
    append(text, "%s\n", measured ? "" : " not measured");
    if (best->construction) {
        append(text, "construction=%s\n", best->construction->name);
    }
    if (best->group_size > 0) {
        append(text, "group-size=%u\n", (unsigned)best->group_size);
    }
    if (best->ants_per_group > 0) {
        append(text, "ants-per-group=%u\n", (unsigned)best->ants_per_group);
    }
    if (best->evaluation) {
        append(text, "evaluation=%s\n", best->evaluation->name);
    }
    if (best->deposit) {
        append(text, "deposit=%s\n", best->deposit->name);
    }
}

/* Measures `nodes` until `end` and appends the block for low .. high. */
static enum swarm_status run_part(struct part *part, uint32_t nodes, double end, uint32_t low, uint32_t high,
                                  char **text)
{
    const double start = base_seconds(part->env);
    enum swarm_status status = SWARM_OK;
    TRY(prepare_part(part, nodes));
    for (int phase = 0; phase < PHASES; ++phase) {
        TRY(run_phase(part, (enum phase_number)phase, start + phase_ends[phase] * (end - start)));
    }
    write_part(part, low, high, text);

fail:
    free(part->tour);
    free(part->candidates);
    tsp_instance_destroy(&part->made);
    return status;
}

/* The numbers of nodes to measure within low .. high, and up to which each one counts; returns how many. */
static size_t split_range(uint32_t low, uint32_t high, uint32_t nodes[PARTS], uint32_t ends[PARTS])
{
    const uint32_t middle = (uint32_t)(sqrt((double)low * high) + 0.5);
    const uint32_t wanted[PARTS] = {low, middle, high};
    size_t count = 0;
    for (size_t i = 0; i < PARTS; ++i) {
        if (count == 0 || wanted[i] > nodes[count - 1]) {
            nodes[count++] = wanted[i];
        }
    }
    for (size_t i = 0; i + 1 < count; ++i) {
        ends[i] = (uint32_t)sqrt((double)nodes[i] * nodes[i + 1]);
    }
    ends[count - 1] = high;
    return count;
}

enum swarm_status solver_tune(const struct solver_tuner_task *task, char **text, size_t *size)
{
    const struct swarm_tuning_request *request = task->request;
    const double start = base_seconds(task->env), end = start + request->seconds;
    uint32_t low = request->instance ? request->instance->info.node_count : request->node_low;
    uint32_t high = request->instance ? low : request->node_high;
    uint32_t nodes[PARTS], ends[PARTS];
    size_t *indices = NULL, device_count = 0;
    char *made = NULL;
    enum swarm_status status = SWARM_OK;
    if (low < 1 || low > high || !(request->seconds > 0)) {
        return base_fail(task->env, SWARM_ERROR_INVALID_ARGUMENT, "tuning takes a range of nodes and seconds above 0");
    }
    if (solver_is_twin(task->params)) {
        return base_fail(task->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device none: the sequential twin has nothing to tune");
    }
    struct aco_shape_request ignored;
    TRY(solver_companions_resolve(task->env, task->params, NULL, true, &ignored));
    TRY(solver_devices_find(task->env, task->devices, task->params, &indices, &device_count));
    const struct swarm_device *device = &task->devices->devices[indices[0]];
    made = base_text_format("# how swarmcl lays out its kernels, found by `swarmcl tune`; changes no tour\n"
                            "device=%s\ndriver=%s\nversion=%s\n",
                            device->name, device->driver, SWARM_VERSION);
    const size_t count = split_range(low, high, nodes, ends);
    for (size_t i = 0; i < count && made; ++i) {
        struct part part = {.task = task,
                            .env = task->env,
                            .device = device,
                            .device_index = indices[0],
                            .start = start,
                            .seconds = request->seconds};
        double now = base_seconds(task->env);
        TRY(run_part(&part, nodes[i], now + (end - now) / (double)(count - i), i == 0 ? low : ends[i - 1] + 1, ends[i],
                     &made));
    }
    if (!made) {
        status = base_fail_memory(task->env);
        goto fail;
    }
    *text = made;
    *size = strlen(made);
    free(indices);
    return SWARM_OK;

fail:
    free(indices);
    free(made);
    return status;
}
