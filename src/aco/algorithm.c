#include "algorithm.h"

#include "algorithm_rows.h"
#include "colony_rules.h"
#include "shape.h"

#define AS_ROW(word, help, source, ...) {.name = word, __VA_ARGS__},

const struct aco_algorithm aco_algorithms[] = {ACO_ALGORITHM_ROWS(AS_ROW)};
const size_t aco_algorithm_count = sizeof aco_algorithms / sizeof aco_algorithms[0];

const struct aco_algorithm *aco_algorithm_find(const char *name)
{
    return aco_row_find(aco_algorithms, aco_algorithm_count, sizeof aco_algorithms[0], name);
}
