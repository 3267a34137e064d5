"""Rows whose targets are the base encoder's own cosine between a text and label texts.

The base matches topics of any kind without training. These rows carry that over to the marker logits, for texts and labels of no
family, so that the templates do not narrow it down."""

import numpy as np

from rows.surface import STYLES, case, dress, fill
from rows.wordnet import LEX_ALT

ASK = [
    "What is this about?",
    "Topic",
    "Which label fits best?",
    "Classify the text",
    "Best matching category",
    "Theme",
    "Choose the closest option",
    "Assign a label",
    "Subject of the text",
    "Category",
    "Which of these is nearest?",
    "Which description fits?",
    "Intent",
    "Where does it belong?",
]


class Distil:
    TEMPERATURE = 0.045

    def __init__(self, rng, rows, wordnet, intents, base, n_examples=4000, n_words=2500):
        self.rng = rng
        texts = rng.sample([e for k in wordnet.withex for e in wordnet.syn[k]["ex"] if len(e.split()) >= 4], n_examples)
        texts += [wordnet.syn[k]["defn"] for k in rng.sample(wordnet.nouns, 1000)]
        texts += [fill(t, rng) for f in rows.fams for c in f.classes for t in c.texts]
        texts += [fill(t, rng) for s in rows.scales for level in s.texts.values() for t in level]
        every = intents.texts()
        texts += rng.sample(every, min(len(every), 5000))
        labels = [x for f in rows.fams for c in f.classes for x in c.labels]
        labels += ["%s: %s" % (c.labels[0], d) for f in rows.fams for c in f.classes for d in c.descs]
        labels += [x for v in LEX_ALT.values() for x in v] + intents.labels()
        words = sorted(wordnet.nouns, key=lambda k: -wordnet.syn[k]["freq"])
        labels += [wordnet.syn[k]["words"][0] for k in words[:n_words]]
        labels += [wordnet.syn[k]["defn"] for k in rng.sample(wordnet.common, 600)]
        self.texts, self.names = sorted(set(texts)), sorted(set(labels))
        self.e, self.l = base.embed(self.texts), base.embed(self.names)
        self.b = rows

    def row(self):
        rng = self.rng
        t = rng.randrange(len(self.texts))
        pool = [rng.randrange(len(self.names)) for _ in range(rng.choice([40, 120, 400]))]
        order = np.argsort(-(self.l[pool] @ self.e[t]))
        k = rng.choice([2, 3, 4, 4, 5, 5, 6, 8, 10, 12])
        near = rng.randint(1, 2) if rng.random() < 0.7 else k
        pick = [pool[i] for i in order[:near]] + [pool[i] for i in rng.sample(list(order[near:]), k)]
        pick = list(dict.fromkeys(pick))[:k]
        rng.shuffle(pick)
        z = self.l[pick] @ self.e[t] / self.TEMPERATURE
        p = np.exp(z - z.max())
        style = rng.choice(STYLES)
        options = {}
        for i in pick:
            name, _, description = self.names[i].partition(": ")
            options[case(name, style if len(name) < 30 else "lower")] = description or None
        if len(options) != len(pick) or len(pick) < 2:
            return None
        p = p / p.sum()
        return {
            "state": dress(self.texts[t], rng, 0.85),
            "q": {"t": "choice", "ins": rng.choice(ASK), "crit": options},
            "target": [round(float(x), 5) for x in p],
            "src": "distil",
        }
