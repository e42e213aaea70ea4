/* report.h - the runs of a command, the statistics of their scores, and their reports: the document, the curve and the
 * text. --repeat makes several runs, with the seeds S, S + 1, ...; without it there is one. */
#ifndef SWARMCL_CLI_REPORT_H
#define SWARMCL_CLI_REPORT_H

#include "cli/options.h"
#include "cli/problems/problem.h"

/* One run; seconds count from its own start. */
struct cli_repeat_run {
    uint64_t seed, iterations;
    struct cli_score score;
    double seconds;
    double best_seconds;   /* to the best score */
    double target_seconds; /* to the target; NaN: not reached, or there is none */
    enum swarm_stop_reason stop_reason;
};

struct cli_repeat {
    struct cli_repeat_run *runs; /* [wanted], owned; `count` have been made */
    size_t count;
    uint64_t wanted, first_seed;
    bool asked;                        /* by --repeat, even for one run; runs have their own clocks */
    bool has_target;                   /* one was given, or the best score is known */
    size_t best_run, worst_run;        /* indices */
    double mean, median, deviation;    /* deviation: of a sample; NaN for one run */
    size_t reached;                    /* runs that reached the target */
    double target_median, best_median; /* seconds: to the target of these; to the best of all; NaN: of none */
};

/* The work of a command that runs. */
struct cli_work {
    struct cli_console *console;           /* borrowed, and ... */
    const struct cli_arguments *arguments; /* ... borrowed */
    swarm_params *params;                  /* owned, as all members below */
    struct cli_subject *subject;
    struct cli_repeat repeat;
    swarm_result *result; /* of one run, or the best of several */
};

/* Fills the statistics from the runs; there is at least one. Prints errors. */
enum swarm_status cli_repeat_summarise(struct cli_work *work);

/* Prints one run as a line of stdout. */
void cli_print_repeat_run(const struct cli_work *work, const struct cli_repeat_run *run);

/* The document of --json, and the curve of improvements as CSV: a row for each improvement, the start included, and a
 * last one for the end of the run. Functions of struct cli_output_kind; the work is a struct cli_work. */
enum swarm_status cli_fill_document(struct cli_buffer *content, const void *work);
enum swarm_status cli_fill_curve(struct cli_buffer *content, const void *work);

/* Prints the result on stdout. */
enum swarm_status cli_print_work(const void *work);

/* A device as a value of a document; NULL: null. */
void cli_json_device(struct cli_json *json, const struct swarm_device *device);

#endif
