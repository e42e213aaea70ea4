/* tsplib_sections.c - the sections of TSPLIB95 files: nodes, matrices, fixed edges. */
#include "tsplib_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "tsp/metric.h"
#include "tsp/points.h"

/* The lowest node without a line, from 1. */
static unsigned long missing_node(const size_t *lines, uint32_t count)
{
    uint32_t node = 0;
    while (node < count && lines[node] > 0) {
        ++node;
    }
    return (unsigned long)node + 1;
}

/* Reads a node's number and coordinates. lines[node]: the line of each node seen. */
static enum swarm_status read_node(struct tsplib_reader *reader, size_t *lines, uint32_t done, unsigned axes,
                                   double *coordinates)
{
    struct base_scanner *scanner = &reader->scanner;
    const uint32_t count = reader->instance->info.node_count;
    bool found = false;
    int64_t number = 0;
    TRY(base_scanner_next_line(scanner, &found));
    struct base_word word = found ? base_scanner_word(scanner, false) : (struct base_word){NULL, 0};
    if (!found || !base_number_integer(word.start, word.size, &number)) {
        return base_scanner_fail(scanner, word, "a line for node %lu, which is missing (%lu of %lu nodes read)",
                                 missing_node(lines, count), (unsigned long)done, (unsigned long)count);
    }
    if (number < 1 || number > (int64_t)count) {
        return base_scanner_fail(scanner, word, "a node from 1 to %lu, as DIMENSION says", (unsigned long)count);
    }
    const size_t node = (size_t)number - 1;
    if (lines[node] > 0) {
        return base_scanner_fail(scanner, word, "a node not given before; node %lu is in line %zu already",
                                 (unsigned long)number, lines[node]);
    }
    lines[node] = scanner->line;
    for (unsigned axis = 0; axis < axes; ++axis) {
        double value = 0.0;
        word = base_scanner_word(scanner, false);
        if (!base_number_real(word.start, word.size, &value)) {
            return base_scanner_fail(scanner, word, "a finite decimal number as coordinate %c of node %lu", "xyz"[axis],
                                     (unsigned long)number);
        }
        const struct tsp_axis *allowed = &tsp_points_axes[SWARM_SURFACE_SPHERE][axis % 2];
        if (reader->instance->info.metric == SWARM_METRIC_GEO
            && (value < allowed->minimum || value > allowed->maximum)) {
            return base_scanner_fail(scanner, word, "degrees and minutes DDD.MM from %g to %g as %s of node %lu",
                                     allowed->minimum, allowed->maximum, allowed->name, (unsigned long)number);
        }
        if (coordinates) {
            coordinates[axis * (size_t)count + node] = value;
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

/* Reads into `coordinates` [axes][node_count]; NULL: drops them. */
static enum swarm_status read_nodes(struct tsplib_reader *reader, unsigned axes, double *coordinates)
{
    const uint32_t count = reader->instance->info.node_count;
    size_t *lines = base_array(count, sizeof *lines);
    enum swarm_status status = lines ? SWARM_OK : base_fail_memory(reader->scanner.env);
    for (uint32_t done = 0; done < count && status == SWARM_OK; ++done) {
        status = read_node(reader, lines, done, axes, coordinates);
    }
    free(lines);
    return status;
}

enum swarm_status tsplib_read_nodes(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    const size_t count = instance->info.node_count;
    TRY(tsplib_require(reader, TSPLIB_EDGE_WEIGHT_TYPE, TSPLIB_NODE_COORD_SECTION));
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    const struct tsplib_value *type = &reader->values[TSPLIB_NODE_COORD_TYPE];
    if (type->line > 0 && metric->dimensions > 0 && reader->coordinate_count != metric->dimensions) {
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, type->line, type->text,
                                    "%s with EDGE_WEIGHT_TYPE %s",
                                    metric->dimensions == 2 ? "TWOD_COORDS" : "THREED_COORDS", metric->name);
    }
    TRY(tsplib_require_room(reader, count));
    TRY(base_require_memory(reader->scanner.env, reader->scanner.path, count, sizeof(size_t) + 3 * sizeof(double)));
    /* An EXPLICIT instance may list coordinates for drawing, unless DISPLAY_DATA_SECTION came first. */
    const unsigned axes = metric->dimensions > 0         ? metric->dimensions
                          : reader->coordinate_count > 0 ? reader->coordinate_count
                                                         : 2;
    double **kept = metric->dimensions > 0 ? &instance->coordinates : &instance->positions;
    if (*kept) {
        return read_nodes(reader, axes, NULL);
    }
    *kept = base_array(count, 3 * sizeof **kept);
    return *kept ? read_nodes(reader, axes, *kept) : base_fail_memory(reader->scanner.env);
}

enum swarm_status tsplib_read_display(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    TRY(tsplib_require_room(reader, instance->info.node_count));
    free(instance->positions);
    instance->positions = base_array(instance->info.node_count, 2 * sizeof *instance->positions);
    instance->info.has_display_data = true;
    return instance->positions ? read_nodes(reader, 2, instance->positions) : base_fail_memory(reader->scanner.env);
}

/* Reads a node of a fixed edge, or the -1 that ends the list if `last` is not NULL. */
static enum swarm_status read_end(struct tsplib_reader *reader, uint32_t *node, bool *last)
{
    struct base_scanner *scanner = &reader->scanner;
    unsigned long count = reader->instance->info.node_count;
    struct base_word word;
    int64_t number = 0;
    TRY(base_scanner_word_of_text(scanner, &word));
    const bool valid = base_number_integer(word.start, word.size, &number);
    if (last && valid && number == -1) {
        *last = true;
        return SWARM_OK;
    }
    if (!valid || number < 1 || number > (int64_t)count) {
        return base_scanner_fail(scanner, word, "a node of a fixed edge, from 1 to %lu%s", count,
                                 last ? ", or the closing -1" : "");
    }
    *node = (uint32_t)(number - 1);
    return SWARM_OK;
}

enum swarm_status tsplib_read_fixed_edges(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    size_t capacity = 0;
    for (bool last = false;;) {
        uint32_t edge[2] = {0, 0};
        TRY(read_end(reader, &edge[0], &last));
        if (last) {
            return base_scanner_require_end_of_line(&reader->scanner);
        }
        TRY(read_end(reader, &edge[1], NULL));
        if (edge[0] == edge[1]) {
            return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                             "%s:%zu: found a fixed edge from node %lu to itself, expected two nodes",
                             reader->scanner.path, reader->scanner.line, (unsigned long)edge[0] + 1);
        }
        void *grown = base_grown(instance->fixed_edges, &capacity, instance->info.fixed_edge_count + 1, sizeof edge);
        if (!grown) {
            return base_fail_memory(reader->scanner.env);
        }
        instance->fixed_edges = grown;
        memcpy(instance->fixed_edges[instance->info.fixed_edge_count++], edge, sizeof edge);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Orienteering, after OPLib (Kobeaga, Merino and Lozano 2018)                                                        */

/* Reads a node's number, from 1, in a new line. */
static enum swarm_status read_number(struct tsplib_reader *reader, const char *expected, int64_t least, int64_t *number)
{
    struct base_scanner *scanner = &reader->scanner;
    bool found = false;
    TRY(base_scanner_next_line(scanner, &found));
    const struct base_word word = found ? base_scanner_word(scanner, false) : (struct base_word){NULL, 0};
    const bool valid = found && base_number_integer(word.start, word.size, number)
                       && (*number == least || (*number >= 1 && *number <= reader->instance->info.node_count));
    return valid ? SWARM_OK : base_scanner_fail(scanner, word, "%s", expected);
}

enum swarm_status tsplib_read_scores(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct swarm_instance *instance = reader->instance;
    const uint32_t count = instance->info.node_count;
    TRY(tsplib_require_room(reader, count));
    instance->scores = base_array(count, sizeof *instance->scores);
    size_t *lines = base_array(count, sizeof *lines);
    enum swarm_status status = instance->scores && lines ? SWARM_OK : base_fail_memory(scanner->env);
    for (uint32_t done = 0; done < count && status == SWARM_OK; ++done) {
        int64_t node = 0, score = 0;
        TRY_OR(done, read_number(reader, "a node of DIMENSION and its score", 1, &node));
        if (lines[node - 1] > 0) {
            status = base_fail(scanner->env, SWARM_ERROR_INPUT,
                               "%s:%zu: found node %ld again, expected one score; line %zu has it", scanner->path,
                               scanner->line, (long)node, lines[node - 1]);
            goto done;
        }
        lines[node - 1] = scanner->line;
        const struct base_word word = base_scanner_word(scanner, false);
        if (!base_number_integer(word.start, word.size, &score) || score < 0 || score > INT32_MAX) {
            status = base_scanner_fail(scanner, word, "a score from 0 to 2147483647 for node %ld", (long)node);
            goto done;
        }
        instance->scores[node - 1] = (uint32_t)score;
        status = base_scanner_require_end_of_line(scanner);
    }
done:
    free(lines);
    return status;
}

enum swarm_status tsplib_read_depot(struct tsplib_reader *reader)
{
    int64_t first = 0, end = 0;
    if (!base_word_equal(reader->values[TSPLIB_TYPE].text, "OP")) {
        const char *name = "DEPOT_SECTION";
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_UNSUPPORTED, reader->scanner.line,
                                    (struct base_word){name, strlen(name)},
                                    "the sections of a TSP or ATSP instance; this one is not supported");
    }
    TRY(read_number(reader, "1, the first node, as depot", 1, &first));
    if (first != 1) {
        return base_fail(reader->scanner.env, SWARM_ERROR_UNSUPPORTED,
                         "%s:%zu: found depot %ld, expected 1, the first node", reader->scanner.path,
                         reader->scanner.line, (long)first);
    }
    TRY(read_number(reader, "-1 behind the depot", -1, &end));
    return end == -1
               ? SWARM_OK
               : base_fail(reader->scanner.env, SWARM_ERROR_UNSUPPORTED, "%s:%zu: found a second depot, expected -1",
                           reader->scanner.path, reader->scanner.line);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Matrices                                                                                                           */

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

static void put_weight(struct tsplib_reader *reader, size_t element, double weight)
{
    if (reader->reals) {
        reader->reals[element] = weight;
    } else {
        reader->instance->matrix[element] = (int32_t)weight;
    }
}

static double weight_at(const struct tsplib_reader *reader, size_t element)
{
    return reader->reals ? reader->reals[element] : reader->instance->matrix[element];
}

/* The first number with decimals converts the matrix to reals. */
static enum swarm_status make_real(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    const size_t elements = (size_t)reader->instance->info.node_count * reader->instance->info.node_count;
    TRY(base_require_memory(scanner->env, scanner->path, elements, sizeof *reader->reals));
    double *reals = base_array(elements, sizeof *reals);
    if (!reals) {
        return base_fail_memory(scanner->env);
    }
    for (size_t k = 0; k < elements; ++k) {
        reals[k] = reader->instance->matrix[k];
    }
    reader->reals = reals;
    return SWARM_OK;
}

/* Reads the weight from node i to node j; any number may stand on the diagonal and is ignored. */
static enum swarm_status read_weight(struct tsplib_reader *reader, size_t i, size_t j, struct progress *progress,
                                     double *weight)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word;
    TRY(base_scanner_word_of_text(scanner, &word));
    if (!base_number_real(word.start, word.size, weight)) {
        return base_scanner_fail(scanner, word, "a distance from node %zu to node %zu (%llu of %llu weights read)",
                                 i + 1, j + 1, (unsigned long long)progress->done, (unsigned long long)progress->count);
    }
    ++progress->done;
    if (i == j) {
        *weight = 0.0;
        return SWARM_OK;
    }
    if (*weight < 0.0 || *weight > INT32_MAX) {
        return base_scanner_fail(scanner, word, "a distance from node %zu to node %zu from 0 to 2147483647", i + 1,
                                 j + 1);
    }
    const size_t mirror = j * (size_t)reader->instance->info.node_count + i;
    const bool mirrored =
        reader->format->part == TSPLIB_FULL && j < i && reader->instance->info.symmetric; /* by TYPE */
    if (mirrored && (weight_at(reader, mirror) < *weight || weight_at(reader, mirror) > *weight)) {
        const bool op = base_word_equal(reader->values[TSPLIB_TYPE].text, "OP");
        return base_scanner_fail(scanner, word, "%.15g for node %zu to node %zu, as from node %zu to node %zu; %s",
                                 weight_at(reader, mirror), i + 1, j + 1, j + 1, i + 1,
                                 op ? "distances of TYPE OP are symmetric" : "an asymmetric matrix needs TYPE: ATSP");
    }
    return trunc(*weight) < *weight && !reader->reals ? make_real(reader) : SWARM_OK;
}

static enum swarm_status read_weights(struct tsplib_reader *reader, struct progress *progress)
{
    size_t n = reader->instance->info.node_count;
    const struct tsplib_format *format = reader->format;
    size_t gap = format->diagonal ? 0 : 1;
    for (size_t i = 0; i < n; ++i) {
        size_t first = format->part == TSPLIB_UPPER ? i + gap : 0;
        size_t end = format->part == TSPLIB_LOWER ? i + 1 - gap : n;
        for (size_t j = first; j < end; ++j) {
            double weight = 0.0;
            TRY(read_weight(reader, i, j, progress, &weight));
            put_weight(reader, i * n + j, weight);
            if (format->part != TSPLIB_FULL) {
                put_weight(reader, j * n + i, weight);
            }
        }
    }
    return SWARM_OK;
}

enum swarm_status tsplib_read_matrix(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct swarm_instance *instance = reader->instance;
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
