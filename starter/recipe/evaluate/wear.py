"""The worn form of a row: the same request with greetings, signatures, quoted mail and typing errors around it, and the
options in another order or spelling. Its answer should be the row's own."""

import os

from rows.surface import fill

# A greeting or thanks would change the answer to questions of these sources.
QUIET = {"scale:enthusiasm", "scale_noul", "fam:email_type", "noul:email_type"}
# Names and days may be what these ask about.
BARE = {"entail", "entail_choice"}
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
SAID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worn.txt")


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


class Worn:
    """`said`: sections of phrases."""

    def __init__(self, rng, said):
        self.rng, self.said = rng, said

    def wear(self, row):
        """(state, question, order) for a row whose state is a string: option i is the row's option order[i]."""
        source = row["src"]
        manner = "bare" if source in BARE else "quiet" if source in QUIET else "full"
        return self.text(row["state"], manner), *self.question(row["q"])

    def _say(self, section):
        return fill(self.rng.choice(self.said[section]), self.rng)

    def text(self, text, manner):
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

    def question(self, q):
        """A choice gets its options in another order, half of the time with underscores for blanks or the reverse."""
        rng = self.rng
        if q["t"] != "choice":
            return q, list(range(len(q["crit"]) if q["t"] == "score" else 2))
        entries = list(q["crit"].items())
        order = list(range(len(entries)))
        rng.shuffle(order)
        spell = rng.choice([str, underscored])
        return {**q, "crit": {spell(entries[i][0]): entries[i][1] for i in order}}, order


def underscored(label):
    if len(label) >= 30:
        return label
    return label.replace(" ", "_").replace("-", "_") if " " in label else label.replace("_", " ")
