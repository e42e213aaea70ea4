/* gzip.c - unpacks with zlib's inflate(). gzread() would be shorter, but does not report that data is cut off or that
 * other bytes follow it. */
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "file.h"
#include "memory.h"

enum { GZIP_ONLY = 16 + MAX_WBITS }; /* window bits for inflateInit2(): the largest window, gzip data only */

struct unpacking {
    struct base_env *env;
    const char *path;
    z_stream stream;
    const char *packed;
    size_t size;
    size_t read;   /* number of packed bytes read so far */
    size_t member; /* offset in `packed` at which the current gzip member starts */
    char *bytes;   /* [capacity] unpacked bytes, `used` of them filled */
    size_t used, capacity, limit;
};

bool base_gzip_is(const char *bytes, size_t size)
{
    return size >= 2 && (unsigned char)bytes[0] == 0x1F && (unsigned char)bytes[1] == 0x8B;
}

/* zlib allocates through these functions, so tests can make its allocations fail. */
static void *allocate(void *unused, unsigned count, unsigned size)
{
    (void)unused;
    return calloc(count, size);
}

static void release(void *unused, void *memory)
{
    (void)unused;
    free(memory);
}

/* Calls inflate() once with the remaining input and output; returns its code. */
static int inflate_some(struct unpacking *work)
{
    const size_t left = work->size - work->read, room = work->capacity - work->used;
    const uInt packed = left < UINT_MAX ? (uInt)left : UINT_MAX, space = room < UINT_MAX ? (uInt)room : UINT_MAX;
    work->stream.next_in = (Bytef *)(work->packed + work->read);
    work->stream.avail_in = packed;
    work->stream.next_out = (Bytef *)(work->bytes + work->used);
    work->stream.avail_out = space;
    int code = inflate(&work->stream, Z_NO_FLUSH);
    work->read += packed - work->stream.avail_in;
    work->used += space - work->stream.avail_out;
    return code;
}

/* Fails with a message that describes zlib's error `code`. */
static enum swarm_status fail_data(struct unpacking *work, int code)
{
    if (code == Z_MEM_ERROR) {
        return base_fail_memory(work->env);
    }
    if (code == Z_OK || code == Z_BUF_ERROR) {
        return base_fail(work->env, SWARM_ERROR_INPUT,
                         "%s: found the end of the file at byte %zu, expected the rest of the gzip data that starts at "
                         "byte %zu",
                         work->path, work->size, work->member);
    }
    return base_fail(work->env, SWARM_ERROR_INPUT,
                     "%s: found damaged gzip data before byte %zu (%s), expected a whole gzip file", work->path,
                     work->read, work->stream.msg ? work->stream.msg : zError(code));
}

static enum swarm_status unpack_all(struct unpacking *work)
{
    for (int code = Z_STREAM_END; code != Z_STREAM_END || work->read < work->size;) {
        if (code == Z_STREAM_END) {
            work->member = work->read;
            inflateReset(&work->stream);
            if (!base_gzip_is(work->packed + work->read, work->size - work->read)) {
                return base_fail(work->env, SWARM_ERROR_INPUT,
                                 "%s: found %zu bytes after the gzip data, which ends at byte %zu, expected the end of "
                                 "the file or more gzip data",
                                 work->path, work->size - work->read, work->read);
            }
        }
        TRY(BASE_GROW(work->env, work->bytes, &work->capacity, work->used + 1));
        TRY(base_check_reading(work->env, work->path));
        code = inflate_some(work);
        if (work->used > work->limit) {
            return base_fail_size(work->env, work->path, 0, work->limit);
        }
        const bool starved = work->read == work->size && work->used < work->capacity;
        if (code != Z_STREAM_END && (starved || (code != Z_OK && code != Z_BUF_ERROR))) {
            return fail_data(work, code);
        }
    }
    return SWARM_OK;
}

enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, size_t limit, char **bytes, size_t *size)
{
    struct unpacking work = {.env = env, .path = path, .packed = *bytes, .size = *size, .limit = limit};
    work.stream.zalloc = allocate;
    work.stream.zfree = release;
    if (inflateInit2(&work.stream, GZIP_ONLY) != Z_OK) {
        return base_fail_memory(env);
    }
    enum swarm_status status = unpack_all(&work);
    inflateEnd(&work.stream);
    status = status == SWARM_OK ? BASE_GROW(env, work.bytes, &work.capacity, work.used + 1) : status;
    if (status != SWARM_OK) {
        free(work.bytes);
        return status;
    }
    work.bytes[work.used] = '\0';
    free(*bytes);
    *bytes = work.bytes;
    *size = work.used;
    return SWARM_OK;
}
