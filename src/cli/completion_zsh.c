/* completion_zsh.c - the completion script for zsh, on top of its function _arguments. */
#include <string.h>

#include "commands.h"
#include "completion.h"
#include "topics.h"

/* Prints `text` inside single quotes, with a backslash before each of the characters `special`. */
static void print_escaped(FILE *out, const char *text, const char *special)
{
    for (; *text; ++text) {
        if (strchr(special, *text)) {
            fputc('\\', out);
        }
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, out);
    }
}

/* The pattern of files that end in one of `suffixes`. A single one has no brackets: they would be qualifiers. */
static void print_pattern(FILE *out, const char *const *suffixes)
{
    const bool single = !suffixes[1];
    fputs(single ? "*" : "*(", out);
    for (const char *const *suffix = suffixes; *suffix; ++suffix) {
        fprintf(out, "%s%s", suffix == suffixes ? "" : "|", *suffix);
    }
    fputs(single ? "" : ")", out);
}

/* The action of _arguments that offers `values`. */
static void print_action(FILE *out, struct cli_values values)
{
    if (values.words) {
        const bool files = values.suffixes != NULL;
        fputs(files ? "{_alternative \"words:word:(" : "(", out);
        for (const struct swarm_variant *word = values.words; word->name; ++word) {
            fprintf(out, "%s%s", word == values.words ? "" : " ", word->name);
        }
        fputc(')', out);
        if (files) {
            fputs("\" \"files:file:_files -g \\\"", out);
            print_pattern(out, values.suffixes);
            fputs("\\\"\"}", out);
        }
    } else if (values.suffixes && *values.suffixes) {
        fputs("_files -g \"", out);
        print_pattern(out, values.suffixes);
        fputc('"', out);
    } else if (values.suffixes) {
        fputs("_files", out);
    } else {
        fputc(' ', out);
    }
}

/* One specification of _arguments; `name` is "-o" or "--output", `joint` what may join it to its value. */
static void print_option(FILE *out, const struct swarm_param *row, bool repeatable, const char *name, const char *joint)
{
    bool flag = row->kind == SWARM_PARAM_FLAG;
    fputs("            '", out);
    if (repeatable) {
        fputc('*', out);
    } else if (row->letter != '\0') {
        fprintf(out, "(-%c --%s)", row->letter, row->name);
    }
    fprintf(out, "%s%s[", name, flag ? "" : joint);
    print_escaped(out, row->help, "[]\\");
    fputc(']', out);
    if (!flag) {
        fprintf(out, ":%s:", row->operand ? row->operand : "VALUE");
        print_action(out, cli_values_of_option(row));
    }
    fputs("' \\\n", out);
}

/* The branch of a command. */
static void print_command(FILE *out, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    struct cli_values values;
    fprintf(out, "    '%s')\n        _arguments -s -S \\\n", command->name);
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        bool repeatable = cli_command_repeats(command, row);
        char name[128];
        if (row->letter != '\0') {
            snprintf(name, sizeof name, "-%c", row->letter);
            print_option(out, row, repeatable, name, "+");
        }
        snprintf(name, sizeof name, "--%s", row->name);
        print_option(out, row, repeatable, name, "=");
    }
    const char *operand = command->operands;
    for (size_t i = 0; cli_values_of_operand(command, i, &values); ++i) {
        const size_t bracket = *operand == '[';
        fprintf(out, "            '%s%.*s:",
                values.rest ? "*:"
                : bracket   ? "::"
                            : ":",
                (int)strcspn(operand + bracket, " ]"), operand + bracket);
        print_action(out, values);
        fputs("' \\\n", out);
        operand += strcspn(operand, " ");
        operand += strspn(operand, " ");
    }
    fputs("            && found=0 ;;\n", out);
}

/* An element of an array for _describe: name, colon, help. */
static void print_described(FILE *out, const char *name, size_t length, const char *help)
{
    fprintf(out, "        '%.*s:", (int)length, name);
    print_escaped(out, help, ":\\");
    fputs("'\n", out);
}

static void print_first_words(FILE *out)
{
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        cli_second_word(cli_commands[i], &length);
        if (!cli_first_word_seen(i)) {
            print_described(out, cli_commands[i]->name, length, cli_first_word_help(cli_commands[i]->name, length));
        }
    }
}

static void print_two_words(FILE *out)
{
    fputs("    case \"$words[2] $words[3]\" in\n", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        if (cli_second_word(cli_commands[i], &length)) {
            fprintf(out, "    '%s')\n", cli_commands[i]->name);
            fprintf(out, "        if (( CURRENT > 3 )); then command='%s'; shift words; (( CURRENT-- )); fi ;;\n",
                    cli_commands[i]->name);
        }
    }
    fputs("    esac\n    shift words\n    (( CURRENT-- ))\n", out);
}

/* Names of two words: what may follow the first, behind `swarmcl` and behind `swarmcl help`. */
static void print_second_words(FILE *out)
{
    fputs("    case \"$words[2,CURRENT-1]\" in\n", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        const char *first = cli_commands[i]->name, *second = cli_second_word(cli_commands[i], &length);
        if (second) {
            fprintf(out, "    '%.*s' | 'help %.*s')\n        second=(\n", (int)length, first, (int)length, first);
            print_described(out, second, strlen(second), cli_commands[i]->help);
            fputs("        )\n        _describe -t commands command second && found=0 ;;\n", out);
        }
    }
    fputs("    esac\n", out);
}

enum swarm_status cli_completion_zsh(FILE *out)
{
    fputs("#compdef swarmcl\n"
          "# zsh completion for swarmcl, made by `swarmcl completion zsh`\n"
          "\n"
          "_swarmcl() {\n"
          "    local command found=1\n"
          "    local -a first second topics\n"
          "    first=(\n",
          out);
    print_first_words(out);
    fputs("    )\n    if (( CURRENT == 2 )); then\n        first+=(\n", out);
    for (const struct swarm_variant *word = cli_program_words; word->name; ++word) {
        print_described(out, word->name, strcspn(word->name, " "), word->help);
    }
    fputs("        )\n"
          "        _describe -t commands command first\n"
          "        return\n"
          "    fi\n"
          "    command=$words[2]\n",
          out);
    print_second_words(out);
    print_two_words(out);
    fputs("    case $command in\n", out);
    enum swarm_status status = cli_each_command(out, print_command);
    fputs("    help)\n        topics=(\n", out);
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (!*cli_first_word_help(topic->name, strlen(topic->name))) {
            print_described(out, topic->name, strlen(topic->name), topic->help);
        }
    }
    fputs("        )\n"
          "        (( CURRENT == 2 )) && _describe -t commands command first -- topics && found=0 ;;\n"
          "    esac\n"
          "    return found\n"
          "}\n"
          "\n"
          "if [[ $funcstack[1] == _swarmcl ]]; then\n"
          "    _swarmcl \"$@\"\n"
          "else\n"
          "    compdef _swarmcl swarmcl\n"
          "fi\n",
          out);
    return status;
}
