/* reader.h - words, numbers and lines of the files of qap. For input.c and assignment.c only. */
#ifndef SWARMCL_QAP_READER_H
#define SWARMCL_QAP_READER_H

#include "instance.h"

enum { QAP_DIGITS = 64 /* characters of a number with decimals */ };

/* A text with numbers and names. In a table the lines have fields, separated by semicolons, tabs, commas or blanks. */
struct qap_reader {
    struct base_scanner scanner;
    char separator;           /* separator of a table; ' ': blanks */
    struct base_word *fields; /* owned; fields of the line, without quotes and blanks around them */
    uint32_t count;           /* number of fields up to the last one that is not empty */
};

/* Finds the next number in this line or a later one; start NULL: the text has ended. */
enum swarm_status qap_next_word(struct base_scanner *scanner, struct base_word *word);

/* Fails with this text if there is another word. */
enum swarm_status qap_read_end(struct base_scanner *scanner, const char *expected);

/* Splits the next line with a field that is not empty; count 0: the text has ended. */
enum swarm_status qap_next_line(struct qap_reader *reader);

/* Reads a decimal number exactly: *value times 10^-*decimals. `comma`: true to accept a decimal comma. False, with
 * *value undefined, for other text. */
bool qap_read_number(struct base_word word, bool comma, int64_t *value, int *decimals);

/* Returns value times 10^decimals, at most +-2^62, which no cost allows. */
int64_t qap_scaled(int64_t value, int decimals);

#endif
