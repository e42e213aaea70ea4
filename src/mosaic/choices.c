#include "choices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "ocl/device.h"
#include "cl/shared/team_codes.h"
#include "tsp/metric.h"

#define IMPROVER_ROWS(ROW)                                                                                             \
    ROW("array",                                                                                                       \
        "on the device, one work-item for each individual: moves of up to 8 edges on an array, kicks undone by a log", \
        "Lin and Kernighan 1973; Martin, Otto and Felten 1991", .host = false, .kopt = 8, .beam = 2)                   \
    ROW("threads", "the same on threads of the host, which are faster than the few work-items on a GPU", "",           \
        .host = true, .kopt = 8, .beam = 2)                                                                            \
    ROW("pieces",                                                                                                      \
        "on the device, thousands of ants on each individual's tour, with lists of its pieces; finds other tours",     \
        "ours", .pieces = true, .kopt = 6, .beam = 3)

#define AS_WORD(name, help, source, ...) {name, help, source},
#define AS_ROW(word, help, source, ...)  {.name = word, __VA_ARGS__},

const struct swarm_variant mosaic_improver_words[] = {
    {"auto", "pieces on GPUs with lanes and --time; array on CPUs; threads otherwise, for GEO and with --device none",
     ""},
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

uint32_t mosaic_population_most(uint32_t n, bool timed)
{
    enum { ALL_NODES = 33554432, OF_MANY = 2 }; /* nodes of all individuals; individuals of many nodes */
    const uint32_t most = timed && n > MOSAIC_FEW_NODES ? 1000 : 200;
    const uint32_t fitting = n > MOSAIC_MANY_NODES ? OF_MANY : ALL_NODES / n;
    return fitting > most ? most : fitting;
}

uint32_t mosaic_population_usual(uint32_t n, uint32_t number)
{
    /* Sizes of populations, measured in bench/mosaic/README.md. */
    enum {
        FIRST_NODES = 262144, /* nodes of all individuals of the first population */
        FIRST_MOST = 8,  /* maximum number of individuals in a run's first population, unless there are few nodes */
        FEW_FIRST = 32,  /* individuals of each of the first two populations, for few nodes with arcs */
        GROWTH_BITS = 3, /* log2 of the growth: every second population is eight times as large */
        GROWTHS = 8      /* growths of the population size after which it exceeds every limit */
    };
    const uint32_t fitting = n > FIRST_NODES ? 1 : FIRST_NODES / n;
    const uint32_t first = n <= MOSAIC_FEW_NODES ? FEW_FIRST : fitting < FIRST_MOST ? fitting : FIRST_MOST;
    const uint32_t growths = n <= MOSAIC_FEW_NODES && number > 0 ? number - 1 : number;
    return first << GROWTH_BITS * (growths < GROWTHS ? growths : GROWTHS);
}

double mosaic_noise(uint32_t n)
{
    return n <= MOSAIC_FEW_NODES ? 1.0 : 0.3;
}

/* Defaults; bench/mosaic/README.md has the measurements. */
enum {
    NODES_OF_ANT = 16, /* --improver pieces has one ant per this many nodes */
    ARC_BEAM = 4       /* default of --beam with arcs: lower, because one of a node's two edges is fixed */
};

/* Chooses the improver for a device. Without a time limit it is one that does not affect tours. Returns none for
 * devices that would need a matrix instead of coordinates, and not arrays if the population does not fit. Ants on
 * pieces need lanes that run in lockstep (by sub-groups only on GPUs with their own memory), and more nodes than
 * instances of arcs have (docs/mosaic.md, Arcs). */
static const struct mosaic_improver *improver_by(const struct swarm_device *device,
                                                 const struct swarm_instance *instance,
                                                 const struct mosaic_choices *choices, bool timed)
{
    const struct swarm_instance_info *info = &instance->info;
    const bool measures = info->metric == SWARM_METRIC_EXPLICIT || tsp_metrics[info->metric].on_device;
    const bool works = device && !device->software && measures;
    const int code = device ? ocl_device_team_code(device) : TEAM_CODE_LOCAL;
    const bool lanes = code > TEAM_CODE_SUBGROUP || (code == TEAM_CODE_SUBGROUP && !device->unified_memory);
    const bool steps = works && device->type == SWARM_DEVICE_GPU && lanes;
    const struct mosaic_layout arrays = {instance, 0, choices->candidates, choices->population, 0};
    const bool fits = works && mosaic_device_fits(device, &arrays, 1);
    return mosaic_improver_find(steps && timed && !instance->doubled       ? "pieces"
                                : fits && choices->tuned                   ? choices->tuned->name
                                : fits && device->type == SWARM_DEVICE_CPU ? "array"
                                                                           : "threads");
}

void mosaic_choices_complete(const struct swarm_device *device, const struct swarm_instance *instance, bool timed,
                             struct mosaic_choices *choices)
{
    const uint32_t n = instance->info.node_count;
    choices->candidates = choices->candidates < n ? choices->candidates : n - 1;
    if (!choices->improver || (!device && !choices->improver->pieces)) {
        choices->improver = improver_by(device, instance, choices, timed);
    }
    const struct mosaic_improver *improver = choices->improver;
    const bool few = n <= MOSAIC_FEW_NODES && !instance->doubled && !improver->pieces;
    choices->kicks = choices->kicks > 0      ? choices->kicks
                     : improver->pieces      ? 3 * (uint64_t)n
                     : few                   ? (3 * (uint64_t)n + 19) / 20
                     : n <= MOSAIC_FEW_NODES ? (n + 19) / 20
                                             : n / 10;
    choices->ants = choices->ants > 0 ? choices->ants : n / NODES_OF_ANT + 1;
    choices->kopt = choices->kopt > 0 ? choices->kopt : improver->kopt;
    choices->beam = choices->beam > 0   ? choices->beam
                    : instance->doubled ? ARC_BEAM
                    : few               ? MOSAIC_FEW_BEAM
                                        : improver->beam;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Schedules as text                                                                                                  */

/* Parses up to 19 digits and moves *text after them. Returns false unless they are a number from `least` to `most`. */
static bool parse_number(const char **text, uint64_t least, uint64_t most, uint64_t *number)
{
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 19) {
        return false;
    }
    *number = strtoull(*text, NULL, 10);
    *text += digits;
    return *number >= least && *number <= most;
}

bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule)
{
    struct mosaic_schedule read = {.count = 0};
    schedule->count = 0;
    do {
        uint64_t individuals, generations;
        if (read.count == MOSAIC_STAGES || !parse_number(&text, 1, MOSAIC_POPULATION_MOST, &individuals)
            || *text++ != 'x' || !parse_number(&text, 1, UINT32_MAX, &generations)) {
            return false;
        }
        read.stages[read.count++] = (struct mosaic_stage){(uint32_t)individuals, (uint32_t)generations};
    } while (*text == ',' && *++text);
    if (*text == '+' || *text == '*') {
        read.cut = *text++ == '+' ? MOSAIC_CUT_NODES : MOSAIC_CUT_PASSES;
        if (!parse_number(&text, 0, INT64_MAX, &read.cut_at)) {
            return false;
        }
    }
    if (*text != '\0' || text[-1] == ',') {
        return false;
    }
    *schedule = read;
    return true;
}

void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < schedule->count && used < MOSAIC_SCHEDULE_TEXT; ++i) {
        used += (size_t)snprintf(text + used, MOSAIC_SCHEDULE_TEXT - used, "%s%" PRIu32 "x%" PRIu32, i > 0 ? "," : "",
                                 schedule->stages[i].individuals, schedule->stages[i].generations);
    }
    if (schedule->cut != MOSAIC_WHOLE && used < MOSAIC_SCHEDULE_TEXT) {
        snprintf(text + used, MOSAIC_SCHEDULE_TEXT - used, "%c%" PRIu64, schedule->cut == MOSAIC_CUT_NODES ? '+' : '*',
                 schedule->cut_at);
    }
}
