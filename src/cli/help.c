#include "help.h"

#include <string.h>

#include "commands.h"

enum { COLUMNS = 100, HELP_COLUMN = 28, WORD_COLUMN = 44, ENTRY_COLUMN = 16, TEXT_SIZE = 1024 };

/* Prints `text` from `column` on, broken anew before COLUMNS; the cursor stands at `cursor`. */
static void print_wrapped(FILE *out, const char *text, int cursor, int column)
{
    if (cursor > 0 && cursor + 1 > column) {
        fputc('\n', out);
        cursor = 0;
    }
    fprintf(out, "%*s", column - cursor, "");
    cursor = column;
    for (const char *word = text; *word; word += strspn(word, " \n")) {
        int length = (int)strcspn(word, " \n");
        if (cursor > column && cursor + 1 + length > COLUMNS) {
            fprintf(out, "\n%*s", column, "");
            cursor = column;
        } else if (cursor > column) {
            fputc(' ', out);
            ++cursor;
        }
        fprintf(out, "%.*s", length, word);
        cursor += length;
        word += length;
    }
    fputc('\n', out);
}

/* "1 to 5", "at least 1", "above 0", ...: the row's bounds in words, "" when it has none. */
static void range_text(const struct swarm_param *row, char *text, size_t size)
{
    const char *low = row->minimum;
    const char *high = row->maximum;
    size_t high_length = high ? strlen(high) : 0;
    bool open_low = low && low[0] == '(';
    bool open_high = high && (high[0] == '(' || (high_length > 0 && high[high_length - 1] == ')'));
    text[0] = '\0';
    if (low) {
        low += open_low;
    }
    if (high) {
        high += high[0] == '(';
        high_length = strcspn(high, ")");
    }
    if (low && high && !open_low && !open_high) {
        snprintf(text, size, "%s to %.*s", low, (int)high_length, high);
        return;
    }
    size_t used = 0;
    if (low) {
        used = (size_t)snprintf(text, size, "%s %s", open_low ? "above" : "at least", low);
    }
    if (high && used < size) {
        snprintf(text + used, size - used, "%s%s %.*s", low ? ", " : "", open_high ? "below" : "at most",
                 (int)high_length, high);
    }
}

static void append(char text[CLI_FACTS_SIZE], const char *label, const char *value)
{
    size_t used = strlen(text);
    if (*value) {
        snprintf(text + used, CLI_FACTS_SIZE - used, "%s%s%s", used > 0 ? "; " : "", label, value);
    }
}

void cli_help_facts(const struct swarm_param *row, bool repeatable, char text[CLI_FACTS_SIZE])
{
    char range[128];
    range_text(row, range, sizeof range);
    text[0] = '\0';
    append(text, "", row->unit ? row->unit : "");
    append(text, "", range);
    append(text, "default ", row->fallback ? row->fallback : "");
    append(text, "", repeatable ? "may be repeated" : "");
}

/* `words` in the column `indent`, what they mean in the column `column`. */
static void print_words(FILE *out, const struct swarm_variant *words, int indent, int column)
{
    for (const struct swarm_variant *word = words; word && word->name; ++word) {
        char text[TEXT_SIZE];
        const char *source = word->source ? word->source : "";
        snprintf(text, sizeof text, "%s%s%s", word->help, *source ? "; " : "", source);
        int cursor = fprintf(out, "%*s%s", indent, "", word->name);
        print_wrapped(out, text, cursor, column);
    }
}

static void print_option(FILE *out, const struct swarm_param *row, bool repeatable, bool first)
{
    char head[128], facts[CLI_FACTS_SIZE], text[TEXT_SIZE];
    if (first) {
        fprintf(out, "\n%s\n", row->group);
    }
    int length = row->letter != '\0' ? snprintf(head, sizeof head, "  -%c, --%s", row->letter, row->name)
                                     : snprintf(head, sizeof head, "      --%s", row->name);
    if (row->kind != SWARM_PARAM_FLAG && (size_t)length < sizeof head) {
        snprintf(head + length, sizeof head - (size_t)length, " %s", row->operand ? row->operand : "VALUE");
    }
    cli_help_facts(row, repeatable, facts);
    snprintf(text, sizeof text, "%s%s%s%s", row->help, *facts ? " [" : "", facts, *facts ? "]" : "");
    print_wrapped(out, text, fprintf(out, "%s", head), HELP_COLUMN);
    print_words(out, row->words, HELP_COLUMN + 2, WORD_COLUMN);
}

static bool same_group(const struct swarm_param *a, const struct swarm_param *b)
{
    return strcmp(a->group, b->group) == 0;
}

void cli_help_options(FILE *out, const struct swarm_param *const *rows, size_t count, const struct cli_command *command,
                      cli_option_fn *print)
{
    for (size_t i = 0; i < count; ++i) {
        size_t earlier = 0;
        while (earlier < i && !same_group(rows[earlier], rows[i])) {
            ++earlier;
        }
        for (size_t j = i; j < count && earlier == i; ++j) {
            if (same_group(rows[i], rows[j])) {
                print(out, rows[j], cli_command_repeats(command, rows[j]), j == i);
            }
        }
    }
}

void cli_help_command(FILE *out, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    fprintf(out, "usage: swarmcl %s%s%s [options]\n\n", command->name, *command->operands ? " " : "",
            command->operands);
    print_wrapped(out, command->details, 0, 0);
    if (command->operand_words && !command->operand_topic) {
        fprintf(out, "\n%.*s\n", (int)strcspn(command->operands, " "), command->operands);
        print_words(out, command->operand_words(), 2, HELP_COLUMN);
    }
    cli_help_options(out, arguments->rows, arguments->row_count, command, print_option);
}

void cli_help_topic(FILE *out, const struct cli_topic *topic)
{
    if (*topic->opening) {
        print_wrapped(out, topic->opening, 0, 0);
        fputc('\n', out);
    }
    if (topic->words) {
        print_words(out, topic->words(), 2, ENTRY_COLUMN);
    }
    print_words(out, topic->entries, 2, ENTRY_COLUMN);
    if (*topic->closing) {
        if (topic->entries->name) {
            fputc('\n', out);
        }
        print_wrapped(out, topic->closing, 0, 0);
    }
}

void cli_help_program(FILE *out)
{
    fputs("usage: swarmcl COMMAND ...\n\n"
          "Ant colonies for the travelling salesman problem and particle swarms for functions, on OpenCL.\n\n"
          "Commands\n",
          out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        const char *operands = cli_commands[i]->operands;
        int cursor = fprintf(out, "  %s%s%s", cli_commands[i]->name, *operands ? " " : "", operands);
        print_wrapped(out, cli_commands[i]->help, cursor, HELP_COLUMN);
    }
    print_words(out, cli_program_words, 2, HELP_COLUMN);
    fputs("\nTopics of `swarmcl help TOPIC`\n", out);
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        print_wrapped(out, topic->help, fprintf(out, "  %s", topic->name), HELP_COLUMN);
    }
    fputs("\nEnvironment\n", out);
    print_wrapped(out, cli_environment[0].help, fprintf(out, "  %s", cli_environment[0].name), HELP_COLUMN);
    fputs("\nExit codes\n", out);
    print_words(out, cli_exit_codes, 2, ENTRY_COLUMN);
}
