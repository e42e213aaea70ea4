/* orient.h - orienteering: a tour of some of the nodes with the greatest sum of scores, no longer than a limit.
 *
 * The input is an instance (tsp.h) with scores. The result has a struct swarm_tour; result->length is the score. A
 * program:
 *
 *     #include <inttypes.h>
 *     #include <stdio.h>
 *     #include <swarmcl/swarmcl.h>
 *
 *     int main(void)
 *     {
 *         const double points[] = {0, 0, 30, 0, 30, 40, 0, 40, 15, 20};
 *         const uint32_t scores[] = {0, 5, 8, 5, 9};
 *         swarm_context *context = NULL;
 *         swarm_instance *instance = NULL;
 *         swarm_params *params = NULL;
 *         swarm_result *result = NULL;
 *         if (swarm_context_create(&context) == SWARM_OK
 *             && swarm_instance_from_coordinates(context, "a", SWARM_METRIC_EUC_2D, 5, points, &instance) == SWARM_OK
 *             && swarm_params_create(context, "orient", &params) == SWARM_OK) {
 *             swarm_params_instance(params, instance);
 *             swarm_params_scores(params, scores);
 *             if (swarm_params_set(context, params, "limit", "100") == SWARM_OK
 *                 && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *                 printf("score %" PRId64 ", length %" PRId64 "\n", result->length, result->tour->length);
 *         }
 *         if (!result)
 *             fprintf(stderr, "%s\n", swarm_context_error(context));
 *         swarm_result_destroy(&result);
 *         swarm_params_destroy(&params);
 *         swarm_instance_destroy(&instance);
 *         swarm_context_destroy(&context);
 *     }
 *
 * docs/orienteering.md describes algorithms and files. */
#ifndef SWARMCL_ORIENT_H
#define SWARMCL_ORIENT_H

#include <swarmcl/tsp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies `scores` [node_count] to the nodes of the instance. Errors: SWARM_ERROR_INPUT if the sum is 2^31 or more. */
SWARM_API enum swarm_status swarm_instance_set_scores(swarm_context *context, swarm_instance *instance,
                                                      const uint32_t *scores);
SWARM_API uint32_t swarm_instance_score(const swarm_instance *instance, uint32_t i); /* 0 if it has no scores */

/* Sets scores [node_count] that replace those of the instance; NULL: the instance's apply again. Borrowed until the
 * parameters are destroyed. Runs fail with SWARM_ERROR_INPUT if the sum is 2^31 or more. */
SWARM_API void swarm_params_scores(swarm_params *params, const uint32_t *scores);

/* Checks that a run with these parameters could return `tour` [count], and computes its score and length. A closed tour
 * may start with any of its nodes. SWARM_ERROR_VERIFICATION names the first violation. */
SWARM_API enum swarm_status swarm_orient_measure(swarm_context *context, const swarm_params *params,
                                                 const uint32_t *tour, size_t count, int64_t *score, int64_t *length);

#ifdef __cplusplus
}
#endif

#endif
