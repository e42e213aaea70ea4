/* repeat.h - several runs with the seeds S, S + 1, ..., how their values are spread, and how that is told: --repeat of
 * tsp and pso, and the comparisons of bench. */
#ifndef SWARMCL_CLI_REPEAT_H
#define SWARMCL_CLI_REPEAT_H

#include "json.h"
#include "options.h"

/* One run. */
struct cli_repeat_run {
    uint64_t seed;
    double value;   /* of pso; of tsp the length in the instance's unit */
    int64_t length; /* of tsp: the same, exact; it decides where doubles cannot */
    uint64_t iterations;
    double seconds;        /* of this run alone, and so are all below */
    double best_seconds;   /* of tsp: when the best was known */
    double target_seconds; /* of tsp: when the target was reached; NaN: it was not, or there is none */
    enum swarm_stop_reason stop_reason;
};

/* Several runs. */
struct cli_repeat {
    struct cli_repeat_run *runs; /* [wanted], owned, of which `count` have been made */
    size_t count;
    uint64_t wanted, first_seed;
    bool asked;                                  /* --repeat was given; without it there is one run */
    bool together;                               /* of pso: --time limits all runs, not each */
    bool has_target;                             /* of tsp: there is a length to be reached */
    size_t best_run, worst_run;                  /* indices */
    double best, mean, median, deviation, worst; /* deviation: of a sample; NaN for one run */
    size_t reached;                              /* runs that reached the target */
    double target_median, best_median;           /* seconds: to the target of these; to the best of all; NaN: of none */
};

/* The row of --repeat; `more` ends its help. */
#define CLI_REPEAT_ROW(more)                                                                                 \
    {                                                                                                        \
        .name = "repeat", .kind = SWARM_PARAM_INTEGER, .minimum = "1", .maximum = "1000000", .unit = "runs", \
        .operand = "N", .group = "Stopping",                                                                 \
        .help = "so many runs, with the seeds S, S + 1, ...; tells how they are spread. Files are those of " \
                "the best run; " more                                                                        \
    }

/* Gets ready for `wanted` runs from the seed of `params` on; what else a command fills in is left as it is. Prints what
 * is wrong. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_repeat_init(struct cli_repeat *repeat, const struct cli_command *command,
                                  const swarm_params *params, uint64_t wanted, const char *option);
void cli_repeat_deinit(struct cli_repeat *repeat);

/* The same by the option --repeat, refused beside what is of one run. */
enum swarm_status cli_repeat_read(struct cli_repeat *repeat, const struct cli_arguments *arguments,
                                  const swarm_params *params);

/* Gives the run number `index`, from 0, its seed. Prints what is wrong. */
enum swarm_status cli_repeat_seed(const struct cli_repeat *repeat, const struct cli_console *console,
                                  swarm_params *params, uint64_t index);

/* Adds a run; false, and not added, when it was cancelled before its first iteration and is not the only one. */
bool cli_repeat_add(struct cli_repeat *repeat, const struct cli_repeat_run *run);

/* Fills the statistics from the runs, of which there is at least one. Prints what is wrong. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_repeat_summarise(struct cli_repeat *repeat, bool maximise);

/* Bytes that hold any value or gap in words. */
enum { CLI_REPEAT_TEXT = 512 };

/* How the values of a command's runs are told. `subject` is the command's. */
struct cli_repeat_style {
    const char *noun;     /* "value" or "length" */
    const char *distance; /* the label of what `gap` tells */
    void (*run)(const void *subject, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT]);
    void (*statistic)(const void *subject, double value, char text[CLI_REPEAT_TEXT]);
    void (*gap)(const void *subject, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT]); /* "": unknown */
    void (*json)(struct cli_json *json, const char *key, const void *subject, const struct cli_repeat_run *run);
    void (*json_more)(struct cli_json *json, const void *subject, const struct cli_repeat_run *run); /* or NULL */
};

/* One run as a line of stdout, and the statistics below. */
void cli_print_repeat_run(const struct cli_repeat_style *style, const void *subject, const struct cli_repeat_run *run);
void cli_print_repeat(const struct cli_repeat *repeat, const struct cli_repeat_style *style, const void *subject);

/* Says on stderr when not all runs were begun. */
void cli_repeat_note(const struct cli_repeat *repeat, const struct cli_console *console);

/* The members "runs", "best", ..., "worst" and, where there is a target, "target". */
void cli_json_repeat(struct cli_json *json, const struct cli_repeat *repeat, const struct cli_repeat_style *style,
                     const void *subject);

#endif
