#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum swarm_status output_write_fn(const struct cli_console *console, const char *path,
                                          const struct cli_subject *subject, const swarm_result *result);

static enum swarm_status write_tour(const struct cli_console *console, const char *path,
                                    const struct cli_subject *subject, const swarm_result *result)
{
    char length[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE], comment[2 * CLI_GAP_SIZE];
    size_t size = strlen(subject->info->name) + CLI_LENGTH_SIZE + sizeof "...tour";
    char *name = malloc(size);
    if (!name) {
        return cli_fail_memory();
    }
    cli_length_text(subject, result->length, length);
    snprintf(name, size, "%s.%s.tour", subject->info->name, length);
    cli_gap_text(subject, result->length, gap);
    snprintf(comment, sizeof comment, "length %s%s%s%s%s%s, swarmcl %s", length, *subject->info->unit ? " " : "",
             subject->info->unit, subject->path ? " of the open path from the first node to the last" : "",
             *gap ? ", " : "", gap, swarm_version());
    enum swarm_status status = swarm_tour_write(console->context, path, name, comment, subject->instance, result->tour,
                                                result->node_count);
    free(name);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

static enum swarm_status write_json(const struct cli_console *console, const char *path,
                                    const struct cli_subject *subject, const swarm_result *result)
{
    struct cli_json json;
    cli_json_init(&json);
    cli_json_result(&json, subject, result);
    enum swarm_status status = SWARM_OK;
    if (!cli_json_finish(&json)) {
        status = cli_fail_memory();
    } else if (swarm_file_replace(console->context, path, json.text.bytes, json.text.size) != SWARM_OK) {
        status = cli_fail(console, SWARM_ERROR_IO);
    }
    cli_json_deinit(&json);
    return status;
}

static const struct output_kind {
    const char *suffix;
    output_write_fn *write;
} output_kinds[] = {
    {".tour", write_tour},
    {".json", write_json},
};
enum { KIND_COUNT = sizeof output_kinds / sizeof output_kinds[0] };

/* The kind of file that `path` names, or NULL; a bare suffix is no name. */
static const struct output_kind *find_kind(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        size_t length = strlen(name);
        size_t suffix = strlen(output_kinds[i].suffix);
        if (length > suffix && strcmp(name + length - suffix, output_kinds[i].suffix) == 0) {
            return &output_kinds[i];
        }
    }
    return NULL;
}

/* The i-th output file, or NULL behind the last one. */
static const char *output_path(const struct cli_arguments *arguments, size_t index)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (strcmp(arguments->given[i].row->name, "output") == 0 && index-- == 0) {
            return arguments->given[i].value;
        }
    }
    return NULL;
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
        if (!find_kind(path)) {
            return cli_usage_error(arguments->command, "--output %s: expected a file name that ends in %s or %s", path,
                                   output_kinds[0].suffix, output_kinds[1].suffix);
        }
    }
    return SWARM_OK;
}

/* Creates and removes a file beside `path`, as the safe way of writing will. */
static enum swarm_status probe_path(const char *path)
{
    struct stat entry;
    if (stat(path, &entry) == 0 && S_ISDIR(entry.st_mode)) {
        cli_error("%s: cannot be written: is a folder", path);
        return SWARM_ERROR_IO;
    }
    size_t size = strlen(path) + 32;
    char *trial = malloc(size);
    if (!trial) {
        return cli_fail_memory();
    }
    snprintf(trial, size, "%s.%ld.probe", path, (long)getpid());
    enum swarm_status status = SWARM_OK;
    int file = open(trial, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) {
        cli_error("%s: cannot be written: %s", path, strerror(errno));
        status = SWARM_ERROR_IO;
    } else {
        close(file);
        unlink(trial);
    }
    free(trial);
    return status;
}

enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
        enum swarm_status status = probe_path(path);
        if (status != SWARM_OK) {
            return status;
        }
    }
    return SWARM_OK;
}

enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_subject *subject, const swarm_result *result)
{
    enum swarm_status first = SWARM_OK;
    const char *path = NULL;
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
        enum swarm_status status = find_kind(path)->write(console, path, subject, result);
        if (status == SWARM_OK) {
            cli_note(console, "wrote %s", path);
        } else if (first == SWARM_OK) {
            first = status;
        }
    }
    return first;
}
