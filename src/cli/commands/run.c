/* run.c - runs the command of any problem: reads the subject, searches, reports. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "cli/documents/output.h"
#include "cli/progress.h"
#include "cli/ranks/ranks.h"
#include "cli/documents/document.h"
#include "cli/documents/report.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* --replay                                                                                                           */

/* Reads the document of --replay, if given, and sets its parameters. */
static enum swarm_status read_replay(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params, struct cli_replay *replay)
{
    const char *path = cli_value(arguments, CLI_REPLAY);
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    if (!path) {
        return SWARM_OK;
    }
    if (cli_has(arguments, CLI_RESUME)) {
        return cli_usage_error(arguments->command, "--replay and --resume cannot be used together: a replay repeats a "
                                                   "run from its start");
    }
    TRY_OR(done, cli_checked(console, swarm_file_read(console->context, path, &text, &size)));
    TRY_OR(done, cli_replay_parse(arguments->command->problem, cli_path_label(path), text, size, replay));
    TRY_OR(done, cli_checked_usage(console, arguments->command,
                                   swarm_params_replay(console->context, params, &replay->record)));
done:
    swarm_free(text);
    return status;
}

/* Converts `score` to text. True if this text is `written`, the score in the document. */
static bool has_score(const struct cli_subject *subject, const char *written, struct cli_score score,
                      char text[CLI_TEXT_SIZE])
{
    return strcmp(*cli_number_text(subject, score, text) ? text : "null", written) == 0;
}

/* Checks that the document of --replay is about this subject and these starting solutions. */
static enum swarm_status check_replay(const struct cli_arguments *arguments, const struct cli_replay *replay,
                                      const struct cli_subject *subject)
{
    const struct cli_command *command = arguments->command;
    const struct cli_problem *problem = subject->problem;
    const char *operand = arguments->operands[0];
    char text[CLI_TEXT_SIZE];
    if (!replay->path) {
        return SWARM_OK;
    }
    if (strcmp(replay->name, subject->name) != 0 || replay->size != subject->size) {
        cli_error("%s: the replayed run solved \"%s\" with %" PRIu64 " %s, but %s is \"%s\" with %" PRIu64 " %s",
                  replay->path, replay->name, replay->size, problem->size, cli_path_label(operand), subject->name,
                  subject->size, problem->size);
        return SWARM_ERROR_INPUT;
    }
    bool same = subject->start_count == replay->start_count;
    for (size_t i = 0; same && i < subject->start_count; ++i) {
        same = has_score(subject, replay->starts[i].score, subject->starts[i].score, text);
    }
    if (!same) {
        struct cli_buffer starts = {.bytes = NULL};
        for (size_t i = 0; i < replay->start_count; ++i) {
            cli_buffer_format(&starts, "%s--init %s of %s %s", i > 0 ? ", " : "", replay->starts[i].file,
                              problem->score, replay->starts[i].score);
        }
        cli_buffer_put(&starts, "", 1);
        const enum swarm_status status = cli_usage_error(
            command, "--replay %s: the recorded run started from %s; start this run from the same solutions",
            replay->path,
            starts.failed   ? "other solutions"
            : *starts.bytes ? starts.bytes
                            : "no --init");
        cli_buffer_deinit(&starts);
        return status;
    }
    return SWARM_OK;
}

/* Warns if the score differs from the one in the document of --replay. */
static void compare_replay(const struct cli_console *console, const struct cli_replay *replay,
                           const struct cli_subject *subject, const swarm_result *result)
{
    char text[CLI_TEXT_SIZE];
    if (!replay->path || has_score(subject, replay->score, CLI_SCORE_OF(subject, result), text)) {
        return;
    }
    const bool is_short = result->stop_reason == SWARM_STOP_TIME || result->stop_reason == SWARM_STOP_CANCELLED
                          || result->stop_reason == SWARM_STOP_PROVEN;
    const char *other =
        cli_setting(result, CLI_KEEP)
            ? "--time may have ended --keep in the recorded run; otherwise the input, the document or the "
              "build has changed: swarmcl "
            : "the input or the document has changed, or the document is from another build: swarmcl ";
    cli_warn(console, "%s: the recorded run has %s %s, this run has %s: %s%s", replay->path, subject->problem->score,
             replay->score, text, is_short ? "it ended before it had repeated all iterations: " : other,
             is_short ? swarm_stop_reason_name(result->stop_reason) : replay->version);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs                                                                                                               */

static enum swarm_status read_starts(const struct cli_work *work)
{
    const struct cli_console *console = work->console;
    const struct cli_arguments *arguments = work->arguments;
    struct cli_subject *subject = work->subject;
    subject->starts = calloc(arguments->given_count + 1, sizeof *subject->starts);
    TRY(subject->starts ? SWARM_OK : cli_fail_memory());
    for (const char *path = NULL; (path = cli_value_at(arguments, CLI_INIT, subject->start_count));) {
        struct cli_solution solution = {.nodes = NULL};
        enum swarm_status status = subject->problem->read(console, subject, work->params, path, &solution);
        subject->starts[subject->start_count++] = (struct cli_start){path, solution.score};
        if (status == SWARM_OK) {
            status = cli_checked(
                console, swarm_params_add_start(console->context, work->params, solution.nodes, solution.count));
        }
        swarm_free(solution.nodes);
        TRY(status == SWARM_ERROR_VERIFICATION ? SWARM_ERROR_INPUT : status); /* the file is wrong */
    }
    return SWARM_OK;
}

/* Reads --repeat, and refuses options that allow only one run. */
static enum swarm_status read_repeat(struct cli_work *work)
{
    struct cli_repeat *repeat = &work->repeat;
    const struct cli_arguments *arguments = work->arguments;
    static const struct {
        enum cli_option option;
        const char *reason;
    } clashes[] = {{CLI_CHECKPOINT, "a checkpoint holds one run"},
                   {CLI_RESUME, "a checkpoint holds one run"},
                   {CLI_REPLAY, "a document describes one run"},
                   {CLI_KEEP, "the best of several runs is the shortest, which may keep fewer edges"}};
    const char *count = cli_value(arguments, CLI_REPEAT);
    repeat->given = count != NULL;
    for (size_t i = 0; count && i < sizeof clashes / sizeof clashes[0]; ++i) {
        if (cli_has(arguments, clashes[i].option)) {
            return cli_usage_error(arguments->command, "--repeat and --%s cannot be used together: %s",
                                   cli_option_name(clashes[i].option), clashes[i].reason);
        }
    }
    repeat->wanted = count ? strtoull(count, NULL, 10) : 1;
    repeat->first_seed = strtoull(cli_parameter(work->params, CLI_SEED), NULL, 10);
    if (repeat->first_seed > UINT64_MAX - (repeat->wanted - 1)) {
        return cli_usage_error(arguments->command,
                               "--repeat %s: fewer seeds than that follow --seed %" PRIu64 "; the largest is 2^64 - 1",
                               count, repeat->first_seed);
    }
    repeat->runs = calloc(repeat->wanted, sizeof *repeat->runs);
    return repeat->runs ? SWARM_OK : cli_fail_memory();
}

static bool has_target_option(const swarm_params *params)
{
    return cli_parameter(params, CLI_TARGET) || cli_parameter(params, CLI_TARGET_GAP);
}

/* Seconds until the run reached the target; NaN: never. A run ends at a given target or a proven optimum. Another
 * known best score does not end the run, so its time comes from the trace. */
static double target_seconds(const struct cli_work *work, const swarm_result *result)
{
    const struct cli_subject *subject = work->subject;
    const bool is_known = work->repeat.has_target && !has_target_option(work->params);
    size_t i = is_known ? 0 : result->trace_count;
    while (i < result->trace_count && cli_is_better(subject, subject->best, CLI_SCORE_OF(subject, &result->trace[i]))) {
        ++i;
    }
    return result->stop_reason == SWARM_STOP_TARGET ? result->best_seconds
           : i < result->trace_count                ? result->trace[i].seconds
                                                    : (double)NAN;
}

/* Performs one run; the caller owns *result. */
static enum swarm_status solve_once(const struct cli_work *work, struct cli_repeat_run *run, swarm_result **result)
{
    const struct cli_problem *problem = work->subject->problem;
    const struct cli_repeat *repeat = &work->repeat;
    const struct cli_arguments *arguments = work->arguments;
    struct cli_console *console = work->console;
    struct cli_progress progress;
    char seed[24];
    enum swarm_status status = SWARM_OK;
    if (repeat->given) {
        snprintf(seed, sizeof seed, "%" PRIu64, repeat->first_seed + repeat->count);
        status = cli_parameters_set(console, work->params, CLI_SEED, seed);
    }
    const char *device = cli_parameter(work->params, CLI_DEVICE);
    const struct swarm_progress none = {.length = INT64_MAX, .value = (double)NAN};
    status = status == SWARM_OK ? cli_metrics_write(console, work->subject, device, &none, true) : status;
    TRY(cli_ranks_agree(console, status));
    if (repeat->given && repeat->count == 0) {
        TRY(cli_checked_run(console, arguments, swarm_rehearse(console->context, work->params)));
    }
    if (repeat->given) {
        swarm_context_restart_clock(console->context);
    }
    cli_progress_begin(&progress, console, work->subject, work->params);
    progress.run_number = repeat->count + 1;
    progress.run_count = repeat->wanted;
    status = swarm_solve(console->context, work->params, progress.report, &progress, result);
    cli_progress_end(&progress);
    TRY(cli_checked_run(console, arguments, status));
    const size_t missing = problem->count_missing ? problem->count_missing(*result) : 0;
    const struct swarm_progress last = {.iteration = (*result)->iterations,
                                        .missing = (uint32_t)missing,
                                        .length = (*result)->length,
                                        .value = (*result)->value,
                                        .bound = (*result)->tour ? (*result)->tour->bound : 0,
                                        .seconds = (*result)->seconds};
    cli_metrics_write(console, work->subject, device, &last, false);
    *run = (struct cli_repeat_run){.seed = repeat->first_seed + repeat->count,
                                   .score = CLI_SCORE_OF(work->subject, *result),
                                   .iterations = (*result)->iterations,
                                   .seconds = (*result)->seconds,
                                   .best_seconds = (*result)->best_seconds,
                                   .target_seconds = target_seconds(work, *result),
                                   .stop_reason = (*result)->stop_reason,
                                   .missing = missing};
    console->again = true;
    return SWARM_OK;
}

/* Performs all runs of --repeat, or one run. */
static enum swarm_status solve(struct cli_work *work)
{
    struct cli_console *console = work->console;
    struct cli_repeat *repeat = &work->repeat;
    repeat->has_target = has_target_option(work->params) || (work->subject->known && work->subject->problem->whole);
    if (repeat->given && !cli_without_device(work->params)) { /* loads drivers, so that all runs do the same work */
        const struct swarm_device *devices = NULL;
        size_t count = 0;
        TRY(cli_checked(console, swarm_device_list(console->context, &devices, &count)));
    }
    size_t best = 0;
    for (bool ended = false; repeat->count < repeat->wanted && !ended;) {
        struct cli_repeat_run run;
        swarm_result *result = NULL;
        TRY(solve_once(work, &run, &result));
        ended = run.stop_reason == SWARM_STOP_CANCELLED || swarm_context_hangs(console->context);
        if (result->tour && result->tour->bound > work->subject->bound) {
            work->subject->bound = result->tour->bound; /* the bound holds for all runs of the subject */
        }
        if (run.stop_reason == SWARM_STOP_PROVEN) {
            work->subject->solved = true;
            work->subject->optimum = result->trace[result->trace_count - 1].length; /* --keep may lengthen the result */
        }
        if (run.stop_reason == SWARM_STOP_CANCELLED && run.iterations == 0 && repeat->count > 0) {
            swarm_result_destroy(&result); /* the run was cancelled before it began */
            break;
        }
        repeat->runs[repeat->count++] = run;
        if (repeat->given && !console->json && !console->quiet) {
            cli_print_repeat_run(work, &run);
        }
        if (!work->result || cli_is_better_run(work->subject, &run, &repeat->runs[best])) {
            best = repeat->count - 1;
            swarm_result_destroy(&work->result);
            work->result = result;
        } else {
            swarm_result_destroy(&result);
        }
    }
    if (repeat->count < repeat->wanted) {
        const bool cut = repeat->runs[repeat->count - 1].stop_reason == SWARM_STOP_CANCELLED;
        cli_note(console, "%zu of %" PRIu64 " runs were started%s", repeat->count, repeat->wanted,
                 cut ? "; the last one is incomplete" : "");
    }
    return cli_repeat_summarise(work);
}

/* Seconds after --time at which reading fails; a run that starts before this can still end soon after --time. */
static const double reading_late = 0.25;

enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct cli_problem *problem = arguments->command->problem;
    struct cli_work work = {.console = console, .arguments = arguments};
    struct cli_replay replay = {.path = NULL};
    enum swarm_status status = SWARM_OK;
    /* Options and the document of --replay are checked before the subject, which may take long to read. */
    console->metrics = console->ranks.shared.rank == 0 ? cli_value(arguments, CLI_METRICS) : NULL;
    TRY_OR(done, cli_outputs_check(arguments, problem->outputs));
    TRY_OR(done, cli_parameters_create(console, arguments, problem, &work.params));
    TRY_OR(done, read_repeat(&work));
    TRY_OR(done, read_replay(console, arguments, work.params, &replay));
    TRY_OR(done, cli_checked_usage(console, arguments->command, swarm_params_resume(console->context, work.params)));
    TRY_OR(done, cli_outputs_probe(console, arguments, work.params));
    TRY_OR(done, cli_ranks_share_devices(console, arguments, work.params));
    swarm_params_profile(work.params, cli_has(arguments, CLI_PROFILE));
    swarm_params_curve(work.params, cli_outputs_have_curve(arguments));
    const char *time =
        work.repeat.given ? NULL : cli_parameter(work.params, CLI_TIME); /* with --repeat, for each run */
    swarm_context_limit_reading(console->context, time ? strtod(time, NULL) + reading_late : HUGE_VAL);
    work.subject = calloc(1, problem->subject_size);
    TRY_OR(done, work.subject ? problem->open(console, arguments, work.params, work.subject) : cli_fail_memory());
    TRY_OR(done, problem->read ? read_starts(&work) : SWARM_OK);
    swarm_context_limit_reading(console->context, 0.0);
    TRY_OR(done, cli_outputs_require(arguments, problem->outputs, work.subject));
    TRY_OR(done, check_replay(arguments, &replay, work.subject));
    TRY_OR(done, solve(&work));
    console->incomplete = work.subject->incomplete = work.repeat.runs[work.repeat.best_run].missing > 0;
    if (cli_setting(work.result, CLI_KEEP)) {
        const struct swarm_tour *tour = work.result->tour;
        TRY_OR(done, cli_checked(console, swarm_tour_kept(console->context, work.params, tour->nodes, tour->node_count,
                                                          &work.subject->kept)));
    }
    compare_replay(console, &replay, work.subject, work.result);
    TRY_OR(done, cli_outputs_write(console, arguments, problem->outputs, &work, cli_print_work));
done:
    swarm_result_destroy(&work.result);
    free(work.repeat.runs);
    cli_replay_deinit(&replay);
    if (work.subject) {
        problem->close(work.subject);
        free(work.subject->starts);
        free(work.subject);
    }
    swarm_params_destroy(&work.params);
    return status;
}
