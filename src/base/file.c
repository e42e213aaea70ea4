#include "file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "available.h"
#include "gzip.h"
#include "text.h"

/* Pipes start with a buffer of this size, which doubles. */
enum { FIRST_CAPACITY = 1 << 16 };

bool base_file_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *base_file_label(const char *path)
{
    return base_file_is_stdin(path) ? "stdin" : path;
}

/* Whether text[length] ends in `suffix`, letters of either case alike, with something before it. */
static bool ends_in(const char *text, size_t length, const char *suffix)
{
    size_t size = strlen(suffix);
    if (length <= size) {
        return false;
    }
    for (size_t k = 0; k < size; ++k) {
        if (tolower((unsigned char)text[length - size + k]) != tolower((unsigned char)suffix[k])) {
            return false;
        }
    }
    return true;
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

/* Reads to the end of the file; `expected` bytes at first. */
static enum swarm_status read_all(struct base_env *env, const char *path, FILE *file, size_t expected, size_t limit,
                                  char **bytes, size_t *size)
{
    enum swarm_status status = SWARM_OK;
    char *buffer = NULL;
    size_t used = 0;
    /* a byte more than expected, so that the end of the file is met without growing */
    for (size_t capacity = expected > 0 ? expected + 1 : FIRST_CAPACITY;; capacity *= 2) {
        if (capacity > limit) {
            capacity = limit + 1;
        }
        char *grown = realloc(buffer, capacity + 1);
        if (!grown) {
            status = base_fail_memory(env);
            goto fail;
        }
        buffer = grown;
        used += fread(buffer + used, 1, capacity - used, file);
        if (used > limit) {
            status = base_fail_size(env, path, 0, limit);
            goto fail;
        }
        if (used < capacity) {
            break;
        }
    }
    if (ferror(file)) {
        status = base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be read: %s", path, strerror(errno));
        goto fail;
    }
    buffer[used] = '\0';
    *bytes = buffer;
    *size = used;
    return SWARM_OK;
fail:
    free(buffer);
    return status;
}

/* Looks at what the file is before it is read. */
static enum swarm_status read_open(struct base_env *env, const char *path, FILE *file, size_t limit, char **bytes,
                                   size_t *size)
{
    struct stat about;
    size_t expected = 0;
    if (fstat(fileno(file), &about) == 0) {
        if (S_ISDIR(about.st_mode)) {
            return base_fail(env, SWARM_ERROR_INPUT, "%s: is a folder, expected a file", path);
        }
        if (S_ISREG(about.st_mode) && about.st_size > 0) {
            if ((uint64_t)about.st_size > limit) {
                return base_fail_size(env, path, (uint64_t)about.st_size, limit);
            }
            expected = (size_t)about.st_size;
        }
    }
    return read_all(env, path, file, expected, limit, bytes, size);
}

enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size)
{
    const char *label = base_file_label(path);
    bool standard = base_file_is_stdin(path);
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be opened: %s", label, strerror(errno));
    }
    char *text = NULL;
    size_t length = 0;
    enum swarm_status status = read_open(env, label, file, limit, &text, &length);
    if (!standard) {
        fclose(file);
    }
    if (status != SWARM_OK || !base_gzip_is(text, length)) {
        if (status == SWARM_OK) {
            *bytes = text;
            *size = length;
        }
        return status;
    }
    status = base_gzip_unpack(env, label, text, length, limit, bytes, size);
    free(text);
    return status;
}

enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size)
{
    return base_file_read_limited(env, path, base_file_limit(), bytes, size);
}

enum swarm_status base_file_check_place(struct base_env *env, const char *path)
{
    struct stat entry;
    if (stat(path, &entry) == 0 && !S_ISREG(entry.st_mode) && !S_ISDIR(entry.st_mode)) {
        return base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: is no file, and would be replaced by one", path);
    }
    return SWARM_OK; /* a folder is refused when it is to be replaced */
}

enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size)
{
    enum swarm_status status = base_file_check_place(env, path);
    if (status != SWARM_OK) {
        return status;
    }
    char *temporary = base_text_format("%s.%ld.part", path, (long)getpid());
    if (!temporary) {
        return base_fail_memory(env);
    }
    FILE *file = fopen(temporary, "wb");
    if (!file) {
        status = base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
        goto done;
    }
    bool complete = fwrite(bytes, 1, size, file) == size;
    if (fclose(file) != 0 || !complete || rename(temporary, path) != 0) {
        status = base_fail(env, SWARM_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
        remove(temporary);
    }
done:
    free(temporary);
    return status;
}
