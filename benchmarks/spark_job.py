"""Submitted by spark.py: scores a fifth of the rows, which loads and compiles, then all of them twice, and prints the seconds of those."""
import pathlib
import sys
import time

from pyspark.sql import DataFrame, SparkSession

checkpoint, given, asked = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
cores = int(spark.conf.get("spark.cores.max"))
while spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() < cores + 1:
    time.sleep(0.1)
# Small tasks, so that no worker waits long for the last task of the other.
rows = spark.read.json(given).repartition(48).cache()
rows.count()
questions = pathlib.Path(asked).read_text()
for some in (rows.sample(0.2, seed=1), rows, rows):
    decisions = spark._jvm.org.decisionservice.spark.Decisions.on(checkpoint).questions(questions).documents().threads(1)
    started = time.monotonic()
    DataFrame(decisions.score(some._jdf, "state"), spark).write.format("noop").mode("overwrite").save()
    if some is rows:
        print(f"seconds {time.monotonic() - started:.3f}", flush=True)
spark.stop()
