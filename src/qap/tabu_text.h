/* tabu_text.h - cl/qap/tabu.h for one kind of numbers: TABU_BITS and QAP_SYMMETRIC. */
#define TABU_JOIN_(name, bits, symmetric) name##_##bits##_##symmetric
#define TABU_JOIN(name, bits, symmetric)  TABU_JOIN_(name, bits, symmetric)
#define QAP_NAME(name)                    TABU_JOIN(name, TABU_BITS, QAP_SYMMETRIC)
#if TABU_BITS == 64
#define QAP_NUMBER int64_t
#define QAP_MOST   INT64_MAX
#else
#define QAP_NUMBER int32_t
#define QAP_MOST   INT32_MAX
#endif
#include "cl/qap/tabu.h"

static struct QAP_NAME(qap_view) QAP_NAME(view_of)(const struct qap_tabu *tabu)
{
    const struct qap_problem *problem = tabu->problem;
    const size_t whole = qap_problem_size(problem), w = problem->width;
    const QAP_NUMBER *f = problem->matrices;
    QAP_NUMBER *sums = tabu->numbers, *x = sums + 3 * whole;
    return (struct QAP_NAME(qap_view)){
        .f = f,
        .ft = f + whole,
        .d = f + 2 * whole,
        .dt = f + 3 * whole,
        .linear = problem->linear,
        .sums = sums,
        .delta = sums + whole,
        .until = sums + 2 * whole,
        .of_item = tabu->marks,
        .of_place = tabu->marks + whole,
        .places = tabu->places,
        .best = tabu->places + w,
        .x = x,
        .y = x + w,
        .z = x + 2 * w,
        .own = x + 3 * w,
        .xt = x + 4 * w,
        .yt = x + 5 * w,
        .zt = x + 6 * w,
        .m = problem->m,
        .width = problem->width,
    };
}

static void QAP_NAME(run)(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search)
{
    const struct QAP_NAME(qap_view) view = QAP_NAME(view_of)(tabu);
    QAP_NAME(qap_run)(&view, 0, (uint32_t)seed, (uint32_t)(seed >> 32), steps, search);
}

#undef TABU_JOIN_
#undef TABU_JOIN
#undef QAP_NAME
#undef QAP_NUMBER
#undef QAP_MOST
#undef QAP_SYMMETRIC
#undef TABU_BITS
