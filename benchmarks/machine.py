"""What a published figure needs beside it: the machine, its load, the commit, the weights and the command."""
import hashlib
import json
import math
import os
import pathlib
import platform
import re
import shlex
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The processor's instructions that decide how fast float32, bfloat16 and bytes are multiplied.
FLAGS = ("avx2", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16", "amx_bf16", "amx_int8")


def begin(checkpoint=None):
    """What is known before the measurement. `checkpoint` is the folder whose weights are used."""
    return {"command": portable(["python3", *sys.argv]), "commit": commit(), "machine": machine(),
            **({"weights": weights(checkpoint)} if checkpoint else {}), "load_before": load()}


def portable(words):
    """A command without the paths of this machine: relative to the clone, or the name alone."""
    return shlex.join(word.replace(str(ROOT) + "/", "") if str(ROOT) in word else os.path.basename(word) if os.path.isabs(word) else word
                      for word in words)


def end(begun):
    """The same with what is known after it."""
    return {**begun, "load_after": load()}


def machine():
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)$", cpu, re.M)
    flags = re.search(r"^flags\s*: (.*)$", cpu, re.M)
    present = flags[1].split() if flags else []
    return {"processor": model[1] if model else platform.machine(), "cores": len(os.sched_getaffinity(0)),
            "flags": [flag for flag in FLAGS if flag in present],
            "memory_mib": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20, "kernel": platform.release()}


def load():
    """Mean number of processes that ran or wanted to, over the last 1, 5 and 15 minutes."""
    return [round(x, 2) for x in os.getloadavg()]


def commit():
    """The commit measured, with a + if files differ from it; None outside of a clone."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.strip()
    try:
        changed = [line for line in git("status", "--porcelain", "--untracked-files=no").splitlines()
                   if not line[3:].startswith(("benchmarks/results/", "docs/performance.svg"))]
        return git("rev-parse", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def weights(checkpoint):
    """Which weights these are: how many, in which precision, what the checkpoint says of itself, and a digest."""
    folder = pathlib.Path(checkpoint)
    digest = hashlib.sha256()
    with open(folder / "model.safetensors", "rb") as f:
        [length] = struct.unpack("<Q", f.read(8))
        header = json.loads(f.read(length))
        f.seek(0)
        while piece := f.read(1 << 20):
            digest.update(piece)
    tensors = [tensor for name, tensor in header.items() if name != "__metadata__"]
    agent = json.loads((folder / "rl_agent_config.json").read_text())
    return {"count": sum(math.prod(t["shape"]) for t in tensors), "stored": sorted({t["dtype"] for t in tensors}),
            "encoder": agent.get("encoder"), "note": agent.get("note") or agent.get("model_name"), "sha256": digest.hexdigest()}


def spread(values, digits):
    """Smallest, middle and largest."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    median = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    return [round(x, digits) for x in (ordered[0], median, ordered[-1])]


def main():
    """Prints what begin() or, without arguments, end() would add, as the comment lines of a text."""
    figures = {**begin(), "command": portable(sys.argv[1:])} if sys.argv[1:] else {"load_after": load()}
    for name, value in figures.items():
        print("# %s: %s" % (name, value if isinstance(value, str) else json.dumps(value)))


if __name__ == "__main__":
    main()
