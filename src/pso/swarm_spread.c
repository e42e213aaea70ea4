/* swarm_spread.c - one swarm on several devices: an engine that owns a swarm with a part of the tribes per device.
 * Tribes of `asynchronous` are independent between two exchanges. At an exchange each device finds the best of its
 * tribes, and the host writes the best of all devices to each of them, so it waits for the devices once per exchange.
 * Particles keep their numbers of the whole swarm, which decide random numbers and ties, so the result has the same
 * bits as on one device. A state holds the whole swarm. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "device.h"

struct spread_swarm {
    struct pso_swarm base;
    struct pso_best best;
    struct pso_improvement log[LOG_SLOTS];
    char *positions; /* [count][dimensions] numbers, owned: best positions of the devices during an exchange */
    size_t count;
    struct search_engine **parts; /* [count] swarms, one per device, owned */
};

SEARCH_ENGINE_SELF(spread_swarm)

static struct pso_device_swarm *part_of(const struct spread_swarm *self, size_t part)
{
    return (struct pso_device_swarm *)self->parts[part];
}

/* Checks memory: a device that is named more than once must hold all its parts of the swarm together. */
static enum swarm_status check_memory(const struct spread_swarm *self, const struct swarm_device *device)
{
    uint64_t needed = 0;
    for (size_t k = 0; k < self->count; ++k) {
        const struct pso_device_swarm *part = part_of(self, k);
        needed += self->parts[k]->device == device ? part->numbers.bytes + part->words.bytes : 0;
    }
    return needed <= device->global_memory
               ? SWARM_OK
               : base_fail(self->base.engine.env, SWARM_ERROR_OUT_OF_MEMORY,
                           "the swarm's parts need %s on \"%s\", which has %s", base_size_text(needed).text,
                           device->name, base_size_text(device->global_memory).text);
}

/* Plans the swarm as the sum of the arrays of all devices. */
static enum swarm_status plan(struct search_engine *engine)
{
    struct spread_swarm *self = self_of(engine);
    for (size_t k = 0; k < self->count; ++k) {
        struct search_engine *part = self->parts[k];
        TRY(part->type->plan(part));
        engine->plan_count = part->plan_count;
        for (size_t i = 0; i < part->plan_count; ++i) {
            engine->plan[i].name = part->plan[i].name;
            engine->plan[i].bytes += part->plan[i].bytes;
        }
        TRY(check_memory(self, part->device));
    }
    return SWARM_OK;
}

static enum swarm_status open_devices(struct search_engine *engine)
{
    const struct spread_swarm *self = self_of(engine);
    for (size_t k = 0; k < self->count; ++k) {
        TRY(self->parts[k]->type->open(self->parts[k]));
    }
    engine->session = self->parts[0]->session;
    return SWARM_OK;
}

static enum swarm_status build(struct search_engine *engine)
{
    const struct spread_swarm *self = self_of(engine);
    for (size_t k = 0; k < self->count; ++k) {
        TRY(self->parts[k]->type->build(self->parts[k]));
    }
    return SWARM_OK;
}

/* Exchanges after `iteration`, in which each device has found the best of its tribes: copies the best of all devices
 * to each. Before the first improvement the best is the position of the swarm's first particle. */
static enum swarm_status exchange(struct spread_swarm *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    struct pso_best best = {.particle = PARTICLE_NONE}, other;
    size_t donor = 0;
    const size_t bytes = s->dimensions * (size_t)s->precision / 8;
    double value = 0;
    for (size_t k = 0; k < self->count; ++k) {
        TRY(pso_device_copy_best(part_of(self, k), &other, self->positions + k * bytes, false));
        const double there = pso_number_of_bits(other.value, s->precision);
        if (other.improvements > self->best.improvements && (best.particle == PARTICLE_NONE || there < value)) {
            best = other; /* on ties the first device wins, because it has the lowest particles */
            value = there;
            donor = k;
        }
    }
    const bool found = best.particle != PARTICLE_NONE;
    void *position = self->positions + donor * bytes;
    if (found) {
        struct pso_improvement *entry = &self->log[self->best.improvements % LOG_SLOTS];
        *entry = (struct pso_improvement){.iteration = best.iteration, .value = best.value};
        for (uint32_t d = 0; d < 2 && d < s->dimensions; ++d) {
            entry->position[d] = pso_number_bits(pso_number_load(position, s->precision, d), s->precision);
        }
    }
    self->best = pso_reference_of(s->precision)
                     ->settle(self->best, value, best.particle, best.iteration, iteration, &self->base.engine.request);
    best = self->best;
    best.state = SWARM_RUNNING; /* only the host ends the run */
    for (size_t k = 0; k < self->count && (found || iteration == 0); ++k) {
        TRY(pso_device_copy_best(part_of(self, k), &best, position, true));
    }
    return SWARM_OK;
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    struct spread_swarm *self = self_of(engine);
    const struct pso_settings *s = &self->base.settings;
    engine->start_score = INT64_MAX;
    self->positions = base_array(self->count * s->dimensions, (size_t)s->precision / 8);
    TRY(self->positions ? SWARM_OK : base_fail_memory(engine->env));
    for (size_t k = 0; k < self->count; ++k) {
        struct search_engine *part = self->parts[k];
        part->resumed = engine->resumed;
        part->request.deadline = engine->request.deadline;
        TRY(part->type->prepare(part, start, score));
    }
    if (!engine->resumed) {
        self->best.value = pso_number_bits((double)INFINITY, s->precision);
        TRY(exchange(self, 0));
        engine->has_summary = true;
    }
    return SWARM_OK;
}

/* Queues iterations on all devices up to *last, or up to the next exchange if that is earlier, and exchanges then. */
static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct spread_swarm *self = self_of(engine);
    const uint64_t period = self->base.settings.exchange, next = (iteration + period - 1) / period * period;
    const uint64_t limit = *last < next ? *last : next; /* `next` is the iteration of the next exchange */
    uint64_t *queued = &self->base.queued;
    *interrupted = search_engine_is_interrupted(engine);
    while (!*interrupted && *queued < limit) {
        uint32_t count = UINT32_MAX;
        for (size_t k = 0; k < self->count; ++k) {
            const uint32_t burst = pso_device_burst(part_of(self, k), *queued + 1, limit);
            count = burst < count ? burst : count;
        }
        for (size_t k = 0; k < self->count; ++k) {
            TRY(pso_device_queue(part_of(self, k), *queued + 1, count, interrupted));
        }
        *queued += count;
        *interrupted = search_engine_is_interrupted(engine);
    }
    if (*queued >= iteration && *queued % period == 0) {
        TRY(exchange(self, *queued));
    }
    engine->has_summary = *queued >= iteration;
    *last = *queued;
    return SWARM_OK;
}

static enum swarm_status collect(struct search_engine *engine, bool all, bool *got, struct search_summary *summary)
{
    struct spread_swarm *self = self_of(engine);
    for (size_t k = 0; all && k < self->count; ++k) {
        TRY(ocl_pacer_drain(&part_of(self, k)->pacer));
    }
    TRY(search_engine_collect(engine, all, got, summary));
    if (*got) {
        *summary = pso_swarm_report(&self->base, self->base.queued, &self->best, self->log);
    }
    return SWARM_OK;
}

/* Allocates the sections from `first` on and fills them from all devices. */
static enum swarm_status gather(struct spread_swarm *self, enum pso_section first, struct search_sections *state)
{
    struct search_sections piece = {.count = 0};
    enum swarm_status status = SWARM_OK;
    TRY(pso_state_make(self->base.engine.env, &self->base.settings, first, state));
    for (size_t k = 0; k < self->count && status == SWARM_OK; ++k) {
        struct pso_device_swarm *part = part_of(self, k);
        status = pso_device_read_state(part, first, &piece);
        if (status == SWARM_OK) {
            pso_state_copy_part(&part->base.settings, &piece, state, false);
        }
        search_sections_deinit(&piece);
    }
    *(struct pso_best *)state->sections[PSO_SECTION_BEST].bytes = self->best;
    return status;
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *state)
{
    return gather(self_of(engine), PSO_SECTION_POSITIONS, state);
}

static enum swarm_status load(struct search_engine *engine, struct search_sections *state, uint64_t iteration)
{
    struct spread_swarm *self = self_of(engine);
    struct search_sections piece = {.count = 0};
    enum swarm_status status = pso_swarm_begin_load(&self->base, state, iteration);
    for (size_t k = 0; k < self->count && status == SWARM_OK; ++k) {
        struct pso_device_swarm *part = part_of(self, k);
        status = pso_state_make(engine->env, &part->base.settings, PSO_SECTION_POSITIONS, &piece);
        if (status == SWARM_OK) {
            pso_state_copy_part(&part->base.settings, &piece, state, true);
            status = pso_device_transfer(part, &piece, true);
        }
        search_sections_deinit(&piece);
    }
    if (status == SWARM_OK) {
        self->best = *(const struct pso_best *)state->sections[PSO_SECTION_BEST].bytes;
    }
    return status;
}

static enum swarm_status solution(struct search_engine *engine, void *position, struct search_improvement *best)
{
    struct spread_swarm *self = self_of(engine);
    struct search_sections state = {.count = 0};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, gather(self, PSO_SECTION_NANS, &state));
    pso_state_solution(&self->base.settings, &state, position, best, engine);
    for (size_t k = 0; k < self->count && status == SWARM_OK; ++k) {
        status = ocl_session_drain_times(self->parts[k]->session);
    }

done:
    search_sections_deinit(&state);
    return status;
}

static void describe(const struct search_engine *engine, struct options *options)
{
    const struct search_engine *part = ((const struct spread_swarm *)engine)->parts[0];
    part->type->describe(part, options);
}

static void release(struct search_engine *engine)
{
    const struct spread_swarm *self = self_of(engine);
    for (size_t k = 0; k < self->count; ++k) {
        search_engine_destroy(&self->parts[k]);
    }
    free(self->parts);
    free(self->positions);
}

static const struct search_engine_type spread_type = {
    .size = sizeof(struct spread_swarm),
    .plan = plan,
    .open = open_devices,
    .build = build,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .solution = solution,
    .describe = describe,
    .list = pso_swarm_list,
    .save = save,
    .load = load,
    .release = release,
};

/* Evaluations of a device with `count` particles from `first` on. The run needs at least one of each particle. */
static uint64_t part_evaluations(const struct pso_settings *settings, uint32_t first, uint32_t count)
{
    const uint64_t whole = settings->evaluations / settings->particles,
                   rest = settings->evaluations % settings->particles;
    const uint64_t own = rest > first ? rest - first : 0;
    return whole * count + (own < count ? own : count);
}

enum swarm_status pso_swarm_spread_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, struct search_devices devices,
                                          struct search_engine **engine)
{
    const uint64_t tribes = pso_tribe_count(settings), count = devices.count;
    struct search_request request = *run;
    request.target = INT64_MIN; /* only the host checks the stop conditions */
    request.no_improve = 0;
    TRY(pso_swarm_create(env, &spread_type, run, settings, devices, engine));
    struct spread_swarm *self = self_of(*engine);
    self->parts = base_array(count, sizeof *self->parts);
    TRY(self->parts ? SWARM_OK : base_fail_memory(env));
    self->count = count;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t first = (uint32_t)(tribes * k / count) * PSO_TRIBE;
        const uint32_t end = (uint32_t)(tribes * (k + 1) / count) * PSO_TRIBE;
        struct pso_settings part = *settings;
        part.first = first;
        part.particles = (end < settings->particles ? end : settings->particles) - first;
        part.evaluations = part_evaluations(settings, first, part.particles);
        part.start_count = settings->start_count > first ? settings->start_count - first : 0;
        part.start_count = part.start_count < part.particles ? part.start_count : part.particles;
        part.start = settings->start ? settings->start + (size_t)first * settings->dimensions : NULL;
        request.dump_path = k == 0 ? run->dump_path : NULL;
        TRY(pso_swarm_device_create(env, &request, &part, devices.list, devices.indices[k], &self->parts[k]));
    }
    return SWARM_OK;
}
