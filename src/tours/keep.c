/* keep.c - the option `keep`: a tour near the best that differs little from the tour that the run started from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tours.h"
#include "tsp/tour.h"

/* Seconds per node that are reserved to verify and write the result: 1 s for 10^6 nodes, measured on two busy cores. */
#define SECONDS_OF_NODE 1e-6

enum swarm_status tours_keep(struct search *search, uint32_t *tour)
{
    const struct tours_question *question = tours_question_of(search);
    const struct swarm_instance *caller = tours_instance_of(search);
    const size_t all = caller->info.node_count;
    const int64_t within = tours_within(search->result->shown.length, search->options.keep);
    const int64_t no_edge = caller->info.no_edge; /* longer than every tour without missing edges */
    const int64_t limit = no_edge > 0 && within >= no_edge ? no_edge - 1 : within;
    const double end = search->options.set[OPTION_time] ? search->options.time : (double)INFINITY;
    struct mosaic_keep_limits limits = {.deadline = end - SECONDS_OF_NODE * (double)all};
    struct tsp_reduction *reduction = NULL;
    struct base_team *team = NULL;
    uint32_t *tours = NULL;
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, tsp_reduction_create(search->env, caller, &question->conditions, question->symmetric ? 0 : TSP_DOUBLED,
                                      &reduction));
    const struct swarm_instance *instance = tsp_reduction_instance(reduction);
    const size_t n = instance->info.node_count;
    TRY_OR(done, BASE_MAKE(search->env, tours, 2 * n));
    TRY_OR(done, tsp_reduction_reduce(reduction, search->env, tour, tours));
    TRY_OR(done, tsp_reduction_reduce(reduction, search->env, search->task->params->starts, tours + n));
    TRY_OR(done, base_team_create(search->env, run_threads(search), &team));
    limits.length = limit - tsp_reduction_offset(reduction);
    if (n >= TOURS_MOSAIC_NODES_LEAST) {
        TRY_OR(done, mosaic_keep(search->env, instance, team, tours + n, tours, limits));
    } else if (tsp_tour_length(instance, tours + n, n, false) <= limits.length) {
        memcpy(tours, tours + n, n * sizeof *tours);
    }
    tsp_reduction_expand(reduction, tours, tour);
    if (question->conditions.start != TSP_NO_NODE) { /* a path begins with its start already */
        tsp_tour_turn(tour, all, question->conditions.start);
    }
    TRY_OR(done, tsp_conditions_measure(search->env, caller, &question->conditions, tour, all, &length));
    status =
        length > within ? base_fail(search->env, SWARM_ERROR_VERIFICATION, "--keep: the tour is too long") : SWARM_OK;
    search->result->shown.length = search->result->tour.length = length;
    search->result->shown.value = (double)length;

done:
    base_team_destroy(&team);
    tsp_reduction_destroy(&reduction);
    free(tours);
    return status;
}

enum swarm_status swarm_tour_kept(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                  size_t count, size_t *kept)
{
    struct base_env *env = base_env_of(context);
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    const uint32_t *start = params ? params->starts : NULL;
    if (!start || !instance || count != params->start_nodes) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "expected an instance and a start of as many nodes");
    }
    uint32_t *after = NULL;
    int64_t ignored;
    TRY(tsp_tour_measure(env, instance, tour, count, &ignored));
    TRY(tsp_tour_measure(env, instance, start, count, &ignored));
    TRY(BASE_MAKE(env, after, count));
    for (size_t k = 0; k < count; ++k) {
        after[start[k]] = k + 1 < count ? start[k + 1] : params->options.path ? TSP_NO_NODE : start[0];
    }
    *kept = 0;
    for (size_t k = 0; k + params->options.path < count; ++k) {
        const uint32_t a = tour[k], b = tour[k + 1 < count ? k + 1 : 0];
        *kept += after[a] == b || (instance->info.symmetric && after[b] == a);
    }
    free(after);
    return SWARM_OK;
}
