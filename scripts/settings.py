#!/usr/bin/env python3
"""Writes the table of settings in docs/configuration.md from conf/application.yaml, which explains every setting:
scripts/settings.py. ConfigurationPageTest compares the page with the settings that the service reads."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "configuration.md"
# `  port: 8000   # SERVICE_PORT: bind port`, as SettingsTable reads it.
LINE = re.compile(r"\s+([a-z0-9-]+):\s+(.*?)\s+# ([A-Z0-9_]+): (.+)")
SECTION = re.compile(r"([a-z-]+):")
HEAD = "| variable | in the file | meaning | default |\n|---|---|---|---|\n"


def rows(lines):
    """A row of the table for each setting, in the order of the file."""
    section = ""
    for line in lines:
        if found := SECTION.match(line):
            section = found[1]
        elif found := LINE.fullmatch(line):
            name, default, variable, meaning = found.groups()
            value = "unset" if default == '""' else f"`{default}`"
            yield f"| `{variable}` | `{section}.{name}` | {meaning.replace('|', chr(92) + '|')} | {value} |\n"


def main():
    table = HEAD + "".join(rows((ROOT / "conf" / "application.yaml").read_text(encoding="utf-8").splitlines()))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    if not rest:
        raise SystemExit(f"{PAGE} has no table of settings")
    after = rest[re.search(r"(?:^\|.*\n)*", rest, re.M).end():]
    PAGE.write_text(before + table + after, encoding="utf-8")


if __name__ == "__main__":
    main()
