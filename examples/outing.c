/* outing.c - the best places of a table with scores on a round trip from one of them, no longer than a limit.
 *
 * usage: outing TABLE PLACE LIMIT
 *
 * Example: outing instances/sights.csv "Gare du Nord" 8000 */
#include <inttypes.h>
#include <stdio.h>
#include <swarmcl/swarmcl.h>

int main(int argc, char **argv)
{
    swarm_context *context = NULL;
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    if (argc != 4) {
        fprintf(stderr, "usage: outing TABLE PLACE LIMIT\n");
        return 2;
    }
    if (swarm_context_create(&context) == SWARM_OK && swarm_params_create(context, "orient", &params) == SWARM_OK
        && swarm_instance_read_for(context, params, argv[1], &instance) == SWARM_OK) { /* "orient" reads scores */
        swarm_params_instance(params, instance);
        if (swarm_params_set(context, params, "start", argv[2]) == SWARM_OK
            && swarm_params_set(context, params, "limit", argv[3]) == SWARM_OK
            && swarm_params_set(context, params, "iterations", "10") == SWARM_OK
            && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK) {
            for (size_t i = 0; i < result->tour->node_count; ++i) {
                const uint32_t node = result->tour->nodes[i];
                const char *name = swarm_instance_node_name(instance, node);
                printf("%3" PRIu32 "  %s\n", swarm_instance_score(instance, node), name ? name : "");
            }
            printf("%3" PRId64 "  in all\n", result->length);
        }
    }
    const int code = result ? 0 : 1;
    if (!result) {
        fprintf(stderr, "outing: %s\n", swarm_context_error(context));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    return code;
}
