#include "options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The rows                                                                                                           */

#define GROUP_PROBLEM  "Problem"
#define GROUP_ANTS     "Ants"
#define GROUP_MOSAIC   "Mosaic"
#define GROUP_SEARCH   "Search"
#define GROUP_SWARM    "Swarm"
#define GROUP_STRATEGY "Evolution strategy"
#define GROUP_ISLANDS  "Islands"
#define GROUP_RUN      "Run"
#define GROUP_SHAPE    "Shape (changes no result)"
#define GROUP_DEVICE   "Device"

/* Declares the words of each ONE_OF. Engines define most of them. */
/* clang-format off */
#define DECLARE_ANY(operand)
#define DECLARE_ONE_OF(operand, words) extern const struct swarm_variant words[];
#define FLAG(member, name, owners, help)
#define WORD(member, name, owners, normal, value, help)    DECLARE_##value
#define TEXT(member, name, owners, normal, value, help)    DECLARE_##value
#define INTEGER(member, name, owners, normal, value, help)
#define REAL(member, name, owners, normal, value, help)
#include "table.h"
#define END           {NULL, NULL, NULL}
#define AUTO(meaning) {{"auto", meaning, ""}, END}
/* clang-format on */

const struct swarm_variant options_device_words[] = {
    {"auto", "the best GPU, else accelerator, else CPU, else the host", ""},
    {"gpu", "the first GPU; gpu:1 is the second", ""},
    {"accelerator", "the same for accelerators", ""},
    {"cpu", "the same for CPUs", ""},
    {"all", "every device, with an island on each", ""},
    {"none", "the sequential reference on the host, which needs no driver", ""},
    END};
static const struct swarm_variant ants_words[] = {
    {"auto", "depends on the algorithm, fewer with a local search; see `swarmcl help defaults`", ""},
    {"n", "as many as nodes", ""},
    END};
const struct swarm_variant options_candidate_kind_words[] = {
    {"auto", "mixed; nearest without coordinates or if a path has a free end", ""},
    {"nearest", "the K nearest nodes", "Bentley 1992"},
    {"quadrant", "the K / 4 nearest in each quadrant, then the nearest", "Johnson and McGeoch 2002"},
    {"mixed", "the two nearest in each quadrant (one if K is below 8), then the nearest", "ours"},
    {"alpha", "the K whose edges lengthen a minimum 1-tree least, under node potentials", "Helsgaun 2000"},
    END};
const struct swarm_variant options_start_tour_words[] = {
    {"nearest", "the nearest-neighbour tour is the first best, and deposits nothing", ""},
    {"none", "there is no best until the ants of iteration 1, which always completes, have built one", ""},
    END};
static const struct swarm_variant no_improve_words[] = {
    {"auto", "without another limit: 100 for qap, for ants of tsp depends on the number of nodes; otherwise never", ""},
    {"fifth", "a fifth of --iterations; never without such a limit", "Belotti's notebook"},
    END};
const struct swarm_variant options_migration_words[] = {
    {"ring", "each receives from the island before it, the first from the last", ""},
    {"complete", "each receives the best of all", ""},
    {"none", "islands do not exchange anything; the best of all is the result", ""},
    END};
const struct swarm_variant options_precision_words[] = {
    {"auto", "fp64; fp32 on a device that has no double precision", ""},
    {"fp32", "single precision", ""},
    {"fp64", "double precision; refused on a device that has none", ""},
    END};
static const struct swarm_variant vmax_words[] = {{"none", "no limit", ""}, END};
static const struct swarm_variant by_algorithm_words[] = AUTO("depends on the algorithm and the local search");
static const struct swarm_variant tau0_words[] =
    AUTO("for m ants and a nearest-neighbour tour of length L: m / L for as, 1 / (rho L) for eas, ras and mmas, "
         "1 / (n L) for bwas and acs");
static const struct swarm_variant by_device_words[] = AUTO("depends on the device");
static const struct swarm_variant by_nodes_words[] = AUTO("depends on the number of nodes");
static const struct swarm_variant by_items_words[] = AUTO("depends on the number of items");
static const struct swarm_variant elite_words[] = AUTO("as many as ants");
static const struct swarm_variant candidates_words[] = AUTO("10; 16 with ants; 0 with `--algorithm as`");
static const struct swarm_variant kopt_words[] = AUTO("8; 6 with --improver pieces");
static const struct swarm_variant beam_words[] =
    AUTO("2; with --improver pieces 3; 1 up to 100 nodes; 4 for asymmetric instances");
static const struct swarm_variant threads_words[] = AUTO("one for each processor; for few nodes one");
static const struct swarm_variant islands_words[] =
    AUTO("one for each device of --device, otherwise 1; ants on pieces share a population");
static const struct swarm_variant points_words[] = AUTO("4 + 3 ln n in n dimensions, rounded down");
static const struct swarm_variant restart_words[] = AUTO("0 for a swarm, 100 with a learned frame, 1000 for ants");
static const struct swarm_variant line_words[] = AUTO("128 for CMA-ES, else 0");
static const struct swarm_variant archive_words[] = AUTO("50, or twice the dimensions if that is more");
static const struct swarm_variant epoch_words[] = AUTO("100; 20 for qap, 5 for orient, 1 for mosaic");
static const struct swarm_variant iterations_words[] =
    AUTO("1000 for a swarm and for qap, 10000 for CMA-ES and continuous ants, 50 for orient; for tsp 5 generations of "
         "mosaic, 100 for `--algorithm as`, for other ants depends on the number of nodes");

struct row {
    struct swarm_param shown; /* the row as the public interface shows it */
    unsigned owners;
    size_t offset; /* byte offset of the option's member in struct options */
};

/* clang-format off */
static const struct row rows[] = {
#define ROW(of_kind, member, in_name, by, normal, value, text)                                                        \
    {.owners = (by), .offset = offsetof(struct options, member),                                                      \
     .shown = {.name = in_name, .kind = SWARM_PARAM_##of_kind, .group = GROUP_OF(SECTION), .role = ROLE_OF(SECTION),  \
               .fallback = normal, VALUE_##value, .help = text, .reads = ((by) & IS_READ) != 0,                       \
               .writes = ((by) & IS_WRITTEN) != 0, .repeats = ((by) & IS_REPEATED) != 0,                              \
               .common = ((by) & IS_COMMON) != 0, .letter = OPTION_##member == OPTION_device ? 'd' : '\0'}},
#define GROUP_OF(section)      FIRST_OF(section)
#define FIRST_OF(group, role)  GROUP_##group
#define ROLE_OF(section)       SECOND_OF(section)
#define SECOND_OF(group, role) SWARM_PARAM_##role
#define VALUE_NONE             .unit = ""
#define VALUE_ANY(in_operand)  .operand = in_operand, .unit = ""
#define VALUE_ONE_OF(in_operand, in_words) .operand = in_operand, .words = in_words, .unit = ""
#define VALUE_RANGE(in_operand, low, high, in_unit, in_words) \
    .operand = in_operand, .minimum = low, .maximum = high, .unit = in_unit, .words = in_words
#define FLAG(member, name, owners, help) ROW(FLAG, member, name, owners, NULL, NONE, help)
#define WORD(...)              ROW(WORD, __VA_ARGS__)
#define TEXT(...)              ROW(TEXT, __VA_ARGS__)
#define INTEGER(...)           ROW(INTEGER, __VA_ARGS__)
#define REAL(...)              ROW(REAL, __VA_ARGS__)
#include "table.h"
};
/* clang-format on */

const struct swarm_param *options_row(enum option option)
{
    return &rows[option].shown;
}

const char *options_name(enum option option)
{
    return rows[option].shown.name;
}

unsigned options_owners(enum option option)
{
    return rows[option].owners;
}

enum option options_find(unsigned owners, const char *name)
{
    int option = 0;
    while (option < OPTION_COUNT
           && (!name || !(rows[option].owners & owners) || strcmp(rows[option].shown.name, name) != 0)) {
        ++option;
    }
    return (enum option)option;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Values                                                                                                             */

/* Describes the allowed values: "a whole number from 1 to 9, or auto", "true or false". The caller owns the text. */
static char *allowed_text(const struct swarm_param *row)
{
    const bool open = row->minimum && row->minimum[0] == '(';
    char *text =
        !row->minimum
            ? base_text_format("%s", row->kind == SWARM_PARAM_FLAG ? "true or false" : "")
            : base_text_format("%s %s %s%s %s%s%s", row->kind == SWARM_PARAM_INTEGER ? "a whole number" : "a number",
                               open ? "above" : "from", row->minimum + open, open ? ", at most" : " to", row->maximum,
                               row->unit[0] ? " " : "", row->unit);
    const char *separator = text && text[0] ? ", or " : "one of ";
    for (const struct swarm_variant *word = row->words; word && word->name; ++word) {
        text = base_text_append(text, "%s%s", separator, word->name);
        separator = ", ";
    }
    return text;
}

/* Reads digits only: no sign, no blanks. True on success. */
static bool parse_integer(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0;
}

static bool parse_real(const char *text, double *value)
{
    return base_number_real(text, strlen(text), value);
}

/* The value of an option of any type. */
struct value {
    union {
        bool flag;
        const char *text;
        uint64_t integer;
        double real;
    };              /* first, because take() and value_of() copy its bytes */
    bool automatic; /* the value is "auto": the run chooses */
};

/* Reads a number. True if the text is one, within the row's range. */
static bool is_number(const struct swarm_param *row, const char *text, struct value *value)
{
    bool open = row->minimum[0] == '(';
    if (row->kind == SWARM_PARAM_INTEGER) {
        uint64_t minimum, maximum;
        return parse_integer(text, &value->integer) && parse_integer(row->minimum + open, &minimum)
               && parse_integer(row->maximum, &maximum) && value->integer >= minimum && value->integer <= maximum;
    }
    double minimum, maximum;
    return parse_real(text, &value->real) && parse_real(row->minimum + open, &minimum)
           && parse_real(row->maximum, &maximum) && (open ? value->real > minimum : value->real >= minimum)
           && value->real <= maximum;
}

/* Reads the text of a row's value. True if it is allowed. */
static bool read_value(const struct swarm_param *row, const char *text, struct value *value)
{
    const struct swarm_variant *word = row->words;
    while (word && word->name && strcmp(word->name, text) != 0) {
        ++word;
    }
    word = word && word->name ? word : NULL;
    value->automatic = word && strcmp(text, "auto") == 0 && row->kind != SWARM_PARAM_TEXT;
    switch (row->kind) {
    case SWARM_PARAM_FLAG:
        value->flag = strcmp(text, "true") == 0;
        return value->flag || strcmp(text, "false") == 0;
    case SWARM_PARAM_WORD:
        value->text = word && !value->automatic ? word->name : NULL;
        return word != NULL;
    case SWARM_PARAM_TEXT:
        value->text = text;
        return true;
    case SWARM_PARAM_INTEGER:
        value->integer = 0;
        return word || is_number(row, text, value);
    case SWARM_PARAM_REAL:
        value->real = (double)INFINITY;
        return word || is_number(row, text, value);
    }
    return false;
}

const char *options_spelled(const struct base_env *env, const char *name, char spelled[OPTIONS_NAME])
{
    char text[OPTIONS_NAME];
    snprintf(text, sizeof text, "--%s", name);
    base_spell(env, text, spelled);
    return spelled;
}

enum swarm_status options_check(struct base_env *env, const struct swarm_param *row, const char *text)
{
    struct value value;
    if (read_value(row, text, &value)) {
        return SWARM_OK;
    }
    char *allowed = allowed_text(row), name[OPTIONS_NAME];
    enum swarm_status status = allowed
                                   ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s %s: expected %s",
                                               options_spelled(env, row->name, name), text[0] ? text : "''", allowed)
                                   : base_fail_memory(env);
    free(allowed);
    return status;
}

static size_t size_of(enum swarm_param_kind kind)
{
    return kind == SWARM_PARAM_FLAG      ? sizeof(bool)
           : kind == SWARM_PARAM_INTEGER ? sizeof(uint64_t)
           : kind == SWARM_PARAM_REAL    ? sizeof(double)
                                         : sizeof(const char *);
}

static struct value value_of(const struct options *options, enum option option)
{
    struct value value = {.integer = 0};
    memcpy(&value, (const unsigned char *)options + rows[option].offset, size_of(rows[option].shown.kind));
    return value;
}

/* Sets an option to a text that was already checked. */
static void take(struct options *options, enum option option, const char *text)
{
    struct value value;
    read_value(&rows[option].shown, text, &value);
    memcpy((unsigned char *)options + rows[option].offset, &value, size_of(rows[option].shown.kind));
    options->set[option] = !value.automatic;
}

/* Sets an option back to its default. */
static void reset(struct options *options, enum option option)
{
    const struct row *row = &rows[option];
    memset((unsigned char *)options + row->offset, 0, size_of(row->shown.kind));
    options->set[option] = options->given[option] = false;
    options->text[option] = NULL;
    if (row->shown.fallback) {
        take(options, option, row->shown.fallback);
    }
}

void options_forget(struct options *options, unsigned is)
{
    for (int option = 0; option < OPTION_COUNT; ++option) {
        if (rows[option].owners & is) {
            reset(options, (enum option)option);
        }
    }
}

struct options options_make(void)
{
    struct options options = {.path = false};
    options_forget(&options, ~0u);
    return options;
}

enum swarm_status options_give(struct base_env *env, struct options *options, enum option option, const char *text)
{
    const enum swarm_status status = options_check(env, &rows[option].shown, text);
    if (status == SWARM_OK) {
        take(options, option, text);
        options->text[option] = text;
        options->given[option] = options->set[option];
    }
    return status;
}

bool options_is_reference(const struct options *options)
{
    return strcmp(options->device, "none") == 0;
}

enum option options_first(const struct options *options, unsigned is)
{
    int option = 0;
    while (option < OPTION_COUNT && !(options->given[option] && (rows[option].owners & is))) {
        ++option;
    }
    return (enum option)option;
}

/* The text of an option that the user did not give: from the preset, otherwise the default. */
static const char *text_not_given(const struct options *options, enum option option)
{
    const bool shape = rows[option].owners & IS_OF_DEVICE;
    const struct options_preset *preset = options->preset ? options_presets : options_swarm_presets;
    const char *name = options->preset ? options->preset : options->swarm_preset;
    if (name && !(shape && options_is_reference(options))) {
        while (strcmp(preset->name, name) != 0) {
            ++preset;
        }
        for (const struct options_preset_value *value = preset->values; value->text; ++value) {
            if (value->option == option) {
                return value->text;
            }
        }
    }
    return rows[option].shown.fallback;
}

void options_take_preset(struct options *options)
{
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const char *text = options->text[option] ? NULL : text_not_given(options, (enum option)option);
        if (text) {
            take(options, (enum option)option, text);
        }
    }
}

const char *options_asked(const struct options *options, enum option option)
{
    return options->text[option] ? options->text[option] : text_not_given(options, option);
}

static bool same_value(const struct swarm_param *row, const struct value *a, const char *text)
{
    struct value b;
    read_value(row, text, &b);
    return row->kind == SWARM_PARAM_INTEGER ? a->integer == b.integer
           : row->kind == SWARM_PARAM_REAL  ? a->real >= b.real && a->real <= b.real
           : row->kind == SWARM_PARAM_FLAG  ? a->flag == b.flag
                                            : a->text && b.text && strcmp(a->text, b.text) == 0;
}

const char *options_text(const struct options *options, enum option option, bool asked, char buffer[OPTIONS_TEXT])
{
    const struct swarm_param *row = &rows[option].shown;
    const char *given = options->given[option] ? options->text[option] : NULL;
    const struct value value = value_of(options, option);
    if (given && (asked || (options->set[option] && same_value(row, &value, given)))) {
        return given;
    }
    if (!options->set[option]) {
        return NULL;
    }
    if (row->kind == SWARM_PARAM_FLAG) {
        return value.flag ? "true" : NULL;
    }
    if (!row->minimum) {
        return value.text;
    }
    const bool special = row->kind == SWARM_PARAM_INTEGER ? value.integer == 0 : isinf(value.real);
    for (const struct swarm_variant *word = row->words; special && word && word->name; ++word) {
        if (strcmp(word->name, "auto") != 0) { /* 0 or INFINITY never stands for "auto" here */
            return word->name;
        }
    }
    if (row->kind == SWARM_PARAM_INTEGER) {
        snprintf(buffer, OPTIONS_TEXT, "%llu", (unsigned long long)value.integer);
        return buffer;
    }
    double back; /* 15 digits are enough if they read back as the same number */
    base_text_print(buffer, OPTIONS_TEXT, "%.15g", value.real);
    if (!parse_real(buffer, &back) || back != value.real) {
        base_text_print(buffer, OPTIONS_TEXT, "%.17g", value.real);
    }
    return buffer;
}

bool options_same(enum option option, const char *a, const char *b)
{
    struct value value;
    return strcmp(a, b) == 0
           || (read_value(&rows[option].shown, a, &value) && same_value(&rows[option].shown, &value, b));
}

enum swarm_status options_clash_spelled(struct base_env *env, const struct options *options, enum option option,
                                        const char *with, const char *reason)
{
    char buffer[OPTIONS_TEXT], name[OPTIONS_NAME];
    const bool flag = rows[option].shown.kind == SWARM_PARAM_FLAG;
    const char *value = flag ? NULL : options_text(options, option, true, buffer);
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s%s%s clashes with %s: %s",
                     options_spelled(env, options_name(option), name), value ? " " : "", value ? value : "", with,
                     reason);
}

enum swarm_status options_clash(struct base_env *env, const struct options *options, enum option option,
                                const char *with, const char *reason)
{
    char spelled_with[OPTIONS_TEXT], spelled_reason[OPTIONS_TEXT];
    assert(strlen(with) < OPTIONS_TEXT && strlen(reason) < OPTIONS_TEXT);
    base_spell(env, with, spelled_with);
    base_spell(env, reason, spelled_reason);
    return options_clash_spelled(env, options, option, spelled_with, spelled_reason);
}

enum swarm_status options_refuse(struct base_env *env, const struct options *options, enum option_owner is,
                                 const char *with, const char *reason)
{
    const enum option first = options_first(options, is);
    return first < OPTION_COUNT ? options_clash(env, options, first, with, reason) : SWARM_OK;
}
