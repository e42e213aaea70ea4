/* help.h - the texts of --help, made from the tables of commands and options. */
#ifndef SWARMCL_CLI_HELP_H
#define SWARMCL_CLI_HELP_H

#include <stdio.h>

#include "options.h"
#include "topics.h"

/* The program's help: its commands, topics, exit codes and environment. */
void cli_help_program(FILE *out);

/* The help of one command: usage, details and every option under the heading of its group. */
void cli_help_command(const struct cli_arguments *arguments);

/* Prints one option; `first`: it is the first of its group. */
typedef void cli_option_fn(const struct swarm_param *row, bool first);

/* Has `print` print the options of `rows` [count] group by group, in the order of the groups' first rows. */
void cli_help_options(const struct swarm_param *const *rows, size_t count, cli_option_fn *print);

/* Bytes that hold the facts of any option. */
enum { CLI_FACTS_SIZE = 512 };

/* What stands in brackets behind an option's help: unit, range, default, whether it may be repeated. */
void cli_help_facts(const struct swarm_param *row, char text[CLI_FACTS_SIZE]);

/* A topic: its paragraphs and, between them, its entries. */
void cli_help_topic(const struct cli_topic *topic);

#endif
