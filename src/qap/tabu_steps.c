/* tabu_steps.c - cl/qap/tabu.h compiled for symmetric and other matrices, with numbers of 32 and 64 bits. meson.build
 * compiles this file for each instruction set, with TABU_FUNCTION as the name of its function. */
#include "tabu.h"

#define QAP_GROUP_SIZE 1
#define QAP_GLOBAL
#define QAP_VECTOR
#define QAP_LOCAL
#define QAP_BARRIER
#if defined(__AVX512F__)
#define QAP_WIDE_BYTES 64
#elif defined(__AVX2__)
#define QAP_WIDE_BYTES 32
#else
#define QAP_WIDE_BYTES 16
#endif
#define QAP_PHASE                    static __attribute__((noinline))
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

#define DEFINE_RUN(bits, symmetric)                                                                      \
    static void JOIN(run, bits, symmetric)(struct qap_tabu * tabu, uint64_t seed, uint32_t steps,        \
                                           struct qap_search * search)                                   \
    {                                                                                                    \
        const struct qap_problem *problem = tabu->problem;                                               \
        int##bits##_t *numbers = tabu->numbers;                                                          \
        const struct JOIN(qap_view, bits, symmetric) view =                                              \
            JOIN(qap_complete, bits, symmetric)((struct JOIN(qap_view, bits, symmetric)){                \
                .f = problem->matrices,                                                                  \
                .linear = problem->linear,                                                               \
                .sums = numbers,                                                                         \
                .of_item = tabu->marks,                                                                  \
                .places = tabu->places,                                                                  \
                .x = numbers + 3 * qap_problem_size(problem),                                            \
                .m = problem->m,                                                                         \
                .width = problem->width,                                                                 \
            });                                                                                          \
        JOIN(qap_run, bits, symmetric)(&view, 0, (uint32_t)seed, (uint32_t)(seed >> 32), steps, search); \
    }
DEFINE_RUN(32, 0)
DEFINE_RUN(32, 1)
DEFINE_RUN(64, 0)
DEFINE_RUN(64, 1)

void TABU_FUNCTION(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search)
{
    static qap_tabu_steps *const runs[2][2] = {{run_32_0, run_32_1}, {run_64_0, run_64_1}};
    runs[tabu->problem->wide][tabu->problem->symmetric](tabu, seed, steps, search);
}
