/* files.c - the files of a command line: none that is written may be another of them. */
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One of them. */
struct file {
    const struct swarm_param *row; /* the option with the file; NULL: an operand, or a stream */
    const char *value;             /* as given */
    char *path;                    /* owned */
    bool written;
};

struct list {
    const struct cli_console *console;
    struct file *files; /* [count], owned */
    size_t count;
};

static bool is_option(const struct file *file, enum cli_option option)
{
    return file->row && strcmp(file->row->name, cli_option_name(option)) == 0;
}

/* Adds a file. "-" is a stream, "curve:FILE" and "FILE[,EVERY]" are FILE, and a rank's checkpoint has its number. */
static enum swarm_status add(struct list *list, const struct swarm_param *row, const char *value, bool written)
{
    const struct cli_ranks *ranks = &list->console->ranks;
    const bool stream = strcmp(value, "-") == 0;
    const char *given = written ? cli_output_path(value) : value, *comma = strrchr(given, ',');
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

/* Whether an operand is a word that the command knows instead of a file. */
static bool is_word(const struct cli_command *command, const char *operand)
{
    const struct swarm_variant *word = command->operand_words ? command->operand_words() : NULL;
    while (word && word->name && strcmp(word->name, operand) != 0) {
        ++word;
    }
    return word && word->name;
}

static enum swarm_status add_all(struct list *list, const struct cli_arguments *arguments, const swarm_params *params)
{
    for (size_t i = 0; i < arguments->operand_count; ++i) {
        const char *operand = arguments->operands[i];
        TRY(is_word(arguments->command, operand) ? SWARM_OK : add(list, NULL, operand, false));
    }
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct swarm_param *row = arguments->given[i].row;
        const char *value = arguments->given[i].value;
        const bool last = row->writes && strcmp(value, "-") == 0; /* the end of the list gets it */
        TRY((row->reads || row->writes) && !last ? add(list, row, value, row->writes) : SWARM_OK);
    }
    for (size_t i = 0; params && i < arguments->row_count; ++i) { /* from a repeated or resumed run */
        const struct swarm_param *row = arguments->rows[i];
        const char *value = row->reads && !cli_is_given(arguments, row) ? swarm_params_get(params, row->name) : NULL;
        TRY(value ? add(list, row, value, false) : SWARM_OK);
    }
    return add(list, NULL, "-", true);
}

static void describe(const struct file *file, char text[CLI_FIELD_SIZE])
{
    snprintf(text, CLI_FIELD_SIZE, "%s%s%s%s", file->row ? "--" : "", file->row ? file->row->name : "",
             file->row ? " " : "", file->value);
}

/* Refuses two equal files. A checkpoint may replace the one that its run resumes. */
static enum swarm_status compare(const struct list *list, const struct cli_command *command, const struct file *a,
                                 const struct file *b)
{
    const struct file *written = a->written ? a : b, *other = a->written ? b : a;
    char first[CLI_FIELD_SIZE], second[CLI_FIELD_SIZE];
    bool same = false;
    if (!written->written || (is_option(written, CLI_CHECKPOINT) && is_option(other, CLI_RESUME))) {
        return SWARM_OK;
    }
    TRY(cli_checked(list->console, swarm_file_same(list->console->context, a->path, b->path, &same)));
    describe(written, first);
    describe(other, second);
    return !same ? SWARM_OK
           : other->written
               ? cli_usage_error(command, "%s and %s are one file, and one would replace the other", first, second)
               : cli_usage_error(command, "%s would replace %s, which is read: it is the same file", first, second);
}

enum swarm_status cli_files_check(const struct cli_console *console, const struct cli_arguments *arguments,
                                  const swarm_params *params)
{
    struct list list = {.console = console};
    enum swarm_status status = SWARM_OK;
    list.files =
        calloc(arguments->operand_count + arguments->given_count + arguments->row_count + 1, sizeof *list.files);
    TRY(list.files ? SWARM_OK : cli_fail_memory());
    TRY_OR(done, add_all(&list, arguments, params));
    for (size_t i = 0; i < list.count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            TRY_OR(done, compare(&list, arguments->command, &list.files[j], &list.files[i]));
        }
    }
done:
    for (size_t i = 0; i < list.count; ++i) {
        free(list.files[i].path);
    }
    free(list.files);
    return status;
}
