"""Rows from the adjectives of the VADER sentiment lexicon: praise, blame and both."""

import glob
import os
import zipfile

from rows.surface import dress

WORK = os.environ.get("STARTER", "build/starter")


class Vader:
    THINGS = [
        "service",
        "hotel",
        "food",
        "film",
        "book",
        "phone",
        "lesson",
        "trip",
        "staff",
        "app",
        "game",
        "room",
        "concert",
        "doctor",
        "delivery",
        "teacher",
        "update",
        "car",
        "bank",
        "shop",
        "music",
        "story",
        "meeting",
        "website",
    ]

    def __init__(self, rng, business, wn):
        self.rng, self.b = rng, business
        p = glob.glob(os.path.join(WORK, "pk/vaderSentiment*.whl"))[0]
        adj = {w.lower() for k, s in wn.syn.items() if k[0] == "adj" and s["freq"] >= 1 for w in s["words"]}
        self.pos, self.neg = [], []
        for line in zipfile.ZipFile(p).read("vaderSentiment/vader_lexicon.txt").decode("utf-8").split("\n"):
            f = line.split("\t")
            if len(f) > 2 and f[0] in adj and float(f[2]) < 1.2:
                v = float(f[1])
                (self.pos if v >= 1.5 else self.neg if v <= -1.5 else []).append((f[0], v))
        print("vader adjectives", len(self.pos), len(self.neg))

    def row(self):
        rng = self.rng

        def phrase(good):
            w, v = rng.choice(self.pos if good else self.neg)
            t = rng.choice(self.THINGS)
            art = "an" if w[0] in "aeiou" else "a"
            return rng.choice(
                ["The {t} was {w}.", "The {t} is {w}!", "It was {a} {w} {t}.", "What {a} {w} {t}!", "I found the {t} {w}.", "{W} {t}."]
            ).format(t=t, w=w, a=art, W=w.capitalize()), v

        kind = rng.random()
        if kind < 0.2:
            a, va = phrase(True)
            b, vb = phrase(False)
            parts = [a, b]
            rng.shuffle(parts)
            state, x = rng.choice([" ".join(parts), parts[0].rstrip(".!") + ", but " + parts[1][:1].lower() + parts[1][1:]]), 0.0
        else:
            good = rng.random() < 0.5
            n = rng.randint(1, 2)
            ps = [phrase(good) for _ in range(n)]
            state, x = " ".join(p[0] for p in ps), sum(p[1] for p in ps) / n
        r = rng.random()
        state = dress(state, rng, 0.85)
        if r < 0.35:
            labs = [
                ["positive", "good", "satisfied", "praise"],
                ["negative", "bad", "dissatisfied", "criticism"],
                ["mixed", "neutral or mixed", "both good and bad"],
            ]
            i = 2 if x == 0 else (0 if x > 0 else 1)
            j = rng.randrange(4)
            entries = [[x[min(j, len(x) - 1)], None] for x in labs[: 3 if x == 0 or rng.random() < 0.5 else 2]]
            return self.b._choice_row(
                state,
                rng.choice(["Sentiment", "Opinion of the writer", "Is the review good or bad?", "Tone", "Polarity"]),
                entries,
                i,
                "vader",
            )
        if r < 0.6 and x != 0:
            s = rng.choice(
                [
                    ("The writer is satisfied", 1),
                    ("The review is positive", 1),
                    ("The writer would recommend it", 1),
                    ("The writer complains", 0),
                    ("The review is negative", 0),
                    ("The writer is unhappy", 0),
                    ("The text is a compliment", 1),
                ]
            )
            return self.b.noul_row(state, s[0], (x > 0) == bool(s[1]), "vader")
        lv = rng.choice(
            [
                ["very negative", "negative", "neutral", "positive", "very positive"],
                ["bad", "mixed", "good"],
                ["terrible", "poor", "average", "good", "excellent"],
                ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"],
                ["negative", "positive"],
                ["awful", "bad", "okay", "nice", "wonderful"],
            ]
        )
        k = len(lv)
        if k == 2 and x == 0:
            return None
        y = 0.5 + (0 if x == 0 else (0.3 if abs(x) < 2.3 else 0.45) * (1 if x > 0 else -1))
        y = min(1, max(0, y)) * (k - 1)
        if k == 2:
            y = float(x > 0)
        t = [0.0] * k
        t[int(y)] += 1 - (y - int(y))
        if y > int(y):
            t[int(y) + 1] += y - int(y)
        return {
            "state": state,
            "q": {
                "t": "score",
                "ins": rng.choice(["How satisfied is the writer?", "Rating", "Stars", "How good was it?", "Sentiment from bad to good"]),
                "crit": lv,
            },
            "target": t,
            "src": "vader",
        }
