/* Reads many instances from one file, in one of two formats.
 *
 * Text: one instance per line, "x1 y1 x2 y2 ... [output 1 5 ... 1]", as papers on learned solvers use it (Joshi,
 * Laurent and Bresson 2019). "output" precedes a known tour, which may repeat its first node at the end. Array of
 * NumPy: format versions 1 to 3 of NEP 1, shape (instances, nodes, 2), float32 or float64 in either byte order.
 */
#include "input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/scanner.h"
#include "base/text.h"
#include "tsp/points.h"
#include "tsp/tour.h"

struct line {
    size_t begin, end; /* offsets in the file of its first byte and of its line break */
    size_t number;     /* number of the instance in the file, from 1 */
};

struct swarm_points {
    char *bytes, *path, *stem; /* owned: contents, path, and name without folder and suffix */
    size_t size, count;
    struct line *lines;  /* [count], owned; NULL: the file is an array */
    size_t nodes, begin; /* array: nodes per instance; offset of its first number in bytes */
    unsigned item;       /* bytes of a number in an array file: 4 or 8 */
    bool swapped;        /* array: true if the byte order is not the host's */
};

static const char magic[] = "\x93NUMPY";
enum { MAGIC = sizeof magic - 1 };

static enum swarm_status fail_array(struct base_env *env, const struct swarm_points *points, const char *found)
{
    return base_fail(
        env, SWARM_ERROR_INPUT,
        "%s: found %s, expected an array of NumPy, float32 or float64, of the shape (instances, nodes, 2), "
        "in C order",
        points->path, found);
}

/* Reads type, order and shape from the dictionary of the header. Returns the name of what is unsupported, or NULL. */
static const char *read_dictionary(const char *header, struct swarm_points *points, unsigned long long shape[3])
{
    const char *type = strstr(header, "descr"), *order = strstr(header, "fortran_order");
    const char *sizes = strstr(header, "shape");
    const uint16_t one = 1;
    const bool little = *(const unsigned char *)&one == 1;
    char bytes[2], item[2], quote[2];
    int end = 0;
    if (!type || sscanf(type, "descr%*1['\"] : %*1['\"]%1[<>]f%1[48]%1['\"]", bytes, item, quote) != 3) {
        return "numbers of an unsupported type";
    }
    points->item = *item == '4' ? 4 : 8;
    points->swapped = (*bytes == '<') != little;
    if (!order || sscanf(order, "fortran_order%*1['\"] : False%n", &end) == EOF || end == 0) {
        return "an unsupported order";
    }
    end = 0;
    if (!sizes
        || sscanf(sizes, "shape%*1['\"] : (%18llu , %18llu , %18llu%n", &shape[0], &shape[1], &shape[2], &end) != 3
        || sizes[end + (int)strspn(sizes + end, ", ")] != ')' || shape[0] > INT64_MAX || shape[2] != 2 || shape[1] < 1
        || shape[1] > INT32_MAX) {
        return "an unsupported shape";
    }
    return NULL;
}

static enum swarm_status read_header(struct base_env *env, struct swarm_points *points)
{
    const unsigned char *bytes = (const unsigned char *)points->bytes;
    const size_t words = points->size > MAGIC && bytes[MAGIC] > 1 ? 4 : 2, fixed = MAGIC + 2 + words;
    size_t length = 0;
    if (points->size < fixed || bytes[MAGIC] < 1 || bytes[MAGIC] > 3) {
        return fail_array(env, points, "an unsupported version of the format");
    }
    for (size_t k = words; k > 0; --k) {
        length = length << 8 | bytes[MAGIC + 1 + k];
    }
    if (length > points->size - fixed) {
        return fail_array(env, points, "a header that is cut off");
    }
    char *header = base_text_format("%.*s", (int)(length < 65536 ? length : 65536), points->bytes + fixed);
    TRY(header ? SWARM_OK : base_fail_memory(env));
    unsigned long long shape[3] = {0, 0, 0};
    const char *wrong = read_dictionary(header, points, shape);
    free(header);
    if (wrong) {
        return fail_array(env, points, wrong);
    }
    points->begin = fixed + length;
    const uint64_t one_size = shape[1] * 2 * points->item, all_size = points->size - points->begin;
    if (shape[0] > all_size / one_size || shape[0] * one_size != all_size) {
        return base_fail(env, SWARM_ERROR_INPUT,
                         "%s: found %" PRIu64 " bytes after the header, expected %" PRIu64 " instances of %" PRIu64
                         " bytes",
                         points->path, all_size, (uint64_t)shape[0], one_size);
    }
    points->nodes = (size_t)shape[1];
    points->count = (size_t)shape[0];
    return SWARM_OK;
}

static double number_at(const struct swarm_points *points, size_t index)
{
    unsigned char bytes[8] = {0};
    const unsigned char *from = (const unsigned char *)points->bytes + points->begin + index * points->item;
    for (unsigned k = 0; k < points->item; ++k) {
        bytes[k] = from[points->swapped ? points->item - 1 - k : k];
    }
    float single;
    double value;
    memcpy(&single, bytes, sizeof single);
    memcpy(&value, bytes, sizeof value);
    return points->item == 4 ? (double)single : value;
}

static enum swarm_status read_array_item(struct base_env *env, const struct swarm_points *points, size_t index,
                                         const char *name, struct swarm_instance **instance)
{
    const size_t numbers = 2 * points->nodes;
    double *values;
    TRY(BASE_MAKE(env, values, numbers));
    for (size_t k = 0; k < numbers; ++k) {
        values[k] = number_at(points, index * numbers + k);
    }
    const enum swarm_status status =
        tsp_points_instance(env, name, SWARM_SURFACE_PLANE, points->nodes, values, instance);
    free(values);
    return status;
}

static enum swarm_status find_lines(struct base_env *env, struct swarm_points *points)
{
    struct base_scanner scanner;
    bool found = false;
    size_t capacity = 0;
    base_scanner_init(&scanner, env, points->path, points->bytes, points->size);
    for (;;) {
        TRY(base_scanner_next_line(&scanner, &found));
        if (!found) {
            return SWARM_OK;
        }
        TRY(BASE_GROW(env, points->lines, &capacity, points->count + 1));
        points->lines[points->count++] = (struct line){(size_t)(scanner.cursor - points->bytes),
                                                       (size_t)(scanner.line_end - points->bytes), scanner.line};
    }
}

/* Reads the numbers of a line up to "output" or the end of the line. The caller owns *numbers. */
static enum swarm_status read_numbers(struct base_scanner *scanner, double **numbers, size_t *count, bool *tour)
{
    struct base_word word;
    TRY(BASE_MAKE(scanner->env, *numbers, (size_t)(scanner->line_end - scanner->cursor) / 2 + 1));
    for (*count = 0; (word = base_scanner_word(scanner, false)).size > 0; ++*count) {
        *tour = base_word_equal(word, "output");
        if (*tour) {
            break;
        }
        if (!base_word_real(word, &(*numbers)[*count])) {
            return base_scanner_fail(scanner, word, "a coordinate or \"output\"");
        }
    }
    return *count >= 2 && *count % 2 == 0 ? SWARM_OK : base_scanner_fail(scanner, word, "x and y of each node");
}

/* Reads the tour that follows the word "output" on the line, and records its length as the best known. */
static enum swarm_status read_known_tour(struct base_scanner *scanner, struct swarm_instance *instance)
{
    const size_t n = instance->info.node_count;
    uint32_t *tour;
    bool *found = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, BASE_MAKE(scanner->env, tour, n));
    TRY_OR(done, BASE_MAKE(scanner->env, found, n));
    for (size_t count = 0;; ++count) {
        const struct base_word word = base_scanner_word(scanner, false);
        int64_t node = 0;
        if (word.size == 0 && count >= n) {
            break;
        }
        if (!base_word_integer(word, 1, (int64_t)n, &node)
            || (count < n ? found[node - 1] : count > n || node - 1 != tour[0])) {
            TRY_OR(done, base_scanner_fail(scanner, word, "a tour that has each node from 1 to %zu once", n));
        } else if (count < n) {
            tour[count] = (uint32_t)(node - 1);
            found[node - 1] = true;
        }
    }
    instance->info.optimum = tsp_tour_length(instance, tour, n, false);
    instance->info.optimum_known = true;
done:
    free(tour);
    free(found);
    return status;
}

static enum swarm_status read_line(struct base_env *env, const struct swarm_points *points, size_t index,
                                   const char *name, struct swarm_instance **instance)
{
    const struct line *line = &points->lines[index];
    struct base_scanner scanner = {.env = env,
                                   .path = points->path,
                                   .cursor = points->bytes + line->begin,
                                   .line_end = points->bytes + line->end,
                                   .line = line->number};
    struct swarm_instance *made = NULL;
    double *numbers = NULL;
    size_t count = 0;
    bool tour = false;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, read_numbers(&scanner, &numbers, &count, &tour));
    TRY_OR(done, tsp_points_instance(env, name, SWARM_SURFACE_PLANE, count / 2, numbers, &made));
    TRY_OR(done, tour ? read_known_tour(&scanner, made) : SWARM_OK);
    *instance = made;
    made = NULL;
done:
    free(numbers);
    swarm_instance_destroy(&made);
    return status;
}

enum swarm_status tsp_points_parse(struct base_env *env, const char *path, char *bytes, size_t size,
                                   struct swarm_points **points, size_t *count)
{
    struct swarm_points *made = base_array(1, sizeof *made);
    enum swarm_status status = SWARM_OK;
    if (!made) {
        free(bytes);
        return base_fail_memory(env);
    }
    *made = (struct swarm_points){.bytes = bytes, .size = size};
    made->path = base_text_format("%s", path);
    made->stem = base_file_stem(path);
    TRY_OR(fail, made->path && made->stem ? SWARM_OK : base_fail_memory(env));
    const bool array = size >= MAGIC && memcmp(bytes, magic, MAGIC) == 0;
    TRY_OR(fail, array ? SWARM_OK : base_require_text(env, path, bytes, size));
    TRY_OR(fail, array ? read_header(env, made) : find_lines(env, made));
    TRY_OR(fail, made->count > 0
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_INPUT, "%s: found no instance, expected one or more", path));
    *points = made;
    *count = made->count;
    return SWARM_OK;

fail:
    swarm_points_destroy(&made);
    return status;
}

enum swarm_status swarm_points_read(swarm_context *context, const char *path, swarm_points **points, size_t *count)
{
    struct base_env *env = base_env_of(context);
    char *bytes = NULL;
    size_t size = 0;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read_limited(env, path, base_file_limit(), &bytes,
                               &size)); /* not only text: the file may be an array */
    return tsp_points_parse(env, base_file_label(path), bytes, size, points, count);
}

void swarm_points_destroy(swarm_points **points)
{
    if (*points) {
        free((*points)->bytes);
        free((*points)->path);
        free((*points)->stem);
        free((*points)->lines);
        free(*points);
        *points = NULL;
    }
}

size_t swarm_points_number(const swarm_points *points, size_t index)
{
    return points->lines ? points->lines[index].number : index + 1;
}

enum swarm_status swarm_points_instance(swarm_context *context, const swarm_points *points, size_t index,
                                        swarm_instance **instance)
{
    struct base_env *env = base_env_of(context);
    char *name = base_text_format("%s:%zu", points->stem, swarm_points_number(points, index));
    TRY(name ? SWARM_OK : base_fail_memory(env));
    const enum swarm_status status = (points->lines ? read_line : read_array_item)(env, points, index, name, instance);
    free(name);
    return status;
}
