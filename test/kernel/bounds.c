/* Compares the ascent of node potentials, and pricing, on devices with the host, integer by integer.
 *
 * Every kind of instance runs an ascent of 1 evaluation, of 2 and so on, and each ascent is continued once. Afterwards
 * host and device must have the same graph, best potentials, proven length, and last tree with its length.
 * Pricing must find the same edges, in all metrics and arithmetics, near the best potentials and far from them, and
 * must stop at a deadline. A CPU runs all cases twice, in groups of one work-item and of GPU size. --all: larger
 * instances.
 */
#include <math.h>
#include <stdlib.h>

#include "bound/bound.h"
#include "cl/bound/steps.h"

#include "instances.h"

static const struct kind kinds[] = {
    {"points", SWARM_METRIC_EUC_2D, 0, 0, 20000, 1},
    {"points in few places", SWARM_METRIC_EUC_2D, 0, 0, 7, 1},
    {"points in two places", SWARM_METRIC_EUC_2D, 0, 0, 2, 1},
    {"points far apart", SWARM_METRIC_EUC_2D, 0, -20000000, 40000000, 1},
    {"points in space", SWARM_METRIC_EUC_3D, 0, 0, 500, 1},
    {"line", SWARM_METRIC_MAN_2D, 0, 0, 1, 1},
    {"clusters", SWARM_METRIC_EUC_2D, 0, 0, 100, 1},
    {"paths", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 2000, 1},
    {"matrix", SWARM_METRIC_EXPLICIT, 0, 1, 1000, 1},
    {"matrix of few lengths", SWARM_METRIC_EXPLICIT, 0, 0, 3, 1},
    {"matrix of one length", SWARM_METRIC_EXPLICIT, 0, 5, 1, 1},
    {"ceilings", SWARM_METRIC_CEIL_2D, 0, -100, 300, 1}, /* the kinds from here on are only for pricing */
    {"tenths", SWARM_METRIC_ATT, 0, 0, 2000, 1},
    {"blocks", SWARM_METRIC_MAN_2D, 0, 0, 30, 1},
    {"larger differences", SWARM_METRIC_MAX_2D, 0, 0, 2000, 1},
    {"globe", SWARM_METRIC_GREAT_CIRCLE, 0, -90, 900, 0.2},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], FAR = 3, LINE = 5, CLUSTERS, PATHS, MATRIX, CEILINGS = 11, GLOBE = 15 };

enum { FAR_OFF = 43 }; /* random potentials up to 21 times the scale of a node, so that pricing finds all pairs */

struct bound_case {
    const struct kind *kind;
    uint32_t n, evaluations;
    uint32_t pairs; /* number of pairs of partners in the instance */
};

static void fail(const struct bound_case *c, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, n %u, %u pairs of partners: %s\n", c->kind->name, (unsigned)c->n, (unsigned)c->pairs, what);
}

/* Makes nodes at growing distances from each other, or clusters of 100 nodes. */
static enum swarm_status points(const struct bound_case *c, struct draw_sequence *random,
                                struct swarm_instance **instance)
{
    double *at = base_array(2 * (size_t)c->n, sizeof *at);
    if (!at) {
        return base_fail_memory(&env);
    }
    for (uint32_t i = 0; i < c->n; ++i) {
        if (c->kind == &kinds[LINE]) {
            at[i] = i * (double)i;
        } else {
            at[i] = draw_sequence_below(random, 100) + 100000.0 * (i / 100 % 3);
            at[c->n + i] = draw_sequence_below(random, 100) + 70000.0 * (i / 300);
        }
    }
    const enum swarm_status status =
        swarm_instance_from_coordinates(TEST_CONTEXT, "points", c->kind->metric, c->n, at, instance);
    free(at);
    return status;
}

static enum swarm_status make(const struct bound_case *c, struct swarm_instance **instance)
{
    struct draw_sequence random = draw_sequence_of(c->n, DRAW_CIRCLE, c->n, (uint32_t)(c->kind - kinds));
    if (c->kind == &kinds[LINE] || c->kind == &kinds[CLUSTERS]) {
        TRY(points(c, &random, instance));
    } else {
        TRY(random_instance(c->kind, c->n, random, instance));
    }
    return c->pairs == 0 || partners_draw(*instance, &random, c->pairs, false) ? SWARM_OK : base_fail_memory(&env);
}

static bool same_edges(const struct bound_graph *here, const struct bound_graph *there)
{
    return here->edge_count == there->edge_count
           && memcmp(here->edges, there->edges, here->edge_count * sizeof *here->edges) == 0;
}

/* One case: `here` is on the host, `there` on the device. */
struct both {
    struct swarm_instance *instance;
    struct base_team *team;
    struct bound_device *device;
    struct bound_means on_host, on_device;
    struct bound here, there;
};

/* Opens both sides of a case. `graphs`: also makes the graphs and ascents. */
static enum swarm_status open_both(size_t index, const struct bound_case *c, bool graphs, struct both *both)
{
    *both = (struct both){.instance = NULL};
    ++case_count;
    TRY(make(c, &both->instance));
    TRY(base_team_create(&env, 1, &both->team));
    both->on_host = both->on_device = (struct bound_means){&env, both->team, NULL, (double)INFINITY};
    for (int k = 0; k < 2 && graphs; ++k) {
        struct bound *bound = k == 0 ? &both->here : &both->there;
        TRY(bound_ascent_init(&both->on_host, both->instance, &bound->ascent));
    }
    TRY(bound_device_create(&env, &devices, index, both->instance, &both->device));
    both->on_device.device = both->device;
    return SWARM_OK;
}

static void close_both(const struct bound_case *c, enum swarm_status status, struct both *both)
{
    if (status != SWARM_OK) {
        fail(c, env.error);
    }
    bound_device_destroy(&both->device);
    bound_deinit(&both->here);
    bound_deinit(&both->there);
    base_team_destroy(&both->team);
    swarm_instance_destroy(&both->instance);
}

/* Continues both ascents by `evaluations`, and compares them and the tree of the host's last potentials. */
static enum swarm_status compare(const struct bound_case *c, struct both *both, uint32_t evaluations)
{
    struct bound *here = &both->here, *there = &both->there;
    const uint32_t n = here->ascent.graph.count;
    int64_t length = 0, kept_length = 0;
    TRY(bound_ascend(&both->on_host, &here->ascent, evaluations));
    TRY(bound_ascend(&both->on_device, &there->ascent, evaluations));
    if (memcmp(here->ascent.kept, there->ascent.kept, n * sizeof(int32_t)) != 0) {
        fail(c, "the potentials that were kept differ");
    }
    if (!same_edges(&here->ascent.graph, &there->ascent.graph)) {
        fail(c, "the edges differ");
    }
    if (here->ascent.length != there->ascent.length) {
        fail(c, "the proven lengths differ");
    }
    if (here->ascent.sites.count > 0) { /* the device has the graph of sites, which this tree does not use */
        return SWARM_OK;
    }
    TRY(bound_device_begin(both->device, &there->ascent.graph, here->ascent.potentials));
    TRY(bound_device_find(both->device));
    TRY(bound_device_length(both->device, &length, &kept_length));
    TRY(bound_device_tree(both->device, &there->ascent.one));
    TRY(bound_one_tree_find(&env, &here->ascent.graph, here->ascent.potentials, &here->ascent.one));
    if (here->ascent.one.length != length || length != kept_length) {
        fail(c, "the length of the last tree differs");
    }
    if (memcmp(here->ascent.one.taken, there->ascent.one.taken, here->ascent.graph.edge_count) != 0) {
        fail(c, "the last tree differs");
    }
    return SWARM_OK;
}

static void run_case(size_t index, const struct bound_case *c)
{
    const size_t failed = failure_count;
    for (uint32_t evaluations = 1; evaluations <= c->evaluations && failure_count == failed;
         evaluations = !asked.all  ? 12 * evaluations + 1
                       : c->n < 20 ? evaluations + 1
                                   : 3 * evaluations + 1) {
        struct both both;
        enum swarm_status status = open_both(index, c, true, &both);
        TRY_OR(done, status);
        TRY_OR(done, compare(c, &both, evaluations));
        TRY_OR(done, compare(c, &both, evaluations + 1)); /* continues from the best potentials */

    done:
        close_both(c, status, &both);
    }
}

/* Compares whole bounds of instances with a joint, for which the device must give the result of the host. */
static void run_bound(size_t index, const struct bound_case *c)
{
    const struct bound_limits limits = {c->evaluations, INT64_MAX};
    struct both both;
    struct bound *here = &both.here, *there = &both.there;
    enum swarm_status status = open_both(index, c, false, &both);
    TRY_OR(done, status);
    while (!here->done || !there->done) {
        TRY_OR(done, bound_raise(&both.on_host, both.instance, &limits, here));
        TRY_OR(done, bound_raise(&both.on_device, both.instance, &limits, there));
    }
    if (here->length != there->length || here->ascent.length != there->ascent.length
        || here->ascent.evaluations != there->ascent.evaluations) {
        fail(c, "the bounds differ");
    }

done:
    close_both(c, status, &both);
}

/* Prices both graphs until no edge is missing. Potentials are random, within `times` / 2 times the scale of their
 * node. */
static enum swarm_status price(const struct bound_case *c, struct both *both, int64_t times)
{
    struct draw_sequence random = draw_sequence_of(c->n, DRAW_CIRCLE, 1, (uint32_t)(c->kind - kinds));
    struct bound *here = &both->here, *there = &both->there;
    struct bound_graph *graph = &here->ascent.graph;
    struct bound_device *device = both->device;
    int32_t *potentials = here->ascent.potentials;
    for (uint32_t vertex = 0; vertex < graph->count; ++vertex) {
        const int64_t most = times * graph->scales[vertex] % BOUND_POTENTIAL_MOST;
        potentials[vertex] = most > 0 ? (int32_t)(draw_sequence_below(&random, (uint32_t)most) - most / 2) : 0;
    }
    const struct bound_means late = {&env, both->team, device, 0.0};
    struct bound_priced priced = {.complete = false}, found;
    while (!priced.complete) {
        TRY(bound_device_begin(device, &there->ascent.graph, potentials));
        TRY(bound_device_find(device));
        TRY(bound_device_tree(device, &there->ascent.one));
        TRY(bound_one_tree_find(&env, graph, potentials, &here->ascent.one));
        TRY(bound_price(&both->on_host, graph, potentials, &here->ascent.one, &priced));
        TRY(bound_price(&both->on_device, &there->ascent.graph, potentials, &there->ascent.one, &found));
        if (found.count != priced.count || found.complete != priced.complete
            || !same_edges(graph, &there->ascent.graph)) {
            fail(c, "pricing differs");
            return SWARM_OK;
        }
    }
    TRY(bound_price(&late, &there->ascent.graph, potentials, &there->ascent.one, &priced));
    if (!priced.complete != (bound_device_prices(device) && c->n > 1u << 16)) {
        fail(c, "pricing past a deadline");
    }
    return SWARM_OK;
}

/* Prices both graphs of a case. `host`: pricing is expected to end on the host. */
static void run_pricing(size_t index, const struct bound_case *c, int64_t times, bool host)
{
    struct both both;
    struct bound_graph *there = &both.there.ascent.graph;
    enum swarm_status status = open_both(index, c, true, &both);
    TRY_OR(done, status);
    if (asked.small) { /* edges must not grow: oclgrind confuses a buffer with a released one of the same address */
        TRY_OR(done, BASE_GROW(&env, there->edges, &there->edge_capacity, (size_t)c->n * c->n));
    }
    TRY_OR(done, price(c, &both, times));
    if (bound_device_prices(both.device) == host) {
        fail(c, "pricing on the other side");
    }

done:
    close_both(c, status, &both);
}

/* Limits device memory so that pricing must continue on the host once the arrays of edges grow. */
static void run_tight(size_t index, const struct bound_case *c)
{
    struct swarm_device *pretends = &devices.devices[index];
    const uint64_t memory = pretends->global_memory;
    struct both both;
    struct bound *bound = &both.there;
    enum swarm_status begun = SWARM_ERROR_OUT_OF_MEMORY, status = open_both(index, c, true, &both);
    TRY_OR(done, status);
    bound->ascent.graph.edge_capacity *= 2;
    pretends->global_memory = 100u * c->n;
    while (begun == SWARM_ERROR_OUT_OF_MEMORY) {
        pretends->global_memory += pretends->global_memory / 32;
        bound_device_destroy(&both.device);
        TRY_OR(done, bound_device_create(&env, &devices, index, both.instance, &both.device));
        begun = bound_device_begin(both.device, &bound->ascent.graph, bound->ascent.potentials);
    }
    bound_device_destroy(&both.device);
    TRY_OR(done, begun);
    run_pricing(index, c, FAR_OFF, true);

done:
    pretends->global_memory = memory;
    close_both(c, status, &both);
}

/* Tests pricing with every metric, in integers and in doubles. Without --all, every second kind uses only the groups of
 * a CPU; each other kind uses two widths of potentials in these groups, and the other two in groups of GPU size. */
static void run_pricings(size_t device, bool small)
{
    struct swarm_device *pretends = &devices.devices[device];
    const bool fp64 = pretends->fp64, gpu = pretends->type == SWARM_DEVICE_GPU && !small;
    for (size_t k = 0; k < KINDS; ++k) {
        const uint32_t n = small ? 17 : k % 2 > 0 ? 60 : asked.all ? 400 : 300; /* three clusters of 100 nodes */
        const struct bound_case c = {&kinds[k], n, 0, k % 3 > 0 ? n / 20 + 1 : 0};
        const bool on_host = kinds[k].metric == SWARM_METRIC_EXPLICIT;
        const bool skipped = small ? k != CLUSTERS && k != CEILINGS && k != MATRIX : !asked.all && gpu && k % 2 > 0;
        if (k == PATHS || skipped) {
            continue;
        }
        size_t turn = k / 2 + gpu;
        for (int64_t times = small; times <= FAR_OFF; times = 6 * times + 1, ++turn) {
            if (small || asked.all || k % 2 > 0 || turn % 2 == 0) {
                run_pricing(device, &c, times, on_host);
            }
            pretends->fp64 = fp64 && k != FAR && k != GLOBE; /* integers cannot represent these two kinds */
        }
        pretends->fp64 = fp64;
    }
    const struct bound_case tight = {&kinds[CLUSTERS], 400, 0, 0};
    if (!small) {
        run_tight(device, &tight);
    }
}

/* Runs the cases of all sizes. Without --all, small sizes have two of three shares of partners, and in the groups of a
 * GPU one; half of the kinds have a whole bound there. */
static void run_cases(size_t device, bool small)
{
    static const uint32_t sizes[] = {4, 5, 9, 17, 60, 700, 1500};
    const bool gpu = devices.devices[device].type == SWARM_DEVICE_GPU && !small;
    for (size_t k = 0; k < CEILINGS; ++k) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
            const uint32_t n = sizes[i];
            if ((small && (n > 17 || (k + i) % 4 != 0)) || (!asked.all && (n > 1000 || (n > 100 && k % 2 > 0)))) {
                continue;
            }
            if (k == PATHS) {
                continue;
            }
            const uint32_t evaluations = small ? 2 : n < 100 ? 13 : 4;
            for (uint32_t share = 0; share < 3; ++share) {
                if (small            ? share != k % 3
                    : n == 700       ? !asked.all && share != k / 2 % 3
                    : n == 60 || gpu ? !asked.all && share != (k + i + gpu) % 3
                                     : !asked.all && share == (k + i) % 3) {
                    continue;
                }
                const struct bound_case c = {&kinds[k], n, evaluations,
                                             share == 0   ? 0
                                             : share == 1 ? n / 20 + 1
                                                          : n / 2};
                run_case(device, &c);
            }
        }
    }
    for (size_t k = small ? PATHS : 0; k < (small ? PATHS + 1 : CEILINGS); k += gpu && !asked.all ? 2 : 1) {
        const struct bound_case c = {&kinds[k], small ? 9 : 60, small ? 10 : 160, small ? 0 : 3};
        run_bound(device, &c);
    }
}

static void test_rounds_on_the_device_are_those_of_the_host(size_t device, bool small)
{
    struct swarm_device *pretends = &devices.devices[device];
    const enum swarm_device_type type = pretends->type;
    run_pricings(device, small);
    run_cases(device, small);
    if (type == SWARM_DEVICE_CPU && !pretends->simulator) {
        pretends->type = SWARM_DEVICE_GPU;
        run_pricings(device, small);
        run_cases(device, small);
        pretends->type = type;
    }
    if (!small) { /* the instance has enough pairs for several launches */
        const struct bound_case large = {&kinds[CLUSTERS], 70000, 0, 0};
        run_pricing(device, &large, 0, false);
    }
}

int main(int count, char **words)
{
    return on_devices_run(count, words, false, test_rounds_on_the_device_are_those_of_the_host);
}
