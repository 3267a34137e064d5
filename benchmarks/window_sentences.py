#!/usr/bin/env python3
"""Shows what the windows of long states can find at best, what their sentences add, and what rules make of both.

  window_sentences.py collect URL READINGS PIECES [--kinds noul] [--empty 12] [--sentences 32]
  window_sentences.py table READINGS

"collect" needs the package `tokenizers` and asks a service with the bundled checkpoint what every piece of states of
20,000 characters says by itself: PIECES is "sent" for the sentences, or the length of a row in tokens for windows that are
cut like the service's. The questions are the "dev" and "more" parts of benchmarks/long_states.py. Of a state with a
deciding sentence only the pieces that hold a part of it are read; "table" puts them among those of a state without.
Readings are added to the file, one line per state.

"table" prints for each noul the sentences that are read right alone, and of these the share whose largest piece is one
that holds it (located), that exceeds every piece of the states without (ceiling: the best threshold in hindsight), and
that the rules find; and the states without in which they find something. The rules are those of the service for windows,
for sentences, and for both (docs/adr/0020-long-states.md). For choices and scores it prints what sentences alone find by
their rule, without the windows' answer that they are mixed with: "decides" is a weight of over one half.
"""
import argparse
import collections
import json
import math
import pathlib
import re
import urllib.request

import long_states
from window_rules import ASSUMED_SCALE, ASSUMED_WINDOWS, CHARACTERS, cuts, log_odds, standing

TOPICS = long_states.TOPICS["dev"] + long_states.TOPICS["more"]
TOKENIZER = pathlib.Path(__file__).resolve().parents[1] / "starter" / "checkpoint" / "tokenizer" / "tokenizer.json"
WHOLE = 384
BATCH = 64


def post(url, path, body):
    with urllib.request.urlopen(urllib.request.Request(url + path, json.dumps(body).encode())) as response:
        return json.load(response)


def read(url, states, question, max_len):
    """The distribution that each state gives."""
    found = []
    for at in range(0, len(states), BATCH):
        body = {"states": states[at:at + BATCH], "questions": {"q": question}, "max_len": max_len}
        for result in post(url, "/v1/systemone/batch", body)["results"]:
            a = result["answers"]["q"]
            p = a.get("probabilities")
            found.append([round(1 - a["noul"], 4), a["noul"]] if p is None else list(p.values()) if isinstance(p, dict) else p)
    return found


class Cutter:
    """Cuts states into the pieces that a question reads."""

    def __init__(self, options):
        from tokenizers import Tokenizer
        self.options = options
        self.tokenizer = Tokenizer.from_file(str(TOKENIZER))
        self.tokenizer.no_truncation()

    def pieces(self, state, question):
        """The offsets of each piece."""
        if self.options.pieces == "sent":
            return [(m.start(), m.start() + len(m.group().rstrip())) for m in re.finditer(r"[^.!?]*[.!?]+\s*|[^.!?]+$", state)
                    if m.group().strip()]
        body = {"state": "a", "questions": {"q": question}, "max_len": WHOLE}
        head = post(self.options.url, "/v1/systemone", body)["usage"]["input_tokens"] - 1
        room = int(self.options.pieces) - head
        offsets = self.tokenizer.encode(state, add_special_tokens=False).offsets
        return [(offsets[first][0], offsets[first + room - 1][1]) for first in cuts(len(offsets), room, 0.5)]


def collect(options):
    cutter, done = Cutter(options), set()
    longest = WHOLE if options.pieces == "sent" else int(options.pieces)
    with open(options.readings, "a") as out:
        for number, topic in enumerate(TOPICS):
            question, name = topic.question, topic.question["instructions"]
            if question["type"] not in options.kinds.split(","):
                continue
            for empty in range(options.empty if name not in done else 0):
                state = long_states.without(710_000 + empty, CHARACTERS)
                spans = cutter.pieces(state, question)
                p = read(options.url, [state[a:b] for a, b in spans], question, longest)
                out.write(json.dumps({"len": options.pieces, "q": name, "empty": empty, "spans": spans, "p": p}) + "\n")
            done.add(name)
            for each in range(options.sentences):
                state, sentence, (start, end) = long_states.hidden(820_000 + 1000 * number + each, CHARACTERS, topic)
                spans = cutter.pieces(state, question)
                hit = [i for i, (a, b) in enumerate(spans) if a < end and b > start]
                alone, *p = read(options.url, [sentence, *(state[slice(*spans[i])] for i in hit)], question, longest)
                out.write(json.dumps({"len": options.pieces, "q": name, "truth": topic.truth, "sentence": sentence, "alone": alone,
                                      "hit": hit, "count": len(spans), "p": p}) + "\n")
            out.flush()


def among(record, empty):
    """The readings of a state without the sentence, with those that hold it at its place; and that place."""
    readings, hit = list(empty["p"]), record["hit"]
    at = round(hit[0] * (len(readings) - len(hit)) / max(1, record["count"] - len(hit)))
    readings[at:at + len(hit)] = record["p"]
    return readings, range(at, at + len(hit))


def windows_rule(yes):
    """The log-odds that windows give."""
    _, middle, scale, departure = standing(yes)
    logarithm = -(len(yes) + 1) / 2 * math.log1p(math.exp(-departure))
    return middle + scale * max(0, logarithm - math.log(max(-math.expm1(logarithm), 1e-300)))


def sentences_rule(yes, nearest=2, least=0.25, enough=0.5):
    """How far the clearest sentence is from even odds; the measure is the so many-th largest of the others."""
    unit, ordered = math.log(max(32, len(yes))), sorted(yes, reverse=True)
    return ordered[0] - min(enough * unit, max(0, ordered[nearest]) + least * unit)


def exponential(level, largest=5):
    """Whether the tail of the so many largest of the others reaches as far with less than this chance."""
    def rule(yes):
        ordered = sorted(yes, reverse=True)
        first, others, base = ordered[0], ordered[1:largest + 1], ordered[largest + 1]
        scale = (ASSUMED_WINDOWS * ASSUMED_SCALE + sum(others) - largest * base) / (ASSUMED_WINDOWS + largest)
        return 1 if first > 0 and (largest + 0.5) * math.exp((base - first) / scale) < level else -1
    return rule


RULES = {"largest": max, "windows' rule": windows_rule, "sentences' rule": sentences_rule,
         "sentences' rule, largest of the others": lambda yes: sentences_rule(yes, 1),
         "sentences' rule without a bound": lambda yes: sentences_rule(yes, 2, 0.25, 99),
         "exponential tail, 0.05": exponential(0.05), "exponential tail, 0.2": exponential(0.2)}


def yes_of(readings):
    return [log_odds(p[1]) for p in readings]


def table(options):
    empty, hidden = collections.defaultdict(list), collections.defaultdict(list)
    others = collections.defaultdict(list), collections.defaultdict(list)
    for line in pathlib.Path(options.readings).read_text().splitlines():
        record = json.loads(line)
        kind = (empty, hidden) if len(record["p"][0]) == 2 else others
        kind["empty" not in record][record["len"], record["q"]].append(record)
    for pieces, name in sorted(hidden):
        without = [yes_of(record["p"]) for record in empty[pieces, name]]
        known = [among(r, empty[pieces, name][i % len(without)]) for i, r in enumerate(hidden[pieces, name]) if r["alone"][1] > 0.5]
        known = [(yes_of(readings), place) for readings, place in known]
        highest = max(map(max, without))
        print("%-5s %-47s pieces %d, alone right %d, located %.2f, ceiling %.2f" % (
            pieces, name, len(without[0]), len(known), share(max(range(len(y)), key=y.__getitem__) in place for y, place in known),
            share(max(y) > max(highest, 0) for y, _ in known)))
        for rule, value in RULES.items():
            print("      %-39s found %.2f, invented in %d of %d" % (
                rule, share(value(y) > 0 for y, _ in known), sum(value(y) > 0 for y in without), len(without)))
    both(empty, hidden)
    competing(*others)


def both(empty, hidden, windows="96"):
    """What windows and sentences find together, of the states of which both are known."""
    pieces = [windows, "sent"]
    rules = {"by its rule": lambda pair: max(windows_rule(pair[0]), sentences_rule(pair[1])),
             "as one": lambda pair: sentences_rule(pair[0] + pair[1])}
    for name in sorted(name for kind, name in hidden if kind == "sent" and (windows, name) in hidden):
        count = min(len(empty[p, name]) for p in pieces)
        without = [[yes_of(empty[p, name][i]["p"]) for p in pieces] for i in range(count)]
        known = [[yes_of(among(hidden[p, name][i], empty[p, name][i % count])[0]) for p in pieces]
                 for i, r in enumerate(hidden["sent", name]) if r["alone"][1] > 0.5]
        for rule, value in rules.items():
            print("both  %-47s %-11s found %.2f of %d, invented in %d of %d" % (
                name, rule, share(value(pair) > 0 for pair in known), len(known), sum(value(pair) > 0 for pair in without), count))


def second(values, index):
    return sorted(values[:index] + values[index + 1:])[-2]


def choosing(readings):
    """How far the deciding sentence of a choice decides, from 0 to 1, and the option."""
    unit, most = math.log(max(32, len(readings))), (-math.inf, 0)
    for option in range(len(readings[0])):
        odds = [log_odds(p[option]) for p in readings]
        own = [i for i, p in enumerate(readings) if max(p) == p[option]]
        if own:
            best = max(own, key=odds.__getitem__)
            most = max(most, ((odds[best] - min(max(0, second(odds, best)), unit)) / (unit / 4) - 1, option))
    return min(1, max(0, most[0])), most[1]


def moving(readings):
    """The same of a score, and the deciding sentence's expected level."""
    unit, highest = math.log(max(32, len(readings))), len(readings[0]) - 1
    levels = [sum(level * p for level, p in enumerate(reading)) for reading in readings]
    heights = [log_odds(level / highest) for level in levels]
    found = []
    for sign in (1, -1):
        side = [sign * height for height in heights]
        best = max(range(len(side)), key=side.__getitem__)
        found.append(((side[best] - second(side, best)) / (unit / 8), levels[best]))
    weight, level = max(found)
    return min(1, max(0, weight)), level


def competing(empty, hidden):
    for name in sorted(name for pieces, name in hidden if pieces == "sent"):
        criteria = next(t.question["criteria"] for t in TOPICS if t.question["instructions"] == name)
        rule, labels = (choosing, list(criteria)) if isinstance(criteria, dict) else (moving, None)
        without = [rule(record["p"]) for record in empty["sent", name]]
        print("sent  %s decides in %d of %d without" % (name, sum(weight > 0.5 for weight, _ in without), len(without)))
        for truth in sorted({record["truth"] for record in hidden["sent", name]}):
            def right(p, truth=truth, labels=labels):
                return p.index(max(p)) == labels.index(truth) if labels else sum(i * x for i, x in enumerate(p)) >= truth - 1
            known = [(i, record) for i, record in enumerate(hidden["sent", name]) if record["truth"] == truth and right(record["alone"])]
            decided = [rule(among(record, empty["sent", name][i % len(without)])[0]) for i, record in known]
            wanted = labels.index(truth) if labels else truth - 1
            print("      %-39s found %.2f of %d" % (
                truth, share(w > 0.5 and (v == wanted if labels else v >= wanted) for w, v in decided), len(known)))


def share(values):
    values = list(values)
    return sum(values) / len(values)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    collecting = commands.add_parser("collect")
    collecting.add_argument("url")
    collecting.add_argument("readings")
    collecting.add_argument("pieces")
    collecting.add_argument("--kinds", default="noul")
    collecting.add_argument("--empty", type=int, default=12)
    collecting.add_argument("--sentences", type=int, default=32)
    collecting.set_defaults(run=collect)
    printing = commands.add_parser("table")
    printing.add_argument("readings")
    printing.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
