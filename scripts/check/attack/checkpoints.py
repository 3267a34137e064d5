"""Rows 6 and 10: checkpoint files that change while in use, or are invalid."""
import json
import os
import shutil
import subprocess

import running
from harness import KEY, MISCONFIGURED
from report import NotHere, attack

WEIGHTS = "model.safetensors"


def copy_of_english(bench, name):
    directory = bench.directory / name / "english"
    shutil.copytree(running.TINY / "english", directory)
    return directory


def truncated(weights, original):
    os.truncate(weights, weights.stat().st_size // 2)


def copied_over(weights, original):
    """Like `cp`: truncates the file, then writes it."""
    with open(weights, "wb") as f:
        f.write(original)


def replaced(weights, original):
    other = weights.with_suffix(".new")
    other.write_bytes(original)
    other.rename(weights)


def deleted(weights, original):
    weights.unlink()


def in_place(weights, original):
    """Like `rsync --inplace`: overwrites the same file, which is never shorter in between."""
    middle = len(original) // 2
    with open(weights, "r+b") as f:
        f.seek(middle)
        f.write(bytes(len(original) // 8))


def half_in_place(weights, original):
    """The same with a shorter file."""
    in_place(weights, original)
    truncated(weights, original)


# How the file changes, and whether its bytes are the same afterwards; if so, only the same answer is right.
CHANGES = [("truncate", truncated, False), ("cp over", copied_over, True), ("rename over", replaced, True),
           ("rm", deleted, False), ("rsync --inplace", in_place, False), ("rsync --inplace, shorter", half_in_place, False)]


def while_resident(bench, report, engine):
    if not bench.engine(engine):
        raise NotHere("the engine is not built (mvn -Ppytorch -DskipTests package)")
    directory = copy_of_english(bench, "resident-" + engine)
    weights = directory / WEIGHTS
    original = weights.read_bytes()
    with bench.start(report, SERVICE_CHECKPOINTS=directory.parent, SERVICE_ENGINE=engine) as service:
        for name, change, same in CHANGES:
            pid, endings = service.pid, len(service.statuses)
            change(weights, original)
            seen = set()
            for _ in range(bench.pick(3, 20)):
                status, text = service.ask(timeout=20)
                right = status == 200 and service.answers(text) == service.wanted
                seen.add("the same" if right else "another answer" if status == 200 else "%s" % status)
            if "0" in seen:
                running.until(lambda count=endings: len(service.statuses) > count, 5)
            replaced(weights, original)
            # Old or new weights may answer, or none, but not a mixture of both; only the status and the end of the
            # process show that.
            allowed = {"the same"} if same else {"the same", "another answer", "500", "503"}
            ended = service.statuses[endings:]
            report.hold("%s: %s%s" % (name, ", ".join(sorted(seen)), " and ended with %s" % ended if ended else ""),
                        seen <= allowed and not ended and service.pid == pid)
            if ended or service.pid != pid:
                service.renew()
                service.mark.update(pid=service.pid, endings=len(service.statuses))


@attack("6-onnx", "weights that change while they are resident, ONNX Runtime")
def onnx(bench, report):
    while_resident(bench, report, "onnx")


@attack("6-pytorch", "weights that change while they are resident, PyTorch")
def pytorch(bench, report):
    while_resident(bench, report, "pytorch")


def once(bench, directory, seconds=60, **settings):
    """Status and text of one answer from one checkpoint."""
    request = directory.parent / "once.json" if bench.directory in directory.parents else bench.directory / "once.json"
    request.write_text(json.dumps({"state": "a" * 60 + "!", "questions": {"q": {"type": "noul", "instructions": "Well?"}}}))
    env = running.environment(0, 0, SERVICE_ADMIN_PORT=None, SERVICE_MODEL_PATH=directory, SERVICE_CHECKPOINTS=None,
                              SERVICE_REQUEST_FILE=request, **settings)
    try:
        done = subprocess.run([*bench.command, "--once"], env=env, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return None, "", "nothing came for %d s" % seconds
    return done.returncode, done.stdout, done.stderr


def refuses(report, what, status, said, secret=None):
    """Expects an answer, or one line that names the cause: no stack trace, no abort, no content from outside."""
    lines = words(said)
    trace = any(line.startswith("\tat ") for line in lines)
    if status == 0:
        report.hold("%s: answers%s" % (what, ", with a stack trace" if trace else ""), not trace)
    else:
        report.hold("%s: status %s, %d lines%s: %s" % (
            what, status, len(lines), ", a stack trace" if trace else "", " | ".join(lines)[:120]),
            status in (1, MISCONFIGURED) and not trace and len(lines) == 1)
    if secret:
        report.hold("what lies outside is %squoted" % ("" if secret in said else "not "), secret not in said)


def words(said):
    """The lines that the service itself wrote."""
    return [line for line in said.splitlines() if line.strip() and not line.startswith(("Picked up", "WARNING: java.io.tmpdir"))
            and " INFO " not in line and " WARNING " not in line]


@attack("10-regex", "a tokenizer with a pattern that never ends")
def regex(bench, report):
    directory = copy_of_english(bench, "regex")
    path = directory / "tokenizer" / "tokenizer.json"
    tokenizer = json.loads(path.read_text())
    tokenizer["normalizer"] = None
    tokenizer["pre_tokenizer"] = {"type": "Split", "pattern": {"Regex": "(a|aa)+$"}, "behavior": "Isolated", "invert": False}
    path.write_text(json.dumps(tokenizer))
    status, _, said = once(bench, directory)
    refuses(report, "--once", status, said)


@attack("10-symlink", "a tokenizer_config.json that leads out of the checkpoint")
def symlink(bench, report):
    directory = copy_of_english(bench, "symlink")
    outside = bench.directory / "outside.txt"
    outside.write_text("%s root:x:0:0\n" % KEY)
    path = directory / "tokenizer" / "tokenizer_config.json"
    path.unlink()
    path.symlink_to(outside)
    status, _, said = once(bench, directory)
    report.hold("status %s" % status, status in (1, MISCONFIGURED))
    refuses(report, "--once", status, said, secret=KEY)


@attack("10-nan", "weights that are no numbers")
def nan(bench, report):
    directory = copy_of_english(bench, "nan")
    weights = directory / WEIGHTS
    content = bytearray(weights.read_bytes())
    header = 8 + int.from_bytes(content[:8], "little")
    content[header:] = b"\x00\x00\xc0\x7f" * ((len(content) - header) // 4) + bytes((len(content) - header) % 4)
    weights.write_bytes(bytes(content))
    status, out, said = once(bench, directory)
    refuses(report, "--once", status, said)
    report.hold("NaN %s" % ("is answered" if "NaN" in out else "is not answered"), "NaN" not in out)
