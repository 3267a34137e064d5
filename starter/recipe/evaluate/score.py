"""Scores a checkpoint, or a running service, on sets of questions against chance, a fixed answer and the base's cosine.

python -m evaluate.score build/starter/checkpoint eval.jsonl unseen:10 banking:5 banking:10 [--wrong] [--plain]
python -m evaluate.score http://127.0.0.1:8000 eval.jsonl
"""

import argparse
import json
import time

import numpy as np
import torch

from evaluate.questions import (
    OfAgent,
    OfCosine,
    OfService,
    OfWeights,
    answers,
    banking,
    by_chance,
    calibration,
    fixed,
    gold,
    interval,
    options,
    read,
    right,
    unseen,
)


def line(name, rows, hits, ps=None):
    low, high = interval(hits)
    text = "    %-8s %.3f [%.3f, %.3f]" % (name, np.mean(hits), low, high)
    if ps is not None:
        text += "  exact %.3f  ECE %.3f  mean confidence %.3f" % (
            np.mean([p.argmax() == gold(r) for r, p in zip(rows, ps, strict=True)]),
            calibration(rows, ps),
            np.mean([p.max() for p in ps]),
        )
    print(text, flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("who")
    ap.add_argument("sets", nargs="+")
    ap.add_argument("--wrong", action="store_true", help="print the questions answered wrongly")
    ap.add_argument("--plain", action="store_true", help="without the comparison")
    ap.add_argument("--agent", action="store_true", help="one question at a time through upstream's Agent")
    a = ap.parse_args()
    torch.set_num_threads(2)
    who = OfService(a.who) if a.who.startswith("http") else (OfAgent if a.agent else OfWeights)(a.who)
    cosine = None if a.plain else OfCosine()
    for name in a.sets:
        drawn = {"banking": banking, "unseen": unseen}.get(name.split(":")[0])
        rows = drawn(1000, int(name.split(":")[1])) if drawn else read(name)
        began = time.perf_counter()
        ps = answers(rows, who)
        took = (time.perf_counter() - began) / len(rows)
        near = None if a.plain else answers(rows, cosine)
        print("%s: %d questions, %.1f ms each" % (name, len(rows), 1000 * took))
        for kind in ("all", "choice", "score", "noul"):
            pick = [i for i, r in enumerate(rows) if kind in ("all", r["question"]["type"])]
            if not pick or kind == "all" and len({r["question"]["type"] for r in rows}) == 1:
                continue
            part = [rows[i] for i in pick]
            print("  %s n=%d" % (kind, len(part)))
            line("starter", part, [right(rows[i], int(ps[i].argmax())) for i in pick], [ps[i] for i in pick])
            if near:
                line("cosine", part, [right(rows[i], int(near[i].argmax())) for i in pick], [near[i] for i in pick])
                line("fixed", part, [right(r, fixed(r)) for r in part])
                print("    chance   %.3f" % np.mean([by_chance(r) for r in part]))
        if a.wrong:
            for r, p in zip(rows, ps, strict=True):
                if not right(r, int(p.argmax())):
                    o = options(r["question"])
                    print(
                        "  wrong %s %.2f %s | %s | %s, not %s"
                        % (r["id"], p.max(), json.dumps(r["state"])[:90], r["question"]["instructions"], o[int(p.argmax())], o[gold(r)])
                    )


if __name__ == "__main__":
    main()
