/* choose_support.h - for tests: options as a user gives them, and what a search for tours chooses. */
#ifndef SWARMCL_TEST_CHOOSE_SUPPORT_H
#define SWARMCL_TEST_CHOOSE_SUPPORT_H

#include "tours/tours.h"

#include "../env.h"
#include "../scene.h"

/* Requires the row called `word`; NULL: none. */
#define REQUIRE_ROW(row, word) REQUIRE((word) ? (row) && strcmp((row)->name, word) == 0 : !(row))

/* Options with the run's choices, and the question. */
struct chosen {
    struct options options;
    struct tours_question question;
};

/* Makes options from "name", "value" pairs, NULL-terminated; borrows the texts. */
static inline struct options options_of(const char *const *pairs)
{
    struct options options = options_make();
    for (; *pairs; pairs += 2) {
        const enum option option = options_find(tours_problem.owners, pairs[0]);
        REQUIRE(option < OPTION_COUNT);
        if (options_give(&env, &options, option, pairs[1]) != SWARM_OK) {
            fprintf(stderr, "%s: %s\n", test_name, env.error);
            exit(1);
        }
    }
    return options;
}

static inline struct chosen choose(const char *const *pairs, const struct swarm_instance_info *info)
{
    struct chosen chosen = {.options = options_of(pairs)};
    const bool joint = chosen.options.path;
    options_take_preset(&chosen.options);
    tours_choose(&chosen.options, info, info->node_count + joint, joint, &chosen.question);
    return chosen;
}

static inline enum swarm_status check(const char *const *pairs, const struct swarm_instance_info *info)
{
    struct chosen chosen = choose(pairs, info);
    return tours_check_clashes(&env, &chosen.options, &chosen.question);
}

/* Chooses the kernel shapes, with the block `tuned` of a tuning file (NULL: none). */
static inline enum swarm_status resolve_with(const char *const *pairs, const struct swarm_instance_info *info,
                                             const struct tours_tuned *tuned, struct aco_shape_request *request)
{
    struct chosen chosen = choose(pairs, info);
    enum swarm_status status = tours_check_clashes(&env, &chosen.options, &chosen.question);
    const struct search_task task = {.params = &(const struct swarm_params){.profile = false}};
    struct search search = {.env = &env, .task = &task, .options = chosen.options};
    status = status == SWARM_OK ? run_fill_request(&search, 0, INT64_MIN) : status;
    return status == SWARM_OK ? tours_choose_shape(&env, &chosen.options, &chosen.question, tuned, false, request)
                              : status;
}

#endif
