/* places.c - fuzzer of the reader of --init. The first byte chooses the suffix of the file, an instance with names,
 * with positions, with both or with neither, and closed tours or open paths; the rest is the file. */
#include <unistd.h>

#include "fuzz.h"

#include "cli/console.h"
#include "cli/problems/instance.h"

enum { NODES = 6 };

static swarm_instance *make_instance(swarm_context *context, bool named, bool placed)
{
    static const char *const names[NODES] = {"A", "B", "B", "4", "two\nlines", "\xC3\xA9"};
    static const double points[2 * NODES] = {0, 0, 0, 10, 0, 10, 0, 10.000000001, 10, 0, 7, 7};
    static const double distances[NODES * NODES] = {0};
    swarm_instance *instance = NULL;
    const char *const *given = named ? names : NULL;
    FUZZ_REQUIRE(
        (placed ? swarm_instance_from_points(context, "fuzz", SWARM_SURFACE_PLANE, NODES, points, given, &instance)
                : swarm_instance_from_distances(context, "fuzz", NODES, distances, given, &instance))
        == SWARM_OK);
    return instance;
}

static void require_tour(const struct cli_solution *solution)
{
    bool seen[NODES] = {false};
    FUZZ_REQUIRE(solution->nodes && solution->count == NODES && solution->length >= 0);
    for (size_t k = 0; k < NODES; ++k) {
        FUZZ_REQUIRE(solution->nodes[k] < NODES && !seen[solution->nodes[k]]);
        seen[solution->nodes[k]] = true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const suffixes[] = {"txt", "csv", "json", "gpx"};
    const unsigned chosen = size > 0 ? data[0] : 0;
    char path[64];
    snprintf(path, sizeof path, "/tmp/fuzz-places-%ld.%s", (long)getpid(), suffixes[chosen % 4]);
    FILE *file = fopen(path, "wb");
    FUZZ_REQUIRE(file && (size < 2 || fwrite(data + 1, 1, size - 1, file) == size - 1) && fclose(file) == 0);
    struct cli_console console = {.context = fuzz_context(), .quiet = true, .silent = true};
    swarm_instance *instance = make_instance(console.context, chosen & 4, chosen & 8);
    swarm_params *params = NULL;
    FUZZ_REQUIRE(swarm_params_create(console.context, "tsp", &params) == SWARM_OK);
    FUZZ_REQUIRE(!(chosen & 16) || swarm_params_set(console.context, params, "path", "true") == SWARM_OK);
    swarm_params_instance(params, instance);
    struct cli_instance subject = cli_instance_make(&cli_tsp, instance, params);
    struct cli_solution solution = {.nodes = NULL};
    const enum swarm_status status = cli_places_read(&console, &subject.subject, params, path, &solution);
    unlink(path);
    if (status == SWARM_OK) {
        require_tour(&solution);
    } else {
        FUZZ_REQUIRE(status == SWARM_ERROR_INPUT || status == SWARM_ERROR_VERIFICATION
                     || status == SWARM_ERROR_UNSUPPORTED || status == SWARM_ERROR_INVALID_ARGUMENT);
    }
    swarm_free(solution.nodes);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&console.context);
    return 0;
}
