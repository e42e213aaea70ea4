#include "problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { ALIGNMENT = 128 }; /* of the widest vectors */

enum matrix { FLOWS, FLOWS_TURNED, DISTANCES, DISTANCES_TURNED, LINEAR, MATRICES };

static bool is_symmetric(const int64_t *matrix, uint32_t n)
{
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (matrix[i * n + j] != matrix[j * n + i]) {
                return false;
            }
        }
    }
    return true;
}

/* Numbers the free items and places from 0, and behind them pairs of a fixed item and its place. */
static bool number_items(struct qap_problem *problem, const uint32_t *fixed)
{
    const uint32_t n = problem->qap->info.item_count;
    uint32_t pairs = n, places = 0;
    bool *taken = base_array(n, sizeof *taken);
    problem->items = base_array(n, sizeof *problem->items);
    problem->sites = base_array(n, sizeof *problem->sites);
    if (!taken || !problem->items || !problem->sites) {
        free(taken);
        return false;
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (fixed[i] == UINT32_MAX) {
            problem->items[problem->m++] = i;
        } else {
            problem->items[--pairs] = i;
            problem->sites[pairs] = fixed[i];
            taken[fixed[i]] = true;
        }
    }
    for (uint32_t q = 0; q < n; ++q) {
        if (!taken[q]) {
            problem->sites[places++] = q;
        }
    }
    free(taken);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Numbers                                                                                                            */

/* The matrices before they are packed. Sums of two elements stay below 2^63, as elements are below 2^56. */
struct parts {
    const struct qap_problem *problem;
    bool adds_flows, adds_distances; /* to their transposed */
};

static int64_t element(const struct parts *parts, enum matrix matrix, uint32_t i, uint32_t j)
{
    const struct qap_problem *problem = parts->problem;
    const size_t n = problem->qap->info.item_count;
    const bool flows = matrix == FLOWS || matrix == FLOWS_TURNED;
    const bool turned = matrix == FLOWS_TURNED || matrix == DISTANCES_TURNED;
    const int64_t *from = flows ? problem->qap->flows : problem->qap->distances;
    const uint32_t *numbers = flows ? problem->items : problem->sites;
    const size_t a = numbers[turned ? j : i], b = numbers[turned ? i : j];
    if (i == j) {
        return 0;
    }
    return from[a * n + b] + ((flows ? parts->adds_flows : parts->adds_distances) ? from[b * n + a] : 0);
}

/* Of an item at a place: the diagonal, and the fixed items at theirs. */
static int64_t element_linear(const struct qap_problem *problem, uint32_t i, uint32_t q)
{
    const size_t n = problem->qap->info.item_count, item = problem->items[i], place = problem->sites[q];
    const int64_t *flows = problem->qap->flows, *distances = problem->qap->distances;
    int64_t sum = flows[item * n + item] * distances[place * n + place];
    for (size_t k = problem->m; k < n; ++k) {
        const size_t other = problem->items[k], there = problem->sites[k];
        sum += flows[item * n + other] * distances[place * n + there]
               + flows[other * n + item] * distances[there * n + place];
    }
    return sum;
}

/* The range of the elements and 0, and the largest sum of magnitudes in a row. */
static void measure(const struct parts *parts, enum matrix matrix, double *range, double *row_most)
{
    const uint32_t m = parts->problem->m;
    double low = 0.0, high = 0.0;
    *row_most = 0.0;
    for (uint32_t i = 0; i < m; ++i) {
        double row = 0.0;
        for (uint32_t j = 0; j < m; ++j) {
            const double value = (double)element(parts, matrix, i, j);
            row += value < 0.0 ? -value : value;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        *row_most = row > *row_most ? row : *row_most;
    }
    *range = high - low;
}

/* Whether a number on the way of a search (cl/qap/tabu.h) may leave 32 bits: four sums, a product of differences of
 * differences, and one of two elements each; or such a difference alone, where the other side is 0. */
static bool is_wide(const struct parts *parts)
{
    const struct qap_problem *problem = parts->problem;
    double flow = 0.0, flows = 0.0, distance = 0.0, distances = 0.0, linear = 0.0;
    for (int turned = 0; turned < (problem->symmetric ? 1 : 2); ++turned) {
        double f, fs, d, ds;
        measure(parts, turned ? FLOWS_TURNED : FLOWS, &f, &fs);
        measure(parts, turned ? DISTANCES_TURNED : DISTANCES, &d, &ds);
        flow += f;
        flows += fs;
        distance = d > distance ? d : distance;
        distances = ds > distances ? ds : distances;
    }
    for (uint32_t i = 0; i < problem->m; ++i) {
        for (uint32_t q = 0; q < problem->m; ++q) {
            const double value = (double)element_linear(problem, i, q), size = value < 0.0 ? -value : value;
            linear = size > linear ? size : linear;
        }
    }
    const double sum = (flows * distance < flow * distances ? flows * distance : flow * distances) + linear;
    const double most = 4 * sum + 6 * flow * distance, side = 4 * (flow > distance ? flow : distance);
    return most >= 2147483647.0 || side >= 2147483647.0;
}

/* The variance of sums of rows against what it would be if elements had nothing to do with their rows: near 1 in random
 * matrices; of the order of their rows where there is a middle and a border, and near 0 where rows are alike. */
static double spread_of_rows(const struct parts *parts, enum matrix matrix)
{
    const uint32_t m = parts->problem->m;
    double sum = 0.0, squares = 0.0, row_squares = 0.0;
    for (uint32_t i = 0; i < m; ++i) {
        double row = 0.0;
        for (uint32_t j = 0; j < m; ++j) {
            const double value = (double)element(parts, matrix, i, j);
            row += value;
            squares += value * value;
        }
        sum += row;
        row_squares += row * row;
    }
    const double variance = squares / m / m - sum / m / m * (sum / m / m);
    const double of_rows = row_squares / m - sum / m * (sum / m);
    return variance > 0.0 ? of_rows / m / variance : 0.0;
}

static bool is_patterned(const struct parts *parts)
{
    const double flows = spread_of_rows(parts, FLOWS), distances = spread_of_rows(parts, DISTANCES);
    return flows > 1.5 || flows < 0.3 || distances > 1.5 || distances < 0.3;
}

static void pack(struct qap_problem *problem, size_t at, int64_t value)
{
    if (problem->wide) {
        ((int64_t *)problem->matrices)[at] = value;
    } else {
        ((int32_t *)problem->matrices)[at] = (int32_t)value;
    }
}

static void pack_all(struct qap_problem *problem, const struct parts *parts)
{
    const size_t whole = qap_problem_size(problem);
    for (uint32_t i = 0; i < problem->m; ++i) {
        for (uint32_t j = 0; j < problem->m; ++j) {
            const size_t at = (size_t)i * problem->width + j;
            for (enum matrix matrix = FLOWS; matrix < LINEAR; ++matrix) {
                pack(problem, matrix * whole + at, element(parts, matrix, i, j));
            }
            pack(problem, LINEAR * whole + at, element_linear(problem, i, j));
        }
    }
}

/* The cost of the fixed items among themselves. */
static int64_t find_constant(const struct qap_problem *problem)
{
    const size_t n = problem->qap->info.item_count;
    int64_t sum = 0;
    for (size_t k = problem->m; k < n; ++k) {
        for (size_t l = problem->m; l < n; ++l) {
            sum += problem->qap->flows[problem->items[k] * n + problem->items[l]]
                   * problem->qap->distances[problem->sites[k] * n + problem->sites[l]];
        }
    }
    return sum;
}

enum swarm_status qap_problem_init(struct base_env *env, const struct swarm_qap *qap, const uint32_t *fixed,
                                   struct qap_problem *problem)
{
    const uint32_t n = qap->info.item_count;
    const bool flows = is_symmetric(qap->flows, n), distances = is_symmetric(qap->distances, n);
    const struct parts parts = {problem, distances && !flows, flows};
    problem->qap = qap;
    problem->symmetric = flows || distances;
    if (!number_items(problem, fixed)) {
        return base_fail_memory(env);
    }
    problem->width = (problem->m + QAP_BLOCK - 1) / QAP_BLOCK * QAP_BLOCK;
    problem->wide = is_wide(&parts);
    problem->patterned = is_patterned(&parts);
    const size_t bytes = qap_problem_size(problem) * qap_number_size(problem);
    problem->memory = base_array(1, MATRICES * bytes + ALIGNMENT);
    TRY(problem->memory ? SWARM_OK : base_fail_memory(env));
    problem->matrices = (char *)problem->memory + (ALIGNMENT - (uintptr_t)problem->memory % ALIGNMENT);
    problem->linear = (char *)problem->matrices + LINEAR * bytes;
    problem->constant = find_constant(problem);
    pack_all(problem, &parts);
    return SWARM_OK;
}

void qap_problem_deinit(struct qap_problem *problem)
{
    free(problem->memory);
    free(problem->items);
    free(problem->sites);
    *problem = (struct qap_problem){.qap = NULL};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Assignments                                                                                                        */

#define DEFINE_COST(function, number)                                                                  \
    static int64_t function(const struct qap_problem *problem, const uint32_t *places)                 \
    {                                                                                                  \
        const size_t w = problem->width, whole = qap_problem_size(problem);                            \
        const number *f = problem->matrices, *d = f + DISTANCES * whole, *linear = f + LINEAR * whole; \
        int64_t sum = 0;                                                                               \
        for (size_t i = 0; i < problem->m; ++i) {                                                      \
            const number *row = d + places[i] * w;                                                     \
            sum += linear[i * w + places[i]];                                                          \
            for (size_t j = problem->symmetric ? i + 1 : 0; j < problem->m; ++j) {                     \
                sum += (int64_t)f[i * w + j] * row[places[j]];                                         \
            }                                                                                          \
        }                                                                                              \
        return sum;                                                                                    \
    }
DEFINE_COST(cost_32, int32_t)
DEFINE_COST(cost_64, int64_t)

int64_t qap_problem_cost(const struct qap_problem *problem, const uint32_t *places)
{
    return problem->constant + (problem->wide ? cost_64 : cost_32)(problem, places);
}

void qap_problem_expand(const struct qap_problem *problem, const uint32_t *places, uint32_t *all)
{
    for (uint32_t k = 0; k < problem->qap->info.item_count; ++k) {
        all[problem->items[k]] = problem->sites[k < problem->m ? places[k] : k];
    }
}

void qap_problem_reduce(const struct qap_problem *problem, const uint32_t *all, uint32_t *places)
{
    for (uint32_t k = 0; k < problem->m; ++k) {
        uint32_t q = 0;
        while (problem->sites[q] != all[problem->items[k]]) {
            ++q;
        }
        places[k] = q;
    }
}
