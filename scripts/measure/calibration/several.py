#!/usr/bin/env python3
"""Writes labelled rows of six questions about sentences: what a calibration of several questions at once is measured on.

    scripts/measure/calibration/several.py OUT.jsonl [--folder target/learning]

Four yes/no questions (reviews of products, of films, opinions, attitudes), a choice and a score, 1,000 rows each, from the
repository of which benchmarks/learning_sets.py takes two: the sets of Hu and Liu, Pang and Lee, Wiebe et al., Li and Roth, and
Socher et al. were published for research, without a licence. None of the texts belongs in this repository.
"""

import argparse
import json
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "benchmarks"))
import learning_sets as sets  # noqa: E402

ROWS = 1000
STATEMENTS = {
    "The customer speaks well of the product.": {
        "custrev.pos": "15eeb0b9424043bb3755488e2d8ed97bdaeba464a5c230f213bad075125d2192",
        "custrev.neg": "8f29d7fa39f9862764b71f36b193f0674e0056287ffc5bf170edf6db42cc8f83",
    },
    "The sentence gives an opinion about a film.": {
        "subj.subjective": "73a2dcf8dc3cbcc7f068a70ef9f021c86b2a8e4dac81566b7fd015b3e938f2c5",
        "subj.objective": "5ddc9b44dc60d64d651347fcd7bdd489b0c70661e3f768215c16eea36f51204a",
    },
    "The phrase expresses something positive.": {
        "mpqa.pos": "f4aaafdd63c439fd2d056149f3b5d200416dabb200a8b7d8f4bf9903981ff8a5",
        "mpqa.neg": "02e193d98c7715bc6200bb23dc6d2903482bd80c0432c53c3f3738c636df3f72",
    },
    "The reviewer recommends the film.": {
        "rt-polarity.pos": "2da124ec187a9d5a29c9f04e91c540e02baed5af8868f550a26bd6fd4dbf8bf0",
        "rt-polarity.neg": "4ace77d558c3714723843f1d65b60c01e3417b208180f0728808d76ad0eeeaca",
    },
}


def lines(folder, path, sha256):
    return [line.strip() for line in sets.blob(folder, "sent-conv", path, sha256, "latin-1").splitlines() if line.strip()]


def questions(folder):
    """(question, rows of a sentence and its label) of each."""
    for statement, files in STATEMENTS.items():
        rows = []
        for (name, sha256), gold in zip(files.items(), (True, False), strict=True):
            rows += [(sets.plain(line), gold) for line in lines(folder, "data/raw/" + name, sha256)]
        yield {"type": "noul", "instructions": statement}, rows
    kinds = lines(folder, "data/raw/TREC.train", "9e4c8bdcaffb96ed61041bd64b564183d52793a8e91d84fc3a8646885f466ec3")
    yield sets.ASKED_KINDS, [(sets.plain(line.split(" ", 1)[1]), sets.KINDS[line.split(":")[0]][0]) for line in kinds]
    levels = lines(folder, "data/stsa.fine.train", "9b52b5f686ed438d4d0274c385369251b3d579b578fddd340ba8a9bae2ca4bee")
    yield sets.ASKED_FILM, [(sets.plain(line[2:]), int(line[0])) for line in levels]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "learning", help="has the repository, or gets it")
    run = parser.parse_args()
    (run.folder / "sources").mkdir(parents=True, exist_ok=True)
    order = random.Random(sets.SEED)
    with open(run.out, "w", encoding="utf-8") as out:
        for question, rows in questions(run.folder):
            order.shuffle(rows)
            for state, gold in sets.once(rows, set())[:ROWS]:
                out.write(json.dumps({"model": "english", "question": question, "state": state, "gold": gold}) + "\n")


if __name__ == "__main__":
    main()
