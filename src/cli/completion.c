/* completion.c - swarmcl completion SHELL: prints a completion script; what the scripts have in common. */
#include "completion.h"

#include <string.h>

#include "commands.h"

static const char *const instance_suffixes[] = {".tsp", ".atsp", ".csv", ".tsp.gz", ".atsp.gz", ".csv.gz", NULL};
static const char *const tour_suffixes[] = {".tour", ".tour.gz", NULL};
static const char *const objective_suffixes[] = {".cl", NULL};
static const char *const document_suffixes[] = {".json", ".json.gz", NULL};
static const char *const any_suffix[] = {NULL};

/* The words of help that stand for files. */
static const struct {
    const char *operand;
    bool of_option;
    const char *const *suffixes;
} file_operands[] = {
    {"FILE", false, instance_suffixes},
    {"INSTANCE", false, instance_suffixes},
    {"TOUR", false, tour_suffixes},
    {"TOUR", true, tour_suffixes},
    {"RUN.json", true, document_suffixes},
    {"FILE", true, any_suffix},
    {"TUNING", true, any_suffix},
    {"LO:HI|FILE", true, any_suffix},
    {"FILE...", false, instance_suffixes},
    {"FILE[,EVERY]", true, any_suffix},
    {"NAME|FILE.cl", false, objective_suffixes},
};

static const char *const *suffixes_of(const char *operand, size_t length, bool of_option)
{
    for (size_t i = 0; i < sizeof file_operands / sizeof file_operands[0]; ++i) {
        if (file_operands[i].of_option == of_option && strlen(file_operands[i].operand) == length
            && strncmp(file_operands[i].operand, operand, length) == 0) {
            return file_operands[i].suffixes;
        }
    }
    return NULL;
}

struct cli_values cli_values_of_option(const struct swarm_param *row)
{
    const char *operand = row->operand ? row->operand : "";
    return (struct cli_values){.words = row->words, .suffixes = suffixes_of(operand, strlen(operand), true)};
}

bool cli_values_of_operand(const struct cli_command *command, size_t index, struct cli_values *values)
{
    const char *operand = command->operands;
    for (size_t i = 0; i < index && *operand; ++i) {
        operand += strcspn(operand, " ");
        operand += strspn(operand, " ");
    }
    if (!*operand) {
        return false;
    }
    const size_t bracket = *operand == '[', length = strcspn(operand + bracket, " ]");
    *values = (struct cli_values){
        .words = index == 0 && command->operand_words ? command->operand_words() : NULL,
        .suffixes = suffixes_of(operand + bracket, length, false),
        .rest = length > 3 && strncmp(operand + bracket + length - 3, "...", 3) == 0,
    };
    return true;
}

const char *cli_second_word(const struct cli_command *command, size_t *length)
{
    *length = strcspn(command->name, " ");
    return command->name[*length] ? command->name + *length + 1 : NULL;
}

const char *cli_first_word_help(const char *name, size_t length)
{
    for (size_t i = 0; cli_commands[i]; ++i) {
        if (strlen(cli_commands[i]->name) == length && strncmp(cli_commands[i]->name, name, length) == 0) {
            return cli_commands[i]->help;
        }
    }
    return "";
}

bool cli_first_word_seen(size_t command_index)
{
    const char *name = cli_commands[command_index]->name;
    size_t length = strcspn(name, " "), other = 0;
    for (size_t i = 0; i < command_index; ++i) {
        cli_second_word(cli_commands[i], &other);
        if (other == length && strncmp(cli_commands[i]->name, name, length) == 0) {
            return true;
        }
    }
    return false;
}

enum swarm_status cli_each_command(FILE *out, cli_visit_fn *visit)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; cli_commands[i] && status == SWARM_OK; ++i) {
        struct cli_arguments arguments;
        status = cli_arguments_init(&arguments, cli_commands[i]);
        if (status == SWARM_OK) {
            visit(out, &arguments);
            cli_arguments_deinit(&arguments);
        }
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The command                                                                                                        */

static const struct swarm_variant shell_words[] = {
    {"bash", "to be read from ~/.bashrc, or as bash-completion/completions/swarmcl", ""},
    {"zsh", "a file _swarmcl in a folder of $fpath", ""},
    {"fish", "a file swarmcl.fish in ~/.config/fish/completions", ""},
    {NULL, NULL, NULL},
};

static const struct swarm_variant *completion_shells(void)
{
    return shell_words;
}

static enum swarm_status run_completion(struct cli_console *console, const struct cli_arguments *arguments)
{
    enum swarm_status (*const writers[])(FILE *) = {cli_completion_bash, cli_completion_zsh, cli_completion_fish};
    (void)console;
    for (size_t i = 0; shell_words[i].name; ++i) {
        if (strcmp(arguments->operands[0], shell_words[i].name) == 0) {
            return writers[i](stdout);
        }
    }
    return cli_usage_error(arguments->command, "'%s' is no shell that is known; expected bash, zsh or fish",
                           arguments->operands[0]);
}

const struct cli_command cli_command_completion = {
    .name = "completion",
    .operands = "SHELL",
    .help = "print a completion script for a shell",
    .details = "Prints a script by which SHELL completes the commands, options, words and files of swarmcl. An\n"
               "installed swarmcl brings these scripts where the shells look for them; otherwise, for this session:\n"
               "`source <(swarmcl completion bash)`, the same with zsh, `swarmcl completion fish | source`.",
    .operand_words = completion_shells,
    .text_only = true,
    .run = run_completion,
};
