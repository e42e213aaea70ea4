#include "params.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "aco/shape.h"
#include "base/memory.h"
#include "base/text.h"
#include "presets.h"
#include "tsp/number.h"

#define SHAPE_GROUP "Shape (changes no tour)"

static const struct swarm_variant algorithm_words[] = {
    {"as", "Ant System: every ant deposits 1 / L", "Dorigo, Maniezzo and Colorni 1996"}, {NULL, NULL, NULL}};
static const struct swarm_variant local_search_words[] = {{"none", "tours stay as the ants built them", ""},
                                                          {NULL, NULL, NULL}};
static const struct swarm_variant ants_words[] = {{"n", "as many as there are nodes", ""}, {NULL, NULL, NULL}};
static const struct swarm_variant device_words[] = {
    {"auto", "the best GPU, else accelerator, else CPU", ""},
    {"gpu", "the first GPU; gpu:1 is the second", ""},
    {"accelerator", "the same for accelerators", ""},
    {"cpu", "the same for CPUs", ""},
    {"all", "every device; a run works on one, so that there may be only one", ""},
    {"none", "the sequential twin on the host, which needs no driver", ""},
    {NULL, NULL, NULL}};
static const struct swarm_variant no_improve_words[] = {
    {"fifth", "a fifth of --iterations; never where there is no limit of them", "Belotti's notebook"},
    {NULL, NULL, NULL}};
static const struct swarm_variant auto_words[] = {{"auto", "by the device", ""}, {NULL, NULL, NULL}};

static const struct swarm_param tsp_params[] = {
    {.name = "path",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Problem",
     .help = "search for the shortest open path with free ends instead of a closed tour"},
    {.name = "algorithm",
     .kind = SWARM_PARAM_WORD,
     .fallback = "as",
     .unit = "",
     .operand = "NAME",
     .group = "Colony",
     .help = "the ant algorithm",
     .words = algorithm_words},
    {.name = "preset",
     .kind = SWARM_PARAM_WORD,
     .unit = "",
     .operand = "NAME",
     .group = "Colony",
     .help = "published settings and designs, each where no option says otherwise; see `swarmcl help presets`",
     .words = solver_preset_words},
    {.name = "ants",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "n",
     .minimum = "1",
     .maximum = "1048576",
     .unit = "",
     .operand = "M",
     .group = "Colony",
     .help = "ants in the colony",
     .words = ants_words},
    {.name = "alpha",
     .kind = SWARM_PARAM_REAL,
     .fallback = "1",
     .minimum = "0",
     .maximum = "10",
     .unit = "",
     .operand = "A",
     .group = "Colony",
     .help = "exponent of the trail"},
    {.name = "beta",
     .kind = SWARM_PARAM_REAL,
     .fallback = "2",
     .minimum = "0",
     .maximum = "20",
     .unit = "",
     .operand = "B",
     .group = "Colony",
     .help = "exponent of the heuristic 1 / d"},
    {.name = "rho",
     .kind = SWARM_PARAM_REAL,
     .fallback = "0.5",
     .minimum = "(0",
     .maximum = "1",
     .unit = "",
     .operand = "R",
     .group = "Colony",
     .help = "fraction of trail lost per iteration"},
    {.name = "trail-floor",
     .kind = SWARM_PARAM_REAL,
     .fallback = "0",
     .minimum = "0",
     .maximum = "1000000000",
     .unit = "1 / length",
     .operand = "T",
     .group = "Colony",
     .help = "no trail falls below this, where an ant lays 1 / L on a tour of length L and trails start at m / L of the"
             " nearest-neighbour tour; a floor above all trails leaves the distances alone to choose by"},
    {.name = "selection",
     .kind = SWARM_PARAM_WORD,
     .fallback = "roulette",
     .unit = "",
     .operand = "RULE",
     .group = "Colony",
     .help = "how an ant picks its next node",
     .words = aco_selection_words},
    {.name = "compress-from",
     .kind = SWARM_PARAM_REAL,
     .fallback = "0.85",
     .minimum = "0",
     .maximum = "1",
     .unit = "",
     .operand = "S",
     .group = "Colony",
     .help = "share of visited nodes from which --selection hybrid draws from the compressed array"},
    {.name = "candidates",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "0",
     .minimum = "0",
     .maximum = "0",
     .unit = "",
     .operand = "K",
     .group = "Colony",
     .help = "length of the candidate lists; 0 is whole rows"},
    {.name = "local-search",
     .kind = SWARM_PARAM_WORD,
     .fallback = "none",
     .unit = "",
     .operand = "NAME",
     .group = "Colony",
     .help = "improvement of each tour",
     .words = local_search_words},
    {.name = "seed",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "1",
     .minimum = "0",
     .maximum = "18446744073709551615",
     .unit = "",
     .operand = "S",
     .group = "Colony",
     .help = "key of the random numbers; one seed, one tour"},
    {.name = "iterations",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "100",
     .minimum = "1",
     .maximum = "4294967295",
     .unit = "",
     .operand = "N",
     .group = "Stopping",
     .help = "iterations; no limit when only --time is given"},
    {.name = "time",
     .kind = SWARM_PARAM_REAL,
     .minimum = "(0",
     .maximum = "1000000000",
     .unit = "s",
     .operand = "SECONDS",
     .group = "Stopping",
     .help = "wall time from the start of the program, reading included"},
    {.name = "target",
     .kind = SWARM_PARAM_REAL,
     .minimum = "0",
     .maximum = "9e18",
     .unit = "length",
     .operand = "L",
     .group = "Stopping",
     .help = "stop at a tour of this length or shorter"},
    {.name = "target-gap",
     .kind = SWARM_PARAM_REAL,
     .minimum = "0",
     .maximum = "1000000",
     .unit = "%",
     .operand = "P",
     .group = "Stopping",
     .help = "stop at a tour at most so far above the optimum, that of --optimum or the known one"},
    {.name = "optimum",
     .kind = SWARM_PARAM_REAL,
     .minimum = "0",
     .maximum = "9e18",
     .unit = "length",
     .operand = "L",
     .group = "Stopping",
     .help = "the length that gaps are counted from, instead of the known optimum"},
    {.name = "no-improve",
     .kind = SWARM_PARAM_INTEGER,
     .minimum = "1",
     .maximum = "4294967295",
     .unit = "iterations",
     .operand = "N",
     .group = "Stopping",
     .help = "stop after so many iterations without a better tour",
     .words = no_improve_words},
    {.name = "construction",
     .kind = SWARM_PARAM_WORD,
     .fallback = "auto",
     .unit = "",
     .operand = "SHAPE",
     .group = SHAPE_GROUP,
     .help = "how ants are laid over the device",
     .words = aco_construction_words},
    {.name = "evaluation",
     .kind = SWARM_PARAM_WORD,
     .fallback = "auto",
     .unit = "",
     .operand = "SHAPE",
     .group = SHAPE_GROUP,
     .help = "how tours are measured",
     .words = aco_evaluation_words},
    {.name = "deposit",
     .kind = SWARM_PARAM_WORD,
     .fallback = "auto",
     .unit = "",
     .operand = "SHAPE",
     .group = SHAPE_GROUP,
     .help = "how trails are laid",
     .words = aco_deposit_words},
    {.name = "group-size",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "auto",
     .minimum = "1",
     .maximum = "4096",
     .unit = "work-items",
     .operand = "W",
     .group = SHAPE_GROUP,
     .help = "work-items in each group of the work-group shapes",
     .words = auto_words},
    {.name = "ants-per-group",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "auto",
     .minimum = "1",
     .maximum = "1024",
     .unit = "ants",
     .operand = "A",
     .group = SHAPE_GROUP,
     .help = "ants that share a work-group in the shapes that let them",
     .words = auto_words},
    {.name = "launch-ms",
     .kind = SWARM_PARAM_INTEGER,
     .fallback = "100",
     .minimum = "1",
     .maximum = "10000",
     .unit = "ms",
     .operand = "MS",
     .group = SHAPE_GROUP,
     .help = "longer launches are split into pieces of about this time"},
    {.name = "tuning",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "TUNING",
     .group = SHAPE_GROUP,
     .help = "take what no option says from this file of `swarmcl tune`; see `swarmcl help tuning`"},
    {.name = "platform",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "P",
     .group = "Device",
     .help = "platform number or part of its name"},
    {.name = "device",
     .letter = 'd',
     .kind = SWARM_PARAM_TEXT,
     .fallback = "auto",
     .unit = "",
     .operand = "D",
     .group = "Device",
     .help = "where to run: one of these, a number or P:D of `swarmcl devices`, or a part of a name",
     .words = device_words},
    {.name = "dump-kernels",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Device",
     .help = "also write the OpenCL C source that the run builds, with its build options, to FILE"},
};

enum { TSP_PARAM_COUNT = sizeof tsp_params / sizeof tsp_params[0] };

const struct swarm_param *swarm_tsp_params(size_t *count)
{
    *count = TSP_PARAM_COUNT;
    return tsp_params;
}

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
    return tsp_number_real(value, strlen(value), &number)
           && tsp_number_real(param->minimum + open, strlen(param->minimum + open), &minimum)
           && tsp_number_real(param->maximum, strlen(param->maximum), &maximum)
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

enum swarm_status solver_params_create(struct base_env *env, struct swarm_params **params)
{
    struct swarm_params *made = base_array(1, sizeof *made);
    char **values = base_array(TSP_PARAM_COUNT, sizeof *values);
    if (!made || !values) {
        free(made);
        free(values);
        return base_fail_memory(env);
    }
    made->values = values;
    *params = made;
    return SWARM_OK;
}

void swarm_params_destroy(swarm_params **params)
{
    if (!*params) {
        return;
    }
    for (size_t i = 0; i < TSP_PARAM_COUNT; ++i) {
        free((*params)->values[i]);
    }
    free((*params)->values);
    free((*params)->start);
    free(*params);
    *params = NULL;
}

enum swarm_status solver_params_set(struct base_env *env, struct swarm_params *params, const char *name,
                                    const char *value)
{
    const struct swarm_param *param = swarm_param_find(tsp_params, TSP_PARAM_COUNT, name);
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
    free(params->values[param - tsp_params]);
    params->values[param - tsp_params] = copy;
    return SWARM_OK;
}

static const char *given_value(const struct swarm_params *params, const char *name)
{
    return params->values[swarm_param_find(tsp_params, TSP_PARAM_COUNT, name) - tsp_params];
}

/* What the preset says; the twin has no shapes that it could have. */
static const char *preset_value(const struct swarm_params *params, const struct swarm_param *param)
{
    const char *preset = given_value(params, "preset"), *device = given_value(params, "device");
    bool twin = device && strcmp(device, "none") == 0;
    return !preset || (twin && strcmp(param->group, SHAPE_GROUP) == 0) ? NULL
                                                                       : solver_preset_value(preset, param->name);
}

const char *swarm_params_get(const swarm_params *params, const char *name)
{
    const struct swarm_param *param = swarm_param_find(tsp_params, TSP_PARAM_COUNT, name);
    if (!param) {
        return NULL;
    }
    const char *value = params->values[param - tsp_params];
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
    params->start_count = tour ? count : 0;
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
    tsp_number_real(text, strlen(text), &value);
    return value;
}

uint64_t solver_params_integer(const struct swarm_params *params, const char *name)
{
    uint64_t value = 0;
    parse_integer(swarm_params_get(params, name), &value);
    return value;
}
