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
 * ...; docs/papers.md). docs/conditions.md has paths, fixed edges and other conditions. */
#ifndef SWARMCL_TSP_H
#define SWARMCL_TSP_H

#include <swarmcl/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Instances --------------------------------------------------------------------------------------------------- */

typedef struct swarm_instance swarm_instance; /* nodes and distances */

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
    int decimals;                  /* 0 for integers, at most 300, below 0 if distances are 2^31 or more */
    uint64_t missing_edges;        /* pairs of nodes without an edge in a matrix; asymmetric: arcs */
    int32_t no_edge;               /* their distance, longer than all tours without them; 0: no edge is missing */
    int lost_digits;               /* decimals that the other distances lose to the largest one */
    const char *unit;              /* of lengths where it is known: "m" for GREAT_CIRCLE, otherwise "" */
    double minimum[3], maximum[3]; /* coordinates of the input; 0 for EXPLICIT */
    bool has_scores;               /* of an orienteering problem */
    int64_t cost_limit;            /* the largest length that the file allows a tour of "orient"; 0: there is none */
    bool optimum_known, optimum_proven; /* by name, type and node_count; not proven: the best length published */
    int64_t optimum;
    double read_seconds; /* time spent reading or copying */
};

/* Reads a TSPLIB95 file or a table of points or distances (docs/tables.md); the second function reads with the
 * `columns` of `params`; the third reads `size` bytes of such text, not packed, with `name` for the path in messages.
 * Errors: SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED, SWARM_ERROR_OUT_OF_MEMORY, also for more than 4 GiB or half of
 * the available memory. Memory: 24 bytes a node, of tables 40 and the names, or 4 bytes a matrix element, 12 while a
 * matrix with decimals is read. Cost: linear. */
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

/* Makes an instance of distances [node_count][node_count], row i from node i; the diagonal is ignored. Real distances
 * keep the decimals that 31 bits hold, and are symmetric if all pairs are; INFINITY says that there is no edge, and no
 * result has one: a run of "tsp" whose best tour needs one fails with SWARM_ERROR_INPUT. Errors: SWARM_ERROR_INPUT for
 * negative distances, NaN, if the largest distance makes more than half of the others 0 and, with `symmetric`, for
 * the first pair that differs. */
SWARM_API enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                                       size_t node_count, const int32_t *distances,
                                                       swarm_instance **instance);
SWARM_API enum swarm_status swarm_instance_from_distances(swarm_context *context, const char *name, size_t node_count,
                                                          const double *distances, const char *const *names,
                                                          swarm_instance **instance);

SWARM_API void swarm_instance_destroy(swarm_instance **instance);
SWARM_API const struct swarm_instance_info *swarm_instance_describe(const swarm_instance *instance);

/* Sets the input of "tsp" or "orient". Borrowed until the parameters are destroyed. */
SWARM_API void swarm_params_instance(swarm_params *params, const swarm_instance *instance);

/* The distance from node i to node j in constant time; the name of node i in UTF-8, or NULL; its position, x to the
 * right, y upwards: coordinates, longitude and latitude in degrees, or display data; false when there is none. */
SWARM_API int32_t swarm_instance_distance(const swarm_instance *instance, uint32_t i, uint32_t j);
SWARM_API const char *swarm_instance_node_name(const swarm_instance *instance, uint32_t i);
SWARM_API bool swarm_instance_position(const swarm_instance *instance, uint32_t i, double *x, double *y);

/* Writes a length in the input's unit, exactly, cut to `size` bytes (64 are always enough), and returns `text`. The
 * second function reads the largest length that is at most such a decimal number; false for any other text. */
SWARM_API char *swarm_length_text(int64_t length, int decimals, char *text, size_t size);
SWARM_API bool swarm_length_parse(const char *text, int decimals, int64_t *length);

/* Makes the TSPLIB95 text of a random or regular instance, the same bytes on every machine. "uniform", "clustered",
 * "matrix": the generators E, C and M of the 8th DIMACS Implementation Challenge (Johnson and McGeoch 2000). "grid",
 * "circle": points 100 apart on a rectangle or a circle, in an order drawn from `seed`, the shortest length in COMMENT.
 * "qap-uniform", "qap-grid": text of QAPLIB, with flows of 0 to 99, and such distances or a rectangle's. Seeds count
 * modulo 10^9, of "matrix" 2^32. *text is owned, *size bytes and a NUL. SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count,
                                                    uint32_t seed, char **text, size_t *size);
SWARM_API const struct swarm_variant *swarm_instance_kinds(void); /* of swarm_instance_generate() */

/* ---- Tours ------------------------------------------------------------------------------------------------------- */

/* The known length that gaps refer to. */
struct swarm_reference {
    bool known, proven, given; /* proven: known to be optimal; given: by `optimum` */
    int64_t length;            /* or score; 0 unless known */
};

/* The parameter `optimum`, else the known optimum of closed tours without `fix`; with parameters of "orient" the best
 * known score of closed tours within the limit, without `start`. `params` may be NULL. */
SWARM_API struct swarm_reference swarm_instance_reference(const swarm_instance *instance, const swarm_params *params);

/* The solution of "tsp" and, with some of the nodes, of "orient". */
struct swarm_tour {
    size_t node_count;
    const uint32_t *nodes; /* [node_count]; a closed tour starts with node 0, of "orient" with `start` if given */
    int64_t length;        /* of the tour; the length of a result of "orient" is its score */
    bool path;             /* open */
    struct swarm_reference reference;
    int64_t built_length; /* of the shortest tour of ants or individuals; -1: no iteration ended */
    int64_t bound;        /* no tour is shorter, proven by the parameter `bound`; 0: nothing is proven */
};

/* Sets the tour [count] that a run of "tsp" starts from instead of the nearest-neighbour tour; the second function adds
 * one. It is the first best so far, and every ant deposits on it before the first iteration. Of an open path the first
 * and last node are the ends. Copied, checked when the run begins; NULL removes all. Individual k of `mosaic` starts
 * from the k-th of several. A run of "orient" takes one, as swarm_orient_measure() does, into the first population. */
SWARM_API enum swarm_status swarm_params_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                               size_t count);
SWARM_API enum swarm_status swarm_params_add_start(swarm_context *context, swarm_params *params, const uint32_t *tour,
                                                   size_t count);

/* Checks that a run of "tsp" with these parameters could return `tour` [count]. SWARM_ERROR_VERIFICATION names the
 * first violation. */
SWARM_API enum swarm_status swarm_tour_check(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                             size_t count);

/* Checks that `tour` [count] is a permutation of the nodes and measures it in exact integers; a path has no edge from
 * its last node to its first. Errors: SWARM_ERROR_VERIFICATION names the first violation. Cost: O(n). */
SWARM_API enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *tour, size_t count, int64_t *length);
SWARM_API enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance,
                                              const uint32_t *path, size_t count, int64_t *length);

/* Reads a TSPLIB95 tour of all nodes; *tour is owned, [node_count]. The second function reads a tour of some of the
 * nodes, each at most once and at least one; *count: how many. `instance` NULL: any nodes. Names of nodes in comments
 * must be those of the instance. A length in a comment of swarmcl that is not the tour's is a warning; the third
 * function fails instead. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                            uint32_t **tour);
SWARM_API enum swarm_status swarm_tour_read_some(swarm_context *context, const char *path,
                                                 const swarm_instance *instance, uint32_t **tour, size_t *count);
SWARM_API enum swarm_status swarm_tour_read_strict(swarm_context *context, const char *path,
                                                   const swarm_instance *instance, uint32_t **tour, size_t *count);

/* Writes a TSPLIB95 tour. `comment` may be NULL, and `instance`, whose names of nodes it has. SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name,
                                             const char *comment, const swarm_instance *instance, const uint32_t *tour,
                                             size_t count);

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* A lower bound and its proof: a distance d counts d * 2^shift, and an edge adds the potentials of its ends. The length
 * of the least 1-tree minus twice all potentials, divided by 2^shift, is a lower bound for all tours (docs/bound.md).
 */
typedef struct swarm_bound {
    int64_t length; /* no tour that meets the conditions is shorter; 0: there was no time to prove more */
    int shift;
    size_t potential_count; /* 0: none */
    const int32_t *potentials;
    uint64_t evaluations; /* 1-trees found */
    double seconds;
} swarm_bound;

/* Raises a bound for the tours that `params` ask for, by `threads` or by a named `device`, which do not change it,
 * until a round of evaluations gains less than 0.01 % or, above 0, for `evaluations`; cancelled or out of `time` it has
 * the best so far. The check proves it again. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_bound_find(swarm_context *context, const swarm_params *params, uint64_t evaluations,
                                             swarm_bound **bound);
SWARM_API enum swarm_status swarm_bound_check(swarm_context *context, const swarm_params *params,
                                              const swarm_bound *bound);
SWARM_API void swarm_bound_destroy(swarm_bound **bound);

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

/* Called for each instance that is over, in their order, one call at a time, on any thread. `result` lives during the
 * call; NULL: the run failed with `status`, and `error` is the text. Returning true ends the batch. */
typedef bool swarm_many_fn(void *user, size_t index, enum swarm_status status, const char *error,
                           const swarm_result *result);

/* Solves `instances` [count] with `params` of "tsp", whose own instance is not used. Each gets the same tour as in a
 * run of its own, whatever the others and `threads`, which take an instance each. A named `device` works on one
 * instance after another. Of `seconds`, above 0, each instance gets a share, in place of `time`, which is for each one.
 * A run that fails does not end the others. A cancelled batch does not report instances that are not complete. Memory:
 * of a run for each thread, and some KiB for each instance that waits for an earlier one. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
SWARM_API enum swarm_status swarm_solve_many(swarm_context *context, const swarm_params *params, size_t count,
                                             const swarm_instance *const *instances, double seconds,
                                             swarm_many_fn *done, void *user);

/* Reads a file of `count` instances of points in the plane (docs/batches.md). A text has a line "x1 y1 x2 y2 ...
 * [output 1 5 ... 1]" for each, with a known tour after `output`; an array of NumPy (.npy) of float32 or float64 has
 * the shape [count][nodes][2]. swarm_points_instance() makes the one at `index`, from 0, named by the file and
 * swarm_points_number(): the number of its line, or index + 1. Errors: SWARM_ERROR_INPUT, for the file or for the line
 * of one instance. Memory: the file. */
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
