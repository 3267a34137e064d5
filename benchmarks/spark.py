#!/usr/bin/env python3
"""What Spark costs beside the passes, what a second worker brings, and what an executor holds; writes JSON.

    target/spark/venv/bin/python benchmarks/spark.py CHECKPOINT ROWS ROUNDS OUT.json

after `mvn -Ppytorch,spark -DskipTests package` and `scripts/check/spark.sh`, which makes the environment. The same rows are scored by
one task at a time and by a plain loop over the same passes, in turns in one process; then by one executor and by two of a cluster on
this machine, one core and one thread each, in turns."""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "scripts" / "lib"), str(ROOT / "scripts" / "check" / "spark")]
import cluster  # noqa: E402
import machine  # noqa: E402
import running  # noqa: E402
import states  # noqa: E402

import rows  # noqa: E402

WORK = ROOT / "target" / "spark"
[JAR] = (ROOT / "spark" / "target").glob("decision-spark-*-all.jar")
OPENS = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in (
    "java.lang", "java.lang.invoke", "java.nio", "java.util", "java.util.concurrent", "java.net", "java.io", "sun.nio.ch",
    "sun.util.calendar")]


def overhead(checkpoint, given, asked, rounds):
    """Job and loop of each round, in seconds."""
    java = pathlib.Path(os.environ["JAVA_HOME"]) / "bin" / "java"
    path = os.pathsep.join([str(ROOT / "spark/target/test-classes"), str(JAR), f"{cluster.HOME}/jars/*"])
    command = [java, "-Xmx1g", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", *OPENS, "-cp", path,
               "org.decisionservice.spark.OverheadMain", checkpoint, given, asked, str(rounds)]
    with (WORK / "overhead.log").open("w") as log:
        out = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=log, text=True, check=True,
                             env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}).stdout
    return [json.loads(line) for line in out.splitlines() if line.startswith("{\"passes")]


def workers(checkpoint, given, asked, rounds):
    """Seconds of one executor and of two, and the memory of an executor in MiB at its peak."""
    found = []
    # The rows are in the memory of one executor; by default Spark would wait three seconds before another may have a task.
    with cluster.Cluster(2, WORK / "bench-cluster.log") as spark:
        for _ in range(rounds):
            pair, peak = {}, 0
            for cores in (1, 2):
                job = spark.submit("--jars", JAR, ROOT / "benchmarks" / "spark_job.py", checkpoint, given, asked,
                                   log=WORK / f"bench-{cores}.log", **{"spark.cores.max": cores, "spark.locality.wait": "0"})
                while job.process.poll() is None:
                    peak = max([peak, *(running.memory_mib(pid, "VmHWM") or 0 for pid in spark.executors())])
                    running.until(lambda job=job: job.process.poll() is not None, 1, 0.1)
                pair[cores] = [float(x) for x in re.findall(r"^seconds ([0-9.]+)$", job.log.read_text(), re.M)]
            found.append({"one_s": pair[1], "two_s": pair[2], "one_over_two": round(min(pair[1]) / min(pair[2]), 3),
                          "executor_peak_mib": round(peak)})
    return found


def main():
    checkpoint, count, rounds, out = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    begun = machine.begin(checkpoint)
    WORK.mkdir(parents=True, exist_ok=True)
    given = rows.written(WORK / "bench.jsonl", states.states(count))
    asked = WORK / "bench-questions.json"
    asked.write_text(json.dumps(states.QUESTIONS))
    loops = overhead(checkpoint, given, asked, rounds)
    pairs = workers(checkpoint, given, asked, rounds)
    summary = {"spark_over_loop": machine.spread([each["spark_over_loop"] for each in loops], 4),
               "one_worker_over_two": machine.spread([each["one_over_two"] for each in pairs], 3),
               "executor_peak_mib": max(each["executor_peak_mib"] for each in pairs)}
    result = machine.end({**begun, "rows": count, "summary": summary, "overhead": loops, "workers": pairs})
    pathlib.Path(out).write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(summary))


main()
