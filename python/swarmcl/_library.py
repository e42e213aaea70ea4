"""The C library by ctypes: its structs, functions and errors, as swarmcl.h has them, and the contexts of threads."""
from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_int64,
                    c_size_t, c_uint, c_uint32, c_uint64, c_void_p)

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing would take a tenth of the time of `import swarmcl`
    from collections.abc import Callable, Iterator
    from typing import Any

ABI = 7  # SWARM_ABI of the header that the structs below are copied from

# ----------------------------------------------------------------------------------------------------------------------
# Errors


class Error(Exception):
    """A failure. Each subclass also derives from a built-in exception. The text is the library's, in Python's names."""


class ArgumentError(Error, ValueError):
    """A value that is out of range, or options that clash."""


class InputError(Error, ValueError):
    """Points, distances, a file or an objective that are malformed or out of range."""


class UnsupportedError(Error, NotImplementedError):
    """A well-formed file of an unsupported kind."""


class OutOfMemoryError(Error, MemoryError):
    """Too little memory of the device or the host."""


class FileError(Error, OSError):
    """A file that cannot be written."""


class DeviceError(Error, RuntimeError):
    """A device that does not exist, failed, or did not compile the kernels."""


class VerificationError(Error, ValueError):
    """A tour that does not meet the conditions."""


class InternalError(Error, RuntimeError):
    """A defect of the library."""


_ERRORS = {-1: ArgumentError, -2: OutOfMemoryError, -3: FileError, -4: InputError, -5: UnsupportedError,
           -6: DeviceError, -7: DeviceError, -8: DeviceError, -9: VerificationError}


def _from_zero(text: str, shown: Callable[[int], str]) -> str:
    """Replaces node numbers in a message of the library, which count from 1, by the caller's names of the nodes."""
    import re
    return re.sub(r"\bnodes? \d+(, \d+)*( and \d+)?|\bfixed (edge|arc) \d+-\d+|\d+-\d+ and \d+-\d+ both lead|#\d+",
                  lambda match: re.sub(r"#?(\d+)", lambda number: shown(int(number[1]) - 1), match[0]), text)


def error_of(status: int, text: str, shown: Callable[[int], str] | None = None, what: str = "") -> Error:
    """Makes the exception for a failure. shown: formats the node with a number from 0; None if the text names no nodes.
    what: the argument that failed."""
    text = text.replace('instance "": ', "").replace("the starting tour", "init").removeprefix(": ")
    text = f"{what}: {text}" if what and not text.startswith(what) else text
    return _ERRORS.get(status, InternalError)(_from_zero(text, shown) if shown else text)


def warn(text: str) -> None:
    """Warns the caller of the package."""
    import warnings
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, RuntimeWarning, stacklevel=level)


# ----------------------------------------------------------------------------------------------------------------------
# Structs, with the members in the order of the header; test/python/layout.py compares them


class Device(Structure):
    _fields_ = [("index", c_uint), ("platform", c_uint), ("device", c_uint), ("type", c_int), ("name", c_char_p),
                ("platform_name", c_char_p), ("driver", c_char_p), ("version", c_char_p), ("c_version", c_char_p),
                ("compute_units", c_uint), ("clock", c_uint), ("global_memory", c_uint64), ("local_memory", c_uint64),
                ("max_allocation", c_uint64), ("max_group_size", c_size_t), ("fp64", c_bool),
                ("unified_memory", c_bool), ("sub_groups", c_bool), ("sub_group_sizes", c_uint), ("simulator", c_bool),
                ("software", c_bool), ("duplicate", c_bool), ("usable", c_bool), ("automatic", c_bool)]


class InstanceInfo(Structure):
    _fields_ = [("name", c_char_p), ("comment", c_char_p), ("node_count", c_uint32), ("symmetric", c_bool),
                ("metric", c_int), ("format", c_char_p), ("fixed_edge_count", c_size_t), ("has_display_data", c_bool),
                ("has_positions", c_bool), ("has_names", c_bool), ("decimals", c_int),
                ("missing_edges", c_uint64), ("no_edge", c_int32), ("lost_digits", c_int), ("unit", c_char_p),
                ("minimum", c_double * 3), ("maximum", c_double * 3), ("has_scores", c_bool),
                ("cost_limit", c_int64), ("optimum_known", c_bool), ("optimum_proven", c_bool), ("optimum", c_int64), ("read_seconds", c_double),
                ("columns", c_char_p), ("skipped_columns", c_char_p)]


class QapInfo(Structure):
    _fields_ = [("name", c_char_p), ("item_count", c_uint32), ("symmetric", c_bool), ("best_known", c_bool),
                ("best_proven", c_bool), ("best", c_int64), ("read_seconds", c_double), ("decimals", c_int),
                ("added_items", c_uint32)]


class FleetInfo(Structure):
    _fields_ = [("name", c_char_p), ("customer_count", c_uint32), ("vehicle_count", c_uint32), ("least_vehicles", c_uint32),
                ("load_decimals", c_int), ("capacity", c_int64), ("demand", c_int64), ("duration", c_int64), ("vehicles_first", c_bool),
                ("balances", c_bool), ("has_windows", c_bool), ("optional_count", c_uint32), ("skilled_count", c_uint32),
                ("pinned_count", c_uint32), ("rounding", c_char_p),
                ("decimals", c_int), ("unit", c_char_p), ("time_scale", c_double), ("has_clock", c_bool), ("best_known", c_bool),
                ("best_proven", c_bool), ("best", c_int64), ("read_seconds", c_double)]


class Stop(Structure):
    _fields_ = [("customer", c_uint32), ("arrival", c_int64), ("wait", c_int64), ("depart", c_int64), ("load", c_int64),
                ("length", c_int64)]


class Route(Structure):
    _fields_ = [("vehicle", c_uint32), ("stop_count", c_size_t), ("stops", POINTER(Stop)), ("length", c_int64),
                ("load", c_int64), ("finish", c_int64), ("duration", c_int64), ("start", c_uint32), ("end", c_uint32)]


class Routes(Structure):
    _fields_ = [("route_count", c_size_t), ("routes", POINTER(Route)), ("cost", c_int64), ("length", c_int64),
                ("vehicle_costs", c_int64), ("prices", c_int64), ("longest", c_int64), ("unserved_count", c_size_t),
                ("unserved", POINTER(c_uint32)), ("missing_count", c_size_t)]


class Reference(Structure):
    _fields_ = [("known", c_bool), ("proven", c_bool), ("given", c_bool), ("length", c_int64)]


class Progress(Structure):
    _fields_ = [("iteration", c_uint64), ("best_iteration", c_uint64), ("length", c_int64), ("bound", c_int64),
                ("value", c_double), ("improved", c_bool), ("seconds", c_double), ("iteration_limit", c_uint64),
                ("tour", POINTER(c_uint32)), ("node_count", c_size_t), ("position", POINTER(c_double)),
                ("dimensions", c_uint32), ("missing", c_uint32), ("vehicles", c_uint32)]


class TracePoint(Structure):
    _fields_ = [("iteration", c_uint64), ("length", c_int64), ("value", c_double), ("place", c_double * 2),
                ("seconds", c_double), ("evaluations", c_uint64)]


class CurvePoint(Structure):
    _fields_ = [("iteration", c_uint64), ("length", c_int64), ("shortest", c_int64), ("mean", c_double),
                ("branching", c_double), ("seconds", c_double)]


class Timing(Structure):
    _fields_ = [(name, c_double) for name in ("read", "context", "build", "setup", "loop", "total", "checkpoints")]


class Setting(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p), ("given", c_bool), ("kind", c_int)]


class Tour(Structure):
    _fields_ = [("node_count", c_size_t), ("nodes", POINTER(c_uint32)), ("length", c_int64), ("path", c_bool),
                ("reference", Reference), ("built_length", c_int64), ("bound", c_int64)]


class Position(Structure):
    _fields_ = [("dimensions", c_uint32), ("x", POINTER(c_double)), ("lower", POINTER(c_double)),
                ("upper", POINTER(c_double)), ("maximise", c_bool), ("evaluations", c_uint64), ("nan_count", c_uint64),
                ("constrained", c_bool), ("violation", c_double), ("fresh_value", c_double),
                ("restarts", c_uint64)]


class Assignment(Structure):
    _fields_ = [("item_count", c_size_t), ("places", POINTER(c_uint32))]


class Result(Structure):
    _fields_ = [("tour", POINTER(Tour)), ("position", POINTER(Position)), ("assignment", POINTER(Assignment)),
                ("length", c_int64), ("value", c_double),
                ("stop_reason", c_int), ("iterations", c_uint64), ("best_iteration", c_uint64),
                ("first_iteration", c_uint64), ("seconds", c_double), ("best_seconds", c_double),
                ("trace_count", c_size_t), ("trace", POINTER(TracePoint)), ("timing", Timing),
                ("device", POINTER(Device)), ("setting_count", c_size_t), ("settings", POINTER(Setting)),
                ("plan_count", c_size_t), ("plan", c_void_p), ("plan_bytes", c_uint64), ("curve_count", c_size_t),
                ("curve", POINTER(CurvePoint)), ("kernel_count", c_size_t),
                ("kernels", c_void_p), ("island_count", c_size_t), ("islands", c_void_p), ("routes", POINTER(Routes))]


class Param(Structure):  # only the first members: the package sees rows through pointers
    _fields_ = [("name", c_char_p), ("letter", c_char), ("kind", c_int)]


FLAG, INTEGER, REAL = range(3)  # enum swarm_param_kind
EXPLICIT = 0  # enum swarm_metric
METRIC_COUNT = 11
KEYWORDS = 2  # enum swarm_spelling
SURFACES = {"plane": 0, "sphere": 1, "space": 2}  # enum swarm_surface

ProgressFn = CFUNCTYPE(None, c_void_p, POINTER(Progress))
ManyFn = CFUNCTYPE(c_bool, c_void_p, c_size_t, c_int, c_char_p, POINTER(Result))
BatchFn = CFUNCTYPE(None, c_void_p, c_size_t, c_uint32, POINTER(c_double), POINTER(c_double))

_Handle, _Out = c_void_p, POINTER(c_void_p)
_FUNCTIONS: dict[str, tuple[Any, ...]] = {  # the type of the result, then the types of the arguments
    "swarm_version": (c_char_p,),
    "swarm_device_type_name": (c_char_p, c_int),
    "swarm_stop_reason_name": (c_char_p, c_int),
    "swarm_metric_name": (c_char_p, c_int),
    "swarm_context_create": (c_int, _Out),
    "swarm_context_destroy": (None, _Out),
    "swarm_context_set_spelling": (None, _Handle, c_int),
    "swarm_context_error": (c_char_p, _Handle),
    "swarm_context_renew": (None, _Handle),
    "swarm_context_restart_clock": (None, _Handle),
    "swarm_context_cancel": (None, _Handle),
    "swarm_context_compiles": (c_bool, _Handle),
    "swarm_context_seconds": (c_double, _Handle),
    "swarm_context_hangs": (c_bool, _Handle),
    "swarm_device_list": (c_int, _Handle, POINTER(POINTER(Device)), POINTER(c_size_t)),
    "swarm_instance_read_for": (c_int, _Handle, _Handle, c_char_p, _Out),
    "swarm_instance_from_coordinates": (c_int, _Handle, c_char_p, c_int, c_size_t, POINTER(c_double), _Out),
    "swarm_instance_from_points": (c_int, _Handle, c_char_p, c_int, c_size_t, POINTER(c_double), c_void_p, _Out),
    "swarm_instance_from_distances": (c_int, _Handle, c_char_p, c_size_t, POINTER(c_double), c_void_p, _Out),
    "swarm_instance_destroy": (None, _Out),
    "swarm_instance_describe": (POINTER(InstanceInfo), _Handle),
    "swarm_instance_distance": (c_int32, _Handle, c_uint32, c_uint32),
    "swarm_instance_node_name": (c_char_p, _Handle, c_uint32),
    "swarm_instance_position": (c_bool, _Handle, c_uint32, POINTER(c_double), POINTER(c_double)),
    "swarm_qap_read": (c_int, _Handle, c_char_p, _Out),
    "swarm_qap_from_matrices": (c_int, _Handle, c_char_p, c_size_t, POINTER(c_int64), POINTER(c_int64), _Out),
    "swarm_qap_destroy": (None, _Out),
    "swarm_qap_describe": (POINTER(QapInfo), _Handle),
    "swarm_fleet_read": (c_int, _Handle, _Handle, c_char_p, _Out),
    "swarm_fleet_parse": (c_int, _Handle, _Handle, c_char_p, c_size_t, c_char_p, _Out),
    "swarm_fleet_destroy": (None, _Out),
    "swarm_fleet_describe": (POINTER(FleetInfo), _Handle),
    "swarm_objective_find": (c_int, _Handle, c_char_p, _Out),
    "swarm_objective_read": (c_int, _Handle, c_char_p, _Out),
    "swarm_objective_from_batch": (c_int, _Handle, c_char_p, BatchFn, c_void_p, _Out),
    "swarm_objective_destroy": (None, _Out),
    "swarm_params_create": (c_int, _Handle, c_char_p, _Out),
    "swarm_params_destroy": (None, _Out),
    "swarm_params_instance": (None, _Handle, _Handle),
    "swarm_params_scores": (None, _Handle, POINTER(c_uint32)),
    "swarm_params_qap": (None, _Handle, _Handle),
    "swarm_params_fleet": (None, _Handle, _Handle),
    "swarm_objective_constrain": (c_int, _Handle, _Handle, c_uint32, BatchFn, c_void_p),
    "swarm_params_objective": (None, _Handle, _Handle),
    "swarm_params_set": (c_int, _Handle, _Handle, c_char_p, c_char_p),
    "swarm_params_get": (c_char_p, _Handle, c_char_p),
    "swarm_params_add_start": (c_int, _Handle, _Handle, POINTER(c_uint32), c_size_t),
    "swarm_tour_kept": (c_int, _Handle, _Handle, POINTER(c_uint32), c_size_t, POINTER(c_size_t)),
    "swarm_params_load_drivers": (c_bool, _Handle),
    "swarm_params_report_solutions": (None, _Handle, c_bool),
    "swarm_params_curve": (None, _Handle, c_bool),
    "swarm_params_resume": (c_int, _Handle, _Handle),
    "swarm_param_next": (POINTER(Param), c_char_p, POINTER(Param)),
    "swarm_param_find": (POINTER(Param), c_char_p, c_char_p),
    "swarm_solve": (c_int, _Handle, _Handle, ProgressFn, c_void_p, POINTER(POINTER(Result))),
    "swarm_solve_many": (c_int, _Handle, _Handle, c_size_t, _Out, c_double, ManyFn, c_void_p),
    "swarm_result_destroy": (None, POINTER(POINTER(Result))),
}

# ----------------------------------------------------------------------------------------------------------------------
# Loading


def _candidates() -> Iterator[str]:
    """Yields the library that SWARMCL_LIBRARY names, or those of a wheel, of a build in the sources, of the system."""
    given = os.environ.get("SWARMCL_LIBRARY")
    if given:
        yield given
        return
    name = f"libswarmcl.{ABI}.dylib" if sys.platform == "darwin" else f"libswarmcl.so.{ABI}"
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.join(here, "..", "..", "build", "src")):
        if os.path.exists(os.path.join(folder, name)):
            yield os.path.join(folder, name)
    yield name


def _load() -> ctypes.CDLL:
    reasons = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)  # its functions run without the interpreter's lock
        except OSError as error:
            reasons.append(str(error))
            continue
        try:
            found = library.swarm_abi()
        except AttributeError:
            found = 0
        if found == ABI:
            for name, (result, *arguments) in _FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            return library
        reasons.append(f"{path}: found swarm_abi() {found or 'missing'}, expected {ABI}")
    raise ImportError("no library for swarmcl (SWARMCL_LIBRARY may name one): " + "; ".join(reasons))


lib = _load()
version: str = lib.swarm_version().decode()

# ----------------------------------------------------------------------------------------------------------------------
# Contexts


_COMPILING_SECONDS = 300.0  # the longest wait for drivers at the end of the process


class Context:
    """A context of the library, which only one thread at a time may use. Every thread keeps one for its next call."""

    _spare = threading.local()
    _compiling: list[Context] = []
    loader = 0  # number of the process that has loaded drivers; calls of drivers hang in its forked children

    def __init__(self) -> None:
        self.handle, self.process = c_void_p(), os.getpid()
        if lib.swarm_context_create(byref(self.handle)) != 0:
            raise OutOfMemoryError("out of memory: there is no context")
        lib.swarm_context_set_spelling(self.handle, KEYWORDS)

    def __del__(self, destroy: Any = lib.swarm_context_destroy, getpid: Any = os.getpid) -> None:
        if self.handle and self.process == getpid():
            destroy(byref(self.handle))

    @classmethod
    def take(cls) -> Context:
        """Returns this thread's spare context, or a new one if that is in use, hangs, or is older than a fork: a child has
        no threads of drivers."""
        spare: Context | None = cls._spare.__dict__.pop("context", None)
        if spare and spare.process == os.getpid() and not lib.swarm_context_hangs(spare.handle):
            lib.swarm_context_renew(spare.handle)
            return spare
        return cls()

    def __enter__(self) -> Context:
        return self

    def __exit__(self, *_: object) -> None:
        self.keep()

    def keep(self) -> None:
        """Keeps the context for the next call of this thread."""
        self._spare.context = self

    def check(self, status: int, shown: Callable[[int], str] | None = None, what: str = "") -> None:
        """Raises the last failure; see error_of()."""
        if status != 0:
            raise error_of(status, lib.swarm_context_error(self.handle).decode(errors="replace"), shown, what)

    def compiles(self) -> bool:
        """True if a driver still compiles for a run that has ended. The end of the process waits for such drivers."""
        compiles: bool = lib.swarm_context_compiles(self.handle)
        if compiles and self not in self._compiling:
            self._compiling.append(self)
        return compiles

    @classmethod
    def wait_for_compilers(cls) -> None:
        """Waits until no driver compiles, because its code is unloaded at the end of the process."""
        from time import monotonic, sleep
        end = monotonic() + _COMPILING_SECONDS
        while monotonic() < end and any(context.process == os.getpid() and context.compiles()
                                        for context in cls._compiling):
            sleep(0.02)

    def cancel(self) -> None:
        lib.swarm_context_cancel(self.handle)

    def devices(self) -> list[Device]:
        """The devices of all platforms. The first call of a process loads the drivers."""
        devices, count = POINTER(Device)(), c_size_t()
        Context.loader = os.getpid()
        self.check(lib.swarm_device_list(self.handle, byref(devices), byref(count)))
        return devices[:count.value]

    @classmethod
    def has_devices(cls) -> bool:
        """False in a process that was forked from one that had loaded drivers: they do not work there."""
        return cls.loader in (0, os.getpid())


atexit.register(Context.wait_for_compilers)


class Owned:
    """A handle, destroyed at the end of a with statement."""

    def __init__(self, destroy: Any, kind: Any = c_void_p) -> None:
        self._destroy, self._handle = destroy, kind()

    def __enter__(self) -> Any:
        return self._handle

    def __exit__(self, *_: object) -> None:
        self._destroy(byref(self._handle))
