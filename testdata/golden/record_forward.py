"""Records forward_starter.jsonl and forward_long.jsonl with upstream's own implementation.

    pip install laya==0.4.15
    python record_forward.py starter COPY_OF/starter/checkpoint > forward_starter.jsonl
    python record_forward.py long COPY_OF/testdata/tiny/english > forward_long.jsonl

Use copies, because upstream rewrites tokenizer/tokenizer_config.json in place. A newly trained starter needs a new
recording.
"""
import copy
import json
import random
import sys

import torch
from laya.agent import Agent
from laya.common import QTYPES, build_sequence

MAIL = ("Hello, I ordered a blue kettle on Monday (order 48213) and it arrived with a cracked lid. "
        "I would like a refund or a replacement before the weekend. The courier left the parcel in the rain. ")
WANTS = {"refund": "the customer wants money back", "replacement": "the customer wants a new item",
         "invoice": "a question on billing", "other": ""}
SHELVES = {f"shelf {i}": f"goods that belong on shelf number {i}" for i in range(1, 21)}
CODES = {f"c{i}": "" for i in range(100)}
WORDS = ("refund lid kettle order 48213 courier rain parcel the a of was broken before weekend please today "
         "invoice paid twice shelf blue cracked").split()


def question(kind, instructions, criteria=None):
    return {"t": kind, "ins": instructions, "crit": criteria}


def starter():
    """Batches of (state, question, max_len): every type, 1 to 100 options, one row with all 512 positions."""
    turns = [{"from": "agent", "text": "How can I help?"}, {"from": "client", "text": MAIL}] * 6
    ticket = {"subject": "Broken lid", "tags": ["kettle", "damage"], "count": 2}
    damaged = {"true": "an item is damaged", "false": "nothing is damaged"}
    politeness = ["rude", "plain", "polite", "very polite", "effusive"]
    wants = question("choice", "What does the customer want?", WANTS)
    return [
        [(MAIL, wants, 384), ("ok", question("noul", "The message is a complaint."), 384),
         (MAIL * 3, question("score", "How urgent is this?", ["can wait", "this week", "today", "now"]), 384)],
        [(ticket, question("noul", "Something arrived damaged.", damaged), 384),
         (MAIL * 2, question("choice", "Which shelf?", SHELVES), 384),
         ("", question("choice", "Anything at all?", {"only": "the single option"}), 384)],
        [(MAIL * 20, wants, 512)],
        [(MAIL, question("score", "How angry is the writer?", ["calm", "annoyed", "furious"]), 384),
         (turns, question("noul", "The client asked for a refund."), 384),
         ("The invoice 2291 is wrong: we paid 40 EUR twice.",
          question("choice", "Team?", {"billing": "money", "support": ""}), 384)],
        [("Short state.", question("choice", "Which code?", CODES), 384),
         ("Grüße aus Köln! 数据 ✓", question("score", "How polite?", politeness), 384)],
    ]


def long():
    """One batch: a row of 4096 tokens and one of 120."""
    chance = random.Random(7)
    text = " ".join(chance.choice(WORDS) for _ in range(9000))
    about = {"refund": "money back", "shipping": "the parcel", "billing": "an invoice", "none": ""}
    return [[(text, question("choice", "What is this about?", about), 4096),
             (text, question("noul", "Something is broken."), 120)]]


def pack(tok, state, q, max_len):
    ids, markers = build_sequence(tok, state, q, max_len, 192, truncate_left=isinstance(state, list))
    assert len(markers) == (2 if q["t"] == "noul" else len(q["crit"]))
    return {"ids": ids, "markers": markers, "qtype": QTYPES[q["t"]]}


def forward(model, pad, rows):
    """Padded length, most options, and per row (option logits, act logits, act softmax)."""
    length, options = max(len(r["ids"]) for r in rows), max(len(r["markers"]) for r in rows)
    ids, mask = torch.full((len(rows), length), pad), torch.zeros(len(rows), length, dtype=torch.long)
    markers, marked = torch.full((len(rows), options), -1), torch.zeros(len(rows), options, dtype=torch.bool)
    for i, r in enumerate(rows):
        n, k = len(r["ids"]), len(r["markers"])
        ids[i, :n], mask[i, :n] = torch.tensor(r["ids"]), 1
        markers[i, :k], marked[i, :k] = torch.tensor(r["markers"]), True
    with torch.no_grad():
        logits, act = model(ids, mask, markers, marked, torch.tensor([r["qtype"] for r in rows]))
    return length, options, [(logits[i, :len(r["markers"])].tolist(), act[i].tolist(), torch.softmax(act[i], -1).tolist())
                             for i, r in enumerate(rows)]


def largest(rows, key):
    return max(abs(a - b) for r in rows for a, b in zip(r["option_logits"], r[key], strict=True))


def main(which, directory):
    torch.set_num_threads(1)
    agent = Agent(directory)
    model, pad = agent.model.eval().float(), agent.tok.pad_token_id
    exact = copy.deepcopy(model).double()
    count = 0
    for b, batch in enumerate({"starter": starter, "long": long}[which]()):
        packed = [pack(agent.tok, *case) for case in batch]
        length, options, single = forward(model, pad, packed)
        double = forward(exact, pad, packed)[2]
        rows = []
        for i, r in enumerate(packed):
            alone = forward(model, pad, [r])[2][0]
            rows.append({"packing_id": f"{which}-{count:03d}", **r, "option_logits": single[i][0],
                         "option_logits_single": alone[0], "option_logits_f64": double[i][0],
                         "act_logits": single[i][1], "act_softmax": single[i][2], "act_probability": single[i][2][0],
                         "act_probability_single": alone[2][0], "act_probability_f64": double[i][2][0]})
            count += 1
        print(json.dumps({"id": f"fwd-{which}-{b:03d}", "checkpoint": {"starter": "starter", "long": "english"}[which],
                          "batch_rows": len(rows), "padded_len": length, "max_options": options, "rows": rows,
                          "max_abs_diff_batched_vs_single": largest(rows, "option_logits_single"),
                          "max_abs_diff_f32_vs_f64_logits": largest(rows, "option_logits_f64")}))


if __name__ == "__main__":
    main(*sys.argv[1:])
