/* line.h - a search along the coordinates through a centre, for host and device, in batches of points.
 *
 * For every coordinate at once: a grid over the range, golden sections between the neighbours of its three best minima,
 * and longer ones for the best of these. The point of all best coordinates becomes the centre of a second sweep if it
 * is better than all points of the first one, which only happens if the coordinates are nearly independent.
 * Coordinates are -1 at the lower bound and 1 at the upper one. One work-item advances the search, in the order of
 * coordinates. LANES is 1. */
#ifndef SWARMCL_LINE_H
#define SWARMCL_LINE_H

#include "continuous_ant.h"

#ifdef ON_DEVICE
#define LINE_GLOBAL __global
#else
#define LINE_GLOBAL
#endif

#define LINE_GOLDEN      R(0.6180339887498949)
#define LINE_FIRST_STEPS 16u /* sections of a minimum of the grid */
#define LINE_LAST_STEPS  24u /* further sections of the best minimum of a coordinate */

/* A part of the range that contains a minimum, with two points inside. */
struct line_bracket {
    num coordinate; /* its number */
    num low, high, left, right, left_value, right_value;
    num best, best_value; /* the best point seen */
    num side;             /* 0: the left point is to be evaluated, 1: the right one */
};

/* The section `line` of a state. */
struct line_arrays {
    LINE_GLOBAL num *value;                    /* [1]: value of the centre */
    LINE_GLOBAL num *centre;                   /* [dimensions] */
    LINE_GLOBAL num *values;                   /* [dimensions * LINE_ROW(grid) + 1]: values of the points of a step */
    LINE_GLOBAL struct line_bracket *brackets; /* [LINE_KEEP * dimensions] */
};

SHARED_INLINE struct line_arrays line_arrays_of(LINE_GLOBAL num *numbers, uint32_t dimensions, uint32_t grid)
{
    struct line_arrays made;
    made.value = numbers;
    made.centre = numbers + 1;
    made.values = made.centre + dimensions;
    made.brackets = (LINE_GLOBAL struct line_bracket *)(made.values + (uint64_t)dimensions * LINE_ROW(grid) + 1);
    return made;
}

/* Returns the first step of a sweep. */
SHARED_INLINE struct pso_line line_begin(uint32_t sweep)
{
    struct pso_line line;
    line.offset = line.step = line.brackets = 0;
    line.stage = LINE_GRID;
    line.sweep = sweep;
    return line;
}

SHARED_INLINE num line_grid(uint32_t k, uint32_t grid)
{
    return real_divide((num)(2u * k), (num)(grid - 1u)) - R(1.0);
}

/* Coordinate `i` of point `q` of the current step. */
SHARED_INLINE num line_coordinate(struct line_arrays arrays, struct pso_line line, uint32_t grid, uint64_t q,
                                  uint32_t i)
{
    if (line.stage == LINE_END) {
        return arrays.brackets[i].best;
    }
    if (line.stage == LINE_GRID) {
        return q / grid == i ? line_grid((uint32_t)(q % grid), grid) : arrays.centre[i];
    }
    const LINE_GLOBAL struct line_bracket *b = &arrays.brackets[line.step == 0 ? q / 2u : q];
    const bool right = line.step == 0 ? (q & 1u) != 0 : b->side > 0;
    return b->coordinate != (num)i ? arrays.centre[i] : right ? b->right : b->left;
}

SHARED_INLINE void line_section(LINE_GLOBAL struct line_bracket *b)
{
    b->left = b->high - LINE_GOLDEN * (b->high - b->low);
    b->right = b->low + LINE_GOLDEN * (b->high - b->low);
}

/* Fills the brackets from the values of the grid. Returns their number. */
SHARED_INLINE uint32_t line_minima(struct line_arrays arrays, uint32_t dimensions, uint32_t grid)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < dimensions; ++j) {
        LINE_GLOBAL const num *v = arrays.values + (uint64_t)j * grid;
        uint32_t last = grid;
        for (uint32_t kept = 0; kept < LINE_KEEP; ++kept) {
            uint32_t best = grid;
            for (uint32_t k = 0; k < grid; ++k) {
                const bool low = (k == 0 || v[k] <= v[k - 1]) && (k + 1 == grid || v[k] <= v[k + 1]);
                const bool after = last == grid || particle_before(v[last], last, v[k], k);
                if (low && after && (best == grid || v[k] < v[best])) {
                    best = k;
                }
            }
            if (best < grid) {
                LINE_GLOBAL struct line_bracket *b = &arrays.brackets[count++];
                b->coordinate = (num)j;
                b->low = line_grid(best > 0 ? best - 1 : best, grid);
                b->high = line_grid(best + 1 < grid ? best + 1 : best, grid);
                b->best = line_grid(best, grid);
                b->best_value = v[best];
                line_section(b);
            }
            last = best < grid ? best : last;
            kept = best < grid ? kept : LINE_KEEP;
        }
    }
    return count;
}

/* Stores the values of step `step` in bracket `k`, and narrows it unless the step is the last one. */
SHARED_INLINE void line_narrow(struct line_arrays arrays, uint32_t k, uint32_t step, bool last)
{
    LINE_GLOBAL struct line_bracket *b = &arrays.brackets[k];
    if (step == 0) {
        b->left_value = arrays.values[2u * k];
        b->right_value = arrays.values[2u * k + 1u];
    } else if (b->side > 0) {
        b->right_value = arrays.values[k];
    } else {
        b->left_value = arrays.values[k];
    }
    if (b->left_value < b->best_value) {
        b->best = b->left;
        b->best_value = b->left_value;
    }
    if (b->right_value < b->best_value) {
        b->best = b->right;
        b->best_value = b->right_value;
    }
    if (!last && b->left_value < b->right_value) {
        b->high = b->right;
        b->right = b->left;
        b->right_value = b->left_value;
        b->left = b->high - LINE_GOLDEN * (b->high - b->low);
        b->side = 0;
    } else if (!last) {
        b->low = b->left;
        b->left = b->right;
        b->left_value = b->right_value;
        b->right = b->low + LINE_GOLDEN * (b->high - b->low);
        b->side = 1;
    }
}

/* Keeps the best bracket of each coordinate. Returns their number. */
SHARED_INLINE uint32_t line_choose(struct line_arrays arrays, uint32_t brackets)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < brackets; ++k) {
        const bool same = count > 0 && arrays.brackets[count - 1].coordinate == arrays.brackets[k].coordinate;
        if (!same) {
            arrays.brackets[count++] = arrays.brackets[k];
        } else if (arrays.brackets[k].best_value < arrays.brackets[count - 1].best_value) {
            arrays.brackets[count - 1] = arrays.brackets[k];
        }
        line_section(&arrays.brackets[count - 1]);
    }
    return count;
}

/* Converts a coordinate u in [-1, 1] to one within the bounds. */
SHARED_INLINE num line_place(num u, num lower, num upper)
{
    const num reach = R(0.5) * (upper - lower);
    return ant_coordinate(
        particle_confine((lower + reach) + reach * particle_confine(u, R(-1.0), R(1.0)), lower, upper));
}

/* Returns the step after the current one, whose values are complete. LINE_NONE: the search has ended. */
SHARED_INLINE struct pso_line line_advance(struct line_arrays arrays, struct pso_line line, uint32_t dimensions,
                                           uint32_t grid)
{
    const uint32_t steps = line.stage == LINE_FIRST ? LINE_FIRST_STEPS : LINE_LAST_STEPS;
    line.offset = 0;
    if (line.stage == LINE_GRID) {
        *arrays.value = arrays.values[(uint64_t)dimensions * grid];
        line.brackets = line_minima(arrays, dimensions, grid);
        line.stage = LINE_FIRST;
        line.step = 0;
        return line;
    }
    if (line.stage == LINE_END) {
        bool better = arrays.values[0] < *arrays.value && line.sweep == 0;
        for (uint32_t k = 0; k < line.brackets; ++k) {
            better = better && arrays.values[0] < arrays.brackets[k].best_value;
        }
        for (uint32_t i = 0; i < dimensions && better; ++i) {
            arrays.centre[i] = arrays.brackets[i].best;
        }
        line = line_begin(1);
        line.stage = better ? LINE_GRID : LINE_NONE;
        return line;
    }
    for (uint32_t k = 0; k < line.brackets; ++k) {
        line_narrow(arrays, k, line.step, line.step == steps);
    }
    if (line.step < steps) {
        ++line.step;
        return line;
    }
    line.step = 0;
    if (line.stage == LINE_FIRST) {
        line.brackets = line_choose(arrays, line.brackets);
    }
    line.stage = line.stage == LINE_FIRST ? LINE_LAST : LINE_END;
    return line;
}

/* Returns the search after `count` more points have values: at the next step if the current one is complete. */
SHARED_INLINE struct pso_line line_collect(struct line_arrays arrays, struct pso_line line, uint32_t count,
                                           uint32_t dimensions, uint32_t grid)
{
    line.offset += count;
    return line.offset >= line_points(line, dimensions, grid) ? line_advance(arrays, line, dimensions, grid) : line;
}

/* Returns the run of a swarm or of ants after `iteration`, whose first `evaluated` particles had points of the search if
 * it had begun before. After the last step the next run begins. */
SHARED_INLINE struct pso_run line_continue(struct line_arrays arrays, struct pso_run run, uint32_t evaluated,
                                           uint64_t iteration, uint32_t dimensions, uint32_t grid)
{
    if (run.line.stage != LINE_NONE && iteration > 0 && iteration >= run.iteration) {
        run.line = line_collect(arrays, run.line, evaluated, dimensions, grid);
        run = run.line.stage == LINE_NONE ? particle_begin(run, iteration) : run;
    }
    return run;
}

/* True if particle `p` has a point of the search in an iteration. */
SHARED_INLINE bool line_takes(struct pso_run run, uint32_t p, uint64_t iteration, uint32_t dimensions, uint32_t grid)
{
    return iteration > 0 && run.line.stage != LINE_NONE && run.line.offset + p < line_points(run.line, dimensions, grid);
}

/* True if particle `p` begins the run after a search, at the best position. */
SHARED_INLINE bool line_offers(struct pso_run run, uint32_t p, uint64_t iteration)
{
    return p == 0 && run.restarts == 1 && run.begun == iteration;
}

#endif
