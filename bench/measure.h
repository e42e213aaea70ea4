/* measure.h - shared by all parts of the benchmark: targets, runs with given settings, statistics. */
#ifndef SWARMCL_BENCH_MEASURE_H
#define SWARMCL_BENCH_MEASURE_H

#include <swarmcl/swarmcl.h>

#include "report.h"

enum { BENCH_LABEL_SIZE = 320, BENCH_SETTING_LIMIT = 12, BENCH_SAMPLE_LIMIT = 16 };

/* Where a run takes place: on a device of the list, or in the sequential reference. */
struct bench_target {
    const struct swarm_device *device; /* device that runs; NULL: the sequential reference */
    char selector[24];                 /* value of --device for this target */
    char label[BENCH_LABEL_SIZE];      /* name of the device, its platform and driver */
};

struct bench {
    swarm_context *context;
    struct bench_report report;
    struct bench_target reference;
    struct bench_target *targets; /* owned [target_count] the chosen devices */
    size_t target_count;
    const char *tsplib;  /* folder with files of TSPLIB; NULL: none */
    const char *program; /* path of swarmcl, for runs in their own process */
    bool quick;
    bool failed;              /* an error occurred, other than a missed aim */
    enum swarm_status status; /* status of the run that ended last */
};

void bench_target_init(struct bench_target *target, const struct swarm_device *device);

/* True for CPU devices except simulators; the aims for CPUs apply to these. */
bool bench_is_cpu(const struct bench_target *target);

/* One parameter of a run. Lists end with a NULL name; a NULL value leaves the parameter at its default. */
struct bench_setting {
    const char *name;
    const char *value;
};

/* The settings of every run that does not replace them: Ant System on whole rows. */
extern const struct bench_setting bench_chapter[];

/* Runs `iterations` iterations, or as many as end within `limit` seconds in all, with bench_chapter and then
 * `settings`. Prints an error unless the device refuses the settings or lacks the memory. */
enum swarm_status bench_solve(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                              const struct bench_setting *settings, uint64_t iterations, double limit, bool profile,
                              swarm_result **result);

/* True if a device accepts these rows and shapes together, false if it refuses them as invalid. */
bool bench_goes_together(const struct bench_target *target, const struct bench_setting *settings);

/* The first line of the context's error. */
const char *bench_error_line(const struct bench *bench, char *text, size_t size);

/* Reports a figure that the last run could not measure. It misses its aim ("": none), and counts as a failure unless
 * the run took too long or the device has too little memory. */
void bench_report_missing(struct bench *bench, const char *what, const char *aim, const struct bench_target *target);

/* Reports a figure that a process of the program could not measure, which counts as a failure. */
void bench_report_program_failed(struct bench *bench, const char *what, const char *aim, const char *device);

/* Prints a line on stderr and marks the benchmark as failed. */
void bench_fail(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a line about the current measurement on stderr. */
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The words of a parameter without "auto", and their number. NULL: there is no such parameter, or it has no words. */
const struct swarm_variant **bench_words(const char *parameter, size_t *count);

struct bench_samples {
    double values[BENCH_SAMPLE_LIMIT];
    size_t count;
};

void bench_samples_add(struct bench_samples *samples, double value);
double bench_samples_minimum(const struct bench_samples *samples);
double bench_samples_median(const struct bench_samples *samples);

#endif
