#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "task.h"

enum { LIST_MOST = 1000, THREADS_MOST = 256, PROCESSES_MOST = 64, OPTIONS_MOST = 64 };

/* Ends with a NULL name. */
static const struct solver {
    const char *name;
    bbob_solve_fn *solve;
} solvers[] = {
    {"swarmcl", bbob_solve_swarmcl},
    {"swarmcl-iterations", bbob_solve_by_iterations},
    {"random", bbob_solve_random},
    {"plain-pso", bbob_solve_plain_swarm},
    {"de", bbob_solve_de},
    {"lshade", bbob_solve_lshade},
#ifdef BBOB_NLOPT
    {"nlopt-crs2", bbob_solve_crs2},
    {"nlopt-direct-l", bbob_solve_direct},
    {"nlopt-mlsl", bbob_solve_mlsl},
#endif
    {NULL, NULL},
};

/* Numbers that an option lists. */
struct list {
    int count, numbers[LIST_MOST];
};

/* What to run, and how far the threads of all processes are; in shared memory. */
struct plan {
    const struct solver *solver;
    char *options[2 * OPTIONS_MOST + 2]; /* names and values, then NULL */
    struct list functions, dimensions, instances;
    long budget, threads, processes, seed; /* budget: evaluations per dimension; threads: of each process */
    char folder[64];                       /* for files of runs on a device; "": runs are on the host */
    bool builds;                           /* True if the processes only compile the kernels of all runs */
    pthread_mutex_t lock;                  /* of the members below, and of stdout */
    int next;
    bool failed;
};

/* Reads a list such as 1-5,10. Returns false if the text is not a list. */
static bool parse_list(const char *text, struct list *list)
{
    list->count = 0;
    for (char *end = NULL;; text = end + 1) {
        const long first = strtol(text, &end, 10);
        const long last = end > text && *end == '-' ? strtol(end + 1, &end, 10) : first;
        if (end == text || first < 1 || last < first || list->count + last - first >= LIST_MOST) {
            return false;
        }
        for (long number = first; number <= last; ++number) {
            list->numbers[list->count++] = (int)number;
        }
        if (*end != ',') {
            return *end == '\0';
        }
    }
}

static bool parse_number(const char *text, long *number)
{
    char *end = NULL;
    *number = strtol(text, &end, 10);
    return end > text && *end == '\0' && *number >= 1;
}

static bool parse_option(struct plan *plan, const char *name, const char *value)
{
    return strcmp(name, "--functions") == 0    ? parse_list(value, &plan->functions)
           : strcmp(name, "--dimensions") == 0 ? parse_list(value, &plan->dimensions)
           : strcmp(name, "--instances") == 0  ? parse_list(value, &plan->instances)
           : strcmp(name, "--budget") == 0     ? parse_number(value, &plan->budget)
           : strcmp(name, "--threads") == 0    ? parse_number(value, &plan->threads) && plan->threads <= THREADS_MOST
           : strcmp(name, "--processes") == 0
               ? parse_number(value, &plan->processes) && plan->processes <= PROCESSES_MOST
           : strcmp(name, "--seed") == 0 ? parse_number(value, &plan->seed)
                                         : false;
}

/* Reads the algorithm and the options of the bench up to "--", then those of the algorithm, whose names lose their
 * dashes. Returns false if the algorithm, an option of the bench or its value is unknown, or if an option has no value.
 */
static bool parse(struct plan *plan, int count, char **words)
{
    const struct solver *solver = solvers;
    while (solver->name && (count == 0 || strcmp(solver->name, words[0]) != 0)) {
        ++solver;
    }
    plan->solver = solver;
    int at = 1;
    for (; at + 1 < count && strcmp(words[at], "--") != 0; at += 2) {
        if (!parse_option(plan, words[at], words[at + 1])) {
            fprintf(stderr, "bbob: %s %s: unknown option or value\n", words[at], words[at + 1]);
            return false;
        }
    }
    const bool ends = at < count && strcmp(words[at], "--") == 0;
    at += ends;
    if (at < count && (count - at) % 2 != 0) {
        fprintf(stderr, "bbob: %s has no value; the value of a flag is true\n", words[count - 1]);
        return false;
    }
    for (int k = 0; ends && at < count && k < 2 * OPTIONS_MOST; ++at, ++k) {
        plan->options[k] = words[at] + (k % 2 == 0 && strncmp(words[at], "--", 2) == 0 ? 2 : 0);
    }
    return solver->name && at == count;
}

/* Prints the record of a run: `hits` are the evaluations at which targets were reached. */
static void print_record(const struct bbob_task *task)
{
    const struct bbob_instance *instance = task->instance;
    printf("{\"f\": %d, \"d\": %d, \"i\": %d, \"evaluations\": %" PRIu64 ", \"best\": %.6g, \"hits\": [",
           instance->function, instance->dimensions, instance->number, task->evaluations, task->best);
    for (int k = 0; k < task->reached; ++k) {
        printf("%s%" PRIu64, k > 0 ? ", " : "", task->hits[k]);
    }
    printf("]}\n");
    fflush(stdout);
}

/* A process: its plan, and what its runs share. */
struct crew {
    struct plan *plan;
    struct bbob_shared shared;
};

static bool run_task(struct crew *crew, int function, int dimensions, int number)
{
    struct plan *plan = crew->plan;
    struct bbob_instance *instance =
        bbob_instance_exists(function, dimensions, number) ? bbob_instance_create(function, dimensions, number) : NULL;
    if (!instance) {
        fprintf(stderr, "bbob: there is no function %d in %d dimensions\n", function, dimensions);
        return false;
    }
    const uint64_t seed =
        (((uint64_t)plan->seed * 100 + (uint64_t)function) * 100 + (uint64_t)dimensions) * 10000 + (uint64_t)number;
    struct bbob_task task = bbob_task_make(instance, seed, (uint64_t)plan->budget * (uint64_t)dimensions);
    task.shared = &crew->shared;
    const bool solved = (plan->builds ? bbob_build_swarmcl : plan->solver->solve)(&task, plan->options);
    pthread_mutex_lock(&plan->lock);
    if (solved && !plan->builds) {
        print_record(&task);
    }
    pthread_mutex_unlock(&plan->lock);
    bbob_instance_destroy(instance);
    return solved;
}

/* A thread: takes the next run until none is left or one has failed. Large dimensions first, because they take long. */
static void *work(void *user)
{
    struct crew *crew = user;
    struct plan *plan = crew->plan;
    const int functions = plan->functions.count, instances = plan->builds ? 1 : plan->instances.count;
    const int total = functions * instances * plan->dimensions.count;
    for (;;) {
        pthread_mutex_lock(&plan->lock);
        const int at = plan->failed ? total : plan->next++;
        pthread_mutex_unlock(&plan->lock);
        if (at >= total) {
            return NULL;
        }
        const int dimensions = plan->dimensions.numbers[plan->dimensions.count - 1 - at / (functions * instances)];
        const int function = plan->functions.numbers[at / instances % functions];
        if (!run_task(crew, function, dimensions, plan->instances.numbers[at % instances])) {
            pthread_mutex_lock(&plan->lock);
            plan->failed = true;
            pthread_mutex_unlock(&plan->lock);
        }
    }
}

/* Runs the threads of this process. */
static void run_threads(struct plan *plan)
{
    pthread_t threads[THREADS_MOST];
    struct crew crew = {plan, {plan->folder[0] ? plan->folder : NULL, NULL}};
    const int wanted = plan->builds ? 0 : (int)plan->threads - 1;
    int started = 0;
    if (crew.shared.folder && !bbob_open_devices(&crew.shared)) {
        plan->failed = true;
        return;
    }
    while (started < wanted && pthread_create(&threads[started], NULL, work, &crew) == 0) {
        ++started;
    }
    work(&crew);
    for (int k = 0; k < started; ++k) {
        pthread_join(threads[k], NULL);
    }
    bbob_close_devices(&crew.shared);
}

/* Runs all processes, with this one unless they only compile. */
static void run_processes(struct plan *plan)
{
    plan->next = 0;
    for (long k = !plan->builds; k < plan->processes; ++k) {
        if (fork() == 0) {
            run_threads(plan);
            exit(0);
        }
    }
    if (!plan->builds) {
        run_threads(plan);
    }
    for (int ended = 0; wait(&ended) > 0;) {
        plan->failed = plan->failed || ended != 0; /* a process that a signal ends sets nothing */
    }
}

/* Runs all on a device. Processes fill the driver's cache first, because a driver may compile for one thread of a process at
 * a time; then one process makes all runs, because a GPU overlaps only the commands of one process. */
static void run_on_device(struct plan *plan)
{
    snprintf(plan->folder, sizeof plan->folder, "/tmp/bbob-XXXXXX");
    if (!mkdtemp(plan->folder)) {
        fprintf(stderr, "bbob: %s: cannot make a folder\n", plan->folder);
        plan->failed = true;
        return;
    }
    if (plan->processes > 1) {
        plan->builds = true;
        run_processes(plan);
    }
    plan->builds = false;
    plan->processes = 1;
    run_processes(plan);
    rmdir(plan->folder);
}

int bbob_run(int count, char **words)
{
    struct plan *plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (plan == MAP_FAILED) {
        fprintf(stderr, "bbob: out of memory\n");
        return 1;
    }
    *plan = (struct plan){.budget = 10000, .threads = 1, .processes = 1, .seed = 1};
    parse_list("1-24", &plan->functions);
    parse_list("5", &plan->dimensions);
    parse_list("1-5", &plan->instances);
    if (!parse(plan, count, words)) {
        fprintf(stderr,
                "usage: bbob run ALGORITHM [--functions 1-24] [--dimensions 5] [--instances 1-5] [--budget 10000] "
                "[--threads 1] [--processes 1] [--seed 1] [-- --OPTION VALUE ...]; algorithms:");
        for (const struct solver *solver = solvers; solver->name; ++solver) {
            fprintf(stderr, " %s", solver->name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&plan->lock, &attributes);
    (bbob_needs_device(plan->options) ? run_on_device : run_processes)(plan);
    return plan->failed ? 1 : 0;
}
