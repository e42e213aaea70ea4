"""The scenarios of faults.py, by group, the exit codes of failures, and harmless failures."""
import dataclasses
import gzip

import fixtures


@dataclasses.dataclass
class Scenario:
    name: str
    arguments: list
    classes: tuple = ("alloc", "io")
    code: int = 0  # of the undisturbed run
    # File: the "same" bytes as undisturbed, as many "lines", "json" with the same result, or the same "swarm" after
    # other seconds, or "there"; a failed run may leave a whole file from its start, and of "begun" a part.
    outputs: dict = dataclasses.field(default_factory=dict)
    environment: dict = dataclasses.field(default_factory=dict)
    fault: str = ""  # fails in every run of the scenario, the undisturbed one included
    status: int = 0  # the OpenCL status of the failures instead of the functions' own
    stdin: bytes = b""
    may_succeed: dict = dataclasses.field(default_factory=dict)  # function: why its failure may do no harm here
    codes: dict = dataclasses.field(default_factory=dict)  # function: the exit code of its failures here
    is_timed: bool = False  # how many calls it makes depends on the clock, on the host, too


# ---------------------------------------------------------------------------------------------------------------------
# What a failure leads to

CL_OUT_OF_HOST_MEMORY = -6
NO_DRIVER = {"OCL_ICD_VENDORS": "/nonexistent-dir/"}
ALLOCATION = {"malloc", "calloc", "realloc"}
STDOUT = {"fflush", "fwrite", "fputs", "fputc", "puts", "putchar", "printf", "fprintf", "vfprintf"}
DISCOVERY = {"clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clGetDeviceInfo"}

# A function that removes something leaves it if it fails.
LEAVES_FILES = {"flock", "unlink", "rmdir", "remove", "nftw64"}

# Failures that may be harmless in any scenario: function, or function and detail (the side of a file or the number of
# the query, as faults.c reports it); and the reason.
HARMLESS = {
    "clGetDeviceInfo 0x100c": "CL_DEVICE_MAX_CLOCK_FREQUENCY is shown and no more",
    "clGetDeviceInfo 0x1035": "CL_DEVICE_HOST_UNIFIED_MEMORY is shown, and for CPUs known without",
    "clGetDeviceInfo 0x105c": "CL_DEVICE_MAX_NUM_SUB_GROUPS: lanes agree by barriers without them",
    "clGetDeviceInfo 0x106a": "CL_DEVICE_UUID_KHR is of an extension; names are compared instead",
    "clGetPlatformInfo 0x902": "CL_PLATFORM_NAME: a platform without a name is listed all the same",
    "clGetEventInfo": "the run waits for the event without it",
    "clGetProgramBuildInfo": "the log of a build that failed; the failure is reported without it",
    "fclose read": "all of the file has been read",
    "fopen64 system": "the physical memory is taken for what is available",
    "fread system": "the same",
    "fclose system": "the same",
    "open64 folder": "a checkpoint is there and whole before its folder is synced",
    "fsync folder": "the same",
    "close": "the file is a trial; writing the real one reports the failure",
    "stat64": "opening the file reports it",
    "fstat64": "reading the file reports it",
    "pthread_create": "a signal then ends the program at once, without waiting for drivers that do not return",
    "setenv OCL_ICD_PLATFORM_SORT": "only the order of platforms depends on it",
    "access": "PoCL's cache moves to a temporary folder",
}


def tolerated(scenario, function, detail, last, err):
    """Returns the reason why the run may continue as if nothing had failed; None if it may not. `last`: the function's
    last call."""
    if function.startswith("clRelease"):
        return "nothing is left to be done about an object that cannot be given back"
    if function == "clFinish" and last:
        return "closing the queue: the results were read before"
    if function in ALLOCATION and "swarmcl: warning: a message is lost" in err:
        return "a note that cannot be formatted is no reason to end a run, and its loss is reported"
    if scenario.code != 0 and function == "realloc" and err:
        return "the run had failed already, and its message is written without its own buffer"
    if scenario.code != 0 and function in STDOUT:
        return "the run had failed already"
    return scenario.may_succeed.get(function) or HARMLESS.get(function) or HARMLESS.get(f"{function} {detail}")


def expected_codes(scenario, function, detail):
    if function in scenario.codes:
        return {scenario.codes[function]}
    if function in ALLOCATION:
        return {4}
    if function in DISCOVERY:
        return {3}
    if function.startswith("cl"):
        return {4} if function == "clCreateBuffer" or scenario.status == CL_OUT_OF_HOST_MEMORY else {1}
    if function == "flock":
        return {2}  # another run writes the checkpoint
    if function in {"mkdtemp", "setenv"}:
        return {3}  # PoCL shows no device without a cache
    return {2} if detail == "read" else {1}


# ---------------------------------------------------------------------------------------------------------------------
# The scenarios

TEXT_INPUTS = {
    **{name: fixtures.TEXT_FILES[name]
       for name in ["small.tsp", "square.tsp", "square.tour", "crossed.tour", "repeated.tour", "words.tsp",
                    "asymmetric.atsp", "fixed.tsp", "burma14.tsp"]},
    "thirty.tsp": fixtures.coordinates_file("thirty", fixtures.random_points(30)),  # no bound meets its tour
    "places.csv": "name;lat;lon\n\"A \"\"quoted\"\" place\";1,5;2\nB;3;4,25\nC;-5;6\nD;7;8\n",
    "broken.csv": "x,y\n1,2\n3,here\n",
    "columns.csv": "a;B;L\nx;1;2\ny;3;4\n",
    "decimals.tsp": fixtures.TEXT_FILES["decimals.tsp"],
    "other.tuning": "# of another device\ndevice=Other\ndriver=1\nnodes=1..100\nconstruction=lanes\nants-per-group=2\n",
    "points.txt": "0 0 1 0 1 1 0 1 2 2 output 1 2 3 5 4 1\n0 0 0 3 4 0 5 5 1 1\n",
    "folder/a.csv": "x,y\n0,0\n0,1\n5,0\n5,1\n9,9\n",
    "box.txt": "-1 1\n-2 2  # the second\n",
    "start.csv": "0.5,1\n-1,-2\n",
    "broken.box": "-1 1\n2 -2\n",
    "bound.json": '{"result": {"bound": 40, "scale": 4096, "potentials": [0, 0, 0, 0]}}\n',
    "bowl.cl": ("real objective(const real *x, int n)\n{\n    real sum = R(0.0);\n"
                "    for (int i = 0; i < n; ++i) {\n        sum += real_square(x[i]);\n    }\n    return sum;\n}\n"),
    "broken.cl": "real objective(const real *x, int n)\n{\n    return x[0] + y;\n}\n",
    "broken.tuning": "device=Other\nnodes=1..100\nants-per-group=0\n",
    "drawn.tsp": ("NAME : drawn\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
                  "EDGE_WEIGHT_FORMAT : UPPER_ROW\nDISPLAY_DATA_TYPE : TWOD_DISPLAY\nEDGE_WEIGHT_SECTION\n3 4\n5\n"
                  "DISPLAY_DATA_SECTION\n1 0 0\n2 3 0\n3 0 4\nEOF\n"),
    "three.vrp": ("NAME : three\nTYPE : CVRP\nVEHICLES : 2\nDIMENSION : 4\nCAPACITY : 2\nEDGE_WEIGHT_TYPE : EUC_2D\n"
                  "NODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\n4 3 4\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\nDEPOT_SECTION\n1\n-1\n"
                  "EOF\n"),
    "earth.csv": "name,lat,lon,demand\na,1,2,0\nb,3,4,1\nc,5,7,2\n",
    "three.sol": "Route #1: 1 3\nRoute #2: 2\nCost 20\n",
    "scored.csv": "x,y,score\n0,0,1\n3,0,2\n0,4,3\n90,90,9\n",
    "some.tour": "TYPE : TOUR\nDIMENSION : 2\nTOUR_SECTION\n1\n2\n-1\nEOF\n",
}
# Larger than one buffer of the reader, which must grow.
LONG = fixtures.coordinates_file("long", fixtures.random_points(6000), extra=" " * 100000)
BYTE_INPUTS = {
    "matrix.csv": b";K\xf6ln;B;C\nK\xf6ln;0;1,5;2\nB;1,5;0;3\nC;2;3;0\n",
    "wide.csv": "x\ty\n0\t0\n1\t1\n5\t0\n".encode("utf-16"),
    "small.tsp.gz": gzip.compress(fixtures.TEXT_FILES["small.tsp"].encode(), mtime=0),
    "long.tsp.gz": gzip.compress(LONG.encode(), mtime=0),
    "cut.tsp.gz": gzip.compress(fixtures.TEXT_FILES["small.tsp"].encode(), mtime=0)[:-20],
}


def write_inputs(folder):
    (folder / "folder").mkdir()
    for name, text in TEXT_INPUTS.items():
        (folder / name).write_text(text)
    for name, content in BYTE_INPUTS.items():
        (folder / name).write_bytes(content)


TWIN = ["tsp", "small.tsp", "-d", "none", "--iterations", "3"]
ON_CPU = ["-d", "cpu", "--iterations", "2", "--ants", "3"]
RUN = ["tsp", "small.tsp", *ON_CPU]
ALL_OUTPUTS = ["-o", "a.tour", "-o", "a.json", "-o", "a.svg", "-o", "a.csv", "-o", "curve:b.csv", "-o", "a.txt"]
ALL_WRITTEN = {"a.tour": "same", "a.json": "json", "a.svg": "lines", "a.csv": "same", "b.csv": "lines", "a.txt": "same"}
TWO_DEVICES = {"POCL_DEVICES": "pthread basic"}
ANOTHER_DEVICE = dict.fromkeys(["clGetDeviceInfo", "clGetPlatformInfo", "clCreateContext", "clCreateCommandQueue"],
                               "`auto` takes the second device")
# Without a usable device the host searches, unless the caller names a device.
THE_HOST = dict.fromkeys(["clGetDeviceInfo", "clGetPlatformInfo", "clGetPlatformIDs", "clGetDeviceIDs",
                          "clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clBuildProgram",
                          "clCreateKernel", "clGetKernelWorkGroupInfo", "clFinish"],
                         "the host searches instead")

SHRINKING = {"realloc": "memory that is not needed is not given back before the end"}

BATCH = ["batch", "folder", "--points", "points.txt", "-d", "none", "--iterations", "1", "--threads", "1"]
NO_FOLDER = {"stat64": 2}  # it is read as a file then

FIVE = ["--dim", "2", "--particles", "5"]
SWARM = ["pso", "rastrigin", *FIVE, "-d", "none", "--iterations", "6"]
SWARM_ON_CPU = ["pso", "rastrigin", *FIVE, "-d", "cpu"]
RESUMED = ["--iterations", "9", "--resume", "before.state"]
OWN = [*FIVE, "--bounds=-1:1", "-d", "cpu", "--iterations", "3"]
OWN_CODES = {"clBuildProgram": 2}  # the driver that fails on a caller's objective is taken at its word
BUFFERED = {"fread": "a checkpoint this small is in the stream's buffer after the first read"}
UNLOCKED = {"unlink": "the file of the lock stays, free for the next run"}
EACH_CLOSED = {"clFinish": "closing one of several queues: what was computed had been read before"}

# Inputs that the program writes itself, before the scenarios.
MADE_INPUTS = [[*SWARM, "--checkpoint", "before.state,100"], [*TWIN, "-o", "before.json"]]

# Says whether there is a device to fail.
PROBE = Scenario("probe", [*RUN, "-q"])
NEED_DEVICE = {"discovery", "device", "profile"}

GROUPS = {
    "host": [
        Scenario("run in the reference", [*TWIN, "--json", *ALL_OUTPUTS], outputs=ALL_WRITTEN),
        Scenario("run in words", [*TWIN, "-v", "--selection", "race"]),
        Scenario("run of an open path", [*TWIN, "--path", "-o", "a.tour"], outputs={"a.tour": "same"}),
        Scenario("run with fixed edges", [*TWIN, "--path", "--end", "3", "--fix", "1-2", "--fix", "2-5,7-8",
                                         "-o", "a.tour"], outputs={"a.tour": "same"}),
        Scenario("run of mosaic with fixed edges", [*TWIN, "--algorithm", "mosaic", "--fix", "1-2,2-5,7-8", "--json"]),
        Scenario("run of arcs with fixed ones", ["tsp", "asymmetric.atsp", "-d", "none", "--iterations", "2",
                                                 "--algorithm", "mmas", "--path", "--start", "2", "--fix", "3-4"]),
        Scenario("fixed edges that no tour has", [*TWIN, "--fix", "1-2,2-3,3-1"], code=2),
        Scenario("run from a tour", ["tsp", "square.tsp", "-d", "none", "--iterations", "2", "--init", "crossed.tour"]),
        Scenario("run that is repeated", ["tsp", "small.tsp", "-d", "none", "--replay", "before.json", "--json"]),
        Scenario("run with a bound", ["tsp", "thirty.tsp", "-d", "none", "--iterations", "3", "--algorithm", "mmas",
                                      "--bound", "--json"], classes=("alloc",),
                 may_succeed={name: "the run then has no bound, and reports it" for name in ALLOCATION}, is_timed=True),
        Scenario("repeated run", [*TWIN, "--repeat", "3", "--json"]),
        Scenario("run of islands", [*TWIN, "--algorithm", "acs", "--islands", "2", "--epoch", "1",
                                     "--trail-share", "0.5", "--json"]),
        Scenario("run of islands apart", [*TWIN, "--algorithm", "acs", "--islands", "2", "--epoch", "1",
                                          "--migration", "none", "--json"]),
        Scenario("batch on stdout", BATCH, codes=NO_FOLDER),
        Scenario("batch", [*BATCH, "small.tsp", "-o", "a.jsonl", "--json"], outputs={"a.jsonl": "begun"},
                 codes=NO_FOLDER),
        Scenario("batch of an array of tours", [*BATCH, "-o", "a.npy"], outputs={"a.npy": "there"}, codes=NO_FOLDER),
        Scenario("batch that continues with other lines", [*BATCH, "-o", "a.jsonl", "--continue"], code=2,
                 outputs={"a.jsonl": "begun"}, codes=NO_FOLDER),
        Scenario("run from several tours", ["tsp", "square.tsp", "--path", "-d", "none", "--iterations", "1", "--init",
                                            "square.tour", "--init", "crossed.tour", "--json"]),
        Scenario("asymmetric run", ["tsp", "asymmetric.atsp", "-d", "none", "--iterations", "2", "--json"]),
        Scenario("run of places with names", ["tsp", "places.csv", "-d", "none", "--iterations", "2", "--json",
                                              *ALL_OUTPUTS], outputs=ALL_WRITTEN),
        Scenario("run of places on the Earth", ["tsp", "places.csv", "-d", "none", "--iterations", "2", "-o",
                                                "a.geojson", "-o", "a.gpx"],
                 outputs={"a.geojson": "same", "a.gpx": "same"}),
        Scenario("run that ends at its start", [*TWIN, "--target", "1e9", "--checkpoint", "a.state"],
                 outputs={"a.state": "there"}, may_succeed=UNLOCKED),
        Scenario("output that is another one", [*TWIN, "-o", "a.tour", "-o", "./a.tour"], code=2,
                 classes=("alloc",)),  # a file that nothing is known of is taken for another one
        Scenario("path of a packed instance", ["tsp", "small.tsp.gz", "--path", "-d", "none", "--iterations", "2"]),
        Scenario("swarm from files", [*SWARM, "--bounds", "box.txt", "--init", "start.csv", "--shift", "3", "--json"]),
        Scenario("swarm of tribes with a checkpoint", [*SWARM, "--best", "asynchronous", "--checkpoint", "a.state,100"],
                 outputs={"a.state": "swarm"}, may_succeed=UNLOCKED),
        Scenario("swarm within bounds that are none", [*SWARM, "--bounds", "broken.box"], code=2),
        Scenario("swarm resumed from what is not a checkpoint", [*SWARM, "--resume", "words.tsp"], code=2),
        Scenario("resumed swarm", ["pso", "rastrigin", *FIVE, "-d", "none", *RESUMED, "--json"],
                 may_succeed=BUFFERED),
        Scenario("swarm's files", [*SWARM, "-o", "a.json", "-o", "a.svg", "-o", "a.csv"],
                 outputs={"a.json": "json", "a.svg": "same", "a.csv": "lines"}),
        Scenario("repeated swarm", [*SWARM, "--repeat", "3", "--json"]),
        Scenario("run of a matrix", ["tsp", "drawn.tsp", "--path", "-d", "none", "--iterations", "2", "-o", "a.svg"],
                 outputs={"a.svg": "lines"}),
    ],
    "files": [
        Scenario("verify", ["verify", "square.tsp", "square.tour", "--json"]),
        Scenario("verify fixed edges", ["verify", "square.tsp", "square.tour", "--fix", "1-2", "--fix", "3-4"]),
        Scenario("tour without a fixed edge", ["verify", "square.tsp", "square.tour", "--fix", "1-3"], code=5),
        Scenario("verify a path", ["verify", "places.csv", "square.tour", "--path"]),
        Scenario("verify a packed tour of the standard input", ["verify", "square.tsp", "-"],
                 stdin=gzip.compress(fixtures.TEXT_FILES["square.tour"].encode(), mtime=0)),
        Scenario("verify a tour of some nodes", ["verify", "scored.csv", "some.tour", "--limit", "12", "--path", "--json"]),
        Scenario("tour of some nodes past the limit", ["verify", "scored.csv", "some.tour", "--limit", "5"], code=5),
        Scenario("orient from a tour", ["orient", "scored.csv", "--limit", "12", "--init", "some.tour", "-d", "none",
                                        "--iterations", "1", "--threads", "1"]),
        Scenario("routes", ["fleet", "three.vrp", "-d", "none", "--iterations", "2", "--threads", "1", "--json", "-o", "a.sol",
                            "-o", "a.csv", "-o", "a.svg"], outputs={"a.sol": "same", "a.csv": "same", "a.svg": "same"}),
        Scenario("verify routes", ["verify", "three.vrp", "three.sol", "--json"]),
        Scenario("picture of routes", ["render", "three.vrp", "three.sol", "-o", "a.svg", "-o", "a.html"],
                 outputs={"a.svg": "lines", "a.html": "lines"}),
        Scenario("routes on the Earth", ["fleet", "earth.csv", "--capacity", "2", "-d", "none", "--iterations", "1",
                                         "--threads", "1", "-o", "a.geojson", "-o", "a.gpx"],
                 outputs={"a.geojson": "lines", "a.gpx": "lines"}),
        Scenario("instance of a fleet", ["instance", "three.vrp"]),
        Scenario("bound", ["bound", "small.tsp", "--evaluations", "20", "--threads", "1", "--json"]),
        Scenario("bound of arcs in a file", ["bound", "asymmetric.atsp", "--path", "--threads", "1", "-o", "a.json"],
                 outputs={"a.json": "lines"}),
        Scenario("verify a bound", ["verify", "square.tsp", "square.tour", "--certificate", "bound.json", "--json"]),
        Scenario("verify another instance's tour", ["verify", "burma14.tsp", "square.tour"], code=5),
        Scenario("instance", ["instance", "burma14.tsp", "--json"]),
        Scenario("instance in words", ["instance", "fixed.tsp"]),
        Scenario("matrix", ["instance", "asymmetric.atsp"]),
        Scenario("matrix with display data", ["instance", "drawn.tsp"]),
        Scenario("packed instance", ["instance", "long.tsp.gz"]),
        Scenario("packed instance that is cut", ["instance", "cut.tsp.gz"], code=2),
        Scenario("instance of the standard input", ["instance", "-"], stdin=LONG.encode()),
        Scenario("table of places", ["instance", "places.csv", "--json"]),
        Scenario("table of columns", ["instance", "columns.csv", "--columns", "a,B,L"]),
        Scenario("table in UTF-16", ["instance", "wide.csv"]),
        Scenario("matrix with names in another encoding", ["instance", "matrix.csv"]),
        Scenario("matrix with decimals", ["instance", "decimals.tsp"]),
        Scenario("malformed table", ["instance", "broken.csv"], code=2),
        Scenario("malformed instance", ["instance", "words.tsp"], code=2),
        Scenario("missing instance", ["instance", "missing.tsp"], code=2),
        Scenario("tour that is none", ["verify", "square.tsp", "repeated.tour"], code=5),
        *[Scenario(f"generated {kind}", ["instance", "generate", kind, "--nodes", "120", "-o", "a.tsp"],
                   outputs={"a.tsp": "same"}, may_succeed=SHRINKING)
          for kind in ("uniform", "clustered", "matrix", "grid", "circle", "drilling")],
        Scenario("generated to stdout", ["instance", "generate", "uniform", "--nodes", "3000"],
                 may_succeed=SHRINKING),
        Scenario("generated too large", ["instance", "generate", "matrix", "--nodes", "100000"], code=2),
        Scenario("picture of a tour", ["render", "square.tsp", "square.tour", "-o", "a.svg"],
                 outputs={"a.svg": "lines"}),
    ],
    "usage": [
        Scenario("program help", ["--help"]),
        Scenario("help of a command", ["help", "tsp"]),
        Scenario("help of a topic", ["help", "formats"]),
        Scenario("version", ["--version"]),
        *[Scenario(f"completion for {shell}", ["completion", shell]) for shell in ("bash", "zsh", "fish")],
        *[Scenario(f"what may follow {words}", ["__complete", *words.split(), ""]) for words in ("tsp", "help", "tsp -d")],
        Scenario("manual", ["manual"]),
        Scenario("value out of range", [*TWIN, "--rho", "2"], code=2),
        Scenario("value that is no word", [*TWIN, "--selection", "lottery"], code=2),
        Scenario("option that there is not", [*TWIN, "--anst", "2"], code=2),
        Scenario("run without a driver", ["tsp", "small.tsp", "--algorithm", "mmas", "--iterations", "2"], environment=NO_DRIVER),
        Scenario("device by name without a driver", ["tsp", "small.tsp", "-d", "cpu"], code=3, environment=NO_DRIVER),
        Scenario("preset", [*TWIN, "--preset", "belotti", "--json"]),
        Scenario("objectives", ["pso", "--list"]),
        Scenario("objectives as a document", ["pso", "--list", "--json"]),
        Scenario("objective that there is not", ["pso", "rastrign"], code=2),
        Scenario("devices without a driver", ["devices", "--json"], code=3, environment=NO_DRIVER),
    ],
    "discovery": [
        Scenario("devices", ["devices", "--json"], classes=("alloc", "cl", "io")),
        Scenario("device that there is not", ["tsp", "small.tsp", "-d", "no such device"], code=2,
                 classes=("alloc", "cl")),
        Scenario("devices of a platform that fails", ["devices"], code=3, fault="clGetDeviceIDs:1",
                 classes=("alloc", "cl")),
        Scenario("devices that do not answer", ["devices"], code=3, fault="clGetDeviceInfo:3", classes=("alloc", "cl")),
        Scenario("two devices", ["tsp", "small.tsp", "--iterations", "1", "--ants", "2"], classes=("cl",),
                 environment=TWO_DEVICES, may_succeed={**THE_HOST, **ANOTHER_DEVICE}),
        # The folder of PoCL's cache cannot be made below a file; a temporary one is made and removed.
        Scenario("no place for the driver's cache", ["devices"], classes=("alloc", "io"),
                 environment={"HOME": "small.tsp/home", "XDG_CACHE_HOME": "", "POCL_CACHE_DIR": None},
                 may_succeed=dict.fromkeys(["nftw64", "remove"], "the list has been printed")),
    ],
    "device": [
        Scenario("run on a device", [*RUN, "--json", "-o", "a.tour"], classes=("alloc", "cl"),
                 outputs={"a.tour": "same"}),
        Scenario("run on a device, driver out of memory", RUN, classes=("cl",), status=CL_OUT_OF_HOST_MEMORY),
        Scenario("islands on one device", [*RUN, "--islands", "2", "--json"], classes=("cl",),
                 may_succeed=EACH_CLOSED),
        Scenario("kernels that do not build", RUN, code=1, fault="clBuildProgram:1", classes=("alloc", "cl")),
        Scenario("kernels that do not build for a device without a name", ["tsp", "small.tsp", "--algorithm", "mmas",
                                                                           "--iterations", "2", "--json"],
                 fault="clBuildProgram:1", classes=("alloc", "cl"), may_succeed=THE_HOST),
        Scenario("islands whose kernels do not build", ["tsp", "small.tsp", "--algorithm", "acs", "--iterations", "2",
                                                        "--islands", "2", "--json"],
                 fault="clBuildProgram:1", classes=("cl",), may_succeed=THE_HOST),
        Scenario("asymmetric matrix in groups", ["tsp", "asymmetric.atsp", *ON_CPU, "--construction", "work-group",
                                                 "--evaluation", "work-group"], classes=("cl",)),
        Scenario("swarm on a device with a checkpoint",
                 [*SWARM_ON_CPU, "--iterations", "6", "--best", "queue", "--json", "--checkpoint", "a.state,100"],
                 classes=("alloc", "cl"), outputs={"a.state": "swarm"}),
        Scenario("swarm resumed on a device", [*SWARM_ON_CPU, *RESUMED], classes=("cl", "io"),
                 may_succeed=BUFFERED),
        Scenario("swarm of tribes, driver out of memory", [*SWARM_ON_CPU, "--iterations", "6", "--best", "asynchronous",
                                                           "--profile"],
                 classes=("cl",), status=CL_OUT_OF_HOST_MEMORY),
        Scenario("swarm on two devices", ["pso", "rastrigin", "--dim", "2", "--particles", "40", "-d", "cpu,cpu",
                                          "--islands", "1", "--best", "asynchronous", "--iterations", "6",
                                          "--checkpoint", "a.state,100"],
                 classes=("alloc", "cl"), outputs={"a.state": "swarm"}, may_succeed=EACH_CLOSED),
        Scenario("islands of swarms", [*SWARM_ON_CPU, "--best", "asynchronous", "--iterations", "6", "--islands", "2",
                                       "--epoch", "2"], classes=("alloc", "cl"), may_succeed=EACH_CLOSED),
        Scenario("swarm on an objective of one's own", ["pso", "bowl.cl", *OWN, "--topology", "ring", "-o", "a.svg"],
                 classes=("alloc", "cl"), outputs={"a.svg": "same"}, codes=OWN_CODES, may_succeed=EACH_CLOSED),
        Scenario("swarm on an objective that does not build", ["pso", "broken.cl", *OWN], classes=("cl", "io"), code=2,
                 codes=OWN_CODES),
    ],
    "profile": [
        Scenario("tuning file of another device", [*RUN, "--tuning", "other.tuning"], classes=("alloc", "io")),
        Scenario("tuning file that is none", [*RUN, "--tuning", "broken.tuning"], code=2, classes=("alloc", "io")),
        Scenario("open path with a profile", [*RUN, "--path", "--profile"], classes=("alloc", "cl")),
        Scenario("run from a tour with its kernels", ["tsp", "square.tsp", *ON_CPU, "--init", "crossed.tour",
                                                      "--dump-kernels", "a.cl"], classes=("alloc", "io"),
                 outputs={"a.cl": "same"}),
    ],
}
