#include "assignment.h"

#include "base/memory.h"

#define NONE UINT32_MAX

struct assignment {
    const int32_t *lengths;
    size_t stride;
    uint32_t count;
    int64_t *rows, *columns; /* [count] potentials of the rows, and of the columns */
    uint32_t *column_of;     /* [count] column of each row; NONE: not yet assigned */
    uint32_t *row_of;        /* [count] row assigned to each column; NONE: none yet */
    int64_t *distance;       /* [count] length of the shortest path from the current row to each column */
    uint32_t *from;          /* [count] last row on the shortest path to each column */
    uint32_t *settled;       /* [count] columns whose distance is final */
    bool *is_settled;        /* [count] True if the column is in settled[] */
};

/* The length of the edge minus the potentials of its row and column. */
static int64_t reduced(const struct assignment *a, uint32_t i, uint32_t j)
{
    return a->lengths[i * a->stride + j] - a->rows[i] - a->columns[j];
}

/* Subtracts the smallest length of each column, then of each row. Assigns to a row the column of its smallest length,
 * if that column is free. */
static void reduce(struct assignment *a)
{
    for (uint32_t j = 0; j < a->count; ++j) {
        a->columns[j] = INT32_MAX;
        a->row_of[j] = NONE;
    }
    for (uint32_t i = 0; i < a->count; ++i) {
        for (uint32_t j = 0; j < a->count; ++j) {
            const int32_t length = a->lengths[i * a->stride + j];
            a->columns[j] = i != j && length < a->columns[j] ? length : a->columns[j];
        }
    }
    for (uint32_t i = 0; i < a->count; ++i) {
        uint32_t least = i == 0;
        a->rows[i] = 0;
        for (uint32_t j = 0; j < a->count; ++j) {
            least = i != j && reduced(a, i, j) < reduced(a, i, least) ? j : least;
        }
        a->rows[i] = reduced(a, i, least);
        const bool free = a->row_of[least] == NONE;
        a->column_of[i] = free ? least : NONE;
        a->row_of[least] = free ? i : a->row_of[least];
    }
}

/* The nearest column that is not settled. */
static uint32_t nearest(const struct assignment *a)
{
    uint32_t nearest = NONE;
    for (uint32_t j = 0; j < a->count; ++j) {
        if (!a->is_settled[j] && (nearest == NONE || a->distance[j] < a->distance[nearest])) {
            nearest = j;
        }
    }
    return nearest;
}

/* Assigns a column to `row` along the shortest augmenting path, whose rows change columns (Dijkstra 1959). */
static void assign(struct assignment *a, uint32_t row)
{
    uint32_t settled = 0, column;
    for (uint32_t j = 0; j < a->count; ++j) {
        a->distance[j] = j == row ? INT64_MAX : reduced(a, row, j);
        a->from[j] = row;
        a->is_settled[j] = false;
    }
    for (column = nearest(a); a->row_of[column] != NONE; column = nearest(a)) {
        const uint32_t i = a->row_of[column];
        a->settled[settled++] = column;
        a->is_settled[column] = true;
        for (uint32_t j = 0; j < a->count; ++j) {
            if (!a->is_settled[j] && i != j && a->distance[column] + reduced(a, i, j) < a->distance[j]) {
                a->distance[j] = a->distance[column] + reduced(a, i, j);
                a->from[j] = i;
            }
        }
    }
    const int64_t end = a->distance[column];
    a->rows[row] += end;
    for (uint32_t k = 0; k < settled; ++k) {
        const uint32_t j = a->settled[k];
        a->rows[a->row_of[j]] += end - a->distance[j];
        a->columns[j] -= end - a->distance[j];
    }
    for (uint32_t i = NONE; i != row;) {
        const uint32_t left = column;
        i = a->from[column];
        column = a->column_of[i];
        a->column_of[i] = left;
        a->row_of[left] = i;
    }
}

enum swarm_status tsp_assignment_potentials(struct base_env *env, const int32_t *lengths, size_t stride, uint32_t count,
                                            int64_t *rows, int64_t *columns)
{
    struct base_arrays arrays = {.count = 0};
    struct assignment a = {.lengths = lengths, .stride = stride, .count = count, .rows = rows, .columns = columns};
    if (count == 1) {
        rows[0] = columns[0] = 0;
        return SWARM_OK;
    }
    a.column_of = base_arrays_add(&arrays, count, sizeof *a.column_of);
    a.row_of = base_arrays_add(&arrays, count, sizeof *a.row_of);
    a.distance = base_arrays_add(&arrays, count, sizeof *a.distance);
    a.from = base_arrays_add(&arrays, count, sizeof *a.from);
    a.settled = base_arrays_add(&arrays, count, sizeof *a.settled);
    a.is_settled = base_arrays_add(&arrays, count, sizeof *a.is_settled);
    if (!arrays.failed) {
        reduce(&a);
    }
    for (uint32_t i = 0; i < count && !arrays.failed; ++i) {
        if (a.column_of[i] == NONE) {
            assign(&a, i);
        }
    }
    const bool failed = arrays.failed;
    base_arrays_free(&arrays);
    return failed ? base_fail_memory(env) : SWARM_OK;
}
