#!/usr/bin/env python3
"""Makes again what hangs on the numbers of starter/checkpoint; run it after a new checkpoint lies there, before you commit. With the
checkpoint that the pages are about, it changes nothing.

  starter/renew.py [--since COMMIT] [--laya PYTHON]     on a built service; PYTHON has laya, as the recipe's environment does
  starter/renew.py --check                              what needs neither: digests, tables and the chart; changes nothing

It renews the digests, the goldens, the answers that pages show, the tables and the chart that are drawn from benchmarks/results, and
names what takes longer: results that have the former weights, with their commands, and the pages that speak of them. Run it
again when those are there. The former weights are those of COMMIT (HEAD).
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LISTED = re.compile(r"^\| `(checkpoint/[^`]+)` \| `([0-9a-f]{64})` \|$", re.M)
# What a block of a page says that it prints; see scripts/check/docs/blocks.py.
SHOWN = re.compile(r"^```\w+ .*\b(?:answer|output)\b|^\s*(?:print|console\.log|IO\.println)\(.*\)\s*;?\s*(?:#|//) ", re.M)
BY_HAND = """By hand, from what the recipe prints (cd starter/recipe, in its environment):
  starter/MODEL_CARD.md and recipe/experiments.md
      python -m evaluate.score ../checkpoint eval_dev.jsonl final.jsonl unseen:5 unseen:10 banking:5 banking:10
      python -m evaluate.steadiness|worn|scales|cases|examples ../checkpoint
  scripts/check/docs/examples.json, and the words of an example that is wrong now      scripts/check/docs.sh examples README.md
  blocks of pages that are not run, and sentences that repeat a figure                 git grep -n 'skip=' docs"""


class Files:
    """Writes files, or only notes which are others."""

    def __init__(self, check):
        self.check, self.other = check, []

    def put(self, path, text):
        file = ROOT / path
        if file.read_text(encoding="utf-8") != text:
            self.other.append(path)
            if not self.check:
                file.write_text(text, encoding="utf-8")


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout


def run(*command, **more):
    return subprocess.run([str(word) for word in command], cwd=ROOT, check=True, **more)


def pages():
    return ["README.md", "starter/README.md", *sorted("docs/" + page.name for page in (ROOT / "docs").glob("*.md"))]


def digests(files, listed):
    """Writes the checkpoint's digests wherever a page has the former ones; returns those of the former weights, if they are others."""
    former = None
    for path, old in LISTED.findall(listed):
        new = hashlib.sha256((ROOT / "starter" / path).read_bytes()).hexdigest()
        if path.endswith("/model.safetensors") and new != old:
            former = old
        for page in pages() if new != old else ():
            text = (ROOT / page).read_text(encoding="utf-8")
            files.put(page, text.replace(old, new).replace(old[:12], new[:12]))
    page = "starter/README.md"
    size = round((ROOT / "starter/checkpoint/model.safetensors").stat().st_size / 1e6)
    files.put(page, re.sub(r"float16, \d+ MB", f"float16, {size} MB", (ROOT / page).read_text(encoding="utf-8")))
    return former


def goldens(files, python):
    """Records what upstream computes with the checkpoint; of copies, because upstream writes into them."""
    folder = ROOT / "testdata/golden"
    with tempfile.TemporaryDirectory() as copies:
        starter, english = pathlib.Path(copies, "starter"), pathlib.Path(copies, "english")
        for name, script, words in (("forward_starter", "record_forward.py", ["starter", starter]),
                                    ("forward_parallel", "record_parallel.py", [english, starter])):
            for copy, source in ((starter, "starter/checkpoint"), (english, "testdata/tiny/english")):
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(ROOT / source, copy)
            recorded = run(python, folder / script, *words, stdout=subprocess.PIPE, text=True).stdout
            files.put(f"testdata/golden/{name}.jsonl", recorded)


def commands(value):
    """The commands that a result was measured with."""
    if isinstance(value, dict):
        yield from [value["command"]] if isinstance(value.get("command"), str) else []
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from commands(member)


def measure_again(former):
    every = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for file in sorted((ROOT / "benchmarks/results").iterdir()):
        text, name = file.read_text(encoding="utf-8"), str(file.relative_to(ROOT))
        if former[:12] in text:
            speak = [str(page.relative_to(ROOT)) for page in every if name in page.read_text(encoding="utf-8")]
            print(f"{name}: {', '.join(speak) or 'on no page'}")
            for command in dict.fromkeys(commands(json.loads(text)) if file.suffix == ".json" else ()):
                print(f"      {command}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--since", default="HEAD")
    parser.add_argument("--laya", default=os.environ.get("STARTER", str(ROOT / "build/starter")) + "/venv/bin/python")
    arguments = parser.parse_args()
    files = Files(arguments.check)
    former = digests(files, git("show", arguments.since + ":starter/README.md"))
    files.put("docs/learning.svg", run(sys.executable, "benchmarks/learning_chart.py", "benchmarks/results/learning-starter.json",
                                       stdout=subprocess.PIPE, text=True).stdout)
    run(sys.executable, "benchmarks/tables.py", "--check" if arguments.check else "--write")
    if arguments.check:
        sys.exit("starter/renew.py has not been run: " + ", ".join(files.other) if files.other else 0)
    goldens(files, arguments.laya)
    shown = [page for page in pages() if SHOWN.search((ROOT / page).read_text(encoding="utf-8"))]
    told = subprocess.run(["scripts/check/docs.sh", "--renew", *shown, "examples"], cwd=ROOT).returncode
    print(git("status", "--short", "--", "README.md", "docs", "starter", "testdata/golden") or "nothing is other than before")
    if former:
        print("Measured with the former weights, the pages that speak of it, and the command; write a new file, some keep what one has:")
        measure_again(former)
        print(BY_HAND)
    sys.exit(told)


if __name__ == "__main__":
    main()
