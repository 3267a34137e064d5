#!/usr/bin/env python3
"""Asks labelled questions of one service in float32 and of another in a reduced precision, and says how far apart the
answers are.

  agreement.py [--ours ./serve] [--checkpoint DIR] [--setting SERVICE_PRECISION=int8 ...] [--json OUT]

The questions are those of docs/thresholds/labelled.jsonl and starter/recipe/evaluate/final.txt; nothing was trained or
fitted on them. Every question is a request of its own, so both services compute the same rows. Without --checkpoint, it
is the bundled starter. Without --setting, it is int8. Uses only the standard library and
loopback.
"""
import argparse
import json
import math
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "starter" / "recipe"))
import machine
import running

from evaluate import final

STARTER = machine.ROOT / "starter" / "checkpoint"
BINS = 10


def questions():
    dev = (machine.ROOT / "docs" / "thresholds" / "labelled.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in dev.splitlines()] + list(final.questions())


def ask(service, rows):
    """The answer to every row."""
    answers = []
    for row in rows:
        body = json.dumps({"state": row["state"], "questions": {"q": row["question"]}, "model": "english"})
        status, _, text = running.call(service.port, "POST", "/v1/systemone", body, {"Content-Type": "application/json"})
        if status != 200:
            sys.exit("%s was answered %d: %s" % (row["id"], status, text[:300]))
        answers.append(json.loads(text)["answers"]["q"])
    return answers


def probabilities(answer):
    """Of the options, in the order of the criteria."""
    if answer["type"] == "noul":
        return [1 - answer["noul"], answer["noul"]]
    return list(answer["probabilities"].values())


def gold(row):
    question = row["question"]
    return list(question["criteria"]).index(row["gold"]) if question["type"] == "choice" else int(row["gold"])


def judged(rows, answers):
    """Accuracy (scores within one level) and expected calibration error in ten bins of the largest probability."""
    hits, bins = 0, [[0, 0.0, 0.0] for _ in range(BINS)]
    for row, answer in zip(rows, answers, strict=True):
        p = probabilities(answer)
        best = p.index(max(p))
        hit = abs(best - gold(row)) <= (1 if row["question"]["type"] == "score" else 0)
        hits += hit
        cell = bins[min(BINS - 1, int(max(p) * BINS))]
        cell[0] += 1
        cell[1] += max(p)
        cell[2] += best == gold(row)
    error = sum(abs(sure - right) for _, sure, right in bins) / len(rows)
    return {"accuracy": round(hits / len(rows), 4), "expected_calibration_error": round(error, 4)}


def quantile(values, share):
    """Interpolated between ranks."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def compare(rows, exact, reduced):
    differences, acts, changed = [], [], []
    for row, a, b in zip(rows, exact, reduced, strict=True):
        p, q = probabilities(a), probabilities(b)
        differences.append(max(abs(x - y) for x, y in zip(p, q, strict=True)))
        acts.append(abs(a["action"]["act_probability"] - b["action"]["act_probability"]))
        if p.index(max(p)) != q.index(max(q)):
            first, second = sorted(p, reverse=True)[:2]
            changed.append({"id": row["id"], "margin": round(first - second, 4)})
    return {"questions": len(rows), "largest": round(max(differences), 4), "percentile_99": round(quantile(differences, 0.99), 4),
            "percentile_95": round(quantile(differences, 0.95), 4), "mean": round(sum(differences) / len(rows), 5),
            "above_0.02": sum(d > 0.02 for d in differences), "changed": changed,
            "act_largest": round(max(acts), 4), "act_percentile_99": round(quantile(acts, 0.99), 4)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default=str(running.SERVE))
    parser.add_argument("--checkpoint", type=pathlib.Path, default=STARTER)
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    settings = dict(s.split("=", 1) for s in options.setting) or {"SERVICE_PRECISION": "int8"}
    rows = questions()
    result = machine.begin(options.checkpoint)
    answers = []
    for name, chosen in (("exact", {}), ("reduced", settings)):
        log = machine.ROOT / "target" / ("agreement-%s.log" % name)
        log.parent.mkdir(exist_ok=True)
        with running.Service(shlex.split(options.ours), log, SERVICE_MODEL_PATH=options.checkpoint, SERVICE_CHECKPOINTS=None,
                             **chosen) as service:
            answers.append(ask(service.await_ready(), rows))
        # What the gate said.
        result[name + "_log"] = [line for line in log.read_text().splitlines() if " serves " in line or "loaded" in line]
    result.update(compare(rows, *answers), float32=judged(rows, answers[0]), reduced=judged(rows, answers[1]))
    text = json.dumps(machine.end(result), indent=1)
    if options.json:
        options.json.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
