/* build_log.h - messages of drivers' compilers about the user's source. */
#ifndef SWARMCL_OCL_BUILD_LOG_H
#define SWARMCL_OCL_BUILD_LOG_H

#include <stddef.h>

/* The user's source as a part of a program. */
struct ocl_part {
    const char *label; /* name in our messages */
    const char *name;  /* name in its #line directive */
    size_t first;      /* its first line within the program, from 1, for compilers that ignore the directive */
    size_t lines;
};

/* The errors in the part, or its warnings if it has no errors, a line each: "label:3:7: text". Understands clang
 * ("name:3:7: error: text"), PoCL ("error: name:3:7: text"), NVIDIA ("<kernel>:14:7: error: text"), oclgrind
 * ("input.cl:14:7: error: text") and EDG ("name", line 3: error: text). Returns owned, "" if there are none; NULL:
 * memory ran out. */
char *ocl_log_errors(const char *log, const struct ocl_part *part);

#endif
