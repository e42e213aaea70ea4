/* ants_real.h - continuous ants in the precision of reference_real.h: Socha and Dorigo (2008), sections 3 and 4.3. */
/* The scratch memory of the colony, after the values. */
struct colony_scratch {
    num *positions; /* [dimensions][candidates]: positions of the ants; in iteration 0 those of the archive */
    num *steps;     /* [dimensions][archive]: solutions minus the guide, without components along earlier directions */
    num *basis;     /* [dimensions][dimensions]: one direction per row */
    num *weights; /* [archive]: weights of the solutions as the next direction, or their distances along a direction */
    num *components; /* [dimensions]: components of a new direction along the earlier ones */
    num *offset;     /* [dimensions]: from the guide to the new position */
};

static struct colony_scratch colony_scratch_of(const struct pso_sequential *self)
{
    const struct pso_settings *s = &self->base.settings;
    const size_t n = s->dimensions, archive = s->particles, candidates = pso_candidates(s);
    struct colony_scratch made;
    made.positions = (num *)self->scratch + candidates;
    made.steps = made.positions + n * candidates;
    made.basis = made.steps + n * archive;
    made.weights = made.basis + n * n;
    made.components = made.weights + archive;
    made.offset = made.components + n;
    return made;
}

static num square_of(const num *x, uint32_t n)
{
    num sum = 0;
    for (uint32_t j = 0; j < n; ++j) {
        sum += x[j] * x[j];
    }
    return sum;
}

/* Returns the first index at which the running sum exceeds `share` times the total; `count` if there is none. */
static uint32_t first_above(const num *weights, uint32_t count, num share)
{
    num total = 0, sum = 0;
    for (uint32_t l = 0; l < count; ++l) {
        total += weights[l];
    }
    const num above = share * total;
    uint32_t l = 0;
    while (l < count && (sum += weights[l]) <= above) {
        ++l;
    }
    return l;
}

/* Makes direction `i` orthogonal to the earlier ones, with length 1, in two passes. Returns false if
 * too little of it remains. */
static bool straighten(struct colony_scratch scratch, uint32_t n, uint32_t i)
{
    num *v = scratch.basis + (size_t)i * n;
    for (int pass = 0; pass < 2; ++pass) {
        const num shorten = real_divide(R(1.0), real_sqrt(square_of(v, n)));
        for (uint32_t b = 0; b < i; ++b) {
            const num *earlier = scratch.basis + (size_t)b * n;
            num share = 0;
            for (uint32_t j = 0; j < n; ++j) {
                share += v[j] * earlier[j];
            }
            scratch.components[b] = ant_cut(share * shorten);
        }
        for (uint32_t j = 0; j < n; ++j) {
            v[j] *= shorten;
        }
        for (uint32_t b = 0; b < i; ++b) {
            const num *earlier = scratch.basis + (size_t)b * n;
            for (uint32_t j = 0; j < n; ++j) {
                v[j] -= scratch.components[b] * earlier[j];
            }
        }
        for (uint32_t j = 0; j < n; ++j) {
            v[j] = ant_cut(v[j]);
        }
    }
    return square_of(v, n) > ANT_STRAIGHT;
}

/* Sets the steps of all solutions from `guide`. Returns the unit of length, or 0 if all solutions are equal. */
static num measure(const struct pso_sequential *self, struct colony_scratch scratch, uint32_t guide)
{
    const uint32_t archive = self->base.settings.particles, n = self->base.settings.dimensions;
    num largest = 0;
    for (uint32_t j = 0; j < n; ++j) {
        const num *row = NUMBERS(MEMORIES) + (size_t)j * archive;
        for (uint32_t l = 0; l < archive; ++l) {
            scratch.steps[(size_t)j * archive + l] = row[l] - row[guide];
            largest = real_maximum(largest, real_absolute(row[l] - row[guide]));
        }
    }
    const num scale = ant_scale(largest);
    const num shorten = scale > 0 ? real_divide(R(1.0), scale) : 0;
    for (size_t at = 0; at < (size_t)n * archive; ++at) {
        scratch.steps[at] = ant_cut(scratch.steps[at] * shorten);
    }
    return scale;
}

/* Sets direction `i` to the steps of a solution drawn by weight; returns false if none remains. `share`: uniform in
 * [0, 1). */
static bool choose(struct colony_scratch scratch, uint32_t archive, uint32_t n, uint32_t i, num share)
{
    memset(scratch.weights, 0, archive * sizeof *scratch.weights);
    for (uint32_t j = 0; j < n; ++j) {
        const num *steps = scratch.steps + (size_t)j * archive;
        for (uint32_t l = 0; l < archive; ++l) {
            scratch.weights[l] += steps[l] * steps[l];
        }
    }
    for (uint32_t l = 0; l < archive; ++l) {
        scratch.weights[l] = ant_weight(scratch.weights[l]);
    }
    const uint32_t pick = first_above(scratch.weights, archive, share);
    for (uint32_t j = 0; j < n && pick < archive; ++j) {
        scratch.basis[(size_t)i * n + j] = scratch.steps[(size_t)j * archive + pick];
    }
    return pick < archive && straighten(scratch, n, i);
}

/* Subtracts components along direction `v` from the steps of all solutions. Returns the sum of their magnitudes. */
static num take_out(struct colony_scratch scratch, uint32_t archive, uint32_t n, const num *v)
{
    num *along = scratch.weights, sum = 0;
    memset(along, 0, archive * sizeof *along);
    for (uint32_t j = 0; j < n; ++j) {
        const num *steps = scratch.steps + (size_t)j * archive;
        for (uint32_t l = 0; l < archive; ++l) {
            along[l] += steps[l] * v[j];
        }
    }
    for (uint32_t l = 0; l < archive; ++l) {
        along[l] = ant_cut(along[l]);
        sum += real_absolute(along[l]);
    }
    for (uint32_t j = 0; j < n; ++j) {
        num *steps = scratch.steps + (size_t)j * archive;
        for (uint32_t l = 0; l < archive; ++l) {
            steps[l] = ant_cut(steps[l] - along[l] * v[j]);
        }
    }
    return sum;
}

/* Moves along one direction after the other, each time by the solutions' spread along it times a random number. */
static void walk(const struct pso_sequential *self, struct colony_scratch scratch, uint32_t ant, uint64_t iteration)
{
    const uint32_t archive = self->base.settings.particles, n = self->base.settings.dimensions;
    const num spread = ((const num *)self->constants)[CONSTANT_SPREAD];
    for (uint32_t i = 0; i < n; ++i) {
        const lane_block drawn = block_of(self, iteration * n + i, ant, DRAW_DIRECTION);
        const num *v = scratch.basis + (size_t)i * n;
        if (!choose(scratch, archive, n, i, particle_uniform(drawn.w0))) {
            break;
        }
        const num sum = take_out(scratch, archive, n, v);
        const num far = ant_cut(spread * sum * ant_normal(drawn.w2, drawn.w3));
        for (uint32_t j = 0; j < n; ++j) {
            scratch.offset[j] += far * v[j];
        }
    }
}

/* Returns coordinate `j` of a position that is drawn within the bounds after a restart. */
static num drawn_at(const struct pso_sequential *self, uint32_t which, uint64_t iteration, uint32_t j)
{
    const lane_block block = block_of(self, iteration * self->base.settings.dimensions + j, which, DRAW_BOUNDARY);
    const num lower = constant_row(self, CONSTANT_LOWER)[j], upper = constant_row(self, CONSTANT_UPPER)[j];
    return ant_coordinate(particle_place(particle_uniform(block.w0), lower, upper));
}

/* Empties the archive after `iteration`, before the next run. */
static void empty_archive(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    for (uint32_t l = 0; l < s->particles; ++l) {
        NUMBERS(MEMORY_VALUES)[l] = (num)INFINITY;
        for (uint32_t j = 0; j < s->dimensions; ++j) {
            NUMBERS(MEMORIES)[(size_t)j * s->particles + l] = drawn_at(self, l, iteration + 1, j);
        }
    }
}

/* Samples the new position of an ant. */
static void sample(const struct pso_sequential *self, struct colony_scratch scratch, uint32_t ant, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t n = s->dimensions;
    const num *lower = constant_row(self, CONSTANT_LOWER), *upper = constant_row(self, CONSTANT_UPPER);
    const num *sums = constant_row(self, CONSTANT_ROWS);
    const num above = particle_uniform(block_of(self, iteration, ant, DRAW_GUIDE).w0) * sums[s->particles - 1];
    uint32_t guide = 0;
    while (guide < s->particles - 1 && sums[guide] <= above) {
        ++guide;
    }
    const num scale = measure(self, scratch, guide);
    memset(scratch.offset, 0, n * sizeof *scratch.offset);
    if (scale > 0) {
        walk(self, scratch, ant, iteration);
    }
    for (uint32_t j = 0; j < n; ++j) {
        num move = ant_cut(scratch.offset[j]) * scale;
        const num again = particle_uniform(block_of(self, iteration * n + j, ant, DRAW_BOUNDARY).w0);
        const num from = NUMBERS(MEMORIES)[(size_t)j * s->particles + guide];
        scratch.positions[(size_t)j * pso_candidates(s) + ant] =
            ant_coordinate(particle_arrive(s->boundary, from, &move, lower[j], upper[j], again));
    }
}

/* Inserts a candidate into the archive, after solutions with the same value. The worst of all is dropped. */
static void keep(struct pso_sequential *self, struct colony_scratch scratch, uint32_t candidate, num value)
{
    const struct pso_settings *s = &self->base.settings;
    const uint32_t archive = s->particles;
    num *values = NUMBERS(MEMORY_VALUES);
    uint32_t rank = archive;
    while (rank > 0 && values[rank - 1] > value) {
        --rank;
    }
    for (uint32_t j = 0; j <= s->dimensions && rank < archive; ++j) {
        const bool last = j == s->dimensions;
        num *row = last ? values : NUMBERS(MEMORIES) + (size_t)j * archive;
        memmove(row + rank + 1, row + rank, (archive - 1 - rank) * sizeof *row);
        row[rank] = last ? value : scratch.positions[(size_t)j * pso_candidates(s) + candidate];
    }
}

static void step_colony(struct pso_sequential *self, uint64_t iteration)
{
    const struct pso_settings *s = &self->base.settings;
    const struct colony_scratch scratch = colony_scratch_of(self);
    const uint32_t n = s->dimensions, count = pso_evaluated(s, iteration);
    const size_t candidates = pso_candidates(s);
    struct find best = {known_value(self), PARTICLE_NONE};
    const bool draws = pso_has_runs(s) && RUN->restarts > 0 && iteration - RUN->begun < pso_fill(s);
    if (iteration == 0) {
        for (uint32_t j = 0; j < n; ++j) {
            memcpy(scratch.positions + j * candidates, NUMBERS(MEMORIES) + (size_t)j * s->particles,
                   count * sizeof(num));
        }
    }
    for (uint32_t ant = 0; ant < count; ++ant) {
        if (iteration > 0 && !draws && !takes_line(self, ant, iteration)) {
            sample(self, scratch, ant, iteration);
        }
        for (uint32_t j = 0; j < n; ++j) {
            num *x = &scratch.positions[j * candidates + ant];
            *x = line_point(self, ant, iteration, j, draws ? drawn_at(self, ant, iteration, j) : *x,
                            NUMBERS(BEST_POSITION));
        }
        num *evaluated = point_of(s, self->points, ant);
        for (uint32_t j = 0; j < n; ++j) {
            evaluated[j] = evaluated_at(s, j, scratch.positions[j * candidates + ant]);
        }
        end_point(s, self->points, ant);
    }
    const num *values = take_values(self, count);
    store_line(self, values, iteration);
    for (uint32_t ant = 0; ant < count; ++ant) {
        best = values[ant] < best.value ? (struct find){values[ant], ant} : best;
        keep(self, scratch, ant, values[ant]);
    }
    settle(self, best, iteration, iteration, (struct guide){NUMBERS(MEMORIES), s->particles});
    if (begins(self, iteration + 1)) {
        empty_archive(self, iteration);
    }
}
