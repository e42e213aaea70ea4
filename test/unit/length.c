/* Lengths written as text in the unit of the input. */
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>

#include <swarmcl/swarmcl.h>

#include "../test.h"

static const struct {
    int64_t length;
    int decimals;
    const char *text;
} pairs[] = {
    {7542, 0, "7542"},
    {0, 0, "0"},
    {13400000, 6, "13.400000"},
    {1, 6, "0.000001"},
    {0, 3, "0.000"},
    {999, 3, "0.999"},
    {1000, 3, "1.000"},
    {25, -3, "25000"},
    {0, -3, "0"},
    {INT64_MAX, 0, "9223372036854775807"},
    {INT64_MAX, 6, "9223372036854.775807"},
    {-1500, 3, "-1.500"},
    {15, 24, "0.000000000000000000000015"},
    {15, 25, "1.5e-24"},
    {-3382858705, 290, "-3.382858705e-281"},
    {7, 300, "7e-300"},
    {0, 300, "0"},
    {2000000001, -291, "2.000000001e+300"},
    {3, -24, "3000000000000000000000000"},
};
enum { PAIR_COUNT = sizeof pairs / sizeof pairs[0] };

TEST(a_length_is_written_with_all_its_decimals_and_read_back)
{
    char text[400];
    REQUIRE_TEXT(swarm_length_text(123456, 3, text, 4), "123"); /* a short buffer gets the beginning */
    for (size_t i = 0; i < PAIR_COUNT; ++i) {
        int64_t length = -7;
        REQUIRE_TEXT(swarm_length_text(pairs[i].length, pairs[i].decimals, text, sizeof text), pairs[i].text);
        if (pairs[i].length >= 0) {
            REQUIRE(swarm_length_parse(pairs[i].text, pairs[i].decimals, &length));
            REQUIRE_INT(length, ==, pairs[i].length);
        }
    }
}

TEST(digits_beyond_the_decimals_are_dropped)
{
    static const struct {
        const char *text;
        int decimals;
        int64_t length;
    } rows[] = {
        {"7542.9", 0, 7542}, {"0.0000019", 6, 1}, {"1e3", 0, 1000},     {"1.5e3", 0, 1500}, {"12e-1", 0, 1},
        {"1E+2", 2, 10000},  {"25999", -3, 25},   {".5", 1, 5},         {"5.", 1, 50},      {"+4", 0, 4},
        {"1e-400", 6, 0},    {"0e9999", 6, 0},    {"000000012", 0, 12}, {"1e-1", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        int64_t length = -7;
        REQUIRE(swarm_length_parse(rows[i].text, rows[i].decimals, &length));
        REQUIRE_INT(length, ==, rows[i].length);
    }
}

TEST(other_texts_are_rejected_and_leave_the_output_unchanged)
{
    static const char *const texts[] = {"",    "-1",  "x",   "1x",  "1 ",      " 1",
                                        "1,5", ".",   "e3",  "1e",  "1e+",     "1e5x",
                                        "0x1", "nan", "inf", "--1", "1e10000", "9223372036854775808",
                                        "1e19"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        int64_t length = -7;
        REQUIRE(!swarm_length_parse(texts[i], 0, &length));
        REQUIRE_INT(length, ==, -7);
    }
    int64_t length = -7;
    REQUIRE(!swarm_length_parse("9223372036854.775808", 6, &length));
}

int main(void)
{
    setlocale(LC_ALL, "");
    test_run_all(0, NULL);
    return 0;
}
