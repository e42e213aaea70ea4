/* completion_fish.c - the completion script for fish, from 3.0 on. */
#include <string.h>

#include "commands.h"
#include "completion.h"
#include "topics.h"

static const char prologue[] =
    "# fish completion for swarmcl, made by `swarmcl completion fish`\n"
    "\n"
    "# The command of the line: one word, or two.\n"
    "function __swarmcl_command\n"
    "    set -l words (commandline -opc)\n"
    "    if contains -- \"$words[2..3]\" $__swarmcl_two_words\n"
    "        echo \"$words[2..3]\"\n"
    "    else\n"
    "        echo $words[2]\n"
    "    end\n"
    "end\n"
    "\n"
    "# Whether the line has this command and, where a number is given, so many operands before the cursor.\n"
    "function __swarmcl_at --argument-names command number\n"
    "    set -l found (__swarmcl_command)\n"
    "    test \"$found\" = \"$command\"; or return 1\n"
    "    test -n \"$number\"; or return 0\n"
    "    set -l words (commandline -opc)\n"
    "    set -l skipped (string split ' ' -- $command)\n"
    "    set -l count (math 0 - 1 - (count $skipped))\n"
    "    set -l is_value 0\n"
    "    for word in $words\n"
    "        if test $is_value = 1\n"
    "            set is_value 0\n"
    "        else if contains -- $word $__swarmcl_valued\n"
    "            set is_value 1\n"
    "        else if not string match -q -- '-*' $word; or test $word = -\n"
    "            set count (math $count + 1)\n"
    "        end\n"
    "    end\n"
    "    test $count = $number -a $is_value = 0\n"
    "end\n"
    "\n"
    "# Folders and the files that end in one of the arguments.\n"
    "function __swarmcl_files\n"
    "    set -l start (string replace -r -- '^-[^=]*=' '' (commandline -ct))\n"
    "    set -l endings (string join '|' -- (string escape --style=regex -- $argv))\n"
    "    complete -C \"__swarmcl_no_command $start\" | string match -r -- \"^[^\\t]*(?:$endings|/)(?:\\t.*)?\\$\"\n"
    "end\n"
    "\n"
    "complete -c swarmcl -f\n";

/* Prints a character as it is written inside `depth` single quotes, one within the other. */
static void put_character(FILE *out, char character, unsigned depth)
{
    if (depth == 0) {
        fputc(character, out);
        return;
    }
    if (character == '\'' || character == '\\') {
        put_character(out, '\\', depth - 1);
    }
    put_character(out, character, depth - 1);
}

/* Prints `text` between quotes that stand inside `depth` others. */
static void put_quoted(FILE *out, const char *text, unsigned depth)
{
    put_character(out, '\'', depth);
    for (; *text; ++text) {
        put_character(out, *text, depth + 1);
    }
    put_character(out, '\'', depth);
}

/* Prints what follows -a: words, each with what it means. */
static void put_words(FILE *out, const struct swarm_variant *words)
{
    fputs(" -a '", out);
    for (const struct swarm_variant *word = words; word->name; ++word) {
        fprintf(out, "%s%s", word == words ? "" : " ", word->name);
        put_character(out, '\\', 1);
        fputc('t', out);
        put_quoted(out, word->help, 1);
    }
    fputc('\'', out);
}

static void put_values(FILE *out, struct cli_values values)
{
    if (values.words) {
        put_words(out, values.words);
    }
    if (values.suffixes && *values.suffixes) {
        fputs(" -k -a '(__swarmcl_files", out);
        for (const char *const *suffix = values.suffixes; *suffix; ++suffix) {
            fprintf(out, " %s", *suffix);
        }
        fputs(")'", out);
    } else if (values.suffixes) {
        fputs(" -F", out);
    }
}

/* One completion that is a word of a name. */
static void put_name(FILE *out, const char *condition, const char *name, size_t length, const char *help)
{
    fprintf(out, "complete -c swarmcl -n '%s' -a '%.*s' -d ", condition, (int)length, name);
    put_quoted(out, help, 0);
    fputc('\n', out);
}

static void put_command(FILE *out, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    struct cli_values values;
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        bool flag = row->kind == SWARM_PARAM_FLAG;
        fprintf(out, "complete -c swarmcl -n '__swarmcl_at \"%s\"'", command->name);
        if (row->letter != '\0') {
            fprintf(out, " -s %c", row->letter);
        }
        values = cli_values_of_option(row);
        bool any_file = values.suffixes && !*values.suffixes;
        fprintf(out, " -l %s%s", row->name, flag ? "" : any_file ? " -r" : " -x");
        put_values(out, values);
        fputs(" -d ", out);
        put_quoted(out, row->help, 0);
        fputc('\n', out);
    }
    for (size_t i = 0; cli_values_of_operand(command, i, &values); ++i) {
        /* a line for each: the last -a of a line counts */
        const struct cli_values parts[] = {{.words = values.words}, {.suffixes = values.suffixes}};
        for (size_t part = 0; part < 2; ++part) {
            if (parts[part].words || parts[part].suffixes) {
                fprintf(out, "complete -c swarmcl -n '__swarmcl_at \"%s\"", command->name);
                if (!values.rest) {
                    fprintf(out, " %zu", i);
                }
                fputc('\'', out);
                put_values(out, parts[part]);
                fputc('\n', out);
            }
        }
    }
}

static void put_names(FILE *out)
{
    static const char first[] = "test (count (commandline -opc)) -eq 1", help[] = "__swarmcl_at help 0";
    for (size_t i = 0; cli_commands[i]; ++i) {
        const char *name = cli_commands[i]->name;
        size_t length = 0;
        const char *second = cli_second_word(cli_commands[i], &length);
        if (!cli_first_word_seen(i)) {
            put_name(out, first, name, length, cli_first_word_help(name, length));
            put_name(out, help, name, length, cli_first_word_help(name, length));
        }
        if (second) {
            char condition[128];
            snprintf(condition, sizeof condition, "__swarmcl_at %.*s 0; or __swarmcl_at help 1", (int)length, name);
            put_name(out, condition, second, strlen(second), cli_commands[i]->help);
        }
    }
    for (const struct swarm_variant *word = cli_program_words; word->name; ++word) {
        put_name(out, first, word->name, strcspn(word->name, " "), word->help);
    }
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (!*cli_first_word_help(topic->name, strlen(topic->name))) {
            put_name(out, help, topic->name, strlen(topic->name), topic->help);
        }
    }
}

/* Options that take a value in any command; tables agree on that. */
static void put_valued(FILE *out, const struct cli_arguments *arguments)
{
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        if (row->kind == SWARM_PARAM_FLAG) {
            continue;
        }
        fprintf(out, " --%s", row->name);
        if (row->letter != '\0') {
            fprintf(out, " -%c", row->letter);
        }
    }
}

enum swarm_status cli_completion_fish(FILE *out)
{
    fputs(prologue, out);
    fputs("set -g __swarmcl_two_words", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        if (cli_second_word(cli_commands[i], &length)) {
            fprintf(out, " '%s'", cli_commands[i]->name);
        }
    }
    fputs("\nset -g __swarmcl_valued", out);
    enum swarm_status status = cli_each_command(out, put_valued);
    fputs("\n\n", out);
    put_names(out);
    return status == SWARM_OK ? cli_each_command(out, put_command) : status;
}
