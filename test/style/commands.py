#!/usr/bin/env python3
"""Every `swarmcl` command of README.md and docs runs as written and prints lines that begin with the same words.

usage: commands.py PROGRAM ROOT [--no-driver] [PAGE...]

Blocks ```console have commands after "$ " and what they print below them; in other blocks lines that begin with
swarmcl or mpirun are commands whose exit code counts. All run in one folder, one page after the other, on small
instances under the names of the pages and with small limits: SMALLER. A `cat FILE` of a missing file creates it
from the lines below. Lines are compared by their first word; consecutive lines that begin alike count as one; `...`
stands for any lines. Exit code 77: there is no CPU with OpenCL.

--no-driver: they run in an environment without a driver. Commands that name no device succeed there, too; the others,
and those for devices (DEVICES_ONLY), may end with the exit code of a missing device. Outputs are not compared.
"""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cli"))

import launcher  # noqa: E402

SKIPPED = 77
HANG_SECONDS = 120
PAGES = ["README.md", "docs/tours.md", "docs/conditions.md", "docs/repeats.md"]  # they make files that others name

# Shipped instances under the names of TSPLIB; the optimum of each is known.
STAND_INS = {"pr1002.tsp": "clustered1000.tsp", "d18512.tsp": "uniform1000.tsp", "lin318.tsp": "uniform1000.tsp",
             "br17.atsp": "random17.atsp", "rbg358.atsp": "random17.atsp", "customers-of-june.csv": "timezones.csv",
             "route-of-may.csv": "timezones.csv"}
SMALLER = [(r"--time [\d.]+(?![\d.]| -o run.json)", "--time 0.3"), (r"--repeat \d+", "--repeat 3"),
           (r"--no-improve \d+", "--no-improve 2"), (r"--tuning \S+", r"\g<0> --iterations 1"),
           (r"(--algorithm \w+ .*)--iterations \d+", r"\1--iterations 8"), (r"--epoch \d+", "--epoch 4"),
           (r"(--preset [\w-]+)( --iterations \d+)?", r"\1 --iterations 1"),
           (r"--time 10 -o run.json", "--time 1 -o run.json"), (r"--ants \d+$", r"\g<0> --iterations 8"),
           (r"--resume run.state --device none", r"\g<0> --time 3"), (r"batch instances/\*.tsp", r"\g<0> --iterations 1"),
           (r"(swarmcl tsp -|tsp pr1002.tsp --device none)$", r"\g<0> --time 0.5"),
           (r"--algorithm acor --repeat 3", r"\g<0> --iterations 100"),
           (r"(swarmcl orient .*)--iterations \d+", r"\1--iterations 1 --population 4"),
           (r"(--topology ring .*)", r"\1 --iterations 50"),
           # ants at 1,000 nodes take seconds for an iteration, and their lines are those of 100 nodes
           (r"pr1002.tsp(?= (--preset|--algorithm \w+ .*--(profile|tuning)|--device cpu --seed))", "uniform100.tsp"),
           (r"--iterations 8 --epoch 4", "--iterations 1 --epoch 1"),
           (r"mpirun -n \d+", "mpirun -n 2"), (r"--islands 4 --device none", "--islands 2 --device none"),
           # all families are in test/golden/check.py
           (r"^swarmcl check$", "swarmcl check --device none --time 0.3"),
           (r"sleep 1.2; kill -9 \$!", "until [ -e run.state ]; do sleep 0.1; done; kill -9 $! || true")]
# Lines that depend on the size of an instance or on the iterations: the places in order, plans of memory, tours of ants.
NOT_ALWAYS = ["tour", "path", "memory", "mosaic", "sequential", "ants'"]


def commands_of(text):
    """Yields pairs of a command and the lines that are shown below it; None if no output is shown."""
    for indent, language, body in re.findall(r"^( *)```(\w*)\n(.*?)^ *```$", text, re.M | re.S):
        lines = [line.removeprefix(indent) for line in body.replace("\\\n", " ").splitlines()]
        if language == "console":
            found = []
            for line in lines:
                if line.startswith("$ "):
                    found.append((line[2:], []))
                else:
                    found[-1][1].append(line)
            yield from found
        elif not language:
            yield from ((line, None) for line in lines if line.startswith(("swarmcl ", "mpirun ")))


def shape(lines):
    """Returns the first words of the lines, with numbers as 0; once for consecutive lines that begin alike."""
    words = [re.sub(r"\d+", "0", line.split()[0]) for line in lines if line.strip()]
    return [word for k, word in enumerate(words) if k == 0 or word != words[k - 1]]


def matches(shown, printed):
    printed = [word for word in printed if word in shown or word not in NOT_ALWAYS]
    pattern = "".join(r"(\S+\n)*" if word == "..." else re.escape(word) + "\n" for word in shown)
    return re.fullmatch(pattern, "".join(word + "\n" for word in printed)) is not None


def smaller(command):
    for pattern, replacement in SMALLER:
        command = re.sub(pattern, replacement, command)
    return command


# Without a driver these may end with NO_DEVICE.
DEVICES_ONLY = re.compile(r"swarmcl devices|--tuning|(--device|-d) (?!none|auto)|--profile|--platform|--dump-kernels|"
                          r"--preset|--construction|--deposit|--evaluation|--group-size|--launch-ms|--lengths|\.cl\b|^cmp ")
NO_DEVICE = 3


class Folder:
    def __init__(self, path, program, instances, driver):
        self.path = path
        os.mkdir(os.path.join(path, "bin"))
        os.symlink(program, os.path.join(path, "bin", "swarmcl"))
        os.symlink(instances, os.path.join(path, "instances"))
        for name in os.listdir(instances):
            if name.endswith((".tsp", ".atsp")):
                shutil.copy(os.path.join(instances, name), path)
        for name, stand_in in STAND_INS.items():
            shutil.copy(os.path.join(instances, stand_in), os.path.join(path, name))
        with gzip.open(os.path.join(path, "pr1002.tsp.gz"), "wb") as packed:
            with open(os.path.join(path, "pr1002.tsp"), "rb") as file:
                packed.write(file.read())
        self.environment = {**os.environ, **launcher.ENVIRONMENT, "SWARMCL_DEVICE": "cpu",
                            "PATH": os.path.join(path, "bin") + os.pathsep + os.environ["PATH"]}
        self.driver = driver
        if not driver:
            os.mkdir(os.path.join(path, "vendors"))
            self.environment["OCL_ICD_VENDORS"] = os.path.join(path, "vendors")
            del self.environment["SWARMCL_DEVICE"]
        self.has_ranks = launcher.find() and "MPI" in subprocess.run(
            [program, "--version"], capture_output=True, text=True, check=True).stdout

    def warm_up(self):
        """Compiles the kernels of mosaic, which gives short runs iterations."""
        subprocess.run(["swarmcl", "tsp", "pr1002.tsp", "--iterations", "1", "-q"], cwd=self.path, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL, timeout=HANG_SECONDS)

    def check(self, command, shown):
        """Returns the error as text; None without an error."""
        made = os.path.join(self.path, command.removeprefix("cat ")) if command.startswith("cat ") else ""
        if made and not os.path.exists(made):
            with open(made, "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in shown))
            return None
        if "mpirun " in command and not self.has_ranks:
            return None
        run = smaller(command)
        began = time.monotonic()
        done = subprocess.run(["bash", "-c", run], cwd=self.path, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=HANG_SECONDS)
        print(f"{time.monotonic() - began:6.1f} s  {run}")
        if not self.driver and DEVICES_ONLY.search(run) and done.returncode != 0:
            unmade = "--tuning" in run or run.startswith("cmp ")  # commands that need a device make the files
            return None if unmade or done.returncode == NO_DEVICE else f"{run}\nexit code {done.returncode}\n{done.stdout}"
        refused = any(line.startswith("swarmcl: ") for line in shown or []) and "|" not in command
        if (done.returncode != 0) != refused:
            return f"{run}\nexit code {done.returncode}\n{done.stdout}"
        order = sorted if "mpirun " in command else list  # mpirun mixes the two streams
        if self.driver and shown is not None and not matches(order(shape(shown)), order(shape(done.stdout.splitlines()))):
            return f"{run}\nprinted\n{done.stdout}and the page shows\n" + "\n".join(shown)
        return None


def pages_of(root):
    """Returns all pages; those that make files for others come first."""
    rest = sorted("docs/" + name for name in os.listdir(os.path.join(root, "docs")) if name.endswith(".md"))
    return PAGES + [page for page in rest if page not in PAGES]


def main(program, root, *pages):
    driver = "--no-driver" not in pages
    pages = [page for page in pages if page != "--no-driver"]
    if driver:
        listed = subprocess.run([program, "devices", "--json"], capture_output=True, text=True, check=False)
        driver = listed.returncode != NO_DEVICE and any(
            each["type"] == "cpu" and each["usable"] and not each["simulator"]
            for each in json.loads(listed.stdout)["devices"])
        if not driver:
            print("skipped: there is no CPU with OpenCL")
            return SKIPPED
    count, problems = 0, []
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(path, os.path.abspath(program), os.path.abspath(os.path.join(root, "instances")), driver)
        if driver:
            folder.warm_up()
        for page in pages or pages_of(root):
            with open(os.path.join(root, page), encoding="utf-8") as file:
                text = file.read()
            for command, shown in commands_of(text):
                count += 1
                problem = folder.check(command, shown)
                if problem:
                    problems.append(f"{page}: {problem}")
    print("\n\n".join(problems + [f"{count} commands, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
