/* The table of --local-search; its rules stand in local_search.h. */
#include "local_search.h"

#include "table.h"

#define LOCAL_SEARCH_ROWS(ROW)                                                                             \
    ROW("none", "tours stay as the ants built them", "", .oriented = true)                                 \
    ROW("2opt", "two edges for two others", "Croes 1958; candidate lists: Bentley 1992", .two_opt = true)  \
    ROW("oropt", "up to three nodes in a row move elsewhere", "Or 1976", .or_opt = true, .oriented = true) \
    ROW("2opt+oropt", "both", "Bentley 1992", .two_opt = true, .or_opt = true)                             \
    ROW("3opt", "the same and three edges for three others, where each but the last new edge gains",       \
        "Lin and Kernighan 1973 to depth 3; Johnson and McGeoch 1997", .two_opt = true, .or_opt = true,    \
        .three_opt = true, .oriented = true)

ACO_TABLE(local_search, local_searches, LOCAL_SEARCH_ROWS)
ACO_WORDS(local_search, LOCAL_SEARCH_ROWS, ACO_AUTO("3opt; none with `--algorithm as`"))

uint64_t aco_search_rounds_most(uint32_t n)
{
    return 8 * (uint64_t)n + 64;
}
