/* matrix.c - lengths and travel times between all nodes from files of their own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "maker.h"
#include "tsp/read/input.h"

/* Name of a node in the input; NULL: the input has no names. */
static const char *name_of(const struct fleet_input *input, uint32_t node)
{
    return input->table && input->table->names ? input->table->names[input->rows[node]] : NULL;
}

/* Finds the row of each node in the matrix. */
static enum swarm_status find_rows(const struct fleet_maker *maker, const char *path, const struct swarm_instance *read,
                                   uint32_t *rows)
{
    const struct fleet_input *input = maker->input;
    const uint32_t n = input->node_count, most = read->info.node_count;
    bool same = n == most;
    for (uint32_t k = 0; k < n; ++k) {
        rows[k] = input->rows ? input->rows[k] : k;
        same = same && (!read->names || !name_of(input, k) || strcmp(name_of(input, k), read->names[rows[k]]) == 0);
    }
    if (same) {
        return SWARM_OK;
    }
    if (!read->names || !name_of(input, 0)) {
        return base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found %u places, expected %u, as %s has", path,
                         (unsigned)most, (unsigned)n, *input->path ? input->path : "the input");
    }
    for (uint32_t k = 0; k < n; ++k) {
        unsigned found = 0;
        for (uint32_t row = 0; row < most; ++row) {
            if (strcmp(read->names[row], name_of(input, k)) == 0) {
                rows[k] = row;
                ++found;
            }
        }
        if (found != 1) {
            return base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found %s called \"%s\", which is a place of %s", path,
                             found == 0 ? "no place" : "several places", name_of(input, k), input->path);
        }
    }
    return SWARM_OK;
}

static enum swarm_status take(const struct fleet_maker *maker, const char *path, const struct swarm_instance *read,
                              const uint32_t *rows, double *matrix)
{
    const size_t n = maker->input->node_count;
    const double scale = pow(10.0, -read->info.decimals);
    if (read->info.metric != SWARM_METRIC_EXPLICIT) {
        return base_fail(maker->env, SWARM_ERROR_INPUT, "%s: found points, expected a matrix", path);
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
            if (i != j && tsp_instance_is_missing(read, rows[i], rows[j])) {
                return base_fail(maker->env, SWARM_ERROR_UNSUPPORTED,
                                 "%s: found no edge from row %u to %u, expected a number for each pair of places", path,
                                 (unsigned)rows[i] + 1, (unsigned)rows[j] + 1);
            }
            matrix[i * n + j] = i == j ? 0.0 : scale * tsp_instance_distance(read, rows[i], rows[j]);
        }
    }
    return SWARM_OK;
}

enum swarm_status fleet_matrix_read(const struct fleet_maker *maker, enum option option, double **matrix)
{
    const char *path = option == OPTION_times_file ? maker->options->times_file : maker->options->lengths_file;
    const char *label = base_file_label(path);
    const size_t n = maker->input->node_count;
    struct base_env *env = maker->env;
    struct swarm_instance *read = NULL;
    uint32_t *rows = NULL;
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    *matrix = NULL;
    TRY_OR(done, base_require_memory(env, label, n * n, 2 * sizeof **matrix));
    TRY_OR(done, base_file_read(env, path, &text, &size));
    TRY_OR(done, tsp_input_parse(env, (struct tsp_text){label, text, size}, NULL, false, &read));
    TRY_OR(done, BASE_MAKE(env, rows, n));
    TRY_OR(done, find_rows(maker, label, read, rows));
    TRY_OR(done, BASE_MAKE(env, *matrix, n * n));
    status = take(maker, label, read, rows, *matrix);
done:
    swarm_instance_destroy(&read);
    free(text);
    free(rows);
    return status;
}
