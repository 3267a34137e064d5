"""The public sets: CLINC150, the home-domain NLU evaluation data, NLU++, parts of SNLI and MultiNLI, as fetched by
fetch.sh."""

import csv
import glob
import html
import json
import os
import re

from rows.base import WORK
from rows.texts import load_families

# Whole fields that no training row uses: they show whether labels without training are matched.
HELD_OUT = {"clinc.txt": {"auto_and_commute", "travel"}, "home_domain.txt": {"iot", "recommendation", "takeaway"}, "nlupp.txt": {"hotels"}}
HELD_OUT_CLASSES = {
    "clinc.txt": {"uber", "directions"},
    "home_domain.txt": {"transport_taxi"},
    "nlupp.txt": {"lost_stolen", "how_long", "handoff"},
}
# Genres of MultiNLI: letters, and conversations between two people.
HELD_OUT_GENRES = {"letters", "facetoface"}


SMALL_TALK = {"contentonly", "confirmation", "rejection", "openinggreeting", "closinggreeting", "thankyou"}


def _root(name):
    return os.path.join(WORK, "sets", name)


def clinc():
    """Families (domains) of intents with their texts, and the texts that belong to no family."""
    with open(os.path.join(_root("clinc"), "data/data_full.json"), encoding="utf-8") as file:
        data = json.load(file)
    by = {}
    for part in ("train", "val", "test"):
        for text, intent in data[part]:
            by.setdefault(intent, []).append(text)
    return _with_texts("clinc.txt", by), [t for part in ("oos_train", "oos_val", "oos_test") for t, _ in data[part]]


def home_domain():
    by = {}
    for path in glob.glob(
        os.path.join(_root("hwu"), "CrossValidation/autoGeneFromRealAnno/*/CrossValidation/KFold_1/*set/**/*.csv"), recursive=True
    ):
        with open(path, encoding="utf-8", errors="replace") as file:
            for row in csv.DictReader(file, delimiter=";"):
                text = (row.get("answer_from_anno") or "").strip()
                if 2 < len(text) < 200 and row.get("intent"):
                    by.setdefault("%s_%s" % (row["scenario"], row["intent"]), []).append(text)
    return _with_texts("home_domain.txt", {k: sorted(set(v)) for k, v in by.items()})


def _with_texts(name, by):
    families = load_families(name)
    for f in families:
        for c in f.classes:
            c.texts = by[c.key]
    return families


def nlupp():
    """(families of intents, [(domain, text, intents)], intent -> the question its ontology asks)."""
    with open(os.path.join(_root("polyai"), "nlupp/data/ontology.json"), encoding="utf-8") as file:
        asked = {k: v["description"] for k, v in json.load(file)["intents"].items()}
    rows = []
    for path in sorted(glob.glob(os.path.join(_root("polyai"), "nlupp/data/*/fold*.json"))):
        with open(path, encoding="utf-8") as file:
            rows += [(path.split(os.sep)[-2], x["text"], frozenset(x.get("intents", []))) for x in json.load(file)]
    return load_families("nlupp.txt"), rows, asked


def trained(name, family, cls=None):
    return family not in HELD_OUT[name] and cls not in HELD_OUT_CLASSES[name]


def snli():
    """[(premise, hypothesis, label)] of the development and test parts of SNLI, as e-SNLI holds them: captions of photos."""
    columns = []
    for name in ("s1", "s2", "labels"):
        lines = []
        for part in ("dev", "test"):
            with open(os.path.join(_root("esnli"), "dataset/eSNLI/%s.%s" % (name, part)), encoding="utf-8") as file:
                lines += [_untokenized(line) for line in file]
        columns.append(lines)
    return list(zip(*columns, strict=True))


def multinli(want):
    """[(premise, hypothesis, label)] of the wanted genres of MultiNLI, from TaxiNLI, if its annotators agree with the
    label."""
    with open(os.path.join(_root("taxinli"), "taxinli10k.tsv"), encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            (_unquoted(r["prem"]), _unquoted(r["hyp"]), r["label"]) for r in rows if r["label"] == r["annotated_label"] and want(r["genre"])
        ]


def customers():
    """What customers of six companies wrote, sentence by sentence (MultiDoGO), without greetings, thanks, yes, no and bare answers."""
    out = set()
    for path in glob.glob(os.path.join(_root("multidogo"), "data/paper_splits/splits_annotated_at_sentence_level/*/train.tsv")):
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["utterance"] and row["intent"] not in SMALL_TALK and 4 <= len(row["utterance"].split()) <= 30:
                    out.add(row["utterance"])
    return sorted(out)


def users():
    """What users said to the services of the schema-guided dialogues."""
    turns = (t for path in _guided("dialogues_*") for dialogue in _json(path) for t in dialogue["turns"])
    return sorted({t["utterance"] for t in turns if t["speaker"] == "USER" and 5 <= len(t["utterance"].split()) <= 25})


def services():
    """What those services offer: names of their intents as words, and descriptions."""
    some = [service for path in _guided("schema") for service in _json(path)]
    offered = [x for s in some for i in s["intents"] for x in (re.sub("(?<=[a-z])(?=[A-Z])", " ", i["name"]).lower(), i["description"])]
    return sorted({s["description"] for s in some}.union(offered))


def _guided(name):
    return sorted(glob.glob(os.path.join(_root("guided"), "*/%s.json" % name)))


def _json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _unquoted(cell):
    return html.unescape(re.sub('"{2,}', '"', cell)).strip().strip('"').strip()


def _untokenized(line):
    return re.sub(r" (n't|'\w+|[.,;:!?%)])", r"\1", line.strip()).replace("( ", "(")
