/* Builds a colony's programs: the kernels that its shape needs, with their defines. */
#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "cl/aco/colony_rules.h"
#include "local_search.h"
#include "cl/aco/selection_rules.h"
#include "cl/shared/team_codes.h"

enum { PARTS_MOST = 20 + ACO_CONSTRUCT_KERNELS + ACO_DEPOSIT_KERNELS };

/* A program to build. The local search is a separate program, because its teams have another size. */
struct build {
    struct aco_device_colony *colony;
    const uint32_t *team_size, *team_ants; /* members of the shape: work-items per ant, ants per group */
    int *team_code;
    struct part {
        enum aco_kernel kernel;
        const char *file, *name; /* file below cl/, and name of a kernel */
    } parts[PARTS_MOST];
    size_t part_count;
    char *text; /* owned source of the kernels, for --dump-kernels */
};

static void add(struct build *build, bool wanted, enum aco_kernel kernel, const char *file, const char *name)
{
    if (wanted) {
        build->parts[build->part_count++] = (struct part){kernel, file, name};
    }
}

/* A power of two near the square root of the group, so that both levels of a reduction take equally long. */
static uint32_t segment_of(uint32_t group)
{
    uint32_t segment = 1;
    while (segment * segment < group) {
        segment *= 2;
    }
    return segment;
}

static void list_colony(struct build *build)
{
    const struct aco_settings *s = &build->colony->base.settings;
    const struct aco_shape *shape = &build->colony->shape;
    const struct aco_construction *construction = shape->construction;
    const struct aco_deposit *deposit = shape->deposit;
    const bool lists = s->candidates > 0, whole = !lists, tries = SELECTION_TRIES(s->selection);
    const bool counts = s->algorithm->restart == RESTART_BRANCHING;
    add(build, whole, ACO_KERNEL_INITIALISE, "aco/initialise.cl", "aco_initialise");
    add(build, whole, ACO_KERNEL_ROW_OFFSETS, "aco/initialise.cl", "aco_row_offsets");
    add(build, whole, ACO_KERNEL_CHOICE_INFO, "aco/choice_info.cl", "aco_choice_info");
    add(build, whole, ACO_KERNEL_CHOICE_WEIGHTS, "aco/choice_info.cl", "aco_choice_weights");
    add(build, whole && tries, ACO_KERNEL_CHOICE_SUMS, "aco/papers/choice_sums.cl", "aco_choice_sums");
    add(build, whole && tries, ACO_KERNEL_CHOICE_STARTS, "aco/papers/choice_sums.cl", "aco_choice_starts");
    add(build, lists, ACO_KERNEL_LIST_INITIALISE, "aco/list_weights.cl", "aco_list_initialise");
    add(build, lists, ACO_KERNEL_LIST_WEIGHTS, "aco/list_weights.cl", "aco_list_weights");
    for (size_t k = 0; k < ACO_CONSTRUCT_KERNELS; ++k) {
        const char *name = construction->kernels[k];
        add(build, name != NULL, (enum aco_kernel)(ACO_KERNEL_CONSTRUCT + k), construction->file, name);
    }
    add(build, whole, ACO_KERNEL_EVALUATE, shape->evaluation->file, shape->evaluation->kernel);
    add(build, true, ACO_KERNEL_REDUCE_BEST, "aco/reduce_best.cl", "aco_reduce_best");
    add(build, true, ACO_KERNEL_KEEP_BEST, "aco/reduce_best.cl", "aco_keep_best");
    add(build, counts, ACO_KERNEL_BRANCHES, "aco/branches.cl", "aco_branches");
    add(build, !deposit->evaporates, ACO_KERNEL_EVAPORATE, "aco/evaporate.cl", "aco_evaporate");
    add(build, true, ACO_KERNEL_AMOUNTS, "aco/deposit_amounts.cl", "aco_deposit_amounts");
    for (size_t k = 0; k < ACO_DEPOSIT_KERNELS; ++k) {
        add(build, deposit->kernels[k] != NULL, (enum aco_kernel)(ACO_KERNEL_DEPOSIT + k), deposit->file,
            deposit->kernels[k]);
    }
    add(build, s->adopts, ACO_KERNEL_LIST_ADOPT, "aco/list_adopt.cl", "aco_list_adopt");
}

enum { DEFINES_MOST = 40 };

/* Lists the defines of a program; returns their number. */
static size_t list_defines(const struct build *build, struct ocl_define defines[DEFINES_MOST])
{
    const struct aco_device_colony *colony = build->colony;
    const struct aco_settings *s = &colony->base.settings;
    const struct swarm_instance *instance = colony->base.request.instance;
    const struct aco_shape *shape = &colony->shape;
    const struct aco_local_search *row = s->local_search ? s->local_search : &aco_local_searches[0];
    const struct ocl_define made[] = {
        {"METRIC", colony->base.lengths > 0 ? (int64_t)instance->info.metric : 0, NULL},
        {"LENGTHS", colony->base.lengths, NULL},
        {"ALPHA_WHOLE", s->alpha.whole, NULL},
        {"BETA_WHOLE", s->beta.whole, NULL},
        {"SELECTION", s->selection, NULL},
        {"TRIAL_LIMIT", s->trial_limit, NULL},
        {"PARTNERS", instance->partners != NULL, NULL},
        {"SYMMETRIC", s->symmetric, NULL},
        {"JOINT", instance->joint, NULL},
        {"LISTS", s->candidates > 0, NULL},
        {"CANDIDATES", s->candidates, NULL},
        {"LIST_STRIDE", s->list_stride, NULL},
        {"LIST_LINKS", s->links, NULL},
        {"LAID_SHARES", shape->laid_shares, NULL},
        {"EXPLOITS", s->exploit > 0, NULL},
        {"DEPOSITORS", s->algorithm->depositors, NULL},
        {"RESTART", s->algorithm->restart, NULL},
        {"LIMITS", s->algorithm->limits, NULL},
        {"DEPOSITED_ONLY", s->algorithm->deposited_only, NULL},
        {"SEARCHED", s->local_search != NULL, NULL},
        {"CONSTRUCT_GROUP_SIZE", (int64_t)shape->team * shape->group_ants, NULL},
        {"TEAM_SIZE", *build->team_size, NULL},
        {"TEAM_ANTS", *build->team_ants, NULL},
        {"TEAM_CODE", *build->team_code, NULL},
        {OCL_SUB_GROUPS, *build->team_code == TEAM_CODE_SUBGROUP ? *build->team_size : 0, NULL},
        {"TEAM_SEGMENT", segment_of(*build->team_size), NULL},
        {"TEAM_PRIVATE", shape->construction->private_bits, NULL},
        {"TEAM_TOGETHER", shape->construction->together, NULL},
        {"TEAM_SERIAL", shape->construction->serial, NULL},
        {"VISITED_GLOBAL", shape->global_bits, NULL},
        {"EVALUATE_GROUP_SIZE", shape->evaluate_group, NULL},
        {"ROW_GROUP_SIZE", shape->row_group, NULL},
        {"REDUCE_GROUP_SIZE", shape->reduce_group, NULL},
        {"SEARCH_TWO_OPT", row->two_opt, NULL},
        {"SEARCH_OR_OPT", row->or_opt, NULL},
        {"SEARCH_THREE_OPT", row->three_opt, NULL},
        {"SEARCH_LOCAL", shape->search_local > 0, NULL},
        {"SEARCH_GROUP_SIZE", 1, NULL},
    };
    memcpy(defines, made, sizeof made);
    return sizeof made / sizeof made[0];
}

/* Builds the program and its kernels. */
static enum swarm_status build_parts(struct build *build)
{
    struct aco_device_colony *colony = build->colony;
    struct ocl_define defines[DEFINES_MOST];
    const size_t define_count = list_defines(build, defines);
    struct ocl_source files[PARTS_MOST] = {{NULL, NULL, 0}};
    cl_program program = NULL;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < build->part_count; ++i) {
        files[i].name = build->parts[i].file;
    }
    if (colony->base.engine.request.dump_path) {
        free(build->text);
        build->text = NULL;
        TRY_OR(done, ocl_program_text(&colony->session, files, build->part_count, defines, define_count, &build->text));
    }
    TRY_OR(done, ocl_program_build(&colony->session, files, build->part_count, defines, define_count, &program));
    for (size_t i = 0; i < build->part_count; ++i) {
        const struct part *part = &build->parts[i];
        struct ocl_kernel *kernel = &colony->kernels[part->kernel];
        const bool walks = part->kernel == ACO_KERNEL_CONSTRUCT || part->kernel == ACO_KERNEL_SEARCH;
        ocl_kernel_release(kernel); /* a previous build with another team code may have created the kernel */
        TRY_OR(done, ocl_kernel_create(&colony->session, program, part->name, kernel));
        TRY_OR(done, walks && *build->team_code == TEAM_CODE_SUBGROUP ? ocl_kernel_check(
                         &colony->session, kernel, *build->team_size * *build->team_ants, *build->team_ants)
                                                                      : SWARM_OK);
    }

done:
    if (program) {
        clReleaseProgram(program); /* the kernels keep the program alive */
    }
    return status;
}

/* Tries team codes from the fastest to the slowest: only a build shows if a driver supports one. */
static enum swarm_status build_by_trial(struct build *build)
{
    struct aco_shape *shape = &build->colony->shape;
    for (;; --*build->team_code) {
        shape->group_ants = aco_shape_shares(shape, build->colony->base.settings.selection) ? shape->group_ants : 1;
        const enum swarm_status status = build_parts(build);
        if (status != SWARM_ERROR_BUILD || *build->team_code == TEAM_CODE_LOCAL) {
            return status;
        }
        base_log(build->colony->base.engine.env, SWARM_LOG_INFO,
                 "the lane operations (implementation %d) do not build on this device; trying the next implementation",
                 *build->team_code);
    }
}

static enum swarm_status build_all(struct build *colony, struct build *search)
{
    struct aco_device_colony *self = colony->colony;
    const bool single = self->shape.search_team == 1;
    colony->part_count = search->part_count = 0;
    list_colony(colony);
    add(search, true, ACO_KERNEL_SEARCH, single ? "aco/search_workitem.cl" : "aco/search_team.cl",
        single ? "aco_search_workitem" : "aco_search_team");
    TRY(build_by_trial(colony));
    return self->base.settings.local_search ? build_by_trial(search) : SWARM_OK;
}

/* The kind of a kernel's group limit. Element-wise kernels, which have no group of their own, belong to
 * ACO_GROUP_OTHERS. */
static enum aco_group kind_of(const struct ocl_kernel *kernel, int which)
{
    return kernel->group == 0                                                    ? ACO_GROUP_OTHERS
           : which >= ACO_KERNEL_CONSTRUCT && which <= ACO_KERNEL_CONSTRUCT_LAST ? ACO_GROUP_CONSTRUCT
           : which == ACO_KERNEL_EVALUATE                                        ? ACO_GROUP_EVALUATE
           : which == ACO_KERNEL_SEARCH                                          ? ACO_GROUP_SEARCH
                                                                                 : ACO_GROUP_OTHERS;
}

/* Lowers group_limits if kernels do not allow their groups. Returns the name of such a kernel, preferably one that
 * --group-size affects, after it has released all kernels; NULL if all allow their groups. */
static const char *limited_kernel(struct aco_device_colony *self)
{
    const struct aco_shape *shape = &self->shape;
    const size_t matrix = (size_t)shape->element_group * shape->matrix_rows;
    const size_t elements = matrix > shape->deposit_group ? matrix : shape->deposit_group;
    unsigned char kinds[ACO_KERNEL_COUNT];
    for (int k = 0; k < ACO_KERNEL_COUNT; ++k) {
        kinds[k] = (unsigned char)kind_of(&self->kernels[k], k);
    }
    return ocl_kernels_limited(&self->session, self->kernels, ACO_KERNEL_COUNT, elements, kinds, self->group_limits);
}

enum swarm_status aco_device_build(struct search_engine *engine)
{
    struct aco_device_colony *self = (struct aco_device_colony *)engine;
    static const uint32_t one = 1;
    struct aco_shape *shape = &self->shape;
    struct build colony = {self, &shape->team, &shape->group_ants, &shape->team_code, .text = NULL};
    struct build search = {self, &shape->search_team, &one, &shape->search_code, .text = NULL};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, build_all(&colony, &search));
    for (const char *name; (name = limited_kernel(self));) {
        status = aco_device_plan(self);
        TRY_OR(done, status == SWARM_OK ? SWARM_OK : base_fail_in(engine->env, status, "kernel %s", name));
        TRY_OR(done, build_all(&colony, &search));
    }
    base_log(engine->env, SWARM_LOG_DEBUG,
             "construction %s: groups of %u ants with %u work-items each; evaluation %s: groups of %u work-items",
             shape->construction->name, (unsigned)shape->group_ants, (unsigned)shape->team, shape->evaluation->name,
             (unsigned)(shape->evaluation->groups ? shape->evaluate_group : shape->element_group));

done:
    if (engine->request.dump_path && (status == SWARM_OK || status == SWARM_ERROR_BUILD)) {
        const char *const texts[] = {colony.text, search.text};
        const enum swarm_status dumped = ocl_program_dump(&self->session, texts, 2, engine->request.dump_path);
        status = status == SWARM_OK ? dumped : status;
    }
    free(colony.text);
    free(search.text);
    return status;
}
