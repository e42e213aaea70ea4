/* solomon.c - reads texts of Solomon's format: a name; VEHICLE with the number of vehicles and their capacity; CUSTOMER
 * with a line for each node: number from 0 (the depot), x, y, demand, ready time, due date, service time. */
#include <ctype.h>

#include "base/memory.h"
#include "reader.h"

/* The columns after a node's number. */
static const enum fleet_column order[] = {FLEET_X, FLEET_Y, FLEET_DEMAND, FLEET_EARLY, FLEET_LATE, FLEET_SERVICE};
enum { ORDER_COUNT = sizeof order / sizeof *order };

bool fleet_solomon_is(const char *text, size_t size)
{
    const struct base_word first = base_scanner_first_line(text, size);
    const char *rest = first.start ? first.start + first.size : text + size;
    const struct base_word second = base_scanner_first_line(rest, (size_t)(text + size - rest));
    struct base_scanner line = {.cursor = second.start, .line_end = second.start ? second.start + second.size : NULL};
    return second.start && base_word_equal(base_scanner_word(&line, true), "VEHICLE");
}

/* Moves to the next line that begins with a digit and reads its first word; `start` NULL: there is none. */
static enum swarm_status skip_headings(struct base_scanner *scanner, struct base_word *word)
{
    do {
        TRY(base_scanner_line_word(scanner, false, word));
    } while (word->start && !isdigit((unsigned char)*word->start));
    return SWARM_OK;
}

static enum swarm_status read_vehicles(struct base_scanner *scanner, struct fleet_input *input)
{
    struct base_word word;
    TRY(skip_headings(scanner, &word));
    if (!base_word_integer(word, 1, 1000000, &input->vehicles)) {
        return base_scanner_fail(scanner, word, "the number of vehicles, 1 to 1000000");
    }
    word = base_scanner_word(scanner, false);
    return base_word_integer(word, 1, 1000000000000, &input->capacity)
               ? base_scanner_require_end_of_line(scanner)
               : base_scanner_fail(scanner, word, "the capacity of a vehicle, a whole number from 1 to 1e12");
}

/* Reads the rest of a line that begins with `number`; grows the columns, which have `capacities`. */
static enum swarm_status read_customer(struct base_scanner *scanner, struct base_word number,
                                       size_t capacities[ORDER_COUNT], struct fleet_input *input)
{
    const uint32_t node = input->node_count;
    int64_t value;
    if (!base_word_integer(number, node, node, &value)) {
        return base_scanner_fail(scanner, number, "the number of the next customer, %u", (unsigned)node);
    }
    for (unsigned k = 0; k < ORDER_COUNT; ++k) {
        TRY(BASE_GROW(scanner->env, input->columns[order[k]], &capacities[k], (size_t)node + 1));
        TRY(fleet_read_number(scanner, input, order[k], node));
    }
    ++input->node_count;
    return base_scanner_require_end_of_line(scanner);
}

enum swarm_status fleet_solomon_read(struct base_scanner *scanner, struct fleet_input *input)
{
    struct base_word word;
    bool found;
    size_t capacities[ORDER_COUNT] = {0};
    TRY(base_scanner_next_line(scanner, &found));
    word = base_scanner_rest(scanner);
    input->name = base_text_copy(word.start, word.size);
    TRY(input->name ? SWARM_OK : base_fail_memory(scanner->env));
    TRY(read_vehicles(scanner, input));
    TRY(skip_headings(scanner, &word));
    while (word.start) {
        TRY(read_customer(scanner, word, capacities, input));
        TRY(base_scanner_line_word(scanner, false, &word));
    }
    return input->node_count > 1 ? SWARM_OK
                                 : base_scanner_fail(scanner, word, "the lines of the depot and of customers");
}
