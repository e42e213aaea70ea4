#include "encoding.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "text.h"

enum { UTF8_MOST = 3 }; /* largest size in UTF-8, in bytes, of one byte of Windows-1252 or one 16-bit unit of UTF-16 */

size_t base_utf8_mark(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

size_t base_utf8_length(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text, lead = size > 0 ? bytes[0] : 0xFF;
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    /* The range of the second byte excludes overlong forms, surrogates and codes above U+10FFFF (Unicode, table 3-7).
     */
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t k = 1; k < length; ++k) {
        if (k >= size || bytes[k] < low || bytes[k] > high) {
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

#define UNPACK "unpack it first"

/* First bytes of file formats that users often pass by mistake, with advice how to get text from them. */
static const struct {
    const char *start;
    size_t size;
    const char *name, *hint;
} formats[] = {
#define FORMAT(start, name, hint)           \
    {                                       \
        start, sizeof start - 1, name, hint \
    }
    FORMAT("PK\3\4", "a zip archive, as .xlsx and .ods are", "unpack it first, or save the spreadsheet as CSV"),
    FORMAT("PK\5\6", "an empty zip archive", UNPACK),
    FORMAT("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document in an old format of Office, as .xls is",
           "save the spreadsheet as CSV"),
    FORMAT("BZh", "data packed by bzip2", UNPACK),
    FORMAT("\xFD\x37zXZ", "data packed by xz", UNPACK),
    FORMAT("\x28\xB5\x2F\xFD", "data packed by zstd", UNPACK),
    FORMAT("\x04\x22\x4D\x18", "data packed by lz4", UNPACK),
    FORMAT("LZIP", "data packed by lzip", UNPACK),
    FORMAT("\x1F\x9D", "data packed by compress", UNPACK),
    FORMAT("\x5D\0\0", "data packed by lzma", UNPACK),
    FORMAT("7z\xBC\xAF\x27\x1C", "a 7z archive", UNPACK),
    FORMAT("Rar!\x1A\7", "a rar archive", UNPACK),
    FORMAT("%PDF-", "a PDF", "save its table as CSV"),
    FORMAT("\x89PNG", "a picture (PNG)", ""),
    FORMAT("\xFF\xD8\xFF", "a picture (JPEG)", ""),
    FORMAT("GIF8", "a picture (GIF)", ""),
    FORMAT("SQLite format 3", "a database of SQLite", "export the table as CSV"),
    FORMAT("PAR1", "a Parquet file", "save its table as CSV"),
    FORMAT("\x89HDF", "an HDF5 file", "save its table as CSV"),
    FORMAT("\x93NUMPY", "an array of NumPy", "save it as text: numpy.savetxt()"),
    FORMAT("\x7F"
           "ELF",
           "a program", ""),
#undef FORMAT
};

enum swarm_status base_require_text(struct base_env *env, const char *path, const char *bytes, size_t size)
{
    enum { TAR_MARK = 257 };
    const char *name = size > TAR_MARK + 5 && memcmp(bytes + TAR_MARK, "ustar", 5) == 0 ? "a tar archive" : NULL;
    const char *hint = name ? UNPACK : "";
    for (size_t k = 0; k < sizeof formats / sizeof *formats && !name; ++k) {
        const bool same = size >= formats[k].size && memcmp(bytes, formats[k].start, formats[k].size) == 0;
        name = same ? formats[k].name : NULL;
        hint = formats[k].hint;
    }
    if (name == formats[0].name && (base_text_contains(path, ".xlsx") || base_text_contains(path, ".ods"))) {
        name = "a workbook";
        hint = "save it as CSV";
    }
    return !name ? SWARM_OK
                 : base_fail(env, SWARM_ERROR_INPUT, "%s: found %s, expected text%s%s", path, name, *hint ? "; " : "",
                             hint);
}

/* Number, from 1, of the line that contains the byte at `at`. */
static size_t line_of(const char *text, size_t at)
{
    size_t line = 1;
    for (size_t k = 0; k < at; ++k) {
        line += text[k] == '\n' || (text[k] == '\r' && text[k + 1] != '\n');
    }
    return line;
}

/* Writes the character `code` as UTF-8; returns the position after its last byte. */
static char *put(char *out, uint32_t code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = (char)(leads[more] | code >> 6 * more);
    for (int k = more - 1; k >= 0; --k) {
        *out++ = (char)(0x80 | (code >> 6 * k & 0x3F));
    }
    return out;
}

static uint32_t unit_at(const char *text, bool big, size_t unit)
{
    const unsigned char *bytes = (const unsigned char *)text + 2 * unit;
    return big ? (uint32_t)bytes[0] << 8 | bytes[1] : (uint32_t)bytes[1] << 8 | bytes[0];
}

/* Writes the text as UTF-8 from *out on and moves *out to the end. */
static enum swarm_status decode_utf16(struct base_env *env, const char *path, const char *text, size_t size, char **out)
{
    const bool big = text[0] == '\xFE';
    const size_t units = size / 2;
    size_t line = 1;
    bool whole = size % 2 == 0;
    for (size_t unit = 1; unit < units && whole; ++unit) { /* unit 0 is the byte-order mark */
        uint32_t code = unit_at(text, big, unit);
        if (code >= 0xD800 && code < 0xE000) {
            const uint32_t low = unit + 1 < units ? unit_at(text, big, unit + 1) : 0;
            whole = code < 0xDC00 && low >= 0xDC00 && low < 0xE000;
            code = 0x10000 + ((code - 0xD800) << 10) + (low & 0x3FF);
            ++unit;
        }
        line += code == '\n';
        *out = whole ? put(*out, code) : *out;
    }
    return whole ? SWARM_OK
                 : base_fail(env, SWARM_ERROR_INPUT,
                             "%s:%zu: found half a character of UTF-16, expected whole characters", path, line);
}

/* Unicode values of the bytes 0x80 to 0x9F in Windows-1252; 0: undefined. Every other byte is its own Unicode value. */
static const uint16_t windows_1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                          0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                          0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                          0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

/* Writes the text as UTF-8 from *out on and moves *out to the end. */
static enum swarm_status decode_windows(struct base_env *env, const char *path, const char *text, size_t size,
                                        char **out)
{
    for (size_t k = 0; k < size; ++k) {
        const unsigned char byte = (unsigned char)text[k];
        const uint32_t code = byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80] : byte;
        if (code == 0 && byte != 0) {
            return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: found \"\\x%02X\", expected text in UTF-8", path,
                             line_of(text, k), (unsigned)byte);
        }
        *out = put(*out, code);
    }
    return SWARM_OK;
}

/* The first byte from `at` on that is not ASCII, or at most seven bytes before it; up to there the text is ASCII. */
static size_t skip_ascii(const char *text, size_t size, size_t at)
{
    uint64_t eight = 0;
    for (; size - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, text + at, sizeof eight);
        if (eight & 0x8080808080808080u) {
            break;
        }
    }
    return at;
}

enum swarm_status base_decode(struct base_env *env, const char *path, const char *text, size_t size, char **decoded,
                              size_t *decoded_size)
{
    size_t invalid = size, beyond = size; /* first byte that is not UTF-8; first character beyond ASCII */
    *decoded = NULL;
    TRY(base_require_text(env, path, text, size));
    const bool utf16 = size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
    const size_t mark = base_utf8_mark(text, size);
    for (size_t k = mark; (k = skip_ascii(text, size, k)) < size && !utf16 && (invalid == size || beyond == size);) {
        const size_t length = base_utf8_length(text + k, size - k);
        invalid = length == 0 && invalid == size ? k : invalid;
        beyond = length > 1 && beyond == size ? k : beyond;
        k += length > 0 ? length : 1;
    }
    if (invalid == size && !utf16) {
        return SWARM_OK;
    }
    if (mark > 0 || beyond < size) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s:%zu: found \"\\x%02X\", expected text in UTF-8 as in line %zu",
                         path, line_of(text, invalid), (unsigned)(unsigned char)text[invalid],
                         mark > 0 ? (size_t)1 : line_of(text, beyond));
    }
    char *made = base_array(size + 1, UTF8_MOST), *out = made;
    enum swarm_status status = !made   ? base_fail_memory(env)
                               : utf16 ? decode_utf16(env, path, text, size, &out)
                                       : decode_windows(env, path, text, size, &out);
    if (status != SWARM_OK) {
        free(made);
        return status;
    }
    if (!utf16) {
        base_log(env, SWARM_LOG_INFO, "%s:%zu: this is not UTF-8, so the text is read as Windows-1252", path,
                 line_of(text, invalid));
    }
    *decoded = made;
    *decoded_size = (size_t)(out - made);
    return SWARM_OK;
}
