/* certificate.c - fuzzer of the certificates of bounds: reads documents and checks the bounds in them. A bound that the
 * check accepts is never above the length of a tour. */
#include "fuzz.h"

#include "cli/documents/document.h"

enum { NODES = 6 };

/* Corners of a square, two of them twice; the tour 0 .. 5 has length 40. */
static const double corners[2 * NODES] = {0, 0, 0, 10, 0, 10, 10, 10, 10, 0, 10, 0};

static void check_bound(const swarm_bound *bound, bool path)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_VERIFICATION, SWARM_OK};
    swarm_context *context = fuzz_context();
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    FUZZ_REQUIRE(swarm_instance_from_coordinates(context, "square", SWARM_METRIC_EUC_2D, NODES, corners, &instance)
                 == SWARM_OK);
    FUZZ_REQUIRE(swarm_params_create(context, "tsp", &params) == SWARM_OK);
    FUZZ_REQUIRE(swarm_params_set(context, params, "threads", "1") == SWARM_OK);
    FUZZ_REQUIRE(!path || swarm_params_set(context, params, "path", "true") == SWARM_OK);
    swarm_params_instance(params, instance);
    const enum swarm_status status = swarm_bound_check(context, params, bound);
    if (status == SWARM_OK) {
        FUZZ_REQUIRE(bound->length <= (path ? 30 : 40));
    } else {
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    swarm_bound bound;
    int32_t *potentials = NULL;
    char *text = malloc(size + 1); /* exact size: the sanitizer sees reads past the end */
    FUZZ_REQUIRE(text);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    const enum swarm_status status = cli_certificate_parse("fuzz.json", text, size, 0, &bound, &potentials);
    free(text);
    FUZZ_REQUIRE(status == SWARM_OK || status == SWARM_ERROR_INPUT);
    if (status == SWARM_OK) {
        check_bound(&bound, false);
        check_bound(&bound, true);
    }
    free(potentials);
    return 0;
}
