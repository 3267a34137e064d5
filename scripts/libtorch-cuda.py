#!/usr/bin/env python3
"""Makes a folder with libtorch for NVIDIA GPUs, on Linux on x86-64, from the wheels of libtorch-cuda.txt.

    scripts/libtorch-cuda.py FOLDER    fetches 2.6 GB with pip, of which 3.8 GB of libraries stay
    scripts/libtorch-cuda.py --wheels FOLDER    fetches the wheels and leaves them as they are, for a build without a network
    scripts/libtorch-cuda.py --plan    prints what would be fetched

No repository for Maven has it: the jar would be larger than they take. The wheels find each other by where they are, so
the folder may be moved as a whole.
"""

import fnmatch
import pathlib
import subprocess
import sys
import tempfile
import zipfile

WHEELS = pathlib.Path(__file__).resolve().with_suffix(".txt")
# Whatever Python runs this: the libraries that stay do not depend on it.
PLATFORM = ["--implementation=cp", "--python-version=3.11"]
PLATFORM += [f"--platform=manylinux{one}_x86_64" for one in ("_2_28", "2014", "2010")]
# What Python, training or a profiler needs.
LEFT_OUT = ["*/libtorch_python.so", "*/libshm.so", "*/libtorch_global_deps.so", "*/libtorch_cuda_linalg.so"]
LEFT_OUT += ["*/libcufftw.so*", "*/libnvblas.so*", "*/libcheckpoint.so", "*/libnvperf_*.so", "*/libpcsamplingutil.so"]


def stays(name):
    """Libraries and their licences."""
    library = fnmatch.fnmatch(name, "*/lib/*.so*") and not any(fnmatch.fnmatch(name, one) for one in LEFT_OUT)
    return library or ".dist-info/" in name and "licen" in name.lower()


def fetch(folder):
    """pip's exit status."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", folder]
    pip += ["--no-deps", "--only-binary=:all:", *PLATFORM, "--require-hashes", "--requirement", WHEELS]
    return subprocess.run(pip).returncode


def main(arguments):
    if arguments == ["--plan"]:
        print(*(line.split()[0] for line in WHEELS.read_text().splitlines() if not line.startswith("#")), sep="\n")
        return 0
    if len(arguments) == 2 and arguments[0] == "--wheels":
        return fetch(arguments[1])
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip().splitlines()[2].strip(), file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    if folder.exists() and any(folder.iterdir()):
        print(f"{folder} is not empty", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as fetched:
        if status := fetch(fetched):
            return status
        for wheel in sorted(pathlib.Path(fetched).glob("*.whl")):
            with zipfile.ZipFile(wheel) as content:
                content.extractall(folder, [name for name in content.namelist() if stays(name)])
            wheel.unlink()
    print(f"PYTORCH_LIBRARY_PATH={folder.resolve() / 'torch' / 'lib'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
