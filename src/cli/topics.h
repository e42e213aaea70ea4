/* topics.h - what help tells beside commands and options: tables that help, manual and completions share. */
#ifndef SWARMCL_CLI_TOPICS_H
#define SWARMCL_CLI_TOPICS_H

#include <swarmcl/swarmcl.h>

/* A text of `swarmcl help TOPIC`. Between backquotes stands what is to be typed. */
struct cli_topic {
    const char *name;
    const char *help;                           /* half a sentence for the list of topics */
    const char *opening;                        /* a paragraph, or NULL */
    const struct swarm_variant *(*words)(void); /* words of an option that come before the entries; NULL: none */
    const struct swarm_variant *entries;        /* NULL-name terminated, or NULL */
    const char *closing;                        /* a paragraph, or NULL */
    const char *heading;                        /* of the manual's section; NULL: a part of TOPICS */
};

/* NULL-name terminated. A topic may have the name of a command, whose help it then follows. */
extern const struct cli_topic cli_topics[];

/* What the program understands beside its commands: "help", "--version". NULL-name terminated. */
extern const struct swarm_variant cli_program_words[];

/* Exit codes in order from 0, and the variables that matter; NULL-name terminated. */
extern const struct swarm_variant cli_exit_codes[];
extern const struct swarm_variant cli_environment[];

/* `swarmcl __complete WORD...`: prints what the last of `words` [count], which may be empty or begun, may become. A
 * line for each: the word, a tab and what it means; or a pattern of files, which begins with an asterisk. The words are
 * those behind `swarmcl` up to the cursor; `=` and `:` may be words of their own, as bash splits them off. */
enum swarm_status cli_complete(int count, char **words);

#endif
