/* clashes.c - options that do not go together, and the shape that the others ask for. */
#include <stdio.h>
#include <string.h>

#include "aco/tables.h"
#include "selection_rules.h"
#include "tours.h"

/* What is refused. */
struct clash {
    struct base_env *env;
    const struct options *options;
    const struct tours_question *question;
};

static enum swarm_status refuse(const struct clash *clash, enum option option, const char *with, const char *reason)
{
    return options_clash(clash->env, clash->options, option, with, reason);
}

static bool is_given(const struct clash *clash, enum option option)
{
    return clash->options->given[option];
}

/* Writes the ant algorithms that have an option of `owners` behind `reason`. */
static void append_algorithms(char *reason, size_t size, unsigned owners)
{
    const char *separator = "";
    size_t used = strlen(reason);
    for (size_t k = 0; k < aco_algorithm_count && used < size; ++k) {
        if (tours_ant_owners(&aco_algorithms[k]) & owners) {
            used += (size_t)snprintf(reason + used, size - used, "%s %s", separator, aco_algorithms[k].name);
            separator = ",";
        }
    }
}

/* Options that the algorithm does not have. */
static enum swarm_status check_owners(const struct clash *clash)
{
    const struct mosaic_improver *improver =
        clash->options->improver ? mosaic_improver_find(clash->options->improver) : NULL;
    const bool pieces = improver && improver->pieces;
    const unsigned has = tours_owners(clash->question) & ~(pieces ? 0u : (unsigned)BY_PIECES);
    char with[64], reason[160] = "it would be ignored, as it belongs to";
    snprintf(with, sizeof with, "--algorithm %s", clash->options->algorithm);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const unsigned owners = options_owners((enum option)option);
        if (!is_given(clash, (enum option)option) || (owners & has)) {
            continue;
        }
        if (owners & BY_ANY_ANTS) {
            append_algorithms(reason, sizeof reason, owners & BY_ANY_ANTS);
            return refuse(clash, (enum option)option, with, reason);
        }
        if (owners & BY_MOSAIC) {
            return refuse(clash, (enum option)option, with, "it would be ignored, as it belongs to mosaic");
        }
    }
    return SWARM_OK;
}

static enum swarm_status check_algorithm(const struct clash *clash)
{
    const struct options *options = clash->options;
    char with[64];
    if (clash->question->algorithm->local_update && options->candidates == 0) {
        snprintf(with, sizeof with, "--algorithm %s", options->algorithm);
        return refuse(clash, OPTION_candidates, with,
                      "its ants change trails as they go, which they do on lists alone");
    }
    if (is_given(clash, OPTION_depositors) && options->depositors > options->ants + 1) {
        snprintf(with, sizeof with, "%llu ants", (unsigned long long)options->ants);
        return refuse(clash, OPTION_depositors, with, "there are not so many tours to deposit");
    }
    return SWARM_OK;
}

/* What mosaic cannot do. */
static enum swarm_status check_mosaic(const struct clash *clash)
{
    const struct tours_question *question = clash->question;
    const struct options *options = clash->options;
    const uint32_t least = tours_mosaic_least(question);
    enum swarm_status status = SWARM_OK;
    char with[64], reason[160];
    if (question->n < least) {
        const unsigned nodes = (unsigned)question->n - question->joint;
        snprintf(with, sizeof with, "%s %s %u node%s", options->path ? "an open path" : "an instance",
                 question->contracted ? "whose fixed edges leave" : "of", nodes, nodes == 1 ? "" : "s");
        snprintf(reason, sizeof reason,
                 "it takes %u or more; these take any number:", (unsigned)least - question->joint);
        append_algorithms(reason, sizeof reason, BY_ANTS);
        return refuse(clash, OPTION_algorithm, with, reason);
    }
    if (options->schedule) {
        if (question->schedule.count == 0) {
            return base_fail(
                clash->env, SWARM_ERROR_INVALID_ARGUMENT,
                "--schedule %s: expected INDIVIDUALSxGENERATIONS, populations with commas between them, and at the end "
                "+NODES or *PASSES where the last generation was cut; as in 8x2,64x1+5000",
                options->schedule);
        }
        TRY(options_refuse(clash->env, options, IS_SCHEDULED, "--schedule", "that says how many there are"));
    }
    if (options->candidates < TOURS_MOSAIC_CANDIDATES_LEAST && options->candidates + 1 < question->n) {
        snprintf(reason, sizeof reason, "its lists have %d candidates or more", TOURS_MOSAIC_CANDIDATES_LEAST);
        return refuse(clash, OPTION_candidates, "--algorithm mosaic", reason);
    }

fail:
    return status;
}

/* What belongs to whole rows, or to lists. */
static enum swarm_status check_lists(const struct clash *clash)
{
    const struct options *options = clash->options;
    char with[64];
    snprintf(with, sizeof with, "--candidates %llu", (unsigned long long)options->candidates);
    if (!clash->question->lists) {
        if (is_given(clash, OPTION_q0) && options->q0 > 0) {
            return refuse(clash, OPTION_q0, "--candidates 0", "only ants on lists take the best without a draw");
        }
        return is_given(clash, OPTION_candidate_kind) && !options->set[OPTION_candidate_kind] ? refuse(
                   clash, OPTION_candidate_kind, "--candidates 0 and --local-search none", "there are no lists")
                                                                                              : SWARM_OK;
    }
    if (is_given(clash, OPTION_selection) && clash->question->selection != SELECTION_RACE) {
        return refuse(clash, OPTION_selection, with, "ants on lists race");
    }
    if (is_given(clash, OPTION_evaluation)) {
        return refuse(clash, OPTION_evaluation, with, "ants on lists measure their tours as they build them");
    }
    if (is_given(clash, OPTION_group_size)) {
        return refuse(clash, OPTION_group_size, with, "no shape of ants on lists has groups of a size to choose");
    }
    return SWARM_OK;
}

static enum swarm_status check_local_search(const struct clash *clash)
{
    const struct tours_question *question = clash->question;
    char text[160];
    if (!question->symmetric && !question->local_search->oriented) {
        const char *separator = "";
        size_t used = (size_t)snprintf(text, sizeof text, "it reverses parts of tours; these do not:");
        for (size_t k = 0; k < aco_local_search_count && used < sizeof text; ++k) {
            if (aco_local_searches[k].oriented) {
                used +=
                    (size_t)snprintf(text + used, sizeof text - used, "%s %s", separator, aco_local_searches[k].name);
                separator = ",";
            }
        }
        return refuse(clash, OPTION_local_search, "an asymmetric instance", text);
    }
    if (is_given(clash, OPTION_p_best) && aco_local_search_moves(question->local_search)) {
        snprintf(text, sizeof text, "--local-search %s", question->local_search->name);
        return refuse(clash, OPTION_p_best, text, "the least trail follows from the number of nodes there");
    }
    return SWARM_OK;
}

enum swarm_status tours_check_clashes(struct base_env *env, const struct options *options,
                                      const struct tours_question *question)
{
    const struct clash clash = {env, options, question};
    enum swarm_status status = SWARM_OK;
    if (question->algorithm && options->given[OPTION_compress_from] && question->selection != SELECTION_HYBRID) {
        char with[64];
        snprintf(with, sizeof with, "--selection %s", options->selection);
        return refuse(&clash, OPTION_compress_from, with, "it would be ignored");
    }
    TRY(check_owners(&clash));
    if (question->algorithm) {
        TRY(check_algorithm(&clash));
        TRY(check_lists(&clash));
        TRY(check_local_search(&clash));
    } else {
        TRY(check_mosaic(&clash));
    }
    if (options->given[OPTION_candidate_kind] && !question->quadrants
        && strcmp(options->candidate_kind, "nearest") != 0) {
        return refuse(&clash, OPTION_candidate_kind, options->path ? "--path" : "an instance without coordinates",
                      "there are no quadrants");
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Shapes                                                                                                             */

/* Everything that wishes for a shape: what was not given gives way where it clashes. */
struct wishes {
    struct base_env *env;
    const struct options *options;
    const struct tours_question *question;
    const struct tours_tuned *tuned;
    bool given_only;
};

/* Whether the caller said something of it, "auto" included. */
static bool is_wished(const struct wishes *wishes, enum option option)
{
    return wishes->options->text[option] != NULL;
}

/* The row that is wished for; NULL: by the device. */
static const char *wish_of(const struct wishes *wishes, enum option option, const char *value)
{
    const char *tuned = tours_tuned_value(wishes->tuned, option);
    return is_wished(wishes, option) ? value : wishes->given_only ? NULL : tuned ? tuned : value;
}

/* --group-size W: who has no row in mind gets the work-group ones. */
static enum swarm_status take_group_size(const struct wishes *wishes, struct aco_shape_request *request)
{
    request->group_size = (uint32_t)wishes->options->group_size;
    if (request->construction && !request->construction->groups && !is_wished(wishes, OPTION_construction)) {
        request->construction = NULL;
    }
    if (request->evaluation && !request->evaluation->groups && !is_wished(wishes, OPTION_evaluation)) {
        request->evaluation = NULL;
    }
    bool construction_fixed = request->construction && !request->construction->groups;
    bool evaluation_fixed = request->evaluation && !request->evaluation->groups;
    if (construction_fixed && evaluation_fixed) {
        return base_fail(wishes->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u clashes with --construction %s and --evaluation %s: neither has groups of a "
                         "size to choose",
                         (unsigned)request->group_size, request->construction->name, request->evaluation->name);
    }
    request->construction = request->construction ? request->construction : aco_construction_find("work-group");
    request->evaluation = request->evaluation ? request->evaluation : aco_evaluation_find("work-group");
    return SWARM_OK;
}

/* --ants-per-group A: who has no row in mind gets lanes; all rows on lists let ants share. */
static enum swarm_status take_ants_per_group(const struct wishes *wishes, struct aco_shape_request *request)
{
    request->ants_per_group = (uint32_t)wishes->options->ants_per_group;
    if (request->construction && !request->construction->shares && !is_wished(wishes, OPTION_construction)) {
        request->construction = NULL;
    }
    if (request->construction && !request->construction->shares) {
        return base_fail(wishes->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--ants-per-group %u clashes with --construction %s: its work-groups hold one ant",
                         (unsigned)request->ants_per_group, request->construction->name);
    }
    if (!request->construction && !wishes->question->lists) {
        request->construction = aco_construction_find("lanes");
    }
    return SWARM_OK;
}

/* Sizes of a tuning file go with its rows: they count when both of these, or the only one that has such a size, are the
 * file's. */
static void take_tuned_sizes(const struct wishes *wishes, struct aco_shape_request *request)
{
    const char *group_size = tours_tuned_value(wishes->tuned, OPTION_group_size);
    const char *ants = tours_tuned_value(wishes->tuned, OPTION_ants_per_group);
    const char *construction = tours_tuned_value(wishes->tuned, OPTION_construction);
    const bool tuned = request->construction && construction && strcmp(request->construction->name, construction) == 0;
    bool grouped = request->construction && request->construction->groups;
    grouped = grouped || (request->evaluation && request->evaluation->groups);
    if (ants && tuned && request->construction->shares) {
        request->ants_per_group = (uint32_t)strtoul(ants, NULL, 10);
    }
    if (group_size && tuned && grouped && !is_wished(wishes, OPTION_evaluation)) {
        request->group_size = (uint32_t)strtoul(group_size, NULL, 10);
    }
}

/* Whether a row goes with the colony. */
static bool construction_fits(const struct aco_construction *row, const struct tours_question *question)
{
    return row->lists == question->lists
           && (row->lists || (row->selections & ACO_SELECTION_BIT(question->selection)) != 0)
           && question->algorithm->local_update == row->local_update;
}

static bool deposit_fits(const struct aco_deposit *row, const struct tours_question *question)
{
    return row->any_algorithm || (question->algorithm->plain && !question->lists);
}

/* The rows that are wished for; those that were not given and do not go with the colony are left out. */
static void take_rows(const struct wishes *wishes, struct aco_shape_request *request)
{
    const struct tours_question *question = wishes->question;
    const struct options *options = wishes->options;
    const char *construction = wish_of(wishes, OPTION_construction, options->construction);
    const char *evaluation = wish_of(wishes, OPTION_evaluation, options->evaluation);
    const char *deposit = wish_of(wishes, OPTION_deposit, options->deposit);
    *request = (struct aco_shape_request){
        .construction = construction ? aco_construction_find(construction) : NULL,
        .evaluation = evaluation && !question->lists ? aco_evaluation_find(evaluation) : NULL,
        .deposit = deposit ? aco_deposit_find(deposit) : NULL,
    };
    if (request->construction && !is_wished(wishes, OPTION_construction)
        && !construction_fits(request->construction, question)) {
        request->construction = NULL;
    }
    if (request->deposit && !is_wished(wishes, OPTION_deposit) && !deposit_fits(request->deposit, question)) {
        request->deposit = NULL;
    }
}

enum swarm_status tours_choose_shape(struct base_env *env, const struct options *options,
                                     const struct tours_question *question, const struct tours_tuned *tuned,
                                     bool given_only, struct aco_shape_request *request)
{
    const struct wishes wishes = {env, options, question, given_only ? NULL : tuned, given_only};
    const bool group_size = options->given[OPTION_group_size], ants = options->given[OPTION_ants_per_group];
    enum swarm_status status = SWARM_OK;
    *request = (struct aco_shape_request){.construction = NULL};
    if (options_is_twin(options)) {
        return SWARM_OK;
    }
    take_rows(&wishes, request);
    if (ants) {
        TRY(take_ants_per_group(&wishes, request));
    }
    if (group_size) {
        TRY(take_group_size(&wishes, request));
    }
    if (!is_wished(&wishes, OPTION_ants_per_group) && !is_wished(&wishes, OPTION_group_size)) {
        take_tuned_sizes(&wishes, request);
    }

fail:
    return status;
}
