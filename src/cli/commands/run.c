/* run.c - the run of every problem's command: read the subject, search, report. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "commands.h"
#include "cli/interrupt.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"
#include "cli/ranks/ranks.h"
#include "cli/documents/replay.h"
#include "cli/documents/report.h"

/* Makes the solutions of --init the start of the run. */
static enum swarm_status read_starts(const struct cli_work *work)
{
    const struct cli_console *console = work->console;
    const struct cli_arguments *arguments = work->arguments;
    struct cli_subject *subject = work->subject;
    subject->starts = calloc(arguments->given_count + 1, sizeof *subject->starts);
    TRY(subject->starts ? SWARM_OK : cli_fail_memory());
    for (const char *path = NULL; (path = cli_value_at(arguments, CLI_INIT, subject->start_count));) {
        struct cli_answer answer = {.nodes = NULL};
        enum swarm_status status = subject->problem->read(console, subject, work->params, path, false, &answer);
        subject->starts[subject->start_count++] = (struct cli_start){path, answer.score};
        if (status == SWARM_OK) {
            status = cli_checked(console,
                                 swarm_params_add_start(console->context, work->params, answer.nodes, answer.count));
        }
        swarm_free(answer.nodes);
        TRY(status == SWARM_ERROR_VERIFICATION ? SWARM_ERROR_INPUT : status); /* it is input, not an answer */
    }
    return SWARM_OK;
}

/* Makes all runs; one without --repeat. */
static enum swarm_status solve(struct cli_work *work)
{
    struct cli_console *console = work->console;
    struct cli_repeat *repeat = &work->repeat;
    bool ended = false;
    TRY(cli_repeat_prepare(repeat, console));
    while (repeat->count < repeat->wanted && !ended) {
        struct cli_repeat_run run;
        swarm_result *result = NULL;
        TRY(cli_repeat_solve(repeat, console, work->arguments, &run, &result));
        ended = run.stop_reason == SWARM_STOP_CANCELLED || swarm_context_hangs(console->context);
        if (result->tour && result->tour->bound > work->subject->bound) {
            work->subject->bound = result->tour->bound; /* for all runs: a bound is of the subject */
        }
        if (run.stop_reason == SWARM_STOP_PROVEN) {
            work->subject->solved = true;
            work->subject->optimum = run.score.length;
        }
        const bool added = cli_repeat_add(repeat, &run);
        if (added && repeat->asked && !console->json && !console->quiet) {
            cli_print_repeat_run(repeat, &run);
        }
        if (added
            && (!work->result || cli_is_better(work->subject, run.score, CLI_SCORE_OF(work->subject, work->result)))) {
            swarm_result_destroy(&work->result);
            work->result = result;
        } else {
            swarm_result_destroy(&result);
        }
    }
    if (repeat->count < repeat->wanted) {
        const bool cut = repeat->runs[repeat->count - 1].stop_reason == SWARM_STOP_CANCELLED;
        cli_note(console, "%zu of %" PRIu64 " runs were begun%s", repeat->count, repeat->wanted,
                 cut ? "; the last one counts as far as it came" : "");
    }
    return cli_repeat_summarise(repeat);
}

/* Seconds of reading past --time: a run that begins by then still ends soon enough. */
static const double reading_late = 0.25;

/* The input of runs with --repeat is not in their times. */
static void limit_reading(const struct cli_work *work)
{
    const char *time = work->repeat.asked ? NULL : cli_asked(work->params, CLI_TIME);
    swarm_context_limit_reading(work->console->context, time ? strtod(time, NULL) + reading_late : HUGE_VAL);
}

enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct cli_problem *problem = arguments->command->problem;
    struct cli_work work = {.console = console, .arguments = arguments};
    struct cli_replay replay = {.path = NULL};
    enum swarm_status status = SWARM_OK;
    cli_interrupt_install(console->context, cli_has(arguments, CLI_CHECKPOINT));
    /* First the parts that do not depend on the subject: options, the document of --replay. */
    TRY_OR(done, cli_outputs_check(arguments, problem->outputs));
    TRY_OR(done, cli_parameters_create(console, arguments, &work.params));
    TRY_OR(done, cli_repeat_init(&work.repeat, arguments, work.params));
    TRY_OR(done, cli_replay_set(console, arguments, work.params, &replay));
    TRY_OR(done, cli_checked_usage(console, arguments->command, swarm_params_resume(console->context, work.params)));
    TRY_OR(done, cli_outputs_probe(console, arguments, work.params));
    TRY_OR(done, cli_ranks_share_devices(console, arguments, work.params));
    swarm_params_profile(work.params, cli_has(arguments, CLI_PROFILE));
    limit_reading(&work);
    TRY_OR(done, problem->open(console, arguments, work.params, &work.subject));
    TRY_OR(done, problem->read ? read_starts(&work) : SWARM_OK);
    swarm_context_limit_reading(console->context, 0.0);
    TRY_OR(done, cli_outputs_require(arguments, problem->outputs, work.subject));
    work.repeat.subject = work.subject;
    TRY_OR(done, cli_replay_check(arguments, &replay, work.subject));
    TRY_OR(done, solve(&work));
    cli_replay_compare(console, &replay, work.subject, work.result);
    TRY_OR(done, cli_outputs_write(console, arguments, problem->outputs, &work, cli_print_work));
done:
    swarm_result_destroy(&work.result);
    cli_repeat_deinit(&work.repeat);
    cli_replay_deinit(&replay);
    if (work.subject) {
        problem->close(work.subject);
    }
    swarm_params_destroy(&work.params);
    cli_interrupt_remove();
    return status;
}
