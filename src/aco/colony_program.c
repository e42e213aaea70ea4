/* The programs of a colony: which sources a shape needs, what they are built with, and their kernels. */
#include "colony_device.h"

#include <stdlib.h>
#include <string.h>

#include "colony_rules.h"
#include "search_device.h"
#include "selection_rules.h"
#include "team_codes.h"

/* A power of two about the square root: both levels of a group's joining then take as long. */
static uint32_t segment_of(uint32_t group)
{
    uint32_t segment = 1;
    while (segment * segment < group) {
        segment *= 2;
    }
    return segment;
}

/* Builds the sources; they become the text of `part` in what --dump-kernels writes. */
static enum swarm_status build_sources(struct aco_device_colony *self, enum aco_program part, const char *const *names,
                                       size_t count, const struct ocl_define *defines, size_t define_count,
                                       cl_program *program)
{
    struct ocl_source files[16] = {{NULL, NULL, 0}};
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        files[i] = (struct ocl_source){.name = names[i]};
    }
    if (self->base.engine.request.dump_path) {
        free(self->program_texts[part]);
        self->program_texts[part] = NULL;
        TRY(ocl_program_text(&self->session, files, count, defines, define_count, &self->program_texts[part]));
    }
    TRY(ocl_program_build(&self->session, files, count, defines, define_count, program));

fail:
    return status;
}

/* Builds the program of the shape at hand. */
static enum swarm_status build_program(struct aco_device_colony *self, cl_program *program)
{
    const struct aco_settings *s = &self->base.settings;
    const struct aco_shape *shape = &self->shape;
    const struct aco_algorithm *algorithm = s->algorithm;
    const bool whole = s->candidates == 0;
    const char *const names[] = {whole ? "aco/initialise.cl" : "aco/list_weights.cl",
                                 whole ? "aco/choice_info.cl" : "aco/list_weights.cl",
                                 shape->construction->file,
                                 whole ? shape->evaluation->file : shape->construction->file,
                                 "aco/reduce_best.cl",
                                 "aco/branches.cl",
                                 shape->deposit->any_algorithm ? shape->deposit->file : "aco/evaporate.cl",
                                 "aco/deposit_amounts.cl",
                                 shape->deposit->file,
                                 s->adopts ? "aco/list_adopt.cl" : shape->deposit->file};
    const struct ocl_define defines[] = {
        {"METRIC", self->metric_on_device ? (int64_t)self->base.request.instance->info.metric : 0, NULL},
        {"ALPHA_WHOLE", s->alpha.whole, NULL},
        {"BETA_WHOLE", s->beta.whole, NULL},
        {"SELECTION", s->selection, NULL},
        {"PARTNERS", self->base.request.instance->partners != NULL, NULL},
        {"SYMMETRIC", s->symmetric, NULL},
        {"JOINT", s->joint, NULL},
        {"LISTS", !whole, NULL},
        {"CANDIDATES", s->candidates, NULL},
        {"LIST_STRIDE", s->list_stride, NULL},
        {"LIST_LINKS", s->links, NULL},
        {"LAID_SHARES", shape->laid_shares, NULL},
        {"EXPLOITS", s->exploit > 0, NULL},
        {"DEPOSITORS", algorithm->depositors, NULL},
        {"RESTART", algorithm->restart, NULL},
        {"LIMITS", algorithm->limits, NULL},
        {"DEPOSITED_ONLY", algorithm->deposited_only, NULL},
        {"SEARCHED", s->local_search != NULL, NULL},
        {"CONSTRUCT_GROUP_SIZE", (int64_t)shape->team * shape->group_ants, NULL},
        {"TEAM_SIZE", shape->team, NULL},
        {"TEAM_ANTS", shape->group_ants, NULL},
        {"TEAM_CODE", shape->team_code, NULL},
        {"TEAM_SEGMENT", segment_of(shape->team), NULL},
        {"TEAM_PRIVATE", shape->construction->private_bits, NULL},
        {"VISITED_GLOBAL", shape->global_bits, NULL},
        {"EVALUATE_GROUP_SIZE", shape->evaluate_group, NULL},
        {"ROW_GROUP_SIZE", shape->row_group, NULL},
        {"REDUCE_GROUP_SIZE", shape->reduce_group, NULL},
    };
    return build_sources(self, ACO_PROGRAM_COLONY, names, sizeof names / sizeof names[0], defines,
                         sizeof defines / sizeof defines[0], program);
}

/* The search's program: its teams are others than the construction's. */
static enum swarm_status build_search(struct aco_device_colony *self, cl_program *program)
{
    const struct aco_settings *s = &self->base.settings;
    const struct aco_shape *shape = &self->shape;
    const char *const name = aco_search_file(shape);
    struct ocl_define defines[24] = {
        {"METRIC", self->metric_on_device ? (int64_t)self->base.request.instance->info.metric : 0, NULL},
        {"SYMMETRIC", s->symmetric, NULL},
        {"JOINT", s->joint, NULL},
        {"TEAM_SIZE", shape->search_team, NULL},
        {"TEAM_ANTS", shape->search_ants, NULL},
        {"TEAM_CODE", shape->search_code, NULL},
        {"TEAM_SEGMENT", segment_of(shape->search_team), NULL},
        {"PARTNERS", self->base.request.instance->partners != NULL, NULL},
    };
    const size_t more = aco_search_defines(s, shape, defines + 8);
    return build_sources(self, ACO_PROGRAM_SEARCH, &name, 1, defines, 8 + more, program);
}

/* Builds with the faster code of lanes and, as whether a driver takes it is only known when it has, with slower code
 * where that fails. `code`: of the shape at hand. */
static enum swarm_status build_by_trial(struct aco_device_colony *self, int *code,
                                        enum swarm_status (*builder)(struct aco_device_colony *, cl_program *),
                                        cl_program *program)
{
    struct aco_shape *shape = &self->shape;
    for (;;) {
        shape->group_ants = aco_shape_shares(shape, self->base.settings.selection) ? shape->group_ants : 1;
        shape->search_ants = shape->search_code == TEAM_CODE_LOCAL ? 1 : shape->search_ants;
        enum swarm_status status = builder(self, program);
        if (status != SWARM_ERROR_BUILD || *code == TEAM_CODE_LOCAL) {
            return status;
        }
        base_log(self->base.engine.env, SWARM_LOG_INFO, "lanes by code %d do not build here, falling back", *code);
        --*code;
    }
}

enum swarm_status aco_device_build(struct run_engine *engine)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    const struct aco_settings *s = &self->base.settings;
    struct aco_shape *shape = &self->shape;
    const bool whole = s->candidates == 0;
    const char *names[ACO_KERNEL_COUNT] = {
        [ACO_KERNEL_INITIALISE] = whole ? "aco_initialise" : NULL,
        [ACO_KERNEL_ROW_OFFSETS] = whole ? "aco_row_offsets" : NULL,
        [ACO_KERNEL_CHOICE_INFO] = whole ? "aco_choice_info" : NULL,
        [ACO_KERNEL_CHOICE_WEIGHTS] = whole ? "aco_choice_weights" : NULL,
        [ACO_KERNEL_CHOICE_SUMS] = SELECTION_TRIES(s->selection) ? "aco_choice_sums" : NULL,
        [ACO_KERNEL_CHOICE_STARTS] = SELECTION_TRIES(s->selection) ? "aco_choice_starts" : NULL,
        [ACO_KERNEL_LIST_INITIALISE] = whole ? NULL : "aco_list_initialise",
        [ACO_KERNEL_LIST_WEIGHTS] = whole ? NULL : "aco_list_weights",
        [ACO_KERNEL_LIST_ADOPT] = s->adopts ? "aco_list_adopt" : NULL,
        [ACO_KERNEL_EVALUATE] = whole ? shape->evaluation->kernel : NULL,
        [ACO_KERNEL_REDUCE_BEST] = "aco_reduce_best",
        [ACO_KERNEL_KEEP_BEST] = "aco_keep_best",
        [ACO_KERNEL_BRANCHES] = s->algorithm->restart == RESTART_BRANCHING ? "aco_branches" : NULL,
        [ACO_KERNEL_EVAPORATE] = shape->deposit->any_algorithm ? NULL : "aco_evaporate",
        [ACO_KERNEL_AMOUNTS] = "aco_deposit_amounts",
    };
    memcpy(&names[ACO_KERNEL_CONSTRUCT], shape->construction->kernels, sizeof shape->construction->kernels);
    memcpy(&names[ACO_KERNEL_DEPOSIT], shape->deposit->kernels, sizeof shape->deposit->kernels);
    cl_program program = NULL, search = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(build_by_trial(self, &shape->team_code, build_program, &program));
    if (s->local_search) {
        TRY(build_by_trial(self, &shape->search_code, build_search, &search));
        TRY(ocl_kernel_create(&self->session, search, aco_search_kernel(shape), &self->kernels[ACO_KERNEL_SEARCH]));
    }
    for (size_t i = 0; i < ACO_KERNEL_COUNT; ++i) {
        if (names[i]) {
            TRY(ocl_kernel_create(&self->session, program, names[i], &self->kernels[i]));
        }
    }
    base_log(self->base.engine.env, SWARM_LOG_DEBUG,
             "construction %s, %u ants of %u work-items a group; evaluation %s, %u a group", shape->construction->name,
             (unsigned)shape->group_ants, (unsigned)shape->team, shape->evaluation->name,
             (unsigned)(shape->evaluation->groups ? shape->evaluate_group : shape->element_group));

fail:
    if (engine->request.dump_path && (status == SWARM_OK || status == SWARM_ERROR_BUILD)) {
        const enum swarm_status dumped = ocl_program_dump(&self->session, (const char *const *)self->program_texts,
                                                          ACO_PROGRAM_COUNT, engine->request.dump_path);
        status = status == SWARM_OK ? dumped : status;
    }
    for (size_t i = 0; i < ACO_PROGRAM_COUNT; ++i) {
        free(self->program_texts[i]);
        self->program_texts[i] = NULL;
    }
    if (program) {
        clReleaseProgram(program); /* the kernels keep it */
    }
    if (search) {
        clReleaseProgram(search);
    }
    return status;
}
