"""The decision model on an accelerator: the same function of the same weights as upstream's, in bfloat16, with what is learned in one
flat vector, so that a step is a fixed list of kernels that a graph can replay."""

import torch
import torch.nn.functional as F

WORDS = "encoder.embeddings.word_embeddings.weight"  # frozen, so that unseen words keep their meaning
PLACES = "encoder.embeddings.position_embeddings.weight"
IDLE = WORDS, "encoder.pooler.dense.weight", "encoder.pooler.dense.bias", "temperature"
LAYER, SELF = "encoder.encoder.layer.%d.", "attention.self."
EPS = 1e-12  # of the encoder's norms
HEAD_LAYERS = 2


def depth(state, prefix=LAYER):
    name = prefix.split("%")[0]
    return 1 + max(int(n[len(name) :].split(".")[0]) for n in state if n.startswith(name))


def beginning(d):
    """A new head that begins by comparing: queries and keys are the same, so a marker attends to text with the meaning of its
    option. The embedding of the question's type is scaled down: by default it is three times as long as the encoder's vectors."""
    nn = torch.nn
    layer = nn.TransformerEncoderLayer(d, d // 64, 4 * d, 0.0, batch_first=True, norm_first=True)
    parts = {
        "head": nn.TransformerEncoder(layer, HEAD_LAYERS, enable_nested_tensor=False),
        "type_emb": nn.Embedding(3, d),
        "scorer": nn.Sequential(nn.LayerNorm(d), nn.Linear(d, d), nn.GELU(), nn.Linear(d, 1)),
        "act_head": nn.Sequential(nn.Linear(d + 4, 256), nn.GELU(), nn.Linear(256, 2)),
    }
    state = {"%s.%s" % (part, n): p.detach() for part, module in parts.items() for n, p in module.state_dict().items()}
    state["type_emb.weight"] = 0.05 * state["type_emb.weight"]
    for i in range(HEAD_LAYERS):
        state["head.layers.%d.self_attn.in_proj_weight" % i][: 2 * d] = 0.5**0.5 * torch.eye(d).repeat(2, 1)
    return state | {"temperature": torch.ones(3)}


def norm(x, p, name, eps=EPS):
    return F.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"], eps)


def linear(x, p, name):
    return F.linear(x, p[name + ".weight"], p[name + ".bias"])


def attention(x, weight, bias, heads, mask):
    b, n, d = x.shape
    q, k, v = F.linear(x, weight, bias).view(b, n, 3, heads, d // heads).permute(2, 0, 3, 1, 4)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(b, n, d)


def chosen(index, x):
    """Vectors of x [rows or 1, n, d] at index [rows, m], as a product: the gradient of a gather waits for itself where indices meet."""
    return (index[..., None] == torch.arange(x.shape[1], device=x.device)).to(x.dtype) @ x


def read(p, words, ids, places, mask, layers):
    """Outputs of every layer of the encoder. `places`: the positions' vectors; mask: [rows, 1, 1 or length, length], added to the
    attention's logits."""
    e = "encoder.embeddings."
    x, out = norm(F.embedding(ids, words) + places + p[e + "token_type_embeddings.weight"][0], p, e + "LayerNorm"), []
    for i in range(layers):
        at = LAYER % i
        a = attention(x, p[at + SELF + "weight"], p[at + SELF + "bias"], x.shape[-1] // 32, mask)
        x = norm(x + linear(a, p, at + "attention.output.dense"), p, at + "attention.output.LayerNorm")
        h = linear(F.gelu(linear(x, p, at + "intermediate.dense")), p, at + "output.dense")
        x = norm(x + h, p, at + "output.LayerNorm")
        out.append(x)
    return out


def joined(state):
    """The state with the queries', keys' and values' weights of each layer as one."""
    out = {}
    for name, value in state.items():
        for end in ("weight", "bias"):
            if name.endswith("query." + end):
                at = name[: -len("query." + end)]
                out[at + end] = torch.cat([state[at + part + "." + end] for part in ("query", "key", "value")])
        if SELF not in name:
            out[name] = value
    return out


def parted(state):
    """The reverse of joined."""
    out = {}
    for name, value in state.items():
        if SELF in name:
            at, end = name.rsplit(".", 1)
            out |= {"%s.%s.%s" % (at, part, end): x for part, x in zip(("query", "key", "value"), value.chunk(3), strict=True)}
        else:
            out[name] = value
    return out


class Model:
    """`state`: parameters by upstream's names, float32. `flat` is what learns, `half` the same in bfloat16, which the products read."""

    def __init__(self, state, device):
        whole = joined(state)
        self.idle = {n: whole[n] for n in IDLE if n in whole}
        learning = sorted((n for n in whole if n not in self.idle), key=lambda n: whole[n].numel() % 8 > 0)  # aligned ones first
        self.shapes = {n: whole[n].shape for n in learning}
        self.words = whole[WORDS].to(device, torch.bfloat16)
        self.flat = torch.cat([whole[n].reshape(-1) for n in learning]).to(device, torch.float32)
        self.half = self.flat.to(torch.bfloat16)
        self.p = {n: part.requires_grad_() for n, part in self.views(self.half).items()}
        self.layers = depth(state)

    def views(self, flat):
        sizes = [shape.numel() for shape in self.shapes.values()]
        return {n: part.view(shape) for part, (n, shape) in zip(flat.split(sizes), self.shapes.items(), strict=True)}

    def state(self, flat):
        """Parameters by upstream's names for a vector like `flat`, on the processor."""
        return parted({n: x.clone() for n, x in self.views(flat.detach().float().cpu()).items()} | self.idle)

    def __call__(self, b):
        """Logits [rows, options], those of the act head, and every layer's output."""
        p, keep = self.p, b["attention_mask"]
        mask = torch.zeros_like(keep, dtype=self.words.dtype).masked_fill(keep == 0, -3e4)[:, None, None, :]
        hidden = read(p, self.words, b["input_ids"], p[PLACES][: keep.shape[1]], mask, self.layers)
        h = hidden[-1] + chosen(b["qtype"][:, None], p["type_emb.weight"][None])
        for i in range(HEAD_LAYERS):
            at = "head.layers.%d." % i
            y = norm(h, p, at + "norm1", 1e-5)
            a = attention(y, p[at + "self_attn.in_proj_weight"], p[at + "self_attn.in_proj_bias"], h.shape[-1] // 64, mask)
            h = h + linear(a, p, at + "self_attn.out_proj")
            h = h + linear(F.relu(linear(norm(h, p, at + "norm2", 1e-5), p, at + "linear1")), p, at + "linear2")
        m = chosen(b["marker_pos"], h)
        m = F.gelu(linear(norm(m, p, "scorer.0", 1e-5), p, "scorer.1"))
        logits = F.linear(m.float(), p["scorer.3.weight"].float(), p["scorer.3.bias"].float())[..., 0]
        logits = logits.masked_fill(~b["marker_mask"], -1e4)
        s = logits.detach().softmax(-1)
        k = b["marker_mask"].sum(-1).clamp(min=2).float()
        entropy = -(s * s.clamp_min(1e-9).log()).sum(-1) / k.log()
        top = s.topk(2, -1).values
        told = torch.cat([h[:, 0].float(), torch.stack([top[:, 0], top[:, 0] - top[:, 1], entropy, k / 255], -1)], -1)
        return logits, linear(F.gelu(linear(told.to(h.dtype), p, "act_head.0")), p, "act_head.2"), hidden
