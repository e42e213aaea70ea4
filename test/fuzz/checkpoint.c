/* checkpoint.c - fuzzer of the reader of checkpoints. Reads the bytes as they are, and again with corrected sizes and
 * checksums, which leads deeper into the reader. */
#include <zlib.h>

#include "base/checkpoint.h"
#include "fuzz.h"

enum { PREFIX = 32, CHECKSUM = 4, LARGEST = 4096 };

static void put_number(uint8_t *bytes, uint64_t number, size_t size)
{
    for (size_t k = 0; k < size; ++k) {
        bytes[k] = (uint8_t)(number >> (8 * k));
    }
}

/* Corrects the magic word, version, sizes and checksums in `bytes`. */
static void mend(uint8_t *bytes, size_t size)
{
    size_t header = (size_t)(bytes[20] | bytes[21] << 8) % (size - CHECKSUM + 1);
    header = header < PREFIX + CHECKSUM ? PREFIX + CHECKSUM : header;
    memcpy(bytes, "swarmcl state\r\n", 16);
    put_number(bytes + 16, 1, 4);
    put_number(bytes + 20, header, 4);
    put_number(bytes + 24, size, 8);
    put_number(bytes + header - CHECKSUM, crc32(0, bytes, (uInt)(header - CHECKSUM)), CHECKSUM);
    put_number(bytes + size - CHECKSUM, crc32(0, bytes, (uInt)(size - CHECKSUM)), CHECKSUM);
}

/* Requires a checkpoint with these settings and sections, or a failure with a message. */
static void read_bytes(uint8_t *bytes, size_t size)
{
    static const struct base_checkpoint_setting settings[] = {{"a", "1"}, {"b", ""}};
    struct base_env env = {.error = NULL};
    uint8_t one[3], two[4];
    struct base_checkpoint_section sections[] = {{"one", sizeof one, one}, {"two", sizeof two, two}};
    FUZZ_REQUIRE(base_env_init(&env) == SWARM_OK);
    FILE *file = fmemopen(bytes, size, "rb");
    FUZZ_REQUIRE(file);
    enum swarm_status status =
        base_checkpoint_read_from(&env, file, "fuzz", &(struct base_checkpoint){"fuzz", settings, 2, sections, 2});
    fclose(file);
    FUZZ_REQUIRE(status == SWARM_OK || status == SWARM_ERROR_INPUT || status == SWARM_ERROR_INVALID_ARGUMENT);
    FUZZ_REQUIRE(status == SWARM_OK || (env.error && *env.error));
    base_env_deinit(&env);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t bytes[LARGEST];
    if (size == 0 || size > LARGEST) {
        return 0;
    }
    memcpy(bytes, data, size);
    read_bytes(bytes, size);
    if (size >= PREFIX + 2 * CHECKSUM) {
        mend(bytes, size);
        read_bytes(bytes, size);
    }
    return 0;
}
