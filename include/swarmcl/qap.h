/* qap.h - quadratic assignment: the cheapest assignment of items to places.
 *
 * Each item gets a place of its own. The cost is the sum over all ordered pairs of items, including an item with
 * itself, of the flow between them times the distance between their places. A program:
 *
 *     #include <inttypes.h>
 *     #include <stdio.h>
 *     #include <swarmcl/swarmcl.h>
 *
 *     int main(void)
 *     {
 *         const int64_t flows[] = {0, 5, 2, 5, 0, 3, 2, 3, 0}, distances[] = {0, 8, 15, 8, 0, 13, 15, 13, 0};
 *         swarm_context *context = NULL;
 *         swarm_qap *qap = NULL;
 *         swarm_params *params = NULL;
 *         swarm_result *result = NULL;
 *         if (swarm_context_create(&context) == SWARM_OK
 *             && swarm_qap_from_matrices(context, NULL, 3, flows, distances, &qap) == SWARM_OK
 *             && swarm_params_create(context, "qap", &params) == SWARM_OK) {
 *             swarm_params_qap(params, qap);
 *             if (swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *                 printf("cost %" PRId64 ", item 0 at %u\n", result->length, (unsigned)result->assignment->places[0]);
 *         }
 *         if (!result)
 *             fprintf(stderr, "%s\n", swarm_context_error(context));
 *         swarm_result_destroy(&result);
 *         swarm_params_destroy(&params);
 *         swarm_qap_destroy(&qap);
 *         swarm_context_destroy(&context);
 *     }
 *
 * docs/qap.md describes algorithms and files. */
#ifndef SWARMCL_QAP_H
#define SWARMCL_QAP_H

#include <swarmcl/tsp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Input ------------------------------------------------------------------------------------------------------- */

typedef struct swarm_qap swarm_qap; /* flows between items and distances between places */

struct swarm_qap_info {
    const char *name; /* name of the instance: its file's name without folder and suffix */
    uint32_t item_count;
    bool symmetric;               /* True if both matrices are symmetric */
    bool best_known, best_proven; /* recognised by name and matrices; not proven: lowest cost published */
    int64_t best;
    double read_seconds;
    int decimals;         /* a cost of 1 is 10^-decimals in the unit of the file; swarm_length_text() formats costs */
    uint32_t added_items; /* the last items, which have no flow: the file has fewer items than places */
};

/* Read a QAPLIB file, "n, flows, distances", or a CSV table of the two matrices, one below the other; read two tables,
 * where `distances` may have places with coordinates (docs/tables.md), whose distances are measured as for tours, if
 * needed with fewer decimals; read `size` bytes of text, called `name` in messages; copy matrices
 * [item_count][item_count], where `name` may be NULL. Tables may have names above the columns and before the rows.
 * Errors: SWARM_ERROR_INPUT, also for costs that could exceed 2^56. Memory: 32 bytes per pair of items. */
SWARM_API enum swarm_status swarm_qap_read(swarm_context *context, const char *path, swarm_qap **qap);
SWARM_API enum swarm_status swarm_qap_read_two(swarm_context *context, const char *flows, const char *distances,
                                               swarm_qap **qap);
SWARM_API enum swarm_status swarm_qap_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                            swarm_qap **qap);
SWARM_API enum swarm_status swarm_qap_from_matrices(swarm_context *context, const char *name, size_t item_count,
                                                    const int64_t *flows, const int64_t *distances, swarm_qap **qap);
SWARM_API void swarm_qap_destroy(swarm_qap **qap);
SWARM_API const struct swarm_qap_info *swarm_qap_describe(const swarm_qap *qap);

/* The name of an item or a place, counted from 0; NULL: it has none. Valid until the instance is destroyed. */
SWARM_API const char *swarm_qap_item_name(const swarm_qap *qap, uint32_t item);
SWARM_API const char *swarm_qap_place_name(const swarm_qap *qap, uint32_t place);

/* The table of places, whose node i is place i, or NULL if the file has distances; the dialect of the table of flows,
 * without other columns, or NULL if the file is no table; the flow from item i to item j. */
SWARM_API const swarm_instance *swarm_qap_locations(const swarm_qap *qap);
SWARM_API const struct swarm_table *swarm_qap_table(const swarm_qap *qap);
SWARM_API int64_t swarm_qap_flow(const swarm_qap *qap, uint32_t i, uint32_t j);

/* Sets the instance that a run of "qap" solves. Borrowed until the parameters are destroyed. */
SWARM_API void swarm_params_qap(swarm_params *params, const swarm_qap *qap);

/* ---- Assignments: `places` of items, counted from 0, in files from 1 --------------------------------------------- */

/* The solution of a run of "qap". */
struct swarm_assignment {
    size_t item_count;
    const uint32_t *places; /* [item_count] place of each item */
};

/* Checks that `places` [count] is a permutation, and computes its cost. Errors: SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_qap_cost(swarm_context *context, const swarm_qap *qap, const uint32_t *places,
                                           size_t count, int64_t *cost);

/* Reads a solution in QAPLIB's format, "n cost", then the places of items or the items of places: the reading that has
 * this cost is used; or a table "item,place" of names or numbers. *places is owned, [item_count]. The second function
 * writes a solution, with the places of items. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION. */
SWARM_API enum swarm_status swarm_qap_read_assignment(swarm_context *context, const swarm_qap *qap, const char *path,
                                                      uint32_t **places, int64_t *cost);
SWARM_API enum swarm_status swarm_qap_write_assignment(swarm_context *context, const char *path, const swarm_qap *qap,
                                                       const uint32_t *places);

#ifdef __cplusplus
}
#endif

#endif
