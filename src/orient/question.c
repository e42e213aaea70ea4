/* question.c - from options to rules, and from rules to checks. */
#include "question.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tours/tours.h"
#include "tsp/length.h"

static const struct swarm_instance *instance_of(const struct run *run)
{
    return run->task->params->instance;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reading                                                                                                            */

static enum swarm_status check_instance(const struct run *run)
{
    const struct swarm_instance *instance = instance_of(run);
    if (!instance) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no instance");
    }
    const char *name = instance->info.name;
    if (!instance->scores) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "\"%s\" has no scores; expected a NODE_SCORE_SECTION, or a column \"score\" of a table", name);
    }
    if (!instance->info.symmetric || instance->info.fixed_edge_count > 0) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "\"%s\" has %s; orienteering takes none", name,
                         instance->info.symmetric ? "fixed edges" : "asymmetric distances");
    }
    if (run->task->params->start_count > 0) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "orienteering takes no tours to start from");
    }
    return SWARM_OK;
}

static enum swarm_status read_limit(const struct run *run, int64_t *limit)
{
    const struct swarm_instance_info *info = &instance_of(run)->info;
    const char *text = run->options.text[OPTION_limit];
    *limit = info->cost_limit;
    if (text) {
        return tsp_length_parse(text, info->decimals, limit)
                   ? SWARM_OK
                   : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                               "--limit %s: expected a length of at most 63 bits", text);
    }
    return *limit > 0 ? SWARM_OK
                      : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "\"%s\" has no COST_LIMIT; expected --limit",
                                  info->name);
}

/* Ends of rings: both ends given, or one and the joint, or twice the joint, or twice node 0. */
static enum swarm_status choose_ends(const struct run *run)
{
    struct orient_question *question = run->question;
    const struct swarm_instance *instance = instance_of(run);
    const struct tsp_conditions *conditions = &question->conditions;
    const uint32_t n = (uint32_t)instance->info.node_count, start = conditions->start, end = conditions->end;
    const bool free_end = conditions->path && (start == TSP_NO_NODE || end == TSP_NO_NODE);
    question->task.instance = instance;
    question->task.first = conditions->path ? start : 0;
    question->task.last = conditions->path ? end : 0;
    if (conditions->path && !free_end && start == end) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--start and --end are the same node, expected two; without --path the cycle is closed");
    }
    if (free_end) {
        TRY(tsp_instance_select(run->env, instance, NULL, n, true, &question->joined));
        question->task.instance = question->joined;
        question->task.first = start != TSP_NO_NODE ? start : end != TSP_NO_NODE ? end : n;
        question->task.last = n;
    }
    if (conditions->path && !free_end && tsp_instance_distance(instance, start, end) > question->task.limit) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "the distance from --start to --end is %ld, above the limit of %lld",
                         (long)tsp_instance_distance(instance, start, end), (long long)question->task.limit);
    }
    return SWARM_OK;
}

static enum swarm_status copy_scores(const struct run *run)
{
    struct orient_question *question = run->question;
    question->scores = base_array(question->task.instance->info.node_count, sizeof *question->scores);
    if (!question->scores) {
        return base_fail_memory(run->env);
    }
    memcpy(question->scores, instance_of(run)->scores, instance_of(run)->info.node_count * sizeof *question->scores);
    question->task.scores = question->scores;
    return SWARM_OK;
}

enum swarm_status orient_question_read(struct run *run)
{
    struct orient_question *question = run->question;
    TRY(check_instance(run));
    TRY(read_limit(run, &question->task.limit));
    TRY(tours_conditions_read(run->env, &run->options, instance_of(run), &question->conditions));
    TRY(choose_ends(run));
    TRY(copy_scores(run));
    if (run->task->params->tells_answers) {
        question->told = base_array(instance_of(run)->info.node_count, sizeof *question->told);
        TRY(question->told ? SWARM_OK : base_fail_memory(run->env));
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Answers                                                                                                            */

uint32_t orient_question_expand(const struct orient_question *question, const uint32_t *answer, uint32_t *nodes)
{
    const uint32_t n = (uint32_t)question->task.instance->info.node_count, joint = n - 1;
    const bool turned = question->conditions.end != TSP_NO_NODE && question->conditions.start == TSP_NO_NODE;
    uint32_t count = 0;
    for (uint32_t i = 1; i <= answer[0]; ++i) {
        if (!question->joined || answer[i] != joint) {
            nodes[count++] = answer[i];
        }
    }
    for (uint32_t i = 0; turned && i < count / 2; ++i) {
        const uint32_t node = nodes[i];
        nodes[i] = nodes[count - 1 - i];
        nodes[count - 1 - i] = node;
    }
    return count;
}

/* The first rule of lists that an answer breaks; NULL: none. seen [nodes of task.instance] is zeroed. */
static const char *find_broken(const struct orient_question *question, const uint32_t *answer, bool *seen)
{
    const struct orient_task *task = &question->task;
    const uint32_t n = (uint32_t)task->instance->info.node_count, count = answer[0];
    if (count == 0 || count > n) {
        return "it has no node, or more than there are";
    }
    for (uint32_t i = 1; i <= count; ++i) {
        if (answer[i] >= n || seen[answer[i]]) {
            return "a node is visited twice, or does not exist";
        }
        seen[answer[i]] = true;
    }
    return answer[1] != task->first || (task->last != task->first && answer[count] != task->last)
               ? "its ends are not those asked for"
               : NULL;
}

enum swarm_status orient_question_measure(const struct run *run, const uint32_t *answer, int64_t *score,
                                          int64_t *length)
{
    const struct orient_question *question = run->question;
    const struct swarm_instance *instance = instance_of(run);
    const size_t n = question->task.instance->info.node_count;
    bool *seen = base_array(n, sizeof *seen);
    uint32_t *nodes = base_array(n, sizeof *nodes);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, seen && nodes ? SWARM_OK : base_fail_memory(run->env));
    const char *broken = find_broken(question, answer, seen);
    if (broken) {
        status = base_fail(run->env, SWARM_ERROR_VERIFICATION, "%s", broken);
        goto done;
    }
    const uint32_t count = orient_question_expand(question, answer, nodes);
    *score = *length = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const bool closes = i + 1 == count;
        *score += instance->scores[nodes[i]];
        *length += closes && question->conditions.path
                       ? 0
                       : tsp_instance_distance(instance, nodes[i], nodes[closes ? 0 : i + 1]);
    }
    if (*length > question->task.limit) {
        status = base_fail(run->env, SWARM_ERROR_VERIFICATION, "its length is %lld, above the limit of %lld",
                           (long long)*length, (long long)question->task.limit);
    }

done:
    free(nodes);
    free(seen);
    return status;
}
