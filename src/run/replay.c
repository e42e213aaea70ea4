/* The parameters of a run from what is known of one that is over, or that goes on. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "problem.h"
#include "run.h"

struct replay {
    struct base_env *env;
    struct swarm_params *params;
    const struct swarm_record *record;
    const char *option; /* that asks for it */
    const char *run;    /* "the run that it ..." */
    bool to_its_end;    /* where the record ended; otherwise the parameters say */
};

/* The option that a setting of the record is of, whose name may be that of version 0.1. */
static enum option option_of(const struct replay *replay, const struct swarm_setting *setting)
{
    const enum option renamed = options_find_renamed(replay->params->owners, setting->name);
    return renamed < OPTION_COUNT ? renamed : options_find(replay->params->owners, setting->name);
}

/* The value that the run had, NULL: none. */
static const char *recorded(const struct replay *replay, enum option option)
{
    for (size_t i = 0; i < replay->record->setting_count; ++i) {
        if (option_of(replay, &replay->record->settings[i]) == option) {
            return replay->record->settings[i].value;
        }
    }
    return NULL;
}

static bool is_recorded(const struct replay *replay, enum option option, const char *word)
{
    const char *value = recorded(replay, option);
    return value && strcmp(value, word) == 0;
}

/* Whether the run is told by a schedule, which then says what this option says. */
static bool is_scheduled(const struct replay *replay, enum option option)
{
    return (options_owners(option) & IS_SCHEDULED) && recorded(replay, OPTION_schedule);
}

bool run_decides(const struct run_problem *problem, enum option option, const char *value)
{
    return value && options_row(option)->role == SWARM_PARAM_DECIDES
           && !(problem->is_free && problem->is_free(option, value));
}

static bool decides(const struct replay *replay, enum option option, const char *value)
{
    return run_decides(replay->params->problem, option, value);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What was set before                                                                                                */

/* Why the value of an option that was set before does not go with the record; NULL: it does. */
static const char *objection(const struct replay *replay, enum option option, char text[160])
{
    const struct options *options = &replay->params->options;
    const struct swarm_param *row = options_row(option);
    const char *given = options->text[option], *had = recorded(replay, option);
    const bool flag = row->kind == SWARM_PARAM_FLAG;
    if (!options->given[option]) {
        return NULL;
    }
    if (row->role == SWARM_PARAM_ENDS) {
        return !replay->to_its_end || option == OPTION_time ? NULL : "it ends where the run that it repeats has ended";
    }
    if (!decides(replay, option, given) && !decides(replay, option, had)) {
        return NULL;
    }
    if (is_scheduled(replay, option)) {
        return "the schedule of the run that it repeats says how many there are";
    }
    if (had ? options_same(option, had, given) : flag && strcmp(given, "false") == 0) {
        return NULL;
    }
    if (flag || !had) {
        const bool without = !had || strcmp(had, "false") == 0;
        snprintf(text, 160, "%s had %s--%s", replay->run, without ? "no " : "", row->name);
    } else {
        snprintf(text, 160, "%s had --%s %.80s", replay->run, row->name, had);
    }
    return text;
}

static enum swarm_status check_given(const struct replay *replay)
{
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char text[160], with[512];
        const char *reason = objection(replay, (enum option)option, text);
        if (reason) {
            snprintf(with, sizeof with, "%s %s", replay->option, replay->record->name);
            return options_clash(replay->env, &replay->params->options, (enum option)option, with, reason);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What the run had                                                                                                   */

/* Sets a value of the record; one that is refused is an error of the record's. */
static enum swarm_status take(const struct replay *replay, enum option option, const char *value)
{
    enum swarm_status status = params_give(replay->env, replay->params, option, value);
    return status == SWARM_ERROR_INVALID_ARGUMENT
               ? base_fail_in(replay->env, SWARM_ERROR_INPUT, "%s", replay->record->name)
               : status;
}

/* Whether the run began with a file that the one to come has to read, too: the same, unless another one is given. */
static bool is_file(const struct replay *replay, enum option option, const char *value)
{
    return replay->to_its_end && value && options_row(option)->role == SWARM_PARAM_DECIDES
           && (options_owners(option) & IS_READ) && !replay->params->options.text[option];
}

static enum swarm_status take_settings(const struct replay *replay)
{
    for (size_t i = 0; i < replay->record->setting_count; ++i) {
        const struct swarm_setting *setting = &replay->record->settings[i];
        const enum option option = option_of(replay, setting);
        if (option == OPTION_COUNT && setting->value) {
            return base_fail(
                replay->env, SWARM_ERROR_INPUT,
                "%s: found the parameter %s with the value %s, which this version of swarmcl does not have",
                replay->record->name, setting->name, setting->value);
        }
        if (option < OPTION_COUNT && !is_scheduled(replay, option)
            && (decides(replay, option, setting->value) || is_file(replay, option, setting->value))) {
            MUST(take(replay, option, setting->value));
        }
    }
    return SWARM_OK;
}

/* In place of what ended the run: iterations, where no schedule counts them. A preset of the run, which is set for all
 * else that it has, ends nothing. */
static enum swarm_status take_end(const struct replay *replay)
{
    const struct swarm_record *record = replay->record;
    const bool several = recorded(replay, OPTION_islands) && !is_recorded(replay, OPTION_islands, "1");
    const bool free = is_recorded(replay, OPTION_meeting, "asynchronous");
    if (record->iterations == 0 && !record->target) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: the run ended before its first iteration; there is nothing to repeat", record->name);
    }
    if (free || (several && is_recorded(replay, OPTION_algorithm, "mosaic") && !recorded(replay, OPTION_schedule))) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: such a run cannot be repeated: the steps of its islands followed from the time %s",
                         record->name, free ? "at which answers came" : "that it had");
    }
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const struct swarm_param *row = options_row((enum option)option);
        if (row->role == SWARM_PARAM_ENDS && row->fallback) {
            MUST(take(replay, (enum option)option, row->fallback));
        }
    }
    if (record->iterations > 0 && !recorded(replay, OPTION_schedule)) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, record->iterations);
        MUST(take(replay, OPTION_iterations, text));
    }
    if (record->target) { /* within an iteration, maybe; it was the first so good */
        MUST(take(replay, OPTION_target, record->target));
    }
    return SWARM_OK;
}

/* All but the end. */
static enum swarm_status take_run(const struct replay *replay)
{
    static const enum option needed[] = {OPTION_algorithm, OPTION_seed};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; ++i) {
        if ((options_owners(needed[i]) & replay->params->owners) && !recorded(replay, needed[i])) {
            return base_fail(replay->env, SWARM_ERROR_INPUT,
                             "%s: found no %s among the parameters, expected that of the run", replay->record->name,
                             options_name(needed[i]));
        }
    }
    MUST(check_given(replay));
    MUST(take_settings(replay));
    if (!recorded(replay, OPTION_islands)) { /* there was no such parameter then */
        MUST(take(replay, OPTION_islands, "1"));
    }
    return SWARM_OK;
}

enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params, const struct swarm_record *record)
{
    struct base_env *env = base_env_of(context);
    const struct replay replay = {env, params, record, "--replay", "the run that it repeats", true};
    if (!record || !record->name) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "record or its name is NULL");
    }
    MUST(take_run(&replay));
    return take_end(&replay);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Resuming                                                                                                           */

static bool has_end(const struct swarm_params *params)
{
    bool given = false;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        given = given || (options_row((enum option)option)->role == SWARM_PARAM_ENDS && params->texts[option]);
    }
    return given;
}

static bool is_own(const char *name)
{
    const size_t size = strlen(name), end = strlen(RUN_OWN_END);
    return size > end && strcmp(name + size - end, RUN_OWN_END) == 0;
}

/* What the file says of the run; what that was told counts where nothing else is said now. */
static enum swarm_status take_file(const struct replay *replay, const struct base_checkpoint_setting *there,
                                   size_t count, struct swarm_setting *settings, size_t *setting_count)
{
    struct swarm_params *params = replay->params;
    const bool ended = has_end(params);
    for (size_t i = 0; i < count; ++i) {
        const bool told = strncmp(there[i].name, RUN_TOLD, strlen(RUN_TOLD)) == 0;
        const enum option option = told ? options_find(params->owners, there[i].name + strlen(RUN_TOLD)) : OPTION_COUNT;
        if (option < OPTION_COUNT
            && (options_row(option)->role == SWARM_PARAM_ENDS ? !ended : !params->texts[option])) {
            MUST(params_give(replay->env, params, option, there[i].value));
        } else if (!told && !is_own(there[i].name)) {
            settings[(*setting_count)++] = (struct swarm_setting){.name = there[i].name, .value = there[i].value};
        }
    }
    return take_run(replay);
}

enum swarm_status swarm_params_resume(swarm_context *context, swarm_params *params)
{
    struct base_env *env = base_env_of(context);
    struct base_checkpoint_setting *there = NULL;
    struct swarm_setting *settings = NULL;
    size_t count = 0;
    enum swarm_status status = SWARM_OK;
    if (!params->options.resume) {
        return SWARM_OK;
    }
    char *path = run_checkpoint_path(env, params->options.resume);
    char *before = path ? run_checkpoint_path_before(path) : NULL;
    TRY(before ? SWARM_OK : base_fail_memory(env));
    const bool gone = env->ranks.count > 1 && access(path, F_OK) != 0; /* it may have been about to be written */
    TRY(base_checkpoint_settings(env, gone && access(before, F_OK) == 0 ? before : path, params->problem->kind, &there,
                                 &count));
    settings = base_array(count, sizeof *settings);
    TRY(settings ? SWARM_OK : base_fail_memory(env));
    struct swarm_record record = {.name = path, .settings = settings};
    const struct replay replay = {env, params, &record, "--resume", "the run that it goes on with", false};
    TRY(take_file(&replay, there, count, settings, &record.setting_count));

fail:
    free(path);
    free(before);
    free(settings);
    free(there);
    return status;
}
