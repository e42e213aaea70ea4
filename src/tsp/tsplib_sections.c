#include "tsplib_reader.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "metric.h"

static enum swarm_status read_coordinate(struct base_scanner *scanner, uint32_t node, unsigned axis, double *value)
{
    struct base_word word = base_scanner_word(scanner, false);
    if (!base_number_real(word.start, word.size, value)) {
        return base_scanner_fail(scanner, word, "a finite decimal number as coordinate %c of node %lu", "xyz"[axis],
                                 (unsigned long)node + 1);
    }
    return SWARM_OK;
}

/* The lowest node without a line, from 1. */
static unsigned long missing_node(const size_t *lines, uint32_t count)
{
    uint32_t node = 0;
    while (node < count && lines[node] > 0) {
        ++node;
    }
    return (unsigned long)node + 1;
}

/* Reads the node number that opens a line. lines[node] holds the line of each node seen. */
static enum swarm_status read_node(struct tsplib_reader *reader, size_t *lines, uint32_t done, uint32_t *node)
{
    struct base_scanner *scanner = &reader->scanner;
    uint32_t count = reader->instance->info.node_count;
    struct base_word word = {NULL, 0};
    bool found = false;
    enum swarm_status status = base_scanner_next_line(scanner, &found);
    if (status != SWARM_OK) {
        return status;
    }
    if (found) {
        word = base_scanner_word(scanner, false);
    }
    int64_t number = 0;
    if (!found || !base_number_integer(word.start, word.size, &number)) {
        return base_scanner_fail(scanner, word, "a line for node %lu, which is missing (%lu of %lu nodes read)",
                                 missing_node(lines, count), (unsigned long)done, (unsigned long)count);
    }
    if (number < 1 || number > (int64_t)count) {
        return base_scanner_fail(scanner, word, "a node from 1 to %lu, as DIMENSION says", (unsigned long)count);
    }
    *node = (uint32_t)(number - 1);
    if (lines[*node] > 0) {
        return base_scanner_fail(scanner, word, "a node not given before; node %lu is in line %zu already",
                                 (unsigned long)number, lines[*node]);
    }
    lines[*node] = scanner->line;
    return SWARM_OK;
}

static enum swarm_status read_node_lines(struct tsplib_reader *reader, unsigned axes, size_t *lines,
                                         double *coordinates)
{
    size_t count = reader->instance->info.node_count;
    for (uint32_t done = 0; done < count; ++done) {
        uint32_t node = 0;
        TRY(read_node(reader, lines, done, &node));
        for (unsigned axis = 0; axis < axes; ++axis) {
            double value = 0.0;
            TRY(read_coordinate(&reader->scanner, node, axis, &value));
            if (coordinates) {
                coordinates[axis * count + node] = value;
            }
        }
        TRY(base_scanner_require_end_of_line(&reader->scanner));
    }
    return SWARM_OK;
}

enum swarm_status tsplib_read_nodes(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    const struct tsp_metric *metric = NULL;
    size_t *lines = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, tsplib_require(reader, TSPLIB_DIMENSION, TSPLIB_NODE_COORD_SECTION));
    TRY_OR(done, tsplib_require(reader, TSPLIB_EDGE_WEIGHT_TYPE, TSPLIB_NODE_COORD_SECTION));
    metric = &tsp_metrics[instance->info.metric];
    /* An EXPLICIT instance may list coordinates to be drawn by. */
    unsigned axes = metric->dimensions > 0 ? metric->dimensions : 2;
    if (reader->values[TSPLIB_NODE_COORD_TYPE].line > 0) {
        if (metric->dimensions > 0 && reader->coordinate_count != metric->dimensions) {
            return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT,
                                        reader->values[TSPLIB_NODE_COORD_TYPE].line,
                                        reader->values[TSPLIB_NODE_COORD_TYPE].text, "%s with EDGE_WEIGHT_TYPE %s",
                                        metric->dimensions == 2 ? "TWOD_COORDS" : "THREED_COORDS", metric->name);
        }
        axes = reader->coordinate_count > 0 ? reader->coordinate_count : axes;
    }
    TRY_OR(done, tsplib_require_room(reader, instance->info.node_count));
    TRY_OR(done, base_require_memory(reader->scanner.env, reader->scanner.path, instance->info.node_count,
                                     sizeof *lines + 3 * sizeof(double)));
    lines = base_array(instance->info.node_count, sizeof *lines);
    double *coordinates = base_array(instance->info.node_count, 3 * sizeof *coordinates);
    if (!lines || !coordinates) {
        free(coordinates);
        status = base_fail_memory(reader->scanner.env);
        goto done;
    }
    if (metric->dimensions > 0) {
        instance->coordinates = coordinates;
    } else if (!instance->positions) {
        instance->positions = coordinates;
    } else { /* DISPLAY_DATA_SECTION came first */
        free(coordinates);
        coordinates = NULL;
    }
    TRY_OR(done, read_node_lines(reader, axes, lines, coordinates));
done:
    free(lines);
    return status;
}

enum swarm_status tsplib_read_display(struct tsplib_reader *reader)
{
    struct swarm_instance *instance = reader->instance;
    size_t *lines = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, tsplib_require(reader, TSPLIB_DIMENSION, TSPLIB_DISPLAY_DATA_SECTION));
    TRY_OR(done, tsplib_require_room(reader, instance->info.node_count));
    lines = base_array(instance->info.node_count, sizeof *lines);
    free(instance->positions);
    instance->positions = base_array(instance->info.node_count, 2 * sizeof *instance->positions);
    if (!lines || !instance->positions) {
        status = base_fail_memory(reader->scanner.env);
        goto done;
    }
    TRY_OR(done, read_node_lines(reader, 2, lines, instance->positions));
    instance->info.has_display_data = true;
done:
    free(lines);
    return status;
}

/* Reads a node of a fixed edge, or the -1 that ends the list where `last` is not NULL. */
static enum swarm_status read_end(struct tsplib_reader *reader, uint32_t *node, bool *last)
{
    struct base_scanner *scanner = &reader->scanner;
    unsigned long count = reader->instance->info.node_count;
    struct base_word word = {NULL, 0};
    enum swarm_status status = base_scanner_word_of_text(scanner, &word);
    if (status != SWARM_OK) {
        return status;
    }
    int64_t number = 0;
    bool valid = base_number_integer(word.start, word.size, &number);
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

static enum swarm_status append_edge(struct tsplib_reader *reader, uint32_t i, uint32_t j, size_t *capacity)
{
    struct swarm_instance *instance = reader->instance;
    if (instance->info.fixed_edge_count == *capacity) {
        size_t larger = *capacity > 0 ? 2 * *capacity : 16;
        void *grown = realloc(instance->fixed_edges, larger * sizeof *instance->fixed_edges);
        if (!grown) {
            return base_fail_memory(reader->scanner.env);
        }
        instance->fixed_edges = grown;
        *capacity = larger;
    }
    instance->fixed_edges[instance->info.fixed_edge_count][0] = i;
    instance->fixed_edges[instance->info.fixed_edge_count][1] = j;
    ++instance->info.fixed_edge_count;
    return SWARM_OK;
}

enum swarm_status tsplib_read_fixed_edges(struct tsplib_reader *reader)
{
    size_t capacity = 0;
    bool last = false;
    TRY(tsplib_require(reader, TSPLIB_DIMENSION, TSPLIB_FIXED_EDGES_SECTION));
    for (;;) {
        uint32_t i = 0;
        uint32_t j = 0;
        TRY(read_end(reader, &i, &last));
        if (last) {
            return base_scanner_require_end_of_line(&reader->scanner);
        }
        TRY(read_end(reader, &j, NULL));
        if (i == j) {
            return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                             "%s:%zu: found a fixed edge from node %lu to itself, expected two nodes",
                             reader->scanner.path, reader->scanner.line, (unsigned long)i + 1);
        }
        TRY(append_edge(reader, i, j, &capacity));
    }
}
