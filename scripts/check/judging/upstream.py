#!/usr/bin/env python3
"""Compares this service with upstream's own Agent under the same calibration file, on 50 questions and the starter.

    PYTHON scripts/check/judging/upstream.py      PYTHON has laya 0.4.15 and torch; the service is built

Upstream writes the file, with a binning map, so its members are upstream's own; both then answer what
docs/thresholds/labelled.jsonl asks, and again in a language with temperatures of its own. Fails if a probability or an
answer confidence differs by more than 1e-4.
"""

import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/lib"))
import running  # noqa: E402  (its folder has just been added)

CHECKPOINT = ROOT / "starter/checkpoint"
ROWS = 50
# Both round to four decimals, so values that differ by far less may end one unit apart.
CLOSE = 1e-4 + 1e-9
TEMPERATURES = [0.9, 2.1, 3.3]
BY_OPTIONS = {"choice:2": 2.7, "choice:3-5": 0.6, "score:3-5": 1.2, "noul:2": 4.1}
BINNING = {"choice:3-5": {"bins": 4, "values": [0.31, 0.42, 0.64, 0.93]}, "noul:2": {"bins": 2, "values": [0.5, 0.77]}}

LANGUAGES = {"de": {"temperature": [2.2, 0.8, 1.6], "temperature_by_options": {"choice:3-5": 3.1}}}


def probabilities(answer):
    return answer["probabilities"] if "probabilities" in answer else {"true": answer["noul"]}


def theirs(rows, file):
    from laya import Agent

    agent = Agent(str(CHECKPOINT), device="cpu")
    before = [agent.predict(row["state"], {"q": row["question"]})["answers"]["q"] for row in rows]
    agent.temperature, agent.temperature_by_options, agent.binning_map = TEMPERATURES, BY_OPTIONS, BINNING
    agent.save_calibration(str(file))
    agent.load_calibration(str(file))
    after = [agent.predict(row["state"], {"q": row["question"]})["answers"]["q"] for row in rows]
    german = Agent(str(CHECKPOINT), device="cpu", lang_temperatures=LANGUAGES)
    german.load_calibration(str(file))
    after += [german.predict(row["state"], {"q": row["question"]}, lang="de-AT")["answers"]["q"] for row in rows]
    return before, after


def ours(rows, file):
    answers = []
    log = ROOT / "build/judging-upstream.log"
    with running.Service([running.SERVE], log, SERVICE_CHECKPOINTS=CHECKPOINT, SERVICE_FITTED=file) as service:
        service.await_ready()
        for lang, row in [(lang, row) for lang in ("en", "de-AT") for row in rows]:
            body = json.dumps({"state": row["state"], "questions": {"q": row["question"]}, "lang": lang})
            status, _, text = running.call(service.port, "POST", "/v1/systemone", body, {"content-type": "application/json"})
            if status != 200:
                sys.exit(text)
            answers.append(json.loads(text)["answers"]["q"])
    return answers


def distance(one, other):
    p, q = probabilities(one), probabilities(other)
    if p.keys() != q.keys():
        sys.exit(f"other options: {list(p)} and {list(q)}")
    return max(max(abs(p[o] - q[o]) for o in p), abs(one["answer_confidence"] - other["answer_confidence"]))


def main():
    lines = (ROOT / "docs/thresholds/labelled.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines[:: max(1, len(lines) // ROWS)][:ROWS]]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "calibration.json")
        before, expected = theirs(rows, file)
        file.write_text(json.dumps({**json.loads(file.read_text()), "lang_temperatures": LANGUAGES}))
        got = ours(rows, file)
    largest = max(distance(one, other) for one, other in zip(expected, got, strict=True))
    moved = max(distance(one, other) for one, other in zip(before, expected, strict=False))
    turned = max(distance(one, other) for one, other in zip(expected, expected[len(rows):], strict=False))
    print(f"{len(rows)} rows: the file moves answers by up to {moved:.4f}, their language by up to {turned:.4f}; "
          f"the service differs from upstream by up to {largest:.1e}")
    if largest > CLOSE or min(moved, turned) < 0.1:
        sys.exit("that is too much, or the file changed nothing")


if __name__ == "__main__":
    main()
