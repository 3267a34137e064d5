"""What the parts of this check share: one line for each outcome, and what the service itself says."""

import contextlib
import json
import traceback
import urllib.request

from selenium.webdriver.common.keys import Keys

STATE = "The parcel came a week late and the box was crushed. I want my money back, today."
CONTROL_ENTER = Keys.CONTROL + Keys.ENTER
outcomes = {"passed": 0, "failed": 0, "skipped": 0}


def say(outcome, text):
    outcomes[outcome] += 1
    print(f"{outcome:<8} {text}", flush=True)


@contextlib.contextmanager
def check(name):
    """Prints the outcome of its block as one line; a failure does not prevent the next check from running."""
    try:
        yield
    except Exception as error:
        where = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__) if "playground" in frame.filename]
        say("failed", f"{name}: {type(error).__name__} at {where[-1]}: {str(error)[:300]}".replace("\n", " "))
    else:
        say("passed", name)


def decide(service, body):
    request = urllib.request.Request(service + "/v1/systemone", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def shown(answer):
    """The percentages that the page must show for an answer."""
    if answer["type"] == "noul":
        p = {"yes": answer["noul"], "no": 1 - answer["noul"]}
    else:
        p = {answer.get("legend", {}).get(key, key): value for key, value in answer["probabilities"].items()}
    return p


def near(text, p):
    """Whether a share is shown as it must be: in whole percents, and neither none nor all of it if it is not."""
    if text in ("< 1 %", "> 99 %"):
        return 0 < p < 0.00501 if text.startswith("<") else 0.99499 < p < 1
    return abs(float(text.removesuffix(" %")) - 100 * p) < 0.501 and (text != "0 %" or p < 1e-9) and (text != "100 %" or p > 1 - 1e-9)


def agrees(bars, answers):
    assert list(bars) == list(answers), (bars, answers)
    for name, answer in answers.items():
        for label, p in shown(answer).items():
            text, width = bars[name][label]
            assert near(text, p) and abs(width - 100 * p) < 0.006, (name, label, text, width, p)
