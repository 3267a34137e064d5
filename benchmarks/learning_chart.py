#!/usr/bin/env python3
"""Draws the results of learning.py, accuracy by labels for every set: learning_chart.py RESULTS.json > OUT.svg"""
import json
import math
import sys

TITLES = {
    "intents10": "bank customers, 10 intents", "intents77": "bank customers, 77 intents", "near_misses": "near misses, 20 statements",
    "sms": "SMS spam", "question_types": "question types", "mails": "spam e-mails", "reviews": "reviews on five levels",
}
SERIES = {
    "learned": ("the starter with labels", "#c53030", 2.5), "calibrated": ("the starter, calibrated", "#2b6cb0", 1.5),
    "vectors": ("regression on sentence vectors", "#2f855a", 1.5), "tfidf": ("regression on TF-IDF", "#b7791f", 1.5),
}
COUNTS = (10, 20, 50, 100, 200, 400)
COLUMNS, WIDTH, HEIGHT, LEFT, TOP, GAP = 4, 170, 120, 40, 60, 60


def across(count):
    """Where this many labels are, in pixels from the left of a panel; 0 labels are left of the logarithmic part."""
    return 0 if count == 0 else 25 + (WIDTH - 25) * math.log(count / COUNTS[0]) / math.log(COUNTS[-1] / COUNTS[0])


def mean(draws):
    return sum(accuracy for accuracy, _, _ in draws) / len(draws)


def panel(name, each, x, y):
    found = dict(each["columns"])
    # Where the options are narrowed down in groups, the starter is better with labels and without.
    for column in ("alone", "learned"):
        found[column] = found.get(column + "_in_groups", found.get(column, {}))
    if "alone_in_groups" in found:
        found.pop("calibrated", None)
    zero = mean(found["alone"]["0"])
    values = [zero, *(mean(draws) for column in SERIES for draws in found.get(column, {}).values())]
    low = math.floor(10 * min(values)) / 10

    def down(value):
        return y + HEIGHT * (1 - (value - low) / (1 - low))

    out = ['<text x="%d" y="%d">%s</text>' % (x, y - 8, TITLES[name]),
           '<rect x="%d" y="%d" width="%d" height="%d" class="frame"/>' % (x, y, WIDTH, HEIGHT)]
    for tick in (low, (1 + low) / 2, 1):
        out.append('<text x="%d" y="%.0f" text-anchor="end" class="tick">%.2f</text>' % (x - 4, down(tick) + 4, tick))
    for count in (0, 10, 100, 400):
        out.append('<text x="%.0f" y="%d" text-anchor="middle" class="tick">%d</text>' % (x + across(count), y + HEIGHT + 13, count))
    out.append('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#888" stroke-dasharray="3 3"/>' % (x, x + WIDTH, down(zero), down(zero)))
    for column, (_, colour, width) in SERIES.items():
        points = ["%.1f,%.1f" % (x + across(int(count)), down(mean(draws))) for count, draws in found.get(column, {}).items()]
        if points and column in ("learned", "calibrated"):
            points.insert(0, "%.1f,%.1f" % (x, down(zero)))
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="%s"/>' % (" ".join(points), colour, width))
    return out


def main():
    with open(sys.argv[1]) as file:
        sets = json.load(file)["sets"]
    present = [column for column in SERIES if any(column in each["columns"] for each in sets.values())]
    out, x = [], LEFT
    for column in present:
        title, colour, width = SERIES[column]
        out.append('<line x1="%d" x2="%d" y1="18" y2="18" stroke="%s" stroke-width="%s"/>' % (x, x + 20, colour, width))
        out.append('<text x="%d" y="22">%s</text>' % (x + 25, title))
        x += 235
    for n, name in enumerate(name for name in TITLES if name in sets):
        out += panel(name, sets[name], LEFT + n % COLUMNS * (WIDTH + GAP), TOP + n // COLUMNS * (HEIGHT + GAP))
    rows = math.ceil(len(sets) / COLUMNS)
    note = "Accuracy by labels; mean of the draws. Dashed: the starter without labels."
    print('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">'
          % (LEFT + COLUMNS * (WIDTH + GAP), TOP + rows * (HEIGHT + GAP)))
    print('<style>text { fill: #333 } .tick { font-size: 10px } .frame { fill: none; stroke: #888 } '
          '@media (prefers-color-scheme: dark) { text { fill: #ddd } }</style>')
    print("\n".join([*out, '<text x="%d" y="%d">%s</text>' % (LEFT, TOP + rows * (HEIGHT + GAP) - 10, note), "</svg>"]))


if __name__ == "__main__":
    main()
