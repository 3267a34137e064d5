"""Asserts every row and prints one line for each; see ../audit.sh."""

import itertools
import pathlib
import re
import sys

import answers
import asking
import errors
import running
import starts
import transport
from services import started

PAGE = running.ROOT / "docs" / "interface.md"


def sections():
    """The sections of the page as ids write them."""
    return {heading.lower() for heading in re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.M)}


def main():
    wanted = set(sys.argv[1:])
    known = sections()
    failed = passed = 0
    counters = {}
    logs = running.ROOT / "target" / "audit"
    logs.mkdir(parents=True, exist_ok=True)
    with started(logs) as services:
        for section, says, holds, seen in itertools.chain(
            asking.rows(services),
            answers.rows(services),
            errors.rows(services),
            transport.rows(services),
            starts.rows(pathlib.Path(logs)),
        ):
            if section not in known:
                sys.exit(f"{section} is no section of {PAGE}")
            counters[section] = counters.get(section, 0) + 1
            if wanted and section not in wanted:
                continue
            passed, failed = (passed + 1, failed) if holds else (passed, failed + 1)
            print(f"{'passed' if holds else 'failed'}   {section}-{counters[section]}: {says}" + ("" if holds else f": {seen}"), flush=True)
    unasked = known - set(counters)
    if unasked:
        sys.exit(f"no row asks about {', '.join(sorted(unasked))}")
    print(f"\n{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
