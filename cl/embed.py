#!/usr/bin/env python3
"""Flattens the includes of OpenCL files and writes them as C byte arrays, with the names of their kernels' arguments.

usage: embed.py c OUTPUT.c DEPFILE ROOT FILE.cl...   the tables that src/ocl/program.h declares
       embed.py flat FILE.cl                         one flattened file to standard output
       embed.py text NAME FILE                       any file as the C string NAME to standard output
Arrays of numbers, because a C11 compiler need not take string literals over 4,095 characters.
"""
import os
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
COMMENT = re.compile(r"/\*.*?\*/", re.S)
KERNEL = re.compile(r"__kernel void (\w+)\((.*?)\)\s*\n\{", re.S)
PARAMETERS = re.compile(r"#define (\w+_PARAMETERS)\s+((?:.*\\\n)*.*)")


def flatten(path, seen, root):
    """The lines of `path` with every #include "..." replaced once by the file it names, of the same folder or from the root of
    the sources; #line keeps messages right."""
    seen.append(path)
    name = os.path.relpath(path, root)
    lines = ['#line 1 "%s"' % name]
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            match = INCLUDE.match(line)
            if not match:
                lines.append(line.rstrip("\n"))
                continue
            folders = [os.path.dirname(path), os.path.dirname(root)]
            found = next((os.path.join(f, match[1]) for f in folders if os.path.exists(os.path.join(f, match[1]))), None)
            if found is None:
                sys.exit("%s:%d: no file %s" % (path, number, match[1]))
            # Two files of one program may need the same header: it stays in both, behind its include guard.
            if os.path.normpath(found) not in map(os.path.normpath, seen):
                lines += flatten(found, seen, root)
            lines.append('#line %d "%s"' % (number + 1, name))
    return lines


def flattened(path, root):
    seen = []
    text = "\n".join(flatten(os.path.abspath(path), seen, os.path.abspath(root))) + "\n"
    return text, seen


def signatures(text):
    """The names of each kernel's arguments in order; lists of them may be macros called ..._PARAMETERS."""
    text = COMMENT.sub("", text)
    macros = dict(PARAMETERS.findall(text))
    for kernel, parameters in KERNEL.findall(text):
        for name, meant in macros.items():
            parameters = re.sub(rf"\b{name}\b", lambda match, meant=meant: meant, parameters)
        if "#" in parameters:
            sys.exit("%s: a condition among the parameters" % kernel)
        yield kernel, [re.findall(r"\w+", re.sub(r"\)?\[.*", "", one))[-1] for one in parameters.split(",")]


def numbers(data):
    return "".join(",".join(str(b) for b in data[i:i + 32]) + ",\n" for i in range(0, len(data), 32))


def main():
    if sys.argv[1] == "text":
        with open(sys.argv[3], encoding="utf-8") as file:
            data = numbers(b"%s\0" % file.read().encode())
        sys.stdout.write("static const unsigned char %s_bytes[] = {\n%s};\n" % (sys.argv[2], data)
                         + "static const char *const %s = (const char *)%s_bytes;\n" % (sys.argv[2], sys.argv[2]))
        return
    if sys.argv[1] == "flat":
        path = sys.argv[2]
        root = os.path.dirname(os.path.abspath(__file__))
        sys.stdout.write(flattened(path, root)[0])
        return
    output, depfile, root, files = sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]
    depends, rows, kernels = [], [], []
    with open(output, "w", encoding="ascii") as out:
        out.write('/* Made by cl/embed.py. */\n#include "ocl/program.h"\n')
        for number, path in enumerate(files):
            text, seen = flattened(path, root)
            depends += seen
            out.write("static const char text_%d[] = {\n" % number)
            out.write(numbers(text.encode("ascii")))
            out.write("};\n")
            rows.append('    {"%s", text_%d, sizeof text_%d},\n' % (os.path.relpath(path, root), number, number))
            for kernel, names in signatures(text):
                out.write("static const char *const %s[] = {%s, 0};\n" % (kernel, ", ".join('"%s"' % n for n in names)))
                kernels.append('    {"%s", %s},\n' % (kernel, kernel))
        out.write("const struct ocl_source ocl_sources[] = {\n%s};\n" % "".join(rows))
        out.write("const size_t ocl_source_count = %d;\n" % len(rows))
        out.write("const struct ocl_signature ocl_signatures[] = {\n%s};\n" % "".join(kernels))
        out.write("const size_t ocl_signature_count = %d;\n" % len(kernels))
    with open(depfile, "w", encoding="utf-8") as out:
        out.write("%s: %s\n" % (output, " ".join(sorted(set(depends)))))


if __name__ == "__main__":
    main()
