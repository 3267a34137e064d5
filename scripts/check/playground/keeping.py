"""What the page keeps and passes on: links, the history, reloads, the examples."""

import base64
import json

from harness import check
from page import Page, browser

HOSTILE = "<img src=x onerror=\"document.title='owned'\">"


def encoded(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def visit(page, fragment):
    page.driver.get("about:blank")
    page.driver.get(page.url + "/docs/try#request=" + fragment)
    page.until(lambda: page.text("#said"), "a word about the link")


def links(page):
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    with check("a link carries the request, and opening it sends nothing"):
        page.open()
        page.write("#state", "Größe \U0001f4e6 doesn't fit.")
        page.write("#threshold", "0.4")
        page.answered(3)
        wanted = page.snippet()
        page.find("#link").click()
        page.until(lambda: page.text("#said").startswith("Link copied"), "the button to say so")
        link = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        assert link.startswith(page.url + "/docs/try#request="), link
        page.driver.get("about:blank")
        page.driver.get(link)
        page.until(lambda: "Nothing has been sent" in page.text("#said"), "the note")
        assert page.snippet() == wanted and not page.all(".answer")
        assert "#" not in page.driver.current_url, page.driver.current_url
        sent = page.script("return performance.getEntriesByType('resource').map(entry => entry.name)")
        assert not any("/v1/" in name for name in sent), sent
        page.find("#ask").click()
        page.answered(3)
    with check("a request that is too long for a link is said to be"):
        page.write("#state", "x" * 20_000)
        page.find("#link").click()
        page.until(lambda: "too long for a link" in page.text("#said"), "the refusal")
    with check("a threshold between two steps of the slider is kept as it is"):
        asked = {"type": "noul", "name": "late", "instructions": "Something is late.", "options": [["", ""], ["", ""]]}
        visit(page, encoded({"state": "Where is it?", "questions": [asked], "threshold": 0.995}))
        assert page.text("#threshold-value") == "99.5 %" and page.snippet()["min_confidence"] == 0.995, page.snippet()
        page.find("#ask").click()
        page.answered(1)
        page.write("#threshold", "0.6")
        assert page.text("#threshold-value") == "60 %" and page.snippet()["min_confidence"] == 0.6
    question = {
        "name": HOSTILE,
        "type": "choice",
        "instructions": HOSTILE,
        "other": HOSTILE,
        "options": [[HOSTILE, HOSTILE], ["__proto__", "b"]],
    }
    for name, fragment in {
        "no base64": "%%%",
        "no UTF-8": "_____w",
        "no JSON": encoded("{"),
        "no object": encoded("[]"),
        "null": encoded("null"),
        "no questions": encoded({"state": "x"}),
        "questions of no type": encoded({"questions": [{"type": "constructor"}, 1, None]}),
        "too long": "A" * 16_001,
    }.items():
        with check(f"a hostile link is harmless: {name}"):
            visit(page, fragment)
            assert "does not hold a request" in page.text("#said")
            page.answered(3)
    with check("a hostile link is harmless: markup and the names of JavaScript's own members"):
        visit(
            page,
            encoded(
                {
                    "mode": HOSTILE,
                    "state": HOSTILE,
                    "questions": [question] + [{"type": "noul"}] * 70,
                    "model": HOSTILE,
                    "lang": {"a": 1},
                    "threshold": 1e99,
                    "window": [1],
                    "csv": 5,
                    "labels": [HOSTILE, [1, 2]],
                    "theme": HOSTILE,
                    "__proto__": {"mode": "table"},
                }
            ),
        )
        assert len(page.all("#questions > li")) == 64 and not page.all("#main img") and page.driver.title != "owned"
        assert page.find("#state").get_attribute("value") == HOSTILE and page.text("#threshold-value") == "off"
        page.find("#ask").click()
        page.until(lambda: page.all("[data-fault]"), "the faults")
        assert not (complaints := page.complaints()), complaints
    with check("a link with names like __proto__ is asked as it stands"):
        visit(
            page,
            encoded(
                {
                    "state": "x",
                    "questions": [{**question, "name": "constructor", "options": [["__proto__", ""], ["toString", ""]]}],
                }
            ),
        )
        page.find("#ask").click()
        page.answered(1)
        assert set(page.bars()["constructor"]) == {"__proto__", "toString"}, page.bars()
        assert not (complaints := page.complaints()), complaints


def reloads(page):
    with check("a reload loses nothing"):
        page.open()
        page.mode("compare")
        page.write("#state", "A state to keep.")
        page.write("#questions > li:nth-child(1) .other", "Who should read this?")
        page.write("#questions > li:nth-child(3) .name", "")
        page.find("#theme").click()
        page.find("#live").click()
        before = page.script("return document.documentElement.dataset.theme")
        page.reload()
        page.until(lambda: page.find("#state").get_attribute("value") == "A state to keep.", "the state")
        assert page.find("#questions > li:nth-child(1) .other").get_attribute("value") == "Who should read this?"
        assert page.find("#questions > li:nth-child(3) .name").get_attribute("value") == ""
        assert page.find("[value=compare]").is_selected() and not page.find("#live").is_selected()
        assert page.script("return document.documentElement.dataset.theme") == before
        page.find("#live").click()
    with check("a table survives a reload, too"):
        page.mode("table")
        page.write("#csv", "text,more\nfirst,1\nsecond,2\n")
        page.reload()
        page.until(lambda: page.text("#csv-kind") == "2 rows, 2 columns", "the table")


def history(page):
    with check("what was asked is in the history, and comes back"):
        page.open()
        page.script("localStorage.clear()")
        page.write("#state", "The first thing asked.")
        page.answered(3)
        page.find("#ask").click()
        page.answered(3)
        page.example("Choose a tool")
        page.answered(1)
        page.find("#open-history").click()
        entries = [item.text for item in page.all("#history-list li")]
        assert len(entries) == 2 and "weather" in entries[0] and "The first thing asked." in entries[1], entries
        page.find("#history-list li:nth-child(2) button").click()
        page.answered(3)
        assert page.find("#state").get_attribute("value") == "The first thing asked."
    with check("answers that follow the typing are one entry"):
        for text in ("A text that", "A text that grows", "A text that grows while it is answered"):
            page.write("#state", text)
            page.answered(3)
        page.find("#open-history").click()
        entries = [item.text for item in page.all("#history-list li") if "A text that" in item.text]
        assert len(entries) == 1 and "while it is answered" in entries[0], entries
    with check("nothing but the history is kept, and it can be cleared"):
        kept = page.script("return [Object.keys(localStorage).length, Object.keys(sessionStorage).length, document.cookie]")
        assert kept == [1, 0, ""], kept
        page.find("#clear-history").click()
        assert page.text("#history-note") == "Nothing has been asked yet."
        assert page.script("return Object.keys(localStorage).length") == 0
        page.find("#history .close").click()
    with check("a broken history is an empty one"):
        page.script("localStorage.setItem('decision-service:history:' + location.pathname, '[{\"at\": 1}, 5, {')")
        page.find("#open-history").click()
        assert page.text("#history-note") == "Nothing has been asked yet."
        page.find("#history .close").click()
        page.script("localStorage.clear()")


def without_storage(url):
    with (
        check("with storage denied, the page asks, reloads, and keeps the history until it is closed"),
        browser(deny_storage=True) as driver,
    ):
        page = Page(driver, url)
        page.size(1280, 900)
        page.open()
        assert page.script("try { localStorage.length; return 'there' } catch (error) { return error.name }") == "SecurityError"
        page.write("#state", "Asked without storage.")
        page.answered(3)
        page.find("#ask").click()
        page.answered(3)
        page.find("#open-history").click()
        assert "denies its storage" in page.text("#history-note") and "Asked without storage." in page.text("#history-list")
        page.find("#history .close").click()
        page.reload()
        page.answered(3)
        assert page.find("#state").get_attribute("value") == "Asked without storage."
        assert not (complaints := page.complaints()), complaints


def examples(page, short):
    with check("each of the ten examples is answered"):
        page.open()
        page.find("#open-gallery").click()
        titles = [title.text for title in page.all("#gallery-list b")]
        page.find("#gallery .close").click()
        assert len(titles) == len(set(titles)) == 10, titles
        for title in titles[:3] if short else titles:
            page.example(title)
            page.until(lambda: page.all(".answer") and not page.all("#answers.stale"), title)
            assert not page.find("#problem").is_displayed(), title
            assert [card.text for card in page.all(".answer h3")] == [name.get_attribute("value") for name in page.all(".name")]
