/* pattern.c - improves the solution of a run on the host by pattern search, after Hooke and Jeeves (1961). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "functions.h"

/* Steps as fractions of the range of a coordinate. */
#define FIRST_STEP 0x1p-4
#define LAST_STEP  0x1p-50 /* the search ends when the step is this small */

struct pattern {
    const struct search *search;
    uint64_t left; /* number of positions that remain to be evaluated */
    double step;
};

/* Computes the value at x; infinite if no evaluation remains. */
static enum swarm_status evaluate(struct pattern *pattern, const double *x, double *value)
{
    *value = (double)INFINITY;
    if (pattern->left == 0) {
        return SWARM_OK;
    }
    --pattern->left;
    return functions_value(pattern->search, x, value);
}

/* Moves each coordinate by one step in the direction that improves *value, if there is one. */
static enum swarm_status explore(struct pattern *pattern, double *x, double *value)
{
    const struct pso_settings *s = functions_settings(pattern->search);
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        const double before = x[d], step = pattern->step * (s->upper[d] - s->lower[d]);
        for (int sign = 1; sign >= -1; sign -= 2) {
            double found;
            x[d] = functions_confine(s, d, before + sign * step);
            TRY(evaluate(pattern, x, &found));
            if (found < *value) {
                *value = found;
                break;
            }
            x[d] = before;
        }
    }
    return SWARM_OK;
}

/* Improves `best` and its *value; `x` is scratch for a position. */
static enum swarm_status descend(struct pattern *pattern, double *best, double *value, double *x)
{
    const struct pso_settings *s = functions_settings(pattern->search);
    const size_t bytes = s->dimensions * sizeof *x;
    while (pattern->step > LAST_STEP && pattern->left > 0
           && !base_interrupted(pattern->search->env, (double)INFINITY)) {
        double found = *value;
        memcpy(x, best, bytes);
        TRY(explore(pattern, x, &found));
        if (!(found < *value)) {
            pattern->step *= 0.5;
        }
        while (found < *value) { /* repeats the same move */
            for (uint32_t d = 0; d < s->dimensions; ++d) {
                const double before = best[d];
                best[d] = x[d];
                x[d] = functions_confine(s, d, x[d] + (x[d] - before));
            }
            *value = found;
            TRY(evaluate(pattern, x, &found));
            TRY(explore(pattern, x, &found));
        }
    }
    return SWARM_OK;
}

enum swarm_status functions_search_pattern(struct search *search, uint64_t *evaluations)
{
    const struct pso_settings *s = functions_settings(search);
    const bool given = search->options.set[OPTION_pattern_search];
    struct pattern pattern = {search, given ? search->options.pattern_search / s->repeats : 0, FIRST_STEP};
    const uint64_t most = pattern.left;
    if (most == 0) {
        return SWARM_OK;
    }
    double value = base_key_value(search->result->best.score), *solution = search->solution, *x;
    TRY(BASE_MAKE(search->env, x, s->dimensions));
    const enum swarm_status status = descend(&pattern, solution, &value, x);
    free(x);
    TRY(status);
    *evaluations = most - pattern.left;
    if (base_key_of(value) < search->result->best.score) {
        const struct search_improvement found = {
            .iteration = search->result->shown.iterations,
            .evaluations = (functions_count_evaluations(s, search->result) + *evaluations) * s->repeats,
            .score = base_key_of(value),
            .place = {solution[0], s->dimensions > 1 ? solution[1] : 0.0},
        };
        TRY(search_improve(search, &found));
        search_report(search, found.iteration, true);
        search->result->shown.seconds = base_seconds(search->env);
    }
    return SWARM_OK;
}
