/* Reading whole files: plain, gzip, several gzip members, size limits; and names derived from paths. */
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "tsp_support.h"

/* Makes `count` bytes that repeat rarely, and that gzip can compress well. */
static char *make_text(size_t count)
{
    char *text = test_memory(count + 1, 1);
    uint32_t state = 1;
    for (size_t k = 0; k < count; ++k) {
        state = 1664525 * state + 1013904223;
        text[k] = "0123456789 .\n-"[(state >> 24) % 14];
    }
    return text;
}

/* Packs the text as one gzip member; returns the number of bytes. */
static size_t pack(const char *text, size_t size, char *packed, size_t capacity)
{
    z_stream stream = {0};
    REQUIRE_INT(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
    char *copy = test_memory(1, size + 1);
    memcpy(copy, text, size);
    stream.next_in = (Bytef *)copy;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)capacity;
    REQUIRE_INT(deflate(&stream, Z_FINISH), ==, Z_STREAM_END);
    deflateEnd(&stream);
    return capacity - stream.avail_out;
}

static void require_content(const char *path, size_t limit, const char *text, size_t size)
{
    char *bytes = NULL;
    size_t found = 0;
    REQUIRE_OK(base_file_read_limited(&env, path, limit, &bytes, &found));
    REQUIRE_INT(found, ==, size);
    REQUIRE(memcmp(bytes, text, size) == 0);
    REQUIRE_INT(bytes[size], ==, '\0');
    free(bytes);
}

static void require_too_large(const char *path, size_t limit, const char *part)
{
    char *bytes = NULL;
    size_t found = 0;
    char number[64];
    snprintf(number, sizeof number, "expected at most %zu", limit);
    REQUIRE_INT(base_file_read_limited(&env, path, limit, &bytes, &found), ==, SWARM_ERROR_OUT_OF_MEMORY);
    REQUIRE(!bytes);
    REQUIRE_CONTAINS(error_of(), path);
    REQUIRE_CONTAINS(error_of(), part);
    REQUIRE_CONTAINS(error_of(), number);
}

TEST(plain_and_packed_files_of_any_size)
{
    static const size_t sizes[] = {0, 1, 2, 65535, 65536, 65537, 131072, 300001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        const char *text = make_text(sizes[k]);
        require_content(test_write("plain", text, sizes[k]), base_file_limit(), text, sizes[k]);
    }
    enum { SIZE = 1000000, CAPACITY = 1200000 };
    static const size_t counts[] = {1, 2, 7, 1000};
    const char *text = make_text(SIZE);
    char *packed = test_memory(1, CAPACITY);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; ++k) {
        const size_t piece = SIZE / counts[k];
        size_t used = 0;
        for (size_t member = 0; member < counts[k]; ++member) {
            const size_t end = member + 1 < counts[k] ? (member + 1) * piece : SIZE;
            used += pack(text + member * piece, end - member * piece, packed + used, CAPACITY - used);
        }
        REQUIRE_INT(used, <, SIZE);
        require_content(test_write("packed", packed, used), base_file_limit(), text, SIZE); /* the name has no .gz */
    }
    require_content(test_write("nothing", packed, pack("", 0, packed, CAPACITY)), base_file_limit(), "", 0);
}

TEST(files_past_the_limit_are_refused_plain_ones_by_their_size_packed_ones_while_they_are_unpacked)
{
    enum { SIZE = 3000000 };
    const char *text = make_text(100000), *path = test_write("large", text, 100000), *zeros = test_memory(SIZE, 1);
    char packed[8192];
    const char *bomb = test_write("bomb", packed, pack(zeros, SIZE, packed, sizeof packed));
    require_content(path, 100000, text, 100000);
    require_too_large(path, 99999, "found 100000 bytes");
    require_too_large(path, 0, "found 100000 bytes");
    require_content(bomb, SIZE, zeros, SIZE);
    require_too_large(bomb, SIZE - 1, "found more than 2999999 bytes");
    require_too_large(bomb, 100000, "found more than 100000 bytes");
    if (access("/dev/zero", R_OK) == 0) {
        require_too_large("/dev/zero", 1 << 20, "found more than 1048576 bytes");
        require_too_large("/dev/zero", 65535, "found more than 65535 bytes");
        require_too_large("/dev/zero", 65536, "found more than 65536 bytes");
    }
    REQUIRE_INT(base_file_limit(), >=, 1 << 20);
    REQUIRE_INT((unsigned long long)base_file_limit(), <=, 4294967296ULL);
}

/* Requires that every truncated gzip file is rejected, never unpacked to a shorter text. */
TEST(every_beginning_of_a_packed_file)
{
    char packed[512];
    const size_t size = pack(make_text(600), 600, packed, sizeof packed);
    for (size_t cut = 2; cut < size; ++cut) {
        /* allocated with exactly this size, so memory checkers find reads past the end */
        char *bytes = test_memory(1, cut);
        size_t unpacked = cut;
        memcpy(bytes, packed, cut);
        REQUIRE_FAILS(base_gzip_unpack(&env, "cut.gz", 1000, &bytes, &unpacked), SWARM_ERROR_INPUT,
                      "cut.gz: found the end of the file at byte ");
    }
    REQUIRE(!base_gzip_is(packed, 0) && !base_gzip_is(packed, 1));
}

/* Requires an error for every flipped bit, except bits that do not affect the text. */
TEST(every_damaged_bit_of_a_packed_file)
{
    char packed[512];
    const char *text = make_text(600);
    const size_t size = pack(text, 600, packed, sizeof packed);
    for (size_t bit = 16; bit < 8 * size; ++bit) {
        char *bytes = malloc(size);
        size_t unpacked = size;
        REQUIRE(bytes);
        memcpy(bytes, packed, size);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
        enum swarm_status status = base_gzip_unpack(&env, "bad.gz", 100000, &bytes, &unpacked);
        if (status == SWARM_OK) {
            /* bits of the header's time, compression level and system; padding in the last byte of data */
            REQUIRE(bit < 80 || bit / 8 == size - 9);
            REQUIRE_INT(unpacked, ==, 600);
            REQUIRE(memcmp(bytes, text, 600) == 0);
        } else {
            REQUIRE(status == SWARM_ERROR_INPUT || status == SWARM_ERROR_OUT_OF_MEMORY);
        }
        free(bytes);
    }
}

TEST(more_memory_than_any_machine_has_is_refused)
{
    REQUIRE_OK(base_require_memory(&env, "a.tsp", 1000, 1000));
    if (base_memory_available("") < UINT64_MAX) {
        REQUIRE_FAILS(base_require_memory(&env, "a.tsp", SIZE_MAX, SIZE_MAX), SWARM_ERROR_OUT_OF_MEMORY,
                      "a.tsp: needs ");
        REQUIRE_CONTAINS(error_of(), " are available");
    }
}

TEST(one_file_has_many_names)
{
    char link[300], folder[300], dotted[600];
    const char *path = test_write("one", "1", 1), *other = test_write("other", "2", 1);
    swarm_context *context = (swarm_context *)(void *)&env; /* a context begins with its env */
    bool same = true;
    snprintf(link, sizeof link, "%s.link", path);
    snprintf(folder, sizeof folder, "%s.folder", path);
    REQUIRE(symlink(path, link) == 0 && mkdir(folder, 0777) == 0);
    snprintf(dotted, sizeof dotted, "%s/../%s", folder, path);
    REQUIRE(swarm_file_same(context, path, link, &same) == SWARM_OK && same);
    REQUIRE(swarm_file_same(context, link, dotted, &same) == SWARM_OK && same);
    REQUIRE(swarm_file_same(context, path, other, &same) == SWARM_OK && !same);
    REQUIRE(swarm_file_same(context, folder, folder, &same) == SWARM_OK && !same); /* a folder is not a regular file */
    REQUIRE(swarm_file_same(context, "/dev/null", "/dev/null", &same) == SWARM_OK && !same);
    REQUIRE_OK(base_file_replace(&env, link, "new", 3));
    require_content(path, 100, "new", 3);
    REQUIRE(unlink(path) == 0); /* now the link's target does not exist */
    REQUIRE(swarm_file_same(context, path, link, &same) == SWARM_OK && same);
    REQUIRE(swarm_file_same(context, link, dotted, &same) == SWARM_OK && same);
    REQUIRE(swarm_file_same(context, path, other, &same) == SWARM_OK && !same);
    REQUIRE(swarm_file_same(context, "no/such/a", "no/such/b", &same) == SWARM_OK && !same);
    REQUIRE_OK(swarm_file_probe(context, link));
    REQUIRE(access(path, F_OK) != 0);
    REQUIRE_FAILS(swarm_file_probe(context, folder), SWARM_ERROR_IO, "cannot be written: it is a folder");
    REQUIRE_INT(swarm_file_probe(context, "no/such/folder"), ==, SWARM_ERROR_IO);
    REQUIRE_OK(base_file_replace(&env, link, "newer", 5));
    require_content(path, 100, "newer", 5);
    REQUIRE(unlink(link) == 0 && symlink(link, link) == 0); /* a link to itself */
    REQUIRE(swarm_file_same(context, path, link, &same) == SWARM_OK && !same);
    REQUIRE(unlink(link) == 0 && rmdir(folder) == 0);
}

TEST(a_file_has_one_writer)
{
    struct base_file_lock first = {.path = NULL}, second = {.path = NULL};
    char link[300];
    const char *path = test_write("locked", "1", 1), *file = test_file("locked.lock");
    snprintf(link, sizeof link, "%s.link", path);
    REQUIRE(symlink(path, link) == 0);
    REQUIRE_OK(base_file_lock(&env, path, &first));
    REQUIRE_FAILS(base_file_lock(&env, link, &second), SWARM_ERROR_INVALID_ARGUMENT,
                  "another run is writing this file");
    REQUIRE_OK(base_file_replace(&env, path, "2", 1)); /* replacing the file must keep the lock */
    REQUIRE_INT(base_file_lock(&env, path, &second), ==, SWARM_ERROR_INVALID_ARGUMENT);
    base_file_unlock(&second);
    REQUIRE(access(file, F_OK) == 0);
    base_file_unlock(&first);
    REQUIRE(access(file, F_OK) != 0);
    REQUIRE_OK(base_file_lock(&env, link, &second));
    base_file_unlock(&second);
    test_write("locked.lock", "not ours", 8);
    REQUIRE_OK(base_file_lock(&env, path, &second));
    REQUIRE_INT(base_file_lock(&env, path, &first), ==, SWARM_ERROR_INVALID_ARGUMENT);
    base_file_unlock(&second);
    require_content(file, 100, "not ours", 8);
    REQUIRE_INT(base_file_lock(&env, "no/such/folder", &second), ==, SWARM_ERROR_IO);
    REQUIRE_INT(base_file_lock(&env, ".", &second), ==, SWARM_ERROR_IO);
    REQUIRE(unlink(link) == 0);
}

TEST(names_from_paths_and_suffixes_in_any_case_and_before_gz)
{
    static const char *const rows[][2] = {
        {"cities.csv", "cities"},
        {"a/b/cities.csv.gz", "cities"},
        {"/a.b/cities", "cities"},
        {"a.b/cities.gz", "cities"},
        {"a/cities.2026.tsp", "cities.2026"},
        {"cities.TSP.GZ", "cities"},
        {".hidden", ".hidden"},
        {"a/.gz", ".gz"},
        {"a/", ""},
        {"-", "stdin"},
        {"stdin", "stdin"},
        {"./-", "-"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char *stem = base_file_stem(rows[i][0]);
        REQUIRE_TEXT(stem, rows[i][1]);
        free(stem);
    }
    REQUIRE(base_file_has_suffix("a/cities.csv", ".csv") && base_file_has_suffix("cities.CSV.gz", ".csv"));
    REQUIRE(base_file_has_suffix("cities.Csv.GZ", ".csv"));
    REQUIRE(!base_file_has_suffix("cities.csv.bak", ".csv") && !base_file_has_suffix("cities.tsv", ".csv"));
    REQUIRE(!base_file_has_suffix("csv", ".csv") && !base_file_has_suffix(".csv", ".csv"));
    REQUIRE(!base_file_has_suffix("cities.csv.gz.gz", ".csv"));
}

TEST_MAIN_ENV()
