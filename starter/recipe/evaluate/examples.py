"""Requests that a new user may type, with the answers of a checkpoint or a running service: the README example, one of
each type, ten unfamiliar ones.

python -m evaluate.examples build/starter/checkpoint
python -m evaluate.examples http://127.0.0.1:8000
"""

import sys

import torch

from evaluate.questions import OfService, OfWeights, answers, options

README = "Hello, I was charged twice for my subscription this month. Please refund the second payment."
ASKED = [
    (
        README,
        "choice",
        "Which team should handle this?",
        {
            "billing": "payments, invoices and refunds",
            "technical": "errors, login and app problems",
            "shipping": "delivery and parcels",
            "other": "everything else",
        },
    ),
    (README, "score", "How urgent is it?", ["calm", "firm", "angry", "furious"]),
    (README, "noul", "The customer asks for money back.", None),
    (
        {"host": "web-3", "disk_used_percent": 97, "status": "warning"},
        "choice",
        "What should the operator do first?",
        {"free disk space": None, "restart the network": None, "renew the certificate": None},
    ),
    (
        [
            {"role": "user", "content": "Hi, can you book me a table?"},
            {"role": "assistant", "content": "Sure, for how many?"},
            {"role": "user", "content": "Four of us, tomorrow at eight."},
        ],
        "noul",
        "The user wants to eat out",
        None,
    ),
    (
        "The film starts slowly, but the last half hour is breathtaking.",
        "score",
        "Rating",
        ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"],
    ),
    (
        "my laptop wont turn on after the update, i need it for a meeting at 3",
        "choice",
        "category",
        {"hardware": None, "software": None, "network": None, "billing": None},
    ),
    ("my laptop wont turn on after the update, i need it for a meeting at 3", "score", "urgency", ["low", "medium", "high"]),
    ("Is this spam? CONGRATULATIONS!!! You won a free iPhone, click here to claim", "noul", "This is spam", None),
    ("cancel my subscription", "choice", "What does the user want?", {"cancel": None, "upgrade": None, "refund": None, "question": None}),
    ("I love this product, best purchase ever", "choice", "sentiment", {"positive": None, "negative": None, "neutral": None}),
    ("The delivery was late and the box was damaged.", "choice", "sentiment", {"positive": None, "negative": None, "neutral": None}),
    (
        "What's the weather like in Paris?",
        "choice",
        "Which tool?",
        {"get_weather": "current weather", "search_web": "look something up", "send_email": "write a mail"},
    ),
    (
        "Patient reports chest pain and shortness of breath since this morning.",
        "score",
        "How urgent is this?",
        ["routine", "soon", "urgent", "emergency"],
    ),
    ("We should meet next Tuesday at 10 to discuss the budget.", "noul", "Does the message propose a meeting?", None),
    ("The contract may be terminated by either party with 30 days' notice.", "noul", "Only the seller can end the contract", None),
]


def main(who):
    torch.set_num_threads(2)
    rows = [{"state": s, "question": {"type": t, "instructions": i, **({"criteria": c} if c else {})}} for s, t, i, c in ASKED]
    for r, p in zip(rows, answers(rows, OfService(who) if who.startswith("http") else OfWeights(who)), strict=True):
        q = r["question"]
        print("%s\n    %s  %s" % (r["state"], q["instructions"], ", ".join("%s %.2f" % (o, x) for o, x in zip(options(q), p, strict=True))))


if __name__ == "__main__":
    main(sys.argv[1])
