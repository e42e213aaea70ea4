/* candidates.h - candidate lists: for every node the few others that are worth going to. */
#ifndef SWARMCL_TSP_CANDIDATES_H
#define SWARMCL_TSP_CANDIDATES_H

#include "base/team.h"
#include "instance.h"

struct tsp_candidates {
    uint32_t length;       /* of every list: set by who asks for them; then at most node_count - 1 */
    uint32_t per_quadrant; /* set by who asks for them */
    uint32_t node_count;
    uint32_t *nodes; /* [node_count][length], owned; each list by distance, then by number */
};

/* Makes `count` kinds of lists, each of `length` nodes: first the `per_quadrant` nearest in each of the four quadrants
 * round the node, then the nearest of all that are left. Nearer is less in (distance, number of the node), so that the
 * lists are exactly those of a search through all pairs, whatever the metric rounds. A quadrant has its first axis and
 * not its second; a node in the same place is in the first. For GEO and GREAT_CIRCLE axes point east and north; for
 * metrics in space the third coordinate does not count; an EXPLICIT instance has no quadrants. The threads of `team`
 * share the work; NULL: the caller alone. After cancellation or `deadline` (base_seconds(); INFINITY: none) there may
 * be no lists: nodes is NULL then, in all of them.
 *
 * `candidates` [count] must be zeroed but for the first two members of each; release all of them in any case. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY. Memory: 4 * length bytes and, while it works, some 60 bytes a node more. Cost: O(n log n)
 * by a k-d tree (Bentley 1975) for points however they are spread, O(n^2) for EXPLICIT and for joined instances; the
 * nearest are looked for once for all kinds, and quadrants are filled from them where they suffice: a million nodes
 * with 10 each take 2.0 s on one core of a Xeon, with 2 in every quadrant 3.3 s, both and 16 with 2 4.1 s. */
enum swarm_status tsp_candidates_init(struct base_env *env, const struct swarm_instance *instance,
                                      struct base_team *team, double deadline, struct tsp_candidates *candidates,
                                      size_t count);
void tsp_candidates_deinit(struct tsp_candidates *candidates);

#endif
