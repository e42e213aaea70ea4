/* measure.h - shared by all parts of the benchmark: targets, one run with given settings, statistics. */
#ifndef SWARMCL_BENCH_MEASURE_H
#define SWARMCL_BENCH_MEASURE_H

#include <swarmcl/swarmcl.h>

#include "report.h"

enum { BENCH_LABEL_SIZE = 320, BENCH_SETTING_LIMIT = 12, BENCH_SAMPLE_LIMIT = 16 };

/* The place of a run: a device of the list, or the sequential twin. */
struct bench_target {
    const struct swarm_device *device; /* NULL: the twin */
    char selector[24];                 /* the value of --device */
    char label[BENCH_LABEL_SIZE];      /* name, platform and driver */
};

struct bench {
    swarm_context *context;
    struct bench_report report;
    struct bench_target twin;
    struct bench_target *targets; /* [target_count], owned: the chosen devices */
    size_t target_count;
    const char *tsplib;  /* folder of TSPLIB files, NULL: none */
    const char *program; /* swarmcl, for a process of its own */
    bool quick;
    bool failed;              /* there was an error that has nothing to do with speed */
    enum swarm_status status; /* of the last run */
};

void bench_target_init(struct bench_target *target, const struct swarm_device *device);

/* A CPU device that is no simulator: the aims for CPUs are for such devices. */
bool bench_is_cpu(const struct bench_target *target);

/* One parameter of a run. Lists end with a NULL name; a NULL value leaves the parameter at its default. */
struct bench_setting {
    const char *name;
    const char *value;
};

/* The settings of every run, unless a list replaces them: Ant System over whole rows. */
extern const struct bench_setting bench_chapter[];

/* Runs `iterations` iterations of at most `limit` seconds, with bench_chapter and then `settings`. Complains on stderr
 * if it fails, except for settings that a device does not allow and memory that it does not have. */
enum swarm_status bench_solve(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                              const struct bench_setting *settings, uint64_t iterations, double limit, bool profile,
                              swarm_result **result);

/* Whether a device takes rows and shapes together; false if it refuses such a run as an invalid argument. */
bool bench_goes_together(const struct bench_target *target, const struct bench_setting *settings);

/* The first line of the context's error. */
const char *bench_error_line(const struct bench *bench, char *text, size_t size);

/* Reports a figure that the last run has no number for; it misses its aim ("": there is none). This is a failure unless
 * the run took too long or the device has too little memory. */
void bench_report_missing(struct bench *bench, const char *what, const char *aim, const struct bench_target *target);

/* Reports a figure that the program, started as a process, has no number for: a failure. */
void bench_report_program_failed(struct bench *bench, const char *what, const char *aim, const char *device);

/* Prints a line on stderr; the bench has failed. */
void bench_fail(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a line on stderr about the current measurement. */
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The words of a parameter without "auto"; *count of them. NULL: there is no such parameter, or it has no words. */
const struct swarm_variant **bench_words(const char *parameter, size_t *count);

struct bench_samples {
    double values[BENCH_SAMPLE_LIMIT];
    size_t count;
};

void bench_samples_add(struct bench_samples *samples, double value);
double bench_samples_minimum(const struct bench_samples *samples);
double bench_samples_median(const struct bench_samples *samples);

#endif
