/* measure.h - what all parts of the benchmark share: where things run, one run with given settings, statistics. */
#ifndef SWARMCL_BENCH_MEASURE_H
#define SWARMCL_BENCH_MEASURE_H

#include <swarmcl/swarmcl.h>

#include "report.h"

enum { BENCH_LABEL_SIZE = 320, BENCH_SETTING_LIMIT = 12, BENCH_SAMPLE_LIMIT = 16 };

/* Where a run takes place: a device of the list, or the sequential twin. */
struct bench_target {
    const struct swarm_device *device; /* NULL: the twin */
    char selector[24];                 /* the value of --device */
    char label[BENCH_LABEL_SIZE];      /* name, platform and driver */
};

struct bench {
    swarm_context *context;
    struct bench_report report;
    struct bench_target twin;
    struct bench_target *targets; /* [target_count], owned: the devices chosen */
    size_t target_count;
    const char *tsplib;  /* folder of TSPLIB files, NULL: none */
    const char *program; /* the program swarmcl, for the start of a process */
    bool quick;
    bool failed;              /* something that is no matter of speed went wrong */
    enum swarm_status status; /* of the last run */
};

void bench_target_init(struct bench_target *target, const struct swarm_device *device);

/* A CPU device that is no simulator, whose iterations the aims for CPUs are about. */
bool bench_is_cpu(const struct bench_target *target);

/* One parameter of a run. Lists end with a NULL name; a NULL value leaves the parameter at its default. */
struct bench_setting {
    const char *name;
    const char *value;
};

/* The settings of every run unless a list says otherwise: Ant System over whole rows. */
extern const struct bench_setting bench_chapter[];

/* A run of `iterations` iterations of at most `limit` seconds, with bench_chapter and then `settings`.
 * Complains on stderr when it fails, except for settings a device does not allow and memory it does not have. */
enum swarm_status bench_solve(struct bench *bench, const swarm_instance *instance, const struct bench_target *target,
                              const struct bench_setting *settings, uint64_t iterations, double limit, bool profile,
                              swarm_result **result);

/* Whether a device takes rows and shapes together: false where such a run is refused as an invalid argument. */
bool bench_goes_together(const struct bench_target *target, const struct bench_setting *settings);

/* The first line of the context's error. */
const char *bench_error_line(const struct bench *bench, char *text, size_t size);

/* A figure that the last run has no number for, which misses its aim ("": there is none). What neither takes too long
 * nor needs memory that the device has not is a failure. */
void bench_report_missing(struct bench *bench, const char *what, const char *aim, const struct bench_target *target);

/* One that the program, started as a process, has no number for: a failure. */
void bench_report_program_failed(struct bench *bench, const char *what, const char *aim, const char *device);

/* Prints a line on stderr; the bench fails. */
void bench_fail(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One line on stderr about what is being measured. */
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The words of a parameter without "auto"; *count of them. NULL when there is no such parameter or it has no words. */
const struct swarm_variant **bench_words(const char *parameter, size_t *count);

struct bench_samples {
    double values[BENCH_SAMPLE_LIMIT];
    size_t count;
};

void bench_samples_add(struct bench_samples *samples, double value);
double bench_samples_minimum(const struct bench_samples *samples);
double bench_samples_median(const struct bench_samples *samples);

#endif
