/* build_log.h - extracts messages about the user's source from build logs of OpenCL compilers. */
#ifndef SWARMCL_OCL_BUILD_LOG_H
#define SWARMCL_OCL_BUILD_LOG_H

#include <stddef.h>

/* The user's source within the text of a program. */
struct ocl_part {
    const char *label; /* name of the source in our messages */
    const char *name;  /* name of the source in its #line directive */
    size_t first;      /* first line of the source within the program, from 1; some compilers ignore #line */
    size_t lines;
};

/* Lists the errors in the user's source, or the warnings if it has no errors, one per line: "label:3:7: text".
 * Understands clang ("name:3:7: error: text"), PoCL ("error: name:3:7: text"), NVIDIA ("<kernel>:14:7: error: text"),
 * oclgrind ("input.cl:14:7: error: text") and EDG ("name", line 3: error: text). Returns owned, "" if there are none;
 * NULL: memory ran out. */
char *ocl_log_errors(const char *log, const struct ocl_part *part);

#endif
