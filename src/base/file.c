#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "encoding.h"
#include "memory.h"
#include "text.h"

enum { FIRST_BYTES = 1 << 16 }; /* bytes allocated at first for a file of unknown size */

static bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *base_file_label(const char *path)
{
    return is_stdin(path) ? "stdin" : path;
}

/* True if the first `length` bytes of the text end in `suffix`, ignoring case, and are longer than `suffix`. */
static bool ends_in(const char *text, size_t length, const char *suffix)
{
    const size_t size = strlen(suffix);
    return length > size && base_text_begins(text + length - size, suffix, size);
}

static size_t length_without_gz(const char *path)
{
    size_t length = strlen(path);
    return ends_in(path, length, ".gz") ? length - 3 : length;
}

bool base_file_has_suffix(const char *path, const char *suffix)
{
    return ends_in(path, length_without_gz(path), suffix);
}

char *base_file_stem(const char *path)
{
    const char *label = base_file_label(path);
    const char *slash = strrchr(label, '/');
    const char *start = slash ? slash + 1 : label;
    size_t length = length_without_gz(start);
    for (size_t dot = length; dot > 1; --dot) {
        if (start[dot - 1] == '.') {
            length = dot - 1;
            break;
        }
    }
    return base_text_copy(start, length);
}

size_t base_file_limit(void)
{
    const uint64_t most = UINT64_C(4) << 30;
    const uint64_t half = base_memory_available("") / 2;
    const uint64_t limit = half < most ? half : most;
    return limit < SIZE_MAX / 4 ? (size_t)limit : SIZE_MAX / 4;
}

enum swarm_status base_fail_size(struct base_env *env, const char *path, uint64_t size, size_t limit)
{
    return base_fail(
        env, SWARM_ERROR_OUT_OF_MEMORY,
        "%s: found %s%llu bytes, expected at most %zu: 4 GiB, or half of the available memory if that is less", path,
        size > 0 ? "" : "more than ", (unsigned long long)(size > 0 ? size : limit), limit);
}

/* Reads the whole file. The caller owns *bytes, on failure too. */
static enum swarm_status read_all(struct base_env *env, const char *path, FILE *file, size_t limit, char **bytes,
                                  size_t *size)
{
    struct stat about;
    size_t capacity = 0, needed = FIRST_BYTES;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode)) {
        if ((uint64_t)about.st_size > limit) {
            return base_fail_size(env, path, (uint64_t)about.st_size, limit);
        }
        needed = (size_t)about.st_size / 2 + 2; /* base_grow() doubles this: all bytes, one to find the end, a NUL */
    }
    do {
        TRY(BASE_GROW(env, *bytes, &capacity, needed));
        *size += fread(*bytes + *size, 1, capacity - 1 - *size, file);
        if (*size > limit) {
            return base_fail_size(env, path, 0, limit);
        }
        needed = capacity + 1;
    } while (*size + 1 == capacity);
    (*bytes)[*size] = '\0';
    return ferror(file) ? base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be read: %s", path, base_text_reason(errno))
                        : SWARM_OK;
}

enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size)
{
    const char *label = base_file_label(path);
    FILE *file = is_stdin(path) ? stdin : fopen(path, "rb");
    if (!file) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be opened: %s", label, base_text_reason(errno));
    }
    char *text = NULL;
    size_t length = 0;
    enum swarm_status status = read_all(env, label, file, limit, &text, &length);
    if (file != stdin) {
        fclose(file);
    }
    if (status == SWARM_OK && base_gzip_is(text, length)) {
        status = base_gzip_unpack(env, label, limit, &text, &length);
    }
    if (status != SWARM_OK) {
        free(text);
        return status;
    }
    *bytes = text;
    *size = length;
    return SWARM_OK;
}

enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size)
{
    TRY(base_file_read_limited(env, path, base_file_limit(), bytes, size));
    const enum swarm_status status = base_require_text(env, base_file_label(path), *bytes, *size);
    if (status != SWARM_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

enum swarm_status base_file_write(struct base_env *env, const char *path, base_file_writer *write, const void *content)
{
    TRY(base_file_check_target(env, path));
    char *target = base_file_target(path);
    char *temporary = target ? base_text_format("%s.%ld.part", target, (long)getpid()) : NULL;
    if (!temporary) {
        free(target);
        return base_fail_memory(env);
    }
    FILE *file = fopen(temporary, "wb");
    bool complete = file && write(file, content);
    int reason = errno;
    if (file && fclose(file) != 0 && complete) {
        complete = false;
        reason = errno;
    }
    if (complete && rename(temporary, target) != 0) {
        complete = false;
        reason = errno;
    }
    if (file && !complete) {
        remove(temporary);
    }
    free(temporary);
    free(target);
    return complete ? SWARM_OK
                    : base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: %s", path, base_text_reason(reason));
}

struct bytes {
    const void *start;
    size_t size;
};

static bool write_bytes(FILE *file, const void *content)
{
    const struct bytes *bytes = content;
    return fwrite(bytes->start, 1, bytes->size, file) == bytes->size;
}

enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size)
{
    return base_file_write(env, path, write_bytes, &(struct bytes){bytes, size});
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Public functions                                                                                                   */

enum swarm_status swarm_file_read(swarm_context *context, const char *path, char **bytes, size_t *size)
{
    return path ? base_file_read(base_env_of(context), path, bytes, size) : base_fail_null(context, "path");
}

enum swarm_status swarm_file_replace(swarm_context *context, const char *path, const void *bytes, size_t size)
{
    return base_file_replace(base_env_of(context), path, bytes, size);
}

void swarm_free(void *array)
{
    free(array);
}
