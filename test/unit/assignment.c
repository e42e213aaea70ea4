/* Potentials of assignments, compared with all permutations and with their definition; and mosaic's lists from them. */
#include "tsp/assignment.h"

#include <math.h>

#include "base/memory.h"
#include "mosaic/problem.h"
#include "cl/shared/draw_sequence.h"
#include "tsp/reduction.h"

#include "tsp_support.h"

enum { MOST = 60 };

static struct draw_sequence numbers;

/* Draws `count` rows of distances; rows have MOST + 3 columns, `count` of them used. */
static void draw(int32_t *lengths, uint32_t count, uint32_t longest)
{
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < count; ++j) {
            const uint32_t length = draw_sequence_below(&numbers, longest);
            lengths[i * (MOST + 3) + j] = i == j ? -1 : (int32_t)length; /* the diagonal must not be read */
        }
    }
}

/* The cost of the cheapest assignment of rows `row` .. to columns outside the set `taken`. */
static int64_t least(const int32_t *lengths, uint32_t count, uint32_t row, uint32_t taken)
{
    int64_t best = row == count ? 0 : INT64_MAX;
    for (uint32_t j = 0; row < count && j < count; ++j) {
        if (j != row && !(taken >> j & 1)) {
            const int64_t rest = least(lengths, count, row + 1, taken | UINT32_C(1) << j);
            if (rest < INT64_MAX && rest + lengths[row * (MOST + 3) + j] < best) {
                best = rest + lengths[row * (MOST + 3) + j];
            }
        }
    }
    return best;
}

/* Requires that no distance is below the potentials of its row and column; returns the sum of the potentials. */
static int64_t sum_of(const int32_t *lengths, uint32_t count)
{
    int64_t rows[MOST], columns[MOST], sum = 0;
    REQUIRE_OK(tsp_assignment_potentials(&env, lengths, MOST + 3, count, rows, columns));
    for (uint32_t i = 0; i < count; ++i) {
        sum += rows[i] + columns[i];
        for (uint32_t j = 0; j < count; ++j) {
            REQUIRE(i == j || lengths[i * (MOST + 3) + j] >= rows[i] + columns[j]);
        }
    }
    return sum;
}

TEST(potentials_are_the_least_assignment_and_one_row_has_none)
{
    static int32_t lengths[MOST * (MOST + 3)];
    static const uint32_t longest[] = {1, 2, 10, 1000, INT32_MAX};
    for (uint32_t turn = 0; turn < 400; ++turn) {
        const uint32_t count = 2 + turn % 7;
        draw(lengths, count, longest[turn / 7 % 5]);
        REQUIRE_INT(sum_of(lengths, count), ==, least(lengths, count, 0, 0));
    }
    const int32_t length = 7;
    int64_t row = 1, column = 1;
    REQUIRE_OK(tsp_assignment_potentials(&env, &length, 1, 1, &row, &column));
    REQUIRE_INT(row + column, ==, 0);
}

/* All rows have one short arc, and these form a tour, so they are the cheapest assignment. */
TEST(potentials_of_many_rows)
{
    static int32_t lengths[MOST * (MOST + 3)];
    for (uint32_t turn = 0; turn < 50; ++turn) {
        const uint32_t step = 1 + draw_sequence_below(&numbers, MOST - 1);
        draw(lengths, MOST, 100);
        for (uint32_t i = 0; i < MOST; ++i) {
            for (uint32_t j = 0; j < MOST; ++j) {
                lengths[i * (MOST + 3) + j] += j == (i + step) % MOST ? 0 : 100;
            }
        }
        int64_t shortest = 0;
        for (uint32_t i = 0; i < MOST; ++i) {
            shortest += lengths[i * (MOST + 3) + (i + step) % MOST];
        }
        REQUIRE_INT(sum_of(lengths, MOST), ==, shortest);
    }
}

/* Requires that lists of exits have entrances and lists of entrances exits, never the partner: those with the smallest
 * reduced lengths, sorted. */
static void check_lists(uint32_t count, uint32_t longest)
{
    enum { WIDTH = 10 };
    const struct tsp_conditions none = {false, TSP_NO_NODE, TSP_NO_NODE, 0, NULL};
    int32_t *matrix = test_memory((size_t)count * count, sizeof *matrix);
    struct tsp_reduction *reduction = NULL;
    struct mosaic_problem problem = {.instance = NULL};
    int64_t rows[MOST], columns[MOST];
    for (uint32_t k = 0; k < count * count; ++k) {
        const uint32_t length = draw_sequence_below(&numbers, longest);
        matrix[k] = k % (count + 1) == 0 ? 0 : (int32_t)length + (longest == INT32_MAX);
    }
    struct swarm_instance *instance = matrix_of(false, count, matrix);
    REQUIRE_OK(tsp_reduction_create(&env, instance, &none, TSP_DOUBLED, &reduction));
    REQUIRE_OK(mosaic_problem_init(&env, tsp_reduction_instance(reduction), NULL,
                                   (struct tsp_candidates){.length = WIDTH}, (double)INFINITY, &problem));
    REQUIRE_OK(tsp_assignment_potentials(&env, matrix, count, count, rows, columns));
    REQUIRE_INT(problem.width, ==, count - 1 < WIDTH ? count - 1 : WIDTH);
    for (uint32_t i = 0; i < problem.n; ++i) {
        const uint32_t *near = problem.near + (size_t)i * problem.width;
        const int32_t *lengths = problem.near_length + (size_t)i * problem.width;
        int64_t most = 0, left_out = INT64_MAX;
        for (uint32_t other = 0; other < count; ++other) {
            const uint32_t node = i < count ? count + other : other, from = i < count ? other : i - count;
            const uint32_t to = i < count ? i : other;
            bool listed = false;
            for (uint32_t k = 0; k < problem.width; ++k) {
                listed = listed || near[k] == node;
            }
            REQUIRE(!listed || from != to);
            const int64_t reduced = from == to ? INT64_MAX : matrix[from * count + to] - rows[from] - columns[to];
            most = listed && reduced > most ? reduced : most;
            left_out = !listed && reduced < left_out ? reduced : left_out;
        }
        REQUIRE(most <= left_out);
        for (uint32_t k = 0; k < problem.width; ++k) {
            REQUIRE((near[k] < count) != (i < count));
            REQUIRE_INT(lengths[k], ==, mosaic_length(&problem, i, near[k]));
            REQUIRE(k == 0 || lengths[k - 1] < lengths[k] || (lengths[k - 1] == lengths[k] && near[k - 1] < near[k]));
        }
    }
    mosaic_problem_deinit(&problem);
    tsp_reduction_destroy(&reduction);
}

TEST(lists_of_arcs_are_those_nearest_to_an_assignment)
{
    for (uint32_t count = 3; count <= MOST; count += 1 + count / 8) {
        check_lists(count, 5);
        check_lists(count, 100000);
        check_lists(count, INT32_MAX);
    }
}

TEST_MAIN_ENV_WITH(numbers = draw_sequence_of(3, DRAW_CIRCLE, 0, 0), )
