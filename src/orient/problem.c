/* problem.c - the problem `orient`: its functions for search/problem.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/best.h"
#include "base/memory.h"
#include "base/text.h"
#include "question.h"
#include "tours/tours.h"
#include "tsp/length.h"

extern const struct swarm_variant orient_algorithm_words[];
const struct swarm_variant orient_algorithm_words[] = {
    {"auto", "exact up to 12 nodes, else population", ""},
    {"population", "tours that exchange regions, each improved by ruin and recreate", ""},
    {"ants", "MAX-MIN Ant System, each tour improved by ruin and recreate", "Stuetzle and Hoos 2000"},
    {"exact", "the best score of up to 12 nodes, by dynamic programming on the host", "Bellman 1962"},
    {NULL, NULL, NULL},
};

static struct orient_question *question_of(const struct search *search)
{
    return search->question;
}

const uint32_t *orient_scores(const struct swarm_instance *instance, const struct swarm_params *params)
{
    return params->scores ? params->scores : instance->scores;
}

struct swarm_reference orient_reference(const struct swarm_instance *instance, const struct swarm_params *params)
{
    const struct options *options = &params->options;
    const uint32_t *scores = orient_scores(instance, params);
    const struct swarm_instance_info *info = &instance->info;
    const char *text = options->text[OPTION_limit];
    int64_t limit = info->cost_limit, total = 0;
    char mark[48];
    if (!scores || info->decimals != 0 || options->path || options->start
        || (text && !tsp_length_parse_any(text, 0, &limit))) {
        return (struct swarm_reference){.known = false};
    }
    for (uint32_t i = 0; i < info->node_count; ++i) {
        total += scores[i];
    }
    snprintf(mark, sizeof mark, "%" PRId64 "/%" PRId64, limit, total);
    const struct base_best *best = base_best_find("orient", info->name, info->node_count, mark);
    return best ? (struct swarm_reference){.known = true, .proven = best->proven, .length = best->value}
                : (struct swarm_reference){.known = false};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The question                                                                                                       */

enum {
    ANTS = 32,        /* default number of ants per generation */
    ITERATIONS = 50,  /* default number of iterations of a run */
    EPOCH = 5,        /* default number of generations between two migrations of islands */
    HOST_NODES = 200, /* largest number of nodes for which host threads finish before a driver has started */
};

static bool is_exact(const struct swarm_params *params, const struct swarm_instance *instance)
{
    return run_is_exact(params, OPTION_orient_algorithm, instance->info.node_count, ORIENT_EXACT_NODES);
}

static enum swarm_status choose(struct search *search)
{
    struct orient_question *question = question_of(search);
    struct options *options = &search->options;
    const bool named = options->given[OPTION_orient_algorithm],
               exact = is_exact(search->task->params, tours_instance_of(search));
    const uint32_t n = (uint32_t)tours_instance_of(search)->info.node_count;
    RUN_CHOOSE(options, orient_algorithm, exact ? "exact" : "population");
    const bool ants = strcmp(options->orient_algorithm, "ants") == 0;
    const unsigned others = ants ? BY_CYCLES : BY_COLLECTING_ANTS;
    TRY(run_check_owners(search, exact && named ? others | BY_CYCLES : others, options->orient_algorithm));
    run_choose_islands(options, EPOCH);
    if (exact) {
        options->set[OPTION_cycles] = false;
        return run_choose_exact(search, orient_solve, n, ORIENT_EXACT_NODES, "nodes");
    }
    if (ants) {
        RUN_CHOOSE(options, orient_ants, ANTS);
    }
    run_choose_ends(options, ITERATIONS, 0, false);
    question->choices = (struct orient_choices){
        .algorithm = ants ? &orient_ants : &orient_population,
        .on_device = ants && strcmp(options->ants_construction, "device") == 0,
        .size = (uint32_t)(ants                            ? options->orient_ants
                           : options->given[OPTION_cycles] ? options->cycles
                                                           : 0),
    };
    return SWARM_OK;
}

/* Warns if the limit is too short for a closed tour of the first node and any other: it may be in another unit. */
static void warn_about_limit(const struct search *search)
{
    const struct orient_task *task = &question_of(search)->task;
    const struct swarm_instance *instance = tours_instance_of(search);
    const struct swarm_instance_info *info = &instance->info;
    int64_t nearest = INT64_MAX;
    for (uint32_t node = 0; node < info->node_count && !search->options.path; ++node) {
        const int64_t length = 2 * (int64_t)tsp_instance_distance(instance, task->first, node);
        nearest = node != task->first && length < nearest ? length : nearest;
    }
    if (nearest > task->limit && nearest < INT64_MAX) {
        char limit[TSP_LENGTH_TEXT], text[TSP_LENGTH_TEXT];
        base_log(search->env, SWARM_LOG_WARNING,
                 "the limit of %s%s%s is too short to visit another node and return: the nearest one needs %s%s%s",
                 tsp_length_shown(task->limit, info->decimals, limit), *info->unit ? " " : "", info->unit,
                 tsp_length_shown(nearest, info->decimals, text), *info->unit ? " " : "", info->unit);
    }
}

static enum swarm_status ask(struct search *search)
{
    TRY(run_begin_question(search, sizeof(struct orient_question), "instance"));
    const struct orient_question *question = question_of(search);
    search->result->shown.timing.read = tours_instance_of(search)->info.read_seconds;
    TRY(orient_question_read(search));
    warn_about_limit(search);
    TRY(choose(search));
    TRY(run_fill_request(search, 0, INT64_MIN));
    const struct swarm_reference best = orient_reference(tours_instance_of(search), search->task->params);
    search->request.target = !search->options.given[OPTION_target]         ? (best.proven ? -best.length : INT64_MIN)
                             : search->options.target >= (double)INT32_MAX ? INT64_MIN
                                                                           : -(int64_t)ceil(search->options.target);
    search->solution_size = (question->task.instance->info.node_count + 1) * sizeof(uint32_t);
    return SWARM_OK;
}

static bool is_host_only(const struct swarm_params *params)
{
    const struct swarm_instance *instance = params->input;
    if (instance && is_exact(params, instance)) {
        return search_names_no_device(params);
    }
    return instance && instance->info.node_count <= HOST_NODES && run_leaves_device_open(params);
}

static enum swarm_status make(struct search *search, struct search_devices devices, struct search_engine **engine)
{
    const struct orient_question *question = question_of(search);
    struct orient_choices choices = question->choices;
    choices.threads = run_threads(search);
    return orient_engine_create(search->env, &search->request, &question->task, &choices,
                                run_devices_unless_cpu(search, devices), engine);
}

/* Starts from the caller's tour, or from the required nodes only. */
static enum swarm_status start(struct search *search, int64_t *score)
{
    const struct orient_question *question = question_of(search);
    const struct orient_task *task = &question->task;
    uint32_t *solution = search->solution;
    memset(solution, 0, search->solution_size);
    if (question->start) {
        memcpy(solution, question->start, search->solution_size);
    } else {
        solution[++solution[0]] = task->first;
        if (task->last != task->first) {
            solution[++solution[0]] = task->last;
        }
    }
    *score = 0;
    for (uint32_t i = 1; i <= solution[0]; ++i) {
        *score -= task->scores[solution[i]];
    }
    search->scale = 1;
    search->starts_anew = !question->start;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The solution */

static void show(const struct search *search, int64_t score, int64_t *length, double *value)
{
    (void)search;
    *length = -score;
    *value = (double)*length;
}

static void report(const struct search *search, struct swarm_progress *progress)
{
    const struct orient_question *question = question_of(search);
    const uint32_t *solution = search->solution;
    int64_t score = 0;
    for (uint32_t i = 1; i <= solution[0]; ++i) {
        score += question->task.scores[solution[i]];
    }
    if (score == progress->length) {
        progress->node_count = orient_question_expand(question, solution, question->reported);
        progress->tour = question->reported;
    }
}

static enum swarm_status verify(struct search *search)
{
    const struct orient_question *question = question_of(search);
    struct search_result *result = search->result;
    uint32_t *nodes;
    int64_t score = 0, length = 0;
    TRY(BASE_MAKE(search->env, nodes, tours_instance_of(search)->info.node_count));
    result->owned[0] = nodes;
    const enum swarm_status status = orient_question_measure(search, search->solution, &score, &length);
    if (status != SWARM_OK) {
        return base_fail_in(search->env, status, "verification of the result");
    }
    result->tour = (struct swarm_tour){
        .node_count = orient_question_expand(question, search->solution, nodes),
        .nodes = nodes,
        .length = length,
        .path = search->options.path,
        .reference = orient_reference(tours_instance_of(search), search->task->params),
        .built_length = result->built < INT64_MAX ? -result->built : -1,
    };
    result->shown.tour = &result->tour;
    return score == result->shown.length
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_VERIFICATION,
                           "verification of the result: the score is %lld, but the engine reported %lld",
                           (long long)score, (long long)result->shown.length);
}

static enum swarm_status check(const struct search *search, const void *solution, int64_t score, bool *possible)
{
    int64_t found = 0, length = 0;
    const enum swarm_status status = orient_question_measure(search, solution, &found, &length);
    *possible = status == SWARM_OK && -found == score;
    return status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
}

static void identify(const struct search *search, struct run_identity *identity)
{
    const struct swarm_instance *instance = tours_instance_of(search);
    const size_t n = instance->info.node_count;
    const uint32_t metric = (uint32_t)instance->info.metric;
    unsigned long sum = tours_sum(base_checksum(0, &metric, sizeof metric), instance);
    sum = base_checksum(sum, question_of(search)->scores, n * sizeof *question_of(search)->scores);
    run_identity_add(identity, "an instance of", base_text_format("%zu nodes (CRC-32 %08lx)", n, sum));
    char text[TSP_LENGTH_TEXT];
    tsp_length_shown(question_of(search)->task.limit, instance->info.decimals, text);
    run_identity_add(identity, "a limit of", base_text_copy(text, strlen(text)));
}

const struct search_problem orient_problem = {
    .name = "orient",
    .kind = "swarmcl orient",
    .owners = BY_ORIENT | BY_CYCLES | BY_COLLECTING_ANTS,
    .has_reference = true,
    .ask = ask,
    .release = orient_question_release,
    .is_host_only = is_host_only,
    .make = make,
    .start = start,
    .show = show,
    .report = report,
    .verify = verify,
    .check = check,
    .identify = identify,
};
