/* ranking.h - a tournament tree that finds the node with the largest key while keys change. */
#ifndef SWARMCL_ORIENT_RANKING_H
#define SWARMCL_ORIENT_RANKING_H

#include <stdint.h>

struct orient_ranking {
    uint64_t *keys;    /* [n] keys; after orient_ranking_begin() change them only with orient_ranking_set() */
    uint32_t *winners; /* [2n] winners[t]: node with the larger key of winners[2t] and [2t + 1]; winners[n + i] = i */
    uint32_t n;
};

static inline void orient_ranking_play(struct orient_ranking *ranking, uint32_t match)
{
    const uint32_t one = ranking->winners[2 * match], other = ranking->winners[2 * match + 1];
    ranking->winners[match] = ranking->keys[other] > ranking->keys[one] ? other : one;
}

/* Builds the tree from the keys. O(n). */
static inline void orient_ranking_begin(struct orient_ranking *ranking)
{
    for (uint32_t i = 0; i < ranking->n; ++i) {
        ranking->winners[ranking->n + i] = i;
    }
    for (uint32_t match = ranking->n - 1; match > 0; --match) {
        orient_ranking_play(ranking, match);
    }
}

/* Changes the key of a node. O(log n). */
static inline void orient_ranking_set(struct orient_ranking *ranking, uint32_t node, uint64_t key)
{
    ranking->keys[node] = key;
    for (uint32_t match = (ranking->n + node) / 2; match > 0; match /= 2) {
        orient_ranking_play(ranking, match);
    }
}

static inline uint32_t orient_ranking_first(const struct orient_ranking *ranking)
{
    return ranking->winners[1];
}

#endif
