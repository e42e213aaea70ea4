/* question.c - reads options and instance, and checks solutions against them. */
#include "question.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tours/tours.h"
#include "tsp/length.h"
#include "tsp/tour.h"

static const struct swarm_instance *instance_of(const struct search *search)
{
    return search->task->params->input;
}

/* True if solutions are reversed: the end of the path is given, its start is free, and solutions begin at a given
 * node. */
static bool is_reversed(const struct orient_question *question)
{
    return question->conditions.end != TSP_NO_NODE && question->conditions.start == TSP_NO_NODE;
}

static enum swarm_status check_instance(const struct search *search)
{
    const struct swarm_instance *instance = instance_of(search);
    if (!instance) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no instance");
    }
    const char *name = instance->info.name;
    if (!orient_scores(instance, search->task->params)) {
        return base_fail(
            search->env, SWARM_ERROR_INVALID_ARGUMENT,
            "\"%s\" has no scores; expected a NODE_SCORE_SECTION, or a table with a column such as \"score\", "
            "\"points\" or \"Punkte\"; --columns score=TITLE names another",
            name);
    }
    if (!instance->info.symmetric || instance->info.fixed_edge_count > 0) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "\"%s\" has %s; orienteering does not support them",
                         name, instance->info.symmetric ? "fixed edges" : "asymmetric distances");
    }
    if (search->task->params->start_count > 1) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "%zu starting tours: orienteering uses only one",
                         search->task->params->start_count);
    }
    return SWARM_OK;
}

static enum swarm_status read_limit(const struct search *search, int64_t *limit)
{
    const struct swarm_instance_info *info = &instance_of(search)->info;
    const char *text = search->options.text[OPTION_limit];
    *limit = info->cost_limit;
    if (text) {
        return tsp_length_parse_any(text, info->decimals, limit)
                   ? SWARM_OK
                   : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                               "--limit %s: expected a length from 0 to 9e18", text);
    }
    return *limit > 0 ? SWARM_OK
                      : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                                  "\"%s\" has no COST_LIMIT, and --limit is not set", info->name);
}

static enum swarm_status check_path(const struct search *search, uint32_t start, uint32_t end)
{
    const struct swarm_instance *instance = instance_of(search);
    const int64_t limit = ((const struct orient_question *)search->question)->task.limit;
    if (start == end) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--start and --end are the same node, expected two nodes; without --path the tour is closed");
    }
    if (tsp_instance_is_missing(instance, start, end)) {
        return base_fail(search->env, SWARM_ERROR_INPUT, "instance \"%s\" has no edge from --start to --end",
                         instance->info.name);
    }
    if (tsp_instance_distance(instance, start, end) > limit) {
        char text[TSP_LENGTH_TEXT], most[TSP_LENGTH_TEXT];
        const int decimals = instance->info.decimals;
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "the distance from --start to --end is %s, above the limit of %s",
                         tsp_length_shown(tsp_instance_distance(instance, start, end), decimals, text),
                         tsp_length_shown(limit, decimals, most));
    }
    return SWARM_OK;
}

/* Chooses the first and last node of solutions. Closed tour: both are the start. Path: both ends; or one end and the
 * joint; or the joint as both. */
static enum swarm_status choose_ends(const struct search *search)
{
    struct orient_question *question = search->question;
    struct orient_task *task = &question->task;
    const struct swarm_instance *instance = instance_of(search);
    const uint32_t n = (uint32_t)instance->info.node_count;
    const uint32_t start = question->conditions.start, end = question->conditions.end;
    task->instance = instance;
    if (!question->conditions.path) {
        task->first = task->last = start != TSP_NO_NODE ? start : 0;
        return SWARM_OK;
    }
    task->first = start != TSP_NO_NODE ? start : end != TSP_NO_NODE ? end : n;
    task->last = start != TSP_NO_NODE && end != TSP_NO_NODE ? end : n;
    if (task->last != n) {
        return check_path(search, start, end);
    }
    TRY(tsp_instance_select(search->env, instance, NULL, n, true, &question->joined));
    task->instance = question->joined;
    return SWARM_OK;
}

static enum swarm_status copy_scores(const struct search *search)
{
    struct orient_question *question = search->question;
    TRY(BASE_MAKE(search->env, question->scores, question->task.instance->info.node_count));
    const uint32_t *scores = orient_scores(instance_of(search), search->task->params),
                   n = instance_of(search)->info.node_count;
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; ++i) {
        question->scores[i] = scores[i];
        sum += scores[i];
    }
    question->task.scores = question->scores;
    return sum <= INT32_MAX ? SWARM_OK
                            : base_fail(search->env, SWARM_ERROR_INPUT,
                                        "found scores with the sum %lld, expected at most 2147483647", (long long)sum);
}

/* Converts a caller's tour to a solution and measures it. A closed tour may begin with any of its nodes. */
static enum swarm_status take_tour(const struct search *search, const uint32_t *tour, size_t count, uint32_t *solution,
                                   int64_t *score, int64_t *length)
{
    const struct orient_question *question = search->question;
    const struct orient_task *task = &question->task;
    const size_t n = instance_of(search)->info.node_count;
    const uint32_t joint = (uint32_t)n;
    uint32_t *nodes = solution + 1;
    if (count == 0 || count > n) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION, "the tour has %zu nodes, expected 1 to %zu", count, n);
    }
    if (question->joined && task->first == joint) {
        *nodes++ = joint;
    }
    memcpy(nodes, tour, count * sizeof *nodes);
    if (is_reversed(question)) {
        tsp_tour_reverse(nodes, count);
    } else if (!question->conditions.path) {
        tsp_tour_turn(nodes, count, task->first);
    }
    nodes += count;
    if (question->joined && task->first != joint) {
        *nodes++ = joint;
    }
    solution[0] = (uint32_t)(nodes - solution) - 1;
    return orient_question_measure(search, solution, score, length);
}

static enum swarm_status read_start(const struct search *search)
{
    const struct swarm_params *params = search->task->params;
    struct orient_question *question = search->question;
    int64_t score, length;
    if (params->start_count == 0) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(search->env, question->start, question->task.instance->info.node_count + 1));
    const enum swarm_status status =
        take_tour(search, params->starts, params->start_nodes, question->start, &score, &length);
    return status == SWARM_OK ? SWARM_OK : base_fail_in(search->env, status, "the starting tour");
}

enum swarm_status orient_question_read(struct search *search)
{
    struct orient_question *question = search->question;
    TRY(check_instance(search));
    TRY(read_limit(search, &question->task.limit));
    const int64_t no_edge = instance_of(search)->info.no_edge;
    if (no_edge > 0 && question->task.limit >= no_edge) { /* longer than all tours that use only existing edges */
        question->task.limit = no_edge - 1;
    }
    TRY(tours_conditions_read(search->env, search->task->params, &question->conditions));
    TRY(choose_ends(search));
    TRY(copy_scores(search));
    TRY(read_start(search));
    return run_make_report(search, instance_of(search)->info.node_count, &question->reported);
}

void orient_question_release(struct search *search)
{
    struct orient_question *question = search->question;
    tours_conditions_deinit(&question->conditions);
    swarm_instance_destroy(&question->joined);
    free(question->scores);
    free(question->start);
    free(question->reported);
}

enum swarm_status swarm_orient_measure(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                       size_t count, int64_t *score, int64_t *length)
{
    struct base_env *env = base_env_of(context);
    if (!params || !tour) {
        return base_fail_null(context, !params ? "params" : "tour");
    }
    struct orient_question question = {.scores = NULL};
    const struct search_task task = {.env = env, .params = params};
    struct search search = {.task = &task, .env = env, .options = params->options, .question = &question};
    uint32_t *solution = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, orient_question_read(&search));
    solution = base_array(question.task.instance->info.node_count + 1, sizeof *solution);
    TRY_OR(done, solution ? take_tour(&search, tour, count, solution, score, length) : base_fail_memory(env));

done:
    free(solution);
    orient_question_release(&search);
    return status;
}

uint32_t orient_question_expand(const struct orient_question *question, const uint32_t *solution, uint32_t *nodes)
{
    const uint32_t n = (uint32_t)question->task.instance->info.node_count, joint = n - 1;
    uint32_t count = 0;
    for (uint32_t i = 1; i <= solution[0]; ++i) {
        if (!question->joined || solution[i] != joint) {
            nodes[count++] = solution[i];
        }
    }
    if (is_reversed(question)) {
        tsp_tour_reverse(nodes, count);
    }
    return count;
}

/* Returns the first rule about nodes and ends that a solution breaks, as text; NULL: none. seen [nodes of
 * task.instance] is zeroed. */
static const char *find_broken(const struct orient_question *question, const uint32_t *solution, bool *seen)
{
    const struct orient_task *task = &question->task;
    const uint32_t n = (uint32_t)task->instance->info.node_count, count = solution[0];
    if (count == 0 || count > n) {
        return "the tour has no nodes, or more than the instance";
    }
    for (uint32_t i = 1; i <= count; ++i) {
        if (solution[i] >= n || seen[solution[i]]) {
            return "a node is visited twice, or does not exist";
        }
        seen[solution[i]] = true;
    }
    if (solution[1] == task->first && (task->last == task->first || solution[count] == task->last)) {
        return NULL;
    }
    return question->conditions.path ? "the path does not have the required ends"
                                     : "the tour does not visit the first node";
}

enum swarm_status orient_question_measure(const struct search *search, const uint32_t *solution, int64_t *score,
                                          int64_t *length)
{
    const struct orient_question *question = search->question;
    const struct swarm_instance *instance = instance_of(search);
    const size_t n = question->task.instance->info.node_count;
    bool *seen = base_array(n, sizeof *seen);
    uint32_t *nodes = base_array(n, sizeof *nodes);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, seen && nodes ? SWARM_OK : base_fail_memory(search->env));
    const char *broken = find_broken(question, solution, seen);
    TRY_OR(done, broken ? base_fail(search->env, SWARM_ERROR_VERIFICATION, "%s", broken) : SWARM_OK);
    const uint32_t count = orient_question_expand(question, solution, nodes);
    *length = tsp_tour_length(instance, nodes, count, question->conditions.path);
    *score = 0;
    for (uint32_t i = 0; i < count; ++i) {
        *score += question->scores[nodes[i]];
    }
    TRY_OR(done, tsp_missing_refuse(search->env, instance, question->conditions.path, nodes, count,
                                    SWARM_ERROR_VERIFICATION, "the tour uses the missing edge from"));
    if (*length > question->task.limit) {
        char text[TSP_LENGTH_TEXT], most[TSP_LENGTH_TEXT];
        const int decimals = instance->info.decimals;
        status = base_fail(search->env, SWARM_ERROR_VERIFICATION, "the tour's length is %s, above the limit of %s",
                           tsp_length_shown(*length, decimals, text),
                           tsp_length_shown(question->task.limit, decimals, most));
    }

done:
    free(nodes);
    free(seen);
    return status;
}
