/* completion_bash.c - the completion script for bash, from 3.2 on, with or without the package bash-completion. */
#include <string.h>

#include "commands.h"
#include "completion.h"
#include "topics.h"

static const char prologue[] =
    "# bash completion for swarmcl, made by `swarmcl completion bash`\n"
    "\n"
    "# Offers those of the words $1 that begin with the word under the cursor.\n"
    "_swarmcl_words()\n"
    "{\n"
    "    local name\n"
    "    while IFS= read -r name; do\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen -W \"$1\" -- \"$word\")\n"
    "}\n"
    "\n"
    "# Offers folders and the files that end in one of the arguments, without arguments all files.\n"
    "_swarmcl_files()\n"
    "{\n"
    "    local name suffix\n"
    "    compopt -o filenames 2> /dev/null\n"
    "    while IFS= read -r name; do\n"
    "        COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen -d -- \"$word\")\n"
    "    while IFS= read -r name; do\n"
    "        for suffix in \"${@-}\"; do\n"
    "            if [[ $name == *\"$suffix\" ]]; then\n"
    "                COMPREPLY+=(\"$name\")\n"
    "                break\n"
    "            fi\n"
    "        done\n"
    "    done < <(compgen -f -- \"$word\")\n"
    "}\n"
    "\n"
    "_swarmcl()\n"
    "{\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=${COMP_WORDS[1]} next=2 options= valued= count=0\n"
    "    COMPREPLY=()\n";

static const char splitting[] = "    # --option=value arrives as three words\n"
                                "    if [[ $word == = ]]; then\n"
                                "        word=\n"
                                "    elif [[ $before == = ]]; then\n"
                                "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
                                "    fi\n";

static const char counting[] =
    "    if [[ \" $valued \" == *\" $before \"* ]]; then\n"
    "        return\n"
    "    fi\n"
    "    if [[ $word == -* ]]; then\n"
    "        _swarmcl_words \"$options\"\n"
    "        return\n"
    "    fi\n"
    "    # the operands before the cursor\n"
    "    while [[ $next -lt $COMP_CWORD ]]; do\n"
    "        case ${COMP_WORDS[next]} in\n"
    "        = | :) next=$((next + 1)) ;; # the rest of a value\n"
    "        -*)\n"
    "            if [[ \" $valued \" == *\" ${COMP_WORDS[next]} \"* && ${COMP_WORDS[next + 1]} != = ]]; then\n"
    "                next=$((next + 1))\n"
    "            fi ;;\n"
    "        *) count=$((count + 1)) ;;\n"
    "        esac\n"
    "        next=$((next + 1))\n"
    "    done\n";

/* The call that offers `values`. */
static void print_offer(FILE *out, struct cli_values values)
{
    if (values.words) {
        fputs("_swarmcl_words '", out);
        for (const struct swarm_variant *word = values.words; word->name; ++word) {
            fprintf(out, "%s%s", word == values.words ? "" : " ", word->name);
        }
        fputs("'", out);
    }
    if (values.suffixes) {
        fprintf(out, "%s_swarmcl_files", values.words ? "; " : "");
        for (const char *const *suffix = values.suffixes; *suffix; ++suffix) {
            fprintf(out, " %s", *suffix);
        }
    }
}

static bool takes_value(const struct swarm_param *row)
{
    return row->kind != SWARM_PARAM_FLAG;
}

static bool is_any(const struct swarm_param *row)
{
    (void)row;
    return true;
}

/* The names of the options that `fits`, as NAME='...'. */
static void print_list(FILE *out, const char *name, const struct cli_arguments *arguments,
                       bool (*fits)(const struct swarm_param *row))
{
    const char *separator = "";
    fprintf(out, "        %s='", name);
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        if (!fits(row)) {
            continue;
        }
        fprintf(out, "%s--%s", separator, row->name);
        if (row->letter != '\0') {
            fprintf(out, " -%c", row->letter);
        }
        separator = " ";
    }
    fputs("'\n", out);
}

/* Options of a command, and what completes their values. */
static void print_options(FILE *out, const struct cli_arguments *arguments)
{
    fprintf(out, "    '%s')\n", arguments->command->name);
    print_list(out, "options", arguments, is_any);
    print_list(out, "valued", arguments, takes_value);
    fputs("        case $before in\n", out);
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        struct cli_values values = cli_values_of_option(row);
        if (!takes_value(row) || (!values.words && !values.suffixes)) {
            continue;
        }
        fprintf(out, "        --%s", row->name);
        if (row->letter != '\0') {
            fprintf(out, " | -%c", row->letter);
        }
        fputs(") ", out);
        print_offer(out, values);
        fputs("; return ;;\n", out);
    }
    fputs("        esac ;;\n", out);
}

static void print_operands(FILE *out, const struct cli_command *command)
{
    struct cli_values values;
    for (size_t i = 0; cli_values_of_operand(command, i, &values); ++i) {
        if (values.rest) {
            fprintf(out, "    '%s '*) ", command->name);
        } else {
            fprintf(out, "    '%s %zu') ", command->name, i);
        }
        print_offer(out, values);
        fputs(" ;;\n", out);
    }
}

/* Names of two words: what may follow the first, behind `swarmcl` and behind `swarmcl help`. */
static void print_second_words(FILE *out)
{
    fputs("    case \"${COMP_WORDS[*]:1:COMP_CWORD - 1}\" in\n", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        const char *second = cli_second_word(cli_commands[i], &length);
        if (second) {
            fprintf(out, "    '%.*s' | 'help %.*s') _swarmcl_words '%s' ;;\n", (int)length, cli_commands[i]->name,
                    (int)length, cli_commands[i]->name, second);
        }
    }
    fputs("    esac\n", out);
}

static void print_first_words(FILE *out)
{
    const char *separator = "";
    for (size_t i = 0; cli_commands[i]; ++i) {
        if (!cli_first_word_seen(i)) {
            size_t length = 0;
            cli_second_word(cli_commands[i], &length);
            fprintf(out, "%s%.*s", separator, (int)length, cli_commands[i]->name);
            separator = " ";
        }
    }
}

enum swarm_status cli_completion_bash(FILE *out)
{
    fputs(prologue, out);
    fputs("    if [[ $COMP_CWORD -eq 1 ]]; then\n        _swarmcl_words '", out);
    print_first_words(out);
    for (const struct swarm_variant *word = cli_program_words; word->name; ++word) {
        fprintf(out, " %.*s", (int)strcspn(word->name, " "), word->name);
    }
    fputs("'\n        return\n    fi\n", out);
    fputs(splitting, out);
    fputs("    case \"$command ${COMP_WORDS[2]}\" in\n", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        size_t length = 0;
        if (cli_second_word(cli_commands[i], &length)) {
            fprintf(out, "    '%s') [[ $COMP_CWORD -gt 2 ]] && command='%s' next=3 ;;\n", cli_commands[i]->name,
                    cli_commands[i]->name);
        }
    }
    fputs("    esac\n    case $command in\n", out);
    enum swarm_status status = cli_each_command(out, print_options);
    fputs("    esac\n", out);
    fputs(counting, out);
    print_second_words(out);
    fputs("    case \"$command $count\" in\n", out);
    for (size_t i = 0; cli_commands[i]; ++i) {
        print_operands(out, cli_commands[i]);
    }
    fputs("    'help 0') _swarmcl_words '", out);
    print_first_words(out);
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (!*cli_first_word_help(topic->name, strlen(topic->name))) {
            fprintf(out, " %s", topic->name);
        }
    }
    fputs("' ;;\n    esac\n}\n\ncomplete -F _swarmcl swarmcl\n", out);
    return status;
}
