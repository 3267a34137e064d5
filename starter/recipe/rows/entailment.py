"""Rows from sentences that people wrote about a text: what it says, rules out or leaves open."""

from rows.grammar import question_of
from rows.sets import HELD_OUT_GENRES, multinli, snli
from rows.surface import WHICH, dress, one_hot

LABELS = ["entailment", "contradiction", "neutral"]
SHARE = 0.65  # share of rows from MultiNLI: talk, reports, fiction; captions are shorter and only describe visible things
OPEN = 0.2  # probability of a statement that the text leaves open; users ask mostly about what the text says
NAMES = [
    ["the text says so", "the text says otherwise", "the text does not say"],
    ["true", "false", "cannot be told"],
    ["yes", "no", "unknown"],
    ["supported", "contradicted", "not mentioned"],
    ["it follows", "it is ruled out", "it is left open"],
    ["entailment", "contradiction", "neutral"],
    ["confirmed", "refuted", "undecided"],
    ["right", "wrong", "not clear"],
]
ASKED = [
    'Does this hold: "%s"?',
    'What does the text say about this: "%s"',
    '"%s"',
    "Judge the statement: %s",
    "Claim: %s",
    "Check this claim: %s",
]
WORDED = ["%s", "%s", "%s.", "%s.", "Is this true? %s.", "The text says that this is so: %s", "It follows from the text: %s"]


class Entailment:
    """`kept`: the genres that only validate, otherwise all others and the captions."""

    def __init__(self, rng, business, kept):
        self.rng, self.b = rng, business
        self.pairs = _usable(multinli(lambda genre: (genre in HELD_OUT_GENRES) == kept))
        self.captions = [] if kept else _usable(snli())
        self.about = {}
        for premise, hypothesis, label in self.captions:
            self.about.setdefault(premise, {}).setdefault(label, []).append(hypothesis)
        self.several = [p for p, by in self.about.items() if "entailment" in by and len(by) > 1]

    def _pair(self, shares):
        wanted = self.rng.choices(LABELS, shares)[0]
        pairs = self.pairs if not self.captions or self.rng.random() < SHARE else self.captions
        while True:
            pair = self.rng.choice(pairs)
            if pair[2] == wanted:
                return pair

    def holds(self):
        """Yes or no, equally often; neither is certain if the text leaves it open."""
        premise, statement, label = self._pair((0.5, 0.3, 0.2))
        state, statement, truth = dress(premise, self.rng, 0.85), statement.rstrip("."), label == "entailment"
        if len(statement.split()) < 9 and "," not in statement:
            row = self.b.noul_row(state, statement, truth, "entail")
        else:  # grammar.py knows only the verbs of short sentences
            q = {"t": "noul", "ins": self.rng.choice(WORDED) % statement, "crit": None}
            row = {"state": state, "q": q, "target": one_hot(2, int(truth)), "src": "entail"}
        if label == "neutral":
            row["target"] = [OPEN + (1 - 2 * OPEN) * t for t in row["target"]]
        return row

    def judged(self):
        """True, false or left open as options, sometimes only two of them."""
        rng = self.rng
        premise, statement, label = self._pair((1, 1, 1))
        names, gold = rng.choice(NAMES), LABELS.index(label)
        entries = [[name, None] for name in (names if gold == 2 or rng.random() < 0.7 else names[:2])]
        if rng.random() < 0.15 and label != "neutral":
            statement = question_of(statement)
        ask = rng.choice(ASKED)
        return self.b._choice_row(dress(premise, rng, 0.85), ask % statement, entries, gold, "entail_choice")

    def which(self):
        """A choice among several statements about a photo, of which the caption supports one."""
        rng = self.rng
        premise = rng.choice(self.several)
        by = self.about[premise]
        others = [x for label in LABELS[1:] for x in by.get(label, [])] + [x[1] for x in rng.sample(self.captions, 2) if x[0] != premise]
        entries = [[rng.choice(by["entailment"]), None]] + [[x, None] for x in rng.sample(others, min(len(others), rng.randint(1, 4)))]
        return self.b._choice_row(premise, rng.choice(WHICH), entries, 0, "entail_which")


def _usable(pairs):
    return [x for x in pairs if x[2] in LABELS and 15 < len(x[0]) < 350 and 8 < len(x[1]) < 160]
