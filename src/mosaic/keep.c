/* keep.c - finds a tour that shares many edges with a given tour: minimises length + penalty * (other edges) from both
 * tours, and bisects the penalty, a Lagrange multiplier. */
#include <math.h>
#include <string.h>

#include "mosaic.h"
#include "population.h"

/* Measured with uniform1000, 5 % of its nodes removed and 5 % new. Changed edges at 0.5 %, with no kicks, n / 5 and n
 * kicks: 90, 50 and 50; without crossover 85, 59 and 50. */
enum {
    ADDED = 2, /* additional candidates of a node: its neighbours in the kept tour */
    STEPS = 8,
    KICKED = 5, /* kicks of a tour under each penalty: n / KICKED, within the two limits below */
    KICKS_LEAST = 200,
    KICKS_MOST = 2000,
    STRETCH = 1024,      /* nodes examined between two checks of the clock */
    JUDGED = 64,         /* a tour is judged after every n / JUDGED nodes */
    MEAN_MOST = 1 << 20, /* mean edge after scaling by a power of two; lengths above 2^31 count as 2^31 - 1 */
    PENALTY_MOST = 16,   /* mean edges: the largest penalty of the bisection */
    FIRST = 128,         /* the first step tries the largest penalty divided by this */
    STRONGEST = 16       /* largest factor of the penalties of fill() */
};
enum { SHORTER, CLOSER, SIDES }; /* a tour within the limit, and one beyond it that has fewer changes */

struct mosaic_penalty {
    struct base_env *env;
    struct mosaic_problem plain, problem; /* the second has the penalty, and borrows arrays of the first */
    uint32_t (*adjacent)[2];              /* [n] neighbours of each node in the kept tour */
    int shift;                            /* lengths are scaled by 2^shift */
    int32_t added;                        /* penalty of an edge that the kept tour lacks */
    uint32_t *near;                       /* the lists of `problem` */
    int32_t *near_length;
    struct mosaic_crossover *crossover;
    struct mosaic_population population;
    uint32_t *tours[SIDES], *best; /* [n] where the next step starts; the best tour */
    uint32_t best_changes;         /* edges of best[] that the kept tour lacks */
    struct mosaic_keep_limits limits;
    struct base_arrays arrays;
};

static bool is_over(const struct mosaic_penalty *self)
{
    return base_interrupted(self->env, self->limits.deadline);
}

static bool is_kept(const struct mosaic_penalty *self, uint32_t i, uint32_t j)
{
    const uint32_t joint = self->plain.joint ? self->plain.n - 1 : TSP_NO_NODE; /* its edges are none of the path */
    return self->adjacent[i][0] == j || self->adjacent[i][1] == j || i == joint || j == joint;
}

int32_t mosaic_penalised_length(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    const struct mosaic_penalty *self = problem->penalty;
    const int64_t added = is_kept(self, i, j) ? 0 : self->added;
    const int64_t length = ((int64_t)mosaic_length(&self->plain, i, j) << self->shift) + added;
    return length < INT32_MAX ? (int32_t)length : INT32_MAX;
}

/* Sets the penalty, and makes the lists: neighbours in the kept tour, then other candidates; repeated ones are last. */
static void set_penalty(struct mosaic_penalty *self, int64_t added)
{
    const size_t width = self->problem.width, plain = self->plain.width;
    self->added = (int32_t)added;
    for (uint32_t i = 0; i < self->plain.n; ++i) {
        const uint32_t *adjacent = self->adjacent[i];
        for (size_t k = 0, at = i * width; k < width; ++k, ++at) {
            const uint32_t node = self->near[at] = k < ADDED ? adjacent[k] : self->plain.near[i * plain + k - ADDED];
            const bool repeats = k >= ADDED && (node == adjacent[0] || node == adjacent[1]);
            self->near_length[at] = repeats ? INT32_MAX : mosaic_length(&self->problem, i, node);
        }
        mosaic_sort_list(&self->problem, self->near + i * width, self->near_length + i * width);
    }
}

/* Makes a tour the best if it is within the limit and has fewer changes. Returns true if it is within the limit. */
static bool judge(struct mosaic_penalty *self, const uint32_t *tour)
{
    const uint32_t n = self->plain.n;
    const bool within = mosaic_tour_measure(&self->plain, NULL, tour) <= self->limits.length;
    uint32_t changes = 0;
    for (uint32_t p = 0; p < n; ++p) {
        changes += !is_kept(self, tour[p], tour[position_after(p, n)]);
    }
    if (within && changes < self->best_changes) {
        memmove(self->best, tour, n * sizeof *tour);
        self->best_changes = changes;
    }
    return within;
}

/* Improves copies of tours[count]: examines their first nodes, and then makes kicks. Judges the first of SIDES tours
 * now and then, because it may exceed the limit later. */
static void improve(struct mosaic_penalty *self, struct base_team *team, uint32_t *const *tours, uint32_t count,
                    uint32_t nodes, uint32_t kicks)
{
    struct mosaic_population *population = &self->population;
    population->count = count;
    ++population->number;
    for (uint32_t i = 0; i < count; ++i) {
        struct mosaic_tour tour = mosaic_population_tour(population, i);
        memcpy(tour.ord, tours[i], self->plain.n * sizeof *tour.ord);
        mosaic_tour_settle(&self->problem, NULL, &tour);
        population->individuals[i] = (struct mosaic_individual){
            .length = tour.length, .kick_end = kicks, .population = population->number, .number = i};
        memset(mosaic_population_dirty(population, i), 0, ARRAY_QUEUED_WORDS(self->plain.n) * sizeof(uint32_t));
        for (uint32_t p = 0; p < nodes; ++p) {
            mosaic_mark(mosaic_population_dirty(population, i), tour.ord[p]);
        }
    }
    mosaic_population_queue(population, team);
    for (uint32_t examined = 0; !mosaic_are_done(population->individuals, count) && !is_over(self);) {
        mosaic_arrays_improve(&self->problem, population, team, 0, STRETCH);
        examined += STRETCH;
        if (count == SIDES && examined >= self->plain.n / JUDGED) {
            judge(self, population->words);
            examined = 0;
        }
    }
    mosaic_arrays_decide(&self->problem, population);
}

/* Improves both tours, and the better one with parts of the other. Replaces one of them. True: it is within the limit.
 */
static bool step(struct mosaic_penalty *self, struct base_team *team)
{
    const uint32_t n = self->plain.n;
    const uint32_t kicks = n / KICKED > KICKS_LEAST ? n / KICKED : KICKS_LEAST;
    const struct mosaic_individual *own = self->population.individuals;
    improve(self, team, self->tours, SIDES, n, kicks < KICKS_MOST ? kicks : KICKS_MOST);
    const uint32_t better = own[CLOSER].length < own[SHORTER].length ? CLOSER : SHORTER;
    struct mosaic_tour tour = mosaic_population_tour(&self->population, better);
    const struct mosaic_tour other = mosaic_population_tour(&self->population, 1 - better);
    judge(self, tour.ord);
    judge(self, other.ord);
    if (is_over(self)) {
        return false;
    }
    mosaic_cross(self->crossover, &tour, &other, draw_stream_of(0, SIDES, self->population.number),
                 mosaic_population_dirty(&self->population, better), NULL);
    const bool within = judge(self, tour.ord);
    memcpy(self->tours[within ? SHORTER : CLOSER], tour.ord, n * sizeof *tour.ord);
    return within;
}

/* Bisects the number of first nodes to examine: as many as the limit allows, or as few as a tour beyond it needs. */
static void fill(struct mosaic_penalty *self, uint32_t *tour, bool grows, int64_t added)
{
    set_penalty(self, added);
    for (uint32_t low = 0, high = self->plain.n + 1; high - low > 1 && !is_over(self);) {
        const uint32_t middle = low + (high - low) / 2;
        improve(self, NULL, &tour, 1, middle, 0);
        *(judge(self, self->population.words) == grows ? &low : &high) = middle;
    }
}

/* Bisects the penalty, or its logarithm between known limits, and then uses up what the limit still allows. */
static void search_penalty(struct mosaic_penalty *self, struct base_team *team)
{
    const int64_t mean = self->limits.length / self->plain.n + 1;
    while (mean << (self->shift + 1) < MEAN_MOST) {
        ++self->shift;
    }
    int64_t high = (mean << self->shift) * PENALTY_MOST; /* leads beyond the limit, `low` to tours within it */
    high = high < INT32_MAX / STRONGEST ? high : INT32_MAX / STRONGEST;
    int64_t low = 0;
    for (int number = 0; number < STEPS && !is_over(self); ++number) {
        const int64_t middle = low > 0       ? (int64_t)sqrt((double)low * (double)high)
                               : number == 0 ? high / FIRST
                                             : high / 2;
        set_penalty(self, middle);
        *(step(self, team) ? &low : &high) = middle;
    }
    for (int64_t factor = 1; factor <= STRONGEST && !is_over(self); factor *= 2) {
        fill(self, self->best, true, high * factor);
        fill(self, self->tours[CLOSER], false, low / factor);
    }
}

/* Allocates the arrays, and makes the problem with the penalty from the plain one. */
static enum swarm_status make_problem(struct mosaic_penalty *self)
{
    const size_t n = self->plain.n, width = self->plain.width + ADDED;
    struct base_arrays *arrays = &self->arrays;
    self->problem = self->plain;
    self->problem.metric = 0; /* lengths have the penalty */
    self->problem.lengths = NULL;
    self->problem.penalty = self;
    self->problem.width = (uint32_t)width;
    self->adjacent = base_arrays_add(arrays, n, sizeof *self->adjacent);
    self->problem.near = self->near = base_arrays_add(arrays, n * width, sizeof *self->near);
    self->problem.near_length = self->near_length = base_arrays_add(arrays, n * width, sizeof *self->near_length);
    self->best = base_arrays_add(arrays, n, sizeof *self->best);
    self->tours[SHORTER] = base_arrays_add(arrays, n, sizeof *self->best);
    self->tours[CLOSER] = base_arrays_add(arrays, n, sizeof *self->best);
    TRY(arrays->failed ? base_fail_memory(self->env) : SWARM_OK);
    TRY(mosaic_population_reserve(self->env, self->plain.n, SIDES, &self->population));
    return mosaic_crossover_create(self->env, &self->problem, &self->crossover);
}

enum swarm_status mosaic_keep(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                              const uint32_t *kept, uint32_t *tour, struct mosaic_keep_limits limits)
{
    struct mosaic_penalty self = {.env = env, .limits = limits, .best_changes = UINT32_MAX};
    const struct tsp_candidates lists = {.length = 10};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, mosaic_problem_init(env, instance, team, lists, limits.deadline, &self.plain));
    if (!self.plain.near) {
        goto done; /* the run has to end */
    }
    TRY_OR(done, make_problem(&self));
    const uint32_t n = self.plain.n, *number = self.plain.number;
    for (uint32_t p = 0; p < n; ++p) {
        self.adjacent[number[kept[p]]][0] = number[kept[position_before(p, n)]];
        self.adjacent[number[kept[p]]][1] = number[kept[position_after(p, n)]];
        self.tours[SHORTER][p] = number[tour[p]];
        self.tours[CLOSER][p] = number[kept[p]];
    }
    judge(&self, self.tours[SHORTER]);
    if (!judge(&self, self.tours[CLOSER])) {
        search_penalty(&self, team);
    }
    for (uint32_t p = 0; p < n; ++p) {
        tour[p] = self.plain.order[self.best[p]];
    }

done:
    mosaic_population_deinit(&self.population);
    mosaic_crossover_destroy(&self.crossover);
    mosaic_problem_deinit(&self.plain);
    base_arrays_free(&self.arrays);
    return status;
}
