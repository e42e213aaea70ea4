#include "search_device.h"

#include <string.h>

#include "local_search.h"
#include "team_codes.h"

/* Work-items of one ant, and bytes of local memory that their rounds take at most. */
enum { TEAM = 32, TEAM_BYTES = 2560 };

/* 16-bit words hold every node and place. */
enum { SHORT_WORDS = 65535 };

/* Words of an ant's tour, positions and queue in local memory: search_team.clh. */
static uint32_t local_words(uint32_t n)
{
    return 3 * ((n + 1) / 2) + SEARCH_BIT_WORDS(n);
}

void aco_search_choose(const struct swarm_device *device, const struct aco_settings *settings, struct aco_shape *shape)
{
    const bool cpu = device->type == SWARM_DEVICE_CPU, nvidia = strstr(device->platform_name, "NVIDIA") != NULL;
    const uint64_t bytes = 4 * (uint64_t)local_words(settings->n) + TEAM_BYTES;
    shape->search_team = cpu ? 1 : TEAM;
    shape->search_ants = 1;
    shape->search_code = !cpu && nvidia ? TEAM_CODE_REDUX : TEAM_CODE_LOCAL;
    shape->search_local =
        !cpu && settings->n <= SHORT_WORDS && bytes <= device->local_memory ? local_words(settings->n) : 0;
}

const char *aco_search_file(const struct aco_shape *shape)
{
    return shape->search_team == 1 ? "aco/search_workitem.cl" : "aco/search_team.cl";
}

const char *aco_search_kernel(const struct aco_shape *shape)
{
    return shape->search_team == 1 ? "aco_search_workitem" : "aco_search_team";
}

size_t aco_search_defines(const struct aco_settings *settings, const struct aco_shape *shape,
                          struct ocl_define defines[8])
{
    const struct aco_local_search *row = settings->local_search;
    const struct ocl_define made[] = {
        {"SEARCH_TWO_OPT", row->two_opt, NULL},          {"SEARCH_OR_OPT", row->or_opt, NULL},
        {"SEARCH_THREE_OPT", row->three_opt, NULL},      {"SEARCH_LOCAL", shape->search_local > 0, NULL},
        {"SEARCH_GROUP_SIZE", shape->search_ants, NULL},
    };
    memcpy(defines, made, sizeof made);
    return sizeof made / sizeof made[0];
}

uint64_t aco_search_words(const struct aco_settings *settings)
{
    return SEARCH_SCRATCH_WORDS(settings->n);
}

enum swarm_status aco_search_set(struct aco_device_colony *colony)
{
    const struct aco_settings *s = &colony->base.settings;
    const struct aco_shape *shape = &colony->shape;
    const uint32_t zero = 0, local_stride = shape->search_local;
    const uint64_t zero_long = 0;
    const size_t bytes = 4 * (size_t)local_stride * shape->search_ants;
    const struct ocl_argument words = {bytes > 0 ? bytes : 4, NULL};
    struct ocl_argument edges[2];
    aco_device_edges(colony, edges);
    const struct ocl_argument arguments[] = {
        ACO_BUFFER(colony, TOURS),
        ACO_BUFFER(colony, LENGTHS),
        ACO_BUFFER(colony, SEARCH_LISTS),
        edges[0],
        edges[1],
        ACO_BUFFER(colony, ANCHOR),
        ACO_BUFFER(colony, SEARCH),
        ACO_BUFFER(colony, PARTNERS),
        OCL_ARGUMENT(s->n),
        OCL_ARGUMENT(s->search_stride),
        OCL_ARGUMENT(s->search_length),
        OCL_ARGUMENT(zero),
        OCL_ARGUMENT(zero),
        OCL_ARGUMENT(zero_long),
        OCL_ARGUMENT(zero_long),
        words,
        OCL_ARGUMENT(local_stride),
    };
    const size_t count = sizeof arguments / sizeof arguments[0], of_teams = 2;
    return ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_SEARCH], 0, arguments,
                          shape->search_team == 1 ? count - of_teams : count);
}

/* NDRange of aco_search_workitem and aco_search_team
 *   global = { rows rounded up to whole groups, times search_team }
 *   local  = { search_ants * search_team }   work-item: 1 on CPUs; team: 32, one ant
 *   local memory = 4 * search_local bytes of an ant, and what its rounds take
 */
static struct ocl_ndrange range_of(const struct aco_shape *shape, uint32_t rows)
{
    const size_t team = shape->search_team;
    return (struct ocl_ndrange){{ocl_round_up(rows, shape->search_ants) * team, 1}, {team * shape->search_ants, 1}};
}

/* What looking at a node costs, in units of the pacer; a step on lists is 32. One core of a Xeon takes
 * 0.5 us for a node with 3opt, 0.2 us with 2opt+oropt. */
static double units_of(const struct aco_local_search *row)
{
    return row->three_opt ? 200 : row->or_opt ? 80 : 40;
}

/* Rows and rounds of one launch. Tours are split first, but a launch keeps enough of them to fill the device; rounds
 * only when that is still too long. Nearly all searches end within two rounds for every 32 nodes. */
static void split(const struct aco_device_colony *colony, uint32_t row_count, uint32_t *rows, uint64_t *rounds)
{
    const struct aco_settings *s = &colony->base.settings;
    const bool cpu = colony->base.engine.device->type == SWARM_DEVICE_CPU;
    const double units = ocl_pacer_launch_units(&colony->pacer), check = units_of(s->local_search);
    const double fitting = units / (2.0 * s->n * check);
    const uint32_t enough = colony->base.engine.device->compute_units * (cpu ? 4 : 16);
    const uint64_t fewest_rounds = 4, most = aco_search_rounds_most(s->n);
    *rows = row_count;
    *rounds = most;
    if (fitting < row_count) {
        *rows = fitting < enough ? enough : (uint32_t)(fitting / enough) * enough;
        *rows = *rows < row_count ? *rows : row_count;
    }
    if (fitting < *rows) {
        const double fitting_rounds = units / ((double)*rows * SEARCH_ROUND * check);
        *rounds = fitting_rounds < (double)fewest_rounds ? fewest_rounds
                  : fitting_rounds < (double)most        ? (uint64_t)fitting_rounds
                                                         : most;
    }
}

/* Rounds [begin, end) of `rows` tours from row_begin. */
static enum swarm_status launch(struct aco_device_colony *colony, uint32_t row_begin, uint32_t rows, uint64_t begin,
                                uint64_t end)
{
    const uint32_t row_end = row_begin + rows;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(row_begin), OCL_ARGUMENT(row_end), OCL_ARGUMENT(begin),
                                             OCL_ARGUMENT(end)};
    const unsigned first = 11; /* behind search_length */
    enum swarm_status status =
        ocl_kernel_set(&colony->session, &colony->kernels[ACO_KERNEL_SEARCH], first, arguments, 4);
    return status == SWARM_OK ? aco_device_launch(colony, ACO_KERNEL_SEARCH, range_of(&colony->shape, rows)) : status;
}

/* Behind two rounds for every 32 nodes most launches find nothing left, so they grow, each half as long as all before.
 */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted)
{
    const struct aco_settings *s = &colony->base.settings;
    const uint64_t most = aco_search_rounds_most(s->n), usual = 2 * ((uint64_t)s->n / SEARCH_ROUND + 1);
    const double check = units_of(s->local_search);
    enum swarm_status status = SWARM_OK;
    uint32_t rows = 0;
    *interrupted = false;
    for (uint32_t row = row_begin; row < row_end && !*interrupted; row += rows) {
        uint64_t rounds = 0;
        split(colony, row_end - row, &rows, &rounds);
        for (uint64_t begin = 0, end; begin < most && !*interrupted; begin = end) {
            const uint64_t length = begin > usual && rounds < begin / 2 ? begin / 2 : rounds;
            end = length < most - begin ? begin + length : most;
            const uint64_t counted = begin >= usual ? 0 : end < usual ? end - begin : usual - begin;
            TRY(launch(colony, row, rows, begin, end));
            TRY(ocl_pacer_add(&colony->pacer, (double)rows * (double)counted * SEARCH_ROUND * check, interrupted));
        }
    }

fail:
    return status;
}
