/* batch.h - shares a device among threads: one launch works on the items of all threads that wait. */
#ifndef SWARMCL_OCL_BATCH_H
#define SWARMCL_OCL_BATCH_H

#include <pthread.h>

#include "program.h"

enum { OCL_BATCH_BUFFERS = 8 /* maximum number of buffers */ };

struct ocl_batch;

/* The work of one thread; the caller's own struct begins with it. */
struct ocl_batch_item {
    struct base_env *env;
    double deadline;
    uint64_t kind;                     /* items of different kinds never share a launch */
    uint64_t sizes[OCL_BATCH_BUFFERS]; /* number of elements in each buffer */
    /* The batch sets the members below. */
    uint64_t at[OCL_BATCH_BUFFERS];  /* index of the first element in each buffer */
    void *copies[OCL_BATCH_BUFFERS]; /* the elements on the host; NULL in OCL_BATCH_SCRATCH */
    struct ocl_batch_item *next;     /* next item of the launch */
    enum swarm_status status;
    pthread_mutex_t own;    /* guards the members below, so a thread that wakes need not wait for the batch's lock */
    pthread_cond_t changed; /* wakes only this item's thread: there may be a thousand */
    bool called;            /* the thread should look for a free queue, or continue if the item is returned */
    bool returned;          /* the launches are over */
};

/* A buffer, an argument of the kernel. */
struct ocl_batch_buffer {
    const char *name;
    size_t size;   /* bytes of an element */
    uint64_t most; /* maximum number of elements in a launch; 0: memory is the only limit */
    enum {
        OCL_BATCH_INPUT,
        OCL_BATCH_STATE,   /* read after every launch */
        OCL_BATCH_RESULT,  /* read after the last launch */
        OCL_BATCH_SCRATCH, /* neither written nor read: has no copy on the host */
    } use;
};

/* One launch of the kernel. */
struct ocl_batch_launch {
    struct ocl_session *session;
    struct ocl_kernel *kernel;
    const uint64_t *sizes;              /* number of elements in each buffer */
    const struct ocl_batch_item *items; /* list of the items */
    bool begins;                        /* the first launch of these items */
};

/* What to do with the items. The kernel has an argument `budget`, which limits the work of each item in a launch. */
struct ocl_batch_task {
    void *user;
    const char *kernel;
    double launch_seconds;               /* wanted time per launch */
    uint32_t first_budget, budgets_most; /* budget of a queue's first launch, and the maximum */
    size_t buffer_count;
    struct ocl_batch_buffer buffers[OCL_BATCH_BUFFERS];
    enum swarm_status (*build)(void *user, struct ocl_session *session, cl_program *program);
    /* Fills the copies. Called after the copies of all items have their places. */
    void (*pack)(const void *user, struct ocl_batch_item *item);
    /* Sets the arguments other than buffers and budget, and enqueues the kernel. */
    enum swarm_status (*launch)(const void *user, const struct ocl_batch_launch *launch);
    /* True if the item needs no other launch. */
    bool (*is_done)(const struct ocl_batch_item *item);
    /* Takes the results from the copies. The item is not done if it was interrupted. */
    void (*unpack)(struct ocl_batch_item *item);
};

/* Opens the device at `index` of `devices`, which must outlive the batch, and builds the kernel. Copies `task`, but not
 * the user's data. The caller owns *batch. Errors: SWARM_ERROR_OUT_OF_MEMORY, those of the driver. */
enum swarm_status ocl_batch_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                   const struct ocl_batch_task *task, struct ocl_batch **batch);
void ocl_batch_destroy(struct ocl_batch **batch);

/* Works on an item until it is done or interrupted. The threads of all items call this function, each with its env, and
 * wait or work for others. */
enum swarm_status ocl_batch_work(struct ocl_batch *batch, struct ocl_batch_item *item);

#endif
