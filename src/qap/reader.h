/* reader.h - words, numbers and lines of the files of qap. For input.c and assignment.c only. */
#ifndef SWARMCL_QAP_READER_H
#define SWARMCL_QAP_READER_H

#include "instance.h"
#include "tsp/read/table.h"

enum { QAP_DIGITS = 64 /* characters of a number with decimals */ };

/* A table of numbers and names. */
struct qap_reader {
    struct csv_table table;
    struct csv_record record; /* record that is being read, with owned fields; count 0: the text has ended */
    size_t line;              /* line of the last record */
};

/* Fails at the current record: `path:line: found "word", expected ...` */
#define QAP_FAIL(reader, word, ...) \
    base_scanner_fail_at(&(reader)->table.scanner, SWARM_ERROR_INPUT, (reader)->line, word, __VA_ARGS__)

/* Finds the next number in this line or a later one. At the end of the text word->start is NULL. */
enum swarm_status qap_next_word(struct base_scanner *scanner, struct base_word *word);

/* Fails with this text if there is another word. */
enum swarm_status qap_read_end(struct base_scanner *scanner, const char *expected);

/* Reads the next record that is not empty. The second function fails with this text if there is one. */
enum swarm_status qap_next_record(struct qap_reader *reader);
enum swarm_status qap_no_record(struct qap_reader *reader, const char *expected);

/* Reads a decimal number exactly: *value times 10^-*decimals. `comma`: true to accept a decimal comma.
 * Returns false, with *value undefined, for other text. */
bool qap_read_number(struct base_word word, bool comma, int64_t *value, int *decimals);

/* Returns value times 10^decimals, at most +-2^62, which no cost allows. */
int64_t qap_scaled(int64_t value, int decimals);

#endif
