/* device_program.c - builds the program of a swarm: defines, objective and kernels as one text. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "device.h"

/* Returns the user's objective, owned, after a #line directive so that messages name its file. */
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

enum { DEFINES_MOST = 25 };

/* Fills in the defines and returns their number. */
static size_t list_defines(const struct swarm_device *device, const struct pso_settings *s,
                           const struct pso_shape *shape, struct ocl_define defines[DEFINES_MOST])
{
    const struct swarm_objective *objective = s->objective;
    const struct ocl_define made[] = {
        {"PRECISION", s->precision, NULL},
        {"LANES", shape->lanes, NULL},
        {"DIMENSIONS", s->dimensions, NULL},
        {"FIRST", s->first, NULL},
        {"TOPOLOGY", s->topology, NULL},
        {"BOUNDARY", s->boundary, NULL},
        {"VARIANT",
         (s->maximise ? VARIANT_MAXIMISE : 0) | (s->shift ? VARIANT_SHIFTED : 0)
             | (s->inertia_step != 0 ? VARIANT_INERTIA_CHANGES : 0)
             | (objective->constraints > 0 ? VARIANT_CONSTRAINED : 0) | (s->step ? VARIANT_STEPPED : 0)
             | (objective->is_noisy ? VARIANT_NOISY : 0) | (pso_has_runs(s) ? VARIANT_RESTARTS : 0)
             | (s->learned ? VARIANT_LEARNED : 0) | (objective->takes_data ? VARIANT_DATA : 0),
         NULL},
        {"OBJECTIVE", 0, objective->row ? objective->row->function : "objective"},
        {"GROUP_SIZE", shape->group_size, NULL},
        {"BEST", s->best, NULL},
        {"REGISTERS", shape->registers, NULL},
        {"ITEMS", shape->items, NULL},
        {"UNIFORM_BRANCHES", device->type != SWARM_DEVICE_CPU, NULL},
        {"VOTE", shape->votes, NULL},
        {"KEEP_BLOCKS", shape->keeps_blocks, NULL},
        {"ARCHIVE", s->ants > 0 ? s->particles : 0, NULL},
        {"FILL", pso_fill(s), NULL},
        {"POINTS", s->particles, NULL},
        {"POINTS_MOST", s->most_points, NULL},
        {"HISTORY", (int64_t)strategy_history(s->dimensions, s->particles), NULL},
        {"STARTS", s->start_count, NULL},
        {"GRID", s->grid, NULL},
        {"REPEATS", s->repeats > 1 ? s->repeats : 1, NULL},
        {"GENERATIONS", shape->generations, NULL},
        {"SHARED", shape->swarms > 1, NULL},
    };
    memcpy(defines, made, sizeof made);
    return sizeof made / sizeof made[0];
}

enum swarm_status pso_program_build(struct ocl_session *session, const struct pso_settings *s,
                                    const struct pso_shape *shape, const char *const *kernels, const char *dump_path,
                                    cl_program *program)
{
    const struct swarm_objective *objective = s->objective;
    struct ocl_define defines[DEFINES_MOST];
    const size_t define_count = list_defines(session->device, s, shape, defines);
    struct ocl_source files[6] = {{NULL, NULL, 0}};
    size_t count = 0;
    enum swarm_status status = SWARM_OK;
    char *own = NULL, *text = NULL;
    if (!objective->row) { /* the text of a user's objective comes between the prelude and the kernels */
        own = objective_text(objective);
        TRY_OR(done, own ? SWARM_OK : base_fail_memory(session->env));
        files[count++].name = "pso/prelude.cl";
        files[count++] = (struct ocl_source){objective->path, own, strlen(own)};
    }
    for (; *kernels; ++kernels) {
        files[count++].name = *kernels;
    }
    if (dump_path) {
        TRY_OR(done, ocl_program_text(session, files, count, defines, define_count, &text));
        TRY_OR(done, ocl_program_dump(session, (const char *const *)&text, 1, dump_path));
    }
    TRY_OR(done, ocl_program_build(session, files, count, defines, define_count, program));

done:
    free(text);
    free(own);
    if (status == SWARM_ERROR_BUILD && !objective->row) { /* the compilers' message is about the user's text */
        const size_t line = pso_text_open_line(objective->text);
        status = line > 0 ? base_fail(session->env, SWARM_ERROR_INPUT,
                                      "%s:%zu: a bracket that opens here is not closed", objective->path, line)
                          : SWARM_ERROR_INPUT;
    }
    return status;
}

enum swarm_status pso_device_build(struct pso_device_swarm *self)
{
    const struct search_engine *engine = &self->base.engine;
    const struct pso_settings *s = &self->base.settings;
    const bool persistent = self->shape.persistent, ants = s->ants > 0, strategy = s->most_points > 0;
    const bool launches = strategy && !self->shape.generations, exchanges = persistent && s->best == BEST_ASYNCHRONOUS;
    const bool moves = !persistent && !ants && !strategy, joins = exchanges || (moves && s->best <= BEST_QUEUE);
    const char *const steps = strategy     ? "pso/strategy.cl"
                              : ants       ? "pso/ants.cl"
                              : persistent ? "pso/persist.cl"
                                           : "pso/move.cl";
    const char *const files[] = {"pso/frame.cl", "pso/initialise.cl", steps, joins ? "pso/join.cl" : NULL, NULL};
    const char *const names[PSO_KERNEL_COUNT] = {
        [PSO_KERNEL_INITIALISE] = "pso_initialise",
        [PSO_KERNEL_FRAME] = s->learned ? "pso_frame" : NULL,
        [PSO_KERNEL_MOVE] = moves ? "pso_move" : NULL,
        [PSO_KERNEL_REMEMBER] = moves && s->topology != TOPOLOGY_GLOBAL ? "pso_remember" : NULL,
        [PSO_KERNEL_JOIN] = joins ? "pso_join" : NULL,
        [PSO_KERNEL_LINE] = moves && s->grid > 1 ? "pso_line" : NULL,
        [PSO_KERNEL_PERSIST] = persistent ? "pso_persist" : NULL,
        [PSO_KERNEL_ANTS] = ants ? "pso_ants" : NULL,
        [PSO_KERNEL_ARCHIVE] = ants ? "pso_archive" : NULL,
        [PSO_KERNEL_SAMPLE] = launches ? "pso_sample" : NULL,
        [PSO_KERNEL_RANK] = launches ? "pso_rank" : NULL,
        [PSO_KERNEL_ADAPT] = launches ? "pso_adapt" : NULL,
        [PSO_KERNEL_COVARIANCE] = launches ? "pso_covariance" : NULL,
        [PSO_KERNEL_FACTOR] = launches ? "pso_factor" : NULL,
        [PSO_KERNEL_GENERATIONS] = self->shape.generations ? "pso_generations" : NULL,
    };
    const char *dump = engine->request.dump_path, *const *used = files + !s->learned;
    cl_program program = NULL;
    enum swarm_status status = pso_program_build(&self->session, s, &self->shape, used, dump, &program);
    if (self->shape.votes && (status == SWARM_ERROR_BUILD || status == SWARM_ERROR_INPUT)) {
        base_log(engine->env, SWARM_LOG_INFO, "inline PTX does not build on this device; using barriers");
        self->shape.votes = false; /* only the build shows whether a driver supports inline PTX */
        status = pso_program_build(&self->session, s, &self->shape, used, dump, &program);
    }
    for (size_t i = 0; i < PSO_KERNEL_COUNT && status == SWARM_OK; ++i) {
        status = names[i] ? ocl_kernel_create(&self->session, program, names[i], &self->kernels[i]) : SWARM_OK;
    }
    ocl_kernels_release(NULL, 0, NULL, 0, &program); /* the kernels keep the program alive */
    return status;
}
