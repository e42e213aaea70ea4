/* context.h - what every program needs: errors, the context with its clock and messages, ranks, files and devices.
 * swarmcl.h includes this header and has the rules of all functions. */
#ifndef SWARMCL_CONTEXT_H
#define SWARMCL_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <swarmcl/version.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define SWARM_API __attribute__((visibility("default")))
#else
#define SWARM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------ */

enum swarm_status {
    SWARM_OK = 0,
    SWARM_ERROR_INVALID_ARGUMENT = -1, /* an unknown name, a value out of range, parameters that clash */
    SWARM_ERROR_OUT_OF_MEMORY = -2,    /* of the device or the host */
    SWARM_ERROR_IO = -3,               /* a file could not be written, or another rank could not be reached */
    SWARM_ERROR_INPUT = -4,            /* a file or text that is missing, malformed or out of range */
    SWARM_ERROR_UNSUPPORTED = -5,      /* well-formed input of a kind that is rejected by name */
    SWARM_ERROR_NO_DEVICE = -6,        /* no usable OpenCL device */
    SWARM_ERROR_OPENCL = -7,           /* an OpenCL call failed */
    SWARM_ERROR_BUILD = -8,            /* the kernels did not compile on the device */
    SWARM_ERROR_VERIFICATION = -9,     /* not a tour, or not of the length or value claimed */
    SWARM_ERROR_INTERNAL = -10         /* a defect of the library */
};

SWARM_API const char *swarm_status_name(enum swarm_status status); /* for example "SWARM_ERROR_INPUT" */
SWARM_API const char *swarm_version(void);                         /* "MAJOR.MINOR.PATCH" */

/* A number that changes with every struct or function, for programs that know them without this header: SWARM_ABI of
 * the header, swarm_abi() of the library. */
#define SWARM_ABI 4
SWARM_API int swarm_abi(void);

/* ---- Context ----------------------------------------------------------------------------------------------------- */

typedef struct swarm_context swarm_context;

/* Creates a context and starts its clock; on failure *context is NULL. Destroy it after all objects made through it. */
SWARM_API enum swarm_status swarm_context_create(swarm_context **context);
SWARM_API void swarm_context_destroy(swarm_context **context);

/* Receives messages, one per call, without a newline; NULL, the default, drops them. Any thread of a run may send. */
enum swarm_log_level {
    SWARM_LOG_WARNING,
    SWARM_LOG_INFO,  /* the device, and a plan of most of the memory */
    SWARM_LOG_DEBUG, /* other plans, build logs, chosen shapes */
    SWARM_LOG_WAIT,  /* a compilation begins, which may take a while */
    SWARM_LOG_DRIVER /* what drivers do from now on, for a message if one of them crashes; "": nothing */
};
typedef void swarm_log_fn(void *user, enum swarm_log_level level, const char *text);
SWARM_API void swarm_context_set_log(swarm_context *context, swarm_log_fn *log, void *user);

/* How errors and messages of this context spell a parameter; texts of the caller stay as they are. */
enum swarm_spelling {
    SWARM_SPELLING_PARAMETERS, /* no-improve, the default: as swarm_params_set() takes it */
    SWARM_SPELLING_OPTIONS,    /* --no-improve */
    SWARM_SPELLING_KEYWORDS    /* no_improve */
};
SWARM_API void swarm_context_set_spelling(swarm_context *context, enum swarm_spelling spelling);

/* The text of the last failure, without a newline at the end, or ""; borrowed until the next call. NULL: no memory. */
SWARM_API const char *swarm_context_error(const swarm_context *context);

/* Seconds of the context's clock, which `time` and all reported seconds refer to. A restart gives the next run its full
 * time. */
SWARM_API double swarm_context_seconds(const swarm_context *context);
SWARM_API void swarm_context_restart_clock(swarm_context *context);

/* Ends the run in progress and all later ones with the best so far, within a launch; after 2 s if a driver does not
 * return. The second function, called between runs, withdraws the cancellation and restarts the clock. */
SWARM_API void swarm_context_cancel(swarm_context *context);
SWARM_API void swarm_context_renew(swarm_context *context);

/* Makes reading fail with SWARM_ERROR_INPUT when the clock reaches `seconds`, or when the context is cancelled.
 * INFINITY: only when it is cancelled; 0, the default: never. */
SWARM_API void swarm_context_limit_reading(swarm_context *context, double seconds);

/* Makes the run in progress write the file of its parameter `checkpoint` after the present iteration, or with islands
 * at the next pause, and continue. Without that parameter it does nothing. */
SWARM_API void swarm_context_checkpoint(swarm_context *context);

/* True while a driver call that a run or the listing of devices has abandoned does not return. The call's memory and
 * thread remain in use: while this is true, end the process by _exit(), not exit(). The second function is true if the
 * driver only compiles, so the first becomes false soon. */
SWARM_API bool swarm_context_hangs(const swarm_context *context);
SWARM_API bool swarm_context_compiles(const swarm_context *context);

/* Processes that search together, each with one context: ranks. swarm_solve() is then collective: all ranks call it
 * with one problem. Only parameters that do not change the result may differ. If one rank fails, all do. The struct is
 * copied; its user must outlive the context. NULL: one process. */
struct swarm_ranks {
    void *user;
    uint32_t rank, count; /* rank counts from 0; count is at least 1 */
    /* Copies every rank's `size` bytes, in the order of ranks, to `all` [count][size] on every rank. Called on the
     * thread that solves. Returns 0, or ends the run with SWARM_ERROR_IO. */
    int (*gather)(void *user, const void *own, size_t size, void *all);
};
SWARM_API void swarm_context_set_ranks(swarm_context *context, const struct swarm_ranks *ranks);

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* Frees an owned array or text, or NULL. */
SWARM_API void swarm_free(void *array);

/* Reads a whole file: *bytes is owned, with a NUL after *size bytes; replaces one by `size` bytes. The third succeeds
 * if a file could be written there. The fourth sets *same if two paths name one file, whether it exists or not.
 * Errors: SWARM_ERROR_INPUT, SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_file_read(swarm_context *context, const char *path, char **bytes, size_t *size);
SWARM_API enum swarm_status swarm_file_replace(swarm_context *context, const char *path, const void *bytes,
                                               size_t size);
SWARM_API enum swarm_status swarm_file_probe(swarm_context *context, const char *path);
SWARM_API enum swarm_status swarm_file_same(swarm_context *context, const char *a, const char *b, bool *same);

/* ---- Devices ----------------------------------------------------------------------------------------------------- */

enum swarm_device_type { SWARM_DEVICE_GPU, SWARM_DEVICE_ACCELERATOR, SWARM_DEVICE_CPU, SWARM_DEVICE_OTHER };
SWARM_API const char *swarm_device_type_name(enum swarm_device_type type); /* "gpu", "accelerator", "cpu", "other" */

/* One OpenCL device. Sizes in bytes, clock in MHz. */
struct swarm_device {
    unsigned index;            /* position in the list: the number that selectors take */
    unsigned platform, device; /* "P:D": the platform's number and the device's number within it */
    enum swarm_device_type type;
    const char *name, *platform_name, *driver, *version, *c_version; /* "OpenCL 3.0 ...", "OpenCL C 1.2 ..." */
    unsigned compute_units, clock;
    uint64_t global_memory, local_memory, max_allocation; /* max_allocation: of a buffer */
    size_t max_group_size;                                /* work-items in a work-group */
    bool fp64, unified_memory;                            /* unified_memory: shared with the host */
    bool sub_groups;          /* OpenCL C's sub_group_ functions: work-items agree without barriers */
    unsigned sub_group_sizes; /* sum of the powers of two of work-items in lockstep; 0: the driver does not report it */
    bool simulator, software; /* like oclgrind, like llvmpipe: chosen by a type, `all` or `auto` only if no other is */
    bool duplicate;           /* listed before, under another platform */
    bool usable, automatic;   /* usable: available and with a compiler; automatic: the choice of `auto` */
};

/* The devices of all platforms, possibly none; made once per context and borrowed. A driver that fails is a warning. */
SWARM_API enum swarm_status swarm_device_list(swarm_context *context, const struct swarm_device **devices,
                                              size_t *count);

/* Resolves selectors to indices of the device list. `platform`: NULL or "" for any, an index, or a part of a name.
 * `device`: NULL, "" or "auto"; "all"; "gpu", "cpu", "accelerator" or "acc", each with ":k" for the k-th of the type;
 * an index; "P:D"; a part of a device's or platform's name in any case; several of these with commas. Digits are an
 * index. A device that is named twice is found twice; `all` adds the missing ones. Writes at most `capacity` indices;
 * *count: how many were found. SWARM_ERROR_INVALID_ARGUMENT: nothing, or several devices for a name;
 * SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_device_find(swarm_context *context, const char *platform, const char *device,
                                              size_t *indices, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
