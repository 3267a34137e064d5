"""From labels by hand to files that a service answers by, on the page alone, where the service may learn."""

import io
import re
import time

import everybody
import labelling
import tables
from harness import check, decide, say
from page import Page
from PIL import Image
from selenium.webdriver.common.keys import Keys

ROWS = 100
SEED = 3
# Learning that does not end until it is stopped.
ENDLESS = """
const real = window.fetch;
window.fetch = (url, options) => String(url).includes('/try/learn?')
  ? new Promise((_, refuse) => options.signal.addEventListener('abort', () => refuse(new DOMException('', 'AbortError'))))
  : real(url, options);
"""
BUSY = "return [document.getElementById('learn').disabled, document.activeElement.id, document.getElementById('learning-says').textContent]"


def label(page, rows):
    """Labels rows with the keyboard alone, from the one that is focused."""
    page.type(*("1" if team == "alpha" else "2" for _, team in rows))


def picture(page, file):
    """A picture of the panel alone: the page above it is as long as the table."""
    page.script("document.getElementById('learner').scrollIntoView({block: 'start'})")
    shot = Image.open(io.BytesIO(page.find("#learner").screenshot_as_png)).convert("RGB")
    shot.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)


def learn(page: Page, folder, short, shots):
    # With this seed no two rows are alike.
    rows = list(labelling.letters(ROWS, SEED))
    assert len(set(rows)) == ROWS
    tables.fill(page, labelling.team_table((state, "") for state, _ in rows), {"team": labelling.TEAM})
    page.write("#model", "english")
    asked = {"state": rows[0][0], "questions": {"team": labelling.MEANINGLESS}, "model": "english"}
    before = decide(page.url, asked)["answers"]
    with check("from ten labels on the page offers to learn"):
        tables.asked(page)
        page.script("document.getElementById('show').focus()")
        labelling.to_table(page)
        label(page, rows[:9])
        page.until(lambda: "at least 10 labels" in page.text("#label-next"), page.text("#label-next"))
        assert not page.find("#learner").is_displayed()
        label(page, rows[9:10])
        page.until(lambda: page.find("#learner").is_displayed(), "the panel")
        assert page.text("#label-next") == "Next: have the service learn from these labels.", page.text("#label-next")
    with check(f"{ROWS} labels are learned from with the keyboard alone, and the result is said in words"):
        label(page, rows[10:])
        assert page.text("#label-count").startswith(f"{ROWS} labels,"), page.text("#label-count")
        page.find("#label-next a").send_keys(Keys.ENTER)
        assert page.script("return document.activeElement.id") == "learner-title"
        page.tab_to("#learn")
        began = time.monotonic()
        page.type(Keys.ENTER)
        page.until(lambda: page.all("#learned .found"), "the result")
        seconds = time.monotonic() - began
        said = page.text("#learned")
        assert re.search(rf"\bteam\n\d+ of {ROWS} right instead of \d+; learned from {ROWS} labels\.", said), said
        assert "For 90 % right answers: min_confidence " in said and "100 labels instead of 50 brought" in said, said
        assert page.text("#learned .setting") == "SERVICE_FITTED=learned.safetensors,thresholds.json", said
        assert page.text("#learning-says") == "Learned 1 of 1 question." and not page.find("#learning").is_displayed()
        assert page.script("return document.activeElement.id") == "learner-title"
        say("passed", f"learned from {ROWS} labels within {seconds:.1f} s")
    with check("what was learned is for whoever downloads it: the service answers as before"):
        assert decide(page.url, asked)["answers"] == before
    with check("what was learned and the thresholds are downloaded"):
        learned = labelling.saved(page, "#download-learned", folder / "learned.safetensors")
        thresholds = labelling.saved(page, "#download-thresholds", folder / "thresholds.json")
        assert b"Which team?" in learned and b"min_confidence" in thresholds, (learned[:200], thresholds)
    looked_at(page, "what was learned", short, folder)
    if shots:
        with check("a picture: what was learned"):
            picture(page, shots / "learn-1280.png")
    with check("a label that changes afterwards is said to be missing from the result"):
        page.press(".rows tbody tr:nth-child(1) td:nth-of-type(2)")
        page.type("0")
        page.until(lambda: "The labels have changed since." in page.text("#learning-says"), "the words")
        page.press(".rows tbody tr:nth-child(1) td:nth-of-type(2)")
        page.type("1")
        page.until(lambda: page.script("return document.getElementById('learning-says').textContent") == "", "no words")
    with check("a wrong label is named, and its row shown although it was hidden"):
        page.press(".rows tbody tr:nth-child(5) td:nth-of-type(2)")
        page.type("2")
        page.write("#show", "unlabelled")
        page.press("#learn")
        page.until(lambda: page.all("#learned .doubts li"), "the labels that the others contradict")
        doubted = page.text("#learned .doubts li")
        assert re.fullmatch(r"Row 5 is labelled beta; the others say alpha \(\d+ %\)", doubted), doubted
        looked_at(page, "a label that is contradicted", short, folder)
        page.press("#learned .doubts button")
        assert page.script("return document.activeElement.closest('tr').rowIndex") == 5
        page.type("1")
        page.until(lambda: "The labels have changed since." in page.text("#learning-says"), "the words")
    with check("learning is stopped, and the focus is back at the button"):
        page.script(ENDLESS)
        page.press("#learn")
        assert page.script(BUSY) == [True, "stop-learning", "Learning from the labels …"], page.script(BUSY)
        assert page.find("#learning").is_displayed() and not page.all("#learned .found")
        looked_at(page, "while it learns", short, folder)
        page.type(Keys.ENTER)
        assert page.script(BUSY) == [False, "learn", "Stopped."], page.script(BUSY)
        assert not page.find("#learning").is_displayed() and not page.find("#stop-learning").is_displayed()
    with check("labels that teach nothing leave nothing to download"):
        # Every other label of one option is no lesson about these states.
        same = [(state, "alpha") for state, _ in rows[:12]]
        tables.fill(page, labelling.team_table(same), {"team": labelling.TEAM})
        tables.asked(page)
        page.until(lambda: page.find("#learner").is_displayed(), "the panel")
        page.press("#learn")
        page.until(lambda: page.all("#learned .found"), "the result")
        assert "every row is labelled 'alpha'" in page.text("#learned"), page.text("#learned")
        assert page.text("#learning-says").startswith("Nothing was learned"), page.text("#learning-says")
        assert not page.all("#download-learned, #download-thresholds, #learned .setting")
    looked_at(page, "nothing was learned", short, folder)


def looked_at(page, state, short, folder):
    everybody.learned(page, short, state)
    for width in (375, 1280):
        for theme in everybody.THEMES:
            page.size(width, 900)
            page.prefer(theme)
            picture(page, folder / f"{state.replace(' ', '-')}-{theme}-{width}.png")
    page.size(1280, 900)
    page.prefer("light")
