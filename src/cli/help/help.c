#include "help.h"

#include <ctype.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/problems/problem.h"

enum { FEWEST_COLUMNS = 60, MOST_COLUMNS = 100, FEW_OPTIONS = 11, TEXT_SIZE = 1024 };
enum { HELP_COLUMN = 28, WORD_COLUMN = 44, ENTRY_COLUMN = 16 };

/* Prints `text` wrapped to the terminal's width, each line from `column` on. `cursor`: column where the first line
 * begins. */
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
    const char *unit = row->unit ? row->unit : "";
    append(text, "",
           strcmp(unit, "s") == 0        ? "s, or as 5m or 2h"
           : strcmp(unit, "length") == 0 ? "length, or as 20km if lengths are in metres"
                                         : unit);
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

/* Prints the name of an option, and returns the number of columns that it takes. */
static int print_name(const struct swarm_param *row)
{
    int cursor = row->letter != '\0' ? printf("  -%c, --%s", row->letter, row->name) : printf("      --%s", row->name);
    return cursor + (row->kind != SWARM_PARAM_FLAG ? printf(" %s", row->operand) : 0);
}

static bool has_headings; /* all commands and topics are printed, each with a heading */
static bool begun;        /* part of the command or topic has been printed */

/* Prints a blank line between two parts. */
static void separate(void)
{
    fputs(begun ? "\n" : "", stdout);
    begun = true;
}

static void begin(const char *heading)
{
    if (has_headings) {
        fputc('\n', stdout);
        for (; *heading; ++heading) {
            fputc(toupper((unsigned char)*heading), stdout);
        }
        fputs("\n\n", stdout);
    }
    begun = false;
}

static void begin_command(const struct cli_command *command)
{
    begin(command->name);
    printf("usage: swarmcl %s%s%s [options]\n", command->name, *command->operands ? " " : "", command->operands);
    begun = true;
}

static void begin_topic(const struct cli_topic *topic)
{
    begin(topic->heading ? topic->heading : topic->name);
}

static void print_paragraph(const char *text)
{
    separate();
    print_wrapped(stdout, text, 0, 0);
}

static void print_entries(const char *heading, const struct swarm_variant *words, const struct swarm_variant *more)
{
    separate();
    if (heading) {
        printf("%.*s\n", (int)strcspn(heading, " "), heading);
    }
    print_words(stdout, words, 2, heading ? HELP_COLUMN : ENTRY_COLUMN);
    print_words(stdout, more, 2, ENTRY_COLUMN);
}

static void print_option(const struct swarm_param *row, bool first)
{
    char facts[CLI_FACTS_SIZE], text[TEXT_SIZE];
    if (first) {
        separate();
        printf("%s\n", row->group);
    }
    const int cursor = print_name(row);
    cli_help_facts(row, facts);
    snprintf(text, sizeof text, "%s%s%s%s", row->help, *facts ? " [" : "", facts, *facts ? "]" : "");
    print_wrapped(stdout, text, cursor, HELP_COLUMN);
    print_words(stdout, row->words, HELP_COLUMN + 2, WORD_COLUMN);
}

const struct cli_printer cli_text_printer = {.command = begin_command,
                                             .topic = begin_topic,
                                             .paragraph = print_paragraph,
                                             .words = print_entries,
                                             .option = print_option};

/* True if a batch has the option only for other problems than its first one. */
static bool is_of_others(const struct cli_command *command, const struct swarm_param *row)
{
    bool found = false;
    for (const struct cli_problem *other = NULL; command->batches && (other = cli_problem_next(other));) {
        found = found || swarm_param_find(other->name, row->name) == row;
    }
    return found && swarm_param_find(command->problem->name, row->name) != row;
}

/* Prints the most used options, each with its help up to the first semicolon. */
static void print_common(const struct cli_arguments *arguments)
{
    char text[TEXT_SIZE];
    fputc('\n', stdout);
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        if (row->common && !is_of_others(arguments->command, row)) {
            snprintf(text, sizeof text, "%.*s", (int)strcspn(row->help, ";"), row->help);
            print_wrapped(stdout, text, print_name(row), HELP_COLUMN);
        }
    }
    snprintf(text, sizeof text, "`swarmcl %s --help all` shows all %zu options, `swarmcl help` more topics.",
             arguments->command->name, arguments->row_count);
    fputc('\n', stdout);
    print_wrapped(stdout, text, 0, 0);
}

/* Prints options by group, in the order of the groups' first rows. */
static void walk_options(const struct cli_printer *printer, const struct swarm_param *const *rows, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        size_t earlier = 0;
        while (strcmp(rows[earlier]->group, rows[i]->group) != 0) {
            ++earlier;
        }
        for (size_t j = i; j < count && earlier == i; ++j) {
            if (strcmp(rows[i]->group, rows[j]->group) == 0) {
                printer->option(rows[j], j == i);
            }
        }
    }
}

/* Prints a command with its first `count` options; 0: with none. */
static void walk_command(const struct cli_printer *printer, const struct cli_arguments *arguments, size_t count)
{
    const struct cli_command *command = arguments->command;
    printer->command(command);
    printer->paragraph(command->details);
    if (count > 0 && command->more) {
        printer->paragraph(command->more);
    }
    if (command->operand_words && !command->operand_topic) {
        printer->words(command->operands, command->operand_words(), NULL);
    }
    walk_options(printer, arguments->rows, count);
}

void cli_help_topic(const struct cli_printer *printer, const struct cli_topic *topic)
{
    printer->topic(topic);
    if (topic->opening) {
        printer->paragraph(topic->opening);
    }
    const struct swarm_variant *words = topic->words ? topic->words()
                                        : topic->option
                                            ? swarm_param_find(cli_tsp.name, cli_option_name(topic->option))->words
                                            : NULL;
    const struct swarm_param *of_swarms =
        topic->option ? swarm_param_find("pso", cli_option_name(topic->option)) : NULL;
    const struct swarm_variant *more = of_swarms ? of_swarms->words : topic->entries;
    more = more != words ? more : NULL; /* tours and swarms share the words of --device */
    if (words || more) {
        printer->words(NULL, words, more);
    }
    if (topic->closing) {
        printer->paragraph(topic->closing);
    }
}

void cli_help_walk(const struct cli_printer *printer)
{
    struct cli_arguments arguments;
    has_headings = true;
    for (size_t i = 0; cli_commands[i]; ++i) {
        cli_arguments_init(&arguments, cli_commands[i]);
        walk_command(printer, &arguments, arguments.row_count - (printer->common ? arguments.common_count : 0));
    }
    if (printer->common) {
        cli_arguments_init(&arguments, cli_commands[0]);
        printer->common();
        walk_options(printer, arguments.rows + arguments.row_count - arguments.common_count, arguments.common_count);
    }
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        cli_help_topic(printer, topic);
    }
}

void cli_help_command(const struct cli_arguments *arguments)
{
    const bool all = arguments->help_all || arguments->row_count <= FEW_OPTIONS;
    walk_command(&cli_text_printer, arguments, all ? arguments->row_count : 0);
    if (!all) {
        print_common(arguments);
    }
}

void cli_help_program(FILE *out)
{
    fputs("usage: swarmcl COMMAND ...\n\n", out);
    print_wrapped(out,
                  "Finds good solutions of hard problems, such as short tours and cheap assignments, on GPUs and CPUs "
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
