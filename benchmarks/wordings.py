#!/usr/bin/env python3
"""How much the words of a question change its answers: the same labelled rows, asked in several wordings.

  wordings.py [--json OUT] [--sets target/learning] [--rows 400] [--only SET,...]

After learning_sets.py, on a built service. Every row is asked in every wording of its set by `./serve evaluate`, with the bundled
starter. For each wording: the share that is right (a score on its exact level) with Wilson's 95 % interval, the expected
calibration error (15 bins), and against the first wording of the set who is right more often, with McNemar's exact test. The set
`outside` has half of its rows from intents that are no option: there the share counts what none of the options is and is caught,
by an option for it or below the confidence that catches as many right answers. The wordings were written before any of them was
measured. Of sets with several questions the rows count
together, and half of the rows of yes/no questions are labelled true.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running

SEED, ROWS, BINS = 1, 400, 15
SERVE = str(running.SERVE)

CONCRETE_INTENTS = {
    "cancel transfer": "a transfer was made by mistake and should be stopped or undone",
    "card payment fee charged": "a fee was taken for paying with the card",
    "card payment wrong exchange rate": "a purchase in another currency was converted at a wrong rate",
    "declined cash withdrawal": "the cash machine gave no money",
    "exchange rate": "asks which rate applies and how it is set",
    "pending transfer": "money was sent and has not arrived yet",
    "top up by card charge": "asks whether adding money by card costs a fee",
    "top up limits": "asks how much or how often money can be added",
    "transaction charged twice": "the same payment shows up two times",
    "virtual card not working": "the virtual card is refused or cannot be used",
}
SHORT_INTENTS = {
    "cancel transfer": "stop a transfer", "card payment fee charged": "fee for a card payment",
    "card payment wrong exchange rate": "wrong rate for a purchase", "declined cash withdrawal": "cash machine refused",
    "exchange rate": "rates of currencies", "pending transfer": "transfer not arrived", "top up by card charge": "fee for a top-up",
    "top up limits": "most that can be topped up", "transaction charged twice": "double payment",
    "virtual card not working": "virtual card refused",
}
SENTENCE_INTENTS = {label: "The customer %s%s." % ("" if text.startswith("asks") else "writes that ", text)
                    for label, text in CONCRETE_INTENTS.items()}
KINDS = ("abbreviation", "description", "entity", "human", "location", "number")
SHORT_KINDS = dict(zip(KINDS, ("what letters stand for", "a definition, a reason, a manner", "a thing, an animal, a product, a term",
                               "a person, a group, a title", "a city, a country, a place", "a count, a date, a price, a distance"),
                       strict=True))
CONCRETE_KINDS = dict(zip(KINDS, ("What does NASA stand for? What is the short form of a word?",
                                  "What is something? Why or how does it happen? What does it mean?",
                                  "What animal, colour, product, food, game, language, book or event is it?",
                                  "Who was it? Which person, company or group did it?",
                                  "Where is it? Which city, country, river or mountain?",
                                  "How many, how much, how long, how far, how old, when, what year?"), strict=True))
SENTENCE_KINDS = dict(zip(KINDS, ("The answer is an abbreviation, or the words that letters stand for.",
                                  "The answer is a definition, an explanation or a reason.",
                                  "The answer is a thing, such as an animal, a product or a term.",
                                  "The answer is a person or a group of people.",
                                  "The answer is a place.", "The answer is a number, an amount or a date."), strict=True))
SPAM_TRUE = "an advertisement, a prize, or a request to call or text a number that costs money"
SPAM_FALSE = "a private message between people who know each other"
MAIL_TRUE = "an unwanted advertisement, a money offer, or a fraud sent to many people"
MAIL_FALSE = "a personal message, a newsletter or a post to a mailing list that the reader has joined"
LEVELS = ["very negative", "negative", "neutral", "positive", "very positive"]
# A statement of near_misses: as a question, and what it is instead where it does not hold.
NEAR = {
    "The customer asks about a fee for paying by card.":
        ("Does the customer ask about a fee for paying by card?", "a fee was charged for a payment with the card",
         "a fee for a transfer, for cash or for topping up, or no fee at all"),
    "The customer's card payment was declined.":
        ("Was the customer's card payment declined?", "the card did not work when the customer wanted to pay",
         "cash, a transfer or a top-up did not work, or the payment went through"),
    "The customer's top-up is still pending.":
        ("Is the customer's top-up still pending?", "money was added and does not show yet",
         "the top-up failed or was reverted, or it is about something else that is pending"),
    "The customer's transfer is still pending.":
        ("Is the customer's transfer still pending?", "a transfer was made and has not arrived yet",
         "the transfer failed or was cancelled, or it is about something else that is pending"),
    "The customer asks how to verify their identity.":
        ("Does the customer ask how to verify their identity?", "asks what to do to prove who they are",
         "asks why it is needed, or says that it did not work"),
}


def choice(instructions, criteria):
    return {"type": "choice", "instructions": instructions, "criteria": criteria}


def noul(instructions, whether=None, otherwise=None, **more):
    criteria = {side: text for side, text in (("true", whether), ("false", otherwise)) if text}
    return {"type": "noul", "instructions": instructions, **({"criteria": criteria} if criteria else {}), **more}


def score(instructions, levels):
    return {"type": "score", "instructions": instructions, "criteria": levels}


def backwards(criteria):
    return list(reversed(criteria)) if isinstance(criteria, list) else dict(reversed(criteria.items()))


def shuffled(criteria):
    keys = list(criteria)
    random.Random(SEED).shuffle(keys)
    return {key: criteria[key] for key in keys} if isinstance(criteria, dict) else keys


def intents():
    asked, labels = "What does the customer want?", list(CONCRETE_INTENTS)
    return {
        "bare labels": choice(asked, labels),
        "bare labels, codes": choice(asked, {f"intent_{n}": label for n, label in enumerate(labels)}),
        "short descriptions": choice(asked, SHORT_INTENTS),
        "concrete descriptions": choice(asked, CONCRETE_INTENTS),
        "sentences": choice(asked, SENTENCE_INTENTS),
        "concrete, last option first": choice(asked, backwards(CONCRETE_INTENTS)),
        "concrete, mixed order": choice(asked, shuffled(CONCRETE_INTENTS)),
        "bare, last option first": choice(asked, backwards(labels)),
        "concrete, and 'none of these'": choice(asked, {**CONCRETE_INTENTS, "none of these": None}),
        "concrete, and a described 'other'": choice(asked, {**CONCRETE_INTENTS, "other": "something that none of the others is about"}),
        "concrete, instructions of one word": choice("Intent?", CONCRETE_INTENTS),
        "concrete, long instructions": choice(
            "You are an experienced agent at the support desk of a bank. Read the customer's message carefully and choose the one"
            " option that says best what the customer wants.", CONCRETE_INTENTS),
    }


def kinds():
    asked = "What kind of answer does the question ask for?"
    return {
        "bare labels": choice(asked, list(KINDS)),
        "short descriptions": choice(asked, SHORT_KINDS),
        "concrete descriptions": choice(asked, CONCRETE_KINDS),
        "sentences": choice(asked, SENTENCE_KINDS),
        "short, last option first": choice(asked, backwards(SHORT_KINDS)),
        "short, mixed order": choice(asked, shuffled(SHORT_KINDS)),
        "short, and 'none of these'": choice(asked, {**SHORT_KINDS, "none of these": None}),
    }


def spam(thing, named, whether, otherwise, statement, said):
    return {
        "statement": noul(statement),
        "question": noul(f"Is this {thing} spam?"),
        "one word": noul("Spam?"),
        "what it says, as a statement": noul(said),
        "statement, true described": noul(statement, whether),
        "statement, false described": noul(statement, None, otherwise),
        "statement, both described": noul(statement, whether, otherwise),
        "question, both described": noul(f"Is this {thing} spam?", whether, otherwise),
        "the opposite statement": noul(f"This {thing} is not spam."),
        "choice, bare labels": choice(f"What kind of {named} is this?", ["no spam", "spam"]),
        "choice, described": choice(f"What kind of {named} is this?", {"no spam": otherwise, "spam": whether}),
    }


def reviews():
    asked = "How does the reviewer judge the film?"
    return {
        "bare levels": score(asked, LEVELS),
        "single words": score(asked, ["terrible", "bad", "mixed", "good", "excellent"]),
        "stars": score(asked, ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]),
        "described levels": score(asked, ["terrible, a waste of time", "bad, more faults than merits", "neither good nor bad",
                                          "good, worth seeing", "brilliant, a masterpiece"]),
        "sentences": score(asked, ["The reviewer hates the film.", "The reviewer dislikes the film.",
                                   "The reviewer is undecided about the film.", "The reviewer likes the film.",
                                   "The reviewer loves the film."]),
        "highest level first": score(asked, backwards(LEVELS)),
        "a statement about the level": score("The reviewer's opinion of the film", LEVELS),
    }


def near(statement):
    question, whether, otherwise = NEAR[statement]
    return {
        "statement": noul(statement),
        "question": noul(question),
        "statement, true described": noul(statement, whether),
        "statement, false described": noul(statement, None, otherwise),
        "statement, both described": noul(statement, whether, otherwise),
        "question, both described": noul(question, whether, otherwise),
        "choice, described": choice("What is this message about?", {"another": otherwise, "this": whether}),
    }


def outside():
    asked = "What does the customer want?"
    return {
        "no option for it": choice(asked, CONCRETE_INTENTS),
        "'none of these'": choice(asked, {**CONCRETE_INTENTS, "none of these": None}),
        "'other'": choice(asked, {**CONCRETE_INTENTS, "other": None}),
        "a described 'other'": choice(asked, {**CONCRETE_INTENTS, "other": "something that none of the others is about"}),
        "an 'other' that names what comes": choice(asked, {
            **CONCRETE_INTENTS, "other": "a lost card, a PIN, an address, an identity check, a refund, or anything else"}),
    }


def read(folder, name):
    lines = []
    for part in ("test", "labels"):
        lines += [json.loads(line) for line in (folder / f"{name}.{part}.jsonl").read_text(encoding="utf-8").splitlines()]
    return lines


def picked(rows, count):
    """The first rows, as many of each question; of yes/no questions half with either label."""
    parts = {}
    for row in rows:
        side = row["gold"] if row["question"]["type"] == "noul" else None
        parts.setdefault((row["question"]["instructions"], side), []).append(row)
    each = -(-count // len(parts))
    return [row for some in parts.values() for row in some[:each]][:count]


def gold(name, wording, row):
    """What a row's label is called in a wording."""
    if "codes" in wording:
        return f"intent_{list(CONCRETE_INTENTS).index(row['gold'])}"
    if name == "reviews":
        return row["gold"] if row["gold"] in reviews()[wording]["criteria"] else str(LEVELS.index(row["gold"]))
    if wording.startswith("choice"):
        return ("this" if row["gold"] else "another") if name == "near_misses" else "spam" if row["gold"] else "no spam"
    return not row["gold"] if "opposite" in wording else row["gold"]


def rows_of(folder, name, count):
    """(state, {wording: question}, {wording: label}) of a set; a label of None is no option."""
    if name == "outside":
        inside = picked(read(folder, "intents10"), count // 2)
        others = [row for row in read(folder, "intents77") if row["gold"] not in CONCRETE_INTENTS][:count // 2]
        questions = outside()
        return [(row["state"], questions, {wording: row["gold"] if row["gold"] in CONCRETE_INTENTS else None for wording in questions})
                for row in inside + others]
    rows = read(folder, name)
    if name == "near_misses":
        rows = [row for row in rows if row["question"]["instructions"] in NEAR]
    made = {
        "intents10": intents, "question_types": kinds, "reviews": reviews,
        "sms": lambda: spam("text message", "text message", SPAM_TRUE, SPAM_FALSE, "This text message is spam.",
                            "The message advertises something or promises a prize."),
        "mails": lambda: spam("e-mail", "e-mail", MAIL_TRUE, MAIL_FALSE, "This e-mail is spam.",
                              "The e-mail advertises something or promises money."),
    }
    found = []
    for row in picked(rows, count):
        questions = near(row["question"]["instructions"]) if name == "near_misses" else made[name]()
        found.append((row["state"], questions, {wording: gold(name, wording, row) for wording in questions}))
    return found


def answered(rows, folder):
    """By wording, the probabilities and the right option of each row, from one run of evaluate."""
    labels, report = folder / "labels.jsonl", folder / "report.json"
    with open(labels, "w", encoding="utf-8") as out:
        for state, questions, golds in rows:
            # A row needs a label to be asked; that of a row that is outside is not counted.
            known = {wording: golds[wording] if golds[wording] is not None else next(iter(question["criteria"]))
                     for wording, question in questions.items()}
            out.write(json.dumps({"model": "english", "state": state, "questions": questions, "gold": known}) + "\n")
    done = subprocess.run([SERVE, "evaluate", str(labels), "--json", str(report)], capture_output=True, text=True,
                          env=running.environment("0", SERVICE_CHECKPOINTS="starter"))
    if done.returncode:
        sys.exit(done.stderr)
    found = {}
    for row in json.loads(report.read_text(encoding="utf-8"))["rows"]:
        found.setdefault(row["question"], []).append((row["probabilities"], row["gold"]))
    return found


def wilson(right, n):
    z = 1.959964
    p, extra = right / n, z * z / n
    middle, half = p + extra / 2, z * math.sqrt(p * (1 - p) / n + extra / (4 * n))
    return [round((middle - half) / (1 + extra), 4), round((middle + half) / (1 + extra), 4)]


def calibration_error(pairs):
    total = 0
    for bin_ in range(BINS):
        some = [(sure, right) for sure, right in pairs if min(int(sure * BINS), BINS - 1) == bin_]
        if some:
            total += abs(sum(sure for sure, _ in some) - sum(right for _, right in some))
    return total / len(pairs)


def mcnemar(only_first, only_second):
    n, least = only_first + only_second, min(only_first, only_second)
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(least + 1)) / 2 ** n) if n else 1.0


def judged(answers):
    """Whether each row is right, and how sure it is."""
    return [(max(p), p.index(max(p)) == gold) for p, gold in answers]


def summary(name, found):
    """What is published of a set, by wording."""
    first, table = None, {}
    for wording, answers in found.items():
        pairs = judged(answers)
        right = [is_right for _, is_right in pairs]
        first = first or right
        n = len(right)
        entry = {"rows": n, "right": sum(right), "accuracy": round(sum(right) / n, 4), "interval": wilson(sum(right), n),
                 "ece": round(calibration_error(pairs), 4), "mean_confidence": round(sum(sure for sure, _ in pairs) / n, 4),
                 "log_loss": round(sum(-math.log(max(p[gold], 1e-15)) for p, gold in answers) / n, 4)}
        if name == "reviews":
            entry["within_one_level"] = round(sum(abs(p.index(max(p)) - gold) <= 1 for p, gold in answers) / n, 4)
        if right is not first:
            only = [sum(a and not b for a, b in zip(first, right, strict=True)),
                    sum(b and not a for a, b in zip(first, right, strict=True))]
            entry.update(only_first=only[0], only_this=only[1], mcnemar_p=round(mcnemar(*only), 4))
        table[wording] = entry
    return table


def summary_outside(rows, found):
    """Of rows that no option is for, how many are told; of the others, how many are right and not held back."""
    inside = [golds["no option for it"] is not None for _, _, golds in rows]
    table, caught = {}, None
    for wording, answers in found.items():
        options = len(answers[0][0])
        extra = options > len(CONCRETE_INTENTS)
        tops = [p.index(max(p)) for p, _ in answers]
        told = [top == options - 1 if extra else False for top in tops]
        right = sum(ok and top == gold for ok, top, (_, gold) in zip(inside, tops, answers, strict=True))
        entry = {"inside": sum(inside), "inside_right": right, "inside_interval": wilson(right, sum(inside)),
                 "outside": inside.count(False)}
        outside_told = sum(not ok and is_told for ok, is_told in zip(inside, told, strict=True))
        entry.update(outside_told=outside_told, outside_interval=wilson(outside_told, inside.count(False)))
        table[wording] = entry
        if not extra:
            caught = answers, tops
    # The gate instead of an option: the threshold at which as many inside rows stay right as with the best option for it.
    answers, tops = caught
    for wording, entry in list(table.items()):
        if wording == "no option for it":
            continue
        sure = sorted((max(p) for ok, (p, gold), top in zip(inside, answers, tops, strict=True) if ok and top == gold), reverse=True)
        at = sure[min(entry["inside_right"], len(sure)) - 1]
        entry["gate_with_as_many_right"] = round(at, 4)
        entry["outside_held_by_that_gate"] = sum(not ok and max(p) < at for ok, (p, _) in zip(inside, answers, strict=True))
    return table


def printed(name, table):
    print(f"\n{name}", flush=True)
    for wording, entry in table.items():
        if name == "outside":
            print(f"| {wording} | {entry['inside_right']} of {entry['inside']} {entry['inside_interval']} | {entry['outside_told']} of"
                  f" {entry['outside']} {entry['outside_interval']} | {entry.get('outside_held_by_that_gate', '')} at"
                  f" {entry.get('gate_with_as_many_right', '')} |")
        else:
            low, high = entry["interval"]
            print(f"| {wording} | {entry['accuracy']:.3f} [{low:.3f}, {high:.3f}] | {entry['ece']:.3f} | {entry['mean_confidence']:.2f} |"
                  f" {entry.get('mcnemar_p', '')} |" + (f" {entry['within_one_level']:.3f} |" if "within_one_level" in entry else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=running.ROOT / "target" / "learning")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--only", default="intents10,outside,question_types,sms,mails,near_misses,reviews")
    arguments = parser.parse_args()
    result = {**machine.begin(running.ROOT / "starter" / "checkpoint"), "sets": {}}
    for name in arguments.only.split(","):
        rows = rows_of(arguments.sets, name, arguments.rows)
        with tempfile.TemporaryDirectory() as folder:
            found = answered(rows, pathlib.Path(folder))
        table = summary_outside(rows, found) if name == "outside" else summary(name, found)
        questions = rows[0][1] if name != "near_misses" else None
        result["sets"][name] = {"wordings": table, "questions": questions or {statement: near(statement) for statement in NEAR}}
        printed(name, table)
        if arguments.json:
            arguments.json.write_text(json.dumps(machine.end(result), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
