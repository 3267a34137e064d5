"""A table as a spreadsheet program in half of the world writes it, in and out of the page: every cell is as it was."""

import json
import pathlib
import subprocess
import sys
import tempfile

import labelling
import tables
from harness import check

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
from german_table import FILES, HEAD, QUESTION, ROWS, STATE, cells, read, written  # noqa: E402


def opened(page, folder, name, content):
    file = pathlib.Path(folder, name)
    file.write_bytes(content)
    page.find("#csv-file").send_keys(str(file))
    page.until(lambda: page.text("#csv-kind") == "1,000 rows, 6 columns", f"{name}: {page.text('#csv-kind')}")


def saved(page, encoding):
    text = labelling.downloaded(page, "#download", "answers.csv", encoding)
    return read(text)


def in_and_out(page):
    rows = cells()
    for name, encoding in FILES:
        with check(f"2,000 rows of a German spreadsheet, {name}: every cell comes back as it was"), tempfile.TemporaryDirectory() as folder:
            tables.fill(page, "", {"Bereich": QUESTION})
            opened(page, folder, name, written(rows).encode(encoding))
            assert page.find("#column").get_attribute("value") == STATE
            command = f"./serve answer {name} answered.csv --questions questions.json --state {STATE}"
            assert page.text("#csv-beyond code") == command, page.text("#csv-beyond")
            asked = labelling.downloaded(page, "#csv-rest", "questions.json")
            assert json.loads(asked) == {"Bereich": QUESTION}, asked
            tables.asked(page)
            page.press(".rows tbody tr:nth-child(3) td:nth-of-type(2)")
            page.type("1")
            head, *found = saved(page, encoding)
            options = [f"Bereich: {label}" for label in QUESTION["criteria"]]
            assert head[:7] == [*HEAD, "Bereich: answer"] and head[7:11] == ["Bereich: on this answer", *options], head
            # The text of the third row stands in other rows, too, and its label with it.
            wanted = [[*row[:2], "Rechnung" if n % 5 == 2 and n < 1_000 else row[2], *row[3:]] for n, row in enumerate(rows[1:])]
            assert len(found) == ROWS and [row[:6] for row in found] == wanted, next(
                (pair for pair in zip([row[:6] for row in found], wanted, strict=False) if pair[0] != pair[1]), len(found)
            )
            assert all("," in row[7] or row[7] in ("0", "1") for row in found[:16]), found[0]
            assert abs(sum(float(cell.replace(",", ".")) for cell in found[0][8:11]) - 1) < 0.001, found[0]
            assert head[-2:] == ["error", "note"] and "reads German" in found[0][-1], (head, found[0])
            assert found[1_500][-2].startswith("not asked: over the 1,000 rows"), found[1_500]
        with check(f"what the page saves of {name} opens again, with its labels"), tempfile.TemporaryDirectory() as folder:
            text = written([head, *found])
            file = pathlib.Path(folder, "again.csv")
            file.write_bytes(text.encode(encoding))
            page.find("#csv-file").send_keys(str(file))
            page.until(lambda: "1,000 rows, 1" in page.text("#csv-kind") and not page.all(".rows"), page.text("#csv-kind"))
            page.script("document.getElementById('labels').open = true")
            assert page.text("#labels-said").startswith("800 labels on 800 rows"), page.text("#labels-said")
    with check("thousands with a comma in a table of commas leave the page its points"), tempfile.TemporaryDirectory() as folder:
        tables.fill(page, 'text,n\n"Where is my parcel?","1,234"\n', {"queue": labelling.QUESTION})
        tables.asked(page)
        [_, row] = tables.exported(page, folder)
        assert row[:2] == ["Where is my parcel?", "1,234"] and all("," not in cell for cell in row[3:7]), row
    with check("an option that reads like a number keeps its point"), tempfile.TemporaryDirectory() as folder:
        sizes = {"type": "choice", "instructions": "Which size fits?", "criteria": {"1.5": "small", "2.5": "large"}}
        tables.fill(page, "text;n\nA small one is enough.;0,5\n", {"size": sizes})
        tables.asked(page)
        [_, row] = tables.exported(page, folder)
        assert row[1] == "0,5" and row[2] in sizes["criteria"] and "," in row[3], row
    with check("letters of which nobody knows which they are, are not guessed at"), tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(("Größe,à propos", "Größe,žena", "Привет,да"), 1):
            file = pathlib.Path(folder, f"unknown-{number}.csv")
            file.write_bytes(content.encode(("cp1252", "cp1250", "cp1251")[number - 1]))
            page.find("#csv-file").send_keys(str(file))
            page.until(lambda file=file: f"{file.name} cannot be used" in page.text("#csv-faults"), file.name)
            assert "a byte that is not UTF-8" in page.text("#csv-faults"), page.text("#csv-faults")


def beyond(page, root, short):
    with check("rows over the limit are answered by the command that the page names"):
        tables.fill(page, "text,queue\n" + "Where is my parcel?,shipping\n" * 1_005, {"queue": labelling.QUESTION})
        said = page.text("#csv-beyond")
        assert said.startswith("This page asks about the first 1,000 of 1,005 rows."), said
        text = labelling.downloaded(page, "#csv-rest", "requests.jsonl")
        lines = [json.loads(line) for line in text.splitlines()]
        assert lines == [{"state": "Where is my parcel?", "questions": {"queue": labelling.QUESTION}}] * 1_005, lines[0]
        if short:
            return
        command = page.text("#csv-beyond code").split()
        assert command == ["./serve", "answer", "requests.jsonl", "answers.jsonl"], command
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "requests.jsonl").write_text(text, encoding="utf-8")
            jar = root / "server" / "target" / "decision-service.jar"
            run = subprocess.run(
                ["java", "-jar", jar, *command[1:]], cwd=folder, capture_output=True, text=True, timeout=300, check=True
            )
            assert run.stdout.startswith("1005 lines: 1005 answered, 0 errors"), run.stdout
