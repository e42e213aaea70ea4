#include "shared.h"

#include <stdlib.h>

#include "base/memory.h"

enum swarm_status ocl_shared_create(struct base_env *env, struct ocl_shared **shared)
{
    struct ocl_shared *made = base_array(1, sizeof *made);
    if (!made || pthread_mutex_init(&made->lock, NULL) != 0) {
        free(made);
        return base_fail_memory(env);
    }
    *shared = made;
    return SWARM_OK;
}

void ocl_shared_destroy(struct ocl_shared **owned)
{
    struct ocl_shared *shared = *owned;
    *owned = NULL;
    if (!shared || shared->sessions > 0) {
        return;
    }
    if (shared->context) {
        clReleaseContext(shared->context);
    }
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}
