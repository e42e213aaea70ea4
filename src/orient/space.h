/* space.h - an instance of orienteering as the search sees it: mosaic's problem, with scores and rules.
 *
 * Everything in src/orient and cl/orient uses the numbers of mosaic's problem, so that neighbours share cache lines.
 */
#ifndef SWARMCL_ORIENT_SPACE_H
#define SWARMCL_ORIENT_SPACE_H

#include "mosaic/problem.h"
#include "cl/shared/draw_sequence.h"
#include "cl/mosaic/types.h"
#include "cl/orient/search.h"
#include "search/engine.h"

/* Who must be visited, and how long a ring may be; nodes of the instance. Paths whose end is free end at the joint. */
struct orient_task {
    const struct swarm_instance *instance; /* symmetric; borrowed */
    const uint32_t *scores;                /* [node_count] borrowed; the joint has 0 */
    int64_t limit;
    uint32_t first, last; /* as in struct orient_rules */
};

struct orient_space {
    struct mosaic_problem problem;
    struct orient_rules rules;
    uint32_t *scores; /* [n] */
    int64_t total;    /* of all scores */
    struct base_arrays arrays;
};

/* Rings with their individuals. */
struct orient_rings {
    uint32_t *words;                       /* [capacity][ORIENT_WORDS(n)] */
    struct orient_individual *individuals; /* [capacity] */
};

enum { ORIENT_WIDTH = ORIENT_SLOTS - ORIENT_TAKEN - 1, ORIENT_BREADTH = 10 };

/* Zeroed at first; release it in any case. After cancellation or `deadline` problem.near may be NULL.
 * SWARM_ERROR_OUT_OF_MEMORY. Cost: as mosaic_problem_init(). */
enum swarm_status orient_space_init(struct base_env *env, const struct orient_task *task, struct base_team *team,
                                    double deadline, struct orient_space *space);
void orient_space_deinit(struct orient_space *space);

/* What a thread works with. Its words: of array_search.h, and partners, candidates and their lengths; or other scratch.
 */
struct orient_hand {
    struct orient_board board;
    uint64_t *keys;                     /* [n] */
    uint32_t *words;                    /* [ORIENT_HAND_WORDS(n)] */
    const struct search_engine *engine; /* asked whether long work is to end; NULL: it goes on */
};

enum { ORIENT_SHORTEN_NEAR = 8 }; /* candidates of k-opt */
#define ORIENT_HAND_WORDS(n) (ARRAY_WORDS(n) + (1 + 2 * (uint64_t)ORIENT_SHORTEN_NEAR) * (n))

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rings: a search with its words, which keeps own.score, own.length and own.count: rings.c and shorten.c             */

/* A search for the ring at `words` [ORIENT_WORDS(n)]. `board` is its scratch. */
struct orient_search orient_search_of(const struct orient_space *space, struct orient_board *board, uint32_t *words);

/* The ring of first and last alone. */
void orient_ring_clear(struct orient_search *s);

/* Puts an unvisited node behind a visited one, at a place that is not closed; takes one out. */
void orient_ring_add(struct orient_search *s, uint32_t node, uint32_t before);
void orient_ring_drop(struct orient_search *s, uint32_t node);

/* Takes nodes out, those with the least score for the length they add, until the limit holds. Cost: O(n), and O(log n)
 * a node. */
void orient_ring_fit(struct orient_search *s, const struct orient_hand *hand);

/* A ring of random shape: all nodes with a score come in random order, where they add least, and then some go.
 * Cost: a second for 200,000 nodes. */
void orient_ring_start(struct orient_search *s, struct draw_sequence *random, const struct orient_hand *hand);

/* Shortens a ring by k-opt, and puts in nodes for the length that is free then. Cost: some milliseconds for a thousand
 * nodes. */
void orient_ring_shorten(struct orient_search *s, const struct orient_hand *hand);

/* A child of two rings: `s` has one and becomes the child. In a random disc it gets the nodes that the ring at `other`
 * has there, in that order. Cost: O(n). */
void orient_ring_cross(struct orient_search *s, const uint32_t *other, struct draw_sequence *random,
                       const struct orient_hand *hand);

/* Nodes in order from `first`; returns how many. */
uint32_t orient_ring_list(const uint32_t *words, uint32_t n, uint32_t first, uint32_t *nodes);

/* The ring of nodes[count]. False: no ring within the rules; it may be cleared then. */
bool orient_ring_read(struct orient_search *s, const uint32_t *nodes, uint32_t count);

/* Whether the ring is within the rules, and as long and of such a score as it says. Cost: O(n). */
bool orient_ring_is_sound(const struct orient_search *s);

#endif
