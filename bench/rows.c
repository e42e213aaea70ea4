/* rows.c - device time of every row of every table on every instance, and of all kernels of a default run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "problems.h"

/* Seconds until a run is abandoned; the row then skips all larger instances. */
#define ROW_LIMIT 6.0

/* Seconds of iterations to average over, predicted from a smaller instance; a longer iteration is measured once. */
#define ROW_BUDGET 0.5
enum { FEWEST_ITERATIONS = 3, MOST_ITERATIONS = 50 };

/* Milliseconds of --launch-ms for short iterations, which then have one launch of each kernel. Long iterations keep
 * the default, because ROW_LIMIT can only end a run between launches. */
#define WHOLE_LAUNCH_MS "10000"

enum { PROBLEM_LIMIT = 8, FAMILY_COUNT = 3 };

static const unsigned group_sizes[] = {32, 64, 128, 256, 512};
static const unsigned quick_group_sizes[] = {32, 128};

/* A parameter whose words are rows, and the prefix of its kernels' names. */
static const struct row_family {
    const char *parameter;
    const char *kernels;
    const char *partner; /* parameter whose rows may also have this group size; NULL: there is no group size */
    bool selects;        /* True if the row is measured with every selection */
} families[FAMILY_COUNT] = {
    {"construction", "aco_construct", "evaluation", true},
    {"evaluation", "aco_evaluate", "construction", false},
    {"deposit", "aco_deposit", NULL, false},
};

struct loaded_problem {
    const char *name;
    swarm_instance *instance;
    uint32_t nodes;
};

/* The current measurement. */
struct row_task {
    struct bench *bench;
    const struct bench_target *target;
    const struct loaded_problem *problems; /* [problem_count] instances to measure */
    size_t problem_count;
    char construction[64]; /* construction that the device uses by default */
    char evaluation[64];
    const struct row_family *family;
    const char *row;
    const char *selection; /* word of --selection; NULL: the default */
    unsigned group_size;   /* number of work-items in a group; 0: the default */
    double price;          /* seconds per unit of units_of() in the last run; 0: unknown */
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* One row                                                                                                            */

/* The growth of an iteration's time: n^3; n^4 for the gathering deposits, which look at all edges for each edge. */
static double units_of(const struct row_task *task, const struct loaded_problem *problem)
{
    const bool gathers = task->family && strncmp(task->row, "gather", strlen("gather")) == 0;
    return pow(problem->nodes, gathers ? 4 : 3);
}

/* Constructions whose names begin with ON_LISTS use candidate lists, with one selection and no separate evaluation.
 * TOGETHER runs as ACS, because its ants change trails during construction. */
#define ON_LISTS   "list-"
#define TOGETHER   "list-together"
#define LIST_RULE  "race"
#define LIST_WIDTH "32"

static bool walks_on_lists(const struct row_task *task, const char *row)
{
    return task->family && strcmp(task->family->parameter, "construction") == 0
           && strncmp(row, ON_LISTS, strlen(ON_LISTS)) == 0;
}

/* True if an iteration is expected to take less than ROW_BUDGET. */
static bool is_short(const struct row_task *task, const struct loaded_problem *problem)
{
    return task->price > 0 && task->price * units_of(task, problem) <= ROW_BUDGET;
}

static uint64_t iterations_for(const struct row_task *task, const struct loaded_problem *problem)
{
    double predicted = task->price * units_of(task, problem);
    if (!is_short(task, problem)) {
        return 1;
    }
    return (uint64_t)fmin(fmax(ROW_BUDGET / predicted, FEWEST_ITERATIONS), MOST_ITERATIONS);
}

static enum swarm_status run(struct row_task *task, const struct loaded_problem *problem, uint64_t iterations,
                             swarm_result **result)
{
    char size[24];
    const struct row_family *family = task->family;
    bool construction = family && strcmp(family->parameter, "construction") == 0;
    bool evaluation = family && strcmp(family->parameter, "evaluation") == 0;
    const bool lists = walks_on_lists(task, task->row);
    snprintf(size, sizeof size, "%u", task->group_size);
    const struct bench_setting settings[] = {
        {"construction", construction ? task->row
                         : family     ? task->construction
                                      : NULL},
        {"evaluation", evaluation         ? task->row
                       : family && !lists ? task->evaluation
                                          : NULL},
        {"candidates", lists ? LIST_WIDTH : NULL},
        {"algorithm", lists && strcmp(task->row, TOGETHER) == 0 ? "acs" : NULL},
        {"deposit", family && !construction && !evaluation ? task->row : NULL},
        {"selection", task->selection},
        {"group-size", task->group_size > 0 ? size : NULL},
        {"launch-ms", is_short(task, problem) ? WHOLE_LAUNCH_MS : NULL},
        {NULL, NULL},
    };
    enum swarm_status status =
        bench_solve(task->bench, problem->instance, task->target, settings, iterations, ROW_LIMIT, true, result);
    if (status == SWARM_OK && (*result)->iterations > 0) {
        task->price = (*result)->timing.loop / (double)(*result)->iterations / units_of(task, problem);
    }
    return status;
}

/* Runs as many whole iterations as the time limit allows; returns NULL and sets a note if that is none. If the time
 * limit ends a run, its event times include part of an iteration, so the run is repeated with its number of iterations.
 */
static swarm_result *run_whole(struct row_task *task, const struct loaded_problem *problem, char *note, size_t size)
{
    swarm_result *result = NULL;
    enum swarm_status status = SWARM_OK;
    if (task->price <= 0) { /* first run: only compiles */
        status = run(task, problem, 1, &result);
        swarm_result_destroy(&result);
    }
    uint64_t iterations = iterations_for(task, problem);
    for (int attempt = 0; attempt < 2 && status == SWARM_OK && !result; ++attempt) {
        status = run(task, problem, iterations, &result);
        if (status == SWARM_OK && result->iterations > 0 && result->iterations < iterations) {
            iterations = result->iterations;
            swarm_result_destroy(&result);
        }
    }
    if (status != SWARM_OK) {
        bench_error_line(task->bench, note, size);
    } else if (!result || result->iterations < iterations) {
        snprintf(note, size, "over %.0f s", ROW_LIMIT);
        swarm_result_destroy(&result);
    }
    return result;
}

static void measure_row(struct row_task *task)
{
    task->price = 0;
    for (size_t i = 0; i < task->problem_count; ++i) {
        const struct loaded_problem *problem = &task->problems[i];
        struct bench_row row = {
            .device = task->target->label,
            .family = task->family->parameter,
            .row = task->row,
            .selection = task->selection,
            .group_size = task->group_size,
            .instance = problem->name,
            .nodes = problem->nodes,
            .seconds = (double)NAN,
            .ant_step = (double)NAN,
        };
        swarm_result *result = run_whole(task, problem, row.note, sizeof row.note);
        bool measured = result != NULL;
        if (measured) {
            row.iterations = result->iterations;
            row.seconds = 0;
            for (size_t k = 0; k < result->kernel_count; ++k) {
                const struct swarm_kernel_time *kernel = &result->kernels[k];
                bool of_row = strncmp(kernel->name, task->family->kernels, strlen(task->family->kernels)) == 0;
                row.seconds += of_row ? kernel->seconds / (double)result->iterations : 0;
            }
            if (!(row.seconds > 0)) {
                bench_fail(task->bench, "%s %s: no kernel that begins with %s took any time", task->family->parameter,
                           task->row, task->family->kernels);
                row.seconds = (double)NAN;
                snprintf(row.note, sizeof row.note, "no such kernel");
            }
            if (task->family->selects) {
                row.ant_step = row.seconds / ((double)problem->nodes * problem->nodes);
            }
        }
        swarm_result_destroy(&result);
        bench_report_row(&task->bench->report, &row);
        if (!measured) {
            break;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* All rows                                                                                                           */

/* True if a row has a choice of group sizes; the partner's rows never refuse --group-size. */
static bool takes_group_size(const struct bench_target *target, const struct row_family *family, const char *row)
{
    size_t count = 0;
    bool takes = family->partner != NULL;
    const struct swarm_variant **partners = family->partner ? bench_words(family->partner, &count) : NULL;
    for (size_t i = 0; i < count && takes; ++i) {
        takes = bench_goes_together(target, (const struct bench_setting[]){{family->parameter, row},
                                                                           {family->partner, partners[i]->name},
                                                                           {"group-size", "1"},
                                                                           {NULL, NULL}});
    }
    free(partners);
    return takes;
}

static void measure_sizes(struct row_task *task, bool sizes)
{
    const unsigned *list = task->bench->quick ? quick_group_sizes : group_sizes;
    size_t count = task->bench->quick ? sizeof quick_group_sizes / sizeof list[0] : sizeof group_sizes / sizeof list[0];
    task->group_size = 0;
    if (!sizes) {
        measure_row(task);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        if (list[i] <= task->target->device->max_group_size) {
            task->group_size = list[i];
            measure_row(task);
        }
    }
}

static void measure_family(struct row_task *task)
{
    size_t row_count = 0, selection_count = 0;
    const struct swarm_variant **rows = bench_words(task->family->parameter, &row_count);
    const struct swarm_variant **selections = bench_words("selection", &selection_count);
    for (size_t i = 0; i < row_count; ++i) {
        task->row = rows[i]->name;
        bool sizes = takes_group_size(task->target, task->family, task->row);
        bench_note("%s %s on %s", task->family->parameter, task->row, task->target->label);
        for (size_t s = 0; s < (task->family->selects ? selection_count : 1); ++s) {
            task->selection = task->family->selects ? selections[s]->name : NULL;
            const bool lists = walks_on_lists(task, task->row);
            if (lists ? strcmp(task->selection, LIST_RULE) == 0
                      : bench_goes_together(task->target,
                                            (const struct bench_setting[]){{task->family->parameter, task->row},
                                                                           {"selection", task->selection},
                                                                           {NULL, NULL}})) {
                measure_sizes(task, sizes && s == 0); /* tune.py finds the sizes for the other selections */
            }
        }
    }
    task->selection = NULL;
    free(selections);
    free(rows);
}

static void keep_setting(const swarm_result *result, const char *name, char *value, size_t size)
{
    for (size_t i = 0; i < result->setting_count; ++i) {
        if (strcmp(result->settings[i].name, name) == 0 && result->settings[i].value) {
            snprintf(value, size, "%s", result->settings[i].value);
        }
    }
}

/* Measures all kernels of a default run, and stores the device's default rows. Returns false if the run fails. */
static bool measure_default(struct row_task *task)
{
    char note[BENCH_TEXT_SIZE] = "";
    bool measured = false;
    task->family = NULL;
    task->selection = NULL;
    task->group_size = 0;
    task->price = 0;
    for (size_t i = 0; i < task->problem_count; ++i) {
        const struct loaded_problem *problem = &task->problems[i];
        swarm_result *result = run_whole(task, problem, note, sizeof note);
        if (!result) {
            bench_note("%s on %s: %s", problem->name, task->target->label, note);
            task->bench->failed |= task->bench->status == SWARM_ERROR_INVALID_ARGUMENT;
            break;
        }
        measured = true;
        keep_setting(result, "construction", task->construction, sizeof task->construction);
        keep_setting(result, "evaluation", task->evaluation, sizeof task->evaluation);
        for (size_t k = 0; k < result->kernel_count; ++k) {
            struct bench_kernel kernel = {
                .device = task->target->label,
                .instance = problem->name,
                .calls = (double)result->kernels[k].calls / (double)result->iterations,
                .seconds = result->kernels[k].seconds / (double)result->iterations,
            };
            snprintf(kernel.kernel, sizeof kernel.kernel, "%s", result->kernels[k].name);
            bench_report_kernel(&task->bench->report, &kernel);
        }
        swarm_result_destroy(&result);
    }
    return measured;
}

static size_t load_problems(struct bench *bench, struct loaded_problem *problems, bool gpu_only)
{
    size_t count = 0;
    for (const struct bench_problem *row = bench_row_problems; row->name && count < PROBLEM_LIMIT; ++row) {
        const char *name = bench_problem_name(bench, row);
        if (!name || row->gpu_only != gpu_only) {
            continue;
        }
        swarm_instance *instance = bench_problem_read(bench, row);
        if (instance) {
            uint32_t nodes = swarm_instance_describe(instance)->node_count;
            problems[count++] = (struct loaded_problem){name, instance, nodes};
        }
    }
    return count;
}

void bench_rows(struct bench *bench)
{
    struct loaded_problem problems[2 * PROBLEM_LIMIT];
    size_t small = load_problems(bench, problems, false);
    size_t all = small + load_problems(bench, problems + small, true);
    for (size_t i = 0; i < bench->target_count; ++i) {
        const struct bench_target *target = &bench->targets[i];
        struct row_task task = {
            .bench = bench,
            .target = target,
            .problems = problems,
            .problem_count = target->device->type == SWARM_DEVICE_GPU ? all : small,
        };
        if (target->device->simulator || !measure_default(&task)) {
            continue;
        }
        for (size_t f = 0; f < FAMILY_COUNT; ++f) {
            const size_t before = bench->report.row_count;
            task.family = &families[f];
            measure_family(&task);
            if (bench->report.row_count == before) {
                bench_fail(bench, "%s on %s: no row was measured", families[f].parameter, target->label);
            }
        }
    }
    for (size_t i = 0; i < all; ++i) {
        swarm_instance_destroy(&problems[i].instance);
    }
}
