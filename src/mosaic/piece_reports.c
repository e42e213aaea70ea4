#include "piece_reports.h"

#include <string.h>

#define NONE UINT32_MAX

/* A bit of report->flags, beside those of piece_types.h: the merge has taken it. */
#define TAKEN 0x80000000u

static void mark(uint32_t *bits, uint32_t node)
{
    bits[node / 32] |= 1u << node % 32;
}

static bool are_neighbours(uint32_t a, uint32_t b, uint32_t n)
{
    const uint32_t apart = a > b ? a - b : b - a;
    return apart == 1 || apart == n - 1;
}

/* Writes the move that a list of pieces is: junctions that the base tour has not are added, boundaries in the base
 * tour that no junction bridges are cuts. Their number; NONE: they are not equally many. */
static uint32_t move_of(uint32_t (*ends)[2], uint32_t pieces, uint32_t n, uint32_t *cuts, uint32_t (*added)[2])
{
    uint32_t cut_count = 0, added_count = 0;
    for (uint32_t i = 0; i < pieces; ++i) {
        const uint32_t one = ends[i][1], other = ends[i + 1 < pieces ? i + 1 : 0][0];
        if (!are_neighbours(one, other, n)) {
            added[added_count][0] = one;
            added[added_count++][1] = other;
        }
    }
    for (uint32_t i = 0; i < pieces; ++i) {
        const uint32_t low = ends[i][0] < ends[i][1] ? ends[i][0] : ends[i][1], cut = position_before(low, n);
        bool kept = false;
        for (uint32_t j = 0; j < pieces && !kept; ++j) {
            const uint32_t one = ends[j][1], other = ends[j + 1 < pieces ? j + 1 : 0][0];
            kept = (one == cut && other == low) || (one == low && other == cut);
        }
        if (!kept) {
            cuts[cut_count++] = cut;
        }
    }
    return cut_count == added_count ? cut_count : NONE;
}

static int64_t gain_of(const struct mosaic_problem *problem, const struct mosaic_tour *tour, uint32_t count,
                       const uint32_t *cuts, uint32_t (*added)[2])
{
    int64_t gain = 0;
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t behind = position_after(cuts[k], problem->n);
        gain += mosaic_length(problem, tour->ord[cuts[k]], tour->ord[behind])
                - (int64_t)mosaic_length(problem, tour->ord[added[k][0]], tour->ord[added[k][1]]);
    }
    return gain;
}

/* Adds an ant's report to the merge. False: it is wrong. */
static bool enter(const struct mosaic_problem *problem, const struct mosaic_pieces *pieces, uint32_t ant,
                  const struct mosaic_tour *tour, struct mosaic_merge *merge)
{
    const struct piece_report *report = &pieces->reports[ant];
    const uint32_t first = merge->cut_count;
    uint32_t cuts[PIECE_MOST], added[PIECE_MOST][2];
    if (report->pieces > PIECE_MOST) {
        return false;
    }
    const uint32_t count = move_of(pieces->ends[ant], report->pieces, problem->n, cuts, added);
    if (count == NONE || gain_of(problem, tour, count, cuts, added) != report->gain) {
        return false;
    }
    if (count == 0) { /* the base tour from another node on */
        return report->gain == 0;
    }
    if (merge->move_count < merge->move_capacity && count <= merge->cut_capacity - first) {
        memcpy(merge->cuts + first, cuts, count * sizeof *cuts);
        memcpy(merge->added + first, added, count * sizeof *added);
        merge->moves[merge->move_count++] =
            (struct mosaic_move){.gain = report->gain, .number = ant, .first = first, .count = count};
        merge->cut_count += count;
    }
    return true;
}

/* Positions of pieces for nodes: positions change. Of a part with a window only those in it, as others may be changing
 * already; NONE for these, where nothing of this part has changed. */
static void name_ends(struct mosaic_pieces *pieces, uint32_t ant, const struct mosaic_tour *tour, uint32_t n)
{
    const struct piece_job *job = &pieces->jobs[ant];
    uint32_t *ends = pieces->ends[ant][0];
    for (uint32_t i = 0; i < 2 * pieces->reports[ant].pieces; ++i) {
        const uint32_t behind = ends[i] >= job->window ? ends[i] - job->window : ends[i] + n - job->window;
        ends[i] = behind <= job->width ? tour->ord[ends[i]] : NONE;
    }
}

struct mosaic_pieces_outcome mosaic_pieces_take(const struct mosaic_problem *problem, struct mosaic_pieces *pieces,
                                                uint32_t first, uint32_t count, struct mosaic_merge *merge,
                                                struct mosaic_tour *tour)
{
    struct mosaic_pieces_outcome outcome = {0};
    merge->cut_count = merge->move_count = 0;
    for (uint32_t ant = first; ant < first + count && !outcome.wrong; ++ant) {
        const struct piece_report *report = &pieces->reports[ant];
        outcome.kicks += report->kicks;
        outcome.full += (report->flags & PIECE_FULL) != 0;
        outcome.reported += report->pieces > 0;
        outcome.wrong = report->pieces > 0 && !enter(problem, pieces, ant, tour, merge);
    }
    if (outcome.wrong) {
        return outcome;
    }
    for (uint32_t ant = first; ant < first + count; ++ant) {
        name_ends(pieces, ant, tour, problem->n);
    }
    outcome.gain = mosaic_merge_apply(merge, true, tour);
    outcome.wrong = merge->wrong;
    outcome.taken = merge->taken_count;
    for (uint32_t k = 0; k < merge->taken_count; ++k) {
        pieces->reports[merge->taken[k]].flags |= TAKEN;
    }
    return outcome;
}

static void mark_left(const struct mosaic_pieces *pieces, uint32_t ant, uint32_t *dirty)
{
    const struct piece_report *report = &pieces->reports[ant];
    const bool looks = pieces->jobs[ant].kicks == 0, taken = (report->flags & TAKEN) != 0;
    const uint32_t given = looks ? pieces->jobs[ant].count : 0;
    const bool again = looks && !taken && report->pieces > 0;
    for (uint32_t i = again ? 0 : given; i < given + report->left && (looks || taken); ++i) {
        mark(dirty, pieces->queues[ant][i]);
    }
    const bool lost = taken && (report->flags & PIECE_LOST) != 0;
    const uint32_t *ends = pieces->ends[ant][0];
    for (uint32_t i = 0; i < 2 * report->pieces && (again || lost); ++i) {
        if (ends[i] != NONE) {
            mark(dirty, ends[i]);
        }
    }
}

void mosaic_pieces_mark(const struct mosaic_pieces *pieces, uint32_t first, uint32_t count, uint32_t *dirty)
{
    for (uint32_t ant = first; ant < first + count; ++ant) {
        mark_left(pieces, ant, dirty);
    }
}
