/* check.c - swarmcl check: compares what each family of kernels finds on devices with what the reference finds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/documents/report.h"
#include "cli/problems/problem.h"

enum {
    NAME_SIZE = 64,    /* bytes of the name or the value of a parameter */
    WORDS_SIZE = 256,  /* bytes of the text with all words of a case */
    BATCH = 6,         /* number of instances in a batch */
    EVALUATIONS = 120, /* number of evaluations of a bound */
    DIMENSIONS = 4,    /* dimensions of objectives that allow several numbers of dimensions */
    NODES_MOST = 64    /* maximum number of nodes of an instance with scores */
};
#define HASH_START UINT64_C(0xCBF29CE484222325)

/* A family: runs of one problem on a generated input. Case k takes the k-th word of every parameter in `varied`,
 * counted modulo the number of its words, so a new row of a table is a new case. The longest list gives the number of
 * cases; the library rejects those whose words cannot be used together. */
static const struct family {
    const char *name, *problem;
    enum call { SOLVE, BOUND, BATCHES } call; /* function of the library that the runs call */
    const char *kind;                         /* kind for swarm_instance_generate(); NULL: the input is an objective */
    uint32_t size;                            /* number of nodes or items of the instance */
    const char *options;                      /* options of every case; "objective" names a built-in objective */
    const char *varied;
    uint64_t reference; /* hash of the solutions of its cases, as in test/golden; equal successive ones count once */
} families[] = {
#include "check_rows.h"
};
enum { FAMILIES = sizeof families / sizeof *families };

/* A run of a case. Equal solutions have equal hashes. */
struct trial {
    swarm_context *context;
    const struct family *family;
    const char *device;   /* number of a device as text; NULL: the reference */
    double end;           /* time on the context's clock at which the run is cancelled */
    swarm_params *params; /* owned until the run ends, like the inputs */
    swarm_instance *instances[BATCH];
    struct cli_subject *subject; /* input of a problem with generate() */
    swarm_objective *objective;
    bool ran;                 /* True if the library accepted the parameters of the trial */
    size_t left;              /* instances, or evaluations of a bound, that the run did not complete */
    enum swarm_status status; /* status of the run; for a batch of its last instance */
    uint64_t hash;
    double value;   /* length, cost, score, value or bound; the sum of a batch */
    char group[16]; /* number of work-items in a work-group; "": unknown */
};

/* Copies the next word of *list to `word`. Returns false at the end of the list. */
static bool next_word(const char **list, char word[NAME_SIZE])
{
    const size_t length = strcspn(*list, " ");
    snprintf(word, NAME_SIZE, "%.*s", (int)length, *list);
    *list += length + strspn(*list + length, " ");
    return length > 0;
}

/* The word at `index` modulo *count, which is the number of words of the varied parameter `name`. */
static const char *word_at(const struct family *family, const char *name, size_t index, size_t *count)
{
    if (strcmp(name, "objective") == 0) {
        const struct swarm_objective_info *objectives = swarm_objective_list(count);
        return objectives[index % *count].name;
    }
    const struct swarm_variant *words = swarm_param_find(family->problem, name)->words;
    words += strcmp(words->name, "auto") == 0; /* skips auto, which selects one of the other words */
    for (*count = 0; words[*count].name;) {
        ++*count;
    }
    return words[index % *count].name;
}

/* Writes the words of a case, "NAME=WORD NAME=WORD", and returns the number of cases. */
static size_t write_words(const struct family *family, size_t index, char text[WORDS_SIZE])
{
    struct cli_buffer words = {.bytes = text, .capacity = WORDS_SIZE, .borrowed = true};
    size_t most = 1, count;
    char name[NAME_SIZE];
    for (const char *varied = family->varied; next_word(&varied, name); most = count > most ? count : most) {
        const char *word = word_at(family, name, index, &count);
        cli_buffer_format(&words, "%s%s=%s", words.size > 0 ? " " : "", name, word);
    }
    cli_buffer_put(&words, "", 1);
    return most;
}

static enum swarm_status set_objective(struct trial *trial, const char *name)
{
    char text[NAME_SIZE];
    TRY(swarm_objective_find(trial->context, name, &trial->objective));
    const struct swarm_objective_info *info = swarm_objective_describe(trial->objective);
    const bool fixed = info->minimum_dimensions == info->maximum_dimensions;
    snprintf(text, sizeof text, "%" PRIu32, fixed ? info->maximum_dimensions : (uint32_t)DIMENSIONS);
    swarm_params_objective(trial->params, trial->objective);
    return swarm_params_set(trial->context, trial->params, "dim", text);
}

/* Sets the parameters "NAME=VALUE NAME=VALUE" that the problem has. The host rejects those of devices. */
static enum swarm_status set_all(struct trial *trial, const char *options, bool on_host)
{
    char name[NAME_SIZE];
    while (next_word(&options, name)) {
        char *value = strchr(name, '=');
        *value++ = '\0';
        const struct swarm_param *row = swarm_param_find(trial->family->problem, name);
        if (strcmp(name, "objective") == 0) {
            TRY(set_objective(trial, value));
        } else if (row && !(on_host && row->role == SWARM_PARAM_FREE)) {
            TRY(swarm_params_set(trial->context, trial->params, name, value));
        }
    }
    return SWARM_OK;
}

static const struct cli_problem *problem_of(const struct family *family)
{
    const struct cli_problem *problem = cli_problem_next(NULL);
    while (problem && strcmp(problem->name, family->problem) != 0) {
        problem = cli_problem_next(problem);
    }
    return problem;
}

static enum swarm_status make_instance(struct trial *trial, uint32_t seed)
{
    const struct family *family = trial->family;
    const struct cli_problem *problem = problem_of(family);
    swarm_instance **instance = &trial->instances[seed];
    enum swarm_status status = SWARM_ERROR_OUT_OF_MEMORY;
    uint32_t scores[NODES_MOST]; /* scores of the nodes, for orient */
    char *text = NULL;
    size_t size = 0;
    TRY(swarm_instance_generate(trial->context, family->kind, family->size, seed, &text, &size));
    if (!problem->generate) {
        status = swarm_instance_parse(trial->context, text, size, "check", instance);
    } else if ((trial->subject = calloc(1, problem->subject_size))) {
        status = problem->generate(trial->context, trial->params, text, size, trial->subject);
    }
    swarm_free(text);
    for (uint32_t i = 0; i < NODES_MOST; ++i) {
        scores[i] = 1 + i % 9;
    }
    return status == SWARM_OK && strcmp(family->problem, "orient") == 0
               ? swarm_instance_set_scores(trial->context, *instance, scores)
               : status;
}

/* Makes the parameters and the input of a case. SWARM_ERROR_INVALID_ARGUMENT: its words clash. */
static enum swarm_status prepare(struct trial *trial, const char *words)
{
    const struct family *family = trial->family;
    const bool on_host = !trial->device;
    const uint32_t count = family->call == BATCHES ? BATCH : 1;
    TRY(swarm_params_create(trial->context, family->problem, &trial->params));
    TRY(swarm_params_set(trial->context, trial->params, "device", on_host ? "none" : trial->device));
    TRY(set_all(trial, family->options, on_host));
    TRY(set_all(trial, words, on_host));
    for (uint32_t i = 0; family->kind && i < count; ++i) {
        TRY(make_instance(trial, i));
    }
    swarm_params_instance(trial->params, trial->instances[0]);
    return swarm_check(trial->context, trial->params);
}

/* FNV-1a of the bytes of a number, the lowest first. */
static void add_number(uint64_t *hash, uint64_t number)
{
    for (int byte = 0; byte < 8; ++byte, number >>= 8) {
        *hash = (*hash ^ (number & 255)) * UINT64_C(0x100000001B3);
    }
}

static void add_real(uint64_t *hash, double real)
{
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    add_number(hash, bits);
}

static void add_result(struct trial *trial, const swarm_result *result)
{
    const char *group = cli_setting(result, CLI_GROUP_SIZE);
    add_real(&trial->hash, result->value);
    add_number(&trial->hash, (uint64_t)result->length);
    add_number(&trial->hash, result->best_iteration);
    for (size_t i = 0; result->tour && i < result->tour->node_count; ++i) {
        add_number(&trial->hash, result->tour->nodes[i]);
    }
    if (trial->subject) {
        problem_of(trial->family)->visit(result, add_number, &trial->hash);
    }
    for (size_t i = 0; result->position && i < result->position->dimensions; ++i) {
        add_real(&trial->hash, result->position->x[i]);
    }
    trial->value += result->position ? result->value : (double)result->length;
    const bool found = trial->device || result->best_iteration > 0; /* otherwise there is nothing to compare */
    trial->left -= found && result->stop_reason != SWARM_STOP_CANCELLED;
    snprintf(trial->group, sizeof trial->group, "%s", group ? group : "");
}

/* A swarm_progress_fn. */
static void watch(void *user, const struct swarm_progress *progress)
{
    const struct trial *trial = user;
    (void)progress;
    if (swarm_context_seconds(trial->context) > trial->end) {
        swarm_context_cancel(trial->context);
    }
}

/* A swarm_many_fn. */
static bool add_instance(void *user, size_t index, enum swarm_status status, const char *error,
                         const swarm_result *result)
{
    struct trial *trial = user;
    (void)index, (void)error;
    trial->status = status;
    if (result) {
        add_result(trial, result);
    }
    return !result || swarm_context_seconds(trial->context) > trial->end;
}

static enum swarm_status search(struct trial *trial)
{
    swarm_context *context = trial->context;
    swarm_result *result = NULL;
    swarm_bound *bound = NULL;
    if (trial->family->call == BATCHES) {
        trial->left = BATCH;
        TRY(swarm_solve_many(context, trial->params, BATCH, (const swarm_instance *const *)trial->instances, 0.0,
                             add_instance, trial));
        return trial->status;
    }
    if (trial->family->call == SOLVE) {
        TRY(swarm_solve(context, trial->params, watch, trial, &result));
        add_result(trial, result);
        swarm_result_destroy(&result);
        return SWARM_OK;
    }
    TRY(swarm_bound_find(context, trial->params, EVALUATIONS, &bound));
    trial->value = (double)bound->length;
    trial->left = EVALUATIONS - (size_t)bound->evaluations;
    for (size_t i = 0; i < bound->potential_count; ++i) {
        add_number(&trial->hash, (uint64_t)bound->potentials[i]);
    }
    swarm_bound_destroy(&bound);
    return SWARM_OK;
}

static enum swarm_status run_trial(struct trial *trial, const char *words)
{
    trial->hash = HASH_START;
    trial->left = 1;
    enum swarm_status status = prepare(trial, words);
    trial->ran = status == SWARM_OK;
    status = trial->ran ? search(trial) : status;
    swarm_params_destroy(&trial->params);
    for (size_t i = 0; i < BATCH; ++i) {
        swarm_instance_destroy(&trial->instances[i]);
    }
    if (trial->subject) {
        problem_of(trial->family)->close(trial->subject);
        free(trial->subject);
    }
    swarm_objective_destroy(&trial->objective);
    return status;
}

/* The outcome of a case. Several cases together have the last outcome of this list that any of them has. */
enum outcome { LEFT, REFUSED, EQUAL, FAILED, DIFFERENT, OUTCOMES };
static const char *const outcome_names[] = {"not reached", "refused", "equal", "failed", "different"};

/* Cases on one device, of a family or of all. */
struct tally {
    size_t cases, counts[OUTCOMES];
    double seconds;           /* seconds on the device, including the compilation of kernels */
    enum swarm_status status; /* status of the first case that failed; SWARM_ERROR_VERIFICATION if one differs */
    char groups[64];          /* sizes of work-groups, for the report */
    char problem[512];        /* message about the first case that was refused, failed or differs; "": none */
};

/* The work on one device. */
struct check {
    struct cli_console *console;
    const struct swarm_device *device; /* device to check; NULL: the host */
    double end;                        /* deadline of the command, on the context's clock */
    struct tally total;
    struct cli_json *json; /* document to print; NULL: none */
};

static const char *outcome_of(const struct tally *tally)
{
    enum outcome outcome = DIFFERENT;
    while (outcome > LEFT && tally->counts[outcome] == 0) {
        --outcome;
    }
    return outcome_names[outcome];
}

/* Counts a run on the device that ended with `status`. */
static void count_run(const struct check *check, struct tally *tally, enum swarm_status status,
                      const struct trial *found, const struct trial *expected, const char *words)
{
    const swarm_context *context = found->context;
    const bool slow = !check->device || check->device->simulator || check->device->type >= SWARM_DEVICE_CPU;
    const bool hangs = found->ran && swarm_context_hangs(context);
    const bool late = status == SWARM_OK ? found->left > 0 : swarm_context_seconds(context) > found->end;
    const bool refused = status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE;
    const bool differs = status == SWARM_OK ? found->hash != expected->hash : status == SWARM_ERROR_VERIFICATION;
    const enum outcome outcome = hangs && !slow && !swarm_context_compiles(context) ? FAILED
                                 : refused                                          ? REFUSED
                                 : late                                             ? LEFT
                                 : differs                                          ? DIFFERENT
                                 : status != SWARM_OK                               ? FAILED
                                                                                    : EQUAL;
    const char *error = hangs ? "the driver has not returned" : swarm_context_error(context), *group = found->group;
    const bool shown = (hangs || (outcome != LEFT && outcome != EQUAL)) && !*tally->problem;
    ++tally->counts[outcome];
    if (shown && outcome == DIFFERENT && status == SWARM_OK) {
        snprintf(tally->problem, sizeof tally->problem, "%s: found %.17g, expected %.17g%s", words, found->value,
                 expected->value, found->value == expected->value ? " with another solution" : "");
    } else if (shown) {
        snprintf(tally->problem, sizeof tally->problem, "%s: %.*s", words, (int)strcspn(error, "\n"), error);
    }
    if (outcome == DIFFERENT) {
        tally->status = SWARM_ERROR_VERIFICATION;
    } else if (outcome == FAILED && tally->status == SWARM_OK) {
        tally->status = status != SWARM_OK ? status : SWARM_ERROR_OPENCL;
    }
    if (*group && !strstr(tally->groups, group) && strlen(tally->groups) + strlen(group) + 3 < sizeof tally->groups) {
        strcat(strcat(tally->groups, *tally->groups ? ", " : ""), group);
    }
}

/* Prints the line of a family and adds it to the total. */
static void report_family(struct check *check, const struct family *family, const struct tally *tally, uint64_t hash)
{
    struct tally *total = &check->total;
    char reference[24];
    for (enum outcome outcome = LEFT; outcome < OUTCOMES; ++outcome) {
        total->counts[outcome] += tally->counts[outcome];
    }
    total->cases += tally->cases;
    total->seconds += tally->seconds;
    total->status =
        total->status == SWARM_OK || tally->status == SWARM_ERROR_VERIFICATION ? tally->status : total->status;
    if (!check->console->json && !check->console->quiet) {
        printf("%-13s %-11s %3zu of %-3zu %7.2f s  %s\n", family->name, outcome_of(tally), tally->counts[EQUAL],
               tally->cases, tally->seconds, *tally->problem ? tally->problem : tally->groups);
        fflush(stdout);
    }
    snprintf(reference, sizeof reference, "%016" PRIx64, hash);
    cli_json_put(check->json,
                 "~{name: %s, result: %s, cases: %zu, equal: %zu, seconds: %f, group_sizes: %s, problem: %s, "
                 "reference: %s}",
                 family->name, outcome_of(tally), tally->cases, tally->counts[EQUAL], tally->seconds, tally->groups,
                 *tally->problem ? tally->problem : NULL, reference);
}

/* Runs all cases of a family as the reference, and on the device until `end`, at least one of them. */
static void check_family(struct check *check, const struct family *family, double end)
{
    swarm_context *context = check->console->context;
    struct tally tally = {.cases = 0};
    uint64_t hash = HASH_START, last = 0;
    bool complete = true;
    char words[WORDS_SIZE], number[NAME_SIZE];
    snprintf(number, sizeof number, "%u", check->device ? check->device->index : 0);
    for (size_t i = 0; i < write_words(family, i, words); ++i) {
        struct trial expected = {.context = context, .family = family, .end = check->end}, found = expected;
        enum swarm_status status = run_trial(&expected, words);
        if (status == SWARM_ERROR_INVALID_ARGUMENT) {
            continue; /* the words clash */
        }
        const double begin = swarm_context_seconds(context);
        const bool runs = status == SWARM_OK && expected.left == 0 && (tally.cases == 0 || begin < end);
        found.device = number;
        found.left = 1;
        found = check->device ? found : expected;
        status = runs && check->device ? run_trial(&found, words) : status;
        complete = complete && expected.left == 0;
        if (expected.hash != last) { /* words for devices change no solution, so they must not change the hash */
            add_number(&hash, expected.hash);
        }
        last = expected.hash;
        tally.seconds += runs ? swarm_context_seconds(context) - begin : 0.0;
        if (status != SWARM_ERROR_INVALID_ARGUMENT || !strstr(swarm_context_error(context), " clashes with ")) {
            ++tally.cases;
            count_run(check, &tally, status, &found, &expected, words);
        }
    }
    if (complete && hash != family->reference) {
        ++tally.counts[DIFFERENT];
        tally.status = SWARM_ERROR_VERIFICATION;
        snprintf(tally.problem, sizeof tally.problem, "the reference on this host differs from the one of test/golden");
    }
    report_family(check, family, &tally, hash);
}

/* Checks a device within a share of the time that is left. Fails if a case failed or differs, or if none is equal. */
static enum swarm_status check_device(struct check *check, double share)
{
    const struct cli_console *console = check->console;
    const struct swarm_device *device = check->device;
    const struct tally *total = &check->total;
    const double begin = swarm_context_seconds(console->context), end = begin + (check->end - begin) * share;
    char place[CLI_FIELD_SIZE / 2] = "the host", line[CLI_FIELD_SIZE];
    cli_json_put(check->json, "{device: ");
    cli_json_device(check->json, device);
    cli_json_put(check->json, "families: [");
    for (size_t i = 0; i < FAMILIES; ++i) {
        const double now = swarm_context_seconds(console->context);
        check_family(check, &families[i], now + (end - now) / (double)(FAMILIES - i));
    }
    if (device) {
        snprintf(place, sizeof place, "%s \"%s\", platform \"%s\", driver %s, %s, %s",
                 swarm_device_type_name(device->type), device->name, device->platform_name, device->driver,
                 device->version, device->c_version);
    }
    snprintf(line, sizeof line, "swarmcl %s: %s, %zu of %zu cases equal in %.1f s, on %s", swarm_version(),
             outcome_of(total), total->counts[EQUAL], total->cases, total->seconds, place);
    cli_json_put(check->json, "], result: %s, line: %s}", outcome_of(total), line);
    if (!console->json && !console->quiet) {
        cli_print_field("report", "%s", line);
        fflush(stdout);
    }
    if (total->status != SWARM_OK) {
        cli_error("%zu cases differ from the reference, %zu failed, %zu are equal, on %s", total->counts[DIFFERENT],
                  total->counts[FAILED], total->counts[EQUAL], place);
    } else if (total->counts[EQUAL] == 0) {
        cli_error("no case was completed on %s", place);
    }
    return total->status == SWARM_OK && total->counts[EQUAL] == 0 ? SWARM_ERROR_OPENCL : total->status;
}

static enum swarm_status run_check(struct cli_console *console, const struct cli_arguments *arguments)
{
    enum { DEVICES = 64 };
    const struct swarm_device *devices = NULL;
    swarm_params *params = NULL;
    struct cli_json document, *json = console->json ? &document : NULL;
    size_t listed = 0, count = 1, indices[DEVICES];
    enum swarm_status status = SWARM_OK, worst = SWARM_OK;
    TRY_OR(done, cli_parameters_create(console, arguments, &cli_tsp, &params));
    const bool on_host = cli_without_device(params);
    if (!on_host) {
        TRY_OR(done, cli_checked(console, swarm_device_list(console->context, &devices, &listed)));
        TRY_OR(done, cli_checked_run(console, arguments,
                                     swarm_device_find(console->context, cli_parameter(params, CLI_PLATFORM),
                                                       cli_parameter(params, CLI_DEVICE), indices, DEVICES, &count)));
    }
    console->again = true; /* hides the library's messages about the many runs */
    console->silent = !console->verbose;
    cli_document_begin(json);
    cli_json_put(json, "checks: [");
    count = count < DEVICES ? count : DEVICES;
    for (size_t i = 0; i < count; ++i) {
        struct check check = {.console = console,
                              .device = on_host ? NULL : &devices[indices[i]],
                              .json = json,
                              .end = strtod(cli_value(arguments, CLI_TIME), NULL)};
        status = check_device(&check, 1.0 / (double)(count - i));
        worst = worst == SWARM_OK || status == SWARM_ERROR_VERIFICATION ? status : worst;
    }
    cli_json_put(json, "]");
    TRY_OR(done, json ? cli_document_print(json) : SWARM_OK);
    status = worst;
done:
    swarm_params_destroy(&params);
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "stop after SECONDS; each family has at least one run", .fallback = "60",
            .minimum = "(0", .maximum = "1000000", .unit = "s", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_check = {
    .name = "check",
    .operands = "",
    .help = "compare what a device finds with the reference",
    .details = "Runs each family of kernels on the device and as the sequential reference on the host, on small\n"
               "inputs that it makes, and compares the solutions. The last line is for bug reports. Exit code 5\n"
               "means that a solution differs.",
    .more = "Each case takes a word of each list of options, such as a design of `swarmcl tsp --construction`. A\n"
            "case is refused if the device lacks something, such as double precision. The time of a family\n"
            "includes the compilation of its kernels. --device none checks only the reference.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_DEVICE, CLI_PLATFORM, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_check,
};
