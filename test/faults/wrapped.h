/* wrapped.h - every call of the program and the library that can fail for outside reasons, one row each.
 *
 * faults.c includes it with the macros defined; meson.build reads the names (the first word of each row) and passes
 * them to the linker's --wrap, which turns calls of NAME into calls of __wrap_NAME and makes NAME itself __real_NAME.
 * coverage.py fails if the program calls a function without a row.
 *
 *   LIBC(name, type, parameters)                        faults.c has the body
 *   LIBC_FILE(name, type, parameters, arguments, side, failure)
 *                                                       `failure` replaces calls of that `side` (is_io_due())
 *   LIBC_TEXT(name, type, parameters, arguments, stream, failure)
 *                                                       writes to the stream; `failure` if the text is lost
 *   CL_STATUS(name, parameters, arguments, code)        returns a status; `code` is its failure
 *   CL_INFO(name, parameters, arguments, code)          the same; the parameter `what` is the query
 *   CL_EVENT(name, parameters, arguments, code)         the same; the last parameter, `event`, may return an event
 *   CL_OBJECT(name, type, parameters, arguments, code)  returns an object; the last parameter, `error`, the status
 *   CL_RETAIN(name, type)                               increments the reference count of an object
 *   CL_RELEASE(name, type)                              releases an object, even if the call has to fail
 *
 * EVERY(name, type, parameters), if it is defined, replaces each of them, and EVERY_CL those of OpenCL.
 */
#ifdef EVERY
#define EVERY_CL                                                      EVERY
#define LIBC                                                          EVERY
#define LIBC_FILE(name, type, parameters, arguments, side, failure)   EVERY(name, type, parameters)
#define LIBC_TEXT(name, type, parameters, arguments, stream, failure) EVERY(name, type, parameters)
#elif defined EVERY_CL
#define LIBC(name, type, parameters)
#define LIBC_FILE(name, type, parameters, arguments, side, failure)
#define LIBC_TEXT(name, type, parameters, arguments, stream, failure)
#endif
#ifdef EVERY_CL
#define CL_STATUS(name, parameters, arguments, code)       EVERY_CL(name, cl_int, parameters)
#define CL_INFO(name, parameters, arguments, code)         EVERY_CL(name, cl_int, parameters)
#define CL_EVENT(name, parameters, arguments, code)        EVERY_CL(name, cl_int, parameters)
#define CL_OBJECT(name, type, parameters, arguments, code) EVERY_CL(name, type, parameters)
#define CL_RETAIN(name, type)                              EVERY_CL(name, cl_int, (type object))
#define CL_RELEASE(name, type)                             EVERY_CL(name, cl_int, (type object))
#endif

LIBC(main, int, (int argc, char **argv))

LIBC(malloc, void *, (size_t size))
LIBC(calloc, void *, (size_t count, size_t size))
LIBC(realloc, void *, (void *memory, size_t size))
LIBC(free, void, (void *memory))

LIBC(fopen64, FILE *, (const char *path, const char *mode))
LIBC(fclose, int, (FILE * stream))
LIBC(fread, size_t, (void *bytes, size_t size, size_t count, FILE *stream))
LIBC_TEXT(fwrite, size_t, (const void *bytes, size_t size, size_t count, FILE *stream), (bytes, size, count, stream),
          stream, 0)
LIBC_TEXT(fputs, int, (const char *text, FILE *stream), (text, stream), stream, EOF)
LIBC_TEXT(fputc, int, (int byte, FILE *stream), (byte, stream), stream, EOF)
LIBC_TEXT(puts, int, (const char *text), (text), stdout, EOF)
LIBC_TEXT(putchar, int, (int byte), (byte), stdout, EOF)
LIBC(printf, int, (const char *format, ...))
LIBC(fprintf, int, (FILE * stream, const char *format, ...))
LIBC(vfprintf, int, (FILE * stream, const char *format, va_list arguments))
LIBC(fflush, int, (FILE * stream))
LIBC(open64, int, (const char *path, int flags, ...))
LIBC(close, int, (int file))
LIBC_FILE(stat64, int, (const char *path, struct stat *entry), (path, entry), "write", fail_io(EACCES))
LIBC_FILE(fstat64, int, (int file, struct stat *entry), (file, entry), "read", fail_io(EIO))
LIBC_FILE(fsync, int, (int file), (file), is_read_only(file) ? "folder" : "write", fail_io(EIO))
LIBC_FILE(ftruncate64, int, (int file, off_t size), (file, size), "write", fail_io(EIO))
LIBC_FILE(flock, int, (int file, int operation), (file, operation), "write", fail_io(EWOULDBLOCK))
LIBC_FILE(rename, int, (const char *from, const char *to), (from, to), "write", fail_io(EXDEV))
LIBC_FILE(remove, int, (const char *path), (path), "write", fail_io(EROFS))
LIBC_FILE(unlink, int, (const char *path), (path), "write", fail_io(EROFS))
LIBC_FILE(access, int, (const char *path, int mode), (path, mode), "read", fail_io(EIO))
LIBC_FILE(mkdtemp, char *, (char *pattern), (pattern), "write", fail_pointer(EACCES))
LIBC_FILE(rmdir, int, (const char *path), (path), "write", fail_io(EROFS))
LIBC_FILE(pthread_create, int,
          (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
          (thread, attributes, start, argument), "", EAGAIN)
LIBC_FILE(setenv, int, (const char *variable, const char *value, int overwrite), (variable, value, overwrite), variable,
          fail_io(ENOMEM))
LIBC_FILE(nftw64, int,
          (const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int open, int flags),
          (path, visit, open, flags), "write", fail_io(EMFILE))
LIBC_FILE(scandir64, int,
          (const char *path, struct dirent ***entries, int (*filter)(const struct dirent *),
           int (*compare)(const struct dirent **, const struct dirent **)),
          (path, entries, filter, compare), "read", fail_io(EACCES))

CL_STATUS(clGetPlatformIDs, (cl_uint capacity, cl_platform_id *platforms, cl_uint *count), (capacity, platforms, count),
          CL_OUT_OF_HOST_MEMORY)
CL_INFO(clGetPlatformInfo, (cl_platform_id platform, cl_platform_info what, size_t size, void *value, size_t *used),
        (platform, what, size, value, used), CL_INVALID_PLATFORM)
CL_STATUS(clGetDeviceIDs,
          (cl_platform_id platform, cl_device_type type, cl_uint capacity, cl_device_id *devices, cl_uint *count),
          (platform, type, capacity, devices, count), CL_INVALID_PLATFORM)
CL_INFO(clGetDeviceInfo, (cl_device_id device, cl_device_info what, size_t size, void *value, size_t *used),
        (device, what, size, value, used), CL_INVALID_DEVICE)
CL_STATUS(clBuildProgram,
          (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
           void(CL_CALLBACK *notify)(cl_program, void *), void *user),
          (program, count, devices, options, notify, user), CL_BUILD_PROGRAM_FAILURE)
CL_STATUS(clGetProgramBuildInfo,
          (cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void *value, size_t *used),
          (program, device, what, size, value, used), CL_INVALID_PROGRAM)
CL_STATUS(clGetKernelSubGroupInfo,
          (cl_kernel kernel, cl_device_id device, cl_uint what, size_t given_size, const void *given, size_t size,
           void *value, size_t *used),
          (kernel, device, what, given_size, given, size, value, used), CL_INVALID_KERNEL)
CL_STATUS(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value),
          (kernel, index, size, value), CL_INVALID_ARG_VALUE)
CL_STATUS(clFlush, (cl_command_queue queue), (queue), CL_OUT_OF_RESOURCES)
CL_STATUS(clFinish, (cl_command_queue queue), (queue), CL_OUT_OF_RESOURCES)
CL_STATUS(clWaitForEvents, (cl_uint count, const cl_event *events), (count, events),
          CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
CL_STATUS(clGetEventInfo, (cl_event event, cl_event_info what, size_t size, void *value, size_t *used),
          (event, what, size, value, used), CL_INVALID_EVENT)
CL_STATUS(clGetEventProfilingInfo, (cl_event event, cl_profiling_info what, size_t size, void *value, size_t *used),
          (event, what, size, value, used), CL_PROFILING_INFO_NOT_AVAILABLE)
CL_INFO(clGetKernelWorkGroupInfo,
        (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size, void *value, size_t *used),
        (kernel, device, what, size, value, used), CL_INVALID_KERNEL)

CL_EVENT(clEnqueueNDRangeKernel,
         (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
          const size_t *local, cl_uint count, const cl_event *events, cl_event *event),
         (queue, kernel, dimensions, offset, global, local, count, events, event), CL_OUT_OF_RESOURCES)
CL_EVENT(clEnqueueWriteBuffer,
         (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, const void *from,
          cl_uint count, const cl_event *events, cl_event *event),
         (queue, buffer, blocking, offset, size, from, count, events, event), CL_OUT_OF_RESOURCES)
CL_EVENT(clEnqueueWriteBufferRect,
         (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there, const size_t *here,
          const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, const void *from,
          cl_uint count, const cl_event *events, cl_event *event),
         (queue, buffer, blocking, there, here, region, row, slice, host_row, host_slice, from, count, events, event),
         CL_OUT_OF_RESOURCES)
CL_EVENT(clEnqueueReadBuffer,
         (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *to, cl_uint count,
          const cl_event *events, cl_event *event),
         (queue, buffer, blocking, offset, size, to, count, events, event), CL_OUT_OF_RESOURCES)
CL_EVENT(clEnqueueReadBufferRect,
         (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *there, const size_t *here,
          const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *to, cl_uint count,
          const cl_event *events, cl_event *event),
         (queue, buffer, blocking, there, here, region, row, slice, host_row, host_slice, to, count, events, event),
         CL_OUT_OF_RESOURCES)
CL_EVENT(clEnqueueMarkerWithWaitList, (cl_command_queue queue, cl_uint count, const cl_event *events, cl_event *event),
         (queue, count, events, event), CL_OUT_OF_RESOURCES)

CL_OBJECT(clCreateContext, cl_context,
          (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *error),
          (properties, count, devices, notify, user, error), CL_DEVICE_NOT_AVAILABLE)
CL_OBJECT(clCreateCommandQueue, cl_command_queue,
          (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *error),
          (context, device, properties, error), CL_OUT_OF_RESOURCES)
CL_OBJECT(clCreateBuffer, cl_mem, (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error),
          (context, flags, size, host, error), CL_MEM_OBJECT_ALLOCATION_FAILURE)
CL_OBJECT(clCreateProgramWithSource, cl_program,
          (cl_context context, cl_uint count, const char **texts, const size_t *sizes, cl_int *error),
          (context, count, texts, sizes, error), CL_OUT_OF_RESOURCES)
CL_OBJECT(clCreateKernel, cl_kernel, (cl_program program, const char *name, cl_int *error), (program, name, error),
          CL_OUT_OF_RESOURCES)

CL_RETAIN(clRetainEvent, cl_event)
CL_RETAIN(clRetainProgram, cl_program)
CL_RELEASE(clReleaseContext, cl_context)
CL_RELEASE(clReleaseCommandQueue, cl_command_queue)
CL_RELEASE(clReleaseMemObject, cl_mem)
CL_RELEASE(clReleaseProgram, cl_program)
CL_RELEASE(clReleaseKernel, cl_kernel)
CL_RELEASE(clReleaseEvent, cl_event)

#undef LIBC
#undef LIBC_FILE
#undef LIBC_TEXT
#undef CL_STATUS
#undef CL_INFO
#undef CL_EVENT
#undef CL_OBJECT
#undef CL_RETAIN
#undef CL_RELEASE
#undef EVERY
#undef EVERY_CL
