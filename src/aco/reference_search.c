/* The local search of the sequential reference. */
#include "reference.h"

#include "local_search.h"

struct search_view {
    const struct swarm_instance *instance;
    const struct aco_local_search *row;
    bool symmetric;
};
#define SEARCH_SPACE
#define SEARCH_SYMMETRIC(s)      (s)->view.symmetric
#define SEARCH_HAS_TWO(s)        (s)->view.row->two_opt
#define SEARCH_HAS_OR(s)         (s)->view.row->or_opt
#define SEARCH_HAS_THREE(s)      (s)->view.row->three_opt
#define SEARCH_DISTANCE(s, i, j) tsp_instance_distance((s)->view.instance, i, j)
#define SEARCH_PARTNERS(s, i, j) tsp_instance_fixed((s)->view.instance, i, j)
#include "cl/aco/search.h"

enum { INTERRUPT_ROUNDS = 1024 };

enum swarm_status aco_reference_search(const struct aco_searcher *by, const uint32_t *anchor, uint32_t *tour,
                                       int64_t *length)
{
    const struct aco_settings *settings = by->settings;
    if (!settings->local_search || settings->n < 3) {
        return SWARM_OK;
    }
    uint32_t *scratch = base_array(SEARCH_SCRATCH_WORDS(settings->n), sizeof *scratch);
    TRY(scratch ? SWARM_OK : base_fail_memory(by->env));
    struct search s = {
        .tour = tour,
        .lists = by->lists->search,
        .view = {by->instance, settings->local_search, settings->symmetric},
        .n = settings->n,
        .list_stride = settings->search_stride,
        .search_length = settings->search_length,
    };
    search_take(&s, scratch);
    search_begin(&s, anchor);
    const uint64_t most = aco_search_rounds_most(s.n);
    for (uint64_t round = 0; round < most && s.count > 0; ++round) {
        if (by->interrupted && round % INTERRUPT_ROUNDS == INTERRUPT_ROUNDS - 1 && by->interrupted(by->user)) {
            break;
        }
        *length -= search_round(&s);
    }
    free(scratch);
    return SWARM_OK;
}
