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

    def __init__(self, rng, rows, wordnet, intents, base, n_texts=16000, n_words=8000):
        self.rng, self.b = rng, rows
        requests = [fill(t, rng) for f in rows.fams for c in f.classes for t in c.texts]
        requests += [fill(t, rng) for s in rows.scales for level in s.texts.values() for t in level]
        every = intents.texts()
        requests += rng.sample(every, min(len(every), n_texts))
        sentences = [e for k in wordnet.withex for e in wordnet.syn[k]["ex"] if len(e.split()) >= 4]
        sentences = rng.sample(sentences, min(len(sentences), n_texts))
        sentences += [wordnet.syn[k]["defn"] for k in rng.sample(wordnet.nouns, n_texts // 4)]
        asked = [x for f in rows.fams for c in f.classes for x in c.labels]
        asked += ["%s: %s" % (c.labels[0], d) for f in rows.fams for c in f.classes for d in c.descs] + intents.labels()
        words = [x for v in LEX_ALT.values() for x in v]
        by_use = sorted(wordnet.nouns, key=lambda k: -wordnet.syn[k]["freq"])
        words += [wordnet.syn[k]["words"][0] for k in by_use[:n_words]]
        words += [wordnet.syn[k]["defn"] for k in rng.sample(wordnet.common, n_words // 4)]
        # Requests are mostly judged by what requests are about: there the near misses are.
        self.texts = [sorted(set(requests)), sorted(set(sentences))]
        self.names = [sorted(set(asked)), sorted(set(words))]
        self.e, self.l = [[base.embed(part) for part in parts] for parts in (self.texts, self.names)]

    def row(self):
        rng = self.rng
        kind = int(rng.random() < 0.35)
        other = int(rng.random() < 0.2)
        t = rng.randrange(len(self.texts[kind]))
        names, vectors = self.names[kind ^ other], self.l[kind ^ other]
        pool = rng.sample(range(len(names)), rng.choice([40, 120, 400]))
        order = np.argsort(-(vectors[pool] @ self.e[kind][t]))
        k = rng.choice([2, 3, 4, 4, 5, 5, 6, 8, 10, 12, 16])
        near = rng.randint(1, 2) if rng.random() < 0.6 else k
        pick = [pool[i] for i in order[:near]] + [pool[i] for i in rng.sample(list(order[near:]), k)]
        pick = list(dict.fromkeys(pick))[:k]
        rng.shuffle(pick)
        z = vectors[pick] @ self.e[kind][t] / self.TEMPERATURE
        p = np.exp(z - z.max())
        style = rng.choice(STYLES)
        options = {}
        for i in pick:
            name, _, description = names[i].partition(": ")
            options[case(name, style if len(name) < 30 else "lower")] = description or None
        if len(options) != len(pick) or len(pick) < 2:
            return None
        p = p / p.sum()
        return {
            "state": dress(self.texts[kind][t], rng, 0.85),
            "q": {"t": "choice", "ins": rng.choice(ASK), "crit": options},
            "target": [round(float(x), 5) for x in p],
            "src": "distil",
        }
