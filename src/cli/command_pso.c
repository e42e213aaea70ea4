/* command_pso.c - swarmcl pso NAME|FILE.cl: searches for the best value of a function with a swarm of particles. */
#include <math.h>
#include <string.h>

#include "cache.h"
#include "commands.h"
#include "interrupt.h"
#include "objectives.h"
#include "output_pso.h"
#include "parameters.h"
#include "progress.h"

static const struct swarm_param own_params[] = {
    {.name = "list",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Problem",
     .help = "print the objectives that are known by name, and stop"},
    CLI_REPEAT_ROW("--time limits all together"),
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "write the document of --json as FILE.json, the curve of the best values as FILE.csv or its picture as"
             " FILE.svg, in two dimensions with the way of the best over the contour"},
    {.name = "profile",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "measure the time of every kernel by events; changes no result"},
};

/* A command at work. */
struct job {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    swarm_params *params;       /* owned */
    swarm_objective *objective; /* owned */
    struct cli_search search;
    swarm_pso_result *result; /* owned; the best of all runs */
    struct cli_repeat repeat;
    bool ended; /* no run follows */
};

static enum swarm_status open_objective(struct job *job)
{
    const char *word = job->arguments->operands[0];
    const size_t length = strlen(word);
    const bool file =
        strcmp(word, "-") == 0 || strchr(word, '/') || (length > 3 && strcmp(word + length - 3, ".cl") == 0);
    enum swarm_status status =
        (file ? swarm_objective_read : swarm_objective_find)(job->console->context, word, &job->objective);
    if (status == SWARM_ERROR_INVALID_ARGUMENT && !file) {
        char near[CLI_NAMES_SIZE];
        const bool any = *cli_objectives_near(word, near);
        return cli_usage_error(job->arguments->command,
                               "there is no objective '%s'%s%s; `swarmcl pso --list` tells the names, and a file has a"
                               " name that ends in .cl",
                               word, any ? "; is it " : "", near);
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(job->console, status);
}

/* One run; its result becomes that of the job when it is the best so far. */
static enum swarm_status solve(struct job *job, uint64_t seed)
{
    struct cli_console *console = job->console;
    struct cli_progress progress;
    swarm_pso_result *result = NULL;
    const double start = swarm_context_seconds(console->context);
    cli_progress_begin(&progress, console, job->arguments, job->params);
    progress.run_number = job->repeat.count + 1;
    progress.run_count = job->repeat.wanted;
    enum swarm_status status = swarm_pso_solve(console->context, job->objective, job->params,
                                               cli_progress_of_swarm(&progress, &job->search), &progress, &result);
    cli_progress_end(&progress);
    if (status != SWARM_OK) {
        return cli_parameters_fail(console, job->arguments, status);
    }
    const struct cli_repeat_run run = {.seed = seed,
                                       .value = result->value,
                                       .iterations = result->iterations,
                                       .seconds = job->repeat.asked ? result->seconds - start : result->seconds,
                                       .target_seconds = (double)NAN,
                                       .stop_reason = result->stop_reason};
    console->again = true;
    job->ended = run.stop_reason == SWARM_STOP_TIME || run.stop_reason == SWARM_STOP_CANCELLED;
    const bool added = cli_repeat_add(&job->repeat, &run);
    if (added && job->repeat.asked && !console->json && !console->quiet) {
        cli_print_repeat_run(&cli_swarm_style, &job->search, &run);
    }
    if (!added) {
        swarm_pso_result_destroy(&result);
    } else if (!job->result || cli_is_better(&job->search, result->value, job->result->value)) {
        swarm_pso_result_destroy(&job->result);
        job->result = result;
    } else {
        swarm_pso_result_destroy(&result);
    }
    return SWARM_OK;
}

/* All runs. What limits them all together ends the repetition. */
static enum swarm_status solve_all(struct job *job)
{
    enum swarm_status status = SWARM_OK;
    if (strcmp(swarm_params_get(job->params, "device"), "none") != 0) {
        cli_cache_prepare(job->console);
    }
    for (uint64_t i = 0; i < job->repeat.wanted && status == SWARM_OK && !job->ended; ++i) {
        status = job->repeat.asked ? cli_repeat_seed(&job->repeat, job->console, job->params, i) : SWARM_OK;
        if (status == SWARM_OK) {
            status = solve(job, job->repeat.first_seed + i);
        }
    }
    if (status == SWARM_OK) {
        cli_repeat_note(&job->repeat, job->console);
        status = cli_repeat_summarise(&job->repeat, job->search.maximise);
    }
    return status;
}

static void print_text(const struct job *job)
{
    const swarm_pso_result *result = job->result;
    if (job->repeat.asked) {
        cli_print_repeat(&job->repeat, &cli_swarm_style, &job->search);
        cli_print_position(result);
    } else {
        cli_print_swarm(&job->search, result);
    }
    if (result->dimensions > CLI_SHORT_POSITION && !cli_arguments_has(job->arguments, "output")) {
        cli_note(job->console, "the position itself goes to a file: -o FILE.json");
    }
    if (cli_arguments_has(job->arguments, "profile")) {
        const struct cli_run run = CLI_RUN_OF(result);
        cli_print_profile(&run);
    }
}

/* Files come first: a closed pipe behind stdout must not lose the result. */
static enum swarm_status report(const struct job *job)
{
    const struct cli_repeat *repeat = job->repeat.asked ? &job->repeat : NULL;
    const struct cli_swarm_work work = {
        .search = &job->search, .params = job->params, .result = job->result, .repeat = repeat};
    enum swarm_status written = cli_outputs_write(job->console, job->arguments, cli_output_swarm_kinds, &work);
    enum swarm_status printed = SWARM_OK;
    if (job->console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_swarm(&json, &job->search, job->result, repeat);
        printed = cli_print_json(&json);
        cli_json_deinit(&json);
    } else if (!job->console->quiet) {
        print_text(job);
    }
    return written != SWARM_OK ? written : printed;
}

static enum swarm_status run_job(struct job *job)
{
    enum swarm_status status = cli_outputs_check(job->arguments, cli_output_swarm_kinds);
    if (status != SWARM_OK) {
        return status;
    }
    status = swarm_pso_params_create(job->console->context, &job->params);
    if (status != SWARM_OK) {
        return cli_fail(job->console, status);
    }
    status = cli_parameters_set(job->console, job->arguments, job->params);
    if (status == SWARM_OK) {
        job->repeat.together = true;
        status = cli_repeat_read(&job->repeat, job->arguments, job->params);
    }
    if (status == SWARM_OK) {
        status = cli_outputs_probe(job->arguments);
    }
    if (status == SWARM_OK) {
        status = open_objective(job);
    }
    if (status != SWARM_OK) {
        return status;
    }
    swarm_params_profile(job->params, cli_arguments_has(job->arguments, "profile"));
    job->search = cli_search_make(job->objective, job->params);
    status = solve_all(job);
    return status == SWARM_OK ? report(job) : status;
}

static enum swarm_status run_pso(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct job job = {.console = console, .arguments = arguments};
    if (cli_arguments_has(arguments, "list")) {
        return cli_objectives_print(console);
    }
    if (arguments->operand_count == 0) {
        return cli_usage_error(arguments->command, "an objective is missing: swarmcl pso NAME or swarmcl pso FILE.cl;"
                                                   " `swarmcl pso --list` tells the names");
    }
    cli_interrupt_install(console->context);
    enum swarm_status status = run_job(&job);
    cli_repeat_deinit(&job.repeat);
    swarm_pso_result_destroy(&job.result);
    swarm_objective_destroy(&job.objective);
    swarm_params_destroy(&job.params);
    cli_interrupt_remove();
    return status;
}

const struct cli_command cli_command_pso = {
    .name = "pso",
    .operands = "[NAME|FILE.cl]",
    .help = "search for the best value of a function",
    .details = "Searches for the least value of a function, or the largest, with a swarm of particles. NAME is one of\n"
               "`swarmcl pso --list`; FILE.cl, or - for the standard input, is a function of your own in OpenCL C, as\n"
               "`swarmcl help objectives` tells. The result goes to stdout, everything else to stderr. The same\n"
               "objective, options and seed give the same result on every device. SIGINT and SIGTERM end the search\n"
               "with the best so far, a second one ends the program at once. When --device is not given, the\n"
               "environment variable " CLI_DEVICE_VARIABLE " takes its place.",
    .solver_params = swarm_pso_params,
    .own_params = own_params,
    .own_count = sizeof own_params / sizeof own_params[0],
    .repeatable = (const char *const[]){"output", NULL},
    .operand_words = cli_objective_words,
    .operand_topic = "objectives",
    .ranks = CLI_RANKS_REFUSED,
    .run = run_pso,
};
