"""Reads the hand-written texts: families of classes, scales, statements, sentence pairs.

families_*.txt, and the same without texts for the intents of labelled sets (clinc.txt, home_domain.txt, nlupp.txt):
    ## family @ who        ? instructions        = key | labels | descriptions | statements        - text with {slots}
scales_*.txt ("## + scale" continues one):
    ## scale @ who | adjectives    ? instructions    L level names    N statements true of the upper end    0..4 text
        +0..+4 sentence that gives any text this strength
statements_*.txt:   state | true statements | false statements
pairs_*.txt:        sentence A | sentence B | true of A and false of B | true of B and false of A
cases_*.jsonl:      state, statements that are true and false of it, choices (the right option first), scores (levels from the
                    lowest, position of the right one)
confusable.txt:     family: class/class, ... whose texts may fit both; never offered against each other
too_near.txt:       class, class, ... of the labelled sets, likewise
Within a field, ";" separates alternatives.
"""

import glob
import json
import os

TEXTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "texts")
JUDGING = os.path.join(os.path.dirname(TEXTS), "evaluate")


class Cls:
    """One class: its names, descriptions, statements about a text of it, and texts."""

    def __init__(self, key, labels="", descs="", stmts="", *_):
        self.key, self.labels, self.descs, self.stmts, self.texts = key, split(labels), split(descs), split(stmts), []


class Family:
    """Classes that exclude each other, with instructions that ask for them."""

    def __init__(self, name, who):
        self.name, self.who, self.ins, self.classes = name, who, [], []


class Scale:
    """Texts at five strengths of one quality and many ways to name the levels."""

    def __init__(self, name, who, adjs):
        self.name, self.who, self.adjs = name, who, adjs
        self.ins, self.lists, self.stmts = [], [], []
        self.texts, self.tails = ({i: [] for i in range(5)} for _ in range(2))


def split(field):
    return [x.strip() for x in field.split(";") if x.strip()]


def lines(pattern):
    """The lines of all files with this name, without comments and blank lines."""
    for path in sorted(glob.glob(os.path.join(TEXTS, pattern))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("# "):
                    yield line.rstrip("\n")


def load_families(pattern="families_*.txt"):
    families = []
    for line in lines(pattern):
        mark, rest = line.split(" ", 1)
        if mark == "##":
            families.append(Family(*rest.split(" @ ")))
        elif mark == "?":
            families[-1].ins = split(rest)
        elif mark == "=":
            families[-1].classes.append(Cls(*[x.strip() for x in rest.split("|")]))
        elif mark == "-":
            families[-1].classes[-1].texts.append(rest.replace("\\n", "\n"))
        else:
            raise ValueError(line)
    return families


def load_scales():
    scales = []
    for line in lines("scales_*.txt"):
        mark, rest = line.split(" ", 1)
        if mark == "##":
            if rest.startswith("+ "):  # more texts for an existing scale
                scales.append(scales.pop(next(i for i, s in enumerate(scales) if s.name == rest[2:])))
                continue
            head, adjectives = rest.split(" | ")
            scales.append(Scale(*head.split(" @ "), [a.strip() for a in adjectives.split(",")]))
        elif mark == "?":
            scales[-1].ins += split(rest)
        elif mark == "L":
            scales[-1].lists.append(split(rest))
        elif mark == "N":
            scales[-1].stmts = split(rest)
        elif mark[0] == "+":
            scales[-1].tails[int(mark)].append(rest)
        else:
            scales[-1].texts[int(mark)].append(rest)
    return scales


def load_statements():
    out = []
    for line in lines("statements_*.txt"):
        state, true, false = [x.strip() for x in line.split(" | ")]
        out.append((state, split(true), split(false)))
    return out


def load_pairs():
    out = []
    for line in lines("pairs_*.txt"):
        a, b, of_a, of_b = [x.strip() for x in line.split(" | ")]
        out.append((a, b, split(of_a), split(of_b)))
    return out


READ = {"7", "14", "19", "25", "26"}  # files of cases whose questions test exact reading


def load_cases(kept=False):
    """The cases to train on, or those that only judge."""
    out = []
    for path in sorted(glob.glob(os.path.join(JUDGING if kept else TEXTS, "cases_*.jsonl"))):
        read = not kept and os.path.basename(path)[6:-6] in READ
        with open(path, encoding="utf-8") as file:
            out += [{**json.loads(line), "read": read} for line in file if line.strip()]
    return out


def load_too_near():
    """Groups of classes of the labelled sets that are never offered against each other."""
    return [{key.strip() for key in line.split(",")} for line in lines("too_near.txt")]


def load_confusable():
    """(family, class) -> the classes it must not be offered against."""
    bad = {}
    for line in lines("confusable.txt"):
        family, pairs = line.split(": ")
        for pair in pairs.split(", "):
            a, b = pair.split("/")
            bad.setdefault((family, a), set()).add(b)
            bad.setdefault((family, b), set()).add(a)
    return bad
