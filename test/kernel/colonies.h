/* colonies.h - a colony on a device and its sequential reference, for tests of the kernels of ants. */
#ifndef SWARMCL_TEST_KERNEL_COLONIES_H
#define SWARMCL_TEST_KERNEL_COLONIES_H

#include <math.h>
#include <string.h>

#include "aco/device.h"
#include "aco/reference.h"
#include "aco/shape.h"
#include "cl/aco/colony_rules.h"
#include "cl/shared/philox.h"
#include "tsp/tour.h"

#include "instances.h"

/* Each test defines its own kind of case, and how to print it. */
struct colony_case;
static void print_colony_case(const struct colony_case *c);

/* A colony on the device and its sequential reference. */
struct pair {
    const struct colony_case *c;
    size_t device;
    struct swarm_instance *instance;
    struct search_engine *engine;
    struct aco_device_colony *colony; /* the engine as a colony */
    struct aco_settings *settings;    /* settings of the colony */
    struct aco_arrays arrays;
    struct aco_best best;
    uint32_t *start; /* the nearest-neighbour tour, owned */
    int64_t length;
    bool failed;
};

static inline uint32_t random_word(uint32_t index, uint32_t stream)
{
    struct philox_block counter = {index, stream, 0, 0};
    return philox4x32(counter, 2026, 7).w0;
}

/* Reports a failure of the pair; later failures of the same pair are not reported. */
static inline void pair_fail(struct pair *p, const char *what)
{
    if (!p->failed) {
        p->failed = true;
        ++failure_count;
        printf("FAILED %s, device \"%s\": ", what, devices.devices[p->device].name);
        print_colony_case(p->c);
        fflush(stdout);
    }
}

static inline void pair_require(struct pair *p, enum swarm_status status, const char *step)
{
    if (status != SWARM_OK && !p->failed) {
        printf("%s\n", env.error);
        pair_fail(p, step);
    }
}

/* Compares the bytes of a buffer from `offset` on with `expected`. */
static inline void pair_compare_from(struct pair *p, enum aco_buffer buffer, uint64_t offset, const void *expected,
                                     size_t bytes, const char *step)
{
    const struct ocl_buffer *row = &p->colony->buffers[buffer];
    uint32_t *found = base_array(bytes / 4 + 1, sizeof *found);
    if (!p->failed && bytes > 0) {
        pair_require(p, ocl_buffer_read(&p->colony->session, row, offset, bytes, found), "read");
    }
    for (size_t at = 0; at < bytes / 4 && !p->failed; ++at) {
        uint32_t word;
        memcpy(&word, (const char *)expected + at * 4, 4);
        if (found[at] != word) {
            printf("%s differs after %s at word %zu, row %zu: %u, and %u in the reference\n", row->name, step,
                   (size_t)(offset / 4) + at, ((size_t)(offset / 4) + at) / p->settings->stride, (unsigned)found[at],
                   (unsigned)word);
            pair_fail(p, step);
        }
    }
    free(found);
}

static inline void pair_compare(struct pair *p, enum aco_buffer buffer, const void *expected, size_t bytes,
                                const char *step)
{
    pair_compare_from(p, buffer, 0, expected, bytes, step);
}

/* Compares a matrix or the lists, whose cells are words of 4 bytes. */
static inline void pair_compare_rows(struct pair *p, enum aco_buffer buffer, const void *expected, const char *step)
{
    pair_compare(p, buffer, expected, (size_t)p->settings->n * p->settings->stride * 4, step);
}

static inline void pair_upload(struct pair *p, enum aco_buffer buffer, const void *from, size_t bytes)
{
    pair_require(p, ocl_buffer_write(&p->colony->session, &p->colony->buffers[buffer], 0, bytes, from), "upload");
}

/* Checks that the tours in `count` rows from `row` on contain all partner edges. */
static inline void pair_require_partners(struct pair *p, uint32_t row, uint32_t count)
{
    for (uint32_t k = row; k < row + count && !p->failed; ++k) {
        if (!has_partners(p->instance, p->arrays.tours + (size_t)k * p->settings->n)) {
            pair_fail(p, "partners");
        }
    }
}

/* Makes the colony of `request`, whose instance is the pair's, and its start tour. */
static inline void pair_create(struct pair *p, const struct search_request *run, const struct aco_request *request)
{
    p->start = base_array(p->instance->info.node_count, sizeof *p->start);
    pair_require(p, tsp_tour_nearest_neighbour(&env, p->instance, (double)INFINITY, p->start, &p->length), "start");
    pair_require(p, aco_colony_device_create(&env, run, request, &devices, p->device, &p->engine), "create");
    if (p->failed) {
        exit(1);
    }
    p->colony = (struct aco_device_colony *)p->engine;
    p->settings = &p->colony->base.settings;
    aco_colony_settle(p->engine, p->length);
}

static inline void pair_plan(struct pair *p)
{
    pair_require(p, p->engine->type->plan(p->engine), "plan");
}

/* Opens the planned colony and its reference. `length` is used as the length of the start tour. */
static inline void pair_open(struct pair *p, int64_t length)
{
    const struct search_engine_type *type = p->engine->type;
    pair_require(p, p->failed ? SWARM_OK : type->open(p->engine), "open");
    pair_require(p, p->failed ? SWARM_OK : type->build(p->engine), "build");
    pair_require(p, p->failed ? SWARM_OK : type->prepare(p->engine, p->start, length), "prepare");
    const struct aco_start start = {p->start, length};
    pair_require(p, aco_reference_open(&env, p->instance, p->settings, start, (double)INFINITY, &p->arrays), "arrays");
    p->best = aco_best_begin(p->settings, length);
}

static inline void pair_close(struct pair *p)
{
    aco_arrays_destroy(&p->arrays);
    search_engine_destroy(&p->engine);
    swarm_instance_destroy(&p->instance);
    free(p->start);
}

#endif
