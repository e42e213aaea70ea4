/* fuzz.h - shared by the fuzzers: the entry, requirements, and a check of a whole instance.
 *
 * A fuzzer checks millions of inputs: a reader must either reject the bytes with a message, or return a result that is
 * valid as its header defines. Each call makes and destroys its own context, so leaks are attributed to one input. */
#ifndef SWARMCL_TEST_FUZZ_H
#define SWARMCL_TEST_FUZZ_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* abort(), because libFuzzer then saves the input. */
#define FUZZ_REQUIRE(condition)                                                            \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

static inline swarm_context *fuzz_context(void)
{
    swarm_context *context = NULL;
    FUZZ_REQUIRE(swarm_context_create(&context) == SWARM_OK);
    return context;
}

/* Requires that `status` is one of `allowed`, 0-terminated, and that the message is not empty. */
static inline void fuzz_require_refusal(const swarm_context *context, enum swarm_status status,
                                        const enum swarm_status *allowed)
{
    while (*allowed != SWARM_OK && *allowed != status) {
        ++allowed;
    }
    FUZZ_REQUIRE(*allowed == status);
    FUZZ_REQUIRE(*swarm_context_error(context) != '\0');
}

static inline void fuzz_require_length_text(int64_t length, int decimals)
{
    char text[400];
    int64_t again = -1;
    swarm_length_text(length, decimals, text, sizeof text);
    FUZZ_REQUIRE(swarm_length_parse(text, decimals, &again) && again == length);
}

/* Requires valid distances of the first and last few nodes, which are stored differently. */
static inline void fuzz_require_distances(const swarm_instance *instance, const struct swarm_instance_info *info)
{
    enum { SAMPLE = 6 };
    const uint32_t n = info->node_count;
    int64_t sum = 0;
    for (uint32_t k = 0; k < n && k < 2 * SAMPLE; ++k) {
        const uint32_t i = k < SAMPLE || n <= 2 * SAMPLE ? k : n - 2 * SAMPLE + k;
        FUZZ_REQUIRE(swarm_instance_distance(instance, i, i) == 0);
        for (uint32_t j = 0; j < n && j < SAMPLE; ++j) {
            const int32_t distance = swarm_instance_distance(instance, i, j);
            FUZZ_REQUIRE(distance >= 0);
            FUZZ_REQUIRE(!info->symmetric || distance == swarm_instance_distance(instance, j, i));
            sum += distance;
        }
    }
    fuzz_require_length_text(sum, info->decimals);
}

static inline void fuzz_require_nodes(const swarm_instance *instance, const struct swarm_instance_info *info)
{
    for (uint32_t i = 0; i < info->node_count; ++i) {
        double x = (double)NAN, y = (double)NAN;
        const char *name = swarm_instance_node_name(instance, i);
        FUZZ_REQUIRE(info->has_names ? name && *name : !name);
        FUZZ_REQUIRE(swarm_instance_position(instance, i, &x, &y) == info->has_positions);
        FUZZ_REQUIRE(info->has_positions ? isfinite(x) && isfinite(y) : isnan(x) && isnan(y));
    }
}

/* Requires that an instance from a reader is valid as the public header defines. */
static inline void fuzz_require_instance(const swarm_instance *instance)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    FUZZ_REQUIRE(info->node_count > 0);
    FUZZ_REQUIRE(info->name && *info->name && info->comment && info->format && info->unit);
    FUZZ_REQUIRE(info->metric < SWARM_METRIC_COUNT && *swarm_metric_name(info->metric));
    FUZZ_REQUIRE(info->decimals <= 300);
    for (int axis = 0; axis < 3; ++axis) {
        FUZZ_REQUIRE(isfinite(info->minimum[axis]) && info->minimum[axis] <= info->maximum[axis]);
    }
    fuzz_require_distances(instance, info);
    fuzz_require_nodes(instance, info);
}

/* Parses `text` as a file called `name`; requires a valid instance, or a failure with a message. */
static inline void fuzz_parse_instance(const char *text, size_t size, const char *name)
{
    static const enum swarm_status allowed[] = {SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED, SWARM_OK};
    swarm_context *context = fuzz_context();
    swarm_instance *instance = NULL;
    enum swarm_status status = swarm_instance_parse(context, text, size, name, &instance);
    if (status == SWARM_OK) {
        fuzz_require_instance(instance);
    } else {
        FUZZ_REQUIRE(!instance);
        fuzz_require_refusal(context, status, allowed);
    }
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
}

#endif
