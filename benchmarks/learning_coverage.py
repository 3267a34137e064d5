#!/usr/bin/env python3
"""Whether the options that a service says cannot be excluded hold the right one as often as they should.

  learning_coverage.py [--json OUT] [--sets target/learning] [--labels 200] [--draws 1] [--only SET,...] [--ways learned,calibrated]

After learning_sets.py, on a built service. Each draw learns from that many labels of each question (or calibrates,
with `calibrate --coverage`), serves the file, and asks for coverage 0.8, 0.9 and 0.95 on the rows to judge, which nobody has
seen, over HTTP. For each question and level: the share of rows whose set holds the right option, the mean size of the sets, and
the interval that 95 of 100 such shares lie in. It counts that the held-out scores are drawn (the coverage that they bring is
beta-distributed) and that the judged rows are (binomial). A set always holds the likeliest option: if that alone is right more
often than the level says, so is the set, and only the lower end of the interval tells something. What OUT has of other sets and
ways is kept.
"""
import argparse
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import learning
import machine
import running

SETS = [name for name in learning.SETS if name != "intents77"]
LEVELS = (0.8, 0.9, 0.95)
WAYS = {"learned": "learn", "calibrated": "calibrate"}
STATES = 64
# Of all checks together, one in twenty such runs should have any outside.
TOGETHER = 0.05


def chances(level, labels, rows):
    """How likely it is that so many of the sets or fewer hold the right option, if rows are drawn alike: [rows + 1]."""
    missing = int((1 - level) * (labels + 1) + 1e-9)
    a, b = labels + 1 - missing, missing
    if b == 0:
        return [0.0] * rows + [1.0]

    def log_beta(x, y):
        return math.lgamma(x) + math.lgamma(y) - math.lgamma(x + y)
    total, found = 0.0, []
    for held in range(rows + 1):
        ways = math.lgamma(rows + 1) - math.lgamma(held + 1) - math.lgamma(rows - held + 1)
        total += math.exp(ways + log_beta(held + a, rows - held + b) - log_beta(a, b))
        found.append(min(total, 1.0))
    return found


def named(question, index):
    """An option as an answer names it."""
    if question["type"] == "choice":
        return list(question["criteria"])[index]
    return index == 1 if question["type"] == "noul" else index


def asked(service, question, states, level):
    """The answers about all states; None if the service has no labelled rows of the question."""
    found = []
    for at in range(0, len(states), STATES):
        body = {"states": states[at:at + STATES], "questions": {"q": question}, "model": "english", "coverage": level}
        status, _, text = running.call(service.port, "POST", "/v1/systemone/batch", json.dumps(body), timeout=600)
        if status == 422:
            return None
        if status != 200:
            sys.exit("%d: %s" % (status, text))
        found += [result["answers"]["q"] for result in json.loads(text)["results"]]
    return found


def likeliest(answer):
    if answer["type"] == "noul":
        return answer["noul"] > 0.5
    best = max(answer["probabilities"], key=answer["probabilities"].get)
    return int(best) if answer["type"] == "score" else best


def judged(each, labels, service):
    """One entry for each question that the service knows labelled rows of."""
    found = []
    for instructions in each.questions:
        rows = each.held(instructions)
        question = each.rows["test"][rows[0]]["question"]
        right = [named(question, each.golds[row]) for row in rows]
        entry = {"set": each.name, "question": instructions, "type": question["type"], "options": each.options(), "rows": len(rows),
                 "levels": {}}
        for level in LEVELS:
            answers = asked(service, question, [each.rows["test"][row]["state"] for row in rows], level)
            if answers is None:
                break
            sets = [answer["coverage"]["options"] for answer in answers]
            held = sum(gold in options for gold, options in zip(right, sets, strict=True))
            law = chances(level, labels, len(rows))
            correct = sum(likeliest(answer) == gold for answer, gold in zip(answers, right, strict=True))
            entry["accuracy"] = round(correct / len(rows), 4)
            entry["levels"][str(level)] = {
                "holds": round(held / len(rows), 4),
                "interval": [round(next(i for i, c in enumerate(law) if c >= p) / len(rows), 4) for p in (0.025, 0.975)],
                "chance_of_fewer": float("%.3g" % law[held]), "size": round(sum(map(len, sets)) / len(sets), 3)}
        if entry["levels"]:
            found.append(entry)
    return found


def measured(each, way, draw, run):
    command = WAYS[way]
    labels = run.folder / ("coverage.%s.%d.jsonl" % (each.name, draw))
    rows = [each.rows["labels"][n] for numbers in each.drawn(draw, run.labels).values() for n in numbers]
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows))
    file = labels.with_suffix(".safetensors" if way == "learned" else ".json")
    if learning.serve(command, labels, "--out", file, *(["--coverage"] if way == "calibrated" else [])) != 0:
        return []
    settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_FITTED": file, "SERVICE_LOG_LEVEL": "warning"}
    with running.Service([running.SERVE], run.folder / "coverage.log", **settings) as service:
        service.await_ready()
        return [{**entry, "way": way, "draw": draw} for entry in judged(each, run.labels, service)]


def text(report):
    """JSON with each list of numbers on one line."""
    return re.sub(r"\[\s+([-\d.,\s]+?)\s+\]", lambda found: "[%s]" % " ".join(found[1].split()), json.dumps(report, indent=1)) + "\n"


def verdict(entries):
    checks = [level for entry in entries for level in entry["levels"].values()]
    return {"checks": len(checks), "below_their_interval": sum(check["chance_of_fewer"] < 0.025 for check in checks),
            "below_all_intervals_together": sum(check["chance_of_fewer"] < TOGETHER / len(checks) for check in checks)}


def table(entries):
    head = ["set", "type", "way", "questions", "right", *("%g: holds, size" % level for level in LEVELS)]
    lines = ["| %s |" % " | ".join(head), "|---" * len(head) + "|"]
    for name in SETS:
        for way in WAYS:
            own = [entry for entry in entries if entry["set"] == name and entry["way"] == way]
            if own:
                kind = "%s of %d" % (own[0]["type"], own[0]["options"])
                right = mean(own, [entry["accuracy"] for entry in own])
                cells = ["%.3f, %.2f" % tuple(mean(own, [entry["levels"][str(level)][key] for entry in own]) for key in ("holds", "size"))
                         for level in LEVELS]
                questions = len({entry["question"] for entry in own})
                lines.append("| %s |" % " | ".join([name, kind, way, str(questions), "%.3f" % right, *cells]))
    return "\n".join(lines)


def mean(entries, values):
    """By rows."""
    return sum(value * entry["rows"] for entry, value in zip(entries, values, strict=True)) / sum(entry["rows"] for entry in entries)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--labels", type=int, default=200)
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--only", default=",".join(SETS))
    parser.add_argument("--ways", default=",".join(WAYS))
    run = parser.parse_args()
    begun = machine.begin(learning.STARTER)
    report = json.loads(run.json.read_text()) if run.json and run.json.exists() else {"runs": [], "questions": []}
    sets, ways = run.only.split(","), run.ways.split(",")
    entries = [entry for entry in report["questions"] if entry["set"] not in sets or entry["way"] not in ways]
    for name in sets:
        each = learning.Set(run.folder, name)
        for draw in range(run.draws):
            for way in ways:
                found = measured(each, way, draw, run)
                entries += found
                print(name, way, draw, len(found), file=sys.stderr, flush=True)
    report = {"labels": run.labels, "runs": [*report["runs"], machine.end(begun)], "verdict": verdict(entries), "questions": entries}
    if run.json:
        run.json.write_text(text(report))
    print(table(entries), report["verdict"], sep="\n\n")


if __name__ == "__main__":
    main()
