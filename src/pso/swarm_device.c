#include "swarm_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "reference.h"

static struct pso_device_swarm *self_of(struct pso_swarm *swarm)
{
    return (struct pso_device_swarm *)swarm;
}

static const struct pso_settings *settings_of(const struct pso_device_swarm *self)
{
    return &self->base.request.settings;
}

static bool is_persistent(const struct pso_settings *settings)
{
    return settings->best == BEST_PERSISTENT || settings->best == BEST_ASYNCHRONOUS;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Shape and plan                                                                                                     */

enum {
    STRIDE_UNIT = 64,     /* particles: whole vectors, whole segments */
    MOVE_GROUP = 256,     /* work-items of a group on GPUs, a launch an iteration */
    PERSIST_GROUP = 1024, /* of the one group of `persistent` */
    CPU_GROUPS = 4,       /* groups for each compute unit of a CPU, so that they end together */
    REGISTER_NUMBERS = 8, /* coordinates that a work-item keeps in private memory; ... */
    CROWDED_NUMBERS = 4,  /* ... where more than CROWDED_GROUP share the registers of a compute unit */
    CROWDED_GROUP = 512,
    KEPT_BLOCKS = 512, /* vectors whose random numbers a work-item of a CPU keeps: 32 KiB */
    VOTERS = 32,       /* work-items that NVIDIA GPUs run in step */
    BURST = 64         /* iterations */
};

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

static uint32_t power_of_two_up_to(uint32_t wanted, size_t limit)
{
    uint32_t power = 1;
    while (power * 2 <= wanted && power * 2 <= limit) {
        power *= 2;
    }
    return power;
}

static uint32_t choose_group_size(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const struct swarm_device *device = self->base.device;
    if (device->type == SWARM_DEVICE_CPU) {
        return 1;
    }
    if (s->best == BEST_ASYNCHRONOUS) {
        return power_of_two_up_to(PSO_TRIBE, device->max_group_size);
    }
    if (s->best == BEST_PERSISTENT) {
        return power_of_two_up_to(s->particles > 32 ? 2 * (s->particles - 1) : 32,
                                  device->max_group_size < PERSIST_GROUP ? device->max_group_size : PERSIST_GROUP);
    }
    return power_of_two_up_to(MOVE_GROUP, device->max_group_size);
}

static enum swarm_status choose_shape(struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const struct swarm_device *device = self->base.device;
    const uint32_t asked = self->base.request.group_size;
    const bool cpu = device->type == SWARM_DEVICE_CPU;
    struct pso_shape *shape = &self->shape;
    if (asked > device->max_group_size || (asked & (asked - 1)) != 0) {
        return base_fail(self->base.env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--group-size %u: expected a power of two, and device %u \"%s\" allows at most %zu",
                         (unsigned)asked, device->index, device->name, device->max_group_size);
    }
    shape->lanes = !cpu || s->objective->info.kind == SWARM_OBJECTIVE_FILE ? 1 : s->precision == 64 ? 8 : 16;
    shape->group_size = asked ? asked : choose_group_size(self);
    const uint32_t vectors = divide_up(s->particles, shape->lanes);
    if (s->best == BEST_ASYNCHRONOUS) {
        shape->items = PSO_TRIBE / (shape->group_size * shape->lanes);
        if (shape->items == 0) {
            return base_fail(self->base.env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--group-size %u clashes with --best asynchronous: a group has a tribe of %d particles, "
                             "and a work-item %u of them",
                             (unsigned)shape->group_size, (int)PSO_TRIBE, (unsigned)shape->lanes);
        }
    } else if (s->best == BEST_PERSISTENT) {
        shape->items = divide_up(vectors, shape->group_size);
    } else {
        shape->items = cpu ? divide_up(vectors, CPU_GROUPS * device->compute_units * shape->group_size) : 1;
    }
    shape->groups = divide_up(vectors, shape->group_size * shape->items);
    const uint32_t limit = shape->group_size > CROWDED_GROUP || shape->lanes > 1 ? CROWDED_NUMBERS : REGISTER_NUMBERS;
    shape->registers =
        is_persistent(s) && s->topology == TOPOLOGY_GLOBAL && (uint64_t)shape->items * s->dimensions <= limit;
    shape->votes = is_persistent(s) && shape->group_size == VOTERS && strstr(device->platform_name, "NVIDIA") != NULL;
    base_log(self->base.env, SWARM_LOG_DEBUG, "best %s: %u groups of %u work-items, each %u vectors of %u particles%s",
             pso_best_words[s->best + 1].name, (unsigned)shape->groups, (unsigned)shape->group_size,
             (unsigned)shape->items, (unsigned)shape->lanes, shape->registers ? " in private memory" : "");
    return SWARM_OK;
}

enum { RECORDS_BYTES = 256, WORDS_ALIGNMENT = 64 };

/* As SWARM_ALIGN of cl/pso/swarm.clh. */
static uint64_t aligned(uint64_t count)
{
    return (count + WORDS_ALIGNMENT - 1) / WORDS_ALIGNMENT * WORDS_ALIGNMENT;
}

static uint64_t offers_bytes(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const uint64_t offer = 3 + 2 * (uint64_t)s->dimensions; /* words, as in cl/pso/best_offers.clh */
    const uint64_t offers = s->best == BEST_COUNTER ? self->shape.groups : 1;
    return 4 * (4 + offers * offer);
}

/* swarm_arrays_of() in cl/pso/swarm.clh says the same. */
static void list_arrays(struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const uint64_t number = (uint64_t)s->precision / 8, n = s->dimensions;
    const uint64_t row = number * self->stride, matrix = row * n, groups = self->shape.groups;
    const struct pso_place places[PSO_ARRAY_COUNT] = {
        [PSO_ARRAY_POSITIONS] = {"positions", 0, matrix},
        [PSO_ARRAY_VELOCITIES] = {"velocities", 0, matrix},
        [PSO_ARRAY_MEMORIES] = {"memories", 0, matrix},
        [PSO_ARRAY_MEMORY_VALUES] = {"memory_values", 0, row},
        [PSO_ARRAY_VALUES] = {"values", 0, row},
        [PSO_ARRAY_CONSTANTS] = {"constants", 0, aligned(CONSTANT_COUNT + CONSTANT_ROWS * n) * number},
        [PSO_ARRAY_BEST_POSITIONS] = {"best_positions", 0, aligned(2 * n) * number},
        [PSO_ARRAY_FOUND_VALUES] = {"found_values", 0, aligned(groups) * number},
        [PSO_ARRAY_TRIBE_POSITIONS] = {"tribe_positions", 0, is_persistent(s) ? groups * n * number : 0},
        [PSO_ARRAY_BEST] = {"best", 0, RECORDS_BYTES},
        [PSO_ARRAY_LOG] = {"log", 0, LOG_SLOTS * sizeof(struct pso_improvement)},
        [PSO_ARRAY_NANS] = {"nans", 0, 4 * (uint64_t)self->stride},
        [PSO_ARRAY_FOUND_PARTICLES] = {"found_particles", 0, aligned(groups) * 4},
        [PSO_ARRAY_TRIBE_ITERATIONS] = {"tribe_iterations", 0, aligned(groups) * 8},
        [PSO_ARRAY_OFFERS] = {"offers", 0, offers_bytes(self)},
    };
    self->numbers = (struct ocl_buffer){"numbers", 0, NULL};
    self->words = (struct ocl_buffer){"words", 0, NULL};
    self->base.plan_count = PSO_ARRAY_COUNT;
    for (int i = 0; i < PSO_ARRAY_COUNT; ++i) {
        struct ocl_buffer *buffer = i < PSO_ARRAY_BEST ? &self->numbers : &self->words;
        self->places[i] = places[i];
        self->places[i].offset = buffer->bytes;
        buffer->bytes += places[i].bytes;
        self->base.plan[i] = (struct swarm_plan_entry){places[i].name, places[i].bytes};
    }
}

static struct ocl_buffer *buffer_of(struct pso_device_swarm *self, enum pso_array array)
{
    return array < PSO_ARRAY_BEST ? &self->numbers : &self->words;
}

/* Blocking copies of `bytes` at `offset` of an array. */
static enum swarm_status array_write(struct pso_device_swarm *self, enum pso_array array, uint64_t offset,
                                     uint64_t bytes, const void *from)
{
    return ocl_buffer_write(&self->session, buffer_of(self, array), self->places[array].offset + offset, bytes, from);
}

static enum swarm_status array_read(struct pso_device_swarm *self, enum pso_array array, uint64_t offset,
                                    uint64_t bytes, void *to)
{
    return ocl_buffer_read(&self->session, buffer_of(self, array), self->places[array].offset + offset, bytes, to);
}

static enum swarm_status plan(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = settings_of(self);
    const struct swarm_device *device = swarm->device;
    enum swarm_status status = SWARM_OK;
    base_log(swarm->env, SWARM_LOG_INFO, "device %u (%u:%u) %s \"%s\" [%s, %s, driver %s]", device->index,
             device->platform, device->device, swarm_device_type_name(device->type), device->name,
             device->platform_name, device->version, device->driver);
    self->stride = divide_up(s->particles, STRIDE_UNIT) * STRIDE_UNIT;
    if ((uint64_t)self->stride * s->dimensions > UINT32_MAX) {
        return base_fail(swarm->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "%u particles in %u dimensions are more coordinates than a device counts, 2^32",
                         (unsigned)s->particles, (unsigned)s->dimensions);
    }
    TRY(choose_shape(self));
    list_arrays(self);
    const struct ocl_buffer buffers[] = {self->numbers, self->words};
    TRY(ocl_plan_check(swarm->env, device, buffers, 2));
    swarm->group_size = self->shape.group_size;

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Open, build                                                                                                        */

static enum swarm_status open_device(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status =
        ocl_session_open(swarm->env, self->devices, self->device_index, swarm->request.profiling, &self->session);
    swarm->session = &self->session;
    return status;
}

/* The caller's objective with a line that names it in messages; returns owned. */
static char *objective_text(const struct swarm_objective *objective)
{
    const char *slash = strrchr(objective->path, '/');
    char *text = base_text_format("#line 1 \"%s\"\n%s\n", slash ? slash + 1 : objective->path, objective->text);
    for (char *c = text ? text + strlen("#line 1 \"") : NULL; c && *c && *c != '\n'; ++c) {
        if (*c == '\\' || (*c == '"' && c[1] != '\n')) {
            *c = '_';
        }
    }
    return text;
}

enum { MOST_FILES = 6, MOST_DEFINES = 16 };

struct program_parts {
    struct ocl_source files[MOST_FILES];
    size_t file_count;
    struct ocl_define defines[MOST_DEFINES];
    size_t define_count;
    char *text; /* owned */
};

static void add_file(struct program_parts *parts, const char *name)
{
    parts->files[parts->file_count++] = (struct ocl_source){.name = name};
}

static void add_define(struct program_parts *parts, const char *name, int64_t value, const char *word)
{
    parts->defines[parts->define_count++] = (struct ocl_define){name, value, word};
}

/* What all programs of swarms begin with; the caller's objective comes between what it may use and the kernels. */
static enum swarm_status start_program(struct base_env *env, const struct pso_settings *s, uint32_t lanes,
                                       struct program_parts *parts)
{
    const struct swarm_objective *objective = s->objective;
    *parts = (struct program_parts){.file_count = 0};
    add_define(parts, "PRECISION", s->precision, NULL);
    add_define(parts, "LANES", lanes, NULL);
    add_define(parts, "DIMENSIONS", s->dimensions, NULL);
    add_define(parts, "TOPOLOGY", s->topology, NULL);
    add_define(parts, "BOUNDARY", s->boundary, NULL);
    add_define(parts, "VARIANT",
               (s->maximise ? VARIANT_MAXIMISE : 0) | (s->shift ? VARIANT_SHIFTED : 0)
                   | (s->inertia_step != 0 ? VARIANT_INERTIA_CHANGES : 0),
               NULL);
    add_define(parts, "OBJECTIVE", 0, objective->row ? objective->row->function : "objective");
    if (!objective->row) {
        parts->text = objective_text(objective);
        if (!parts->text) {
            return base_fail_memory(env);
        }
        add_file(parts, "pso/prelude.cl");
        parts->files[parts->file_count++] = (struct ocl_source){objective->path, parts->text, strlen(parts->text)};
    }
    return SWARM_OK;
}

/* A program that holds the caller's objective and does not build does so because of it. */
static enum swarm_status build_program(struct ocl_session *session, const struct swarm_objective *objective,
                                       const struct program_parts *parts, const char *dump_path, cl_program *program)
{
    enum swarm_status status = SWARM_OK;
    if (dump_path) {
        TRY(ocl_program_dump(session, parts->files, parts->file_count, parts->defines, parts->define_count, dump_path));
    }
    TRY(ocl_program_build(session, parts->files, parts->file_count, parts->defines, parts->define_count, program));

fail:
    if (status == SWARM_ERROR_BUILD && !objective->row) {
        status = base_fail_in(session->env, SWARM_ERROR_INPUT,
                              "%s: does not compile as `real objective(const real *x, int n)`", objective->path);
    }
    return status;
}

/* Builds the program of the shape at hand. */
static enum swarm_status build_shape(struct pso_device_swarm *self, cl_program *program)
{
    const struct pso_settings *s = settings_of(self);
    struct program_parts parts;
    enum swarm_status status = SWARM_OK;
    TRY(start_program(self->base.env, s, self->shape.lanes, &parts));
    add_define(&parts, "GROUP_SIZE", self->shape.group_size, NULL);
    add_define(&parts, "BEST", s->best, NULL);
    add_define(&parts, "REGISTERS", self->shape.registers, NULL);
    add_define(&parts, "ITEMS", self->shape.items, NULL);
    add_define(&parts, "UNIFORM_BRANCHES", self->base.device->type != SWARM_DEVICE_CPU, NULL);
    add_define(&parts, "VOTE", self->shape.votes, NULL);
    add_define(&parts, "KEEP_BLOCKS",
               is_persistent(s) && s->dimensions == 1 && (self->shape.registers || self->shape.items <= KEPT_BLOCKS),
               NULL);
    add_file(&parts, "pso/initialise.cl");
    add_file(&parts, is_persistent(s) ? "pso/persist.cl" : "pso/move.cl");
    if (s->best <= BEST_QUEUE) {
        add_file(&parts, "pso/join.cl");
    } else if (s->best == BEST_ASYNCHRONOUS) {
        add_file(&parts, "pso/exchange.cl");
    }
    TRY(build_program(&self->session, s->objective, &parts, self->base.request.dump_path, program));

fail:
    free(parts.text);
    return status;
}

static enum swarm_status build(struct pso_swarm *swarm)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = settings_of(self);
    const bool persistent = is_persistent(s);
    const char *const names[PSO_KERNEL_COUNT] = {
        [PSO_KERNEL_INITIALISE] = "pso_initialise",
        [PSO_KERNEL_MOVE] = persistent ? NULL : "pso_move",
        [PSO_KERNEL_REMEMBER] = persistent || s->topology == TOPOLOGY_GLOBAL ? NULL : "pso_remember",
        [PSO_KERNEL_JOIN] = s->best <= BEST_QUEUE ? "pso_join" : NULL,
        [PSO_KERNEL_PERSIST] = persistent ? "pso_persist" : NULL,
        [PSO_KERNEL_EXCHANGE] = s->best == BEST_ASYNCHRONOUS ? "pso_exchange" : NULL,
    };
    cl_program program = NULL;
    enum swarm_status status = build_shape(self, &program);
    if (self->shape.votes && (status == SWARM_ERROR_BUILD || status == SWARM_ERROR_INPUT)) {
        base_log(swarm->env, SWARM_LOG_INFO, "votes do not build here, falling back to barriers");
        self->shape.votes = false; /* whether a driver takes PTX is only known when it has */
        status = build_shape(self, &program);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT && status == SWARM_OK; ++i) {
        status = names[i] ? ocl_kernel_create(&self->session, program, names[i], &self->kernels[i]) : SWARM_OK;
    }
    if (program) {
        clReleaseProgram(program); /* the kernels keep it */
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

#define SET(kernel, first, ...)                                                                                      \
    ocl_kernel_set(&self->session, &self->kernels[PSO_KERNEL_##kernel], first, (struct ocl_argument[]){__VA_ARGS__}, \
                   sizeof((struct ocl_argument[]){__VA_ARGS__}) / sizeof(struct ocl_argument))

enum { TURN_ARGUMENT = 10, SWARM_ARGUMENTS = 12 }; /* of SWARM_PARAMETERS in cl/pso/swarm.clh; iteration follows turn */

/* All arguments that stay the same. */
static enum swarm_status set_arguments(struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const uint32_t key_0 = (uint32_t)s->seed, key_1 = (uint32_t)(s->seed >> 32), tribe = PSO_TRIBE;
    const uint32_t columns = pso_grid_columns(s->particles) % s->particles;
    const uint64_t iteration = 0;
    const struct ocl_argument arguments[SWARM_ARGUMENTS] = {
        OCL_ARGUMENT(self->numbers.memory),
        OCL_ARGUMENT(self->words.memory),
        OCL_ARGUMENT(s->particles),
        OCL_ARGUMENT(self->stride),
        OCL_ARGUMENT(self->shape.groups),
        OCL_ARGUMENT(columns),
        OCL_ARGUMENT(s->inertia_iterations),
        OCL_ARGUMENT(key_0),
        OCL_ARGUMENT(key_1),
        OCL_ARGUMENT(s->no_improve),
        OCL_ARGUMENT(self->turn),
        OCL_ARGUMENT(iteration),
    };
    enum swarm_status status = SWARM_OK;
    for (int kernel = 0; kernel < PSO_KERNEL_COUNT; ++kernel) {
        if (self->kernels[kernel].handle) {
            TRY(ocl_kernel_set(&self->session, &self->kernels[kernel], 0, arguments, SWARM_ARGUMENTS));
        }
    }
    if (self->kernels[PSO_KERNEL_MOVE].handle) {
        TRY(SET(MOVE, SWARM_ARGUMENTS, OCL_ARGUMENT(self->shape.items)));
    }
    if (self->kernels[PSO_KERNEL_REMEMBER].handle) {
        TRY(SET(REMEMBER, SWARM_ARGUMENTS, OCL_ARGUMENT(self->shape.items)));
    }
    if (self->kernels[PSO_KERNEL_EXCHANGE].handle) {
        TRY(SET(EXCHANGE, SWARM_ARGUMENTS, OCL_ARGUMENT(tribe)));
    }

fail:
    return status;
}

/* Queues a kernel for `iteration` at this turn. */
static enum swarm_status launch(struct pso_device_swarm *self, enum pso_kernel kernel, uint64_t iteration,
                                uint32_t groups)
{
    const size_t local = self->shape.group_size;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(self->turn), OCL_ARGUMENT(iteration)};
    enum swarm_status status = ocl_kernel_set(&self->session, &self->kernels[kernel], TURN_ARGUMENT, arguments, 2);
    return status == SWARM_OK ? ocl_kernel_enqueue(&self->session, &self->kernels[kernel],
                                                   (struct ocl_ndrange){{groups * local, 1}, {local, 1}})
                              : status;
}

/* NDRange of pso_initialise
 *   global = { stride / lanes, dimensions }   a work-item a vector of particles and a coordinate
 *   local  = { 1 or 64, 1 }
 */
static enum swarm_status initialise(struct pso_device_swarm *self)
{
    const size_t global = self->stride / self->shape.lanes;
    const size_t local = self->shape.lanes == 1 && self->base.device->max_group_size >= STRIDE_UNIT ? STRIDE_UNIT : 1;
    return ocl_kernel_enqueue(&self->session, &self->kernels[PSO_KERNEL_INITIALISE],
                              (struct ocl_ndrange){{global, settings_of(self)->dimensions}, {local, 1}});
}

/* NDRange of pso_move and pso_remember
 *   global = { groups * group_size }   each work-item `items` vectors of particles
 *   local  = { group_size }
 * of pso_join
 *   global = local = { group_size }    a single group, as the result needs one
 */
enum swarm_status pso_device_iteration(struct pso_device_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = settings_of(self);
    enum swarm_status status = SWARM_OK;
    TRY(launch(self, PSO_KERNEL_MOVE, iteration, self->shape.groups));
    if (s->topology != TOPOLOGY_GLOBAL) {
        TRY(launch(self, PSO_KERNEL_REMEMBER, iteration, self->shape.groups));
    }
    if (s->best <= BEST_QUEUE) {
        TRY(launch(self, PSO_KERNEL_JOIN, iteration, 1));
    }
    self->turn = !self->turn;

fail:
    return status;
}

/* NDRange of pso_persist
 *   global = { groups * group_size }   one group for `persistent`, a group a tribe for `asynchronous`
 *   local  = { group_size }
 * of pso_exchange
 *   global = local = { group_size }
 */
enum swarm_status pso_device_persist(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    const struct pso_settings *s = settings_of(self);
    const uint64_t last = first + count - 1;
    const uint32_t adopt = first == 0 || (first - 1) % s->exchange == 0;
    enum swarm_status status = SWARM_OK;
    TRY(SET(PERSIST, SWARM_ARGUMENTS, OCL_ARGUMENT(count), OCL_ARGUMENT(adopt)));
    TRY(launch(self, PSO_KERNEL_PERSIST, first, self->shape.groups));
    if (s->best == BEST_PERSISTENT) {
        self->turn = !self->turn;
    } else if (last % s->exchange == 0) {
        TRY(launch(self, PSO_KERNEL_EXCHANGE, last, 1));
        self->turn = !self->turn;
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* State                                                                                                              */

/* Where a section of a state lies: rows of `bytes`, `pitch` bytes apart, from `offset` of an array on. */
struct extent {
    enum pso_array array;
    uint64_t offset, bytes, pitch;
    uint32_t rows;
};

static struct extent extent_of(const struct pso_device_swarm *self, enum pso_section section, uint64_t improvements)
{
    static const enum pso_array arrays[PSO_SECTION_COUNT] = {
        [PSO_SECTION_POSITIONS] = PSO_ARRAY_POSITIONS,
        [PSO_SECTION_VELOCITIES] = PSO_ARRAY_VELOCITIES,
        [PSO_SECTION_MEMORIES] = PSO_ARRAY_MEMORIES,
        [PSO_SECTION_MEMORY_VALUES] = PSO_ARRAY_MEMORY_VALUES,
        [PSO_SECTION_NANS] = PSO_ARRAY_NANS,
        [PSO_SECTION_BEST] = PSO_ARRAY_BEST,
        [PSO_SECTION_BEST_POSITION] = PSO_ARRAY_BEST_POSITIONS,
        [PSO_SECTION_TRIBE_VALUES] = PSO_ARRAY_FOUND_VALUES,
        [PSO_SECTION_TRIBE_PARTICLES] = PSO_ARRAY_FOUND_PARTICLES,
        [PSO_SECTION_TRIBE_ITERATIONS] = PSO_ARRAY_TRIBE_ITERATIONS,
        [PSO_SECTION_TRIBE_POSITIONS] = PSO_ARRAY_TRIBE_POSITIONS,
    };
    const struct pso_settings *s = settings_of(self);
    const uint64_t number = (uint64_t)s->precision / 8, bytes = pso_section_bytes(s, section);
    if (section <= PSO_SECTION_MEMORIES) {
        return (struct extent){arrays[section], 0, s->particles * number, self->stride * number, s->dimensions};
    }
    const uint64_t which = section == PSO_SECTION_BEST            ? self->turn
                           : section == PSO_SECTION_BEST_POSITION ? improvements & 1
                                                                  : 0;
    return (struct extent){arrays[section], which * bytes, bytes, bytes, bytes > 0};
}

/* Copies sections of `state` that have memory to the device, or from it; through a whole array, since rows are many. */
static enum swarm_status transfer(struct pso_device_swarm *self, const struct pso_state *state, uint64_t improvements,
                                  bool to_device)
{
    enum swarm_status status = SWARM_OK;
    char *whole = NULL;
    for (int i = 0; i < PSO_SECTION_COUNT; ++i) {
        const struct extent extent = extent_of(self, (enum pso_section)i, improvements);
        const uint64_t span = extent.rows > 0 ? (extent.rows - 1) * extent.pitch + extent.bytes : 0;
        char *rows = state->sections[i];
        if (!rows || span == 0) {
            continue;
        }
        whole = base_array((size_t)span, 1);
        if (!whole) {
            return base_fail_memory(self->base.env);
        }
        if (!to_device) {
            TRY(array_read(self, extent.array, extent.offset, span, whole));
        }
        for (uint32_t d = 0; d < extent.rows; ++d) {
            char *here = whole + d * extent.pitch, *there = rows + d * extent.bytes;
            memcpy(to_device ? here : there, to_device ? there : here, (size_t)extent.bytes);
        }
        if (to_device) {
            TRY(array_write(self, extent.array, extent.offset, span, whole));
        }
        free(whole);
        whole = NULL;
    }

fail:
    free(whole);
    return status;
}

/* The caller's first positions in place of those drawn; nobody has looked at any yet. */
static enum swarm_status place_start(struct pso_device_swarm *self)
{
    const struct pso_request *request = &self->base.request;
    const struct pso_settings *s = settings_of(self);
    const size_t number = (size_t)s->precision / 8;
    const uint32_t count = request->start_count;
    enum swarm_status status = SWARM_OK;
    char *row = base_array(count, number);
    if (!row) {
        return base_fail_memory(self->base.env);
    }
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        for (uint32_t p = 0; p < count; ++p) {
            const double x = request->start[(size_t)p * s->dimensions + d];
            const float single = (float)x;
            memcpy(row + p * number, number == 4 ? (const void *)&single : (const void *)&x, number);
        }
        const uint64_t offset = (uint64_t)d * self->stride * number;
        TRY(array_write(self, PSO_ARRAY_POSITIONS, offset, count * number, row));
        TRY(array_write(self, PSO_ARRAY_MEMORIES, offset, count * number, row));
        TRY(array_write(self, PSO_ARRAY_BEST_POSITIONS, d * number, number, row));
    }

fail:
    free(row);
    return status;
}

static enum swarm_status write_constants(struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const size_t bytes = (size_t)self->places[PSO_ARRAY_CONSTANTS].bytes;
    void *constants = base_array(bytes, 1);
    if (!constants) {
        return base_fail_memory(self->base.env);
    }
    pso_reference_of(s->precision)->constants(s, constants);
    enum swarm_status status = array_write(self, PSO_ARRAY_CONSTANTS, 0, bytes, constants);
    free(constants);
    return status;
}

/* Words start as 0: no offers, an empty log. */
static enum swarm_status clear_words(struct pso_device_swarm *self)
{
    char *zeros = base_array((size_t)self->words.bytes, 1);
    if (!zeros) {
        return base_fail_memory(self->base.env);
    }
    enum swarm_status status = ocl_buffer_write(&self->session, &self->words, 0, self->words.bytes, zeros);
    free(zeros);
    return status;
}

/* Queues iterations [first, first + count). */
static enum swarm_status queue_iterations(struct pso_device_swarm *self, uint64_t first, uint32_t count)
{
    enum swarm_status status = SWARM_OK;
    if (is_persistent(settings_of(self))) {
        return pso_device_persist(self, first, count);
    }
    for (uint32_t i = 0; i < count && status == SWARM_OK; ++i) {
        status = pso_device_iteration(self, first + i);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Queues the read of what the host is to know, and a point that tells when it is here. */
static enum swarm_status request_batch(struct pso_device_swarm *self, bool *interrupted)
{
    struct pso_batch *batch = &self->batches[self->batches_queued % PSO_BATCHES];
    const struct pso_place *log = &self->places[PSO_ARRAY_LOG];
    enum swarm_status status = SWARM_OK;
    cl_event event = NULL;
    batch->iteration = self->base.queued;
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, log->offset, log->bytes, batch->log, &event));
    clReleaseEvent(event);
    TRY(ocl_buffer_read_enqueue(&self->session, &self->words, self->turn * sizeof batch->best, sizeof batch->best,
                                &batch->best, &event));
    clReleaseEvent(event);
    ++self->batches_queued;
    self->pacer.unread_units = 0;
    TRY(ocl_pacer_point(&self->pacer, self->batches_queued, interrupted));

fail:
    return status;
}

/* A swarm before its first iteration: all values infinite, the first particle's place the best. */
static enum swarm_status draw_start(struct pso_device_swarm *self)
{
    const struct pso_settings *s = settings_of(self);
    const float worst_single = (float)INFINITY;
    const double worst = (double)INFINITY;
    struct pso_best best = {.value = 0};
    enum swarm_status status = SWARM_OK;
    memcpy(&best.value, s->precision == 32 ? (const void *)&worst_single : (const void *)&worst,
           (size_t)s->precision / 8); /* the low half on the little-endian hosts that OpenCL has */
    TRY(array_write(self, PSO_ARRAY_BEST, 0, sizeof best, &best));
    TRY(initialise(self));
    TRY(ocl_session_finish(&self->session));
    if (self->base.request.start_count > 0) {
        TRY(place_start(self));
    }
    TRY(queue_iterations(self, 0, 1));

fail:
    return status;
}

static enum swarm_status prepare(struct pso_swarm *swarm, const struct pso_state *resumed)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status = SWARM_OK;
    bool interrupted; /* advance() will see it too */
    self->batches = base_array(PSO_BATCHES, sizeof *self->batches);
    if (!self->batches) {
        return base_fail_memory(swarm->env);
    }
    TRY(ocl_buffer_create(&self->session, &self->numbers));
    TRY(ocl_buffer_create(&self->session, &self->words));
    TRY(clear_words(self));
    TRY(write_constants(self));
    TRY(set_arguments(self));
    if (resumed) {
        const struct pso_best *best = resumed->sections[PSO_SECTION_BEST];
        TRY(initialise(self)); /* what lies behind the last particle */
        TRY(ocl_session_finish(&self->session));
        TRY(transfer(self, resumed, best->improvements, true));
        self->improvements_told = best->improvements;
        swarm->queued = resumed->iteration;
    } else {
        TRY(draw_start(self));
    }
    TRY(ocl_session_finish(&self->session));
    ocl_pacer_init(&self->pacer, &self->session, swarm->request.launch_seconds, swarm->request.deadline);
    TRY(request_batch(self, &interrupted));

fail:
    return status;
}

/* Iterations from `first` on, none past `limit`, that are queued without a look at the clock: as many as take about as
 * long as a launch is to be. For rows with a launch for each at most BURST, so that their cost does not show. */
static uint32_t burst_iterations(const struct pso_device_swarm *self, uint64_t first, uint64_t limit)
{
    const struct pso_settings *s = settings_of(self);
    const double fitting = ocl_pacer_launch_units(&self->pacer) / ((double)s->particles * s->dimensions);
    uint64_t count = limit - first + 1;
    if (!is_persistent(s) && count > BURST) {
        count = BURST;
    }
    if (s->best == BEST_ASYNCHRONOUS) {
        const uint64_t to_exchange = s->exchange - (first - 1) % s->exchange;
        count = count < to_exchange ? count : to_exchange;
    }
    if ((double)count > fitting) {
        count = fitting >= 1 ? (uint64_t)fitting : 1;
    }
    return (uint32_t)count;
}

static enum swarm_status advance(struct pso_swarm *swarm, uint64_t limit, bool *interrupted)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = settings_of(self);
    const uint64_t most = swarm->request.advance_limit && swarm->request.advance_limit < LOG_SLOTS
                              ? swarm->request.advance_limit
                              : LOG_SLOTS;
    enum swarm_status status = SWARM_OK;
    limit = limit < swarm->queued + most ? limit : swarm->queued + most;
    *interrupted = base_interrupted(swarm->env, swarm->request.deadline);
    while (!*interrupted && swarm->queued < limit) {
        const uint32_t count = burst_iterations(self, swarm->queued + 1, limit);
        TRY(queue_iterations(self, swarm->queued + 1, count));
        swarm->queued += count;
        TRY(ocl_pacer_add(&self->pacer, (double)count * s->particles * s->dimensions, interrupted));
        if (ocl_pacer_is_due(&self->pacer, self->pacer.unread_units)) {
            break;
        }
    }
    if (!*interrupted) {
        TRY(request_batch(self, interrupted));
    }

fail:
    return status;
}

static enum swarm_status collect(struct pso_swarm *swarm, bool all, bool *got, struct pso_report *report)
{
    struct pso_device_swarm *self = self_of(swarm);
    enum swarm_status status = SWARM_OK;
    bool interrupted;
    if (all && self->batches_told == self->pacer.done_mark) {
        const uint64_t known = self->batches[(self->batches_queued - 1) % PSO_BATCHES].iteration;
        if (known < swarm->queued) {
            TRY(request_batch(self, &interrupted));
        }
        TRY(ocl_pacer_drain(&self->pacer));
    }
    *got = self->batches_told < self->pacer.done_mark;
    if (*got) {
        struct pso_batch *batch = &self->batches[self->batches_told++ % PSO_BATCHES];
        const uint64_t begin = self->improvements_told % LOG_SLOTS;
        const uint64_t count = batch->best.improvements - self->improvements_told;
        for (uint64_t k = 0; k < count; ++k) {
            self->told[k] = batch->log[(begin + k) % LOG_SLOTS];
        }
        *report = (struct pso_report){.iteration = batch->iteration,
                                      .state = batch->best.state,
                                      .stopped = batch->best.stopped,
                                      .count = (size_t)count,
                                      .improvements = self->told};
        self->improvements_told = batch->best.improvements;
    }

fail:
    return status;
}

static enum swarm_status read_record(struct pso_device_swarm *self, struct pso_best *best)
{
    enum swarm_status status = SWARM_OK;
    TRY(ocl_pacer_drain(&self->pacer));
    TRY(array_read(self, PSO_ARRAY_BEST, self->turn * sizeof *best, sizeof *best, best));

fail:
    return status;
}

static enum swarm_status save(struct pso_swarm *swarm, struct pso_state *state)
{
    struct pso_device_swarm *self = self_of(swarm);
    struct pso_best best;
    enum swarm_status status = SWARM_OK;
    TRY(read_record(self, &best));
    TRY(transfer(self, state, best.improvements, false));
    state->iteration = best.state == SWARM_RUNNING ? swarm->queued : best.stopped;

fail:
    return status;
}

static enum swarm_status finish(struct pso_swarm *swarm, struct pso_best *best, double *value, double *position,
                                uint64_t *nan_count)
{
    struct pso_device_swarm *self = self_of(swarm);
    const struct pso_settings *s = settings_of(self);
    struct pso_state state = {.iteration = 0};
    const struct pso_twin twin = {.settings = s, .state = &state};
    enum swarm_status status = SWARM_OK;
    TRY(read_record(self, best));
    for (int section = PSO_SECTION_NANS; section < PSO_SECTION_COUNT; ++section) { /* what finish() looks at */
        state.sections[section] = base_array((size_t)pso_section_bytes(s, (enum pso_section)section), 1);
        if (!state.sections[section]) {
            status = base_fail_memory(swarm->env);
            goto fail;
        }
    }
    TRY(transfer(self, &state, best->improvements, false));
    pso_reference_of(s->precision)->finish(&twin, best, value, position);
    const uint32_t *nans = state.sections[PSO_SECTION_NANS];
    *nan_count = 0;
    for (uint32_t p = 0; p < s->particles; ++p) {
        *nan_count += nans[p];
    }
    TRY(ocl_session_drain_times(&self->session));

fail:
    pso_state_deinit(&state);
    return status;
}

static void destroy(struct pso_swarm **swarm)
{
    struct pso_device_swarm *self = self_of(*swarm);
    if (!self) {
        return;
    }
    if (self->pacer.session) {
        ocl_pacer_drain(&self->pacer);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT; ++i) {
        ocl_kernel_release(&self->kernels[i]);
    }
    ocl_buffer_release(&self->numbers);
    ocl_buffer_release(&self->words);
    ocl_session_close(&self->session); /* waits for reads into batches */
    free(self->batches);
    free(self);
    *swarm = NULL;
}

static const struct pso_swarm_type device_type = {
    .plan = plan,
    .open = open_device,
    .build = build,
    .prepare = prepare,
    .advance = advance,
    .collect = collect,
    .save = save,
    .finish = finish,
    .destroy = destroy,
};

enum swarm_status pso_swarm_device_create(struct base_env *env, const struct pso_request *request,
                                          const struct ocl_device_list *devices, size_t index, struct pso_swarm **swarm)
{
    struct pso_device_swarm *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(env);
    }
    self->base.type = &device_type;
    self->base.env = env;
    self->base.request = *request;
    self->base.device = &devices->devices[index];
    self->devices = devices;
    self->device_index = index;
    *swarm = &self->base;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Points                                                                                                             */

/* Numbers of one precision from doubles, and back. */
static void store_number(void *numbers, int precision, size_t at, double x)
{
    if (precision == 32) {
        ((float *)numbers)[at] = (float)x;
    } else {
        ((double *)numbers)[at] = x;
    }
}

static double load_number(const void *numbers, int precision, size_t at)
{
    return precision == 32 ? (double)((const float *)numbers)[at] : ((const double *)numbers)[at];
}

/* What pso_evaluate works on. */
struct evaluation {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer positions, constants, values;
    void *numbers; /* of the positions, then of the values */
};

static void evaluation_deinit(struct evaluation *evaluation)
{
    ocl_kernel_release(&evaluation->kernel);
    ocl_buffer_release(&evaluation->positions);
    ocl_buffer_release(&evaluation->constants);
    ocl_buffer_release(&evaluation->values);
    ocl_session_close(&evaluation->session);
    free(evaluation->numbers);
}

static enum swarm_status open_evaluation(struct base_env *env, const struct pso_settings *s,
                                         const struct ocl_device_list *devices, size_t index,
                                         struct evaluation *evaluation)
{
    struct program_parts parts = {.text = NULL};
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(ocl_session_open(env, devices, index, false, &evaluation->session));
    TRY(start_program(env, s, 1, &parts));
    add_define(&parts, "GROUP_SIZE", 1, NULL);
    add_file(&parts, "pso/evaluate.cl");
    TRY(build_program(&evaluation->session, s->objective, &parts, NULL, &program));
    TRY(ocl_kernel_create(&evaluation->session, program, "pso_evaluate", &evaluation->kernel));

fail:
    if (program) {
        clReleaseProgram(program);
    }
    free(parts.text);
    return status;
}

enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *s,
                                      const struct ocl_device_list *devices, size_t index, size_t count,
                                      const double *points, double *values)
{
    const size_t number = (size_t)s->precision / 8, n = s->dimensions;
    const uint32_t stride = (uint32_t)count;
    struct evaluation evaluation = {
        .positions = {"positions", (uint64_t)count * n * number, NULL},
        .constants = {"constants", (CONSTANT_COUNT + CONSTANT_ROWS * (uint64_t)n) * number, NULL},
        .values = {"values", (uint64_t)count * number, NULL},
    };
    enum swarm_status status = SWARM_OK;
    evaluation.numbers =
        base_array(count > CONSTANT_COUNT + CONSTANT_ROWS ? count : CONSTANT_COUNT + CONSTANT_ROWS, n * number);
    if (!evaluation.numbers || count > UINT32_MAX / n) {
        free(evaluation.numbers);
        return base_fail_memory(env);
    }
    TRY(open_evaluation(env, s, devices, index, &evaluation));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.positions));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.constants));
    TRY(ocl_buffer_create(&evaluation.session, &evaluation.values));
    pso_reference_of(s->precision)->constants(s, evaluation.numbers);
    TRY(ocl_buffer_write(&evaluation.session, &evaluation.constants, 0, evaluation.constants.bytes,
                         evaluation.numbers));
    for (size_t k = 0; k < count * n; ++k) {
        store_number(evaluation.numbers, s->precision, (k % n) * count + k / n, points[k]);
    }
    TRY(ocl_buffer_write(&evaluation.session, &evaluation.positions, 0, evaluation.positions.bytes,
                         evaluation.numbers));
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(evaluation.positions.memory), OCL_ARGUMENT(stride),
                                             OCL_ARGUMENT(evaluation.constants.memory),
                                             OCL_ARGUMENT(evaluation.values.memory)};
    TRY(ocl_kernel_set(&evaluation.session, &evaluation.kernel, 0, arguments, 4));
    TRY(ocl_kernel_enqueue(&evaluation.session, &evaluation.kernel, (struct ocl_ndrange){{count, 1}, {1, 1}}));
    TRY(ocl_buffer_read(&evaluation.session, &evaluation.values, 0, evaluation.values.bytes, evaluation.numbers));
    for (size_t k = 0; k < count; ++k) {
        values[k] = load_number(evaluation.numbers, s->precision, k);
    }

fail:
    evaluation_deinit(&evaluation);
    return status;
}
