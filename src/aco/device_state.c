/* The state of a colony on a device, to and from the host. */
#include "colony_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colony_rules.h"
#include "edges.h"
#include "state.h"

/* Buffers of rows go through pieces of about so many bytes. */
enum { PIECE_BYTES = 1 << 24 };

/* Copies the first `width` elements of all rows of a buffer, [n][stride] words, to or from words [n][width]. What is
 * behind them in a row stays as it is. */
static enum swarm_status move_rows(struct aco_device_colony *self, enum aco_buffer buffer, uint32_t *words, bool write)
{
    const struct aco_settings *s = &self->base.settings;
    const uint64_t row_bytes = (uint64_t)s->stride * sizeof(uint32_t);
    const uint32_t fitting = (uint32_t)(PIECE_BYTES / row_bytes), rows = fitting < 1 ? 1 : fitting;
    enum swarm_status status = SWARM_OK;
    uint32_t *piece = base_array((size_t)(rows < s->n ? rows : s->n) * s->stride, sizeof *piece);
    if (!piece) {
        return base_fail_memory(self->base.engine.env);
    }
    for (uint32_t i = 0; i < s->n; i += rows) {
        const uint32_t count = rows < s->n - i ? rows : s->n - i;
        TRY(ocl_buffer_read(&self->session, &self->buffers[buffer], i * row_bytes, count * row_bytes, piece));
        for (uint32_t k = 0; k < count; ++k) {
            uint32_t *there = piece + (size_t)k * s->stride, *here = words + (size_t)(i + k) * s->width;
            memcpy(write ? there : here, write ? here : there, s->width * sizeof *words);
        }
        if (write) {
            TRY(ocl_buffer_write(&self->session, &self->buffers[buffer], i * row_bytes, count * row_bytes, piece));
        }
    }

fail:
    free(piece);
    return status;
}

enum swarm_status aco_device_save(struct run_engine *engine, struct run_sections *state)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    const struct aco_settings *s = &self->base.settings;
    const uint64_t tour_bytes = (uint64_t)s->n * sizeof(uint32_t), row = ROW_BEST(s->ants);
    enum swarm_status status = SWARM_OK;
    TRY(aco_state_make_ants(engine->env, s, state));
    TRY(ocl_buffer_read(&self->session, &self->buffers[ACO_BUFFER_BEST], 0, sizeof(struct aco_best),
                        state->sections[ACO_STATE_BEST].bytes));
    TRY(ocl_buffer_read(&self->session, &self->buffers[ACO_BUFFER_LENGTHS], row * 8, ROWS_KEPT * 8,
                        state->sections[ACO_STATE_LENGTHS].bytes));
    TRY(ocl_buffer_read(&self->session, &self->buffers[ACO_BUFFER_TOURS], row * tour_bytes, ROWS_KEPT * tour_bytes,
                        state->sections[ACO_STATE_TOURS].bytes));
    TRY(move_rows(self, ACO_BUFFER_TRAILS, state->sections[ACO_STATE_TRAILS].bytes, false));
    if (s->adopts) {
        TRY(move_rows(self, ACO_BUFFER_CANDIDATES, state->sections[ACO_STATE_CANDIDATES].bytes, false));
    }

fail:
    return status;
}

/* The lists, with what is known of the nodes that they have adopted: these stand in the last two places. */
static enum swarm_status load_lists(struct aco_device_colony *self, uint32_t *nodes)
{
    const struct aco_settings *s = &self->base.settings;
    const struct swarm_instance *instance = self->base.request.instance;
    enum swarm_status status = SWARM_OK;
    float *heuristic = base_array((size_t)s->n * s->width, sizeof *heuristic);
    if (!heuristic) {
        return base_fail_memory(self->base.engine.env);
    }
    TRY(move_rows(self, ACO_BUFFER_HEURISTIC, (uint32_t *)(void *)heuristic, false));
    for (uint32_t i = 0; i < s->n; ++i) {
        for (uint32_t k = s->width - 2; k < s->width; ++k) {
            const uint32_t j = nodes[(size_t)i * s->width + k];
            const int32_t distance = tsp_instance_distance(instance, i, j);
            heuristic[(size_t)i * s->width + k] = aco_heuristic(instance, i, j, distance);
        }
    }
    TRY(move_rows(self, ACO_BUFFER_HEURISTIC, (uint32_t *)(void *)heuristic, true));
    TRY(move_rows(self, ACO_BUFFER_CANDIDATES, nodes, true));

fail:
    free(heuristic);
    return status;
}

enum swarm_status aco_device_load(struct run_engine *engine, struct run_sections *state, uint64_t iteration)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    const struct aco_settings *s = &self->base.settings;
    const struct aco_best *best = state->sections[ACO_STATE_BEST].bytes;
    const uint32_t *tours = state->sections[ACO_STATE_TOURS].bytes;
    const uint64_t tour_bytes = (uint64_t)s->n * sizeof(uint32_t), row = ROW_BEST(s->ants);
    enum swarm_status status = SWARM_OK;
    TRY(aco_state_check_ants(engine->env, s, state));
    TRY(ocl_buffer_write(&self->session, &self->buffers[ACO_BUFFER_BEST], 0, sizeof *best, best));
    TRY(ocl_buffer_write(&self->session, &self->buffers[ACO_BUFFER_LENGTHS], row * 8, ROWS_KEPT * 8,
                         state->sections[ACO_STATE_LENGTHS].bytes));
    TRY(ocl_buffer_write(&self->session, &self->buffers[ACO_BUFFER_TOURS], row * tour_bytes, ROWS_KEPT * tour_bytes,
                         tours));
    TRY(move_rows(self, ACO_BUFFER_TRAILS, state->sections[ACO_STATE_TRAILS].bytes, true));
    if (s->adopts) {
        TRY(load_lists(self, state->sections[ACO_STATE_CANDIDATES].bytes));
    }
    if (s->local_search) {
        TRY(aco_device_anchor(self, ACO_BUFFER_NO_ANCHOR, NULL));
    }
    TRY(aco_device_anchor(self, ACO_BUFFER_ANCHOR, tours));
    engine->start_score = best->length;
    self->queued = self->requested = self->collected = self->pacer.done_mark = iteration;

fail:
    return status;
}

/* The rows that are kept stand one behind the other: the best so far, that since the restart, the copy to search. */
enum swarm_status aco_device_take(struct run_engine *engine, const void *tour, int64_t *length, uint64_t iteration)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    const struct aco_settings *s = &self->base.settings;
    const struct ocl_buffer *buffers = self->buffers;
    const uint64_t tour_bytes = (uint64_t)s->n * sizeof(uint32_t), row = ROW_BEST(s->ants);
    const int64_t lengths[ROWS_KEPT] = {*length, *length, *length};
    struct aco_best best;
    enum swarm_status status = SWARM_OK;
    TRY(ocl_buffer_read(&self->session, &buffers[ACO_BUFFER_BEST], 0, sizeof best, &best));
    aco_best_take(&best, *length, iteration);
    TRY(ocl_buffer_write(&self->session, &buffers[ACO_BUFFER_BEST], 0, sizeof best, &best));
    TRY(ocl_buffer_write(&self->session, &buffers[ACO_BUFFER_LENGTHS], row * 8, sizeof lengths, lengths));
    for (uint64_t k = 0; k < ROWS_KEPT; ++k) {
        TRY(ocl_buffer_write(&self->session, &buffers[ACO_BUFFER_TOURS], (row + k) * tour_bytes, tour_bytes, tour));
    }
    if (s->local_search) {
        TRY(aco_device_anchor(self, ACO_BUFFER_ANCHOR, tour));
    }

fail:
    return status;
}
