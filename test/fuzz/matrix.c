/* matrix.c - fuzzer of matrices. The first byte chooses the start of a table of distances that the rest continues, or
 * the rest is numbers for swarm_instance_from_distances(). */
#include "fuzz.h"

static const char *const beginnings[] = {
    "", /* no text before the input, which is the whole table */
    "0,1,2\n1,0,3\n",
    "0;1,5;2\n1,5;0;3\n",
    ";A;B;C\nA;0;1;2\nB;1;0;3\n",
    "A\tB\tC\n0\t1\t2\n",
    "a b c\na 0 1 2\n",
    "sep=;\n0;1\n",
    "\xEF\xBB\xBF,x,y\nx,0,1\n",
    "-,x,2\n,-,3.5\n",
    ";A;B;C\nA;-;inf;2\nB;;-;3\n",
    ",A,B,C,,\nA,9,1:30,2,,\n",
    "99,1,2,\n1,99,3,\n",
};
enum { BEGINNING_COUNT = sizeof beginnings / sizeof *beginnings, MOST_NODES = 8 };

/* Requires that an instance made from this one's distances is equal: they are whole numbers in its unit. If edges are
 * missing, the large distance that stands for them may cost one digit. */
static void require_same_again(const swarm_instance *instance, const struct swarm_instance_info *info)
{
    const uint32_t n = info->node_count;
    swarm_context *context = fuzz_context();
    swarm_instance *again = NULL;
    double *distances = malloc(sizeof *distances * n * n);
    bool symmetric = true;
    uint64_t missing = 0;
    FUZZ_REQUIRE(distances);
    for (uint32_t k = 0; k < n * n; ++k) {
        const int32_t distance = swarm_instance_distance(instance, k / n, k % n);
        FUZZ_REQUIRE(info->no_edge == 0 || distance <= info->no_edge);
        distances[k] = info->no_edge > 0 && distance == info->no_edge ? (double)INFINITY : distance;
        missing += isinf(distances[k]);
        symmetric = symmetric && swarm_instance_distance(instance, k % n, k / n) == distance;
    }
    FUZZ_REQUIRE(info->missing_edges == missing / (info->symmetric ? 2 : 1));
    FUZZ_REQUIRE((info->no_edge > 0) == (missing > 0) && info->lost_digits >= 0);
    FUZZ_REQUIRE(info->symmetric == symmetric);
    FUZZ_REQUIRE(swarm_instance_from_distances(context, info->name, n, distances, NULL, &again) == SWARM_OK);
    const bool whole = swarm_instance_describe(again)->decimals == 0;
    FUZZ_REQUIRE(whole || (missing > 0 && swarm_instance_describe(again)->missing_edges == info->missing_edges));
    for (uint32_t k = 0; k < n * n && whole; ++k) {
        FUZZ_REQUIRE(swarm_instance_distance(again, k / n, k % n) == swarm_instance_distance(instance, k / n, k % n));
    }
    free(distances);
    swarm_instance_destroy(&again);
    swarm_context_destroy(&context);
}

static void check(const swarm_context *context, enum swarm_status status, swarm_instance *instance)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED, SWARM_OK};
    if (status != SWARM_OK) {
        FUZZ_REQUIRE(!instance);
        fuzz_require_refusal(context, status, allowed);
        return;
    }
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    fuzz_require_instance(instance);
    if (info->metric == SWARM_METRIC_EXPLICIT) {
        require_same_again(instance, info);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    swarm_context *context = fuzz_context();
    swarm_instance *instance = NULL;
    enum swarm_status status;
    if (data[0] >= 192) { /* distances follow; missing ones are 0 */
        double distances[MOST_NODES * MOST_NODES] = {0.0};
        memcpy(distances, data + 1, size - 1 < sizeof distances ? size - 1 : sizeof distances);
        const size_t nodes = 1 + data[0] % MOST_NODES;
        status = swarm_instance_from_distances(context, "fuzz", nodes, distances, NULL, &instance);
    } else {
        const char *beginning = beginnings[data[0] % BEGINNING_COUNT];
        const size_t first = strlen(beginning), text_size = first + size - 1;
        char *text = malloc(text_size > 0 ? text_size : 1);
        FUZZ_REQUIRE(text);
        memcpy(text, beginning, first);
        memcpy(text + first, data + 1, size - 1);
        status = swarm_instance_parse(context, text, text_size, "fuzz.csv", &instance);
        free(text);
    }
    check(context, status, instance);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    return 0;
}
