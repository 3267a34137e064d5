"""Rows from WordNet 3.0 (Debian wordnet-base): definitions, kinds, example sentences, opposites."""

import os
import re

WORK = os.environ.get("STARTER", "build/starter")
LEX_ALT = {
    5: ["animal", "animals", "living creature"],
    6: ["artifact", "man-made object", "thing made by people"],
    8: ["body part", "part of the body", "anatomy"],
    10: ["communication", "language and messages"],
    11: ["event", "something that happens"],
    12: ["feeling", "emotion"],
    13: ["food", "food and drink", "something to eat"],
    14: ["group", "organisation or group"],
    15: ["place", "location", "geography"],
    18: ["person", "people", "a kind of person"],
    20: ["plant", "plants", "flora"],
    21: ["money and possessions", "possession"],
    27: ["substance", "material"],
    28: ["time", "period of time"],
    23: ["quantity", "amount or unit"],
    19: ["natural phenomenon", "force of nature"],
    17: ["natural object", "thing in nature"],
    4: ["activity", "action"],
    9: ["knowledge", "idea", "thought"],
    7: ["property", "attribute"],
    26: ["condition", "state"],
    25: ["shape", "form"],
}


def clean(w):
    return w.replace("_", " ")


class WordNet:
    def __init__(self, rng, business):
        self.rng, self.b = rng, business
        counts = {}
        root = os.path.join(WORK, "deb/wordnet-base/usr/share/wordnet")
        for line in open(os.path.join(root, "cntlist.rev")):
            key, _, n = line.split()
            counts[key.split("%")[0]] = counts.get(key.split("%")[0], 0) + int(n)
        self.syn = {}
        for pos in ("noun", "verb", "adj", "adv"):
            for line in open(os.path.join(root, "data." + pos), encoding="latin-1"):
                if line[0] == " ":
                    continue
                head, _, gloss = line.partition(" | ")
                f = head.split()
                n = int(f[3], 16)
                words = [f[4 + 2 * i].split("(")[0] for i in range(n)]
                i = 4 + 2 * n
                ptr = {}
                for j in range(int(f[i])):
                    sym, off, p, _st = f[i + 1 + 4 * j : i + 5 + 4 * j]
                    ptr.setdefault(sym, []).append(({"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}[p], off))
                gloss = gloss.strip()
                defn = re.split(r';\s*"', gloss)[0].strip()
                ex = re.findall(r'"([^"]{15,160})"', gloss)
                freq = sum(counts.get(w.lower(), 0) for w in words)
                self.syn[(pos, f[0])] = dict(pos=pos, words=[clean(w) for w in words], lex=int(f[1]), ptr=ptr, defn=defn, ex=ex, freq=freq)
        self.child = {}
        for k, s in self.syn.items():
            for h in s["ptr"].get("@", []):
                self.child.setdefault(h, []).append(k)
        # Ordinary words only: no capitalised names, and some corpus frequency.
        good = [k for k, s in self.syn.items() if s["words"][0][:1].islower() and 12 < len(s["defn"]) < 160]
        self.common = [k for k in good if self.syn[k]["freq"] >= 4]
        self.nouns = [k for k in self.common if k[0] == "noun"]
        self.adjs = [k for k in self.common if k[0] == "adj"]
        self.withex = [k for k in self.common if self.syn[k]["ex"]]
        self.ants = [(k, self.syn[k]["ptr"]["!"][0]) for k in self.adjs if self.syn[k]["ptr"].get("!")]
        print("wordnet", len(self.syn), "common", len(self.common), "antonyms", len(self.ants))

    def word(self, k):
        s = self.syn[k]
        return self.rng.choice(s["words"][:2])

    def gloss(self):
        """Definition -> word, with co-hyponyms as hard negatives."""
        rng = self.rng
        k = rng.choice(self.common)
        s = self.syn[k]
        neg = []
        for h in s["ptr"].get("@", [])[:1]:
            neg = [x for x in self.child.get(h, []) if x != k and self.syn[x]["words"][0][:1].islower()]
        pool = self.nouns if k[0] == "noun" else self.common
        n = rng.choice([2, 3, 3, 4, 5, 7])
        neg = rng.sample(neg, min(len(neg), rng.randint(0, 2)))
        neg += [rng.choice(pool) for _ in range(n - len(neg))]
        bare = rng.random() < 0.75
        entries = [[rng.choice(s["words"]), None]] + [[self.word(x), None] for x in neg[:n]]
        own = set(w.lower() for w in s["words"])
        if any(e[0].lower() in own for e in entries[1:]):
            return None
        if bare:
            return self.b._choice_row(
                s["defn"],
                rng.choice(
                    [
                        "Which word is meant?",
                        "Which word fits the definition?",
                        "What is described?",
                        "Best matching term",
                        "What is this?",
                        "Pick the right label",
                    ]
                ),
                entries,
                0,
                "wn_gloss",
            )
        # The reverse: the word in the state, definitions as options.
        entries = [[s["defn"], None]] + [[self.syn[x]["defn"], None] for x in neg[: min(n, 3)]]
        return self.b._choice_row(
            entries and s["words"][0],
            rng.choice(["What does the word mean?", "Choose the explanation", "Which definition fits?"]),
            entries,
            0,
            "wn_def",
        )

    def domain(self):
        rng = self.rng
        k = rng.choice(self.nouns)
        s = self.syn[k]
        if s["lex"] not in LEX_ALT:
            return None
        others = rng.sample([x for x in LEX_ALT if x != s["lex"]], rng.randint(1, 7))
        state = rng.choice([s["words"][0], s["words"][0] + ": " + s["defn"], s["defn"], rng.choice(s["ex"]) if s["ex"] else s["words"][0]])
        if state in s["ex"]:
            state = state + " (" + s["words"][0] + ")"
        entries = [[rng.choice(LEX_ALT[s["lex"]]), None]] + [[rng.choice(LEX_ALT[x]), None] for x in others]
        return self.b._choice_row(
            state,
            rng.choice(["What kind of thing is it?", "Category", "Best matching category", "Classify the concept", "Semantic class"]),
            entries,
            0,
            "wn_domain",
        )

    def hyper(self):
        """Is a kind of."""
        rng = self.rng
        k = rng.choice(self.nouns)
        s = self.syn[k]
        h = k
        chain = []
        for _ in range(3):
            up = self.syn[h]["ptr"].get("@")
            if not up:
                break
            h = up[0]
            if self.syn[h]["freq"] >= 2:
                chain.append(h)
        if not chain:
            return None
        anc = set(chain)
        state = rng.choice([s["words"][0], "%s (%s)" % (s["words"][0], s["defn"]), s["defn"]])
        t = rng.choice(chain[:2])

        def other():
            x = rng.choice(self.nouns)
            up = self.syn[x]["ptr"].get("@")
            return up[0] if up else x

        if rng.random() < 0.5:
            truth = rng.random() < 0.5
            o = t if truth else other()
            if not truth and o in anc:
                return None
            return self.b.noul_row(
                state,
                rng.choice(["It is a kind of %s", "This is a %s", "%s", "Something like: %s"]) % self.syn[o]["words"][0],
                truth,
                "wn_hyper",
            )
        entries = [[self.syn[t]["words"][0], None]] + [[self.syn[other()]["words"][0], None] for _ in range(rng.randint(2, 5))]
        return self.b._choice_row(
            state,
            rng.choice(
                ["It is a kind of", "Which general term fits?", "Category", "Superordinate concept", "Which group does it belong to?"]
            ),
            entries,
            0,
            "wn_hyper",
        )

    def example(self):
        """Sentence -> the word or meaning that it illustrates."""
        rng = self.rng
        k = rng.choice(self.withex)
        s = self.syn[k]
        ex = rng.choice(s["ex"])
        neg = [rng.choice(self.withex) for _ in range(rng.randint(1, 4))]
        entries = [[s["defn"], None]] + [[self.syn[x]["defn"], None] for x in neg]
        if rng.random() < 0.5:
            truth = rng.random() < 0.5
            return self.b.noul_row(ex, "Part of the text means: " + (s["defn"] if truth else self.syn[neg[0]]["defn"]), truth, "wn_example")
        return self.b._choice_row(
            ex,
            rng.choice(["Which meaning occurs in the sentence?", "Which paraphrase fits a part of the text?", "What is expressed?"]),
            entries,
            0,
            "wn_example",
        )

    def antonym(self):
        rng = self.rng
        k, a = rng.choice(self.ants)
        s, o = self.syn[k], self.syn[a]
        subj = rng.choice(
            [
                "The house",
                "The book",
                "My boss",
                "The result",
                "The answer",
                "The weather",
                "Her plan",
                "The soup",
                "This place",
                "The new rule",
                "The team",
                "The light",
                "The road",
                "His voice",
                "The material",
            ]
        )
        w, x = s["words"][0], o["words"][0]
        neg = rng.random() < 0.3
        state = "%s is %s%s." % (subj, "not " if neg else "", w)
        q = rng.choice([w, x])
        truth = (q == w) != neg
        return self.b.noul_row(state, "%s is %s" % (subj, q), truth, "wn_ant")
