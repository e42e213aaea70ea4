/* space.h - an instance of orienteering as the search sees it: mosaic's problem, with scores and rules.
 *
 * src/orient and cl/orient use the numbers of mosaic's problem, so near nodes share cache lines.
 */
#ifndef SWARMCL_ORIENT_SPACE_H
#define SWARMCL_ORIENT_SPACE_H

#include "mosaic/problem.h"
#include "cl/shared/draw_sequence.h"
#include "cl/mosaic/types.h"
#include "cl/orient/search.h"
#include "search/engine.h"

/* The question in nodes of the instance. A path with a free end ends at the joint. */
struct orient_task {
    const struct swarm_instance *instance; /* symmetric; borrowed */
    const uint32_t *scores;                /* [node_count] borrowed; 0 for the joint */
    int64_t limit;
    uint32_t first, last; /* as in struct orient_rules */
};

struct orient_space {
    struct mosaic_problem problem;
    struct orient_rules rules;
    uint32_t *scores; /* [n] in problem.arrays */
    int64_t total;    /* of all scores */
};

/* The tours of a population. */
struct orient_tours {
    uint32_t *words;                       /* [capacity][ORIENT_WORDS(n)] */
    struct orient_individual *individuals; /* [capacity] */
};

enum {
    ORIENT_WIDTH = ORIENT_SLOTS - ORIENT_REMOVED - 1, /* slots left for a list after the removed and own nodes */
    ORIENT_BREADTH = 10,                              /* entries next to which a node may be inserted */
    ORIENT_NEAR = 8,                                  /* visited nodes that k-opt takes from a list */
};

/* Zeroed at first; mosaic_problem_deinit() releases it. After cancellation or `deadline` problem.near may be NULL. Time
 * as mosaic_problem_init(). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status orient_space_init(struct base_env *env, const struct orient_task *task, struct base_team *team,
                                    double deadline, struct orient_space *space);

/* The scratch of a thread. `words` are those of array_search.h with partners, lists and their lengths, or others. */
struct orient_scratch {
    struct orient_board board;
    uint64_t *keys;                     /* [n] */
    uint32_t *words;                    /* [ORIENT_SCRATCH_WORDS(n)] */
    const struct search_engine *engine; /* ends long work when the run is over; NULL: no early end */
};
#define ORIENT_SCRATCH_WORDS(n) (ARRAY_WORDS(n) + (1 + 2 * (uint64_t)ORIENT_NEAR) * (n))

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours: a search with its words, which keeps own.score, own.length and own.count: tour.c and shorten.c              */

/* A search for the tour at `words` [ORIENT_WORDS(n)], with `board` as scratch. */
struct orient_search orient_search_of(const struct orient_space *space, struct orient_board *board, uint32_t *words);

/* Reduces the tour to the required nodes. */
void orient_tour_clear(struct orient_search *s);

/* Inserts an unvisited node after `before`, and removes a node. */
void orient_tour_add(struct orient_search *s, uint32_t node, uint32_t before);
void orient_tour_drop(struct orient_search *s, uint32_t node);

/* Makes a random tour: inserts all nodes with a score, in random order, at their cheapest positions, and then removes
 * nodes until the limit holds. A second for 200,000 nodes. */
void orient_tour_start(struct orient_search *s, struct draw_sequence *random, const struct orient_scratch *scratch);

/* Shortens the tour by k-opt and inserts nodes into the length gained. Some milliseconds for a thousand nodes. */
void orient_tour_shorten(struct orient_search *s, const struct orient_scratch *scratch);

/* Makes the tour a child of itself and the tour at `other`: replaces its nodes in a random disc by those of the other
 * tour there, in their order. O(n). */
void orient_tour_cross(struct orient_search *s, const uint32_t *other, struct draw_sequence *random,
                       const struct orient_scratch *scratch);

/* Writes the nodes in order from `first`; returns how many. */
uint32_t orient_tour_list(const uint32_t *words, uint32_t n, uint32_t first, uint32_t *nodes);

/* Makes the tour of nodes[count]. Returns false if the nodes break a rule; the tour may then be cleared. */
bool orient_tour_read(struct orient_search *s, const uint32_t *nodes, uint32_t count);

/* True if the tour keeps the rules and has the score, length and count that it claims. O(n). */
bool orient_tour_is_sound(const struct orient_search *s);

#endif
