#include "problem.h"

#include <math.h>

enum matrix { FLOWS, FLOWS_TRANSPOSED, DISTANCES, DISTANCES_TRANSPOSED, LINEAR, MATRICES };

/* Numbers the free items and the free places from 0. The pairs of a fixed item and its place have the numbers after m.
 */
static void number_items(struct qap_problem *problem, const uint32_t *fixed)
{
    const uint32_t n = problem->qap->info.item_count;
    uint32_t pairs = n, places = 0;
    bool taken[QAP_ITEMS_MOST] = {false};
    for (uint32_t i = 0; i < n; ++i) {
        if (fixed[i] == UINT32_MAX) {
            problem->items[problem->m++] = i;
        } else {
            problem->items[--pairs] = i;
            problem->places[pairs] = fixed[i];
            taken[fixed[i]] = true;
        }
    }
    for (uint32_t q = 0; q < n; ++q) {
        if (!taken[q]) {
            problem->places[places++] = q;
        }
    }
}

/* Returns an element of one of the first four matrices. Elements are below 2^56, so the sum of two cannot overflow. */
static int64_t element(const struct qap_problem *problem, enum matrix matrix, uint32_t i, uint32_t j)
{
    const size_t n = problem->qap->info.item_count;
    const bool flows = matrix == FLOWS || matrix == FLOWS_TRANSPOSED;
    const bool transposed = matrix == FLOWS_TRANSPOSED || matrix == DISTANCES_TRANSPOSED;
    const int64_t *from = flows ? problem->qap->flows : problem->qap->distances;
    const uint32_t *numbers = flows ? problem->items : problem->places;
    const size_t a = numbers[transposed ? j : i], b = numbers[transposed ? i : j];
    if (i == j) {
        return 0;
    }
    return from[a * n + b] + ((flows ? problem->adds_flows : problem->adds_distances) ? from[b * n + a] : 0);
}

/* Returns the cost of an item at a place that does not depend on other free items: diagonals, and flows to and from
 * fixed items. */
static int64_t element_linear(const struct qap_problem *problem, uint32_t i, uint32_t q)
{
    const size_t n = problem->qap->info.item_count, item = problem->items[i], place = problem->places[q];
    const int64_t *flows = problem->qap->flows, *distances = problem->qap->distances;
    int64_t sum = flows[item * n + item] * distances[place * n + place];
    for (size_t k = problem->m; k < n; ++k) {
        const size_t other = problem->items[k], there = problem->places[k];
        sum += flows[item * n + other] * distances[place * n + there]
               + flows[other * n + item] * distances[there * n + place];
    }
    return sum;
}

struct statistics {
    double range;    /* difference between the largest and the smallest element, 0 included */
    double row_most; /* largest sum of magnitudes in a row of the matrix */
    /* Variance of the row sums, relative to sums of independent elements: about 1 in random matrices, up to the order
     * of m if places have a centre and a border, near 0 if all rows are alike. */
    double spread;
};

static struct statistics measure(const struct qap_problem *problem, enum matrix matrix)
{
    const double m = problem->m;
    double low = 0.0, high = 0.0, row_most = 0.0, sum = 0.0, squares = 0.0, row_squares = 0.0;
    for (uint32_t i = 0; i < problem->m; ++i) {
        double row = 0.0, magnitudes = 0.0;
        for (uint32_t j = 0; j < problem->m; ++j) {
            const double value = (double)element(problem, matrix, i, j);
            magnitudes += fabs(value);
            row += value;
            squares += value * value;
            low = fmin(low, value);
            high = fmax(high, value);
        }
        row_most = fmax(row_most, magnitudes);
        sum += row;
        row_squares += row * row;
    }
    const double variance = squares / m / m - sum / m / m * (sum / m / m);
    const double of_rows = row_squares / m - sum / m * (sum / m);
    return (struct statistics){high - low, row_most, variance > 0.0 ? of_rows / m / variance : 0.0};
}

/* Sets `patterned`, `random` and the tenures, and `wide` if a number in a search (cl/qap/tabu.h) may exceed 32 bits. A
 * change of cost is at most four sums plus 6 times the largest flow times the largest distance. A difference of
 * differences is at most 4 times the largest element, which may exceed 32 bits even if it is multiplied by 0. */
static void choose_numbers(struct qap_problem *problem)
{
    const struct statistics f = measure(problem, FLOWS), d = measure(problem, DISTANCES);
    double flow = f.range, flows = f.row_most, distance = d.range, distances = d.row_most, linear = 0.0;
    if (!problem->symmetric) {
        const struct statistics ft = measure(problem, FLOWS_TRANSPOSED), dt = measure(problem, DISTANCES_TRANSPOSED);
        flow += ft.range;
        flows += ft.row_most;
        distance = fmax(distance, dt.range);
        distances = fmax(distances, dt.row_most);
    }
    for (uint32_t i = 0; i < problem->m; ++i) {
        for (uint32_t q = 0; q < problem->m; ++q) {
            linear = fmax(linear, fabs((double)element_linear(problem, i, q)));
        }
    }
    const double most = 4 * (fmin(flows * distance, flow * distances) + linear) + 6 * flow * distance;
    problem->wide = most >= 2147483647.0 || 4 * fmax(flow, distance) >= 2147483647.0;
    problem->patterned = f.spread > 1.5 || f.spread < 0.3 || d.spread > 1.5 || d.spread < 0.3;
    problem->random = !problem->patterned && problem->m >= 50;
    problem->tenure = problem->random ? problem->m * 15 / 100 : problem->m - problem->m / 10;
    problem->span = (problem->random ? problem->tenure : problem->m / 5) + 2;
}

static void pack(struct qap_problem *problem, size_t at, int64_t value)
{
    if (problem->wide) {
        ((int64_t *)problem->matrices)[at] = value;
    } else {
        ((int32_t *)problem->matrices)[at] = (int32_t)value;
    }
}

/* True if a swap of two items never changes the cost. */
static bool is_alike(const struct qap_problem *problem, uint32_t a, uint32_t b)
{
    bool alike = true;
    for (uint32_t k = 0; k < problem->m && alike; ++k) {
        const uint32_t other = k == a ? b : k == b ? a : k;
        alike = element_linear(problem, a, k) == element_linear(problem, b, k)
                && element(problem, FLOWS, a, k) == element(problem, FLOWS, b, other)
                && element(problem, FLOWS, k, a) == element(problem, FLOWS, other, b);
    }
    return alike;
}

static void pack_all(struct qap_problem *problem)
{
    const size_t whole = qap_problem_size(problem);
    for (uint32_t i = 0; i < problem->m; ++i) {
        for (uint32_t j = 0; j < problem->m; ++j) {
            const size_t at = (size_t)i * problem->width + j;
            for (enum matrix matrix = FLOWS; matrix < LINEAR; ++matrix) {
                pack(problem, matrix * whole + at, element(problem, matrix, i, j));
            }
            pack(problem, LINEAR * whole + at, element_linear(problem, i, j));
        }
        uint32_t first = 0;
        while (first < i && !is_alike(problem, first, i)) {
            ++first;
        }
        pack(problem, MATRICES * whole + i, first);
    }
}

/* The cost of the pairs of fixed items. */
static int64_t find_constant(const struct qap_problem *problem)
{
    const size_t n = problem->qap->info.item_count;
    int64_t sum = 0;
    for (size_t k = problem->m; k < n; ++k) {
        for (size_t l = problem->m; l < n; ++l) {
            sum += problem->qap->flows[problem->items[k] * n + problem->items[l]]
                   * problem->qap->distances[problem->places[k] * n + problem->places[l]];
        }
    }
    return sum;
}

enum swarm_status qap_problem_init(struct base_env *env, const struct swarm_qap *qap, const uint32_t *fixed,
                                   struct qap_problem *problem)
{
    const uint32_t n = qap->info.item_count;
    const bool flows = qap_is_symmetric(qap->flows, n), distances = qap_is_symmetric(qap->distances, n);
    problem->qap = qap;
    problem->symmetric = flows || distances;
    problem->adds_flows = distances && !flows;
    problem->adds_distances = flows;
    problem->items = base_arrays_add(&problem->arrays, n, sizeof *problem->items);
    problem->places = base_arrays_add(&problem->arrays, n, sizeof *problem->places);
    TRY(problem->arrays.failed ? base_fail_memory(env) : SWARM_OK);
    number_items(problem, fixed);
    problem->width = (problem->m + QAP_BLOCK - 1) / QAP_BLOCK * QAP_BLOCK;
    choose_numbers(problem);
    problem->constant = find_constant(problem);
    const size_t row = problem->width * qap_number_size(problem);
    void *memory = base_arrays_add(&problem->arrays, 1, (MATRICES * problem->m + 1) * row + QAP_ALIGNMENT);
    TRY(memory ? SWARM_OK : base_fail_memory(env));
    problem->matrices = qap_align(memory);
    problem->linear = (char *)problem->matrices + LINEAR * problem->m * row;
    pack_all(problem);
    return SWARM_OK;
}

void qap_problem_deinit(struct qap_problem *problem)
{
    base_arrays_free(&problem->arrays);
    *problem = (struct qap_problem){.qap = NULL};
}

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
        all[problem->items[k]] = problem->places[k < problem->m ? places[k] : k];
    }
}

void qap_problem_reduce(const struct qap_problem *problem, const uint32_t *all, uint32_t *places)
{
    for (uint32_t k = 0; k < problem->m; ++k) {
        uint32_t q = 0;
        while (problem->places[q] != all[problem->items[k]]) {
            ++q;
        }
        places[k] = q;
    }
}
