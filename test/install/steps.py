"""Steps that the tests of this folder share."""
import os
import subprocess
import sys

SKIPPED = 77


def run(command, expected=0, **options):
    """Returns the standard output of a command. The test ends with all output if the exit code is not the expected
    one."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != expected:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}, expected {expected}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def without_opencl(folder):
    """Returns an environment in which libOpenCL does not load: empty files of its names in `folder` come first."""
    for name in ("libOpenCL.so.1", "libOpenCL.so"):
        write(os.path.join(folder, name), "")
    return {**os.environ, "LD_LIBRARY_PATH": folder}
