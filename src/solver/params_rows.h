/* params_rows.h - the rows that parameter tables of several commands share; included by params_tsp.c and params_pso.c.
 */
#ifndef SWARMCL_SOLVER_PARAMS_ROWS_H
#define SWARMCL_SOLVER_PARAMS_ROWS_H

#include "params.h"

#define SOLVER_GROUP_STOPPING "Stopping"
#define SOLVER_GROUP_DEVICE   "Device"

extern const struct swarm_variant solver_device_words[];
extern const struct swarm_variant solver_auto_words[];

/* A whole number of 64 bits. */
#define SOLVER_ROW_SEED(in_group, text)                                                                 \
    {                                                                                                   \
        .name = "seed", .kind = SWARM_PARAM_INTEGER, .fallback = "1", .minimum = "0",                   \
        .maximum = "18446744073709551615", .unit = "", .operand = "S", .group = in_group, .help = text, \
    }

#define SOLVER_ROW_ITERATIONS(by_default, or_words)                                                                    \
    {                                                                                                                  \
        .name = "iterations", .kind = SWARM_PARAM_INTEGER, .fallback = by_default, .minimum = "1",                     \
        .maximum = "4294967295", .unit = "", .operand = "N", .group = SOLVER_GROUP_STOPPING, .role = SWARM_PARAM_ENDS, \
        .help = "iterations; no limit when only --time is given", .words = or_words,                                   \
    }

#define SOLVER_ROW_TIME                                                                                  \
    {                                                                                                    \
        .name = "time", .kind = SWARM_PARAM_REAL, .minimum = "(0", .maximum = "1000000000", .unit = "s", \
        .operand = "SECONDS", .group = SOLVER_GROUP_STOPPING, .role = SWARM_PARAM_ENDS,                  \
        .help = "wall time from the start of the program, reading included",                             \
    }

#define SOLVER_ROW_NO_IMPROVE(by_default, text, or_words)                                                            \
    {                                                                                                                \
        .name = "no-improve", .kind = SWARM_PARAM_INTEGER, .fallback = by_default, .minimum = "1",                   \
        .maximum = "4294967295", .unit = "iterations", .operand = "N", .group = SOLVER_GROUP_STOPPING, .help = text, \
        .role = SWARM_PARAM_ENDS, .words = or_words,                                                                 \
    }

#define SOLVER_ROW_GROUP_SIZE(in_group, text)                                                                     \
    {                                                                                                             \
        .name = "group-size", .kind = SWARM_PARAM_INTEGER, .fallback = "auto", .minimum = "1", .maximum = "4096", \
        .unit = "work-items", .operand = "W", .group = in_group, .help = text, .words = solver_auto_words,        \
        .role = SWARM_PARAM_FREE,                                                                                 \
    }

#define SOLVER_ROW_LAUNCH_MS(in_group)                                                                           \
    {                                                                                                            \
        .name = "launch-ms", .kind = SWARM_PARAM_INTEGER, .fallback = "100", .minimum = "1", .maximum = "10000", \
        .unit = "ms", .operand = "MS", .group = in_group, .role = SWARM_PARAM_FREE,                              \
        .help = "longer launches are split into pieces of about this time",                                      \
    }

/* checkpoint and resume: two rows. */
#define SOLVER_ROWS_CHECKPOINT(resume_text)                                                                            \
    {                                                                                                                  \
        .name = "checkpoint",                                                                                          \
        .kind = SWARM_PARAM_TEXT,                                                                                      \
        .unit = "",                                                                                                    \
        .operand = "FILE[,EVERY]",                                                                                     \
        .group = SOLVER_GROUP_STOPPING,                                                                                \
        .role = SWARM_PARAM_FREE,                                                                                      \
        .help = "write the state of the run to FILE at its end and, before, every 5s, or as many seconds (\"30s\") or" \
                " iterations (\"500\") as given",                                                                      \
    },                                                                                                                 \
    {                                                                                                                  \
        .name = "resume", .kind = SWARM_PARAM_TEXT, .unit = "", .operand = "FILE", .group = SOLVER_GROUP_STOPPING,     \
        .role = SWARM_PARAM_FREE, .help = resume_text,                                                                 \
    }

/* platform, device and dump-kernels: three rows. */
#define SOLVER_ROWS_DEVICE                                                                                             \
    {                                                                                                                  \
        .name = "platform",                                                                                            \
        .kind = SWARM_PARAM_TEXT,                                                                                      \
        .unit = "",                                                                                                    \
        .operand = "P",                                                                                                \
        .group = SOLVER_GROUP_DEVICE,                                                                                  \
        .role = SWARM_PARAM_FREE,                                                                                      \
        .help = "platform number or part of its name",                                                                 \
    },                                                                                                                 \
        {                                                                                                              \
            .name = "device",                                                                                          \
            .letter = 'd',                                                                                             \
            .kind = SWARM_PARAM_TEXT,                                                                                  \
            .fallback = "auto",                                                                                        \
            .unit = "",                                                                                                \
            .operand = "D",                                                                                            \
            .group = SOLVER_GROUP_DEVICE,                                                                              \
            .role = SWARM_PARAM_FREE,                                                                                  \
            .help = "where to run: one of these, a number or P:D of `swarmcl devices`, or a part of a name",           \
            .words = solver_device_words,                                                                              \
        },                                                                                                             \
    {                                                                                                                  \
        .name = "dump-kernels", .kind = SWARM_PARAM_TEXT, .unit = "", .operand = "FILE", .group = SOLVER_GROUP_DEVICE, \
        .role = SWARM_PARAM_FREE,                                                                                      \
        .help = "also write the OpenCL C source that the run builds, with its build options, to FILE",                 \
    }

#endif
