/* Files of many instances: lines of points with known tours, and NumPy arrays. */
#include <math.h>

#include "tsp_support.h"

struct bytes {
    char data[1024];
    size_t size;
};

static struct bytes text(const char *content)
{
    struct bytes made = {.size = strlen(content)};
    memcpy(made.data, content, made.size);
    return made;
}

static void put(struct bytes *bytes, const void *data, size_t size)
{
    REQUIRE(bytes->size + size <= sizeof bytes->data);
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

/* Makes a NumPy file: a header, and `count` numbers 0, 1, ... of type `kind`, such as "<f8". */
static struct bytes array(int version, const char *header, const char *kind, size_t count)
{
    const size_t words = version == 1 ? 2 : 4, length = strlen(header);
    const uint16_t one = 1;
    const bool swapped = (kind[0] == '<') != (*(const unsigned char *)&one == 1);
    struct bytes made = text("\x93NUMPY");
    const char numbers[] = {(char)version, 0, (char)length, 0, 0, 0};
    put(&made, numbers, 2 + words);
    put(&made, header, length);
    for (size_t k = 0; k < count; ++k) {
        const double value = (double)k;
        const float single = (float)k;
        const size_t item = kind[2] == '8' ? sizeof value : sizeof single;
        unsigned char bytes[sizeof value], turned[sizeof value];
        memcpy(bytes, item == sizeof value ? (const void *)&value : (const void *)&single, item);
        for (size_t at = 0; at < item; ++at) {
            turned[at] = bytes[swapped ? item - 1 - at : at];
        }
        put(&made, turned, item);
    }
    return made;
}

static enum swarm_status create(struct bytes bytes, struct swarm_points **points, size_t *count)
{
    char *owned = calloc(1, bytes.size + 1);
    REQUIRE(owned);
    memcpy(owned, bytes.data, bytes.size);
    return tsp_points_parse(&env, "folder/many.txt", owned, bytes.size, points, count);
}

static struct swarm_points *open_good(struct bytes bytes, size_t count)
{
    struct swarm_points *points = NULL;
    size_t found = 0;
    if (create(bytes, &points, &found) != SWARM_OK) {
        fprintf(stderr, "%s: refused: %s\n", test_name, error_of());
        exit(1);
    }
    REQUIRE_INT(found, ==, count);
    return points;
}

static struct swarm_instance *instance_of(const struct swarm_points *points, size_t index)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(swarm_points_instance(TEST_CONTEXT, points, index, &instance));
    return kept(instance);
}

static void require_refused(struct bytes bytes, const char *said)
{
    struct swarm_points *points = NULL;
    size_t count;
    REQUIRE_INT(create(bytes, &points, &count), ==, SWARM_ERROR_INPUT);
    REQUIRE(!points);
    REQUIRE_CONTAINS(error_of(), "folder/many.txt");
    REQUIRE_CONTAINS(error_of(), said);
}

/* Requires that the file can be read, but its only instance is rejected. */
static void require_no_instance(struct bytes bytes, const char *said)
{
    struct swarm_points *points = open_good(bytes, 1);
    struct swarm_instance *instance = NULL;
    REQUIRE_INT(swarm_points_instance(TEST_CONTEXT, points, 0, &instance), ==, SWARM_ERROR_INPUT);
    REQUIRE(!instance);
    REQUIRE_CONTAINS(error_of(), said);
    swarm_points_destroy(&points);
}

static double number_of(const struct swarm_instance *instance, uint32_t node, uint32_t axis)
{
    return instance->positions[axis * instance->info.node_count + node];
}

TEST(lines_are_instances_by_their_numbers)
{
    struct swarm_points *points = open_good(text("0 0 3 4\n\n  \t\n1 1\r\n.5 -1e2 7 8.25 9 9"), 3);
    static const size_t numbers[] = {1, 4, 5}, nodes[] = {2, 1, 3};
    static const char *const names[] = {"many:1", "many:4", "many:5"};
    for (size_t k = 0; k < 3; ++k) {
        struct swarm_instance *instance = instance_of(points, k);
        REQUIRE_INT(swarm_points_number(points, k), ==, numbers[k]);
        REQUIRE_INT(instance->info.node_count, ==, nodes[k]);
        REQUIRE_TEXT(instance->info.name, names[k]);
        REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EUC_2D);
        REQUIRE(!instance->info.optimum_known);
    }
    struct swarm_instance *last = instance_of(points, 2);
    REQUIRE(number_of(last, 0, 0) == 0.5 && number_of(last, 0, 1) == -100.0 && number_of(last, 1, 1) == 8.25);
    swarm_points_destroy(&points);
    REQUIRE(!points);
    swarm_points_destroy(&points);
}

TEST(the_known_tour_of_a_line_is_its_optimum)
{
    static const char *const square = "0 0 0 1 1 1 1 0 output ";
    static const struct {
        const char *tour;
        double length;
    } tours[] = {{"1 2 3 4 1", 4.0}, {"1 2 3 4", 4.0}, {"4 1 2 3 4", 4.0}, {"1 3 2 4 1", 2.0 + 2.0 * 1.414213562}};
    for (size_t k = 0; k < sizeof tours / sizeof *tours; ++k) {
        struct bytes line = text(square);
        put(&line, tours[k].tour, strlen(tours[k].tour));
        struct swarm_points *points = open_good(line, 1);
        struct swarm_instance *instance = instance_of(points, 0);
        REQUIRE(instance->info.optimum_known && !instance->info.optimum_proven);
        REQUIRE_INT(instance->info.optimum, ==, llround(tours[k].length * 1e9));
        swarm_points_destroy(&points);
    }
}

TEST(wrong_known_tours_are_rejected_with_their_line)
{
    static const struct {
        const char *line, *found;
    } lines[] = {
        {"0 0 0 1 1 1 output 1 2 2", "found \"2\""},
        {"0 0 0 1 1 1 output 1 2 4", "found \"4\""},
        {"0 0 0 1 1 1 output 0 1 2", "found \"0\""},
        {"0 0 0 1 1 1 output 1 2.5 3", "found \"2.5\""},
        {"0 0 0 1 1 1 output 1 2 output 3", "found \"output\""},
        {"0 0 0 1 1 1 output 1 2 3 2", "found \"2\""},
        {"0 0 0 1 1 1 output 1 2 3 1 1", "found \"1\""},
        {"0 0 0 1 1 1 output 1 2", "found the end of the line"},
        {"0 0 0 1 1 1 output", "found the end of the line"},
        {"0 0 0 1 1 1 output 99999999999999999999 1 2", "found \"99999999999999999999\""},
    };
    for (size_t k = 0; k < sizeof lines / sizeof *lines; ++k) {
        struct bytes bytes = text("\n");
        char said[128];
        put(&bytes, lines[k].line, strlen(lines[k].line));
        snprintf(said, sizeof said, "folder/many.txt:2: %s, expected a tour that has each node from 1 to 3 once",
                 lines[k].found);
        require_no_instance(bytes, said);
    }
}

TEST(other_lines_are_rejected)
{
    require_no_instance(text("0 0 1"), "folder/many.txt:1: found the end of the line, expected x and y of each node");
    require_no_instance(text("output 1"), "folder/many.txt:1: found \"output\", expected x and y of each node");
    require_no_instance(text("0 output 1"), "found \"output\", expected x and y of each node");
    require_no_instance(text("0 zero"), "found \"zero\", expected a coordinate or \"output\"");
    require_no_instance(text("0 nan"), "found \"nan\"");
    require_no_instance(text("0 1,5"), "found \"1,5\"");
    require_no_instance(text("0 0 1e301 0"), "expected a number from");
    require_refused(text(""), "found no instance, expected one or more");
    require_refused(text("\n \r\n\t"), "found no instance");
    struct bytes nul = text("0 0 1 ");
    put(&nul, "\0 1", 3);
    require_refused(nul, "");
}

TEST(arrays_of_both_precisions_and_orders_are_equal)
{
    static const char *const kinds[] = {"<f4", ">f4", "<f8", ">f8"};
    static const char *const headers[] = {
        "{'descr': '%s', 'fortran_order': False, 'shape': (2, 3, 2), }    \n",
        "{\"shape\":(2,3,2),\"descr\":\"%s\",\"fortran_order\":False}",
        "{'fortran_order':   False, 'shape':  (2, 3, 2,), 'descr':  '%s'}\n",
    };
    for (size_t k = 0; k < 4 * 3 * 3; ++k) {
        char header[128];
        snprintf(header, sizeof header, headers[k / 12], kinds[k % 4]);
        struct swarm_points *points = open_good(array(1 + (int)(k / 4 % 3), header, kinds[k % 4], 12), 2);
        for (size_t index = 0; index < 2; ++index) {
            struct swarm_instance *instance = instance_of(points, index);
            REQUIRE_INT(swarm_points_number(points, index), ==, index + 1);
            REQUIRE_TEXT(instance->info.name, index == 0 ? "many:1" : "many:2");
            REQUIRE_INT(instance->info.node_count, ==, 3);
            for (uint32_t at = 0; at < 6; ++at) {
                REQUIRE(number_of(instance, at / 2, at % 2) == (double)(6 * index + at));
            }
        }
        swarm_points_destroy(&points);
    }
}

static const char plain[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1, 2), }\n";

TEST(arrays_of_single_points_are_instances_and_cut_arrays_are_refused)
{
    struct swarm_points *points = open_good(array(1, plain, "<f8", 4), 2);
    struct swarm_instance *instance = instance_of(points, 1);
    REQUIRE_INT(instance->info.node_count, ==, 1);
    REQUIRE(number_of(instance, 0, 0) == 2.0 && number_of(instance, 0, 1) == 3.0);
    swarm_points_destroy(&points);
    const struct bytes whole = array(1, plain, "<f8", 4);
    const size_t begin = whole.size - 4 * sizeof(double);
    for (size_t size = 6; size < whole.size; ++size) {
        struct bytes cut = whole;
        cut.size = size;
        require_refused(cut, size < 10      ? "an unsupported version of the format"
                             : size < begin ? "a header that is cut off"
                                            : "bytes after the header, expected 2 instances of 16 bytes");
    }
    struct bytes longer = whole;
    put(&longer, "", 1);
    require_refused(longer, "found 33 bytes after the header, expected 2 instances of 16 bytes");
}

TEST(other_arrays_are_rejected)
{
    static const struct {
        const char *header, *found;
    } headers[] = {
        {"'descr': '<i8', 'fortran_order': False, 'shape': (2, 1, 2)", "numbers of an unsupported type"},
        {"'descr': '<f2', 'fortran_order': False, 'shape': (2, 1, 2)", "numbers of an unsupported type"},
        {"'descr': '<f16', 'fortran_order': False, 'shape': (2, 1, 2)", "numbers of an unsupported type"},
        {"'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2, 1, 2)", "numbers of an unsupported type"},
        {"'fortran_order': False, 'shape': (2, 1, 2)", "numbers of an unsupported type"},
        {"", "numbers of an unsupported type"},
        {"'descr': '<f8', 'fortran_order': True, 'shape': (2, 1, 2)", "an unsupported order"},
        {"'descr': '<f8', 'shape': (2, 1, 2)", "an unsupported order"},
        {"'descr': '<f8', 'fortran_order': False", "an unsupported shape"},
    };
    static const char *const shapes[][2] = {{"1, 1, 2", "expected 1 instances of 16 bytes"},
                                            {"3, 1, 2", "expected 3 instances of 16 bytes"},
                                            {"1, 2147483647, 2", "instances of 34359738352 bytes"},
                                            {"576460752303423490, 1, 2", "bytes after the header"}};
    static const char *const wrong[] = {"",
                                        "4,",
                                        "2, 1, 3",
                                        "2, 1, 2, 1",
                                        "2 1 2",
                                        "2, 0, 2",
                                        "-2, 1, 2",
                                        "2, 2147483648, 2",
                                        "99999999999999999999, 1, 2"};
    char header[128];
    for (size_t k = 0; k < sizeof headers / sizeof *headers; ++k) {
        snprintf(header, sizeof header, "{%s, }", headers[k].header);
        header[k == 5 ? 0 : sizeof header - 1] = '\0'; /* an empty header */
        require_refused(array(1, header, "<f8", 4), headers[k].found);
    }
    for (size_t k = 0; k < 4 + sizeof wrong / sizeof *wrong; ++k) {
        snprintf(header, sizeof header, "{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }",
                 k < 4 ? shapes[k][0] : wrong[k - 4]);
        require_refused(array(1, header, "<f8", 4), k < 4 ? shapes[k][1] : "an unsupported shape");
    }
    require_refused(array(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 1, 2), }", "<f8", 0),
                    "found no instance");
    struct bytes later = array(1, plain, "<f8", 4);
    later.data[6] = 4;
    require_refused(later, "an unsupported version of the format");
    later.data[6] = 0;
    require_refused(later, "an unsupported version of the format");
}

TEST(infinite_and_undefined_numbers_are_rejected)
{
    const double wrong[] = {(double)NAN, (double)INFINITY, -1e301};
    for (size_t k = 0; k < 3; ++k) {
        struct bytes bytes = array(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 2), }", "<f8", 2);
        memcpy(bytes.data + bytes.size - sizeof *wrong, &wrong[k], sizeof *wrong);
        const uint16_t one = 1;
        if (*(const unsigned char *)&one == 1) {
            require_no_instance(bytes, "of node 1, expected a number from");
        }
    }
}

TEST_MAIN_ENV()
