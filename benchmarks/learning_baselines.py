"""What a careful user would do with labels and no decision service: logistic regression on TF-IDF, and on the sentence vectors
of the encoder that the starter was made from."""
import hashlib
import json
import pathlib
import warnings

import numpy
import safetensors.numpy
import scipy.special
import threadpoolctl
import tokenizers
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold

FOLDS = 5
PENALTIES = (0.1, 1, 10, 100, 1000)
MOST_TOKENS = 256
BATCH = 64


class Encoder:
    """all-MiniLM-L6-v2 in float32: the mean of a text's last hidden states, of length 1. Without torch, which would be the
    largest part of this benchmark."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        config = json.loads((folder / "config.json").read_text())
        self.layers, self.heads, self.epsilon = config["num_hidden_layers"], config["num_attention_heads"], config["layer_norm_eps"]
        self.tensors = safetensors.numpy.load_file(folder / "model.safetensors")
        self.tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_TOKENS)

    def vectors(self, texts):
        """[texts, width]; texts of as many tokens go together, so that nothing is padded."""
        tokens = [encoded.ids for encoded in self.tokenizer.encode_batch(texts)]
        found = None
        by_length = sorted(range(len(texts)), key=lambda i: len(tokens[i]))
        while by_length:
            length = len(tokens[by_length[0]])
            part = [i for i in by_length[:BATCH] if len(tokens[i]) == length]
            by_length = by_length[len(part):]
            mean = self.hidden(numpy.array([tokens[i] for i in part])).mean(1)
            found = numpy.zeros((len(texts), mean.shape[1]), numpy.float32) if found is None else found
            found[part] = mean / numpy.linalg.norm(mean, axis=1, keepdims=True)
        return found

    def hidden(self, ids):
        """[texts, tokens, width]"""
        t = self.tensors
        x = (t["embeddings.word_embeddings.weight"][ids] + t["embeddings.position_embeddings.weight"][:ids.shape[1]]
             + t["embeddings.token_type_embeddings.weight"][0])
        x = self.normed(x, "embeddings.LayerNorm")
        for layer in range(self.layers):
            name = "encoder.layer.%d." % layer
            attended = self.attended(x, name + "attention.self.")
            x = self.normed(x + self.linear(attended, name + "attention.output.dense"), name + "attention.output.LayerNorm")
            wide = self.linear(x, name + "intermediate.dense")
            wide = 0.5 * wide * (1 + scipy.special.erf(wide / numpy.sqrt(numpy.float32(2))))
            x = self.normed(x + self.linear(wide, name + "output.dense"), name + "output.LayerNorm")
        return x

    def attended(self, x, name):
        texts, length, width = x.shape
        query, key, value = (self.linear(x, name + part).reshape(texts, length, self.heads, -1).transpose(0, 2, 1, 3)
                             for part in ("query", "key", "value"))
        weights = scipy.special.softmax(query @ key.transpose(0, 1, 3, 2) / numpy.sqrt(numpy.float32(width // self.heads)), axis=-1)
        return (weights @ value).transpose(0, 2, 1, 3).reshape(texts, length, width)

    def linear(self, x, name):
        # One product instead of one for each text.
        flat = x.reshape(-1, x.shape[-1]) @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def normed(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / numpy.sqrt((x * x).mean(-1, keepdims=True) + self.epsilon)
        return x * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]


def cached_vectors(folder, texts, cache):
    """A dictionary of vectors by text; those made once are kept in a file of the folder `cache`."""
    texts = sorted(set(texts))
    file = pathlib.Path(cache) / ("vectors-%s.npy" % hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12])
    if not file.exists():
        numpy.save(file, Encoder(folder).vectors(texts))
    return dict(zip(texts, numpy.load(file), strict=True))


def tfidf(labels, held):
    """The weights of words and pairs of words, learned from the labelled texts alone."""
    weigher = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=r"(?u)\b\w+\b")
    return weigher.fit_transform(labels), weigher.transform(held)


def predicted(x, gold, held, options):
    """[held, options]: probabilities by logistic regression, its penalty chosen by cross-validation on log loss."""
    gold = numpy.array(gold)
    # Products this small are slower on several threads.
    with threadpoolctl.threadpool_limits(1):
        x, held = in_span(x, held)
        best = PENALTIES[0]
        if len(set(gold)) > 1:
            folds = divided(gold)
            best = min(PENALTIES, key=lambda penalty: sum(
                lost(fitted(x[train], gold[train], x[test], options, penalty), gold[test]) for train, test in folds))
        return fitted(x, gold, held, options, best)


def in_span(x, held):
    """Both in coordinates of the space that the rows of x span, where the weights of a ridge penalty lie: the same regression
    with a number for each label instead of each word, in a fraction of the time."""
    size, basis = numpy.linalg.eigh(numpy.asarray((x @ x.T).todense() if hasattr(x, "todense") else x @ x.T, float))
    kept = size > 1e-9 * size.max()
    size, basis = numpy.sqrt(size[kept]), basis[:, kept]
    products = held @ x.T
    return basis * size, numpy.asarray(products.todense() if hasattr(products, "todense") else products, float) @ (basis / size)


def divided(gold):
    """Folds with as many of each option as can be: options with few labels are missing in some, which is no fault."""
    kind = StratifiedKFold if numpy.bincount(gold).max() >= FOLDS else KFold
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(kind(FOLDS, shuffle=True, random_state=0).split(numpy.zeros(len(gold)), gold))


def fitted(x, gold, held, options, penalty):
    """Options without a label, of which there are u, share u / (labels + options), by Laplace's rule; the model the rest."""
    seen = numpy.unique(gold)
    found = numpy.full((held.shape[0], options), 1 / (len(gold) + options))
    if len(seen) == 1:
        share = 1.0
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of fits that are near enough after so many steps
            share = LogisticRegression(C=penalty, max_iter=300).fit(x, gold).predict_proba(held)
    found[:, seen] = share * (1 - (options - len(seen)) / (len(gold) + options))
    return found


def lost(probabilities, gold):
    """The sum of log losses."""
    return -numpy.log(numpy.maximum(probabilities[numpy.arange(len(gold)), gold], 1e-15)).sum()
