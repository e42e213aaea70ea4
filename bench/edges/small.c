/* small.c - compares default runs on random small instances with references that share no code with the library:
 * enumeration of all solutions by depth-first search, or for more nodes dynamic programming over sets of visited nodes.
 *
 * usage: small [COUNT]     COUNT: divides the numbers of instances, for a quick run
 *
 * Prints a line "what | aim | measured" for each row. Exit code 1: a run failed, or an aim is missed.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swarmcl/swarmcl.h>

enum { NODES_MOST = 14, NONE = -1 };

static const int64_t infinite = INT64_MAX / 4;

struct question {
    int n;
    bool path;
    int start, end; /* first and last node of a path; NONE: any node */
    int fixed_count;
    int fixed[2][2]; /* edges or arcs that the tour must contain */
    bool symmetric;
    bool holes; /* True if edges may be missing: their distances are `infinite` */
    int64_t distances[NODES_MOST][NODES_MOST];
    int64_t scores[NODES_MOST], limit; /* scores of orienteering, greatest length */
};

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(uint64_t *state, int limit)
{
    return (int)(draw(state) % (uint64_t)limit);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* References                                                                                                         */

static bool has_fixed(const struct question *q, int a, int b)
{
    for (int k = 0; k < q->fixed_count; ++k) {
        if ((q->fixed[k][0] == a && q->fixed[k][1] == b)
            || (q->symmetric && q->fixed[k][0] == b && q->fixed[k][1] == a)) {
            return true;
        }
    }
    return false;
}

struct walk {
    const struct question *q;
    bool seen[NODES_MOST];
    int order[NODES_MOST];
    int64_t best;
};

static void visit(struct walk *walk, int count, int64_t length, int fixed)
{
    const struct question *q = walk->q;
    const int last = walk->order[count - 1];
    if (length >= walk->best) {
        return;
    }
    if (count == q->n) {
        const int first = walk->order[0];
        const int64_t whole = length + (q->path ? 0 : q->distances[last][first]);
        const int all = fixed + (!q->path && has_fixed(q, last, first));
        if ((q->end == NONE || last == q->end) && all >= q->fixed_count && whole < walk->best) {
            walk->best = whole;
        }
        return;
    }
    for (int k = 0; k < q->n; ++k) {
        if (!walk->seen[k] && q->distances[last][k] < infinite) {
            walk->seen[k] = true;
            walk->order[count] = k;
            visit(walk, count + 1, length + q->distances[last][k], fixed + has_fixed(q, last, k));
            walk->seen[k] = false;
        }
    }
}

/* The shortest length of all tours or paths that meet the conditions; `infinite` if there is none. */
static int64_t enumerate(const struct question *q)
{
    struct walk walk = {.q = q, .best = infinite};
    for (int first = 0; first < q->n; ++first) {
        if (q->path ? q->start == NONE || q->start == first : first == 0) {
            memset(walk.seen, 0, sizeof walk.seen);
            walk.seen[first] = true;
            walk.order[0] = first;
            visit(&walk, 1, 0, 0);
        }
    }
    return walk.best;
}

/* The shortest length of all closed tours without conditions, by dynamic programming. */
static int64_t closed_by_sets(const struct question *q)
{
    const int n = q->n, sets = 1 << n;
    int64_t(*lengths)[NODES_MOST] = malloc((size_t)sets * sizeof *lengths), best = infinite;
    if (!lengths) {
        exit(2);
    }
    for (int set = 0; set < sets; ++set) {
        for (int k = 0; k < n; ++k) {
            lengths[set][k] = set == 1 && k == 0 ? 0 : infinite;
        }
    }
    for (int set = 1; set < sets; set += 2) {
        for (int k = 0; k < n; ++k) {
            for (int next = 1; next < n && lengths[set][k] < infinite; ++next) {
                const int64_t length = lengths[set][k] + q->distances[k][next];
                int64_t *there = &lengths[set | 1 << next][next];
                *there = !(set >> next & 1) && length < *there ? length : *there;
            }
        }
    }
    for (int k = 0; k < n; ++k) {
        const int64_t length = lengths[sets - 1][k] + q->distances[k][0];
        best = length < best ? length : best;
    }
    free(lengths);
    return best;
}

/* Extends a walk in all ways within the limit, and sets walk->best to the best score of a cycle through node 0, or
 * of a path. */
static void collect(struct walk *walk, int count, int64_t length, int64_t score)
{
    const struct question *q = walk->q;
    const int last = walk->order[count - 1];
    const int64_t closed = length + (q->path ? 0 : q->distances[last][walk->order[0]]);
    if (closed <= q->limit && (q->end == NONE || last == q->end) && score > walk->best) {
        walk->best = score;
    }
    for (int k = 0; k < q->n && length <= q->limit; ++k) {
        if (!walk->seen[k]) {
            walk->seen[k] = true;
            walk->order[count] = k;
            collect(walk, count + 1, length + q->distances[last][k], score + q->scores[k]);
            walk->seen[k] = false;
        }
    }
}

static int64_t best_score(const struct question *q)
{
    struct walk walk = {.q = q, .best = -1};
    for (int first = 0; first < q->n; ++first) {
        if (q->path ? q->start == NONE || q->start == first : first == 0) {
            memset(walk.seen, 0, sizeof walk.seen);
            walk.seen[first] = true;
            walk.order[0] = first;
            collect(&walk, 1, 0, q->scores[first]);
        }
    }
    return walk.best;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions that call the library                                                                                    */

struct runs {
    swarm_context *context;
    uint64_t state; /* state of the generator of random numbers */
    unsigned long wrong, unproven, failed;
};

static void set(struct runs *runs, swarm_params *params, const char *name, const char *value)
{
    if (swarm_params_set(runs->context, params, name, value) != SWARM_OK) {
        fprintf(stderr, "small: %s\n", swarm_context_error(runs->context));
        exit(2);
    }
}

static void set_node(struct runs *runs, swarm_params *params, const char *name, int node)
{
    char text[16];
    snprintf(text, sizeof text, "#%d", node + 1);
    if (node != NONE) {
        set(runs, params, name, text);
    }
}

/* Solves, and counts a run that is wrong, failed or, if `proves`, unproven. If `expected` is `infinite`, no solution
 * exists, and the run must fail with SWARM_ERROR_INPUT. */
static void judge(struct runs *runs, const swarm_params *params, int64_t expected, bool proves)
{
    swarm_result *result = NULL;
    const enum swarm_status status = swarm_solve(runs->context, params, NULL, NULL, &result);
    if (expected >= infinite) {
        runs->wrong += status != SWARM_ERROR_INPUT;
    } else if (status != SWARM_OK) {
        fprintf(stderr, "small: %s\n", swarm_context_error(runs->context));
        ++runs->failed;
    } else {
        runs->wrong += result->length != expected;
        runs->unproven += proves && result->stop_reason != SWARM_STOP_PROVEN;
    }
    swarm_result_destroy(&result);
}

static swarm_instance *make(struct runs *runs, const struct question *q)
{
    double distances[NODES_MOST * NODES_MOST];
    swarm_instance *instance = NULL;
    for (int i = 0; i < q->n; ++i) {
        for (int j = 0; j < q->n; ++j) {
            distances[i * q->n + j] = q->distances[i][j] < infinite ? (double)q->distances[i][j] : (double)INFINITY;
        }
    }
    if (swarm_instance_from_distances(runs->context, "small", (size_t)q->n, distances, NULL, &instance) != SWARM_OK) {
        instance = NULL; /* the library refuses a node without edges */
    }
    return instance;
}

static void run_tour(struct runs *runs, const struct question *q, int64_t expected, bool proves)
{
    swarm_instance *instance = make(runs, q);
    swarm_params *params = NULL;
    if (!instance) {
        runs->wrong += expected < infinite;
        return;
    }
    if (swarm_params_create(runs->context, "tsp", &params) != SWARM_OK) {
        exit(2);
    }
    swarm_params_instance(params, instance);
    set(runs, params, "path", q->path ? "true" : "false");
    set_node(runs, params, "start", q->start);
    set_node(runs, params, "end", q->end);
    if (q->fixed_count > 0) {
        char text[64];
        int used = 0;
        for (int k = 0; k < q->fixed_count; ++k) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%d-%d", k > 0 ? "," : "", q->fixed[k][0] + 1,
                             q->fixed[k][1] + 1);
        }
        set(runs, params, "fix", text);
    }
    judge(runs, params, expected, proves);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rows                                                                                                               */

/* Draws distances up to a random one of `mosts`; with a small maximum many tours have equal lengths. */
static void draw_distances(struct runs *runs, struct question *q, bool symmetric)
{
    static const int mosts[] = {3, 10, 100, 1000, 1000000};
    const int most = mosts[below(&runs->state, 5)];
    q->start = q->end = NONE;
    for (int i = 0; i < q->n; ++i) {
        for (int j = 0; j < q->n; ++j) {
            const bool copied = symmetric && j < i;
            q->distances[i][j] = copied ? q->distances[j][i] : i == j ? 0 : below(&runs->state, most + 1);
        }
    }
    q->symmetric = true; /* the matrix may be symmetric by chance */
    for (int i = 0; i < q->n; ++i) {
        for (int j = 0; j < i; ++j) {
            q->symmetric = q->symmetric && q->distances[i][j] == q->distances[j][i];
        }
    }
}

static void asymmetric(struct runs *runs)
{
    struct question q = {.n = 5 + below(&runs->state, 8)};
    draw_distances(runs, &q, false);
    run_tour(runs, &q, q.n < 8 ? enumerate(&q) : closed_by_sets(&q), true);
}

static void larger(struct runs *runs)
{
    struct question q = {.n = 13 + below(&runs->state, 2)};
    draw_distances(runs, &q, false);
    run_tour(runs, &q, closed_by_sets(&q), false);
}

static void with_holes(struct runs *runs)
{
    struct question q = {.n = 3 + below(&runs->state, 6), .path = below(&runs->state, 2), .holes = true};
    const bool symmetric = below(&runs->state, 2);
    const int share = 1 + below(&runs->state, 6); /* missing edges, in tenths of all pairs */
    draw_distances(runs, &q, symmetric);
    for (int i = 0; i < q.n; ++i) {
        for (int j = 0; j < q.n; ++j) {
            const bool missing = i != j && below(&runs->state, 10) < share;
            q.distances[i][j] = missing ? infinite : q.distances[i][j];
            q.distances[j][i] = symmetric ? q.distances[i][j] : q.distances[j][i];
        }
    }
    run_tour(runs, &q, enumerate(&q), true);
}

static void with_conditions(struct runs *runs)
{
    struct question q = {.n = 4 + below(&runs->state, 5), .path = below(&runs->state, 2)};
    draw_distances(runs, &q, below(&runs->state, 2));
    const int first = below(&runs->state, q.n), second = (first + 1 + below(&runs->state, q.n - 1)) % q.n;
    if (q.path) {
        q.start = below(&runs->state, 2) ? first : NONE;
        q.end = below(&runs->state, 2) ? second : NONE;
    }
    if (below(&runs->state, 2)) { /* required arcs, none at an end of the path */
        int nodes[3], count = 0;
        for (int k = 0; k < q.n && count < 3; ++k) {
            if (k != first && k != second) {
                nodes[count++] = k;
            }
        }
        q.fixed_count = count == 3 && q.n > 5 ? 2 : count > 1 ? 1 : 0;
        for (int k = 0; k < q.fixed_count; ++k) {
            q.fixed[k][0] = nodes[k];
            q.fixed[k][1] = nodes[k + 1];
        }
    }
    run_tour(runs, &q, enumerate(&q), true);
}

static void next_places(uint32_t *places, int n, int k, const int64_t *flows, const int64_t *distances, int64_t *best)
{
    if (k == n) {
        int64_t cost = 0;
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                cost += flows[i * n + j] * distances[(int)places[i] * n + (int)places[j]];
            }
        }
        *best = cost < *best ? cost : *best;
        return;
    }
    for (int i = k; i < n; ++i) {
        const uint32_t kept = places[k];
        places[k] = places[i];
        places[i] = kept;
        next_places(places, n, k + 1, flows, distances, best);
        places[i] = places[k];
        places[k] = kept;
    }
}

/* Solves assignments. One in a hundred has 8 or 9 items, for which the reference takes a second. */
static void assignments(struct runs *runs)
{
    const int n = below(&runs->state, 100) == 0 ? 8 + below(&runs->state, 2) : 1 + below(&runs->state, 7);
    int64_t flows[81], distances[81], best = infinite;
    uint32_t places[9];
    swarm_qap *qap = NULL;
    swarm_params *params = NULL;
    for (int k = 0; k < n * n; ++k) {
        flows[k] = below(&runs->state, 50) - 5;
        distances[k] = below(&runs->state, 100);
    }
    for (int k = 0; k < n; ++k) {
        places[k] = (uint32_t)k;
    }
    next_places(places, n, 0, flows, distances, &best);
    if (swarm_qap_from_matrices(runs->context, NULL, (size_t)n, flows, distances, &qap) != SWARM_OK
        || swarm_params_create(runs->context, "qap", &params) != SWARM_OK) {
        exit(2);
    }
    swarm_params_qap(params, qap);
    judge(runs, params, best, true);
    swarm_params_destroy(&params);
    swarm_qap_destroy(&qap);
}

static void orienteering(struct runs *runs)
{
    struct question q = {.n = 2 + below(&runs->state, 7), .path = below(&runs->state, 2)};
    double points[2 * NODES_MOST];
    uint32_t scores[NODES_MOST];
    char limit[32];
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    for (int k = 0; k < q.n; ++k) {
        points[2 * k] = below(&runs->state, 1000);
        points[2 * k + 1] = below(&runs->state, 1000);
        q.scores[k] = scores[k] = (uint32_t)below(&runs->state, 20);
    }
    if (swarm_instance_from_coordinates(runs->context, "small", SWARM_METRIC_EUC_2D, (size_t)q.n, points, &instance)
            != SWARM_OK
        || swarm_instance_set_scores(runs->context, instance, scores) != SWARM_OK
        || swarm_params_create(runs->context, "orient", &params) != SWARM_OK) {
        exit(2);
    }
    draw_distances(runs, &q, true);
    for (int i = 0; i < q.n; ++i) {
        for (int j = 0; j < q.n; ++j) {
            q.distances[i][j] = swarm_instance_distance(instance, (uint32_t)i, (uint32_t)j);
        }
    }
    if (q.path) {
        q.start = below(&runs->state, 2) ? 0 : NONE;
        q.end = below(&runs->state, 2) ? q.n - 1 : NONE;
    }
    q.limit = below(&runs->state, 4000);
    if (q.start != NONE && q.end != NONE && q.limit < q.distances[q.start][q.end]) {
        q.limit = q.distances[q.start][q.end];
    }
    snprintf(limit, sizeof limit, "%" PRId64, q.limit);
    swarm_params_instance(params, instance);
    set(runs, params, "limit", limit);
    set(runs, params, "path", q.path ? "true" : "false");
    set_node(runs, params, "start", q.start);
    set_node(runs, params, "end", q.end);
    judge(runs, params, best_score(&q), true);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
}

static const struct {
    const char *what;
    void (*run)(struct runs *runs);
    unsigned long count, aim; /* number of instances; number of results that may be wrong */
} rows[] = {
    {"asymmetric matrices of 5 to 12 nodes", asymmetric, 20000, 0},
    {"asymmetric matrices of 13 and 14 nodes", larger, 2000, 1},
    {"matrices of 3 to 8 nodes with missing edges, tours and paths", with_holes, 2000, 0},
    {"matrices of 4 to 8 nodes with fixed edges, ends of paths", with_conditions, 2000, 0},
    {"quadratic assignment of 1 to 9 items", assignments, 2000, 0},
    {"orienteering of 2 to 8 nodes", orienteering, 2000, 0},
};

int main(int count, char **arguments)
{
    const unsigned long divisor = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;
    bool missed = divisor == 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && divisor > 0; ++i) {
        const unsigned long instances = (rows[i].count + divisor - 1) / divisor;
        struct runs runs = {.state = 7 * (i + 1)};
        if (swarm_context_create(&runs.context) != SWARM_OK) {
            return 2;
        }
        for (unsigned long k = 0; k < instances; ++k) {
            rows[i].run(&runs);
        }
        const double seconds = swarm_context_seconds(runs.context);
        printf("%lu %s | at most %lu wrong | %lu wrong, %lu not proven, %lu failed, %.1f s\n", instances, rows[i].what,
               rows[i].aim, runs.wrong, runs.unproven, runs.failed, seconds);
        fflush(stdout);
        missed = missed || runs.wrong > rows[i].aim || runs.unproven > 0 || runs.failed > 0;
        swarm_context_destroy(&runs.context);
    }
    return missed ? 1 : 0;
}
