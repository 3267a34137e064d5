#!/usr/bin/env python3
"""Regenerates the English word list of the language detector.

    make_word_list.py SCOWL_DIR > core/src/main/resources/org/decisionservice/core/routing/language/english-words.txt

SCOWL_DIR holds SCOWL's files as installed by Debian's package `scowl` (/usr/share/dict/scowl). The list contains words,
contractions and capitalised words up to level 35 in the American, British, Canadian and Australian spellings, in lower
case, without possessives and without single letters other than `a` and `i`. EXTRA below is added, FALSE_FRIENDS are
removed.

Each line is one word, front-coded: a letter gives the number of characters that it shares with the word before it (a =
0, b = 1, ...), followed by the rest of the word. Words are ordered by code point.
"""

import pathlib
import sys

SPELLINGS = ["english", "american", "british", "canadian", "australian"]
KINDS = ["words", "contractions", "upper"]
LEVELS = [10, 20, 35]

# Words that are common in tickets and logs but missing from a dictionary of this size.
EXTRA = """
admin api app apps arent asap async auth backend backup backups bluetooth bot browser chatbot config cron dev didnt
doesnt dont dropdown endpoint endpoints faq frontend google hasnt homepage hostname hostnames html http https inbox
iphone isnt ive json laptop login logins logout malware max metadata microservice offline online paypal pdf
permalink phishing pixel playlist playlists pls plugin podcast podcasts popup qr reboot screenshot screenshots
signup smartphone smartwatch spam sql ssl sync synced thats theyre thx timeout timeouts timestamp toolbar tooltip
unsubscribe uploaded uploads url urls usb username usernames vpn wasnt webhook webhooks webinar webpage webpages
website websites weve whats whatsapp widget widgets wifi wiki wouldnt youd youre youtube
""".split()

# English words that are more common as everyday words of other languages, so they are no evidence of English.
FALSE_FRIENDS = """
bin con den des die dig din dos em era es fin fur gut ha hat hay ho hoe les ma mar mas met mes mitt mon non nun os pa par
pas pour sin sou sur tar till tin toe ton tot van war
""".split()


def words(directory: pathlib.Path) -> set[str]:
    found = set(EXTRA)
    for spelling in SPELLINGS:
        for kind in KINDS:
            for level in LEVELS:
                file = directory / f"{spelling}-{kind}.{level}"
                if file.exists():
                    found.update(line.strip().lower() for line in file.read_text("utf-8").splitlines())
    return {w for w in found if w in ("a", "i") or len(w) > 1 and not w.endswith("'s")} - set(FALSE_FRIENDS)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    previous = ""
    out = []
    for word in sorted(words(pathlib.Path(sys.argv[1]))):
        shared = 0
        while shared < min(len(word), len(previous), 25) and word[shared] == previous[shared]:
            shared += 1
        out.append(chr(ord("a") + shared) + word[shared:] + "\n")
        previous = word
    sys.stdout.buffer.write("".join(out).encode("utf-8"))


if __name__ == "__main__":
    main()
