/* json.c - compares the output of cli_json_put() (src/cli/text.c) with expected documents, byte for byte. */
#include "text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

/* Compares the document with `expected`, then empties it. */
static void expect(struct cli_json *json, const char *what, const char *expected)
{
    bool complete = cli_json_finish(json);
    if (!complete || json->text.size != strlen(expected) || memcmp(json->text.bytes, expected, json->text.size) != 0) {
        printf("FAILED   %s\n  expected %s  found    %.*s", what, expected, (int)json->text.size,
               json->text.bytes ? json->text.bytes : "");
        ++failures;
    } else {
        printf("ok       %s\n", what);
    }
    cli_buffer_deinit(&json->text);
    *json = (struct cli_json){.depth = 0};
}

static void test_layout(struct cli_json *json)
{
    cli_json_put(json, "{}");
    expect(json, "empty object", "{}\n");

    cli_json_put(json, "{a: %d, b: [%i, null], c: []}", -1, true);
    expect(json, "an entry a line", "{\n  \"a\": -1,\n  \"b\": [\n    true,\n    null\n  ],\n  \"c\": []\n}\n");

    cli_json_put(json, "[");
    for (int i = 0; i < 2; ++i) {
        cli_json_put(json, "~{x: [%" PRIu64 ", %" PRId64, UINT64_MAX, INT64_MIN);
        cli_json_put(json, "], y: %s}", "");
    }
    cli_json_put(json, "]");
    expect(json, "flat objects",
           "[\n  {\"x\": [18446744073709551615, -9223372036854775808], \"y\": \"\"},\n"
           "  {\"x\": [18446744073709551615, -9223372036854775808], \"y\": \"\"}\n]\n");
}

static void test_text(struct cli_json *json)
{
    static const struct {
        const char *what, *text, *expected;
    } cases[] = {
        {"quote, backslash, slash", "\"\\/", "\"\\\"\\\\/\"\n"},
        {"control characters", "\n\t\x01\x7f", "\"\\u000a\\u0009\\u0001\\u007f\"\n"},
        {"UTF-8 of two, three and four bytes", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\x9C",
         "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\x9C\"\n"},
        {"Latin-1", "caf\xE9!", "\"caf\xEF\xBF\xBD!\"\n"},
        {"lone continuation", "\x80", "\"\xEF\xBF\xBD\"\n"},
        {"cut short", "\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},
        {"overlong", "\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},
        {"surrogate", "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},
        {"past U+10FFFF", "\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},
        {"no byte of UTF-8", "\xFF", "\"\xEF\xBF\xBD\"\n"},
        {"no text", NULL, "null\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        cli_json_put(json, "%s", cases[i].text);
        expect(json, cases[i].what, cases[i].expected);
    }
    cli_json_put(json, "{%s: ~{}}", "k\"\xE9");
    expect(json, "keys are escaped too", "{\n  \"k\\\"\xEF\xBF\xBD\": {}\n}\n");
}

static void test_numbers(struct cli_json *json)
{
    static const struct {
        double value;
        const char *expected;
    } reals[] = {
        {0.1, "0.1\n"},
        {1e300, "1e+300\n"},
        {1.0 / 3.0, "0.3333333333333333\n"},
        {-0.0, "-0\n"},
        {(double)NAN, "null\n"},
        {(double)INFINITY, "null\n"},
        {DBL_MAX, "1.7976931348623157e+308\n"},
        {5e-324, "4.94065645841247e-324\n"},
    };
    for (size_t i = 0; i < sizeof reals / sizeof reals[0]; ++i) {
        cli_json_put(json, "%g", reals[i].value);
        expect(json, "real", reals[i].expected);
    }
    static const char *const texts[][2] = {
        {"12", "12\n"},
        {"-0.5e-3", "-0.5e-3\n"},
        {".5", "0.5\n"},
        {"007", "7\n"},
        {"+1", "1\n"},
        {"auto", "\"auto\"\n"},
        {"inf", "\"inf\"\n"},
        {"", "\"\"\n"},
        {"1x", "\"1x\"\n"},
        {"1.", "1\n"},
        {"18446744073709551615", "18446744073709551615\n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        cli_json_number_text(json, NULL, texts[i][0]);
        expect(json, texts[i][0], texts[i][1]);
    }
    cli_json_put(json, "%f", 1.23456789);
    expect(json, "seconds", "1.234568\n");
}

int main(void)
{
    struct cli_json json = {.depth = 0};
    test_layout(&json);
    test_text(&json);
    test_numbers(&json);
    return failures > 0;
}
