"""What cleaning e-mails changes in the answers of the bundled checkpoint.

    benchmarks/email_answers.py [--mails 400] [--out RESULT.json]

Build the service first (mvn -DskipTests package). It is started with SERVICE_CLEAN=request and asked three times about each
mail: the bare new text, the mail with its history and signature as it is, and the mail with "clean": "email". The share of
decisions that are those about the bare text is what cleaning can win.

- made: every new message of testdata/emails/material.json in English, answered above the message of another customer, in the
  forms of two mail programs, with a signature; three questions.
- public: mails of SpamAssassin's corpus (see scripts/measure/calibration/rows.py) put together in the same way; one question.
  Texts of one line, 400 characters, of mails that are plain text.
- raw: mails of that corpus as they were sent, header and all, whose new text nobody knows: here the share of right answers
  tells. `object` is what a client sends that decodes mails itself: subject, from and the whole text.
"""

import argparse
import email
import email.policy
import json
import math
import pathlib
import random
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))
sys.path.insert(0, str(ROOT / "scripts" / "measure" / "calibration"))
import machine  # noqa: E402
import running  # noqa: E402

import rows  # noqa: E402

SEED = 1
LONGEST = 50_000
MADE = {
    "team": {
        "type": "choice",
        "instructions": "Which team should handle this e-mail?",
        "criteria": {
            "billing": "charges, refunds, invoices",
            "technical": "errors, sign-in, faults of devices and software",
            "delivery": "parcels, addresses, when something arrives",
            "contracts": "plans, prices, cancellations",
            "privacy": "personal data",
        },
    },
    "cancels": {"type": "noul", "instructions": "Does the sender want to cancel a contract?"},
    "urgency": {"type": "score", "instructions": "How urgent is the e-mail?", "criteria": ["can wait", "within days", "today", "at once"]},
}
SPAM = {"spam": rows.QUESTIONS["spam"]}
SIGNATURE = "Best regards,\nAnna Whitfield\nNorthgate Tools Ltd | Purchasing\nT +44 1904 555 0143 | www.northgate-tools.example"
DISCLAIMER = (
    "This e-mail and any attachments are confidential and intended solely for the addressee. If you have received this message in error, "
    "please notify the sender and delete it."
)


def gmail(new, old):
    return "%s\n\n%s\n\nOn Mon, May 12, 2025 at 10:42 AM Sam Poole <sam@poole.example> wrote:\n\n%s\n" % (
        new,
        SIGNATURE,
        "\n".join("> " + line for line in old.split("\n")),
    )


def outlook(new, old):
    return (
        "%s\n\n%s\n\n%s\nFrom: Sam Poole <sam@poole.example>\nSent: Monday, May 12, 2025 10:42 AM\nTo: Anna Whitfield\n"
        "Subject: RE: a question\n\n%s\n\n%s\n" % (new, SIGNATURE, "_" * 32, old, DISCLAIMER)
    )


def decision(answer):
    """What somebody acts on: the option, the side, the nearest level."""
    if answer["type"] == "choice":
        return answer["choice"]
    return answer["noul"] >= 0.5 if answer["type"] == "noul" else round(answer["score"])


def chances(answer):
    return answer.get("probabilities") or {"yes": answer["noul"]}


def asked(service, states, questions, clean):
    answers = []
    for i in range(0, len(states), 16):
        body = json.dumps(
            {"states": states[i : i + 16], "questions": questions, "model": "english", **({"clean": "email"} if clean else {})}
        ).encode()
        status, _, text = running.call(service.port, "POST", "/v1/systemone/batch", body, timeout=600)
        if status != 200:
            sys.exit(text)
        answers += json.loads(text)["results"]
    return answers


def compared(bare, other):
    """How many decisions are those about the bare text, and how far probabilities moved."""
    pairs = [(a["answers"][q], b["answers"][q]) for a, b in zip(bare, other, strict=True) for q in a["answers"]]
    moved = [max(abs(chances(a)[k] - chances(b)[k]) for k in chances(a)) for a, b in pairs]
    return {
        "decisions": len(pairs),
        "same": sum(decision(a) == decision(b) for a, b in pairs),
        "moved_on_average": round(sum(moved) / len(moved), 4),
    }


def put_together(service, news, questions, pairs):
    bare = asked(service, [news[i] for i, _, _ in pairs], questions, False)
    mails = [form(news[i], news[j]) for i, j, form in pairs]
    cleaned = asked(service, mails, questions, True)
    left = sum(
        len(mail) - sum(cut["end"] - cut["start"] for cut in answer["usage"]["cleaned"]["cuts"]) == len(news[i])
        for mail, answer, (i, _, _) in zip(mails, cleaned, pairs, strict=True)
    )
    return {
        "mails": len(mails),
        "cut_to_the_bare_text": left,
        "as_sent": compared(bare, asked(service, mails, questions, False)),
        "cleaned": compared(bare, cleaned),
    }


def wilson(right, count):
    z, p = 1.96, right / count
    middle, half = p + z * z / (2 * count), z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return [round((middle - half) / (1 + z * z / count), 3), round((middle + half) / (1 + z * z / count), 3)]


def corpus(most):
    """Raw mails that a state has room for and Python can read, half of them spam."""
    kinds = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        every = list(rows.mails(rows.packed(folder)))
    random.Random(SEED).shuffle(every)
    for spam, raw in every:
        if len(kinds[spam]) == most // 2:
            continue
        raw = raw.encode("utf-8", "replace").decode()
        try:
            message = email.message_from_string(raw, policy=email.policy.default)
            part = message.get_body(("plain", "html"))
            text = part.get_content()
            state = {"subject": str(message["subject"] or ""), "from": str(message["from"] or ""), "body": text}
        except Exception:  # noqa: BLE001 - whatever Python cannot read is passed over
            continue
        if len(raw) <= LONGEST - 100 and text.strip():
            kinds[spam].append((spam, raw, state, part.get_content_type() == "text/plain"))
    return kinds[True] + kinds[False]


def real(service, mails):
    ways = {
        "raw message": ([raw for _, raw, _, _ in mails], False),
        "object": ([state for _, _, state, _ in mails], False),
        "raw message, cleaned": ([raw for _, raw, _, _ in mails], True),
        "object, cleaned": ([state for _, _, state, _ in mails], True),
    }
    result = {"mails": len(mails)}
    for name, (states, clean) in ways.items():
        answers = asked(service, states, SPAM, clean)
        right = sum(decision(answer["answers"]["spam"]) == spam for answer, (spam, _, _, _) in zip(answers, mails, strict=True))
        tokens = sorted(answer["usage"]["state_tokens"] for answer in answers)
        result[name] = {
            "right": right,
            "share": round(right / len(mails), 3),
            "interval_95": wilson(right, len(mails)),
            "median_tokens": tokens[len(tokens) // 2],
            "longer_than_a_row": sum(answer["usage"]["truncated"] for answer in answers),
        }
        if clean:
            kinds = [cut["kind"] for answer in answers for cut in answer["usage"]["cleaned"]["cuts"]]
            result[name]["cuts"] = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mails", type=int, default=400)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    result = machine.begin(ROOT / "starter" / "checkpoint")
    settings = {"SERVICE_CHECKPOINTS": "starter", "SERVICE_CLEAN": "request"}
    mails = corpus(options.mails)
    news = [body for _, body in json.loads((ROOT / "testdata" / "emails" / "material.json").read_text(encoding="utf-8"))["en"]["new"]]
    with running.Service([running.SERVE], ROOT / "target" / "email.log", **settings).await_ready() as service:
        pairs = [(i, j, form) for i in range(len(news)) for j in range(len(news)) if i != j for form in (gmail, outlook)]
        result["made"] = put_together(service, news, MADE, pairs)
        print(json.dumps(result["made"]), flush=True)
        lines = [" ".join(state["body"].split())[:400] for _, _, state, plain in mails if plain]
        chance = random.Random(SEED)
        public = [(i, chance.choice([j for j in range(len(lines)) if j != i]), (gmail, outlook)[i % 2]) for i in range(len(lines))]
        result["public"] = put_together(service, lines, SPAM, public)
        print(json.dumps(result["public"]), flush=True)
        result["raw"] = real(service, mails)
        print(json.dumps(result["raw"], indent=1), flush=True)
    result = machine.end(result)
    if options.out:
        options.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
