/* help.h - the texts of --help, made from the tables of commands and options. */
#ifndef SWARMCL_CLI_HELP_H
#define SWARMCL_CLI_HELP_H

#include <stdio.h>

#include "cli/options.h"

/* The program's help: its commands, topics, exit codes and environment. */
void cli_help_program(FILE *out);

/* Prints the help of one command: usage, details and options. All options are printed by group with `help_all` or if
 * there are few; otherwise a line for each of the most used. */
void cli_help_command(const struct cli_arguments *arguments);

/* Makes the text in brackets after an option's help: unit, range, default, and whether it may be repeated. */
enum { CLI_FACTS_SIZE = 512 };
void cli_help_facts(const struct swarm_param *row, char text[CLI_FACTS_SIZE]);

/* A text of `swarmcl help TOPIC`. Text for the user to type is in backquotes. */
struct cli_topic {
    const char *name;
    const char *help;                           /* phrase for the list of topics */
    const char *opening;                        /* first paragraph; NULL: none */
    enum cli_option option;                     /* its words for tsp and for pso are printed; 0: none */
    const struct swarm_variant *(*words)(void); /* printed instead of the words for tsp; NULL: those */
    const struct swarm_variant *entries;        /* printed if `option` is 0; ends with a NULL name */
    const char *closing;                        /* last paragraph; NULL: none */
    const char *heading; /* heading of the topic in the manual; NULL: the topic is part of TOPICS */
};

/* NULL-name terminated. A topic with the name of a command is printed after the command's help. */
extern const struct cli_topic cli_topics[];

/* First words of command lines that are not commands: "help", "--version". NULL-name terminated. */
extern const struct swarm_variant cli_program_words[];

/* Exit codes in order from 0, and the variables of the environment; NULL-name terminated. */
extern const struct swarm_variant cli_exit_codes[];
extern const struct swarm_variant cli_environment[];

/* Runs `swarmcl __complete WORD...`: prints completions of the last of `words` [count], one per line: the word, a
 * tab and its meaning; or a file pattern, which begins with an asterisk. `words` are those between `swarmcl` and the
 * cursor. The last may be empty; `=` and `:` may be separate words, because bash splits there. */
enum swarm_status cli_complete(int count, char **words);

/* A format of help: functions that print its parts. */
struct cli_printer {
    void (*command)(const struct cli_command *command); /* begins the text of a command */
    void (*topic)(const struct cli_topic *topic);       /* begins the text of a topic */
    void (*paragraph)(const char *text);
    /* Prints two lists of words, each possibly NULL; heading: NULL in a topic. */
    void (*words)(const char *heading, const struct swarm_variant *words, const struct swarm_variant *more);
    void (*option)(const struct swarm_param *row, bool first); /* prints an option; `first`: the first of its group */
    void (*common)(void); /* begins the options that all commands share; NULL: repeat them for each command */
};

/* Prints all commands with all options, then all topics. */
void cli_help_walk(const struct cli_printer *printer);
void cli_help_topic(const struct cli_printer *printer, const struct cli_topic *topic);
extern const struct cli_printer cli_text_printer;

#endif
