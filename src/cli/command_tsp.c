/* command_tsp.c - swarmcl tsp FILE: reads an instance, searches, reports. */
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "interrupt.h"
#include "output_tour.h"
#include "parameters.h"
#include "progress.h"
#include "ranks.h"
#include "replay.h"
#include "repeat_tour.h"
#include "report.h"

static const struct swarm_param tsp_params[] = {
    CLI_REPEAT_ROW("--time, --target and --iterations are of each"),
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "write the best tour as FILE.tour (TSPLIB), its map as FILE.svg, the document of --json as FILE.json or"
             " the curve of the best lengths as FILE.csv"},
    {.name = "init",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "TOUR",
     .group = "Problem",
     .help = "start from this TSPLIB tour: the first best, and every ant deposits on it once; with --algorithm mosaic,"
             " which takes several, each is that of a colony of the first population"},
    {.name = "replay",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "RUN.json",
     .group = "Problem",
     .help = "repeat the run that this document of --json or -o FILE.json tells of, bit for bit, on any device; see"
             " `swarmcl help reproducibility`"},
    {.name = "profile",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "measure the time of every kernel by events; changes no tour"},
};

static enum swarm_status read_instance(const struct cli_console *console, const char *path, swarm_instance **instance)
{
    enum swarm_status status = swarm_instance_read(console->context, path, instance);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    const struct swarm_instance_info *info = swarm_instance_describe(*instance);
    if (console->verbose) {
        cli_note(console, "instance %s: %" PRIu32 " nodes, %s, %s", info->name, info->node_count, cli_type_name(info),
                 swarm_metric_name(info->metric));
    }
    return SWARM_OK;
}

/* All runs of a command, one without --repeat. */
struct job {
    struct cli_console *console;
    const struct cli_arguments *arguments;
    const struct cli_subject *subject;
    swarm_params *params;
    struct cli_repeat repeat; /* owned */
    swarm_result *result;     /* owned; the best of all runs */
    bool ended;               /* no run follows */
};

/* One run; its result becomes that of the job when it is the best so far. */
static enum swarm_status solve(struct job *job, uint64_t seed)
{
    struct cli_console *console = job->console;
    struct cli_progress progress;
    swarm_result *result = NULL;
    if (job->repeat.asked) {
        swarm_context_restart_clock(console->context);
    }
    cli_progress_begin(&progress, console, job->arguments, job->params);
    progress.run_number = job->repeat.count + 1;
    progress.run_count = job->repeat.wanted;
    enum swarm_status status = swarm_tsp_solve(console->context, job->subject->instance, job->params,
                                               cli_progress_of_tour(&progress, job->subject), &progress, &result);
    cli_progress_end(&progress);
    if (status != SWARM_OK) {
        return cli_parameters_fail(console, job->arguments, status);
    }
    const struct cli_repeat_run run = cli_tour_run(job->subject, job->params, seed, result);
    console->again = true;
    job->ended = run.stop_reason == SWARM_STOP_CANCELLED;
    const bool added = cli_repeat_add(&job->repeat, &run);
    if (added && job->repeat.asked && !console->json && !console->quiet) {
        cli_print_repeat_run(&cli_tour_style, job->subject, &run);
    }
    if (added && (!job->result || result->length < job->result->length)) {
        swarm_result_destroy(&job->result);
        job->result = result;
    } else {
        swarm_result_destroy(&result);
    }
    return SWARM_OK;
}

static enum swarm_status solve_all(struct job *job)
{
    enum swarm_status status = cli_tour_prepare(job->console, job->params, job->repeat.asked);
    for (uint64_t i = 0; i < job->repeat.wanted && status == SWARM_OK && !job->ended; ++i) {
        status = job->repeat.asked ? cli_repeat_seed(&job->repeat, job->console, job->params, i) : SWARM_OK;
        status = cli_ranks_agree(job->console, status);
        if (status == SWARM_OK) {
            status = solve(job, job->repeat.first_seed + i);
        }
    }
    if (status == SWARM_OK) {
        cli_repeat_note(&job->repeat, job->console);
        status = cli_repeat_summarise(&job->repeat, false);
    }
    return status;
}

static void print_text(const struct job *job)
{
    const swarm_result *result = job->result;
    if (job->repeat.asked) {
        cli_print_repeat(&job->repeat, &cli_tour_style, job->subject);
        cli_print_tour(job->subject, result);
    } else {
        cli_print_result(job->subject, result);
    }
    if (result->node_count > CLI_SHORT_TOUR && !cli_arguments_has(job->arguments, "output")) {
        cli_note(job->console, "the tour itself goes to a file: -o FILE.tour, FILE.svg or FILE.json");
    }
    if (cli_arguments_has(job->arguments, "profile")) {
        const struct cli_run run = CLI_RUN_OF(result);
        cli_print_profile(&run);
    }
}

/* Files come first: a closed pipe behind stdout must not lose the tour. */
static enum swarm_status report(const struct job *job)
{
    const struct cli_repeat *repeat = job->repeat.asked ? &job->repeat : NULL;
    const struct cli_tour_work work = {.subject = job->subject, .result = job->result, .repeat = repeat};
    enum swarm_status written = SWARM_OK, printed = SWARM_OK;
    if (job->console->ranks.shared.rank == 0) {
        written = cli_outputs_write(job->console, job->arguments, cli_output_tour_kinds, &work);
    }
    if (job->console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_result(&json, job->subject, job->result, repeat);
        printed = cli_print_json(&json);
        cli_json_deinit(&json);
    } else if (!job->console->quiet) {
        print_text(job);
    }
    return written != SWARM_OK ? written : printed;
}

/* One tour of --init, and its length. */
static enum swarm_status add_start(const struct cli_console *console, const struct cli_subject *subject,
                                   swarm_params *params, struct cli_start *start)
{
    uint32_t *tour = NULL;
    enum swarm_status status = swarm_tour_read(console->context, start->path, subject->instance, &tour);
    if (status == SWARM_OK) {
        status = (subject->path ? swarm_path_length : swarm_tour_length)(console->context, subject->instance, tour,
                                                                         subject->info->node_count, &start->length);
    }
    if (status == SWARM_OK) {
        status = swarm_params_add_start(console->context, params, tour, subject->info->node_count);
    }
    swarm_free(tour);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* The tours of --init become the start of the run; *starts, owned, tells them. */
static enum swarm_status set_starts(const struct cli_console *console, const struct cli_arguments *arguments,
                                    struct cli_subject *subject, swarm_params *params, struct cli_start **starts)
{
    size_t count = 0;
    while (cli_arguments_value_at(arguments, "init", count)) {
        ++count;
    }
    if (count == 0) {
        return SWARM_OK;
    }
    *starts = calloc(count, sizeof **starts);
    if (!*starts) {
        return cli_fail_memory();
    }
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count && status == SWARM_OK; ++i) {
        (*starts)[i].path = cli_arguments_value_at(arguments, "init", i);
        status = add_start(console, subject, params, &(*starts)[i]);
    }
    subject->starts = *starts;
    subject->start_count = count;
    return status;
}

/* The parameters of the run that goes on. */
static enum swarm_status set_resumed(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params)
{
    if (cli_arguments_has(arguments, "replay")) {
        return cli_usage_error(arguments->command, "--replay and --resume exclude each other: one repeats a run from "
                                                   "its start, the other goes on with one");
    }
    enum swarm_status status = swarm_params_resume(console->context, params);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(arguments->command, "%s", swarm_context_error(console->context));
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* Files that do not depend on the instance come first: options, the document of --replay. */
static enum swarm_status set_params(const struct cli_console *console, const struct cli_arguments *arguments,
                                    swarm_params *params, struct cli_replay *replay, struct cli_repeat *repeat)
{
    enum swarm_status status = cli_parameters_set(console, arguments, params);
    if (status == SWARM_OK) {
        status = cli_repeat_read(repeat, arguments, params);
    }
    if (status == SWARM_OK && cli_arguments_has(arguments, "replay")) {
        status = cli_replay_read(console, arguments, replay);
        status = status == SWARM_OK ? cli_replay_set(console, arguments, replay, params) : status;
    }
    if (status == SWARM_OK && cli_arguments_has(arguments, "resume")) {
        status = set_resumed(console, arguments, params);
    }
    if (status == SWARM_OK && console->ranks.shared.rank == 0) {
        status = cli_outputs_probe(arguments);
    }
    if (status == SWARM_OK) {
        status = cli_ranks_share_devices(console, arguments, params);
    }
    swarm_params_profile(params, cli_arguments_has(arguments, "profile"));
    return status;
}

/* The run, or the runs of `repeat`, which it takes over, on an instance that has been read. */
static enum swarm_status run_instance(struct cli_console *console, const struct cli_arguments *arguments,
                                      const swarm_instance *instance, swarm_params *params,
                                      const struct cli_replay *replay, struct cli_repeat *repeat)
{
    struct cli_subject subject = cli_subject_make(instance, params);
    struct cli_start *starts = NULL;
    struct job job = {
        .console = console, .arguments = arguments, .subject = &subject, .params = params, .repeat = *repeat};
    *repeat = (struct cli_repeat){.runs = NULL};
    job.repeat.has_target = cli_tour_has_target(&subject, params);
    const char *map = cli_outputs_find(arguments, ".svg");
    enum swarm_status status = cli_replay_check_instance(replay, &subject, arguments->operands[0]);
    if (status == SWARM_OK && map) {
        status = cli_svg_require_positions(map, &subject);
    }
    if (status == SWARM_OK) {
        status = set_starts(console, arguments, &subject, params, &starts);
    }
    if (status == SWARM_OK) {
        status = cli_replay_check_starts(arguments, replay, &subject);
    }
    if (status == SWARM_OK) {
        status = solve_all(&job);
    }
    if (status == SWARM_OK) {
        cli_replay_compare(console, replay, &subject, job.result);
        status = report(&job);
    }
    swarm_result_destroy(&job.result);
    cli_repeat_deinit(&job.repeat);
    free(starts);
    return status;
}

static enum swarm_status run_tsp(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    struct cli_replay replay = {.path = NULL};
    struct cli_repeat repeat = {.runs = NULL};
    cli_interrupt_install(console->context);
    enum swarm_status status = cli_outputs_check(arguments, cli_output_tour_kinds);
    if (status != SWARM_OK) {
        goto done;
    }
    status = swarm_params_create(console->context, &params);
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    status = set_params(console, arguments, params, &replay, &repeat);
    if (status == SWARM_OK) {
        status = read_instance(console, arguments->operands[0], &instance);
    }
    if (status == SWARM_OK) {
        status = run_instance(console, arguments, instance, params, &replay, &repeat);
    }
done:
    swarm_instance_destroy(&instance);
    swarm_params_destroy(&params);
    cli_replay_deinit(&replay);
    cli_repeat_deinit(&repeat);
    cli_interrupt_remove();
    return status;
}

const struct cli_command cli_command_tsp = {
    .name = "tsp",
    .operands = "FILE",
    .help = "search for a short tour of an instance",
    .details = "Searches for a short tour of FILE with an ant colony, or with colonies that recombine their tours.\n"
               "FILE is a TSPLIB95 instance of type TSP or ATSP or a CSV table of points, packed by gzip or not; - is\n"
               "the standard input. The result goes to stdout, everything else to stderr. The same FILE, options and\n"
               "seed give the same tour on every device. SIGINT and SIGTERM end the search with the best tour so far,\n"
               "a second one ends the program at once. When --device is not given, the environment "
               "variable " CLI_DEVICE_VARIABLE " takes its place.\n"
               "`swarmcl help` lists topics that tell more: formats, outputs, stopping, devices and others.",
    .solver_params = swarm_tsp_params,
    .own_params = tsp_params,
    .own_count = sizeof tsp_params / sizeof tsp_params[0],
    .repeatable = (const char *const[]){"output", "init", "fix", NULL},
    .ranks = CLI_RANKS_TOGETHER,
    .run = run_tsp,
};
