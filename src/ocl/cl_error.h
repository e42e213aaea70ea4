/* cl_error.h - failures of OpenCL as sentences. */
#ifndef SWARMCL_OCL_CL_ERROR_H
#define SWARMCL_OCL_CL_ERROR_H

#include "base/env.h"
#include "loader.h"

/* "CL_OUT_OF_RESOURCES" for -5; "unknown OpenCL error" for codes that OpenCL does not define. Static storage. */
const char *ocl_error_name(cl_int code);

/* Sets "CALL: NAME (CODE)" and returns the status that fits: SWARM_ERROR_OUT_OF_MEMORY for failed allocations,
 * SWARM_ERROR_OPENCL for the rest, SWARM_OK for CL_SUCCESS. */
enum swarm_status ocl_check(struct base_env *env, cl_int code, const char *call);

#endif
