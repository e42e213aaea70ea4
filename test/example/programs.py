#!/usr/bin/env python3
"""The programs and the script of examples find what they are for, draw the pictures of docs/examples.md, and report
errors.

usage: programs.py strokes|fit PROGRAM ROOT
       programs.py route|outing|keyboard|can PROGRAM ROOT [C++ INCLUDE_FOLDER...]
       programs.py trip SWARMCL ROOT
"""
import math
import os
import re
import subprocess
import sys
import tempfile


def run(*command, expected=0, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, **options)
    assert done.returncode == expected, (command, done)
    return done


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def check_picture(text, root, name):
    assert text == read(root, "docs", "examples", name), f"the picture differs from docs/examples/{name}"


def pairs(text):
    numbers = [float(number) for number in text.split()]
    return list(zip(numbers[::2], numbers[1::2]))


def check_order(strokes, done):
    """Requires that every stroke is drawn once, and that the path between strokes is as long as the program states. The
    first length is that of a path that is already short."""
    drawn, way = (re.split("M", path)[1:] for path in re.findall(r' d="([^"]*)"', done.stdout))
    drawn = [pairs(text) for text in drawn[1:]]  # the first is the place where the pen starts
    assert sorted(min(points, points[::-1]) for points in drawn) == sorted(min(points, points[::-1])
                                                                           for points in strokes), done.stdout
    ends = [(0.0, 0.0)] + [place for points in drawn for place in (points[0], points[-1])] + [(0.0, 0.0)]
    moves = [tuple(ends[k:k + 2]) for k in range(0, len(ends), 2)]
    assert [tuple(pairs(text.replace("L", " "))) for text in way] == moves, done.stdout
    printed = [float(number) for number in re.findall(r"the pen moves ([\d.]+)", done.stderr)]
    assert printed == sorted(printed, reverse=True), printed
    assert abs(sum(math.dist(*move) for move in moves) - printed[-1]) < 1e-5, printed


def check_strokes(program, root):
    path = os.path.join(root, "examples", "strokes.txt")
    done = run(program, path)
    check_order([pairs(line) for line in read(path).splitlines()], done)
    check_picture(done.stdout, root, "strokes.svg")
    # The second stroke is better drawn from its end; numbers may be in any form, and lines empty.
    done = run(program, "-", input="0 0\t10 0 \r\n\n0 1 5e0 2 10 1\n")
    check_order([[(0, 0), (10, 0)], [(0, 1), (5, 2), (10, 1)]], done)
    assert "M10 1 5 2 0 1" in done.stdout, done.stdout
    for text, message in [("", "-: there is no stroke"), ("1 2", "of two points or more, found 1 2"),
                          ("1 2 3 4\n1 2 3 4 5\n", "found 1 2 3 4 5"), ("1 2 3 here\n", "found 1 2 3 here")]:
        done = run(program, "-", input=text, expected=1)
        assert done.stdout == "" and done.stderr.startswith("strokes: ") and message in done.stderr, done
    assert "cannot be opened" in run(program, "nowhere", expected=1).stderr


def check_fit(program, root):
    """Requires the certified values of NIST; the two cycles may be in either order."""
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "fit.svg")
        done = run(program, os.path.join(root, "examples", "pressure.txt"), picture)
        found = {name.strip(): float(value) for name, value in re.findall(r"^(.*\S) +(\S+)$", done.stdout, re.M)}
        assert found["squares"] == 788.5398, found
        cycles = sorted(found[f"{which} cycle, months"] for which in ("first", "second"))
        assert cycles == [26.8876, 44.3111], found
        check_picture(read(picture), root, "fit.svg")
        few = os.path.join(folder, "few.txt")
        with open(few, "w", encoding="utf-8") as file:
            file.write("1 2 3")
        assert "expected numbers" in run(program, few, picture, expected=1).stderr
        assert "cannot write" in run(program, os.path.join(root, "examples", "pressure.txt"),
                                     os.path.join(folder, "nowhere", "fit.svg"), expected=1).stderr


def check_trip(program, root):
    script, program = os.path.join(root, "examples", "trip.sh"), os.path.abspath(program)
    environment = {**os.environ, "PATH": os.path.dirname(program) + os.pathsep + os.environ["PATH"]}
    with tempfile.TemporaryDirectory() as folder:
        def trip(*words, **options):
            return run("sh", script, *words, cwd=folder, env=environment, **options)

        done = trip(os.path.join(root, "instances", "timezones.csv"), "34", "72", "-26", "45", "europe")
        lengths = [float(number) for number in re.findall(r"^length +([\d.]+) m\b", done.stdout, re.M)]
        bound = float(re.search(r"^bound +([\d.]+) m$", done.stdout, re.M)[1])
        assert len(lengths) == 2 and lengths[0] == lengths[1] <= 1.0001 * bound, done.stdout
        places = read(folder, "europe.csv").splitlines()[1:]
        assert len(places) == 43 and all(34 <= float(place.split(",")[1]) <= 72 for place in places), places
        assert all(place.split(",")[0] in read(folder, "europe.gpx") for place in places)
        run(program, "verify", "europe.csv", "europe.tour", "--certificate", "europe.json", cwd=folder)
        check_picture(read(folder, "europe.svg"), root, "europe.svg")
        assert "usage" in trip("places.csv", expected=2).stderr
        assert trip("nowhere.csv", "0", "1", "0", "1", "none", expected=2).stdout == ""


# Arguments of the short programs, the end of what they print, and an argument that they refuse.
SHORT = {"route": (["sights.csv", "Gare du Nord"], r"\A  1\. Gare du Nord\n(.*\n){59}[\d.]+ m\n\Z", "Nowhere"),
         "outing": (["sights.csv", "Louvre", "5000"], r"\A *\d+  Louvre\n(.*\n)+ *\d+  in all\n\Z", "far"),
         "keyboard": (["letters.csv", "keys.csv"], r"\A(\w on \S+\n){26}cost [\d.]+\n\Z", "nowhere.csv"),
         "can": (["850"], r"\Aradius 5\.1\d\d, height 10\.\d{3}, surface 496\.7\d\d\n\Z", "none")}


def check_short(name, program, root, *compiler):
    """Requires that the program prints its result, rejects a wrong argument, and compiles as C++, too."""
    words, pattern, wrong = SHORT[name]
    words = [os.path.join(root, "instances", word) if word.endswith(".csv") else word for word in words]
    out = run(program, *words).stdout
    assert re.search(pattern, out), out
    done = subprocess.run([program, *words[:-1], wrong], capture_output=True, text=True, check=False)
    assert done.returncode in (1, 2) and done.stderr and not done.stdout, done
    if compiler:
        run(compiler[0], "-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
            *(f"-I{folder}" for folder in compiler[1:]), os.path.join(root, "examples", f"{name}.c"))


def main():
    if sys.argv[1] in SHORT:
        check_short(*sys.argv[1:])
        return
    {"strokes": check_strokes, "fit": check_fit, "trip": check_trip}[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
