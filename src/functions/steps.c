/* steps.c - the distances of the values that coordinates take, from --step and --integer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "functions.h"

/* Reads --step: a distance for all coordinates or one for each. */
static enum swarm_status read_steps(struct search *search)
{
    struct pso_settings *s = functions_settings(search);
    const uint32_t n = s->dimensions, count = functions_numbers_parse(search->options.step, n, s->step);
    if (count != n && count != 1) {
        return REFUSE(search, step, "expected a number for all coordinates, or one for each of %u", (unsigned)n);
    }
    for (uint32_t d = 0; d < n; ++d) {
        s->step[d] = count == 1 ? s->step[0] : s->step[d];
        if (!(s->step[d] >= 0.0 && s->step[d] <= s->upper[d] - s->lower[d])) {
            return REFUSE(search, step, "the step of coordinate %u must be from 0 to the range of its bounds, %.9g",
                          (unsigned)d + 1, s->upper[d] - s->lower[d]);
        }
    }
    return SWARM_OK;
}

/* Gives the coordinates of --integer the step 1 from a whole number. */
static enum swarm_status read_whole(struct search *search, double *listed)
{
    struct pso_settings *s = functions_settings(search);
    const uint32_t n = s->dimensions;
    const bool all = strcmp(search->options.whole, "all") == 0;
    const uint32_t count = all ? n : functions_numbers_parse(search->options.whole, n, listed);
    for (uint32_t k = 0; k < count && count <= n; ++k) {
        const double number = all ? k + 1.0 : listed[k];
        if (!(number >= 1.0 && number <= n && number == floor(number))) {
            return REFUSE(search, whole, "expected numbers of coordinates from 1 to %u", (unsigned)n);
        }
        const uint32_t d = (uint32_t)number - 1;
        if (s->step[d] > 0.0 && s->step[d] != 1.0) {
            return REFUSE(search, whole, "coordinate %u also has a --step", (unsigned)d + 1);
        }
        s->step[d] = 1.0;
        s->lower[d] = ceil(s->lower[d]);
        if (s->lower[d] + 1.0 > s->upper[d]) {
            return REFUSE(search, whole, "the bounds of coordinate %u contain fewer than two whole numbers",
                          (unsigned)d + 1);
        }
    }
    return count > 0 && count <= n ? SWARM_OK
                                   : REFUSE(search, whole, "expected all, or numbers of coordinates with commas");
}

enum swarm_status functions_choose_steps(struct search *search)
{
    struct pso_settings *s = functions_settings(search);
    if (!search->options.step && !search->options.whole) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(search->env, s->step, s->dimensions));
    TRY(search->options.step ? read_steps(search) : SWARM_OK);
    if (search->options.whole) {
        double *listed;
        TRY(BASE_MAKE(search->env, listed, s->dimensions));
        const enum swarm_status status = read_whole(search, listed);
        free(listed);
        return status;
    }
    return SWARM_OK;
}
