#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "companions.h"
#include "mosaic/mosaic.h"

struct replay {
    struct base_env *env;
    struct swarm_params *params;
    const struct swarm_record *record;
    const char *option; /* that asks for it */
    const char *run;    /* "the run that it ..." */
    bool to_its_end;    /* where the record ended; otherwise the parameters say */
};

/* What the run had, NULL: nothing. */
static const char *recorded(const struct replay *replay, const char *name)
{
    for (size_t i = 0; i < replay->record->setting_count; ++i) {
        const struct swarm_setting *setting = &replay->record->settings[i];
        if (strcmp(setting->name, name) == 0) {
            return setting->value;
        }
    }
    return NULL;
}

/* Whether the run is told by a schedule, which then says what this parameter says. */
static bool is_scheduled(const struct replay *replay, const char *name)
{
    return solver_companions_scheduled(name) && recorded(replay, "schedule");
}

/* Whether it is one of the improvers that come to the same tours. */
static bool is_free_improver(const char *name, const char *value)
{
    const struct mosaic_improver *improver = strcmp(name, "improver") == 0 ? mosaic_improver_find(value) : NULL;
    return improver && !improver->pieces;
}

bool solver_replay_decides(const struct swarm_param *row, const char *value)
{
    return value && row->role == SWARM_PARAM_DECIDES && !is_free_improver(row->name, value);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What was set before                                                                                                */

/* Why the value of `row` that was set before does not go with the record; NULL: it does. */
static const char *objection(const struct replay *replay, const struct swarm_param *row, char text[160])
{
    const char *given = swarm_params_get(replay->params, row->name), *had = recorded(replay, row->name);
    if (!solver_params_is_set(replay->params, row->name) || strcmp(given, "auto") == 0) {
        return NULL;
    }
    if (row->role == SWARM_PARAM_ENDS) {
        return !replay->to_its_end || strcmp(row->name, "time") == 0
                   ? NULL
                   : "it ends where the run that it repeats has ended";
    }
    if (!solver_replay_decides(row, given) && !solver_replay_decides(row, had)) {
        return NULL;
    }
    if (is_scheduled(replay, row->name)) {
        return "the schedule of the run that it repeats says how many there are";
    }
    if (had ? strcmp(had, given) == 0 : row->kind == SWARM_PARAM_FLAG && strcmp(given, "false") == 0) {
        return NULL;
    }
    if (row->kind == SWARM_PARAM_FLAG || !had) {
        const bool without = !had || strcmp(had, "false") == 0;
        snprintf(text, 160, "%s had %s--%s", replay->run, without ? "no " : "", row->name);
    } else {
        snprintf(text, 160, "%s had --%s %.80s", replay->run, row->name, had);
    }
    return text;
}

static enum swarm_status check_given(const struct replay *replay)
{
    const struct solver_param_table *table = replay->params->table;
    for (size_t i = 0; i < table->count; ++i) {
        const struct swarm_param *row = &table->rows[i];
        char text[160];
        const char *reason = objection(replay, row, text);
        if (reason) {
            const bool flag = row->kind == SWARM_PARAM_FLAG;
            return base_fail(replay->env, SWARM_ERROR_INVALID_ARGUMENT, "--%s%s%s clashes with %s %s: %s", row->name,
                             flag ? "" : " ", flag ? "" : swarm_params_get(replay->params, row->name), replay->option,
                             replay->record->name, reason);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What the run had                                                                                                   */

/* Sets what the record tells; a value that is refused is an error of the record's. */
static enum swarm_status take(const struct replay *replay, const char *name, const char *value)
{
    enum swarm_status status = solver_params_set(replay->env, replay->params, name, value);
    if (status != SWARM_ERROR_INVALID_ARGUMENT) {
        return status;
    }
    char *reason = base_text_copy(replay->env->error, strlen(replay->env->error));
    if (!reason) {
        return base_fail_memory(replay->env);
    }
    status = base_fail(replay->env, SWARM_ERROR_INPUT, "%s: %s", replay->record->name, reason);
    free(reason);
    return status;
}

static enum swarm_status take_settings(const struct replay *replay)
{
    const struct solver_param_table *table = replay->params->table;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < replay->record->setting_count; ++i) {
        const struct swarm_setting *setting = &replay->record->settings[i];
        const struct swarm_param *row = swarm_param_find(table->rows, table->count, setting->name);
        if (!row && setting->value) {
            return base_fail(
                replay->env, SWARM_ERROR_INPUT,
                "%s: found the parameter %s with the value %s, which this version of swarmcl does not have",
                replay->record->name, setting->name, setting->value);
        }
        if (row && solver_replay_decides(row, setting->value) && !is_scheduled(replay, row->name)) {
            TRY(take(replay, row->name, setting->value));
        }
    }

fail:
    return status;
}

/* In place of what ended the run: iterations, where no schedule counts them. A preset of the run, which is set for all
 * else that it has, ends nothing. */
static enum swarm_status take_end(const struct replay *replay)
{
    const struct solver_param_table *table = replay->params->table;
    const struct swarm_record *record = replay->record;
    enum swarm_status status = SWARM_OK;
    if (record->iterations == 0 && !record->target) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: the run ended before its first iteration; there is nothing to repeat", record->name);
    }
    const char *islands = recorded(replay, "islands"), *meeting = recorded(replay, "meeting");
    const bool several = islands && strcmp(islands, "1") != 0, free = meeting && strcmp(meeting, "asynchronous") == 0;
    if (free || (several && strcmp(recorded(replay, "algorithm"), "mosaic") == 0 && !recorded(replay, "schedule"))) {
        return base_fail(replay->env, SWARM_ERROR_INPUT,
                         "%s: such a run cannot be repeated: what its islands have done followed from the time %s",
                         record->name, free ? "at which tours came" : "that it had");
    }
    for (size_t i = 0; i < table->count; ++i) {
        if (table->rows[i].role == SWARM_PARAM_ENDS && table->rows[i].fallback) {
            TRY(take(replay, table->rows[i].name, table->rows[i].fallback));
        }
    }
    if (record->iterations > 0 && !recorded(replay, "schedule")) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, record->iterations);
        TRY(take(replay, "iterations", text));
    }
    if (record->target) { /* within an iteration, maybe; it was the first so short */
        TRY(take(replay, "target", record->target));
    }

fail:
    return status;
}

/* All but the end. */
static enum swarm_status take_run(const struct replay *replay)
{
    static const char *const needed[] = {"algorithm", "seed"};
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; ++i) {
        if (!recorded(replay, needed[i])) {
            return base_fail(replay->env, SWARM_ERROR_INPUT,
                             "%s: found no %s among the parameters, expected that of the run", replay->record->name,
                             needed[i]);
        }
    }
    TRY(check_given(replay));
    TRY(take_settings(replay));
    TRY(recorded(replay, "islands") ? SWARM_OK : take(replay, "islands", "1")); /* there was no such parameter then */

fail:
    return status;
}

enum swarm_status solver_params_replay(struct base_env *env, struct swarm_params *params,
                                       const struct swarm_record *record)
{
    const struct replay replay = {env, params, record, "--replay", "the run that it repeats", true};
    enum swarm_status status = SWARM_OK;
    TRY(solver_params_require(env, params, &solver_tsp_table));
    TRY(take_run(&replay));
    TRY(take_end(&replay));

fail:
    return status;
}

enum swarm_status solver_params_continue(struct base_env *env, struct swarm_params *params,
                                         const struct swarm_record *record)
{
    const struct replay replay = {env, params, record, "--resume", "the run that it goes on with", false};
    return take_run(&replay);
}
