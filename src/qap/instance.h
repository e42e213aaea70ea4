/* instance.h - quadratic assignment: flows between items, distances between places; its files and best known costs. */
#ifndef SWARMCL_QAP_INSTANCE_H
#define SWARMCL_QAP_INSTANCE_H

#include "base/scanner.h"
#include <swarmcl/tsp.h>

enum { QAP_ITEMS_MOST = 16384 }; /* maximum number of items, so an index into a matrix is below 2^32 */

struct swarm_qap {
    struct swarm_qap_info info;
    char *name;                   /* owned name of the instance */
    int64_t *flows, *distances;   /* owned [item_count][item_count]: flow of two items, distance of two places */
    const char **items, **places; /* [items of the input], [item_count] names, owned with their text; NULL: none */
    struct swarm_table table;  /* dialect of the table of flows; separator NUL: the input is no table */
    swarm_instance *locations; /* the table of places, owned with the text of `places`; NULL: the file has a matrix */
};

/* Creates an instance with matrices of zeros, named after a path. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status qap_instance_create(struct base_env *env, const char *path, uint32_t item_count,
                                      struct swarm_qap **qap);

/* True if no cost can reach 2^56. */
bool qap_instance_fits(const struct swarm_qap *qap);

/* Checks the matrices and fills in the info. If costs may reach 2^56, destroys the instance and returns
 * SWARM_ERROR_INPUT. */
enum swarm_status qap_instance_finish(struct base_env *env, const char *path, struct swarm_qap **qap);

/* Computes the cost of `places`, which must be a permutation. O(n^2). */
int64_t qap_instance_cost(const struct swarm_qap *qap, const uint32_t *places);

/* Returns the first item whose place is out of range or used by an earlier item; `count` if there is none. */
uint32_t qap_first_wrong(const uint32_t *places, uint32_t count);

bool qap_is_symmetric(const int64_t *matrix, uint32_t n);

/* Returns the index of a name, or of a number from 1; `n` if the word is neither. A quote in the word may be doubled.
 */
uint32_t qap_find(const char *const *names, uint32_t n, struct base_word word);

/* CRC-32 of the flows and the distances. */
uint32_t qap_instance_sum(const struct swarm_qap *qap);

/* See swarm_qap_read_assignment(); `path` begins the messages. */
enum swarm_status qap_assignment_parse(struct base_env *env, const struct swarm_qap *qap, struct base_word text,
                                       const char *path, uint32_t **places, int64_t *cost);

#endif
