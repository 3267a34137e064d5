#!/usr/bin/env python3
"""Compares ways to cut long states and to answer from their windows, on the "dev" part of benchmarks/long_states.py.

  window_rules.py URL overlap [--characters 250] [--sentences 24]
  window_rules.py URL rules [--characters 200] [--sentences 24] [--states 8]

URL is a service with the bundled checkpoint. Windows are cut by characters and asked as states of their own, so that the
service's own windows are not involved. "overlap" prints how often no window with a part of the deciding sentence says what
the sentence alone says, for windows that share an eighth, a quarter and half. "rules" puts the windows with the sentence
among those of a state without it, and prints for each question and rule in how many states without it something is found,
and which share of the sentences is. The rules: the largest probability, the mixture with the background at several levels,
and Sidak's correction (docs/adr/0020-long-states.md).
"""
import argparse
import json
import math
import random
import urllib.request

import long_states

CHARACTERS = 20_000
NOULS = (0, 1, 2)
LEAST = 1e-4
TAIL, ASSUMED_SCALE, ASSUMED_WINDOWS = 0.9, 0.5, 4
BATCH = 64


def probabilities(url, states, question):
    """The distribution that each state gives."""
    found = []
    for at in range(0, len(states), BATCH):
        body = json.dumps({"states": states[at:at + BATCH], "questions": {"q": question}}).encode()
        with urllib.request.urlopen(url + "/v1/systemone/batch", body) as response:
            answers = [result["answers"]["q"] for result in json.load(response)["results"]]
        found += [[1 - a["noul"], a["noul"]] if "noul" in a else list(a["probabilities"].values()) for a in answers]
    return found


def log_odds(p):
    return math.log(max(p, LEAST) / max(1 - p, LEAST))


def cuts(length, room, shared):
    count = 1 + math.ceil((length - room) / (room - int(room * shared)))
    return [int(i * (length - room) / (count - 1)) for i in range(count)]


def holding(seed, characters, topic, room, shared):
    """The sentence, and the windows that hold a part of it."""
    state, sentence, (start, end) = long_states.hidden(seed, characters, topic)
    return sentence, [state[c:c + room] for c in cuts(len(state), room, shared) if c < end and c + room > start]


def overlap(options):
    topics = [t for t in long_states.TOPICS["dev"] if t.question["type"] != "score"]
    for shared in (0.125, 0.25, 0.5):
        for topic in topics:
            option = 1 if topic.question["type"] == "noul" else list(topic.question["criteria"]).index(topic.truth)
            found = [holding(900_000 + i, 2000, topic, options.characters, shared) for i in range(options.sentences)]
            alone = probabilities(options.url, [sentence for sentence, _ in found], topic.question)
            best = [max(p[option] for p in probabilities(options.url, windows, topic.question)) for _, windows in found]
            known = [b for a, b in zip(alone, best, strict=True) if a[option] > 0.5]
            print("shared %.3f  %-55s missed %.2f of %d" % (shared, topic.question["instructions"] + " " + str(topic.truth),
                                                         sum(b <= 0.5 for b in known) / len(known), len(known)), flush=True)


def quantile(values, share):
    ordered = sorted(values)
    at = (len(ordered) - 1) * share
    low = int(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def standing(yes):
    """The index of the most extreme window, the median of the others, their scale, and its departure in scales."""
    deciding = max(range(len(yes)), key=yes.__getitem__)
    others = [v for i, v in enumerate(yes) if abs(i - deciding) > 1]
    middle = quantile(others, 0.5)
    spread = (quantile(others, TAIL) - middle) / math.log(TAIL / (1 - TAIL))
    scale = (ASSUMED_WINDOWS * ASSUMED_SCALE + len(others) * spread) / (ASSUMED_WINDOWS + len(others))
    return deciding, middle, scale, (yes[deciding] - middle) / scale


def maximum(yes):
    return max(yes) > 0


def mixture(yes, level):
    deciding, middle, _, departure = standing(yes)
    weight = 1 - min(1, -math.expm1(-len(yes) * math.log1p(math.exp(-departure))) / level)
    return weight / (1 + math.exp(-yes[deciding])) + (1 - weight) / (1 + math.exp(-middle)) > 0.5


def sidak(yes):
    _, middle, scale, departure = standing(yes)
    logarithm = -(len(yes) + 1) / 2 * math.log1p(math.exp(-departure))
    return middle + scale * max(0, logarithm - math.log(max(-math.expm1(logarithm), 1e-300))) > 0


def rules(options):
    mixtures = {"mixture at %g" % level: (lambda yes, level=level: mixture(yes, level)) for level in (0.2, 0.05, 0.02, 0.01)}
    named = {"maximum": maximum, **mixtures, "sidak": sidak}
    empty = [long_states.without(710_000 + i, CHARACTERS) for i in range(options.states)]
    for topic in (long_states.TOPICS["dev"][i] for i in NOULS):
        noise = [[log_odds(p[1]) for p in probabilities(
            options.url, [s[c:c + options.characters] for c in cuts(len(s), options.characters, 0.5)], topic.question)] for s in empty]
        found = [holding(820_000 + i, 4000, topic, options.characters, 0.5) for i in range(options.sentences)]
        alone = probabilities(options.url, [sentence for sentence, _ in found], topic.question)
        known = [[log_odds(p[1]) for p in probabilities(options.url, windows, topic.question)]
                 for p, (_, windows) in zip(alone, found, strict=True) if p[1] > 0.5]
        source = random.Random(1)
        states = []
        for i, windows in enumerate(known):
            state = list(noise[i % len(noise)])
            at = source.randint(0, len(state) - len(windows))
            state[at:at + len(windows)] = windows
            states.append(state)
        for name, rule in named.items():
            print("%-50s %-16s invented in %d of %d, found %.2f of %d" % (
                topic.question["instructions"], name, sum(map(rule, noise)), len(noise), sum(map(rule, states)) / len(states), len(states)),
                flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("what", choices=("overlap", "rules"))
    parser.add_argument("--characters", type=int, default=200)
    parser.add_argument("--sentences", type=int, default=24)
    parser.add_argument("--states", type=int, default=8)
    options = parser.parse_args()
    (overlap if options.what == "overlap" else rules)(options)


if __name__ == "__main__":
    main()
