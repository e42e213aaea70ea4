/* help.h - the texts of --help, made from the tables of commands and options. */
#ifndef SWARMCL_CLI_HELP_H
#define SWARMCL_CLI_HELP_H

#include <stdio.h>

#include "options.h"
#include "topics.h"

/* The program's help: its commands, topics, exit codes and environment. */
void cli_help_program(FILE *out);

/* The help of one command: usage, details and every option under the heading of its group. */
void cli_help_command(FILE *out, const struct cli_arguments *arguments);

/* A topic: its paragraphs and, between them, its entries. */
void cli_help_topic(FILE *out, const struct cli_topic *topic);

#endif
