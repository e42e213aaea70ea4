/* exact.c - the best nodes of a few within the limit, by dynamic programming over sets of nodes (Bellman 1962). */
#include <stdlib.h>

#include "base/memory.h"
#include "question.h"

enum { OTHERS_MOST = ORIENT_EXACT_NODES };

struct table {
    const struct orient_task *task;
    uint32_t count;               /* nodes that may be left out */
    uint32_t others[OTHERS_MOST]; /* [count] bit k of a set is others[k] */
    int64_t *lengths; /* [2^count][count] of the shortest path from the first node through a set, by its end */
};

static int64_t distance(const struct table *table, uint32_t i, uint32_t j)
{
    return tsp_instance_distance(table->task->instance, i, j);
}

/* The column visited before column `last` on the shortest path through `set`; `count` if the set has no other node. */
static uint32_t previous_of(const struct table *table, uint32_t set, uint32_t last, int64_t *length)
{
    const uint32_t rest = set & ~(1u << last), node = table->others[last];
    uint32_t best = table->count;
    *length = distance(table, table->task->first, node);
    for (uint32_t k = 0; k < table->count; ++k) {
        if (rest >> k & 1u) {
            const int64_t through =
                table->lengths[(size_t)rest * table->count + k] + distance(table, table->others[k], node);
            if (best == table->count || through < *length) {
                best = k;
                *length = through;
            }
        }
    }
    return best;
}

/* The length of the shortest solution that visits `set`; *end is the column of its last node, `count` for the empty
 * set.
 */
static int64_t closed_length(const struct table *table, uint32_t set, uint32_t *end)
{
    int64_t best = distance(table, table->task->first, table->task->last);
    *end = table->count;
    for (uint32_t k = 0; k < table->count; ++k) {
        if (set >> k & 1u) {
            const int64_t length =
                table->lengths[(size_t)set * table->count + k] + distance(table, table->others[k], table->task->last);
            if (*end == table->count || length < best) {
                best = length;
                *end = k;
            }
        }
    }
    return best;
}

static int64_t score_of(const struct table *table, uint32_t set)
{
    int64_t score = 0;
    for (uint32_t k = 0; k < table->count; ++k) {
        score += set >> k & 1u ? table->task->scores[table->others[k]] : 0;
    }
    return score;
}

/* The set of the highest score within the limit; of equal scores the shortest solution. */
static uint32_t best_set(const struct table *table)
{
    uint32_t best = 0, end;
    int64_t best_score = 0, best_length = closed_length(table, 0, &end);
    for (uint32_t set = 1; set < 1u << table->count; ++set) {
        for (uint32_t last = 0; last < table->count; ++last) {
            if (set >> last & 1u) {
                previous_of(table, set, last, &table->lengths[(size_t)set * table->count + last]);
            }
        }
        const int64_t score = score_of(table, set), length = closed_length(table, set, &end);
        if (length <= table->task->limit && (score > best_score || (score == best_score && length < best_length))) {
            best = set;
            best_score = score;
            best_length = length;
        }
    }
    return best;
}

static uint32_t count_of(uint32_t set)
{
    uint32_t count = 0;
    for (; set > 0; set &= set - 1) {
        ++count;
    }
    return count;
}

/* Writes the shortest solution that visits `set`, backwards from its last node. */
static void write_solution(const struct table *table, uint32_t set, uint32_t *solution)
{
    const struct orient_task *task = table->task;
    uint32_t end, place = count_of(set) + 1;
    int64_t ignored;
    closed_length(table, set, &end);
    solution[0] = place;
    solution[1] = task->first;
    for (; place > 1; --place) {
        const uint32_t before = previous_of(table, set, end, &ignored);
        solution[place] = table->others[end];
        set &= ~(1u << end);
        end = before;
    }
    if (task->last != task->first) {
        solution[++solution[0]] = task->last;
    }
}

enum swarm_status orient_solve(const struct search *search, void *solution, int64_t *score)
{
    const struct orient_task *task = &((const struct orient_question *)search->question)->task;
    const uint32_t n = (uint32_t)task->instance->info.node_count;
    struct table table = {.task = task};
    for (uint32_t node = 0; node < n; ++node) {
        if (node != task->first && node != task->last) {
            table.others[table.count++] = node;
        }
    }
    table.lengths = base_array((size_t)(table.count + 1) << table.count, sizeof *table.lengths);
    TRY(table.lengths ? SWARM_OK : base_fail_memory(search->env));
    const uint32_t set = best_set(&table);
    write_solution(&table, set, solution);
    free(table.lengths);
    *score =
        -score_of(&table, set) - task->scores[task->first] - (task->last != task->first ? task->scores[task->last] : 0);
    return SWARM_OK;
}
