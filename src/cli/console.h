/* console.h - what every command shares: the context, how loud to be, and the ways to say something. Results go to
 * stdout, everything else goes to stderr through the functions below. */
#ifndef SWARMCL_CLI_CONSOLE_H
#define SWARMCL_CLI_CONSOLE_H

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

/* Where something is to be released first: keeps the status in `status` and leaves for `label`. */
#define TRY_OR(label, call)       \
    do {                          \
        status = (call);          \
        if (status != SWARM_OK) { \
            goto label;           \
        }                         \
    } while (0)

/* The ranks that search together. All zero: there is one process. */
struct cli_ranks {
    struct swarm_ranks shared;           /* what the library is given */
    uint32_t node_rank, node_rank_count; /* among the ranks of the same machine */
    bool ended;                          /* a rank has failed, and all know; nothing is exchanged any more */
    bool broken;                         /* an exchange has failed: the others cannot be told */
    char failure[256];                   /* the transport's words for that */
    struct cli_buffer said;              /* errors and warnings since ranks last agreed */
    void *transport;                     /* owned by it */
};

struct cli_console {
    swarm_context *context;
    bool *live; /* whether a live line stands on stderr, which notes and warnings erase; NULL: nobody draws one */
    struct cli_ranks ranks;
    bool quiet;  /* neither results as text nor notes, nor a live line */
    bool silent; /* nor warnings */
    bool verbose;
    bool json;
    bool again; /* a run like the last one: what the library tells of its phases is known, but with -v */
};

/* The exit codes; cli_exit_codes says what they mean. */
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

/* "swarmcl: TEXT" on stderr, always. Not to be called while a run is at work. */
void cli_error(const char *format, ...) CLI_PRINTF(1, 2);

/* PREFIX TEXT SUFFIX and a newline on stderr. */
void cli_say(const char *prefix, const char *format, va_list arguments, const char *suffix);

/* From now on errors and warnings are those of a rank: kept in `said` until ranks agree, and printed at once by the
 * first alone. `ranks` is borrowed; NULL ends it. */
void cli_say_as(struct cli_ranks *ranks);

/* Prints the text of the context's last failure where `status` is one; returns it. */
enum swarm_status cli_checked(const struct cli_console *console, enum swarm_status status);

/* Prints that memory ran out and returns the status for it. */
enum swarm_status cli_fail_memory(void);

/* "swarmcl: warning: TEXT" and "TEXT" on stderr unless the console is quiet. */
void cli_warn(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);
void cli_note(const struct cli_console *console, const char *format, ...) CLI_PRINTF(2, 3);

/* The width of the terminal behind a descriptor; without one that of the variable COLUMNS, or else 80. */
size_t cli_terminal_columns(int descriptor);

/* Erases the live line, if there is one. */
void cli_erase_live(const struct cli_console *console);

/* The swarm_log_fn of the program; `user` is the console. */
void cli_log(void *user, enum swarm_log_level level, const char *text);

/* Makes the control characters of a text '?': a file must not steer the terminal. Returns it. */
char *cli_plain(char *text);

/* Prints a label of at most 11 letters and a value, made plain and cut, on one line of stdout. */
enum { CLI_FIELD_SIZE = 1024 };
void cli_print_field(const char *label, const char *format, ...) CLI_PRINTF(2, 3);

/* Cells in the order in which they are added, row by row; what is longer than a cell is cut. */
enum { CLI_CELL_SIZE = 256 };
struct cli_table {
    const char *columns;     /* a letter for each: 'r' aligns to the right */
    struct cli_buffer cells; /* with a NUL behind each */
};
void cli_table_add(struct cli_table *table, const char *format, ...) CLI_PRINTF(2, 3);

/* A cell for each of some words with commas between them. */
void cli_table_add_words(struct cli_table *table, const char *words);

/* Prints the table, each column as wide as its widest cell, and frees its cells. Prints what is wrong. */
enum swarm_status cli_table_print(struct cli_table *table);

/* Begins a document with the version of the program; the second ends it, prints it on stdout and frees it. */
void cli_document_begin(struct cli_json *json);
enum swarm_status cli_document_print(struct cli_json *json);

/* To be called before the drivers are loaded. PoCL shows no device at all where it cannot write its cache: where the
 * environment names none, and that below HOME cannot be written, gives it a temporary folder. Warns when there is no
 * place for that either. The second removes the folder with all that is in it. */
void cli_cache_prepare(const struct cli_console *console);
void cli_cache_remove(void);

/* Bytes in the largest binary unit that leaves at least 1, for example "3.91 GiB". */
const char *cli_bytes_text(uint64_t bytes, char *text, size_t size);

#endif
