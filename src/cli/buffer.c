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
    const unsigned char *bytes = (const unsigned char *)text, lead = bytes[0];
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    /* The second byte tells overlong ones, surrogates and what is past the end (Unicode, table 3-7). */
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; ++i) {
        if (bytes[i] < low || bytes[i] > high) {
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}
