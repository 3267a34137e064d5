"""What a page shows, compared with what came: numbers are equal if they differ by no more than rounding to two digits."""

import json
import re

TOLERANCE = 0.00501
MISSING = object()
NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
WORD = re.compile(NUMBER.pattern + r"|[^\s\d]+")
VALUE = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null')
PRINTED = re.compile(r"^\s*(?:print|console\.log|IO\.println)\(.*\)\s*;?\s*(?:#|//) (.+)$", re.M)


def bare(code):
    """Java without the comments at the ends of its lines, with one space wherever there are any."""
    return " ".join(re.sub(r"(?m)(?:^|\s+)//.*$", "", code).split())


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


def renewed_text(written, shown, came):
    """What stands in a page, with the words and numbers that came for those that are `shown` otherwise; None if there are more or fewer.
    `written` and `shown` differ in ports and paths alone.

    >>> renewed_text("8000: 90.5 %, at 0.68, yes", "3700: 90.5 %, at 0.68, yes", "3700: 80.5 %, at 0.7123, no")
    '8000: 80.5 %, at 0.71, no'
    """
    wanted, seen = ([m[0] for m in WORD.finditer(text)] for text in (shown, came))
    old = list(WORD.finditer(written))
    if not len(old) == len(wanted) == len(seen):
        return None
    changed = [(m, like(m[0], new)) for m, one, new in zip(old, wanted, seen, strict=True) if not near(one, new)]
    return replaced(written, changed)


def renewed_answer(written, came):
    """The same for a JSON value of which members may be left out; None if it has other members than came.

    >>> renewed_answer('{"a": 1.0, "b": [0.5, "no"]}', {"a": 0.9213, "b": [0.5012, "yes"], "c": 1})
    '{"a": 0.92, "b": [0.5, "yes"]}'
    >>> renewed_answer('{"a": 1}', {"b": 1})
    """
    values = [m for m in VALUE.finditer(written) if not m[2]]
    found = list(leaves(json.loads(written), came))
    if len(found) != len(values) or any(new is MISSING for _, new in found):
        return None
    changed = [(m, like(m[0], json.dumps(new))) for m, (old, new) in zip(values, found, strict=True)
               if next(differences(old, new, True), None)]
    return replaced(written, changed)


def renewed_program(written, came):
    """The same for a program whose comments say what it prints.

    >>> renewed_program("print(a)  # billing 0.88", "other 0.7123")
    'print(a)  # other 0.71'
    """
    promises, lines = list(PRINTED.finditer(written)), [line for line in came.splitlines() if line.strip()]
    if len(promises) != len(lines):
        return None
    texts = [renewed_text(m[1], m[1], line) for m, line in zip(promises, lines, strict=True)]
    for m, text in reversed(list(zip(promises, texts, strict=True))):
        if text is None:
            return None
        written = written[: m.start(1)] + text + written[m.end(1):]
    return written


def leaves(shown, came):
    """Each value that is shown and has no members, in the order of the text, with what came for it."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            yield from leaves(value, came.get(name, MISSING) if isinstance(came, dict) else MISSING)
    elif isinstance(shown, list):
        for i, value in enumerate(shown):
            yield from leaves(value, came[i] if isinstance(came, list) and len(came) == len(shown) else MISSING)
    else:
        yield shown, came


def like(old, new):
    """A new number with no more decimals than the old one or two, or the new word."""
    if not (NUMBER.fullmatch(old) and NUMBER.fullmatch(new)):
        return new
    shown, came = (len(x.partition(".")[2]) for x in (old, new))
    return f"{float(new):.{min(max(shown, 2), came)}f}"


def replaced(text, changed):
    for match, new in reversed(changed):
        text = text[: match.start()] + new + text[match.end():]
    return text


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def printed(program):
    """The lines that the comments of a program promise."""
    return PRINTED.findall(program)
