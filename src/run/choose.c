/* choose.c - what runs of all problems choose alike. */
#include <math.h>
#include <string.h>

#include "problem.h"
#include "run.h"

static void choose(struct options *options, enum option option, bool has)
{
    options->set[option] = has;
}

void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always)
{
    const bool fifth = options->set[OPTION_no_improve] && options->no_improve == 0;
    const bool stagnates = options->given[OPTION_no_improve] && !fifth;
    uint64_t patience = 0;
    if (!options->given[OPTION_iterations]) {
        const bool ended = options->given[OPTION_time] || (stagnates && !always);
        options->iterations = ended ? 0 : iterations;
        patience = ended ? 0 : no_improve;
    }
    choose(options, OPTION_iterations, options->iterations > 0);
    if (fifth) {
        patience = options->iterations == 0 || options->iterations >= 5 ? options->iterations / 5 : 1;
    } else if (options->set[OPTION_no_improve]) {
        patience = options->no_improve;
    }
    options->no_improve = patience;
    choose(options, OPTION_no_improve, patience > 0);
}

void run_choose_islands(struct options *options, uint64_t epoch)
{
    if (!options->given[OPTION_islands]) {
        options->islands = 0; /* by the devices: islands.c */
    }
    if (!options->given[OPTION_epoch]) {
        options->epoch = epoch;
        choose(options, OPTION_epoch, true);
    }
}

void run_fill_request(struct run *run)
{
    const struct options *options = &run->options;
    run->request = (struct run_request){
        .seed = options->seed,
        .target = INT64_MIN,
        .no_improve = options->no_improve,
        .deadline = options->set[OPTION_time] ? options->time : (double)INFINITY,
        .launch_seconds = 1e-3 * (double)options->launch_ms,
        .profiling = run->task->params->profile,
        .dump_path = options->dump_kernels,
    };
}

enum swarm_status run_check_twin(struct base_env *env, const struct options *options, bool profile)
{
    if (!options_is_twin(options)) {
        return SWARM_OK;
    }
    if (profile) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--profile clashes with --device none: the sequential twin has no kernels to time");
    }
    return options_refuse(env, options, IS_OF_DEVICE, "--device none",
                          "the sequential twin has no device to shape work for");
}
