/* Reads the sections of TSPLIB95 files: nodes, matrices, fixed edges. */
#include "tsplib_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tsp/metric.h"
#include "tsp/points.h"

/* The number, from 1, of the lowest node without a line. */
static unsigned long missing_node(const size_t *lines, uint32_t count)
{
    uint32_t node = 0;
    while (node < count && lines[node] > 0) {
        ++node;
    }
    return (unsigned long)node + 1;
}

/* Reads the number of a node at the start of a line; *node is its index, from 0. `done`: nodes read before.
 * lines[node]: line of a node, set here; 0: not read yet. */
static enum swarm_status read_index(struct tsplib_reader *reader, size_t *lines, uint32_t done, size_t *node)
{
    struct base_scanner *scanner = &reader->scanner;
    const unsigned long count = reader->instance->info.node_count;
    struct base_word word;
    int64_t number = 0;
    TRY(base_scanner_line_word(scanner, false, &word));
    if (!base_word_integer(word, INT64_MIN, INT64_MAX, &number)) {
        return base_scanner_fail(scanner, word, "a line for node %lu, which is missing (%lu of %lu nodes read)",
                                 missing_node(lines, (uint32_t)count), (unsigned long)done, count);
    }
    if (number < 1 || number > (int64_t)count) {
        return base_scanner_fail(scanner, word, "a node from 1 to %lu, as DIMENSION says", count);
    }
    *node = (size_t)number - 1;
    if (lines[*node] > 0) {
        return base_scanner_fail(scanner, word, "a node not given before; node %lu is in line %zu already",
                                 (unsigned long)number, lines[*node]);
    }
    lines[*node] = scanner->line;
    return SWARM_OK;
}

/* Reads coordinates to reader->kept [kept_axes][node_count]; ignores them if reader->kept is NULL. */
static enum swarm_status read_coordinates(struct tsplib_reader *reader, size_t node)
{
    struct base_scanner *scanner = &reader->scanner;
    for (unsigned axis = 0; axis < reader->kept_axes; ++axis) {
        const struct tsp_axis *allowed = &tsp_points_axes[SWARM_SURFACE_SPHERE][axis % 2];
        const struct base_word word = base_scanner_word(scanner, false);
        double value = 0.0;
        if (!base_word_real(word, &value)) {
            return base_scanner_fail(scanner, word, "a finite decimal number as coordinate %c of node %zu", "xyz"[axis],
                                     node + 1);
        }
        if (reader->instance->info.metric == SWARM_METRIC_GEO
            && (value < allowed->minimum || value > allowed->maximum)) {
            return base_scanner_fail(scanner, word, "degrees and minutes DDD.MM from %g to %g as %s of node %zu",
                                     allowed->minimum, allowed->maximum, allowed->name, node + 1);
        }
        if (reader->kept) {
            reader->kept[axis * (size_t)reader->instance->info.node_count + node] = value;
        }
    }
    return SWARM_OK;
}

static enum swarm_status read_score(struct tsplib_reader *reader, size_t node)
{
    const struct base_word word = base_scanner_word(&reader->scanner, false);
    int64_t score = 0;
    if (!base_word_integer(word, 0, INT32_MAX, &score)) {
        return base_scanner_fail(&reader->scanner, word, "a score from 0 to 2147483647 for node %zu", node + 1);
    }
    reader->instance->scores[node] = (uint32_t)score;
    return SWARM_OK;
}

static enum swarm_status read_lines(struct tsplib_reader *reader, tsplib_read_entry *read)
{
    const uint32_t count = reader->instance->info.node_count;
    size_t *lines, node = 0;
    bool all;
    enum swarm_status status = tsplib_read_pieces(reader, read, &all);
    if (status != SWARM_OK || all) {
        return status;
    }
    status = BASE_MAKE(reader->scanner.env, lines, count);
    for (uint32_t done = 0; done < count && status == SWARM_OK; ++done) {
        TRY_OR(done, read_index(reader, lines, done, &node));
        TRY_OR(done, read(reader, node));
        status = base_scanner_require_end_of_line(&reader->scanner);
    }
done:
    free(lines);
    return status;
}

/* Reads lines with `axes` coordinates to a new array *kept [made_axes][node_count]. If *kept is not NULL, checks the
 * lines and ignores their coordinates. */
static enum swarm_status read_kept(struct tsplib_reader *reader, unsigned axes, size_t made_axes, double **kept)
{
    double *made = NULL;
    reader->kept_axes = axes;
    if (!*kept) {
        TRY(BASE_MAKE(reader->scanner.env, made, made_axes * reader->instance->info.node_count));
        *kept = made;
    }
    reader->kept = made;
    return read_lines(reader, read_coordinates);
}

enum swarm_status tsplib_read_nodes(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    const size_t count = instance->info.node_count;
    TRY(tsplib_require(reader, TSPLIB_EDGE_WEIGHT_TYPE, TSPLIB_NODE_COORD_SECTION));
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    const struct tsplib_value *type = &reader->values[TSPLIB_NODE_COORD_TYPE];
    if (type->line > 0 && metric->dimensions > 0 && reader->coordinate_count != metric->dimensions) {
        return TSPLIB_FAIL(reader, TSPLIB_NODE_COORD_TYPE, "%s with EDGE_WEIGHT_TYPE %s",
                           metric->dimensions == 2 ? "TWOD_COORDS" : "THREED_COORDS", metric->name);
    }
    TRY(tsplib_require_room(reader, count));
    TRY(base_require_memory(reader->scanner.env, reader->scanner.path, count, sizeof(size_t) + 3 * sizeof(double)));
    if (metric->dimensions > 0) {
        return read_kept(reader, metric->dimensions, 3, &instance->coordinates);
    }
    /* An EXPLICIT instance may list coordinates for drawing, unless DISPLAY_DATA_SECTION came first. */
    return read_kept(reader, reader->coordinate_count > 0 ? reader->coordinate_count : 2, 3, &instance->positions);
}

enum swarm_status tsplib_read_display(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    TRY(tsplib_require_room(reader, instance->info.node_count));
    free(instance->positions);
    instance->positions = NULL;
    instance->info.has_display_data = true;
    return read_kept(reader, 2, 2, &instance->positions);
}

/* Reads scores for orienteering, as in OPLib (Kobeaga, Merino and Lozano 2018). */
enum swarm_status tsplib_read_scores(struct tsplib_reader *reader)
{
    const uint32_t count = reader->instance->info.node_count;
    TRY(tsplib_require_room(reader, count));
    TRY(BASE_MAKE(reader->scanner.env, reader->instance->scores, count));
    return read_lines(reader, read_score);
}

/* Reads the list of depots, which must be node 1, where orienteering begins, and then -1. */
enum swarm_status tsplib_read_depot(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    for (int64_t expected = 1, found = 0; expected >= -1; expected -= 2) {
        struct base_word word;
        TRY(base_scanner_word_of_text(scanner, &word));
        if (!base_word_equal(reader->values[TSPLIB_TYPE].text, "OP")
            || !base_word_integer(word, expected, expected, &found)) {
            return base_scanner_fail_at(scanner, SWARM_ERROR_UNSUPPORTED, scanner->line, word,
                                        "a DEPOT_SECTION with node 1 and then -1, in a file of TYPE OP");
        }
    }
    return base_scanner_require_end_of_line(scanner);
}

/* Reads pairs of nodes up to -1. */
enum swarm_status tsplib_read_fixed_edges(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct swarm_instance *instance = reader->instance;
    const unsigned long n = instance->info.node_count;
    size_t capacity = 0;
    int64_t edge[2] = {0, 0};
    for (int side = 0;; side = 1 - side) {
        struct base_word word;
        TRY(base_scanner_word_of_text(scanner, &word));
        if (side == 0 && base_word_integer(word, -1, -1, &edge[0])) {
            return base_scanner_require_end_of_line(scanner);
        }
        if (!base_word_integer(word, 1, (int64_t)n, &edge[side])) {
            return base_scanner_fail(scanner, word, "a node of a fixed edge, from 1 to %lu%s", n,
                                     side == 0 ? ", or the closing -1" : "");
        }
        if (side == 1 && edge[0] == edge[1]) {
            return base_fail(scanner->env, SWARM_ERROR_INPUT,
                             "%s:%zu: found a fixed edge from node %lu to itself, expected two nodes", scanner->path,
                             scanner->line, (unsigned long)edge[0]);
        }
        if (side == 1) {
            TRY(BASE_GROW(scanner->env, instance->fixed_edges, &capacity, instance->info.fixed_edge_count + 1));
            uint32_t *made = instance->fixed_edges[instance->info.fixed_edge_count++];
            made[0] = (uint32_t)edge[0] - 1;
            made[1] = (uint32_t)edge[1] - 1;
        }
    }
}

/* The number of weights that the format lists for n nodes; n is below 2^31. */
static uint64_t weight_count(const struct tsplib_format *format, uint64_t n)
{
    if (format->part == TSPLIB_FULL) {
        return n * n;
    }
    return format->diagonal ? n * (n + 1) / 2 : n * (n - 1) / 2;
}

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

/* Converts the matrix to reals, at the first number with decimals. */
static enum swarm_status make_real(struct tsplib_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    const size_t elements = (size_t)reader->instance->info.node_count * reader->instance->info.node_count;
    TRY(base_require_memory(scanner->env, scanner->path, elements, sizeof *reader->reals));
    TRY(BASE_MAKE(scanner->env, reader->reals, elements));
    for (size_t k = 0; k < elements; ++k) {
        reader->reals[k] = reader->instance->matrix[k];
    }
    return SWARM_OK;
}

/* Reads the weight from node i to node j; on the diagonal, the weight is 0 whatever number the file has. Fails if a
 * full matrix of a symmetric TYPE is not symmetric. */
static enum swarm_status read_weight(struct tsplib_reader *reader, size_t i, size_t j, double *weight)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word;
    TRY(base_scanner_word_of_text(scanner, &word));
    if (!base_word_real(word, weight)) {
        return base_scanner_fail(scanner, word, "a distance from node %zu to node %zu (%llu of %llu weights read)",
                                 i + 1, j + 1, (unsigned long long)reader->weights_read,
                                 (unsigned long long)reader->weight_count);
    }
    ++reader->weights_read;
    if (i == j) {
        *weight = 0.0;
        return SWARM_OK;
    }
    if (*weight < 0.0 || *weight > INT32_MAX) {
        return base_scanner_fail(scanner, word, "a number from 0 to 2147483647 as distance from node %zu to node %zu",
                                 i + 1, j + 1);
    }
    const size_t mirror = j * (size_t)reader->instance->info.node_count + i;
    const bool mirrored =
        reader->format->part == TSPLIB_FULL && j < i && reader->instance->info.symmetric; /* TYPE TSP or OP */
    if (mirrored && (weight_at(reader, mirror) < *weight || weight_at(reader, mirror) > *weight)) {
        const bool op = base_word_equal(reader->values[TSPLIB_TYPE].text, "OP");
        return base_scanner_fail(scanner, word, "%.15g for node %zu to node %zu, as from node %zu to node %zu; %s",
                                 weight_at(reader, mirror), i + 1, j + 1, j + 1, i + 1,
                                 op ? "distances of TYPE OP are symmetric" : "an asymmetric matrix needs TYPE: ATSP");
    }
    return trunc(*weight) < *weight && !reader->reals ? make_real(reader) : SWARM_OK;
}

static enum swarm_status read_weights(struct tsplib_reader *reader)
{
    size_t n = reader->instance->info.node_count;
    const struct tsplib_format *format = reader->format;
    size_t gap = format->diagonal ? 0 : 1;
    for (size_t i = 0; i < n; ++i) {
        size_t first = format->part == TSPLIB_UPPER ? i + gap : 0;
        size_t end = format->part == TSPLIB_LOWER ? i + 1 - gap : n;
        for (size_t j = first; j < end; ++j) {
            double weight = 0.0;
            TRY(read_weight(reader, i, j, &weight));
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
        return TSPLIB_FAIL(reader, TSPLIB_EDGE_WEIGHT_TYPE, "EXPLICIT for the EDGE_WEIGHT_SECTION in line %zu",
                           scanner->line);
    }
    TRY(tsplib_require(reader, TSPLIB_EDGE_WEIGHT_FORMAT, TSPLIB_EDGE_WEIGHT_SECTION));
    if (reader->format->part == TSPLIB_NO_MATRIX) {
        return TSPLIB_FAIL(reader, TSPLIB_EDGE_WEIGHT_FORMAT, "a matrix format with EDGE_WEIGHT_TYPE EXPLICIT");
    }
    size_t n = instance->info.node_count;
    reader->weight_count = weight_count(reader->format, n);
    TRY(tsplib_require_room(reader, reader->weight_count)); /* bounds n * n by about the size of the text */
    TRY(base_require_memory(scanner->env, scanner->path, n * n, sizeof *instance->matrix));
    TRY(BASE_MAKE(scanner->env, instance->matrix, n * n));
    TRY(read_weights(reader));
    return base_scanner_require_end_of_line(scanner);
}
