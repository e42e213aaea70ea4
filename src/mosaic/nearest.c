#include "nearest.h"

#include <math.h>

enum { LEAF = 8 }; /* maximum ends per leaf of the tree: fewer would need more boxes, more would need more distances */

/* An end found by a search. Ends are ordered by (distance, apart, index), so that of many ends at one site each finds
 * others, not all the same few. */
struct found {
    double distance; /* squared distance between the two ends; for problems without points the length of the edge */
    uint32_t apart;  /* ends between the two along the curve, plus 1 */
    uint32_t index;  /* index of the found end in ends[] */
};

struct search {
    const struct mosaic_problem *problem;
    const struct mosaic_ends *ends;
    uint32_t index; /* index of the end whose neighbours are searched */
    uint32_t mate;  /* node at the other end of the path that ends at `index` */
    uint32_t wanted, count;
    struct found found[MOSAIC_NEAREST_MOST]; /* [count] ends found so far, the nearest first */
};

static uint32_t axes_of(const struct mosaic_problem *problem)
{
    return problem->dimensions == 4 ? 3 : problem->dimensions;
}

static bool nearer(const struct found *a, const struct found *b)
{
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    return a->apart != b->apart ? a->apart < b->apart : a->index < b->index;
}

static double distance_of(const struct mosaic_problem *problem, uint32_t i, uint32_t j)
{
    if (problem->dimensions == 0) {
        return (double)mosaic_length(problem, i, j);
    }
    const double *a = problem->points + (size_t)i * problem->dimensions,
                 *b = problem->points + (size_t)j * problem->dimensions;
    double sum = 0.0;
    for (uint32_t axis = 0; axis < axes_of(problem); ++axis) {
        sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
    }
    return sum;
}

/* True if the search has fewer ends than wanted, or `found` is nearer than its last one. */
static bool is_wanted(const struct search *search, const struct found *found)
{
    const uint32_t count = search->count;
    return count < search->wanted || (count > 0 && nearer(found, &search->found[count - 1]));
}

/* Searches the ends [begin, end). */
static void search_leaf(struct search *search, uint32_t begin, uint32_t end)
{
    const uint32_t *ends = search->ends->numbers, own = ends[search->index];
    for (uint32_t index = begin; index < end; ++index) {
        if (index == search->index || ends[index] == search->mate
            || mosaic_is_forbidden(search->problem, own, ends[index])) {
            continue;
        }
        const struct found found = {distance_of(search->problem, own, ends[index]),
                                    search->index < index ? index - search->index : search->index - index, index};
        if (is_wanted(search, &found)) {
            uint32_t at = search->count < search->wanted ? search->count++ : search->count - 1;
            for (; at > 0 && nearer(&found, &search->found[at - 1]); --at) {
                search->found[at] = search->found[at - 1];
            }
            search->found[at] = found;
        }
    }
}

/* A box of the tree. It contains the ends [begin, begin + width) that exist. */
struct branch {
    size_t box;
    size_t begin, width;
    struct found bound; /* lower limit for the ends in the box */
};

static uint32_t branch_end(const struct search *search, const struct branch *branch)
{
    const size_t end = branch->begin + branch->width;
    return end < search->ends->count ? (uint32_t)end : search->ends->count;
}

static struct branch branch_of(const struct search *search, size_t box, size_t begin, size_t width)
{
    const struct mosaic_problem *problem = search->problem;
    struct branch branch = {.box = box, .begin = begin, .width = width};
    if (begin >= search->ends->count) {
        return branch;
    }
    const double *place = problem->points + (size_t)search->ends->numbers[search->index] * problem->dimensions;
    const struct mosaic_box *bounds = &search->ends->boxes[box];
    for (uint32_t axis = 0; axis < axes_of(problem); ++axis) {
        const double outside = place[axis] < bounds->low[axis]    ? bounds->low[axis] - place[axis]
                               : place[axis] > bounds->high[axis] ? place[axis] - bounds->high[axis]
                                                                  : 0.0;
        branch.bound.distance += outside * outside;
    }
    branch.bound.apart =
        search->index < begin ? (uint32_t)begin - search->index : search->index - (branch_end(search, &branch) - 1);
    branch.bound.index = (uint32_t)begin;
    return branch;
}

static void descend(struct search *search, const struct branch *branch)
{
    if (branch->begin >= search->ends->count || !is_wanted(search, &branch->bound)) {
        return;
    }
    if (branch->width == LEAF) {
        search_leaf(search, (uint32_t)branch->begin, branch_end(search, branch));
        return;
    }
    const size_t half = branch->width / 2;
    const struct branch left = branch_of(search, 2 * branch->box, branch->begin, half);
    const struct branch right = branch_of(search, 2 * branch->box + 1, branch->begin + half, half);
    const bool right_first = right.begin < search->ends->count && nearer(&right.bound, &left.bound);
    descend(search, right_first ? &right : &left);
    descend(search, right_first ? &left : &right);
}

size_t mosaic_box_count(uint32_t ends)
{
    size_t leaves = 1;
    while (leaves * LEAF < ends) {
        leaves *= 2;
    }
    return 2 * leaves;
}

void mosaic_ends_make_boxes(const struct mosaic_problem *problem, struct mosaic_ends *ends)
{
    const size_t leaves = mosaic_box_count(ends->count) / 2;
    for (size_t box = 2 * leaves - 1; box > 0 && problem->dimensions > 0; --box) {
        const bool leaf = box >= leaves;
        struct mosaic_box *bounds = &ends->boxes[box];
        *bounds = (struct mosaic_box){{(double)INFINITY, (double)INFINITY, (double)INFINITY},
                                      {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
        for (size_t part = 0; part < (leaf ? LEAF : 2); ++part) {
            const size_t index = leaf ? (box - leaves) * LEAF + part : 2 * box + part;
            if (leaf && index >= ends->count) {
                break;
            }
            const double *low =
                leaf ? problem->points + (size_t)ends->numbers[index] * problem->dimensions : ends->boxes[index].low;
            const double *high = leaf ? low : ends->boxes[index].high;
            for (uint32_t axis = 0; axis < axes_of(problem); ++axis) {
                bounds->low[axis] = bounds->low[axis] < low[axis] ? bounds->low[axis] : low[axis];
                bounds->high[axis] = bounds->high[axis] > high[axis] ? bounds->high[axis] : high[axis];
            }
        }
    }
}

/* Searches from the end's own leaf upwards, because nodes near on the curve are usually near. */
uint32_t mosaic_ends_nearest(const struct mosaic_problem *problem, const struct mosaic_ends *ends, uint32_t index,
                             uint32_t mate, uint32_t wanted, uint32_t *nearest)
{
    struct search search = {.problem = problem, .ends = ends, .index = index, .mate = mate, .wanted = wanted};
    size_t box = mosaic_box_count(ends->count) / 2 + index / LEAF, begin = index / LEAF * LEAF;
    if (problem->dimensions == 0) {
        search_leaf(&search, 0, ends->count);
        box = 0;
    } else {
        descend(&search, &(struct branch){.box = box, .begin = begin, .width = LEAF});
    }
    for (size_t width = LEAF; box > 1; box /= 2, width *= 2) {
        const struct branch sibling = branch_of(&search, box ^ 1, begin ^ width, width);
        descend(&search, &sibling);
        begin &= ~width;
    }
    for (uint32_t k = 0; k < search.count; ++k) {
        nearest[k] = search.found[k].index;
    }
    return search.count;
}
