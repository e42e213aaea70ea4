/* console.h - shared by all commands: the context, how much to print, and functions that print. Results go to stdout,
 * all messages go to stderr through the functions below. */
#ifndef SWARMCL_CLI_CONSOLE_H
#define SWARMCL_CLI_CONSOLE_H

#include <string.h>

#include <swarmcl/swarmcl.h>

#include "text.h"

/* Returns the status of `call` when it is not SWARM_OK. */
#define TRY(call)                                    \
    do {                                             \
        const enum swarm_status try_status = (call); \
        if (try_status != SWARM_OK) {                \
            return try_status;                       \
        }                                            \
    } while (0)

/* Like TRY, but stores the status in `status` and goes to `label`, which releases resources. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* The ranks that search together. All zero: the process is the only rank. */
struct cli_ranks {
    struct swarm_ranks shared;           /* callbacks of this transport, given to the library */
    uint32_t node_rank, node_rank_count; /* rank and number of ranks on this machine */
    bool ended;                          /* a rank has failed and all ranks know: they exchange nothing more */
    bool broken;                         /* an exchange has failed: the other ranks cannot be reached */
    char failure[256];                   /* the transport's message after a failed exchange */
    struct cli_buffer messages;          /* errors and warnings since the last cli_ranks_agree() */
    void *transport;                     /* state of the transport, which owns it */
};

struct cli_console {
    swarm_context *context;
    bool *live; /* true while stderr shows a live line, to erase before messages; NULL: none */
    struct cli_ranks ranks;
    const char *metrics; /* file of --metrics; NULL: none, or another rank writes it */
    bool quiet;          /* prints no results as text, no notes and no live line */
    bool silent;         /* the console prints no warnings either */
    bool verbose;
    bool json;
    bool incomplete; /* the result was written, but lacks parts that it must have */
    bool again; /* an earlier run has shown the library's messages, so only -v shows them again */
};

/* The exit codes; `swarmcl help` lists their meanings. */
enum cli_exit {
    CLI_EXIT_DONE,
    CLI_EXIT_RUN_TIME,
    CLI_EXIT_INPUT,
    CLI_EXIT_DEVICE,
    CLI_EXIT_MEMORY,
    CLI_EXIT_VERIFICATION,
    CLI_EXIT_INCOMPLETE,
    CLI_EXIT_COUNT
};

enum cli_exit cli_exit_code(enum swarm_status status);

/* Prints "swarmcl: TEXT" on stderr, even if the console is quiet. Does not erase the live line, so call it outside
 * of searches. */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);

/* Prints that stdout cannot be written; `reason`: errno or 0. Prints nothing if the reading process has ended, as in
 * `swarmcl help | head`. */
void cli_fail_stdout(int reason);

/* A path for messages: "stdin" for "-", the standard input. */
static inline const char *cli_path_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Adds text of a message. Bytes that are not UTF-8, and control characters except line breaks and tabs, become \xNN. */
void cli_buffer_plain(struct cli_buffer *out, const char *text);

/* Prints PREFIX TEXT SUFFIX and a newline on stderr, escaped by cli_buffer_plain(). */
void cli_message(const char *prefix, const char *format, va_list arguments, const char *suffix);

/* From this call on, errors and warnings are collected in `messages` until cli_ranks_agree(), and only rank 0 also
 * prints them at once. `ranks` is borrowed; NULL ends the collection. */
void cli_messages_of_rank(struct cli_ranks *ranks);

/* From this call on, messages begin with the time in UTC. */
void cli_messages_with_time(void);

/* Prints the context's error if `status` is not SWARM_OK; returns `status`. */
enum swarm_status cli_checked(const struct cli_console *console, enum swarm_status status);

/* Prints that memory has run out; returns SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_fail_memory(void);

/* cli_warn() prints "swarmcl: warning: TEXT" on stderr unless the console is silent, cli_note() "TEXT" unless it is
 * quiet. */
void cli_warn(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);
void cli_note(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);

/* The width of a terminal in columns; if the descriptor is not a terminal, $COLUMNS or 80. */
size_t cli_terminal_columns(int descriptor);

/* Erases the live line, if there is one. */
void cli_erase_live(const struct cli_console *console);

/* The program's swarm_log_fn; `user` is the console. */
void cli_log(void *user, enum swarm_log_level level, const char *text);

/* Prints a line on stdout: a label of at most 11 letters and a value without control characters; longer labels and
 * values are cut. */
enum { CLI_FIELD_SIZE = 1024 };
void cli_print_field(const char *label, const char *format, ...) CLI_PRINTF(2, 3);

/* A table, to which cells are added row by row; longer cells are cut. */
enum { CLI_CELL_SIZE = 256 };
struct cli_table {
    const char *columns;     /* alignment of each column: 'r' right, '.' left */
    struct cli_buffer cells; /* all cells, each NUL-terminated, one after the other */
};
void cli_table_add(struct cli_table *table, const char *format, ...) CLI_PRINTF(2, 3);

/* Adds one cell for each word of a list that commas separate. */
void cli_table_add_words(struct cli_table *table, const char *words);

/* Prints the table and frees its cells. Prints errors. */
enum swarm_status cli_table_print(struct cli_table *table);

/* The first function begins a document with the program's version, unless `json` is NULL. The second ends it, prints it
 * on stdout and frees it. */
void cli_document_begin(struct cli_json *json);
enum swarm_status cli_document_print(struct cli_json *json);

/* "3.91 GiB": bytes in the largest binary unit with a value of at least 1. Returns `text`. */
const char *cli_bytes_text(uint64_t bytes, char *text, size_t size);

#endif
