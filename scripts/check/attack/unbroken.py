"""Texts without a space to cut at: the tokenizer must see no more of them than the answer needs."""
import gzip
import json
import random

import running
from harness import QUESTION
from report import attack

CHARACTERS = 2_000_000  # of instructions, a label or a description
STATE = 50_000  # the most characters of a state
SECONDS = 0.3  # of processor for one request, beyond that of one with words
GROWTH_MIB = 32  # of one request
GROWTH_OF_ALL_MIB = 96  # what the native allocator and the compiler keep after all of them
CHANCE = random.Random(29)


def drawn(letters):
    return "".join(CHANCE.choices(letters, k=1000))


KINDS = {
    "hyphens": "-", "one letter": "a", "digits": "7", "spaces": " ", "tabs": "\t", "newlines": "\n", "brackets": "[]",
    "underscores": "_", "ideographic spaces": "\u3000", "an ideograph": "中", "emoji": "😀", "families": "👨‍👩‍👧",
    "flags": "🇩🇪", "accents": "\u0301", "accented letters": "e\u0301", "zero-width spaces": "\u200b",
    "joiners": "a\u200d", "controls": "\u0001", "private characters": "\ue000", "apostrophes": "don't",
    "addresses": "https://example.org/a?b=c&d=%20#e;", "special tokens": "[CLS]", "block marks": "\u2581",
    "Hangul": "\u1112\u1161\u11ab", "Thai": "ลูกค้าบอกว่าสินค้า", "Arabic": "مرحبابالعالم", "Devanagari": "नमस्ते",
    "dashes": "—–―‐", "one word": drawn("abcdefghijklmnopqrstuvwxyz"), "hexadecimal": drawn("0123456789abcdef"),
    "base64": drawn("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"),
    "punctuation": drawn("!\"#$%&'()*+,-./:;<=>?@\\^`{|}~"), "kana": drawn("ごくろうさまですカタカナ"),
}
PLACES = ("states", "instructions", "labels", "descriptions")


def request(unit, place):
    """The body of a request; its decoded bytes stay within the limit of a body."""
    question = {"type": "choice", "instructions": "Which one?", "criteria": {"billing": "payments", "other": "the rest"}}
    state = QUESTION["state"]
    written = len(json.dumps(unit, ensure_ascii=False)[1:-1].encode())
    size = STATE if place == "states" else min(CHARACTERS, 2_000_000 * len(unit) // written)
    text = unit * (size // len(unit))
    if place == "states":
        state = text
    elif place == "instructions":
        question["instructions"] = text + "?"
    elif place == "labels":
        question["criteria"] = {"billing": "payments", text + "x": "the rest"}
    else:
        question["criteria"]["other"] = text
    body = json.dumps({"state": state, "questions": {"q": question}}, ensure_ascii=False).encode()
    return gzip.compress(body, 6, mtime=0)


@attack("3-unbroken", "33 kinds of text without a space, 2,000,000 characters in each place")
def unbroken(bench, report):
    """The heap is resident from the start, so that what grows is what the tokenizer's library takes."""
    kinds = list(KINDS)[::8] if bench.short else list(KINDS)
    with bench.start(report, java="-Xms256m -Xmx256m -XX:+AlwaysPreTouch") as service:
        # Words in the same place take the same pass over the same number of tokens.
        usual = {place: min(service.processor(request("word ", place))[0] for _ in range(5)) for place in PLACES}
        # The first time, Java compiles what the texts make it do.
        for place in PLACES:
            for kind in kinds:
                service.processor(request(KINDS[kind], place))
        service.begin()
        worst, largest, statuses = (0.0, "none"), (0.0, "none"), []
        for place in PLACES:
            for kind in kinds:
                body, resident = request(KINDS[kind], place), running.memory_mib(service.pid)
                running.forget_peak(service.pid)
                spent, status, text = service.processor(body, usual[place] + SECONDS)
                peak = running.memory_mib(service.pid, "VmHWM")
                largest = max(largest, ((peak or 0) - (resident or 0), "%s of %s" % (place, kind)))
                statuses.append(status)
                if status != 200:
                    report.note("%s of %s: %s" % (place, kind, text[:120]))
                worst = max(worst, (spent - usual[place], "%s of %s" % (place, kind)))
        report.one_of("statuses", statuses, (200,))
        report.at_most("processor for %s" % worst[1], worst[0], SECONDS, "s")
        report.at_most("memory for %s" % largest[1], largest[0], GROWTH_MIB, "MiB")
        service.growth(report, GROWTH_OF_ALL_MIB)
