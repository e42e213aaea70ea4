#include "buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

void cli_buffer_deinit(struct cli_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct cli_buffer){.bytes = NULL};
}

/* Takes memory for `size` bytes more; false when it ran out. */
static bool reserve(struct cli_buffer *buffer, size_t size)
{
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : FIRST_CAPACITY;
    while (capacity - buffer->size < size) {
        capacity *= 2;
    }
    if (capacity > buffer->capacity && !buffer->failed) {
        char *grown = realloc(buffer->bytes, capacity);
        buffer->failed = !grown;
        buffer->bytes = grown ? grown : buffer->bytes;
        buffer->capacity = grown ? capacity : buffer->capacity;
    }
    return !buffer->failed;
}

void cli_buffer_put(struct cli_buffer *buffer, const char *bytes, size_t size)
{
    if (size > 0 && reserve(buffer, size)) {
        memcpy(buffer->bytes + buffer->size, bytes, size);
        buffer->size += size;
    }
}

void cli_buffer_text(struct cli_buffer *buffer, const char *text)
{
    cli_buffer_put(buffer, text, strlen(text));
}

void cli_buffer_vformat(struct cli_buffer *buffer, const char *format, va_list arguments)
{
    size_t room = 64;
    for (bool fits = false; !fits && reserve(buffer, room);) {
        va_list again;
        va_copy(again, arguments);
        const int length = vsnprintf(buffer->bytes + buffer->size, room, format, again);
        va_end(again);
        fits = length < 0 || (size_t)length < room;
        buffer->size += fits && length > 0 ? (size_t)length : 0;
        room = (size_t)length + 1;
    }
}

void cli_buffer_format(struct cli_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_buffer_vformat(buffer, format, arguments);
    va_end(arguments);
}

const char *cli_real_text(double value, char text[CLI_REAL_SIZE])
{
    int digits = 15;
    do {
        snprintf(text, CLI_REAL_SIZE, "%.*g", digits, value);
    } while (strtod(text, NULL) != value && ++digits <= 17);
    for (char *at = text; *at; ++at) {
        if (!strchr("0123456789+-e", *at)) {
            *at = '.'; /* whatever the locale's decimal point is */
        }
    }
    return text;
}

double cli_round_seconds(double seconds)
{
    return round(seconds * 1e6) / 1e6;
}

size_t cli_utf8_length(const char *text)
{
    static const unsigned long smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC0 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    if (length <= 1 || bytes[0] >= 0xF8) {
        return length <= 1 ? length : 0;
    }
    unsigned long code = bytes[0] & (0x7FUL >> length);
    for (size_t i = 1; i < length; ++i) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (bytes[i] & 0x3FUL);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < smallest[length] || code > 0x10FFFF || surrogate ? 0 : length;
}
