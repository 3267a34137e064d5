"""The code for OpenAI's clients that the page offers where the service has their route."""

import json
import os
import subprocess
import sys
import urllib.request

from selenium.webdriver.common.keys import Keys

TABS = ("openai-python", "openai-javascript")
# What the page shows is run as it stands, except that the client comes from here: its package is not for browsers.
RUN_JAVASCRIPT = """
const done = arguments[0], lines = [], console = { log: (text) => lines.push(text) };
class OpenAI {
  constructor({ baseURL, apiKey }) {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${apiKey}` };
    this.decisions = { create: async (body) =>
      (await fetch(`${baseURL}/decisions`, { method: "POST", headers, body: JSON.stringify(body) })).json() };
  }
}
const process = { env: {} };
(async () => {
%s
})().then(() => done(lines), (error) => done([String(error)]));
"""


def ask(service, body):
    request = urllib.request.Request(service + "/v1/decisions", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def hidden(page):
    """Where the service has no such route, nothing is offered, and the arrow keys pass over it."""
    assert not any(page.find(f"#tab-{tab}").is_displayed() for tab in TABS)
    page.script("document.getElementById('tab-java').focus()")
    page.type(Keys.ARROW_RIGHT)
    assert page.script("return document.activeElement.id") == "tab-curl"


def shown(page):
    page.until(lambda: page.find("#tab-openai-python").is_displayed(), "the tabs")
    page.script("document.getElementById('tab-java').focus()")
    page.type(Keys.ARROW_RIGHT)
    assert page.script("return document.activeElement.id") == "tab-openai-python"
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.script("return document.activeElement.id") == "tab-curl"
    for width in (390, 1280):
        page.size(width, 900)
        assert page.script("return document.documentElement.scrollWidth") == width, width


def expected(state):
    """The questions that three_questions_by_keyboard adds, with a meaning for one side of the last."""
    return {
        "model": "auto",
        "input": state,
        "questions": [
            {
                "type": "choice",
                "name": "team",
                "instructions": "Which team should handle this?",
                "choices": [
                    {"value": "billing", "description": "payments and refunds"},
                    {"value": "shipping", "description": "parcels and delivery"},
                    {"value": "other"},
                ],
            },
            {
                "type": "score",
                "name": "anger",
                "instructions": "How angry is the customer?",
                "levels": [{"label": "calm"}, {"label": "firm"}, {"label": "furious"}],
            },
            {"type": "predicate", "name": "refund", "instructions": "The customer asks for money back.\ntrue: any refund"},
        ],
    }


def run_python(code):
    environment = {**os.environ, "SERVICE_API_KEY": "k"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment)
    assert run.returncode == 0, run.stderr[-300:]
    return run.stdout.splitlines()


def run_javascript(page, code):
    first, rest = code.split("\n", 1)
    assert first.startswith('import OpenAI from "openai";'), first
    return page.driver.execute_async_script(RUN_JAVASCRIPT % rest)


def agree(lines, answer):
    """The model in the first line, then an answer in each."""
    assert lines and lines[0] == answer["model"], lines
    assert [json.loads(line) for line in lines[1:]] == answer["answers"], (lines, answer)


def document(snippet):
    """A document is the one part of the one message, because a text would be read as one."""
    body = json.loads(snippet[snippet.index("create(") + 7 : snippet.index(");\nconsole")])
    [message] = body["input"]
    [part] = message["content"]
    assert message["role"] == "user" and part["type"] == "input_json" and part["data"]["host"] == "auth-2", body
