/* manual.c - swarmcl manual: prints the manual page, in man(7), from the tables that help is made from. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "help.h"
#include "topics.h"

static const char description[] =
    "Searches for short tours of the travelling salesman problem with a colony of artificial ants, and for the best "
    "values of functions with a swarm of particles, on GPUs and, through the OpenCL driver PoCL, on CPUs. For a given "
    "instance or function, parameters, seed and number of iterations the result is the same on every device, bit for "
    "bit.";

/* Prints text that roff is to take as it is; what stands between backquotes becomes bold. `start`: at the beginning of
 * a line, where a dot or a quote would begin a request. Line breaks become spaces. */
static void print_text(FILE *out, const char *text, bool start)
{
    bool bold = false;
    if (start && (*text == '.' || *text == '\'')) {
        fputs("\\&", out);
    }
    for (; *text; ++text) {
        switch (*text) {
        case '`':
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", out);
            break;
        case '\\':
            fputs("\\e", out);
            break;
        case '-':
            fputs("\\-", out);
            break;
        case '\'':
            fputs("\\(aq", out);
            break;
        case '"':
            fputs("\\(dq", out);
            break;
        case '^':
            fputs("\\(ha", out);
            break;
        case '~':
            fputs("\\(ti", out);
            break;
        case '\n':
            fputc(' ', out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static void print_paragraph(FILE *out, const char *text)
{
    if (*text) {
        fputs(".PP\n", out);
        print_text(out, text, true);
        fputc('\n', out);
    }
}

static void print_heading(FILE *out, const char *request, const char *text)
{
    fprintf(out, "%s \"", request);
    print_text(out, text, false);
    fputs("\"\n", out);
}

/* A bold term and what it means. */
static void print_entries(FILE *out, const struct swarm_variant *entries)
{
    for (const struct swarm_variant *entry = entries; entry->name; ++entry) {
        const char *source = entry->source ? entry->source : "";
        fputs(".TP\n\\fB", out);
        print_text(out, entry->name, false);
        fputs("\\fR\n", out);
        print_text(out, entry->help, true);
        if (*source) {
            fputs(" (", out);
            print_text(out, source, false);
            fputc(')', out);
        }
        fputc('\n', out);
    }
}

static void print_option(FILE *out, const struct swarm_param *row, bool repeatable, bool first)
{
    char facts[CLI_FACTS_SIZE];
    if (first) {
        fputs(".PP\n\\fI", out);
        print_text(out, row->group, false);
        fputs("\\fR\n", out);
    }
    fputs(".TP\n", out);
    if (row->letter != '\0') {
        fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
    }
    fputs("\\fB\\-\\-", out);
    print_text(out, row->name, false);
    fputs("\\fR", out);
    if (row->kind != SWARM_PARAM_FLAG) {
        fputs(" \\fI", out);
        print_text(out, row->operand ? row->operand : "VALUE", false);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    print_text(out, row->help, true);
    cli_help_facts(row, repeatable, facts);
    if (*facts) {
        fputs(" [", out);
        print_text(out, facts, false);
        fputc(']', out);
    }
    fputc('\n', out);
    if (row->words) {
        fputs(".RS\n", out);
        print_entries(out, row->words);
        fputs(".RE\n", out);
    }
}

static void print_synopsis(FILE *out, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    fprintf(out, ".br\n\\fBswarmcl %s\\fR%s\\fI%s\\fR [\\fIoptions\\fR]\n", command->name,
            *command->operands ? " " : "", command->operands);
}

/* A command with the options that not every command has. */
static void print_command(FILE *out, const struct cli_arguments *arguments)
{
    const struct cli_command *command = arguments->command;
    char usage[256];
    snprintf(usage, sizeof usage, "swarmcl %s%s%s [options]", command->name, *command->operands ? " " : "",
             command->operands);
    print_heading(out, ".SS", usage);
    print_paragraph(out, command->details);
    if (command->operand_words && !command->operand_topic) {
        print_entries(out, command->operand_words());
    }
    cli_help_options(out, arguments->rows, arguments->library_count + command->own_count, command, print_option);
}

static void print_topic(FILE *out, const struct cli_topic *topic)
{
    print_heading(out, topic->heading ? ".SH" : ".SS", topic->heading ? topic->heading : topic->name);
    print_paragraph(out, topic->opening);
    if (topic->words) {
        print_entries(out, topic->words());
    }
    print_entries(out, topic->entries);
    print_paragraph(out, topic->closing);
}

static enum swarm_status each_command(FILE *out, void (*print)(FILE *out, const struct cli_arguments *arguments))
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; cli_commands[i] && status == SWARM_OK; ++i) {
        struct cli_arguments arguments;
        status = cli_arguments_init(&arguments, cli_commands[i]);
        if (status == SWARM_OK) {
            print(out, &arguments);
            cli_arguments_deinit(&arguments);
        }
    }
    return status;
}

static enum swarm_status print_common_options(FILE *out)
{
    struct cli_arguments arguments;
    enum swarm_status status = cli_arguments_init(&arguments, cli_commands[0]);
    if (status == SWARM_OK) {
        size_t start = arguments.library_count + arguments.command->own_count;
        cli_help_options(out, arguments.rows + start, arguments.row_count - start, arguments.command, print_option);
        cli_arguments_deinit(&arguments);
    }
    return status;
}

static enum swarm_status run_manual(struct cli_console *console, const struct cli_arguments *arguments)
{
    (void)console, (void)arguments;
    FILE *out = stdout;
    fprintf(out,
            ".TH SWARMCL 1 \"\" \"swarmcl %s\" \"User Commands\"\n"
            ".SH NAME\nswarmcl \\- ant colonies for the travelling salesman problem and particle swarms for functions\n"
            ".SH SYNOPSIS\n",
            swarm_version());
    enum swarm_status status = each_command(out, print_synopsis);
    for (const struct swarm_variant *word = cli_program_words; word->name; ++word) {
        fputs(".br\n\\fBswarmcl ", out);
        print_text(out, word->name, false);
        fputs("\\fR\n", out);
    }
    fputs(".SH DESCRIPTION\n", out);
    print_text(out, description, true);
    fputs("\n.SH COMMANDS\n", out);
    status = status == SWARM_OK ? each_command(out, print_command) : status;
    fputs(".SH \"OPTIONS OF ALL COMMANDS\"\n", out);
    print_text(out, "Commands that print a text for other programs have --help alone.", true);
    fputc('\n', out);
    status = status == SWARM_OK ? print_common_options(out) : status;
    fputs(".SH TOPICS\n", out);
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (!topic->heading) {
            print_topic(out, topic);
        }
    }
    for (const struct cli_topic *topic = cli_topics; topic->name; ++topic) {
        if (topic->heading) {
            print_topic(out, topic);
        }
    }
    fputs(".SH SEE ALSO\n\\fBclinfo\\fR(1)\n", out);
    return status;
}

const struct cli_command cli_command_manual = {
    .name = "manual",
    .operands = "",
    .help = "print the manual page",
    .details =
        "Prints the manual page for man(1): everything that --help and `swarmcl help` tell. Without an installed\n"
        "swarmcl it is read by `swarmcl manual > swarmcl.1; man ./swarmcl.1`.",
    .text_only = true,
    .run = run_manual,
};
