"""Runs the blocks of README.md and docs/*.md, one line each; see ../docs.sh."""

import doctest
import os
import shutil
import sys

import blocks
import compare
import examples
import links
import packages
import running
from session import Failure, Session

README_LINES = 150
EXAMPLES = "examples"
# Further pages may be named; these are the ones that users follow.
PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (running.ROOT / "docs").glob("*.md"))]
# Whoever reads this page first copies what is there, so every answer on it must be right.
FRONT = "README.md"
NEEDS = {
    "pytorch": lambda: (running.ROOT / "server/target/engines/pytorch").is_dir(),
    "node": lambda: shutil.which("node") is not None,
}


class Report:
    """Prints and counts outcomes."""

    def __init__(self):
        self.counts = {}

    def line(self, outcome, what, why=""):
        self.counts[outcome] = self.counts.get(outcome, 0) + 1
        print(f"{outcome:<8} {what}" + (f": {why}" if why else ""), flush=True)

    def count(self, outcome):
        return self.counts.get(outcome, 0)


def missing(block):
    """What the block needs and this machine does not have."""
    needs = [block.values["needs"]] if "needs" in block.values else []
    needs += ["node"] if block.language == "js" else []
    return [need for need in needs if not NEEDS[need]()]


def follow(page, short, report, renew):
    """Runs the blocks of a page; with `renew` writes into it what they print, where only words and numbers changed."""
    try:
        found = blocks.read(page, (running.ROOT / page).read_text(encoding="utf-8"))
    except blocks.Misuse as error:
        report.line("failed", error)
        return
    if not any(block.kind in ("run", "file") for block in found):
        for block in found:
            if block.kind == "source":
                quoted(block, report)
            else:
                report.line("not run", block, block.reason if block.kind == "skip" else "nothing on the page is run")
        return
    ran = True
    with Session(running.ROOT / "target" / "docs" / page.replace("/", "-"), renew) as session:
        for block in found:
            if page == FRONT and block.kind == "run" and asks(block) and unchecked(block):
                report.line("failed", block, "asks the service and says neither what is right nor what it prints")
            if block.kind == "skip":
                report.line("not run", block, block.reason)
            elif block.kind == "source":
                quoted(block, report)
            elif block.kind == "run" and short and "long" in block.words:
                ran = False
                report.line("not run", block, "takes long; the full form runs it")
            elif block.kind == "run" and missing(block):
                ran = False
                outcome = "failed" if os.environ.get("REQUIRE_ALL") == "1" else "skipped"
                report.line(outcome, block, "without " + " and ".join(missing(block)))
            elif block.kind in ("answer", "output") and not ran:
                report.line("not run", block, "its command was not run")
            else:
                ran = attempt(session, block, report)
    if session.renewed:
        blocks.write(running.ROOT / page, session.renewed)
        report.line("renewed", f"{page}: {len(session.renewed)} blocks")


def quoted(block, report):
    """Compares a block with the code that it was taken from."""
    code = compare.bare((running.ROOT / block.values["source"]).read_text(encoding="utf-8"))
    changed = [stretch for stretch in block.text.split("\n\n") if compare.bare(stretch) not in code]
    if changed:
        report.line("failed", block, f"{block.values['source']} has no such code: {changed[0].strip().splitlines()[0]} …")
    else:
        report.line("equal", block)


def asks(block):
    """Whether the block asks the service."""
    return "/v1/systemone" in block.text or "DecisionClient" in block.text


def unchecked(block):
    """Whether nothing says what the answer has to be."""
    return "right" not in block.values and not compare.printed(block.text)


def follow_examples(report):
    """Asks the examples of the page."""
    if not NEEDS["node"]():
        report.line("failed" if os.environ.get("REQUIRE_ALL") == "1" else "skipped", "the examples of the page", "without node")
        return
    with Session(running.ROOT / "target" / "docs" / "examples") as session:
        session.need_service("./serve", False)
        for title, found in examples.of_page("node", int(session.ports["8000"])):
            report.line("failed" if found else "right", f"{EXAMPLES}: {title}", "; ".join(found))


def attempt(session, block, report):
    """Whether the block holds."""
    try:
        if block.kind == "run":
            session.run(block)
        elif block.kind == "file":
            session.write(block)
        else:
            session.compare(block)
    except (Failure, packages.NotInstalled, ValueError, OSError) as error:
        report.line("failed", block, str(error).strip() or type(error).__name__)
        return False
    report.line({"run": "ran", "file": "written"}.get(block.kind, "equal"), block)
    return True


def main():
    short, renew = "--short" in sys.argv[1:], "--renew" in sys.argv[1:]
    wanted = [argument for argument in sys.argv[1:] if argument not in ("--short", "--renew")]
    report = Report()
    if doctest.testmod(compare).failed:
        report.line("failed", "the examples of compare.py")
    for page in [page for page in wanted or PAGES if page != EXAMPLES]:
        follow(page, short, report, renew)
    if not wanted or EXAMPLES in wanted:
        follow_examples(report)
    if not wanted:
        wrong, followed = links.broken(running.ROOT)
        wrong += [f"docs/README.md does not list {page}" for page in links.unlisted(running.ROOT)]
        wrong += [f"docs/performance.md does not say what figure benchmarks' {name} serves" for name in links.unpublished(running.ROOT)]
        wrong += [f"docs/migrating-from-laya-serve.md does not say what serves laya's {name}" for name in links.unnamed(running.ROOT)]
        for line in wrong:
            report.line("failed", line)
        print(f"{followed} links, anchors and file names followed, {len(wrong)} wrong")
        lines = len((running.ROOT / "README.md").read_text(encoding="utf-8").splitlines())
        if lines > README_LINES:
            report.line("failed", f"README.md has {lines} lines, at most {README_LINES} fit the front door")
    shown = ["ran", "equal", "right", "written", "renewed", "not run", "skipped", "failed"]
    print("\n" + ", ".join(f"{report.count(outcome)} {outcome}" for outcome in shown))
    sys.exit(1 if report.count("failed") else 0)


if __name__ == "__main__":
    main()
