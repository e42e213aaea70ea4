/* The curve of a run of ants: lengths and trails after an iteration. The host computes it from copies, so every device
 * gives the same numbers. */
#include <stdlib.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "colony.h"

/* 1 / lambda of the lambda-branching factor. */
enum { BRANCHING_PART = 20 };

uint32_t aco_branching_count(const uint32_t *trails, uint32_t width, uint32_t without)
{
    uint32_t smallest = UINT32_MAX, largest = 0, count = 0;
    for (uint32_t k = 0; k < width; ++k) {
        smallest = k != without && trails[k] < smallest ? trails[k] : smallest;
        largest = k != without && trails[k] > largest ? trails[k] : largest;
    }
    for (uint32_t k = 0; k < width; ++k) {
        count += k != without && (uint64_t)BRANCHING_PART * (trails[k] - smallest) >= largest - smallest;
    }
    return count;
}

/* Sets the shortest of lengths [count], and the mean as a whole number and a fraction, without overflow. */
static void measure_lengths(const int64_t *lengths, uint32_t count, struct search_measure *measure)
{
    int64_t quotients = 0, remainders = 0;
    measure->shortest = lengths[0];
    for (uint32_t k = 0; k < count; ++k) {
        measure->shortest = lengths[k] < measure->shortest ? lengths[k] : measure->shortest;
        quotients += lengths[k] / count;
        remainders += lengths[k] % count;
    }
    measure->mean = quotients + remainders / count;
    measure->mean_fraction = (double)(remainders % count) / count;
}

static void add_branches(const struct aco_colony *colony, uint32_t i, uint32_t *row, void *sum)
{
    const struct aco_settings *s = &colony->settings;
    const uint32_t itself = s->candidates > 0 ? s->width : i; /* lists do not contain their own node */
    *(uint64_t *)sum += aco_branching_count(row, s->width, itself);
}

enum swarm_status aco_colony_measure(struct search_engine *engine, struct search_measure *measure)
{
    struct aco_colony *colony = aco_colony_of(engine);
    const struct aco_settings *s = &colony->settings;
    enum swarm_status status = SWARM_OK;
    uint64_t branches = 0;
    int64_t *lengths = base_array(s->ants, sizeof *lengths);
    TRY(lengths ? SWARM_OK : base_fail_memory(engine->env));
    TRY_OR(done, colony->move(colony, ACO_BUFFER_LENGTHS, 0, s->ants * sizeof *lengths, lengths, false));
    TRY_OR(done, aco_colony_visit(colony, ACO_BUFFER_TRAILS, false, add_branches, &branches));
    measure_lengths(lengths, s->ants, measure);
    measure->branching = (double)branches / s->n;

done:
    free(lengths);
    return status;
}
