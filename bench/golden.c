/* golden.c - the hash of the tour of one fixed run, which every device must find in every construction. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "problems.h"

#define GOLDEN_INSTANCE "uniform100"
#define GOLDEN_LIMIT    600.0 /* seconds until a run is abandoned; a simulator needs many */
enum { GOLDEN_ITERATIONS = 20 };

/* FNV-1a with 64 bits over the nodes, each as four bytes, lowest first. */
static uint64_t hash_of(const uint32_t *tour, size_t count)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < count; ++i) {
        for (unsigned byte = 0; byte < 4; ++byte) {
            hash = (hash ^ (tour[i] >> 8 * byte & 0xFF)) * 0x100000001B3u;
        }
    }
    return hash;
}

/* Measures one construction; NULL: the reference, which sets *expected. */
static void measure(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                    const char *selection, const char *construction, uint64_t *expected)
{
    const struct bench_setting settings[] = {{"selection", selection}, {"construction", construction}, {NULL, NULL}};
    struct bench_figure figure = {.unit = "", .device = target->label};
    swarm_result *result = NULL;
    snprintf(figure.aim, sizeof figure.aim, "%s", construction ? "the same" : "");
    snprintf(figure.what, sizeof figure.what, "golden hash, %s%s%s", selection, construction ? ", " : "",
             construction ? construction : "");
    enum swarm_status status =
        bench_solve(bench, instance, target, settings, GOLDEN_ITERATIONS, GOLDEN_LIMIT, false, &result);
    if (status == SWARM_OK && result->iterations == GOLDEN_ITERATIONS) {
        uint64_t hash = hash_of(result->tour->nodes, result->tour->node_count);
        *expected = construction ? *expected : hash;
        figure.verdict = !construction ? BENCH_NO_AIM : hash == *expected ? BENCH_REACHED : BENCH_MISSED;
        figure.samples = 1;
        snprintf(figure.measured, sizeof figure.measured, "%016" PRIx64 ", length %" PRId64, hash, result->length);
    } else {
        figure.verdict = BENCH_MISSED;
        if (status == SWARM_OK) {
            snprintf(figure.measured, sizeof figure.measured, "did not end within %.0f s", GOLDEN_LIMIT);
        } else {
            bench_error_line(bench, figure.measured, sizeof figure.measured);
        }
    }
    bench->failed |= figure.verdict == BENCH_MISSED;
    bench_report_figure(&bench->report, &figure);
    swarm_result_destroy(&result);
}

void bench_golden(struct bench *bench)
{
    size_t selection_count = 0, construction_count = 0;
    const struct swarm_variant **selections = bench_words("selection", &selection_count);
    const struct swarm_variant **constructions = bench_words("construction", &construction_count);
    swarm_instance *instance = bench_shipped_read(bench, GOLDEN_INSTANCE);
    bench_note("golden hash");
    if (selection_count == 0) {
        bench_fail(bench, "golden hash: there is no selection");
    }
    for (size_t s = 0; instance && s < selection_count; ++s) {
        uint64_t expected = 0;
        measure(bench, instance, &bench->reference, selections[s]->name, NULL, &expected);
        for (size_t i = 0; i < bench->target_count; ++i) {
            size_t compared = 0;
            for (size_t c = 0; c < construction_count; ++c) {
                const struct bench_setting pair[] = {
                    {"selection", selections[s]->name}, {"construction", constructions[c]->name}, {NULL, NULL}};
                if (!bench_goes_together(&bench->targets[i], pair)) {
                    continue;
                }
                measure(bench, instance, &bench->targets[i], selections[s]->name, constructions[c]->name, &expected);
                ++compared;
            }
            if (compared == 0) {
                bench_fail(bench, "golden hash, %s on %s: no construction goes with it", selections[s]->name,
                           bench->targets[i].label);
            }
        }
    }
    swarm_instance_destroy(&instance);
    free(constructions);
    free(selections);
}
