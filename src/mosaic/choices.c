#include "choices.h"

#include <string.h>

#include "tsp/metric.h"

#define IMPROVER_ROWS(ROW)                                                                                             \
    ROW("array",                                                                                                       \
        "on the device, a work-item for an individual: moves of up to 8 edges on an array, kicks undone by a log",     \
        "Lin and Kernighan 1973; Martin, Otto and Felten 1991", .host = false, .kopt = 8, .beam = 2)                   \
    ROW("threads", "the same by threads of the host, which are faster than the few work-items on a GPU", "",           \
        .host = true, .kopt = 8, .beam = 2)                                                                            \
    ROW("pieces", "on the device, thousands of ants on each individual's tour, with lists of its pieces; other tours", \
        "ours", .pieces = true, .kopt = 6, .beam = 3)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant mosaic_improver_words[] = {
    {"auto", "pieces on NVIDIA GPUs with --time; array on CPUs; otherwise, for GEO and with --device none threads", ""},
    IMPROVER_ROWS(AS_WORD){NULL, NULL, NULL}};
static const struct mosaic_improver improvers[] = {IMPROVER_ROWS(AS_ROW)};

const struct mosaic_improver *mosaic_improver_find(const char *name)
{
    for (size_t i = 0; i < sizeof improvers / sizeof improvers[0]; ++i) {
        if (strcmp(improvers[i].name, name) == 0) {
            return &improvers[i];
        }
    }
    return NULL;
}

/* Open ends that are followed where exits and entrances have half as many ways on as other nodes, one of their edges
 * being their partner's: docs/mosaic.md, Arcs. */
enum { ARC_BEAM = 4 };

/* The row that a device gets. Without a time limit one that changes no tour. One that would need a matrix in place of
 * coordinates gets none. Ants on pieces need lanes that go in step to be worth it, and more nodes than instances of
 * arcs have: docs/mosaic.md, Arcs. */
static const struct mosaic_improver *improver_by(const struct swarm_device *device,
                                                 const struct swarm_instance *instance, bool timed)
{
    const struct swarm_instance_info *info = &instance->info;
    const bool measures = info->metric == SWARM_METRIC_EXPLICIT || tsp_metrics[info->metric].on_device;
    const bool works = device && device->fp64 && measures;
    const bool steps = works && device->type == SWARM_DEVICE_GPU && strstr(device->platform_name, "NVIDIA") != NULL;
    return mosaic_improver_find(steps && timed && !instance->doubled        ? "pieces"
                                : works && device->type == SWARM_DEVICE_CPU ? "array"
                                                                            : "threads");
}

void mosaic_choices_complete(const struct swarm_device *device, const struct swarm_instance *instance, bool timed,
                             struct mosaic_choices *choices)
{
    const uint32_t n = instance->info.node_count;
    if (!choices->improver || (!device && !choices->improver->pieces)) {
        choices->improver = improver_by(device, instance, timed);
    }
    const struct mosaic_improver *improver = choices->improver;
    choices->candidates = choices->candidates < n ? choices->candidates : n - 1;
    choices->kicks = choices->kicks > 0 ? choices->kicks : mosaic_kicks_of(n, improver->pieces);
    choices->ants = choices->ants > 0 ? choices->ants : mosaic_ants_of(n);
    choices->kopt = choices->kopt > 0 ? choices->kopt : improver->kopt;
    choices->beam = choices->beam > 0 ? choices->beam : instance->doubled ? ARC_BEAM : improver->beam;
}
