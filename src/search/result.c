#include "result.h"

#include <stdlib.h>

#include "base/memory.h"

enum swarm_status search_result_create(struct base_env *env, struct search_result **result)
{
    struct search_result *made = base_array(1, sizeof *made);
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->best.score = made->reported = made->built = INT64_MAX;
    *result = made;
    return SWARM_OK;
}

void swarm_result_destroy(swarm_result **result)
{
    struct search_result *made = (struct search_result *)*result;
    if (!made) {
        return;
    }
    for (size_t i = 0; i < made->shown.setting_count; ++i) {
        free((void *)made->settings[i].value);
    }
    for (size_t i = 0; i < sizeof made->owned / sizeof made->owned[0]; ++i) {
        free(made->owned[i]);
    }
    free(made->settings);
    free(made->kernels);
    free(made->islands);
    free(made->trace);
    free(made);
    *result = NULL;
}
