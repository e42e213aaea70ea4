#include "generate.h"

const struct swarm_variant tsp_generate_kinds[] = {{NULL, NULL, NULL}};

enum swarm_status tsp_generate(struct base_env *env, const char *kind, uint32_t node_count, uint32_t seed, char **text,
                               size_t *size)
{
    (void)kind, (void)node_count, (void)seed, (void)text, (void)size;
    return base_fail(env, SWARM_ERROR_UNSUPPORTED, "generators are still to come");
}
