/* ants.h - the construction of an assignment by an ant, for one of QAP_ANT_ITEMS work-items that share the ant.
 *
 * Includers define the macros of cl/qap/tabu.h. QAP_VECTOR is the address space of `items` and `open`.
 *
 * The ant takes the items in random order and draws a place for each from the open places, with the trails of the item
 * as weights. Sums of trails are integers below 2^32, so the number of work-items changes no assignment.
 */
#ifndef SWARMCL_QAP_ANTS_H
#define SWARMCL_QAP_ANTS_H

#include "cl/shared/draw_sequence.h"
#include "rules.h"

#define QAP_ANT_ITEMS (QAP_GROUP_SIZE < QAP_ANT_MOST ? QAP_GROUP_SIZE : QAP_ANT_MOST)

struct qap_ant {
    QAP_GLOBAL const uint32_t *trails; /* [m][m] trail of each item (row) at each place */
    QAP_GLOBAL uint32_t *places;       /* [m] place of each item in the ant's assignment */
    QAP_VECTOR uint32_t *items, *open; /* [m] items in random order; places that no item has yet */
    QAP_LOCAL uint32_t *sums;          /* [QAP_ANT_ITEMS] sum of weights of each work-item */
    uint32_t m;
};

/* Puts the items in random order, as draw_sequence_shuffle() does. */
SHARED_INLINE void qap_ant_begin(const struct qap_ant *ant, uint32_t id, struct draw_sequence *random)
{
    for (uint32_t i = id; i < ant->m; i += QAP_ANT_ITEMS) {
        ant->items[i] = ant->open[i] = i;
    }
    QAP_BARRIER;
    for (uint32_t left = ant->m; left > 1; --left) {
        const uint32_t k = draw_sequence_below(random, left);
        if (id == 0) {
            const uint32_t item = ant->items[left - 1];
            ant->items[left - 1] = ant->items[k];
            ant->items[k] = item;
        }
    }
    QAP_BARRIER;
}

/* Draws one of `count` open places for an item. Each work-item adds up the trails to a part of them. */
SHARED_INLINE void qap_ant_place(const struct qap_ant *ant, uint32_t id, uint32_t item, uint32_t count,
                                 struct draw_sequence *random)
{
    QAP_GLOBAL const uint32_t *row = ant->trails + (size_t)item * ant->m;
    const uint32_t part = (count + QAP_ANT_ITEMS - 1u) / QAP_ANT_ITEMS, first = id * part;
    const uint32_t end = first + part < count ? first + part : count;
    uint32_t own = 0, below = 0, sum = 0;
    for (uint32_t i = first; i < end; ++i) {
        own += row[ant->open[i]];
    }
    ant->sums[id] = own;
    QAP_BARRIER;
    for (uint32_t k = 0; k < QAP_ANT_ITEMS; ++k) {
        below += k < id ? ant->sums[k] : 0;
        sum += ant->sums[k];
    }
    const uint32_t drawn = draw_sequence_below(random, sum);
    if (drawn >= below && drawn - below < own) {
        uint32_t k = first;
        for (below += row[ant->open[k]]; below <= drawn; below += row[ant->open[k]]) {
            ++k;
        }
        ant->places[item] = ant->open[k];
        ant->open[k] = ant->open[count - 1u];
    }
    QAP_BARRIER;
}

SHARED_INLINE void qap_ant_build(const struct qap_ant *ant, uint32_t id, struct draw_sequence *random)
{
    qap_ant_begin(ant, id, random);
    for (uint32_t k = 0; k < ant->m; ++k) {
        qap_ant_place(ant, id, ant->items[k], ant->m - k, random);
    }
}

#endif
