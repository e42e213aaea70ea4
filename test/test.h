/* test.h - the few words that tests in C are written in.
 *
 *     TEST(an_empty_text_is_refused)
 *     {
 *         REQUIRE_INT(parse(""), ==, SWARM_ERROR_INPUT);
 *     }
 *
 *     int main(void)
 *     {
 *         RUN(an_empty_text_is_refused);
 *         return 0;
 *     }
 *
 * The first requirement that does not hold ends the program with status 1 and says where and what. Tests that hold
 * print nothing.
 */
#ifndef SWARMCL_TEST_TEST_H
#define SWARMCL_TEST_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Name of the test that runs; for messages. */
static const char *test_name = "";

#define TEST(name) static void test_##name(void)

#define RUN(name)          \
    do {                   \
        test_name = #name; \
        test_##name();     \
    } while (0)

#define REQUIRE(condition)                                                                                \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            fprintf(stderr, "%s:%d: %s: does not hold: %s\n", __FILE__, __LINE__, test_name, #condition); \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

/* Compares two integers of any type by `op` and prints both on failure. */
#define REQUIRE_INT(a, op, b)                                                                                        \
    do {                                                                                                             \
        long long test_a = (long long)(a);                                                                           \
        long long test_b = (long long)(b);                                                                           \
        if (!(test_a op test_b)) {                                                                                   \
            fprintf(stderr, "%s:%d: %s: does not hold: %s " #op " %s; they are %lld and %lld\n", __FILE__, __LINE__, \
                    test_name, #a, #b, test_a, test_b);                                                              \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

#define REQUIRE_TEXT(a, b)                                                                                           \
    do {                                                                                                             \
        const char *test_a = (a);                                                                                    \
        const char *test_b = (b);                                                                                    \
        if (strcmp(test_a, test_b) != 0) {                                                                           \
            fprintf(stderr, "%s:%d: %s: %s is \"%s\", expected \"%s\"\n", __FILE__, __LINE__, test_name, #a, test_a, \
                    test_b);                                                                                         \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

#define REQUIRE_CONTAINS(text, part)                                                                                 \
    do {                                                                                                             \
        const char *test_text = (text);                                                                              \
        const char *test_part = (part);                                                                              \
        if (!strstr(test_text, test_part)) {                                                                         \
            fprintf(stderr, "%s:%d: %s: \"%s\" does not contain \"%s\"\n", __FILE__, __LINE__, test_name, test_text, \
                    test_part);                                                                                      \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

/* A number of cases, a size or a stride: `quick`, or `full` in the suite of long tests. */
static inline uint32_t test_tier(uint32_t quick, uint32_t full)
{
    return getenv("TEST_LONG") ? full : quick;
}

/* Ends the program as skipped, which meson shows with the reason. */
#define SKIP(reason)                       \
    do {                                   \
        printf("skipped: %s\n", (reason)); \
        exit(77);                          \
    } while (0)

#endif
