#include "schedule.h"

#include "mosaic.h"

/* Measured: docs/mosaic.md. */
enum {
    FIRST_NODES = 262144, /* nodes of all colonies of the first population together */
    FIRST_MOST = 8,
    ALL_NODES = 16777216, /* of the largest */
    MOST = 200,
    LEAST = 8,
    LEAST_FITTING = 4,
};

static uint32_t between(uint32_t low, uint32_t value, uint32_t high)
{
    return value < low ? low : value > high ? high : value;
}

uint32_t mosaic_colonies_of(uint32_t n)
{
    return between(LEAST, ALL_NODES / n, MOST);
}

uint64_t mosaic_kicks_of(uint32_t n)
{
    return n / 10;
}

uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most)
{
    const uint32_t first = between(1, FIRST_NODES / n, FIRST_MOST);
    const uint64_t size = (uint64_t)first << (number < 8 ? 3 * number : 24);
    return size < most ? (uint32_t)size : most;
}

uint32_t mosaic_population_rounds(uint32_t number)
{
    return number == 0 ? 2 : 3;
}

uint64_t mosaic_round_kicks(uint64_t first, uint32_t round)
{
    return round == 0 ? first : first / 5;
}

uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t last, double affordable)
{
    const double fitting = 0.6 * affordable;
    const uint32_t size = fitting < wanted ? (uint32_t)fitting : wanted;
    return size >= LEAST_FITTING && 2 * size >= last ? size : 0;
}
