"""Questions and options worded for side B, on one text and on the labelled rows of the page's own table."""

import json
import pathlib
import subprocess
import tempfile

import labelling
import tables
from harness import check, decide, near

CRITERIA = {"billing": "payments and refunds", "technical": "errors and login", "shipping": "parcels"}
OTHERS = {"money": "payments and refunds", "technical": "errors, login, and an app that fails", "delivery": "everything about parcels"}


def reword(page):
    """Words the options of the first question for side B, one of them by its meaning alone."""
    for row, (name, meaning) in enumerate(OTHERS.items(), 1):
        at = f"#questions > li:nth-child(1) .options li:nth-child({row}) "
        if name not in CRITERIA:
            page.write(at + ".other-option", name)
        if meaning not in CRITERIA.values():
            page.write(at + ".other-description", meaning)


def options(page, service):
    with check("options are worded for side B, and stand beside those of side A by their place"):
        tables.fill(page, "", {"queue": labelling.QUESTION, "angry": labelling.QUESTIONS["angry"]})
        page.mode("compare")
        page.write("#state", "The box came crushed.")
        reword(page)
        page.write("#questions > li:nth-child(2) .options li:nth-child(1) .other-option", "calm words do not count")
        page.until(lambda: len(page.all(".answer")) == 2 and not page.all("#answers.stale"), "both sides")
        body = page.snippet()
        first = decide(service, body)["answers"]
        body["questions"]["queue"]["criteria"] = OTHERS
        body["questions"]["angry"]["criteria"] = {"true": "calm words do not count"}
        second = decide(service, body)["answers"]
        bars = page.all(".answer:nth-child(1) .bars li")
        labels = [f"{a} / {b}" if a != b else a for a, b in zip(CRITERIA, OTHERS, strict=True)]
        assert [bar.find_element("class name", "label").text for bar in bars] == labels, labels
        for bar, a, b in zip(bars, CRITERIA, OTHERS, strict=True):
            texts = [part.get_attribute("textContent").split(": ")[-1] for part in bar.find_elements("css selector", ".number > span")]
            wanted = (first["queue"]["probabilities"][a], second["queue"]["probabilities"][b])
            assert all(near(text, p) for text, p in zip(texts, wanted, strict=True)), (texts, wanted)
        shares = [part.get_attribute("textContent").split(": ")[-1] for part in page.all(".answer:nth-child(2) .number > span")]
        wanted = [p for noul in (first["angry"]["noul"], second["angry"]["noul"]) for p in (noul, 1 - noul)]
        assert all(near(shares[2 * (at % 2) + at // 2], p) for at, p in enumerate(wanted)), (shares, wanted)
    with check("two options of side B with one name are a fault at the second"):
        page.write("#questions > li:nth-child(1) .options li:nth-child(2) .other-option", "money")
        at = "#questions > li:nth-child(1) .options li:nth-child(2) .other-option"
        page.until(lambda: page.fault_of(at) == "Another option has this name.", "the fault")
        page.write(at, "")


def on_labels(page, root, short):
    text = tables.labelled(48)
    with check("the two wordings are asked about the labelled rows, and what is right of each is counted"):
        tables.fill(page, text, {"queue": labelling.QUESTION})
        page.mode("compare")
        page.write("#state", "Where is it?")
        assert not page.find("#try").is_displayed()
        reword(page)
        page.until(lambda: page.find("#try").is_displayed(), "the button")
        assert page.text("#try") == "Ask both about 48 rows", page.text("#try")
        page.press("#try")
        page.until(lambda: page.all("#trial-found .found"), "the result")
        said = page.text("#trial-found")
        rows = [line.rsplit(",", 1) for line in text.splitlines()[1:]]
        sides = []
        for criteria in (CRITERIA, OTHERS):
            question = {**labelling.QUESTION, "criteria": criteria}
            places = {
                state: list(criteria).index(decide(page.url, {"state": state, "questions": {"q": question}})["answers"]["q"]["choice"])
                for state in {state for state, _ in rows}
            }
            sides.append([places[state] == list(CRITERIA).index(label) for state, label in rows])
        a, b = map(sum, sides)
        only_a, only_b = (sum(x and not y for x, y in zip(*order, strict=True)) for order in (sides, sides[::-1]))
        wanted = f"Of 48 labelled answers, A has {a} right and B {b}: {only_a} only A, {only_b} only B."
        assert said.split("\n")[1] == wanted, (said, wanted)
    if short:
        return
    with check("where only meanings are worded, it is the verdict of ./serve compare"), tempfile.TemporaryDirectory() as folder:
        for row in range(1, 4):
            page.write(f"#questions > li:nth-child(1) .options li:nth-child({row}) .other-option", "")
        page.until(lambda: page.find("#try").is_displayed(), "the button")
        page.press("#try")
        page.until(lambda: page.all("#trial-found .found"), "the result")
        meanings = dict(zip(CRITERIA, OTHERS.values(), strict=True))
        for name, criteria in (("a.json", CRITERIA), ("b.json", meanings)):
            pathlib.Path(folder, name).write_text(json.dumps({"queue": {**labelling.QUESTION, "criteria": criteria}}))
        pathlib.Path(folder, "labels.csv").write_text(text.replace("text,queue", "state,queue"))
        command = ["java", "-jar", root / "server" / "target" / "decision-service.jar", "compare"]
        command += ["questions=a.json", "questions=b.json", "labels.csv"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        said = page.text("#trial-found")
        assert said.split("\n")[2] in run.stdout, (said, run.stdout, run.stderr)
