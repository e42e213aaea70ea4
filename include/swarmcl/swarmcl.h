/* swarmcl.h - ant colonies for the travelling salesman problem and particle swarms for functions, on OpenCL devices.
 *
 * The library behind the program `swarmcl`. A minimal run:
 *
 *     swarm_context *context = NULL;
 *     swarm_instance *instance = NULL;
 *     swarm_params *params = NULL;
 *     swarm_result *result = NULL;
 *     if (swarm_context_create(&context) == SWARM_OK
 *         && swarm_instance_read(context, "E100.tsp", &instance) == SWARM_OK
 *         && swarm_params_create(context, "tsp", &params) == SWARM_OK
 *         && swarm_params_set(context, params, "iterations", "50") == SWARM_OK
 *         && (swarm_params_instance(params, instance), swarm_solve(context, params, NULL, NULL, &result)) == SWARM_OK)
 *         use(result->tour->nodes, result->tour->node_count, result->length);
 *     else
 *         complain(swarm_context_error(context));
 *     swarm_result_destroy(&result);
 *     swarm_params_destroy(&params);
 *     swarm_instance_destroy(&instance);
 *     swarm_context_destroy(&context);
 *
 * Rules that hold for every function
 *
 *   Errors      enum swarm_status: 0 is success, a negative value the class of the failure. swarm_context_error() is
 * the sentence that explains it, with file, line, found and expected. Outputs are untouched on failure. Printing    The
 * library prints nothing, never ends the process and keeps no globals. Threads     Objects are not locked: one context,
 * with the objects made through it, per thread. Only swarm_context_cancel() may be called from any thread and from a
 * signal handler. Ownership   "returns owned": the caller destroys it. "borrows": during the call only, unless a longer
 * time is named. Destroy functions take a pointer to the handle, accept NULL handles and set the handle to NULL. Words
 * A node is a place, numbered 0 .. n-1 here and 1 .. n in files. A distance is the integer length of one edge, a length
 * the sum over a closed tour or an open path, a permutation of all nodes. Units       Distances and lengths are
 * integers of 10^-decimals of the input's unit (swarm_instance_info). Promise     The same instance or objective,
 * parameters, seed and iteration count give the same result, bit for bit, on every device, for every work-group size
 * and launch split, and in the sequential twin.
 */
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

/* ---- Status --------------------------------------------------------------------------------------------------------
 */

enum swarm_status {
    SWARM_OK = 0,
    SWARM_ERROR_INVALID_ARGUMENT = -1, /* a parameter, option or selector that makes no sense */
    SWARM_ERROR_OUT_OF_MEMORY = -2,    /* what was asked for does not fit the device or the host */
    SWARM_ERROR_IO = -3,               /* a file could not be written, or another rank not reached */
    SWARM_ERROR_INPUT = -4,            /* an instance or tour that cannot be read: missing, malformed, out of range */
    SWARM_ERROR_UNSUPPORTED = -5,      /* well-formed input of a kind that is refused by name */
    SWARM_ERROR_NO_DEVICE = -6,        /* no usable OpenCL device */
    SWARM_ERROR_OPENCL = -7,           /* an OpenCL call failed */
    SWARM_ERROR_BUILD = -8,            /* the kernels did not compile on the device */
    SWARM_ERROR_VERIFICATION = -9,     /* a tour is no permutation, or its length is not what was claimed */
    SWARM_ERROR_INTERNAL = -10         /* a defect of the library */
};

/* The name of a status, for example "SWARM_ERROR_INPUT"; static storage; "unknown status" for any other value. */
SWARM_API const char *swarm_status_name(enum swarm_status status);

/* The version of the library, "MAJOR.MINOR.PATCH"; static storage. */
SWARM_API const char *swarm_version(void);

/* One word of a table of choices: an implementation of a step, a value of a parameter, a kind of instance. */
struct swarm_variant {
    const char *name;   /* the word on the command line, in JSON, tests and benches */
    const char *help;   /* half a sentence */
    const char *source; /* author, year, algorithm or equation; "" where there is none */
};

/* ---- Context -------------------------------------------------------------------------------------------------------
 */

typedef struct swarm_context swarm_context;
typedef struct swarm_instance swarm_instance;   /* nodes and distances */
typedef struct swarm_objective swarm_objective; /* a function of real numbers */
typedef struct swarm_params swarm_params;       /* a run to be: what is searched, and how */

enum swarm_log_level {
    SWARM_LOG_WARNING, /* something the user should know although the run goes on */
    SWARM_LOG_INFO,    /* one line per phase: device, memory plan */
    SWARM_LOG_DEBUG    /* build logs, chosen shapes */
};

/* Receives one message without a newline. `text` is valid during the call only. Called on the thread that works. */
typedef void swarm_log_fn(void *user, enum swarm_log_level level, const char *text);

/* Creates a context and starts its clock, which `time` limits and all reported seconds count from. Returns owned.
 * Fails with SWARM_ERROR_OUT_OF_MEMORY only, *context then stays NULL. */
SWARM_API enum swarm_status swarm_context_create(swarm_context **context);

/* Destroys the context and the device list it lends. Objects made through it must be gone before. */
SWARM_API void swarm_context_destroy(swarm_context **context);

/* Sets the receiver of messages; NULL, the default, drops them. */
SWARM_API void swarm_context_set_log(swarm_context *context, swarm_log_fn *log, void *user);

/* The text of the last failure in this context, "" if there was none; one or more lines, no newline at the end.
 * Borrowed until the next call with this context. For context == NULL: a sentence about missing memory. */
SWARM_API const char *swarm_context_error(const swarm_context *context);

/* Seconds since the context was created, monotonic. */
SWARM_API double swarm_context_seconds(const swarm_context *context);

/* Starts the clock again: `time` and all seconds that are reported count from here on, as if the context were new. For
 * runs behind one another, of which each is to have its own time; not while one is at work. */
SWARM_API void swarm_context_restart_clock(swarm_context *context);

/* Asks the run in progress, or the next one, to end with the best so far. Safe in signal handlers and from other
 * threads; takes effect within one launch or the compilation of one program. Stays set. */
SWARM_API void swarm_context_cancel(swarm_context *context);

/* Processes that search together, each with one context: ranks. These functions are the way from one to another. They
 * return 0; anything else ends the run with SWARM_ERROR_IO. gather is called on the thread that solves, the others on
 * any, one at a time. swarm_solve() with ranks is collective: each rank calls it with the same problem and parameters,
 * except `device` and other parameters that change no result. Ranks that differ are refused. A failure of one rank
 * within the call is one of all. */
struct swarm_ranks {
    void *user;
    uint32_t rank, count; /* from 0; count is at least 1 */
    /* Every rank's `size` bytes, in the order of ranks, to `all` [count][size] on every rank; `own` lies elsewhere. */
    int (*gather)(void *user, const void *own, size_t size, void *all);
    /* For `meeting` asynchronous; may be NULL for others. Copies `size` bytes, those of every message of a run, for
     * another rank and never waits; a later message takes the place of an earlier one that has not been received. */
    int (*send)(void *user, uint32_t to, const void *data, size_t size);
    /* The latest message that has come from a rank since the last call, if there is one: *got. Never waits. */
    int (*receive)(void *user, uint32_t from, void *data, size_t size, bool *got);
};

/* Lets runs of this context be those of a rank. Copies `ranks`, whose user must outlive the context; NULL, the default:
 * there is one process. */
SWARM_API void swarm_context_set_ranks(swarm_context *context, const struct swarm_ranks *ranks);

/* ---- Devices -------------------------------------------------------------------------------------------------------
 */

enum swarm_device_type { SWARM_DEVICE_GPU, SWARM_DEVICE_ACCELERATOR, SWARM_DEVICE_CPU, SWARM_DEVICE_OTHER };

/* One OpenCL device as found. Sizes in bytes, clock in MHz. */
struct swarm_device {
    unsigned index;    /* position in the list: the number that selectors take */
    unsigned platform; /* platform number and, below, the device's number within it: "P:D" */
    unsigned device;
    enum swarm_device_type type;
    const char *name, *platform_name, *driver;
    const char *version, *c_version; /* "OpenCL 3.0 ...", "OpenCL C 1.2 ..." */
    unsigned compute_units, clock;
    uint64_t global_memory, local_memory;
    uint64_t max_allocation; /* the largest single buffer */
    size_t max_group_size;   /* work-items in a work-group */
    bool fp64;
    bool unified_memory; /* it shares the host's memory: an integrated GPU, a CPU */
    bool simulator; /* oclgrind and the like: never picked by type word, `all` or `auto` while anything else exists */
    bool duplicate; /* the same hardware was listed before under another platform */
    bool usable;    /* available and with a compiler */
    bool automatic; /* what `auto` picks */
};

/* "gpu", "accelerator", "cpu" or "other"; static storage. */
SWARM_API const char *swarm_device_type_name(enum swarm_device_type type);

/* Lists the devices of all platforms. A platform or device that fails is reported as a warning and left out.
 * `*devices` is borrowed until the context is destroyed; `*count` may be 0, which is no error. The list is made once
 * per context. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: loads every driver, milliseconds to a second. */
SWARM_API enum swarm_status swarm_device_list(swarm_context *context, const struct swarm_device **devices,
                                              size_t *count);

/* Resolves selectors to indices of the device list. `platform`: NULL or "" for any, an index, or a part of a name.
 * `device`: NULL, "" or "auto"; "all"; "gpu", "cpu", "accelerator" (also "acc"), each with ":k" for the k-th of that
 * type; an index of the list; "P:D"; a part of a device's or platform's name in any case; several of these separated by
 * commas. Digits are always an index. A device that is named twice is found twice; `all` adds those that are missing.
 * Writes at most `capacity` indices and the number found to *count. Errors: SWARM_ERROR_INVALID_ARGUMENT when a
 * selector matches nothing or a name matches several devices, SWARM_ERROR_NO_DEVICE when there is no usable device. */
SWARM_API enum swarm_status swarm_device_find(swarm_context *context, const char *platform, const char *device,
                                              size_t *indices, size_t capacity, size_t *count);

/* ---- Instances -----------------------------------------------------------------------------------------------------
 */

/* How the distance of two nodes follows from their coordinates (TSPLIB95, section 2). EXPLICIT: from a matrix. */
enum swarm_metric {
    SWARM_METRIC_EXPLICIT,
    SWARM_METRIC_EUC_2D, /* nint(sqrt(dx^2 + dy^2)), nint(x) = floor(x + 0.5) */
    SWARM_METRIC_EUC_3D,
    SWARM_METRIC_MAN_2D, /* nint(|dx| + |dy|) */
    SWARM_METRIC_MAN_3D,
    SWARM_METRIC_MAX_2D, /* max(nint(|dx|), nint(|dy|)) */
    SWARM_METRIC_MAX_3D,
    SWARM_METRIC_CEIL_2D, /* ceil(sqrt(dx^2 + dy^2)) */
    SWARM_METRIC_ATT,     /* pseudo-Euclidean of att48 and att532 */
    SWARM_METRIC_GEO,     /* great-circle kilometres of latitude and longitude DDD.MM, degrees truncated, R 6378.388 */
    SWARM_METRIC_GREAT_CIRCLE, /* ours, not TSPLIB's: great-circle metres of latitude and longitude in decimal degrees
                                * on a sphere of radius 6371008.8 m, the Earth's mean; swarm_instance_from_points() */
    SWARM_METRIC_COUNT
};

/* The word for the metric, TSPLIB's where it has one, for example "EUC_2D"; static storage. */
SWARM_API const char *swarm_metric_name(enum swarm_metric metric);

/* What is known about an instance. Strings are borrowed from it. */
struct swarm_instance_info {
    const char *name;    /* the NAME field, or the file's name without folder and suffix when there is none */
    const char *comment; /* the COMMENT fields joined by newlines; "" when there is none */
    uint32_t node_count;
    bool symmetric; /* TYPE TSP: true, ATSP: false */
    enum swarm_metric metric;
    const char *format; /* EDGE_WEIGHT_FORMAT of an EXPLICIT instance, otherwise "" */
    size_t fixed_edge_count;
    bool has_display_data;
    bool has_positions; /* the nodes can be drawn: swarm_instance_position() */
    bool has_names;     /* the nodes have names: swarm_instance_node_name() */
    int decimals;       /* distances and lengths count 10^-decimals of the input's unit: 0 for TSPLIB, at most 6, below
                         * 0 where distances are past 2^31 */
    const char *unit;   /* the unit of lengths where it is known: "m" for GREAT_CIRCLE, otherwise "" */
    double minimum[3];  /* smallest and largest coordinates as the input has them; 0 for EXPLICIT */
    double maximum[3];
    bool optimum_known;
    bool optimum_proven; /* false: the best length published, not proven to be shortest */
    int64_t optimum;     /* of the table of known optima, matched by name, type and dimension */
    double read_seconds; /* time spent reading or copying */
};

/* Reads a TSPLIB95 file (TYPE TSP or ATSP) or a CSV table of points (`swarmcl help formats`), packed by gzip or not;
 * the text tells which. The path "-" is the standard input. Returns owned. Errors: SWARM_ERROR_INPUT with path, line,
 * found and expected; SWARM_ERROR_UNSUPPORTED for kinds refused by name; SWARM_ERROR_OUT_OF_MEMORY, also for more than
 * 4 GiB, or half of the available memory, of text. Memory: 24 bytes a node, 40 and the names for a table, or 4 bytes a
 * matrix element for EXPLICIT. Cost: linear in the file; tables as swarm_instance_from_points(). */
SWARM_API enum swarm_status swarm_instance_read(swarm_context *context, const char *path, swarm_instance **instance);

/* The same from `size` bytes of text in memory (borrowed), not packed; `name` stands for the path in messages. */
SWARM_API enum swarm_status swarm_instance_parse(swarm_context *context, const char *text, size_t size,
                                                 const char *name, swarm_instance **instance);

/* Makes an instance from coordinates: `coordinates` is [node_count][dimensions], dimensions 2 or 3 as the metric asks
 * (borrowed, copied). `name` may be NULL. Errors: SWARM_ERROR_INPUT for NaN, infinity or edges past 2^31 - 1. */
SWARM_API enum swarm_status swarm_instance_from_coordinates(swarm_context *context, const char *name,
                                                            enum swarm_metric metric, size_t node_count,
                                                            const double *coordinates, swarm_instance **instance);

/* What points lie on. */
enum swarm_surface {
    SWARM_SURFACE_PLANE, /* (x, y); distances are Euclidean */
    SWARM_SURFACE_SPHERE /* (latitude, longitude) in decimal degrees; distances are great-circle metres */
};

/* Makes an instance from points [node_count][2] whose distances are real numbers. They are scaled by the largest power
 * of ten, at most 10^6, that keeps every edge below 2^31 and rounded to the nearest integer (info->decimals). `names`
 * is [node_count] strings of UTF-8, or NULL; all borrowed, copied. Errors: SWARM_ERROR_INPUT for NaN, infinity,
 * coordinates past 10^300, latitudes outside [-90, 90] or longitudes outside [-180, 360]. Cost: O(n log n), for the
 * widest edge, which is bounded, and may cost a decimal, where the convex hull has more than 4096 corners. */
SWARM_API enum swarm_status swarm_instance_from_points(swarm_context *context, const char *name,
                                                       enum swarm_surface surface, size_t node_count,
                                                       const double *points, const char *const *names,
                                                       swarm_instance **instance);

/* Makes an instance from a matrix: `distances` is [node_count][node_count], row i holds the distances from i
 * (borrowed, copied); the diagonal is ignored. `symmetric` makes it a TSP and requires it to be one.
 * Errors: SWARM_ERROR_INPUT for negative distances or the first pair that differs. */
SWARM_API enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                                       size_t node_count, const int32_t *distances,
                                                       swarm_instance **instance);

SWARM_API void swarm_instance_destroy(swarm_instance **instance);

/* What is known about the instance; borrowed from it. */
SWARM_API const struct swarm_instance_info *swarm_instance_describe(const swarm_instance *instance);

/* The distance from node i to node j, both below node_count; 0 for i == j. Constant time, no matrix is built. */
SWARM_API int32_t swarm_instance_distance(const swarm_instance *instance, uint32_t i, uint32_t j);

/* The name of node i in UTF-8, borrowed from the instance; NULL when it has none. */
SWARM_API const char *swarm_instance_node_name(const swarm_instance *instance, uint32_t i);

/* Where node i is drawn, x to the right and y upwards: its coordinates, longitude and latitude in decimal degrees for
 * GEO and GREAT_CIRCLE, the display data of an EXPLICIT instance. False, with *x and *y untouched, when
 * info->has_positions is. */
SWARM_API bool swarm_instance_position(const swarm_instance *instance, uint32_t i, double *x, double *y);

/* Writes a length in the input's unit, exactly: "7542", "13.400000", "25000" for 25 with decimals = -3. Returns `text`,
 * cut to `size` bytes; 400 are always enough. */
SWARM_API char *swarm_length_text(int64_t length, int decimals, char *text, size_t size);

/* The other way: the largest length that is at most `text`, a decimal number of at least 0 in the input's unit. False,
 * with *length untouched, for any other text and past 2^63 - 1. */
SWARM_API bool swarm_length_parse(const char *text, int decimals, int64_t *length);

/* The words of swarm_instance_generate(): "uniform", "clustered", "matrix", "grid", "circle"; NULL-name terminated,
 * static storage. */
SWARM_API const struct swarm_variant *swarm_instance_kinds(void);

/* Makes the TSPLIB95 text of a random or regular instance, the same bytes on every machine. uniform, clustered, matrix:
 * the generators E, C and M of the 8th DIMACS Implementation Challenge (D. S. Johnson, L. A. McGeoch, 2000). grid,
 * circle: points 100 apart on a rectangle or a circle, in an order drawn from `seed`, the shortest length in COMMENT.
 * Seeds count modulo 10^9, for matrix modulo 2^32. *text returns owned, *size bytes and a NUL: swarm_free(). Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for an unknown kind or a number of nodes that it does not allow. */
SWARM_API enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count,
                                                    uint32_t seed, char **text, size_t *size);

/* ---- Tours ---------------------------------------------------------------------------------------------------------
 */

/* Reads a TSPLIB95 tour for `instance`, packed by gzip or not; "-" is the standard input. `*tour` is [node_count],
 * nodes from 0, returned owned: swarm_free(). Errors: SWARM_ERROR_INPUT for text that is no tour file,
 * SWARM_ERROR_VERIFICATION when the nodes are no permutation. */
SWARM_API enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                            uint32_t **tour);

/* Checks that `tour` [count] is a permutation of the instance's nodes and measures it in exact integers.
 * Errors: SWARM_ERROR_VERIFICATION naming the first offence. Cost: O(n), no matrix. */
SWARM_API enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *tour, size_t count, int64_t *length);

/* The same for an open path, that is without the edge from its last node to its first. */
SWARM_API enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *path, size_t count, int64_t *length);

/* Writes a TSPLIB95 tour file through a temporary name and a rename, so that it is never half written. `comment` may be
 * NULL, and `instance`, whose nodes' names become comments where there are some. Errors: SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name,
                                             const char *comment, const swarm_instance *instance, const uint32_t *tour,
                                             size_t count);

/* Reads a whole file, unpacked when it is gzip's; "-" is the standard input. *bytes returns owned, with a NUL behind
 * *size bytes: swarm_free(). Errors: SWARM_ERROR_INPUT, SWARM_ERROR_OUT_OF_MEMORY. */
SWARM_API enum swarm_status swarm_file_read(swarm_context *context, const char *path, char **bytes, size_t *size);

/* Writes `size` bytes to a file in the same safe way. Errors: SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_file_replace(swarm_context *context, const char *path, const void *bytes,
                                               size_t size);

/* Frees an array that a function of this library returned owned; NULL is allowed. */
SWARM_API void swarm_free(void *array);

/* ---- Objectives ----------------------------------------------------------------------------------------------------
 */

enum swarm_objective_kind {
    SWARM_OBJECTIVE_BUILT_IN, /* a row of swarm_objective_list() */
    SWARM_OBJECTIVE_FILE,     /* OpenCL C of the caller's, compiled for the device of the run */
    SWARM_OBJECTIVE_FUNCTION  /* a C function of the caller's, called on the host */
};

/* What is known about an objective. Strings live as long as the objective; those of the list are static. */
struct swarm_objective_info {
    const char *name; /* of a file: its name without folder and suffix */
    enum swarm_objective_kind kind;
    const char *formula; /* as text, for example "sum x_i^2"; "" when it is the caller's */
    const char *bounds;  /* the usual box as text, for example "[-100, 100]"; "" when there is none */
    const char *source;  /* author and year */
    bool maximise;       /* the largest value is looked for, unless a run says otherwise */
    uint32_t dimensions; /* by default; 0: a run has to say */
    uint32_t minimum_dimensions, maximum_dimensions;
    bool has_bounds; /* swarm_objective_bounds() knows a box */
    bool can_shift;  /* its optimum stays the best where it is moved within the box: parameter `shift` */
};

/* The objectives that the library knows; `*count` of them. Static storage. */
SWARM_API const struct swarm_objective_info *swarm_objective_list(size_t *count);

/* The objective of the list called `name`. Returns owned. Errors: SWARM_ERROR_INVALID_ARGUMENT with the names that
 * there are. */
SWARM_API enum swarm_status swarm_objective_find(swarm_context *context, const char *name, swarm_objective **objective);

/* Reads an objective in OpenCL C 1.2, compiled when a run begins; "-" is the standard input. Returns owned. It defines
 *
 *     real objective(const real *x, int n)    the value at x[0] .. x[n - 1]
 *
 * where `real` is float or double as the parameter `precision` says. OpenCL's built-in functions differ in their last
 * bits between devices; the library's (real_sqrt, real_sin, ...) do not. NaN counts as worst. Errors: SWARM_ERROR_INPUT
 * when the file cannot be read or defines no such function. */
SWARM_API enum swarm_status swarm_objective_read(swarm_context *context, const char *path, swarm_objective **objective);

/* The value at x [dimensions]; called on the thread that solves, one point after the other. */
typedef double swarm_objective_fn(void *user, const double *x, uint32_t dimensions);

/* Makes an objective of a C function, for runs of the sequential twin in double precision (`device` "none", which
 * such a run takes by itself). `name` is copied. Returns owned. */
SWARM_API enum swarm_status swarm_objective_from_function(swarm_context *context, const char *name,
                                                          swarm_objective_fn *function, void *user,
                                                          swarm_objective **objective);

/* Borrowed from the objective. */
SWARM_API const struct swarm_objective_info *swarm_objective_describe(const swarm_objective *objective);

/* The usual bounds of coordinate `index` (from 0) of `dimensions`; false when there are none. */
SWARM_API bool swarm_objective_bounds(const swarm_objective *objective, uint32_t dimensions, uint32_t index,
                                      double *lower, double *upper);

/* The best value within the usual bounds and, unless `position` is NULL, one place [dimensions] where it is taken;
 * false when the value is not known. *has_position tells about the place. */
SWARM_API bool swarm_objective_optimum(const swarm_objective *objective, uint32_t dimensions, double *value,
                                       double *position, bool *has_position);

/* Evaluates the objective of `params`, with its `shift` and `precision`, at `points` [count][dimensions] into `values`
 * [count]; on the host, but for an objective from a file on the device that `params` choose. Errors: swarm_solve(). */
SWARM_API enum swarm_status swarm_objective_evaluate(swarm_context *context, const swarm_params *params, size_t count,
                                                     const double *points, double *values);

SWARM_API void swarm_objective_destroy(swarm_objective **objective);

/* ---- Parameters ----------------------------------------------------------------------------------------------------
 */

/* Makes the parameters of a problem, all at their defaults: "tsp", tours of an instance, or "pso", the best value of an
 * objective. Names and values are the program's options: `swarmcl tsp --help` and `swarmcl pso --help` list them,
 * docs/defaults.md tells what a run chooses where none is given. Returns owned. Errors: SWARM_ERROR_INVALID_ARGUMENT
 * for another problem. */
SWARM_API enum swarm_status swarm_params_create(swarm_context *context, const char *problem, swarm_params **params);
SWARM_API void swarm_params_destroy(swarm_params **params);

/* What is searched: an instance of "tsp", an objective of "pso". Borrowed as long as the parameters are used. */
SWARM_API void swarm_params_instance(swarm_params *params, const swarm_instance *instance);
SWARM_API void swarm_params_objective(swarm_params *params, const swarm_objective *objective);

/* Gives `name` the value `value` (text, copied), which counts as given from then on.
 * Errors: SWARM_ERROR_INVALID_ARGUMENT for an unknown name or a value out of range. */
SWARM_API enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name,
                                             const char *value);

/* The value of `name` as text: as it was set, else that of the parameter `preset`, else its default; NULL when it has
 * none. Borrowed until the next set. */
SWARM_API const char *swarm_params_get(const swarm_params *params, const char *name);

/* The tour [count] that a run of "tsp" starts from instead of the nearest-neighbour tour: the first best so far, and
 * before the first iteration every ant deposits on it; of `mosaic` one individual starts from it. For an open path its
 * first and last node are the ends. Borrowed, copied; NULL takes it back. It is checked when the run begins. */
SWARM_API enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                               size_t count);

/* One tour more to start from, which `mosaic` alone takes: the k-th is that of individual k of the first population, as
 * far as `population` allows, and the shortest is the first best. swarm_params_start() takes back all others. */
SWARM_API enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                                   size_t count);

/* Measures every kernel by events (result->kernels). Changes no result; costs some time per launch. */
SWARM_API void swarm_params_profile(swarm_params *params, bool enabled);

/* The length that gaps are counted from. */
struct swarm_reference {
    bool known;
    bool proven;    /* of a table, and proven to be shortest */
    bool given;     /* by the caller, as `optimum` */
    int64_t length; /* 0 unless known */
};

/* The reference of a run: the parameter `optimum`, else the table of known optima; the table knows closed tours only,
 * so that a run for a `path` or with `fix` has none of it. `params` may be NULL: a closed tour. */
SWARM_API struct swarm_reference swarm_instance_reference(const swarm_instance *instance, const swarm_params *params);

/* Checks that `tour` [count] is one that a run with these parameters could return: a permutation of the nodes that has
 * the fixed edges of the instance and of `fix`, and the ends of `start` and `end`. Borrows all. Errors:
 * SWARM_ERROR_VERIFICATION naming the first offence; SWARM_ERROR_INVALID_ARGUMENT for parameters that name no nodes. */
SWARM_API enum swarm_status swarm_tour_check(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                             size_t count);

/* ---- Solving -------------------------------------------------------------------------------------------------------
 */

enum swarm_stop_reason {
    SWARM_STOP_ITERATIONS, /* the iteration count was reached */
    SWARM_STOP_TIME,       /* the time limit */
    SWARM_STOP_TARGET,     /* an answer as good as the target, or better, was found */
    SWARM_STOP_STAGNATION, /* no improvement for the given number of iterations */
    SWARM_STOP_CANCELLED   /* swarm_context_cancel(), a signal for example */
};

/* "iterations", "time", "target", "stagnation" or "cancelled"; static storage. */
SWARM_API const char *swarm_stop_reason_name(enum swarm_stop_reason reason);

/* State of a run as its progress callback sees it, about every tenth of a second and at improvements. */
struct swarm_progress {
    uint64_t iteration;      /* iterations complete */
    uint64_t best_iteration; /* 0: what it started from is still the best */
    int64_t length;          /* of the best tour so far; 0 for an objective */
    double value;            /* of the best place so far, as the objective gives it; for a tour its length */
    bool improved;           /* they are better than at the call before */
    double seconds;
    uint64_t iteration_limit; /* 0: none */
};
typedef void swarm_progress_fn(void *user, const struct swarm_progress *progress);

/* One improvement of the best. Iteration 0 is the start. */
struct swarm_trace_point {
    uint64_t iteration;
    int64_t length;  /* as in struct swarm_progress */
    double value;    /* the same */
    double place[2]; /* of an objective: the first two coordinates; the second is 0 in one dimension */
    double seconds;  /* when the host learnt of it */
};

/* Wall seconds of each phase; total is from the creation of the context to the end of the call. */
struct swarm_timing {
    double read;    /* reading the instance, or the files of an objective */
    double context; /* discovery, OpenCL context and queue */
    double build;   /* compiling the kernels */
    double setup;   /* start, buffers, matrices */
    double loop;    /* iterations */
    double total;
    double checkpoints; /* of setup and loop: taking states and writing them */
};

enum swarm_param_kind {
    SWARM_PARAM_FLAG,    /* present or absent */
    SWARM_PARAM_INTEGER, /* decimal integer within [minimum, maximum], or one of `words` */
    SWARM_PARAM_REAL,    /* decimal number within the range, or one of `words` */
    SWARM_PARAM_WORD,    /* one of `words` */
    SWARM_PARAM_TEXT     /* anything: a file name, a selector */
};

/* A parameter as the run used it. */
struct swarm_setting {
    const char *name;
    const char *value;          /* NULL: none, or nothing that this run has */
    bool given;                 /* by the caller; otherwise default or chosen */
    enum swarm_param_kind kind; /* how to print it */
};

/* A buffer of the memory plan, bytes. */
struct swarm_plan_entry {
    const char *name;
    uint64_t bytes;
};

/* Device time of one kernel, from events. */
struct swarm_kernel_time {
    const char *name;
    uint64_t calls;
    double seconds;        /* of all calls together */
    double median_seconds; /* of one call, over the first 1,024 */
};

/* One of several whole searches of a run, and what it came to. */
struct swarm_island {
    uint32_t rank;  /* that it lived on */
    uint64_t seed;  /* island 0 has that of the run */
    int64_t length; /* of its best, found or taken; as in struct swarm_progress */
    double value;
    uint64_t best_iteration; /* in which it found that, or behind which it took it */
    uint64_t iterations;     /* complete */
    uint64_t taken;          /* answers of other islands that it took */
    unsigned device;         /* index of its rank's device list; 0 for the sequential twin */
    char device_name[64];    /* cut where it is longer; "" for the sequential twin */
};

/* The answer of "tsp". */
struct swarm_tour {
    size_t node_count;
    const uint32_t *nodes; /* [node_count], verified to be a permutation; a closed tour starts with node 0 */
    bool path;             /* open: no edge leads from the last node to the first */
    struct swarm_reference reference;
    int64_t built_length; /* of the shortest tour that an ant built, and the local search left, or that an individual of
                           * `mosaic` had after an iteration; -1 when no iteration ended */
};

/* The answer of "pso". */
struct swarm_position {
    uint32_t dimensions;
    const double *x;             /* [dimensions], within the bounds */
    const double *lower, *upper; /* [dimensions], the bounds of the run */
    bool maximise;
    uint64_t evaluations;
    uint64_t nan_count; /* evaluations that gave NaN, which counts as worst */
};

/* The outcome of a run. Everything is borrowed from the result and lives as long as it. */
typedef struct swarm_result {
    const struct swarm_tour *tour;         /* of "tsp"; otherwise NULL */
    const struct swarm_position *position; /* of "pso"; otherwise NULL */
    int64_t length;                        /* of the tour, measured again on the host in exact integers */
    double value;                          /* at the position, as the objective gives it; of a tour its length */
    enum swarm_stop_reason stop_reason;
    uint64_t iterations; /* complete, those before a resumed checkpoint included */
    uint64_t best_iteration;
    uint64_t first_iteration; /* the run was resumed after so many; 0 when it was not */
    double seconds;           /* from the creation of the context to the end of the search */
    double best_seconds;      /* when the best was known */
    size_t trace_count;
    const struct swarm_trace_point *trace; /* improvements in order */
    struct swarm_timing timing;
    const struct swarm_device *device; /* that of the rank's first island; NULL for the sequential twin */
    size_t setting_count;
    const struct swarm_setting *settings; /* every parameter with the value used */
    size_t plan_count;
    const struct swarm_plan_entry *plan; /* the memory of an island, on its device or, for the twin, the host */
    uint64_t plan_bytes;
    size_t kernel_count; /* 0 unless swarm_params_profile(); of several islands those of the rank's first */
    const struct swarm_kernel_time *kernels;
    size_t island_count; /* of all ranks; 0: there was but one */
    const struct swarm_island *islands;
} swarm_result;

/* Searches for the best answer to what `params` ask; borrows them. What is not set follows from the problem
 * (docs/defaults.md), the end of the run, too. The best is verified before it is returned: a tour as one that meets the
 * conditions and has its length, a position as one within the bounds that has its value. A run that is cancelled or out
 * of time succeeds with the best so far. `progress` may be NULL. Returns owned.
 *
 * "tsp": `algorithm` mosaic improves a population of tours by k-opt moves (Lin and Kernighan 1973; Martin, Otto and
 * Felten 1991) and recombines them (after Nagata and Kobayashi 2013). The others are ant algorithms: `as` is Ant System
 * after Dorigo, Maniezzo and Colorni (1996) by the kernels of Angelo, Augusto and Barbosa (2013), section 4; `mmas`
 * MAX-MIN Ant System (Stuetzle and Hoos 2000) on candidate lists with a local search. Tours are closed, or with `path`
 * open, and have all fixed edges of the instance and of `fix`.
 *
 * "pso": particle swarm after Kennedy and Eberhart (1995), with constriction after Clerc and Kennedy (2002) or inertia
 * after Shi and Eberhart (1998); `best` by the designs of Wang et al. (2022) and ours. The objective is never evaluated
 * outside the bounds. A file's result depends on the device where it uses OpenCL's own functions.
 *
 * `islands` are whole searches with seeds of their own, on the devices of `device` and on all ranks. Behind every
 * `epoch` iterations each takes the best of its neighbours in `migration` where that is better than its own. The result
 * does not depend on where they live, and every rank has it.
 *
 * Errors: SWARM_ERROR_INVALID_ARGUMENT (clashing parameters, unknown device), SWARM_ERROR_INPUT (a file that a
 * parameter names; an objective that does not compile, with its own line numbers), SWARM_ERROR_NO_DEVICE,
 * SWARM_ERROR_OUT_OF_MEMORY (both numbers in the text; nothing was allocated), SWARM_ERROR_BUILD, SWARM_ERROR_OPENCL,
 * SWARM_ERROR_IO, SWARM_ERROR_VERIFICATION. Memory: on candidate lists of K some 20 K n bytes and ants x n tours; on
 * whole rows five n x n matrices of 4-byte elements and the tours; of a swarm three matrices of dimensions x particles.
 */
SWARM_API enum swarm_status swarm_solve(swarm_context *context, const swarm_params *params, swarm_progress_fn *progress,
                                        void *user, swarm_result **result);

/* Finds out whether swarm_solve() would refuse these parameters before it looks for a device: those that clash with
 * each other, with the algorithm or with the instance. Errors: SWARM_ERROR_INVALID_ARGUMENT with the reason,
 * SWARM_ERROR_INPUT for a file that a parameter names. */
SWARM_API enum swarm_status swarm_check(swarm_context *context, const swarm_params *params);

SWARM_API void swarm_result_destroy(swarm_result **result);

/* A run that is over, as far as it takes to repeat it: of a swarm_result, or of the program's document about one. */
struct swarm_record {
    const char *name;                     /* stands for the document in messages */
    const struct swarm_setting *settings; /* [setting_count], names and values as the run used them; no more is read */
    size_t setting_count;
    uint64_t iterations; /* that it has made */
    const char *target;  /* the length or value that it ended by, as text; otherwise NULL */
};

/* Sets what makes a run of `params` repeat the recorded one on any device: all that decides the result, and counts for
 * what ended it. Tours to start from are not among these. `time` and parameters that change no result stay. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for a parameter set before that would change the result; SWARM_ERROR_INPUT for a record
 * that is none. */
SWARM_API enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params,
                                                const struct swarm_record *record);

/* Sets what makes a run of `params` go on from the checkpoint that `resume` names: all that decides the result, and,
 * where no end was set, those of the run of the checkpoint. Without `resume` nothing happens. Errors: as above;
 * SWARM_ERROR_INPUT for a file that is no checkpoint of this problem, of another version, truncated or damaged. */
SWARM_API enum swarm_status swarm_params_resume(swarm_context *context, swarm_params *params);

/* ---- Tuning --------------------------------------------------------------------------------------------------------
 */

/* The work of swarm_tune(). */
struct swarm_tuning_request {
    uint32_t node_low,
        node_high;  /* of random instances, both ends included; not read where `params` have an instance */
    double seconds; /* wall time, above 0 */
};

/* A candidate that was measured once more, or given up. */
struct swarm_tuning_step {
    uint32_t node_count;
    const char *phase; /* the parameter that is being chosen: "construction", "evaluation" or "deposit" */
    const char *row;   /* the value of it */
    uint32_t group_size, ants_per_group; /* 0: the row has no such size */
    uint32_t iterations;                 /* measured so far */
    double seconds;                      /* median device time of an iteration's part in this phase; 0: not measured */
    double best_seconds;                 /* of the phase so far; 0: none has been measured */
    const char *reason;                  /* why it was given up; NULL when it was not */
    double elapsed, budget;              /* seconds gone by, and those of the request */
};
typedef void swarm_tuning_fn(void *user, const struct swarm_tuning_step *step);

/* Finds the fastest construction with its `group-size` and `ants-per-group`, then the fastest evaluation and deposit,
 * for a device and a number of nodes (of a range both ends and the middle), as the text of a file that the parameter
 * `tuning` takes. No choice changes a tour. Only the device, the settings of the colony and `launch-ms` of `params` are
 * used. `progress` may be NULL; rows that fail on the device are told to it and left out. When the run is cancelled, or
 * the time is over, the text holds the choices made by then. *text returns owned, *size bytes and a NUL: swarm_free().
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE, and the reason of the last construction when none runs.
 */
SWARM_API enum swarm_status swarm_tune(swarm_context *context, const swarm_params *params,
                                       const struct swarm_tuning_request *request, swarm_tuning_fn *progress,
                                       void *user, char **text, size_t *size);

/* ---- The table of parameters, for programs that show or parse them -------------------------------------------------
 */

/* What a parameter is to the result. */
enum swarm_param_role {
    SWARM_PARAM_DECIDES, /* it decides it */
    SWARM_PARAM_ENDS,    /* it ends the run; who repeats the run counts iterations instead */
    SWARM_PARAM_FREE     /* it changes no result */
};

/* One parameter: parsing, range errors and --help all come from this row. Static storage. */
struct swarm_param {
    const char *name; /* "rho" is --rho */
    char letter;      /* short option, '\0' for none */
    enum swarm_param_kind kind;
    const char *fallback; /* the default as the user would write it; NULL: not set unless given */
    const char *minimum;  /* inclusive bounds as text for INTEGER and REAL; "(0" means exclusive; NULL: no range */
    const char *maximum;
    const char *unit;                  /* "" when there is none */
    const char *operand;               /* the word --help shows for the value, for example "N" */
    const char *group;                 /* heading in --help */
    const char *help;                  /* one sentence without a full stop */
    const struct swarm_variant *words; /* allowed words, for TEXT those with a meaning of their own; NULL-name
                                        * terminated; NULL when there are none */
    enum swarm_param_role role;
    bool reads;   /* the value may name a file that is read */
    bool repeats; /* several values are joined by commas */
};

/* The parameters of a problem, one after the other: the first one for NULL, NULL behind the last. */
SWARM_API const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous);

/* The one called `name`; NULL when the problem has none. */
SWARM_API const struct swarm_param *swarm_param_find(const char *problem, const char *name);

/* The one that version 0.1 called `name`, which has another name now; NULL when there is none. */
SWARM_API const struct swarm_param *swarm_param_find_renamed(const char *problem, const char *name);

/* Checks `value` against a row, also one of the caller's own: its kind, range and words. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT with the value and what is allowed. */
SWARM_API enum swarm_status swarm_param_check(swarm_context *context, const struct swarm_param *param,
                                              const char *value);

#ifdef __cplusplus
}
#endif

#endif
