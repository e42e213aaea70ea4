/* tabu_steps.c - cl/qap/tabu.h for each kind of matrices. meson.build compiles this file for each instruction set, with
 * TABU_FUNCTION as the name of its function. */
#include "tabu.h"

#define QAP_GROUP_SIZE 1
#define QAP_GLOBAL
#define QAP_VECTOR
#define QAP_LOCAL
#define QAP_BARRIER
#define JOIN_(name, bits, symmetric) name##_##bits##_##symmetric
#define JOIN(name, bits, symmetric)  JOIN_(name, bits, symmetric)
#define QAP_NAME(name)               JOIN(name, QAP_BITS, QAP_SYMMETRIC)

#define QAP_BITS                     32
#define QAP_SYMMETRIC                0
#include "cl/qap/tabu.h"
#undef QAP_SYMMETRIC
#define QAP_SYMMETRIC 1
#include "cl/qap/tabu.h"
#undef QAP_BITS
#define QAP_BITS 64
#include "cl/qap/tabu.h"
#undef QAP_SYMMETRIC
#define QAP_SYMMETRIC 0
#include "cl/qap/tabu.h"

/* Runs the search for one kind of matrices. */
#define RUN(bits, symmetric)                                               \
    do {                                                                   \
        struct JOIN(qap_view, bits, symmetric) view = {                    \
            .f = tabu->problem->matrices,                                  \
            .linear = tabu->problem->linear,                               \
            .sums = tabu->numbers,                                         \
            .of_item = tabu->marks,                                        \
            .places = tabu->places,                                        \
            .m = tabu->problem->m,                                         \
            .width = tabu->problem->width,                                 \
        };                                                                 \
        view.x = view.sums + 3 * qap_problem_size(tabu->problem);          \
        JOIN(qap_run, bits, symmetric)                                     \
        (&view, 0, (uint32_t)seed, (uint32_t)(seed >> 32), steps, search); \
    } while (0)

void TABU_FUNCTION(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search)
{
    if (tabu->problem->wide && tabu->problem->symmetric) {
        RUN(64, 1);
    } else if (tabu->problem->wide) {
        RUN(64, 0);
    } else if (tabu->problem->symmetric) {
        RUN(32, 1);
    } else {
        RUN(32, 0);
    }
}
