/* env.h - a base_env for unit tests of the library's rooms. */
#ifndef SWARMCL_TEST_ENV_H
#define SWARMCL_TEST_ENV_H

#include "base/env.h"

#include "test.h"

static struct base_env env;

/* The environment as the context of public functions. */
#define TEST_CONTEXT ((swarm_context *)(void *)&env)

/* Returns the message of the last failure. */
static inline const char *error_of(void)
{
    return env.error ? env.error : "";
}

/* The last message that keep_warning() was given as env.log. */
static char test_warning[400];

static inline void keep_warning(void *user, enum swarm_log_level level, const char *text)
{
    (void)user;
    REQUIRE_INT(level, ==, SWARM_LOG_WARNING);
    snprintf(test_warning, sizeof test_warning, "%s", text);
}

#define REQUIRE_OK(call)                                                                              \
    do {                                                                                              \
        if ((call) != SWARM_OK) {                                                                     \
            fprintf(stderr, "%s:%d: %s: %s: %s\n", __FILE__, __LINE__, test_name, #call, error_of()); \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

/* Requires that the call fails with `status` and a message that contains `says`. */
#define REQUIRE_FAILS(call, status, says)   \
    do {                                    \
        REQUIRE_INT(call, ==, status);      \
        REQUIRE_CONTAINS(error_of(), says); \
    } while (0)

/* Like TEST_MAIN(), with an environment; the statements `begin` and `end` run before and after all tests. */
#define TEST_MAIN_ENV_WITH(begin, end)   \
    int main(int count, char **words)    \
    {                                    \
        REQUIRE_OK(base_env_init(&env)); \
        begin;                           \
        test_run_all(count, words);      \
        end;                             \
        base_env_deinit(&env);           \
        return 0;                        \
    }
#define TEST_MAIN_ENV() TEST_MAIN_ENV_WITH(, )

#endif
