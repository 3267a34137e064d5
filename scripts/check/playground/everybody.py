"""Every state of the page, and the report of evaluate, at three widths, light and dark: axe-core finds nothing, nothing
sticks out, and the button and the answers are at hand."""

import os
import pathlib
import tempfile

from front import front
from harness import check, say
from page import Page
from tables import ROWS

WIDTHS = (375, 768, 1280)
THEMES = ("light", "dark")
AXE = """
const [done] = arguments;
const at = (node) => `${node.target} ${node.failureSummary}`;
axe.run(document, {resultTypes: ['violations']}).then(
  (found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map(at).slice(0, 3).join(' | ')}`)),
  (error) => done([String(error)]));
"""
STICKS_OUT = """
return [...document.querySelectorAll('main *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest('.scroll, pre'))
  .slice(0, 5).map((one) => `${one.tagName}.${one.className}`)
"""
CLIPPED = """
const canvas = document.createElement('canvas').getContext('2d');
const ARROW = 16;
return [...document.querySelectorAll('select')].filter((select) => select.offsetParent).filter((select) => {
  const style = getComputedStyle(select);
  canvas.font = style.font;
  const text = Math.max(...[...select.options].map((option) => canvas.measureText(option.text).width));
  return text + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + ARROW > select.clientWidth;
}).map((select) => select.id)
"""
CUT_OFF = """
return [...document.querySelectorAll('#bar > *')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth).length
"""
IN_SIGHT = """
const at = document.querySelector(arguments[0]).getBoundingClientRect();
return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight
"""


def empty(page):
    page.open()
    page.find("#empty").click()


def answered(page):
    page.open()
    page.write("#threshold", "0.6")
    page.script("document.getElementById('controls').open = document.getElementById('meaning').open = true")


def unread(page):
    page.open()
    page.write("#state", "Guten Tag, mein Paket ist seit einer Woche nicht angekommen. Wo bleibt es?")
    page.write("#threshold", "0.3")
    page.until(lambda: page.all(".unread") and not page.all("#answers.stale"), "the word about the language")


def faulty(page):
    page.open()
    page.write("#max_len", "1")
    page.write("#questions > li:nth-child(1) .name", "")
    page.until(lambda: page.all("[data-fault]"), "the fault")


def refused(page):
    page.open()
    page.write("#max_len", "1")
    page.until(lambda: page.find("#problem").is_displayed(), "the refusal")


def half_json(page):
    page.open()
    page.write("#state", '{"a": ')
    page.until(lambda: page.find("#broken").is_displayed() and page.all("#state[aria-invalid]"), "the word")


def table(page):
    page.open()
    page.mode("table")
    page.find("#csv-example").click()
    page.script("document.getElementById('labels').open = true")
    page.write("#threshold", "0.6")
    page.find("#ask").click()
    page.until(lambda: page.find("#finder").is_displayed() and page.all(".found"), "the table")


def labelled(page):
    table(page)
    page.script("document.querySelector('.rows td[tabindex=\"0\"]').focus()")
    page.type("1", "2")
    page.until(lambda: page.find("#download-labels").is_displayed(), "the labels")


def rows_refused(page):
    table(page)
    page.write("#csv", ROWS)
    page.find("#ask").click()
    page.until(lambda: page.all(".row-fault") and " in " in page.text("#status"), "the row")


def compare(page):
    page.open()
    page.mode("compare")
    page.write("#questions > li:nth-child(3) .other", "The customer is happy.")
    page.until(lambda: len(page.all(".answer")) == 3 and not page.all("#answers.stale"), "both sides")


def trial(page):
    """Two wordings on the rows of the table."""
    table(page)
    page.mode("compare")
    page.write("#state", "Where is my parcel?")
    page.write("#questions > li:nth-child(1) .options li:nth-child(1) .other-option", "invoices")
    page.until(lambda: page.find("#try").is_displayed(), "the button")
    page.press("#try")
    page.until(lambda: page.all("#trial-found .found") and not page.all("#answers.stale"), "the result")


def file_refused(page):
    table(page)
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(b"PK\x03\x04")
        file.flush()
        page.find("#csv-file").send_keys(file.name)
        page.until(lambda: "cannot be used" in page.text("#csv-faults"), "the words")


def beyond(page):
    table(page)
    page.write("#csv", "text,queue\n" + "Where is my parcel?,shipping\n" * 1_200)
    page.until(lambda: page.find("#csv-beyond").is_displayed(), "the command")


def nameless(page):
    page.open()
    page.press("#questions > li:nth-child(1) .more")
    page.until(lambda: page.all("[data-fault]"), "the fault")


def gallery(page):
    page.open()
    page.find("#open-gallery").click()


def history(page):
    page.open()
    page.find("#ask").click()
    page.answered(3)
    page.find("#open-history").click()
    page.until(lambda: page.all("#history-list li"), "the history")


def said(page):
    page.open()
    page.write("#state", "x" * 20_000)
    page.find("#link").click()
    page.until(lambda: page.text("#said"), "the words")


STATES = (
    *(empty, answered, unread, faulty, nameless, refused, half_json, table, labelled, rows_refused, file_refused, beyond),
    *(compare, trial, gallery, history, said),
)


def axe(page, name, short):
    page.script(pathlib.Path(os.environ["AXE"]).read_text(encoding="utf-8"))
    for width in WIDTHS:
        for theme in THEMES:
            if short and (width, theme) not in ((375, "light"), (1280, "dark")):
                continue
            with check(f"axe-core finds nothing, nothing sticks out: {name}, {width} pixels, {theme}"):
                page.size(width, 900)
                page.prefer(theme)
                violations = page.driver.execute_async_script(AXE)
                assert not violations, violations
                wide = page.script("return document.documentElement.scrollWidth")
                assert wide == width, (wide, width, page.script(STICKS_OUT))
    page.size(1280, 900)
    page.prefer("light")


def states(page, service, short):
    if not os.environ.get("AXE"):
        say("skipped", "axe-core: npm is missing")
        return
    for state in (answered, table, labelled, gallery) if short else STATES:
        with check(f"the page comes to this state: {state.__name__.replace('_', ' ')}"):
            page.size(1280, 900)
            state(page)
        axe(page, state.__name__.replace("_", " "), short)
    if short:
        say("skipped", "the other states, widths and themes: part of the full form")
        return
    with front(service, "/p") as url:
        other = Page(page.driver, url)
        other.open()
    page.write("#state", "Asked of nobody.")
    page.until(lambda: "did not answer" in page.text("#problem"), "the alert")
    axe(page, "the service is gone", short)
    with front(service, "/p", "the key") as url:
        page.driver.get(url + "/docs/try")
        page.until(lambda: page.find("#key").is_displayed(), "the field")
        axe(page, "a key is asked for", short)
    page.driver.get(service + "/docs")
    page.until(lambda: page.all("section"), "the description")
    axe(page, "the interface", short)


def learned(page, short, state="a learned answer"):
    """What is on the page: an answer beside that of the checkpoint alone, or what labels taught."""
    if os.environ.get("AXE"):
        axe(page, state, short)


def reports(page, files, short, command="evaluate"):
    """Pages that `evaluate --report` or `learn --report` has written."""
    if not os.environ.get("AXE"):
        say("skipped", "axe-core on the reports: npm is missing")
        return
    for file in files:
        page.driver.get(file.resolve().as_uri())
        with check(f"the report {file.name} has its pictures, what to do next, and nothing from elsewhere"):
            assert len(page.all("svg")) >= (2 if command == "evaluate" else 1), page.all("svg")
            assert page.all("ol.steps li"), "what to do next"
            assert not page.script("return performance.getEntriesByType('resource').map((one) => one.name)")
        page.script("for (const one of document.querySelectorAll('details')) one.open = true")
        axe(page, f"the report {file.name} of {command}", short)


def at_hand(page):
    for width in (375, 768):
        with check(f"at {width} pixels the button and the answers in short are in sight, and the answers one tap away"):
            page.size(width, 700)
            page.open()
            assert page.script(IN_SIGHT, "#ask") and page.script(IN_SIGHT, "#jump")
            assert page.text("#jump") == "billing · 1.35 · yes", page.text("#jump")
            page.find("#jump").click()
            page.until(lambda: page.script(IN_SIGHT, "#answers-title"), "the answers")
            assert page.script("return document.activeElement.id") == "answers-title" and page.script(IN_SIGHT, "#ask")
            assert "#" not in page.driver.current_url
    with check("at 375 pixels the links are on one line, light and dark, and nothing in the bar is cut off"):
        page.size(375, 700)
        for theme in THEMES:
            page.prefer(theme)
            page.open()
            tops = page.script("return [...document.querySelectorAll('nav .tool')].map(one => one.getBoundingClientRect().top)")
            assert len(tops) == 5 and len(set(tops)) == 1, (theme, tops)
            assert not page.script(CUT_OFF), page.text("#jump")
        long = "billing, payments and whatever else has to do with money"
        page.write("#questions > li:nth-child(1) .options li:nth-child(1) .option", long)
        page.answered(3)
        assert page.text("#jump") == "3 answers" and not page.script(CUT_OFF), page.text("#jump")
        page.mode("compare")
        page.write("#questions > li:nth-child(3) .other", "The customer is happy.")
        page.until(lambda: page.text("#jump") in ("1 of 3 answers differs", "1 differs"), "both sides")
        assert not page.script(CUT_OFF), page.text("#jump")
        page.prefer("light")
    with check("no select is clipped"):
        for width in WIDTHS:
            page.size(width, 900)
            page.open()
            page.script("document.getElementById('controls').open = true")
            clipped = page.script(CLIPPED)
            assert not clipped, (width, clipped)
    page.size(1280, 900)
