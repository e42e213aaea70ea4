/* Reads files of TSPLIB95: keywords, and the order of sections. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "input.h"
#include "tsp/distances.h"
#include "tsp/metric.h"
#include "tsplib_reader.h"

static const struct tsplib_format formats[] = {
    {"FUNCTION", TSPLIB_NO_MATRIX, false},  {"FULL_MATRIX", TSPLIB_FULL, true},
    {"UPPER_ROW", TSPLIB_UPPER, false},     {"LOWER_ROW", TSPLIB_LOWER, false},
    {"UPPER_DIAG_ROW", TSPLIB_UPPER, true}, {"LOWER_DIAG_ROW", TSPLIB_LOWER, true},
    {"UPPER_COL", TSPLIB_LOWER, false},     {"LOWER_COL", TSPLIB_UPPER, false},
    {"UPPER_DIAG_COL", TSPLIB_LOWER, true}, {"LOWER_DIAG_COL", TSPLIB_UPPER, true},
};

static const struct {
    const char *name;
    const char *words;       /* supported values; NULL: the value is not a word of a list */
    const char *unsupported; /* known values that this program does not support, of TSPLIB95 and of LKH */
    const char *expected;    /* description of the value in messages */
    enum swarm_status (*read)(struct tsplib_reader *); /* reader of the section; NULL: the keyword has a value */
} keywords[TSPLIB_KEYWORD_COUNT] = {
    [TSPLIB_NAME] = {.name = "NAME"},
    [TSPLIB_COMMENT] = {.name = "COMMENT"},
    [TSPLIB_TYPE] = {"TYPE", "TSP ATSP OP", "TOUR HCP SOP CVRP HPP ACVRP CTSP KTSP MTSP PDTSP SPP TSPTW TRP VRPTW",
                     "TYPE TSP, ATSP or OP", NULL},
    [TSPLIB_DIMENSION] = {.name = "DIMENSION"},
    /* words in the order of enum swarm_metric */
    [TSPLIB_EDGE_WEIGHT_TYPE] = {"EDGE_WEIGHT_TYPE",
                                 "EXPLICIT EUC_2D EUC_3D MAN_2D MAN_3D MAX_2D MAX_3D CEIL_2D ATT GEO",
                                 "SPECIAL XRAY1 XRAY2 CEIL_3D EXACT_2D EXACT_3D FLOOR_2D FLOOR_3D GEOM GEO_MEEUS "
                                 "GEOM_MEEUS TOR_2D TOR_3D",
                                 "an EDGE_WEIGHT_TYPE of EXPLICIT, EUC_2D, EUC_3D, MAN_2D, MAN_3D, MAX_2D, MAX_3D, "
                                 "CEIL_2D, ATT or GEO",
                                 NULL},
    /* words in the order of `formats` */
    [TSPLIB_EDGE_WEIGHT_FORMAT] = {"EDGE_WEIGHT_FORMAT",
                                   "FUNCTION FULL_MATRIX UPPER_ROW LOWER_ROW UPPER_DIAG_ROW LOWER_DIAG_ROW UPPER_COL "
                                   "LOWER_COL UPPER_DIAG_COL LOWER_DIAG_COL",
                                   "",
                                   "an EDGE_WEIGHT_FORMAT of FUNCTION, FULL_MATRIX, or UPPER_ or LOWER_, then ROW, "
                                   "DIAG_ROW, COL or DIAG_COL",
                                   NULL},
    [TSPLIB_EDGE_DATA_FORMAT] = {"EDGE_DATA_FORMAT", "EDGE_LIST ADJ_LIST", "", "EDGE_LIST or ADJ_LIST", NULL},
    [TSPLIB_NODE_COORD_TYPE] = {"NODE_COORD_TYPE", "NO_COORDS TWOD_COORDS THREED_COORDS", "",
                                "NO_COORDS, TWOD_COORDS or THREED_COORDS", NULL},
    [TSPLIB_DISPLAY_DATA_TYPE] = {"DISPLAY_DATA_TYPE", "COORD_DISPLAY TWOD_DISPLAY NO_DISPLAY", "",
                                  "COORD_DISPLAY, TWOD_DISPLAY or NO_DISPLAY", NULL},
    [TSPLIB_CAPACITY] = {.name = "CAPACITY"},
    [TSPLIB_COST_LIMIT] = {.name = "COST_LIMIT"},
    [TSPLIB_TSPSOL] = {.name = "TSPSOL"}, /* length of the shortest tour in OPLib; not used */
    [TSPLIB_NODE_COORD_SECTION] = {.name = "NODE_COORD_SECTION", .read = tsplib_read_nodes},
    [TSPLIB_EDGE_WEIGHT_SECTION] = {.name = "EDGE_WEIGHT_SECTION", .read = tsplib_read_matrix},
    [TSPLIB_FIXED_EDGES_SECTION] = {.name = "FIXED_EDGES_SECTION", .read = tsplib_read_fixed_edges},
    [TSPLIB_DISPLAY_DATA_SECTION] = {.name = "DISPLAY_DATA_SECTION", .read = tsplib_read_display},
    [TSPLIB_NODE_SCORE_SECTION] = {.name = "NODE_SCORE_SECTION", .read = tsplib_read_scores},
    [TSPLIB_DEPOT_SECTION] = {.name = "DEPOT_SECTION", .read = tsplib_read_depot},
};

static enum swarm_status append_comment(struct tsplib_reader *reader, struct base_word text)
{
    size_t used = reader->comment_size;
    TRY(BASE_GROW(reader->scanner.env, reader->instance->info.comment, &reader->comment_capacity,
                  used + text.size + 2));
    char *comment = (char *)reader->instance->info.comment;
    if (reader->values[TSPLIB_COMMENT].line > 0) {
        comment[used++] = '\n';
    }
    memcpy(comment + used, text.start, text.size);
    comment[used + text.size] = '\0';
    reader->comment_size = used + text.size;
    return SWARM_OK;
}

static enum swarm_status set_cost_limit(struct tsplib_reader *reader, struct base_word word)
{
    int64_t *limit = &reader->instance->info.cost_limit;
    double value = 0.0;
    if (base_word_integer(word, 1, INT64_MAX, limit)) {
        return SWARM_OK;
    }
    if (!base_word_real(word, &value) || value < 1.0 || value > 9e18) {
        return base_scanner_fail(&reader->scanner, word, "a COST_LIMIT from 1 to 9e18");
    }
    *limit = (int64_t)value; /* lengths are whole numbers: 12.7 allows 12 */
    return SWARM_OK;
}

/* Sets the value of a keyword. `index`: index of the value in keywords[keyword].words. */
static enum swarm_status set_value(struct tsplib_reader *reader, enum tsplib_keyword keyword, struct base_word text,
                                   int index)
{
    struct base_scanner *scanner = &reader->scanner;
    struct swarm_instance_info *info = &reader->instance->info;
    int64_t number = 0;
    switch (keyword) {
    case TSPLIB_NAME:
        info->name = base_text_copy(text.start, text.size);
        return info->name ? SWARM_OK : base_fail_memory(scanner->env);
    case TSPLIB_COMMENT:
        return append_comment(reader, text);
    case TSPLIB_TYPE:
        info->symmetric = index != 1;
        return SWARM_OK;
    case TSPLIB_DIMENSION:
        if (!base_word_integer(text, 1, INT32_MAX, &number)) {
            return base_scanner_fail(scanner, text, "a DIMENSION from 1 to 2147483647");
        }
        info->node_count = (uint32_t)number;
        return SWARM_OK;
    case TSPLIB_EDGE_WEIGHT_TYPE:
        info->metric = (enum swarm_metric)index;
        return SWARM_OK;
    case TSPLIB_EDGE_WEIGHT_FORMAT:
        reader->format = &formats[index];
        return SWARM_OK;
    case TSPLIB_NODE_COORD_TYPE:
        reader->coordinate_count = index > 0 ? (unsigned)index + 1 : 0;
        return SWARM_OK;
    case TSPLIB_CAPACITY:
        return base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, text,
                                    "no CAPACITY, which belongs to TYPE CVRP");
    case TSPLIB_COST_LIMIT:
        return set_cost_limit(reader, text);
    case TSPLIB_TSPSOL:
        return base_word_integer(text, 0, INT64_MAX, &number)
                   ? SWARM_OK
                   : base_scanner_fail(scanner, text, "the length of a tour after TSPSOL");
    default:
        return SWARM_OK;
    }
}

/* Reads a keyword's value: the rest of the line for NAME and COMMENT, otherwise one word. */
static enum swarm_status read_keyword(struct tsplib_reader *reader, enum tsplib_keyword keyword)
{
    struct base_scanner *scanner = &reader->scanner;
    struct tsplib_value *value = &reader->values[keyword];
    const bool whole = keyword == TSPLIB_NAME || keyword == TSPLIB_COMMENT;
    const struct base_word text = whole ? base_scanner_rest(scanner) : base_scanner_word(scanner, false);
    const int index = keywords[keyword].words ? base_word_find(text, keywords[keyword].words) : 0;
    if (keyword != TSPLIB_TYPE) { /* si175 and si1032 have their author after the type */
        TRY(base_scanner_require_end_of_line(scanner));
    }
    if (keyword != TSPLIB_COMMENT && value->line > 0) {
        return base_word_same(value->text, text) ? SWARM_OK
                                                 : base_scanner_fail(scanner, text, "the value of %s in line %zu again",
                                                                     keywords[keyword].name, value->line);
    }
    if (index < 0) {
        return base_word_find(text, keywords[keyword].unsupported) < 0
                   ? base_scanner_fail(scanner, text, "%s", keywords[keyword].expected)
                   : base_scanner_fail_at(
                       scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, text, "%s; %s", keywords[keyword].expected,
                       base_word_equal(text, "TOUR") ? "this is a TOUR file, a solution and not an instance"
                       : keyword == TSPLIB_TYPE      ? "files of this TYPE are not read as tours"
                                                     : "these distances are not supported");
    }
    TRY(set_value(reader, keyword, text, index));
    *value = (struct tsplib_value){text, scanner->line};
    return SWARM_OK;
}

/* The keyword of this name; TSPLIB_KEYWORD_COUNT if there is none. */
static enum tsplib_keyword find_keyword(struct base_word word)
{
    enum tsplib_keyword keyword = 0;
    while (keyword < TSPLIB_KEYWORD_COUNT && !base_word_equal(word, keywords[keyword].name)) {
        ++keyword;
    }
    return keyword;
}

enum swarm_status tsplib_require(struct tsplib_reader *reader, enum tsplib_keyword keyword, enum tsplib_keyword section)
{
    return reader->values[keyword].line > 0 ? SWARM_OK
                                            : base_scanner_fail(&reader->scanner, reader->values[section].text,
                                                                "a line with %s before it", keywords[keyword].name);
}

enum swarm_status tsplib_require_room(struct tsplib_reader *reader, uint64_t count)
{
    /* `count` numbers need at least 2 * count - 1 bytes: a digit each, and a separator between two. */
    const size_t left = (size_t)(reader->scanner.end - reader->scanner.cursor);
    return count <= left / 2 + 1
               ? SWARM_OK
               : TSPLIB_FAIL(reader, TSPLIB_DIMENSION,
                             "a DIMENSION that fits the file: the section in line %zu would need %llu entries, and %zu "
                             "bytes are left",
                             reader->scanner.line, (unsigned long long)count, left);
}

static enum swarm_status read_section(struct tsplib_reader *reader, enum tsplib_keyword section, struct base_word name)
{
    struct base_scanner *scanner = &reader->scanner;
    struct tsplib_value *value = &reader->values[section];
    struct base_word rest = base_scanner_rest(scanner);
    if (rest.size > 0 && !base_word_equal(rest, ":")) {
        return base_scanner_fail(scanner, rest, "the end of the line after %s", keywords[section].name);
    }
    if (value->line > 0) {
        return base_scanner_fail(scanner, name, "only one such section; the first is in line %zu", value->line);
    }
    *value = (struct tsplib_value){name, scanner->line};
    TRY(tsplib_require(reader, TSPLIB_DIMENSION, section));
    return keywords[section].read(reader);
}

/* Reads the line that starts with `word`, and the section if the line opens one. */
static enum swarm_status read_entry(struct tsplib_reader *reader, struct base_word word)
{
    struct base_scanner *scanner = &reader->scanner;
    const enum tsplib_keyword keyword = find_keyword(word);
    if (keyword < TSPLIB_KEYWORD_COUNT && keywords[keyword].read) {
        return read_section(reader, keyword, word);
    }
    if (keyword < TSPLIB_KEYWORD_COUNT) {
        const struct base_word colon = base_scanner_word(scanner, true);
        return base_word_equal(colon, ":")
                   ? read_keyword(reader, keyword)
                   : base_scanner_fail(scanner, colon, "\":\" after %s", keywords[keyword].name);
    }
    if (base_word_find(word, "EDGE_DATA_SECTION DEMAND_SECTION TOUR_SECTION") >= 0) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, word,
                                    "a section of a TSP or ATSP instance; this section is not supported");
    }
    if (reader->values[TSPLIB_NODE_COORD_SECTION].line > 0 || reader->values[TSPLIB_EDGE_WEIGHT_SECTION].line > 0) {
        return base_scanner_fail(scanner, word, "EOF, a section or a keyword after all entries for DIMENSION %lu",
                                 (unsigned long)reader->instance->info.node_count);
    }
    return base_scanner_fail(scanner, word, "a keyword or section of TSPLIB95");
}

/* Reads up to the word EOF or the end of the text. *last: the word EOF; with a NULL start if the text has none. */
static enum swarm_status read_entries(struct tsplib_reader *reader, struct base_word *last)
{
    for (;;) {
        TRY(base_scanner_line_word(&reader->scanner, true, last));
        if (!last->start || base_word_equal(*last, "EOF")) {
            return SWARM_OK;
        }
        TRY(read_entry(reader, *last));
    }
}

/* Checks that the file, which ends with the word `last`, is complete. */
static enum swarm_status check_complete(struct tsplib_reader *reader, struct base_word last)
{
    static const enum tsplib_keyword required[] = {TSPLIB_TYPE, TSPLIB_DIMENSION, TSPLIB_EDGE_WEIGHT_TYPE};
    for (size_t k = 0; k < sizeof required / sizeof *required; ++k) {
        if (reader->values[required[k]].line == 0) {
            return base_scanner_fail(&reader->scanner, last, "a TSPLIB95 instance, which has a line with %s",
                                     keywords[required[k]].name);
        }
    }
    bool is_explicit = reader->instance->info.metric == SWARM_METRIC_EXPLICIT;
    enum tsplib_keyword section = is_explicit ? TSPLIB_EDGE_WEIGHT_SECTION : TSPLIB_NODE_COORD_SECTION;
    if (reader->values[section].line == 0) {
        return base_scanner_fail(&reader->scanner, last, "%s for EDGE_WEIGHT_TYPE %s", keywords[section].name,
                                 tsp_metrics[reader->instance->info.metric].name);
    }
    if (!is_explicit && reader->format && reader->format->part != TSPLIB_NO_MATRIX) {
        return TSPLIB_FAIL(reader, TSPLIB_EDGE_WEIGHT_FORMAT, "FUNCTION with EDGE_WEIGHT_TYPE %s",
                           tsp_metrics[reader->instance->info.metric].name);
    }
    return SWARM_OK;
}

/* Sets the texts of `info` that the file lacks. A missing or empty name becomes the file's name. */
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
    const enum tsplib_keyword keyword = find_keyword(word);
    return keyword < TSPLIB_KEYWORD_COUNT && (keywords[keyword].read || base_word_equal(colon, ":"));
}

enum swarm_status tsp_tsplib_parse(struct base_env *env, struct tsp_text text, struct swarm_instance **instance)
{
    struct tsplib_reader reader = {0};
    struct base_word last = {NULL, 0};
    enum swarm_status status = SWARM_OK;
    base_scanner_init(&reader.scanner, env, text.path, text.bytes, text.size);
    TRY(BASE_MAKE(env, reader.instance, 1));
    TRY_OR(done, read_entries(&reader, &last));
    TRY_OR(done, check_complete(&reader, last));
    TRY_OR(done, complete_texts(&reader));
    if (reader.reals) {
        const struct tsp_distances_source source = {.path = text.path};
        TRY_OR(done, tsp_distances_scale(env, &source, reader.reals, reader.instance));
    }
    TRY_OR(done, tsp_instance_finish(env, reader.instance, text.path));
    *instance = reader.instance;
    reader.instance = NULL;
done:
    free(reader.reals);
    swarm_instance_destroy(&reader.instance);
    return status;
}
