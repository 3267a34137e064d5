"""Draws the dashboard as an SVG from what its queries returned, in the places that it gives its panels."""
import html
import re

WIDTH, HEIGHT, GAP, TOP, LEFT = 440, 210, 12, 34, 56
COLOURS = ("#1f6feb", "#d4730b", "#2da44e", "#a371f7", "#cf222e", "#57606a")
UNITS = {"s": (1, " s"), "reqps": (1, "/s"), "percentunit": (100, " %"), "bytes": (1 / 2**20, " MiB"), "short": (1, "")}


def legend(template, labels):
    return re.sub(r"\{\{(\w+)\}\}", lambda m: labels.get(m[1], ""), template).strip() or "value"


def number(value):
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def chart(x, y, title, unit, lines):
    factor, suffix = UNITS[unit]
    series = [(name, points) for _, found in lines for name, points in found][:6]
    parts = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#fff" stroke="#d0d7de"/>',
             f'<text x="{x + 12}" y="{y + 21}" font-weight="600">{html.escape(title)}</text>']
    times = [t for _, points in series for t, _ in points]
    if times:
        begin, span = min(times), max(1, max(times) - min(times))
        most = max(v for _, points in series for _, v in points)
        top = (most * 1.1 if unit != "percentunit" else 1) or 1
        wide, high = WIDTH - LEFT - 14, HEIGHT - TOP - 44
        for part in (0, 0.5, 1):
            line = y + TOP + high * (1 - part)
            parts.append(f'<path d="M{x + LEFT} {line:.1f}h{wide}" stroke="#eaeef2"/>')
            shown = number(top * part * factor) + suffix
            parts.append(f'<text x="{x + LEFT - 6}" y="{line + 4:.1f}" text-anchor="end" class="s">{shown}</text>')
        at = x + 12
        for n, (name, points) in enumerate(series):
            colour = COLOURS[n % len(COLOURS)]
            path = " ".join(f"{x + LEFT + wide * (t - begin) / span:.1f},{y + TOP + high * (1 - v / top):.1f}" for t, v in points)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
            if at + 9 + 6 * len(name) < x + WIDTH:
                parts.append(f'<rect x="{at}" y="{y + HEIGHT - 20}" width="9" height="9" fill="{colour}"/>'
                             f'<text x="{at + 13}" y="{y + HEIGHT - 11}" class="s">{html.escape(name)}</text>')
            at += 28 + 6 * len(name)
    return "".join(parts)


def svg(rows, panels):
    parts, y = [], GAP
    for row, charts in rows.items():
        parts.append(f'<text x="{GAP}" y="{y + 14}" font-weight="600" fill="#57606a">{html.escape(row)}</text>')
        for n, (title, _, unit, _) in enumerate(charts):
            parts.append(chart(GAP + n * (WIDTH + GAP), y + 24, title, unit, anonymous(panels[title])))
        y += HEIGHT + 40
    width = GAP + 3 * (WIDTH + GAP)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" font-family="sans-serif" font-size="13" fill="#24292f">'
            f'<style>.s{{font-size:11px;fill:#57606a}}</style><rect width="{width}" height="{y}" fill="#f6f8fa"/>{"".join(parts)}</svg>\n')


def anonymous(lines):
    """The same without the ports that only this run had."""
    return [(expr, [(re.sub(r" ?127\.0\.0\.1:\d+", "", name) or "value", points) for name, points in found]) for expr, found in lines]
