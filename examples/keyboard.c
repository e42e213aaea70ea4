/* keyboard.c - the keyboard on which fingers travel least: items are letters, places are keys.
 *
 * usage: keyboard FLOWS DISTANCES
 *
 * Example: keyboard instances/letters.csv instances/keys.csv */
#include <stdio.h>
#include <swarmcl/swarmcl.h>

int main(int argc, char **argv)
{
    swarm_context *context = NULL;
    swarm_qap *qap = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: keyboard FLOWS DISTANCES\n");
        return 2;
    }
    if (swarm_context_create(&context) == SWARM_OK && swarm_qap_read_two(context, argv[1], argv[2], &qap) == SWARM_OK
        && swarm_params_create(context, "qap", &params) == SWARM_OK) {
        swarm_params_qap(params, qap);
        if (swarm_params_set(context, params, "iterations", "2") == SWARM_OK
            && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK) {
            const struct swarm_qap_info *info = swarm_qap_describe(qap);
            char cost[64];
            for (uint32_t item = 0; item < info->item_count - info->added_items; ++item) {
                const char *name = swarm_qap_item_name(qap, item);
                const char *place = swarm_qap_place_name(qap, result->assignment->places[item]);
                printf("%s on %s\n", name ? name : "?", place ? place : "?");
            }
            printf("cost %s\n", swarm_length_text(result->length, info->decimals, cost, sizeof cost));
        }
    }
    const int code = result ? 0 : 1;
    if (!result) {
        fprintf(stderr, "keyboard: %s\n", swarm_context_error(context));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_qap_destroy(&qap);
    swarm_context_destroy(&context);
    return code;
}
