/* device_arrays.c - a swarm's arrays on a device: their layout, and copies to and from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "device.h"

enum {
    RECORDS_BYTES = 256,  /* bytes of the array BEST, two records of the swarm's best, of RUN and SEED, with padding */
    WORDS_ALIGNMENT = 64, /* elements: SWARM_ALIGN of cl/pso/swarm.clh */
    PART_ALIGNMENT = 512, /* bytes of WORDS_ALIGNMENT doubles */
    COPY_MOST = 1 << 16   /* bytes of the largest array of a swarm that is read for all swarms at once */
};

static uint64_t aligned(uint64_t count)
{
    return ocl_round_up((size_t)count, WORDS_ALIGNMENT);
}

static uint64_t offers_bytes(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const uint64_t offer = 3 + 2 * (uint64_t)s->dimensions; /* words of an offer, as in cl/pso/best_offers.clh */
    const uint64_t offers = s->best == BEST_COUNTER ? self->shape.groups : 1;
    return s->most_points > 0 ? 0 : 4 * (4 + offers * offer);
}

/* Numbers of scratch, equal to KEPT_NUMBERS and ANT_NUMBERS of cl/pso/swarm.clh. */
static uint64_t scratch_numbers(const struct pso_settings *s)
{
    const uint64_t n = s->dimensions, archive = s->particles;
    return (n + 1) * archive + s->ants * (n * (archive + n + 2) + 2 * archive);
}

/* Appends an array of each swarm to its buffer. */
static void add_array(struct pso_device_swarm *self, enum pso_array array, struct swarm_plan_entry entry)
{
    struct ocl_buffer *buffer = array < PSO_ARRAY_BEST ? &self->numbers : &self->words;
    self->offsets[array] = buffer->bytes;
    buffer->bytes += entry.bytes;
    entry.bytes *= self->shape.swarms;
    self->base.engine.plan[array] = entry;
}

void pso_device_list_arrays(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const uint64_t number = (uint64_t)s->precision / 8, n = s->dimensions;
    const uint64_t row = number * self->stride, matrix = row * n, groups = self->shape.groups;
    const uint64_t strategy = s->most_points > 0; /* factor of the sizes of its arrays */
    const struct swarm_plan_entry plan[PSO_ARRAY_COUNT] = {
        [PSO_ARRAY_DATA] = {"data", aligned(s->data_count) * number},
        [PSO_ARRAY_POSITIONS] = {"positions", matrix},
        [PSO_ARRAY_VELOCITIES] = {"velocities", matrix},
        [PSO_ARRAY_MEMORIES] = {"memories", matrix},
        [PSO_ARRAY_MEMORY_VALUES] = {"memory_values", row},
        [PSO_ARRAY_VALUES] = {"values", row},
        [PSO_ARRAY_CONSTANTS] = {"constants", aligned(pso_constant_count(s)) * number},
        [PSO_ARRAY_BEST_POSITIONS] = {"best_positions", aligned(2 * n) * number},
        [PSO_ARRAY_RUN_POSITION] = {"run_position", aligned(n) * number},
        [PSO_ARRAY_LINE] = {"line", aligned(pso_line_numbers(s)) * number},
        [PSO_ARRAY_FRAME] = {"frame", s->learned * aligned(FRAME_NUMBERS(n)) * number},
        [PSO_ARRAY_FRAME_SCRATCH] = {"frame_scratch", s->learned * aligned(FRAME_SCRATCH(n, self->stride)) * number},
        [PSO_ARRAY_FOUND_VALUES] = {"found_values", aligned(groups) * number},
        [PSO_ARRAY_TRIBE_POSITIONS] = {s->ants > 0 ? "scratch" : "tribe_positions",
                                       s->ants > 0              ? scratch_numbers(s) * number
                                       : self->shape.persistent ? groups * n * number
                                                                : 0},
        [PSO_ARRAY_STRATEGY] = {"strategy", strategy * aligned(pso_strategy_numbers(s)) * number},
        [PSO_ARRAY_COVARIANCE] = {"covariance", strategy * n * n * number},
        [PSO_ARRAY_FACTOR] = {"factor", strategy * n * n * number},
        [PSO_ARRAY_WEIGHTS] = {"weights", strategy * 2 * row},
        [PSO_ARRAY_STEP] = {"step", strategy * n * number},
        [PSO_ARRAY_BEST] = {"best", RECORDS_BYTES},
        [PSO_ARRAY_RUN] = {"run", RECORDS_BYTES},
        [PSO_ARRAY_SEED] = {"seed", RECORDS_BYTES},
        [PSO_ARRAY_LOG] = {"log", LOG_SLOTS * sizeof(struct pso_improvement)},
        [PSO_ARRAY_NANS] = {"nans", 4 * (uint64_t)self->stride},
        [PSO_ARRAY_FOUND_PARTICLES] = {"found_particles", aligned(groups) * 4},
        [PSO_ARRAY_TRIBE_ITERATIONS] = {"tribe_iterations", aligned(groups) * 8},
        [PSO_ARRAY_OFFERS] = {"offers", offers_bytes(self)},
        [PSO_ARRAY_SCHEDULE] = {"schedule", strategy * sizeof(struct pso_schedule)},
        [PSO_ARRAY_ORDER] = {"order", strategy * 4 * self->stride},
    };
    self->numbers = (struct ocl_buffer){"numbers", 0, NULL};
    self->words = (struct ocl_buffer){"words", 0, NULL};
    self->base.engine.plan_count = PSO_ARRAY_COUNT;
    for (int i = 0; i < PSO_ARRAY_COUNT; ++i) {
        add_array(self, i, plan[i]);
    }
    self->numbers.bytes = ocl_round_up(self->numbers.bytes, PART_ALIGNMENT) * self->shape.swarms;
    self->words.bytes = ocl_round_up(self->words.bytes, PART_ALIGNMENT) * self->shape.swarms;
}

/* Bytes of an array of one swarm. */
static uint64_t bytes_of(const struct pso_device_swarm *lead, enum pso_array array)
{
    return lead->base.engine.plan[array].bytes / lead->shape.swarms;
}

/* Reads an array of all swarms, unless the host has it since the last launch. */
static enum swarm_status read_all(struct pso_device_swarm *lead, enum pso_array array)
{
    const struct ocl_buffer *buffer = array < PSO_ARRAY_BEST ? &lead->numbers : &lead->words;
    const uint32_t swarms = lead->shape.swarms;
    const struct ocl_rows rows = {lead->offsets[array], buffer->bytes / swarms, bytes_of(lead, array), swarms};
    struct pso_copy *copy = &lead->copies[array];
    if (copy->is_valid) {
        return SWARM_OK;
    }
    copy->bytes = copy->bytes ? copy->bytes : base_array(swarms, (size_t)rows.bytes);
    TRY(copy->bytes ? SWARM_OK : base_fail_memory(lead->base.engine.env));
    TRY(ocl_buffer_read_rows(&lead->session, buffer, rows, copy->bytes));
    copy->is_valid = true;
    return SWARM_OK;
}

/* Copies `bytes` at `offset` of an array to the device or from it. Blocks. Swarms that share launches read an array
 * together, because each of them needs it between the same two launches, and write only changes. */
static enum swarm_status copy(struct pso_device_swarm *self, enum pso_array array, uint64_t offset, uint64_t bytes,
                              void *host, bool to_device)
{
    struct pso_device_swarm *lead = self->lead;
    const struct ocl_buffer *buffer = array < PSO_ARRAY_BEST ? &lead->numbers : &lead->words;
    const uint64_t whole = bytes_of(lead, array);
    if (lead->shape.swarms > 1 && whole <= COPY_MOST && !to_device) {
        TRY(read_all(lead, array));
        memcpy(host, lead->copies[array].bytes + self->number * whole + offset, (size_t)bytes);
        return SWARM_OK;
    }
    if (lead->copies[array].is_valid) {
        char *kept = lead->copies[array].bytes + self->number * whole + offset;
        if (memcmp(kept, host, (size_t)bytes) == 0) {
            return SWARM_OK;
        }
        memcpy(kept, host, (size_t)bytes);
    }
    offset += self->number * (buffer->bytes / lead->shape.swarms) + lead->offsets[array];
    return to_device ? ocl_buffer_write(&lead->session, buffer, offset, bytes, host)
                     : ocl_buffer_read(&lead->session, buffer, offset, bytes, host);
}

/* Fills the arrays of a swarm. `made`: memory for its part of the buffer `words`, its constants or its data. */
static enum swarm_status fill_arrays(struct pso_device_swarm *self, void *made)
{
    const struct pso_device_swarm *lead = self->lead;
    const struct pso_settings *s = &self->base.settings;
    const uint64_t words = lead->words.bytes / lead->shape.swarms;
    memset(made, 0, words);
    /* `words` begins with the bits of the best value. OpenCL hosts are little-endian, so a float is their low half. */
    pso_number_store(made, s->precision, 0, (double)INFINITY);
    *(struct pso_run *)((char *)made + lead->offsets[PSO_ARRAY_RUN]) = pso_run_first(s);
    *(uint64_t *)((char *)made + lead->offsets[PSO_ARRAY_SEED]) = self->base.engine.request.seed;
    TRY(copy(self, PSO_ARRAY_BEST, 0, words, made, true));
    pso_reference_of(s->precision)->constants(s, self->base.engine.request.target, made);
    TRY(copy(self, PSO_ARRAY_CONSTANTS, 0, bytes_of(lead, PSO_ARRAY_CONSTANTS), made, true));
    for (uint32_t k = 0; k < s->data_count; ++k) {
        pso_number_store(made, s->precision, k, s->data[k]);
    }
    return s->data_count > 0 ? copy(self, PSO_ARRAY_DATA, 0, bytes_of(lead, PSO_ARRAY_DATA), made, true) : SWARM_OK;
}

enum swarm_status pso_device_make_arrays(struct pso_device_swarm *self)
{
    const uint64_t words = self->words.bytes / self->shape.swarms, constants = bytes_of(self, PSO_ARRAY_CONSTANTS);
    const uint64_t data = bytes_of(self, PSO_ARRAY_DATA), most = words > data ? words : data;
    enum swarm_status status = SWARM_OK;
    void *made = base_array((size_t)(most > constants ? most : constants), 1);
    TRY_OR(done, made ? SWARM_OK : base_fail_memory(self->base.engine.env));
    TRY_OR(done, ocl_buffer_create(&self->session, &self->numbers));
    TRY_OR(done, ocl_buffer_create(&self->session, &self->words));
    for (uint32_t k = 0; k < self->shape.swarms; ++k) {
        TRY_OR(done, fill_arrays(self->members[k], made));
    }

done:
    free(made);
    return status;
}

enum swarm_status pso_device_copy_best(struct pso_device_swarm *self, struct pso_best *best, void *position,
                                       bool to_device)
{
    const uint64_t bytes = (uint64_t)self->base.settings.dimensions * (uint64_t)self->base.settings.precision / 8;
    TRY(copy(self, PSO_ARRAY_BEST, self->lead->parity * sizeof *best, sizeof *best, best, to_device));
    return copy(self, PSO_ARRAY_BEST_POSITIONS, (best->improvements & 1) * bytes, bytes, position, to_device);
}

/* Writes a position [dimensions] to the column of a particle. */
static enum swarm_status write_particle(struct pso_device_swarm *self, enum pso_array matrix, uint32_t particle,
                                        const void *position)
{
    const uint64_t number = (uint64_t)self->base.settings.precision / 8;
    struct pso_device_swarm *lead = self->lead;
    const uint64_t part = self->number * (lead->numbers.bytes / lead->shape.swarms);
    lead->copies[matrix].is_valid = false;
    const struct ocl_rows rows = {part + lead->offsets[matrix] + particle * number, lead->stride * number, number,
                                  self->base.settings.dimensions};
    return ocl_buffer_write_rows(&lead->session, &lead->numbers, rows, position);
}

enum swarm_status pso_device_take(struct pso_device_swarm *self, const double *solution, int64_t score,
                                  uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const bool moves = s->ants + s->most_points == 0;
    struct search_sections state = {.count = 0};
    enum swarm_status status = SWARM_OK;
    void *position = base_array(s->dimensions, (size_t)s->precision / 8);
    TRY_OR(done, position ? SWARM_OK : base_fail_memory(self->base.engine.env));
    TRY_OR(done, pso_device_read_state(self, moves ? PSO_SECTION_MEMORY_VALUES : PSO_SECTION_POSITIONS, &state));
    pso_state_take(s, &state, solution, score, iteration);
    TRY_OR(done, moves ? SWARM_OK : pso_swarm_begin_load(&self->base, &state, iteration));
    TRY_OR(done, pso_device_transfer(self, &state, true));
    const struct pso_best *best = state.sections[PSO_SECTION_BEST].bytes;
    self->base.reported_count = best->improvements;
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        pso_number_store(position, s->precision, d, solution[d]);
    }
    TRY_OR(done, moves ? write_particle(self, PSO_ARRAY_POSITIONS, best->particle, position) : SWARM_OK);
    TRY_OR(done, moves ? write_particle(self, PSO_ARRAY_MEMORIES, best->particle, position) : SWARM_OK);

done:
    free(position);
    search_sections_deinit(&state);
    return status;
}

enum swarm_status pso_device_place_start(struct pso_device_swarm *self)
{
    const struct pso_settings *s = &self->base.settings;
    const size_t number = (size_t)s->precision / 8, bytes = s->start_count * number;
    enum swarm_status status = SWARM_OK;
    void *row = base_array(s->start_count, number);
    TRY_OR(done, row ? SWARM_OK : base_fail_memory(self->base.engine.env));
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        for (uint32_t p = 0; p < s->start_count; ++p) {
            pso_number_store(row, s->precision, p, s->start[(size_t)p * s->dimensions + d]);
        }
        const uint64_t offset = (uint64_t)d * self->lead->stride * number;
        TRY_OR(done, copy(self, PSO_ARRAY_POSITIONS, offset, bytes, row, true));
        TRY_OR(done, copy(self, PSO_ARRAY_MEMORIES, offset, bytes, row, true));
        TRY_OR(done, copy(self, PSO_ARRAY_BEST_POSITIONS, d * number, number, row, true));
        TRY_OR(done, copy(self, PSO_ARRAY_RUN_POSITION, d * number, number, row, true));
    }

done:
    free(row);
    return status;
}

/* The array of each section of a state. */
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
    [PSO_SECTION_FRAME] = PSO_ARRAY_FRAME,
    [PSO_SECTION_STRATEGY] = PSO_ARRAY_STRATEGY,
    [PSO_SECTION_COVARIANCE] = PSO_ARRAY_COVARIANCE,
    [PSO_SECTION_FACTOR] = PSO_ARRAY_FACTOR,
    [PSO_SECTION_SCHEDULE] = PSO_ARRAY_SCHEDULE,
    [PSO_SECTION_LINE] = PSO_ARRAY_LINE,
    [PSO_SECTION_RUN] = PSO_ARRAY_RUN,
    [PSO_SECTION_RUN_POSITION] = PSO_ARRAY_RUN_POSITION,
};

/* Rows of a section are `pitch` bytes apart in the array, which is copied as a whole because it has many rows. */
enum swarm_status pso_device_transfer(struct pso_device_swarm *self, const struct search_sections *state,
                                      bool to_device)
{
    const uint64_t number = (uint64_t)self->base.settings.precision / 8;
    const struct pso_best *best = state->sections[PSO_SECTION_BEST].bytes; /* gives the index of the best position */
    enum swarm_status status = SWARM_OK;
    char *whole = NULL;
    for (int i = 0; i < PSO_SECTION_COUNT; ++i) {
        const struct base_checkpoint_section *section = &state->sections[i];
        const bool matrix = i <= PSO_SECTION_MEMORIES;
        const uint32_t rows = matrix ? self->base.settings.dimensions : 1;
        const uint64_t bytes = section->size / rows, pitch = matrix ? self->lead->stride * number : bytes;
        const uint64_t span = (rows - 1) * pitch + bytes;
        if (!section->bytes || bytes == 0) {
            continue;
        }
        const uint64_t half = i == PSO_SECTION_BEST            ? self->lead->parity
                              : i == PSO_SECTION_BEST_POSITION ? best->improvements & 1
                                                               : 0;
        free(whole);
        whole = base_array((size_t)span, 1);
        TRY_OR(done, whole ? SWARM_OK : base_fail_memory(self->base.engine.env));
        TRY_OR(done, to_device ? SWARM_OK : copy(self, arrays[i], half * bytes, span, whole, false));
        for (uint32_t d = 0; d < rows; ++d) {
            char *here = whole + d * pitch, *there = (char *)section->bytes + d * bytes;
            memcpy(to_device ? here : there, to_device ? there : here, (size_t)bytes);
        }
        TRY_OR(done, to_device ? copy(self, arrays[i], half * bytes, span, whole, true) : SWARM_OK);
    }

done:
    free(whole);
    return status;
}
