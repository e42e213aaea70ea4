/* mosaic_pieces - ants on pieces on a device, launch after launch: kicks, moves reported and taken, the tour, and the
 * seconds of each step.
 *
 * usage: mosaic_pieces [--quick] [--device SELECTOR] [--way loop|local|subgroup|shuffle|redux] [--nodes N]
 *                      [--population M] [--ants N] [--kicks N] [--launches N] [--lengths doubles|integers|bits]
 *
 * --ants: of a launch, in equal parts for the individuals, rounded down; more while more nodes are dirty. --kicks: of
 * an ant in a launch. --way: as a run tries it first. --lengths: as the program's. --quick: sizes that take a second;
 * later options override them.
 *
 * Nodes are uniformly random in a square. Tours begin greedy, all except the first with noise, and all nodes are dirty.
 * A line for each launch: ants, kicks, reports, and reports taken; how far the best tour is above .7124 sqrt(n A), in
 * %; seconds to send tours, to launch with transfers, and to collect on one core. `differ`: reports that differ from
 * the host's, checked for at most 30,000 nodes, up to the third launch with kicks. At the end kicks a second by event
 * time of the launches that kick.
 *
 * Exit code 1: it failed, or a report is wrong or differs from the host's; 2: wrong arguments; 77: no such device. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "../../test/pieces_launch.h"
#include "mosaic/device.h"
#include "cl/shared/draw_sequence.h"
#include "mosaic/start.h"
#include "ocl/selector.h"
#include "tsp/arithmetic.h"

enum { SUCCEEDED = 0, FAILED = 1, WRONG_ARGUMENTS = 2, SKIPPED = 77 };
enum { SEED = 1, SIDE = 1000000, CANDIDATES = 8, CHUNK = 8, MOVES = 8 };
enum { CHECKED_LAUNCHES = 3 /* with kicks */, CHECKED_NODES = 30000 }; /* the host is slow */
enum { CUTS = 12 /* of a move, on average at most */ };

struct asked {
    const char *selector; /* --device */
    const char *way;      /* NULL: the device decides */
    const char *lengths;  /* the same */
    uint32_t nodes, individuals, ants, kicks, launches;
};

/* The sums over all launches. */
struct totals {
    uint64_t kicks;
    double seconds;         /* of the kernel, by events */
    double kicking_seconds; /* of these, in launches with kicks */
    uint32_t differing;
};

/* The results of one launch. */
struct launch {
    uint32_t number, reported, taken;
    uint64_t kicks;
    int64_t best; /* length */
    bool checked;
    uint32_t differing; /* reports */
    double send, run, collect;
};

struct bench {
    struct asked asked;
    struct base_env env;
    struct ocl_device_list devices;
    struct ocl_session session;
    enum mosaic_way way;
    struct base_team *team;
    struct swarm_instance *instance;
    struct mosaic_problem problem;
    uint64_t stride;      /* words of an individual */
    uint32_t dirty_words; /* of an individual */
    uint32_t capacity;    /* ants of an individual */
    uint32_t reported;    /* moves of an individual in the last launch, on average */
    uint32_t *words, *dirty, *firsts;
    struct mosaic_tour *tours;
    struct mosaic_pieces there, here; /* on the device and, with the same jobs, on the host */
    uint32_t checked_launches;        /* with kicks, so far */
    struct mosaic_merge merge;
    cl_program program;
    struct mosaic_kernel device;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Command line                                                                                                       */

/* The way of a word; MOSAIC_PIECES_WAYS: unknown. */
static enum mosaic_way way_of(const char *word)
{
    static const char *const words[MOSAIC_PIECES_WAYS] = {"loop", "local", "subgroup", "shuffle", "redux"};
    enum mosaic_way way = 0;
    while (way < MOSAIC_PIECES_WAYS && strcmp(words[way], word) != 0) {
        ++way;
    }
    return way;
}

/* Reads a decimal number in [least, most]. */
static bool read_number(const char *word, uint32_t least, uint32_t most, uint32_t *number)
{
    char *end = NULL;
    const unsigned long long value = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end != '\0' || value < least || value > most) {
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

static bool read_option(const char *option, const char *word, struct asked *asked)
{
    const struct {
        const char *option;
        uint32_t least, most;
        uint32_t *number;
    } numbers[] = {
        {"--nodes", 8, 20000000, &asked->nodes},      {"--population", 1, 1024, &asked->individuals},
        {"--ants", 0, 4000000, &asked->ants},         {"--kicks", 0, 1000000, &asked->kicks},
        {"--launches", 1, 1000000, &asked->launches},
    };
    if (strcmp(option, "--device") == 0) {
        asked->selector = word;
        return true;
    }
    if (strcmp(option, "--lengths") == 0) {
        asked->lengths = word;
        for (const struct swarm_variant *known = tsp_lengths_words; known->name; ++known) {
            if (strcmp(known->name, word) == 0) {
                return known != tsp_lengths_words;
            }
        }
        return false;
    }
    if (strcmp(option, "--way") == 0) {
        asked->way = word;
        return way_of(word) != MOSAIC_PIECES_WAYS;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        if (strcmp(option, numbers[i].option) == 0) {
            return read_number(word, numbers[i].least, numbers[i].most, numbers[i].number);
        }
    }
    return false;
}

static bool parse(int count, char **words, struct asked *asked)
{
    *asked = (struct asked){"auto", .nodes = 10000, .individuals = 1, .ants = 4096, .kicks = 16, .launches = 20};
    for (int i = 1; i < count; ++i) {
        if (strcmp(words[i], "--quick") == 0) {
            asked->nodes = 300;
            asked->individuals = 2;
            asked->ants = 16;
            asked->kicks = 2;
            asked->launches = 6;
        } else if (i + 1 == count || !read_option(words[i], words[i + 1], asked)) {
            fprintf(stderr, "mosaic_pieces: %s: not an option with a fitting value\n", words[i]);
            return false;
        } else {
            ++i;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Objects of the measurement */

/* Returns an exit code if there is no device, or several. */
static int open_device(struct bench *bench)
{
    size_t index = 0, count = 0;
    enum swarm_status status = ocl_device_list_init(&bench->env, &bench->devices);
    if (status != SWARM_OK) {
        return FAILED;
    }
    const struct ocl_choice choice = {bench->devices.devices, bench->devices.count};
    status = ocl_selector_find(&bench->env, choice, NULL, bench->asked.selector, &index, 1, &count);
    if (status != SWARM_OK) {
        return status == SWARM_ERROR_OUT_OF_MEMORY ? FAILED : SKIPPED;
    }
    if (count != 1) {
        base_fail(&bench->env, SWARM_ERROR_INVALID_ARGUMENT, "--device %s: selects %zu devices", bench->asked.selector,
                  count);
        return WRONG_ARGUMENTS;
    }
    bench->way = bench->asked.way ? way_of(bench->asked.way) : mosaic_pieces_way_of(&bench->devices.devices[index]);
    return ocl_session_open(&bench->env, &bench->devices, index, true, &bench->session) == SWARM_OK ? SUCCEEDED
                                                                                                    : FAILED;
}

static enum swarm_status make_problem(struct bench *bench)
{
    const uint32_t n = bench->asked.nodes;
    struct draw_sequence random = draw_sequence_of(SEED, DRAW_CIRCLE, n, 0);
    double *coordinates = base_array(2 * (size_t)n, sizeof *coordinates);
    enum swarm_status status = SWARM_OK;
    if (!coordinates) {
        return base_fail_memory(&bench->env);
    }
    for (size_t i = 0; i < 2 * (size_t)n; ++i) {
        coordinates[i] = draw_sequence_below(&random, SIDE);
    }
    TRY_OR(done, tsp_instance_from_coordinates(&bench->env, "uniform", SWARM_METRIC_EUC_2D, n, coordinates,
                                               &bench->instance));
    TRY_OR(done, mosaic_problem_init(&bench->env, bench->instance, bench->team,
                                     (struct tsp_candidates){.length = CANDIDATES}, (double)INFINITY, &bench->problem));

done:
    free(coordinates);
    return status;
}

struct starting {
    struct bench *bench;
    struct mosaic_starts *starts;
};

static void start_individual(void *context, size_t individual, unsigned thread)
{
    const struct starting *starting = context;
    struct bench *bench = starting->bench;
    const uint32_t n = bench->asked.nodes;
    struct mosaic_tour *tour = &bench->tours[individual];
    uint32_t *dirty = bench->dirty + individual * bench->dirty_words;
    tour->ord = bench->words + individual * bench->stride;
    tour->pos = tour->ord + n;
    mosaic_start_tour(starting->starts, NULL, draw_stream_of(SEED, (uint32_t)individual, 0), 1.0, thread, tour);
    for (uint32_t node = 0; node < n; ++node) {
        dirty[node / 32] |= 1u << node % 32;
    }
}

static enum swarm_status start_tours(struct bench *bench)
{
    const uint32_t n = bench->asked.nodes, individuals = bench->asked.individuals;
    struct starting starting = {bench, NULL};
    enum swarm_status status = SWARM_OK;
    bench->stride = 2 * (uint64_t)n;
    bench->dirty_words = (n + 31) / 32;
    bench->words = base_array(individuals, bench->stride * sizeof *bench->words);
    bench->dirty = base_array(individuals, bench->dirty_words * sizeof *bench->dirty);
    bench->firsts = base_array(individuals + 1, sizeof *bench->firsts);
    bench->tours = base_array(individuals, sizeof *bench->tours);
    if (!bench->words || !bench->dirty || !bench->firsts || !bench->tours) {
        return base_fail_memory(&bench->env);
    }
    TRY_OR(done, mosaic_starts_create(&bench->env, &bench->problem, bench->team, &starting.starts));
    base_team_run(bench->team, individuals, start_individual, &starting);

done:
    mosaic_starts_destroy(&starting.starts);
    return status;
}

/* Room for all ants, and for all nodes when all are dirty. */
static enum swarm_status make_rows(struct bench *bench)
{
    enum { LEAST_WINDOW = 1000, SPARE = 64 };
    const struct asked *asked = &bench->asked;
    const uint32_t looking = asked->nodes / CHUNK + asked->nodes / LEAST_WINDOW + SPARE;
    const uint32_t kicking = asked->ants / asked->individuals;
    bench->capacity = looking > kicking ? looking : kicking;
    const uint64_t rows = (uint64_t)bench->capacity * asked->individuals;
    if (rows > INT32_MAX) {
        return base_fail(&bench->env, SWARM_ERROR_OUT_OF_MEMORY, "%" PRIu64 " ants in a launch are too many", rows);
    }
    TRY(mosaic_pieces_init(&bench->env, (uint32_t)rows, &bench->there));
    TRY(mosaic_pieces_init(&bench->env, asked->nodes <= CHECKED_NODES ? (uint32_t)rows : 0, &bench->here));
    TRY(mosaic_merge_init(&bench->env, asked->nodes, bench->capacity, CUTS * bench->capacity, &bench->merge));
    int lengths;
    TRY(tsp_lengths_choose(&bench->env, bench->instance, bench->session.device, asked->lengths, &lengths));
    TRY(mosaic_device_build(&bench->session, bench->instance, lengths, NULL, &bench->way, &bench->program));
    const struct mosaic_layout layout = {bench->instance, lengths, bench->problem.width, asked->individuals,
                                         (uint32_t)rows};
    bench->device = (struct mosaic_kernel){.session = &bench->session, .way = bench->way};
    return mosaic_kernel_create(bench->program, &bench->problem, &layout, SEED, &bench->device);
}

static enum swarm_status begin(struct bench *bench)
{
    TRY(base_team_create(&bench->env, 0, &bench->team));
    TRY(make_problem(bench));
    TRY(start_tours(bench));
    return make_rows(bench);
}

static void end(struct bench *bench)
{
    mosaic_kernel_release(&bench->device);
    if (bench->program) {
        clReleaseProgram(bench->program);
    }
    mosaic_merge_deinit(&bench->merge);
    mosaic_pieces_deinit(&bench->here);
    mosaic_pieces_deinit(&bench->there);
    free(bench->tours);
    free(bench->firsts);
    free(bench->dirty);
    free(bench->words);
    mosaic_problem_deinit(&bench->problem);
    tsp_instance_destroy(&bench->instance);
    base_team_destroy(&bench->team);
    ocl_session_close(&bench->session);
    ocl_device_list_deinit(&bench->devices);
    base_env_deinit(&bench->env);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

static void add_jobs(struct bench *bench, uint32_t number)
{
    const struct asked *asked = &bench->asked;
    struct mosaic_pieces *there = &bench->there;
    struct mosaic_pieces_plan plan = {
        .seed = SEED,
        .iteration = number,
        .ants = number > 1 ? asked->ants / asked->individuals : 0,
        .chunk = CHUNK,
        .window = mosaic_pieces_window(asked->nodes, number, bench->reported),
        .moves = MOVES,
        .kicks = asked->kicks,
    };
    there->count = 0;
    for (plan.individual = 0; plan.individual < asked->individuals; ++plan.individual) {
        plan.ant = bench->firsts[plan.individual] = there->count;
        pieces_add(&plan, &bench->tours[plan.individual], asked->nodes,
                   bench->dirty + (size_t)plan.individual * bench->dirty_words, there);
    }
    bench->firsts[asked->individuals] = there->count;
}

/* Runs the same jobs on the host, before the device overwrites the queues with its rest. */
static void run_here(struct bench *bench)
{
    const struct mosaic_pieces *there = &bench->there;
    struct mosaic_pieces *here = &bench->here;
    here->count = there->count;
    memcpy(here->jobs, there->jobs, there->count * sizeof *there->jobs);
    memcpy(here->queues, there->queues, there->count * sizeof *there->queues);
    mosaic_pieces_run(&bench->problem, bench->words, bench->stride, SEED, bench->team, here);
}

static uint32_t count_differing(const struct mosaic_pieces *here, const struct mosaic_pieces *there)
{
    uint32_t differing = 0;
    for (uint32_t ant = 0; ant < here->count; ++ant) {
        const struct piece_report *report = &here->reports[ant];
        const uint32_t given = here->jobs[ant].kicks == 0 ? here->jobs[ant].count : 0;
        differing +=
            memcmp(report, &there->reports[ant], sizeof *report) != 0
            || memcmp(here->ends[ant], there->ends[ant], report->pieces * sizeof here->ends[ant][0]) != 0
            || memcmp(here->queues[ant] + given, there->queues[ant] + given, report->left * sizeof here->queues[ant][0])
                   != 0;
    }
    return differing;
}

static enum swarm_status collect(struct bench *bench, struct launch *launch)
{
    launch->best = INT64_MAX;
    for (uint32_t i = 0; i < bench->asked.individuals; ++i) {
        const uint32_t first = bench->firsts[i], count = bench->firsts[i + 1] - first;
        struct mosaic_tour *tour = &bench->tours[i];
        const struct mosaic_pieces_outcome outcome =
            pieces_collect(&bench->problem, &bench->there, first, count, &bench->merge, tour,
                           bench->dirty + (size_t)i * bench->dirty_words);
        if (outcome.wrong) {
            return base_fail(&bench->env, SWARM_ERROR_INTERNAL,
                             "launch %" PRIu32 ", individual %" PRIu32 ": a wrong report", launch->number, i);
        }
        launch->kicks += outcome.kicks;
        launch->reported += outcome.reported;
        launch->taken += outcome.taken;
        launch->best = tour->length < launch->best ? tour->length : launch->best;
    }
    return SWARM_OK;
}

static enum swarm_status do_launch(struct bench *bench, struct launch *launch)
{
    add_jobs(bench, launch->number);
    launch->checked = bench->checked_launches < CHECKED_LAUNCHES && bench->asked.nodes <= CHECKED_NODES;
    if (launch->checked) {
        run_here(bench);
    }
    const double begun = base_seconds(&bench->env);
    for (uint32_t i = 0; i < bench->asked.individuals; ++i) {
        TRY(mosaic_pieces_device_send(&bench->device, i, bench->words + i * bench->stride));
    }
    const double sent = base_seconds(&bench->env);
    TRY(mosaic_pieces_device_begin(&bench->device, &bench->there, 0, bench->there.count));
    TRY(mosaic_pieces_device_end(&bench->device, &bench->there));
    const double run = base_seconds(&bench->env);
    launch->differing = launch->checked ? count_differing(&bench->here, &bench->there) : 0;
    const double compared = base_seconds(&bench->env);
    TRY(collect(bench, launch));
    bench->reported = launch->reported / bench->asked.individuals;
    bench->checked_launches += launch->checked && launch->kicks > 0;
    launch->send = sent - begun;
    launch->run = run - sent;
    launch->collect = base_seconds(&bench->env) - compared;
    return SWARM_OK;
}

static void print_launch(const struct bench *bench, const struct launch *launch)
{
    const double expected = 0.7124 * SIDE * sqrt((double)bench->asked.nodes);
    char differing[16] = "";
    if (launch->checked) {
        snprintf(differing, sizeof differing, "%" PRIu32, launch->differing);
    }
    printf("%6" PRIu32 " | %7" PRIu32 " | %9" PRIu64 " | %7" PRIu32 " | %7" PRIu32
           " | %7.3f | %7.4f | %7.4f | %9.4f | %s\n",
           launch->number, bench->there.count, launch->kicks, launch->reported, launch->taken,
           100 * ((double)launch->best / expected - 1), launch->send, launch->run, launch->collect, differing);
    fflush(stdout);
}

static enum swarm_status measure(struct bench *bench, struct totals *totals)
{
    const struct ocl_session *session = &bench->session;
    printf("launch |    ants |     kicks | reports |   taken |   gap %% |  send s |   run s | collect s | differ\n");
    for (uint32_t number = 1; number <= bench->asked.launches; ++number) {
        struct launch launch = {.number = number};
        double seconds = 0;
        TRY(do_launch(bench, &launch));
        print_launch(bench, &launch);
        TRY(ocl_session_drain_times(&bench->session));
        for (size_t i = 0; i < session->time_count; ++i) {
            seconds += session->times[i].seconds;
        }
        totals->kicking_seconds += launch.kicks > 0 ? seconds - totals->seconds : 0;
        totals->seconds = seconds;
        totals->kicks += launch.kicks;
        totals->differing += launch.differing;
    }
    return SWARM_OK;
}

int main(int count, char **words)
{
    struct bench bench;
    struct totals totals = {0};
    memset(&bench, 0, sizeof bench);
    if (!parse(count, words, &bench.asked)) {
        return WRONG_ARGUMENTS;
    }
    int code = base_env_init(&bench.env) == SWARM_OK ? open_device(&bench) : FAILED;
    if (code == SUCCEEDED) {
        printf("%s, %" PRIu32 " nodes, %" PRIu32 " individuals\n", bench.session.device->name, bench.asked.nodes,
               bench.asked.individuals);
        code = begin(&bench) == SWARM_OK && measure(&bench, &totals) == SWARM_OK ? SUCCEEDED : FAILED;
    }
    if (code == SUCCEEDED) {
        printf("kernel %.3f s, of these %.3f s in launches with kicks: %" PRIu64 " kicks", totals.seconds,
               totals.kicking_seconds, totals.kicks);
        if (totals.kicking_seconds > 0) {
            printf(", %.0f a second", (double)totals.kicks / totals.kicking_seconds);
        }
        printf("\n");
        code = totals.differing == 0 ? SUCCEEDED : FAILED;
    } else {
        fprintf(stderr, "mosaic_pieces: %s\n", bench.env.error ? bench.env.error : "failed");
    }
    end(&bench);
    return code;
}
