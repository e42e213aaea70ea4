#include "tsplib_reader.h"

#include "base/memory.h"
#include "base/number.h"

const struct tsplib_format tsplib_formats[] = {
    {"FUNCTION", TSPLIB_NO_MATRIX, false},  {"FULL_MATRIX", TSPLIB_FULL, true},
    {"UPPER_ROW", TSPLIB_UPPER, false},     {"LOWER_ROW", TSPLIB_LOWER, false},
    {"UPPER_DIAG_ROW", TSPLIB_UPPER, true}, {"LOWER_DIAG_ROW", TSPLIB_LOWER, true},
    {"UPPER_COL", TSPLIB_LOWER, false},     {"LOWER_COL", TSPLIB_UPPER, false},
    {"UPPER_DIAG_COL", TSPLIB_LOWER, true}, {"LOWER_DIAG_COL", TSPLIB_UPPER, true},
    {NULL, TSPLIB_NO_MATRIX, false},
};

/* How many weights the format lists for n nodes; n is below 2^31. */
static uint64_t weight_count(const struct tsplib_format *format, uint64_t n)
{
    if (format->part == TSPLIB_FULL) {
        return n * n;
    }
    return format->diagonal ? n * (n + 1) / 2 : n * (n - 1) / 2;
}

struct progress {
    uint64_t done;
    uint64_t count;
};

/* Reads the weight from node i to node j; what stands on the diagonal must be an integer and is ignored. */
static enum swarm_status read_weight(struct tsplib_reader *reader, size_t i, size_t j, struct progress *progress,
                                     int32_t *weight)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word = {NULL, 0};
    enum swarm_status status = base_scanner_word_of_text(scanner, &word);
    if (status != SWARM_OK) {
        return status;
    }
    int64_t value = 0;
    if (!base_number_integer(word.start, word.size, &value)) {
        return base_scanner_fail(scanner, word,
                                 "an integer distance from node %zu to node %zu (%llu of %llu weights read)", i + 1,
                                 j + 1, (unsigned long long)progress->done, (unsigned long long)progress->count);
    }
    ++progress->done;
    if (i == j) {
        *weight = 0;
        return SWARM_OK;
    }
    if (value < 0 || value > INT32_MAX) {
        return base_scanner_fail(scanner, word, "a distance from node %zu to node %zu from 0 to 2147483647", i + 1,
                                 j + 1);
    }
    int32_t *matrix = reader->instance->matrix;
    size_t n = reader->instance->info.node_count;
    bool mirrored = reader->format->part == TSPLIB_FULL && j < i && reader->values[TSPLIB_TYPE].line > 0
                    && reader->instance->info.symmetric;
    if (mirrored && matrix[j * n + i] != value) {
        return base_scanner_fail(scanner, word,
                                 "%ld for node %zu to node %zu, as from node %zu to node %zu; an asymmetric matrix "
                                 "needs TYPE: ATSP",
                                 (long)matrix[j * n + i], i + 1, j + 1, j + 1, i + 1);
    }
    *weight = (int32_t)value;
    return SWARM_OK;
}

static enum swarm_status read_weights(struct tsplib_reader *reader, struct progress *progress)
{
    size_t n = reader->instance->info.node_count;
    int32_t *matrix = reader->instance->matrix;
    const struct tsplib_format *format = reader->format;
    size_t gap = format->diagonal ? 0 : 1;
    for (size_t i = 0; i < n; ++i) {
        size_t first = format->part == TSPLIB_UPPER ? i + gap : 0;
        size_t end = format->part == TSPLIB_LOWER ? i + 1 - gap : n;
        for (size_t j = first; j < end; ++j) {
            int32_t weight = 0;
            TRY(read_weight(reader, i, j, progress, &weight));
            matrix[i * n + j] = weight;
            if (format->part != TSPLIB_FULL) {
                matrix[j * n + i] = weight;
            }
        }
    }
    return SWARM_OK;
}

enum swarm_status tsplib_read_matrix(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct swarm_instance *instance = reader->instance;
    TRY(tsplib_require(reader, TSPLIB_DIMENSION, TSPLIB_EDGE_WEIGHT_SECTION));
    TRY(tsplib_require(reader, TSPLIB_EDGE_WEIGHT_TYPE, TSPLIB_EDGE_WEIGHT_SECTION));
    if (instance->info.metric != SWARM_METRIC_EXPLICIT) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, reader->values[TSPLIB_EDGE_WEIGHT_TYPE].line,
                                    reader->values[TSPLIB_EDGE_WEIGHT_TYPE].text,
                                    "EXPLICIT for the EDGE_WEIGHT_SECTION in line %zu", scanner->line);
    }
    TRY(tsplib_require(reader, TSPLIB_EDGE_WEIGHT_FORMAT, TSPLIB_EDGE_WEIGHT_SECTION));
    if (reader->format->part == TSPLIB_NO_MATRIX) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, reader->values[TSPLIB_EDGE_WEIGHT_FORMAT].line,
                                    reader->values[TSPLIB_EDGE_WEIGHT_FORMAT].text,
                                    "a matrix format with EDGE_WEIGHT_TYPE EXPLICIT");
    }
    size_t n = instance->info.node_count;
    struct progress progress = {0, weight_count(reader->format, n)};
    TRY(tsplib_require_room(reader, progress.count));
    if (n > SIZE_MAX / sizeof *instance->matrix / n) {
        return base_fail_memory(scanner->env);
    }
    TRY(base_require_memory(scanner->env, scanner->path, n * n, sizeof *instance->matrix));
    instance->matrix = base_array(n * n, sizeof *instance->matrix);
    if (!instance->matrix) {
        return base_fail_memory(scanner->env);
    }
    TRY(read_weights(reader, &progress));
    return base_scanner_require_end_of_line(scanner);
}
