/* context.h - what every program needs: errors, the context with its clock and messages, ranks, files and devices.
 * swarmcl.h includes this header and states the rules for all functions. */
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
    SWARM_ERROR_OUT_OF_MEMORY = -2,    /* the device or the host has too little memory */
    SWARM_ERROR_IO = -3,               /* a file could not be written, or another rank could not be reached */
    SWARM_ERROR_INPUT = -4,            /* a file or text is missing, malformed or out of range */
    SWARM_ERROR_UNSUPPORTED = -5,      /* the input is well-formed, but of a kind that is not supported */
    SWARM_ERROR_NO_DEVICE = -6,        /* no usable OpenCL device */
    SWARM_ERROR_OPENCL = -7,           /* an OpenCL call failed */
    SWARM_ERROR_BUILD = -8,            /* the kernels did not compile on the device */
    SWARM_ERROR_VERIFICATION = -9,     /* the solution is invalid, or its length or value is not the one claimed */
    SWARM_ERROR_INTERNAL = -10         /* a defect of the library */
};

SWARM_API const char *swarm_status_name(enum swarm_status status); /* name, such as "SWARM_ERROR_INPUT" */
SWARM_API const char *swarm_version(void);                         /* "MAJOR.MINOR.PATCH" */

/* A number that changes when a struct or function changes, for programs that declare them without this header:
 * SWARM_ABI is the header's number, swarm_abi() returns the library's. */
#define SWARM_ABI 7
SWARM_API int swarm_abi(void);

/* ---- Context ----------------------------------------------------------------------------------------------------- */

typedef struct swarm_context swarm_context;

/* Creates a context and starts its clock; on failure *context is NULL. Destroy it after all objects made through it. */
SWARM_API enum swarm_status swarm_context_create(swarm_context **context);
SWARM_API void swarm_context_destroy(swarm_context **context);

/* Receives messages, one per call, without a newline. NULL, the default, drops them. Any thread of a run may send. */
enum swarm_log_level {
    SWARM_LOG_WARNING,
    SWARM_LOG_INFO,  /* the chosen device, how input was read; memory, if more than half is needed */
    SWARM_LOG_DEBUG, /* all other memory plans, build logs, chosen shapes */
    SWARM_LOG_WAIT,  /* a compilation begins, which may take a while */
    SWARM_LOG_DRIVER /* what a driver does from now on, to report if it crashes; "": nothing */
};
typedef void swarm_log_fn(void *user, enum swarm_log_level level, const char *text);
SWARM_API void swarm_context_set_log(swarm_context *context, swarm_log_fn *log, void *user);

/* How errors and messages of this context write the names of parameters. Texts of the caller are never changed. */
enum swarm_spelling {
    SWARM_SPELLING_PARAMETERS, /* the default: names as swarm_params_set() takes them, such as no-improve */
    SWARM_SPELLING_OPTIONS,    /* as options of the program: --no-improve */
    SWARM_SPELLING_KEYWORDS    /* as keywords of Python: no_improve */
};
SWARM_API void swarm_context_set_spelling(swarm_context *context, enum swarm_spelling spelling);

/* The text of the last failure, without a final newline, or ""; borrowed until the next call. `context` may be NULL. */
SWARM_API const char *swarm_context_error(const swarm_context *context);

/* Seconds of the context's clock, which `time` and all reported seconds refer to. A restart gives the next run its full
 * time. */
SWARM_API double swarm_context_seconds(const swarm_context *context);
SWARM_API void swarm_context_restart_clock(swarm_context *context);

/* Ends the run in progress and all later runs; each returns its best solution after the current launch, or after 2 s if
 * a driver does not return. swarm_context_renew() is called between runs, withdraws the cancellation and restarts the
 * clock. */
SWARM_API void swarm_context_cancel(swarm_context *context);
SWARM_API void swarm_context_renew(swarm_context *context);

/* Makes reading fail with SWARM_ERROR_INPUT when the clock reaches `seconds`, or when the context is cancelled.
 * INFINITY: only when it is cancelled; 0, the default: never. */
SWARM_API void swarm_context_limit_reading(swarm_context *context, double seconds);

/* Makes the run in progress write the file of its parameter `checkpoint` after the current iteration, or with islands
 * at the next pause, and continue. No effect without that parameter. */
SWARM_API void swarm_context_checkpoint(swarm_context *context);

/* True while an abandoned driver call of a run or of the listing of devices has not returned. Its memory and thread
 * remain in use: as long as this is true, end the process by _exit(), not exit(). swarm_context_compiles() is true if
 * all such calls compile; then swarm_context_hangs() becomes false soon. */
SWARM_API bool swarm_context_hangs(const swarm_context *context);
SWARM_API bool swarm_context_compiles(const swarm_context *context);

/* Processes that search together, each with one context, are called ranks. swarm_solve() is then collective: all ranks
 * call it with the same problem. Only parameters that do not change the result may differ. If it fails on one rank, it
 * fails on all. The struct is copied; `user` must outlive the context. NULL: one process. */
struct swarm_ranks {
    void *user;
    uint32_t rank, count; /* index of this rank, from 0, and number of ranks, at least 1 */
    /* Copies the `size` bytes of every rank, in the order of ranks, to `all` [count][size] on every rank. Called on the
     * thread that calls swarm_solve(). Returns 0; any other value ends the run with SWARM_ERROR_IO. */
    int (*gather)(void *user, const void *own, size_t size, void *all);
};
SWARM_API void swarm_context_set_ranks(swarm_context *context, const struct swarm_ranks *ranks);

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* Frees an owned array or text, or NULL. */
SWARM_API void swarm_free(void *array);

/* swarm_file_read() reads a whole file: *bytes is owned, with a NUL after *size bytes. swarm_file_replace() writes
 * `size` bytes as the whole content of a file, swarm_file_probe() checks that this would be possible, swarm_file_same()
 * sets *same to true if two paths name one regular file, existing or not. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_IO. */
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
    uint64_t global_memory, local_memory, max_allocation; /* bytes; max_allocation: largest buffer */
    size_t max_group_size;                                /* work-items in a work-group */
    bool fp64, unified_memory;                            /* double precision; memory shared with the host */
    bool sub_groups;          /* OpenCL C's sub_group_ functions: work-items can exchange values without barriers */
    unsigned sub_group_sizes; /* sizes in work-items, powers of two, added up; 0: the driver does not report them */
    bool simulator, software; /* oclgrind or the like; llvmpipe or the like: `all` and `auto` avoid both */
    bool duplicate;           /* True if an earlier platform lists the same device */
    bool usable, automatic;   /* available and with a compiler; the choice of `auto` */
};

/* Returns all devices, perhaps none; listed once per context, borrowed. A driver that fails causes only a warning. */
SWARM_API enum swarm_status swarm_device_list(swarm_context *context, const struct swarm_device **devices,
                                              size_t *count);

/* Gives `context`, which has not listed devices yet, the devices of `owner`, which must outlive it. The contexts' runs, each
 * on a thread of its own, then overlap on a GPU, and compile equal kernels once: a hundred small searches take little
 * longer than one. Any thread may call this, if `owner` makes no run of its own. SWARM_ERROR_INVALID_ARGUMENT: `owner` has
 * no devices of its own, or `context` has. */
SWARM_API enum swarm_status swarm_context_share_devices(swarm_context *context, swarm_context *owner);

/* Resolves selectors to indices of the device list. `platform`: NULL or "" for any, an index, or a part of a name.
 * `device`: NULL, "" or "auto"; "all"; "gpu", "cpu", "accelerator" or "acc", each with ":k" for the k-th of the type;
 * an index; "P:D"; a part of a device's or platform's name in any case; several of these with commas. A selector of
 * digits is an index. A device that is named twice is found twice; `all` adds the devices not yet named, without
 * duplicates, simulators and software renderers if there are others. Writes at most `capacity` indices; *count: number
 * of devices found. SWARM_ERROR_INVALID_ARGUMENT: no device, or several devices for a name; SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_device_find(swarm_context *context, const char *platform, const char *device,
                                              size_t *indices, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
