#!/usr/bin/env python3
"""Whether the parts that "explain" names are those that an answer depends on, on three public sets that nothing was tuned on.

  explaining.py [--json OUT] [--sets target/learning] [--rows 300]

On a built service, with the bundled starter. Each state is asked with "explain": true. Then the parts that are named first, one or
three of them, are taken out together, and against that as many other runs of words, each as long in words as one of the parts,
drawn at random three times from what is left. For both: the share of answers that are another option, side or most likely level
afterwards, and the mean drop of the probability of the answer, with the difference of the two drops and its 95 % interval over
states. States in which no other words of that length are left do not count. One part is by its definition the one whose absence
moves the answer most; that three are right together, and that both are better than chance at equal length, is not.

Last, what a request costs: the same states asked with and without "explain" in turn, and the ratio of the medians.

Fetches three public git repositories at fixed commits (or put or link them to SETS/sources/NAME). Tweets to airlines
(CrowdFlower, CC BY-NC-SA 4.0), sentences of product reviews (Hu and Liu 2004) and reviews of a speaker were published for
research or without a licence. None of the texts belongs in this repository.
"""
import argparse
import collections
import csv
import io
import json
import math
import pathlib
import random
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import learning_sets
import machine
import running

SEED, DRAWS, TIMED = 1, 3, 60
MOODS = ["negative", "neutral", "positive"]
STARS = ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]
learning_sets.SOURCES.update({
    "airline": ("https://github.com/Ramlah0/Twitter-US-Airline-Sentiment-Analysis", "b485e56d824c0c0c0ed573932a98db309523bc75"),
    "speaker": ("https://github.com/Anant-Bahal/Amazon-alexa-review-sentiment-analysis", "5d91268ab003475cd638d5fc6e157a496c22a023"),
})


def tweets(folder):
    text = learning_sets.blob(folder, "airline", "Tweets.csv", "459a0a7259369f3c831bb9adba509703c76b0e3707614b1be65883bc8e6bab9e")
    asked = {"type": "choice", "instructions": "How does the writer feel about the airline?", "criteria": MOODS}
    return asked, [(row["text"].strip(), row["airline_sentiment"]) for row in csv.DictReader(io.StringIO(text))]


def products(folder):
    lines = learning_sets.blob(folder, "sent-conv", "data/custrev.all",
                               "a3839a79bd3285177a07158c6104b49038a7a06ab2abe897734cde5d22e5e325", "latin-1").splitlines()
    asked = {"type": "noul", "instructions": "The reviewer is satisfied with the product."}
    return asked, [(learning_sets.plain(line[2:]), line[0] == "1") for line in lines if line.strip()]


def speaker(folder):
    text = learning_sets.blob(folder, "speaker", "amazon_alexa.tsv",
                              "aae85deb1f81bb2ccf023115b14a05b07f820ce2bcdb53ee253dbd57954aa12a", "utf-8-sig")
    asked = {"type": "score", "instructions": "How many stars does the reviewer give the product?", "criteria": STARS}
    return asked, [(row["verified_reviews"].strip(), int(row["rating"]) - 1) for row in csv.DictReader(io.StringIO(text), delimiter="\t")]


def drawn(rows, count):
    """As many of each right answer as there are, each text once, of five words and more."""
    order = random.Random(SEED).sample(rows, len(rows))
    by_gold, seen = collections.defaultdict(list), set()
    for state, gold in order:
        if len(state.split()) >= 5 and learning_sets.key(state) not in seen:
            seen.add(learning_sets.key(state))
            by_gold[gold].append((state, gold))
    each = count // len(by_gold)
    return [row for gold in sorted(by_gold, key=str) for row in by_gold[gold][:each]]


def answered(answer):
    """What is answered, and its probability."""
    if answer["type"] == "noul":
        return answer["noul"] >= 0.5, max(answer["noul"], 1 - answer["noul"])
    return max(answer["probabilities"].items(), key=lambda option: option[1])


def probability(answer, of):
    if answer["type"] == "noul":
        return answer["noul"] if of else 1 - answer["noul"]
    return answer["probabilities"][of]


def without(state, spans):
    """The state without these (start, end), and without the white space behind each."""
    kept, at = [], 0
    for start, end in sorted(spans):
        kept.append(state[at:start])
        at = end + len(state[end:]) - len(state[end:].lstrip())
    return "".join(kept) + state[at:]


def words(state):
    at, found = 0, []
    for word in state.split():
        start = state.index(word, at)
        at = start + len(word)
        found.append((start, at))
    return found


def others(state, named, random_):
    """Runs of other words, one for each of `named` and as long; None if there are none left."""
    free = [not any(start < e and s < end for s, e in named) for start, end in words(state)]
    chosen = []
    for start, end in sorted(named, key=lambda span: span[0] - span[1]):
        length = len(state[start:end].split())
        places = [at for at in range(len(free) - length + 1) if all(free[at:at + length])]
        if not places:
            return None
        at = random_.choice(places)
        free[at:at + length] = [False] * length
        chosen.append((words(state)[at][0], words(state)[at + length - 1][1]))
    return chosen


def ask(service, path, body):
    status, _, text = running.call(service.port, "POST", path, json.dumps(body))
    if status != 200:
        sys.exit(text)
    return json.loads(text)


def interval(values):
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return [round(mean - half, 4), round(mean + half, 4)]


def judged(service, asked, rows):
    random_ = random.Random(SEED)
    taken = {1: [], 3: []}
    right, spans, whole_words = 0, [], 0
    for state, gold in rows:
        body = {"model": "english", "questions": {"q": asked}}
        full = ask(service, "/v1/systemone", {**body, "state": state, "explain": True})
        answer = full["answers"]["q"]
        said, sure = answered(answer)
        right += said == gold if not isinstance(gold, int) or isinstance(gold, bool) else int(said) == gold
        spans.append(full["explanation"]["spans"])
        named = [(part["start"], part["end"]) for part in answer["explanation"]]
        whole_words += all(" " not in state[start:end] for start, end in named)
        for count, results in taken.items():
            if len(named) < count or spans[-1] <= count:
                continue
            random_ones = [others(state, named[:count], random_) for _ in range(DRAWS)]
            if None in random_ones:
                continue
            states = [without(state, each) for each in [named[:count], *random_ones]]
            batch = ask(service, "/v1/systemone/batch", {**body, "states": states})["results"]
            moved = [(answered(each["answers"]["q"])[0] != said, sure - probability(each["answers"]["q"], said)) for each in batch]
            results.append((*moved[0], statistics.fmean(each[0] for each in moved[1:]), statistics.fmean(each[1] for each in moved[1:])))
    made = {"states": len(rows), "right": round(right / len(rows), 3), "median_spans": statistics.median(spans),
            "explained_by_words": whole_words}
    for count, results in taken.items():
        named_changes, named_drops, other_changes, other_drops = zip(*results, strict=True)
        made[f"{count}_taken_out"] = {
            "states": len(results),
            "answers_changed": {"named": round(statistics.fmean(named_changes), 3), "random": round(statistics.fmean(other_changes), 3)},
            "mean_drop": {"named": round(statistics.fmean(named_drops), 4), "random": round(statistics.fmean(other_drops), 4)},
            "difference_of_drops": interval([a - b for a, b in zip(named_drops, other_drops, strict=True)])}
    return made


def costs(service, asked, rows):
    times, passes, computed = {True: [], False: []}, [], []
    for state, _ in rows[:: max(1, len(rows) // TIMED)]:
        for explain in (False, True):
            begun = time.perf_counter()
            found = ask(service, "/v1/systemone", {"model": "english", "questions": {"q": asked}, "state": state, "explain": explain})
            times[explain].append(1000 * (time.perf_counter() - begun))
        passes.append(found["explanation"]["passes"])
        computed.append(found["explanation"]["rows"])
    plain, explained = (statistics.median(times[each]) for each in (False, True))
    return {"median_ms": round(plain, 2), "explained_median_ms": round(explained, 2), "ratio": round(explained / plain, 1),
            "mean_rows": round(statistics.fmean(computed), 1), "mean_passes": round(statistics.fmean(passes), 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=running.ROOT / "target" / "learning")
    parser.add_argument("--rows", type=int, default=300, help="of each set")
    run = parser.parse_args()
    (run.sets / "sources").mkdir(parents=True, exist_ok=True)
    begun = machine.begin(running.ROOT / "starter" / "checkpoint")
    found = {}
    with running.Service([running.SERVE], run.sets / "explaining.log", SERVICE_CHECKPOINTS="starter", SERVICE_EXPLAIN="1") as service:
        service.await_ready()
        for name, read in (("tweets", tweets), ("products", products), ("speaker", speaker)):
            asked, rows = read(run.sets)
            rows = drawn(rows, run.rows)
            found[name] = {"asked": asked, **judged(service, asked, rows), "cost": costs(service, asked, rows)}
            print(name, json.dumps(found[name], indent=1))
    if run.json:
        run.json.write_text(json.dumps({"about": __doc__.splitlines()[0], **machine.end(begun), "sets": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
