/* build_log.h - messages of drivers' compilers about a caller's source. */
#ifndef SWARMCL_OCL_BUILD_LOG_H
#define SWARMCL_OCL_BUILD_LOG_H

#include <stddef.h>

/* A caller's source within a program. */
struct ocl_part {
    const char *label; /* as messages call it */
    const char *name;  /* of its #line directive */
    size_t first;      /* the program's line that is its line 1, from 1, for compilers that ignore the directive */
    size_t lines;
};

/* The errors in the part, a line each: "label:3:7: text"; where there is none its warnings. Understands clang
 * ("name:3:7: error: text"), PoCL ("error: name:3:7: text"), NVIDIA ("<kernel>:14:7: error: text"), oclgrind
 * ("input.cl:14:7: error: text") and EDG ("name", line 3: error: text). Owned, "" where nothing is found; NULL: memory
 * ran out. */
char *ocl_log_errors(const char *log, const struct ocl_part *part);

#endif
