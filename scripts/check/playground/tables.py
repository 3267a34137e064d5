"""A table of rows, its answers as CSV, the threshold that its labels support; and two sides of one request."""

import csv
import json
import math
import pathlib
import subprocess
import tempfile
import time

from front import front
from harness import agrees, check, decide, near, say, shown
from page import Page

ROWS = """ticket;team;angry
"I was charged twice; refund me";billing;no
"He said ""never again""
and left";other;yes
=HYPERLINK("x");shipping;no
;billing;no
"""
QUESTIONS = {
    "team": {
        "type": "choice",
        "instructions": "Which team should handle this?",
        "criteria": {"billing": "payments", "shipping": "parcels", "other": None},
    },
    "angry": {"type": "noul", "instructions": "The customer is angry."},
}
TEXTS = {
    "I was charged twice; refund me.": "billing",
    "The app crashes when I log in.": "technical",
    "Where is my parcel?": "shipping",
    "My invoice is wrong.": "billing",
    "The login page shows an error.": "technical",
    "The box came crushed.": "shipping",
}
UNCLEAR = ("Hello?", "I want to change my address.")
TEAMS = ("billing", "technical", "shipping")


def fill(page, text, questions):
    """The page with a table and these questions, not asked yet."""
    page.driver.get("about:blank")
    page.driver.get(page.url + "/docs/try")
    page.answered(3)
    page.mode("table")
    while page.all("#questions > li"):
        page.press("#questions > li .first > .remove")
    for number, (name, question) in enumerate(questions.items(), 1):
        page.press(f"[data-type={question['type']}].add")
        at = f"#questions > li:nth-child({number}) "
        page.write(at + ".name", name)
        page.write(at + ".instructions", question["instructions"])
        for row, (label, meaning) in enumerate((question.get("criteria") or {}).items(), 1):
            if row > len(page.all(at + ".options li")):
                page.press(at + ".more")
            page.write(f"{at}.options li:nth-child({row}) .option", label)
            page.write(f"{at}.options li:nth-child({row}) .description", meaning or "")
    page.write("#csv", text)


def asked(page):
    page.find("#ask").click()
    # A thousand rows take some seconds, and minutes beside other work.
    page.until(lambda: " in " in page.text("#status") and not page.find("#progress").is_displayed(), "the rows", 300)


def exported(page, folder):
    """The table as the page saves it, as rows of cells."""
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    page.find("#download").click()
    file = pathlib.Path(folder, "answers.csv")
    for _ in range(300):
        if file.exists():
            break
        time.sleep(0.1)
    text = file.read_bytes().decode("utf-8-sig")
    file.unlink()
    return list(csv.reader(text.splitlines(keepends=True), delimiter=";" if text.count(";") > text.count(",") else ","))


def table(page, service):
    with check("a pasted table is asked row by row, with quotes, line breaks, and semicolons"):
        fill(page, ROWS, QUESTIONS)
        assert page.text("#csv-kind") == "4 rows, 3 columns", page.text("#csv-kind")
        assert page.find("#column").get_attribute("value") == "ticket"
        asked(page)
        states = [cell.text for cell in page.all(".rows .state")]
        assert states[1] == 'He said "never again" and left', states
        wanted = decide(service, {"state": "I was charged twice; refund me", "questions": QUESTIONS})["answers"]
        cells = [cell.text.split("\n") for cell in page.all(".rows tbody tr:first-child td")][1:]
        assert cells[0][0] == wanted["team"]["choice"] and near(cells[0][1], wanted["team"]["answer_confidence"]), cells
        assert cells[0][2] == ("right" if wanted["team"]["choice"] == "billing" else "labelled billing"), cells
        assert page.text(".rows tbody tr:nth-child(4) .row-fault") == "This row is empty."
        assert page.text("#table-says") == "3 rows answered, 1 refused", page.text("#table-says")
    with check("the export has the cells that were there, the answers and their probabilities"), tempfile.TemporaryDirectory() as folder:
        head, *rows = exported(page, folder)
        assert head == [
            "ticket",
            "team",
            "angry",
            "team: answer",
            "team: on this answer",
            "team: billing",
            "team: shipping",
            "team: other",
            "angry: answer",
            "angry: on this answer",
            "angry: yes",
            "angry: no",
            "error",
        ], head
        assert rows[2][0] == '=HYPERLINK("x")' and rows[1][0] == 'He said "never again"\nand left', rows
        for row in (row for row in rows if row[-1] == ""):
            state = row[0]
            answers = decide(service, {"state": state, "questions": QUESTIONS})["answers"]
            assert row[3] == answers["team"]["choice"] and row[8] == ("yes" if answers["angry"]["noul"] >= 0.5 else "no"), (
                row,
                answers,
            )
            for at, label in enumerate(("billing", "shipping", "other")):
                assert abs(float(row[5 + at].replace(",", ".")) - answers["team"]["probabilities"][label]) < 1e-9, (row, answers)
            assert abs(float(row[10].replace(",", ".")) - answers["angry"]["noul"]) < 1e-9
        assert rows[3][3:] == [""] * 9 + ["This row is empty."], rows[3]
    with check("the threshold marks cells, too"):
        page.write("#threshold", "1")
        assert len(page.all(".rows td.held")) >= 5 and "held back" in page.text("#threshold-says")
    with check("a row as a document has no right answers in it"):
        page.write("#column", "*")
        assert page.snippet()["state"] == {"ticket": "I was charged twice; refund me"}, page.snippet()
    with check("a row that the service refuses is refused alone"):
        fill(page, "text,other\n" + f"Where is it?,1\n{'x' * 50_001},2\nThe box is crushed.,3\n", {"angry": QUESTIONS["angry"]})
        asked(page)
        assert "state too large" in page.text(".rows tbody tr:nth-child(2) .row-fault")
        assert page.text("#table-says") == "2 rows answered, 1 refused"
    with check("a fault of the questions ends it, at its field"):
        page.script("document.getElementById('controls').open = true")
        page.write("#max_len", "1")
        page.find("#ask").click()
        page.until(lambda: "max_len" in page.fault_of("#max_len"), "the fault")
        page.write("#max_len", "")


def bounds(page):
    with check("a table has bounds, which are said"):
        fill(page, "text,n\n" + "".join(f"Where is my parcel {n}?,7\n" for n in range(1200)), {"angry": QUESTIONS["angry"]})
        assert page.text("#csv-kind") == "1,000 rows, 2 columns", page.text("#csv-kind")
        assert "the first 1,000 of 1,200 rows" in page.text("#csv-beyond"), page.text("#csv-beyond")
    with check("it can be stopped, and tells how far it came"):
        # In the page, because on a busy machine the rows are answered before a click from here arrives.
        page.script(
            "const look = setInterval(() => { if (document.getElementById('done').value >= 16) {"
            " clearInterval(look); document.getElementById('stop').click(); } }, 5);"
        )
        page.find("#ask").click()
        page.until(lambda: page.text("#status").startswith("Stopped after"), "the end")
        assert "not asked" in page.text("#table-says"), page.text("#table-says")
    with check("an edit marks the table's answers as old"):
        page.write("#csv", "text\nShort.\n")
        assert page.all("#answers.stale")
    with check("the key of a service is asked for before a table"), front(page.url, "/k", "the key") as url:
        other = Page(page.driver, url)
        page.driver.get(url + "/docs/try")
        page.until(lambda: page.find("#key").is_displayed(), "the field")
        other.mode("table")
        page.find("#csv-example").click()
        page.find("#ask").click()
        page.until(lambda: page.find("#problem").is_displayed(), "the refusal")
        page.find("#key").send_keys("the key")
        asked(other)
        assert len(page.all(".rows tbody tr")) == 7 and not page.all(".row-fault")


def labelled(rows):
    """A table in which a quarter of the rows is unclear and mostly labelled otherwise, so that a threshold has something to
    hold back."""
    texts = [*TEXTS, *UNCLEAR]
    cells = [(texts[n % 8], TEXTS.get(texts[n % 8], TEAMS[n // 8 % 3])) for n in range(rows)]
    return "text,queue\n" + "".join(f"{text},{label}\n" for text, label in cells)


def wanted(page, accuracy, says):
    """Asks for an accuracy, in percent, until the page says this."""
    page.write("#accuracy", accuracy)
    page.script("document.getElementById('accuracy').dispatchEvent(new Event('change'))")
    page.until(lambda: says in page.text("#found"), says)


def threshold(page, root, short):
    criteria = {"billing": "payments and refunds", "technical": "errors and login", "shipping": "parcels"}
    questions = {"queue": {"type": "choice", "instructions": "Which team should handle this?", "criteria": criteria}}
    text = labelled(300)
    with check("labels in the table give the threshold of the accuracy asked for"):
        fill(page, text, questions)
        asked(page)
        page.until(lambda: page.text("#found"), "what the accuracy that is there says")
        wanted(page, "99.9", "No threshold: these labels can promise")
        wanted(page, "85", "Hold back below")
        found = round(float(page.text("#found b").removeprefix("Hold back below ").removesuffix(" %")) / 100, 4)
        said = page.text("#found")
        page.find("#found button").click()
        assert abs(float(page.find("#threshold").get_attribute("value")) - found) < 0.006
    with check("an accuracy that the labels do not support is said to be"):
        wanted(page, "99.9", "No threshold: these labels can promise")
    if short:
        say("skipped", "the threshold beside that of ./serve evaluate: part of the full form")
        return
    with check("it is the threshold that ./serve evaluate names"), tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        (at / "labels.csv").write_text(text.replace("text,queue", "state,queue"))
        (at / "questions.json").write_text(json.dumps(questions))
        command = ["java", "-jar", root / "server" / "target" / "decision-service.jar", "evaluate", at / "labels.csv"]
        command += ["--questions", at / "questions.json", "--json", at / "out.json", "--wanted", "0.85"]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        [question] = json.loads((at / "out.json").read_text())["questions"]
        assert question["threshold"]["min_confidence"] == found, (question["threshold"], said)
        least = math.floor(100 * question["threshold"]["accuracy_at_least"])
        assert f"Of new answers that count, at least {least} %" in said, (question["threshold"], said)


def side_by_side(page, service):
    with check("two wordings side by side are what the service answers to each"):
        page.open()
        page.mode("compare")
        page.until(lambda: "Both sides ask the same" in page.text("#answers"), "the hint")
        page.write("#questions > li:nth-child(3) .other", "The customer is happy.")
        page.until(lambda: len(page.all(".answer")) == 3 and not page.all("#answers.stale"), "both sides")
        body = page.snippet()
        first = decide(service, body)["answers"]
        body["questions"]["refund"]["instructions"] = "The customer is happy."
        second = decide(service, body)["answers"]
        texts = page.script(
            "return [...document.querySelectorAll('.answer:nth-child(3) .bars .number > span:not(.unseen)')].map(part => part.textContent)"
        )
        pairs = zip(shown(first["refund"]).values(), shown(second["refund"]).values(), strict=True)
        wanted = [p for pair in pairs for p in pair]
        assert all(near(text.split(": ")[-1], p) for text, p in zip(texts, wanted, strict=True)), (texts, wanted)
        assert (
            page.text("#status") == "1 of 3 answers differs" and page.text(".answer:nth-child(3) .verdict") == "different answers"
        )
    with check("two checkpoints side by side are named"):
        page.write("#questions > li:nth-child(3) .other", "")
        page.write("#model-b", "multilingual")
        page.until(lambda: "B: Answered by multilingual" in page.text("#routing"), "the checkpoints")
        assert "A: Answered by english" in page.text("#routing")
    with check("back with one text, the page asks as before"):
        page.mode("one")
        page.answered(3)
        agrees(page.bars(), decide(service, page.snippet())["answers"])
