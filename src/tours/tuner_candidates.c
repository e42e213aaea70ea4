#include <math.h>
#include <string.h>

#include "tuner_part.h"

const char *const tuner_phase_names[TUNER_PHASES] = {"construction", "evaluation", "deposit"};

/* What is tried where a row takes a size; 0: what the device gets by default. */
static const uint32_t group_sizes[] = {0, 1, 16, 32, 64, 128, 256, 512, 1024};
static const uint32_t ants_per_group[] = {0, 1, 2, 4, 8, 16, 32};

/* A row whose other sizes are so many times behind the best is not tried with more. */
#define ROW_BEHIND 4.0

static void add(struct tuner_part *part, struct aco_shape_request shape, bool sized)
{
    if (part->candidate_count < TUNER_CANDIDATES && shape.group_size <= part->device->max_group_size) {
        part->candidates[part->candidate_count++] = (struct tuner_candidate){.shape = shape, .sized = sized};
    }
}

static size_t size_count(bool has_size, size_t count)
{
    return has_size ? count : 1;
}

/* What the device gets by default stands first, so that it is measured however short the time; then all rows as they
 * come, then their sizes. */
static void list_constructions(struct tuner_part *part)
{
    const size_t groups = sizeof group_sizes / sizeof group_sizes[0];
    const size_t ants = sizeof ants_per_group / sizeof ants_per_group[0];
    add(part, (struct aco_shape_request){.construction = NULL}, false);
    for (size_t i = 0; i < aco_construction_count; ++i) {
        if (aco_constructions[i].lists) {
            continue; /* a tuning file is for Ant System on whole rows */
        }
        add(part, (struct aco_shape_request){.construction = &aco_constructions[i]}, false);
    }
    for (size_t i = 0; i < aco_construction_count; ++i) {
        const struct aco_construction *row = &aco_constructions[i];
        for (size_t k = 1; !row->lists && k < size_count(row->groups, groups) * size_count(row->shares, ants); ++k) {
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

/* What is known of a candidate before it is planned. */
static void name_request(struct tuner_candidate *candidate, enum tuner_phase phase)
{
    const struct aco_shape_request *shape = &candidate->shape;
    const char *names[TUNER_PHASES] = {shape->construction ? shape->construction->name : "auto",
                                       shape->evaluation ? shape->evaluation->name : "auto",
                                       shape->deposit ? shape->deposit->name : "auto"};
    candidate->row = names[phase];
    candidate->group_size = phase == TUNER_DEPOSIT ? 0 : shape->group_size;
    candidate->ants_per_group = phase == TUNER_CONSTRUCTION ? shape->ants_per_group : 0;
}

void tuner_candidates_list(struct tuner_part *part, enum tuner_phase phase)
{
    void (*const lists[TUNER_PHASES])(struct tuner_part * part) = {list_constructions, list_evaluations, list_deposits};
    part->candidate_count = 0;
    lists[phase](part);
    for (size_t i = 0; i < part->candidate_count; ++i) {
        name_request(&part->candidates[i], phase);
    }
}

/* An earlier candidate that is the same on this device. */
static bool is_known(const struct tuner_part *part, const struct tuner_candidate *candidate)
{
    for (const struct tuner_candidate *other = part->candidates; other < candidate; ++other) {
        if (other->planned && strcmp(other->row, candidate->row) == 0 && other->group_size == candidate->group_size
            && other->ants_per_group == candidate->ants_per_group) {
            return true;
        }
    }
    return false;
}

bool tuner_candidate_name(struct tuner_part *part, struct tuner_candidate *candidate, enum tuner_phase phase,
                          const struct aco_shape *shape)
{
    switch (phase) {
    case TUNER_CONSTRUCTION:
        candidate->row = shape->construction->name;
        candidate->group_size = shape->construction->groups ? shape->team : 0;
        candidate->ants_per_group = shape->construction->shares ? shape->group_ants : 0;
        break;
    case TUNER_EVALUATION:
        candidate->row = shape->evaluation->name;
        candidate->group_size = shape->evaluation->groups ? shape->evaluate_group : 0;
        break;
    case TUNER_DEPOSIT:
        candidate->row = shape->deposit->name;
        break;
    }
    candidate->planned = !is_known(part, candidate);
    return candidate->planned;
}

bool tuner_candidate_is_hopeless(const struct tuner_part *part, const struct tuner_candidate *candidate,
                                 enum tuner_phase phase)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i < part->candidate_count; ++i) {
        const struct tuner_candidate *other = &part->candidates[i];
        if (other->sample_count > 0 && strcmp(other->row, candidate->row) == 0) {
            best = fmin(best, other->seconds);
        }
    }
    return best > ROW_BEHIND * part->best_seconds[phase];
}
