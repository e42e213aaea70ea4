#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interrupt.h"

enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size)
{
    if (!path) {
        fwrite(bytes, 1, size, stdout); /* main() looks at its error flag */
        return SWARM_OK;
    }
    cli_interrupt_hold();
    enum swarm_status status = swarm_file_replace(console->context, path, bytes, size);
    cli_interrupt_release();
    if (status == SWARM_OK) {
        cli_note(console, "wrote %s", path);
    }
    return cli_checked(console, status);
}

void cli_output_document(struct cli_json *json, struct cli_buffer *content)
{
    cli_json_put(json, "}");
    cli_json_finish(json);
    *content = json->text;
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
    while (kinds->suffix && !has_suffix(path, kinds->suffix)) {
        ++kinds;
    }
    return kinds->suffix ? kinds : NULL;
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds)
{
    const char *path = NULL;
    for (size_t i = 0; (path = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        char list[64] = ""; /* ".tour, .json or .csv" */
        for (const struct cli_output_kind *kind = kinds; kind->suffix; ++kind) {
            const size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, "%s%s",
                     kind == kinds    ? ""
                     : kind[1].suffix ? ", "
                                      : " or ",
                     kind->suffix);
        }
        if (!find_kind(kinds, path)) {
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
    enum swarm_status status = SWARM_ERROR_IO;
    int file = open(trial, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) {
        cli_error("%s: cannot be written: %s", path, strerror(errno));
    } else if (close(file), unlink(trial) != 0) { /* in such a folder the file could not be put in place either */
        cli_error("%s: cannot be removed: %s", trial, strerror(errno));
    } else {
        status = SWARM_OK;
    }
    free(trial);
    return status;
}

enum swarm_status cli_outputs_probe(const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t i = 0; (path = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        cli_interrupt_hold();
        const enum swarm_status status = probe_path(path);
        cli_interrupt_release();
        TRY(status);
    }
    return SWARM_OK;
}

const char *cli_outputs_find(const struct cli_arguments *arguments, const char *suffix)
{
    const char *path = NULL;
    size_t i = 0;
    while ((path = cli_value_at(arguments, CLI_OUTPUT, i)) && !has_suffix(path, suffix)) {
        ++i;
    }
    return path;
}

/* Writes a file, or what would stand in it to stdout. */
static enum swarm_status write_kind(const struct cli_console *console, const char *path,
                                    const struct cli_output_kind *kind, const void *work)
{
    struct cli_buffer content = {.bytes = NULL};
    if (!kind->fill) {
        return kind->write(console, path, work);
    }
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, kind->fill(&content, work));
    TRY_OR(done, content.failed ? cli_fail_memory() : cli_output_bytes(console, path, content.bytes, content.size));
done:
    cli_buffer_deinit(&content);
    return status;
}

/* Files come first: a closed pipe behind stdout must not lose the result. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    enum swarm_status (*print)(const void *work))
{
    enum swarm_status first = SWARM_OK, status = SWARM_OK;
    const char *path = NULL;
    const bool writes = console->ranks.shared.rank == 0;
    for (size_t i = 0; writes && (path = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        status = write_kind(console, path, find_kind(kinds, path), work);
        first = first == SWARM_OK ? status : first;
    }
    status = SWARM_OK;
    if (console->json) {
        status = write_kind(console, NULL, find_kind(kinds, "document.json"), work);
    } else if (!console->quiet) {
        status = print(work);
    }
    return first == SWARM_OK ? status : first;
}
