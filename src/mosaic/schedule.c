#include "schedule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Measured: docs/mosaic.md. */
enum {
    FIRST_NODES = 262144, /* nodes of all individuals of the first population together */
    FIRST_MOST = 8,
    PARALLEL_NODES = 2097152, /* of all individuals that a timed run begins with at most */
    ALL_NODES = 16777216,     /* of the largest */
    MOST = 200,
    LEAST = 8,
    LEAST_FITTING = 4,
    ANTS_NODES = 3500000, /* of all individuals that a timed run with ants on pieces begins with at most, and ... */
    ANTS_FIRST = 32,      /* ... individuals */
    NODES_OF_ANT = 16,
    PASSES = 100, /* of a crossover at most */
    LITTLE = 100, /* it is over when one gains less than the first one by this */
};

static uint32_t between(uint32_t low, uint32_t value, uint32_t high)
{
    return value < low ? low : value > high ? high : value;
}

uint32_t mosaic_population_most(uint32_t n)
{
    return between(LEAST, ALL_NODES / n, MOST);
}

uint64_t mosaic_kicks_of(uint32_t n, bool pieces)
{
    return pieces ? 3 * (uint64_t)n : n / 10;
}

uint32_t mosaic_ants_of(uint32_t n)
{
    return n / NODES_OF_ANT + 1;
}

uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most)
{
    const uint32_t first = between(1, FIRST_NODES / n, FIRST_MOST);
    const uint64_t size = (uint64_t)first << (number < 8 ? 3 * number : 24);
    return size < most ? (uint32_t)size : most;
}

uint32_t mosaic_population_generations(uint32_t number)
{
    return number == 0 ? 2 : 3;
}

uint64_t mosaic_generation_kicks(uint64_t first, uint32_t generation)
{
    return generation == 0 ? first : first / 5;
}

uint32_t mosaic_parallel_size(uint32_t n, uint32_t threads, uint32_t most)
{
    const uint32_t size = between(1, PARALLEL_NODES / n, threads);
    return size < most ? size : most;
}

uint32_t mosaic_parallel_ants(uint32_t n, uint32_t most)
{
    const uint32_t size = between(1, ANTS_NODES / n, ANTS_FIRST);
    return size < most ? size : most;
}

bool mosaic_crossover_is_over(uint32_t passes, int64_t first, int64_t last)
{
    return last == 0 || last < first / LITTLE || passes == PASSES;
}

uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t last, double affordable)
{
    const double fitting = affordable > 0.0 ? 0.6 * affordable : 0.0; /* the deadline may have passed */
    const uint32_t size = fitting < wanted ? (uint32_t)fitting : wanted;
    return size >= LEAST_FITTING && 2 * size >= last ? size : 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Schedules as text                                                                                                  */

/* Digits up to 19 of them, moving *text behind them. */
static bool parse_number(const char **text, uint64_t least, uint64_t most, uint64_t *number)
{
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 19) {
        return false;
    }
    *number = strtoull(*text, NULL, 10);
    *text += digits;
    return *number >= least && *number <= most;
}

static bool parse_schedule(const char *text, struct mosaic_schedule *schedule)
{
    *schedule = (struct mosaic_schedule){.count = 0};
    do {
        uint64_t individuals, generations;
        if (schedule->count == MOSAIC_STAGES || !parse_number(&text, 1, MOSAIC_POPULATION_MOST, &individuals)
            || *text++ != 'x' || !parse_number(&text, 1, UINT32_MAX, &generations)) {
            return false;
        }
        schedule->stages[schedule->count++] = (struct mosaic_stage){(uint32_t)individuals, (uint32_t)generations};
    } while (*text == ',' && *++text);
    if (*text == '+' || *text == '*') {
        schedule->cut = *text == '+' ? MOSAIC_CUT_NODES : MOSAIC_CUT_PASSES;
        ++text;
        if (!parse_number(&text, 0, INT64_MAX, &schedule->cut_at)) {
            return false;
        }
    }
    return *text == '\0' && text[-1] != ',';
}

bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule)
{
    const bool parsed = parse_schedule(text, schedule);
    schedule->count = parsed ? schedule->count : 0;
    return parsed;
}

void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < schedule->count && used < MOSAIC_SCHEDULE_TEXT; ++i) {
        used += (size_t)snprintf(text + used, MOSAIC_SCHEDULE_TEXT - used, "%s%" PRIu32 "x%" PRIu32, i > 0 ? "," : "",
                                 schedule->stages[i].individuals, schedule->stages[i].generations);
    }
    if (schedule->cut != MOSAIC_WHOLE && used < MOSAIC_SCHEDULE_TEXT) {
        snprintf(text + used, MOSAIC_SCHEDULE_TEXT - used, "%c%" PRIu64, schedule->cut == MOSAIC_CUT_NODES ? '+' : '*',
                 schedule->cut_at);
    }
}

uint64_t mosaic_schedule_generations(const struct mosaic_schedule *schedule)
{
    uint64_t generations = 0;
    for (size_t i = 0; i < schedule->count; ++i) {
        generations += schedule->stages[i].generations;
    }
    return generations;
}
