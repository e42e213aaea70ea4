/* Checks messages about files that are not valid instances or tours: files listed in test/corpus/FOLDER/expected.tsv,
 * and files too large for the repository. test/cli/cases_input.py runs the program over the same tables.
 *
 * Usage: malformed CORPUS_FOLDER */
#include "tsp/read/input.h"
#include "tsp_support.h"

static const char head[] = "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n";

/* Requires that parsing fails with a message that contains `part`. */
static void require_refused(const char *bytes, size_t size, enum swarm_status expected, const char *part)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_INT(tsp_input_parse(&env, exact_text("folder/bad.tsp", bytes, size), NULL, false, &instance), ==, expected);
    REQUIRE(!instance);
    REQUIRE_CONTAINS(error_of(), "folder/bad.tsp:");
    REQUIRE_CONTAINS(error_of(), part);
    REQUIRE_INT(strlen(error_of()), <, 400);
    REQUIRE(!strchr(error_of(), '\n'));
}

static enum swarm_status status_of(const char *name)
{
    static const enum swarm_status known[] = {SWARM_ERROR_INPUT, SWARM_ERROR_UNSUPPORTED, SWARM_ERROR_VERIFICATION};
    static const char *const names[] = {"SWARM_ERROR_INPUT", "SWARM_ERROR_UNSUPPORTED", "SWARM_ERROR_VERIFICATION"};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        if (strcmp(name, names[k]) == 0) {
            return known[k];
        }
    }
    fprintf(stderr, "%s: unknown status %s\n", test_name, name);
    exit(1);
}

/* Reads a file as the program would. `square`: the instance to which tours belong. */
static enum swarm_status read_file(const char *path, const struct swarm_instance *square)
{
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = base_file_read(&env, path, &text, &size);
    if (status != SWARM_OK) {
        REQUIRE(!text);
        return status;
    }
    struct swarm_instance *instance = NULL;
    uint32_t *tour = NULL;
    const struct tsp_text bytes = exact_text(path, text, size);
    status = square ? tsp_tour_file_parse(&env, bytes, square, false, &tour, NULL)
                    : tsp_input_parse(&env, bytes, NULL, false, &instance);
    REQUIRE(!instance && !tour);
    free(text);
    return status;
}

/* Checks one line of a table: "file TAB status TAB part of the message". */
static void require_row(const char *folder, char *line, const struct swarm_instance *square)
{
    char *status = strchr(line, '\t');
    REQUIRE(status);
    *status++ = '\0';
    char *part = strchr(status, '\t');
    REQUIRE(part);
    *part++ = '\0';
    test_name = line;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/%s", test_word(1, NULL), folder, line);
    enum swarm_status found = read_file(path, square);
    if (found != status_of(status) || !strstr(error_of(), part)) {
        fprintf(stderr, "%s: status %d, \"%s\"; expected %s, \"...%s...\"\n", path, (int)found, error_of(), status,
                part);
        exit(1);
    }
    REQUIRE(strncmp(error_of(), path, strlen(path)) == 0);
    REQUIRE_INT(strlen(error_of()), <, 400 + strlen(path));
    REQUIRE(!strchr(error_of(), '\n'));
}

/* Checks all lines of a folder's table, which must have at least `least`. */
static void require_table(const char *folder, size_t least, const struct swarm_instance *square)
{
    char path[1024], *table = NULL;
    size_t size = 0, rows = 0;
    snprintf(path, sizeof path, "%s/%s/expected.tsv", test_word(1, NULL), folder);
    REQUIRE_OK(base_file_read(&env, path, &table, &size));
    char *line = strchr(table, '\n') + 1;
    while (*line) {
        char *end = strchr(line, '\n');
        *end = '\0';
        require_row(folder, line, square);
        line = end + 1;
        ++rows;
    }
    REQUIRE_INT(rows, >=, least);
    free(table);
}

TEST(every_file_of_the_corpus_is_rejected_with_its_message)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/tour/square.tsp", test_word(1, NULL));
    require_table("tsplib", 87, NULL);
    require_table("csv", 50, NULL);
    require_table("gzip", 20, NULL);
    require_table("tour", 25, read_good(path));
}

TEST(nul_bytes_and_every_byte_in_turn)
{
    static const char in_keyword[] = "NAME\0: x\n", in_value[] = "NAME: x\nCOMMENT: a\0b\n";
    static const char zeros[4096] = {0};
    require_refused(in_keyword, sizeof in_keyword - 1, SWARM_ERROR_INPUT, ":1: found \"\\x00\", expected text without");
    require_refused(in_value, sizeof in_value - 1, SWARM_ERROR_INPUT, ":2: found \"\\x00\"");
    require_refused(zeros, sizeof zeros, SWARM_ERROR_INPUT, ":1: found \"\\x00\"");
    for (int byte = 1; byte < 256; ++byte) {
        char text[] = "?\n";
        text[0] = (char)byte;
        require_refused(text, 2, SWARM_ERROR_INPUT, ", expected ");
    }
}

/* Requires that `before`, `byte` three million times and `after` are rejected. `part`: part of the message, in which
 * %u is the number of the line after them. */
static void require_long_refused(const char *before, char byte, const char *after, const char *part)
{
    const size_t count = test_paths(100000, 3000000), begin = strlen(before), size = begin + count + strlen(after);
    char *text = test_memory(1, size + 1), said[64];
    memcpy(text, before, begin);
    memset(text + begin, byte, count);
    memcpy(text + begin + count, after, strlen(after));
    snprintf(said, sizeof said, part, (unsigned)count + 1);
    require_refused(text, size, SWARM_ERROR_INPUT, said);
}

TEST(lines_of_three_million_bytes_and_many_comments_take_linear_time)
{
    require_long_refused("", 'x', "", ":1: found \"xxx");
    require_long_refused("", '\n', "x", ":%u: found \"x\"");
    require_long_refused("", '\r', "x", ":%u: found \"x\"");
    require_long_refused("", ' ', "x", ":1: found \"x\"");
    require_long_refused("", '"', "", "...\", expected");
    require_long_refused(head, '1', " 0 0\n", ":5: found \"111");
    require_long_refused("COMMENT: ", 'c', "\n", ":1: found the end of the file");
    static const char line[] = "COMMENT: c\n";
    size_t count = 300000;
    char *text = test_memory(1, count * (sizeof line - 1));
    for (size_t k = 0; k < count; ++k) {
        memcpy(text + k * (sizeof line - 1), line, sizeof line - 1);
    }
    require_refused(text, count * (sizeof line - 1), SWARM_ERROR_INPUT, ":300000: found the end of the file");
}

TEST(every_beginning_of_a_good_file)
{
    static const char good[] = "NAME: a\nTYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
                               "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nDISPLAY_DATA_TYPE: TWOD_DISPLAY\n"
                               "EDGE_WEIGHT_SECTION\n0 1\n1 0\n";
    for (size_t size = 0; size < sizeof good - 3; ++size) {
        require_refused(good, size, SWARM_ERROR_INPUT, ", expected ");
    }
}

TEST(files_that_cannot_be_read)
{
    char *text = NULL;
    size_t size = 0;
    REQUIRE_FAILS(base_file_read(&env, test_word(1, NULL), &text, &size), SWARM_ERROR_INPUT, "Is a directory");
    REQUIRE_FAILS(base_file_read(&env, "no/such/file.tsp", &text, &size), SWARM_ERROR_INPUT, "no/such/file.tsp");
    REQUIRE(!text);
}

TEST_MAIN_ENV()
