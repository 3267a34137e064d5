"""Rows whose targets are the judgements of sentence encoders about a text and label texts.

Sentence encoders match topics of any kind. These rows transfer that to the marker logits, with texts and labels that
belong to no family, so that the templates do not restrict it."""

import numpy as np

from rows.base import SAMPLE
from rows.sets import customers, services, users
from rows.surface import STYLES, case, dress, fill, keywords
from rows.wordnet import LEX_ALT

POOLS = 40, 120, 400, 400, 1500  # labels of which a row takes the near ones
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


def pools(rng, rows, wordnet, intents, n_texts=16000, n_words=8000):
    """(texts, labels): requests and sentences; what may be asked for, words of the dictionary, other requests in short."""
    requests = [fill(t, rng) for f in rows.fams for c in f.classes for t in c.texts]
    requests += [fill(t, rng) for s in rows.scales for level in s.texts.values() for t in level]
    every = sorted(set(intents.texts()))
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
    # Requests are mostly compared with topics of requests, which give the near misses. The requests of other people, as
    # keywords or shortened, are labels too, and there are tens of thousands of them.
    short = [keywords(t) or t for t in every if keywords(t) or len(t.split()) <= 6]
    return [requests, sentences], [asked, words, rng.sample(short, min(len(short), n_texts))]


def broader(rng, wordnet, entailment, few):
    """(texts, labels) of the second round: also what customers write in dialogues, captions and reports, and words nobody sorted."""
    (requests, sentences), (asked, words, short) = few
    talk = customers() + users()
    said = sorted({t for _, t, _ in entailment.captions + entailment.pairs})
    common = [w for k in wordnet.common for w in wordnet.syn[k]["words"][:2]]
    phrases = [k for k in map(keywords, talk) if k]
    return (
        [requests + talk, sentences + rng.sample(said, len(said) // 2)],
        [asked + services(), words + common, short + phrases + [fragment(k, rng) for k in rng.sample(short + phrases, len(phrases) // 2)]],
    )


def fragment(phrase, rng):
    """One to three words of it that stand together."""
    words = phrase.split()
    n = rng.randint(1, min(3, len(words)))
    a = rng.randrange(len(words) - n + 1)
    return " ".join(words[a : a + n])


def fewer(rng, texts):
    """Those that a sample reads, for reading them all takes most of the time; as many as a row chooses from, at least."""
    return texts if SAMPLE == 1 else rng.sample(texts, min(len(texts), max(max(POOLS), int(SAMPLE * len(texts)))))


class Distil:
    """`options`: how many a row may have, as often as each stands there."""

    def __init__(self, rng, teacher, texts, names, options=(2, 3, 4, 4, 5, 5, 6, 8, 10, 10, 12, 16)):
        self.rng, self.options = rng, options
        self.texts, self.names = [[fewer(rng, sorted(set(part))) for part in parts] for parts in (texts, names)]
        self.e, self.l = [[teacher.embed(part) for part in parts] for parts in (self.texts, self.names)]

    def row(self):
        rng = self.rng
        kind = int(rng.random() < 0.3)
        offered = rng.choices((0, 1, 2), (2, 6, 2) if kind else (40, 15, 45))[0]
        t = rng.randrange(len(self.texts[kind]))
        names, vectors = self.names[offered], self.l[offered]
        pool = rng.sample(range(len(names)), rng.choice(POOLS))
        fit = vectors[pool] @ self.e[kind][t]
        order = np.argsort(-fit)
        k = rng.choice(self.options)
        near = rng.randint(1, 2) if rng.random() < 0.6 else k
        pick = list(order[:near]) + rng.sample(list(order[near:]), k)
        pick = pick[:k]
        rng.shuffle(pick)
        z = fit[pick]
        p = np.exp(z - z.max())
        style = rng.choice(STYLES)
        options = {}
        for i in pick:
            name, _, description = names[pool[i]].partition(": ")
            options[case(name, style if len(name) < 30 else "lower")] = description or None
        if len(options) != len(pick):
            return None
        p = p / p.sum()
        return {
            "state": dress(self.texts[kind][t], rng, 0.85),
            "q": {"t": "choice", "ins": rng.choice(ASK), "crit": options},
            "target": [round(float(x), 5) for x in p],
            "src": "distil",
        }
