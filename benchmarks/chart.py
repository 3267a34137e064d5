#!/usr/bin/env python3
"""Draws the bar chart of docs/performance.md from the results of reproduce.sh: chart.py RESULTS > docs/performance.svg"""
import json
import os
import sys

SCENARIOS = {
    "one": "one question, a short ticket",
    "three": "three questions, a short ticket",
    "long": "one question, a full window",
    "batch16": "16 equal states",
    "mixed16": "16 states of 5 to 335 words",
    "concurrent": "8 clients at once",
}
SERIES = {"float32": ("float32", "#2b6cb0"), "int8": ("int8", "#dd6b20")}
LEFT, BAR, GAP, UNIT = 230, 14, 12, 50


def ratio(row):
    """The middle of the ratios of all rounds."""
    found = row.get("theirs_over_ours", row.get("ours_over_theirs"))
    # Results of the first version of side_by_side.py have the median only.
    return found[1] if isinstance(found, list) else found


def main():
    results = {}
    for name in SERIES:
        path = os.path.join(sys.argv[1], name + ".json")
        if os.path.exists(path):
            with open(path) as f:
                results[name] = json.load(f)
    out, y = [], 44
    longest = max(ratio(r[s]) for r in results.values() for s in SCENARIOS if s in r)
    for scenario, label in SCENARIOS.items():
        bars = [(name, ratio(r[scenario])) for name, r in results.items() if scenario in r]
        middle = y + len(bars) * BAR / 2 + 4
        out.append('<text x="%d" y="%.0f" text-anchor="end">%s</text>' % (LEFT - 10, middle, label))
        for name, value in bars:
            out.append('<rect x="%d" y="%d" width="%.0f" height="%d" fill="%s"/>'
                       % (LEFT, y, value * UNIT, BAR - 2, SERIES[name][1]))
            out.append('<text x="%.0f" y="%d" class="value">%.1f</text>' % (LEFT + value * UNIT + 5, y + BAR - 4, value))
            y += BAR
        y += GAP
    width = LEFT + longest * UNIT + 50
    legend, x = [], LEFT
    for name in results:
        legend.append('<rect x="%d" y="12" width="12" height="12" fill="%s"/><text x="%d" y="22">%s</text>'
                      % (x, SERIES[name][1], x + 17, SERIES[name][0]))
        x += 85
    legend.append('<text x="%d" y="22">times as fast as laya-serve (line: 1)</text>' % x)
    line = '<line x1="%d" y1="36" x2="%d" y2="%d" stroke="#888" stroke-dasharray="3 3"/>' % (LEFT + UNIT, LEFT + UNIT, y)
    print('<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family="sans-serif" font-size="12">'
          % (max(width, x + 240), y + 6))
    print('<style>text { fill: #333 } .value { font-size: 11px } '
          '@media (prefers-color-scheme: dark) { text { fill: #ddd } }</style>')
    print("\n".join(legend + out + [line, "</svg>"]))


if __name__ == "__main__":
    main()
