/* Replaces partial writes of the host to a buffer by a kernel, because oclgrind follows only the kernel correctly.
 *
 * When the host writes to a buffer, oclgrind 21.10 forgets which bytes of it are initialised and gives the buffer the
 * size of the write (Uninitialized::allocAndStoreShadowMemory). It then reports kernels that read any other part. It
 * follows a kernel's writes. Linked with --wrap=clEnqueueWriteBuffer and --wrap=clEnqueueWriteBufferRect, this file
 * replaces such writes on oclgrind, and does not change other writes.
 */
#include <stdbool.h>
#include <string.h>

#include "ocl/device.h"

cl_int __real_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
                                   const void *from, cl_uint wait_count, const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
                                   const void *from, cl_uint wait_count, const cl_event *wait, cl_event *event);

cl_int __real_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there,
                                       const size_t *here, const size_t *region, size_t row, size_t slice,
                                       size_t host_row, size_t host_slice, const void *from, cl_uint wait_count,
                                       const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there,
                                       const size_t *here, const size_t *region, size_t row, size_t slice,
                                       size_t host_row, size_t host_slice, const void *from, cl_uint wait_count,
                                       const cl_event *wait, cl_event *event);

static const char source[] = "__kernel void copy(__global const uint *from, __global uint *to, const ulong at)\n"
                             "{\n"
                             "    to[at + get_global_id(0)] = from[get_global_id(0)];\n"
                             "}\n";

/* Returns the kernel for a context, and keeps it until another context is used; NULL if it cannot be built. */
static cl_kernel copy_kernel(cl_context context, cl_device_id device)
{
    static cl_kernel kernel; /* keeps its context alive, so its address is not reused */
    static cl_context of;
    if (kernel && of == context) {
        return kernel;
    }
    if (kernel) {
        clReleaseKernel(kernel);
        kernel = NULL;
    }
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    if (program && clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS) {
        kernel = clCreateKernel(program, "copy", NULL);
        of = context;
    }
    if (program) {
        clReleaseProgram(program);
    }
    return kernel;
}

static cl_int write_by_kernel(cl_command_queue queue, cl_context context, cl_device_id device, cl_mem to, size_t offset,
                              size_t bytes, const void *from)
{
    const cl_ulong at = offset / sizeof(cl_uint);
    const size_t words = bytes / sizeof(cl_uint);
    cl_kernel kernel = copy_kernel(context, device);
    cl_int code = CL_OUT_OF_RESOURCES;
    union {
        const void *read;
        void *written; /* not const because clCreateBuffer() takes void *, although it only reads */
    } host = {from};
    cl_mem whole = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, host.written, &code);
    if (kernel && whole && clSetKernelArg(kernel, 0, sizeof whole, &whole) == CL_SUCCESS
        && clSetKernelArg(kernel, 1, sizeof to, &to) == CL_SUCCESS
        && clSetKernelArg(kernel, 2, sizeof at, &at) == CL_SUCCESS) {
        code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &words, NULL, 0, NULL, NULL);
        code = code == CL_SUCCESS ? clFinish(queue) : code;
    }
    if (whole) {
        clReleaseMemObject(whole);
    }
    return code;
}

cl_int __wrap_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
                                   const void *from, cl_uint wait_count, const cl_event *wait, cl_event *event)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    char name[256] = "";
    size_t size = 0;
    const bool plain = blocking && wait_count == 0 && !event && offset % sizeof(cl_uint) == 0
                       && bytes % sizeof(cl_uint) == 0
                       && clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL) == CL_SUCCESS
                       && clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL) == CL_SUCCESS
                       && clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) == CL_SUCCESS
                       && clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL) == CL_SUCCESS;
    return plain && size != bytes && strstr(name, "Oclgrind")
               ? write_by_kernel(queue, context, device, buffer, offset, bytes, from)
               : __real_clEnqueueWriteBuffer(queue, buffer, blocking, offset, bytes, from, wait_count, wait, event);
}

/* Replaces clEnqueueWriteBufferRect(): writes the rows one by one. */
cl_int __wrap_clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there,
                                       const size_t *here, const size_t *region, size_t row, size_t slice,
                                       size_t host_row, size_t host_slice, const void *from, cl_uint wait_count,
                                       const cl_event *wait, cl_event *event)
{
    cl_device_id device = NULL;
    char name[256] = "";
    cl_int code = CL_SUCCESS;
    if (clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS
        || clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL) != CL_SUCCESS
        || !strstr(name, "Oclgrind")) {
        return __real_clEnqueueWriteBufferRect(queue, buffer, blocking, there, here, region, row, slice, host_row,
                                               host_slice, from, wait_count, wait, event);
    }
    for (size_t k = 0; k < region[1] && code == CL_SUCCESS; ++k) {
        code = __wrap_clEnqueueWriteBuffer(queue, buffer, blocking, (there[1] + k) * row + there[0], region[0],
                                           (const char *)from + k * region[0], wait_count, wait, event);
    }
    return code;
}
