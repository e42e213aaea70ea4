/* route.c - the shortest round trip through the places of a table, from one of them.
 *
 * usage: route TABLE PLACE
 *
 * Example: route instances/sights.csv "Gare du Nord" */
#include <stdio.h>
#include <swarmcl/swarmcl.h>

int main(int argc, char **argv)
{
    swarm_context *context = NULL;
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: route TABLE PLACE\n");
        return 2;
    }
    if (swarm_context_create(&context) == SWARM_OK && swarm_instance_read(context, argv[1], &instance) == SWARM_OK
        && swarm_params_create(context, "tsp", &params) == SWARM_OK) {
        swarm_params_instance(params, instance);
        if (swarm_params_set(context, params, "start", argv[2]) == SWARM_OK
            && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK) {
            const struct swarm_instance_info *info = swarm_instance_describe(instance);
            char length[64];
            for (size_t i = 0; i < result->tour->node_count; ++i) {
                const char *name = swarm_instance_node_name(instance, result->tour->nodes[i]);
                printf("%3u. %s\n", (unsigned)i + 1, name ? name : "");
            }
            printf("%s %s\n", swarm_length_text(result->length, info->decimals, length, sizeof length), info->unit);
        }
    }
    const int code = result ? 0 : 1;
    if (!result) {
        fprintf(stderr, "route: %s\n", swarm_context_error(context));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    return code;
}
