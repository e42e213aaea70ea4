/* console.h - shared by all commands: the context, how much to print, and the functions for it. Results go to stdout,
 * everything else goes to stderr through the functions below. */
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

/* Like TRY, but keeps the status in `status` and goes to `label`, which releases. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* The ranks that search together. All zero: there is one process. */
struct cli_ranks {
    struct swarm_ranks shared;           /* for the library */
    uint32_t node_rank, node_rank_count; /* among the ranks of the same machine */
    bool ended;                          /* a rank has failed, and all know it: there are no more exchanges */
    bool broken;                         /* an exchange has failed: this rank cannot tell the others */
    char failure[256];                   /* the transport's words for it */
    struct cli_buffer said;              /* errors and warnings since the last agreement of ranks */
    void *transport;                     /* the transport owns it */
};

struct cli_console {
    swarm_context *context;
    bool *live; /* a live line stands on stderr, and notes and warnings erase it; NULL: nobody draws one */
    struct cli_ranks ranks;
    bool quiet;  /* no results as text, no notes, no live line */
    bool silent; /* no warnings either */
    bool verbose;
    bool json;
    bool again; /* repeats a run: the library's messages about phases are not new, so only -v shows them */
};

/* The exit codes; cli_exit_codes explains them. */
enum cli_exit {
    CLI_EXIT_DONE,
    CLI_EXIT_RUN_TIME,
    CLI_EXIT_INPUT,
    CLI_EXIT_DEVICE,
    CLI_EXIT_MEMORY,
    CLI_EXIT_VERIFICATION,
    CLI_EXIT_COUNT
};

enum cli_exit cli_exit_code(enum swarm_status status);

/* Prints "swarmcl: TEXT" on stderr, always. Not for use during a search. */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);

/* Prints that stdout cannot be written, with the reason of errno or 0; nothing if nobody reads it any more, as in
 * `swarmcl help | head`. */
void cli_fail_stdout(int reason);

/* The name of a path in messages: "stdin" for "-", the standard input. */
static inline const char *cli_path_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Adds a text of a message: UTF-8 as it is if the user's locale has it. Other bytes past ASCII, and control characters
 * except line breaks and tabs, become \xNN. */
void cli_buffer_plain(struct cli_buffer *out, const char *text);

/* Prints PREFIX TEXT SUFFIX and a newline on stderr; the text as cli_buffer_plain() does. */
void cli_say(const char *prefix, const char *format, va_list arguments, const char *suffix);

/* From now on errors and warnings belong to a rank: they are kept in `said` until ranks agree, and only the first rank
 * prints them at once. `ranks` is borrowed; NULL ends this. */
void cli_say_as(struct cli_ranks *ranks);

/* Prints the text of the context's last failure if `status` is one; returns it. */
enum swarm_status cli_checked(const struct cli_console *console, enum swarm_status status);

/* Prints that memory ran out, and returns that status. */
enum swarm_status cli_fail_memory(void);

/* Print "swarmcl: warning: TEXT" and "TEXT" on stderr, unless the console is silent or quiet. */
void cli_warn(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);
void cli_note(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);

/* The width of the terminal behind a descriptor; without a terminal COLUMNS, or else 80. */
size_t cli_terminal_columns(int descriptor);

/* Erases the live line, if there is one. */
void cli_erase_live(const struct cli_console *console);

/* The program's swarm_log_fn; `user` is the console. */
void cli_log(void *user, enum swarm_log_level level, const char *text);

/* Prints a label of at most 11 letters and a value without control characters on one line of stdout; long values are
 * cut. */
enum { CLI_FIELD_SIZE = 1024 };
void cli_print_field(const char *label, const char *format, ...) CLI_PRINTF(2, 3);

/* Cells in the order in which they are added, row by row; long ones are cut. */
enum { CLI_CELL_SIZE = 256 };
struct cli_table {
    const char *columns;     /* a letter for each: 'r' aligns to the right */
    struct cli_buffer cells; /* with a NUL behind each */
};
void cli_table_add(struct cli_table *table, const char *format, ...) CLI_PRINTF(2, 3);

/* Adds a cell with some words, separated by commas. */
void cli_table_add_words(struct cli_table *table, const char *words);

/* Prints the table, each column as wide as its widest cell, and frees its cells. Prints errors. */
enum swarm_status cli_table_print(struct cli_table *table);

/* Begins a document with the program's version; the second function prints it on stdout and frees it. */
void cli_document_begin(struct cli_json *json);
enum swarm_status cli_document_print(struct cli_json *json);

/* Bytes in the largest binary unit with a value of at least 1, for example "3.91 GiB". */
const char *cli_bytes_text(uint64_t bytes, char *text, size_t size);

#endif
