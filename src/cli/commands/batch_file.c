/* batch_file.c - the tours of a batch as lines of JSON or as an array of NumPy. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "cli/documents/output.h"

static enum swarm_status fail_write(const struct cli_tours_file *file)
{
    const int reason = errno;
    if (file->path) {
        cli_error("%s: cannot be written%s%s", file->path, reason != 0 ? ": " : "",
                  reason != 0 ? strerror(reason) : "");
    } else {
        cli_fail_stdout(reason);
    }
    return SWARM_ERROR_IO;
}

struct cli_tours_file cli_tours_file_make(const char *path, size_t kept, size_t count)
{
    return (struct cli_tours_file){.path = strcmp(path, "-") == 0 ? NULL : path,
                                   .is_array = cli_has_suffix(path, ".npy"),
                                   .kept = kept,
                                   .count = count};
}

static enum swarm_status open_lines(struct cli_tours_file *file)
{
    if (file->lines) {
        return SWARM_OK;
    }
    errno = 0;
    file->lines = !file->path ? stdout : fopen(file->path, file->kept > 0 ? "a" : "w");
    const bool cut = file->lines && (file->kept == 0 || ftruncate(fileno(file->lines), (off_t)file->kept) == 0);
    return cut ? SWARM_OK : fail_write(file);
}

enum swarm_status cli_tours_file_take(struct cli_tours_file *file, const char *label, uint32_t node_count, char **error)
{
    if (!file->is_array) {
        return SWARM_OK;
    }
    if (file->node_count == 0) {
        file->node_count = node_count;
    }
    if (node_count == file->node_count) {
        return SWARM_OK;
    }
    struct cli_buffer text = {.bytes = NULL};
    cli_buffer_format(&text, "%s: found %" PRIu32 " nodes, expected %" PRIu32 " like those before in %s%c", label,
                      node_count, file->node_count, file->path, '\0');
    *error = text.bytes;
    return SWARM_ERROR_INPUT;
}

enum swarm_status cli_tours_file_add(struct cli_tours_file *file, const char *line, size_t size,
                                     const struct swarm_tour *tour)
{
    if (!file->is_array) {
        TRY(open_lines(file));
        errno = 0;
        return fwrite(line, 1, size, file->lines) == size && fflush(file->lines) == 0 ? SWARM_OK : fail_write(file);
    }
    const size_t n = file->node_count;
    if (!file->nodes && n > 0) {
        file->nodes =
            n < SIZE_MAX / file->count / sizeof *file->nodes ? malloc(file->count * n * sizeof *file->nodes) : NULL;
        if (!file->nodes) {
            return cli_fail_memory();
        }
        memset(file->nodes, 0xff, file->count * n * sizeof *file->nodes);
    }
    for (size_t k = 0; tour && k < n; ++k) {
        file->nodes[file->added * n + k] = (int32_t)tour->nodes[k];
    }
    ++file->added;
    return SWARM_OK;
}

/* Format version 1 of NEP 1: the header is padded to 64 bytes. */
static enum swarm_status write_array(const struct cli_tours_file *file, const struct cli_console *console)
{
    enum { FIXED = 10, ROUND = 64 };
    const uint16_t one = 1;
    const char order = *(const unsigned char *)&one == 1 ? '<' : '>';
    struct cli_buffer text = {.bytes = NULL}, array = {.bytes = NULL};
    cli_buffer_format(&text, "{'descr': '%ci4', 'fortran_order': False, 'shape': (%zu, %" PRIu32 "), }", order,
                      file->count, file->node_count);
    const size_t length = (FIXED + text.size + 1 + ROUND - 1) / ROUND * ROUND - FIXED;
    const char begin[FIXED] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, (char)(length & 255), (char)(length >> 8)};
    cli_buffer_put(&array, begin, FIXED);
    cli_buffer_put(&array, text.bytes, text.size);
    for (size_t k = text.size; k + 1 < length; ++k) {
        cli_buffer_put(&array, " ", 1);
    }
    cli_buffer_put(&array, "\n", 1);
    if (file->nodes) {
        cli_buffer_put(&array, (const char *)file->nodes, file->count * file->node_count * sizeof *file->nodes);
    }
    const enum swarm_status status = text.failed || array.failed
                                         ? cli_fail_memory()
                                         : cli_output_bytes(console, file->path, array.bytes, array.size);
    cli_buffer_deinit(&text);
    cli_buffer_deinit(&array);
    return status;
}

enum swarm_status cli_tours_file_close(struct cli_tours_file *file, const struct cli_console *console)
{
    if (file->is_array) {
        return write_array(file, console);
    }
    TRY(open_lines(file));
    FILE *lines = file->lines;
    file->lines = NULL;
    if (!file->path) {
        return SWARM_OK; /* main() looks at stdout */
    }
    errno = 0;
    if (fclose(lines) != 0) {
        return fail_write(file);
    }
    cli_note(console, "wrote %s", file->path);
    return SWARM_OK;
}

void cli_tours_file_deinit(struct cli_tours_file *file)
{
    if (file->lines && file->path) {
        fclose(file->lines);
    }
    free(file->nodes);
}
