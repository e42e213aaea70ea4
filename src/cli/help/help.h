/* help.h - the texts of --help, made from the tables of commands and options. */
#ifndef SWARMCL_CLI_HELP_H
#define SWARMCL_CLI_HELP_H

#include <stdio.h>

#include "cli/options.h"

/* The program's help: its commands, topics, exit codes and environment. */
void cli_help_program(FILE *out);

/* The help of one command: usage, details and options. With `help_all`, or if there are few, all options stand under
 * the headings of their groups; otherwise the common ones have a line each. */
void cli_help_command(const struct cli_arguments *arguments);

/* Bytes for the facts of any option. */
enum { CLI_FACTS_SIZE = 512 };

/* The text in brackets behind an option's help: unit, range, default, whether it may be repeated. */
void cli_help_facts(const struct swarm_param *row, char text[CLI_FACTS_SIZE]);

/* A text of `swarmcl help TOPIC`. Words to be typed stand between backquotes. */
struct cli_topic {
    const char *name;
    const char *help;                           /* half a sentence for the list of topics */
    const char *opening;                        /* a paragraph, or NULL */
    enum cli_option option;                     /* of tsp, whose words come before the entries; 0: none */
    const struct swarm_variant *(*words)(void); /* other words before them; NULL: none */
    const struct swarm_variant *entries;        /* NULL-name terminated, or NULL */
    const char *closing;                        /* a paragraph, or NULL */
    const char *heading;                        /* of the manual's section; NULL: a part of TOPICS */
};

/* NULL-name terminated. A topic with the name of a command follows the command's help. */
extern const struct cli_topic cli_topics[];

/* The program's words beside its commands: "help", "--version". NULL-name terminated. */
extern const struct swarm_variant cli_program_words[];

/* Exit codes in order from 0, and the variables of the environment; NULL-name terminated. */
extern const struct swarm_variant cli_exit_codes[];
extern const struct swarm_variant cli_environment[];

/* `swarmcl __complete WORD...`: prints completions of the last of `words` [count], which may be empty or begun. Each is
 * a line: the word, a tab and its meaning; or a pattern of files, which begins with an asterisk. The words are those
 * between `swarmcl` and the cursor; `=` and `:` may be words of their own, as bash splits them off. */
enum swarm_status cli_complete(int count, char **words);

/* A form of help: functions that print its parts. */
struct cli_printer {
    void (*command)(const struct cli_command *command); /* begins a command ... */
    void (*topic)(const struct cli_topic *topic);       /* ... or a topic */
    void (*paragraph)(const char *text);
    /* Words and further ones, each or NULL; heading: NULL in a topic. */
    void (*words)(const char *heading, const struct swarm_variant *words, const struct swarm_variant *more);
    void (*option)(const struct swarm_param *row, bool first); /* first of its group */
    void (*common)(void); /* begins the options that all commands share; NULL: they follow those of each command */
};

/* Print all commands, with all options, and then all topics, text under headings; one topic. */
enum swarm_status cli_help_walk(const struct cli_printer *printer);
void cli_help_topic(const struct cli_printer *printer, const struct cli_topic *topic);
extern const struct cli_printer cli_text_printer;

#endif
