#!/usr/bin/env python3
"""Shows what long states read in windows find, and what they find where there is nothing.

  windows.py URL [--kind noul|choice|score] [--states 200] [--without 100] [--max-len 96] [--part test|dev] [--seed 1]
                 [--minutes N] [--json OUT]

URL is a service with the bundled checkpoint. States of 20,000 characters (benchmarks/long_states.py, by default the
"test" part) are asked one question each, in windows of --max-len tokens: those with one deciding sentence at a random
place, and those without. Counted are: the states answered right of those whose sentence alone, without the notes around it, is answered
right; the states whose window holds the sentence; the states without the sentence in which something is found; and the
same for one window, the beginning of each of these states. "Right" is over 0.5 for a noul, the label for a choice, and at
most one level off for a score. With --minutes the measurement ends early and counts what it has, and --resume goes on with it.
"""
import argparse
import json
import pathlib
import time
import urllib.request

import long_states
import machine

CHARACTERS = 20_000
STARTER = machine.ROOT / "starter" / "checkpoint"


def ask(url, state, question, **controls):
    """The answer to one question, and the usage."""
    body = {"state": state, "questions": {"q": question}, **controls}
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", json.dumps(body).encode())) as response:
        answered = json.load(response)
    return answered["answers"]["q"], answered["usage"]


def right(topic, answer):
    if answer["type"] == "noul":
        return answer["noul"] > 0.5
    if answer["type"] == "choice":
        return answer["choice"] == topic.truth
    return abs(answer["score"] - topic.truth) <= 1


def shown(answer):
    """What a line of the raw result says of an answer."""
    return {"noul": answer.get("noul"), "choice": answer.get("choice"), "score": answer.get("score")}[answer["type"]]


def with_sentence(options, seed, number, topic):
    state, sentence, (start, end) = long_states.hidden(seed, CHARACTERS, topic)
    alone, _ = ask(options.url, sentence, topic.question)
    answer, usage = ask(options.url, state, topic.question, windows=True, max_len=options.max_len)
    window = answer["window"]
    return {"topic": number, "at": start, "sentence": sentence, "alone": shown(alone), "alone_right": right(topic, alone),
            "answer": shown(answer), "right": right(topic, answer), "window": window,
            "located": window["start"] < end and window["end"] > start, "dropped": usage["state_tokens_dropped"],
            "input_tokens": usage["input_tokens"]}


def without_sentence(options, seed, number, topic):
    state = long_states.without(seed, CHARACTERS)
    answer, _ = ask(options.url, state, topic.question, windows=True, max_len=options.max_len)
    one, _ = ask(options.url, state, topic.question, windows=False, max_len=options.max_len)
    return {"topic": number, "answer": shown(answer), "found": right(topic, answer), "one_window": shown(one),
            "one_window_found": right(topic, one), "windows": answer["window"]["count"]}


def summary(hidden, empty):
    known = [s for s in hidden if s["alone_right"]]
    return {"states": len(hidden), "alone_right": len(known), "found": sum(s["right"] for s in known),
            "located": sum(s["located"] for s in known), "without": len(empty), "false": sum(s["found"] for s in empty),
            "false_of_one_window": sum(s["one_window_found"] for s in empty)}


def begun_before(options):
    """The states of an earlier run that ended early."""
    found = json.loads(options.json.read_text())
    asked = {name: getattr(options, name) for name in ("kind", "part", "seed", "max_len")}
    assert {name: found[name] for name in asked} == asked, "OUT is of other states"
    return found["with_sentence"], found["without_sentence"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--kind", choices=("noul", "choice", "score"), default="noul")
    parser.add_argument("--states", type=int, default=200)
    parser.add_argument("--without", type=int, default=100)
    parser.add_argument("--max-len", type=int, default=96)
    parser.add_argument("--part", choices=("test", "dev"), default="test")
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--resume", action="store_true", help="go on with the states that OUT has, of the same kind, part and seed")
    options = parser.parse_args()
    begun = machine.begin(STARTER)
    topics = [t for t in long_states.TOPICS[options.part] if t.question["type"] == options.kind]
    hidden, empty = begun_before(options) if options.resume else ([], [])
    ends = time.monotonic() + 60 * options.minutes
    while len(hidden) < options.states and time.monotonic() < ends:
        number = len(hidden) % len(topics)
        hidden.append(with_sentence(options, options.seed * 1_000_000 + len(hidden), number, topics[number]))
        if len(empty) * options.states < len(hidden) * options.without:
            number = len(empty) % len(topics)
            empty.append(without_sentence(options, options.seed * 1_000_000 + 500_000 + len(empty), number, topics[number]))
        result = {**machine.end(begun), "kind": options.kind, "part": options.part, "seed": options.seed,
                  "max_len": options.max_len, "all": summary(hidden, empty),
                  "by_question": {topic.question["instructions"] + (" " + str(topic.truth) if options.kind == "choice" else ""):
                                  summary([s for s in hidden if s["topic"] == n], [s for s in empty if s["topic"] == n])
                                  for n, topic in enumerate(topics)},
                  "with_sentence": hidden, "without_sentence": empty}
        if options.json:
            options.json.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps({"all": result["all"], **result["by_question"]}, indent=1))


if __name__ == "__main__":
    main()
