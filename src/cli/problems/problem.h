/* problem.h - the parts of the program that depend on the problem.
 *
 * The quality of an answer is a score: a whole number, such as a length, or a real one. Reports of scores are here; the
 * other differences stand behind a table of functions, in which each problem has a row.
 */
#ifndef SWARMCL_CLI_PROBLEM_H
#define SWARMCL_CLI_PROBLEM_H

#include <swarmcl/swarmcl.h>

#include "cli/text.h"

struct cli_console;
struct cli_arguments;
struct cli_output_kind; /* output.h */

struct cli_score {
    int64_t length; /* a whole score; otherwise 0 */
    double value;   /* in the unit of the input */
};

/* A solution in a file. */
struct cli_answer {
    uint32_t *nodes; /* [count] owned, or places of items */
    size_t count;
    int64_t length; /* of a tour */
    struct cli_score score;
};

/* An answer to start from. */
struct cli_start {
    const char *path; /* borrowed */
    struct cli_score score;
};

/* The common part of all problems' subjects; the first member of each. */
struct cli_subject {
    const struct cli_problem *problem;
    const char *name;
    uint64_t size;    /* nodes, dimensions */
    const char *unit; /* of scores; "": none */
    int decimals;     /* whole scores count 10^-decimals of the unit */
    bool maximise;
    bool known;            /* there is a best known score, from which gaps count: */
    bool proven, given;    /* it is proven to be the best; it came from the caller */
    struct cli_score best; /* 0 unless known */
    int64_t bound;         /* no whole score is less, proven; 0: nothing is */
    bool solved;           /* a run has proven that no whole score is better than `optimum` */
    int64_t optimum;
    struct cli_start *starts; /* [start_count], owned; NULL: the problem has none */
    size_t start_count;
};

struct cli_problem {
    const char *name;                      /* of swarm_params_create() and of the command */
    const char *member;                    /* in documents: "instance", which has a "name" and ... */
    const char *size;                      /* ... "nodes" */
    const char *score;                     /* "length", in text and documents */
    const char *gap;                       /* "gap" */
    const char *gap_member;                /* in documents and curves: "gap_percent" */
    const char *answer;                    /* "tour": the search improves it */
    const char *long_form;                 /* printed if an answer is too long for a line */
    bool whole;                            /* scores are whole numbers, and gaps are in per cent */
    const struct cli_output_kind *outputs; /* of -o; their work is a struct cli_work */

    /* Reads the operand and the options of the command line. *subject returns owned, also after a failure, unless it is
     * NULL. Prints errors. */
    enum swarm_status (*open)(const struct cli_console *console, const struct cli_arguments *arguments,
                              swarm_params *params, struct cli_subject **subject);
    void (*close)(struct cli_subject *subject);
    /* Reads and measures a solution, which a run with these parameters could return; `strict` as in
     * swarm_tour_read_strict(). Free answer->nodes, also after a failure. Prints errors. NULL: --init has none. */
    enum swarm_status (*read)(const struct cli_console *console, const struct cli_subject *subject,
                              const swarm_params *params, const char *path, bool strict, struct cli_answer *answer);

    /* Members of a run's document: about the subject, the answer beside its score, the long part at the end; and of a
     * point of the trace. The last three may be NULL. */
    void (*json_subject)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_answer)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_end)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_point)(struct cli_json *json, const swarm_result *result, const struct swarm_trace_point *point);
    /* Print on stdout counts of the run (NULL: none), and the answer; false: it is too long. */
    void (*print_counts)(const struct cli_subject *subject, const swarm_result *result);
    bool (*print_answer)(const struct cli_subject *subject, const swarm_result *result);
};

extern const struct cli_problem cli_tours, cli_cycles; /* tsp, orient: other commands read instances, too */

/* The objectives with a name, as words for help and completions: name, formula, source; NULL-name terminated. */
const struct swarm_variant *cli_function_words(void);

/* The picture of a run as an SVG document: the curve of the best values or costs and, of an objective in two
 * dimensions, its contour with the way of the best. The work is a struct cli_work. It shows no seconds, so equal runs
 * give equal bytes. Prints errors. */
enum swarm_status cli_picture_swarm(struct cli_buffer *svg, const void *work);

/* For `swarmcl verify`: whether the file is a solution of qap by its name, FILE.sln; measures the assignment in the
 * file `solution` and prints its cost and gap. Prints errors. */
bool cli_is_assignment(const char *path);
enum swarm_status cli_verify_assignment(const struct cli_console *console, const char *path, const char *solution);

/* Bytes for any score or gap in words. */
enum { CLI_TEXT_SIZE = 512 };

/* The score of a result, trace point or island; the score of a whole number. */
#define CLI_SCORE_OF(subject, made) cli_score_of(subject, (made)->length, (made)->value)
struct cli_score cli_score_of(const struct cli_subject *subject, int64_t length, double value);
struct cli_score cli_score_of_length(const struct cli_subject *subject, int64_t length);

/* Whether `a` is better than `b`; NaN is worse than all numbers. */
bool cli_is_better(const struct cli_subject *subject, struct cli_score a, struct cli_score b);

/* The score as a number for documents, "": it is none; the score in words, with its unit. Return `text`. */
const char *cli_number_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);
const char *cli_score_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* A number with so many decimals; a long one has an exponent. Returns `text`. */
const char *cli_fixed_text(double value, int decimals, char text[CLI_TEXT_SIZE]);

/* Two decimals, no less than the value. */
double cli_rounded_up(double value);

/* A mean or another statistic in words. Returns `text`. */
const char *cli_statistic_text(const struct cli_subject *subject, double value, char text[CLI_TEXT_SIZE]);

/* The distance of the score from the best known one, above 0 if it is worse, of whole scores in per cent; false if none
 * is known, or it is 0 and not reached. */
bool cli_gap(const struct cli_subject *subject, struct cli_score score, double *gap);

/* The most, in per cent, by which a length is above the best possible one. False if the bound is 0 and the length is
 * not. */
bool cli_proven_gap(int64_t length, int64_t bound, double *gap);

/* That gap in words: "0.71 % (proven: at most)", "optimal, proven", "": unknown. Returns `text`. */
const char *cli_proven_text(int64_t length, int64_t bound, char text[CLI_TEXT_SIZE]);

/* The gap in words: "3.21 % above the optimum 7542", "optimal", "0.71 % (proven: at most)", ... "": unknown. Returns
 * `text`. */
const char *cli_gap_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* Write the score; the gap, null if unknown; the bound and, unless NULL, the proven gap of a tour, as members of a JSON
 * object. */
void cli_json_score(struct cli_json *json, const char *key, const struct cli_subject *subject, struct cli_score score);
void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, struct cli_score score);
void cli_json_bound(struct cli_json *json, const struct cli_subject *subject, int64_t bound,
                    const struct cli_score *tour);

#endif
