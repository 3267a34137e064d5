#!/usr/bin/env python3
"""Makes a checkpoint of full size with random weights, to measure speed and memory where no trained one is at hand.

  benchmarks/make_checkpoint.py DIR [--size full|mmbert-small|small] [--family laya|julia|decision-tune|tacet]
                                [--precision float32|bfloat16|float16] [--seed N] [--scale X]

DIR becomes a checkpoint in the layout that laya-serve and this service load: the shape of the published English one
(ModernBERT-large and a head of two layers, 421 million weights, 1.7 GB in float32), that of Julia-1 and Tacet Sonata (mmbert-small), or a
small one to try the script. --family writes it as checkpoints of another family are (docs/checkpoints.md#families).
--precision is that of the stored weights. The weights are the same in each: they are drawn from 256 quantiles of a normal
distribution that bfloat16 can hold. The last layers of scorer and act head are multiplied by --scale, because random
weights magnify every rounding, and the gate for reduced precision (docs/adr/0010-eight-bits.md) would refuse them. No
time depends on that. Answers are noise: nothing about agreement or accuracy can be measured on them.

The tokenizer is that of testdata/tiny/english. Uses only the standard library.
"""
import argparse
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import struct
import sys

TINY = pathlib.Path(__file__).resolve().parents[1] / "testdata" / "tiny" / "english"
SHAPES = {
    "full": {"hidden_size": 1024, "num_hidden_layers": 28, "num_attention_heads": 16, "intermediate_size": 2624,
             "vocab_size": 50368, "local_attention": 128},
    "mmbert-small": {"hidden_size": 384, "num_hidden_layers": 22, "num_attention_heads": 6, "intermediate_size": 1152,
                     "vocab_size": 256000, "local_attention": 128},
    "small": {"hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 2, "intermediate_size": 96,
              "vocab_size": 2176, "local_attention": 16},
}
HEAD_LAYERS = 2
ACT_HIDDEN = 256
# Numbers about a question that the act head reads besides the encoder's output.
ACT_EXTRAS = 4
QUESTION_TYPES = 3
SEGMENTS = 4
SCALED = ("scorer.3.weight", "act_head.2.weight", "head.weight")
ENCODER = "encoder."
# Chosen so that the gate opens for int8 and for bfloat16, with room to spare.
SCALE = 1 / 64
# The name in safetensors, and a function from a number to its bytes.
PRECISIONS = {
    "float32": ("F32", lambda x: struct.pack("<f", x)),
    "bfloat16": ("BF16", lambda x: struct.pack("<f", x)[2:]),
    "float16": ("F16", lambda x: struct.pack("<e", x)),
}
CHUNK = 1 << 20


def tensors(shape, actions):
    """Shape by name of every tensor."""
    width, inner = shape["hidden_size"], shape["intermediate_size"]
    found = {"temperature": [QUESTION_TYPES], "type_emb.weight": [QUESTION_TYPES, width],
             "encoder.embeddings.tok_embeddings.weight": [shape["vocab_size"], width],
             "encoder.embeddings.norm.weight": [width], "encoder.final_norm.weight": [width],
             "act_head.0.weight": [ACT_HIDDEN, width + ACT_EXTRAS], "act_head.0.bias": [ACT_HIDDEN],
             "act_head.2.weight": [actions, ACT_HIDDEN], "act_head.2.bias": [actions],
             "scorer.0.weight": [width], "scorer.0.bias": [width], "scorer.1.weight": [width, width], "scorer.1.bias": [width],
             "scorer.3.weight": [1, width], "scorer.3.bias": [1]}
    for i in range(shape["num_hidden_layers"]):
        layer = "encoder.layers.%d." % i
        found.update({layer + "attn.Wqkv.weight": [3 * width, width], layer + "attn.Wo.weight": [width, width],
                      layer + "mlp.Wi.weight": [2 * inner, width], layer + "mlp.Wo.weight": [width, inner],
                      layer + "mlp_norm.weight": [width]})
        # The first layer has none: the embeddings' norm is before it.
        if i > 0:
            found[layer + "attn_norm.weight"] = [width]
    for i in range(HEAD_LAYERS):
        layer = "head.layers.%d." % i
        found.update({layer + "self_attn.in_proj_weight": [3 * width, width], layer + "self_attn.in_proj_bias": [3 * width],
                      layer + "self_attn.out_proj.weight": [width, width], layer + "self_attn.out_proj.bias": [width],
                      layer + "linear1.weight": [4 * width, width], layer + "linear1.bias": [4 * width],
                      layer + "linear2.weight": [width, 4 * width], layer + "linear2.bias": [width]})
        for norm in ("norm1", "norm2"):
            found.update({layer + norm + ".weight": [width], layer + norm + ".bias": [width]})
    return dict(sorted(found.items()))


def distribution(name, shape, scale):
    """Mean and standard deviation of a tensor's weights."""
    if name == "temperature":
        return 1, 0
    if len(shape) == 1:
        # Vectors are gains of norms, or offsets.
        gain = name.endswith(".weight")
        return (1, 0.15) if gain else (0, 0.1)
    if "emb" in name:
        return 0, 1
    return 0, (scale if name in SCALED else 1) / math.sqrt(shape[-1])


def bfloat16(x):
    """The nearest number that bfloat16 holds."""
    [bits] = struct.unpack("<I", struct.pack("<f", x))
    [rounded] = struct.unpack("<f", struct.pack("<I", (bits + 0x8000) & 0xFFFF0000))
    return rounded


def drawn(name, count, mean, deviation, seed, pack):
    """The bytes of `count` weights, in pieces."""
    normal = statistics.NormalDist()
    values = [pack(bfloat16(mean + deviation * normal.inv_cdf((i + 0.5) / 256))) for i in range(256)]
    # A weight is one random byte; byte k of its number is a table's entry for it.
    tables = [bytes(column) for column in zip(*values, strict=True)]
    source = random.Random("%d:%s" % (seed, name))
    for start in range(0, count, CHUNK):
        codes = source.randbytes(min(CHUNK, count - start))
        piece = bytearray(len(codes) * len(tables))
        for k, table in enumerate(tables):
            piece[k::len(tables)] = codes.translate(table)
        yield piece


def write_weights(path, shapes, precision, seed, scale):
    """Returns the number of weights."""
    kind, pack = PRECISIONS[precision]
    header, end = {"__metadata__": {"format": "pt"}}, 0
    for name, shape in shapes.items():
        # Both servers read the temperature as float32.
        size = math.prod(shape) * (4 if name == "temperature" else len(pack(0.0)))
        header[name] = {"dtype": "F32" if name == "temperature" else kind, "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text)
        for name, shape in shapes.items():
            mean, deviation = distribution(name, shape, scale)
            packed = PRECISIONS["float32"][1] if name == "temperature" else pack
            for piece in drawn(name, math.prod(shape), mean, deviation, seed, packed):
                f.write(piece)
    return sum(math.prod(shape) for shape in shapes.values())


def as_laya(root, size, encoder, precision, seed, scale):
    agent = {**json.loads((TINY / "rl_agent_config.json").read_text()), "head_layers": HEAD_LAYERS, "temperature": [1.0] * QUESTION_TYPES,
             "note": "random weights (seed %d, last layers times %g), to measure speed only" % (seed, scale)}
    del agent["temperature_by_options"]
    (root / "rl_agent_config.json").write_text(json.dumps(agent, indent=2) + "\n")
    return in_folders(root, encoder, tensors(SHAPES[size], 1 + len(agent["act_costs"])), precision, seed, scale)


def as_julia(root, size, encoder, precision, seed, scale):
    config = {"format_version": 1, "head_layers": HEAD_LAYERS, "n_act": 2, "dropout": 0.1}
    (root / "julia_config.json").write_text(json.dumps(config) + "\n")
    return in_folders(root, encoder, tensors(SHAPES[size], config["n_act"]), precision, seed, scale)


def in_folders(root, encoder, shapes, precision, seed, scale):
    (root / "encoder").mkdir()
    (root / "encoder" / "config.json").write_text(json.dumps(encoder, indent=2) + "\n")
    shutil.copytree(TINY / "tokenizer", root / "tokenizer")
    return write_weights(root / "model.safetensors", shapes, precision, seed, scale)


def as_decision_tune(root, size, encoder, precision, seed, scale):
    (root / "config.json").write_text(json.dumps(encoder, indent=2) + "\n")
    shutil.copyfile(TINY / "tokenizer" / "tokenizer.json", root / "tokenizer.json")
    shapes = {name.removeprefix(ENCODER): shape for name, shape in tensors(SHAPES[size], 1).items() if name.startswith(ENCODER)}
    head = {"head.bias": [1], "head.weight": [1, SHAPES[size]["hidden_size"]]}
    return (write_weights(root / "model.safetensors", shapes, precision, seed, scale)
            + write_weights(root / "head.safetensors", head, precision, seed, scale))


def as_tacet(root, size, encoder, precision, seed, scale):
    (root / "config.json").write_text(json.dumps({"tacet_format": 1, "name": "tacet", "head_layers": HEAD_LAYERS}) + "\n")
    shapes = {name: shape for name, shape in tensors(SHAPES[size], 1).items()
              if not name.startswith("act_head.") and name not in ("temperature", "type_emb.weight")}
    shapes["segment_embedding.weight"] = [SEGMENTS, SHAPES[size]["hidden_size"]]
    return in_folders(root, encoder, shapes, precision, seed, scale)


FAMILIES = {"laya": as_laya, "julia": as_julia, "decision-tune": as_decision_tune, "tacet": as_tacet}


def make(directory, size, family, precision, seed, scale):
    """Writes the checkpoint beside `directory` and moves it there at the end, so that one that exists is complete."""
    target = pathlib.Path(directory)
    if target.exists():
        sys.exit("%s exists: name another directory, or remove it" % target)
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    layers = SHAPES[size]["num_hidden_layers"]
    encoder = {**json.loads((TINY / "encoder" / "config.json").read_text()), **SHAPES[size],
               "layer_types": ["sliding_attention" if i % 3 else "full_attention" for i in range(layers)]}
    count = FAMILIES[family](partial, size, encoder, precision, seed, scale)
    os.rename(partial, target)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("--size", choices=sorted(SHAPES), default="full")
    parser.add_argument("--family", choices=list(FAMILIES), default="laya")
    parser.add_argument("--precision", choices=list(PRECISIONS), default="float32")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=SCALE)
    args = parser.parse_args()
    count = make(args.directory, args.size, args.family, args.precision, args.seed, args.scale)
    print("%s: %d weights in %s" % (args.directory, count, args.precision))


if __name__ == "__main__":
    main()
