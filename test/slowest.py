#!/usr/bin/env python3
"""slowest.py FOLDER... - the seconds of tests, from the logs of `meson test` in these build folders: by suite, and of
the ten slowest. Tests run in parallel, so the seconds of a suite are not the time it took."""
import collections
import json
import pathlib
import sys

SLOWEST = 10


def tests(folders):
    """Yields (seconds, folder, suite, name) of each test in the logs."""
    for folder in folders:
        for log in pathlib.Path(folder, "meson-logs").glob("testlog*.json"):
            for line in log.read_text(encoding="utf-8").splitlines():
                test = json.loads(line)
                suites, _, name = test["name"].rpartition(" / ")
                suite = suites.rpartition(":")[2].split("+")[0]
                yield test.get("duration", 0), folder, suite or "none", name


def main():
    found = sorted(tests(sys.argv[1:]), reverse=True)
    by_suite = collections.Counter()
    for seconds, folder, suite, _ in found:
        by_suite[f"{folder} {suite}"] += seconds
    print("\nseconds by suite")
    for suite, seconds in by_suite.most_common():
        print(f"{seconds:8.1f}  {suite}")
    print("slowest tests")
    for seconds, folder, suite, name in found[:SLOWEST]:
        print(f"{seconds:8.1f}  {folder} {suite} / {name}")


if __name__ == "__main__":
    main()
