/* start.c - the tours from which a run starts: those of the caller, or one that costs little time. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "mosaic/problem.h"
#include "tours.h"
#include "tsp/tour.h"

/* True if ants build the first tour of the run. */
static bool starts_without_tour(const struct search *search)
{
    const struct tours_question *question = tours_question_of(search);
    return question->algorithm && strcmp(search->options.start_tour, "none") == 0 && !tours_has_one_tour(question);
}

enum swarm_status tours_check_starts(const struct search *search)
{
    const struct tours_question *question = tours_question_of(search);
    const struct options *options = &search->options;
    const struct mosaic_schedule *schedule = &question->schedule;
    const size_t count = search->task->params->start_count;
    if (count > 0 && starts_without_tour(search)) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--start-tour none clashes with a starting tour, which would be the first best tour");
    }
    if (count > 1 && question->algorithm) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu starting tours clash with --algorithm %s: ants use one tour; mosaic accepts more", count,
                         options->algorithm);
    }
    if (!question->algorithm && schedule->count > 0 && count > schedule->stages[0].individuals) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu starting tours clash with --schedule %s: its first population has %u individuals", count,
                         options->schedule, (unsigned)schedule->stages[0].individuals);
    }
    if (!question->algorithm && count > options->population) {
        return base_fail(
            search->env, SWARM_ERROR_INVALID_ARGUMENT,
            "%zu starting tours clash with --population %llu: each needs an individual of the first population", count,
            (unsigned long long)options->population);
    }
    return SWARM_OK;
}

enum swarm_status tours_read_starts(const struct search *search)
{
    const struct swarm_params *params = search->task->params;
    struct tours_question *question = tours_question_of(search);
    const size_t n = question->instance->info.node_count;
    enum swarm_status status = SWARM_OK;
    if (params->start_count == 0) {
        return search->options.given[OPTION_keep]
                   ? base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "--keep needs a starting tour (--init)")
                   : SWARM_OK;
    }
    TRY(BASE_MAKE(search->env, question->starts, params->start_count * n));
    for (size_t i = 0; i < params->start_count; ++i) {
        const uint32_t *tour = params->starts + i * params->start_nodes;
        int64_t ignored;
        TRY_OR(fail, tsp_tour_measure(search->env, tours_instance_of(search), tour, params->start_nodes, &ignored));
        TRY_OR(fail, tsp_reduction_reduce(question->reduction, search->env, tour, question->starts + i * n));
    }
    return SWARM_OK;

fail:
    return base_fail_in(search->env, status, "the starting tour");
}

enum { SHARED_NODES = 200000 }; /* nodes from which threads share the tour: starting them takes time */

/* Makes a starting tour. For ants the nearest-neighbour tour in O(n^2) time, whose length is the scale of the trails.
 * For mosaic with coordinates a curve through the nodes, because its individuals start from other tours. The order of
 * the file must not be used: pr2392 lists its nodes in the order of an optimal tour. */
static enum swarm_status make_first_tour(const struct search *search, int64_t *length)
{
    struct tours_question *question = tours_question_of(search);
    const struct swarm_instance *instance = question->instance;
    if (question->algorithm || (!instance->coordinates && !instance->doubled)) {
        TRY(tsp_tour_nearest_neighbour(search->env, instance, search->request.deadline, search->solution, length));
        question->hasty = search_is_interrupted(search);
        return SWARM_OK;
    }
    struct base_team *team = NULL;
    question->hasty = true;
    if (question->n >= SHARED_NODES) {
        TRY(base_team_create(search->env, (unsigned)search->options.threads, &team));
    }
    const enum swarm_status status = mosaic_curve_tour(search->env, team, instance, search->solution, length);
    base_team_destroy(&team);
    return status;
}

enum swarm_status tours_start(struct search *search, int64_t *score)
{
    const struct tours_question *question = tours_question_of(search);
    const size_t n = question->instance->info.node_count, count = search->task->params->start_count;
    TRY(make_first_tour(search, &search->scale));
    *score = starts_without_tour(search) ? INT64_MAX : search->scale;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *tour = question->starts + i * n;
        int64_t length;
        TRY(tsp_tour_measure(search->env, question->instance, tour, n, &length));
        if (i == 0 || length < *score) {
            *score = length;
            memcpy(search->solution, tour, search->solution_size);
        }
    }
    search->starts_anew = !question->algorithm && count == 0;
    return SWARM_OK;
}

enum { RESCUE_NODES = 50000 }; /* maximum number of nodes for a nearest-neighbour tour at the end of a run: 0.1 s */

enum swarm_status tours_rescue(struct search *search, double until)
{
    const struct tours_question *question = tours_question_of(search);
    const struct swarm_instance *instance = question->instance;
    enum swarm_status status = SWARM_OK;
    uint32_t *tour = question->hasty ? base_array(1, search->solution_size) : NULL;
    if (!tour) {
        return question->hasty ? base_fail_memory(search->env) : SWARM_OK;
    }
    const bool had = !instance->coordinates || !question->algorithm; /* mosaic started from the curve */
    const bool many = instance->coordinates && instance->info.node_count > RESCUE_NODES;
    for (int kind = had ? 1 : 0; kind < (many ? 1 : 2); ++kind) {
        struct search_improvement found = {.iteration = 0};
        if (kind == 0) {
            TRY_OR(done, mosaic_curve_tour(search->env, NULL, instance, tour, &found.score));
        } else {
            TRY_OR(done, tsp_tour_nearest_neighbour(search->env, instance, until, tour, &found.score));
        }
        if (found.score < search->result->best.score) {
            memcpy(search->solution, tour, search->solution_size);
            TRY_OR(done, search_improve(search, &found));
            search_report(search, 0, true);
        }
    }

done:
    free(tour);
    return status;
}
