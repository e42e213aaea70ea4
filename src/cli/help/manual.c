/* manual.c - swarmcl manual: prints the manual page from the tables of help, in man(7) or, on a terminal, as text. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/commands.h"
#include "help.h"

static const char description[] =
    "Searches for short tours (travelling salesman and orienteering problems) and cheap assignments (QAP) with "
    "populations or ant colonies, and for best values of functions with particle swarms, on GPUs and, through the "
    "OpenCL driver PoCL, on CPUs. The same instance or function, parameters, seed and number of iterations give the "
    "same result on every device, bit for bit.";

/* Prints plain text for roff: text in backquotes becomes bold, line breaks become blanks. `start`: the text begins a
 * line, where a dot or a quote would be a request. */
static void print_text(const char *text, bool start)
{
    static const char special[] = "\\-'\"^~\n";
    static const char *const written[] = {"\\e", "\\-", "\\(aq", "\\(dq", "\\(ha", "\\(ti", " "};
    bool bold = false;
    fputs(start && (*text == '.' || *text == '\'') ? "\\&" : "", stdout);
    for (; *text; ++text) {
        const char *found = strchr(special, *text);
        if (*text == '`') {
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", stdout);
        } else if (found) {
            fputs(written[found - special], stdout);
        } else {
            fputc(*text, stdout);
        }
    }
}

/* Prints text between two pieces of roff. */
static void print_between(const char *before, const char *text, const char *after)
{
    fputs(before, stdout);
    print_text(text, false);
    fputs(after, stdout);
}

static void print_command(const struct cli_command *command)
{
    printf(".SS \"swarmcl %s%s", command->name, *command->operands ? " " : "");
    print_between("", command->operands, " [options]\"\n");
}

/* Prints a topic. A topic with a heading is its own section; those without are in TOPICS and come first. */
static void print_topic(const struct cli_topic *topic)
{
    fputs(topic == cli_topics ? ".SH TOPICS\n" : "", stdout);
    print_between(topic->heading ? ".SH \"" : ".SS \"", topic->heading ? topic->heading : topic->name, "\"\n");
}

static void print_paragraph(const char *text)
{
    fputs(".PP\n", stdout);
    print_text(text, true);
    fputc('\n', stdout);
}

/* Prints words in bold, and their meanings. */
static void print_entries(const struct swarm_variant *entries)
{
    for (const struct swarm_variant *entry = entries; entry && entry->name; ++entry) {
        print_between(".TP\n\\fB", entry->name, "\\fR\n");
        print_text(entry->help, true);
        if (entry->source && *entry->source) {
            print_between(" (", entry->source, ")");
        }
        fputc('\n', stdout);
    }
}

static void print_words(const char *heading, const struct swarm_variant *words, const struct swarm_variant *more)
{
    (void)heading;
    print_entries(words);
    print_entries(more);
}

static void print_option(const struct swarm_param *row, bool first)
{
    char facts[CLI_FACTS_SIZE];
    if (first) {
        print_between(".PP\n\\fI", row->group, "\\fR\n");
    }
    fputs(".TP\n", stdout);
    if (row->letter != '\0') {
        printf("\\fB\\-%c\\fR, ", row->letter);
    }
    print_between("\\fB\\-\\-", row->name, "\\fR");
    if (row->kind != SWARM_PARAM_FLAG) {
        print_between(" \\fI", row->operand, "\\fR");
    }
    fputc('\n', stdout);
    print_text(row->help, true);
    cli_help_facts(row, facts);
    if (*facts) {
        print_between(" [", facts, "]");
    }
    fputc('\n', stdout);
    if (row->words) {
        fputs(".RS\n", stdout);
        print_entries(row->words);
        fputs(".RE\n", stdout);
    }
}

static void begin_common(void)
{
    print_between(".SH \"OPTIONS OF ALL COMMANDS\"\n", "completion and manual have only --help.", "\n");
}

static enum swarm_status run_manual(struct cli_console *console, const struct cli_arguments *arguments)
{
    static const struct cli_printer source = {.command = print_command,
                                              .topic = print_topic,
                                              .paragraph = print_paragraph,
                                              .words = print_words,
                                              .option = print_option,
                                              .common = begin_common};
    (void)console, (void)arguments;
    if (isatty(STDOUT_FILENO)) {
        cli_help_program(stdout);
        cli_help_walk(&cli_text_printer);
        return SWARM_OK;
    }
    printf(".TH SWARMCL 1 \"\" \"swarmcl %s\" \"User Commands\"\n"
           ".SH NAME\nswarmcl \\- ant colonies, populations and particle swarms for tours, assignments and functions\n"
           ".SH SYNOPSIS\n",
           swarm_version());
    for (size_t i = 0; cli_commands[i]; ++i) {
        const char *operands = cli_commands[i]->operands;
        printf(".br\n\\fBswarmcl %s\\fR%s\\fI%s\\fR [\\fIoptions\\fR]\n", cli_commands[i]->name, *operands ? " " : "",
               operands);
    }
    for (const struct swarm_variant *word = cli_program_words; word->name; ++word) {
        print_between(".br\n\\fBswarmcl ", word->name, "\\fR\n");
    }
    print_between(".SH DESCRIPTION\n", description, "\n.SH COMMANDS\n");
    cli_help_walk(&source);
    fputs(".SH SEE ALSO\n\\fBclinfo\\fR(1)\n", stdout);
    return SWARM_OK;
}

const struct cli_command cli_command_manual = {
    .name = "manual",
    .operands = "",
    .help = "print the manual page",
    .details = "Prints the manual page: all texts of --help and `swarmcl help`. On a terminal it prints text,\n"
               "otherwise the source for man(1): `swarmcl manual > swarmcl.1; man ./swarmcl.1` shows it page by\n"
               "page.",
    .shared = CLI_ROWS_OF_TEXT,
    .run = run_manual,
};
