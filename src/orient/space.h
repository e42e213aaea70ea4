/* space.h - the search space of orienteering: mosaic's problem, with scores and rules. src/orient and cl/orient use
 * the node numbers of mosaic's problem, so near nodes share cache lines. */
#ifndef SWARMCL_ORIENT_SPACE_H
#define SWARMCL_ORIENT_SPACE_H

#include "mosaic/problem.h"
#include "cl/shared/draw_sequence.h"
#include "cl/mosaic/types.h"
#include "cl/orient/search.h"
#include "search/engine.h"

/* The task, in nodes of the instance. A path with a free end ends at the joint. */
struct orient_task {
    const struct swarm_instance *instance; /* borrowed symmetric instance */
    const uint32_t *scores;                /* [node_count] borrowed scores of the nodes; 0 for the joint */
    int64_t limit;
    uint32_t first, last; /* first and last node, as in struct orient_rules */
};

struct orient_space {
    struct mosaic_problem problem;
    struct orient_rules rules;
    uint32_t *scores; /* [n] score of each node, allocated in problem.arrays */
    int64_t total;    /* sum of the scores of all nodes */
};

/* The tours of a population. */
struct orient_tours {
    uint32_t *words;                       /* [capacity][ORIENT_WORDS(n)] tour and scratch memory of each individual */
    struct orient_individual *individuals; /* [capacity] score, length and progress of each individual */
};

enum {
    ORIENT_WIDTH = ORIENT_SLOTS - ORIENT_REMOVED - 1, /* maximum entries of a list: the remaining slots */
    ORIENT_BREADTH = 10,                              /* list entries next to which a node may be inserted */
    ORIENT_NEAR = 8,                                  /* number of visited nodes of a list that k-opt uses */
};

/* Prepares the space, which must be zeroed; release it by mosaic_problem_deinit(). After cancellation or `deadline`
 * problem.near may be NULL. Takes the time of mosaic_problem_init(). Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status orient_space_init(struct base_env *env, const struct orient_task *task, struct base_team *team,
                                    double deadline, struct orient_space *space);

/* Scratch memory of a thread. `words` are used by array_search.h with partners, lists and their lengths, and for
 * other purposes. */
struct orient_scratch {
    struct orient_board board;
    uint64_t *keys;                     /* [n] keys of nodes to sort */
    uint32_t *words;                    /* [ORIENT_SCRATCH_WORDS(n)] arrays of array_search.h, and other scratch */
    const struct search_engine *engine; /* ends long work when the run has ended; NULL: long work is not ended early */
};
#define ORIENT_SCRATCH_WORDS(n) (ARRAY_WORDS(n) + (1 + 2 * (uint64_t)ORIENT_NEAR) * (n))

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions of tour.c and shorten.c that change the tour of a search; own.score, own.length and own.count are kept
 * valid. */

/* Returns a search for the tour at `words` [ORIENT_WORDS(n)], with `board` as scratch. */
struct orient_search orient_search_of(const struct orient_space *space, struct orient_board *board, uint32_t *words);

/* Inserts an unvisited node after `before`. */
void orient_tour_add(struct orient_search *s, uint32_t node, uint32_t before);

/* Builds a random tour: inserts all nodes with a score, in random order, at their cheapest positions, then removes
 * nodes until the limit holds. Takes a second for 200,000 nodes. */
void orient_tour_start(struct orient_search *s, struct draw_sequence *random, const struct orient_scratch *scratch);

/* Shortens the tour by k-opt and inserts nodes into the length that this saves. Takes some milliseconds for a
 * thousand nodes. */
void orient_tour_shorten(struct orient_search *s, const struct orient_scratch *scratch);

/* Crosses the tour with the tour at `other`: replaces the nodes in a random disc by those of the other tour there,
 * in their order. O(n). */
void orient_tour_cross(struct orient_search *s, const uint32_t *other, struct draw_sequence *random,
                       const struct orient_scratch *scratch);

/* Writes the nodes in order from `first`; returns their number. */
uint32_t orient_tour_list(const uint32_t *words, uint32_t n, uint32_t first, uint32_t *nodes);

/* Replaces the tour by nodes [count]. Returns false if they break a rule; the tour may then be empty. */
bool orient_tour_read(struct orient_search *s, const uint32_t *nodes, uint32_t count);

/* True if the tour obeys the rules, and own.score, own.length and own.count are right. O(n). */
bool orient_tour_is_sound(const struct orient_search *s);

#endif
