"""Turns a plain English statement into its negation or into a question, where its verb is one of the common ones."""

BE = {"is", "are", "was", "were", "can", "should", "must", "may", "will", "would", "could"}
VERBS = {
    "has": "have",
    "does": "do",
    "goes": "go",
    "tries": "try",
    "carries": "carry",
    "denies": "deny",
    "applies": "apply",
    "passes": "pass",
    "misses": "miss",
    "discusses": "discuss",
    "expresses": "express",
    "wishes": "wish",
    "publishes": "publish",
}
PLAIN = (
    "asks wants needs reports complains says mentions thanks describes contains requests expects offers agrees refuses accepts works "
    "likes loves hates praises cancels orders buys pays lives leaves stays talks speaks sounds seems looks feels thinks plans hopes "
    "knows uses sends gives gets takes makes shows means concerns belongs refers lost believes doubts recommends regrets threatens warns "
    "suggests proposes promises apologises greets confirms insists demands returns travels plays announces starts ends waits "
    "explains invites prefers costs includes requires mixes calls criticises admits claims names states fits comes runs helps "
    "quotes lists blames argues fears doubts owes sells rents studies teaches writes reads "
    "happens changes tells controls expresses arrives acknowledges converts leads gives understands remembers"
).split()
VERBS.update({v: v[:-1] for v in PLAIN if v.endswith("s") and v not in VERBS})


def _verb(words):
    """Index of the first verb known here; a subject takes one to six words."""
    for i, w in enumerate(words[:7]):
        if i and (w in BE or w in VERBS):
            return i
    return None


def negated(statement):
    """'The user wants help.' -> 'The user does not want help.'; None where the verb is not known or it is negated already."""
    if " not " in statement or "n't" in statement or statement.lower().startswith(("no ", "nobody", "nothing", "none")):
        return None
    words = statement.split()
    i = _verb(words)
    if i is None or any(w in ("and", "or", "but", "only", "never", "nobody", "nothing", "no", "already", "still") for w in words):
        return None
    if words[i] in BE:
        return " ".join(words[: i + 1] + ["not"] + words[i + 1 :])
    if words[i] == "has" and i + 1 < len(words) and words[i + 1].endswith(("ed", "en", "one", "ost")):
        return " ".join(words[: i + 1] + ["not"] + words[i + 1 :])
    return " ".join(words[:i] + ["does", "not", VERBS[words[i]]] + words[i + 1 :])


def question_of(statement):
    """'The customer is happy' -> 'Is the customer happy?'; 'Is it true that ...?' where the verb is not known."""
    statement = statement.rstrip(". ")
    words = statement.split()
    i = _verb(words)
    subject = [words[0] if words[0].istitle() and words[0].lower() not in FUNCTION else words[0].lower()] + words[1:i] if i else []
    if i and words[i] in BE:
        return " ".join([words[i].capitalize()] + subject + words[i + 1 :]) + "?"
    if i and words[i] == "has" and i + 1 < len(words) and words[i + 1].endswith(("ed", "en", "one", "ost")):
        return " ".join(["Has"] + subject + words[i + 1 :]) + "?"
    if i:
        return " ".join(["Does"] + subject + [VERBS[words[i]]] + words[i + 1 :]) + "?"
    return "Is it true that " + statement[:1].lower() + statement[1:] + "?"


FUNCTION = {
    "the",
    "a",
    "an",
    "this",
    "that",
    "it",
    "they",
    "there",
    "somebody",
    "something",
    "someone",
    "one",
    "music",
    "we",
    "he",
    "she",
    "people",
    "money",
    "some",
    "all",
    "both",
    "two",
    "three",
    "each",
    "most",
    "these",
    "those",
    "their",
    "his",
    "her",
    "its",
}
