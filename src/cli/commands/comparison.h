/* comparison.h - the results of `swarmcl bench`: several algorithms on several instances, each with the same seeds. */
#ifndef SWARMCL_CLI_COMPARISON_H
#define SWARMCL_CLI_COMPARISON_H

#include "cli/problems/instance.h"
#include "cli/documents/report.h"

/* One algorithm on one instance. */
struct cli_cell {
    struct cli_repeat repeat;
    size_t wins;   /* seeds with which no other algorithm's tour was shorter */
    bool left_out; /* no runs: the algorithm of the default list does not take the instance */
};

/* One instance. */
struct cli_row {
    const char *file;     /* borrowed */
    swarm_instance *read; /* owned; its description: */
    struct cli_instance instance;
    struct cli_cell *cells; /* [algorithm_count], owned */
    struct cli_score base;  /* gaps count from it: the reference, or if there is none ... */
    bool base_found;        /* ... the shortest tour of all runs here */
    size_t compared;        /* seeds that have a run of every algorithm that takes the instance */
};

struct cli_comparison {
    struct cli_console *console;           /* borrowed, and ... */
    const struct cli_arguments *arguments; /* ... borrowed */
    struct cli_row *rows;                  /* [row_count], owned */
    size_t row_count;
    const char **algorithms; /* [algorithm_count], owned; the strings are not */
    size_t algorithm_count;
    uint64_t seeds, first_seed;
    const char *time;      /* seconds of a run; NULL: no limit */
    char *names;           /* owned: the algorithms' names */
    swarm_params **params; /* [algorithm_count], owned */
    uint64_t run_number, run_count;
    bool ended;           /* no run follows */
    swarm_result *sample; /* owned: the last run; it tells the device. NULL: there was none */
};

/* The reports of a comparison, which is `work`: the table on stdout, the document, a table as CSV with a line for each
 * instance and algorithm, and the picture: mean gaps with whiskers from the best to the worst. */
enum swarm_status cli_print_comparison(const void *work);
enum swarm_status cli_json_comparison(struct cli_buffer *content, const void *work);
enum swarm_status cli_csv_comparison(struct cli_buffer *content, const void *work);
enum swarm_status cli_picture_comparison(struct cli_buffer *svg, const void *work);

#endif
