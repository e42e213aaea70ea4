/* progress.h - how a run is told while it lasts. A terminal behind stderr gets one live line, drawn over and over:
 * iteration, best, gap, iterations a second, and the time left, or the time gone by where no limit is known. What does
 * not fit the terminal's width is left out from the right. With -v every improvement is a line of its own, on a
 * terminal or not. Nothing is said with -q, and there is no live line where TERM is empty or "dumb", or while the shell
 * has the program in the background. It exists inside swarm_solve() and swarm_tune() only, from the first iteration on,
 * and before while kernels are compiled; the functions of console.h that can be reached from there erase it before they
 * print. */
#ifndef SWARMCL_CLI_PROGRESS_H
#define SWARMCL_CLI_PROGRESS_H

#include "problem.h"

struct cli_progress {
    struct cli_console *console;
    const struct cli_subject *subject; /* of the run; NULL: there is none */
    uint64_t run_number, run_count;    /* of several; not told unless there are */
    bool terminal;                     /* stderr is one that can erase a line */
    bool drawn;                        /* the live line is to be seen */
    double next_draw;                  /* seconds of the run */
    double time_limit;                 /* seconds of the run, 0: none */
    uint64_t rated_iteration;          /* where the rate was last measured, 0: nowhere yet */
    double rated_seconds;
    double rate; /* iterations a second, smoothed, 0: not known yet */
};

/* Gets ready for a run; NULL, NULL: for work that is none, of which cli_progress_show() draws what it is given. Borrows
 * all until cli_progress_end(), which erases the live line for good. */
void cli_progress_begin(struct cli_progress *progress, struct cli_console *console, const struct cli_subject *subject,
                        const swarm_params *params);
void cli_progress_end(struct cli_progress *progress);

/* What swarm_solve() is to call, with the progress as `user`; NULL when there is nobody to tell. */
swarm_progress_fn *cli_progress_function(const struct cli_progress *progress);

/* Draws `line` as the live line, cut to the terminal's width, unless the last one, by `seconds`, is too recent. */
void cli_progress_show(struct cli_progress *progress, const char *line, double seconds);

#endif
