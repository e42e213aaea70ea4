#include "params.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "params_rows.h"
#include "presets.h"

const struct swarm_variant solver_device_words[] = {
    {"auto", "the best GPU, else accelerator, else CPU", ""},
    {"gpu", "the first GPU; gpu:1 is the second", ""},
    {"accelerator", "the same for accelerators", ""},
    {"cpu", "the same for CPUs", ""},
    {"all", "every device: an island on each; a swarm works on one", ""},
    {"none", "the sequential twin on the host, which needs no driver", ""},
    {NULL, NULL, NULL}};
const struct swarm_variant solver_auto_words[] = {{"auto", "by the device", ""}, {NULL, NULL, NULL}};

const struct swarm_param *swarm_param_find(const struct swarm_param *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count && name; ++i) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Checking                                                                                                           */

static bool is_word(const struct swarm_param *param, const char *value)
{
    for (const struct swarm_variant *word = param->words; word && word->name; ++word) {
        if (strcmp(word->name, value) == 0) {
            return true;
        }
    }
    return false;
}

/* "one of a, b, c" and, for numbers, the range; returns owned. */
static char *allowed_text(const struct swarm_param *param)
{
    char *text = NULL;
    if (param->kind == SWARM_PARAM_INTEGER || param->kind == SWARM_PARAM_REAL) {
        bool open = param->minimum[0] == '(';
        text = base_text_format(
            "%s %s %s and at most %s%s%s", param->kind == SWARM_PARAM_INTEGER ? "a whole number" : "a number",
            open ? "above" : "from", param->minimum + open, param->maximum, param->unit[0] ? " " : "", param->unit);
    } else {
        text = base_text_copy("", 0);
    }
    const char *separator = text && text[0] ? ", or " : "one of ";
    for (const struct swarm_variant *word = param->words; text && word && word->name; ++word) {
        char *longer = base_text_format("%s%s%s", text, separator, word->name);
        free(text);
        text = longer;
        separator = ", ";
    }
    return text;
}

static bool parse_integer(const char *text, uint64_t *value)
{
    *value = 0;
    for (const char *digit = text; *digit; ++digit) {
        if (!isdigit((unsigned char)*digit)) {
            return false;
        }
        unsigned next = (unsigned)(*digit - '0');
        if (*value > (UINT64_MAX - next) / 10) {
            return false;
        }
        *value = 10 * *value + next;
    }
    return text[0] != '\0';
}

static bool is_in_range(const struct swarm_param *param, const char *value)
{
    bool open = param->minimum[0] == '(';
    if (param->kind == SWARM_PARAM_INTEGER) {
        uint64_t number, minimum, maximum;
        return parse_integer(value, &number) && parse_integer(param->minimum + open, &minimum)
               && parse_integer(param->maximum, &maximum) && number >= minimum && number <= maximum;
    }
    double number, minimum, maximum;
    return base_number_real(value, strlen(value), &number)
           && base_number_real(param->minimum + open, strlen(param->minimum + open), &minimum)
           && base_number_real(param->maximum, strlen(param->maximum), &maximum)
           && (open ? number > minimum : number >= minimum) && number <= maximum;
}

enum swarm_status solver_param_check(struct base_env *env, const struct swarm_param *param, const char *value)
{
    bool number = param->kind == SWARM_PARAM_INTEGER || param->kind == SWARM_PARAM_REAL;
    bool flag = param->kind == SWARM_PARAM_FLAG && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0);
    if (param->kind == SWARM_PARAM_TEXT || flag || is_word(param, value) || (number && is_in_range(param, value))) {
        return SWARM_OK;
    }
    if (param->kind == SWARM_PARAM_FLAG) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--%s %s: expected true or false", param->name,
                         value[0] ? value : "''");
    }
    char *allowed = allowed_text(param);
    enum swarm_status status = allowed ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--%s %s: expected %s",
                                                   param->name, value[0] ? value : "''", allowed)
                                       : base_fail_memory(env);
    free(allowed);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Values                                                                                                             */

enum swarm_status solver_params_create(struct base_env *env, const struct solver_param_table *table,
                                       struct swarm_params **params)
{
    struct swarm_params *made = base_array(1, sizeof *made);
    char **values = base_array(table->count, sizeof *values);
    if (!made || !values) {
        free(made);
        free(values);
        return base_fail_memory(env);
    }
    made->table = table;
    made->values = values;
    *params = made;
    return SWARM_OK;
}

void swarm_params_destroy(swarm_params **params)
{
    if (!*params) {
        return;
    }
    for (size_t i = 0; i < (*params)->table->count; ++i) {
        free((*params)->values[i]);
    }
    free((*params)->values);
    free((*params)->start);
    free(*params);
    *params = NULL;
}

enum swarm_status solver_params_require(struct base_env *env, const struct swarm_params *params,
                                        const struct solver_param_table *table)
{
    return params && params->table == table
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "params: found %s%s, expected those of %s()",
                           params ? "those of " : "NULL", params ? params->table->maker : "", table->maker);
}

static const struct swarm_param *row_of(const struct swarm_params *params, const char *name)
{
    return swarm_param_find(params->table->rows, params->table->count, name);
}

enum swarm_status solver_params_set(struct base_env *env, struct swarm_params *params, const char *name,
                                    const char *value)
{
    const struct swarm_param *param = row_of(params, name);
    if (!param) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "there is no parameter called %s", name);
    }
    enum swarm_status status = solver_param_check(env, param, value);
    if (status != SWARM_OK) {
        return status;
    }
    char *copy = base_text_copy(value, strlen(value));
    if (!copy) {
        return base_fail_memory(env);
    }
    free(params->values[param - params->table->rows]);
    params->values[param - params->table->rows] = copy;
    return SWARM_OK;
}

/* NULL when it was not given, or the table has no such row. */
static const char *given_value(const struct swarm_params *params, const char *name)
{
    const struct swarm_param *param = row_of(params, name);
    return param ? params->values[param - params->table->rows] : NULL;
}

/* What the preset says; the twin has no shapes that it could have. */
static const char *preset_value(const struct swarm_params *params, const struct swarm_param *param)
{
    const char *preset = given_value(params, "preset"), *device = given_value(params, "device");
    bool twin = device && strcmp(device, "none") == 0;
    return !preset || (twin && strcmp(param->group, SOLVER_GROUP_SHAPE) == 0)
               ? NULL
               : solver_preset_value(preset, param->name);
}

const char *swarm_params_get(const swarm_params *params, const char *name)
{
    const struct swarm_param *param = row_of(params, name);
    if (!param) {
        return NULL;
    }
    const char *value = params->values[param - params->table->rows];
    value = value ? value : preset_value(params, param);
    return value ? value : param->fallback;
}

enum swarm_status solver_params_start(struct base_env *env, struct swarm_params *params, const uint32_t *tour,
                                      size_t count)
{
    uint32_t *copy = tour ? base_array(count, sizeof *copy) : NULL;
    if (tour && !copy) {
        return base_fail_memory(env);
    }
    for (size_t k = 0; tour && k < count; ++k) {
        copy[k] = tour[k];
    }
    free(params->start);
    params->start = copy;
    params->start_tours = tour ? 1 : 0;
    params->start_count = tour ? count : 0;
    return SWARM_OK;
}

enum swarm_status solver_params_add_start(struct base_env *env, struct swarm_params *params, const uint32_t *tour,
                                          size_t count)
{
    const size_t before = params->start_tours * params->start_count;
    if (params->start_tours == 0) {
        return solver_params_start(env, params, tour, count);
    }
    if (count != params->start_count) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "a tour to start from has %zu nodes, the first has %zu",
                         count, params->start_count);
    }
    if (params->start_tours == SIZE_MAX / sizeof *tour / count - 1) {
        return base_fail_memory(env);
    }
    uint32_t *grown = realloc(params->start, (before + count) * sizeof *grown);
    if (!grown) {
        return base_fail_memory(env);
    }
    memcpy(grown + before, tour, count * sizeof *grown);
    params->start = grown;
    ++params->start_tours;
    return SWARM_OK;
}

void swarm_params_profile(swarm_params *params, bool enabled)
{
    params->profile = enabled;
}

bool solver_params_is_set(const struct swarm_params *params, const char *name)
{
    return given_value(params, name) != NULL;
}

bool solver_params_is(const struct swarm_params *params, const char *name, const char *word)
{
    const char *value = swarm_params_get(params, name);
    return value && strcmp(value, word) == 0;
}

double solver_params_real(const struct swarm_params *params, const char *name)
{
    double value = 0;
    const char *text = swarm_params_get(params, name);
    base_number_real(text, strlen(text), &value);
    return value;
}

uint64_t solver_params_integer(const struct swarm_params *params, const char *name)
{
    uint64_t value = 0;
    parse_integer(swarm_params_get(params, name), &value);
    return value;
}
