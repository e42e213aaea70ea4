#include "algorithm.h"

#include "algorithm_rows.h"
#include "colony_rules.h"
#include "table.h"

ACO_TABLE(algorithm, algorithms, ACO_ALGORITHM_ROWS)
