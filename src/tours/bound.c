/* bound.c - the bound beside a search for tours. */
#include "bound/bound.h"

#include "tours.h"

/* Tells a bound for the lengths of the caller's tours. */
static void tell(const struct search *search, int64_t length, struct run_bound *told)
{
    const struct options *options = &search->options;
    const int64_t offset = ((const struct tours_question *)search->question)->offset;
    const int64_t longest = options->given[OPTION_target_gap] ? tours_within(length, options->target_gap) : length;
    const bool any = offset < 0 && longest > INT64_MAX + offset;
    run_bound_raise(told, length - offset, any ? INT64_MAX : longest - offset);
}

enum swarm_status tours_raise_bound(const struct search *search, struct run_bound *told)
{
    const struct tours_question *question = search->question;
    const struct swarm_instance *instance = question->instance;
    const struct bound_limits limits = {.deadline = told->deadline, .enough = INT64_MAX};
    struct tsp_reduction *doubled = NULL; /* of ants, which walk on arcs */
    struct bound bound = {0};
    int64_t offset = question->offset;
    enum swarm_status status = SWARM_OK;
    if (!instance->info.symmetric) {
        TRY_OR(done, tsp_reduction_create(&told->env, search->task->params->instance, &question->conditions,
                                          TSP_DOUBLED, &doubled));
        instance = tsp_reduction_instance(doubled);
        offset = tsp_reduction_offset(doubled);
    }
    if (offset > 0) {
        tell(search, offset, told); /* of arcs the length of the assignment: no reduced length is below 0 */
    }
    while (!bound.done && run_bound_continues(told)) {
        TRY_OR(done, bound_raise(&told->env, instance, NULL, &limits, NULL, &bound));
        if (bound.length >= 0 && bound.length + offset >= 0) {
            tell(search, bound.length + offset, told);
        }
    }

done:
    bound_deinit(&bound);
    tsp_reduction_destroy(&doubled);
    return status;
}
