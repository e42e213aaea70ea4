#include "console.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"

enum { DEFAULT_COLUMNS = 80 };

enum cli_exit cli_exit_code(enum swarm_status status)
{
    switch (status) {
    case SWARM_OK:
        return CLI_EXIT_DONE;
    case SWARM_ERROR_INVALID_ARGUMENT:
    case SWARM_ERROR_INPUT:
    case SWARM_ERROR_UNSUPPORTED:
        return CLI_EXIT_INPUT;
    case SWARM_ERROR_NO_DEVICE:
        return CLI_EXIT_DEVICE;
    case SWARM_ERROR_OUT_OF_MEMORY:
        return CLI_EXIT_MEMORY;
    case SWARM_ERROR_VERIFICATION:
        return CLI_EXIT_VERIFICATION;
    default:
        return CLI_EXIT_RUN_TIME;
    }
}

/* The ranks of the process, kept here because cli_error() and the like have no console argument. */
static struct cli_ranks *speaker;

void cli_messages_of_rank(struct cli_ranks *ranks)
{
    speaker = ranks;
}

static bool has_time; /* True if each message begins with the time */

void cli_messages_with_time(void)
{
    has_time = true;
}

/* Adds the time if messages begin with it: "2026-11-27T07:08:51Z ". */
static void put_time(struct cli_buffer *out)
{
    char text[32];
    const time_t now = time(NULL);
    struct tm parts;
    if (has_time && gmtime_r(&now, &parts)) {
        cli_buffer_put(out, text, strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ ", &parts));
    }
}

void cli_buffer_plain(struct cli_buffer *out, const char *text)
{
    for (size_t length = 0; *text; text += length) {
        const unsigned char byte = (unsigned char)*text;
        const bool control = (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F
                             || (byte == 0xC2 && (unsigned char)text[1] < 0xA0);
        length = cli_utf8_length(text);
        if (length == 0 || control) {
            cli_buffer_format(out, "\\x%02X", byte);
            length = 1;
        } else {
            cli_buffer_put(out, text, length);
        }
    }
}

/* Bytes of a message on the stack: messages about missing memory must not need the heap. */
enum { MESSAGE_SIZE = 1024 };

/* Prints in one piece, because ranks share the terminal. */
void cli_message(const char *prefix, const char *format, va_list arguments, const char *suffix)
{
    struct cli_ranks *rank = *prefix ? speaker : NULL; /* notes have no prefix and are printed by the rank itself */
    char own[MESSAGE_SIZE], escaped[4 * MESSAGE_SIZE];
    struct cli_buffer text = {.bytes = own, .capacity = sizeof own, .borrowed = true};
    struct cli_buffer plain = {.bytes = escaped, .capacity = sizeof escaped, .borrowed = true};
    va_list again;
    va_copy(again, arguments);
    cli_buffer_text(&text, prefix);
    cli_buffer_vformat(&text, format, again);
    cli_buffer_format(&text, "%s\n%c", suffix, '\0');
    va_end(again);
    if (rank && !text.failed) {
        cli_buffer_put(&rank->messages, text.bytes, text.size - 1);
    }
    put_time(&plain);
    cli_buffer_plain(&plain, text.failed ? "" : text.bytes);
    if (text.failed || plain.failed) {
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
    } else if (!rank || rank->shared.rank == 0) {
        fwrite(plain.bytes, 1, plain.size, stderr);
    }
    cli_buffer_deinit(&text);
    cli_buffer_deinit(&plain);
}

void cli_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_message("swarmcl: ", format, arguments, "");
    va_end(arguments);
}

void cli_fail_stdout(int reason)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    const bool unread = reason == EPIPE || (poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)));
    if (!unread) {
        cli_error("stdout: cannot be written%s%s", reason != 0 ? ": " : "", reason != 0 ? strerror(reason) : "");
    }
}

enum swarm_status cli_checked(const struct cli_console *console, enum swarm_status status)
{
    const char *text = swarm_context_error(console->context);
    if (status != SWARM_OK) {
        cli_error("%s", *text ? text : swarm_status_name(status));
    }
    return status;
}

enum swarm_status cli_fail_memory(void)
{
    cli_error("%s", swarm_context_error(NULL));
    return SWARM_ERROR_OUT_OF_MEMORY;
}

size_t cli_terminal_columns(int descriptor)
{
    const char *columns = getenv("COLUMNS");
    const long given = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return given > 0 ? (size_t)given : DEFAULT_COLUMNS;
}

void cli_erase_live(const struct cli_console *console)
{
    if (console->live && *console->live) {
        fputs("\r\x1b[K", stderr);
        *console->live = false;
    }
}

void cli_warn(const struct cli_console *console, const char *format, ...)
{
    if (console->silent) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    cli_erase_live(console);
    cli_message("swarmcl: warning: ", format, arguments, "");
    va_end(arguments);
}

void cli_note(const struct cli_console *console, const char *format, ...)
{
    if (console->quiet) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    cli_erase_live(console);
    cli_message("", format, arguments, "");
    va_end(arguments);
}

void cli_log(void *user, enum swarm_log_level level, const char *text)
{
    const struct cli_console *console = user;
    if (level == SWARM_LOG_DRIVER) {
        cli_interrupt_driver(text);
    } else if (level == SWARM_LOG_WARNING) {
        cli_warn(console, "%s", text);
    } else if ((level == SWARM_LOG_INFO && !console->again) || console->verbose) {
        cli_note(console, "%s", text);
    }
}

/* Replaces control characters by blanks, because names from files could otherwise control the terminal. Returns the
 * text. */
static char *plain(char *text)
{
    char *end = text;
    for (const char *at = text; *at;) {
        const size_t controls = cli_controls(at);
        *end++ = controls > 0 ? ' ' : *at;
        at += controls > 0 ? controls : 1;
    }
    *end = '\0';
    return text;
}

void cli_print_field(const char *label, const char *format, ...)
{
    char value[CLI_FIELD_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    printf("%-11s %s\n", label, plain(value));
}

void cli_table_add(struct cli_table *table, const char *format, ...)
{
    char cell[CLI_CELL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    cli_buffer_put(&table->cells, plain(cell), strlen(cell) + 1);
}

void cli_table_add_words(struct cli_table *table, const char *words)
{
    for (const char *word = words; *word; word += strspn(word, ",")) {
        const size_t length = strcspn(word, ",");
        cli_table_add(table, "%.*s", (int)length, word);
        word += length;
    }
}

enum swarm_status cli_table_print(struct cli_table *table)
{
    const size_t columns = strlen(table->columns);
    const bool failed = table->cells.failed;
    const char *const cells = table->cells.bytes;
    const size_t size = failed ? 0 : table->cells.size;
    int widths[32] = {0};
    for (size_t i = 0, at = 0; at < size; ++i, at += strlen(cells + at) + 1) {
        const int length = (int)strlen(cells + at);
        widths[i % columns] = length > widths[i % columns] ? length : widths[i % columns];
    }
    for (size_t i = 0, at = 0; at < size; ++i, at += strlen(cells + at) + 1) {
        const char *cell = cells + at;
        const size_t column = i % columns;
        const bool last = column + 1 == columns;
        const int width = last ? 0 : widths[column];
        printf("%s%*s%s", column > 0 && (!last || *cell) ? "  " : "", table->columns[column] == 'r' ? width : -width,
               cell, last ? "\n" : "");
    }
    cli_buffer_deinit(&table->cells);
    return failed ? cli_fail_memory() : SWARM_OK;
}

void cli_document_begin(struct cli_json *json)
{
    if (json) {
        *json = (struct cli_json){.depth = 0};
    }
    cli_json_put(json, "{version: %s, schema: 1", swarm_version()); /* the page docs/json.md lists all members */
}

enum swarm_status cli_document_print(struct cli_json *json)
{
    cli_json_put(json, "}");
    const bool complete = cli_json_finish(json);
    if (complete) {
        fwrite(json->text.bytes, 1, json->text.size, stdout); /* main() reports errors of stdout */
    }
    cli_buffer_deinit(&json->text);
    return complete ? SWARM_OK : cli_fail_memory();
}

const char *cli_bytes_text(uint64_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    double value = (double)bytes;
    for (; value >= 1024 && unit + 1 < sizeof units / sizeof units[0]; ++unit) {
        value /= 1024;
    }
    snprintf(text, size, "%.*f %s", unit > 0 ? 2 : 0, value, units[unit]);
    return text;
}
