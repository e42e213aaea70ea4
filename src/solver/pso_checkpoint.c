#include "pso_checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/text.h"
#include "checkpoint.h"

static const char kind[] = "swarmcl pso";

/* ------------------------------------------------------------------------------------------------------------------ */
/* What must be the same for a run to go on: all that changes its result, but not when it stops                       */

static char *number_text(double number)
{
    return base_text_format("%.17g", number);
}

static char *objective_text(const struct swarm_objective *objective)
{
    if (objective->info.kind != SWARM_OBJECTIVE_FILE) {
        return base_text_format("%s", objective->info.name);
    }
    uLong crc = crc32(0, (const Bytef *)objective->text, (uInt)strlen(objective->text));
    return base_text_format("%s (CRC-32 %08lx)", objective->info.name, crc);
}

/* "LO:HI" where all are the same; otherwise those of the first coordinate and a checksum. */
static char *bounds_text(const struct pso_settings *settings)
{
    const uint32_t n = settings->dimensions;
    uLong crc = 0;
    bool same = true;
    for (uint32_t d = 0; d < n; ++d) {
        const double pair[2] = {settings->lower[d], settings->upper[d]};
        same = same && pair[0] == settings->lower[0] && pair[1] == settings->upper[0];
        crc = crc32(crc, (const Bytef *)pair, sizeof pair);
    }
    return same
               ? base_text_format("%.17g:%.17g", settings->lower[0], settings->upper[0])
               : base_text_format("%.17g:%.17g and others (CRC-32 %08lx)", settings->lower[0], settings->upper[0], crc);
}

static char *shift_text(const struct pso_settings *settings)
{
    const size_t size = settings->dimensions * sizeof *settings->shift;
    return settings->shift ? base_text_format("%.17g ... (CRC-32 %08lx)", settings->shift[0],
                                              crc32(0, (const Bytef *)settings->shift, (uInt)size))
                           : base_text_format("none");
}

static char *inertia_text(const struct pso_settings *settings)
{
    return settings->inertia_iterations > 0
               ? base_text_format("%.17g and %.17g more in each of %u iterations", settings->inertia,
                                  settings->inertia_step, (unsigned)settings->inertia_iterations)
               : number_text(settings->inertia);
}

/* The synchronous rows find the same. */
static char *best_text(const struct pso_settings *settings)
{
    return settings->best == BEST_ASYNCHRONOUS
               ? base_text_format("asynchronous, exchange %u", (unsigned)settings->exchange)
               : base_text_format("synchronous");
}

static enum swarm_status settings_init(struct base_env *env, const struct solver_pso_request *request,
                                       struct solver_checkpoint_settings *made)
{
    const struct pso_settings *settings = &request->swarm.settings;
    solver_checkpoint_add(made, "objective", objective_text(settings->objective));
    solver_checkpoint_add(made, "dim", base_text_format("%u", (unsigned)settings->dimensions));
    solver_checkpoint_add(made, "particles", base_text_format("%u", (unsigned)settings->particles));
    solver_checkpoint_add(made, "precision", base_text_format("fp%d", settings->precision));
    solver_checkpoint_add(made, "sense", base_text_format("%s", settings->maximise ? "maximise" : "minimise"));
    solver_checkpoint_add(made, "seed", base_text_format("%llu", (unsigned long long)settings->seed));
    solver_checkpoint_add(made, "bounds", bounds_text(settings));
    solver_checkpoint_add(made, "shift", shift_text(settings));
    solver_checkpoint_add(made, "inertia", inertia_text(settings));
    solver_checkpoint_add(made, "pull of the own best", number_text(settings->cognitive));
    solver_checkpoint_add(made, "pull of the best", number_text(settings->social));
    solver_checkpoint_add(made, "vmax", base_text_format("%s", request->vmax));
    solver_checkpoint_add(made, "boundary", base_text_format("%s", pso_boundary_words[settings->boundary].name));
    solver_checkpoint_add(made, "topology", base_text_format("%s", pso_topology_words[settings->topology].name));
    solver_checkpoint_add(made, "best", best_text(settings));
    return made->failed ? base_fail_memory(env) : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Sections                                                                                                           */

enum { FIRST_SECTION = 2, SECTION_COUNT = FIRST_SECTION + PSO_SECTION_COUNT };

static void list_sections(struct pso_state *state, struct base_checkpoint_section sections[SECTION_COUNT])
{
    sections[0] = (struct base_checkpoint_section){"iteration", sizeof state->iteration, &state->iteration};
    sections[1] = (struct base_checkpoint_section){"seconds", sizeof state->seconds, &state->seconds};
    for (int k = 0; k < PSO_SECTION_COUNT; ++k) {
        sections[FIRST_SECTION + k] = (struct base_checkpoint_section){pso_section_name((enum pso_section)k), state->bytes[k],
                                                           state->sections[k]};
    }
}

enum swarm_status solver_pso_checkpoint_write(struct base_env *env, const struct solver_pso_request *request,
                                              const struct pso_state *state)
{
    struct solver_checkpoint_settings settings = {.count = 0};
    struct base_checkpoint_section sections[SECTION_COUNT];
    struct pso_state listed = *state;
    enum swarm_status status = SWARM_OK;
    list_sections(&listed, sections);
    TRY(settings_init(env, request, &settings));
    TRY(base_checkpoint_write(env, request->checkpoints.path, kind, settings.shown, settings.count, sections,
                              SECTION_COUNT));

fail:
    solver_checkpoint_settings_deinit(&settings);
    return status;
}

static double number_of(const struct pso_state *state, int precision, enum pso_section section, size_t index)
{
    return precision == 32 ? (double)((const float *)state->sections[section])[index]
                           : ((const double *)state->sections[section])[index];
}

/* Whether `section` holds positions within the bounds; coordinate d of place p is at d * step_d + p * step_p. */
static bool is_within(const struct pso_settings *settings, const struct pso_state *state, enum pso_section section,
                      size_t places, size_t step_d, size_t step_p)
{
    for (size_t p = 0; p < places; ++p) {
        for (uint32_t d = 0; d < settings->dimensions; ++d) {
            const double x = number_of(state, settings->precision, section, d * step_d + p * step_p);
            if (!(x >= settings->lower[d] && x <= settings->upper[d])) {
                return false;
            }
        }
    }
    return true;
}

/* A checksum tells what has happened to a file, not who wrote it. */
static bool is_possible(const struct pso_settings *settings, const struct pso_state *state)
{
    const struct pso_best *best = state->sections[PSO_SECTION_BEST];
    const uint32_t *tribe_particles = state->sections[PSO_SECTION_TRIBE_PARTICLES];
    const size_t particles = settings->particles, n = settings->dimensions;
    const uint32_t tribes = pso_tribe_count(settings);
    for (uint32_t t = 0; t < tribes; ++t) {
        if (tribe_particles[t] >= particles) {
            return false;
        }
    }
    return best->particle < particles && best->iteration <= state->iteration && best->state <= SWARM_STAGNATED
           && state->iteration <= UINT32_MAX && state->seconds >= 0.0 && isfinite(state->seconds)
           && is_within(settings, state, PSO_SECTION_POSITIONS, particles, particles, 1)
           && is_within(settings, state, PSO_SECTION_MEMORIES, particles, particles, 1)
           && is_within(settings, state, PSO_SECTION_BEST_POSITION, 1, 1, n)
           && is_within(settings, state, PSO_SECTION_TRIBE_POSITIONS, tribes, 1, n);
}

enum swarm_status solver_pso_checkpoint_read(struct base_env *env, const struct solver_pso_request *request,
                                             struct pso_state *state)
{
    struct solver_checkpoint_settings settings = {.count = 0};
    struct base_checkpoint_section sections[SECTION_COUNT];
    enum swarm_status status = SWARM_OK;
    list_sections(state, sections);
    TRY(settings_init(env, request, &settings));
    TRY(base_checkpoint_read(env, request->resume_path, kind, settings.shown, settings.count, sections, SECTION_COUNT));
    if (!is_possible(&request->swarm.settings, state)) {
        status = base_fail(env, SWARM_ERROR_INPUT, "%s: holds a state that no run can have", request->resume_path);
    }

fail:
    solver_checkpoint_settings_deinit(&settings);
    return status;
}
