/* files.c - reads bounds, first positions of particles, and numbers for an objective. */
#include "functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/scanner.h"

bool functions_range_parse(const char *text, size_t size, double *lower, double *upper)
{
    const char *colon = memchr(text, ':', size);
    return colon && base_number_real(text, (size_t)(colon - text), lower)
           && base_number_real(colon + 1, size - (size_t)(colon + 1 - text), upper);
}

/* Reads a list with commas, of ranges or of single numbers, and stores the first `most` members; single numbers in
 * `first` only. Returns the number of members; 0 for other text. */
static uint32_t parse_list(const char *text, bool ranges, uint32_t most, double *first, double *second)
{
    double found[2];
    for (uint32_t count = 0;; ++count) {
        const size_t size = strcspn(text, ",");
        if (!(ranges ? functions_range_parse(text, size, &found[0], &found[1])
                     : base_number_real(text, size, &found[0]))) {
            return 0;
        }
        if (count < most) {
            first[count] = found[0];
        }
        if (count < most && ranges) {
            second[count] = found[1];
        }
        if (!text[size]) {
            return count + 1;
        }
        text += size + 1;
    }
}

uint32_t functions_ranges_parse(const char *text, uint32_t most, double *lower, double *upper)
{
    return parse_list(text, true, most, lower, upper);
}

uint32_t functions_numbers_parse(const char *text, uint32_t most, double *numbers)
{
    return parse_list(text, false, most, numbers, NULL);
}

/* Moves to the next line with text before a #. Fails after `count` lines if there is another; messages call the
 * lines `items`. */
static enum swarm_status next_line(struct base_scanner *scanner, uint32_t count, uint32_t most, const char *items,
                                   bool *found)
{
    do {
        TRY(base_scanner_next_line(scanner, found));
        const char *mark = *found ? memchr(scanner->cursor, '#', (size_t)(scanner->line_end - scanner->cursor)) : NULL;
        scanner->line_end = mark ? mark : scanner->line_end;
    } while (*found && scanner->cursor == scanner->line_end);
    return *found && count == most
               ? base_scanner_fail(scanner, base_scanner_rest(scanner), "no further line, because there are only %u %s",
                                   (unsigned)most, items)
               : SWARM_OK;
}

/* Returns field number `index` of the line, after its separator; an empty word at the end of the line. */
static struct base_word next_field(struct base_scanner *scanner, uint32_t index)
{
    struct base_word field = base_scanner_word(scanner, false);
    if (index > 0 && field.size > 0 && *field.start == ',') {
        scanner->cursor = field.start + 1;
        field = base_scanner_word(scanner, false);
    }
    const char *comma = field.size > 0 ? memchr(field.start, ',', field.size) : NULL;
    if (comma) {
        field.size = (size_t)(comma - field.start);
        scanner->cursor = comma;
    }
    return field;
}

static enum swarm_status read_bounds_line(struct base_scanner *scanner, double *lower, double *upper)
{
    double *const numbers[2] = {lower, upper};
    for (uint32_t k = 0; k < 2; ++k) {
        struct base_word field = next_field(scanner, k);
        if (!base_number_real(field.start, field.size, numbers[k])) {
            return base_scanner_fail(scanner, field, "a number, the %s bound", k == 0 ? "lower" : "upper");
        }
        if (k == 1 && *lower >= *upper) {
            return base_scanner_fail(scanner, field, "an upper bound above the lower one");
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

enum swarm_status functions_bounds_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                         struct pso_settings *settings)
{
    double *lower = settings->lower, *upper = settings->upper;
    const uint32_t dimensions = settings->dimensions;
    struct base_scanner scanner;
    uint32_t count = 0;
    bool found;
    base_scanner_init(&scanner, env, path, text, size);
    for (;; ++count) {
        TRY(next_line(&scanner, count, dimensions, "dimensions", &found));
        if (!found) {
            break;
        }
        TRY(read_bounds_line(&scanner, &lower[count], &upper[count]));
    }
    if (count != 1 && count != dimensions) {
        return base_scanner_fail(&scanner, (struct base_word){NULL, 0},
                                 "a line \"LO HI\" for each of %u dimensions, or one line for all (%u lines read)",
                                 (unsigned)dimensions, (unsigned)count);
    }
    for (uint32_t d = count; d < dimensions; ++d) {
        lower[d] = lower[0];
        upper[d] = upper[0];
    }
    return SWARM_OK;
}

static enum swarm_status read_position(struct base_scanner *scanner, const struct pso_settings *s, double *position)
{
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        struct base_word field = next_field(scanner, d);
        if (!base_number_real(field.start, field.size, &position[d]) || position[d] < s->lower[d]
            || position[d] > s->upper[d]) {
            return base_scanner_fail(scanner, field, "%u numbers, the one for coordinate %u between %.9g and %.9g",
                                     (unsigned)s->dimensions, (unsigned)d + 1, s->lower[d], s->upper[d]);
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings)
{
    const uint32_t dimensions = settings->dimensions;
    struct base_scanner scanner;
    bool found;
    TRY(BASE_MAKE(env, settings->start, (size_t)settings->particles * dimensions));
    base_scanner_init(&scanner, env, path, text, size);
    for (;; ++settings->start_count) {
        TRY(next_line(&scanner, settings->start_count, settings->particles,
                      settings->ants > 0          ? "solutions in the archive"
                      : settings->most_points > 0 ? "points"
                                                  : "particles",
                      &found));
        if (!found) {
            break;
        }
        TRY(read_position(&scanner, settings, settings->start + (size_t)settings->start_count * dimensions));
    }
    return settings->start_count > 0
               ? SWARM_OK
               : base_scanner_fail(&scanner, (struct base_word){NULL, 0}, "a line of %u numbers", (unsigned)dimensions);
}

/* Reads all numbers of a text into the settings. */
static enum swarm_status parse_data(struct base_env *env, const char *text, size_t size, const char *path,
                                    struct pso_settings *settings)
{
    const double most = settings->precision == 32 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
    struct base_scanner scanner;
    bool found;
    TRY(BASE_MAKE(env, settings->data, size / 2 + 1)); /* a blank or a comma follows every number except the last */
    base_scanner_init(&scanner, env, path, text, size);
    for (;;) {
        TRY(next_line(&scanner, 0, UINT32_MAX, "lines", &found));
        struct base_word field = {NULL, 0};
        for (uint32_t k = 0; found && (field = next_field(&scanner, k)).size > 0; ++k) {
            double *number = &settings->data[settings->data_count];
            if (!base_number_real(field.start, field.size, number) || fabs(*number) > most) {
                return base_scanner_fail(&scanner, field, "a number");
            }
            ++settings->data_count;
        }
        if (!found) {
            return settings->data_count > 0 ? SWARM_OK : base_scanner_fail(&scanner, field, "a number");
        }
    }
}

enum swarm_status functions_choose_data(struct search *search)
{
    const struct swarm_objective *objective = search->task->params->input;
    const char *path = search->options.data, *name = objective->info.name;
    char *text = NULL;
    size_t size = 0;
    if (!path) {
        return !objective->takes_data ? SWARM_OK
                                      : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                                                  "%s takes numbers of a file: expected --data FILE", name);
    }
    if (!objective->takes_data) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--data %s: %s takes no data, expected an objective in OpenCL C: real objective(const real *x, "
                         "int n, data given)", path, name);
    }
    TRY(base_file_read(search->env, path, &text, &size));
    const enum swarm_status status =
        size / 2 < UINT32_MAX
            ? parse_data(search->env, text, size, base_file_label(path), functions_settings(search))
            : base_fail(search->env, SWARM_ERROR_INPUT, "%s: found more than 2^32 numbers", base_file_label(path));
    free(text);
    return status;
}
