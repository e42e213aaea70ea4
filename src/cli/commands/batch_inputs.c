/* batch_inputs.c - the instances of a batch: files, folders of files, and files with several instances. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "batch.h"

struct cli_source {
    char *path;           /* owned path of the file */
    swarm_points *points; /* instances of a file with several, owned; NULL: the file has one instance */
    size_t begin, end;    /* index of the file's first instance; index after its last one */
};

/* Adds the file `name` in `folder` ("": the current folder) with `count` instances. Takes ownership of `points`. */
static enum swarm_status add(struct cli_inputs *inputs, const char *folder, const char *name, swarm_points *points,
                             size_t count)
{
    struct cli_source *grown = realloc(inputs->sources, (inputs->source_count + 1) * sizeof *grown);
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    inputs->sources = grown ? grown : inputs->sources;
    if (!grown || !path) {
        free(path);
        swarm_points_destroy(&points);
        return cli_fail_memory();
    }
    snprintf(path, size, "%s%s%s", folder, *folder && folder[strlen(folder) - 1] != '/' ? "/" : "", name);
    inputs->sources[inputs->source_count++] =
        (struct cli_source){path, points, .begin = inputs->count, .end = inputs->count + count};
    inputs->count += count;
    return SWARM_OK;
}

static bool has_suffix(const char *path, const char *suffix)
{
    char packed[16];
    snprintf(packed, sizeof packed, "%s.gz", suffix);
    return cli_has_suffix(path, suffix) || cli_has_suffix(path, packed);
}

static int is_for_tours(const struct dirent *entry)
{
    static const char *const suffixes[] = {".tsp", ".atsp", ".csv", ".tsv", ".txt"};
    bool fits = false;
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; ++k) {
        fits = fits || has_suffix(entry->d_name, suffixes[k]);
    }
    return fits && entry->d_name[0] != '.';
}

static int is_for_routes(const struct dirent *entry)
{
    return has_suffix(entry->d_name, ".vrp") && entry->d_name[0] != '.';
}

static enum swarm_status add_folder(struct cli_inputs *inputs, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_for_tours, alphasort); /* entries are in the order of their bytes */
    if (count == 0) {
        free(entries);
        entries = NULL;
        count = scandir(folder, &entries, is_for_routes, alphasort);
    }
    enum swarm_status status = count > 0 ? SWARM_OK : SWARM_ERROR_INPUT;
    if (count < 0) {
        cli_error("%s: cannot be read: %s", folder, strerror(errno));
    } else if (count == 0) {
        cli_error("%s: found no instance in the folder, expected files .tsp, .atsp, .csv, .tsv, .txt or .vrp", folder);
    }
    for (int k = 0; k < count; ++k) {
        status = status == SWARM_OK ? add(inputs, folder, entries[k]->d_name, NULL, 1) : status;
        free(entries[k]);
    }
    free(entries);
    return status;
}

/* Finds the problem of all inputs. Tables are for tours, or for the problem that an option belongs to. */
static enum swarm_status find_problem(struct cli_inputs *inputs, const struct cli_console *console,
                                      const struct cli_arguments *arguments)
{
    const struct cli_source *sources = inputs->sources;
    const struct cli_problem *usual = &cli_tsp;
    for (const struct cli_problem *other = cli_problem_next(NULL); other; other = cli_problem_next(other)) {
        for (size_t k = 0; k < arguments->given_count && other->load; ++k) {
            const char *name = arguments->given[k].row->name;
            usual = swarm_param_find(other->name, name) && !swarm_param_find(cli_tsp.name, name) ? other : usual;
        }
    }
    inputs->problem = usual;
    for (size_t k = 0; k < inputs->source_count; ++k) {
        const char *path = sources[k].path;
        const struct cli_problem *found = sources[k].points ? NULL : cli_problem_recognise(console, &path, 1, NULL);
        const bool tours = sources[k].points || has_suffix(path, ".tsp") || has_suffix(path, ".atsp");
        found = found && found->load ? found : tours ? &cli_tsp : usual;
        if (k > 0 && found != inputs->problem) {
            cli_error("%s is for `swarmcl %s` and %s for `swarmcl %s`, but a batch has one problem", sources[0].path,
                      inputs->problem->name, path, found->name);
            return SWARM_ERROR_INPUT;
        }
        inputs->problem = found;
    }
    return SWARM_OK;
}

enum swarm_status cli_inputs_open(struct cli_inputs *inputs, const struct cli_console *console,
                                  const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t k = 0; k < arguments->operand_count; ++k) {
        struct stat is;
        path = arguments->operands[k];
        const bool folder = stat(path, &is) == 0 && S_ISDIR(is.st_mode);
        TRY(folder ? add_folder(inputs, path) : add(inputs, "", path, NULL, 1));
    }
    for (size_t k = 0; (path = cli_value_at(arguments, CLI_POINTS, k)); ++k) {
        swarm_points *points = NULL;
        size_t count = 0;
        TRY(cli_checked(console, swarm_points_read(console->context, path, &points, &count)));
        TRY(add(inputs, "", path, points, count));
    }
    return find_problem(inputs, console, arguments);
}

void cli_inputs_deinit(struct cli_inputs *inputs)
{
    for (size_t k = 0; k < inputs->source_count; ++k) {
        swarm_points_destroy(&inputs->sources[k].points);
        free(inputs->sources[k].path);
    }
    free(inputs->sources);
}

/* For bsearch(): finds the file with instance *index. */
static int compare_index(const void *index, const void *source)
{
    const size_t at = *(const size_t *)index;
    const struct cli_source *there = source;
    return at < there->begin ? -1 : at >= there->end;
}

static const struct cli_source *source_of(const struct cli_inputs *inputs, size_t index)
{
    return bsearch(&index, inputs->sources, inputs->source_count, sizeof *inputs->sources, compare_index);
}

char *cli_inputs_label(const struct cli_inputs *inputs, size_t index)
{
    const struct cli_source *source = source_of(inputs, index);
    const size_t size = strlen(source->path) + 32;
    char *label = malloc(size);
    const size_t number = source->points ? swarm_points_number(source->points, index - source->begin) : 0;
    if (label) {
        snprintf(label, size, source->points ? "%s:%zu" : "%s", source->path, number);
    }
    return label;
}

enum swarm_status cli_inputs_read(const struct cli_inputs *inputs, const struct cli_console *console,
                                  const swarm_params *params, size_t index, struct cli_subject *subject,
                                  const void **input)
{
    const struct cli_source *source = source_of(inputs, index);
    swarm_instance *instance = NULL;
    if (!source->points) {
        return inputs->problem->load(console, params, source->path, subject, input);
    }
    TRY(swarm_points_instance(console->context, source->points, index - source->begin, &instance));
    *(struct cli_instance *)subject = cli_instance_make(inputs->problem, instance, params);
    *input = instance;
    return SWARM_OK;
}
