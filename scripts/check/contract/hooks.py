"""Rules of the interface that a JSON schema cannot express, for schemathesis.

A request that the schema allows may be refused only if it breaks one of these rules, and then with that rule's text;
both are checked. Everything else is checked by schemathesis itself.
"""

import atexit
import json
from collections import Counter

import decisions
import gemini
import requests
import schemathesis
from hypothesis import reject
from hypothesis import strategies as st
from schemathesis.core.errors import UnsupportedSchema
from schemathesis.generation.jsonschema import strategy
from schemathesis.specs.openapi.checks import positive_data_acceptance

complement = strategy._not


def complement_or_none(*arguments):
    """Schemathesis negates parts of a schema at random, and ends a route at the first part that it cannot negate: here only that
    example ends."""
    try:
        return complement(*arguments)
    except UnsupportedSchema:
        return st.builds(reject)


strategy._not = complement_or_none

MAX_OPTIONS_IN_ALL = 512
MAX_STATE_CHARACTERS = 50_000
TASKS = {
    "english", "en", "laya", "default", "multilingual", "multi", "ml", "laya-multilingual", "typed-decisions", "typed",
    "typed_decisions", "decisions", "laya-typed-decisions", "agent_trace_observability", "customer_service",
    "invoice_processing", "security_incidents",
}


def questions(body):
    return list(body["questions"].values())


def unknown_task(body):
    """Names are compared trimmed, ignoring case, and with either kind of dash."""
    task = (body.get("task") or "").strip().lower()
    return "task" in body and task not in TASKS and task.replace("-", "_") not in TASKS


def options(question):
    return 2 if question["type"] == "noul" else len(question["criteria"])


def no_permutation(body):
    """Indexes must be written without a fraction, but for a schema 1.0 is an integer."""
    orders = [(q["option_order"], options(q)) for q in questions(body) if "option_order" in q]
    return any(
        sorted(order) != list(range(count)) or any(isinstance(index, float) for index in order)
        for order, count in orders
    )


def whole_float(body):
    return any(isinstance(body.get(field), float) for field in ("max_len", "head_max_len", "batch_size"))


def equal_sides(body):
    pairs = [q["labels"] for q in questions(body) if q["type"] == "noul" and q.get("labels")]
    return any(pair["false"].strip() == pair["true"].strip() for pair in pairs)


def label_lists(body):
    return [q["criteria"] for q in questions(body) if q["type"] == "choice" and isinstance(q["criteria"], list)]


def equal_labels(body):
    """1, 1.0 and true are the same label, but for a schema true is different."""
    return any(len(set(labels)) < len(labels) for labels in label_lists(body))


def labels_alike(body):
    """false and 'false' are different labels, but one key of the probabilities."""
    keys = [[label if isinstance(label, str) else json.dumps(label) for label in labels] for labels in label_lists(body)]
    return any(len(set(labels)) < len(labels) for labels in keys)


def doubled_side(body):
    """A schema cannot say that `true` and `TRUE` are the same key."""
    sides = [[key.lower() for key in q["criteria"]] for q in questions(body) if q["type"] == "noul" and q.get("criteria")]
    return any(len(set(keys)) < len(keys) for keys in sides)


def too_many_options(body):
    return sum(options(q) for q in questions(body) if q["type"] != "noul") > MAX_OPTIONS_IN_ALL


def small_window(body):
    """Whether a marker fits depends on the tokenizer; these bounds hold for all of ours. Instructions may fill a head that is longer
    than the row."""
    longest, head = body.get("max_len") or 512, body.get("head_max_len") or 192
    most = max(map(options, questions(body)), default=0)
    return longest < head or head < 4 * most + 60 or most > 30


def long_state(body):
    states = body.get("states", [body.get("state")])
    return any(len(str(state)) > MAX_STATE_CHARACTERS // 2 for state in states)


# Part of the refusal's text -> whether the body breaks that rule.
OF_CONTROLS = {"'task': unknown task": unknown_task, "must be an integer of at least 1": whole_float}
BEYOND_THE_SCHEMA = {
    **OF_CONTROLS,
    "'option_order' must hold each option index": no_permutation,
    "to two different non-blank strings": equal_sides,
    "repeats label": equal_labels,
    " are written alike: ": labels_alike,
    " twice, once as ": doubled_side,
    "too many answer options across questions": too_many_options,
    "options fit into max_len": small_window,
    "state too large": long_state,
}


BY_PATH = {
    "/v1/decisions": {**OF_CONTROLS, **decisions.BEYOND_THE_SCHEMA},
    "/v1beta/decisions": {**OF_CONTROLS, **gemini.BEYOND_THE_SCHEMA},
}


def text_of(answer):
    """OpenAI's and Google's form of an error, and the three that depend on SERVICE_CONTRACT."""
    if "error" in answer:
        return answer["error"]["message"]
    detail = answer["detail"]
    return detail if isinstance(detail, str) else detail["message"] if isinstance(detail, dict) else detail[0]["msg"]


@schemathesis.hook
def map_body(ctx, body):
    return decisions.paired(body) if ctx.operation and ctx.operation.path == "/v1/decisions" else body


seen = Counter()
atexit.register(lambda: print("Answers by route, mode and status:", *(f"{k} {n}" for k, n in sorted(seen.items())), sep="\n  "))


@schemathesis.check
def acceptance_within_the_rules(ctx, response, case):
    mode = case.meta.generation.mode.value if case.meta else "none"
    seen[f"{case.path} {mode} {response.status_code}"] += 1
    if response.status_code in (400, 413, 422) and isinstance(case.body, dict):
        detail = text_of(response.json())
        for text, broken in BY_PATH.get(case.path, BEYOND_THE_SCHEMA).items():
            if text in detail:
                positive = case.meta is None or case.meta.generation.mode.is_positive
                assert not positive or broken(case.body), f"refused for a rule it keeps: {detail}"
                return
    if case.path == "/v1/models/{id}" and response.status_code == 404:
        served = requests.get(response.request.url.split("/v1/")[0] + "/v1/models", timeout=20).json()["data"]
        assert all(model["id"] != case.path_parameters["id"] for model in served), "a served model is not found"
        return None
    return positive_data_acceptance(ctx, response, case)
