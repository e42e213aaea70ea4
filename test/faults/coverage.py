#!/usr/bin/env python3
"""coverage.py PROGRAM LIBRARY - checks that all calls of the program to external functions that can fail are wrapped.

PROGRAM is swarmcl_faults, whose dynamic symbols show its real calls; LIBRARY is its static library. The test fails for
a name that is neither a row of wrapped.h nor in HARMLESS below. 77: there is no nm.
"""
import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77

# Calls that cannot fail for reasons outside of the program, or whose failure has no meaning for it.
HARMLESS = {
    "arithmetic and text": r"acos|asin|atan2?|cos|sin|tan|sincos|exp2?|log(10)?|pow|floorf?|ceil|round|rintf?|lrint|ll?round|"
                           r"trunc|fm(ax|in|od)|nextafterf?|frexp|ldexp|sqrt|hypot|fabs|l?abs|mem\w+|bcmp|str(n?cmp|n?len|r?chr|c?spn|"
                           r"str|pbrk|n?casecmp|error(_l)?|to\w+|n?cpy|n?cat)|stpcpy|__isoc\w+|__ctype_\w+|v?sn?printf|qsort|"
                           r"bsearch|alphasort(64)?|crc32(_z)?|adler32",
    "the process": r"getenv|unsetenv|getpid|getopt_long|optarg|optind|optopt|opterr|__errno_location|clock_gettime|time|gmtime_r|strftime|isatty|"
                   r"sysconf|poll|(__)?sched_(getaffinity|cpucount)|sigaction|sig(add|empty|fill)set|signal|"
                   r"__sysv_signal|abort|_?exit|pause|__assert_fail|ioctl|localeconv|(new|use|free)locale|nl_langinfo|"
                   r"getpgrp|tcgetpgrp|raise|sigwait|nanosleep|"
                   r"pthread_(detach|join|sigmask|mutex_\w+|mutexattr_\w+|cond_\w+|attr_\w+|self|kill)",
    "the processor's instructions": r"__cpu_model|__cpu_indicator_init",
    "links, followed where they can be": r"readlink",
    "a sentence before a crash": r"write",
    "streams, asked only": r"stdin|stdout|stderr|fileno|ferror|feof|clearerr|ungetc|setvbuf|fcntl(64)?",
    # zlib refuses data, or reports that memory is short.
    "zlib": r"inflate\w*|zlibVersion|zError",
    # Called only under a launcher, which these tests never use; test/cli/cases_ranks.py does.
    "MPI": r"P?MPI_\w+|ompi_\w+",
    # json-c refuses data; its memory is its own, except if it is part of the program.
    "json-c": r"json_\w+",
    "compiler and linker": r"_GLOBAL_OFFSET_TABLE_|_Unwind_\w+|__stack_chk_fail|_dl_\w+|__tls_get_addr|__dso_handle|"
                           r"__(asan|ubsan|lsan|sanitizer|msan|tsan)\w*|__(start_+|stop_+)?sancov_\w+|"
                           r"_ITM_\w+|__cxa_\w+|__gmon_start__|"
                           r"__libc_start_main",
}


def symbols(nm, path, *options):
    """Returns (address kind, name) of each line of nm, over all members of an archive."""
    text = subprocess.run([nm, *options, path], capture_output=True, text=True, check=True).stdout
    return [(match[1], match[2]) for match in re.finditer(r"^(?:[0-9a-f]+)?\s+([A-Za-z]) (\S+)$", text, re.MULTILINE)]


def objects_of(program):
    """Returns the objects of the program itself, without those of this test."""
    folder = program + ".p"
    build = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(program))))
    shipped = os.path.join(build, "src", "cli", "swarmcl.p")
    return [os.path.join(folder, "faults.c.o")], sorted(
        os.path.join(shipped, name) for name in os.listdir(shipped) if name.endswith(".o"))


def main():
    program, library = sys.argv[1:]
    nm = shutil.which("nm") or shutil.which("llvm-nm")
    if not nm:
        print("skipped: there is no nm")
        return SKIPPED
    tests, shipped = objects_of(program)
    called, defined = set(), set()
    for path in [*shipped, library]:
        for kind, name in symbols(nm, path):
            (called if kind in "Uw" else defined).add(name.split("@")[0])
    wrapped = {name[len("__wrap_"):] for path in tests for kind, name in symbols(nm, path)
               if kind == "T" and name.startswith("__wrap_")}
    # The linker replaces calls of a wrapped function; only its wrapper calls it.
    linked = {name.split("@")[0] for _, name in symbols(nm, program)}
    harmless = re.compile("|".join(f"(?:{pattern})" for pattern in HARMLESS.values()))
    outside = called - defined - wrapped
    problems = [f"{name} is called, and has neither a row in wrapped.h nor a word in HARMLESS"
                for name in sorted(outside) if re.match(r"cl[A-Z]", name) or not harmless.fullmatch(name)]
    problems += [f"__wrap_{name} is not in the program" for name in sorted(wrapped) if f"__wrap_{name}" not in linked]
    if not any(name.startswith("cl") for name in wrapped & called) or "malloc" not in wrapped & called:
        problems.append(f"nm shows nothing of the calls of {library}")
    print("\n".join([*problems, f"{len(wrapped & called)} functions are wrapped, {len(outside)} are harmless"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
