#!/usr/bin/env python3
"""Whether `learn --unlike` tells states that are unlike all that were labelled: of rows like the labelled ones, how many it calls
unlike; of foreign texts, how many it finds. Beside it what anybody can do without: take answers for foreign that are less sure than
all but as many of the rows like the labelled ones.

  learning_unlike.py [--json OUT] [--sets target/learning] [--draws 5] [--labels 100] [--only SET,...]

After learning_sets.py and walk_sets.py, on a service built with the profile benchmarks, with the bundled starter. Each set's
question is asked about its own 500 rows to judge and about foreign ones: 30 rows to judge of each other set, cut at 2,000
characters, and twenty made-up texts. That all four vectors are looked at, and as variances, was chosen among eight ways on six of the
sets, with three draws and foreign rows of eight sets; targets and germeval had no part in that.
"""
import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess

import learning
import machine

ASKED = ("airline", "tweets", "targets", "germeval", "news", "sms", "question_types", "intents10")
SETS = (*ASKED, "mails", "reviews")
OTHERS, LONGEST, FALSE_ALARMS = 30, 2000, 0.05
MADE_UP = ["asdf qwer", "", "Where can I buy good tomatoes?", "lorem ipsum dolor sit amet", "!!!!", "12345 67890",
           "def f(x): return x + 1", "SELECT * FROM users WHERE id = 3;", "aaaaaaaaaaaaaaaaaaaa", "the the the the",
           "xkcd jjfk poiu wqer zmxn", "\U0001f44d\U0001f44d\U0001f44d", "Test", "hello", "Ist das Wetter morgen schön?", '{"a": 1}',
           "https://example.org/x?y=1", "null", "......", "qwertzuiop"]


def foreign(sets, own, file):
    """Asks the question of `own` about rows of the other sets and about made-up texts."""
    asked = {name: own.rows["test"][0][name] for name in ("model", "question", "gold")}
    texts = [row["state"][:LONGEST] for each in sets.values() if each is not own
             for row in random.Random(each.name).sample(each.rows["test"], OTHERS)]
    file.write_text("".join(json.dumps({**asked, "state": text}) + "\n" for text in [*texts, *MADE_UP]), encoding="utf-8")


def found(draw):
    """Shares of one draw: false alarms; of foreign rows and of made-up texts those found; the same by the confidence of answers."""
    like, other = draw["like"], draw["foreign"]
    unsure = statistics.quantiles(like["confidences"], n=round(1 / FALSE_ALARMS))[0]
    shares = {"false_alarms": [each > 1 for each in like["distances"]]}
    for part, some in (("foreign", slice(None, -len(MADE_UP))), ("made_up", slice(-len(MADE_UP), None))):
        shares[part] = [each > 1 for each in other["distances"][some]]
        shares[part + "_by_confidence"] = [each < unsure for each in other["confidences"][some]]
    return {name: round(statistics.mean(each), 4) for name, each in shares.items()}


def measured(sets, name, run):
    made = [run.folder / part for part in ("foreign.jsonl", "draws.txt", "draws.json")]
    foreign(sets, sets[name], made[0])
    draws = [rows for draw in range(run.draws) for rows in sets[name].drawn(draw, run.labels).values()]
    made[1].write_text("".join(" ".join(map(str, rows)) + "\n" for rows in draws))
    java = pathlib.Path(os.environ.get("JAVA_HOME", "/usr")) / "bin" / "java"
    classes = ":".join(str(machine.ROOT / "benchmarks" / "target" / part) for part in ("classes", "libs/*"))
    files = sets[name].files
    subprocess.run([java, "--enable-native-access=ALL-UNNAMED", "-cp", classes, "org.decisionservice.benchmarks.UnlikeDraws",
                    machine.ROOT / "server" / "target", files["labels"], files["test"], made[0], made[1], made[2]],
                   check=True, stderr=subprocess.DEVNULL)
    return [found(draw) for draw in json.loads(made[2].read_text())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--sets", dest="folder", type=pathlib.Path, default=machine.ROOT / "target" / "learning")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--labels", type=int, default=100)
    parser.add_argument("--only", default=",".join(ASKED))
    run = parser.parse_args()
    begun = machine.begin(learning.STARTER)
    sets = {name: learning.Set(run.folder, name) for name in SETS}
    report = {"labels": run.labels, "draws": run.draws, "sets": {}}
    for name in run.only.split(","):
        report["sets"][name] = measured(sets, name, run)
        print(name, {key: round(statistics.mean(each[key] for each in report["sets"][name]), 3) for key in report["sets"][name][0]},
              flush=True)
        if run.json:
            run.json.write_text(json.dumps({"run": machine.end(begun), **report}, indent=1) + "\n")


if __name__ == "__main__":
    main()
