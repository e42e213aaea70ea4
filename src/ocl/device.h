/* device.h - discovery: all devices of all platforms in one list; failures of OpenCL as sentences. */
#ifndef SWARMCL_OCL_DEVICE_H
#define SWARMCL_OCL_DEVICE_H

#include <pthread.h>

#include "base/worker.h"
#include "loader.h"

/* "CL_OUT_OF_RESOURCES" for -5; "unknown OpenCL error" for other codes. Static storage. */
const char *ocl_error_name(cl_int code);

/* Fails with "CALL: NAME (CODE)": SWARM_ERROR_OUT_OF_MEMORY for failed allocations, otherwise SWARM_ERROR_OPENCL.
 * SWARM_OK for CL_SUCCESS. */
enum swarm_status ocl_check(struct base_env *env, cl_int code, const char *call);

/* Runs a statement with a call that may never return: worker.h. */
#define OCL_DRIVER(env, call, statement)                           \
    do {                                                           \
        struct base_worker *driver = base_driver_begin(env, call); \
        statement;                                                 \
        base_driver_end(driver);                                   \
    } while (0)

#define OCL_BUILDS "compiling the kernels"
#define OCL_OPENS  "opening the device"
#define OCL_LISTS  "listing devices"
#define OCL_RUNS   "running kernels"

struct ocl_session;

/* What the sessions of one device share. The first session makes it, because a context takes 0.1 s to make and a GPU
 * runs only commands of one context concurrently; the device list frees it. On a simulator each session has its own. */
struct ocl_shared {
    size_t sessions;
    cl_context context;
    bool in_turn;         /* kernels of all sessions run one after the other, in the order of the queues' commands */
    pthread_mutex_t lock; /* guards the members below */
    cl_event last;        /* of the kernel that was queued last if in_turn; owned; NULL: none */
    const struct ocl_session *last_session;
};

/* Frees it, unless an abandoned run has left a session open. */
void ocl_shared_destroy(struct ocl_shared **shared);

struct ocl_handle {
    cl_platform_id platform;
    cl_device_id device;
    bool ballot;               /* the device has cl_khr_subgroup_ballot */
    struct ocl_shared *shared; /* NULL: no session yet, or sessions share nothing */
};

struct ocl_device_list {
    size_t count;
    struct swarm_device *devices; /* [count], strings owned by the list */
    struct ocl_handle *handles;   /* [count] */
};

/* Fills `list`; without any driver it is empty, which is no error. A platform or device that fails is omitted with a
 * warning. Marks duplicates, simulators and the choice of `auto`. */
enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list);
void ocl_device_list_deinit(struct ocl_device_list *list);

/* The fastest TEAM_CODE_ of cl/shared/team_codes.h that the device may support; only a trial build shows if it does. */
int ocl_device_team_code(const struct swarm_device *device);

/* Work-items that run in lockstep: 64 if the driver reports it, otherwise 32. */
uint32_t ocl_device_width(const struct swarm_device *device);

/* Logs the device that a run uses. */
void ocl_device_log(struct base_env *env, const struct swarm_device *device);

#endif
