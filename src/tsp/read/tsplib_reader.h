/* tsplib_reader.h - the state of the TSPLIB95 reader. For tsplib*.c only.
 *
 * tsplib.c           the file: lines, keywords, checks at the end
 * tsplib_sections.c  lists of nodes and edges, matrices
 * tsplib_pieces.c    long lists of nodes, by threads
 */
#ifndef SWARMCL_TSP_TSPLIB_READER_H
#define SWARMCL_TSP_TSPLIB_READER_H

#include "base/scanner.h"
#include "tsp/instance.h"

/* Keywords with a value, then keywords that open a section. */
enum tsplib_keyword {
    TSPLIB_NAME,
    TSPLIB_COMMENT,
    TSPLIB_TYPE,
    TSPLIB_DIMENSION,
    TSPLIB_EDGE_WEIGHT_TYPE,
    TSPLIB_EDGE_WEIGHT_FORMAT,
    TSPLIB_EDGE_DATA_FORMAT,
    TSPLIB_NODE_COORD_TYPE,
    TSPLIB_DISPLAY_DATA_TYPE,
    TSPLIB_CAPACITY,
    TSPLIB_COST_LIMIT,
    TSPLIB_TSPSOL,
    TSPLIB_NODE_COORD_SECTION,
    TSPLIB_EDGE_WEIGHT_SECTION,
    TSPLIB_FIXED_EDGES_SECTION,
    TSPLIB_DISPLAY_DATA_SECTION,
    TSPLIB_NODE_SCORE_SECTION,
    TSPLIB_DEPOT_SECTION,
    TSPLIB_KEYWORD_COUNT
};

/* The elements of the matrix that a format lists, row by row. Formats of columns, such as UPPER_COL, list the rows of
 * the transpose, which equals the matrix because only symmetric matrices have these formats. */
enum tsplib_part { TSPLIB_NO_MATRIX, TSPLIB_FULL, TSPLIB_UPPER, TSPLIB_LOWER };

struct tsplib_format {
    const char *name; /* keyword of TSPLIB */
    enum tsplib_part part;
    bool diagonal; /* True if the diagonal is listed; its values are ignored */
};

/* Text of a keyword's value, or the name of a section, and its line; line 0: not given. */
struct tsplib_value {
    struct base_word text;
    size_t line;
};

struct tsplib_reader {
    struct base_scanner scanner;
    struct swarm_instance *instance; /* instance that is being read */
    struct tsplib_value values[TSPLIB_KEYWORD_COUNT];
    const struct tsplib_format *format;    /* row of EDGE_WEIGHT_FORMAT; NULL: not given */
    size_t comment_size, comment_capacity; /* bytes of info.comment so far; capacity of its memory */
    unsigned coordinate_count;             /* coordinates per node by NODE_COORD_TYPE; 0: not given or NO_COORDS */
    unsigned kept_axes;                    /* coordinates per line of the current section */
    double *kept;                          /* coordinates of this section, borrowed; NULL: they are ignored */
    uint64_t weights_read, weight_count;   /* weights read so far; weights that the section must have */
    double *reals;                         /* [n][n] matrix, owned; NULL: no weight so far has decimals */
};

/* Fails with a message about the value of a keyword. */
#define TSPLIB_FAIL(reader, keyword, ...)                                                       \
    base_scanner_fail_at(&(reader)->scanner, SWARM_ERROR_INPUT, (reader)->values[keyword].line, \
                         (reader)->values[keyword].text, __VA_ARGS__)

/* Fails unless `keyword` was given before `section`, which needs it. */
enum swarm_status tsplib_require(struct tsplib_reader *reader, enum tsplib_keyword keyword,
                                 enum tsplib_keyword section);

/* Fails if the rest of the text is too short for `count` numbers. Call this before allocating memory for them. */
enum swarm_status tsplib_require_room(struct tsplib_reader *reader, uint64_t count);

/* Each function reads one section, whose name has been read. DIMENSION must be known. */
enum swarm_status tsplib_read_nodes(struct tsplib_reader *reader);
enum swarm_status tsplib_read_display(struct tsplib_reader *reader);
enum swarm_status tsplib_read_fixed_edges(struct tsplib_reader *reader);
enum swarm_status tsplib_read_matrix(struct tsplib_reader *reader);
enum swarm_status tsplib_read_scores(struct tsplib_reader *reader);
enum swarm_status tsplib_read_depot(struct tsplib_reader *reader);

/* Reads the rest of a node's line, after its number. */
typedef enum swarm_status tsplib_read_entry(struct tsplib_reader *reader, size_t node);

/* Reads the lines of all nodes by a thread per processor, if the text is long, the nodes are in order and no line has a
 * mistake. *done false: the section must be read line by line. Errors: of memory, and as of base_check_reading(). */
enum swarm_status tsplib_read_pieces(struct tsplib_reader *reader, tsplib_read_entry *read, bool *done);

#endif
