"""Finds short tours and best values of functions, on OpenCL devices or on the host.

>>> import swarmcl
>>> tour, length = swarmcl.solve([(0, 0), (3, 0), (3, 4), (0, 4), (1, 2)])
>>> tour, length
([0, 1, 2, 3, 4], 14.47213596)

solve() finds a tour or a path through points, or by a matrix of distances; solve_many() finds tours of many instances.
read() reads TSPLIB files and tables. minimise() finds the least value of a function, assign() the cheapest assignment
of items to places, orient() the tour with the greatest score within a length, route() the routes of several vehicles.
devices() lists the OpenCL devices. swarmcl.networkx has the functions for graphs. docs/python.md shows them all.
"""
from __future__ import annotations

from . import networkx
from ._fleet import route
from ._functions import minimise
from ._library import (ArgumentError, Context, DeviceError, Error, FileError, InputError, InternalError,
                       OutOfMemoryError, UnsupportedError, VerificationError, version as __version__)
from ._problems import assign, orient
from ._result import (AssignmentResult, CurvePoint, Device, OrientResult, PositionResult, Result, RoutesResult,
                      TourResult)
from ._tours import Instance, read, solve, solve_many

__all__ = ["solve", "solve_many", "read", "minimise", "assign", "orient", "route", "devices", "networkx", "Result",
           "TourResult", "OrientResult", "AssignmentResult", "PositionResult", "RoutesResult", "CurvePoint", "Instance",
           "Device", "Error", "ArgumentError", "InputError", "UnsupportedError", "OutOfMemoryError", "FileError",
           "DeviceError", "VerificationError", "InternalError"]


def devices() -> list[Device]:
    """Lists the OpenCL devices of all platforms; the list may be empty. The first call loads the drivers."""
    with Context.take() as context:
        return [Device(device) for device in context.devices()]
