"""The worn form of a row to judge by: other words around the text than training has, and of the question only the order and
the spelling of its options."""

import os

from rows import worn

# A greeting or thanks would change the answer to questions of these sources.
QUIET = {"scale:enthusiasm", "scale_noul", "fam:email_type", "noul:email_type"}
# Names and days may be what these ask about.
BARE = {"entail", "entail_choice"}
SAID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worn.txt")


def phrases():
    return worn.phrases(SAID)


class Worn(worn.Worn):
    """`said`: sections of phrases."""

    def wear(self, row):
        """(state, question, order) for a row whose state is a string: option i is the row's option order[i]."""
        source = row["src"]
        manner = "bare" if source in BARE else "quiet" if source in QUIET else "full"
        return self.text(row["state"], manner), *self.question(row["q"])

    def question(self, q):
        """A choice gets its options in another order, half of the time with underscores for blanks or the reverse."""
        rng = self.rng
        if q["t"] != "choice":
            return q, list(range(len(q["crit"]) if q["t"] == "score" else 2))
        entries = list(q["crit"].items())
        order = list(range(len(entries)))
        rng.shuffle(order)
        spell = rng.choice([str, worn.underscored])
        return {**q, "crit": {spell(entries[i][0]): entries[i][1] for i in order}}, order
