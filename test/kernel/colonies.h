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

/* A colony, and how its test runs it. */
struct colony_case {
    struct kind kind;
    uint32_t n, partners; /* nodes, including a joint; a node in this many has a partner; 0: none */
    struct options options;
    struct aco_shape_request shape;
    struct search_request run;
    bool walked;          /* every ant walks the start tour before the first iteration */
    int team_code;        /* TEAM_CODE_...; -1: the device's default; kernels.c and lists.c read it */
    struct kernels_case { /* members that only kernels.c reads */
        int fill;         /* contents of the trails before the second iteration, a constant of that file */
        bool tours_only;  /* True if the iteration ends after the evaluation */
    } kernels;
    struct lists_case {   /* members that only lists.c reads */
        bool global_bits; /* visited bits are in global memory, as if local memory were too small */
        bool no_links;    /* ants have no links between open nodes, as with many nodes */
    } lists;
    struct deposits_case {     /* members that only deposits.c reads; 0: those of the device */
        uint32_t row_group;    /* work-items of a group that owns a row */
        size_t group_limit;    /* largest work-group that the device claims to allow */
        uint64_t local_memory; /* bytes of local memory that the device is given */
        size_t words;          /* number of words in the trail buffer */
    } deposits;
    struct family_case {            /* members that only family.c reads */
        uint64_t first, iterations; /* number of the first iteration; number of iterations */
        uint32_t reduce_group;      /* work-items of the reduction; 0: the device's default */
        bool by_step;               /* iterations run by the device's step(), which begins with iteration 1 */
        bool restarts;              /* True if the colony must restart at least once */
    } family;
};

static const struct search_request ordinary_run = {
    .seed = 0x123456789abcdefu, .target = -1, .deadline = (double)INFINITY, .launch_seconds = 0.1};

static inline const char *word_or_auto(const char *word)
{
    return word ? word : "auto";
}

static inline void print_colony_case(const struct colony_case *c)
{
    const struct options *o = &c->options;
    const struct aco_shape_request *shape = &c->shape;
    printf("%s (%s) n=%u partners=%u ants=%u alpha=%g beta=%g rho=%g q0=%g selection=%s algorithm=%s local-search=%s "
           "candidates=%u %s depositors=%u elite=%u restart-after=%u construction=%s evaluation=%s deposit=%s group=%u "
           "ants-per-group=%u team-code=%d launch=%g%s%s\n",
           c->kind.name, swarm_metric_name(c->kind.metric), (unsigned)c->n, (unsigned)c->partners, (unsigned)o->ants,
           o->alpha, o->beta, o->rho, o->q0, word_or_auto(o->selection), word_or_auto(o->algorithm),
           word_or_auto(o->local_search), (unsigned)o->candidates, word_or_auto(o->candidate_kind),
           (unsigned)o->depositors, (unsigned)o->elite, (unsigned)o->restart_after,
           word_or_auto(shape->construction ? shape->construction->name : NULL),
           word_or_auto(shape->evaluation ? shape->evaluation->name : NULL),
           word_or_auto(shape->deposit ? shape->deposit->name : NULL), (unsigned)shape->group_size,
           (unsigned)shape->ants_per_group, c->team_code, c->run.launch_seconds, c->walked ? " walked" : "",
           c->family.by_step ? " by step()" : "");
    fflush(stdout);
}

/* A colony on the device and its sequential reference. */
struct pair {
    const struct colony_case *c;
    size_t device;
    struct swarm_instance *instance;
    struct search_engine *engine;
    struct aco_device_colony *colony; /* the engine of the run, as a device colony */
    struct aco_settings *settings;    /* settings of this colony */
    struct aco_arrays arrays;
    struct aco_best best;
    uint32_t *start; /* [n] owned nearest-neighbour tour */
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

static inline struct aco_request request_of(const struct colony_case *c, const struct swarm_instance *instance)
{
    return (struct aco_request){instance, c->options, c->shape, c->walked};
}

/* Makes the instance, its start tour and the colony of a case. A failure ends the program. */
static inline void pair_create(struct pair *p, size_t device, const struct colony_case *c)
{
    *p = (struct pair){.c = c, .device = device, .instance = kind_instance(&c->kind, c->n, c->partners)};
    const struct aco_request request = request_of(c, p->instance);
    if (asked.verbose) {
        print_colony_case(c);
    }
    p->start = base_array(p->instance->info.node_count, sizeof *p->start);
    pair_require(p, tsp_tour_nearest_neighbour(&env, p->instance, (double)INFINITY, p->start, &p->length), "start");
    pair_require(p, aco_colony_device_create(&env, &c->run, &request, &devices, device, &p->engine), "create");
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
