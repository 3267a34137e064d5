"""Labels by hand in a table of answers, the file that they become, and what was learned beside the checkpoint's own answer."""

import json
import pathlib
import random
import subprocess
import tempfile
import time

import tables
from harness import check, decide, say
from page import Page
from selenium.webdriver.common.keys import Keys

TEXTS = [*tables.TEXTS, *tables.UNCLEAR]
TABLE = "text,queue\n" + "".join(f"{text},\n" for text in TEXTS)
QUESTION = {
    "type": "choice",
    "instructions": "Which team should handle this?",
    "criteria": {"billing": "payments and refunds", "technical": "errors and login", "shipping": "parcels"},
}
QUESTIONS = {"queue": QUESTION, "angry": {"type": "noul", "instructions": "The customer is angry."}}
FOCUSED = "const at = document.activeElement; return at.matches('.rows td') ? [at.parentElement.sectionRowIndex, at.cellIndex - 2] : null"
# Words that mean nothing to the checkpoint, so that only labels tell.
MEANINGLESS = {"type": "choice", "instructions": "Which team?", "criteria": ["alpha", "beta"]}
TEAM = {**MEANINGLESS, "criteria": {"alpha": "", "beta": ""}}
WORDS = {"alpha": ["maple", "river", "stone", "cloud"], "beta": ["engine", "wire", "signal", "motor"]}


def saved(page, button, file):
    """The bytes of a file that the page saves under this name."""
    file.unlink(missing_ok=True)
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(file.parent)})
    page.press(button)
    for _ in range(300):
        if file.exists():
            break
        time.sleep(0.1)
    return file.read_bytes()


def downloaded(page, button, name, encoding="utf-8"):
    """The text of such a file, which is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        return saved(page, button, pathlib.Path(folder, name)).decode(encoding)


def cell(page, row, question=0):
    return page.all(f".rows tbody tr:nth-child({row + 1}) td")[question + 1].text.split("\n")


def visible(page):
    return [row.find_element("tag name", "th").text for row in page.all(".rows tbody tr") if row.is_displayed()]


def headings_of_rows(page, having):
    """The headings of the rows in which a cell is marked so, from the top."""
    rows = page.all(".rows tbody tr")
    return [row.find_element("tag name", "th").text for row in rows if row.find_elements("css selector", having)]


def to_table(page):
    page.tab_to(".rows td")


def by_keyboard(page, root, short):
    tables.fill(page, TABLE, QUESTIONS)
    tables.asked(page)
    answers = [decide(page.url, {"state": text, "questions": QUESTIONS})["answers"] for text in TEXTS]
    with check("rows are labelled with the keyboard alone: digits choose, and the next row follows"):
        page.script("document.getElementById('show').focus()")
        to_table(page)
        assert page.script(FOCUSED) == [0, 0]
        page.type("1")
        assert page.script(FOCUSED) == [1, 0] and "queue: 1 label" in page.text("#label-count"), page.text("#label-count")
        page.type("2", "3")
        assert page.script(FOCUSED) == [3, 0]
        page.type("k")
        assert page.script(FOCUSED) == [2, 0]
        page.type("0")
        page.type("j", Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ARROW_RIGHT)
        assert page.script(FOCUSED) == [3, 1]
        page.type("1", "2")
        page.type(Keys.HOME)
        assert page.script(FOCUSED) == [0, 1]
        page.type("7")
        assert page.script(FOCUSED) == [0, 1], "a digit without an option does nothing"
        for row, label in enumerate(("billing", "technical")):
            wanted = "right" if answers[row]["queue"]["choice"] == label else f"labelled {label}"
            assert cell(page, row)[-1] == wanted, (cell(page, row), wanted)
        assert len(cell(page, 2)) == 2, cell(page, 2)
        assert page.text("#label-said").startswith("Row 5: no."), page.text("#label-said")
    with check("the labels become a file as the commands read it"):
        lines = [json.loads(line) for line in downloaded(page, "#download-labels", "labels.jsonl").splitlines()]
        assert [line["state"] for line in lines] == [TEXTS[row] for row in (0, 1, 3, 4)], lines
        assert [line["gold"] for line in lines] == [{"queue": "billing"}, {"queue": "technical"}, {"angry": True}, {"angry": False}], lines
        assert lines[0]["questions"] == {"queue": QUESTION} and lines[3]["questions"] == {"angry": QUESTIONS["angry"]}, lines
        if short:
            say("skipped", "evaluate on these labels: part of the full form")
        else:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "labels.jsonl")
                file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
                jar = root / "server" / "target" / "decision-service.jar"
                run = subprocess.run(["java", "-jar", jar, "evaluate", file], capture_output=True, text=True, timeout=300, check=True)
                assert "4 labels on 4 rows" in run.stderr, run.stderr
    with check("labels stay over a reload, and rows with the same text have the same"):
        page.reload()
        page.until(lambda: page.find("#csv").get_attribute("value") == TABLE, "the table")
        page.write("#csv", TABLE + f"{TEXTS[0]},\n")
        tables.asked(page)
        assert "queue: 3 labels" in page.text("#label-count"), page.text("#label-count")
        assert cell(page, len(TEXTS))[-1] == cell(page, 0)[-1]
        assert not page.all("#answers.stale")


def filters(page):
    with check("only wrong, unsure and unlabelled rows are shown if they are asked for"):
        tables.fill(page, tables.labelled(24), {"queue": QUESTION})
        tables.asked(page)
        wrong = headings_of_rows(page, ".wrong")
        assert wrong and len(wrong) < 24
        page.write("#show", "wrong")
        page.script("document.getElementById('show').dispatchEvent(new Event('change'))")
        assert visible(page) == wrong and page.text("#show-says") == f"{len(wrong)} of 24 rows", (visible(page), wrong)
        page.write("#show", "unlabelled")
        page.script("document.getElementById('show').dispatchEvent(new Event('change'))")
        assert visible(page) == []
        page.write("#threshold", "0.9")
        page.write("#show", "unsure")
        page.script("document.getElementById('show').dispatchEvent(new Event('change'))")
        held = headings_of_rows(page, "td.held")
        assert held and visible(page) == held, (visible(page), held)
        assert "below 90 %" in page.text("#show [value=unsure]")
        page.write("#threshold", "0")
        page.write("#show", "all")
        page.script("document.getElementById('show').dispatchEvent(new Event('change'))")
        assert len(visible(page)) == 24
    with check("with a pointer: a cell is chosen, and a button labels it"):
        page.press(".rows tbody tr:nth-child(3) td:nth-of-type(2)")
        assert page.script(FOCUSED) == [2, 0] and page.text("#label-of") == "Row 3, queue: what is right?", page.text("#label-of")
        page.press("#label-options button:nth-child(2)")
        assert cell(page, 2)[-1] in ("right", "labelled technical") and page.script(FOCUSED) == [3, 0]
    with check("choosing the column of the right answers keeps the answers"):
        before = page.text("#status")
        page.script("document.getElementById('labels').open = true")
        page.write("#label-0", "-")
        assert not page.all("#answers.stale") and page.text("#status") == before
        # The text that was labelled by hand stands in three rows.
        assert page.text("#label-count").startswith("3 labels,"), page.text("#label-count")
        page.write("#label-0", "queue")
        assert page.text("#label-count").startswith("24 labels,"), page.text("#label-count")
    with check("nothing is learned on the page unless the service allows it"):
        page.until(lambda: "./serve learn" in page.text("#label-next"), "the command")
        assert not page.find("#learner").is_displayed()


def lines(page):
    with check("rows that learn --next has written are opened with their questions"), tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "next.jsonl")
        asked = {"gold": None, "now": "billing", "probability": 0.5, "question": QUESTION, "model": "english"}
        rows = [{**asked, "state": text} for text in TEXTS]
        rows[1]["gold"] = "technical"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        tables.fill(page, TABLE, QUESTIONS)
        page.find("#csv-file").send_keys(str(file))
        page.until(lambda: page.text("#csv-kind") == f"{len(TEXTS)} rows, 2 columns", "the rows")
        assert page.snippet()["questions"] == {"question": QUESTION} and page.snippet()["model"] == "english", page.snippet()
        tables.asked(page)
        assert page.text("#label-count").startswith("1 label,"), page.text("#label-count")
        page.script("document.getElementById('show').focus()")
        to_table(page)
        page.type("3")
        written = [json.loads(line) for line in downloaded(page, "#download-labels", "labels.jsonl").splitlines()]
        wanted = [
            {"state": TEXTS[row], "question": QUESTION, "gold": label, "model": "english"}
            for row, label in ((0, "shipping"), (1, "technical"))
        ]
        assert written == wanted, written
    angry = {"state": "x", "question": QUESTIONS["angry"]}
    with check("lines that this page cannot ask are refused with the line"), tempfile.TemporaryDirectory() as folder:
        for name, text, wanted in (
            ("other.jsonl", json.dumps(rows[0]) + "\n" + json.dumps(angry), "line 2: it asks \"question\" in other words"),
            ("broken.jsonl", json.dumps(rows[0]) + "\n{\n", "line 2: each line has to be a JSON object"),
            ("no.jsonl", '{"state": "x", "question": {"type": "other"}}\n', "line 1: this page cannot ask"),
        ):
            file = pathlib.Path(folder, name)
            file.write_text(text, encoding="utf-8")
            page.find("#csv-file").send_keys(str(file))
            page.until(lambda name=name: name in page.text("#csv-faults"), "the words")
            assert wanted in page.text("#csv-faults"), page.text("#csv-faults")
    with check("a refused file leaves no table, and what is said goes with the next one"), tempfile.TemporaryDirectory() as folder:
        tables.fill(page, TABLE, QUESTIONS)
        tables.asked(page)
        file = pathlib.Path(folder, "workbook.csv")
        file.write_bytes(b"PK\x03\x04 and so on")
        page.find("#csv-file").send_keys(str(file))
        page.until(lambda: "workbook.csv cannot be used: it is a workbook" in page.text("#csv-faults"), page.text("#csv-faults"))
        assert page.find("#csv").get_attribute("value") == "" and not page.all(".rows") and not page.find("#labels").is_displayed()
        page.find("#ask").click()
        assert page.script("return document.activeElement.id") == "csv" and "workbook.csv" in page.text("#csv-faults")
        long = pathlib.Path(folder, "long.csv")
        long.write_text("text\n" + "x" * 1_000_001, encoding="utf-8")
        page.find("#csv-file").send_keys(str(long))
        page.until(lambda: "long.csv cannot be used: it is too long for this page" in page.text("#csv-faults"), "the words")
        # The same name again, mended.
        file.write_text("text,queue\nWhere is it?,shipping\n", encoding="utf-8")
        page.find("#csv-file").send_keys(str(file))
        page.until(lambda: page.text("#csv-kind") == "1 row, 2 columns", "the table")
        assert not page.find("#csv-faults").is_displayed(), page.text("#csv-faults")


def letters(rows, seed):
    """Rows about nothing, and the team that each is for."""
    draw = random.Random(seed)
    for number in range(rows):
        team = ("alpha", "beta")[number % 2]
        yield " ".join(draw.choice(WORDS[team]) for _ in range(6)), team


def team_table(rows):
    """Rows of letters as a table with their teams, or without."""
    return "text,team\n" + "".join(f"{state},{team}\n" for state, team in rows)


def write_labels(file):
    """Labels from which `learn` learns something that no checkpoint knows."""
    rows = [{"state": state, "question": MEANINGLESS, "gold": team, "model": "english"} for state, team in letters(120, 1)]
    pathlib.Path(file).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def learned(page: Page):
    questions = {"team": TEAM, "angry": QUESTIONS["angry"]}
    rows = list(letters(24, 2))

    def alone(state):
        request = {"state": state, "questions": {"team": MEANINGLESS}, "model": "english", "learned": False}
        return decide(page.url, request)["answers"]["team"]

    def said(answer):
        return f"{answer['choice']}, {100 * answer['answer_confidence']:.0f} %"

    tables.fill(page, team_table(rows), questions)
    page.write("#model", "english")
    with check("where the service has learned, the table shows the checkpoint's own answer beside the learned one"):
        tables.asked(page)
        for row, (state, _) in enumerate(rows[:3]):
            assert cell(page, row)[2] == f"alone: {said(alone(state))}", (cell(page, row), alone(state))
        assert not any("alone" in text for text in cell(page, 0, 1)), cell(page, 0, 1)
        assert "right (the checkpoint alone: " in page.text("#label-count"), page.text("#label-count")
    with check("a single answer has it, too"):
        page.mode("one")
        page.write("#state", rows[0][0])
        page.find("#ask").click()
        page.until(lambda: page.all(".answer .alone") and not page.all("#answers.stale"), "the words")
        wanted = f"This answer was learned from labels. The checkpoint alone answers: {said(alone(rows[0][0]))}"
        assert page.text(".answer .alone") == wanted, page.text(".answer .alone")
        assert len(page.all(".answer .alone")) == 1


if __name__ == "__main__":
    import sys

    write_labels(sys.argv[1])
