/* command_run.c - the run of every problem's command: read what is to be searched, search, report. */
#include <inttypes.h>

#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "parameters.h"
#include "ranks.h"
#include "replay.h"
#include "report.h"

/* A command at work. */
struct job {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    swarm_params *params; /* owned, as all below */
    struct cli_subject *subject;
    struct cli_replay replay;
    struct cli_repeat repeat;
    swarm_result *result; /* the best of all runs */
};

/* All runs, one without --repeat. */
static enum swarm_status solve(struct job *job)
{
    struct cli_console *console = job->console;
    struct cli_repeat *repeat = &job->repeat;
    enum swarm_status status = SWARM_OK;
    bool ended = false;
    TRY(cli_repeat_prepare(repeat, console));
    for (uint64_t i = 1; i <= repeat->wanted && !ended; ++i) {
        struct cli_repeat_run run;
        swarm_result *result = NULL;
        TRY(cli_repeat_solve(repeat, console, job->arguments, i, repeat->wanted, &run, &result));
        ended = run.stop_reason == SWARM_STOP_CANCELLED;
        const bool added = cli_repeat_add(repeat, &run);
        if (added && repeat->asked && !console->json && !console->quiet) {
            cli_print_repeat_run(repeat, &run);
        }
        if (added
            && (!job->result || cli_is_better(job->subject, run.score, CLI_SCORE_OF(job->subject, job->result)))) {
            swarm_result_destroy(&job->result);
            job->result = result;
        } else {
            swarm_result_destroy(&result);
        }
    }
    if (repeat->count < repeat->wanted) {
        const bool cut = repeat->runs[repeat->count - 1].stop_reason == SWARM_STOP_CANCELLED;
        cli_note(console, "%zu of %" PRIu64 " runs were begun%s", repeat->count, repeat->wanted,
                 cut ? "; the last one counts as far as it came" : "");
    }
    TRY(cli_repeat_summarise(repeat));
done:
    return status;
}

/* Files that do not depend on what is searched come first: options, the document of --replay. */
static enum swarm_status prepare(struct job *job)
{
    struct cli_console *console = job->console;
    const struct cli_arguments *arguments = job->arguments;
    const struct cli_problem *problem = arguments->command->problem;
    enum swarm_status status = SWARM_OK;
    TRY(cli_outputs_check(arguments, problem->outputs));
    TRY(cli_parameters_create(console, arguments, &job->params));
    TRY(cli_repeat_read(&job->repeat, arguments, job->params));
    TRY(cli_replay_set(console, arguments, job->params, &job->replay));
    TRY(cli_checked_usage(console, arguments->command, swarm_params_resume(console->context, job->params)));
    TRY(console->ranks.shared.rank == 0 ? cli_outputs_probe(arguments) : SWARM_OK);
    TRY(cli_ranks_share_devices(console, arguments, job->params));
    swarm_params_profile(job->params, cli_has(arguments, CLI_PROFILE));
    TRY(problem->open(console, arguments, job->params, &job->subject));
    job->repeat.subject = job->subject;
    TRY(cli_replay_check(arguments, &job->replay, job->subject));
done:
    return status;
}

enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct job job = {.console = console, .arguments = arguments};
    enum swarm_status status = SWARM_OK;
    cli_interrupt_install(console->context);
    TRY(prepare(&job));
    TRY(solve(&job));
    cli_replay_compare(console, &job.replay, job.subject, job.result);
    const struct cli_work work = {console, arguments, job.subject, job.params, job.result, &job.repeat};
    TRY(cli_outputs_write(console, arguments, job.subject->problem->outputs, &work, cli_print_work));
done:
    swarm_result_destroy(&job.result);
    cli_repeat_deinit(&job.repeat);
    cli_replay_deinit(&job.replay);
    if (job.subject) {
        job.subject->problem->close(job.subject);
    }
    swarm_params_destroy(&job.params);
    cli_interrupt_remove();
    return status;
}
