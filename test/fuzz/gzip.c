/* gzip.c - fuzzer of the reader of gzip files. The first byte chooses: the rest is a file, or a text that is packed
 * here and may then be damaged in one byte, so the fuzzer need not guess checksums. The second byte limits the unpacked
 * size. */
#include "fuzz.h"

#include <zlib.h>

#include "base/file.h"

enum { AS_IT_STANDS, PACKED, TWO_MEMBERS, DAMAGED, MODE_COUNT };

/* Bytes before the text and in all, of a gzip member with one stored block (RFC 1951, section 3.2.4). */
enum { HEADER = 10 + 5, OVERHEAD = HEADER + 8 };

static size_t put_little(unsigned char *out, uint32_t value, size_t bytes)
{
    for (size_t k = 0; k < bytes; ++k) {
        out[k] = (unsigned char)(value >> 8 * k);
    }
    return bytes;
}

/* Packs the text as a member with one stored block, in size + OVERHEAD bytes; size < 2^16. */
static size_t put_member(unsigned char *out, const uint8_t *text, size_t size)
{
    static const unsigned char header[11] = {0x1F, 0x8B, Z_DEFLATED, 0, 0, 0, 0, 0, 0, 255, 1};
    size_t used = sizeof header;
    memcpy(out, header, used);
    used += put_little(out + used, (uint32_t)size, 2);
    used += put_little(out + used, ~(uint32_t)size, 2);
    if (size > 0) {
        memcpy(out + used, text, size);
    }
    used += size;
    used += put_little(out + used, (uint32_t)crc32(0, text, (uInt)size), 4);
    return used + put_little(out + used, (uint32_t)size, 4);
}

/* Unpacks the file. `good`: requires `text` as the result; otherwise anything is allowed that is safe. */
static void unpack(const unsigned char *file, size_t file_size, size_t limit, const uint8_t *text, size_t size,
                   bool good)
{
    struct base_env env = {.error = NULL};
    char *bytes = malloc(file_size + 1);
    size_t unpacked = file_size;
    FUZZ_REQUIRE(bytes && base_env_init(&env) == SWARM_OK);
    memcpy(bytes, file, file_size);
    enum swarm_status status = base_gzip_unpack(&env, "fuzz.gz", limit, &bytes, &unpacked);
    if (status == SWARM_OK) {
        FUZZ_REQUIRE(bytes && unpacked <= limit && bytes[unpacked] == '\0');
        FUZZ_REQUIRE(!good || (unpacked == size && (size == 0 || memcmp(bytes, text, size) == 0)));
    } else {
        FUZZ_REQUIRE(env.error && *env.error);
        FUZZ_REQUIRE(status == SWARM_ERROR_INPUT || status == SWARM_ERROR_OUT_OF_MEMORY);
        FUZZ_REQUIRE(!good || (status == SWARM_ERROR_OUT_OF_MEMORY && size > limit));
    }
    free(bytes);
    base_env_deinit(&env);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4) {
        return 0;
    }
    const int mode = data[0] % MODE_COUNT;
    const size_t limit = data[1] < 128 ? (size_t)data[1] * 4 : (size_t)1 << 20;
    const size_t place = data[2] + 256 * (size_t)(data[3] & 3); /* where the text is cut or the file damaged */
    data += 4;
    size -= 4;
    if (mode == AS_IT_STANDS) {
        if (base_gzip_is((const char *)data, size)) {
            unpack(data, size, limit, NULL, 0, false);
        }
        return 0;
    }
    unsigned char *file = malloc(size + 2 * OVERHEAD);
    FUZZ_REQUIRE(file);
    const size_t first = mode == TWO_MEMBERS ? place % (size + 1) : size;
    size_t file_size = put_member(file, data, first);
    if (mode == TWO_MEMBERS) {
        file_size += put_member(file + file_size, data + first, size - first);
    } else if (mode == DAMAGED) {
        file[2 + place % (file_size - 2)] ^= 1u << (place & 7);
    }
    unpack(file, file_size, limit, data, size, mode != DAMAGED);
    free(file);
    return 0;
}
