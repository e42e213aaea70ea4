/* report.h - collects measurements and prints them as text on stdout and into a JSON file. */
#ifndef SWARMCL_BENCH_REPORT_H
#define SWARMCL_BENCH_REPORT_H

#include <swarmcl/swarmcl.h>

enum { BENCH_TEXT_SIZE = 160 };

enum bench_verdict { BENCH_NO_AIM, BENCH_REACHED, BENCH_MISSED };

/* A line of the first table. */
struct bench_figure {
    char what[BENCH_TEXT_SIZE];
    char aim[BENCH_TEXT_SIZE];
    char measured[BENCH_TEXT_SIZE];
    const char *unit; /* unit of value and median: "s", "times", or "" if `measured` has it */
    double value;     /* best of all samples */
    double median;
    size_t samples;
    enum bench_verdict verdict;
    const char *device; /* label of the target; borrowed */
};

/* A cell of the second table: one row of a parameter's table, on one device and instance. */
struct bench_row {
    const char *device;    /* label of the target; borrowed */
    const char *family;    /* name of the parameter; static */
    const char *row;       /* word of the row in its table; static */
    const char *selection; /* word of --selection; static; NULL except for constructions */
    unsigned group_size;   /* number of work-items in a group; 0: the row has no choice */
    const char *instance;  /* static */
    uint32_t nodes;
    uint64_t iterations;
    double seconds;             /* device seconds per iteration; not finite: not measured */
    double ant_step;            /* seconds per step of an ant; not finite except for constructions */
    char note[BENCH_TEXT_SIZE]; /* reason for a missing time, otherwise "" */
};

/* A measurement of one kernel in a run with default parameters: a cell of the table of kernels. */
struct bench_kernel {
    const char *device; /* label of the target; borrowed */
    char kernel[64];
    const char *instance; /* static */
    double calls;         /* number of calls per iteration */
    double seconds;       /* seconds per iteration */
};

/* All measurements; the arrays are owned. */
struct bench_report {
    struct bench_figure *figures;
    size_t figure_count;
    struct bench_row *rows;
    size_t row_count;
    struct bench_kernel *kernels;
    size_t kernel_count;
};

void bench_report_deinit(struct bench_report *report);

/* Append a copy; they end the program if memory runs out. */
void bench_report_figure(struct bench_report *report, const struct bench_figure *figure);
void bench_report_row(struct bench_report *report, const struct bench_row *row);
void bench_report_kernel(struct bench_report *report, const struct bench_kernel *kernel);

/* "1.23 s", "45.6 ms", "789 us"; returns `text`. */
const char *bench_seconds_text(double seconds, char *text, size_t size);

struct bench;

/* Prints all tables on stdout. */
void bench_report_print(const struct bench *bench);

/* Writes the JSON file. Errors: SWARM_ERROR_OUT_OF_MEMORY, SWARM_ERROR_IO. */
enum swarm_status bench_report_write(const struct bench *bench, const char *path);

#endif
