/* cl_api.h - the only include of the OpenCL headers. */
#ifndef SWARMCL_OCL_CL_API_H
#define SWARMCL_OCL_CL_API_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>

#endif
