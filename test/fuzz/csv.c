/* csv.c - fuzzer of the CSV reader. The first byte chooses a header line to put before the rest, or makes the first
 * line of the rest the text of --columns. */
#include "fuzz.h"

#include "tsp/read/input.h"

static const char *const headers[] = {
    "", /* no text before the input, which may have a header itself */
    "x,y\n", "name;x;y\n", "lat,lon\n", "id\tlatitude\tlongitude\n", "y,comment,x,name\r\n", "\xEF\xBB\xBFX;Y\r",
};
enum { HEADER_COUNT = sizeof headers / sizeof *headers };

/* Requires an instance made from these columns, or a failure with a message. */
static void parse_columns(const char *columns, const char *text, size_t size)
{
    struct base_env env = {.error = NULL};
    swarm_instance *instance = NULL;
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    const enum swarm_status status =
        tsp_input_parse(&env, (struct tsp_text){"fuzz.csv", text, size}, columns, true, &instance);
    if (status == SWARM_OK) {
        fuzz_require_instance(instance);
        FUZZ_REQUIRE(swarm_instance_describe(instance)->metric != SWARM_METRIC_EXPLICIT);
    } else {
        FUZZ_REQUIRE(!instance && env.error && *env.error);
        FUZZ_REQUIRE(status == SWARM_ERROR_INPUT || status == SWARM_ERROR_INVALID_ARGUMENT
                     || status == SWARM_ERROR_UNSUPPORTED);
    }
    swarm_instance_destroy(&instance);
    base_env_deinit(&env);
}

/* Uses the first line as the text of --columns for the rest. */
static void split(const char *data, size_t size)
{
    const char *end = memchr(data, '\n', size);
    const size_t first = end ? (size_t)(end - data) : size, rest = end ? size - first - 1 : 0;
    char *columns = malloc(first + 1), *text = malloc(rest + 1);
    FUZZ_REQUIRE(columns && text);
    memcpy(columns, data, first);
    columns[first] = '\0';
    memcpy(text, data + size - rest, rest);
    parse_columns(columns, text, rest);
    free(columns);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    if (data[0] >= 192) {
        split((const char *)data + 1, size - 1);
        return 0;
    }
    const char *header = headers[data[0] % HEADER_COUNT];
    const size_t header_size = strlen(header);
    const size_t text_size = header_size + size - 1;
    char *text = malloc(text_size > 0 ? text_size : 1);
    FUZZ_REQUIRE(text);
    memcpy(text, header, header_size);
    memcpy(text + header_size, data + 1, size - 1);
    fuzz_parse_instance(text, text_size, data[0] < 128 ? "fuzz.csv" : "fuzz");
    free(text);
    return 0;
}
