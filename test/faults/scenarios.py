"""The scenarios of faults.py, by group, the exit codes that failures lead to, and what may fail without harm."""
import dataclasses

import fixtures


@dataclasses.dataclass
class Scenario:
    name: str
    arguments: list
    classes: tuple = ("alloc", "io")
    code: int = 0  # of the undisturbed run
    outputs: dict = dataclasses.field(default_factory=dict)  # file: "same" bytes as undisturbed, or "json"
    environment: dict = dataclasses.field(default_factory=dict)
    fault: str = ""  # what fails in every run of the scenario, the undisturbed one included
    status: int = 0  # the OpenCL status of the failures instead of the functions' own
    stdin: bytes = b""
    may_succeed: dict = dataclasses.field(default_factory=dict)  # function: why its failure may do no harm here


# ---------------------------------------------------------------------------------------------------------------------
# What a failure leads to

CL_OUT_OF_HOST_MEMORY = -6
ALLOCATION = {"malloc", "calloc", "realloc"}
DISCOVERY = {"clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo"}

# An unlink() that fails leaves its file by definition.
LEAVES_FILES = {"unlink"}

# Failures that may do no harm in any scenario: function, or function and detail, the side of a file or the number of what
# was asked for, as faults.c tells it; and why.
HARMLESS = {
    "clGetDeviceInfo 0x100c": "CL_DEVICE_MAX_CLOCK_FREQUENCY is shown and no more",
    "clGetDeviceInfo 0x1035": "CL_DEVICE_HOST_UNIFIED_MEMORY is shown, and for CPUs known without",
    "clGetDeviceInfo 0x106a": "CL_DEVICE_UUID_KHR is of an extension; names are compared instead",
    "clGetProgramBuildInfo": "the log of a build that failed; what failed is told without",
    "fclose read": "all of the file has been read",
    "fopen64 system": "the physical memory is taken for what is available",
    "fread system": "the same",
    "fclose system": "the same",
    "close": "the file is a trial; writing the real one will tell",
    "stat64": "opening the file will tell",
    "fstat64": "reading the file will tell",
}


def tolerated(scenario, function, detail, last, err):
    """Why the run may go on as if nothing had failed; None when it may not. `last`: the function's last call."""
    if function.startswith("clRelease"):
        return "nothing is left to be done about an object that cannot be given back"
    if function == "clFinish" and last:
        return "closing the queue: the results were read before"
    if function in ALLOCATION and "swarmcl: warning: a message is lost" in err:
        return "a note that cannot be formatted is no reason to end a run, and its loss is told"
    if scenario.code != 0 and function == "fflush":
        return "the run had failed already"
    return scenario.may_succeed.get(function) or HARMLESS.get(function) or HARMLESS.get(f"{function} {detail}")


def expected_codes(scenario, function, detail):
    if function in ALLOCATION:
        return {4}
    if function in DISCOVERY:
        return {3}
    if function.startswith("cl"):
        return {4} if function == "clCreateBuffer" or scenario.status == CL_OUT_OF_HOST_MEMORY else {1}
    return {2} if detail == "read" else {1}


# ---------------------------------------------------------------------------------------------------------------------
# The scenarios

INPUTS = ["small.tsp", "square.tsp", "square.tour", "crossed.tour", "repeated.tour", "words.tsp", "asymmetric.atsp",
          "fixed.tsp", "burma14.tsp"]


def write_inputs(folder):
    for name in INPUTS:
        (folder / name).write_text(fixtures.TEXT_FILES[name])


TWIN = ["tsp", "small.tsp", "-d", "none", "--iterations", "3"]
DEVICE = ["tsp", "small.tsp", "-d", "cpu", "--iterations", "2", "--ants", "3"]
TWO_DEVICES = {"POCL_DEVICES": "pthread basic"}

# Says whether there is a device to fail.
PROBE = Scenario("probe", [*DEVICE, "-q"])
NEED_DEVICE = {"device"}

GROUPS = {
    "host": [
        Scenario("run in the twin", [*TWIN, "--json", "-o", "a.tour", "-o", "a.json"],
                 outputs={"a.tour": "same", "a.json": "json"}),
        Scenario("run in words", [*TWIN, "-v", "--selection", "race"]),
        Scenario("run of an open path", [*TWIN, "--path", "-o", "a.tour"], outputs={"a.tour": "same"}),
        Scenario("run from a tour", ["tsp", "square.tsp", "-d", "none", "--iterations", "2", "--init", "crossed.tour"]),
        Scenario("asymmetric run", ["tsp", "asymmetric.atsp", "-d", "none", "--iterations", "2", "--json"]),
        Scenario("verify", ["verify", "square.tsp", "square.tour", "--json"]),
        Scenario("verify in words", ["verify", "burma14.tsp", "square.tour"], code=5),
        Scenario("instance", ["instance", "burma14.tsp", "--json"]),
        Scenario("instance in words", ["instance", "fixed.tsp"]),
        Scenario("matrix", ["instance", "asymmetric.atsp"]),
    ],
    "usage": [
        Scenario("program help", ["--help"]),
        Scenario("help of a command", ["help", "tsp"]),
        Scenario("version", ["--version"]),
        Scenario("value out of range", [*TWIN, "--rho", "2"], code=2),
        Scenario("value that is no word", [*TWIN, "--selection", "lottery"], code=2),
        Scenario("malformed instance", ["instance", "words.tsp"], code=2),
        Scenario("missing instance", ["instance", "missing.tsp"], code=2),
        Scenario("tour that is none", ["verify", "square.tsp", "repeated.tour"], code=5),
    ],
    "device": [
        Scenario("devices", ["devices", "--json"], classes=("alloc", "cl", "io")),
        Scenario("run on a device", [*DEVICE, "--json", "-o", "a.tour"], classes=("alloc", "cl"),
                 outputs={"a.tour": "same"}),
        Scenario("run on a device, driver out of memory", DEVICE, classes=("cl",), status=CL_OUT_OF_HOST_MEMORY),
    ],
}
