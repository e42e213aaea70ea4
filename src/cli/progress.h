/* progress.h - reports during a run. A terminal behind stderr gets one live line, drawn again and again: iteration,
 * best, gap, iterations a second, and the time left, or the time passed if no limit is known; before the first
 * iteration what the run waits for. Calls come every tenth of a second, so that the time counts. Fields that do not fit
 * the width are left out from the right. With -v each improvement is a line of its own, also without a terminal. With
 * -q there is nothing, and there is no live line if TERM is empty or "dumb", or while the program runs in the
 * background. The live line exists only inside swarm_solve(). The functions of console.h that can be
 * called meanwhile erase it before they print. */
#ifndef SWARMCL_CLI_PROGRESS_H
#define SWARMCL_CLI_PROGRESS_H

#include "cli/problems/problem.h"

struct cli_progress {
    struct cli_console *console;
    const struct cli_subject *subject; /* of the run; NULL: there is none */
    uint64_t run_number, run_count;    /* of several runs; shown only if there are several */
    bool terminal;                     /* stderr is a terminal that can erase a line */
    bool drawn;                        /* the live line is visible */
    double next_draw;                  /* seconds of the run */
    double time_limit;                 /* seconds of the run, 0: none */
    uint64_t rated_iteration;          /* of the last measurement of the rate, 0: none yet */
    double rated_seconds;
    double rate;       /* iterations a second, smoothed, 0: not known yet */
    char waiting[160]; /* what the run waits for before its first iteration, "": nothing */
};

/* Prepares for a run; NULL, NULL: for other work, which draws with cli_progress_show(). Borrows all until
 * cli_progress_end(), which erases the live line for good. */
void cli_progress_begin(struct cli_progress *progress, struct cli_console *console, const struct cli_subject *subject,
                        const swarm_params *params);
void cli_progress_end(struct cli_progress *progress);

/* A function for swarm_solve(), with the progress as `user`; NULL: nothing is reported. */
swarm_progress_fn *cli_progress_function(const struct cli_progress *progress);

/* Draws `line` as the live line, cut to the terminal's width, unless the last drawing, by `seconds`, is too recent. */
void cli_progress_show(struct cli_progress *progress, const char *line, double seconds);

#endif
