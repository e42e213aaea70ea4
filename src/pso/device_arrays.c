#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device_part.h"
#include "reference.h"

enum { RECORDS_BYTES = 256, WORDS_ALIGNMENT = 64 };

/* As SWARM_ALIGN of cl/pso/swarm.clh. */
static uint64_t aligned(uint64_t count)
{
    return ocl_round_up((size_t)count, WORDS_ALIGNMENT);
}

static uint64_t offers_bytes(const struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const uint64_t offer = 3 + 2 * (uint64_t)s->dimensions; /* words, as in cl/pso/best_offers.clh */
    const uint64_t offers = s->best == BEST_COUNTER ? self->shape.groups : 1;
    return 4 * (4 + offers * offer);
}

/* swarm_arrays_of() in cl/pso/swarm.clh says the same. */
void pso_device_list_arrays(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
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
        [PSO_ARRAY_TRIBE_POSITIONS] = {"tribe_positions", 0, pso_device_is_persistent(s) ? groups * n * number : 0},
        [PSO_ARRAY_BEST] = {"best", 0, RECORDS_BYTES},
        [PSO_ARRAY_LOG] = {"log", 0, LOG_SLOTS * sizeof(struct pso_improvement)},
        [PSO_ARRAY_NANS] = {"nans", 0, 4 * (uint64_t)self->stride},
        [PSO_ARRAY_FOUND_PARTICLES] = {"found_particles", 0, aligned(groups) * 4},
        [PSO_ARRAY_TRIBE_ITERATIONS] = {"tribe_iterations", 0, aligned(groups) * 8},
        [PSO_ARRAY_OFFERS] = {"offers", 0, offers_bytes(self)},
    };
    self->numbers = (struct ocl_buffer){"numbers", 0, NULL};
    self->words = (struct ocl_buffer){"words", 0, NULL};
    self->base.engine.plan_count = PSO_ARRAY_COUNT;
    for (int i = 0; i < PSO_ARRAY_COUNT; ++i) {
        struct ocl_buffer *buffer = i < PSO_ARRAY_BEST ? &self->numbers : &self->words;
        self->places[i] = places[i];
        self->places[i].offset = buffer->bytes;
        buffer->bytes += places[i].bytes;
        self->base.engine.plan[i] = (struct swarm_plan_entry){places[i].name, places[i].bytes};
    }
}

static struct ocl_buffer *buffer_of(struct pso_device_swarm *self, enum pso_array array)
{
    return array < PSO_ARRAY_BEST ? &self->numbers : &self->words;
}

/* Blocking copies of `bytes` at `offset` of an array. */
enum swarm_status pso_device_array_write(struct pso_device_swarm *self, enum pso_array array, uint64_t offset,
                                         uint64_t bytes, const void *from)
{
    return ocl_buffer_write(&self->session, buffer_of(self, array), self->places[array].offset + offset, bytes, from);
}

enum swarm_status pso_device_array_read(struct pso_device_swarm *self, enum pso_array array, uint64_t offset,
                                        uint64_t bytes, void *to)
{
    return ocl_buffer_read(&self->session, buffer_of(self, array), self->places[array].offset + offset, bytes, to);
}

/* Where a section of a state lies: rows of `bytes`, `pitch` bytes apart, from `offset` of an array on. */
struct extent {
    enum pso_array array;
    uint64_t offset, bytes, pitch;
    uint32_t rows;
};

/* `bytes`: of the whole section. */
static struct extent extent_of(const struct pso_device_swarm *self, enum pso_section section, uint64_t bytes,
                               uint64_t improvements)
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
    const struct pso_settings *s = pso_device_settings(self);
    const uint64_t number = (uint64_t)s->precision / 8;
    if (section <= PSO_SECTION_MEMORIES) {
        return (struct extent){arrays[section], 0, s->particles * number, self->stride * number, s->dimensions};
    }
    const uint64_t which = section == PSO_SECTION_BEST            ? self->turn
                           : section == PSO_SECTION_BEST_POSITION ? improvements & 1
                                                                  : 0;
    return (struct extent){arrays[section], which * bytes, bytes, bytes, bytes > 0};
}

/* Copies sections of `state` that have memory to the device, or from it; through a whole array, since rows are many. */
enum swarm_status pso_device_transfer(struct pso_device_swarm *self, const struct run_sections *state,
                                      uint64_t improvements, bool to_device)
{
    enum swarm_status status = SWARM_OK;
    char *whole = NULL;
    for (int i = 0; i < PSO_SECTION_COUNT; ++i) {
        const struct base_checkpoint_section *section = &state->sections[i];
        const struct extent extent = extent_of(self, (enum pso_section)i, section->size, improvements);
        const uint64_t span = extent.rows > 0 ? (extent.rows - 1) * extent.pitch + extent.bytes : 0;
        char *rows = section->bytes;
        if (!rows || span == 0) {
            continue;
        }
        whole = base_array((size_t)span, 1);
        if (!whole) {
            return base_fail_memory(self->base.engine.env);
        }
        if (!to_device) {
            TRY_OR(done, pso_device_array_read(self, extent.array, extent.offset, span, whole));
        }
        for (uint32_t d = 0; d < extent.rows; ++d) {
            char *here = whole + d * extent.pitch, *there = rows + d * extent.bytes;
            memcpy(to_device ? here : there, to_device ? there : here, (size_t)extent.bytes);
        }
        if (to_device) {
            TRY_OR(done, pso_device_array_write(self, extent.array, extent.offset, span, whole));
        }
        free(whole);
        whole = NULL;
    }

done:
    free(whole);
    return status;
}

/* The caller's first positions in place of those drawn; nobody has looked at any yet. */
enum swarm_status pso_device_place_start(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const size_t number = (size_t)s->precision / 8;
    const uint32_t count = s->start_count;
    enum swarm_status status = SWARM_OK;
    void *row = base_array(count, number);
    if (!row) {
        return base_fail_memory(self->base.engine.env);
    }
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        for (uint32_t p = 0; p < count; ++p) {
            pso_number_store(row, s->precision, p, s->start[(size_t)p * s->dimensions + d]);
        }
        const uint64_t offset = (uint64_t)d * self->stride * number;
        TRY_OR(done, pso_device_array_write(self, PSO_ARRAY_POSITIONS, offset, count * number, row));
        TRY_OR(done, pso_device_array_write(self, PSO_ARRAY_MEMORIES, offset, count * number, row));
        TRY_OR(done, pso_device_array_write(self, PSO_ARRAY_BEST_POSITIONS, d * number, number, row));
    }

done:
    free(row);
    return status;
}

enum swarm_status pso_device_write_constants(struct pso_device_swarm *self)
{
    const struct pso_settings *s = pso_device_settings(self);
    const size_t bytes = (size_t)self->places[PSO_ARRAY_CONSTANTS].bytes;
    void *constants = base_array(bytes, 1);
    if (!constants) {
        return base_fail_memory(self->base.engine.env);
    }
    pso_reference_of(s->precision)->constants(s, self->base.engine.request.target, constants);
    enum swarm_status status = pso_device_array_write(self, PSO_ARRAY_CONSTANTS, 0, bytes, constants);
    free(constants);
    return status;
}

/* Words start as 0: no offers, an empty log. */
enum swarm_status pso_device_clear_words(struct pso_device_swarm *self)
{
    char *zeros = base_array((size_t)self->words.bytes, 1);
    if (!zeros) {
        return base_fail_memory(self->base.engine.env);
    }
    enum swarm_status status = ocl_buffer_write(&self->session, &self->words, 0, self->words.bytes, zeros);
    free(zeros);
    return status;
}
