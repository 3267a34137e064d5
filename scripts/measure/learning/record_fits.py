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

BIAS_PENALTY = 3.0
SCALE_PENALTY = 10.0
DIGITS = 9

# rows, options, width, penalty, spread of the logits
PROBLEMS = [
    (20, 2, 6, 1.0, 1.0),
    (24, 3, 40, 0.03, 2.0),
    (30, 2, 12, 30.0, 0.0),
    (40, 5, 16, 0.3, 6.0),
    (25, 4, 8, 10.0, 20.0),
]


def rounded(values):
    return numpy.round(values, DIGITS).tolist()


def problem(seed, rows, options, width, penalty, spread):
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
        loss += penalty / 2 * (weights**2).sum() + BIAS_PENALTY / 2 * (bias**2).sum()
        loss += SCALE_PENALTY / 2 * (scale - 1) ** 2
        gradient = numpy.concatenate((
            [(residual * logits).sum() + SCALE_PENALTY * (scale - 1)],
            residual.sum(axis=0) + BIAS_PENALTY * bias,
            (features.T @ residual + penalty * weights).ravel(),
        ))
        return loss, gradient

    def hessian(x):
        scale, bias, weights = parts(x)
        p = softmax(scale * logits + features @ weights + bias, axis=1)
        size = 1 + options + width * options
        whole = numpy.diag(numpy.concatenate((
            [SCALE_PENALTY], numpy.full(options, BIAS_PENALTY), numpy.full(width * options, penalty)
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
    assert numpy.abs(gradient).max() < 1e-11, numpy.abs(gradient).max()
    scale, bias, weights = parts(x)
    return {
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
