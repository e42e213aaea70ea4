/* Objectives by name, from files and as functions of the caller; rejected files; evaluation on the host. */
#include "pso/objective_rows.h"
#include "pso/swarm.h"

#include "../env.h"

static double twice_the_first(void *user, const double *x, uint32_t dimensions)
{
    ++*(int *)user;
    return 2 * x[0] + dimensions;
}

static double second(void *user, const double *x, uint32_t dimensions)
{
    (void)user;
    return x[dimensions - 1];
}

TEST(functions_are_called_in_double)
{
    int calls = 0;
    struct pso_caller caller = {.lock = PTHREAD_MUTEX_INITIALIZER, .function = twice_the_first, .user = &calls};
    const struct swarm_objective objective = {.info = {.kind = SWARM_OBJECTIVE_FUNCTION}, .caller = &caller};
    const double points[] = {0.1, 0.2, 0.3, 0.4};
    double values[2], shift[] = {0.05, 0}, lower, upper;
    bool has_position = true;
    struct pso_settings settings = {.objective = &objective, .precision = 64, .dimensions = 2, .shift = shift};
    REQUIRE_OK(
        pso_evaluate_host(&env, &settings, (struct pso_evaluation){.count = 2, .points = points, .values = values}));
    REQUIRE(values[0] == 2 * (0.1 - 0.05) + 2 && values[1] == 2 * (0.3 - 0.05) + 2);
    REQUIRE_INT(calls, ==, 2);
    REQUIRE(!swarm_objective_bounds(&objective, 2, 0, &lower, &upper));
    REQUIRE(!swarm_objective_optimum(&objective, 2, values, NULL, &has_position) && !has_position);
}

static void limits(void *user, size_t count, uint32_t dimensions, const double *x, double *g)
{
    (void)user;
    for (size_t k = 0; k < count; ++k) {
        g[2 * k] = x[k * dimensions];
        g[2 * k + 1] = x[k * dimensions] == 8 ? (double)NAN : -1;
    }
}

/* Values and violations from best to worst; the last is NaN without a violation. */
TEST(feasible_positions_come_first_by_value_and_others_follow_by_violation)
{
    static const double points[][2] = {{-3, -2},  {-1, -1}, {-1, 1e30}, {-1, 1e38}, {0x1p-100, 0},   {0x1p-9, 0},
                                       {2, -1e9}, {3, 5},   {1e30, 0},  {8, 0},     {0, (double)NAN}};
    enum { COUNT = sizeof points / sizeof points[0] };
    struct pso_caller caller = {.lock = PTHREAD_MUTEX_INITIALIZER, .function = second, .constraints = limits};
    const struct swarm_objective objective = {
        .info = {.kind = SWARM_OBJECTIVE_FUNCTION}, .caller = &caller, .constraints = 2};
    for (int precision = 32; precision <= 64; precision += 32) {
        const struct pso_settings settings = {.objective = &objective, .precision = precision, .dimensions = 2};
        double before = (double)-INFINITY, value;
        for (size_t k = 0; k < COUNT; ++k) {
            REQUIRE_OK(pso_evaluate_host(
                &env, &settings,
                (struct pso_evaluation){.count = 1, .points = points[k], .values = &value, .ranks = true}));
            const double violation = pso_reference_of(precision)->violation(value), x = points[k][0];
            const double expected = k + 1 == COUNT || x == 8 ? (double)INFINITY : x > 0 ? x : 0;
            REQUIRE(value > before && isinf(value) == (k + 1 == COUNT));
            REQUIRE(violation == expected || fabs(violation / expected - 1) < (precision == 32 ? 2e-6 : 3e-14));
            before = value;
        }
    }
}

TEST(the_shift_and_the_values_are_in_the_precision_of_the_settings)
{
    struct swarm_objective *objective = NULL;
    REQUIRE_OK(pso_objective_take(&env, "sphere", &objective));
    double shift[] = {0.3, -0.7}, value;
    const float a = 0.1f - 0.3f, b = 7.0f - -0.7f;
    const double expected[] = {(double)(a * a + b * b), (0.1 - 0.3) * (0.1 - 0.3) + (7 - -0.7) * (7 - -0.7),
                               0.1 * 0.1 + 49};
    for (int k = 0; k < 3; ++k) {
        struct pso_settings settings = {.objective = objective, .precision = k > 0 ? 64 : 32, .dimensions = 2};
        settings.shift = k < 2 ? shift : NULL;
        REQUIRE_OK(pso_evaluate_host(
            &env, &settings,
            (struct pso_evaluation){.count = 1, .points = (const double[]){0.1, 7}, .values = &value}));
        REQUIRE(value == expected[k]);
    }
    swarm_objective_destroy(&objective);
}

TEST(optima_are_known_only_for_the_dimensions_of_the_row_and_messages_list_all_names)
{
    struct swarm_objective *objective = NULL;
    double value, lower, upper;
    bool has_position;
    REQUIRE_OK(pso_objective_take(&env, "branin", &objective));
    REQUIRE(swarm_objective_optimum(objective, 2, &value, NULL, &has_position) && has_position);
    REQUIRE(!swarm_objective_optimum(objective, 3, &value, NULL, &has_position) && !has_position);
    REQUIRE(swarm_objective_bounds(objective, 2, 1, &lower, &upper) && lower == 0 && upper == 15);
    swarm_objective_destroy(&objective);
    REQUIRE_FAILS(pso_objective_take(&env, "sfere", &objective), SWARM_ERROR_INVALID_ARGUMENT, "'sfere'");
    REQUIRE(!objective);
    REQUIRE_CONTAINS(env.error, "sphere, sum-squares, ");
    REQUIRE_CONTAINS(env.error, "cupso-cubic");
}

/* Reads an objective from a file with these bytes. */
static enum swarm_status read_bytes(const char *bytes, size_t size, struct swarm_objective **objective)
{
    return pso_objective_read(&env, test_write("cl", bytes, size), objective);
}

TEST(files_with_an_objective_are_read_unchanged)
{
    static const char *const texts[] = {
        "real objective(const real *x, int n) { return x[0]; }",
        "/* \" */ double\nobjective /* of mine */ (\nconst double *x, int n)\n{ return 0; }",
        "// it's mine\n#define Q '\"'\r\nreal objective\t(const real *x,int n){return 1;}",
        "real objective\n// here\n(const real *x, int n) { return 1; }\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
        struct swarm_objective *objective = NULL;
        char marked[200];
        const size_t mark = k % 2 * 3; /* bytes of the byte-order mark that some editors write */
        const size_t size = (size_t)snprintf(marked, sizeof marked, "%s%s", mark > 0 ? "\xEF\xBB\xBF" : "", texts[k]);
        REQUIRE_INT(read_bytes(marked, size, &objective), ==, SWARM_OK);
        REQUIRE_TEXT(objective->text, texts[k]);
        REQUIRE_CONTAINS(objective->path, ".cl");
        REQUIRE_INT(objective->info.kind, ==, SWARM_OBJECTIVE_FILE);
        REQUIRE(strncmp(objective->info.name, "test_", 5) == 0 && !strchr(objective->info.name, '.'));
        double value;
        struct pso_settings settings = {.objective = objective, .precision = 64, .dimensions = 1};
        REQUIRE_INT(pso_evaluate_host(&env, &settings,
                                      (struct pso_evaluation){.count = 1, .points = &(double){0}, .values = &value}),
                    ==, SWARM_ERROR_INVALID_ARGUMENT);
        swarm_objective_destroy(&objective);
    }
}

TEST(files_without_an_objective_are_rejected)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "found no text"},
        {" \n\t\r\n", "found no text"},
        {"real my_objective(const real *x, int n) { return 0; }", "no function called objective"},
        {"real objectives(const real *x, int n) { return 0; }", "no function called objective"},
        {"real Objective(const real *x, int n) { return 0; }", "no function called objective"},
        {"/* real objective(const real *x, int n) */", "no function called objective"},
        {"// real objective(const real *x, int n)\n", "no function called objective"},
        {"constant char *a = \"\\\"objective(\";", "no function called objective"},
        {"/* objective(", "no function called objective"},
        {"\"objective(", "no function called objective"},
        {"int objective = 1;", "real objective(const real *x, int n)"},
    };
    struct swarm_objective *objective = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        REQUIRE_FAILS(read_bytes(rows[k].text, strlen(rows[k].text), &objective), SWARM_ERROR_INPUT, rows[k].says);
        REQUIRE_CONTAINS(env.error, test_file("cl"));
        REQUIRE(!objective);
    }
    static const char nul[] = "real objective(\0const real *x, int n)";
    REQUIRE_FAILS(read_bytes(nul, sizeof nul - 1, &objective), SWARM_ERROR_INPUT, "NUL byte at offset 15");
    REQUIRE_FAILS(pso_objective_read(&env, ".", &objective), SWARM_ERROR_INPUT, "Is a directory");
    REQUIRE_FAILS(pso_objective_read(&env, "no/such/file.cl", &objective), SWARM_ERROR_INPUT, "no/such/file.cl");
    const size_t size = PSO_LARGEST_FILE + 1;
    char *text = test_memory(1, size);
    memset(text, ' ', size);
    memcpy(text, "real objective(", 15);
    REQUIRE_FAILS(read_bytes(text, size, &objective), SWARM_ERROR_INPUT,
                  "found 1048577 bytes, expected at most 1048576");
    REQUIRE_INT(read_bytes(text, size - 1, &objective), ==, SWARM_OK);
    swarm_objective_destroy(&objective);
}

TEST_MAIN_ENV()
