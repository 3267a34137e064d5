"""Turns a plain English statement into its negation or into a question, if its verb is a common one."""

from rows.surface import SLOTS

BE = set("is are was were can will would could should must may".split())
# "should not", "must not" and "may not" do not mean the negation of the sentence.
DENIABLE = set("is are was were can will would could".split())
IRREGULAR = (
    "has:have does:do goes:go tries:try carries:carry denies:deny applies:apply passes:pass misses:miss discusses:discuss wishes:wish"
)
PLAIN = (
    "asks wants needs reports complains says mentions thanks describes contains requests expects offers agrees refuses "
    "accepts works likes loves hates "
    "praises cancels orders buys pays lives leaves stays talks speaks sounds seems looks feels thinks plans hopes knows uses "
    "sends gives gets takes "
    "makes shows means concerns belongs refers believes doubts recommends regrets threatens warns suggests proposes promises "
    "apologises greets confirms "
    "insists demands returns travels plays announces starts ends waits explains invites prefers costs includes requires "
    "mixes calls criticises admits "
    "claims names states fits comes runs helps quotes lists blames argues fears owes sells rents studies teaches writes "
    "reads happens changes tells "
    "controls expresses arrives acknowledges converts leads understands remembers depends exists fetches withdraws objects "
    "adds repairs dislikes drives "
    "moves supports lacks compares finds delays loses keeps resigns breaks stands holds opens closes reacts reaches brings "
    "meets learns sees hears wins"
).split()
PAST = (
    "had:have went:go got:get made:make found:find failed:fail waited:wait liked:like lost:lose arrived:arrive came:come "
    "left:leave paid:pay "
    "received:receive changed:change took:take disliked:dislike missed:miss stayed:stay fell:fall said:say helped:help "
    "asked:ask agreed:agree called:call "
    "chose:choose forgot:forget sent:send wanted:want became:become loved:love used:use slept:sleep succeeded:succeed "
    "passed:pass ordered:order "
    "rejected:reject supported:support refused:refuse moved:move complained:complain apologised:apologise broke:break "
    "died:die turned:turn bought:buy "
    "sold:sell praised:praise thanked:thank promised:promise confirmed:confirm cancelled:cancel finished:finish worked:work "
    "told:tell knew:know "
    "wrote:write read:read saw:see heard:hear met:meet won:win kept:keep smoked:smoke ate:eat gave:give reported:report "
    "rose:rise happened:happen"
)
VERBS = {**{v: v[:-1] for v in PLAIN}, **dict(x.split(":") for x in IRREGULAR.split())}
VERBS.update({"fetches": "fetch", "reaches": "reach", "mixes": "mix", "teaches": "teach", "expresses": "express", "studies": "study"})
PAST = dict(x.split(":") for x in PAST.split())
QUANTIFIED = set(
    (
        "all every everybody everyone everything most some somebody someone something both each few many several half "
        "nobody nothing no none only"
    ).split()
)
FOILED = QUANTIFIED - {"something", "somebody", "someone"} | set("and or but never neither nor already still not any more less yet".split())
NAMES = set(SLOTS["name"] + SLOTS["n2"] + SLOTS["city"] + ["I", "Spain", "France", "Grandpa"])


def _verb(words):
    """Index of the first verb known here; a subject has one to six words."""
    for i, w in enumerate(words[:7]):
        if i and (w in BE or w in VERBS or w in PAST):
            return i
    return None


def _perfect(words, i):
    return words[i] in ("has", "had") and i + 1 < len(words) and words[i + 1].endswith(("ed", "en", "ost", "been", "id"))


def negated(statement):
    """'The user wants help' -> 'The user does not want help'; None if the verb is not known or "not" would negate
    something else."""
    words = statement.split()
    i = _verb(words)
    if i is None or "n't" in statement or any(w.lower() in FOILED for w in words) or words[0].lower() in QUANTIFIED:
        return None
    if words[i] in BE and words[i] not in DENIABLE:
        return None
    if words[i] in BE or _perfect(words, i):
        return " ".join(words[: i + 1] + ["not"] + words[i + 1 :])
    did, verb = ("did", PAST[words[i]]) if words[i] in PAST else ("does", VERBS[words[i]])
    return " ".join(words[:i] + [did, "not", verb] + words[i + 1 :])


def question_of(statement):
    """'The customer is happy' -> 'Is the customer happy?'; 'Is it true that ...?' if the verb is not known."""
    statement = statement.rstrip(". ")
    words = statement.split()
    first = words[0] if words[0] in NAMES or (len(words[0]) > 1 and words[0].isupper()) or words[0][0] == "{" else words[0].lower()
    i = _verb(words)
    if i and (words[i] in BE or _perfect(words, i)):
        return " ".join([words[i].capitalize(), first] + words[1:i] + words[i + 1 :]) + "?"
    if i:
        did, verb = ("Did", PAST[words[i]]) if words[i] in PAST else ("Does", VERBS[words[i]])
        return " ".join([did, first] + words[1:i] + [verb] + words[i + 1 :]) + "?"
    return " ".join(["Is it true that", first] + words[1:]) + "?"
