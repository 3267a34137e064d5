"""Rows from the cases: texts, chats and records with the questions that somebody might ask about each, answered by hand."""

import re

from rows.surface import dress, one_hot
from rows.texts import load_cases

# A greeting or thanks may change the answer to questions about the tone.
TONE = re.compile(
    r"polite|formal|rude|thank|greet|friendly|warm|tone|courte|respect|close|distan|chatty|casual|address|long|short|brief|greeting|sign|name|number|contact"
    r"|mail|phone|device|spell|typ(o|ing)|language|quot",
    re.I,
)
# Statements that a "not" after the verb does not simply deny, or whose verb the grammar may take for another word.
WIDE = re.compile(
    r"\b(all|every|everyone|everybody|everything|each|both|either|neither|nobody|no|none|nothing|never|not|only|some|somebody|someone"
    r"|something|any|many|most|few|several|at least|at most|exactly|almost|always|sometimes|must|may|might|can|could|should|would|will"
    r"|after|before|when|if|unless|and|or|but|because)\b|n't\b",
    re.I,
)
NEAR = 0.06  # share of the target that each neighbour of the right level gets


class Cases:
    """`keep`: the cases that only validate, or all others."""

    def __init__(self, rng, business, keep=False):
        self.rng, self.b = rng, business
        self.cases = load_cases(keep)
        self.asked = {kind: [(c, q) for c in self.cases for q in c.get(kind, ())] for kind in ("choice", "score")}

    def questions(self, kind):
        """How many there are of a type."""
        return len(self.asked[kind]) if kind in self.asked else sum(len(c.get("true", ())) + len(c.get("false", ())) for c in self.cases)

    def noul(self):
        rng = self.rng
        c, truth = rng.choice(self.cases), rng.random() < 0.5
        told = c.get("true" if truth else "false")
        if not told:
            return None
        statement = rng.choice(told)
        if statement.endswith("?") or WIDE.search(statement):
            q = {"t": "noul", "ins": self.put(statement), "crit": None}
            return {"state": self.state(c), "q": q, "target": one_hot(2, int(truth)), "src": source(c, statement)}
        return self.b.noul_row(self.state(c), statement, truth, source(c, statement))

    def put(self, statement):
        """The statement as somebody may type it."""
        r = self.rng.random()
        if statement.endswith("?") or r > 0.3:
            return statement
        if r > 0.2:
            return statement + "."
        return statement.lower() if r > 0.1 else "Is it true that %s?" % (statement[:1].lower() + statement[1:])

    def choice(self):
        rng = self.rng
        c, (ins, options) = rng.choice(self.asked["choice"])
        wrong = options[1:]
        if len(wrong) > 1 and rng.random() < 0.3:
            wrong = rng.sample(wrong, rng.randint(1, len(wrong) - 1))
        entries, described = [], rng.random() < 0.8
        for option in [options[0], *wrong]:
            name, _, description = option.partition(": ")
            entries.append([name, description if description and described else None])
        return self.b._choice_row(self.state(c), ins, entries, 0, source(c, ins))

    def score(self):
        rng = self.rng
        c, (ins, levels, right) = rng.choice(self.asked["score"])
        levels = list(levels)
        if rng.random() < 0.05:
            levels, right = levels[::-1], len(levels) - 1 - right
        target = one_hot(len(levels), right)
        if len(levels) > 2:
            for i in (right - 1, right + 1):
                if 0 <= i < len(levels):
                    target[i] += NEAR
                    target[right] -= NEAR
        return {"state": self.state(c), "q": {"t": "score", "ins": ins, "crit": levels}, "target": target, "src": source(c, ins)}

    def state(self, c):
        return dress(c["state"], self.rng, 0.85) if isinstance(c["state"], str) and len(c["state"]) < 300 else c["state"]


def source(c, asked):
    """case_read: every name and day counts; case_tone: the manner of a text may count; case: neither."""
    return "case_read" if c["read"] else "case_tone" if TONE.search(asked) else "case"
