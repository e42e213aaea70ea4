#!/usr/bin/env python3
"""Examples of docstrings do what they show, with numpy and without.

usage: doctests.py [--without-numpy]

77: with numpy, and there is none.
"""
import doctest
import inspect
import sys

import support


def main():
    if "--without-numpy" in sys.argv:
        sys.modules["numpy"] = None  # an import fails then
    else:
        support.needed("numpy")
    import swarmcl
    counts = [doctest.testmod(module) for module in [swarmcl, *{inspect.getmodule(function) for function in (
        swarmcl.solve, swarmcl.minimise, swarmcl.networkx.tsp)}]]
    failed, attempted = map(sum, zip(*counts))
    print(f"{attempted} examples: {failed} failed")
    return bool(failed) or attempted < 10


if __name__ == "__main__":
    sys.exit(main())
