/* problem.h - the problem-specific parts of the program. The quality of a solution is a score: a whole number, such
 * as a length, or a real one. This file formats scores; everything else is in a table of functions per problem. */
#ifndef SWARMCL_CLI_PROBLEM_H
#define SWARMCL_CLI_PROBLEM_H

#include <swarmcl/swarmcl.h>

#include "cli/text.h"

struct cli_console;
struct cli_arguments;
struct cli_output_kind; /* declared in output.h */

/* Bytes for the text of any score or gap. */
enum { CLI_TEXT_SIZE = 512 };

struct cli_score {
    int64_t length; /* whole score; 0 if scores are real */
    double value;   /* real score, in the unit of the input */
};

/* A solution that was read from a file. */
struct cli_solution {
    uint32_t *nodes; /* [count] owned; for qap the places of the items */
    size_t count;
    int64_t length; /* length of a tour; its score may be another number */
    struct cli_score score;
};

/* A solution to start from. */
struct cli_start {
    const char *path; /* borrowed path of the file */
    struct cli_score score;
};

/* The subject of a run: an instance or an objective. First member of each problem's own struct. */
struct cli_subject {
    const struct cli_problem *problem;
    const char *name;
    uint64_t size;    /* number of the subject's nodes, items or dimensions */
    const char *unit; /* unit of scores in text; "": none */
    int decimals;     /* a whole score of 1 is 10^-decimals of the unit */
    bool maximise;
    bool known;            /* `best` is known, so gaps are relative to it */
    bool proven, given;    /* `best` is proven to be the optimum; `best` comes from --optimum */
    struct cli_score best; /* best known score; 0 if none is known */
    int64_t bound;         /* proven lower bound as a whole score; 0: none */
    bool incomplete;       /* the result leaves out what it must have, so it has no gap */
    double read_seconds;   /* seconds that reading the input took; only for `swarmcl instance` */
    bool solved;           /* a run has proven that `optimum` is the best score */
    int64_t optimum;
    struct cli_start *starts; /* starting solutions, [start_count] owned; NULL: none */
    size_t start_count;
    size_t kept; /* edges of the result that the first starting tour has; 0 without --keep */
};

struct cli_problem {
    const char *name;      /* name of the problem for swarm_params_create(), and of its command */
    const char *member;    /* name of the subject in documents, such as "instance" */
    const char *size;      /* name of the size in documents, such as "nodes" */
    const char *score;     /* name of the score in text and documents, such as "length" */
    const char *year;      /* "2019 ": year of best known scores, which may have been beaten since; NULL: not named */
    const char *solution;  /* noun for a solution in messages, such as "tour" */
    const char *file;      /* noun for a file with a solution, such as "routes"; NULL: verify and render take none */
    const char *input;     /* noun for the input, such as "a quadratic assignment problem"; NULL: without accept() */
    const char *words;     /* " vrp cvrp ": words that users try as commands or options; NULL: none */
    const char *purpose;   /* for users of these words, such as "plans the routes of several vehicles" */
    const char *long_form; /* text printed instead of a solution that is too long for a line */
    bool whole;            /* scores are whole numbers and gaps are in per cent; otherwise both are real */
    const struct cli_output_kind *outputs; /* kinds of -o; their `work` is a struct cli_work */
    struct swarm_variant format;           /* its own format of input; the name is NULL: none */
    const char *const *conditions;         /* options that verify, render and instance take, then NULL; NULL: none */

    size_t subject_size; /* bytes of the problem's own struct, which begins with cli_subject */
    /* Fills in a zeroed subject that the command line names; close() it, also after a failure. Prints errors. */
    enum swarm_status (*open)(const struct cli_console *console, const struct cli_arguments *arguments,
                              swarm_params *params, struct cli_subject *subject);
    void (*close)(struct cli_subject *subject); /* frees the members of the problem's own struct */
    /* Reads and measures a solution to start from, under these parameters. Free solution->nodes with swarm_free(),
     * also after a failure. Prints errors. NULL: the problem reads no solutions. */
    enum swarm_status (*read)(const struct cli_console *console, const struct cli_subject *subject,
                              const swarm_params *params, const char *path, struct cli_solution *solution);

    /* Reads one of many inputs for a run with `params`, and fills in a zeroed subject; close() it, also after a
     * failure. *input is what swarm_solve_inputs() takes. Prints nothing: the context has the error. NULL: the problem
     * has no batches. */
    enum swarm_status (*load)(const struct cli_console *console, const swarm_params *params, const char *path,
                              struct cli_subject *subject, const void **input);
    const char *const *many; /* options of a batch unless they are given: name, value, ..., NULL; NULL: none */
    /* Writes the solution as members of a line of a batch. */
    void (*json_line)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);

    /* True if the `count` input files, and `solution` unless it is NULL, are of this problem. Looks only at names and
     * the beginning of files. NULL: never. */
    bool (*recognise)(const struct cli_console *console, const char *const *inputs, size_t count, const char *solution);
    /* Returns SWARM_OK if the problem can read a file that was not recognised and is no instance of tours. Prints
     * nothing. NULL: no such file. */
    enum swarm_status (*accept)(swarm_context *context, const char *path);
    /* True if a table that was read as an instance of tours has columns that only this problem reads. Prints a note if
     * it fails to read them. NULL: never. */
    bool (*claims)(const struct cli_console *console, const swarm_params *params, const char *path,
                   const struct swarm_instance_info *tours);
    /* Prints the subject for `swarmcl instance`. */
    void (*describe)(const struct cli_subject *subject);
    /* Reads and measures a solution for verify and render: sets score and solution of `result`, which the subject owns
     * until close(). Prints errors. */
    enum swarm_status (*measure)(const struct cli_console *console, struct cli_subject *subject, const char *path,
                                 swarm_result *result);
    /* Prints what `swarmcl verify` adds to the score. NULL: nothing. */
    void (*print_measured)(const struct cli_subject *subject, const swarm_result *result);
    /* Counts the parts that the solution must have and lacks, so that the program ends with CLI_EXIT_INCOMPLETE if
     * there are any. NULL: solutions are complete. */
    size_t (*count_missing)(const swarm_result *result);

    /* For `swarmcl check`: reads the text of a generated instance as an input and sets it in the parameters; calls
     * `add` for the numbers of a solution. NULL: the input is an instance or an objective. */
    enum swarm_status (*generate)(swarm_context *context, swarm_params *params, const char *text, size_t size,
                                  struct cli_subject *subject);
    void (*visit)(const swarm_result *result, void (*add)(uint64_t *hash, uint64_t number), uint64_t *hash);

    /* Write members of a run's document: the subject; "result" after the score; the end of the document; a point of
     * the trace. All but the first may be NULL: nothing to write. */
    void (*json_subject)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_solution)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_end)(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result);
    void (*json_point)(struct cli_json *json, const swarm_result *result, const struct swarm_trace_point *point);
    /* Writes text that follows the score of the result; returns `text`. NULL: nothing follows. */
    const char *(*explain_score)(const struct cli_subject *subject, const swarm_result *result,
                                 char text[CLI_TEXT_SIZE]);
    /* Print on stdout the counts of a run (may be NULL), and the solution; false: it is too long to print. */
    void (*print_counts)(const struct cli_subject *subject, const swarm_result *result);
    bool (*print_solution)(const struct cli_subject *subject, const swarm_result *result);
};

extern const struct cli_problem cli_tsp, cli_orient; /* extern because other commands read instances, too */

/* Runs `swarmcl instance`, or verify or render with a `solution` (the last operand), for a problem without tours.
 * Prints errors. */
enum swarm_status cli_examine(struct cli_console *console, const struct cli_arguments *arguments,
                              const struct cli_problem *problem, const char *solution);

struct cli_argument;

/* The problem whose condition an option is; NULL: none. */
const struct cli_problem *cli_condition_owner(const struct cli_argument *given);

/* The problem after `previous` in the order of commands; NULL: the first one. Returns NULL after the last. */
const struct cli_problem *cli_problem_next(const struct cli_problem *previous);

/* The problem that recognises these files, see recognise(); NULL: none does, so they may be of tours. */
const struct cli_problem *cli_problem_recognise(const struct cli_console *console, const char *const *inputs,
                                                size_t count, const char *solution);

/* Follows a failure `*status` to read `path` as an instance of tours, whose message the context has. Returns the
 * problem that accepts the file; otherwise prints the error and returns NULL. */
const struct cli_problem *cli_problem_instead(const struct cli_console *console, const char *path,
                                              enum swarm_status *status);

/* The built-in objectives as words for help and completions: name, formula, source; NULL-name terminated. */
const struct swarm_variant *cli_function_words(void);

/* The picture of a run as an SVG document: the curve of the best scores and, for an objective in two dimensions, its
 * contour with the path of the best position. The work is a struct cli_work. It shows no seconds, so equal runs give
 * equal bytes. Prints errors. */
enum swarm_status cli_picture_curve(struct cli_buffer *svg, const void *work);

/* The picture of an assignment whose places have coordinates, as an SVG document. Prints errors. */
struct cli_work;
enum swarm_status cli_picture_layout(struct cli_buffer *svg, const struct cli_work *work, const swarm_qap *qap);

/* Make a score from `made`, a pointer to a result, trace point or island; from its members `length` and `value`; from a
 * whole number. */
#define CLI_SCORE_OF(subject, made) cli_score_of(subject, (made)->length, (made)->value)
struct cli_score cli_score_of(const struct cli_subject *subject, int64_t length, double value);
struct cli_score cli_score_of_length(const struct cli_subject *subject, int64_t length);

/* True if `a` is better than `b`; NaN is worse than all numbers. */
bool cli_is_better(const struct cli_subject *subject, struct cli_score a, struct cli_score b);

/* The name of a gap in text (label), and in documents and curves (member). */
static inline const char *cli_gap_label(const struct cli_problem *problem)
{
    return problem->whole ? "gap" : "distance";
}

static inline const char *cli_gap_member(const struct cli_problem *problem)
{
    return problem->whole ? "gap_percent" : "distance";
}

/* Write a score to `text` and return `text`: the first function as a number for documents, "" if it is not finite; the
 * second with its unit. */
const char *cli_number_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);
const char *cli_score_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* A length in kilometres for people, " (2,865.5 km)", if the unit is metres and the length at least a kilometre;
 * otherwise "". Returns `text`. */
const char *cli_kilometres_text(const char *unit, double length, char text[CLI_TEXT_SIZE]);

/* A number with `decimals`, or with an exponent if it is long. Returns `text`. */
const char *cli_fixed_text(double value, int decimals, char text[CLI_TEXT_SIZE]);

/* Rounds up to two decimals. */
double cli_rounded_up(double value);

/* A mean or another statistic of scores as text with its unit. Returns `text`. */
const char *cli_statistic_text(const struct cli_subject *subject, double value, char text[CLI_TEXT_SIZE]);

/* Computes the gap of a score to the best known one, above 0 if the score is worse, in per cent for whole scores.
 * Returns false if no best score is known, if it is a whole 0 and not reached, or if a real score is not finite. */
bool cli_gap(const struct cli_subject *subject, struct cli_score score, double *gap);

/* Computes the largest possible gap of a length to the optimum, in per cent. Returns false if the bound is 0 and the
 * length is not. */
bool cli_proven_gap(int64_t length, int64_t bound, double *gap);

/* The gap of cli_proven_gap() as text: "0.71 % (proven: at most)", "optimal, proven", "" if unknown. Returns `text`. */
const char *cli_proven_text(int64_t length, int64_t bound, char text[CLI_TEXT_SIZE]);

/* The gap as text: "3.21 % above the optimum 7542", "optimal", "0.71 % (proven: at most)", ...; "" if unknown. Returns
 * `text`. */
const char *cli_gap_text(const struct cli_subject *subject, struct cli_score score, char text[CLI_TEXT_SIZE]);

/* Prints a score without its unit, and its gap if known, for `swarmcl verify`. */
void cli_print_verified(const struct cli_subject *subject, struct cli_score score);

/* Write members of a JSON object: the score; its gap, null if unknown; the optimum; the bound, and the gap that it
 * proves for the score `tour`, null if that is NULL or if the bound is 0. */
void cli_json_score(struct cli_json *json, const char *key, const struct cli_subject *subject, struct cli_score score);
void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, struct cli_score score);
void cli_json_optimum(struct cli_json *json, const struct cli_subject *subject);
void cli_json_bound(struct cli_json *json, const struct cli_subject *subject, int64_t bound,
                    const struct cli_score *tour);

#endif
