#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"

/* Ends cli_interrupt_hold() after an attempt to write the file `path`. Prints a note or, if `status` is a failure, the
 * error. Returns `status`. */
static enum swarm_status report(const struct cli_console *console, const char *path, enum swarm_status status)
{
    cli_interrupt_release();
    if (status == SWARM_OK) {
        cli_note(console, "wrote %s", path);
    }
    return cli_checked(console, status);
}

enum swarm_status cli_output_bytes(const struct cli_console *console, const char *path, const char *bytes, size_t size)
{
    if (!path) {
        fwrite(bytes, 1, size, stdout); /* main() reports errors of stdout */
        return SWARM_OK;
    }
    cli_interrupt_hold();
    return report(console, path, swarm_file_replace(console->context, path, bytes, size));
}

const struct swarm_table *cli_output_table(struct cli_buffer *csv, const struct swarm_table *read)
{
    static const struct swarm_table plain = {.separator = ',', .decimal = '.', .titles = ""};
    cli_buffer_text(csv, read && read->mark ? "\xEF\xBB\xBF" : "");
    return read ? read : &plain;
}

void cli_output_cell(struct cli_buffer *csv, char separator, const char *text, char decimal)
{
    const bool quoted = decimal ? separator == decimal && strchr(text, '.') : strpbrk(text, ",;\t\"\r\n") != NULL;
    const char *quote = quoted ? "\"" : "";
    cli_buffer_put(csv, &separator, 1);
    cli_buffer_text(csv, quote);
    for (; *text; ++text) {
        cli_buffer_text(csv, *text == '"' ? "\"" : "");
        cli_buffer_put(csv, decimal && *text == '.' ? &decimal : text, 1);
    }
    cli_buffer_text(csv, quote);
}

/* Prefix of names of curves, whose suffixes other kinds of files have, too. */
static const char curve[] = "curve:";

/* The path in a value of -o: for "curve:FILE" this is FILE. */
static const char *output_path(const char *value)
{
    const size_t length = strlen(curve);
    return strncmp(value, curve, length) == 0 ? value + length : value;
}

bool cli_outputs_have_curve(const struct cli_arguments *arguments)
{
    const char *value = cli_value_at(arguments, CLI_OUTPUT, 0);
    for (size_t i = 0; value && output_path(value) == value; value = cli_value_at(arguments, CLI_OUTPUT, ++i)) {
    }
    return value != NULL;
}

/* True if `value` has the prefix and suffix of the kind's name, and a file name between them. */
static bool fits(const struct cli_output_kind *kind, const char *value)
{
    const char *path = output_path(value), *slash = strrchr(path, '/');
    return (path != value) == (output_path(kind->name) != kind->name)
           && cli_has_suffix(slash ? slash + 1 : path, strstr(kind->name, "FILE") + strlen("FILE"));
}

/* Finds the kind of file for `value`. Returns NULL if there is none. */
static const struct cli_output_kind *find_kind(const struct cli_output_kind *kinds, const char *value)
{
    while (kinds->name && !fits(kinds, value)) {
        ++kinds;
    }
    return kinds->name ? kinds : NULL;
}

enum swarm_status cli_outputs_check(const struct cli_arguments *arguments, const struct cli_output_kind *kinds)
{
    const char *value = NULL;
    char list[240] = ""; /* "FILE.tour, FILE.json or curve:FILE.csv" */
    for (size_t i = 0; (value = cli_value_at(arguments, CLI_OUTPUT, i)) && find_kind(kinds, value); ++i) {
    }
    for (const struct cli_output_kind *kind = kinds; value && kind->name; ++kind) {
        const char *separator = kind == kinds ? "" : kind[1].name ? ", " : " or ";
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", separator, kind->name);
    }
    return !value ? SWARM_OK
                  : cli_usage_error(arguments->command, "--output %s: expected %s", *value ? value : "''", list);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Before the search                                                                                                  */

/* A file that the command reads or writes. */
struct file {
    const struct swarm_param *row; /* option that names the file; NULL: an operand or a stream */
    const char *value;             /* the value as given, for messages */
    char *path;                    /* owned */
    bool written;
};

struct file_list {
    const struct cli_console *console;
    struct file *files; /* [count], owned */
    size_t count;
};

static bool is_option(const struct file *file, enum cli_option option)
{
    return file->row && strcmp(file->row->name, cli_option_name(option)) == 0;
}

/* Adds the file that `value` names: the stream for "-", FILE for "curve:FILE" and "FILE,EVERY", and FILE.RANK for the
 * checkpoint of one of several ranks. */
static enum swarm_status add_file(struct file_list *list, const struct swarm_param *row, const char *value,
                                  bool written)
{
    const struct cli_ranks *ranks = &list->console->ranks;
    const bool stream = strcmp(value, "-") == 0;
    const char *given = written ? output_path(value) : value, *comma = strrchr(given, ',');
    const bool cut = row && comma && strcmp(row->operand, "FILE[,EVERY]") == 0;
    struct file file = {row, stream ? written ? "the standard output" : "the standard input" : value, NULL, written};
    const char *name = !stream ? given : written ? "/dev/stdout" : "/dev/stdin";
    const size_t length = cut ? (size_t)(comma - given) : strlen(name), size = length + 16;
    file.path = malloc(size);
    TRY(file.path ? SWARM_OK : cli_fail_memory());
    if (ranks->shared.count > 1 && (is_option(&file, CLI_CHECKPOINT) || is_option(&file, CLI_RESUME))) {
        snprintf(file.path, size, "%.*s.%u", (int)length, name, (unsigned)ranks->shared.rank);
    } else {
        snprintf(file.path, size, "%.*s", (int)length, name);
    }
    list->files[list->count++] = file;
    return SWARM_OK;
}

/* True if an operand is a keyword of the command, not a file. */
static bool is_word(const struct cli_command *command, const char *operand)
{
    const struct swarm_variant *word = command->operand_words ? command->operand_words() : NULL;
    while (word && word->name && strcmp(word->name, operand) != 0) {
        ++word;
    }
    return word && word->name;
}

static enum swarm_status add_files(struct file_list *list, const struct cli_arguments *arguments,
                                   const swarm_params *params)
{
    for (size_t i = 0; i < arguments->operand_count; ++i) {
        const char *operand = arguments->operands[i];
        TRY(is_word(arguments->command, operand) ? SWARM_OK : add_file(list, NULL, operand, false));
    }
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct swarm_param *row = arguments->given[i].row;
        const char *value = arguments->given[i].value;
        const bool last = row->writes && strcmp(value, "-") == 0; /* "-" is stdout, which is added after all files */
        TRY((row->reads || row->writes) && !last ? add_file(list, row, value, row->writes) : SWARM_OK);
    }
    for (size_t i = 0; params && i < arguments->row_count; ++i) { /* input files of a replayed or resumed run */
        const struct swarm_param *row = arguments->rows[i];
        const char *value = row->reads && !cli_is_given(arguments, row) ? swarm_params_get(params, row->name) : NULL;
        TRY(value ? add_file(list, row, value, false) : SWARM_OK);
    }
    return add_file(list, NULL, "-", true);
}

/* A file for the format "%s%s%s%s": as "--output FILE", or as the operand. */
#define WORDS(file) (file)->row ? "--" : "", (file)->row ? (file)->row->name : "", (file)->row ? " " : "", (file)->value

/* Fails if a written file is also the other one. A checkpoint may replace the checkpoint that the run resumes. */
static enum swarm_status compare_files(const struct file_list *list, const struct cli_command *command,
                                       const struct file *a, const struct file *b)
{
    const struct file *written = a->written ? a : b, *other = a->written ? b : a;
    bool same = false;
    if (!written->written || (is_option(written, CLI_CHECKPOINT) && is_option(other, CLI_RESUME))) {
        return SWARM_OK;
    }
    TRY(cli_checked(list->console, swarm_file_same(list->console->context, a->path, b->path, &same)));
    return !same
               ? SWARM_OK
               : cli_usage_error(command,
                                 other->written ? "%s%s%s%s and %s%s%s%s are the same file: one would replace the other"
                                                : "%s%s%s%s would replace %s%s%s%s, an input: they are the same file",
                                 WORDS(written), WORDS(other));
}

/* Fails if a written file is also another file of the command, under any name. */
static enum swarm_status check_files(const struct cli_console *console, const struct cli_arguments *arguments,
                                     const swarm_params *params)
{
    struct file_list list = {.console = console};
    enum swarm_status status = SWARM_OK;
    list.files =
        calloc(arguments->operand_count + arguments->given_count + arguments->row_count + 1, sizeof *list.files);
    TRY(list.files ? SWARM_OK : cli_fail_memory());
    TRY_OR(done, add_files(&list, arguments, params));
    for (size_t i = 0; i < list.count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            TRY_OR(done, compare_files(&list, arguments->command, &list.files[j], &list.files[i]));
        }
    }
done:
    for (size_t i = 0; i < list.count; ++i) {
        free(list.files[i].path);
    }
    free(list.files);
    return status;
}

enum swarm_status cli_outputs_probe(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const swarm_params *params)
{
    const char *value = NULL;
    TRY(check_files(console, arguments, params));
    for (size_t i = 0; console->ranks.shared.rank == 0 && (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        cli_interrupt_hold();
        const bool stream = strcmp(value, "-") == 0;
        const enum swarm_status status = stream ? SWARM_OK : swarm_file_probe(console->context, output_path(value));
        cli_interrupt_release();
        TRY(cli_checked(console, status));
    }
    return SWARM_OK;
}

enum swarm_status cli_outputs_require(const struct cli_arguments *arguments, const struct cli_output_kind *kinds,
                                      const struct cli_subject *subject)
{
    const char *value = NULL;
    for (size_t i = 0; (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        const struct cli_output_kind *kind = find_kind(kinds, value);
        TRY(kind->require ? kind->require(output_path(value), subject) : SWARM_OK);
    }
    return SWARM_OK;
}

/* Writes a file of this kind; `path` NULL: to stdout. */
static enum swarm_status write_kind(const struct cli_console *console, const char *path,
                                    const struct cli_output_kind *kind, const void *work)
{
    struct cli_json json = {.depth = 0};
    struct cli_buffer content = {.bytes = NULL};
    enum swarm_status status = SWARM_OK;
    if (kind->write) {
        cli_interrupt_hold();
        return report(console, path, kind->write(console->context, path, work));
    }
    if (kind->document) {
        cli_document_begin(&json);
        kind->document(&json, work);
        cli_json_put(&json, "}");
        cli_json_finish(&json);
        content = json.text;
    }
    TRY_OR(done, kind->fill ? kind->fill(&content, work) : SWARM_OK);
    TRY_OR(done, content.failed ? cli_fail_memory() : cli_output_bytes(console, path, content.bytes, content.size));
done:
    cli_buffer_deinit(&content);
    return status;
}

/* Files are written before stdout, so that a closed pipe does not lose the result. */
enum swarm_status cli_outputs_write(const struct cli_console *console, const struct cli_arguments *arguments,
                                    const struct cli_output_kind *kinds, const void *work,
                                    void (*print)(const void *work))
{
    enum swarm_status first = SWARM_OK, status = SWARM_OK;
    const char *value = NULL;
    const bool writes = console->ranks.shared.rank == 0;
    for (size_t i = 0; writes && (value = cli_value_at(arguments, CLI_OUTPUT, i)); ++i) {
        status = write_kind(console, output_path(value), find_kind(kinds, value), work);
        first = first == SWARM_OK ? status : first;
    }
    status = SWARM_OK;
    if (console->json) {
        status = write_kind(console, NULL, find_kind(kinds, "FILE.json"), work);
    } else if (!console->quiet) {
        print(work);
    }
    return first == SWARM_OK ? status : first;
}
