/* files.c - bounds and starts of particles, read from texts and files. */
#include "functions.h"

#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/scanner.h"

bool functions_range_parse(const char *text, double *lower, double *upper)
{
    const char *colon = strchr(text, ':');
    double low, high;
    if (!colon || !base_number_real(text, (size_t)(colon - text), &low)
        || !base_number_real(colon + 1, strlen(colon + 1), &high)) {
        return false;
    }
    *lower = low;
    *upper = high;
    return true;
}

/* The next line with text before a #. */
static enum swarm_status next_line(struct base_scanner *scanner, bool *found)
{
    do {
        TRY(base_scanner_next_line(scanner, found));
        const char *mark = *found ? memchr(scanner->cursor, '#', (size_t)(scanner->line_end - scanner->cursor)) : NULL;
        scanner->line_end = mark ? mark : scanner->line_end;
    } while (*found && scanner->cursor == scanner->line_end);
    return SWARM_OK;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static void skip_blanks(struct base_scanner *scanner)
{
    while (scanner->cursor < scanner->line_end && is_blank(*scanner->cursor)) {
        ++scanner->cursor;
    }
}

/* The text of number `index` of the line, behind the separator; empty: the line has no more. */
static struct base_word next_field(struct base_scanner *scanner, uint32_t index)
{
    skip_blanks(scanner);
    if (index > 0 && scanner->cursor < scanner->line_end && *scanner->cursor == ',') {
        ++scanner->cursor;
        skip_blanks(scanner);
    }
    struct base_word field = {scanner->cursor, 0};
    while (scanner->cursor < scanner->line_end && !is_blank(*scanner->cursor) && *scanner->cursor != ',') {
        ++scanner->cursor;
    }
    field.size = (size_t)(scanner->cursor - field.start);
    return field;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Bounds                                                                                                             */

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
        TRY(next_line(&scanner, &found));
        if (!found) {
            break;
        }
        if (count == dimensions) {
            return base_scanner_fail(&scanner, base_scanner_rest(&scanner), "no more lines, as there are %u dimensions",
                                     (unsigned)dimensions);
        }
        TRY(read_bounds_line(&scanner, &lower[count], &upper[count]));
    }
    if (count != 1 && count != dimensions) {
        return base_scanner_fail(&scanner, (struct base_word){NULL, 0},
                                 "a line \"LO HI\" for each of %u dimensions, or one for all; there are %u",
                                 (unsigned)dimensions, (unsigned)count);
    }
    for (uint32_t d = count; d < dimensions; ++d) {
        lower[d] = lower[0];
        upper[d] = upper[0];
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Positions                                                                                                          */

static enum swarm_status read_position(struct base_scanner *scanner, const struct pso_settings *s, double *position)
{
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        struct base_word field = next_field(scanner, d);
        if (!base_number_real(field.start, field.size, &position[d]) || position[d] < s->lower[d]
            || position[d] > s->upper[d]) {
            return base_scanner_fail(scanner, field, "%u numbers, number %u of them from %.9g to %.9g",
                                     (unsigned)s->dimensions, (unsigned)d + 1, s->lower[d], s->upper[d]);
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

enum swarm_status functions_start_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                        struct pso_settings *settings)
{
    const uint32_t most = settings->particles, dimensions = settings->dimensions;
    struct base_scanner scanner;
    bool found;
    settings->start = base_array(most, dimensions * sizeof *settings->start);
    TRY(settings->start ? SWARM_OK : base_fail_memory(env));
    base_scanner_init(&scanner, env, path, text, size);
    for (;; ++settings->start_count) {
        TRY(next_line(&scanner, &found));
        if (!found) {
            break;
        }
        if (settings->start_count == most) {
            return base_scanner_fail(&scanner, base_scanner_rest(&scanner), "no more lines, as there are %u %s",
                                     (unsigned)most, settings->ants > 0 ? "solutions in the archive" : "particles");
        }
        TRY(read_position(&scanner, settings, settings->start + (size_t)settings->start_count * dimensions));
    }
    return settings->start_count > 0
               ? SWARM_OK
               : base_scanner_fail(&scanner, (struct base_word){NULL, 0}, "a line of %u numbers", (unsigned)dimensions);
}
