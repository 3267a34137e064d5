#!/usr/bin/env python3
"""Records fits of scipy, which the fits of the module judging are tested against.

    scripts/measure/learning/record_fits.py > judging/src/test/resources/fits.json

Needs numpy and scipy. The problems are small random ones; scipy solves them for all weights at once, without the
products of rows that the service works with.
"""

import json

import numpy
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax

DIGITS = 9

# What is believed before: penalty of the bias, penalty of the scale, around which value.
CAREFUL, BOLD, DOUBTFUL = (3.0, 10.0, 1), (0.3, 3.0, 1), (0.3, 3.0, 0)

# rows, options, width, penalty, spread of the logits, prior
PROBLEMS = [
    (20, 2, 6, 1.0, 1.0, CAREFUL),
    (24, 3, 40, 0.03, 2.0, CAREFUL),
    (30, 2, 12, 30.0, 0.0, CAREFUL),
    (40, 5, 16, 0.3, 6.0, CAREFUL),
    (25, 4, 8, 10.0, 20.0, CAREFUL),
    (10, 2, 30, 3.0, 1.0, BOLD),
    (12, 2, 4, 0.1, 4.0, BOLD),
    (15, 5, 10, 1.0, 2.0, BOLD),
    (20, 3, 20, 0.01, 1.0, BOLD),
    (30, 10, 8, 0.3, 3.0, BOLD),
    (36, 2, 50, 0.03, 8.0, BOLD),
    (40, 6, 12, 0.1, 0.5, BOLD),
    (50, 2, 60, 0.01, 2.0, BOLD),
    (10, 2, 16, 1.0, 3.0, DOUBTFUL),
    (16, 4, 8, 0.3, 1.0, DOUBTFUL),
    (20, 2, 24, 0.01, 10.0, DOUBTFUL),
    (24, 8, 6, 3.0, 2.0, DOUBTFUL),
    (30, 3, 30, 0.1, 0.0, DOUBTFUL),
    (40, 2, 10, 0.03, 5.0, DOUBTFUL),
    (45, 5, 9, 1.0, 15.0, DOUBTFUL),
]


def rounded(values):
    return numpy.round(values, DIGITS).tolist()


def problem(seed, rows, options, width, penalty, spread, prior):
    bias_penalty, scale_penalty, around = prior
    random = numpy.random.default_rng(seed)
    features = random.normal(size=(rows, width))
    features /= numpy.linalg.norm(features, axis=1, keepdims=True)
    features = numpy.round(features - features.mean(axis=0), DIGITS)
    logits = numpy.round(spread * random.normal(size=(rows, options)), DIGITS)
    truth = logits / 2 + 3 * features @ random.normal(size=(width, options))
    gold = numpy.array([random.choice(options, p=p) for p in softmax(truth, axis=1)])
    labels = numpy.eye(options)[gold]

    def parts(x):
        return x[0], x[1 : 1 + options], x[1 + options :].reshape(width, options)

    def value(x):
        scale, bias, weights = parts(x)
        z = scale * logits + features @ weights + bias
        residual = softmax(z, axis=1) - labels
        loss = -(labels * log_softmax(z, axis=1)).sum()
        loss += penalty / 2 * (weights**2).sum() + bias_penalty / 2 * (bias**2).sum()
        loss += scale_penalty / 2 * (scale - around) ** 2
        gradient = numpy.concatenate((
            [(residual * logits).sum() + scale_penalty * (scale - around)],
            residual.sum(axis=0) + bias_penalty * bias,
            (features.T @ residual + penalty * weights).ravel(),
        ))
        return loss, gradient

    def hessian(x):
        scale, bias, weights = parts(x)
        p = softmax(scale * logits + features @ weights + bias, axis=1)
        size = 1 + options + width * options
        whole = numpy.diag(numpy.concatenate((
            [scale_penalty], numpy.full(options, bias_penalty), numpy.full(width * options, penalty)
        )))
        for row in range(rows):
            own = numpy.zeros((options, size))
            own[:, 0] = logits[row]
            own[:, 1 : 1 + options] = numpy.eye(options)
            own[:, 1 + options :] = numpy.kron(features[row], numpy.eye(options))
            whole += own.T @ (numpy.diag(p[row]) - numpy.outer(p[row], p[row])) @ own
        return whole

    start = numpy.concatenate(([1.0], numpy.zeros(options + width * options)))
    x = minimize(value, start, jac=True, method="L-BFGS-B", options={"maxiter": 10_000, "ftol": 1e-15, "gtol": 1e-9}).x
    for _ in range(5):
        x = x - numpy.linalg.solve(hessian(x), value(x)[1])
    loss, gradient = value(x)
    assert numpy.abs(gradient).max() < 1e-10, numpy.abs(gradient).max()
    scale, bias, weights = parts(x)
    return {
        "prior": prior,
        "penalty": penalty,
        "features": rounded(features),
        "logits": rounded(logits),
        "gold": gold.tolist(),
        "scale": round(float(scale), DIGITS),
        "bias": rounded(bias),
        "weights": rounded(weights.T),
        "loss": round(float(loss), DIGITS),
    }


print(json.dumps([problem(seed, *each) for seed, each in enumerate(PROBLEMS)], separators=(",", ":")))
