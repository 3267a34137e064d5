#!/usr/bin/env python3
"""Carries every setting from its line in conf/application.yaml to all places that name it: scripts/settings.py.

- Setting.java gets the names anew;
- docs/configuration.md gets its table anew;
- compose.yaml, the Quadlet's and the Kubernetes base's settings get a blank line for each variable that they lack, below
  the one that precedes it in conf/application.yaml. What these files set and say stays as it is.

SettingTest, ConfigurationPageTest and DeploymentSettingsTest compare all of them with what the service reads."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "configuration.md"
NAMES = ROOT / "server" / "src" / "main" / "java" / "org" / "decisionservice" / "server" / "config" / "Setting.java"
# `  port: 8000   # SERVICE_PORT, --port: bind port`, as SettingsTable reads it.
LINE = re.compile(r"\s+([a-z0-9-]+):\s+(.*?)\s+# ([A-Z0-9_]+(?:, [A-Za-z_-]+)*)(\*?): (.+)")
SECTION = re.compile(r"([a-z]+):")
HEAD = "| variable | in the file | meaning | default |\n|---|---|---|---|\n"
LIST = re.compile(r"(?<=// scripts/settings.py writes these\.\n)(?:    [A-Z0-9_]+[,;]\n)*")

# A file that names every setting, a line of it, and the file beside it that sets some of them itself.
DEPLOYMENTS = [
    ("compose.yaml", "      {0}: ${{{0}:-}}\n", None),
    ("deploy/quadlet/decision-service.env", "{0}=\n", "deploy/quadlet/decision-service.container"),
    ("deploy/kubernetes/base/settings.env", "{0}=\n", "deploy/kubernetes/base/deployment.yaml"),
]
NAMED = re.compile(r"\s*([A-Z][A-Z0-9_]+)(?:=|: )")


def settings(lines):
    """The section, name, default, variables and flag, star and meaning of each setting, in the order of the file."""
    section = ""
    for line in lines:
        if found := SECTION.match(line):
            section = found[1]
        elif found := LINE.fullmatch(line):
            name, default, names, star, meaning = found.groups()
            yield section, name, default, names.split(", "), star, meaning


def row(section, name, default, names, star, meaning):
    value = "unset" if default == '""' else f"`{default}`"
    shown = "`, `".join(names) + ("` \\*" if star else "`")
    return f"| `{shown} | `{section}.{name}` | {meaning.replace('|', chr(92) + '|')} | {value} |\n"


def with_table(page, table):
    before, _, rest = page.partition(HEAD)
    if not rest:
        raise SystemExit(f"{PAGE} has no table of settings")
    return before + HEAD + table + rest[re.search(r"(?:^\|.*\n)*", rest, re.M).end():]


def with_names(code, variables):
    names = ",\n".join("    " + each.removeprefix("SERVICE_") for each in variables)
    return LIST.sub(lambda _: names + ";\n", code, count=1)


def with_all(text, line, variables, elsewhere):
    """The text of a deployment with a blank line for each variable that neither it nor the file beside it names."""
    lines = text.splitlines(keepends=True)
    at = None
    for variable in variables:
        here = [i for i, each in enumerate(lines) if (found := NAMED.match(each)) and found[1] == variable]
        if here:
            at = here[0] + 1
        elif not re.search(rf"\b{variable}(_FILE)?\b", elsewhere):
            if at is None:  # The first setting goes above the first that is there.
                at = next(i for i, each in enumerate(lines) if (found := NAMED.match(each)) and found[1] in variables)
            lines.insert(at, line.format(variable))
            at += 1
    return "".join(lines)


def rewrite(path, change, *args):
    path.write_text(change(path.read_text(encoding="utf-8"), *args), encoding="utf-8")


def main():
    rows = list(settings((ROOT / "conf" / "application.yaml").read_text(encoding="utf-8").splitlines()))
    rewrite(PAGE, with_table, "".join(row(*each) for each in rows))
    rewrite(NAMES, with_names, [names[0] for _, _, _, names, _, _ in rows])
    variables = [name for _, _, _, names, _, _ in rows for name in names if not name.startswith("--")]
    for name, line, beside in DEPLOYMENTS:
        elsewhere = (ROOT / beside).read_text(encoding="utf-8") if beside else ""
        rewrite(ROOT / name, with_all, line, variables, elsewhere)


if __name__ == "__main__":
    main()
