"""Writes a trained model as a checkpoint in upstream's layout, with temperatures fitted on rows with labels that it was
not trained on.

python export.py build/starter/run/average.pt build/starter/checkpoint
"""

import os
import sys

import numpy as np
import torch
from laya.common import QTYPE_NAMES, QTYPES, temp_bucket
from laya.train import save_checkpoint

from network import HEAD_LAYERS, HEAD_MAX, MAX_LEN, NAME, fresh, load, logits_of, tokenizer


def plain(target):
    """The right answer alone, without the share that training gives its neighbours: probabilities should tell how often
    an answer is right. Between two levels, the target stays."""
    target = np.asarray(target)
    return np.eye(len(target))[target.argmax()] if target.max() > 0.6 else target


def fitted(logits, targets):
    """The temperature in [0.5, 5] with the smallest mean cross entropy."""
    best = (float("inf"), 1.0)
    for t in np.exp(np.linspace(np.log(0.5), np.log(5), 93)):
        total = 0.0
        for z, target in zip(logits, targets, strict=True):
            z = z / t - (z / t).max()
            total += np.log(np.exp(z).sum()) - float(np.dot(target, z))
        best = min(best, (total / len(logits), float(t)))
    return round(best[1], 3)


def main(source, destination):
    torch.set_num_threads(2)
    tok, model = tokenizer(), fresh()
    model.load_state_dict(torch.load(source))
    items, origins = load(tok, "valid")
    logits = logits_of(model, items)
    by_type, by_options = {}, {}
    for i, item in enumerate(items):
        if item["qtype"] == QTYPES["choice"] and origins[i].startswith("case"):
            continue  # answers to cases are less often right, which would make those to intents too unsure
        by_type.setdefault(item["qtype"], []).append(i)
        by_options.setdefault(temp_bucket(item["qtype"], len(item["markers"])), []).append(i)
    fit = {
        key: fitted([logits[i] for i in pick], [plain(items[i]["target"]) for i in pick])
        for key, pick in [*by_type.items(), *by_options.items()]
        if len(pick) >= 60
    }
    for key in sorted(by_options):
        print("%-12s %5d rows, temperature %s" % (key, len(by_options[key]), fit.get(key)))
    config = {
        "model_name": "laya-starter-en",
        "encoder": NAME,
        "head_layers": HEAD_LAYERS,
        "languages": ["en"],
        "max_len": MAX_LEN,
        "head_max_len": HEAD_MAX,
        "act_costs": {"act": 0},
        "amp_dtype": "bf16",
        "temperature": [fit.get(i, 1.0) for i in range(len(QTYPE_NAMES))],
        "temperature_by_options": {k: fit[k] for k in sorted(by_options) if k in fit},
    }
    model.encoder.config.hidden_dropout_prob = model.encoder.config.attention_probs_dropout_prob = 0.1
    # The base's limit of 128 tokens does not apply to this model.
    tok.backend_tokenizer.no_truncation()
    tok.backend_tokenizer.no_padding()
    save_checkpoint(model, tok, config, destination)
    os.chmod(os.path.join(destination, "model.safetensors"), 0o644)  # the writer makes it readable only by its owner


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
