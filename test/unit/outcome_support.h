/* outcome_support.h - rules for the results of all runs. */
#ifndef SWARMCL_TEST_OUTCOME_SUPPORT_H
#define SWARMCL_TEST_OUTCOME_SUPPORT_H

#include <swarmcl/swarmcl.h>

#include "../test.h"

/* There is a setting for every row of the problem's table, in its order. */
static inline void require_settings(const char *problem, const struct swarm_setting *settings, size_t count)
{
    const struct swarm_param *row = swarm_param_next(problem, NULL);
    for (size_t i = 0; i < count; ++i, row = swarm_param_next(problem, row)) {
        REQUIRE(row);
        REQUIRE_TEXT(settings[i].name, row->name);
        REQUIRE_INT(settings[i].kind, ==, row->kind);
    }
    REQUIRE(!row);
}

/* The plan lists something and adds up to `bytes`. */
static inline void require_plan(const struct swarm_plan_entry *plan, size_t count, uint64_t bytes)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += plan[i].bytes;
    }
    REQUIRE_INT(bytes, ==, sum);
    REQUIRE(count > 0);
}

#endif
