/* start.h - start tours: greedy edges, their lengths blurred so that individuals differ. */
#ifndef SWARMCL_MOSAIC_START_H
#define SWARMCL_MOSAIC_START_H

#include "base/team.h"
#include "cl/shared/draw_sequence.h"
#include "problem.h"

/* What starts share: how many candidate edges there are, each counted once, and scratch. */
struct mosaic_starts;

/* Of `problem`, which must have lists and outlive it; scratch for each thread of the team, of many nodes for one.
 * *starts returns owned, to be destroyed in any case. SWARM_ERROR_OUT_OF_MEMORY. Memory: at most mosaic_starts_bytes().
 */
enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem,
                                       struct base_team *team, struct mosaic_starts **starts);
void mosaic_starts_destroy(struct mosaic_starts **starts);
uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads);

/* Whether threads share each start of so many individuals; otherwise each thread makes its own. */
bool mosaic_starts_are_shared(const struct mosaic_starts *starts, uint32_t individuals);

/* Writes the greedy tour (Bentley 1992) of an individual of a population, the `who` and `when` of the stream, to
 * tour->ord, [n], and settles it. Edges enter by length * (1 + noise * u), u a number of 16 bits in [0, 1) that is the
 * edge's own in this individual and round: first those to the seven nearest candidates of each node, then, round after
 * round, those from each end of a fragment to the six nearest ends of others, until there is one path. Edges between
 * partners are there before all others. The joint goes into the longest edge, one with a partner beside that, and comes
 * last. Individual 0 of population 0 has no noise; noise above 65535 counts as that.
 *
 * Ends are near by the square of the distance of their points (GEO: of latitude and longitude), with EXPLICIT by
 * length; of equally near ends the next on the curve is taken. Exact integers, Philox and single operations of doubles
 * decide all, so that a tour is the same everywhere. The threads of `team` share the work. With NULL the caller is
 * alone, which may be an item of base_team_run(): uses the scratch of `thread` and nothing else that changes. Cost: O(n
 * log n) and, for EXPLICIT, O(e^2) for e ends: 3 ms for 18,512 uniform nodes and 0.4 s for a million on one core of a
 * Xeon. */
void mosaic_start_tour(struct mosaic_starts *starts, struct base_team *team, struct draw_stream stream, double noise,
                       unsigned thread, struct mosaic_tour *tour);

#endif
