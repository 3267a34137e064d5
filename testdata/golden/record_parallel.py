"""Records forward_parallel.jsonl: upstream's own implementation of `option_layout: "parallel"`.

    pip install laya==0.4.15
    python record_parallel.py COPY_OF/testdata/tiny/english COPY_OF/starter/checkpoint > forward_parallel.jsonl

Use copies, because this sets `option_layout` in rl_agent_config.json and upstream rewrites the tokenizer's configuration.
The weights are those of the sequential checkpoints: they are random in one and trained for the other layout in the
other, so the answers mean nothing, but the computation is the same as on weights of the layout.

Upstream lays out, masks and decides for both encoders. Its masks are a dictionary by kind of layer, which only
ModernBERT takes; a BERT encoder gets the one for full attention from it, because all its layers attend fully.
"""
import copy
import json
import pathlib
import random
import sys

import torch
from laya.agent import Agent
from laya.common import QTYPES, build_sequence, collate_items

MAIL = ("Hello, I ordered a blue kettle on Monday (order 48213) and it arrived with a cracked lid. "
        "I would like a refund or a replacement before the weekend. The courier left the parcel in the rain. ")
WANTS = {"refund": "the customer wants money back", "replacement": "the customer wants a new item",
         "invoice": "a question on billing", "other": ""}
SHELVES = {f"shelf {i}": f"goods that belong on shelf number {i}" for i in range(1, 21)}
CODES = {f"c{i}": "" for i in range(100)}
ALIKE = {"one": "the same text", "two": "the same text", "three": "the same text, and then some more of it"}
HEAD_MAX_LEN = 192
TURNS = [{"from": "agent", "text": "How can I help?"}, {"from": "client", "text": MAIL}] * 6
WORDS = ("refund lid kettle order 48213 courier rain parcel the a of was broken before weekend please today "
         "invoice paid twice shelf blue cracked").split()


def question(kind, instructions, criteria=None, order=None):
    """A definition as clients send it."""
    given = {"criteria": criteria, "option_order": order}
    return {"type": kind, "instructions": instructions} | {k: v for k, v in given.items() if v is not None}


def batches(longest):
    """Batches of (state, question, max_len): every type, 1 to 100 options, short and long rows, cut options."""
    wants = question("choice", "What does the customer want?", WANTS)
    urgent = question("score", "How urgent is this?", ["can wait", "this week", "today", "now"])
    complaint = question("noul", "The message is a complaint.")
    chance = random.Random(29)
    text = " ".join(chance.choice(WORDS) for _ in range(2 * longest))
    yield [(MAIL, wants, 384)]
    yield [(MAIL, question("choice", "What does the customer want?", WANTS, [2, 0, 3, 1]), 384),
           ("ok", complaint, 384), (MAIL * 3, urgent, 384)]
    yield [(MAIL, question("choice", "Anything at all?", {"only": "the single option"}), 384)]
    yield [({"subject": "Broken lid", "count": 2}, complaint, 384), ("", wants, 384),
           (MAIL, question("choice", "Which is it?", ALIKE), 384)]
    yield [(MAIL * 2, question("choice", "Which shelf?", SHELVES), 384), (TURNS, urgent, 384)]
    yield [("Short state.", question("choice", "Which code?", CODES), 512), (MAIL, complaint, 100)]
    yield [("Grüße aus Köln! 数据 ✓", question("score", "How polite?", ["rude", "plain", "polite"]), 384),
           ("The invoice 2291 is wrong: we paid 40 EUR twice.",
            question("choice", "Team?", {"billing": "money", "support": ""}), 384)]
    # The row ends inside its last option.
    yield [(MAIL, question("choice", "Which?", {"a": "x " * 60, "b": "y " * 60}), 60), (MAIL, complaint, 384)]
    yield [(text, wants, longest)]
    yield [(text, question("choice", "Which code?", CODES), longest), (MAIL, complaint, 384)]


class FullAttention(torch.nn.Module):
    """A BERT encoder that takes its mask from upstream's dictionary."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.config = encoder, encoder.config

    def forward(self, input_ids, attention_mask, position_ids):
        return self.encoder(input_ids=input_ids, attention_mask=attention_mask["full_attention"],
                            position_ids=position_ids)


def pack(tok, state, definition, max_len):
    q = Agent._to_internal(definition)
    ids, markers, layout = build_sequence(tok, state, q, max_len, HEAD_MAX_LEN, option_order=q.get("option_order"),
                                          truncate_left=isinstance(state, list), return_layout=True)
    assert len(markers) == (2 if q["t"] == "noul" else len(q["crit"]))
    return {"ids": ids, "markers": markers, "qtype": QTYPES[q["t"]], "layout": layout,
            "asked": {"state_raw": json.dumps(state), "question": definition, "max_len": max_len,
                      "head_max_len": HEAD_MAX_LEN}}


def options_end(packed):
    """Index of the first token after the last option."""
    options = packed["layout"]["option_ids"]
    return max(i for i, option in enumerate(options) if option) + 1


def forward(model, pad, rows):
    """Padded length, most options, and per row (option logits, act logits, act softmax)."""
    b = collate_items([rows], pad)
    with torch.no_grad():
        logits, act = model(b["input_ids"], b["attention_mask"], b["marker_pos"], b["marker_mask"], b["qtype"],
                            position_ids=b["position_ids"], option_ids=b["option_ids"])
    return (b["input_ids"].shape[1], b["marker_pos"].shape[1],
            [(logits[i, :len(r["markers"])].tolist(), act[i].tolist(), torch.softmax(act[i], -1).tolist())
             for i, r in enumerate(rows)])


def largest(rows, key):
    return max(abs(a - b) for r in rows for a, b in zip(r["option_logits"], r[key], strict=True))


def record(checkpoint, directory, longest):
    config = pathlib.Path(directory, "rl_agent_config.json")
    config.write_text(json.dumps(json.loads(config.read_text()) | {"option_layout": "parallel"}))
    agent = Agent(directory)
    assert agent.parallel_options
    model, pad = agent.model.eval().float(), agent.tok.pad_token_id
    if model.encoder.config.model_type == "bert":
        model.encoder = FullAttention(model.encoder)
    exact = copy.deepcopy(model).double()
    count = 0
    for b, batch in enumerate(batches(longest)):
        packed = [pack(agent.tok, *case) for case in batch]
        length, options, single = forward(model, pad, packed)
        double = forward(exact, pad, packed)[2]
        rows = []
        for i, r in enumerate(packed):
            alone = forward(model, pad, [r])[2][0]
            rows.append({"packing_id": f"{checkpoint}-{count:03d}", **r["asked"], "ids": r["ids"], "markers": r["markers"],
                         "options_end": options_end(r), "qtype": r["qtype"],
                         "position_ids": r["layout"]["position_ids"], "option_ids": r["layout"]["option_ids"],
                         "option_logits": single[i][0],
                         "option_logits_single": alone[0], "option_logits_f64": double[i][0],
                         "act_logits": single[i][1], "act_softmax": single[i][2], "act_probability": single[i][2][0],
                         "act_probability_single": alone[2][0], "act_probability_f64": double[i][2][0]})
            count += 1
        print(json.dumps({"id": f"fwd-{checkpoint}-{b:03d}", "checkpoint": checkpoint,
                          "batch_rows": len(rows), "padded_len": length, "max_options": options, "rows": rows,
                          "max_abs_diff_batched_vs_single": largest(rows, "option_logits_single"),
                          "max_abs_diff_f32_vs_f64_logits": largest(rows, "option_logits_f64")}))


if __name__ == "__main__":
    torch.set_num_threads(1)
    record("parallel-english", sys.argv[1], 1536)
    record("parallel-starter", sys.argv[2], 512)
