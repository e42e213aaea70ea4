"""What all searches share: options as keywords, the choice of the device, Ctrl-C and callbacks that fail."""
from __future__ import annotations

import ctypes
import os
import sys
import threading
from importlib import import_module

from . import _library as _l
from ._input import shown
from ._library import lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_POLL = 0.1  # seconds between two checks for signals
_ELSEWHERE = ("fix", "columns")  # options that have another keyword: fixed=, and columns= of read()
_OTHERS = {  # names that other packages use for an option
    "time": "time_limit timelimit timeout max_time maxtime max_runtime duration duration_seconds seconds",
    "iterations": "max_iter maxiter n_iter niter num_iter iters max_iterations n_iterations generations epochs",
    "evaluations": "max_evaluations max_evals maxfev maxfun nfev n_evals budget",
    "seed": "random_state random_seed rng", "progress": "verbose disp show_progress progress_bar", "on_improve": "callback",
    "threads": "n_jobs jobs workers num_workers num_threads", "population": "pop_size popsize", "bounds": "lb ub limits",
    "particles": "n_particles swarmsize swarm_size pop_size popsize", "dim": "ndim n_dim", "start": "depot source start_node",
    "init": "x0 initial_tour initial_solution warm_start", "matrix": "distance_matrix dist_matrix distances",
    "demands": "demand loads", "vehicles": "num_vehicles", "windows": "time_windows", "service": "service_times"}


def text_of(value: Any) -> str:
    """Formats the value of an option for the library."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value))
    text = str(value)  # also of a path
    return text.lower() if text in ("True", "False") else text


def _unknown(problem: bytes, caller: str, name: str) -> TypeError:
    from difflib import get_close_matches
    from inspect import signature
    names, row = [], _l.lib.swarm_param_next(problem, None)
    while row:
        names.append(row.contents.name.decode().replace("-", "_"))
        row = _l.lib.swarm_param_next(problem, row)
    keywords = signature(getattr(import_module("swarmcl"), caller)).parameters
    names = sorted({known for known in names if known not in _ELSEWHERE} | {*keywords} - {"options"})
    close = [known for known in names if name.lower() in _OTHERS.get(known, "").split()] or get_close_matches(name, names)
    return TypeError(f"{caller}() has no option {name!r}" + (f"; did you mean {' or '.join(close)}?" if close else ""))


class _Line:  # on stderr, with the members of a bar of tqdm that are used
    n, postfix = 0.0, ""

    def refresh(self) -> None:
        print(f"\r{self.n} s, {self.postfix} ", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        print(file=sys.stderr)


def _bar_of(limit: float) -> Any:
    try:
        return import_module("tqdm.auto").tqdm(total=limit if limit < float("inf") else None, unit="s")
    except ImportError:
        return _Line()


def _best_of(score: float, now: _l.Progress) -> str:
    counts = ((now.vehicles, "vehicle" + "s" * (now.vehicles > 1)), (now.missing, "not served"))
    return f"best {score:,.10g}" + "".join(f", {count} {what}" for count, what in counts if count)


class Run:
    """A search of the library, which owns its context, parameters and result. Ctrl-C or an error in a callback ends it
    with the best so far. A second Ctrl-C abandons it: afterwards its thread owns everything, because a callback that
    does not return may still use it."""

    _idle: list[tuple[Any, threading.Thread]] = []  # with their queues; a new thread costs 0.6 ms

    def __init__(self, problem: bytes, caller: str, on_interrupt: str, **callbacks: Any) -> None:
        if on_interrupt not in ("return", "raise"):
            raise ValueError(f"on_interrupt: found {shown(on_interrupt)}, expected 'return' or 'raise'")
        for name, function in callbacks.items():
            if function is not None and not callable(function):
                raise TypeError(f"{name}: found {shown(function)}, expected a function")
        self.problem, self.caller, self.on_interrupt = problem, caller, on_interrupt
        self.failures: list[BaseException] = []
        self.nodes: Callable[[int], str] | None = None  # formats the node of a number from 0 for messages
        self._kept: list[Any] = []
        self._ends: list[Callable[[], Any]] = []
        self.skipped = 0  # values that the end of the search left out
        self._limit = float("inf")
        self._inside = 0  # the thread of a callback, while it runs
        self._cancelled = self._abandoned = False

    def __enter__(self) -> Run:
        self.context = _l.Context.take()
        self._ends.append(self.context.keep)
        try:
            self.params = self.own(lib.swarm_params_destroy)
            self.check(lib.swarm_params_create(self.context.handle, self.problem, ctypes.byref(self.params)))
            self.result = self.own(lib.swarm_result_destroy, ctypes.POINTER(_l.Result))
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if not self._abandoned:
            self._close()

    def _close(self) -> None:
        while self._ends:
            self._ends.pop()()
        self._kept.clear()

    def own(self, destroy: Any, kind: Any = ctypes.c_void_p) -> Any:
        """Makes a handle that is destroyed at the end of the run."""
        handle = kind()
        self.at_end(lambda: destroy(ctypes.byref(handle)))
        return handle

    def at_end(self, function: Callable[[], Any]) -> None:
        self._ends.append(function)

    def keep(self, kept: Any) -> Any:
        """Keeps an object that the library uses until the end."""
        self._kept.append(kept)
        return kept

    def check(self, status: int, what: str = "") -> None:
        """Raises the last failure, if any; see error_of()."""
        self.context.check(status, self.nodes, what)

    def give(self, options: dict[str, Any]) -> None:
        """Sets options of the library by their names with underscores; None is no value."""
        for name, value in options.items():
            option = name.replace("_", "-").encode()
            if name in _ELSEWHERE or not lib.swarm_param_find(self.problem, option):
                raise _unknown(self.problem, self.caller, name)
            if value is not None:
                self.set(option, text_of(value))

    def set(self, option: bytes, text: str) -> None:
        self.check(lib.swarm_params_set(self.context.handle, self.params, option, text.encode()))

    def device(self, device: Any, platform: Any, hosted: bool) -> str:
        """Returns the value of the option `device`. hosted: True if "auto" means the host."""
        name = "auto" if device is None else text_of(device)
        fixed = name != "auto" or platform is not None
        if not fixed and (hosted or not _l.Context.has_devices()):
            return "none"
        if name != "none" and not _l.Context.has_devices():
            raise _l.DeviceError(f"device {name}: this process was forked from one that had loaded drivers of OpenCL, "
                                 "which do not survive a fork; use multiprocessing's \"spawn\" instead")
        return name

    def cancel(self) -> None:
        self._cancelled = True
        self.context.cancel()

    def is_over(self) -> bool:
        """True if the search must end: it was cancelled, or its time is over."""
        return self._cancelled or lib.swarm_context_seconds(self.context.handle) >= self._limit

    def called(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function for a callback. ctypes would drop its error, which is kept until the search has ended."""
        if self.failures:
            return None
        self._inside = threading.get_ident()
        try:
            return function(*arguments)
        except BaseException as error:
            self.failures.append(error)
            self.cancel()
            return None
        finally:
            self._inside = 0

    def __call__(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Calls a function of the library. Drivers are loaded before its clock starts."""
        def call() -> Any:
            if lib.swarm_params_load_drivers(self.params):
                self.context.devices()
                lib.swarm_context_restart_clock(self.context.handle)
            return function(self.context.handle, self.params, *arguments)

        lib.swarm_context_renew(self.context.handle)
        limit = lib.swarm_params_get(self.params, b"time")
        self._limit = float(limit) if limit else float("inf")
        main = threading.current_thread() is threading.main_thread()
        interrupts, status = self._watched(call) if main else (0, call())
        if lib.swarm_context_hangs(self.context.handle) and not self.context.compiles():
            _l.warn("a driver call has not returned; end this process with os._exit()")
        if self.failures:
            raise self.failures[0]
        self.check(status)
        if interrupts and self.on_interrupt == "raise":
            raise KeyboardInterrupt

    def solve(self, on_improve: Callable[..., Any] | None, best: Callable[[_l.Progress], tuple[Any, Any]],
              shows: bool) -> Any:
        """Calls swarm_solve(). best: makes the arguments of on_improve. shows: draws a bar. Returns the result."""
        bar: Any = None

        def improved(now: _l.Progress) -> None:
            nonlocal bar
            found = best(now) if now.tour or now.position or (now.improved and self.problem == b"fleet") else None
            if shows:
                bar = _bar_of(self._limit) if bar is None else bar  # a bar may have no truth value
                bar.n, bar.postfix = round(now.seconds, 1), _best_of(found[0], now) if found else bar.postfix
                bar.refresh()
            if on_improve and found and on_improve(*found, now.seconds):
                self.cancel()

        def report(_user: object, progress: Any) -> None:
            self.called(improved, progress.contents)

        self.check(lib.swarm_params_resume(self.context.handle, self.params))
        lib.swarm_params_report_solutions(self.params, on_improve is not None or shows)
        progress = self.keep(_l.ProgressFn(report) if on_improve or shows else _l.ProgressFn(0))
        self.at_end(lambda: None if bar is None else bar.close())
        self(lib.swarm_solve, progress, None, ctypes.byref(self.result))
        return self.result.contents

    def _watched(self, call: Callable[[], Any]) -> tuple[int, int]:
        """Returns (interrupts, status). Python handles signals only on the main thread, between two steps of the interpreter.
        So another thread searches, and this one waits for a lock, which signals interrupt; it also polls, for signals that
        arrive before the wait. An interrupted Thread.join() would make Python 3.11 free the memory of the thread."""
        import signal
        from queue import SimpleQueue
        if self._idle:
            jobs, thread = self._idle.pop()
        else:
            jobs = SimpleQueue()
            thread = threading.Thread(target=_serve, args=(jobs,), name="swarmcl", daemon=True)
            thread.start()
        statuses: list[int] = []
        interrupts = 0
        over, guard = threading.Lock(), threading.Lock()

        def work() -> None:
            status = 0
            try:
                status = call()
            except BaseException as error:
                self.failures.append(error)
            with guard:
                statuses.append(status)
                abandoned = self._abandoned
            over.release()
            if abandoned:
                self._close()

        def interrupt(_number: int, _frame: object) -> None:
            nonlocal interrupts
            interrupts += 1
            self.cancel()

        ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # the program handles other ones itself
        if ours:
            signal.signal(signal.SIGINT, interrupt)
        raised: BaseException | None = None
        try:
            over.acquire()
            jobs.put(work)
            while not statuses:
                try:
                    over.acquire(timeout=_POLL)
                except BaseException as error:  # of the program's own handler
                    if raised:
                        raise
                    raised = error
                    self.cancel()
                if interrupts > 1 and not statuses:
                    raise KeyboardInterrupt
        finally:
            with guard:
                self._abandoned = not statuses
            if ours:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            if self._abandoned:
                jobs.put(None)
                self._stop_callback()
            else:
                self._idle.append((jobs, thread))
        if raised:
            raise raised
        return interrupts, statuses[0]

    def _stop_callback(self) -> None:
        """Raises KeyboardInterrupt in a callback that still runs, as soon as it is in Python's own code."""
        if self._inside and hasattr(ctypes, "pythonapi"):  # PyPy does not have it
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._inside), ctypes.py_object(KeyboardInterrupt))


def _serve(jobs: Any) -> None:
    job: Any = None
    for job in iter(jobs.get, None):
        job()
        del job  # releases the result


def _rest() -> None:
    """Ends the idle threads before a fork, because Python warns of forks with several threads."""
    while Run._idle:
        jobs, thread = Run._idle.pop()
        jobs.put(None)
        thread.join()


os.register_at_fork(before=_rest)
