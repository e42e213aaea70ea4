/* Fills a colony's buffers before the first iteration: instance, lists, start tour. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "tsp/arithmetic.h"

enum { UPLOAD_BYTES = 1 << 24 }; /* bytes per write: large enough to be fast, small in the host's memory */

static enum swarm_status upload_matrix(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const uint64_t row_bytes = (uint64_t)s->matrix_stride * sizeof(int32_t);
    const uint32_t fitting = (uint32_t)(UPLOAD_BYTES / row_bytes);
    const uint32_t rows = fitting < 1 ? 1 : fitting < s->n ? fitting : s->n;
    enum swarm_status status = SWARM_OK;
    int32_t *piece = base_array((size_t)rows * s->matrix_stride, sizeof *piece);
    TRY(piece ? SWARM_OK : base_fail_memory(self->base.engine.env));
    for (uint32_t i = 0; i < s->n && !search_engine_is_interrupted(&self->base.engine); i += rows) {
        uint32_t count = rows < s->n - i ? rows : s->n - i;
        for (uint32_t k = 0; k < count; ++k) {
            tsp_instance_row(self->base.request.instance, i + k, piece + (size_t)k * s->matrix_stride);
        }
        TRY_OR(done, ocl_buffer_write(&self->session, &self->buffers[ACO_BUFFER_DISTANCE], i * row_bytes,
                                      count * row_bytes, piece));
    }

done:
    free(piece);
    return status;
}

/* Writes `count` copies of an item to each colony's section of a buffer, in writes of about UPLOAD_BYTES. */
static enum swarm_status upload_repeated(struct aco_device_colony *self, enum aco_buffer buffer, const void *item,
                                         size_t item_bytes, uint64_t count)
{
    const uint64_t fitting = item_bytes < UPLOAD_BYTES ? UPLOAD_BYTES / item_bytes : 1;
    const uint64_t per_piece = fitting < count ? fitting : count;
    enum swarm_status status = SWARM_OK;
    char *piece = base_array((size_t)per_piece, item_bytes);
    TRY(piece ? SWARM_OK : base_fail_memory(self->base.engine.env));
    for (uint64_t k = 0; k < per_piece; ++k) {
        memcpy(piece + k * item_bytes, item, item_bytes);
    }
    for (uint64_t k = 0; k < count; k += per_piece) {
        uint64_t items = per_piece < count - k ? per_piece : count - k;
        TRY_OR(done, aco_device_write(self, buffer, k * item_bytes, items * item_bytes, piece));
    }

done:
    free(piece);
    return status;
}

/* Does on the device what aco_reference_walk() does. Waits for the uploads, not for the deposit. */
static enum swarm_status walk(struct aco_device_colony *self, const uint32_t *tour, int64_t length, bool *interrupted)
{
    const struct aco_settings *s = &self->base.settings;
    TRY(upload_repeated(self, ACO_BUFFER_TOURS, tour, s->n * sizeof *tour, s->ants));
    TRY(upload_repeated(self, ACO_BUFFER_LENGTHS, &length, sizeof length, s->ants));
    return aco_device_deposit(self, 0, interrupted);
}

/* Writes an array to each colony's section of a buffer. Does nothing if the buffer is empty or `from` is NULL, as for
 * lists that missed the deadline. */
static enum swarm_status upload(struct aco_device_colony *self, enum aco_buffer buffer, const void *from)
{
    const uint64_t part = aco_device_part(self, buffer), bytes = part > 0 ? part : self->buffers[buffer].bytes;
    return bytes > 0 && from ? aco_device_write(self, buffer, 0, bytes, from) : SWARM_OK;
}

/* Converts coordinates [count] and writes them to a buffer, unless the buffer is empty. */
static enum swarm_status upload_coordinates(struct aco_device_colony *self, enum aco_buffer buffer, const double *from,
                                            size_t count)
{
    if (self->buffers[buffer].bytes == 0) {
        return SWARM_OK;
    }
    void *numbers = tsp_coordinates_make(self->base.lengths, from, count);
    const enum swarm_status status = numbers ? upload(self, buffer, numbers) : base_fail_memory(self->base.engine.env);
    free(numbers);
    return status;
}

/* Uploads points as vectors: x, y; in space x, y, z and padding. */
static enum swarm_status upload_points(struct aco_device_colony *self)
{
    const size_t n = self->base.settings.n, size = self->edge_stride;
    const double *coordinates = self->base.request.instance->coordinates;
    double *points = base_array(n * size, sizeof *points);
    TRY(points ? SWARM_OK : base_fail_memory(self->base.engine.env));
    for (size_t i = 0; i < n; ++i) {
        points[i * size] = coordinates[i];
        points[i * size + 1] = coordinates[n + i];
        if (size > 2) {
            points[i * size + 2] = coordinates[2 * n + i];
        }
    }
    enum swarm_status status = upload_coordinates(self, ACO_BUFFER_POINTS, points, n * size);
    free(points);
    return status;
}

static enum swarm_status upload_instance(struct aco_device_colony *self)
{
    const struct swarm_instance *instance = self->base.request.instance;
    struct aco_lists lists = {.nodes = NULL};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, aco_lists_init(self->base.engine.env, instance, &self->base.settings,
                                self->base.engine.request.deadline, &lists));
    TRY_OR(done, upload(self, ACO_BUFFER_CANDIDATES, lists.nodes));
    TRY_OR(done, upload(self, ACO_BUFFER_SEARCH_LISTS, lists.search));
    TRY_OR(done, upload(self, ACO_BUFFER_SECOND, lists.second));
    TRY_OR(done, upload(self, ACO_BUFFER_PARTNERS, instance->partners));
    TRY_OR(done, upload_coordinates(self, ACO_BUFFER_COORDINATES, instance->coordinates,
                                    3 * (size_t)instance->info.node_count));
    TRY_OR(done, aco_device_uses_points(self) ? upload_points(self) : SWARM_OK);
    if (self->buffers[ACO_BUFFER_COORDINATES].bytes == 0 && self->buffers[ACO_BUFFER_DISTANCE].bytes > 0) {
        TRY_OR(done, upload_matrix(self));
    }

done:
    aco_lists_deinit(&lists);
    return status;
}

/* Sets the state without a start tour. The anchors are empty, so the first local searches begin at all nodes. */
static enum swarm_status take_none(struct aco_device_colony *self)
{
    const struct aco_settings *s = &self->base.settings;
    const struct aco_best best = aco_best_begin(s, LENGTH_NONE);
    const int64_t lengths_kept[ROWS_KEPT] = {LENGTH_NONE, LENGTH_NONE, LENGTH_NONE};
    TRY(aco_device_write(self, ACO_BUFFER_LENGTHS, (uint64_t)ROW_BEST(s->ants) * 8, sizeof lengths_kept, lengths_kept));
    TRY(aco_device_write(self, ACO_BUFFER_BEST, 0, sizeof best, &best));
    for (uint32_t k = 0; k < self->colonies; ++k) {
        TRY(aco_colony_anchor(&self->members[k]->base, NULL));
    }
    return SWARM_OK;
}

/* Makes the start tour the best tour, improved by the local search if there is one. */
static enum swarm_status take_start(struct aco_device_colony *self, const uint32_t *start_tour, int64_t start_length)
{
    const struct aco_settings *s = &self->base.settings;
    const uint64_t tour_bytes = (uint64_t)s->n * 4, row = ROW_BEST(s->ants), again = ROW_POLISH(s->ants);
    int64_t lengths_kept[ROWS_KEPT] = {start_length, LENGTH_NONE, start_length};
    struct aco_best best = aco_best_begin(s, start_length);
    enum swarm_status status = SWARM_OK;
    bool interrupted = false;
    uint32_t *tour = base_array(s->n, sizeof *tour);
    TRY(tour ? SWARM_OK : base_fail_memory(self->base.engine.env));
    TRY_OR(done, aco_device_write(self, ACO_BUFFER_TOURS, again * tour_bytes, tour_bytes, start_tour));
    TRY_OR(done, aco_device_write(self, ACO_BUFFER_LENGTHS, row * 8, sizeof lengths_kept, lengths_kept));
    memcpy(tour, start_tour, (size_t)tour_bytes);
    if (s->local_search && !search_engine_is_interrupted(&self->base.engine)) {
        TRY_OR(done, aco_device_polish(self, &interrupted));
        TRY_OR(done, self->base.move(&self->base, ACO_BUFFER_TOURS, again * tour_bytes, tour_bytes, tour, false));
        TRY_OR(done, self->base.move(&self->base, ACO_BUFFER_LENGTHS, again * 8, 8, &best.length, false));
        lengths_kept[0] = lengths_kept[2] = best.length;
        TRY_OR(done, aco_device_write(self, ACO_BUFFER_LENGTHS, row * 8, sizeof lengths_kept, lengths_kept));
    }
    TRY_OR(done, aco_device_write(self, ACO_BUFFER_TOURS, row * tour_bytes, tour_bytes, tour));
    for (uint32_t k = 0; k < self->colonies; ++k) {
        TRY_OR(done, aco_colony_anchor(&self->members[k]->base, interrupted ? NULL : tour));
    }
    self->base.engine.start_score = best.length;
    TRY_OR(done, aco_device_write(self, ACO_BUFFER_BEST, 0, sizeof best, &best));
    if (self->base.request.walked && !search_engine_is_interrupted(&self->base.engine)) {
        TRY_OR(done, walk(self, tour, best.length, &interrupted)); /* an interruption is noticed again in step() */
    }

done:
    free(tour);
    return status;
}

/* Computes heuristic, trails and row_offsets; on whole rows also distances unless the host uploaded them. */
static enum swarm_status initialise(struct aco_device_colony *self)
{
    if (self->base.settings.candidates > 0) {
        return aco_device_launch(self, ACO_KERNEL_LIST_INITIALISE, aco_device_elements(self, self->base.settings.n));
    }
    TRY(aco_device_launch(self, ACO_KERNEL_INITIALISE, aco_device_matrix(self)));
    return aco_device_launch(self, ACO_KERNEL_ROW_OFFSETS, aco_device_rows(self));
}

enum swarm_status aco_device_prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    const uint32_t zero = 0, n = self->base.settings.n;
    for (size_t i = 0; i < ACO_BUFFER_COUNT; ++i) {
        TRY(ocl_buffer_create(&self->session, &self->buffers[i]));
    }
    TRY(aco_device_bind(self));
    for (uint32_t k = 0; k < self->colonies; ++k) {
        const uint64_t seed = self->members[k]->base.settings.seed;
        const uint32_t key[] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
        TRY(ocl_buffer_write(&self->session, &self->buffers[ACO_BUFFER_KEYS], k * sizeof key, sizeof key, key));
    }
    TRY(upload_instance(self));
    TRY(upload_repeated(self, ACO_BUFFER_LAID, &zero, sizeof zero, self->parts.laid / 4));
    TRY(upload_repeated(self, ACO_BUFFER_NO_ANCHOR, &n, sizeof n, self->buffers[ACO_BUFFER_NO_ANCHOR].bytes / 4));
    if (!search_engine_is_interrupted(engine)) {
        TRY(initialise(self));
    }
    TRY(ocl_session_finish(&self->session));
    ocl_pacer_init(&self->pacer, &self->session, engine->request.launch_seconds, engine->request.deadline);
    for (size_t kind = 0; kind < PACER_KINDS; ++kind) { /* a launch does the units of all colonies */
        self->pacer.seconds_per_unit[kind] *= self->colonies;
    }
    return engine->resumed ? SWARM_OK : start ? take_start(self, start, score) : take_none(self);
}
