/* loader.h - the only file that includes OpenCL headers. With -Dopencl=dlopen libOpenCL is loaded at run time;
 * otherwise it is linked. */
#ifndef SWARMCL_OCL_LOADER_H
#define SWARMCL_OCL_LOADER_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdbool.h>

/* A function of OpenCL 2.1, declared here because the headers declare it only when that version is requested. */
extern CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_uint what,
                                                               size_t given_size, const void *given, size_t size,
                                                               void *value, size_t *used);

#ifdef OCL_DLOPEN

/* The OpenCL functions that the library calls, without "cl". Each also needs a #define below. */
#define OCL_FUNCTIONS(ROW)         \
    ROW(BuildProgram)              \
    ROW(CreateBuffer)              \
    ROW(CreateCommandQueue)        \
    ROW(CreateContext)             \
    ROW(CreateKernel)              \
    ROW(CreateProgramWithSource)   \
    ROW(EnqueueMarkerWithWaitList) \
    ROW(EnqueueNDRangeKernel)      \
    ROW(EnqueueReadBuffer)         \
    ROW(EnqueueReadBufferRect)     \
    ROW(EnqueueWriteBuffer)        \
    ROW(EnqueueWriteBufferRect)    \
    ROW(Finish)                    \
    ROW(Flush)                     \
    ROW(GetDeviceIDs)              \
    ROW(GetDeviceInfo)             \
    ROW(GetEventInfo)              \
    ROW(GetEventProfilingInfo)     \
    ROW(GetKernelSubGroupInfo)     \
    ROW(GetKernelWorkGroupInfo)    \
    ROW(GetPlatformIDs)            \
    ROW(GetPlatformInfo)           \
    ROW(GetProgramBuildInfo)       \
    ROW(ReleaseCommandQueue)       \
    ROW(ReleaseContext)            \
    ROW(ReleaseEvent)              \
    ROW(ReleaseKernel)             \
    ROW(ReleaseMemObject)          \
    ROW(ReleaseProgram)            \
    ROW(RetainEvent)               \
    ROW(SetKernelArg)              \
    ROW(WaitForEvents)

#define OCL_MEMBER(name) __typeof__(&cl##name) name;
struct ocl_functions {
    OCL_FUNCTIONS(OCL_MEMBER)
};
#undef OCL_MEMBER

/* The first ocl_load() fills it. The library writes no other static object, except the mutex of ocl_device_list_init().
 */
extern struct ocl_functions ocl_functions;

/* Loads libOpenCL, which stays loaded. True if a libOpenCL of version 1.2 or later was found; otherwise no function may
 * be called. Functions of OpenCL 2.1 may be NULL. Thread-safe. */
bool ocl_load(void);

/* Macros, not functions with these names: a program may link libOpenCL in addition to the static library. */
#define clBuildProgram              ocl_functions.BuildProgram
#define clCreateBuffer              ocl_functions.CreateBuffer
#define clCreateCommandQueue        ocl_functions.CreateCommandQueue
#define clCreateContext             ocl_functions.CreateContext
#define clCreateKernel              ocl_functions.CreateKernel
#define clCreateProgramWithSource   ocl_functions.CreateProgramWithSource
#define clEnqueueMarkerWithWaitList ocl_functions.EnqueueMarkerWithWaitList
#define clEnqueueNDRangeKernel      ocl_functions.EnqueueNDRangeKernel
#define clEnqueueReadBuffer         ocl_functions.EnqueueReadBuffer
#define clEnqueueReadBufferRect     ocl_functions.EnqueueReadBufferRect
#define clEnqueueWriteBuffer        ocl_functions.EnqueueWriteBuffer
#define clEnqueueWriteBufferRect    ocl_functions.EnqueueWriteBufferRect
#define clFinish                    ocl_functions.Finish
#define clFlush                     ocl_functions.Flush
#define clGetDeviceIDs              ocl_functions.GetDeviceIDs
#define clGetDeviceInfo             ocl_functions.GetDeviceInfo
#define clGetEventInfo              ocl_functions.GetEventInfo
#define clGetEventProfilingInfo     ocl_functions.GetEventProfilingInfo
#define clGetKernelSubGroupInfo     ocl_functions.GetKernelSubGroupInfo
#define clGetKernelWorkGroupInfo    ocl_functions.GetKernelWorkGroupInfo
#define clGetPlatformIDs            ocl_functions.GetPlatformIDs
#define clGetPlatformInfo           ocl_functions.GetPlatformInfo
#define clGetProgramBuildInfo       ocl_functions.GetProgramBuildInfo
#define clReleaseCommandQueue       ocl_functions.ReleaseCommandQueue
#define clReleaseContext            ocl_functions.ReleaseContext
#define clReleaseEvent              ocl_functions.ReleaseEvent
#define clReleaseKernel             ocl_functions.ReleaseKernel
#define clReleaseMemObject          ocl_functions.ReleaseMemObject
#define clReleaseProgram            ocl_functions.ReleaseProgram
#define clRetainEvent               ocl_functions.RetainEvent
#define clSetKernelArg              ocl_functions.SetKernelArg
#define clWaitForEvents             ocl_functions.WaitForEvents

#define OCL_KERNEL_SUB_GROUPS       (ocl_functions.GetKernelSubGroupInfo)

#else

static inline bool ocl_load(void)
{
    return true;
}

#endif

#endif
