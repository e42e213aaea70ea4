/* instance.h - quadratic assignment: flows between items, distances between places; its files and best known costs. */
#ifndef SWARMCL_QAP_INSTANCE_H
#define SWARMCL_QAP_INSTANCE_H

#include "base/env.h"

enum { QAP_ITEMS_MOST = 16384 }; /* a pair's place in a matrix is below 2^32 */

struct swarm_qap {
    struct swarm_qap_info info;
    char *name;                 /* owned */
    int64_t *flows, *distances; /* [item_count][item_count] owned */
};

/* An instance with matrices of zeros, named after a path. finish() checks them and fills in the rest. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY; SWARM_ERROR_INPUT for costs that may pass 2^56. */
enum swarm_status qap_instance_create(struct base_env *env, const char *path, uint32_t item_count,
                                      struct swarm_qap **qap);
enum swarm_status qap_instance_finish(struct base_env *env, const char *path, struct swarm_qap *qap);

/* The cost of places, which must be a permutation. Cost: O(n^2). */
int64_t qap_instance_cost(const struct swarm_qap *qap, const uint32_t *places);

/* Whether `places` [count] has each number below count once. `seen` [count] is scratch. */
bool qap_is_permutation(const uint32_t *places, uint32_t count, bool *seen);

/* CRC-32 of the flows and the distances. */
uint32_t qap_instance_sum(const struct swarm_qap *qap);

#endif
