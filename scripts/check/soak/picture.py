"""Draws the samples of the mixed soak as an SVG that follows the reader's light or dark theme."""

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 760, 150, 60, 20, 34, 52
STYLE = """<style>
svg { font: 12px system-ui, sans-serif; --ink: #24292f; --soft: #8c959f; --grid: #d8dee4; --a: #0969da; --b: #bf5b04; --c: #8250df }
@media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --soft: #8b949e; --grid: #30363d; --a: #58a6ff; --b: #f0883e; --c: #bc8cff } }
text { fill: var(--ink) } .soft { fill: var(--soft) } line { stroke: var(--grid) }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round }
</style>"""


def quantile(values, q):
    """The smallest value that a share q of the values does not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0.0


def nice(top):
    """A round number not below top."""
    step = 10 ** (len(str(int(max(top, 1)))) - 1)
    return next(step * k for k in (1, 2, 3, 4, 5, 6, 8, 10) if step * k >= top)


def panel(samples, bin_s, y, title, unit, series):
    top = nice(max(s[key] for s in samples for key, _, _ in series))
    inner = WIDTH - LEFT - RIGHT

    def at(i, v):
        return "%.1f,%.1f" % (LEFT + inner * (i + 0.5) / len(samples), y + PANEL * (1 - v / top))

    out = ['<text x="%d" y="%d" font-weight="600">%s</text>' % (LEFT, y - 14, title)]
    for k in range(5):
        level = y + PANEL * k / 4
        out.append('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>' % (LEFT, WIDTH - RIGHT, level, level))
        out.append('<text class="soft" x="%d" y="%.1f" text-anchor="end">%g</text>' % (LEFT - 8, level + 4, top * (4 - k) / 4))
    x = WIDTH - RIGHT
    for key, name, colour in reversed(series):
        out.append('<text x="%d" y="%d" text-anchor="end" style="fill: var(%s)">%s</text>' % (x, y - 14, colour, name))
        x -= 7 * len(name) + 10
        out.append('<polyline style="stroke: var(%s)" points="%s"/>' % (colour, " ".join(at(i, s[key]) for i, s in enumerate(samples))))
    every = max(1, len(samples) // 6)
    for i in range(every - 1, len(samples), every):
        out.append('<text class="soft" x="%.1f" y="%d" text-anchor="middle">%g</text>' % (
            LEFT + inner * (i + 0.5) / len(samples), y + PANEL + 16, round((i + 1) * bin_s / 60, 1)))
    out.append('<text class="soft" x="%d" y="%d" text-anchor="end">%s</text>' % (LEFT - 8, y - 14, unit))
    return "\n".join(out)


def svg(samples, bin_s):
    second = TOP + PANEL + GAP
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" '
        'aria-label="Resident memory and latency over the mixed soak">' % (WIDTH, second + PANEL + 40),
        STYLE,
        panel(samples, bin_s, TOP, "Memory", "MiB",
              [("resident_mib", "resident, highest", "--a"), ("live_mib", "heap in use, lowest", "--b")]),
        panel(samples, bin_s, second, "Latency of single requests", "ms",
              [("p50", "p50", "--a"), ("p99", "p99", "--b"), ("slowest", "slowest, a load", "--c")]),
        '<text class="soft" x="%d" y="%d" text-anchor="end">minutes</text>' % (WIDTH - RIGHT, second + PANEL + 34),
        "</svg>", ""])
