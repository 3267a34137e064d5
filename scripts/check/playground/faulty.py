"""What is wrong is said where it is, and no answer is shown for what it does not answer."""

import json

from front import front
from harness import check
from page import Page
from selenium.webdriver.common.keys import Keys

SENT = "return performance.getEntriesByType('resource').filter(entry => entry.name.endsWith('/systemone')).length"


def is_stale(page):
    return bool(page.all("#answers.stale"))


def fields(page):
    with check("what is missing is said at its field, before it is sent"):
        page.open()
        page.write("#state", " ")
        page.until(lambda: page.fault_of("#state") == "Write a state.", "the fault")
        assert page.find("#state").get_attribute("aria-invalid") == "true" and is_stale(page)
        assert "earlier request" in page.text("#status")
        page.write("#state", "There.")
        page.answered(3)
        assert page.fault_of("#state") == "" and page.find("#state").get_attribute("aria-invalid") is None
        for selector, value, words in (
            ("#questions > li:nth-child(1) .name", "", "Give the question a name."),
            ("#questions > li:nth-child(2) .name", "queue", "Another question has this name."),
            ("#questions > li:nth-child(3) .instructions", "", "Write the statement that may be true or false."),
            ("#questions > li:nth-child(1) .options li:nth-child(2) .option", "billing", "Another option has this name."),
            ("#questions > li:nth-child(1) .options li:nth-child(2) .option", " ", "Give this option a name, or remove it."),
            ("#questions > li:nth-child(2) .options li:nth-child(3) .option", "", "Give this level a name, or remove it."),
            ("#questions > li:nth-child(3) .instructions", "x" * 4_001,
             "This field takes 4,000 characters, and this text has 4,001. Shorten it."),
        ):
            before = page.find(selector).get_attribute("value")
            page.write(selector, value)
            page.until(lambda selector=selector, words=words: page.fault_of(selector) == words, words)
            page.write(selector, before)
            page.answered(3)
    with check("no request leaves an option out: one without a name is not asked"):
        sent = page.script(SENT)
        page.press("#questions > li:nth-child(1) .more")
        page.until(lambda: page.fault_of("#questions > li:nth-child(1) .options li:last-child .option"), "the fault")
        page.write("#questions > li:nth-child(1) .options li:last-child .description", "a meaning without a name")
        page.find("#ask").click()
        page.until(lambda: page.script("return document.activeElement.matches('.option[aria-invalid]')"), "the focus")
        assert page.script(SENT) == sent and is_stale(page)
        page.press("#questions > li:nth-child(1) .options li:last-child .remove")
        page.answered(3)
    with check("no request leaves a question out: one too many is not asked"):
        before = len(page.all("#questions > li"))
        sent = page.script(SENT)
        page.script("for (let n = 0; n < 62; n++) document.querySelector('.add[data-type=noul]').click()")
        assert len(page.all("#questions > li")) == before + 62 == 65
        page.until(lambda: "64 questions at most" in page.fault_of("#questions > li:nth-child(65) .name"), "the fault")
        assert page.script(SENT) == sent and is_stale(page)
        page.script("while (document.querySelectorAll('#questions > li').length > 3)"
                    "document.querySelector('#questions > li:last-child .first > .remove').click()")
        page.answered(3)
    with check("asking with a fault moves to it"):
        page.write("#questions > li:nth-child(3) .instructions", "")
        page.find("#ask").click()
        page.until(lambda: page.script("return document.activeElement.className") == "instructions", "the focus")
        page.write("#questions > li:nth-child(3) .instructions", "The customer asks for money back.")
        page.answered(3)
    with check("a refusal of the service is said at the field that it names, and as an alert"):
        for selector, value, words in (
            ("#max_len", "1", "max_len"),
            ("#max_len", "9999", "max_len"),
            ("#state", "x" * 50_001, "state too large"),
            ("#questions > li:nth-child(1) .options li:nth-child(1) .description", "word " * 700, None),
        ):
            before = page.find(selector).get_attribute("value")
            page.write(selector, value)
            if words is None:
                page.answered(3)
            else:
                page.until(lambda selector=selector, words=words: words in page.fault_of(selector), words)
                assert page.find("#problem").get_attribute("role") == "alert" and "Refused with status 4" in page.text("#problem")
                assert is_stale(page)
                page.find("#problem button").click()
                assert page.script("return document.activeElement.matches(arguments[0])", selector)
            page.write(selector, before)
            page.answered(3)
            assert not page.find("#problem").is_displayed()
    with check("options that do not fit are a fault of their question"):
        page.write("#max_len", "24")
        page.until(lambda: page.find("#problem").is_displayed(), "the refusal")
        assert page.all(".question [data-fault]") or page.fault_of("#max_len"), page.text("#problem")
        page.write("#max_len", "")
        page.answered(3)


def half_json(page):
    with check("half-typed JSON is said to be, and not sent"):
        page.open()
        page.find("#state").send_keys(Keys.CONTROL, "a")
        page.find("#state").send_keys('{"host": "auth-2",')
        page.until(lambda: page.find("#broken").is_displayed(), "the word about it")
        assert "looks like JSON, but it is not complete: line 1" in page.text("#broken"), page.text("#broken")
        assert page.text("#state-kind") == "Not sent yet"
        page.until(lambda: page.find("#state").get_attribute("aria-invalid") == "true", "the field")
        assert is_stale(page) and "broken-text" in page.find("#state").get_attribute("aria-describedby")
        sent = page.script(SENT)
        page.find("#ask").click()
        assert sent == page.script(SENT)
        page.find("#state").send_keys(' "failures": 412}')
        page.answered(3)
        assert "Sent as a JSON document" in page.text("#state-kind") and page.snippet()["state"] == {
            "host": "auth-2",
            "failures": 412,
        }
    with check("a text that begins like JSON is sent as text if somebody says so"):
        page.write("#state", "[EXTERNAL] Where is my parcel?")
        page.until(lambda: page.find("#broken").is_displayed(), "the word about it")
        page.find("#as-text").click()
        page.answered(3)
        assert page.text("#state-kind").startswith("Sent as text") and page.snippet()["state"] == "[EXTERNAL] Where is my parcel?"


def gone(driver, service):
    with check("when the service is gone, the answers are marked as old, and come back with it"):
        page = Page(driver, "")
        with front(service, "/p") as url:
            page.url = url
            page.open()
        page.write("#state", "Asked of nobody.")
        assert is_stale(page)
        page.until(lambda: "did not answer" in page.text("#problem"), "the alert")
        assert is_stale(page) and "earlier request" in page.text("#status") and len(page.all(".answer")) == 3
        colours = page.script("return [...document.querySelectorAll('.fill')].map(bar => getComputedStyle(bar).backgroundColor)")
        assert len(set(colours)) == 1, colours
        assert page.complaints() != []
    with check("without answers while one edits, old ones are marked until one asks"):
        page.url = service
        page.open()
        page.find("#live").click()
        page.write("#state", "Edited.")
        assert is_stale(page) and "before your edit" in page.text("#status")
        page.find("#ask").click()
        page.answered(3)
        page.find("#live").click()


def unknown_members(driver, service):
    hostile = "<img src=x onerror=alert(1)>"

    def alter(answer):
        body = json.loads(answer)
        body["window"] = {"tokens": 512, "note": hostile}
        for one in body["answers"].values():
            one["elimination"] = [{"label": hostile, "round": 1}]
        return json.dumps(body).encode()

    with check("members that the page does not know are shown as text"), front(service, "/p", alter=alter) as url:
        page = Page(driver, url)
        page.open()
        assert hostile in page.text("#more") and "window" in page.text("#more")
        assert len(page.all(".more-members")) == 3 and not page.all("#main img")
