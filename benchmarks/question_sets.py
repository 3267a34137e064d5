#!/usr/bin/env python3
"""How well the bundled starter answers the question sets that the product ships with, beside the most frequent answer and beside
the presets of upstream's library on the same checkpoint.

  question_sets.py [--json OUT] [--sets target/learning] [--half reported|tuned] [--only SET,...]

On a built service, in a Python that has `laya` installed. The rows are hand-made, in benchmarks/question_sets_hand_made:
SET.tuned.csv is what the wordings were chosen on, and SET.reported.csv what is reported; who wrote the wordings wrote and
labelled the rows. The questions about spam are asked of public e-mails and text messages too, if learning_sets.py has made
them. Upstream's presets read a member of the state, so they get the text under its name; ours get the text alone. For each
question: the share of rows that is right (a score on its exact level) with Wilson's 95 % interval, that of the most frequent
answer of these rows, McNemar's exact test against it (and of upstream's against ours), and how well the probabilities order the
rows: the share of pairs with different labels that stand in the right order (0.5 is chance), with a 95 % interval from 2,000
draws of the rows (of more than 120 rows, that of Hanley and McNeil). The reported rows have told which questions need other
words since the starter changed, never which words.
"""

import argparse
import collections
import csv
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
from wordings import mcnemar, wilson

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROWS = ROOT / "benchmarks" / "question_sets_hand_made"
SETS = ("triage", "email", "guard", "moderation", "router")
SEED, DRAWS = 1, 2000
# The questions of upstream's presets that ask the same as ours, by our id.
THEIRS = {
    "triage": {
        "intent": "intent",
        "urgent": "is_urgent",
        "frustration": "frustration",
        "wants_refund": "refund_requested",
        "may_leave": "churn_risk",
    },
    "email": {"team": "category", "spam": "is_spam", "phishing": "is_phishing", "urgency": "urgency", "reply_expected": "needs_reply"},
    "guard": {
        "jailbreak": "jailbreak",
        "injection": "prompt_injection",
        "sensitive_data": "sensitive_data",
        "harm": "harm_severity",
        "topic": "topic",
    },
    "moderation": {"toxic": "toxic", "harassment": "harassment", "threat": "threat", "spam": "spam", "severity": "severity"},
    "router": {"difficulty": "difficulty", "domain": "domain", "needs_tools": "needs_tools", "sensitive": "is_sensitive"},
}
# Measured like the others, and not in the sets: on the reported rows it is right no more often than the most frequent answer, and
# the order that it gives to the rows may be chance.
LEFT_OUT = {
    ("guard", "jailbreak"): {
        "type": "noul",
        "instructions": "The assistant is told to drop its limits.",
        "criteria": {"true": "no rules, no limits, no filters, an evil role"},
    },
}
# The public rows, by set and question.
PUBLIC = {("email", "spam"): "mails", ("moderation", "spam"): "sms"}
NOUL = {"false": 0, "true": 1}


def upstream(name):
    """The preset of upstream's library, and the member of the state that it reads."""
    from laya import presets

    questions = getattr(presets, name + "_questions")()
    return questions, presets.state_field(questions)


def labelled(name, half, questions, folder):
    """(where from, question, state, index of the right option) of every label."""
    with open(ROWS / ("%s.%s.csv" % (name, half)), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for question, label in row.items():
                if question in questions and label:
                    yield "hand-made", question, row["state"], index(questions[question], label)
    for (of, question), public in PUBLIC.items():
        path = folder / ("%s.%s.jsonl" % (public, "test" if half == "reported" else "labels"))
        if of == name and question in questions and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines()[:500]:
                row = json.loads(line)
                yield public, question, row["state"], int(row["gold"])


def index(question, label):
    if question["type"] == "noul":
        return NOUL[label]
    return list(question["criteria"]).index(label) if question["type"] == "choice" else int(label)


def answered(asked):
    """The probabilities of every (state, question, index), in their order, from one run of evaluate."""
    with tempfile.TemporaryDirectory() as folder:
        labels, report = pathlib.Path(folder) / "labels.jsonl", pathlib.Path(folder) / "report.json"
        with open(labels, "w", encoding="utf-8") as out:
            for state, question, right in asked:
                gold = (
                    list(question["criteria"])[right]
                    if question["type"] == "choice"
                    else bool(right)
                    if question["type"] == "noul"
                    else right
                )
                out.write(json.dumps({"model": "english", "state": state, "question": question, "gold": gold}) + "\n")
        done = subprocess.run(
            [str(running.SERVE), "evaluate", str(labels), "--json", str(report)],
            capture_output=True,
            text=True,
            env=running.environment("0", SERVICE_CHECKPOINTS="starter"),
        )
        if done.returncode:
            sys.exit(done.stderr)
        rows = json.loads(report.read_text(encoding="utf-8"))["rows"]
    assert [row["gold"] for row in rows] == [right for _, _, right in asked]
    return [row["probabilities"] for row in rows]


def ordered(pairs):
    """The share of pairs with different labels whose values stand in the same order; None if there are none."""
    better = total = 0
    for i, (value, label) in enumerate(pairs):
        for other, otherwise in pairs[:i]:
            if label != otherwise:
                total += 1
                better += 0.5 if value == other else (value > other) == (label > otherwise)
    return better / total if total else None


def ordered_interval(pairs):
    draws, random_ = [], random.Random(SEED)
    some = pairs if len(pairs) <= 120 else None
    for _ in range(DRAWS if some else 0):
        share = ordered(random_.choices(some, k=len(some)))
        draws += [] if share is None else [share]
    if some is None:
        # The error of the area under the curve by Hanley and McNeil, because draws of so many rows take minutes. Such rows are nouls.
        area, yes = ordered(pairs), sum(label for _, label in pairs)
        q1, q2 = area / (2 - area), 2 * area * area / (1 + area)
        no = len(pairs) - yes
        error = math.sqrt((area * (1 - area) + (yes - 1) * (q1 - area**2) + (no - 1) * (q2 - area**2)) / (yes * no))
        return [round(max(0, area - 1.959964 * error), 4), round(min(1, area + 1.959964 * error), 4)]
    draws.sort()
    return [round(draws[int(0.025 * len(draws))], 4), round(draws[int(0.975 * len(draws)) - 1], 4)]


def summary(kind, rows):
    """What `rows`, (probabilities, index of the right option), say."""
    hits = [p.index(max(p)) == right for p, right in rows]
    frequent, _ = collections.Counter(right for _, right in rows).most_common(1)[0]
    majority = [right == frequent for _, right in rows]
    found = {
        "right": round(sum(hits) / len(rows), 4),
        "interval": wilson(sum(hits), len(rows)),
        "p_majority": round(
            mcnemar(
                sum(h and not m for h, m in zip(hits, majority, strict=True)), sum(m and not h for h, m in zip(hits, majority, strict=True))
            ),
            5,
        ),
    }
    if kind != "choice":
        pairs = [(sum(i * value for i, value in enumerate(p)), right) for p, right in rows]
        found |= {"ordered": round(ordered(pairs), 4), "ordered_interval": ordered_interval(pairs)}
    return found, sum(majority) / len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=ROOT / "target" / "learning")
    parser.add_argument("--half", choices=("reported", "tuned"), default="reported")
    parser.add_argument("--only", default=",".join(SETS))
    arguments = parser.parse_args()
    result = machine.begin(ROOT / "starter" / "checkpoint")
    asked, keys, kinds = [], [], {}
    for name in arguments.only.split(","):
        questions = json.loads((ROOT / "conf" / "question-sets" / (name + ".json")).read_text(encoding="utf-8"))["questions"]
        questions |= {question: definition for (of, question), definition in LEFT_OUT.items() if of == name}
        theirs, field = upstream(name)
        kinds |= {(name, question): definition["type"] for question, definition in questions.items()}
        for source, question, state, right in labelled(name, arguments.half, questions, arguments.sets):
            asked += [(state, questions[question], right), ({field: state}, theirs[THEIRS[name][question]], right)]
            keys += [(name, question, source, "ours"), (name, question, source, "upstream")]
    found = collections.defaultdict(list)
    for key, probabilities, (_, _, right) in zip(keys, answered(asked), asked, strict=True):
        found[key].append((probabilities, right))
    table = []
    for (name, question, source, whose), rows in found.items():
        if whose != "ours":
            continue
        ours, majority = summary(kinds[name, question], rows)
        others = found[name, question, source, "upstream"]
        theirs, _ = summary(kinds[name, question], others)
        both = [(p.index(max(p)) == right, other.index(max(other)) == right) for (p, right), (other, _) in zip(rows, others, strict=True)]
        theirs["p_ours"] = round(mcnemar(both.count((True, False)), both.count((False, True))), 5)
        table.append(
            {
                "set": name,
                "question": question,
                "type": kinds[name, question],
                "in_set": (name, question) not in LEFT_OUT,
                "rows_from": source,
                "rows": len(rows),
                "majority": round(majority, 4),
                "ours": ours,
                "upstream": theirs,
            }
        )
        print(
            "%-10s %-15s %-9s n=%-4d majority %.3f | ours %.3f %s %s | upstream %.3f %s"
            % (
                name,
                question,
                source,
                len(rows),
                majority,
                ours["right"],
                ours["interval"],
                ours.get("ordered", ""),
                theirs["right"],
                theirs.get("ordered", ""),
            )
        )
    if arguments.json:
        arguments.json.write_text(
            json.dumps(machine.end({**result, "half": arguments.half, "table": table}), indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
