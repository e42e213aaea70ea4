/* Refuses options that clash, and chooses the shape of kernels from options and tuning files. */
#include <stdio.h>
#include <string.h>

#include "aco/shape.h"
#include "cl/aco/selection_rules.h"
#include "tours.h"

/* A rule: `option` clashes with `with` if `applies` is true. */
struct rule {
    bool applies;
    enum option option;
    const char *with, *reason;
};

/* Refuses the options of the first rule that applies. */
static enum swarm_status check_rules(struct base_env *env, const struct options *options, const struct rule *rules,
                                     size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        if (rules[k].applies) {
            return options_clash(env, options, rules[k].option, rules[k].with, rules[k].reason);
        }
    }
    return SWARM_OK;
}

static void append_name(char *text, size_t size, const char **separator, const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s %s", *separator, name);
    *separator = ",";
}

/* Appends to `reason` the ant algorithms that support an option of `owners`. */
static void append_algorithms(char *reason, size_t size, unsigned owners)
{
    const char *separator = "";
    for (size_t k = 0; k < aco_algorithm_count; ++k) {
        if (tours_ant_owners(&aco_algorithms[k]) & owners) {
            append_name(reason, size, &separator, aco_algorithms[k].name);
        }
    }
}

/* Refuses options that the algorithm does not support. */
static enum swarm_status check_owners(struct base_env *env, const struct options *options,
                                      const struct tours_question *question)
{
    const struct mosaic_improver *improver = options->improver ? mosaic_improver_find(options->improver) : NULL;
    const bool pieces = improver && improver->pieces;
    const bool chosen = question->exact && !options->given[OPTION_algorithm]; /* mosaic is the default for more nodes */
    const unsigned has = (tours_owners(question) | (chosen ? BY_MOSAIC : 0)) & ~(pieces ? 0u : (unsigned)BY_PIECES);
    char with[64], reason[160] = "it would be ignored, because it belongs to";
    snprintf(with, sizeof with, "--algorithm %s", options->algorithm);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const unsigned owners = options_owners((enum option)option);
        if (!options->given[option] || (owners & has)) {
            continue;
        }
        if (owners & BY_ANY_ANTS) {
            append_algorithms(reason, sizeof reason, owners & BY_ANY_ANTS);
            return options_clash(env, options, (enum option)option, with, reason);
        }
        if (owners & BY_MOSAIC) {
            return options_clash(env, options, (enum option)option, with,
                                 "it would be ignored, because it belongs to mosaic");
        }
    }
    return SWARM_OK;
}

static enum swarm_status check_exact(struct base_env *env, const struct options *options,
                                     const struct tours_question *question)
{
    const unsigned nodes = (unsigned)question->n - question->joint;
    char with[64], reason[64];
    snprintf(with, sizeof with, "%u nodes", nodes);
    snprintf(reason, sizeof reason, "it solves at most %d", TOURS_EXACT_NODES);
    return check_rules(env, options, &(struct rule){nodes > TOURS_EXACT_NODES, OPTION_algorithm, with, reason}, 1);
}

/* Refuses options and instances that mosaic does not support. */
static enum swarm_status check_mosaic(struct base_env *env, const struct options *options,
                                      const struct tours_question *question)
{
    const uint32_t least = tours_mosaic_least(question);
    char with[64], reason[160];
    if (question->n < least) {
        const unsigned nodes = (unsigned)question->n - question->joint;
        snprintf(with, sizeof with, "%s %s %u node%s", options->path ? "an open path" : "an instance",
                 question->contracted ? "whose fixed edges leave" : "of", nodes, nodes == 1 ? "" : "s");
        snprintf(reason, sizeof reason,
                 "it needs %u or more; these algorithms accept any number:", (unsigned)least - question->joint);
        append_algorithms(reason, sizeof reason, BY_ANTS);
        return options_clash(env, options, OPTION_algorithm, with, reason);
    }
    if (options->schedule) {
        if (question->schedule.count == 0) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--schedule %s: expected INDIVIDUALSxGENERATIONS for each population, separated by "
                             "commas, then +NODES or *PASSES if the last generation was cut; as in 8x2,64x1+5000",
                             options->schedule);
        }
        TRY(options_refuse(env, options, IS_SCHEDULED, "--schedule", "--schedule sets its value"));
    }
    if (options->candidates < TOURS_MOSAIC_CANDIDATES_LEAST && options->candidates + 1 < question->n) {
        snprintf(reason, sizeof reason, "it needs %d candidates or more", TOURS_MOSAIC_CANDIDATES_LEAST);
        return options_clash(env, options, OPTION_candidates, "--algorithm mosaic", reason);
    }
    return SWARM_OK;
}

static enum swarm_status check_ants(struct base_env *env, const struct options *options,
                                    const struct tours_question *question)
{
    const bool *given = options->given, lists = question->lists;
    const struct aco_local_search *search = question->local_search;
    char algorithm[64], selection[64], ants[64], candidates[64], local_search[64];
    char reversing[160] = "it reverses parts of tours; these searches do not:";
    const char *separator = "";
    snprintf(algorithm, sizeof algorithm, "--algorithm %s", options->algorithm);
    snprintf(selection, sizeof selection, "--selection %s", options->selection);
    snprintf(ants, sizeof ants, "%llu ants", (unsigned long long)options->ants);
    snprintf(candidates, sizeof candidates, "--candidates %llu", (unsigned long long)options->candidates);
    snprintf(local_search, sizeof local_search, "--local-search %s", search->name);
    for (size_t k = 0; k < aco_local_search_count; ++k) {
        if (aco_local_searches[k].oriented) {
            append_name(reversing, sizeof reversing, &separator, aco_local_searches[k].name);
        }
    }
    const struct rule rules[] = {
        {question->algorithm->local_update && options->candidates == 0, OPTION_candidates, algorithm,
         "its ants change trails while they walk, which works only with candidate lists"},
        {given[OPTION_depositors] && options->depositors > options->ants + 1, OPTION_depositors, ants,
         "only the tours of the ants and the best tour can deposit"},
        {!lists && given[OPTION_q0] && options->q0 > 0, OPTION_q0, "--candidates 0",
         "only ants with candidate lists take the best candidate without a draw"},
        {!lists && given[OPTION_candidate_kind] && !options->set[OPTION_candidate_kind], OPTION_candidate_kind,
         "--candidates 0 and --local-search none", "they use no candidate lists"},
        {lists && given[OPTION_selection] && question->selection != SELECTION_RACE, OPTION_selection, candidates,
         "ants with candidate lists always use race"},
        {lists && given[OPTION_evaluation], OPTION_evaluation, candidates,
         "ants with candidate lists compute the lengths of tours as they build them"},
        {lists && given[OPTION_group_size], OPTION_group_size, candidates,
         "kernels of ants with candidate lists have a fixed group size"},
        {!question->symmetric && !search->oriented, OPTION_local_search, "an asymmetric instance", reversing},
        {given[OPTION_p_best] && aco_local_search_moves(search), OPTION_p_best, local_search,
         "with a local search the number of nodes decides the lower limit of trails"},
        {given[OPTION_compress_from] && question->selection != SELECTION_HYBRID, OPTION_compress_from, selection,
         "it would be ignored"},
        {given[OPTION_trial_limit] && !SELECTION_TRIES(question->selection), OPTION_trial_limit, selection,
         "it would be ignored"},
    };
    return check_rules(env, options, rules, sizeof rules / sizeof *rules);
}

enum swarm_status tours_check_clashes(struct base_env *env, const struct options *options,
                                      const struct tours_question *question)
{
    const char *kind = options->given[OPTION_candidate_kind] ? options->candidate_kind : "";
    const bool quadrants = strcmp(kind, "quadrant") == 0 || strcmp(kind, "mixed") == 0;
    const struct rule rules[] = {
        {strcmp(kind, "alpha") == 0 && (question->joint || !question->symmetric), OPTION_candidate_kind,
         question->joint ? "--path with a free end" : "an asymmetric instance", "alpha needs symmetric lengths"},
        {quadrants && !question->quadrants, OPTION_candidate_kind,
         options->path ? "--path" : "an instance without coordinates", "quadrants need coordinates and a closed tour"},
    };
    TRY(check_owners(env, options, question));
    TRY((question->exact ? check_exact : question->algorithm ? check_ants : check_mosaic)(env, options, question));
    return check_rules(env, options, rules, sizeof rules / sizeof *rules);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Shapes                                                                                                             */

/* True if the user gave the option, even as "auto". Options from other sources are dropped if they clash. */
static bool is_wished(const struct options *options, enum option option)
{
    return options->text[option] != NULL;
}

/* Chooses the rows work-group if --group-size W needs them and the user named none; fails if both have fixed sizes. */
static enum swarm_status take_group_size(struct base_env *env, const struct options *options,
                                         struct aco_shape_request *request)
{
    const bool construction_fixed = request->construction && !request->construction->groups;
    const bool evaluation_fixed = request->evaluation && !request->evaluation->groups;
    const bool construction_wished = is_wished(options, OPTION_construction);
    const bool evaluation_wished = is_wished(options, OPTION_evaluation);
    request->group_size = (uint32_t)options->group_size;
    if (construction_fixed && construction_wished && evaluation_fixed && evaluation_wished) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction %s and --evaluation %s: both have a fixed "
                         "group size",
                         (unsigned)request->group_size, request->construction->name, request->evaluation->name);
    }
    if (!request->construction || (construction_fixed && !construction_wished)) {
        request->construction = aco_construction_find("work-group");
    }
    if (!request->evaluation || (evaluation_fixed && !evaluation_wished)) {
        request->evaluation = aco_evaluation_find("work-group");
    }
    return SWARM_OK;
}

/* Chooses row `lanes` for --ants-per-group A, unless a row is given or candidate lists let all rows share groups. */
static enum swarm_status take_ants_per_group(struct base_env *env, const struct options *options, bool lists,
                                             struct aco_shape_request *request)
{
    const bool fixed = request->construction && !request->construction->shares;
    request->ants_per_group = (uint32_t)options->ants_per_group;
    if (fixed && is_wished(options, OPTION_construction)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--ants-per-group %u clashes with --construction %s: its work-groups have one ant",
                         (unsigned)request->ants_per_group, request->construction->name);
    }
    if (fixed || !request->construction) {
        request->construction = lists ? NULL : aco_construction_find("lanes");
    }
    return SWARM_OK;
}

/* Uses group sizes of a tuning file if both rows, or the only row with such a size, are from the file. */
static void take_tuned_sizes(const struct options *options, const struct tours_tuned *tuned,
                             struct aco_shape_request *request)
{
    const char *group_size = tours_tuned_value(tuned, OPTION_group_size);
    const char *ants = tours_tuned_value(tuned, OPTION_ants_per_group);
    const char *name = tours_tuned_value(tuned, OPTION_construction);
    const struct aco_construction *row = request->construction;
    if (!row || !name || strcmp(row->name, name) != 0) {
        return;
    }
    if (ants && row->shares) {
        request->ants_per_group = (uint32_t)strtoul(ants, NULL, 10);
    }
    if (group_size && (row->groups || (request->evaluation && request->evaluation->groups))
        && !is_wished(options, OPTION_evaluation)) {
        request->group_size = (uint32_t)strtoul(group_size, NULL, 10);
    }
}

/* Uses the rows that the options name, without rows that the user did not give and that do not fit the colony. */
static void take_rows(const struct options *options, const struct tours_question *question,
                      const struct tours_tuned *tuned, bool given_only, struct aco_shape_request *request)
{
    const char *names[] = {options->construction, options->evaluation, options->deposit};
    const enum option all[] = {OPTION_construction, OPTION_evaluation, OPTION_deposit};
    for (size_t i = 0; i < 3; ++i) {
        const char *of_file = tours_tuned_value(tuned, all[i]);
        names[i] = is_wished(options, all[i]) ? names[i] : given_only ? NULL : of_file ? of_file : names[i];
    }
    const struct aco_construction *row = names[0] ? aco_construction_find(names[0]) : NULL;
    const struct aco_deposit *deposit = names[2] ? aco_deposit_find(names[2]) : NULL;
    if (row && !is_wished(options, OPTION_construction)
        && (row->lists != question->lists || row->local_update != question->algorithm->local_update
            || (!row->lists && !(row->selections & ACO_SELECTION_BIT(question->selection))))) {
        row = NULL;
    }
    if (deposit && !is_wished(options, OPTION_deposit) && !deposit->any_algorithm
        && (question->lists || !question->algorithm->plain)) {
        deposit = NULL;
    }
    request->construction = row;
    request->evaluation = names[1] && !question->lists ? aco_evaluation_find(names[1]) : NULL;
    request->deposit = deposit;
}

enum swarm_status tours_choose_shape(struct base_env *env, const struct options *options,
                                     const struct tours_question *question, const struct tours_tuned *tuned,
                                     bool given_only, struct aco_shape_request *request)
{
    *request = (struct aco_shape_request){.construction = NULL};
    if (options_is_reference(options)) {
        return SWARM_OK;
    }
    take_rows(options, question, tuned, given_only, request);
    if (options->given[OPTION_ants_per_group]) {
        TRY(take_ants_per_group(env, options, question->lists, request));
    }
    if (options->given[OPTION_group_size]) {
        TRY(take_group_size(env, options, request));
    }
    if (!is_wished(options, OPTION_ants_per_group) && !is_wished(options, OPTION_group_size) && !given_only) {
        take_tuned_sizes(options, tuned, request);
    }
    return SWARM_OK;
}
