/* qap.c - fuzzer of quadratic assignment. The first byte chooses if the rest is an instance of QAPLIB, a table of two
 * matrices, or a solution for an instance of three items. */
#include "fuzz.h"

#include "qap/instance.h"

enum { ITEMS_MOST = 64 }; /* maximum number of items of an instance that is solved */

static const int64_t flows[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, distances[] = {0, 10, 20, 30, 0, 40, 50, 60, 5};

/* Requires that the costs of two orders of the items can be computed, and that a short run finds no greater cost. */
static void require_instance(swarm_context *context, const swarm_qap *qap)
{
    const struct swarm_qap_info *info = swarm_qap_describe(qap);
    const uint32_t n = info->item_count;
    uint32_t *places = malloc(n * sizeof *places);
    int64_t cost = 0, turned = 0;
    FUZZ_REQUIRE(n > 0 && info->name && *info->name && places);
    for (uint32_t i = 0; i < n; ++i) {
        places[i] = i;
    }
    FUZZ_REQUIRE(swarm_qap_cost(context, qap, places, n, &cost) == SWARM_OK);
    for (uint32_t i = 0; i < n; ++i) {
        places[i] = n - 1 - i;
    }
    FUZZ_REQUIRE(swarm_qap_cost(context, qap, places, n, &turned) == SWARM_OK);
    free(places);
    if (n <= ITEMS_MOST) {
        static const char *const settings[][2] = {
            {"device", "none"}, {"threads", "1"}, {"iterations", "2"}, {"population", "2"}, {"steps", "5"}};
        swarm_params *params = NULL;
        swarm_result *result = NULL;
        FUZZ_REQUIRE(swarm_params_create(context, "qap", &params) == SWARM_OK);
        swarm_params_qap(params, qap);
        for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k) {
            FUZZ_REQUIRE(swarm_params_set(context, params, settings[k][0], settings[k][1]) == SWARM_OK);
        }
        FUZZ_REQUIRE(swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK);
        swarm_result_destroy(&result);
        swarm_params_destroy(&params);
    }
}

static void read_instance(swarm_context *context, const char *text, size_t size, const char *name)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_OK};
    swarm_qap *qap = NULL;
    const enum swarm_status status = swarm_qap_parse(context, text, size, name, &qap);
    if (status == SWARM_OK) {
        require_instance(context, qap);
    } else {
        FUZZ_REQUIRE(!qap);
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_qap_destroy(&qap);
}

static void read_solution(swarm_context *context, const char *text, size_t size)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION, SWARM_OK};
    swarm_qap *qap = NULL;
    uint32_t *places = NULL;
    int64_t cost = 0, again = 1;
    FUZZ_REQUIRE(swarm_qap_from_matrices(context, "three", 3, flows, distances, &qap) == SWARM_OK);
    const enum swarm_status status =
        qap_assignment_parse(base_env_of(context), qap, (struct base_word){text, size}, "fuzz.sln", &places, &cost);
    if (status == SWARM_OK) {
        FUZZ_REQUIRE(swarm_qap_cost(context, qap, places, 3, &again) == SWARM_OK && again == cost);
    } else {
        FUZZ_REQUIRE(!places);
        fuzz_require_refusal(context, status, allowed);
    }
    free(places);
    swarm_qap_destroy(&qap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    swarm_context *context = fuzz_context();
    char *text = malloc(size > 1 ? size - 1 : 1); /* exact size: the sanitizer sees reads past the end */
    FUZZ_REQUIRE(text);
    memcpy(text, data + 1, size - 1);
    switch (data[0] % 3) {
    case 0:
        read_instance(context, text, size - 1, "fuzz.dat");
        break;
    case 1:
        read_instance(context, text, size - 1, "fuzz.csv");
        break;
    default:
        read_solution(context, text, size - 1);
    }
    free(text);
    swarm_context_destroy(&context);
    return 0;
}
