"""Labels by touch and by keyboard: on every width the buttons stay in sight with the row that they label, and the page says how
many labels there are on the way to enough."""

import json

import labelling
import tables
from everybody import THEMES, WIDTHS
from harness import check

ROWS = 110
ENOUGH = 100
# How many of the buttons, and whether the cell that is labelled, can be seen and pressed.
REACHABLE = """
const reached = (one) => {
  const box = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
};
return [[...document.querySelectorAll('#label-options button')].filter(reached).length, reached(document.activeElement)];
"""
SMALLEST = "return Math.min(...[...document.querySelectorAll('#label-options button')].map((one) => one.offsetHeight))"


def unlabelled():
    """A table of texts that differ."""
    return "text,queue\n" + "".join(f"Ticket {n}: {list(tables.TEXTS)[n % 6]},\n" for n in range(ROWS))


def labels(page):
    questions = {"queue": labelling.QUESTION}
    with check("a hundred rows are labelled by touch on a phone, with the buttons and the rows in sight"):
        page.size(375, 667)
        page.touch(True)
        tables.fill(page, unlabelled(), questions)
        tables.asked(page)
        page.press(".rows tbody tr:nth-child(1) td:nth-of-type(2)")
        assert page.script(SMALLEST) >= 44 and not page.find(".keys-here").is_displayed(), page.script(SMALLEST)
        for row in range(ENOUGH):
            assert page.script(labelling.FOCUSED) == [row, 0], (row, page.script(labelling.FOCUSED))
            assert page.script(REACHABLE) == [4, True], (row, page.script(REACHABLE))
            assert page.text("#label-progress-says") == f"{row} of 100 labels", page.text("#label-progress-says")
            page.tap(f"#label-options button:nth-child({row % 3 + 1})")
        assert page.text("#label-progress-says") == "100 of 100 labels", page.text("#label-progress-says")
        assert page.find("#label-progress").get_attribute("value") == "100"
        lines = [json.loads(line) for line in labelling.downloaded(page, "#download-labels", "labels.jsonl").splitlines()]
        assert [line["gold"]["queue"] for line in lines] == [list(tables.TEAMS)[row % 3] for row in range(ENOUGH)], lines[:3]
    page.touch(False)
    for width in WIDTHS:
        for theme in THEMES:
            with check(f"at {width} pixels, {theme}, the keyboard labels rows of which none is covered"):
                page.size(width, 700)
                page.prefer(theme)
                page.press(".rows tbody tr:nth-child(1) td:nth-of-type(2)")
                for row in range(20):
                    assert page.script(REACHABLE) == [4, True], (row, page.script(REACHABLE))
                    page.type("j" if row % 2 else "1")
    page.prefer("light")
    page.size(1280, 900)
