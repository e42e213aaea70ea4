/* Checks that errors of several drivers' compilers are reported with lines of the user's source. Needs no OpenCL. */
#include "ocl/build_log.h"

#include <stdlib.h>

#include "../test.h"

/* The user's source starts at line 101 of the program. */
static const struct ocl_part part = {"deep/f.cl", "f.cl", 101, 9};

static const struct {
    const char *log, *errors;
} logs[] = {
    {"", ""},
    {"f.cl:3:7: error: text\n    x\n    ^\n1 error generated.\n", "deep/f.cl:3:7: text"}, /* log of clang and Mesa */
    {"/tmp/comgr-1/input/f.cl:3:7: fatal error: text", "deep/f.cl:3:7: text"},            /* log of AMD */
    {"warning: f.cl:2:1: hint\nerror: f.cl:3:7: text: more\nerror: swarm.clh:1:2: other\nDevice failed",
     "deep/f.cl:3:7: text: more"}, /* log of PoCL */
    {"error: f.cl:3:7 <Spelling=f.cl:1:20>: text", "deep/f.cl:3:7: text"},
    {"<kernel>:9:1: error: ours\n<kernel>:103:7: error: text\n    x\n<kernel>:104:1: note: here\n"
     "<kernel>:109:1: error: last\n<kernel>:110:1: error: behind\n",
     "deep/f.cl:3:7: text\ndeep/f.cl:9:1: last"}, /* NVIDIA counts lines of the program */
    {"input.cl:103:7: error: text\n    x\ninput.cl:3:7: error: ours\n",
     "deep/f.cl:3:7: text"}, /* oclgrind counts lines of the program */
    {"<kernel>:103:7: warning: implicit\nptxas fatal : Unresolved extern function 'g'",
     "deep/f.cl:3:7: warning: implicit"},
    {"\"/tmp/f.cl\", line 3: error: text\n", "deep/f.cl:3: text"}, /* log of EDG compilers */
    {"f.cl:12:7: error: behind its end\nmy-f.cl:3:7: error: another\nf.cl: error: no line\nf.cl:3:7: error: \n", ""},
    {"In file included from f.cl:3:\nf.clh:3:7: error: text\n<kernel\n<kernel>:\n<kernel>:99999999999999999999: error: "
     "x",
     ""},
    {"f.cl:1: error: a\nf.cl:1: error: b\nf.cl:1: error: c\nf.cl:1: error: d\nf.cl:1: error: e\nf.cl:1: error: f\n"
     "f.cl:1: error: g\nf.cl:1: error: h\nf.cl:1: error: i\n",
     "deep/f.cl:1: a\ndeep/f.cl:1: b\ndeep/f.cl:1: c\ndeep/f.cl:1: d\ndeep/f.cl:1: e\ndeep/f.cl:1: f\ndeep/f.cl:1: g\n"
     "deep/f.cl:1: h"},
};

TEST(errors_are_found_in_the_logs_of_many_drivers)
{
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; ++i) {
        char *errors = ocl_log_errors(logs[i].log, &part);
        REQUIRE(errors);
        REQUIRE_TEXT(errors, logs[i].errors);
        free(errors);
    }
}

TEST_MAIN()
