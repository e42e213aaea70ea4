#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "curve.h"
#include "interrupt.h"

typedef enum swarm_status output_write_fn(const struct cli_console *console, const char *path,
                                          const struct cli_subject *subject, const swarm_result *result);

/* Writes one file in the safe way. */
static enum swarm_status replace_file(const struct cli_console *console, const char *path,
                                      const struct cli_buffer *content)
{
    if (content->failed) {
        return cli_fail_memory();
    }
    cli_interrupt_hold();
    enum swarm_status status = swarm_file_replace(console->context, path, content->bytes, content->size);
    cli_interrupt_release();
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

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
    cli_interrupt_hold();
    enum swarm_status status =
        swarm_tour_write(console->context, path, name, comment, subject->instance, result->tour, result->node_count);
    cli_interrupt_release();
    free(name);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

static enum swarm_status write_json(const struct cli_console *console, const char *path,
                                    const struct cli_subject *subject, const swarm_result *result)
{
    struct cli_json json;
    cli_json_init(&json);
    cli_json_result(&json, subject, result);
    enum swarm_status status = cli_json_finish(&json) ? replace_file(console, path, &json.text) : cli_fail_memory();
    cli_json_deinit(&json);
    return status;
}

enum swarm_status cli_output_picture(const struct cli_console *console, const char *path,
                                     const struct cli_picture *picture)
{
    struct cli_buffer svg = {.bytes = NULL};
    enum swarm_status status = cli_svg_write(&svg, picture);
    status = status == SWARM_OK ? replace_file(console, path, &svg) : cli_fail_memory();
    cli_buffer_deinit(&svg);
    return status;
}

static enum swarm_status write_svg(const struct cli_console *console, const char *path,
                                   const struct cli_subject *subject, const swarm_result *result)
{
    const struct cli_picture picture = {
        .subject = subject, .tour = result->tour, .length = result->length, .result = result};
    return cli_output_picture(console, path, &picture);
}

static enum swarm_status write_csv(const struct cli_console *console, const char *path,
                                   const struct cli_subject *subject, const swarm_result *result)
{
    struct cli_buffer csv = {.bytes = NULL};
    cli_curve_write(&csv, subject, result);
    enum swarm_status status = replace_file(console, path, &csv);
    cli_buffer_deinit(&csv);
    return status;
}

static const struct output_kind {
    const char *suffix;
    output_write_fn *write;
    enum swarm_status (*check)(const char *path, const struct cli_subject *subject); /* NULL: of any instance */
} output_kinds[] = {
    {".tour", write_tour, NULL},
    {".json", write_json, NULL},
    {".svg", write_svg, cli_svg_require_positions},
    {".csv", write_csv, NULL},
};
enum { KIND_COUNT = sizeof output_kinds / sizeof output_kinds[0] };

/* Whether the file's name ends in `suffix` and is more than that. */
static bool has_suffix(const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* The kind of file that `path` names, or NULL. */
static const struct output_kind *find_kind(const char *path)
{
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        if (has_suffix(path, output_kinds[i].suffix)) {
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

static enum swarm_status refuse_name(const struct cli_command *command, const char *path, const char *suffixes)
{
    return cli_usage_error(command, "--output %s: expected a file name that ends in %s", path, suffixes);
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments)
{
    const char *path = NULL;
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
        if (!find_kind(path)) {
            char list[64] = "";
            for (size_t kind = 0; kind < KIND_COUNT; ++kind) {
                const size_t used = strlen(list);
                snprintf(list + used, sizeof list - used, "%s%s",
                         kind == 0               ? ""
                         : kind + 1 < KIND_COUNT ? ", "
                                                 : " or ",
                         output_kinds[kind].suffix);
            }
            return refuse_name(arguments->command, path, list);
        }
    }
    return SWARM_OK;
}

enum swarm_status cli_output_check_suffix(const struct cli_command *command, const char *path, const char *suffix)
{
    return has_suffix(path, suffix) ? SWARM_OK : refuse_name(command, path, suffix);
}

enum swarm_status cli_outputs_check_subject(const struct cli_arguments *arguments, const struct cli_subject *subject)
{
    const char *path = NULL;
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
        const struct output_kind *kind = find_kind(path);
        enum swarm_status status = kind->check ? kind->check(path, subject) : SWARM_OK;
        if (status != SWARM_OK) {
            return status;
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
    for (size_t i = 0; (path = output_path(arguments, i)); ++i) {
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
