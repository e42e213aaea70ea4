/* swarmcl.h - short tours and best values of functions on OpenCL devices, by ant colonies, particle swarms and
 * populations of tours. test/example/cities.c is a whole program. A minimal run; every call returns a status:
 *
 *     swarm_context_create(&context);
 *     swarm_instance_read(context, "E100.tsp", &instance);
 *     swarm_params_create(context, "tsp", &params);
 *     swarm_params_set(context, params, "iterations", "50");
 *     swarm_params_instance(params, instance);
 *     if (swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *         use(result->tour->nodes, result->tour->node_count, result->length); // else swarm_context_error(context)
 *     swarm_result_destroy(&result); ... swarm_context_destroy(&context);
 *
 * Rules of all functions
 *
 * - Errors: a status below 0 is the class of the failure. swarm_context_error() is the sentence with file, line, found
 *   and expected. Outputs are untouched on failure. Any function may fail for want of memory; its comment names the
 *   other errors.
 * - Ownership: arguments are borrowed during the call, unless a comment names a longer time. The caller destroys the
 *   objects that a function creates, reads or makes. Arrays and texts called "owned" go to swarm_free(). Destroy
 *   functions take a pointer to the handle, which may be NULL, and set it to NULL. Members of a struct point to memory
 *   that lives as long as the object described. Names and tables are static.
 * - Locales: numbers in texts have a point, also after the process or the thread has set another locale.
 * - Threads: one context per thread, with all objects made through it; instances may be read by several threads. Only
 *   swarm_context_cancel() and swarm_context_checkpoint() may be called from other threads and from signal handlers. The library prints nothing, never
 *   ends the process, keeps no globals.
 * - Files: input may be packed by gzip; "-" is the standard input. Output is written under a temporary name and then
 *   renamed, so that no file is ever half written; behind a symbolic link its target is.
 * - Words: a node is a place, numbered 0 .. n-1 here and 1 .. n in files. A distance is the integer length of an edge,
 *   a length their sum over a closed tour or an open path. Both count 10^-decimals of the input's unit.
 * - Promise: the same input, parameters, seed and number of iterations give the same result, bit for bit, on every
 *   device, for every work-group size and launch split, and in the sequential twin on the host. */
#ifndef SWARMCL_SWARMCL_H
#define SWARMCL_SWARMCL_H

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
    SWARM_ERROR_IO = -3,               /* a file could not be written, or another rank not reached */
    SWARM_ERROR_INPUT = -4,            /* a file or text that is missing, malformed or out of range */
    SWARM_ERROR_UNSUPPORTED = -5,      /* well-formed input of a kind that is refused by name */
    SWARM_ERROR_NO_DEVICE = -6,        /* no usable OpenCL device */
    SWARM_ERROR_OPENCL = -7,           /* an OpenCL call failed */
    SWARM_ERROR_BUILD = -8,            /* the kernels did not compile on the device */
    SWARM_ERROR_VERIFICATION = -9,     /* a tour that is none, or not the length or value claimed */
    SWARM_ERROR_INTERNAL = -10         /* a defect of the library */
};

SWARM_API const char *swarm_status_name(enum swarm_status status); /* for example "SWARM_ERROR_INPUT" */
SWARM_API const char *swarm_version(void);                         /* "MAJOR.MINOR.PATCH" */

/* Another number where a struct or a function has changed, for programs that know them without this header: SWARM_ABI
 * of the header, swarm_abi() of the library. */
#define SWARM_ABI 4
SWARM_API int swarm_abi(void);

/* ---- Context ----------------------------------------------------------------------------------------------------- */

typedef struct swarm_context swarm_context;
typedef struct swarm_instance swarm_instance;   /* nodes and distances */
typedef struct swarm_qap swarm_qap;             /* flows between items and distances between places */
typedef struct swarm_objective swarm_objective; /* a function of real numbers */
typedef struct swarm_params swarm_params;       /* the question and the parameters of a run */

/* Creates a context and starts its clock; on failure *context is NULL. Destroy it after all objects made through it. */
SWARM_API enum swarm_status swarm_context_create(swarm_context **context);
SWARM_API void swarm_context_destroy(swarm_context **context);

/* Receives messages, one a call without a newline; NULL, the default, drops them. INFO: the device, and a plan of most
 * of the memory. DEBUG: other plans, build logs, chosen shapes. WAIT: a compilation begins, which may take a while.
 * DRIVER: what drivers do from now on, for a message if one of them crashes; "": nothing. Any thread of a run may send.
 */
enum swarm_log_level { SWARM_LOG_WARNING, SWARM_LOG_INFO, SWARM_LOG_DEBUG, SWARM_LOG_WAIT, SWARM_LOG_DRIVER };
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

/* The context's clock in seconds, of `time` and all reported seconds. A restart gives the next run its own time. */
SWARM_API double swarm_context_seconds(const swarm_context *context);
SWARM_API void swarm_context_restart_clock(swarm_context *context);

/* Ends the run in progress and all later ones with the best so far, within a launch; after 2 s where a driver hangs.
 * The second takes it back, between runs, and restarts the clock. */
SWARM_API void swarm_context_cancel(swarm_context *context);
SWARM_API void swarm_context_renew(swarm_context *context);

/* Reading fails with SWARM_ERROR_INPUT when the clock reaches `seconds`, or the context is cancelled. INFINITY: only
 * where it is cancelled; 0, the default: neither. */
SWARM_API void swarm_context_limit_reading(swarm_context *context, double seconds);

/* Has the run in progress write the file of its parameter `checkpoint` after the iteration under way, of islands at the
 * next pause, and continue. Without that parameter it does nothing. */
SWARM_API void swarm_context_checkpoint(swarm_context *context);

/* True while a driver is late in a call that a run or the listing of devices has not waited for. The call's memory and
 * thread stay: while this is true, end the process by _exit(), not exit(). The second function is true if the driver
 * only compiles, so the first becomes false soon. */
SWARM_API bool swarm_context_hangs(const swarm_context *context);
SWARM_API bool swarm_context_compiles(const swarm_context *context);

/* Processes that search together, each with one context: ranks. swarm_solve() is then collective: all ranks call it
 * with one problem. Only parameters that change no result may differ; other ranks are refused. If one fails, all do.
 * Copied, its user stays. NULL: one process. */
struct swarm_ranks {
    void *user;
    uint32_t rank, count; /* from 0; count is at least 1 */
    /* Copies every rank's `size` bytes, in the order of ranks, to `all` [count][size] on every rank. Called on the
     * thread that solves. Returns 0, or ends the run with SWARM_ERROR_IO. */
    int (*gather)(void *user, const void *own, size_t size, void *all);
};
SWARM_API void swarm_context_set_ranks(swarm_context *context, const struct swarm_ranks *ranks);

/* Frees an owned array or text, or NULL. Reads and writes whole files: *bytes is owned, with a NUL behind *size bytes.
 * Tells if a file could be written, if two paths are one file, there or not. SWARM_ERROR_INPUT, SWARM_ERROR_IO. */
SWARM_API void swarm_free(void *array);
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
    uint64_t global_memory, local_memory, max_allocation; /* the last: of a buffer */
    size_t max_group_size;                                /* work-items in a work-group */
    bool fp64, unified_memory;                            /* memory shared with the host */
    bool sub_groups;          /* work-items of a sub-group agree without barriers: OpenCL C's sub_group_ functions */
    unsigned sub_group_sizes; /* powers of two, added up, of work-items that go in step; 0: the driver does not tell */
    bool simulator, software; /* like oclgrind, like llvmpipe: a type word, `all` or `auto` picks them when alone */
    bool duplicate;           /* listed before, under another platform */
    bool usable, automatic;   /* available and with a compiler; the choice of `auto` */
};

/* The devices of all platforms, possibly none; made once per context and borrowed. A driver that fails is a warning. */
SWARM_API enum swarm_status swarm_device_list(swarm_context *context, const struct swarm_device **devices,
                                              size_t *count);

/* Resolves selectors to indices of the device list. `platform`: NULL or "" for any, an index, or a part of a name.
 * `device`: NULL, "" or "auto"; "all"; "gpu", "cpu", "accelerator" or "acc", each with ":k" for the k-th of the type;
 * an index; "P:D"; a part of a device's or platform's name in any case; several of these with commas. Digits are an
 * index. A device that is named twice is found twice; `all` adds the missing ones. Writes at most `capacity`; *count:
 * found. SWARM_ERROR_INVALID_ARGUMENT: nothing, or several devices for a name; SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_device_find(swarm_context *context, const char *platform, const char *device,
                                              size_t *indices, size_t capacity, size_t *count);

/* ---- Instances --------------------------------------------------------------------------------------------------- */

/* How the distance of two nodes follows from their coordinates (TSPLIB95, section 2). */
enum swarm_metric {
    SWARM_METRIC_EXPLICIT, /* from a matrix */
    SWARM_METRIC_EUC_2D,   /* nint(sqrt(dx^2 + dy^2)), nint(x) = floor(x + 0.5) */
    SWARM_METRIC_EUC_3D,
    SWARM_METRIC_MAN_2D, /* nint(|dx| + |dy|) */
    SWARM_METRIC_MAN_3D,
    SWARM_METRIC_MAX_2D, /* max(nint(|dx|), nint(|dy|)) */
    SWARM_METRIC_MAX_3D,
    SWARM_METRIC_CEIL_2D,      /* ceil(sqrt(dx^2 + dy^2)) */
    SWARM_METRIC_ATT,          /* pseudo-Euclidean of att48 and att532 */
    SWARM_METRIC_GEO,          /* great-circle km of latitude and longitude DDD.MM, degrees truncated, R 6378.388 */
    SWARM_METRIC_GREAT_CIRCLE, /* ours: great-circle metres of latitude and longitude in degrees, R 6371008.8 m */
    SWARM_METRIC_COUNT
};
SWARM_API const char *swarm_metric_name(enum swarm_metric metric); /* for example "EUC_2D" */

struct swarm_instance_info {
    const char *name;    /* the NAME field, else the file's name without folder and suffix */
    const char *comment; /* the COMMENT fields joined by newlines */
    uint32_t node_count;
    bool symmetric; /* TYPE TSP: true, ATSP: false */
    enum swarm_metric metric;
    const char *format; /* EDGE_WEIGHT_FORMAT of an EXPLICIT instance, otherwise "" */
    size_t fixed_edge_count;
    bool has_display_data, has_positions, has_names; /* swarm_instance_position(), swarm_instance_node_name() */
    int decimals;                  /* 0 for integers, at most 300, below 0 where distances are past 2^31 */
    uint64_t missing_edges;        /* pairs of nodes without an edge in a matrix; asymmetric: arcs */
    int32_t no_edge;               /* distance reported for them, above all tours without them; 0: none is missing */
    int lost_digits;               /* decimals of the other distances that the largest one costs */
    const char *unit;              /* of lengths where it is known: "m" for GREAT_CIRCLE, otherwise "" */
    double minimum[3], maximum[3]; /* coordinates of the input; 0 for EXPLICIT */
    bool has_scores;               /* of an orienteering problem */
    int64_t cost_limit;            /* of its length, of the file; 0: there is none */
    bool optimum_known, optimum_proven; /* by name, type and node_count; not proven: the best length published */
    int64_t optimum;
    double read_seconds; /* time spent reading or copying */
};

/* Reads a TSPLIB95 file or a table of points or distances (docs/tables.md), with `columns` of `params`; or `size` bytes
 * of such text, not packed, with `name` for the path in messages. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED,
 * SWARM_ERROR_OUT_OF_MEMORY, also for more than 4 GiB or half of the available memory. Memory: 24 bytes a node, of
 * tables 40 and the names, or 4 bytes a matrix element, 12 while one with decimals is read. Cost: linear. */
SWARM_API enum swarm_status swarm_instance_read(swarm_context *context, const char *path, swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_read_for(swarm_context *context, const swarm_params *params,
                                                    const char *path, swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_parse(swarm_context *context, const char *text, size_t size,
                                                 const char *name, swarm_instance **instance);

/* Makes an instance of coordinates [node_count][2 or 3]. Errors: SWARM_ERROR_INPUT: NaN, infinity, edges past 2^31. */
SWARM_API enum swarm_status swarm_instance_from_coordinates(swarm_context *context, const char *name,
                                                            enum swarm_metric metric, size_t node_count,
                                                            const double *coordinates, swarm_instance **instance);

/* Makes an instance of points [node_count][2]: (x, y) at Euclidean distances, or (latitude, longitude) in degrees at
 * great-circle metres; in space [node_count][3]. Distances are scaled by the largest power of ten, of metres at most
 * 10^6, that keeps every edge below 2^31, and rounded. `name` and `names`, [node_count] strings of UTF-8, may be NULL.
 * Errors: SWARM_ERROR_INPUT for NaN, coordinates past 10^300, latitudes outside [-90, 90] or longitudes outside
 * [-180, 360]. */
enum swarm_surface { SWARM_SURFACE_PLANE, SWARM_SURFACE_SPHERE, SWARM_SURFACE_SPACE };
SWARM_API enum swarm_status swarm_instance_from_points(swarm_context *context, const char *name,
                                                       enum swarm_surface surface, size_t node_count,
                                                       const double *points, const char *const *names,
                                                       swarm_instance **instance);

/* Makes an instance of distances [node_count][node_count], row i from node i; the diagonal is ignored. Real ones keep
 * the decimals that 31 bits hold, and are symmetric where all pairs are; INFINITY says that there is no edge, and no
 * result has one: a run of "tsp" whose best tour needs one fails with SWARM_ERROR_INPUT. Errors: SWARM_ERROR_INPUT for
 * negative distances, NaN, more than half of the distances 0 beside the largest and, with `symmetric`, for the first
 * pair that differs. */
SWARM_API enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                                       size_t node_count, const int32_t *distances,
                                                       swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_from_distances(swarm_context *context, const char *name, size_t node_count,
                                                          const double *distances, const char *const *names,
                                                          swarm_instance **instance);

/* Gives the nodes copies of `scores` [node_count], for "orient". Errors: SWARM_ERROR_INPUT for a sum past 2^31. */
SWARM_API enum swarm_status swarm_instance_set_scores(swarm_context *context, swarm_instance *instance,
                                                      const uint32_t *scores);
SWARM_API uint32_t swarm_instance_score(const swarm_instance *instance, uint32_t i); /* 0 where there are none */

SWARM_API void swarm_instance_destroy(swarm_instance **instance);
SWARM_API const struct swarm_instance_info *swarm_instance_describe(const swarm_instance *instance);

/* The distance from node i to node j in constant time; the name of node i in UTF-8, or NULL; its position, x to the
 * right, y upwards: coordinates, longitude and latitude in degrees, or display data; false when there is none. */
SWARM_API int32_t swarm_instance_distance(const swarm_instance *instance, uint32_t i, uint32_t j);
SWARM_API const char *swarm_instance_node_name(const swarm_instance *instance, uint32_t i);
SWARM_API bool swarm_instance_position(const swarm_instance *instance, uint32_t i, double *x, double *y);

/* Writes a length in the input's unit, exactly, cut to `size` bytes (64 are always enough), and returns `text`. Reads
 * the largest length that is at most such a decimal number; false for any other text. */
SWARM_API char *swarm_length_text(int64_t length, int decimals, char *text, size_t size);
SWARM_API bool swarm_length_parse(const char *text, int decimals, int64_t *length);

/* Makes the TSPLIB95 text of a random or regular instance, the same bytes on every machine. "uniform", "clustered",
 * "matrix": the generators E, C and M of the 8th DIMACS Implementation Challenge (Johnson and McGeoch 2000). "grid",
 * "circle": points 100 apart on a rectangle or a circle, in an order drawn from `seed`, the shortest length in COMMENT.
 * "qap-uniform", "qap-grid": text of QAPLIB, with flows of 0 to 99, and such distances or a rectangle's.
 * Seeds count modulo 10^9, of matrix 2^32. *text is owned, *size bytes and a NUL. SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count,
                                                    uint32_t seed, char **text, size_t *size);

/* ---- Tours ------------------------------------------------------------------------------------------------------- */

/* Reads a TSPLIB95 tour. *tour is owned, [node_count]. SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION: no permutation.
 * The second reads a tour of some of the nodes, each at most once and at least one; *count: how many. NULL: all.
 * Names of nodes in comments must be those of the instance (SWARM_ERROR_VERIFICATION). A length in a comment of swarmcl
 * that is not the tour's is a warning; the third fails with SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                            uint32_t **tour);
SWARM_API enum swarm_status swarm_tour_read_some(swarm_context *context, const char *path,
                                                 const swarm_instance *instance, uint32_t **tour, size_t *count);
SWARM_API enum swarm_status swarm_tour_read_strict(swarm_context *context, const char *path,
                                                   const swarm_instance *instance, uint32_t **tour, size_t *count);

/* Checks that `tour` [count] is a permutation of the nodes and measures it in exact integers; a path has no edge from
 * its last node to its first. Errors: SWARM_ERROR_VERIFICATION naming the first offence. Cost: O(n). */
SWARM_API enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *tour, size_t count, int64_t *length);
SWARM_API enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *path, size_t count, int64_t *length);

/* Writes a TSPLIB95 tour. `comment` may be NULL, and `instance`, whose nodes' names it has. Errors: SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name,
                                             const char *comment, const swarm_instance *instance, const uint32_t *tour,
                                             size_t count);

/* ---- Quadratic assignment ---------------------------------------------------------------------------------------- */

/* Items get a place each. The cost is the sum over all ordered pairs of items, an item and itself included, of the flow
 * between them times the distance between their places. `places` [item] count from 0, in files from 1. */
struct swarm_qap_info {
    const char *name; /* the file's name without folder and suffix */
    uint32_t item_count;
    bool symmetric;               /* both matrices */
    bool best_known, best_proven; /* by name and matrices; not proven: the least cost published */
    int64_t best;
    double read_seconds;
};

/* Reads a QAPLIB file, "n, flows, distances", or a CSV table of the two matrices, one below the other; or `size` bytes
 * of such text, with `name` for the path in messages; or copies matrices [item_count][item_count], where `name` may be
 * NULL. Errors:
 * SWARM_ERROR_INPUT, also for costs that could pass 2^56. Memory: 32 bytes a pair of items. */
SWARM_API enum swarm_status swarm_qap_read(swarm_context *context, const char *path, swarm_qap **qap);
SWARM_API enum swarm_status swarm_qap_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                            swarm_qap **qap);
SWARM_API enum swarm_status swarm_qap_from_matrices(swarm_context *context, const char *name, size_t item_count,
                                                    const int64_t *flows, const int64_t *distances, swarm_qap **qap);
SWARM_API void swarm_qap_destroy(swarm_qap **qap);
SWARM_API const struct swarm_qap_info *swarm_qap_describe(const swarm_qap *qap);

/* Checks that `places` [count] is a permutation, and finds its cost. Errors: SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_qap_cost(swarm_context *context, const swarm_qap *qap, const uint32_t *places,
                                           size_t count, int64_t *cost);

/* Reads a solution of QAPLIB, "n cost", then the places of items or the items of places, whichever has that cost.
 * *places is owned, [item_count]. Writes one, with the places of items. SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_qap_read_assignment(swarm_context *context, const swarm_qap *qap, const char *path,
                                                      uint32_t **places, int64_t *cost);
SWARM_API enum swarm_status swarm_qap_write_assignment(swarm_context *context, const char *path, const swarm_qap *qap,
                                                       const uint32_t *places);

/* ---- Objectives -------------------------------------------------------------------------------------------------- */

enum swarm_objective_kind { SWARM_OBJECTIVE_BUILT_IN, SWARM_OBJECTIVE_FILE, SWARM_OBJECTIVE_FUNCTION };

struct swarm_objective_info {
    const char *name; /* of a file: its name without folder and suffix */
    enum swarm_objective_kind kind;
    const char *formula; /* for example "sum x_i^2"; "" when it is the caller's */
    const char *bounds;  /* the usual box as text, for example "[-100, 100]"; "" when there is none */
    const char *source;  /* author and year */
    bool maximise;       /* the default: search for the largest value */
    uint32_t dimensions; /* the default; 0: there is none, and a run has to set them */
    uint32_t minimum_dimensions, maximum_dimensions;
    bool has_bounds, can_shift; /* the parameter `shift` may move its optimum within the box */
};

/* The built-in objectives, *count of them, and the one called `name`. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API const struct swarm_objective_info *swarm_objective_list(size_t *count);
SWARM_API enum swarm_status swarm_objective_find(swarm_context *context, const char *name, swarm_objective **objective);

/* Reads an objective in OpenCL C 1.2, compiled when a run begins. `real objective(const real *x, int n)` returns the
 * value at x[0] .. x[n - 1]; `real` is float or double by the parameter `precision`. NaN counts as worst. OpenCL's
 * built-in functions differ in their last bits between devices, the library's (real_sqrt, real_sin, ...;
 * docs/objectives.md) do not. Errors: SWARM_ERROR_INPUT for a file that is unreadable or defines no such function. */
SWARM_API enum swarm_status swarm_objective_read(swarm_context *context, const char *path, swarm_objective **objective);

/* Makes an objective of a C function: the value at x [dimensions]. Runs call it on the host alone, one call at a time,
 * on any thread. NaN counts as worst. With `precision` fp32 coordinates and values are rounded to single precision. A
 * run keeps the points of an iteration, 8 bytes a coordinate. */
typedef double swarm_objective_fn(void *user, const double *x, uint32_t dimensions);
SWARM_API enum swarm_status swarm_objective_from_function(swarm_context *context, const char *name,
                                                          swarm_objective_fn *function, void *user,
                                                          swarm_objective **objective);

/* Makes an objective of a C function of many points: x [count][dimensions] into values [count], NaN until it writes
 * them. Each call has all points of an iteration of one swarm or island, in `pattern-search` a single one. When the run
 * is to end, the function may leave out values: that iteration does not count, unless it is the first. The rest is as
 * above, and so are the results. */
typedef void swarm_objective_batch_fn(void *user, size_t count, uint32_t dimensions, const double *x, double *values);
SWARM_API enum swarm_status swarm_objective_from_batch(swarm_context *context, const char *name,
                                                       swarm_objective_batch_fn *function, void *user,
                                                       swarm_objective **objective);

SWARM_API void swarm_objective_destroy(swarm_objective **objective);
SWARM_API const struct swarm_objective_info *swarm_objective_describe(const swarm_objective *objective);

/* The usual bounds of coordinate `index` of `dimensions`; the best value within these bounds and, if *has_position, one
 * place [dimensions] with this value in `position`, which may be NULL. False when they are not known. */
SWARM_API bool swarm_objective_bounds(const swarm_objective *objective, uint32_t dimensions, uint32_t index,
                                      double *lower, double *upper);
SWARM_API bool swarm_objective_optimum(const swarm_objective *objective, uint32_t dimensions, double *value,
                                       double *position, bool *has_position);

/* Evaluates the objective of `params`, with its `shift` and `precision`, at `points` [count][dimensions] into `values`
 * [count]: on the host, an objective from a file on the device of `params`. Errors: as swarm_solve(). */
SWARM_API enum swarm_status swarm_objective_evaluate(swarm_context *context, const swarm_params *params, size_t count,
                                                     const double *points, double *values);

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

/* Makes the parameters of a problem, all at their defaults: "tsp", tours of an instance; "pso", the best value of an
 * objective; "qap", the cheapest assignment; "orient", the cycle of the greatest score within a limit. Names and values
 * are those of `swarmcl tsp --help all`. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_params_create(swarm_context *context, const char *problem, swarm_params **params);
SWARM_API void swarm_params_destroy(swarm_params **params);

/* The question: the instance of "tsp" and "orient", the objective of "pso", the matrices of "qap". Borrowed until the
 * parameters are destroyed. */
SWARM_API void swarm_params_instance(swarm_params *params, const swarm_instance *instance);
SWARM_API void swarm_params_qap(swarm_params *params, const swarm_qap *qap);
SWARM_API void swarm_params_objective(swarm_params *params, const swarm_objective *objective);

/* The scores [node_count] of "orient", which replace those of the instance; NULL: those of the instance. Borrowed until
 * the parameters are destroyed. Runs fail with SWARM_ERROR_INPUT for a sum of 2^31 or more. */
SWARM_API void swarm_params_scores(swarm_params *params, const uint32_t *scores);

/* Sets a value; gets the one set, else the preset's, else the default; NULL: none. Borrowed until the next set. */
SWARM_API enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name,
                                             const char *value);
SWARM_API const char *swarm_params_get(const swarm_params *params, const char *name);

/* The tour [count] that a run of "tsp" starts from instead of the nearest-neighbour tour. It is the first best so far,
 * and every ant deposits on it before the first iteration. Of an open path the first and last node are the ends.
 * Copied, checked when the run begins; NULL takes it back. Individual k of `mosaic` starts from the k-th of several.
 * A run of "orient" takes one, as swarm_orient_measure() does; it is an individual of the first population. */
SWARM_API enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                               size_t count);
SWARM_API enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                                   size_t count);

/* Progress has the answers of improvements, which costs a read of the device for each. */
SWARM_API void swarm_params_tell_answers(swarm_params *params, bool enabled);

/* Measures every kernel by events (result->kernels), which costs some time per launch. */
SWARM_API void swarm_params_profile(swarm_params *params, bool enabled);

/* The reference of gaps: `optimum`, else the known optimum of closed tours without `fix`; with parameters of "orient"
 * the best known score of closed tours within the limit, without `start`. `params` may be NULL. */
struct swarm_reference {
    bool known, proven, given; /* proven: known to be optimal; given: by `optimum` */
    int64_t length;            /* or score; 0 unless known */
};
SWARM_API struct swarm_reference swarm_instance_reference(const swarm_instance *instance, const swarm_params *params);

/* Checks that a run of "tsp" with these parameters could return `tour` [count]; the second, that a run of "orient"
 * could, where a closed tour may begin with any of its nodes, and measures it. SWARM_ERROR_VERIFICATION names the first
 * offence. */
SWARM_API enum swarm_status swarm_tour_check(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                             size_t count);
SWARM_API enum swarm_status swarm_orient_measure(swarm_context *context, const swarm_params *params,
                                                 const uint32_t *tour, size_t count, int64_t *score, int64_t *length);

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

enum swarm_stop_reason {
    SWARM_STOP_ITERATIONS, /* the iteration count was reached */
    SWARM_STOP_TIME,       /* the time limit */
    SWARM_STOP_TARGET,     /* an answer as good as the target, or better, was found */
    SWARM_STOP_STAGNATION, /* no improvement for the given number of iterations */
    SWARM_STOP_CANCELLED,  /* swarm_context_cancel() */
    SWARM_STOP_PROVEN,     /* the answer is proven to be the best, by `bound` or by the algorithm `exact` */
    SWARM_STOP_CONVERGED   /* few nodes without another end: a population agrees (docs/mosaic.md) */
};
SWARM_API const char *swarm_stop_reason_name(enum swarm_stop_reason reason); /* "iterations", "time", "target", ... */

/* Called every tenth of a second, from the beginning of the run on and whatever the run does, and at improvements; like
 * messages on one thread at a time, which may be one of the library's. Until there is an answer `length` is INT64_MAX
 * and `value` infinite. Here and below `length` is 0 for an objective, and `value` the length for a tour. */
struct swarm_progress {
    uint64_t iteration, best_iteration; /* complete; of the best so far, 0: the start */
    int64_t length, bound;              /* bound: as in struct swarm_tour */
    double value;
    bool improved; /* since the call before */
    double seconds;
    uint64_t iteration_limit; /* 0: none */
    /* With swarm_params_tell_answers() the best so far, where `improved`, in most calls: NULL otherwise. */
    const uint32_t *tour; /* [node_count] */
    size_t node_count;
    const double *position; /* [dimensions] */
    uint32_t dimensions;
};
typedef void swarm_progress_fn(void *user, const struct swarm_progress *progress);

/* One improvement of the best. Iteration 0 is the start. */
struct swarm_trace_point {
    uint64_t iteration;
    int64_t length;
    double value, place[2]; /* place: the first two coordinates of a position */
    double seconds;         /* until the host knew it */
};

/* Wall seconds of each phase. */
struct swarm_timing {
    double read;           /* the instance, or the files of an objective */
    double context, build; /* discovery, OpenCL context and queue; compiling the kernels */
    double setup, loop;    /* start, buffers, matrices; iterations */
    double total;          /* from the start of the clock to the end of the call */
    double checkpoints;    /* part of setup and loop: taking states and writing them */
};

/* A parameter as used. A FLAG is set or not, a WORD of a list, a number such a word or in a range, a TEXT anything. */
enum swarm_param_kind { SWARM_PARAM_FLAG, SWARM_PARAM_INTEGER, SWARM_PARAM_REAL, SWARM_PARAM_WORD, SWARM_PARAM_TEXT };
struct swarm_setting {
    const char *name, *value; /* NULL: no value */
    bool given;               /* by the caller; otherwise default or chosen */
    enum swarm_param_kind kind;
};

/* A buffer of the memory plan, and the device time of a kernel, from events. */
struct swarm_plan_entry {
    const char *name;
    uint64_t bytes;
};
struct swarm_kernel_time {
    const char *name;
    uint64_t calls;
    double seconds, median_seconds; /* of all calls together; of one, over the first 1,024 */
};

struct swarm_island {
    uint32_t rank;
    uint64_t seed;  /* island 0 has the seed of the run */
    int64_t length; /* of its best, found or taken */
    double value;
    uint64_t best_iteration;    /* in which it found its best, or after which it took it */
    uint64_t iterations, taken; /* complete; answers of other islands that it took */
    unsigned device;            /* index of its rank's device list */
    char device_name[64];       /* may be cut; "" for the sequential twin */
};

/* The answer of "tsp" and, with some of the nodes, of "orient". */
struct swarm_tour {
    size_t node_count;
    const uint32_t *nodes; /* [node_count]; a closed tour starts with node 0, of "orient" with `start` if given */
    int64_t length;        /* of the tour; the length of a result of "orient" is its score */
    bool path;             /* open */
    struct swarm_reference reference;
    int64_t built_length; /* of the shortest tour of ants or individuals; -1: no iteration ended */
    int64_t bound;        /* no tour is shorter, proven by the parameter `bound`; 0: nothing is */
};

/* The answer of "qap". */
struct swarm_assignment {
    size_t item_count;
    const uint32_t *places; /* [item_count] */
};

/* The answer of "pso". */
struct swarm_position {
    uint32_t dimensions;
    const double *x;             /* [dimensions], within the bounds */
    const double *lower, *upper; /* [dimensions], the bounds of the run */
    bool maximise;
    uint64_t evaluations, nan_count; /* of all islands; NaN, which counts as worst, among the values */
};

typedef struct swarm_result {
    const struct swarm_tour *tour;             /* of "tsp" and "orient"; otherwise NULL */
    const struct swarm_position *position;     /* of "pso"; otherwise NULL */
    const struct swarm_assignment *assignment; /* of "qap"; otherwise NULL */
    int64_t length;                            /* of "qap" the cost, of "orient" the score */
    double value;
    enum swarm_stop_reason stop_reason;
    uint64_t iterations, best_iteration; /* complete, those before a resumed checkpoint included */
    uint64_t first_iteration;            /* the run was resumed after so many; 0: it was not */
    double seconds, best_seconds;        /* to the end of the search; until the best was known */
    size_t trace_count;
    const struct swarm_trace_point *trace; /* improvements in order */
    struct swarm_timing timing;
    const struct swarm_device *device; /* of the rank's first island; NULL for the sequential twin */
    size_t setting_count;
    const struct swarm_setting *settings; /* every parameter with the value used */
    size_t plan_count;
    const struct swarm_plan_entry *plan; /* the memory of an island, on its device or, for the twin, the host */
    uint64_t plan_bytes;
    size_t kernel_count;                     /* 0 unless swarm_params_profile() */
    const struct swarm_kernel_time *kernels; /* of the rank's first island */
    size_t island_count;                     /* of all ranks; 0: one search without islands */
    const struct swarm_island *islands;
} swarm_result;

/* Searches for the best answer to the question of `params`. Parameters not set, the end included, follow from the
 * problem (docs/defaults.md). The answer is verified on the host: a tour meets the conditions and has its length, a
 * position lies within the bounds and has its value. A run that is cancelled or out of time succeeds with the best so
 * far, at the latest 2 seconds later where a driver does not return; without any answer it then fails with
 * SWARM_ERROR_OPENCL. With `time` the host searches for a tour while kernels are compiled. `progress` may be NULL.
 *
 * Without a device that opens and compiles, `device` auto searches on the host and finds the same result; the first
 * such run of a context logs a warning. A `platform`, a parameter of devices, swarm_params_profile() and an objective
 * in OpenCL C need a device: SWARM_ERROR_NO_DEVICE.
 *
 * Without an `algorithm` up to 12 nodes and 9 items are solved exactly (`exact`), on the host and in one iteration.
 *
 * "tsp": populations of tours (`algorithm` mosaic, docs/mosaic.md) and the family of ant algorithms (`as`, `mmas`,
 * ...). "pso": particle swarms (docs/swarms.md); the objective is never evaluated outside the bounds. `islands` are
 * whole searches with seeds of their own (docs/islands.md). The result does not depend on the devices and ranks they
 * run on, and every rank has it.
 *
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_INPUT (a file that a parameter names, an objective that does not
 * compile), SWARM_ERROR_OUT_OF_MEMORY (nothing was allocated), and all others except SWARM_ERROR_UNSUPPORTED. Memory:
 * on candidate lists of K some 20 K n bytes and ants x n tours; on whole rows five n x n matrices of 4-byte elements
 * and the tours; of a swarm three matrices of dimensions x particles. */
SWARM_API enum swarm_status swarm_solve(swarm_context *context, const swarm_params *params, swarm_progress_fn *progress,
                                        void *user, swarm_result **result);
SWARM_API void swarm_result_destroy(swarm_result **result);

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

/* Called for each instance that is over, in their order, one call at a time, on any thread. `result` lives during the
 * call; NULL: the run failed with `status`, and `error` says why. True ends the batch. */
typedef bool swarm_many_fn(void *user, size_t index, enum swarm_status status, const char *error,
                           const swarm_result *result);

/* Solves `instances` [count] with `params` of "tsp", whose own instance does not count. Each gets the tour that it has
 * alone: it depends on no other, nor on `threads`, which take an instance each. A named `device` works on one instance
 * after another. Of `seconds`, above 0, each instance gets a share, in place of `time`, which is for each one. A run
 * that fails does not end the others. When cancelled, instances that are not complete are not told. Memory: of a run
 * for each thread, and some KiB for each instance that waits for an earlier one. Errors: SWARM_ERROR_INVALID_ARGUMENT,
 * SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_solve_many(swarm_context *context, const swarm_params *params, size_t count,
                                             const swarm_instance *const *instances, double seconds,
                                             swarm_many_fn *done, void *user);

/* Reads a file of `count` instances of points in the plane (docs/batches.md), which swarm_points_instance() makes, from
 * index 0 on, named by file and number: a line "x1 y1 x2 y2 ... [output 1 5 ... 1]" for each, its number that of the
 * line, behind `output` a known tour; or an array of NumPy (.npy) of float32 or float64, [count][nodes][2], numbered
 * from 1. SWARM_ERROR_INPUT: for the file, or for one instance of lines. Memory: the file. */
typedef struct swarm_points swarm_points;
SWARM_API enum swarm_status swarm_points_read(swarm_context *context, const char *path, swarm_points **points,
                                              size_t *count);
SWARM_API size_t swarm_points_number(const swarm_points *points, size_t index);
SWARM_API enum swarm_status swarm_points_instance(swarm_context *context, const swarm_points *points, size_t index,
                                                  swarm_instance **instance);
SWARM_API void swarm_points_destroy(swarm_points **points);

/* Whether a run of these parameters loads the drivers of devices: the host is enough for few nodes, and for `device`
 * none. A caller may list the devices before and restart the clock, so that `time` does not count their loading. */
SWARM_API bool swarm_params_load_drivers(const swarm_params *params);

/* Compiles the kernels of a run and tries an iteration, for 5 seconds at most, so that drivers find all of it in their
 * caches: before runs whose clocks are not to count it. Errors: those of swarm_solve(). */
SWARM_API enum swarm_status swarm_rehearse(swarm_context *context, const swarm_params *params);

/* Finds the errors that swarm_solve() would find before it looks for a device. Errors: SWARM_ERROR_INVALID_ARGUMENT for
 * parameters that clash with each other, the algorithm or the instance; SWARM_ERROR_INPUT for a file of a parameter. */
SWARM_API enum swarm_status swarm_check(swarm_context *context, const swarm_params *params);

/* Makes a run of `params` repeat a recorded one, of a swarm_result or of the program's document, on any device: sets
 * every parameter that decides its result, and a count in place of its end. SWARM_ERROR_INVALID_ARGUMENT for a
 * parameter set before that would change the result; SWARM_ERROR_INPUT for settings that are no record of a run. */
struct swarm_record {
    const char *name;                     /* stands for the document in messages */
    const struct swarm_setting *settings; /* [setting_count]; names and values alone are read */
    size_t setting_count;
    uint64_t iterations; /* made */
    const char *target;  /* the length or value that ended it, as text; otherwise NULL */
};
SWARM_API enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params,
                                                const struct swarm_record *record);

/* Makes a run of `params` go on from the checkpoint that `resume` names, if any: sets all that decides the result and,
 * if no end was set, the ends. Errors: as above; SWARM_ERROR_INPUT for no checkpoint of this problem and version. */
SWARM_API enum swarm_status swarm_params_resume(swarm_context *context, swarm_params *params);

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* A lower bound and its proof: a distance d counts d * 2^shift, an edge that and the potentials of its ends. The least
 * 1-tree less twice all potentials, divided by 2^shift, is no longer than any tour (docs/bound.md). */
typedef struct swarm_bound {
    int64_t length; /* no tour that meets the conditions is shorter; 0: there was no time to prove more */
    int shift;
    size_t potential_count; /* 0: none */
    const int32_t *potentials;
    uint64_t evaluations; /* 1-trees found */
    double seconds;
} swarm_bound;

/* Raises a bound for the tours that `params` ask for, by `threads` or by a named `device`, which do not change it,
 * until a round of evaluations gains less than 0.01 % or, above 0, for `evaluations`; cancelled or out of `time` it
 * has the best so far. The check proves it anew. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_bound_find(swarm_context *context, const swarm_params *params, uint64_t evaluations,
                                             swarm_bound **bound);
SWARM_API enum swarm_status swarm_bound_check(swarm_context *context, const swarm_params *params,
                                              const swarm_bound *bound);
SWARM_API void swarm_bound_destroy(swarm_bound **bound);

/* ---- Tables, for programs that show or parse parameters ---------------------------------------------------------- */

/* A word of a list, which ends with a NULL name. */
struct swarm_variant {
    const char *name, *help, *source; /* help: half a sentence; source: author, year, equation, or "" */
};
SWARM_API const struct swarm_variant *swarm_instance_kinds(void); /* of swarm_instance_generate() */

/* DECIDES the result, ENDS the run (a repetition counts iterations instead), or FREE: changes no result. */
enum swarm_param_role { SWARM_PARAM_DECIDES, SWARM_PARAM_ENDS, SWARM_PARAM_FREE };

/* One parameter. Parser, range errors and --help come from this row. */
struct swarm_param {
    const char *name; /* "rho" is --rho */
    char letter;      /* short option, '\0' for none */
    enum swarm_param_kind kind;
    const char *fallback;              /* the default as the user would write it; NULL: none */
    const char *minimum, *maximum;     /* inclusive bounds of INTEGER and REAL; "(0" means exclusive; NULL: no range */
    const char *unit, *operand;        /* "" when there is none; the word --help shows for the value */
    const char *group, *help;          /* heading in --help; one sentence without a full stop */
    const struct swarm_variant *words; /* allowed words, for TEXT words with a meaning of their own; NULL: none */
    enum swarm_param_role role;
    bool reads, writes, repeats; /* it may name a file that is read, or written; values are joined by commas */
    bool common;                 /* one of the dozen options that people use most */
};

/* Parameters of a problem, or NULL: the next after `previous` (NULL: the first), or one by its name. */
SWARM_API const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous);
SWARM_API const struct swarm_param *swarm_param_find(const char *problem, const char *name);

/* Checks `value` against a row, also one of the caller's own. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_param_check(swarm_context *context, const struct swarm_param *param,
                                              const char *value);

#ifdef __cplusplus
}
#endif

#endif
