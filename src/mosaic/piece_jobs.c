#include "piece_jobs.h"

#include "draws.h"

static bool is_marked(const uint32_t *bits, uint32_t node)
{
    return bits[node / 32] >> node % 32 & 1;
}

uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch, uint32_t reported)
{
    enum { FIRST = 2000, FIRST_LEAST = 10 * FIRST /* nodes */, LATER = 32768, FEW = 1000, WIDE_EVERY = 8, WIDE = 4 };
    if (launch == 1) {
        return n > FIRST_LEAST ? FIRST : 0;
    }
    if (n < 2 * LATER || reported <= FEW) {
        return 0;
    }
    return launch % WIDE_EVERY != 0 ? LATER : n > WIDE * LATER ? n / WIDE : 0;
}

/* Windows of a plan: number `i` begins at `from` and has `length` positions; the last one may have fewer. */
struct window {
    uint32_t from, length;
    uint64_t before; /* positions of those before it */
};

static uint32_t base_of(const struct mosaic_pieces_plan *plan, uint32_t n)
{
    const struct draw_stream stream = {(uint32_t)plan->seed, (uint32_t)(plan->seed >> 32), plan->ant, plan->iteration};
    /* ants draw blocks of lower numbers */
    return (uint32_t)((uint64_t)draw_block(stream, DRAW_WALK, PIECE_LANES, 0).w0 * n >> 32);
}

static uint32_t windows_of(const struct mosaic_pieces_plan *plan, uint32_t n)
{
    return plan->window > 0 ? (n + plan->window - 1) / plan->window : 1;
}

static struct window window_of(const struct mosaic_pieces_plan *plan, uint32_t base, uint32_t n, uint32_t i)
{
    const uint64_t window = plan->window > 0 ? plan->window : n, before = i * window;
    return (struct window){
        .from = plan->window > 0 ? (uint32_t)((base + before) % n) : 0,
        .length = (uint32_t)(n - before < window ? n - before : window),
        .before = before,
    };
}

static bool any_marked(const uint32_t *bits, uint32_t n)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < (n + 31) / 32; ++i) {
        any |= bits[i];
    }
    return any != 0;
}

void mosaic_pieces_count(struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                         const uint32_t *dirty)
{
    const uint32_t base = base_of(plan, n), windows = any_marked(dirty, n) ? windows_of(plan, n) : 0;
    const uint32_t ants = plan->ants < plan->rows ? plan->ants : plan->rows;
    uint32_t looking = 0;
    for (uint32_t i = 0; i < windows; ++i) {
        const struct window window = window_of(plan, base, n, i);
        uint32_t marked = 0;
        for (uint32_t k = 0, p = window.from; k < window.length; ++k, p = position_after(p, n)) {
            marked += is_marked(dirty, tour->ord[p]);
        }
        looking += (marked + plan->chunk - 1) / plan->chunk;
    }
    plan->looking = looking < plan->rows ? looking : plan->rows;
    plan->kicking = ants > plan->looking ? ants - plan->looking : 0;
}

/* Rows of an individual as they are filled. */
struct filling {
    const struct mosaic_pieces_plan *plan;
    struct mosaic_pieces *pieces;
    uint32_t n, used, looking; /* rows; of those, with nodes */
};

static struct piece_job *append(struct filling *filling, const struct window *window)
{
    const struct mosaic_pieces_plan *plan = filling->plan;
    struct piece_job *job = &filling->pieces->jobs[plan->first + filling->used];
    *job = (struct piece_job){
        .individual = plan->individual,
        .ant = plan->ant + filling->used,
        .iteration = plan->iteration,
        .moves = plan->moves,
        .window = window->from,
        .width = window->length,
        .kopt = plan->kopt,
        .beam = plan->beam,
        .threshold = plan->threshold,
    };
    ++filling->used;
    return job;
}

/* Ants with what is dirty in the window. */
static void add_dirty(struct filling *filling, const struct window *window, const struct mosaic_tour *tour,
                      uint32_t *dirty)
{
    const uint32_t n = filling->n;
    struct piece_job *job = NULL;
    for (uint32_t k = 0, p = window->from; k < window->length; ++k, p = position_after(p, n)) {
        const uint32_t node = tour->ord[p];
        if (!is_marked(dirty, node)) {
            continue;
        }
        if (!job || job->count == filling->plan->chunk) {
            if (filling->looking == filling->plan->looking) {
                return;
            }
            ++filling->looking;
            job = append(filling, window);
        }
        dirty[node / 32] &= ~(1u << node % 32);
        filling->pieces->queues[job - filling->pieces->jobs][job->count++] = node;
    }
}

/* Ants `k` of `kicking` whose share of the tour begins in the window. */
static void add_kicks(struct filling *filling, const struct window *window, uint32_t base)
{
    enum { KICK_MOVES = 64 };
    const uint32_t kicking = filling->plan->kicking;
    const uint64_t n = filling->n, end = window->before + window->length;
    for (uint64_t k = (window->before * kicking + n - 1) / n; k * n / kicking < end && k < kicking; ++k) {
        struct piece_job *job = append(filling, window);
        job->moves = KICK_MOVES;
        job->kicks = filling->plan->kicks;
        job->from = (uint32_t)((base + k * n / kicking) % n);
        job->count = (uint32_t)(n / kicking + 1);
    }
}

void mosaic_pieces_fill(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                        uint32_t *dirty, struct mosaic_pieces *pieces)
{
    struct filling filling = {.plan = plan, .pieces = pieces, .n = n};
    const uint32_t base = base_of(plan, n), windows = windows_of(plan, n);
    for (uint32_t i = 0; i < windows; ++i) {
        const struct window window = window_of(plan, base, n, i);
        if (filling.looking < plan->looking) {
            add_dirty(&filling, &window, tour, dirty);
        }
        if (plan->kicking > 0) {
            add_kicks(&filling, &window, base);
        }
    }
}
