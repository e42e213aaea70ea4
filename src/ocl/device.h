/* device.h - discovery: all devices of all platforms in one list. */
#ifndef SWARMCL_OCL_DEVICE_H
#define SWARMCL_OCL_DEVICE_H

#include <pthread.h>

#include "base/worker.h"
#include "cl_error.h"

/* A statement with a call that may not return: worker.h. */
#define OCL_DRIVER(env, word, statement)                           \
    do {                                                           \
        struct base_worker *driver = base_driver_begin(env, word); \
        statement;                                                 \
        base_driver_end(driver);                                   \
    } while (0)

#define OCL_BUILDS "compiling the kernels"
#define OCL_OPENS  "opening the device"
#define OCL_LISTS  "listing devices"
#define OCL_RUNS   "running kernels"

struct ocl_session;

/* The part that the sessions of one device share, made by the first and freed with the device list: a context takes 0.1
 * s to make. GPUs run the commands of one context side by side, but several contexts only in turns. On a simulator
 * each session has one of its own. */
struct ocl_shared {
    size_t sessions;
    cl_context context;
    bool in_turn;         /* kernels of all sessions run one after the other, as they are queued */
    pthread_mutex_t lock; /* over the rest */
    cl_event last;        /* of the kernel that was queued last in turn; owned; NULL: none */
    const struct ocl_session *last_session;
};

/* Frees it, unless a driver that did not return has left a session open. */
void ocl_shared_destroy(struct ocl_shared **shared);

struct ocl_handle {
    cl_platform_id platform;
    cl_device_id device;
    bool ballot;               /* it has cl_khr_subgroup_ballot */
    struct ocl_shared *shared; /* by sessions; NULL: there was none yet, or they share nothing */
};

struct ocl_device_list {
    size_t count;
    struct swarm_device *devices; /* [count], strings owned by the list */
    struct ocl_handle *handles;   /* [count] */
};

/* Fills `list`. A platform or device that fails is logged as a warning and left out; no driver at all is no error:
 * the list is empty then. Marks duplicates, simulators and auto's pick. */
enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list);
void ocl_device_list_deinit(struct ocl_device_list *list);

/* The fastest TEAM_CODE_ of cl/shared/team_codes.h that the device may know: a trial build shows it. */
int ocl_device_team_code(const struct swarm_device *device);

/* Work-items that go in step, as far as the driver tells; 32 otherwise. */
uint32_t ocl_device_width(const struct swarm_device *device);

/* Says which device a run takes. */
void ocl_device_log(struct base_env *env, const struct swarm_device *device);

#endif
