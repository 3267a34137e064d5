#!/usr/bin/env python3
"""Shows the effect of an abstention threshold on your own questions: answered share and accuracy at every threshold.

    scripts/measure/thresholds.py URL [labelled.jsonl] [--picture FOLDER]

Each line of the file is {"state": …, "question": {…}, "gold": …}: the right label of a choice, level index of a score
or truth of a noul. Without a file it reads docs/thresholds/labelled.jsonl; --picture writes the pictures of the guide.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
THRESHOLDS = [step / 100 for step in range(0, 100)]
SHOWN = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


def ask(url, row):
    """(type, answer confidence, whether the answer is right) of one labelled question."""
    body = json.dumps({"state": row["state"], "questions": {"q": row["question"]}}).encode()
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("SERVICE_API_KEY", "")}
    with urllib.request.urlopen(urllib.request.Request(url + "/v1/systemone", body, headers), timeout=60) as response:
        answer = json.load(response)["answers"]["q"]
    p = answer.get("probabilities") or {"false": 1 - answer["noul"], "true": answer["noul"]}
    best = max(p, key=p.get)
    gold = str(row["gold"]).lower() if answer["type"] == "noul" else str(row["gold"])
    return answer["type"], answer.get("answer_confidence", p[best]), best == gold


def curve(results):
    """(threshold, answered share, accuracy of the answered), as long as any are answered."""
    points = []
    for threshold in THRESHOLDS:
        kept = [right for _, confidence, right in results if confidence >= threshold]
        if kept:
            points.append((threshold, len(kept) / len(results), sum(kept) / len(kept)))
    return points


def table(results):
    print(f"{'':8}{'n':>5}" + "".join(f"{threshold:>14.2f}" for threshold in SHOWN))
    kinds = collections.Counter(kind for kind, _, _ in results)
    for kind in [*kinds, "all"]:
        chosen = [result for result in results if kind in (result[0], "all")]
        at = {threshold: (share, accuracy) for threshold, share, accuracy in curve(chosen)}
        cells = (f"{at[t][0]:6.0%} {at[t][1]:6.1%}" if t in at else f"{'none':>13}" for t in SHOWN)
        print(f"{kind:8}{len(chosen):>5}" + "".join(f" {cell:>13}" for cell in cells))
    print("\nEach cell: share that is answered, accuracy of those.")


# ---- Pictures, as handwritten SVG: no library, and readable on light and dark pages.

INK, LINES = "#6f7b8a", {"blue": "#2f7fcc", "amber": "#b9770e", "green": "#2a8f5a"}
LEFT, TOP, WIDTH, HEIGHT = 60, 44, 320, 220


def chart(title, x_name, y_name, series, mark=None):
    """One square chart from 0 to 1; `series` is (name, colour, dashes, points)."""

    def at(x, y):
        return LEFT + WIDTH * x, TOP + HEIGHT * (1 - y)

    parts = [f'<text x="{LEFT}" y="24" font-weight="600" font-size="14" fill="{INK}">{title}</text>']
    for step in range(0, 11, 2):
        value = step / 10
        (x, y), (left, bottom) = at(value, value), at(0, 0)
        parts.append(f'<path d="M{left} {y:.1f}H{left + WIDTH}" stroke="{INK}" stroke-opacity="0.25"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end" font-size="11" fill="{INK}">{value:.1f}</text>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 17}" text-anchor="middle" font-size="11" fill="{INK}">{value:.1f}</text>')
    parts.append(f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 36}" text-anchor="middle" font-size="12" fill="{INK}">{x_name}</text>')
    upwards = f'transform="translate(18 {TOP + HEIGHT / 2}) rotate(-90)"'
    parts.append(f'<text {upwards} text-anchor="middle" font-size="12" fill="{INK}">{y_name}</text>')
    if mark is not None:
        x, y = at(mark, 1)
        parts.append(f'<path d="M{x:.1f} {y}v{HEIGHT}" stroke="{INK}" stroke-dasharray="2 3"/>')
    for row, (name, colour, dashes, points) in enumerate(series):
        path = " ".join(f"{'L' if i else 'M'}{at(*p)[0]:.1f} {at(*p)[1]:.1f}" for i, p in enumerate(points))
        parts.append(f'<path d="{path}" fill="none" stroke="{LINES[colour]}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        y = TOP + HEIGHT + 58 + 18 * row
        parts.append(f'<path d="M{LEFT} {y - 4}h24" stroke="{LINES[colour]}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        parts.append(f'<text x="{LEFT + 32}" y="{y}" font-size="12" fill="{INK}">{name}</text>')
    return "\n".join(parts)


def write(path, charts, rows):
    step, height = LEFT + WIDTH + 30, TOP + HEIGHT + 58 + 18 * rows
    groups = "\n".join(f'<g transform="translate({step * i} 0)">\n{content}\n</g>' for i, content in enumerate(charts))
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {step * len(charts)} {height}" font-family="Inter, system-ui, sans-serif">\n'
        f"{groups}\n</svg>\n", encoding="utf-8")


def spread(m, options):
    """1 − H(p)/log k of an answer with probability m."""
    rest = (1 - m) / (options - 1)
    h = -m * math.log(m) - (0 if rest <= 0 else (options - 1) * rest * math.log(rest))
    return max(0.0, 1 - h / math.log(options))


def formulae():
    """The three numbers by the probability of an answer, with the rest spread evenly over the other options."""
    charts = []
    for options in (2, 10):
        xs = [1 / options + (1 - 1 / options) * i / 200 for i in range(201)]
        charts.append(chart(
            f"{options} options", "probability of the answer", "the number you would gate on",
            [("answer_confidence", "blue", "none", [(m, m) for m in xs]),
             ("confidence, 1 − H(p)/log k", "amber", "none", [(m, spread(m, options)) for m in xs]),
             ("the upstream contract's confidence", "green", "5 4", [(m, (options * m - 1) / (options - 1)) for m in xs])],
            mark=0.8))
    return charts


def measured(results):
    charts = []
    for kind in ("choice", "noul"):
        points = curve([result for result in results if result[0] == kind])
        charts.append(chart(
            f"{kind}: {sum(result[0] == kind for result in results)} labelled questions", "min_confidence", "share",
            [("answered", "blue", "none", [(t, share) for t, share, _ in points]),
             ("right, of those answered", "green", "none", [(t, accuracy) for t, _, accuracy in points])]))
    return charts


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("url")
    arguments.add_argument("labelled", nargs="?", type=pathlib.Path, default=ROOT / "docs/thresholds/labelled.jsonl")
    arguments.add_argument("--picture", type=pathlib.Path)
    arguments = arguments.parse_args()
    with arguments.labelled.open(encoding="utf-8") as lines:
        results = [ask(arguments.url, json.loads(line)) for line in lines]
    table(results)
    if arguments.picture:
        write(arguments.picture / "formulae.svg", formulae(), 3)
        write(arguments.picture / "measured.svg", measured(results), 2)


main()
