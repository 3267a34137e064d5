"""The four public sets of walk.py: (questions, rows of (state, {question: label}))."""
import csv
import io
import pathlib
import sys
import zipfile

import explaining
import learning_sets
from wordings import choice, noul

# The licences: MIT (tweets, hate), CC BY 4.0 (germeval); the BBC's articles were published for research. None of the texts
# belongs in this repository.
learning_sets.SOURCES.update({
    "tweets": ("https://github.com/t-davidson/hate-speech-and-offensive-language", "cb50f7e9eb855a99abc51423bf40df0e26d6fe30"),
    "news": ("https://github.com/JhD10/DataSet-Espanol", "2219048254491ba54674fd4526812a5c5a0f31d6"),
    "germeval": ("https://github.com/uds-lsv/GermEval-2018-Data", "9877472d39523effd54cd079b4c61157ed141508"),
    "hate": ("https://github.com/HKUST-KnowComp/MLMA_hate_speech", "479836984aebfbd8a0270ca92018980f745e4c44"),
})
FILES = {
    "tweets": ("data/labeled_data.csv", "fcb8bc7c68120ae4af04a5b9acd58585513ede11e1548ebf36a5c2040b6f6281"),
    "news": ("bbc-text.csv", "332709fc87ca7e8a8091438e995ca5dbf8df57cc48ceba1a983145dd3e46637a"),
    "germeval": ("germeval2018.training.txt", "0f88c63a344e1ab69c5407aa539d1612cd82a96b51ebd6bd613dc70ff9fef03e"),
    "hate": ("hate_speech_mlma.zip", "56db7efb1b64a2570f63d0cdb48d119c5e32eccff13f3c22bf17a4331956dc43"),
}
KINDS = {"0": "hate speech", "1": "offensive language", "2": "neither"}
TARGETS = {"origin": "a country, a people, where somebody comes from", "disability": "a disability or illness",
           "gender": "women or men as such", "sexual orientation": "whom somebody loves", "religion": "what somebody believes",
           "other": "anything else"}


def table(text, **form):
    return csv.DictReader(io.StringIO(text), **form)


def tweets(folder):
    """Unbalanced: 77, 17 and 6 % of the rows."""
    asked = {"kind": choice("What kind of language is this tweet?", {
        "hate speech": "it attacks or demeans a group of people", "offensive language": "rude or vulgar words, no attack on a group",
        "neither": "neither of the two"})}
    rows = table(learning_sets.blob(folder, "tweets", *FILES["tweets"]))
    return asked, [(row["tweet"], {"kind": KINDS[row["class"]]}) for row in rows]


def news(folder):
    """Long: 390 words in the middle, which the starter does not read whole."""
    names = ("business", "sport", "entertainment", "politics", "tech")
    rows = table(learning_sets.blob(folder, "news", *FILES["news"]))
    return ({"topic": choice("What is this article about?", list(names))},
            [(row["text"], {"topic": row["category"]}) for row in rows if row["category"] in names])


def germeval(folder):
    """German, which the starter was not trained on."""
    lines = [line.split("\t") for line in learning_sets.blob(folder, "germeval", *FILES["germeval"]).splitlines() if line.count("\t") == 2]
    return ({"offensive": noul("Dieser Tweet ist beleidigend.")},
            [(text.replace("|LBR|", "\n"), {"offensive": kind == "OFFENSE"}) for text, kind, _ in lines])


def hate(folder):
    """Three labels for each row."""
    packed = learning_sets.blob(folder, "hate", *FILES["hate"], "latin-1").encode("latin-1")
    text = zipfile.ZipFile(io.BytesIO(packed)).read("hate_speech_mlma/en_dataset_with_stop_words.csv").decode()
    asked = {"target": choice("What is the tweet's insult about?", TARGETS), "hateful": noul("The tweet is hateful."),
             "direct": noul("The tweet insults somebody directly.")}
    return asked, [(row["tweet"], {"target": row["target"].replace("_", " "), "hateful": "hateful" in row["sentiment"].split("_"),
                                   "direct": row["directness"] == "direct"}) for row in table(text)]


def read(folder, name):
    """The questions and the rows of a set, each text once whatever its case, digits and marks, in the order of the file."""
    questions, rows = {"tweets": tweets, "news": news, "germeval": germeval, "hate": hate}[name](pathlib.Path(folder))
    return questions, learning_sets.once([(state.strip(), labels) for state, labels in rows if learning_sets.key(state)], set())


def main():
    """Writes each set as learning.py reads it, beside those of learning_sets.py: one question of each, and the airline's tweets."""
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else learning_sets.ROOT / "target" / "learning"
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    for name, question in (("tweets", "kind"), ("targets", "target"), ("news", "topic"), ("germeval", "offensive")):
        questions, rows = read(folder, "hate" if name == "targets" else name)
        learning_sets.write(folder, name, learning_sets.one_question(
            questions[question], [(state, labels[question]) for state, labels in rows], None, 500))
    asked, rows = explaining.tweets(folder)
    learning_sets.write(folder, "airline", learning_sets.one_question(asked, rows, None, 500))


if __name__ == "__main__":
    main()
