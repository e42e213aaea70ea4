#include "help.h"

#include <string.h>

#include "cli/commands/commands.h"

enum { FEWEST_COLUMNS = 60, MOST_COLUMNS = 100, FEW_OPTIONS = 11, TEXT_SIZE = 1024 };
enum { HELP_COLUMN = 28, WORD_COLUMN = 44, ENTRY_COLUMN = 16 };

/* Prints `text` from `column` on, with line breaks for the terminal; the cursor stands at `cursor`. */
static void print_wrapped(FILE *out, const char *text, int cursor, int column)
{
    const size_t there = cli_terminal_columns(fileno(out));
    const int columns = there < FEWEST_COLUMNS ? FEWEST_COLUMNS : there > MOST_COLUMNS ? MOST_COLUMNS : (int)there;
    if (cursor > 0 && cursor + 1 > column) {
        fputc('\n', out);
        cursor = 0;
    }
    fprintf(out, "%*s", column - cursor, "");
    cursor = column;
    for (const char *word = text; *word; word += strspn(word, " \n")) {
        int length = (int)strcspn(word, " \n");
        if (cursor > column && cursor + 1 + length > columns) {
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

static void append(char text[CLI_FACTS_SIZE], const char *label, const char *value)
{
    size_t used = strlen(text);
    if (*value) {
        snprintf(text + used, CLI_FACTS_SIZE - used, "%s%s%s", used > 0 ? "; " : "", label, value);
    }
}

void cli_help_facts(const struct swarm_param *row, char text[CLI_FACTS_SIZE])
{
    const bool open = row->minimum && row->minimum[0] == '(';
    char range[128] = "";
    if (row->minimum) {
        snprintf(range, sizeof range, open ? "above %s, at most %s" : "%s to %s", row->minimum + open, row->maximum);
    }
    text[0] = '\0';
    append(text, "", row->unit ? row->unit : "");
    append(text, "", range);
    append(text, "default ", row->fallback ? row->fallback : "");
    append(text, "", row->repeats ? "may be repeated" : "");
}

/* Prints `words` at column `indent` and their meanings at column `column`. */
static void print_words(FILE *out, const struct swarm_variant *words, int indent, int column)
{
    for (const struct swarm_variant *word = words; word && word->name; ++word) {
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "%s%s%s", word->help, *word->source ? "; " : "", word->source);
        int cursor = fprintf(out, "%*s%s", indent, "", word->name);
        print_wrapped(out, text, cursor, column);
    }
}

/* Returns the column behind the name. */
static int print_name(const struct swarm_param *row)
{
    int cursor = row->letter != '\0' ? printf("  -%c, --%s", row->letter, row->name) : printf("      --%s", row->name);
    return cursor + (row->kind != SWARM_PARAM_FLAG ? printf(" %s", row->operand) : 0);
}

static void print_option(const struct swarm_param *row, bool first)
{
    char facts[CLI_FACTS_SIZE], text[TEXT_SIZE];
    if (first) {
        printf("\n%s\n", row->group);
    }
    int cursor = print_name(row);
    cli_help_facts(row, facts);
    snprintf(text, sizeof text, "%s%s%s%s", row->help, *facts ? " [" : "", facts, *facts ? "]" : "");
    print_wrapped(stdout, text, cursor, HELP_COLUMN);
    print_words(stdout, row->words, HELP_COLUMN + 2, WORD_COLUMN);
}

/* Prints the most used options, each with its sentence up to the first semicolon. */
static void print_common(const struct cli_arguments *arguments)
{
    char text[TEXT_SIZE];
    fputc('\n', stdout);
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        if (row->common) {
            snprintf(text, sizeof text, "%.*s", (int)strcspn(row->help, ";"), row->help);
            print_wrapped(stdout, text, print_name(row), HELP_COLUMN);
        }
    }
    snprintf(text, sizeof text, "`swarmcl %s --help all` shows all %zu options, `swarmcl help` more topics.",
             arguments->command->name, arguments->row_count);
    fputc('\n', stdout);
    print_wrapped(stdout, text, 0, 0);
}

void cli_help_options(const struct swarm_param *const *rows, size_t count, cli_option_fn *print)
{
    for (size_t i = 0; i < count; ++i) {
        size_t earlier = 0;
        while (strcmp(rows[earlier]->group, rows[i]->group) != 0) {
            ++earlier;
        }
        for (size_t j = i; j < count && earlier == i; ++j) {
            if (strcmp(rows[i]->group, rows[j]->group) == 0) {
                print(rows[j], j == i);
            }
        }
    }
}

void cli_help_command(const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    printf("usage: swarmcl %s%s%s [options]\n\n", command->name, *command->operands ? " " : "", command->operands);
    const bool all = arguments->help_all || arguments->row_count <= FEW_OPTIONS;
    print_wrapped(stdout, command->details, 0, 0);
    if (all && command->more) {
        fputc('\n', stdout);
        print_wrapped(stdout, command->more, 0, 0);
    }
    if (command->operand_words && !command->operand_topic) {
        printf("\n%.*s\n", (int)strcspn(command->operands, " "), command->operands);
        print_words(stdout, command->operand_words(), 2, HELP_COLUMN);
    }
    if (all) {
        cli_help_options(arguments->rows, arguments->row_count, print_option);
    } else {
        print_common(arguments);
    }
}

void cli_help_topic(const struct cli_topic *topic)
{
    if (topic->opening) {
        print_wrapped(stdout, topic->opening, 0, 0);
        fputc('\n', stdout);
    }
    print_words(stdout, topic->words ? topic->words() : NULL, 2, ENTRY_COLUMN);
    print_words(stdout, topic->entries, 2, ENTRY_COLUMN);
    if (topic->closing) {
        fputs(topic->entries || topic->words ? "\n" : "", stdout);
        print_wrapped(stdout, topic->closing, 0, 0);
    }
}

void cli_help_program(FILE *out)
{
    fputs("usage: swarmcl COMMAND ...\n\n", out);
    print_wrapped(out,
                  "Finds short tours of the travelling salesman problem and best values of functions, on GPUs and CPUs "
                  "through OpenCL.",
                  0, 0);
    fputs("\nCommands\n", out);
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
