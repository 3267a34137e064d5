"""Rows about what a request may hold: members, batches, questions, controls, routing."""

from services import CHOICE, NOUL, SCORE

HOOKS = ("hooks", "hooks_raise", "hooks_timeout", "on_predict_start", "on_predict_end")
ALIASES = {
    "english": ("english", "en", "laya", "default", " English\n"),
    "multilingual": ("multilingual", "multi", "ml", "laya-multilingual", "convaiinnovations/laya-multilingual"),
    "typed-decisions": (
        "typed-decisions",
        "typed",
        "typed_decisions",
        "decisions",
        "laya-typed-decisions",
        "convaiinnovations/laya-typed-decisions",
    ),
}
WORKFLOW = {name: NOUL for name in ("action", "category", "churn_risk", "needs_human", "urgency")}


def rows(s):
    yield from members(s.open)
    yield from batches(s.open)
    yield from questions(s.open)
    yield from routing(s.open, s.lazy)


def members(s):
    for state in ("a text", "", {"a": 1}, [1, "b"], 5, True):
        r = s.ask(state=state)
        yield "request", f"the state {state!r} is answered", r.status == 200, r
    r = s.post({"questions": {"q": NOUL}})
    yield "request", "a missing state is a 400", r.refuses(400, "'state'"), r
    r = s.ask(state=None)
    yield "request", "a null state is a 400", r.refuses(400, "'state'"), r
    r = s.ask(questions={})
    yield "request", "no questions have no answers", r.status == 200 and r.json["answers"] == {} and r.json["usage"]["input_tokens"] == 0, r
    r = s.ask(questions={" ": NOUL})
    yield "request", "a blank id is a 422", r.refuses(422, "blank"), r
    r = s.ask(something={"new": 1})
    yield "request", "unknown members are ignored", r.status == 200, r
    r = s.ask(**{name: None for name in (*HOOKS, "model", "task", "lang", "max_len", "min_confidence")})
    yield "request", "a null control counts as absent", r.status == 200 and "abstention" not in r.json["answers"]["q"], r
    for hook in HOOKS:
        r = s.ask(**{hook: 1})
        yield "request", f"{hook} is a 422 that names it", r.refuses(422, f"'{hook}'"), r
    for value in (0, -1, 512.0, True, "5", 8193):
        for control in ("max_len", "head_max_len"):
            r = s.ask(**{control: value})
            yield "request", f"{control} {value!r} is a 422 that names it", r.refuses(422, f"'{control}'"), r
    r = s.ask(max_len=64, head_max_len=32)
    yield "request", "both windows can be set", r.status == 200, r
    for control, value in (
        ("lang", 5),
        ("lang_guess", True),
        ("min_confidence", 1.01),
        ("min_confidence", True),
        ("min_confidence", "0.5"),
        ("windows", 1),
        ("windows", "true"),
    ):
        r = s.ask(**{control: value})
        yield "request", f"{control} {value!r} is a 422 that names it", r.refuses(422, f"'{control}'"), r
    long = "I want my money back. " * 100
    r = s.ask(state=long, max_len=64)
    yield "request", "a long state is cut", r.json["usage"]["truncated"] and "window" not in r.json["answers"]["q"], r
    r = s.ask(state=long, max_len=64, windows=True)
    window = r.json["answers"]["q"].get("window", {})
    yield "request", "with windows nothing is cut", r.json["usage"]["state_tokens_dropped"] == 0 and not r.json["usage"]["truncated"], r
    yield "answers", "an answer read in windows has its window", 0 <= window["start"] < window["end"] <= len(long), r
    r = s.ask(windows=True)
    yield "answers", "a state that fits has no window", r.status == 200 and "window" not in r.json["answers"]["q"], r


def batches(s):
    def batch(**body):
        return s.post({"questions": {"q": NOUL}, **body}, "/v1/systemone/batch")

    states = ["I want my money back", {"a": 1}, "hallo, wo bleibt mein Paket? Ich warte schon lange", [1, 2]]
    r = batch(states=states)
    yield "batch", "one result per state", r.status == 200 and len(r.json["results"]) == 4, r
    total = sum(result["usage"]["input_tokens"] for result in r.json["results"])
    yield "batch", "total_usage adds up", r.json["total_usage"] == {"input_tokens": total, "output_tokens": 0}, r
    yield "batch", "states go to different checkpoints", len({result["routing"]["model"] for result in r.json["results"]}) == 2, r
    single = s.ask(state=states[0])
    yield (
        "batch",
        "a state is answered as alone",
        abs(single.json["answers"]["q"]["noul"] - r.json["results"][0]["answers"]["q"]["noul"]) <= 2e-4,
        r,
    )
    sized = batch(states=states, batch_size=1, sort_by_length=True)
    pairs = zip(sized.json["results"], r.json["results"], strict=True)
    same = all(abs(one["answers"]["q"]["noul"] - other["answers"]["q"]["noul"]) <= 2e-4 for one, other in pairs)
    yield "batch", "batch_size and sort_by_length change no answer", same, sized
    for name, states in (("missing", None), ("empty", []), ("no array", "x")):
        r = batch(states=states) if states is not None else batch()
        yield "batch", f"states that are {name} are a 400", r.refuses(400, "'states'"), r
    r = batch(states=["a", None])
    yield "batch", "a null state is a 400 that names its index", r.refuses(400, "states[1]"), r
    for value in (0, 1.5, True, "2"):
        r = batch(states=["a"], batch_size=value)
        yield "batch", f"batch_size {value!r} is a 422", r.refuses(422, "'batch_size'"), r
    r = batch(states=["a"], sort_by_length=1)
    yield "batch", "sort_by_length 1 is a 422", r.refuses(422, "'sort_by_length'"), r
    r = batch(states=["a"], diagnostics={})
    yield "batch", "diagnostics is a 422", r.refuses(422, "'diagnostics'"), r


def questions(s):
    wrong = {
        "no object": 5,
        "an unknown type": {**NOUL, "type": "yes_no"},
        "no type": {"instructions": "x"},
        "no instructions": {"type": "noul"},
        "blank instructions": {**NOUL, "instructions": " "},
        "null instructions": {**NOUL, "instructions": None},
        "a choice without criteria": {**CHOICE, "criteria": None},
        "a choice with empty criteria": {**CHOICE, "criteria": {}},
        "a null label": {**CHOICE, "criteria": ["a", None]},
        "a number and its text as labels": {**CHOICE, "criteria": [1, "1"]},
        "a side described twice": {**NOUL, "criteria": {"true": "a", "TRUE": "b"}},
        "a repeated label": {**CHOICE, "criteria": ["a", "a"]},
        "an array as label": {**CHOICE, "criteria": ["a", []]},
        "a score with an object": {**SCORE, "criteria": {"a": 1}},
        "a score without levels": {**SCORE, "criteria": []},
        "a null level": {**SCORE, "criteria": ["a", None]},
        "noul criteria with other keys": {**NOUL, "criteria": {"maybe": "x"}},
        "noul criteria as an array": {**NOUL, "criteria": ["a"]},
        "equal labels": {**NOUL, "labels": {"false": "a", "true": "a"}},
        "one label": {**NOUL, "labels": {"true": "a"}},
        "labels of a choice": {**CHOICE, "labels": {"false": "a", "true": "b"}},
        "an option order that repeats": {**SCORE, "option_order": [0, 0, 1]},
        "a short option order": {**SCORE, "option_order": [0, 1]},
        "an option order of texts": {**SCORE, "option_order": ["0", "1", "2"]},
    }
    for name, question in wrong.items():
        r = s.question(question)
        yield "questions", f"{name} is a 422 that names the question", r.refuses(422, "'q'"), r
    right = {
        "labels of three types": {**CHOICE, "criteria": ["a", 2, True]},
        "one option": {**CHOICE, "criteria": ["a"]},
        "a structured description": {**CHOICE, "criteria": {"a": {"b": 1}, "c": None}},
        "a structured level": {**SCORE, "criteria": [{"a": 1}, "b"]},
        "numeric instructions": {**NOUL, "instructions": 5},
        "structured instructions": {**NOUL, "instructions": {"a": ["b"]}},
        "criteria of both sides": {**NOUL, "criteria": {"TRUE": "a", "false": "b"}},
        "words for the sides": {**NOUL, "labels": {"false": "stays", "true": "leaves"}},
        "an option order": {**SCORE, "option_order": [2, 0, 1]},
    }
    for name, question in right.items():
        r = s.question(question)
        yield "questions", f"{name} is answered", r.status == 200, r


def routing(s, auto):
    for checkpoint, names in ALIASES.items():
        for name in names:
            r = s.ask(model=name)
            yield "routing", f"model {name!r} selects {checkpoint}", r.status == 200 and r.json["routing"]["model"] == checkpoint, r
    for name in ("jev-latest", "auto", "convaiinnovations/laya", "gpt-4", 5, "", "../etc"):
        r = s.ask(model=name)
        yield (
            "routing",
            f"model {name!r} leaves the choice to the router",
            r.status == 200 and r.json["routing"]["detection"] is not None,
            r,
        )
    for task in ("typed_decisions", "customer_service", "customer-service", "multilingual"):
        r = s.ask(task=task)
        yield "routing", f"task {task!r} forces a checkpoint unread", r.status == 200 and r.json["routing"]["detection"] is None, r
    for task in ("sentiment", "", 5):
        r = s.ask(task=task)
        yield "routing", f"task {task!r} is a 422", r.refuses(422, "'task'"), r
    r = s.ask(model="english", task="typed_decisions")
    yield "routing", "model wins over task", r.json["routing"]["model"] == "english" and r.json["routing"]["workflow"] is None, r
    for member, value, checkpoint in (("lang", "de", "multilingual"), ("lang", "en-US", "english"), ("lang_guess", "fr", "multilingual")):
        r = s.ask(**{member: value})
        yield (
            "routing",
            f"{member} {value} goes to {checkpoint} unread",
            r.json["routing"]["model"] == checkpoint and r.json["routing"]["detection"] is None,
            r,
        )
    r = s.ask(lang="", state="I was charged twice this month, I want my money back")
    yield "routing", "a blank lang falls through to detection", r.json["routing"]["detection"]["language"] == "en", r
    r = s.ask(state="Ich wurde diesen Monat zweimal belastet und möchte mein Geld zurück")
    yield "routing", "German goes to multilingual", r.json["routing"]["model"] == "multilingual", r
    r = s.ask(state="42")
    yield (
        "routing",
        "a state without letters goes to the default",
        r.json["routing"]["model"] == "english" and r.json["routing"]["detection"]["script"] == "unknown",
        r,
    )
    r = s.ask(questions=WORKFLOW)
    yield (
        "routing",
        "a workflow's ids are named and do not route by default",
        r.json["routing"]["workflow"] == "customer_service" and r.json["routing"]["model"] == "english",
        r,
    )
    r = auto.ask(questions=WORKFLOW)
    yield "routing", "a workflow's ids route with SERVICE_AUTO_TASK=1", r.json["routing"]["model"] == "typed-decisions", r
    r = auto.ask(questions={**WORKFLOW, "one_more": NOUL})
    yield "routing", "more than a workflow's ids do not route", r.json["routing"]["model"] == "english", r
