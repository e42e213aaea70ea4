/* assignment.c - reads and writes assignments: solutions of QAPLIB, tables of items and places. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "reader.h"
#include <swarmcl/tsp.h>

/* Reads an assignment: "n cost", and n numbers from 1 to n, or from 0 to n - 1 if one of them is 0. */
static enum swarm_status read_places(struct base_scanner *scanner, const struct swarm_qap_info *info, uint32_t *places,
                                     int64_t *stated)
{
    const uint32_t n = info->item_count;
    struct base_word word;
    int decimals;
    int64_t value = 0;
    bool has_zero = false;
    TRY(qap_next_word(scanner, &word));
    if (!base_word_integer(word, n, n, &value)) {
        return base_scanner_fail(scanner, word, "%u, the number of items", (unsigned)n);
    }
    TRY(qap_next_word(scanner, &word));
    if (!qap_read_number(word, false, stated, &decimals) || decimals > info->decimals) {
        return base_scanner_fail(scanner, word, info->decimals > 0 ? "the cost, a number" : "the cost, an integer");
    }
    *stated = qap_scaled(*stated, info->decimals - decimals);
    for (uint32_t i = 0; i < n; ++i) {
        TRY(qap_next_word(scanner, &word));
        if (!base_word_integer(word, 0, n, &value)) {
            return base_scanner_fail(scanner, word, "number %u of %u, from 1 to %u", (unsigned)i + 1, (unsigned)n,
                                     (unsigned)n);
        }
        has_zero = has_zero || value == 0;
        places[i] = (uint32_t)value;
    }
    for (uint32_t i = 0; i < n && !has_zero; ++i) {
        --places[i];
    }
    return qap_read_end(scanner, "the end of the file after the places");
}

/* Reads a table of items and places, below its titles. Added items get the places that are left. */
static enum swarm_status read_pairs(struct qap_reader *reader, const struct swarm_qap *qap, uint32_t *places)
{
    const uint32_t n = qap->info.item_count, items = n - qap->info.added_items;
    const struct csv_record *record = &reader->record;
    bool taken[QAP_ITEMS_MOST] = {false};
    uint32_t left = 0;
    memset(places, 0xff, n * sizeof *places);
    TRY(qap_next_record(reader));
    for (uint32_t k = 0; k < items; ++k) {
        TRY(qap_next_record(reader));
        if (record->count == 0) {
            return base_fail(reader->table.scanner.env, SWARM_ERROR_VERIFICATION,
                             "%s: found %u items, expected %u, each with a place of its own",
                             reader->table.scanner.path, (unsigned)k, (unsigned)items);
        }
        const struct base_word words[2] = {record->fields[0].text,
                                           record->count > 1 ? record->fields[1].text : (struct base_word){"", 0}};
        const uint32_t item = qap_find(qap->items, items, words[0]), place = qap_find(qap->places, n, words[1]);
        if (item == items || places[item] != UINT32_MAX || place == n || taken[place]) {
            const bool wrong = item == items || places[item] != UINT32_MAX;
            return QAP_FAIL(reader, words[!wrong], "%s that no line above has", wrong ? "an item" : "a place");
        }
        places[item] = place;
        taken[place] = true;
    }
    for (uint32_t i = items; i < n; ++i) {
        while (taken[left]) {
            ++left;
        }
        places[i] = left++;
    }
    return qap_no_record(reader, "the end of the file after all items");
}

enum swarm_status qap_assignment_parse(struct base_env *env, const struct swarm_qap *qap, struct base_word text,
                                       const char *path, uint32_t **places, int64_t *cost)
{
    const uint32_t n = qap->info.item_count;
    const struct base_word title = base_scanner_first_line(text.start, text.size);
    struct qap_reader reader = {.line = 0};
    struct base_scanner scanner;
    uint32_t *inverse = NULL;
    char shown[3][QAP_DIGITS];
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, BASE_MAKE(env, *places, n));
    if (title.size > 4 && memcmp(title.start, "item", 4) == 0) {
        TRY_OR(done, csv_table_init(&reader.table, env, (struct tsp_text){path, text.start, text.size}));
        TRY_OR(done, read_pairs(&reader, qap, *places));
        *cost = qap_instance_cost(qap, *places);
        goto done;
    }
    TRY_OR(done, BASE_MAKE(env, inverse, n));
    base_scanner_init(&scanner, env, path, text.start, text.size);
    TRY_OR(done, read_places(&scanner, &qap->info, *places, cost));
    TRY_OR(done, qap_first_wrong(*places, n) == n
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found the same place for two items, expected each place once", path));
    for (uint32_t i = 0; i < n; ++i) {
        inverse[(*places)[i]] = i;
    }
    const int64_t as_places = qap_instance_cost(qap, *places), as_items = qap_instance_cost(qap, inverse);
    TRY_OR(done, *cost == as_places || *cost == as_items
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found the cost %s, expected %s if the numbers are places of items, or %s if they "
                                 "are items of places",
                                 path, swarm_length_text(*cost, qap->info.decimals, shown[0], QAP_DIGITS),
                                 swarm_length_text(as_places, qap->info.decimals, shown[1], QAP_DIGITS),
                                 swarm_length_text(as_items, qap->info.decimals, shown[2], QAP_DIGITS)));
    if (*cost != as_places) {
        memcpy(*places, inverse, n * sizeof *inverse);
    }

done:
    free(inverse);
    free(reader.record.fields);
    if (status != SWARM_OK) {
        free(*places);
        *places = NULL;
    }
    return status;
}

enum swarm_status swarm_qap_read_assignment(swarm_context *context, const swarm_qap *qap, const char *path,
                                            uint32_t **places, int64_t *cost)
{
    struct base_env *env = base_env_of(context);
    struct base_word text = {NULL, 0};
    char *bytes = NULL;
    TRY(path ? base_file_read(env, path, &bytes, &text.size) : base_fail_null(context, "path"));
    text.start = bytes;
    const enum swarm_status status = qap_assignment_parse(env, qap, text, base_file_label(path), places, cost);
    free(bytes);
    return status;
}

struct assignment {
    const struct swarm_qap *qap;
    const uint32_t *places;
};

static bool write_assignment(FILE *file, const void *content)
{
    enum { LINE = 20 };
    const struct assignment *assignment = content;
    const uint32_t n = assignment->qap->info.item_count;
    const int64_t cost = qap_instance_cost(assignment->qap, assignment->places);
    char text[QAP_DIGITS];
    swarm_length_text(cost, assignment->qap->info.decimals, text, sizeof text);
    bool fine = fprintf(file, "%u %s\n", (unsigned)n, text) > 0;
    for (uint32_t i = 0; i < n && fine; ++i) {
        const char end = i % LINE == LINE - 1 || i + 1 == n ? '\n' : ' ';
        fine = fprintf(file, "%u%c", (unsigned)assignment->places[i] + 1, end) > 0;
    }
    return fine;
}

enum swarm_status swarm_qap_write_assignment(swarm_context *context, const char *path, const swarm_qap *qap,
                                             const uint32_t *places)
{
    const struct assignment assignment = {qap, places};
    int64_t cost;
    TRY(swarm_qap_cost(context, qap, places, qap->info.item_count, &cost));
    return base_file_write(base_env_of(context), path, write_assignment, &assignment);
}
