"""The pictures of the page and of a report in the documentation."""

import io

import everybody
from harness import check
from PIL import Image

MOST_BYTES = 150_000
REPORT_PIXELS = 1150


def take(page, file, most=None):
    """A picture of the whole page, or of its first `most` pixels."""
    width = page.script("return innerWidth")
    height = page.script("return document.documentElement.scrollHeight")
    page.size(width, min(height, most or height))
    picture = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
    # The other methods give a few small green or amber words the colour of something else.
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)
    assert file.stat().st_size <= MOST_BYTES, file.stat().st_size


def report(page, file, folder):
    with check("a picture: a report of evaluate"):
        page.size(1280, 900)
        page.driver.get(file.resolve().as_uri())
        take(page, folder / "report-1280.png", REPORT_PIXELS)


def take_all(page, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        for width in reversed(everybody.WIDTHS):
            page.prefer(theme)
            page.size(width, 900)
            with check(f"a picture: {theme}, {width} pixels"):
                page.open()
                page.write("#threshold", "0.6")
                page.until(lambda: "held back" in page.verdicts().values(), "the gate")
                take(page, folder / f"{theme}-{width}.png")
    page.prefer("light")
    for name, state in (("table", everybody.table), ("compare", everybody.compare)):
        with check(f"a picture: {name}"):
            page.size(1280, 900)
            state(page)
            take(page, folder / f"{name}-1280.png")
