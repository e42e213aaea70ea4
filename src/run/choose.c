/* choose.c - choices that are the same for all problems. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "ocl/selector.h"
#include "run.h"
#include "search/problem.h"

unsigned run_threads(const struct search *search)
{
    const unsigned threads = search->task->threads > 0 ? search->task->threads : (unsigned)search->options.threads;
    return threads > 0 ? threads : base_processors();
}

enum swarm_status run_begin_question(struct search *search, size_t size, const char *input)
{
    search->question = base_array(1, size);
    TRY(search->question ? SWARM_OK : base_fail_memory(search->env));
    return search->task->params->input
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no %s", input);
}

void run_release_question(struct search *search)
{
    if (search->question && search->problem->release) {
        search->problem->release(search);
    }
    free(search->question);
}

enum swarm_status run_make_report(const struct search *search, size_t count, uint32_t **scratch)
{
    *scratch = NULL;
    return search->task->params->reports_solutions ? BASE_MAKE(search->env, *scratch, count) : SWARM_OK;
}

enum swarm_status run_choose_exact(struct search *search, search_solve_fn *solve, uint32_t count, uint32_t most,
                                   const char *nodes)
{
    search->solve = solve;
    run_choose_ends(&search->options, 1, 0, false);
    return count <= most ? SWARM_OK
                         : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                                     "--algorithm exact clashes with %u %s: it solves at most %u", (unsigned)count,
                                     nodes, (unsigned)most);
}

void run_choose_ends(struct options *options, uint64_t iterations, uint64_t no_improve, bool always)
{
    /* --no-improve 0 means a fifth of --iterations */
    const bool fifth = options->set[OPTION_no_improve] && options->no_improve == 0;
    const bool stagnates = options->given[OPTION_no_improve] && !fifth;
    uint64_t patience = 0;
    if (!options->given[OPTION_iterations]) {
        const bool ended = options->given[OPTION_time] || (stagnates && !always);
        options->iterations = ended ? 0 : iterations;
        patience = ended ? 0 : no_improve;
    }
    options->set[OPTION_iterations] = options->iterations > 0;
    if (fifth) {
        patience = options->iterations == 0 || options->iterations >= 5 ? options->iterations / 5 : 1;
    } else if (options->set[OPTION_no_improve]) {
        patience = options->no_improve;
    }
    options->no_improve = patience;
    options->set[OPTION_no_improve] = patience > 0;
}

enum swarm_status run_check_owners(struct search *search, unsigned owners, const char *algorithm)
{
    char with[64];
    snprintf(with, sizeof with, "--algorithm %s", algorithm);
    for (int option = 0; option < OPTION_COUNT; ++option) {
        if ((options_owners((enum option)option) & owners) == 0) {
            continue;
        }
        if (search->options.given[option]
            && strcmp(search->options.text[option], "false") != 0) { /* flags that are false occur in documents */
            return options_clash(search->env, &search->options, (enum option)option, with,
                                 "it would be ignored, because it belongs to another algorithm");
        }
        search->options.set[option] = false;
    }
    return SWARM_OK;
}

void run_choose_islands(struct options *options, uint64_t epoch)
{
    if (!options->given[OPTION_islands]) {
        options->islands = 0; /* 0 islands: count.c makes one per device */
    }
    if (!options->given[OPTION_epoch]) {
        options->epoch = epoch;
        options->set[OPTION_epoch] = true;
    }
}

enum swarm_status run_fill_request(struct search *search, int decimals, int64_t target)
{
    const struct options *options = &search->options;
    const double scale = decimals > 0 ? pow(10.0, decimals) : 1.0;
    const double asked = floor(options->target * scale + (decimals > 0 ? 1e-6 : 0.0));
    const bool profiles = search->task->params->profile;
    search->request = (struct search_request){
        .seed = options->seed,
        .target = !options->given[OPTION_target] ? target
                  : asked >= 9.2e18              ? INT64_MAX
                  : asked <= -9.2e18             ? INT64_MIN
                                                 : (int64_t)asked,
        .no_improve = options->no_improve,
        .deadline = options->set[OPTION_time] ? options->time : (double)INFINITY,
        .launch_seconds = 1e-3 * (double)options->launch_ms,
        .profiling = profiles,
        .dump_path = options->dump_kernels,
        .unfit = INT64_MAX,
    };
    if (!options_is_reference(options)) {
        return SWARM_OK;
    }
    TRY(!profiles ? SWARM_OK
                  : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                              "--profile clashes with --device none: the host has no kernels to time"));
    return options_refuse(search->env, options, IS_OF_DEVICE, "--device none",
                          "the host ignores the options of devices");
}

struct search_devices run_devices_unless_cpu(const struct search *search, struct search_devices devices)
{
    const bool spares = devices.list && devices.list->devices[devices.indices[0]].type == SWARM_DEVICE_CPU
                        && ocl_selector_is_automatic(search->options.device) && !search->task->params->profile
                        && options_first(&search->options, IS_OF_DEVICE) == OPTION_COUNT;
    return spares ? (struct search_devices){.list = NULL} : devices;
}
