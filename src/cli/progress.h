/* progress.h - reports during swarm_solve(). If stderr is a terminal, a live line is drawn at most every tenth of a
 * second: the iteration, the best score, customers that its plan does not serve, its gap, iterations a second, and the
 * time left, or the time passed if there is no limit; before the first iteration what the run is waiting for. Fields at
 * the end that do not fit the width are left out. Without a terminal, or if TERM is empty or "dumb", the same fields are
 * a line every ten seconds. With -v each improvement has its own line. There is no report with -q, and no live line in
 * the background. Notes and warnings erase the live line. */
#ifndef SWARMCL_CLI_PROGRESS_H
#define SWARMCL_CLI_PROGRESS_H

#include "cli/problems/problem.h"

struct cli_progress {
    struct cli_console *console;
    const struct cli_subject *subject; /* subject of the run; NULL: none */
    uint64_t run_number, run_count;    /* number of the run and of all runs of --repeat; not shown if run_count is 1 */
    bool terminal;                     /* stderr is a terminal that can erase a line */
    bool drawn;                        /* the live line is visible */
    double next_draw;                  /* time of the next drawing, in seconds since the start of the run */
    double next_line, next_metrics;    /* the same for lines without a terminal, and for the file of --metrics */
    const char *device;                /* the value of --device */
    double time_limit;                 /* seconds of --time; 0: no limit */
    double rated_seconds;              /* seconds at the last measurement of the rate */
    uint64_t rated_iteration;          /* iteration at the last measurement of the rate; 0: none yet */
    double rate;                       /* iterations a second, smoothed; 0: not known yet */
    char waiting[160];                 /* what the run waits for before its first iteration; "": nothing */
    swarm_progress_fn *report;         /* function of swarm_solve(), with this struct as `user`; NULL: no reports */
};

/* Prepares progress for a run, or with NULL and NULL for other work that calls cli_progress_show(). Borrows its
 * arguments until cli_progress_end(), which erases the live line. */
void cli_progress_begin(struct cli_progress *progress, struct cli_console *console, const struct cli_subject *subject,
                        const swarm_params *params);
void cli_progress_end(struct cli_progress *progress);

/* Draws `line`, cut to the terminal's width, if a tenth of a second has passed since the last drawing. */
void cli_progress_show(struct cli_progress *progress, const char *line, double seconds);

/* Replaces the file console->metrics, if there is one. `device`: the value of --device. Prints errors. */
enum swarm_status cli_metrics_write(const struct cli_console *console, const struct cli_subject *subject,
                                    const char *device, const struct swarm_progress *now, bool running);

#endif
