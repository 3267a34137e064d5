"""Rows about answers: members, abstention, usage, explanations, plans, the strict projection."""

import math

from services import ALL, CHOICE, KEY, NOUL, SCORE

TYPES = {
    "choice": ["type", "choice", "probabilities", "confidence", "answer_confidence", "action"],
    "score": ["type", "score", "legend", "probabilities", "confidence", "answer_confidence", "action"],
    "noul": ["type", "noul", "confidence", "answer_confidence", "action"],
}
STRICT = {
    "choice": {"type", "choice", "confidence", "probabilities"},
    "score": {"type", "score", "confidence", "probabilities", "legend"},
    "noul": {"type", "noul"},
}


def rows(s):
    yield from members(s.open)
    yield from abstention(s.open)
    yield from usage(s.open)
    yield from explanations(s.open, s.keyed)
    yield from plans(s.open, s.lazy)
    yield from strict(s.open, s.strict)


def members(s):
    r = s.ask(questions=ALL)
    answers = r.json["answers"]
    yield "answers", "the members of a response", list(r.json) == ["model", "answers", "usage", "routing"], r
    yield "versions", "model is a constant whatever answers", r.json["model"] == s.ask(model="multilingual").json["model"], r
    yield "answers", "model is a constant", r.json["model"] == "laya-rl-agent", r
    yield "answers", "answers keep the order of the questions", list(answers) == list(ALL), r
    for id, answer in answers.items():
        kind = ALL[id]["type"]
        yield "answers", f"the members of a {kind}", list(answer) == TYPES[kind], answer
    choice, score, noul = answers.values()
    p = choice["probabilities"]
    yield "answers", "probabilities are in the order of the criteria", list(p) == list(CHOICE["criteria"]), choice
    yield "answers", "probabilities add up to 1", abs(sum(p.values()) - 1) < 3e-4, choice
    yield "answers", "the choice is the likeliest option", p[choice["choice"]] == max(p.values()), choice
    yield "answers", "answer_confidence is the largest probability", choice["answer_confidence"] == max(p.values()), choice
    entropy = 1 + sum(x * math.log(x) for x in p.values() if x > 0) / math.log(len(p))
    yield "answers", "confidence of a choice is 1 - H/log k", abs(choice["confidence"] - entropy) < 2e-3, choice
    levels = score["probabilities"]
    yield "answers", "levels are named by their index", list(levels) == ["0", "1", "2"], score
    yield "answers", "the legend has the level texts", score["legend"] == {str(i): text for i, text in enumerate(SCORE["criteria"])}, score
    yield "answers", "the score is the expected level", abs(score["score"] - sum(int(i) * x for i, x in levels.items())) < 3e-4, score
    yield "answers", "confidence of a noul is the larger side", abs(noul["confidence"] - max(noul["noul"], 1 - noul["noul"])) < 1e-9, noul
    yield "answers", "its two confidences are equal", noul["confidence"] == noul["answer_confidence"], noul
    yield "answers", "act_probability is a probability", all(0 <= a["action"]["act_probability"] <= 1 for a in answers.values()), r
    numbers = [n for a in answers.values() for n in (a["confidence"], a["answer_confidence"], *a.get("probabilities", {}).values())]
    yield "answers", "numbers have 4 decimals at most", all(round(n, 4) == n for n in numbers), numbers
    typed = s.question({**CHOICE, "criteria": ["a", 2, True]}).json["answers"]["q"]
    yield (
        "answers",
        "labels keep their JSON type",
        any(typed["choice"] is x or typed["choice"] == x for x in ("a", 2, True)) and list(typed["probabilities"]) == ["a", "2", "true"],
        typed,
    )
    once, again = s.ask(questions=ALL), s.ask(questions=ALL)
    yield "answers", "the same request has the same answer", once.text == again.text, again


def abstention(s):
    keys = {"abstention", "abstention_threshold", "low_confidence"}
    r = s.ask(questions=ALL)
    yield "abstention", "without min_confidence there is none of its members", not any(keys & set(a) for a in r.json["answers"].values()), r
    r = s.ask(questions=ALL, min_confidence=1)
    gated = r.json["answers"].values()
    yield (
        "abstention",
        "with 1 every answer abstains",
        all(a["abstention"] == "abstained" and a["low_confidence"] is True for a in gated),
        r,
    )
    yield "abstention", "the threshold is echoed", all(a["abstention_threshold"] == 1 for a in gated), r
    yield "abstention", "the answer itself is kept", all(set(TYPES[a["type"]]) <= set(a) for a in gated), r
    r = s.ask(questions=ALL, min_confidence=0.0)
    gated = r.json["answers"].values()
    yield "abstention", "with 0 every answer passes", all(a["abstention"] == "passed" and "low_confidence" not in a for a in gated), r
    shown = s.ask(questions={"q": NOUL}).json["answers"]["q"]["answer_confidence"]
    r = s.ask(questions={"q": NOUL}, min_confidence=shown)
    yield "abstention", "an answer that shows the threshold passes", r.json["answers"]["q"]["abstention"] == "passed", r


def usage(s):
    one, three = s.ask(questions={"q": NOUL}), s.ask(questions={"a": NOUL, "b": NOUL, "c": NOUL})
    u = one.json["usage"]
    yield (
        "usage",
        "its members",
        list(u) == ["input_tokens", "output_tokens", "state_tokens", "state_tokens_dropped", "truncated", "truncated_questions"],
        u,
    )
    yield "usage", "a state counts once per question", three.json["usage"]["input_tokens"] == 3 * u["input_tokens"], three
    yield "usage", "nothing is generated", u["output_tokens"] == 0, u
    yield "usage", "nothing was cut", u["truncated"] is False and u["state_tokens_dropped"] == 0 and u["truncated_questions"] == [], u
    cut = s.ask(state="word " * 5000, questions={"q": NOUL}).json["usage"]
    yield "usage", "a long state is cut and answered", cut["truncated"] is True and cut["truncated_questions"] == ["q"], cut
    yield "usage", "what was dropped is counted", 0 < cut["state_tokens_dropped"] < cut["state_tokens"], cut
    wide = s.ask(max_len=2048, state="word " * 600, questions={"q": NOUL}).json["usage"]
    narrow = s.ask(max_len=64, state="word " * 600, questions={"q": NOUL}).json["usage"]
    yield "usage", "max_len decides how much is cut", narrow["state_tokens_dropped"] > wide["state_tokens_dropped"], (wide, narrow)
    many = {**CHOICE, "criteria": {f"option {i}": "the same long words for each of them" for i in range(60)}}
    r = s.question(many)
    lost = r.json.get("usage", {}).get("options", {}).get("q", {})
    yield "usage", "options that collapse are reported", r.status == 200 and lost.get("total") == 60 and lost.get("distinct", 60) < 60, r


def explanations(s, explaining):
    section = "what an answer depends on"
    key = {"Authorization": f"Bearer {KEY}"}
    asked = {"state": "I was charged twice. \U0001f620 I want my money back! Thanks.", "questions": ALL}
    r, plain = explaining.post({**asked, "explain": True}, headers=key), explaining.post(asked, headers=key)
    yield section, "the members of a response", r.status == 200 and set(r.json) == {*plain.json, "explanation"}, r
    yield section, "the members of what it took", list(r.json["explanation"]) == ["spans", "rows", "passes"], r
    spans, rows = r.json["explanation"]["spans"], r.json["explanation"]["rows"]
    yield section, "a row for each question, and one more for each part", spans == 3 and rows == 3 * (1 + spans), r
    for id, answer in r.json["answers"].items():
        parts = answer.pop("explanation")
        texts = [asked["state"][part["start"] : part["end"]] for part in parts]
        yield section, f"offsets of a {answer['type']} are code points", texts == [part["text"] for part in parts], parts
        sizes = [abs(part["change"]) for part in parts]
        yield (
            section,
            f"a {answer['type']} names the largest change first, and none of 0",
            sizes == sorted(sizes, reverse=True) and all(sizes),
            parts,
        )
        yield section, f"the {answer['type']} itself is the same", answer == plain.json["answers"][id], answer
    yield section, "usage is that of the answer alone", r.json["usage"] == plain.json["usage"], r
    batch = {"states": ["a", "b"], "questions": {"q": NOUL}, "explain": True}
    refused = explaining.post(batch, "/v1/systemone/batch", key)
    yield section, "not in a batch", refused.refuses(422, "explain"), refused
    off = s.post({**asked, "explain": True})
    yield section, "without the setting it is ignored", off.json == s.post(asked).json, off


PLAN = "/v1/systemone/plan"


def plans(s, planning):
    section = "a plan before asking"
    asked = {"state": "word " * 600, "questions": ALL, "max_len": 256}
    loaded = planning.get("/health").json["loaded"]
    r, answered = planning.post(asked, PLAN), s.post(asked)
    yield section, "its members", r.status == 200 and set(r.json) == {"usage", "routing", "rows", "passes", "questions"}, r
    yield section, "usage and routing are those of the answer", all(r.json[name] == answered.json[name] for name in ("usage", "routing")), r
    yield section, "a row for each question", r.json["rows"] == 3 and r.json["passes"] >= 1, r
    queue = r.json["questions"]["queue"]
    members = ["instructions", "options", "room", "state_tokens_dropped", "rows", "windows", "sentences", "more_rounds"]
    yield section, "the members of a question", list(r.json["questions"]) == list(ALL) and list(queue) == members, queue
    yield section, "options in the order of the criteria", len(queue["options"]) == len(CHOICE["criteria"]), queue
    texts = (queue["instructions"], *queue["options"])
    yield section, "what is not cut is kept", all(0 < text["kept"] <= text["tokens"] for text in texts), queue
    yield section, "the state that does not fit is counted", queue["state_tokens_dropped"] > 0 and 0 < queue["room"] < 256, queue
    yield section, "no weights are loaded for it", planning.get("/health").json["loaded"] == loaded, loaded
    refused, alike = planning.post({"state": "x"}, PLAN), s.post({"state": "x"})
    yield section, "it is refused as the answer is", (refused.status, refused.text) == (alike.status, alike.text), refused
    yield section, "without the setting there is no such route", s.post(asked, PLAN).refuses(404), s.post(asked, PLAN)


def strict(s, projected):
    full, r = s.ask(questions=ALL, min_confidence=0.5), projected.ask(questions=ALL, min_confidence=0.5)
    yield "strict", "the members of a response", list(r.json) == ["model", "answers", "usage"], r
    for id, answer in r.json["answers"].items():
        kind = ALL[id]["type"]
        yield "strict", f"the members of a {kind}", set(answer) == STRICT[kind], answer
        yield (
            "strict",
            f"the values of a {kind} are those of the full answer",
            all(full.json["answers"][id][k] == v for k, v in answer.items()),
            answer,
        )
    yield "strict", "the members of usage", list(r.json["usage"]) == ["input_tokens", "output_tokens"], r
    batch = projected.post({"states": ["a", "b"], "questions": {"q": NOUL}}, "/v1/systemone/batch")
    yield (
        "strict",
        "each result of a batch is projected",
        all(list(x) == ["model", "answers", "usage"] for x in batch.json["results"]),
        batch,
    )
    yield "strict", "total_usage stays", list(batch.json["total_usage"]) == ["input_tokens", "output_tokens"], batch
