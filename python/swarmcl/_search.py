"""What all searches have in common: options by keywords, the choice of the device, Ctrl-C and failing callbacks."""
from __future__ import annotations

import ctypes
import os
import threading

from . import _library as _l

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_GLANCE = 0.1  # seconds between two looks for signals
_ELSEWHERE = ("fix", "columns")  # options whose place is another keyword: fixed=, and that of read()


def text_of(value: Any) -> str:
    """A value of an option as the library reads it."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value))
    text = str(value)  # of a path, too
    return text.lower() if text in ("True", "False") else text


def _unknown(problem: bytes, caller: str, name: str) -> TypeError:
    from difflib import get_close_matches
    names, row = [], _l.lib.swarm_param_next(problem, None)
    while row:
        names.append(row.contents.name.decode().replace("-", "_"))
        row = _l.lib.swarm_param_next(problem, row)
    names = [known for known in names if known not in _ELSEWHERE] + ["fixed", "matrix", "metric", "on_improve"]
    close = get_close_matches(name, names)
    return TypeError(f"{caller}() has no option {name!r}" + (f"; did you mean {' or '.join(close)}?" if close else ""))


def give(context: _l.Context, params: Any, problem: bytes, caller: str, options: dict[str, Any]) -> None:
    """Sets options of the library by their names with underscores; None is no value."""
    for name, value in options.items():
        option = name.replace("_", "-").encode()
        if name in _ELSEWHERE or not _l.lib.swarm_param_find(problem, option):
            raise _unknown(problem, caller, name)
        if value is not None:
            context.check(_l.lib.swarm_params_set(context.handle, params, option, text_of(value).encode()))


class Run:
    """A call of the library that searches. Ctrl-C ends it with the best so far, and so does an error in a callback."""

    _idle: list[tuple[Any, threading.Thread]] = []  # with their queues; a new one costs 0.6 ms, as its memory is new

    def __init__(self, context: _l.Context, on_interrupt: str) -> None:
        if on_interrupt not in ("return", "raise"):
            raise ValueError(f"on_interrupt: found {on_interrupt!r}, expected 'return' or 'raise'")
        self.context, self.on_interrupt = context, on_interrupt
        self.failures: list[BaseException] = []

    def device(self, device: Any, platform: Any, hosted: bool) -> str:
        """The option `device`. hosted: "auto" is the host."""
        name = "auto" if device is None else text_of(device)
        fixed = name != "auto" or platform is not None
        if not fixed and (hosted or not _l.Context.has_devices()):
            return "none"
        if name != "none" and not _l.Context.has_devices():
            raise _l.DeviceError(f"device {name}: this process was forked from one that had loaded drivers of OpenCL, "
                                 "which do not survive that; multiprocessing's \"spawn\" is no fork")
        return name

    def fail(self, error: BaseException) -> None:
        """Keeps the error of a callback, which ctypes would drop, until the call is over."""
        self.failures.append(error)
        self.context.cancel()

    def __call__(self, function: Callable[..., Any], params: Any, *arguments: Any, numbers: bool = False) -> None:
        """Calls a function of the library; numbers: see error_of(). Drivers are loaded before its clock starts."""
        def call() -> Any:
            if _l.lib.swarm_params_load_drivers(params):
                self.context.devices()
                _l.lib.swarm_context_restart_clock(self.context.handle)
            return function(self.context.handle, params, *arguments)

        _l.lib.swarm_context_renew(self.context.handle)
        main = threading.current_thread() is threading.main_thread()
        interrupts, status = self._watched(call) if main else (0, call())
        if _l.lib.swarm_context_hangs(self.context.handle):
            import warnings
            warnings.warn("a driver does not return; end this process by os._exit()", RuntimeWarning, stacklevel=4)
        if self.failures:
            raise self.failures[0]
        self.context.check(status, numbers)
        if interrupts and self.on_interrupt == "raise":
            raise KeyboardInterrupt

    def solve(self, params: Any, result: Any, on_improve: Callable[..., Any] | None,
              best: Callable[[_l.Progress], tuple[Any, Any]], numbers: bool = False) -> None:
        """swarm_solve(). best: the first arguments of on_improve, whose last one is seconds."""
        def told(_user: object, progress: Any) -> None:
            now = progress.contents
            if on_improve and (now.tour or now.position) and not self.failures:
                try:
                    if on_improve(*best(now), now.seconds):
                        self.context.cancel()
                except BaseException as error:
                    self.fail(error)

        self.context.check(_l.lib.swarm_params_resume(self.context.handle, params))
        _l.lib.swarm_params_tell_answers(params, on_improve is not None)
        progress = _l.ProgressFn(told) if on_improve else _l.ProgressFn(0)
        self(_l.lib.swarm_solve, params, progress, None, ctypes.byref(result), numbers=numbers)

    def _watched(self, call: Callable[[], Any]) -> tuple[int, int]:
        """(interrupts, status). Python handles signals on the main thread, between two of its own steps. So another
        thread searches, and this one waits for a lock, where signals wake it up, except in the moment before it waits.
        Thread.join() would not do: interrupted, Python 3.11 takes the thread for ended and frees its memory."""
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
        over = threading.Lock()

        def work() -> None:
            status = 0
            try:
                status = call()
            except BaseException as error:
                self.failures.append(error)
            statuses.append(status)
            over.release()

        def interrupt(_number: int, _frame: object) -> None:
            nonlocal interrupts
            interrupts += 1
            self.context.cancel()

        ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # another one is the program's business
        if ours:
            signal.signal(signal.SIGINT, interrupt)
        raised = None
        try:
            over.acquire()
            jobs.put(work)
            while not statuses:
                try:
                    over.acquire(timeout=_GLANCE)
                except BaseException as error:  # of the program's own handler
                    raised = error
                    self.context.cancel()
        finally:
            if ours:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        self._idle.append((jobs, thread))
        if raised:
            raise raised
        return interrupts, statuses[0]


def _serve(jobs: Any) -> None:
    job: Any = None
    for job in iter(jobs.get, None):
        job()
        del job  # it has the result


def _rest() -> None:
    """Ends the idle threads before a fork, which Python warns of where there are several threads."""
    while Run._idle:
        jobs, thread = Run._idle.pop()
        jobs.put(None)
        thread.join()


os.register_at_fork(before=_rest)
