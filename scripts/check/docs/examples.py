"""Whether examples are answered as a person would: those of the page, and those of README, by what is noted beside them.

What is right is noted as `QUESTION=ANSWER`: labels, levels or yes and no, several with a comma between them where a person may
take either; `QUESTION=held` says that the answer is to be unsure and held back. In examples.json it stands by title for the page,
in README behind the language of the block, `right="..."`, with the index of the state before it in a batch: `0.team=billing`.
"""

import json
import subprocess

import running

# So much of the probability is on what is right. With less, another release of the same checkpoint may say something else.
LEAST = 0.6
PAGE = running.ROOT / "playground/src/main/resources/org/decisionservice/playground"
NOTED = running.ROOT / "scripts/check/docs/examples.json"


def distribution(answer):
    """The probability of each option, by what people call it; levels by their text."""
    if answer["type"] == "noul":
        return {"yes": answer["noul"], "no": 1 - answer["noul"]}
    legend = answer.get("legend", {})
    return {legend.get(option, option): p for option, p in answer["probabilities"].items()}


def wrong(name, answer, noted):
    """What is wrong with an answer, in words; None if nothing is."""
    if noted == "held":
        return None if answer.get("low_confidence") else f"{name} is noted as held back and is not: {distribution(answer)}"
    found, right = distribution(answer), noted.split(",")
    if unknown := [option for option in right if option not in found]:
        return f"{name} has no option {', '.join(unknown)}"
    if answer.get("low_confidence"):
        return f"{name} is held back, which is not noted"
    share = sum(found[option] for option in right)
    return None if share >= LEAST else f"{name}: {share:.2f} of the probability is on {noted}, at least {LEAST} has to be: {found}"


def faults(response, noted):
    """What is wrong with a response, or with one of a batch; every answer must be noted."""
    results = response.get("results", [response])
    batch, left, found = "results" in response, dict(noted), []
    for index, result in enumerate(results):
        for name, answer in result["answers"].items():
            key = f"{index}.{name}" if batch else name
            said = f"{key} has no note of what is right" if key not in left else wrong(key, answer, left.pop(key))
            found += [said] if said else []
        if result.get("routing", {}).get("language_supported") is False:
            found.append("nobody reads the language of the state")
    return found + [f"{key} is noted and not asked" for key in left]


def pairs(text):
    """`QUESTION=ANSWER` pairs; blanks in an answer are written as they are, so a comma or the next name ends it."""
    return dict(pair.split("=", 1) for pair in text.split("; "))


def of_page(node, port):
    """(title, faults) of each example of the page."""
    listed = subprocess.run([node, running.ROOT / "scripts/check/docs/examples.mjs", PAGE], capture_output=True, text=True, check=True)
    noted = json.loads(NOTED.read_text(encoding="utf-8"))
    for example in json.loads(listed.stdout):
        title = example["title"]
        right = example.get("right") or noted.pop(title, {})
        status, _, text = running.call(port, "POST", "/v1/systemone", json.dumps(example["body"]))
        yield title, faults(json.loads(text), right) if status == 200 else [f"status {status}: {text}"]
    for title in noted:
        yield title, ["is noted and no example of the page"]
