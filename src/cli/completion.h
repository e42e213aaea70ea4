/* completion.h - what may come next on a command line. */
#ifndef SWARMCL_CLI_COMPLETION_H
#define SWARMCL_CLI_COMPLETION_H

#include <swarmcl/swarmcl.h>

/* `swarmcl __complete WORD...`: prints what the last of `words` [count], which may be empty or begun, may become. A
 * line for each: the word, a tab and what it means; or a pattern of files, which begins with an asterisk. The words are
 * those behind `swarmcl` up to the cursor; `=` and `:` may be words of their own, as bash splits them off. */
enum swarm_status cli_complete(int count, char **words);

#endif
