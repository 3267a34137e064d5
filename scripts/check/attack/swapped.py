"""Rows A6 and A7: files swapped before a reload or a start. Some would fill the heap, of others the model computes nothing.
A reload must be refused with 409 and leave what answered before, and a start must end with status 2 and one line."""
import contextlib
import json
import shutil
import struct
import time

import running
from checkpoints import WEIGHTS, copy_of_english
from report import attack
from starts import refused

HEAP = "-Xmx384m"  # what the image has
SLOWEST_S = 20  # that a reload may take to be refused, on a busy machine
TOKENIZER = "tokenizer/tokenizer.json"


def spaces(path, mebibytes=200):
    with open(path, "wb") as f:
        for _ in range(mebibytes):
            f.write(b" " * (1 << 20))


def brackets(path):
    path.write_bytes(b'{"temperature": [' + b"[]," * 20_000_000 + b"[]]}")


def string(path):
    with open(path, "wb") as f:
        f.write(b'{"x": "')
        for _ in range(200):
            f.write(b"x" * (1 << 20))
        f.write(b'"}')


def safetensors(header, data=b""):
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def claim(path):
    """A learned file of some hundred bytes, one of whose matrices has two billion rows of nothing."""
    question = {"type": "noul", "instructions": "?", "options": ["false", "true"], "labels": [1, 1], "narrowed": False, "scale": 1.0}
    metadata = {"format": "decision-service.learned", "version": "2", "checkpoint": "sha256:0", "questions": json.dumps({"w": question})}
    matrix = {"dtype": "F32", "shape": [2147483647, 0], "data_offsets": [0, 0]}
    path.write_bytes(safetensors({"__metadata__": metadata, "w.weights": matrix}))


def long_header(path):
    text = b'{"a": [' + b"[]," * 20_000_000 + b"[]]}"
    path.write_bytes(struct.pack("<Q", len(text)) + text)


def nan(path, tensor="scorer.3.bias"):
    content = bytearray(path.read_bytes())
    size = struct.unpack("<Q", content[:8])[0]
    begin, end = json.loads(content[8:8 + size])[tensor]["data_offsets"]
    content[8 + size + begin:8 + size + end] = b"\xff" * (end - begin)
    path.write_bytes(bytes(content))


def added_token(path):
    tokenizer = json.loads(path.read_text())
    tokenizer["added_tokens"].append({**tokenizer["added_tokens"][0], "content": "<beyond>", "id": 99_999})
    path.write_text(json.dumps(tokenizer))


# What is spoilt, how, and what the refusal has to name.
CHECKPOINTS = [
    ("200 MiB of spaces as configuration", "rl_agent_config.json", spaces, "rl_agent_config.json"),
    ("60 MB of brackets as configuration", "rl_agent_config.json", brackets, "rl_agent_config.json"),
    ("a string of 200 MiB in the tokenizer", TOKENIZER, string, "tokenizer.json"),
    ("60 MB of brackets as tokenizer", TOKENIZER, brackets, "tokenizer.json"),
    ("60 MB of header before the weights", WEIGHTS, long_header, WEIGHTS)]
MODELS = [
    ("NaN in scorer.3.bias", WEIGHTS, nan, "scorer.3.bias"),
    ("an added token without an embedding", TOKENIZER, added_token, "<beyond>")]
FILES = [
    ("a learned matrix of two billion rows", claim, "learned.safetensors"),
    ("60 MB of header in a learned file", long_header, "learned.safetensors"),
    ("200 MiB of spaces as thresholds", spaces, "thresholds.json"),
    ("60 MB of brackets as calibration", brackets, "calibration.json")]


def reload(report, service, what, path, names):
    """A reload that must be refused in time, with the same process and the same answer afterwards."""
    began = time.monotonic()
    try:
        status, _, text = running.call(service.admin, "POST", path, timeout=90)
    except OSError as e:
        status, text = 0, repr(e)
    took = time.monotonic() - began
    report.hold("%s: %s after %.1f s%s" % (what, status, took, "" if names in text else ", without a word of it: " + text[:100]),
                status == 409 and names in text and took <= SLOWEST_S)
    status, text = service.ask()
    report.hold("then %s" % status if status != 200 else "same answer", status == 200 and service.answers(text) == service.wanted)


@contextlib.contextmanager
def swapped(path):
    """Another file in the place of this one, in one step, which is taken back afterwards."""
    kept, fresh = path.with_suffix(".kept"), path.with_suffix(".fresh")
    shutil.copy(path, kept)
    shutil.copy(path, fresh)
    yield fresh
    kept.rename(path)


def of_checkpoint(bench, report, name, cases):
    directory = copy_of_english(bench, name)
    with bench.start(report, java=HEAP, SERVICE_CHECKPOINTS=directory.parent) as service:
        for what, file, spoil, names in cases:
            path = directory / file
            with swapped(path) as fresh:
                spoil(fresh)
                fresh.rename(path)
                reload(report, service, what, "/checkpoints/english/reload", names)
        service.growth(report)
    for what, file, spoil, names in cases:
        with swapped(directory / file) as fresh:
            spoil(fresh)
            fresh.rename(directory / file)
            refused(bench, report, "start with " + what, [names], SERVICE_CHECKPOINTS=directory.parent, JAVA_TOOL_OPTIONS=HEAP)


@attack("A6-checkpoint", "files of a checkpoint that would fill the heap, before a reload and before a start")
def checkpoint(bench, report):
    of_checkpoint(bench, report, "swapped", CHECKPOINTS[:bench.pick(3, None)])


@attack("A7-models", "checkpoints that compute nothing, before a reload and before a start")
def models(bench, report):
    of_checkpoint(bench, report, "models", MODELS)


@attack("A6-files", "learned files, thresholds and calibrations that would fill the heap, before a reload and before a start")
def files(bench, report):
    """The one calibration that is in force comes from a file that is spoilt, or stays beside one that is."""
    for what, spoil, names in FILES[:bench.pick(3, None)]:
        path = bench.directory / names
        if names == "calibration.json":
            path.write_text('{"temperature": [1, 1, 1]}')
            with bench.start(report, java=HEAP, SERVICE_FITTED="english=%s" % path) as service:
                spoil(path)
                reload(report, service, what, "/calibration/reload", names)
                path.write_text('{"temperature": [1, 1, 1]}')
        spoil(path)
        refused(bench, report, "start with " + what, [names], JAVA_TOOL_OPTIONS=HEAP, SERVICE_FITTED="english=%s" % path)
        path.unlink()
