/* Reads conditions on tours: nodes and edges by the user's names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/scanner.h"
#include "tours.h"

/* True if `id` is `name`, as it is or in double quotes, where two quotes stand for one. */
static bool is_name(struct base_word id, const char *name)
{
    if (id.size < 2 || id.start[0] != '"' || id.start[id.size - 1] != '"') {
        return base_word_equal(id, name);
    }
    for (size_t k = 1; k + 1 < id.size; ++k, ++name) {
        if (*name == '\0' || *name != id.start[k]) {
            return false;
        }
        if (*name == '"' && id.start[++k] != '"') {
            return false;
        }
    }
    return *name == '\0';
}

/* True if the name of at least one node is a whole number. */
static bool has_numbers(const struct swarm_instance *instance)
{
    bool found = false;
    for (uint32_t i = 0; i < instance->info.node_count && !found; ++i) {
        const struct base_word name = {instance->names[i], strlen(instance->names[i])};
        int64_t number;
        found = base_word_integer(name, INT64_MIN, INT64_MAX, &number);
    }
    return found;
}

/* Returns the number of nodes that `id` names; *node: the first, *other: the last. #12 is node number 12 even if
 * nodes have names, and so is 12 unless names are numbers. */
static size_t find_nodes(const struct swarm_instance *instance, struct base_word id, uint32_t *node, uint32_t *other)
{
    const size_t sign = id.size > 0 && *id.start == '#';
    if (!instance->names || sign > 0) {
        int64_t number = 0;
        const struct base_word digits = {id.start + sign, id.size - sign};
        const bool found = base_word_integer(digits, 1, instance->info.node_count, &number);
        *node = (uint32_t)number - 1;
        return found;
    }
    size_t count = 0;
    for (uint32_t i = 0; i < instance->info.node_count; ++i) {
        if (is_name(id, instance->names[i])) {
            *other = i;
            *node = count++ == 0 ? i : *node;
        }
    }
    int64_t number = 0;
    if (count == 0 && base_word_integer(id, 1, instance->info.node_count, &number) && !has_numbers(instance)) {
        *node = (uint32_t)number - 1;
        count = 1;
    }
    return count;
}

static enum swarm_status fail_shared(struct base_env *env, enum option option, struct base_word id, uint32_t a,
                                     uint32_t b)
{
    char name[OPTIONS_NAME];
    return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                     "%s: nodes %lu and %lu are both called %.*s, expected a name that only one node has, or a number: "
                     "#%lu",
                     options_spelled(env, options_name(option), name), (unsigned long)a + 1, (unsigned long)b + 1,
                     (int)id.size, id.start, (unsigned long)a + 1);
}

/* Returns "; did you mean NAME?" for the name of a node that is nearest to `id`, in `text`; "" if none is near. */
enum { GUESS_SIZE = 160 };
static const char *guess(const struct swarm_instance *instance, struct base_word id, char text[GUESS_SIZE])
{
    char word[80];
    const char *nearest = NULL;
    size_t least = SIZE_MAX;
    snprintf(word, sizeof word, "%.*s", (int)(id.size < sizeof word ? id.size : 0), id.start);
    for (uint32_t i = 0; instance->names && i < instance->info.node_count && least > 0; ++i) {
        const size_t distance = swarm_word_distance(word, instance->names[i]);
        nearest = distance < least ? instance->names[i] : nearest;
        least = distance < least ? distance : least;
    }
    snprintf(text, GUESS_SIZE, "%s%s%s", nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    return text;
}

/* Reads the node that a parameter names; TSP_NO_NODE if it is not given. A closed tour has a start, but no end. */
static enum swarm_status read_end(struct base_env *env, const struct options *options, enum option end,
                                  const char *text, const struct swarm_instance *instance, uint32_t *node)
{
    uint32_t other = 0;
    *node = TSP_NO_NODE;
    if (!text) {
        return SWARM_OK;
    }
    char option[OPTIONS_NAME];
    options_spelled(env, options_name(end), option);
    const struct base_word id = {text, strlen(text)};
    if (!options->path && end == OPTION_end) {
        return options_clash(env, options, end, "a closed tour", "only a path has ends; add --path");
    }
    const size_t count = find_nodes(instance, id, node, &other);
    if (count > 1) {
        return fail_shared(env, end, id, *node, other);
    }
    char expected[64] = "the name of a node, or its number as #1", text_of_guess[GUESS_SIZE];
    if (!instance->names) {
        snprintf(expected, sizeof expected, "a node, from 1 to %lu", (unsigned long)instance->info.node_count);
    }
    return count == 1 ? SWARM_OK
                      : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s %s: expected %s%s", option, text, expected,
                                  guess(instance, id, text_of_guess));
}

/* The index of the next `wanted` outside double quotes, or the end; `from` is outside quotes. */
static size_t find_plain(struct base_word span, size_t from, char wanted)
{
    bool quoted = false;
    for (size_t k = from; k < span.size; ++k) {
        quoted = span.start[k] == '"' ? !quoted : quoted;
        if (!quoted && span.start[k] == wanted) {
            return k;
        }
    }
    return span.size;
}

/* Reads an edge A-B, split at the only dash that has a node on each side. */
static enum swarm_status read_edge(struct base_env *env, const struct swarm_instance *instance, struct base_word text,
                                   uint32_t edge[2])
{
    size_t ways = 0;
    struct base_word unknown = {NULL, 0}; /* the other side of a dash next to a known name */
    for (size_t dash = find_plain(text, 0, '-'); dash < text.size; dash = find_plain(text, dash + 1, '-')) {
        const struct base_word ids[2] = {{text.start, dash}, {text.start + dash + 1, text.size - dash - 1}};
        uint32_t found[2], others[2];
        const size_t counts[2] = {find_nodes(instance, ids[0], &found[0], &others[0]),
                                  find_nodes(instance, ids[1], &found[1], &others[1])};
        if (counts[0] == 0 || counts[1] == 0) {
            unknown = counts[0] > 0 ? ids[1] : counts[1] > 0 ? ids[0] : unknown;
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            if (counts[side] > 1) {
                return fail_shared(env, OPTION_fix, ids[side], found[side], others[side]);
            }
            edge[side] = found[side];
        }
        ++ways;
    }
    if (ways == 1) {
        return SWARM_OK;
    }
    if (ways > 1) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "--fix %.*s: can be split at %zu dashes into two names of nodes; put each name in double quotes",
            (int)text.size, text.start, ways);
    }
    if (instance->names && unknown.size > 0) {
        char text_of_guess[GUESS_SIZE];
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--fix %.*s: there is no node called %.*s%s",
                         (int)text.size, text.start, (int)unknown.size, unknown.start,
                         guess(instance, unknown, text_of_guess));
    }
    return instance->names
               ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--fix %.*s: expected A-B, the names of two nodes; put a name with commas in double quotes",
                           (int)text.size, text.start)
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--fix %.*s: expected A-B, two nodes from 1 to %lu",
                           (int)text.size, text.start, (unsigned long)instance->info.node_count);
}

/* Appends the edges of --fix, separated by commas, to the fixed edges of the instance. */
static enum swarm_status read_fixed(struct base_env *env, const struct options *options,
                                    const struct swarm_instance *instance, struct tsp_conditions *conditions)
{
    const char *text = options->fix ? options->fix : "";
    const struct base_word list = {text, strlen(text)};
    size_t capacity = 0;
    conditions->fixed_count = instance->info.fixed_edge_count;
    TRY(BASE_GROW(env, conditions->fixed, &capacity, conditions->fixed_count + 1));
    if (conditions->fixed_count > 0) {
        memcpy(conditions->fixed, instance->fixed_edges, conditions->fixed_count * sizeof *conditions->fixed);
    }
    for (size_t begin = 0, end; options->fix && begin <= list.size; begin = end + 1) {
        end = find_plain(list, begin, ',');
        TRY(BASE_GROW(env, conditions->fixed, &capacity, conditions->fixed_count + 1));
        TRY(read_edge(env, instance, (struct base_word){list.start + begin, end - begin},
                      conditions->fixed[conditions->fixed_count++]));
    }
    return SWARM_OK;
}

enum swarm_status tours_conditions_read(struct base_env *env, const struct swarm_params *params,
                                        struct tsp_conditions *conditions)
{
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    *conditions = (struct tsp_conditions){.fixed = NULL};
    if (!instance) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no instance");
    }
    const struct options *options = &params->options;
    conditions->path = options->path;
    TRY(read_end(env, options, OPTION_start, options->start, instance, &conditions->start));
    TRY(read_end(env, options, OPTION_end, options->end, instance, &conditions->end));
    return read_fixed(env, options, instance, conditions);
}

void tours_conditions_deinit(struct tsp_conditions *conditions)
{
    free(conditions->fixed);
    conditions->fixed = NULL;
}

enum swarm_status swarm_tour_check(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                   size_t count)
{
    struct base_env *env = base_env_of(context);
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    struct tsp_conditions conditions;
    int64_t ignored;
    enum swarm_status status = tours_conditions_read(env, params, &conditions);
    if (status == SWARM_OK) {
        status = tsp_conditions_measure(env, instance, &conditions, tour, count, &ignored);
    }
    if (status == SWARM_OK) {
        status = tsp_missing_refuse(env, instance, conditions.path, tour, count, SWARM_ERROR_VERIFICATION,
                                    "the tour uses the missing edge from");
    }
    tours_conditions_deinit(&conditions);
    return status;
}

enum swarm_status swarm_tour_fixed(swarm_context *context, const swarm_params *params, const uint32_t *tour,
                                   size_t count, bool *fixed)
{
    struct base_env *env = base_env_of(context);
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    struct tsp_conditions conditions = {.fixed = NULL};
    enum swarm_status status = SWARM_OK;
    size_t *places = NULL; /* place in the tour from 1; 0: the tour leaves the node out */
    TRY_OR(done, tours_conditions_read(env, params, &conditions));
    TRY_OR(done, BASE_MAKE(env, places, instance->info.node_count));
    for (size_t k = 0; k < count; ++k) {
        places[tour[k]] = k + 1;
        fixed[k] = false;
    }
    for (size_t e = 0; e < 2 * conditions.fixed_count; ++e) { /* each edge in both directions */
        const uint32_t from = conditions.fixed[e / 2][e % 2], to = conditions.fixed[e / 2][1 - e % 2];
        const size_t place = places[from];
        if (place > 0 && tour[place % count] == to && !(conditions.path && place == count)) {
            fixed[place - 1] = true;
        }
    }
done:
    free(places);
    tours_conditions_deinit(&conditions);
    return status;
}
