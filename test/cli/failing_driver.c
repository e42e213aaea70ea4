/* failing_driver.c - an OpenCL driver with one platform that has only a name, for tests of discovery. Its search for
 * devices fails, or does what the variable FAILING_DRIVER says: "hang", "crash" or "abort". */
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_icd.h>

struct _cl_platform_id {
    const cl_icd_dispatch *dispatch; /* first member, as the OpenCL loader requires */
};

void *CL_API_CALL clGetExtensionFunctionAddress(const char *name);
cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint capacity, cl_platform_id *platforms, cl_uint *count);

static cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info name, size_t size, void *value,
                                        size_t *value_size)
{
    (void)platform;
    const char *text = NULL;
    switch (name) {
    case CL_PLATFORM_NAME:
        text = "Failing Platform";
        break;
    case CL_PLATFORM_PROFILE:
        text = "FULL_PROFILE";
        break;
    case CL_PLATFORM_VERSION:
        text = "OpenCL 1.2 failing";
        break;
    case CL_PLATFORM_VENDOR:
        text = "swarmcl";
        break;
    case CL_PLATFORM_EXTENSIONS:
        text = "cl_khr_icd";
        break;
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        text = "FAIL";
        break;
    default:
        return CL_INVALID_VALUE;
    }
    size_t needed = strlen(text) + 1;
    if (value_size) {
        *value_size = needed;
    }
    if (value && size < needed) {
        return CL_INVALID_VALUE;
    }
    if (value) {
        memcpy(value, text, needed);
    }
    return CL_SUCCESS;
}

static cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint capacity,
                                     cl_device_id *devices, cl_uint *count)
{
    (void)platform, (void)type, (void)capacity, (void)devices, (void)count;
    const char *mode = getenv("FAILING_DRIVER");
    while (mode && strcmp(mode, "hang") == 0) {
        pause();
    }
    if (mode) {
        raise(strcmp(mode, "crash") == 0 ? SIGSEGV : SIGABRT);
    }
    return CL_OUT_OF_HOST_MEMORY;
}

static const cl_icd_dispatch failing_dispatch = {
    .clGetPlatformInfo = platform_info,
    .clGetDeviceIDs = device_ids,
};
static struct _cl_platform_id failing_platform = {&failing_dispatch};

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint capacity, cl_platform_id *platforms, cl_uint *count)
{
    if (count) {
        *count = 1;
    }
    if (platforms && capacity > 0) {
        platforms[0] = &failing_platform;
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void *value,
                                     size_t *value_size)
{
    return platform_info(platform, name, size, value, value_size);
}

/* Returns functions through a union, because ISO C has no conversion of a function to void *, which the loader
 * requires. */
void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    static const struct {
        const char *name;
        union {
            cl_int(CL_API_CALL *function)(cl_uint, cl_platform_id *, cl_uint *);
            void *address;
        } entry;
    } platforms = {"clIcdGetPlatformIDsKHR", {clIcdGetPlatformIDsKHR}};
    static const struct {
        const char *name;
        union {
            cl_int(CL_API_CALL *function)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
            void *address;
        } entry;
    } info = {"clGetPlatformInfo", {platform_info}};
    return strcmp(name, platforms.name) == 0 ? platforms.entry.address
           : strcmp(name, info.name) == 0    ? info.entry.address
                                             : NULL;
}
