/* problem.h - what is searched, as far as a problem decides how answers are told.
 *
 * How good an answer is, is a score: a whole number, as lengths are, or a real one. What is told of scores is here; the
 * rest of what differs stands behind a table of functions, which each problem has a row of.
 */
#ifndef SWARMCL_CLI_PROBLEM_H
#define SWARMCL_CLI_PROBLEM_H

#include <swarmcl/swarmcl.h>

#include "text.h"

struct cli_console;
struct cli_arguments;
struct cli_output_kind; /* output.h */

struct cli_score {
    int64_t length; /* a whole score; otherwise 0 */
    double value;   /* the same in the unit of the input, or the real score */
};

/* An answer that a run starts from. */
struct cli_start {
    const char *path; /* borrowed */
    struct cli_score score;
};

/* The part that the subjects of all problems share; the first member of each. */
struct cli_subject {
    const struct cli_problem *problem;
    const char *name;
    uint64_t size;    /* nodes, dimensions */
    const char *unit; /* of scores; "" for none */
    int decimals;     /* whole scores count 10^-decimals of it */
    bool maximise;
    bool known;               /* the best score that there is, which gaps are counted from: */
    bool proven, given;       /* it is the best, or the caller's */
    struct cli_score best;    /* 0 unless known */
    struct cli_start *starts; /* [start_count], owned; NULL: the problem has no such */
    size_t start_count;
};

struct cli_problem {
    const char *name;                      /* of swarm_params_create() and of the command */
    const char *member;                    /* of documents: "instance", which has a "name" and ... */
    const char *size;                      /* ... "nodes" */
    const char *score;                     /* "length", in text and documents */
    const char *gap;                       /* "gap" */
    const char *gap_member;                /* of documents and curves: "gap_percent" */
    const char *answer;                    /* "tour": what is improved */
    const char *long_form;                 /* what is said where an answer is too long for a line */
    bool whole;                            /* scores are whole numbers, and gaps are told in per cent */
    const struct cli_output_kind *outputs; /* of -o; their work is a struct cli_work */

    /* Reads what the operand and the options of the command line name. *subject returns owned, also after a failure,
     * unless it is NULL. Prints what is wrong. */
    enum swarm_status (*open)(const struct cli_console *console, const struct cli_arguments *arguments,
                              swarm_params *params, struct cli_subject **subject);
    void (*close)(struct cli_subject *subject);

    /* Members of the document of a run: about the subject, the answer's beside its score, and what is long, at the end;
     * then of a point of the trace. */
    void (*json_subject)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_answer)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_end)(struct cli_json *json, const struct cli_subject *subject,
                     const swarm_result *result); /* or NULL */
    void (*json_point)(struct cli_json *json, const swarm_result *result,
                       const struct swarm_trace_point *point); /* or NULL */
    /* On stdout: counts of the run, and the answer; false: it is too long for that. */
    void (*print_counts)(const swarm_result *result); /* or NULL */
    bool (*print_answer)(const struct cli_subject *subject, const swarm_result *result);
};

extern const struct cli_problem cli_tours; /* other commands read instances, too */

/* Bytes that hold any score or gap in words. */
enum { CLI_TEXT_SIZE = 512 };

/* The score of a result, trace point or island, and of a whole number alone. */
#define CLI_SCORE_OF(subject, made) cli_score_of(subject, (made)->length, (made)->value)
struct cli_score cli_score_of(const struct cli_subject *subject, int64_t length, double value);
struct cli_score cli_score_of_length(const struct cli_subject *subject, int64_t length);

/* Whether `a` is better than `b`; NaN is worse than all numbers. */
bool cli_is_better(const struct cli_subject *subject, struct cli_score a, struct cli_score b);

/* The score as a number of documents, "" for what is none; the same in words, with its unit. Return `text`. */
const char *cli_number_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);
const char *cli_score_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* A number with so many decimals, with an exponent where that were very many digits. Returns `text`. */
enum { CLI_PLACES_SIZE = 64 };
const char *cli_places_text(double value, int places, char text[CLI_PLACES_SIZE]);

/* A mean or the like in words. Returns `text`. */
const char *cli_statistic_text(const struct cli_subject *subject, double value, char text[CLI_TEXT_SIZE]);

/* How far the score is from the best there is, above 0 where it is worse, whole ones in per cent; false when none is
 * known or it is 0 and not reached. */
bool cli_gap(const struct cli_subject *subject, struct cli_score score, double *gap);

/* The same in words: "3.21 % above the optimum 7542", "optimal", ... "" when it is unknown. Returns `text`. */
const char *cli_gap_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* The score, and the gap, null when it is unknown, as members of a JSON object. */
void cli_json_score(struct cli_json *json, const char *key, const struct cli_subject *subject, struct cli_score score);
void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, struct cli_score score);

#endif
