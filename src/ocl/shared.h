/* shared.h - the part that the sessions of one device share. */
#ifndef SWARMCL_OCL_SHARED_H
#define SWARMCL_OCL_SHARED_H

#include <pthread.h>

#include "cl_error.h"

struct ocl_session;

/* Made by the first session and freed with the device list, as a context takes
 * 0.1 s to make. GPUs run the commands of one context side by side, but several contexts only in turns. On a simulator
 * each session has one of its own. */
struct ocl_shared {
    size_t sessions;
    cl_context context;
    bool in_turn;         /* kernels of all sessions run one after the other, as they are queued */
    pthread_mutex_t lock; /* over the rest */
    cl_event last;        /* of the kernel that was queued last in turn; owned; NULL: none */
    const struct ocl_session *last_session;
};

/* Makes the part, without a context. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status ocl_shared_create(struct base_env *env, struct ocl_shared **shared);

/* Frees it, unless a driver that did not return has left a session open. */
void ocl_shared_destroy(struct ocl_shared **shared);

#endif
