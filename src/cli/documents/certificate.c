#include "certificate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* Exponents of a scale. */
enum { SHIFT_LEAST = -30, SHIFT_MOST = 30 };

/* The length in 10^-decimals of the unit, and the power of two of the scale. */
static void take_numbers(struct cli_reader *reader, int decimals, swarm_bound *bound)
{
    const char *length = cli_reader_text(reader, cli_reader_find(reader, json_type_double, "result.bound"));
    if (length && !swarm_length_parse(length, decimals, &bound->length)) {
        cli_error("%s: \"%s\" is %s, expected a length", reader->path, reader->name, length);
        reader->status = SWARM_ERROR_INPUT;
    }
    struct json_object *scale = cli_reader_find(reader, json_type_double, "result.scale");
    const double value = scale ? json_object_get_double(scale) : 1.0;
    const double half = frexp(value, &bound->shift); /* a power of two is .5 * 2^shift */
    --bound->shift;
    if (reader->status == SWARM_OK && (half != 0.5 || bound->shift < SHIFT_LEAST || bound->shift > SHIFT_MOST)) {
        cli_error("%s: \"%s\" is %s, expected a power of two from 2^%d to 2^%d", reader->path, reader->name,
                  json_object_to_json_string(scale), SHIFT_LEAST, SHIFT_MOST);
        reader->status = SWARM_ERROR_INPUT;
    }
}

static void take_potentials(struct cli_reader *reader, swarm_bound *bound, int32_t **potentials)
{
    struct json_object *all = cli_reader_find(reader, json_type_array, "result.potentials");
    const size_t count = all ? json_object_array_length(all) : 0;
    *potentials = calloc(count + 1, sizeof **potentials);
    if (!*potentials) {
        reader->status = cli_fail_memory();
    }
    for (size_t i = 0; i < count && reader->status == SWARM_OK; ++i) {
        struct json_object *potential = json_object_array_get_idx(all, i);
        const int64_t value = json_object_get_int64(potential);
        snprintf(reader->name, sizeof reader->name, "result.potentials.%zu", i);
        if (!json_object_is_type(potential, json_type_int)) {
            cli_reader_refuse(reader, potential, "a whole number");
        } else if (value < INT32_MIN || value > INT32_MAX) {
            cli_error("%s: \"%s\" is %" PRId64 ", expected a whole number of 32 bits", reader->path, reader->name,
                      value);
            reader->status = SWARM_ERROR_INPUT;
        }
        (*potentials)[i] = (int32_t)value;
    }
    bound->potential_count = count;
    bound->potentials = *potentials;
}

enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials)
{
    struct cli_reader reader = {.path = path, .command = "bound"};
    *bound = (swarm_bound){.length = 0};
    if (cli_reader_parse(&reader, text, size) == SWARM_OK) {
        take_numbers(&reader, decimals, bound);
    }
    if (reader.status == SWARM_OK) {
        take_potentials(&reader, bound, potentials);
    }
    json_object_put(reader.document);
    return reader.status;
}

const char *cli_proven_text(int64_t length, int64_t bound, char text[CLI_TEXT_SIZE])
{
    double gap = 0.0;
    char number[CLI_TEXT_SIZE];
    text[0] = '\0';
    if (cli_proven_gap(length, bound, &gap)) {
        cli_fixed_text(cli_rounded_up(gap), 2, number);
        snprintf(text, CLI_TEXT_SIZE, gap > 0.0 ? "%.64s %% (proven: at most)" : "optimal, proven", number);
    }
    return text;
}

void cli_json_bound(struct cli_json *json, const struct cli_subject *subject, int64_t bound,
                    const struct cli_score *tour)
{
    double gap = 0.0;
    const bool known = tour && cli_proven_gap(tour->length, bound, &gap);
    cli_json_score(json, "bound", subject, cli_score_of_length(subject, bound));
    cli_json_put(json, "proven_gap_percent: %g", known ? gap : (double)NAN);
}
