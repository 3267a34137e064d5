"""Rows from the labelled sets: sentences of real people, options drawn from all intents, and varying labels."""

import numpy as np

from rows.grammar import negated
from rows.sets import clinc, home_domain, nlupp, trained
from rows.surface import OTHER, STYLES, case, dress, keywords, one_hot
from rows.texts import load_too_near

ASK = [
    "What does the user want?",
    "Which intent is it?",
    "Pick the matching intent",
    "What is the request about?",
    "Which label fits?",
    "Intent",
    "Topic",
    "Classify the message",
    "What is this about?",
    "Choose the best option",
    "Route the request",
    "Where should this go?",
    "Which skill should answer?",
    "Reason for contact",
    "Which action is asked for?",
    "Select a category",
    "Which of these describes the message?",
    "What is the matter?",
    "Which team is responsible?",
    "What does the writer want to know?",
    "Best matching label",
    "Assign a category",
    "What kind of request is this?",
    "Which tool should be called?",
    "Main concern",
    "Subject of the message",
    "What should be done?",
    "Which function handles this?",
]
# A label as a yes/no question or statement.
ABOUT = [
    "This is about: %s",
    "Is this about %s?",
    "The intent is %s",
    "%s",
    "Intent: %s",
    "The message belongs to %s",
    "Should this go to %s?",
    "The topic is %s",
    "Does this concern %s?",
    "The right category is %s",
]
QUESTION_WORDS = "what", "how", "when", "where", "is", "can", "do", "why", "who"
TOLD = "asks", "wants", "needs", "tells", "says"  # a description that begins like this describes the user


class Intents:
    """`want(set name, family, class)` says which classes the rows may be about; distractors come from the same part."""

    def __init__(self, rng, rows, base, want=trained):
        self.rng, self.b, self.too_near = rng, rows, load_too_near()
        families, self.none = clinc()
        self.pools = [self._pool("clinc.txt", families, base, want), self._pool("home_domain.txt", home_domain(), base, want)]
        families, labelled, asked = nlupp()
        self.multi = {}
        classes = {c.key: (f.name, c) for f in families for c in f.classes}
        for key, question in asked.items():
            classes[key][1].question = question[:1].upper() + question[1:]
        for domain, text, keys in labelled:
            allowed = [k for k, (f, c) in classes.items() if f in (domain, "general") and want("nlupp.txt", f, k)]
            if allowed:
                self.multi.setdefault(domain, []).append((text, keys, allowed))
        self.classes = {k: c for k, (_, c) in classes.items()}

    @staticmethod
    def _pool(name, families, base, want):
        pool = [(f, c) for f in families for c in f.classes if want(name, f.name, c.key)]
        e = base.embed(["%s: %s" % (c.labels[0], c.descs[0]) for _, c in pool])
        near = np.argsort(-(e @ e.T), axis=1)[:, 1:16]
        return pool, near

    def _shut(self, c):
        """Classes that must not be offered as wrong options with c, including c itself."""
        return {c.key}.union(*[group for group in self.too_near if c.key in group])

    def _text(self, text):
        rng = self.rng
        r = rng.random()
        if r < 0.35:
            text = text[:1].upper() + text[1:] + self._mark(text)
        elif r < 0.38:
            text = text.upper()
        return dress(text, rng, 0.72)

    def _mark(self, text):
        """Adds the punctuation that a careful writer would use, because the sets have none."""
        if text[-1:] in ".?!":
            return ""
        return self.rng.choice([".", "", "?"] if text.split()[0] in QUESTION_WORDS else [".", ""])

    def _label(self, c, form):
        rng = self.rng
        if form == "key":
            return c.key.replace("_", " ")
        if form == "desc":
            return rng.choice(c.descs)
        if form == "stmt":
            return rng.choice(c.stmts)
        return (form == "words" and keywords(rng.choice(c.texts))) or rng.choice(c.labels)

    def choice(self):
        rng = self.rng
        pool, near = self.pools[0] if rng.random() < 0.62 else self.pools[1]
        i = rng.randrange(len(pool))
        f, c = pool[i]
        k = rng.choice([2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9, 10, 10, 12, 14, 20])
        shut = self._shut(c)
        mode = rng.random()
        if mode < 0.35:
            others = [pool[j][1] for j in near[i]]
        elif mode < 0.6:
            others = [x for g, x in pool if g is f]
        else:
            others = []
        others = [x for x in others if x.key not in shut]
        rng.shuffle(others)
        others = others[: max(1, rng.randint(k // 2, k - 1))]
        taken = {x.key for x in others} | shut
        rest = [x for _, x in pool if x.key not in taken]
        others += rng.sample(rest, min(len(rest), max(0, k - 1 - len(others))))
        others = others[: k - 1]
        few = ["label", "label", "label", "key", "desc", "stmt", "mixed", "words", "words"]
        form = rng.choice(few if k <= 10 else ["label", "key", "words"])
        described = form in ("label", "key") and rng.random() < 0.35 and k <= 8
        style = rng.choice(STYLES) if form in ("label", "key") else "lower"
        entries = []
        for x in [c] + others:
            label = self._label(x, rng.choice(["label", "key", "desc", "words"]) if form == "mixed" else form)
            entries.append([case(label, style), rng.choice(x.descs) if described else None])
        gold, text = 0, rng.choice(c.texts)
        r = rng.random()
        if r < 0.09 and len(entries) > 2:
            entries[0] = [case(rng.choice(OTHER), style), None]  # the right option is not offered
        elif r < 0.12 and len(entries) > 2 and pool is self.pools[0][0]:
            text, entries[0] = rng.choice(self.none), [case(rng.choice(OTHER), style), None]
        elif r < 0.25 and len(entries) > 2:
            entries[-1] = [case(rng.choice(OTHER), style), None]
        return self.b._choice_row(
            self._text(text), rng.choice(ASK if rng.random() < 0.85 or not f.ins else f.ins), entries, gold, "set_choice"
        )

    def noul(self):
        rng = self.rng
        pool, near = self.pools[0] if rng.random() < 0.62 else self.pools[1]
        i = rng.randrange(len(pool))
        c = pool[i][1]
        shut = self._shut(c)
        truth = rng.random() < 0.5
        if truth:
            x = c
        elif rng.random() < 0.6:
            x = rng.choice([pool[j][1] for j in near[i][1:] if pool[j][1].key not in shut] or [pool[near[i][-1]][1]])
        else:
            x = rng.choice([y for _, y in pool if y.key not in shut])
        r = rng.random()
        if r >= 0.72:
            asked = rng.choice(ABOUT) % rng.choice(x.labels)
            return self._asked(rng.choice(c.texts), asked, truth, "set_noul")
        stmt = rng.choice(x.stmts) if r < 0.62 else self._of_user(x)
        return self.b.noul_row(self._text(rng.choice(c.texts)), stmt, truth, "set_noul")

    def _of_user(self, c):
        rng = self.rng
        what = rng.choice(c.descs)
        return "The user " + what if what.split()[0] in TOLD else rng.choice(c.stmts)

    def _asked(self, text, question, truth, source):
        q = {"t": "noul", "ins": question, "crit": None}
        return {"state": self._text(text), "q": q, "target": one_hot(2, int(truth)), "src": source}

    def several(self):
        """NLU++: a text has any number of intents; every intent is a separate question."""
        rng = self.rng
        domain = rng.choice(list(self.multi))
        text, keys, allowed = rng.choice(self.multi[domain])
        truth = rng.random() < 0.5
        some = [k for k in allowed if (k in keys) == truth]
        if not some:
            return None
        c = self.classes[rng.choice(some)]
        r = rng.random()
        if r < 0.3:
            return self._asked(text, c.question, truth, "nlupp")
        if r < 0.4 and c.question.startswith("Is the intent"):
            stmt = "The intent is " + c.question[len("Is the intent ") :].rstrip("?")
            if rng.random() < 0.3 and negated(stmt):
                stmt, truth = negated(stmt), not truth
            return self._asked(text, stmt, truth, "nlupp")
        return self.b.noul_row(self._text(text), rng.choice(c.stmts), truth, "nlupp")

    def texts(self):
        return [t for pool, _ in self.pools for _, c in pool for t in c.texts] + [t for rows in self.multi.values() for t, _, _ in rows]

    def labels(self):
        return [x for pool, _ in self.pools for _, c in pool for x in c.labels + c.descs + [c.key.replace("_", " ")]]
