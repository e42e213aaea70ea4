#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "device_part.h"

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

void pso_program_add_file(struct pso_program *parts, const char *name)
{
    parts->files[parts->file_count++] = (struct ocl_source){.name = name};
}

void pso_program_define(struct pso_program *parts, const char *name, int64_t value, const char *word)
{
    parts->defines[parts->define_count++] = (struct ocl_define){name, value, word};
}

/* What all programs of swarms begin with; the caller's objective comes between what it may use and the kernels. */
enum swarm_status pso_program_start(struct base_env *env, const struct pso_settings *s, uint32_t lanes,
                                    struct pso_program *parts)
{
    const struct swarm_objective *objective = s->objective;
    *parts = (struct pso_program){.file_count = 0};
    pso_program_define(parts, "PRECISION", s->precision, NULL);
    pso_program_define(parts, "LANES", lanes, NULL);
    pso_program_define(parts, "DIMENSIONS", s->dimensions, NULL);
    pso_program_define(parts, "TOPOLOGY", s->topology, NULL);
    pso_program_define(parts, "BOUNDARY", s->boundary, NULL);
    pso_program_define(parts, "VARIANT",
                       (s->maximise ? VARIANT_MAXIMISE : 0) | (s->shift ? VARIANT_SHIFTED : 0)
                           | (s->inertia_step != 0 ? VARIANT_INERTIA_CHANGES : 0),
                       NULL);
    pso_program_define(parts, "OBJECTIVE", 0, objective->row ? objective->row->function : "objective");
    if (!objective->row) {
        parts->text = objective_text(objective);
        if (!parts->text) {
            return base_fail_memory(env);
        }
        pso_program_add_file(parts, "pso/prelude.cl");
        parts->files[parts->file_count++] = (struct ocl_source){objective->path, parts->text, strlen(parts->text)};
    }
    return SWARM_OK;
}

/* A program that holds the caller's objective and does not build does so because of it. */
enum swarm_status pso_program_build(struct ocl_session *session, const struct swarm_objective *objective,
                                    const struct pso_program *parts, const char *dump_path, cl_program *program)
{
    enum swarm_status status = SWARM_OK;
    char *text = NULL;
    if (dump_path) {
        TRY_OR(done,
               ocl_program_text(session, parts->files, parts->file_count, parts->defines, parts->define_count, &text));
        TRY_OR(done, ocl_program_dump(session, (const char *const *)&text, 1, dump_path));
    }
    TRY_OR(done,
           ocl_program_build(session, parts->files, parts->file_count, parts->defines, parts->define_count, program));

done:
    free(text);
    if (status == SWARM_ERROR_BUILD && !objective->row) {
        status = base_fail_in(session->env, SWARM_ERROR_INPUT,
                              "%s: does not compile as `real objective(const real *x, int n)`", objective->path);
    }
    return status;
}

/* Builds the program of the shape at hand. */
enum swarm_status pso_device_build_shape(struct pso_device_swarm *self, cl_program *program)
{
    const struct pso_settings *s = pso_device_settings(self);
    struct pso_program parts;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, pso_program_start(self->base.engine.env, s, self->shape.lanes, &parts));
    pso_program_define(&parts, "GROUP_SIZE", self->shape.group_size, NULL);
    pso_program_define(&parts, "BEST", s->best, NULL);
    pso_program_define(&parts, "REGISTERS", self->shape.registers, NULL);
    pso_program_define(&parts, "ITEMS", self->shape.items, NULL);
    pso_program_define(&parts, "UNIFORM_BRANCHES", self->base.engine.device->type != SWARM_DEVICE_CPU, NULL);
    pso_program_define(&parts, "VOTE", self->shape.votes, NULL);
    pso_program_define(&parts, "KEEP_BLOCKS", self->shape.keeps_blocks, NULL);
    pso_program_add_file(&parts, "pso/initialise.cl");
    pso_program_add_file(&parts, pso_device_is_persistent(s) ? "pso/persist.cl" : "pso/move.cl");
    if (s->best <= BEST_QUEUE) {
        pso_program_add_file(&parts, "pso/join.cl");
    } else if (s->best == BEST_ASYNCHRONOUS) {
        pso_program_add_file(&parts, "pso/exchange.cl");
    }
    TRY_OR(done, pso_program_build(&self->session, s->objective, &parts, self->base.engine.request.dump_path, program));

done:
    free(parts.text);
    return status;
}
