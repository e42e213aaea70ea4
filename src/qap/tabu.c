#include "tabu.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint64_t numbers_bytes(const struct qap_problem *problem)
{
    return (3 * (uint64_t)qap_problem_size(problem) + QAP_VECTORS * (uint64_t)problem->width)
           * qap_number_size(problem);
}

uint64_t qap_tabu_bytes(const struct qap_problem *problem)
{
    return numbers_bytes(problem) + 2 * ((uint64_t)qap_problem_size(problem) + problem->width) * 4 + QAP_ALIGNMENT;
}

static qap_tabu_steps *choose(void)
{
#ifdef QAP_X86
    if (__builtin_cpu_supports("avx512f")) {
        return qap_tabu_run_avx512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return qap_tabu_run_avx2;
    }
#endif
    return qap_tabu_run_plain;
}

enum swarm_status qap_tabu_init(struct base_env *env, const struct qap_problem *problem, struct qap_tabu *tabu)
{
    tabu->memory = base_array(1, qap_tabu_bytes(problem));
    TRY(tabu->memory ? SWARM_OK : base_fail_memory(env));
    tabu->problem = problem;
    tabu->run = choose();
    tabu->numbers = qap_align(tabu->memory);
    tabu->marks = (int32_t *)((char *)tabu->numbers + numbers_bytes(problem));
    tabu->places = (uint32_t *)tabu->marks + 2 * qap_problem_size(problem);
    for (uint32_t i = problem->m; i < problem->width; ++i) {
        tabu->places[i] = i;
    }
    return SWARM_OK;
}

void qap_tabu_deinit(struct qap_tabu *tabu)
{
    free(tabu->memory);
}

void qap_tabu_run(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, const uint32_t *places, uint32_t *best,
                  struct qap_search *search)
{
    const uint32_t m = tabu->problem->m, w = tabu->problem->width;
    const int64_t before = search->begun ? search->best : INT64_MAX;
    if (!search->begun) {
        memcpy(tabu->places, places, m * sizeof *places);
        memcpy(tabu->places + w, places, m * sizeof *places);
    }
    tabu->run(tabu, seed, steps, search);
    if (search->best < before) {
        memcpy(best, tabu->places + w, m * sizeof *best);
    }
}
