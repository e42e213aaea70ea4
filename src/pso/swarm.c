#include "swarm.h"

#include "base/key.h"

enum swarm_status pso_swarm_create(struct base_env *env, const struct run_engine_type *type,
                                   const struct run_request *run, const struct pso_settings *settings,
                                   struct run_devices devices, struct run_engine **engine)
{
    TRY(run_engine_create(env, type, run, devices, engine));
    (*engine)->holds = true;
    ((struct pso_swarm *)*engine)->settings = *settings;
    return SWARM_OK;
}

struct run_summary pso_swarm_tell(struct pso_swarm *swarm, uint64_t iteration, const struct pso_best *best,
                                  const struct pso_improvement *log)
{
    static const enum run_state states[] = {
        [SWARM_RUNNING] = RUN_GOES_ON,
        [SWARM_REACHED_TARGET] = RUN_REACHED_TARGET,
        [SWARM_STAGNATED] = RUN_STAGNATED,
    };
    const int precision = swarm->settings.precision;
    size_t count = 0;
    for (; swarm->told_count < best->improvements; ++swarm->told_count) {
        const struct pso_improvement *entry = &log[swarm->told_count % LOG_SLOTS];
        swarm->told[count++] = (struct run_improvement){
            .iteration = entry->iteration,
            .score = base_key_of(pso_number_of_bits(entry->value, precision)),
            .place = {pso_number_of_bits(entry->position[0], precision),
                      pso_number_of_bits(entry->position[1], precision)},
        };
    }
    return (struct run_summary){
        .iterations = best->state == SWARM_RUNNING ? iteration : best->stopped,
        .built = INT64_MAX,
        .count = count,
        .improvements = swarm->told,
        .state = states[best->state],
    };
}

void pso_swarm_describe(const struct run_engine *engine, struct options *options)
{
    const struct pso_swarm *swarm = (const struct pso_swarm *)engine;
    if (swarm->group_size > 0) {
        options->group_size = swarm->group_size;
        options->set[OPTION_group_size] = true;
    }
}

void pso_swarm_list(const struct run_engine *engine, struct run_sections *state)
{
    pso_state_list(&((const struct pso_swarm *)engine)->settings, state);
}

enum swarm_status pso_swarm_begin_load(struct pso_swarm *swarm, struct run_sections *state, uint64_t iteration)
{
    if (!pso_state_is_possible(&swarm->settings, state, iteration)) {
        return base_fail(swarm->engine.env, SWARM_ERROR_INPUT, "an impossible state");
    }
    struct pso_best *best = state->sections[PSO_SECTION_BEST].bytes;
    best->state = SWARM_RUNNING; /* the new run may have other ends */
    best->stopped = 0;
    swarm->queued = iteration;
    swarm->told_count = best->improvements;
    return SWARM_OK;
}
