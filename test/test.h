/* test.h - macros for tests in C.
 *
 *     TEST(an_empty_text_is_refused)
 *     {
 *         REQUIRE_INT(parse(""), ==, SWARM_ERROR_INPUT);
 *     }
 *     TEST_MAIN()
 *
 * Tests run in the order of their lines. The first requirement that does not hold ends the program with status 1 and
 * prints its file, line and values. Tests that succeed print nothing; if TEST_TIMES is set, they print their CPU
 * seconds.
 */
#ifndef SWARMCL_TEST_TEST_H
#define SWARMCL_TEST_TEST_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Name of the running test, for messages. */
static const char *test_name = "";

/* Tests of the file in the order of their lines, and objects that the running test has registered by test_defer(). */
enum { TEST_MOST = 64 };
static struct test_entry {
    const char *name;
    int line;
    void (*run)(void);
} test_entries[TEST_MOST];
static struct test_object {
    void (*destroy)(void *object);
    void *object;
} * test_objects;
static size_t test_count, test_object_count, test_object_room;
static int test_word_count;
static char **test_words;

static inline void test_add(const char *name, int line, void (*run)(void))
{
    size_t at = test_count++;
    for (; at > 0 && test_entries[at - 1].line > line; --at) {
        test_entries[at] = test_entries[at - 1];
    }
    test_entries[at] = (struct test_entry){name, line, run};
}

/* Calls `destroy` for `object` after the running test; objects registered later are destroyed first. */
static inline void test_defer(void (*destroy)(void *object), void *object)
{
    if (test_object_count == test_object_room) {
        test_object_room = 2 * test_object_room + 64;
        test_objects = realloc(test_objects, test_object_room * sizeof *test_objects);
    }
    if (!test_objects) {
        fprintf(stderr, "%s: no memory\n", test_name);
        exit(1);
    }
    test_objects[test_object_count++] = (struct test_object){destroy, object};
}

/* Destroys all objects that the running test has registered. */
static inline void test_clean(void)
{
    while (test_object_count > 0) {
        --test_object_count;
        test_objects[test_object_count].destroy(test_objects[test_object_count].object);
    }
}

static inline void test_remove(void *path)
{
    remove(path);
    free(path);
}

/* Returns the path of a file that is removed after the test; the same path for the same suffix. */
static inline char *test_file(const char *suffix)
{
    char *path = malloc(64);
    snprintf(path, 64, "test_%ld.%s", (long)getpid(), suffix);
    test_defer(test_remove, path);
    return path;
}

/* Writes these bytes to the file of test_file(). */
static inline char *test_write(const char *suffix, const void *bytes, size_t size)
{
    char *path = test_file(suffix);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        fprintf(stderr, "%s: cannot write %s\n", test_name, path);
        exit(1);
    }
    return path;
}

/* The value of the environment variable `variable` if it is set, otherwise word `number` of the command line. */
static inline const char *test_word(int number, const char *variable)
{
    const char *value = variable ? getenv(variable) : NULL;
    if (!value && number >= test_word_count) {
        fprintf(stderr, "expected %d words\n", number);
        exit(2);
    }
    return value ? value : test_words[number];
}

/* Allocates zeroed memory that is freed after the test. */
static inline void *test_memory(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "%s: no memory\n", test_name);
        exit(1);
    }
    test_defer(free, memory);
    return memory;
}

/* Runs all tests; for a main() with its own preparation. */
static inline int test_run_all(int count, char **words)
{
    test_word_count = count;
    test_words = words;
    for (size_t i = 0; i < test_count; ++i) {
        const clock_t begun = clock();
        test_name = test_entries[i].name;
        test_entries[i].run();
        test_clean();
        if (getenv("TEST_TIMES")) {
            printf("%7.2f s  %s\n", (double)(clock() - begun) / CLOCKS_PER_SEC, test_entries[i].name);
        }
    }
    free(test_objects);
    test_objects = NULL;
    return 0;
}

#define TEST_MAIN()                        \
    int main(int count, char **words)      \
    {                                      \
        return test_run_all(count, words); \
    }

#define TEST(name)                                                 \
    static void test_##name(void);                                 \
    __attribute__((constructor)) static void test_add_##name(void) \
    {                                                              \
        test_add(#name, __LINE__, test_##name);                    \
    }                                                              \
    static void test_##name(void)

#define REQUIRE(condition)                                                                                \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            fprintf(stderr, "%s:%d: %s: does not hold: %s\n", __FILE__, __LINE__, test_name, #condition); \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

/* Compares two integers of any types by `op`, and prints both on failure. */
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

/* Returns a number of cases, a size or a stride: `quick` by default, `full` in the suite `long`. */
static inline uint32_t test_tier(uint32_t quick, uint32_t full)
{
    return getenv("TEST_LONG") ? full : quick;
}

#if defined(__SANITIZE_ADDRESS__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif

/* A number of cases or a size: `sanitized` under the sanitizers, which need to see each path only once; the plain build
 * checks the values of all `plain` cases. The setup sanitizer_all sets TEST_WHOLE, which runs them all there, too. */
static inline uint32_t test_paths(uint32_t sanitized, uint32_t plain)
{
    return TEST_SANITIZED && !getenv("TEST_WHOLE") ? sanitized : plain;
}

/* Ends the program as skipped; meson shows the reason. */
#define SKIP(reason)                       \
    do {                                   \
        printf("skipped: %s\n", (reason)); \
        exit(77);                          \
    } while (0)

#endif
