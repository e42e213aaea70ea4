#!/usr/bin/env python3
"""Makes the shipped instances again and compares, byte for byte; checks the generators by published checksums.

Usage: instances.py INSTANCES_FOLDER
"""
import hashlib
import os
import sys

# sha256 of the lines "number x y" of published DIMACS files, first 16 digits.
CHECKSUMS = [
    ("E1k.0", "uniform", 1000, 1000, "b97b35733fab5f2e"),
    ("E1k.1", "uniform", 1000, 10001, "81a32186bf7baf98"),
    ("E3k.0", "uniform", 3162, 3162, "e994502665d03922"),
    ("E10k.0", "uniform", 10000, 10000, "53bae13144203278"),
    ("C1k.0", "clustered", 1000, 1000, "4ef063d0bd1bdbbc"),
    ("C1k.1", "clustered", 1000, 10001, "f6d1cdaf1a9e9951"),
    ("C3k.0", "clustered", 3162, 3162, "c9d69289592e771f"),
    ("C10k.0", "clustered", 10000, 10000, "75736a7ad3e0b972"),
]


def main(folder):
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    import generate

    faults = []
    made = generate.instances()
    for name, text in made.items():
        with open(os.path.join(folder, name), "rb") as file:
            if file.read() != text.encode("ascii"):
                faults.append(f"{name} is not what generate.py makes")
    shipped = {name for name in os.listdir(folder) if name.endswith((".tsp", ".atsp"))}
    faults += [f"{name} is not made by generate.py" for name in sorted(shipped - set(made))]
    for name, kind, count, seed, expected in CHECKSUMS:
        points = getattr(generate, kind + "_points")(count, seed)
        text = "".join(f"{k} {x} {y}\n" for k, (x, y) in enumerate(points, 1))
        if hashlib.sha256(text.encode("ascii")).hexdigest()[:16] != expected:
            faults.append(f"{name}: the generator does not make the published points")
    sys.exit("\n".join(faults) if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
