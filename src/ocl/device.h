/* device.h - lists all devices of all platforms, and turns OpenCL error codes into messages. */
#ifndef SWARMCL_OCL_DEVICE_H
#define SWARMCL_OCL_DEVICE_H

#include <pthread.h>

#include "base/worker.h"
#include "loader.h"

/* Name of an OpenCL error: "CL_OUT_OF_RESOURCES" for -5; "unknown OpenCL error" for other codes. Static storage. */
const char *ocl_error_name(cl_int code);

/* Returns SWARM_OK for CL_SUCCESS. Otherwise fails with "CALL: NAME (CODE)": SWARM_ERROR_OUT_OF_MEMORY for failed
 * allocations, SWARM_ERROR_OPENCL for other codes. */
enum swarm_status ocl_check(struct base_env *env, cl_int code, const char *call);

/* Runs a statement with a driver call that may never return (base/worker.h). */
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

enum { OCL_BUILT = 16 }; /* programs that the sessions of a device share */

/* State that all sessions of one device share. The first session makes it, because a context takes 0.1 s to make and a
 * GPU overlaps only commands of one context; the device list frees it. On a simulator each session has its own. */
struct ocl_shared {
    size_t sessions;
    cl_context context;
    bool in_turn;         /* kernels of all sessions must run one at a time, in the order they were queued */
    pthread_mutex_t lock; /* guards `last` and `last_session` */
    char *built[OCL_BUILT]; /* options and texts of `programs`; owned; NULL: none. Only of lists that contexts share */
    cl_program programs[OCL_BUILT];
    size_t next_built;    /* index of the program that the next one replaces */
    pthread_mutex_t builds; /* guards the three members above, also while a program is compiled */
    cl_event last;        /* event of the kernel queued last, if `in_turn`; owned; NULL: none */
    const struct ocl_session *last_session;
};

/* Frees the shared state, unless an abandoned run has left a session open. */
void ocl_shared_destroy(struct ocl_shared **shared);

struct ocl_handle {
    cl_platform_id platform;
    cl_device_id device;
    bool ballot;               /* True if the device has cl_khr_subgroup_ballot */
    struct ocl_shared *shared; /* NULL: no session was opened yet, or sessions share nothing */
};

struct ocl_device_list {
    size_t count;
    struct swarm_device *devices; /* [count] descriptions of the devices; the list owns their strings */
    struct ocl_handle *handles;   /* [count] OpenCL handles of the devices */
    pthread_mutex_t *lock;        /* of opening and closing sessions, if contexts share the list; else NULL */
};

/* Fills `list`; without any driver it stays empty, which is not an error. A platform or device that fails is omitted
 * with a warning. Marks duplicates, simulators and the device that `auto` chooses. */
enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list);
void ocl_device_list_deinit(struct ocl_device_list *list);

/* The fastest TEAM_CODE_ of cl/shared/team_codes.h that the device may support; a trial build must confirm it. */
int ocl_device_team_code(const struct swarm_device *device);

/* Number of work-items that run in lockstep: 64 if the driver reports 64, otherwise 32. */
uint32_t ocl_device_width(const struct swarm_device *device);

/* Logs the device that a run uses. */
void ocl_device_log(struct base_env *env, const struct swarm_device *device);

#endif
