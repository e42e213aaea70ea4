#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* Files of this size are read in one go; larger ones, and pipes, grow the buffer by doubling. */
enum { FIRST_CAPACITY = 1 << 16 };

static enum swarm_status read_all(struct base_env *env, const char *path, FILE *file, char **bytes, size_t *size)
{
    char *buffer = NULL;
    size_t used = 0;
    for (size_t capacity = FIRST_CAPACITY;; capacity *= 2) {
        char *grown = realloc(buffer, capacity + 1);
        if (!grown) {
            free(buffer);
            return base_fail_memory(env);
        }
        buffer = grown;
        used += fread(buffer + used, 1, capacity - used, file);
        if (used < capacity) {
            break;
        }
    }
    if (ferror(file)) {
        free(buffer);
        return base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    }
    buffer[used] = '\0';
    *bytes = buffer;
    *size = used;
    return SWARM_OK;
}

enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    }
    struct stat status;
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file);
        return base_fail(env, SWARM_ERROR_INPUT, "%s: is a folder, expected a file", path);
    }
    enum swarm_status result = read_all(env, path, file, bytes, size);
    fclose(file);
    return result;
}

enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size)
{
    char *temporary = base_text_format("%s.%ld.part", path, (long)getpid());
    if (!temporary) {
        return base_fail_memory(env);
    }
    enum swarm_status status = SWARM_OK;
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
