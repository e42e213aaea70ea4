/* completion.c - swarmcl completion SHELL prints a script; scripts call `swarmcl __complete`, which prints the words.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "help.h"

#define INSTANCES "*.tsp\n*.atsp\n*.csv\n*.tsp.gz\n*.atsp.gz\n*.csv.gz\n*/\n"

/* Names of operands that are files, up to a dot, and the patterns of these files; folders end with a slash. */
static const struct swarm_variant file_operands[] = {
    {"FILE", INSTANCES, ""},
    {"INSTANCE", INSTANCES, ""},
    {"NAME|FILE", "*.cl\n*/\n", ""},
    {"TOUR", "*.tour\n*.tour.gz\n*/\n", ""},
    {"DISTANCES", "*.csv\n*/\n", ""},
    {"ASSIGNMENT", "*.csv\n*.sln\n*/\n", ""},
    {"RUN.json", "*.json\n*.json.gz\n*/\n", ""},
    {NULL, NULL, NULL},
};

/* Prints `word` up to a blank. */
static void offer(const char *word, const char *help)
{
    printf("%.*s\t%s\n", (int)strcspn(word, " "), word, help);
}

static void offer_words(const struct swarm_variant *words)
{
    for (const struct swarm_variant *word = words; word && word->name; ++word) {
        offer(word->name, word->help);
    }
}

/* Prints the file patterns for an operand of `length` bytes; `others` if `kinds` does not contain the operand. */
static void offer_files(const struct swarm_variant *kinds, const char *operand, size_t length, const char *others)
{
    for (; kinds->name; ++kinds) {
        if (strlen(kinds->name) == length && strncmp(kinds->name, operand, length) == 0) {
            others = kinds->help;
        }
    }
    fputs(others, stdout);
}

/* Offers the last words of commands whose first word is `first`; "" for commands of one word. */
static void offer_commands(const char *first)
{
    for (size_t i = 0; cli_commands[i]; ++i) {
        const char *name = cli_commands[i]->name, *blank = strchr(name, ' ');
        const size_t length = blank ? (size_t)(blank - name) : 0;
        if (strlen(first) == length && strncmp(name, first, length) == 0) {
            offer(blank ? blank + 1 : name, cli_commands[i]->help);
        }
    }
}

/* Prints words for operand `index` of `command`, counted from 0. An operand with "..." also covers all later ones. */
static void offer_operand(const struct cli_command *command, size_t index)
{
    const char *operand = command->operands;
    size_t i = 0;
    for (const char *blank; i < index && (blank = strchr(operand, ' ')); ++i) {
        operand = blank + 1;
    }
    if (i < index && !strstr(operand, "...")) {
        return;
    }
    offer_words(index == 0 && command->operand_words ? command->operand_words() : NULL);
    operand += *operand == '[';
    offer_files(file_operands, operand, strcspn(operand, " ]."), "");
}

static void offer_options(const struct cli_arguments *arguments)
{
    for (size_t i = 0; i < arguments->row_count; ++i) {
        const struct swarm_param *row = arguments->rows[i];
        if (cli_is_given(arguments, row) && !row->repeats) {
            continue;
        }
        printf("--%s\t%s\n", row->name, row->help);
        if (row->letter != '\0') {
            printf("-%c\t%s\n", row->letter, row->help);
        }
    }
}

/* Adds the options in `word`: --NAME, --NAME=VALUE, -L, -LVALUE or several letters. Returns the option whose value
 * is still missing, because it is in the next word or follows an equals sign; NULL: none. */
static const struct swarm_param *take_option(struct cli_arguments *arguments, const char *word)
{
    const bool is_long = word[1] == '-';
    const size_t length = is_long ? strcspn(word + 2, "=") : 1;
    for (const char *name = word + 1 + is_long; *name; ++name) {
        const struct swarm_param *row =
            is_long ? cli_find_name(arguments, name, length) : cli_find_letter(arguments, *name);
        if (row && !cli_is_given(arguments, row)) {
            arguments->given[arguments->given_count++] = (struct cli_argument){.row = row, .value = ""};
        }
        const bool flag = !row || row->kind == SWARM_PARAM_FLAG;
        if (is_long || !row || !flag) {
            return !flag && (is_long || !name[1]) ? row : NULL;
        }
    }
    return NULL;
}

/* Prints completions of the last of `words` [count], which follow the command. */
static void offer_for(struct cli_arguments *arguments, int count, char **words)
{
    const char *last = words[count - 1];
    const struct swarm_param *valued = NULL;
    size_t operands = 0;
    int i = 0;
    for (; i < count - 1; ++i) {
        if (strcmp(words[i], "=") == 0 || strcmp(words[i], ":") == 0) {
            i += !valued; /* bash passes = and : as separate words */
        } else if (valued) {
            valued = NULL;
        } else if (words[i][0] == '-' && words[i][1]) {
            valued = take_option(arguments, words[i]);
            valued = strchr(words[i], '=') ? NULL : valued;
        } else {
            ++operands;
        }
    }
    if (i > count - 1) {
        return;
    }
    if (!valued && last[0] == '-' && strchr(last, '=')) {
        valued = take_option(arguments, last);
    }
    if (valued) {
        offer_words(valued->words);
        offer_files(file_operands + 1, valued->operand, strlen(valued->operand),
                    valued->reads || valued->writes ? "*\n" : ""); /* the value may be any file */
    } else if (last[0] == '-') {
        offer_options(arguments);
    } else {
        offer_operand(arguments->command, operands);
    }
}

enum swarm_status cli_complete(int count, char **words)
{
    int used = 0;
    const struct cli_command *command = cli_command_find(count - 1, words, &used);
    const int help = count > 1 && strcmp(words[0], "help") == 0;
    if (count < 2) {
        offer_words(cli_program_words);
    }
    for (const struct cli_topic *topic = cli_topics; help && count == 2 && topic->name; ++topic) {
        char *name = (char *)topic->name;
        if (!cli_command_find(1, &name, &used)) {
            offer(name, topic->help);
        }
    }
    if (count < 2 + help) {
        offer_commands("");
    } else if (count == 2 + help && words[count - 1][0] != '-') {
        offer_commands(words[help]);
    }
    if (!command) {
        return SWARM_OK;
    }
    struct cli_arguments arguments;
    cli_arguments_init(&arguments, command);
    arguments.given = calloc(arguments.row_count, sizeof *arguments.given);
    TRY(arguments.given ? SWARM_OK : cli_fail_memory());
    offer_for(&arguments, count - used, words + used);
    cli_arguments_deinit(&arguments);
    return SWARM_OK;
}

/* Supports bash 3.2 or later, with or without the package bash-completion. */
static const char bash_script[] =
    "# bash completion for swarmcl, made by `swarmcl completion bash`\n"
    "_swarmcl()\n"
    "{\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]/#\\~\\//$HOME/} offer help\n"
    "    [[ $word == = ]] && word=\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r offer help; do\n"
    "        if [[ $offer == \\** ]]; then\n"
    "            compopt -o filenames 2> /dev/null\n"
    "            [[ $offer == */ ]] && set -- -d || set -- -f -X \"!$offer\"\n"
    "            while IFS= read -r offer; do\n"
    "                COMPREPLY+=(\"$offer\")\n"
    "            done < <(compgen \"$@\" -- \"$word\")\n"
    "        elif [[ $offer == \"$word\"* ]]; then\n"
    "            COMPREPLY+=(\"$offer\")\n"
    "        fi\n"
    "    done < <(\"$program\" __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2> /dev/null)\n"
    "}\n"
    "complete -F _swarmcl swarmcl\n";

static const char zsh_script[] = "#compdef swarmcl\n"
                                 "# zsh completion for swarmcl, made by `swarmcl completion zsh`\n"
                                 "_swarmcl() {\n"
                                 "    local line found=1\n"
                                 "    local -a offers patterns\n"
                                 "    for line in \"${(@f)$($~words[1] __complete \"${(@Q)words[2,CURRENT-1]}\" "
                                 "\"${(Q)PREFIX}\" 2> /dev/null)}\"; do\n"
                                 "        case $line in\n"
                                 "            \\*/) ;; # _files has the folders\n"
                                 "            \\**) patterns+=($line) ;;\n"
                                 "            ?*) offers+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
                                 "        esac\n"
                                 "    done\n"
                                 "    compset -P '--*='\n"
                                 "    (( $#offers )) && _describe -t words word offers && found=0\n"
                                 "    (( $#patterns )) && _files -g \"$patterns\" && found=0\n"
                                 "    return found\n"
                                 "}\n"
                                 "if [[ $funcstack[1] == _swarmcl ]]; then\n"
                                 "    _swarmcl \"$@\"\n"
                                 "else\n"
                                 "    compdef _swarmcl swarmcl\n"
                                 "fi\n";

/* Supports fish 3.0 or later. */
static const char fish_script[] = "# fish completion for swarmcl, made by `swarmcl completion fish`\n"
                                  "function __swarmcl_offers\n"
                                  "    set -l word (commandline -ct)\n"
                                  "    set -l words (commandline -opc) $word\n"
                                  "    set -l program (string replace -r -- '^~/' ~/ $words[1])\n"
                                  "    set -l option (string match -r -- '^--[^=]*=' $word)\n"
                                  "    set -l value (string replace -- \"$option\" '' $word)\n"
                                  "    for offer in ($program __complete $words[2..-1] 2> /dev/null)\n"
                                  "        if string match -q -- '\\\\**' $offer\n"
                                  "            # the files as the completions of a command that has none\n"
                                  "            set offer (complete -C \"__swarmcl_none $value\" | string replace -r "
                                  "'\\t.*' '' | string match -- $offer)\n"
                                  "        end\n"
                                  "        for word in $offer\n"
                                  "            echo \"$option$word\"\n"
                                  "        end\n"
                                  "    end\n"
                                  "end\n"
                                  "complete -c swarmcl -f -a '(__swarmcl_offers)'\n";

static const struct swarm_variant shell_words[] = {
    {"bash", "source it in ~/.bashrc, or save it as bash-completion/completions/swarmcl", ""},
    {"zsh", "save it as _swarmcl in a folder of $fpath", ""},
    {"fish", "save it as swarmcl.fish in ~/.config/fish/completions", ""},
    {NULL, NULL, NULL},
};

static const struct swarm_variant *completion_shells(void)
{
    return shell_words;
}

static enum swarm_status run_completion(struct cli_console *console, const struct cli_arguments *arguments)
{
    static const char *const scripts[] = {bash_script, zsh_script, fish_script};
    (void)console;
    for (size_t i = 0; shell_words[i].name; ++i) {
        if (strcmp(arguments->operands[0], shell_words[i].name) == 0) {
            fputs(scripts[i], stdout);
            return SWARM_OK;
        }
    }
    return cli_usage_error(arguments->command, "unknown shell '%s'; expected bash, zsh or fish",
                           arguments->operands[0]);
}

const struct cli_command cli_command_completion = {
    .name = "completion",
    .operands = "SHELL",
    .help = "print a completion script for a shell",
    .details = "Prints a script with which SHELL completes commands, options, words and files; the script calls\n"
               "the program. Installing swarmcl also installs the scripts. To try one for a session: in bash\n"
               "`source <(swarmcl completion bash)`, in zsh the same with zsh, in fish `swarmcl completion fish |\n"
               "source`.",
    .operand_words = completion_shells,
    .shared = CLI_ROWS_OF_TEXT,
    .run = run_completion,
};
