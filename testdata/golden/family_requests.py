"""Requests that the reference implementations of other families than Laya are asked: those in respond_dev.jsonl, and made ones."""
import json
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent
LONGEST_STATE = 6000  # characters, so that the file stays small
WORDS = "Rechnung refund parcel naïve 東京 заказ invoice ⚠️ urgent e-mail 3.50 crème login <mask> zurück".split()


def usual(request):
    """Whether every question is one that the references take."""
    if not isinstance(request.get("state"), (str, dict, list)):
        return False
    if not isinstance(request.get("questions"), dict) or not request["questions"]:
        return False
    for question in request["questions"].values():
        criteria = question.get("criteria")
        if set(question) - {"type", "instructions", "criteria"} or not isinstance(question.get("instructions"), str):
            return False
        texts = list(criteria.values()) if isinstance(criteria, dict) else criteria or []
        if question["type"] == "noul":
            if criteria is not None and (not isinstance(criteria, dict) or sorted(criteria) != ["false", "true"]):
                return False
        elif not isinstance(criteria, (dict, list)) or not 2 <= len(texts) <= 20:
            return False
        if question["type"] == "score" and not isinstance(criteria, list):
            return False
        if not all(isinstance(text, str) and text for text in texts if text is not None):
            return False
        if question["type"] != "choice" and None in texts:
            return False
    return True


def recorded():
    seen = set()
    for line in (HERE / "respond_dev.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["path"] != "/v1/systemone" or case["expect"]["status"] != 200 or not isinstance(case["body"], str):
            continue
        body = json.loads(case["body"].removeprefix("\ufeff"))
        request = {"state": body.get("state"), "questions": body.get("questions")}
        key = json.dumps(request, sort_keys=True)
        if key not in seen and usual(request) and len(json.dumps(request["state"])) <= LONGEST_STATE:
            seen.add(key)
            yield request


def made():
    """Options up to the most that the reference takes, options that are cut, lists, and text of many scripts."""
    draw = random.Random(1)
    for index in range(60):
        def text(words):
            return " ".join(draw.choice(WORDS) for _ in range(words))
        count = draw.randint(2, 20)
        state = [text(draw.randint(1, 400)), {"from": text(2), "lines": [text(5) for _ in range(draw.randint(1, 30))]},
                 [text(20) for _ in range(draw.randint(1, 20))]][index % 3]
        yield {"state": state, "questions": {
            "choice": {"type": "choice", "instructions": text(draw.randint(1, 60)),
                       "criteria": {f"{index}-{i}": draw.choice([None, text(draw.randint(1, 70))]) for i in range(count)}},
            "score": {"type": "score", "instructions": text(3), "criteria": [text(draw.randint(1, 6)) for _ in range(draw.randint(2, 9))]},
            "noul": {"type": "noul", "instructions": text(8)},
            "sides": {"type": "noul", "instructions": text(4), "criteria": {"false": text(3), "true": text(3)}}}}
