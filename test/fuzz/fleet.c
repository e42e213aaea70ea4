/* fleet.c - fuzzer of fleets. The first byte chooses if the rest is an instance, or a solution of a fleet of three
 * customers. */
#include "fuzz.h"

#include "fleet/instance.h"

static const char three[] =
    "DIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\n"
    "4 0 7\nDEMAND_SECTION\n1 0\n2 4\n3 5\n4 6\n";

/* Requires that routes of one customer each, and one route of all, can be measured or violate a rule. */
static void require_fleet(swarm_context *context, const swarm_fleet *fleet)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_VERIFICATION, SWARM_OK};
    const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
    const uint32_t n = info->customer_count;
    uint32_t *customers = calloc(2 * (size_t)n, sizeof *customers);
    FUZZ_REQUIRE(n > 0 && info->name && *info->name && info->capacity >= 0 && info->demand >= 0 && customers);
    fuzz_require_instance(swarm_fleet_nodes(fleet));
    for (int apart = 0; apart < 2; ++apart) {
        const size_t step = 1 + (size_t)apart;
        struct swarm_routes *routes = NULL;
        memset(customers, 0, 2 * (size_t)n * sizeof *customers);
        for (uint32_t k = 0; k < n; ++k) {
            customers[step * k] = k + 1;
        }
        const enum swarm_status status = swarm_routes_measure(context, fleet, customers, step * n, &routes);
        if (status == SWARM_OK) {
            FUZZ_REQUIRE(routes->unserved_count == 0 && routes->length >= 0 && routes->route_count == (apart ? n : 1));
        } else {
            FUZZ_REQUIRE(!routes);
            fuzz_require_refusal(context, status, allowed);
        }
        swarm_routes_destroy(&routes);
    }
    free(customers);
}

static void read_fleet(swarm_context *context, const char *text, size_t size)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED, SWARM_OK};
    swarm_fleet *fleet = NULL;
    const enum swarm_status status = swarm_fleet_parse(context, NULL, text, size, "fuzz.vrp", &fleet);
    if (status == SWARM_OK) {
        require_fleet(context, fleet);
    } else {
        FUZZ_REQUIRE(!fleet);
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_fleet_destroy(&fleet);
}

static void read_solution(swarm_context *context, const char *text, size_t size)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_VERIFICATION, SWARM_OK};
    swarm_fleet *fleet = NULL;
    struct swarm_routes *routes = NULL;
    uint32_t *customers = NULL;
    size_t count = 0, left_out = 0;
    FUZZ_REQUIRE(swarm_fleet_parse(context, NULL, three, sizeof three - 1, "three.vrp", &fleet) == SWARM_OK);
    enum swarm_status status =
        fleet_routes_parse(base_env_of(context), fleet, (struct tsp_text){"fuzz.sol", text, size}, &customers, &count,
                           size % 2 == 0 ? &left_out : NULL);
    FUZZ_REQUIRE((status == SWARM_OK) == (customers != NULL));
    status = status == SWARM_OK ? swarm_routes_measure(context, fleet, customers, count, &routes) : status;
    if (status != SWARM_OK) {
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_routes_destroy(&routes);
    free(customers);
    swarm_fleet_destroy(&fleet);
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
    (data[0] % 2 == 0 ? read_fleet : read_solution)(context, text, size - 1);
    free(text);
    swarm_context_destroy(&context);
    return 0;
}
