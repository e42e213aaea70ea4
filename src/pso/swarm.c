#include "swarm.h"

#include "base/key.h"

enum swarm_status pso_swarm_create(struct base_env *env, const struct search_engine_type *type,
                                   const struct search_request *run, const struct pso_settings *settings,
                                   struct search_devices devices, struct search_engine **engine)
{
    TRY(search_engine_create(env, type, run, devices, engine));
    (*engine)->keeps_state = true;
    ((struct pso_swarm *)*engine)->settings = *settings;
    return SWARM_OK;
}

struct search_summary pso_swarm_report(struct pso_swarm *swarm, uint64_t iteration, const struct pso_best *best,
                                       const struct pso_improvement *log)
{
    static const enum swarm_stop_reason states[] = {
        [SWARM_RUNNING] = SWARM_STOP_ITERATIONS,
        [SWARM_REACHED_TARGET] = SWARM_STOP_TARGET,
        [SWARM_STAGNATED] = SWARM_STOP_STAGNATION,
        [SWARM_SPENT] = SWARM_STOP_EVALUATIONS,
    };
    const struct pso_settings *s = &swarm->settings;
    const int precision = s->precision;
    size_t count = 0;
    for (; swarm->reported_count < best->improvements; ++swarm->reported_count) {
        const struct pso_improvement *entry = &log[swarm->reported_count % LOG_SLOTS];
        swarm->reported[count++] = (struct search_improvement){
            .iteration = entry->iteration,
            .evaluations =
                s->repeats * (s->most_points > 0 ? entry->evaluations : pso_evaluations(s, entry->iteration)),
            .score = base_key_of(pso_number_of_bits(entry->value, precision)),
            .place = {pso_number_of_bits(entry->position[0], precision),
                      pso_number_of_bits(entry->position[1], precision)},
        };
        pso_state_snap(s, 2, swarm->reported[count - 1].place);
    }
    return (struct search_summary){
        .iterations = best->state == SWARM_RUNNING ? iteration : best->stopped,
        .built = INT64_MAX,
        .count = count,
        .improvements = swarm->reported,
        .end = states[best->state],
    };
}

void pso_swarm_list(const struct search_engine *engine, struct search_sections *state)
{
    pso_state_list(&((const struct pso_swarm *)engine)->settings, state);
}

enum swarm_status pso_swarm_begin_load(struct pso_swarm *swarm, struct search_sections *state, uint64_t iteration)
{
    if (!pso_state_is_possible(&swarm->settings, state, iteration)) {
        return base_fail(swarm->engine.env, SWARM_ERROR_INPUT, "the saved state is inconsistent");
    }
    struct pso_best *best = state->sections[PSO_SECTION_BEST].bytes;
    best->state = SWARM_RUNNING; /* the new run may have other stop conditions */
    best->stopped = 0;
    const struct pso_schedule *schedule = state->sections[PSO_SECTION_SCHEDULE].bytes;
    const uint64_t most = swarm->settings.evaluations;
    if (swarm->settings.most_points > 0 && most > 0 && schedule->evaluations >= most) {
        best->state = SWARM_SPENT;
        best->stopped = iteration;
    }
    swarm->queued = iteration;
    swarm->reported_count = best->improvements;
    return SWARM_OK;
}
