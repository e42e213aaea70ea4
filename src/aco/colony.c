#include "colony.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "tsp/arithmetic.h"

static void settle(struct aco_colony *colony, int64_t nearest_neighbour_length)
{
    colony->settings = aco_settings_make(&colony->request.options, &colony->engine.request,
                                         &colony->request.instance->info, nearest_neighbour_length);
}

enum swarm_status aco_colony_create(struct base_env *env, const struct search_engine_type *type,
                                    const struct search_request *run, const struct aco_request *request,
                                    struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, type, run, devices, engine));
    aco_colony_of(*engine)->request = *request;
    settle(aco_colony_of(*engine), 1);
    return SWARM_OK;
}

/* Sets trails and limits; `scale`: length of the nearest-neighbour tour. */
void aco_colony_settle(struct search_engine *engine, int64_t scale)
{
    struct aco_colony *colony = aco_colony_of(engine);
    settle(colony, scale);
    if (colony->settings.trail_floor == TRAIL_MAX) {
        base_log(engine->env, SWARM_LOG_WARNING,
                 "--trail-floor %g is above every possible trail: all trails stay equal, and ants choose only by "
                 "distance",
                 colony->request.options.trail_floor);
    } else if (colony->request.options.set[OPTION_tau0]
               && (colony->settings.trail_initial == TRAIL_MAX || colony->settings.trail_initial == TRAIL_FLOOR)) {
        base_log(
            engine->env, SWARM_LOG_WARNING,
            "--tau0 %g is %s every possible trail with deposits of 1 / length: trails start at the %s possible value",
            colony->request.options.tau0, colony->settings.trail_initial == TRAIL_MAX ? "above" : "below",
            colony->settings.trail_initial == TRAIL_MAX ? "highest" : "lowest");
    }
}

struct search_summary aco_colony_report(struct aco_colony *colony, uint64_t iteration,
                                        const struct aco_summary *summary)
{
    static const enum swarm_stop_reason states[] = {
        [COLONY_RUNNING] = SWARM_STOP_ITERATIONS,
        [COLONY_REACHED_TARGET] = SWARM_STOP_TARGET,
        [COLONY_STAGNATED] = SWARM_STOP_STAGNATION,
    };
    colony->engine.improvement = (struct search_improvement){.iteration = iteration, .score = summary->best_length};
    return (struct search_summary){
        .iterations = iteration,
        .built = summary->iteration_length,
        .count = summary->improved,
        .improvements = &colony->engine.improvement,
        .end = states[summary->state],
    };
}

enum swarm_status aco_colony_begin(struct search_engine *engine, const void *start, int64_t score, aco_fill_fn *fill,
                                   aco_iterate_fn *iterate)
{
    bool interrupted = false;
    if (start) {
        return fill(engine, start, score);
    }
    engine->start_score = INT64_MAX; /* the summary of the first iteration reports the score */
    base_hold(engine->env);
    enum swarm_status status = fill(engine, NULL, score);
    status = status == SWARM_OK ? iterate(engine, 1, &interrupted) : status;
    base_release(engine->env);
    return status;
}

void aco_colony_describe(const struct search_engine *engine, struct options *options)
{
    const struct aco_colony *colony = (const struct aco_colony *)engine;
    const struct aco_settings *settings = &colony->settings;
    const struct aco_shape *shape = colony->shape;
    options->ants = settings->ants;
    options->candidates = settings->candidates; /* fewer than the user's if there are few nodes */
    if (settings->algorithm->elite) {
        options->elite = settings->elite;
        options->set[OPTION_elite] = true;
    }
    if (!shape) {
        return;
    }
    const bool lists = settings->candidates > 0;
    options->construction = shape->construction->name;
    options->evaluation = shape->evaluation ? shape->evaluation->name : NULL;
    options->deposit = shape->deposit->name;
    options->set[OPTION_construction] = options->set[OPTION_deposit] = true;
    options->lengths = colony->lengths > 0 ? tsp_lengths_words[colony->lengths].name : NULL;
    options->set[OPTION_lengths] = colony->lengths > 0;
    options->set[OPTION_evaluation] = !lists;
    options->set[OPTION_ants_per_group] = shape->construction->shares;
    options->ants_per_group = shape->group_ants;
    options->group_size = shape->construction->groups ? shape->team : shape->evaluate_group;
    options->set[OPTION_group_size] =
        shape->construction->groups || (!lists && shape->evaluation && shape->evaluation->groups);
}

enum { PIECE_BYTES = 1 << 24 }; /* bytes of an array that the host copies at a time */

enum swarm_status aco_colony_visit(struct aco_colony *colony, enum aco_buffer array, bool write, aco_visit_fn *visit,
                                   void *user)
{
    const struct aco_settings *s = &colony->settings;
    const uint64_t row_bytes = (uint64_t)s->stride * sizeof(uint32_t);
    const uint32_t fitting = (uint32_t)(PIECE_BYTES / row_bytes), rows = fitting < 1 ? 1 : fitting;
    enum swarm_status status = SWARM_OK;
    uint32_t *piece;
    TRY(BASE_MAKE(colony->engine.env, piece, (size_t)(rows < s->n ? rows : s->n) * s->stride));
    for (uint32_t i = 0; i < s->n; i += rows) {
        const uint32_t count = rows < s->n - i ? rows : s->n - i;
        TRY_OR(done, colony->move(colony, array, i * row_bytes, count * row_bytes, piece, false));
        for (uint32_t k = 0; k < count; ++k) {
            visit(colony, i + k, piece + (size_t)k * s->stride, user);
        }
        TRY_OR(done, write ? colony->move(colony, array, i * row_bytes, count * row_bytes, piece, true) : SWARM_OK);
    }

done:
    free(piece);
    return status;
}

enum swarm_status aco_colony_anchor(struct aco_colony *colony, const uint32_t *tour)
{
    const uint32_t n = colony->settings.n;
    uint32_t *anchor = base_array((size_t)n * 2, sizeof *anchor);
    TRY(anchor ? SWARM_OK : base_fail_memory(colony->engine.env));
    aco_anchor_fill(n, tour, anchor);
    enum swarm_status status =
        colony->move(colony, ACO_BUFFER_ANCHOR, 0, (uint64_t)n * 2 * sizeof *anchor, anchor, true);
    free(anchor);
    return status;
}
