/* points.c - fuzzer of files of many instances. The first byte chooses the start of a NumPy array that the rest
 * continues, or no start. */
#include "fuzz.h"

#include "tsp/read/input.h"

enum { MAGIC = 6, VERSION = 2, LENGTH = 2, FIXED = MAGIC + VERSION + LENGTH, MOST_INSTANCES = 16 };

static const char *const headers[] = {
    "", /* no header: the fuzzer's input is the whole file */
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, 2), }\n",
    "{'descr': '>f4', 'fortran_order': False, 'shape': (3, 2, 2), }\n",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 2), }\n",
    "{'shape': (4, 1, 2), 'fortran_order': False, 'descr': '>f8'}",
};
enum { HEADER_COUNT = sizeof headers / sizeof *headers };

/* Makes the bytes of a file; the reader that gets them frees them. */
static char *make_file(const uint8_t *data, size_t *size)
{
    const char *header = headers[data[0] % HEADER_COUNT];
    const size_t length = strlen(header), begin = length > 0 ? FIXED + length : 0;
    char *bytes = malloc(begin + *size);
    FUZZ_REQUIRE(bytes);
    if (begin > 0) {
        const char fixed[FIXED] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, (char)length, 0};
        memcpy(bytes, fixed, FIXED);
        memcpy(bytes + FIXED, header, length);
    }
    memcpy(bytes + begin, data + 1, *size - 1);
    *size += begin - 1;
    bytes[*size] = '\0';
    return bytes;
}

/* Requires a valid instance, or a failure with a message. */
static void require_instance_of(struct base_env *env, const struct swarm_points *points, size_t index)
{
    struct swarm_instance *instance = NULL;
    const enum swarm_status status = swarm_points_instance((swarm_context *)(void *)env, points, index, &instance);
    if (status != SWARM_OK) {
        FUZZ_REQUIRE(!instance && status == SWARM_ERROR_INPUT && env->error && *env->error);
        return;
    }
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    char name[64];
    snprintf(name, sizeof name, "fuzz:%zu", swarm_points_number(points, index));
    fuzz_require_instance(instance);
    FUZZ_REQUIRE(strcmp(info->name, name) == 0 && info->metric == SWARM_METRIC_EUC_2D);
    FUZZ_REQUIRE(!info->optimum_known || info->optimum >= 0);
    FUZZ_REQUIRE(!info->optimum_proven);
    swarm_instance_destroy(&instance);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_env env = {.error = NULL};
    struct swarm_points *points = NULL;
    size_t count = 0;
    if (size == 0) {
        return 0;
    }
    char *bytes = make_file(data, &size);
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    const enum swarm_status status = tsp_points_parse(&env, "folder/fuzz.txt", bytes, size, &points, &count);
    if (status == SWARM_OK) {
        FUZZ_REQUIRE(count > 0);
        for (size_t k = 0; k < count && k < MOST_INSTANCES; ++k) {
            FUZZ_REQUIRE(swarm_points_number(points, k) > k);
            require_instance_of(&env, points, k);
        }
    } else {
        FUZZ_REQUIRE(!points && status == SWARM_ERROR_INPUT && env.error && *env.error);
    }
    swarm_points_destroy(&points);
    base_env_deinit(&env);
    return 0;
}
