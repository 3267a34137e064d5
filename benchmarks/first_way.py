#!/usr/bin/env python3
"""The way from the first answer to production, on 300 labelled tickets of a public set, as docs/from-asking-to-production.md tells it.

  first_way.py [OUT.txt] [--sets target/learning]

After learning_sets.py, on a built service. Runs the commands of the page with the bundled starter and prints what they say: the
question in bare labels and in described ones, compared on 100 tickets; the same 100 learned; a threshold from 200 others; and last
the service with both files, asked about 399 tickets that no command has seen. The page shows the figures of OUT.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts" / "lib"))
import machine
import running
import wordings

LEARN, JUDGE = 100, 200
# What the page shows of a command's output.
SHOWN = re.compile(r"^(all|intent|Altogether|.*right of|.*right more often|.*learned|.*threshold of|  +\d+\.\d %|  min_confidence"
                   r"|  (Very good|Good|Fair|Weak|Not useful|Let it|Have a person|Every answer))")


class Way:
    """Prints each command and the lines of its output that the page shows."""

    def __init__(self, folder, out):
        self.folder, self.out = folder, out

    def say(self, text):
        print(text, file=self.out, flush=True)

    def serve(self, *words, **settings):
        shown = "".join(f"{name}={value} " for name, value in settings.items())
        self.say(f"\n$ {shown}./serve {' '.join(words)}")
        env = running.environment("0", SERVICE_CHECKPOINTS="starter", **settings)
        done = subprocess.run([running.SERVE, *words], cwd=self.folder, env=env, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        for line in done.stdout.splitlines():
            if SHOWN.match(line):
                self.say(line.rstrip())


def table(folder, name, rows):
    with open(folder / name, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["state", "intent"])
        writer.writerows((row["state"], row["gold"]) for row in rows)


def production(way, rows):
    """What the service with both files answers by itself, of tickets that nobody has seen."""
    question = json.loads((way.folder / "described.json").read_text(encoding="utf-8"))
    [port] = running.free_ports(1)
    settings = {"SERVICE_FITTED": "learned.safetensors,thresholds.json"}
    way.say("\n$ SERVICE_FITTED=learned.safetensors,thresholds.json ./serve")
    with open(way.folder / "service.log", "w") as log:
        service = running.start([running.SERVE], running.environment(str(port), SERVICE_CHECKPOINTS="starter", **settings), log,
                                directory=way.folder)
    try:
        running.until(lambda: "Decision Service on http" in (way.folder / "service.log").read_text(), 120)
        answered = right = all_right = 0
        for at in range(0, len(rows), 64):
            body = {"states": [row["state"] for row in rows[at:at + 64]], "questions": question, "model": "english"}
            status, _, text = running.call(port, "POST", "/v1/systemone/batch", json.dumps(body))
            if status != 200:
                sys.exit(text)
            for row, result in zip(rows[at:at + 64], json.loads(text)["results"], strict=True):
                answer = result["answers"]["intent"]
                passed, is_right = answer["abstention"] == "passed", answer["choice"] == row["gold"]
                answered, right, all_right = answered + passed, right + (passed and is_right), all_right + is_right
    finally:
        running.stop(service)
    low, high = wordings.wilson(right, answered)
    way.say(f"{len(rows)} new tickets: {answered} answered ({100 * answered / len(rows):.1f} %), {right} of these right"
            f" ({100 * right / answered:.1f} % [{100 * low:.1f}, {100 * high:.1f}]); of all {len(rows)}, {all_right} would be right"
            f" ({100 * all_right / len(rows):.1f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path)
    parser.add_argument("--sets", type=pathlib.Path, default=running.ROOT / "target" / "learning")
    arguments = parser.parse_args()
    labels, test = ([json.loads(line) for line in (arguments.sets / f"intents10.{part}.jsonl").read_text(encoding="utf-8").splitlines()]
                    for part in ("labels", "test"))
    begun = machine.begin(running.ROOT / "starter" / "checkpoint")
    with tempfile.TemporaryDirectory() as folder, open(arguments.out or "/dev/stdout", "w", encoding="utf-8") as out:
        way = Way(pathlib.Path(folder), out)
        way.say(f"{begun['command']}, commit {begun['commit']}")
        table(way.folder, "tickets.csv", labels[:LEARN])
        table(way.folder, "more.csv", labels[LEARN:LEARN + JUDGE])
        asked = wordings.intents()
        for name, wording in (("bare", "bare labels"), ("described", "concrete descriptions")):
            (way.folder / f"{name}.json").write_text(json.dumps({"intent": asked[wording]}), encoding="utf-8")
        way.serve("evaluate", "tickets.csv", "--questions", "bare.json")
        way.serve("compare", "questions=bare.json", "questions=described.json", "tickets.csv")
        way.serve("evaluate", "tickets.csv", "--questions", "described.json")
        way.serve("learn", "tickets.csv", "--questions", "described.json", "--out", "learned.safetensors")
        way.serve("evaluate", "more.csv", "--questions", "described.json", "--thresholds", "thresholds.json",
                  SERVICE_FITTED="learned.safetensors")
        production(way, test)


if __name__ == "__main__":
    main()
