"""laya's remote router and the client of jev-mcp-server, unmodified.

Both belong to MCP servers, which only wrap them; the servers are left out because of their size.
"""

import importlib.metadata
import os

from checks import BAD_TOKEN, DEFAULT, KEY, KEYED, QUESTIONS, STATE, STRICT, all_slots_taken, check, raises, wire
from jev_mcp_server import client as jev_mcp
from laya.mcp.remote import RemoteError, RemoteRouter
from laya.mcp.tools import laya_status


def laya():
    name = "laya " + importlib.metadata.version("laya")
    os.environ["LAYA_BASE_URL"] = DEFAULT
    router = RemoteRouter(os.environ["LAYA_BASE_URL"])

    with check(name, "health, loaded and revisions"):
        assert router.health()["status"] == "ok"
        assert router.loaded == ["english", "multilingual", "typed-decisions"]
        assert set(router.loaded_revisions) == set(router.loaded)
        assert laya_status(router=router)["server"]["device"] == "cpu"
    with check(name, "a decision, and its own routing agrees with ours"):
        result = router.predict(STATE, QUESTIONS)
        assert result["answers"] == wire(DEFAULT)["answers"]
        assert result["routing"]["model"] == router.route(STATE, QUESTIONS).model == "english"
    with check(name, "its controls are understood"):
        result = router.predict(STATE, QUESTIONS, model="multilingual", max_len=256, min_confidence=0.99)
        assert result["routing"]["model"] == "multilingual"
        assert result["answers"]["urgency"]["abstention"] == "abstained"
    with check(name, "a batch of different requests"):
        requests = [{"state": STATE, "questions": QUESTIONS}, {"state": "Das Paket fehlt.", "questions": QUESTIONS, "lang": "de"}]
        routes = [result["routing"]["model"] for result in router.predict_batch(requests)]
        assert routes == ["english", "multilingual"]
    with check(name, "a decision, strict"):
        assert set(RemoteRouter(STRICT).predict(STATE, QUESTIONS)) == {"model", "answers", "usage"}
    with check(name, "the right key"):
        assert RemoteRouter(KEYED, api_key=KEY).predict(STATE, QUESTIONS)["answers"]["queue"]["choice"] == "billing"

    def refused(what, code, text, call):
        with check(name, what):
            with raises(RemoteError) as caught:
                call()
            assert caught.error.code == code and text in caught.error.message

    refused("no key", "unauthorized", BAD_TOKEN, lambda: RemoteRouter(KEYED).predict(STATE, QUESTIONS))
    refused("400 is its invalid_request", "invalid_request", "state", lambda: router.predict(None, QUESTIONS))
    refused("413 is its invalid_request", "invalid_request", "50001", lambda: router.predict("x" * 50_001, QUESTIONS))
    refused("422 is its invalid_request", "invalid_request", "task", lambda: router.predict(STATE, QUESTIONS, task="no such"))
    with all_slots_taken():
        refused("503 is its busy", "busy", "try again", lambda: RemoteRouter(KEYED, api_key=KEY).predict(STATE, QUESTIONS))


def jev_mcp_server():
    name = "jev-mcp-server " + importlib.metadata.version("jev-mcp-server")
    instructions = {"question": "Does the customer ask for money back?", "context": STATE}
    questions = {
        "refund": {"type": "noul", "instructions": instructions, "criteria": {"true": "asks for a refund", "false": ""}},
        "queue": {**QUESTIONS["queue"], "instructions": {"question": "Which team should handle this?", "context": STATE}},
    }
    for mode, url in {"default": DEFAULT, "strict": STRICT}.items():
        with check(name, f"empty state, object instructions, one-sided noul, {mode}"):
            os.environ.update(JEVMCP_BASE_URL=url + "/v1/systemone", TYPESAFE_API_KEY="any")
            answers = jev_mcp.ask(questions)["answers"]
            assert answers == wire(url, {}, questions)["answers"]
            assert answers["queue"]["choice"] == "billing" and answers["refund"]["noul"] > 0.5
    os.environ["JEVMCP_BASE_URL"] = KEYED + "/v1/systemone"
    with check(name, "its key verification accepts the right key"):
        assert 0 <= jev_mcp.verify_key(KEY)["answers"]["handshake"]["noul"] <= 1
    with check(name, "its key verification refuses a wrong key"):
        with raises(RuntimeError) as caught:
            jev_mcp.verify_key("wrong")
        assert "401" in str(caught.error)


laya()
jev_mcp_server()
