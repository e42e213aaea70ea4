/* faults.c - makes one call of the program fail, and counts the program's objects when it ends.
 *
 * Linked with the objects of the shipped program; wrapped.h explains how calls reach this file. Only the program's own
 * calls are counted and made to fail, not those inside libc, zlib and the OpenCL drivers.
 *
 *   SWARMCL_FAULT=WHAT:N[:CODE][,...]  the N-th call (from 1) of WHAT fails once. WHAT is a class, "alloc", "cl" or
 *                                      "io", or the name of a function. CODE is an OpenCL status other than the
 *                                      function's own.
 *   SWARMCL_FAULT_STACKS=1             the report gives the stack of each call.
 *   SWARMCL_FAULT_REPORT=FILE          receives one JSON object when main() returns: the calls of each class and each
 *                                      function, the faults that happened, and the objects that are left: memory,
 *                                      OpenCL objects, open files; "strangers" are OpenCL objects that were released
 *                                      more often than they were made. */
#define _XOPEN_SOURCE 700 /* nftw() */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

enum call_class { CLASS_OTHER, CLASS_ALLOC, CLASS_CL, CLASS_IO, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {"other", "alloc", "cl", "io"};

/* Declares the function of every row and gives each row a number. */
#define EVERY(name, type, parameters) \
    type __real_##name parameters;    \
    type __wrap_##name parameters;
#include "wrapped.h"

#define EVERY(name, type, parameters) CALL_##name,
enum call {
#include "wrapped.h"
    CALL_COUNT
};

#define EVERY(name, type, parameters) #name,
static const char *const call_names[CALL_COUNT] = {
#include "wrapped.h"
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Counting and failing                                                                                               */

enum { FAULTS = 4 };

/* One entry of SWARMCL_FAULT. */
static struct fault {
    char what[64];
    unsigned long number; /* number of the call that fails, from 1; 0: no fault */
    int code;             /* OpenCL status to return; 0: the one in the function's row */
    bool done;
    enum call call;            /* the function whose call failed, after it failed */
    char detail[32];           /* "read" or "write" of a file, number of an OpenCL query, a variable's name, or "" */
    unsigned long call_number; /* number of the failed call among calls of its function */
} faults[FAULTS];

/* Held while counting, because threads make calls too: after a lost count a fault would never happen. */
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

static unsigned long calls[CALL_COUNT];
static unsigned long classes[CLASS_COUNT];
static atomic_long open_files;

/* Sums of the return addresses within the program, for the calls of each class. */
static struct stacks {
    uint32_t *sums;
    size_t capacity;
} stacks[CLASS_COUNT];
static bool stacks_wanted;
extern const char __executable_start, etext;

static void note_stack(enum call_class class)
{
    struct stacks *seen = &stacks[class];
    void *frames[64];
    uint32_t sum = 0;
    const int depth = backtrace(frames, 64);
    for (int i = 0; i < depth; ++i) {
        const uintptr_t address = (uintptr_t)frames[i], first = (uintptr_t)&__executable_start;
        if (address >= first && address < (uintptr_t)&etext) {
            sum = (sum ^ (uint32_t)(address - first)) * 0x9E3779B1u;
        }
    }
    if (classes[class] >= seen->capacity) {
        seen->capacity = 2 * seen->capacity + 1024;
        seen->sums = __real_realloc(seen->sums, seen->capacity * sizeof *seen->sums);
        if (!seen->sums) {
            abort();
        }
    }
    seen->sums[classes[class]] = sum;
}

/* Counts the call. True if it has to fail; sets *code if the fault has one. `code` NULL: the call returns no status. */
static bool is_due(enum call call, enum call_class class, const char *detail, int *code)
{
    bool due = false;
    pthread_mutex_lock(&counting);
    if (stacks_wanted) {
        note_stack(class);
    }
    ++calls[call];
    ++classes[class];
    for (size_t i = 0; i < FAULTS; ++i) {
        struct fault *fault = &faults[i];
        bool of_class = strcmp(fault->what, class_names[class]) == 0;
        if (fault->number == 0 || fault->done || (!of_class && strcmp(fault->what, call_names[call]) != 0)
            || fault->number != (of_class ? classes[class] : calls[call])) {
            continue;
        }
        fault->done = due = true;
        fault->call = call;
        snprintf(fault->detail, sizeof fault->detail, "%s", detail);
        fault->call_number = calls[call];
        if (fault->code != 0 && code) {
            *code = fault->code;
        }
    }
    pthread_mutex_unlock(&counting);
    return due;
}

/* True if a call on files has to fail. `side`: "read", "write" or "system"; queries of the kernel count as "read". */
static bool is_io_due(enum call call, const char *side)
{
    return is_due(call, CLASS_IO, side, NULL);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Objects that exist */

/* A hash set of pointers with counts, open addressing. A removed pointer keeps its slot with a count of 0. */
struct live {
    struct live_slot {
        uintptr_t key; /* key of the slot; 0: the slot was never used */
        long count;
    } * slots;
    size_t capacity; /* number of slots, a power of two; 0: not allocated */
    size_t used;
};

static struct live memory_alive, objects_alive;
static atomic_long strangers;

static struct live_slot *find_slot(const struct live *live, uintptr_t key)
{
    size_t at = (size_t)((key >> 4) * UINT64_C(0x9E3779B97F4A7C15)) & (live->capacity - 1);
    while (live->slots[at].key != 0 && live->slots[at].key != key) {
        at = (at + 1) & (live->capacity - 1);
    }
    return &live->slots[at];
}

/* Grows the table if it has no room for one more pointer. */
static void grow_live(struct live *live)
{
    struct live grown = {.capacity = live->capacity ? 2 * live->capacity : 1024};
    grown.slots = __real_calloc(grown.capacity, sizeof *grown.slots);
    if (!grown.slots) {
        abort();
    }
    for (size_t i = 0; i < live->capacity; ++i) {
        if (live->slots[i].count != 0) {
            *find_slot(&grown, live->slots[i].key) = live->slots[i];
            ++grown.used;
        }
    }
    __real_free(live->slots);
    *live = grown;
}

/* Adds the pointer, unless it is NULL, and returns it. */
static void *add_live(struct live *live, void *pointer)
{
    if (!pointer) {
        return NULL;
    }
    pthread_mutex_lock(&counting);
    if (2 * live->used >= live->capacity) {
        grow_live(live);
    }
    struct live_slot *slot = find_slot(live, (uintptr_t)pointer);
    live->used += slot->key == 0;
    slot->key = (uintptr_t)pointer;
    ++slot->count;
    pthread_mutex_unlock(&counting);
    return pointer;
}

/* Removes the pointer; false if it is not in the set. Call before freeing: then another thread may get the pointer. */
static bool take_live(struct live *live, const void *pointer)
{
    pthread_mutex_lock(&counting);
    struct live_slot *slot = live->capacity > 0 ? find_slot(live, (uintptr_t)pointer) : NULL;
    const bool taken = slot && slot->count > 0;
    if (taken) {
        --slot->count;
    }
    pthread_mutex_unlock(&counting);
    return taken;
}

static long count_live(const struct live *live)
{
    long sum = 0;
    for (size_t i = 0; i < live->capacity; ++i) {
        sum += live->slots[i].count;
    }
    return sum;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Memory                                                                                                             */

static void *fail_pointer(int error)
{
    errno = error;
    return NULL;
}

void *__wrap_malloc(size_t size)
{
    const bool due = is_due(CALL_malloc, CLASS_ALLOC, "", NULL);
    return add_live(&memory_alive, due ? fail_pointer(ENOMEM) : __real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    const bool due = is_due(CALL_calloc, CLASS_ALLOC, "", NULL);
    return add_live(&memory_alive, due ? fail_pointer(ENOMEM) : __real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (is_due(CALL_realloc, CLASS_ALLOC, "", NULL)) {
        return fail_pointer(ENOMEM);
    }
    const bool counted = memory && take_live(&memory_alive, memory);
    void *made = __real_realloc(memory, size);
    add_live(&memory_alive, made || !counted ? made : memory);
    return made;
}

void __wrap_free(void *memory)
{
    if (memory) {
        take_live(&memory_alive, memory);
    }
    __real_free(memory);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Files                                                                                                              */

static int fail_io(int error)
{
    errno = error;
    return -1;
}

static bool is_of_system(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0;
}

static bool is_read_only(int file)
{
    return (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY;
}

static const char *side_of(FILE *stream)
{
    char link[64], path[64] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(stream));
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0 && is_of_system(path)) {
        return "system";
    }
    return is_read_only(fileno(stream)) ? "read" : "write";
}

/* Replaces the stream's descriptor by a file on which every use fails, so the stream sets its own error flag, as on a
 * full disk. Returns a copy of the old descriptor; -1 if there was none. */
static int break_stream(FILE *stream, const char *path, int flags)
{
    int descriptor = fileno(stream);
    int before = descriptor < 0 ? -1 : dup(descriptor);
    int broken = __real_open64(path, flags);
    if (before >= 0 && broken >= 0) {
        dup2(broken, descriptor);
    }
    if (broken >= 0) {
        __real_close(broken);
    }
    return before;
}

static void mend_stream(FILE *stream, int before)
{
    if (before >= 0) {
        dup2(before, fileno(stream));
        __real_close(before);
    }
}

/* Makes the stream fail to write its buffered text. */
static void lose_output(FILE *stream)
{
    int before = break_stream(stream, "/dev/full", O_WRONLY);
    __real_fflush(stream);
    if (!ferror(stream)) {
        __real_fputc('\n', stream); /* the buffer was empty */
        __real_fflush(stream);
    }
    mend_stream(stream, before);
    errno = ENOSPC;
}

/* True if the call has to fail. Never for stderr: no one could report that. */
static bool is_write_due(enum call call, const FILE *stream)
{
    return stream != stderr && is_io_due(call, "write");
}

FILE *__wrap_fopen64(const char *path, const char *mode)
{
    if (is_io_due(CALL_fopen64, is_of_system(path) ? "system" : mode[0] == 'r' ? "read" : "write")) {
        return fail_pointer(EMFILE);
    }
    FILE *stream = __real_fopen64(path, mode);
    open_files += stream != NULL;
    return stream;
}

int __wrap_fclose(FILE *stream)
{
    bool due = is_io_due(CALL_fclose, side_of(stream));
    --open_files;
    int result = __real_fclose(stream);
    return due ? fail_io(ENOSPC) : result;
}

size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *stream)
{
    if (!is_io_due(CALL_fread, side_of(stream))) {
        return __real_fread(bytes, size, count, stream);
    }
    int before = break_stream(stream, "/dev/null", O_WRONLY);
    size_t done = __real_fread(bytes, size, count, stream);
    mend_stream(stream, before);
    errno = EIO;
    return done;
}

static int print(enum call call, FILE *stream, const char *format, va_list arguments)
{
    bool due = is_write_due(call, stream);
    int result = __real_vfprintf(stream, format, arguments);
    if (due) {
        lose_output(stream);
    }
    return due ? -1 : result;
}

int __wrap_vfprintf(FILE *stream, const char *format, va_list arguments)
{
    return print(CALL_vfprintf, stream, format, arguments);
}

int __wrap_fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = print(CALL_fprintf, stream, format, arguments);
    va_end(arguments);
    return result;
}

int __wrap_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = print(CALL_printf, stdout, format, arguments);
    va_end(arguments);
    return result;
}

int __wrap_fflush(FILE *stream)
{
    if (stream && is_write_due(CALL_fflush, stream)) {
        lose_output(stream);
        return EOF;
    }
    return __real_fflush(stream);
}

int __wrap_open64(const char *path, int flags, ...)
{
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    const char *side = flags & O_DIRECTORY ? "folder" : (flags & O_ACCMODE) == O_RDONLY ? "read" : "write";
    if (is_io_due(CALL_open64, side)) {
        return fail_io(EMFILE);
    }
    int file = __real_open64(path, flags, mode);
    open_files += file > STDERR_FILENO; /* lower descriptors replace standard streams that the parent closed */
    return file;
}

int __wrap_close(int file)
{
    bool due = is_io_due(CALL_close, "write");
    int result = __real_close(file);
    open_files -= result == 0;
    return due ? fail_io(EIO) : result;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Rows that share a body */

#define LIBC(name, type, parameters)

#define LIBC_FILE(name, type, parameters, arguments, side, failure)                \
    type __wrap_##name parameters                                                  \
    {                                                                              \
        return is_io_due(CALL_##name, side) ? (failure) : __real_##name arguments; \
    }

#define LIBC_TEXT(name, type, parameters, arguments, stream, failure) \
    type __wrap_##name parameters                                     \
    {                                                                 \
        bool due = is_write_due(CALL_##name, stream);                 \
        type result = __real_##name arguments;                        \
        if (due) {                                                    \
            lose_output(stream);                                      \
        }                                                             \
        return due ? (failure) : result;                              \
    }

#define CL_STATUS(name, parameters, arguments, code)                                          \
    cl_int __wrap_##name parameters                                                           \
    {                                                                                         \
        int status = (code);                                                                  \
        return is_due(CALL_##name, CLASS_CL, "", &status) ? status : __real_##name arguments; \
    }

#define CL_INFO(name, parameters, arguments, code)                                                \
    cl_int __wrap_##name parameters                                                               \
    {                                                                                             \
        int status = (code);                                                                      \
        char detail[16];                                                                          \
        snprintf(detail, sizeof detail, "%#x", (unsigned)what);                                   \
        return is_due(CALL_##name, CLASS_CL, detail, &status) ? status : __real_##name arguments; \
    }

/* Adds the event that a call stored in *event, unless the call failed or `event` is NULL; returns the call's status. */
static cl_int add_event(cl_int status, const cl_event *event)
{
    add_live(&objects_alive, status == CL_SUCCESS && event ? *event : NULL);
    return status;
}

#define CL_EVENT(name, parameters, arguments, code)                                                             \
    cl_int __wrap_##name parameters                                                                             \
    {                                                                                                           \
        int status = (code);                                                                                    \
        return is_due(CALL_##name, CLASS_CL, "", &status) ? status : add_event(__real_##name arguments, event); \
    }

#define CL_OBJECT(name, type, parameters, arguments, code)        \
    type __wrap_##name parameters                                 \
    {                                                             \
        int status = (code);                                      \
        if (is_due(CALL_##name, CLASS_CL, "", &status)) {         \
            *error = status;                                      \
            return NULL;                                          \
        }                                                         \
        return add_live(&objects_alive, __real_##name arguments); \
    }

#define CL_RETAIN(name, type)                                               \
    cl_int __wrap_##name(type object)                                       \
    {                                                                       \
        int status = CL_OUT_OF_RESOURCES;                                   \
        if (!is_due(CALL_##name, CLASS_CL, "", &status)) {                  \
            status = __real_##name(object);                                 \
            add_live(&objects_alive, status == CL_SUCCESS ? object : NULL); \
        }                                                                   \
        return status;                                                      \
    }

#define CL_RELEASE(name, type)                                 \
    cl_int __wrap_##name(type object)                          \
    {                                                          \
        int status = CL_OUT_OF_RESOURCES;                      \
        bool due = is_due(CALL_##name, CLASS_CL, "", &status); \
        strangers += !take_live(&objects_alive, object);       \
        cl_int result = __real_##name(object);                 \
        return due ? status : result;                          \
    }

#include "wrapped.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The program's main() */

static void read_faults(const char *text)
{
    for (size_t i = 0; i < FAULTS && text && *text; ++i) {
        size_t length = strcspn(text, ":,");
        char *end = NULL;
        if (text[length] != ':' || length >= sizeof faults[i].what) {
            abort();
        }
        memcpy(faults[i].what, text, length);
        faults[i].number = strtoul(text + length + 1, &end, 10);
        if (*end == ':') {
            faults[i].code = (int)strtol(end + 1, &end, 10);
        }
        text = *end == ',' ? end + 1 : end;
    }
}

static void report(const char *path)
{
    FILE *file = __real_fopen64(path, "w");
    if (!file) {
        abort();
    }
    __real_fprintf(file, "{\"classes\": {");
    for (int i = CLASS_ALLOC; i < CLASS_COUNT; ++i) {
        __real_fprintf(file, "%s\"%s\": %lu", i > CLASS_ALLOC ? ", " : "", class_names[i], classes[i]);
    }
    const char *separator = "";
    __real_fprintf(file, "}, \"stacks\": {");
    for (int i = CLASS_ALLOC; i < CLASS_COUNT && stacks_wanted; ++i) {
        __real_fprintf(file, "%s\"%s\": [", i > CLASS_ALLOC ? ", " : "", class_names[i]);
        for (size_t k = 0; k < classes[i]; ++k) {
            __real_fprintf(file, "%s%lu", k > 0 ? ", " : "", (unsigned long)stacks[i].sums[k]);
        }
        __real_fprintf(file, "]");
    }
    __real_fprintf(file, "}, \"calls\": {");
    for (int i = 0; i < CALL_COUNT; ++i) {
        if (calls[i] > 0) {
            __real_fprintf(file, "%s\"%s\": %lu", separator, call_names[i], calls[i]);
            separator = ", ";
        }
    }
    __real_fprintf(file, "}, \"failed\": [");
    separator = "";
    for (size_t i = 0; i < FAULTS; ++i) {
        if (faults[i].done) {
            __real_fprintf(file, "%s[%zu, \"%s\", %lu, \"%s\"]", separator, i, call_names[faults[i].call],
                           faults[i].call_number, faults[i].detail);
            separator = ", ";
        }
    }
    __real_fprintf(file, "], \"alive\": {\"memory\": %ld, \"objects\": %ld, \"files\": %ld}, \"strangers\": %ld}\n",
                   count_live(&memory_alive), count_live(&objects_alive), open_files, strangers);
    __real_fclose(file);
}

int __wrap_main(int argc, char **argv)
{
    read_faults(getenv("SWARMCL_FAULT"));
    stacks_wanted = getenv("SWARMCL_FAULT_STACKS") != NULL;
    int code = __real_main(argc, argv);
    const char *path = getenv("SWARMCL_FAULT_REPORT");
    if (path) {
        report(path);
    }
    for (int i = 0; i < CLASS_COUNT; ++i) {
        __real_free(stacks[i].sums);
    }
    __real_free(memory_alive.slots);
    __real_free(objects_alive.slots);
    memory_alive = objects_alive = (struct live){0};
    return code;
}
