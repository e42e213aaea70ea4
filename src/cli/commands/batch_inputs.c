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

static int is_instance(const struct dirent *entry)
{
    static const char *const suffixes[] = {".tsp", ".atsp", ".csv", ".tsv", ".txt"};
    bool fits = false;
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; ++k) {
        char packed[16];
        snprintf(packed, sizeof packed, "%s.gz", suffixes[k]);
        fits |= cli_has_suffix(entry->d_name, suffixes[k]) || cli_has_suffix(entry->d_name, packed);
    }
    return fits && entry->d_name[0] != '.';
}

static enum swarm_status add_folder(struct cli_inputs *inputs, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_instance, alphasort); /* entries are in the order of their bytes */
    enum swarm_status status = count > 0 ? SWARM_OK : SWARM_ERROR_INPUT;
    if (count < 0) {
        cli_error("%s: cannot be read: %s", folder, strerror(errno));
    } else if (count == 0) {
        cli_error("%s: found no instance in the folder, expected files .tsp, .atsp, .csv, .tsv or .txt", folder);
    }
    for (int k = 0; k < count; ++k) {
        status = status == SWARM_OK ? add(inputs, folder, entries[k]->d_name, NULL, 1) : status;
        free(entries[k]);
    }
    free(entries);
    return status;
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
    return SWARM_OK;
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
                                  const swarm_params *params, size_t index, swarm_instance **instance)
{
    const struct cli_source *source = source_of(inputs, index);
    return source->points ? swarm_points_instance(console->context, source->points, index - source->begin, instance)
                          : swarm_instance_read_for(console->context, params, source->path, instance);
}
