#include "tsplib.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "metric.h"
#include "tsplib_reader.h"

const char *const tsplib_section_names[TSPLIB_SECTION_COUNT] = {
    [TSPLIB_NODE_COORD_SECTION] = "NODE_COORD_SECTION",
    [TSPLIB_EDGE_WEIGHT_SECTION] = "EDGE_WEIGHT_SECTION",
    [TSPLIB_FIXED_EDGES_SECTION] = "FIXED_EDGES_SECTION",
    [TSPLIB_DISPLAY_DATA_SECTION] = "DISPLAY_DATA_SECTION",
};

/* Sections of the standard that belong to other kinds of problem. */
static const char *const refused_sections[] = {"EDGE_DATA_SECTION", "DEMAND_SECTION", "DEPOT_SECTION", "TOUR_SECTION"};

enum swarm_status tsplib_require(struct tsplib_reader *reader, enum tsplib_keyword keyword, enum tsplib_section section)
{
    if (reader->values[keyword].line > 0) {
        return SWARM_OK;
    }
    const char *name = tsplib_section_names[section];
    return base_scanner_fail(&reader->scanner, (struct base_word){name, strlen(name)}, "a line with %s before it",
                             tsplib_keyword_names[keyword]);
}

enum swarm_status tsplib_require_room(struct tsplib_reader *reader, uint64_t count)
{
    /* Each number has a digit and a separator, the last one no separator. */
    size_t left = base_scanner_left(&reader->scanner);
    if (count <= left / 2 + 1) {
        return SWARM_OK;
    }
    const struct tsplib_value *dimension = &reader->values[TSPLIB_DIMENSION];
    return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, dimension->line, dimension->text,
                                "a DIMENSION that fits the file: the section in line %zu would need %llu entries, and "
                                "%zu bytes are left",
                                reader->scanner.line, (unsigned long long)count, left);
}

static enum swarm_status read_section(struct tsplib_reader *reader, enum tsplib_section section)
{
    static enum swarm_status (*const readers[TSPLIB_SECTION_COUNT])(struct tsplib_reader *) = {
        [TSPLIB_NODE_COORD_SECTION] = tsplib_read_nodes,
        [TSPLIB_EDGE_WEIGHT_SECTION] = tsplib_read_matrix,
        [TSPLIB_FIXED_EDGES_SECTION] = tsplib_read_fixed_edges,
        [TSPLIB_DISPLAY_DATA_SECTION] = tsplib_read_display,
    };
    struct base_scanner *scanner = &reader->scanner;
    struct base_word rest = base_scanner_rest(scanner);
    if (rest.size > 0 && !base_word_equal(rest, ":")) {
        return base_scanner_fail(scanner, rest, "the end of the line behind %s", tsplib_section_names[section]);
    }
    if (reader->section_lines[section] > 0) {
        const char *name = tsplib_section_names[section];
        return base_scanner_fail(scanner, (struct base_word){name, strlen(name)}, "one such section; line %zu has it",
                                 reader->section_lines[section]);
    }
    reader->section_lines[section] = scanner->line;
    return readers[section](reader);
}

/* Reads the line that starts with `word`, and the section that follows when it opens one. */
static enum swarm_status read_entry(struct tsplib_reader *reader, struct base_word word)
{
    struct base_scanner *scanner = &reader->scanner;
    for (int section = 0; section < TSPLIB_SECTION_COUNT; ++section) {
        if (base_word_equal(word, tsplib_section_names[section])) {
            return read_section(reader, (enum tsplib_section)section);
        }
    }
    for (int keyword = 0; keyword < TSPLIB_KEYWORD_COUNT; ++keyword) {
        if (base_word_equal(word, tsplib_keyword_names[keyword])) {
            struct base_word colon = base_scanner_word(scanner, true);
            if (!base_word_equal(colon, ":")) {
                return base_scanner_fail(scanner, colon, "\":\" behind %s", tsplib_keyword_names[keyword]);
            }
            return tsplib_read_keyword(reader, (enum tsplib_keyword)keyword);
        }
    }
    for (size_t k = 0; k < sizeof refused_sections / sizeof *refused_sections; ++k) {
        if (base_word_equal(word, refused_sections[k])) {
            return base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, word,
                                        "the sections of a TSP or ATSP instance; this one is not supported");
        }
    }
    if (reader->section_lines[TSPLIB_NODE_COORD_SECTION] > 0 || reader->section_lines[TSPLIB_EDGE_WEIGHT_SECTION] > 0) {
        return base_scanner_fail(scanner, word,
                                 "EOF, a section or a keyword, as all that DIMENSION %lu asks for is read",
                                 (unsigned long)reader->instance->info.node_count);
    }
    return base_scanner_fail(scanner, word, "a keyword or section of TSPLIB95");
}

/* Reads up to EOF, kept in *last, or to the end of the text, where *last has no start. */
static enum swarm_status read_entries(struct tsplib_reader *reader, struct base_word *last)
{
    for (;;) {
        bool found = false;
        enum swarm_status status = base_scanner_next_line(&reader->scanner, &found);
        if (status != SWARM_OK) {
            return status;
        }
        *last = (struct base_word){NULL, 0};
        if (!found) {
            return SWARM_OK;
        }
        *last = base_scanner_word(&reader->scanner, true);
        if (base_word_equal(*last, "EOF")) {
            return SWARM_OK;
        }
        status = read_entry(reader, *last);
        if (status != SWARM_OK) {
            return status;
        }
    }
}

/* What must have been there when the file ends with the word `last`. */
static enum swarm_status check_complete(struct tsplib_reader *reader, struct base_word last)
{
    static const enum tsplib_keyword required[] = {TSPLIB_TYPE, TSPLIB_DIMENSION, TSPLIB_EDGE_WEIGHT_TYPE};
    for (size_t k = 0; k < sizeof required / sizeof *required; ++k) {
        if (reader->values[required[k]].line == 0) {
            return base_scanner_fail(&reader->scanner, last, "a TSPLIB95 instance, which has a line with %s",
                                     tsplib_keyword_names[required[k]]);
        }
    }
    bool is_explicit = reader->instance->info.metric == SWARM_METRIC_EXPLICIT;
    enum tsplib_section section = is_explicit ? TSPLIB_EDGE_WEIGHT_SECTION : TSPLIB_NODE_COORD_SECTION;
    if (reader->section_lines[section] == 0) {
        return base_scanner_fail(&reader->scanner, last, "%s for EDGE_WEIGHT_TYPE %s", tsplib_section_names[section],
                                 tsp_metrics[reader->instance->info.metric].name);
    }
    const struct tsplib_value *format = &reader->values[TSPLIB_EDGE_WEIGHT_FORMAT];
    if (!is_explicit && reader->format && reader->format->part != TSPLIB_NO_MATRIX) {
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, format->line, format->text,
                                    "FUNCTION with EDGE_WEIGHT_TYPE %s",
                                    tsp_metrics[reader->instance->info.metric].name);
    }
    return SWARM_OK;
}

/* The file's name, where NAME is missing or empty. */
static enum swarm_status complete_texts(struct tsplib_reader *reader)
{
    struct swarm_instance_info *info = &reader->instance->info;
    if (!info->name || !*info->name) {
        free((char *)info->name);
        info->name = base_file_stem(reader->scanner.path);
    }
    if (!info->comment) {
        info->comment = base_text_copy("", 0);
    }
    info->unit = "";
    info->format = info->metric == SWARM_METRIC_EXPLICIT ? reader->format->name : "";
    return info->name && info->comment ? SWARM_OK : base_fail_memory(reader->scanner.env);
}

bool tsp_tsplib_is(struct base_word line)
{
    struct base_scanner scanner = {.cursor = line.start, .line_end = line.start + line.size};
    const struct base_word word = base_scanner_word(&scanner, true);
    const struct base_word colon = base_scanner_word(&scanner, true);
    for (int section = 0; section < TSPLIB_SECTION_COUNT; ++section) {
        if (base_word_equal(word, tsplib_section_names[section])) {
            return true;
        }
    }
    for (int keyword = 0; keyword < TSPLIB_KEYWORD_COUNT; ++keyword) {
        if (base_word_equal(word, tsplib_keyword_names[keyword])) {
            return base_word_equal(colon, ":");
        }
    }
    return false;
}

enum swarm_status tsp_tsplib_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                   struct swarm_instance **instance)
{
    double start = base_clock_now();
    struct tsplib_reader reader = {0};
    struct base_word last = {NULL, 0};
    enum swarm_status status = SWARM_OK;
    base_scanner_init(&reader.scanner, env, path, text, size);
    reader.instance = base_array(1, sizeof *reader.instance);
    if (!reader.instance) {
        return base_fail_memory(env);
    }
    TRY_OR(fail, read_entries(&reader, &last));
    TRY_OR(fail, check_complete(&reader, last));
    TRY_OR(fail, complete_texts(&reader));
    TRY_OR(fail, tsp_instance_finish(env, reader.instance, path));
    reader.instance->info.read_seconds = base_clock_now() - start;
    *instance = reader.instance;
    return SWARM_OK;
fail:
    tsp_instance_destroy(&reader.instance);
    return status;
}
