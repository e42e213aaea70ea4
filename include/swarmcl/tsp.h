/* tsp.h - the shortest tour or path through the nodes of an instance, and a lower bound for its length.
 *
 * A program:
 *
 *     #include <inttypes.h>
 *     #include <stdio.h>
 *     #include <swarmcl/swarmcl.h>
 *
 *     int main(void)
 *     {
 *         const double points[] = {0, 0, 3, 0, 0, 4, 3, 4}; // (x, y) of four nodes
 *         swarm_context *context = NULL;
 *         swarm_instance *instance = NULL;
 *         swarm_params *params = NULL;
 *         swarm_result *result = NULL;
 *         if (swarm_context_create(&context) == SWARM_OK
 *             && swarm_instance_from_coordinates(context, "box", SWARM_METRIC_EUC_2D, 4, points, &instance) == SWARM_OK
 *             && swarm_params_create(context, "tsp", &params) == SWARM_OK) {
 *             swarm_params_instance(params, instance);
 *             if (swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK) {
 *                 printf("length %" PRId64 "\n", result->length);
 *                 for (size_t i = 0; i < result->tour->node_count; ++i)
 *                     printf("%u\n", (unsigned)result->tour->nodes[i]);
 *             }
 *         }
 *         if (!result)
 *             fprintf(stderr, "%s\n", swarm_context_error(context));
 *         swarm_result_destroy(&result);
 *         swarm_params_destroy(&params);
 *         swarm_instance_destroy(&instance);
 *         swarm_context_destroy(&context);
 *     }
 *
 * The parameter `algorithm` chooses populations of tours (`mosaic`, docs/mosaic.md) or an ant algorithm (`as`, `mmas`,
 * ...; docs/papers.md). docs/conditions.md describes paths, fixed edges and other conditions. */
#ifndef SWARMCL_TSP_H
#define SWARMCL_TSP_H

#include <swarmcl/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Instances --------------------------------------------------------------------------------------------------- */

typedef struct swarm_instance swarm_instance; /* an instance: nodes, and distances between them */

/* How the distance between two nodes is computed from their coordinates (TSPLIB95, section 2). */
enum swarm_metric {
    SWARM_METRIC_EXPLICIT, /* distances are given as a matrix */
    SWARM_METRIC_EUC_2D,   /* nint(sqrt(dx^2 + dy^2)), nint(x) = floor(x + 0.5) */
    SWARM_METRIC_EUC_3D,
    SWARM_METRIC_MAN_2D, /* nint(|dx| + |dy|) */
    SWARM_METRIC_MAN_3D,
    SWARM_METRIC_MAX_2D, /* max(nint(|dx|), nint(|dy|)) */
    SWARM_METRIC_MAX_3D,
    SWARM_METRIC_CEIL_2D,      /* ceil(sqrt(dx^2 + dy^2)) */
    SWARM_METRIC_ATT,          /* the pseudo-Euclidean distance of att48 and att532 */
    SWARM_METRIC_GEO,          /* great-circle km of latitude and longitude DDD.MM, degrees truncated, R 6378.388 */
    SWARM_METRIC_GREAT_CIRCLE, /* our own: great-circle metres of latitude and longitude in degrees, R 6371008.8 m */
    SWARM_METRIC_COUNT
};
SWARM_API const char *swarm_metric_name(enum swarm_metric metric); /* for example "EUC_2D" */

struct swarm_instance_info {
    const char *name;    /* the NAME field, or the file's name without folder and suffix */
    const char *comment; /* COMMENT fields of the file, joined by newlines */
    uint32_t node_count;
    bool symmetric; /* true: TYPE TSP or OP; false: TYPE ATSP */
    enum swarm_metric metric;
    const char *format; /* EDGE_WEIGHT_FORMAT of an EXPLICIT instance, otherwise "" */
    size_t fixed_edge_count;
    bool has_display_data, has_positions, has_names; /* has_display_data: positions are only for drawing */
    int decimals;                       /* digits after the point, at most 300; below 0 if distances are 2^31 or more */
    uint64_t missing_edges;             /* pairs of nodes (or arcs, if asymmetric) without an edge in a matrix */
    int32_t no_edge;                    /* length of missing edges, longer than tours without them; 0: none missing */
    int lost_digits;                    /* decimals of the other distances lost because of the largest */
    const char *unit;                   /* unit of lengths if known: "m", "min" for a matrix of times; otherwise "" */
    double minimum[3], maximum[3];      /* smallest and largest value of each coordinate; 0 for EXPLICIT */
    bool has_scores;                    /* the file has scores, for orienteering */
    int64_t cost_limit;                 /* largest length that the file allows for tours of "orient"; 0: no limit */
    bool optimum_known, optimum_proven; /* recognised by name, type and node_count; not proven: best published */
    int64_t optimum;
    double read_seconds; /* seconds that reading or copying the instance took */
    /* NULL unless the instance is a table of points. `columns` lists the columns that were read, for example
     * "\"Shop\" as name, \"x\" as x, \"y\" as y"; `skipped_columns` has the titles of the others, "" for none;
     * a title of scores that orient would read has " (a score, for orient)" after it. */
    const char *columns, *skipped_columns;
};

/* Read a TSPLIB95 file or a table of points or distances (docs/tables.md). swarm_instance_read_for() uses the `columns`
 * of `params`; swarm_instance_parse() reads `size` bytes, not packed, called `name` in messages. SWARM_ERROR_INPUT,
 * SWARM_ERROR_UNSUPPORTED, SWARM_ERROR_OUT_OF_MEMORY, also for more than 4 GiB or half of the available memory. Memory:
 * 24 bytes per node, for tables 40 and the names, or 4 bytes per matrix element, 12 while a matrix with decimals is
 * read. Cost: linear. */
SWARM_API enum swarm_status swarm_instance_read(swarm_context *context, const char *path, swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_read_for(swarm_context *context, const swarm_params *params,
                                                    const char *path, swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_parse(swarm_context *context, const char *text, size_t size,
                                                 const char *name, swarm_instance **instance);

/* Makes an instance of coordinates [node_count][2 or 3]. SWARM_ERROR_INPUT: NaN, infinity, edges of 2^31 or more. */
SWARM_API enum swarm_status swarm_instance_from_coordinates(swarm_context *context, const char *name,
                                                            enum swarm_metric metric, size_t node_count,
                                                            const double *coordinates, swarm_instance **instance);

/* Makes an instance of points [node_count][2]: PLANE (x, y), Euclidean distances; SPHERE (latitude, longitude) in
 * degrees, great-circle metres; or of points [node_count][3]: SPACE. Distances are multiplied by the largest power of
 * ten (for metres at most 10^6) that keeps every edge below 2^31, and rounded. `name` and `names`, [node_count] strings
 * in UTF-8, may be NULL. Errors: SWARM_ERROR_INPUT for NaN, coordinates above 10^300, latitudes outside [-90, 90] or
 * longitudes outside [-180, 360]. */
enum swarm_surface { SWARM_SURFACE_PLANE, SWARM_SURFACE_SPHERE, SWARM_SURFACE_SPACE };
SWARM_API enum swarm_status swarm_instance_from_points(swarm_context *context, const char *name,
                                                       enum swarm_surface surface, size_t node_count,
                                                       const double *points, const char *const *names,
                                                       swarm_instance **instance);

/* Makes an instance of distances [node_count][node_count]; row i has the distances from node i; the diagonal is
 * ignored. Real distances keep as many decimals as fit 31 bits, and are symmetric if all pairs are. INFINITY means that
 * there is no edge, and no result uses one: a run of "tsp" whose best tour needs one fails with SWARM_ERROR_INPUT.
 * Errors: SWARM_ERROR_INPUT for negative distances, NaN, if the largest distance makes more than half of the others 0
 * and, with `symmetric`, for the first pair that differs. */
SWARM_API enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                                       size_t node_count, const int32_t *distances,
                                                       swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_from_distances(swarm_context *context, const char *name, size_t node_count,
                                                          const double *distances, const char *const *names,
                                                          swarm_instance **instance);

SWARM_API void swarm_instance_destroy(swarm_instance **instance);
SWARM_API const struct swarm_instance_info *swarm_instance_describe(const swarm_instance *instance);

/* Sets the instance that a run of "tsp" or "orient" solves. Borrowed until the parameters are destroyed. */
SWARM_API void swarm_params_instance(swarm_params *params, const swarm_instance *instance);

/* The distance from node i to node j, in constant time; the name of node i in UTF-8, or NULL; the position of node i, x
 * to the right, y upwards: coordinates, longitude and latitude in degrees, or display data; false if it has none. */
SWARM_API int32_t swarm_instance_distance(const swarm_instance *instance, uint32_t i, uint32_t j);
SWARM_API const char *swarm_instance_node_name(const swarm_instance *instance, uint32_t i);
SWARM_API bool swarm_instance_position(const swarm_instance *instance, uint32_t i, double *x, double *y);

/* The form of the table that an instance was read from, and the columns that are not read, so that another table can
 * have them; NULL: the instance was not read from a table. Belongs to the instance. */
struct swarm_table {
    char separator;     /* between two fields: ',', ';' or '\t' */
    char decimal;       /* before the decimals of a number: '.' or ',' */
    bool mark;          /* the file begins with a byte order mark, or is not in UTF-8 */
    bool carriage;      /* lines end with CR LF */
    const char *titles; /* titles of the columns that are not read, with separators and quotes as needed; "": none */
    const char *const *cells; /* [node_count] each node's cells in these columns, written the same way; NULL: none */
};
SWARM_API const struct swarm_table *swarm_instance_table(const swarm_instance *instance);

/* Writes a length in the input's unit, exactly, truncated to `size` bytes (64 are always enough), and returns `text`.
 * The second function parses a decimal number and sets the largest length up to it; false for any other text. */
SWARM_API char *swarm_length_text(int64_t length, int decimals, char *text, size_t size);
SWARM_API bool swarm_length_parse(const char *text, int decimals, int64_t *length);

/* Makes the TSPLIB95 text of a random or regular instance, the same bytes on every machine. "uniform", "clustered",
 * "matrix": the generators E, C and M of the 8th DIMACS Implementation Challenge (Johnson and McGeoch 2000). "grid",
 * "circle": points 100 apart on a rectangle or a circle, in an order drawn from `seed`, the shortest length in COMMENT.
 * "qap-uniform", "qap-grid": QAPLIB, with flows of 0 to 99 and distances of 0 to 99 or of a grid. Seeds are taken
 * modulo 10^9; "matrix" and QAPLIB: 2^32. *text is owned, *size bytes and a NUL. SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count,
                                                    uint32_t seed, char **text, size_t *size);
SWARM_API const struct swarm_variant *swarm_instance_kinds(void); /* the kinds of swarm_instance_generate() */

/* ---- Tours ------------------------------------------------------------------------------------------------------- */

/* The known length (or score) relative to which gaps are reported. */
struct swarm_reference {
    bool known, proven, given; /* proven: known to be optimal; given: from the parameter `optimum` */
    int64_t length;            /* length, or score of "orient"; 0 unless known */
};

/* Returns the parameter `optimum`, otherwise the known optimum of closed tours without `fix`; for "orient" the best
 * score, of 2019, of closed tours within the limit, without `start`. `params` may be NULL. */
SWARM_API struct swarm_reference swarm_instance_reference(const swarm_instance *instance, const swarm_params *params);

/* The solution of a run of "tsp" or "orient"; for "orient" it has only some of the nodes. */
struct swarm_tour {
    size_t node_count;
    const uint32_t *nodes; /* [node_count]; a closed tour starts with `start`, by default with node 0 */
    int64_t length;        /* length of the tour (result->length of "orient" is the score) */
    bool path;             /* True for an open path, False for a closed tour */
    struct swarm_reference reference;
    int64_t built_length; /* length of the shortest tour that ants or individuals built; -1: none yet */
    int64_t bound;        /* lower bound on all tours, computed if the parameter `bound` is set; 0: nothing is proven */
};

/* Sets the tour [count] from which a run of "tsp" starts, instead of the nearest-neighbour tour; the second function
 * adds one. The shortest is the run's first best, and every ant deposits on it before the first iteration. An open path
 * is listed from end to end. Tours are copied, and checked when the run starts; NULL removes all. Individual k of
 * `mosaic` starts from tour k. A run of "orient" adds one, as for swarm_orient_measure(), to its first population. */
SWARM_API enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                               size_t count);
SWARM_API enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                                   size_t count);

/* Makes a tour of all nodes, to start from, of a `tour` [count] of some of them: inserts each other node where it
 * lengthens the tour least, with the ends and `fix` of the parameters of "tsp". *full is owned, [node_count]. Cost:
 * O(n) for each of k inserted nodes; if k * n > 2^25 and nodes have coordinates, a node goes next to one of the ten
 * near it, in O(n log n). Errors: SWARM_ERROR_VERIFICATION if `tour` has a node twice or one that does not exist. */
SWARM_API enum swarm_status swarm_tour_complete(swarm_context *context, const swarm_params *params,
                                                const uint32_t *tour, size_t count, uint32_t **full);

/* Counts the edges that `tour` [count] shares with the first starting tour. With the parameter `keep` the result
 * of a run may be longer than the best tour, whose length is the trace's last. Errors: SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_tour_kept(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                            size_t count, size_t *kept);

/* Checks that a run of "tsp" with these parameters could return `tour` [count]. SWARM_ERROR_VERIFICATION names the
 * first violation. */
SWARM_API enum swarm_status swarm_tour_check(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                             size_t count);

/* Sets fixed[k] [count] to true if the parameters or their instance fix the edge after node k of `tour`. O(n). */
SWARM_API enum swarm_status swarm_tour_fixed(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                             size_t count, bool *fixed);

/* Checks that `tour` [count] is a permutation of the nodes and measures it in exact integers; a path has no edge from
 * its last node to its first. Errors: SWARM_ERROR_VERIFICATION names the first violation. Cost: O(n). */
SWARM_API enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *tour, size_t count, int64_t *length);
SWARM_API enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *path, size_t count, int64_t *length);

/* Reads a TSPLIB95 tour of all nodes; *tour is owned, [node_count]. The second function reads a tour of some of the
 * nodes, at least one and each at most once; *count: their number. Names of nodes in comments must be those of the
 * instance. If a length in a comment of swarmcl differs from the tour's, a warning is logged; the third function fails
 * instead, and reads all nodes if `count` is NULL. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                            uint32_t **tour);
SWARM_API enum swarm_status swarm_tour_read_some(swarm_context *context, const char *path,
                                                 const swarm_instance *instance, uint32_t **tour, size_t *count);
SWARM_API enum swarm_status swarm_tour_read_strict(swarm_context *context, const char *path,
                                                   const swarm_instance *instance, uint32_t **tour, size_t *count);

/* Writes a TSPLIB95 tour, with the node names of `instance`. `comment` and `instance` may be NULL. SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name,
                                             const char *comment, const swarm_instance *instance, const uint32_t *tour,
                                             size_t count);

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* A lower bound with its proof, the potentials of the nodes: distance d counts d * 2^shift, plus the potentials of both
 * ends. The length of the shortest 1-tree minus twice all potentials, divided by 2^shift, is a lower bound on all tours
 * (docs/bound.md). */
typedef struct swarm_bound {
    int64_t length; /* all tours that meet the conditions are at least this long; 0: nothing was proven in time */
    int shift;
    size_t potential_count; /* number of elements of `potentials`; 0: no potentials */
    const int32_t *potentials;
    uint64_t evaluations; /* number of 1-trees that were computed */
    double seconds;
} swarm_bound;

/* Raises a lower bound on the tours that `params` allow, on `threads` or a named `device`, with the same result, until
 * a round of evaluations gains less than 0.01 % or, if above 0, for `evaluations`. If cancelled or out of `time`,
 * returns the bound so far. swarm_bound_check() recomputes a bound. Errors: SWARM_ERROR_INVALID_ARGUMENT,
 * SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_bound_find(swarm_context *context, const swarm_params *params, uint64_t evaluations,
                                             swarm_bound **bound);
SWARM_API enum swarm_status swarm_bound_check(swarm_context *context, const swarm_params *params,
                                              const swarm_bound *bound);
SWARM_API void swarm_bound_destroy(swarm_bound **bound);

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

/* Called for each completed instance, in order, one call at a time, on any thread. `result` is valid during the call;
 * NULL: the run failed with `status` and the text `error`. Returning true ends the batch. */
typedef bool swarm_many_fn(void *user, size_t index, enum swarm_status status, const char *error,
                           const swarm_result *result);

/* Solves `instances` [count] with `params` of "tsp", whose own instance is not used. Each gets the same tour as in a
 * run by itself, regardless of the others and of `threads`. Each thread solves one instance at a time. A named
 * `device` solves one after another, or many at a time if it improves tours of mosaic. If `seconds` is above 0, the
 * instances share them, instead of `time` for each. A run that fails does not end the others. A cancelled batch does
 * not report incomplete instances. Memory: of a run for each instance in progress, and some KiB for each instance that
 * waits for an earlier one. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_solve_many(swarm_context *context, const swarm_params *params, size_t count,
                                             const swarm_instance *const *instances, double seconds,
                                             swarm_many_fn *done, void *user);

/* The same for any problem: inputs [count] are of the type that `params` take, such as swarm_fleet. */
SWARM_API enum swarm_status swarm_solve_inputs(swarm_context *context, const swarm_params *params, size_t count,
                                               const void *const *inputs, double seconds, swarm_many_fn *done,
                                               void *user);

/* Reads a file of `count` instances of points in the plane (docs/batches.md). A text file has one line per instance,
 * "x1 y1 x2 y2 ... [output 1 5 ... 1]", with a known tour after `output`; a NumPy array (.npy) of float32 or float64
 * has the shape [count][nodes][2]. swarm_points_instance() makes the instance at `index`, from 0, named by the file and
 * swarm_points_number(): the line number, or index + 1. Errors: SWARM_ERROR_INPUT, for the file or for the line of one
 * instance. Memory: the file. */
typedef struct swarm_points swarm_points;
SWARM_API enum swarm_status swarm_points_read(swarm_context *context, const char *path, swarm_points **points,
                                              size_t *count);
SWARM_API size_t swarm_points_number(const swarm_points *points, size_t index);
SWARM_API enum swarm_status swarm_points_instance(swarm_context *context, const swarm_points *points, size_t index,
                                                  swarm_instance **instance);
SWARM_API void swarm_points_destroy(swarm_points **points);

#ifdef __cplusplus
}
#endif

#endif
