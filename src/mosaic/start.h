/* start.h - starting tours: greedy edges by length or by savings, or the curve of few nodes, with random changes so
 * that individuals differ. */
#ifndef SWARMCL_MOSAIC_START_H
#define SWARMCL_MOSAIC_START_H

#include "base/team.h"
#include "cl/shared/draw_sequence.h"
#include "problem.h"

/* Data that all starts of a problem share, and scratch. */
struct mosaic_starts;

/* Creates scratch for each thread of the team, or for one if there are many nodes. `problem` must have lists and
 * outlive the starts. The caller owns *starts; destroy it in any case. SWARM_ERROR_OUT_OF_MEMORY. Memory: at most
 * mosaic_starts_bytes(). */
enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem,
                                       struct base_team *team, struct mosaic_starts **starts);
void mosaic_starts_destroy(struct mosaic_starts **starts);
uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads);

/* Sets whether later starts with noise have hubs. A hub is a random node of the individual; the lengths of the two
 * edges from an edge's nodes to the hub are subtracted from the edge's, so edges are added by their savings (Clarke and
 * Wright 1964). Only starts on clustered maps have hubs, none with matrices or arcs. At first there are none. */
void mosaic_starts_set_hubs(struct mosaic_starts *starts, bool hubs);

/* Makes the greedy tour (Bentley 1992) of individual stream.ant in population stream.iteration in tour->ord, [n], and
 * computes its pos and length. Edges are added by length * (1 + noise * u); u is a number of 16 bits in [0, 1) for each
 * edge, individual and round. The first round has the edges to the seven nearest candidates of each node; later rounds,
 * until there is one path, those from each end of a fragment to the six nearest ends of others. Edges between partners
 * are there from the beginning. The joint comes last. Individual 0 of population 0 has no noise; noise above 65535
 * counts as 65535.
 *
 * Ends are near by squared distance of their points (GEO: of latitude and longitude; EXPLICIT: by length), then by
 * distance on the curve. Only integers, Philox and single operations of doubles decide, so a tour is the same on every
 * machine. The threads of `team` share the work. With NULL only the caller works, which may be an item of
 * base_team_run(): it uses only the scratch of `thread`. Cost: O(n log n), for EXPLICIT O(e^2) for e ends. On one core
 * of a Xeon, uniform: n = 18,512: 3 ms; n = 1,000,000: 0.4 s. */
void mosaic_start_tour(struct mosaic_starts *starts, struct base_team *team, struct draw_stream stream, double noise,
                       unsigned thread, struct mosaic_tour *tour);

/* Makes a tour of few nodes in tour->ord, [n]: the order of the curve, in which noise * 0.3 n random segments of 2 to
 * 0.3 n + 1 nodes are reversed one after another. Computes pos and length. Partners are not adjacent. Noise above 10
 * counts as 10. Cost: O(n + noise * n^2). */
void mosaic_start_on_curve(const struct mosaic_problem *problem, struct draw_stream stream, double noise,
                           struct mosaic_tour *tour);

#endif
