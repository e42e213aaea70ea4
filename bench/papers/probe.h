/* probe.h - shared by programs that measure their own kernels: compiles a source file for a device, and measures
 * event times. */
#ifndef SWARMCL_BENCH_PAPERS_PROBE_H
#define SWARMCL_BENCH_PAPERS_PROBE_H

#include "base/env.h"
#include "ocl/program.h"
#include "ocl/selector.h"
#include "ocl/session.h"

struct probe {
    struct base_env env;
    struct ocl_device_list devices;
    struct ocl_session session;
    const char *path; /* borrowed path of the kernel file */
    char *source;     /* owned text of that file */
};

/* Reads the source and opens the device that --device would select. `probe` must be zeroed; close it in any case. */
enum swarm_status probe_open(struct probe *probe, const char *path, const char *device);

/* Builds the source with these options; the caller owns *program (clReleaseProgram). */
enum swarm_status probe_build(struct probe *probe, const char *options, cl_program *program);

/* Runs a kernel, whose arguments are set, 1 + `repeats` times; *seconds: the mean of all runs except the first. */
enum swarm_status probe_run(struct probe *probe, const struct ocl_kernel *kernel, struct ocl_ndrange range,
                            unsigned repeats, double *seconds);

/* Prints the error of a failed `status` as PROGRAM: TEXT, closes everything, and returns the exit code. */
int probe_close(struct probe *probe, const char *program, enum swarm_status status);

#endif
