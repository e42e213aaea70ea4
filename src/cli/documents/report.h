/* report.h - the runs of a command: one, or several with --repeat and the seeds S, S + 1, ...; statistics of their
 * scores; reports as document, curve and text. */
#ifndef SWARMCL_CLI_REPORT_H
#define SWARMCL_CLI_REPORT_H

#include "cli/options.h"
#include "cli/problems/problem.h"

/* One run; seconds are measured from its start. */
struct cli_repeat_run {
    uint64_t seed, iterations;
    struct cli_score score;
    double seconds;
    double best_seconds;   /* seconds until the best score */
    double target_seconds; /* seconds until the target; NaN: not reached or no target */
    enum swarm_stop_reason stop_reason;
    size_t missing; /* parts that the solution must have and lacks */
};

/* True if run `a` is better than `b`: fewer parts are missing, then by score. */
static inline bool cli_is_better_run(const struct cli_subject *subject, const struct cli_repeat_run *a,
                                     const struct cli_repeat_run *b)
{
    return a->missing != b->missing ? a->missing < b->missing : cli_is_better(subject, a->score, b->score);
}

struct cli_repeat {
    struct cli_repeat_run *runs; /* runs that were made, [count]; room for `wanted`; owned */
    size_t count;
    uint64_t wanted, first_seed;
    bool given;                     /* --repeat was given, so each run has its own time limit */
    bool has_target;                /* a target was given, or scores are whole numbers and the best one is known */
    size_t best_run, worst_run;     /* indices */
    double mean, median, deviation; /* statistics of the scores; `deviation` divides by n - 1, NaN for one run */
    size_t reached;                 /* runs that reached the target */
    double target_median;           /* median seconds of the runs that reached the target; NaN: none did */
};

/* The data of a command that searches. */
struct cli_work {
    struct cli_console *console;           /* borrowed */
    const struct cli_arguments *arguments; /* borrowed */
    swarm_params *params;                  /* owned */
    struct cli_subject *subject;           /* owned */
    struct cli_repeat repeat;
    swarm_result *result; /* result of the best run, owned */
};

/* Computes the statistics of at least one run. Prints errors. */
enum swarm_status cli_repeat_summarise(struct cli_work *work);

/* Prints one run as a line of stdout. */
void cli_print_repeat_run(const struct cli_work *work, const struct cli_repeat_run *run);

/* Write the document of --json, and the curve as CSV: rows for the start, each improvement, the end of the run and, if
 * ants were measured, each iteration. Functions of struct cli_output_kind; `work` is a struct cli_work. */
void cli_put_document(struct cli_json *json, const void *work);
enum swarm_status cli_fill_curve(struct cli_buffer *content, const void *work);

/* Prints the result on stdout. */
void cli_print_work(const void *work);

/* For qsort() of doubles; NaN comes last. */
int cli_compare_numbers(const void *a, const void *b);

/* Writes a device as a value of a document; NULL: null. */
void cli_json_device(struct cli_json *json, const struct swarm_device *device);

#endif
