/* progress.h - how a run is told while it lasts.
 *
 * A terminal behind stderr gets one live line, drawn over and over: iteration, best, gap, iterations a second, and the
 * time left, or the time gone by where no limit is known. What does not fit the terminal's width is left out from the
 * right. With -v every improvement is a line of its own, on a terminal or not. Nothing is said with -q, and there is no
 * live line where TERM is empty or "dumb", or while the shell has the program in the background.
 *
 * The live line exists inside swarm_tsp_solve() and swarm_pso_solve() only, from the first iteration on. The functions
 * of console.h that can be reached from there erase it before they print.
 */
#ifndef SWARMCL_CLI_PROGRESS_H
#define SWARMCL_CLI_PROGRESS_H

#include "console.h"
#include "options.h"
#include "report.h"
#include "report_pso.h"

struct cli_progress {
    struct cli_console *console;
    const struct cli_subject *subject; /* of a run of tsp */
    const struct cli_search *search;   /* of a run of pso */
    uint64_t run_number, run_count;    /* of --repeat; not told unless there are several */
    bool terminal;                     /* stderr is one that can erase a line */
    bool drawn;                        /* the live line is to be seen */
    double next_draw;                  /* seconds of the run */
    double time_limit;                 /* seconds of the run, 0: none */
    uint64_t iteration_limit;          /* 0: none */
    uint64_t rated_iteration;          /* where the rate was last measured, 0: nowhere yet */
    double rated_seconds;
    double rate; /* iterations a second, smoothed, 0: not known yet */
};

/* Gets ready for a run with these arguments and parameters; borrows all until cli_progress_end(). */
void cli_progress_begin(struct cli_progress *progress, struct cli_console *console,
                        const struct cli_arguments *arguments, const swarm_params *params);

/* The same for work that is no run: cli_progress_show() draws what it is given. */
void cli_progress_begin_plain(struct cli_progress *progress, struct cli_console *console);

/* Draws `line` as the live line, cut to the terminal's width, unless the last one is too recent; `seconds` is the time
 * of the work. */
void cli_progress_show(struct cli_progress *progress, const char *line, double seconds);

/* What swarm_tsp_solve() or swarm_pso_solve() is to call, with the progress as `user`; NULL when there is nobody to
 * tell. The subject or search is borrowed until cli_progress_end(). */
swarm_progress_fn *cli_progress_of_tour(struct cli_progress *progress, const struct cli_subject *subject);
swarm_pso_progress_fn *cli_progress_of_swarm(struct cli_progress *progress, const struct cli_search *search);

/* Erases the live line for good. */
void cli_progress_end(struct cli_progress *progress);

#endif
