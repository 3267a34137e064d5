"""Questions with known answers: how they are read, what counts as right, and what answers them."""

import csv
import json
import os
import random
import urllib.request

import numpy as np
from laya.common import clamp_temperature, ece_score, serialize_state, temp_bucket
from laya.train import load_checkpoint

from network import encode, logits_of
from rows.base import WORK, Base
from rows.sets import clinc, home_domain, trained


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def banking(count, options, seed=11):
    """Rows of the banking77 test set: the right label and others drawn at random, with labels as words."""
    with open(os.path.join(WORK, "sets/polyai/banking_data/test.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    words = {c: c.replace("_", " ").rstrip("?").lower() for c in {r["category"] for r in rows}}
    rng = random.Random(seed)
    out = []
    for i, r in enumerate(rng.sample(rows, count)):
        others = rng.sample(sorted(set(words) - {r["category"]}), options - 1)
        labels = [words[c] for c in [r["category"], *others]]
        rng.shuffle(labels)
        out.append(
            {
                "id": "banking-%d" % i,
                "domain": "banking77",
                "state": r["text"].strip(),
                "gold": words[r["category"]],
                "question": {"type": "choice", "instructions": "What does the customer want?", "criteria": dict.fromkeys(labels)},
            }
        )
    return out


def unseen(count, options, seed=5):
    """Rows of intents that no training row names, in the form of banking; to be checked before banking77."""
    rng, out = random.Random(seed), []
    for name, families in (("clinc.txt", clinc()[0]), ("home_domain.txt", home_domain())):
        classes = [c for f in families for c in f.classes if not trained(name, f.name, c.key)]
        for i in range(count // 2):
            offered = rng.sample(classes, options)
            right, labels = offered[0], [c.key.replace("_", " ") for c in offered]
            rng.shuffle(labels)
            out.append(
                {
                    "id": "%s-%d" % (name, i),
                    "domain": name,
                    "state": rng.choice(right.texts),
                    "gold": right.key.replace("_", " "),
                    "question": {"type": "choice", "instructions": "What does the user want?", "criteria": dict.fromkeys(labels)},
                }
            )
    return out


def options(q):
    if q["type"] == "noul":
        return ["false", "true"]
    return list(q["criteria"])


def gold(r):
    return list(r["question"]["criteria"]).index(r["gold"]) if r["question"]["type"] == "choice" else int(r["gold"])


def right(r, answer):
    """Exact for choice and noul; within one level for score."""
    return abs(answer - gold(r)) <= (1 if r["question"]["type"] == "score" else 0)


def _probabilities(q, answer):
    if q["type"] == "noul":
        return np.array([1 - answer["noul"], answer["noul"]])
    p = answer["probabilities"]
    return np.array([p[o] for o in q["criteria"]] if q["type"] == "choice" else [p[str(i)] for i in range(len(q["criteria"]))])


class OfAgent:
    """Answers of upstream's own implementation."""

    def __init__(self, checkpoint):
        from laya import Agent

        self.agent = Agent(checkpoint, device="cpu")

    def __call__(self, state, q):
        return _probabilities(q, self.agent.predict(state, {"q": q})["answers"]["q"])


class OfService:
    """Answers of a running service."""

    def __init__(self, address):
        self.url = address.rstrip("/") + "/v1/systemone"

    def __call__(self, state, q):
        body = json.dumps({"state": state, "questions": {"q": q}}).encode()
        request = urllib.request.Request(self.url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            return _probabilities(q, json.load(reply)["answers"]["q"])


class OfWeights:
    """Answers of a checkpoint's weights, with many questions per batch: the same numbers as OfAgent, but faster."""

    def __init__(self, checkpoint):
        self.model, self.tokenizer, self.config = load_checkpoint(checkpoint)

    def many(self, rows):
        items = [encode(self.tokenizer, r["state"], internal(r["question"])) for r in rows]
        out = []
        for item, z in zip(items, logits_of(self.model, items), strict=True):
            bucket = temp_bucket(item["qtype"], len(item["markers"]))
            z = z / clamp_temperature(self.config.get("temperature_by_options", {}).get(bucket, self.config["temperature"][item["qtype"]]))
            p = np.exp(z - z.max())
            out.append(p / p.sum())
        return out

    def __call__(self, state, q):
        return self.many([{"state": state, "question": q}])[0]


def internal(q):
    out = {"t": q["type"], "ins": q["instructions"], "crit": q.get("criteria")}
    if q.get("labels"):
        out["labels"] = q["labels"]
    return out


class OfCosine:
    """The base encoder: compares the state with the option texts; for noul the statement and its denial, for score the
    levels."""

    def many(self, rows):
        texts = {}
        asked = [self._texts(r["state"], r["question"]) for r in rows]
        for part in asked:
            for t in part:
                texts.setdefault(t, len(texts))
        e = Base().embed(list(texts))
        out = []
        for state, *offered in asked:
            z = e[[texts[t] for t in offered]] @ e[texts[state]] / 0.05
            p = np.exp(z - z.max())
            out.append(p / p.sum())
        return out

    @staticmethod
    def _texts(state, q):
        asked = q["instructions"]
        if q["type"] == "choice":
            offered = [k if not v else "%s: %s" % (k, v) for k, v in q["criteria"].items()]
        else:
            offered = list(q["criteria"]) if q["type"] == "score" else ["It is not true that: " + asked, asked]
        return [serialize_state(state), *map(str, offered)]


def fixed(r):
    """Always answers the first option, true or the middle level."""
    return {"choice": 0, "noul": 1, "score": len(options(r["question"])) // 2}[r["question"]["type"]]


def by_chance(r):
    k = len(options(r["question"]))
    return float(np.mean([right(r, i) for i in range(k)]))


def answers(rows, who):
    return who.many(rows) if hasattr(who, "many") else [who(r["state"], r["question"]) for r in rows]


def interval(hits):
    """Wilson's 95% interval of a share, [low, high]."""
    n, p, z = len(hits), float(np.mean(hits)), 1.96
    mid, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
    return mid - half, mid + half


def calibration(rows, ps):
    """Expected calibration error, ten bins, of the top answer's probability against whether it is exactly right."""
    return ece_score(np.array([p.max() for p in ps]), np.array([float(p.argmax() == gold(r)) for r, p in zip(rows, ps, strict=True)]), 10)
