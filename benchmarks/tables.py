#!/usr/bin/env python3
"""The tables that docs/question-sets.md and docs/learning.md show of benchmarks/results.

  tables.py --check | --write      whether the pages have them, or puts them there

A table is found by its first line.
"""
import json
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TITLES = {
    "intents10": "banking intents, choice of 10", "intents77": "banking intents, choice of 77, in groups",
    "near_misses": "twenty statements hard to tell apart, yes/no", "sms": "SMS spam, yes/no",
    "question_types": "question types, choice of 6", "mails": "spam e-mails, yes/no", "reviews": "film reviews, five levels",
}
WAYS = {
    "tfidf": "TF-IDF and logistic regression", "vectors": "sentence vectors and logistic regression", "calibrated": "`calibrate`",
    "learned": "**`learn`**",
}
SETS = "triage", "email", "guard", "moderation", "router"
SOURCES = {"hand-made": "hand-made", "mails": "e-mails", "sms": "text messages"}
COUNTS = 10, 20, 50, 100, 200, 400


def result(name):
    return json.loads((ROOT / "benchmarks/results" / name).read_text(encoding="utf-8"))


def place(row):
    """Sets and their questions stand as in the files of the sets, those left out last."""
    questions = json.loads((ROOT / "conf/question-sets" / (row["set"] + ".json")).read_text(encoding="utf-8"))["questions"]
    return not row["in_set"], SETS.index(row["set"]), row["in_set"] and list(questions).index(row["question"])


def question_sets():
    rows = ["| question | rows | most frequent | right | order | upstream's: right | order |", "|---|---|---|---|---|---|---|"]
    for each in sorted(result("question-sets.json")["table"], key=place):
        ours, theirs = each["ours"], each["upstream"]
        order = "%.2f [%.2f, %.2f]" % (ours["ordered"], *ours["ordered_interval"]) if "ordered" in ours else ""
        upstreams = "%.2f" % theirs["ordered"] if "ordered" in theirs else ""
        rows.append("| %s `%s`%s | %s, %d | %.2f | %.2f [%.2f, %.2f] | %s | %.2f | %s |" % (
            each["set"], each["question"], "" if each["in_set"] else " (left out)", SOURCES[each["rows_from"]], each["rows"],
            each["majority"], ours["right"], *ours["interval"], order, theirs["right"], upstreams))
    return rows


def column(measured, way, name):
    """What was measured of a set in one way; the 77 intents are narrowed down in groups."""
    columns = measured["columns"]
    return columns.get(way + "_in_groups", {} if name == "intents77" and way == "calibrated" else columns[way])


def mean(draws, figure):
    return statistics.fmean(draw[figure] for draw in draws)


def learning():
    rows = ["| question | answered by | 0 | %s |" % " | ".join(map(str, COUNTS)), "|---|---|" + "---|" * (1 + len(COUNTS))]
    sets = result("learning-starter.json")["sets"]
    for name, title in TITLES.items():
        alone = "%.3f" % mean(column(sets[name], "alone", name)["0"], 0)
        for way, said in WAYS.items():
            found = column(sets[name], way, name)
            if found:
                shown = ["%.3f" % mean(found[str(count)], 0) for count in COUNTS]
                cells = ["**%s**" % cell for cell in shown] if way == "learned" else shown
                rows.append("| %s | %s | %s | %s |" % (title, said, alone if way in ("calibrated", "learned") else "", " | ".join(cells)))
                title = ""
    return rows


def probabilities():
    rows = ["| question | `learn`: log loss, ECE | `calibrate` | sentence vectors |", "|---|---|---|---|"]
    sets = result("learning-starter.json")["sets"]
    for name, title in TITLES.items():
        found = [column(sets[name], way, name).get("200") for way in ("learned", "calibrated", "vectors")]
        rows.append("| %s | %s |" % (title, " | ".join("%.3f, %.3f" % (mean(x, 1), mean(x, 2)) if x else "" for x in found)))
    return rows


def kept():
    rows = ["| kept with 200, 400 labels | `learn` | sentence vectors | TF-IDF |", "|---|---|---|---|"]
    sets = result("learning-kept.json")["sets"]
    for name, title in TITLES.items():
        found = [column(sets[name], way, name) for way in ("learned", "vectors", "tfidf")]
        rows.append("| %s | %s |" % (title, " | ".join("%.2f, %.2f" % (mean(x["200"], 3), mean(x["400"], 3)) for x in found)))
    return rows


def put(text, rows):
    """The text with these rows instead of those of the table that begins with the first one."""
    lines = text.split("\n")
    at = lines.index(rows[0])
    end = next(i for i in range(at, len(lines)) if not lines[i].startswith("|"))
    return "\n".join(lines[:at] + rows + lines[end:])


def main():
    if sys.argv[1:] not in (["--check"], ["--write"]):
        sys.exit(__doc__)
    stale = []
    for page, tables in (("docs/question-sets.md", [question_sets()]), ("docs/learning.md", [learning(), probabilities(), kept()])):
        file = ROOT / page
        before = text = file.read_text(encoding="utf-8")
        for rows in tables:
            text = put(text, rows)
        if text != before:
            stale.append(page)
            if sys.argv[1] == "--write":
                file.write_text(text, encoding="utf-8")
    if stale:
        print("other than benchmarks/results say%s: %s" % (", written anew" if sys.argv[1] == "--write" else "", ", ".join(stale)))
    sys.exit(bool(stale) and sys.argv[1] == "--check")


if __name__ == "__main__":
    main()
