/* replay.c - sets the parameters of a run from the record of an old one (--replay) or its checkpoint (--resume). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "run_part.h"

struct replay {
    struct base_env *env;
    struct swarm_params *params;
    const struct swarm_record *record;
    bool repeats;                      /* true for --replay, which ends where the record ends; false for --resume */
    const char *had[OPTION_COUNT + 1]; /* values in the record; NULL: none; the last is for unknown names */
};

/* True for an option of earlier versions whose value is now the only behaviour. */
static bool is_former(const struct swarm_setting *setting)
{
    return strcmp(setting->name, "meeting") == 0 && strcmp(setting->value, "synchronous") == 0;
}

/* True if the record has a schedule, which replaces this option. */
static bool is_scheduled(const struct replay *replay, enum option option)
{
    return (options_owners(option) & IS_SCHEDULED) && replay->had[OPTION_schedule];
}

bool run_decides(const struct search_problem *problem, enum option option, const char *value)
{
    return value && options_row(option)->role == SWARM_PARAM_DECIDES
           && !(problem->is_free && problem->is_free(option, value));
}

/* Explains why the user's value of an option contradicts the record; NULL: it does not. */
static const char *objection(const struct replay *replay, enum option option, char text[160])
{
    const struct options *options = &replay->params->options;
    const struct swarm_param *row = options_row(option);
    const struct search_problem *problem = replay->params->problem;
    const char *given = options->text[option], *had = replay->had[option];
    const bool flag = row->kind == SWARM_PARAM_FLAG;
    char name[OPTIONS_NAME];
    if (!options->given[option]) {
        return NULL;
    }
    if (row->role == SWARM_PARAM_ENDS) {
        return !replay->repeats || option == OPTION_time ? NULL : "the repeated run ends where the first one ended";
    }
    if (!run_decides(problem, option, given) && !run_decides(problem, option, had)) {
        return NULL;
    }
    if (is_scheduled(replay, option)) {
        return "the schedule of the repeated run gives the number";
    }
    if (had ? options_same(option, had, given) : flag && strcmp(given, "false") == 0) {
        return NULL;
    }
    const bool without = !had || (flag && strcmp(had, "false") == 0);
    snprintf(text, 160, "the %s run had %s%s%s%.80s", replay->repeats ? "repeated" : "resumed", without ? "no " : "",
             options_spelled(replay->env, row->name, name), flag || !had ? "" : " ", flag || !had ? "" : had);
    return text;
}

static enum swarm_status check_given(const struct replay *replay)
{
    for (int option = 0; option < OPTION_COUNT; ++option) {
        char text[160], with[512], name[OPTIONS_NAME];
        const char *reason = objection(replay, (enum option)option, text);
        if (reason) {
            snprintf(with, sizeof with, "%s %s",
                     options_spelled(replay->env, replay->repeats ? "replay" : "resume", name), replay->record->name);
            return options_clash_spelled(replay->env, &replay->params->options, (enum option)option, with, reason);
        }
    }
    return SWARM_OK;
}

/* Turns the rejection of a value into an error of the record that holds it. */
static enum swarm_status of_record(const struct replay *replay, enum swarm_status status)
{
    return status == SWARM_ERROR_INVALID_ARGUMENT
               ? base_fail_in(replay->env, SWARM_ERROR_INPUT, "%s", replay->record->name)
               : status;
}

static enum swarm_status take(const struct replay *replay, enum option option, const char *value)
{
    return of_record(replay, params_give(replay->env, replay->params, option, value));
}

/* Copies the settings that decide the result, and the names of the input files, which the new run reads again unless
 * the user names others. */
static enum swarm_status take_settings(const struct replay *replay)
{
    for (size_t i = 0; i < replay->record->setting_count; ++i) {
        const struct swarm_setting *setting = &replay->record->settings[i];
        const enum option option = options_find(replay->params->owners, setting->name);
        if (!setting->value || is_former(setting)) {
            continue;
        }
        if (option == OPTION_COUNT) {
            return base_fail(replay->env, SWARM_ERROR_INPUT,
                             "%s: the recorded run set %s to %s, but this version of swarmcl has no such parameter",
                             replay->record->name, setting->name, setting->value);
        }
        const struct swarm_param *row = options_row(option);
        const bool number = row->kind == SWARM_PARAM_INTEGER || row->kind == SWARM_PARAM_REAL;
        if (number && row->role != SWARM_PARAM_FREE) { /* the value is checked even if a schedule replaces it */
            TRY(of_record(replay, options_check(replay->env, row, setting->value)));
        }
        const bool file = replay->repeats && row->role == SWARM_PARAM_DECIDES && (options_owners(option) & IS_READ)
                          && !replay->params->options.text[option];
        if (!is_scheduled(replay, option) && (file || run_decides(replay->params->problem, option, setting->value))) {
            TRY(take(replay, option, setting->value));
        }
    }
    return SWARM_OK;
}

/* Replaces the stop conditions by the number of iterations, unless a schedule has the number. Resets them to their
 * defaults first, so values of a preset end nothing. */
static enum swarm_status take_end(const struct replay *replay)
{
    const struct swarm_record *record = replay->record;
    const char *const *had = replay->had;
    const bool several = had[OPTION_islands] && strcmp(had[OPTION_islands], "1") != 0;
    const bool mosaic = had[OPTION_algorithm] && strcmp(had[OPTION_algorithm], "mosaic") == 0;
    if (record->iterations == 0 && !record->target) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: the run ended before its first iteration; there is nothing to repeat", record->name);
    }
    if (several && mosaic && !had[OPTION_schedule]) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: the run cannot be repeated: the iterations of its islands depended on its time limit",
                         record->name);
    }
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const struct swarm_param *row = options_row((enum option)option);
        if (row->role == SWARM_PARAM_ENDS && row->fallback) {
            TRY(take(replay, (enum option)option, row->fallback));
        }
    }
    if (record->iterations > 0 && !had[OPTION_schedule]) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, record->iterations);
        TRY(take(replay, OPTION_iterations, text));
    }
    if (record->target) { /* a target can stop the run inside an iteration, at its first solution this good */
        TRY(take(replay, OPTION_target, record->target));
    }
    return SWARM_OK;
}

/* Copies everything except the stop conditions. */
static enum swarm_status take_run(struct replay *replay)
{
    static const enum option needed[] = {OPTION_algorithm, OPTION_seed};
    for (size_t i = replay->record->setting_count; i-- > 0;) {
        replay->had[options_find(replay->params->owners, replay->record->settings[i].name)] =
            replay->record->settings[i].value;
    }
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; ++i) {
        if ((options_owners(needed[i]) & replay->params->owners) && !replay->had[needed[i]]) {
            return base_fail(replay->env, SWARM_ERROR_INPUT,
                             "%s: the parameter %s is missing, expected its value in the recorded run",
                             replay->record->name, options_name(needed[i]));
        }
    }
    TRY(check_given(replay));
    TRY(take_settings(replay));
    return replay->had[OPTION_islands] ? SWARM_OK : take(replay, OPTION_islands, "1"); /* version 0.1 had no islands */
}

enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params, const struct swarm_record *record)
{
    struct base_env *env = base_env_of(context);
    struct replay replay = {env, params, record, true, {NULL}};
    if (!record || !record->name) {
        return base_fail_null(context, "record or its name");
    }
    TRY(take_run(&replay));
    return take_end(&replay);
}

/* Copies a setting of the old run unless the user gave it; stop conditions only if none is given (not `ended`). */
static enum swarm_status take_free(struct base_env *env, struct swarm_params *params, const char *name,
                                   const char *value, bool ended)
{
    const enum option option = options_find(params->owners, name);
    const bool counts =
        option < OPTION_COUNT && (options_row(option)->role == SWARM_PARAM_ENDS ? !ended : !params->texts[option]);
    return counts ? params_give(env, params, option, value) : SWARM_OK;
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
    TRY_OR(done, before ? SWARM_OK : base_fail_memory(env));
    const bool is_missing = env->ranks.count > 1 && access(path, F_OK) != 0; /* a killed rank lacks the new file */
    TRY_OR(done, base_checkpoint_settings(env, is_missing && access(before, F_OK) == 0 ? before : path,
                                          params->problem->kind, &there, &count));
    settings = base_array(count, sizeof *settings);
    TRY_OR(done, settings ? SWARM_OK : base_fail_memory(env));
    struct swarm_record record = {.name = path, .settings = settings};
    struct replay replay = {env, params, &record, false, {NULL}};
    bool ended = false;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        ended = ended || (options_row((enum option)option)->role == SWARM_PARAM_ENDS && params->texts[option]);
    }
    for (size_t i = 0; i < count; ++i) {
        const char *name = there[i].name, *value = there[i].value, *end = strstr(name, RUN_OWN_END);
        if (strncmp(name, RUN_FREE, strlen(RUN_FREE)) == 0) {
            TRY_OR(done, take_free(env, params, name + strlen(RUN_FREE), value, ended));
        } else if (!end || strcmp(end, RUN_OWN_END) != 0) {
            settings[record.setting_count++] = (struct swarm_setting){.name = name, .value = value};
        }
    }
    TRY_OR(done, take_run(&replay));

done:
    free(path);
    free(before);
    free(settings);
    free(there);
    return status;
}
