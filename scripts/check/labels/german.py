"""./serve answer of a German spreadsheet, in ANSI and in UTF-8: every cell comes back as it was, byte by byte, and the answers after it.

german.py ROOT WORK
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys

root, work = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(root / "scripts" / "lib"))
import german_table as german  # noqa: E402

ADDED = [f"Bereich: {name}" for name in ("answer", "on this answer", *german.QUESTION["criteria"])]
failed = 0


def answer(name, *more, expected=0):
    out = work / f"answered-{name}"
    questions = work / "questions.json"
    questions.write_text(json.dumps({"Bereich": german.QUESTION}), encoding="utf-8")
    words = [root / "serve", "answer", work / name, out, "--questions", questions, *more]
    run = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "SERVICE_CHECKPOINTS": str(root / "testdata/tiny")})
    assert run.returncode == expected, run.stdout + run.stderr
    return out, run


def number(cell):
    assert "." not in cell, cell
    return float(cell.replace(",", "."))


def in_and_out(name, encoding):
    rows = german.cells()
    (work / name).write_bytes(german.written(rows).encode(encoding))
    (work / f"answered-{name}").unlink(missing_ok=True)
    out, run = answer(name, "--state", german.STATE)
    assert run.stdout.startswith("2000 rows: 2000 answered, 0 errors, 0 blank"), run.stdout
    found = german.read(out.read_bytes().decode(encoding))
    assert len(found) == len(rows) == german.ROWS + 1
    for number_of_row, (row, own) in enumerate(zip(found, rows, strict=True)):
        assert row[: len(own)] == own, (number_of_row, row, own)
    width = len(german.HEAD)
    assert found[0][width : width + 5] == ADDED and found[0][width + 5] == "error", found[0]
    for row in found[1:]:
        sure, *shares = map(number, row[width + 1 : width + 5])
        assert row[width] in german.QUESTION["criteria"] and abs(sum(shares) - 1) < 0.001 and abs(sure - max(shares)) < 0.001, row
        assert row[width + 5] == "", row
    # Without what was added the lines are those of the file, to the last byte.
    lines = out.read_bytes().decode(encoding).split("\r\n")
    own = (work / name).read_bytes().decode(encoding).split("\r\n")
    assert len(lines) == len(own) and all(line.startswith(mine) for line, mine in zip(lines, own, strict=True))
    # Nothing is overwritten, and the table can be asked again.
    _, again = answer(name, "--state", german.STATE, expected=2)
    assert f"answered-{name} exists; remove it or name another file" in again.stderr, again.stderr


def resumed(name):
    """Killed in the middle; the same command goes on, and gives the table of a run that was not."""
    whole = (work / f"answered-{name}").read_bytes()
    out = work / f"killed-{name}"
    out.unlink(missing_ok=True)
    words = [root / "serve", "answer", work / name, out, "--questions", work / "questions.json", "--state", german.STATE]
    env = {**os.environ, "SERVICE_CHECKPOINTS": str(root / "testdata/tiny")}
    lines = pathlib.Path(f"{out}.lines")
    lines.unlink(missing_ok=True)
    pathlib.Path(f"{lines}.resume").unlink(missing_ok=True)
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    for _ in itertools.takewhile(lambda _: run.poll() is None, itertools.count()):
        if lines.exists() and lines.stat().st_size > 100_000:
            run.kill()
    run.communicate()
    assert run.returncode != 0 and not out.exists(), "the run ended before it was killed"
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=True)
    assert "rows were answered before" in done.stderr, done.stderr
    found, wanted = (german.read(text.decode("cp1252")) for text in (out.read_bytes(), whole))
    assert [row[:7] for row in found] == [row[:7] for row in wanted]
    assert not lines.exists()


def check(name, test, *args):
    global failed
    try:
        test(*args)
        print(f"passed   {name}")
    except AssertionError as fault:
        failed = 1
        print(f"failed   {name}: {str(fault)[:2000]}")


for file, encoding in german.FILES:
    check(f"./serve answer {file}: 2,000 rows of a German spreadsheet, every cell as it was", in_and_out, file, encoding)
check("./serve answer of a table goes on after a kill", resumed, "ansi.csv")
sys.exit(failed)
