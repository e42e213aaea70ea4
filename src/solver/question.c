#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "companions.h"
#include "conditions.h"
#include "mosaic/problem.h"
#include "outcome.h"
#include "tsp/length.h"
#include "tsp/tour.h"
#include "tsp_run.h"

struct swarm_reference swarm_tsp_reference(const swarm_instance *instance, const swarm_params *params)
{
    const struct swarm_instance_info *info = &instance->info;
    struct swarm_reference reference = {.known = false};
    if (params && solver_params_is_set(params, "optimum")) {
        reference.known = reference.given =
            tsp_length_parse(swarm_params_get(params, "optimum"), info->decimals, &reference.length);
    } else if (info->optimum_known && !(params && solver_conditions_given(params))) {
        reference = (struct swarm_reference){.known = true, .proven = info->optimum_proven, .length = info->optimum};
    }
    return reference;
}

/* A length that the user gave, in units of the instance. */
static enum swarm_status read_length(struct solver_tsp_run *run, const char *name, int64_t *length)
{
    const char *text = swarm_params_get(run->task->params, name);
    return tsp_length_parse(text, run->task->instance->info.decimals, length)
               ? SWARM_OK
               : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "--%s %s: expected a length that 63 bits hold", name,
                           text);
}

/* The length at which the run ends: the longer one of --target and what --target-gap allows; with neither the known
 * optimum where it is proven, as nothing is shorter; -1 for none. */
static enum swarm_status read_target(struct solver_tsp_run *run, int64_t *target)
{
    const struct swarm_params *params = run->task->params;
    const struct swarm_reference *reference = &run->result->shown.reference;
    enum swarm_status status = SWARM_OK;
    int64_t ignored;
    *target = -1;
    if (reference->proven && !solver_params_is_set(params, "target") && !solver_params_is_set(params, "target-gap")) {
        *target = reference->length;
    }
    if (solver_params_is_set(params, "target")) {
        TRY(read_length(run, "target", target));
    }
    if (solver_params_is_set(params, "optimum")) {
        TRY(read_length(run, "optimum", &ignored));
    }
    if (solver_params_is_set(params, "target-gap")) {
        if (!reference->known) {
            return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--target-gap %s: no optimum of \"%s\"%s%s is known; name it with --optimum",
                             swarm_params_get(params, "target-gap"), run->task->instance->info.name,
                             run->result->shown.path ? " as an open path" : "",
                             run->conditions.fixed_count > 0 ? " with fixed edges" : "");
        }
        double allowed = floor((double)reference->length * (1.0 + 0.01 * solver_params_real(params, "target-gap")));
        /* the nearest doubles to lengths past 2^53 may lie on the wrong side of the optimum itself */
        int64_t longest = allowed >= 9.2e18 ? INT64_MAX : (int64_t)allowed;
        longest = longest > reference->length ? longest : reference->length;
        *target = longest > *target ? longest : *target;
    }

fail:
    return status;
}

/* What is `value` for each unit of the input, for each of the instance's: 10^decimals of them are one of the input. */
static double per_instance_unit(double value, int decimals)
{
    double power = 1.0; /* exact to 10^22 */
    for (int k = abs(decimals); k > 0; --k) {
        power *= 10.0;
    }
    return decimals < 0 ? value * power : value / power;
}

/* Conditions become an instance without them. `doubled`: one of edges, where the caller's has arcs. */
static enum swarm_status reduce(struct solver_tsp_run *run, bool doubled)
{
    enum swarm_status status = SWARM_OK;
    tsp_reduction_destroy(&run->reduction);
    TRY(tsp_reduction_create(run->env, run->task->instance, &run->conditions, doubled, &run->reduction));
    run->instance = tsp_reduction_instance(run->reduction);
    run->offset = tsp_reduction_offset(run->reduction);

fail:
    return status;
}

/* The length of a colony's tour that stands for one of length `target`; below 0: none does, or there is no target. */
static int64_t target_of_colonies(int64_t target, int64_t offset)
{
    if (target < 0 || target < offset) {
        return -1;
    }
    return offset < 0 && target > INT64_MAX + offset ? INT64_MAX : target - offset;
}

/* Whether the algorithm takes so many tours to start from. */
static enum swarm_status check_starts(const struct solver_tsp_run *run)
{
    const struct solver_automatic *chosen = &run->chosen;
    const size_t count = run->task->params->start_tours;
    if (count > 1 && !chosen->mosaic) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --algorithm %s: ants begin with one; mosaic takes more",
                         count, solver_automatic_name(chosen));
    }
    if (chosen->mosaic && chosen->schedule.count > 0 && count > chosen->schedule.stages[0].individuals) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --schedule %s: its first population has %u colonies",
                         count, swarm_params_get(run->task->params, "schedule"),
                         (unsigned)chosen->schedule.stages[0].individuals);
    }
    if (chosen->mosaic && count > chosen->colonies.population) {
        return base_fail(
            run->env, SWARM_ERROR_INVALID_ARGUMENT,
            "%zu tours to start from clash with --colonies %u: each needs a colony of the first population", count,
            (unsigned)chosen->colonies.population);
    }
    return SWARM_OK;
}

enum swarm_status solver_question_read(struct solver_tsp_run *run)
{
    const struct swarm_params *params = run->task->params;
    const struct swarm_instance_info *info = &run->task->instance->info;
    int64_t target = -1;
    enum swarm_status status = SWARM_OK;
    TRY(solver_conditions_read(run->env, params, run->task->instance, &run->conditions));
    TRY(read_target(run, &target));
    TRY(reduce(run, false));
    run->chosen = solver_automatic_choose(params, info, run->instance->info.node_count, run->instance->joint);
    TRY(solver_companions_check(run->env, params, &run->chosen));
    if (run->chosen.mosaic && !info->symmetric) {
        TRY(reduce(run, true));
    }
    TRY(check_starts(run));
    if (run->chosen.schedule.count > 0) {
        run->chosen.colonies.schedule = &run->chosen.schedule;
    }
    run->chosen.colonies.candidates = run->chosen.candidates;
    run->chosen.colonies.per_quadrant = run->chosen.per_quadrant;
    run->chosen.colonies.offset = run->offset;
    run->request = (struct run_request){
        .seed = solver_params_integer(params, "seed"),
        .target = target_of_colonies(target, run->offset),
        .no_improve = run->chosen.no_improve,
        .deadline = solver_deadline(params),
        .launch_seconds = 1e-3 * (double)solver_params_integer(params, "launch-ms"),
        .profiling = params->profile,
        .dump_path = swarm_params_get(params, "dump-kernels"),
    };
    run->ants = (struct aco_request){
        .instance = run->instance,
        .choices =
            {
                .ants = run->chosen.ants,
                .alpha = solver_params_real(params, "alpha"),
                .beta = solver_params_real(params, "beta"),
                .rho = run->chosen.rho,
                .trail_floor = per_instance_unit(solver_params_real(params, "trail-floor"), info->decimals),
                .selection = run->chosen.selection,
                .compress_from = solver_params_real(params, "compress-from"),
                .path = run->instance->joint,
                .algorithm = run->chosen.algorithm,
                .local_search = run->chosen.local_search,
                .candidates = run->chosen.candidates,
                .per_quadrant = run->chosen.per_quadrant,
                .exploit = run->chosen.exploit,
                .local_loss = solver_params_real(params, "xi"),
                .best_share = solver_params_real(params, "p-best"),
                .elite = run->chosen.elite,
                .ranks = run->chosen.ranks,
                .restart_after = solver_params_integer(params, "restart-after"),
            },
        .walked = run->task->params->start != NULL,
    };
    TRY(solver_companions_resolve(run->env, params, &run->chosen, NULL, false, &run->ants.shape));
    if (solver_params_is_set(params, "tuning")) {
        TRY(solver_tuning_read(run->env, swarm_params_get(params, "tuning"), &run->tuning));
    }

fail:
    return status;
}

/* Wrong answers are defects that the program itself finds. */
enum swarm_status solver_question_verify(struct solver_tsp_run *run)
{
    const struct swarm_result *shown = &run->result->shown;
    const struct swarm_instance *instance = run->task->instance;
    uint32_t *tour = run->result->tour;
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    TRY(tsp_tour_measure(run->env, run->instance, run->tour, run->instance->info.node_count, &length));
    tsp_reduction_expand(run->reduction, run->tour, tour);
    TRY(tsp_conditions_measure(run->env, instance, &run->conditions, tour, shown->node_count, &length));
    if (length != shown->length) {
        return base_fail(run->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the tour's length is %lld, the colony claimed %lld",
                         (long long)length, (long long)shown->length);
    }
    return SWARM_OK;

fail:
    return base_fail_in(run->env, status, "verification of the result");
}

enum swarm_status solver_question_read_starts(struct solver_tsp_run *run)
{
    const struct swarm_params *params = run->task->params;
    const size_t n = run->instance->info.node_count;
    enum swarm_status status = SWARM_OK;
    if (params->start_tours > 0) {
        run->starts = base_array(params->start_tours * n, sizeof *run->starts);
        if (!run->starts) {
            return base_fail_memory(run->env);
        }
    }
    for (size_t i = 0; i < params->start_tours; ++i) {
        const uint32_t *tour = params->start + i * params->start_count;
        int64_t ignored;
        TRY(tsp_tour_measure(run->env, run->task->instance, tour, params->start_count, &ignored));
        TRY(tsp_reduction_reduce(run->reduction, run->env, tour, run->starts + i * n));
    }
    run->chosen.colonies.starts = run->starts;
    run->chosen.colonies.start_count = (uint32_t)params->start_tours;
    return SWARM_OK;

fail:
    return base_fail_in(run->env, status, "the tour to start from");
}

enum swarm_status solver_question_take_start(struct solver_tsp_run *run, int64_t *shortest)
{
    const size_t count = run->task->params->start_tours, n = run->instance->info.node_count;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *tour = run->starts + i * n;
        int64_t length;
        TRY(tsp_tour_measure(run->env, run->instance, tour, n, &length));
        if (i == 0 || length < *shortest) {
            *shortest = length;
            memcpy(run->tour, tour, n * sizeof *tour);
        }
    }

fail:
    return status;
}

bool solver_starts_from_nothing(const struct solver_tsp_run *run)
{
    return run->chosen.mosaic && !run->task->params->start;
}

/* A tour for a start: the nearest-neighbour tour, whose length is the scale of the trails. Colonies of mosaic start
 * from tours of their own, and that one takes O(n^2): where there are coordinates a curve through the nodes does. The
 * order of the file would not: that of pr2392 is optimal. */
enum swarm_status solver_question_first_tour(struct solver_tsp_run *run, int64_t *length)
{
    uint32_t *tour = run->tour;
    enum swarm_status status = SWARM_OK;
    if (!run->chosen.mosaic || (!run->instance->coordinates && !run->instance->doubled)) {
        return tsp_tour_nearest_neighbour(run->env, run->instance, run->request.deadline, tour, length);
    }
    TRY(mosaic_curve_tour(run->env, run->instance, tour));
    TRY(tsp_tour_measure(run->env, run->instance, tour, run->instance->info.node_count, length));

fail:
    return status;
}
