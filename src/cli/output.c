#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"

enum swarm_status cli_output_file(const struct cli_console *console, const char *path, const struct cli_buffer *content)
{
    if (content->failed) {
        return cli_fail_memory();
    }
    cli_interrupt_hold();
    enum swarm_status status = swarm_file_replace(console->context, path, content->bytes, content->size);
    cli_interrupt_release();
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

enum swarm_status cli_output_document(const struct cli_console *console, const char *path, struct cli_json *json)
{
    return cli_json_finish(json) ? cli_output_file(console, path, &json->text) : cli_fail_memory();
}

/* Whether the file's name ends in `suffix` and is more than that. */
static bool has_suffix(const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* The kind of file that `path` names, or NULL. */
static const struct cli_output_kind *find_kind(const struct cli_output_kind *kinds, const char *path)
{
    for (; kinds->suffix; ++kinds) {
        if (has_suffix(path, kinds->suffix)) {
            return kinds;
        }
    }
    return NULL;
}

/* ".tour, .json or .csv" */
static void list_suffixes(const struct cli_output_kind *kinds, char *list, size_t size)
{
    list[0] = '\0';
    for (const struct cli_output_kind *kind = kinds; kind->suffix; ++kind) {
        const size_t used = strlen(list);
        snprintf(list + used, size - used, "%s%s", kind == kinds ? "" : kind[1].suffix ? ", " : " or ", kind->suffix);
    }
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds)
{
    const char *path = NULL;
    for (size_t i = 0; (path = cli_arguments_value_at(arguments, "output", i)); ++i) {
        if (!find_kind(kinds, path)) {
            char list[64];
            list_suffixes(kinds, list, sizeof list);
            return cli_usage_error(arguments->command, "--output %s: expected a file name that ends in %s", path, list);
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
        if (unlink(trial) != 0) {
            /* in such a folder the file could not be put in place either */
            cli_error("%s: cannot be removed: %s", trial, strerror(errno));
            status = SWARM_ERROR_IO;
        }
    }
    free(trial);
    return status;
}

enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t i = 0; (path = cli_arguments_value_at(arguments, "output", i)); ++i) {
        cli_interrupt_hold();
        enum swarm_status status = probe_path(path);
        cli_interrupt_release();
        if (status != SWARM_OK) {
            return status;
        }
    }
    return SWARM_OK;
}

enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work)
{
    enum swarm_status first = SWARM_OK;
    const char *path = NULL;
    for (size_t i = 0; (path = cli_arguments_value_at(arguments, "output", i)); ++i) {
        enum swarm_status status = find_kind(kinds, path)->write(console, path, work);
        if (status == SWARM_OK) {
            cli_note(console, "wrote %s", path);
        } else if (first == SWARM_OK) {
            first = status;
        }
    }
    return first;
}

const char *cli_outputs_find(const struct cli_arguments *arguments, const char *suffix)
{
    const char *path = NULL;
    for (size_t i = 0; (path = cli_arguments_value_at(arguments, "output", i)); ++i) {
        if (has_suffix(path, suffix)) {
            return path;
        }
    }
    return NULL;
}
