"""The worn form of a row: the same request with greetings, signatures, quoted mail and typing errors around it, and the
same question in other words. Its answer must be the row's own, so training pulls the two together."""

import json
import os

from rows import distil, intents
from rows.surface import WHICH, fill
from rows.texts import TEXTS

# A greeting, thanks or a loud word would change the answer to questions of these sources.
QUIET = "scale:politeness scale:formality scale:closeness scale:enthusiasm scale:satisfaction scale:certainty".split()
QUIET += "vader scale_choice scale_noul stmt stmt_choice fam:speech_act noul:speech_act fam:email_type noul:email_type case_tone".split()
# Names and days are what these ask about.
BARE = "pair pair_choice who record limit entail entail_choice entail_which gloss example case_read".split()
BARE += "wn_gloss wn_domain wn_hyper wn_example wn_ant".split()
AROUND = "header opening prefix before after closing signature disclaimer quoted".split()
PIECES = {
    "full": dict(zip(AROUND, (2, 4, 5, 4, 6, 4, 6, 2, 2), strict=True)),
    "quiet": {"header": 2, "prefix": 4, "signature": 5, "disclaimer": 2, "quoted": 2},
    "bare": {"prefix": 3, "signature": 3, "disclaimer": 1},
}
SHORT = {
    "please": "pls",
    "you": "u",
    "your": "ur",
    "because": "cause",
    "and": "n",
    "thanks": "thx",
    "are": "r",
    "with": "w/",
    "tomorrow": "tmrw",
}
SAYS = ["True or false: %s", "Statement: %s", "Does this hold? %s", "Decide whether this is so: %s", "%s, true?", "Check: %s", "Claim: %s"]
FIELDS = [
    ("id", lambda rng: rng.randint(1, 99999)),
    ("channel", lambda rng: rng.choice(["email", "web", "phone", "chat", "app", "letter"])),
    ("agent", lambda rng: fill("{name}", rng)),
    ("locale", lambda rng: rng.choice(["en", "en-GB", "en-US"])),
    ("received", lambda rng: "2026-%02d-%02dT%02d:%02d" % (rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59))),
    ("source", lambda rng: rng.choice(["form", "import", "inbox", "api"])),
    ("attachments", lambda rng: []),
    ("version", lambda rng: "%d.%d" % (rng.randint(1, 9), rng.randint(0, 20))),
    ("tenant", lambda rng: "t-%d" % rng.randint(10, 999)),
]


SAID = os.path.join(TEXTS, "worn.txt")


def phrases(path=SAID):
    """Section -> its phrases."""
    out = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n").replace("\\n", "\n")
            if line.startswith("## "):
                section = out.setdefault(line[3:], [])
            elif line and not line.startswith("# "):
                section.append(line)
    return out


def typing(text, rng):
    """One to three typing errors; words with digits stay as they are."""
    words = text.split(" ")
    able = [i for i, w in enumerate(words) if (w.isalpha() and len(w) > 4) or w.lower() in SHORT or "'" in w]
    for i in rng.sample(able, min(len(able), rng.randint(1, 3))):
        w = words[i]
        if w.lower() in SHORT and rng.random() < 0.7:
            words[i] = SHORT[w.lower()]
        elif "'" in w:
            words[i] = w.replace("'", "")
        elif len(w) > 4:
            k = rng.randint(1, len(w) - 3)
            words[i] = rng.choice([w[:k] + w[k + 1] + w[k] + w[k + 2 :], w[:k] + w[k + 1 :], w[:k] + w[k] + w[k:]])
    return " ".join(words)


def underscored(label):
    """A short label with underscores for blanks, or the reverse."""
    if len(label) >= 30:
        return label
    return label.replace(" ", "_").replace("-", "_") if " " in label else label.replace("_", " ")


class Worn:
    """`said`: sections of phrases; `families`, `scales`: whose instructions, labels and level names may replace each
    other."""

    def __init__(self, rng, said, families=(), scales=()):
        self.rng, self.said = rng, said
        groups = [f.ins for f in families] + [[i.format(who=s.who) for i in s.ins] for s in scales]
        groups += [distil.ASK, intents.ASK, WHICH] if families else []
        self.asks = {i: group for group in groups for i in group}
        self.labels, self.levels = {}, {}
        for c in (c for f in families for c in f.classes):
            for label in c.labels:
                self.labels.setdefault(label.lower(), []).append(c.labels)
        for s in scales:
            for names in s.lists:
                self.levels[tuple(x.lower() for x in names)] = [x for x in s.lists if len(x) == len(names)]

    def wear(self, row):
        """{"state", "q", "order"}: option i is the row's option order[i]."""
        rng, source = self.rng, row["src"]
        manner = "bare" if source.split(":")[0] in BARE else "quiet" if source in QUIET or source.split(":")[0] in QUIET else "full"
        r = rng.random()
        state = self.state(row["state"], manner) if r < 0.85 or row["q"]["t"] == "noul" else row["state"]
        q, order = self.question(row["q"]) if r > 0.45 else (row["q"], list(range(len(row["target"]))))
        return {"state": state, "q": q, "order": order}

    # ------------------------------------------------------------------------------ the state
    def state(self, state, manner):
        rng = self.rng
        if isinstance(state, str):
            return self.text(state, manner)
        if isinstance(state, dict):
            items = list(state.items())
            items += [(k, make(rng)) for k, make in rng.sample(FIELDS, rng.randint(1, 4)) if k not in state]
            if rng.random() < 0.5:
                rng.shuffle(items)
            return dict(items)
        turns = list(state)
        if not all(isinstance(t, dict) and set(t) == {"role", "content"} for t in turns):
            return state
        if rng.random() < 0.6:
            turns = [self._turn("user", "opener"), self._turn("assistant", "answer"), *turns]
        if manner == "full" and rng.random() < 0.6:
            turns = [*turns, self._turn("assistant", "reply")]
            if rng.random() < 0.6:
                turns = [*turns, self._turn("user", "closer")]
        return turns

    def _turn(self, role, section):
        return {"role": role, "content": self._say(section)}

    def _say(self, section):
        return fill(self.rng.choice(self.said[section]), self.rng)

    def text(self, text, manner="full"):
        rng, weights = self.rng, PIECES[manner]
        if rng.random() < 0.3:
            text = typing(text, rng)
        if rng.random() < 0.1:
            text = text.rstrip(".!") if rng.random() < 0.7 else text.replace(",", "")
        count = rng.choice((1, 1, 2, 2, 2, 3, 3, 4, 5))
        take = rng.choices(list(weights), list(weights.values()), k=count)
        around = {section: self._say(section) for section in take}
        gap = rng.choice(["\n", "\n", "\n\n", " "])
        if "prefix" in around:
            text = around["prefix"] + " " + text
        inner = " ".join([around[s] for s in ("before",) if s in around] + [text] + [around[s] for s in ("after",) if s in around])
        parts = [around[s] for s in ("header", "opening") if s in around] + [inner]
        parts += [around[s] for s in ("closing", "signature") if s in around]
        if "quoted" in around:
            parts.insert(0 if rng.random() < 0.4 else len(parts), around["quoted"])
        if "disclaimer" in around:
            parts.insert(0 if rng.random() < 0.2 else len(parts), around["disclaimer"])
        return gap.join(parts)

    # ------------------------------------------------------------------------------ the question
    def question(self, q):
        rng, q = self.rng, json.loads(json.dumps(q))
        if q["ins"] in self.asks:
            q["ins"] = rng.choice(self.asks[q["ins"]])
        elif q["t"] == "noul" and rng.random() < 0.35 and not q["ins"].endswith("?") and ":" not in q["ins"]:
            q["ins"] = rng.choice(SAYS) % q["ins"].rstrip(".")
        elif rng.random() < 0.5:
            q["ins"] = q["ins"][:-1] if q["ins"][-1:] in ".?" else q["ins"] + rng.choice(".?" if q["t"] == "noul" else ":")
        if q["t"] == "score":
            names = tuple(str(x).lower() for x in q["crit"])
            if rng.random() < 0.4:
                q["crit"] = list(rng.choice(self.levels.get(names, [q["crit"]])))
            return q, list(range(len(names)))
        if q["t"] == "noul":
            return q, [0, 1]
        entries = list(q["crit"].items())
        order = list(range(len(entries)))
        rng.shuffle(order)
        style = rng.choice(["as it is", "as it is", "snake", "other words"])
        renamed = {self._renamed(entries[i][0], style): entries[i][1] for i in order}
        q["crit"] = renamed if len(renamed) == len(order) else dict(entries[i] for i in order)
        return q, order

    def _renamed(self, label, style):
        if style == "snake":
            return underscored(label)
        groups = self.labels.get(label.lower().replace("_", " "), ())
        return self.rng.choice(groups[0]) if style == "other words" and len(groups) == 1 else label
