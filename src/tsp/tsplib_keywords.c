#include "tsplib_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "metric.h"

const char *const tsplib_keyword_names[TSPLIB_KEYWORD_COUNT] = {
    [TSPLIB_NAME] = "NAME",
    [TSPLIB_COMMENT] = "COMMENT",
    [TSPLIB_TYPE] = "TYPE",
    [TSPLIB_DIMENSION] = "DIMENSION",
    [TSPLIB_EDGE_WEIGHT_TYPE] = "EDGE_WEIGHT_TYPE",
    [TSPLIB_EDGE_WEIGHT_FORMAT] = "EDGE_WEIGHT_FORMAT",
    [TSPLIB_EDGE_DATA_FORMAT] = "EDGE_DATA_FORMAT",
    [TSPLIB_NODE_COORD_TYPE] = "NODE_COORD_TYPE",
    [TSPLIB_DISPLAY_DATA_TYPE] = "DISPLAY_DATA_TYPE",
    [TSPLIB_CAPACITY] = "CAPACITY",
};

/* Words that are well-formed but of a kind this program does not solve; NULL terminated. The last ones of each list
 * are the extensions of LKH. */
static const char *const refused_types[] = {"TOUR", "HCP",   "SOP", "CVRP",  "HPP", "ACVRP", "CTSP", "KTSP",
                                            "MTSP", "PDTSP", "SPP", "TSPTW", "TRP", "VRPTW", NULL};
static const char *const refused_metrics[] = {"SPECIAL",    "XRAY1",    "XRAY2",    "CEIL_3D", "EXACT_2D",
                                              "EXACT_3D",   "FLOOR_2D", "FLOOR_3D", "GEOM",    "GEO_MEEUS",
                                              "GEOM_MEEUS", "TOR_2D",   "TOR_3D",   NULL};
static const char *const coordinate_words[] = {"NO_COORDS", "TWOD_COORDS", "THREED_COORDS", NULL};
static const char *const display_words[] = {"COORD_DISPLAY", "TWOD_DISPLAY", "NO_DISPLAY", NULL};
static const char *const edge_data_words[] = {"EDGE_LIST", "ADJ_LIST", NULL};

/* The position of the word in the list, -1 when it is not there. */
static int find_word(const char *const *words, struct base_word word)
{
    for (int k = 0; words[k]; ++k) {
        if (base_word_equal(word, words[k])) {
            return k;
        }
    }
    return -1;
}

static enum swarm_status refuse(struct tsplib_reader *reader, struct base_word word, const char *expected)
{
    return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_UNSUPPORTED, reader->scanner.line, word,
                                "%s; this kind is not supported", expected);
}

static enum swarm_status set_type(struct tsplib_reader *reader, struct base_word word)
{
    if (base_word_equal(word, "TSP") || base_word_equal(word, "ATSP")) {
        reader->instance->info.symmetric = word.size == 3;
        return SWARM_OK;
    }
    if (base_word_equal(word, "TOUR")) {
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_UNSUPPORTED, reader->scanner.line, word,
                                    "TYPE TSP or ATSP: this is a TOUR file, a solution and no instance");
    }
    if (find_word(refused_types, word) >= 0) {
        return refuse(reader, word, "TYPE TSP or ATSP");
    }
    return base_scanner_fail(&reader->scanner, word, "TYPE TSP or ATSP");
}

static enum swarm_status set_dimension(struct tsplib_reader *reader, struct base_word word)
{
    int64_t value = 0;
    if (!base_number_integer(word.start, word.size, &value) || value < 1 || value > INT32_MAX) {
        return base_scanner_fail(&reader->scanner, word, "a DIMENSION from 1 to 2147483647");
    }
    reader->instance->info.node_count = (uint32_t)value;
    return SWARM_OK;
}

static enum swarm_status set_metric(struct tsplib_reader *reader, struct base_word word)
{
    for (int k = 0; k < SWARM_METRIC_GREAT_CIRCLE; ++k) { /* the last one is no word of TSPLIB */
        if (base_word_equal(word, tsp_metrics[k].name)) {
            reader->instance->info.metric = (enum swarm_metric)k;
            return SWARM_OK;
        }
    }
    static const char expected[] = "an EDGE_WEIGHT_TYPE of EXPLICIT, EUC_2D, EUC_3D, MAN_2D, MAN_3D, MAX_2D, MAX_3D, "
                                   "CEIL_2D, ATT or GEO";
    if (find_word(refused_metrics, word) >= 0) {
        return refuse(reader, word, expected);
    }
    return base_scanner_fail(&reader->scanner, word, "%s", expected);
}

static enum swarm_status set_format(struct tsplib_reader *reader, struct base_word word)
{
    for (const struct tsplib_format *format = tsplib_formats; format->name; ++format) {
        if (base_word_equal(word, format->name)) {
            reader->format = format;
            return SWARM_OK;
        }
    }
    return base_scanner_fail(&reader->scanner, word,
                             "an EDGE_WEIGHT_FORMAT of FUNCTION, FULL_MATRIX, or UPPER_ or LOWER_, then ROW, DIAG_ROW, "
                             "COL or DIAG_COL");
}

static enum swarm_status set_coordinate_type(struct tsplib_reader *reader, struct base_word word)
{
    int found = find_word(coordinate_words, word);
    if (found < 0) {
        return base_scanner_fail(&reader->scanner, word, "NO_COORDS, TWOD_COORDS or THREED_COORDS");
    }
    reader->coordinate_count = found > 0 ? (unsigned)found + 1 : 0;
    return SWARM_OK;
}

static enum swarm_status set_name(struct tsplib_reader *reader, struct base_word text)
{
    reader->instance->info.name = base_text_copy(text.start, text.size);
    return reader->instance->info.name ? SWARM_OK : base_fail_memory(reader->scanner.env);
}

static enum swarm_status append_comment(struct tsplib_reader *reader, struct base_word text)
{
    size_t used = reader->comment_size;
    size_t needed = used + text.size + 2;
    char *comment = (char *)reader->instance->info.comment;
    if (needed > reader->comment_capacity) {
        comment = realloc(comment, 2 * needed);
        if (!comment) {
            return base_fail_memory(reader->scanner.env);
        }
        reader->instance->info.comment = comment;
        reader->comment_capacity = 2 * needed;
    }
    if (reader->values[TSPLIB_COMMENT].line > 0) {
        comment[used++] = '\n';
    }
    memcpy(comment + used, text.start, text.size);
    comment[used + text.size] = '\0';
    reader->comment_size = used + text.size;
    return SWARM_OK;
}

static enum swarm_status set_word(struct tsplib_reader *reader, enum tsplib_keyword keyword, struct base_word word)
{
    struct base_scanner *scanner = &reader->scanner;
    switch (keyword) {
    case TSPLIB_TYPE:
        return set_type(reader, word);
    case TSPLIB_DIMENSION:
        return set_dimension(reader, word);
    case TSPLIB_EDGE_WEIGHT_TYPE:
        return set_metric(reader, word);
    case TSPLIB_EDGE_WEIGHT_FORMAT:
        return set_format(reader, word);
    case TSPLIB_NODE_COORD_TYPE:
        return set_coordinate_type(reader, word);
    case TSPLIB_DISPLAY_DATA_TYPE:
        return find_word(display_words, word) >= 0
                   ? SWARM_OK
                   : base_scanner_fail(scanner, word, "COORD_DISPLAY, TWOD_DISPLAY or NO_DISPLAY");
    case TSPLIB_EDGE_DATA_FORMAT:
        return find_word(edge_data_words, word) >= 0 ? SWARM_OK
                                                     : base_scanner_fail(scanner, word, "EDGE_LIST or ADJ_LIST");
    default:
        return refuse(reader, word, "no CAPACITY, which belongs to TYPE CVRP");
    }
}

/* The value as it counts for repetition: all of the line for texts, one word otherwise. */
static enum swarm_status scan_value(struct tsplib_reader *reader, enum tsplib_keyword keyword, struct base_word *value)
{
    struct base_scanner *scanner = &reader->scanner;
    if (keyword == TSPLIB_NAME || keyword == TSPLIB_COMMENT) {
        *value = base_scanner_rest(scanner);
        return SWARM_OK;
    }
    *value = base_scanner_word(scanner, false);
    if (keyword == TSPLIB_TYPE) {
        /* si175 and si1032 have their author behind the word. */
        return SWARM_OK;
    }
    return base_scanner_require_end_of_line(scanner);
}

enum swarm_status tsplib_read_keyword(struct tsplib_reader *reader, enum tsplib_keyword keyword)
{
    struct tsplib_value *value = &reader->values[keyword];
    struct base_word text;
    TRY(scan_value(reader, keyword, &text));
    if (keyword == TSPLIB_COMMENT) {
        TRY(append_comment(reader, text));
    } else if (value->line > 0) {
        bool same = value->text.size == text.size && memcmp(value->text.start, text.start, text.size) == 0;
        return same ? SWARM_OK
                    : base_scanner_fail(&reader->scanner, text, "no other %s than in line %zu",
                                        tsplib_keyword_names[keyword], value->line);
    } else if (keyword == TSPLIB_NAME) {
        TRY(set_name(reader, text));
    } else {
        TRY(set_word(reader, keyword, text));
    }
    *value = (struct tsplib_value){text, reader->scanner.line};
    return SWARM_OK;
}
