#!/usr/bin/env python3
"""Ctrl-C, threads, children of multiprocessing, a driver that hangs, and memory.

TEST_LONG=1: memory after 10,000 searches instead of 300.
"""
import concurrent.futures
import contextlib
import itertools
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import support
import swarmcl

LONG = os.environ.get("TEST_LONG") == "1"
POINTS = support.points_of(1500)
DEVICES = [device for device in (swarmcl.devices() if __name__ == "__main__" else [])  # children load no driver
           if device.usable and not device.simulator and not device.software]
ENDLESS = "real objective(const real *x, int n) { while (x[0] < R(9.0)) { } return x[0]; }"


class Own(Exception):
    pass


class Interrupts(support.Case):
    def interrupt(self, seconds):
        """Sends Ctrl-C to this process after `seconds`."""
        timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        self.addCleanup(timer.join)

    def check_soon(self, function, *arguments, **options):
        begin = time.monotonic()
        try:
            return function(*arguments, **options)
        finally:
            self.assertLess(time.monotonic() - begin, 20)
            self.assertIs(signal.getsignal(signal.SIGINT), self.handler)

    handler = signal.default_int_handler

    def test_the_best_tour_so_far_is_the_result(self):
        for device in ("none", "auto"):
            self.interrupt(0.3)
            result = self.check_soon(swarmcl.solve, POINTS, time=100, device=device)
            self.assertEqual(result.stop_reason, "cancelled")
            self.check_tour(result, POINTS)
        self.assertEqual(swarmcl.solve(POINTS, time=0.1, device="none").stop_reason, "time")  # it does not last

    def test_instances_that_are_complete_are_the_result(self):
        self.interrupt(0.5)
        results = self.check_soon(swarmcl.solve_many, [POINTS[:100]] * 500, time_each=0.05, threads=1)
        self.assertTrue(0 < len(results) < 500)

    def test_the_best_position_so_far_is_the_result(self):
        swarmcl.minimise(lambda points: [x for x, in points], (0, 1), dim=1, iterations=1)  # it imports numpy
        self.interrupt(0.4)
        result = self.check_soon(swarmcl.minimise, lambda points: [x for x, in points], (0, 1), dim=1, time=100)
        self.assertEqual(result.stop_reason, "cancelled")

    def test_an_exception_if_it_is_asked_for(self):
        self.interrupt(0.3)
        with self.assertRaises(KeyboardInterrupt):
            self.check_soon(swarmcl.solve, POINTS, time=100, on_interrupt="raise")
        self.check_fails(ValueError, "on_interrupt: found 'stop', expected", swarmcl.solve, POINTS, on_interrupt="stop")

    def test_a_handler_of_the_program_is_left_alone(self):
        def handler(_number, _frame):
            raise Own
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, handler))
        self.handler = handler
        self.interrupt(0.3)
        with self.assertRaises(Own):
            self.check_soon(swarmcl.solve, POINTS, time=100)

    def test_a_handler_of_the_program_may_search_itself(self):
        found = []

        def handler(_number, _frame):
            found.append(swarmcl.solve(POINTS[:10]).length)
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, handler))
        self.interrupt(0.2)
        self.assertEqual(swarmcl.solve(POINTS, time=0.5).stop_reason, "time")
        self.assertEqual(len(found), 1)


    STUCK = {
        "an objective that sleeps": "swarmcl.minimise(lambda _: begin() or time.sleep(3600), (-5, 5), dim=2)",
        "an objective that loops": "swarmcl.minimise(lambda _: begin() or any(0 for _ in itertools.count()), (-5, 5), dim=2)",
        "progress": "swarmcl.solve(P, time=60, on_improve=lambda *_: begin() or time.sleep(3600))",
        "results": "swarmcl.solve_many([P] * 3, on_result=lambda *_: begin() or time.sleep(3600))",
    }

    def test_the_second_ctrl_c_ends_a_callback_that_does_not_return(self):
        with contextlib.ExitStack() as stack:
            children = {}
            for name, call in self.STUCK.items():
                code = ("import itertools, random, sys, time, swarmcl\n"
                        "P = [(random.random(), random.random()) for _ in range(40)]\n"
                        "begin = lambda: print(flush=True)\n"
                        "try:\n"
                        f"    {call}\n"
                        "except KeyboardInterrupt:\n"
                        "    sys.exit(swarmcl.solve(P, iterations=1).iterations)\n")
                children[name] = stack.enter_context(subprocess.Popen([sys.executable, "-c", code],
                                                                      stdout=subprocess.PIPE))
                stack.callback(children[name].kill)
            for child in children.values():
                child.stdout.readline()
                child.send_signal(signal.SIGINT)
            time.sleep(0.3)
            for name, child in children.items():
                with self.subTest(name):
                    self.assertIsNone(child.poll())
                    child.send_signal(signal.SIGINT)
                    self.assertEqual(child.wait(20), 1)

    def test_single_calls_stop_between_two(self):
        def slow(x):
            time.sleep(0.01)
            return x[0]
        begin = time.monotonic()
        timed = swarmcl.minimise(slow, (-5, 5), dim=2, vectorised=False, time=0.2)
        self.interrupt(0.2)
        ended = self.check_soon(swarmcl.minimise, slow, (-5, 5), dim=2, vectorised=False)
        self.assertEqual((timed.stop_reason, ended.stop_reason), ("time", "cancelled"))
        self.assertLess(time.monotonic() - begin, 5)  # 1,024 calls take 10 s
        self.assertTrue(0 < timed.evaluations < 1024 and timed.nan_count == 0, timed.evaluations)

    def test_an_iteration_that_stopped_in_between_is_in_no_checkpoint(self):
        calls = itertools.count()

        def some(x):
            if next(calls) == 150:
                raise Own
            return x[0] + x[1] ** 2
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            options = {"dim": 2, "vectorised": False, "particles": 32}
            with self.assertRaises(Own):
                swarmcl.minimise(some, (-5, 5), checkpoint=path, iterations=20, **options)
            resumed = swarmcl.minimise(some, (-5, 5), resume=path, iterations=20, **options)
        whole = swarmcl.minimise(some, (-5, 5), iterations=20, **options)
        self.assertEqual((resumed.x, resumed.trace), (whole.x, resumed.trace))


class Threads(support.Case):
    def test_threads_search_side_by_side(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            parts = [POINTS[first:first + 50] for first in range(0, 800, 50)]
            results = list(pool.map(swarmcl.solve, parts))
        for result, points in zip(results, parts):
            self.assertEqual(result.tour, swarmcl.solve(points).tour)

    def test_threads_may_share_an_instance(self):
        instance = swarmcl.read(os.path.join(support.INSTANCES, "grid100.tsp"))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            lengths = set(pool.map(lambda seed: swarmcl.solve(instance, seed=seed).length, range(8)))
        self.assertEqual(lengths, {10000})

    def test_other_threads_run_while_one_searches(self):
        searches = threading.Thread(target=swarmcl.solve, args=(POINTS,), kwargs={"time": 0.5, "device": "none"})
        searches.start()
        longest, last = 0.0, time.monotonic()
        while searches.is_alive():
            time.sleep(0.001)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        self.assertLess(longest, 0.3)


    def test_threads_may_have_little_stack(self):
        found = []

        def search():
            found.append(swarmcl.solve(POINTS, iterations=1, device="none").length)
            found.append(swarmcl.minimise("sphere", (-1, 1), dim=2, iterations=1, device="none").value)
            found.append(len(swarmcl.solve_many([POINTS[:20]] * 2, device="none")))
        self.addCleanup(threading.stack_size, threading.stack_size(256 * 1024))
        thread = threading.Thread(target=search)
        thread.start()
        thread.join()
        self.assertEqual(len(found), 3)


def child(device):
    """Runs in a process of a pool."""
    try:
        return swarmcl.solve(POINTS[:200], iterations=1, device=device)
    except swarmcl.DeviceError as error:
        return error


class Children(support.Case):
    def check_children(self, method, device):
        with multiprocessing.get_context(method).Pool(2) as pool:
            return pool.map_async(child, [device] * 2).get(timeout=120)

    def test_no_thread_is_left_at_a_fork(self):
        code = ("import os, threading, warnings, swarmcl\n"
                "warnings.simplefilter('error')\n"
                "for _ in range(2):\n"
                "    swarmcl.solve([(0, 0), (0, 1), (1, 0)])\n"
                "    if os.fork() == 0:\n"
                "        os._exit(threading.active_count() != 1)\n"
                "    assert os.wait()[1] == 0 and threading.active_count() == 1\n")
        subprocess.run([sys.executable, "-c", code], check=True, timeout=100)

    def test_spawned_and_forked_children_search(self):
        swarmcl.solve(POINTS[:20])  # the parent has a context and a thread
        expected = swarmcl.solve(POINTS[:200], iterations=1, device="none")
        for method in ("spawn", "fork"):
            for result in self.check_children(method, None):
                self.assertEqual(result.tour, expected.tour)
                self.assertIn("<svg", result._repr_svg_())

    @unittest.skipUnless(DEVICES, "there is no device")
    def test_drivers_do_not_survive_a_fork(self):
        for result in self.check_children("fork", str(DEVICES[0].index)):
            self.assertIsInstance(result, swarmcl.DeviceError)
            self.assertIn("forked from one that had loaded drivers", str(result))
        for result in self.check_children("spawn", str(DEVICES[0].index)):
            self.assertEqual(result.device.name, DEVICES[0].name)


# Prints what depends on texts of numbers and on the case of letters. Arguments: a locale.
SETTLED = """
import locale, sys, swarmcl
locale.setlocale(locale.LC_ALL, sys.argv[1])
points = [(i * 37 % 101 + .5, i * 61 % 97 + .25) for i in range(60)]
def search(**options):
    return swarmcl.solve(points, device="none", **options)
def swarm(**options):
    return swarmcl.minimise("rastrigin", (-5.12, 5.12), dim=2, device="none", **options)
first = search(algorithm="mmas", rho=0.25, iterations=9, checkpoint="tour")
print(first.settings, search(resume="tour", iterations=12).to_json()[:200])
print(swarm(constriction=True, c1=2.0625, iterations=9, checkpoint="swarm").settings)
print(swarm(resume="swarm", iterations=12).settings)
print(len(swarmcl.solve_many([points] * 2, time=0.2, device="none")))
for wrong in ({"rho": 1.5}, {"resume": "missing/file"}):
    try:
        search(**wrong)
    except Exception as error:
        print(error)
with open("cities.CSV", "w") as file:
    file.write("LATITUDE,LONGITUDE\\n1.5,0.5\\n2.5,1e1\\n4,4.25\\n")
print(swarmcl.solve(swarmcl.read("cities.CSV"), device="none").length)
"""


class Locales(support.Case):
    def test_texts_do_not_depend_on_the_locale_of_the_process(self):
        """In the Turkish locale numbers have a decimal comma, and I is not the capital of i."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        if not shutil.which("localedef") or subprocess.run(
                ["localedef", "-i", "tr_TR", "-f", "ISO-8859-9", os.path.join(folder, "tr_TR")],
                capture_output=True, check=False).returncode != 0:
            self.skipTest("this system cannot make locales")
        shown = []
        for name in ("C", "tr_TR"):
            os.mkdir(os.path.join(folder, name + "-files"))
            shown.append(subprocess.Popen([sys.executable, "-c", SETTLED, name], env={**os.environ, "LOCPATH": folder},
                                          cwd=os.path.join(folder, name + "-files"), stdout=subprocess.PIPE,
                                          stderr=subprocess.PIPE, text=True))
        (out, err), (turkish, turkish_err) = [process.communicate(timeout=100) for process in shown]
        self.assertEqual(err + turkish_err, "")
        self.assertEqual(out, turkish)
        self.assertIn("'rho': 0.25", out)


class Drivers(support.Case):
    @unittest.skipUnless(any(device.automatic and device.type == "cpu" for device in DEVICES), "it could be a GPU's")
    def test_a_driver_that_hangs_is_abandoned(self):
        code = ("import os, sys, warnings, swarmcl\n"
                "with warnings.catch_warnings(record=True) as caught:\n"
                "    warnings.simplefilter('always')\n"
                "    try:\n"
                f"        swarmcl.minimise({ENDLESS!r}, (0, 1), dim=1, time=0.5)\n"
                "    except swarmcl.DeviceError as error:\n"
                "        print(error)\n"
                "print([str(warning.message) for warning in caught])\n"
                "print(swarmcl.solve([(0, 0), (0, 1), (1, 0), (1, 1)]).length, flush=True)\n"
                "os._exit(0)\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        error, caught, length = done.stdout.splitlines()
        self.assertRegex(error, "^the driver has not returned")
        self.assertRegex(caught, "os._exit")
        self.assertEqual(float(length), 4)


    @unittest.skipUnless(any(device.automatic and device.type == "cpu" for device in DEVICES), "it could be a GPU's")
    def test_a_driver_that_compiles_is_no_reason_to_warn(self):
        code = ("import swarmcl\n"
                "points = [(i * 37 % 1009 + i * 1e-3, i * 61 % 997) for i in range(1500)]\n"
                "print(swarmcl.solve(points, time=0.3).length > 0)\n")
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True,
                                  timeout=300, check=False, env={**os.environ, "POCL_CACHE_DIR": cache})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "True\n", ""))


def resident():
    """Bytes of memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Memory(support.Case):
    @unittest.skipUnless(os.path.exists("/proc/self/statm"), "this system does not tell")
    def test_searches_leave_nothing_behind(self):
        after = {}
        for count in range(1, 10001 if LONG else 301):
            swarmcl.solve(POINTS[:10], iterations=1, device="none", on_improve=lambda *_: None)
            after[count] = resident() if count in (100, 300, 10000) else None
        last = max(after)
        print(f"{(after[last] - after[100]) / 2**20:.2f} MiB between 100 and {last} searches")
        self.assertLess(after[last] - after[100], 10 * 2**20)


if __name__ == "__main__":
    warnings.simplefilter("error")
    support.main()
