"""What a page shows, compared with what came: numbers are equal if they differ by no more than rounding to two digits."""

import json
import re

TOLERANCE = 0.00501
NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
PRINTED = re.compile(r"^\s*(?:print|console\.log|IO\.println)\(.*\)\s*;?\s*(?:#|//) (.+)$", re.M)


def same_text(shown, came):
    """Whether two texts have the same lines of the same words, with numbers that are near."""
    wanted, seen = parts(shown), parts(came)
    return len(wanted) == len(seen) and all(near(*pair) for pair in zip(wanted, seen, strict=True))


def parts(text):
    """The words and numbers of a text, and the ends of the lines that have any."""
    return [part for line in text.splitlines() if line.strip() for part in [*split(line), "\n"]]


def split(line):
    return [part for word in line.split() for part in NUMBER.split(word) if part]


def near(one, other):
    if NUMBER.fullmatch(one) and NUMBER.fullmatch(other):
        return abs(float(one) - float(other)) <= TOLERANCE
    return one == other


def differences(shown, came, part, path="$"):
    """Where two JSON values differ. With `part`, objects that came may have members that are not shown."""
    if isinstance(shown, dict) and isinstance(came, dict):
        for name in shown.keys() | came.keys():
            if name not in came:
                yield f"{path}.{name} is shown and did not come"
            elif name in shown:
                yield from differences(shown[name], came[name], part, f"{path}.{name}")
            elif not part:
                yield f"{path}.{name} came and is not shown"
    elif isinstance(shown, list) and isinstance(came, list) and len(shown) == len(came):
        for i, (one, other) in enumerate(zip(shown, came, strict=True)):
            yield from differences(one, other, part, f"{path}[{i}]")
    elif number(shown) and number(came):
        if abs(shown - came) > TOLERANCE:
            yield f"{path} is shown as {shown} and came as {came}"
    elif type(shown) is not type(came) or shown != came:
        yield f"{path} is shown as {json.dumps(shown)} and came as {json.dumps(came)}"


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def printed(program):
    """The lines that the comments of a program promise."""
    return PRINTED.findall(program)
