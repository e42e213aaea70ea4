#!/usr/bin/env python3
"""The archive of `meson dist` builds as a subproject, with -Dopencl=dlopen. Its program has the
results of the linked one, and without libOpenCL it searches on the host.

usage: archive.py MESON BUILD_FOLDER PROGRAM EXAMPLE INSTANCES
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

from steps import run, skip, without_opencl, write

USER = """
project('user', 'c', default_options: ['c_std=c11'])
subproject('swarmcl', default_options: ['opencl=dlopen', 'optimization=0', 'debug=false'])
executable('cities', 'cities.c', dependencies: dependency('swarmcl'))
"""
ANTS = ["--algorithm", "mmas", "--iterations", "2", "--json"]


def unpack(meson, build, folder):
    """Unpacks the archive of the last commit as `folder`."""
    run([meson, "dist", "-C", build, "--no-tests", "--allow-dirty", "--formats", "gztar"])
    newest = max(glob.glob(os.path.join(build, "meson-dist", "*.tar.gz")), key=os.path.getmtime)
    with tarfile.open(newest) as archive:
        archive.extractall(os.path.dirname(folder))
    os.rename(os.path.join(os.path.dirname(folder), os.path.basename(newest)[:-len(".tar.gz")]), folder)


def check_without_opencl(program, instance, environment):
    done = subprocess.run([program, "devices"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and done.stdout == "", done
    assert "no libOpenCL of version 1.2 or later is found" in done.stderr, done.stderr
    assert "apt install ocl-icd-libopencl1 pocl-opencl-icd" in done.stderr, done.stderr
    assert "length" in run([program, "tsp", instance, "--time", "0.1"], env=environment)


def check_with_opencl(program, linked, instance):
    """Requires the same devices, and that one of them and the host find the same tour through the functions loaded at
    run time."""
    devices = [json.loads(subprocess.run([each, "devices", "--json"], capture_output=True, check=False).stdout)["devices"]
               for each in (program, linked)]
    assert devices[0] == devices[1], devices
    for device in ["none"] + ["auto"] * bool(devices[0]):
        tours = [json.loads(run([each, "tsp", instance, "--device", device, *ANTS]))["tour"]
                 for each in (program, linked)]
        assert tours[0] == tours[1], tours


def main():
    meson, build, linked, example, instances = sys.argv[1:]
    if not meson:
        skip("meson is not on the path")
    root = os.path.dirname(os.path.abspath(instances))
    if not shutil.which("git") or not os.path.exists(os.path.join(root, ".git")):
        skip("the sources are no git repository")
    with tempfile.TemporaryDirectory() as folder:
        user, out = os.path.join(folder, "user"), os.path.join(folder, "out")
        os.makedirs(os.path.join(user, "subprojects"))
        unpack(meson, build, os.path.join(user, "subprojects", "swarmcl"))
        write(os.path.join(user, "meson.build"), USER)
        shutil.copy(example, user)
        run([meson, "setup", out, user])
        run([meson, "compile", "-C", out])
        assert "Lisbon" in run([os.path.join(out, "cities"), "none"])
        program = os.path.join(out, "subprojects", "swarmcl", "src", "cli", "swarmcl")
        instance = os.path.join(instances, "uniform100.tsp")
        check_without_opencl(program, instance, without_opencl(os.path.join(folder, "hidden")))
        check_with_opencl(program, linked, instance)


if __name__ == "__main__":
    main()
