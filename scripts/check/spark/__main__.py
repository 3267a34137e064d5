"""Run by scripts/check/spark.sh: JAR [--short] [section ...]. Sections are answers, disturbed and python; all, if none is named."""
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import cluster  # noqa: E402
import running  # noqa: E402
import states  # noqa: E402
from outcomes import check, failures  # noqa: E402

import rows  # noqa: E402

WORK = running.ROOT / "target" / "spark"
JAR = pathlib.Path(sys.argv[1])
SHORT = "--short" in sys.argv
SECTIONS = {word for word in sys.argv[2:] if word != "--short"} or {"answers", "disturbed", "python"}
JAVA = pathlib.Path(os.environ["JAVA_HOME"]) / "bin" / "java"
SERVICE = [JAVA, "--enable-native-access=ALL-UNNAMED", "-jar", running.ROOT / "server/target/decision-service.jar"]
OPTIONS = ("--archives", f"{WORK}/tiny.zip#tiny", JAR, "--checkpoints", "tiny", "--documents", "--format", "json", "--output-format",
           "json")
# A partition for each file. Rows that were divided by a shuffle would be fetched from the executor that stands still.
APART = {"spark.sql.files.openCostInBytes": "256m"}
CALIBRATION = {"temperature": [1.7, 0.8, 2.3], "temperature_by_options": {"choice:3-5": 0.6}}
SUBMIT = ("--class", "org.decisionservice.spark.Score", *OPTIONS)


def engines():
    """The engines in the jar."""
    with zipfile.ZipFile(JAR) as jar:
        providers = jar.read("META-INF/services/org.decisionservice.engine.spi.EngineProvider").decode()
    return re.findall(r"engine\.(\w+)\.", providers)


def words(name, questions, *more):
    """Arguments of the program for a job of that name; what it wrote before is removed."""
    out = WORK / f"{name}-out"
    subprocess.run(["rm", "-rf", out], check=True)
    asked = WORK / f"{name}-questions.json"
    asked.write_text(json.dumps(questions))
    return (*SUBMIT, "--questions", asked, "--output", out, *more)


def finished(job, name):
    status = job.status()
    assert status == 0, f"it ended with status {status}, see {job.log}"
    return rows.read(WORK / f"{name}-out")


def same_answers(spark, engine, count):
    """The same rows in Spark and in the service, to the last digit: as they are, routed by question ids, in groups, in several
    orders, calibrated in 8 or 16 bits."""
    reduced = {"onnx": "int8", "pytorch": "bf16"}[engine]
    calibration = WORK / "calibration.json"
    weights = (running.TINY / "english" / "model.safetensors").read_bytes()
    calibration.write_text(json.dumps({"checkpoint": "sha256:" + hashlib.sha256(weights).hexdigest()[:12], **CALIBRATION}))
    for name, questions, auto, texts, precision, more, settings in (
            ("mixed", states.QUESTIONS, False, states.states(count), "float32", [], {}),
            ("workflow", states.WORKFLOW, True, states.states(count // 10), "float32", ["--auto-task"], {}),
            ("groups", states.MANY, False, states.states(count // 10), "float32", ["--tournament-group", "auto"],
             {"SERVICE_TOURNAMENT_GROUP": "auto"}),
            ("orders", states.QUESTIONS, False, states.states(count // 10), "float32", ["--option-orders", "3"],
             {"SERVICE_OPTION_ORDERS": 3}),
            ("calibrated", states.QUESTIONS, False, states.states(count // 10), reduced, ["--calibration", calibration],
             {"SERVICE_FITTED": calibration})):
        name = f"{name}-{engine}"
        with check("spark", f"{engine}: {name}: {len(texts)} rows equal the service's answers to the last digit"):
            given = rows.written(WORK / f"{name}.jsonl", texts)
            job = spark.submit(*words(name, questions, "--input", given, "--engine", engine, "--precision", precision, "--partitions", 8,
                                      "--threads", 1, *more), log=WORK / f"{name}.log")
            with running.Service(SERVICE, WORK / f"{name}-service.log", SERVICE_ENGINE=engine, SERVICE_THREADS=1, SERVICE_PRELOAD=0,
                                 SERVICE_AUTO_TASK=int(auto), SERVICE_PRECISION=precision, **settings) as service:
                service.await_ready()
                answers = list(rows.served(service.port, texts, questions))
            found = finished(job, name)
            assert [row["id"] for row in found] == list(range(len(texts))), f"{len(found)} rows"
            differ = [d for row, answer, state in zip(found, answers, texts, strict=True)
                      if (d := rows.difference(rows.comparable(row, questions), *answer, state))]
            assert not differ, f"{len(differ)} differ, such as {differ[0]}"
            models = sorted({body["routing"]["model"] for status, body in answers if status == 200})
            assert models == (["typed-decisions"] if auto else ["english", "multilingual"]), models
            assert auto or sum(status != 200 for status, _ in answers) >= len(texts) // 100


def disturbed(spark, name, given, wanted, disturb, **settings):
    """A job in whose middle something happens; its rows must be those of an undisturbed one."""
    job = spark.submit(*words(name, states.QUESTIONS, "--input", given), log=WORK / f"{name}.log", **APART, **settings)
    try:
        assert job.await_tasks(4), f"it was not seen in its middle, see {job.log}"
        disturb(job)
        found = finished(job, name)
    finally:
        running.stop(job.process)
    assert len(found) == len(wanted), f"{len(found)} rows instead of {len(wanted)}"
    assert found == wanted, "a row is lost, twice or other"


def kill_one(spark):
    os.kill(spark.executors()[0], signal.SIGKILL)


def hold_one(spark, job):
    """Lets an executor stand still until the stage has no tasks left but those that run twice."""
    with cluster.standing_still(spark.executors()[0]):
        assert running.until(lambda: job.process.poll() is not None or written_all(job), 600, 0.1), "nothing replaced its task"
    text = job.log.read_text()
    assert "speculatable" in text or "speculative" in text, "no task was speculative"


def written_all(job):
    return bool(job.stages()) and all(stage["status"] != "ACTIVE" for stage in job.stages()) and time.sleep(1) is None


def progress_is_shown(spark, given, count):
    """The counters on Spark's own pages, while the job runs."""
    name = "progress"
    job = spark.submit(*words(name, states.QUESTIONS, "--input", given), log=WORK / f"{name}.log", **APART)
    assert job.await_tasks(4), f"it was not seen in its middle, see {job.log}"
    seen = {update["name"]: int(update["value"]) for stage in job.stages() for update in stage.get("accumulatorUpdates", [])}
    assert 0 < seen["decisions: rows"] < count, seen
    assert seen["decisions: passes"] > 0 and seen["decisions: tokens"] > 0, seen
    return finished(job, name)


def snippet_works(spark):
    """The program in Python that docs/scale.md shows."""
    page = (running.ROOT / "docs" / "scale.md").read_text()
    [program] = re.findall(r"^```python[^\n]*\n(.*?)^```", page, re.M | re.S)
    (WORK / "snippet.py").write_text(program)
    rows.written(WORK / "tickets.json", states.states(30))
    (WORK / "questions.json").write_text(json.dumps(states.QUESTIONS))
    job = spark.submit("--archives", f"{WORK}/tiny.zip#checkpoints", "--jars", JAR, WORK / "snippet.py", WORK, log=WORK / "snippet.log")
    assert job.status() == 0, f"see {job.log}"
    assert "billing" in job.log.read_text()


def check_disturbed(spark):
    many = states.states(480 if SHORT else 9600)
    given = rows.divided(WORK / "many", many, 24 if SHORT else 48)
    whole = []
    with check("spark", "its pages show rows, passes and tokens of a job that runs"):
        whole = progress_is_shown(spark, given, len(many))
        assert [row["id"] for row in whole] == list(range(len(many)))
    with check("spark", "an executor that is killed in the middle: no row is lost or twice, every answer the same"):
        disturbed(spark, "killed", given, whole, lambda _: kill_one(spark))
    with check("spark", "an executor that stands still, its tasks run twice: no row is lost or twice, every answer the same"):
        disturbed(spark, "held", given, whole, lambda job: hold_one(spark, job),
                  **{"spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.multiplier": "1.2",
                     "spark.speculation.quantile": "0.2", "spark.speculation.minTaskRuntime": "200ms"})


def main():
    # Ends the cluster as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    rows.archive(WORK / "tiny.zip", running.TINY)
    with cluster.Cluster(2, WORK / "cluster.log") as spark:
        if "answers" in SECTIONS:
            for engine in engines():
                same_answers(spark, engine, 200 if SHORT else 1000)
        if "disturbed" in SECTIONS:
            check_disturbed(spark)
        if "python" in SECTIONS:
            with check("spark", "the Python program of docs/scale.md"):
                snippet_works(spark)
            with check("spark", "checkpoints that are not there: the job says which"):
                given = rows.written(WORK / "few.jsonl", states.states(10))
                job = spark.submit(*[word if word != "tiny" else "elsewhere" for word in words("none", states.QUESTIONS, "--input", given)],
                                   log=WORK / "none.log")
                assert job.status() != 0 and "checkpoints 'elsewhere'" in job.log.read_text()
    print(f"\n{len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
