/* crowd.c - a thread whose population waits while a lane of the device is free takes all that wait into one launch. So
 * launches grow with the time that they take, and threads of the host start and cross other populations meanwhile.
 * While no lane is free, as many threads as there are processors improve their populations themselves; of few nodes
 * half as many, as others start and cross tours meanwhile. */
#include "crowd.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device.h"

enum {
    LANES = 2, /* launches at the same time: one's transfers go on beside the other's kernel */
    MOST_INDIVIDUALS = 1 << 17,
    LEAST = 32, /* individuals of a population: fewer are soon improved by the host, and a launch takes long */
    FEW_NODES = 256,
    FIRST_BUDGET = 256,
    MOST_BUDGET = 1 << 20
};

struct request {
    struct mosaic_waiting of;
    bool done, interrupted;
    enum swarm_status status;
    const char *error; /* borrowed from the lane; NULL: none */
    struct request *next;
};

/* The buffers of a lane. Each has a copy on the host, except the words. */
enum { WORDS, TOURS, INDIVIDUALS, SEATS, NEAR, NEAR_LENGTH, DISTANCE, BUFFERS };
static const char *const arguments[BUFFERS] = {"words",      "tours",       "individuals", "seats",
                                               "near_nodes", "near_length", "distance"};
static const size_t item[BUFFERS] = {
    sizeof(uint32_t), sizeof(uint32_t), sizeof(struct mosaic_individual), sizeof(struct mosaic_seat), sizeof(uint32_t),
    sizeof(int32_t),  sizeof(int32_t)};

/* Items of the buffers. */
struct sizes {
    uint64_t of[BUFFERS];
};

struct lane {
    bool busy;
    struct base_env env;
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[BUFFERS];
    void *copies[BUFFERS]; /* of as many bytes, owned */
    uint32_t budget;
};

struct mosaic_crowd {
    const struct swarm_device *device;
    double launch_seconds;
    uint32_t group;
    size_t lane_count;
    cl_program program;
    pthread_mutex_t lock; /* guards the members below; a busy lane belongs to the thread that works on it */
    pthread_cond_t changed;
    bool has_lock;
    unsigned processors, helpers; /* helpers: threads that improve by themselves */
    struct request *first, **end;
    struct lane lanes[LANES];
};

bool mosaic_crowd_takes(const struct mosaic_problem *problem)
{
    return problem->lengths && !problem->partners && !problem->doubled;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The device                                                                                                         */

static enum swarm_status build(struct mosaic_crowd *crowd, struct ocl_session *session)
{
    const struct ocl_source file = {.name = "mosaic/improve_many.cl"};
    const struct ocl_define group = {"ARRAY_GROUP_SIZE", crowd->group, NULL};
    return ocl_program_build(session, &file, 1, &group, 1, &crowd->program);
}

static enum swarm_status open_lane(struct mosaic_crowd *crowd, const struct ocl_device_list *devices, size_t index,
                                   struct lane *lane)
{
    static const char *const names[BUFFERS] = {"words", "tours",        "individuals", "seats",
                                               "lists", "list_lengths", "distances"};
    lane->budget = FIRST_BUDGET;
    TRY(ocl_session_open(&lane->env, devices, index, false, &lane->session));
    TRY(crowd->program ? SWARM_OK : build(crowd, &lane->session));
    TRY(ocl_kernel_create(&lane->session, crowd->program, "mosaic_improve_many", &lane->kernel));
    for (size_t i = 0; i < BUFFERS; ++i) {
        lane->buffers[i].name = names[i];
    }
    return SWARM_OK;
}

enum swarm_status mosaic_crowd_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                      double launch_seconds, struct mosaic_crowd **crowd)
{
    struct mosaic_crowd *made = base_array(1, sizeof *made);
    enum swarm_status status = SWARM_OK;
    TRY(made ? SWARM_OK : base_fail_memory(env));
    made->device = &devices->devices[index];
    made->launch_seconds = launch_seconds;
    made->group = mosaic_arrays_group(made->device);
    made->lane_count = made->device->simulator ? 1 : LANES; /* oclgrind takes one thread at a time */
    made->end = &made->first;
    made->processors = base_processors();
    for (size_t k = 0; k < LANES; ++k) {
        base_env_begin(&made->lanes[k].env, env);
    }
    made->has_lock = pthread_mutex_init(&made->lock, NULL) == 0;
    if (made->has_lock && pthread_cond_init(&made->changed, NULL) != 0) {
        pthread_mutex_destroy(&made->lock);
        made->has_lock = false;
    }
    TRY_OR(fail, made->has_lock ? SWARM_OK : base_fail_memory(env));
    for (size_t k = 0; k < made->lane_count; ++k) {
        status = open_lane(made, devices, index, &made->lanes[k]);
        TRY_OR(fail, status == SWARM_OK ? SWARM_OK : base_fail(env, status, "%s", made->lanes[k].env.error));
    }
    ocl_device_log(env, made->device);
    *crowd = made;
    return SWARM_OK;

fail:
    mosaic_crowd_destroy(&made);
    return status;
}

void mosaic_crowd_destroy(struct mosaic_crowd **crowd)
{
    struct mosaic_crowd *gone = *crowd;
    *crowd = NULL;
    if (!gone) {
        return;
    }
    for (size_t k = 0; k < LANES; ++k) {
        struct lane *lane = &gone->lanes[k];
        ocl_kernel_release(&lane->kernel);
        for (size_t i = 0; i < BUFFERS; ++i) {
            ocl_buffer_release(&lane->buffers[i]);
            free(lane->copies[i]);
        }
    }
    if (gone->program) {
        clReleaseProgram(gone->program);
    }
    for (size_t k = 0; k < LANES; ++k) {
        ocl_session_close(&gone->lanes[k].session);
        base_env_deinit(&gone->lanes[k].env);
    }
    if (gone->has_lock) {
        pthread_cond_destroy(&gone->changed);
        pthread_mutex_destroy(&gone->lock);
    }
    free(gone);
}

/* Grows the buffers and their copies, whose content is lost. */
static enum swarm_status reserve(struct lane *lane, const struct sizes *sizes)
{
    for (size_t i = 0; i < BUFFERS; ++i) {
        struct ocl_buffer *buffer = &lane->buffers[i];
        const uint64_t wanted = sizes->of[i] * item[i];
        if (buffer->memory && buffer->bytes >= wanted) {
            continue;
        }
        ocl_buffer_release(buffer);
        free(lane->copies[i]);
        lane->copies[i] = NULL;
        buffer->bytes = wanted + wanted / 4;
        if (i != WORDS && !(lane->copies[i] = base_array((size_t)buffer->bytes, 1))) {
            return base_fail_memory(&lane->env);
        }
        TRY(ocl_buffer_create(&lane->session, buffer));
        TRY(OCL_GIVE(&lane->session, &lane->kernel, OCL_NAMED(arguments[i], buffer->memory)));
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

/* Adds the items of a request. */
static void add_sizes(struct sizes *sizes, const struct request *request)
{
    const uint64_t n = request->of.problem->n, count = request->of.population->count;
    const uint64_t tour = n + ARRAY_QUEUED_WORDS(n), lists = n * request->of.problem->width;
    const uint64_t more[BUFFERS] = {count * ARRAY_WORDS(n), count * tour, count, count, lists, lists, n * n};
    for (size_t i = 0; i < BUFFERS; ++i) {
        sizes->of[i] += more[i];
    }
}

/* Writes a request to the copies, from the items `at` on, which grow. */
static void pack(struct lane *lane, const struct request *request, struct sizes *at)
{
    const struct mosaic_problem *problem = request->of.problem;
    const struct mosaic_population *population = request->of.population;
    const uint32_t n = problem->n;
    const size_t bits = ARRAY_QUEUED_WORDS(n), lists = (size_t)n * problem->width;
    uint32_t *tours = (uint32_t *)lane->copies[TOURS] + at->of[TOURS];
    struct mosaic_seat *seats = (struct mosaic_seat *)lane->copies[SEATS] + at->of[SEATS];
    for (uint32_t i = 0; i < population->count; ++i, tours += n + bits) {
        seats[i] = (struct mosaic_seat){.words = at->of[WORDS] + i * population->stride,
                                        .tour = at->of[TOURS] + i * (n + bits),
                                        .lists = at->of[NEAR],
                                        .distances = at->of[DISTANCE],
                                        .n = n,
                                        .width = problem->width};
        memcpy(tours, population->words + i * population->stride, n * sizeof *tours);
        memcpy(tours + n, mosaic_population_dirty(population, i), bits * sizeof *tours);
    }
    memcpy((struct mosaic_individual *)lane->copies[INDIVIDUALS] + at->of[INDIVIDUALS], population->individuals,
           population->count * sizeof *population->individuals);
    memcpy((uint32_t *)lane->copies[NEAR] + at->of[NEAR], problem->near, lists * sizeof *problem->near);
    memcpy((int32_t *)lane->copies[NEAR_LENGTH] + at->of[NEAR_LENGTH], problem->near_length,
           lists * sizeof *problem->near_length);
    memcpy((int32_t *)lane->copies[DISTANCE] + at->of[DISTANCE], problem->lengths,
           (size_t)n * n * sizeof *problem->lengths);
    add_sizes(at, request);
}

static void unpack(const struct lane *lane, const struct request *request, struct sizes *at)
{
    struct mosaic_population *population = request->of.population;
    const uint32_t n = population->n;
    const size_t bits = ARRAY_QUEUED_WORDS(n);
    const uint32_t *tours = (const uint32_t *)lane->copies[TOURS] + at->of[TOURS];
    for (uint32_t i = 0; i < population->count; ++i, tours += n + bits) {
        memcpy(population->words + i * population->stride, tours, n * sizeof *tours);
        memset(mosaic_population_dirty(population, i), 0, bits * sizeof *tours);
    }
    memcpy(population->individuals, (struct mosaic_individual *)lane->copies[INDIVIDUALS] + at->of[INDIVIDUALS],
           population->count * sizeof *population->individuals);
    add_sizes(at, request);
}

static bool are_done(const struct lane *lane, size_t count)
{
    const struct mosaic_individual *individuals = lane->copies[INDIVIDUALS];
    bool done = true;
    for (size_t i = 0; i < count && done; ++i) {
        done = individuals[i].done;
    }
    return done;
}

/* Whether nobody waits for the launch any more. */
static bool are_over(const struct request *requests)
{
    bool over = true;
    for (; requests && over; requests = requests->next) {
        over = base_interrupted(requests->of.env, requests->of.deadline);
    }
    return over;
}

/* NDRange of mosaic_improve_many
 *   global = { individuals rounded up to whole groups }
 *   local  = { group }   1 on CPUs
 */
static enum swarm_status run(struct mosaic_crowd *crowd, struct lane *lane, const struct request *requests,
                             const struct sizes *sizes, bool *interrupted)
{
    struct ocl_session *session = &lane->session;
    const uint32_t count = (uint32_t)sizes->of[INDIVIDUALS], key_0 = (uint32_t)requests->of.seed,
                   key_1 = (uint32_t)(requests->of.seed >> 32);
    const struct ocl_ndrange range = {{ocl_round_up(count, crowd->group), 1}, {crowd->group, 1}};
    const struct ocl_buffer *individuals = &lane->buffers[INDIVIDUALS];
    uint32_t begins = 1;
    for (size_t i = TOURS; i < BUFFERS; ++i) {
        TRY(ocl_buffer_write(session, &lane->buffers[i], 0, sizes->of[i] * item[i], lane->copies[i]));
    }
    TRY(OCL_GIVE(session, &lane->kernel, OCL_VALUE(count), OCL_VALUE(key_0), OCL_VALUE(key_1)));
    for (bool done = false; !done; begins = 0) {
        const double begin = base_clock_now();
        TRY(OCL_GIVE(session, &lane->kernel, OCL_NAMED("budget", lane->budget), OCL_VALUE(begins)));
        TRY(ocl_kernel_enqueue(session, &lane->kernel, range));
        TRY(ocl_buffer_read(session, individuals, 0, count * item[INDIVIDUALS], lane->copies[INDIVIDUALS]));
        done = are_done(lane, count);
        lane->budget = mosaic_budget_after(lane->budget, base_clock_now() - begin, crowd->launch_seconds, MOST_BUDGET);
        *interrupted = !done && are_over(requests);
        if (*interrupted) {
            return SWARM_OK;
        }
    }
    return ocl_buffer_read(session, &lane->buffers[TOURS], 0, sizes->of[TOURS] * item[TOURS], lane->copies[TOURS]);
}

static void work(struct mosaic_crowd *crowd, struct lane *lane, struct request *requests)
{
    struct sizes sizes = {{0}}, at = {{0}};
    bool interrupted = false;
    for (const struct request *request = requests; request; request = request->next) {
        add_sizes(&sizes, request);
    }
    enum swarm_status status = reserve(lane, &sizes);
    if (status == SWARM_OK) {
        for (const struct request *request = requests; request; request = request->next) {
            pack(lane, request, &at);
        }
        status = run(crowd, lane, requests, &sizes, &interrupted);
    }
    at = (struct sizes){{0}};
    for (struct request *request = requests; request; request = request->next) {
        request->status = status;
        request->interrupted = interrupted;
        request->error = status != SWARM_OK ? lane->env.error : NULL;
        if (status == SWARM_OK && !interrupted) {
            unpack(lane, request, &at);
        }
    }
}

/* Takes the first request, and all others with its seed that the device has room for. */
static struct request *take(struct mosaic_crowd *crowd)
{
    const uint64_t most = crowd->device->max_allocation < crowd->device->global_memory / 8
                              ? crowd->device->max_allocation
                              : crowd->device->global_memory / 8;
    struct request *taken = NULL, **end = &taken, **from = &crowd->first;
    struct sizes sizes = {{0}};
    while (*from) {
        struct request *request = *from;
        struct sizes with = sizes;
        add_sizes(&with, request);
        bool fits = with.of[INDIVIDUALS] <= MOST_INDIVIDUALS && (!taken || request->of.seed == taken->of.seed);
        for (size_t i = 0; i < BUFFERS && fits; ++i) {
            fits = with.of[i] * item[i] <= most / 2;
        }
        if (!fits && taken) {
            from = &request->next;
            continue;
        }
        sizes = with;
        *from = request->next;
        request->next = NULL;
        *end = request;
        end = &request->next;
    }
    crowd->end = from;
    return taken;
}

static struct lane *free_lane(struct mosaic_crowd *crowd)
{
    struct lane *lane = crowd->lanes, *const end = lane + crowd->lane_count;
    while (lane < end && lane->busy) {
        ++lane;
    }
    return lane < end ? lane : NULL;
}

static void improve_on_host(const struct request *request, uint64_t *looked)
{
    mosaic_population_queue(request->of.population, NULL);
    while (!mosaic_population_is_done(request->of.population)
           && !base_interrupted(request->of.env, request->of.deadline)) {
        mosaic_arrays_improve(request->of.problem, request->of.population, NULL, request->of.seed, FIRST_BUDGET);
        *looked += FIRST_BUDGET;
    }
    mosaic_arrays_decide(request->of.problem, request->of.population);
}

enum swarm_status mosaic_crowd_improve(struct mosaic_crowd *crowd, struct mosaic_waiting waiting, uint64_t *looked,
                                       bool *interrupted)
{
    struct request own = {.of = waiting};
    *looked = 0;
    pthread_mutex_lock(&crowd->lock);
    const bool few = waiting.population->count < LEAST;
    const unsigned most = waiting.problem->n <= FEW_NODES ? crowd->processors / 2 : crowd->processors;
    const bool helps = !few && crowd->helpers < most && !free_lane(crowd);
    crowd->helpers += helps;
    if (few || helps) {
        pthread_mutex_unlock(&crowd->lock);
        improve_on_host(&own, looked);
        pthread_mutex_lock(&crowd->lock);
        crowd->helpers -= helps;
        own.done = true;
    } else {
        *crowd->end = &own;
        crowd->end = &own.next;
    }
    while (!own.done) {
        struct lane *lane = free_lane(crowd);
        if (!lane || !crowd->first) {
            pthread_cond_wait(&crowd->changed, &crowd->lock);
            continue;
        }
        struct request *taken = take(crowd);
        lane->busy = true;
        pthread_mutex_unlock(&crowd->lock);
        work(crowd, lane, taken);
        pthread_mutex_lock(&crowd->lock);
        for (struct request *next; taken; taken = next) { /* one that is done may be gone at once */
            next = taken->next;
            if (taken->error) {
                base_fail(taken->of.env, taken->status, "%s", taken->error);
            }
            taken->done = true;
        }
        lane->busy = false;
        pthread_cond_broadcast(&crowd->changed);
    }
    pthread_mutex_unlock(&crowd->lock);
    *interrupted = own.interrupted || (own.status == SWARM_OK && base_interrupted(waiting.env, waiting.deadline));
    return own.status;
}
