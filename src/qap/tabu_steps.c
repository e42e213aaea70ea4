/* tabu_steps.c - meson.build compiles it for each set of instructions. TABU_FUNCTION is its name then. */
#include "tabu_steps.h"

#include "cl/qap/rules.h"

#define QAP_LANES 16
#define QAP_ITEMS 1u
#define QAP_GLOBAL
#define QAP_NEAR
#define QAP_LOCAL
#define QAP_BARRIER

#define TABU_BITS     32
#define QAP_SYMMETRIC 1
#include "tabu_text.h"
#define TABU_BITS     32
#define QAP_SYMMETRIC 0
#include "tabu_text.h"
#define TABU_BITS     64
#define QAP_SYMMETRIC 1
#include "tabu_text.h"
#define TABU_BITS     64
#define QAP_SYMMETRIC 0
#include "tabu_text.h"

void TABU_FUNCTION(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search)
{
    const struct qap_problem *problem = tabu->problem;
    if (problem->wide) {
        (problem->symmetric ? run_64_1 : run_64_0)(tabu, seed, steps, search);
    } else {
        (problem->symmetric ? run_32_1 : run_32_0)(tabu, seed, steps, search);
    }
}
