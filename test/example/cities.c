/* cities.c - finds a short tour through the nodes of a file, or through ten cities, and prints it.
 *
 * usage: cities [DEVICE [FILE]]     DEVICE as `swarmcl devices` lists it, or auto, or none
 */
#include <inttypes.h>
#include <stdio.h>

#include <swarmcl/swarmcl.h>

enum { CITY_COUNT = 10, TEXT_SIZE = 400 };
static const char *const names[CITY_COUNT] = {"Lisbon", "Berlin", "Athens", "Oslo", "Paris",
                                              "Warsaw", "Madrid", "Rome",   "Kyiv", "Dublin"};
/* latitude, longitude in degrees */
static const double places[CITY_COUNT][2] = {{38.72, -9.14}, {52.52, 13.41}, {37.98, 23.73}, {59.91, 10.75},
                                             {48.86, 2.35},  {52.23, 21.01}, {40.42, -3.70}, {41.90, 12.50},
                                             {50.45, 30.52}, {53.35, -6.26}};

static enum swarm_status make_instance(swarm_context *context, const char *path, swarm_instance **instance)
{
    return path ? swarm_instance_read(context, path, instance)
                : swarm_instance_from_points(context, "cities", SWARM_SURFACE_SPHERE, CITY_COUNT, places[0], names,
                                             instance);
}

static void print_length(FILE *out, const swarm_instance *instance, int64_t length)
{
    char text[TEXT_SIZE];
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    swarm_length_text(length, info->decimals, text, sizeof text);
    fprintf(out, "length %s%s%s\n", text, *info->unit ? " " : "", info->unit);
}

/* Prints progress. The library calls it about every tenth of a second, and at every better tour. */
static void on_progress(void *instance, const struct swarm_progress *progress)
{
    if (progress->improved) {
        fprintf(stderr, "iteration %" PRIu64 ", ", progress->iteration);
        print_length(stderr, instance, progress->length);
    }
}

static void print_result(const swarm_instance *instance, const swarm_result *result)
{
    print_length(stdout, instance, result->length);
    for (size_t k = 0; k < result->tour->node_count && k < CITY_COUNT; ++k) {
        const char *name = swarm_instance_node_name(instance, result->tour->nodes[k]);
        printf("%" PRIu32 " %s\n", result->tour->nodes[k] + 1, name ? name : "without a name");
    }
}

int main(int argc, char **argv)
{
    const char *device = argc > 1 ? argv[1] : "auto", *path = argc > 2 ? argv[2] : NULL;
    swarm_context *context = NULL;
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    bool done = swarm_context_create(&context) == SWARM_OK && make_instance(context, path, &instance) == SWARM_OK
                && swarm_params_create(context, "tsp", &params) == SWARM_OK
                && swarm_params_set(context, params, "device", device) == SWARM_OK
                && swarm_params_set(context, params, "iterations", "100") == SWARM_OK;
    if (done) {
        swarm_params_instance(params, instance);
        done = swarm_solve(context, params, on_progress, instance, &result) == SWARM_OK;
    }
    if (done) {
        print_result(instance, result);
    } else {
        fprintf(stderr, "cities: %s\n", swarm_context_error(context));
    }
    swarm_result_destroy(&result);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    return done ? 0 : 1;
}
