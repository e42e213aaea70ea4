/* swarms_improvements OBJECTIVE [NAME VALUE]... - counts how often a particle improves its own best, and how often it
 * beats the swarm's best of the previous iteration, in a run of the sequential reference with these options in double
 * precision. Totals after 1, 10, 100, ... iterations and at the end; the start does not count. One JSON
 * document on stdout. Exit code 1: the run failed.
 *
 * The linker calls __wrap_pso_swarm_reference_create() instead of the library's function, which lets this file count
 * after every step. */
#include <stdlib.h>
#include <string.h>

#include "pso/swarm.h"
#include "solve.h"

enum { ROWS = 32 };

/* Totals up to an iteration. */
struct row {
    uint64_t iteration, remembered, better,
        improvements; /* `improvements`: of the swarm's best, at most one per iteration */
};

static struct {
    const struct search_engine_type *type; /* functions of the reference's engine */
    struct search_engine_type counting;
    double *before; /* [particles] value of each particle's memory before the step */
    struct row now, rows[ROWS];
    size_t count;
} watch;

static enum swarm_status count_step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    const struct pso_sequential *reference = (const struct pso_sequential *)engine;
    const uint32_t particles = reference->base.settings.particles;
    const double *values = reference->state.sections[PSO_SECTION_MEMORY_VALUES].bytes;
    const struct pso_best *best = reference->state.sections[PSO_SECTION_BEST].bytes;
    const double best_before = pso_number_of_bits(best->value, 64);
    const uint64_t improvements = best->improvements;
    memcpy(watch.before, values, particles * sizeof *values);
    const enum swarm_status status = watch.type->step(engine, iteration, last, interrupted);
    for (uint32_t p = 0; p < particles; ++p) {
        watch.now.remembered += values[p] < watch.before[p];
        watch.now.better += values[p] < best_before;
    }
    watch.now.improvements += best->improvements - improvements;
    watch.now.iteration = iteration;
    uint64_t power = 1;
    while (power < iteration) {
        power *= 10;
    }
    if (power == iteration && watch.count < ROWS - 1) {
        watch.rows[watch.count++] = watch.now;
    }
    return status;
}

enum swarm_status __real_pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                                    const struct pso_settings *settings, struct search_engine **engine);
enum swarm_status __wrap_pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                                    const struct pso_settings *settings, struct search_engine **engine);

enum swarm_status __wrap_pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                                    const struct pso_settings *settings, struct search_engine **engine)
{
    watch.before = calloc(settings->particles, sizeof *watch.before);
    TRY(watch.before && settings->precision == 64 ? SWARM_OK : base_fail_memory(env));
    TRY(__real_pso_swarm_reference_create(env, run, settings, engine));
    watch.type = (*engine)->type;
    watch.counting = *watch.type;
    watch.counting.step = count_step;
    (*engine)->type = &watch.counting;
    return SWARM_OK;
}

int main(int count, char **words)
{
    swarm_result *result = NULL;
    if (count < 2 || solve(words[1], "none", words + 2, &result) != SWARM_OK) {
        return 1;
    }
    if (watch.count == 0 || watch.rows[watch.count - 1].iteration != watch.now.iteration) {
        watch.rows[watch.count++] = watch.now;
    }
    printf("{\"value\": %.17g, \"rows\": [", result->value);
    for (size_t i = 0; i < watch.count; ++i) {
        const struct row *row = &watch.rows[i];
        printf("%s[%llu, %llu, %llu, %llu]", i > 0 ? ", " : "", (unsigned long long)row->iteration,
               (unsigned long long)row->remembered, (unsigned long long)row->better,
               (unsigned long long)row->improvements);
    }
    printf("]}\n");
    swarm_result_destroy(&result);
    free(watch.before);
    return 0;
}
