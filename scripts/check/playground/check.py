"""Uses the playground like a person and compares what it shows with the service: check.py URL [--short] [--shots
DIR]."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

import everybody
import faulty
import german
import keeping
import keys
import labelling
import learning
import openai_code
import phone
import pictures
import tables
import wording
from front import front
from harness import CONTROL_ENTER, STATE, agrees, check, decide, near, outcomes, say, shown
from page import Page, browser
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

ROOT = pathlib.Path(__file__).resolve().parents[3]


def three_questions_by_keyboard(page):
    page.find("#empty").click()
    page.type(STATE)
    page.tab_to("[data-type=choice].add")
    page.type(Keys.ENTER, "team", Keys.TAB, Keys.TAB, "Which team should handle this?", Keys.TAB)
    page.type("billing", Keys.TAB, "payments and refunds", Keys.ENTER, "shipping", Keys.TAB, "parcels and delivery", Keys.ENTER, "other")
    page.tab_to("[data-type=score].add")
    page.type(Keys.ENTER, "anger", Keys.TAB, Keys.TAB, "How angry is the customer?", Keys.TAB)
    page.type("calm", Keys.ENTER, "firm", Keys.ENTER, "furious")
    page.tab_to("[data-type=noul].add")
    page.type(Keys.ENTER, "refund", Keys.TAB, Keys.TAB, "The customer asks for money back.", CONTROL_ENTER)
    page.answered(3)
    return {
        "state": STATE,
        "questions": {
            "team": {
                "type": "choice",
                "instructions": "Which team should handle this?",
                "criteria": {"billing": "payments and refunds", "shipping": "parcels and delivery", "other": None},
            },
            "anger": {"type": "score", "instructions": "How angry is the customer?", "criteria": ["calm", "firm", "furious"]},
            "refund": {"type": "noul", "instructions": "The customer asks for money back."},
        },
    }


def copied(page, language):
    page.find(f"#tab-{language}").click()
    page.find("#copy").click()
    page.until(lambda: page.text("#copy") == "Copied", "the button to say so")
    return page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")


def by_hand(page, service, short):
    with check("a state is typed and three questions are added, with the keyboard alone"):
        wanted = three_questions_by_keyboard(page)
    with check("bars show what the service answers"):
        agrees(page.bars(), decide(service, wanted)["answers"])
        assert "answers in" in page.text("#status")
    with check("the threshold moves with the arrow keys, and the page gates as the service does"):
        page.script("document.getElementById('threshold').focus()")
        page.type(Keys.END)
        assert page.text("#threshold-value") == "100 %" and set(page.verdicts().values()) <= {"held back", "counts"}
        page.type(Keys.HOME)
        assert page.text("#threshold-value") == "off" and set(page.verdicts().values()) == {""}
        confidences = sorted(max(shown(answer).values()) for answer in decide(service, wanted)["answers"].values())
        between = round((confidences[0] + confidences[1]) / 2, 2)
        page.type(Keys.ARROW_RIGHT * round(100 * between))
        assert page.text("#threshold-value") == f"{100 * between:.0f} %", (page.text("#threshold-value"), between)
        wanted["min_confidence"] = between
        gates = {name: answer["abstention"] for name, answer in decide(service, wanted)["answers"].items()}
        assert set(gates.values()) == {"passed", "abstained"}, gates
        assert page.verdicts() == {name: {"passed": "counts", "abstained": "held back"}[gate] for name, gate in gates.items()}
        assert page.text("#threshold-says").startswith("1 of 3 answers is held back")
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    with check("the copied curl runs and is answered alike"):
        run = subprocess.run(["bash", "-c", copied(page, "curl")], capture_output=True, text=True, timeout=60, check=True)
        answers = json.loads(run.stdout)["answers"]
        agrees(page.bars(), answers)
        assert {name: answer["abstention"] for name, answer in answers.items()} == gates
    if short:
        say("skipped", "the copied Python, JavaScript and Java: part of the full form")
        return
    with check("the copied Python runs"):
        run = subprocess.run([sys.executable, "-c", copied(page, "python")], capture_output=True, text=True, timeout=60, check=True)
        assert [line.split(" ", 1)[0] for line in run.stdout.splitlines()] == list(wanted["questions"])
    with check("the copied JavaScript runs"), tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "ask.mjs")
        source.write_text(copied(page, "javascript"), encoding="utf-8")
        run = subprocess.run([shutil.which("node"), source], capture_output=True, text=True, timeout=60, check=True)
        assert [line.split(" ", 1)[0] for line in run.stdout.splitlines() if line[:1] not in " }"] == list(wanted["questions"]), run.stdout
    with check("the copied Java runs"), tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "Ask.java")
        source.write_text(copied(page, "java"), encoding="utf-8")
        run = subprocess.run([shutil.which("java"), source], capture_output=True, text=True, timeout=120, check=True)
        agrees(page.bars(), json.loads(run.stdout)["answers"])


def in_words(page):
    with check("routing is said in words"):
        assert "Answered by english" in page.text("#routing") and "English in Latin script" in page.text("#routing"), page.text("#routing")
        assert page.text("#reading").startswith("The whole state was read"), page.text("#reading")
        assert not page.all(".unread")
        page.write("#state", "Guten Tag, mein Paket ist seit einer Woche nicht angekommen. Wo bleibt es?")
        page.until(lambda: "Answered by multilingual" in page.text("#routing"), "the other checkpoint")
        assert "German" in page.text("#routing")
    with check("a language that nobody reads, and a state without words, are said before the answers"):
        first = "return document.querySelector('#answers').firstElementChild.textContent"
        assert page.script(first) == "No checkpoint of this service reads German. Do not rely on these answers.", page.script(first)
        page.write("#threshold", "0.3")
        assert "not understood" in page.verdicts().values() and "counts" not in page.verdicts().values(), page.verdicts()
        assert "the slider does not notice that" in page.text("#threshold-says"), page.text("#threshold-says")
        page.size(375, 700)
        assert page.text("#jump") == "not understood", page.text("#jump")
        page.size(1280, 900)
        page.write("#threshold", "0")
        assert set(page.verdicts().values()) == {""}
        page.write("#state", "?!")
        page.until(lambda: "no word and no number" in page.script(first), "the word about an empty state")
        page.write("#state", "Where is my parcel?")
        page.until(lambda: not page.all(".unread") and not page.all("#answers.stale"), "no word")
        tables.fill(page, "text,n\nWo bleibt mein Paket? Ich warte seit Tagen darauf.,1\nWhere is my parcel?,2\n", {
            "late": {"type": "noul", "instructions": "Something is late."}})
        tables.asked(page)
        assert "reads German" in page.text(".rows tbody tr:nth-child(1) .state") and len(page.all(".unread-row")) == 1
        with tempfile.TemporaryDirectory() as folder:
            head, german, english = tables.exported(page, folder)
        assert head[-2:] == ["error", "note"] and "reads German" in german[-1] and english[-1] == "", (german, english)
        page.open()
    with check("a cut state is said in words"):
        page.write("#state", "The parcel did not arrive. " * 400)
        page.until(lambda: "of them were not read" in page.text("#reading"), "the cut")
        assert "“queue”" in page.text("#reading")
    with check("a document is sent as one"):
        page.example("Triage an incident")
        page.answered(2)
        assert "JSON document" in page.text("#state-kind") and '"host": "auth-2"' in page.text("#snippet")
    with check("the numbers are said in words"):
        page.open()
        headlines = [line.text for line in page.all(".answer .headline")]
        assert headlines[0] == "billing, > 99 %" and headlines[2] == "Yes, 88 %", headlines
        assert headlines[1].startswith("1.35 on a scale from 0 to 3, between “firm” and “angry”; "), headlines
        assert not page.all(".answer .facts") and "act" not in page.text("#answers"), "one number for each answer"
        page.find("#meaning summary").click()
        for name in ("answer_confidence", "confidence", "act_probability", "noul", "min_confidence"):
            assert name in page.text("#meaning"), name


def explained(page):
    with check("a word of statistics is explained where it first stands"):
        page.open()
        assert "tokens (words or pieces of words)" in page.text("#reading"), page.text("#reading")
        page.script("document.getElementById('controls').open = true")
        said = page.text("#controls")
        assert "A checkpoint is a trained model" in said and "A token is a word or a piece of one" in said, said
        page.find("#meaning summary").click()
        assert "together they make 100 %" in page.text("#meaning") and "more right answers" in page.text("#meaning")
        everybody.table(page)
        assert "(labels)" in page.text("#labels summary")
        assert page.text("#finder").split("\n")[1].startswith("A threshold is how sure an answer has to be to count."), page.text("#finder")
        sure = page.text(".rows tbody tr:nth-child(1) td:nth-of-type(3) .sure")
        assert any(sure.endswith(f" % on “{level}”") for level in ("calm", "firm", "angry", "furious")), sure
    with check("few labels are counted and not made a percentage of, and what is missing to a threshold is said"):
        found = page.text("#found")
        assert "Right here: 7 of 7 labelled answers." in found, found
        assert "No threshold: these labels can promise 42 % at most. A promise of 90 % takes about " in found, found
    with check("what labels are good for is said"):
        assert page.text("#label-next").startswith("Go on: the service needs at least 10 labels"), page.text("#label-next")
        everybody.table(page)
        ticket = "The app crashes whenever I log in.,technical,no\n"
        page.write("#csv", "ticket,queue,refund\n" + ticket * 12)
        page.find("#ask").click()
        page.until(lambda: page.text("#label-next").startswith("Next: download the labels and run ./serve learn labels.jsonl"), "the step")


def for_everybody(page):
    with check("everything that takes the focus has a name"):
        page.open()
        page.script("document.getElementById('controls').open = true")
        nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        focusable = [n for n in nodes if any(p["name"] == "focusable" and p["value"]["value"] for p in n.get("properties", []))]
        nameless = [n["role"]["value"] for n in focusable if n["role"]["value"] != "RootWebArea" and not n.get("name", {}).get("value")]
        assert len(focusable) > 40 and not nameless, nameless
    with check("removing leaves the focus on a neighbour"):
        page.press("#questions > li:nth-child(2) .first > .remove")
        assert page.script("return document.activeElement.value") == "refund"
    with check("the theme follows the system until it is chosen"):

        def paper():
            return page.script("return getComputedStyle(document.body).backgroundColor")

        page.prefer("light")
        light = paper()
        page.prefer("dark")
        dark = paper()
        assert light != dark
        page.find("#theme").click()
        assert paper() == light
        page.find("#theme").click()
        assert paper() == dark
        page.prefer("light")
        assert paper() == dark
    with check("nothing came from elsewhere, and the console is silent"):
        loaded = page.script("return performance.getEntriesByType('resource').map(entry => entry.name)"
                             ".filter(name => !name.startsWith('data:'))")
        assert loaded and all(name.startswith(page.url) for name in loaded), loaded
        assert not (complaints := page.complaints()), complaints


def other_contract(page, service, contract):
    with check(f"bars, words and a refusal where SERVICE_CONTRACT={contract}"):
        snippet = page.text("#snippet")
        body = json.loads(snippet[snippet.index("-d '") + 4 : snippet.rindex("'")])
        agrees(page.bars(), decide(service, body)["answers"])
        silent = contract == "strict"
        assert ("does not say" in page.text("#routing")) == silent == ("does not say" in page.text("#reading"))
        page.write("#threshold", "0.6")
        page.until(lambda: set(page.verdicts().values()) == {"counts", "held back"}, "the gate")
        page.write("#max_len", "1")
        page.until(lambda: "max_len" in page.text("#problem"), "the refusal")


def for_openai(page, service):
    with check("code for OpenAI's clients is offered, and the arrow keys reach it"):
        openai_code.shown(page)
    three_questions_by_keyboard(page)
    page.write("#questions > li:nth-child(3) .options li:first-child .option", "any refund")
    page.answered(3)
    body = openai_code.expected(STATE)
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    with check("the questions are the same in both grammars"):
        snippet = copied(page, "openai-javascript")
        assert json.loads(snippet[snippet.index("create(") + 7 : snippet.index(");\nconsole")]) == body, snippet
        # A predicate has no criteria of its own, so only the other two must be answered to the digit.
        answers = {answer["name"]: answer for answer in openai_code.ask(service, body)["answers"]}
        bars = page.bars()
        for name, key in (("team", "value"), ("anger", "label")):
            for part in answers[name]["probabilities"]:
                assert near(bars[name][part[key]][0], part["probability"]), (name, part, bars)
    with check("the copied code for OpenAI's Python client runs"):
        openai_code.agree(openai_code.run_python(copied(page, "openai-python")), openai_code.ask(service, body))
    with check("the copied code for OpenAI's JavaScript client runs"):
        openai_code.agree(openai_code.run_javascript(page, snippet), openai_code.ask(service, body))
    with check("threshold and language are sent beside the questions"):
        page.write("#threshold", "0.6")
        page.write("#lang", "en")
        gated = openai_code.ask(service, {**body, "lang": "en", "min_confidence": 0.6})
        assert all("x_abstention" in answer for answer in gated["answers"])
        openai_code.agree(openai_code.run_python(copied(page, "openai-python")), gated)
        openai_code.agree(openai_code.run_javascript(page, copied(page, "openai-javascript")), gated)
    with check("a document is a part of a message"):
        page.example("Triage an incident")
        openai_code.document(copied(page, "openai-javascript"))
    with check("under a prefix, and with a key"), front(service, "/some/prefix", "k") as url:
        page.driver.get(url + "/docs/try")
        page.until(lambda: page.find("#key").is_displayed(), "the field for the key")
        page.until(lambda: page.find("#tab-openai-python").is_displayed(), "the tabs")
        page.script("document.getElementById('tab-openai-python').click()")
        snippet = page.text("#snippet")
        assert f'base_url="{url}/v1"' in snippet and 'os.environ["SERVICE_API_KEY"]' in snippet, snippet
        assert len(openai_code.run_python(snippet)) == 4


def with_sets(page, service):
    with check("a question set fills in the form, and the answers are those of a request that names it"):
        page.until(lambda: page.find("#sets-panel").is_displayed(), "the question sets")
        with urllib.request.urlopen(service + "/v1/question-sets", timeout=30) as response:
            listed = json.load(response)["question_sets"]
        chooser = Select(page.find("#sets"))
        assert [option.get_attribute("value") for option in chooser.options] == ["", *(one["name"] for one in listed)]
        for one in listed:
            page.find("#empty").click()
            page.type(STATE)
            chooser.select_by_value(one["name"])
            assert page.find("#sets").get_attribute("value") == ""
            page.find("#ask").click()
            page.answered(len(one["questions"]))
            agrees(page.bars(), decide(service, {"state": STATE, "question_set": one["name"]})["answers"])
    for width in (375, 1280):
        page.size(width, 900)
        assert page.script("return document.documentElement.scrollWidth") == width, width


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("url")
    arguments.add_argument("--short", action="store_true")
    arguments.add_argument("--contract", help="only that bars, words and errors of this other contract are understood")
    arguments.add_argument("--openai", action="store_true", help="only the code for OpenAI's clients, where their route is on")
    learned = "only what was learned, where the service has learned labelling.py's labels"
    arguments.add_argument("--learned", action="store_true", help=learned)
    learn = "only learning from labels, where the service allows it; saves what was learned into this folder"
    arguments.add_argument("--learn", type=pathlib.Path, metavar="FOLDER", help=learn)
    arguments.add_argument("--question-sets", action="store_true", help="only the question sets, where the service has some")
    arguments.add_argument("--key", help="only the forms that ask for this key, where the service has one and shows its pages")
    arguments.add_argument("--shots", type=pathlib.Path)
    reports = "a page that evaluate, or with --learned learn, has written; several may be named"
    arguments.add_argument("--report", type=pathlib.Path, action="append", default=[], help=reports)
    arguments = arguments.parse_args()
    with browser() as driver:
        page = Page(driver, arguments.url)
        page.size(1280, 900)
        if not arguments.key:
            page.open()
        if arguments.key:
            keys.behind_a_key(page, arguments.key)
        elif arguments.learn:
            learning.learn(page, arguments.learn, arguments.short, arguments.shots)
        elif arguments.learned:
            labelling.learned(page)
            everybody.learned(page, arguments.short)
            everybody.reports(page, arguments.report, arguments.short, "learn")
        elif arguments.contract:
            other_contract(page, arguments.url, arguments.contract)
        elif arguments.openai:
            for_openai(page, arguments.url)
        elif arguments.question_sets:
            with_sets(page, arguments.url)
        else:
            with check("no code for OpenAI's clients where their route is off"):
                openai_code.hidden(page)
            with check("no question sets where the service has none"):
                assert not page.find("#sets-panel").is_displayed()
            by_hand(page, arguments.url, arguments.short)
            in_words(page)
            explained(page)
            for_everybody(page)
            faulty.fields(page)
            faulty.half_json(page)
            keeping.links(page)
            keeping.reloads(page)
            keeping.history(page)
            keeping.examples(page, arguments.short)
            tables.table(page, arguments.url)
            tables.threshold(page, ROOT, arguments.short)
            labelling.by_keyboard(page, ROOT, arguments.short)
            labelling.filters(page)
            labelling.lines(page)
            german.in_and_out(page)
            german.beyond(page, ROOT, arguments.short)
            tables.side_by_side(page, arguments.url)
            wording.options(page, arguments.url)
            wording.on_labels(page, ROOT, arguments.short)
            phone.labels(page)
            everybody.at_hand(page)
            everybody.states(page, arguments.url, arguments.short)
            if not arguments.short:
                tables.bounds(page)
                keeping.without_storage(arguments.url)
            keys.behind_a_proxy(driver, arguments.url)
            faulty.unknown_members(driver, arguments.url)
            faulty.gone(driver, arguments.url)
            everybody.reports(page, arguments.report, arguments.short)
            if arguments.shots:
                pictures.take_all(page, arguments.shots)
                pictures.report(page, arguments.report[-1], arguments.shots)
            else:
                say("skipped", "pictures, bounds of tables, and denied storage: part of the full form")
    print(", ".join(f"{count} {outcome}" for outcome, count in outcomes.items() if count))
    sys.exit(outcomes["failed"] > 0)


main()
